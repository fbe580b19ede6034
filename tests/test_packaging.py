"""What is shipped is whole, current, as pinned, and asks no other host for anything."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from tools import build, catalogs, vendor

ROOT = Path(__file__).resolve().parent.parent

# Taken apart, so that this file passes its own test
REGISTRIES_AND_CDNS = [
    ".".join(parts)
    for parts in (
        ("registry", "npmjs", "org"),
        ("registry", "yarnpkg", "com"),
        ("pypi", "org"),
        ("files", "pythonhosted", "org"),
        ("deb", "debian", "org"),
        ("cdn", "jsdelivr", "net"),
        ("unpkg", "com"),
        ("esm", "sh"),
        ("cdnjs", "cloudflare", "com"),
        ("pyscript", "net"),
        ("fonts", "googleapis", "com"),
        ("fonts", "gstatic", "com"),
    )
]


def tracked_files() -> list[Path]:
    """The files that git has or would take, so that a new file is judged before its commit."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    paths = (ROOT / name for name in listed.split("\0") if name)
    return [path for path in paths if path.is_file()]


def shipped_files() -> dict[str, str]:
    config = (ROOT / "pyscript.toml").read_text(encoding="utf-8")
    return dict(re.findall(r'^"\./(.+)" = "\./(.+)"$', config, re.MULTILINE))


def test_every_module_is_shipped() -> None:
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "pyroll").rglob("*.py")}
    missing = modules - build.NOT_SHIPPED - shipped_files().keys() - set(build.later_files())
    assert not missing, f"not in pyscript.toml (run `make build`): {sorted(missing)}"


def test_catalogs_are_in_the_site_but_french_starts_without_them() -> None:
    compiled = {catalogs.compiled_path(code).relative_to(ROOT).as_posix() for code in catalogs.TRANSLATED}
    assert compiled
    assert compiled <= set(build.site_files())
    assert not [name for name in shipped_files() if "locale" in name]


def test_everything_shipped_exists() -> None:
    absent = [name for name in shipped_files() if not (ROOT / name).is_file()]
    assert not absent, f"pyscript.toml names files that are not there (run `make build`): {absent}"


def test_generated_files_are_current() -> None:
    assert not build.stale(), f"stale (run `make build` and commit): {build.stale()}"


def test_vendored_files_are_the_locked_ones() -> None:
    assert not vendor.differences(), "run `make vendor`"


def test_vendored_packages_carry_their_licences() -> None:
    carried = {path.stem for path in (vendor.VENDOR / "licenses").glob("*.txt")}
    assert {"pyodide", "python", *vendor.NPM_LICENSES, *vendor.PYTHON_FILES, *vendor.QR_FILES} == carried


def test_third_party_notice_names_every_licence() -> None:
    notice = (ROOT / "THIRD_PARTY.md").read_text(encoding="utf-8")
    missing = [path.name for path in (vendor.VENDOR / "licenses").glob("*.txt") if path.name not in notice]
    assert not missing, f"THIRD_PARTY.md does not name {missing}"


def test_no_tracked_file_names_a_registry_or_cdn() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {host}"
        for path in tracked_files()
        for host in REGISTRIES_AND_CDNS
        if host.encode() in path.read_bytes()
    ]
    assert not found


def test_npm_lock_has_hashes_and_no_address() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert lock["lockfileVersion"] == 3
    assert [name for name, entry in packages.items() if "integrity" not in entry] == []
    assert [name for name, entry in packages.items() if "resolved" in entry] == []


def test_python_lock_has_hashes_and_no_address() -> None:
    lock = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8")
    requirements = re.findall(r"^(\S+)==\S+(?: ;[^\\\n]*)? \\\n +--hash=sha256:", lock, re.MULTILINE)
    assert len(requirements) == len(re.findall(r"^[a-z]", lock, re.MULTILINE))
    assert "://" not in lock


def test_versions_agree() -> None:
    def version(file: str, pattern: str) -> str:
        found = re.search(pattern, (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
        assert found, f"{file} gives no version"
        return found[1]

    versions = {
        version("pyproject.toml", '^version = "(.+)"$'),
        version("pyroll/__init__.py", '^__version__ = "(.+)"$'),
        version("package.json", '^  "version": "(.+)",$'),
    }
    assert len(versions) == 1, versions

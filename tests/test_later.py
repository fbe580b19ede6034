"""What the page starts with, what comes later, and the list of all that a built site needs."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest

from pyroll.app import later as unpacking
from pyroll.app.offline import read_listing
from tools import build, later, offline

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built") / "site"
    build.fill(folder)
    return folder


def test_the_start_is_what_the_page_imports() -> None:
    needed = later.needed()
    assert {
        "pyroll/__init__.py",
        "pyroll/app/__init__.py",
        "pyroll/app/browser.py",
        "pyroll/systems/tur.py",
    } <= needed
    assert "pyroll/app/prerender.py" not in needed
    assert "pyroll/rulebook/model.py" in build.later_files()
    assert not needed & set(build.later_files())


def test_the_archive_is_the_same_each_time_and_unpacks(tmp_path: Path) -> None:
    contents = {name: (ROOT / name).read_bytes() for name in build.later_files()}
    archive = later.archive(contents)
    assert archive == later.archive(dict(reversed(contents.items())))
    unpacking.unpack(archive, tmp_path)
    for name, content in contents.items():
        assert (tmp_path / name).read_bytes() == content


def test_the_list_names_every_file_with_its_hash(site: Path) -> None:
    listing = read_listing((site / offline.LIST).read_bytes())
    named = {entry.address.removeprefix("./") or "index.html": entry for entry in listing.entries}
    files = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    unnamed = {name for name in files.keys() - named.keys() if not offline.is_notice(name)}
    assert unnamed == {"sw.js", offline.LIST, ".nojekyll"}
    for name, entry in named.items():
        content = files[name].read_bytes()
        digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
        assert (entry.size, entry.digest) == (len(content), f"sha256-{digest}"), name


def test_worker_and_page_carry_the_version(site: Path) -> None:
    listing = read_listing((site / offline.LIST).read_bytes())
    assert f'const LIST = "{listing.digest}";' in (site / "sw.js").read_text(encoding="utf-8")
    assert f'<meta name="pyroll-build" content="{listing.build}">' in (site / "index.html").read_text(
        encoding="utf-8"
    )
    assert offline.PLACEHOLDER in (ROOT / "sw.js").read_text(encoding="utf-8")
    assert "pyroll-build" not in (ROOT / "index.html").read_text(encoding="utf-8"), "there, no worker is registered"


def test_any_change_is_another_version(site: Path) -> None:
    before = (site / "sw.js").read_bytes()
    offline.add_to(site)
    assert (site / "sw.js").read_bytes() == before, "the same files are the same version"
    with (site / "static/boot.js").open("a", encoding="utf-8") as script:
        script.write("\n")
    offline.add_to(site)
    assert (site / "sw.js").read_bytes() != before


def test_the_worker_is_short_and_never_asks_elsewhere() -> None:
    script = (ROOT / "sw.js").read_text(encoding="utf-8")
    assert len(script.splitlines()) < 60
    assert "importScripts" not in script
    assert not re.search(r"https?://", script)


def test_news_are_the_changelog() -> None:
    told = offline.news("# Changelog\n\n## 1.1\n\n- One\n  goes on.\n- Two.\n\n## 1.0\n\nWords.\n")
    assert told == [["1.1", ["One goes on.", "Two."]], ["1.0", []]]


def test_the_manifest_names_what_is_there() -> None:
    manifest = json.loads((ROOT / "static/manifest.webmanifest").read_text(encoding="utf-8"))
    icons = {icon["src"]: icon for icon in manifest["icons"]}
    assert all((ROOT / "static" / source).is_file() for source in icons)
    for source, icon in icons.items():
        if source.endswith(".png"):
            header = (ROOT / "static" / source).read_bytes()[16:24]
            sides = {int.from_bytes(header[:4], "big"), int.from_bytes(header[4:], "big")}
            assert icon["sizes"] == "{0}x{0}".format(*sides), source
    page = (ROOT / "index.html").read_text(encoding="utf-8")
    systems = re.findall(r'<form[^>]* id="([a-z]+)"', page)
    shortcuts = [shortcut["url"] for shortcut in manifest["shortcuts"]]
    assert shortcuts == [f"../#{system}?" for system in systems]

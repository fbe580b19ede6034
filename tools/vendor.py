"""Fill static/vendor/ from the pinned packages: the only code in the site that is not pyroll's own.

    python -m tools.vendor            rebuild, then compare with tools/vendor.lock.json
    python -m tools.vendor --check    compare only
    python -m tools.vendor --update   rebuild, then rewrite the lock (after a version was raised)

Nothing is fetched here: node_modules/ and the virtual environment were installed from lock
files with hashes, and only the files that the page really asks for are copied.
"""

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENDOR = ROOT / "static" / "vendor"
LOCK = ROOT / "tools" / "vendor.lock.json"
NODE_MODULES = ROOT / "node_modules"
LICENSES = ROOT / "tools" / "licenses"

# Chunk names carry a hash of their content, so they change with the version of the package.
# The other chunks (editor, terminal, other interpreters) are switched off in pyscript.toml.
NPM_FILES = {
    "pyscript": (
        "@pyscript/core/dist",
        ("core.js", "core-C9KDLldu.js", "core.css", "toml-V4Savzlc.js", "error-D2315lOB.js"),
    ),
    "pyodide": ("pyodide", ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")),
    "idiomorph": ("idiomorph/dist", ("idiomorph.esm.js",)),
}

# Pure Python only: the browser has no use for MarkupSafe's compiled half, nor for htpy's
# converter and its bridges to web frameworks.
PYTHON_FILES = {
    "htpy": (
        "__init__.py",
        "_attributes.py",
        "_contexts.py",
        "_elements.py",
        "_fragments.py",
        "_legacy_rendering.py",
        "_render_async.py",
        "_render_sync.py",
        "_types.py",
        "_with_children.py",
    ),
    "markupsafe": ("__init__.py", "_native.py"),
}

# Only the part that makes a QR code's squares, without the rest of its package (which would want more of the standard
# library): a folder without __init__.py is a package too. It ships in an archive of its own (tools/later.py).
QR_FILES = {"segno": ("consts.py", "encoder.py")}

# Packages whose code is inside PyScript's bundle, and the others copied above.
NPM_LICENSES = {
    "pyscript": "@pyscript/core/LICENSE",
    "pyscript-toml": "@pyscript/core/src/3rd-party-licenses/toml.license.txt",
    "polyscript": "polyscript/LICENSE",
    "coincident": "coincident/LICENSE",
    "reflected-ffi": "reflected-ffi/LICENSE",
    "next-resolver": "next-resolver/LICENSE",
    "html-escaper": "html-escaper/LICENSE.txt",
    "plain-tag": "plain-tag/LICENSE",
    "basic-devtools": "basic-devtools/LICENSE",
    "add-promise-listener": "add-promise-listener/LICENSE",
    "sticky-module": "sticky-module/LICENSE",
    "type-checked-collections": "type-checked-collections/LICENSE",
    "weak-id": "weak-id/LICENSE",
    "webreflection-fetch": "@webreflection/fetch/LICENSE",
    "webreflection-idb-map": "@webreflection/idb-map/LICENSE",
    "webreflection-utils": "@webreflection/utils/LICENSE",
    "idiomorph": "idiomorph/LICENSE",
}


def copy(source: Path, target: Path) -> None:
    if not source.is_file():
        raise SystemExit(
            f"vendor: {source} is missing. Run `make setup`; if a version was raised, name its new file here."
        )
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def copy_npm(folder: Path) -> None:
    for name, (package, files) in NPM_FILES.items():
        for file in files:
            copy(NODE_MODULES / package / file, folder / name / file)
    for name, path in NPM_LICENSES.items():
        copy(NODE_MODULES / path, folder / "licenses" / f"{name}.txt")


def copy_python(folder: Path) -> None:
    for place, packages in (("python", PYTHON_FILES), ("qr", QR_FILES)):
        for package, files in packages.items():
            copy_package(folder, place, package, files)


def copy_package(folder: Path, place: str, package: str, files: tuple[str, ...]) -> None:
    installed = distribution(package)
    for file in files:
        copy(Path(str(installed.locate_file(f"{package}/{file}"))), folder / place / package / file)
    notices = [path for path in installed.files or () if path.name.startswith("LICENSE")]
    if not notices:
        raise SystemExit(f"vendor: the installed {package} carries no licence")
    copy(Path(str(notices[0].locate())), folder / "licenses" / f"{package}.txt")


def build_runtime(folder: Path) -> None:
    """What is made rather than copied: the pruned library and a lock file that names no package."""
    shipped = json.loads((NODE_MODULES / "pyodide" / "pyodide-lock.json").read_text(encoding="utf-8"))
    minimal = {"info": shipped["info"], "packages": {}}
    (folder / "pyodide" / "pyodide-lock.json").write_text(json.dumps(minimal) + "\n", encoding="utf-8")
    library = folder / "pyodide" / "python_stdlib.zip"
    subprocess.run(["node", "tools/build_stdlib.mjs", str(library)], cwd=ROOT, check=True)
    copy(LICENSES / "MPL-2.0.txt", folder / "licenses" / "pyodide.txt")
    copy(LICENSES / "Python.txt", folder / "licenses" / "python.txt")


def fill() -> None:
    """Build beside, then swap: a server at work never sees half a folder."""
    fresh = VENDOR.with_name("vendor.new")
    shutil.rmtree(fresh, ignore_errors=True)
    copy_npm(fresh)
    copy_python(fresh)
    build_runtime(fresh)
    shutil.rmtree(VENDOR, ignore_errors=True)
    fresh.rename(VENDOR)


def hashes() -> dict[str, str]:
    return {
        path.relative_to(VENDOR).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(VENDOR.rglob("*"))
        if path.is_file() and not path.name.startswith(".")  # the Makefile's stamp
    }


def differences() -> list[str]:
    """Every vendored file that is not the one the lock knows; empty when all is well."""
    locked: dict[str, str] = json.loads(LOCK.read_text(encoding="utf-8")) if LOCK.exists() else {}
    present = hashes()
    return [
        *(f"static/vendor/{name} is missing" for name in sorted(locked.keys() - present.keys())),
        *(f"static/vendor/{name} is not in {LOCK.name}" for name in sorted(present.keys() - locked.keys())),
        *(
            f"static/vendor/{name} differs from {LOCK.name}"
            for name in sorted(locked.keys() & present.keys())
            if locked[name] != present[name]
        ),
    ]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.vendor", description="Fill static/vendor/.")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--check", action="store_true", help="compare with the lock, change nothing")
    mode.add_argument("--update", action="store_true", help="rewrite the lock")
    options = parser.parse_args(arguments)

    if not options.check:
        fill()
    if options.update:
        LOCK.write_text(json.dumps(hashes(), indent=2) + "\n", encoding="utf-8")
    faults = differences()
    for fault in faults:
        print(f"vendor: {fault}", file=sys.stderr)
    if not faults:
        print(f"vendor: {len(hashes())} files in static/vendor/, all as locked")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())

"""The built site in one file: `python -m tools.release [--tag vX.Y.Z]` packs dist/ into build/pyroll-X.Y.Z.zip.

The same site gives the same bytes. With a tag, it must be the version's own.
"""

import argparse
import hashlib
import zipfile
from pathlib import Path

import pyroll

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
MADE = ROOT / "build"

_DATE = (2020, 1, 1, 0, 0, 0)


def pack(site: Path, target: Path) -> None:
    """All files of a site, in a folder of the archive's own name: unpacked, they lie together."""
    files = sorted(path for path in site.rglob("*") if path.is_file())
    if not files:
        raise SystemExit(f"release: {site} is empty: run `make build`")
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as opened:
        for path in files:
            entry = zipfile.ZipInfo(f"{target.stem}/{path.relative_to(site).as_posix()}", _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            opened.writestr(entry, path.read_bytes())


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.release", description="Pack the built site.")
    parser.add_argument("--tag", default="", help="the tag that is being released")
    options = parser.parse_args(arguments)
    if options.tag not in ("", f"v{pyroll.__version__}"):
        raise SystemExit(f"release: the tag {options.tag} is not that of version {pyroll.__version__}")
    target = MADE / f"pyroll-{pyroll.__version__}.zip"
    pack(DIST, target)
    digest = hashlib.sha256(target.read_bytes()).hexdigest()
    print(f"release: {target.relative_to(ROOT)}, {target.stat().st_size} bytes, sha256 {digest}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

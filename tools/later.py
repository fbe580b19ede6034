"""Which modules the page needs at its start, and the archive of all others.

QR codes need a library that is no part of the start either: its archive is fetched when somebody asks for a code.

The test screen is what a table waits for: pyscript.toml makes PyScript fetch what pyroll.app.browser imports,
directly or through other modules, the five systems, and nothing else. The rest of the package comes in one archive,
which the page unpacks when a screen needs it (pyroll/app/later.py).
"""

import ast
import functools
import io
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from pyroll.systems import MODULES

ROOT = Path(__file__).resolve().parent.parent
FIRST = "pyroll.app.browser"
ARCHIVE = "static/later.zip"
QR_ARCHIVE = "static/qr.zip"
QR_FOLDER = "static/vendor/qr"

_DATE = (2020, 1, 1, 0, 0, 0)


def file_of(module: str) -> Path | None:
    """The file of one of our modules; None where the name is none."""
    path = ROOT.joinpath(*module.split("."))
    files = (path.with_suffix(".py"), path / "__init__.py")
    return next((file for file in files if file.is_file()), None)


def needed(first: str = FIRST) -> set[str]:
    """The addresses of all modules that importing ``first`` or a system may import, themselves included."""
    found: set[str] = set()
    waiting = [first, *MODULES.values()]
    while waiting:
        module = waiting.pop()
        file = file_of(module)
        if file is None or file.relative_to(ROOT).as_posix() in found:
            continue
        found.add(file.relative_to(ROOT).as_posix())
        waiting += _imports(file, file.stat().st_mtime_ns)
        if "." in module:
            waiting.append(module.rpartition(".")[0])
    return found


@functools.cache
def _imports(file: Path, _changed: int) -> tuple[str, ...]:
    """Every module that a file names, inside functions too: such an import must not fail either."""
    return tuple(_named(file))


def _named(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield module
                yield from (f"{module}.{alias.name}" for alias in names)
            case _:
                pass


def qr_files() -> list[str]:
    """The addresses of what makes QR codes."""
    return sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / QR_FOLDER).rglob("*.py"))


def archive(contents: Mapping[str, bytes]) -> bytes:
    """A zip file with these files, place -> content; the same sources give the same bytes."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as opened:
        for place, content in sorted(contents.items()):
            entry = zipfile.ZipInfo(place, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            opened.writestr(entry, content)
    return written.getvalue()

"""The modules that the test screen can do without: one archive, fetched once a screen needs them (tools/later.py)."""

from __future__ import annotations

import importlib
import io
from pathlib import Path

import pyroll

__all__ = ["ADDRESS", "unpack"]

ADDRESS = "./static/later.zip"

_HOME = Path(pyroll.__file__).parent.parent


def unpack(archive: bytes, folder: Path = _HOME) -> None:
    """Put the archive's files where Python finds them, beside those that the page started with.

    :raises zipfile.BadZipFile: something else came in its place.
    """
    import zipfile  # noqa: PLC0415 (the start does without)

    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        opened.extractall(folder)
    importlib.invalidate_caches()

"""The modules that the test screen can do without: one archive, fetched once a screen needs them (tools/later.py)."""

from __future__ import annotations

import importlib
import importlib.util
import io
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pyroll

__all__ = ["ADDRESS", "bring", "unpack"]

ADDRESS = "./static/later.zip"

_HOME = Path(pyroll.__file__).parent.parent


async def bring(module: str, fetch: Callable[[str], Coroutine[Any, Any, bytes]]) -> bool:
    """Make sure that this module can be imported; False where its archive cannot be had, now."""
    if importlib.util.find_spec(module) is None:
        try:
            unpack(await fetch(ADDRESS))
        except Exception:  # noqa: BLE001 (the browser's own, or no archive came)
            return False
    return True


def unpack(archive: bytes, folder: Path = _HOME) -> None:
    """Put the archive's files where Python finds them, beside those that the page started with.

    :raises zipfile.BadZipFile: something else came in its place.
    """
    import zipfile  # noqa: PLC0415 (the start does without)

    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        opened.extractall(folder)
    importlib.invalidate_caches()

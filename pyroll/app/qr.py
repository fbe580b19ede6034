"""QR codes, drawn by a library that comes in an archive of its own when the first one is wanted (tools/later.py)."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Coroutine
from typing import Any

from pyroll.app.later import unpack

__all__ = ["ADDRESS", "MOST_VERSION", "bring", "path_of", "squares"]

ADDRESS = "./static/qr.zip"

MOST_VERSION = 30
"""Of 40: beyond, the squares are too small for one phone to read them off another's screen."""


async def bring(fetch: Callable[[str], Coroutine[Any, Any, bytes]]) -> bool:
    """Make sure that codes can be drawn; False where the archive cannot be had, now."""
    if importlib.util.find_spec("segno") is None:
        try:
            unpack(await fetch(ADDRESS))
        except Exception:  # noqa: BLE001 (the browser's own, or no archive came)
            return False
    return True


def squares(words: str) -> tuple[bytes, ...] | None:
    """The code's rows, a byte for each square, 1 for a dark one; None where the words are too many for a code."""
    from segno.encoder import DataOverflowError, encode  # noqa: PLC0415 (it is not there at the start)

    for correction in ("m", "l"):
        try:
            code = encode(words, error=correction, micro=False)  # type: ignore[no-untyped-call]
        except DataOverflowError:
            continue
        if code.version <= MOST_VERSION:
            return tuple(bytes(row) for row in code.matrix)
    return None


def path_of(rows: tuple[bytes, ...]) -> str:
    """The dark squares as an SVG path, a square one unit wide: one piece for each run of a row."""
    pieces = []
    for y, row in enumerate(rows):
        x = 0
        while (x := row.find(1, x)) >= 0:
            end = row.find(0, x)
            end = len(row) if end < 0 else end
            pieces.append(f"M{x} {y}h{end - x}v1h-{end - x}z")
            x = end
    return "".join(pieces)

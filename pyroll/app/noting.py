"""What happens to a roll, as a line of text: noted at once, in the tab's own storage, until it is written down.

The desk, which does that (``pyroll.app.unwritten``), comes after the first roll, and its store answers later still: a
reload in between loses nothing.
"""

from __future__ import annotations

import json

from pyroll.app.hand import Hand
from pyroll.app.messages import (
    Chose,
    Message,
    Thrown,
    TookBack,
    Undone,
    Unveiled,
)
from pyroll.app.resume import dump_hand
from pyroll.app.state import State

__all__ = ["line_of"]


def line_of(message: Message, before: Hand | None, after: State, at: int) -> str:
    """What is to be written down after a message, "" for most. ``at``: milliseconds since 1970."""
    hand = after.hand
    match message:
        case Thrown() if hand is not None:
            return _line("rolled", at, hand)
        case Chose() | TookBack() | Unveiled() if hand is not None and before is not None and hand != before:
            return _line("decided", at, hand, before)
        case Undone() if before is not None and hand != before:
            return _line("undone", at, before)
        case _:
            return ""


def _line(what: str, at: int, *hands: Hand) -> str:
    return json.dumps({"do": what, "at": at, "hands": [*map(dump_hand, hands)]}, ensure_ascii=False) + "\n"

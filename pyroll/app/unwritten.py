"""Rolls that are not in the journal yet: the notes of this tab (``pyroll.app.noting``), read and struck off."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from pyroll.app.hand import Hand
from pyroll.app.resume import dump_hand, load_hand
from pyroll.backup import parsed

__all__ = ["Note", "Unwritten", "note_in"]

_Do = Literal["rolled", "decided", "undone"]


@dataclass(frozen=True, slots=True)
class Note:
    """Something to be written down about a roll.

    :param at: when it happened, in milliseconds since 1970.
    :param hand: the roll, as it stands now, or as it was when it was taken back.
    :param before: of a decision, the roll before it.
    :param who: whose roll it is: id, name and skill.
    :param keys: of the records that it becomes, once they have one: written twice, they are the same records.
    """

    do: _Do
    at: int
    hand: Hand
    before: Hand | None = None
    who: tuple[str, ...] | None = None
    keys: tuple[str, ...] = ()


def note_in(line: str) -> Note | None:
    """The note on a line; None where there is something else."""
    try:
        raw: Any = parsed(line)
        hands = [*map(load_hand, raw["hands"])]
        who = raw.get("who")
        note = Note(
            raw["do"],
            int(raw["at"]),
            cast("Hand", hands[0]),
            hands[1] if len(hands) > 1 else None,
            who and tuple(map(str, who)),
            tuple(map(str, raw.get("keys", ()))),
        )
    except (ValueError, TypeError, LookupError, AttributeError):
        return None
    sound = note.do in get_args(_Do) and None not in hands and len(note.who or "who") == 3
    return note if sound and (note.do != "decided" or note.before is not None) else None


def _line(note: Note) -> str:
    hands = [dump_hand(one) for one in (note.hand, note.before) if one is not None]
    raw: dict[str, Any] = {"do": note.do, "at": note.at, "hands": hands, "who": note.who, "keys": note.keys}
    return json.dumps(raw, ensure_ascii=False) + "\n"


class Unwritten:
    """The notes, oldest first.

    :param kept: static/page.mjs: gives the lines that the tab keeps, or keeps others.
    """

    def __init__(self, kept: Callable[..., Any]) -> None:
        self._kept = kept
        found = map(note_in, str(kept() or "").splitlines())
        self.notes = tuple(note for note in found if note is not None)

    def add(self, note: Note) -> None:
        """One more."""
        self._become((*self.notes, note))

    def change(self, old: Note, new: Note) -> None:
        """A note has its keys now."""
        self._become(tuple(new if one == old else one for one in self.notes))

    def drop(self, note: Note) -> None:
        """It is written down."""
        self._become(tuple(one for one in self.notes if one != note))

    def _become(self, notes: tuple[Note, ...]) -> None:
        self.notes = notes
        self._kept("".join(map(_line, notes)))

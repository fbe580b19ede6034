"""The journal as it is looked at: rows in order of time, sessions of play, filters and search.

A row holds what filters look at, found once an entry: neither grouping nor filtering resolves a line.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pyroll.i18n import Text, text
from pyroll.journal import Entry, kind_of
from pyroll.moment import HOUR, local, read_moment
from pyroll.plain import fold
from pyroll.system import Kind
from pyroll.systems import system_named

__all__ = ["GAP", "Row", "Session", "Wanted", "added", "rows_of", "select", "session_title", "sessions"]

GAP = 6 * HOUR
"""A session of play ends after so many milliseconds without a roll."""


@dataclass(frozen=True, slots=True)
class Row:
    """An entry with what filters look at: when (milliseconds since 1970), and its words, folded."""

    entry: Entry
    at: int
    system: str
    kind: Kind
    words: str


@dataclass(frozen=True, slots=True)
class Session:
    """Rolls without a long pause between them, in order of time; never empty."""

    rows: tuple[Row, ...]

    @property
    def start(self) -> int:
        """When its first roll was made."""
        return self.rows[0].at

    @property
    def end(self) -> int:
        """When its last roll was made."""
        return self.rows[-1].at


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to show. An empty set stands for all; every word of ``search`` must be found.

    A secret roll is of any kind: whether a filter leaves it out would tell.

    ``characters`` are ids, "" being nobody's rolls; ``since`` and ``until`` are moments, both included.
    """

    characters: frozenset[str] = frozenset()
    systems: frozenset[str] = frozenset()
    kinds: frozenset[Kind] = frozenset()
    search: str = ""
    since: int | None = None
    until: int | None = None


def rows_of(entries: Iterable[Entry]) -> tuple[Row, ...]:
    """The rows in order of time; of the same moment, by id."""
    return tuple(sorted(map(_row, entries), key=_order))


def added(rows: tuple[Row, ...], entry: Entry) -> tuple[Row, ...]:
    """The rows with one more, usually the last."""
    row = _row(entry)
    place = len(rows)
    while place and _order(rows[place - 1]) > _order(row):
        place -= 1
    return (*rows[:place], row, *rows[place:])


def _order(row: Row) -> tuple[int, str]:
    return row.at, row.entry.id


def _row(entry: Entry) -> Row:
    key = entry.system
    system = system_named(key)
    title = key if system is None else system.title
    words = fold(f"{entry.label}\n{entry.character}\n{title}\n{entry.note}")
    return Row(entry, read_moment(entry.time) or 0, key, kind_of(entry), words)


def sessions(rows: tuple[Row, ...], gap: int = GAP) -> tuple[Session, ...]:
    """Rows in order of time, cut where nobody rolled for ``gap`` milliseconds or more."""
    if not rows:
        return ()
    cuts = [place for place in range(1, len(rows)) if rows[place].at - rows[place - 1].at >= gap]
    starts, ends = [0, *cuts], [*cuts, len(rows)]
    return tuple(Session(rows[start:end]) for start, end in zip(starts, ends, strict=True))


def session_title(session: Session, offset: int, now: int | None = None, gap: int = GAP) -> Text:
    """The name of a session: the day on which it began, ``offset`` minutes from UTC, or that it still goes on.

    ``now``: milliseconds since 1970, None if that does not matter.
    """
    if now is not None and now - session.end < gap:
        return text("Séance en cours")
    return text("Séance du {date}", date=local(session.start, offset).date)


def select(rows: Iterable[Row], wanted: Wanted) -> tuple[Row, ...]:
    """The rows that are wanted, in the order given."""
    found = rows
    if wanted.since is not None:
        since = wanted.since
        found = [row for row in found if row.at >= since]
    if wanted.until is not None:
        until = wanted.until
        found = [row for row in found if row.at <= until]
    if wanted.kinds:
        found = [row for row in found if row.entry.secret or row.kind in wanted.kinds]
    if wanted.systems:
        found = [row for row in found if row.system in wanted.systems]
    if wanted.characters:
        found = [row for row in found if row.entry.character_id in wanted.characters]
    for word in fold(wanted.search[:200]).split():
        found = [row for row in found if word in row.words]
    return tuple(found)

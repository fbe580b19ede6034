"""The journal as the page holds it: what was read of it so far, what is looked for, and how much of that shows.

Records come in slices, newest first, and new ones whenever a tab writes one. Whatever their order, of two records
about the same entry the one with the greater id holds (journal.py), so each slice is taken on top of the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from pyroll.journal import Entry, Erased, Event, Noted, Restored, Rolled
from pyroll.odds import Chance
from pyroll.system import Kind
from pyroll.timeline import GAP, Row, Wanted, added, rows_of, select

__all__ = [
    "PIECE",
    "Filters",
    "Journal",
    "Log",
    "characters_in",
    "entry_named",
    "filtered",
    "more",
    "opened",
    "pieces",
    "systems_in",
    "take",
    "taken",
]

PIECE = 50
"""So many entries are drawn at once."""

_KINDS: frozenset[Kind] = frozenset(("crit", "ok", "tie", "ko", "fumble", "plain"))


@dataclass(frozen=True, slots=True)
class Log:
    """What was read.

    ``rows`` stand, in order of time; ``erased`` are those that do not, by id. ``marks`` say of an entry by which
    record it was last erased or restored, and which of the two; ``notes`` by which it was noted, and what.
    ``complete``: nothing older is left to read. ``unsound``: records that could not be read.
    """

    rows: tuple[Row, ...] = ()
    erased: Mapping[str, Row] = field(default_factory=dict)
    marks: Mapping[str, tuple[str, bool]] = field(default_factory=dict)
    notes: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    complete: bool = False
    unsound: int = 0


def take(log: Log, events: Iterable[Event], *, complete: bool | None = None, unsound: int = 0) -> Log:
    """The log with these records too; those that it knows already change nothing."""
    marks, notes = dict(log.marks), dict(log.notes)
    fresh: dict[str, Entry] = {}
    touched: set[str] = set()
    for event in events:
        match event:
            case Rolled(entry):
                fresh[entry.id] = entry
            case Erased(key, entries) | Restored(key, entries):
                for one in entries:
                    if key > marks.get(one, ("", False))[0]:
                        marks[one] = (key, isinstance(event, Erased))
                        touched.add(one)
            case Noted(key, one, note):
                if key > notes.get(one, ("", ""))[0]:
                    notes[one] = (key, note)
                    touched.add(one)
    rows, erased = log.rows, dict(log.erased)
    known = {row.entry.id for row in rows} if touched or len(fresh) > 1 else set()
    changed = {row.entry.id: row.entry for row in rows if row.entry.id in touched} if touched & known else {}
    changed.update((key, erased.pop(key).entry) for key in touched if key in erased)
    if changed:
        rows = tuple(row for row in rows if row.entry.id not in changed)
    standing = []
    for entry in (*changed.values(), *(one for key, one in fresh.items() if key not in changed)):
        noted = replace(entry, note=notes[entry.id][1]) if entry.id in notes else entry
        if marks.get(entry.id, ("", False))[1]:
            erased[entry.id] = rows_of((noted,))[0]
        elif entry.id in changed or not _has(rows, known, entry.id):
            standing.append(noted)
    return Log(
        rows=_joined(rows, standing),
        erased=erased,
        marks=marks,
        notes=notes,
        complete=log.complete if complete is None else complete,
        unsound=log.unsound + unsound,
    )


def _has(rows: tuple[Row, ...], known: set[str], key: str) -> bool:
    return key in known if known else any(row.entry.id == key for row in reversed(rows))


def _joined(rows: tuple[Row, ...], entries: list[Entry]) -> tuple[Row, ...]:
    if len(entries) == 1:
        return added(rows, entries[0])
    others = rows_of(entries)
    if not rows or not others:
        return rows or others
    if _order(others[-1]) < _order(rows[0]):  # an older slice, as a rule
        return (*others, *rows)
    return tuple(sorted((*rows, *others), key=_order))


def _order(row: Row) -> tuple[int, str]:
    return row.at, row.entry.id


# -------------------------------------------------------------------------------------------------- what is looked at


@dataclass(frozen=True, slots=True)
class Filters:
    """What to show. ``character``: an id, "" for nobody's rolls, None for all; ``last``: the last session only."""

    search: str = ""
    kinds: frozenset[Kind] = _KINDS
    system: str = ""
    character: str | None = None
    last: bool = False

    @property
    def open(self) -> bool:
        """Whether everything is shown."""
        return self == Filters()

    @property
    def active(self) -> int:
        """How many of them hide something; the search is not counted."""
        return sum((self.kinds != _KINDS, bool(self.system), self.character is not None, self.last))


@dataclass(frozen=True, slots=True)
class Journal:
    """The screen.

    ``found`` are the rows that are wanted, newest first; so many as ``shown`` are drawn, ``unfolded`` ones at length.
    ``ranks``: by id, the share of a test's throws that are worse, as far as it was found; None where there is none.
    """

    log: Log = Log()
    filters: Filters = Filters()
    found: tuple[Row, ...] = ()
    shown: int = PIECE
    unfolded: frozenset[str] = frozenset()
    ranks: Mapping[str, Chance | None] = field(default_factory=dict)


def taken(journal: Journal, log: Log) -> Journal:
    """The screen after more was read; how much is drawn stays."""
    return replace(journal, log=log, found=_found(log, journal.filters))


def filtered(journal: Journal, filters: Filters) -> Journal:
    """The screen with other filters, from its top."""
    return replace(journal, filters=filters, found=_found(journal.log, filters), shown=PIECE)


def more(journal: Journal) -> Journal:
    """The screen with one more piece drawn."""
    return replace(journal, shown=min(journal.shown + PIECE, max(PIECE, len(journal.found))))


def opened(journal: Journal, key: str) -> Journal:
    """The screen with an entry unfolded, or folded again."""
    return replace(journal, unfolded=journal.unfolded ^ {key})


def _found(log: Log, filters: Filters) -> tuple[Row, ...]:
    rows = _last_session(log.rows) if filters.last else log.rows
    wanted = Wanted(
        characters=frozenset() if filters.character is None else frozenset((filters.character,)),
        systems=frozenset((filters.system,)) if filters.system else frozenset(),
        kinds=frozenset() if filters.kinds == _KINDS else filters.kinds,
        search=filters.search,
    )
    if not filters.kinds:
        return ()
    return select(rows, wanted)[::-1]


def _last_session(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    for place in range(len(rows) - 1, 0, -1):
        if rows[place].at - rows[place - 1].at >= GAP:
            return rows[place:]
    return rows


def entry_named(journal: Journal, key: str) -> Entry | None:
    """The entry with this id, if it stands."""
    return next((row.entry for row in reversed(journal.log.rows) if row.entry.id == key), None)


def characters_in(log: Log) -> Mapping[str, str]:
    """The characters that rolled, by id: the name each had last; nobody is not among them."""
    names: dict[str, str] = {}
    for row in reversed(log.rows):
        if row.entry.character_id:
            names.setdefault(row.entry.character_id, row.entry.character)
    return names


def systems_in(log: Log) -> frozenset[str]:
    """The keys of the systems that were rolled in."""
    return frozenset(row.system for row in log.rows)


def pieces(journal: Journal) -> tuple[tuple[tuple[bool, Row], ...], ...]:
    """What is drawn, piece by piece: each row, and whether a session's list begins with it (its newest roll)."""
    rows = journal.found[: journal.shown]
    begins = [True, *(newer.at - older.at >= GAP for newer, older in pairwise(rows))] if rows else []
    marked = tuple(zip(begins, rows, strict=True))
    return tuple(marked[place : place + PIECE] for place in range(0, len(marked), PIECE))

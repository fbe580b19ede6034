"""One test against a list of opponents, or the same test for a list of figures: rows that differ from one base test.

The base is an ordinary test. A row has a name and the values in which it differs from the base: the opponent's where
the base is an opposition, else the actor's. Together they say a line as any other (line.py), so that each row can be
opened, kept and thrown as a test of its own. ``group_lines.py`` reads them as they are typed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeAlias

from pyroll.dice import Faces
from pyroll.form import query
from pyroll.i18n import Text, text
from pyroll.line import OPPONENT, READING, Refusal, Test, from_fields, write
from pyroll.odds import undecided
from pyroll.plain import fold
from pyroll.resolve import Contest, Resolved, Result, Single, resolve, throw

__all__ = [
    "MOST_NAME",
    "MOST_ROWS",
    "Group",
    "Row",
    "added",
    "based",
    "renewed",
    "test_of",
    "thrown",
    "with_faces",
    "without",
]

MOST_ROWS = 50
MOST_NAME = 40


Throwing: TypeAlias = Callable[[Test], Result]


@dataclass(frozen=True, slots=True)
class Row:
    """One of the list: its name, and its values by field, as texts of the line form.

    ``result``: what its dice gave, for the base of its group; None while it is not thrown.
    """

    name: str
    values: Mapping[str, str] = field(default_factory=dict)
    result: Resolved | None = None

    @property
    def faces(self) -> str | None:
        """Its dice as a line has them after "@"."""
        return None if self.result is None else write(self.result.test).partition("@")[2]


@dataclass(frozen=True, slots=True)
class Group:
    """The list and what it is thrown for.

    ``base`` is never thrown itself. ``once``: in an opposition the actor's dice are thrown once, for all rows.
    """

    base: Test
    rows: tuple[Row, ...] = ()
    once: bool = True

    @property
    def rolled(self) -> bool:
        """Whether any row has dice."""
        return any(row.result is not None for row in self.rows)


# --------------------------------------------------------------------------------------------------- rows are tests


def test_of(group: Group, row: Row) -> Test | Refusal:
    """The row as a test of its own, with its dice if it has any; everything that is wrong with it.

    A field that the base's kind of test does not use (a difficulty in an opposition) is checked, then ignored.
    """
    if row.result is not None:
        return row.result.test
    return _made(group.base, tuple(row.values.items()))


# Drawn, weighed and thrown again: what a row says is read once.
@lru_cache(maxsize=4 * MOST_ROWS)
def _made(base: Test, values: tuple[tuple[str, str], ...], faces: str | None = None) -> Test | Refusal:
    side = OPPONENT if base.opposed else ""
    raw = dict(query(base.actor, defaults=True))
    if base.opposed:
        raw |= query(base.opponent, OPPONENT, defaults=True)
    raw |= {side + name: value for name, value in values}
    raw |= query(base.readings, READING, defaults=True)
    return from_fields(base.system, list(raw.items()), faces)


test_of.__test__ = False  # type: ignore[attr-defined] # not a test case, whatever pytest thinks of the name


def with_faces(group: Group, row: Row, faces: str) -> Row:
    """The row with these dice, as a line has them after "@"; without any where they do not fit it."""
    test = _made(group.base, tuple(row.values.items()), faces)
    found = None if isinstance(test, Refusal) else resolve(test)
    return replace(row, result=found if isinstance(found, Single | Contest) else None)


def thrown(group: Group, throwing: Throwing = throw) -> Group:
    """All rows thrown anew; those that are refused have no dice. ``throwing``: throws the dice that a test misses."""
    rows: list[Row] = []
    lying: Faces | None = None
    for row in group.rows:
        fresh = _thrown(group, row, lying, throwing)
        if lying is None and fresh.result is not None and _shares(group):
            lying = fresh.result.test.faces
        rows.append(fresh)
    return replace(group, rows=tuple(rows))


def renewed(group: Group, place: int, throwing: Throwing = throw) -> Group:
    """The group with one row thrown anew. Dice that the actor throws once for all stay where they lie."""
    lying = next((row.result.test.faces for row in group.rows if row.result is not None), None)
    row = _thrown(group, group.rows[place], lying if _shares(group) else None, throwing)
    return replace(group, rows=(*group.rows[:place], row, *group.rows[place + 1 :]))


def _shares(group: Group) -> bool:
    return group.once and group.base.opposed


def _thrown(group: Group, row: Row, lying: Faces | None, throwing: Throwing) -> Row:
    """The row with fresh dice; ``lying``: the actor's, thrown before. Without any where it is refused."""
    test = _made(group.base, tuple(row.values.items()))
    if isinstance(test, Refusal):
        return replace(row, result=None)
    found = throwing(test if lying is None else test.thrown(lying))
    return replace(row, result=found if isinstance(found, Single | Contest) else None)


# ----------------------------------------------------------------------------------------------------- changing them


def based(group: Group, base: Test) -> Group:
    """The list for another base test; dice thrown for the one before are put away."""
    rows = tuple(replace(row, result=None) for row in group.rows)
    return replace(group, base=undecided(base), rows=rows)


def added(group: Group, rows: Sequence[Row]) -> Group | Text:
    """The group with more rows, each with a name of its own; a sentence where they are too many."""
    count = len(group.rows) + len(rows)
    if count > MOST_ROWS:
        return text("{most} lignes au plus : il y en aurait {count}. Rien n’est ajouté.", most=MOST_ROWS, count=count)
    names = [row.name for row in group.rows]
    fresh = []
    for row in rows:
        name = _distinct(row.name, names)
        names.append(name)
        fresh.append(replace(row, name=name))
    return replace(group, rows=(*group.rows, *fresh))


def _distinct(name: str, taken: Sequence[str]) -> str:
    """The name, or the first free one of "name 2", "name 3"…: the journal tells rolls apart by it."""
    folded = {fold(one) for one in taken}
    if fold(name) not in folded:
        return name
    return next(other for n in range(2, MOST_ROWS + 2) if fold(other := f"{name} {n}") not in folded)


def without(group: Group, place: int) -> Group:
    """The group without one row."""
    return replace(group, rows=(*group.rows[:place], *group.rows[place + 1 :]))

"""The groups as the page holds them: the list, what is wrong with the lines typed last, and known chances."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pyroll.backup import parsed
from pyroll.form import Problem
from pyroll.group import MOST_ROWS, Group, Row, based, with_faces
from pyroll.group_lines import Misread
from pyroll.i18n import Text
from pyroll.line import Refusal, Test, read, write
from pyroll.odds import DuelOdds, Odds, undecided
from pyroll.resolve import Contest
from pyroll.system import System

__all__ = [
    "Chances",
    "Gathering",
    "dump",
    "empty",
    "followed",
    "hits",
    "load",
    "setting_key",
    "unfollowed",
]

_VERSION = 1

Chances = Mapping[Test, "Odds | DuelOdds"]
"""What is known of chances, by the test before its dice."""


@dataclass(frozen=True, slots=True)
class Gathering:
    """The screen.

    :param group: the list of the system that the form is in.
    :param form: the test that the form says now, None while it is refused.
    :param misread: what is wrong with the lines typed last; ``refused``: with all of them together.
    :param problems: what is wrong with the row of the little form.
    :param typed: what stands in the little form by field, and in the field for many lines under "lines".
    """

    group: Group
    form: Test | None = None
    misread: tuple[Misread, ...] = ()
    refused: Text | None = None
    problems: tuple[Problem, ...] = ()
    typed: Mapping[str, str] = field(default_factory=dict)
    chances: Chances = field(default_factory=dict)


def empty(system: System) -> Group:
    """No rows yet, for the system's usual test."""
    return Group(Test(system, system.request(), system.readings()))


def followed(state: Gathering, form: Test | None) -> Gathering:
    """The form says another test: the list is for it, unless dice lie already (they are for the one before)."""
    if form is None or state.group.rolled:
        return replace(state, form=form)
    return replace(state, form=form, group=based(state.group, form))


def unfollowed(state: Gathering) -> bool:
    """Whether the form says another test than the one that the dice lie for."""
    return state.form is not None and undecided(state.form) != state.group.base


def hits(group: Group) -> int:
    """How many rows are a success, or a win of the actor's."""
    return sum(
        one.duel.winner == "actor" if isinstance(one, Contest) else bool(one.played.result.success)
        for row in group.rows
        if (one := row.result) is not None
    )


# --------------------------------------------------------------------------------------------------------------- kept


def setting_key(system: System) -> str:
    """The setting that holds a system's list."""
    return f"group-{system.key}"


def dump(group: Group) -> str:
    """The list as text: the base's line, and the rows with their dice."""
    rows = [[row.name, dict(row.values), row.faces] for row in group.rows]
    kept = {"version": _VERSION, "base": write(group.base), "once": group.once, "rows": rows}
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def load(system: System, kept: str) -> Group:
    """The inverse of ``dump``: an empty list where it does not read, and no dice where they do not fit."""
    try:
        found: Any = parsed(kept)
        base = read(str(found["base"]))
        if found["version"] != _VERSION or isinstance(base, Refusal) or base.system != system:
            return empty(system)
        group = Group(base, (), bool(found["once"]))
        rows = tuple(_row(group, *one) for one in found["rows"][:MOST_ROWS])
    except (ValueError, TypeError, LookupError, AttributeError):
        return empty(system)
    return replace(group, rows=rows)


def _row(group: Group, name: str, values: Mapping[str, str], faces: str | None) -> Row:
    row = Row(str(name), {str(key): str(value) for key, value in values.items()})
    return row if faces is None else with_faces(group, row, str(faces))

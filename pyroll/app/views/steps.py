"""A table of a field's values, each with the chance of success that it gives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import htpy as h

from pyroll.advice import Step
from pyroll.app.views.percent import coarse, exact
from pyroll.i18n import Language
from pyroll.odds import Chance

__all__ = ["Row", "rows_of", "table"]

_MINUS = "\N{MINUS SIGN}"


class Row(NamedTuple):
    """One row: a number, a name, or both; its chance is None while it is not known."""

    number: str
    name: str
    chance: Chance | None
    current: bool

    @classmethod
    def of(cls, value: str, label: str, chance: Chance | None, current: bool, language: Language) -> Row:
        """The row of a field's value; a number that has no name is its own."""
        number = value.replace("-", _MINUS) if value.lstrip("-").isdigit() else ""
        return cls(number, "" if label == value else language.say(label), chance, current)


def rows_of(steps: Iterable[Step], language: Language) -> list[Row]:
    """The steps that have a chance."""
    known = (step for step in steps if step.chance is not None)
    return [Row.of(step.value, step.label, step.chance, step.current, language) for step in known]


def table(title: str, rows: Sequence[Row], language: Language) -> h.Node:
    """The rows under their title; nothing where there are none."""
    return (
        bool(rows)
        and h.div[
            h.h2(".pr-h2")[title],
            h.table(".pr-ladder")[h.caption(".pr-sr")[title], h.tbody[(_drawn(row, language) for row in rows)]],
        ]
    )


def _drawn(row: Row, language: Language) -> h.Element:
    return h.tr(aria_current="true" if row.current else None)[
        h.th(scope="row")[bool(row.number) and h.b[row.number], row.name],
        h.td[_bar(row.chance)],
        h.td["–" if row.chance is None else coarse(row.chance, language)],
    ]


def _bar(chance: Chance | None) -> h.Element:
    if chance is None:
        return h.span(".pr-ladder__bar.pr-ladder__bar--wait", aria_hidden="true")
    return h.svg(".pr-ladder__bar", aria_hidden="true")[h.rect(width=exact(chance), height="100%")]

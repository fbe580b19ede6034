"""What is wrong with a form or a link: a summary above the form, and a message beside each field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import htpy as h

from pyroll.app.state import State
from pyroll.app.views.controls import control_id, error_id, label_of
from pyroll.app.views.icons import mark
from pyroll.form import Problem, fields_of
from pyroll.i18n import N_, Language, Lower, Text, plural, text
from pyroll.line import OPPONENT, READING
from pyroll.system import System

__all__ = ["field_names", "messages", "summary"]


def field_names(system: System) -> Iterator[str]:
    """The names of all fields that a form shows."""
    for prefix in ("", OPPONENT):
        for item in fields_of(system.request):
            if not item.hidden and not (prefix and item.solo):
                yield prefix + item.name
    for item in fields_of(system.readings):
        yield READING + item.name


def messages(state: State, language: Language) -> Iterator[h.Element]:
    """The place beside each field, filled where something is wrong with it."""
    by_field: dict[str, list[Problem]] = {}
    for problem in state.problems:
        by_field.setdefault(problem.field, []).append(problem)
    for name in field_names(state.system):
        yield _message(error_id(state.system, name), by_field.get(name, ()), language)


def _message(place: str, problems: Iterable[Problem], language: Language) -> h.Element:
    said = " ".join(language.say(problem.message) for problem in problems)
    if not said:
        return h.p(id=place, hidden=True)
    return h.p(".pr-error", id=place)[mark("fumble"), h.span[said]]


def summary(state: State, language: Language) -> h.Element:
    """Every problem at once, each with a link to its field. The element stays in the page."""
    shown = state.problems if state.alert else ()
    return h.div(id="faults", role="alert", class_="pr-faults" if shown else None, tabindex="-1")[
        bool(shown)
        and h.fragment[
            h.p(".pr-h2")[language.say(plural("Un point à corriger", "{n} points à corriger", len(shown)))],
            h.ul[(h.li[_entry(state.system, problem, language)] for problem in shown)],
        ]
    ]


def _entry(system: System, problem: Problem, language: Language) -> h.Element:
    if problem.field not in field_names(system):
        return h.span[_said(_place(problem), problem, language)]
    target = control_id(system, problem.field)
    return h.a(href=f"#{target}", data_goto=target)[_said(label_of(system, problem.field), problem, language)]


def _said(place: Text | str, problem: Problem, language: Language) -> str:
    return language.say(text("{place} : {message}", place=place, message=Lower(problem.message)))


def _place(problem: Problem) -> Text | str:
    """What is no field of the form; an unknown field is named as it was written."""
    match problem.field:
        case "line" | "system":
            return Text(N_("Ce lien ne se lit pas"))
        case "faces":
            return Text(N_("Dés"))
        case written:
            return written

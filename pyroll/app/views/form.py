"""The forms: one per system, drawn from its field declarations alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import htpy as h

from pyroll.app.entry import OPPOSED, settings_made
from pyroll.app.state import State
from pyroll.app.views.controls import control
from pyroll.app.views.icons import icon, side_mark
from pyroll.form import Field, fields_of
from pyroll.i18n import N_, Language, Text, plural, text
from pyroll.line import OPPONENT, READING
from pyroll.system import System

__all__ = ["form", "settings_counts"]


def form(system: System, language: Language, *, chosen: bool) -> h.Element:
    """A system's form. All of them stand in the page; only the chosen one shows."""
    title = f"{system.key}-title"
    return h.form(
        ".pr-form",
        id=system.key,
        data_system=system.key,
        aria_labelledby=title,
        novalidate=True,
        autocomplete="off",
        hidden=not chosen,
    )[
        h.h2(".pr-sr", id=title)[
            language.say(text("{title}, {about}", title=Text(system.title), about=Text(system.about)))
        ],
        _mode(system, language),
        _side(system, "", N_("Actif"), "actor", language),
        _side(system, OPPONENT, N_("Réactif"), "reactor", language),
        _readings(system, language),
        h.div(".pr-row")[_share("test", N_("Partager ce test"), language)],
    ]


def _mode(system: System, language: Language) -> h.Element:
    def chip(value: str, label: str) -> h.Element:
        return h.label(".pr-chip")[
            h.input(type="radio", name=OPPOSED, value=value, checked=value == "no"),
            h.span(".pr-chip__face")[language.say(label)],
        ]

    return h.fieldset[
        h.legend(".pr-sr")[language.say(N_("Contre quoi"))],
        h.div(".pr-chips.pr-chips--half")[chip("no", N_("Test simple")), chip("yes", N_("Opposition"))],
        system.house_rule
        and h.p(".pr-note.pr-form__house", data_only=f"{OPPOSED}=yes", hidden=True)[
            language.say(N_("Règle maison : la source ne prévoit pas d’opposition."))
        ],
    ]


def _side(system: System, prefix: str, title: str, mark: str, language: Language) -> h.Element:
    fields = [item for item in fields_of(system.request) if not item.hidden and not (prefix and item.solo)]
    usual = [item for item in fields if not item.rare]
    rare = [item for item in fields if item.rare]
    opposed = f"{OPPOSED}=yes"
    return h.fieldset(".pr-form__side", data_only=opposed if prefix else None, hidden=bool(prefix))[
        h.legend(".pr-form__legend", data_only=opposed, hidden=True)[side_mark(mark), language.say(title)],
        h.div(".pr-fields")[_fields(system, usual, prefix, language)],
        bool(rare) and _more(system, rare, prefix, N_("Autres réglages"), language),
    ]


def _readings(system: System, language: Language) -> h.Node:
    fields = fields_of(system.readings)
    if not fields:
        return None
    return _more(
        system,
        fields,
        READING,
        N_("Lectures de la table"),
        language,
        _share("readings", N_("Partager ces lectures"), language),
    )


def _share(what: str, words: str, language: Language) -> h.Element:
    return h.button(".pr-btn.pr-btn--ghost.pr-btn--flush", type="button", data_share=what)[
        icon("out", small=True), h.span[language.say(words)]
    ]


def _more(
    system: System, fields: Sequence[Field], prefix: str, title: str, language: Language, end: h.Node = None
) -> h.Element:
    return h.details(".pr-more", id=f"{_group(system, prefix)}-more")[
        h.summary[
            icon("right", small=True),
            h.span[language.say(title)],
            _count(system, prefix, 0, language),
        ],
        h.div(".pr-fields")[_fields(system, fields, prefix, language)],
        end,
    ]


def settings_counts(state: State, language: Language) -> Iterator[h.Element]:
    """How many of the settings under each disclosure differ from their default."""
    system = state.system
    for prefix in ("", OPPONENT):
        if rare := [item for item in fields_of(system.request) if item.rare and not (prefix and item.solo)]:
            yield _count(system, prefix, settings_made(rare, state.raw, prefix), language)
    if readings := fields_of(system.readings):
        yield _count(system, READING, settings_made(readings, state.raw, READING), language)


def _count(system: System, prefix: str, count: int, language: Language) -> h.Element:
    if prefix == READING:
        words: Text | str = plural("{n} changée", "{n} changées", count) if count else N_("par défaut")
    else:
        words = plural("{n} réglé", "{n} réglés", count) if count else N_("aucun")
    return h.span(".pr-note", id=f"{_group(system, prefix)}-set")[language.say(words)]


def _group(system: System, prefix: str) -> str:
    return f"{system.key}-{prefix.rstrip('.') or 'actor'}"


def _fields(system: System, fields: Sequence[Field], prefix: str, language: Language) -> Iterator[h.Element]:
    return (control(system, item, prefix, language) for item in fields)

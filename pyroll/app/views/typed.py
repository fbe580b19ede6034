"""The screen that takes dice from a real table: what is missing, who throws it and why, and a key per face."""

from __future__ import annotations

from collections.abc import Iterator

import htpy as h

from pyroll.app.keyed import Place, Typing
from pyroll.app.state import State
from pyroll.app.typed import Asked, Key, Row, Slot, asked_for, counts, finished, keys_of, rows, so_far
from pyroll.app.views.controls import label_of
from pyroll.app.views.dice import blank, die
from pyroll.app.views.icons import icon, side_mark
from pyroll.dice import Die
from pyroll.form import Choice, fields_of
from pyroll.i18n import N_, Language, Text, plural, text
from pyroll.line import Test
from pyroll.system import Shape, SideName

__all__ = ["screen"]

_SIDES = {"actor": N_("Actif"), "opponent": N_("Réactif")}
_KINDS: dict[Shape, str] = {"flame": N_("Dés de Flamme"), "black": N_("Dés de Flamme noire")}
_WHY = {
    "pool": N_("premier jet"),
    "first": N_("premier jet"),
    "explode": N_("le dé explose : relancez-le, il s’ajoute"),
    "fall": N_("le dé chute : relancez-le, il se retranche"),
    "confirm": N_("dé de confirmation"),
}
_MANY_KEYS = 6
# Where the pips of a d6 stand, on a grid of 64
_PIPS = {
    "1": ((32, 32),),
    "2": ((17, 17), (47, 47)),
    "3": ((17, 17), (32, 32), (47, 47)),
    "4": ((17, 17), (17, 47), (47, 17), (47, 47)),
    "5": ((17, 17), (17, 47), (32, 32), (47, 17), (47, 47)),
    "6": ((17, 17), (17, 32), (17, 47), (47, 17), (47, 32), (47, 47)),
}


def screen(state: State, language: Language) -> Iterator[h.Element]:
    """Both halves of the screen; they stay in the page, empty while nothing is entered."""
    typing = state.typing if state.screen == "typed" else None
    asked = None if typing is None else asked_for(typing)
    yield h.section("#typed-dice.pr-typed__left", aria_label=language.say(N_("Dés saisis")))[
        typing is not None and _table(typing, asked, language)
    ]
    yield h.section("#typed-pad.pr-typed__pad", aria_label=language.say(N_("Faces")))[
        typing is not None and _pad(typing, asked, language)
    ]


# ---------------------------------------------------------------------------------------------------- what is there


def _table(typing: Typing, asked: Asked | None, language: Language) -> h.Fragment:
    entered, known = counts(typing)
    missing = known - entered
    need = plural("Il manque un dé", "Il manque {n} dés", missing) if missing else text("Tout est saisi")
    return h.fragment[
        h.header(".pr-row.pr-row--between")[
            h.span(".pr-who__text")[
                h.b[language.say(typing.test.system.title)], h.span[language.say(_against(typing.test))]
            ],
            h.button(".pr-btn", id="typed-stop", type="button", data_table="stop")[
                language.say(N_("Annuler la saisie"))
            ],
        ],
        h.div[
            h.output("#typed-need.pr-need", aria_live="polite", aria_atomic="true")[
                h.b[language.say(need)],
                h.span[language.say(plural("{n} saisi sur {known}", "{n} saisis sur {known}", entered, known=known))],
                h.span(".pr-need__why")[language.say(_prompt(typing, asked))],
            ],
            h.div(".pr-need__bar", aria_hidden="true")[
                (h.i(class_="is-in" if index < entered else None) for index in range(known))
            ],
        ],
        (_row(row, _place_of(asked), typing, language) for row in rows(typing)),
        bool(entered)
        and h.div(".pr-typed__note")[
            _so_far(typing, language), h.p(".pr-note")[language.say(N_("Touchez un dé pour le corriger."))]
        ],
    ]


def _so_far(typing: Typing, language: Language) -> h.Node:
    found = so_far(typing)
    return found is not None and h.p(".pr-typed__sofar")[language.say(found)]


def _place_of(asked: Asked | None) -> Place | None:
    return None if asked is None else asked.place


def _against(test: Test) -> Text:
    """What is rolled against: the ladder's name for it, where there is one."""
    if test.opposed:
        return text("Opposition")
    if (name := test.system.ladder) is None:
        return Text(test.system.about)
    item = next(item for item in fields_of(test.system.request) if item.name == name)
    value = getattr(test.actor, name)
    words = Text(item.kind.options[value]) if isinstance(item.kind, Choice) else text("{value}", value=value)
    return text("{label} : {value}", label=label_of(test.system, name), value=words)


def _prompt(typing: Typing, asked: Asked | None) -> Text:
    """Who throws, and why."""
    if asked is None:
        return text("Vérifiez, puis demandez le résultat.")
    if typing.pending:
        return text("{figure}… : un autre chiffre, ou Entrée.", figure=typing.pending)
    why: Text = (
        text("nouvelle face du dé {n}", n=typing.at.nth + 1)
        if typing.at is not None
        else Text(_WHY[asked.need.why if asked.need.why in _WHY else "first"])
    )
    who = Text(_SIDES[asked.place.side]) if typing.test.opposed else text("À lancer")
    return text("{who} : {why}, d{die}", who=who, why=why, die=asked.need.die.name)


def _row(row: Row, current: Place | None, typing: Typing, language: Language) -> h.Element:
    opposed = typing.test.opposed
    mark = {"actor": "actor", "opponent": "reactor"}[row.side]
    if _has_flames(row.side, typing):
        kind = Text(_KINDS[row.shape] if row.shape in _KINDS else N_("Autres dés"))
        title = text("{who} : {what}", who=Text(_SIDES[row.side]), what=kind) if opposed else kind
    else:
        title = Text(_SIDES[row.side] if opposed else N_("Dés"))
    many = len(row.slots) > _MANY_KEYS
    return h.div(".pr-typed__row")[
        h.h2(".pr-h2.pr-row")[opposed and side_mark(mark), language.say(title)],
        h.ul(class_="pr-slots pr-slots--many" if many else "pr-slots")[
            (h.li[_slot(slot, slot.place == current, language)] for slot in row.slots)
        ],
    ]


def _has_flames(side: SideName, typing: Typing) -> bool:
    return any(row.side == side and row.shape in _KINDS for row in rows(typing))


def _slot(slot: Slot, current: bool, language: Language) -> h.Element:
    number = slot.place.nth + 1
    words = (
        text("Dé {n} : à saisir", n=number)
        if slot.face is None
        else text("Dé {n} : {face}, corriger", n=number, face=slot.face)
    )
    return h.button(
        class_="pr-slot pr-slot--current" if current else "pr-slot",
        id=f"slot-{slot.place.side}-{slot.place.nth}",
        type="button",
        aria_label=language.say(words),
        aria_current="step" if current else None,
        aria_disabled="true" if slot.face is None else None,
        data_slot=None if slot.face is None else f"{slot.place.side}-{slot.place.nth}",
    )[
        blank(slot.shape, slot.face, asked=current)
        if slot.counts is None
        else h.span(aria_hidden="true")[die(slot.counts, language)]
    ]


# ------------------------------------------------------------------------------------------------------- the keys


def _pad(typing: Typing, asked: Asked | None, language: Language) -> h.Fragment:
    entered, known = counts(typing)
    return h.fragment[
        h.div(".pr-typed__keys")[
            asked is not None
            and h.fragment[
                bool(asked.need.die.note) and h.p(".pr-note")[language.say(asked.need.die.note)],
                _keys(asked.need.die, language),
            ],
        ],
        h.div(".pr-row.pr-keys__row")[
            h.button(
                ".pr-btn", id="typed-erase", type="button", data_table="erase", aria_disabled=_off(bool(entered))
            )[icon("back"), language.say(N_("Effacer"))],
            h.button(
                ".pr-btn", id="typed-draw", type="button", data_table="draw", aria_disabled=_off(entered < known)
            )[icon("die"), language.say(N_("Tirer le reste"))],
        ],
        h.div(".pr-dock")[
            h.button(
                ".pr-btn.pr-btn--primary",
                id="typed-done",
                type="button",
                data_table="finish",
                aria_disabled=_off(finished(typing) is not None),
            )[language.say(N_("Résultat"))]
        ],
    ]


def _off(possible: bool) -> str | None:
    return None if possible else "true"


def _keys(die: Die, language: Language) -> h.Element:
    keys = keys_of(die)
    six = [key.printed for key in keys] == list(_PIPS)
    many = len(keys) > _MANY_KEYS
    return h.div(class_="pr-keys pr-keys--many" if many else "pr-keys")[(_key(key, six, language) for key in keys)]


def _key(key: Key, pips: bool, language: Language) -> h.Element:
    worth = key.printed != str(key.face)
    return h.button(".pr-key", id=f"key-{key.printed}", type="button", data_face=key.printed)[
        pips
        and h.svg(".pr-key__face", viewBox="0 0 64 64", aria_hidden="true")[
            h.rect(x="3", y="3", width="58", height="58", rx="13"),
            (h.circle(cx=str(x), cy=str(y), r="5.5") for x, y in _PIPS[key.printed]),
        ],
        h.b[key.printed],
        worth and h.span(".pr-key__worth")[language.say(text("vaut {face}", face=key.face))],
    ]

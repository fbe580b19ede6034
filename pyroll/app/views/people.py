"""The characters' screen: who there is, what stands in the place of a sheet, and the bar that rolls."""

from __future__ import annotations

import htpy as h

from pyroll.app.people import (
    People,
    chosen_sheet,
    listed,
    manner_of,
    prepared_test,
    rung_of,
    rungs,
    thing_named,
)
from pyroll.app.state import first_throws
from pyroll.app.views import sheet as sheets
from pyroll.app.views.icons import icon
from pyroll.app.views.pen import pen
from pyroll.app.views.percent import coarse
from pyroll.app.views.select import labelled
from pyroll.i18n import N_, Language, Text, plural, text
from pyroll.line import write
from pyroll.sheet import Characteristic, Sheet, Skill, manners, plan_of, system_of
from pyroll.system import System
from pyroll.systems import systems

__all__ = ["foot", "frame", "rail", "sheet"]


def frame(people: People, chances: sheets.Chances, language: Language) -> h.Element:
    """The whole screen."""
    return h.main(".pr-people", id="screen-people", data_beside=True, tabindex="-1")[
        rail(people, language), sheet(people, chances, language)
    ]


def rail(people: People, language: Language) -> h.Element:
    """Who there is."""
    shown = listed(people)
    now = chosen_sheet(people)
    archived = sum(one.archived for one in people.sheets)
    return h.nav(".pr-rail", id="people-rail", aria_label=language.say(N_("Personnages")))[
        bool(shown)
        and h.ul[
            (
                _person(one, language, current=not people.creating and now is not None and one.id == now.id)
                for one in shown
            )
        ],
        bool(people.sheets)  # else what makes one already shows
        and h.button(".pr-btn.pr-btn--ghost", type="button", data_desk="create")[
            icon("plus"), language.say(N_("Personnage"))
        ],
        (archived > 0 or people.archive)
        and h.button(
            ".pr-btn.pr-btn--ghost",
            type="button",
            data_desk="archive-list",
            aria_pressed="true" if people.archive else "false",
        )[
            icon("box"),
            language.say(
                N_("Revenir aux actifs") if people.archive else plural("{n} archivé", "{n} archivés", archived)
            ),
        ],
    ]


def _person(one: Sheet, language: Language, *, current: bool) -> h.Element:
    return h.li[
        h.button(
            ".pr-person", type="button", data_desk="choose", data_key=one.id, aria_current="true" if current else None
        )[
            h.span(".pr-badge", aria_hidden="true")[one.name[:1].upper()],
            h.span(".pr-who__text")[h.b[one.name], h.span[language.say(system_of(one).title)]],
        ]
    ]


def sheet(people: People, chances: sheets.Chances, language: Language) -> h.Element:
    """The sheet that is looked at, or what stands in its place."""
    one = chosen_sheet(people)
    if people.draft is not None:
        return h.section(".pr-sheet", id="people-sheet", aria_label=language.say(N_("Modifier la fiche")))[
            pen(people.draft, language)
        ]
    if people.creating or one is None:
        return h.section(".pr-sheet", id="people-sheet", aria_labelledby="sheet-title")[_creating(people, language)]
    return h.section(".pr-sheet", id="people-sheet", aria_labelledby="sheet-title")[
        sheets.whole(people, one, chances, language)
    ]


def _creating(people: People, language: Language) -> h.Node:
    first = not people.sheets
    title = N_("Votre premier personnage") if first else N_("Un nouveau personnage")
    return h.fragment[
        h.h1(".pr-title", id="sheet-title")[language.say(title)],
        first
        and h.p(".pr-note")[
            language.say(
                N_("Touchez une compétence pour préparer son jet. Tout reste sur cet appareil, sans compte.")
            )
        ],
        not people.read and h.p(".pr-note")[language.say(N_("Lecture des fiches…"))],
        h.ul(".pr-new")[(_system(system, language) for system in systems() if system.sheet is not None)],
        not first
        and h.button(".pr-btn.pr-btn--ghost", type="button", data_desk="choose", data_key="")[
            language.say(N_("Annuler"))
        ],
    ]


def _system(system: System, language: Language) -> h.Element:
    ready = plan_of(system).example
    return h.li(".pr-new__row")[
        h.span(".pr-who__text")[h.b[language.say(system.title)], h.span[language.say(system.about)]],
        h.span(".pr-row.pr-row--wrap")[
            h.button(
                ".pr-btn",
                type="button",
                data_desk="blank",
                data_key=system.key,
                aria_label=language.say(text("Fiche vierge, {system}", system=Text(system.title))),
            )[language.say(N_("Fiche vierge"))],
            ready is not None
            and h.button(".pr-btn", type="button", data_desk="example", data_key=system.key)[
                language.say(text("Exemple : {name}", name=Text(ready.name)))
            ],
        ],
    ]


# ---------------------------------------------------------------------------------------------------- the bottom bar


def foot(people: People, chances: sheets.Chances, language: Language) -> h.Element:
    """What is prepared, and the button that rolls it; nothing while nothing is."""
    one, prepared = chosen_sheet(people), people.prepared
    thing = None if one is None or prepared is None else thing_named(one, prepared.thing)
    if one is None or prepared is None or thing is None or people.draft is not None or people.creating:
        return h.section(id="people-foot", hidden=True)
    system = system_of(one)
    test = prepared_test(one, prepared, rung_of(people, system))
    if test is None:
        return h.section(id="people-foot", hidden=True)
    need = first_throws(test)[0]
    dice = (
        language.say(text("Lancer {count}d{die}", count=need.count, die=need.die.name))
        if need is not None
        else language.say(N_("Voir le verdict"))
    )
    found = chances.get(write(test))
    return h.section(
        ".pr-foot.pr-foot--wide", id="people-foot", data_beside=True, aria_label=language.say(N_("Jet préparé"))
    )[
        h.span(".pr-who__text.pr-foot__what")[h.b[thing.name], h.span[one.name]],
        _manners(one, thing, manner_of(one, thing, prepared.manner).key, language),
        _difficulty(people, system, language),
        h.div(".pr-dock")[
            h.button(".pr-btn.pr-btn--primary", type="button", data_desk="roll")[
                icon("die"),
                h.span[
                    dice,
                    found is not None
                    and h.span(".pr-btn__sub")[
                        language.say(text("{share} de réussir", share=coarse(found, language)))
                    ],
                ],
            ],
            h.button(
                ".pr-btn.pr-btn--square",
                type="button",
                data_desk="adjust",
                aria_label=language.say(N_("Régler le test")),
            )[icon("edit")],
        ],
    ]


def _manners(one: Sheet, thing: Skill | Characteristic, chosen: str, language: Language) -> h.Element:
    found = [(manner.key, language.say(manner.label)) for manner in manners(one, thing)]
    return h.div(".pr-foot__diff", hidden=len(found) < 2)[
        labelled("sheet-manner", "manner", language.say(N_("Comment")), found, chosen)
    ]


def _difficulty(people: People, system: System, language: Language) -> h.Element:
    found = [
        (value, f"{value} {language.say(label)}" if value.isdigit() else language.say(label))
        for value, label in rungs(system).items()
    ]
    return h.div(".pr-foot__diff", hidden=not found)[
        labelled("sheet-rung", "rung", language.say(N_("Difficulté")), found, rung_of(people, system))
    ]

"""The characters' screen: who there is, one sheet to roll from, and the bar that rolls."""

from __future__ import annotations

from collections.abc import Mapping

import htpy as h

from pyroll.app.people import (
    People,
    Prepared,
    base_of,
    chosen_sheet,
    listed,
    manner_of,
    prepared_test,
    rung_of,
    rungs,
    thing_named,
)
from pyroll.app.state import first_throws
from pyroll.app.views.icons import icon
from pyroll.app.views.pen import pen
from pyroll.app.views.percent import coarse, exact
from pyroll.app.views.select import labelled
from pyroll.form import fields_of
from pyroll.i18n import N_, Language, Text, plural, text
from pyroll.line import write
from pyroll.odds import Chance
from pyroll.sheet import Characteristic, Counter, Sheet, Skill, manners, plan_of, system_of
from pyroll.sheet_files import number_of
from pyroll.system import System
from pyroll.systems import SYSTEMS

__all__ = ["Chances", "chance", "foot", "frame", "rail", "sheet"]

Chances = Mapping[str, Chance | None]
"""The chance of a success by the line of the test, as far as they are known."""


def frame(people: People, chances: Chances, language: Language) -> h.Element:
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
        h.button(".pr-btn.pr-btn--ghost", type="button", data_desk="create")[
            icon("plus"), language.say(N_("Personnage"))
        ],
        (archived > 0 or people.archive)
        and h.button(
            ".pr-btn.pr-btn--ghost", type="button", data_desk="archive-list", aria_pressed=_yes(people.archive)
        )[
            icon("box"),
            language.say(
                N_("Revenir aux actifs") if people.archive else plural("{n} archivé", "{n} archivés", archived)
            ),
        ],
    ]


def _yes(value: bool) -> str:
    return "true" if value else "false"


def _person(one: Sheet, language: Language, *, current: bool) -> h.Element:
    return h.li[
        h.button(
            ".pr-person", type="button", data_desk="choose", data_key=one.id, aria_current="true" if current else None
        )[
            h.span(".pr-badge", aria_hidden="true")[one.name[:1].upper()],
            h.span(".pr-who__text")[h.b[one.name], h.span[language.say(system_of(one).title)]],
        ]
    ]


# ------------------------------------------------------------------------------------------------------ one sheet


def sheet(people: People, chances: Chances, language: Language) -> h.Element:
    """The sheet that is looked at, or what stands in its place."""
    one = chosen_sheet(people)
    if people.draft is not None:
        return h.section(".pr-sheet", id="people-sheet", aria_label=language.say(N_("Modifier la fiche")))[
            pen(people.draft, language)
        ]
    if people.creating or one is None:
        return h.section(".pr-sheet", id="people-sheet", aria_labelledby="sheet-title")[_creating(people, language)]
    return h.section(".pr-sheet", id="people-sheet", aria_labelledby="sheet-title")[
        _head(one, language),
        h.div(".pr-sheet__cols")[
            h.section[
                h.h2(".pr-h2")[language.say(N_("Caractéristiques"))],
                h.ul(".pr-caracs")[
                    (_carac(people, one, place, language) for place in range(len(one.characteristics)))
                ]
                if one.characteristics
                else h.p(".pr-note")[language.say(N_("Aucune encore."))],
                h.button(".pr-btn.pr-btn--ghost.pr-sheet__edit", type="button", data_desk="edit", data_key=one.id)[
                    icon("settings"), language.say(N_("Modifier la fiche"))
                ],
                _acts(one, language),
                bool(one.note) and h.p(".pr-sheet__note")[one.note],
            ],
            h.section[_skills(people, one, chances, language)],
        ],
    ]


def _creating(people: People, language: Language) -> h.Node:
    first = not people.sheets
    title = N_("Votre premier personnage") if first else N_("Un nouveau personnage")
    return h.fragment[
        h.h1(".pr-title", id="sheet-title")[language.say(title)],
        first
        and h.p(".pr-note")[
            language.say(
                N_("Une touche sur une compétence prépare son jet. Tout reste sur cet appareil, sans compte.")
            )
        ],
        not people.read and h.p(".pr-note")[language.say(N_("Lecture des fiches…"))],
        h.ul(".pr-new")[(_system(system, language) for system in SYSTEMS if system.sheet is not None)],
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


def _head(one: Sheet, language: Language) -> h.Element:
    system = system_of(one)
    facts = [language.say(system.title)]
    facts += [one.about] if one.about else []
    facts += [language.say(N_("personnage d’exemple"))] if one.example else []
    facts += [language.say(N_("archivé"))] if one.archived else []
    return h.header(".pr-sheet__head")[
        h.div[
            h.h1(".pr-sheet__name", id="sheet-title")[one.name],
            h.p(".pr-note")[", ".join(facts)],
            _constants(one, system, language),
        ],
        h.div(".pr-sheet__stocks")[
            (
                _stepper(
                    f"stock-{stock.key}",
                    language.say(stock.label),
                    one.stocks.get(stock.key, stock.start),
                    number_of(system, stock.available).low,
                    number_of(system, stock.available).high,
                    language,
                )
                for stock in plan_of(system).stocks
            ),
            (_counter(one.counters[place], place, language) for place in range(len(one.counters))),
        ],
    ]


def _constants(one: Sheet, system: System, language: Language) -> h.Node:
    """What belongs to the character whatever is rolled, and what each group of characteristics has of its own."""
    labels = {item.name: item.label for item in fields_of(system.request)}
    said = [f"{language.say(labels[name])} {value}" for name, value in one.constants.items() if name in labels]
    for group in one.groups:
        values = ", ".join(
            f"{language.say(labels[name]).lower()} {value}" for name, value in group.values.items() if value
        )
        said.append(f"{group.name} ({values})" if values else group.name)
    return bool(said) and h.p(".pr-note")[" · ".join(said)]


def _counter(counter: Counter, place: int, language: Language) -> h.Element:
    high = 999_999 if counter.most is None else counter.most
    return _stepper(f"counter-{place}", counter.name, counter.value, -999_999, high, language)


def _stepper(name: str, label: str, value: int, low: int, high: int, language: Language) -> h.Element:
    """A stock that can be corrected by hand; the start script moves it."""
    place = f"sheet-{name}"

    def button(step: str, symbol: str, words: Text) -> h.Element:
        return h.button(
            ".pr-stepper__btn", type="button", tabindex="-1", data_step=step, aria_label=language.say(words)
        )[icon(symbol)]

    return h.div(".pr-stepper.pr-stepper--inline")[
        h.label(".pr-label", for_=place)[label],
        h.div(".pr-stepper__box")[
            button("-1", "minus", text("Diminuer : {label}", label=label)),
            h.input(
                {"aria-valuemin": str(low), "aria-valuemax": str(high), "aria-valuenow": str(value)},
                class_="pr-stepper__input",
                id=place,
                name=name,
                type="text",
                role="spinbutton",
                inputmode="numeric" if low >= 0 else None,
                autocomplete="off",
                value=str(value),
            ),
            button("1", "plus", text("Augmenter : {label}", label=label)),
        ],
    ]


def _acts(one: Sheet, language: Language) -> h.Element:
    def act(name: str, symbol: str, label: str) -> h.Element:
        return h.button(".pr-btn.pr-btn--ghost", type="button", data_desk=name, data_key=one.id)[
            icon(symbol), language.say(label)
        ]

    return h.details(".pr-more", id="sheet-acts")[
        h.summary[icon("right", small=True), h.span[language.say(N_("Ranger et copier"))]],
        h.div(".pr-acts")[
            act("up", "up", N_("Monter")),
            act("down", "down", N_("Descendre")),
            act("duplicate", "copy", N_("Dupliquer")),
            act("unarchive", "box", N_("Remettre en jeu")) if one.archived else act("archive", "box", N_("Archiver")),
            act("delete", "cross", N_("Supprimer")),
        ],
    ]


def _carac(people: People, one: Sheet, place: int, language: Language) -> h.Element:
    carac = one.characteristics[place]
    inside = (h.span[carac.name], h.b[str(carac.value)])
    if not manners(one, carac):
        return h.li[h.div(".pr-carac.pr-carac--still")[inside]]
    key = f"c{place}"
    return h.li[
        h.button(".pr-carac", type="button", data_desk="prepare", data_key=key, aria_pressed=_pressed(people, key))[
            inside
        ]
    ]


def _pressed(people: People, key: str) -> str:
    return _yes(people.prepared is not None and people.prepared.thing == key)


def _skills(people: People, one: Sheet, chances: Chances, language: Language) -> h.Node:
    if not one.skills:
        return h.fragment[
            h.h2(".pr-h2")[language.say(N_("Compétences"))],
            h.p(".pr-note")[
                language.say(N_("Aucune encore : « Modifier la fiche » permet d’en coller toute une liste."))
            ],
        ]
    return h.fragment[
        h.div(".pr-skills__head")[
            h.h2(".pr-h2")[language.say(N_("Compétences"))],
            h.span[language.say(N_("Base"))],
            h.span[_against(people, system_of(one), language)],
        ],
        h.ul(".pr-skills")[(_skill(people, one, place, chances, language) for place in range(len(one.skills)))],
    ]


def _against(people: People, system: System, language: Language) -> str:
    rung = rung_of(people, system)
    if not rung:
        return language.say(N_("Réussir"))
    if rung.lstrip("-").isdigit():
        return language.say(text("Contre {number}", number=rung))
    return language.say(rungs(system).get(rung, rung))


def _skill(people: People, one: Sheet, place: int, chances: Chances, language: Language) -> h.Element:
    skill, key = one.skills[place], f"s{place}"
    pressed = _pressed(people, key)
    return h.li[
        h.button(".pr-skill", type="button", data_desk="prepare", data_key=key, aria_pressed=pressed)[
            h.span(".pr-skill__name")[h.b[skill.name], h.span[_tied(one, skill, language)]],
            h.span(".pr-skill__base")[str(base_of(one, skill))],
            chance(people, one, key, chances, language),
            icon("check" if pressed == "true" else "right"),
        ]
    ]


def _tied(one: Sheet, skill: Skill, language: Language) -> str:
    parts = []
    tied = next((carac for carac in one.characteristics if carac.name == skill.characteristic), None)
    if tied is not None:
        parts.append(f"{tied.name} {tied.value} + {skill.value}")
    if skill.speciality is not None:
        words = text("spé. {name}", name=skill.speciality) if skill.speciality else text("spé.")
        parts.append(language.say(words))
    return ", ".join(parts)


def chance(people: People, one: Sheet, key: str, chances: Chances, language: Language) -> h.Element:
    """The chance of a success in the usual manner, once it is known."""
    test = prepared_test(one, Prepared(key), rung_of(people, system_of(one)))
    found = None if test is None else chances.get(write(test))
    return h.span(".pr-skill__odds", id=f"chance-{key}")[
        found is not None
        and h.fragment[
            h.svg(".pr-ladder__bar", width="100%", height="10", aria_hidden="true")[
                h.rect(width=exact(found), height="100%")
            ],
            h.span[coarse(found, language)],
        ]
    ]


# ---------------------------------------------------------------------------------------------------- the bottom bar


def foot(people: People, chances: Chances, language: Language) -> h.Element:
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
            )[icon("settings")],
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

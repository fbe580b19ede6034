"""One character's sheet: what it is rolled with, and what may be done with it."""

from __future__ import annotations

from collections.abc import Mapping

import htpy as h

from pyroll.app.people import People, Prepared, base_of, prepared_test, rung_of, rungs
from pyroll.app.views.icons import icon
from pyroll.app.views.percent import coarse, exact
from pyroll.form import fields_of
from pyroll.i18n import N_, Language, Text, text
from pyroll.line import write
from pyroll.odds import Chance
from pyroll.sheet import Counter, Sheet, Skill, manners, plan_of, system_of
from pyroll.sheet_files import number_of
from pyroll.system import System

__all__ = ["Chances", "chance", "whole"]

Chances = Mapping[str, Chance | None]
"""The chance of a success by the line of the test, as far as they are known."""


def whole(people: People, one: Sheet, chances: Chances, language: Language) -> h.Fragment:
    """The sheet."""
    return h.fragment[
        _head(one, language),
        h.div(".pr-sheet__cols")[
            h.section[
                h.h2(".pr-h2")[language.say(N_("Caractéristiques"))],
                h.ul(".pr-caracs")[
                    (_carac(people, one, place, language) for place in range(len(one.characteristics)))
                ]
                if one.characteristics
                else h.p(".pr-note")[language.say(N_("Aucune encore."))],
                h.button(".pr-btn.pr-btn--ghost.pr-btn--flush", type="button", data_desk="edit", data_key=one.id)[
                    icon("edit", small=True), language.say(N_("Modifier la fiche"))
                ],
                _acts(one, language),
                bool(one.note) and h.p(".pr-sheet__note")[one.note],
            ],
            h.section[_skills(people, one, chances, language)],
        ],
    ]


def _head(one: Sheet, language: Language) -> h.Element:
    system = system_of(one)
    facts = [language.say(system.title)]
    facts += [one.about] if one.about else []
    facts += [language.say(N_("personnage d’exemple"))] if one.example else []
    facts += [language.say(N_("reçu par lien"))] if one.received else []
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
        return h.button(".pr-btn.pr-btn--ghost.pr-btn--flush", type="button", data_desk=name, data_key=one.id)[
            icon(symbol, small=True), language.say(label)
        ]

    return h.details(".pr-more", id="sheet-acts")[
        h.summary[icon("right", small=True), h.span[language.say(N_("Ranger, copier, partager"))]],
        h.div(".pr-acts")[
            act("up", "up", N_("Monter")),
            act("down", "down", N_("Descendre")),
            act("duplicate", "copy", N_("Dupliquer")),
            act("share-sheet", "out", N_("Partager")),
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
    return "true" if people.prepared is not None and people.prepared.thing == key else "false"


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

"""The luck of the rolls in sight, and whether their dice fall evenly: numbers first, and what they may mean."""

from __future__ import annotations

from collections.abc import Mapping

import htpy as h

from pyroll.app.views.icons import icon
from pyroll.i18n import N_, Language, plural
from pyroll.luck import Faces, Luck, fairness, fairness_words, luck_words

__all__ = ["frame", "luck_of"]


def frame(language: Language) -> h.Element:
    """The disclosure; its inside is found out when it is opened."""
    return h.details(".pr-more", id="luck")[
        h.summary[icon("right", small=True), h.span[language.say(N_("Chance et équilibre des dés"))]],
        h.div(id="luck-said"),
    ]


def luck_of(
    rolls: int, done: int, found: Mapping[str, Luck], names: Mapping[str, str], faces: Faces, language: Language
) -> h.Element:
    """What ``rolls`` gave, ``done`` of them looked at; ``found`` and ``names`` go by character, "" is nobody."""
    if done < rolls:
        waiting = plural("{done} jet sur {n} examiné…", "{done} jets sur {n} examinés…", rolls, done=done)
        return h.div(id="luck-said")[h.p(".pr-note")[language.say(waiting)]]
    parts = [part for key in (*(key for key in found if key), "") for part in _person(key, found, names, language)]
    fair = fairness(faces)
    return h.div(".pr-luck", id="luck-said")[
        h.p(".pr-note")[
            language.say(plural("Sur le jet affiché.", "Sur les {n} jets affichés.", rolls)),
            " ",
            language.say(
                N_("Les dés comptent tels qu’ils sont tombés, sans les choix faits ensuite, et sans les jets reçus.")
            ),
        ],
        parts or h.p[language.say(N_("Rien à compter ici."))],
        bool(fair)
        and h.section[
            h.h2(".pr-label")[language.say(N_("Équilibre des dés lancés"))],
            h.ul(".pr-luck__list")[(h.li[language.say(fairness_words(one))] for one in fair)],
        ],
    ]


def _person(key: str, found: Mapping[str, Luck], names: Mapping[str, str], language: Language) -> list[h.Element]:
    words = luck_words(found[key]) if key in found else ()
    if not words:
        return []
    name = names.get(key, "") if key else ""
    return [
        h.section[
            h.h2(".pr-label")[name or language.say(N_("Sans personnage"))],
            h.ul(".pr-luck__list")[
                (
                    h.li[h.b[language.say(numbers)], " ", h.span(".pr-note")[language.say(meaning)]]
                    for numbers, meaning in words
                )
            ],
        ]
    ]

"""What the GM keeps hidden: the choice beside the form, and what may be seen of a result without its verdict."""

from __future__ import annotations

from collections.abc import Mapping

import htpy as h

from pyroll.app.hand import Hand, Veil
from pyroll.app.state import State
from pyroll.i18n import N_, Language
from pyroll.resolve import Single
from pyroll.system import Side

__all__ = ["NAMES", "chooser", "seen"]

NAMES: Mapping[Veil, str] = {
    "open": N_("À la vue de tous"),
    "verdict": N_("Difficulté cachée"),
    "all": N_("Jet secret"),
}
_HINTS: Mapping[Veil, str] = {
    "open": N_("Le verdict s’affiche au jet."),
    "verdict": N_("Le joueur voit ses dés et ce qu’ils valent ; un toucher montre le verdict."),
    "all": N_(
        "Le jet est fait et gardé, mais rien n’en paraît ; un toucher le montre. Un groupe, lui, se voit toujours."
    ),
}


def chooser(state: State, language: Language) -> h.Element:
    """What is not to be seen of the next rolls."""
    return h.fieldset(id="veil", aria_describedby="veil-hint")[
        h.legend(".pr-label")[language.say(N_("Prochains jets"))],
        h.div(".pr-chips")[
            (
                h.label(".pr-chip")[
                    h.input(type="radio", name="veil", value=veil, checked=veil == state.veil, autocomplete="off"),
                    h.span(".pr-chip__face")[language.say(name)],
                ]
                for veil, name in NAMES.items()
            )
        ],
        h.p(".pr-note", id="veil-hint")[language.say(_HINTS[state.veil])],
    ]


def seen(hand: Hand) -> Side:
    """What may be seen of a result while its difficulty is hidden: in an opposition the actor's side alone."""
    result, test = hand.result, hand.result.test
    played = result.played if isinstance(result, Single) else result.actor
    return test.system.unjudged(test.actor, test.readings, played.result, played.throws)

"""The roll button's words: what it throws, or that it waits."""

from __future__ import annotations

import htpy as h

from pyroll.app.state import State, again, first_throws
from pyroll.app.views.icons import icon
from pyroll.dice import Need
from pyroll.i18n import N_, Language, Text, text

__all__ = ["roll"]


def roll(state: State, language: Language) -> h.Element:
    """Inside of the roll button."""
    if not state.ready:
        return _label(language, "die", Text(N_("Lancer")), _waiting(language))
    if state.test is None:
        return _label(language, "die", Text(N_("Lancer")))
    anew = again(state)
    symbol, verb = ("again", N_("Relancer")) if anew else ("die", N_("Lancer"))
    needs = first_throws(state.test)
    if state.test.opposed:
        against = text("{actor} contre {opponent}", actor=_dice(needs[0]), opponent=_dice(needs[1]))
        return _label(language, symbol, Text(verb), language.say(against))
    if needs[0] is None:
        return _label(language, "die", Text(N_("Voir le verdict")), language.say(N_("aucun dé à lancer")))
    return _label(language, symbol, text("{verb} {dice}", verb=Text(verb), dice=_dice(needs[0])))


def _waiting(language: Language) -> h.Fragment:
    """The style sheet shows the one or the other: a tap is noticed before Python can hear of it."""
    return h.fragment[
        h.span(".pr-when-idle")[language.say(N_("les règles se chargent"))],
        h.span(".pr-when-queued")[language.say(N_("part dès que tout est prêt"))],
    ]


def _dice(need: Need | None) -> Text:
    if need is None:
        return text("aucun dé")
    return text("{count}d{die}", count=need.count, die=need.die.name)


def _label(language: Language, symbol: str, words: Text, below: h.Node = None) -> h.Element:
    return h.span("#roll.pr-roll")[
        icon(symbol),
        h.span[language.say(words), below is not None and h.span(".pr-btn__sub")[below]],
    ]

"""The roll button's words: what it throws, or that it waits."""

from __future__ import annotations

import htpy as h

from pyroll.app.hand import Veil
from pyroll.app.state import State, again, first_throws
from pyroll.app.views.icons import icon
from pyroll.app.views.veil import NAMES
from pyroll.dice import Need
from pyroll.form import fields_of
from pyroll.i18n import N_, Language, Text, text
from pyroll.line import Test

__all__ = ["roll"]

_SHORT = 12


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
        return _label(language, symbol, Text(verb), language.say(against), state.veil)
    if not state.system.judged:
        return _figure(state.test, symbol, verb, language)
    if needs[0] is None:
        return _label(language, "die", Text(N_("Voir le verdict")), language.say(N_("aucun dé à lancer")), state.veil)
    return _label(language, symbol, text("{verb} {dice}", verb=Text(verb), dice=_dice(needs[0])), veil=state.veil)


def _figure(test: Test, symbol: str, verb: str, language: Language) -> h.Element:
    """A notation says by itself what is thrown; a long one takes a line of its own."""
    item = fields_of(test.system.request)[0]
    dice = item.kind.dump(getattr(test.actor, item.name)).replace("-", "\N{MINUS SIGN}")
    if len(dice) > _SHORT:
        return _label(language, symbol, Text(verb), dice)
    return _label(language, symbol, text("{verb} {dice}", verb=Text(verb), dice=dice))


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


def _label(language: Language, symbol: str, words: Text, below: h.Node = None, veil: Veil = "open") -> h.Element:
    return h.span("#roll.pr-roll")[
        icon(symbol if veil == "open" else "hidden"),
        h.span[
            language.say(words),
            below is not None and h.span(".pr-btn__sub")[below],
            veil != "open" and h.span(".pr-btn__sub")[language.say(NAMES[veil])],
        ],
    ]

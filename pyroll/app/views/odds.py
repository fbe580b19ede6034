"""Exact chances before the roll: a strip with its table, and the chance at every rung of the difficulty."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import htpy as h

from pyroll.advice import Step
from pyroll.app.state import State, Weighed
from pyroll.app.views.controls import share_id
from pyroll.app.views.icons import use
from pyroll.app.views.percent import coarse, exact, fine, whole
from pyroll.form import Choice, Number, fields_of
from pyroll.i18n import N_, Language
from pyroll.odds import Chance, Odds
from pyroll.system import System

__all__ = ["chances", "compact", "rung_shares"]


class _Share(NamedTuple):
    """One part of the strip; its chance is None while it is not known."""

    kind: str
    label: str
    chance: Chance | None


_PARTS: Mapping[str, tuple[str, str]] = {
    "critical_failure": ("fumble", N_("Échec critique")),
    "failure": ("ko", N_("Échec")),
    "success": ("ok", N_("Réussite")),
    "critical_success": ("crit", N_("Réussite critique")),
}


def chances(state: State, language: Language) -> h.Element:
    """The strip as a list, and the ladder."""
    shares = _shares(state)
    return h.section("#odds.pr-chances", aria_label=language.say(N_("Chances")))[
        h.div(".pr-odds")[
            h.h2(".pr-h2")[language.say(N_("Chances avant le jet"))],
            [_bar(shares), _list(shares, language)]
            if shares
            else h.p(".pr-note")[language.say(N_("Le meneur en décide."))],
        ],
        _ladder(state, language),
    ]


def compact(state: State, language: Language) -> h.Element:
    """The strip beside the roll button of a narrow screen."""
    shares = _shares(state)
    return h.div("#strip.pr-odds.pr-odds--compact")[
        bool(shares)
        and [
            _bar(shares),
            h.ul(".pr-odds__cells", aria_label=language.say(N_("Chances avant le jet")))[
                (
                    h.li(".pr-odds__cell")[
                        _mark(share), h.span(".pr-sr")[language.say(share.label)], h.b[_said(share, shares, language)]
                    ]
                    for share in shares
                )
            ],
        ]
    ]


def rung_shares(state: State, language: Language) -> Iterator[h.Element]:
    """The chance of success on each chip of the difficulty."""
    system = state.system
    kind = next((item.kind for item in fields_of(system.request) if item.name == system.ladder), None)
    values: Sequence[str] = ()
    match kind:
        case Choice(options):
            values = tuple(options)
        case Number(ladder=rungs):
            values = [str(rung.value) for rung in rungs]
    weighed = _weighed(state)
    known = {rung.value: rung.chance for rung in weighed.ladder} if weighed else {}
    for value in values:
        chance = known.get(value)
        yield h.span(".pr-rung__share", id=share_id(system, value))[coarse(chance, language) if chance else None]


def _weighed(state: State) -> Weighed | None:
    """The chances, if they are those of the test that the form says now."""
    return state.weighed if state.weighed and state.weighed.test == state.test else None


def _shares(state: State) -> Sequence[_Share]:
    """The parts of the strip; none where the chances are the game master's word."""
    system = state.system
    weighed = _weighed(state)
    if weighed is None:
        opposed = state.test is not None and state.test.opposed
        return _unknown_duel(system) if opposed else _unknown(system)
    if not isinstance(weighed.odds, Odds):
        known = {"actor": weighed.odds.actor, "tie": weighed.odds.tie, "reactor": weighed.odds.opponent}
        return [share._replace(chance=known[share.kind]) for share in _unknown_duel(system) if known[share.kind]]
    parts = weighed.odds.parts
    return [] if parts is None else [_Share(*_PARTS[name], parts[name]) for name in _shown_parts(system)]


def _shown_parts(system: System) -> Sequence[str]:
    return tuple(_PARTS) if system.criticals else ("failure", "success")


def _unknown(system: System) -> Sequence[_Share]:
    return [_Share(*_PARTS[name], None) for name in _shown_parts(system)]


def _unknown_duel(system: System) -> Sequence[_Share]:
    sides = [_Share("actor", N_("Actif"), None), _Share("reactor", N_("Réactif"), None)]
    return [sides[0], _Share("tie", N_("Égalité"), None), sides[1]] if system.ties else sides


def _mark(share: _Share) -> h.Element:
    return use(share.kind, f"pr-mark pr-mark--{share.kind}")


def _said(share: _Share, shares: Sequence[_Share], language: Language) -> str:
    if share.chance is None:
        return "–"
    decimals = not whole(one.chance for one in shares if one.chance is not None)
    return fine(share.chance, language, decimals=decimals)


def _bar(shares: Sequence[_Share]) -> h.Element:
    """Lengths are SVG attributes: the page's policy allows no style of an instance's own."""
    if any(share.chance is None for share in shares):
        return h.div(".pr-odds__bar", aria_hidden="true")[h.i(".pr-odds__seg.pr-odds__seg--wait")]
    parts = []  # "foreignobject" is how HTML spells it: the parser knows
    start = 0.0
    for kind, _, chance in shares:
        if chance is not None and chance.weight:
            inside = h.i(class_=f"pr-odds__seg pr-odds__seg--{kind}")
            parts.append(h.foreignobject(x=f"{start:.3f}%", y="0", width=exact(chance), height="100%")[inside])
            start += 100 * float(chance)
    return h.svg(".pr-odds__bar", aria_hidden="true")[parts]


def _list(shares: Sequence[_Share], language: Language) -> h.Element:
    return h.table(".pr-odds__list")[
        h.caption(".pr-sr")[language.say(N_("Chances avant le jet"))],
        h.tbody[
            (
                h.tr[
                    h.th(scope="row")[h.span(".pr-odds__key")[_mark(share), language.say(share.label)]],
                    h.td[_said(share, shares, language)],
                ]
                for share in shares
            )
        ],
    ]


def _ladder(state: State, language: Language) -> h.Node:
    weighed = _weighed(state)
    if weighed is None:
        return None
    rungs = [(rung, rung.chance) for rung in weighed.ladder if rung.chance is not None]
    if not rungs:
        return None
    title = language.say(N_("Réussir, par difficulté"))
    return h.div[
        h.h2(".pr-h2")[title],
        h.table(".pr-ladder")[
            h.caption(".pr-sr")[title],
            h.tbody[(_rung(rung, chance, language) for rung, chance in rungs)],
        ],
    ]


def _rung(rung: Step, chance: Chance, language: Language) -> h.Element:
    number = rung.value.lstrip("-").isdigit()
    return h.tr(aria_current="true" if rung.current else None)[
        h.th(scope="row")[
            number and h.b[rung.value.replace("-", "\N{MINUS SIGN}")],
            rung.label != rung.value and language.say(rung.label),
        ],
        h.td[h.svg(".pr-ladder__bar", aria_hidden="true")[h.rect(width=exact(chance), height="100%")]],
        h.td[coarse(chance, language)],
    ]

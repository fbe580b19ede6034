"""Exact chances before the roll: a strip with its table, and the chance at every rung of the difficulty and of every
degree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import htpy as h

from pyroll.advice import field_named, rungs
from pyroll.app.state import State, again, known
from pyroll.app.views.controls import share_id
from pyroll.app.views.icons import use
from pyroll.app.views.percent import coarse, decimal, exact, fine, whole
from pyroll.app.views.steps import Row, rows_of, table
from pyroll.form import Choice, Number, fields_of
from pyroll.i18n import N_, Language, Lower, text
from pyroll.odds import Chance, Odds
from pyroll.resolve import Single
from pyroll.system import System

__all__ = ["chances", "compact", "degrees", "ladder", "rung_shares"]


class _Share(NamedTuple):
    """One part of the strip; its chance is None while it is not known."""

    kind: str
    label: str
    chance: Chance | None


_FIGURES = (N_("Moyenne"), N_("Minimum"), N_("Maximum"))
"""What is said of figures that nobody judges."""

_PARTS: Mapping[str, tuple[str, str]] = {
    "critical_failure": ("fumble", N_("Échec critique")),
    "failure": ("ko", N_("Échec")),
    "success": ("ok", N_("Réussite")),
    "critical_success": ("crit", N_("Réussite critique")),
}


def chances(state: State, language: Language) -> h.Element:
    """The strip, and the same as a list."""
    if _figures(state):
        return h.div("#odds.pr-odds")[
            h.h2(".pr-h2")[language.say(N_("Avant le jet"))],
            h.table(".pr-odds__list")[
                h.caption(".pr-sr")[language.say(N_("Avant le jet"))],
                h.tbody[
                    (
                        h.tr[h.th(scope="row")[language.say(label)], h.td[figure]]
                        for label, figure in _spread(state, language)
                    )
                ],
            ],
        ]
    shares = _shares(state)
    return h.div("#odds.pr-odds")[
        h.h2(".pr-h2")[language.say(N_("Chances avant le jet"))],
        [_bar(shares), _list(shares, language)]
        if shares
        else h.p(".pr-note")[language.say(N_("Le meneur en décide."))],
    ]


def ladder(state: State, language: Language) -> h.Element:
    """The chance at every rung of the difficulty; the rungs alone while the chances are not known."""
    system, weighed = state.system, known(state)
    if system.ladder is None or (state.test is not None and state.test.opposed):
        return h.div(id="ladder")
    title = text("Réussir, par {field}", field=Lower(field_named(system, system.ladder).label))
    if weighed is not None and weighed.ladder is not None:
        rows = rows_of(weighed.ladder, language)
    else:
        rows = [Row.of(value, label, None, False, language) for value, label in rungs(system)]
    return h.div(id="ladder")[table(language.say(title), rows, language)]


def degrees(state: State, language: Language) -> h.Element:
    """The chance of every degree that can come, worst first, and the one that came."""
    weighed, names = known(state), state.system.degrees
    if names is None or (state.test is not None and state.test.opposed):
        return h.div(id="degrees")
    found: Mapping[str, Chance | None] | None
    if weighed is None:
        found = dict.fromkeys(names)  # so many places are kept, lest the page jump
    else:
        found = weighed.odds.degrees if isinstance(weighed.odds, Odds) else None
    if not found:
        return h.div(id="degrees")
    came = None
    if again(state) and isinstance(state.result, Single):
        came = state.system.degree(state.result.played.result)
    rows = [Row("", language.say(names[name]), chance, name == came) for name, chance in found.items()]
    return h.div(id="degrees")[table(language.say(state.system.degrees_title), rows, language)]


def compact(state: State, language: Language) -> h.Element:
    """The strip beside the roll button of a narrow screen."""
    if _figures(state):
        figures = dict(_spread(state, language))
        return h.div("#strip.pr-odds.pr-odds--compact")[
            h.ul(".pr-odds__cells", aria_label=language.say(N_("Avant le jet")))[
                (h.li(".pr-odds__cell")[language.say(label), h.b[figures[label]]] for label in _FIGURES)
            ]
        ]
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


def _figures(state: State) -> bool:
    """Whether rolls are figures that nobody judges."""
    return not state.system.judged and not (state.test is not None and state.test.opposed)


def _spread(state: State, language: Language) -> Iterator[tuple[str, str]]:
    """The mean, the least and the most; dashes while they are not known."""
    weighed = known(state)
    spread = weighed.odds.spread if weighed is not None and isinstance(weighed.odds, Odds) else None
    mean = least = most = "–"
    if spread is not None:
        mean = decimal(*spread.mean, language)
        least = language.say(text("{figure}", figure=min(spread.law.weights)))
        most = language.say(text("{figure}", figure=max(spread.law.weights)))
        if spread.ceiling is not None:
            most = language.say(N_("sans fin"))
    yield from zip(_FIGURES, (mean, least, most), strict=True)


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
    weighed = known(state)
    shares = {rung.value: rung.chance for rung in weighed.ladder or ()} if weighed else {}
    for value in values:
        chance = shares.get(value)
        yield h.span(".pr-rung__share", id=share_id(system, value))[coarse(chance, language) if chance else None]


def _shares(state: State) -> Sequence[_Share]:
    """The parts of the strip; none where the chances are the game master's word."""
    system = state.system
    weighed = known(state)
    if weighed is None:
        opposed = state.test is not None and state.test.opposed
        return _unknown_duel(system) if opposed else _unknown(system)
    if not isinstance(weighed.odds, Odds):
        won = {"actor": weighed.odds.actor, "tie": weighed.odds.tie, "reactor": weighed.odds.opponent}
        return [share._replace(chance=won[share.kind]) for share in _unknown_duel(system) if won[share.kind]]
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

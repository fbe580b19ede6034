"""All throws of the test by their figure, as bars: where success begins, and where this throw fell.

Lengths are SVG attributes in percent of the drawing: the page's policy allows no style of an instance's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import htpy as h

from pyroll.advice import Bar, Distribution, placed
from pyroll.app.state import State, again, known
from pyroll.app.views.icons import mark
from pyroll.app.views.percent import coarse
from pyroll.i18n import N_, Language, Param, Signed, Text, text
from pyroll.odds import Chance
from pyroll.resolve import Single
from pyroll.system import Figure

__all__ = ["chart"]

_HEIGHT = 96
"""Of the highest bar, in pixels."""
_FOOT = 14
"""Below the bars, for the mark of this throw."""
_FEW = 16
"""So many bars are always told apart."""
_RARE = 200
"""More of them: at either end, those that together come less than once in so many throws are one bar."""


class _Drawn(NamedTuple):
    """What is drawn: the bars in sight, whether an end stands for all beyond it, where the throw fell."""

    figure: Figure
    bars: tuple[Bar, ...]
    low_open: bool
    high_open: bool
    judged: bool
    thrown: int | None
    worse: Chance | None

    @property
    def border(self) -> int | None:
        """The first figure that can succeed, where throws both fail and succeed."""
        if all(bar.success.weight == bar.chance.weight for bar in self.bars):
            return None
        return next((bar.figure for bar in self.bars if bar.success.weight), None)

    @property
    def slots(self) -> int:
        return self.bars[-1].figure - self.bars[0].figure + 1

    def left(self, figure: int) -> float:
        """Where a figure's place begins, in percent."""
        return 100 * (figure - self.bars[0].figure) / self.slots

    def shown_at(self, figure: int) -> int:
        """The bar that stands for a figure."""
        return max(self.bars[0].figure, min(self.bars[-1].figure, figure))


def chart(state: State, language: Language) -> h.Element:
    """The bars with their table, and this throw's rank; empty where no die decides."""
    weighed = known(state)
    if weighed is None or weighed.shape is None:
        opposed = state.test is not None and state.test.opposed
        return h.div("#chart.pr-spread")[not opposed and _waiting(judged=state.system.spread is None)]
    if not weighed.shape:
        return h.div("#chart.pr-spread")
    (found,) = weighed.shape
    if again(state) and isinstance(state.result, Single):
        found = placed(found, weighed.test, state.system.figure.of(state.result.played.result))
    drawn = _drawn(found, state.system.figure, judged=state.system.spread is None)
    return h.div("#chart.pr-spread")[
        _bars(drawn),
        _axis(drawn, language),
        drawn.judged and _key(drawn, language),
        _rank(drawn, language),
        _table(drawn, language),
    ]


def _waiting(*, judged: bool) -> h.Node:
    """As tall as what will stand there, so that nothing below it jumps."""
    lines = (".pr-chart__axis", ".pr-chart__key") if judged else (".pr-chart__axis",)
    return h.fragment[
        h.div(".pr-chart.pr-chart--wait"),
        (h.p(look, aria_hidden="true")[h.span["\N{NO-BREAK SPACE}"]] for look in lines),
    ]


def _drawn(found: Distribution, figure: Figure, *, judged: bool) -> _Drawn:
    bars = found.bars
    border = next((bar.figure for bar in bars if bar.success.weight), bars[-1].figure)
    low = high = 0
    if len(bars) > _FEW and not judged:
        low, high = _rare(bars), _rare(bars[::-1])
    elif len(bars) > _FEW:
        # What lies on the other side of success is never lumped together with it
        low = max(0, min(_rare(bars), _index(bars, border) - 2))
        high = max(0, min(_rare(bars[::-1]), len(bars) - _index(bars, border) - 2))
    kept = bars[low : len(bars) - high]
    if low:
        kept = (_sum(bars[: low + 1], kept[0].figure), *kept[1:])
    if high:
        kept = (*kept[:-1], _sum(bars[len(bars) - high - 1 :], kept[-1].figure))
    open_ends = found.open_ends
    return _Drawn(figure, kept, bool(low) or open_ends, bool(high) or open_ends, judged, found.thrown, found.worse)


def _rare(bars: Sequence[Bar]) -> int:
    """How many of the first bars come, with the one after them, hardly ever."""
    seen = 0
    for place, bar in enumerate(bars):
        seen += bar.chance.weight
        if _RARE * seen > bar.chance.total:
            return max(0, place - 1)
    return 0


def _index(bars: Sequence[Bar], figure: int) -> int:
    return next(place for place, bar in enumerate(bars) if bar.figure >= figure)


def _sum(bars: Sequence[Bar], figure: int) -> Bar:
    total = bars[0].chance.total
    every, made = sum(bar.chance.weight for bar in bars), sum(bar.success.weight for bar in bars)
    return Bar(figure, Chance(every, total), Chance(made, total))


# ---------------------------------------------------------------------------------------------------------- drawing


def _bars(drawn: _Drawn) -> h.Element:
    most = max(bar.chance.weight for bar in drawn.bars)
    wide = 100 / drawn.slots
    gap = 0.12 * wide
    at = None if drawn.thrown is None else drawn.shown_at(drawn.thrown)
    return h.svg(".pr-chart", aria_hidden="true")[
        h.line(".pr-chart__ground", x1="0", x2="100%", y1=str(_HEIGHT), y2=str(_HEIGHT)),
        (_bar(drawn, bar, most, wide - gap, drawn.left(bar.figure) + gap / 2) for bar in drawn.bars),
        drawn.judged and drawn.border is not None and _border(drawn.left(drawn.border)),
        at is not None and _fallen(drawn.left(at) + wide / 2),
    ]


def _bar(drawn: _Drawn, bar: Bar, most: int, wide: float, left: float) -> list[h.Element]:
    """Failures at the bottom, successes upon them."""
    missed = bar.chance.weight - bar.success.weight
    parts = []
    base = float(_HEIGHT)
    for kind, weight in (("ko" if drawn.judged else "any", missed), ("ok", bar.success.weight)):
        if weight:
            tall = _HEIGHT * (weight / most)
            base -= tall
            place = {"x": f"{left:.3f}%", "y": f"{base:.2f}", "width": f"{wide:.3f}%", "height": f"{tall:.2f}"}
            parts.append(h.rect(place, class_=f"pr-chart__{kind}"))
    return parts


def _border(left: float) -> h.Element:
    return h.line(".pr-chart__border", x1=f"{left:.3f}%", x2=f"{left:.3f}%", y1="0", y2=str(_HEIGHT + _FOOT))


def _fallen(middle: float) -> h.Element:
    """A lozenge under the bar; its own coordinates begin at its tip."""
    return h.svg(x=f"{middle:.3f}%", y=str(_HEIGHT + 2), overflow="visible")[
        h.path(".pr-chart__here", d="M0 0l6 6-6 6-6-6z")
    ]


def _said(figure: Figure, value: int) -> Param:
    if value in figure.names:
        return Text(figure.names[value])
    return Signed(value) if figure.signed else value


def _axis(drawn: _Drawn, language: Language) -> h.Element:
    return h.p(".pr-chart__axis", aria_hidden="true")[
        h.span[_end(drawn, 0, language)], h.span[language.say(drawn.figure.label)], h.span[_end(drawn, -1, language)]
    ]


def _end(drawn: _Drawn, place: int, language: Language) -> str:
    value = _said(drawn.figure, drawn.bars[place].figure)
    if place == 0 and drawn.low_open:
        return language.say(text("≤ {figure}", figure=value))
    if place == -1 and drawn.high_open:
        return language.say(text("≥ {figure}", figure=value))
    return language.say(text("{value}", value=value))


def _key(drawn: _Drawn, language: Language) -> h.Element:
    """What the two looks mean, and from where on a throw succeeds."""
    border = drawn.border
    if border is None:
        every = any(bar.success.weight for bar in drawn.bars)
        words = text("Tous les jets réussissent.") if every else text("Aucun jet ne réussit.")
        return h.p(".pr-chart__key")[h.span[mark("ok" if every else "ko"), language.say(words)]]
    begins = text("Réussite dès {figure}", figure=_said(drawn.figure, border))
    return h.p(".pr-chart__key")[
        h.span[mark("ko"), language.say(N_("Échec"))], h.span[mark("ok"), language.say(begins)]
    ]


def _rank(drawn: _Drawn, language: Language) -> h.Node:
    if drawn.thrown is None or drawn.worse is None:
        return None
    figure = _said(drawn.figure, drawn.thrown)
    if drawn.worse.weight:
        share = coarse(drawn.worse, language)
        words = text("Ce jet : {figure}, mieux que {share} des jets", figure=figure, share=share)
        if not drawn.judged:
            words = text("Ce jet : {figure}, plus haut que {share} des jets", figure=figure, share=share)
    elif not drawn.judged:
        words = text("Ce jet : {figure}, aucun jet n’est plus bas", figure=figure)
    else:
        words = text("Ce jet : {figure}, aucun jet n’est moins bon", figure=figure)
    lozenge = h.svg(".pr-chart__lozenge", viewBox="-6 0 12 12", aria_hidden="true")[h.path(d="M0 0l6 6-6 6-6-6z")]
    return h.p(".pr-rank.pr-chart__rank")[lozenge, h.span[language.say(words)]]


def _table(drawn: _Drawn, language: Language) -> h.Element:
    label = language.say(drawn.figure.label)
    return h.div(".pr-sr")[  # around the table, which would take its full height
        h.table[
            h.caption[language.say(N_("Répartition des jets"))],
            h.thead[h.tr[h.th(scope="col")[label], h.th(scope="col")[language.say(N_("Chance"))]]],
            h.tbody[(_row(drawn, place, language) for place in range(len(drawn.bars)))],
        ]
    ]


def _row(drawn: _Drawn, place: int, language: Language) -> h.Element:
    bar = drawn.bars[place]
    last = place == len(drawn.bars) - 1
    here = drawn.thrown is not None and drawn.shown_at(drawn.thrown) == bar.figure
    return h.tr(aria_current="true" if here else None)[
        h.th(scope="row")[_end(drawn, -1 if last else place, language)], h.td[coarse(bar.chance, language)]
    ]

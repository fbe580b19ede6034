"""Every region of the page that follows the state, and which part of the state it follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import htpy as h

from pyroll.app.state import (
    State,
    again,
    known,
    roll_open,
)
from pyroll.app.views import (
    advice,
    chart,
    copy,
    faults,
    foot,
    form,
    odds,
    passing,
    recent,
    result,
    settings,
    shortcuts,
    typed,
    veil,
)
from pyroll.i18n import Language

__all__ = ["changed", "regions"]


class _Regions(NamedTuple):
    """Elements whose ids stand in the page, and all that they are drawn from; None: they stay as they are for now.

    ``late``: nobody looks there first after a throw. They are drawn when the verdict is painted.
    """

    draw: Callable[[State, Language], Iterable[h.Element]]
    parts: Callable[[State], tuple[object, ...] | None]
    late: bool = False


def _weighed(state: State, *names: str) -> tuple[object, ...] | None:
    """These pieces of the chances. What is still to be weighed leaves the page alone: it is a matter of milliseconds,
    or the dashes that say so are there already.
    """
    weighed = known(state)
    if weighed is None:
        return (state.system, None, state.test is not None and state.test.opposed)
    pieces = [getattr(weighed, name) for name in names]
    return None if None in pieces else (state.system, *pieces)


def _with_hand(state: State, name: str) -> tuple[object, ...] | None:
    """This piece, and the throw that stands in it."""
    pieces = _weighed(state, name)
    return None if pieces is None else (*pieces, state.hand if again(state) else None)


# Forms and disclosures are not among them: they keep what a person did.
_ALL = (
    _Regions(lambda *given: [faults.summary(*given)], lambda state: (state.system, state.problems, state.alert)),
    _Regions(faults.messages, lambda state: (state.system, state.problems)),
    _Regions(form.settings_counts, lambda state: (state.system, state.raw)),
    _Regions(result.card, lambda state: (state.hand, state.throws)),
    _Regions(lambda *given: [result.reasons(*given)], lambda state: (state.hand,), late=True),
    _Regions(typed.screen, lambda state: (state.typing, state.screen == "typed")),
    _Regions(lambda *given: [passing.passing(*given)], lambda state: (state.toast,)),
    _Regions(lambda state, language: [shortcuts.shortcuts(language)], lambda state: ()),
    _Regions(lambda *given: [veil.chooser(*given)], lambda state: (state.veil,)),
    _Regions(lambda *given: [foot.roll(*given)], lambda state: (state.ready, state.test, state.hand, state.veil)),
    _Regions(
        lambda *given: [odds.compact(*given), odds.chances(*given)],
        lambda state: _weighed(state, "odds"),
    ),
    _Regions(
        lambda *given: [odds.ladder(*given), *odds.rung_shares(*given)],
        lambda state: _weighed(state, "ladder"),
    ),
    _Regions(lambda *given: [odds.degrees(*given)], lambda state: _with_hand(state, "odds"), late=True),
    _Regions(lambda *given: [chart.chart(*given)], lambda state: _with_hand(state, "shape"), late=True),
    _Regions(lambda *given: [advice.advice(*given)], lambda state: _weighed(state, "odds", "advice")),
    _Regions(lambda *given: [recent.recent(*given)], lambda state: (state.past,), late=True),
    _Regions(
        lambda *given: [copy.bar(*given)],
        lambda state: (state.copy.status, state.copy.listing, state.copy.faults),
    ),
    _Regions(
        lambda *given: [copy.offer(*given)],
        lambda state: (state.copy.update, state.copy.postponed, state.screen == "settings", roll_open(state)),
    ),
    _Regions(
        lambda *given: [
            settings.offline(*given),
            settings.files(*given),
            settings.news(*given),
            settings.home(*given),
        ],
        lambda state: (state.copy, roll_open(state)) if state.screen == "settings" else (),
    ),
)


def regions(state: State, language: Language) -> Iterator[h.Element]:
    """All of them."""
    for part in _ALL:
        yield from part.draw(state, language)


def changed(before: State, after: State, language: Language, *, late: bool) -> Iterator[h.Element]:
    """Those that two states draw differently: those that are drawn at once, or the late ones."""
    for part in _ALL:
        if part.late is late and (parts := part.parts(after)) is not None and parts != part.parts(before):
            yield from part.draw(after, language)

"""Every region of the page that follows the state, and which part of the state it follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import htpy as h

from pyroll.app import views
from pyroll.app.state import (
    State,
    again,
    known,
    roll_open,
)
from pyroll.app.views import faults, foot, form, result, veil
from pyroll.i18n import Language

__all__ = ["STAGES", "changed", "many_fell", "regions"]

STAGES = 3

_AT_ONCE = 12  # dice that are drawn with their verdict


class _Regions(NamedTuple):
    """Elements whose ids stand in the page, and all that they are drawn from; None: they stay as they are for now.

    ``stage``: between two states, whether they are drawn at once (0), once that is painted (1), or last of all (2).
    """

    draw: Callable[[State, Language], Iterable[h.Element]]
    parts: Callable[[State], tuple[object, ...] | None]
    stage: Callable[[State, State], int] = lambda _before, _after: 0


def _last(_before: State, _after: State) -> int:
    """Nobody looks there first after a throw."""
    return 2


def _dice(before: State, after: State) -> int:
    return 1 if many_fell(before, after) else 0


def many_fell(before: State, after: State) -> bool:
    """Whether a throw is of so many dice that its verdict would wait for them to be drawn.

    Only dice that are drawn count: when something shows must not tell what is hidden.
    """
    if after.hand is None or before.throws == after.throws or after.hand.veil == "all":
        return False
    test = after.hand.result.test
    theirs = () if after.hand.veil == "verdict" else test.opponent_faces
    return len(test.faces or ()) + len(theirs) > _AT_ONCE


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
    _Regions(lambda *given: [result.verdict(*given)], lambda state: (state.hand, state.throws)),
    _Regions(result.thrown, lambda state: (state.hand, state.throws), stage=_dice),
    _Regions(lambda *given: [result.reasons(*given)], lambda state: (state.hand,), stage=_last),
    _Regions(lambda *given: [*views.typed.screen(*given)], lambda state: (state.typing, state.screen == "typed")),
    _Regions(lambda *given: [views.passing.passing(*given)], lambda state: (state.toast,)),
    _Regions(lambda state, language: [views.shortcuts.shortcuts(language)], lambda state: ()),
    _Regions(lambda *given: [veil.chooser(*given)], lambda state: (state.veil,)),
    _Regions(lambda *given: [foot.roll(*given)], lambda state: (state.ready, state.test, state.hand, state.veil)),
    _Regions(
        lambda *given: [views.odds.compact(*given), views.odds.chances(*given)],
        lambda state: _weighed(state, "odds"),
    ),
    _Regions(
        lambda *given: [views.odds.ladder(*given), *views.odds.rung_shares(*given)],
        lambda state: _weighed(state, "ladder"),
    ),
    _Regions(lambda *given: [views.odds.degrees(*given)], lambda state: _with_hand(state, "odds"), stage=_last),
    _Regions(lambda *given: [views.chart.chart(*given)], lambda state: _with_hand(state, "shape"), stage=_last),
    _Regions(lambda *given: [views.advice.advice(*given)], lambda state: _weighed(state, "odds", "advice")),
    _Regions(lambda *given: [views.recent.recent(*given)], lambda state: (state.past,), stage=_last),
    _Regions(
        lambda *given: [views.copy.bar(*given)],
        lambda state: (state.copy.status, state.copy.listing, state.copy.faults),
    ),
    _Regions(
        lambda *given: [views.copy.offer(*given)],
        lambda state: (state.copy.update, state.copy.postponed, state.screen == "settings", roll_open(state)),
    ),
    _Regions(
        lambda *given: [
            views.settings.offline(*given),
            views.settings.files(*given),
            views.settings.news(*given),
            views.settings.home(*given),
        ],
        lambda state: (state.copy, roll_open(state)) if state.screen == "settings" else (),
    ),
)


def regions(state: State, language: Language) -> Iterator[h.Element]:
    """All of them."""
    for part in _ALL:
        yield from part.draw(state, language)


def changed(before: State, after: State, language: Language, stage: int) -> Iterator[h.Element]:
    """Those that two states draw differently, and that are drawn at this stage."""
    for part in _ALL:
        if part.stage(before, after) != stage or (parts := part.parts(after)) is None:
            continue
        if parts != part.parts(before):
            yield from part.draw(after, language)

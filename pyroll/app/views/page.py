"""Every region of the page that follows the state, and which part of the state it follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import htpy as h

from pyroll.app.state import State
from pyroll.app.views import faults, foot, form, odds, recent, result
from pyroll.i18n import Language

__all__ = ["changed", "regions"]


class _Regions(NamedTuple):
    """Elements whose ids stand in the page, and all that they are drawn from."""

    draw: Callable[[State, Language], Iterable[h.Element]]
    parts: Callable[[State], tuple[object, ...]]


# Forms and disclosures are not among them: they keep what a person did.
_ALL = (
    _Regions(lambda *given: [faults.summary(*given)], lambda state: (state.system, state.problems, state.alert)),
    _Regions(faults.messages, lambda state: (state.system, state.problems)),
    _Regions(form.settings_counts, lambda state: (state.system, state.raw)),
    _Regions(result.card, lambda state: (state.result, state.throws)),
    _Regions(lambda *given: [foot.roll(*given)], lambda state: (state.ready, state.test, state.result)),
    _Regions(
        lambda *given: [odds.compact(*given), odds.chances(*given), *odds.rung_shares(*given)],
        lambda state: (state.system, state.test, state.weighed),
    ),
    _Regions(lambda *given: [recent.recent(*given)], lambda state: (state.past,)),
)


def regions(state: State, language: Language) -> Iterator[h.Element]:
    """All of them."""
    for part in _ALL:
        yield from part.draw(state, language)


def changed(before: State, after: State, language: Language) -> Iterator[h.Element]:
    """Those that two states draw differently."""
    for part in _ALL:
        if part.parts(before) != part.parts(after):
            yield from part.draw(after, language)

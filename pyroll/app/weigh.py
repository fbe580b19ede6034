"""The chances of the form's test, piece by piece: what was asked for first, the rest while the page breathes.

Nothing here touches a browser; the clock comes in. An answer names the test that it is about, so that the page can
leave aside one that comes too late. ``Turns`` asks for the next slice; the browser's window comes in too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from pyroll.advice import Distribution, Gain, Step, bonuses, distribution, gains, ladder, least, pulled, spending
from pyroll.line import Test
from pyroll.odds import DuelOdds, Odds, odds, prepare

__all__ = ["Advice", "Turns", "Weighed", "Weigher", "weighing"]

AT_ONCE = 8.0
"""A test whose odds take no longer than this (ms) is weighed before anything is painted."""
SLICE = 8.0
"""After so long (ms) the page has its turn."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What decisions are worth: each lever, each number of points, and the bonus that reaches a wanted percentage."""

    gains: tuple[Gain, ...]
    spending: tuple[Step, ...]
    bonuses: tuple[tuple[int, int | None], ...]


@dataclass(frozen=True, slots=True)
class Weighed:
    """What is known of a test's chances. They hold for this very test only.

    A piece is None until it is weighed; a piece that the test does not have is empty: ``shape`` holds at most one
    distribution.
    """

    test: Test
    odds: Odds | DuelOdds
    ladder: tuple[Step, ...] | None = None
    shape: tuple[Distribution, ...] | None = None
    advice: Advice | None = None


# Remembered by the test: the way back, and one step up a ladder that was weighed already, cost nothing.
_odds = lru_cache(maxsize=2048)(odds)
_shape = lru_cache(maxsize=64)(distribution)


def weighing(test: Test) -> Iterator[Weighed | None]:
    """All that is to be weighed of a test before its dice; each step is a short one. The odds come first.

    None while even they are not known: the law of a very large pool takes many steps.
    """
    yield from prepare(test)
    found = Weighed(test, _odds(test))
    if test.opposed:  # nothing but the two sides decides
        found = replace(found, ladder=(), shape=())
        yield found
    else:
        yield found
        rungs = []
        for rung in ladder(test, _odds):
            rungs.append(rung)
            yield found
        found = replace(found, ladder=tuple(rungs))
        yield found
        shape = _shape(test)
        found = replace(found, shape=() if shape is None else (shape,))
        yield found
        if shape is None:  # no die decides: nothing to gain
            yield replace(found, advice=Advice((), (), ()))
            return
    yield from _advised(found)


def _advised(found: Weighed) -> Iterator[Weighed]:
    levers, points, steps = [], [], []
    for _, changed in pulled(found.test):
        for _ in prepare(changed):
            yield found
    for gain in gains(found.test, _odds):
        levers.append(gain)
        yield found
    for point in spending(found.test, _odds):
        points.append(point)
        yield found
    for step in bonuses(found.test, _odds):
        steps.append(step)
        yield found
    wanted = least(tuple(steps)) if steps else ()
    yield replace(found, advice=Advice(tuple(levers), tuple(points), wanted))


class Weigher:
    """Weighs one test at a time, a slice at a time.

    :param now: a clock in milliseconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._steps: Iterator[Weighed | None] = iter(())
        self._found: Weighed | None = None
        self._waited = False  # whether the odds took more than a slice
        self._quick: dict[tuple[str, bool], bool] = {}
        self.test: Test | None = None
        """The test that is weighed, or was."""
        self.busy = False
        """Whether something is still to be weighed."""

    def begin(self, test: Test | None) -> Weighed | None:
        """Weigh this test, and no other any more; its odds at once if such tests have been quick so far."""
        self.test = test
        self.busy = test is not None
        self._steps = iter(()) if test is None else weighing(test)
        self._found = None
        self._waited = False
        return self.go_on() if test is not None and self._quick.get(_kind(test)) else None

    def go_on(self) -> Weighed | None:
        """What is known after one more slice, None where it is nothing yet.

        The odds are given alone, so that the page shows them first.
        """
        began = self._now()
        first = self._found is None
        for found in self._steps:
            took = self._now() - began
            self._found = found
            if found is not None and first:
                self._quick[_kind(found.test)] = took <= AT_ONCE and not self._waited
                return found
            if took > SLICE:
                self._waited = True
                return found
        self.busy = False
        return self._found


def _kind(test: Test) -> tuple[str, bool]:
    return test.system.key, test.opposed


class Turns:
    """Asks the browser for the weigher's next slice, one at a time, until nothing is left to weigh.

    :param proxy: makes a function callable from the browser, for good.
    :param unknown: whether the page has dashes where the chances will be.
    :param found: told of what each slice brought.
    """

    def __init__(
        self,
        window: Any,
        proxy: Callable[[Callable[..., None]], Any],
        weigher: Weigher,
        unknown: Callable[[], bool],
        found: Callable[[Weighed], None],
    ) -> None:
        self._window = window
        self._weigher = weigher
        self._unknown = unknown
        self._found = found
        self._next = proxy(self._take)
        self._painted = proxy(lambda _time: window.setTimeout(self._next, 0))
        self._asked = False

    def soon(self) -> None:
        """Ask for the next slice. The largest pools take a while: what the page says now is painted first."""
        if self._weigher.busy and not self._asked:
            self._asked = True
            if self._unknown():
                self._window.requestAnimationFrame(self._painted)
            else:
                self._window.setTimeout(self._next, 0)

    def _take(self) -> None:
        self._asked = False
        if (found := self._weigher.go_on()) is not None:
            self._found(found)
        else:
            self.soon()

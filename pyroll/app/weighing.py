"""The chances of a test, piece by piece, in short steps: its odds, each rung of its difficulty, the spread of its
throws, and what decisions are worth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from pyroll.advice import bonuses, distribution, gains, ladder, least, pulled, spending
from pyroll.app.weighed import Advice, Weighed
from pyroll.line import Test
from pyroll.odds import odds, prepare

__all__ = ["weighing"]

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

"""Random tests of skill without hypothesis: nothing shrinks, but a hundred of them cost what five drawn ones do.

The same seed gives the same test; a failure says which line it was.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from pyroll.form import Choice, Field, Flag, Number, Written, fields_of
from pyroll.line import Test, write
from pyroll.system import System
from pyroll.systems import flamme


def value(item: Field, rng: random.Random) -> Any:
    """A legal value of a field: its default, a small one, a bound, or any."""
    if rng.random() < 0.4:
        return item.default
    match item.kind:
        case Number(low, high, gaps, optional):
            if optional and rng.random() < 0.3:
                return None
            near = rng.randint(max(low, -4), min(high, 10))
            drawn = rng.choice((near, near, low, high, rng.randint(low, high)))
            return item.default if drawn in gaps else drawn
        case Choice(options):
            return rng.choice(list(options))
        case Flag():
            return rng.random() < 0.5
        case Written() if item.name == "modifiers":
            return flamme.Modifiers(*(rng.choice((0, rng.randint(-4, 4), rng.randint(-10, 10))) for _ in range(3)))
        case _:
            return item.default


def form(kind: type[Any], rng: random.Random) -> Any:
    """A request, or a set of readings."""
    return kind(**{item.name: value(item, rng) for item in fields_of(kind)})


def _request(system: System, readings: Any, opposed: bool, rng: random.Random) -> Any:
    while True:
        request = form(system.request, rng)
        if system.key == "flamme":
            request = _allocated(request, readings, rng)
        # What only the whole request shows (a stock overdrawn, a routine opposed) is refused elsewhere
        if not list(system.check(request, readings, opposed)):
            return request


def _allocated(request: flamme.Request, readings: flamme.Readings, rng: random.Random) -> flamme.Request:
    """Half of the time, points dealt out by hand to the flame dice."""
    flames = flamme.flame_dice_of(request)
    hands: dict[str, Any] = {}
    for name, stock in zip(("raises", "lowers"), flamme.stocks_of(request, readings), strict=True):
        if flames and rng.random() < 0.5:
            points = [0] * flames
            for _ in range(rng.randint(0, stock)):
                points[rng.randrange(flames)] += 1
            hands[name] = tuple(points)
    return replace(request, **hands)


def some_test(system: System, seed: int, *, opposed: bool | None = None) -> Test:
    """A test of this system, not thrown yet; alone or opposed if not told."""
    rng = random.Random(f"{system.key} {seed}")
    readings = form(system.readings, rng)
    against = rng.random() < 0.4 if opposed is None else opposed
    actor = _request(system, readings, against, rng)
    return Test(system, actor, readings, _request(system, readings, against, rng) if against else None)


@contextmanager
def naming(test: Test) -> Iterator[None]:
    """Failures in here say which line they are about."""
    try:
        yield
    except AssertionError as error:
        error.add_note(f"the line: {write(test)}")
        raise

"""Random tests of skill, built from the declarations of the systems' fields and from nothing else.

Only a notation of its own (``Written``) needs a strategy by name: its values are not to be seen in its declaration.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from pyroll.form import Choice, Field, Flag, Number, Written, fields_of
from pyroll.line import Test
from pyroll.system import System
from pyroll.systems import flamme

_part = st.one_of(st.just(0), st.integers(-4, 4))
MODIFIERS = st.one_of(
    st.builds(flamme.Modifiers, _part, _part, _part),
    st.builds(flamme.Modifiers, st.integers(-20, 20), st.integers(-20, 20), st.integers(-10, 10)),
)

# Allocations depend on the rest of the request: they are dealt out afterwards
NOTATIONS = {"modifiers": MODIFIERS, "raises": st.none(), "lowers": st.none()}


def values(item: Field) -> SearchStrategy[Any]:
    """The legal values of a field: the default, small ones and bounds more often than their share."""
    match item.kind:
        case Number(low, high, gaps, optional):
            near = st.integers(max(low, -4), min(high, 10)) if max(low, -4) <= min(high, 10) else st.nothing()
            legal = st.one_of(near, st.sampled_from((low, high)), st.integers(low, high))
            legal = legal.filter(lambda value: value not in gaps)
            drawn = st.one_of(st.none(), legal) if optional else legal
        case Choice(options):
            drawn = st.sampled_from(list(options))
        case Flag():
            drawn = st.booleans()
        case Written():
            drawn = NOTATIONS[item.name]
        case kind:
            raise NotImplementedError(kind)
    return st.one_of(st.just(item.default), drawn)


def forms(form: type[Any]) -> SearchStrategy[Any]:
    """Any legal request, or any set of readings; what single fields allow."""
    return st.builds(form, **{item.name: values(item) for item in fields_of(form)})


@st.composite
def _request(draw: Callable[..., Any], system: System, readings: Any, opposed: bool) -> Any:
    request = draw(forms(system.request))
    if system.key == "flamme":
        request = draw(_allocated(request, readings))
    # What only the whole request shows (a stock overdrawn, a routine opposed): such requests are refused elsewhere
    return draw(st.just(request).filter(lambda one: not list(system.check(one, readings, opposed))))


@st.composite
def _allocated(draw: Callable[..., Any], request: flamme.Request, readings: flamme.Readings) -> flamme.Request:
    """Half of the time, points dealt out by hand to the flame dice."""
    flames = flamme.flame_dice_of(request)
    stocks = flamme.stocks_of(request, readings)
    hands: dict[str, Any] = {}
    for name, stock in zip(("raises", "lowers"), stocks, strict=True):
        if flames and draw(st.booleans()):
            points = [0] * flames
            places = st.lists(st.integers(0, flames - 1), max_size=stock)
            for place in draw(places):
                points[place] += 1
            hands[name] = tuple(points)
    return replace(request, **hands)


@st.composite
def drawn_tests(draw: Callable[..., Any], system: System, *, opposed: bool | None = None) -> Test:
    """A test of this system, not thrown yet; alone or opposed if not told."""
    readings = draw(forms(system.readings))
    against = draw(st.booleans()) if opposed is None else opposed
    actor = draw(_request(system, readings, against))
    opponent = draw(_request(system, readings, against)) if against else None
    return Test(system, actor, readings, opponent)


faces = st.lists(st.integers(-3, 25), max_size=6).map(tuple)
"""Faces as a line may hold them: nobody has asked yet whether a die can show them."""

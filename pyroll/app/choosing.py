"""After the dice fell: who may still spend what on them, and the same faces judged again.

Every choice is a changed request for the same dice; nothing here throws any.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from pyroll.form import Number, fields_of
from pyroll.line import Refusal, Test, read, write
from pyroll.resolve import Contest, Resolved, Single, resolve
from pyroll.system import Choices, SideName

__all__ = [
    "Offer",
    "Spending",
    "chosen",
    "decided",
    "judged",
    "offers",
    "spendings",
    "tapped",
    "unspent",
    "with_request",
]

SIDES: tuple[SideName, SideName] = ("actor", "opponent")


@dataclass(frozen=True, slots=True)
class Offer:
    """Points that one side may still place on its dice; ``key`` tells the offer from others of the same result."""

    key: str
    side: SideName
    choices: Choices


@dataclass(frozen=True, slots=True)
class Spending:
    """Points of a stock that one side may add to its fallen dice.

    ``spent`` of them are in the test already; ``one_more`` is the test with another one, None where there is none to
    spend. ``fewest``: so many in all turn a failure or a defeat into a success, by the test ``enough``.
    """

    key: str
    side: SideName
    label: str
    spent: int
    one_more: Test | None
    fewest: int | None = None
    enough: Test | None = None


def judged(test: Test) -> Resolved | None:
    """The result of a test that holds all its dice, None for any other."""
    result = resolve(test)
    return result if isinstance(result, Single | Contest) else None


def with_request(test: Test, side: SideName, request: Any) -> Test:
    """The same test and dice with one side's request changed."""
    return replace(test, actor=request) if side == "actor" else replace(test, opponent=request)


def unspent(test: Test) -> Test:
    """The test with the points that may be placed on its dice made explicit, none of them placed yet."""
    for side, request in _requests(test):
        test = with_request(test, side, test.system.decided(request, test.readings))
    return test


def decided(result: Resolved) -> Resolved:
    """The same dice, nothing spent on them yet."""
    test = unspent(result.test)
    return result if test == result.test else judged(test) or result


# Several parts of the page ask for the same result's.
@lru_cache(maxsize=32)
def offers(result: Resolved) -> tuple[Offer, ...]:
    """Every stock of points that may be placed on single dice, the actor's first."""
    test = result.test
    found = []
    for side, request in _requests(test):
        throws = _played(result, side).throws
        if throws:
            choices = test.system.choices(request, test.readings, throws, test.opposed)
            found += [Offer(f"{side}-{index}", side, one) for index, one in enumerate(choices)]
    return tuple(found)


def tapped(result: Resolved, key: str, die: int) -> str | None:
    """The line of the same dice with one more point of an offer on this one; None where none can go."""
    taps = ((one, tap) for one in offers(result) if one.key == key for tap in one.choices.taps)
    found = next(((one, tap.request) for one, tap in taps if tap.die == die and tap.request is not None), None)
    return None if found is None else write(with_request(result.test, found[0].side, found[1]))


@lru_cache(maxsize=32)
def spendings(result: Resolved) -> tuple[Spending, ...]:
    """What may be added to the dice as a whole (action points), side by side; nothing where no die fell."""
    test = result.test
    if test.system.spend is None:
        return ()
    return tuple(
        _spending(result, side, request, test.system.spend)
        for side, request in _requests(test)
        if _played(result, side).throws
    )


def _requests(test: Test) -> Iterator[tuple[SideName, Any]]:
    yield "actor", test.actor
    if test.opposed:
        yield "opponent", test.opponent


def _played(result: Resolved, side: SideName) -> Any:
    if isinstance(result, Single):
        return result.played
    return result.actor if side == "actor" else result.opponent


def _spending(result: Resolved, side: SideName, request: Any, name: str) -> Spending:
    test = result.test
    item = next(item for item in fields_of(test.system.request) if item.name == name)
    spent = getattr(request, name)
    further = list(_further(test, side, request, name, item.kind.high if isinstance(item.kind, Number) else spent))
    plain = Spending(f"{side}-spend", side, item.label, spent, further[0] if further else None)
    if _holds(result, side):
        return plain
    for points, asked in enumerate(further, spent + 1):
        again = judged(asked)
        if again is not None and _holds(again, side):
            return replace(plain, fewest=points, enough=asked)
    return plain


def _further(test: Test, side: SideName, request: Any, name: str, most: int) -> Iterator[Test]:
    """The same dice with one more point, two more…, as long as the system lets them be spent."""
    for points in range(getattr(request, name) + 1, most + 1):
        asked = replace(request, **{name: points})
        if any(test.system.check(asked, test.readings, test.opposed)):
            return
        yield with_request(test, side, asked)


def _holds(result: Resolved, side: SideName) -> bool:
    """Whether this side has what it wants: a success, or the opposition won."""
    if isinstance(result, Single):
        return result.played.result.success is not False
    return result.duel.winner == side


def chosen(result: Resolved, line: str) -> Resolved | None:
    """The result that a line asks for, if it is the same dice of the same system judged with other points."""
    test = read(line)
    if isinstance(test, Refusal):
        return None
    now = result.test
    same = (test.system, test.faces, test.opponent_faces) == (now.system, now.faces, now.opponent_faces)
    return judged(test) if same else None

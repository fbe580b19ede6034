"""Our laws against icepool's, a library of exact dice that shares no line with ours.

It knows pools, sums and highest dice of any size, far past what can be thrown one by one; endless dice it cuts at a
depth, which bounds their chances from both sides.
"""

from collections.abc import Callable, Hashable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import icepool
import pytest
from icepool import MultisetEvaluator

from pyroll.dice import Chain, Count, Die, OpenEnded, Total, d
from pyroll.law import Law
from pyroll.line import Refusal, read
from pyroll.odds import DuelOdds, odds
from pyroll.systems.ecor import EVEN, KeepBest, KeepHighest
from pyroll.systems.flames import LOWERING, FlamePool, Stocks
from pyroll.systems.free_law import mean, totals
from pyroll.systems.free_notation import read_dice
from pyroll.systems.tur import DICE

LARGE = (1, 2, 7, 20, 50)


def same(law: Law[Any], theirs: Any, seen: Callable[[Any], Hashable] = lambda outcome: outcome) -> None:
    """The same chances of what is seen of the outcomes."""
    ours = law.map(seen)
    total = theirs.denominator()
    assert {key: Fraction(weight, ours.total) for key, weight in ours.weights.items()} == {
        key: Fraction(weight, total) for key, weight in theirs.items() if weight
    }


def their_die(die: Die) -> Any:
    return icepool.Die(dict(zip(die.faces, die.weights, strict=True)))


# ------------------------------------------------------------------------------------------- dice thrown together


@pytest.mark.parametrize("die", [d(6), d(10), *DICE.values()], ids=lambda die: f"{die.name}{die.weights}")
@pytest.mark.parametrize("count", LARGE)
def test_total(count: int, die: Die) -> None:
    same(Total(count, die).law(), count @ their_die(die))


@pytest.mark.parametrize("count", LARGE)
def test_count(count: int) -> None:
    same(Count(count, d(6), EVEN).law(), count @ icepool.d6.map(lambda face: int(face in EVEN)))


class Evens(MultisetEvaluator[int, int]):
    """How many kept dice are even."""

    def next_state(self, state: Any, order: Any, outcome: int, /, *counts: int) -> int:
        return (state or 0) + (counts[0] if outcome in EVEN else 0)

    def final_outcome(self, final_state: Any, order: Any, outcomes: Any, /, *sizes: Any, **_: Any) -> int:
        return final_state or 0


@pytest.mark.parametrize(("count", "keep"), [(5, 2), (10, 4), (25, 12), (50, 25), (50, 50), (50, 1)])
def test_keep(count: int, keep: int) -> None:
    """Evens among the highest dice; among the best ones, as many as may be kept."""
    pool = icepool.d6.pool(count)
    same(KeepHighest(count, keep).law(), Evens()(pool.highest(keep)), lambda evens: evens.kept)
    same(KeepBest(count, keep).law(), Evens()(pool).map(lambda evens: min(evens, keep)), lambda evens: evens.kept)


@pytest.mark.parametrize(
    ("notation", "theirs"),
    [
        ("4d6kh3", lambda: icepool.d6.highest(4, 3)),
        ("9d10kl4", lambda: icepool.d10.lowest(9, 4)),
        ("20d20kh10", lambda: icepool.d20.highest(20, 10)),
        ("8d6-2d4+3", lambda: 8 @ icepool.d6 - 2 @ icepool.d4 + 3),
        ("2d20kh1+1d6-1", lambda: icepool.d20.highest(2) + icepool.d6 - 1),
    ],
)
def test_free_dice(notation: str, theirs: Callable[[], Any]) -> None:
    dice, die = read_dice(notation), theirs()
    same(totals(dice).law, die)
    assert Fraction(*mean(dice)) == die.mean()


# ------------------------------------------------------------------------------------------------------ endless dice

DEPTH = 6


def chain(sides: int) -> Any:
    """An open-ended die cut after so many further throws; past them it stays where it is."""
    more = icepool.d(sides).explode(depth=DEPTH)
    return icepool.d(sides).map({sides: sides + more, 1: 1 - more})


@pytest.mark.parametrize("sides", [4, 6, 10])
def test_open_ended(sides: int) -> None:
    """At least a total: the cut moves no more chains across it than go on that far."""
    cut, rest = chain(sides), Fraction(1, sides ** (DEPTH + 2))
    for needed in range(-4 * sides, 4 * sides):
        law = OpenEnded(sides, abs(needed)).law()
        ours = Fraction(law.weigh(lambda tally, needed=needed: tally.total >= needed), law.total)
        assert abs(ours - cut.probability(">=", needed)) <= rest


def test_open_ended_within_the_depth() -> None:
    """Told apart no further than the cut, it is the same die."""
    reach = 3 * 10
    cut = chain(10).map(lambda total: max(-reach - 1, min(reach + 1, total)))

    def clipped(tally: Chain) -> int:
        return max(-reach - 1, min(reach + 1, tally.total))

    same(OpenEnded(10, reach).law(), cut, clipped)


@pytest.mark.parametrize("ahead", range(-6, 7))
def test_opposed_endless_dice(ahead: int) -> None:
    """Five points more are five faces; a tie is the actor's."""
    sides = f"patchwork?characteristic={10 + ahead}&opponent.characteristic=10"
    test = read(sides, before=True)
    assert not isinstance(test, Refusal)
    found = odds(test)
    assert isinstance(found, DuelOdds)
    die = chain(10)
    theirs = (die - die).probability(">=", -ahead)
    assert abs(Fraction(found.actor.weight, found.actor.total) - theirs) <= Fraction(1, 10**DEPTH)


# ------------------------------------------------------------------------------------------------------ flame dice

ONE = 1000  # successes and ones in one number: it adds numbers
PLAIN = icepool.Die({0: 2, 1: 2, 2: 1, ONE: 1})
# By face: successes and ones; gains for one point, for two (a raised 3 has one, a 2 two)
WORTH = {1: (ONE, 0, 0), 2: (0, 0, 2), 3: (0, 1, 1), 4: (1, 0, 1), 5: (1, 1, 0), 6: (2, 0, 0)}


class Raised(MultisetEvaluator[int, int]):
    """The player alone: a point was spent on each 3 and 5, then two for each further gain."""

    def __init__(self, raises: int) -> None:
        self.raises = raises

    def next_state(self, state: Any, order: Any, outcome: int, /, *counts: int) -> tuple[int, ...]:
        more = (part * counts[0] for part in WORTH[outcome])
        return tuple(map(sum, zip(state or (0, 0, 0), more, strict=True)))

    def final_outcome(self, final_state: Any, order: Any, outcomes: Any, /, *sizes: Any, **_: Any) -> int:
        fallen, cheap, dear = final_state or (0, 0, 0)
        return int(fallen + min(self.raises, cheap) + min(max(0, self.raises - cheap) // 2, dear))


class Played(MultisetEvaluator[int, int]):
    """The flame dice as the player of single throws leaves them."""

    def __init__(self, plan: FlamePool) -> None:
        self.plan = plan

    def next_state(self, state: Any, order: Any, outcome: int, /, *counts: int) -> tuple[int, ...]:
        return (*(state or ()), *(outcome,) * counts[0])

    def final_outcome(self, final_state: Any, order: Any, outcomes: Any, /, *sizes: Any, **_: Any) -> int:
        successes, ones = self.plan.tally(final_state or ())
        return successes + ONE * ones


def check_flames(plan: FlamePool, flame_dice: Any) -> None:
    """Successes, whether ones exceed them, and whether they are over half the pool then."""

    def seen(successes: int, ones: int) -> tuple[int, bool, bool]:
        more = ones > successes
        return successes, more, more and 2 * ones > plan.count

    theirs = (flame_dice + (plan.count - plan.flames) @ PLAIN).map(lambda both: seen(both % ONE, both // ONE))
    same(plan.law(), theirs, lambda tally: seen(*tally))


@pytest.mark.parametrize(("count", "flames", "raises"), [(20, 10, 6), (12, 12, 30), (30, 15, 11), (9, 3, 1)])
def test_flames_raised(count: int, flames: int, raises: int) -> None:
    plan = FlamePool(count, flames, Stocks(raises, 0), None, None, False, LOWERING, True)
    check_flames(plan, Raised(raises)(icepool.d6.pool(flames)))


@pytest.mark.parametrize("lower_first", [False, True], ids=["raise_first", "lower_first"])
@pytest.mark.parametrize("stocks", [Stocks(6, 4), Stocks(3, 9)], ids=str)
def test_flames_moved_by_both(stocks: Stocks, lower_first: bool) -> None:
    """It counts the throws; each is played for itself."""
    flames = FlamePool(6, 6, stocks, None, None, lower_first, LOWERING, True)
    check_flames(replace(flames, count=14), Played(flames)(icepool.d6.pool(6)))

"""The plans: which dice they ask for, what they tell, and each law against every throw there is."""

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyroll.dice import Chain, Count, Die, Faces, Need, One, OpenEnded, Plan, Total, d
from pyroll.law import Law
from pyroll.systems.ecor import EVEN, KeepBest, KeepHighest
from pyroll.systems.tur import DICE

D6, D10 = d(6), d(10)
LOADED = Die("L", (0, 1, 7), (1, 2, 5))


def throws(plan: Plan[Any], most: int = 99, faces: Faces = ()) -> Iterator[tuple[Faces, int]]:
    """Every complete throw with its weight out of (weights of one die) ** (number of dice); at most ``most`` dice."""
    need = plan.needs(faces)
    if need is None or len(faces) == most:
        yield faces, 1
        return
    for face, weight in zip(need.die.faces, need.die.weights, strict=True):
        for whole, rest in throws(plan, most, (*faces, face)):
            yield whole, weight * rest


def enumerated(plan: Plan[Any], sides: int) -> Counter[Hashable]:
    """Tally -> weight, over a common denominator, from ``needs`` and ``tally`` alone. ``sides``: a die's weight."""
    found = list(throws(plan))
    longest = max(len(faces) for faces, _ in found)
    tallies: Counter[Hashable] = Counter()
    for faces, weight in found:
        tallies[plan.tally(faces)] += weight * sides ** (longest - len(faces))
    return tallies


def check_same(law: Law[Any], tallies: Counter[Hashable]) -> None:
    """Equal as fractions, in whole numbers."""
    total = tallies.total()
    assert sum(law.weights.values()) == law.total
    assert set(law.weights) == set(tallies)
    for tally, weight in law.weights.items():
        assert weight * total == tallies[tally] * law.total, tally


# ----------------------------------------------------------------------------------------------- needs and tally


@pytest.mark.parametrize(
    ("plan", "faces", "need"),
    [
        (One(D10), (), Need(1, D10, "first")),
        (One(D10, "confirm"), (), Need(1, D10, "confirm")),
        (One(D10), (4,), None),
        (Total(2, DICE["zero_to_five"]), (), Need(2, DICE["zero_to_five"], "pool")),
        (Total(2, D6), (3,), Need(1, D6, "pool")),
        (Total(2, D6), (3, 0), None),
        (Count(0, D6, EVEN), (), None),
        (Count(5, D6, EVEN), (1, 2), Need(3, D6, "pool")),
        (KeepBest(3, 1), (1,), Need(2, D6, "pool")),
        (KeepHighest(3, 1), (), Need(3, D6, "pool")),
        (OpenEnded(10, 5), (), Need(1, D10, "first")),
        (OpenEnded(10, 5), (4,), None),
        (OpenEnded(10, 5), (10,), Need(1, D10, "explode")),
        (OpenEnded(10, 5), (10, 10), Need(1, D10, "explode")),
        (OpenEnded(10, 5), (10, 1), None),
        (OpenEnded(10, 5), (10, 9), None),
        (OpenEnded(10, 5), (1,), Need(1, D10, "fall")),
        (OpenEnded(10, 5), (1, 1), None),
        (OpenEnded(10, 5), (1, 10), Need(1, D10, "fall")),
        (OpenEnded(10, 5), (1, 10, 1), None),
        (OpenEnded(10, 5), (1, 10, 10), Need(1, D10, "fall")),
    ],
)
def test_needs(plan: Plan[Any], faces: Faces, need: Need | None) -> None:
    assert plan.needs(faces) == need


@pytest.mark.parametrize(
    ("plan", "faces", "tally"),
    [
        (One(D10), (4,), 4),
        (Total(2, D6), (3, 0), 3),
        (Count(3, D6, EVEN), (2, 3, 6), 2),
        (Count(0, D6, EVEN), (), 0),
        pytest.param(OpenEnded(10, 1), (4,), Chain(4, 4), id="plain"),
        pytest.param(OpenEnded(10, 1), (10, 6), Chain(10, 16), id="R000-45"),
        pytest.param(OpenEnded(10, 1), (10, 10, 1), Chain(10, 21), id="R000-46"),
        pytest.param(OpenEnded(10, 1), (1, 8), Chain(1, -7), id="R000-41"),
        pytest.param(OpenEnded(10, 1), (1, 10, 4), Chain(1, -13), id="R000-42"),
        pytest.param(OpenEnded(10, 1), (1, 1), Chain(1, 0), id="A000-3"),
        pytest.param(KeepBest(3, 1), (5, 5, 2), (1, 1), id="A004-1 best"),
        pytest.param(KeepHighest(3, 1), (5, 5, 2), (1, 0), id="A004-1 highest"),
        pytest.param(KeepHighest(3, 2), (5, 6, 2), (2, 1), id="highest two"),
        pytest.param(KeepHighest(2, 0), (6, 6), (2, 0), id="nothing kept"),
        pytest.param(KeepBest(2, 0), (6, 6), (2, 0), id="nothing kept of the best"),
        pytest.param(KeepBest(2, 5), (6, 6), (2, 2), id="more kept than thrown"),
    ],
)
def test_tally(plan: Plan[Any], faces: Faces, tally: object) -> None:
    assert plan.tally(faces) == tally


# ----------------------------------------------------------------------------------------------------------- laws


@pytest.mark.parametrize("die", [D6, D10, LOADED, *DICE.values()], ids=lambda die: f"{die.name}{die.weights}")
def test_die_and_one(die: Die) -> None:
    assert die.law() == Law(dict(zip(die.faces, die.weights, strict=True)), sum(die.weights))
    check_same(One(die).law(), enumerated(One(die), sum(die.weights)))


@pytest.mark.parametrize("die", [D6, LOADED, *DICE.values()], ids=lambda die: f"{die.name}{die.weights}")
@pytest.mark.parametrize("count", range(4))
def test_total(count: int, die: Die) -> None:
    check_same(Total(count, die).law(), enumerated(Total(count, die), sum(die.weights)))


def test_half_a_d10_is_a_d10_halved_and_rounded_up() -> None:
    """A002-1: the weights are those of the faces 0 to 9."""
    die = DICE["half_d10"]
    assert Counter(-(-face // 2) for face in range(10)) == dict(zip(die.faces, die.weights, strict=True))


@pytest.mark.parametrize("wanted", [EVEN, frozenset({1}), frozenset(), frozenset(range(1, 7))], ids=sorted)
@pytest.mark.parametrize("count", range(5))
def test_count(count: int, wanted: frozenset[int]) -> None:
    check_same(Count(count, D6, wanted).law(), enumerated(Count(count, D6, wanted), 6))


@pytest.mark.parametrize(("count", "keep"), [(n, k) for n in range(5) for k in range(n + 2)])
def test_keep_best(count: int, keep: int) -> None:
    check_same(KeepBest(count, keep).law(), enumerated(KeepBest(count, keep), 6))


@pytest.mark.parametrize(("count", "keep"), [(n, k) for n in range(6) for k in range(n + 2)])
def test_keep_highest(count: int, keep: int) -> None:
    """Its law tells only the evens kept: that is all that a judgement looks at."""
    tallies: Counter[Hashable] = Counter()
    for tally, weight in enumerated(KeepHighest(count, keep), 6).items():
        tallies[tally[1]] += weight  # type: ignore[index]
    check_same(KeepHighest(count, keep).law().map(lambda evens: evens.kept), tallies)


# ----------------------------------------------------------------------------------------------- the endless die


def clipped(tally: Chain, reach: int) -> Chain:
    """Totals past the reach are judged alike."""
    return Chain(tally.first, max(-reach - 1, min(reach + 1, tally.total)))


@pytest.mark.parametrize("sides", [3, 4, 6])
@pytest.mark.parametrize("reach", [0, 1, 2, 3, 4, 5, 6, 7, 11, 12])
def test_open_ended(sides: int, reach: int) -> None:
    """Chains are followed until every unfinished one is past the reach; what is left then counts as one."""
    plan = OpenEnded(sides, reach)
    depth = reach // sides + 3
    tallies: Counter[Hashable] = Counter()
    for faces, weight in throws(plan, depth):
        tallies[clipped(plan.tally(faces), reach)] += weight * sides ** (depth - len(faces))
    check_same(plan.law().map(lambda tally: clipped(tally, reach)), tallies)


@given(st.integers(-60, 60))
def test_open_ended_d10_judges_by_the_published_law(needed: int) -> None:
    """rules.md: C = the open chain; 2–9 plain, 10 -> 10 + C, 1 -> 1 − C (000, "Exact results used")."""

    def chain(least: int) -> tuple[int, int]:
        """P(C ≥ least) as a fraction."""
        over = 1
        while least > 10:
            least, over = least - 10, over * 10
        return (1, over) if least <= 1 else (11 - least, 10 * over)

    one = 10**12
    up, up_over = chain(needed - 10)
    # 1 − C ≥ needed  <=>  C ≤ 1 − needed  <=>  not C ≥ 2 − needed
    fall, fall_over = chain(2 - needed)
    expected = sum(one for face in range(2, 10) if face >= needed)
    expected += one * up // up_over + one - one * fall // fall_over
    law = OpenEnded(10, abs(needed)).law()
    assert law.weigh(lambda tally: tally.total >= needed) * 10 * one == expected * law.total

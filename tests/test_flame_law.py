"""The exact law of flame dice: against the player of single throws on every small pool, and what it costs."""

import sys
from collections import Counter
from collections.abc import Generator, Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyroll.dice import Faces, whole
from pyroll.law import bits_for, unpacked
from pyroll.systems.flame_law import Pool, flame_rows, pool_law
from pyroll.systems.flames import LOWERING, LOWERING_TO_TWO, FlamePool, Stocks

# Each reading of A003-9: who the GM is, and whether a 2 lowered to 1 is a one
READINGS = {"counts": (LOWERING, True), "not_counted": (LOWERING, False), "forbidden": (LOWERING_TO_TWO, True)}
ORDERS = {"raise_first": False, "lower_first": True}

each_reading = pytest.mark.parametrize("reading", READINGS)
each_order = pytest.mark.parametrize("order", ORDERS)


def plan(count: int, flames: int, stocks: Stocks, order: str, reading: str) -> FlamePool:
    return FlamePool(count, flames, stocks, None, None, ORDERS[order], *READINGS[reading])


@cache
def throws(dice: int) -> tuple[tuple[Faces, int], ...]:
    """Every throw that differs from the others by more than its order, and how many orders it has."""
    return tuple(
        (faces, factorial(dice) // prod(factorial(count) for count in Counter(faces).values()))
        for faces in combinations_with_replacement(range(1, 7), dice)
    )


def judged_alike(count: int, tally: Pool) -> Pool:
    """Ones as a fumble tells them apart: no more than the successes; more; and more than half the pool."""
    successes, ones = tally
    if ones <= successes:
        return Pool(successes, 0)
    return Pool(successes, max(successes, count // 2 if 2 * ones > count else 0) + 1)


def one_by_one(pool: FlamePool) -> Counter[Pool]:
    """The law by playing every throw."""
    tallies: Counter[Pool] = Counter()
    for faces, ways in throws(pool.flames):
        for others, more in throws(pool.count - pool.flames):
            tallies[judged_alike(pool.count, pool.tally(faces + others))] += ways * more
    return tallies


def check_law(pool: FlamePool) -> None:
    law = pool.law()
    assert (dict(law.weights), law.total) == (one_by_one(pool), 6**pool.count), pool
    assert sorted(outcome for run in law.runs for outcome in run.outcomes) == sorted(law.weights)
    for run in law.runs:
        assert list(run.outcomes) == sorted(run.outcomes, reverse=True)
        weights = [high - low for low, high in zip(run.below, run.below[1:], strict=False)]
        assert weights == [law.weights[outcome] for outcome in run.outcomes]


def check_rows(pool: FlamePool) -> None:
    """The flame dice alone, with every one that they show in the end."""
    bits = bits_for(6**pool.count)
    rows = whole(
        flame_rows(
            pool.flames,
            *pool.stocks,
            bits,
            lower_first=pool.lower_first,
            to_one=pool.gm.last == 1,
            counted=pool.lowered_counts,
        )
    )
    expected: Counter[Pool] = Counter()
    for faces, ways in throws(pool.count):
        expected[pool.tally(faces)] += ways
    assert expected == {
        Pool(2 * pool.count - short, ones): ways
        for ones, row in enumerate(rows)
        for short, ways in unpacked(row, bits)
    }, pool


@each_order
@each_reading
@pytest.mark.parametrize("flames", range(4))
def test_every_small_pool(flames: int, order: str, reading: str) -> None:
    for raises, lowers in product((0, 1, 2, 3, 5, 20), repeat=2):
        check_law(plan(flames, flames, Stocks(raises, lowers), order, reading))
        check_rows(plan(flames, flames, Stocks(raises, lowers), order, reading))


@each_order
@each_reading
@pytest.mark.parametrize("stocks", [(0, 0), (3, 0), (0, 3), (2, 3), (5, 4)], ids=str)
def test_beside_ordinary_dice(stocks: tuple[int, int], order: str, reading: str) -> None:
    for flames, others in product(range(3), range(4)):
        check_law(plan(flames + others, flames, Stocks(*stocks), order, reading))


@settings(max_examples=20)
@given(
    flames=st.integers(4, 5),
    others=st.integers(0, 1),
    stocks=st.builds(Stocks, st.integers(0, 12), st.integers(0, 12)),
    order=st.sampled_from(list(ORDERS)),
    reading=st.sampled_from(list(READINGS)),
)
def test_some_larger_pools(flames: int, others: int, stocks: Stocks, order: str, reading: str) -> None:
    check_law(plan(flames + others, flames, stocks, order, reading))


@pytest.mark.parametrize(
    ("flames", "stocks"),
    [
        pytest.param(7, Stocks(5, 16), id="seven sixes: 15 points for three successes, or three ones"),
        pytest.param(5, Stocks(3, 4), id="the smallest pool where the points of gains decide"),
        pytest.param(5, Stocks(20, 3), id="more twos than points"),
    ],
)
def test_no_more_ones_than_it_takes(flames: int, stocks: Stocks) -> None:
    """Among equals the GM spends the fewest points, then makes the fewest ones."""
    check_rows(plan(flames, flames, stocks, "lower_first", "counts"))


# ----------------------------------------------------------------------------------------- what a piece of it costs

LARGEST = [
    pytest.param(plan(50, 40, Stocks(26, 25), order, "counts"), id=f"40 of 50, {order}") for order in ORDERS
] + [
    pytest.param(plan(50, 30, Stocks(46, 15), "lower_first", "counts"), id="30 of 50, many raises"),
    pytest.param(plan(50, 30, Stocks(16, 25), "lower_first", "counts"), id="30 of 50, many lowers"),
    pytest.param(plan(50, 50, Stocks(46, 0), "raise_first", "counts"), id="50 of 50, nobody lowers"),
]


def calls_of(pieces: Generator[None, None, Any]) -> Iterator[int]:
    """How many functions each piece calls, Python's own and ours: a measure of work that no busy machine changes."""
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    going = True
    while going:
        calls = 0
        sys.setprofile(count)
        going = next(pieces, "end") != "end"
        sys.setprofile(None)
        yield calls


@pytest.mark.parametrize("pool", LARGEST)
def test_no_piece_is_long(pool: FlamePool) -> None:
    """50 dice and the largest stocks: a page that stops after any piece never stands still for long."""
    longest = max(calls_of(pool.pieces()))
    assert longest < 15_000


def test_pieces_come_to_the_law() -> None:
    stocks = Stocks(5, 4)
    pieces = pool_law(12, 9, *stocks, lower_first=True, to_one=True, counted=True)
    law = plan(12, 9, stocks, "lower_first", "counts").law()
    assert whole(pieces) == law
    assert law.total == 6**12 == sum(law.weights.values())

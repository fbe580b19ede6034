"""Exact distributions: runs, powers, mixtures."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyroll.law import Law, Run, bits_for, certain, law, mixture, ordered, packed, power, unpacked

weights = st.dictionaries(st.integers(0, 12), st.integers(1, 10**6), min_size=1, max_size=8)


def test_law_merges_and_leaves_out_what_never_happens() -> None:
    assert law([("a", 2), ("b", 0), ("a", 1)]) == Law({"a": 3}, 3)


def test_map_and_weigh() -> None:
    die = law((face, 1) for face in range(1, 7))
    assert die.map(lambda face: face % 2) == Law({1: 3, 0: 3}, 6)
    assert die.weigh(lambda face: face > 4) == 2
    assert certain("x") == Law({"x": 1}, 1)


def test_ordered_keeps_its_runs() -> None:
    found = ordered([("a", 2), ("b", 3)], [], [("c", 1)])
    assert found == Law({"a": 2, "b": 3, "c": 1}, 6)
    assert found.runs == (Run(("a", "b"), (0, 2, 5)), Run(("c",), (0, 1)))


@given(
    lengths=st.lists(st.integers(1, 40), min_size=1, max_size=3),
    cuts=st.lists(st.integers(-1, 41), max_size=4),
    seed=st.integers(1, 10**6),
)
def test_along_runs_a_judgement_is_asked_where_it_changes(lengths: list[int], cuts: list[int], seed: int) -> None:
    found = ordered(
        *([((run, place), seed * place % 97 + 1) for place in range(length)] for run, length in enumerate(lengths))
    )
    asked: Counter[tuple[int, int]] = Counter()

    def judge(outcome: tuple[int, int]) -> int:
        asked[outcome] += 1
        return sum(outcome[1] >= cut for cut in cuts)

    assert found.map_runs(judge) == Law(found.map(judge).weights, found.total)
    asked.clear()
    found.map_runs(judge)
    for run, length in enumerate(lengths):
        # Both ends, and at most one look per halving for each change
        assert sum(times for (of, _), times in asked.items() if of == run) <= 2 + 6 * len(set(cuts))
        assert length == 1 or max(asked[run, place] for place in range(length)) == 1


def test_a_judgement_that_never_changes_is_asked_at_the_ends_only() -> None:
    asked = []
    found = ordered([(place, 1) for place in range(1000)]).map_runs(lambda place: bool(asked.append(place)))
    assert (found, sorted(asked)) == (Law({False: 1000}, 1000), [0, 999])


@given(single=weights, count=st.integers(0, 4))
def test_power_is_the_sum_of_independent_outcomes(single: dict[int, int], count: int) -> None:
    sums: Counter[int] = Counter()
    for parts in product(single.items(), repeat=count):
        ways = 1
        for _, weight in parts:
            ways *= weight
        sums[sum(outcome for outcome, _ in parts)] += ways
    total = sum(single.values())
    assert power(Law(single, total), count) == Law(dict(sums), total**count)


@given(weights)
def test_packed_and_unpacked(polynomial: dict[int, int]) -> None:
    bits = bits_for(sum(polynomial.values()))
    assert dict(unpacked(packed(polynomial, bits), bits)) == polynomial


@pytest.mark.parametrize(("largest", "bits"), [(0, 0), (1, 8), (255, 8), (256, 16), (6**20, 56)])
def test_bits_are_whole_bytes(largest: int, bits: int) -> None:
    assert bits_for(largest) == bits


def test_mixture_of_laws_with_different_denominators() -> None:
    """One in three of a coin, two in three of a die."""
    coin, die = law([(0, 1), (1, 1)]), law((face, 1) for face in range(6))
    found = mixture([(1, coin), (2, die)], 3)
    assert found.total == 18
    assert found.weights == {0: 5, 1: 5, 2: 2, 3: 2, 4: 2, 5: 2}

"""The statistics behind luck and fairness: tails as printed in tables, and exact laws of sums."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyroll.stats import MOST_EXACT, chi_square_tail, deviation, gamma_tail, sum_law

# Printed tables of chi-square: degrees of freedom, statistic, tail
TABLE = [
    (1, 3.841, 0.05),
    (1, 6.635, 0.01),
    (1, 0.455, 0.50),
    (2, 5.991, 0.05),
    (3, 7.815, 0.05),
    (4, 13.277, 0.01),
    (5, 11.070, 0.05),
    (5, 15.086, 0.01),
    (5, 1.145, 0.95),
    (9, 16.919, 0.05),
    (9, 2.088, 0.99),
    (9, 27.877, 0.001),
    (10, 18.307, 0.05),
    (19, 30.144, 0.05),
    (19, 7.633, 0.99),
    (19, 36.191, 0.01),
    (30, 43.773, 0.05),
    (100, 124.342, 0.05),
    (100, 70.065, 0.99),
]


@pytest.mark.parametrize(("freedom", "statistic", "tail"), TABLE)
def test_chi_square_as_in_the_tables(freedom: int, statistic: float, tail: float) -> None:
    assert chi_square_tail(statistic, freedom) == pytest.approx(tail, rel=0.002)


@given(st.integers(1, 60), st.floats(0, 300))
def test_even_degrees_of_freedom_have_a_closed_form(half: int, statistic: float) -> None:
    """The tail is that of a Poisson count: e^−x Σ x^k/k!, k < half."""
    x = statistic / 2
    closed = math.fsum(math.exp(k * math.log(x) - x - math.lgamma(k + 1)) for k in range(half)) if x else 1.0
    assert chi_square_tail(statistic, 2 * half) == pytest.approx(closed, rel=1e-9, abs=1e-300)


@given(st.floats(0, 200))
def test_one_degree_of_freedom_is_the_normal_law(statistic: float) -> None:
    assert chi_square_tail(statistic, 1) == pytest.approx(math.erfc(math.sqrt(statistic / 2)), rel=1e-9, abs=1e-300)


@given(st.floats(0.1, 50), st.floats(0.01, 200))
def test_the_gamma_recurrence(shape: float, x: float) -> None:
    """Q(a + 1, x) = Q(a, x) + x^a e^−x / Γ(a + 1)."""
    step = math.exp(shape * math.log(x) - x - math.lgamma(shape + 1))
    assert gamma_tail(shape + 1, x) == pytest.approx(gamma_tail(shape, x) + step, rel=1e-8, abs=1e-13)


@pytest.mark.parametrize(("shape", "x"), [(0, 1), (-1, 1), (1, -1)])
def test_gamma_has_bounds(shape: float, x: float) -> None:
    with pytest.raises(ValueError, match="gamma_tail"):
        gamma_tail(shape, x)


def test_the_ends() -> None:
    assert gamma_tail(3, 0) == 1
    assert chi_square_tail(5000, 5) == pytest.approx(0, abs=1e-300)
    assert 0 <= chi_square_tail(1e-12, 5) <= 1


@given(st.lists(st.fractions(0, 1, max_denominator=40), max_size=8))
def test_the_law_of_a_sum_is_exact(chances: list[Fraction]) -> None:
    law = [Fraction(1)]
    for chance in chances:
        pairs = zip([*law, Fraction(0)], [Fraction(0), *law], strict=True)
        law = [(1 - chance) * here + chance * before for here, before in pairs]
    assert sum_law([float(chance) for chance in chances]) == pytest.approx(
        [float(weight) for weight in law], abs=1e-12
    )


@pytest.mark.parametrize(
    ("chances", "observed", "expected", "variance", "chance"),
    [
        ([0.5] * 10, 8, 5, 2.5, 112 / 1024),
        ([0.5] * 10, 2, 5, 2.5, 112 / 1024),
        ([0.5] * 10, 5, 5, 2.5, 1),
        ([0.1] * 3, 2, 0.3, 0.27, 0.028),
        ([0.2, 0.3], 2, 0.5, 0.37, 0.06),
        ([1.0, 1.0, 0.0], 2, 2, 0, 1),
        ([], 0, 0, 0, 1),
    ],
)
def test_deviations(chances: list[float], observed: int, expected: float, variance: float, chance: float) -> None:
    found = deviation(chances, observed)
    assert found.exact
    assert (found.expected, found.variance, found.chance) == pytest.approx((expected, variance, chance))


def test_many_rolls_are_normal_and_the_two_laws_meet() -> None:
    chances = [0.3, 0.6] * (MOST_EXACT // 2)
    exact = deviation(chances, 195)
    normal = deviation([*chances, 0.5], 195)
    assert (exact.exact, normal.exact) == (True, False)
    assert normal.chance == pytest.approx(exact.chance, abs=0.06)
    assert deviation([1.0] * 500, 500).chance == 1
    assert deviation([1.0] * 500, 400).chance == 0

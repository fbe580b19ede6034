"""Small exact statistics in plain Python: sums of unequal chances, the incomplete gamma function, chi-square."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, exp, fsum, lgamma, log, sqrt

__all__ = ["Deviation", "chi_square_tail", "deviation", "gamma_tail", "sum_law"]

MOST_EXACT = 400
"""Beyond so many chances the law of their sum is taken as normal."""

_CLOSE = 1e-9
_SMALL = 1e-300


def sum_law(chances: Sequence[float]) -> list[float]:
    """The chance of 0, 1, 2… successes among independent attempts with these chances (Poisson's binomial law)."""
    law = [1.0]
    for chance in chances:
        missed = 1.0 - chance
        law = [missed * here + chance * before for here, before in zip([*law, 0.0], [0.0, *law], strict=True)]
    return law


@dataclass(frozen=True, slots=True)
class Deviation:
    """How far a count is from what was to be expected.

    ``chance`` is that of a deviation at least as large, to either side; ``exact`` says whether it was summed up or
    taken from the normal law.
    """

    expected: float
    variance: float
    chance: float
    exact: bool


def deviation(chances: Sequence[float], observed: int) -> Deviation:
    """The deviation of ``observed`` successes among attempts with these chances."""
    expected = fsum(chances)
    variance = fsum(chance * (1.0 - chance) for chance in chances)
    apart = abs(observed - expected)
    if len(chances) <= MOST_EXACT:
        law = sum_law(chances)
        tail = fsum(weight for count, weight in enumerate(law) if abs(count - expected) >= apart - _CLOSE)
        return Deviation(expected, variance, min(1.0, tail), exact=True)
    if not variance:
        return Deviation(expected, variance, 1.0 if apart < _CLOSE else 0.0, exact=False)
    tail = erfc(max(0.0, apart - 0.5) / sqrt(2.0 * variance))  # half a step for the steps of a count
    return Deviation(expected, variance, min(1.0, tail), exact=False)


def gamma_tail(shape: float, x: float) -> float:
    """Q(shape, x): the regularised upper incomplete gamma function, for shape > 0 and x ≥ 0.

    A series below ``shape + 1``, a continued fraction (Lentz) above: each converges fast on its side.

    :raises ValueError: outside of that.
    """
    if shape <= 0 or x < 0:
        raise ValueError(f"gamma_tail({shape!r}, {x!r})")
    if x == 0:
        return 1.0
    scale = exp(shape * log(x) - x - lgamma(shape))
    if x < shape + 1:
        term = total = 1.0 / shape
        step = shape
        while term > total * 1e-17:
            step += 1
            term *= x / step
            total += term
        return max(0.0, 1.0 - scale * total)
    b = x + 1 - shape
    c = 1 / _SMALL
    d = 1 / b
    fraction = d
    for n in range(1, 10_000):
        a = n * (shape - n)
        b += 2
        d = 1 / _apart_from_zero(a * d + b)
        c = _apart_from_zero(b + a / c)
        change = c * d
        fraction *= change
        if abs(change - 1) < 1e-16:
            break
    return min(1.0, scale * fraction)


def _apart_from_zero(value: float) -> float:
    return value if abs(value) > _SMALL else _SMALL


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The chance that chi-square with so many degrees of freedom is at least ``statistic``."""
    return gamma_tail(freedom / 2, statistic / 2)

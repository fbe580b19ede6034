"""Exact distributions: whole-number weights over one denominator, never a float.

A ``Law`` says how often each outcome happens out of ``total`` equally likely cases. Fractions appear only at the
edge, in ``chance``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from math import lcm
from typing import Generic, NamedTuple, TypeVar

__all__ = [
    "Law",
    "Run",
    "Spread",
    "bits_for",
    "certain",
    "law",
    "mixture",
    "ordered",
    "packed",
    "power",
    "unpacked",
]

T = TypeVar("T")
U = TypeVar("U")


class Run(NamedTuple, Generic[T]):
    """Some outcomes of a law from the worst to the best, or from the best to the worst.

    ``below[i]`` is the weight of those before ``outcomes[i]``, and the last one that of them all.
    """

    outcomes: tuple[T, ...]
    below: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Law(Generic[T]):
    """Weights of outcomes; ``total`` is their sum. Outcomes of weight 0 are left out.

    ``runs``, where there are any, put each outcome into one run.
    """

    weights: Mapping[T, int]
    total: int
    runs: tuple[Run[T], ...] = field(default=(), compare=False)

    def map(self, judge: Callable[[T], U]) -> Law[U]:
        """The law of a function of the outcome."""
        merged: dict[U, int] = {}
        for outcome, weight in self.weights.items():
            key = judge(outcome)
            merged[key] = merged.get(key, 0) + weight
        return Law(merged, self.total)

    def map_runs(self, judge: Callable[[T], U]) -> Law[U]:
        """``map``, for a judgement that never comes back, along a run, to what it left.

        Where it is the same at both ends of a stretch it is the same all along: only where it changes is it asked.
        """
        merged: dict[U, int] = {}
        for outcomes, below in self.runs:
            end = len(outcomes) - 1
            last = judge(outcomes[end])
            merged[last] = merged.get(last, 0) + below[end + 1] - below[end]
            low, first = 0, judge(outcomes[0])
            known = [(end, last)]
            while known:
                high, beyond = known[-1]
                if first != beyond and high - low > 1:
                    middle = (low + high) // 2
                    known.append((middle, judge(outcomes[middle])))
                else:  # all but the one at ``high``
                    merged[first] = merged.get(first, 0) + below[high] - below[low]
                    low, first = known.pop()
        return Law({key: weight for key, weight in merged.items() if weight}, self.total)

    def weigh(self, wanted: Callable[[T], bool]) -> int:
        """The weight of the wanted outcomes."""
        return sum(weight for outcome, weight in self.weights.items() if wanted(outcome))


@dataclass(frozen=True, slots=True)
class Spread:
    """A figure that nobody judges: its law, its exact mean (numerator, denominator), and where the law is cut.

    At ``ceiling``, where there is one, stand all figures from there on; the mean knows no ceiling.
    """

    law: Law[int]
    mean: tuple[int, int]
    ceiling: int | None = None


def law(weights: Iterable[tuple[T, int]]) -> Law[T]:
    """A law from outcome-weight pairs; equal outcomes are merged."""
    merged: dict[T, int] = {}
    for outcome, weight in weights:
        if weight:
            merged[outcome] = merged.get(outcome, 0) + weight
    return Law(merged, sum(merged.values()))


def ordered(*runs: list[tuple[T, int]]) -> Law[T]:
    """A law from runs of outcome-weight pairs; no outcome twice, no weight 0."""
    weights = {outcome: weight for run in runs for outcome, weight in run}
    found = tuple(
        Run(tuple(outcome for outcome, _ in run), (0, *accumulate(weight for _, weight in run)))
        for run in runs
        if run
    )
    return Law(weights, sum(run.below[-1] for run in found), found)


def certain(outcome: T) -> Law[T]:
    """The law of what always happens."""
    return Law({outcome: 1}, 1)


def mixture(branches: Iterable[tuple[int, Law[T]]], total: int) -> Law[T]:
    """The law that follows branch ``b`` with chance ``weight / total``; the weights sum to ``total``."""
    listed = list(branches)
    common = lcm(*(branch.total for _, branch in listed))
    merged: dict[T, int] = {}
    for weight, branch in listed:
        scale = weight * (common // branch.total)
        for outcome, inner in branch.weights.items():
            merged[outcome] = merged.get(outcome, 0) + inner * scale
    return Law(merged, total * common)


def power(single: Law[int], count: int) -> Law[int]:
    """The law of the sum of ``count`` independent outcomes (whole numbers, zero or more)."""
    total = single.total**count
    bits = bits_for(total)
    return Law(dict(unpacked(packed(single.weights, bits) ** count, bits)), total)


def packed(weights: Mapping[int, int], bits: int) -> int:
    """A polynomial (power -> coefficient) in one big integer, ``bits`` bits a coefficient (Kronecker substitution).

    Python's own fast multiplication then does convolutions, as long as no coefficient of the result needs more bits.
    """
    return sum(weight << (power * bits) for power, weight in weights.items())


def unpacked(polynomial: int, bits: int) -> Iterator[tuple[int, int]]:
    """The powers and non-zero coefficients of a packed polynomial; ``bits`` is a multiple of 8."""
    step = bits // 8
    data = polynomial.to_bytes(-(-polynomial.bit_length() // bits) * step, "little")
    for power in range(len(data) // step):
        if weight := int.from_bytes(data[power * step : (power + 1) * step], "little"):
            yield power, weight


def bits_for(largest: int) -> int:
    """How many bits a coefficient needs, whole bytes."""
    return -(-largest.bit_length() // 8) * 8

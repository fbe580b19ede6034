"""Exact laws and means of free dice.

**Sum of n dice.** The coefficients of ((1 − x^s) / (1 − x))^n follow from one another: its derivative gives each from
three earlier ones, so that 100 dice of 100 sides are a matter of milliseconds.

**Sum of exploding dice.** The highest face is thrown again and added, so a die is worth s·k + r: k explosions and a
last face r from 1 to s − 1, independent of each other. Over n dice the explosions K are negative binomial and the
last faces R a plain sum, so P(total = t) = Σ_k P(R = t − s·k) · C(k + n − 1, n − 1) / s^(n + k), whole numbers over
one denominator. With all of K ≤ D told apart, every total below s·(D + 1) + n is exact, and the endless rest is one
outcome at that ceiling. It is set so high that less than one throw in a million gets there.

**Highest k of n.** Let v be the lowest face kept: r < k dice show more, and among the n − r others at least k − r
show v, in w = Σ_j C(n − r, j)·(v − 1)^j ways, j ≤ n − k dice being lower. Hence the polynomial
Σ_v x^(v·k) Σ_r C(n, r)·w·(x + … + x^(s−v))^r, by Horner's rule and packed into one number.

**Best k of n exploding dice.** Values are placed from the best down. While fewer than k dice are placed, their sum is
all that is remembered; the value that completes the k leaves the other dice anywhere below.

**Mean of the best k.** It is Σ_v E[min(k, N_v)], N_v being how many dice show v or more: a polynomial in the
chance p_v of one die, Σ_i a_i·p_v^i, with a_1 = n and a_i = (−1)^(i−k)·C(n, i)·C(i − 2, k − 1) for i > k. For an
exploding die p = q/s · s^(−j) over q = 1…s and j = 0, 1…: the sum over j is a geometric series, and the mean needs
no ceiling.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb, gcd
from typing import NamedTuple, TypeAlias

from pyroll.law import Law, bits_for, certain, law, unpacked
from pyroll.systems.free_notation import Dice, Group

__all__ = ["MOST_TOTALS", "Totals", "mean", "too_large", "totals"]

# Less than one throw in so many reaches the ceiling because of one group: one in a million for all the ten.
_RARE = 10**7

MOST_TOTALS = 10_000
"""How far apart the highest and the lowest total of an expression may lie."""

# What else takes long, bounded so that a law takes no more than a third of a second: bits of laws to be added, and
# bytes moved while polynomials grow.
_MOST_BITS = 3 * 10**6
_MOST_MOVED = 15 * 10**8


@dataclass(frozen=True, slots=True)
class Totals:
    """The law of a total. At ``ceiling``, where there is one, stand all totals from there on."""

    law: Law[int]
    ceiling: int | None = None


def totals(dice: Dice) -> Totals:
    """The exact law of what the dice and the constant come to."""
    reaches = _reaches(dice)
    found = [_group(group, reach) for group, reach in zip(dice.groups, reaches, strict=True)]
    whole = certain(dice.constant)
    for group, one in zip(dice.groups, found, strict=True):
        whole = _plus(whole, one.law if group.sign > 0 else one.law.map(lambda total: -total))
    # Below each group's ceiling with the others at their least, no group has passed its own.
    least = dice.constant + sum(_bounds(group)[0] for group in dice.groups)
    ceilings = [
        least - _bounds(group)[0] + one.ceiling
        for group, one in zip(dice.groups, found, strict=True)
        if one.ceiling is not None
    ]
    if not ceilings:
        return Totals(whole)
    ceiling = min(ceilings)
    return Totals(whole.map(lambda total: min(total, ceiling)), ceiling)


def _bounds(group: Group) -> tuple[int, int]:
    """The least that a group adds, and the most; exploding dice hardly ever add more (``_RARE``)."""
    most = group.kept * group.sides
    if group.explodes and group.kept:
        most = group.kept * (group.sides - 1) + group.sides * _most_explosions(group)
    return (group.kept, most) if group.sign > 0 else (-most, -group.kept)


def _reaches(dice: Dice) -> tuple[int, ...]:
    """How far each group's own law must tell totals apart, for the whole one to do so up to the most of all."""
    bounds = [_bounds(group) for group in dice.groups]
    most, least = sum(high for _, high in bounds), sum(low for low, _ in bounds)
    return tuple(most - (least - low) for low, _ in bounds)


def _plus(left: Law[int], right: Law[int]) -> Law[int]:
    """The law of the sum of two independent totals."""
    if len(left.weights) == 1:
        ((known, _),) = left.weights.items()
        return right.map(lambda total: known + total)
    total = left.total * right.total
    bits = bits_for(total)
    found = unpacked(_polynomial(left, bits) * _polynomial(right, bits), bits)
    low = min(left.weights) + min(right.weights)
    return Law({low + distance: weight for distance, weight in found}, total)


def _polynomial(one: Law[int], bits: int) -> int:
    """A law of totals without great gaps as a packed polynomial, its lowest total first."""
    low, high = min(one.weights), max(one.weights)
    parts = (one.weights.get(value, 0).to_bytes(bits // 8, "little") for value in range(low, high + 1))
    return int.from_bytes(b"".join(parts), "little")


def _group(group: Group, reach: int) -> Totals:
    """A group's own law, whatever its sign; where it explodes, exact up to ``reach``."""
    count, sides, kept = group.count, group.sides, group.kept
    if kept == 0:
        return Totals(certain(0))
    if group.explodes:
        return _exploding_sum(group, reach) if kept == count else _exploding_best(group, reach)
    if kept == count:
        return Totals(_sum(count, sides))
    best = _highest(count, sides, kept)
    # The lowest of dice turned upside down are their highest.
    return Totals(best if group.highest else best.map(lambda total: kept * (sides + 1) - total))


def _sum(count: int, sides: int) -> Law[int]:
    """The law of the sum of dice numbered from 1."""
    ways = [1]  # by the sum's distance from its least
    top = count * (sides - 1)
    for t in range(top // 2):
        later = (t + count) * ways[t]
        if t + 1 >= sides:
            later += (t + 1 - sides - count * sides) * ways[t + 1 - sides]
        if t >= sides:
            later += (count * (sides - 1) - t + sides) * ways[t - sides]
        ways.append(later // (t + 1))
    ways += ways[: top + 1 - len(ways)][::-1]  # as many ways from the top as from the bottom
    return Law({count + distance: way for distance, way in enumerate(ways)}, sides**count)


def _most_explosions(group: Group) -> int:
    """How many explosions all dice of a group together hardly ever exceed (``_RARE``)."""
    count, sides = group.count, group.sides
    explosions = 0
    more = sides**count - (sides - 1) ** count  # the throws with more, out of sides^(count + explosions)
    while more * _RARE > sides ** (count + explosions):
        explosions += 1
        more = more * sides - comb(explosions + count - 1, explosions) * (sides - 1) ** count
    return explosions


def _exploding_sum(group: Group, reach: int) -> Totals:
    count, sides = group.count, group.sides
    depth = -(-(reach - count) // sides)
    ceiling = sides * (depth + 1) + count
    total = sides ** (count + depth)
    weights: dict[int, int] = {}
    last_faces = _sum(count, sides - 1).weights
    for k in range(depth + 1):
        way = comb(k + count - 1, k) * sides ** (depth - k)
        for faces, ways in last_faces.items():
            value = sides * k + faces
            if value >= ceiling:
                break
            weights[value] = weights.get(value, 0) + ways * way
    weights[ceiling] = total - sum(weights.values())
    return Totals(Law(weights, total), ceiling)


def _highest(count: int, sides: int, kept: int) -> Law[int]:
    """The law of the sum of the ``kept`` highest of ``count`` plain dice, 0 < kept < count."""
    total = sides**count
    bits = bits_for(total)
    done = 0
    for lowest in range(1, sides + 1):
        above = sides - lowest
        sums = 0
        for higher in range(kept - 1 if above else 0, -1, -1):
            others = count - higher
            ways = sum(comb(others, lower) * (lowest - 1) ** lower for lower in range(count - kept + 1))
            sums = (_repeated(sums, above, bits) << bits) + comb(count, higher) * ways
        done += sums << (lowest - 1) * kept * bits
    return Law({kept + beyond_least: weight for beyond_least, weight in unpacked(done, bits)}, total)


def _repeated(polynomial: int, times: int, bits: int) -> int:
    """A packed polynomial times 1 + x + … + x^(times − 1), by doubling."""
    found, place, length = 0, 0, 1
    while times:
        if times % 2:
            found += polynomial << place * bits
            place += length
        polynomial += polynomial << length * bits
        length *= 2
        times //= 2
    return found


def _exploding_best(group: Group, reach: int) -> Totals:
    """Values are placed from the best down, by how many dice are placed already."""
    sides, count, kept = group.sides, group.count, group.kept
    depth = -(-(reach - kept) // sides)
    beyond = sides * depth + 1  # stands for everything from there on
    values = [(sides * k + face, sides ** (depth - 1 - k)) for k in range(depth) for face in range(1, sides)]
    values.append((beyond, 1))
    left = sides**depth
    total = left**count
    bits = bits_for(total)
    partial = [1] + [0] * (kept - 1)  # by dice placed: their sums, all better than the values to come
    done = 0
    for value, weight in values[::-1] if group.highest else values:
        left -= weight
        shift = (value - 1) * bits
        for placed in range(kept - 1, -1, -1):
            sums, rest, missing = partial[placed], count - placed, kept - placed
            if not sums:
                continue
            ways = sum(comb(rest, here) * weight**here * left ** (rest - here) for here in range(missing))
            done += (sums * ((weight + left) ** rest - ways)) << shift * missing
            for here in range(1, missing):
                partial[placed + here] += (sums * (comb(rest, here) * weight**here)) << shift * here
    ceiling = beyond + kept - 1  # one die beyond, the others at 1
    found = ((min(kept + beyond_least, ceiling), weight) for beyond_least, weight in unpacked(done, bits))
    return Totals(law(found), ceiling)


# --------------------------------------------------------------------------------------------------------- too large


def too_large(dice: Dice) -> bool:
    """Whether the exact law would take too long; the estimate reads the bounds only."""
    sizes = [_size(group, reach) for group, reach in zip(dice.groups, _reaches(dice), strict=True)]
    span, bits = sum(size.span for size in sizes), sum(size.bits for size in sizes)
    return (
        span > MOST_TOTALS
        or (len(sizes) > 1 and span * bits > _MOST_BITS)
        or any(_moved(group, size) > _MOST_MOVED for group, size in zip(dice.groups, sizes, strict=True))
    )


class _Size(NamedTuple):
    """Of a law: about how many totals, how many bits a weight, and how many values one die has."""

    span: int
    bits: int
    values: int


def _size(group: Group, reach: int) -> _Size:
    one = group.sides.bit_length()
    if not group.explodes:
        return _Size(group.kept * (group.sides - 1), group.count * one, group.sides)
    depth = reach // group.sides + 1
    bits = (group.count + depth if group.kept == group.count else group.count * depth) * one
    return _Size(reach, bits, depth * group.sides)


def _moved(group: Group, size: _Size) -> int:
    if group.kept == group.count:
        return 0
    polynomial = size.span * size.bits // 16  # half as long on the way as in the end
    if not group.explodes:
        return group.sides * group.kept * group.sides.bit_length() * polynomial
    # An exploding die's weights are large numbers themselves, and multiplied.
    return size.values * group.kept**2 // 2 * polynomial * (5 + size.bits // 40)


# ---------------------------------------------------------------------------------------------------------- means

Ratio: TypeAlias = "tuple[int, int]"  # fractions.Fraction would bring decimal with it, at the page's start


def mean(dice: Dice) -> Ratio:
    """The exact mean of the total, as numerator and denominator in lowest terms."""
    found: Ratio = (dice.constant, 1)
    for group in dice.groups:
        found = _added(found, _mean(group), group.sign)
    return found


def _added(left: Ratio, right: Ratio, factor: int) -> Ratio:
    """left + factor · right."""
    above, below = left[0] * right[1] + factor * right[0] * left[1], left[1] * right[1]
    common = gcd(above, below)
    return above // common, below // common


def _mean(group: Group) -> Ratio:
    if group.highest:
        return _mean_of_best(group, group.kept)
    return _added(_mean_of_best(group, group.count), _mean_of_best(group, group.count - group.kept), -1)


def _mean_of_best(group: Group, kept: int) -> Ratio:
    count, sides = group.count, group.sides
    found: Ratio = (0, 1)
    if kept:
        for exponent, factor in _coefficients(count, kept):
            scale = sides**exponent
            chances = sum(faces**exponent for faces in range(1, sides + 1))
            found = _added(found, (chances, scale - 1 if group.explodes else scale), factor)
    return found


def _coefficients(count: int, kept: int) -> Iterator[tuple[int, int]]:
    """E[min(kept, N)] for a binomial N, as a polynomial in the chance of one: exponents and factors."""
    yield 1, count
    for i in range(kept + 1, count + 1):
        yield i, (-1) ** (i - kept) * comb(count, i) * comb(i - 2, kept - 1)

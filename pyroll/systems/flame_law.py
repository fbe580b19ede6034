"""Exact odds of flame dice, both movers playing at best (rules R003-24 to R003-28, reading A003-8).

``flames.py`` plays given dice; this file counts all dice at once. It rests on two facts, which the tests check
against ``flames.py`` on every small pool.

**Depth.** Count how deep a die has been moved from the face where its mover gains nothing: a raised die from 3
(4, 5, 6 are 1, 2, 3 deep), a lowered one from 6 (5, 4, 3, 2 are 1, 2, 3, 4 deep). Odd depths hold a cheap gain and
every two steps a dear one, so ``depth = 2 × dear + cheap`` summed over the dice, wherever the points went. What a
reply of K points leaves is therefore ``(depth − K + 1) // 2`` while cheap < K, and ``cheap + dear − K`` beyond: the
first mover needs only the deepest and the most gainful use of the points, and keeps the better of the two.

**Sure losses.** Only in ``lower_first`` can it pay to lower dice to 1, where no raise brings them back: each is worth
2 whatever the reply, and is worth doing only if the reply would undo everything else.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

from pyroll.law import Law, bits_for, law, packed, unpacked

__all__ = ["flame_law", "pool_law"]

# (successes, ones) and the number of throws of the flame dice that end there.
Weighted = tuple[tuple[int, int], int]


def flame_law(
    dice: int, raises: int, lowers: int, *, lower_first: bool, to_one: bool, counted: bool
) -> Law[tuple[int, int]]:
    """The law of (successes, ones) of flame dice.

    ``to_one``: a 2 can be lowered to 1 (A003-9); ``counted``: it then counts among the ones.
    """
    # With only one mover the order is nothing; and a lone GM lowers no die to 1, since it costs a success to nobody.
    if lower_first and raises and lowers:
        return law(_lowered_first(dice, raises, lowers, to_one=to_one, counted=counted))
    return law(_raised_first(dice, raises, lowers) if lowers else _raised(dice, raises))


def _raised(dice: int, raises: int) -> Iterator[Weighted]:
    """The player alone: a point on each 3 and 5 first, then two points for each gain that is left.

    Counted are the successes that a pool of sixes would have over this one, ``short``. Once the cheap gains are
    taken, a 4, like a 3 raised to 4, is one dear gain short of it, and a 2 is two.
    """
    bits = bits_for(6**dice)
    one_or_none, up_to_two = [1], [1]  # (1 + x) ** k and (1 + x + x²) ** k, packed: dear gains of k dice
    for _ in range(dice):
        one_or_none.append(one_or_none[-1] + (one_or_none[-1] << bits))
        up_to_two.append(up_to_two[-1] + (up_to_two[-1] << bits) + (up_to_two[-1] << 2 * bits))
    for ones in range(dice + 1):
        live = dice - ones
        short = 0
        for odd in range(live + 1):
            dear = comb(live, odd) * one_or_none[odd] * up_to_two[live - odd]
            taken = max(0, raises - odd) // 2
            # The first ``taken`` dear gains leave nothing short: their ways are added up
            part = dear & ((1 << (taken + 1) * bits) - 1)
            left = (part % ((1 << bits) - 1)) + (dear >> (taken + 1) * bits << bits)
            short += left << max(0, odd - raises) * bits
        for missing, ways in unpacked(short, bits):
            yield (2 * live - missing, ones), comb(dice, ones) * ways


def _raised_first(dice: int, raises: int, lowers: int) -> Iterator[Weighted]:
    """Classes of throws: ones, odd dice (3 or 5), twos, the others (4 or 6); ``low`` of them are a 3 or a 4."""
    for ones in range(dice + 1):
        live = dice - ones
        for odd in range(live + 1):
            for twos in range(live - odd + 1):
                deep = live - twos
                ways = comb(dice, ones) * comb(live, odd) * comb(live - odd, twos)
                for low in range(deep + 1):
                    dear = 2 * twos + low
                    gainful = 2 * live - odd - dear + min(raises, odd) + min(max(0, raises - odd) // 2, dear)
                    deepest = _deepest(raises, room=odd + 2 * low, full=3 * deep, twos=twos)
                    kept = max(0, (deepest - lowers + 1) // 2, gainful - lowers)
                    yield (kept, ones), ways * comb(deep, low)


def _deepest(points: int, *, room: int, full: int, twos: int) -> int:
    """The deepest use of the player's points; a 2 takes one point before it goes anywhere."""
    if points <= room:
        return full - room + points
    left = points - room
    return full + min(3 * twos, 3 * (left // 4) + max(0, left % 4 - 1))


def _lowered_first(dice: int, raises: int, lowers: int, *, to_one: bool, counted: bool) -> Iterator[Weighted]:
    """Every multiset of faces; successes are what the player can bring back."""
    for counts, ways in _multisets(dice):
        live = dice - counts[0]
        kept, dead = (
            _gm_keeps(counts, live, raises, lowers) if to_one else (_at_best(counts, live, raises, lowers), 0)
        )
        yield (2 * live - kept, counts[0] + (dead if counted else 0)), ways


def _multisets(dice: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """How many dice show 1, 2, … 6, and in how many throws."""
    for one in range(dice + 1):
        for two in range(dice - one + 1):
            for three in range(dice - one - two + 1):
                left3 = dice - one - two - three
                ways3 = comb(dice, one) * comb(dice - one, two) * comb(dice - one - two, three)
                for four in range(left3 + 1):
                    ways4 = ways3 * comb(left3, four)
                    for five in range(left3 - four + 1):
                        six = left3 - four - five
                        yield (one, two, three, four, five, six), ways4 * comb(left3 - four, five)


def _at_best(counts: tuple[int, ...], live: int, raises: int, lowers: int) -> int:
    """What the GM takes for good without making ones."""
    _, two, three, four, five, six = counts
    depth = 4 * two + 3 * three + 2 * four + five
    deepest = min(depth + lowers, 4 * live)
    cheap, dear = four + six, five + six
    gainful = 2 * live - cheap - dear + min(lowers, cheap) + min(max(0, lowers - cheap) // 2, dear)
    return max(0, (deepest - raises + 1) // 2, gainful - raises)


def _gm_keeps(counts: tuple[int, ...], live: int, raises: int, lowers: int) -> tuple[int, int]:
    """What the GM takes for good, and how many new ones that makes."""
    taken = _at_best(counts, live, raises, lowers)
    dead, cost = _dead(counts, lowers)
    if 2 * dead > taken or (2 * dead == taken > 0 and cost < _least_points(counts, live, raises, taken)):
        return 2 * dead, dead
    return taken, 0


def _dead(counts: tuple[int, ...], lowers: int) -> tuple[int, int]:
    """The most dice that can be lowered to 1, and the points that it takes: the lowest first."""
    dead = spent = 0
    for price, count in enumerate(counts[1:], start=1):
        more = min(count, (lowers - spent) // price)
        dead += more
        spent += more * price
    return dead, spent


def _least_points(counts: tuple[int, ...], live: int, raises: int, taken: int) -> int:
    """The fewest points with which the GM takes this much without making ones."""
    _, two, three, four, five, six = counts
    depth = 4 * two + 3 * three + 2 * four + five
    cheap, dear = four + six, five + six
    ways = []
    deeper = max(0, 2 * taken - 1 + raises - depth)
    if depth + deeper <= 4 * live:
        ways.append(deeper)
    more = max(0, taken + raises - (2 * live - cheap - dear))
    if more <= cheap + dear:
        ways.append(more if more <= cheap else cheap + 2 * (more - cheap))
    return min(ways)


def pool_law(count: int, flames: int, of_flames: Law[tuple[int, int]]) -> Law[tuple[int, int]]:
    """The law of (successes, ones) of a pool of ``count`` dice with these flame dice among them.

    Ones are told apart only as far as any reading does: no more than the successes, or more, and then more than half
    of the pool or not. The number given is the least that is judged alike.
    """
    width = 2 * count + 1  # successes run from 0 to 2 per die
    bits = bits_for(6**count)
    flat = {successes + width * ones: ways for (successes, ones), ways in of_flames.weights.items()}
    ordinary = {0: 2, 1: 2, 2: 1, width: 1}  # R003-5 to R003-7: 2 and 3, 4 and 5, 6; and the 1
    product = packed(flat, bits) * packed(ordinary, bits) ** (count - flames)
    half = count // 2
    few = more = most = 0
    for ones in range(count + 1):
        row = product >> ones * width * bits & (1 << width * bits) - 1
        over = row & (1 << ones * bits) - 1  # fewer successes than ones
        few += row - over
        if ones > half:
            most += over
        else:
            more += over
    return law(
        [
            *(((successes, 0), ways) for successes, ways in unpacked(few, bits)),
            *(((successes, successes + 1), ways) for successes, ways in unpacked(more, bits)),
            *(((successes, max(successes, half) + 1), ways) for successes, ways in unpacked(most, bits)),
        ]
    )

"""Exact odds of flame dice, both movers playing at best (rules R003-24 to R003-28, reading A003-8).

``flames.py`` plays given dice; this file counts all dice at once. It rests on four facts, which the tests check
against ``flames.py`` on every small pool.

**Depth.** Count how deep a die has been moved from the face where its mover gains nothing: a raised die from 3
(4, 5, 6 are 1, 2, 3 deep), a lowered one from 6 (5, 4, 3, 2 are 1, 2, 3, 4 deep). Odd depths hold a cheap gain and
every two steps a dear one, so ``depth = 2 × dear + cheap`` summed over the dice, wherever the points went. What a
reply of K points leaves is therefore ``(depth − K + 1) // 2`` while cheap < K, and ``cheap + dear − K`` beyond: the
first mover needs only the deepest and the most gainful use of the points, and keeps the better of the two.

**Twos.** A 2 gives no success and costs the player most to raise, the GM nothing to lower: how many twos there are
beside the other dice changes the end only up to a small number of them. So the throws are counted by the dice that
show 3 to 6, each time with what happens from so many twos on (``Step``).

**Pairs.** Without new ones, a 3 and a 6 are to the GM what a 4 and a 5 are. Only three numbers count: how many dice
show 3 or 5 (odd), 4 or 6 (cheap), 5 or 6 (dear).

**Sure losses.** Only in ``lower_first`` can it pay to lower dice to 1, where no raise brings them back: each is worth
2 whatever the reply, and is worth doing only if the reply would undo everything else. It pays the less, the more
twos there are, each of which takes a point first. Among dice alike by pairs it pays the more, the more of them show 3
and 6: lowered to 1 they take 2 and 5 points, a 4 and a 5 take 3 and 4, so the first is dead sooner, and both as soon.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Iterator
from itertools import accumulate
from math import comb
from typing import NamedTuple, TypeAlias

from pyroll.law import Law, bits_for, ordered, unpacked

__all__ = ["Pool", "flame_rows", "pool_law"]


class Pool(NamedTuple):
    """A tally: successes and ones once the flame dice have been moved."""

    successes: int
    ones: int


class Step(NamedTuple):
    """What happens from so many twos on. ``dead``: dice lowered to 1 beside the twos, all of which are (so it is
    negative where the points do not suffice for all the twos); None where no die is lowered to 1.
    """

    twos: int
    successes: int
    dead: int | None = None


# How many dice show 3 to 6, in how many ways, and what happens.
Case: TypeAlias = "tuple[int, int, list[Step]]"

# By number of ones: a packed polynomial in what successes are short of all dice showing 6.
Rows: TypeAlias = list[int]


def _raised(dice: int, raises: int, bits: int) -> Generator[None, None, Rows]:
    """The player alone: a point on each 3 and 5 first, then two points for each gain that is left.

    Once the cheap gains are taken, a 4, like a 3 raised to 4, is one dear gain short of a 6, and a 2 is two.
    """
    one_or_none, up_to_two = [1], [1]  # (1 + x) ** k and (1 + x + x²) ** k: dear gains of k dice
    for _ in range(dice):
        one_or_none.append(one_or_none[-1] + (one_or_none[-1] << bits))
        up_to_two.append(up_to_two[-1] + (up_to_two[-1] << bits) + (up_to_two[-1] << 2 * bits))
    rows = []
    for ones in range(dice + 1):
        live = dice - ones
        short = 0
        for odd in range(live + 1):
            dear = comb(live, odd) * one_or_none[odd] * up_to_two[live - odd]
            if odd >= raises:
                short += dear << (odd - raises) * bits
                continue
            # The first ``taken`` dear gains leave nothing short: their ways are added up
            taken = (raises - odd) // 2
            part = dear & ((1 << (taken + 1) * bits) - 1)
            short += (part % ((1 << bits) - 1)) + (dear >> (taken + 1) * bits << bits)
        rows.append(comb(dice, ones) * short << 2 * ones * bits)
        yield
    return rows


def _raised_first(dice: int, raises: int, lowers: int) -> Iterator[Case]:
    """The player, then the GM. Of the dice that show 3 to 6 some are odd (3, 5) and some low (3, 4)."""
    for rest in range(dice + 1):
        for odd in range(rest + 1):
            for low in range(rest + 1):
                room = odd + 2 * low
                left = max(0, raises - room)
                steps = []
                for twos in range(min(dice - rest, (left + 3) // 4) + 1):
                    # A 2 takes one point before it goes anywhere
                    deepest = 3 * rest - room + min(raises, room) + min(3 * twos, left - (left + 3) // 4)
                    gains = min(raises, odd) + min(max(0, raises - odd) // 2, low + 2 * twos)
                    gainful = 2 * rest - odd - low + gains
                    steps.append(Step(twos, max(0, (deepest - lowers + 1) // 2, gainful - lowers)))
                yield rest, comb(rest, odd) * comb(rest, low), steps


class Pairs(NamedTuple):
    """Dice that show 3 to 6: how many are odd (3, 5), cheap to lower (4, 6), dear to lower (5, 6)."""

    odd: int
    cheap: int
    dear: int

    @property
    def least(self) -> int:
        """What they take from two successes a die, as they fell."""
        return 2 * self.odd + self.cheap - self.dear

    @property
    def room(self) -> int:
        """How much deeper they can go: down to 2."""
        return 2 * self.cheap + 2 * self.dear + self.odd


def _taken(pairs: Pairs, raises: int, lowers: int) -> int:
    """What the GM takes from them for good without making ones; less than 0: twos, too, are raised."""
    odd, cheap, dear = pairs
    deepest = (min(lowers, pairs.room) - odd - raises + 1) // 2
    gainful = min(lowers, cheap) + min(max(0, lowers - cheap) // 2, dear) - raises
    return pairs.least + max(deepest, gainful)


def _fewest(pairs: Pairs, raises: int, taken: int) -> int:
    """The fewest points with which the GM takes this much (which he can) without making ones."""
    odd, cheap, dear = pairs
    deeper = 2 * (taken - pairs.least) - 1 + raises + odd  # never deeper than they can go, if there are raises
    more = taken + raises - pairs.least
    return min(deeper, max(more, 2 * more - cheap)) if more <= cheap + dear else deeper


def _lowered_first(dice: int, raises: int, lowers: int, to_one: bool) -> Iterator[Case]:
    """The GM, then the player."""
    deaths = _Deaths(dice, lowers)
    for rest in range(dice + 1):
        for odd in range(rest + 1):
            for dear in range(rest + 1):
                pairs = Pairs(odd, rest - odd, dear)
                taken = _taken(pairs, raises, lowers)
                ways = comb(rest, odd) * comb(rest, dear)
                if to_one:
                    fewest = _fewest(pairs, raises, taken)
                    for counts in _most_spread_first(pairs):
                        steps = deaths.steps(counts, taken, fewest)
                        if steps[0].dead is None:
                            break
                        these = comb(rest, odd) * comb(odd, counts[0]) * comb(rest - odd, counts[3])
                        ways -= these
                        yield rest, these, steps
                if ways:
                    yield rest, ways, list(_without_dead(dice, rest, taken))


def _without_dead(dice: int, rest: int, taken: int) -> Iterator[Step]:
    """The player's points that these dice leave over raise twos."""
    last = min(dice - rest, max(0, (1 - taken) // 2))
    for twos in range(last + 1):
        yield Step(twos, min(2 * (rest + twos), 2 * rest - taken))


# How many dice show 3, 4, 5, 6.
Counts: TypeAlias = tuple[int, int, int, int]


def _most_spread_first(pairs: Pairs) -> Iterator[Counts]:
    """The dice that are these pairs, those with the most 3 and 6 first."""
    odd, cheap, dear = pairs
    for three in range(min(odd, odd + cheap - dear), max(0, odd - dear) - 1, -1):
        six = dear - odd + three
        yield three, cheap - six, odd - three, six


class _Deaths:
    """What becomes of dice where the GM lowers to 1 all that he can, the lowest first, as long as that pays."""

    def __init__(self, dice: int, lowers: int) -> None:
        self._dice = dice
        self._lowers = lowers
        self._known: dict[tuple[int, ...], list[tuple[int, int, int]]] = {}

    def steps(self, counts: Counts, taken: int, fewest: int) -> list[Step]:
        """``taken``: what the GM takes otherwise, twos apart, and ``fewest``: the points that it takes."""
        rest = sum(counts)
        steps = []
        for twos, dead, points in self._by_twos(counts):
            if 2 * dead > taken:
                steps.append(Step(twos, 2 * (rest - dead), dead))
                continue
            until = twos
            if 2 * dead == taken and fewest > twos + points:  # among equals, fewest points
                steps.append(Step(twos, 2 * (rest - dead), dead))
                until = fewest - points
            steps.append(Step(until, 2 * rest - taken))
            break
        return steps

    def _by_twos(self, counts: Counts) -> list[tuple[int, int, int]]:
        """From so many twos on, how many of these dice are dead, and for how many points."""
        left = self._lowers
        dying = []
        for price, count in enumerate(counts, start=2):
            dying.append(min(count, left // price))
            left -= price * dying[-1]
        key = tuple(dying)
        if key not in self._known:
            self._known[key] = list(self._fewer_and_fewer(key))
        return self._known[key]

    def _fewer_and_fewer(self, dying: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
        costs = [0, *accumulate(price for price, count in enumerate(dying, start=2) for _ in range(count))]
        twos = 0
        for dead in range(len(costs) - 1, -1, -1):
            yield twos, dead, costs[dead]
            twos = self._lowers - costs[dead] + 1
        for beyond in range(twos, self._dice + 1):  # not even all the twos
            yield beyond, self._lowers - beyond, self._lowers - beyond


# So many steps are a piece of work, a millisecond or two in CPython; to find a case costs as much as some steps.
_PIECE, _CASE = 1000, 4


def _added(dice: int, cases: Iterator[Case], counted: bool, bits: int) -> Generator[None, None, Rows]:
    """The cases put together with every number of twos and ones; ``counted``: dead dice are ones."""
    # By number of other dice and of twos: what begins there, less what ends, by number of dead dice
    changes: defaultdict[tuple[int, int], defaultdict[int | None, int]] = defaultdict(lambda: defaultdict(int))
    work = 0
    for rest, ways, steps in cases:
        last, ending = None, 0
        for twos, successes, dead in steps:
            if twos > dice - rest:
                break
            change, short = changes[rest, twos], ways << (2 * dice - successes) * bits
            change[last] -= ending
            change[dead] += short
            last, ending = dead, short
        work += _CASE + len(steps)
        if work >= _PIECE:
            work = 0
            yield
    rows = [0] * (dice + 1)
    for rest in range(dice + 1):
        still: defaultdict[int | None, int] = defaultdict(int)
        for twos in range(dice - rest + 1):
            for dead, short in changes[rest, twos].items():
                still[dead] += short
            ones = dice - rest - twos
            throws = comb(dice, rest) * comb(dice - rest, ones)
            for dead, short in still.items():
                new = 0 if dead is None or not counted else twos + dead
                rows[ones + new] += throws * short
        yield
    return rows


def flame_rows(
    dice: int, raises: int, lowers: int, bits: int, *, lower_first: bool, to_one: bool, counted: bool
) -> Generator[None, None, Rows]:
    """All throws of flame dice, by how they end; the arguments are those of ``pool_law``."""
    # With only one mover the order is nothing; and a lone GM lowers no die to 1, since it costs a success to nobody.
    if not lowers:
        return (yield from _raised(dice, raises, bits))
    if lower_first and raises:
        return (yield from _added(dice, _lowered_first(dice, raises, lowers, to_one), counted, bits))
    return (yield from _added(dice, _raised_first(dice, raises, lowers), counted, bits))


def pool_law(
    count: int, flames: int, raises: int, lowers: int, *, lower_first: bool, to_one: bool, counted: bool
) -> Generator[None, None, Law[Pool]]:
    """The law of a pool of ``count`` dice with these flame dice among them, piece by piece.

    ``to_one``: a 2 can be lowered to 1 (A003-9); ``counted``: it then counts among the ones. Ones are told apart only
    as far as any reading does: no more than the successes, or more, and then more than half of the pool or not. The
    number given is the least that is judged alike. Each of the three is a run, from many successes to few.
    """
    bits = bits_for(6**count)
    rows = yield from flame_rows(
        flames, raises, lowers, bits, lower_first=lower_first, to_one=to_one, counted=counted
    )
    width = (2 * count + 1) * bits  # a pool falls short of all sixes by 0 to 2 per die
    product = sum(row << ones * width for ones, row in enumerate(rows))
    one = width + 2 * bits
    for _ in range(count - flames):  # R003-5 to R003-7: a 6; 4 and 5; 2 and 3; and the 1
        product += (product << bits + 1) + (product << 2 * bits + 1) + (product << one)
    half = count // 2
    few = more = most = 0
    for ones in range(count + 1):
        row = product >> ones * width & (1 << width) - 1
        enough = row & (1 << (2 * count + 1 - ones) * bits) - 1  # as many successes as ones
        few += enough
        if ones > half:
            most += row - enough
        else:
            more += row - enough
    return ordered(
        [(Pool(2 * count - short, 0), ways) for short, ways in unpacked(few, bits)],
        [(Pool(2 * count - short, 2 * count - short + 1), ways) for short, ways in unpacked(more, bits)],
        [(Pool(2 * count - short, max(2 * count - short, half) + 1), ways) for short, ways in unpacked(most, bits)],
    )

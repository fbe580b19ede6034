"""Plans: what a rule asks of the dice.

A plan says which dice are still to come (``needs``), what the rule may see of their faces (``tally``), and the exact
law of that tally (``law``). A rule never sees faces: throwing, typing, replaying and computing odds are therefore
one and the same thing to it. A mechanic that only one game has keeps its plan in that game's file.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple, Protocol, TypeVar, cast, runtime_checkable

from pyroll.i18n import N_
from pyroll.law import Law, law, power

__all__ = [
    "Chain",
    "Count",
    "Die",
    "Faces",
    "Gaps",
    "Long",
    "Need",
    "One",
    "OpenEnded",
    "Plan",
    "Total",
    "d",
    "open_ended_gaps",
    "whole",
]

Faces = tuple[int, ...]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Die:
    """A die: its faces, how often each comes up out of the sum of ``weights``, and its name (``6`` of a d6).

    ``sides`` is set only for a die numbered 1 to ``sides`` with equal chances. ``prints`` is for a die that is read
    otherwise than it is printed: what a real one shows, and the face that this is; ``note`` tells how to read it.
    """

    name: str
    faces: Faces
    weights: tuple[int, ...]
    sides: int | None = None
    prints: tuple[tuple[int, int], ...] = ()
    note: str = ""

    def law(self) -> Law[int]:
        """The law of one face."""
        return law(zip(self.faces, self.weights, strict=True))


def d(sides: int) -> Die:
    """The ordinary die with this many sides, numbered from 1."""
    faces = tuple(range(1, sides + 1))
    printed, note = ((*zip(faces[:9], faces[:9], strict=True), (0, 10)), _TEN) if sides == 10 else ((), "")
    return Die(str(sides), faces, (1,) * sides, sides, printed, note)


_TEN = N_("Le 0 du d10 vaut 10.")


@dataclass(frozen=True, slots=True)
class Need:
    """Dice still to come in the current step: how many, which, and why.

    ``why`` is one of contract.md's words: pool, first, explode, fall, confirm.
    """

    count: int
    die: Die
    why: str


class Plan(Protocol[T]):
    """What a rule asks of the dice."""

    def needs(self, faces: Faces) -> Need | None:
        """What must still be thrown after these (legal) faces, or None when the plan is complete."""

    def tally(self, faces: Faces) -> T:
        """What the rule may see of a complete throw."""

    def law(self) -> Law[T]:
        """The exact law of the tally. It may merge tallies that no judgement of the asking rule tells apart."""


@runtime_checkable
class Long(Plan[T], Protocol[T]):
    """A plan whose law may take longer than a page can stand still for."""

    def pieces(self) -> Generator[None, None, Law[T]]:
        """``law``, pausing each time that a bounded amount of work is done."""


def whole(pieces: Generator[None, None, T]) -> T:
    """What comes of all the pieces, without a pause."""
    while True:
        try:
            next(pieces)
        except StopIteration as end:
            return cast("T", end.value)


def _all_at_once(count: int, die: Die, why: str, faces: Faces) -> Need | None:
    missing = count - len(faces)
    return Need(missing, die, why) if missing > 0 else None


@dataclass(frozen=True, slots=True)
class One:
    """A single die; its tally is its face."""

    die: Die
    why: str = "first"

    def needs(self, faces: Faces) -> Need | None:
        """One die."""
        return _all_at_once(1, self.die, self.why, faces)

    def tally(self, faces: Faces) -> int:
        """The face."""
        return faces[0]

    def law(self) -> Law[int]:
        """The die's law."""
        return self.die.law()


@dataclass(frozen=True, slots=True)
class Total:
    """``count`` dice thrown together; the tally is their sum."""

    count: int
    die: Die

    def needs(self, faces: Faces) -> Need | None:
        """All the dice at once."""
        return _all_at_once(self.count, self.die, "pool", faces)

    def tally(self, faces: Faces) -> int:
        """The sum."""
        return sum(faces)

    def law(self) -> Law[int]:
        """The law of the sum."""
        return power(self.die.law(), self.count)


@dataclass(frozen=True, slots=True)
class Count:
    """A pool of which some faces count: the tally is how many dice show one of ``wanted``."""

    count: int
    die: Die
    wanted: frozenset[int]

    def needs(self, faces: Faces) -> Need | None:
        """All the dice at once."""
        return _all_at_once(self.count, self.die, "pool", faces)

    def tally(self, faces: Faces) -> int:
        """How many dice count."""
        return sum(face in self.wanted for face in faces)

    def law(self) -> Law[int]:
        """Binomial."""
        return power(self.die.law().map(lambda face: int(face in self.wanted)), self.count)


class Chain(NamedTuple):
    """The tally of an open-ended die: its first face and what the whole chain is worth."""

    first: int
    total: int


@dataclass(frozen=True, slots=True)
class OpenEnded:
    """A die open at both ends: the highest face adds further throws, a first 1 subtracts them.

    A further throw that shows the highest face calls for one more. ``reach`` bounds what the asking rule can tell
    apart: totals beyond ``±reach`` are judged like the first one past it, which makes the law finite and still exact.
    """

    sides: int
    reach: int

    def needs(self, faces: Faces) -> Need | None:
        """One die at a time."""
        if not faces:
            return Need(1, d(self.sides), "first")
        falls = faces[0] == 1
        goes_on = faces[-1] == self.sides or (falls and len(faces) == 1)
        return Need(1, d(self.sides), "fall" if falls else "explode") if goes_on else None

    def tally(self, faces: Faces) -> Chain:
        """The first face, and the first face plus (or, after a 1, minus) the rest."""
        first, rest = faces[0], sum(faces[1:])
        return Chain(first, first - rest if first == 1 else first + rest)

    def law(self) -> Law[Chain]:
        """Exact: a chain past ``reach`` is one outcome that carries the whole weight of the endless rest."""
        return law(self._weights())

    def _weights(self) -> list[tuple[Chain, int]]:
        sides = self.sides
        # Each further throw divides by `sides`; with `depth` of them every chain is past the reach.
        depth = max(1, -(-(self.reach + sides) // sides))
        unit = sides**depth
        weights = [(Chain(face, face), unit) for face in range(2, sides)]
        for first, sign in ((sides, 1), (1, -1)):
            behind = 0
            for _ in range(depth):
                unit_here = unit // sides ** (behind // sides + 1)
                weights += [(Chain(first, first + sign * (behind + face)), unit_here) for face in range(1, sides)]
                behind += sides
            # What is left (every throw so far showed the highest face) goes on past the reach.
            weights.append((Chain(first, first + sign * (behind + 1)), unit // sides**depth))
        return weights


class Gaps(NamedTuple):
    """How far one open-ended die is ahead of another, for one pair of first faces.

    ``ahead`` are the differences (first total − second total), ascending; the ends stand for everything beyond them.
    ``below[i]`` is the weight of the differences before ``ahead[i]``, and the last one that of them all.
    """

    first: int
    second: int
    ahead: tuple[int, ...]
    below: tuple[int, ...]

    def pair(self, difference: int) -> tuple[Chain, Chain]:
        """Two tallies that a comparison judges like every pair with this difference."""
        return Chain(self.first, difference), Chain(self.second, 0)


@lru_cache(maxsize=8)
def open_ended_gaps(sides: int, reach: int) -> tuple[tuple[Gaps, ...], int]:
    """The joint law of two endless dice, exact, and its denominator; differences past ``reach`` are one.

    Two rising chains (or two falling ones) that both show the highest face once more are as far apart as before:
    dropping that face from both leaves a geometric series, solved once. The first faces are told apart only as
    lowest, highest, or any other (given as 2).
    """
    past = reach + 1
    depth = -(-(past + 2 * sides) // sides)
    unit = sides**depth
    # A chain of further throws is worth sides·k + r (r < sides) with weight unit / sides^(k+1); the rest is past all.
    chain = [(sides * k + r, unit // sides ** (k + 1)) for k in range(depth) for r in range(1, sides)]
    chain.append((sides * depth + 1, 1))
    fresh = [(r, unit // sides) for r in range(1, sides)]  # chains that stop at once
    longer = chain[sides - 1 :]
    middle = range(2, sides)
    # Every pair of first faces weighs `whole`; in a pair of rising chains at least one stops at once with chance
    # 1 − 1/sides², hence the factor sides² instead of sides² − 1.
    whole = (sides**2 - 1) * unit**2
    apart = [(a - b, wa * wb) for a, wa in fresh for b, wb in fresh]
    apart += [(sign * (a - b), wa * wb) for a, wa in longer for b, wb in fresh for sign in (1, -1)]
    both = [(gap, weight * sides**2) for gap, weight in apart]
    # A rising chain against a falling one: the two add up; sides·(k + k') + r + r' comes k + k' + 1 times.
    sums = [
        (sides * k + r + s, (k + 1) * (whole // sides ** (k + 2)))
        for k in range(depth)
        for r in range(1, sides)
        for s in range(1, sides)
    ]
    sums.append((past + sides, whole - sum(weight for _, weight in sums)))
    one = whole // unit
    high = [(sides + value - face, weight * one) for value, weight in chain for face in middle]
    low = [(1 - value - face, weight * one) for value, weight in chain for face in middle]
    pairs = {
        (2, 2): [(a - b, whole) for a in middle for b in middle],
        (sides, 2): high,
        (2, sides): _mirrored(high),
        (1, 2): low,
        (2, 1): _mirrored(low),
        (sides, sides): both,
        (1, 1): both,  # the difference of two falling chains is that of two rising ones, and symmetric
        (sides, 1): [(sides - 1 + value, weight) for value, weight in sums],
        (1, sides): [(1 - sides - value, weight) for value, weight in sums],
    }
    return tuple(_gaps(first, second, gaps, past) for (first, second), gaps in pairs.items()), whole * sides**2


def _mirrored(gaps: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [(-gap, weight) for gap, weight in gaps]


def _gaps(first: int, second: int, gaps: list[tuple[int, int]], past: int) -> Gaps:
    merged = law((max(-past, min(past, gap)), weight) for gap, weight in gaps).weights
    ahead = tuple(sorted(merged))
    return Gaps(first, second, ahead, (0, *accumulate(merged[gap] for gap in ahead)))

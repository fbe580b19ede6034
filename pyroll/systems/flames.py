"""Flame dice: who moves which die, and by how much (rules R003-24 to R003-30, readings A003-8 to A003-10).

The player raises flame dice, the GM lowers them; a die that shows 1 cannot be moved. Each mover is either told the
points per die or plays at best, and the first to move foresees the other's best reply.

**What a reply is worth.** After the player has raised, the GM loses him one success per point on a 4 or a 6
(4→3, 6→5) and one success per two points on a 5 and on a 6 just lowered (5→3): ``cheap`` and ``dear`` losses. After
the GM has lowered, the player wins back one success per point on a 3 or a 5 and one per two points on the rest:
the same two prices. With K points the replier takes every cheap one first, so what the first mover keeps of
``cheap`` and ``dear`` gains is ``max(0, dear − (K − cheap) // 2)`` while cheap < K, else ``cheap + dear − K``.
K = 0 is a mover with no one to foresee.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from pyroll.dice import Count, Faces, Need, d, whole
from pyroll.law import Law
from pyroll.systems.flame_law import Pool, pool_law

__all__ = [
    "LOWERING",
    "LOWERING_TO_TWO",
    "RAISING",
    "SUCCESSES",
    "Allocation",
    "FlamePool",
    "Moved",
    "Mover",
    "Pool",
    "Stocks",
    "best_allocation",
    "kept",
    "moved",
    "successes_of",
]

Allocation: TypeAlias = tuple[int, ...]

# R003-5 to R003-7: successes by face.
SUCCESSES: Mapping[int, int] = {1: 0, 2: 0, 3: 0, 4: 1, 5: 1, 6: 2}


class Worth(NamedTuple):
    """What a face is worth to the mover who left it so: gains that the reply takes back cheaply or dearly."""

    cheap: int
    dear: int


class Move(NamedTuple):
    """A useful move of one die: points, what it is worth then, and whether it makes a 1 (a gain of 2 for good)."""

    points: int
    worth: Worth
    makes_one: bool


@dataclass(frozen=True, slots=True, eq=False)
class Mover:
    """One of the two who move dice: the direction, the last face that they reach, and what each face is worth."""

    step: Literal[1, -1]
    last: int
    worth: Mapping[int, Worth]

    def moves(self, face: int) -> Iterator[Move]:
        """What can be done to a die, most points first; a 1 is immune (R003-25)."""
        if face == 1:
            yield Move(0, Worth(0, 0), False)
            return
        for points in range((self.last - face) * self.step, -1, -1):
            after = face + self.step * points
            yield Move(points, self.worth[after], after == 1)


_GAINS = {2: Worth(0, 0), 3: Worth(0, 0), 4: Worth(1, 0), 5: Worth(0, 1), 6: Worth(1, 1)}
_LOSSES = {6: Worth(0, 0), 5: Worth(1, 0), 4: Worth(0, 1), 3: Worth(1, 1), 2: Worth(0, 2), 1: Worth(0, 0)}
RAISING = Mover(1, 6, _GAINS)
LOWERING = Mover(-1, 1, _LOSSES)
LOWERING_TO_TWO = Mover(-1, 2, _LOSSES)  # A003-9, the reading that forbids to lower a 2


def moved(mover: Mover, faces: Faces, points: Sequence[int]) -> Faces:
    """The faces after these points; what can do nothing is wasted (A003-10)."""
    return tuple(_moved(mover, face, spent) for face, spent in zip(faces, points, strict=True))


def _moved(mover: Mover, face: int, points: int) -> int:
    if face == 1:
        return 1
    reached = face + mover.step * points
    return min(reached, mover.last) if mover.step > 0 else max(reached, mover.last)


def kept(cheap: int, reply: int) -> int:
    """What ``cheap`` gains add to the dear ones after a reply of ``reply`` points (negative: what it takes)."""
    return cheap - reply if cheap >= reply else -((reply - cheap) // 2)


class _Best(NamedTuple):
    """The most gains (cheap ones apart), then the fewest new ones (counted negatively: more is better)."""

    gain: int
    ones: int


# What the dice from some place on can do: points spent -> cheap gains -> the best. The row None gives up all gains
# that a reply can take back: the value is never less than what stays for good.
_Table: TypeAlias = dict[int, dict[int | None, _Best]]


@dataclass(frozen=True, slots=True)
class _Path:
    """What has been done to the first dice."""

    cheap: int = 0
    gain: int = 0
    ones: int = 0

    def then(self, move: Move) -> _Path:
        return _Path(
            self.cheap + move.worth.cheap,
            self.gain + move.worth.dear + 2 * move.makes_one,
            self.ones + move.makes_one,
        )


# Judging, explaining and drawing a throw each ask for it; and few dice fall in the same way again and again.
@lru_cache(maxsize=1024)
def best_allocation(mover: Mover, faces: Faces, stock: int, reply: int = 0) -> Allocation:
    """The points per die that a mover with ``stock`` points plays against a best reply of ``reply`` points.

    Among equals: fewest points, then fewest new ones, then the earliest dice.
    """
    tables = _tables(mover, faces, stock)
    # The best of everything: most value, then fewest points, then fewest ones.
    value, unspent, ones = max(
        (_value(cheap, best.gain, reply), -spent, best.ones)
        for spent, row in tables[0].items()
        for cheap, best in row.items()
    )
    left = -unspent
    path = _Path()
    chosen: list[int] = []
    for place, face in enumerate(faces):
        for move in mover.moves(face):
            ahead = path.then(move)
            rows = tables[place + 1].get(left - move.points, {})
            if any(_total(ahead, cheap, best, reply) == (value, ones) for cheap, best in rows.items()):
                chosen.append(move.points)
                left -= move.points
                path = ahead
                break
    return tuple(chosen)


def _value(cheap: int | None, gain: int, reply: int) -> int:
    return gain if cheap is None else gain + kept(cheap, reply)


def _total(path: _Path, cheap: int | None, best: _Best, reply: int) -> tuple[int, int]:
    """Value and (negative) ones of a path followed by the best of the rest."""
    ones = best.ones - path.ones
    if cheap is None:
        return 2 * path.ones + best.gain, ones
    return _value(path.cheap + cheap, path.gain + best.gain, reply), ones


def _tables(mover: Mover, faces: Faces, stock: int) -> list[_Table]:
    """For each place, what the dice from there on can do with up to ``stock`` points."""
    tables: list[_Table] = [{0: {0: _Best(0, 0), None: _Best(0, 0)}}]
    for face in reversed(faces):
        table: _Table = {}
        for points, worth, makes_one in mover.moves(face):
            for spent, row in tables[-1].items():
                if spent + points > stock:
                    continue
                into = table.setdefault(spent + points, {})
                for cheap, best in row.items():
                    sure = best.gain + 2 * makes_one
                    key, gain = (None, sure) if cheap is None else (cheap + worth.cheap, sure + worth.dear)
                    found = _Best(gain, best.ones - makes_one)
                    if key not in into or found > into[key]:
                        into[key] = found
        tables.append(table)
    return tables[::-1]


class Stocks(NamedTuple):
    """Points to spend: the player's augmentations and the GM's diminutions."""

    raises: int
    lowers: int


@dataclass(frozen=True, slots=True)
class Moved:
    """The moves of the flame dice: points of each mover, the faces that each found, and the faces at the end."""

    raises: Allocation
    lowers: Allocation
    raised_from: Faces
    lowered_from: Faces
    faces: Faces


@dataclass(frozen=True, slots=True)
class FlamePool:
    """A pool of d6 whose first ``flames`` dice can be moved.

    ``raises`` and ``lowers`` are the points per flame die, or None where the mover plays at best. ``lowered_counts``:
    a 2 lowered to 1 counts among the ones; ``lowest`` is the mover that the reading of A003-9 makes of the GM.
    """

    count: int
    flames: int
    stocks: Stocks
    raises: Allocation | None
    lowers: Allocation | None
    lower_first: bool
    gm: Mover
    lowered_counts: bool

    def needs(self, faces: Faces) -> Need | None:
        """All the dice at once, flame dice first."""
        return Count(self.count, d(6), frozenset()).needs(faces)

    def tally(self, faces: Faces) -> Pool:
        """Successes and ones after the moves."""
        return self.count_of(faces, self.move(faces).faces)

    def count_of(self, faces: Faces, moved: Faces) -> Pool:
        """The same of flame dice that end as ``moved``."""
        final = moved + faces[self.flames :]
        ones = final.count(1) if self.lowered_counts else faces.count(1)
        return Pool(successes_of(final), ones)

    def final(self, faces: Faces) -> Faces:
        """All the faces as they end."""
        return self.move(faces).faces + faces[self.flames :]

    def move(self, faces: Faces) -> Moved:
        """A003-8: the two movers in order; the first foresees a reply that is not given."""
        thrown = faces[: self.flames]
        if self.lower_first:
            lowers, raises, between, last = self._in_turn(thrown, self.gm, RAISING)
            return Moved(raises, lowers, between, thrown, last)
        raises, lowers, between, last = self._in_turn(thrown, RAISING, self.gm)
        return Moved(raises, lowers, thrown, between, last)

    def _in_turn(self, thrown: Faces, first: Mover, second: Mover) -> tuple[Allocation, Allocation, Faces, Faces]:
        """The points of the first and the second mover, the faces between them and at the end."""
        given, stock = self._given(first)
        answer, reply = self._given(second)
        if given is None:
            given = best_allocation(first, thrown, stock, reply if answer is None else 0)
        between = moved(first, thrown, given)
        if answer is None:
            answer = best_allocation(second, between, reply)
        return given, answer, between, moved(second, between, answer)

    def _given(self, mover: Mover) -> tuple[Allocation | None, int]:
        return (self.raises, self.stocks.raises) if mover is RAISING else (self.lowers, self.stocks.lowers)

    def law(self) -> Law[Pool]:
        """The exact law of successes and ones, both movers playing at best (given points are left aside)."""
        return whole(self.pieces())

    def pieces(self) -> Generator[None, None, Law[Pool]]:
        """The law, piece by piece: forty flame dice and the largest stocks take a while."""
        return pool_law(
            self.count,
            self.flames,
            *self.stocks,
            lower_first=self.lower_first,
            to_one=self.gm.last == 1,
            counted=self.lowered_counts,
        )


def successes_of(faces: Faces) -> int:
    """R003-5 to R003-7."""
    return sum(SUCCESSES[face] for face in faces)

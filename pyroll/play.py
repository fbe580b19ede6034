"""The drivers: one rule, answered by thrown, seeded, typed or replayed dice, or by the laws of all dice at once.

A rule is a generator: it yields plans and receives tallies (``die = yield from roll(plan)``). ``play`` answers it
from a source of faces and keeps the record; ``odds`` answers it with every tally there is.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from pyroll.dice import Die, Faces, Need, Plan
from pyroll.law import Law, certain, mixture

__all__ = [
    "Given",
    "Missing",
    "Played",
    "Source",
    "Steps",
    "Throw",
    "Thrown",
    "Wrong",
    "odds",
    "play",
    "roll",
]

T = TypeVar("T")

Steps: TypeAlias = Generator[Plan[Any], Any, T]


def roll(plan: Plan[T]) -> Generator[Plan[Any], T, T]:
    """Ask for a plan's dice: ``tally = yield from roll(plan)``."""
    return (yield plan)


class Source(Protocol):
    """Where faces come from."""

    def take(self, need: Need) -> Faces:
        """Up to ``need.count`` faces; fewer means that no more are known."""


class Given:
    """Faces typed in from a real table, or kept in a line: used up in order."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._left = tuple(faces)

    def take(self, need: Need) -> Faces:
        """The next ones."""
        taken, self._left = self._left[: need.count], self._left[need.count :]
        return taken

    @property
    def left(self) -> Faces:
        """What no plan asked for."""
        return self._left


class Thrown:
    """Fresh dice. ``below(n)`` gives a whole number from 0 to n − 1, each equally likely."""

    def __init__(self, below: Callable[[int], int]) -> None:
        self._below = below

    def take(self, need: Need) -> Faces:
        """All that are needed."""
        return tuple(self._face(need.die) for _ in range(need.count))

    def _face(self, die: Die) -> int:
        mark = self._below(sum(die.weights))
        for face, weight in zip(die.faces, die.weights, strict=True):
            mark -= weight
            if mark < 0:
                return face
        raise AssertionError("below(n) must stay under n")


@dataclass(frozen=True, slots=True)
class Throw:
    """One answered plan and its faces."""

    plan: Plan[Any]
    faces: Faces


@dataclass(frozen=True, slots=True)
class Played(Generic[T]):
    """A rule brought to its end: what it returned, and every throw on the way."""

    result: T
    throws: tuple[Throw, ...]

    @property
    def faces(self) -> Faces:
        """Every face in the order thrown."""
        return tuple(face for throw in self.throws for face in throw.faces)


@dataclass(frozen=True, slots=True)
class Missing:
    """The rule waits for dice: what it still needs, and the throws so far (the last one unfinished)."""

    need: Need
    throws: tuple[Throw, ...]


@dataclass(frozen=True, slots=True)
class Wrong:
    """Faces that the die asked for cannot show."""

    faces: Faces
    die: Die


def play(steps: Steps[T], source: Source) -> Played[T] | Missing | Wrong:
    """Drive a rule with faces from ``source``."""
    throws: list[Throw] = []
    try:
        plan = next(steps)
        while True:
            faces: Faces = ()
            while (need := plan.needs(faces)) is not None:
                taken = source.take(need)
                wrong = tuple(face for face in taken if face not in need.die.faces)
                if wrong:
                    return Wrong(wrong, need.die)
                faces += taken
                if len(taken) < need.count:
                    return Missing(replace(need, count=need.count - len(taken)), (*throws, Throw(plan, faces)))
            throws.append(Throw(plan, faces))
            plan = steps.send(plan.tally(faces))
    except StopIteration as end:
        return Played(end.value, tuple(throws))


def odds(rule: Callable[[], Steps[T]]) -> Law[T]:
    """The exact law of what a rule returns. A generator cannot be copied, so each branch replays its prefix."""
    return _odds(rule, ())


def _odds(rule: Callable[[], Steps[T]], prefix: tuple[Any, ...]) -> Law[T]:
    steps = rule()
    try:
        plan = next(steps)
        for tally in prefix:
            plan = steps.send(tally)
    except StopIteration as end:
        return certain(end.value)
    first = plan.law()
    return mixture(((weight, _odds(rule, (*prefix, tally))) for tally, weight in first.weights.items()), first.total)

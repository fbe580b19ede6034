"""The drivers: one rule, answered by thrown, seeded, typed or replayed dice, or by every tally there is.

A rule either is done (it is its result) or asks: an ``Ask`` holds a plan and goes on with the plan's tally. Going on
is a plain function, so it can be called again and again: ``play`` answers it once, from a source of faces, and keeps
the record; ``law_of`` answers it with all tallies of the plan's law, and the rule's preparations are made only once.
(A generator would read much the same, but it cannot be copied: each branch would run the rule from its start.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, cast

from pyroll.dice import Die, Faces, Long, Need, Plan
from pyroll.law import Law, certain, mixture

__all__ = [
    "Ask",
    "Given",
    "Missing",
    "Played",
    "Rule",
    "Source",
    "Throw",
    "Thrown",
    "Wrong",
    "after",
    "ask",
    "law_of",
    "play",
    "prepare_law",
]

A = TypeVar("A")
T = TypeVar("T")
U = TypeVar("U")


@dataclass(frozen=True, slots=True)
class Ask(Generic[T]):
    """A rule that waits for the dice of ``plan``; ``then`` takes their tally to the result or to further dice."""

    plan: Plan[Any]
    then: Callable[[Any], Rule[T]]


Rule: TypeAlias = "Ask[T] | T"


def ask(plan: Plan[A], then: Callable[[A], Rule[T]]) -> Ask[T]:
    """Ask for a plan's dice and go on with their tally."""
    return Ask(plan, then)


def after(rule: Rule[T], then: Callable[[T], Rule[U]]) -> Rule[U]:
    """The rule that goes on with another rule's result."""
    if isinstance(rule, Ask):
        first: Ask[T] = rule
        return Ask(first.plan, lambda tally: after(first.then(tally), then))
    return then(rule)


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


def play(rule: Rule[T], source: Source) -> Played[T] | Missing | Wrong:
    """Bring a rule to its end with faces from ``source``."""
    throws: list[Throw] = []
    while isinstance(rule, Ask):
        faces: Faces = ()
        while (need := rule.plan.needs(faces)) is not None:
            taken = source.take(need)
            wrong = tuple(face for face in taken if face not in need.die.faces)
            if wrong:
                return Wrong(wrong, need.die)
            faces += taken
            if len(taken) < need.count:
                still = replace(need, count=need.count - len(taken))
                return Missing(still, (*throws, Throw(rule.plan, faces)))
        throws.append(Throw(rule.plan, faces))
        rule = rule.then(rule.plan.tally(faces))
    return Played(rule, tuple(throws))


def law_of(rule: Rule[T], key: Callable[[T], U], *, monotone: bool = False) -> Law[U]:
    """The exact law of a key of the rule's result.

    ``monotone``: the rule asks once, and the key never comes back, along a run of the plan's law, to what it left.
    """
    if not isinstance(rule, Ask):
        return certain(key(rule))
    first = plan_law(rule.plan)
    if monotone and first.runs:
        then = cast("Callable[[Any], T]", rule.then)
        return first.map_runs(lambda tally: key(then(tally)))
    ends: dict[U, int] = {}
    branches: list[tuple[int, Law[U]]] = []
    for tally, weight in first.weights.items():
        reached: Rule[T] = rule.then(tally)
        if isinstance(reached, Ask):
            branches.append((weight, law_of(cast("Rule[T]", reached), key)))
        else:
            end = key(reached)
            ends[end] = ends.get(end, 0) + weight
    if not branches:
        return Law(ends, first.total)
    branches += [(weight, certain(end)) for end, weight in ends.items()]
    return mixture(branches, first.total)


def plan_law(plan: Plan[A]) -> Law[A]:
    """A plan's law, remembered: a ladder of difficulties judges the same dice many times."""
    known = _LAWS.get(plan)
    return _remembered(plan, plan.law()) if known is None else known


def _remembered(plan: Plan[A], found: Law[A]) -> Law[A]:
    if len(_LAWS) >= _MOST_LAWS:
        _LAWS.clear()
    _LAWS[plan] = found
    return found


def prepare_law(rule: Rule[Any]) -> Iterator[None]:
    """Work out the law of a rule's first dice in pieces of bounded work; ``law_of`` then finds it remembered."""
    if isinstance(rule, Ask) and isinstance(rule.plan, Long) and rule.plan not in _LAWS:
        _remembered(rule.plan, (yield from rule.plan.pieces()))


_MOST_LAWS = 64
_LAWS: dict[Plan[Any], Law[Any]] = {}

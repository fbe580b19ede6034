"""What a rule system is: one record that the text form, the page, the journal and the tests are all driven by.

A system is a file in ``systems/`` that ends in a ``System``. Nothing outside that file knows the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from pyroll.form import Problem
from pyroll.i18n import Param, Step, Text
from pyroll.play import Steps, Throw

__all__ = ["Duel", "Explanation", "Kind", "Shape", "Shown", "Side", "State", "System", "as_json"]

Kind: TypeAlias = Literal["crit", "ok", "tie", "ko", "fumble"]
Shape: TypeAlias = Literal["d6", "d10", "d20", "d05", "flame", "black"]
State: TypeAlias = Literal["hit", "double", "miss", "aside"]


@dataclass(frozen=True, slots=True)
class Shown:
    """A die as the page draws it. ``state`` says what the die counts for; ``title`` says it in words.

    ``join`` stands before a die of a chain ("+" or "−"); ``was`` is the face as it fell when it was moved since;
    ``marks`` is how many successes it gives, where dice give successes.
    """

    face: int
    shape: Shape
    state: State
    title: Text
    marks: int | None = None
    was: int | None = None
    join: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One judged test in words. ``stats`` are the figures beside the verdict, label and value."""

    kind: Kind
    word: Text
    stats: tuple[tuple[str, Param], ...]
    steps: tuple[Step, ...]
    sentence: Text
    dice: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of an opposition in words; ``count`` is the figure it is compared by ("4 pairs")."""

    count: Text
    steps: tuple[Step, ...]
    dice: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Duel:
    """How two sides compare: who wins (None = undecided) and by how much (actor − opponent)."""

    winner: Literal["actor", "opponent"] | None
    margin: int


def duel(margin: int, tie: Literal["actor", "opponent"] | None = None) -> Duel:
    """The side with more wins; ``tie`` says who gets an equality."""
    return Duel(tie if margin == 0 else "actor" if margin > 0 else "opponent", margin)


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """A rule system.

    :param key: its name in text forms; ``title`` and ``about`` are shown.
    :param request: the form of one side; ``readings``: the form of the table's readings.
    :param resolve: ``(request, readings)`` -> the rule of a single test, returning a verdict.
    :param side: ``(request, readings)`` -> the rule of one side of an opposition.
    :param compare: ``(actor, opponent, readings)`` -> ``Duel``, from what ``side`` returned.
    :param outcome: ``(verdict, throws)`` -> the outcome's own keys (contract.md), in order.
    :param side_outcome: the same for one side of an opposition.
    :param explain: ``(request, readings, verdict, throws)`` -> ``Explanation``.
    :param explain_side: ``(request, readings, side, throws)`` -> ``Side``.
    :param duel_step: ``(actor, opponent, duel, readings)`` -> the step that compares.
    :param check: ``(request, readings, opposed)`` -> problems that no single field shows, known before the dice.
    :param check_throws: ``(request, readings, throws)`` -> problems that only the fallen dice show.
    :param house_rule: the opposition is pyroll's own, the source has none.
    """

    key: str
    title: str
    about: str
    request: type[Any]
    readings: type[Any]
    resolve: Callable[[Any, Any], Steps[Any]]
    side: Callable[[Any, Any], Steps[Any]]
    compare: Callable[[Any, Any, Any], Duel]
    outcome: Callable[[Any, tuple[Throw, ...]], Mapping[str, object]]
    side_outcome: Callable[[Any], Mapping[str, object]]
    explain: Callable[[Any, Any, Any, tuple[Throw, ...]], Explanation]
    explain_side: Callable[[Any, Any, Any, tuple[Throw, ...]], Side]
    duel_step: Callable[[Any, Any, Duel, Any], Step]
    check: Callable[[Any, Any, bool], Iterable[Problem]] = field(default=lambda request, readings, opposed: ())
    check_throws: Callable[[Any, Any, tuple[Throw, ...]], Iterable[Problem]] = field(
        default=lambda request, readings, throws: ()
    )
    house_rule: bool = False


def as_json(value: Any, *names: str) -> dict[str, object]:
    """A frozen value's fields by name, in order; all of them, or the named ones."""
    return {name: getattr(value, name) for name in names or value.__dataclass_fields__}

"""What a decision is worth: exact chances of the same test, changed a little, and where a throw stands among all.

Everything here asks ``odds`` or ``resolve`` about a changed request; no rule is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pyroll.dice import OpenEnded
from pyroll.form import Choice, Field, Number, fields_of
from pyroll.line import Test
from pyroll.odds import Chance, Odds, odds, undecided
from pyroll.play import Ask, Rule, law_of
from pyroll.resolve import Single, resolve

__all__ = [
    "Bar",
    "Distribution",
    "Gain",
    "Step",
    "bonuses_for",
    "distribution",
    "fewest_points",
    "gains",
    "ladder",
    "spending",
]


@dataclass(frozen=True, slots=True)
class Step:
    """One value of a field: its text in a form, its name if it has one, the chance of success with it."""

    value: str
    label: str
    chance: Chance | None
    current: bool


@dataclass(frozen=True, slots=True)
class Gain:
    """What a small change is worth: its name, and the chance of success with it."""

    label: str
    chance: Chance


@dataclass(frozen=True, slots=True)
class Bar:
    """A figure, the chance of it, and the share of all throws that show it and succeed."""

    figure: int
    chance: Chance
    success: Chance


@dataclass(frozen=True, slots=True)
class Distribution:
    """All throws of a test by their figure (margin, successes…), ascending, and the thrown one if there is one.

    The first and the last bar stand for everything beyond them when ``open_ends``. ``worse`` is the share of throws
    strictly worse than the thrown one.
    """

    label: str
    bars: tuple[Bar, ...]
    open_ends: bool
    thrown: int | None
    worse: Chance | None


def _success(test: Test) -> Chance | None:
    found = odds(test)
    return found.success if isinstance(found, Odds) else None


def _with(test: Test, **values: object) -> Test:
    return replace(test, actor=replace(test.actor, **values))


def _field(test: Test, name: str) -> Field:
    return next(item for item in fields_of(test.system.request) if item.name == name)


def ladder(test: Test) -> tuple[Step, ...]:
    """The chance of success at every rung of the system's difficulty, where it has one."""
    if test.system.ladder is None:
        return ()
    item = _field(test, test.system.ladder)
    return tuple(_steps(test, item, _rungs(item)))


def spending(test: Test) -> tuple[Step, ...]:
    """The chance of success for every number of points that may be spent, where the system has such points."""
    if test.system.spend is None:
        return ()
    item = _field(test, test.system.spend)
    return tuple(_steps(test, item, {value: str(value) for value in _affordable(test, item, 0)}))


def _rungs(item: Field) -> Mapping[Any, str]:
    match item.kind:
        case Choice(options):
            return options
        case Number(ladder=rungs) if rungs:
            return {rung.value: rung.label for rung in rungs}
        case Number(low, high):
            return {value: str(value) for value in range(low, high + 1)}
        case _:
            return {}


def _steps(test: Test, item: Field, values: Mapping[Any, str]) -> Iterator[Step]:
    now = getattr(test.actor, item.name)
    for value, label in values.items():
        chance = _success(_with(test, **{item.name: value}))
        yield Step(item.kind.dump(value), label, chance, value == now)


def _affordable(test: Test, item: Field, least: int) -> Iterator[int]:
    """The values of a field of points, from ``least`` up, that the system's checks let pass."""
    if not isinstance(item.kind, Number):
        return
    for value in range(least, item.kind.high + 1):
        asked = _with(test, **{item.name: value})
        if any(test.system.check(asked.actor, test.readings, test.opposed)):
            return
        yield value


def gains(test: Test) -> tuple[Gain, ...]:
    """What each lever of the system would make of the chance of success."""
    found = []
    for lever in test.system.levers:
        changed = lever.change(test.actor, test.readings)
        chance = None if changed is None else _success(replace(test, actor=changed))
        if chance is not None:
            found.append(Gain(lever.label, chance))
    return tuple(found)


def fewest_points(result: Single) -> int | None:
    """How many points, spent in all, turn this failure into a success; None if no number does, or none is needed."""
    test = result.test
    if test.system.spend is None or result.played.result.success:
        return None
    item = _field(test, test.system.spend)
    for points in _affordable(test, item, getattr(test.actor, item.name) + 1):
        again = resolve(_with(test, **{item.name: points}))
        if isinstance(again, Single) and again.played.result.success:
            return points
    return None


def bonuses_for(test: Test, wanted: tuple[int, ...] = (50, 75, 90)) -> tuple[tuple[int, int | None], ...]:
    """For each wanted percentage, the least value of the system's bonus field that reaches it (None: none does)."""
    if test.system.bonus is None:
        return ()
    item = _field(test, test.system.bonus)
    if not isinstance(item.kind, Number):
        return ()
    values = range(item.kind.low, item.kind.high + 1)
    chances = [(value, _success(_with(test, **{item.name: value}))) for value in values]
    return tuple(
        (
            percent,
            next(
                (value for value, chance in chances if chance and 100 * chance.weight >= percent * chance.total), None
            ),
        )
        for percent in wanted
    )


# ------------------------------------------------------------------------------------------------- distribution

# An endless die is shown this far from the middle; what lies beyond is one bar.
_SHOWN = 30


def distribution(test: Test, result: Single | None = None) -> Distribution | None:
    """The law of the system's figure for a test against a difficulty; None when no die decides."""
    figure = test.system.figure
    before = undecided(test)
    rule = test.system.resolve(before.actor, before.readings)
    if not isinstance(rule, Ask):
        return None
    law = law_of(_reaching(rule, _SHOWN), lambda verdict: (figure.of(verdict), bool(verdict.success)))
    weights: dict[int, list[int]] = {}
    for (value, success), weight in sorted(law.weights.items()):
        weights.setdefault(value, [0, 0])[success] += weight
    bars = tuple(
        Bar(value, Chance(missed + made, law.total), Chance(made, law.total))
        for value, (missed, made) in weights.items()
    )
    thrown = None if result is None else figure.of(result.played.result)
    worse = None if thrown is None else _worse(rule, figure.of, thrown)
    return Distribution(figure.label, bars, isinstance(rule.plan, OpenEnded), thrown, worse)


def _reaching(rule: Ask[Any], reach: int) -> Rule[Any]:
    """The same rule, an endless die told apart exactly ``reach`` far."""
    return replace(rule, plan=replace(rule.plan, reach=reach)) if isinstance(rule.plan, OpenEnded) else rule


def _worse(rule: Ask[Any], of: Callable[[Any], int], thrown: int) -> Chance:
    reach = 0
    if isinstance(rule.plan, OpenEnded):  # far enough to tell the thrown figure from all others
        reach = abs(thrown - of(rule.then(rule.plan.tally((5,))))) + rule.plan.sides
    law = law_of(_reaching(rule, reach), of)
    return Chance(law.weigh(lambda figure: figure < thrown), law.total)

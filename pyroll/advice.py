"""What a decision is worth: exact chances of the same test, changed a little, and where a throw stands among all.

Everything here asks ``odds`` or ``resolve`` about a changed request; no rule is known. What has several answers gives
them one by one, so that a page may do other things in between. ``weigh`` is ``odds``, or an ``odds`` that remembers.
In an opposition, success is the actor's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from pyroll.dice import OpenEnded
from pyroll.form import Choice, Field, Number, fields_of
from pyroll.line import Test
from pyroll.odds import Chance, DuelOdds, Odds, odds, undecided
from pyroll.play import Ask, Rule, law_of
from pyroll.resolve import Single, resolve
from pyroll.system import System

__all__ = [
    "Bar",
    "Distribution",
    "Gain",
    "Step",
    "bonuses",
    "bonuses_for",
    "distribution",
    "fewest_points",
    "field_named",
    "gains",
    "ladder",
    "least",
    "placed",
    "pulled",
    "rungs",
    "spending",
    "success",
]

Weigh: TypeAlias = "Callable[[Test], Odds | DuelOdds]"


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


def success(found: Odds | DuelOdds) -> Chance | None:
    """The chance that the actor wants: to succeed, or to win; None where the game master decides."""
    return found.actor if isinstance(found, DuelOdds) else found.success


def _with(test: Test, **values: object) -> Test:
    return replace(test, actor=replace(test.actor, **values))


def field_named(system: System, name: str) -> Field:
    """A field of the system's requests."""
    return next(item for item in fields_of(system.request) if item.name == name)


def rungs(system: System) -> tuple[tuple[str, str], ...]:
    """Every rung of the system's difficulty, where it has one: its text in a form, and its name."""
    if system.ladder is None:
        return ()
    item = field_named(system, system.ladder)
    return tuple((item.kind.dump(value), label) for value, label in _rungs(item).items())


def ladder(test: Test, weigh: Weigh = odds) -> Iterator[Step]:
    """The chance of success at every rung of the system's difficulty, where it has one."""
    if test.system.ladder is not None:
        item = field_named(test.system, test.system.ladder)
        yield from _steps(test, item, _rungs(item), weigh)


def spending(test: Test, weigh: Weigh = odds) -> Iterator[Step]:
    """The chance of success for every number of points that may be spent, where the system has such points."""
    if test.system.spend is not None:
        item = field_named(test.system, test.system.spend)
        yield from _steps(test, item, {value: str(value) for value in _affordable(test, item, 0)}, weigh)


def bonuses(test: Test, weigh: Weigh = odds) -> Iterator[Step]:
    """The chance of success for every value of the system's bonus field, where it has one, least first."""
    if test.system.bonus is not None:
        item = field_named(test.system, test.system.bonus)
        yield from _steps(test, item, _rungs(item), weigh)


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


def _steps(test: Test, item: Field, values: Mapping[Any, str], weigh: Weigh) -> Iterator[Step]:
    now = getattr(test.actor, item.name)
    for value, label in values.items():
        chance = success(weigh(_with(test, **{item.name: value})))
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


def pulled(test: Test) -> Iterator[tuple[str, Test]]:
    """The name of each of the system's levers that does something, and the test that it makes of this one."""
    for lever in test.system.levers:
        changed = lever.change(test.actor, test.readings)
        if changed is None or (test.opposed and _without_solo(test, changed) == test.actor):
            continue  # it does nothing: a difficulty counts for nothing in an opposition
        yield lever.label, replace(test, actor=changed)


def gains(test: Test, weigh: Weigh = odds) -> Iterator[Gain]:
    """What each lever of the system would make of the chance of success."""
    for label, changed in pulled(test):
        chance = success(weigh(changed))
        if chance is not None:
            yield Gain(label, chance)


def _without_solo(test: Test, changed: Any) -> Any:
    """The changed request, save for the fields that an opposition does not read."""
    solo = {item.name: getattr(test.actor, item.name) for item in fields_of(test.system.request) if item.solo}
    return replace(changed, **solo)


def fewest_points(result: Single) -> int | None:
    """How many points, spent in all, turn this failure into a success; None if no number does, or none is needed."""
    test = result.test
    if test.system.spend is None or result.played.result.success:
        return None
    item = field_named(test.system, test.system.spend)
    for points in _affordable(test, item, getattr(test.actor, item.name) + 1):
        again = resolve(_with(test, **{item.name: points}))
        if isinstance(again, Single) and again.played.result.success:
            return points
    return None


def bonuses_for(test: Test, wanted: tuple[int, ...] = (50, 75, 90)) -> tuple[tuple[int, int | None], ...]:
    """For each wanted percentage, the least value of the system's bonus field that reaches it (None: none does)."""
    return least(tuple(bonuses(test)), wanted) if test.system.bonus is not None else ()


def least(steps: tuple[Step, ...], wanted: tuple[int, ...] = (50, 75, 90)) -> tuple[tuple[int, int | None], ...]:
    """For each wanted percentage, the first of these values of a numeric field that reaches it (None: none does)."""
    # The first, not a search by halves: where a table's reading is odd, more bonus is not always better.
    return tuple(
        (percent, next((int(step.value) for step in steps if _reaches(step.chance, percent)), None))
        for percent in wanted
    )


def _reaches(chance: Chance | None, percent: int) -> bool:
    return chance is not None and 100 * chance.weight >= percent * chance.total


# ------------------------------------------------------------------------------------------------- distribution

# An endless die is shown this far from the middle, or as far as its test needs; what lies beyond is one bar.
_SHOWN = 30


def distribution(test: Test, result: Single | None = None) -> Distribution | None:
    """The law of the system's figure for a test against a difficulty; None when no die decides."""
    figure = test.system.figure
    rule = _before(test)
    if not isinstance(rule, Ask):
        return None
    endless = isinstance(rule.plan, OpenEnded)
    reach = max(_SHOWN, rule.plan.reach) if isinstance(rule.plan, OpenEnded) else 0
    law = law_of(_reaching(rule, reach), lambda verdict: (figure.of(verdict), bool(verdict.success)))
    weights: dict[int, list[int]] = {}
    for (value, made), weight in sorted(law.weights.items()):
        weights.setdefault(value, [0, 0])[made] += weight
    bars = tuple(
        Bar(value, Chance(missed + made, law.total), Chance(made, law.total))
        for value, (missed, made) in weights.items()
    )
    found = Distribution(figure.label, bars, endless, None, None)
    return found if result is None else placed(found, test, figure.of(result.played.result))


def placed(found: Distribution, test: Test, thrown: int) -> Distribution:
    """The distribution of this very test, with where a throw of this figure fell."""
    inside = not found.open_ends or found.bars[0].figure < thrown < found.bars[-1].figure
    return replace(found, thrown=thrown, worse=_below(found.bars, thrown) if inside else _worse(test, thrown))


def _before(test: Test) -> Rule[Any]:
    before = undecided(test)
    return test.system.resolve(before.actor, before.readings)


def _below(bars: tuple[Bar, ...], thrown: int) -> Chance:
    return Chance(sum(bar.chance.weight for bar in bars if bar.figure < thrown), bars[0].chance.total)


def _reaching(rule: Ask[Any], reach: int) -> Rule[Any]:
    """The same rule, an endless die told apart exactly ``reach`` far."""
    return replace(rule, plan=replace(rule.plan, reach=reach)) if isinstance(rule.plan, OpenEnded) else rule


def _worse(test: Test, thrown: int) -> Chance | None:
    """Exact however far an endless die went: told apart far enough for this very throw."""
    rule, of = _before(test), test.system.figure.of
    if not isinstance(rule, Ask):
        return None
    reach = 0
    if isinstance(rule.plan, OpenEnded):
        reach = abs(thrown - of(rule.then(rule.plan.tally((5,))))) + rule.plan.sides
    law = law_of(_reaching(rule, reach), of)
    return Chance(law.weigh(lambda figure: figure < thrown), law.total)

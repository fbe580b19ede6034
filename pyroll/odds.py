"""Exact chances of a test before its dice, through the very rule that judges them (contract.md, ``odds``)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate
from math import gcd
from typing import Any, TypeAlias, cast

from pyroll.dice import Chain, OpenEnded, open_ended_gaps
from pyroll.law import Law, Spread
from pyroll.line import Test
from pyroll.play import Ask, law_of, prepare_law
from pyroll.system import SideName

__all__ = ["Chance", "DuelOdds", "Odds", "fraction", "odds", "odds_json", "prepare", "undecided"]


@dataclass(frozen=True, slots=True)
class Chance:
    """A share of all cases, exact: ``weight`` out of ``total``."""

    weight: int
    total: int

    def __float__(self) -> float:
        return self.weight / self.total


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of a test against a difficulty.

    ``success`` is None where the GM decides. ``parts`` are the four disjoint shares that sum to 1. ``degrees`` holds
    the degrees of non-zero chance, and is None where results have no degree. ``spread`` is all there is where a roll
    is a figure that nobody judges.
    """

    success: Chance | None
    critical_success: Chance | None
    critical_failure: Chance | None
    degrees: Mapping[str, Chance] | None
    parts: Mapping[str, Chance] | None
    spread: Spread | None = None


@dataclass(frozen=True, slots=True)
class DuelOdds:
    """The chances of an opposition; ``tie`` is None where the rules know no tie."""

    actor: Chance
    opponent: Chance
    tie: Chance | None


PARTS = ("critical_failure", "failure", "success", "critical_success")
# What odds look at in a verdict: success, critical, degree.
Key: TypeAlias = "tuple[bool | None, str | None, str | None]"


def undecided(test: Test) -> Test:
    """The test before its dice: no faces, and none of the choices made after they fell."""
    before = test.system.undecided
    opponent = before(test.opponent) if test.opposed else None
    return replace(test, actor=before(test.actor), opponent=opponent, faces=None, opponent_faces=())


def odds(test: Test) -> Odds | DuelOdds:
    """The exact chances of a test; its faces and the choices made after the dice fell are left aside."""
    before = undecided(test)
    return _duel(before) if before.opposed else _single(before)


def prepare(test: Test) -> Iterator[None]:
    """Do beforehand what takes long of ``odds(test)``, in pieces of bounded work."""
    before = undecided(test)
    system, readings = before.system, before.readings
    if before.opposed:
        yield from prepare_law(system.side(before.actor, readings))
        yield from prepare_law(system.side(before.opponent, readings))
    elif system.spread is None:
        yield from prepare_law(system.resolve(before.actor, readings))


def _single(test: Test) -> Odds:
    system = test.system
    if system.spread is not None:
        return Odds(None, None, None, None, None, system.spread(test.actor, test.readings))
    rule = system.resolve(test.actor, test.readings)
    degree = system.degree
    law = law_of(rule, lambda verdict: (verdict.success, verdict.critical, degree(verdict)), monotone=system.monotone)

    def chance(wanted: Callable[[Key], bool]) -> Chance:
        return Chance(law.weigh(wanted), law.total)

    success = None if any(key[0] is None for key in law.weights) else chance(lambda key: bool(key[0]))
    if not isinstance(rule, Ask):  # no dice: nothing else to say
        return Odds(success, None, None, None, None)
    return Odds(
        success,
        chance(lambda key: key[1] == "success") if system.criticals else None,
        chance(lambda key: key[1] == "failure") if system.criticals else None,
        None if system.degrees is None else _degrees(law, system.degrees),
        _parts(law),
    )


def _parts(law: Law[Key]) -> dict[str, Chance]:
    found = law.map(_part).weights
    return {part: Chance(found.get(part, 0), law.total) for part in PARTS}


def _part(key: Key) -> str:
    success, critical, _ = key
    if success:
        return "critical_success" if critical == "success" else "success"
    return "critical_failure" if critical == "failure" else "failure"


def _degrees(law: Law[Key], names: Mapping[str, str]) -> dict[str, Chance]:
    found = law.map(lambda key: key[2]).weights
    return {name: Chance(found[name], law.total) for name in names if name in found}


# --------------------------------------------------------------------------------------------------- oppositions


def _duel(test: Test) -> DuelOdds:
    system, readings = test.system, test.readings
    actor = system.side(test.actor, readings)
    opponent = system.side(test.opponent, readings)
    if isinstance(actor, Ask) and isinstance(opponent, Ask) and _both_endless(actor, opponent):
        weights, total = _endless(test, actor, opponent)
    else:
        mine = law_of(actor, lambda side: system.rank(side, readings))
        theirs = law_of(opponent, lambda side: system.rank(side, readings))
        weights, total = _compared(mine, theirs, system.tie(readings)), mine.total * theirs.total
    tie = Chance(weights.get(None, 0), total) if system.ties else None
    return DuelOdds(Chance(weights.get("actor", 0), total), Chance(weights.get("opponent", 0), total), tie)


Winners: TypeAlias = "dict[SideName | None, int]"


def _compared(mine: Law[tuple[int, ...]], theirs: Law[tuple[int, ...]], tie: SideName | None) -> Winners:
    """Who wins, from two laws of ranks: one pass over the sorted ranks, not over the pairs."""
    ranks = sorted(theirs.weights)
    below = [0, *accumulate(theirs.weights[rank] for rank in ranks)]
    wins = equal = 0
    for rank, weight in mine.weights.items():
        wins += weight * below[bisect_left(ranks, rank)]
        equal += weight * theirs.weights.get(rank, 0)
    winners: Winners = {"actor": wins, "opponent": mine.total * theirs.total - wins - equal}
    winners[tie] = winners.get(tie, 0) + equal
    return winners


def _both_endless(actor: Ask[Any], opponent: Ask[Any]) -> bool:
    return isinstance(actor.plan, OpenEnded) and isinstance(opponent.plan, OpenEnded)


def _endless(test: Test, actor: Ask[Any], opponent: Ask[Any]) -> tuple[Winners, int]:
    """Two open-ended dice have no finite pair of laws; they have a finite law of how far they are apart.

    For each pair of first faces the winner only changes from the opponent to undecided to the actor as the actor gets
    further ahead, so two searches find where.
    """
    mine, theirs = cast("OpenEnded", actor.plan), cast("OpenEnded", opponent.plan)
    # One table serves all requests of usual size: it depends on the reach only, in steps.
    reach = -(-(mine.reach + theirs.reach) // 100) * 100
    gaps, total = open_ended_gaps(mine.sides, reach)
    winners: Winners = {"actor": 0, "opponent": 0, None: 0}
    for gap in gaps:

        def standing(difference: int, pair: Callable[[int], tuple[Chain, Chain]] = gap.pair) -> int:
            first, second = pair(difference)
            compared = test.system.compare(actor.then(first), opponent.then(second), test.readings)
            return {"opponent": -1, None: 0, "actor": 1}[compared.winner]

        decided = bisect_left(gap.ahead, 0, key=standing)
        won = bisect_left(gap.ahead, 1, lo=decided, key=standing) if test.system.ties else decided
        winners["opponent"] += gap.below[decided]
        winners[None] += gap.below[won] - gap.below[decided]
        winners["actor"] += gap.below[-1] - gap.below[won]
    return winners, total


# ----------------------------------------------------------------------------------------- what contract.md prints


def fraction(chance: Chance) -> str:
    """``p/q`` in lowest terms."""
    common = gcd(chance.weight, chance.total)
    return f"{chance.weight // common}/{chance.total // common}"


def odds_json(found: Odds | DuelOdds) -> dict[str, object]:
    """The JSON object that contract.md describes for these odds."""
    if isinstance(found, DuelOdds):
        shares = {"actor": found.actor, "opponent": found.opponent, "tie": found.tie}
        return {name: fraction(chance) for name, chance in shares.items() if chance is not None}
    if found.spread is not None:
        return _spread_json(found.spread)
    answer: dict[str, object] = {"success": None if found.success is None else fraction(found.success)}
    for name, chance in (("critical_success", found.critical_success), ("critical_failure", found.critical_failure)):
        if chance is not None:
            answer[name] = fraction(chance)
    for name, chances in (("degrees", found.degrees), ("parts", found.parts)):
        if chances is not None:
            answer[name] = {key: fraction(chance) for key, chance in chances.items()}
    return answer


def _spread_json(spread: Spread) -> dict[str, object]:
    """The mean, and the chance of each figure; at the ceiling, if there is one, that of all from there on."""
    answer: dict[str, object] = {"mean": fraction(Chance(*spread.mean))}
    if spread.ceiling is not None:
        answer["ceiling"] = spread.ceiling
    shares = sorted(spread.law.weights.items())
    answer["totals"] = {str(figure): fraction(Chance(weight, spread.law.total)) for figure, weight in shares}
    return answer

"""Flame dice after the roll: what one more point on each die would do, and what good play does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, TypeAlias

from pyroll.dice import Faces
from pyroll.i18n import N_, Text, text
from pyroll.play import Throw
from pyroll.system import Choices, Tap
from pyroll.systems.flame_law import Pool
from pyroll.systems.flames import RAISING, Allocation, FlamePool, Mover, best_allocation
from pyroll.systems.flamme import Readings, Request, check_throws, judgement, plan_of

__all__ = ["choices", "decided", "undecided"]


@dataclass(frozen=True, slots=True)
class _Hand:
    """One of the two who place points: whose they are, and how many."""

    name: Literal["raises", "lowers"]
    label: str
    mover: Mover
    stock: int
    points: Allocation
    found: Faces  # the dice as this mover found them

    def request(self, request: Request, points: Allocation | None) -> Request:
        return replace(request, raises=points) if self.name == "raises" else replace(request, lowers=points)


def undecided(request: Request) -> Request:
    """No points are given: both movers play at best."""
    given = request.raises is not None or request.lowers is not None
    return replace(request, raises=None, lowers=None) if given else request


def decided(request: Request, readings: Readings) -> Request:
    """Points not given are now explicit, none spent yet; a side that has none needs none."""
    plan = plan_of(request, readings)
    none = (0,) * plan.flames
    return replace(
        request,
        raises=none if request.raises is None and plan.stocks.raises and plan.flames else request.raises,
        lowers=none if request.lowers is None and plan.stocks.lowers and plan.flames else request.lowers,
    )


def choices(request: Request, readings: Readings, throws: tuple[Throw, ...], opposed: bool) -> tuple[Choices, ...]:
    """The player's augmentations, then the GM's diminutions, where there are any."""
    plan = plan_of(request, readings)
    moves = plan.move(throws[0].faces)
    hands = (
        _Hand("raises", N_("Augmentations"), RAISING, plan.stocks.raises, moves.raises, moves.raised_from),
        _Hand("lowers", N_("Diminutions"), plan.gm, plan.stocks.lowers, moves.lowers, moves.lowered_from),
    )
    judge = _successes_only if opposed else _verdicts(request, readings, plan)
    return tuple(
        _choices(request, readings, plan, throws, hand, judge) for hand in hands if hand.stock and plan.flames
    )


# What a judgement is told apart by: successes, then (against a difficulty) success and critical.
_Told: TypeAlias = tuple[int, bool | None, str | None]
_Judge: TypeAlias = Callable[[Pool], _Told]


def _verdicts(request: Request, readings: Readings, plan: FlamePool) -> _Judge:
    judge = judgement(request, readings, plan)

    @cache  # what is done to one die and to another often comes to the same
    def told(tally: Pool) -> _Told:
        verdict = judge(tally)
        return verdict.successes, verdict.success, verdict.critical

    return told


def _successes_only(tally: Pool) -> _Told:
    return tally.successes, None, None


def _choices(
    request: Request, readings: Readings, plan: FlamePool, throws: tuple[Throw, ...], hand: _Hand, judge: _Judge
) -> Choices:
    faces = throws[0].faces
    left = hand.stock - sum(hand.points)
    best = _best(plan, hand)
    # Placed points may have gone elsewhere than good play would put them: suggest only what can still be added.
    adds = all(mine <= theirs for mine, theirs in zip(hand.points, best, strict=True))
    stands = judge(plan.tally(faces))

    def effect(asked: Request, place: int) -> Text | None:
        # A die that the player raises afterwards must not become a 1 before (R003-25)
        if hand.name == "lowers" and any(check_throws(asked, readings, throws)):
            return None
        further = plan_of(asked, readings)
        ends = further.move(faces).faces  # after the other mover's points, too
        return _effect(stands, judge(further.count_of(faces, ends)), ends[place])

    taps = tuple(
        _tap(request, hand, place, left, adds and best[place] > hand.points[place], effect)
        for place in range(plan.flames)
    )
    return Choices(
        hand.label,
        hand.stock,
        left,
        taps,
        None if best == hand.points else hand.request(request, best),
        hand.request(request, (0,) * plan.flames),
    )


def _best(plan: FlamePool, hand: _Hand) -> Allocation:
    """Good play of one hand. The first mover foresees the other, as long as the other has placed no point."""
    raising = hand.name == "raises"
    placed, stock = (plan.lowers, plan.stocks.lowers) if raising else (plan.raises, plan.stocks.raises)
    moves_first = raising != plan.lower_first
    reply = stock if moves_first and not any(placed or ()) else 0
    return best_allocation(hand.mover, hand.found, hand.stock, reply)


def _tap(
    request: Request, hand: _Hand, place: int, left: int, best: bool, effect: Callable[[Request, int], Text | None]
) -> Tap:
    before = hand.found[place]
    now = before if before == 1 else before + hand.mover.step * hand.points[place]
    if before == 1:
        return Tap(place, text("1 immuable"), None, False)
    if now == hand.mover.last:
        return Tap(
            place,
            text("{face} au plus", face=now) if hand.mover.step > 0 else text("{face} au moins", face=now),
            None,
            False,
        )
    if not left:
        return Tap(place, text("plus aucun point"), None, False)
    points = tuple(spent + (index == place) for index, spent in enumerate(hand.points))
    asked = hand.request(request, points)
    does = effect(asked, place)
    return Tap(place, text("déjà augmenté"), None, False) if does is None else Tap(place, does, asked, best)


def _effect(before: _Told, after: _Told, face: int) -> Text:
    """What the next face of a die does, in two or three words."""
    if after[2] != before[2]:
        match after[2], before[2]:
            case "success", _:
                return text("{face} critique", face=face)
            case "failure", _:
                return text("{face} échec critique", face=face)
            case None, "failure":
                return text("{face} évite l’échec critique", face=face)
    if after[1] != before[1]:
        return text("{face} réussite", face=face) if after[1] else text("{face} échec", face=face)
    if after[0] != before[0]:
        return (
            text("{face} +1 réussite", face=face) if after[0] > before[0] else text("{face} −1 réussite", face=face)
        )
    return text("{face} sans effet", face=face)

"""The result in hand: where its dice came from, what was spent on them since, and the roll before it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from pyroll.app.choosing import chosen, decided, judged, offers
from pyroll.line import Refusal, Test, read, write
from pyroll.odds import undecided
from pyroll.resolve import Origin, Resolved

__all__ = ["Choice", "Hand", "Veil", "chose", "landed", "open_points", "opened", "took_back"]

Veil: TypeAlias = Literal["open", "verdict", "all"]
"""What is not to be seen of a roll: nothing, its verdict and difficulty, or all of it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice made after the dice fell: on which offer, and the line that it changed."""

    offer: str
    line: str


@dataclass(frozen=True, slots=True)
class Hand:
    """A result and its story.

    :param asked: the test before its dice, as the form said it: points spent since are not in it.
    :param chosen: the choices since, in order; each can be taken back.
    :param before: the result that this roll replaced, for as long as the roll can be undone.
    :param veil: what is not to be seen yet.
    :param who: whose roll it is, as the sentence names it; "" for nobody's.
    """

    result: Resolved
    origin: Origin
    asked: Test
    chosen: tuple[Choice, ...] = ()
    before: Hand | None = None
    who: str = ""
    veil: Veil = "open"

    @property
    def line(self) -> str:
        """The text form, with its faces and choices."""
        return write(self.result.test)


def landed(result: Resolved, origin: Origin, before: Hand | None, who: str = "", veil: Veil = "open") -> Hand:
    """Fallen dice: what may be placed on them is not placed yet. A figure that nobody judges hides no verdict."""
    if veil == "verdict" and result.test.system.spread is not None:
        veil = "open"
    last = None if before is None else replace(before, before=None)
    return Hand(decided(result), origin, undecided(result.test), before=last, who=who, veil=veil)


def opened(result: Resolved, origin: Origin, who: str = "", veil: Veil = "open") -> Hand:
    """A result that somebody made before: it stays as it was played."""
    return Hand(result, origin, undecided(result.test), who=who, veil=veil)


def chose(hand: Hand, offer: str, line: str) -> Hand:
    """The same dice judged as ``line`` says; a line of other dice changes nothing."""
    result = chosen(hand.result, line)
    if result is None:
        return hand
    return replace(hand, result=result, chosen=(*hand.chosen, Choice(offer, hand.line)))


def took_back(hand: Hand) -> Hand:
    """Before the last choice."""
    if not hand.chosen:
        return hand
    test = read(hand.chosen[-1].line)
    result = None if isinstance(test, Refusal) else judged(test)
    return hand if result is None else replace(hand, result=result, chosen=hand.chosen[:-1])


def open_points(hand: Hand) -> bool:
    """Whether points are left that a die could take."""
    return any(tap.request is not None for one in offers(hand.result) for tap in one.choices.taps)

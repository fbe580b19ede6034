"""What is known of a test's chances, as values (``weighing.py`` finds them)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyroll.line import Test
from pyroll.odds import DuelOdds, Odds

if TYPE_CHECKING:
    from pyroll.advice import Distribution, Gain, Step

__all__ = ["Advice", "Weighed"]


@dataclass(frozen=True, slots=True)
class Advice:
    """What decisions are worth: each lever, each number of points, and the bonus that reaches a wanted percentage."""

    gains: tuple[Gain, ...]
    spending: tuple[Step, ...]
    bonuses: tuple[tuple[int, int | None], ...]


@dataclass(frozen=True, slots=True)
class Weighed:
    """What is known of a test's chances. They hold for this very test only.

    A piece is None until it is weighed; a piece that the test does not have is empty: ``shape`` holds at most one
    distribution.
    """

    test: Test
    odds: Odds | DuelOdds
    ladder: tuple[Step, ...] | None = None
    shape: tuple[Distribution, ...] | None = None
    advice: Advice | None = None

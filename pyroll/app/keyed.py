"""Dice from a real table as values: what was entered so far, and each step of a person who enters them.

``typed.py`` says what a step makes of an entry.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from pyroll.line import Test
from pyroll.system import SideName

__all__ = ["Erased", "Keyed", "Picked", "Place", "Step", "Typing"]


class Place(NamedTuple):
    """One die of a test: whose it is and its place in the order thrown."""

    side: SideName
    nth: int


@dataclass(frozen=True, slots=True)
class Typing:
    """An entry in hand: the test with the faces so far.

    ``at`` is the die that the next face corrects, None: the next die. ``pending`` is a figure of which only the first
    digit was struck ("1" may become 12).
    """

    test: Test
    at: Place | None = None
    pending: str = ""


@dataclass(frozen=True, slots=True)
class Keyed:
    """A face was entered: by its whole name from a face key (``whole``), or digit by digit."""

    text: str
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Erased:
    """The last die (or the one that is being corrected) is taken away."""


@dataclass(frozen=True, slots=True)
class Picked:
    """An entered die is to be corrected."""

    place: Place


Step: TypeAlias = Keyed | Erased | Picked

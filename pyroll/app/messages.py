"""What can happen to the page: each message is a frozen value that ``pyroll.app.state.update`` answers.

Chance comes in with a message: ``Thrown`` carries a test already brought to its end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pyroll.app.hand import Hand, Veil
from pyroll.app.keyed import Step, Typing
from pyroll.app.offline import Copy
from pyroll.app.past import Past
from pyroll.app.weighed import Weighed
from pyroll.form import Problem
from pyroll.i18n import Text
from pyroll.resolve import Origin, Resolved
from pyroll.system import System

__all__ = [
    "Awaited",
    "Chose",
    "CopyKnown",
    "Edited",
    "Message",
    "Named",
    "Opened",
    "PutAway",
    "Refused",
    "Resumed",
    "Screen",
    "Shown",
    "Started",
    "Submitted",
    "Thrown",
    "Told",
    "TookBack",
    "TypingBegun",
    "TypingStopped",
    "Undone",
    "Unveiled",
    "Veiled",
]

Screen: TypeAlias = Literal["test", "typed", "settings", "people", "journal", "rules", "received", "group"]


@dataclass(frozen=True, slots=True)
class Started:
    """Python is there: the page can throw."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """The rules of a system are on their way: until the page is ``Started`` again, it cannot throw."""


@dataclass(frozen=True, slots=True)
class Edited:
    """The form of ``system`` now holds these texts; ``settled``: nobody is in the middle of typing."""

    system: System
    texts: Mapping[str, str]
    settled: bool


@dataclass(frozen=True, slots=True)
class Submitted:
    """A roll was asked for."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """The dice fell, here or on the table."""

    result: Resolved
    origin: Origin = "thrown"


@dataclass(frozen=True, slots=True)
class Refused:
    """A test could not be brought to its end."""

    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """A line came in, from the address or from the past rolls; the form was filled from it.

    ``origin``: where its dice came from, None where only the line is known. ``who``: whose roll it is or will be.
    """

    line: str
    origin: Origin | None = None
    who: str = ""


@dataclass(frozen=True, slots=True)
class Named:
    """The next roll is this one's; "" for nobody's."""

    who: str


@dataclass(frozen=True, slots=True)
class Shown:
    """Another screen was asked for."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class CopyKnown:
    """What is now known of the copy on this device."""

    copy: Copy


@dataclass(frozen=True, slots=True)
class Chose:
    """Points were spent on the fallen dice: on which offer, and the line of the same dice with them spent."""

    offer: str
    line: str


@dataclass(frozen=True, slots=True)
class TookBack:
    """The last choice is taken back."""


@dataclass(frozen=True, slots=True)
class Undone:
    """The last roll is taken back: the result before it comes again."""


@dataclass(frozen=True, slots=True)
class Veiled:
    """What is not to be seen of the next rolls."""

    veil: Veil


@dataclass(frozen=True, slots=True)
class Unveiled:
    """The result in hand is to be seen."""


@dataclass(frozen=True, slots=True)
class PutAway:
    """The result in hand is put away as it is; the form shows again."""


@dataclass(frozen=True, slots=True)
class TypingBegun:
    """Dice from the table are to be entered for the test of the form."""


@dataclass(frozen=True, slots=True)
class TypingStopped:
    """The entry is given up."""


@dataclass(frozen=True, slots=True)
class Told:
    """A word for the person that passes by, None: it has passed."""

    words: Text | None


@dataclass(frozen=True, slots=True)
class Resumed:
    """What was in hand when the page went away."""

    hand: Hand | None
    typing: Typing | None
    past: tuple[Past, ...]
    veil: Veil = "open"


Message: TypeAlias = (
    CopyKnown
    | Shown
    | Started
    | Awaited
    | Edited
    | Submitted
    | Thrown
    | Refused
    | Opened
    | Named
    | Weighed
    | Chose
    | TookBack
    | Undone
    | Veiled
    | Unveiled
    | PutAway
    | TypingBegun
    | TypingStopped
    | Step
    | Told
    | Resumed
)

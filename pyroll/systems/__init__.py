"""The five rule systems, in the order in which the page shows them. This tuple is the one registration.

Free dice stand beside them: they have no source, and the page's start does without their module. ``guest`` imports it
when a line or a form first names them.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping

from pyroll.system import System
from pyroll.systems.abc_words import ABC
from pyroll.systems.ecor_words import ECOR
from pyroll.systems.flamme_words import FLAMME
from pyroll.systems.patchwork_words import PATCHWORK
from pyroll.systems.tur import TUR

__all__ = ["GUESTS", "SYSTEMS", "at_hand", "guest"]

SYSTEMS: tuple[System, ...] = (PATCHWORK, ABC, TUR, FLAMME, ECOR)

GUESTS: Mapping[str, str] = {"free": "pyroll.systems.free"}
"""Systems beside the five: key -> module, which holds the system under its key in capitals."""


def guest(key: str) -> System | None:
    """The system beside the five that has this key; None where there is none, or its module is not there yet."""
    try:
        module = importlib.import_module(GUESTS[key])
    except (KeyError, ModuleNotFoundError):
        return None
    found: System = getattr(module, key.upper())
    return found


def at_hand() -> tuple[System, ...]:
    """The five, and those beside them that were asked for."""
    guests = (guest(key) for key, module in GUESTS.items() if module in sys.modules)
    return (*SYSTEMS, *(one for one in guests if one is not None))

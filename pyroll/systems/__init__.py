"""The five rule systems, in the order in which the page shows them. ``MODULES`` is the one registration.

A table plays one game: each system's modules are imported when it is first named, so that a first visit's roll does
not wait for the other four. Free dice stand beside the five: they have no source, and their module may not even have
been fetched.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping

from pyroll.system import System

__all__ = ["GUESTS", "MODULES", "at_hand", "system_named", "systems"]

MODULES: Mapping[str, str] = {
    "patchwork": "pyroll.systems.patchwork_words",
    "abc": "pyroll.systems.abc_words",
    "tur": "pyroll.systems.tur",
    "flamme": "pyroll.systems.flamme_words",
    "ecor": "pyroll.systems.ecor_words",
}
"""Key -> module, which holds the system under its key in capitals."""

GUESTS: Mapping[str, str] = {"free": "pyroll.systems.free"}
"""The same of the systems beside the five."""


def system_named(key: str) -> System | None:
    """The system with this key, one of the five or beside them; None where there is none, or its module is not there
    yet.
    """
    module = MODULES.get(key) or GUESTS.get(key)
    if module is None:
        return None
    try:
        found: System = getattr(sys.modules.get(module) or importlib.import_module(module), key.upper())
    except ModuleNotFoundError:
        return None
    return found


def systems() -> tuple[System, ...]:
    """All five."""
    return tuple(system for key in MODULES if (system := system_named(key)) is not None)


def at_hand() -> tuple[System, ...]:
    """Those that were asked for, beside the five too."""
    asked = (key for key, module in {**MODULES, **GUESTS}.items() if module in sys.modules)
    return tuple(system for key in asked if (system := system_named(key)) is not None)

"""The page.

Modules that are named here are imported when they are first asked for (``app.typed``): a first visit's verdict does
without them.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyroll.app import typed, weighing, worker

__all__ = ["typed", "weighing", "worker"]


def __getattr__(name: str) -> ModuleType:
    try:
        return importlib.import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as error:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from error

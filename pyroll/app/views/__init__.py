"""The page's regions as pure functions: State -> HTML elements.

Modules that are named here are imported when they are first asked for (``views.chart``): a first visit's verdict does
without them.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyroll.app.views import (
        advice,
        chart,
        copy,
        odds,
        passing,
        recent,
        settings,
        shortcuts,
        typed,
    )

__all__ = [
    "advice",
    "chart",
    "copy",
    "odds",
    "passing",
    "recent",
    "settings",
    "shortcuts",
    "typed",
]


def __getattr__(name: str) -> ModuleType:
    try:
        return importlib.import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as error:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from error

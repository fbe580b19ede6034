"""The page's regions as pure functions: State -> HTML elements.

Modules that are named here are imported when they are first asked for (``views.chart``): a first visit's verdict does
without them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyroll.app import importing

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


__getattr__ = importing(__name__)

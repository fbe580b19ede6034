"""The page.

Modules that are named here are imported when they are first asked for (``app.typed``): a first visit's verdict does
without them.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyroll.app import typed, weighing, worker

__all__ = ["importing", "typed", "weighing", "worker"]


def importing(package: str) -> Callable[[str], ModuleType]:
    """The ``__getattr__`` of a package whose modules are imported when they are first asked for."""

    def imported(name: str) -> ModuleType:
        try:
            return importlib.import_module(f"{package}.{name}")
        except ModuleNotFoundError as error:
            raise AttributeError(f"module {package!r} has no attribute {name!r}") from error

    return imported


__getattr__ = importing(__name__)

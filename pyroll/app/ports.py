"""What the screens beside the test are given: the page, the clock, the store and the test's own form."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeAlias

from pyroll.app.keeper import Keeper
from pyroll.i18n import Language, Text

__all__ = ["Ports", "Undo", "Who", "said"]

Undo: TypeAlias = Callable[[], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class Who:
    """Whose roll it is, and of what: a character's id and name, and a skill."""

    id: str
    name: str
    label: str

    @property
    def words(self) -> str:
        """As a sentence names it."""
        return ", ".join(filter(None, (self.name, self.label)))


@dataclass(frozen=True, slots=True)
class Ports:
    """The outside.

    :param page: ``static/boot.js``; ``tools``: ``static/screens.mjs``.
    :param proxy: makes a function callable from the browser, for good.
    :param language: the one that the page speaks now.
    :param clock: milliseconds since 1970; ``ahead``: minutes that the wall clock is ahead of UTC at such a moment.
    :param run: starts a task that nobody waits for; ``pause``: lets the page breathe.
    :param toast: tells something that was done, and offers to undo it.
    :param version: pyroll's own.
    """

    page: Any
    tools: Any
    proxy: Callable[[Callable[..., Any]], Any]
    language: Callable[[], Language]
    clock: Callable[[], int]
    ahead: Callable[[int], int]
    run: Callable[[Coroutine[Any, Any, None]], None]
    pause: Callable[[], Coroutine[Any, Any, None]]
    keeper: Keeper
    toast: Callable[[Text, Undo | None], None]
    version: str

    def patch(self, *regions: object) -> None:
        """Draw these regions anew."""
        self.page.patch("".join(map(str, regions)))


def said(element: Any, name: str) -> str:
    """An element's ``data-NAME``, "" where it has none."""
    return str(element.getAttribute(f"data-{name}") or "")

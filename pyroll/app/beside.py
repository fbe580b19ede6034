"""The way to the desk (``pyroll.app.desk``), which is not there at the start: the first roll never waits for it.

What it should write down is noted here until it is there. It comes by itself when there is something to
write down, and when one of its screens is opened.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Callable, Coroutine, Mapping, Sequence
from time import time
from typing import Any, NamedTuple

import htpy as h

from pyroll.app import later
from pyroll.app.messages import Message, Screen
from pyroll.app.noting import line_of
from pyroll.app.state import TEST, State
from pyroll.i18n import Language, Text, text

__all__ = ["TEST", "Beside", "Ways", "screen_at"]

_SCREENS: Mapping[str, Screen] = {
    "/personnages": "people",
    "/journal": "journal",
    "/regles": "rules",
    "/recu": "received",
    "/groupe": "group",
}
"""A test's address never begins with a slash."""

_AFTER_PAINT = 300
"""Milliseconds after a roll: the verdict is there, and nobody is about to tap."""

# The desk's modules, smallest needs first: imported one by one, none of them keeps the page for long
_STEPS = (
    "checked", "moment", "sheet", "sheet_files", "paste", "journal_files", "timeline", "stats", "luck", "report",
    "store", "backup", "restore", "share", "app.indexed", "app.log", "app.draft", "app.people", "app.pen",
    "app.unwritten", "app.scribe", "app.sharing", "group", "group_lines", "app.gathering", "app.group_screen",
    "app.desk",
)  # fmt: skip


def screen_at(line: str) -> Screen | None:
    """The screen beside the test that has this address; more may follow, a place on that screen."""
    return _SCREENS.get("/".join(line.split("/")[:2]))


class Ways(NamedTuple):
    """What the desk may do to the page.

    :param page: what ``static/boot.js`` offers.
    :param proxy: makes a function callable from the browser, for good.
    :param wait: calls a function so many milliseconds later.
    :param fetch: gets the archive of the modules that are not there at the start.
    :param fill: fills the test's form with a line: whence its dice came ("" without), and whose it is ("" nobody's).
    :param name: says whose the next roll is; ``show``: shows the test, and throws at once if asked to.
    :param failed: told of what goes wrong in the background.
    """

    page: Any
    proxy: Callable[[Callable[..., Any]], Any]
    wait: Callable[[Callable[[], None], int], None]
    fetch: Callable[[str], Coroutine[Any, Any, bytes]]
    language: Callable[[], Language]
    fill: Callable[[str, str, str], None]
    name: Callable[[str], None]
    show: Callable[[bool], None]
    failed: Callable[[BaseException], None]

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start something in the background; the page says so where it fails."""
        task = asyncio.ensure_future(work)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self.failed(error)


class Beside:
    """The desk, or the way to it."""

    def __init__(self, ways: Ways) -> None:
        self._ways = ways
        self._desk: Any = None
        self._coming: asyncio.Task[None] | None = None
        self._wanted: Screen | None = None
        self._asked = ""
        self._state: State | None = None
        if ways.page.unwritten():  # the page went away before they were written down
            ways.wait(self._come, _AFTER_PAINT)

    def followed(self, before: State, state: State, message: Message) -> None:
        """The test's state changed."""
        self._state = state
        if self._desk is not None:
            self._desk.followed(state, message, before.hand)
            return
        if line := line_of(message, before.hand, state, int(time() * 1000)):
            kept = self._ways.page.unwritten
            kept(f"{kept() or ''}{line}")
            self._ways.wait(self._come, _AFTER_PAINT)

    def open(self, screen: Screen) -> None:
        """One of the desk's screens shows."""
        self._wanted = screen
        if self._desk is None:
            self._come()
        else:
            self._desk.open(screen)

    def share(self, what: str) -> None:
        """Something of the test's screen is to be handed over, or kept: "test", "result", "readings", "keep"."""
        self._asked = what
        if self._desk is None:
            self._come()
        else:
            self._desk.asked(what)

    async def rollable(self, key: str) -> Sequence[tuple[str, str]]:
        """What the characters of a system can roll: whose it is and of what, and its line. Nothing without a desk."""
        self._come()
        if self._coming is not None:
            await asyncio.wait([self._coming])
        found: Sequence[tuple[str, str]] = () if self._desk is None else await self._desk.people.rollable(key)
        return found

    def event(self, name: str, event: Any) -> bool:
        """Whether this event is the desk's."""
        place = event.target.closest("[data-beside]")
        if not place or self._desk is None or place.dataset.beside == "own":  # it listens by itself
            return bool(place)
        match name:
            case "click":
                button = event.target.closest("button")
                if button and not button.hasAttribute("data-step"):
                    self._desk.clicked(button)
            case "input":
                self._desk.typed(event.target)
            case "change":
                self._desk.changed(event.target)
            case "submit":
                self._desk.submitted(event.target)
            case "toggle":
                self._desk.unfolded(event.target)
        return True

    def speak(self) -> None:
        """The page speaks another language."""
        if self._desk is not None:
            self._desk.speak()

    def _tell(self, words: Text | None) -> None:
        said = "" if words is None else self._ways.language().say(words)
        self._ways.page.patch(str(h.p(id="keep-notice", role="status", class_="pr-keep" if said else None)[said]))

    # --- bringing it up

    def _come(self) -> None:
        if self._desk is None and (self._coming is None or self._coming.done()):
            self._coming = self._ways.begin(self._bring_up())

    async def _bring_up(self) -> None:
        """Fetch and import the desk, which catches up. Where that fails, the next roll tries again."""
        ways = self._ways
        if not await later.bring("pyroll.app.desk", ways.fetch):
            self._tell(
                text("Le journal n’a pas pu être chargé. Vos jets l’attendent tant que cette page est ouverte.")
            )
            return
        self._tell(None)
        for step in _STEPS:
            module = importlib.import_module(f"pyroll.{step}")
            await asyncio.sleep(0)
        store, tools = await ways.page.load("store"), await ways.page.load("screens")
        self._desk = module.Desk(ways, store, tools, lambda: self._state)
        if self._wanted is not None:
            self._desk.open(self._wanted)
        if self._asked:
            self._desk.asked(self._asked)

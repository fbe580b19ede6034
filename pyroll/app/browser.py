"""The page's edge: DOM events become messages, the state becomes patched regions, and the address follows.

The only module that may import what exists in a browser only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl

from pyscript import document, window
from pyscript.ffi import create_proxy

from pyroll.advice import ladder
from pyroll.app.state import (
    Edited,
    Message,
    Opened,
    Refused,
    Started,
    Submitted,
    Thrown,
    Weighed,
    address,
    first,
    update,
)
from pyroll.app.views.page import changed
from pyroll.i18n import FRENCH
from pyroll.line import Refusal
from pyroll.odds import odds
from pyroll.resolve import Needs, throw
from pyroll.systems import SYSTEMS

__all__ = ["start"]

_SYSTEMS = {system.key: system for system in SYSTEMS}


async def start() -> None:
    """Take over the page."""
    App(await window.pyroll).start()


class App:
    """The one page: its state, and what of it already stands in the document.

    :param page: what the start script offers: ``entries()``, ``fill(line)``, ``focus(id)``, ``patch(html)``.
    """

    def __init__(self, page: Any) -> None:
        self._page = page
        self._state = first()
        self._weigh_later = create_proxy(self._weigh)

    def start(self) -> None:
        """What was typed meanwhile counts, and a roll asked for early is thrown."""
        self._dispatch(Started())
        if line := _fragment():
            self._dispatch(Opened(line))
        else:
            self._edited(settled=True)
        for event, handler in self._handlers().items():
            (window if event == "hashchange" else document).addEventListener(event, create_proxy(handler))
        root = document.documentElement
        root.dataset.pyroll = "ready"
        if root.hasAttribute("data-queued"):
            root.removeAttribute("data-queued")
            self._roll()

    def _handlers(self) -> Mapping[str, Callable[[Any], None]]:
        return {
            "input": lambda event: self._edited(settled=False),
            "change": lambda event: self._changed(),
            "submit": lambda event: self._roll(),
            "click": self._clicked,
            "hashchange": lambda event: self._opened(_fragment()),
        }

    # --- messages in

    def _dispatch(self, message: Message) -> None:
        before, self._state = self._state, update(self._state, message)
        self._page.patch("".join(str(region) for region in changed(before, self._state, FRENCH)))
        if before.problems != self._state.problems:
            self._mark_faults()
        if not self._is_weighed():
            window.setTimeout(self._weigh_later, 0)  # the largest pools take a while: what was asked for shows first

    def _is_weighed(self) -> bool:
        state = self._state
        return state.test is None or (state.weighed is not None and state.weighed.test == state.test)

    def _weigh(self) -> None:
        test = self._state.test
        if test is not None and not self._is_weighed():
            self._dispatch(Weighed(test, odds(test), () if test.opposed else ladder(test)))

    def _edited(self, *, settled: bool) -> None:
        """Read the form that shows."""
        key, _, query = self._page.entries().partition("?")
        self._dispatch(Edited(_SYSTEMS[key], dict(parse_qsl(query, keep_blank_values=True)), settled))

    def _changed(self) -> None:
        self._edited(settled=True)
        self._follow()

    def _opened(self, line: str) -> None:
        if line:
            self._dispatch(Opened(line))
            self._follow()

    def _clicked(self, event: Any) -> None:
        button = event.target.closest("[data-open], [data-reroll]")
        if not button:
            return
        line = button.dataset.open if button.hasAttribute("data-open") else button.dataset.reroll
        rolling = button.hasAttribute("data-reroll")
        self._page.fill(line)
        self._opened(line.partition("@")[0] if rolling else line)
        if rolling:
            self._roll()
        window.scrollTo(0, 0)

    def _roll(self) -> None:
        """Throw what the form says, or say what is wrong with it."""
        if self._state.test is None:
            self._refuse(Submitted())
            return
        match throw(self._state.test):
            case Refusal(problems):
                self._refuse(Refused(problems))
            case Needs():
                raise AssertionError("a throw leaves no die out")
            case result:
                self._dispatch(Thrown(result))
                self._follow()
                window.scrollTo(0, 0)

    def _refuse(self, message: Submitted | Refused) -> None:
        self._dispatch(message)
        self._page.focus("faults")

    # --- state out

    def _mark_faults(self) -> None:
        wrong = {problem.field for problem in self._state.problems}
        for control in document.querySelectorAll("form:not([hidden]) input[type=text]"):
            if control.name in wrong:
                control.setAttribute("aria-invalid", "true")
            else:
                control.removeAttribute("aria-invalid")

    def _follow(self) -> None:
        """Let the address say the test, without a step in the history for each change."""
        line = address(self._state)
        if line is not None:
            window.history.replaceState(None, "", f"#{line}")


def _fragment() -> str:
    return str(window.location.hash).removeprefix("#")

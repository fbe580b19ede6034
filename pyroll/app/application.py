"""The page's work: DOM events become messages, the state becomes patched regions, and the address follows.

It is given the browser, and imports nothing of it: a snapshot of Python's memory, which a later start restores,
cannot hold what does (``pyroll.app.browser``).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, cast
from urllib.parse import parse_qsl

from pyroll import app
from pyroll.app.beside import TEST, Beside, Ways, screen_at
from pyroll.app.choosing import unspent
from pyroll.app.drawing import Drawing
from pyroll.app.edge import Browser
from pyroll.app.guests import Guests
from pyroll.app.messages import (
    CopyKnown,
    Edited,
    Message,
    Named,
    Opened,
    Refused,
    Screen,
    Shown,
    Started,
    Submitted,
    Thrown,
    Veiled,
)
from pyroll.app.offline import Copy
from pyroll.app.resume import Stored
from pyroll.app.shelf import Shelf
from pyroll.app.speaker import Speaker
from pyroll.app.state import address, first, known, roll_open, update
from pyroll.app.table import TYPED, Page, Table
from pyroll.app.weigh import Turns, Weigher
from pyroll.line import Refusal, Test, read
from pyroll.odds import undecided
from pyroll.resolve import Needs, Origin, throw
from pyroll.systems import system_named

__all__ = ["App"]

_SETTINGS = "/reglages"
"""The settings screen's address; a test's never begins with a slash."""


class App:
    """The one page: its state, and what of it already stands in the document.

    :param page: what the start script offers: ``entries()``, ``fill(line)``, ``focus(id)``, ``language()``,
        ``patch(html)``, ``reword(html)``.
    """

    def __init__(self, browser: Browser, page: Any) -> None:
        self._browser = browser
        self._window, self._document = browser.window, browser.document
        self._page = page
        self._state = first(str(page.entries()).partition("?")[0])
        self._speaker = Speaker(browser.window, page)
        self._drawing = Drawing(browser.window, browser.handler, page.patch, lambda: self._speaker.language)
        self._weigher = Weigher(lambda: float(self._window.performance.now()))
        self._turns = Turns(
            browser.window, browser.handler, self._weigher, lambda: known(self._state) is None, self._dispatch
        )
        self._left: str | None = None  # the test's address while another screen shows
        self._place: tuple[float, Any] | None = None  # how far it was scrolled, and where the focus was
        self._table = Table(
            Page(
                browser.window,
                browser.proxy,
                lambda: self._state,
                self._dispatch,
                self._follow,
                page.focus,
                page.heir,
            )
        )
        ways = Ways(
            page=page,
            proxy=browser.handler,
            wait=lambda function, after: self._window.setTimeout(browser.once(browser.guarded(function)), after),
            fetch=self._fetch,
            language=lambda: self._speaker.language,
            fill=self._fill,
            name=lambda who: self._dispatch(Named(who)),
            show=self._show_test,
            failed=browser.failed,
        )
        self._beside = Beside(ways)
        self._shelf = Shelf(ways, self._beside.rollable)
        self._guests = Guests(
            page,
            self._fetch,
            lambda: self._state,
            self._dispatch,
            self._speaker,
            self._settled,
            browser.guarded,
        )

    @cached_property
    def _caretaker(self) -> app.worker.Caretaker:
        """Whoever looks after the copy on this device: there once the page works."""
        browser = self._browser
        return app.worker.Caretaker(
            browser.window, browser.proxy, self._copy_known, lambda: not roll_open(self._state)
        )

    async def _care(self) -> None:
        """In a turn of its own: the verdict is not to wait for what this imports."""
        await self._caretaker.start()

    async def _fetch(self, place: str) -> bytes:
        return await self._caretaker.fetch(place)

    async def begin(self) -> None:
        """Take over the page: in the language that is wanted, and once it is known which tab this is.

        A system whose rules come later is waited for where the page is opened for it.
        """
        await self.speak()
        await self._page.claimed
        await self._guests.invite(str(self._page.entries()), self._browser.fragment)
        self._start()

    def _start(self) -> None:
        """What was typed and chosen meanwhile counts, and a roll asked for early is thrown."""
        veil = self._document.querySelector("[name=veil]:checked").value
        self._dispatch(Started())
        root = self._document.documentElement
        line, touched = self._browser.fragment, root.hasAttribute("data-touched")
        if stored := self._table.stored(line):
            self._resume(stored, line, touched=touched)
        elif line == _SETTINGS:
            self._edited(settled=True)
            self._show("settings")
        elif line == TYPED:
            self._edited(settled=True)
            self._table.begin()
        elif screen := screen_at(line):
            self._edited(settled=True)
            self._show_beside(screen, line)
        elif touched:
            self._written(settled=True)
        elif line and line != TEST:
            if self._guests.here(line.partition("?")[0], lambda: self._opened(line)):
                self._dispatch(Opened(line))
        else:
            self._edited(settled=True)
        for name, handler in self._handlers().items():
            place = self._window if name == "hashchange" else self._document
            place.addEventListener(name, self._browser.handler(self._unless_beside(name, handler)))
        self._document.addEventListener("toggle", self._browser.handler(self._toggled), True)  # it does not bubble
        if veil != "open":  # chosen early: the HTML says "open"
            self._dispatch(Veiled(veil))
        root.dataset.pyroll = "ready"
        self._roll_queued()
        self._caring = asyncio.ensure_future(self._care())

    def _resume(self, stored: Stored, line: str, *, touched: bool) -> None:
        """Go on exactly where the page went away; what was typed into the form since counts."""
        self._edited(settled=True)
        filled, hand = self._state.test, stored.message.hand
        untouched = line in ("", TYPED, TEST) or (hand is not None and filled == undecided(hand.result.test))
        if untouched and not touched and isinstance(read(stored.form), Test):
            self._page.fill(stored.form)
            self._edited(settled=True)
        self._dispatch(stored.message)
        if line == TYPED or (line == "" and stored.midway and self._state.typing is not None):
            self._table.begin()
        else:
            self._follow()

    def _handlers(self) -> Mapping[str, Callable[[Any], None]]:
        return {
            "input": lambda event: self._written(settled=False),
            "change": self._changed,
            "submit": lambda event: self._roll(),
            "click": self._clicked,
            "keydown": self._table.struck,
            "pointerdown": self._table.pressed,
            "visibilitychange": self._table.seen,
            "hashchange": self._arrived,
        }

    def _unless_beside(self, name: str, handler: Callable[[Any], None]) -> Callable[[Any], None]:
        """The handler; what happens on the desk's screens is the desk's."""
        if name not in ("input", "change", "submit", "click"):
            return handler
        return lambda event: None if self._beside.event(name, event) else handler(event)

    def _toggled(self, event: Any) -> None:
        self._beside.event("toggle", event)
        self._shelf.unfolded(event.target)

    # --- messages in

    def _dispatch(self, message: Message) -> None:
        before, self._state = self._state, update(self._state, message)
        if self._state.test != self._weigher.test and (found := self._weigher.begin(self._state.test)):
            self._state = update(self._state, found)
        self._drawing.follow(self._state)
        self._table.after(before, self._state)
        self._beside.followed(before, self._state, message)
        if isinstance(message, Thrown):
            self._caretaker.keep_for_good()
        if roll_open(before) and not roll_open(self._state):
            self._caretaker.settled()
        self._turns.soon()

    def _edited(self, *, settled: bool) -> None:
        """Read the form that shows."""
        key, _, query = self._page.entries().partition("?")
        if self._guests.here(key, lambda: self._edited(settled=True)) and (system := system_named(key)) is not None:
            self._dispatch(Edited(system, dict(parse_qsl(query, keep_blank_values=True)), settled))

    def _changed(self, event: Any) -> None:
        if event.target.name == "veil":
            self._dispatch(Veiled(event.target.value))
            return
        if event.target.id == "system":
            self._show("test")
        if readings := event.target.closest("details[id$=reading-more]"):  # it may have stood open from the start
            self._shelf.unfolded(readings)
        self._written(settled=True)

    def _written(self, *, settled: bool) -> None:
        """Somebody changed the form: a reload finds it like this. While it is refused, the address is no test's."""
        self._edited(settled=settled)
        state = self._state
        if state.ready and state.test is None and state.screen == "test" and self._browser.fragment:
            self._window.history.replaceState(None, "", f"#{TEST}")
        self._follow()

    def _opened(self, line: str) -> None:
        if line and self._guests.here(line.partition("?")[0], lambda: self._opened(line)):
            self._dispatch(Opened(line))
            self._follow()

    def _settled(self, then: Callable[[], None] | None) -> None:
        """The rules that were waited for are here, or will not come."""
        if then is None:
            self._edited(settled=True)
        else:
            then()
        self._follow()
        self._roll_queued()

    def _roll_queued(self) -> None:
        """Throw what was asked for before the rules were there."""
        root = self._document.documentElement
        if root.hasAttribute("data-queued"):
            root.removeAttribute("data-queued")
            self._roll()

    def _arrived(self, event: Any) -> None:
        """At another address: a screen, or a test. The one that was left for a screen is as it was."""
        line, was = self._browser.fragment, self._state.screen
        if line == TYPED:
            self._left = str(event.oldURL).partition("#")[2]
            self._table.begin()
            return
        if line == _SETTINGS:
            self._left = str(event.oldURL).partition("#")[2]
            self._show("settings")
            return
        if screen := screen_at(line):
            self._show_beside(screen, line)
            return
        if line == TEST or was not in ("test", "typed", "settings"):
            self._show("test")
            if line not in (TEST, "", address(self._state)):
                self._page.fill(line)
                self._opened(line)
            self._follow()
            return
        self._show("test")
        if was == "test":
            self._opened(line)
        elif line and line != self._left:
            self._page.fill(line)
            self._opened(line)

    def _show(self, screen: Screen) -> None:
        if screen == self._state.screen:
            return
        was = self._state.screen
        self._dispatch(Shown(screen))
        self._page.screen(screen)
        if "settings" in (screen, was):
            self._document.getElementById("settings" if screen == "settings" else "gear").focus()
        self._window.scrollTo(0, 0)
        if (was, screen) == ("rules", "test") and self._place is not None:  # somebody looked a rule up
            top, focused = self._place
            focused.focus()
            self._window.scrollTo(0, top)

    def _show_beside(self, screen: Screen, line: str) -> None:
        if self._state.screen == "test":
            self._place = (float(self._window.scrollY), self._document.activeElement)
        self._show(screen)
        if screen == "rules":
            self._shelf.open(line)
        else:
            self._beside.open(screen)

    def _fill(self, line: str, origin: str, who: str) -> None:
        """Fill the form for the desk; the screen stays."""
        self._page.fill(line)
        self._dispatch(Opened(line, cast("Origin", origin or "received"), who))

    def _show_test(self, roll: bool) -> None:
        """From one of the desk's screens, which stays a step behind in the history."""
        self._show("test")
        self._window.history.pushState(None, "", f"#{address(self._state) or TEST}")
        if roll:
            self._roll()

    def _go_back(self) -> None:
        if self._left is not None:
            self._window.history.back()
        else:  # the visit began on this screen
            self._left = address(self._state) or ""
            self._window.location.replace(f"#{self._left}")

    def _copy_known(self, copy: Copy) -> None:
        self._document.documentElement.dataset.offline = copy.status
        self._dispatch(CopyKnown(copy))

    def _clicked(self, event: Any) -> None:
        self._table.clicked(event.target)
        if event.target.closest("#back"):
            event.preventDefault()
            self._go_back()
        if care := event.target.closest("[data-care]:not([aria-disabled])"):
            self._caretaker.do(care.dataset.care)
        if event.target.closest("[data-set=language]"):
            self._speaking = asyncio.ensure_future(self.speak())
            self._speaking.add_done_callback(self._browser.guarded(lambda task: task.result()))
        if share := event.target.closest("[data-share]"):
            if self._state.test is None and share.dataset.share in ("test", "readings"):
                self._refuse(Submitted())
            else:
                self._beside.share(share.dataset.share)
        button = event.target.closest("[data-open], [data-reroll], [data-past]")
        if not button:
            return
        rolling = button.hasAttribute("data-reroll")
        if button.hasAttribute("data-past"):  # its line is not to be seen
            line = self._state.past[int(button.dataset.past)].line
        else:
            line = button.dataset.reroll if rolling else button.dataset.open
        self._page.fill(line)
        self._opened(line.partition("@")[0] if rolling else line)
        if rolling:
            self._roll()
        self._window.scrollTo(0, 0)

    def _roll(self) -> None:
        """Throw what the form says, or say what is wrong with it."""
        if not self._state.ready:
            self._document.documentElement.dataset.queued = ""
            return
        if self._state.test is None:
            self._refuse(Submitted())
            return
        match throw(unspent(self._state.test)):
            case Refusal(problems):
                self._refuse(Refused(problems))
            case Needs():
                raise AssertionError("a throw leaves no die out")
            case result:
                self._dispatch(Thrown(result))
                self._follow()
                self._window.scrollTo(0, 0)

    def _refuse(self, message: Submitted | Refused) -> None:
        self._dispatch(message)
        self._page.focus("faults")

    # --- state out

    def _follow(self) -> None:
        """Let the address say the test, without a step in the history for each change."""
        line = address(self._state)
        if line is not None and self._state.screen == "test" and line != self._browser.fragment:
            self._window.history.replaceState(None, "", f"#{line}")

    async def speak(self) -> None:
        """Say everything in the language that is wanted now."""
        if await self._speaker.listen():
            self._speaker.say_all(self._state)
            self._beside.speak()
            self._shelf.speak()

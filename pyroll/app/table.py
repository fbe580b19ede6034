"""At the table: what follows a roll, dice entered by hand, the keys, the words for the chat, a screen that stays lit,
and what is in hand kept for as long as the page may go away.

``browser.py`` hands in the browser; nothing is imported from there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

from pyroll import app
from pyroll.app import resume
from pyroll.app.choosing import tapped, unspent
from pyroll.app.keyed import Erased, Keyed, Picked, Place
from pyroll.app.messages import (
    Chose,
    Message,
    PutAway,
    Thrown,
    Told,
    TookBack,
    TypingBegun,
    TypingStopped,
    Undone,
    Unveiled,
)
from pyroll.app.state import State, roll_open
from pyroll.i18n import Text, text
from pyroll.resolve import Contest, Single, throw

__all__ = ["TYPED", "Page", "Table"]

TYPED = "/saisie"
"""The address of the screen for dice from the table."""

_KEPT = "pyroll.hand"
_TOAST_MS = 6000
_AWAKE_MS = 15 * 60 * 1000  # a page that nobody touches lets the screen go out


class Page(NamedTuple):
    """What the one page lends: its browser, its state, and ways to change it.

    ``heir``: whether it is this tab that takes up what an earlier visit left open.
    """

    window: Any
    proxy: Callable[[Callable[..., Any]], Any]
    state: Callable[[], State]
    dispatch: Callable[[Message], None]
    follow: Callable[[], None]
    focus: Callable[[str], None]
    heir: Callable[[], bool]


class Table:
    """The manners of the page at the table."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._window = page.window
        self._document = page.window.document
        self._hush = page.proxy(lambda: page.dispatch(Told(None)))
        self._sleep = page.proxy(self._let_sleep)
        self._hush_timer = self._sleep_timer = 0
        self._lamp: Any = None
        self._wanted = False
        self._acts: dict[str, Callable[[], None]] = {
            "type": self.begin,
            "stop": lambda: self._leave(TypingStopped()),
            "erase": lambda: page.dispatch(Erased()),
            "draw": self._draw,
            "finish": self._finish,
            "take-back": lambda: self._changed(TookBack()),
            "undo": lambda: self._changed(Undone()),
            "show": lambda: self._unveil(Unveiled()),
            "put-away": lambda: self._unveil(PutAway()),
            "copy": lambda: self._later(self._copy()),
        }

    # --- what a person does

    def clicked(self, target: Any) -> None:
        """A tap on something of this module's."""
        self.wake()
        button = target.closest("[data-table], [data-choose], [data-die], [data-face], [data-slot]")
        if not button or button.getAttribute("aria-disabled") == "true" or button.closest(".is-past"):
            return  # nothing to do, or a die of the throw before
        if button.hasAttribute("data-choose"):
            self._changed(Chose(button.dataset.offer, button.dataset.choose))
        elif button.hasAttribute("data-die"):
            self._tapped(button.dataset.offer, int(button.dataset.die))
        elif button.hasAttribute("data-face"):
            self._page.dispatch(Keyed(button.dataset.face, whole=True))
        elif button.hasAttribute("data-slot"):
            side, _, nth = button.dataset.slot.partition("-")
            place = Place("actor" if side == "actor" else "opponent", int(nth))
            self._page.dispatch(Picked(place))
        else:
            self._acts[button.dataset.table]()

    def _tapped(self, offer: str, die: int) -> None:
        result = self._page.state().result
        line = None if result is None else tapped(result, offer, die)
        if line is not None:
            self._changed(Chose(offer, line))

    def pressed(self, _event: Any) -> None:
        """Motion only decorates: a touch ends it."""
        for animation in self._document.getAnimations():
            if getattr(animation, "animationName", "").startswith("pr-settle"):
                animation.finish()

    def struck(self, event: Any) -> None:
        """A key: digits enter faces, Ctrl + Enter rolls from anywhere."""
        self.wake()
        state, key = self._page.state(), event.key
        if key == "Enter" and (event.ctrlKey or event.metaKey):
            if state.screen == "test":
                event.preventDefault()
                self._document.getElementById("go").click()
            return
        if state.screen != "typed" or event.ctrlKey or event.metaKey or event.altKey:
            return
        if key.isdigit() and len(key) == 1:
            self._page.dispatch(Keyed(key))
        elif key == "Backspace":
            event.preventDefault()
            self._page.dispatch(Erased())
        elif key == "Enter" and not event.target.closest("button, a"):
            self._entered()

    def _entered(self) -> None:
        typing = self._page.state().typing
        if typing is not None and typing.pending:
            self._page.dispatch(Keyed(""))
        else:
            self._finish()

    def begin(self) -> None:
        """Enter dice for the form's test."""
        if self._page.state().screen != "typed":
            self._page.dispatch(TypingBegun())
        if self._page.state().screen != "typed":
            self._page.focus("faults")
        elif self._window.location.hash != f"#{TYPED}":
            self._window.location.hash = TYPED

    def _finish(self) -> None:
        typing = self._page.state().typing
        result = None if typing is None else app.typed.finished(typing)
        if result is not None:
            self._leave(Thrown(result, "typed"))

    def _draw(self) -> None:
        """The missing dice are thrown; a roll of which one die was entered is an entered one."""
        typing = self._page.state().typing
        if typing is None:
            return
        test = typing.test
        result = throw(unspent(test))
        if isinstance(result, Single | Contest):
            self._leave(Thrown(result, "typed" if test.faces or test.opponent_faces else "thrown"))

    def _leave(self, message: Thrown | TypingStopped) -> None:
        self._changed(message)
        self._window.scrollTo(0, 0)

    def _unveil(self, message: Unveiled | PutAway) -> None:
        """The button that was tapped is gone with the veil."""
        self._changed(message)
        self._page.focus("result")

    def _changed(self, message: Message) -> None:
        self._page.dispatch(message)
        self._page.follow()

    # --- what follows from a change

    def after(self, before: State, state: State) -> None:
        """The document beside its regions, and what is kept."""
        if before.screen != state.screen:
            self._document.documentElement.dataset.screen = state.screen
            if state.screen == "typed":
                self._document.getElementById("typed").focus()
            elif before.screen == "typed":
                self._document.getElementById("result" if state.hand else "type").focus()
            self._window.scrollTo(0, 0)
        if before.typing != state.typing and (slot := self._document.querySelector(".pr-slot--current")):
            slot.scrollIntoView(self._window.JSON.parse('{"block": "nearest"}'))  # the keys may cover it
        if (before.ready, before.hand) != (state.ready, state.hand):
            self._document.documentElement.dataset.veil = "open" if state.hand is None else state.hand.veil
        if state.toast is not None and before.toast != state.toast:
            self._window.clearTimeout(self._hush_timer)
            self._hush_timer = self._window.setTimeout(self._hush, _TOAST_MS)
        if (before.hand, before.typing, before.past, before.test, before.veil) != (
            state.hand,
            state.typing,
            state.past,
            state.test,
            state.veil,
        ):
            self._keep(state)

    # --- in hand while the page may go away

    def _keep(self, state: State) -> None:
        kept = resume.dump(state)
        try:
            self._window.sessionStorage.setItem(_KEPT, kept)
            if not self._page.heir():
                return
            if roll_open(state):  # a closed app forgets its session
                self._window.localStorage.setItem(_KEPT, kept)
            else:
                self._window.localStorage.removeItem(_KEPT)
        except Exception:  # noqa: BLE001, S110 (storage may be refused or full: the page does without)
            pass

    def stored(self, line: str) -> resume.Stored | None:
        """What was in hand when the page went away, if it belongs to the address ``line``."""
        try:
            mine = resume.load(self._window.sessionStorage.getItem(_KEPT))
            anyone = resume.load(self._window.localStorage.getItem(_KEPT)) if self._page.heir() else None
        except Exception:  # noqa: BLE001 (storage may be refused)
            return None
        if mine is not None and line in ("", TYPED, mine.line):
            return mine
        if mine is None and anyone is not None and anyone.midway and line in ("", TYPED, anyone.line):
            return anyone
        return None

    # --- words for the chat

    async def _copy(self) -> None:
        sentence = self._document.querySelector("#say .pr-say").textContent
        try:
            await self._window.navigator.clipboard.writeText(sentence)
        except Exception:  # noqa: BLE001 (refused, or a browser without it)
            self._tell(text("La copie n’est pas permise ici : sélectionnez la phrase."))
        else:
            self._tell(text("Phrase copiée"))

    def _tell(self, words: Text) -> None:
        self._page.dispatch(Told(words))

    # --- a screen that stays lit

    def wake(self) -> None:
        """Somebody is there: the screen stays on for a while."""
        self._window.clearTimeout(self._sleep_timer)
        self._sleep_timer = self._window.setTimeout(self._sleep, _AWAKE_MS)
        if not self._wanted:
            self._wanted = True
            self._later(self._light())

    def seen(self, _event: Any) -> None:
        """The browser lets the screen go when the page is hidden: ask again when it is back."""
        if self._wanted and self._document.visibilityState == "visible":
            self._later(self._light())

    async def _light(self) -> None:
        try:
            self._lamp = await self._window.navigator.wakeLock.request("screen")
        except Exception:  # noqa: BLE001 (no such thing here, or refused: the screen goes out as it always did)
            self._lamp = None

    def _let_sleep(self) -> None:
        self._wanted = False
        if self._lamp is not None:
            self._lamp.release()
            self._lamp = None

    def _later(self, awaited: Any) -> None:
        self._task = asyncio.ensure_future(awaited)  # a task that nobody holds may vanish

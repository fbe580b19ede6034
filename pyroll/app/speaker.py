"""The page's language: which one it speaks, and everything said anew when another is wanted.

French stands in index.html and needs nothing. ``browser.py`` hands in the browser; nothing is imported from there.
"""

from __future__ import annotations

import asyncio
from typing import Any

from pyroll.app.state import State
from pyroll.app.views import shell
from pyroll.app.views.form import form
from pyroll.app.views.page import regions
from pyroll.i18n import FRENCH, LANGUAGE_NAMES, Language, language_from
from pyroll.system import System
from pyroll.systems import at_hand, system_named

__all__ = ["Speaker"]

_PATIENCE = 10.0
"""How long a catalog may take, in seconds: a page that is starting waits for it."""


class Speaker:
    """What the page speaks.

    :param page: what ``static/boot.js`` offers: ``language()``, ``patch(html)``, ``reword(html)``.
    :param patience: how long a catalog may take, in seconds.
    """

    def __init__(self, window: Any, page: Any, patience: float = _PATIENCE) -> None:
        self._window = window
        self._patience = patience
        self._page = page
        self._known = {"fr": FRENCH}
        self._said: tuple[System, ...] = ()
        self.language: Language = FRENCH

    async def listen(self) -> bool:
        """Take the language that is wanted; whether that changed anything. Its catalog is fetched when it is first
        wanted: without it the page speaks as before, and says so.
        """
        code = "fr" if self._page.language() == "fr" else "en"
        notice = self._window.document.getElementById("notice")
        notice.textContent = ""
        try:
            if code not in self._known:
                self._known[code] = language_from(code, await asyncio.wait_for(self._catalog(code), self._patience))
        except Exception as error:  # noqa: BLE001 (no network, no answer, no such file, or a server's page)
            self._window.console.warn(f"no catalog for {code}: {error}")
            notice.textContent = self.language.say(shell.SENTENCES["failed-language"])
            return False
        before, self.language = self.language, self._known[code]
        return self.language is not before

    async def _catalog(self, code: str) -> bytes:
        response = await self._window.fetch(f"./pyroll/locale/{code}/LC_MESSAGES/pyroll.mo")
        return bytes((await response.arrayBuffer()).to_bytes())

    def say_all(self, state: State) -> None:
        """Say the page anew. What stands in it keeps its state: what was typed, chosen and opened, and the focus."""
        document, language = self._window.document, self.language
        document.documentElement.lang = language.code
        for place, attribute in shell.PLACES.items():
            for node in document.querySelectorAll(f"[{place}]"):
                sentence = language.say(shell.SENTENCES[node.getAttribute(place)])
                if attribute is None:
                    node.textContent = sentence
                else:
                    node.setAttribute(attribute, sentence)
        for option in document.querySelectorAll("#system option:not([data-say])"):
            if (system := system_named(option.value)) is not None:
                option.textContent = language.say(system.title)
        other = shell.other_language(language.code)
        for switch in document.querySelectorAll("[data-set=language]"):
            switch.value = switch.lang = other
            if switch.hasAttribute("aria-label"):  # in the app bar there is room for two letters
                switch.textContent = other.upper()
                switch.setAttribute("aria-label", LANGUAGE_NAMES[other])
            else:
                switch.textContent = LANGUAGE_NAMES[other]
        self._say_forms(state)
        self._page.patch("".join(map(str, regions(state, language))))

    def _say_forms(self, state: State) -> None:
        self._said = at_hand()
        forms = (form(system, self.language, chosen=system == state.system) for system in self._said)
        self._page.reword("".join(map(str, forms)))
        said = {system.key for system in self._said}
        for each in self._window.document.querySelectorAll("form[data-system]"):
            each.toggleAttribute("data-unsaid", self.language is not FRENCH and each.id not in said)

    def catch_up(self, state: State) -> None:
        """Say the forms of systems that were asked for since: until then they stand in French."""
        if self.language is not FRENCH and at_hand() != self._said:
            self._say_forms(state)

    def apologise(self) -> None:
        """Say that a system's rules could not be fetched."""
        notice = self._window.document.getElementById("notice")
        notice.textContent = self.language.say(shell.SENTENCES["failed-system"])

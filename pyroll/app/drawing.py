"""How the state gets into the document: at once what a person looks at, the rest once that is painted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyroll.app.state import State, first
from pyroll.app.views.page import changed
from pyroll.i18n import Language

__all__ = ["Drawing"]


class Drawing:
    """What of the state stands in the document.

    :param window: the browser's.
    :param proxy: makes a function callable from the browser, for good.
    :param patch: puts regions, as one text of HTML, into the document.
    :param language: the language that the page speaks now.
    """

    def __init__(
        self,
        window: Any,
        proxy: Callable[[Callable[..., None]], Any],
        patch: Callable[[str], None],
        language: Callable[[], Language],
    ) -> None:
        self._window = window
        self._patch = patch
        self._language = language
        self._rest = proxy(self._draw_rest)
        self._painted = proxy(lambda _time: window.setTimeout(self._rest, 0))
        self._asked = False
        self._at_once = self._later = self._state = first()

    def follow(self, state: State) -> None:
        """Draw what is other than before."""
        self._state = state
        self._draw(self._at_once, late=False)
        if self._at_once.problems != state.problems:
            self._mark_faults()
        self._at_once = state
        if not self._asked:
            self._asked = True
            self._window.requestAnimationFrame(self._painted)

    def _mark_faults(self) -> None:
        """The forms are drawn once; which of their fields are wrong is marked in them."""
        document = self._window.document
        wrong = {problem.field for problem in self._state.problems}
        for control in document.querySelectorAll("form[data-system] [aria-invalid]"):  # of another system, too
            control.removeAttribute("aria-invalid")
        for control in document.querySelectorAll("form[data-system]:not([hidden]) input[type=text]"):
            if control.name in wrong:
                control.setAttribute("aria-invalid", "true")

    def _draw_rest(self) -> None:
        self._asked = False
        self._draw(self._later, late=True)
        self._later = self._state

    def _draw(self, before: State, *, late: bool) -> None:
        self._patch("".join(map(str, changed(before, self._state, self._language(), late=late))))

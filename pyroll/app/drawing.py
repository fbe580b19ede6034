"""How the state gets into the document: at once what a person looks at first, the rest once that is painted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyroll.app.state import State, first
from pyroll.app.views.page import STAGES, changed, many_fell
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
        self._next = proxy(self._draw_next)
        self._painted = proxy(lambda _time: window.setTimeout(self._next, 0))
        self._asked = False
        self._state = first()
        self._drawn = [self._state] * STAGES

    def follow(self, state: State) -> None:
        """Draw what is other than before."""
        before, self._state = self._drawn[0], state
        if many_fell(before, state):
            self._fade()
        self._draw(0)
        if before.problems != state.problems:
            self._mark_faults()
        self._after_the_paint()

    def _after_the_paint(self) -> None:
        if not self._asked:
            self._asked = True
            self._window.requestAnimationFrame(self._painted)

    def _draw_next(self) -> None:
        """A stage and no more, if there is anything in it: a person sees it before the next one is worked on."""
        self._asked = False
        for stage in range(1, STAGES):
            if self._draw(stage) and stage + 1 < STAGES:
                self._after_the_paint()
                return

    def _fade(self) -> None:
        """The dice of the last verdict keep their place, unseen, until those of the new one are drawn."""
        for place in self._window.document.querySelectorAll("#dice, #say"):
            place.classList.add("is-past")

    def _mark_faults(self) -> None:
        """The forms are drawn once; which of their fields are wrong is marked in them."""
        document = self._window.document
        wrong = {problem.field for problem in self._state.problems}
        for control in document.querySelectorAll("form[data-system] [aria-invalid]"):  # of another system, too
            control.removeAttribute("aria-invalid")
        for control in document.querySelectorAll("form[data-system]:not([hidden]) input[type=text]"):
            if control.name in wrong:
                control.setAttribute("aria-invalid", "true")

    def _draw(self, stage: int) -> bool:
        """Whether anything had changed."""
        before, self._drawn[stage] = self._drawn[stage], self._state
        html = "".join(map(str, changed(before, self._state, self._language(), stage)))
        if html:
            self._patch(html)
        return html != ""

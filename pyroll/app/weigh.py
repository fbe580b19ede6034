"""The chances of the form's test, piece by piece: what was asked for first, the rest while the page breathes.

Nothing here touches a browser; the clock comes in. An answer names the test that it is about, so that the page can
leave aside one that comes too late. ``Turns`` asks for the next slice; the browser's window comes in too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pyroll import app
from pyroll.app.weighed import Weighed
from pyroll.line import Test

__all__ = ["Turns", "Weigher"]

AT_ONCE = 8.0
"""A test whose odds take no longer than this (ms) is weighed before anything is painted."""
SLICE = 8.0
"""After so long (ms) the page has its turn."""


class Weigher:
    """Weighs one test at a time, a slice at a time.

    :param now: a clock in milliseconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._steps: Iterator[Weighed | None] = iter(())
        self._found: Weighed | None = None
        self._waited = False  # whether the odds took more than a slice
        self._quick: dict[tuple[str, bool], bool] = {}
        self.test: Test | None = None
        """The test that is weighed, or was."""
        self.busy = False
        """Whether something is still to be weighed."""

    def begin(self, test: Test | None) -> Weighed | None:
        """Weigh this test, and no other any more; its odds at once if such tests have been quick so far."""
        self.test = test
        self.busy = test is not None
        self._steps = iter(()) if test is None else _weighing(test)
        self._found = None
        self._waited = False
        return self.go_on() if test is not None and self._quick.get(_kind(test)) else None

    def go_on(self) -> Weighed | None:
        """What is known after one more slice, None where it is nothing yet.

        The odds are given alone, so that the page shows them first.
        """
        began = self._now()
        first = self._found is None
        for found in self._steps:
            took = self._now() - began
            self._found = found
            if found is not None and first:
                self._quick[_kind(found.test)] = took <= AT_ONCE and not self._waited
                return found
            if took > SLICE:
                self._waited = True
                return found
        self.busy = False
        return self._found


def _weighing(test: Test) -> Iterator[Weighed | None]:
    """What is found of it; imported with the first step, which a first visit's verdict does not wait for."""
    yield from app.weighing.weighing(test)


def _kind(test: Test) -> tuple[str, bool]:
    return test.system.key, test.opposed


class Turns:
    """Asks the browser for the weigher's next slice, one at a time, until nothing is left to weigh.

    :param proxy: makes a function callable from the browser, for good.
    :param unknown: whether the page has dashes where the chances will be.
    :param found: told of what each slice brought.
    """

    def __init__(
        self,
        window: Any,
        proxy: Callable[[Callable[..., None]], Any],
        weigher: Weigher,
        unknown: Callable[[], bool],
        found: Callable[[Weighed], None],
    ) -> None:
        self._window = window
        self._weigher = weigher
        self._unknown = unknown
        self._found = found
        self._next = proxy(self._take)
        self._painted = proxy(lambda _time: window.setTimeout(self._next, 0))
        self._asked = False

    def soon(self) -> None:
        """Ask for the next slice. The largest pools take a while: what the page says now is painted first."""
        if self._weigher.busy and not self._asked:
            self._asked = True
            if self._unknown():
                self._window.requestAnimationFrame(self._painted)
            else:
                self._window.setTimeout(self._next, 0)

    def _take(self) -> None:
        self._asked = False
        if (found := self._weigher.go_on()) is not None:
            self._found(found)
        else:
            self.soon()

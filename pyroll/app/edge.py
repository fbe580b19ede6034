"""The browser as the application sees it; nothing of it is imported (``pyroll.app.browser`` is)."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any, NamedTuple

__all__ = ["Browser"]


class Browser(NamedTuple):
    """What the page runs in.

    :param window: the browser's.
    :param proxy: makes a function callable from the browser, for good; ``once``: for one call.
    """

    window: Any
    proxy: Callable[[Callable[..., Any]], Any]
    once: Callable[[Callable[..., Any]], Any]

    @property
    def document(self) -> Any:
        """The page's."""
        return self.window.document

    @property
    def fragment(self) -> str:
        """What the address says after its "#"."""
        return str(self.window.location.hash).removeprefix("#")

    def guarded(self, handler: Callable[..., None]) -> Callable[..., None]:
        """The handler; where it fails, the page says so in a sentence and the console has the details."""

        def handle(*events: Any) -> None:
            try:
                handler(*events)
            except Exception as error:  # noqa: BLE001 (whatever it was: nobody else would say it)
                self.failed(error)

        return handle

    def handler(self, handler: Callable[..., Any]) -> Any:
        """Such a handler, callable from the browser for good."""
        return self.proxy(self.guarded(handler))

    def failed(self, error: BaseException) -> None:
        """Say that the page cannot go on."""
        self.window.console.error("".join(traceback.format_exception(error)))
        self.document.documentElement.dataset.failure = "running"
        self.document.documentElement.dataset.pyroll = "failed"

"""The rules of a system that the start leaves out: they are fetched when somebody turns to it.

It imports nothing that exists in a browser only: what it needs of the page is given to it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from pyroll.app import later
from pyroll.app.messages import Awaited, Message, Started
from pyroll.app.speaker import Speaker
from pyroll.app.state import State
from pyroll.systems import GUESTS, system_named

__all__ = ["Guests"]


class Guests:
    """Sees to it that a system's rules are there before anything is done with them.

    :param page: what ``static/boot.js`` offers: ``entries()``, ``fill(line)``.
    :param fetch: the bytes of a file of this site.
    :param settled: called once the form counts again, whatever came of it.
    :param guarded: makes a handler one whose faults the page tells.
    """

    def __init__(
        self,
        page: Any,
        fetch: Callable[[str], Coroutine[Any, Any, bytes]],
        state: Callable[[], State],
        dispatch: Callable[[Message], None],
        speaker: Speaker,
        settled: Callable[[Callable[[], None] | None], None],
        guarded: Callable[[Callable[..., None]], Callable[..., None]],
    ) -> None:
        self._page = page
        self._fetch = fetch
        self._state = state
        self._dispatch = dispatch
        self._speaker = speaker
        self._settled = settled
        self._guarded = guarded

    async def invite(self, *lines: str) -> None:
        """Those that one of these lines needs, before the page starts."""
        for line in lines:
            if module := GUESTS.get(line.partition("?")[0]):
                await later.bring(module, self._fetch)

    def here(self, key: str, then: Callable[[], None]) -> bool:
        """Whether a system's rules are here. If not, they are fetched, and ``then`` is what there is to do."""
        if system_named(key) is not None or key not in GUESTS:
            self._speaker.catch_up(self._state())
            return True
        self._dispatch(Awaited())
        self._bringing = asyncio.ensure_future(self._bring(key, then))
        self._bringing.add_done_callback(self._guarded(lambda task: task.result()))
        return False

    async def _bring(self, key: str, then: Callable[[], None]) -> None:
        came = await later.bring(GUESTS[key], self._fetch) and system_named(key) is not None
        wanted = str(self._page.entries()).startswith(key)  # nobody went on to another one meanwhile
        if came:
            self._speaker.catch_up(self._state())
        elif wanted:
            self._page.fill(f"{self._state().system.key}?")
            self._speaker.apologise()
        self._dispatch(Started())
        self._settled(then if came and wanted else None)

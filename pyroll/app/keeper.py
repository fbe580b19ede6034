"""What the page keeps, and where: the browser's store while it works, memory when it does not.

Nothing here knows the page: the store is opened by whoever gives ``connect``, and the clock comes from outside too.
"""

from __future__ import annotations

import secrets
from asyncio import Lock
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from pyroll.app.indexed import Unavailable
from pyroll.app.views.keeping import Why
from pyroll.backup import Unsound
from pyroll.restore import Read, put_setting, put_sheet, saved_of, upgrade
from pyroll.sheet import Sheet
from pyroll.store import (
    KINDS,
    SCHEMA,
    Batch,
    Done,
    Failed,
    Kind,
    MemoryStore,
    Operation,
    Outcome,
    Record,
    Refused,
    Store,
    new_key,
)

__all__ = ["LETTERS", "Keeper"]

LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"
_TRIES = 8


class Keeper:
    """The store in use.

    ``why``: None while everything is kept, else why nothing is; ``failing`` is called when that begins.

    :param connect: opens the browser's store; :raises Unavailable: it cannot be opened, its text says why.
    :param clock: milliseconds since 1970.
    """

    def __init__(
        self, connect: Callable[[], Awaitable[Store]], clock: Callable[[], int], failing: Callable[[], None]
    ) -> None:
        self._connect = connect
        self._clock = clock
        self._failing = failing
        self._store: Store | None = None
        self._turn = Lock()
        self._last = ""
        self.why: Why | None = None

    async def store(self) -> Store:
        """The store, opened when it is first needed."""
        async with self._turn:
            return await self._opened()

    async def _opened(self) -> Store:
        if self._store is None:
            try:
                self._store = await self._connect()
                return await self._brought_up(self._store)
            except Unavailable as error:
                return await self._fall_back(_why(str(error)))
        return self._store

    async def _brought_up(self, store: Store) -> Store:
        """Records of an older pyroll are migrated; those of a newer one are left alone."""
        schema = await store.schema()
        if schema > SCHEMA:
            return await self._fall_back("newer")
        if 0 < schema < SCHEMA:
            batch = upgrade(await _all(store), schema)
            if isinstance(batch, Unsound) or not isinstance(await store.commit(batch), Done):
                return await self._fall_back("gone")
        return store

    async def _fall_back(self, why: Why) -> MemoryStore:
        """Go on in memory, with all that can still be read."""
        before, memory = self._store, MemoryStore()
        if before is not None and why != "newer":
            with suppress(Unavailable):
                memory = MemoryStore.holding(await _all(before), SCHEMA)
        self._store, self.why = memory, why
        self._failing()
        return memory

    def key(self) -> str:
        """The key for a new record of the journal, or a new character."""
        self._last = new_key(self._clock(), "".join(secrets.choice(LETTERS) for _ in range(12)), self._last)
        return self._last

    async def commit(self, *operations: Operation) -> Outcome:
        """Do them all, or nothing. Where the browser's store fails, memory keeps them."""
        async with self._turn:
            store = await self._opened()
            outcome = await store.commit(Batch(operations, SCHEMA))
            if isinstance(outcome, Failed):
                outcome = await (await self._fall_back(outcome.why)).commit(Batch(operations, SCHEMA))
            return outcome

    async def scan(
        self, kind: Kind, *, after: str = "", before: str | None = None, newest: bool = False, most: int | None = None
    ) -> Sequence[Record]:
        """The records of a kind, as the store has them; of a store that was lost, those in memory."""
        store = await self.store()
        try:
            return await store.scan(kind, after=after, before=before, newest=newest, most=most)
        except Unavailable as error:
            async with self._turn:
                await self._fall_back(_why(str(error)))
            return await (await self.store()).scan(kind, after=after, before=before, newest=newest, most=most)

    async def get(self, kind: Kind, key: str) -> Record | None:
        """The record under a key."""
        store = await self.store()
        try:
            return await store.get(kind, key)
        except Unavailable:
            return None

    async def everything(self) -> Read:
        """All that is kept, checked."""
        return saved_of([record for kind in KINDS for record in await self.scan(kind)])

    async def setting(self, key: str) -> str:
        """A setting, "" if there is none."""
        record = await self.get("setting", key)
        return "" if record is None else saved_of((record,)).saved.settings.get(key, "")

    async def set(self, key: str, value: str) -> None:
        """Write a setting; the last one to write has the last word."""
        for _ in range(_TRIES):
            record = await self.get("setting", key)
            outcome = await self.commit(put_setting(key, value, 0 if record is None else record.revision))
            if not isinstance(outcome, Refused):
                return

    async def change(self, key: str, changed: Callable[[Sheet], Sheet], *more: Operation) -> Sheet | None:
        """Change a character as it is now, whoever wrote it last, together with ``more``.

        None where it is gone; ``more`` is then done all the same.
        """
        for _ in range(_TRIES):
            record = await self.get("sheet", key)
            sheet = None if record is None else next(iter(saved_of((record,)).saved.sheets), None)
            if record is None or sheet is None:
                if more:
                    await self.commit(*more)
                return None
            after = changed(sheet)
            operations = more if after == sheet else (put_sheet(after, record.revision), *more)
            if not operations or not isinstance(await self.commit(*operations), Refused):
                return after
        return None


async def _all(store: Store) -> list[Record]:
    return [record for kind in KINDS for record in await store.scan(kind)]


def _why(found: str) -> Why:
    match found:
        case "denied" | "full" | "newer":
            return found
        case _:
            return "gone"

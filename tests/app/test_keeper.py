"""Where the page keeps things: the browser's store, and memory when that fails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

from pyroll.app.indexed import Unavailable
from pyroll.app.keeper import Keeper
from pyroll.restore import put_sheet
from pyroll.sheet import blank
from pyroll.store import SCHEMA, Append, Batch, Done, Failed, Kind, MemoryStore, Outcome, Put, Record, Refused
from pyroll.systems import systems
from tests.kept import AT, now

SHEET = blank(systems()[0], "maelle", "Maëlle")


@dataclass
class Failing:
    """A store that stops working after some batches; ``gone``: it cannot be read any more either."""

    inside: MemoryStore
    left: int = 0
    gone: bool = False
    lasting: bool = True

    async def schema(self) -> int:
        return await self.inside.schema()

    async def commit(self, batch: Batch) -> Outcome:
        self.left -= 1
        return await self.inside.commit(batch) if self.left >= 0 else Failed("full")

    async def get(self, kind: Kind, key: str) -> Record | None:
        return await self.inside.get(kind, key)

    async def scan(
        self, kind: Kind, *, after: str = "", before: str | None = None, newest: bool = False, most: int | None = None
    ) -> Sequence[Record]:
        if self.gone:
            raise Unavailable("gone")
        return await self.inside.scan(kind, after=after, before=before, newest=newest, most=most)


class Page:
    """A keeper, and how often it said that nothing is kept."""

    def __init__(self, store: MemoryStore | Failing | str) -> None:
        self.told = 0
        self.time = AT
        self.store = store
        self.keeper = Keeper(self.connect, lambda: self.time, self.failing)

    def failing(self) -> None:
        self.told += 1

    async def connect(self) -> MemoryStore | Failing:
        if isinstance(self.store, str):
            raise Unavailable(self.store)
        return self.store


def test_what_is_committed_is_kept() -> None:
    store = MemoryStore()
    page = Page(store)
    assert now(page.keeper.commit(Append("journal", "j", "1"))) == Done(1)
    assert now(store.schema()) == SCHEMA
    assert page.keeper.why is None
    assert page.told == 0


@pytest.mark.parametrize(("said", "why"), [("denied", "denied"), ("full", "full"), ("?", "gone")])
def test_a_browser_that_keeps_nothing(said: str, why: str) -> None:
    page = Page(said)
    assert isinstance(now(page.keeper.commit(Append("journal", "j", "1"))), Done)
    assert [one.key for one in now(page.keeper.scan("journal"))] == ["j"]
    assert page.keeper.why == why
    assert page.told == 1


def test_a_store_that_gets_full_goes_on_in_memory_with_all_that_it_held() -> None:
    page = Page(Failing(MemoryStore(), left=1))
    now(page.keeper.commit(put_sheet(SHEET, 0)))
    assert isinstance(now(page.keeper.commit(Append("journal", "j", "1"))), Done)
    assert page.keeper.why == "full"
    assert now(page.keeper.get("sheet", "maelle")) is not None
    assert now(page.keeper.change("maelle", lambda sheet: replace(sheet, name="M."))) is not None
    assert page.told == 1


def test_a_store_that_is_lost_while_reading() -> None:
    page = Page(Failing(MemoryStore(), left=9))
    now(page.keeper.commit(Append("journal", "j", "1")))
    assert isinstance(page.store, Failing)
    page.store.gone = True
    assert now(page.keeper.scan("journal")) == ()
    assert page.keeper.why == "gone"


def test_what_a_newer_pyroll_wrote_is_left_alone() -> None:
    store = MemoryStore.holding([Record("journal", "j", "?", 1)], SCHEMA + 1)
    page = Page(store)
    now(page.keeper.commit(Append("journal", "k", "1")))
    assert page.keeper.why == "newer"
    assert [one.key for one in now(store.scan("journal"))] == ["j"]


def test_keys_are_new() -> None:
    page = Page(MemoryStore())
    keys = [page.keeper.key() for _ in range(50)]
    assert keys == sorted(set(keys))


def test_settings() -> None:
    keeper = Page(MemoryStore()).keeper
    assert now(keeper.setting("backup")) == ""
    now(keeper.set("backup", "yes"))
    now(keeper.set("backup", "again"))
    assert now(keeper.setting("backup")) == "again"


class Meddling(MemoryStore):
    """Another tab writes the character just before each of the first writes."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times

    async def commit(self, batch: Batch) -> Outcome:
        found = await self.get("sheet", "maelle")
        if self.times and found is not None and any(isinstance(one, Put) for one in batch.operations):
            self.times -= 1
            other = replace(SHEET, name=f"{self.times}")
            await super().commit(Batch((put_sheet(other, found.revision),)))
        return await super().commit(batch)


def test_a_change_is_made_to_what_is_there_now() -> None:
    store = Meddling(0)
    keeper = Page(store).keeper
    now(keeper.commit(put_sheet(SHEET, 0)))
    store.times = 3
    after = now(keeper.change("maelle", lambda sheet: replace(sheet, about="pilote"), Append("journal", "j", "1")))
    assert after is not None
    assert (after.name, after.about) == ("0", "pilote")
    assert [one.key for one in now(keeper.scan("journal"))] == ["j"]


def test_a_character_that_is_gone_changes_no_more_but_the_roll_is_kept() -> None:
    keeper = Page(MemoryStore()).keeper
    assert now(keeper.change("maelle", lambda sheet: sheet, Append("journal", "j", "1"))) is None
    assert [one.key for one in now(keeper.scan("journal"))] == ["j"]


def test_a_change_that_changes_nothing_writes_nothing() -> None:
    store = MemoryStore()
    keeper = Page(store).keeper
    now(keeper.commit(put_sheet(SHEET, 0)))
    assert now(keeper.change("maelle", lambda sheet: sheet)) == SHEET
    assert isinstance(now(store.commit(Batch((put_sheet(SHEET, 2),)))), Refused)

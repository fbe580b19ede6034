"""The store in a real browser: the contract of every store, two tabs at once, and a browser that keeps nothing."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Generator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from pyroll.app.indexed import IndexedStore, Unavailable
from pyroll.store import Append, Batch, Done, Failed, Put
from tests.kept import now
from tests.store_contract import StoreContract, keep

OPEN = """async () => {
  window.database = await import("/static/store.mjs");
  await window.database.open();
  window.database.listen(() => {});
}"""
NONE_LEFT = """() => {
  IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
CLOSED = """() => {
  IDBDatabase.prototype.transaction = () => { throw new DOMException("closed", "InvalidStateError"); };
}"""
# A tab that appends rolls and counts each on a sheet that the other tab counts on too, in one batch
ROLLS = """async ([tab, rolls]) => {
  const { database } = window;
  let conflicts = 0;
  for (let number = 0; number < rolls; number += 1) {
    const key = `${String(number).padStart(5, "0")}-${tab}`;
    for (;;) {
      const found = JSON.parse(await database.get("sheet", "shared")).found ?? { value: 0, revision: 0 };
      const operations = [
        { do: "append", kind: "journal", key, value: JSON.stringify([tab, number]) },
        { do: "put", kind: "sheet", key: "shared", value: String(Number(found.value) + 1), base: found.revision },
      ];
      const outcome = JSON.parse(await database.commit(JSON.stringify({ operations, schema: 1 })));
      if (outcome.done) break;
      if (outcome.failed) throw new Error(outcome.failed);
      conflicts += 1;
    }
  }
  return conflicts;
}"""


class Ready:
    """An answer that is there already, for whoever awaits it."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def __await__(self) -> Generator[None, None, Any]:
        yield
        return self._value


class InPage:
    """The page's database, asked from here."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        def ask(*given: Any) -> Ready:
            return Ready(self._page.evaluate(f"given => window.database.{name}(...given)", list(given)))

        return ask


def opened(page: Page, site: str) -> IndexedStore:
    """A store in a page that runs nothing else."""
    page.route("**/favicon.ico", lambda route: route.fulfill(status=204))  # a picture has no other icon
    page.goto(f"{site}static/icon.svg")
    page.evaluate(OPEN)
    return IndexedStore(InPage(page))  # type: ignore[arg-type]


class TestIndexedStore(StoreContract):
    @pytest.fixture
    def store(self, page: Page, site: str) -> IndexedStore:
        return opened(page, site)


def test_records_outlive_the_page(page: Page, site: str) -> None:
    keep(opened(page, site), Append("journal", "j", "1"), Put("sheet", "a", "1", 0))
    store = opened(page, site)
    assert store.lasting
    assert [one.key for one in now(store.scan("journal"))] == ["j"]
    assert now(store.commit(Batch((Put("sheet", "a", "2", 2),)))) == Done(3)


def test_two_tabs_lose_nothing(context: BrowserContext, site: str) -> None:
    """1,000 interleaved writes: each roll is there once, and the count that both tabs write is right."""
    pages = [context.new_page(), context.new_page()]
    stores = [opened(page, site) for page in pages]
    # Both run at once: neither call waits for its rolls
    for page, tab in zip(pages, "ab", strict=True):
        page.evaluate(f"() => {{ window.rolling = ({ROLLS})(['{tab}', 500]); }}")
    conflicts = [page.evaluate("() => window.rolling") for page in pages]
    rolls = [json.loads(one.value) for one in now(stores[0].scan("journal"))]
    assert len(rolls) == 1000
    for tab in "ab":
        assert [number for who, number in rolls if who == tab] == list(range(500))
    shared = now(stores[1].get("sheet", "shared"))
    assert shared is not None
    assert shared.value == "1000"
    assert sum(conflicts) > 0, "they took turns"


def test_other_tabs_hear_what_was_kept(context: BrowserContext, site: str) -> None:
    writer, reader = context.new_page(), context.new_page()
    store, _ = opened(writer, site), opened(reader, site)
    reader.evaluate("() => { window.heard = new Promise((resolve) => window.database.listen(resolve)); }")
    keep(store, Append("journal", "j", "1"))
    assert json.loads(reader.evaluate("() => window.heard")) == [["journal", "j"]]


def test_a_full_disk_keeps_nothing_of_a_batch_and_says_so(page: Page, site: str) -> None:
    store = opened(page, site)
    keep(store, Append("journal", "j", "1"))
    page.evaluate(NONE_LEFT)
    assert now(store.commit(Batch((Append("journal", "k", "1"),)))) == Failed("full")
    assert [one.key for one in now(store.scan("journal"))] == ["j"]


def test_a_database_that_was_closed_is_opened_again(page: Page, site: str) -> None:
    """A newer pyroll in another tab, or a browser that erased its data."""
    store = opened(page, site)
    keep(store, Append("journal", "j", "1"))
    page.evaluate("() => new Promise((resolve) => { indexedDB.deleteDatabase('pyroll').onsuccess = resolve; })")
    assert now(store.scan("journal")) == ()
    keep(store, Append("journal", "k", "1"))


def test_a_database_that_cannot_be_read_says_so(page: Page, site: str) -> None:
    store = opened(page, site)
    page.evaluate(
        "() => { IDBDatabase.prototype.transaction = () => { throw new DOMException('no', 'InvalidStateError'); }; }"
    )
    with pytest.raises(Unavailable):
        now(store.scan("journal"))
    assert now(store.commit(Batch((Append("journal", "k", "1"),)))) == Failed("gone")

"""The desk without a browser: a page that remembers what was drawn, a store in memory, and taps by name."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from pyroll.app.beside import Ways
from pyroll.app.desk import Desk
from pyroll.app.messages import (
    Edited,
    Message,
    Named,
    Opened,
    Started,
    Thrown,
)
from pyroll.app.state import first, update
from pyroll.i18n import FRENCH
from pyroll.journal import entries_of
from pyroll.line import Refusal, read
from pyroll.resolve import Contest, Single, resolve
from pyroll.restore import saved_of
from pyroll.store import Append, Batch, Delete, Done, Failed, MemoryStore, Operation, Purge, Put, Refused
from tests.app.markup import Node, parse
from tests.kept import AT, now

_OPERATIONS: dict[str, Callable[[dict[str, Any]], Operation]] = {
    "put": lambda one: Put(one["kind"], one["key"], one["value"], one["base"]),
    "delete": lambda one: Delete(one["kind"], one["key"], one["base"]),
    "append": lambda one: Append(one["kind"], one["key"], one["value"]),
    "purge": lambda one: Purge(one["kind"], one["key"]),
}


def _said(record: Any) -> dict[str, Any] | None:
    return (
        None
        if record is None
        else {"kind": record.kind, "key": record.key, "value": record.value, "revision": record.revision}
    )


class Twin:
    """``static/store.mjs`` over memory. ``why``: it does not open."""

    def __init__(self, why: str = "") -> None:
        self.store = MemoryStore()
        self.why = why
        self.commits = 0

    async def open(self) -> str:
        return json.dumps({"failed": self.why} if self.why else {"found": True})

    def listen(self, heard: Callable[[str], None]) -> None:
        self.heard = heard

    async def schema(self) -> str:
        return json.dumps({"found": await self.store.schema()})

    async def commit(self, batch: str) -> str:
        self.commits += 1
        asked = json.loads(batch)
        operations = tuple(_OPERATIONS[one["do"]](one) for one in asked["operations"])
        match await self.store.commit(Batch(operations, asked["schema"])):
            case Done(revision):
                return json.dumps({"done": revision})
            case Refused(conflicts):
                found = [{"index": operations.index(one.operation), "found": _said(one.found)} for one in conflicts]
                return json.dumps({"refused": found})
            case Failed(why):
                return json.dumps({"failed": why})

    async def get(self, kind: Any, key: str) -> str:
        return json.dumps({"found": _said(await self.store.get(kind, key))})

    async def scan(self, kind: Any, after: str, before: str | None, newest: bool, most: int | None) -> str:
        found = await self.store.scan(kind, after=after, before=before, newest=newest, most=most)
        return json.dumps({"found": [_said(one) for one in found]})


@dataclass
class Tools:
    """``static/screens.mjs``, remembering what it was asked."""

    told: list[tuple[Any, ...]] = field(default_factory=list)
    forms: dict[str, str] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    drafts: dict[str, str] = field(default_factory=dict)
    address: str = ""
    sheet: bool = False
    copies: bool = True
    time: int = AT

    def now(self) -> int:
        return self.time

    def minutesAhead(self, _milliseconds: int) -> int:  # noqa: N802 (as in the browser)
        return 60

    def wide(self) -> bool:
        return True

    def here(self) -> str:
        return "https://example.org/pyroll/"

    def fragment(self) -> str:
        return self.address

    def isLocal(self) -> bool:  # noqa: N802
        return False

    def canShare(self) -> bool:  # noqa: N802
        return self.sheet

    def entriesOf(self, key: str) -> str:  # noqa: N802
        return self.forms.get(key, "")

    def valueOf(self, key: str) -> str:  # noqa: N802
        return self.values.get(key, "")

    def draft(self, name: str, words: str | None = None) -> str:
        """What the tab holds of what is written."""
        if words is not None:
            self.drafts[name] = words
        return self.drafts.get(name, "")

    async def copy(self, words: str) -> bool:
        self.told.append(("copy", words))
        return self.copies

    async def share(self, *given: str) -> str:
        self.told.append(("share", *given))
        return "done" if self.sheet else "failed"

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *given: self.told.append((name, *given))

    def asked(self, name: str) -> list[tuple[Any, ...]]:
        """What this was called with."""
        return [given for called, *given in self.told if called == name]  # type: ignore[misc]


class Page:
    """``static/boot.js``: the regions as they were last drawn."""

    def __init__(self, noted: str | None = None) -> None:
        self.regions: dict[str, Node] = {}
        self.focused: list[str] = []
        self.noted = noted

    def unwritten(self, notes: str | None = None) -> str | None:
        """What the tab keeps."""
        if notes is not None:
            self.noted = notes
        return self.noted

    def patch(self, html: str) -> None:
        for region in parse(html).children:
            assert isinstance(region, Node), f"bare text: {region!r}"
            for part in region.walk():
                if "id" in part.attributes:
                    self.regions[part.attributes["id"]] = part

    def focus(self, place: str) -> None:
        self.focused.append(place)

    def text(self, region: str) -> str:
        """The words that stand in a region; none where it was not drawn."""
        return " ".join(self.regions[region].text.split()) if region in self.regions else ""


@dataclass
class Control:
    """A control or button: its name and value, and its ``data-…`` attributes."""

    name: str = ""
    value: str = ""
    id: str = ""
    data: dict[str, str] = field(default_factory=dict)

    def getAttribute(self, name: str) -> str | None:  # noqa: N802
        return self.data.get(name.removeprefix("data-"))

    def closest(self, _selector: str) -> bool:
        return False


def tap(act: str, key: str = "") -> Control:
    """A button of the desk's."""
    return Control(data={"desk": act, "key": key})


class Room:
    """A desk, its page, and the test's screen beside it."""

    def __init__(self, twin: Twin | None = None, tools: Tools | None = None, noted: str | None = None) -> None:
        self.page, self.tools, self.twin = Page(noted), tools or Tools(), twin or Twin()
        self.state = update(first(), Started())
        self.shown: list[bool] = []
        self.failures: list[BaseException] = []
        self.fetched: list[str] = []
        ways = Ways(
            page=self.page,
            proxy=lambda function: function,
            wait=lambda function, _after: function(),
            fetch=self._fetch,
            language=lambda: FRENCH,
            fill=self.fill,
            name=lambda who: self.send(Named(who)),
            show=self.shown.append,
            failed=self.failures.append,
        )
        self.desk = Desk(ways, self.twin, self.tools, lambda: self.state)

    async def _fetch(self, address: str) -> bytes:
        self.fetched.append(address)
        raise OSError("no network")

    def fill(self, line: str, origin: str, who: str) -> None:
        """The test's form takes a line, and the desk hears of it."""
        self.send(Opened(line, origin or "received", who))  # type: ignore[arg-type]

    def send(self, message: Message) -> None:
        """Something happens on the test's screen."""
        before, self.state = self.state, update(self.state, message)
        self.desk.followed(self.state, message, before.hand)

    def throw(self, line: str) -> None:
        """These dice fall."""
        test = read(line)
        assert not isinstance(test, Refusal), line
        result = resolve(test)
        assert isinstance(result, Single | Contest), line
        if test.system != self.state.system:
            self.send(Edited(test.system, {}, settled=True))
        self.send(Thrown(result))

    async def tap(self, act: str, key: str = "") -> None:
        """A tap on one of the desk's buttons; all that it begins comes to its end."""
        assert self.desk.clicked(tap(act, key)), act
        await self.rest()

    async def change(self, name: str, value: str) -> None:
        """A control says something else."""
        self.desk.people.changed(Control(name, value))
        await self.rest()

    async def rest(self) -> None:
        """Until nothing is under way."""
        while self.desk._tasks:
            await asyncio.sleep(0)
        assert not self.failures, self.failures

    async def kept(self) -> Any:
        """What the store holds, checked."""
        records = [one for kind in ("sheet", "setting", "journal") for one in await self.twin.store.scan(kind)]  # type: ignore[arg-type]
        read_back = saved_of(records)
        assert not read_back.problems
        return read_back.saved


def played(scene: Callable[[Room], Awaitable[None]], room: Room | None = None) -> Room:
    """Play a scene to its end."""
    made = room or Room()

    async def whole() -> None:
        await scene(made)
        await made.rest()

    asyncio.run(whole())
    return made


def lines(room: Room) -> list[str]:
    """The rolls that stand, by their lines."""
    return [entry.line for entry in entries_of(now(room.kept()).journal)]

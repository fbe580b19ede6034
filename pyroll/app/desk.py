"""The desk beside the test: it writes rolls down as they fall, and runs the screens of characters and journal.

The page brings it up when something is first to be kept or one of its screens is opened; the first roll never waits.
"""

from __future__ import annotations

import json
from asyncio import Lock, Task, ensure_future, sleep
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any

import pyroll
from pyroll.app.hand import Hand
from pyroll.app.indexed import IndexedStore, Unavailable
from pyroll.app.journal_screen import JournalScreen
from pyroll.app.keeper import Keeper
from pyroll.app.people_screen import PeopleScreen
from pyroll.app.ports import Ports, Undo, Who, said
from pyroll.app.state import Chose, Message, Opened, State, Thrown, TookBack, Undone
from pyroll.app.views.keeping import notice
from pyroll.app.views.told import told
from pyroll.app.views.who import heading, prepared
from pyroll.i18n import N_, Language, Text
from pyroll.journal import Entry, Erased, Event, Noted, Origin, Rolled, entry_of
from pyroll.line import Test
from pyroll.moment import write_moment
from pyroll.restore import append_event, saved_of
from pyroll.sheet import Sheet, plan_of, spend, system_of

__all__ = ["Desk"]

_TOAST = 6000
_RECENT = 200
"""So far back a roll is looked for that this visit did not write down."""


@dataclass(frozen=True, slots=True)
class Written:
    """A roll as it was written down, and whose it is."""

    entry: Entry
    who: Who | None


class Desk:
    """Everything beside the test.

    :param page: what ``static/boot.js`` offers; ``store``, ``tools``: the modules ``store.mjs`` and ``screens.mjs``.
    :param prepare: fills the test's form with a line, shows the test, and throws at once if asked to.
    :param fill: fills the test's form with a line; ``show`` shows the test, and throws at once if asked to.
    :param guard: told of whatever fails in the background.
    """

    def __init__(
        self,
        page: Any,
        store: Any,
        tools: Any,
        proxy: Callable[[Callable[..., Any]], Any],
        language: Callable[[], Language],
        fill: Callable[[str, str], None],
        show: Callable[[bool], None],
        guard: Callable[[BaseException], None],
    ) -> None:
        self._store = store
        self._tools = tools
        self._fill = fill
        self._show = show
        self._guard = guard
        self._turn = Lock()
        self._tasks: set[Task[None]] = set()
        self._undo: Undo | None = None
        self._faded = proxy(self._fade)
        self._heard = proxy(self._hear)
        self._lines: dict[str, Written] = {}
        self._who: Who | None = None
        self._whose: Who | None = None
        self._of_system = ""
        self.keeper = Keeper(self._connect, lambda: int(tools.now()), self._failing)
        self.ports = Ports(
            page=page,
            tools=tools,
            proxy=proxy,
            language=language,
            clock=lambda: int(tools.now()),
            ahead=lambda milliseconds: int(tools.minutesAhead(milliseconds)),
            run=self._run,
            pause=lambda: sleep(0),
            keeper=self.keeper,
            toast=self._toast,
            version=pyroll.__version__,
        )
        self.journal = JournalScreen(self.ports, self._reopen)
        self.people = PeopleScreen(self.ports, self._aim, lambda: show(True), lambda: show(False))
        self.journal.keeping.restored = self.people.read

    async def _connect(self) -> IndexedStore:
        opened = json.loads(await self._store.open())
        if "failed" in opened:
            raise Unavailable(opened["failed"])
        self._store.listen(self._heard)
        return IndexedStore(self._store)

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._guard(error)

    # --- messages

    def _failing(self) -> None:
        self.ports.patch(notice(self.keeper.why, self.ports.language()))

    def _toast(self, words: Text, undo: Undo | None) -> None:
        self._undo = undo
        self.ports.patch(told(words, self.ports.language(), undo=undo is not None))
        self._tools.fade(_TOAST, self._faded)

    def _fade(self) -> None:
        self._undo = None
        self.ports.patch(told(None, self.ports.language(), undo=False))

    def _hear(self, keys: str) -> None:
        """Another tab kept something: JSON, null where it was too much to tell."""
        self._run(self._heard_of(json.loads(keys)))

    async def _heard_of(self, keys: list[tuple[str, str]] | None) -> None:
        if keys is None:
            await self.journal.read_again()
            await self.people.read()
            return
        await self.journal.heard([key for kind, key in keys if kind == "journal"])
        if any(kind == "sheet" for kind, _ in keys):
            await self.people.read()

    # --- the test's screen

    def followed(self, after: State, message: Message, before: Hand | None) -> None:
        """The test's state changed; ``before`` was the hand."""
        hand = after.hand
        if isinstance(message, Opened) or (self._who is not None and self._of_system != after.system.key):
            self._who = None
        match message:
            case Thrown() if hand is not None:
                self._whose = self._who
                self._run(self._in_turn(self._roll(hand, self._who)))
            case Chose() | TookBack() if hand is not None and before is not None and hand != before:
                self._run(self._in_turn(self._decided(before, hand)))
            case Undone() if before is not None and hand != before:
                written = None if hand is None else self._lines.get(hand.line)
                self._whose = None if written is None else written.who
                self._run(self._in_turn(self._undone(before)))
            case Opened(origin=None) if hand is not None and hand.origin == "received":
                self._whose = None
                self._run(self._in_turn(self.received(hand)))
            case Opened():
                self._whose = None
            case _ if hand is None:
                self._whose = None
        self._say_who()

    async def _in_turn(self, work: Coroutine[Any, Any, None]) -> None:
        async with self._turn:
            await work

    def _aim(self, who: Who, line: str, system: str, origin: str = "") -> None:
        """Fill the form for somebody; the screen stays."""
        self._fill(line, origin)
        self._who, self._of_system = who, system
        self._say_who()

    def nobody(self) -> None:
        """The test in the form is nobody's again."""
        self._who = None
        self._say_who()

    def _say_who(self) -> None:
        language = self.ports.language()
        self.ports.patch(prepared(self._who, language), heading(self._whose))

    # --- writing down

    async def _roll(self, hand: Hand, who: Who | None) -> None:
        entry = self._entry(hand, self.keeper.key(), self._now(), hand.origin, who)
        await self._write(who, lambda sheet: spend(sheet, hand.result.test), Rolled(entry))
        self._lines[hand.line] = Written(entry, who)

    async def _decided(self, before: Hand, hand: Hand) -> None:
        """The same dice judged otherwise: the roll is written down anew, in the place of the one before."""
        found = await self._find(before.line)
        if found is None:
            return
        old, who = found.entry, found.who
        fresh = self._entry(hand, self.keeper.key(), old.time, hand.origin, who)
        fresh = replace(fresh, note=old.note)
        await self._write(
            who,
            lambda sheet: spend(sheet, hand.result.test, instead_of=before.result.test),
            Rolled(fresh),
            Erased(self.keeper.key(), (old.id,)),
        )
        self._lines[hand.line] = Written(fresh, who)

    async def _undone(self, before: Hand) -> None:
        """A roll that was taken back stays, noted; its points come back."""
        found = await self._find(before.line)
        if found is None:
            return
        test = before.result.test
        note = self.ports.language().say(N_("Jet annulé"))
        words = f"{found.entry.note}\n{note}".strip()
        await self._write(
            found.who,
            lambda sheet: spend(sheet, _unspent(sheet, test), instead_of=test),
            Noted(self.keeper.key(), found.entry.id, words),
        )

    async def received(self, hand: Hand) -> None:
        """A roll came in by a link: somebody else's, unless it was written down here."""
        if await self._find(hand.line) is None:
            await self._roll(hand, None)

    async def _write(self, who: Who | None, change: Callable[[Sheet], Sheet], *events: Event) -> None:
        operations = [append_event(event) for event in events]
        if who is None:
            await self.keeper.commit(*operations)
        else:
            moment = self._now()

            def changed(sheet: Sheet) -> Sheet:
                after = change(sheet)
                return sheet if after == sheet else replace(after, changed=moment)

            after = await self.keeper.change(who.id, changed, *operations)
            await self.people.read()
            if after is not None:
                self._tell_stocks(after)
        self.journal.written(events)

    def _tell_stocks(self, sheet: Sheet) -> None:
        """The test's form knows how many points are left."""
        for stock in plan_of(system_of(sheet)).stocks:
            self._tools.put(sheet.system, stock.available, str(sheet.stocks.get(stock.key, stock.start)))

    def _entry(self, hand: Hand, key: str, time: str, origin: Origin, who: Who | None) -> Entry:
        test = hand.result.test
        points = test.system.spend
        late = 0 if points is None else max(0, getattr(test.actor, points) - getattr(hand.asked.actor, points))
        entry = entry_of(hand.result, key, time, origin, self.ports.version, late=late)
        return entry if who is None else replace(entry, character_id=who.id, character=who.name, label=who.label)

    async def _find(self, line: str) -> Written | None:
        """The roll with this line: of this visit, or one of the latest."""
        if line in self._lines:
            return self._lines[line]
        records = await self.keeper.scan("journal", newest=True, most=_RECENT)
        for event in saved_of(records).saved.journal:
            if isinstance(event, Rolled) and event.entry.line == line:
                return Written(event.entry, _who_of(event.entry))
        return None

    def _now(self) -> str:
        return write_moment(self.ports.clock())

    # --- screens

    def open(self, screen: str) -> None:
        """A screen of the desk's was opened."""
        if screen == "journal":
            self.journal.open()
        elif screen == "people":
            self.people.open()

    def clicked(self, button: Any) -> bool:
        """Whether this button is the desk's."""
        act = said(button, "desk")
        if act == "undo":
            undo = self._undo
            self._fade()
            if undo is not None:
                self._run(undo())
            return True
        if act == "nobody":
            self.nobody()
            return True
        return self.people.clicked(button) or self.journal.clicked(button)

    def changed(self, control: Any) -> None:
        """A control of the desk's screens was changed."""
        if control.closest("#screen-journal"):
            self.journal.changed(control)
        else:
            self.people.changed(control)

    def submitted(self, form: Any) -> None:
        """A form of the desk's screens was sent."""
        if form.id == "pen":
            self.people.submitted()

    def typed(self, control: Any) -> None:
        """Somebody types into a control of the desk's screens."""
        if control.name == "search":
            self.journal.changed(control)

    def unfolded(self, details: Any) -> None:
        """A disclosure was opened or closed."""
        self.journal.unfolded(details)

    def speak(self) -> None:
        """Say everything in the page's language."""
        self._failing()
        self._say_who()
        self.journal.redraw()
        self.people.redraw()

    def _reopen(self, entry: Entry, roll: bool) -> None:
        """Show a roll again, or throw its test anew, for whoever it was."""
        line = entry.line.partition("@")[0] if roll else entry.line
        who = _who_of(entry)
        if who is None:
            self._fill(line, entry.origin)
            self._show(roll)
            return
        self._aim(who, line, entry.system, entry.origin)
        if not roll:
            self._whose = who
            self._say_who()
        self._show(roll)


def _who_of(entry: Entry) -> Who | None:
    return Who(entry.character_id, entry.character, entry.label) if entry.character_id else None


def _unspent(sheet: Sheet, test: Test) -> Test:
    """The same test with nothing spent of the stocks that sheets have."""
    none = {stock.spent: 0 for stock in plan_of(system_of(sheet)).stocks}
    return replace(test, actor=replace(test.actor, **none)) if none else test

"""The desk beside the test: it writes rolls down as they fall, and runs the screens of characters and journal.

The page brings it up when something is first to be kept or one of its screens is opened; the first roll never waits.
"""

from __future__ import annotations

import json
from asyncio import Task, ensure_future, sleep
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pyroll
from pyroll.app.beside import Ways
from pyroll.app.group_screen import GroupScreen
from pyroll.app.hand import Hand
from pyroll.app.indexed import IndexedStore, Unavailable
from pyroll.app.journal_screen import JournalScreen
from pyroll.app.keeper import Keeper
from pyroll.app.messages import Message, Opened
from pyroll.app.noting import line_of
from pyroll.app.people_screen import PeopleScreen
from pyroll.app.ports import Ports, Undo, Who, said
from pyroll.app.receiving import Receiving
from pyroll.app.scribe import Scribe, who_of
from pyroll.app.sharing import Sharing, of_entry, of_readings, of_result, of_sheet, of_test
from pyroll.app.state import State
from pyroll.app.unwritten import Unwritten, note_in
from pyroll.app.views.keeping import notice
from pyroll.app.views.told import told
from pyroll.app.views.who import prepared
from pyroll.backup import parsed
from pyroll.i18n import Text
from pyroll.journal import Entry
from pyroll.restore import saved_of
from pyroll.sheet import Sheet, plan_of, system_of

__all__ = ["Desk"]

_TOAST = 6000


class Desk:
    """Everything beside the test.

    :param ways: what it may do to the page; ``store``, ``tools``: the modules ``store.mjs`` and ``screens.mjs``.
    :param state: the test's screen as it is now.
    """

    def __init__(self, ways: Ways, store: Any, tools: Any, state: Callable[[], State | None]) -> None:
        self._ways = ways
        self._store = store
        self._tools = tools
        self._state = state
        self._tasks: set[Task[None]] = set()
        self._undos: list[tuple[Text, Undo]] = []  # told lately: two quick taps put two things away
        self._faded = ways.proxy(self._fade)
        self._heard = ways.proxy(self._hear)
        self._who: Who | None = None
        self._of_system = ""
        self.keeper = Keeper(self._connect, lambda: int(tools.now()), self._failing)
        self.ports = Ports(
            page=ways.page,
            tools=tools,
            proxy=ways.proxy,
            language=ways.language,
            clock=lambda: int(tools.now()),
            ahead=lambda milliseconds: int(tools.minutesAhead(milliseconds)),
            run=self._run,
            pause=lambda: sleep(0),
            keeper=self.keeper,
            toast=self._toast,
            version=pyroll.__version__,
        )
        self.journal = JournalScreen(self.ports, self._reopen)
        self.people = PeopleScreen(self.ports, self._aim, lambda: ways.show(True), lambda: ways.show(False))
        self.journal.keeping.restored = self.people.read
        self.sharing = Sharing(self.ports, ways.fetch)
        self.receiving = Receiving(self.ports, self._taken, self._show_system)
        self.group = GroupScreen(self.ports, state, self._open_line, self.journal.written)
        self.scribe = Scribe(self.ports, Unwritten(ways.page.unwritten), self.journal.written, self._sheet_changed)
        self.journal.revealed = self.scribe.learn
        self.scribe.catch_up()

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
            self._ways.failed(error)

    # --- messages

    def _failing(self) -> None:
        self.ports.patch(notice(self.keeper.why, self.ports.language()))

    def _toast(self, words: Text, undo: Undo | None) -> None:
        self._undos = [] if undo is None else [*self._undos, (words, undo)]
        self.ports.patch(told(words, self.ports.language(), undo=undo is not None))
        self._tools.fade(_TOAST, self._faded)

    async def _take_back(self) -> None:
        """The last thing is undone; the one before it may be, next."""
        if not self._undos:
            return
        _, undo = self._undos.pop()
        before, self._undos = self._undos, []
        self._fade()
        await undo()
        if before and not self._undos:
            self._undos = before[:-1]
            self._toast(*before[-1])

    def _fade(self) -> None:
        self._undos = []
        self.ports.patch(told(None, self.ports.language(), undo=False))

    def _hear(self, keys: str) -> None:
        """Another tab kept something: JSON, null where it was too much to tell."""
        try:
            found: Any = parsed(keys)
            pairs = None if found is None else [(str(kind), str(key)) for kind, key in found]
        except (ValueError, TypeError):
            return  # no tab of pyroll's said this
        self._run(self._heard_of(pairs))

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
        who = self._who
        if isinstance(message, Opened) or (who is not None and self._of_system != after.system.key):
            self._who = None
        if note := note_in(line_of(message, before, after, self.ports.clock())):
            self.scribe.take(replace(note, who=None if who is None else (who.id, who.name, who.label)))
        self._say_who()

    def _aim(self, who: Who, line: str, system: str, origin: str = "") -> None:
        """Fill the form for somebody; the screen stays."""
        self._ways.fill(line, origin, who.words)
        self._who, self._of_system = who, system
        self._say_who()

    def nobody(self) -> None:
        """The test in the form is nobody's again."""
        self._who = None
        self._ways.name("")
        self._say_who()

    def _say_who(self) -> None:
        self.ports.patch(prepared(self._who, self.ports.language()))

    async def _sheet_changed(self, sheet: Sheet | None) -> None:
        """Points came off a sheet, or back; the test's form knows how many are left."""
        await self.people.read()
        if sheet is None:
            return
        for stock in plan_of(system_of(sheet)).stocks:
            self._tools.put(sheet.system, stock.available, str(sheet.stocks.get(stock.key, stock.start)))

    # --- screens

    def open(self, screen: str) -> None:
        """A screen of the desk's was opened."""
        if screen == "journal":
            self.journal.open()
        elif screen == "people":
            self.people.open()
        elif screen == "group":
            self.group.open()
        elif screen == "received":
            self.receiving.open()

    def asked(self, what: str) -> None:
        """Something of the test's screen is to be handed over, or a received roll kept."""
        state, language = self._state(), self.ports.language()
        if state is None:
            return
        hand, test = state.hand, state.test
        match what:
            case "test" if test is not None:
                self.sharing.offer(of_test(test, language))
            case "readings" if test is not None:
                self.sharing.offer(of_readings(test, language))
            case "result" if hand is not None and state.result is not None:
                self.sharing.offer(of_result(hand.result, language, hand.who))
            case "keep" if hand is not None:
                self._run(self.scribe.keep(hand))

    async def _share_sheet(self, key: str) -> None:
        record = await self.keeper.get("sheet", key)
        for sheet in () if record is None else saved_of((record,)).saved.sheets:
            self.sharing.offer(of_sheet(sheet))

    def _share_entry(self, key: str) -> None:
        entry = self.journal.entry(key)
        shared = None if entry is None else of_entry(entry, self.ports.language())
        if shared is not None:
            self.sharing.offer(shared)

    async def _taken(self, sheet: Sheet) -> None:
        """A character came in: here it is."""
        self._tools.go("/personnages")
        await self.people.choose(sheet.id)

    def _show_system(self, key: str) -> None:
        self._tools.go("/")
        self._tools.choose(key)

    def clicked(self, button: Any) -> bool:
        """Whether this button is the desk's."""
        act, key = said(button, "desk"), said(button, "key")
        match act:
            case "undo":
                self._run(self._take_back())
            case "nobody":
                self.nobody()
            case "share-sheet":
                self._run(self._share_sheet(key))
            case "share-entry":
                self._share_entry(key)
            case _:
                return (
                    self.group.clicked(button)
                    or self.sharing.clicked(act)
                    or self.receiving.clicked(act)
                    or self.people.clicked(button)
                    or self.journal.clicked(button)
                )
        return True

    def changed(self, control: Any) -> None:
        """A control of the desk's screens was changed."""
        if control.closest("#screen-journal"):
            self.journal.changed(control)
        elif control.closest("#screen-group"):
            self.group.changed(control)
        else:
            self.people.changed(control)

    def submitted(self, form: Any) -> None:
        """A form of the desk's screens was sent."""
        if form.id == "pen":
            self.people.submitted()
        elif form.id == "group-add":
            self.group.submitted()

    def typed(self, control: Any) -> None:
        """Somebody types into a control of the desk's screens."""
        if control.name == "search":
            self.journal.changed(control)
        elif said(control, "note"):
            self.journal.writing(control)
        elif control.closest("#pen"):
            self.people.writing()
        elif control.closest("#screen-group"):
            self.group.writing()

    def unfolded(self, details: Any) -> None:
        """A disclosure was opened or closed."""
        self.journal.unfolded(details)

    def speak(self) -> None:
        """Say everything in the page's language."""
        self._failing()
        self._say_who()
        self.journal.redraw()
        self.people.redraw()
        self.sharing.redraw()
        self.receiving.redraw()
        self.group.redraw()

    def _open_line(self, line: str) -> None:
        """Show a line in the test's screen; its dice, if it has any, were thrown here."""
        self._ways.fill(line, "thrown", "")
        self._ways.show(False)

    def _reopen(self, entry: Entry, roll: bool) -> None:
        """Show a roll again, or throw its test anew, for whoever it was."""
        line = entry.line.partition("@")[0] if roll else entry.line
        who = who_of(entry)
        if who is None:
            self._ways.fill(line, entry.origin, "")
        else:
            self._aim(who, line, entry.system, entry.origin)
        self._ways.show(roll)

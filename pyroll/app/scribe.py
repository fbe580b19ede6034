"""Writes rolls down as they fall: into the journal, and off the sheets the points that were spent."""

from __future__ import annotations

from asyncio import Lock
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pyroll.app.hand import Hand
from pyroll.app.ports import Ports, Who
from pyroll.app.unwritten import Note, Unwritten
from pyroll.i18n import N_, text
from pyroll.journal import Entry, Erased, Event, Noted, Rolled, entry_of
from pyroll.journal_files import unkeepable
from pyroll.line import Test
from pyroll.moment import write_moment
from pyroll.restore import append_event, saved_of
from pyroll.sheet import Sheet, plan_of, spend, system_of

__all__ = ["Scribe", "who_of"]

_RECENT = 200
"""So far back a roll is looked for that this visit did not write down."""

_KEYS = 2
"""So many records a note becomes at most."""


@dataclass(frozen=True, slots=True)
class Written:
    """A roll as it was written down, and whose it is."""

    entry: Entry
    who: Who | None


def who_of(entry: Entry) -> Who | None:
    """Whose roll it was."""
    return Who(entry.character_id, entry.character, entry.label) if entry.character_id else None


class Scribe:
    """Writes notes down, one after the other.

    :param written: told of what was written; ``changed``: of a sheet that lost points or got them back.
    """

    def __init__(
        self,
        ports: Ports,
        unwritten: Unwritten,
        written: Callable[[Sequence[Event]], None],
        changed: Callable[[Sheet | None], Awaitable[None]],
    ) -> None:
        self._ports = ports
        self._keeper = ports.keeper
        self._unwritten = unwritten
        self._told = written
        self._changed = changed
        self._turn = Lock()
        self._lines: dict[str, Written] = {}

    def catch_up(self) -> None:
        """Write down what was noted before anybody could, in this visit or before a reload."""
        for note in self._unwritten.notes:
            self._ports.run(self._take(note, again=bool(note.keys)))

    def take(self, note: Note) -> None:
        """Write this down, soon; it is noted at once."""
        keyed = replace(note, keys=self._keys())
        self._unwritten.add(keyed)
        self._ports.run(self._take(keyed))

    async def keep(self, hand: Hand) -> None:
        """Write a received roll down, somebody else's, unless it is written down here already; say which."""
        async with self._turn:
            if await self._find(hand.line) is not None:
                self._ports.toast(text("Ce jet est déjà au journal."), None)
            elif await self._rolled(Note("rolled", self._ports.clock(), hand, keys=self._keys())):
                self._ports.toast(text("Jet reçu par lien, inscrit au journal."), None)

    def learn(self, entry: Entry) -> None:
        """The journal has this entry of a roll by now."""
        self._lines[entry.line] = Written(entry, who_of(entry))

    def _keys(self) -> tuple[str, ...]:
        return tuple(self._keeper.key() for _ in range(_KEYS))

    async def _take(self, note: Note, *, again: bool = False) -> None:
        async with self._turn:
            if not note.keys:
                keyed = replace(note, keys=self._keys())
                self._unwritten.change(note, keyed)
                note = keyed
            # A reload may have come between writing it down and striking it off
            if not again or await self._keeper.get("journal", note.keys[0]) is None:
                await self._write(note)
            self._unwritten.drop(note)

    async def _write(self, note: Note) -> None:
        match note.do:
            case "rolled":
                await self._rolled(note)
            case "decided":
                await self._decided(note)
            case "undone":
                await self._undone(note)

    async def _rolled(self, note: Note) -> bool:
        hand, who = note.hand, None if note.who is None else Who(*note.who)
        entry = self._entry(hand, note.keys[0], write_moment(note.at), who)
        kept = await self._commit(note, who, lambda sheet: spend(sheet, hand.result.test), Rolled(entry))
        if kept:
            self._lines[hand.line] = Written(entry, who)
        return kept

    async def _decided(self, note: Note) -> None:
        """The same dice judged otherwise: the roll is written down anew, in the place of the one before."""
        hand, before = note.hand, note.before
        found = None if before is None else await self._find(before.line)
        if found is None or before is None:
            return
        old, who = found.entry, found.who
        fresh = replace(self._entry(hand, note.keys[0], old.time, who), note=old.note)
        await self._commit(
            note,
            who,
            lambda sheet: spend(sheet, hand.result.test, instead_of=before.result.test),
            Rolled(fresh),
            Erased(note.keys[1], (old.id,)),
        )
        self._lines[hand.line] = Written(fresh, who)

    async def _undone(self, note: Note) -> None:
        """A roll that was taken back stays, noted; its points come back."""
        found = await self._find(note.hand.line)
        if found is None:
            return
        test = note.hand.result.test
        said = self._ports.language().say(N_("Jet annulé"))
        words = f"{found.entry.note}\n{said}".strip()
        await self._commit(
            note,
            found.who,
            lambda sheet: spend(sheet, _unspent(sheet, test), instead_of=test),
            Noted(note.keys[0], found.entry.id, words),
        )

    async def _commit(self, note: Note, who: Who | None, change: Callable[[Sheet], Sheet], *events: Event) -> bool:
        """Whether it can be kept at all."""
        if why := next(filter(None, map(unkeepable, events)), None):
            self._ports.toast(text("Ce jet n’entre pas au journal. {why}", why=why), None)
            return False
        operations = [append_event(event) for event in events]
        if who is None:
            await self._keeper.commit(*operations)
        else:
            moment = write_moment(note.at)

            def changed(sheet: Sheet) -> Sheet:
                after = change(sheet)
                return sheet if after == sheet else replace(after, changed=moment)

            await self._changed(await self._keeper.change(who.id, changed, *operations))
        self._told(events)
        return True

    def _entry(self, hand: Hand, key: str, time: str, who: Who | None) -> Entry:
        test = hand.result.test
        points = test.system.spend
        late = 0 if points is None else max(0, _spent(test, points) - _spent(hand.asked, points))
        secret = hand.veil != "open"
        entry = entry_of(hand.result, key, time, hand.origin, self._ports.version, late=late, secret=secret)
        return entry if who is None else replace(entry, character_id=who.id, character=who.name, label=who.label)

    async def _find(self, line: str) -> Written | None:
        """The roll with this line: of this visit, or one of the latest."""
        if line in self._lines:
            return self._lines[line]
        records = await self._keeper.scan("journal", newest=True, most=_RECENT)
        for event in saved_of(records).saved.journal:
            if isinstance(event, Rolled) and event.entry.line == line:
                return Written(event.entry, who_of(event.entry))
        return None


def _spent(test: Test, points: str) -> Any:
    return getattr(test.actor, points)


def _unspent(sheet: Sheet, test: Test) -> Test:
    """The same test with nothing spent of the stocks that sheets have."""
    none = {stock.spent: 0 for stock in plan_of(system_of(sheet)).stocks}
    return replace(test, actor=replace(test.actor, **none)) if none else test

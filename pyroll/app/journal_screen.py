"""The journal's screen at work: it reads, filters, unfolds, notes, erases, counts and exports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qsl

from pyroll.app.keep_screen import Keeping
from pyroll.app.log import (
    Filters,
    Journal,
    Log,
    characters_in,
    entry_named,
    filtered,
    more,
    opened,
    pieces,
    systems_in,
    take,
    taken,
)
from pyroll.app.ports import Ports, said
from pyroll.app.views import journal as views
from pyroll.app.views import keeping as keeping_views
from pyroll.app.views import luck as luck_views
from pyroll.app.views.entry import better_than
from pyroll.i18n import text
from pyroll.journal import Entry, Erased, Event, Noted, Restored, Rolled
from pyroll.journal_files import unkeepable
from pyroll.luck import Faces, Luck, Tally, count_faces, luck_by_character, rank
from pyroll.restore import append_event, saved_of
from pyroll.store import Record

__all__ = ["JournalScreen", "Looking"]

_FIRST = 50
_SLICE = 250
_NOTE = "note"
"""Under this name the tab holds the note that is being written: its entry's id, a blank, and the words."""
_COUNTED = 20
"""So many rolls are judged for luck at a time: the page must answer in between."""


@dataclass(frozen=True, slots=True)
class Looking:
    """What luck was found in the rolls looked at so far."""

    luck: Mapping[str, Luck]
    faces: Faces


class JournalScreen:
    """The journal, whether its screen shows or not; nothing is read before it is first opened.

    :param reopen: shows an entry in the test's screen, or rolls it again (``True``).
    """

    def __init__(self, ports: Ports, reopen: Callable[[Entry, bool], None]) -> None:
        self._ports = ports
        self._reopen = reopen
        self._state = Journal()
        self._drawn = False
        self._reading = 0
        self._counting = 0
        self._ranking = 0
        self._luck_open = False
        self._choices: tuple[Mapping[str, str], frozenset[str]] = ({}, frozenset())  # as drawn
        self.revealed: Callable[[Entry], None] | None = None
        self.keeping = Keeping(ports, self.rows, self.read_again)

    # --- opening and reading

    def open(self) -> None:
        """Draw the screen; the first time, begin to read."""
        if self._drawn:
            return
        self._drawn = True
        language = self._ports.language()
        frame = views.frame(
            self._state,
            luck_views.frame(language),
            keeping_views.frame(language),
            language,
            wide=bool(self._ports.tools.wide()),
        )
        self._ports.patch(frame)
        self._choices = characters_in(self._state.log), systems_in(self._state.log)
        self._draw_list()
        self._ports.tools.watch("journal-more", self._ports.proxy(self._near_the_end))
        self._ports.run(self._read())
        if held := str(self._ports.tools.draft(_NOTE)):  # the page went away before it was kept
            entry_id, _, words = held.partition(" ")
            self._ports.run(self._note(entry_id, words))
        self._ports.run(self.keeping.tell_last_backup())

    def redraw(self) -> None:
        """Say everything again, in another language."""
        if self._drawn:
            self._drawn = False
            self.open()

    async def _read(self) -> None:
        """The latest rolls first, then older ones slice by slice; a later call takes over."""
        self._reading += 1
        mine = self._reading
        keeper = self._ports.keeper
        found = await keeper.scan("journal", newest=True, most=_FIRST)
        size = _FIRST
        while mine == self._reading:
            self._take(found, complete=len(found) < size)
            if len(found) < size:
                return
            await self._ports.pause()
            size = _SLICE
            found = await keeper.scan("journal", before=found[-1].key, newest=True, most=size)

    def _take(self, records: Iterable[Record], *, complete: bool | None = None) -> None:
        listed = list(records)
        read = saved_of(listed)
        unsound = len(listed) - len(read.saved.journal)
        log = take(self._state.log, read.saved.journal, complete=complete, unsound=unsound)
        self._become(taken(self._state, log))

    async def read_again(self) -> None:
        """Forget what was read, and read it anew: everything may be different."""
        self._become(replace(self._state, log=Log(), found=()))
        if self._drawn:
            await self._read()

    async def heard(self, keys: list[str]) -> None:
        """Another tab wrote these records."""
        if not self._drawn:
            return
        records = [await self._ports.keeper.get("journal", key) for key in keys]
        self._take(record for record in records if record is not None)

    def written(self, events: Iterable[Event]) -> None:
        """This tab wrote these."""
        if self._drawn:
            self._become(taken(self._state, take(self._state.log, events)))

    async def rows(self) -> Journal:
        """The screen's state once everything was read."""
        while not self._state.log.complete:
            await self._ports.pause()
        return self._state

    def entry(self, key: str) -> Entry | None:
        """The entry with this id, if it stands."""
        return entry_named(self._state, key)

    # --- drawing

    def _become(self, state: Journal) -> None:
        before, self._state = self._state, state
        if not self._drawn:
            return
        language, ports = self._ports.language(), self._ports
        if before.filters != state.filters:
            self._draw_list()
            ports.patch(views.filter_count(state, language))
        else:
            self._draw_pieces(before)
        ports.patch(views.head(state, language))
        if before.log is not state.log:
            self._draw_choices()
        ports.run(self._rank())
        if self._luck_open and before.found != state.found:
            ports.run(self._count_luck())

    def _draw_list(self) -> None:
        self._ports.patch(views.list_of(self._state, *self._time(), self._ports.language()))

    def _draw_choices(self) -> None:
        """Whose rolls, and of which systems, can be asked for: drawn anew only where there are others than before."""
        state = self._state
        choices = characters_in(state.log), systems_in(state.log)
        if choices != self._choices:
            self._choices = choices
            self._ports.patch(views.choices(state.log, state.filters, self._ports.language()))

    def _draw_pieces(self, before: Journal) -> None:
        """Only those that are not the same as before."""
        state, language, ports = self._state, self._ports.language(), self._ports
        old, new = pieces(before), pieces(state)
        if not old or not new or len(new) < len(old):
            if old != new or before.log.complete != state.log.complete:
                self._draw_list()
            return
        turned = before.unfolded ^ state.unfolded
        for number, piece in enumerate(new):
            same = number < len(old) and old[number] == piece
            if not same or (turned and any(row.entry.id in turned for _, row in piece)):
                ports.patch(views.piece(state, number, *self._time(), language))
        ports.patch(views.tail(state, language))

    async def _rank(self) -> None:
        """Find out how good the rolls are that are drawn, one at a time; a later call takes over."""
        self._ranking += 1
        mine = self._ranking
        drawn = [row.entry for piece in pieces(self._state) for _, row in piece]
        for entry in drawn:
            if entry.secret or entry.id in self._state.ranks:
                continue
            await self._ports.pause()
            if mine != self._ranking:
                return
            found = rank(entry)
            self._state = replace(self._state, ranks={**self._state.ranks, entry.id: found})
            self._ports.patch(better_than(entry.id, found, self._ports.language()))

    def _time(self) -> tuple[int, int]:
        now = self._ports.clock()
        return self._ports.ahead(now), now

    def _near_the_end(self) -> None:
        if self._state.shown < len(self._state.found):
            self._become(more(self._state))

    # --- what a person does

    def clicked(self, button: Any) -> bool:
        """Whether this button is the journal's."""
        if entry_id := said(button, "entry"):
            self._become(opened(self._state, entry_id))
            return True
        key, act = said(button, "key"), said(button, "desk")
        match act:
            case "more":
                self._near_the_end()
            case "reroll" | "reopen" if (entry := entry_named(self._state, key)) is not None:
                self._reopen(entry, act == "reroll")
            case "erase":
                self._ports.run(self._erase(key))
            case "reveal" if (entry := entry_named(self._state, key)) is not None:
                self._ports.run(self._reveal(entry))
            case _:
                return self.keeping.clicked(act)
        return True

    def changed(self, control: Any) -> None:
        """A filter, a note or a file was changed."""
        if noted := said(control, "note"):
            self._ports.run(self._note(noted, control.value))
        elif control.id == "restore-file":
            self._ports.run(self.keeping.look_at(control))
        else:
            self.filter(str(self._ports.tools.entries(control.form)))

    def writing(self, control: Any) -> None:
        """Somebody writes a note: it is held, for as long as the page may go away."""
        self._ports.tools.draft(_NOTE, f"{said(control, 'note')} {control.value}")

    def filter(self, texts: str) -> None:
        """The filters' form now says this."""
        filters: Filters = views.filters_from(parse_qsl(texts, keep_blank_values=True))
        if filters != self._state.filters:
            self._become(filtered(self._state, filters))

    async def _note(self, key: str, note: str) -> None:
        noted = Noted(self._ports.keeper.key(), key, note.replace("\r\n", "\n").strip())
        if (why := unkeepable(noted)) is not None:
            self._ports.toast(text("Note non gardée. {why}", why=why), None)
            return
        await self._write(noted)
        self._ports.tools.draft(_NOTE, "")

    async def _erase(self, key: str) -> None:
        await self._write(Erased(self._ports.keeper.key(), (key,)))

        async def undo() -> None:
            await self._write(Restored(self._ports.keeper.key(), (key,)))

        self._ports.toast(text("Jet supprimé."), undo)

    async def _reveal(self, entry: Entry) -> None:
        """A secret roll is told: it is written down anew, in the place of the hidden one."""
        keeper = self._ports.keeper
        shown = replace(entry, id=keeper.key(), secret=False)
        self._state = replace(self._state, unfolded=self._state.unfolded ^ {entry.id, shown.id})
        await self._write(Rolled(shown), Erased(keeper.key(), (entry.id,)))
        if self.revealed is not None:
            self.revealed(shown)

    async def _write(self, *events: Event) -> None:
        await self._ports.keeper.commit(*map(append_event, events))
        self.written(events)

    # --- luck

    def unfolded(self, details: Any) -> None:
        """A disclosure was opened or closed."""
        if details.id == "luck":
            self._luck_open = bool(details.open)
            if self._luck_open:
                self._ports.run(self._count_luck())

    async def _count_luck(self) -> None:
        """Some rolls at a time; a later call takes over."""
        self._counting += 1
        mine = self._counting
        rows = self._state.found
        looked = Looking({}, {})
        for done in range(0, len(rows) + _COUNTED, _COUNTED):
            if mine != self._counting:
                return
            entries = [row.entry for row in rows[done : done + _COUNTED]]
            looked = looked_at(looked, entries)
            reached = min(len(rows), done + _COUNTED)
            self._ports.patch(
                luck_views.luck_of(
                    len(rows),
                    reached,
                    looked.luck,
                    characters_in(self._state.log),
                    looked.faces,
                    self._ports.language(),
                )
            )
            if reached == len(rows):
                return
            await self._ports.pause()


def looked_at(before: Looking, entries: Iterable[Entry]) -> Looking:
    """The luck with these rolls too."""
    listed = list(entries)
    found = dict(before.luck)
    for key, one in luck_by_character(listed).items():
        found[key] = _added(found[key], one) if key in found else one
    return Looking(found, count_faces(listed, before.faces))


def _added(one: Luck, other: Luck) -> Luck:
    def both(name: str) -> Tally:
        mine, theirs = getattr(one, name), getattr(other, name)
        return Tally(mine.observed + theirs.observed, (*mine.chances, *theirs.chances))

    return Luck(**{name: both(name) for name in Luck.__dataclass_fields__})

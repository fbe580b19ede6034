"""The groups' screen at work: it follows the form, adds rows, throws them all or one, and keeps the list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

from pyroll.app import gathering
from pyroll.app.gathering import Gathering, empty, followed, setting_key
from pyroll.app.ports import Ports, said
from pyroll.app.state import State
from pyroll.app.views import group as views
from pyroll.app.views import group_table
from pyroll.form import parse_integer
from pyroll.group import Group, Row, added, based, renewed, test_of, thrown, without
from pyroll.group_lines import columns, read_rows, row_of
from pyroll.i18n import Text, text
from pyroll.journal import Entry, Event, Rolled, entry_of
from pyroll.line import Test, write
from pyroll.moment import write_moment
from pyroll.odds import odds, undecided
from pyroll.resolve import Resolved
from pyroll.restore import append_event
from pyroll.system import System

__all__ = ["GroupScreen"]

_SLICE = 8
"""After so many milliseconds of weighing the page has its turn."""
_REMEMBERED = 2000


class GroupScreen:
    """One against many, or the same for many. A system's list is read when the screen first opens for it.

    :param test: the test's screen as it is now; ``open_line`` shows a line there.
    :param written: told of what was written into the journal.
    """

    def __init__(
        self,
        ports: Ports,
        test: Callable[[], State | None],
        open_line: Callable[[str], None],
        written: Callable[[Sequence[Event]], None],
    ) -> None:
        self._ports = ports
        self._test = test
        self._open_line = open_line
        self._written = written
        self._state: Gathering | None = None
        self._lists: dict[str, Group] = {}
        self._weighing = 0

    def open(self) -> None:
        """The screen shows."""
        self._ports.run(self._open())

    async def _open(self) -> None:
        form = self._test()
        if form is None:
            return
        system = form.system
        if system.key not in self._lists:
            self._lists[system.key] = empty(system)
            kept = await self._ports.keeper.setting(setting_key(system))
            self._lists[system.key] = gathering.load(system, kept)
        before = self._state
        chances = {} if before is None else before.chances
        state = followed(Gathering(self._lists[system.key], chances=chances), form.test)
        if before is None or before.group.base.system != system:
            self._state = replace(state, typed=self._held(system))
            self._draw()
        else:  # what is typed into its forms stays
            self._become(state)
        self._ports.run(self._weigh())

    def redraw(self) -> None:
        """Say everything again, in another language."""
        if self._state is not None:
            lines = {"lines": str(self._ports.tools.valueOf("group-lines"))}
            self._state = replace(self._state, typed={**self._typed(), **lines}, misread=(), problems=())
            self._draw()

    def writing(self) -> None:
        """Somebody writes into its forms: it is held, for as long as the page may go away."""
        if self._state is not None:
            written = {**self._typed(), "lines": str(self._ports.tools.valueOf("group-lines"))}
            key = setting_key(self._state.group.base.system)
            self._ports.tools.draft(key, urlencode(written) if any(written.values()) else "")

    def _held(self, system: System) -> dict[str, str]:
        return dict(parse_qsl(str(self._ports.tools.draft(setting_key(system)))))

    def _typed(self) -> dict[str, str]:
        return dict(parse_qsl(str(self._ports.tools.entriesOf("group-add")), keep_blank_values=True))

    def _draw(self) -> None:
        if self._state is not None:
            self._ports.patch(views.frame(self._state, self._ports.language()))

    def _become(self, state: Gathering) -> None:
        before, self._state = self._state, state
        self._lists[state.group.base.system.key] = state.group
        language, ports = self._ports.language(), self._ports
        regions: list[object] = []
        group, old = state.group, None if before is None else before.group
        if old is None or old.rows != group.rows or old.base != group.base:
            if old is not None and _same_but_dice(old, group):
                for place, (row, before_row) in enumerate(zip(group.rows, old.rows, strict=True)):
                    if row is not before_row and row.result is not before_row.result:
                        regions += group_table.fallen(group, place, language)
                regions.append(group_table.margin_head(group, language))
            else:
                regions.append(group_table.table(state, language))
            regions += [views.summary(state, language), views.foot(state, language)]
        if before is None or before.problems != state.problems:
            regions.append(views.add_form(state, language))
        regions += [views.base(state, language), views.faults(state, language)]
        ports.patch(*regions)

    # --- what a person does

    def clicked(self, button: Any) -> bool:
        """Whether this button is the groups'."""
        act, state = said(button, "desk"), self._state
        if state is None or not act.startswith("group-"):
            return False
        place = parse_integer(said(button, "key"))
        match act:
            case "group-roll":
                self._roll(thrown(state.group), counted=False)
            case "group-again" if place is not None:
                self._roll(renewed(state.group, place), counted=state.group.rolled)
            case "group-open" if place is not None:
                test = test_of(state.group, state.group.rows[place])
                if isinstance(test, Test):
                    self._open_line(write(test))
            case "group-remove" if place is not None:
                self._remove(place)
            case "group-clear":
                self._put_away(replace(state.group, rows=()), text("Liste vidée."))
            case "group-take" if state.form is not None:
                self._change(replace(state, group=based(state.group, state.form)))
            case "group-lines":
                self._add_lines(str(self._ports.tools.valueOf("group-lines")))
            case _:
                return False
        return True

    def changed(self, control: Any) -> None:
        """A control was changed."""
        if control.id == "group-once" and self._state is not None:
            group = replace(self._state.group, once=bool(control.checked))
            self._change(replace(self._state, group=based(group, group.base)))

    def submitted(self) -> None:
        """One more row."""
        state = self._state
        if state is None:
            return
        texts = self._typed()
        system = state.group.base.system
        names = [item.name for item in columns(system)]
        row, problems = row_of(system, texts.get("name", ""), [texts.get(name, "") for name in names])
        if row is None:
            self._become(replace(state, problems=problems, typed=texts))
            self._ports.page.focus(f"group-new-{problems[0].field}")
            return
        if self._add((row,)):
            for name in ("name", *names):
                self._ports.tools.clear(f"group-new-{name}", "")
            self.writing()
            self._ports.page.focus("group-new-name")

    def _add_lines(self, typed: str) -> None:
        state = self._state
        if state is None:
            return
        rows, misread = read_rows(state.group.base.system, typed, self._ports.language())
        if misread:
            self._become(replace(state, misread=misread, refused=None))
            self._ports.page.focus("group-faults")
        elif self._add(rows):
            self._ports.tools.clear("group-lines", "")
            self.writing()

    def _add(self, rows: Sequence[Row]) -> bool:
        state = self._state
        if state is None:
            return False
        group = added(state.group, rows)
        if isinstance(group, Text):
            self._become(replace(state, misread=(), refused=group))
            self._ports.page.focus("group-faults")
            return False
        self._change(replace(state, group=group, misread=(), refused=None, problems=(), typed={}))
        return True

    def _remove(self, place: int) -> None:
        state = self._state
        if state is None:
            return
        name = state.group.rows[place].name
        self._put_away(without(state.group, place), text("{name} est retiré.", name=name))
        left = len(state.group.rows) - 1
        self._ports.page.focus(f"group-remove-{min(place, left - 1)}" if left else "group-new-name")

    def _put_away(self, group: Group, words: Text) -> None:
        """Change the list, and offer to take that back."""
        if self._state is None:
            return
        before = self._state.group
        self._change(replace(self._state, group=group))

        async def undo() -> None:
            if self._state is not None and self._state.group.base.system == before.base.system:
                self._change(replace(self._state, group=before))

        self._ports.toast(words, undo)

    def _roll(self, group: Group, *, counted: bool) -> None:
        """Dice fell. ``counted``: those that the actor throws once for all rows lay already."""
        state = self._state
        if state is None:
            return
        self._change(replace(state, group=group))
        if not counted:
            self._ports.tools.reveal("group-summary")
        fresh = [
            (row, row.result)
            for row, old in zip(group.rows, state.group.rows, strict=True)
            if row is not old and row.result is not None
        ]
        self._ports.run(self._write(fresh, shared=group.once and group.base.opposed, counted=counted))

    async def _write(self, fallen: Sequence[tuple[Row, Resolved]], *, shared: bool, counted: bool) -> None:
        """Write fallen rows into the journal; what a person sees comes first."""
        await self._ports.pause()
        events = [
            Rolled(self._entry(row, result, shared=shared and (counted or place > 0)))
            for place, (row, result) in enumerate(fallen)
        ]
        await self._ports.keeper.commit(*map(append_event, events))
        self._written(events)

    def _entry(self, row: Row, result: Resolved, *, shared: bool) -> Entry:
        """The row in the journal: a figure's own roll, or that of somebody against it."""
        ports, opposed = self._ports, result.test.opposed
        entry = entry_of(result, ports.keeper.key(), write_moment(ports.clock()), "thrown", ports.version)
        label = ports.language().say(text("Contre {name}", name=row.name)) if opposed else ""
        return replace(entry, character="" if opposed else row.name, label=label, shared=shared)

    def _change(self, state: Gathering) -> None:
        """The list is another one: it is kept, and its chances are weighed."""
        group = followed(state, state.form).group
        self._become(replace(state, group=group))
        self._ports.run(self._keep(group))
        self._ports.run(self._weigh())

    async def _keep(self, group: Group) -> None:
        await self._ports.pause()
        await self._ports.keeper.set(setting_key(group.base.system), gathering.dump(group))

    # --- chances

    async def _weigh(self) -> None:
        """The chances of all rows, a slice at a time; a later call takes over."""
        self._weighing += 1
        mine = self._weighing
        await self._ports.pause()
        while mine == self._weighing and self._state is not None:
            state = self._state
            tests = [test_of(state.group, row) for row in state.group.rows]
            wanted = {
                place: before
                for place, test in enumerate(tests)
                if isinstance(test, Test) and (before := undecided(test)) not in state.chances
            }
            if not wanted:
                return
            chances = {} if len(state.chances) > _REMEMBERED else dict(state.chances)
            began = self._ports.clock()
            for before in wanted.values():
                if before not in chances:
                    chances[before] = odds(before)
                if self._ports.clock() - began > _SLICE:
                    break
            self._state = replace(state, chances=chances)
            language = self._ports.language()
            known = [place for place, before in wanted.items() if before in chances]
            self._ports.patch(*(group_table.chance(self._state, place, language) for place in known))
            await self._ports.pause()


def _same_but_dice(old: Group, group: Group) -> bool:
    """Whether two lists differ in what fell at most."""
    if old.base != group.base or len(old.rows) != len(group.rows) or not group.rows:
        return False
    return all(
        row is other or (row.name == other.name and row.values is other.values)
        for row, other in zip(group.rows, old.rows, strict=True)
    )

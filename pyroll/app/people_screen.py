"""The characters' screen at work: it reads the sheets, changes them, and hands what is to be rolled to the test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

from pyroll.app.draft import amended, checked, draft_of, with_row
from pyroll.app.pen import Pen
from pyroll.app.people import People, Prepared, chosen_sheet, listed, prepared_test, rung_of, thing_named
from pyroll.app.ports import Ports, Who, said
from pyroll.app.views import people as views
from pyroll.app.views.sheet import chance
from pyroll.form import Problem, parse_integer
from pyroll.i18n import N_, Text, text
from pyroll.line import READING, Refusal, from_fields, write
from pyroll.moment import write_moment
from pyroll.odds import Chance, Odds, odds
from pyroll.restore import put_sheet, saved_of
from pyroll.sheet import Sheet, blank, duplicate, example, in_order, reorder, system_of
from pyroll.sheet_files import MOST_NAME, faults_of
from pyroll.store import Delete, Refused
from pyroll.system import System
from pyroll.systems import system_named

__all__ = ["PeopleScreen"]

_REMEMBERED = 2000


class PeopleScreen:
    """The characters. Nothing is read before the screen is first opened.

    :param aim: fills the test's form with a line for somebody; ``roll``: throws it; ``adjust``: shows the form.
    """

    def __init__(
        self,
        ports: Ports,
        aim: Callable[[Who, str, str], None],
        roll: Callable[[], None],
        adjust: Callable[[], None],
    ) -> None:
        self._ports = ports
        self._aim = aim
        self._roll = roll
        self._adjust = adjust
        self._state = People()
        self._pen = Pen(ports, lambda: self._state, self._put, self._become)
        self._drawn = False
        self._chances: dict[str, Chance | None] = {}
        self._weighing = 0

    # --- opening, reading and drawing

    def open(self) -> None:
        """Draw the screen; the first time, read the sheets."""
        if not self._drawn:
            self._drawn = True
            language = self._ports.language()
            if (draft := self._pen.held()) is not None:  # the page went away meanwhile
                self._state = replace(self._state, draft=draft, chosen=draft.sheet.id, archive=draft.sheet.archived)
            self._ports.patch(views.frame(self._state, self._chances, language))
            self._draw_foot()
            self._ports.run(self.read())

    def redraw(self) -> None:
        """Say everything again, in another language."""
        if self._drawn:
            self._pen.keep_typing()
            self._ports.patch(views.frame(self._state, self._chances, self._ports.language()))
            self._draw_foot()

    async def read(self) -> None:
        """Read the sheets, as they are now."""
        if not self._drawn:
            return
        read = saved_of(await self._ports.keeper.scan("sheet"))
        self._become(replace(self._state, sheets=read.saved.sheets, read=True))

    async def rollable(self, key: str) -> list[tuple[str, str]]:
        """Every skill of a system's characters: whose and which, and the line that rolls it as usual."""
        read = saved_of(await self._ports.keeper.scan("sheet"))
        found = []
        for one in in_order(read.saved.sheets, archived=False):
            for place, skill in enumerate(one.skills if one.system == key else ()):
                test = prepared_test(one, Prepared(f"s{place}"))
                if test is not None:
                    found.append((f"{one.name}, {skill.name}", write(test)))
        return found

    def writing(self) -> None:
        """Somebody writes on: it is held, for as long as the page may go away."""
        self._pen.keep_typing()
        self._pen.hold()

    def _put(self, state: People) -> None:
        self._state = state

    def _become(self, state: People) -> None:
        before, self._state = self._state, state
        if not self._drawn:
            return
        language, ports = self._ports.language(), self._ports
        rail = ("sheets", "chosen", "archive", "creating")
        if any(getattr(before, name) != getattr(state, name) for name in rail):
            ports.patch(views.rail(state, language))
            ports.tools.along("people-rail")
        shown = chosen_sheet(before) != chosen_sheet(state)
        parts = ("draft", "creating", "prepared", "rung", "archive", "read")
        # What is being typed stands in the page only
        writing = state.draft is not None and state.draft == before.draft
        if not writing and (shown or any(getattr(before, name) != getattr(state, name) for name in parts)):
            ports.patch(views.sheet(state, self._chances, language))
        self._draw_foot()
        if before.draft != state.draft:
            self._pen.hold()
        if shown or before.rung != state.rung or before.draft != state.draft:
            ports.run(self._weigh())

    def _draw_foot(self) -> None:
        self._ports.patch(views.foot(self._state, self._chances, self._ports.language()))

    async def _weigh(self) -> None:
        """The chances of every skill, one at a time; a later call takes over."""
        self._weighing += 1
        mine = self._weighing
        one = chosen_sheet(self._state)
        if one is None or self._state.draft is not None:
            return
        rung = rung_of(self._state, system_of(one))
        for place in range(len(one.skills)):
            await self._know(one, Prepared(f"s{place}"), rung)
            if mine != self._weighing or chosen_sheet(self._state) != one:
                return
            language = self._ports.language()
            self._ports.patch(chance(self._state, one, f"s{place}", self._chances, language))
        self._draw_foot()

    async def _know(self, one: Sheet, prepared: Prepared, rung: str) -> None:
        test = prepared_test(one, prepared, rung)
        if test is None or write(test) in self._chances:
            return
        await self._ports.pause()
        if len(self._chances) > _REMEMBERED:
            self._chances.clear()
        found = odds(test)
        self._chances[write(test)] = found.success if isinstance(found, Odds) else None

    async def _know_prepared(self) -> None:
        one, prepared = chosen_sheet(self._state), self._state.prepared
        if one is not None and prepared is not None:
            await self._know(one, prepared, rung_of(self._state, system_of(one)))
            self._draw_foot()

    # --- what a person does

    def clicked(self, button: Any) -> bool:
        """Whether this button is the characters'."""
        act, key = said(button, "desk"), said(button, "key")
        one = chosen_sheet(self._state)
        match act:
            case "create":
                self._pen.lay_down()
                self._become(replace(self._state, creating=True, draft=None, prepared=None))
            case "choose":
                self._pen.lay_down()
                chosen = key or self._state.chosen
                self._become(replace(self._state, chosen=chosen, creating=False, draft=None, prepared=None))
            case "archive-list":
                self._pen.lay_down()
                archive = not self._state.archive
                fresh = replace(self._state, archive=archive, chosen="", creating=False, draft=None, prepared=None)
                self._become(fresh)
            case "blank" | "example":
                self._made(act, key)
            case "prepare" if one is not None:
                self._prepare(replace(self._state, prepared=Prepared(key)))
            case "roll":
                self._aim_now()
                self._roll()
            case "adjust":
                self._aim_now()
                self._adjust()
            case _:
                return self._clicked_sheet(act, key)
        return True

    def _clicked_sheet(self, act: str, key: str) -> bool:
        match act:
            case "edit" | "up" | "down" | "duplicate" | "archive" | "unarchive" | "delete":
                one = next((sheet for sheet in self._state.sheets if sheet.id == key), None)
                if one is not None:
                    self._do(act, one)
            case "add-row" | "remove-row" | "drop" | "paste-skills" | "paste-caracs":
                self._pen.write_on(act, key)
            case _:
                return False
        return True

    def _do(self, act: str, one: Sheet) -> None:
        run = self._ports.run
        match act:
            case "edit":
                self._become(replace(self._state, draft=draft_of(one), prepared=None))
                self._ports.page.focus("pen-name")
            case "up" | "down":
                run(self._move(one, -1 if act == "up" else 1))
            case "duplicate":
                run(self._duplicate(one))
            case "archive" | "unarchive":
                run(self._archive(one, archived=act == "archive"))
            case "delete":
                run(self._delete(one))

    def changed(self, control: Any) -> None:
        """A stock, a counter, a manner or the difficulty was changed."""
        one = chosen_sheet(self._state)
        name, value = str(control.name), str(control.value)
        if one is None or self._state.draft is not None:
            return
        if name == "manner" and self._state.prepared is not None:
            self._prepare(replace(self._state, prepared=replace(self._state.prepared, manner=value)))
        elif name == "rung":
            self._prepare(replace(self._state, rung={**self._state.rung, one.system: value}))
        elif name.startswith(("stock-", "counter-")):
            number = parse_integer(value.strip().replace("\N{MINUS SIGN}", "-"))
            if number is not None:
                self._ports.run(self._count(one.id, name, number))
            else:
                self._refuse(text("Un nombre entier est attendu."))

    def submitted(self) -> None:
        """The sheet under the pen is to be kept."""
        self._pen.keep_typing()
        draft = self._state.draft
        if draft is None:
            return
        after, problems = checked(draft)
        if problems:
            self._become(replace(self._state, draft=replace(draft, problems=problems)))
            self._ports.page.focus("pen-faults")
            return
        self._ports.run(self._keep(draft.sheet, after, new=draft.new))

    async def choose(self, key: str) -> None:
        """Show this character, which was just added."""
        self._pen.lay_down()
        self._state = replace(self._state, chosen=key, archive=False, creating=False, draft=None, prepared=None)
        self._pen.hold()
        await self.read()

    # --- the test

    def _prepare(self, state: People) -> None:
        self._become(state)
        self._aim_now()
        self._ports.run(self._know_prepared())

    def _aim_now(self) -> None:
        """The test's form follows what is prepared."""
        one, prepared = chosen_sheet(self._state), self._state.prepared
        if one is None or prepared is None:
            return
        system = system_of(one)
        test = prepared_test(one, prepared, rung_of(self._state, system), self._readings(system))
        thing = thing_named(one, prepared.thing)
        if test is not None and thing is not None:
            self._aim(Who(one.id, one.name, thing.name), write(test), system.key)

    def _readings(self, system: System) -> Any:
        """The table's readings, as the system's form has them."""
        texts = parse_qsl(str(self._ports.tools.entriesOf(system.key)), keep_blank_values=True)
        found = from_fields(system, [(name, value) for name, value in texts if name.startswith(READING)])
        return None if isinstance(found, Refusal) else found.readings

    # --- the sheets

    def _now(self) -> str:
        return write_moment(self._ports.clock())

    def _made(self, act: str, key: str) -> None:
        """A new character: the example is kept at once, an empty one when its form is."""
        system = system_named(key)
        if system is None:
            return
        order = max((sheet.order for sheet in self._state.sheets), default=-1) + 1
        if act == "blank":
            fresh = blank(system, self._ports.keeper.key(), "", order=order)
            draft = with_row(with_row(replace(draft_of(fresh), new=True), "c"), "s")
            self._become(replace(self._state, draft=draft, creating=False, prepared=None))
            self._ports.page.focus("pen-name")
            return
        ready = example(system, self._ports.keeper.key(), self._ports.language().say, order=order)
        if ready is not None:
            self._ports.run(self._keep(ready, ready, new=True))

    async def _keep(self, before: Sheet, after: Sheet, *, new: bool) -> None:
        moment = self._now()
        keeper = self._ports.keeper
        if new:
            await keeper.commit(put_sheet(replace(after, changed=moment), 0))
        elif not await self._change(before.id, lambda now: amended(now, before, after)):
            if await keeper.get("sheet", before.id) is not None:
                return  # the pen stays: what is written does not go with what another tab wrote
            await keeper.commit(put_sheet(replace(after, changed=moment), 0))  # deleted there, wanted here
        self._state = replace(self._state, archive=after.archived)
        self._become(replace(self._state, draft=None, creating=False, chosen=before.id))
        await self.read()

    async def _change(self, key: str, change: Callable[[Sheet], Sheet]) -> bool:
        """Whether it was done. What would make the sheet unsound, and unreadable the next time, is told instead."""
        moment = self._now()
        wrong: list[Problem] = []

        def changed(sheet: Sheet) -> Sheet:
            after = change(sheet)
            wrong[:] = faults_of(after)
            return sheet if after == sheet or wrong else replace(after, changed=moment)

        found = await self._ports.keeper.change(key, changed)
        if wrong:
            self._refuse(wrong[0].message)
        return found is not None and not wrong

    def _refuse(self, why: Text) -> None:
        self._ports.toast(text("Rien n’est changé. {why}", why=why), None)
        if self._state.draft is None:
            self._ports.patch(views.sheet(self._state, self._chances, self._ports.language()))  # as it still is

    async def _count(self, key: str, name: str, number: int) -> None:
        kind, _, place = name.partition("-")

        def counted(sheet: Sheet) -> Sheet:
            if kind == "stock":
                return replace(sheet, stocks={**sheet.stocks, place: number})
            at = int(place)
            if at >= len(sheet.counters):
                return sheet
            counters = list(sheet.counters)
            counters[at] = replace(counters[at], value=number)
            return replace(sheet, counters=tuple(counters))

        await self._change(key, counted)
        await self.read()
        self._aim_now()

    async def _move(self, one: Sheet, by: int) -> None:
        shown = listed(self._state)
        place = next(at for at, sheet in enumerate(shown) if sheet.id == one.id)
        for moved in reorder(self._state.sheets, one.id, place + by):
            await self._reorder(moved.id, moved.order)
        await self.read()

    async def _reorder(self, key: str, order: int) -> None:
        await self._change(key, lambda sheet: replace(sheet, order=order))

    async def _duplicate(self, one: Sheet) -> None:
        name = self._ports.language().say(text("{name} (copie)", name=one.name))[:MOST_NAME]
        copy = duplicate(one, self._ports.keeper.key(), name, changed=self._now())
        place = next((at for at, sheet in enumerate(in_order(self._state.sheets)) if sheet.id == one.id), 0)
        await self._ports.keeper.commit(put_sheet(copy, 0))
        await self.read()
        for moved in reorder(self._state.sheets, copy.id, place + 1):
            await self._reorder(moved.id, moved.order)
        self._become(replace(self._state, chosen=copy.id, archive=False))
        await self.read()

    async def _archive(self, one: Sheet, *, archived: bool) -> None:
        await self._change(one.id, lambda sheet: replace(sheet, archived=archived))
        await self.read()

        async def undo() -> None:
            await self._archive(one, archived=not archived)

        words = N_("{name} est dans les archives.") if archived else N_("{name} est remis en jeu.")
        self._ports.toast(text(words, name=one.name), undo)

    async def _delete(self, one: Sheet) -> None:
        keeper = self._ports.keeper
        record = await keeper.get("sheet", one.id)
        if record is None or isinstance(await keeper.commit(Delete("sheet", one.id, record.revision)), Refused):
            await self.read()
            return
        now = next(iter(saved_of((record,)).saved.sheets), one)
        self._become(replace(self._state, prepared=None))
        await self.read()

        async def undo() -> None:
            await keeper.commit(put_sheet(now, 0))
            self._become(replace(self._state, chosen=now.id, archive=now.archived))
            await self.read()

        self._ports.toast(text("{name} est supprimé.", name=one.name), undo)

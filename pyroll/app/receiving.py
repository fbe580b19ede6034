"""What comes in by a link: judged, shown, and taken only when a person says so."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from urllib.parse import parse_qsl

from pyroll.app.ports import Ports
from pyroll.app.views import sharing as views
from pyroll.i18n import Text, text
from pyroll.moment import write_moment
from pyroll.plain import fold
from pyroll.restore import put_sheet, saved_of
from pyroll.share import TableReadings, open_link
from pyroll.sheet import Sheet

__all__ = ["Receiving"]


class Receiving:
    """The screen of what a link brought.

    :param taken: told of a character that was added; ``show``: shows a system's test.
    """

    def __init__(self, ports: Ports, taken: Callable[[Sheet], Awaitable[None]], show: Callable[[str], None]) -> None:
        self._ports = ports
        self._taken = taken
        self._show = show
        self._found: views.Found | None = None
        self._names: frozenset[tuple[str, str]] = frozenset()

    def open(self) -> None:
        """Look at the address."""
        self._found = open_link(str(self._ports.tools.fragment()))
        self._ports.run(self._compare())

    def redraw(self) -> None:
        """Say everything again, in another language."""
        if self._found is not None:
            self._draw()

    async def _compare(self) -> None:
        """A character of the same name is worth a word."""
        found = self._found
        if isinstance(found, Sheet):
            sheets = saved_of(await self._ports.keeper.scan("sheet")).saved.sheets
            self._names = frozenset((sheet.system, fold(sheet.name)) for sheet in sheets)
        self._draw()

    def _draw(self) -> None:
        found = self._found
        if found is None:
            return
        known = self._texts(found.system.key) if isinstance(found, TableReadings) else {}
        twin = isinstance(found, Sheet) and (found.system, fold(found.name)) in self._names
        self._ports.patch(views.received(found, known, twin, self._ports.language()))

    def _texts(self, system: str) -> dict[str, str]:
        """What the system's form says; a box that is not ticked is not sent by a form."""
        texts = dict(parse_qsl(str(self._ports.tools.entriesOf(system)), keep_blank_values=True))
        found = self._found
        if isinstance(found, TableReadings):
            texts = {name: texts.get(name, "no") for name, _ in found.texts}
        return texts

    def clicked(self, act: str) -> bool:
        """Whether this is one of the screen's buttons."""
        found = self._found
        match act:
            case "take-sheet" if isinstance(found, Sheet):
                self._found = None  # once
                self._ports.run(self._take(found))
            case "take-readings" if isinstance(found, TableReadings):
                self._take_readings(found)
            case _:
                return act in ("take-sheet", "take-readings")
        return True

    async def _take(self, sheet: Sheet) -> None:
        keeper = self._ports.keeper
        here = saved_of(await keeper.scan("sheet")).saved.sheets
        order = max((one.order for one in here), default=-1) + 1
        mine = replace(
            sheet,
            id=keeper.key(),
            archived=False,
            order=order,
            example=False,
            received=True,
            changed=write_moment(self._ports.clock()),
        )
        await keeper.commit(put_sheet(mine, 0))
        self._ports.toast(text("{name}, reçu par lien, est parmi vos personnages.", name=mine.name), None)
        await self._taken(mine)

    def _take_readings(self, found: TableReadings) -> None:
        system = found.system
        before = tuple(self._texts(system.key).items())
        self._put(system.key, found.texts)
        self._show(system.key)

        async def undo() -> None:
            self._put(system.key, before)

        self._ports.toast(text("Lectures de la table prises pour {system}.", system=Text(system.title)), undo)

    def _put(self, system: str, texts: tuple[tuple[str, str], ...]) -> None:
        self._ports.tools.putAll(system, json.dumps(texts))

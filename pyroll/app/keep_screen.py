"""Exports, the backup of everything, and a backup's way back in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from pyroll.app.log import Journal
from pyroll.app.ports import Ports
from pyroll.app.views.keeping import Offer, last_backup, offer
from pyroll.backup import MOST_BYTES, TOO_LARGE, Unsound, dump, load
from pyroll.i18n import N_, text
from pyroll.moment import local, write_moment
from pyroll.report import csv_of, json_of, markdown_of
from pyroll.restore import Plan, Read, batch_of, plan_merge, plan_replace
from pyroll.store import Refused
from pyroll.timeline import sessions

__all__ = ["BACKUP", "Keeping"]

BACKUP = "last_backup"
"""The setting that holds the moment of the last backup."""


class Keeping:
    """What leaves and what enters.

    :param rows: the journal's screen once everything was read; ``read_again``: everything changed.
    """

    def __init__(
        self, ports: Ports, rows: Callable[[], Awaitable[Journal]], read_again: Callable[[], Awaitable[None]]
    ) -> None:
        self._ports = ports
        self._rows = rows
        self._read_again = read_again
        self._offer: Offer | None = None
        self._here: Read | None = None
        self.restored: Callable[[], Awaitable[None]] | None = None

    def clicked(self, act: str) -> bool:
        """Whether this is one of the buttons here."""
        match act:
            case "markdown" | "csv" | "json":
                self._ports.run(self._export(act))
            case "backup":
                self._ports.run(self._back_up())
            case "merge" | "replace":
                self._ports.run(self._restore(act))
            case "forget":
                self._show(None)
            case _:
                return False
        return True

    # --- out

    async def _export(self, kind: str) -> None:
        journal = await self._rows()
        rows, now, language = journal.found[::-1], self._ports.clock(), self._ports.language()
        offset = self._ports.ahead(now)
        match kind:
            case "csv":
                # Spreadsheets take a file without this mark for an old code page
                self._download("csv", "text/csv", "\N{ZERO WIDTH NO-BREAK SPACE}" + csv_of(rows, offset, language))
            case "json":
                self._download("json", "application/json", json_of(rows))
            case _:
                parts = []
                for session in sessions(rows):
                    parts.append(markdown_of(session.rows, offset, language))
                    await self._ports.pause()
                self._download("md", "text/markdown", "\n".join(parts))

    def _download(self, ending: str, kind: str, words: str, name: str = "journal") -> None:
        now = self._ports.clock()
        at = local(now, self._ports.ahead(now))
        day = f"{at.year:04}-{at.month:02}-{at.day:02}"
        self._ports.tools.download(f"pyroll-{name}-{day}.{ending}", f"{kind};charset=utf-8", words)

    async def _back_up(self) -> None:
        keeper = self._ports.keeper
        found = await keeper.everything()
        moment = write_moment(self._ports.clock())
        self._download("json", "application/json", dump(found.saved, moment, self._ports.version), N_("sauvegarde"))
        await keeper.set(BACKUP, moment)
        await self.tell_last_backup()
        if found.problems:
            self._ports.toast(text("Sauvegardé, sauf des enregistrements illisibles."), None)

    async def tell_last_backup(self) -> None:
        """Show when everything was last saved."""
        moment = await self._ports.keeper.setting(BACKUP)
        now = self._ports.clock()
        self._ports.patch(last_backup(moment, self._ports.ahead(now), self._ports.language()))

    # --- in

    async def look_at(self, control: Any) -> None:
        """Read the chosen file whole, and say what it would do; nothing is changed yet."""
        if not control.files.length:
            return
        name, size = str(control.files.item(0).name), int(control.files.item(0).size)
        # One that is too large is not even read
        file = str(await self._ports.tools.chosen(control)) if size <= MOST_BYTES else None
        found = TOO_LARGE if file is None else load(file)
        if isinstance(found, Unsound):
            self._show(Offer(name, problems=found.problems))
            return
        self._here = await self._ports.keeper.everything()
        here = self._here.saved
        self._show(Offer(name, plan_merge(here, found.saved), plan_replace(here, found.saved)))

    def _show(self, found: Offer | None) -> None:
        self._offer = found
        self._ports.patch(offer(found, self._ports.language()))

    async def _restore(self, how: str) -> None:
        found, here = self._offer, self._here
        if found is None or found.merge is None or found.instead is None or here is None:
            return
        plan: Plan = found.merge if how == "merge" else found.instead
        batch = batch_of(plan, here.revisions)
        outcome = await self._ports.keeper.commit(*batch.operations) if batch.operations else None
        self._show(None)
        if isinstance(outcome, Refused):
            # Another tab wrote in the meantime: nothing was done
            words = text("Un autre onglet a écrit entre-temps, rien n’a changé : choisissez le fichier à nouveau.")
            self._ports.toast(words, None)
            return
        self._ports.toast(text("Fichier fusionné.") if how == "merge" else text("Tout a été remplacé."), None)
        await self._read_again()
        if self.restored is not None:
            await self.restored()
        await self.tell_last_backup()

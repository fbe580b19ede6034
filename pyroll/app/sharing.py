"""Handing something over: a test, a result, a character, a table's readings; by link, system sheet, code or file.

Nothing is sent by the page itself: a link carries everything behind its "#", which browsers keep to themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from pyroll.app import qr
from pyroll.app.past import told
from pyroll.app.ports import Ports, Who
from pyroll.app.views import sharing as views
from pyroll.backup import Saved, dump
from pyroll.i18n import Language, Text, text
from pyroll.journal import Entry, judge
from pyroll.line import Test, write
from pyroll.moment import write_moment
from pyroll.plain import fold
from pyroll.resolve import Contest, Resolved, Single, contest_sentence
from pyroll.share import readings_link, sheet_link
from pyroll.sheet import Sheet

__all__ = ["Sharing", "of_entry", "of_readings", "of_result", "of_sheet", "of_test", "sentence_of"]

Shared = views.Shared


def sentence_of(result: Resolved) -> Text:
    """The result in one sentence."""
    match result:
        case Single():
            return result.explain().sentence
        case Contest():
            return contest_sentence(result, *result.explain())


def of_test(test: Test, language: Language) -> Shared:
    """A test, without dice."""
    return Shared(text("Partager ce test"), language.say(test.system.title), write(test.unthrown()))


def of_result(result: Resolved, language: Language, who: str = "") -> Shared:
    """A result, with its dice: whoever opens it sees the same verdict, and why."""
    return Shared(text("Partager ce jet"), language.say(told(who, sentence_of(result))), write(result.test))


def of_entry(entry: Entry, language: Language) -> Shared | None:
    """A roll of the journal; None where today's rules cannot read it."""
    result = judge(entry).result
    if not isinstance(result, Single | Contest):
        return None
    return of_result(result, language, Who("", entry.character, entry.label).words)


def of_readings(test: Test, language: Language) -> Shared:
    """The readings of a test's table."""
    words = language.say(text("Lectures de la table, {system}", system=Text(test.system.title)))
    return Shared(text("Partager ces lectures"), words, readings_link(test))


def of_sheet(sheet: Sheet) -> Shared:
    """A character."""
    return Shared(text("Partager {name}", name=sheet.name), sheet.name, sheet_link(sheet), sheet)


class Sharing:
    """The dialog.

    :param fetch: gets the archive that draws codes.
    """

    def __init__(self, ports: Ports, fetch: Callable[[str], Coroutine[Any, Any, bytes]]) -> None:
        self._ports = ports
        self._fetch = fetch
        self._shown: views.Dialog | None = None

    def offer(self, shared: Shared) -> None:
        """Show the ways to hand this over."""
        tools = self._ports.tools
        self._ports.patch(views.dialog())  # the first time it is put into the page
        self._shown = views.Dialog(
            shared,
            link=f"{tools.here()}#{shared.fragment}",
            sheet=bool(tools.canShare()),
            local=bool(tools.isLocal()),
        )
        self._draw()
        tools.showModal(views.DIALOG)

    def redraw(self) -> None:
        """Say everything again, in another language."""
        if self._shown is not None:
            self._draw()

    def _draw(self) -> None:
        if self._shown is not None:
            self._ports.patch(views.inside(self._shown, self._ports.language()))

    def _become(self, **changed: Any) -> None:
        if self._shown is not None:
            self._shown = replace(self._shown, **changed)
            self._draw()

    def clicked(self, act: str) -> bool:
        """Whether this is one of the dialog's buttons."""
        shown = self._shown
        if shown is None:
            return False
        tools, run = self._ports.tools, self._ports.run
        match act:
            # The browser wants to see the tap: both are asked for before anything is waited for
            case "share-copy":
                run(self._copied(tools.copy(shown.link)))
            case "share-out":
                run(self._handed(tools.share(shown.shared.words, shown.link)))
            case "share-code":
                run(self._code())
            case "share-file":
                self._save()
            case "share-close":
                tools.closeModal(views.DIALOG)
            case _:
                return False
        return True

    async def _copied(self, copying: Any) -> None:
        if await copying:
            self._become(said=text("Lien copié."))
        else:
            self._ports.tools.selectAll(views.LINK)
            self._become(said=text("La copie n’est pas permise ici : le lien est sélectionné."))

    async def _handed(self, sharing: Any) -> None:
        """Where the system's sheet does not open, the link is copied."""
        shown = self._shown
        if str(await sharing) == "failed" and shown is not None:
            await self._copied(self._ports.tools.copy(shown.link))

    async def _code(self) -> None:
        shown = self._shown
        if shown is None:
            return
        if not await qr.bring(self._fetch):
            self._become(said=text("Le QR code n’a pas pu être chargé : il demande le réseau la première fois."))
            return
        rows = qr.squares(shown.link)
        if rows is None:
            words = text("C’est trop pour un QR code : enregistrez le fichier, ou envoyez le lien.")
            self._become(said=words, too_long=True)
        else:
            self._become(code=rows, said=None)

    def _save(self) -> None:
        if self._shown is None:
            return
        shared = self._shown.shared
        name = re.sub(r"[^a-z0-9]+", "-", fold(shared.words))[:40].strip("-") or "partage"
        if shared.sheet is None:
            content = f"{shared.words}\n{self._shown.link}\n"
            self._ports.tools.download(f"pyroll-{name}.txt", "text/plain;charset=utf-8", content)
            return
        bare = replace(shared.sheet, archived=False, order=0, example=False)
        file = dump(Saved((bare,)), write_moment(self._ports.clock()), self._ports.version)
        self._ports.tools.download(f"pyroll-{name}.json", "application/json;charset=utf-8", file)

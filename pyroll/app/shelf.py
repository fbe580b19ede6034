"""The way to the rules (``pyroll.app.rules_screen``), which are not there at the start: they come when they are asked
for.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import htpy as h

from pyroll.app import later
from pyroll.app.beside import Ways
from pyroll.i18n import N_

__all__ = ["Shelf"]

# Smallest needs first: imported one by one, none of them keeps the page for long
_STEPS = (
    "systems.free", "rulebook.patchwork", "rulebook.abc_letters", "rulebook.abc", "rulebook.tur", "rulebook.flamme",
    "rulebook", "app.rules_screen",
)  # fmt: skip


class Shelf:
    """The rules, or the way to them.

    :param rollable: what the characters of a system can roll, for its reference.
    """

    def __init__(self, ways: Ways, rollable: Callable[[str], Coroutine[Any, Any, Sequence[tuple[str, str]]]]) -> None:
        self._ways = ways
        self._rollable = rollable
        self._rules: Any = None
        self._coming: asyncio.Task[None] | None = None
        self._asked: list[Callable[[Any], None]] = []

    def open(self, line: str) -> None:
        """The rules page shows, at this address."""
        self._ask(lambda rules: rules.open(line))

    def unfolded(self, details: Any) -> None:
        """A disclosure was opened or closed; under the readings of a form stands what they change."""
        key, _, rest = str(details.id).partition("-")
        if rest == "reading-more" and details.open:
            self._ask(lambda rules: rules.unfolded(key))

    def speak(self) -> None:
        """The page speaks another language."""
        if self._rules is not None:
            self._rules.speak()

    def _ask(self, act: Callable[[Any], None]) -> None:
        if self._rules is not None:
            act(self._rules)
            return
        self._asked.append(act)
        if self._coming is None or self._coming.done():
            self._coming = self._ways.begin(self._bring())

    async def _bring(self) -> None:
        ways = self._ways
        if not await later.bring("pyroll.app.rules_screen", ways.fetch):
            self._asked.clear()
            said = ways.language().say(N_("Les règles n’ont pas pu être chargées. Vérifiez la connexion."))
            ways.page.patch(str(h.p("#rules-wait.pr-note", role="status")[said]))
            return
        for step in _STEPS:
            module = importlib.import_module(f"pyroll.{step}")
            await asyncio.sleep(0)
        self._rules = module.RulesScreen(ways, await ways.page.load("rules"), self._rollable)
        for act in self._asked:
            act(self._rules)
        self._asked.clear()

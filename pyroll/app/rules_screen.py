"""The rules page at work: it follows the address, searches while one types, and shows the readings in force."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

from pyroll.app.beside import Ways
from pyroll.app.entry import entered
from pyroll.app.lookup import Lookup, looked_up
from pyroll.app.views import reference, rules
from pyroll.form import parse
from pyroll.line import READING, Test, from_fields, read
from pyroll.rulebook import RULEBOOKS, Rulebook
from pyroll.system import System

__all__ = ["RulesScreen"]


class RulesScreen:
    """The page's rules.

    :param ways: what may be done to the page; ``tools``: ``static/rules.mjs``.
    :param rollable: what the characters of a system can roll: whose it is and of what, and its line.
    """

    def __init__(
        self, ways: Ways, tools: Any, rollable: Callable[[str], Coroutine[Any, Any, Sequence[tuple[str, str]]]]
    ) -> None:
        self._page = ways.page
        self._failed = ways.failed
        self._tools = tools
        self._rollable = rollable
        self._language = ways.language
        self._lookup: Lookup | None = None
        self._live: set[str] = set()
        self._choices: Sequence[tuple[str, str]] = ()
        self._chosen = 0
        for event, heard in (("input", self._typed), ("click", self._clicked), ("change", self._chose)):
            tools.listen("screen-rules", event, ways.proxy(heard))

    # --- the page

    def open(self, line: str) -> None:
        """Show the page at this address."""
        before = self._lookup
        usual = str(self._page.entries()).partition("?")[0]
        self._lookup = looked_up(line, before.book.system.key if before else usual, before.words if before else "")
        self._choices, self._chosen = (), 0  # the characters of another system
        self._draw(whole=before is None or before.reference != self._lookup.reference)
        if self._lookup.reference:
            self._asking = asyncio.ensure_future(self._ask_for(self._lookup.book))
            self._asking.add_done_callback(self._asked_for)
        if (rule := self._lookup.rule) is not None:
            self._tools.goTo(rules.rule_id(rule))

    def _draw(self, *, whole: bool) -> None:
        lookup = self._lookup
        if lookup is None:
            return
        if lookup.reference:
            self._draw_reference(lookup.book)
            return
        shown = rules.Shown(lookup, self._readings(lookup.book.system), self._language())
        if whole:
            self._patch(rules.frame(shown))
        else:
            self._patch(rules.books(shown), rules.contents(shown), rules.count(shown), rules.found(shown))
        self._tools.put("rules-words", lookup.words)

    # --- the reference

    def _draw_reference(self, book: Rulebook) -> None:
        test, labels = self._test(book.system), [label for label, _ in self._choices]
        who = ""
        if 0 < self._chosen <= len(self._choices):
            who, line = self._choices[self._chosen - 1]
            found = read(line)
            if isinstance(found, Test):
                test = replace(found, readings=test.readings)
        self._patch(reference.page(book, test, self._language(), who, labels))

    async def _ask_for(self, book: Rulebook) -> None:
        """The characters come a moment later: they are kept where no page start looks."""
        found = await self._rollable(book.system.key)
        if found and self._lookup is not None and self._lookup.reference and self._lookup.book is book:
            self._choices = found
            self._draw_reference(book)

    def _asked_for(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self._failed(error)

    def _chose(self, event: Any) -> None:
        if event.target.id == "reference-for" and self._lookup is not None:
            self._chosen = int(event.target.value)
            self._draw_reference(self._lookup.book)

    # --- what a person does

    def _patch(self, *regions: object) -> None:
        self._page.patch("".join(map(str, regions)))

    def _typed(self, event: Any) -> None:
        if event.target.id == "rules-words" and self._lookup is not None:
            self._lookup = replace(self._lookup, words=str(event.target.value), number="", unknown="")
            shown = rules.Shown(self._lookup, self._readings(self._lookup.book.system), self._language())
            self._patch(rules.contents(shown), rules.count(shown), rules.found(shown))
            self._tools.upTo("rules-count")

    def _clicked(self, event: Any) -> None:
        if event.target.closest("#print"):
            self._tools.print()

    # --- what the table chose

    def _texts(self, system: System) -> dict[str, str]:
        """What the system's form in the page says."""
        query = str(self._page.entries(system.key)).partition("?")[2]
        return dict(parse_qsl(query, keep_blank_values=True))

    def _readings(self, system: System) -> Any:
        pairs = dict(entered(system, self._texts(system)))
        texts = {name.removeprefix(READING): value for name, value in pairs.items() if name.startswith(READING)}
        found, _ = parse(system.readings, texts)
        return system.readings() if found is None else found

    def _test(self, system: System) -> Test:
        """The form's test, against nobody; the usual one while the form is refused."""
        texts = {**self._texts(system), "opposed": "no"}
        found = from_fields(system, list(entered(system, texts)))
        return found if isinstance(found, Test) else Test(system, system.request(), self._readings(system))

    # --- readings, in the test's form

    def unfolded(self, key: str) -> None:
        """A form's readings were unfolded: say what each of them changes."""
        if key in RULEBOOKS and key not in self._live:
            self._live.add(key)
            self._patch(*rules.live(key, self._language()))

    def speak(self) -> None:
        """Say everything in the page's language."""
        self._draw(whole=True)
        for key in self._live:
            self._patch(*rules.live(key, self._language()))

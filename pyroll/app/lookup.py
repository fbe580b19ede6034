"""What the rules page shows: whose rules, at which number, and what is looked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote

from pyroll.i18n import Language
from pyroll.rulebook import RULEBOOKS, Rule, Rulebook, find
from pyroll.rulebook.model import Section

__all__ = ["REFERENCE", "Lookup", "address_of", "elsewhere", "looked_up", "sections_found"]

REFERENCE = "reference"
"""The last part of the address of a system's one-page reference."""


@dataclass(frozen=True, slots=True)
class Lookup:
    """The page: a system's book, or its ``reference``.

    :param number: the rule that was asked for, "" for none; ``words``: what is looked for.
    :param unknown: what the address named in vain: a system without a book, a rule that is not in it.
    """

    book: Rulebook
    number: str = ""
    words: str = ""
    reference: bool = False
    unknown: str = ""

    @property
    def rule(self) -> Rule | None:
        """The rule that was asked for."""
        return self.book.rule(self.number)


def looked_up(line: str, usual: str, words: str = "") -> Lookup:
    """The page at an address (``/regles/abc/R001-6``); ``usual``: the system whose rules it opens without one.

    :param words: what is looked for; a rule that is asked for by number ends it.
    """
    key, _, number = unquote(line).removeprefix("/regles").strip("/").partition("/")
    book = RULEBOOKS.get(key or usual)
    if book is None:
        return Lookup(RULEBOOKS.get(usual) or next(iter(RULEBOOKS.values())), unknown=key)
    if number == REFERENCE:
        return Lookup(book, reference=True)
    number = number.upper()
    if number and book.rule(number) is None:
        return Lookup(book, unknown=number)
    return Lookup(book, number, "" if number else words)


def address_of(book: Rulebook, place: str = "") -> str:
    """Where a book, one of its rules or its reference is found in the page."""
    return f"#/regles/{book.system.key}" + (f"/{place}" if place else "")


def sections_found(lookup: Lookup, language: Language) -> Iterator[tuple[Section, tuple[Rule, ...]]]:
    """The sections that hold something that was looked for, and what they hold of it; all where nothing is."""
    if not lookup.words.strip():
        for section in lookup.book.sections:
            yield section, section.rules
        return
    found = {id(one) for one in find(lookup.book, lookup.words, language)}
    for section in lookup.book.sections:
        if rules := tuple(one for one in section.rules if id(one) in found):
            yield section, rules


def elsewhere(lookup: Lookup, language: Language) -> Iterator[tuple[Rulebook, int]]:
    """The other books in which the words are found, and how often."""
    for book in RULEBOOKS.values():
        if book is not lookup.book and (count := len(find(book, lookup.words, language))):
            yield book, count

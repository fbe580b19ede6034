"""What a rulebook is: one system's rules in pyroll's own words, each under its number, in the source's order.

A rule's number is what an explanation's steps cite (``R003-13``); ``A003-1`` is an ambiguity and how it is read.
Words are values here too: nothing is said before a language is known.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pyroll.form import Choice, fields_of
from pyroll.i18n import FRENCH, N_, Language, Param, Text, text
from pyroll.system import System

__all__ = ["Example", "Option", "Rule", "Rulebook", "Section", "Table", "cited", "find", "options", "rule", "said"]


@dataclass(frozen=True, slots=True)
class Table:
    """Columns by name and rows of cells; a bare string in a cell is a sign ("F+1") that no language changes.

    ``numbers``: the rule number of each row, where rows have one.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Param, ...], ...]
    numbers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: a line of the text form with its dice, and what it shows."""

    line: str
    text: Text


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule, or a few that belong in one sentence.

    ``reading``: the table's reading that it depends on. ``effects``: what each of that reading's choices changes, by
    key; the rule that holds them is where the reading is explained.
    """

    numbers: tuple[str, ...]
    text: Text
    reading: str | None = None
    effects: Mapping[str, Text] = field(default_factory=dict)
    table: Table | None = None
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """Rules under a title."""

    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One system's rules."""

    system: System
    sections: tuple[Section, ...]

    def rules(self) -> Iterator[Rule]:
        """All of them, in order."""
        for section in self.sections:
            yield from section.rules

    def rule(self, number: str) -> Rule | None:
        """The rule that bears this number."""
        return next((one for one in self.rules() if number in one.numbers), None)

    def explaining(self, reading: str) -> Rule | None:
        """The rule that says what each choice of this reading changes."""
        return next((one for one in self.rules() if one.reading == reading and one.effects), None)


# ------------------------------------------------------------------------------------------------------- numbers

_RUN = re.compile(r"([RA][0-9]{3}|L)-([0-9]+)(?:\.\.([0-9]+))?", re.ASCII)


def rule(
    numbers: str,
    words: Text,
    *examples: Example,
    reading: str | None = None,
    effects: Mapping[str, Text] | None = None,
    table: Table | None = None,
) -> Rule:
    """A rule; ``numbers`` as in ``"R000-5..7 A000-12"``.

    :raises ValueError: not written so.
    """
    return Rule(tuple(_numbers(numbers)), words, reading, effects or {}, table, examples)


def _numbers(written: str) -> Iterator[str]:
    for part in written.split():
        run = _RUN.fullmatch(part)
        if run is None:
            raise ValueError(f"not a rule number: {part!r}")
        document, first, last = run.groups()
        yield from (f"{document}-{number}" for number in range(int(first), int(last or first) + 1))


def cited(numbers: tuple[str, ...]) -> str:
    """Rule numbers, runs drawn together: ``R000-5–7, A000-12``."""
    runs: list[tuple[str, int, int]] = []
    for number in numbers:
        document, _, place = number.partition("-")
        if runs and runs[-1][0] == document and runs[-1][2] + 1 == int(place):
            runs[-1] = (document, runs[-1][1], int(place))
        else:
            runs.append((document, int(place), int(place)))
    return ", ".join(
        f"{document}-{first}" if first == last else f"{document}-{first}–{last}" for document, first, last in runs
    )


# ------------------------------------------------------------------------------------------------------ readings


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a reading: its key, its name, what it changes, whether it is the default and whether it is in
    force.
    """

    key: str
    label: str
    effect: Text
    default: bool
    in_force: bool


def options(book: Rulebook, one: Rule, readings: Any) -> tuple[Option, ...]:
    """The choices of the reading that a rule depends on, in order; none where it depends on none."""
    if one.reading is None or (explaining := book.explaining(one.reading)) is None:
        return ()
    item = next(item for item in fields_of(book.system.readings) if item.name == one.reading)
    labels = item.kind.options if isinstance(item.kind, Choice) else {"yes": N_("Oui"), "no": N_("Non")}
    default, now = item.kind.dump(item.default), item.kind.dump(getattr(readings, item.name))
    return tuple(
        Option(key, label, explaining.effects[key], key == default, key == now) for key, label in labels.items()
    )


# -------------------------------------------------------------------------------------------------------- search


def said(book: Rulebook, one: Rule, language: Language) -> Iterator[str]:
    """Everything that a rule shows, in a language."""
    yield language.say(one.text)
    if one.effects:
        for option in options(book, one, book.system.readings()):
            yield language.say(option.label)
            yield language.say(option.effect)
    if one.table is not None:
        yield from (language.say(column) for column in one.table.columns)
        yield from (language.say(text("{cell}", cell=cell)) for row in one.table.rows for cell in row)
    yield from (language.say(example.text) for example in one.examples)


_LETTERS = str.maketrans({0x153: "oe", 0xE6: "ae"})
_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"(?:[ra][0-9]{3}|l)-[0-9]+", re.ASCII)


def _folded(sentence: str) -> str:
    """Without accents and capitals."""
    apart = unicodedata.normalize("NFKD", sentence.casefold().translate(_LETTERS))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def find(book: Rulebook, words: str, language: Language = FRENCH) -> tuple[Rule, ...]:
    """The rules in which each of the words begins one, in order; a rule number finds its rule.

    Accents and capitals do not matter. What is searched is what is shown, the section's title included; no word finds
    nothing.
    """
    asked = _folded(words).split()
    numbers = {word.upper() for word in asked if _NUMBER.fullmatch(word)}
    beginnings = {part for word in asked if not _NUMBER.fullmatch(word) for part in _WORD.findall(word)}
    if not (numbers or beginnings):
        return ()
    return tuple(
        one
        for section in book.sections
        for one in section.rules
        if numbers <= set(one.numbers) and _holds(book, section, one, beginnings, language)
    )


def _holds(book: Rulebook, section: Section, one: Rule, beginnings: set[str], language: Language) -> bool:
    shown = " ".join((language.say(section.title), *said(book, one, language)))
    found = set(_WORD.findall(_folded(shown)))
    return all(any(word.startswith(beginning) for word in found) for beginning in beginnings)

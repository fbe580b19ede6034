"""Words that are not yet said: marked where they are written, translated where they are shown.

French is the source language: a msgid is the French sentence itself, so French needs no catalog and costs
nothing at start-up. Other languages come from ``locale/LANG/LC_MESSAGES/pyroll.mo``. Nothing is translated when
it is declared; a rule returns ``Text`` values and only the page or the command line says them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import TypeAlias

__all__ = [
    "FRENCH",
    "LANGUAGES",
    "LANGUAGE_NAMES",
    "N_",
    "Language",
    "Lower",
    "Param",
    "Signed",
    "Step",
    "Text",
    "language",
    "language_from",
    "plural",
    "text",
]

LANGUAGES = ("fr", "en")
LANGUAGE_NAMES: Mapping[str, str] = {"fr": "Français", "en": "English"}
"""Each in its own words: whoever looks for one reads that one."""

_MINUS = "\N{MINUS SIGN}"
_NBSP = "\N{NO-BREAK SPACE}"
_THIN = "\N{NARROW NO-BREAK SPACE}"


def N_(msgid: str) -> str:  # noqa: N802 (the gettext world's name for "mark, do not translate")
    """Mark a string for extraction; it is returned as it is."""
    return msgid


@dataclass(frozen=True, slots=True)
class Signed:
    """An integer that is always shown with its sign: +3, −1, 0."""

    value: int


@dataclass(frozen=True, slots=True)
class Lower:
    """A name or a sentence in the middle of another: its first letter becomes small, but for "ABC"."""

    name: str | Text


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence with named parameters, said later in some language.

    ``other`` is the plural form; when it is given, ``n`` chooses between the two.
    """

    msgid: str
    params: Mapping[str, Param] = field(default_factory=dict)
    other: str | None = None
    n: int = 1


Param: TypeAlias = "int | str | Signed | Lower | Text | tuple[int, ...] | tuple[Text, ...]"


def text(msgid: str, **params: Param) -> Text:
    """A sentence with its parameters."""
    return Text(msgid, params)


def plural(one: str, other: str, n: int, **params: Param) -> Text:
    """A sentence that counts: ``{n}`` is available as a parameter."""
    return Text(one, {"n": n, **params}, other, n)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an explanation: the rule's number (rules.md's numbering) and what it did."""

    rule: str
    text: Text


@dataclass(frozen=True, slots=True)
class Language:
    """How to say a ``Text`` in one language."""

    code: str
    gettext: Callable[[str], str]
    ngettext: Callable[[str, str, int], str]
    polish: Callable[[str], str]

    def say(self, words: Text | str) -> str:
        """The sentence in this language; a bare string is a msgid without parameters."""
        if isinstance(words, str):
            return self.polish(self.gettext(words))
        return self.polish(self._fill(words))

    def _fill(self, words: Text) -> str:
        pattern = (
            self.gettext(words.msgid) if words.other is None else self.ngettext(words.msgid, words.other, words.n)
        )
        if not words.params:
            return pattern
        return pattern.format_map({name: self._param(value) for name, value in words.params.items()})

    def _param(self, value: Param) -> str:
        match value:
            case int():
                return str(value).replace("-", _MINUS)
            case Signed(number):
                return f"{number:+d}".replace("-", _MINUS) if number else "0"
            case Lower(name):
                said = self._fill(name) if isinstance(name, Text) else self.gettext(name)
                word = said.partition(" ")[0]
                return said if len(word) > 1 and word.isupper() else said[:1].lower() + said[1:]
            case Text():
                return self._fill(value)
            case tuple():
                return ", ".join(self._param(item) for item in value)
            case _:
                return value


def _french_plural(one: str, other: str, n: int) -> str:
    """In French, 0 and 1 are singular."""
    return other if abs(n) > 1 else one


_BEFORE = re.compile(" (?=[:;?!%»])")
_AFTER = re.compile("« ")
_COUNTED = re.compile(r"(?<=\d) (?=[^\W\d_])")


def _polish_french(sentence: str) -> str:
    """French spacing: narrow no-break space before high punctuation, no-break space between number and noun."""
    return _COUNTED.sub(_NBSP, _AFTER.sub("«" + _THIN, _BEFORE.sub(_THIN, sentence)))


FRENCH = Language("fr", lambda msgid: msgid, _french_plural, _polish_french)


def _polish_english(sentence: str) -> str:
    return sentence


def language(code: str) -> Language:
    """The language with this code (one of ``LANGUAGES``).

    :raises ValueError: no such language; FileNotFoundError if its compiled catalog was not built.
    """
    if code == "fr":
        return FRENCH
    if code not in LANGUAGES:
        raise ValueError(f"unknown language: {code!r}")
    catalog = Path(__file__).parent / "locale" / code / "LC_MESSAGES" / "pyroll.mo"
    return language_from(code, catalog.read_bytes())


def language_from(code: str, catalog: bytes) -> Language:
    """The language with this code, its compiled catalog having been read from somewhere (the page fetches it).

    :raises OSError: these bytes are no compiled catalog (a server's error page, say).
    """
    # Only where a catalog is needed: French, the usual case, starts without it.
    import gettext  # noqa: PLC0415

    translations = gettext.GNUTranslations(BytesIO(catalog))

    def count(one: str, other: str, n: int) -> str:
        return translations.ngettext(one, other, abs(n))

    return Language(code, translations.gettext, count, _polish_english)

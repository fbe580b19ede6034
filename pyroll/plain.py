"""Text as people write it: folded for comparison and search, and judged before it is kept."""

from __future__ import annotations

from unicodedata import normalize

__all__ = ["fold", "illegible"]

_ACCENTS = dict.fromkeys(range(0x300, 0x370))
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "\N{RIGHT SINGLE QUOTATION MARK}": "'", "\N{NO-BREAK SPACE}": " "})
# What hides or turns around the text beside it: overrides of the writing direction, and lone surrogates
_HIDING = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A), *range(0xD800, 0xE000))))
_CONTROLS = frozenset(map(chr, (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029)))
_LINE_CONTROLS = _CONTROLS - {"\n", "\t"}


def fold(words: str) -> str:
    """The words without case, accents or ligatures, for comparing: "Œil de Réflexes" -> "oeil de reflexes"."""
    if words.isascii():
        return words.lower()
    return normalize("NFKD", words.casefold().translate(_LIGATURES)).translate(_ACCENTS)


def illegible(words: str, *, lines: bool = False) -> bool:
    """Whether the text holds characters that cannot be seen or stored; line ends and tabs only with ``lines``."""
    found = set(words)
    return not found.isdisjoint(_LINE_CONTROLS if lines else _CONTROLS) or not found.isdisjoint(_HIDING)

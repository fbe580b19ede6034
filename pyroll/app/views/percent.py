"""Chances as people read them: never a false 0 or 100."""

from __future__ import annotations

from collections.abc import Iterable

from pyroll.i18n import Language, text
from pyroll.odds import Chance

__all__ = ["coarse", "exact", "fine", "whole"]


def exact(chance: Chance) -> str:
    """The share in percent for an SVG attribute: a bar is as long as the chance."""
    return f"{100 * float(chance):.3f}%"


def whole(chances: Iterable[Chance]) -> bool:
    """Whether every share is a whole number of percents: then none of them needs a decimal."""
    return all(chance.weight * 100 % chance.total == 0 for chance in chances)


def fine(chance: Chance, language: Language, *, decimals: bool = True) -> str:
    """With one decimal; what would be rounded to 0 or 100 is "less than" or "more than" instead."""
    return _percent(chance, language, tenths=decimals)


def coarse(chance: Chance, language: Language) -> str:
    """Whole percents, with a decimal only under 1 % and above 99 %."""
    share = 100 * chance.weight
    edge = 0 < share < chance.total or 99 * chance.total < share < 100 * chance.total
    return _percent(chance, language, tenths=edge)


def _percent(chance: Chance, language: Language, *, tenths: bool) -> str:
    steps = 1000 if tenths else 100
    # Rounded half up on integers: 6**21 does not fit into a float.
    rounded = (2 * steps * chance.weight + chance.total) // (2 * chance.total)
    if rounded == 0 and chance.weight:
        return language.say(text("< {share} %", share=_figure(1, tenths, language)))
    if rounded == steps and chance.weight < chance.total:
        return language.say(text("> {share} %", share=_figure(steps - 1, tenths, language)))
    bare = tenths and rounded not in (0, steps)
    return language.say(
        text("{share} %", share=_figure(rounded, bare, language) if bare else str(rounded * 100 // steps))
    )


def _figure(steps: int, tenths: bool, language: Language) -> str:
    if not tenths:
        return str(steps)
    point = "," if language.code == "fr" else "."
    return f"{steps // 10}{point}{steps % 10}"

"""Chances as people read them: never a false 0 or 100."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from pyroll.i18n import Language, plural, text
from pyroll.odds import Chance

__all__ = ["coarse", "decimal", "difference", "exact", "fine", "whole"]

_MINUS = "\N{MINUS SIGN}"


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
    return _percent(chance, language, tenths=_at_edge(chance))


def difference(before: Chance, after: Chance, language: Language) -> str:
    """By how many points a chance changes: the difference of what ``coarse`` shows, or tenths where that is none."""
    apart = after.weight * before.total - before.weight * after.total
    if not apart:
        return language.say(text("sans effet"))
    sign = "+" if apart > 0 else _MINUS
    points = abs(_rounded(after, 100) - _rounded(before, 100))
    if points and not (_at_edge(before) or _at_edge(after)):
        return language.say(plural("{points} point", "{points} points", points, points=f"{sign}{points}"))
    change = Chance(abs(apart), before.total * after.total)
    tenths = _rounded(change, 1000)
    if not tenths:
        return language.say(text("moins de {share} point", share=_figure(1, True, language)))
    shown = sign + (_figure(tenths, True, language) if tenths < 100 else str(_rounded(change, 100)))
    return language.say(plural("{points} point", "{points} points", tenths // 10, points=shown))


def _at_edge(chance: Chance) -> bool:
    """Under 1 % or above 99 %, and neither impossible nor certain."""
    share = 100 * chance.weight
    return 0 < share < chance.total or 99 * chance.total < share < 100 * chance.total


def _rounded(chance: Chance, steps: int) -> int:
    """How many of ``steps`` equal parts, half up, on integers: 6**21 does not fit into a float."""
    return (2 * steps * chance.weight + chance.total) // (2 * chance.total)


@lru_cache(maxsize=4096)
def _percent(chance: Chance, language: Language, *, tenths: bool) -> str:
    steps = 1000 if tenths else 100
    rounded = _rounded(chance, steps)
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


def decimal(number: int, denominator: int, language: Language) -> str:
    """A fraction with two decimals at most."""
    hundredths = (200 * abs(number) + denominator) // (2 * denominator)
    figures = f"{hundredths // 100}.{hundredths % 100:02}".rstrip("0").rstrip(".")
    sign = _MINUS if number < 0 and hundredths else ""
    return sign + (figures.replace(".", ",") if language.code == "fr" else figures)

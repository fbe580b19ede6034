"""The notation of free dice, read and written: ``3d6+2``, ``2d6+1d8-1``, ``4d6kh3``, ``2d10!kh1``.

Groups of dice and constants, added or subtracted. A group is COUNT d SIDES (a missing count is 1, ``d%`` is a d100),
then perhaps ``!`` (its dice explode), then perhaps one choice among its dice: ``kh`` or ``kl`` keeps the highest or
the lowest, ``dh`` or ``dl`` drops them, with a number (1 if missing). Capitals, spaces between terms and the
typographic minus are read too.

What it means:

- A die that explodes and shows its highest face is thrown again and added, as long as it does. All of that is one
  die, of one value, before any die is kept or dropped; ``2d10kh1!`` would mean something else and is refused.
- Keeping more dice than there are keeps all, dropping more drops all. Among equals the earliest dice are kept.
- A group of 0 dice is worth 0.
- A group is sorted once: keeping and dropping cannot be combined.
- Exploding dice cannot be subtracted: a total without a ceiling and without a floor has no law with one rest.

Bounds: 100 dice, 10 groups, 2 to 1000 sides, ±9999 for what constants come to. Whether the exact law is within reach
is another matter (``free_law.too_large``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pyroll.form import Refused, parse_integer
from pyroll.i18n import Text, text

__all__ = ["MOST_DICE", "MOST_GROUPS", "Dice", "Group", "read_dice", "write_dice", "write_group"]

MOST_DICE = 100
MOST_GROUPS = 10
MOST_SIDES = 1000
MOST_CONSTANT = 9999

Choosing: TypeAlias = Literal["kh", "kl", "dh", "dl"]


@dataclass(frozen=True, slots=True)
class Group:
    """Dice of one kind, added or subtracted (``sign``); ``choosing`` and ``chosen``: which of them count."""

    count: int
    sides: int
    sign: Literal[1, -1] = 1
    explodes: bool = False
    choosing: Choosing | None = None
    chosen: int = 0

    @property
    def kept(self) -> int:
        """How many dice count."""
        match self.choosing:
            case None:
                return self.count
            case "kh" | "kl":
                return min(self.chosen, self.count)
            case "dh" | "dl":
                return max(0, self.count - self.chosen)

    @property
    def highest(self) -> bool:
        """Whether the dice that count are the highest ones; the lowest if not."""
        return self.choosing in (None, "kh", "dl")


@dataclass(frozen=True, slots=True)
class Dice:
    """A whole expression."""

    groups: tuple[Group, ...]
    constant: int = 0


# ---------------------------------------------------------------------------------------------------------- reading

_SIGNS = re.compile(r"[\s+-]*")
_TERM = re.compile(r"(?P<count>[0-9]*)d(?P<sides>[0-9]+|%)(?P<rest>[a-z0-9!]*)|(?P<constant>[0-9]+)", re.ASCII)
_REST = re.compile(r"(?P<explodes>!)?(?:(?P<choosing>[kd][hl])(?P<chosen>[0-9]*))?", re.ASCII)
_TWICE = re.compile(r"!?(?:[kd][hl][0-9]*){2,}!?", re.ASCII)
_LATE = re.compile(r"!?[kd][hl][0-9]*!", re.ASCII)
_SHOWN = 12  # how much of what cannot be read is shown


def read_dice(raw: str) -> Dice:
    """The dice that a notation describes; raises ``Refused`` (``bad_dice``)."""
    written = raw.strip().replace("\N{MINUS SIGN}", "-").lower()
    if not written:
        raise _bad(text("Écrivez des dés, par exemple 3d6+2."))
    groups: list[Group] = []
    constant = 0
    for sign, term in _terms(written):
        if term["constant"] is not None:
            constant += sign * _whole(term["constant"])
        elif len(groups) == MOST_GROUPS:
            raise _bad(text("{n} groupes de dés au plus.", n=MOST_GROUPS))
        else:
            groups.append(_group(term, sign))
    if not groups:
        raise _bad(text("Il manque des dés, par exemple 1d6."))
    if abs(constant) > MOST_CONSTANT:
        raise _bad(text("Les constantes vont de {low} à {high}.", low=-MOST_CONSTANT, high=MOST_CONSTANT))
    if sum(group.count for group in groups) > MOST_DICE:
        raise _bad(text("{n} dés au plus en tout.", n=MOST_DICE))
    return Dice(tuple(groups), constant)


def _bad(message: Text) -> Refused:
    return Refused("bad_dice", message)


def _whole(digits: str) -> int:
    return parse_integer(digits) or 0


def _terms(written: str) -> Iterator[tuple[Literal[1, -1], re.Match[str]]]:
    """The terms with their signs. A space may stand for a plus, as in a link: a run of pluses is one."""
    place = 0
    while place < len(written):
        signs = _SIGNS.match(written, place)
        run = signs.group() if signs else ""
        term = _TERM.match(written, place + len(run))
        if term is None or run.count("-") > 1 or (place and not run.strip()):
            raise _bad(
                text("« {what} » ne se lit pas : écrivez par exemple 3d6+2 ou 4d6kh3.", what=_cut(written[place:]))
            )
        yield -1 if "-" in run else 1, term
        place = term.end()


def _cut(what: str) -> str:
    what = what.strip()
    return what if len(what) <= _SHOWN else what[:_SHOWN] + "…"


def _group(term: re.Match[str], sign: Literal[1, -1]) -> Group:
    rest = _REST.fullmatch(term["rest"])
    if rest is None:
        raise _bad(_why(term["rest"]))
    sides = 100 if term["sides"] == "%" else _whole(term["sides"])
    if not 2 <= sides <= MOST_SIDES:
        raise _bad(text("Un dé a de {low} à {high} faces.", low=2, high=MOST_SIDES))
    if rest["explodes"] and sign < 0:
        raise _bad(text("Des dés qui explosent ne se soustraient pas."))
    count = _whole(term["count"]) if term["count"] else 1
    if count > MOST_DICE:
        raise _bad(text("{n} dés au plus en tout.", n=MOST_DICE))
    choosing: Choosing | None = rest["choosing"]  # type: ignore[assignment]
    chosen = min(MOST_DICE, _whole(rest["chosen"] or "1")) if choosing else 0
    return Group(count, sides, sign, bool(rest["explodes"]), choosing, chosen)


def _why(rest: str) -> Text:
    """Why what follows the faces is refused."""
    if _TWICE.fullmatch(rest):
        return text("Un groupe ne se trie qu’une fois : kh, kl, dh ou dl.")
    if _LATE.fullmatch(rest):
        return text("« ! » s’écrit juste après les faces : un dé explose avant d’être gardé ou écarté.")
    return text("« {what} » ne se lit pas : écrivez par exemple 3d6+2 ou 4d6kh3.", what=_cut(rest))


# ---------------------------------------------------------------------------------------------------------- writing


def write_group(group: Group) -> str:
    """A group without its sign."""
    choosing = f"{group.choosing}{group.chosen}" if group.choosing else ""
    return f"{group.count}d{group.sides}{'!' if group.explodes else ''}{choosing}"


def write_dice(dice: Dice) -> str:
    """The canonical notation: groups as given, then the constants' sum."""
    terms = [("+" if group.sign > 0 else "-") + write_group(group) for group in dice.groups]
    constant = f"{dice.constant:+d}" if dice.constant else ""
    return "".join(terms).removeprefix("+") + constant

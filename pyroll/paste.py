"""Quick-add: many skills or characteristics from pasted lines, each read on its own.

``Serrurerie 2 AGI``, ``Biologie (Vulcaine) : 3 ; Intelligence``, ``Pilotage 5 RÉF spé chasseurs``, tabs, list
marks: a line is words, one whole number, and the rest in any of the usual orders. What cannot be read is said line by
line, all at once, and the lines that can be read are there all the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from pyroll.checked import words_fault
from pyroll.form import Number, parse_integer
from pyroll.i18n import Text, text
from pyroll.plain import fold
from pyroll.sheet import Characteristic, Sheet, Skill, abbreviation, plan_of, system_of
from pyroll.sheet_files import (
    MOST_CHARACTERISTICS,
    MOST_NAME,
    MOST_SKILLS,
    characteristic_number,
    has_specialities,
    skill_number,
    wants_characteristic,
)

__all__ = ["MOST_LINES", "Misread", "Pasted", "paste_characteristics", "paste_skills"]

MOST_LINES = 500
MOST_LINE = 400


@dataclass(frozen=True, slots=True)
class Misread:
    """A line that could not be read: its number (from 1), the line, and why."""

    number: int
    line: str
    message: Text


@dataclass(frozen=True, slots=True)
class Pasted:
    """The sheet with everything that could be read, how many lines that were, and the lines that could not."""

    sheet: Sheet
    added: int
    misread: tuple[Misread, ...]


class _Unreadable(Exception):  # noqa: N818 (not an error of the program)
    """This line is none; turned into a ``Misread``."""

    def __init__(self, message: Text) -> None:
        super().__init__()
        self.message = message


def paste_skills(sheet: Sheet, pasted: str) -> Pasted:
    """The sheet with the skills of these lines added; empty lines are passed over."""
    return _pasted(sheet, pasted, _with_skill)


def paste_characteristics(sheet: Sheet, pasted: str) -> Pasted:
    """The sheet with the characteristics of these lines added (``Agilité AGI 4``, then its group where there are)."""
    return _pasted(sheet, pasted, _with_characteristic)


def _pasted(sheet: Sheet, pasted: str, with_line: Callable[[Sheet, str], Sheet]) -> Pasted:
    misread = []
    added = 0
    for number, line in enumerate(pasted.splitlines(), 1):
        if not line.strip():
            continue
        if number > MOST_LINES:
            misread.append(Misread(number, "", text("{most} lignes au plus à la fois.", most=MOST_LINES)))
            break
        try:
            sheet = with_line(sheet, line)
            added += 1
        except _Unreadable as reason:
            misread.append(Misread(number, line.strip()[:MOST_LINE], reason.message))
    return Pasted(sheet, added, tuple(misread))


# ------------------------------------------------------------------------------------------------------------ a line

_MARKS = re.compile(r"^\s*(?:[-*+•–—·▪]\s+)+")
_SEPARATORS = re.compile(r"[\t;|:=]|,(?=\s|$)")
_BRACKETS = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_INTEGER = re.compile(r"[+-]?\d+", re.ASCII)
_SPECIALITY = frozenset(("spe", "spec", "specialite", "speciality"))


@dataclass(frozen=True, slots=True)
class _Line:
    """A line taken apart: the words before its number and after it, and what stood in brackets."""

    before: tuple[str, ...]
    value: int
    after: tuple[str, ...]
    tags: tuple[str, ...]


def _taken_apart(line: str, bounds: Number) -> _Line:
    if len(line) > MOST_LINE:
        raise _Unreadable(text("Cette ligne est trop longue."))
    bare = _MARKS.sub("", line).replace("\N{MINUS SIGN}", "-")
    tags = tuple(tag.strip() for tag in _BRACKETS.findall(bare) if tag.strip())
    spaced = _SEPARATORS.sub(" ", _BRACKETS.sub(" ", bare))
    words = [word for word in spaced.split() if word.strip("-–—,.·")]
    numbers = [place for place, word in enumerate(words) if _INTEGER.fullmatch(word)]
    if not numbers:
        nearly = next((word for word in words if word.lstrip("+-")[:1].isdigit()), None)
        if nearly is not None:
            raise _Unreadable(text("« {word} » n’est pas un nombre entier.", word=nearly))
        raise _Unreadable(text("Il manque la valeur."))
    at = numbers[-1]
    if at - 1 in numbers:
        raise _Unreadable(text("Deux valeurs : laquelle ?"))
    value = parse_integer(words[at]) or 0
    if not bounds.low <= value <= bounds.high:
        raise _Unreadable(text("{value} : entre {low} et {high}.", value=value, low=bounds.low, high=bounds.high))
    before, after = tuple(words[:at]), tuple(words[at + 1 :])
    return _Line(before, value, after, tags) if before else _Line(after, value, (), tags)


def _named(words: tuple[str, ...]) -> str:
    name = " ".join(words).strip(" ,.-–—")
    if not name:
        raise _Unreadable(text("Il manque le nom."))
    if _INTEGER.fullmatch(words[-1]):
        raise _Unreadable(text("Deux valeurs : laquelle ?"))
    if wrong := words_fault(name, MOST_NAME):
        raise _Unreadable(wrong[1])
    return name


def _taken(name: str) -> _Unreadable:
    return _Unreadable(text("« {name} » est déjà sur la fiche.", name=name))


# ----------------------------------------------------------------------------------------------------------- a skill


def _with_skill(sheet: Sheet, line: str) -> Sheet:
    system = system_of(sheet)
    plan = plan_of(system)
    if len(sheet.skills) >= MOST_SKILLS:
        raise _Unreadable(text("{most} compétences au plus.", most=MOST_SKILLS))
    found = _taken_apart(line, skill_number(system, plan))
    words, speciality = _without_speciality(found.before)
    after, late = _without_speciality(found.after)
    if late is not None:
        speciality = late
    tied, words, tags = _tied(sheet, words, after, found.tags)
    if speciality is None and tags:
        speciality = ", ".join(tags)
    if tied is None and wants_characteristic(plan):
        raise _Unreadable(text("Il manque la caractéristique : {known}.", known=_known(sheet)))
    if speciality is not None and not has_specialities(plan):
        raise _Unreadable(text("Ce système n’a pas de spécialités."))
    if speciality is not None and (wrong := words_fault(speciality, MOST_NAME)):
        raise _Unreadable(wrong[1])
    skill = Skill(_named(words), found.value, tied.name if tied else "", speciality)
    if any(_same(skill, other) for other in sheet.skills):
        raise _taken(skill.name)
    return replace(sheet, skills=(*sheet.skills, skill))


def _same(one: Skill, other: Skill) -> bool:
    return fold(one.name) == fold(other.name) and fold(one.speciality or "") == fold(other.speciality or "")


def _without_speciality(words: tuple[str, ...]) -> tuple[tuple[str, ...], str | None]:
    """What stands before "spé", and what after; None where nobody says it."""
    for place, word in enumerate(words):
        if fold(word).rstrip(".") in _SPECIALITY:
            return words[:place], " ".join(words[place + 1 :])
    return words, None


def _tied(
    sheet: Sheet, words: tuple[str, ...], after: tuple[str, ...], tags: tuple[str, ...]
) -> tuple[Characteristic | None, tuple[str, ...], tuple[str, ...]]:
    """The characteristic, and what is left of the name's words and of the brackets."""
    if after:
        return _characteristic(sheet, " ".join(after)), words, tags
    for tag in tags:
        if (one := _exactly(sheet, tag)) is not None:
            return one, words, tuple(other for other in tags if other != tag)
    for length in range(min(3, len(words) - 1), 0, -1):
        for part, rest in ((words[-length:], words[:-length]), (words[:length], words[length:])):
            if (one := _exactly(sheet, " ".join(part))) is not None:
                return one, rest, tags
    return None, words, tags


def _exactly(sheet: Sheet, words: str) -> Characteristic | None:
    wanted = fold(words).rstrip(".")
    for one in sheet.characteristics:
        if wanted in (fold(one.name), fold(abbreviation(one))):
            return one
    return None


def _characteristic(sheet: Sheet, words: str) -> Characteristic:
    """The characteristic with this name or abbreviation, or the only one that begins like this."""
    found = _exactly(sheet, words)
    if found is not None:
        return found
    begun = [one for one in sheet.characteristics if fold(one.name).startswith(fold(words).rstrip("."))]
    if len(begun) == 1:
        return begun[0]
    if begun:
        names = ", ".join(one.name for one in begun)
        raise _Unreadable(text("« {words} » : {names} ?", words=words, names=names))
    if not sheet.characteristics:
        raise _Unreadable(text("« {words} » : cette fiche n’a pas encore de caractéristiques.", words=words))
    raise _Unreadable(text("« {words} » n’est pas une caractéristique : {known}.", words=words, known=_known(sheet)))


def _known(sheet: Sheet) -> str:
    return ", ".join(abbreviation(one) for one in sheet.characteristics) or "–"


# -------------------------------------------------------------------------------------------------- a characteristic


def _with_characteristic(sheet: Sheet, line: str) -> Sheet:
    system = system_of(sheet)
    plan = plan_of(system)
    if len(sheet.characteristics) >= MOST_CHARACTERISTICS:
        raise _Unreadable(text("{most} caractéristiques au plus.", most=MOST_CHARACTERISTICS))
    found = _taken_apart(line, characteristic_number(system, plan))
    words, after, short = found.before, found.after, ""
    if found.tags:
        short = found.tags[0]
    elif len(words) > 1 and _abbreviates(words[-1]):
        words, short = words[:-1], words[-1]
    elif after and _abbreviates(after[0]):
        after, short = after[1:], after[0]
    if len(short) > 12 or words_fault(short, 12):
        raise _Unreadable(text("« {word} » n’est pas une abréviation.", word=short))
    group = ""
    if after:
        wanted = " ".join(after)
        group = next((one.name for one in sheet.groups if fold(one.name) == fold(wanted)), "")
        if not group:
            raise _Unreadable(text("« {words} » : qu’est-ce que c’est ?", words=wanted))
    one = Characteristic(_named(words), found.value, short, group)
    if any(fold(one.name) == fold(other.name) for other in sheet.characteristics):
        raise _taken(one.name)
    return replace(sheet, characteristics=(*sheet.characteristics, one))


def _abbreviates(word: str) -> bool:
    return word.isupper() and word.isalpha() and len(word) <= 5

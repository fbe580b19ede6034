"""A group's rows as they are typed: pasted lines, and the little form for one row.

A line is a name, a semicolon, then values: bare ones go to ``columns`` in their order, all others say their field.
"Gobelin 1 ; 7", "Chef ; 8 6 ; modificateur 2", "3 × Rat ; 4". Tabs, bars and commas divide as semicolons do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pyroll.checked import words_fault
from pyroll.form import Choice, Field, Flag, Number, Problem, Refused, fields_of
from pyroll.group import MOST_NAME, MOST_ROWS, Row
from pyroll.i18n import FRENCH, Language, Lower, Text, text
from pyroll.plain import fold
from pyroll.system import System

__all__ = ["MOST_LINE", "Misread", "columns", "example", "read_rows", "row_of"]

MOST_LINE = 400
_MULTIPLE = 2  # bare values at most


@dataclass(frozen=True, slots=True)
class Misread:
    """What is wrong with one line: its number (from 1; 0: with all of them), the line, and why."""

    number: int
    line: str
    message: Text


def _fields(system: System) -> tuple[Field, ...]:
    return tuple(item for item in fields_of(system.request) if not item.hidden)


def columns(system: System) -> tuple[Field, ...]:
    """The fields that a bare value is for, in order: those that a form begins with and that take no choosing."""
    found: list[Field] = []
    for item in _fields(system)[:_MULTIPLE]:
        if isinstance(item.kind, Choice | Flag) or item.name == system.ladder:
            break
        found.append(item)
    return tuple(found)


def example(system: System, language: Language = FRENCH) -> str:
    """A line as it may be typed."""
    numbers = iter(("7", "4"))
    bare = " ; ".join(next(numbers) if isinstance(item.kind, Number) else "1d6" for item in columns(system))
    named = next((item for item in _fields(system) if _plainly_named(system, item)), None)
    if named is None:
        return language.say(text("Gobelin 1 ; {values}", values=bare))
    return language.say(text("Gobelin 1 ; {values} ; {label} 2", values=bare, label=Lower(named.label)))


def _plainly_named(system: System, item: Field) -> bool:
    """Whether this is a usual number that has to be called by its name."""
    unusual = item in columns(system) or item.rare or item.only or item.name == system.ladder
    return isinstance(item.kind, Number) and not unusual


class _Unreadable(Exception):  # noqa: N818 (not an error of the program)
    def __init__(self, message: Text) -> None:
        super().__init__()
        self.message = message


def read_rows(
    system: System, pasted: str, language: Language = FRENCH
) -> tuple[tuple[Row, ...], tuple[Misread, ...]]:
    """The rows that these lines say, and everything that is wrong with them, by line; empty lines are passed over.

    ``language``: the one whose labels may be used, beside French.
    """
    rows: list[Row] = []
    misread = []
    for number, line in enumerate(pasted.splitlines(), 1):
        if not line.strip():
            continue
        try:
            rows += _rows(system, line, language)
        except _Unreadable as reason:
            misread.append(Misread(number, line.strip()[:MOST_LINE], reason.message))
    return tuple(rows), tuple(misread)


def row_of(system: System, name: str, texts: Sequence[str]) -> tuple[Row | None, tuple[Problem, ...]]:
    """A row from a name and the texts of its ``columns``, "" where it does not differ; or what is wrong."""
    problems = []
    values = {}
    if wrong := words_fault(name.strip(), MOST_NAME, blank=False):
        problems.append(Problem(wrong[0], "name", wrong[1]))
    for item, raw in zip(columns(system), texts, strict=True):
        bare = _bare(raw)
        if bare:
            try:
                values[item.name] = item.kind.dump(item.kind.parse(bare))
            except Refused as refusal:
                problems.append(Problem(refusal.code, item.name, refusal.message))
    return (None, tuple(problems)) if problems else (Row(name.strip(), values), ())


_MINUS = "\N{MINUS SIGN}"
_MARKS = "-*+•–—·▪"
_TIMES = frozenset("x×*")
_ENDS_NAME = re.compile(r"[;\t|:]")
_DIVIDERS = re.compile(r"[;\t|]|,(?=\s)")


def _bare(words: str) -> str:
    return " ".join(words.replace(_MINUS, "-").split())


def _rows(system: System, line: str, language: Language) -> list[Row]:
    if len(line) > MOST_LINE:
        raise _Unreadable(text("Cette ligne est trop longue."))
    name, parts = _divided(line)
    count, name = _counted(name)
    if not name:
        raise _Unreadable(text("Il manque le nom."))
    if wrong := words_fault(name, MOST_NAME):
        raise _Unreadable(wrong[1])
    values = _values(system, parts, language)
    if count == 1:
        return [Row(name, values)]
    return [Row(f"{name} {n}", values) for n in range(1, count + 1)]


def _divided(line: str) -> tuple[str, list[str]]:
    """The name, and what stands between the dividers after it."""
    words = line.strip()
    if words[:1] in _MARKS and words[1:2].isspace():  # a list's mark
        words = words[1:]
    found = _ENDS_NAME.search(words) or _DIVIDERS.search(words)
    name, rest = (words, None) if found is None else (words[: found.start()], words[found.end() :])
    name = " ".join(name.split())
    if rest is None and (last := name.rpartition(" ")[2]) and _is_number(last):
        raise _Unreadable(
            text("« {name} » : un point-virgule après le nom dit si {number} en fait partie.", name=name, number=last)
        )
    return name, [] if rest is None else _DIVIDERS.split(rest)


def _is_number(word: str) -> bool:
    return word.lstrip("+-" + _MINUS).isdecimal()


def _counted(name: str) -> tuple[int, str]:
    """How many of them: "3 × Rat", "Rat x3"."""
    first, _, others = name.partition(" ")
    before, _, last = name.rpartition(" ")
    for word, rest in ((first, others), (last, before)):
        digits = word.strip("x×*")
        if rest and digits != word and digits.isdecimal():
            return _how_many(digits), rest
    if len(words := name.split()) > 2:
        if words[0].isdecimal() and words[1] in _TIMES:
            return _how_many(words[0]), " ".join(words[2:])
        if words[-1].isdecimal() and words[-2] in _TIMES:
            return _how_many(words[-1]), " ".join(words[:-2])
    return 1, name


def _how_many(digits: str) -> int:
    count = int(digits[:4])
    if not 1 <= count <= MOST_ROWS:
        raise _Unreadable(text("De 1 à {most} à la fois.", most=MOST_ROWS))
    return count


def _values(system: System, parts: Sequence[str], language: Language) -> dict[str, str]:
    values: dict[str, str] = {}
    waiting = list(columns(system))
    for part in map(_bare, parts):
        if not part:  # nothing differs here
            del waiting[:1]
            continue
        for item, raw in _told(system, part, waiting, language):
            if item.name in values:
                raise _Unreadable(text("{label} est donné deux fois.", label=Text(item.label)))
            values[item.name] = _value(item, raw, language)
    return values


def _told(system: System, part: str, waiting: list[Field], language: Language) -> list[tuple[Field, str]]:
    """The fields that one part gives a value, and their texts; ``waiting``: the columns that are still free."""
    if (named := _named(system, part, language)) is not None:
        return [named]
    if waiting and not isinstance(waiting[0].kind, Number):
        return [(waiting.pop(0), part)]
    words = part.split()
    if not all(map(_is_number, words)):
        raise _Unreadable(
            text(
                "« {words} » : ni un nombre, ni un champ et sa valeur. Champs : {known}.",
                words=part,
                known=_known(system),
            )
        )
    if len(words) > len(waiting):
        raise _Unreadable(
            text("« {words} » : trop de valeurs sans leur nom ; d’abord {known}.", words=part, known=_first(system))
        )
    return [(waiting.pop(0), word) for word in words]


def _known(system: System) -> Text:
    return text("{names}", names=tuple(Text(item.label) for item in _fields(system)))


def _first(system: System) -> Text:
    return text("{names}", names=tuple(Text(item.label) for item in columns(system)))


def _named(system: System, part: str, language: Language) -> tuple[Field, str] | None:
    """A field by its name with a value after it, or an option by its own name ("Spécialité")."""
    options = [item for item in _fields(system) if _option(item, _plain(part), language) is not None]
    if len(options) == 1:
        return options[0], part
    words = part.replace("=", " ").replace(":", " ").split()
    for length in range(len(words) - 1, 0, -1):
        item = _field_named(system, " ".join(words[:length]), language)
        if item is not None:
            return item, " ".join(words[length:])
    return None


def _plain(words: str) -> str:
    """Folded, and without what may stand between a field and its value."""
    return " ".join(fold(words).replace("=", " ").replace(":", " ").split())


def _field_named(system: System, words: str, language: Language) -> Field | None:
    """The field with this name, or the only one that begins like this."""
    wanted = _plain(words)
    begun = []
    for item in _fields(system):
        names = [_plain(name) for name in (item.name, item.label, language.say(item.label))]
        if wanted in names:
            return item
        if len(wanted) > 2 and any(name.startswith(wanted) for name in names):
            begun.append(item)
    return begun[0] if len(begun) == 1 else None


def _option(item: Field, folded: str, language: Language) -> str | None:
    """The text form of the value that goes by this name."""
    match item.kind:
        case Choice(options=options):
            for key, label in options.items():
                if folded in (key, _plain(label), _plain(language.say(label))):
                    return key
        case Number(ladder=ladder):
            for rung in ladder:
                if folded in (_plain(rung.label), _plain(language.say(rung.label))):
                    return str(rung.value)
        case Flag():
            names = [_plain(name) for name in (item.name, item.label, language.say(item.label))]
            if folded in names or (len(folded) > 3 and any(name.startswith(folded) for name in names)):
                return "yes"
        case _:
            pass
    return None


_YES_NO = {"oui": "yes", "non": "no"}


def _value(item: Field, raw: str, language: Language) -> str:
    text_form = _option(item, _plain(raw), language)
    if text_form is None:
        text_form = _YES_NO.get(fold(raw), raw) if isinstance(item.kind, Flag) else raw
    try:
        return item.kind.dump(item.kind.parse(text_form))
    except Refused as refusal:
        raise _Unreadable(
            text("{label}, « {value} » : {why}", label=Text(item.label), value=raw, why=Lower(refusal.message))
        ) from None

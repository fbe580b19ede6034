"""One test against a list of opponents, or the same test for a list of figures: rows that differ from one base test.

The base is an ordinary test. A row has a name and the values in which it differs from the base: the opponent's where
the base is an opposition, else the actor's. Together they say a line as any other (line.py), so that each row can be
opened, kept and thrown as a test of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeAlias

from pyroll.checked import words_fault
from pyroll.dice import Faces
from pyroll.form import Choice, Field, Flag, Number, Problem, fields_of, query
from pyroll.form import Refused as Unfit
from pyroll.i18n import FRENCH, Language, Lower, Text, text
from pyroll.line import OPPONENT, READING, Refusal, Test, from_fields, write
from pyroll.odds import undecided
from pyroll.plain import fold
from pyroll.resolve import Contest, Resolved, Result, Single, resolve, throw
from pyroll.system import System

__all__ = [
    "MOST_LINE",
    "MOST_NAME",
    "MOST_ROWS",
    "Group",
    "Misread",
    "Row",
    "added",
    "based",
    "columns",
    "example",
    "read_rows",
    "renewed",
    "row_of",
    "test_of",
    "thrown",
    "with_faces",
    "without",
]

MOST_ROWS = 50
MOST_NAME = 40
MOST_LINE = 400


Throwing: TypeAlias = Callable[[Test], Result]


@dataclass(frozen=True, slots=True)
class Row:
    """One of the list: its name, and its values by field, as texts of the line form.

    ``result``: what its dice gave, for the base of its group; None while it is not thrown.
    """

    name: str
    values: Mapping[str, str] = field(default_factory=dict)
    result: Resolved | None = None

    @property
    def faces(self) -> str | None:
        """Its dice as a line has them after "@"."""
        return None if self.result is None else write(self.result.test).partition("@")[2]


@dataclass(frozen=True, slots=True)
class Group:
    """The list and what it is thrown for.

    ``base`` is never thrown itself. ``once``: in an opposition the actor's dice are thrown once, for all rows.
    """

    base: Test
    rows: tuple[Row, ...] = ()
    once: bool = True

    @property
    def rolled(self) -> bool:
        """Whether any row has dice."""
        return any(row.result is not None for row in self.rows)


@dataclass(frozen=True, slots=True)
class Misread:
    """What is wrong with one line: its number (from 1; 0: with all of them), the line, and why."""

    number: int
    line: str
    message: Text


# --------------------------------------------------------------------------------------------------- rows are tests


def test_of(group: Group, row: Row) -> Test | Refusal:
    """The row as a test of its own, with its dice if it has any; everything that is wrong with it.

    A field that the base's kind of test does not use (a difficulty in an opposition) is checked, then ignored.
    """
    if row.result is not None:
        return row.result.test
    return _made(group.base, tuple(row.values.items()))


# Drawn, weighed and thrown again: what a row says is read once.
@lru_cache(maxsize=4 * MOST_ROWS)
def _made(base: Test, values: tuple[tuple[str, str], ...], faces: str | None = None) -> Test | Refusal:
    side = OPPONENT if base.opposed else ""
    raw = dict(query(base.actor, defaults=True))
    if base.opposed:
        raw |= query(base.opponent, OPPONENT, defaults=True)
    raw |= {side + name: value for name, value in values}
    raw |= query(base.readings, READING, defaults=True)
    return from_fields(base.system, list(raw.items()), faces)


test_of.__test__ = False  # type: ignore[attr-defined] # not a test case, whatever pytest thinks of the name


def with_faces(group: Group, row: Row, faces: str) -> Row:
    """The row with these dice, as a line has them after "@"; without any where they do not fit it."""
    test = _made(group.base, tuple(row.values.items()), faces)
    found = None if isinstance(test, Refusal) else resolve(test)
    return replace(row, result=found if isinstance(found, Single | Contest) else None)


def thrown(group: Group, throwing: Throwing = throw) -> Group:
    """All rows thrown anew; those that are refused have no dice. ``throwing``: throws the dice that a test misses."""
    rows: list[Row] = []
    lying: Faces | None = None
    for row in group.rows:
        fresh = _thrown(group, row, lying, throwing)
        if lying is None and fresh.result is not None and _shares(group):
            lying = fresh.result.test.faces
        rows.append(fresh)
    return replace(group, rows=tuple(rows))


def renewed(group: Group, place: int, throwing: Throwing = throw) -> Group:
    """The group with one row thrown anew. Dice that the actor throws once for all stay where they lie."""
    lying = next((row.result.test.faces for row in group.rows if row.result is not None), None)
    row = _thrown(group, group.rows[place], lying if _shares(group) else None, throwing)
    return replace(group, rows=(*group.rows[:place], row, *group.rows[place + 1 :]))


def _shares(group: Group) -> bool:
    return group.once and group.base.opposed


def _thrown(group: Group, row: Row, lying: Faces | None, throwing: Throwing) -> Row:
    """The row with fresh dice; ``lying``: the actor's, thrown before. Without any where it is refused."""
    test = _made(group.base, tuple(row.values.items()))
    if isinstance(test, Refusal):
        return replace(row, result=None)
    found = throwing(test if lying is None else test.thrown(lying))
    return replace(row, result=found if isinstance(found, Single | Contest) else None)


# ----------------------------------------------------------------------------------------------------- changing them


def based(group: Group, base: Test) -> Group:
    """The list for another base test; dice thrown for the one before are put away."""
    rows = tuple(replace(row, result=None) for row in group.rows)
    return replace(group, base=undecided(base), rows=rows)


def added(group: Group, rows: Sequence[Row]) -> Group | Text:
    """The group with more rows, each with a name of its own; a sentence where they are too many."""
    count = len(group.rows) + len(rows)
    if count > MOST_ROWS:
        return text("{most} lignes au plus : il y en aurait {count}. Rien n’est ajouté.", most=MOST_ROWS, count=count)
    names = [row.name for row in group.rows]
    fresh = []
    for row in rows:
        name = _distinct(row.name, names)
        names.append(name)
        fresh.append(replace(row, name=name))
    return replace(group, rows=(*group.rows, *fresh))


def _distinct(name: str, taken: Sequence[str]) -> str:
    """The name, or the first free one of "name 2", "name 3"…: the journal tells rolls apart by it."""
    folded = {fold(one) for one in taken}
    if fold(name) not in folded:
        return name
    return next(other for n in range(2, MOST_ROWS + 2) if fold(other := f"{name} {n}") not in folded)


def without(group: Group, place: int) -> Group:
    """The group without one row."""
    return replace(group, rows=(*group.rows[:place], *group.rows[place + 1 :]))


# ----------------------------------------------------------------------------------------------------- as it is typed
#
# A line is a name, a semicolon, then values: bare ones go to ``columns`` in their order, all others say their field.
# "Gobelin 1 ; 7", "Chef ; 8 6 ; modificateur 2", "3 × Rat ; 4". Tabs, bars and commas divide as semicolons do.

_MULTIPLE = 2  # bare values at most


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
            except Unfit as refusal:
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
    except Unfit as refusal:
        raise _Unreadable(
            text("{label}, « {value} » : {why}", label=Text(item.label), value=raw, why=refusal.message)
        ) from None

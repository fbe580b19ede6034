"""Forms declared once: a field of a frozen dataclass gives its check, its text form, its HTML and its message.

A request is a frozen dataclass whose fields are made by ``number``, ``choice``, ``flag`` and ``written``. Everything
else about a field (bounds, labels, where it stands on the page) is read from that one declaration.

A user's mistake is a value, a ``Problem``; all of a form's problems are reported together.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from pyroll.i18n import Text, text

__all__ = [
    "Choice",
    "Field",
    "Flag",
    "Kind",
    "Number",
    "Only",
    "Problem",
    "Refused",
    "Rung",
    "Written",
    "choice",
    "fields_of",
    "flag",
    "number",
    "parse",
    "parse_integer",
    "query",
    "written",
]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with one field: contract code, field name as written, message for the person."""

    code: str
    field: str
    message: Text


class Refused(Exception):  # noqa: N818 (not an error of the program)
    """One value is refused; ``parse`` turns it into a ``Problem``."""

    def __init__(self, code: str, message: Text) -> None:
        super().__init__(code)
        self.code = code
        self.message = message


class Kind(Protocol[T]):
    """What a field's values are: text in, value out, and back."""

    def parse(self, raw: str) -> T:
        """The value of ``raw``; raises ``Refused``."""

    def dump(self, value: T) -> str:
        """The canonical text of ``value``."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A named step of a difficulty ladder."""

    value: int
    label: str


# A number longer than this is out of every bound we have; it is never converted (int() refuses thousands of digits).
_MOST_DIGITS = 9
_INTEGER = re.compile(r"[+-]?[0-9]+", re.ASCII)


def parse_integer(raw: str) -> int | None:
    """The integer written in ASCII digits with an optional sign, else None. Absurd lengths come back saturated."""
    if not _INTEGER.fullmatch(raw):
        return None
    digits = raw.lstrip("+-").lstrip("0") or "0"
    value = int(digits) if len(digits) <= _MOST_DIGITS else 10**_MOST_DIGITS
    return -value if raw.startswith("-") else value


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from ``low`` to ``high``; ``gaps`` inside are refused; ``optional`` admits an empty field."""

    low: int
    high: int
    gaps: tuple[int, ...] = ()
    optional: bool = False
    ladder: tuple[Rung, ...] = ()

    def parse(self, raw: str) -> int | None:
        """The number, or None for an empty optional field."""
        if self.optional and raw == "":
            return None
        value = parse_integer(raw)
        if value is None:
            raise Refused("not_a_number", text("Un nombre entier est attendu."))
        if not self.low <= value <= self.high:
            raise Refused("out_of_range", text("Entre {low} et {high}.", low=self.low, high=self.high))
        if value in self.gaps:
            raise Refused(
                "out_of_range",
                text("Entre {low} et {high}, sauf {gaps}.", low=self.low, high=self.high, gaps=self.gaps),
            )
        return value

    def dump(self, value: int | None) -> str:
        """Decimal digits; empty for None."""
        return "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few named values, in order, each with its label."""

    options: Mapping[str, str]

    def parse(self, raw: str) -> str:
        """The key itself."""
        if raw not in self.options:
            raise Refused("unknown_choice", text("Ce choix n’existe pas."))
        return raw

    def dump(self, value: str) -> str:
        """The key itself."""
        return value


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    def parse(self, raw: str) -> bool:
        """True for ``yes``, False for ``no``."""
        if raw not in ("yes", "no"):
            raise Refused("unknown_choice", text("Oui ou non."))
        return raw == "yes"

    def dump(self, value: bool) -> str:
        """``yes`` or ``no``."""
        return "yes" if value else "no"


@dataclass(frozen=True, slots=True)
class Written(Generic[T]):
    """A small notation with a parser and a writer of its own (they are inverses)."""

    reader: Callable[[str], T]
    writer: Callable[[T], str]

    def parse(self, raw: str) -> T:
        """What the reader makes of it."""
        return self.reader(raw)

    def dump(self, value: T) -> str:
        """What the writer makes of it."""
        return self.writer(value)


@dataclass(frozen=True, slots=True)
class Only:
    """The field matters only while another field has one of these (text) values."""

    field: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """A declared field.

    ``rare`` fields stand under a disclosure; ``hidden`` ones have a place of their own; ``solo`` ones do not apply in
    an opposition; ``only`` says on which other value this one depends.
    """

    name: str
    label: str
    kind: Kind[Any]
    default: Any
    hint: str = ""
    rare: bool = False
    hidden: bool = False
    solo: bool = False
    only: Only | None = None


def _declare(kind: Kind[Any], label: str, default: object, **look: object) -> Any:
    return dataclasses.field(default=default, metadata={"kind": kind, "label": label, **look})


def number(
    label: str,
    low: int,
    high: int,
    *,
    default: int | None,
    gaps: tuple[int, ...] = (),
    ladder: Sequence[Rung] = (),
    **look: object,
) -> Any:
    """Declare a whole number; a default of None makes it optional. ``look``: hint, rare, hidden, solo, only."""
    return _declare(Number(low, high, gaps, default is None, tuple(ladder)), label, default, **look)


def choice(label: str, options: Mapping[str, str], *, default: str, **look: object) -> Any:
    """Declare a choice among named values (key -> label, in order)."""
    return _declare(Choice(options), label, default, **look)


def flag(label: str, *, default: bool = False, **look: object) -> Any:
    """Declare a yes/no."""
    return _declare(Flag(), label, default, **look)


def written(label: str, reader: Callable[[str], T], writer: Callable[[T], str], *, default: T, **look: object) -> Any:
    """Declare a notation read by ``reader`` (raises ``Refused``) and written by ``writer``."""
    return _declare(Written(reader, writer), label, default, **look)


_FIELDS: dict[type[Any], tuple[Field, ...]] = {}


def fields_of(form: type[Any]) -> tuple[Field, ...]:
    """The declared fields of a form, in order."""
    if form not in _FIELDS:
        _FIELDS[form] = tuple(
            Field(name=item.name, default=item.default, **item.metadata) for item in dataclasses.fields(form)
        )
    return _FIELDS[form]


def parse(form: type[T], raw: Mapping[str, str], prefix: str = "") -> tuple[T | None, tuple[Problem, ...]]:
    """Read a form from texts by field name (missing = default).

    Gives the form, or None and every problem, named ``prefix + field``. Names in ``raw`` that the form does not have
    are the caller's business.
    """
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for item in fields_of(form):
        if item.name not in raw:
            continue
        try:
            values[item.name] = item.kind.parse(raw[item.name])
        except Refused as refusal:
            problems.append(Problem(refusal.code, prefix + item.name, refusal.message))
    if problems:
        return None, tuple(problems)
    return form(**values), ()


def query(form: object, prefix: str = "", *, defaults: bool = False) -> Iterable[tuple[str, str]]:
    """The form's texts by name, in declaration order; values that are the default only with ``defaults``."""
    for item in fields_of(type(form)):
        value = getattr(form, item.name)
        if defaults or value != item.default:
            yield prefix + item.name, item.kind.dump(value)

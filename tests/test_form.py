"""Fields declared once: their checks, and what else is read from a declaration."""

from dataclasses import dataclass, fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyroll.form import (
    Choice,
    Flag,
    Number,
    Only,
    Problem,
    Refused,
    Rung,
    choice,
    fields_of,
    flag,
    number,
    parse,
    parse_integer,
    query,
    written,
)
from pyroll.i18n import FRENCH, text
from pyroll.system import System
from pyroll.systems import systems

each_system = pytest.mark.parametrize("system", systems(), ids=lambda system: system.key)


def read_even(raw: str) -> int:
    value = parse_integer(raw)
    if value is None or value % 2:
        raise Refused("odd", text("Un nombre pair."))
    return value


@dataclass(frozen=True, kw_only=True)
class Form:
    """One field of every kind."""

    level: int = number("Niveau", -2, 6, default=1, gaps=(3, 4), ladder=(Rung(2, "Deux"),))
    stock: int | None = number("Réserve", 0, 9, default=None, rare=True)
    color: str = choice("Couleur", {"red": "Rouge", "blue": "Bleu"}, default="red")
    sure: bool = flag("Certain", default=True, only=Only("color", ("blue",)))
    pairs: int = written("Paires", read_even, str, default=0, hidden=True)


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("0", 0),
        ("-0", 0),
        ("+5", 5),
        ("-5", -5),
        ("007", 7),
        ("-00", 0),
        ("999999999", 999_999_999),
        ("0" * 50_000 + "7", 7),
        ("", None),
        ("+", None),
        ("-", None),
        ("1.0", None),
        ("1e3", None),
        ("1_000", None),
        ("0x1", None),
        (" 1", None),
        ("1 ", None),
        ("1\n", None),
        ("--1", None),
        ("+-1", None),
        ("−1", None),
        ("٣", None),
        ("３", None),
        ("²", None),
        ("½", None),
        ("1\0", None),
    ],
)
def test_parse_integer(raw: str, value: int | None) -> None:
    assert parse_integer(raw) == value


@given(st.integers(-999_999_999, 999_999_999))
def test_parse_integer_reads_what_str_writes(value: int) -> None:
    assert parse_integer(str(value)) == value


@pytest.mark.parametrize("digits", [10, 5_000, 100_000])
def test_an_absurd_number_is_huge_and_never_converted(digits: int) -> None:
    """int() refuses more than 4,300 digits; a bound refuses the number long before."""
    assert parse_integer("9" * digits) == 10**9
    assert parse_integer("-" + "9" * digits) == -(10**9)


@pytest.mark.parametrize(
    ("field", "raw", "value"),
    [
        ("level", "-2", -2),
        ("level", "6", 6),
        ("stock", "", None),
        ("stock", "0", 0),
        ("color", "blue", "blue"),
        ("sure", "yes", True),
        ("sure", "no", False),
        ("pairs", "8", 8),
    ],
)
def test_read_value(field: str, raw: str, value: object) -> None:
    form, problems = parse(Form, {field: raw})
    assert problems == ()
    assert form is not None
    assert getattr(form, field) == value


@pytest.mark.parametrize(
    ("field", "raw", "code", "message"),
    [
        ("level", "", "not_a_number", "Un nombre entier est attendu."),
        ("level", "x", "not_a_number", "Un nombre entier est attendu."),
        ("level", "-3", "out_of_range", "Entre −2 et 6."),
        ("level", "7", "out_of_range", "Entre −2 et 6."),
        ("level", "9" * 5_000, "out_of_range", "Entre −2 et 6."),
        ("level", "3", "out_of_range", "Entre −2 et 6, sauf 3, 4."),
        ("stock", "10", "out_of_range", "Entre 0 et 9."),
        ("stock", "-", "not_a_number", "Un nombre entier est attendu."),
        ("color", "green", "unknown_choice", "Ce choix n’existe pas."),
        ("color", "Rouge", "unknown_choice", "Ce choix n’existe pas."),
        ("color", "", "unknown_choice", "Ce choix n’existe pas."),
        ("sure", "true", "unknown_choice", "Oui ou non."),
        ("sure", "", "unknown_choice", "Oui ou non."),
        ("pairs", "7", "odd", "Un nombre pair."),
    ],
)
def test_refused_value(field: str, raw: str, code: str, message: str) -> None:
    form, problems = parse(Form, {field: raw}, "opponent.")
    assert form is None
    assert [(one.code, one.field) for one in problems] == [(code, "opponent." + field)]
    assert FRENCH.say(problems[0].message).replace("\N{NO-BREAK SPACE}", " ") == message


def test_all_problems_in_declaration_order() -> None:
    raw = {"pairs": "x", "sure": "x", "color": "x", "stock": "x", "level": "x", "unknown": "left to the caller"}
    form, problems = parse(Form, raw)
    assert form is None
    assert [one.field for one in problems] == ["level", "stock", "color", "sure", "pairs"]
    assert all(isinstance(one, Problem) for one in problems)


def test_missing_is_default() -> None:
    assert parse(Form, {}) == (Form(), ())


def test_query_leaves_defaults_out() -> None:
    assert list(query(Form())) == []
    assert list(query(Form(stock=0, sure=False), "opponent.")) == [("opponent.stock", "0"), ("opponent.sure", "no")]
    assert list(query(Form(), defaults=True)) == [
        ("level", "1"),
        ("stock", ""),
        ("color", "red"),
        ("sure", "yes"),
        ("pairs", "0"),
    ]


def test_declared_fields() -> None:
    level, stock, color, sure, pairs = fields_of(Form)
    assert level.kind == Number(-2, 6, (3, 4), optional=False, ladder=(Rung(2, "Deux"),))
    assert (level.label, level.default, level.rare, level.hidden, level.solo) == ("Niveau", 1, False, False, False)
    assert stock.kind == Number(0, 9, optional=True)
    assert stock.rare
    assert color.kind == Choice({"red": "Rouge", "blue": "Bleu"})
    assert sure.kind == Flag()
    assert sure.only == Only("color", ("blue",))
    assert pairs.hidden


# ------------------------------------------------------------------------------- what the five systems declare


def forms(system: System) -> list[type[Any]]:
    return [system.request, system.readings]


@each_system
def test_declarations_are_sound(system: System) -> None:
    for form in forms(system):
        assert [item.name for item in fields_of(form)] == [item.name for item in fields(form)]
        for item in fields_of(form):
            assert item.label, item.name
            assert item.kind.parse(item.kind.dump(item.default)) == item.default
            if item.only:
                other = next(one for one in fields_of(form) if one.name == item.only.field)
                for value in item.only.values:
                    other.kind.parse(value)
            if isinstance(item.kind, Number):
                assert all(item.kind.low <= rung.value <= item.kind.high for rung in item.kind.ladder)
                values = [rung.value for rung in item.kind.ladder]
                assert values == sorted(set(values))


@each_system
def test_labels_are_told_apart(system: System) -> None:
    """Two controls with one name, or two options of a list, are one to whoever hears them."""
    for form in forms(system):
        labels = [item.label for item in fields_of(form)]
        assert len(set(labels)) == len(labels)
        for item in fields_of(form):
            if isinstance(item.kind, Choice):
                assert len(set(item.kind.options.values())) == len(item.kind.options), item.name

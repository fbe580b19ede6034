"""Moments, folded words, and what may be written."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyroll.i18n import FRENCH
from pyroll.moment import Local, local, read_moment, write_moment
from pyroll.plain import fold, illegible

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@given(st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30)), st.integers(-14 * 60, 14 * 60))
def test_moments_are_those_of_the_library(at: datetime, offset: int) -> None:
    at = at.replace(tzinfo=UTC, microsecond=at.microsecond // 1000 * 1000)
    milliseconds = (at - EPOCH) // timedelta(milliseconds=1)
    written = at.strftime("%Y").zfill(4) + at.strftime("-%m-%dT%H:%M:%S") + f".{at.microsecond // 1000:03}Z"
    assert write_moment(milliseconds) == written
    assert read_moment(written) == milliseconds
    clock = at + timedelta(minutes=offset)
    assert local(milliseconds, offset) == Local(clock.year, clock.month, clock.day, clock.hour, clock.minute)


@pytest.mark.parametrize(
    ("raw", "milliseconds"),
    [
        ("1970-01-01T00:00:00Z", 0),
        ("1970-01-01T00:00:00.001Z", 1),
        ("2026-08-01T20:14:05Z", 1785615245000),
        ("2024-02-29T00:00:00Z", 1709164800000),
        ("1969-12-31T23:59:59.999Z", -1),
        ("2023-02-29T00:00:00Z", None),
        ("1900-02-29T00:00:00Z", None),
        ("2026-13-01T00:00:00Z", None),
        ("2026-00-01T00:00:00Z", None),
        ("2026-04-31T00:00:00Z", None),
        ("2026-08-01T24:00:00Z", None),
        ("2026-08-01T23:60:00Z", None),
        ("2026-08-01T20:14:60Z", None),
        ("2026-08-01T20:14:05", None),
        ("2026-08-01T20:14:05+02:00", None),
        ("2026-08-01 20:14:05Z", None),
        ("2026-08-01T20:14:05.1Z", None),
        ("２026-08-01T20:14:05Z", None),
        ("2026-08-01T20:14:05Z\n", None),
        ("", None),
    ],
)
def test_reading(raw: str, milliseconds: int | None) -> None:
    assert read_moment(raw) == milliseconds


def test_a_clock_is_read_in_french() -> None:
    at = local(1785615245000, 120)
    assert FRENCH.say(at.date) == "01/08/2026"
    assert FRENCH.say(at.time) == "22\N{NO-BREAK SPACE}h 14"


@pytest.mark.parametrize(
    ("words", "folded"),
    [
        ("Réflexes", "reflexes"),
        ("ÉLOQUENCE", "eloquence"),
        ("Cœur", "coeur"),
        ("Tir à l’arc", "tir a l'arc"),
        ("e\N{COMBINING ACUTE ACCENT}té", "ete"),
        ("Eco-Я", "eco-я"),
        ("straße", "strasse"),
        ("Ⅳ", "iv"),
        ("AGI 2", "agi 2"),
        ("", ""),
    ],
)
def test_folding(words: str, folded: str) -> None:
    assert fold(words) == folded


@pytest.mark.parametrize(
    ("words", "lines", "bad"),
    [
        ("Maëlle", False, False),
        ("Я 🎲", False, False),
        ("deux\nlignes", False, True),
        ("deux\nlignes\tet", True, False),
        ("nul\0", True, True),
        ("\x1b[31m", True, True),
        ("\N{RIGHT-TO-LEFT OVERRIDE}gpj", True, True),
        ("\ud800", True, True),
        ("a\N{LINE SEPARATOR}b", True, True),
    ],
)
def test_what_may_be_written(words: str, lines: bool, bad: bool) -> None:
    assert illegible(words, lines=lines) is bad

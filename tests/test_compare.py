"""Readings shown at work: every choice that a table can make parts from the usual one before the reader's eyes."""

from __future__ import annotations

import pytest

from pyroll.form import fields_of
from pyroll.i18n import FRENCH, Text
from pyroll.line import Refusal, read
from pyroll.odds import Chance
from pyroll.rulebook.compare import LINES, compared, told
from pyroll.system import System
from pyroll.systems import systems
from tests.kept import plain

EVERY = [
    pytest.param(system, item.name, id=f"{system.key}-{item.name}")
    for system in systems()
    for item in fields_of(system.readings)
]


def said(result: Text | Chance) -> str:
    return FRENCH.say(result) if isinstance(result, Text) else f"{result.weight}/{result.total}"


@pytest.mark.parametrize(("system", "reading"), EVERY)
def test_every_choice_parts_from_the_usual_one(system: System, reading: str) -> None:
    item = next(item for item in fields_of(system.readings) if item.name == reading)
    usual = item.kind.dump(item.default)
    shown = compared(system, reading)
    parted = {key for one in shown for key, result in one.results.items() if said(result) != said(one.results[usual])}
    assert parted == {key for one in shown for key in one.results} - {usual}


def test_there_is_one_for_every_reading_and_no_other() -> None:
    assert set(LINES) == {(system.key, item.name) for system in systems() for item in fields_of(system.readings)}


@pytest.mark.parametrize("line", [line for lines in LINES.values() for line in lines])
def test_a_line_leaves_the_readings_as_usual(line: str) -> None:
    test = read(line)
    assert not isinstance(test, Refusal)
    assert test.readings == test.system.readings()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("abc?attribute=10&tools_bonus=2@17", "Attribut 10, Bons outils 2, dé 17"),
        ("abc?stress=yes&task=routine", "Tâche : Routine, Sous stress"),
        ("flamme?target_size=-1@6,2,3", "Taille de la cible −1, dés 6, 2, 3"),
        ("ecor?skill=2&opponent.skill=1@2,4,6,1,2/2,2,2,2", "actif : Compétence 2, dés 2, 4, 6, 1, 2 ; réactif : "),
    ],
)
def test_a_test_in_half_a_sentence(line: str, words: str) -> None:
    test = read(line)
    assert not isinstance(test, Refusal)
    assert plain(FRENCH.say(told(test))).startswith(words)


def test_a_reading_without_an_example_shows_none() -> None:
    from tests.toy.under import UNDER  # noqa: PLC0415 (a system that is not among the five)

    assert [compared(UNDER, item.name) for item in fields_of(UNDER.readings)] == [()] * len(fields_of(UNDER.readings))

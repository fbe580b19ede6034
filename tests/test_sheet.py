"""Characters: how they fill requests, what they spend, what changes them, and their JSON."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyroll.checked import Faults
from pyroll.line import read, write
from pyroll.sheet import (
    Characteristic,
    Counter,
    Sheet,
    Skill,
    abbreviation,
    blank,
    characteristic_named,
    duplicate,
    example,
    fill,
    in_order,
    manners,
    prepare,
    rename_characteristic,
    reorder,
    spend,
    system_of,
)
from pyroll.sheet_files import faults_of, read_sheet, sheet_json
from pyroll.system import System
from pyroll.systems import system_named
from tests.kept import WITH_SHEETS, asked, ready, sheets

by_system = pytest.mark.parametrize("system", WITH_SHEETS, ids=lambda system: system.key)


def skill(sheet: Sheet, name: str) -> Skill:
    return next(one for one in sheet.skills if one.name == name)


# -------------------------------------------------------------------------------------------------------- preparing


@pytest.mark.parametrize(
    ("key", "thing", "manner", "line"),
    [
        ("patchwork", "Mécanique", None, "characteristic=7&skill=6&action_points_available=3"),
        ("patchwork", "Pilotage", None, "characteristic=7&skill=5&proficiency=speciality&action_points_available=3"),
        ("patchwork", "Pilotage", "trained", "characteristic=7&skill=5&action_points_available=3"),
        (
            "patchwork",
            "Pilotage",
            "off_speciality",
            "characteristic=7&skill=5&proficiency=off_speciality&action_points_available=3",
        ),
        (
            "patchwork",
            "Premiers soins",
            "general",
            "characteristic=7&proficiency=untrained&general_skill=2&action_points_available=3",
        ),
        ("patchwork", "Force", None, "proficiency=characteristic&action_points_available=3"),
        ("patchwork", "Volonté", "untrained", "characteristic=4&proficiency=untrained&action_points_available=3"),
        ("abc", "Crochetage", None, "attribute=8&skill=4"),
        ("abc", "Perception", None, "attribute=6"),
        ("tur", "Équitation", None, "value=6"),
        ("tur", "Agilité", None, "value=6"),
        ("flamme", "Serrurerie", None, "characteristic=5&skill=2&flame=3&aspect=2&speciality=yes"),
        ("flamme", "Serrurerie", "skill", "characteristic=5&skill=2&flame=3&aspect=2"),
        ("flamme", "Intrigue", None, "characteristic=4&skill=2&flame=3&aspect=1&dark_aspect=1"),
        ("flamme", "Charisme", None, "characteristic=4&flame=3&aspect=1"),
        ("ecor", "Pistage", None, "characteristic=4&skill=5"),
        ("ecor", "Adresse", None, ""),
    ],
)
def test_a_tap_prepares_the_test(key: str, thing: str, manner: str | None, line: str) -> None:
    sheet = ready(key)
    what = next(one for one in (*sheet.skills, *sheet.characteristics) if one.name == thing)
    how = next((one for one in manners(sheet, what) if one.key == manner), None)
    assert (how is None) == (manner is None)
    assert write(prepare(sheet, what, how)) == f"{key}?{line}"


@by_system
def test_every_example_is_sound_and_says_that_it_is_one(system: System) -> None:
    sheet = ready(system.key)
    assert faults_of(sheet) == ()
    assert sheet.example
    assert sheet.characteristics
    assert sheet.skills
    assert not duplicate(sheet, "mine", "Moi").example


@by_system
def test_examples_are_said_in_other_languages(system: System) -> None:
    sheet = example(system, "x", str.upper)
    assert sheet is not None
    assert sheet.name.isupper()
    assert faults_of(sheet) == (), "ties and groups are said alike"


@given(st.data())
@by_system
def test_whatever_is_on_a_sound_sheet_can_be_rolled(system: System, data: st.DataObject) -> None:
    sheet = data.draw(sheets(system))
    for thing in (*sheet.skills, *sheet.characteristics):
        for manner in manners(sheet, thing):
            test = prepare(sheet, thing, manner)
            assert read(write(test)) == test
            assert not list(system.check(test.actor, test.readings, False))


def test_circumstances_stay_and_what_the_sheet_decides_does_not() -> None:
    sheet = ready("patchwork")
    before = asked(
        "patchwork?characteristic=1&proficiency=untrained&general_skill=9&modifier=-2&action_points=2&difficulty=30"
    )
    mechanics = skill(sheet, "Mécanique")
    request = fill(sheet, mechanics, manners(sheet, mechanics)[0], before.actor)
    assert write(replace(before, actor=request)) == (
        "patchwork?characteristic=7&skill=6&modifier=-2&action_points_available=3&difficulty=30"
    )


def test_readings_are_the_tables() -> None:
    sheet = ready("tur")
    readings = asked("tur?&reading.die=half_d10").readings
    assert write(prepare(sheet, sheet.skills[0], readings=readings)) == "tur?value=6&reading.die=half_d10"


def test_a_speciality_is_offered_only_where_there_is_one() -> None:
    sheet = ready("patchwork")
    assert [one.key for one in manners(sheet, skill(sheet, "Pilotage"))] == [
        "speciality",
        "trained",
        "off_speciality",
        "general",
    ]
    assert [one.key for one in manners(sheet, skill(sheet, "Mécanique"))] == ["trained", "general"]
    assert [one.key for one in manners(sheet, sheet.characteristics[0])] == ["characteristic", "untrained"]


def test_a_broken_sheet_is_the_programs_mistake() -> None:
    with pytest.raises(LookupError):
        system_of(Sheet(id="a", system="none", name="x"))
    sheet = ready("abc")
    with pytest.raises(LookupError):
        prepare(sheet, Skill("Vol", 2, "Rien"))


# --------------------------------------------------------------------------------------------------------- spending


@pytest.mark.parametrize(
    ("line", "instead_of", "left"),
    [
        ("patchwork?@5", None, 3),
        ("patchwork?action_points=2@5", None, 1),
        ("patchwork?action_points=3@5", "patchwork?action_points=1@5", 1),
        ("patchwork?action_points=1@5", "patchwork?action_points=1@5", 3),
        ("patchwork?@5", "patchwork?action_points=2@5", 5),
        ("patchwork?action_points=5@5", None, 0),
    ],
)
def test_points_come_off(line: str, instead_of: str | None, left: int) -> None:
    sheet = ready("patchwork")
    after = spend(sheet, asked(line), instead_of=None if instead_of is None else asked(instead_of))
    assert after.stocks == {"action_points": left}
    assert sheet.stocks == {"action_points": 3}, "undo is keeping the old sheet"


def test_the_opponents_points_are_the_opponents() -> None:
    sheet = ready("patchwork")
    test = asked("patchwork?action_points=2&opponent.action_points=1@5/5")
    assert spend(sheet, test).stocks == {"action_points": 1}
    assert spend(sheet, test, side="opponent").stocks == {"action_points": 2}


def test_where_nothing_is_spent_the_sheet_is_the_same() -> None:
    sheet = ready("abc")
    assert spend(sheet, asked("abc?@5")) is sheet


# ----------------------------------------------------------------------------------------------------------- changes


def test_a_new_character_has_what_everybody_has() -> None:
    system = system_named("patchwork")
    assert system is not None
    sheet = blank(system, "a", "Léa", order=4, changed="2026-08-01T20:00:00Z")
    assert (sheet.stocks, sheet.constants, sheet.order) == ({"action_points": 3}, {}, 4)
    assert faults_of(sheet) == ()
    flame = system_named("flamme")
    assert flame is not None
    assert blank(flame, "b", "Noé").constants == {"flame": 0}


def test_renaming_a_characteristic_keeps_its_skills() -> None:
    sheet = rename_characteristic(ready("abc"), "Agilité", "Adresse")
    assert faults_of(sheet) == ()
    assert skill(sheet, "Crochetage").characteristic == "Adresse"
    assert characteristic_named(sheet, "Agilité") is None


def test_abbreviations() -> None:
    assert abbreviation(Characteristic("Réflexes", 3)) == "RÉF"
    assert abbreviation(Characteristic("Réflexes", 3, "RX")) == "RX"


def moved(sheets: dict[str, Sheet], key: str, place: int) -> str:
    after = {**sheets, **{one.id: one for one in reorder(sheets.values(), key, place)}}
    return "".join(one.id for one in in_order(after.values()))


@pytest.mark.parametrize(
    ("key", "place", "order"),
    [("a", 0, "abcd"), ("a", 1, "bacd"), ("a", 3, "bcda"), ("d", 0, "dabc"), ("b", 99, "acdb"), ("c", -5, "cabd")],
)
def test_reordering(key: str, place: int, order: str) -> None:
    base = ready("abc")
    listed = {name: replace(base, id=name, order=5 * index) for index, name in enumerate("abcd")}
    listed["z"] = replace(base, id="z", archived=True, order=1)
    assert moved(listed, key, place) == order
    assert reorder(listed.values(), "nobody", 0) == ()
    assert all(one.id != "z" for one in reorder(listed.values(), key, place)), (
        "archived ones have an order of their own"
    )
    assert [one.id for one in in_order(listed.values(), archived=True)] == ["z"]


# -------------------------------------------------------------------------------------------------------------- JSON


def told(raw: object) -> list[str]:
    faults: Faults = []
    sheet = read_sheet(raw, "$", faults)
    assert (sheet is None) == bool(faults)
    return sorted(f"{fault.field} {fault.code}" for fault in faults)


@given(sheets())
def test_json_round_trip(sheet: Sheet) -> None:
    assert faults_of(sheet) == ()
    faults: Faults = []
    assert read_sheet(json.loads(json.dumps(sheet_json(sheet))), "$", faults) == sheet
    assert faults == []


SMALL: dict[str, Any] = {"id": "a", "system": "patchwork", "name": "Léa"}
WITH_FORCE = {**SMALL, "characteristics": [{"name": "Force", "value": 5}]}


@pytest.mark.parametrize(
    ("raw", "faults"),
    [
        (SMALL, []),
        (None, ["$ not_a_record"]),
        ([], ["$ not_a_record"]),
        ({}, ["$.id missing", "$.name missing", "$.system missing"]),
        ({**SMALL, "id": 4}, ["$.id not_text"]),
        ({**SMALL, "id": "A b"}, ["$.id bad_key"]),
        ({**SMALL, "id": "a" * 65}, ["$.id bad_key"]),
        ({**SMALL, "system": "gurps"}, ["$.system unknown_system"]),
        ({**SMALL, "name": "  "}, ["$.name missing"]),
        ({**SMALL, "name": "x" * 81}, ["$.name too_long"]),
        ({**SMALL, "name": "x\0"}, ["$.name bad_character"]),
        ({**SMALL, "note": "deux\nlignes"}, []),
        ({**SMALL, "about": "deux\nlignes"}, ["$.about bad_character"]),
        ({**SMALL, "hat": 1, "__proto__": {}}, ["$.__proto__ unknown_field", "$.hat unknown_field"]),
        ({**SMALL, "archived": 1}, ["$.archived not_a_flag"]),
        ({**SMALL, "order": True}, ["$.order not_a_number"]),
        ({**SMALL, "order": 1.0}, ["$.order not_a_number"]),
        ({**SMALL, "order": 10**400}, ["$.order out_of_range"]),
        ({**SMALL, "changed": "hier"}, ["$.changed bad_moment"]),
        ({**SMALL, "skills": {}}, ["$.skills not_a_list"]),
        ({**SMALL, "skills": [1]}, ["$.skills[0] not_a_record"]),
        ({**SMALL, "skills": [{"name": "Vol", "value": 2}]}, ["$.skills[0].characteristic missing"]),
        ({**SMALL, "skills": [{"name": "a"}] * 301}, ["$.skills too_many"]),
        ({**SMALL, "stocks": {"action_points": 3}}, []),
        ({**SMALL, "stocks": {"action_points": 100}}, ["$.stocks.action_points out_of_range"]),
        ({**SMALL, "stocks": {"action_points": "3"}}, ["$.stocks.action_points not_a_number"]),
        ({**SMALL, "stocks": {"mana": 3}}, ["$.stocks.mana unknown_field"]),
        ({**SMALL, "constants": {"flame": 3}}, ["$.constants.flame unknown_field"]),
        ({**SMALL, "groups": [{"name": "Corps"}]}, ["$.groups unknown_field"]),
        ({**SMALL, "counters": [{"name": "Vie", "value": 5, "most": 4}]}, ["$.counters[0].value out_of_range"]),
        (
            {**WITH_FORCE, "skills": [{"name": "Vol", "value": 31, "characteristic": "force"}]},
            ["$.skills[0].characteristic unknown_choice", "$.skills[0].value out_of_range"],
        ),
        (
            {**SMALL, "characteristics": [{"name": "Force", "value": 5}, {"name": "FORCE", "value": 5}]},
            ["$.characteristics[1].name repeated"],
        ),
        (
            {**SMALL, "characteristics": [4, {"name": "Force", "value": 99}, {"name": "Âme", "value": "5"}]},
            [
                "$.characteristics[0] not_a_record",
                "$.characteristics[1].value out_of_range",
                "$.characteristics[2].value not_a_number",
            ],
        ),
        (
            {**SMALL, "system": "flamme", "characteristics": [{"name": "Force", "value": 5, "group": "Corps"}]},
            ["$.characteristics[0].group unknown_choice"],
        ),
        (
            {
                **SMALL,
                "system": "abc",
                "skills": [{"name": "Vol", "value": 2, "characteristic": "", "speciality": "x"}],
            },
            [
                "$.skills[0].characteristic missing",
                "$.skills[0].speciality unknown_field",
            ],
        ),
        ({**SMALL, "system": "tur", "skills": [{"name": "Vol", "value": 2}]}, []),
    ],
)
def test_what_is_wrong_is_said_with_its_path(raw: object, faults: list[str]) -> None:
    assert told(raw) == faults


def test_two_skills_of_one_name_need_two_specialities() -> None:
    sheet = replace(
        ready("patchwork"), skills=(Skill("Biologie", 2, "Force", "a"), Skill("biologie", 2, "Force", "b"))
    )
    assert faults_of(sheet) == ()
    twice = replace(sheet, skills=(*sheet.skills, Skill("Biologie", 2, "Force", "B")))
    assert [fault.code for fault in faults_of(twice)] == ["repeated"]


def test_counters_are_free() -> None:
    sheet = replace(ready("abc"), counters=(Counter("Vie", 12, 20), Counter("Flèches")))
    assert faults_of(sheet) == ()

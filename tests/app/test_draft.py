"""A sheet under the pen: its form says the same sheet, rows come and go, and every mistake is at its control."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from pyroll.app.draft import (
    Draft,
    checked,
    draft_of,
    dump_draft,
    load_draft,
    typed,
    with_row,
    without_row,
    without_typing,
)
from pyroll.paste import paste_skills
from pyroll.sheet import Sheet, Skill, blank, example, plan_of, system_of
from pyroll.sheet_files import has_specialities
from pyroll.system import System
from tests.kept import WITH_SHEETS, sheets

EVERY = pytest.mark.parametrize("system", WITH_SHEETS, ids=lambda system: system.key)


def drawn(system: System) -> Sheet:
    found = example(system, "one")
    assert found is not None
    return found


@EVERY
def test_an_example_is_what_its_form_says(system: System) -> None:
    sheet = drawn(system)
    assert checked(draft_of(sheet)) == (sheet, ())


@given(sheets())
def test_what_is_written_comes_back(sheet: Sheet) -> None:
    draft = draft_of(sheet)
    assert load_draft(dump_draft(draft)) == draft


@EVERY
def test_what_is_written_of_a_new_one_comes_back(system: System) -> None:
    draft = typed(with_row(replace(draft_of(blank(system, "one", "", order=3)), new=True), "s"), {"s.0.name": "Saut"})
    assert load_draft(dump_draft(draft)) == draft


@pytest.mark.parametrize("kept", ["", "{}", "null", "[" * 5000, '{"sheet": {}, "texts": {}, "rows": {}, "new": 0}'])
def test_what_is_no_draft_is_left_out(kept: str) -> None:
    assert load_draft(kept) is None
    assert load_draft(dump_draft(draft_of(drawn(WITH_SHEETS[0]))).replace('"c": ', '"c": 9999')) is None


@given(sheets())
def test_a_form_says_its_sheet(sheet: Sheet) -> None:
    again, problems = checked(draft_of(sheet))
    assert not problems
    names = ("id", "system", "archived", "order", "example", "changed")
    assert [getattr(again, name) for name in names] == [getattr(sheet, name) for name in names]
    assert again.name == sheet.name.strip()
    assert [one.value for one in again.characteristics] == [one.value for one in sheet.characteristics]
    assert [one.value for one in again.skills] == [one.value for one in sheet.skills]


def edited(draft: Draft, **texts: str) -> Draft:
    return typed(draft, {**draft.texts, **{name.replace("_", "."): value for name, value in texts.items()}})


def test_a_renamed_characteristic_keeps_its_skills() -> None:
    sheet, problems = checked(edited(draft_of(drawn(WITH_SHEETS[0])), c_1_name="Vivacité"))
    assert not problems
    assert sheet.skills[0].characteristic == "Vivacité"


def test_rows_come_and_go() -> None:
    draft = with_row(draft_of(drawn(WITH_SHEETS[0])), "s")
    assert checked(draft) == (drawn(WITH_SHEETS[0]), ()), "an empty row says nothing"
    place = draft.rows["s"] - 1
    draft = typed(draft, {**draft.texts, f"s.{place}.name": "Nage", f"s.{place}.value": "3", f"s.{place}.tied": "0"})
    sheet, problems = checked(draft)
    assert not problems
    assert sheet.skills[-1] == Skill("Nage", 3, "Force")
    sheet, _ = checked(without_row(draft, "s", 0))
    assert sheet.skills[0].name == "Mécanique"
    assert sheet.skills[-1].name == "Nage"


def test_a_removed_characteristic_leaves_its_skills_untied() -> None:
    sheet, problems = checked(without_row(draft_of(drawn(WITH_SHEETS[0])), "c", 1))
    assert [one.characteristic for one in sheet.skills][:2] == ["", "Intelligence"]
    assert {problem.field for problem in problems} == {"s.0.tied", "s.2.tied"}


def test_every_mistake_is_at_its_control() -> None:
    draft = edited(draft_of(drawn(WITH_SHEETS[0])), name="", c_0_value="beaucoup", s_1_value="999", c_3_name="")
    _, problems = checked(edited(draft, s_4_name="Pilotage", s_4_speciality="chasseurs"))
    found = {problem.field: problem.code for problem in problems}
    assert found["name"] == "missing"
    assert found["c.0.value"] == "not_a_number"
    assert found["s.1.value"] == "out_of_range"
    assert found["s.4.name"] == "repeated"


def test_minus_signs_are_read() -> None:
    draft = with_row(draft_of(drawn(WITH_SHEETS[0])), "n")
    sheet, _ = checked(edited(draft, n_0_name="Chance", n_0_value="−2", n_0_most="5"))
    assert (sheet.counters[0].value, sheet.counters[0].most) == (-2, 5)


def test_a_speciality_without_a_name_stays_one() -> None:
    system = next(one for one in WITH_SHEETS if has_specialities(plan_of(one)))
    sheet = replace(drawn(system), skills=(replace(drawn(system).skills[0], speciality=""),))
    assert checked(draft_of(sheet))[0].skills[0].speciality == ""
    assert system_of(sheet) == system


def test_pasted_lines_join_the_form() -> None:
    draft = draft_of(drawn(WITH_SHEETS[0]))
    pasted = paste_skills(checked(draft)[0], "Nage 3 FOR\nn’importe quoi")
    after = without_typing(replace(draft, new=True), pasted.sheet)
    assert after.new
    assert after.rows["s"] == draft.rows["s"] + 1
    assert [one.number for one in pasted.misread] == [2]

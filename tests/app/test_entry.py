"""From controls to named texts."""

from pyroll.app.entry import entered, settings_made
from pyroll.form import fields_of
from pyroll.systems.abc_words import ABC
from pyroll.systems.patchwork_words import PATCHWORK

UNTOUCHED = {"opposed": "no", "characteristic": "5", "skill": "0", "proficiency": "trained", "difficulty": "20"}


def test_what_does_not_apply_is_not_read() -> None:
    texts = {**UNTOUCHED, "general_skill": "99", "opponent.characteristic": "7"}
    assert entered(PATCHWORK, texts) == (
        ("characteristic", "5"),
        ("skill", "0"),
        ("proficiency", "trained"),
        ("difficulty", "20"),
    )


def test_another_choice_brings_another_field() -> None:
    texts = {**UNTOUCHED, "proficiency": "untrained", "general_skill": "2"}
    read = dict(entered(PATCHWORK, texts))
    assert read["general_skill"] == "2"
    assert "skill" not in read


def test_an_opposition_reads_both_sides_and_no_difficulty() -> None:
    texts = {**UNTOUCHED, "opposed": "yes", "opponent.characteristic": "7", "opponent.proficiency": "untrained"}
    read = dict(entered(PATCHWORK, {**texts, "opponent.skill": "9", "opponent.general_skill": "1"}))
    assert read["opponent.characteristic"] == "7"
    assert read["opponent.general_skill"] == "1"
    assert "opponent.skill" not in read
    assert "difficulty" not in read


def test_a_box_that_is_not_ticked_says_no() -> None:
    read = dict(entered(ABC, {"task": "routine"}))
    assert read["stress"] == "no"
    assert read["reading.minimum_meets_threshold"] == "no"


def test_typed_text_is_read_as_a_person_means_it() -> None:
    read = dict(entered(PATCHWORK, {**UNTOUCHED, "modifier": " \N{MINUS SIGN}3 "}))
    assert read["modifier"] == "-3"


def test_names_that_are_no_field_are_left_alone() -> None:
    assert "difficulty.rung" not in dict(entered(PATCHWORK, {**UNTOUCHED, "difficulty.rung": "20", "x": "1"}))


def test_settings_that_differ_are_counted() -> None:
    rare = [item for item in fields_of(ABC.request) if item.rare]
    assert settings_made(rare, {}) == 0
    assert settings_made(rare, {"tools_bonus": "1", "help_bonus": "0", "calm_bonus": "x"}) == 2
    assert settings_made(rare, {"opponent.tools_bonus": "1"}, "opponent.") == 1

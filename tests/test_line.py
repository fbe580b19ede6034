"""The text form, both ways: what is canonical, what is refused and under which name."""

import pytest

from pyroll.line import Refusal, read, write
from tests.checks import judged


def canonical(line: str) -> str:
    test = read(line)
    assert not isinstance(test, Refusal), test.problems
    return write(test)


def problems(line: str) -> list[tuple[str, str]]:
    """Code and field of every problem of a line, its dice included."""
    return [(one["code"], one["field"]) for one in judged(line)["error"]]


# ------------------------------------------------------------------------------------------------------ canonical


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param(
            "patchwork?difficulty=25&characteristic=7",
            "patchwork?characteristic=7&difficulty=25",
            id="declared order",
        ),
        pytest.param("patchwork?characteristic=5&skill=0&difficulty=20", "patchwork?", id="defaults left out"),
        pytest.param("patchwork?action_points_available=", "patchwork?", id="empty is the default"),
        pytest.param(
            "patchwork?action_points_available=0",
            "patchwork?action_points_available=0",
            id="no point left is not untracked",
        ),
        pytest.param(
            "tur?reading.success_from=mediocre&opponent.value=7&value=6@1,2/3,4",
            "tur?value=6&opponent.value=7&reading.success_from=mediocre@1,2/3,4",
            id="actor, opponent, readings",
        ),
        pytest.param(
            "ecor?opponent.skill=0", "ecor?opponent.characteristic=3", id="the opponent's first field stays"
        ),
        pytest.param("tur?opponent.value=5&opponent.shift=0", "tur?opponent.value=5", id="one field is enough"),
        pytest.param("tur?opponent.shift=2", "tur?opponent.shift=2", id="no first field beside another"),
        pytest.param("flamme?modifiers=+1D+1DF+2", "flamme?modifiers=%2B1D%2B1DF%2B2", id="plus as it is"),
        pytest.param("flamme?modifiers=%2B1D", "flamme?modifiers=%2B1D", id="plus, encoded"),
        pytest.param("flamme?modifiers= 1D", "flamme?modifiers=%2B1D", id="a space is read as plus"),
        pytest.param("flamme?modifiers=%201D", "flamme?modifiers=%2B1D", id="an encoded space too"),
        pytest.param("flamme?modifiers=-1D-2", "flamme?modifiers=-1D-2", id="minus"),
        pytest.param("flamme?modifiers=%E2%88%921D−2", "flamme?modifiers=-1D-2", id="the typographic minus"),
        pytest.param("flamme?modifiers=%2B0D%2B0DF-0", "flamme?", id="modifiers of nothing"),
        pytest.param("flamme?modifiers=%2B007D", "flamme?modifiers=%2B7D", id="leading zeros"),
        pytest.param(
            "flamme?characteristic=2&flame=2&aspect=2&raises=1,1",
            "flamme?characteristic=2&flame=2&aspect=2&raises=1,1",
            id="commas stay",
        ),
        pytest.param(
            "flamme?flame=2&aspect=2&raises=1%2C1", "flamme?flame=2&aspect=2&raises=1,1", id="encoded commas"
        ),
        pytest.param("flamme?flame=1&aspect=2&raises=0", "flamme?flame=1&aspect=2&raises=0", id="zeros are a choice"),
        pytest.param("flamme?raises=", "flamme?", id="no list"),
        pytest.param("patchwork?characteristic=%2B07", "patchwork?characteristic=7", id="sign and zeros"),
        pytest.param("tur?modifier=-0", "tur?", id="minus zero"),
        pytest.param("patchwork?%63haracteristic=%37", "patchwork?characteristic=7", id="percent escapes"),
        pytest.param("patchwork?@10,%206", None, id="a space in the faces"),
        pytest.param("patchwork?@010,+6", "patchwork?@10,6", id="faces are numbers"),
        pytest.param("abc?task=routine@", "abc?task=routine@", id="at sign alone"),
        pytest.param("abc?task=routine", "abc?task=routine", id="not thrown yet"),
        pytest.param("tur?opponent.value=6@1,2/", "tur?opponent.value=6@1,2/", id="the opponent has not thrown"),
        pytest.param("tur?opponent.value=6@1,2", "tur?opponent.value=6@1,2/", id="opponent's slash left out"),
    ],
)
def test_canonical_line(line: str, expected: str | None) -> None:
    if expected is None:
        assert isinstance(read(line), Refusal)
    else:
        assert canonical(line) == expected


def test_fields_of_no_use_are_kept() -> None:
    """They are validated, then ignored; but the line still tells what was entered."""
    line = "patchwork?skill=4&proficiency=untrained&general_skill=2@5"
    assert canonical(line) == line
    assert judged(line)["base"] == 5 - 5 + 2


@pytest.mark.parametrize("line", ["abc?task=routine", "abc?task=routine@"])
def test_a_test_without_dice_ends_in_an_at_sign(line: str) -> None:
    assert judged(line)["line"] == "abc?task=routine@"


def test_an_at_sign_alone_is_no_die() -> None:
    assert judged("patchwork?@")["needs"]["count"] == 1


# -------------------------------------------------------------------------------------------------------- refused


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", [("bad_line", "line")]),
        ("patchwork", [("bad_line", "line")]),
        ("patchwork@4", [("bad_line", "line")]),
        ("patchwork?@4@5", [("bad_line", "line")]),
        ("patchwork?characteristic", [("bad_line", "line")]),
        ("?@4", [("unknown_system", "system")]),
        ("Patchwork?@4", [("unknown_system", "system")]),
        ("patchwork ?@4", [("unknown_system", "system")]),
        ("patchwork?nothing=1@4", [("unknown_field", "nothing")]),
        ("patchwork?=1@4", [("unknown_field", "")]),
        ("patchwork?Skill=1@4", [("unknown_field", "Skill")]),
        ("patchwork?opponent.nothing=1@4/4", [("unknown_field", "opponent.nothing")]),
        ("patchwork?opponent.=1@4/4", [("unknown_field", "opponent.")]),
        ("patchwork?reading.nothing=1@4", [("unknown_field", "reading.nothing")]),
        ("patchwork?opponent.reading.critical=score@4/4", [("unknown_field", "opponent.reading.critical")]),
        ("patchwork?critical=score@4", [("unknown_field", "critical")]),
        ("patchwork?skill=1&skill=1@4", [("repeated_field", "skill")]),
        ("patchwork?skill=1&skill=1&skill=2@4", [("repeated_field", "skill")]),
        ("patchwork?opponent.skill=1&opponent.skill=2@4/4", [("repeated_field", "opponent.skill")]),
        ("tur?reading.die=half_d10&reading.die=half_d10@4,4", [("repeated_field", "reading.die")]),
        ("patchwork?skill=@4", [("not_a_number", "skill")]),
        ("patchwork?skill=1.5@4", [("not_a_number", "skill")]),
        ("patchwork?skill=1e1@4", [("not_a_number", "skill")]),
        ("patchwork?skill=1_0@4", [("not_a_number", "skill")]),
        ("patchwork?skill=%2B@4", [("not_a_number", "skill")]),
        ("patchwork?skill=--1@4", [("not_a_number", "skill")]),
        ("patchwork?modifier=−3@4", [("not_a_number", "modifier")]),
        ("patchwork?skill=1%0A@4", [("not_a_number", "skill")]),
        ("patchwork?skill=²@4", [("not_a_number", "skill")]),
        ("patchwork?skill=३@4", [("not_a_number", "skill")]),
        ("patchwork?skill=3@４", [("not_a_number", "faces")]),
        ("patchwork?opponent.skill=x@4/4", [("not_a_number", "opponent.skill")]),
        ("patchwork?@four", [("not_a_number", "faces")]),
        ("patchwork?@4,", [("not_a_number", "faces")]),
        ("patchwork?@,", [("not_a_number", "faces"), ("not_a_number", "faces")]),
        ("patchwork?skill=31@4", [("out_of_range", "skill")]),
        ("patchwork?skill=-1@4", [("out_of_range", "skill")]),
        ("patchwork?opponent.difficulty=100@4/4", [("out_of_range", "opponent.difficulty")]),
        ("abc?calm_bonus=1@4", [("out_of_range", "calm_bonus")]),
        ("abc?calm_bonus=2@4", [("out_of_range", "calm_bonus")]),
        ("abc?calm_bonus=7@4", [("out_of_range", "calm_bonus")]),
        ("abc?stress=1@4", [("unknown_choice", "stress")]),
        ("abc?stress=@4", [("unknown_choice", "stress")]),
        ("abc?stress=Yes@4", [("unknown_choice", "stress")]),
        ("abc?opponent.task=routine@4/4", [("unknown_choice", "opponent.task")]),
        ("tur?reading.die=d5@4,4", [("unknown_choice", "reading.die")]),
        ("abc?reading.minimum_meets_threshold=maybe@4", [("unknown_choice", "reading.minimum_meets_threshold")]),
        ("patchwork?@0", [("die_out_of_range", "faces")]),
        ("patchwork?@-4", [("die_out_of_range", "faces")]),
        ("abc?@21", [("die_out_of_range", "faces")]),
        ("tur?@6,1", [("die_out_of_range", "faces")]),
        ("tur?opponent.value=3@4,4/4,6", [("die_out_of_range", "faces")]),
        ("patchwork?@4,4", [("too_many_dice", "faces")]),
        ("patchwork?@4/4", [("too_many_dice", "faces")]),
        ("patchwork?@4/", [("too_many_dice", "faces")]),
        ("patchwork?opponent.skill=0@4/4/4", [("too_many_dice", "faces")]),
        ("patchwork?opponent.skill=0@4/4,4", [("too_many_dice", "faces")]),
        (
            "patchwork?action_points=2&action_points_available=1@4",
            [("over_stock", "action_points")],
        ),
        (
            "patchwork?opponent.action_points=2&opponent.action_points_available=1@4/4",
            [("over_stock", "opponent.action_points")],
        ),
        ("flamme?modifiers=%2B1DF%2B1D@1,2,3", [("bad_modifiers", "modifiers")]),
        ("flamme?modifiers=1D@1,2,3", [("bad_modifiers", "modifiers")]),
        ("flamme?modifiers=%2B1d@1,2,3", [("bad_modifiers", "modifiers")]),
        ("flamme?modifiers=%2B1D%2B1D@1,2,3", [("bad_modifiers", "modifiers")]),
        ("flamme?modifiers=-21DF@1,2,3", [("bad_modifiers", "modifiers")]),
        ("flamme?modifiers=%2B11@1,2,3", [("bad_modifiers", "modifiers")]),
        ("flamme?modifiers=%2B١D@1,2,3", [("bad_modifiers", "modifiers")]),
        ("flamme?opponent.modifiers=x@1,2,3/1,2,3", [("bad_modifiers", "opponent.modifiers")]),
        ("flamme?flame=2&aspect=2&raises=1@2,2,3", [("bad_allocation", "raises")]),
        ("flamme?flame=2&aspect=2&raises=1,1,0@2,2,3", [("bad_allocation", "raises")]),
        ("flamme?flame=2&aspect=2&raises=1,x@2,2,3", [("bad_allocation", "raises")]),
        ("flamme?flame=2&dark_aspect=2&lowers=1,-1@2,2,3", [("bad_allocation", "lowers")]),
        ("flamme?raises=0@2,2,3", [("bad_allocation", "raises")]),
        ("flamme?flame=1&aspect=2&raises=3@2,2,3", [("too_many_points", "raises")]),
        ("flamme?flame=1&dark_aspect=2&lowers=3@2,2,3", [("too_many_points", "lowers")]),
        (
            "flamme?flame=1&opponent.flame=1&opponent.raises=1@2,2,3/2,2,3",
            [("too_many_points", "opponent.raises")],
        ),
        ("flamme?flame=1&aspect=2&raises=1@1,2,3", [("one_is_immune", "raises")]),
        ("flamme?flame=1&dark_aspect=2&lowers=1@1,2,3", [("one_is_immune", "lowers")]),
        (
            "flamme?opponent.flame=1&opponent.dark_aspect=2&opponent.lowers=1@2,2,3/1,2,3",
            [("one_is_immune", "opponent.lowers")],
        ),
    ],
)
def test_refused_line(line: str, expected: list[tuple[str, str]]) -> None:
    assert problems(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "patchwork?characteristic=x&skill=99&proficiency=god&nothing=1&opponent.skill=-1&reading.critical=no@a/b",
            {
                ("not_a_number", "characteristic"),
                ("out_of_range", "skill"),
                ("unknown_choice", "proficiency"),
                ("unknown_field", "nothing"),
                ("out_of_range", "opponent.skill"),
                ("unknown_choice", "reading.critical"),
                ("not_a_number", "faces"),
            },
        ),
        (
            "patchwork?skill=1&skill=x&opponent.skill=1&opponent.skill=2@4/4/4",
            {
                ("repeated_field", "skill"),
                ("not_a_number", "skill"),
                ("repeated_field", "opponent.skill"),
                ("too_many_dice", "faces"),
            },
        ),
        (
            "flamme?flame=2&raises=1&lowers=5,5@a,2,3",
            {
                ("bad_allocation", "raises"),
                ("too_many_points", "raises"),
                ("too_many_points", "lowers"),
                ("not_a_number", "faces"),
            },
        ),
        (
            "flamme?flame=1&aspect=1&raises=1&opponent.flame=1&opponent.aspect=1&opponent.raises=1@1,2,3/1,2,3",
            {("one_is_immune", "raises"), ("one_is_immune", "opponent.raises")},
        ),
        (
            "abc?task=routine&opponent.task=routine@4/4",
            {("unknown_choice", "task"), ("unknown_choice", "opponent.task")},
        ),
        (
            "patchwork?action_points=1&action_points_available=0&opponent.skill=x@4/4",
            {("over_stock", "action_points"), ("not_a_number", "opponent.skill")},
        ),
        ("patchwork?opponent.skill=1@11/3,3", {("die_out_of_range", "faces"), ("too_many_dice", "faces")}),
    ],
)
def test_all_faults_at_once(line: str, expected: set[tuple[str, str]]) -> None:
    found = problems(line)
    assert set(found) == expected

"""Patchwork against its rules (rules 000)."""

from itertools import product

import pytest

from tests.checks import judged

LADDER = {"R000-17": 10, "R000-18": 15, "R000-19": 20, "R000-20": 25, "R000-21": 30, "R000-22": 35, "R000-23": 40}
LADDER["R000-24"] = 45


@pytest.mark.parametrize(
    ("faces", "total", "critical"),
    [
        pytest.param("2", 2, None, id="plain"),
        pytest.param("9", 9, None, id="plain 9"),
        pytest.param("1,8", -7, "failure", id="R000-41"),
        pytest.param("1,10,4", -13, "failure", id="R000-42"),
        pytest.param("10,6", 16, "success", id="R000-45"),
        pytest.param("10,10,1", 21, "success", id="R000-46"),
        pytest.param("10,1", 11, "success", id="R000-44"),
        pytest.param("1,1", 0, "failure", id="A000-3"),
        pytest.param("1,10,1", -10, "failure", id="A000-3, after a 10"),
        pytest.param("1,10,10,5", -24, "failure", id="A000-4, A000-13"),
        pytest.param("1,2", -1, "failure", id="the mildest fall but one"),
        pytest.param("10,10,10,10,10,10,10,2", 72, "success", id="no ceiling"),
    ],
)
def test_die(faces: str, total: int, critical: str | None) -> None:
    """R000-38 to R000-46, on base 14."""
    answer = judged(f"patchwork?characteristic=8&skill=6&difficulty=10@{faces}")
    assert (answer["base"], answer["die_total"], answer["critical"]) == (14, total, critical)
    assert answer["score"] == 14 + total
    assert answer["margin"] == 4 + total
    assert answer["success"] is (14 + total >= 10)


@pytest.mark.parametrize(
    ("fields", "base"),
    [
        pytest.param("characteristic=7&skill=3", 10, id="R000-6"),
        pytest.param("characteristic=7&skill=6", 13, id="R000-7"),
        pytest.param("characteristic=7&skill=3&proficiency=speciality", 12, id="R000-27, inside"),
        pytest.param("characteristic=7&skill=3&proficiency=off_speciality", 8, id="R000-27, outside"),
        pytest.param("characteristic=0&skill=0&proficiency=off_speciality", -2, id="below zero"),
        pytest.param("characteristic=7&proficiency=untrained", 2, id="R000-28"),
        pytest.param("characteristic=3&proficiency=untrained", -2, id="R000-28, below zero"),
        pytest.param("characteristic=7&skill=9&proficiency=untrained", 2, id="no skill then"),
        pytest.param("characteristic=7&proficiency=untrained&general_skill=3", 5, id="R000-29"),
        pytest.param("characteristic=7&proficiency=untrained&general_skill=7", 9, id="R000-29, above zero"),
        pytest.param("characteristic=7&skill=3&general_skill=7", 10, id="no general skill when trained"),
        pytest.param("characteristic=7&skill=3&proficiency=characteristic", 7, id="A000-12 plain"),
        pytest.param(
            "characteristic=7&proficiency=characteristic&reading.characteristic_roll=double", 14, id="A000-12 double"
        ),
        pytest.param(
            "characteristic=7&skill=3&reading.characteristic_roll=double", 10, id="skills are never doubled"
        ),
    ],
)
def test_base(fields: str, base: int) -> None:
    answer = judged(f"patchwork?{fields}@5")
    assert (answer["base"], answer["score"], answer["margin"]) == (base, base + 5, base + 5 - 20)


@pytest.mark.parametrize(("rule", "difficulty"), LADDER.items(), ids=LADDER)
def test_success_from_the_difficulty_on(rule: str, difficulty: int) -> None:
    """R000-13, R000-14: reached is enough."""
    below = judged(f"patchwork?characteristic=0&modifier={difficulty - 6}&difficulty={difficulty}@5")
    reached = judged(f"patchwork?characteristic=0&modifier={difficulty - 5}&difficulty={difficulty}@5")
    assert (below["success"], below["margin"]) == (False, -1)
    assert (reached["success"], reached["margin"]) == (True, 0)


@pytest.mark.parametrize(
    ("fields", "score", "left"),
    [
        pytest.param("modifier=-2", 8, None, id="R000-32"),
        pytest.param("modifier=3", 13, None, id="R000-33"),
        pytest.param("action_points=5", 20, None, id="R000-50"),
        pytest.param("action_points=2&action_points_available=3", 14, 1, id="R000-51"),
        pytest.param("action_points=3&action_points_available=3", 16, 0, id="all of them"),
        pytest.param("action_points_available=0", 10, 0, id="none to spend"),
        pytest.param("modifier=-2&action_points=1", 10, None, id="both"),
    ],
)
def test_modifiers(fields: str, score: int, left: int | None) -> None:
    answer = judged(f"patchwork?{fields}@5")
    assert (answer["score"], answer["action_points_left"]) == (score, left)


def test_action_points_add_to_a_fumble() -> None:
    """A000-6: 14 − 7 + 2·2 = 11."""
    assert judged("patchwork?characteristic=8&skill=6&action_points=2@1,8")["score"] == 11


@pytest.mark.parametrize(
    ("reading", "line", "success"),
    [
        ("score", "characteristic=14&difficulty=10@1,3", True),
        ("automatic", "characteristic=14&difficulty=10@1,3", False),
        ("automatic_failure", "characteristic=14&difficulty=10@1,3", False),
        ("score", "characteristic=2&difficulty=30@10,5", False),
        ("automatic", "characteristic=2&difficulty=30@10,5", True),
        ("automatic_failure", "characteristic=2&difficulty=30@10,5", False),
    ],
)
def test_criticals_and_success(reading: str, line: str, success: bool) -> None:
    """A000-1, A000-2: the flag tells the first die, the margin the score, whatever the reading."""
    answer = judged(f"patchwork?reading.critical={reading}&{line}")
    assert answer["success"] is success
    assert answer["critical"] == ("failure" if line.endswith("1,3") else "success")
    assert answer["margin"] == (2 if line.endswith("1,3") else -13)


@pytest.mark.parametrize(
    ("line", "target", "success"),
    [
        ("characteristic=5@5", 5, True),
        ("characteristic=5@6", 5, False),
        ("characteristic=5&modifier=-5@1", 0, False),
        ("characteristic=5&action_points=2@9", 9, True),
        ("characteristic=10@10", 10, True),
        ("characteristic=1@1", 1, True),
    ],
)
def test_under(line: str, target: int, success: bool) -> None:
    """A000-12 d: one die, never thrown again, no critical; the difficulty does not count."""
    head = "patchwork?proficiency=characteristic&reading.characteristic_roll=under&"
    answer = judged(head + line)
    die = int(line.partition("@")[2])
    assert (answer["success"], answer["margin"], answer["critical"]) == (success, target - die, None)
    assert answer["die_total"] == answer["score"] == die
    assert answer["base"] == int(line[len("characteristic=") :].partition("@")[0].partition("&")[0])
    assert answer["action_points_left"] is None
    assert judged(f"{head}difficulty=99&{line}")["success"] is success
    assert judged(f"{head}reading.critical=automatic&{line}")["success"] is success
    assert judged(f"{head}{line},3")["error"][0]["code"] == "too_many_dice"


def test_under_spends_action_points() -> None:
    head = "patchwork?proficiency=characteristic&reading.characteristic_roll=under&"
    assert judged(f"{head}action_points=2&action_points_available=3@9")["action_points_left"] == 1


def test_under_counts_only_for_characteristic_rolls() -> None:
    assert judged("patchwork?reading.characteristic_roll=under@10")["needs"]["why"] == "explode"


def test_under_counts_as_plain_in_an_opposition() -> None:
    fields = "characteristic=7&proficiency=characteristic&opponent.proficiency=characteristic"
    answer = judged(f"patchwork?{fields}&reading.characteristic_roll=under@10,2/1,3")
    assert answer["actor"] == {"score": 19, "critical": "success"}
    assert answer["opponent"] == {"score": 3, "critical": "failure"}


# --------------------------------------------------------------------------------------------------------- opposition

ROLLS = {"1,2": "failure", "5": None, "10,4": "success"}
RANKS: dict[str, dict[str | None, int]] = {
    "score": {"failure": 0, None: 0, "success": 0},
    "automatic": {"failure": -1, None: 0, "success": 1},
    "automatic_failure": {"failure": -1, None: 0, "success": 0},
}


@pytest.mark.parametrize("reading", RANKS)
@pytest.mark.parametrize(("mine", "theirs"), list(product(ROLLS, repeat=2)))
@pytest.mark.parametrize("skill", [0, 6, 15, 30])
def test_opposition(reading: str, mine: str, theirs: str, skill: int) -> None:
    """R000-11, R000-12; a reading ranks criticals first, equal ranks compare scores; a tie is the actor's."""
    answer = judged(f"patchwork?skill={skill}&opponent.skill=15&reading.critical={reading}@{mine}/{theirs}")
    ahead = RANKS[reading][ROLLS[mine]] - RANKS[reading][ROLLS[theirs]]
    margin = answer["actor"]["score"] - answer["opponent"]["score"]
    assert answer["margin"] == margin
    assert answer["winner"] == ("actor" if (ahead or margin) >= 0 else "opponent")
    assert (answer["actor"]["critical"], answer["opponent"]["critical"]) == (ROLLS[mine], ROLLS[theirs])


def test_a_tie_goes_to_the_actor() -> None:
    """R000-11."""
    answer = judged("patchwork?skill=3&opponent.skill=4@5/4")
    assert (answer["winner"], answer["margin"]) == ("actor", 0)
    assert answer["steps"][-1]["rule"] == "R000-11"


def test_both_sides_spend() -> None:
    answer = judged("patchwork?action_points=2&opponent.action_points=5@5/5")
    assert (answer["actor"]["score"], answer["opponent"]["score"]) == (14, 20)

"""ABC against its rules (rules 001)."""

import re

import pytest

from pyroll.line import write
from pyroll.systems.abc_words import ABC
from tests.checks import judged
from tests.samples import naming, some_test
from tests.systems.twin_abc import twin

LETTERS = ["A", "B", "C", "D", "E", "F", "F+1"]
ROWS = {"A": (1, 3), "B": (4, 6), "C": (7, 9), "D": (10, 12), "E": (13, 15), "F": (16, 19)}
LETTER_OF = {die: letter for letter, (low, high) in ROWS.items() for die in range(low, high + 1)}


@pytest.mark.parametrize("die", range(1, 20))
def test_letter_of_the_die(die: int) -> None:
    """R001-30 to R001-35: ABC 20 reaches them all; 19 is critical there (A001-3)."""
    answer = judged(f"abc?attribute=15&skill=5&reading.minimum_grade=none@{die}")
    assert answer["grade"] == ("F+1" if die == 19 else LETTER_OF[die])
    assert answer["columns"] == (7 if die == 19 else LETTERS.index(LETTER_OF[die]) + 1)
    assert answer["critical"] == ("success" if die == 19 else None)


@pytest.mark.parametrize("die", range(1, 20))
def test_abc_10(die: int) -> None:
    """R001-9."""
    answer = judged(f"abc?attribute=6&skill=4@{die}")
    assert answer["success"] is (die <= 10)
    assert answer["critical"] == ("success" if die == 10 else None)
    assert answer["result"] == die


@pytest.mark.parametrize(
    ("die", "result", "grade", "critical"),
    [
        pytest.param(19, 21, "F+1", "success", id="R001-48"),
        pytest.param(18, 20, "F+1", "success", id="R001-50"),
        pytest.param(17, 19, "F+1", "success", id="R001-51"),
        pytest.param(16, 18, "F", None, id="A001-2, plain"),
        pytest.param(8, 10, "D", None, id="R001-49"),
        pytest.param(1, 3, "A", None, id="R001-49, 1 becomes 3"),
    ],
)
def test_abc_22(die: int, result: int, grade: str, critical: str | None) -> None:
    answer = judged(f"abc?attribute=10&skill=10&tools_bonus=2&reading.minimum_grade=none@{die}")
    assert (answer["abc"], answer["result"]) == (22, result)
    assert (answer["grade"], answer["critical"]) == (grade, critical)


@pytest.mark.parametrize(
    ("abc", "from_19", "from_20"),
    [
        (1, {1}, {1}),
        (18, {18}, {18}),
        (19, {19}, {19}),
        (20, {19}, set()),
        (21, {18, 19}, {19}),
        (22, {17, 18, 19}, {18, 19}),
        (30, set(range(9, 20)), set(range(10, 20))),
        (0, set(), set()),
    ],
)
def test_which_dice_are_critical(abc: int, from_19: set[int], from_20: set[int]) -> None:
    """A001-2, A001-3: one face more per point of ABC."""
    for reading, expected in (("from_19", from_19), ("from_20", from_20)):
        line = f"abc?attribute={abc}&reading.high_critical={reading}"
        assert {die for die in range(1, 20) if judged(f"{line}@{die}")["critical"] == "success"} == expected


# ------------------------------------------------------------------------------------------------- natural 20


@pytest.mark.parametrize(
    ("fields", "second", "target", "critical"),
    [
        pytest.param("attribute=10", 6, 6, None, id="R001-12"),
        pytest.param("attribute=10", 7, 6, "failure", id="R001-12, failed"),
        pytest.param("attribute=10&skill=12", 18, 18, None, id="R001-47"),
        pytest.param("attribute=10&skill=12", 19, 18, "failure", id="R001-47, failed"),
        pytest.param("attribute=10&task=trivial", 10, 10, None, id="R001-13"),
        pytest.param("attribute=10&task=trivial", 11, 10, "failure", id="R001-13, failed"),
        pytest.param("attribute=30", 20, 26, "failure", id="A001-5, a second 20"),
        pytest.param("attribute=30", 19, 26, None, id="A001-5, any other"),
        pytest.param("attribute=3", 1, -1, "failure", id="A001-5, below 1"),
        pytest.param("attribute=0&other_bonus=-20", 1, -24, "failure", id="a target far below"),
        pytest.param("attribute=10&hindrances=6", 6, 6, None, id="thresholds do not apply"),
    ],
)
def test_confirmation(fields: str, second: int, target: int, critical: str | None) -> None:
    answer = judged(f"abc?{fields}@20,{second}")
    assert (answer["success"], answer["confirm_target"], answer["critical"]) == (False, target, critical)
    assert (answer["grade"], answer["columns"]) == (None, 0)


@pytest.mark.parametrize(
    ("fields", "confirmed"),
    [
        ("attribute=19", False),
        ("attribute=20", True),
        ("attribute=5&task=trivial", True),
        ("attribute=18&ease_bonus=2", True),
    ],
)
def test_trivial_or_high_confirms_only_these(fields: str, confirmed: bool) -> None:
    """A001-4."""
    line = f"abc?{fields}&reading.natural_20=trivial_or_high@20"
    if confirmed:
        assert judged(line)["needs"]["why"] == "confirm"
        return
    answer = judged(line)
    assert (answer["success"], answer["critical"], answer["confirm_target"]) == (False, None, None)
    assert judged(line + ",5")["error"][0]["code"] == "too_many_dice"


def test_a_natural_20_is_confirmed_in_an_opposition_too() -> None:
    assert judged("abc?opponent.skill=4@20/3")["needs"] == {
        "count": 1,
        "sides": 20,
        "side": "actor",
        "why": "confirm",
    }


# ---------------------------------------------------------------------------------------------- trivial, routine


@pytest.mark.parametrize(
    ("die", "grade", "columns", "critical"),
    [(3, "A", 1, None), (7, "C", 3, None), (8, "C", 4, "success"), (9, "A", 1, None), (19, "A", 1, None)],
)
def test_trivial(die: int, grade: str, columns: int, critical: str | None) -> None:
    """A001-13: a success at any score but 20, whatever the threshold; a missed die gives an A."""
    answer = judged(f"abc?attribute=8&task=trivial&hindrances=5@{die}")
    assert (answer["success"], answer["grade"], answer["columns"]) == (True, grade, columns)
    assert (answer["critical"], answer["threshold"]) == (critical, "F")


def test_a_missed_trivial_die_has_no_minimum_letter() -> None:
    assert judged("abc?attribute=10&skill=8&task=trivial&other_bonus=-10@12")["grade"] == "A"
    assert judged("abc?attribute=10&skill=8&task=trivial&other_bonus=-10@7")["grade"] == "C"


def test_a_trivial_task_at_no_chance() -> None:
    assert judged("abc?attribute=0&task=trivial@19")["success"] is True


@pytest.mark.parametrize(
    ("fields", "automatic", "grade", "success"),
    [
        pytest.param("skill=0", True, None, True, id="R001-1"),
        pytest.param("skill=5", True, None, True, id="R001-2"),
        pytest.param("skill=5&stress=yes", False, None, None, id="R001-3"),
        pytest.param("skill=6&stress=yes", True, "A", True, id="R001-4"),
        pytest.param("skill=9&stress=yes", True, "A", True, id="R001-42, levels 7 to 9"),
        pytest.param("skill=10&stress=yes", True, "B", True, id="R001-5"),
        pytest.param("skill=30", True, "B", True, id="no further"),
        pytest.param("skill=5&hindrances=1", True, None, None, id="A001-12, no letter"),
        pytest.param("skill=5&stress=yes&hindrances=1", False, None, None, id="neither"),
        pytest.param("skill=6&hindrances=1", True, "A", False, id="A does not meet B"),
        pytest.param("skill=10&hindrances=1", True, "B", True, id="B meets B"),
        pytest.param("skill=10&hindrances=2", True, "B", False, id="B does not meet C"),
        pytest.param("attribute=20&skill=10&hindrances=2", True, "B", False, id="no minimum letter"),
    ],
)
def test_routine(fields: str, automatic: bool, grade: str | None, success: bool | None) -> None:
    answer = judged(f"abc?task=routine&{fields}@")
    assert (answer["automatic"], answer["grade"], answer["success"]) == (automatic, grade, success)
    assert (answer["result"], answer["confirm_target"], answer["critical"]) == (None, None, None)
    assert answer["columns"] == (LETTERS.index(grade) + 1 if grade else 0)
    given = {name: int(value) for name, value in (one.split("=") for one in fields.split("&")) if value.isdigit()}
    assert answer["abc"] == given.get("attribute", 5) + given["skill"]
    assert answer["threshold"] == LETTERS[given.get("hindrances", 0)]


def test_only_a_routine_says_automatic() -> None:
    assert "automatic" not in judged("abc?@4")
    assert "automatic" not in judged("abc?task=trivial@4")


# ------------------------------------------------------------------------------------------------ letters, thresholds


@pytest.mark.parametrize("hindrances", range(7))
def test_threshold(hindrances: int) -> None:
    """R001-19 to R001-25."""
    assert judged(f"abc?hindrances={hindrances}@1")["threshold"] == LETTERS[hindrances]


@pytest.mark.parametrize(
    ("fields", "reading", "minimum"),
    [
        pytest.param("attribute=5&skill=10", "total", "A", id="R001-43, 15"),
        pytest.param("attribute=8&skill=8", "total", "C", id="R001-43, 16"),
        pytest.param("attribute=11&skill=8", "total", "C", id="R001-43, 19"),
        pytest.param("attribute=10&skill=10", "total", "D", id="R001-43, 20"),
        pytest.param("attribute=12&skill=12&other_bonus=-5", "total", "E", id="A001-9, 24"),
        pytest.param("attribute=18&skill=10&other_bonus=-9", "total", "F", id="A001-9, 28"),
        pytest.param("attribute=30&skill=10&other_bonus=-20", "total", "F", id="A001-9, no further"),
        pytest.param("attribute=8&skill=7&tools_bonus=1", "total", "A", id="bonuses do not count"),
        pytest.param("attribute=8&skill=7&tools_bonus=1", "total_with_bonus", "C", id="here they do"),
        pytest.param("attribute=8&skill=8&other_bonus=-1", "total_with_bonus", "A", id="maluses too"),
        pytest.param("attribute=15&skill=7", "skill", "A", id="R001-38"),
        pytest.param("attribute=5&skill=8", "skill", "C", id="R001-39"),
        pytest.param("attribute=5&skill=9", "skill", "C", id="R001-40"),
        pytest.param("attribute=5&skill=10", "skill", "D", id="R001-41"),
        pytest.param("attribute=5&skill=30&other_bonus=-20", "skill", "D", id="no further by skill"),
        pytest.param("attribute=10&skill=10", "none", "A", id="no minimum"),
    ],
)
def test_minimum_letter(fields: str, reading: str, minimum: str) -> None:
    """Seen on a low die; it never lowers a letter, never saves a missed die."""
    line = f"abc?{fields}&reading.minimum_grade={reading}"
    assert judged(f"{line}@1")["grade"] == minimum
    missed = judged(f"{line}@20,1")
    assert (missed["grade"], missed["success"]) == (None, False)


@pytest.mark.parametrize(
    ("fields", "die", "success", "grade"),
    [
        pytest.param("attribute=8&skill=8&hindrances=2", 2, True, "C", id="A001-10 a"),
        pytest.param(
            "attribute=8&skill=8&hindrances=2&reading.minimum_meets_threshold=no", 2, False, "C", id="A001-10 b"
        ),
        pytest.param(
            "attribute=8&skill=8&hindrances=2&reading.minimum_meets_threshold=no", 7, True, "C", id="A001-10 b, own C"
        ),
        pytest.param("attribute=6&hindrances=2", 6, False, "B", id="A001-11 label"),
        pytest.param("attribute=6&hindrances=2&reading.critical_counts=always", 6, True, "B", id="A001-11 always"),
        pytest.param("attribute=6&hindrances=2&reading.critical_counts=never", 6, False, "B", id="A001-11 never"),
        pytest.param("attribute=16&hindrances=6", 16, True, "F+1", id="F+1 met by a critical F"),
        pytest.param("attribute=17&hindrances=6", 16, False, "F", id="F+1 missed by a plain F"),
        pytest.param(
            "attribute=16&hindrances=6&reading.critical_counts=never", 16, False, "F+1", id="F+1 cannot be met"
        ),
        pytest.param(
            "attribute=15&hindrances=5&reading.critical_counts=always", 15, True, "E", id="critical E meets F"
        ),
        pytest.param("attribute=15&hindrances=6&reading.critical_counts=always", 15, False, "E", id="but not F+1"),
        pytest.param("attribute=6&hindrances=1", 4, True, "B", id="own letter meets it"),
        pytest.param("attribute=6&hindrances=1", 3, False, "A", id="A001-17"),
    ],
)
def test_threshold_met(fields: str, die: int, success: bool, grade: str) -> None:
    answer = judged(f"abc?{fields}@{die}")
    assert (answer["success"], answer["grade"]) == (success, grade)


def test_a_critical_below_the_threshold() -> None:
    """The die is exact: critical stays, so do letter and columns; only the success is gone."""
    answer = judged("abc?attribute=6&hindrances=2@6")
    assert (answer["success"], answer["critical"], answer["grade"], answer["columns"]) == (False, "success", "B", 3)


@pytest.mark.parametrize("seed", range(0, 400, 100))
def test_against_a_twin(seed: int) -> None:
    """A slow second opinion, written from rules.md and contract.md alone: every die of a hundred requests."""

    for one in range(seed, seed + 100):
        test = some_test(ABC, one, opposed=False)
        if test.actor.task == "routine":
            continue
        for die in range(1, 20):
            answer = judged(f"{write(test)}@{die}")
            with naming(test.thrown((die,))):
                expected = twin(test.actor, test.readings, die)
                assert {key: answer[key] for key in expected} == expected


# ----------------------------------------------------------------------------------------------------------- words


MISSES = re.compile(r"([A-F](?:\+1)?) n’atteint pas le seuil.([A-F](?:\+1)?)")
REACHES = re.compile(r"([A-F](?:\+1)?) atteint le seuil.([A-F](?:\+1)?)")


@pytest.mark.parametrize("seed", range(0, 300, 100))
def test_letters_are_said_to_reach_the_threshold_when_they_do(seed: int) -> None:
    """In the sentence and in every step."""
    for one in range(seed, seed + 100):
        test = some_test(ABC, one, opposed=False)
        if test.actor.task == "routine" or not test.actor.hindrances:
            continue
        for die in (1, 4, 9, 14, 18):
            answer = judged(f"{write(test)}@{die}")
            for said in [answer["sentence"], *(step["text"] for step in answer["steps"])]:
                with naming(test.thrown((die,))):
                    for grade, threshold in MISSES.findall(said):
                        assert LETTERS.index(grade) < LETTERS.index(threshold), said
                    for grade, threshold in REACHES.findall(said):
                        assert LETTERS.index(grade) >= LETTERS.index(threshold), said


@pytest.mark.parametrize(
    ("readings", "die", "reason"),
    [
        pytest.param("", 5, "D atteint le seuil C", id="the minimum counts"),
        pytest.param("minimum_meets_threshold=no", 4, "D ne compte pas pour le seuil C", id="it does not"),
        pytest.param(
            "minimum_meets_threshold=no&reading.critical_counts=always",
            5,
            "Le critique élève B d’une lettre : seuil C atteint",
            id="the critical raises the die's own letter",
        ),
    ],
)
def test_why_the_threshold_is_met(readings: str, die: int, reason: str) -> None:
    """ABC 5 with a total of 20: own letter B, minimum D, threshold C."""
    fields = "attribute=10&skill=10&other_bonus=-15&hindrances=2"
    last = judged(f"abc?{fields}{'&reading.' * bool(readings)}{readings}@{die}")["steps"][-1]
    assert reason in last["text"].replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")

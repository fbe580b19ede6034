"""Eco-Я against its rules (rules 004)."""

from itertools import product

import pytest

from tests.checks import judged

DEGREES = ["failure", "weak", "medium", "strong", "extraordinary"]
AT_LEAST = [0, 1, 1, 2, 2, 3, 3, 4, 4, 4]  # R004-7 to R004-11, A004-2
ROUND_UP = [0, 1, 2, 2, 3, 3, 4, 4, 4, 4]
RULES = {"failure": "R004-11", "weak": "R004-7", "medium": "R004-8", "strong": "R004-9", "extraordinary": "R004-10"}


def dice(evens: int, odds: int) -> str:
    return ",".join(["2"] * evens + ["1"] * odds)


@pytest.mark.parametrize(("between", "table"), [("at_least", AT_LEAST), ("round_up", ROUND_UP)])
@pytest.mark.parametrize("evens", range(10))
def test_degree(between: str, table: list[int], evens: int) -> None:
    answer = judged(f"ecor?characteristic=0&skill=9&reading.between={between}@{dice(evens, 9 - evens)}")
    assert (answer["evens"], answer["degree"]) == (evens, DEGREES[table[evens]])
    assert answer["success"] is (evens > 0)
    said = [step["rule"] for step in answer["steps"]]
    assert RULES[answer["degree"]] in said or (between == "round_up" and "A004-2" in said)


@pytest.mark.parametrize(("evens", "difficulty"), list(product(range(8), range(1, 5))))
def test_difficulty_is_the_least_degree(evens: int, difficulty: int) -> None:
    """R004-12, A004-12."""
    answer = judged(f"ecor?characteristic=0&skill=7&difficulty={DEGREES[difficulty]}@{dice(evens, 7 - evens)}")
    assert answer["success"] is (AT_LEAST[evens] >= difficulty)
    assert answer["steps"][-1]["rule"] == "R004-12"
    assert ("atteinte" in answer["steps"][-1]["text"]) is answer["success"]


@pytest.mark.parametrize(
    ("fields", "rolled", "kept", "trained"),
    [
        pytest.param("characteristic=3&skill=2", 5, 2, True, id="R004-3, R004-4"),
        pytest.param("characteristic=3&skill=2&environment=2", 7, 4, True, id="A004-3"),
        pytest.param("characteristic=3&skill=2&environment=-1", 4, 1, True, id="R004-14"),
        pytest.param("characteristic=3&skill=2&environment=-2", 3, 0, True, id="A004-4, thrown all the same"),
        pytest.param("characteristic=3&skill=2&environment=-5", 3, 0, True, id="the rest does not eat other dice"),
        pytest.param("characteristic=3&skill=2&helpers=3", 8, 2, True, id="R004-17, A004-5"),
        pytest.param("characteristic=3&skill=2&helpers=3&reading.helper_dice=kept", 8, 5, True, id="A004-5 kept"),
        pytest.param(
            "characteristic=3&skill=2&environment=-3&helpers=3&reading.helper_dice=kept",
            6,
            3,
            True,
            id="only helpers",
        ),
        pytest.param(
            "characteristic=3&skill=2&environment=2&reading.environment_dice=rolled_only",
            7,
            2,
            True,
            id="A004-3 rolled",
        ),
        pytest.param(
            "characteristic=3&skill=2&environment=-2&reading.environment_dice=rolled_only",
            3,
            2,
            True,
            id="A004-3 rolled only, malus",
        ),
        pytest.param("characteristic=0&skill=1&environment=-1", 0, 0, True, id="no dice at all"),
        pytest.param("characteristic=4", 4, 4, False, id="R004-19"),
        pytest.param("characteristic=4&helpers=5", 4, 4, False, id="R004-20"),
        pytest.param("characteristic=4&helpers=5&reading.helper_dice=kept", 4, 4, False, id="R004-20, any reading"),
        pytest.param("characteristic=4&environment=2", 6, 6, False, id="A004-7"),
        pytest.param(
            "characteristic=4&environment=2&reading.environment_dice=rolled_only",
            6,
            6,
            False,
            id="A004-7, any reading",
        ),
        pytest.param("characteristic=4&environment=-5", 0, 0, False, id="untrained, nothing left"),
        pytest.param("characteristic=0", 0, 0, False, id="nothing at all"),
    ],
)
def test_pool(fields: str, rolled: int, kept: int, trained: bool) -> None:
    answer = judged(f"ecor?{fields}@{dice(0, rolled)}")
    assert (answer["rolled"], answer["kept"], answer["trained"]) == (rolled, kept, trained)
    assert (answer["evens_rolled"], answer["evens"], answer["degree"]) == (0, 0, "failure")


@pytest.mark.parametrize(
    ("keep", "faces", "evens"),
    [
        ("best", "5,5,2", 1),
        ("highest", "5,5,2", 0),
        ("highest", "6,5,2", 1),
        ("highest", "1,1,2", 1),
        ("best", "1,3,5", 0),
    ],
)
def test_which_dice_are_kept(keep: str, faces: str, evens: int) -> None:
    """A004-1."""
    assert judged(f"ecor?characteristic=2&skill=1&reading.keep={keep}@{faces}")["evens"] == evens


@pytest.mark.parametrize("evens", range(8))
@pytest.mark.parametrize("between", ["at_least", "round_up"])
def test_untrained_is_medium_at_most(evens: int, between: str) -> None:
    """R004-21, A004-8."""
    table = AT_LEAST if between == "at_least" else ROUND_UP
    for difficulty in range(1, 5):
        fields = f"characteristic=7&difficulty={DEGREES[difficulty]}&reading.between={between}"
        answer = judged(f"ecor?{fields}@{dice(evens, 7 - evens)}")
        assert answer["degree"] == DEGREES[min(2, table[evens])]
        assert answer["capped"] is (table[evens] > 2)
        assert answer["success"] is (min(2, table[evens]) >= difficulty)
        assert answer["evens"] == evens
        assert ("R004-21" in [step["rule"] for step in answer["steps"]]) is answer["capped"]


@pytest.mark.parametrize(
    ("line", "winner", "margin"),
    [
        pytest.param("ecor?skill=4&opponent.skill=3@2,2,2,2,1,1,1/2,2,2,1,1,1", "actor", 1, id="A004-11"),
        pytest.param("ecor?skill=1&opponent.skill=1@1,1,1,1/1,1,1,1", None, 0, id="0 to 0"),
        pytest.param("ecor?skill=1&opponent.skill=1@2,2,2,2/2,1,1,1", None, 0, id="kept ones only"),
        pytest.param("ecor?characteristic=7&opponent.skill=4@2,2,2,2,2,1,1/2,2,2,2,2,2,2", "actor", 1, id="A004-8"),
    ],
)
def test_opposition(line: str, winner: str | None, margin: int) -> None:
    answer = judged(line)
    assert (answer["winner"], answer["margin"]) == (winner, margin)

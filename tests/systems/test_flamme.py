"""Dés de Flamme against its rules (rules 003); who moves which die is in test_flames.py."""

import pytest

from tests.checks import judged

OF_SUCCESSES = {0: "2", 1: "4", 2: "6", 3: "6,4", 4: "6,6", 5: "6,6,4", 6: "6,6,6"}


def throw(successes: int, ones: int, pool: int) -> str:
    """Faces with so many successes and ones, filled up with twos."""
    faces = OF_SUCCESSES[successes].split(",") if successes else []
    faces += ["1"] * ones
    return ",".join(faces + ["2"] * (pool - len(faces)))


@pytest.mark.parametrize(
    ("line", "successes", "margin", "success", "critical"),
    [
        pytest.param("characteristic=4&skill=2&difficulty=2@1,6,3,6,3,4", 5, 3, True, "success", id="R003-10"),
        pytest.param(
            "characteristic=4&skill=3&difficulty=3@1,2,1,3,1,1,6", 2, -1, False, "failure", id="R003-14, fumble"
        ),
        pytest.param("characteristic=4&skill=3&difficulty=3@1,2,1,6,1,1,6", 4, 1, True, None, id="R003-14, a 6"),
        pytest.param("characteristic=4&skill=2&difficulty=4@1,4,1,1,6,3", 3, -1, False, None, id="R003-15"),
        pytest.param("characteristic=1&difficulty=7@6", 2, -5, False, "failure", id="A003-2"),
        pytest.param("characteristic=1&difficulty=6@6", 2, -4, False, None, id="R003-18, not quite"),
        pytest.param("characteristic=0&difficulty=4@", 0, -4, False, None, id="A003-16"),
        pytest.param("characteristic=0&difficulty=5@", 0, -5, False, "failure", id="A003-16, fumble"),
        pytest.param("characteristic=0&difficulty=0@", 0, 0, True, None, id="A003-5, no dice"),
        pytest.param("characteristic=1&difficulty=-3@2", 0, 3, True, None, id="A003-5, no automatic critical"),
        pytest.param("characteristic=1&difficulty=-3@4", 1, 4, True, None, id="A003-5, 1 is not 2"),
        pytest.param("characteristic=1&difficulty=-3@6", 2, 5, True, "success", id="A003-5, as if 1"),
        pytest.param("characteristic=2&difficulty=1@6,2", 2, 1, True, "success", id="R003-11"),
        pytest.param("characteristic=2&difficulty=2@6,4", 3, 1, True, None, id="R003-11, one short"),
    ],
)
def test_single(line: str, successes: int, margin: int, success: bool, critical: str | None) -> None:
    answer = judged("flamme?" + line)
    assert (answer["successes"], answer["margin"]) == (successes, margin)
    assert (answer["success"], answer["critical"]) == (success, critical)


@pytest.mark.parametrize(
    ("faces", "difficulty", "fumbles"),
    [
        pytest.param("1,2,2,3,3,3,2", 3, {"ones_over_successes", "either"}, id="A003-1, A without B"),
        pytest.param("1,1,1,1,4,2,3", 1, {"half_pool", "either"}, id="A003-1, B without A"),
        pytest.param("1,1,1,1,6,2,3", 1, {"half_pool", "either"}, id="A003-3, even a critical success"),
        pytest.param("1,2,1,3,1,1,6", 3, {"ones_over_successes", "half_pool", "both", "either"}, id="R003-17"),
        pytest.param("1,2,1,6,1,1,6", 3, set(), id="R003-17, four ones, four successes"),
        pytest.param("1,1,1,3,3,3", 3, {"ones_over_successes", "either"}, id="A003-17, half is not more than half"),
        pytest.param("2,2,2", 5, {"ones_over_successes", "half_pool", "both", "either"}, id="R003-18, all readings"),
        pytest.param("1,1,1,6,6,6", 3, set(), id="not over the successes"),
    ],
)
@pytest.mark.parametrize("reading", ["ones_over_successes", "half_pool", "both", "either"])
def test_fumble(faces: str, difficulty: int, fumbles: set[str], reading: str) -> None:
    pool = len(faces.split(","))
    answer = judged(f"flamme?characteristic={pool}&difficulty={difficulty}&reading.fumble={reading}@{faces}")
    assert (answer["critical"] == "failure") is (reading in fumbles)
    if reading in fumbles:
        assert answer["success"] is False


@pytest.mark.parametrize(
    ("fields", "pool", "flames"),
    [
        pytest.param("characteristic=4&skill=2", 6, 0, id="R003-1"),
        pytest.param("flame=2", 3, 2, id="R003-22, R003-24"),
        pytest.param("flame=-2", 3, 2, id="R003-23"),
        pytest.param("flame=5", 3, 3, id="R003-37"),
        pytest.param("modifiers=%2B2D%2B1", 5, 0, id="R003-38"),
        pytest.param("modifiers=%2B1D%2B1DF%2B2", 4, 1, id="R003-39, A003-12"),
        pytest.param("modifiers=-5D", 0, 0, id="A003-12, nothing left"),
        pytest.param("flame=3&modifiers=-2D", 1, 1, id="A003-12, capped after x"),
        pytest.param("flame=3&modifiers=%2B2D", 5, 3, id="x is not flame"),
        pytest.param("flame=2&modifiers=-1DF", 3, 1, id="fewer flame dice"),
        pytest.param("flame=-2&modifiers=-3DF", 3, 0, id="no fewer than none"),
        pytest.param("eclat_dice=2", 3, 2, id="R003-33, a Terne"),
        pytest.param("flame=1&eclat_dice=1&modifiers=%2B1DF", 3, 3, id="they add up"),
    ],
)
def test_pool(fields: str, pool: int, flames: int) -> None:
    answer = judged(f"flamme?{fields}@{throw(0, 0, pool)}")
    assert (answer["pool"], answer["flame_dice"]) == (pool, flames)


@pytest.mark.parametrize(
    ("fields", "raises", "lowers"),
    [
        pytest.param("flame=3&aspect=2&dark_aspect=4", 2, 4, id="R003-29"),
        pytest.param("flame=-3&aspect=2&dark_aspect=4", 4, 2, id="R003-30, A003-13"),
        pytest.param("flame=3&aspect=2&dark_aspect=4&invert_aspect=yes", 6, 0, id="R003-35"),
        pytest.param("flame=-3&aspect=2&dark_aspect=4&invert_aspect=yes", 6, 0, id="R003-35, dark"),
        pytest.param("flame=3&dark_aspect=4&dullness=2&invert_aspect=yes", 4, 2, id="R003-35, not the GM's"),
        pytest.param("aspect=2&dark_aspect=4&speciality=yes&invert_aspect=yes&eclat_dice=3", 0, 0, id="a Terne"),
        pytest.param("flame=3&speciality=yes", 1, 0, id="R003-32"),
        pytest.param("flame=-3&speciality=yes", 1, 0, id="R003-32, dark"),
        pytest.param("flame=3&heroics=2&dullness=1", 2, 1, id="R003-31, R003-34"),
        pytest.param("eclat_dice=3&eclat_raises=2", 2, 0, id="R003-33"),
        pytest.param("flame=3&modifiers=%2B2", 2, 0, id="R003-36, more"),
        pytest.param("flame=3&modifiers=-2", 0, 2, id="R003-36, less"),
        pytest.param("eclat_dice=3&heroics=1&dullness=2&modifiers=-1", 1, 3, id="a Terne's other points"),
        pytest.param("flame=3&aspect=4&dark_aspect=3&heroics=1&reading.order=net", 2, 0, id="A003-8 net"),
        pytest.param("flame=3&aspect=3&dark_aspect=4&reading.order=net", 0, 1, id="A003-8 net, for the GM"),
    ],
)
def test_stocks(fields: str, raises: int, lowers: int) -> None:
    """Seen as what is left when nothing is spent."""
    answer = judged(f"flamme?{fields}&raises=0,0,0&lowers=0,0,0@3,3,3")
    assert (answer["raises_left"], answer["lowers_left"]) == (raises, lowers)
    assert answer["final_faces"] == [3, 3, 3]


@pytest.mark.parametrize(
    ("fields", "difficulty", "successes", "margin", "critical"),
    [
        pytest.param("difficulty=3&size=1&target_size=-1", 5, 6, 3, None, id="R003-45, A003-4"),
        pytest.param(
            "difficulty=3&size=1&target_size=-1&reading.critical_difficulty=base",
            5,
            6,
            3,
            "success",
            id="A003-4 base",
        ),
        pytest.param("difficulty=5&size=-1&target_size=3", 1, 2, -3, "success", id="R003-46, A003-6"),
        pytest.param(
            "difficulty=5&size=-1&target_size=3&reading.critical_difficulty=base", 1, 2, -3, None, id="lutin, base"
        ),
        pytest.param("difficulty=5&size=-1&target_size=3", 1, 0, -1, None, id="a failure takes no size"),
        pytest.param("difficulty=3&size=2", 5, 0, -5, "failure", id="A003-2, with size"),
        pytest.param("difficulty=4&object=disable&complexity=3", 1, 1, 0, None, id="R003-50"),
        pytest.param("difficulty=2&object=repair&complexity=2", 4, 5, 1, None, id="R003-51, not given back"),
        pytest.param("difficulty=2&object=none&complexity=2", 2, 2, 0, None, id="no object"),
        pytest.param(
            "difficulty=1&size=1&object=repair&complexity=1&reading.critical_difficulty=base",
            3,
            4,
            2,
            "success",
            id="complexity in, size out",
        ),
        pytest.param(
            "difficulty=1&size=1&object=repair&complexity=1", 3, 4, 2, None, id="both in the effective difficulty"
        ),
        pytest.param("difficulty=1&size=-2&target_size=3", -4, 1, 0, None, id="A003-5 and size"),
    ],
)
def test_size_and_complexity(fields: str, difficulty: int, successes: int, margin: int, critical: str | None) -> None:
    answer = judged(f"flamme?characteristic=6&{fields}@{throw(successes, 0, 6)}")
    assert (answer["difficulty"], answer["successes"]) == (difficulty, successes)
    assert (answer["margin"], answer["critical"]) == (margin, critical)


def test_a_fumble_takes_no_size() -> None:
    """A003-3: the difficulty is reached, half the pool shows 1."""
    line = "flamme?characteristic=7&difficulty=1&size=-1&reading.fumble=half_pool@1,1,1,1,4,2,3"
    answer = judged(line)
    assert (answer["success"], answer["critical"], answer["margin"]) == (False, "failure", 1)


@pytest.mark.parametrize(
    ("reading", "final", "ones", "critical"),
    [("counts", [1, 1, 4], 2, "failure"), ("not_counted", [1, 1, 4], 0, None), ("forbidden", [2, 2, 4], 0, None)],
)
def test_a_2_lowered(reading: str, final: list[int], ones: int, critical: str | None) -> None:
    """A003-9: spent all the same."""
    fields = "difficulty=2&flame=2&dark_aspect=2&lowers=1,1"
    answer = judged(f"flamme?{fields}&reading.lowered_to_one={reading}@2,2,4")
    assert (answer["final_faces"], answer["ones"], answer["critical"]) == (final, ones, critical)
    assert answer["lowers_left"] == 0


def test_a_natural_1_counts_even_where_lowered_ones_do_not() -> None:
    fields = "difficulty=2&flame=2&dark_aspect=1&lowers=0,1&reading.lowered_to_one=not_counted"
    assert judged(f"flamme?{fields}@1,2,4")["ones"] == 1


def test_natural_successes_are_before_any_move() -> None:
    answer = judged("flamme?flame=2&aspect=2&difficulty=2@3,3,6")
    assert (answer["natural_successes"], answer["successes"], answer["final_faces"]) == (2, 4, [4, 4, 6])


@pytest.mark.parametrize(("tie", "winner"), [("none", None), ("actor", "actor"), ("opponent", "opponent")], ids=str)
def test_tie(tie: str, winner: str | None) -> None:
    """A003-7: only an equality is given away."""
    line = f"flamme?opponent.skill=0&reading.tie={tie}@"
    assert judged(line + "4,2,2/4,2,2")["winner"] == winner
    assert judged(line + "6,2,2/4,2,2")["winner"] == "actor"
    assert judged(line + "4,2,2/6,2,2")["winner"] == "opponent"


def test_opposition_of_the_text() -> None:
    """R003-20: Péru 3, Artakéus 4."""
    answer = judged("flamme?characteristic=2&skill=2&opponent.characteristic=3&opponent.skill=3@4,4,5,1/6,6,1,1,2,3")
    assert (answer["winner"], answer["margin"]) == ("opponent", -1)
    assert (answer["actor"], answer["opponent"]) == ({"successes": 3}, {"successes": 4})


def test_moves_count_in_an_opposition() -> None:
    answer = judged("flamme?flame=1&aspect=1&opponent.flame=1&opponent.dark_aspect=1@3,2,2/4,2,2")
    assert (answer["actor"], answer["opponent"]) == ({"successes": 1}, {"successes": 0})

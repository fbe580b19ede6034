"""TUR against its table (rules 002)."""

from itertools import product

import pytest

from tests.checks import judged

ROWS = {
    "R002-4": ("effortless", 8),
    "R002-5": ("obvious", 6),
    "R002-6": ("very_easy", 4),
    "R002-7": ("easy", 2),
    "R002-8": ("fairly_easy", 1),
    "R002-9": ("average", 0),
    "R002-10": ("fairly_hard", -1),
    "R002-11": ("hard", -2),
    "R002-12": ("very_hard", -4),
    "R002-13": ("superhuman", -6),
    "R002-14": ("impossible", -8),
}
DEGREES = {
    "R002-15": ("perfect", 9, 40, 8),
    "R002-16": ("excellent", 7, 8, 6),
    "R002-17": ("very_good", 5, 6, 4),
    "R002-18": ("good", 3, 4, 2),
    "R002-19": ("fairly_good", 1, 2, 0),
    "R002-20": ("average", 0, 0, 0),
    "R002-21": ("mediocre", -2, -1, 0),
    "R002-22": ("bad", -4, -3, -2),
    "R002-23": ("very_bad", -6, -5, -4),
    "R002-24": ("void", -8, -7, 0),
    "R002-25": ("catastrophic", -30, -9, 0),
}
NAMES = [name for name, _ in ROWS.values()]
RULE_OF_MARGIN = {
    margin: (rule, degree) for rule, (degree, low, high, _) in DEGREES.items() for margin in range(low, high + 1)
}


@pytest.mark.parametrize(("name", "modifier"), ROWS.values(), ids=ROWS)
def test_difficulty_row(name: str, modifier: int) -> None:
    answer = judged(f"tur?value=10&difficulty={name}@1,4")
    assert (answer["modifier"], answer["margin"]) == (modifier, 10 + modifier - 5)


@pytest.mark.parametrize("shift", range(-10, 11))
@pytest.mark.parametrize("name", NAMES)
def test_shift_moves_along_the_table_and_stops_at_its_ends(name: str, shift: int) -> None:
    """A002-4, A002-5: rows are added, not modifiers."""
    place = min(10, max(0, NAMES.index(name) + shift))
    assert judged(f"tur?difficulty={name}&shift={shift}@1,4")["modifier"] == list(ROWS.values())[place][1]


@pytest.mark.parametrize("margin", range(-14, 26))
def test_result_row(margin: int) -> None:
    """With dice of 1 to 9, whatever the value: the row of the margin, its rule, its suggestion."""
    value = margin + 5
    answer = judged(f"tur?value={min(value, 30)}&modifier={value - min(value, 30)}@1,4")
    rule, degree = RULE_OF_MARGIN[margin]
    suggested = next(one[3] for one in DEGREES.values() if one[0] == degree)
    assert (answer["margin"], answer["degree"], answer["suggested_modifier"]) == (margin, degree, suggested)
    assert answer["success"] is (margin >= 0)
    assert answer["capped"] is False
    assert answer["critical"] is None
    assert rule in [step["rule"] for step in answer["steps"]]


@pytest.mark.parametrize(
    ("line", "degree", "success", "capped"),
    [
        pytest.param("tur?value=-10@0,0", "average", True, True, id="R002-2"),
        pytest.param("tur?value=-1@0,0", "average", True, True, id="R002-2, mediocre"),
        pytest.param("tur?value=0@0,0", "average", True, False, id="R002-2, margin 0"),
        pytest.param("tur?value=12@0,0", "perfect", True, False, id="R002-2, better stays"),
        pytest.param(
            "tur?value=-2&reading.success_from=mediocre@0,0", "average", True, True, id="0 lifts to average"
        ),
        pytest.param("tur?value=30@5,5", "bad", False, True, id="R002-3"),
        pytest.param("tur?value=10@5,5", "bad", False, True, id="R002-3, margin 0"),
        pytest.param("tur?value=7@5,5", "bad", False, False, id="R002-3, already bad"),
        pytest.param("tur?value=0@5,5", "catastrophic", False, False, id="R002-3, worse stays"),
        pytest.param("tur?value=9@5,5", "bad", False, True, id="A002-2 a"),
        pytest.param(
            "tur?value=9&reading.natural_10=only_if_not_negative@5,5", "mediocre", False, False, id="A002-2 b"
        ),
        pytest.param(
            "tur?value=10&reading.natural_10=only_if_not_negative@5,5", "bad", False, True, id="A002-2 b, margin 0"
        ),
        pytest.param(
            "tur?value=9&reading.natural_10=only_if_not_negative&reading.success_from=mediocre@5,5",
            "mediocre",
            False,
            False,
            id="a natural 10 never succeeds",
        ),
        pytest.param("tur?value=4&reading.success_from=mediocre@1,4", "mediocre", True, False, id="A002-3 b"),
        pytest.param("tur?value=2&reading.success_from=mediocre@1,4", "bad", False, False, id="A002-3 b, bad"),
        pytest.param("tur?value=5@0,1", "good", True, False, id="one 0 is no natural 0"),
        pytest.param("tur?value=20&reading.die=one_to_five@5,5", "bad", False, True, id="10 of dice 1 to 5"),
        pytest.param("tur?value=-9&reading.die=half_d10@0,0", "average", True, True, id="0 of halved dice"),
    ],
)
def test_natural_0_and_10(line: str, degree: str, success: bool, capped: bool) -> None:
    answer = judged(line)
    assert (answer["degree"], answer["success"], answer["capped"]) == (degree, success, capped)


def test_the_cap_changes_the_row_and_not_the_margin() -> None:
    """A002-7."""
    answer = judged("tur?value=30@5,5")
    assert (answer["margin"], answer["degree"], answer["suggested_modifier"]) == (20, "bad", -2)


def test_worked_examples() -> None:
    """R002-31 and R002-27."""
    answer = judged("tur?value=6&difficulty=hard@3,4")
    assert (answer["margin"], answer["degree"]) == (-3, "bad")
    tired = judged("tur?value=6&shift=-2@3,4")
    assert tired["modifier"] == 2


def test_opposition_compares_rows() -> None:
    """Two margins in one row are equal; the margin counts rows."""
    order = [degree for degree, *_ in reversed(DEGREES.values())]
    for mine, theirs in product(range(-10, 15, 3), repeat=2):
        answer = judged(f"tur?value=5&modifier={mine}&opponent.value=5&opponent.modifier={theirs}@1,4/1,4")
        rows = order.index(RULE_OF_MARGIN[mine][1]) - order.index(RULE_OF_MARGIN[theirs][1])
        assert answer["margin"] == rows
        assert answer["winner"] == ("actor" if rows > 0 else "opponent" if rows < 0 else None)
        assert answer["actor"] == {"degree": RULE_OF_MARGIN[mine][1]}


@pytest.mark.parametrize(
    ("reading", "face", "fine"),
    [
        ("zero_to_five", 0, True),
        ("zero_to_five", 6, False),
        ("one_to_five", 0, False),
        ("one_to_five", 5, True),
        ("half_d10", 0, True),
        ("half_d10", 6, False),
    ],
)
def test_faces_of_the_d5(reading: str, face: int, fine: bool) -> None:
    """A002-1."""
    assert ("error" not in judged(f"tur?reading.die={reading}@{face},3")) is fine

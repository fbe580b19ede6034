"""Free dice thrown: the traps of other dice rollers, what is thrown next, totals by hand, and words."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyroll import systems
from pyroll.dice import Need, d
from pyroll.form import Refused
from pyroll.i18n import FRENCH
from pyroll.line import Refusal, Test, from_fields, read
from pyroll.resolve import Contest, Needs, Single, outcome, resolve, throw
from pyroll.systems import at_hand, system_named
from pyroll.systems.free import FREE, FreeThrow, Readings, Request
from pyroll.systems.free_notation import Dice, read_dice
from tests.checks import check_outcome, check_replay, check_round_trip, judged, seeded
from tests.free_dice import a_test, by_hand, expressions
from tools import later

RULES = frozenset(f"L-{number}" for number in range(1, 9))


def rolled(written: str, *faces: int) -> dict[str, Any]:
    result = resolve(a_test(written).thrown(faces))
    assert isinstance(result, Single), outcome(result)
    return outcome(result)


def kept(answer: dict[str, Any]) -> list[list[list[int]]]:
    """The faces of the dice that count, by group."""
    return [[die["faces"] for die in group["thrown"] if die["kept"]] for group in answer["groups"]]


# ----------------------------------------------------------------------------------------- the traps of other rollers


def test_trap_keep_and_drop_on_one_group() -> None:
    """Elsewhere 4d6kh2kl1 on 6, 5, 2, 1 gave 0."""
    for written in ("4d6kh2kl1", "4d6kh3dl1", "4d6!kh2dh1", "4d6kh2kl1!"):
        with pytest.raises(Refused) as refusal:
            read_dice(written)
        assert "une fois" in FRENCH.say(refusal.value.message)


def test_trap_keeping_more_than_there_are() -> None:
    """Elsewhere 5d6kh7 on 1 to 5 gave 9."""
    answer = rolled("5d6kh7", 1, 2, 3, 4, 5)
    assert answer["total"] == 15
    assert kept(answer) == [[[1], [2], [3], [4], [5]]]
    assert rolled("5d6kl7", 1, 2, 3, 4, 5)["total"] == 15
    assert rolled("5d6dl7", 1, 2, 3, 4, 5)["total"] == 0
    assert rolled("5d6kh0", 1, 2, 3, 4, 5)["total"] == 0


def test_trap_zero_dice() -> None:
    """Elsewhere zero dice rolled one."""
    assert rolled("0d6")["total"] == 0
    assert rolled("0d6+2")["total"] == 2
    assert rolled("0d6!kh1")["total"] == 0
    assert judged("free?dice=0d6")["line"] == "free?dice=0d6@"


def test_trap_two_dice_explode() -> None:
    """Elsewhere only the first one did."""
    answer = rolled("3d6!", 6, 2, 6, 1, 6, 4)
    assert kept(answer) == [[[6, 1], [2], [6, 6, 4]]]
    assert answer["total"] == 25


def test_trap_keep_looks_at_whole_chains() -> None:
    """Elsewhere the throws of an explosion were dice of their own, kept one by one."""
    answer = rolled("2d10!kh1", 9, 10, 4)
    assert kept(answer) == [[[10, 4]]]
    assert answer["total"] == 14
    answer = rolled("3d10!kl1", 10, 8, 9, 1)
    assert kept(answer) == [[[8]]]


def test_trap_keep_before_explosion_is_another_game() -> None:
    with pytest.raises(Refused) as refusal:
        read_dice("2d10kh1!")
    assert "avant d’être gardé" in FRENCH.say(refusal.value.message)


def test_trap_equals() -> None:
    """Dice are told apart by their place: of equal ones the earliest are kept, and only as many as asked for."""
    answer = rolled("4d6kh2", 5, 5, 5, 1)
    assert [die["kept"] for die in answer["groups"][0]["thrown"]] == [True, True, False, False]
    answer = rolled("4d6kl2", 5, 1, 1, 1)
    assert [die["kept"] for die in answer["groups"][0]["thrown"]] == [False, True, True, False]
    assert [die["kept"] for die in rolled("4d6dl3", 2, 2, 2, 2)["groups"][0]["thrown"]] == [True, False, False, False]


def test_trap_modifier_counts_once() -> None:
    """It belongs to the total, not to every die."""
    assert rolled("4d6kh3+5", 1, 2, 3, 4)["total"] == 14


def test_trap_a_die_of_one_side_would_never_stop() -> None:
    with pytest.raises(Refused):
        read_dice("1d1!")


# ------------------------------------------------------------------------------------------------------------- throws


@pytest.mark.parametrize(
    ("written", "faces", "count", "sides", "why"),
    [
        ("3d6", (), 3, 6, "pool"),
        ("3d6", (1,), 2, 6, "pool"),
        ("3d6!", (6, 2, 6), 2, 6, "explode"),
        ("3d6!", (6, 2, 6, 3), 1, 6, "explode"),
        ("3d6!", (6, 2, 6, 6, 6), 2, 6, "explode"),
        ("2d6+1d8", (1, 2), 1, 8, "pool"),
        ("1d6!+1d8", (6,), 1, 6, "explode"),
        ("1d6!+1d8", (6, 1), 1, 8, "pool"),
        ("0d6+1d8", (), 1, 8, "pool"),
    ],
)
def test_what_is_thrown_next(written: str, faces: tuple[int, ...], count: int, sides: int, why: str) -> None:
    result = resolve(a_test(written).thrown(faces))
    assert isinstance(result, Needs)
    assert outcome(result)["needs"] == {"count": count, "sides": sides, "side": "actor", "why": why}
    assert FreeThrow(read_dice(written)).needs(faces) == Need(count, d(sides), why)


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("free?dice=2d6@1,7", ["die_out_of_range"]),
        ("free?dice=2d6@1,2,3", ["too_many_dice"]),
        ("free?dice=2d6!@1,2,3", ["too_many_dice"]),
        ("free?dice=2d6kh1!@1,2", ["bad_dice"]),
        ("free?dice=1d6&opponent.dice=x", ["bad_dice"]),
        ("free?dice=1d6!&opponent.dice=1d6", ["bad_dice"]),
        ("free?dice=100d1000", ["bad_dice"]),
        ("free?difficulty=3", ["unknown_field"]),
    ],
)
def test_lines_refused(line: str, codes: list[str]) -> None:
    assert [problem["code"] for problem in judged(line)["error"]] == codes


@pytest.mark.parametrize(
    ("line", "field"),
    [("free?dice=1d6!&opponent.dice=1d6", "dice"), ("free?dice=1d6&opponent.dice=1d6!", "opponent.dice")],
)
def test_the_side_that_may_not_explode_is_named(line: str, field: str) -> None:
    (problem,) = judged(line)["error"]
    assert (problem["code"], problem["field"]) == ("bad_dice", field)


def test_at_first_a_single_d6() -> None:
    assert Request().dice == read_dice("1d6")


def test_groups_bear_their_notation() -> None:
    answer = rolled("3d6!kh2-d4+2", 1, 2, 3, 4)
    assert [(group["dice"], group["total"]) for group in answer["groups"]] == [("3d6!kh2", 5), ("-1d4", -4)]


def test_a_space_in_a_link_is_a_plus() -> None:
    for line in ("free?dice=3d6 + 2@1,2,3", "free?dice=3d6 2@1,2,3", "free?dice=3d6%2B2@1,2,3"):
        assert judged(line)["line"] == "free?dice=3d6%2B2@1,2,3"
    typed = from_fields(FREE, [("dice", "3d6 - 2")])
    assert isinstance(typed, Test)
    assert typed.actor.dice == read_dice("3d6-2")
    assert isinstance(from_fields(FREE, [("dice", "3d6 2")]), Refusal)


@given(expressions(most=8, sides=12), st.integers(0, 9999))
def test_totals_by_hand(dice: Dice, seed: int) -> None:
    result = throw(Test(FREE, Request(dice=dice), Readings()), seeded(seed))
    assert isinstance(result, Single)
    answer = outcome(result)
    assert answer["total"] == by_hand(dice, [[die["total"] for die in group["thrown"]] for group in answer["groups"]])
    assert answer["total"] - dice.constant == sum(group["total"] for group in answer["groups"])
    assert [len(group["thrown"]) for group in answer["groups"]] == [group.count for group in dice.groups]
    for group, told in zip(dice.groups, answer["groups"], strict=True):
        for die in told["thrown"]:
            *before, last = die["faces"]
            assert all(face == group.sides for face in before)
            assert (last == group.sides) <= (not group.explodes)


@given(data=st.data())
def test_contract(data: st.DataObject) -> None:
    """Typed, thrown and replayed are the same; the line round-trips; the outcome has its keys and true words."""
    opposed = data.draw(st.booleans())
    mine = data.draw(expressions(most=8, sides=12, explode=not opposed))
    theirs = Request(dice=data.draw(expressions(most=8, sides=12, explode=False))) if opposed else None
    test = Test(FREE, Request(dice=mine), Readings(), theirs)
    check_round_trip(test)
    result = throw(test, seeded(data.draw(st.integers(0, 9999))))
    assert isinstance(result, Single | Contest)
    check_round_trip(result.test)
    check_replay(result)
    check_outcome(result, ["total", "groups"], ["total"], RULES)


# -------------------------------------------------------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("written", "faces", "steps", "sentence"),
    [
        ("1d6", (4,), ["1d6 : 4"], "1d6 : total de 4."),
        ("3d6+2", (4, 6, 2), ["3d6 : 4 + 6 + 2 = 12", "Total 14 = 12 + 2"], "3d6+2 : total de 14."),
        (
            "2d10!kh1",
            (9, 10, 4),
            ["1 dé explose : 10 + 4 = 14", "1 dé écarté : 9", "2d10!kh1 : 14"],
            "2d10!kh1 : total de 14.",
        ),
        ("1d4-1d6", (1, 3), ["1d4 : 1", "1d6 : 3", "Total −2 = 1 − 3"], "1d4−1d6 : total de −2."),
        ("-1d6+1d4", (3, 1), ["1d6 : 3", "1d4 : 1", "Total −2 = −3 + 1"], "−1d6+1d4 : total de −2."),
        ("0d6", (), ["0d6 : 0"], "0d6 : total de 0."),
        ("2d6", (4, 6), ["2d6 : 4 + 6 = 10"], "2d6 : total de 10."),
        ("1d6+0d8", (3,), ["1d6 : 3", "0d8 : 0", "Total 3 = 3 + 0"], "1d6+0d8 : total de 3."),
        (
            "2d10!",
            (10, 10, 4, 5),
            ["2 dés explosent : 10 + 4 = 14, 10 + 5 = 15", "2d10! : 14 + 15 = 29"],
            "2d10! : total de 29.",
        ),
    ],
)
def test_words(written: str, faces: tuple[int, ...], steps: list[str], sentence: str) -> None:
    answer = rolled(written, *faces)
    plain = [re.sub("[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]", " ", step["text"]) for step in answer["steps"]]
    assert plain == steps
    assert re.sub("[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]", " ", answer["sentence"]) == sentence


def test_shown() -> None:
    """Dice in the order thrown, a chain together; joined by signs; those that do not count apart."""
    result = resolve(a_test("3d10!kh2-1d4", 10, 3, 7, 2, 4))
    assert isinstance(result, Single)
    shown = result.explain().dice
    assert [(die.join, die.face, die.state, die.shape) for die in shown] == [
        ("", 10, "hit", "d10"),
        ("+", 2, "hit", "d10"),
        ("", 3, "aside", "d10"),
        ("+", 7, "hit", "d10"),
        ("\N{MINUS SIGN}", 4, "hit", "d05"),
    ]


@pytest.mark.parametrize(
    ("written", "shape"),
    [("1d6", "d6"), ("1d7", "d05"), ("1d10", "d10"), ("1d20", "d20"), ("1d100", "d05")],
)
def test_shape(written: str, shape: str) -> None:
    result = resolve(a_test(written, 1))
    assert isinstance(result, Single)
    assert [die.shape for die in result.explain().dice] == [shape]


def test_who_wins() -> None:
    answer = judged("free?dice=1d20%2B3&opponent.dice=1d20@12/14")
    assert (answer["winner"], answer["margin"]) == ("actor", 1)
    assert judged("free?dice=1d20&opponent.dice=1d20@14/14")["winner"] is None
    assert isinstance(read("free?opponent.dice=1d6"), Test)


# ------------------------------------------------------------------------------------------------- beside the five


def test_a_guest_among_the_systems() -> None:
    """A line finds it; the five stay five, and the page's start does without it."""
    five = systems.systems()
    assert FREE not in five
    assert system_named("free") is FREE
    assert system_named("nothing") is None
    assert at_hand() == (*five, FREE)
    assert not [address for address in later.needed() if "/free" in address]


def test_a_guest_whose_module_is_not_there_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(systems, "GUESTS", {"free": "pyroll.systems.not_there_yet"})
    assert system_named("free") is None
    refusal = read("free?dice=1d6")
    assert isinstance(refusal, Refusal)
    assert [problem.code for problem in refusal.problems] == ["unknown_system"]
    assert systems.systems() == at_hand()

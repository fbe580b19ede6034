"""Free dice: what the notation means, its exact laws against enumeration, and the traps of other dice rollers."""

import re
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyroll import systems
from pyroll.advice import distribution
from pyroll.form import Refused
from pyroll.i18n import FRENCH
from pyroll.line import Refusal, Test, from_fields, read, system_named
from pyroll.odds import DuelOdds, odds, odds_json
from pyroll.resolve import Contest, Needs, Single, outcome, resolve, throw
from pyroll.systems import SYSTEMS, at_hand, guest
from pyroll.systems.free import FREE, Readings, Request
from pyroll.systems.free_law import MOST_TOTALS, mean, too_large, totals
from pyroll.systems.free_notation import Dice, Group, read_dice, write_dice
from tests.checks import check_outcome, check_replay, check_round_trip, judged, seeded
from tools import later

RULES = frozenset(f"L-{number}" for number in range(1, 9))


def a_test(written: str, *faces: int) -> Test:
    return Test(FREE, Request(dice=read_dice(written)), Readings(), None, faces or None)


def rolled(written: str, *faces: int) -> dict[str, Any]:
    result = resolve(a_test(written).thrown(faces))
    assert isinstance(result, Single), outcome(result)
    return outcome(result)


def kept(answer: dict[str, Any]) -> list[list[list[int]]]:
    """The faces of the dice that count, by group."""
    return [[die["faces"] for die in group["thrown"] if die["kept"]] for group in answer["groups"]]


# ----------------------------------------------------------------------------------------------------------- notation


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("1d6", "1d6"),
        ("d6", "1d6"),
        ("d100", "1d100"),
        ("d%", "1d100"),
        ("3d6+2", "3d6+2"),
        ("3D6 + 2", "3d6+2"),
        ("  3d6+2 ", "3d6+2"),
        ("3d6\N{NO-BREAK SPACE}\N{MINUS SIGN}\N{NARROW NO-BREAK SPACE}2", "3d6-2"),
        ("3d6+++2", "3d6+2"),
        ("3d6+-+2", "3d6-2"),
        ("+3d6", "3d6"),
        ("-1d6+10", "-1d6+10"),
        ("2+3d6", "3d6+2"),
        ("1+1d6+1-3", "1d6-1"),
        ("2d6+1d8-1", "2d6+1d8-1"),
        ("1d8-1+2d6", "1d8+2d6-1"),
        ("4d6kh3", "4d6kh3"),
        ("4D6KH3", "4d6kh3"),
        ("2d20kl", "2d20kl1"),
        ("4d6dl", "4d6dl1"),
        ("4d6dh0", "4d6dh0"),
        ("2d10!", "2d10!"),
        ("2d10!kh1", "2d10!kh1"),
        ("0d6", "0d6"),
        ("003d0006", "3d6"),
        ("1d6+0", "1d6"),
    ],
)
def test_read_and_written(written: str, canonical: str) -> None:
    dice = read_dice(written)
    assert write_dice(dice) == canonical
    assert read_dice(canonical) == dice


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("", "Écrivez des dés"),
        ("   ", "Écrivez des dés"),
        ("5", "Il manque des dés"),
        ("+", "« + »"),
        ("3d6+", "« + »"),
        ("3d", "« d »"),
        ("d", "« d »"),
        ("3x6", "« x6 »"),
        ("3 d6 2", "« d6 2 »"),
        ("3d6--2", "« --2 »"),
        ("3d6*2", "« *2 »"),
        ("(3d6)", "« (3d6) »"),
        ("3d6+un très long texte", "« +un très lon… »"),
        ("3d6k3", "« k3 »"),
        ("3d6!!", "« !! »"),
        ("٣d6", "« ٣d6 »"),
        ("1d1", "de 2 à 1000 faces"),
        ("1d0", "de 2 à 1000 faces"),
        ("1d1001", "de 2 à 1000 faces"),
        ("101d6", "100 dés au plus"),
        ("60d6+41d8", "100 dés au plus"),
        ("9" * 5000 + "d6", "100 dés au plus"),
        ("+".join(["1d6"] * 11), "10 groupes"),
        ("1d6+10000", "de −9999 à 9999"),
        ("1d6+9999+1", "de −9999 à 9999"),
        ("1d6-" + "9" * 5000, "de −9999 à 9999"),
        ("2d6-1d6!", "ne se soustraient pas"),
    ],
)
def test_refused(written: str, why: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_dice(written)
    assert refusal.value.code == "bad_dice"
    assert why in FRENCH.say(refusal.value.message).replace("\N{NO-BREAK SPACE}", " ").replace(
        "\N{NARROW NO-BREAK SPACE}", " "
    )


def test_at_the_bounds() -> None:
    most = read_dice("+".join(["10d1000"] * 10) + "+9999")
    assert sum(group.count for group in most.groups) == 100
    assert read_dice("1d2-9999").constant == -9999


@given(st.one_of(st.text(max_size=12), st.text("0123456789d!khl+- ", max_size=16)))
def test_any_text_is_read_or_refused(written: str) -> None:
    test = from_fields(FREE, [("dice", written)])
    if isinstance(test, Test):
        assert read_dice(write_dice(test.actor.dice)) == test.actor.dice
    else:
        assert {problem.code for problem in test.problems} == {"bad_dice"}


_choices = st.one_of(st.just((None, 0)), st.tuples(st.sampled_from(["kh", "kl", "dh", "dl"]), st.integers(0, 6)))


@st.composite
def expressions(draw: Any, most: int = 4, sides: int = 5, *, explode: bool = True) -> Dice:
    """Small ones, which can be enumerated."""
    groups: list[Group] = []
    left = most
    for _ in range(draw(st.integers(1, 3))):
        choosing, chosen = draw(_choices)
        boost = explode and draw(st.booleans())
        count = draw(st.integers(0, left))
        left -= count
        sign = 1 if boost else draw(st.sampled_from([1, -1]))
        groups.append(Group(count, draw(st.integers(2, sides)), sign, boost, choosing, chosen))
    return Dice(tuple(groups), draw(st.integers(-3, 3)))


@given(expressions())
def test_notation_round_trips(dice: Dice) -> None:
    assert read_dice(write_dice(dice)) == dice


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


def test_a_space_in_a_link_is_a_plus() -> None:
    for line in ("free?dice=3d6 + 2@1,2,3", "free?dice=3d6 2@1,2,3", "free?dice=3d6%2B2@1,2,3"):
        assert judged(line)["line"] == "free?dice=3d6%2B2@1,2,3"
    typed = from_fields(FREE, [("dice", "3d6 - 2")])
    assert isinstance(typed, Test)
    assert typed.actor.dice == read_dice("3d6-2")
    assert isinstance(from_fields(FREE, [("dice", "3d6 2")]), Refusal)


def by_hand(dice: Dice, chains: list[list[int]]) -> int:
    """A total from each group's values, sorted and added as a child would."""
    total = dice.constant
    for group, values in zip(dice.groups, chains, strict=True):
        ascending = sorted(values)
        match group.choosing:
            case "kh":
                ascending = ascending[max(0, len(ascending) - group.chosen) :]
            case "kl":
                ascending = ascending[: group.chosen]
            case "dh":
                ascending = ascending[: max(0, len(ascending) - group.chosen)]
            case "dl":
                ascending = ascending[group.chosen :]
        total += group.sign * sum(ascending)
    return total


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


# --------------------------------------------------------------------------------------------------------------- laws


def enumerated(dice: Dice) -> dict[int, Fraction]:
    """Every throw of dice that do not explode."""
    throws = [product(range(1, group.sides + 1), repeat=group.count) for group in dice.groups]
    found: dict[int, int] = {}
    for chains in product(*(list(map(list, one)) for one in throws)):
        total = by_hand(dice, list(chains))
        found[total] = found.get(total, 0) + 1
    whole = sum(found.values())
    return {total: Fraction(ways, whole) for total, ways in found.items()}


def shares(dice: Dice) -> dict[int, Fraction]:
    law = totals(dice).law
    assert sum(law.weights.values()) == law.total
    return {total: Fraction(weight, law.total) for total, weight in law.weights.items()}


@given(expressions(explode=False))
def test_law_is_enumeration(dice: Dice) -> None:
    found = enumerated(dice)
    assert shares(dice) == found
    assert totals(dice).ceiling is None
    assert Fraction(*mean(dice)) == sum(total * share for total, share in found.items())


def exploding(group: Group, most: int) -> dict[int, Fraction]:
    """An exploding group's totals up to ``most``, its dice taken one by one."""
    values = {
        group.sides * k + face: Fraction(1, group.sides ** (k + 1))
        for k in range(most // group.sides + 1)
        for face in range(1, group.sides)
    }
    found: dict[int, Fraction] = {}
    for chosen in product(values, repeat=group.count):
        total = by_hand(Dice((group,)), [list(chosen)])
        if total <= most:
            share = Fraction(1)
            for value in chosen:
                share *= values[value]
            found[total] = found.get(total, Fraction(0)) + share
    return found


@pytest.mark.parametrize(
    "written", ["1d2!", "1d6!", "2d3!", "2d4!", "3d2!", "2d4!kh1", "2d4!kl1", "3d3!kh2", "3d3!dh2", "3d2!kl2", "0d6!"]
)
def test_exploding_law_is_enumeration(written: str) -> None:
    """Where few explosions are enough to know: a kept total needs all of the dice that were not kept, too."""
    dice = read_dice(written)
    (group,) = dice.groups
    law = shares(dice)
    if group.highest:  # the dice not kept are no higher
        most = 4 * group.sides
        assert {total: share for total, share in law.items() if total <= most} == exploding(group, most)
    else:  # they may be anything: what is missing is less than any share that a further throw would change
        found = exploding(group, 9 * group.sides)
        for total, share in found.items():
            if total <= group.sides:
                assert 0 <= law[total] - share < Fraction(group.count, group.sides**8)


@pytest.mark.parametrize(
    "written",
    [
        "1d2!",
        "1d6!",
        "2d10!",
        "10d10!",
        "100d6!",
        "1d1000!",
        "2d10!kh1",
        "5d6!kl2",
        "4d6!kh3",
        "2d6!+1d8-2",
        "1d6!+1d10!",
    ],
)
def test_ceiling(written: str) -> None:
    """Less than one throw in a million reaches it, and nothing lies above."""
    dice = read_dice(written)
    found = totals(dice)
    assert found.ceiling is not None
    assert max(found.law.weights) == found.ceiling
    assert 0 < found.law.weights[found.ceiling] * 10**6 < found.law.total


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1d6", Fraction(7, 2)),
        ("3d6+2", Fraction(25, 2)),
        ("1d6!", Fraction(7, 2) * Fraction(6, 5)),
        ("2d10!", 2 * Fraction(11, 2) * Fraction(10, 9)),
        ("3d6!+1d8-5", 3 * Fraction(21, 5) + Fraction(9, 2) - 5),
        ("0d6!", Fraction(0)),
        ("4d6kh3", Fraction(15869, 1296)),
        ("2d20kh1", Fraction(553, 40)),
        ("2d20kl1", Fraction(287, 40)),
        # The lower of two exploding d2: half of the time it stops at 1 … P(min ≥ 2k + 1) = 4^−k
        ("2d2!kl1", Fraction(5, 3)),
        ("2d2!kh1", 6 - Fraction(5, 3)),
    ],
)
def test_means(written: str, value: Fraction) -> None:
    assert Fraction(*mean(read_dice(written))) == value


@given(expressions())
def test_mean_and_law_agree(dice: Dice) -> None:
    """The law's mean is short of the true one by what lies beyond the ceiling, and by no more."""
    found = totals(dice)
    of_law = sum(Fraction(total * weight, found.law.total) for total, weight in found.law.weights.items())
    beyond = Fraction(*mean(dice)) - of_law
    if found.ceiling is None:
        assert beyond == 0
    else:
        assert 0 <= beyond < Fraction(1, 1000)


@given(st.integers(2, 6), st.integers(1, 5), st.integers(1, 5), st.booleans())
def test_highest_and_lowest_mirror_each_other(sides: int, count: int, chosen: int, explodes: bool) -> None:
    """Keeping the highest drops the lowest, under either name; what is kept and what is dropped make the whole."""
    high, low = (Dice((Group(count, sides, 1, explodes, one, chosen),)) for one in ("kh", "dh"))  # type: ignore[arg-type]
    same = Dice((Group(count, sides, 1, explodes, "dl", max(0, count - chosen)),))
    assert totals(high) == totals(same)
    whole = Fraction(*mean(Dice((Group(count, sides, 1, explodes),))))
    assert Fraction(*mean(high)) + Fraction(*mean(low)) == whole


# ------------------------------------------------------------------------------------------------------------- bounds


@pytest.mark.parametrize(
    "written",
    [
        "100d6",
        "100d100",
        "10d1000",
        "1d1000!",
        "100d10!",
        "100d6kh50",
        "100d6dl1",
        "10d100kh5",
        "10d10!kh3",
        "5d100!kh2",
    ],
)
def test_within_reach(written: str) -> None:
    dice = read_dice(written)
    assert not too_large(dice)
    assert len(totals(dice).law.weights) <= MOST_TOTALS


@pytest.mark.parametrize("written", ["100d1000", "100d100kh50", "50d6!kh20", "50d100-50d100", "20d1000!"])
def test_out_of_reach(written: str) -> None:
    """Refused before anything is computed, with a word on what to do."""
    assert too_large(read_dice(written))
    (problem,) = judged(f"free?dice={written}")["error"]
    assert problem["field"] == "dice"
    assert "prenez moins de dés" in problem["message"]


@given(st.integers(0, 100), st.integers(2, 1000), _choices, st.booleans())
def test_whatever_is_within_reach_has_a_size(count: int, sides: int, choice: Any, explodes: bool) -> None:
    """The estimate itself is instant, for any group."""
    too_large(Dice((Group(count, sides, 1, explodes, *choice),)))


# --------------------------------------------------------------------------------------------------------------- odds


def test_odds() -> None:
    found = odds_json(odds(a_test("1d4-1")))
    assert found == {"mean": "3/2", "totals": {"0": "1/4", "1": "1/4", "2": "1/4", "3": "1/4"}}


def test_odds_of_exploding_dice() -> None:
    found = odds_json(odds(a_test("1d6!")))
    assert list(found) == ["mean", "ceiling", "totals"]
    assert found["mean"] == "21/5"
    chances = found["totals"]
    assert isinstance(chances, dict)
    assert int(list(chances)[-1]) == found["ceiling"]
    assert sum(Fraction(chance) for chance in chances.values()) == 1


@given(expressions(explode=False), expressions(most=3, explode=False))
def test_opposed_odds_are_enumeration(mine: Dice, theirs: Dice) -> None:
    found = odds(Test(FREE, Request(dice=mine), Readings(), Request(dice=theirs)))
    assert isinstance(found, DuelOdds)
    wins = {"actor": Fraction(0), "tie": Fraction(0), "opponent": Fraction(0)}
    for (one, share), (other, chance) in product(enumerated(mine).items(), enumerated(theirs).items()):
        wins["actor" if one > other else "opponent" if one < other else "tie"] += share * chance
    assert odds_json(found) == {name: f"{share.numerator}/{share.denominator}" for name, share in wins.items()} | {}


def test_distribution() -> None:
    result = resolve(a_test("3d6", 6, 5, 1))
    assert isinstance(result, Single)
    found = distribution(result.test, result)
    assert found is not None
    assert [bar.figure for bar in found.bars] == list(range(3, 19))
    assert found.thrown == 12
    assert found.worse is not None
    assert Fraction(found.worse.weight, found.worse.total) == Fraction(135, 216)


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


def test_who_wins() -> None:
    answer = judged("free?dice=1d20%2B3&opponent.dice=1d20@12/14")
    assert (answer["winner"], answer["margin"]) == ("actor", 1)
    assert judged("free?dice=1d20&opponent.dice=1d20@14/14")["winner"] is None
    assert isinstance(read("free?opponent.dice=1d6"), Test)


# ------------------------------------------------------------------------------------------------- beside the five


def test_a_guest_among_the_systems() -> None:
    """A line finds it; the five stay five, and the page's start does without it."""
    assert FREE not in SYSTEMS
    assert guest("free") is FREE
    assert system_named("free") is FREE
    assert guest("tur") is None
    assert system_named("nothing") is None
    assert at_hand() == (*SYSTEMS, FREE)
    assert not [address for address in later.needed() if "/free" in address]


def test_a_guest_whose_module_is_not_there_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(systems, "GUESTS", {"free": "pyroll.systems.not_there_yet"})
    assert guest("free") is None
    refusal = read("free?dice=1d6")
    assert isinstance(refusal, Refusal)
    assert [problem.code for problem in refusal.problems] == ["unknown_system"]
    assert at_hand() == SYSTEMS

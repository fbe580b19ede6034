"""Free dice: their exact laws against enumeration, how large they may be, and their odds."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyroll.advice import distribution
from pyroll.line import Test
from pyroll.odds import DuelOdds, odds, odds_json
from pyroll.resolve import Single, resolve
from pyroll.systems.free import FREE, Readings, Request
from pyroll.systems.free_law import MOST_TOTALS, mean, too_large, totals
from pyroll.systems.free_notation import Dice, Group, read_dice
from tests.checks import judged
from tests.free_dice import a_test, by_hand, choices, expressions

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
    ["1d2!+1d3!", "1d3!+1d2!", "1d3!+1d6-1d8+3", "1d2!+1d3!-2d4", "1d2!-2d20", "2d2!kh1-2d6kl1", "1d2!+0d3!"],
)
def test_law_of_several_groups_is_exact_below_the_ceiling(written: str) -> None:
    """Where the others are at their least, each must be known further than the whole."""
    dice = read_dice(written)
    ceiling = totals(dice).ceiling
    assert ceiling is not None
    most = ceiling + 40  # more than is ever taken away
    found = {dice.constant: Fraction(1)}
    for group in dice.groups:
        one = exploding(group, most) if group.explodes else enumerated(Dice((group,)))
        longer: dict[int, Fraction] = {}
        for (total, share), (more, chance) in product(found.items(), one.items()):
            longer[total + more] = longer.get(total + more, Fraction(0)) + share * chance
        found = longer
    exact = {total: share for total, share in found.items() if total < ceiling}
    assert {total: share for total, share in shares(dice).items() if total < ceiling} == exact


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
    """Of each group less than one throw in ten million reaches it, and nothing lies above."""
    dice = read_dice(written)
    found = totals(dice)
    assert found.ceiling is not None
    assert max(found.law.weights) == found.ceiling
    assert 0 < found.law.weights[found.ceiling] * 10**7 < found.law.total * len(dice.groups)


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


@pytest.mark.parametrize(
    ("within", "beyond"),
    [
        ("100d101", "73d138"),
        ("10d1000", "11d1000"),
        ("20d235+20d235", "20d236+20d236"),
        ("100d52kh50", "100d53kh50"),
        ("10d980kl5", "10d981kl5"),
        ("91d100!", "92d100!"),
        ("10d770!", "10d771!"),
        ("34d10!kh2", "35d10!kh2"),
        ("5d462!kh2", "5d463!kh2"),
        ("10d31!kh5", "10d32!kh5"),
        ("29d6!kl3", "30d6!kl3"),
        ("24d6!kh2+3d6!", "25d6!kh2+3d6!"),
        ("5d255!+5d255!", "5d256!+5d256!"),
        ("20d31!+20d31!", "20d32!+20d32!"),
    ],
)
def test_so_far_and_no_further(within: str, beyond: str) -> None:
    """Just within and just beyond each of the bounds of work."""
    assert not too_large(read_dice(within))
    assert too_large(read_dice(beyond))


@given(st.integers(0, 100), st.integers(2, 1000), choices, st.booleans())
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

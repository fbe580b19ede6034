"""Free dice as they are written: what is read, what is refused, and the one form of both."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyroll.form import Refused
from pyroll.i18n import FRENCH
from pyroll.line import Test, from_fields
from pyroll.systems.free import FREE
from pyroll.systems.free_notation import Dice, read_dice, write_dice
from tests.free_dice import expressions


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
        ("3d6+un texte de", "« +un texte de »"),
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


@given(expressions())
def test_notation_round_trips(dice: Dice) -> None:
    assert read_dice(write_dice(dice)) == dice

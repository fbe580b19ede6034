"""The driver: one rule answered by given, missing, wrong or fresh dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from pyroll.dice import Die, Faces, Need, One, OpenEnded, Total, d
from pyroll.play import Ask, Given, Missing, Played, Rule, Throw, Thrown, Wrong, after, ask, law_of, play
from pyroll.systems.tur import DICE

D6 = d(6)
PAIR = Total(2, D6)
FINAL = One(d(20), "confirm")


def judge(total: int) -> Rule[str]:
    """A multiple of four asks for one die more."""
    return f"plain {total}" if total % 4 else ask(FINAL, lambda last: f"{total} and {last}")


RULE = ask(PAIR, judge)


def test_given_faces() -> None:
    source = Given((3, 5, 20))
    played = play(RULE, source)
    assert played == Played("8 and 20", (Throw(PAIR, (3, 5)), Throw(FINAL, (20,))))
    assert isinstance(played, Played)
    assert played.faces == (3, 5, 20)
    assert source.left == ()


def test_faces_that_nothing_asked_for_are_left() -> None:
    source = Given((1, 2, 6, 6))
    assert play(RULE, source) == Played("plain 3", (Throw(PAIR, (1, 2)),))
    assert source.left == (6, 6)


@pytest.mark.parametrize(
    ("faces", "missing"),
    [
        ((), Missing(Need(2, D6, "pool"), (Throw(PAIR, ()),))),
        ((3,), Missing(Need(1, D6, "pool"), (Throw(PAIR, (3,)),))),
        ((3, 5), Missing(Need(1, d(20), "confirm"), (Throw(PAIR, (3, 5)), Throw(FINAL, ())))),
    ],
)
def test_missing_dice_are_a_value(faces: Faces, missing: Missing) -> None:
    assert play(RULE, Given(faces)) == missing


@pytest.mark.parametrize(
    ("faces", "wrong"),
    [
        ((0,), Wrong((0,), D6)),
        ((7, 3), Wrong((7,), D6)),
        ((7, -1), Wrong((7, -1), D6)),
        ((3, 5, 21), Wrong((21,), d(20))),
    ],
)
def test_wrong_faces_are_a_value(faces: Faces, wrong: Wrong) -> None:
    assert play(RULE, Given(faces)) == wrong


def test_a_rule_without_dice() -> None:
    source = Given((4,))
    assert play("settled", source) == Played("settled", ())
    assert source.left == (4,)


def test_a_chain_is_thrown_die_by_die() -> None:
    asked: list[int] = []
    coming = iter((9, 9, 4))

    def below(n: int) -> int:
        asked.append(n)
        return next(coming)

    played = play(ask(OpenEnded(10, 1), lambda chain: chain.total), Thrown(below))
    assert isinstance(played, Played)
    assert (played.result, played.faces) == (25, (10, 10, 5))
    assert asked == [10, 10, 10]


@pytest.mark.parametrize(
    "die",
    [D6, d(20), Die("loaded", (0, 1, 7), (1, 2, 5)), *DICE.values()],
    ids=lambda die: f"{die.name}{die.weights}",
)
def test_fresh_dice_are_fair(die: Die) -> None:
    """Every answer of ``below`` once: each face exactly as often as it weighs. Nothing is left to chance."""
    total = sum(die.weights)

    def answering(value: int) -> Callable[[int], int]:
        def below(n: int) -> int:
            assert n == total, "no modulo, no wider range"
            return value

        return below

    faces = Counter(Thrown(answering(value)).take(Need(1, die, "first"))[0] for value in range(total))
    assert faces == Counter(dict(zip(die.faces, die.weights, strict=True)))


def test_fresh_dice_ask_once_per_die() -> None:
    answers = iter(range(6))
    assert Thrown(lambda n: next(answers)).take(Need(6, D6, "pool")) == (1, 2, 3, 4, 5, 6)


def test_a_source_of_chance_out_of_bounds_is_caught() -> None:
    with pytest.raises(AssertionError, match="below"):
        Thrown(lambda n: n).take(Need(1, D6, "first"))


def test_law_follows_every_branch() -> None:
    law = law_of(RULE, lambda said: said)
    assert sum(law.weights.values()) == law.total
    # 9 of 36 throws are 4, 8 or 12, and ask for the d20
    asking = law.weigh(lambda said: "and" in said)
    assert asking * 36 == 9 * law.total
    assert law.weights["8 and 20"] * 36 * 20 == 5 * law.total
    assert law_of("settled", len).weights == {7: 1}


def test_law_merges_by_key() -> None:
    law = law_of(RULE, lambda said: "and" in said)
    assert set(law.weights) == {True, False}
    assert law.weights[True] * 4 == law.total


def test_one_rule_goes_on_with_another() -> None:
    """Whether it asks once, twice, or not at all."""
    longer = after(RULE, str.upper)
    assert isinstance(longer, Ask)
    assert play(longer, Given((3, 5, 20))) == Played("8 AND 20", (Throw(PAIR, (3, 5)), Throw(FINAL, (20,))))
    assert after("settled", str.upper) == "SETTLED"
    asks_again = after("settled", lambda said: ask(FINAL, lambda face: f"{said} {face}"))
    assert play(asks_again, Given((2,))) == Played("settled 2", (Throw(FINAL, (2,)),))


def test_a_rule_can_be_played_again() -> None:
    """Nothing is used up: each branch of the odds plays on from the same place."""
    assert [play(RULE, Given(faces)) for faces in ((1, 2), (1, 2))] == [Played("plain 3", (Throw(PAIR, (1, 2)),))] * 2

"""Luck and fairness: exact numbers, careful words."""

import math
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyroll.dice import Die, d
from pyroll.i18n import FRENCH
from pyroll.journal import Entry, entry_of, judge
from pyroll.line import Test, read
from pyroll.luck import (
    Luck,
    Tally,
    as_fallen,
    count_faces,
    decimal,
    fairness,
    fairness_words,
    luck,
    luck_by_character,
    luck_words,
    percent,
    rank,
)
from pyroll.resolve import Contest, Single, resolve
from tests.kept import asked, plain, rolled


def entry(line: str, **more: object) -> Entry:
    test = read(line)
    assert isinstance(test, Test)
    result = resolve(test)
    assert isinstance(result, Single | Contest), result
    return replace(entry_of(result, "a", "2026-08-01T20:00:00Z", "thrown", "0.1.0"), **more)  # type: ignore[arg-type]


# -------------------------------------------------------------------------------------------------------------- luck


def test_expected_is_the_sum_of_exact_chances() -> None:
    found = luck(
        [
            entry("tur?value=5@0,5"),  # 21/36
            entry("tur?value=6@5,5"),  # 26/36
            entry("patchwork?characteristic=7&skill=6@10,3"),  # 4/10; each critical 1/10
            entry("patchwork?characteristic=7&skill=6@1,3"),
        ]
    )
    assert found.successes.observed == 2
    assert found.successes.deviation.expected == pytest.approx(21 / 36 + 26 / 36 + 0.8)
    assert found.successes.deviation.variance == pytest.approx(21 * 15 / 1296 + 26 * 10 / 1296 + 0.48)
    assert (found.critical_successes.observed, found.critical_successes.chances) == (1, (0.1, 0.1))
    assert (found.critical_failures.observed, found.critical_failures.chances) == (1, (0.1, 0.1))
    assert found.wins == Tally()


def test_oppositions_count_apart() -> None:
    found = luck([entry("patchwork?opponent.skill=0@5/5"), entry("patchwork?opponent.skill=0@4/5")])
    assert found == Luck(wins=Tally(1, (119 / 220, 119 / 220)))


@pytest.mark.parametrize(
    "one",
    [
        entry("abc?skill=12&task=routine@"),
        entry("tur?value=5@0,5", origin="received"),
        replace(entry("tur?value=5@0,5"), line="tur?value=5@9,9"),
        replace(entry("tur?value=5@0,5"), line="nonsense"),
        replace(entry("tur?value=5@0,5"), line="tur?value=5@1"),
    ],
    ids=["no dice", "somebody else’s", "impossible faces", "no line", "dice missing"],
)
def test_what_does_not_count(one: Entry) -> None:
    assert luck([one]) == Luck()
    assert rank(one) is None or one.origin == "received"
    assert count_faces([one]) == {}


def test_points_spent_late_are_no_luck() -> None:
    """Three short, two points added after the dice: the dice failed, and their chance was that without the points."""
    late = entry("patchwork?characteristic=7&skill=6&action_points=2@4", late=2)
    fallen = as_fallen(late)
    assert isinstance(fallen, Single)
    assert fallen.test.actor.action_points == 0
    assert luck([late]).successes == Tally(0, (0.4,))
    assert luck([replace(late, late=0)]).successes == Tally(1, (0.8,))


def test_bad_play_is_no_bad_luck() -> None:
    """Points left lying after the dice: judged as if they had been played well."""
    wasted = entry("flamme?characteristic=3&flame=3&aspect=3&difficulty=3&raises=0,0,0@3,3,3")
    assert not wasted.digest.success
    assert luck([wasted]).successes.observed == 1


@given(
    st.sampled_from(
        ("tur?value=5@0,5", "patchwork?opponent.skill=1@1,4/7", "flamme?flame=1&aspect=1&raises=1@3,4,6")
    ),
    st.lists(st.tuples(st.integers(0, 45), st.sampled_from("?=&@/,.-+%0159azé\ud800"), st.booleans()), max_size=4),
    st.integers(0, 99),
)
def test_no_kept_line_is_too_strange(line: str, edits: list[tuple[int, str, bool]], late: int) -> None:
    """What a file may bring as a line is looked at only here: it is judged, or not, but nothing breaks."""
    for place, character, instead in edits:
        line = line[:place] + character + line[place + instead :]
    strange = replace(entry("tur?value=5@0,5"), line=line, late=late)
    judge(strange)
    luck([strange])
    rank(strange)
    count_faces([strange])


def test_luck_goes_by_character() -> None:
    rolls = [entry("tur?value=5@0,5", character_id="a"), entry("tur?value=5@0,5")]
    found = luck_by_character([*rolls, rolls[0]])
    assert {key: one.successes.observed for key, one in found.items()} == {"a": 2, "": 1}


def test_expected_luck_is_what_happens() -> None:
    """2,000 honest rolls: the sum of exact chances is near what happened, by its own variance."""
    lines = ("patchwork?skill=6&difficulty=15", "abc?attribute=9&skill=3", "flamme?flame=2&aspect=2&difficulty=3")
    found = luck(rolled(asked(lines[seed % 3]), seed) for seed in range(2000))
    for tally in (found.successes, found.critical_successes, found.critical_failures):
        measured = tally.deviation
        assert abs(tally.observed - measured.expected) < 4 * math.sqrt(measured.variance)


@pytest.mark.parametrize(
    ("line", "worse"),
    [
        ("tur?value=5@5,5", 0),
        ("tur?value=5@0,0", 35 / 36),
        ("patchwork?@9", 0.8),
        ("patchwork?@10,10,10,1", 0.999),
        ("abc?attribute=8&skill=4@20,19", 0),
    ],
)
def test_rank(line: str, worse: float) -> None:
    found = rank(entry(line))
    assert found is not None
    assert float(found) == pytest.approx(worse)


def test_an_opposition_has_no_rank() -> None:
    assert rank(entry("patchwork?opponent.skill=0@5/5")) is None


@pytest.mark.parametrize(
    ("tally", "numbers", "meaning"),
    [
        (
            Tally(1, (0.5,)),
            "Réussites : 1 sur 1 jet, pour 0,5 en moyenne.",
            "Trop peu de jets pour parler de chance.",
        ),
        (
            Tally(0, (0.5,) * 10),
            "Réussites : 0 sur 10 jets, pour 5,0 en moyenne.",
            "Trop peu de jets pour parler de chance.",
        ),
        (
            Tally(18, (0.5,) * 30),
            "Réussites : 18 sur 30 jets, pour 15,0 en moyenne.",
            "Un écart au moins aussi grand arrive dans 36 % des cas : rien d’inhabituel.",
        ),
        (
            Tally(21, (0.5,) * 30),
            "Réussites : 21 sur 30 jets, pour 15,0 en moyenne.",
            "Un écart au moins aussi grand arrive dans 4 % des cas : peu courant, mais cela ne prouve rien.",
        ),
        (
            Tally(0, (0.5,) * 30),
            "Réussites : 0 sur 30 jets, pour 15,0 en moyenne.",
            "Un écart au moins aussi grand arrive dans moins de 0,1 % des cas : "
            "rare, mais possible avec des dés honnêtes.",
        ),
    ],
)
def test_words_mislead_nobody(tally: Tally, numbers: str, meaning: str) -> None:
    assert [tuple(plain(FRENCH.say(one)) for one in pair) for pair in luck_words(Luck(tally))] == [(numbers, meaning)]


@given(st.integers(0, 29), st.data())
def test_few_rolls_never_make_luck(rolls: int, data: st.DataObject) -> None:
    tally = Tally(data.draw(st.integers(0, rolls)), tuple([0.3] * rolls))
    for _, meaning in luck_words(Luck(tally)):
        assert FRENCH.say(meaning).startswith("Trop peu de jets")


# ---------------------------------------------------------------------------------------------------------- fairness


def test_faces_are_counted_die_by_die() -> None:
    counts = count_faces(
        [
            entry("patchwork?@10,10,3"),
            entry("patchwork?opponent.skill=1@1,4/7"),
            entry("abc?attribute=8@20,4"),
            entry("flamme?flame=1&aspect=1@3,4,6"),
            entry("tur?value=5@0,5"),
            entry("tur?value=5&reading.die=half_d10@0,5"),
            entry("patchwork?@6", origin="typed"),
            entry("patchwork?@6", origin="received"),
        ]
    )
    kinds = {(die.name, die.weights): dict(faces) for die, faces in counts.items()}
    assert kinds == {
        ("10", (1,) * 10): {10: 2, 3: 1, 1: 1, 4: 1, 7: 1},
        ("20", (1,) * 20): {20: 1, 4: 1},
        ("6", (1,) * 6): {3: 1, 4: 1, 6: 1},
        ("5", (1,) * 6): {0: 1, 5: 1},
        ("5", (1, 2, 2, 2, 2, 1)): {0: 1, 5: 1},
    }
    assert count_faces([entry("abc?attribute=8@3")], counts)[d(20)] == {20: 1, 4: 1, 3: 1}
    assert counts[d(20)] == {20: 1, 4: 1}, "what was counted before stays as it was"


def test_a_flame_die_counts_by_the_face_that_fell() -> None:
    raised = entry("flamme?flame=3&aspect=1&raises=1,0,0@3,4,6")
    assert count_faces([raised]) == {d(6): {3: 1, 4: 1, 6: 1}}


@pytest.mark.parametrize(
    ("die", "faces", "chi_square", "chance"),
    [
        (d(6), (10, 10, 10, 10, 10, 10), 0.0, 1.0),
        (d(6), (5, 8, 9, 8, 10, 20), 13.4, 0.0199),
        (d(6), (30, 0, 0, 0, 0, 0), 150.0, 0.0),
        (d(6), (5, 5, 5, 5, 5, 4), None, None),
        (Die("5", (0, 1, 2, 3, 4, 5), (1, 2, 2, 2, 2, 1)), (5, 10, 10, 10, 10, 5), 0.0, 1.0),
        (Die("5", (0, 1, 2, 3, 4, 5), (1, 2, 2, 2, 2, 1)), (5, 10, 10, 10, 10, 4), None, None),
    ],
)
def test_chi_square_of_faces(
    die: Die, faces: tuple[int, ...], chi_square: float | None, chance: float | None
) -> None:
    (found,) = fairness({die: dict(zip(die.faces, faces, strict=True))})
    assert found.thrown == sum(faces)
    assert found.chi_square == pytest.approx(chi_square)
    assert found.chance == pytest.approx(chance, abs=0.0001)


def test_fair_dice_are_seldom_called_rare() -> None:
    source = random.Random(7)
    chances = []
    for _ in range(300):
        counts: dict[int, int] = {}
        for _ in range(120):
            face = source.randint(1, 6)
            counts[face] = counts.get(face, 0) + 1
        (found,) = fairness({d(6): counts})
        assert found.chance is not None
        chances.append(found.chance)
    assert 0.02 < sum(chance < 0.05 for chance in chances) / 300 < 0.09


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        ((1,) * 6, "d6 : 6 lancés, il en faut 30 pour juger de leur équilibre."),
        ((10,) * 6, "d6 : 60 lancés. Des dés parfaits font au moins aussi inégal dans 100 % des cas."),
        (
            (5, 8, 9, 8, 10, 20),
            "d6 : 60 lancés. Des dés parfaits font au moins aussi inégal dans 2 % des cas : "
            "peu courant, mais cela ne prouve rien.",
        ),
        (
            (60, 0, 0, 0, 0, 0),
            "d6 : 60 lancés. Des dés parfaits font au moins aussi inégal dans moins de 0,1 % des cas : "
            "rare. À revoir avec de nouveaux lancers.",
        ),
    ],
)
def test_fairness_in_words(faces: tuple[int, ...], said: str) -> None:
    (found,) = fairness({d(6): dict(zip(range(1, 7), faces, strict=True))})
    assert plain(FRENCH.say(fairness_words(found))) == said


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (0, "0 %"),
        (1e-9, "moins de 0,1 %"),
        (0.004, "0,4 %"),
        (0.0096, "1 %"),
        (0.5, "50 %"),
        (0.625, "62 %"),
        (0.99, "99 %"),
        (0.9951, "99,5 %"),
        (0.99999, "plus de 99,9 %"),
        (1, "100 %"),
    ],
)
def test_percents(chance: float, said: str) -> None:
    assert plain(FRENCH.say(percent(chance))) == said


@pytest.mark.parametrize(("value", "said"), [(0, "0,0"), (15.449, "15,4"), (15.96, "16,0"), (1e6, "1000000,0")])
def test_decimals(value: float, said: str) -> None:
    assert FRENCH.say(decimal(value)) == said

"""What contract.md promises of every system, whatever its rule."""

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pyroll.form import fields_of
from pyroll.line import Test
from pyroll.odds import odds, odds_json
from pyroll.resolve import Contest, Single, outcome, resolve
from pyroll.system import System
from pyroll.systems import systems
from tests.checks import (
    RULES,
    check_odds_hold,
    check_outcome,
    check_replay,
    check_verdict_word,
    judged,
    plain,
    thrown,
)
from tests.samples import naming, some_test, value

# contract.md, "Outcome" of each system: its own keys, and what a side of an opposition holds
KEYS = {
    "patchwork": "base die_total score action_points_left",
    "abc": "abc result grade columns threshold confirm_target",
    "tur": "total modifier degree capped suggested_modifier",
    "flamme": "pool flame_dice raises_left lowers_left natural_successes final_faces successes ones difficulty",
    "ecor": "rolled kept trained evens_rolled evens degree capped",
}
SIDE_KEYS = {
    "patchwork": "score critical",
    "abc": "columns success",
    "tur": "degree",
    "flamme": "successes",
    "ecor": "evens",
}

each_system = pytest.mark.parametrize("system", systems(), ids=lambda system: system.key)


def test_the_contract_knows_the_systems() -> None:
    assert {system.key for system in systems()} == set(KEYS) == set(SIDE_KEYS)
    assert {system.key for system in systems() if system.house_rule} == {"abc", "tur"}


def throws(system: System, count: int, *, opposed: bool | None = None) -> Iterator[Single | Contest]:
    """Random tests with random dice."""
    for seed in range(count):
        test = some_test(system, seed, opposed=opposed)
        with naming(test):
            result = thrown(test, seed)
        if result is not None:
            yield result


@each_system
def test_typed_is_rolled_is_replayed(system: System) -> None:
    for result in throws(system, 200):
        with naming(result.test):
            check_replay(result)


@each_system
def test_outcome(system: System) -> None:
    for result in throws(system, 500):
        keys = KEYS[system.key].split()
        if system.key == "abc" and result.test.actor.task == "routine":
            keys.append("automatic")
        with naming(result.test):
            check_outcome(result, keys, SIDE_KEYS[system.key].split(), RULES)


@each_system
def test_one_word_one_verdict(system: System) -> None:
    for result in throws(system, 500, opposed=False):
        assert isinstance(result, Single)
        with naming(result.test):
            check_verdict_word(result)


@each_system
def test_winner_goes_with_the_margin(system: System) -> None:
    """actor − opponent; only a reading that ranks criticals first may say otherwise."""
    for result in throws(system, 300, opposed=True):
        assert isinstance(result, Contest)
        if getattr(result.test.readings, "critical", "score") != "score":
            continue
        margin, winner = result.duel.margin, result.duel.winner
        tie = {"patchwork": "actor"}.get(system.key, getattr(result.test.readings, "tie", "none"))
        expected = "actor" if margin > 0 else "opponent" if margin < 0 else None if tie == "none" else tie
        with naming(result.test):
            assert winner == expected


@each_system
def test_an_opposition_turned_round(system: System) -> None:
    """Each side is rolled by the same rule: exchanging them exchanges what they hold."""
    for result in throws(system, 150, opposed=True):
        test = result.test
        turned = replace(
            test, actor=test.opponent, opponent=test.actor, faces=test.opponent_faces, opponent_faces=test.faces
        )
        first, second = plain(outcome(result)), plain(outcome(resolve(turned)))
        with naming(test):
            assert (first["actor"], first["opponent"]) == (second["opponent"], second["actor"])
            assert first["margin"] == -second["margin"]


# ------------------------------------------------------------------------------------------------ no field too many


def check_no_influence(test: Test, name: str, seed: int) -> None:
    """Another value of this field changes nothing but the line."""
    item = next(one for one in fields_of(test.system.request) if one.name == name)
    other = replace(test, actor=replace(test.actor, **{name: value(item, random.Random(seed))}))
    if any(list(test.system.check(one.actor, one.readings, one.opposed)) for one in (test, other)):
        return  # points dealt out by hand no longer fit
    with naming(other):
        first, second = thrown(test, seed), thrown(other, seed)
        assert (first is None) == (second is None)
        if first is not None and second is not None:
            before, after = plain(outcome(first)), plain(outcome(second))
            assert {**before, "line": None} == {**after, "line": None}


SOLO = {
    "patchwork": ["difficulty"],
    "abc": [],
    "tur": [],
    "flamme": ["difficulty", "size", "target_size", "object", "complexity"],
    "ecor": ["difficulty"],
}


@pytest.mark.parametrize(
    ("system", "name"),
    [pytest.param(system, name, id=f"{system.key}-{name}") for system in systems() for name in SOLO[system.key]],
)
def test_not_in_an_opposition(system: System, name: str) -> None:
    for seed in range(60):
        check_no_influence(some_test(system, seed, opposed=True), name, seed)


IDLE = [
    ("patchwork", "skill", {"proficiency": "untrained"}),
    ("patchwork", "skill", {"proficiency": "characteristic"}),
    ("patchwork", "general_skill", {"proficiency": "trained"}),
    ("patchwork", "general_skill", {"proficiency": "speciality"}),
    ("patchwork", "general_skill", {"proficiency": "characteristic"}),
    ("abc", "stress", {"task": "test"}),
    ("abc", "stress", {"task": "trivial"}),
    ("flamme", "aspect", {"flame": 0, "raises": None, "lowers": None}),
    ("flamme", "dark_aspect", {"flame": 0, "raises": None, "lowers": None}),
    ("flamme", "invert_aspect", {"flame": 0, "raises": None, "lowers": None}),
    ("flamme", "speciality", {"flame": 0, "raises": None, "lowers": None}),
    ("flamme", "complexity", {"object": "none"}),
    ("flamme", "object", {"complexity": 0}),
]


@pytest.mark.parametrize(("key", "name", "given_fields"), IDLE, ids=str)
def test_not_beside_this(key: str, name: str, given_fields: dict[str, Any]) -> None:
    system = next(one for one in systems() if one.key == key)
    for seed in range(60):
        drawn = some_test(system, seed, opposed=False)
        check_no_influence(replace(drawn, actor=replace(drawn.actor, **given_fields)), name, seed)


@pytest.mark.parametrize(
    ("line", "first"),
    [
        pytest.param("tur?value=5&opponent.value=5@2,2/2,2", None, id="both average"),
        pytest.param("tur?value=5&difficulty=hard&opponent.value=5@2,2/2,2", "opponent", id="harder for the actor"),
        pytest.param("tur?opponent.difficulty=hard@2,2/2,2", "actor", id="harder for the opponent"),
    ],
)
def test_a_tur_difficulty_counts_in_an_opposition(line: str, first: str | None) -> None:
    """There it is a modifier of one's own roll, not what the other side stands for."""
    assert judged(line)["winner"] == first


@pytest.mark.parametrize(
    "line",
    [
        "patchwork?difficulty=100&opponent.skill=1@4/4",
        "patchwork?proficiency=untrained&skill=31@4",
        "abc?stress=maybe@4",
        "flamme?size=11&opponent.skill=1@1,2,3/1,2,3,4",
        "ecor?difficulty=none&opponent.skill=1@2,2,2/2,2,2,2",
    ],
)
def test_a_field_of_no_use_is_validated_all_the_same(line: str) -> None:
    assert [problem["code"] for problem in judged(line)["error"]] in (["out_of_range"], ["unknown_choice"])


# --------------------------------------------------------------------------------------------------------------- odds


@each_system
def test_what_falls_was_possible(system: System) -> None:
    for result in throws(system, 150):
        with naming(result.test):
            check_odds_hold(result)


@each_system
def test_odds_keys(system: System) -> None:
    for seed in range(150):
        test = some_test(system, seed)
        with naming(test):
            check_odds_keys(system, test)


def check_odds_keys(system: System, test: Test) -> None:
    found = odds_json(odds(test))
    if test.opposed:
        assert list(found) == ["actor", "opponent"] + ["tie"] * (system.key != "patchwork")
        assert sum(Fraction(str(share)) for share in found.values()) == 1
        return
    routine = system.key == "abc" and test.actor.task == "routine"
    if routine:
        assert list(found) == ["success"]
        assert found["success"] in ("1/1", "0/1", None)
        return
    criticals = system.key not in ("tur", "ecor")
    degrees = system.key not in ("patchwork", "flamme")
    expected = ["success", *["critical_success", "critical_failure"] * criticals, *["degrees"] * degrees, "parts"]
    assert list(found) == expected
    parts = found["parts"]
    assert isinstance(parts, dict)
    assert list(parts) == ["critical_failure", "failure", "success", "critical_success"]
    assert sum(map(Fraction, parts.values())) == 1
    assert Fraction(str(found["success"])) == Fraction(parts["success"]) + Fraction(parts["critical_success"])
    for share in degree_shares(found):
        assert share > 0, "only keys of non-zero chance"


def degree_shares(found: dict[str, object]) -> list[Fraction]:
    degrees = found.get("degrees", {})
    assert isinstance(degrees, dict)
    return [Fraction(share) for share in degrees.values()]

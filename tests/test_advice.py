"""What a decision is worth: each figure against the odds of the test that it is about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pyroll.advice import bonuses_for, distribution, gains, ladder, placed, rungs, spending, success
from pyroll.line import Refusal, Test, read
from pyroll.odds import Chance, Odds, odds
from pyroll.resolve import Single, resolve
from pyroll.system import System
from pyroll.systems import systems


def a_test(line: str) -> Test:
    test = read(line)
    assert not isinstance(test, Refusal)
    return test


def chance_of(line: str) -> Chance:
    found = success(odds(a_test(line)))
    assert found is not None
    return found


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.key)
def test_every_rung_has_the_chance_of_its_own_test(system: System) -> None:
    test = a_test(f"{system.key}?")
    steps = list(ladder(test))
    assert [(step.value, step.label) for step in steps] == list(rungs(test.system))
    for step in steps:
        assert step.chance == chance_of(f"{test.system.key}?{test.system.ladder}={step.value}")
    assert sum(step.current for step in steps) == 1


def test_gains_are_the_odds_of_the_changed_test() -> None:
    line = "flamme?characteristic=4&skill=3&flame=3&aspect=2"
    found = {gain.label: gain.chance for gain in gains(a_test(line))}
    assert found["un dé de plus"] == chance_of(line + "&modifiers=%2B1D")
    assert found["une augmentation de plus"] == chance_of(line + "&heroics=1")


def test_gains_in_an_opposition_are_the_actors_and_leave_the_difficulty_aside() -> None:
    line = "flamme?characteristic=4&flame=2&aspect=1&opponent.characteristic=5"
    found = {gain.label: gain.chance for gain in gains(a_test(line))}
    assert set(found) == {"un dé de plus", "une augmentation de plus"}
    changed = line.replace("&opponent", "&modifiers=%2B1D&opponent")
    assert found["un dé de plus"] == chance_of(changed)


def test_points_that_are_not_there_are_not_offered() -> None:
    steps = list(spending(a_test("patchwork?action_points_available=2")))
    assert [step.value for step in steps] == ["0", "1", "2"]
    assert [step.chance for step in steps] == [chance_of(f"patchwork?action_points={step.value}") for step in steps]


@pytest.mark.parametrize("key", ["tur", "abc"])
def test_the_bonus_needed_is_the_least_that_reaches(key: str) -> None:
    test = a_test(f"{key}?")
    assert test.system.bonus is not None
    for percent, value in bonuses_for(test):
        assert value is not None
        chances = []
        for bonus in (value - 1, value):
            found = odds(replace(test, actor=replace(test.actor, **{test.system.bonus: bonus})))
            assert isinstance(found, Odds)
            chances.append(100 * float(found.success or Chance(0, 1)))
        assert chances[0] < percent <= chances[1]


@pytest.mark.parametrize(
    "line",
    [
        "patchwork?characteristic=7&skill=5@10,10,10,10,10,10,10,3",
        "patchwork?characteristic=7&skill=5@1,10,10,10,10,10,10,3",
        "patchwork?characteristic=7&skill=5&difficulty=99@7",
    ],
)
def test_the_rank_of_an_endless_throw_is_exact(line: str) -> None:
    result = resolve(a_test(line))
    assert isinstance(result, Single)
    test, thrown = result.test, result.test.system.figure.of(result.played.result)
    found = distribution(test, result)
    assert found is not None
    assert found.worse is not None
    # The same from a test whose difficulty is this very score: what is worse fails it
    score = result.played.result.score
    harder = replace(test, actor=replace(test.actor, difficulty=min(99, max(0, score))), faces=None)
    if 0 <= score <= 99:
        reached = success(odds(harder))
        assert reached is not None
        assert found.worse.weight * reached.total == (reached.total - reached.weight) * found.worse.total
    assert placed(replace(found, thrown=None, worse=None), test, thrown) == found


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.key)
def test_the_bars_of_a_distribution_are_all_throws(system: System) -> None:
    test = a_test(f"{system.key}?")
    found = distribution(test)
    assert found is not None
    chances = odds(test)
    assert isinstance(chances, Odds)
    assert chances.success is not None
    made = sum(bar.success.weight for bar in found.bars)
    total = found.bars[0].chance.total
    assert sum(bar.chance.weight for bar in found.bars) == total
    assert made * chances.success.total == chances.success.weight * total

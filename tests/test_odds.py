"""Exact odds against every throw there is, judged one by one."""

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pyroll.dice import Faces
from pyroll.line import Refusal, Test, read, write
from pyroll.odds import Chance, DuelOdds, Odds, fraction, odds, odds_json, undecided
from pyroll.play import Ask, law_of
from pyroll.resolve import Contest, Needs, Single, resolve
from pyroll.system import System
from pyroll.systems import systems
from tests.checks import plain
from tests.samples import naming, some_test

MOST = 1_300  # throws of one side
DEEPEST = 5  # dice of an endless chain; what goes on longer is the slack

each_system = pytest.mark.parametrize("system", systems(), ids=lambda system: system.key)


def throws(rule: Any, faces: Faces = (), share: Fraction = Fraction(1)) -> Iterator[tuple[Any, Fraction]]:
    """Every end of a rule with its chance; None is a chain that is still going on."""
    if not isinstance(rule, Ask):
        yield rule, share
        return
    need = rule.plan.needs(faces)
    if need is None:
        yield from throws(rule.then(rule.plan.tally(faces)), (), share)
    elif len(faces) == DEEPEST and need.why in ("explode", "fall"):
        yield None, share
    else:
        for face, weight in zip(need.die.faces, need.die.weights, strict=True):
            yield from throws(rule, (*faces, face), share * weight / sum(need.die.weights))


def size(rule: Any) -> int:
    need = rule.plan.needs(()) if isinstance(rule, Ask) else None
    return len(need.die.faces) ** need.count if need else 1


def share(weight: Any) -> Fraction:
    return Fraction(weight.weight, weight.total)


def check_single(test: Test) -> None:
    system = test.system
    found = odds(test)
    assert isinstance(found, Odds)
    sums: Counter[Hashable] = Counter()
    for verdict, chance in throws(system.resolve(test.actor, test.readings)):
        if verdict is None:
            sums["slack"] += chance  # type: ignore[assignment]
            continue
        sums["success", verdict.success] += chance  # type: ignore[assignment]
        sums["critical", verdict.critical] += chance  # type: ignore[assignment]
        sums["degree", system.degree(verdict)] += chance  # type: ignore[assignment]
        sort = "success" if verdict.success else "failure"
        sums["part", f"critical_{sort}" if verdict.critical == sort else sort] += chance  # type: ignore[assignment]
    slack = sums["slack"]

    def same(given: Fraction, *name: Hashable) -> None:
        assert sums[name] <= given <= sums[name] + slack, name

    assert found.success is not None
    same(share(found.success), "success", True)
    if system.criticals:
        assert found.critical_success is not None
        assert found.critical_failure is not None
        same(share(found.critical_success), "critical", "success")
        same(share(found.critical_failure), "critical", "failure")
    assert found.parts is not None
    for part, chance in found.parts.items():
        same(share(chance), "part", part)
    if found.degrees is not None:
        assert {name for _, name in (key for key in sums if key[0] == "degree") if name} == set(found.degrees)  # type: ignore[index]
        for degree, chance in found.degrees.items():
            same(share(chance), "degree", degree)


def check_duel(test: Test) -> None:
    system, readings = test.system, test.readings
    found = odds(test)
    assert isinstance(found, DuelOdds)
    laws: list[Counter[Any]] = []
    for request in (test.actor, test.opponent):
        law: Counter[Any] = Counter()
        for side, chance in throws(system.side(request, readings)):
            law[side] += chance  # type: ignore[assignment]
        laws.append(law)
    sums: Counter[Any] = Counter()
    for mine, first in laws[0].items():
        for theirs, second in laws[1].items():
            going_on = mine is None or theirs is None
            winner = "slack" if going_on else system.compare(mine, theirs, readings).winner
            sums[winner] += first * second
    for name, chance in (("actor", found.actor), ("opponent", found.opponent), (None, found.tie)):
        given = share(chance) if chance else Fraction(0)
        assert sums[name] <= given <= sums[name] + sums["slack"], name


@each_system
def test_single(system: System) -> None:
    done = 0
    for seed in range(400):
        test = undecided(some_test(system, seed, opposed=False))
        if 1 < size(system.resolve(test.actor, test.readings)) <= MOST:
            with naming(test):
                check_single(test)
            done += 1
        if done == 25:
            return
    assert done > 10, "hardly any test was small enough"


@each_system
def test_opposition(system: System) -> None:
    done = 0
    for seed in range(400):
        test = undecided(some_test(system, seed, opposed=True))
        sides = (system.side(request, test.readings) for request in (test.actor, test.opponent))
        if all(size(rule) <= 1296 for rule in sides):
            with naming(test):
                check_duel(test)
            done += 1
        if done == 12:
            return
    assert done > 5, "hardly any test was small enough"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("patchwork?characteristic=8&skill=6&difficulty=10", "19/20", id="base 14 against 10"),
        pytest.param("patchwork?characteristic=8&skill=6&difficulty=15", "9/10", id="base 14 against 15"),
        pytest.param("patchwork?characteristic=8&skill=6&difficulty=20", "1/2", id="base 14 against 20"),
        pytest.param("patchwork?characteristic=8&skill=6&difficulty=25", "1/10", id="base 14 against 25"),
        pytest.param("patchwork?characteristic=8&skill=6&difficulty=30", "1/20", id="base 14 against 30"),
        pytest.param("patchwork?characteristic=8&skill=6&difficulty=35", "1/100", id="base 14 against 35"),
        pytest.param("patchwork?characteristic=8&skill=6&difficulty=40", "1/200", id="base 14 against 40"),
        pytest.param("patchwork?characteristic=8&skill=6&difficulty=45", "1/1000", id="base 14 against 45"),
        pytest.param("abc?attribute=8&skill=8&hindrances=2", "4/5", id="A001-10 a"),
        pytest.param(
            "abc?attribute=8&skill=8&hindrances=2&reading.minimum_meets_threshold=no", "1/2", id="A001-10 b"
        ),
        pytest.param("flamme?flame=3&aspect=1&dark_aspect=1&difficulty=3", "59/216", id="A003-8 raise first"),
        pytest.param(
            "flamme?flame=3&aspect=1&dark_aspect=1&difficulty=3&reading.order=lower_first",
            "3/8",
            id="A003-8 lower first",
        ),
        pytest.param("flamme?flame=3&aspect=1&dark_aspect=1&difficulty=3&reading.order=net", "1/3", id="A003-8 net"),
        pytest.param("ecor?characteristic=2&skill=1", "7/8", id="A004-1 best"),
        pytest.param("ecor?characteristic=2&skill=1&reading.keep=highest", "5/8", id="A004-1 highest"),
        pytest.param("ecor?characteristic=3&difficulty=medium", "1/8", id="A004-9"),
    ],
)
def test_published_chances(line: str, expected: str) -> None:
    """Figures that rules.md states."""
    test = read(line)
    assert not isinstance(test, Refusal)
    assert odds_json(odds(test))["success"] == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        # 10 + 10 + 10 + 10 and at least 9 more; ten tens; 1 − 6 × 10 and at least 2 less fails
        ("patchwork?characteristic=1&difficulty=50", "1/50000"),
        ("patchwork?characteristic=0&modifier=-50&difficulty=50", "1/10000000000"),
        ("patchwork?characteristic=30&skill=30&difficulty=0", "99999991/100000000"),
    ],
)
def test_the_endless_die_is_told_apart_as_far_as_the_difficulty(line: str, expected: str) -> None:
    test = read(line)
    assert not isinstance(test, Refusal)
    assert odds_json(odds(test))["success"] == expected


def test_equal_bases() -> None:
    """119/220 (rules.md, 000)."""
    for base in (0, 7, 30):
        test = read(f"patchwork?characteristic={base}&opponent.characteristic={base}")
        assert not isinstance(test, Refusal)
        assert odds_json(odds(test)) == {"actor": "119/220", "opponent": "101/220"}


def test_fraction_is_in_lowest_terms() -> None:
    assert [fraction(Chance(*pair)) for pair in ((0, 6), (6, 6), (4, 6))] == ["0/1", "1/1", "2/3"]


@pytest.mark.parametrize("system", [one for one in systems() if one.monotone], ids=lambda system: system.key)
def test_what_is_judged_only_where_it_changes_is_what_is_judged_everywhere(system: System) -> None:
    """The promise of ``System.monotone``, over every reading and every field, however odd the request."""

    def seen(verdict: Any) -> tuple[object, ...]:
        return verdict.success, verdict.critical, system.degree(verdict)

    for seed in range(400):
        test = undecided(some_test(system, seed, opposed=False))
        rule = system.resolve(test.actor, test.readings)
        with naming(test):
            assert law_of(rule, seen, monotone=True) == law_of(rule, seen)


@each_system
def test_faces_and_late_choices_change_nothing(system: System) -> None:
    for seed in range(60):
        test = some_test(system, seed)
        before = plain(odds_json(odds(test)))
        assert plain(odds_json(odds(undecided(test)))) == before
        assert plain(odds_json(odds(test.thrown((77,), (78,) if test.opposed else ())))) == before


def test_points_given_by_hand_are_not_better_than_the_best() -> None:
    """The undecided test plays at best: no list does better with any throw, when nobody lowers."""
    test = read("flamme?flame=2&aspect=2")
    assert not isinstance(test, Refusal)
    for faces in ((2, 3, 4), (5, 3, 6), (1, 2, 2), (4, 5, 1)):
        best = resolve(test.thrown(faces))
        assert isinstance(best, Single)
        for points in ((0, 0), (2, 0), (0, 2), (1, 1)):
            by_hand = resolve(replace(test, actor=replace(test.actor, raises=points)).thrown(faces))
            assert not isinstance(by_hand, Needs | Contest)
            if isinstance(by_hand, Single):
                assert by_hand.played.result.successes <= best.played.result.successes, write(by_hand.test)

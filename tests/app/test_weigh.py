"""Chances piece by piece: what comes first, what comes too late, what the page shows meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from pyroll.app.messages import (
    Edited,
    Opened,
    Started,
    Thrown,
)
from pyroll.app.state import (
    State,
    first,
    known,
    update,
)
from pyroll.app.views import page
from pyroll.app.weigh import SLICE, Turns, Weigher
from pyroll.app.weighed import Weighed
from pyroll.app.weighing import weighing
from pyroll.i18n import FRENCH
from pyroll.line import Test
from pyroll.resolve import Single, resolve
from pyroll.system import System
from pyroll.systems import systems
from pyroll.systems.flames import FlamePool
from tests.app.markup import parse


def opened(line: str) -> State:
    return update(update(first(), Started()), Opened(line))


def the_test(line: str) -> Test:
    test = opened(line).test
    assert test is not None
    return test


def redrawn(before: State, after: State) -> set[str]:
    regions = [one for stage in range(page.STAGES) for one in page.changed(before, after, FRENCH, stage)]
    tree = parse("".join(map(str, regions)))
    return {child.attributes["id"] for child in tree.children if not isinstance(child, str)}


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.key)
@pytest.mark.parametrize("opposed", [False, True], ids=["alone", "opposed"])
def test_the_odds_come_first_and_everything_comes_in_the_end(system: System, opposed: bool) -> None:
    field = next(iter(system.request.__dataclass_fields__))
    test = opened(f"{system.key}?opponent.{field}=4" if opposed else f"{system.key}?").test
    assert test is not None
    steps = [found for found in weighing(test) if found is not None]
    assert steps[0].odds == steps[-1].odds
    assert steps[0].advice is None
    assert None not in (steps[-1].ladder, steps[-1].shape, steps[-1].advice)
    assert (steps[-1].shape == ()) is opposed


class Clock:
    """A clock that moves on at each look."""

    def __init__(self, step: float) -> None:
        self.step = step
        self.time = 0.0

    def __call__(self) -> float:
        self.time += self.step
        return self.time


def all_of(weigher: Weigher) -> Iterator[Weighed]:
    while weigher.busy:
        found = weigher.go_on()
        assert found is not None
        yield found


def test_a_slow_test_is_weighed_later_and_in_slices() -> None:
    weigher = Weigher(Clock(SLICE + 1))
    test = the_test("tur?value=3")
    assert weigher.begin(test) is None
    answers = list(all_of(weigher))
    assert len(answers) > 20
    assert answers[0].ladder is None
    assert answers[-1].advice is not None
    assert weigher.begin(replace(test, actor=replace(test.actor, value=4))) is None, "it was slow the last time"


LARGE_POOL = "flamme?characteristic=9&flame=9&aspect=9&dark_aspect=5&reading.order=lower_first"


@pytest.mark.parametrize("line", [LARGE_POOL, LARGE_POOL.replace("?", "?opponent.flame=7&opponent.skill=7&")])
def test_the_law_of_a_large_pool_comes_in_pieces(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is weighed of it: no law is worked out in one go."""
    with monkeypatch.context() as patch:
        patch.setattr(FlamePool, "law", lambda pool: pytest.fail("all at once"))
        nothing, *steps = weighing(the_test(line))
    assert nothing is None
    known = [found for found in steps if found is not None]
    assert known == steps[steps.index(known[0]) :], "what is known stays known"
    assert known[-1].advice is not None
    assert len(known[-1].advice.gains) == 3 - known[-1].test.opposed


def test_the_page_has_its_turn_before_the_odds_of_a_large_pool() -> None:
    weigher = Weigher(Clock(SLICE + 1))
    test = the_test(LARGE_POOL.replace("aspect=9", "aspect=8"))
    assert weigher.begin(test) is None
    assert weigher.go_on() is None
    assert weigher.busy
    while (found := weigher.go_on()) is None:
        assert weigher.busy
    assert (found.test, found.ladder) == (test, None)
    assert weigher.begin(the_test("flamme?")) is None, "it was slow the last time"


def test_a_quick_test_has_its_odds_at_once_and_the_rest_in_one_go() -> None:
    weigher = Weigher(Clock(0.01))
    list(all_of_begun(weigher, "tur?value=3"))
    found = weigher.begin(the_test("tur?value=4"))
    assert found is not None
    assert found.ladder is None
    assert len(list(all_of(weigher))) == 1
    assert weigher.begin(the_test("abc?")) is None, "another system says nothing about its own"


def all_of_begun(weigher: Weigher, line: str) -> Iterator[Weighed]:
    weigher.begin(the_test(line))
    return all_of(weigher)


def test_another_test_ends_the_weighing_of_the_one_before() -> None:
    weigher = Weigher(Clock(SLICE + 1))
    weigher.begin(the_test("tur?value=3"))
    weigher.go_on()
    weigher.begin(the_test("tur?value=9"))
    assert {found.test for found in all_of(weigher)} == {the_test("tur?value=9")}
    weigher.begin(None)
    assert not weigher.busy
    assert weigher.go_on() is None


def test_an_answer_that_comes_too_late_changes_nothing() -> None:
    state = opened("tur?value=3")
    assert state.test is not None
    *_, old = weighing(state.test)
    assert old is not None
    newer = update(state, Opened("tur?value=4"))
    assert newer.test is not None
    *_, new = weighing(newer.test)
    assert new is not None
    newer = update(newer, new)
    assert update(newer, old) == newer
    assert known(newer) == new
    assert known(update(newer, Edited(newer.system, {"value": "x"}, settled=True))) is None


def test_what_is_not_weighed_yet_stays_as_it_is_for_the_moment_between() -> None:
    state = opened("tur?value=3")
    assert state.test is not None
    *_, whole = weighing(state.test)
    assert whole is not None
    state = update(state, whole)
    waiting = update(state, Opened("tur?value=4"))
    assert {"odds", "strip", "ladder", "chart", "advice"} <= redrawn(state, waiting), "nothing is known: dashes"
    assert waiting.test is not None
    odds, *_, whole = weighing(waiting.test)
    assert odds is not None
    assert whole is not None
    quick = update(waiting, odds)
    assert redrawn(state, quick) & {"odds", "ladder", "chart", "advice"} == {"odds"}
    assert {"ladder", "chart", "advice"} <= redrawn(quick, update(quick, whole))


def test_a_throw_redraws_where_it_fell_and_nothing_else_of_the_chances() -> None:
    state = opened("tur?value=3")
    assert state.test is not None
    *_, whole = weighing(state.test)
    assert whole is not None
    state = update(state, whole)
    result = resolve(state.test.thrown((1, 2)))
    assert isinstance(result, Single)
    drawn = redrawn(state, update(state, Thrown(result)))
    assert {"chart", "degrees"} <= drawn
    assert not drawn & {"odds", "strip", "ladder", "advice"}


class Later:
    """A window that keeps what it is asked for until somebody lets it run."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Callable[..., None]]] = []

    def setTimeout(self, what: Callable[[], None], after: int) -> None:  # noqa: N802 (the browser's name)
        assert after == 0
        self.asked.append(("turn", what))

    def requestAnimationFrame(self, what: Callable[[float], None]) -> None:  # noqa: N802
        self.asked.append(("paint", lambda: what(0.0)))

    def run(self) -> str:
        ((name, what),) = self.asked
        self.asked.clear()
        what()
        return name


def test_one_slice_is_asked_for_at_a_time_and_dashes_are_painted_first() -> None:
    window, weigher, told = Later(), Weigher(Clock(SLICE + 1)), list[Weighed]()
    turns = Turns(window, lambda function: function, weigher, lambda: not told, told.append)
    turns.soon()
    assert window.asked == [], "there is nothing to weigh"
    weigher.begin(the_test("tur?value=3"))
    ran = []
    while weigher.busy:
        turns.soon()
        turns.soon()
        ran.append(window.run())
    assert ran[:3] == ["paint", "turn", "turn"]
    assert "paint" not in ran[1:]
    assert told[-1].advice is not None
    turns.soon()
    assert window.asked == []


def test_a_slice_that_tells_nothing_asks_for_the_next() -> None:
    window, weigher, told = Later(), Weigher(Clock(SLICE + 1)), list[Weighed]()
    turns = Turns(window, lambda function: function, weigher, lambda: not told, told.append)
    weigher.begin(the_test(LARGE_POOL.replace("aspect=9", "aspect=7")))
    turns.soon()
    while not told:
        window.run()
    assert told[0].ladder is None
    assert window.asked == [], "who is told asks again"

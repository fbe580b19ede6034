"""Messages in, states out, without a browser."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pyroll.app.messages import (
    Edited,
    Opened,
    Refused,
    Started,
    Submitted,
    Thrown,
)
from pyroll.app.state import (
    State,
    address,
    again,
    first,
    first_throws,
    update,
)
from pyroll.form import Problem
from pyroll.i18n import FRENCH, text
from pyroll.line import read, write
from pyroll.resolve import Contest, Single, resolve, throw
from pyroll.system import System
from pyroll.systems import systems
from pyroll.systems.patchwork_words import PATCHWORK
from pyroll.systems.tur import TUR
from tests.checks import seeded
from tests.kept import plain

FORM = {"opposed": "no", "characteristic": "7", "skill": "5", "proficiency": "trained", "difficulty": "20"}


def edit(state: State, texts: Mapping[str, str], *, settled: bool = True, system: System = PATCHWORK) -> State:
    return update(state, Edited(system, texts, settled))


def roll(state: State, seed: int = 1) -> State:
    assert state.test is not None
    result = throw(state.test, seeded(seed))
    assert isinstance(result, Single | Contest)
    return update(state, Thrown(result))


def fields(state: State) -> list[str]:
    return [problem.field for problem in state.problems]


def test_the_untouched_page_can_roll() -> None:
    state = update(first(), Started())
    assert state.ready
    assert state.test is not None
    assert write(state.test) == "patchwork?"


def test_the_form_becomes_a_test_and_the_address_follows() -> None:
    assert address(edit(first(), FORM)) == "patchwork?characteristic=7&skill=5"


def test_a_throw_shows_a_result_and_the_address_holds_its_faces() -> None:
    state = roll(edit(first(), FORM))
    assert state.result is not None
    line = address(state)
    assert line is not None
    assert line.startswith("patchwork?characteristic=7&skill=5@")
    assert again(state)


def test_a_changed_form_keeps_the_result_but_is_another_test() -> None:
    state = edit(roll(edit(first(), FORM)), {**FORM, "skill": "6"})
    assert state.result is not None
    assert not again(state)
    assert address(state) == "patchwork?characteristic=7&skill=6"


def test_another_system_takes_the_result_away() -> None:
    state = edit(roll(edit(first(), FORM)), {"opposed": "no", "value": "5"}, system=TUR)
    assert state.system is TUR
    assert state.result is None
    assert len(state.past) == 1


def test_a_fault_waits_while_somebody_types() -> None:
    typing = edit(first(), {**FORM, "modifier": "-"}, settled=False)
    assert typing.test is None
    assert fields(typing) == []
    assert fields(edit(typing, {**FORM, "modifier": "-"})) == ["modifier"]


def test_a_fault_once_shown_stays_until_it_is_mended() -> None:
    wrong = edit(first(), {**FORM, "skill": "44"})
    still = edit(wrong, {**FORM, "skill": "4x", "modifier": "-"}, settled=False)
    assert fields(still) == ["skill"]
    assert fields(edit(still, FORM, settled=False)) == []


def test_the_summary_comes_with_a_roll_that_cannot_be_thrown_and_goes_when_all_is_right() -> None:
    wrong = edit(first(), {**FORM, "characteristic": "44", "skill": "x"})
    assert not wrong.alert
    asked = update(wrong, Submitted())
    assert asked.alert
    assert fields(asked) == ["characteristic", "skill"]
    half = edit(asked, {**FORM, "skill": "x"})
    assert half.alert
    assert fields(half) == ["skill"]
    assert not edit(half, FORM).alert


def test_a_line_without_faces_is_prepared() -> None:
    state = update(first(), Opened("tur?value=7"))
    assert state.system is TUR
    assert state.result is None
    assert address(state) == "tur?value=7"


def test_a_line_with_faces_shows_its_result_and_is_no_roll_of_this_visit() -> None:
    state = update(first(), Opened("patchwork?characteristic=7@4"))
    assert isinstance(state.result, Single)
    assert state.past == ()
    assert state.throws == 0
    assert address(state) == "patchwork?characteristic=7@4"


def test_a_line_that_lacks_dice_keeps_those_it_has() -> None:
    state = update(first(), Opened("patchwork?@10"))
    assert state.result is None
    thrown = roll(state)
    assert thrown.result is not None
    assert thrown.result.test.faces is not None
    assert thrown.result.test.faces[0] == 10
    assert len(thrown.result.test.faces) > 1


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("garbage", ["line"]),
        ("chess?x=1", ["system"]),
        ("patchwork?characteristic=%3Cimg onerror=x%3E&zzz=1", ["zzz", "characteristic"]),
        ("patchwork?@11", ["faces"]),
        ("patchwork?@4,4", ["faces"]),
        ("tur?difficulty=nope", ["difficulty"]),
    ],
)
def test_a_line_that_is_refused_says_everything_and_shows_nothing(line: str, wrong: list[str]) -> None:
    state = update(roll(edit(first(), FORM)), Opened(line))
    assert fields(state) == wrong
    assert state.alert
    assert state.result is None
    assert state.test is None
    assert address(state) is None


def test_points_given_to_fallen_dice_do_not_survive_a_new_throw() -> None:
    line = "flamme?flame=2&aspect=1&raises=1,0@2,3,4"
    state = update(first(), Opened(line))
    assert state.result is not None
    assert write(state.result.test) == line
    assert state.test is not None
    assert state.test.actor.raises is None
    assert again(state)


def test_a_refused_throw_is_shown() -> None:
    state = update(first(), Refused((Problem("one_is_immune", "raises", text("Non.")),)))
    assert state.alert
    assert fields(state) == ["raises"]


def test_past_rolls_are_kept_newest_first_and_not_for_ever() -> None:
    state = edit(first(), FORM)
    for seed in range(12):
        state = roll(state, seed)
    assert len(state.past) == 8
    assert state.result is not None
    assert state.past[0].line == write(state.result.test)
    assert state.throws == 12


def test_a_past_roll_says_what_came_out() -> None:
    state = update(first(), Opened("patchwork?characteristic=7&skill=5@4"))
    assert state.result is not None
    (past,) = update(state, Thrown(state.result)).past
    assert (past.title, past.kind) == ("Patchwork", "ko")
    assert past.detail is not None
    assert plain(FRENCH.say(past.detail)) == "Marge −4"


@pytest.mark.parametrize(
    ("line", "dice"),
    [
        ("patchwork?", ["1d10"]),
        ("tur?", ["2d5"]),
        ("ecor?characteristic=4&skill=4", ["8d6"]),
        ("abc?task=routine", [""]),
        ("ecor?characteristic=5&skill=4&opponent.characteristic=3&opponent.skill=4", ["9d6", "7d6"]),
        ("ecor?characteristic=0&opponent.characteristic=3", ["", "3d6"]),
        ("ecor?characteristic=3&opponent.characteristic=0", ["3d6", ""]),
    ],
)
def test_what_is_thrown_first(line: str, dice: list[str]) -> None:
    test = read(line)
    assert not hasattr(test, "problems")
    needs = first_throws(test)  # type: ignore[arg-type]
    assert [f"{need.count}d{need.die.name}" if need else "" for need in needs] == dice


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.key)
@pytest.mark.parametrize("opponent", ["", "opponent."], ids=["single", "opposed"])
def test_every_system_rolls(system: System, opponent: str) -> None:
    name = next(iter(system.request.__dataclass_fields__))
    state = update(first(), Opened(f"{system.key}?{opponent}{name}=4"))
    for seed in range(20):
        state = roll(state, seed)
        assert again(state)
        line = address(state)
        assert line is not None
        again_read = read(line)
        assert not hasattr(again_read, "problems")
        assert resolve(again_read) == state.result  # type: ignore[arg-type]

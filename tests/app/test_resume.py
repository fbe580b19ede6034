"""What is in hand comes back as it was, and nothing else does."""

from __future__ import annotations

import json

import pytest

from pyroll.app.keyed import Keyed
from pyroll.app.messages import (
    Chose,
    Edited,
    Opened,
    Shown,
    Thrown,
    TypingBegun,
)
from pyroll.app.resume import dump, load
from pyroll.app.state import State, first, update
from pyroll.line import Refusal, read
from pyroll.resolve import Contest, Single, throw
from pyroll.systems.patchwork_words import PATCHWORK
from pyroll.systems.tur import TUR
from tests.app.test_hand import DUEL, FLAME, fallen, tap
from tests.checks import seeded


def back(state: State) -> State:
    """After the page went away and came again."""
    stored = load(dump(state))
    assert stored is not None
    return update(first(), stored.message)


def test_points_half_placed_come_back_with_the_way_back() -> None:
    state = tap(tap(fallen(FLAME), "actor-0", "tap-1"), "actor-0", "tap-0")
    again = back(state)
    assert again.hand == state.hand
    assert again.past == state.past
    stored = load(dump(state))
    assert stored is not None
    assert stored.midway
    assert state.hand is not None
    assert stored.line == state.hand.line


def test_the_form_comes_back_as_it_was_before_points_were_spent() -> None:
    state = fallen("patchwork?characteristic=7&skill=5@4")
    state = update(state, Chose("actor-spend", "patchwork?characteristic=7&skill=5&action_points=1@4"))
    stored = load(dump(state))
    assert stored is not None
    assert stored.form == "patchwork?characteristic=7&skill=5"
    assert stored.line == "patchwork?characteristic=7&skill=5&action_points=1@4"


@pytest.mark.parametrize("line", ["patchwork?opponent.skill=3", "abc?attribute=12", "ecor?characteristic=3"])
def test_an_entry_comes_back_die_by_die(line: str) -> None:
    state = update(update(first(), Opened(line)), TypingBegun())
    for digit in "0":
        state = update(state, Keyed(digit))
    assert back(state).typing == state.typing


def test_what_is_in_hand_comes_back_beside_a_form_that_is_refused() -> None:
    state = fallen("tur?value=6@4,3")
    state = update(state, Edited(TUR, {"value": "douze"}, settled=False))
    stored = load(dump(state))
    assert stored is not None
    assert (stored.line, stored.form) == ("/", "")
    assert stored.message.hand == state.hand


def test_an_entry_for_another_test_than_the_forms_waits_and_takes_no_one_there() -> None:
    state = update(update(first(), TypingBegun()), Keyed("7", whole=True))
    begun = state.typing
    state = update(update(state, Shown("test")), Edited(TUR, {}, settled=True))
    stored = load(dump(state))
    assert stored is not None
    assert not stored.midway
    again = update(update(back(state), Edited(PATCHWORK, {}, settled=True)), TypingBegun())
    assert again.typing == begun


def test_the_roll_before_and_where_dice_came_from_come_back() -> None:
    state = update(fallen(DUEL), Thrown(throw_of("tur?value=4"), "typed"))
    again = back(state)
    assert again.hand == state.hand
    assert again.hand is not None
    assert again.hand.before is not None
    assert [past.origin for past in again.past] == ["typed", "thrown"]


def throw_of(line: str) -> Single | Contest:
    test = read(line)
    assert not isinstance(test, Refusal)
    result = throw(test, seeded(2))
    assert isinstance(result, Single | Contest)
    return result


def test_the_untouched_page_keeps_nothing_to_resume() -> None:
    stored = load(dump(first()))
    assert stored is not None
    assert (stored.midway, stored.message.hand, stored.message.typing) == (False, None, None)


@pytest.mark.parametrize(
    "kept",
    [None, "", "null", "[]", "{}", "<b>", '{"version":2}', '{"version":1}', '{"version":1,"past":[1]}', "9" * 5000],
)
def test_what_is_no_such_text_is_nothing(kept: str | None) -> None:
    assert load(kept) is None


def test_lines_that_do_not_read_any_more_are_left_out() -> None:
    kept = json.loads(dump(fallen(FLAME)))
    kept["past"] = [["tur?value=99@1,1", "thrown", False], ["garbage", "x", 1], ["tur?@1,1", "odd", False]]
    kept["hand"]["line"] = FLAME.replace("@3", "@9")
    kept["typing"] = "chess?x=1"
    stored = load(json.dumps(kept))
    assert stored is not None
    assert stored.message.hand is None
    assert stored.message.typing is None
    assert [(past.line, past.origin) for past in stored.message.past] == [("tur?@1,1", "received")]

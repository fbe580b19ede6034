"""After the dice fell: points placed and taken back, action points spent, the last roll undone."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pyroll.app.choosing import judged, offers, spendings, tapped
from pyroll.app.messages import (
    Chose,
    Edited,
    Opened,
    Thrown,
    TookBack,
    Undone,
)
from pyroll.app.state import (
    State,
    address,
    again,
    first,
    roll_open,
    update,
)
from pyroll.app.views import page
from pyroll.i18n import FRENCH
from pyroll.line import Refusal, read, write
from pyroll.resolve import Contest, Resolved, Single, throw
from tests.app.markup import Node, parse
from tests.checks import seeded

FLAME = "flamme?characteristic=4&skill=3&flame=3&aspect=2&speciality=yes@3,5,1,6,2,6,4"
BOTH_HANDS = "flamme?characteristic=3&flame=3&aspect=2&dullness=1@3,5,6"
LOWERED_FIRST = "flamme?flame=2&aspect=1&dark_aspect=1&reading.order=lower_first@2,6,3"
DUEL = "flamme?flame=2&aspect=2&opponent.flame=-2&opponent.dark_aspect=1@3,5,1/2,3,4"


def result_of(line: str) -> Resolved:
    test = read(line)
    assert not isinstance(test, Refusal)
    result = judged(test)
    assert result is not None
    return result


def fallen(line: str) -> State:
    """The dice of a line, just thrown."""
    return update(first(), Thrown(result_of(line)))


def line_of(state: State) -> str:
    assert state.hand is not None
    return state.hand.line


def drawn(state: State) -> Node:
    return parse("".join(map(str, page.regions(state, FRENCH))))


def tap(state: State, offer: str, name: str) -> State:
    """What a tap on this button of this offer does."""
    button = drawn(state).one("button", id=f"{offer}-{name}")
    assert "aria-disabled" not in button.attributes
    return pressed(state, button.attributes)


def pressed(state: State, button: Mapping[str, str]) -> State:
    """The same, of a button's attributes: a die, or what it asks for in full."""
    offer, die = button["data-offer"], button.get("data-die")
    assert state.result is not None
    line = button["data-choose"] if die is None else tapped(state.result, offer, int(die))
    assert line is not None
    return update(state, Chose(offer, line))


def test_points_start_unspent_and_are_in_the_address() -> None:
    state = fallen(FLAME)
    assert line_of(state) == address(state)
    assert "&raises=0,0,0@3,5,1,6,2,6,4" in line_of(state)
    assert again(state)
    assert roll_open(state)


def test_a_received_line_stays_as_it_was_played() -> None:
    state = update(first(), Opened(FLAME))
    assert line_of(state) == FLAME
    assert state.hand is not None
    assert state.hand.origin == "received"


def test_each_tap_judges_the_same_dice_again_and_says_what_it_would_do() -> None:
    state = fallen(FLAME)
    (offer,) = offers(result_of(line_of(state)))
    labels = [FRENCH.say(one.label).replace("\N{NO-BREAK SPACE}", " ") for one in offer.choices.taps]
    assert labels == ["4 +1 réussite", "6 +1 réussite", "1 immuable"]
    raised = tap(state, "actor-0", "tap-1")
    assert "raises=0,1,0" in line_of(raised)
    assert line_of(raised).partition("@")[2] == "3,5,1,6,2,6,4"
    assert raised.throws == state.throws
    assert drawn(raised).one(class_="pr-raises__left").text == "2\N{NO-BREAK SPACE}à placer"


def test_a_die_that_shows_one_cannot_be_tapped() -> None:
    tiles = drawn(fallen(FLAME)).all("button", class_="pr-raise")
    assert [tile.attributes.get("aria-disabled") for tile in tiles] == [None, None, "true"]
    state = fallen(FLAME)
    assert state.result is not None
    assert [bool(tapped(state.result, "actor-0", die)) for die in range(4)] == [True, True, False, False]
    assert tapped(state.result, "opponent-0", 0) is None
    assert "1 immuable" in tiles[2].text.replace("\N{NO-BREAK SPACE}", " ")


def test_at_best_plays_what_a_line_without_points_plays() -> None:
    best = tap(fallen(FLAME), "actor-0", "best")
    plain, chosen = result_of(FLAME), result_of(line_of(best))
    assert isinstance(plain, Single)
    assert isinstance(chosen, Single)
    assert chosen.played.result == plain.played.result
    assert "aria-disabled" in drawn(best).one("button", id="actor-0-best").attributes


def test_choices_are_taken_back_in_their_order_and_where_they_were_made() -> None:
    state = fallen(BOTH_HANDS)
    raised = tap(state, "actor-0", "tap-0")
    lowered = tap(raised, "actor-1", "tap-2")
    assert "aria-disabled" in drawn(lowered).one("button", id="actor-0-back").attributes
    assert drawn(lowered).one("button", id="actor-1-back").attributes["data-table"] == "take-back"
    once = update(lowered, TookBack())
    assert line_of(once) == line_of(raised)
    twice = update(once, TookBack())
    assert line_of(twice) == line_of(state)
    assert update(twice, TookBack()) == twice


def test_both_sides_of_an_opposition_place_their_points() -> None:
    state = fallen(DUEL)
    mine = tap(state, "actor-0", "tap-0")
    theirs = tap(mine, "opponent-0", "best")
    line = line_of(theirs)
    assert "&raises=1,0" in line
    assert "&opponent.raises=" in line
    assert line.endswith("@3,5,1/2,3,4")
    assert isinstance(result_of(line), Contest)


def test_the_list_of_past_rolls_follows_the_choices() -> None:
    raised = tap(fallen(FLAME), "actor-0", "tap-1")
    (past,) = raised.past
    assert past.line == line_of(raised)


def test_a_forged_choice_of_other_dice_changes_nothing() -> None:
    state = fallen(FLAME)
    for line in (FLAME.replace("@3", "@6"), "tur?value=7@1,1", "garbage", FLAME.partition("@")[0]):
        assert update(state, Chose("actor-0", line)) == state


def test_a_die_that_was_raised_is_not_lowered_to_one_before() -> None:
    """R003-25: the GM moves first, and the raise would stand on a 1."""
    raised = tap(fallen(LOWERED_FIRST), "actor-0", "tap-0")
    tile = drawn(raised).one("button", id="actor-1-tap-0")
    assert tile.attributes["aria-disabled"] == "true"
    assert "déjà augmenté" in tile.text
    assert raised.result is not None
    assert tapped(raised.result, "actor-1", 0) is None
    assert tapped(raised.result, "actor-1", 1) is not None


@pytest.mark.parametrize("seed", range(18))
def test_no_sequence_of_taps_leaves_the_rules(seed: int) -> None:
    pick = seeded(seed)
    state = fallen((BOTH_HANDS, DUEL, LOWERED_FIRST)[seed % 3])
    dice = line_of(state).partition("@")[2]
    for _ in range(8):
        places = drawn(state).all("button", class_="pr-raise") + [
            one for one in drawn(state).all("button") if "data-choose" in one.attributes
        ]
        buttons = [one for one in places if one.attributes.get("aria-disabled") != "true"]
        if not buttons:
            break
        before, state = state, pressed(state, buttons[pick(len(buttons))].attributes)
        assert line_of(state) != line_of(before)  # what can be tapped does something
        assert line_of(state).partition("@")[2] == dice
        result_of(line_of(state))
        assert again(state)


# ------------------------------------------------------------------------------------------------- action points


def test_action_points_are_spent_on_the_fallen_die() -> None:
    state = fallen("patchwork?characteristic=7&skill=5@4")
    (spending,) = spendings(result_of(line_of(state)))
    assert (spending.spent, spending.fewest) == (0, 2)
    one = tap(state, "actor-spend", "one")
    assert line_of(one) == "patchwork?characteristic=7&skill=5&action_points=1@4"
    assert address(one) == line_of(one)
    assert again(one), "the form still says the test that was thrown"
    assert "+1 point suffit" in drawn(one).one("button", id="actor-spend-one").text.replace("\N{NO-BREAK SPACE}", " ")
    enough = tap(state, "actor-spend", "enough")
    assert "action_points=2" in line_of(enough)
    result = result_of(line_of(enough))
    assert isinstance(result, Single)
    assert result.played.result.success is True
    assert update(one, TookBack()).hand == state.hand


def test_no_more_points_than_there_are() -> None:
    state = fallen("patchwork?action_points=1&action_points_available=1@4")
    assert spendings(result_of(line_of(state)))[0].one_more is None
    assert drawn(state).one("button", id="actor-spend-one").attributes["aria-disabled"] == "true"


def test_the_loser_of_an_opposition_is_told_what_would_win() -> None:
    state = fallen("patchwork?opponent.skill=4@4/5")
    mine, theirs = spendings(result_of(line_of(state)))
    assert (mine.side, mine.fewest) == ("actor", 3)
    assert (theirs.side, theirs.fewest) == ("opponent", None)
    won = tap(state, "actor-spend", "enough")
    result = result_of(line_of(won))
    assert isinstance(result, Contest)
    assert result.duel.winner == "actor"


# ------------------------------------------------------------------------------------------------- undo of a roll


def test_an_undone_roll_brings_the_one_before_back_and_stays_in_the_list() -> None:
    before = tap(fallen(FLAME), "actor-0", "tap-1")
    assert before.test is not None
    result = throw(before.test, seeded(5))
    assert isinstance(result, Single)
    after = update(before, Thrown(result))
    undone = update(after, Undone())
    assert line_of(undone) == line_of(before)
    assert undone.hand is not None
    assert undone.hand.chosen, "its choices can still be taken back"
    assert [past.undone for past in undone.past] == [True, False]
    assert "annulé" in drawn(undone).one(id="recent").text
    assert update(undone, Undone()) == undone, "one roll can be undone"


def test_the_first_roll_cannot_be_undone() -> None:
    state = fallen(FLAME)
    assert not drawn(state).all("button", id="act-undo")
    assert update(state, Undone()) == state


def test_readings_in_force_stand_under_the_reasons() -> None:
    state = fallen("tur?reading.die=one_to_five&reading.success_from=mediocre@1,2")
    notes = [one.text for one in drawn(state).one(class_="pr-readings").all("li")]
    assert len(notes) == 2
    assert all(note.startswith("Lecture de la table") for note in notes)
    assert not drawn(fallen("tur?@1,2")).all(class_="pr-readings")


def test_a_changed_form_leaves_the_points_where_they_are() -> None:
    state = tap(fallen("patchwork?characteristic=7&skill=5@4"), "actor-spend", "one")
    form = {"opposed": "no", "characteristic": "6", "proficiency": "trained", "difficulty": "20"}
    edited = update(state, Edited(state.system, form, settled=True))
    assert edited.hand == state.hand
    assert not again(edited)
    assert state.test is not None
    assert address(edited) == write(state.test).replace("characteristic=7&skill=5", "characteristic=6")

"""Dice from the table: what is asked for, what can be entered, and what a correction leaves."""

from __future__ import annotations

import pytest

from pyroll.app.choosing import tapped
from pyroll.app.keyed import Erased, Keyed, Picked, Place, Step, Typing
from pyroll.app.messages import (
    Chose,
    Opened,
    Shown,
    Thrown,
    TypingBegun,
    TypingStopped,
)
from pyroll.app.state import (
    State,
    first,
    roll_open,
    update,
)
from pyroll.app.typed import (
    asked_for,
    begun,
    counts,
    finished,
    rows,
    so_far,
    step,
)
from pyroll.app.views import page
from pyroll.i18n import FRENCH
from pyroll.line import Refusal, read, write
from pyroll.resolve import Contest, Single, throw
from pyroll.system import System
from pyroll.systems import systems
from tests.app.markup import Node, parse
from tests.checks import seeded


def typing(line: str, keys: str = "", *then: Step) -> Typing:
    """The entry after these digits, then these messages."""
    test = read(line)
    assert not isinstance(test, Refusal)
    entry = begun(test)
    for message in (*map(Keyed, keys), *then):
        entry = step(entry, message)
    return entry


def faces(entry: Typing) -> str:
    return write(entry.test).partition("@")[2]


@pytest.mark.parametrize(
    ("line", "keys", "entered"),
    [
        ("patchwork?", "4", "4"),
        ("patchwork?", "003", "10,10,3"),  # a d10 prints 0 for 10
        ("patchwork?", "104", "1,10,4"),
        ("patchwork?opponent.skill=3", "103", "1,10,3/"),
        ("patchwork?opponent.skill=3", "43", "4/3"),
        ("abc?attribute=12", "2017", "20,17"),
        ("abc?attribute=12", "19", "19"),
        ("abc?attribute=12", "7", "7"),
        ("tur?", "60", "0,0"),  # a d6 for a die 0–5; a real one prints the 0
        ("tur?reading.die=one_to_five", "6054", "5,4"),
        ("tur?reading.die=half_d10", "90", "5,0"),
        ("flamme?characteristic=4&flame=2", "3512", "3,5,1,2"),
        ("flamme?characteristic=4&flame=2", "3580712", "3,5,1,2"),
        ("ecor?characteristic=1&opponent.characteristic=2", "624", "6/2,4"),
        ("abc?task=routine", "5", ""),
    ],
)
def test_digits_become_faces_and_others_are_impossible(line: str, keys: str, entered: str) -> None:
    assert faces(typing(line, keys)) == entered


def test_the_first_digit_of_a_larger_face_waits() -> None:
    entry = typing("abc?attribute=12", "1")
    assert (entry.pending, faces(entry)) == ("1", "")
    assert faces(step(entry, Keyed(""))) == "1"
    assert step(entry, Erased()).pending == ""
    assert step(typing("abc?attribute=12", "2"), Keyed("5")).pending == "2", "25 is no face"
    assert faces(typing("abc?attribute=12", "", Keyed("2", whole=True))) == "2", "a face key says it whole"


@pytest.mark.parametrize(
    ("line", "keys", "place", "face", "left"),
    [
        ("patchwork?", "003", 0, "5", "5"),  # nothing explodes any more
        ("patchwork?", "003", 0, "1", "1,10,3"),  # it falls instead: the others are still asked for
        ("patchwork?", "003", 2, "0", "10,10,10"),
        ("abc?attribute=12", "2017", 0, "19", "19"),
        ("flamme?characteristic=4&flame=2", "3512", 1, "6", "3,6,1,2"),
        ("ecor?characteristic=3", "246", 0, "1", "1,4,6"),
    ],
)
def test_a_correction_drops_only_dice_that_have_no_reason_left(
    line: str, keys: str, place: int, face: str, left: str
) -> None:
    entry = typing(line, keys, Picked(Place("actor", place)), Keyed(face, whole=True))
    assert faces(entry) == left
    assert entry.at is None


def test_a_correction_on_the_other_side_leaves_this_one() -> None:
    entry = typing("patchwork?opponent.skill=3", "1030", Picked(Place("opponent", 0)), Keyed("4"))
    assert faces(entry) == "1,10,3/4"


def test_picking_twice_lets_go_and_what_is_not_there_cannot_be_picked() -> None:
    entry = typing("ecor?characteristic=3", "24", Picked(Place("actor", 1)))
    assert entry.at == Place("actor", 1)
    assert step(entry, Picked(Place("actor", 1))).at is None
    assert step(entry, Picked(Place("actor", 2))).at is None


def test_erasing_goes_back_die_by_die_through_both_sides() -> None:
    entry = typing("patchwork?opponent.skill=3", "1034")
    seen = []
    for _ in range(6):
        seen.append(faces(entry))
        entry = step(entry, Erased())
    assert seen == ["1,10,3/4", "1,10,3/", "1,10/", "1/", "", ""]


def test_what_is_missing_is_counted_and_asked_for_by_side_and_reason() -> None:
    entry = typing("patchwork?opponent.skill=3", "0")
    asked = asked_for(entry)
    assert asked is not None
    assert (asked.place, asked.need.why) == (Place("actor", 1), "explode")
    assert counts(entry) == (1, 3)
    asked = asked_for(typing("patchwork?opponent.skill=3", "4"))
    assert asked is not None
    assert asked.place == Place("opponent", 0)
    asked = asked_for(typing("abc?attribute=12", "20"))
    assert asked is not None
    assert asked.need.why == "confirm"
    assert asked_for(typing("patchwork?", "4")) is None


def test_flame_dice_come_first_and_stand_apart() -> None:
    shown = rows(typing("flamme?characteristic=4&flame=2", "35"))
    assert [(row.shape, [slot.face for slot in row.slots]) for row in shown] == [
        ("flame", [3, 5]),
        ("d6", [None, None]),
    ]


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.key)
@pytest.mark.parametrize("opponent", ["", "opponent."], ids=["single", "opposed"])
def test_entering_the_dice_of_a_throw_gives_its_result(system: System, opponent: str) -> None:
    name = next(iter(system.request.__dataclass_fields__))
    test = read(f"{system.key}?{opponent}{name}=4")
    assert not isinstance(test, Refusal)
    for seed in range(25):
        thrown = throw(test, seeded(seed))
        assert isinstance(thrown, Single | Contest)
        entry = begun(test)
        for face in (*(thrown.test.faces or ()), *thrown.test.opponent_faces):
            asked = asked_for(entry)
            assert asked is not None
            printed = next((str(print_) for print_, worth in asked.need.die.prints if worth == face), str(face))
            entry = step(entry, Keyed(printed, whole=True))
        assert finished(entry) == thrown


# --------------------------------------------------------------------------------------------- the page's state


def opened(line: str, *messages: Step) -> State:
    state = update(update(first(), Opened(line)), TypingBegun())
    for message in messages:
        state = update(state, message)
    return state


def screen(state: State) -> Node:
    return parse("".join(map(str, page.regions(state, FRENCH))))


def said(node: Node) -> str:
    return node.text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")


def test_an_entry_ends_in_a_result_that_is_marked_for_good() -> None:
    state = opened("flamme?characteristic=2&flame=1&aspect=1", Keyed("3"), Keyed("5"))
    assert state.screen == "typed"
    assert roll_open(state)
    assert state.typing is not None
    result = finished(state.typing)
    assert result is not None
    state = update(state, Thrown(result, "typed"))
    assert (state.screen, state.typing) == ("test", None)
    assert "Dés saisis" in screen(state).one(id="say").text
    assert "saisi" in screen(state).one(id="recent").text
    assert screen(state).one("button", id="actor-0-tap-0").attributes["data-die"] == "0"  # the same later steps
    assert state.result is not None
    line = tapped(state.result, "actor-0", 0)
    assert line is not None
    raised = update(state, Chose("actor-0", line))
    assert raised.past[0].origin == "typed"
    assert "Dés saisis" in screen(raised).one(id="say").text
    again = update(update(raised, Opened("tur?")), Opened(raised.past[0].line))
    assert again.hand is not None
    assert again.hand.origin == "typed"


def test_a_refused_form_has_nothing_to_enter_for() -> None:
    state = update(update(first(), Opened("patchwork?skill=99")), TypingBegun())
    assert (state.screen, state.typing, state.alert) == ("test", None, True)


def test_leaving_the_screen_keeps_the_dice_and_giving_up_drops_them() -> None:
    state = opened("patchwork?", Keyed("0"))
    away = update(state, Shown("test"))
    back = update(away, TypingBegun())
    assert back.typing == state.typing
    assert update(back, TypingStopped()).typing is None
    other = update(update(away, Opened("patchwork?skill=3")), TypingBegun())
    assert other.typing is not None
    assert faces(other.typing) == "", "another test has dice of its own"


def test_the_screen_says_what_is_missing_who_throws_and_why() -> None:
    shown = screen(opened("patchwork?opponent.skill=3", Keyed("0")))
    assert said(shown.one(id="typed-need")).startswith("Il manque 2 dés")
    assert "Actif : le dé explose : relancez-le, il s’ajoute, d10" in said(shown.one(id="typed-need"))
    assert [key.text for key in shown.all("button", class_="pr-key")][-1].startswith("0")
    assert "Le 0 du d10 vaut 10." in said(shown.one(id="typed-pad"))
    assert shown.one("button", id="typed-done").attributes["aria-disabled"] == "true"
    assert "aria-disabled" not in shown.one("button", id="typed-erase").attributes
    assert said(shown.one("button", id="typed-draw")) == "Tirer le reste"


def test_every_slot_says_its_die() -> None:
    slots = screen(opened("ecor?characteristic=2", Keyed("4"))).all("button", class_="pr-slot")
    assert [slot.attributes["aria-label"].replace("\N{NARROW NO-BREAK SPACE}", " ") for slot in slots] == [
        "Dé 1 : 4, corriger",
        "Dé 2 : à saisir",
    ]
    assert [slot.attributes.get("aria-current") for slot in slots] == [None, "step"]


@pytest.mark.parametrize(
    ("line", "keys", "said", "states"),
    [
        ("flamme?characteristic=4&flame=2&aspect=3", "356", "3 réussites pour l’instant", "miss hit double -"),
        ("flamme?characteristic=4&flame=-2", "3", "0 réussite pour l’instant", "miss - - -"),
        ("flamme?characteristic=2&flame=1&aspect=1&raises=1", "35", "1 réussite pour l’instant", "miss hit"),
        ("ecor?skill=2&characteristic=2", "4", "1 pair pour l’instant", "hit - - -"),
        ("ecor?skill=2&characteristic=2", "4463", "2 pairs pour l’instant", "hit hit aside aside"),
        ("patchwork?", "4", None, "-"),
        ("tur?", "3", None, "- -"),
        ("flamme?characteristic=2&opponent.characteristic=2", "56", None, "hit double - -"),
    ],
)
def test_counted_dice_say_what_they_come_to_so_far(line: str, keys: str, said: str | None, states: str) -> None:
    """As they fell: points are spent once all dice are there."""
    entry = typing(line, keys)
    found = so_far(entry)
    assert (found and FRENCH.say(found).replace("\N{NO-BREAK SPACE}", " ")) == said
    counts = [slot.counts for row in rows(entry) for slot in row.slots]
    assert " ".join(one.state if one else "-" for one in counts) == states

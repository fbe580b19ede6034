"""What the GM hides: whatever fell, the page says the same; and without its difficulty, the same at every one."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from pyroll.app.hand import Veil
from pyroll.app.log import Filters, Log, filtered, take, taken
from pyroll.app.log import Journal as Screen
from pyroll.app.messages import (
    Opened,
    PutAway,
    Started,
    Thrown,
    Undone,
    Unveiled,
    Veiled,
)
from pyroll.app.noting import line_of
from pyroll.app.resume import dump, load
from pyroll.app.state import (
    TEST,
    State,
    address,
    first,
    update,
)
from pyroll.app.unwritten import note_in
from pyroll.app.views import page, recent, result
from pyroll.app.views.entry import entry
from pyroll.app.views.journal import filters_from
from pyroll.form import Choice, Number, fields_of
from pyroll.i18n import FRENCH
from pyroll.journal import Entry, Rolled
from pyroll.line import Refusal, Test, read
from pyroll.luck import count_faces, luck
from pyroll.odds import undecided
from pyroll.report import csv_of, json_of, markdown_of
from pyroll.resolve import Contest, Resolved, Single, resolve, throw
from pyroll.system import System
from pyroll.systems import systems
from pyroll.timeline import rows_of
from tests.app.markup import Node, parse
from tests.kept import rolled
from tests.samples import naming, some_test

JUDGING = [system for system in systems() if system.spread is None]
each_judging = pytest.mark.parametrize("system", JUDGING, ids=lambda system: system.key)
each_system = pytest.mark.parametrize("system", systems(), ids=lambda system: system.key)


def shown(state: State) -> str:
    """All of the result card, its reasons with it."""
    return "".join(
        map(str, (result.verdict(state, FRENCH), *result.thrown(state, FRENCH), result.reasons(state, FRENCH)))
    )


def thrown(test: Test, seed: int) -> Resolved:
    found = throw(test, random.Random(seed).randrange)
    assert not isinstance(found, Refusal), found
    return found  # type: ignore[return-value] # a throw leaves no die out


def fallen(veil: Veil, test: Test, seed: int) -> State:
    return update(update(first(), Veiled(veil)), Thrown(thrown(test, seed)))


def drawn(state: State) -> str:
    return "".join(map(str, page.regions(state, FRENCH)))


def parsed(state: State) -> Node:
    return parse(drawn(state))


# ------------------------------------------------------------------------------------------------------ secret rolls


@each_system
@pytest.mark.parametrize("opposed", [False, True])
def test_a_secret_roll_leaves_no_trace_in_the_page(system: System, opposed: bool) -> None:
    for seed in range(12):
        test = undecided(some_test(system, seed, opposed=opposed))
        with naming(test):
            one, other = (fallen("all", test, 10 * seed + n) for n in (1, 2))
            assert drawn(one) == drawn(other)
            assert address(one) == address(other)
            assert "@" not in (address(one) or "")


def staged(before: State, after: State) -> list[str]:
    """What is drawn when."""
    return ["".join(map(str, page.changed(before, after, FRENCH, stage))) for stage in range(page.STAGES)]


@each_system
@pytest.mark.parametrize("opposed", [False, True])
def test_when_a_secret_roll_is_drawn_tells_nothing(system: System, opposed: bool) -> None:
    for seed in range(12):
        test = undecided(some_test(system, seed, opposed=opposed))
        before = fallen("open", test, seed)
        with naming(test):
            one, other = (update(update(before, Veiled("all")), Thrown(thrown(test, 10 * seed + n))) for n in (1, 2))
            assert staged(before, one) == staged(before, other)
            assert page.many_fell(before, one) == page.many_fell(before, other)


def test_when_a_secret_roll_is_drawn_tells_not_how_many_dice_fell() -> None:
    states = []
    for faces in ("1,2,3,4,5,1,2,3,4,5,1,2", "6,1,2,3,4,5,1,2,3,4,5,1,2"):
        test = read(f"free?dice=12d6!@{faces}")
        assert isinstance(test, Test)
        result = resolve(test)
        assert isinstance(result, Single)
        states.append(update(update(first(), Veiled("all")), Thrown(result)))
    one, other = states
    assert staged(first(), one) == staged(first(), other)


def test_when_a_roll_against_a_hidden_pool_is_drawn_tells_nothing_of_it() -> None:
    mine = "1,2,3,4,5,6,1"
    states = []
    for size in (1, 5, 12):
        line = f"ecor?characteristic=4&skill=3&opponent.characteristic={size}&opponent.skill=1"
        test = read(f"{line}@{mine}/{','.join('1' * (size + 1))}")
        assert isinstance(test, Test)
        result = resolve(test)
        assert isinstance(result, Contest)
        states.append(update(update(first(), Veiled("verdict")), Thrown(result)))
    assert len({page.many_fell(first(), state) for state in states}) == 1


def test_a_secret_roll_says_so_and_can_be_shown() -> None:
    state = fallen("all", first().test or some_test(systems()[0], 1), 1)
    tree = parsed(state)
    assert tree.one("output", id="verdict").text == "Jet secret"
    assert tree.one(id="dice").children == []
    assert tree.one(id="steps").children == []
    assert "Jet secret" in tree.one(id="recent").text
    assert state.result is None
    shown = update(state, Unveiled())
    assert shown.result is not None
    assert "@" in (address(shown) or "")
    assert parsed(shown).one("output", id="verdict").attributes["data-line"] == address(shown)
    assert [past.veil for past in shown.past] == ["open"]


def test_a_secret_roll_survives_a_reload_and_stays_hidden() -> None:
    state = fallen("all", some_test(systems()[0], 1), 1)
    stored = load(dump(state))
    assert stored is not None
    back = update(first(), stored.message)
    assert (back.hand, back.past, back.veil) == (state.hand, state.past, "all")


def test_what_was_kept_before_anything_could_be_hidden_is_seen() -> None:
    state = fallen("open", some_test(systems()[0], 1), 1)
    stored = load(dump(state).replace(',"veil":"open"', ""))
    assert stored is not None
    assert stored.message.hand == state.hand


def test_a_hidden_roll_is_still_hidden_when_it_is_opened_again() -> None:
    state = fallen("all", some_test(systems()[0], 1), 1)
    line = state.past[0].line
    state = update(update(state, Veiled("open")), Opened(line))
    assert state.hand is not None
    assert state.hand.veil == "all"
    assert "data-open" not in str(recent.recent(state, FRENCH))
    assert parsed(state).one("button", data_past="0").text


def test_the_roll_before_comes_back_as_it_was() -> None:
    test = some_test(systems()[0], 1)
    state = update(fallen("all", test, 1), Veiled("open"))
    state = update(state, Thrown(thrown(test, 2)))
    assert state.result is not None
    state = update(state, Undone())
    assert state.hand is not None
    assert state.hand.veil == "all"


def test_the_choice_holds_until_another_is_made() -> None:
    state = fallen("verdict", some_test(systems()[0], 1, opposed=False), 1)
    tree = parsed(update(state, Started()))
    assert tree.one("input", name="veil", value="verdict").attributes.keys() >= {"checked"}
    assert "Difficulté cachée" in tree.one(id="roll").text


# ------------------------------------------------------------------------------------------------- hidden difficulty


def harder(test: Test) -> list[Test]:
    """The same test at all difficulties, and with every field that an opposition does without."""
    found = []
    for item in fields_of(test.system.request):
        if item.name != test.system.ladder and not item.solo:
            continue
        match item.kind:
            case Number(low, high):
                values: list[Any] = [low, *range(max(low, -3), min(high, 9)), high]
            case Choice(options):
                values = list(options)
            case _:
                continue
        found += [replace(test, actor=replace(test.actor, **{item.name: value})) for value in values]
    return [one for one in found if not [*one.system.check(one.actor, one.readings, False)]]


@each_judging
def test_without_its_verdict_a_roll_looks_the_same_at_every_difficulty(system: System) -> None:
    for seed in range(12):
        test = undecided(some_test(system, seed, opposed=False))
        if getattr(test.actor, "task", "test") == "routine":  # no die: there is nothing to be seen
            continue
        dice = thrown(test, seed).test
        cards = set()
        with naming(dice):
            for other in harder(dice):
                result_of = resolve(other)
                assert isinstance(result_of, Single)
                state = update(update(first(), Veiled("verdict")), Thrown(result_of))
                card = shown(state)
                cards.add((card, str(recent.recent(state, FRENCH)), address(state)))
            assert len(cards) == 1
            assert cards.pop()[2] == TEST


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("patchwork?characteristic=8&skill=6&difficulty=25@10,3", "Score 27"),
        ("patchwork?characteristic=8&proficiency=characteristic&reading.characteristic_roll=under@9", "9 au dé"),
        ("abc?attribute=22&hindrances=2@8", "Résultat 10"),
        ("abc?attribute=5@17", "Résultat 17"),
        ("tur?value=7&difficulty=hard@1,3", "4 aux dés"),
        ("flamme?characteristic=4&skill=3&flame=3&aspect=2@3,5,1,6,2,6,4", "6 réussites"),
        ("ecor?characteristic=5&skill=4@2,4,6,6,5,1,3,5,3", "4 pairs"),
        ("tur?value=7&opponent.value=4@1,3/0,0", "4 aux dés"),
        ("flamme?flame=2&aspect=2&opponent.flame=-2@3,5,1/2,3,4", "1 réussite"),
    ],
)
def test_each_system_shows_what_its_dice_are_worth(line: str, seen: str) -> None:
    test = read(line)
    assert isinstance(test, Test)
    found = resolve(test)
    assert not isinstance(found, Refusal)
    state = update(update(first(), Veiled("verdict")), Thrown(found))  # type: ignore[arg-type]
    tree = parse(shown(state))
    assert FRENCH.say(tree.one(id="verdict").text).replace("\N{NO-BREAK SPACE}", " ") == seen
    assert len(tree.all("svg", role="img")) == len(test.faces or ())
    assert {"act-show", "act-put-away"} <= {node.attributes.get("id") for node in tree.all("button")}


def test_an_opposition_shows_the_actor_alone() -> None:
    cards = set()
    for faces in ("1,1", "5,5"):
        test = read(f"tur?value=7&opponent.value=4@1,3/{faces}")
        assert isinstance(test, Test)
        found = resolve(test)
        state = update(update(first(), Veiled("verdict")), Thrown(found))  # type: ignore[arg-type]
        cards.add(shown(state))
    assert len(cards) == 1


def test_the_form_comes_back_without_the_verdict() -> None:
    state = update(fallen("verdict", some_test(systems()[0], 1, opposed=False), 1), PutAway())
    assert state.hand is None
    assert state.past[0].veil == "verdict"


def test_free_dice_have_no_verdict_to_hide() -> None:
    test = read("free?dice=2d6")
    assert isinstance(test, Test)
    assert fallen("verdict", test, 1).result is not None
    assert fallen("all", test, 1).result is None


# --------------------------------------------------------------------------------------------------------- journal


def secret(line: str, seed: int = 1) -> Entry:
    test = read(line)
    assert isinstance(test, Test)
    return replace(rolled(test, seed), secret=True)


def test_what_is_written_down_of_a_hidden_roll_is_secret_until_it_is_shown() -> None:
    before = update(first(), Veiled("all"))
    after = update(before, Thrown(thrown(some_test(systems()[0], 1), 1)))
    note = note_in(line_of(Thrown(thrown(some_test(systems()[0], 1), 1)), None, after, 1))
    assert note is not None
    assert note.hand.veil == "all"
    shown = update(after, Unveiled())
    note = note_in(line_of(Unveiled(), after.hand, shown, 1))
    assert note is not None
    assert (note.do, note.hand.veil) == ("decided", "open")


@pytest.mark.parametrize("unfolded", [False, True])
def test_a_secret_entry_looks_the_same_whatever_fell(unfolded: bool) -> None:
    drawn_entries = set()
    for seed in range(20):
        one = replace(secret("tur?value=5", seed), id="x", time="2026-01-01T10:00:00Z")
        (row,) = rows_of((one,))
        drawn_entries.add(str(entry(row, 0, FRENCH, unfolded=unfolded)))
    assert len(drawn_entries) == 1


def test_no_filter_tells_a_secret_verdict() -> None:
    rolls = [secret("tur?value=5", seed) for seed in range(12)]
    screen = taken(Screen(), take(Log(), map(Rolled, rolls)))
    for kind in ("ok", "ko"):
        assert len(filtered(screen, Filters(kinds=frozenset((kind,)))).found) == len(rolls)  # type: ignore[arg-type]
    assert filters_from([("kind", "ok")]).kinds == {"ok"}


def test_secret_rolls_are_in_no_statistics_and_no_report() -> None:
    rolls = [secret("tur?value=5", seed) for seed in range(5)]
    assert luck(rolls).successes.chances == ()
    assert count_faces(rolls) == {}
    rows = rows_of(rolls)
    assert markdown_of(rows, 0) == markdown_of((), 0)
    assert csv_of(rows, 0, FRENCH) == csv_of((), 0, FRENCH)
    assert json_of(rows) == json_of(())

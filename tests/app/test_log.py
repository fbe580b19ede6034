"""The journal in the page: slices in any order, filters, and what is drawn."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyroll.app.log import (
    PIECE,
    Filters,
    Journal,
    Log,
    characters_in,
    entry_named,
    filtered,
    more,
    opened,
    pieces,
    systems_in,
    take,
    taken,
)
from pyroll.journal import Entry, Erased, Event, Noted, Restored, Rolled, entries_of
from pyroll.line import Refusal, read
from pyroll.moment import HOUR, write_moment
from pyroll.timeline import rows_of
from tests.kept import AT, events, rolled

TUR = read("tur?value=6")
ABC = read("abc?attribute=8")
assert not isinstance(TUR, Refusal)
assert not isinstance(ABC, Refusal)


def roll(number: int, **more_words: str) -> Entry:
    return rolled(TUR, number, **more_words)  # type: ignore[arg-type]


def of(*entries: Entry) -> Log:
    return take(Log(), map(Rolled, entries), complete=True)


def ids(journal: Journal) -> str:
    return " ".join(str(int(row.entry.id)) for row in journal.found)


some_events = st.lists(st.sampled_from("abcdef"), unique=True).flatmap(lambda keys: st.tuples(*map(events, keys)))


@given(some_events, st.randoms())
def test_slices_in_any_order_give_what_the_whole_log_gives(found: tuple[Event, ...], chance: random.Random) -> None:
    shuffled = list(found)
    chance.shuffle(shuffled)
    log = Log()
    while shuffled:
        size = chance.randint(1, 3)
        log = take(log, shuffled[:size])
        if chance.random() < 0.3:
            log = take(log, shuffled[:size])  # heard twice
        shuffled = shuffled[size:]
    assert log.rows == rows_of(entries_of(found))


def test_erasing_and_restoring_again() -> None:
    log = of(roll(1), roll(2))
    gone = take(log, [Erased("9", ("000001",))])
    assert [row.entry.id for row in gone.rows] == ["000002"]
    assert list(gone.erased) == ["000001"]
    back = take(gone, [Restored("99", ("000001",))])
    assert back.rows == log.rows
    assert not back.erased
    assert take(back, [Erased("9", ("000001",))]).rows == log.rows, "heard again, too late"


def test_the_last_note_holds() -> None:
    log = take(of(roll(1)), [Noted("91", "000001", "first"), Noted("92", "000001", "second")])
    assert log.rows[0].entry.note == "second"
    assert take(log, [Noted("90", "000001", "older")]).rows[0].entry.note == "second"


def test_a_slice_of_older_rolls_goes_in_front() -> None:
    log = take(of(roll(5), roll(6)), map(Rolled, (roll(2), roll(1))), unsound=2)
    assert [int(row.entry.id) for row in log.rows] == [1, 2, 5, 6]
    assert log.unsound == 2
    assert log.complete


EVENING = [
    replace(roll(1, label="Escrime", character_id="ines", character="Inès"), time=write_moment(AT)),
    replace(rolled(ABC, 2), time=write_moment(AT + 7 * HOUR)),  # type: ignore[arg-type]
    replace(
        roll(3, label="Équitation", character_id="ines", character="Inès la Rapide"), time=write_moment(AT + 8 * HOUR)
    ),
]


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        (Filters(), "3 2 1"),
        (Filters(system="abc"), "2"),
        (Filters(character="ines"), "3 1"),
        (Filters(character=""), "2"),
        (Filters(search="equit"), "3"),
        (Filters(search="ines escrime"), "1"),
        (Filters(last=True), "3 2"),
        (Filters(kinds=frozenset()), ""),
        (Filters(last=True, character="ines"), "3"),
    ],
)
def test_filters(filters: Filters, found: str) -> None:
    journal = filtered(taken(Journal(), of(*EVENING)), filters)
    assert ids(journal) == found
    assert journal.filters.open == (filters == Filters())


def test_verdicts_are_a_filter() -> None:
    log = of(*map(roll, range(40)))
    kinds = {row.kind for row in log.rows}
    assert len(kinds) > 1
    counts = [len(filtered(taken(Journal(), log), Filters(kinds=frozenset((kind,)))).found) for kind in kinds]
    assert sum(counts) == 40


def test_the_screen_says_who_and_what_there_is() -> None:
    log = of(*EVENING)
    assert characters_in(log) == {"ines": "Inès la Rapide"}
    assert systems_in(log) == {"tur", "abc"}
    assert entry_named(taken(Journal(), log), "000002") == EVENING[1]
    assert entry_named(Journal(), "000002") is None


def test_a_window_is_drawn_piece_by_piece() -> None:
    journal = taken(Journal(), of(*map(roll, range(120))))
    assert [len(piece) for piece in pieces(journal)] == [PIECE]
    journal = more(more(more(journal)))
    assert journal.shown == 120
    assert [len(piece) for piece in pieces(journal)] == [50, 50, 20]
    assert [begins for piece in pieces(journal) for begins, _ in piece] == [True, *[False] * 119]
    assert filtered(journal, Filters(last=True)).shown == PIECE
    assert not pieces(Journal())


def test_sessions_begin_where_nobody_rolled_for_long() -> None:
    (piece,) = pieces(taken(Journal(), of(*EVENING)))
    assert [(begins, int(row.entry.id)) for begins, row in piece] == [(True, 3), (False, 2), (True, 1)]


def test_entries_unfold() -> None:
    journal = opened(opened(Journal(), "a"), "b")
    assert journal.unfolded == {"a", "b"}
    assert opened(journal, "a").unfolded == {"b"}

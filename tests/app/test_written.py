"""What falls is written down once, whatever goes away in between; a choice after the roll takes its place."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from pyroll.app.choosing import offers
from pyroll.app.messages import (
    Chose,
    Opened,
    TookBack,
)
from pyroll.app.ports import Who
from pyroll.app.unwritten import Unwritten
from pyroll.journal import Rolled, entries_of
from pyroll.line import write
from pyroll.restore import put_sheet
from pyroll.store import SCHEMA, Batch
from tests.app.fakes import Control, Room, Tools, Twin, lines, played
from tests.kept import now, ready

FLAMME = "flamme?characteristic=4&skill=3&flame=3&aspect=2@3,5,1,6,2,6,4"
POINTS = "patchwork?characteristic=8&skill=5&action_points=2@4"


def test_a_roll_is_written_down_and_struck_off() -> None:
    async def scene(room: Room) -> None:
        room.throw("tur?value=7@4,3")
        assert room.page.noted, "it is noted before anything is waited for"

    room = played(scene)
    assert lines(room) == ["tur?value=7@4,3"]
    assert room.page.noted == ""


def test_a_reload_before_anything_was_written_loses_nothing() -> None:
    async def whole() -> Room:
        first = Room()
        first.throw("tur?value=7@4,3")
        first.throw("tur?value=7@1,1")
        for task in first.desk._tasks:  # the page goes away before any of them has run
            task.cancel()
        assert lines(first) == []
        after = Room(first.twin, noted=first.page.noted)
        await after.rest()
        return after

    after = asyncio.run(whole())
    assert lines(after) == ["tur?value=7@4,3", "tur?value=7@1,1"]
    assert after.page.noted == ""


@pytest.mark.parametrize("cut", ["written", "struck off"])
def test_a_reload_after_it_was_written_writes_nothing_twice(cut: str) -> None:
    twin, sheet = Twin(), ready("patchwork", id="m", name="Maëlle")
    now(twin.store.commit(Batch((put_sheet(sheet, 0),), SCHEMA)))
    noted: list[str | None] = []

    async def scene(room: Room) -> None:
        room.desk._aim(Who("m", "Maëlle", "Escalade"), POINTS.partition("@")[0], "patchwork")
        room.throw(POINTS)
        noted.append(room.page.noted)
        await room.rest()

    room = played(scene, Room(twin))
    noted.append(room.page.noted)
    kept = now(room.kept())
    (left,) = (one.stocks for one in kept.sheets)

    async def again() -> Room:
        later = Room(twin, noted=noted[0 if cut == "written" else 1])
        await later.rest()
        return later

    after = asyncio.run(again())
    assert lines(after) == [POINTS]
    assert [one.stocks for one in now(after.kept()).sheets] == [left], "points are spent once"


@pytest.mark.parametrize(
    "noted",
    [
        "",
        "null",
        "{",
        "[1]",
        '{"do": "rolled"}',
        '{"do": "rolled", "at": 1, "hands": []}',
        '{"do": "rolled", "at": 1, "hands": [null]}',
        '{"do": "evil", "at": 1, "hands": []}',
        "\n\n",
    ],
)
def test_notes_that_are_something_else_are_left_out(noted: str) -> None:
    assert Unwritten(lambda *_given: noted).notes == ()


def first_tap(room: Room) -> Chose:
    """The first point that may be placed on the fallen dice."""
    assert room.state.hand is not None
    test = room.state.hand.result.test
    offer = offers(room.state.hand.result)[0]
    request = next(one.request for one in offer.choices.taps if one.request is not None)
    return Chose(offer.key, write(replace(test, actor=request)))


def test_a_choice_writes_the_roll_anew_in_its_place() -> None:
    async def scene(room: Room) -> None:
        room.throw(FLAMME)
        await room.rest()
        for message in (first_tap(room), TookBack()):
            before = lines(room)
            room.send(message)
            await room.rest()
            assert room.state.hand is not None
            assert lines(room) == [room.state.hand.line]
            assert lines(room) != before

    room = played(scene)
    rolled = [event for event in now(room.kept()).journal if isinstance(event, Rolled)]
    assert len(rolled) == 3


def test_a_choice_right_before_a_reload_is_not_lost() -> None:
    async def whole() -> Room:
        first = Room()
        first.throw(FLAMME)
        await first.rest()
        first.send(first_tap(first))
        noted = first.page.noted  # nothing of it has run yet
        for task in first.desk._tasks:
            task.cancel()
        after = Room(first.twin, noted=noted)
        await after.rest()
        assert first.state.hand is not None
        assert lines(after) == [first.state.hand.line]
        return after

    asyncio.run(whole())


def test_a_note_that_could_not_be_read_back_is_not_kept_and_says_so() -> None:
    async def scene(room: Room) -> None:
        room.throw("tur?value=7@4,3")
        room.desk.open("journal")
        await room.rest()
        (entry,) = entries_of(now(room.kept()).journal)
        for note, kept in (("bien", "bien"), ("a\u202eb", "bien"), ("n" * 2001, "bien"), ("mieux", "mieux")):
            room.desk.journal.changed(Control(value=note, data={"note": entry.id}))
            await room.rest()
            assert [one.note for one in entries_of(now(room.kept()).journal)] == [kept]
            assert note == kept or "Note non gardée" in room.page.text("told")

    played(scene)


def test_a_note_that_a_reload_cut_short_is_kept() -> None:
    async def scene(room: Room) -> None:
        room.throw("tur?value=7@4,3")
        await room.rest()
        (entry,) = entries_of(now(room.kept()).journal)
        room.desk.typed(Control(value="deux mots\net plus", data={"note": entry.id}))

    first = played(scene)

    async def again(room: Room) -> None:
        room.desk.open("journal")
        await room.rest()

    after = played(again, Room(first.twin, Tools(drafts=first.tools.drafts)))
    assert [one.note for one in entries_of(now(after.kept()).journal)] == ["deux mots\net plus"]
    assert after.tools.drafts["note"] == ""


def test_a_received_roll_that_is_too_long_for_the_journal_is_not_written() -> None:
    line = "patchwork?@" + ",".join(["10"] * 700 + ["1"])

    async def scene(room: Room) -> None:
        room.send(Opened(line))
        assert room.state.hand is not None
        room.desk.asked("keep")
        await room.rest()
        assert "n’entre pas au journal" in room.page.text("told")

    assert lines(played(scene)) == []

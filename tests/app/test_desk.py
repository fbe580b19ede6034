"""The desk: what falls is written down once and for whoever rolled, whatever goes away in between."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, replace

import pytest

from pyroll.app.choosing import offers
from pyroll.app.messages import (
    Chose,
    Named,
    Opened,
    TookBack,
    Undone,
)
from pyroll.app.ports import Who
from pyroll.app.unwritten import Unwritten
from pyroll.i18n import text
from pyroll.journal import Rolled, entries_of
from pyroll.line import write
from pyroll.restore import put_sheet
from pyroll.sheet import Sheet, example
from pyroll.store import SCHEMA, Batch
from pyroll.systems import SYSTEMS
from tests.app.fakes import Control, Room, Tools, Twin, played, tap
from tests.kept import now

FLAMME = "flamme?characteristic=4&skill=3&flame=3&aspect=2@3,5,1,6,2,6,4"
POINTS = "patchwork?characteristic=8&skill=5&action_points=2@4"


def sheet_of(key: str, system: str = "patchwork") -> Sheet:
    made = example(next(one for one in SYSTEMS if one.key == system), key)
    assert made is not None
    return replace(made, name="Maëlle")


def room_with(sheet: Sheet) -> Room:
    room = Room()
    now(room.twin.store.commit(Batch((put_sheet(sheet, 0),), SCHEMA)))
    return room


def lines(room: Room) -> list[str]:
    """The rolls that stand, by their lines."""
    return [entry.line for entry in entries_of(now(room.kept()).journal)]


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
    twin, sheet = Twin(), sheet_of("m")
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


def test_a_roll_carries_its_character_into_sentence_journal_and_sheet() -> None:
    async def scene(room: Room) -> None:
        room.desk._aim(Who("m", "Maëlle", "Escalade"), POINTS.partition("@")[0], "patchwork")
        assert room.page.text("who") == "EscaladeMaëlle"
        room.throw(POINTS)

    room = played(scene, room_with(sheet_of("m")))
    kept = now(room.kept())
    (entry,) = entries_of(kept.journal)
    assert (entry.character_id, entry.character, entry.label) == ("m", "Maëlle", "Escalade")
    assert kept.sheets[0].stocks == {"action_points": 1}
    assert room.tools.asked("put") == [["patchwork", "action_points_available", "1"]]
    assert room.state.hand is not None
    assert room.state.hand.who == "Maëlle, Escalade"


def test_undoing_brings_the_points_back_and_notes_the_roll() -> None:
    async def scene(room: Room) -> None:
        room.throw("patchwork?characteristic=8&skill=5@9")
        await room.rest()
        room.desk._aim(Who("m", "Maëlle", "Escalade"), POINTS.partition("@")[0], "patchwork")
        room.throw("patchwork?characteristic=8&skill=5@9")
        room.throw(POINTS)
        await room.rest()
        room.send(Undone())

    room = played(scene, room_with(sheet_of("m")))
    kept = now(room.kept())
    assert kept.sheets[0].stocks == {"action_points": 3}
    assert [entry.note for entry in entries_of(kept.journal)][-1] == "Jet annulé"


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


def test_nobody_and_another_system_end_whose_turn_it_is() -> None:
    async def scene(room: Room) -> None:
        for end in ("nobody", "system", "line"):
            room.desk._aim(Who("m", "Maëlle", "Escalade"), POINTS.partition("@")[0], "patchwork")
            assert room.state.who == "Maëlle, Escalade"
            if end == "nobody":
                await room.tap("nobody")
            elif end == "system":
                room.throw("tur?value=7@4,3")
            else:
                room.send(Opened("tur?value=5"))
            room.throw("tur?value=7@1,1")
            await room.rest()
            assert room.state.hand is not None
            assert room.state.hand.who == "", end

    room = played(scene)
    assert {entry.character for entry in entries_of(now(room.kept()).journal)} == {""}


def test_a_received_roll_is_shown_and_kept_only_when_it_is_asked_for() -> None:
    async def scene(room: Room) -> None:
        room.send(Opened("tur?value=7@4,3"))
        await room.rest()
        assert lines(room) == []
        room.desk.asked("keep")
        await room.rest()
        room.desk.asked("keep")
        await room.rest()
        assert room.page.text("told") == "Ce jet est déjà au journal."

    room = played(scene)
    (entry,) = entries_of(now(room.kept()).journal)
    assert entry.origin == "received"


def test_an_entry_is_reopened_for_whoever_it_was() -> None:
    async def scene(room: Room) -> None:
        room.desk._aim(Who("m", "Maëlle", "Escalade"), POINTS.partition("@")[0], "patchwork")
        room.throw(POINTS)
        await room.rest()
        room.desk.open("journal")
        await room.rest()
        (entry,) = entries_of(now(room.kept()).journal)
        await room.tap("reopen", entry.id)
        assert room.state.hand is not None
        assert room.state.hand.who == "Maëlle, Escalade"
        await room.tap("reroll", entry.id)
        assert room.state.who == "Maëlle, Escalade"

    assert played(scene, room_with(sheet_of("m"))).shown == [False, True]


def test_where_nothing_is_kept_the_page_says_so_and_goes_on() -> None:
    async def scene(room: Room) -> None:
        room.throw("tur?value=7@4,3")
        await room.rest()
        assert "Rien ne sera gardé" in room.page.text("keep-notice")
        room.desk.open("journal")
        await room.rest()
        assert "1 jet" in room.page.text("journal-head")

    played(scene, Room(Twin("denied")))


def test_another_tab_is_heard() -> None:
    async def scene(room: Room) -> None:
        room.desk.open("people")
        await room.rest()
        await room.twin.store.commit(Batch((put_sheet(sheet_of("m"), 0),), SCHEMA))
        room.twin.heard(json.dumps([["sheet", "m"]]))
        await room.rest()
        assert room.page.text("sheet-title") == "Maëlle"
        room.twin.heard("null")
        await room.rest()

    played(scene)


def test_an_undo_is_offered_until_it_fades() -> None:
    async def scene(room: Room) -> None:
        done = []

        async def undo() -> None:
            done.append(1)

        room.desk._toast(text("Fait."), undo)
        await room.tap("undo")
        await room.tap("undo")
        assert done == [1]
        assert room.page.text("told") == ""

    played(scene)


def test_what_is_not_its_own_is_left_alone() -> None:
    async def scene(room: Room) -> None:
        assert not room.desk.clicked(tap("elsewhere"))
        room.desk.changed(Control("anything", "1"))
        room.send(Named("nobody"))
        room.desk.speak()

    played(scene)


def test_failures_in_the_background_are_told() -> None:
    async def scene() -> Room:
        room = Room(tools=Tools())

        async def broken() -> None:
            raise ValueError("broken")

        room.desk._run(broken())
        while room.desk._tasks:
            await asyncio.sleep(0)
        return room

    assert [str(one) for one in asyncio.run(scene()).failures] == ["broken"]


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


def test_a_received_roll_that_is_too_long_for_the_journal_is_not_written() -> None:
    line = "patchwork?@" + ",".join(["10"] * 700 + ["1"])

    async def scene(room: Room) -> None:
        room.send(Opened(line))
        assert room.state.hand is not None
        room.desk.asked("keep")
        await room.rest()
        assert "n’entre pas au journal" in room.page.text("told")

    assert lines(played(scene)) == []


@dataclass
class Chosen(Control):
    """A file that was chosen."""

    size: int = 0
    content: str = ""

    @property
    def files(self) -> Chosen:
        return self

    length = 1

    def item(self, _place: int) -> Chosen:
        return self


def test_a_huge_file_is_not_even_read() -> None:
    async def scene(room: Room) -> None:
        read_files: list[object] = []

        async def chosen(control: Chosen) -> str:
            read_files.append(control)
            return control.content

        room.tools.chosen = chosen  # type: ignore[attr-defined]
        room.desk.journal.changed(Chosen("file.json", id="restore-file", size=10**12))
        await room.rest()
        assert "trop gros" in room.page.text("restore")
        assert read_files == []
        room.desk.journal.changed(Chosen("file.json", id="restore-file", size=2, content="{}"))
        await room.rest()
        assert "n’est pas une sauvegarde" in room.page.text("restore")

    assert played(scene).twin.commits == 0


@pytest.mark.parametrize("said", ["{", "1", '"x"', "[1]", "[[1]]", "[[1, 2, 3]]", '{"a": 1}'])
def test_what_no_tab_of_ours_would_say_is_not_heard(said: str) -> None:
    async def scene(room: Room) -> None:
        room.desk.open("journal")
        await room.rest()
        room.twin.heard(said)

    played(scene)


def test_each_roll_of_the_journal_says_how_good_its_throw_was() -> None:
    async def scene(room: Room) -> None:
        for line in ("tur?value=7@5,5", "tur?value=7@0,0", "tur?value=7&opponent.value=4@1,2/5,4"):
            room.throw(line)
        await room.rest()
        room.desk.open("journal")
        await room.rest()
        said = {entry.line: room.page.text(f"rank-{entry.id}") for entry in entries_of(now(room.kept()).journal)}
        assert said["tur?value=7@0,0"] == "mieux que 97 % des jets"
        assert said["tur?value=7@5,5"] == "mieux que 0 % des jets"
        assert said["tur?value=7&opponent.value=4@1,2/5,4"] == "", "an opposition has no rank"

    played(scene)

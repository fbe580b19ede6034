"""The desk: whose turn it is, what is told and taken back, what comes from other tabs and from outside."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, replace

import pytest

from pyroll.app.messages import (
    Named,
    Opened,
    Undone,
)
from pyroll.app.ports import Undo, Who
from pyroll.i18n import text
from pyroll.journal import entries_of
from pyroll.restore import put_sheet
from pyroll.sheet import Sheet, example
from pyroll.store import SCHEMA, Batch
from pyroll.systems import systems
from tests.app.fakes import Control, Room, Tools, Twin, lines, played, tap
from tests.kept import now

FLAMME = "flamme?characteristic=4&skill=3&flame=3&aspect=2@3,5,1,6,2,6,4"
POINTS = "patchwork?characteristic=8&skill=5&action_points=2@4"


def sheet_of(key: str, system: str = "patchwork") -> Sheet:
    made = example(next(one for one in systems() if one.key == system), key)
    assert made is not None
    return replace(made, name="Maëlle")


def room_with(sheet: Sheet) -> Room:
    room = Room()
    now(room.twin.store.commit(Batch((put_sheet(sheet, 0),), SCHEMA)))
    return room


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


def test_two_things_put_away_come_back_one_after_the_other() -> None:
    async def scene(room: Room) -> None:
        done = []

        def undo(nth: int) -> Undo:
            async def work() -> None:
                done.append(nth)

            return work

        for nth in (1, 2, 3):
            room.desk._toast(text("{n} est retiré.", n=nth), undo(nth))
        await room.tap("undo")
        assert "2 est retiré." in room.page.text("told")
        await room.tap("undo")
        room.desk._fade()
        await room.tap("undo")
        assert done == [3, 2]

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

"""Handing over and taking in: what the dialog offers, what a link shows before it is taken, and what that does."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from pyroll.app import qr
from pyroll.backup import Backup, load
from pyroll.form import fields_of
from pyroll.line import Test, read
from pyroll.restore import put_sheet
from pyroll.share import readings_link, sheet_link
from pyroll.sheet import Sheet, example
from pyroll.store import SCHEMA, Batch
from pyroll.systems import systems
from tests.app.fakes import Room, Tools, played
from tests.kept import now

RUN = "<script>globalThis.owned=1</script>"


def ready(system: str, name: str = "Maëlle") -> Sheet:
    made = example(next(one for one in systems() if one.key == system), "mine")
    assert made is not None
    return replace(made, name=name)


def with_sheet(sheet: Sheet, tools: Tools | None = None) -> Room:
    room = Room(tools=tools)
    now(room.twin.store.commit(Batch((put_sheet(sheet, 0),), SCHEMA)))
    return room


def link_of(room: Room) -> str:
    return room.page.regions["share-link"].attributes["value"]


# ------------------------------------------------------------------------------------------------------ handing over


def test_a_test_a_result_and_readings_are_links() -> None:
    async def scene(room: Room) -> None:
        room.throw("tur?value=7@4,3")
        for what, fragment in (
            ("test", "tur?value=7"),
            ("result", "tur?value=7@4,3"),
            ("readings", "/recu/lectures/tur?"),
        ):
            room.desk.asked(what)
            assert link_of(room) == f"https://example.org/pyroll/#{fragment}"
        assert room.tools.asked("showModal") == [["share"]] * 3

    played(scene)


def test_a_result_says_whose_it_is() -> None:
    async def scene(room: Room) -> None:
        room.fill("tur?value=7", "", "Inès, Équitation")
        room.throw("tur?value=7@4,3")
        room.desk.asked("result")
        assert "Inès, Équitation. Test réussi" in room.page.text("share-inside")

    played(scene)


def test_a_character_is_a_link_or_a_file() -> None:
    async def scene(room: Room) -> None:
        await room.tap("share-sheet", "mine")
        assert link_of(room).partition("#")[2] == sheet_link(ready("tur"))
        await room.tap("share-file")

    room = played(scene, with_sheet(ready("tur")))
    ((name, _, file),) = room.tools.asked("download")
    assert name == "pyroll-maelle.json"
    found = load(file)
    assert isinstance(found, Backup)
    assert [one.name for one in found.saved.sheets] == ["Maëlle"]


def test_a_roll_of_the_journal_is_a_link() -> None:
    async def scene(room: Room) -> None:
        room.throw("tur?value=7@4,3")
        room.desk.open("journal")
        await room.rest()
        (key,) = [
            one.attributes["data-entry"]
            for one in room.page.regions["journal-list"].all("button")
            if one.attributes.get("data-entry")
        ]
        await room.tap("share-entry", key)
        assert link_of(room).endswith("#tur?value=7@4,3")

    played(scene)


@pytest.mark.parametrize(
    ("copies", "said"),
    [(True, "Lien copié."), (False, "La copie n’est pas permise ici : le lien est sélectionné.")],
)
def test_copying(copies: bool, said: str) -> None:
    async def scene(room: Room) -> None:
        room.desk.asked("test")
        await room.tap("share-copy")
        assert room.tools.asked("copy") == [[link_of(room)]]
        assert said in room.page.text("share-inside")
        assert room.tools.asked("selectAll") == ([] if copies else [["share-link"]])

    played(scene, Room(tools=Tools(copies=copies)))


def test_the_system_sheet_where_there_is_one_and_else_a_copy() -> None:
    async def scene(room: Room) -> None:
        room.desk.asked("test")
        sends = [one for one in room.page.regions["share-inside"].all("button") if one.has("data-desk", "share-out")]
        assert bool(sends) == room.tools.sheet
        room.tools.sheet = False  # it is there, and then refuses
        await room.tap("share-out")
        assert room.tools.asked("share") == [["Patchwork", link_of(room)]]
        assert room.tools.asked("copy") == [[link_of(room)]]

    played(scene, Room(tools=Tools(sheet=True)))
    played(scene, Room(tools=Tools(sheet=False)))


def rows_of(path: str, side: int) -> tuple[bytes, ...]:
    rows = [bytearray(side) for _ in range(side)]
    for x, y, run in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", path):
        rows[int(y)][int(x) : int(x) + int(run)] = b"\1" * int(run)
    return tuple(map(bytes, rows))


def test_a_code_is_drawn_square_by_square() -> None:
    rows = qr.squares("https://example.org/pyroll/#tur?value=7@4,3")
    assert rows is not None
    assert all(len(row) == len(rows) for row in rows)
    assert rows_of(qr.path_of(rows), len(rows)) == rows
    assert rows[0][:7] == b"\1" * 7, "the square in the corner"


def test_over_the_limit_there_is_a_file_instead() -> None:
    assert qr.squares("x" * 1700) is not None
    assert qr.squares("x" * 1800) is None, "of a code so dense nobody could read it off a screen"
    assert qr.squares("x" * 9000) is None, "no code holds it"

    async def scene(room: Room) -> None:
        await room.tap("share-sheet", "mine")
        await room.tap("share-code")
        assert "C’est trop pour un QR code" in room.page.text("share-inside")
        assert any(one.has("data-desk", "share-file") for one in room.page.regions["share-inside"].all("button"))
        assert not room.page.regions["share-inside"].all("path", fill="#000")

    long = "".join(chr(0x4E00 + 37 * number % 9000) for number in range(1500))
    played(scene, with_sheet(replace(ready("tur"), note=long)))


def test_a_code_without_a_network_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(qr.importlib.util, "find_spec", lambda _name: None)

    async def scene(room: Room) -> None:
        room.desk.asked("test")
        await room.tap("share-code")
        assert "demande le réseau" in room.page.text("share-inside")

    assert played(scene).fetched == ["./static/qr.zip"]


# -------------------------------------------------------------------------------------------------------- taking in


def test_a_character_is_shown_then_taken_beside_the_one_here() -> None:
    mine = ready("tur")

    async def scene(room: Room) -> None:
        room.tools.address = sheet_link(mine)
        room.desk.open("received")
        await room.rest()
        shown = room.page.text("screen-received")
        assert "Ajouter ce personnage" in shown
        assert "Maëlle" in shown
        assert "rien n’est remplacé" in shown
        assert len(now(room.kept()).sheets) == 1, "nothing is kept yet"
        await room.tap("take-sheet")
        await room.tap("take-sheet")  # a second finger
        assert room.tools.asked("go") == [["/personnages"]]

    room = played(scene, with_sheet(mine))
    here, taken = sorted(now(room.kept()).sheets, key=lambda one: one.received)
    assert here == mine
    assert taken.id != mine.id
    assert taken.received
    assert replace(taken, id="mine", received=False, order=0, changed="", example=True) == mine


def test_readings_are_shown_then_taken_and_can_be_put_back() -> None:
    async def scene(room: Room) -> None:
        room.tools.forms["abc"] = "reading.high_critical=from_19&reading.minimum_meets_threshold=yes"
        room.tools.address = "/recu/lectures/abc?reading.high_critical=from_20"
        room.desk.open("received")
        await room.rest()
        changes = [one.text for one in room.page.regions["screen-received"].all("div") if "(change)" in one.text]
        assert any("à partir de 20" in one for one in changes)
        assert room.tools.asked("putAll") == []
        await room.tap("take-readings")
        await room.tap("undo")

    room = played(scene)
    put = [(key, dict(json.loads(pairs))) for key, pairs in room.tools.asked("putAll")]
    assert [(key, texts["reading.high_critical"]) for key, texts in put] == [("abc", "from_20"), ("abc", "from_19")]
    assert room.tools.asked("choose") == [["abc"]]


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.key)
def test_readings_of_every_system_are_shown_whole(system: object) -> None:
    key = system.key  # type: ignore[attr-defined]
    test = read(f"{key}?")
    assert isinstance(test, Test)

    async def scene(room: Room) -> None:
        room.tools.address = readings_link(test)
        room.desk.open("received")
        await room.rest()
        listed = room.page.regions["screen-received"].all("dt")
        assert len(listed) == len(fields_of(test.system.readings))

    played(scene)


@pytest.mark.parametrize(
    "fragment",
    [
        "/recu",
        "/recu/fiche/zzzz",
        f"/recu/{RUN}",
        f"/recu/lectures/tur?reading.{RUN}=1",
        "/recu/lectures/tur?value=7",
    ],
)
def test_a_hostile_link_gets_a_sentence_and_changes_nothing(fragment: str) -> None:
    async def scene(room: Room) -> None:
        room.tools.address = fragment
        room.desk.open("received")
        await room.rest()
        shown = room.page.text("screen-received")
        assert "Rien n’a changé" in shown
        assert not room.page.regions["screen-received"].all("script")
        for act in ("take-sheet", "take-readings"):
            await room.tap(act)

    room = played(scene, with_sheet(ready("tur")))
    assert room.twin.commits == 0
    assert room.tools.asked("putAll") == []


def test_script_in_a_name_is_shown_as_it_is_written() -> None:
    async def scene(room: Room) -> None:
        room.tools.address = sheet_link(ready("tur", RUN))
        room.desk.open("received")
        await room.rest()
        assert RUN in room.page.text("screen-received")
        assert not room.page.regions["screen-received"].all("script")
        await room.tap("take-sheet")
        await room.tap("share-sheet", now(room.kept()).sheets[0].id)
        assert not room.page.regions["share-inside"].all("script")

    played(scene)

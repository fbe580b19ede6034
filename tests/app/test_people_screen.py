"""The characters' screen at work: every tap, what it keeps, and what it hands to the test."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from pyroll.app.draft import draft_of
from pyroll.sheet import Sheet
from pyroll.sheet_files import faults_of
from pyroll.store import SCHEMA, Batch, Delete
from tests.app.fakes import Control, Room, Tools, played
from tests.kept import WITH_SHEETS, now


def sheets(room: Room) -> dict[str, Sheet]:
    """The characters that are kept, by name."""
    return {one.name: one for one in now(room.kept()).sheets}


async def with_examples(room: Room, *systems: str) -> None:
    """The ready characters of these systems, in this order."""
    room.desk.open("people")
    await room.rest()
    for system in systems:
        await room.tap("create")
        await room.tap("example", system)


def names(room: Room) -> list[str]:
    """Those of the list, as it is drawn."""
    return [one.text for one in room.page.regions["people-rail"].all("b")]


def key_of(room: Room, name: str) -> str:
    return sheets(room)[name].id


@pytest.mark.parametrize("system", WITH_SHEETS, ids=lambda system: system.key)
def test_the_ready_character_is_kept_at_once(system: object) -> None:
    room = played(lambda room: with_examples(room, system.key))  # type: ignore[attr-defined]
    (one,) = sheets(room).values()
    assert one.example
    assert not faults_of(one)
    assert room.page.text("sheet-title") == one.name


def test_a_new_one_is_kept_when_its_form_is() -> None:
    async def scene(room: Room) -> None:
        room.desk.open("people")
        await room.rest()
        await room.tap("blank", "tur")
        assert room.page.focused == ["pen-name"]
        assert sheets(room) == {}
        room.tools.forms["pen"] = "name=&c.0.name=Agilit%C3%A9&c.0.value=beaucoup"
        room.desk.people.submitted()
        await room.rest()
        assert room.page.focused[-1] == "pen-faults"
        assert sheets(room) == {}
        room.tools.forms["pen"] = (
            "name=Zo%C3%A9&c.0.name=Agilit%C3%A9&c.0.value=4&s.0.name=Saut&s.0.value=2&s.0.tied=0"
        )
        room.desk.people.submitted()
        await room.rest()

    room = played(scene)
    zoe = sheets(room)["Zoé"]
    assert [one.name for one in zoe.characteristics] == ["Agilité"]
    assert room.page.text("sheet-title") == "Zoé"


def test_the_pen_may_be_laid_down() -> None:
    async def scene(room: Room) -> None:
        await with_examples(room, "tur")
        await room.tap("edit", key_of(room, "Inès"))
        room.tools.forms["pen"] = "name=Autre"
        await room.tap("drop")
        assert room.page.text("sheet-title") == "Inès"

    assert set(sheets(played(scene))) == {"Inès"}


@pytest.mark.parametrize("act", ["drop", "create", "choose", "archive-list"])
def test_what_was_written_can_be_had_again(act: str) -> None:
    async def scene(room: Room) -> None:
        await with_examples(room, "tur", "abc")
        await room.tap("edit", key_of(room, "Inès"))
        room.tools.forms["pen"] = "name=Autre"
        await room.tap(act, key_of(room, "Bastien") if act == "choose" else "")
        assert "name" not in [one.attributes.get("name") for one in room.page.regions["people-sheet"].all("input")]
        assert "Modifications abandonnées." in room.page.text("told")
        room.tools.forms["pen"] = ""
        await room.tap("undo")
        assert field(room, "name") == "Autre"

    assert set(sheets(played(scene))) == {"Inès", "Bastien"}


def test_a_pen_that_wrote_nothing_is_laid_down_without_a_word() -> None:
    async def scene(room: Room) -> None:
        await with_examples(room, "tur")
        await room.tap("edit", key_of(room, "Inès"))
        room.tools.forms["pen"] = urlencode(draft_of(sheets(room)["Inès"]).texts)
        await room.tap("drop")
        assert room.page.text("told") == ""

    played(scene)


def test_what_is_being_written_outlives_a_reload() -> None:
    async def write(room: Room) -> None:
        await with_examples(room, "tur")
        await room.tap("edit", key_of(room, "Inès"))
        room.tools.forms["pen"] = "name=Autre&note=deux%0Alignes"
        room.desk.people.writing()

    first = played(write)

    async def read_again(room: Room) -> None:
        room.desk.open("people")
        await room.rest()
        assert field(room, "name") == "Autre"
        room.tools.forms["pen"] = first.tools.forms["pen"]
        room.desk.people.submitted()
        await room.rest()
        assert sheets(room)["Autre"].note == "deux\nlignes"
        assert room.tools.drafts["pen"] == ""

    played(read_again, Room(first.twin, Tools(drafts=first.tools.drafts)))


def test_a_sheet_that_another_tab_deleted_is_kept_all_the_same() -> None:
    async def scene(room: Room) -> None:
        await with_examples(room, "tur")
        key = key_of(room, "Inès")
        await room.tap("edit", key)
        (record,) = await room.twin.store.scan("sheet")
        await room.twin.store.commit(Batch((Delete("sheet", key, record.revision),), SCHEMA))
        room.tools.forms["pen"] = "name=Autre"
        room.desk.people.submitted()
        await room.rest()

    assert set(sheets(played(scene))) == {"Autre"}


@pytest.mark.parametrize("typed", ["abc", "", "1e3", "-1"])
def test_a_stock_that_is_no_number_is_told_and_drawn_as_it_is(typed: str) -> None:
    async def scene(room: Room) -> None:
        await with_examples(room, "patchwork")
        await room.change("stock-action_points", typed)
        assert "Rien n’est changé." in room.page.text("told")
        assert field(room, "stock-action_points") == "3"

    played(scene)


def field(room: Room, name: str) -> str:
    """What stands in a field of the sheet."""
    inputs = room.page.regions["people-sheet"].all("input")
    return next(one.attributes["value"] for one in inputs if one.attributes.get("name") == name)


def test_rows_come_and_go_and_lines_are_pasted() -> None:
    async def scene(room: Room) -> None:
        await with_examples(room, "tur")
        await room.tap("edit", key_of(room, "Inès"))
        texts = {
            one.attributes["name"]: one.attributes.get("value", "")
            for one in room.page.regions["people-sheet"].all("input")
            if "name" in one.attributes
        }
        room.tools.forms["pen"] = "&".join(f"{name}={value}" for name, value in texts.items())
        await room.tap("add-row", "s")
        assert room.page.focused[-1].startswith("pen-s-")
        rows = [
            one for one in room.page.regions["people-sheet"].all("input") if one.attributes["name"].endswith(".name")
        ]
        await room.tap("remove-row", "s.0")
        left = [
            one for one in room.page.regions["people-sheet"].all("input") if one.attributes["name"].endswith(".name")
        ]
        assert len(left) == len(rows) - 1
        room.tools.values["pen-lines"] = "Natation 4\nPlongée beaucoup"
        await room.tap("paste-skills")
        assert "1 ligne ajoutée" in room.page.text("people-sheet").replace("\xa0", " ")
        assert room.tools.asked("clear") == [["pen-lines", "Plongée beaucoup"]]

    played(scene)


def test_order_copies_archive_and_undo() -> None:
    async def scene(room: Room) -> None:
        await with_examples(room, "patchwork", "tur")
        assert names(room) == ["Maëlle", "Inès"]
        await room.tap("up", key_of(room, "Inès"))
        assert names(room) == ["Inès", "Maëlle"]
        await room.tap("up", key_of(room, "Inès"))  # it is the first already
        await room.tap("down", key_of(room, "Inès"))
        assert names(room) == ["Maëlle", "Inès"]
        await room.tap("duplicate", key_of(room, "Maëlle"))
        assert names(room) == ["Maëlle", "Maëlle (copie)", "Inès"]
        assert not sheets(room)["Maëlle (copie)"].example
        await room.tap("delete", key_of(room, "Maëlle"))
        assert names(room) == ["Maëlle (copie)", "Inès"]
        await room.tap("undo")
        assert names(room) == ["Maëlle", "Maëlle (copie)", "Inès"]
        await room.tap("archive", key_of(room, "Inès"))
        assert names(room) == ["Maëlle", "Maëlle (copie)"]
        await room.tap("archive-list")
        assert names(room) == ["Inès"]
        await room.tap("unarchive", key_of(room, "Inès"))
        await room.tap("archive-list")
        assert names(room) == ["Maëlle", "Maëlle (copie)", "Inès"]

    played(scene)


def test_what_another_tab_erased_is_erased() -> None:
    async def scene(room: Room) -> None:
        await with_examples(room, "tur")
        key = key_of(room, "Inès")
        await room.tap("delete", key)
        assert not room.desk.people._clicked_sheet("elsewhere", key)
        room.desk.people._do("delete", Sheet(id=key, system="tur", name="Inès"))
        await room.rest()

    assert sheets(played(scene)) == {}


def test_a_skill_prepares_the_test_and_the_difficulty_stays() -> None:
    async def scene(room: Room) -> None:
        await with_examples(room, "flamme")
        await room.tap("prepare", "s0")
        assert room.state.who == "Ysaline, Serrurerie"
        assert "Ysaline" in room.page.text("people-foot")
        assert "de réussir" in room.page.text("people-foot")
        await room.change("rung", "6")
        await room.tap("prepare", "s1")
        assert room.state.test is not None
        assert room.state.test.actor.difficulty == 6
        await room.tap("roll")
        await room.tap("adjust")

    assert played(scene).shown == [True, False]


def test_a_manner_changes_what_is_rolled() -> None:
    async def scene(room: Room) -> None:
        await with_examples(room, "patchwork")
        await room.tap("prepare", "s0")
        assert room.state.test is not None
        usual = room.state.test
        foot = room.page.regions["people-foot"].all("select", name="manner")
        for option in foot[0].all("option") if foot else ():
            await room.change("manner", option.attributes["value"])
        assert room.state.test is not None
        assert room.state.test.system == usual.system

    played(scene)


def test_stocks_are_corrected_by_hand_and_nonsense_is_left_alone() -> None:
    async def scene(room: Room) -> None:
        await with_examples(room, "patchwork")
        await room.change("stock-action_points", "1")
        assert sheets(room)["Maëlle"].stocks == {"action_points": 1}
        for nonsense in ("", "beaucoup", "1e3", "٣"):
            await room.change("stock-action_points", nonsense)
        await room.change("counter-9", "1")
        await room.change("stock-evil", "1")
        assert sheets(room)["Maëlle"].stocks == {"action_points": 1}

    played(scene)


@pytest.mark.parametrize("value", ["999", "-999"])
def test_a_stock_out_of_bounds_never_makes_a_sheet_unreadable(value: str) -> None:
    async def scene(room: Room) -> None:
        await with_examples(room, "patchwork")
        await room.change("stock-action_points", value)
        assert sheets(room)["Maëlle"].stocks == {"action_points": 3}
        assert "Rien n’est changé. Entre 0 et 99" in room.page.text("told")
        assert room.page.regions["sheet-stock-action_points"].attributes["value"] == "3"

    played(scene)


def test_nothing_is_drawn_or_read_before_the_screen_opens() -> None:
    async def scene(room: Room) -> None:
        await room.desk.people.read()
        room.desk.people.redraw()
        room.desk.people.submitted()
        room.desk.people.changed(Control("rung", "3"))

    assert "people-rail" not in played(scene).page.regions

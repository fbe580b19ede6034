"""Backup and restore: whole or not at all, across versions."""

import json
from typing import Any

import pytest
from hypothesis import given

from pyroll.backup import (
    Backup,
    Saved,
    Unsound,
    dump,
    load,
)
from pyroll.i18n import FRENCH
from pyroll.restore import (
    Change,
    append_event,
    batch_of,
    plan_merge,
    plan_replace,
    put_setting,
    put_sheet,
    saved_of,
    upgrade,
)
from pyroll.sheet import Sheet
from pyroll.store import SCHEMA, Batch, Done, MemoryStore, Put, Record, Refused
from tests.backups import MADE, SAVED, carry_out, read_back, records, same, sound, stored
from tests.kept import contents, now, ready

# ---------------------------------------------------------------------------------------------------------- identity


@given(contents())
def test_backup_then_restore_is_identity(saved: Saved) -> None:
    assert sound(dump(saved, MADE, "0.1.0")) == saved
    assert plan_replace(Saved(), saved).after == saved


@given(contents(), contents())
def test_replacing_leaves_only_the_file(here: Saved, file: Saved) -> None:
    store = stored(here)
    carry_out(store, plan_replace(here, file))
    assert same(read_back(store), file)


@given(contents(), contents())
def test_merging_is_idempotent_and_loses_nothing(here: Saved, file: Saved) -> None:
    plan = plan_merge(here, file)
    again = plan_merge(plan.after, file)
    assert again.after == plan.after
    assert (again.added, again.replaced, again.removed) == ((), (), ())
    assert not plan.removed
    assert {one.id for one in (*here.sheets, *file.sheets)} == {one.id for one in plan.after.sheets}
    assert {one.id for one in (*here.journal, *file.journal)} == {one.id for one in plan.after.journal}
    store = stored(here)
    carry_out(store, plan)
    assert same(read_back(store), plan.after)


# ------------------------------------------------------------------------------------------------------------- plans


def test_a_plan_says_what_it_would_do() -> None:
    older = ready("flamme", changed="2026-08-01T10:00:00Z")
    newer = ready("flamme", changed="2026-08-01T11:00:00Z", name="Ysaline II")
    here = Saved((older, ready("tur"), ready("abc", name="Léa")), SAVED.journal[:1], {"theme": "dark", "own": "1"})
    file = Saved((newer, ready("tur"), ready("abc")), SAVED.journal, {"theme": "light", "new": "1"})

    merge = plan_merge(here, file)
    assert [one.label for one in merge.added] == ["new", "a2", "a3"]
    assert merge.replaced == (Change("sheet", "example-flamme", "Ysaline II"),)
    assert [one.label for one in merge.same] == ["Inès", "a1"]
    assert [one.label for one in merge.kept] == ["Léa", "theme"]
    assert merge.removed == ()
    assert merge.before == here
    assert merge.after.settings == {"theme": "dark", "own": "1", "new": "1"}

    back = plan_merge(file, here)
    assert [one.label for one in back.kept] == ["Ysaline II", "Bastien", "theme"]
    assert [one.label for one in back.added] == ["own"]

    anew = plan_replace(here, file)
    assert [one.label for one in anew.removed] == ["own"]
    assert [one.label for one in anew.replaced] == ["Ysaline II", "Bastien", "theme"]
    assert anew.kept == ()


def test_an_import_that_somebody_overtook_changes_nothing() -> None:
    store = stored(SAVED)
    read = saved_of(records(store))
    plan = plan_replace(read.saved, Saved((ready("tur", name="Autre"),)))
    mine = now(store.commit(Batch((put_sheet(ready("tur", name="Moi"), read.revisions["sheet", "example-tur"]),))))
    assert isinstance(mine, Done)
    before = records(store)
    assert isinstance(now(store.commit(batch_of(plan, read.revisions))), Refused)
    assert records(store) == before


def test_records_are_written_one_by_one() -> None:
    store = MemoryStore()
    operations = (put_sheet(SAVED.sheets[0], 0), put_setting("theme", "dark", 0), append_event(SAVED.journal[0]))
    assert isinstance(now(store.commit(Batch(operations))), Done)
    assert read_back(store) == Saved(SAVED.sheets[:1], SAVED.journal[:1], {"theme": "dark"})


def test_a_broken_record_is_left_out_and_told() -> None:
    good = put_sheet(SAVED.sheets[0], 0)
    found = saved_of(
        [
            Record("sheet", good.key, good.value, 4),
            Record("sheet", "other", good.value, 5),
            Record("sheet", "torn", '{"id": "torn', 6),
            Record("journal", "j", '{"do": "rolled"}', 7),
            Record("setting", "s", "[1]", 8),
        ]
    )
    assert found.saved == Saved(SAVED.sheets[:1])
    assert found.revisions == {("sheet", good.key): 4}
    assert [f"{one.field} {one.code}" for one in found.problems][:2] == [
        "sheet.other.id bad_key",
        "sheet.torn not_json",
    ]
    assert {one.field.partition("[")[0].split(".")[0] for one in found.problems} == {"sheet", "journal", "setting"}


# --------------------------------------------------------------------------------------------------------- versions


def rename_hero(whole: dict[str, Any]) -> dict[str, Any]:
    """A made-up older version, in which sheets were heroes and had a title instead of a name."""
    sheets = [
        {**{key: hero[key] for key in hero if key != "title"}, "name": hero["title"]} for hero in whole["heroes"]
    ]
    return {**{key: whole[key] for key in whole if key != "heroes"}, "sheets": sheets}


def name_heroes(whole: dict[str, Any]) -> dict[str, Any]:
    """The step before that one: heroes were people."""
    return {**{key: whole[key] for key in whole if key != "people"}, "heroes": whole["people"]}


OLD: dict[str, Any] = {
    "format": "pyroll",
    "version": 0,
    "heroes": [{"id": "a", "system": "tur", "title": "Inès"}],
}


def test_an_older_file_is_brought_up_step_by_step() -> None:
    expected = Saved((Sheet(id="a", system="tur", name="Inès"),))
    assert load(json.dumps(OLD), {0: rename_hero}) == Backup(expected, "", 0)
    older = {"format": "pyroll", "version": 0, "people": OLD["heroes"]}
    assert load(json.dumps(older), {0: name_heroes, 1: rename_hero}, 2) == Backup(expected, "", 0)
    assert load(json.dumps({**OLD, "version": 1}), {0: name_heroes, 1: rename_hero}, 2) == Backup(expected, "", 1)


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ({**OLD, "version": -1}, "La version de cette sauvegarde est inconnue."),
        ({**OLD, "version": True}, "La version de cette sauvegarde est inconnue."),
        ({**OLD, "version": "1"}, "La version de cette sauvegarde est inconnue."),
        ({**OLD, "version": 0.0}, "La version de cette sauvegarde est inconnue."),
        ({**OLD, "heroes": [3]}, "Cette ancienne sauvegarde ne peut pas être convertie."),
        ({**OLD, "heroes": None}, "Cette ancienne sauvegarde ne peut pas être convertie."),
        ({**OLD, "heroes": [{}]}, "Cette ancienne sauvegarde ne peut pas être convertie."),
        (
            {**OLD, "version": SCHEMA + 1},
            "Cette sauvegarde vient d’un pyroll plus récent : mettez pyroll à jour, puis recommencez.",
        ),
        (
            {"format": "pyroll", "version": 10**30},
            "Cette sauvegarde vient d’un pyroll plus récent : mettez pyroll à jour, puis recommencez.",
        ),
        ({"format": "autre", "version": 1}, "Ce fichier n’est pas une sauvegarde de pyroll."),
        ([], "Ce fichier n’est pas une sauvegarde de pyroll."),
        ("pyroll", "Ce fichier n’est pas une sauvegarde de pyroll."),
    ],
)
def test_versions_that_cannot_be_read(file: object, said: str) -> None:
    found = load(json.dumps(file), {0: rename_hero})
    assert isinstance(found, Unsound)
    words = [FRENCH.say(one.message).replace("\N{NARROW NO-BREAK SPACE}", " ") for one in found.problems]
    assert words == [said]


def test_what_a_migration_makes_is_checked_too() -> None:
    found = load(json.dumps({**OLD, "heroes": [{"id": "a", "system": "tur", "title": ""}]}), {0: rename_hero})
    assert isinstance(found, Unsound)
    assert [one.field for one in found.problems] == ["$.sheets[0].name"]


def test_a_store_is_brought_up_by_the_same_steps() -> None:
    def shout(whole: dict[str, Any]) -> dict[str, Any]:
        return {**whole, "sheets": [{**one, "name": one["name"].upper()} for one in whole["sheets"]]}

    store = stored(Saved((ready("tur"), ready("abc", name="LÉA")), SAVED.journal, SAVED.settings))
    torn = Put("sheet", "torn", "{", 0)
    assert isinstance(now(store.commit(Batch((torn,)))), Done)
    batch = upgrade(records(store), SCHEMA, {SCHEMA: shout}, SCHEMA + 1)
    assert isinstance(batch, Batch)
    assert [(one.kind, one.key) for one in batch.operations] == [("sheet", "example-tur")], "only what changes"
    assert isinstance(now(store.commit(batch)), Done)
    assert now(store.schema()) == SCHEMA + 1
    found = saved_of(records(store))
    assert {one.name for one in found.saved.sheets} == {"INÈS", "LÉA"}
    assert [one.field for one in found.problems] == ["sheet.torn"], "what cannot be read stays as it is"
    assert isinstance(upgrade([], -3), Unsound)

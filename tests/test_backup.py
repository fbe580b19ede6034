"""Backup and restore: whole or not at all, and nothing that a file can do to the page."""

import json
import os
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyroll.backup import (
    MOST_CHARACTERS,
    MOST_FAULTS,
    Backup,
    Saved,
    Unsound,
    dump,
    load,
)
from pyroll.i18n import FRENCH
from pyroll.journal import Noted, Rolled
from pyroll.line import system_named
from pyroll.restore import (
    Change,
    Plan,
    append_event,
    batch_of,
    plan_merge,
    plan_replace,
    put_setting,
    put_sheet,
    saved_of,
    upgrade,
)
from pyroll.sheet import Sheet, example
from pyroll.store import KINDS, SCHEMA, Batch, Done, MemoryStore, Put, Record, Refused
from tests.kept import contents, now
from tests.test_journal import made

MADE = "2026-08-01T20:14:05.000Z"
FUZZ = int(os.environ.get("PYROLL_FUZZ", "500"))
"""How many damaged files are tried; 10,000 before a release."""


def ready(key: str, **changes: Any) -> Sheet:
    system = system_named(key)
    assert system is not None
    sheet = example(system, f"example-{key}")
    assert sheet is not None
    return replace(sheet, **changes)


SAVED = Saved(
    (ready("patchwork", note="deux\nlignes"), ready("flamme"), ready("tur")),
    (
        Rolled(made("tur?value=6@2,3", "a1", character_id="example-tur", character="Inès", label="Équitation")),
        Rolled(made("patchwork?opponent.skill=2@5/5", "a2", secret=True)),
        Noted("a3", "a1", "À cheval"),
    ),
    {"readings-tur": "die=half_d10", "theme": "dark"},
)


def sound(file: str) -> Saved:
    found = load(file)
    assert isinstance(found, Backup), found
    return found.saved


def codes(file: str) -> list[str]:
    found = load(file)
    return [] if isinstance(found, Backup) else [f"{one.field} {one.code}" for one in found.problems]


def changed(**changes: object) -> str:
    return json.dumps({**json.loads(dump(SAVED, MADE, "0.1.0")), **changes})


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


def stored(saved: Saved) -> MemoryStore:
    store = MemoryStore()
    carry_out(store, plan_replace(Saved(), saved))
    return store


def records(store: MemoryStore) -> list[Record]:
    return [record for kind in KINDS for record in now(store.scan(kind))]


def read_back(store: MemoryStore) -> Saved:
    found = saved_of(records(store))
    assert found.problems == ()
    return found.saved


def carry_out(store: MemoryStore, plan: Plan) -> None:
    batch = batch_of(plan, saved_of(records(store)).revisions)
    assert isinstance(now(store.commit(batch)), Done)
    assert now(store.schema()) == SCHEMA


def same(one: Saved, other: Saved) -> bool:
    """Equal but for the order in which records stand."""

    def by_id(saved: Saved) -> object:
        sheets = {sheet.id: sheet for sheet in saved.sheets}
        return sheets, {event.id: event for event in saved.journal}, dict(saved.settings)

    return by_id(one) == by_id(other)


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


# ----------------------------------------------------------------------------------------------------- what is wrong

SMALL = {"id": "a", "system": "tur", "name": "Inès"}


@pytest.mark.parametrize(
    ("file", "faults"),
    [
        (changed(), []),
        ("\N{ZERO WIDTH NO-BREAK SPACE}" + changed(), []),
        ("", ["$ not_json"]),
        ("{", ["$ not_json"]),
        (changed() + "x", ["$ not_json"]),
        ('{"format":"pyroll","version":1,"made":NaN}', ["$ not_json"]),
        ('{"format":"pyroll","version":' + "1" * 5000 + "}", ["$ not_json"]),
        ('{"format":"pyroll","version":1,"version":1}', ["$..version repeated_field"]),
        (changed(hat=1), ["$.hat unknown_field"]),
        (changed(made="hier", pyroll=3), ["$.made bad_moment", "$.pyroll not_text"]),
        (changed(sheets=[SMALL, SMALL]), ["$.sheets[1].id repeated"]),
        (changed(sheets={}), ["$.sheets not_a_list"]),
        (changed(journal=[{"do": "noted", "id": "a", "entry": "b", "note": ""}] * 2), ["$.journal[1].id repeated"]),
        (changed(settings=[]), ["$.settings not_a_record"]),
        (changed(settings={"a": 1, "B": "x", "c": "\0"}), [
            "$.settings.a not_text", "$.settings.? bad_key", "$.settings.c bad_character",
        ]),
        (changed(settings={f"k{index}": "" for index in range(501)}), ["$.settings too_many"]),
        (changed(sheets=[SMALL] * 2001), ["$.sheets too_many"]),
        (changed(sheets=[{**SMALL, "name": ""}, 3], journal=[{"do": "noted", "id": "", "entry": "b", "note": 4}]), [
            "$.sheets[0].name missing", "$.sheets[1] not_a_record",
            "$.journal[0].id bad_key", "$.journal[0].note not_text",
        ]),
        (changed(sheets=[{**SMALL, "name": "\ud800"}]), ["$.sheets[0].name bad_character"]),
    ],
)  # fmt: skip
def test_everything_that_is_wrong_is_said(file: str, faults: list[str]) -> None:
    assert codes(file) == faults


def test_of_very_many_faults_the_first_are_told() -> None:
    found = codes(changed(journal=[{}] * 100_000))
    assert len(found) == MOST_FAULTS


# ------------------------------------------------------------------------------------------------------ hostile files


@pytest.mark.parametrize(
    "file",
    [
        " " * (MOST_CHARACTERS + 1),
        "[" * 1_000_000,
        '{"a":' * 1_000_000,
        "[" * 100_000 + "]" * 100_000,
        '[{"a":' * 20 + "1" + "}]" * 20,
        "[" + "[]," * 1_600_000 + "[]]",
        "[" + "1," * 3_100_000 + "1]",
        '["\\\\",' + "[" * 50_000,
        '["\\"",' + "[" * 50_000,
    ],
    ids=["long", "deep lists", "deep objects", "closed", "mixed", "many lists", "many numbers", "escape", "quote"],
)
def test_too_large_for_a_backup(file: str) -> None:
    assert codes(file) == ["$ too_large"]


@pytest.mark.parametrize(
    "file",
    [
        json.dumps({"a": "[" * 100_000}),
        json.dumps(['"' + "[{" * 5000, "\\" * 999 + '"' + "[" * 5000]),
        json.dumps("}]" * 5000),
        '{"' + '","'.join(f'k{index}":"' for index in range(100_000)) + '"}',
        '{"k":1,' * 1 + ",".join(['"k":1'] * 500_000) + "}",
        "[" * 12 + "]" * 12,
    ],
    ids=[
        "brackets in a string",
        "escapes",
        "closing in a string",
        "many names",
        "one name often",
        "just deep enough",
    ],
)
def test_large_but_looked_at(file: str) -> None:
    found = load(file)
    assert isinstance(found, Unsound)
    assert found.problems[0].code in ("wrong_format", "repeated_field")


def test_strings_are_only_data() -> None:
    evil = "<img src=x onerror=alert(1)>${1+1}{0}{name}%s"
    saved = Saved((ready("tur", name=evil, note=evil),), (), {"a": evil})
    assert sound(dump(saved, MADE, "0.1.0")) == saved
    for problem in codes(changed(sheets=[{**SMALL, "{0}": 1, "system": "{name}"}])):
        assert problem.startswith("$.sheets[0]")
    found = load(changed(sheets=[{**SMALL, "characteristics": [{"name": "{x}", "value": 2, "group": "{y}"}]}]))
    assert isinstance(found, Unsound)
    assert [FRENCH.say(one.message) for one in found.problems]


# ------------------------------------------------------------------------------------------------------ damaged files


def damaged(whole: Any, chance: random.Random) -> str:
    """A good file with something done to it: to its values, then perhaps to its text."""
    whole = json.loads(json.dumps(whole))
    for _ in range(chance.randrange(3)):
        spoil(whole, chance)
    text = json.dumps(whole, ensure_ascii=chance.random() < 0.5)
    for _ in range(chance.randrange(3)):
        at = chance.randrange(len(text) + 1)
        to = at + chance.choice((0, 1, 1, 5, 200))
        text = text[:at] + chance.choice(SCRAPS) + text[to:]
    return text


SCRAPS = (
    "",
    "",
    "\0",
    '"',
    "\\",
    "{",
    "}",
    "[",
    "]",
    ",",
    "null",
    "1e999",
    "-",
    "é",
    "\ud800",
    "[" * 30,
    "9" * 5000,
    "\\u0000",
)
STRANGE: tuple[Any, ...] = (
    None, True, False, 0, -1, 10**30, 1.5, float("1e308"), "", "a", "\0", "\ud800", "x" * 5000, [], {}, [[]], {"": 0},
    [None], {"id": []}, "<script>", "=1", "tur?@", "2026-08-01T20:14:05Z",
)  # fmt: skip


def spoil(node: Any, chance: random.Random) -> None:
    """Walk down at random, then change, remove or add something."""
    while isinstance(node, dict | list) and node:
        place = chance.choice(list(node)) if isinstance(node, dict) else chance.randrange(len(node))
        inner = node[place]
        if isinstance(inner, dict | list) and inner and chance.random() < 0.75:
            node = inner
            continue
        match chance.randrange(4):
            case 0:
                del node[place]
            case 1:
                node[place] = chance.choice(STRANGE)
            case 2 if isinstance(node, dict):
                node[chance.choice(("id", "x", "", "name", "do", "digest", "é"))] = chance.choice(STRANGE)
            case _ if isinstance(node, list):
                node.extend([inner] * chance.choice((1, 2, 400)))
            case _:
                node[place] = chance.choice(STRANGE)
        return


def test_damaged_files_never_crash_and_never_change_what_is_stored() -> None:
    whole = json.loads(dump(SAVED, MADE, "0.1.0"))
    store = stored(SAVED)
    before = records(store)
    fates = {"sound": 0, "unsound": 0}
    for seed in range(FUZZ):
        found = load(damaged(whole, random.Random(seed)))
        if isinstance(found, Unsound):
            fates["unsound"] += 1
            assert found.problems, seed
            for one in found.problems:
                FRENCH.say(one.message)
                one.field.encode()
        else:
            fates["sound"] += 1
            assert sound(dump(found.saved, MADE, "0.1.0")) == found.saved, seed
            for plan in (plan_merge(SAVED, found.saved), plan_replace(SAVED, found.saved)):
                other = stored(SAVED)
                carry_out(other, plan)
                assert same(read_back(other), plan.after), seed
        if seed % 100 == 0:
            assert records(store) == before
    assert records(store) == before
    assert fates["unsound"] > FUZZ // 3
    assert fates["sound"] > FUZZ // 20


@given(st.text(max_size=80))
def test_any_text_is_only_a_text(file: str) -> None:
    assert isinstance(load(file), Unsound)


@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
        lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
        max_leaves=8,
    )
)
def test_any_json_in_any_place_is_only_json(value: Any) -> None:
    for place in ("sheets", "journal", "settings", "made", "version", "format"):
        found = load(changed(**{place: value}))
        assert isinstance(found, Backup | Unsound)
    for place in ("sheets", "journal"):
        assert isinstance(load(changed(**{place: [value]})), Unsound)

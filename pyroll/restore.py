"""From a backup into the store and back: plans made before anything is written, and records.

A plan is a value: what would be added, replaced, removed or left, to be shown first. It becomes one batch.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from pyroll.backup import MIGRATIONS, Migration, Saved, Unsound, migrated, parsed, read_setting
from pyroll.checked import Faults
from pyroll.form import Problem
from pyroll.i18n import text
from pyroll.journal import Event
from pyroll.journal_files import event_json, read_event
from pyroll.moment import read_moment
from pyroll.sheet import Sheet
from pyroll.sheet_files import read_sheet, sheet_json
from pyroll.store import SCHEMA, Append, Batch, Delete, Kind, Operation, Purge, Put, Record

__all__ = [
    "Change",
    "Plan",
    "Read",
    "append_event",
    "batch_of",
    "plan_merge",
    "plan_replace",
    "put_setting",
    "put_sheet",
    "saved_of",
    "upgrade",
]

Name: TypeAlias = "tuple[Kind, str]"


# --------------------------------------------------------------------------------------------------------- the plans


@dataclass(frozen=True, slots=True)
class Change:
    """A record that a plan is about. ``label``: the character's name, or else the key."""

    kind: Kind
    key: str
    label: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What an import would do, before it does it.

    ``same`` are records that are here already as in the file, ``kept`` those of which the file has another version
    that is not taken. ``before`` and ``after`` are the whole contents.
    """

    how: Literal["merge", "replace"]
    before: Saved
    after: Saved
    added: tuple[Change, ...]
    replaced: tuple[Change, ...]
    removed: tuple[Change, ...]
    same: tuple[Change, ...]
    kept: tuple[Change, ...]


def plan_replace(here: Saved, file: Saved) -> Plan:
    """The file takes the place of everything."""
    return _plan("replace", here, file, file)


def plan_merge(here: Saved, file: Saved) -> Plan:
    """The file's records are added; of two versions of a character the one changed later stays, else the one here.

    The journal becomes the union of both. Settings that are here stay as they are.
    """
    theirs = {sheet.id: sheet for sheet in file.sheets}
    sheets = [_later(sheet, theirs.pop(sheet.id, sheet)) for sheet in here.sheets]
    known = {event.id for event in here.journal}
    journal = [*here.journal, *(event for event in file.journal if event.id not in known)]
    after = Saved((*sheets, *theirs.values()), tuple(journal), {**file.settings, **here.settings})
    return _plan("merge", here, file, after)


def _later(here: Sheet, there: Sheet) -> Sheet:
    return there if _changed(there) > _changed(here) else here


def _changed(sheet: Sheet) -> int:
    return read_moment(sheet.changed) or 0


def _plan(how: Literal["merge", "replace"], here: Saved, file: Saved, after: Saved) -> Plan:
    now, there, then = _by_name(here), _by_name(file), _by_name(after)
    sorted_out: dict[str, list[Change]] = {"added": [], "replaced": [], "removed": [], "same": [], "kept": []}
    for name in {**now, **then}:
        if name not in then:
            fate = "removed"
        elif name not in now:
            fate = "added"
        elif now[name] != then[name]:
            fate = "replaced"
        elif name not in there:
            continue  # the file does not know it
        else:
            fate = "same" if there[name] == now[name] else "kept"
        kind, key = name
        one = then.get(name, now.get(name))
        sorted_out[fate].append(Change(kind, key, one.name if isinstance(one, Sheet) else key))
    return Plan(how, here, after, **{fate: tuple(changes) for fate, changes in sorted_out.items()})


def _by_name(saved: Saved) -> dict[Name, Sheet | Event | str]:
    found: dict[Name, Sheet | Event | str] = {("sheet", sheet.id): sheet for sheet in saved.sheets}
    found.update((("setting", key), value) for key, value in saved.settings.items())
    found.update((("journal", event.id), event) for event in saved.journal)
    return found


def batch_of(plan: Plan, revisions: Mapping[Name, int]) -> Batch:
    """The plan as one batch on the revisions that its ``before`` was read at.

    Whoever wrote in the meantime makes the store refuse it; the plan is then made again.
    """
    then = _by_name(plan.after)
    operations: list[Operation] = []
    for one in plan.added:
        value = _text_of(then[one.kind, one.key])
        fresh = Append(one.kind, one.key, value) if one.kind == "journal" else Put(one.kind, one.key, value, 0)
        operations.append(fresh)
    for one in plan.replaced:
        value = _text_of(then[one.kind, one.key])
        operations.append(Put(one.kind, one.key, value, revisions.get((one.kind, one.key), 0)))
    for one in plan.removed:
        if one.kind == "journal":
            operations.append(Purge(one.kind, one.key))
        else:
            operations.append(Delete(one.kind, one.key, revisions.get((one.kind, one.key), 0)))
    return Batch(tuple(operations), SCHEMA)


# -------------------------------------------------------------------------------------------------------- the records


def put_sheet(sheet: Sheet, base: int) -> Put:
    """Write a character, on the revision that was read (0: a new one). ``changed`` should say when."""
    return Put("sheet", sheet.id, _text_of(sheet), base)


def put_setting(key: str, value: str, base: int) -> Put:
    """Write a setting, on the revision that was read (0: a new one)."""
    return Put("setting", key, _text_of(value), base)


def append_event(event: Event) -> Append:
    """Write a record of the journal."""
    return Append("journal", event.id, _text_of(event))


def _text_of(one: Sheet | Event | str) -> str:
    value = one if isinstance(one, str) else sheet_json(one) if isinstance(one, Sheet) else event_json(one)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Read:
    """What a store's records hold, the revisions they were read at, and what is wrong with those left out.

    Unsound records stay in the store; their faults' paths begin with kind and key.
    """

    saved: Saved
    revisions: Mapping[Name, int]
    problems: tuple[Problem, ...]


def saved_of(records: Iterable[Record]) -> Read:
    """Records read, checked like a file. Never raises."""
    sheets, journal, settings, faults = [], [], {}, Faults()
    revisions: dict[Name, int] = {}
    for one in records:
        path = f"{one.kind}.{one.key}"
        raw = parsed(one.value)
        before = len(faults)
        if isinstance(raw, Unsound):
            faults += (Problem(problem.code, path, problem.message) for problem in raw.problems)
        elif one.kind == "sheet":
            sheet = read_sheet(raw, path, faults)
            sheets += [sheet] if sheet is not None and _fits(one, sheet.id, faults) else []
        elif one.kind == "journal":
            event = read_event(raw, path, faults)
            journal += [event] if event is not None and _fits(one, event.id, faults) else []
        elif wrong := read_setting(raw):
            faults.append(Problem(wrong[0], path, wrong[1]))
        elif isinstance(raw, str):
            settings[one.key] = raw
        if len(faults) == before:
            revisions[one.kind, one.key] = one.revision
    return Read(Saved(tuple(sheets), tuple(journal), settings), revisions, tuple(faults))


def _fits(one: Record, key: str, faults: Faults) -> bool:
    if one.key == key:
        return True
    faults.append(Problem("bad_key", f"{one.kind}.{one.key}.id", text("Cet identifiant n’est pas celui attendu.")))
    return False


def upgrade(
    records: Iterable[Record],
    schema: int,
    migrations: Mapping[int, Migration] = MIGRATIONS,
    version: int = SCHEMA,
) -> Batch | Unsound:
    """The batch that brings a store's records from an older version up to ``version``, by the migrations of files."""
    old: dict[Name, tuple[Any, int]] = {}
    for one in records:
        raw = parsed(one.value)
        named = isinstance(raw, str) if one.kind == "setting" else isinstance(raw, dict) and raw.get("id") == one.key
        if named:  # what cannot be read stays as it is
            old[one.kind, one.key] = (raw, one.revision)
    whole = migrated(_whole(old), schema, migrations, version)
    if isinstance(whole, Unsound):
        return whole
    new = dict(_of_whole(whole))
    operations: list[Operation] = [
        Put(
            kind,
            key,
            json.dumps(value, ensure_ascii=False, separators=(",", ":")),
            old.get((kind, key), (None, 0))[1],
        )
        for (kind, key), value in new.items()
        if (kind, key) not in old or old[kind, key][0] != value
    ]
    operations += [Delete(kind, key, old[kind, key][1]) for kind, key in old if (kind, key) not in new]
    return Batch(tuple(operations), version)


def _whole(old: Mapping[Name, tuple[Any, int]]) -> dict[str, Any]:
    return {
        "sheets": [value for (kind, _), (value, _) in old.items() if kind == "sheet"],
        "journal": [value for (kind, _), (value, _) in old.items() if kind == "journal"],
        "settings": {key: value for (kind, key), (value, _) in old.items() if kind == "setting"},
    }


def _of_whole(whole: Mapping[str, Any]) -> Iterator[tuple[Name, Any]]:
    yield from ((("sheet", one["id"]), one) for one in whole["sheets"])
    yield from ((("journal", one["id"]), one) for one in whole["journal"])
    yield from ((("setting", key), value) for key, value in whole["settings"].items())

"""What the tests of backups share: some contents, files that hold them, and stores that are filled and read."""

import json

from pyroll.backup import Backup, Saved, dump, load
from pyroll.journal import Noted, Rolled
from pyroll.restore import Plan, batch_of, plan_replace, saved_of
from pyroll.store import KINDS, SCHEMA, Done, MemoryStore, Record
from tests.kept import made, now, ready

MADE = "2026-08-01T20:14:05.000Z"
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

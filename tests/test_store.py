"""The store's twin in memory: all or nothing, nothing overwritten, nothing lost."""

import json
import random
from collections.abc import Generator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyroll.checked import is_key
from pyroll.store import (
    Append,
    Batch,
    Conflict,
    Delete,
    Done,
    MemoryStore,
    Operation,
    Purge,
    Put,
    Record,
    Refused,
    Store,
    new_key,
)
from tests.kept import now


def kept(*operations: Operation) -> MemoryStore:
    store = MemoryStore()
    for operation in operations:
        assert isinstance(now(store.commit(Batch((operation,)))), Done)
    return store


def contents(store: Store) -> dict[tuple[str, str], str]:
    kinds = ("sheet", "setting", "journal")
    return {(one.kind, one.key): one.value for kind in kinds for one in now(store.scan(kind))}  # type: ignore[arg-type]


def test_what_was_put_is_there() -> None:
    store = kept(Put("sheet", "a", "1", 0))
    assert now(store.get("sheet", "a")) == Record("sheet", "a", "1", 1)
    assert now(store.get("sheet", "b")) is None
    assert now(store.get("setting", "a")) is None
    assert not store.lasting


@pytest.mark.parametrize(
    ("operation", "found"),
    [
        (Put("sheet", "a", "2", 0), Record("sheet", "a", "1", 1)),
        (Put("sheet", "a", "2", 7), Record("sheet", "a", "1", 1)),
        (Put("sheet", "new", "2", 1), None),
        (Delete("sheet", "a", 2), Record("sheet", "a", "1", 1)),
        (Delete("sheet", "new", 1), None),
        (Append("journal", "j", "2"), Record("journal", "j", "1", 2)),
    ],
)
def test_a_stale_write_is_refused_and_nothing_of_its_batch_is_done(
    operation: Operation, found: Record | None
) -> None:
    store = kept(Put("sheet", "a", "1", 0), Append("journal", "j", "1"))
    before = contents(store)
    outcome = now(
        store.commit(Batch((Append("journal", "k", "1"), operation, Put("setting", "s", "1", 0)), schema=9))
    )
    assert outcome == Refused((Conflict(operation, found),))
    assert contents(store) == before
    assert now(store.schema()) == 0


@pytest.mark.parametrize(
    ("operation", "after"),
    [
        (Put("sheet", "a", "2", 1), {"a": "2"}),
        (Delete("sheet", "a", 1), {}),
        (Append("journal", "j", "1"), {"a": "1"}),
        (Purge("journal", "j"), {"a": "1"}),
        (Purge("journal", "none"), {"a": "1"}),
    ],
)
def test_a_current_write_is_done(operation: Operation, after: dict[str, str]) -> None:
    store = kept(Put("sheet", "a", "1", 0), Append("journal", "j", "1"))
    assert now(store.commit(Batch((operation,), schema=1))) == Done(3)
    assert {one.key: one.value for one in now(store.scan("sheet"))} == after
    assert [one.key for one in now(store.scan("journal"))] == ([] if operation == Purge("journal", "j") else ["j"])
    assert now(store.schema()) == 1


def test_all_conflicts_are_told_at_once() -> None:
    store = kept(Put("sheet", "a", "1", 0), Put("sheet", "b", "1", 0))
    outcome = now(store.commit(Batch((Put("sheet", "a", "2", 0), Put("sheet", "b", "2", 0)))))
    assert isinstance(outcome, Refused)
    assert [conflict.operation.key for conflict in outcome.conflicts] == ["a", "b"]


def test_a_record_made_again_is_not_the_one_before() -> None:
    """Another tab still knows revision 1 of a sheet that was deleted and came back."""
    store = kept(Put("sheet", "a", "1", 0), Delete("sheet", "a", 1), Put("sheet", "a", "other", 0))
    assert isinstance(now(store.commit(Batch((Put("sheet", "a", "2", 1),)))), Refused)


def test_two_operations_for_one_key_are_a_mistake() -> None:
    store = MemoryStore()
    with pytest.raises(ValueError, match="one key"):
        now(store.commit(Batch((Put("sheet", "a", "1", 0), Delete("sheet", "a", 0)))))


def test_scanning() -> None:
    store = kept(*(Append("journal", key, key) for key in "dbace"), Put("sheet", "c", "x", 0))

    def keys(**how: Any) -> str:
        return "".join(one.key for one in now(store.scan("journal", **how)))

    assert keys() == "abcde"
    assert keys(newest=True) == "edcba"
    assert keys(after="b") == "cde"
    assert keys(before="d") == "abc"
    assert keys(after="a", before="d", most=1) == "b"
    assert keys(before="d", newest=True, most=2) == "cb"


# --------------------------------------------------------------------------------------------------------------- keys


@given(st.lists(st.integers(0, 4_000_000_000_000), min_size=1, max_size=20))
def test_keys_sort_as_they_were_made(clock: list[int]) -> None:
    """Even where the clock stands still or goes back."""
    made: list[str] = []
    for milliseconds in clock:
        made.append(new_key(milliseconds, "x" * 12, made[-1] if made else ""))
    assert made == sorted(set(made))
    assert all(map(is_key, made))


def test_keys_sort_by_time_and_differ_by_chance() -> None:
    assert new_key(0, "z" * 12) < new_key(1, "a" * 12) < new_key(35, "a" * 12) < new_key(36, "a" * 12)
    assert new_key(5, "a" * 12) != new_key(5, "b" * 12)


# ------------------------------------------------------------------------------------------------------- two writers


async def tab(store: Store, name: str, seed: int, rolls: int) -> None:
    """A tab that rolls, and counts its rolls on a sheet and a setting that the other tab writes too."""
    chance = random.Random(seed)
    last = ""
    for number in range(rolls):
        last = new_key(1000, f"{name}{chance.randrange(10**11):011}", last)
        roll = Append("journal", last, json.dumps([name, number]))
        while True:
            sheet, setting = await store.get("sheet", "shared"), await store.get("setting", "count")
            await pause(chance)
            counted = Put(
                "sheet", "shared", str(1 + int(sheet.value if sheet else 0)), sheet.revision if sheet else 0
            )
            other = Put("setting", "count", name, setting.revision if setting else 0)
            outcome = await store.commit(Batch((roll, counted, other)))
            if isinstance(outcome, Done):
                break
            assert isinstance(outcome, Refused)
            await pause(chance)
        await pause(chance)


class Pause:
    """Lets others go on."""

    def __await__(self) -> Generator[None]:
        yield


async def pause(chance: random.Random) -> None:
    for _ in range(chance.randrange(4)):
        await Pause()


def test_two_writers_lose_nothing() -> None:
    """1,000 interleaved writes: each roll is there once, in its writer's order, and the shared count is right."""
    store = MemoryStore()
    writers = [tab(store, "a", 1, 500), tab(store, "b", 2, 500)]
    turns = random.Random(3)
    while writers:
        one = turns.choice(writers)
        try:
            one.send(None)
        except StopIteration:
            writers.remove(one)

    rolls = [json.loads(one.value) for one in now(store.scan("journal"))]
    assert len(rolls) == 1000
    for name in "ab":
        assert [number for writer, number in rolls if writer == name] == list(range(500))
    shared = now(store.get("sheet", "shared"))
    assert shared is not None
    assert shared.value == "1000"
    assert sum(one != other for (one, _), (other, _) in pairwise(rolls)) > 100, "they took turns"

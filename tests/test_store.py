"""The store's twin in memory: all or nothing, nothing overwritten, nothing lost."""

import json
import random
from collections.abc import Generator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyroll.checked import is_key
from pyroll.store import Append, Batch, Done, MemoryStore, Put, Refused, Store, new_key
from tests.kept import now
from tests.store_contract import StoreContract


class TestMemoryStore(StoreContract):
    @pytest.fixture
    def store(self) -> MemoryStore:
        return MemoryStore()


def test_nothing_in_memory_lasts() -> None:
    assert not MemoryStore().lasting


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

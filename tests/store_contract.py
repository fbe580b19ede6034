"""What every store must do: the same tests over the twin in memory and over the browser's database.

A class derived from ``StoreContract`` gives the fixture ``store``: an empty one.
"""

from typing import Any

import pytest

from pyroll.app.indexed import IndexedStore
from pyroll.store import Append, Batch, Conflict, Delete, Done, MemoryStore, Operation, Purge, Put, Record, Refused
from tests.kept import now

AnyStore = MemoryStore | IndexedStore


def keep(store: AnyStore, *operations: Operation) -> None:
    """Each in a batch of its own, so that the n-th has revision n."""
    for operation in operations:
        assert isinstance(now(store.commit(Batch((operation,)))), Done)


def contents(store: AnyStore) -> dict[tuple[str, str], str]:
    kinds = ("sheet", "setting", "journal")
    return {(one.kind, one.key): one.value for kind in kinds for one in now(store.scan(kind))}  # type: ignore[arg-type]


class StoreContract:
    """The tests."""

    def test_what_was_put_is_there(self, store: AnyStore) -> None:
        assert now(store.schema()) == 0
        keep(store, Put("sheet", "a", '{"é": "☂ \\" 𝄞"}', 0))
        assert now(store.get("sheet", "a")) == Record("sheet", "a", '{"é": "☂ \\" 𝄞"}', 1)
        assert now(store.get("sheet", "b")) is None
        assert now(store.get("setting", "a")) is None

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
        self, store: AnyStore, operation: Operation, found: Record | None
    ) -> None:
        keep(store, Put("sheet", "a", "1", 0), Append("journal", "j", "1"))
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
    def test_a_current_write_is_done(self, store: AnyStore, operation: Operation, after: dict[str, str]) -> None:
        keep(store, Put("sheet", "a", "1", 0), Append("journal", "j", "1"))
        assert now(store.commit(Batch((operation,), schema=1))) == Done(3)
        assert {one.key: one.value for one in now(store.scan("sheet"))} == after
        assert [one.key for one in now(store.scan("journal"))] == (
            [] if operation == Purge("journal", "j") else ["j"]
        )
        assert now(store.schema()) == 1

    def test_appending_the_same_again_keeps_the_first(self, store: AnyStore) -> None:
        keep(store, Append("journal", "j", "1"), Append("journal", "j", "1"))
        assert now(store.get("journal", "j")) == Record("journal", "j", "1", 1)

    def test_all_conflicts_are_told_at_once(self, store: AnyStore) -> None:
        keep(store, Put("sheet", "a", "1", 0), Put("sheet", "b", "1", 0))
        outcome = now(store.commit(Batch((Put("sheet", "a", "2", 0), Put("sheet", "b", "2", 0)))))
        assert isinstance(outcome, Refused)
        assert [conflict.operation.key for conflict in outcome.conflicts] == ["a", "b"]

    def test_a_record_made_again_is_not_the_one_before(self, store: AnyStore) -> None:
        """Another tab still knows revision 1 of a sheet that was deleted and came back."""
        keep(store, Put("sheet", "a", "1", 0), Delete("sheet", "a", 1), Put("sheet", "a", "other", 0))
        assert isinstance(now(store.commit(Batch((Put("sheet", "a", "2", 1),)))), Refused)

    def test_two_operations_for_one_key_are_a_mistake(self, store: AnyStore) -> None:
        with pytest.raises(ValueError, match="one key"):
            now(store.commit(Batch((Put("sheet", "a", "1", 0), Delete("sheet", "a", 0)))))

    def test_scanning(self, store: AnyStore) -> None:
        keep(store, *(Append("journal", key, key) for key in "dbace"), Put("sheet", "c", "x", 0))

        def keys(**how: Any) -> str:
            return "".join(one.key for one in now(store.scan("journal", **how)))

        assert keys() == "abcde"
        assert keys(newest=True) == "edcba"
        assert keys(after="b") == "cde"
        assert keys(before="d") == "abc"
        assert keys(after="a", before="d", most=1) == "b"
        assert keys(before="d", newest=True, most=2) == "cb"
        assert keys(newest=True, most=1) == "e"
        assert keys(newest=True, most=99) == "edcba"
        assert keys(after="e", newest=True, most=3) == ""

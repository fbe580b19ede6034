"""The store in the browser's IndexedDB: ``static/store.mjs`` does the work, here it speaks the port's language.

Everything crosses as JSON text, so no object of the one side is ever held by the other.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Sequence
from typing import Any, Protocol

from pyroll.store import (
    Append,
    Batch,
    Conflict,
    Delete,
    Done,
    Failed,
    Kind,
    Operation,
    Outcome,
    Purge,
    Put,
    Record,
    Refused,
)

__all__ = ["Database", "IndexedStore", "Unavailable"]


class Database(Protocol):
    """What ``static/store.mjs`` opens. Answers are JSON: ``{"found": …}``, or ``{"failed": why}``."""

    def schema(self) -> Awaitable[str]:
        """The version of the records."""

    def commit(self, batch: str) -> Awaitable[str]:
        """``{"done": revision}`` or ``{"refused": [{"index", "found"}]}``; ``batch`` is JSON too."""

    def get(self, kind: str, key: str) -> Awaitable[str]:
        """The record, or null."""

    def scan(self, kind: str, after: str, before: str | None, newest: bool, most: int | None) -> Awaitable[str]:
        """The records, in order."""


class Unavailable(Exception):  # noqa: N818 (it says what it is)
    """There is nothing to read from any more: the browser erased or closed it."""


class IndexedStore:
    """Records that outlive the page."""

    lasting = True

    def __init__(self, database: Database) -> None:
        self._database = database

    async def schema(self) -> int:
        """The version of the records; 0 for a store that was never written."""
        return int(await _found(self._database.schema()))

    async def commit(self, batch: Batch) -> Outcome:
        """Do all of the batch, or nothing.

        :raises ValueError: two operations for one key.
        """
        operations = batch.operations
        if len({(one.kind, one.key) for one in operations}) != len(operations):
            raise ValueError("two operations for one key")
        asked = json.dumps({"operations": [_said(one) for one in operations], "schema": batch.schema})
        match json.loads(await self._database.commit(asked)):
            case {"done": revision}:
                return Done(revision)
            case {"refused": conflicts}:
                return Refused(tuple(Conflict(operations[one["index"]], _read(one["found"])) for one in conflicts))
            case answer:
                return Failed(answer["failed"])

    async def get(self, kind: Kind, key: str) -> Record | None:
        """The record under a key."""
        return _read(await _found(self._database.get(kind, key)))

    async def scan(
        self, kind: Kind, *, after: str = "", before: str | None = None, newest: bool = False, most: int | None = None
    ) -> Sequence[Record]:
        """The records of a kind, by key."""
        found = await _found(self._database.scan(kind, after, before, newest, most))
        return tuple(Record(one["kind"], one["key"], one["value"], one["revision"]) for one in found)


async def _found(asked: Awaitable[str]) -> Any:
    answer = json.loads(await asked)
    if "failed" in answer:
        raise Unavailable(answer["failed"])
    return answer["found"]


def _said(one: Operation) -> dict[str, object]:
    match one:
        case Put(kind, key, value, base):
            return {"do": "put", "kind": kind, "key": key, "value": value, "base": base}
        case Delete(kind, key, base):
            return {"do": "delete", "kind": kind, "key": key, "base": base}
        case Append(kind, key, value):
            return {"do": "append", "kind": kind, "key": key, "value": value}
        case Purge(kind, key):
            return {"do": "purge", "kind": kind, "key": key}


def _read(raw: dict[str, Any] | None) -> Record | None:
    return None if raw is None else Record(raw["kind"], raw["key"], raw["value"], raw["revision"])

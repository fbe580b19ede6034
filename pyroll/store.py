"""The port to what keeps data, and its twin in memory (for tests, and where nothing may be kept).

A store holds records by kind and key; a value is JSON text, and only text goes through the port. All changes are
batches: either every operation of a batch is done, or none is.

- Journal records are **appended**, each under a key of its own (``new_key``), and never changed: two tabs cannot
  overwrite each other.
- Sheets and settings are **put** with the revision that the writer had read. If somebody else wrote since, the whole
  batch is refused and says what is there now; whoever wants the last word puts again, on that revision.

A record's revision is the number of the batch that wrote it, counted over the whole store: a record that was deleted
and made again is never taken for the one before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

__all__ = [
    "KINDS",
    "SCHEMA",
    "Append",
    "Batch",
    "Conflict",
    "Delete",
    "Done",
    "Failed",
    "Kind",
    "MemoryStore",
    "Operation",
    "Outcome",
    "Purge",
    "Put",
    "Record",
    "Refused",
    "Store",
    "new_key",
]

SCHEMA = 1
"""The version of what stands in the records; ``backup.MIGRATIONS`` lead up to it."""

Kind: TypeAlias = Literal["sheet", "setting", "journal"]
KINDS: tuple[Kind, ...] = ("sheet", "setting", "journal")


@dataclass(frozen=True, slots=True)
class Record:
    """What is kept under a key. ``revision``: the number of the batch that wrote it, from 1."""

    kind: Kind
    key: str
    value: str
    revision: int


@dataclass(frozen=True, slots=True)
class Put:
    """Write a record, on the revision that the writer knows: 0 where there should be none yet."""

    kind: Kind
    key: str
    value: str
    base: int


@dataclass(frozen=True, slots=True)
class Delete:
    """Remove a sheet or a setting, at the revision that the writer knows."""

    kind: Kind
    key: str
    base: int


@dataclass(frozen=True, slots=True)
class Append:
    """Write a journal record once and for all. Appending the same again does nothing; something else is refused."""

    kind: Kind
    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Purge:
    """Remove a journal record for good; nothing happens if it is not there."""

    kind: Kind
    key: str


Operation: TypeAlias = Put | Delete | Append | Purge


@dataclass(frozen=True, slots=True)
class Batch:
    """Operations that are all done, or none; at most one for a key. ``schema``: the version that holds afterwards."""

    operations: tuple[Operation, ...]
    schema: int | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """The batch is kept; ``revision`` is its number, and now that of all records that it wrote."""

    revision: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """An operation that does not fit what is there: ``found`` is the record there now, None if there is none."""

    operation: Operation
    found: Record | None


@dataclass(frozen=True, slots=True)
class Refused:
    """Somebody else wrote first; nothing was done. All conflicts of the batch."""

    conflicts: tuple[Conflict, ...]


@dataclass(frozen=True, slots=True)
class Failed:
    """The store cannot keep it (denied, full, gone); nothing was done."""

    why: Literal["denied", "full", "gone"]


Outcome: TypeAlias = Done | Refused | Failed


class Store(Protocol):
    """Where records are kept. ``lasting`` says whether they outlive the page."""

    @property
    def lasting(self) -> bool:
        """Whether anything is kept when the page closes."""

    async def schema(self) -> int:
        """The version of the records; 0 for a store that was never written."""

    async def commit(self, batch: Batch) -> Outcome:
        """Do all of the batch, or nothing."""

    async def get(self, kind: Kind, key: str) -> Record | None:
        """The record under a key."""

    async def scan(
        self, kind: Kind, *, after: str = "", before: str | None = None, newest: bool = False, most: int | None = None
    ) -> Sequence[Record]:
        """The records of a kind with ``after`` < key (< ``before``), by key, or backwards with ``newest``."""


_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_TIME_DIGITS = 9  # base 36: until the year 5188


def new_key(milliseconds: int, chance: str, last: str = "") -> str:
    """A key for a new journal record: keys sort by time, and no two writers make the same.

    :param milliseconds: since 1970, from the clock.
    :param chance: fresh random small letters and digits, 12 or more, so that writers differ.
    :param last: the key that this writer made before; the new one comes after it, even if the clock stands or goes
        back.
    """
    if last:
        milliseconds = max(milliseconds, int(last[:_TIME_DIGITS], 36) + 1)
    digits = ""
    for _ in range(_TIME_DIGITS):
        milliseconds, digit = divmod(milliseconds, 36)
        digits = _DIGITS[digit] + digits
    return f"{digits}-{chance}"


# ------------------------------------------------------------------------------------------------------- the twin


@dataclass(slots=True)
class MemoryStore:
    """The twin in memory. Several writers may share one, as several tabs share a database."""

    lasting: bool = False
    _schema: int = 0
    _commits: int = 0
    _records: dict[tuple[Kind, str], Record] = field(default_factory=dict)

    @classmethod
    def holding(cls, records: Iterable[Record], schema: int) -> MemoryStore:
        """A store that goes on from what another one held, revisions and all."""
        found = {(one.kind, one.key): one for one in records}
        return cls(_schema=schema, _commits=max((one.revision for one in found.values()), default=0), _records=found)

    async def schema(self) -> int:
        """The version of the records."""
        return self._schema

    async def commit(self, batch: Batch) -> Outcome:
        """Do all of the batch, or nothing.

        :raises ValueError: two operations for one key.
        """
        keys = [(one.kind, one.key) for one in batch.operations]
        if len(set(keys)) != len(keys):
            raise ValueError("two operations for one key")
        conflicts = tuple(_conflicts(batch.operations, self._records))
        if conflicts:
            return Refused(conflicts)
        self._commits += 1
        for one in batch.operations:
            match one:
                case Put(kind, key, value):
                    self._records[kind, key] = Record(kind, key, value, self._commits)
                case Append(kind, key, value):
                    self._records.setdefault((kind, key), Record(kind, key, value, self._commits))
                case Delete(kind, key) | Purge(kind, key):
                    self._records.pop((kind, key), None)
        if batch.schema is not None:
            self._schema = batch.schema
        return Done(self._commits)

    async def get(self, kind: Kind, key: str) -> Record | None:
        """The record under a key."""
        return self._records.get((kind, key))

    async def scan(
        self, kind: Kind, *, after: str = "", before: str | None = None, newest: bool = False, most: int | None = None
    ) -> Sequence[Record]:
        """The records of a kind, by key."""
        found = sorted(
            (
                record
                for (of, key), record in self._records.items()
                if of == kind and key > after and (before is None or key < before)
            ),
            key=lambda record: record.key,
            reverse=newest,
        )
        return tuple(found[:most])


def _conflicts(operations: Iterable[Operation], records: Mapping[tuple[Kind, str], Record]) -> Iterator[Conflict]:
    for one in operations:
        found = records.get((one.kind, one.key))
        match one:
            case Put(base=base) | Delete(base=base):
                if base != (0 if found is None else found.revision):
                    yield Conflict(one, found)
            case Append(value=value):
                if found is not None and found.value != value:
                    yield Conflict(one, found)
            case Purge():
                pass

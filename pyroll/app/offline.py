"""What the page knows of its copy on this device: the files that it needs, and which of them are really there.

Pure: ``pyroll.app.worker`` looks into the browser's caches and says what it found.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

__all__ = [
    "HOUR",
    "NOTHING",
    "SNAPSHOTS",
    "Copy",
    "Entry",
    "Fault",
    "Listing",
    "Release",
    "Status",
    "cache_of",
    "due",
    "integrity",
    "looked",
    "read_listing",
    "written",
]

Status: TypeAlias = Literal["none", "installing", "ready", "failed"]
"""As ``<html data-offline>`` says it. "failed": something is missing, or could not be kept at all."""

Fault: TypeAlias = Literal["missing", "wrong"]

SNAPSHOTS = "snapshot"
"""The cache where static/start.mjs keeps its snapshots."""

HOUR = 3_600_000
"""How long a page that stays open waits before it looks for a new version again, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file that the site needs: where, how long in bytes, and its hash as a browser's ``integrity`` says it."""

    address: str
    size: int
    digest: str

    @property
    def is_snapshot(self) -> bool:
        """Whether static/start.mjs keeps it."""
        return self.address.endswith(".snap")


@dataclass(frozen=True, slots=True)
class Release:
    """A version of the changelog, in English."""

    title: str
    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """All that makes one version of the site. ``digest``: the hash of the list itself, which names the version."""

    version: str
    build: str
    digest: str
    entries: tuple[Entry, ...]
    news: tuple[Release, ...]

    @property
    def size(self) -> int:
        """Of all files together, in bytes."""
        return sum(entry.size for entry in self.entries)


@dataclass(frozen=True, slots=True)
class Copy:
    """The site's copy on this device.

    ``faults``: the files that are not there or not as they should be, by address. ``looked_at``: how many were looked
    at so far in this round; ``by_hash``: by their contents, not only by their size. ``update``: a new version waits.
    ``usage`` and ``quota``: bytes of this site's storage, None where the browser does not say. ``lasting``: whether
    the browser promised not to clear it. ``install``: how the page gets on the home screen.
    ``refused``: why there can be no copy at all: an address that is not secure, or the browser's will.
    """

    status: Status = "none"
    listing: Listing | None = None
    faults: Mapping[str, Fault] = field(default_factory=dict)
    looked_at: int = 0
    by_hash: bool = False
    busy: bool = False
    update: bool = False
    postponed: bool = False
    usage: int | None = None
    quota: int | None = None
    lasting: bool | None = None
    install: Literal["no", "offered", "by_hand", "done"] = "no"
    refused: Literal["", "address", "browser"] = ""

    @property
    def present(self) -> int:
        """How many files were found to be there, and right."""
        return self.looked_at - len(self.faults)


NOTHING = Copy()


def read_listing(content: bytes) -> Listing:
    """The list of files that the build wrote (tools/offline.py).

    :raises ValueError: it is no such list.
    """
    try:
        told: dict[str, Any] = json.loads(content)
        entries = tuple(Entry(str(address), int(size), str(digest)) for address, size, digest in told["files"])
        news = tuple(Release(str(title), tuple(map(str, points))) for title, points in told["news"])
        return Listing(str(told["version"]), str(told["build"]), integrity(content), entries, news)
    except (KeyError, TypeError) as error:
        raise ValueError(f"no list of files: {error}") from error


def integrity(content: bytes) -> str:
    """The SHA-256 hash of a file, as a browser's ``integrity`` says it."""
    return written(hashlib.sha256(content).digest())


def written(digest: bytes) -> str:
    """A SHA-256 hash that is already there, so written."""
    return "sha256-" + base64.b64encode(digest).decode("ascii")


def cache_of(listing: Listing, place: str) -> str:
    """The cache in which sw.js keeps this version. ``place``: the path of the site on its host."""
    return f"pyroll {place} {listing.digest}"


def looked(listing: Listing, faults: Iterable[Fault | None]) -> dict[str, Fault]:
    """The faults by address, from one answer per file in the list's order."""
    pairs = zip(listing.entries, faults, strict=True)
    return {entry.address: fault for entry, fault in pairs if fault is not None}


def due(last: float, now: float) -> bool:
    """Whether an open page should look for a new version again; both in milliseconds."""
    return now - last >= HOUR

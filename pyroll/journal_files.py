"""The journal's records as JSON, both ways, checked on the way in.

A line is kept as text: whether today's rules can still read it is found when it is shown, so that no journal is
refused for an old roll.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, cast

from pyroll.checked import Faults, Record, is_key, record
from pyroll.form import Problem
from pyroll.i18n import Text, text
from pyroll.journal import ORIGINS, Digest, Entry, Erased, Event, Noted, Origin, Restored, Rolled
from pyroll.system import SideName

__all__ = ["entry_json", "event_json", "read_event", "unkeepable"]

MOST_LINE = 2000
MOST_NAME = 80
MOST_NOTE = 2000
MOST_ERASED = 100_000
_MOST_MARGIN = 10**9
_PRINTABLE = frozenset(map(chr, range(0x21, 0x7F)))
_EVENTS = frozenset(("rolled", "erased", "restored", "noted"))
_ENTRY = frozenset((*Entry.__dataclass_fields__, "do"))
_VERDICT = frozenset(("success", "critical", "margin"))
_WINNER = frozenset(("winner", "margin"))
_MANY = frozenset(("do", "id", "entries"))
_NOTED = frozenset(("do", "id", "entry", "note"))


def entry_json(entry: Entry) -> dict[str, object]:
    """The entry as JSON carries it; what is empty is left out."""
    digest: dict[str, object] = {"winner": entry.digest.winner} if entry.digest.opposed else {}
    if not entry.digest.opposed:
        digest = {"success": entry.digest.success, "critical": entry.digest.critical}
    found: dict[str, object] = {
        "id": entry.id,
        "line": entry.line,
        "time": entry.time,
        "origin": entry.origin,
        "version": entry.version,
        "digest": {**digest, "margin": entry.digest.margin},
    }
    for name in ("character_id", "character", "label", "late", "note", "secret", "shared"):
        if value := getattr(entry, name):
            found[name] = value
    return found


def event_json(event: Event) -> dict[str, object]:
    """The record as JSON carries it."""
    match event:
        case Rolled(entry):
            return {"do": "rolled", **entry_json(entry)}
        case Erased(key, entries):
            return {"do": "erased", "id": key, "entries": list(entries)}
        case Restored(key, entries):
            return {"do": "restored", "id": key, "entries": list(entries)}
        case Noted(key, entry_id, note):
            return {"do": "noted", "id": key, "entry": entry_id, "note": note}


def unkeepable(event: Event) -> Text | None:
    """Why a record could not be read back, so that it is not written: too long, or letters that nobody sees."""
    faults: Faults = []
    read_event(event_json(event), "$", faults)
    return faults[0].message if faults else None


def read_event(raw: object, path: str, faults: Faults) -> Event | None:
    """The record that JSON holds at ``path``; None if it is unsound, every fault added to ``faults``."""
    before = len(faults)
    do = raw.get("do") if isinstance(raw, dict) else None
    event: Event
    match do:
        case "erased" | "restored":
            found = record(raw, path, faults, _MANY)
            entries = tuple(_keys(found, faults))
            event = Erased(found.key("id"), entries) if do == "erased" else Restored(found.key("id"), entries)
        case "noted":
            found = record(raw, path, faults, _NOTED)
            event = Noted(found.key("id"), found.key("entry"), found.words("note", MOST_NOTE, lines=True))
        case _:
            found = record(raw, path, faults, _ENTRY)
            found.one_of("do", _EVENTS)
            event = Rolled(_entry(found))
    return event if len(faults) == before else None


def _keys(found: Record, faults: Faults) -> Iterable[str]:
    for raw, path in found.items("entries", MOST_ERASED):
        if isinstance(raw, str) and is_key(raw):
            yield raw
        else:
            faults.append(Problem("bad_key", path, text("Cet identifiant n’en est pas un.")))


def _entry(found: Record) -> Entry:
    line = found.string("line")
    if len(line) > MOST_LINE or "?" not in line or "@" not in line or not _PRINTABLE.issuperset(line):
        found.fault("line", "bad_line", text("Une ligne s’écrit SYSTÈME?CHAMP=VALEUR&…@FACES."))
    return Entry(
        id=found.key("id"),
        line=line,
        time=found.moment("time"),
        origin=cast("Origin", found.one_of("origin", ORIGINS)),
        version=found.words("version", 40, blank=False),
        digest=_digest(found),
        character_id=found.key("character_id", ""),
        character=found.words("character", MOST_NAME, ""),
        label=found.words("label", MOST_NAME, ""),
        late=found.whole("late", 0, 99, 0),
        note=found.words("note", MOST_NOTE, "", lines=True),
        secret=found.flag("secret"),
        shared=found.flag("shared"),
    )


def _digest(entry: Record) -> Digest:
    raw = entry.given("digest")
    opposed = isinstance(raw, dict) and "winner" in raw
    found = entry.inside("digest", _WINNER if opposed else _VERDICT)
    given = found.given("margin")
    margin = None if given is None else found.whole("margin", -_MOST_MARGIN, _MOST_MARGIN)
    if opposed:
        winner = cast("SideName | None", _named(found, "winner", ("actor", "opponent")))
        return Digest(margin=margin, winner=winner, opposed=True)
    critical = cast("Literal['success', 'failure'] | None", _named(found, "critical", ("success", "failure")))
    return Digest(None if found.given("success") is None else found.flag("success"), critical, margin)


def _named(found: Record, name: str, options: tuple[str, ...]) -> str | None:
    return None if found.given(name) is None else found.one_of(name, options)

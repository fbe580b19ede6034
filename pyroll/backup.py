"""Everything in one JSON file, and back.

A file is read whole before anything is done with it: first its size, its depth and the number of its values, so that
no file can hang the page; then its version (an older one is brought up step by step, a newer one is refused); then
every value. What is wrong is listed, each fault with its JSON path. Strings are data and nothing else.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pyroll.checked import Faults, Record, is_key, key_fault, record, words_fault
from pyroll.form import Problem
from pyroll.i18n import Text, text
from pyroll.journal import Event
from pyroll.journal_files import event_json, read_event
from pyroll.sheet import Sheet
from pyroll.sheet_files import read_sheet, sheet_json
from pyroll.store import SCHEMA

__all__ = [
    "FORMAT",
    "MIGRATIONS",
    "MOST_BYTES",
    "MOST_CHARACTERS",
    "MOST_FAULTS",
    "TOO_LARGE",
    "Backup",
    "Migration",
    "Saved",
    "Unsound",
    "dump",
    "load",
    "migrated",
    "parsed",
    "read_setting",
]

FORMAT = "pyroll"
"""What every file of pyroll says of itself."""

MOST_CHARACTERS = 40_000_000  # a journal of 100,000 rolls takes some 30 million
MOST_BYTES = 4 * MOST_CHARACTERS
MOST_DEPTH = 12
MOST_VALUES = 3_000_000
MOST_SHEETS = 2_000
MOST_EVENTS = 200_000
MOST_SETTINGS = 500
MOST_SETTING = 60_000  # a group of fifty with all their dice takes some 20,000
MOST_FAULTS = 200
"""So many faults are listed; the rest of such a file is not looked at."""


@dataclass(frozen=True, slots=True)
class Saved:
    """Everything that pyroll keeps: characters, the journal's records, settings by name."""

    sheets: tuple[Sheet, ...] = ()
    journal: tuple[Event, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Backup:
    """A sound file: what it holds, when it was made ("" if it does not say), and the version it was written in."""

    saved: Saved
    made: str
    version: int


@dataclass(frozen=True, slots=True)
class Unsound:
    """Why a file is refused: every fault (of very many, the first ones)."""

    problems: tuple[Problem, ...]


TOO_LARGE = Unsound(
    (Problem("too_large", "$", text("Ce fichier est trop gros pour être une sauvegarde.")),),
)

Migration: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
MIGRATIONS: Mapping[int, Migration] = {}
"""From a version to the next one: whole file in, whole file out, neither checked yet. There is only one so far."""


def dump(saved: Saved, made: str, pyroll: str) -> str:
    """The file. ``made``: the moment, in UTC; ``pyroll``: the program's own version, for people to read."""
    whole = {
        "format": FORMAT,
        "version": SCHEMA,
        "made": made,
        "pyroll": pyroll,
        "settings": dict(saved.settings),
        "sheets": [sheet_json(sheet) for sheet in saved.sheets],
        "journal": [event_json(event) for event in saved.journal],
    }
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))


def load(file: str, migrations: Mapping[int, Migration] = MIGRATIONS, version: int = SCHEMA) -> Backup | Unsound:
    """What a file holds, or everything that is wrong with it. Never raises.

    :param migrations: how to bring older versions up to ``version``.
    """
    raw = parsed(file)
    if isinstance(raw, Unsound):
        return raw
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        return _refused("wrong_format", "$.format", text("Ce fichier n’est pas une sauvegarde de pyroll."))
    written = raw.get("version")
    if not isinstance(written, int) or isinstance(written, bool) or written < min((version, *migrations)):
        return _refused("bad_version", "$.version", text("La version de cette sauvegarde est inconnue."))
    if written > version:
        return _refused(
            "too_new",
            "$.version",
            text("Cette sauvegarde vient d’un pyroll plus récent : mettez pyroll à jour, puis recommencez."),
        )
    current = migrated(raw, written, migrations, version)
    if isinstance(current, Unsound):
        return current
    faults: Faults = []
    found = record(current, "$", faults, _FILE)
    saved = Saved(tuple(_sheets(found, faults)), tuple(_events(found, faults)), _settings(found))
    made = found.moment("made", "")
    found.words("pyroll", 40, "")
    return Unsound(tuple(faults[:MOST_FAULTS])) if faults else Backup(saved, made, written)


def migrated(
    whole: dict[str, Any], written: int, migrations: Mapping[int, Migration] = MIGRATIONS, version: int = SCHEMA
) -> dict[str, Any] | Unsound:
    """A whole file of version ``written``, brought up to ``version`` step by step."""
    for step in range(written, version):
        if step not in migrations:
            return _refused("bad_version", "$.version", text("La version de cette sauvegarde est inconnue."))
        try:
            whole = {**migrations[step](whole), "version": step + 1}
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
            # An older file is checked after it was brought up: until then it may hold anything
            return _refused("bad_version", "$", text("Cette ancienne sauvegarde ne peut pas être convertie."))
    return whole


def _refused(code: str, path: str, message: Text) -> Unsound:
    return Unsound((Problem(code, path, message),))


# ------------------------------------------------------------------------------------------------------ what it holds

_FILE = frozenset(("format", "version", "made", "pyroll", "settings", "sheets", "journal"))


def _sheets(found: Record, faults: Faults) -> Iterable[Sheet]:
    seen: set[str] = set()
    for raw, path in found.items("sheets", MOST_SHEETS):
        if len(faults) >= MOST_FAULTS:
            return
        sheet = read_sheet(raw, path, faults)
        if sheet is not None:
            _only_once(sheet.id, path, seen, faults)
            yield sheet


def _events(found: Record, faults: Faults) -> Iterable[Event]:
    seen: set[str] = set()
    for raw, path in found.items("journal", MOST_EVENTS):
        if len(faults) >= MOST_FAULTS:
            return
        event = read_event(raw, path, faults)
        if event is not None:
            _only_once(event.id, path, seen, faults)
            yield event


def _only_once(key: str, path: str, seen: set[str], faults: Faults) -> None:
    if key in seen:
        faults.append(Problem("repeated", f"{path}.id", text("Cet identifiant est déjà pris.")))
    seen.add(key)


def _settings(found: Record) -> dict[str, str]:
    raw = found.given("settings") if found.has("settings") else {}
    if not isinstance(raw, dict):
        found.fault("settings", "not_a_record", text("Un objet JSON est attendu."))
        return {}
    if len(raw) > MOST_SETTINGS:
        found.fault("settings", "too_many", text("{most} au plus.", most=MOST_SETTINGS))
        return {}
    for name, value in raw.items():
        wrong = key_fault(name) or read_setting(value)
        if wrong:
            found.fault(f"settings.{name if is_key(name) else '?'}", *wrong)
    return raw


def read_setting(value: object) -> tuple[str, Text] | None:
    """What is wrong with a setting's value: code and message. It is a text; what it means is its owner's business."""
    if not isinstance(value, str):
        return "not_text", text("Un texte est attendu.")
    return words_fault(value, MOST_SETTING, lines=True)


# ------------------------------------------------------------------------------------------------------- JSON, safely


def parsed(file: str) -> object | Unsound:
    """The JSON value in a text, if it is small and flat enough to be looked at. Never raises."""
    if len(file) > MOST_CHARACTERS:
        return TOO_LARGE
    file = file.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    if _too_deep_or_many(file):
        return _refused("too_large", "$", text("Ce fichier est trop complexe pour être une sauvegarde."))
    repeated: list[str] = []

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            repeated.extend(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        return found

    try:
        raw: object = json.loads(file, object_pairs_hook=once, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return _refused("not_json", "$", text("Ce fichier n’est pas du JSON : il est abîmé, ou d’une autre sorte."))
    if repeated:
        message = text("Ce champ est donné deux fois.")
        names = (name if is_key(name) else "?" for name in repeated[:MOST_FAULTS])
        return Unsound(tuple(Problem("repeated_field", f"$..{name}", message) for name in names))
    return raw


def _no_constant(name: str) -> None:
    raise ValueError(name)  # NaN, Infinity: Python's own, not JSON's


_STRUCTURE = bytes(set(range(256)) - set(b'[]{},"'))


def _too_deep_or_many(file: str) -> bool:
    """Looks at brackets and commas outside strings only, with as little Python a character as can be."""
    encoded = file.encode("utf-8", "replace")
    bare = encoded.replace(b"\\\\", b"").replace(b'\\"', b"").translate(None, _STRUCTURE)
    outside = b"".join(bare.split(b'"')[::2])
    if len(outside) > MOST_VALUES:
        return True
    depth = 0
    for mark in outside.translate(None, b","):
        depth += 1 if mark in b"[{" else -1
        if depth > MOST_DEPTH:
            return True
    return False

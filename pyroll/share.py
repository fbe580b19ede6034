"""What goes by link: characters and a table's readings in an address' fragment, both ways (docs/links.md).

A test or a result is a line and needs nothing of this. What comes in is data from strangers: it is judged as a backup
is, and is nobody's until a person takes it.
"""

from __future__ import annotations

import binascii
import json
import zlib
from base64 import b64decode, urlsafe_b64encode
from dataclasses import dataclass, replace
from typing import TypeAlias

from pyroll.backup import FORMAT, Unsound, load
from pyroll.form import Problem, query
from pyroll.i18n import Text, text
from pyroll.line import READING, Refusal, Test, read
from pyroll.sheet import Sheet
from pyroll.sheet_files import sheet_json
from pyroll.store import SCHEMA
from pyroll.system import System

__all__ = [
    "ADDRESS",
    "MOST_CHARACTERS",
    "MOST_UNPACKED",
    "Received",
    "TableReadings",
    "open_link",
    "readings_line",
    "readings_link",
    "sheet_link",
]

ADDRESS = "/recu"
"""Where such a fragment begins: no test's does."""

MOST_CHARACTERS = 60_000
"""Of a link: the largest sheets take some 30,000."""

MOST_UNPACKED = 600_000
"""Bytes that a link may unpack to."""

_SHEET, _READINGS = "fiche", "lectures"
_KEY = "recu"  # stands for the id, which is each receiver's own
_ALPHABET = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


@dataclass(frozen=True, slots=True)
class TableReadings:
    """How a table reads its rules: the system, and all of its readings."""

    system: System
    readings: object

    @property
    def texts(self) -> tuple[tuple[str, str], ...]:
        """Every reading by its field's name, as a form says it."""
        return tuple(query(self.readings, READING, defaults=True))


Received: TypeAlias = "Sheet | TableReadings"
"""What a link may hold, sound; a sheet's id is not its own."""


# ---------------------------------------------------------------------------------------------------------------- out


def sheet_link(sheet: Sheet) -> str:
    """The fragment that holds a character: what it is, not where it stood in somebody's list."""
    bare = replace(sheet, id=_KEY, archived=False, order=0, example=False, received=False, changed="")
    whole = {"format": FORMAT, "version": SCHEMA, "sheets": [sheet_json(bare)]}
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    said = json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()
    packed = packer.compress(said) + packer.flush()
    return f"{ADDRESS}/{_SHEET}/{urlsafe_b64encode(packed).decode().rstrip('=')}"


def readings_line(test: Test) -> str:
    """A test's readings alone, in the text form; those as usual are left out."""
    said = "&".join(f"{name}={value}" for name, value in query(test.readings, READING))
    return f"{test.system.key}?{said}"


def readings_link(test: Test) -> str:
    """The fragment that holds a table's readings: those of this test."""
    return f"{ADDRESS}/{_READINGS}/{readings_line(test)}"


# ----------------------------------------------------------------------------------------------------------------- in


def open_link(fragment: str) -> Received | Refusal:
    """What a fragment (without its "#") holds, or everything that is wrong with it. Never raises."""
    if len(fragment) > MOST_CHARACTERS:
        return _refuse("too_large", text("Ce lien est trop long pour venir de pyroll."))
    for kind, read_it in ((_SHEET, _sheet), (_READINGS, _readings)):
        if fragment.startswith(beginning := f"{ADDRESS}/{kind}/"):
            return read_it(fragment.removeprefix(beginning))
    return _refuse("unknown_link", text("Ce lien ne dit pas ce qu’il apporte : il est peut-être coupé."))


def _refuse(code: str, message: Text) -> Refusal:
    return Refusal((Problem(code, "link", message),))


def _sheet(content: str) -> Sheet | Refusal:
    file = _unpacked(content)
    if isinstance(file, Refusal):
        return file
    found = load(file)
    if isinstance(found, Unsound):
        return Refusal(found.problems)
    saved = found.saved
    if len(saved.sheets) != 1 or saved.journal or saved.settings:
        return _refuse("wrong_content", text("Un lien apporte un personnage, et rien d’autre."))
    return saved.sheets[0]


def _unpacked(content: str) -> str | Refusal:
    """The text that was packed; no more is unpacked than may come out."""
    broken = _refuse("broken_link", text("Ce lien est abîmé, ou coupé : demandez qu’on vous le renvoie."))
    if not content or not _ALPHABET.issuperset(content):
        return broken
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        packed = b64decode(content + "=" * (-len(content) % 4), altchars=b"-_", validate=True)
        file = unpacker.decompress(packed, MOST_UNPACKED + 1)
        if len(file) > MOST_UNPACKED:
            return _refuse("too_large", text("Ce lien contient trop pour venir de pyroll."))
        if not unpacker.eof or unpacker.unused_data:
            return broken
        return file.decode()
    except (binascii.Error, zlib.error, UnicodeDecodeError):
        return broken


def _readings(line: str) -> TableReadings | Refusal:
    test = read(line)
    if isinstance(test, Refusal):
        return test
    names = [part.partition("=")[0] for part in line.partition("?")[2].split("&")]
    if test.opposed or test.faces is not None or any(name and not name.startswith(READING) for name in names):
        return _refuse("wrong_content", text("Un lien de lectures n’apporte que des lectures."))
    return TableReadings(test.system, test.readings)

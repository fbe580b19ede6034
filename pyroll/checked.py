"""Reading foreign JSON: what is there is taken, and everything that is wrong is noted with its path.

A reader goes on after a fault with a stand-in value, so that one pass finds all faults; whoever reads looks at the
faults before he uses anything. Nothing here raises on any JSON value.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import TypeAlias

from pyroll.form import Problem
from pyroll.i18n import Text, text
from pyroll.moment import read_moment
from pyroll.plain import illegible

__all__ = ["MOST_KEY", "Faults", "Record", "is_key", "key_fault", "record", "shown", "words_fault"]

Faults: TypeAlias = list[Problem]
"""Where the faults of one reading are gathered; ``field`` is the JSON path, ``$.sheets[2].name``."""

MOST_KEY = 64
_KEY_CHARACTERS = frozenset("0123456789abcdefghijklmnopqrstuvwxyz_-")


def is_key(raw: str) -> bool:
    """Whether this may name a record: 1 to 64 small letters, digits, hyphens and underscores."""
    return 0 < len(raw) <= MOST_KEY and _KEY_CHARACTERS.issuperset(raw)


def key_fault(raw: str) -> tuple[str, Text] | None:
    """What is wrong with a record's name: code and message."""
    return None if is_key(raw) else ("bad_key", text("Cet identifiant n’en est pas un."))


def words_fault(raw: str, most: int, *, lines: bool = False, blank: bool = True) -> tuple[str, Text] | None:
    """What is wrong with a person's text: code and message; ``blank`` texts and ``lines`` only where allowed."""
    if len(raw) > most:
        return "too_long", text("{most} caractères au plus.", most=most)
    if not blank and not raw.strip():
        return "missing", text("Ce texte ne peut pas être vide.")
    if illegible(raw, lines=lines):
        return "bad_character", text("Ce texte contient des caractères invisibles interdits.")
    return None


def record(raw: object, path: str, faults: Faults, names: frozenset[str]) -> Record:
    """The JSON object at ``path``; names outside ``names`` are faults. What is no object reads as an empty one."""
    if not isinstance(raw, dict):
        faults.append(Problem("not_a_record", path, text("Un objet JSON est attendu.")))
        return Record({}, path, [])  # what such an object lacks is not worth saying
    if not names.issuperset(raw):
        for name in sorted(set(raw) - names):
            faults.append(Problem("unknown_field", f"{path}.{shown(name)}", text("Ce champ n’existe pas.")))
    return Record(raw, path, faults)


def shown(name: str) -> str:
    """A foreign name, fit to be shown in a path or a message."""
    return "".join("?" if illegible(character) else character for character in name[:40])


class Record:
    """One JSON object being read: each method takes one field, checked, or notes a fault and gives a stand-in."""

    __slots__ = ("_faults", "_path", "_raw")

    def __init__(self, raw: Mapping[str, object], path: str, faults: Faults) -> None:
        self._raw = raw
        self._path = path
        self._faults = faults

    def fault(self, name: str, code: str, message: Text) -> None:
        """Note what is wrong with a field."""
        self._faults.append(Problem(code, f"{self._path}.{name}", message))

    def has(self, name: str) -> bool:
        """Whether the field is given."""
        return name in self._raw

    def given(self, name: str) -> object:
        """The field as it is, unchecked."""
        return self._raw.get(name)

    def path(self, name: str) -> str:
        """The field's path."""
        return f"{self._path}.{name}"

    def _missing(self, name: str) -> None:
        self.fault(name, "missing", text("Ce champ manque."))

    def string(self, name: str, default: str | None = None) -> str:
        """Any text, unjudged; without a default it must be there."""
        raw = self._raw.get(name, default)
        if isinstance(raw, str):
            return raw
        if raw is None and name not in self._raw:
            self._missing(name)
        else:
            self.fault(name, "not_text", text("Un texte est attendu."))
        return ""

    def words(
        self, name: str, most: int, default: str | None = None, *, lines: bool = False, blank: bool = True
    ) -> str:
        """A person's text of at most ``most`` characters."""
        raw = self.string(name, default)
        wrong = words_fault(raw, most, lines=lines, blank=blank) if raw or name in self._raw else None
        if wrong:
            self.fault(name, *wrong)
        return raw

    def key(self, name: str, default: str | None = None) -> str:
        """The name of a record; the default, if there is one, may be empty."""
        raw = self.string(name, default)
        if (raw or (name in self._raw and default is None)) and (wrong := key_fault(raw)):
            self.fault(name, *wrong)
        return raw

    def moment(self, name: str, default: str | None = None) -> str:
        """A moment in UTC, as a text; the default, if there is one, may be empty."""
        raw = self.string(name, default)
        if raw != default and (raw or name in self._raw) and read_moment(raw) is None:
            self.fault(name, "bad_moment", text("Une date s’écrit 2026-08-01T20:14:05Z."))
        return raw

    def whole(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from ``low`` to ``high``."""
        if name not in self._raw:
            if default is None:
                self._missing(name)
            return low if default is None else default
        return self._whole(name, self._raw[name], low, high)

    def _whole(self, name: str, raw: object, low: int, high: int) -> int:
        if not isinstance(raw, int) or isinstance(raw, bool):
            self.fault(name, "not_a_number", text("Un nombre entier est attendu."))
        elif not low <= raw <= high:
            self.fault(name, "out_of_range", text("Entre {low} et {high}.", low=low, high=high))
        else:
            return raw
        return low

    def numbers(self, name: str, low: int, high: int, most: int) -> dict[str, int]:
        """An object that holds whole numbers by name; names are left to whoever reads."""
        raw = self._raw.get(name, {})
        if not isinstance(raw, dict):
            self.fault(name, "not_a_record", text("Un objet JSON est attendu."))
            return {}
        if len(raw) > most:
            self.fault(name, "too_many", text("{most} au plus.", most=most))
            return {}
        return {key: self._whole(f"{name}.{shown(key)}", value, low, high) for key, value in raw.items()}

    def flag(self, name: str) -> bool:
        """True or false; false if it is not there."""
        raw = self._raw.get(name, False)
        if isinstance(raw, bool):
            return raw
        self.fault(name, "not_a_flag", text("Vrai ou faux est attendu."))
        return False

    def one_of(self, name: str, options: Container[str], default: str | None = None) -> str:
        """One of a few texts."""
        raw = self.string(name, default)
        if (raw or name in self._raw) and raw not in options:
            self.fault(name, "unknown_choice", text("Ce choix n’existe pas."))
        return raw

    def inside(self, name: str, names: frozenset[str]) -> Record:
        """The object in this field."""
        return record(self._raw.get(name), self.path(name), self._faults, names)

    def items(self, name: str, most: int) -> Iterator[tuple[object, str]]:
        """The items of a list and their paths; none if it is not there, or if there are more than ``most``."""
        raw = self._raw.get(name, [])
        if not isinstance(raw, list):
            self.fault(name, "not_a_list", text("Une liste est attendue."))
        elif len(raw) > most:
            self.fault(name, "too_many", text("{most} au plus.", most=most))
        else:
            yield from ((item, f"{self._path}.{name}[{index}]") for index, item in enumerate(raw))

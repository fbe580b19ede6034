"""A sheet under the pen: the texts of its form, its rows, and the sheet that they say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pyroll.backup import parsed
from pyroll.form import Problem, parse_integer
from pyroll.i18n import text
from pyroll.paste import Pasted
from pyroll.sheet import Characteristic, Counter, Group, Sheet, Skill, blank, plan_of, system_of
from pyroll.sheet_files import MOST_SKILLS, faults_of, read_sheet, sheet_json
from pyroll.systems import system_named

__all__ = [
    "Draft",
    "amended",
    "checked",
    "draft_of",
    "dump_draft",
    "load_draft",
    "touched",
    "typed",
    "with_row",
    "without_row",
    "without_typing",
]


@dataclass(frozen=True, slots=True)
class Draft:
    """A sheet under the pen: ``texts`` are those of its form, by name; ``rows`` how many of each list there are.

    ``sheet`` is the one that the pen began with; ``problems`` are those to show; ``pasted`` is what came of the lines
    pasted last; ``new``: the character is not kept yet.
    """

    sheet: Sheet
    texts: Mapping[str, str]
    rows: Mapping[str, int]
    problems: tuple[Problem, ...] = ()
    pasted: Pasted | None = None
    new: bool = False


_LISTS: Mapping[str, tuple[str, ...]] = {
    "c": ("name", "short", "value", "group"),
    "s": ("name", "value", "tied", "speciality"),
    "g": ("name",),
    "n": ("name", "value", "most"),
}
"""The lists of a sheet's form, and what their rows hold: characteristics, skills, groups, counters."""


def draft_of(sheet: Sheet) -> Draft:
    """The form of a sheet as it is. Skills say their characteristic by its place, so that it can be renamed."""
    texts: dict[str, str] = {"name": sheet.name, "about": sheet.about, "note": sheet.note}
    places = {one.name: str(place) for place, one in enumerate(sheet.characteristics)}
    groups = {one.name: str(place) for place, one in enumerate(sheet.groups)}
    for place, one in enumerate(sheet.characteristics):
        texts |= _row("c", place, one.name, one.short, str(one.value), groups.get(one.group, ""))
    for place, skill in enumerate(sheet.skills):
        tied = places.get(skill.characteristic, "")
        texts |= _row("s", place, skill.name, str(skill.value), tied, _speciality(skill))
    for place, group in enumerate(sheet.groups):
        texts |= _row("g", place, group.name)
        texts |= {f"g.{place}.{name}": str(value) for name, value in group.values.items()}
    for place, counter in enumerate(sheet.counters):
        most = "" if counter.most is None else str(counter.most)
        texts |= _row("n", place, counter.name, str(counter.value), most)
    texts |= {f"k.{name}": str(value) for name, value in sheet.constants.items()}
    texts |= {f"p.{key}": str(value) for key, value in sheet.stocks.items()}
    rows = {
        "c": len(sheet.characteristics),
        "s": len(sheet.skills),
        "g": len(sheet.groups),
        "n": len(sheet.counters),
    }
    return Draft(sheet, texts, rows)


_NAMELESS = "*"
"""How the form says a speciality without a name."""


def _speciality(skill: Skill) -> str:
    return "" if skill.speciality is None else skill.speciality or _NAMELESS


def _row(kind: str, place: int, *values: str) -> dict[str, str]:
    return {f"{kind}.{place}.{name}": value for name, value in zip(_LISTS[kind], values, strict=True)}


def with_row(draft: Draft, kind: str) -> Draft:
    """The form with one more empty row in a list."""
    return replace(draft, rows={**draft.rows, kind: draft.rows[kind] + 1}, pasted=None)


def without_row(draft: Draft, kind: str, place: int) -> Draft:
    """The form without a row. What was tied to it is tied to nothing; what stood behind it moves up."""
    texts = {}
    for name, value in draft.texts.items():
        parts = name.split(".")
        if parts[0] != kind or len(parts) < 3:
            texts[name] = value
        elif int(parts[1]) != place:
            at = int(parts[1]) - (int(parts[1]) > place)
            texts[".".join((kind, str(at), *parts[2:]))] = value
    pointing = {"c": "tied", "g": "group"}.get(kind)
    if pointing is not None:
        for name, value in texts.items():
            at_place = parse_integer(value) if name.endswith(f".{pointing}") else None
            if at_place is not None:
                moved = at_place - (at_place > place)
                texts[name] = "" if at_place == place else str(moved)
    return replace(draft, texts=texts, rows={**draft.rows, kind: draft.rows[kind] - 1}, pasted=None)


def typed(draft: Draft, texts: Mapping[str, str]) -> Draft:
    """The form as it stands in the page now."""
    return replace(draft, texts=dict(texts))


def touched(draft: Draft) -> bool:
    """Whether anything was written that is not kept yet."""
    sheet, problems = checked(draft)
    return sheet != draft.sheet or (bool(problems) and not draft.new)


def without_typing(draft: Draft, sheet: Sheet) -> Draft:
    """The form of a changed sheet, of the same character under the same pen."""
    return replace(draft_of(sheet), sheet=draft.sheet, new=draft.new)


def checked(draft: Draft) -> tuple[Sheet, tuple[Problem, ...]]:
    """The sheet that the form says, and all that is wrong with it, each problem at its control's name.

    Rows without a name are left out.
    """
    reader = _Reader(draft)
    sheet = reader.sheet()
    wrong = {problem.field for problem in reader.problems}
    faults = [replace(fault, field=reader.control(fault.field)) for fault in faults_of(sheet)]
    return sheet, (*reader.problems, *(fault for fault in faults if fault.field not in wrong))


_PATH = re.compile(r"\$\.(\w+)(?:\[(\d+)\])?(?:\.(.+))?")
_KINDS = {"characteristics": "c", "skills": "s", "groups": "g", "counters": "n", "constants": "k", "stocks": "p"}
_CONTROLS = {"characteristic": "tied"}


class _Reader:
    """A draft being read."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self.problems: list[Problem] = []
        self._kept = {kind: list(self._rows(kind)) for kind in _LISTS}

    def control(self, path: str) -> str:
        """The name of the control that a JSON path of the sheet is about."""
        found = _PATH.fullmatch(path)
        if found is None:
            return path
        part, index, rest = found.groups()
        kind = _KINDS.get(part)
        if kind is None:
            return str(part)
        if index is None:
            return kind if rest is None else f"{kind}.{rest}"
        name = (rest or "name").removeprefix("values.")
        return f"{kind}.{self._kept[kind][int(index)]}.{_CONTROLS.get(name, name)}"

    def _text(self, name: str) -> str:
        return self._draft.texts.get(name, "").replace("\r\n", "\n").strip()

    def _number(self, name: str, usual: int = 0) -> int:
        raw = self._text(name).replace("\N{MINUS SIGN}", "-")
        if not raw:
            return usual
        value = parse_integer(raw)
        if value is None:
            self.problems.append(Problem("not_a_number", name, text("Un nombre entier est attendu.")))
            return usual
        return value

    def _rows(self, kind: str) -> Iterator[int]:
        return (place for place in range(self._draft.rows[kind]) if self._text(f"{kind}.{place}.name"))

    def _pointed(self, kind: str, name: str) -> str:
        place = parse_integer(self._text(name))
        return "" if place is None else self._text(f"{kind}.{place}.name")

    def sheet(self) -> Sheet:
        """The sheet, as far as it can be read."""
        before = self._draft.sheet
        plan = plan_of(system_of(before))
        grouped = () if plan.grouping is None else plan.grouping.fields
        return replace(
            before,
            name=self._text("name"),
            about=self._text("about"),
            note=self._text("note"),
            characteristics=tuple(
                Characteristic(
                    self._text(f"c.{place}.name"),
                    self._number(f"c.{place}.value"),
                    self._text(f"c.{place}.short"),
                    self._pointed("g", f"c.{place}.group"),
                )
                for place in self._kept["c"]
            ),
            skills=tuple(
                Skill(
                    self._text(f"s.{place}.name"),
                    self._number(f"s.{place}.value"),
                    self._pointed("c", f"s.{place}.tied"),
                    self._speciality(f"s.{place}.speciality"),
                )
                for place in self._kept["s"]
            ),
            groups=tuple(
                Group(
                    self._text(f"g.{place}.name"),
                    {name: self._number(f"g.{place}.{name}") for name in grouped},
                )
                for place in self._kept["g"]
            ),
            counters=tuple(
                Counter(self._text(f"n.{place}.name"), self._number(f"n.{place}.value"), self._most(place))
                for place in self._kept["n"]
            ),
            constants={**before.constants, **{name: self._number(f"k.{name}") for name in plan.constants}},
            stocks={**before.stocks, **{one.key: self._number(f"p.{one.key}", one.start) for one in plan.stocks}},
        )

    def _speciality(self, name: str) -> str | None:
        said = self._text(name)
        return None if not said else "" if said == _NAMELESS else said

    def _most(self, place: int) -> int | None:
        name = f"n.{place}.most"
        return self._number(name) if self._text(name) else None


def amended(now: Sheet, before: Sheet, after: Sheet) -> Sheet:
    """The sheet as it is now with what the pen changed: what somebody else changed meanwhile stays."""
    names = (name for name in Sheet.__dataclass_fields__ if getattr(after, name) != getattr(before, name))
    return replace(now, **{name: getattr(after, name) for name in names})


# --------------------------------------------------------------------------------------- while the page may go away


def dump_draft(draft: Draft) -> str:
    """What is written, and the sheet that the pen began with, as text."""
    kept = {"sheet": sheet_json(draft.sheet), "texts": dict(draft.texts), "rows": dict(draft.rows), "new": draft.new}
    return json.dumps(kept, ensure_ascii=False)


def load_draft(kept: str) -> Draft | None:
    """The inverse of ``dump_draft``, without what was told; None where it does not read."""
    try:
        found: Any = parsed(kept)
        sheet = _begun(found["sheet"], new=bool(found["new"]))
        texts = {str(name): str(value) for name, value in found["texts"].items()}
        rows = {kind: int(found["rows"][kind]) for kind in _LISTS}
    except (ValueError, TypeError, LookupError, AttributeError):
        return None
    if sheet is None or not all(0 <= count <= 2 * MOST_SKILLS for count in rows.values()):
        return None
    return Draft(sheet, texts, rows, new=bool(found["new"]))


def _begun(raw: Any, *, new: bool) -> Sheet | None:
    """The sheet that the pen began with; one that is not kept yet has no name."""
    if not new:
        return read_sheet(raw, "$", [])
    system = system_named(str(raw["system"]))
    if system is None or system.sheet is None:
        return None
    return blank(system, str(raw["id"]), "", order=int(raw.get("order", 0)))

"""Characters as JSON, both ways, and everything that can be wrong with one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pyroll.checked import Faults, Record, key_fault, record, shown, words_fault
from pyroll.form import Number, Problem, fields_of
from pyroll.i18n import Text, text
from pyroll.moment import read_moment
from pyroll.plain import fold
from pyroll.sheet import Characteristic, Counter, Group, Sheet, Skill
from pyroll.system import SheetPlan, System
from pyroll.systems import system_named

__all__ = [
    "MOST_CHARACTERISTICS",
    "MOST_NAME",
    "MOST_NOTE",
    "MOST_SKILLS",
    "characteristic_number",
    "faults_of",
    "has_specialities",
    "number_of",
    "read_sheet",
    "sheet_json",
    "skill_number",
    "wants_characteristic",
]

MOST_NAME = 80
MOST_NOTE = 20_000
MOST_SKILLS = 300
MOST_CHARACTERISTICS = 60
MOST_GROUPS = 20
MOST_COUNTERS = 60
MOST_ORDER = 1_000_000
MOST_COUNTED = 999_999
_ANY = 10**9


# ------------------------------------------------------------------------------------------------- what a plan allows


def number_of(system: System, name: str) -> Number:
    """The bounds of a request field.

    :raises LookupError: the system has no such field, or it is no number.
    """
    kind = next((item.kind for item in fields_of(system.request) if item.name == name), None)
    if not isinstance(kind, Number):
        raise LookupError(name)
    return kind


def skill_number(system: System, plan: SheetPlan) -> Number:
    """The bounds of a skill's value."""
    return number_of(system, next(manner.skill for manner in plan.manners if manner.skill is not None))


def characteristic_number(system: System, plan: SheetPlan) -> Number:
    """The bounds of a characteristic."""
    named = (manner.characteristic for manner in plan.manners if manner.characteristic is not None)
    return number_of(system, next(named))


def wants_characteristic(plan: SheetPlan) -> bool:
    """Whether skills are rolled together with a characteristic."""
    return any(manner.characteristic is not None for manner in plan.manners if manner.of != "characteristic")


def has_specialities(plan: SheetPlan) -> bool:
    """Whether a speciality means anything."""
    return any(manner.of == "speciality" for manner in plan.manners)


# ---------------------------------------------------------------------------------------------------- what is wrong


def faults_of(sheet: Sheet, path: str = "$") -> tuple[Problem, ...]:
    """Everything that is wrong with a sheet, each fault with its JSON path below ``path``."""
    system = system_named(sheet.system)
    if system is None or system.sheet is None:
        return (Problem("unknown_system", f"{path}.system", text("Ce système n’existe pas.")),)
    found = _Sheet(sheet, system, system.sheet).faults()
    return tuple(Problem(code, f"{path}.{name}", message) for name, code, message in found)


_Fault = tuple[str, str, Text]


class _Sheet:
    """A sheet under examination, with its plan."""

    def __init__(self, sheet: Sheet, system: System, plan: SheetPlan) -> None:
        self.sheet = sheet
        self.system = system
        self.plan = plan

    def faults(self) -> Iterator[_Fault]:
        sheet = self.sheet
        if wrong := key_fault(sheet.id):
            yield "id", *wrong
        if sheet.changed and read_moment(sheet.changed) is None:
            yield "changed", "bad_moment", text("Une date s’écrit 2026-08-01T20:14:05Z.")
        yield from _worded("name", sheet.name)
        yield from _worded("about", sheet.about, blank=True)
        yield from _worded("note", sheet.note, MOST_NOTE, blank=True, lines=True)
        yield from _bounded("order", sheet.order, -MOST_ORDER, MOST_ORDER)
        yield from self._characteristics()
        yield from self._skills()
        yield from self._groups()
        yield from self._numbers("constants", sheet.constants, self.plan.constants)
        yield from self._stocks()
        yield from self._counters()

    def _characteristics(self) -> Iterator[_Fault]:
        listed = self.sheet.characteristics
        yield from _few("characteristics", len(listed), MOST_CHARACTERISTICS)
        yield from _repeated("characteristics", (fold(one.name) for one in listed))
        groups = {group.name for group in self.sheet.groups}
        bounds = characteristic_number(self.system, self.plan)
        for index, one in enumerate(listed):
            path = f"characteristics[{index}]"
            yield from _worded(f"{path}.name", one.name)
            yield from _worded(f"{path}.short", one.short, 12, blank=True)
            yield from _bounded(f"{path}.value", one.value, bounds.low, bounds.high)
            if one.group and one.group not in groups:
                yield (
                    f"{path}.group",
                    "unknown_choice",
                    text("« {name} » n’est pas sur la fiche.", name=shown(one.group)),
                )

    def _skills(self) -> Iterator[_Fault]:
        listed = self.sheet.skills
        yield from _few("skills", len(listed), MOST_SKILLS)
        yield from _repeated("skills", ((fold(one.name), fold(one.speciality or "")) for one in listed))
        known = {one.name for one in self.sheet.characteristics}
        bounds = skill_number(self.system, self.plan)
        for index, one in enumerate(listed):
            path = f"skills[{index}]"
            yield from _worded(f"{path}.name", one.name)
            yield from _bounded(f"{path}.value", one.value, bounds.low, bounds.high)
            if one.speciality is not None:
                yield from _worded(f"{path}.speciality", one.speciality, blank=True)
                if not has_specialities(self.plan):
                    yield f"{path}.speciality", "unknown_field", text("Ce système n’a pas de spécialités.")
            if one.characteristic and one.characteristic not in known:
                message = text("« {name} » n’est pas sur la fiche.", name=shown(one.characteristic))
                yield f"{path}.characteristic", "unknown_choice", message
            elif not one.characteristic and wants_characteristic(self.plan):
                yield f"{path}.characteristic", "missing", text("Une compétence dépend d’une caractéristique.")

    def _groups(self) -> Iterator[_Fault]:
        listed = self.sheet.groups
        grouping = self.plan.grouping
        if grouping is None:
            if listed:
                yield "groups", "unknown_field", text("Ce champ n’existe pas.")
            return
        yield from _few("groups", len(listed), MOST_GROUPS)
        yield from _repeated("groups", (fold(one.name) for one in listed))
        for index, one in enumerate(listed):
            yield from _worded(f"groups[{index}].name", one.name)
            yield from self._numbers(f"groups[{index}].values", one.values, grouping.fields)

    def _numbers(self, path: str, values: Mapping[str, int], allowed: Iterable[str]) -> Iterator[_Fault]:
        known = set(allowed)
        for name, value in values.items():
            if name not in known:
                yield f"{path}.{shown(name)}", "unknown_field", text("Ce champ n’existe pas.")
            else:
                bounds = number_of(self.system, name)
                yield from _bounded(f"{path}.{name}", value, bounds.low, bounds.high)

    def _stocks(self) -> Iterator[_Fault]:
        known = {stock.key: stock for stock in self.plan.stocks}
        for key, value in self.sheet.stocks.items():
            if key not in known:
                yield f"stocks.{shown(key)}", "unknown_field", text("Ce champ n’existe pas.")
            else:
                bounds = number_of(self.system, known[key].available)
                yield from _bounded(f"stocks.{key}", value, bounds.low, bounds.high)

    def _counters(self) -> Iterator[_Fault]:
        listed = self.sheet.counters
        yield from _few("counters", len(listed), MOST_COUNTERS)
        yield from _repeated("counters", (fold(one.name) for one in listed))
        for index, one in enumerate(listed):
            path = f"counters[{index}]"
            yield from _worded(f"{path}.name", one.name)
            highest = MOST_COUNTED if one.most is None else min(one.most, MOST_COUNTED)
            yield from _bounded(f"{path}.value", one.value, -MOST_COUNTED, highest)
            if one.most is not None:
                yield from _bounded(f"{path}.most", one.most, -MOST_COUNTED, MOST_COUNTED)


def _worded(
    path: str, words: str, most: int = MOST_NAME, *, blank: bool = False, lines: bool = False
) -> Iterator[_Fault]:
    if wrong := words_fault(words, most, lines=lines, blank=blank):
        yield path, *wrong


def _bounded(path: str, value: int, low: int, high: int) -> Iterator[_Fault]:
    if not low <= value <= high:
        yield path, "out_of_range", text("Entre {low} et {high}.", low=low, high=high)


def _few(path: str, count: int, most: int) -> Iterator[_Fault]:
    if count > most:
        yield path, "too_many", text("{most} au plus.", most=most)


def _repeated(path: str, names: Iterable[object]) -> Iterator[_Fault]:
    seen = set()
    for index, name in enumerate(names):
        if name in seen:
            yield f"{path}[{index}].name", "repeated", text("Ce nom est déjà pris.")
        seen.add(name)


# ---------------------------------------------------------------------------------------------- JSON, both ways

_SHEET = frozenset(Sheet.__dataclass_fields__)
_CHARACTERISTIC = frozenset(Characteristic.__dataclass_fields__)
_SKILL = frozenset(Skill.__dataclass_fields__)
_GROUP = frozenset(Group.__dataclass_fields__)
_COUNTER = frozenset(Counter.__dataclass_fields__)


def sheet_json(sheet: Sheet) -> dict[str, object]:
    """The sheet as JSON carries it; what is as usual is left out."""
    lists = {
        "characteristics": [_compact(one) for one in sheet.characteristics],
        "skills": [_compact(one) for one in sheet.skills],
        "groups": [{"name": one.name, "values": dict(one.values)} for one in sheet.groups],
        "counters": [_compact(one) for one in sheet.counters],
        "constants": dict(sheet.constants),
        "stocks": dict(sheet.stocks),
    }
    plain = {
        name: value
        for name in ("about", "note", "archived", "order", "example", "received", "changed")
        if (value := getattr(sheet, name))
    }
    head = {"id": sheet.id, "system": sheet.system, "name": sheet.name}
    return {**head, **plain, **{name: value for name, value in lists.items() if value}}


def _compact(one: Characteristic | Skill | Counter) -> dict[str, object]:
    usual = {name: item.default for name, item in one.__dataclass_fields__.items()}
    return {name: value for name in usual if (value := getattr(one, name)) != usual[name]}


def read_sheet(raw: object, path: str, faults: Faults) -> Sheet | None:
    """The sheet that JSON holds at ``path``; None if it is unsound, every fault added to ``faults``."""
    before = len(faults)
    found = record(raw, path, faults, _SHEET)
    sheet = Sheet(
        id=found.string("id"),
        system=found.string("system"),
        name=found.string("name"),
        about=found.string("about", ""),
        characteristics=tuple(_characteristics(found, faults)),
        skills=tuple(_skills(found, faults)),
        groups=tuple(_groups(found, faults)),
        constants=found.numbers("constants", -_ANY, _ANY, MOST_GROUPS),
        stocks=found.numbers("stocks", -_ANY, _ANY, MOST_GROUPS),
        counters=tuple(_counters(found, faults)),
        note=found.string("note", ""),
        archived=found.flag("archived"),
        order=found.whole("order", -_ANY, _ANY, 0),
        example=found.flag("example"),
        received=found.flag("received"),
        changed=found.string("changed", ""),
    )
    typed = {fault.field for fault in faults[before:]}
    # A stand-in is not judged, nor are names that may stand where something could not be read
    faults += (
        fault
        for fault in faults_of(sheet, path)
        if not typed or (fault.code != "unknown_choice" and typed.isdisjoint(_on_the_way(fault.field)))
    )
    return sheet if len(faults) == before else None


def _on_the_way(path: str) -> Iterator[str]:
    """The path itself and all above it."""
    yield path
    yield from (path[:end] for end, mark in enumerate(path) if mark in ".[")


def _characteristics(found: Record, faults: Faults) -> Iterator[Characteristic]:
    for raw, path in found.items("characteristics", MOST_CHARACTERISTICS):
        one = record(raw, path, faults, _CHARACTERISTIC)
        value = one.whole("value", -_ANY, _ANY)
        yield Characteristic(one.string("name"), value, one.string("short", ""), one.string("group", ""))


def _skills(found: Record, faults: Faults) -> Iterator[Skill]:
    for raw, path in found.items("skills", MOST_SKILLS):
        one = record(raw, path, faults, _SKILL)
        speciality = one.string("speciality") if one.has("speciality") else None
        value = one.whole("value", -_ANY, _ANY)
        yield Skill(one.string("name"), value, one.string("characteristic", ""), speciality)


def _groups(found: Record, faults: Faults) -> Iterator[Group]:
    for raw, path in found.items("groups", MOST_GROUPS):
        one = record(raw, path, faults, _GROUP)
        yield Group(one.string("name"), one.numbers("values", -_ANY, _ANY, MOST_GROUPS))


def _counters(found: Record, faults: Faults) -> Iterator[Counter]:
    for raw, path in found.items("counters", MOST_COUNTERS):
        one = record(raw, path, faults, _COUNTER)
        most = one.whole("most", -_ANY, _ANY) if one.has("most") else None
        yield Counter(one.string("name"), one.whole("value", -_ANY, _ANY, 0), most)

"""A character: what stands on the sheet, and how it fills a request of its system.

No game is known here: each system's ``SheetPlan`` says which request field takes the characteristic, which the skill,
which ones belong to the character, and which stock a roll consumes. Sheets are values: every change gives a new one,
and undoing it is keeping the old one. What is wrong with a sheet is told by ``sheet_files.faults_of``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from pyroll.form import fields_of
from pyroll.line import Test
from pyroll.plain import fold
from pyroll.system import Manner, SheetPlan, SideName, System
from pyroll.systems import system_named

__all__ = [
    "Characteristic",
    "Counter",
    "Group",
    "Sheet",
    "Skill",
    "Thing",
    "abbreviation",
    "blank",
    "characteristic_named",
    "duplicate",
    "example",
    "fill",
    "in_order",
    "manners",
    "plan_of",
    "prepare",
    "rename_characteristic",
    "reorder",
    "spend",
    "system_of",
]


@dataclass(frozen=True, slots=True)
class Characteristic:
    """A characteristic by the table's own name; ``short`` is its abbreviation, ``group`` its group's name."""

    name: str
    value: int
    short: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill, tied to a characteristic by name ("" where the system needs none).

    ``speciality``: None without one, "" for one that has no name.
    """

    name: str
    value: int
    characteristic: str = ""
    speciality: str | None = None


Thing: TypeAlias = Skill | Characteristic
"""What can be rolled."""


@dataclass(frozen=True, slots=True)
class Group:
    """A group of characteristics (an aspect), and its values by request field."""

    name: str
    values: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Counter:
    """A free counter that no rule knows: life, luck, arrows. ``most``: its upper bound, if it has one."""

    name: str
    value: int = 0
    most: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A character.

    :param system: the system's key.
    :param about: half a line under the name.
    :param constants: the character's own values by request field (flame); ``groups`` hold those of each group.
    :param stocks: points left, by the stock's key.
    :param order: its place in the list, smallest first.
    :param example: made by pyroll as an example.
    :param received: it came in by somebody's link.
    :param changed: the moment of the last change, "" if nobody knows.
    """

    id: str
    system: str
    name: str
    about: str = ""
    characteristics: tuple[Characteristic, ...] = ()
    skills: tuple[Skill, ...] = ()
    groups: tuple[Group, ...] = ()
    constants: Mapping[str, int] = field(default_factory=dict)
    stocks: Mapping[str, int] = field(default_factory=dict)
    counters: tuple[Counter, ...] = ()
    note: str = ""
    archived: bool = False
    order: int = 0
    example: bool = False
    received: bool = False
    changed: str = ""


def system_of(sheet: Sheet) -> System:
    """The sheet's system.

    :raises LookupError: there is no such system, or it has no characters (no checked sheet is like that).
    """
    system = system_named(sheet.system)
    if system is None or system.sheet is None:
        raise LookupError(sheet.system)
    return system


def plan_of(system: System) -> SheetPlan:
    """How sheets of this system fill requests.

    :raises LookupError: the system has no characters.
    """
    if system.sheet is None:
        raise LookupError(system.key)
    return system.sheet


# ------------------------------------------------------------------------------------------------------- new ones


def blank(system: System, sheet_id: str, name: str, *, order: int = 0, changed: str = "") -> Sheet:
    """A new character with nothing but a name, full stocks and the fields' usual values."""
    plan = plan_of(system)
    return Sheet(
        id=sheet_id,
        system=system.key,
        name=name,
        constants=_usual(system, plan.constants),
        stocks={stock.key: stock.start for stock in plan.stocks},
        order=order,
        changed=changed,
    )


def example(system: System, sheet_id: str, say: Callable[[str], str] = str, *, order: int = 0) -> Sheet | None:
    """The system's ready character, its words said by ``say`` (a language's ``gettext``); None if there is none."""
    made = plan_of(system).example
    if made is None:
        return None
    by_short = {short: name for name, short, _, _ in made.characteristics}
    fresh = blank(system, sheet_id, say(made.name), order=order)
    return replace(
        fresh,
        about=say(made.about),
        characteristics=tuple(
            Characteristic(say(name), value, say(short), group and say(group))
            for name, short, value, group in made.characteristics
        ),
        skills=tuple(
            Skill(say(name), value, tied and say(by_short[tied]), speciality and say(speciality))
            for name, value, tied, speciality in made.skills
        ),
        groups=tuple(Group(say(name), values) for name, values in made.groups.items()),
        constants={**fresh.constants, **made.constants},
        example=True,
    )


def duplicate(sheet: Sheet, sheet_id: str, name: str, *, changed: str = "") -> Sheet:
    """The same character under another id and name, not archived; a copy of an example is nobody's example."""
    return replace(sheet, id=sheet_id, name=name, archived=False, example=False, changed=changed)


# ------------------------------------------------------------------------------------------------- filling a request


def characteristic_named(sheet: Sheet, name: str) -> Characteristic | None:
    """The characteristic with this name."""
    return next((one for one in sheet.characteristics if one.name == name), None)


def abbreviation(characteristic: Characteristic) -> str:
    """Its abbreviation: the given one, or the first three letters."""
    return characteristic.short or characteristic.name[:3].upper()


def manners(sheet: Sheet, thing: Thing) -> tuple[Manner, ...]:
    """The ways in which this skill or characteristic can be rolled, the usual one first."""
    if isinstance(thing, Characteristic):
        wanted = {"characteristic"}
    else:
        wanted = {"skill"} if thing.speciality is None else {"skill", "speciality"}
    return tuple(manner for manner in plan_of(system_of(sheet)).manners if manner.of in wanted)


def fill(sheet: Sheet, thing: Thing, manner: Manner, request: Any) -> Any:
    """The request with all that the sheet decides; circumstances (difficulty, modifiers) stay as they are.

    :raises LookupError: the skill is tied to no characteristic of the sheet (no checked sheet is like that).
    """
    system = system_of(sheet)
    plan = plan_of(system)
    values: dict[str, object] = dict(_usual_of_plan(system, plan))
    values.update(manner.sets)
    tied = _tied(sheet, thing, manner)
    if manner.characteristic is not None and tied is not None:
        values[manner.characteristic] = tied.value
    if manner.skill is not None and isinstance(thing, Skill):
        values[manner.skill] = thing.value
    values.update((name, sheet.constants[name]) for name in plan.constants if name in sheet.constants)
    group = next((one for one in sheet.groups if tied is not None and one.name == tied.group), None)
    if plan.grouping is not None and group is not None:
        values.update((name, group.values[name]) for name in plan.grouping.fields if name in group.values)
    for stock in plan.stocks:
        values[stock.available] = sheet.stocks.get(stock.key, stock.start)
    return replace(request, **values)


def prepare(sheet: Sheet, thing: Thing, manner: Manner | None = None, readings: Any = None) -> Test:
    """The test of a skill or characteristic, circumstances as usual. Without ``manner`` in the usual one.

    ``readings`` are the table's; None stands for the usual ones.
    """
    system = system_of(sheet)
    request = fill(sheet, thing, manner or manners(sheet, thing)[0], system.request())
    return Test(system, request, readings if readings is not None else system.readings())


def _tied(sheet: Sheet, thing: Thing, manner: Manner) -> Characteristic | None:
    if isinstance(thing, Characteristic):
        return thing
    found = characteristic_named(sheet, thing.characteristic)
    if found is None and manner.characteristic is not None:
        raise LookupError(thing.characteristic)
    return found


def _usual(system: System, names: Iterable[str]) -> dict[str, Any]:
    wanted = set(names)
    return {item.name: item.default for item in fields_of(system.request) if item.name in wanted}


def _usual_of_plan(system: System, plan: SheetPlan) -> dict[str, Any]:
    """Every field that sheets decide, at its usual value: nothing of the skill rolled before stays."""
    names = {*plan.constants, *(plan.grouping.fields if plan.grouping else ())}
    for manner in plan.manners:
        names.update(manner.sets)
        names.update(name for name in (manner.characteristic, manner.skill) if name is not None)
    for stock in plan.stocks:
        names.update((stock.spent, stock.available))
    return _usual(system, names)


# ------------------------------------------------------------------------------------------------------- spent points


def spend(sheet: Sheet, test: Test, *, instead_of: Test | None = None, side: SideName = "actor") -> Sheet:
    """The sheet after a roll: what its test spends comes off the stocks, down to 0.

    A choice made after the dice changes the test of a roll that was counted already: that one is ``instead_of``, and
    only the difference counts. ``side``: whose sheet this is.
    """
    left = dict(sheet.stocks)
    for stock in plan_of(system_of(sheet)).stocks:
        now = getattr(test.actor if side == "actor" else test.opponent, stock.spent)
        before = 0
        if instead_of is not None:
            before = getattr(instead_of.actor if side == "actor" else instead_of.opponent, stock.spent)
        if now != before:
            left[stock.key] = max(0, left.get(stock.key, stock.start) - now + before)
    return sheet if left == sheet.stocks else replace(sheet, stocks=left)


# ------------------------------------------------------------------------------------------------------------ changes


def rename_characteristic(sheet: Sheet, old: str, new: str) -> Sheet:
    """The characteristic under another name, its skills still tied to it."""
    return replace(
        sheet,
        characteristics=tuple(replace(one, name=new) if one.name == old else one for one in sheet.characteristics),
        skills=tuple(
            replace(skill, characteristic=new) if skill.characteristic == old else skill for skill in sheet.skills
        ),
    )


def in_order(sheets: Iterable[Sheet], *, archived: bool = False) -> tuple[Sheet, ...]:
    """The sheets as the list shows them, either those in use or the archived ones."""
    shown = (sheet for sheet in sheets if sheet.archived == archived)
    return tuple(sorted(shown, key=lambda sheet: (sheet.order, fold(sheet.name), sheet.id)))


def reorder(sheets: Iterable[Sheet], sheet_id: str, place: int) -> tuple[Sheet, ...]:
    """The sheets that change when one moves to ``place`` (0 = first) among its own kind, archived or not."""
    listed = list(sheets)
    moved = next((sheet for sheet in listed if sheet.id == sheet_id), None)
    if moved is None:
        return ()
    others = [sheet for sheet in in_order(listed, archived=moved.archived) if sheet.id != sheet_id]
    others.insert(max(0, min(place, len(others))), moved)
    return tuple(replace(sheet, order=order) for order, sheet in enumerate(others) if sheet.order != order)

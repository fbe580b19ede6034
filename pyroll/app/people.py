"""The characters as the page holds them: which there are, which one is looked at, and what it is about to roll."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pyroll.app.draft import Draft
from pyroll.form import Choice, Field, Number, fields_of, parse_integer
from pyroll.line import Test
from pyroll.sheet import Characteristic, Sheet, Thing, characteristic_named, fill, in_order, manners, system_of
from pyroll.system import Manner, System

__all__ = [
    "People",
    "Prepared",
    "base_of",
    "chosen_sheet",
    "listed",
    "manner_of",
    "prepared_test",
    "rung_of",
    "rungs",
    "thing_named",
    "usual_rung",
]


@dataclass(frozen=True, slots=True)
class Prepared:
    """What is to be rolled: a skill or characteristic of a sheet, and in which manner ("" for the usual one).

    ``thing`` is its place: "s3" the fourth skill, "c0" the first characteristic.
    """

    thing: str
    manner: str = ""


@dataclass(frozen=True, slots=True)
class People:
    """The screen.

    ``archive``: the archived ones are looked at. ``creating``: a new one is to be made. ``read``: the store was read.
    ``rung``: by system, the difficulty chosen last, which the next skill is rolled against too.
    """

    sheets: tuple[Sheet, ...] = ()
    chosen: str = ""
    archive: bool = False
    creating: bool = False
    prepared: Prepared | None = None
    rung: Mapping[str, str] = field(default_factory=dict)
    draft: Draft | None = None
    read: bool = False


def listed(people: People) -> tuple[Sheet, ...]:
    """Those of the list that shows: the ones in use, or the archived ones."""
    return in_order(people.sheets, archived=people.archive)


def chosen_sheet(people: People) -> Sheet | None:
    """The sheet that is looked at: the chosen one, or the first of the list."""
    shown = listed(people)
    return next((sheet for sheet in shown if sheet.id == people.chosen), shown[0] if shown else None)


def thing_named(sheet: Sheet, key: str) -> Thing | None:
    """The skill or characteristic at this place of the sheet."""
    things: tuple[Thing, ...] = sheet.skills if key[:1] == "s" else sheet.characteristics
    place = parse_integer(key[1:])
    return things[place] if place is not None and 0 <= place < len(things) else None


# --------------------------------------------------------------------------------------------- a test in preparation


def _ladder_field(system: System) -> Field | None:
    return next((item for item in fields_of(system.request) if item.name == system.ladder), None)


def rungs(system: System) -> Mapping[str, str]:
    """The rungs of difficulty, value as a form says it -> label; nothing where the system has none."""
    item = _ladder_field(system)
    match None if item is None else item.kind:
        case Number(ladder=ladder):
            return {str(rung.value): rung.label for rung in ladder}
        case Choice(options=options):
            return dict(options)
        case _:
            return {}


def usual_rung(system: System) -> str:
    """The difficulty that a form begins with."""
    item = _ladder_field(system)
    return "" if item is None else item.kind.dump(item.default)


def manner_of(sheet: Sheet, thing: Thing, key: str) -> Manner:
    """The manner with this key, or the usual one."""
    found = manners(sheet, thing)
    return next((manner for manner in found if manner.key == key), found[0])


def rung_of(people: People, system: System) -> str:
    """The difficulty that the next skill is rolled against, as a form says it; "" where there is none."""
    return people.rung.get(system.key, usual_rung(system))


def prepared_test(sheet: Sheet, prepared: Prepared, rung: str = "", readings: Any = None) -> Test | None:
    """The test that is to be rolled, its other circumstances as usual; None where the sheet has no such thing.

    ``rung``: the difficulty, "" for the usual one; ``readings``: the table's, None for the usual ones.
    """
    thing = thing_named(sheet, prepared.thing)
    if thing is None or not manners(sheet, thing):
        return None
    system = system_of(sheet)
    request = fill(sheet, thing, manner_of(sheet, thing, prepared.manner), system.request())
    item = _ladder_field(system)
    if item is not None and rung:
        request = replace(request, **{item.name: item.kind.parse(rung)})
    return Test(system, request, readings if readings is not None else system.readings())


def base_of(sheet: Sheet, thing: Thing) -> int:
    """What the usual manner rolls with: the skill, with its characteristic where the manner takes both."""
    manner = manners(sheet, thing)[0]
    if isinstance(thing, Characteristic):
        return thing.value
    tied = None if manner.characteristic is None else characteristic_named(sheet, thing.characteristic)
    return thing.value + (0 if tied is None else tied.value)

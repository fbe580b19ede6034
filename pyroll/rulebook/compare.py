"""What a reading changes, shown: the same dice judged under each of its choices.

The lines are chosen so that the choices part: every choice that is not the default shows another result in one of
them. A line without dice compares chances, for a choice that changes the dice themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pyroll.form import Choice, Field, Number, fields_of
from pyroll.i18n import Text, text
from pyroll.line import Refusal, Test, read
from pyroll.odds import Chance, Odds, odds
from pyroll.resolve import Contest, Single, contest_sentence, resolve
from pyroll.system import System

__all__ = ["LINES", "Compared", "compared", "told"]

LINES: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("patchwork", "critical"): (
        "patchwork?characteristic=8&skill=6&difficulty=10@1,3",
        "patchwork?characteristic=2&difficulty=30@10,5",
    ),
    ("patchwork", "characteristic_roll"): ("patchwork?characteristic=6&proficiency=characteristic&difficulty=15@5",),
    ("abc", "high_critical"): ("abc?attribute=10&skill=10&tools_bonus=2@17",),
    ("abc", "natural_20"): ("abc?attribute=8&skill=4@20,15",),
    ("abc", "minimum_grade"): (
        "abc?attribute=10&skill=8&tools_bonus=2@2",
        "abc?attribute=14&skill=4@2",
    ),
    ("abc", "minimum_meets_threshold"): ("abc?attribute=8&skill=8&hindrances=2@2",),
    ("abc", "critical_counts"): (
        "abc?attribute=4&skill=2&hindrances=2@6",
        "abc?attribute=10&skill=10&tools_bonus=2&hindrances=6@18",
    ),
    ("tur", "die"): ("tur?value=5&difficulty=hard",),
    ("tur", "natural_10"): ("tur?value=9@5,5",),
    ("tur", "success_from"): ("tur?value=5@3,3",),
    ("flamme", "fumble"): (
        "flamme?characteristic=4&skill=3&difficulty=1@1,1,1,1,6,2,3",
        "flamme?characteristic=4&skill=3&difficulty=1@2,3,3,1,2,2,3",
    ),
    ("flamme", "order"): ("flamme?flame=3&aspect=1&dark_aspect=1&difficulty=3@1,1,6",),
    ("flamme", "critical_difficulty"): (
        "flamme?characteristic=3&skill=2&difficulty=3&size=1&target_size=-1@6,6,6,2,1",
    ),
    ("flamme", "lowered_to_one"): ("flamme?characteristic=4&flame=1&dark_aspect=1&lowers=1&difficulty=2@2,1,2,4",),
    ("flamme", "tie"): (
        "flamme?characteristic=2&skill=2&opponent.characteristic=3&opponent.skill=3@4,4,5,1/6,4,1,1,2,3",
    ),
    ("ecor", "keep"): ("ecor?characteristic=2&skill=1@5,5,2",),
    ("ecor", "environment_dice"): ("ecor?characteristic=1&skill=3&environment=2@2,2,4,4,6,1",),
    ("ecor", "helper_dice"): ("ecor?characteristic=2&skill=1&helpers=2@2,4,6,1,1",),
    ("ecor", "between"): ("ecor?characteristic=2&skill=4@2,2,4,6,1,3",),
}


@dataclass(frozen=True, slots=True)
class Compared:
    """One test under each choice of a reading: what is rolled, and by choice what comes of it, or its chance."""

    what: Text
    results: Mapping[str, Text | Chance]


def compared(system: System, reading: str) -> tuple[Compared, ...]:
    """What the choices of a reading make of the same dice; none where nothing was chosen to show it."""
    item = next(item for item in fields_of(system.readings) if item.name == reading)
    return tuple(_compared(line, item) for line in LINES.get((system.key, reading), ()))


def _compared(line: str, item: Field) -> Compared:
    test = read(line)
    if isinstance(test, Refusal):
        raise ValueError(line)
    keys = item.kind.options if isinstance(item.kind, Choice) else ("yes", "no")
    under = {key: replace(test, readings=replace(test.readings, **{item.name: item.kind.parse(key)})) for key in keys}
    return Compared(told(test), {key: _judged(one) for key, one in under.items()})


def _judged(test: Test) -> Text | Chance:
    if test.faces is None:
        found = odds(test)
        if not isinstance(found, Odds) or found.success is None:
            raise ValueError(test)
        return found.success
    for count in range(len(test.faces), -1, -1):  # a choice may do without the last die
        result = resolve(replace(test, faces=test.faces[:count]))
        match result:
            case Single():
                return result.explain().sentence
            case Contest():
                return contest_sentence(result, *result.explain())
            case _:
                pass
    raise ValueError(test)


def told(test: Test) -> Text:
    """The test in half a sentence: what is not as usual, and the dice."""
    mine = _half(test, test.actor, test.faces)
    if not test.opposed:
        return text("{parts}", parts=mine)
    theirs = _half(test, test.opponent, test.opponent_faces)
    return text("actif : {actor} ; réactif : {opponent}", actor=mine, opponent=theirs)


def _half(test: Test, request: object, faces: tuple[int, ...] | None) -> tuple[Text, ...]:
    parts = tuple(_fields(test, request))
    return parts if faces is None else (*parts, _dice(faces))


def _dice(faces: tuple[int, ...]) -> Text:
    return text("dé {faces}", faces=faces) if len(faces) == 1 else text("dés {faces}", faces=faces)


def _fields(test: Test, request: object) -> Iterator[Text]:
    for item in fields_of(test.system.request):
        value = getattr(request, item.name)
        if value != item.default:
            yield _field(item, value)


def _field(item: Field, value: object) -> Text:
    if isinstance(item.kind, Choice):
        return text("{label} : {value}", label=Text(item.label), value=Text(item.kind.options[str(value)]))
    if isinstance(item.kind, Number) and isinstance(value, int):
        return text("{label}\xa0{value}", label=Text(item.label), value=value)
    return text("{label}\xa0{value}", label=Text(item.label), value=item.kind.dump(value))

"""What pyroll keeps, sound by construction: characters, rolls and whole contents, at random or from a line."""

import random
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, TypeVar, cast

from hypothesis import strategies as st

from pyroll.backup import Saved
from pyroll.form import Number
from pyroll.journal import Digest, Entry, Erased, Event, Noted, Restored, Rolled, entry_of
from pyroll.line import Test, read
from pyroll.moment import HOUR, write_moment
from pyroll.plain import fold
from pyroll.resolve import Contest, Single, resolve, throw
from pyroll.sheet import Characteristic, Counter, Group, Sheet, Skill, example, plan_of
from pyroll.sheet_files import characteristic_number, has_specialities, number_of, skill_number, wants_characteristic
from pyroll.system import System
from pyroll.systems import system_named, systems

WITH_SHEETS = tuple(system for system in systems() if system.sheet is not None)

AT = 1_785_000_000_000
"""Some moment in 2026, in milliseconds since 1970."""

keys = st.text("0123456789abcdefghijklmnopqrstuvwxyz-_", min_size=1, max_size=12)
_LETTERS = st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs"))
words = st.text(_LETTERS, max_size=12)
names = words.filter(str.strip)
notes = st.text(st.one_of(_LETTERS, st.just("\n")), max_size=30)
moments = st.integers(0, 4_000_000_000_000).map(write_moment)


def bounded(bounds: Number) -> st.SearchStrategy[int]:
    """Any number that a field allows."""
    return st.integers(bounds.low, bounds.high).filter(lambda value: value not in bounds.gaps)


@st.composite
def sheets(draw: Callable[..., Any], system: System | None = None, key: str | None = None) -> Sheet:
    """A sound character of any system."""
    system = system or draw(st.sampled_from(WITH_SHEETS))
    plan = plan_of(system)

    def numbers(fields: tuple[str, ...]) -> dict[str, int]:
        return {name: draw(bounded(number_of(system, name))) for name in fields if draw(st.booleans())}

    groups: tuple[Group, ...] = ()
    if plan.grouping is not None:
        listed = draw(st.lists(names, max_size=3, unique_by=str.casefold))
        groups = tuple(Group(name, numbers(plan.grouping.fields)) for name in _distinct(listed))
    tied = _distinct(draw(st.lists(names, max_size=4)))
    characteristics = tuple(
        Characteristic(
            name,
            draw(bounded(characteristic_number(system, plan))),
            draw(st.text("ABC", max_size=3)),
            draw(st.sampled_from(["", *(group.name for group in groups)])),
        )
        for name in tied
    )
    skills: tuple[Skill, ...] = ()
    if tied or not wants_characteristic(plan):
        skills = tuple(
            Skill(
                name,
                draw(bounded(skill_number(system, plan))),
                draw(st.sampled_from(tied if wants_characteristic(plan) else ("", *tied))),
                draw(st.one_of(st.none(), words)) if has_specialities(plan) else None,
            )
            for name in _distinct(draw(st.lists(names, max_size=4)))
        )
    counters = tuple(
        Counter(name, draw(st.integers(-5, 9)), None) for name in _distinct(draw(st.lists(names, max_size=2)))
    )
    stocks = {
        stock.key: draw(bounded(number_of(system, stock.available))) for stock in plan.stocks if draw(st.booleans())
    }
    return Sheet(
        id=key or draw(keys),
        system=system.key,
        name=draw(names),
        about=draw(words),
        characteristics=characteristics,
        skills=skills,
        groups=groups,
        constants=numbers(plan.constants),
        stocks=stocks,
        counters=counters,
        note=draw(notes),
        archived=draw(st.booleans()),
        order=draw(st.integers(-3, 99)),
        example=draw(st.booleans()),
        received=draw(st.booleans()),
        changed=draw(st.one_of(st.just(""), moments)),
    )


def _distinct(listed: list[str]) -> tuple[str, ...]:
    return tuple({fold(name): name for name in listed}.values())


_margins = st.one_of(st.none(), st.integers(-40, 40))
digests = st.one_of(
    st.builds(Digest, st.sampled_from((True, False, None)), st.sampled_from(("success", "failure", None)), _margins),
    st.builds(Digest, margin=_margins, winner=st.sampled_from(("actor", "opponent", None)), opposed=st.just(True)),
)
_LINES = (
    "tur?value=6@2,3",
    "ecor?skill=2@1,2,3,4,5",
    "abc?attribute=8@12",
    "patchwork?@10,3",
    "flamme?flame=1@4,4,6",
    "old?x@1",
)


def entries(key: str | None = None) -> st.SearchStrategy[Entry]:
    """Any entry; its digest need not be what today's rules say."""
    return st.builds(
        Entry,
        id=keys if key is None else st.just(key),
        line=st.sampled_from(_LINES),
        time=moments,
        origin=st.sampled_from(("thrown", "typed", "received")),
        version=st.just("0.1.0"),
        digest=digests,
        character_id=st.one_of(st.just(""), keys),
        character=words,
        label=words,
        late=st.integers(0, 5),
        note=notes,
        secret=st.booleans(),
        shared=st.booleans(),
    )


def events(key: str) -> st.SearchStrategy[Event]:
    """Any record of the journal, under this id."""
    some = st.lists(keys, max_size=3).map(tuple)
    return st.one_of(
        entries(key).map(Rolled),
        st.builds(Erased, st.just(key), some),
        st.builds(Restored, st.just(key), some),
        st.builds(Noted, st.just(key), keys, notes),
    )


@st.composite
def contents(draw: Callable[..., Any]) -> Saved:
    """Everything that pyroll keeps; few ids, so that two contents have some in common."""
    pool = st.sampled_from("abcdef")
    listed = [draw(sheets(key=key)) for key in draw(st.lists(pool, max_size=3, unique=True))]
    journal = [draw(events(key)) for key in draw(st.lists(pool, max_size=4, unique=True))]
    return Saved(tuple(listed), tuple(journal), draw(st.dictionaries(pool, notes, max_size=2)))


T = TypeVar("T")


def now(waiting: Coroutine[Any, Any, T]) -> T:
    """What an asynchronous function gives, without any event loop."""
    while True:
        try:
            waiting.send(None)
        except StopIteration as done:
            return cast("T", done.value)


def rolled(test: Test, seed: int, **more: Any) -> Entry:
    """The entry of a test thrown with this seed."""
    result = throw(test, random.Random(seed).randrange)
    assert isinstance(result, Single | Contest), result
    return entry_of(result, f"{seed:06}", write_moment(AT + seed * 60_000), "thrown", "0.1.0", **more)


def ready(key: str, **changes: Any) -> Sheet:
    """A system's example character, with some things changed."""
    system = system_named(key)
    assert system is not None
    sheet = example(system, f"example-{key}")
    assert sheet is not None
    return replace(sheet, **changes)


def asked(line: str) -> Test:
    """The test of a line."""
    test = read(line)
    assert isinstance(test, Test)
    return test


def made(line: str, key: str = "a", hours: float = 0, **more: object) -> Entry:
    """The entry of a line, as today's rules judge it, some hours after ``AT``."""
    result = resolve(asked(line))
    assert isinstance(result, Single | Contest)
    entry = entry_of(result, key, write_moment(AT + int(hours * HOUR)), "thrown", "0.1.0")
    return replace(entry, **more)  # type: ignore[arg-type]


def plain(said: str) -> str:
    """A sentence with plain spaces."""
    return said.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")

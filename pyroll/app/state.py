"""What the page knows, and how a message changes it. Nothing here touches a browser.

``update`` is the only place where the page's state changes, and it is pure: chance comes in with the message
``Thrown``, which carries a test already brought to its end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from pyroll.advice import Step
from pyroll.app.entry import entered
from pyroll.dice import Need
from pyroll.form import Problem, fields_of, query
from pyroll.i18n import N_, Param, Signed, Text, text
from pyroll.line import OPPONENT, READING, Refusal, Test, from_fields, read, system_named, write
from pyroll.odds import DuelOdds, Odds, undecided
from pyroll.resolve import Contest, Needs, Resolved, Result, Single, resolve
from pyroll.system import Kind, System
from pyroll.systems import SYSTEMS

__all__ = [
    "WINNER_KIND",
    "Edited",
    "Message",
    "Opened",
    "Past",
    "Refused",
    "Started",
    "State",
    "Submitted",
    "Thrown",
    "Weighed",
    "address",
    "again",
    "first",
    "first_throws",
    "summary",
    "update",
]

_KEPT = 8
"""How many past rolls of this visit are shown."""

WINNER_KIND: Mapping[str | None, Kind] = {"actor": "ok", "opponent": "ko", None: "tie"}


@dataclass(frozen=True, slots=True)
class Past:
    """A roll of this visit: its line with the faces, and what is shown of it."""

    line: str
    title: str
    kind: Kind
    word: Text
    detail: Text | None


@dataclass(frozen=True, slots=True)
class State:
    """The page.

    ``test`` is what the form says, None while it is refused; ``raw`` are its texts. ``problems`` are those to show
    beside the fields, ``alert`` also lists them above the form. ``throws`` counts the throws of this visit.
    """

    system: System
    test: Test | None = None
    raw: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    alert: bool = False
    result: Resolved | None = None
    past: tuple[Past, ...] = ()
    throws: int = 0
    ready: bool = False
    weighed: Weighed | None = None


@dataclass(frozen=True, slots=True)
class Started:
    """Python is there: the page can throw."""


@dataclass(frozen=True, slots=True)
class Edited:
    """The form of ``system`` now holds these texts; ``settled``: nobody is in the middle of typing."""

    system: System
    texts: Mapping[str, str]
    settled: bool


@dataclass(frozen=True, slots=True)
class Submitted:
    """A roll was asked for."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """The dice fell."""

    result: Resolved


@dataclass(frozen=True, slots=True)
class Refused:
    """A test could not be brought to its end."""

    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """A line came in, from the address or from the past rolls; the form was filled from it."""

    line: str


@dataclass(frozen=True, slots=True)
class Weighed:
    """The chances of a test, and at each rung of its difficulty. They hold for this very test only."""

    test: Test
    odds: Odds | DuelOdds
    ladder: tuple[Step, ...]


Message: TypeAlias = Started | Edited | Submitted | Thrown | Refused | Opened | Weighed


def first() -> State:
    """The page before anything happened: the first system's form, untouched."""
    return _edited(State(SYSTEMS[0]), Edited(SYSTEMS[0], _defaults(SYSTEMS[0]), settled=True))


def update(state: State, message: Message) -> State:
    """The state after a message."""
    match message:
        case Started():
            return replace(state, ready=True)
        case Edited():
            return _edited(state, message)
        case Submitted():
            return replace(state, alert=state.test is None)
        case Thrown(result):
            return replace(
                state,
                test=undecided(result.test),
                problems=(),
                alert=False,
                result=result,
                past=(summary(result), *state.past)[:_KEPT],
                throws=state.throws + 1,
            )
        case Refused(problems):
            return replace(state, test=None, problems=problems, alert=True, result=None)
        case Opened(line):
            return _opened(state, line)
        case Weighed():
            return replace(state, weighed=message)


def _edited(state: State, message: Edited) -> State:
    raw = entered(message.system, message.texts)
    same = message.system == state.system
    edited = replace(state, system=message.system, raw=dict(raw), result=state.result if same else None)
    match from_fields(message.system, list(raw)):
        case Refusal(problems):
            # While somebody types, a fault that was not shown yet waits: a lone minus sign is no mistake.
            before = {problem.field for problem in state.problems if same}
            shown = tuple(one for one in problems if message.settled or one.field in before)
            return replace(edited, test=None, problems=shown, alert=state.alert and same and bool(shown))
        case Test() as test:
            return replace(edited, test=test, problems=(), alert=False)


def _opened(state: State, line: str) -> State:
    system = system_named(line.partition("?")[0]) or state.system
    opened = replace(state, system=system, test=None, raw={}, problems=(), alert=False, result=None)
    test = read(line)
    if isinstance(test, Refusal):
        return replace(opened, problems=test.problems, alert=True)
    opened = replace(opened, raw=_texts(test))
    if test.faces is None:
        return replace(opened, test=undecided(test))
    match resolve(test):
        case Refusal(problems):
            return replace(opened, problems=problems, alert=True)
        case Needs():  # some dice are there: a throw adds the missing ones
            return replace(opened, test=test)
        case result:
            return replace(opened, test=undecided(test), result=result)


def _texts(test: Test) -> dict[str, str]:
    opponent = query(test.opponent, OPPONENT, defaults=True) if test.opposed else ()
    return {
        **dict(query(test.actor, defaults=True)),
        **dict(opponent),
        **dict(query(test.readings, READING, defaults=True)),
    }


def _defaults(system: System) -> dict[str, str]:
    requests = {item.name: item.kind.dump(item.default) for item in fields_of(system.request)}
    readings = {READING + item.name: item.kind.dump(item.default) for item in fields_of(system.readings)}
    return {**requests, **readings}


# ------------------------------------------------------------------------------------------ what follows from it


def again(state: State) -> bool:
    """Whether the form still says the test whose result is shown: a throw would be a re-roll."""
    return state.result is not None and state.test == undecided(state.result.test)


def address(state: State) -> str | None:
    """The line that the page's address should hold: with its faces while the result shown is the form's."""
    if again(state) and state.result is not None:
        return write(state.result.test)
    return None if state.test is None else write(state.test)


def first_throws(test: Test) -> tuple[Need | None, ...]:
    """What each side throws first: None where no die is needed."""
    sides: list[Test] = [test]
    if test.opposed:
        sides.append(replace(test.unthrown(), actor=test.opponent, opponent=test.actor))
    return tuple(_first_throw(side, resolve(side)) for side in sides)


def _first_throw(test: Test, result: Result) -> Need | None:
    """The actor's need; in an opposition a need of the other side means that the actor needs nothing."""
    match result:
        case Needs(need=need, side="actor"):
            return need
        case _:
            return None


def summary(result: Resolved) -> Past:
    """A result as the list of past rolls shows it."""
    title, line = result.test.system.title, write(result.test)
    match result:
        case Single():
            words = result.explain()
            return Past(line, title, words.kind, words.word, _figure(*words.stats[0]) if words.stats else None)
        case Contest():
            kind = WINNER_KIND[result.duel.winner]
            return Past(line, title, kind, winner_word(result), _figure(N_("Écart"), Signed(result.duel.margin)))


def winner_word(result: Contest) -> Text:
    """Who wins an opposition."""
    match result.duel.winner:
        case "actor":
            return text("L’actif l’emporte")
        case "opponent":
            return text("Le réactif l’emporte")
        case None:
            return text("Égalité")


def _figure(label: str, value: Param) -> Text:
    return text("{label} {value}", label=Text(label), value=value)

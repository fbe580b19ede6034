"""What the page knows, and how a message changes it. Nothing here touches a browser.

``update`` is the only place where the page's state changes, and it is pure: chance comes in with the message
``Thrown``, which carries a test already brought to its end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pyroll import app
from pyroll.app import hand as hands
from pyroll.app.entry import entered, texts_of, usual_texts
from pyroll.app.hand import Hand, Veil
from pyroll.app.keyed import Erased, Keyed, Picked, Typing
from pyroll.app.messages import (
    Awaited,
    Chose,
    CopyKnown,
    Edited,
    Message,
    Named,
    Opened,
    PutAway,
    Refused,
    Resumed,
    Screen,
    Shown,
    Started,
    Submitted,
    Thrown,
    Told,
    TookBack,
    TypingBegun,
    TypingStopped,
    Undone,
    Unveiled,
    Veiled,
)
from pyroll.app.offline import NOTHING, Copy
from pyroll.app.past import Past, summary
from pyroll.app.weighed import Weighed
from pyroll.dice import Need
from pyroll.form import Problem
from pyroll.i18n import Text
from pyroll.line import Refusal, Test, from_fields, read, write
from pyroll.odds import undecided
from pyroll.resolve import Needs, Origin, Resolved, Result, resolve
from pyroll.system import System
from pyroll.systems import MODULES, system_named

__all__ = [
    "TEST",
    "State",
    "Weighed",
    "address",
    "again",
    "first",
    "first_throws",
    "known",
    "roll_open",
    "update",
]

TEST = "/"
"""The address of the test's screen, whatever the test is. A test's own never begins with a slash."""

_KEPT = 8
"""How many past rolls of this visit are shown."""


@dataclass(frozen=True, slots=True)
class State:
    """The page.

    ``test`` is what the form says, None while it is refused; ``raw`` are its texts. ``problems`` are those to show
    beside the fields, ``alert`` also lists them above the form. ``throws`` counts the throws of this visit.
    ``who`` is whose the next roll is, "" for nobody's.
    """

    system: System
    test: Test | None = None
    raw: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    alert: bool = False
    hand: Hand | None = None
    who: str = ""
    typing: Typing | None = None
    toast: Text | None = None
    past: tuple[Past, ...] = ()
    throws: int = 0
    ready: bool = False
    weighed: Weighed | None = None
    screen: Screen = "test"
    copy: Copy = NOTHING
    veil: Veil = "open"

    @property
    def result(self) -> Resolved | None:
        """The result in hand, if it is to be seen."""
        return None if self.hand is None or self.hand.veil != "open" else self.hand.result


def first(key: str = next(iter(MODULES))) -> State:
    """The page before anything happened: this system's form, untouched; or the first one's, where it is not there."""
    system = system_named(key)
    if system is None:
        return first()
    return _edited(State(system), Edited(system, usual_texts(system), settled=True))


def update(state: State, message: Message) -> State:
    """The state after a message."""
    match message:
        case Started():
            return replace(state, ready=True)
        case Awaited():
            return replace(state, ready=False, test=None, problems=(), alert=False, hand=None)
        case Edited():
            return _edited(state, message)
        case Submitted():
            return replace(state, alert=state.test is None)
        case Thrown(result, origin):
            return _landed(state, result, origin)
        case Chose(offer, line):
            return state if state.hand is None else _followed(state, hands.chose(state.hand, offer, line))
        case TookBack():
            return state if state.hand is None else _followed(state, hands.took_back(state.hand))
        case Undone():
            return _undone(state)
        case Veiled(veil):
            return replace(state, veil=veil)
        case Unveiled():
            return state if state.hand is None else _followed(state, replace(state.hand, veil="open"))
        case PutAway():
            return replace(state, hand=None)
        case TypingBegun():
            return _typing_begun(state)
        case TypingStopped():
            return replace(state, typing=None, screen="test")
        case Keyed() | Erased() | Picked():
            return state if state.typing is None else replace(state, typing=app.typed.step(state.typing, message))
        case Told(words):
            return replace(state, toast=words)
        case Resumed(hand, typing, past, veil):
            return replace(state, hand=hand, typing=typing, past=past, veil=veil)
        case Refused(problems):
            return replace(state, test=None, problems=problems, alert=True, hand=None)
        case Opened():
            return _opened(state, message)
        case Named(who):
            return replace(state, who=who)
        case Weighed():  # about a test that the form no longer says, it comes too late
            return replace(state, weighed=message) if message.test == state.test else state
        case Shown(screen):
            return replace(state, screen=screen)
        case CopyKnown(copy):
            return replace(state, copy=copy)


def _landed(state: State, result: Resolved, origin: Origin) -> State:
    hand = hands.landed(result, origin, state.hand, state.who, state.veil)
    return replace(
        state,
        test=hand.asked,
        problems=(),
        alert=False,
        hand=hand,
        typing=None,
        screen="test",
        past=(_past(hand), *state.past)[:_KEPT],
        throws=state.throws + 1,
    )


def _followed(state: State, hand: Hand) -> State:
    """After a choice: the roll in the list of past ones is the same roll."""
    if state.hand is None or hand == state.hand:
        return state
    line, now = state.hand.line, _past(hand)
    return replace(state, hand=hand, past=tuple(now if one.line == line else one for one in state.past))


def _past(hand: Hand) -> Past:
    return replace(summary(hand.result, hand.origin), veil=hand.veil)


def _undone(state: State) -> State:
    """The roll stays in the list, marked: nothing that fell is hidden."""
    if state.hand is None or state.hand.before is None:
        return state
    newest, *older = state.past
    return replace(state, hand=state.hand.before, past=(replace(newest, undone=True), *older))


def _typing_begun(state: State) -> State:
    if state.test is None:
        return replace(state, alert=True)
    return replace(state, typing=state.typing if _entry_open(state) else app.typed.begun(state.test), screen="typed")


def _entry_open(state: State) -> bool:
    """Whether an entry was begun for the test that the form says now."""
    if state.typing is None or state.test is None:
        return False
    return state.typing.test.unthrown() == app.typed.begun(state.test).test.unthrown()


def _edited(state: State, message: Edited) -> State:
    raw = entered(message.system, message.texts)
    same = message.system == state.system
    edited = replace(state, system=message.system, raw=dict(raw))
    if not same:
        edited = replace(edited, hand=None, who="")
    match from_fields(message.system, list(raw)):
        case Refusal(problems):
            # While somebody types, a fault that was not shown yet waits: a lone minus sign is no mistake.
            before = {problem.field for problem in state.problems if same}
            shown = tuple(one for one in problems if message.settled or one.field in before)
            return replace(edited, test=None, problems=shown, alert=state.alert and same and bool(shown))
        case Test() as test:
            return replace(edited, test=test, problems=(), alert=False)


def _opened(state: State, message: Opened) -> State:
    line, told = message.line, message.origin
    system = system_named(line.partition("?")[0]) or state.system
    opened = replace(state, system=system, test=None, raw={}, problems=(), alert=False, hand=None, who=message.who)
    test = read(line)
    if isinstance(test, Refusal):
        return replace(opened, problems=test.problems, alert=True)
    opened = replace(opened, raw=texts_of(test))
    if test.faces is None:
        return replace(opened, test=undecided(test))
    match resolve(test):
        case Refusal(problems):
            return replace(opened, problems=problems, alert=True)
        case Needs():  # some dice are there: a throw adds the missing ones
            return replace(opened, test=test)
        case result:
            seen = next((past for past in state.past if past.line == line), None)
            origin: Origin = told or ("received" if seen is None else seen.origin)
            hand = hands.opened(result, origin, message.who, "open" if seen is None else seen.veil)
            return replace(opened, test=hand.asked, hand=hand)


# ------------------------------------------------------------------------------------------ what follows from it


def again(state: State) -> bool:
    """Whether the form still says the test whose result is shown: a throw would be a re-roll."""
    return state.hand is not None and state.test == state.hand.asked


def roll_open(state: State) -> bool:
    """Whether somebody is in the middle of a roll, which nothing may interrupt: no reload, no offer of one. What is
    hidden is not one: an offer that stays away would tell of it.
    """
    hand = state.hand
    return _entry_open(state) or (hand is not None and hand.veil == "open" and hands.open_points(hand))


def known(state: State) -> Weighed | None:
    """The chances, as far as they are known, of the test that the form says now."""
    return state.weighed if state.weighed is not None and state.weighed.test == state.test else None


def address(state: State) -> str | None:
    """The line that the page's address should hold: with its faces while the result shown is the form's. While a
    difficulty is hidden, it is not in the address either.
    """
    if state.hand is not None and state.hand.veil == "verdict":
        return TEST
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

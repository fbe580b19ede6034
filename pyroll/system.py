"""What a rule system is: one record that the text form, the page, the journal and the tests are all driven by.

A system is a file in ``systems/`` that ends in a ``System``. Nothing outside that file knows the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, is_dataclass
from typing import Any, Literal, TypeAlias

from pyroll.form import Problem
from pyroll.i18n import N_, Param, Step, Text
from pyroll.law import Spread
from pyroll.play import Rule, Throw

__all__ = [
    "Choices",
    "Duel",
    "Example",
    "Explanation",
    "Figure",
    "Grouping",
    "Kind",
    "Lever",
    "Manner",
    "Mark",
    "Shape",
    "SheetPlan",
    "Shown",
    "Side",
    "SideName",
    "State",
    "Stock",
    "System",
    "as_json",
]

Kind: TypeAlias = Literal["crit", "ok", "tie", "ko", "fumble", "plain"]
"""How a result looks; ``plain`` is a figure that nobody judges."""
Shape: TypeAlias = Literal["d6", "d10", "d20", "d05", "flame", "black"]
State: TypeAlias = Literal["hit", "double", "miss", "aside"]


@dataclass(frozen=True, slots=True)
class Shown:
    """A die as the page draws it. ``state`` says what the die counts for; ``title`` says it in words.

    ``join`` stands before a die of a chain ("+" or "−"); ``was`` is the face as it fell when it was moved since;
    ``marks`` is how many successes it gives, where dice give successes.
    """

    face: int
    shape: Shape
    state: State
    title: Text
    marks: int | None = None
    was: int | None = None
    join: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """One degree on a scale of degrees: its name and what it takes; the one that is needed, the one obtained."""

    name: str
    takes: str
    needed: bool
    obtained: bool


@dataclass(frozen=True, slots=True)
class Explanation:
    """One judged test in words. ``stats`` are the figures beside the verdict, label and value; ``scale`` stands where
    the table reads results on a scale.
    """

    kind: Kind
    word: Text
    stats: tuple[tuple[str, Param], ...]
    steps: tuple[Step, ...]
    sentence: Text
    dice: tuple[Shown, ...]
    scale: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """One side of an opposition in words; ``count`` is the figure it is compared by ("4 pairs")."""

    count: Text
    steps: tuple[Step, ...]
    dice: tuple[Shown, ...]


SideName: TypeAlias = Literal["actor", "opponent"]


@dataclass(frozen=True, slots=True)
class Duel:
    """How two sides compare: who wins (None = undecided) and by how much (actor − opponent)."""

    winner: SideName | None
    margin: int


@dataclass(frozen=True, slots=True)
class Lever:
    """A small change that a player or the GM may make, for advice: ``change`` gives the changed request.

    It gives None where the change is impossible or does nothing.
    """

    label: str
    change: Callable[[Any, Any], Any | None]


@dataclass(frozen=True, slots=True)
class Figure:
    """The number that tells one throw from a better one: its name, and how a verdict's is found.

    ``signed``: it is shown with its sign. ``names`` are for numbers that stand for something else. ``so_far``, where
    the dice of a pool are counted one by one: how the count is said while some are still to come; a die that shows 1
    then adds nothing to it.
    """

    label: str
    of: Callable[[Any], int]
    signed: bool = False
    names: Mapping[int, str] = field(default_factory=dict)
    so_far: Callable[[int], Text] | None = None


@dataclass(frozen=True, slots=True)
class Tap:
    """One more point on one fallen die.

    ``die`` is its place among the dice shown; ``label`` says what the point would do, or why it is not possible;
    ``request`` is the request with the point spent, None where it is not possible; ``best``: good play does it.
    """

    die: int
    label: Text
    request: Any | None
    best: bool


@dataclass(frozen=True, slots=True)
class Choices:
    """Points that somebody may still spend on fallen dice, from a stock.

    ``at_best`` is the request with all of them spent well, None when that changes nothing; ``unspent`` the one with
    none of them spent.
    """

    label: str
    stock: int
    left: int
    taps: tuple[Tap, ...]
    at_best: Any | None
    unspent: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """A way to roll what stands on a character's sheet, and what it writes into a request.

    :param of: what it is offered on: every skill, only skills with a speciality, or characteristics.
    :param characteristic: the request field that takes the characteristic's value, if any does; ``skill``: the one
        that takes the skill's.
    :param sets: fields that this manner sets by itself.
    """

    key: str
    label: str
    of: Literal["skill", "speciality", "characteristic"]
    characteristic: str | None = None
    skill: str | None = None
    sets: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stock:
    """A stock of points that a character has and rolls consume.

    ``spent`` is the request field that says how many a roll spends, ``available`` the one that says how many there
    are. A new character begins with ``start``.
    """

    key: str
    label: str
    start: int
    spent: str
    available: str


@dataclass(frozen=True, slots=True)
class Grouping:
    """Characteristics go by groups, and each group has values of its own for some request fields."""

    label: str
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A ready character; all words are marked, and said when the sheet is made.

    ``characteristics``: name, abbreviation, value, group. ``skills``: name, value, the characteristic's abbreviation,
    speciality. ``constants`` and ``groups`` (by group) give values by request field.
    """

    name: str
    about: str
    characteristics: tuple[tuple[str, str, int, str], ...]
    skills: tuple[tuple[str, int, str, str | None], ...]
    constants: Mapping[str, int] = field(default_factory=dict)
    groups: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPlan:
    """How a character's sheet fills a request. In ``manners``, the first one that is offered is the usual one.

    ``constants`` are the fields whose value belongs to the character, whatever is rolled.
    """

    manners: tuple[Manner, ...]
    constants: tuple[str, ...] = ()
    grouping: Grouping | None = None
    stocks: tuple[Stock, ...] = ()
    example: Example | None = None


def _nothing(request: Any, readings: Any, verdict: Any, throws: tuple[Throw, ...]) -> Side:
    """For a system that does not say what may be seen."""
    return Side(Text("–"), (), ())


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class System:
    """A rule system. There is one record of each, so that a test, which holds it, can be a key.

    :param key: its name in text forms; ``title`` and ``about`` are shown.
    :param request: the form of one side; ``readings``: the form of the table's readings.
    :param resolve: ``(request, readings)`` -> the rule of a single test, ending in a verdict, which has at least
        ``success`` (True, False or None), ``critical`` ("success", "failure" or None) and ``margin``.
    :param side: ``(request, readings)`` -> the rule of one side of an opposition.
    :param rank: ``(side, readings)`` -> what sides are compared by, most important first; the last one is the figure
        that margins count.
    :param tie: ``readings`` -> who gets an equality, or None where it stays undecided.
    :param outcome: ``(verdict, throws)`` -> the outcome's own keys (contract.md), in order.
    :param side_outcome: the same for one side of an opposition.
    :param explain: ``(request, readings, verdict, throws)`` -> ``Explanation``.
    :param explain_side: ``(request, readings, side, throws)`` -> ``Side``.
    :param duel_step: ``(actor, opponent, duel, readings)`` -> the step that compares.
    :param unjudged: ``(request, readings, verdict, throws)`` -> what may be seen of a test, or of one side of an
        opposition, while its difficulty is hidden: neither figure nor dice depend on it or tell the verdict.
    :param check: ``(request, readings, opposed)`` -> problems that no single field shows, known before the dice.
    :param check_throws: ``(request, readings, throws)`` -> problems that only the fallen dice show.
    :param undecided: ``request`` -> the same one without the choices that are made after the dice fell.
    :param decided: ``(request, readings)`` -> the same one with those choices made explicit and nothing spent yet.
    :param choices: ``(request, readings, throws, opposed)`` -> what may still be spent on the fallen dice.
    :param degrees: the names of the results' degrees, worst first, where results have degrees, and ``degrees_title``
        that of their chances; ``degree`` finds a verdict's own. ``criticals``: whether criticals exist; ``ties``:
        whether an opposition can stay undecided.
    :param figure: what a throw is ranked by among all throws of its test.
    :param ladder: the field whose values are the rungs of difficulty.
    :param monotone: along a run of outcomes (``Law.runs``) success, critical and degree never come back to what they
        left, so that odds judge only where they change.
    :param levers: what advice may try; ``spend``: the field of points that are spent even after the dice fell;
        ``bonus``: the field of a bonus that reaches a wanted chance.
    :param suggests: the bonus (or malus) that a verdict promises to the next test, for the field ``bonus``; 0: none.
    :param house_rule: the opposition is pyroll's own, the source has none.
    :param spread: where rolls are figures that nobody judges, ``(request, readings)`` -> the figure's law.
    :param sheet: how characters of this system fill requests; None: it has no characters.
    """

    key: str
    title: str
    about: str
    request: type[Any]
    readings: type[Any]
    resolve: Callable[[Any, Any], Rule[Any]]
    side: Callable[[Any, Any], Rule[Any]]
    rank: Callable[[Any, Any], tuple[int, ...]]
    outcome: Callable[[Any, tuple[Throw, ...]], Mapping[str, object]]
    side_outcome: Callable[[Any], Mapping[str, object]]
    explain: Callable[[Any, Any, Any, tuple[Throw, ...]], Explanation]
    explain_side: Callable[[Any, Any, Any, tuple[Throw, ...]], Side]
    duel_step: Callable[[Any, Any, Duel, Any], Step]
    unjudged: Callable[[Any, Any, Any, tuple[Throw, ...]], Side] = _nothing
    tie: Callable[[Any], SideName | None] = lambda readings: None
    check: Callable[[Any, Any, bool], Iterable[Problem]] = lambda request, readings, opposed: ()
    check_throws: Callable[[Any, Any, tuple[Throw, ...]], Iterable[Problem]] = lambda request, readings, throws: ()
    undecided: Callable[[Any], Any] = lambda request: request
    decided: Callable[[Any, Any], Any] = lambda request, readings: request
    choices: Callable[[Any, Any, tuple[Throw, ...], bool], tuple[Choices, ...]] = (
        lambda request, readings, throws, opposed: ()
    )
    degrees: Mapping[str, str] | None = None
    degrees_title: str = N_("Chance de chaque degré")
    degree: Callable[[Any], str | None] = lambda verdict: None
    criticals: bool = True
    ties: bool = True
    figure: Figure
    ladder: str | None = None
    monotone: bool = False
    levers: tuple[Lever, ...] = ()
    spend: str | None = None
    bonus: str | None = None
    suggests: Callable[[Any], int] = lambda verdict: 0
    house_rule: bool = False
    spread: Callable[[Any, Any], Spread] | None = None
    sheet: SheetPlan | None = None

    @property
    def judged(self) -> bool:
        """Whether rolls succeed or fail."""
        return self.spread is None

    def compare(self, actor: Any, opponent: Any, readings: Any) -> Duel:
        """Two sides compared, once."""
        mine, theirs = self.rank(actor, readings), self.rank(opponent, readings)
        winner = self.tie(readings) if mine == theirs else "actor" if mine > theirs else "opponent"
        return Duel(winner, mine[-1] - theirs[-1])


def as_json(value: Any, *names: str) -> dict[str, object]:
    """The fields of a frozen value (dataclass or named tuple) by name, in order; all of them, or the named ones."""
    known = value.__dataclass_fields__ if is_dataclass(value) else value._fields
    return {name: getattr(value, name) for name in names or known}

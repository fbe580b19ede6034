"""Free dice: an expression such as ``3d6+2``, thrown and added up; nothing is judged. The notation and what it means
are in ``free_notation.py``, the exact laws in ``free_law.py``; L-1 to L-8 are the rulebook's numbers for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from pyroll.dice import Faces, Need, d
from pyroll.form import Problem, written
from pyroll.i18n import N_, Param, Step, Text, plural, text
from pyroll.law import Law, Spread
from pyroll.play import Rule, Throw, ask
from pyroll.system import Duel, Explanation, Figure, Shape, Shown, Side, System, as_json
from pyroll.systems.free_law import mean, too_large, totals
from pyroll.systems.free_notation import Dice, Group, read_dice, write_dice, write_group

__all__ = ["FREE", "FreeThrow", "Readings", "Request", "Thrown", "Verdict", "thrown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is rolled."""

    dice: Dice = written(
        N_("Dés à lancer"),
        read_dice,
        write_dice,
        default=Dice((Group(1, 6),)),
        hint=N_("Par exemple 3d6+2, 4d6kh3 (garde les 3 plus hauts) ou 2d10! (explose)."),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """Nothing is left to the table: the notation says it all."""


class Die(NamedTuple):
    """One thrown die: its faces (several when it exploded), and whether it counts."""

    faces: Faces
    kept: bool

    @property
    def total(self) -> int:
        """What it is worth."""
        return sum(self.faces)


@dataclass(frozen=True, slots=True)
class Thrown:
    """One thrown group."""

    group: Group
    dice: tuple[Die, ...]

    @property
    def total(self) -> int:
        """What it adds to the whole, or takes away."""
        return self.group.sign * sum(die.total for die in self.dice if die.kept)


def _waves(group: Group, faces: Faces) -> tuple[list[list[int]], int, Need | None]:
    """L-3: each die's chain of faces, how many faces were used, and what is still to be thrown.

    All dice fall together; those that show their highest face are thrown again, together, until none does.
    """
    chains: list[list[int]] = [[] for _ in range(group.count)]
    waiting, used, why = list(range(group.count)), 0, "pool"
    while waiting:
        fallen = faces[used : used + len(waiting)]
        if len(fallen) < len(waiting):
            return chains, used, Need(len(waiting) - len(fallen), d(group.sides), why)
        for place, face in zip(waiting, fallen, strict=True):
            chains[place].append(face)
        used += len(fallen)
        waiting = [place for place in waiting if group.explodes and chains[place][-1] == group.sides]
        why = "explode"
    return chains, used, None


def _kept(group: Group, chains: list[list[int]]) -> frozenset[int]:
    """L-4, L-5: the places of the dice that count, chosen by what whole chains are worth; equals by their place."""
    sign = -1 if group.highest else 1
    order = sorted(range(group.count), key=lambda place: (sign * sum(chains[place]), place))
    return frozenset(order[: group.kept])


def thrown(dice: Dice, faces: Faces) -> tuple[Thrown, ...]:
    """The groups of a complete throw."""
    found = []
    for group in dice.groups:
        chains, used, _ = _waves(group, faces)
        kept = _kept(group, chains)
        found.append(Thrown(group, tuple(Die(tuple(one), place in kept) for place, one in enumerate(chains))))
        faces = faces[used:]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class FreeThrow:
    """All the groups, one after the other; the tally is the total."""

    dice: Dice

    def needs(self, faces: Faces) -> Need | None:
        """A group's dice at once, then its explosions, then the next group's."""
        for group in self.dice.groups:
            _, used, need = _waves(group, faces)
            if need is not None:
                return need
            faces = faces[used:]
        return None

    def tally(self, faces: Faces) -> int:
        """L-1: the groups and the constant, added up."""
        return self.dice.constant + sum(one.total for one in thrown(self.dice, faces))

    def law(self) -> Law[int]:
        """L-8: exact; at the ceiling of exploding dice stand all totals from there on."""
        return totals(self.dice).law


@dataclass(frozen=True, slots=True)
class Verdict:
    """A total. It is neither a success nor a failure (L-6)."""

    total: int
    success: None = None
    critical: None = None
    margin: None = None


def resolve(request: Request, readings: Readings) -> Rule[Verdict]:
    """A throw, alone or as one side of an opposition."""
    return ask(FreeThrow(request.dice), Verdict)


def spread(request: Request, readings: Readings) -> Spread:
    """L-8: the exact law of the total and its mean."""
    found = totals(request.dice)
    return Spread(found.law, mean(request.dice), found.ceiling)


def check(request: Request, readings: Readings, opposed: bool) -> Iterable[Problem]:
    """L-8: whatever is thrown has exact odds, computed at once."""
    if too_large(request.dice):
        yield Problem(
            "bad_dice",
            "dice",
            text("Trop de totaux pour des chances exactes : prenez moins de dés ou de faces, gardez-en moins."),
        )
    elif opposed and any(group.explodes for group in request.dice.groups):
        # Two totals without a ceiling have no two laws to compare.
        yield Problem("bad_dice", "dice", text("En opposition, les dés libres n’explosent pas."))


def outcome(verdict: Verdict, throws: tuple[Throw, ...]) -> Mapping[str, object]:
    """The total, and every group with its dice."""
    return {
        **as_json(verdict, "success", "critical", "margin", "total"),
        "groups": [
            {
                "dice": ("-" if one.group.sign < 0 else "") + write_group(one.group),
                "total": one.total,
                "thrown": [{"faces": list(die.faces), "total": die.total, "kept": die.kept} for die in one.dice],
            }
            for one in _thrown(throws)
        ],
    }


# ---------------------------------------------------------------------------------------------------------- words


def _thrown(throws: tuple[Throw, ...]) -> tuple[Thrown, ...]:
    plan = throws[0].plan
    if not isinstance(plan, FreeThrow):
        raise TypeError(plan)
    return thrown(plan.dice, throws[0].faces)


def _sum(numbers: Iterable[int]) -> str:
    return " + ".join(map(str, numbers))


def _signed_sum(terms: list[int]) -> str:
    return str(terms[0]) + "".join(f" {'-' if term < 0 else '+'} {abs(term)}" for term in terms[1:])


def _typographic(figures: str) -> str:
    return figures.replace("-", "\N{MINUS SIGN}")


def _group_steps(one: Thrown) -> Iterator[Step]:
    """How one group comes to its total."""
    chains = [die for die in one.dice if len(die.faces) > 1]
    if chains:
        boosted = ", ".join(f"{_sum(die.faces)} = {die.total}" for die in chains)
        words = plural("{n} dé explose : {boosted}", "{n} dés explosent : {boosted}", len(chains), boosted=boosted)
        yield Step("L-3", words)
    kept = [die.total for die in one.dice if die.kept]
    dropped = [die.total for die in one.dice if not die.kept]
    if dropped:
        yield Step(
            "L-4",
            plural("{n} dé écarté : {values}", "{n} dés écartés : {values}", len(dropped), values=tuple(dropped)),
        )
    name = write_group(one.group)
    total = sum(kept)
    words = (
        text("{dice} : {sum} = {total}", dice=name, sum=_sum(kept), total=total)
        if len(kept) > 1
        else text("{dice} : {total}", dice=name, total=total)
    )
    yield Step("L-2", words)


def _steps(dice: Dice, found: tuple[Thrown, ...], total: int) -> tuple[Step, ...]:
    steps = list(chain.from_iterable(_group_steps(one) for one in found))
    terms = [one.total for one in found] + ([dice.constant] if dice.constant else [])
    if len(terms) > 1 or found[0].group.sign < 0:
        steps.append(Step("L-1", text("Total {total} = {sum}", total=total, sum=_typographic(_signed_sum(terms)))))
    return tuple(steps)


_SHAPES: Mapping[int, Shape] = {6: "d6", 10: "d10", 20: "d20"}
_ROUND: Shape = "d05"  # any other die


def _shown(found: tuple[Thrown, ...]) -> tuple[Shown, ...]:
    """Every face; the dice that count, and the throws that they exploded into, are joined by signs."""
    dice: list[Shown] = []
    counted = False
    for one in found:
        join = "+" if one.group.sign > 0 else "\N{MINUS SIGN}"
        for die in one.dice:
            for face in die.faces:
                dice.append(_face(one.group, die, face, join if counted or join != "+" else ""))
                counted = counted or die.kept
    return tuple(dice)


def _face(group: Group, die: Die, face: int, join: str) -> Shown:
    shape = _SHAPES.get(group.sides, _ROUND)
    if die.kept:
        return Shown(face, shape, "hit", text("d{sides} : {face}", sides=group.sides, face=face), join=join)
    return Shown(face, shape, "aside", text("d{sides} écarté : {face}", sides=group.sides, face=face))


def explain(request: Request, readings: Readings, verdict: Verdict, throws: tuple[Throw, ...]) -> Explanation:
    """A throw in words."""
    found = _thrown(throws)
    figures: dict[str, Param] = {"dice": _typographic(write_dice(request.dice)), "total": verdict.total}
    return Explanation(
        "plain",
        text("Total {total}", **figures),
        (),
        _steps(request.dice, found, verdict.total),
        text("{dice} : total de {total}.", **figures),
        _shown(found),
    )


def explain_side(request: Request, readings: Readings, verdict: Verdict, throws: tuple[Throw, ...]) -> Side:
    """One side of an opposition in words."""
    found = _thrown(throws)
    count: Text = text("total de {total}", total=verdict.total)
    return Side(count, _steps(request.dice, found, verdict.total), _shown(found))


def duel_step(actor: Verdict, opponent: Verdict, result: Duel, readings: Readings) -> Step:
    """L-7: the comparison of the two totals."""
    figures: dict[str, Param] = {"actor": actor.total, "opponent": opponent.total}
    match result.winner:
        case "actor":
            words = text("{actor} > {opponent} : l’actif l’emporte (règle maison)", **figures)
        case "opponent":
            words = text("{actor} < {opponent} : le réactif l’emporte (règle maison)", **figures)
        case None:
            words = text("{actor} = {opponent} : égalité (règle maison)", **figures)
    return Step("L-7", words)


FREE = System(
    key="free",
    title=N_("Dés libres"),
    about=N_("toute somme de dés"),
    request=Request,
    readings=Readings,
    resolve=resolve,
    side=resolve,
    rank=lambda verdict, readings: (verdict.total,),
    criticals=False,
    outcome=outcome,
    side_outcome=lambda verdict: as_json(verdict, "total"),
    explain=explain,
    explain_side=explain_side,
    duel_step=duel_step,
    check=check,
    figure=Figure(N_("Total"), lambda verdict: verdict.total),
    spread=spread,
)

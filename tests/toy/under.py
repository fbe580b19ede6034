"""Under: a complete small system, written as a sixth one would be. Roll 3d6, reach the value at most.

Rules: T-1 roll three dice; T-2 their sum must not exceed the value plus the bonus; T-3 three ones are a critical
success, three sixes a critical failure; T-4 in an opposition the lower sum wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pyroll.dice import Total, d
from pyroll.form import choice, number
from pyroll.i18n import N_, Signed, Step, text
from pyroll.play import Rule, Throw, after, ask
from pyroll.system import Duel, Explanation, Figure, Kind, Shown, Side, SideName, System, as_json

__all__ = ["UNDER"]

CRITICALS: Mapping[int, Literal["success", "failure"]] = {3: "success", 18: "failure"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One side's values."""

    value: int = number(N_("Valeur"), 3, 18, default=10)
    bonus: int = number(N_("Bonus"), -5, 5, default=0, solo=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """What the text leaves to the table."""

    tie: Literal["none", "actor"] = choice(
        N_("Égalité"), {"none": N_("indécise"), "actor": N_("à l’actif")}, default="none"
    )


@dataclass(frozen=True, slots=True)
class Rolled:
    """The sum of the dice."""

    total: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judged test."""

    total: int
    margin: int
    success: bool
    critical: Literal["success", "failure"] | None


def side(request: Request, readings: Readings) -> Rule[Rolled]:
    """T-1."""
    return ask(Total(3, d(6)), Rolled)


def resolve(request: Request, readings: Readings) -> Rule[Verdict]:
    """T-2, T-3."""

    def judge(rolled: Rolled) -> Verdict:
        margin = request.value + request.bonus - rolled.total
        critical = CRITICALS.get(rolled.total)
        success = critical == "success" or (margin >= 0 and critical is None)
        return Verdict(rolled.total, margin, success, critical)

    return after(side(request, readings), judge)


def rank(rolled: Rolled, readings: Readings) -> tuple[int, ...]:
    """T-4."""
    return (-rolled.total,)


def tie(readings: Readings) -> SideName | None:
    """T-4, as the table reads it."""
    return "actor" if readings.tie == "actor" else None


def _sum_step(total: int, faces: tuple[int, ...]) -> Step:
    return Step("T-1", text("Dés : {sum} = {total}", sum=" + ".join(map(str, faces)), total=total))


def _shown(faces: tuple[int, ...]) -> tuple[Shown, ...]:
    return tuple(Shown(face, "d6", "hit", text("Dé : {face}", face=face)) for face in faces)


def explain(request: Request, readings: Readings, verdict: Verdict, throws: tuple[Throw, ...]) -> Explanation:
    """In words."""
    faces = throws[0].faces
    target = request.value + request.bonus
    steps = [_sum_step(verdict.total, faces)]
    if verdict.critical:
        steps.append(Step("T-3", text("Trois fois la même face extrême : critique")))
    elif verdict.success:
        steps.append(Step("T-2", text("{total} ≤ {target} : réussite", total=verdict.total, target=target)))
    else:
        steps.append(Step("T-2", text("{total} > {target} : échec", total=verdict.total, target=target)))
    kind: Kind
    match verdict.success, verdict.critical:
        case True, "success":
            kind, word = "crit", N_("Réussite critique")
        case True, _:
            kind, word = "ok", N_("Réussite")
        case False, "failure":
            kind, word = "fumble", N_("Échec critique")
        case _:
            kind, word = "ko", N_("Échec")
    sentence = text("{word} : marge de {margin}.", word=text(word), margin=verdict.margin)
    stats = ((N_("Marge"), Signed(verdict.margin)),)
    return Explanation(kind, text(word), stats, tuple(steps), sentence, _shown(faces))


def explain_side(request: Request, readings: Readings, rolled: Rolled, throws: tuple[Throw, ...]) -> Side:
    """One side in words."""
    faces = throws[0].faces
    return Side(text("total {total}", total=rolled.total), (_sum_step(rolled.total, faces),), _shown(faces))


def duel_step(actor: Rolled, opponent: Rolled, result: Duel, readings: Readings) -> Step:
    """The comparison."""
    return Step("T-4", text("{actor} contre {opponent}", actor=actor.total, opponent=opponent.total))


UNDER = System(
    key="under",
    title=N_("Under"),
    about=N_("3d6 sous une valeur"),
    request=Request,
    readings=Readings,
    resolve=resolve,
    side=side,
    rank=rank,
    tie=tie,
    outcome=lambda verdict, throws: as_json(verdict),
    side_outcome=lambda rolled: as_json(rolled, "total"),
    explain=explain,
    explain_side=explain_side,
    duel_step=duel_step,
    figure=Figure(N_("Marge"), lambda verdict: verdict.margin),
)

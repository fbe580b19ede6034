"""Eco-Я in words: the explanation of a judged test, and the system's record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pyroll.dice import Faces
from pyroll.i18n import N_, Lower, Param, Signed, Step, Text, plural, text
from pyroll.play import Throw
from pyroll.system import Duel, Explanation, Figure, Lever, Manner, SheetPlan, Shown, Side, System, as_json
from pyroll.systems.ecor import (
    DEGREE_NAMES,
    DEGREE_RULES,
    EVEN,
    Degree,
    Kept,
    Readings,
    Request,
    Verdict,
    degree_of,
    resolve,
    side,
)
from pyroll.systems.examples import RANGER

__all__ = ["ECOR"]


def _evens_text(n: int) -> Text:
    return plural("{n} pair", "{n} pairs", n)


def _pool_steps(request: Request, readings: Readings, dice: Kept | Verdict) -> list[Step]:
    figures: dict[str, Param] = {
        "rolled": dice.rolled,
        "kept": dice.kept,
        "characteristic": request.characteristic,
        "skill": request.skill,
        "environment": Signed(request.environment),
        "skilled": max(0, request.skill + request.environment),
        "helpers": request.helpers,
    }
    if not dice.trained:
        steps = [
            Step(
                "R004-19",
                plural(
                    "Sans connaissance : la caractéristique seule, {n} dé",
                    "Sans connaissance : la caractéristique seule, {n} dés",
                    request.characteristic,
                ),
            )
        ]
        if request.environment:
            words = plural(
                "Environnement {environment} : {n} dé",
                "Environnement {environment} : {n} dés",
                dice.rolled,
                **figures,
            )
            steps.append(Step("R004-14", words))
        if request.helpers:
            steps.append(Step("R004-20", text("Aucune aide possible sans connaissance")))
        return steps
    steps = []
    if request.environment:
        steps.append(Step("R004-14", text("Compétence {skill}, environnement {environment} : {skilled}", **figures)))
    if request.helpers:
        steps.append(
            Step("R004-17", plural("{n} participant : +{n} dé", "{n} participants : +{n} dés", request.helpers))
        )
        words = text("Dés lancés {rolled} = {characteristic} + {skilled} + {helpers}", **figures)
    else:
        words = text("Dés lancés {rolled} = {characteristic} + {skilled}", **figures)
    steps.append(Step("R004-3", words))
    keeping = "R004-4"
    if readings.environment_dice == "rolled_only" and request.environment:
        keeping = "A004-3"
    elif readings.helper_dice == "kept" and request.helpers:
        keeping = "A004-5"
    steps.append(Step(keeping, plural("{n} dé gardé", "{n} dés gardés", dice.kept)))
    return steps


def _evens_step(readings: Readings, dice: Kept | Verdict) -> Step:
    figures: dict[str, Param] = {"evens": _evens_text(dice.evens), "rolled": _evens_text(dice.evens_rolled)}
    if readings.keep == "highest":
        return Step("A004-1", text("{rolled} en tout, {evens} parmi les plus hautes faces", **figures))
    if dice.evens < dice.evens_rolled:
        return Step("R004-4", text("{rolled} en tout, {evens} parmi les dés gardés", **figures))
    return Step("R004-6", text("Dés gardés : {evens}", **figures))


def _kept_places(faces: Faces, readings: Readings, kept: int) -> frozenset[int]:
    """Which dice are kept: even ones first, or the highest; then the earliest."""
    best = readings.keep == "best"
    order = sorted(range(len(faces)), key=lambda i: (faces[i] not in EVEN if best else -faces[i], i))
    return frozenset(order[:kept])


def _shown(faces: Faces, readings: Readings, kept: int) -> tuple[Shown, ...]:
    places = _kept_places(faces, readings, kept)
    return tuple(
        Shown(face, "d6", "hit", text("Dé gardé : {face}, pair", face=face))
        if place in places and face in EVEN
        else Shown(face, "d6", "miss", text("Dé gardé : {face}, impair", face=face))
        if place in places
        else Shown(face, "d6", "aside", text("Dé écarté : {face}", face=face))
        for place, face in enumerate(faces)
    )


def explain(request: Request, readings: Readings, verdict: Verdict, throws: tuple[Throw, ...]) -> Explanation:
    """A judged test in words."""
    steps = [*_pool_steps(request, readings, verdict), _evens_step(readings, verdict)]
    reached = degree_of(verdict.evens, readings)
    degree = Lower(DEGREE_NAMES[verdict.degree])
    required = DEGREE_NAMES[request.difficulty]
    rule = DEGREE_RULES[reached]
    if readings.between == "round_up" and reached != degree_of(verdict.evens, Readings()):
        rule = "A004-2"
    steps.append(
        Step(
            rule,
            text("{evens} : {degree}", evens=_evens_text(verdict.evens), degree=Lower(DEGREE_NAMES[reached])),
        )
    )
    if verdict.capped:
        steps.append(Step("R004-21", text("Sans connaissance : {degree} au mieux", degree=degree)))
    steps.append(
        Step("R004-12", text("{required} demandée : atteinte", required=text(required)))
        if verdict.success
        else Step("R004-12", text("{required} demandée : manquée", required=text(required)))
    )
    evens = _evens_text(verdict.evens)
    sentence = (
        text("Test réussi : {evens}, {degree}.", evens=evens, degree=degree)
        if verdict.success
        else text("Test manqué : {evens}, {required} demandée.", evens=evens, required=Lower(required))
    )
    return Explanation(
        "ok" if verdict.success else "ko",
        text(DEGREE_NAMES[verdict.degree]) if verdict.success else text("Échec"),
        ((N_("Pairs"), verdict.evens), (N_("Gardés"), verdict.kept)),
        tuple(steps),
        sentence,
        _shown(throws[0].faces, readings, verdict.kept),
    )


def explain_side(request: Request, readings: Readings, dice: Kept, throws: tuple[Throw, ...]) -> Side:
    """One side of an opposition in words."""
    return Side(
        _evens_text(dice.evens),
        (*_pool_steps(request, readings, dice), _evens_step(readings, dice)),
        _shown(throws[0].faces, readings, dice.kept),
    )


def unjudged(request: Request, readings: Readings, dice: Kept | Verdict, throws: tuple[Throw, ...]) -> Side:
    """The even dice; which degree they are worth would tell too much."""
    return Side(_evens_text(dice.evens), (), _shown(throws[0].faces, readings, dice.kept))


def duel_step(actor: Kept, opponent: Kept, result: Duel, readings: Readings) -> Step:
    """The comparison of the two counts."""
    figures: dict[str, Param] = {
        "actor": _evens_text(actor.evens),
        "opponent": opponent.evens,
        "margin": abs(result.margin),
    }
    match result.winner:
        case "actor":
            return Step("R004-15", text("{actor} contre {opponent} : l’actif l’emporte de {margin}", **figures))
        case "opponent":
            return Step("R004-15", text("{actor} contre {opponent} : le réactif l’emporte de {margin}", **figures))
        case None:
            return Step("R004-16", text("{actor} de chaque côté : égalité, à rejouer ou impasse", **figures))


def _one_helper_more(request: Request, readings: Readings) -> Request | None:
    if request.skill == 0 or request.helpers == 10:  # R004-20
        return None
    return replace(request, helpers=request.helpers + 1)


def _better_conditions(request: Request, readings: Readings) -> Request | None:
    return replace(request, environment=request.environment + 1) if request.environment < 10 else None


def _one_degree_easier(request: Request, readings: Readings) -> Request | None:
    easier: Mapping[str, Degree] = {"medium": "weak", "strong": "medium", "extraordinary": "strong"}
    wanted = easier.get(request.difficulty)
    return replace(request, difficulty=wanted) if wanted else None


ECOR = System(
    key="ecor",
    title=N_("Eco-Я"),
    about=N_("résultats pairs"),
    request=Request,
    readings=Readings,
    resolve=resolve,
    side=side,
    rank=lambda dice, readings: (dice.evens,),  # R004-15, R004-16
    degrees=DEGREE_NAMES,
    degree=lambda verdict: verdict.degree,
    criticals=False,
    outcome=lambda verdict, throws: as_json(verdict),
    side_outcome=lambda dice: as_json(dice, "evens"),
    explain=explain,
    explain_side=explain_side,
    duel_step=duel_step,
    unjudged=unjudged,
    figure=Figure(
        N_("Pairs"),
        lambda verdict: verdict.evens,
        so_far=lambda count: plural("{n} pair pour l’instant", "{n} pairs pour l’instant", count),
    ),
    ladder="difficulty",
    levers=(
        Lever(N_("un participant de plus"), _one_helper_more),
        Lever(N_("un dé d’environnement de plus"), _better_conditions),
        Lever(N_("un degré demandé de moins"), _one_degree_easier),
    ),
    sheet=SheetPlan(
        manners=(
            Manner(key="skill", label=N_("Compétence"), of="skill", characteristic="characteristic", skill="skill"),
            Manner(  # R004-19
                key="untrained",
                label=N_("Sans connaissance"),
                of="characteristic",
                characteristic="characteristic",
            ),
        ),
        example=RANGER,
    ),
)

"""Eco-Я: roll skill plus characteristic in d6, keep as many as the skill, count the even ones
(rules R004-1 to R004-21).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import comb
from typing import Literal, NamedTuple, TypeAlias

from pyroll.dice import Count, Faces, Need, Plan, d
from pyroll.form import choice, number
from pyroll.i18n import N_, Lower, Param, Signed, Step, Text, plural, text
from pyroll.law import Law, law
from pyroll.play import Rule, Throw, after, ask
from pyroll.system import Duel, Explanation, Figure, Lever, Manner, SheetPlan, Shown, Side, System, as_json
from pyroll.systems.examples import RANGER

__all__ = ["ECOR", "KeepHighest", "Kept", "Readings", "Request", "Verdict"]

EVEN = frozenset({2, 4, 6})
UNTRAINED_CAP = "medium"  # R004-21

Degree: TypeAlias = Literal["weak", "medium", "strong", "extraordinary"]
DEGREE_NAMES: Mapping[str, str] = {
    "failure": N_("Échec"),
    "weak": N_("Réussite faible"),
    "medium": N_("Réussite moyenne"),
    "strong": N_("Réussite forte"),
    "extraordinary": N_("Réussite extraordinaire"),
}
_DEGREE_KEYS = tuple(DEGREE_NAMES)
_DEGREE_RULES = {
    "failure": "R004-11",
    "weak": "R004-7",
    "medium": "R004-8",
    "strong": "R004-9",
    "extraordinary": "R004-10",
}
# R004-7 to R004-11 and A004-2: the evens that reach each degree, failure first.
THRESHOLDS: Mapping[str, tuple[int, ...]] = {"at_least": (0, 1, 3, 5, 7), "round_up": (0, 1, 2, 4, 6)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is rolled: one side's values."""

    characteristic: int = number(N_("Caractéristique"), 0, 15, default=3)
    skill: int = number(N_("Compétence"), 0, 15, default=0, hint=N_("0 : sans connaissance."))
    environment: int = number(N_("Environnement"), -10, 10, default=0)
    helpers: int = number(
        N_("Participants"), 0, 10, default=0, hint=N_("+1 dé chacun, s’ils maîtrisent.")
    )
    difficulty: Degree = choice(
        N_("Difficulté"),
        {
            "weak": N_("Faible"),
            "medium": N_("Moyenne"),
            "strong": N_("Forte"),
            "extraordinary": N_("Extraordinaire"),
        },
        default="weak",
        solo=True,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """Where the text leaves a choice to the table."""

    keep: Literal["best", "highest"] = choice(
        N_("Dés gardés"),
        {"best": N_("les meilleurs, donc les pairs"), "highest": N_("les plus hautes faces")},
        default="best",
    )
    environment_dice: Literal["skill", "rolled_only"] = choice(
        N_("Environnement"),
        {
            "skill": N_("change les dés lancés et gardés"),
            "rolled_only": N_("change les dés lancés seulement"),
        },
        default="skill",
    )
    helper_dice: Literal["rolled_only", "kept"] = choice(
        N_("Dés des participants"),
        {"rolled_only": N_("lancés seulement"), "kept": N_("lancés et gardés")},
        default="rolled_only",
    )
    between: Literal["at_least", "round_up"] = choice(
        N_("2, 4 ou 6 pairs"),
        {"at_least": N_("le degré atteint"), "round_up": N_("le degré au-dessus")},
        default="at_least",
    )


class Evens(NamedTuple):
    """A tally: even dice among all, and among those kept."""

    rolled: int
    kept: int


@dataclass(frozen=True, slots=True)
class KeepHighest:
    """A pool of which the ``keep`` highest faces are kept; the tally counts even dice."""

    count: int
    keep: int

    def needs(self, faces: Faces) -> Need | None:
        """All the dice at once."""
        return Count(self.count, d(6), EVEN).needs(faces)

    def tally(self, faces: Faces) -> Evens:
        """Evens among all and among the highest."""
        kept = sorted(faces, reverse=True)[: self.keep]
        return Evens(sum(face in EVEN for face in faces), sum(face in EVEN for face in kept))

    def law(self) -> Law[Evens]:
        """Exact over the evens kept; the evens rolled are not told apart (no judgement looks at them)."""
        ways = {(0, 0): 1}  # (dice placed, evens kept) -> ways, faces taken from 6 down
        for face in range(6, 0, -1):
            after: dict[tuple[int, int], int] = {}
            for (placed, evens), weight in ways.items():
                left = self.count - placed
                for here in range(left + 1) if face > 1 else (left,):
                    new = min(here, max(0, self.keep - placed)) if face in EVEN else 0
                    key = (placed + here, evens + new)
                    after[key] = after.get(key, 0) + weight * comb(left, here)
            ways = after
        return law((Evens(evens, evens), weight) for (_, evens), weight in ways.items())


@dataclass(frozen=True, slots=True)
class KeepBest:
    """A pool of which the best ``keep`` dice are kept, even ones first."""

    count: int
    keep: int

    def needs(self, faces: Faces) -> Need | None:
        """All the dice at once."""
        return Count(self.count, d(6), EVEN).needs(faces)

    def tally(self, faces: Faces) -> Evens:
        """Evens among all, and as many of them as may be kept."""
        return self._keep(sum(face in EVEN for face in faces))

    def law(self) -> Law[Evens]:
        """Binomial."""
        return Count(self.count, d(6), EVEN).law().map(self._keep)

    def _keep(self, evens: int) -> Evens:
        return Evens(evens, min(evens, self.keep))


@dataclass(frozen=True, slots=True)
class Kept:
    """One side's roll, as both kinds of test begin."""

    rolled: int
    kept: int
    trained: bool
    evens_rolled: int
    evens: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judged test."""

    rolled: int
    kept: int
    trained: bool
    evens_rolled: int
    evens: int
    degree: str
    success: bool
    critical: None
    margin: None
    capped: bool


def pool_of(request: Request, readings: Readings) -> tuple[int, int]:
    """How many dice are rolled and how many kept."""
    if request.skill == 0:  # R004-19, R004-20, A004-7
        dice = max(0, request.characteristic + request.environment)
        return dice, dice
    skilled = max(0, request.skill + request.environment)  # R004-14
    rolled = request.characteristic + skilled + request.helpers  # R004-3, R004-17
    kept = skilled if readings.environment_dice == "skill" else request.skill  # R004-4, A004-3
    if readings.helper_dice == "kept":  # A004-5
        kept += request.helpers
    return rolled, kept


def side(request: Request, readings: Readings) -> Rule[Kept]:
    """Roll, keep, count the even dice (R004-3 to R004-6)."""
    rolled, kept = pool_of(request, readings)
    plan: Plan[Evens] = KeepBest(rolled, kept) if readings.keep == "best" else KeepHighest(rolled, kept)
    return ask(plan, lambda evens: Kept(rolled, kept, request.skill > 0, evens.rolled, evens.kept))


def degree_of(evens: int, readings: Readings) -> str:
    """R004-7 to R004-11: the degree that this many evens reach."""
    reached = sum(evens >= needed for needed in THRESHOLDS[readings.between])
    return _DEGREE_KEYS[reached - 1]


def rank_of(degree: str) -> int:
    """The degree's place, failure first."""
    return _DEGREE_KEYS.index(degree)


def resolve(request: Request, readings: Readings) -> Rule[Verdict]:
    """A test against a required degree (R004-12)."""

    def judge(dice: Kept) -> Verdict:
        degree = degree_of(dice.evens, readings)
        capped = not dice.trained and rank_of(degree) > rank_of(UNTRAINED_CAP)  # R004-21
        if capped:
            degree = UNTRAINED_CAP
        return Verdict(
            rolled=dice.rolled,
            kept=dice.kept,
            trained=dice.trained,
            evens_rolled=dice.evens_rolled,
            evens=dice.evens,
            degree=degree,
            success=rank_of(degree) >= rank_of(request.difficulty),
            critical=None,
            margin=None,
            capped=capped,
        )

    return after(side(request, readings), judge)


# ---------------------------------------------------------------------------------------------------------- words


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
    rule = _DEGREE_RULES[reached]
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
    figure=Figure(N_("Pairs"), lambda verdict: verdict.evens),
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

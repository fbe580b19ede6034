"""Eco-Я: roll skill plus characteristic in d6, keep as many as the skill, count the even ones
(rules R004-1 to R004-21).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb
from typing import Literal, NamedTuple, TypeAlias

from pyroll.dice import Count, Faces, Need, Plan, d
from pyroll.form import choice, number
from pyroll.i18n import N_
from pyroll.law import Law, law
from pyroll.play import Rule, after, ask

__all__ = [
    "DEGREE_NAMES",
    "DEGREE_RULES",
    "EVEN",
    "Degree",
    "Kept",
    "Readings",
    "Request",
    "Verdict",
    "degree_of",
    "resolve",
    "side",
]

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
DEGREE_KEYS = tuple(DEGREE_NAMES)
DEGREE_RULES = {
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
    helpers: int = number(N_("Participants"), 0, 10, default=0, hint=N_("+1 dé chacun, s’ils maîtrisent."))
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
        hint=N_("Les dés retenus quand on en lance plus qu’on n’en garde."),
    )
    environment_dice: Literal["skill", "rolled_only"] = choice(
        N_("Environnement"),
        {
            "skill": N_("change les dés lancés et gardés"),
            "rolled_only": N_("change les dés lancés seulement"),
        },
        default="skill",
        hint=N_("Ce que l’environnement ajoute ou retire."),
    )
    helper_dice: Literal["rolled_only", "kept"] = choice(
        N_("Dés des participants"),
        {"rolled_only": N_("lancés seulement"), "kept": N_("lancés et gardés")},
        default="rolled_only",
        hint=N_("Ce qu’apporte chaque participant."),
    )
    between: Literal["at_least", "round_up"] = choice(
        N_("2, 4 ou 6 pairs"),
        {"at_least": N_("le degré atteint"), "round_up": N_("le degré au-dessus")},
        default="at_least",
        hint=N_("Le degré d’un nombre de pairs entre deux paliers."),
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
    return DEGREE_KEYS[reached - 1]


def rank_of(degree: str) -> int:
    """The degree's place, failure first."""
    return DEGREE_KEYS.index(degree)


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

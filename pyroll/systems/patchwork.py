"""Patchwork: one open-ended d10 plus a Base, against a difficulty or against somebody (rules R000-1 to R000-53).

What belongs here: every rule of Patchwork and its words. Nothing here throws dice or knows the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from pyroll.dice import Chain, One, OpenEnded, d
from pyroll.form import Only, Problem, Rung, choice, number
from pyroll.i18n import N_, plural
from pyroll.play import Rule, after, ask

__all__ = [
    "LADDER",
    "POINT",
    "RANKS",
    "Readings",
    "Request",
    "Score",
    "Verdict",
    "base_of",
    "bonus_of",
    "check",
    "rank",
    "resolve",
    "side",
]

POINT = 2  # R000-49: what one action point adds
UNTRAINED = -5  # R000-28
SPECIALITY = 2  # R000-27
CRITICALS: Mapping[int, Literal["success", "failure"]] = {1: "failure", 10: "success"}  # R000-39, R000-43
LADDER = (  # R000-17 to R000-24, as printed (A000-10)
    Rung(10, N_("Simple")),
    Rung(15, N_("Assez simple")),
    Rung(20, N_("Difficile")),
    Rung(25, N_("Assez difficile")),
    Rung(30, N_("Très difficile")),
    Rung(35, N_("Presque impossible")),
    Rung(40, N_("Impossible")),
    Rung(45, N_("Totalement impossible")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is rolled: one side's values."""

    characteristic: int = number(N_("Caractéristique"), 0, 30, default=5)
    skill: int = number(
        N_("Compétence"),
        0,
        30,
        default=0,
        only=Only("proficiency", ("trained", "speciality", "off_speciality")),
    )
    proficiency: Literal["trained", "speciality", "off_speciality", "untrained", "characteristic"] = choice(
        N_("Maîtrise"),
        {
            "trained": N_("Formé"),
            "speciality": N_("Spécialité"),
            "off_speciality": N_("Hors spécialité"),
            "untrained": N_("Sans compétence"),
            "characteristic": N_("Caractéristique seule"),
        },
        default="trained",
    )
    general_skill: int = number(N_("Compétence générale"), 0, 30, default=0, only=Only("proficiency", ("untrained",)))
    modifier: int = number(N_("Modificateur"), -50, 50, default=0)
    action_points: int = number(N_("Points d’action"), 0, 5, default=0, hint=N_("+2 chacun, 5 au plus."))
    action_points_available: int | None = number(
        N_("Points d’action en réserve"), 0, 99, default=None, rare=True, hint=N_("Vide : non suivis.")
    )
    difficulty: int = number(N_("Difficulté"), 0, 99, default=20, ladder=LADDER, solo=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """Where the text leaves a choice to the table."""

    critical: Literal["score", "automatic", "automatic_failure"] = choice(
        N_("Critiques"),
        {
            "score": N_("le score seul décide"),
            "automatic": N_("un critique réussit ou échoue d’office"),
            "automatic_failure": N_("un échec critique échoue d’office"),
        },
        default="score",
        hint=N_("Ce que vaut un 10 ou un 1 au premier dé, en plus du score."),
    )
    characteristic_roll: Literal["plain", "double", "under"] = choice(
        N_("Jet de caractéristique"),
        {
            "plain": N_("1d10 + caractéristique"),
            "double": N_("1d10 + deux fois la caractéristique"),
            "under": N_("1d10 sous la caractéristique"),
        },
        default="plain",
        hint=N_("Le calcul d’un jet de caractéristique seule, que la source ne donne pas."),
    )


@dataclass(frozen=True, slots=True)
class Score:
    """One side's roll: what both kinds of roll begin with (R000-3)."""

    base: int
    die_total: int
    score: int
    critical: Literal["success", "failure"] | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judged difficulty roll."""

    base: int
    die_total: int
    score: int
    margin: int
    success: bool
    critical: Literal["success", "failure"] | None
    action_points_left: int | None


def base_of(request: Request, readings: Readings) -> int:
    """R000-5, R000-25 to R000-29: governing characteristic and skill, or what stands in for the skill."""
    match request.proficiency:
        case "trained":
            return request.characteristic + request.skill
        case "speciality":
            return request.characteristic + request.skill + SPECIALITY
        case "off_speciality":
            return request.characteristic + request.skill - SPECIALITY
        case "untrained":
            return request.characteristic + UNTRAINED + request.general_skill
        case "characteristic":  # A000-12; "under" counts as plain wherever a score is needed
            return request.characteristic * (2 if readings.characteristic_roll == "double" else 1)


def bonus_of(request: Request) -> int:
    """R000-30, R000-49: the GM's modifier and the action points spent."""
    return request.modifier + POINT * request.action_points


def points_left(request: Request) -> int | None:
    """R000-51: what remains of the action points, None when they are not tracked."""
    available = request.action_points_available
    return None if available is None else available - request.action_points


def side(request: Request, readings: Readings, target: int | None = None) -> Rule[Score]:
    """R000-3: open-ended d10 + Base. ``target``: the score that matters, if there is one."""
    base = base_of(request, readings)
    flat = base + bonus_of(request)

    def score(die: Chain) -> Score:
        return Score(base, die.total, flat + die.total, CRITICALS.get(die.first))

    return ask(OpenEnded(10, abs((target or 0) - flat)), score)  # R000-38 to R000-46


def resolve(request: Request, readings: Readings) -> Rule[Verdict]:
    """A difficulty roll (R000-2)."""
    if request.proficiency == "characteristic" and readings.characteristic_roll == "under":
        return _resolve_under(request)
    left = points_left(request)

    def judge(scored: Score) -> Verdict:
        margin = scored.score - request.difficulty
        success = margin >= 0  # R000-13, R000-14
        if scored.critical == "failure" and readings.critical != "score":  # A000-1
            success = False
        if scored.critical == "success" and readings.critical == "automatic":  # A000-2
            success = True
        return Verdict(scored.base, scored.die_total, scored.score, margin, success, scored.critical, left)

    return after(side(request, readings, request.difficulty), judge)


def _resolve_under(request: Request) -> Rule[Verdict]:
    """A000-12, the literal reading: one d10 under the characteristic, nothing thrown again."""
    value = request.characteristic
    target = value + bonus_of(request)
    left = points_left(request)
    return ask(One(d(10)), lambda die: Verdict(value, die, die, target - die, die <= target, None, left))


RANKS: Mapping[str, Mapping[str | None, int]] = {
    "score": {"success": 0, None: 0, "failure": 0},
    "automatic": {"success": 1, None: 0, "failure": -1},
    "automatic_failure": {"success": 0, None: 0, "failure": -1},
}


def rank(scored: Score, readings: Readings) -> tuple[int, int]:
    """R000-11, R000-12: the higher score wins; a reading may rank criticals first."""
    return RANKS[readings.critical][scored.critical], scored.score


def check(request: Request, readings: Readings, opposed: bool) -> Iterable[Problem]:
    """A000-6: nobody spends more action points than there are."""
    available = request.action_points_available
    if available is not None and request.action_points > available:
        yield Problem(
            "over_stock",
            "action_points",
            plural(
                "{n} point d’action demandé, {available} en réserve.",
                "{n} points d’action demandés, {available} en réserve.",
                request.action_points,
                available=available,
            ),
        )

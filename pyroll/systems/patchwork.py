"""Patchwork: one open-ended d10 plus a Base, against a difficulty or against somebody (rules R000-1 to R000-53).

What belongs here: every rule of Patchwork and its words. Nothing here throws dice or knows the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from pyroll.dice import Chain, One, OpenEnded, d
from pyroll.form import Only, Problem, Rung, choice, number
from pyroll.i18n import N_, Param, Signed, Step, Text, plural, text
from pyroll.play import Rule, Throw, after, ask
from pyroll.system import (
    Duel,
    Explanation,
    Figure,
    Kind,
    Lever,
    Manner,
    SheetPlan,
    Shown,
    Side,
    Stock,
    System,
    as_json,
)
from pyroll.systems.examples import PILOT

__all__ = ["PATCHWORK", "Readings", "Request", "Score", "Verdict"]

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
    )
    characteristic_roll: Literal["plain", "double", "under"] = choice(
        N_("Jet de caractéristique"),
        {
            "plain": N_("1d10 + caractéristique"),
            "double": N_("1d10 + deux fois la caractéristique"),
            "under": N_("1d10 sous la caractéristique"),
        },
        default="plain",
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


_RANKS: Mapping[str, Mapping[str | None, int]] = {
    "score": {"success": 0, None: 0, "failure": 0},
    "automatic": {"success": 1, None: 0, "failure": -1},
    "automatic_failure": {"success": 0, None: 0, "failure": -1},
}


def rank(scored: Score, readings: Readings) -> tuple[int, int]:
    """R000-11, R000-12: the higher score wins; a reading may rank criticals first."""
    return _RANKS[readings.critical][scored.critical], scored.score


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


# ---------------------------------------------------------------------------------------------------------- words


def _base_step(request: Request, readings: Readings) -> Step:
    base = base_of(request, readings)
    figures: dict[str, Param] = {
        "base": base,
        "characteristic": request.characteristic,
        "skill": request.skill,
        "general": request.general_skill,
    }
    match request.proficiency:
        case "trained":
            return Step("R000-5", text("Base {base} = {characteristic} + {skill}", **figures))
        case "speciality":
            return Step("R000-27", text("Base {base} = {characteristic} + {skill} + 2 (spécialité)", **figures))
        case "off_speciality":
            return Step("R000-27", text("Base {base} = {characteristic} + {skill} − 2 (hors spécialité)", **figures))
        case "untrained" if request.general_skill:
            return Step(
                "R000-29",
                text("Base {base} = {characteristic} − 5 + {general} (compétence générale)", **figures),
            )
        case "untrained":
            return Step("R000-28", text("Base {base} = {characteristic} − 5 (sans compétence)", **figures))
        case "characteristic" if readings.characteristic_roll == "double":
            return Step("A000-12", text("Base {base} = 2 × {characteristic}", **figures))
        case "characteristic":
            return Step("A000-12", text("Base {base} = caractéristique seule", **figures))


def _chain_text(faces: tuple[int, ...], total: int) -> Text:
    sign = " − " if faces[0] == 1 else " + "
    return text("{chain} = {total}", chain=sign.join(map(str, faces)), total=total)


def _score_steps(request: Request, readings: Readings, scored: Score | Verdict, faces: tuple[int, ...]) -> list[Step]:
    steps = [_base_step(request, readings)]
    match scored.critical:
        case "success":
            steps.append(
                Step(
                    "R000-43",
                    text("10 au dé, réussite critique : {sum}", sum=_chain_text(faces, scored.die_total)),
                )
            )
        case "failure":
            steps.append(
                Step(
                    "R000-39",
                    text("1 au dé, échec critique : {sum}", sum=_chain_text(faces, scored.die_total)),
                )
            )
        case None:
            steps.append(Step("R000-3", text("Dé : {face}", face=faces[0])))
    steps += _bonus_steps(request)
    steps.append(
        Step(
            "R000-3",
            text(
                "Score {score} = Base {base} + dé {die} + {bonus}"
                if bonus_of(request) >= 0
                else "Score {score} = Base {base} + dé {die} − {bonus}",
                score=scored.score,
                base=scored.base,
                die=scored.die_total,
                bonus=abs(bonus_of(request)),
            )
            if bonus_of(request)
            else text(
                "Score {score} = Base {base} + dé {die}",
                score=scored.score,
                base=scored.base,
                die=scored.die_total,
            ),
        )
    )
    return steps


def _bonus_steps(request: Request) -> list[Step]:
    steps = []
    if request.modifier:
        steps.append(Step("R000-30", text("Modificateur du meneur : {n}", n=Signed(request.modifier))))
    if request.action_points:
        steps.append(
            Step(
                "R000-49",
                text(
                    "Points d’action : {points} × 2 = {bonus}",
                    points=request.action_points,
                    bonus=Signed(POINT * request.action_points),
                ),
            )
        )
    return steps


def _shown(faces: tuple[int, ...]) -> tuple[Shown, ...]:
    join = "−" if faces[0] == 1 else "+"
    return tuple(
        Shown(face, "d10", "hit", text("Dé : {face}", face=face), join=join if index else "")
        for index, face in enumerate(faces)
    )


def _kind_and_word(success: bool, critical: str | None) -> tuple[Kind, str]:
    if success:
        return ("crit", N_("Réussite critique")) if critical == "success" else ("ok", N_("Réussite"))
    return ("fumble", N_("Échec critique")) if critical == "failure" else ("ko", N_("Échec"))


def _critical_step(verdict: Verdict) -> list[Step]:
    """Says it when the critical and the success do not go together, or when a reading overruled the score."""
    by_score = verdict.margin >= 0
    if verdict.success != by_score:
        rule = "A000-2" if verdict.success else "A000-1"
        words = (
            text("Lecture de la table : une réussite critique réussit d’office")
            if verdict.success
            else text("Lecture de la table : un échec critique échoue d’office")
        )
        return [Step(rule, words)]
    if verdict.critical == "failure" and verdict.success:
        return [Step("A000-1", text("Échec critique au dé, mais le score décide : réussite"))]
    if verdict.critical == "success" and not verdict.success:
        return [Step("A000-2", text("Réussite critique au dé, mais le score décide : échec"))]
    return []


def explain(request: Request, readings: Readings, verdict: Verdict, throws: tuple[Throw, ...]) -> Explanation:
    """A judged difficulty roll in words."""
    faces = throws[0].faces
    if request.proficiency == "characteristic" and readings.characteristic_roll == "under":
        return _explain_under(request, verdict, faces)
    kind, word = _kind_and_word(verdict.success, verdict.critical)
    figures: dict[str, Param] = {
        "score": verdict.score,
        "difficulty": request.difficulty,
        "margin": verdict.margin,
        "missing": -verdict.margin,
    }
    steps = _score_steps(request, readings, verdict, faces)
    if verdict.margin >= 0:
        steps.append(Step("R000-13", text("{score} ≥ {difficulty} : marge {margin}", **figures)))
    else:
        steps.append(Step("R000-14", text("{score} < {difficulty} : il manque {missing}", **figures)))
    steps += _critical_step(verdict)
    sentence = text(
        "{word} : score de {score} contre une difficulté de {difficulty}, marge de {margin}.",
        word=text(word),
        **figures,
    )
    return Explanation(
        kind,
        text(word),
        (
            (N_("Marge"), Signed(verdict.margin)),
            (N_("Score"), verdict.score),
            (N_("Difficulté"), request.difficulty),
        ),
        tuple(steps),
        sentence,
        _shown(faces),
    )


def _explain_under(request: Request, verdict: Verdict, faces: tuple[int, ...]) -> Explanation:
    kind, word = _kind_and_word(verdict.success, None)
    target = verdict.margin + verdict.die_total
    figures: dict[str, Param] = {"die": verdict.die_total, "target": target, "margin": verdict.margin}
    steps = [
        Step(
            "A000-12",
            text("Jet sous la caractéristique : {value}", value=request.characteristic),
        ),
        *_bonus_steps(request),
        Step(
            "A000-12",
            text("{die} ≤ {target} : marge {margin}", **figures)
            if verdict.success
            else text("{die} > {target} : marge {margin}", **figures),
        ),
    ]
    return Explanation(
        kind,
        text(word),
        (
            (N_("Marge"), Signed(verdict.margin)),
            (N_("Dé"), verdict.die_total),
            (N_("Seuil"), target),
        ),
        tuple(steps),
        text("{word} : {die} au dé sous {target}, marge de {margin}.", word=text(word), **figures),
        _shown(faces),
    )


def explain_side(request: Request, readings: Readings, scored: Score, throws: tuple[Throw, ...]) -> Side:
    """One side of an opposition in words."""
    faces = throws[0].faces
    return Side(
        text("score {score}", score=scored.score),
        tuple(_score_steps(request, readings, scored, faces)),
        _shown(faces),
    )


def duel_step(actor: Score, opponent: Score, result: Duel, readings: Readings) -> Step:
    """The comparison of the two scores."""
    figures: dict[str, Param] = {"actor": actor.score, "opponent": opponent.score}
    if _RANKS[readings.critical][actor.critical] != _RANKS[readings.critical][opponent.critical]:
        return Step("A000-1", text("{actor} contre {opponent}, mais les critiques passent d’abord", **figures))
    if result.margin == 0:
        return Step("R000-11", text("{actor} = {opponent} : l’égalité va à l’actif", **figures))
    if result.winner == "actor":
        return Step("R000-11", text("{actor} > {opponent} : l’actif l’emporte", **figures))
    return Step("R000-12", text("{actor} < {opponent} : le réactif l’emporte", **figures))


def _one_point_more(request: Request, readings: Readings) -> Request | None:
    most = 5 if request.action_points_available is None else min(5, request.action_points_available)
    points = request.action_points + 1
    return replace(request, action_points=points) if points <= most else None


def _one_step_easier(request: Request, readings: Readings) -> Request | None:
    lower = [rung.value for rung in LADDER if rung.value < request.difficulty]
    return replace(request, difficulty=lower[-1]) if lower else None


PATCHWORK = System(
    key="patchwork",
    title=N_("Patchwork"),
    about=N_("d10 ouvert"),
    request=Request,
    readings=Readings,
    resolve=resolve,
    side=side,
    rank=rank,
    tie=lambda readings: "actor",  # R000-11
    ties=False,
    outcome=lambda verdict, throws: as_json(verdict),
    side_outcome=lambda scored: as_json(scored, "score", "critical"),
    explain=explain,
    explain_side=explain_side,
    duel_step=duel_step,
    check=check,
    figure=Figure(N_("Marge"), lambda verdict: verdict.margin),
    ladder="difficulty",
    levers=(
        Lever(N_("un point d’action de plus"), _one_point_more),
        Lever(N_("une difficulté plus basse d’un rang"), _one_step_easier),
    ),
    spend="action_points",
    sheet=SheetPlan(
        manners=(
            Manner(  # R000-27
                key="speciality",
                label=N_("Spécialité"),
                of="speciality",
                characteristic="characteristic",
                skill="skill",
                sets={"proficiency": "speciality"},
            ),
            Manner(  # R000-25
                key="trained", label=N_("Formé"), of="skill", characteristic="characteristic", skill="skill"
            ),
            Manner(  # R000-27
                key="off_speciality",
                label=N_("Hors spécialité"),
                of="speciality",
                characteristic="characteristic",
                skill="skill",
                sets={"proficiency": "off_speciality"},
            ),
            Manner(  # R000-29: the skill stands as the General one of a skill that is missing
                key="general",
                label=N_("Compétence générale"),
                of="skill",
                characteristic="characteristic",
                skill="general_skill",
                sets={"proficiency": "untrained"},
            ),
            Manner(  # A000-12
                key="characteristic",
                label=N_("Caractéristique seule"),
                of="characteristic",
                characteristic="characteristic",
                sets={"proficiency": "characteristic"},
            ),
            Manner(  # R000-28
                key="untrained",
                label=N_("Sans compétence"),
                of="characteristic",
                characteristic="characteristic",
                sets={"proficiency": "untrained"},
            ),
        ),
        stocks=(
            Stock(  # R000-51, R000-52
                "action_points", N_("Points d’action"), 3, spent="action_points", available="action_points_available"
            ),
        ),
        example=PILOT,
    ),
)

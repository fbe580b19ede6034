"""Patchwork in words: the explanation of a judged test, and the system's record."""

from __future__ import annotations

from dataclasses import replace

from pyroll.i18n import N_, Param, Signed, Step, Text, text
from pyroll.play import Throw
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
from pyroll.systems.patchwork import (
    LADDER,
    POINT,
    RANKS,
    Readings,
    Request,
    Score,
    Verdict,
    base_of,
    bonus_of,
    check,
    rank,
    resolve,
    side,
)

__all__ = ["PATCHWORK"]


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


def unjudged(request: Request, readings: Readings, scored: Verdict | Score, throws: tuple[Throw, ...]) -> Side:
    """The score; of a roll under the characteristic, the die."""
    faces = throws[0].faces
    under = request.proficiency == "characteristic" and readings.characteristic_roll == "under"
    if under and isinstance(scored, Verdict):
        return Side(text("{die} au dé", die=scored.die_total), (), _shown(faces))
    return Side(text("score {score}", score=scored.score), (), _shown(faces))


def duel_step(actor: Score, opponent: Score, result: Duel, readings: Readings) -> Step:
    """The comparison of the two scores."""
    figures: dict[str, Param] = {"actor": actor.score, "opponent": opponent.score}
    if RANKS[readings.critical][actor.critical] != RANKS[readings.critical][opponent.critical]:
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
    unjudged=unjudged,
    check=check,
    figure=Figure(N_("Marge"), lambda verdict: verdict.margin, signed=True),
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

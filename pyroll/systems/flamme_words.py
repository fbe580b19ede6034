"""Dés de Flamme in words: the explanation of a judged test, from its steps, and the system's record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pyroll.dice import Faces
from pyroll.i18n import N_, Param, Signed, plural, text
from pyroll.play import Throw
from pyroll.system import (
    Explanation,
    Figure,
    Grouping,
    Kind,
    Lever,
    Manner,
    SheetPlan,
    Shown,
    Side,
    State,
    System,
    as_json,
)
from pyroll.systems.examples import INSPIRED
from pyroll.systems.flames import SUCCESSES, FlamePool, successes_of
from pyroll.systems.flamme import (
    LADDER,
    MOST,
    Readings,
    Request,
    Rolled,
    Verdict,
    check,
    check_throws,
    flame_dice_of,
    plan_of,
    resolve,
    side,
)
from pyroll.systems.flamme_choices import choices, decided, undecided
from pyroll.systems.flamme_steps import duel_step, judged_steps, roll_steps, successes_said

__all__ = ["FLAMME"]


def _kind_and_word(verdict: Verdict) -> tuple[Kind, str]:
    match verdict.critical:
        case "success":
            return "crit", N_("Réussite critique")
        case "failure":
            return "fumble", N_("Échec critique")
        case None:
            return ("ok", N_("Réussite")) if verdict.success else ("ko", N_("Échec"))


_STATES: tuple[State, ...] = ("miss", "hit", "double")  # by successes


def _die(face: int, was: int, *, flame: bool, dark: bool) -> Shown:
    marks = SUCCESSES[face]
    state = _STATES[marks]
    figures: dict[str, Param] = {"face": face, "was": was, "successes": successes_said(marks)}
    if not flame:
        return Shown(face, "d6", state, text("Dé : {face}, {successes}", **figures), marks)
    title = (
        text("Dé de Flamme : {face}, {successes}", **figures)
        if face == was
        else text("Dé de Flamme : {face} (tiré {was}), {successes}", **figures)
    )
    return Shown(face, "black" if dark else "flame", state, title, marks, None if face == was else was)


def _shown(request: Request, readings: Readings, faces: Faces) -> tuple[Shown, ...]:
    plan = plan_of(request, readings)
    return tuple(
        _die(face, was, flame=place < plan.flames, dark=request.flame < 0)
        for place, (face, was) in enumerate(zip(plan.final(faces), faces, strict=True))
    )


def explain(request: Request, readings: Readings, verdict: Verdict, throws: tuple[Throw, ...]) -> Explanation:
    """A judged test in words."""
    faces = throws[0].faces
    kind, word = _kind_and_word(verdict)
    figures: dict[str, Param] = {
        "word": text(word),
        "successes": successes_said(verdict.successes),
        "difficulty": verdict.difficulty,
        "margin": verdict.margin,
    }
    return Explanation(
        kind,
        text(word),
        (
            (N_("Marge"), Signed(verdict.margin)),
            (N_("Réussites"), verdict.successes),
            (N_("Difficulté"), verdict.difficulty),
        ),
        judged_steps(request, readings, verdict, faces),
        text("{word} : {successes} pour une difficulté de {difficulty}, marge de {margin}.", **figures),
        _shown(request, readings, faces),
    )


def explain_side(request: Request, readings: Readings, rolled: Rolled, throws: tuple[Throw, ...]) -> Side:
    """One side of an opposition in words."""
    faces = throws[0].faces
    return Side(
        successes_said(rolled.successes),
        roll_steps(request, readings, rolled, faces),
        _shown(request, readings, faces),
    )


def unjudged(request: Request, readings: Readings, rolled: Rolled | Verdict, throws: tuple[Throw, ...]) -> Side:
    """The successes, which no difficulty changes."""
    return Side(successes_said(rolled.successes), (), _shown(request, readings, throws[0].faces))


def outcome(verdict: Verdict, throws: tuple[Throw, ...]) -> Mapping[str, object]:
    """The verdict, and what only the faces show."""
    plan: FlamePool
    plan, faces = throws[0].plan, throws[0].faces  # type: ignore[assignment]
    moves = plan.move(faces)
    own = as_json(verdict)
    own["raises_left"] = plan.stocks.raises - sum(moves.raises)
    own["lowers_left"] = plan.stocks.lowers - sum(moves.lowers)
    own["natural_successes"] = successes_of(faces)
    own["final_faces"] = list(plan.final(faces))
    return own


def _with(request: Request, **more: int) -> Request | None:
    """The request with more of what ``+xD+yDF+z`` counts, within its bounds."""
    modifiers = request.modifiers._replace(
        **{name: getattr(request.modifiers, name) + count for name, count in more.items()}
    )
    within = all(abs(part) <= most for part, most in zip(modifiers, MOST, strict=True))
    return replace(request, modifiers=modifiers) if within else None


def _one_raise_more(request: Request, readings: Readings) -> Request | None:
    return _with(request, points=1) if flame_dice_of(request) else None


def _one_step_easier(request: Request, readings: Readings) -> Request | None:
    return replace(request, difficulty=request.difficulty - 1) if request.difficulty > LADDER[0].value else None


FLAMME = System(
    key="flamme",
    title=N_("Dés de Flamme"),
    about=N_("réserve de d6, augmentations et diminutions"),
    request=Request,
    readings=Readings,
    resolve=resolve,
    side=side,
    rank=lambda rolled, readings: (rolled.successes,),  # R003-19
    tie=lambda readings: None if readings.tie == "none" else readings.tie,  # A003-7
    undecided=undecided,
    outcome=outcome,
    side_outcome=lambda rolled: as_json(rolled, "successes"),
    explain=explain,
    explain_side=explain_side,
    duel_step=duel_step,
    unjudged=unjudged,
    check=check,
    check_throws=check_throws,
    decided=decided,
    choices=choices,
    figure=Figure(
        N_("Réussites"),
        lambda verdict: verdict.successes,
        so_far=lambda count: plural("{n} réussite pour l’instant", "{n} réussites pour l’instant", count),
    ),
    ladder="difficulty",
    monotone=True,
    levers=(
        Lever(N_("une augmentation de plus"), _one_raise_more),
        Lever(N_("un dé de plus"), lambda request, readings: _with(request, dice=1)),
        Lever(N_("une difficulté plus basse de 1"), _one_step_easier),
    ),
    sheet=SheetPlan(
        manners=(
            Manner(  # R003-32
                key="speciality",
                label=N_("Spécialité"),
                of="speciality",
                characteristic="characteristic",
                skill="skill",
                sets={"speciality": True},
            ),
            Manner(key="skill", label=N_("Compétence"), of="skill", characteristic="characteristic", skill="skill"),
            Manner(
                key="characteristic",
                label=N_("Caractéristique seule"),
                of="characteristic",
                characteristic="characteristic",
            ),
        ),
        constants=("flame",),
        grouping=Grouping(N_("Aspect"), ("aspect", "dark_aspect")),  # R003-29: the aspect of the characteristic
        example=INSPIRED,
    ),
)

"""Dés de Flamme in words: the explanation of a judged test, and the system's record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pyroll.dice import Faces
from pyroll.i18n import N_, Param, Signed, Step, Text, plural, text
from pyroll.play import Throw
from pyroll.system import (
    Duel,
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
from pyroll.systems.flames import SUCCESSES, FlamePool, Moved, successes_of
from pyroll.systems.flamme import (
    LADDER,
    MOST,
    Readings,
    Request,
    Rolled,
    Verdict,
    check,
    check_throws,
    complexity_of,
    flame_dice_of,
    plan_of,
    resolve,
    side,
    size_of,
    stocks_of,
)
from pyroll.systems.flamme_choices import choices, decided, undecided

__all__ = ["FLAMME"]


def _successes(n: int) -> Text:
    return plural("{n} réussite", "{n} réussites", n)


def _pool_steps(request: Request, pool: int) -> list[Step]:
    figures: dict[str, Param] = {
        "pool": pool,
        "characteristic": request.characteristic,
        "skill": request.skill,
        "more": abs(request.modifiers.dice),
    }
    match request.modifiers.dice:
        case 0:
            return [Step("R003-1", text("Potentiel {pool} = {characteristic} + {skill}", **figures))]
        case more if more > 0:
            return [Step("R003-36", text("Potentiel {pool} = {characteristic} + {skill} + {more}", **figures))]
        case _ if pool == 0:
            return [
                Step(
                    "R003-36",
                    text("Potentiel 0 : {characteristic} + {skill} − {more}, ramené à 0", **figures),
                )
            ]
        case _:
            return [Step("R003-36", text("Potentiel {pool} = {characteristic} + {skill} − {more}", **figures))]


def _flame_steps(request: Request, readings: Readings, pool: int) -> list[Step]:
    """How many flame dice, and what can move them."""
    flames = flame_dice_of(request)
    wanted = abs(request.flame) + request.eclat_dice + request.modifiers.flames
    if wanted <= 0:
        return []
    dark = request.flame < 0
    step = Step(
        "R003-23" if dark else "R003-22",
        plural("{n} dé de Flamme noire parmi eux", "{n} dés de Flamme noire parmi eux", flames)
        if dark
        else plural("{n} dé de Flamme parmi eux", "{n} dés de Flamme parmi eux", flames),
    )
    steps = [step]
    if wanted > pool:
        steps.append(
            Step(
                "R003-37",
                plural("{n} dé de Flamme de trop, perdu", "{n} dés de Flamme de trop, perdus", wanted - pool),
            )
        )
    stocks = stocks_of(request, readings)
    if stocks.raises:
        rule = "R003-30" if dark else "R003-29"
        steps.append(Step(rule, plural("{n} augmentation à placer", "{n} augmentations à placer", stocks.raises)))
    if stocks.lowers:
        steps.append(
            Step(
                "R003-28",
                plural("{n} diminution pour le meneur", "{n} diminutions pour le meneur", stocks.lowers),
            )
        )
    return steps


def _changes(before: Faces, after: Faces) -> Text:
    """ "3 → 4, 5 → 6"."""
    changed = [f"{old} → {new}" for old, new in zip(before, after, strict=True) if old != new]
    return text("{changes}", changes=", ".join(changed))


def _move_steps(request: Request, readings: Readings, faces: Faces) -> list[Step]:
    """What was thrown and how the flame dice moved, in the order in which they did."""
    plan = plan_of(request, readings)
    moves = plan.move(faces)
    others = successes_of(faces[plan.flames :])
    steps = [Step("R003-6", text("Dés tirés : {successes}", successes=_successes(successes_of(faces))))]
    raised = _raise_step(moves, others, lower_first=plan.lower_first)
    lowered = _lower_step(moves, others, lower_first=plan.lower_first)
    turns = (lowered, raised) if plan.lower_first else (raised, lowered)
    return [*steps, *(step for step in turns if step)]


def _raise_step(moves: Moved, others: int, *, lower_first: bool) -> Step | None:
    after = moves.faces if lower_first else moves.lowered_from
    if after == moves.raised_from:
        return None
    return Step(
        "R003-26",
        plural(
            "{n} augmentation, {changes} : {successes}",
            "{n} augmentations, {changes} : {successes}",
            sum(moves.raises),
            changes=_changes(moves.raised_from, after),
            successes=_successes(successes_of(after) + others),
        ),
    )


def _lower_step(moves: Moved, others: int, *, lower_first: bool) -> Step | None:
    after = moves.raised_from if lower_first else moves.faces
    if after == moves.lowered_from:
        return None
    return Step(
        "R003-28",
        plural(
            "{n} diminution, {changes} : {successes}",
            "{n} diminutions, {changes} : {successes}",
            sum(moves.lowers),
            changes=_changes(moves.lowered_from, after),
            successes=_successes(successes_of(after) + others),
        ),
    )


def _roll_steps(request: Request, readings: Readings, rolled: Rolled | Verdict, faces: Faces) -> list[Step]:
    return [
        *_pool_steps(request, rolled.pool),
        *_flame_steps(request, readings, rolled.pool),
        *_move_steps(request, readings, faces),
    ]


def _difficulty_steps(request: Request, verdict: Verdict) -> list[Step]:
    steps = []
    complexity = complexity_of(request)
    if complexity:
        rule = "R003-51" if complexity > 0 else "R003-50"
        steps.append(Step(rule, text("Complexité de l’objet : difficulté {n}", n=Signed(complexity))))
    if size_of(request):
        figures: dict[str, Param] = {
            "n": Signed(size_of(request)),
            "size": request.size,
            "target": request.target_size,
        }
        steps.append(Step("R003-43", text("Écart de taille {size} − ({target}) : difficulté {n}", **figures)))
    if steps:
        steps.append(
            Step(
                "R003-43" if size_of(request) else steps[-1].rule,
                text(
                    "Difficulté {difficulty} au lieu de {base}",
                    difficulty=verdict.difficulty,
                    base=request.difficulty,
                ),
            )
        )
    return steps


def _margin_steps(request: Request, readings: Readings, verdict: Verdict) -> list[Step]:
    raw = verdict.successes - verdict.difficulty
    figures: dict[str, Param] = {
        "successes": verdict.successes,
        "difficulty": verdict.difficulty,
        "margin": raw,
    }
    if raw < 0:
        return [Step("R003-9", text("{successes} < {difficulty} : échec, marge {margin}", **figures))]
    return [Step("R003-8", text("{successes} ≥ {difficulty} : réussite, marge {margin}", **figures))]


def _fumble_steps(readings: Readings, verdict: Verdict) -> list[Step]:
    """Why it is a fumble, or why so many ones are not."""
    raw = verdict.successes - verdict.difficulty
    ones = plural("{n} dé à 1", "{n} dés à 1", verdict.ones)
    figures: dict[str, Param] = {"ones": ones, "successes": _successes(verdict.successes), "margin": raw}
    if verdict.critical != "failure":
        if raw < 0 and verdict.ones > verdict.successes:
            words = plural(
                "Lecture de la table : {n} dé à 1 ne fait pas un échec critique",
                "Lecture de la table : {n} dés à 1 ne font pas un échec critique",
                verdict.ones,
            )
            return [Step("A003-1", words)]
        if raw < 0 and verdict.ones:
            return [Step("R003-15", text("{ones}, pas plus que les réussites : pas d’échec critique", **figures))]
        return []
    if verdict.ones > verdict.successes and raw >= 0:
        return [
            Step(
                "R003-16",
                text("{ones}, plus que la moitié du potentiel : échec critique malgré tout", **figures),
            )
        ]
    if verdict.ones > verdict.successes and _enough_ones(readings, verdict):
        rule = "R003-13" if readings.fumble in ("ones_over_successes", "either") else "R003-16"
        return [Step(rule, text("{ones} pour {successes} : échec critique", **figures))]
    return [Step("R003-18", text("Marge de {margin}, −5 ou pire : échec critique", **figures))]


def _enough_ones(readings: Readings, verdict: Verdict) -> bool:
    return readings.fumble in ("ones_over_successes", "either") or 2 * verdict.ones > verdict.pool


def _critical_steps(request: Request, readings: Readings, verdict: Verdict) -> list[Step]:
    if not verdict.success:
        return []
    doubled = verdict.difficulty
    rule = "R003-11"
    if readings.critical_difficulty == "base" and size_of(request):
        doubled, rule = verdict.difficulty - size_of(request), "A003-4"
    if doubled < 1:
        doubled, rule = 1, "A003-5"
    figures: dict[str, Param] = {"successes": verdict.successes, "difficulty": doubled}
    return [
        Step(rule, text("{successes} ≥ 2 × {difficulty} : réussite critique", **figures))
        if verdict.critical == "success"
        else Step(rule, text("{successes} < 2 × {difficulty} : pas de critique", **figures))
    ]


def _size_margin_steps(request: Request, verdict: Verdict) -> list[Step]:
    if not (verdict.success and size_of(request)):
        return []
    return [
        Step(
            "R003-44",
            text(
                "Écart de taille {n} rendu à la marge : {margin}",
                n=Signed(size_of(request)),
                margin=verdict.margin,
            ),
        )
    ]


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
    figures: dict[str, Param] = {"face": face, "was": was, "successes": _successes(marks)}
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
        "successes": _successes(verdict.successes),
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
        (
            *_roll_steps(request, readings, verdict, faces),
            *_difficulty_steps(request, verdict),
            *_margin_steps(request, readings, verdict),
            *_fumble_steps(readings, verdict),
            *_critical_steps(request, readings, verdict),
            *_size_margin_steps(request, verdict),
        ),
        text("{word} : {successes} pour une difficulté de {difficulty}, marge de {margin}.", **figures),
        _shown(request, readings, faces),
    )


def explain_side(request: Request, readings: Readings, rolled: Rolled, throws: tuple[Throw, ...]) -> Side:
    """One side of an opposition in words."""
    faces = throws[0].faces
    return Side(
        _successes(rolled.successes),
        tuple(_roll_steps(request, readings, rolled, faces)),
        _shown(request, readings, faces),
    )


def unjudged(request: Request, readings: Readings, rolled: Rolled | Verdict, throws: tuple[Throw, ...]) -> Side:
    """The successes, which no difficulty changes."""
    return Side(_successes(rolled.successes), (), _shown(request, readings, throws[0].faces))


def duel_step(actor: Rolled, opponent: Rolled, result: Duel, readings: Readings) -> Step:
    """The comparison of the two counts."""
    figures: dict[str, Param] = {
        "actor": _successes(actor.successes),
        "opponent": opponent.successes,
        "margin": abs(result.margin),
    }
    if result.margin == 0:
        match result.winner:
            case "actor":
                return Step("A003-7", text("{actor} de chaque côté : l’égalité va à l’actif", **figures))
            case "opponent":
                return Step("A003-7", text("{actor} de chaque côté : l’égalité va au réactif", **figures))
            case None:
                return Step("A003-7", text("{actor} de chaque côté : égalité", **figures))
    if result.winner == "actor":
        return Step("R003-19", text("{actor} contre {opponent} : l’actif l’emporte de {margin}", **figures))
    return Step("R003-19", text("{actor} contre {opponent} : le réactif l’emporte de {margin}", **figures))


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

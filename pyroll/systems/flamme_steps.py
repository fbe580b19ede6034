"""The steps of Dés de Flamme: each thing that was thrown, moved or compared, in words, with the rule that says so."""

from __future__ import annotations

from pyroll.dice import Faces
from pyroll.i18n import Param, Signed, Step, Text, plural, text
from pyroll.system import Duel
from pyroll.systems.flames import Moved, successes_of
from pyroll.systems.flamme import (
    Readings,
    Request,
    Rolled,
    Verdict,
    complexity_of,
    flame_dice_of,
    plan_of,
    size_of,
    stocks_of,
)

__all__ = ["duel_step", "judged_steps", "roll_steps", "successes_said"]


def successes_said(n: int) -> Text:
    """A count of successes: "3 réussites"."""
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
    steps = [Step("R003-6", text("Dés tirés : {successes}", successes=successes_said(successes_of(faces))))]
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
            successes=successes_said(successes_of(after) + others),
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
            successes=successes_said(successes_of(after) + others),
        ),
    )


def roll_steps(request: Request, readings: Readings, rolled: Rolled | Verdict, faces: Faces) -> tuple[Step, ...]:
    """The pool (R003-1, R003-36), its flame dice (R003-22 to R003-37), what fell (R003-6) and how it was moved."""
    return (
        *_pool_steps(request, rolled.pool),
        *_flame_steps(request, readings, rolled.pool),
        *_move_steps(request, readings, faces),
    )


def judged_steps(request: Request, readings: Readings, verdict: Verdict, faces: Faces) -> tuple[Step, ...]:
    """A judged test from its pool to its margin; what changed nothing has no step."""
    return (
        *roll_steps(request, readings, verdict, faces),
        *_difficulty_steps(request, verdict),
        *_margin_steps(request, readings, verdict),
        *_fumble_steps(readings, verdict),
        *_critical_steps(request, readings, verdict),
        *_size_margin_steps(request, verdict),
    )


def _difficulty_steps(request: Request, verdict: Verdict) -> list[Step]:
    """What changes the difficulty: an object's complexity and sizes (R003-43, R003-50, R003-51). Nothing: no step."""
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
    """Success or failure, by the margin before sizes give theirs back (R003-8, R003-9)."""
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
    figures: dict[str, Param] = {"ones": ones, "successes": successes_said(verdict.successes), "margin": raw}
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
    """Whether a success is critical, and against which difficulty (R003-11, A003-4, A003-5)."""
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
    """What a success gets back of the sizes' difficulty (R003-44)."""
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


def duel_step(actor: Rolled, opponent: Rolled, result: Duel, readings: Readings) -> Step:
    """The comparison of the two counts."""
    figures: dict[str, Param] = {
        "actor": successes_said(actor.successes),
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

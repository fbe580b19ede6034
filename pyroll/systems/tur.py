"""TUR: the value plus the row's modifier, minus two dice numbered 0 to 5; the margin is read in the table
(rules R002-1 to R002-39).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from pyroll.dice import Die, Total
from pyroll.form import choice, number
from pyroll.i18n import N_, Lower, Param, Signed, Step, plural, text
from pyroll.play import Rule, Throw, ask
from pyroll.system import Duel, Explanation, Figure, Lever, Manner, SheetPlan, Shown, Side, System, as_json
from pyroll.systems.examples import RIDER

__all__ = ["TUR", "Readings", "Request", "Verdict"]

# R002-4 to R002-14: the difficulty rows, easiest first, with what they add to the value.
ROWS: Mapping[str, int] = {
    "effortless": 8,
    "obvious": 6,
    "very_easy": 4,
    "easy": 2,
    "fairly_easy": 1,
    "average": 0,
    "fairly_hard": -1,
    "hard": -2,
    "very_hard": -4,
    "superhuman": -6,
    "impossible": -8,
}
ROW_NAMES: Mapping[str, str] = {
    "effortless": N_("Immanquable"),
    "obvious": N_("Évidente"),
    "very_easy": N_("Très facile"),
    "easy": N_("Facile"),
    "fairly_easy": N_("Assez facile"),
    "average": N_("Moyenne"),
    "fairly_hard": N_("Assez difficile"),
    "hard": N_("Difficile"),
    "very_hard": N_("Très difficile"),
    "superhuman": N_("Surhumaine"),
    "impossible": N_("Impossible"),
}
_ROW_KEYS = tuple(ROWS)

# R002-15 to R002-25: the result rows, worst first, with the lowest margin that reaches them.
DEGREES: Mapping[str, int | None] = {
    "catastrophic": None,
    "void": -8,
    "very_bad": -6,
    "bad": -4,
    "mediocre": -2,
    "average": 0,
    "fairly_good": 1,
    "good": 3,
    "very_good": 5,
    "excellent": 7,
    "perfect": 9,
}
DEGREE_NAMES: Mapping[str, str] = {
    "catastrophic": N_("Catastrophique"),
    "void": N_("Nul"),
    "very_bad": N_("Très mauvais"),
    "bad": N_("Mauvais"),
    "mediocre": N_("Médiocre"),
    "average": N_("Moyen"),
    "fairly_good": N_("Assez bon"),
    "good": N_("Bon"),
    "very_good": N_("Très bon"),
    "excellent": N_("Excellent"),
    "perfect": N_("Parfait"),
}
_DEGREE_KEYS = tuple(DEGREES)
_DEGREE_RULES = {key: f"R002-{25 - rank}" for rank, key in enumerate(_DEGREE_KEYS)}

# R002-33, R002-34: a good row promises a bonus, a bad one a malus; the amount is a suggestion of ours.
SUGGESTED: Mapping[str, int] = {
    "perfect": 8,
    "excellent": 6,
    "very_good": 4,
    "good": 2,
    "bad": -2,
    "very_bad": -4,
}

DICE: Mapping[str, Die] = {  # A002-1
    "zero_to_five": Die(
        "5",
        (0, 1, 2, 3, 4, 5),
        (1, 1, 1, 1, 1, 1),
        prints=((1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 0)),
        note=N_("Un d6 fait l’affaire : son 6 vaut 0."),
    ),
    "one_to_five": Die("5", (1, 2, 3, 4, 5), (1, 1, 1, 1, 1), note=N_("Avec un d6, relancez les 6.")),
    "half_d10": Die(
        "5",
        (0, 1, 2, 3, 4, 5),
        (1, 2, 2, 2, 2, 1),
        prints=tuple((printed, (printed + 1) // 2) for printed in range(10)),
        note=N_("Saisissez ce que montre le d10, de 0 à 9 : sa moitié compte, arrondie vers le haut."),
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is rolled: one side's values."""

    value: int = number(N_("Valeur"), -10, 30, default=5, hint=N_("Compétence ou caractéristique."))
    difficulty: str = choice(N_("Difficulté"), ROW_NAMES, default="average")
    shift: int = number(
        N_("Niveaux en plus"), -10, 10, default=0, hint=N_("Ajoutés à la difficulté. Négatif : plus facile.")
    )
    modifier: int = number(N_("Modificateur"), -20, 20, default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """Where the text leaves a choice to the table."""

    die: Literal["zero_to_five", "one_to_five", "half_d10"] = choice(
        N_("Dé « d5 »"),
        {
            "zero_to_five": N_("faces 0 à 5"),
            "one_to_five": N_("faces 1 à 5"),
            "half_d10": N_("moitié d’un d10 (0 à 9), arrondie vers le haut"),
        },
        default="zero_to_five",
        hint=N_("Le dé que la source appelle d5 : il change toutes les chances."),
    )
    natural_10: Literal["always", "only_if_not_negative"] = choice(
        N_("10 naturel"),
        {
            "always": N_("toujours Mauvais au mieux"),
            "only_if_not_negative": N_("Mauvais au mieux si la marge n’est pas négative"),
        },
        default="always",
        hint=N_("Le degré d’un jet dont les dés font 10."),
    )
    success_from: Literal["average", "mediocre"] = choice(
        N_("Réussite à partir de"),
        {"average": N_("Moyen"), "mediocre": N_("Médiocre")},
        default="average",
        hint=N_("Le plus bas degré qui compte comme une réussite."),
    )


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judged test."""

    total: int
    modifier: int
    margin: int
    degree: str
    success: bool
    critical: None
    capped: bool
    suggested_modifier: int


def row_of(request: Request) -> str:
    """A002-4, A002-5: the difficulty row after the shift, kept inside the table."""
    place = _ROW_KEYS.index(request.difficulty) + request.shift
    return _ROW_KEYS[min(max(place, 0), len(_ROW_KEYS) - 1)]


def rank_of(degree: str) -> int:
    """The row's place, worst first."""
    return _DEGREE_KEYS.index(degree)


def degree_of(margin: int) -> str:
    """R002-15 to R002-25: the row in which this margin is read."""
    reached = "catastrophic"
    for degree, lowest in DEGREES.items():
        if lowest is not None and margin >= lowest:
            reached = degree
    return reached


def resolve(request: Request, readings: Readings) -> Rule[Verdict]:
    """A test, alone or as one side of an opposition."""
    modifier = ROWS[row_of(request)] + request.modifier  # R002-28

    def judge(total: int) -> Verdict:
        margin = request.value + modifier - total  # R002-29
        read = degree_of(margin)  # R002-30
        degree = read
        if total == 0 and rank_of(read) < rank_of("average"):  # R002-2
            degree = "average"
        capping = readings.natural_10 == "always" or margin >= 0  # A002-2
        if total == 10 and capping and rank_of(read) > rank_of("bad"):  # R002-3
            degree = "bad"
        success = total != 10 and rank_of(degree) >= rank_of(readings.success_from)  # A002-3
        return Verdict(total, modifier, margin, degree, success, None, degree != read, SUGGESTED.get(degree, 0))

    return ask(Total(2, DICE[readings.die]), judge)


def rank(verdict: Verdict, readings: Readings) -> tuple[int]:
    """House rule (the source has none): the better row wins, the margin counts rows."""
    return (rank_of(verdict.degree),)


# ---------------------------------------------------------------------------------------------------------- words


def _steps(request: Request, verdict: Verdict, faces: tuple[int, ...]) -> list[Step]:
    row = row_of(request)
    steps = [
        Step(
            "R002-27" if request.shift else "R002-28",
            plural(
                "Difficulté {row} après {shift} niveau : {modifier}",
                "Difficulté {row} après {shift} niveaux : {modifier}",
                abs(request.shift),
                row=Lower(ROW_NAMES[row]),
                shift=Signed(request.shift),
                modifier=Signed(ROWS[row]),
            )
            if request.shift
            else text("Difficulté {row} : {n}", row=Lower(ROW_NAMES[row]), n=Signed(ROWS[row])),
        )
    ]
    if request.modifier:
        steps.append(Step("R002-29", text("Modificateur : {n}", n=Signed(request.modifier))))
    steps.append(Step("R002-29", text("Dés : {sum} = {total}", sum=" + ".join(map(str, faces)), total=verdict.total)))
    figures: dict[str, Param] = {
        "margin": Signed(verdict.margin),
        "value": request.value,
        "modifier": abs(verdict.modifier),
        "total": verdict.total,
    }
    steps.append(
        Step(
            "R002-29",
            text("Marge {margin} = {value} + {modifier} − {total}", **figures)
            if verdict.modifier >= 0
            else text("Marge {margin} = {value} − {modifier} − {total}", **figures),
        )
    )
    read = degree_of(verdict.margin)
    steps.append(
        Step(
            _DEGREE_RULES[read],
            text("Marge {margin} : {degree}", margin=Signed(verdict.margin), degree=Lower(DEGREE_NAMES[read])),
        )
    )
    if verdict.capped:
        capped = Lower(DEGREE_NAMES[verdict.degree])
        steps.append(
            Step("R002-2", text("0 naturel : {degree} au pire", degree=capped))
            if verdict.total == 0
            else Step("R002-3", text("10 naturel : {degree} au mieux", degree=capped))
        )
    return steps


def _success_step(verdict: Verdict, readings: Readings) -> Step:
    if verdict.success:
        return Step("A002-3", text("{degree} ou mieux : réussite", degree=_limit(readings)))
    if verdict.total == 10:
        return Step("R002-3", text("10 naturel : toujours un échec"))
    return Step("A002-3", text("Moins que {degree} : échec", degree=_limit(readings)))


def _limit(readings: Readings) -> Param:
    return text(DEGREE_NAMES[readings.success_from])


def _shown(faces: tuple[int, ...]) -> tuple[Shown, ...]:
    return tuple(
        Shown(face, "d05", "hit", text("Dé : {face}", face=face), join="+" if index else "")
        for index, face in enumerate(faces)
    )


def explain(request: Request, readings: Readings, verdict: Verdict, throws: tuple[Throw, ...]) -> Explanation:
    """A judged test in words."""
    steps = [*_steps(request, verdict, throws[0].faces), _success_step(verdict, readings)]
    if verdict.suggested_modifier:
        steps.append(
            Step(
                "R002-33" if verdict.suggested_modifier > 0 else "R002-34",
                text("Suggestion pour la suite : {n}", n=Signed(verdict.suggested_modifier)),
            )
        )
    degree = text(DEGREE_NAMES[verdict.degree])
    return Explanation(
        "ok" if verdict.success else "ko",
        degree,
        (
            (N_("Marge"), Signed(verdict.margin)),
            (N_("Total des dés"), verdict.total),
        ),
        tuple(steps),
        text(
            "Test réussi, résultat {degree} : {total} aux dés, marge de {margin}."
            if verdict.success
            else "Test manqué, résultat {degree} : {total} aux dés, marge de {margin}.",
            degree=Lower(DEGREE_NAMES[verdict.degree]),
            total=verdict.total,
            margin=verdict.margin,
        ),
        _shown(throws[0].faces),
    )


def explain_side(request: Request, readings: Readings, verdict: Verdict, throws: tuple[Throw, ...]) -> Side:
    """One side of an opposition in words."""
    return Side(
        text("{degree}", degree=Lower(DEGREE_NAMES[verdict.degree])),
        tuple(_steps(request, verdict, throws[0].faces)),
        _shown(throws[0].faces),
    )


def unjudged(request: Request, readings: Readings, verdict: Verdict, throws: tuple[Throw, ...]) -> Side:
    """The dice alone: the margin has the difficulty in it."""
    return Side(text("{total} aux dés", total=verdict.total), (), _shown(throws[0].faces))


def duel_step(actor: Verdict, opponent: Verdict, result: Duel, readings: Readings) -> Step:
    """The comparison of the two rows."""
    figures: dict[str, Param] = {
        "actor": text(DEGREE_NAMES[actor.degree]),
        "opponent": Lower(DEGREE_NAMES[opponent.degree]),
    }
    match result.winner:
        case "actor":
            words = text("{actor} vaut mieux que {opponent} : l’actif l’emporte (règle maison)", **figures)
        case "opponent":
            words = text("{actor} vaut moins que {opponent} : le réactif l’emporte (règle maison)", **figures)
        case None:
            words = text("{actor} des deux côtés : égalité (règle maison)", **figures)
    return Step("A002-8", words)


def _one_better(request: Request, readings: Readings) -> Request | None:
    return replace(request, modifier=request.modifier + 1) if request.modifier < 20 else None


def _one_row_easier(request: Request, readings: Readings) -> Request | None:
    if row_of(request) == _ROW_KEYS[0] or request.shift == -10:
        return None
    return replace(request, shift=request.shift - 1)


TUR = System(
    key="tur",
    title=N_("TUR"),
    about=N_("Table Universelle de Résolution, 2d5"),
    request=Request,
    readings=Readings,
    resolve=resolve,
    side=resolve,
    rank=rank,
    degrees=DEGREE_NAMES,
    degrees_title=N_("Chance de chaque niveau de résultat"),
    degree=lambda verdict: verdict.degree,
    criticals=False,
    outcome=lambda verdict, throws: as_json(verdict),
    side_outcome=lambda verdict: as_json(verdict, "degree"),
    explain=explain,
    explain_side=explain_side,
    duel_step=duel_step,
    unjudged=unjudged,
    house_rule=True,
    figure=Figure(N_("Marge"), lambda verdict: verdict.margin, signed=True),
    ladder="difficulty",
    levers=(
        Lever(N_("un point de bonus"), _one_better),
        Lever(N_("un niveau de difficulté de moins"), _one_row_easier),
    ),
    bonus="modifier",
    suggests=lambda verdict: verdict.suggested_modifier,
    sheet=SheetPlan(  # R002-26: under a skill or under a characteristic, never both
        manners=(
            Manner(key="skill", label=N_("Compétence"), of="skill", skill="value"),
            Manner(key="characteristic", label=N_("Caractéristique"), of="characteristic", characteristic="value"),
        ),
        example=RIDER,
    ),
)

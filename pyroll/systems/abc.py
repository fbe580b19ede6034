"""ABC: one d20 under Attribute + Bonus + Skill, with letters of success A to F+1 (rules R001-1 to R001-51).

Letters are handled as columns: A = 1 … F = 6, F+1 = 7, and 0 where there is none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from pyroll.dice import One, d
from pyroll.form import Only, Problem, choice, flag, number
from pyroll.i18n import N_, text
from pyroll.play import Rule, ask

__all__ = [
    "AUTOMATIC",
    "LETTERS",
    "LETTER_RULES",
    "F",
    "Readings",
    "Request",
    "Verdict",
    "bonus_of",
    "check",
    "columns_of",
    "letter",
    "minimum_column",
    "own_column",
    "rank",
    "resolve",
]

D20 = d(20)
LETTERS = ("A", "B", "C", "D", "E", "F", "F+1")
F = 6
F_PLUS_1 = 7
CONFIRMATION_MALUS = 4  # R001-12
# R001-30 to R001-35: the lowest result of each letter, A first.
LOWEST = (1, 4, 7, 10, 13, 16)
LETTER_RULES = ("R001-30", "R001-31", "R001-32", "R001-33", "R001-34", "R001-35")
AUTOMATIC = ((10, 2), (6, 1))  # R001-41, R001-37: skill level -> column
STRESS_LEVEL = 6  # R001-4


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is rolled: one side's values."""

    attribute: int = number(N_("Attribut"), 0, 30, default=5)
    skill: int = number(N_("Compétence"), 0, 30, default=0)
    task: Literal["test", "trivial", "routine"] = choice(
        N_("Tâche"),
        {"test": N_("Test"), "trivial": N_("Triviale"), "routine": N_("Routine")},
        default="test",
        hint=N_("Routine : facile, habituelle, sans jet."),
    )
    stress: bool = flag(N_("Sous stress"), only=Only("task", ("routine",)), solo=True)
    tools_bonus: int = number(N_("Bons outils"), 0, 3, default=0, rare=True)
    help_bonus: int = number(N_("Aide compétente"), 0, 3, default=0, rare=True)
    ease_bonus: int = number(N_("Action simple"), 0, 3, default=0, rare=True)
    calm_bonus: int = number(
        N_("Calme et essais répétés"), 0, 6, default=0, gaps=(1, 2), rare=True, hint=N_("0, ou de 3 à 6.")
    )
    other_bonus: int = number(N_("Autre bonus"), -20, 20, default=0)
    hindrances: int = number(
        N_("Conditions gênantes"), 0, 6, default=0, hint=N_("Chacune élève le seuil d’une lettre.")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """Where the text leaves a choice to the table."""

    high_critical: Literal["from_19", "from_20"] = choice(
        N_("Critique au-delà de 20"),
        {"from_19": N_("à partir de 19"), "from_20": N_("à partir de 20")},
        default="from_19",
        hint=N_("La face qui devient critique quand l’ABC dépasse 20."),
    )
    natural_20: Literal["always", "trivial_or_high"] = choice(
        N_("Confirmation d’un 20"),
        {"always": N_("toujours"), "trivial_or_high": N_("tâche triviale ou ABC de 20 et plus")},
        default="always",
        hint=N_("Quand un 20 naturel demande un second dé."),
    )
    minimum_grade: Literal["total", "total_with_bonus", "skill", "none"] = choice(
        N_("Lettre minimale"),
        {
            "total": N_("attribut + compétence"),
            "total_with_bonus": N_("ABC, bonus compris"),
            "skill": N_("niveau de compétence"),
            "none": N_("aucune"),
        },
        default="total",
        hint=N_("Ce qui donne sa lettre minimale à un jet réussi."),
    )
    minimum_meets_threshold: bool = flag(
        N_("La lettre minimale compte pour le seuil"),
        default=True,
        hint=N_("Sinon, seule la lettre du dé est comparée au seuil."),
    )
    critical_counts: Literal["label", "always", "never"] = choice(
        N_("Critique face au seuil"),
        {
            "label": N_("seul un F devient F+1"),
            "always": N_("une lettre de plus"),
            "never": N_("ne compte pas"),
        },
        default="label",
        hint=N_("Ce qu’un critique ajoute à la lettre face au seuil."),
    )


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judged test. ``success`` is None only for a routine that is left to the GM."""

    abc: int
    result: int | None
    success: bool | None
    critical: Literal["success", "failure"] | None
    margin: None
    grade: str | None
    columns: int
    threshold: str
    confirm_target: int | None
    automatic: bool | None


def letter(column: int) -> str | None:
    """The letter of a column (1 to 7), None for 0."""
    return LETTERS[column - 1] if column else None


def abc_of(request: Request) -> int:
    """R001-7, R001-14 to R001-18: Attribute + circumstance bonuses + Skill."""
    return request.attribute + request.skill + bonus_of(request)


def bonus_of(request: Request) -> int:
    """R001-14 to R001-18: the circumstance bonuses, which add up."""
    return request.tools_bonus + request.help_bonus + request.ease_bonus + request.calm_bonus + request.other_bonus


def threshold_of(request: Request) -> int:
    """R001-19 to R001-25: A, raised by one letter per hindering condition."""
    return 1 + request.hindrances


def own_column(result: int) -> int:
    """R001-30 to R001-35, A001-7: the die's own letter."""
    return sum(result >= lowest for lowest in LOWEST)


def minimum_column(request: Request, readings: Readings) -> int:
    """R001-43 or R001-36 to R001-41: the least letter of a roll that succeeds (A001-8, A001-9)."""
    match readings.minimum_grade:
        case "total":
            return _minimum_by_total(request.attribute + request.skill)
        case "total_with_bonus":
            return _minimum_by_total(abc_of(request))
        case "skill":
            return 4 if request.skill >= 10 else 3 if request.skill >= 8 else 0
        case "none":
            return 0


def _minimum_by_total(total: int) -> int:
    """16 gives C, 20 D, 24 E, 28 F."""
    return 0 if total < 16 else min(F, (total - 16) // 4 + 3)


def resolve(request: Request, readings: Readings) -> Rule[Verdict]:
    """A test, alone or as one side of an opposition."""
    if request.task == "routine":
        return _routine(request)
    abc = abc_of(request)
    threshold = threshold_of(request)
    trivial = request.task == "trivial"
    minimum = minimum_column(request, readings)
    highest = 19 if readings.high_critical == "from_19" else 20

    def judge(die: int) -> Rule[Verdict]:
        result = die + max(0, abc - 20)  # R001-44
        if die == 20:  # R001-10, R001-47: a natural 20 is never a success
            return _natural_20(request, readings, abc, result)
        if die > abc:  # A001-13: a trivial action is achieved all the same, barely
            return _verdict(abc, result, trivial, False, int(trivial), threshold)
        critical = result >= min(abc, highest)  # R001-8, R001-45, A001-2
        own = own_column(result)
        column = max(own, minimum)
        counted = column if readings.minimum_meets_threshold else own  # A001-10
        if critical and _critical_raises(readings, counted):  # A001-11
            counted += 1
        return _verdict(abc, result, trivial or counted >= threshold, critical, column, threshold)

    return ask(One(D20), judge)


def _critical_raises(readings: Readings, column: int) -> bool:
    """A001-11: whether a critical meets a threshold one letter higher."""
    return readings.critical_counts == "always" or (readings.critical_counts == "label" and column == F)


def _verdict(abc: int, result: int, success: bool, critical: bool, column: int, threshold: int) -> Verdict:
    """The verdict of a roll that needed no confirmation; a critical adds a column (R001-27, R001-28)."""
    graded = F_PLUS_1 if critical and column == F else column
    return Verdict(
        abc=abc,
        result=result,
        success=success,
        critical="success" if critical else None,
        margin=None,
        grade=letter(graded),
        columns=column + critical,
        threshold=LETTERS[threshold - 1],
        confirm_target=None,
        automatic=None,
    )


def _natural_20(request: Request, readings: Readings, abc: int, result: int) -> Rule[Verdict]:
    """R001-11 to R001-13: a second test decides between a plain and a critical failure."""
    trivial = request.task == "trivial"
    target = abc if trivial else abc - CONFIRMATION_MALUS

    def failed(critical: bool, confirm_target: int | None) -> Verdict:
        return Verdict(
            abc=abc,
            result=result,
            success=False,
            critical="failure" if critical else None,
            margin=None,
            grade=None,
            columns=0,
            threshold=LETTERS[threshold_of(request) - 1],
            confirm_target=confirm_target,
            automatic=None,
        )

    if readings.natural_20 == "trivial_or_high" and not trivial and abc < 20:  # A001-4
        return failed(False, None)
    return ask(One(D20, "confirm"), lambda second: failed(second == 20 or second > target, target))  # A001-5


def _routine(request: Request) -> Verdict:
    """R001-1 to R001-5, R001-42: an easy and habitual action, without a roll."""
    threshold = threshold_of(request)
    column = next((column for level, column in AUTOMATIC if request.skill >= level), 0)
    automatic = not request.stress or request.skill >= STRESS_LEVEL
    left_to_gm = not automatic or (column == 0 and request.hindrances > 0)  # R001-3, A001-12
    return Verdict(
        abc=abc_of(request),
        result=None,
        success=None if left_to_gm else max(column, 1) >= threshold,
        critical=None,
        margin=None,
        grade=letter(column),
        columns=column,
        threshold=LETTERS[threshold - 1],
        confirm_target=None,
        automatic=automatic,
    )


def rank(verdict: Verdict, readings: Readings) -> tuple[int]:
    """House rule (A001-14): more columns win, a side that does not succeed counts none."""
    return (columns_of(verdict),)


def columns_of(verdict: Verdict) -> int:
    return verdict.columns if verdict.success else 0


def check(request: Request, readings: Readings, opposed: bool) -> Iterable[Problem]:
    """A routine has no roll to oppose."""
    if opposed and request.task == "routine":
        yield Problem("unknown_choice", "task", text("Une routine ne s’oppose à personne : choisissez un test."))

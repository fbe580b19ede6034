"""ABC: one d20 under Attribute + Bonus + Skill, with letters of success A to F+1 (rules R001-1 to R001-51).

Letters are handled as columns: A = 1 … F = 6, F+1 = 7, and 0 where there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from pyroll.dice import One, d
from pyroll.form import Only, Problem, choice, flag, number
from pyroll.i18n import N_, Param, Signed, Step, Text, plural, text
from pyroll.play import Rule, Throw, ask
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
    System,
    as_json,
)
from pyroll.systems.examples import BURGLAR

__all__ = ["ABC", "Readings", "Request", "Verdict"]

D20 = d(20)
LETTERS = ("A", "B", "C", "D", "E", "F", "F+1")
F = 6
F_PLUS_1 = 7
CONFIRMATION_MALUS = 4  # R001-12
# R001-30 to R001-35: the lowest result of each letter, A first.
LOWEST = (1, 4, 7, 10, 13, 16)
_LETTER_RULES = ("R001-30", "R001-31", "R001-32", "R001-33", "R001-34", "R001-35")
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
    )
    natural_20: Literal["always", "trivial_or_high"] = choice(
        N_("Confirmation d’un 20"),
        {"always": N_("toujours"), "trivial_or_high": N_("tâche triviale ou ABC de 20 et plus")},
        default="always",
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
    )
    minimum_meets_threshold: bool = flag(N_("La lettre minimale compte pour le seuil"), default=True)
    critical_counts: Literal["label", "always", "never"] = choice(
        N_("Critique face au seuil"),
        {
            "label": N_("seul un F devient F+1"),
            "always": N_("une lettre de plus"),
            "never": N_("ne compte pas"),
        },
        default="label",
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
    return (_columns(verdict),)


def _columns(verdict: Verdict) -> int:
    return verdict.columns if verdict.success else 0


def check(request: Request, readings: Readings, opposed: bool) -> Iterable[Problem]:
    """A routine has no roll to oppose."""
    if opposed and request.task == "routine":
        yield Problem("unknown_choice", "task", text("Une routine ne s’oppose à personne : choisissez un test."))


# ---------------------------------------------------------------------------------------------------------- words


def _threshold_steps(request: Request, verdict: Verdict) -> list[Step]:
    if not request.hindrances:
        return []
    if request.task == "trivial":
        return [Step("A001-13", text("Tâche triviale : le seuil {letter} ne compte pas", letter=verdict.threshold))]
    return [
        Step(
            "R001-19",
            plural(
                "{n} condition gênante : seuil {letter}",
                "{n} conditions gênantes : seuil {letter}",
                request.hindrances,
                letter=verdict.threshold,
            ),
        )
    ]


def _abc_step(request: Request, verdict: Verdict) -> Step:
    bonus = bonus_of(request)
    figures: dict[str, Param] = {
        "abc": verdict.abc,
        "attribute": request.attribute,
        "skill": request.skill,
        "bonus": abs(bonus),
    }
    if not bonus:
        return Step("R001-7", text("ABC {abc} = {attribute} + {skill}", **figures))
    if bonus > 0:
        return Step("R001-18", text("ABC {abc} = {attribute} + {skill} + {bonus} de bonus", **figures))
    return Step("R001-18", text("ABC {abc} = {attribute} + {skill} − {bonus} de malus", **figures))


def _roll_steps(request: Request, readings: Readings, verdict: Verdict, throws: tuple[Throw, ...]) -> list[Step]:
    """From ABC to the letter, whatever the threshold says."""
    die = throws[0].faces[0]
    figures: dict[str, Param] = {"die": die, "abc": verdict.abc, "result": verdict.result or 0}
    steps = [_abc_step(request, verdict)]
    if verdict.abc > 20 and die != 20:
        steps.append(
            Step(
                "R001-44",
                text("ABC dépasse 20 de {over} : {die} devient {result}", over=verdict.abc - 20, **figures),
            )
        )
    if die == 20:
        return [*steps, *_natural_20_steps(request, readings, verdict, throws)]
    if die > verdict.abc:
        steps.append(Step("R001-7", text("{die} > {abc} : dé manqué", **figures)))
        if request.task == "trivial":
            steps.append(Step("R001-10", text("Tâche triviale : réussie sauf sur un 20, lettre A")))
        return steps
    steps.append(Step("R001-7", text("{die} ≤ {abc} : dé réussi", **figures)))
    own = own_column(verdict.result or 0)
    steps.append(
        Step(
            _LETTER_RULES[own - 1],
            text("Résultat {result} : lettre {letter}", letter=LETTERS[own - 1], **figures),
        )
    )
    minimum = minimum_column(request, readings)
    if minimum > own:
        rule = {"total": "R001-43", "total_with_bonus": "A001-9", "skill": "A001-8"}[readings.minimum_grade]
        steps.append(Step(rule, text("Lettre minimale {letter}", letter=LETTERS[minimum - 1])))
    if verdict.critical == "success":
        steps.append(_critical_step(verdict, die))
    return steps


def _critical_step(verdict: Verdict, die: int) -> Step:
    added = (
        text("réussite critique, lettre F+1")
        if verdict.grade == "F+1"
        else text("réussite critique, une colonne de plus")
    )
    if verdict.abc < 20:
        return Step("R001-8", text("{die} = ABC : {added}", die=die, added=added))
    rule = "R001-45" if verdict.abc > 20 else "A001-3"
    return Step(rule, text("Résultat {result} : {added}", result=verdict.result or 0, added=added))


def _natural_20_steps(
    request: Request, readings: Readings, verdict: Verdict, throws: tuple[Throw, ...]
) -> list[Step]:
    if verdict.confirm_target is None:
        return [Step("A001-4", text("20 naturel : échec, sans confirmation"))]
    second = throws[1].faces[0]
    trivial = request.task == "trivial"
    figures: dict[str, Param] = {"die": second, "target": verdict.confirm_target}
    steps = [Step("R001-10" if trivial else "R001-47", text("20 naturel : échec, à confirmer"))]
    rule = "R001-13" if trivial else "R001-12"
    if second == 20:
        steps.append(Step("A001-5", text("Confirmation : 20 naturel, échec critique")))
    elif verdict.critical == "failure":
        steps.append(Step(rule, text("Confirmation : {die} > {target}, échec critique", **figures)))
    else:
        steps.append(Step(rule, text("Confirmation : {die} ≤ {target}, échec simple", **figures)))
    return steps


def _threshold_step(request: Request, readings: Readings, verdict: Verdict) -> list[Step]:
    """How the letter meets the threshold, for a roll whose die succeeded."""
    if verdict.grade is None or request.task == "trivial":
        return []
    counted = verdict.grade
    if verdict.success and not readings.minimum_meets_threshold and verdict.grade != "F+1":
        counted = LETTERS[own_column(verdict.result or 0) - 1]  # A001-10: the die's own letter
    figures: dict[str, Param] = {"grade": counted, "threshold": verdict.threshold}
    plain = _reaches(counted, verdict.threshold)
    if verdict.success:
        if not plain:
            return [
                Step(
                    "A001-11",
                    text("Le critique élève {grade} d’une lettre : seuil {threshold} atteint", **figures),
                )
            ]
        if not request.hindrances:
            return []
        return [Step("R001-25", text("{grade} atteint le seuil {threshold}", **figures))]
    if plain:
        rule = "A001-11" if readings.critical_counts == "never" and verdict.grade == "F+1" else "A001-10"
        return [Step(rule, text("Lecture de la table : {grade} ne compte pas pour le seuil {threshold}", **figures))]
    return [Step("A001-17", text("{grade} n’atteint pas le seuil {threshold} : échec", **figures))]


def _kind_and_word(verdict: Verdict) -> tuple[Kind, str]:
    if verdict.success:
        return ("crit", N_("Réussite critique")) if verdict.critical == "success" else ("ok", N_("Réussite"))
    return ("fumble", N_("Échec critique")) if verdict.critical == "failure" else ("ko", N_("Échec"))


def _shown(verdict: Verdict, throws: tuple[Throw, ...]) -> tuple[Shown, ...]:
    hit = verdict.success or verdict.grade is not None
    dice = [Shown(throws[0].faces[0], "d20", "hit" if hit else "miss", text("Dé : {face}", face=throws[0].faces[0]))]
    for throw in throws[1:]:
        face = throw.faces[0]
        confirmed = verdict.critical != "failure"
        dice.append(Shown(face, "d20", "hit" if confirmed else "miss", text("Confirmation : {face}", face=face)))
    return tuple(dice)


def _graded_sentence(verdict: Verdict, figures: dict[str, Param]) -> Text:
    """A die that succeeded, to be read aloud."""
    if verdict.success:
        return text("{word} : {die} pour un ABC de {abc}, lettre {grade}.", **figures)
    # A001-10, A001-11: as the table reads it, the letter is not what counts
    if verdict.grade and _reaches(verdict.grade, verdict.threshold):
        return text(
            "{word} : {die} pour un ABC de {abc}, mais la lettre {grade} ne compte pas pour le seuil {threshold}.",
            **figures,
        )
    return text(
        "{word} : {die} pour un ABC de {abc}, mais la lettre {grade} n’atteint pas le seuil {threshold}.", **figures
    )


def _reaches(grade: str, threshold: str) -> bool:
    """Whether a letter is the threshold's or better."""
    return LETTERS.index(grade) >= LETTERS.index(threshold)


def explain(request: Request, readings: Readings, verdict: Verdict, throws: tuple[Throw, ...]) -> Explanation:
    """A judged test in words."""
    if request.task == "routine":
        return _explain_routine(request, verdict)
    kind, word = _kind_and_word(verdict)
    steps = [
        *_roll_steps(request, readings, verdict, throws),
        *_threshold_steps(request, verdict),
        *_threshold_step(request, readings, verdict),
    ]
    die = throws[0].faces[0]
    figures: dict[str, Param] = {"word": text(word), "die": die, "abc": verdict.abc}
    stats: list[tuple[str, Param]] = [(N_("Dé"), die), (N_("ABC"), verdict.abc)]
    if verdict.grade is not None:
        stats.insert(0, (N_("Lettre"), verdict.grade))
        sentence = _graded_sentence(verdict, {**figures, "grade": verdict.grade, "threshold": verdict.threshold})
    else:
        sentence = text("{word} : {die} pour un ABC de {abc}.", **figures)
    return Explanation(kind, text(word), tuple(stats), tuple(steps), sentence, _shown(verdict, throws))


def _explain_routine(request: Request, verdict: Verdict) -> Explanation:
    """No die: what the skill level gives, or why it is left to the GM."""
    figures: dict[str, Param] = {"skill": request.skill, "grade": verdict.grade or "–"}
    steps = []
    if not verdict.automatic:
        steps.append(Step("R001-3", text("Sous stress, compétence {skill} : il faut un test", **figures)))
    elif verdict.grade is None:
        steps.append(Step("R001-1", text("Action facile et habituelle : réussie sans jet")))
    else:
        rule = "R001-5" if request.skill >= AUTOMATIC[0][0] else "R001-4"
        steps.append(Step(rule, text("Compétence {skill} : réussite automatique, lettre {grade}", **figures)))
    steps += _threshold_steps(request, verdict)
    if verdict.automatic and verdict.success is None:
        steps.append(Step("A001-12", text("La réussite n’a pas de lettre : le meneur décide face au seuil")))
    steps += _threshold_step(request, Readings(), verdict)
    stats: tuple[tuple[str, Param], ...] = (
        (N_("Compétence"), request.skill),
        (N_("Seuil"), verdict.threshold),
    )
    if verdict.grade is not None:
        stats = ((N_("Lettre"), verdict.grade), *stats)
    match verdict.success:
        case None if not verdict.automatic:
            word, sentence = N_("Test requis"), text("Sous stress, cette routine demande un test.")
        case None:
            word, sentence = N_("Au meneur"), text("Action habituelle, mais gênée : le meneur décide.")
        case True if verdict.grade is None:
            word, sentence = N_("Réussite"), text("Réussite automatique, sans jet.")
        case True:
            word, sentence = (
                N_("Réussite"),
                text("Réussite automatique, lettre {grade}, sans jet.", **figures),
            )
        case False:
            word = N_("Échec")
            sentence = text(
                "Échec : la réussite automatique {grade} n’atteint pas le seuil {threshold}.",
                threshold=verdict.threshold,
                **figures,
            )
    kind: Kind = "tie" if verdict.success is None else "ok" if verdict.success else "ko"
    return Explanation(kind, text(word), stats, tuple(steps), sentence, ())


def explain_side(request: Request, readings: Readings, verdict: Verdict, throws: tuple[Throw, ...]) -> Side:
    """One side of an opposition in words."""
    steps = [
        *_roll_steps(request, readings, verdict, throws),
        *_threshold_steps(request, verdict),
        *_threshold_step(request, readings, verdict),
    ]
    count = plural("{n} colonne", "{n} colonnes", _columns(verdict))
    return Side(count, tuple(steps), _shown(verdict, throws))


def duel_step(actor: Verdict, opponent: Verdict, result: Duel, readings: Readings) -> Step:
    """The comparison of the two sides' columns."""
    figures: dict[str, Param] = {
        "actor": plural("{n} colonne", "{n} colonnes", _columns(actor)),
        "opponent": _columns(opponent),
        "margin": Signed(result.margin),
    }
    match result.winner:
        case "actor":
            words = text("{actor} contre {opponent} : l’actif l’emporte (règle maison)", **figures)
        case "opponent":
            words = text("{actor} contre {opponent} : le réactif l’emporte (règle maison)", **figures)
        case None:
            words = text("{actor} de chaque côté : égalité (règle maison)", **figures)
    return Step("A001-14", words)


def outcome(verdict: Verdict, throws: tuple[Throw, ...]) -> Mapping[str, object]:
    """``automatic`` concerns routines only."""
    own = as_json(verdict)
    if verdict.automatic is None:
        del own["automatic"]
    return own


def _one_better(request: Request, readings: Readings) -> Request | None:
    return replace(request, other_bonus=request.other_bonus + 1) if request.other_bonus < 20 else None


def _one_hindrance_less(request: Request, readings: Readings) -> Request | None:
    return replace(request, hindrances=request.hindrances - 1) if request.hindrances else None


def _quality(verdict: Verdict) -> int:
    """Columns; a critical failure is worse than a plain one."""
    return -1 if verdict.critical == "failure" else _columns(verdict)


ABC = System(
    key="abc",
    title=N_("ABC"),
    about=N_("d20 et lettres de réussite"),
    request=Request,
    readings=Readings,
    resolve=resolve,
    side=resolve,
    rank=rank,
    degrees={name: name for name in LETTERS},
    degree=lambda verdict: verdict.grade,
    outcome=outcome,
    side_outcome=lambda verdict: as_json(verdict, "columns", "success"),
    explain=explain,
    explain_side=explain_side,
    duel_step=duel_step,
    check=check,
    house_rule=True,
    figure=Figure(N_("Colonnes"), _quality),
    ladder="hindrances",
    levers=(
        Lever(N_("un point de bonus"), _one_better),
        Lever(N_("une condition gênante de moins"), _one_hindrance_less),
    ),
    bonus="other_bonus",
    sheet=SheetPlan(
        manners=(
            Manner(key="skill", label=N_("Compétence"), of="skill", characteristic="attribute", skill="skill"),
            Manner(key="attribute", label=N_("Attribut seul"), of="characteristic", characteristic="attribute"),
        ),
        example=BURGLAR,
    ),
)

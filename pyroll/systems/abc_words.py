"""ABC in words: the explanation of a judged test, and the system's record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pyroll.i18n import N_, Param, Signed, Step, Text, plural, text
from pyroll.play import Throw
from pyroll.system import (
    Duel,
    Explanation,
    Figure,
    Kind,
    Lever,
    Manner,
    Mark,
    SheetPlan,
    Shown,
    Side,
    System,
    as_json,
)
from pyroll.systems.abc import (
    AUTOMATIC,
    LETTER_RULES,
    LETTERS,
    LOWEST,
    F,
    Readings,
    Request,
    Verdict,
    bonus_of,
    check,
    columns_of,
    minimum_column,
    own_column,
    rank,
    resolve,
)
from pyroll.systems.examples import BURGLAR

__all__ = ["ABC"]


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
            LETTER_RULES[own - 1],
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
    shown, scale = _shown(verdict, throws), tuple(_scale(request, verdict))
    return Explanation(kind, text(word), tuple(stats), tuple(steps), sentence, shown, scale)


def _scale(request: Request, verdict: Verdict) -> Iterator[Mark]:
    """R001-30 to R001-35: the letters, with the results that give them; F+1 only where it is asked or obtained."""
    threshold = None if request.task == "trivial" else verdict.threshold
    for column, name in enumerate(LETTERS, start=1):
        if column > F and name not in (threshold, verdict.grade):
            continue
        lowest = LOWEST[min(column, F) - 1]
        above = str(LOWEST[column] - 1) if column < F else "19"  # a 20 is never a success, R001-10
        takes = "" if column > F else f"{lowest} +" if column == F and verdict.abc > 20 else f"{lowest}–{above}"
        yield Mark(name, takes, needed=name == threshold, obtained=name == verdict.grade)


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
    count = plural("{n} colonne", "{n} colonnes", columns_of(verdict))
    return Side(count, tuple(steps), _shown(verdict, throws))


def unjudged(request: Request, readings: Readings, verdict: Verdict, throws: tuple[Throw, ...]) -> Side:
    """The result of the die, and dice that do not say whether they count; a routine has none."""
    if not throws:
        return Side(text("aucun dé"), (), ())
    dice = (
        Shown(throw.faces[0], "d20", "hit", text(words, face=throw.faces[0]))
        for throw, words in zip(throws, (N_("Dé : {face}"), N_("Confirmation : {face}")), strict=False)
    )
    return Side(text("résultat {result}", result=verdict.result or 0), (), tuple(dice))


def duel_step(actor: Verdict, opponent: Verdict, result: Duel, readings: Readings) -> Step:
    """The comparison of the two sides' columns."""
    figures: dict[str, Param] = {
        "actor": plural("{n} colonne", "{n} colonnes", columns_of(actor)),
        "opponent": columns_of(opponent),
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


_COLUMNS = dict(enumerate(LETTERS, 1))


def _quality(verdict: Verdict) -> int:
    """Columns; a critical failure is worse than a plain one."""
    return -1 if verdict.critical == "failure" else columns_of(verdict)


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
    degrees_title=N_("Chance de chaque lettre"),
    degree=lambda verdict: verdict.grade,
    outcome=outcome,
    side_outcome=lambda verdict: as_json(verdict, "columns", "success"),
    explain=explain,
    explain_side=explain_side,
    duel_step=duel_step,
    unjudged=unjudged,
    check=check,
    house_rule=True,
    figure=Figure(N_("Lettre"), _quality, names={-1: N_("échec critique"), 0: N_("échec"), **_COLUMNS}),
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

"""The rules of ABC, in the order of their source (R001-1 to R001-51)."""

from __future__ import annotations

from collections.abc import Iterator

from pyroll.form import Field, Number, fields_of
from pyroll.i18n import N_, Param, Signed, Text, text
from pyroll.rulebook.model import Example, Rulebook, Section, Table, rule
from pyroll.systems.abc import (
    AUTOMATIC,
    CONFIRMATION_MALUS,
    LETTERS,
    LOWEST,
    STRESS_LEVEL,
    Readings,
    Request,
    letter,
    minimum_column,
)
from pyroll.systems.abc_words import ABC

__all__ = ["ABC_RULES"]

_NONE = "–"


def _bonus(item: Field) -> tuple[Param, Param]:
    """A circumstance and what it may bring."""
    if not isinstance(item.kind, Number):
        raise TypeError(item.name)
    least = next(value for value in range(1, item.kind.high + 1) if value not in item.kind.gaps)
    return Text(item.label), text("{low} à {high}", low=Signed(least), high=Signed(item.kind.high))


_CIRCUMSTANCES = Table(
    (N_("Circonstance"), N_("Bonus")),
    tuple(
        _bonus(item)
        for name in ("tools_bonus", "help_bonus", "ease_bonus", "calm_bonus")
        for item in fields_of(Request)
        if item.name == name
    ),
    ("R001-14", "R001-15", "R001-16", "R001-17"),
)

_QUALITIES = (
    N_("À peine suffisant"),
    N_("Convenable"),
    N_("Digne du métier"),
    N_("Très bon"),
    N_("Sans défaut"),
    N_("Hors du commun"),
)


def _results() -> Iterator[Param]:
    """The results of each letter: up to the next one's lowest."""
    for low, after in zip(LOWEST, (*LOWEST[1:], None), strict=True):
        yield text("{low} et plus", low=low) if after is None else text("{low} à {high}", low=low, high=after - 1)


_LETTERS = Table(
    (N_("Résultat"), N_("Lettre"), N_("Qualité")),
    tuple(
        (result, name, Text(quality)) for result, name, quality in zip(_results(), LETTERS, _QUALITIES, strict=False)
    ),
    tuple(f"R001-{30 + place}" for place in range(len(LOWEST))),
)


def _by_level(level: int) -> tuple[Param, ...]:
    """The least letter of a roll that succeeds, and the one without a roll, at a level of the skill."""
    least = minimum_column(Request(attribute=0, skill=level), Readings(minimum_grade="skill"))
    automatic = next((column for needed, column in AUTOMATIC if level >= needed), 0)
    return level, letter(least) or _NONE, letter(automatic) or _NONE


_LEVELS = Table(
    (N_("Niveau de compétence"), N_("Lettre minimale"), N_("Sans jet")),
    tuple(_by_level(level) for level in range(6, 11)),
    tuple(f"R001-{37 + place}" for place in range(5)),
)


def _totals() -> Iterator[tuple[Param, ...]]:
    """Each total that raises the least letter."""
    before = 0
    for total in range(41):
        column = minimum_column(Request(attribute=0, skill=total), Readings())
        if column > before:
            yield total, letter(column) or _NONE
        before = column


_TOTALS = Table((N_("Attribut + compétence"), N_("Lettre minimale")), tuple(_totals()))

_WITHOUT = Section(
    N_("Sans jet"),
    (
        rule(
            "R001-1",
            text(
                "Une action facile et habituelle réussit sans dé, si le personnage a du temps, de quoi travailler et "
                "ce qu’il faut savoir."
            ),
            Example("abc?skill=4&task=routine@", text("Compétence 4, rien ne presse : réussite automatique.")),
        ),
        rule(
            "R001-2..3",
            text(
                "Dès le niveau 3, les tâches courantes d’un amateur se font sans test ; sous stress, le meneur peut "
                "en demander un."
            ),
            Example(
                "abc?skill=4&task=routine&stress=yes@",
                text("Compétence 4 sous stress : cette routine demande un test."),
            ),
        ),
        rule(
            "R001-4",
            text(
                "À partir du niveau {level}, les gestes du métier réussissent sans test même sous stress, avec la "
                "lettre {letter}.",
                level=STRESS_LEVEL,
                letter=letter(AUTOMATIC[-1][1]) or _NONE,
            ),
            Example(
                "abc?skill=7&task=routine&stress=yes@",
                text("Compétence 7 sous stress : réussite automatique, lettre A."),
            ),
        ),
        rule(
            "R001-5",
            text(
                "Au niveau {level}, toute action habituelle peut réussir sans test, même sous stress, avec la lettre "
                "{letter}.",
                level=AUTOMATIC[0][0],
                letter=letter(AUTOMATIC[0][1]) or _NONE,
            ),
            Example(
                "abc?skill=10&task=routine&hindrances=1@",
                text("Compétence 10, une condition gênante : la lettre B atteint le seuil B, réussite."),
            ),
        ),
        rule(
            "A001-12",
            text(
                "La réussite automatique se fait sans dé, bien qu’une phrase de la source réserve le cas d’un échec "
                "critique. La lettre minimale ne la relève pas. Sous le niveau {level}, elle n’a pas de lettre : "
                "face à un seuil, le meneur décide.",
                level=STRESS_LEVEL,
            ),
        ),
    ),
)

_TEST = Section(
    N_("Le test"),
    (
        rule(
            "R001-6",
            text("Conditions inhabituelles, stress ou adversaire : quand l’issue est incertaine, on fait un test."),
        ),
        rule("R001-7", text("Le test réussit si 1d20 ne dépasse pas l’ABC.")),
        rule(
            "A001-1",
            text("L’ABC est le total de l’attribut, du bonus de circonstances et de la compétence."),
        ),
        rule(
            "R001-8..9",
            text("Tomber exactement sur l’ABC est une réussite critique."),
            Example("abc?attribute=6&skill=4@9", text("ABC 10 et dé 9 : réussite, lettre C.")),
            Example("abc?attribute=6&skill=4@10", text("ABC 10 et dé 10 : réussite critique, lettre D.")),
            Example("abc?attribute=6&skill=4@11", text("ABC 10 et dé 11 : échec.")),
            reading="high_critical",
        ),
    ),
)

_TRIVIAL = Section(
    N_("Tâche triviale et échec critique"),
    (
        rule(
            "R001-10",
            text("Une tâche triviale sous stress se teste aussi, mais seul un 20 la fait échouer."),
            Example("abc?skill=3&task=trivial@15", text("ABC 8 et dé 15 : la tâche triviale réussit, lettre A.")),
        ),
        rule(
            "R001-11",
            text(
                "Un 20 peut être un échec critique : faites un second test. Réussi, l’échec reste simple ; "
                "manqué, il est critique."
            ),
        ),
        rule(
            "R001-12",
            text("Le test de confirmation se fait d’ordinaire à {malus}.", malus=Signed(-CONFIRMATION_MALUS)),
            Example(
                "abc?attribute=6&skill=4@20,9",
                text("ABC 10, dé 20 : à confirmer sous 6 ; un 9 en fait un échec critique."),
            ),
        ),
        rule(
            "R001-13",
            text("Pour une tâche triviale, le test de confirmation se fait sans malus."),
            Example(
                "abc?attribute=6&skill=4&task=trivial@20,9",
                text("ABC 10, tâche triviale, dé 20 : un 9 ne dépasse pas 10, l’échec reste simple."),
            ),
        ),
        rule(
            "A001-4",
            text(
                "Un 20 naturel échoue toujours. La source ne dit pas s’il faut le confirmer en dehors des tâches "
                "triviales et des hauts scores."
            ),
            reading="natural_20",
            effects={
                "always": text("Tout 20 appelle une confirmation."),
                "trivial_or_high": text(
                    "On ne confirme que pour une tâche triviale ou un ABC de 20 et plus ; ailleurs, l’échec est "
                    "simple."
                ),
            },
        ),
        rule(
            "A001-5",
            text(
                "Un 20 au second test confirme l’échec critique, même si la cible est plus haute. Le seuil de "
                "difficulté n’y compte pas ; sous 1, la cible est hors d’atteinte."
            ),
        ),
        rule(
            "A001-13",
            text(
                "Un dé au-dessus de l’ABC, autre que 20, donne la lettre A à une tâche triviale ; un dé sous l’ABC "
                "garde sa lettre. Le seuil de difficulté ne compte pas."
            ),
        ),
    ),
)

_BONUS = Section(
    N_("Bonus de circonstances"),
    (
        rule(
            "R001-14..18",
            text("Des circonstances favorables ajoutent un bonus à l’ABC, et leurs bonus se cumulent."),
            table=_CIRCUMSTANCES,
        ),
        rule(
            "A001-15",
            text(
                "Les bonus de la source sont des exemples, sans plafond commun. La source ne prévoit pas de malus "
                ": ce qui gêne élève le seuil."
            ),
        ),
    ),
)

_THRESHOLD = Section(
    N_("Seuil de difficulté"),
    (
        rule(
            "R001-19",
            text("Il suffit d’ordinaire de la lettre A. Chaque condition gênante élève ce seuil d’une lettre."),
            reading="critical_counts",
        ),
        rule(
            "R001-20..24",
            text(
                "Sont des conditions gênantes, par exemple : de mauvais outils, un stress extrême, des intempéries, "
                "la hâte, une action très complexe ou jamais tentée."
            ),
        ),
        rule(
            "R001-25",
            text("Les conditions se cumulent : avec deux d’entre elles, il faut un C."),
            Example(
                "abc?skill=5&hindrances=2@7",
                text("ABC 10, 2 conditions gênantes : un 7 donne C, le seuil est atteint."),
            ),
            Example("abc?skill=5&hindrances=2@6", text("Un 6 ne donne que B : échec au seuil C.")),
        ),
        rule("A001-16", text("La liste n’est pas close : le meneur compte les conditions comme il l’entend.")),
        rule(
            "A001-17",
            text("Un dé réussi dont la lettre reste sous le seuil est un échec simple, jamais critique."),
        ),
    ),
)

_CRITICAL = Section(
    N_("Réussite critique"),
    (
        rule(
            "R001-26",
            text("La réussite est critique quand le dé montre l’ABC, tous bonus compris."),
            reading="high_critical",
        ),
        rule("R001-27", text("Une réussite critique ajoute une colonne de dégâts.")),
        rule(
            "R001-28",
            text("Un F critique sort de la table : il se note F+1, et cette colonne en plus sert à la parade."),
            Example(
                "abc?attribute=9&skill=8@17",
                text("ABC 17 et dé 17 : réussite critique, lettre F+1, 7 colonnes."),
            ),
        ),
        rule(
            "A001-11",
            text("La source ne dit pas si la colonne d’un critique aide à atteindre un seuil."),
            Example(
                "abc?attribute=4&skill=2&hindrances=2@6",
                text("ABC 6, dé 6, seuil C : la lettre B est critique mais manque le seuil, sauf lecture contraire."),
            ),
            reading="critical_counts",
            effects={
                "label": text("Seul un F critique change de lettre : il atteint le seuil F+1."),
                "always": text("Tout critique compte pour une lettre de plus face au seuil."),
                "never": text("Le seuil ne regarde que la lettre ; F+1 est hors d’atteinte."),
            },
        ),
    ),
)

_QUALITY = Section(
    N_("Lettre de réussite"),
    (
        rule(
            "R001-29..35",
            text("La lettre dit la qualité de la réussite : sous l’ABC, un dé plus haut vaut mieux."),
            table=_LETTERS,
        ),
        rule("A001-6", text("Au-delà d’un ABC de 20, la lettre se lit sur le résultat, bonus compris.")),
        rule(
            "A001-7",
            text("La table s’arrête à 19 : plus haut, la lettre reste F. Seul un critique donne F+1, noté aussi F+."),
        ),
    ),
)

_MINIMUM = Section(
    N_("Réussite minimale et automatique"),
    (
        rule(
            "R001-36..41",
            text("Un niveau élevé garantit une lettre : au moins celle-ci au jet réussi, ou celle-là sans jet."),
            table=_LEVELS,
            reading="minimum_grade",
        ),
        rule(
            "R001-42",
            text("Qui ne veut courir aucun risque prend la réussite automatique : A, puis B, selon sa compétence."),
        ),
        rule(
            "R001-43",
            text(
                "Le texte de la source compte autrement : la lettre minimale vient de l’attribut plus la compétence."
            ),
            Example(
                "abc?attribute=8&skill=8@2",
                text("Total 16, dé 2 : la lettre A devient C."),
            ),
            table=_TOTALS,
            reading="minimum_grade",
        ),
        rule(
            "A001-8..9",
            text(
                "La table par niveau et le texte par total ne s’accordent que si l’attribut égale la compétence. Le "
                "texte s’arrête à D sur un « etc. » : pyroll continue d’une lettre tous les quatre points."
            ),
            reading="minimum_grade",
            effects={
                "total": text("Le total de l’attribut et de la compétence décide, sans les bonus."),
                "total_with_bonus": text("L’ABC entier décide, bonus compris."),
                "skill": text("Le niveau décide, comme dans la table, sans aller plus loin que D."),
                "none": text("Aucune lettre n’est garantie."),
            },
        ),
        rule(
            "A001-10",
            text("La source ne dit pas si la lettre minimale aide à atteindre un seuil."),
            Example(
                "abc?attribute=8&skill=8&hindrances=2@2",
                text("Total 16, dé 2, seuil C : la lettre minimale C suffit, réussite."),
            ),
            reading="minimum_meets_threshold",
            effects={
                "yes": text("Un dé réussi vaut au moins la lettre minimale, face au seuil aussi."),
                "no": text("Seule la lettre du dé est comparée au seuil ; la minimale ne sert qu’à la qualité."),
            },
        ),
    ),
)

_HIGH = Section(
    N_("Hauts scores"),
    (
        rule(
            "R001-44",
            text("Ce que l’ABC a de plus que 20 s’ajoute au dé pour donner le résultat."),
            Example(
                "abc?attribute=10&skill=10&tools_bonus=2@8",
                text("ABC 22, dé 8 : le résultat est de 10, lettre D."),
            ),
        ),
        rule(
            "R001-45",
            text("Un résultat supérieur à 20 est une réussite critique."),
            reading="high_critical",
        ),
        rule(
            "R001-46..51",
            text("L’exemple de la source, pour un ABC de 22, montre aussi des critiques à 19 et à 20."),
            Example(
                "abc?attribute=10&skill=10&tools_bonus=2@1",
                text("ABC 22, dé 1 : le résultat est de 3."),
            ),
            Example(
                "abc?attribute=10&skill=10&tools_bonus=2@17",
                text("ABC 22, dé 17 : le résultat est de 19, réussite critique."),
            ),
            Example(
                "abc?attribute=10&skill=10&tools_bonus=2@18",
                text("ABC 22, dé 18 : le résultat est de 20, sans 20 au dé, et la réussite critique."),
            ),
            Example(
                "abc?attribute=10&skill=10&tools_bonus=2@19",
                text("ABC 22, dé 19 : le résultat est de 21, réussite critique."),
            ),
            Example(
                "abc?attribute=10&skill=10&tools_bonus=2@20,18",
                text("ABC 22, dé 20 : à confirmer sous 18 ; un 18 laisse l’échec simple."),
            ),
            reading="high_critical",
        ),
        rule(
            "A001-2..3",
            text(
                "La règle parle d’un résultat supérieur à 20, son exemple compte 19. Avec un ABC de 20 tout juste, "
                "la source ne dit pas ce qui est critique : le dé devrait montrer 20, qui échoue."
            ),
            reading="high_critical",
            effects={
                "from_19": text(
                    "Est critique tout résultat de 19 et plus ; la chance d’un critique croît alors d’une face par "
                    "point d’ABC."
                ),
                "from_20": text("Est critique tout résultat de 20 et plus : avec un ABC de 20, il n’y en a pas."),
            },
        ),
    ),
)

_OPPOSITION = Section(
    N_("Opposition"),
    (
        rule(
            "A001-14",
            text(
                "La source prévoit des oppositions mais ne dit pas comment les juger. Règle maison de pyroll : "
                "chacun fait son test, le plus de colonnes l’emporte, un test manqué n’en compte aucune ; "
                "l’égalité reste indécise."
            ),
            Example(
                "abc?skill=5&opponent.attribute=7&opponent.skill=6@9/4",
                text("Dé 9 sous 10 contre dé 4 sous 13 : 3 colonnes contre 2, l’actif l’emporte."),
            ),
        ),
    ),
)

ABC_RULES = Rulebook(
    ABC,
    (
        _WITHOUT,
        _TEST,
        _TRIVIAL,
        _BONUS,
        _THRESHOLD,
        _CRITICAL,
        _QUALITY,
        _MINIMUM,
        _HIGH,
        _OPPOSITION,
    ),
)

"""The rules of ABC, in the order of their source (R001-1 to R001-51); those of letters are in ``abc_letters.py``."""

from __future__ import annotations

from pyroll.form import Field, Number, fields_of
from pyroll.i18n import N_, Param, Signed, Text, text
from pyroll.rulebook.abc_letters import HIGH, MINIMUM, NO_LETTER, QUALITY
from pyroll.rulebook.model import Example, Rulebook, Section, Table, rule
from pyroll.systems.abc import AUTOMATIC, CONFIRMATION_MALUS, STRESS_LEVEL, Request, letter
from pyroll.systems.abc_words import ABC

__all__ = ["ABC_RULES"]


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
                letter=letter(AUTOMATIC[-1][1]) or NO_LETTER,
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
                letter=letter(AUTOMATIC[0][1]) or NO_LETTER,
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
        QUALITY,
        MINIMUM,
        HIGH,
        _OPPOSITION,
    ),
)

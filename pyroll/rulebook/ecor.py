"""The rules of Eco-Я, in the order of their source (R004-1 to R004-21)."""

from __future__ import annotations

from pyroll.i18n import N_, Text, text
from pyroll.rulebook.model import Example, Rulebook, Section, Table, rule
from pyroll.systems.ecor import DEGREE_NAMES, THRESHOLDS, UNTRAINED_CAP
from pyroll.systems.ecor_words import ECOR

__all__ = ["ECOR_RULES"]

_DEGREES = Table(
    (N_("Pairs"), N_("Degré")),
    tuple(
        (text("{n} et plus", n=evens) if evens == THRESHOLDS["at_least"][-1] else evens, Text(name))
        for evens, name in zip(THRESHOLDS["at_least"], DEGREE_NAMES.values(), strict=True)
    ),
    ("R004-11", "R004-7", "R004-8", "R004-9", "R004-10"),
)

_ROUNDED = Table(
    (N_("Degré"), N_("Degré atteint"), N_("Degré au-dessus")),
    tuple(
        (Text(name), plain, rounded)
        for name, plain, rounded in zip(
            DEGREE_NAMES.values(), THRESHOLDS["at_least"], THRESHOLDS["round_up"], strict=True
        )
    ),
)

_DICE = Section(
    N_("Le jet"),
    (
        rule("R004-1", text("Ces règles servent le récit : le meneur n’y recourt qu’au besoin.")),
        rule("R004-2", text("Tous les dés sont des d6.")),
        rule("R004-3", text("Lancez autant de dés que la compétence et la caractéristique réunies.")),
        rule(
            "R004-4",
            text("Gardez seulement autant de dés que la compétence."),
            Example(
                "ecor?characteristic=2&skill=3@2,4,6,2,1",
                text("Caractéristique 2, compétence 3 : 5 dés lancés, 3 gardés ; 4 pairs en tout, 3 comptent."),
            ),
            reading="keep",
        ),
        rule(
            "R004-5",
            text("La caractéristique ne fait donc qu’élargir le choix : elle donne plus de dés, pas plus à garder."),
        ),
        rule(
            "A004-1",
            text("La source ne dit pas quels dés garder."),
            Example(
                "ecor?characteristic=2&skill=1@5,5,2",
                text("Dés 5, 5 et 2, un seul gardé : le 2, donc 1 pair, réussite faible."),
            ),
            reading="keep",
            effects={
                "best": text("On garde les dés qui servent, donc les pairs d’abord."),
                "highest": text("On garde les plus hautes faces, même impaires : le jet réussit moins souvent."),
            },
        ),
    ),
)

_DEGREE = Section(
    N_("Degrés de réussite"),
    (
        rule("R004-6", text("Comptez les dés pairs parmi ceux que vous gardez.")),
        rule("R004-7..11", text("Le nombre de pairs donne le degré :"), table=_DEGREES),
        rule(
            "A004-2",
            text("La source ne dit pas ce que valent 2, 4 ou 6 pairs. Pairs nécessaires, selon la lecture :"),
            Example(
                "ecor?characteristic=2&skill=4@2,2,4,6,1,3",
                text("Avec 4 pairs, la réussite est moyenne ; elle serait forte au degré au-dessus."),
            ),
            table=_ROUNDED,
            reading="between",
            effects={
                "at_least": text("Le degré est le dernier atteint : 2 pairs restent une réussite faible."),
                "round_up": text("Le degré est le suivant : 2 pairs font déjà une réussite moyenne."),
            },
        ),
        rule(
            "A004-10",
            text(
                "La compétence borne donc le degré : faible jusqu’à 2, moyenne jusqu’à 4, forte jusqu’à 6, "
                "extraordinaire dès 7."
            ),
        ),
        rule(
            "R004-12",
            text("Une difficulté est un degré à atteindre ; le meneur seul le fixe."),
            Example(
                "ecor?characteristic=3&skill=5&difficulty=strong@2,2,4,4,6,1,3,5",
                text("Compétence 5, réussite forte demandée : 5 pairs l’atteignent, test réussi."),
            ),
        ),
        rule(
            "R004-13",
            text("La source renvoie à une liste de difficultés par compétence, qu’elle ne donne pas."),
        ),
        rule(
            "A004-12",
            text("Un degré plus bas que celui demandé est un échec ; le meneur peut en faire une demi-réussite."),
        ),
    ),
)

_ENVIRONMENT = Section(
    N_("Environnement"),
    (
        rule(
            "R004-14",
            text(
                "Les circonstances ajoutent ou retirent des dés à la compétence ; la difficulté, elle, ne bouge pas."
            ),
            reading="environment_dice",
        ),
        rule(
            "A004-3",
            text("La source ne dit pas si ces dés changent aussi le nombre de dés gardés."),
            Example(
                "ecor?characteristic=1&skill=3&environment=2@2,2,4,4,6,1",
                text("Compétence 3, environnement +2 : 6 dés lancés, 5 gardés ; 5 pairs font une réussite forte."),
            ),
            reading="environment_dice",
            effects={
                "skill": text("La compétence change tout entière : on lance et on garde plus, ou moins."),
                "rolled_only": text("On lance plus ou moins de dés, mais on en garde autant que la compétence."),
            },
        ),
        rule(
            "A004-4",
            text("Un malus aussi grand que la compétence n’y laisse aucun dé à garder : le test échoue."),
            Example(
                "ecor?characteristic=2&skill=1&environment=-1@2,2",
                text("Compétence 1, environnement −1 : 2 dés lancés, 0 gardé, test manqué."),
            ),
        ),
    ),
)

_OPPOSITION = Section(
    N_("Opposition"),
    (
        rule(
            "R004-15",
            text("Chaque camp fait son jet : le plus de pairs gardés l’emporte."),
            Example(
                "ecor?characteristic=2&skill=4&opponent.characteristic=3&opponent.skill=3@2,2,4,6,1,3/2,4,4,1,1,1",
                text("4 pairs contre 3 : l’actif l’emporte, bien que les deux réussites soient moyennes."),
            ),
        ),
        rule("R004-16", text("À égalité, rien n’est décidé : on reste là, ou l’on rejoue.")),
        rule(
            "A004-11",
            text("Ce sont les pairs qui se comparent, non les degrés ; aucun pair partout est une égalité."),
        ),
    ),
)

_COOPERATION = Section(
    N_("Coopération"),
    (
        rule(
            "R004-17",
            text("Celui qui mène l’action fait le test, avec un dé de plus par participant."),
            Example(
                "ecor?characteristic=2&skill=3&helpers=2@2,4,6,1,1,3,5",
                text("Caractéristique 2, compétence 3, 2 participants : 7 dés lancés, 3 gardés."),
            ),
            reading="helper_dice",
        ),
        rule("R004-18 A004-6", text("Un participant n’aide que s’il a au moins un point dans la compétence.")),
        rule(
            "A004-5",
            text("La source ne dit pas si l’on garde aussi les dés des participants."),
            reading="helper_dice",
            effects={
                "rolled_only": text(
                    "L’aide élargit le choix, comme la caractéristique : la compétence borne toujours."
                ),
                "kept": text("Chaque participant fait aussi garder un dé de plus."),
            },
        ),
    ),
)

_UNTRAINED = Section(
    N_("Sans connaissance"),
    (
        rule(
            "R004-19 A004-7",
            text(
                "Sans aucun point dans la compétence, lancez les dés de la caractéristique seule ; tous comptent. "
                "L’environnement change alors ces dés."
            ),
            Example(
                "ecor?characteristic=3@2,4,5",
                text("Caractéristique 3 seule : 3 dés lancés, 2 pairs, réussite faible."),
            ),
        ),
        rule(
            "R004-20",
            text("Ni capacité spéciale, ni bonus, ni aide : seul l’environnement s’applique."),
        ),
        rule(
            "R004-21 A004-8",
            text(
                "Le degré y est plafonné : {degree}, pas davantage. En opposition, le compte des pairs ne l’est pas.",
                degree=Text(DEGREE_NAMES[UNTRAINED_CAP]),
            ),
            Example(
                "ecor?characteristic=6&difficulty=strong@2,2,4,4,6,1",
                text(
                    "Caractéristique 6 seule : 5 pairs restent une réussite moyenne, la forte demandée est manquée."
                ),
            ),
        ),
        rule(
            "A004-9",
            text(
                "Il en résulte un paradoxe : sans connaissance, trois pairs sont possibles ; avec 1 ou 2 de "
                "compétence, non. La règle est appliquée telle quelle."
            ),
        ),
        rule("A004-13", text("Connaissance et compétence sont ici une même chose.")),
    ),
)

_SILENT = Section(
    N_("Ce que la source ne dit pas"),
    (
        rule(
            "A004-14",
            text("La source ne donne ni la liste des compétences, ni les capacités spéciales, ni de jet chiffré."),
        ),
    ),
)

ECOR_RULES = Rulebook(ECOR, (_DICE, _DEGREE, _ENVIRONMENT, _OPPOSITION, _COOPERATION, _UNTRAINED, _SILENT))

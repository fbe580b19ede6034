"""The rules of TUR, in the order of their source (R002-1 to R002-39)."""

from __future__ import annotations

from collections.abc import Iterator

from pyroll.i18n import N_, Param, Signed, Text, text
from pyroll.rulebook.model import Example, Rulebook, Section, Table, rule
from pyroll.systems.tur import DEGREE_NAMES, DEGREES, ROW_NAMES, ROWS, SUGGESTED, TUR

__all__ = ["TUR_RULES"]

_DIFFICULTIES = Table(
    (N_("Difficulté"), N_("Modificateur")),
    tuple((Text(ROW_NAMES[key]), Signed(modifier)) for key, modifier in ROWS.items()),
    tuple(f"R002-{4 + place}" for place in range(len(ROWS))),
)


def _margins() -> Iterator[Param]:
    """The margins of each degree, worst first: up to the next one's lowest."""
    lows = tuple(DEGREES.values())
    for low, after in zip(lows, (*lows[1:], None), strict=True):
        if low is None:
            yield text("{high} et moins", high=Signed((after or 0) - 1))
        elif after is None:
            yield text("{low} et plus", low=Signed(low))
        elif after == low + 1:
            yield Signed(low)
        else:
            yield text("{low} ou {high}", low=Signed(low), high=Signed(after - 1))


_RESULTS = Table(
    (N_("Marge"), N_("Résultat")),
    tuple((margin, Text(DEGREE_NAMES[key])) for margin, key in zip(_margins(), DEGREES, strict=True))[::-1],
    tuple(f"R002-{15 + place}" for place in range(len(DEGREES))),
)

_SUGGESTED = Table(
    (N_("Résultat"), N_("Pour la suite")),
    tuple((Text(DEGREE_NAMES[key]), Signed(modifier)) for key, modifier in SUGGESTED.items()),
)

_WHEN = Section(
    N_("Quand lancer"),
    (
        rule(
            "R002-1", text("Sans enjeu ni vraie difficulté, le meneur décide de l’issue : le jeu y gagne en rythme.")
        ),
    ),
)

_NATURAL = Section(
    N_("0 et 10 naturels"),
    (
        rule(
            "R002-2",
            text("Un total de 0 aux dés réussit toujours : le résultat est Moyen au pire."),
            Example(
                "tur?value=1&difficulty=hard@0,0",
                text("Valeur 1, difficile, 0 aux dés : marge −1, mais le résultat est relevé à moyen, test réussi."),
            ),
        ),
        rule(
            "R002-3",
            text("Un total de 10 échoue toujours : le résultat est Mauvais au mieux."),
            Example(
                "tur?value=12@5,5",
                text(
                    "Valeur 12, difficulté moyenne, 10 aux dés : marge 2, mais le résultat est mauvais, test manqué."
                ),
            ),
            reading="natural_10",
        ),
        rule(
            "A002-2",
            text(
                "La source ne dit pas ce que devient un 10 dont la marge est négative de peu : Médiocre vaudrait "
                "mieux que Mauvais."
            ),
            reading="natural_10",
            effects={
                "always": text("Tout 10 est Mauvais au mieux, quelle que soit la marge."),
                "only_if_not_negative": text(
                    "Un 10 est Mauvais au mieux si la marge vaut 0 ou plus ; une marge de −1 ou −2 reste Médiocre. "
                    "Le test échoue dans tous les cas."
                ),
            },
        ),
        rule("A002-6", text("Un 0 relève le résultat même si c’est la valeur, et non la difficulté, qui le plombe.")),
        rule("A002-7", text("Un 0 ou un 10 change le résultat, pas la marge.")),
    ),
)

_TABLES = Section(
    N_("La table"),
    (
        rule(
            "R002-4..14",
            text("La difficulté ajoute ou retire ceci à la valeur :"),
            table=_DIFFICULTIES,
        ),
        rule(
            "R002-15..25",
            text("La marge donne le résultat :"),
            table=_RESULTS,
        ),
    ),
)

_COURSE = Section(
    N_("Le jet"),
    (
        rule(
            "R002-26",
            text(
                "Le jet emploie une compétence ou une caractéristique ; le meneur réunit en une seule difficulté "
                "tout ce qui aide ou gêne."
            ),
        ),
        rule(
            "R002-27 A002-5",
            text(
                "Il peut compter en niveaux, c’est-à-dire en rangs de la table, à partir d’une action moyenne : on "
                "additionne les niveaux, jamais leurs modificateurs."
            ),
            Example(
                "tur?value=6&difficulty=very_easy&shift=1@3,4",
                text("Une action très facile, un niveau de plus pour la fatigue : facile, donc +2."),
            ),
        ),
        rule(
            "A002-4",
            text("La source ne dit pas ce qu’il y a hors de la table : un niveau de trop reste au dernier rang."),
        ),
        rule("R002-28", text("Le rang de la difficulté donne le modificateur de la valeur.")),
        rule(
            "R002-29",
            text("Marge = valeur + modificateurs − total de deux d5 : de petits dés valent mieux que de grands."),
            reading="die",
        ),
        rule(
            "A002-1",
            text(
                "La source ne dit pas ce qu’est un d5, mais compte sur des totaux de 0 et de 10 : il faut donc des "
                "faces de 0 à 5."
            ),
            reading="die",
            effects={
                "zero_to_five": text("Un d6 dont le 6 se lit 0 : totaux de 0 à 10, chaque bout 1 fois sur 36."),
                "one_to_five": text("Cinq faces, de 1 à 5 : un total de 0 n’arrive jamais."),
                "half_d10": text(
                    "Un d10 lu de 0 à 9, sa moitié arrondie au-dessus : 0 et 5 y sont deux fois plus rares que les "
                    "autres faces."
                ),
            },
        ),
        rule("R002-30", text("Le résultat se lit en face de la marge.")),
        rule(
            "R002-31",
            text("Ainsi se déroule un jet, de la difficulté au résultat."),
            Example(
                "tur?value=6&difficulty=hard@3,4",
                text("Valeur 6, difficile, −2, 7 aux dés : marge −3, résultat mauvais, test manqué."),
            ),
        ),
    ),
)

_EFFECTS = Section(
    N_("Ce que vaut le résultat"),
    (
        rule(
            "R002-32",
            text("Moyen est ce qu’on attend de quiconque : rien n’aide ni ne gêne la suite."),
        ),
        rule(
            "R002-33",
            text("Dès Bon, la suite profite d’un bonus, ou ceux qui s’y opposent d’un malus."),
        ),
        rule(
            "R002-34",
            text("Mauvais et Très mauvais font l’inverse : un malus pour la suite, ou un bonus pour les autres."),
        ),
        rule(
            "R002-35",
            text("Mauvais ou pire ne tourne jamais à l’avantage du personnage."),
        ),
        rule(
            "R002-36..37",
            text(
                "Le meneur peut, par exemple, compter la moitié des dégâts d’une chute sur Mauvais, et tous sur "
                "Nul, qui est un échec entier."
            ),
        ),
        rule(
            "R002-38",
            text("Catastrophique empire la situation : la même chute peut coûter moitié plus de dégâts."),
        ),
        rule(
            "A002-3",
            text(
                "La source ne dit pas où commence la réussite : un 0 donne Moyen, un 10 donne Mauvais, et Médiocre "
                "reste entre les deux."
            ),
            reading="success_from",
            effects={
                "average": text("Réussir demande Moyen, donc une marge de 0 ou plus."),
                "mediocre": text("Médiocre est déjà une réussite, de piètre qualité ; un 10 échoue quand même."),
            },
        ),
        rule(
            "R002-39",
            text("La table aide à rester équitable ; un meneur aguerri peut s’en passer."),
        ),
    ),
)

_SILENT = Section(
    N_("Ce que la source ne dit pas"),
    (
        rule(
            "A002-8",
            text(
                "La source ne dit ni l’ampleur des bonus et malus à venir, ni l’effet d’Assez bon et de Médiocre, ni "
                "comment s’opposer. Pour la suite, pyroll suggère les modificateurs de la table. Règle maison pour "
                "une opposition : le meilleur rang l’emporte, le même rang reste indécis."
            ),
            Example(
                "tur?value=6&opponent.value=5@1,2/4,2",
                text("Valeur 6, 3 aux dés, contre valeur 5, 6 aux dés : Bon contre Médiocre, l’actif gagne."),
            ),
            table=_SUGGESTED,
        ),
    ),
)

TUR_RULES = Rulebook(TUR, (_WHEN, _NATURAL, _TABLES, _COURSE, _EFFECTS, _SILENT))

"""What the notation of free dice means. It has no source: the numbers L-1 to L-8 are pyroll's own."""

from __future__ import annotations

from pyroll.i18n import N_, text
from pyroll.rulebook.model import Example, Rulebook, Section, rule
from pyroll.systems.free import FREE
from pyroll.systems.free_law import MOST_TOTALS
from pyroll.systems.free_notation import MOST_CONSTANT, MOST_DICE, MOST_GROUPS, MOST_SIDES

__all__ = ["FREE_RULES"]

_NOTATION = Section(
    N_("La notation"),
    (
        rule(
            "L-1",
            text(
                "Écrivez des groupes de dés et des nombres, séparés par + ou − : tout s’additionne. {groups} "
                "groupes au plus, et des nombres qui font de −{constant} à {constant}.",
                groups=MOST_GROUPS,
                constant=MOST_CONSTANT,
            ),
            Example("free?dice=3d6%2B2@4,6,2", text("3d6+2, dés 4, 6 et 2 : total de 14.")),
            Example("free?dice=2d6-1d4%2B1@5,3,4", text("2d6−1d4+1, dés 5 et 3, puis 4 : total de 5.")),
        ),
        rule(
            "L-2",
            text(
                "Un groupe s’écrit 3d6 : le nombre de dés, puis leurs faces, de 2 à {sides}. d6 vaut 1d6, d% vaut "
                "1d100. {dice} dés au plus en tout ; 0 dé donne 0.",
                sides=MOST_SIDES,
                dice=MOST_DICE,
            ),
            Example("free?dice=0d6%2B2@", text("0d6+2 : total de 2, sans rien lancer.")),
        ),
        rule(
            "L-3",
            text(
                "Un « ! » après les faces fait exploser les dés : qui montre sa plus haute face est relancé et "
                "additionné, aussi longtemps qu’elle sort. L’ensemble reste un seul dé."
            ),
            Example(
                "free?dice=2d10%21@10,10,3,5",
                text("2d10!, deux 10 relancés ensemble, 3 et 5 : les dés valent 13 et 15, total de 28."),
            ),
        ),
        rule(
            "L-4",
            text(
                "On trie un groupe après ses faces : kh3 garde les 3 dés les plus hauts, kl3 les plus bas ; dh3 et "
                "dl3 les écartent au contraire. Sans nombre, il s’agit d’un dé. Garder trop de dés les garde tous "
                "; entre égaux, le premier tiré est gardé. Un groupe n’est trié qu’une fois."
            ),
            Example("free?dice=4d6kh3@6,1,5,4", text("4d6kh3, dés 6, 1, 5 et 4 : le 1 est écarté, total de 15.")),
            Example("free?dice=2d20kl1@18,7", text("2d20kl1, dés 18 et 7 : total de 7.")),
        ),
        rule(
            "L-5",
            text(
                "Les dés explosent avant d’être triés : un dé se garde ou s’écarte pour tout ce qu’il vaut. C’est "
                "pourquoi « ! » s’écrit avant kh, kl, dh ou dl."
            ),
            Example(
                "free?dice=2d10%21kh1@9,10,4",
                text("2d10!kh1, dés 9 et 10, relance 4 : le second vaut 14 et il est gardé."),
            ),
        ),
    ),
)

_RESULT = Section(
    N_("Le total"),
    (
        rule("L-6", text("Le total n’est ni une réussite ni un échec : le meneur en fait ce qu’il veut.")),
        rule(
            "L-7",
            text(
                "Règle maison : en opposition, le total le plus haut l’emporte et l’égalité reste indécise. Les "
                "dés n’y explosent pas."
            ),
            Example(
                "free?dice=1d20%2B3&opponent.dice=1d20@12/14",
                text("12 + 3 contre 14 : l’actif l’emporte, 15 contre 14."),
            ),
        ),
        rule(
            "L-8",
            text(
                "Les chances et la moyenne sont exactes. Avec des dés qui explosent, les totaux les plus rares, "
                "moins d’un jet sur un million, sont réunis à partir d’un plafond ; la moyenne, elle, n’en connaît "
                "pas. Une expression de plus de {totals} totaux est refusée.",
                totals=MOST_TOTALS,
            ),
        ),
    ),
)

FREE_RULES = Rulebook(FREE, (_NOTATION, _RESULT))

"""The rules of Dés de Flamme, in the order of their source (R003-1 to R003-51)."""

from __future__ import annotations

from pyroll.i18n import N_, Text, text
from pyroll.rulebook.model import Example, Rulebook, Section, Table, rule
from pyroll.systems.flames import SUCCESSES
from pyroll.systems.flamme import FUMBLE_MARGIN, LADDER
from pyroll.systems.flamme_words import FLAMME

__all__ = ["FLAMME_RULES"]

_DIFFICULTIES = Table(
    (N_("Difficulté"), N_("Réussites à atteindre")),
    tuple((Text(rung.label), rung.value) for rung in LADDER),
)

_SUCCESSES = Table(
    (N_("Dé"), N_("Réussites")),
    tuple(
        (tuple(face for face, worth in SUCCESSES.items() if worth == successes), successes)
        for successes in sorted(set(SUCCESSES.values()))
    ),
    ("R003-5", "R003-6", "R003-7"),
)

_ROLL = Section(
    N_("Le jet"),
    (
        rule("R003-1", text("Le potentiel, ou POT, est la caractéristique plus la compétence.")),
        rule(
            "R003-2",
            text("Le meneur choisit la difficulté, ou DIFF, de 1 à 9."),
            table=_DIFFICULTIES,
        ),
        rule(
            "R003-3",
            text("Une tâche que l’état des choses facilite, une vieille serrure par exemple, peut valoir 2."),
        ),
        rule("R003-4", text("Lancez un d6 par point de potentiel.")),
        rule("R003-5..7", text("Chaque dé donne des réussites :"), table=_SUCCESSES),
        rule(
            "R003-8",
            text("Comptez toutes les réussites : il en faut au moins autant que la difficulté."),
        ),
        rule(
            "R003-9..10",
            text("La marge est ce qui reste de réussites une fois la difficulté ôtée."),
            Example(
                "flamme?characteristic=4&skill=2&difficulty=2@1,6,3,6,3,4",
                text("Potentiel 6, difficulté 2 : 5 réussites, marge de 3."),
            ),
        ),
    ),
)

_CRITICALS = Section(
    N_("Réussite critique et échec critique"),
    (
        rule(
            "R003-11..12",
            text("Deux fois la difficulté ou plus : la réussite est critique, et le meneur dit ce qu’elle apporte."),
            Example(
                "flamme?characteristic=4&skill=2&difficulty=2@1,6,3,6,3,4",
                text("Difficulté 2 : 5 réussites dépassent son double, réussite critique."),
            ),
            reading="critical_difficulty",
        ),
        rule(
            "R003-13..15",
            text(
                "Première règle d’échec critique : le jet échoue et montre plus de 1 que de réussites. La suite est "
                "désastreuse, au gré du meneur."
            ),
            Example(
                "flamme?characteristic=4&skill=3&difficulty=3@1,2,1,3,1,1,6",
                text("Potentiel 7, difficulté 3 : 2 réussites, 4 dés à 1, échec critique."),
            ),
            Example(
                "flamme?characteristic=4&skill=3&difficulty=3@1,2,1,6,1,1,6",
                text("Un 6 au lieu du 3 donne 4 réussites et évite le pire : réussite."),
            ),
            Example(
                "flamme?characteristic=4&skill=2&difficulty=4@1,4,1,1,6,3",
                text("Potentiel 6, difficulté 4 : 3 réussites, 3 dés à 1, simple échec."),
            ),
            reading="fumble",
        ),
        rule(
            "R003-16..17",
            text(
                "Seconde règle : les 1 dépassent à la fois la moitié du potentiel et le nombre de réussites, que "
                "le jet échoue ou non."
            ),
            Example(
                "flamme?characteristic=4&skill=3&difficulty=3&reading.fumble=half_pool@1,2,1,3,1,1,6",
                text("Potentiel 7 : 4 dés à 1 sont plus que la moitié et que 2 réussites, échec critique."),
            ),
            Example(
                "flamme?characteristic=4&skill=3&difficulty=3&reading.fumble=half_pool@1,2,1,6,1,1,6",
                text("Avec un 6 de plus, 4 dés à 1 n’excèdent pas 4 réussites : réussite."),
            ),
            reading="fumble",
        ),
        rule(
            "R003-18",
            text("Une marge de {margin} ou pire est toujours un échec critique.", margin=FUMBLE_MARGIN),
            Example(
                "flamme?characteristic=1&difficulty=7@6",
                text("Potentiel 1, difficulté 7 : 2 réussites au mieux, marge de −5, échec critique."),
            ),
        ),
        rule(
            "A003-1",
            text(
                "La source énonce deux règles d’échec critique à la suite, sans dire laquelle vaut ; ses exemples "
                "satisfont l’une et l’autre."
            ),
            reading="fumble",
            effects={
                "ones_over_successes": text("La première règle seule : un petit potentiel y est le plus exposé."),
                "half_pool": text("La seconde seule : plus rare, mais elle peut frapper un jet qui réussit."),
                "both": text("Il faut remplir les deux à la fois : l’échec critique est le plus rare."),
                "either": text("L’une des deux suffit : l’échec critique est le plus fréquent."),
            },
        ),
        rule("A003-2", text("La marge d’un échec critique se compte avec la difficulté finale, taille comprise.")),
        rule(
            "A003-3",
            text("Si la seconde règle frappe un jet qui atteint la difficulté, l’échec critique l’emporte."),
            Example(
                "flamme?characteristic=4&skill=3&difficulty=1&reading.fumble=half_pool@1,1,1,1,6,2,3",
                text(
                    "Potentiel 7, difficulté 1 : 2 réussites suffiraient, mais 4 dés à 1 en font un échec critique."
                ),
            ),
            reading="fumble",
        ),
        rule(
            "A003-16..17",
            text(
                "La moitié du potentiel n’est pas arrondie, et le potentiel est le nombre de dés lancés. Sans aucun "
                "dé, le jet échoue ; sa marge seule peut le rendre critique."
            ),
        ),
    ),
)

_OPPOSITION = Section(
    N_("Opposition"),
    (
        rule(
            "R003-19..20",
            text("Chacun lance son potentiel : le plus de réussites l’emporte."),
            Example(
                "flamme?characteristic=2&skill=2&opponent.characteristic=3&opponent.skill=3@4,4,5,1/6,6,1,1,2,3",
                text("Potentiel 4 contre 6 : 3 réussites contre 4, le réactif l’emporte."),
            ),
            reading="tie",
        ),
        rule(
            "A003-7",
            text(
                "La source ne dit pas qui gagne à égalité. Sans difficulté, il n’y a ni réussite critique ni échec "
                "critique ; la marge est l’écart des réussites."
            ),
            reading="tie",
            effects={
                "none": text("L’égalité reste indécise."),
                "actor": text("L’égalité est pour l’actif."),
                "opponent": text("L’égalité est pour le réactif."),
            },
        ),
    ),
)

_FLAMES = Section(
    N_("Dés de Flamme"),
    (
        rule("R003-21", text("Un Inspiré lance certains dés de son potentiel comme dés de Flamme, ou DF.")),
        rule("R003-22 A003-11", text("Un Inspiré a autant de DF que son score de Flamme.")),
        rule(
            "R003-23 A003-13",
            text("Une Flamme négative donne autant de DF, mais noirs : les deux aspects échangent leur rôle."),
        ),
        rule("R003-24", text("Les DF prennent la place de dés du potentiel et ne s’y ajoutent pas.")),
        rule(
            "R003-25",
            text("Les dés de Flamme peuvent seuls être augmentés ou diminués, sauf ceux qui montrent 1."),
            reading="lowered_to_one",
        ),
        rule(
            "R003-26..27",
            text("Une augmentation élève un DF d’un point. Le joueur les répartit à sa guise."),
            Example(
                "flamme?characteristic=1&difficulty=1&flame=1&aspect=1&raises=1@3",
                text("Un 3 augmenté devient un 4 : 1 réussite au lieu de 0, marge de 0."),
            ),
        ),
        rule(
            "R003-28",
            text("Une diminution abaisse un DF d’un point. Le meneur, dit Éminence grise ou EG, les répartit."),
            Example(
                "flamme?characteristic=1&difficulty=1&flame=1&dark_aspect=1&lowers=1@6",
                text("Un 6 diminué devient un 5 : 1 réussite au lieu de 2."),
            ),
        ),
        rule("A003-18", text("La source n’explique pas les lettres EG ; pyroll dit toujours le meneur.")),
        rule(
            "A003-8",
            text("La source ne dit pas qui déplace les dés le premier, ce qui peut changer le résultat."),
            reading="order",
            effects={
                "raise_first": text("Le joueur augmente, puis le meneur diminue en réponse."),
                "lower_first": text("Le meneur diminue, puis le joueur augmente en réponse."),
                "net": text("Augmentations et diminutions s’annulent une à une ; seul l’excédent est placé."),
            },
        ),
        rule(
            "A003-9",
            text(
                "La source ne protège que le 1 : elle n’interdit pas de diminuer un 2, ce qui ne coûte aucune "
                "réussite."
            ),
            reading="lowered_to_one",
            effects={
                "counts": text("Le dé devient un 1, désormais immuable, et compte pour l’échec critique."),
                "not_counted": text("Le dé devient un 1 immuable ; l’échec critique ne compte que les 1 tirés."),
                "forbidden": text("Un 2 ne peut pas être diminué."),
            },
        ),
        rule("A003-10", text("Un dé ne dépasse pas 6 : un point placé sur un 6 est perdu.")),
    ),
)

_SOURCES = Section(
    N_("D’où viennent augmentations et diminutions"),
    (
        rule("R003-29", text("Flamme claire : l’aspect donne des augmentations, l’aspect noir des diminutions.")),
        rule("R003-30", text("Flamme noire : l’aspect noir donne des augmentations, l’aspect des diminutions.")),
        rule("R003-31", text("Le meneur peut accorder une augmentation à l’héroïsme ou à une belle description.")),
        rule("R003-32", text("Une spécialité vaut une augmentation à un Inspiré.")),
        rule(
            "R003-33",
            text("L’éclat donne à tous, Inspirés et Ternes, des DF et des augmentations, dans une mesure à fixer."),
        ),
        rule("R003-34", text("Lancer sans rien décrire peut valoir une diminution.")),
        rule(
            "R003-35",
            text("Un malus d’aspect peut être inversé ; la source renvoie au livre d’Agone pour les conditions."),
        ),
        rule(
            "A003-14",
            text(
                "La source ne dit ni ce que donne l’éclat, ni quand un malus s’inverse, ni la liste des aspects, ni "
                "les pouvoirs de la Flamme : le meneur les entre tels quels."
            ),
        ),
    ),
)

_MODIFIERS = Section(
    N_("Modificateurs"),
    (
        rule(
            "R003-36",
            text(
                "+xD+yDF+z : x dés au potentiel, y dés de Flamme, z augmentations, ou diminutions si z est négatif."
            ),
        ),
        rule("R003-37", text("Il n’y a jamais plus de DF que de dés : l’excédent est perdu.")),
        rule(
            "R003-38..39 A003-12",
            text(
                "Les y dés de Flamme sont pris parmi les dés du potentiel, x compris. Un potentiel ne descend pas "
                "sous 0."
            ),
            Example(
                "flamme?characteristic=3&skill=2&flame=2&modifiers=%2B2D%2B1&raises=0,0@3,4,1,2,6,6,5",
                text("Potentiel 5 et Flamme 2, avec +2D+1 : 7 dés dont 2 de Flamme, 1 augmentation à placer."),
            ),
            Example(
                "flamme?characteristic=3&skill=2&flame=2&modifiers=%2B1D%2B1DF%2B2&raises=1,1,0@3,5,1,2,6,6",
                text("Avec +1D+1DF+2 : 6 dés dont 3 de Flamme ; 3 et 5 augmentés, 7 réussites au lieu de 5."),
            ),
        ),
        rule(
            "R003-40",
            text(
                "Pour rendre une action plus dure, changez d’abord la difficulté ; le potentiel si c’est le "
                "personnage qui est diminué ; les augmentations et diminutions si l’inspiration est en cause."
            ),
        ),
        rule(
            "R003-41",
            text("Dès 3 de Flamme, une augmentation vaut en moyenne mieux qu’un dé supplémentaire."),
        ),
        rule(
            "R003-42",
            text("Les augmentations tiennent lieu de bonus d’aspect ; les pouvoirs de la Flamme demeurent."),
        ),
    ),
)

_SIZE = Section(
    N_("Taille"),
    (
        rule("R003-43", text("La difficulté change de la taille de l’acteur moins celle de la cible.")),
        rule(
            "R003-44..46",
            text("Si l’action réussit, l’écart de taille s’ajoute aussi à la marge, avec son signe."),
            Example(
                "flamme?characteristic=3&skill=2&difficulty=3&size=1&target_size=-1@6,6,6,2,1",
                text("Taille 1 contre −1 : la difficulté 3 passe à 5 ; 6 réussites, marge de 1 + 2 = 3."),
            ),
            Example(
                "flamme?characteristic=2&skill=2&difficulty=5&size=-1&target_size=3@4,5,2,3",
                text("Taille −1 contre 3 : la difficulté 5 passe à 1 ; 2 réussites, marge de 1 − 4 = −3."),
            ),
        ),
        rule(
            "A003-4",
            text("La source ne dit pas si le double de la difficulté, pour un critique, compte la taille."),
            Example(
                "flamme?characteristic=3&skill=2&difficulty=3&size=1&target_size=-1"
                "&reading.critical_difficulty=base@6,6,6,2,1",
                text("Difficulté 3, ou 5 avec la taille : 6 réussites sont une réussite critique sans la taille."),
            ),
            reading="critical_difficulty",
            effects={
                "effective": text("Il faut deux fois la difficulté finale, taille comprise."),
                "base": text("Il faut deux fois la difficulté sans la taille ; l’objet reste compté."),
            },
        ),
        rule(
            "A003-5",
            text(
                "Une difficulté de 0 ou moins est toujours atteinte ; pour un critique, elle vaut 1 : il faut 2 "
                "réussites."
            ),
            Example(
                "flamme?characteristic=2&difficulty=1&size=-1&target_size=1@4,1",
                text("Difficulté −1 : 1 réussite suffit, sans être critique."),
            ),
        ),
        rule(
            "A003-6",
            text("Seule une réussite change de marge : elle peut devenir négative sans cesser d’être une réussite."),
        ),
    ),
)

_OBJECTS = Section(
    N_("Objets"),
    (
        rule(
            "R003-47..48",
            text(
                "La solidité d’un objet tient à sa taille, à sa matière et à sa complexité. La source ne donne pas "
                "les tables qu’elle annonce."
            ),
        ),
        rule("R003-49", text("Un mécanisme fin est fragile, quelle que soit sa matière.")),
        rule("R003-50", text("Mettre hors d’usage : la complexité retire de 1 à 3 à la difficulté.")),
        rule(
            "R003-51",
            text("Réparer : la complexité ajoute de 1 à 3 à la difficulté."),
            Example(
                "flamme?characteristic=3&skill=2&difficulty=3&object=repair&complexity=2@6,6,4,2,3",
                text("Difficulté 3, complexité 2 : il faut 5 réussites, les voici, marge de 0."),
            ),
        ),
        rule(
            "A003-15",
            text(
                "La complexité d’un objet est fixée par le meneur ; elle change la difficulté et n’est pas rendue "
                "à la marge."
            ),
        ),
    ),
)

FLAMME_RULES = Rulebook(
    FLAMME,
    (
        _ROLL,
        _CRITICALS,
        _OPPOSITION,
        _FLAMES,
        _SOURCES,
        _MODIFIERS,
        _SIZE,
        _OBJECTS,
    ),
)

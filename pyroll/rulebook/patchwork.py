"""The rules of Patchwork, in the order of their source (R000-1 to R000-53)."""

from __future__ import annotations

from pyroll.i18n import N_, Signed, Text, text
from pyroll.rulebook.model import Example, Rulebook, Section, Table, rule
from pyroll.systems.patchwork import LADDER, POINT, SPECIALITY, UNTRAINED
from pyroll.systems.patchwork_words import PATCHWORK

__all__ = ["PATCHWORK_RULES"]

_DIFFICULTIES = Table(
    (N_("Difficulté"), N_("Valeur")),
    tuple((Text(rung.label), rung.value) for rung in LADDER),
    tuple(f"R000-{17 + place}" for place in range(len(LADDER))),
)

_ROLL = Section(
    N_("Le jet"),
    (
        rule(
            "R000-1..2",
            text(
                "Un jet de compétence vise soit une personne, et c’est une opposition, soit une tâche, et c’est un "
                "jet contre une difficulté choisie par le meneur."
            ),
        ),
        rule(
            "R000-3",
            text("Lancez 1d10 et ajoutez la Base. Ce score décide de tout, contre quelqu’un comme contre une tâche."),
        ),
        rule(
            "R000-4",
            text("La source dit aussi résultat ou somme : c’est toujours le même nombre, ici nommé score."),
        ),
        rule(
            "R000-5..7",
            text("La Base est le total de la caractéristique qui gouverne la compétence et du niveau de celle-ci."),
            Example(
                "patchwork?characteristic=7&skill=3@5",
                text("Caractéristique 7 et compétence 3 : la Base est de 10, et un 5 au dé donne un score de 15."),
            ),
            Example(
                "patchwork?characteristic=7&skill=6@5",
                text("Avec une compétence de 6, la Base passe à 13 et le même 5 donne 18."),
            ),
        ),
    ),
)

_OPPOSITION = Section(
    N_("Opposition"),
    (
        rule(
            "R000-8..9",
            text(
                "Chaque camp prend la Base de la compétence qui lui sert : deux compétences différentes, par exemple "
                "une arme face à une esquive, ou deux fois la même."
            ),
        ),
        rule(
            "R000-10",
            text("Celui qui agit est l’actif, celui qui résiste est le réactif : attaquant et défenseur au combat."),
        ),
        rule(
            "R000-11",
            text("L’actif gagne s’il atteint le score du réactif : l’égalité est donc pour lui."),
            Example(
                "patchwork?characteristic=6&skill=4&opponent.characteristic=5&opponent.skill=3@5/7",
                text("Base 10 contre Base 8, dés 5 et 7 : 15 des deux côtés, l’actif gagne."),
            ),
        ),
        rule("R000-12", text("L’actif échoue si son score reste plus bas que celui du réactif.")),
        rule(
            "A000-14",
            text(
                "Les deux dés sont ouverts : chacun peut relancer un 10 ou subir un 1, et l’on compare les scores. "
                "La source ne dit pas qui est l’actif quand chacun cherche à convaincre l’autre : le meneur choisit."
            ),
        ),
    ),
)

_DIFFICULTY = Section(
    N_("Difficulté"),
    (
        rule("R000-13", text("La tâche est réussie quand le score atteint la difficulté ou la dépasse.")),
        rule("R000-14", text("Un score plus bas que la difficulté est un échec.")),
        rule("R000-15", text("Le meneur annonce une difficulté et ne lance rien.")),
        rule(
            "R000-16..24",
            text("Voici des repères ; toute autre valeur entière est permise."),
            table=_DIFFICULTIES,
        ),
        rule(
            "A000-10",
            text(
                "Les noms de difficulté semblent intervertis par endroits. Ils sont laissés tels quels : un "
                "exemple de la source appelle bien « Assez difficile » une difficulté de 25."
            ),
        ),
    ),
)

_SKILL = Section(
    N_("Maîtrise"),
    (
        rule("R000-25", text("Qui possède la compétence voulue lance avec sa Base, sans rien changer.")),
        rule(
            "R000-26..27",
            text(
                "Un joueur peut spécialiser sa compétence dans un domaine de son choix : {inside} quand ce domaine "
                "est en jeu, {outside} quand il ne l’est pas.",
                inside=Signed(SPECIALITY),
                outside=Signed(-SPECIALITY),
            ),
            Example(
                "patchwork?characteristic=5&skill=4&proficiency=speciality@6",
                text("Caractéristique 5, compétence 4, dans la spécialité : Base 11, et 17 avec un 6."),
            ),
            Example(
                "patchwork?characteristic=5&skill=4&proficiency=off_speciality@6",
                text("Hors de la spécialité, la Base n’est plus que de 7 et le score de 13."),
            ),
        ),
        rule(
            "R000-28",
            text(
                "Sans la compétence, la Base se réduit à la caractéristique correspondante, modifiée de {malus}.",
                malus=Signed(UNTRAINED),
            ),
            Example(
                "patchwork?characteristic=8&proficiency=untrained@9",
                text("Caractéristique 8 sans la compétence : Base 3, et 12 avec un 9."),
            ),
        ),
        rule(
            "R000-29 A000-7",
            text(
                "Les niveaux d’une compétence générale, dont dépend celle qui manque, s’ajoutent à ce malus de "
                "{malus} : ils peuvent l’effacer, et même le changer en bonus.",
                malus=Signed(UNTRAINED),
            ),
            Example(
                "patchwork?characteristic=8&proficiency=untrained&general_skill=7@9",
                text("Avec 7 niveaux dans la compétence générale, la Base devient 10 et le score 19."),
            ),
        ),
        rule(
            "A000-8",
            text(
                "La source parle d’un jet « sous » la caractéristique : il s’agit encore d’une addition, jugée sur "
                "la même échelle. Le meneur dit quelle caractéristique convient."
            ),
        ),
        rule(
            "A000-9",
            text("Critiques, modificateurs et points d’action valent aussi pour qui n’a pas la compétence."),
        ),
    ),
)

_MODIFIERS = Section(
    N_("Bonus et malus du meneur"),
    (
        rule(
            "R000-30",
            text("Quand la situation tourne en cours d’action, le meneur peut donner un bonus ou un malus."),
        ),
        rule(
            "R000-31..33 A000-15",
            text(
                "Un tel modificateur ne concerne qu’un personnage et s’ajoute à son score ; la difficulté reste la "
                "même pour tous."
            ),
            Example(
                "patchwork?characteristic=8&skill=6&difficulty=25&modifier=-2@9",
                text("Difficulté 25, main blessée, −2 : Base 14 et dé 9 ne font que 21, échec."),
            ),
            Example(
                "patchwork?characteristic=8&skill=6&difficulty=25&modifier=3@9",
                text("Même jet pour qui connaît la machine, +3 : le score est de 26, réussite."),
            ),
        ),
    ),
)

_MARGIN = Section(
    N_("Marge"),
    (
        rule(
            "R000-34..36",
            text(
                "Si le meneur le souhaite, l’ampleur compte : manquer de peu coûte moins que manquer de beaucoup, et "
                "un beau score impressionne plus qu’une réussite de justesse. La Base et le dé y ont leur part."
            ),
        ),
        rule(
            "A000-11",
            text(
                "La marge est le score moins la difficulté, ou moins le score du réactif ; 0 suffit. La source ne "
                "dit pas ce que vaut chaque marge."
            ),
            Example(
                "patchwork?characteristic=7&skill=5@8",
                text("Base 12 et dé 8 contre 20 : réussite, marge de 0."),
            ),
        ),
    ),
)

_CRITICALS = Section(
    N_("Critiques"),
    (
        rule(
            "R000-37..38",
            text("Le dé est ouvert : un premier 1 est un échec critique, un premier 10 une réussite critique."),
            reading="critical",
        ),
        rule(
            "R000-39..42",
            text(
                "Échec critique : relancez le dé et retranchez-le, pour un score de Base + 1 − relance. Chaque 10 "
                "relancé se retranche aussi et fait relancer encore."
            ),
            Example(
                "patchwork?characteristic=8&skill=6@1,8",
                text("Base 14, dés 1 puis 8 : le score tombe à 7."),
            ),
            Example(
                "patchwork?characteristic=8&skill=6@1,10,4",
                text("Base 14, dés 1, 10 puis 4 : il n’en reste que 1."),
            ),
        ),
        rule(
            "R000-43..46",
            text(
                "Réussite critique : gardez le 10, relancez et additionnez ; chaque 10 suivant fait relancer encore. "
                "Un 1 y compte pour 1, sans autre effet."
            ),
            Example(
                "patchwork?characteristic=8&skill=6@10,6",
                text("Base 14, dés 10 puis 6 : le score monte à 30."),
            ),
            Example(
                "patchwork?characteristic=8&skill=6@10,10,1",
                text("Base 14, dés 10, 10 puis 1 : le score monte à 35."),
            ),
        ),
        rule(
            "A000-1..2",
            text(
                "La source appelle ces jets des critiques mais n’en tire qu’un score : elle ne dit pas qu’ils "
                "réussissent ou échouent d’office."
            ),
            Example(
                "patchwork?characteristic=8&skill=6&difficulty=10@1,3",
                text("Base 14, dés 1 puis 3 : un score de 12 réussit contre 10 si le score seul décide."),
            ),
            Example(
                "patchwork?characteristic=2&difficulty=30@10,5",
                text("Base 2, dés 10 puis 5 : un score de 17 échoue contre 30."),
            ),
            reading="critical",
            effects={
                "score": text(
                    "Le critique change le score et se signale à part ; le meneur peut y joindre un incident."
                ),
                "automatic": text(
                    "Un premier 10 réussit et un premier 1 échoue, quel que soit le score. En opposition, une "
                    "réussite critique passe devant, un échec critique derrière, et le score départage les égaux."
                ),
                "automatic_failure": text("Seul le premier 1 décide : il fait échouer quel que soit le score."),
            },
        ),
        rule(
            "A000-3..4",
            text(
                "Dans la suite d’un échec critique, un 1 se retranche et arrête la suite, et un 10 n’est pas une "
                "réussite critique."
            ),
            Example(
                "patchwork?characteristic=8&skill=6@1,10,1",
                text("Base 14, dés 1, 10 puis 1 : le score est de 4."),
            ),
        ),
        rule(
            "A000-13",
            text("La source ne donne aucun plancher : un score peut être négatif."),
            Example(
                "patchwork?characteristic=2@1,10,10,5",
                text("Base 2, dés 1, 10, 10 puis 5 : le score est de −22."),
            ),
        ),
    ),
)

_POINTS = Section(
    N_("Points d’action"),
    (
        rule(
            "R000-47..48",
            text("Tout personnage, joué ou non, peut soutenir son propre jet en dépensant des points d’action."),
        ),
        rule(
            "R000-49..50",
            text(
                "Chaque point ajoute {bonus} au score ; un jet en reçoit 5 au plus, soit {most}.",
                bonus=Signed(POINT),
                most=Signed(5 * POINT),
            ),
            Example(
                "patchwork?characteristic=8&skill=6&action_points=5@4",
                text("Base 14, dé 4, 5 points : le score est de 28."),
            ),
        ),
        rule(
            "R000-51",
            text("Un point dépensé ne revient pas. La source ne dit pas comment en gagner d’autres."),
        ),
        rule("R000-52", text("Un personnage débute avec 3 points.")),
        rule(
            "A000-5",
            text("La source ne dit pas à quel moment les dépenser : avant ou après le dé, le calcul est le même."),
        ),
        rule(
            "A000-6",
            text(
                "Les points servent le jet de qui les dépense, de compétence ou de caractéristique, même après un "
                "échec critique ; ils ne gênent pas l’adversaire. Nul n’en dépense plus que sa réserve."
            ),
            Example(
                "patchwork?characteristic=8&skill=6&action_points=2&action_points_available=3@1,8",
                text("Base 14, dés 1 puis 8, 2 points sur 3 : le score remonte à 11 et il reste 1 point."),
            ),
        ),
    ),
)

_CHARACTERISTIC = Section(
    N_("Jet de caractéristique"),
    (
        rule(
            "R000-53",
            text("Certains jets ne font appel qu’à une caractéristique, comme rompre des liens à la force des bras."),
            reading="characteristic_roll",
        ),
        rule(
            "A000-12",
            text(
                "La source s’interrompt avant de le dire : elle ne donne pas le calcul d’un jet de caractéristique."
            ),
            reading="characteristic_roll",
            effects={
                "plain": text("La caractéristique sert de Base, sur la même échelle de difficultés."),
                "double": text("La caractéristique compte deux fois : les difficultés usuelles restent à portée."),
                "under": text(
                    "Le d10 ne doit pas dépasser la caractéristique, bonus compris ; ni relance ni critique. En "
                    "opposition, la caractéristique sert de Base."
                ),
            },
        ),
    ),
)

_SILENT = Section(
    N_("Ce que la source ne dit pas"),
    (
        rule(
            "A000-16",
            text(
                "La source ne donne ni le combat, ni la liste des compétences, ni l’expérience, ni ce qu’entraîne un "
                "échec critique au-delà du score : le meneur y pourvoit."
            ),
        ),
    ),
)

PATCHWORK_RULES = Rulebook(
    PATCHWORK,
    (
        _ROLL,
        _OPPOSITION,
        _DIFFICULTY,
        _SKILL,
        _MODIFIERS,
        _MARGIN,
        _CRITICALS,
        _POINTS,
        _CHARACTERISTIC,
        _SILENT,
    ),
)

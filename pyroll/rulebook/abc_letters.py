"""The rules of ABC on what a success is worth: letters, the least one, high scores (R001-29 to R001-51)."""

from __future__ import annotations

from collections.abc import Iterator

from pyroll.i18n import N_, Param, Text, text
from pyroll.rulebook.model import Example, Section, Table, rule
from pyroll.systems.abc import AUTOMATIC, LETTERS, LOWEST, Readings, Request, letter, minimum_column

__all__ = ["HIGH", "MINIMUM", "NO_LETTER", "QUALITY"]

NO_LETTER = "–"
"""Stands where there is no letter."""

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
    return level, letter(least) or NO_LETTER, letter(automatic) or NO_LETTER


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
            yield total, letter(column) or NO_LETTER
        before = column


_TOTALS = Table((N_("Attribut + compétence"), N_("Lettre minimale")), tuple(_totals()))

QUALITY = Section(
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

MINIMUM = Section(
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

HIGH = Section(
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

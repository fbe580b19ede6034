"""One ready character a system: somebody to roll with before one's own sheet is written."""

from __future__ import annotations

from pyroll.i18n import N_
from pyroll.system import Example

__all__ = ["BURGLAR", "INSPIRED", "PILOT", "RANGER", "RIDER"]

PILOT = Example(  # patchwork
    name=N_("Maëlle"),
    about=N_("pilote de navette"),
    characteristics=(
        (N_("Force"), N_("FOR"), 5, ""),
        (N_("Réflexes"), N_("RÉF"), 7, ""),
        (N_("Dextérité"), N_("DEX"), 6, ""),
        (N_("Endurance"), N_("END"), 5, ""),
        (N_("Intelligence"), N_("INT"), 7, ""),
        (N_("Perception"), N_("PER"), 6, ""),
        (N_("Volonté"), N_("VOL"), 4, ""),
        (N_("Empathie"), N_("EMP"), 5, ""),
    ),
    skills=(
        (N_("Pilotage"), 5, N_("RÉF"), N_("chasseurs")),
        (N_("Mécanique"), 6, N_("INT"), None),
        (N_("Armes de poing"), 4, N_("RÉF"), None),
        (N_("Vigilance"), 5, N_("PER"), None),
        (N_("Tactique"), 3, N_("INT"), None),
        (N_("Athlétisme"), 4, N_("FOR"), None),
        (N_("Premiers soins"), 2, N_("INT"), None),
        (N_("Négociation"), 3, N_("EMP"), None),
    ),
)

BURGLAR = Example(  # abc
    name=N_("Bastien"),
    about=N_("monte-en-l’air"),
    characteristics=(
        (N_("Agilité"), N_("AGI"), 8, ""),
        (N_("Force"), N_("FOR"), 5, ""),
        (N_("Perception"), N_("PER"), 6, ""),
        (N_("Esprit"), N_("ESP"), 6, ""),
        (N_("Présence"), N_("PRÉ"), 4, ""),
    ),
    skills=(
        (N_("Crochetage"), 4, N_("AGI"), None),
        (N_("Escalade"), 3, N_("FOR"), None),
        (N_("Discrétion"), 6, N_("AGI"), None),
        (N_("Fouille"), 3, N_("PER"), None),
        (N_("Évaluation"), 2, N_("ESP"), None),
        (N_("Baratin"), 1, N_("PRÉ"), None),
    ),
)

RIDER = Example(  # tur
    name=N_("Inès"),
    about=N_("messagère à cheval"),
    characteristics=(
        (N_("Force"), N_("FOR"), 4, ""),
        (N_("Agilité"), N_("AGI"), 6, ""),
        (N_("Perception"), N_("PER"), 5, ""),
        (N_("Volonté"), N_("VOL"), 5, ""),
    ),
    skills=(
        (N_("Équitation"), 6, "", None),
        (N_("Escrime"), 4, "", None),
        (N_("Orientation"), 5, "", None),
        (N_("Étiquette"), 3, "", None),
        (N_("Premiers soins"), 2, "", None),
    ),
)

INSPIRED = Example(  # flamme
    name=N_("Ysaline"),
    about=N_("cambrioleuse inspirée"),
    characteristics=(
        (N_("Agilité"), N_("AGI"), 5, N_("Corps")),
        (N_("Force"), N_("FOR"), 3, N_("Corps")),
        (N_("Perception"), N_("PER"), 4, N_("Corps")),
        (N_("Intelligence"), N_("INT"), 4, N_("Esprit")),
        (N_("Volonté"), N_("VOL"), 5, N_("Esprit")),
        (N_("Charisme"), N_("CHA"), 4, N_("Âme")),
    ),
    skills=(
        (N_("Serrurerie"), 2, N_("AGI"), N_("coffres")),
        (N_("Esquive"), 3, N_("AGI"), None),
        (N_("Discrétion"), 3, N_("AGI"), None),
        (N_("Vigilance"), 2, N_("PER"), None),
        (N_("Intrigue"), 2, N_("INT"), None),
        (N_("Éloquence"), 1, N_("CHA"), None),
    ),
    constants={"flame": 3},
    groups={
        N_("Corps"): {"aspect": 2, "dark_aspect": 0},
        N_("Esprit"): {"aspect": 1, "dark_aspect": 1},
        N_("Âme"): {"aspect": 1, "dark_aspect": 0},
    },
)

RANGER = Example(  # ecor
    name=N_("Noam"),
    about=N_("gardien de la réserve"),
    characteristics=(
        (N_("Corps"), N_("COR"), 4, ""),
        (N_("Adresse"), N_("ADR"), 3, ""),
        (N_("Esprit"), N_("ESP"), 3, ""),
        (N_("Instinct"), N_("INS"), 4, ""),
    ),
    skills=(
        (N_("Pistage"), 5, N_("INS"), None),
        (N_("Botanique"), 4, N_("ESP"), None),
        (N_("Endurance"), 3, N_("COR"), None),
        (N_("Tir à l’arc"), 3, N_("ADR"), None),
        (N_("Premiers secours"), 2, N_("ESP"), None),
    ),
)

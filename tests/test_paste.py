"""Quick-add: skills and characteristics from pasted lines, and a sentence for each line that is not read."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyroll.i18n import FRENCH
from pyroll.paste import paste_characteristics, paste_skills
from pyroll.sheet import Characteristic, Skill
from pyroll.sheet_files import faults_of
from tests.kept import names, ready


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Serrurerie 2 DEX", Skill("Serrurerie", 2, "Dextérité")),
        ("Serrurerie 2 dextérité", Skill("Serrurerie", 2, "Dextérité")),
        ("serrurerie 2 dext.", Skill("serrurerie", 2, "Dextérité")),
        ("Serrurerie\t2\tDEX", Skill("Serrurerie", 2, "Dextérité")),
        ("Serrurerie\tDEX\t2", Skill("Serrurerie", 2, "Dextérité")),
        ("Serrurerie : 2 ; DEX", Skill("Serrurerie", 2, "Dextérité")),
        ("Serrurerie: 2 (DEX)", Skill("Serrurerie", 2, "Dextérité")),
        ("Serrurerie (DEX) = +2", Skill("Serrurerie", 2, "Dextérité")),
        ("Serrurerie, 2, DEX", Skill("Serrurerie", 2, "Dextérité")),
        ("| Serrurerie | 2 | DEX |", Skill("Serrurerie", 2, "Dextérité")),
        ("  - Serrurerie - 2 - DEX", Skill("Serrurerie", 2, "Dextérité")),
        ("• DEX Serrurerie 2", Skill("Serrurerie", 2, "Dextérité")),
        ("2 Serrurerie DEX", Skill("Serrurerie", 2, "Dextérité")),
        ("Arme à 2 mains 3 FOR", Skill("Arme à 2 mains", 3, "Force")),
        ("Tir à l’arc 0 ref", Skill("Tir à l’arc", 0, "Réflexes")),
        ("Perception 4 PER", Skill("Perception", 4, "Perception")),
        ("Biologie Vulcaine 3 INT spé", Skill("Biologie Vulcaine", 3, "Intelligence", "")),
        ("Biologie (Vulcaine) 3 INT", Skill("Biologie", 3, "Intelligence", "Vulcaine")),
        ("Biologie (INT) 3 (Vulcaine)", Skill("Biologie", 3, "Intelligence", "Vulcaine")),
        ("Biologie 3 INT spécialité formes de vie", Skill("Biologie", 3, "Intelligence", "formes de vie")),
        ("Biologie 3 INT Spé. Vulcaine", Skill("Biologie", 3, "Intelligence", "Vulcaine")),
        (
            "Nage 2 DEX en mer",
            "« DEX en mer » n’est pas une caractéristique : FOR, RÉF, DEX, END, INT, PER, VOL, EMP.",
        ),
        ("Nage 2,5 FOR", "« 2,5 » n’est pas un nombre entier."),
        ("Nage 2.5 FOR", "« 2.5 » n’est pas un nombre entier."),
        ("Nage 1/2 FOR", "« 1/2 » n’est pas un nombre entier."),
        ("Nage 2d6 FOR", "« 2d6 » n’est pas un nombre entier."),
        ("Nage FOR", "Il manque la valeur."),
        ("Compétences :", "Il manque la valeur."),
        ("Nage 2", "Il manque la caractéristique : FOR, RÉF, DEX, END, INT, PER, VOL, EMP."),
        ("Nage 2 AGI", "« AGI » n’est pas une caractéristique : FOR, RÉF, DEX, END, INT, PER, VOL, EMP."),
        ("Nage 2 E", "« E » : Endurance, Empathie ?"),
        ("Nage 31 FOR", "31 : entre 0 et 30."),
        ("Nage -1 FOR", "−1 : entre 0 et 30."),
        ("Nage 99999999999999999999 FOR", "1000000000 : entre 0 et 30."),
        ("Nage 2 3 FOR", "Deux valeurs : laquelle ?"),
        ("Nage 2 FOR 3", "Deux valeurs : laquelle ?"),
        ("3 FOR", "Il manque la caractéristique : FOR, RÉF, DEX, END, INT, PER, VOL, EMP."),
        ("(FOR) 3", "Il manque le nom."),
        ("Vigilance 4 PER", "« Vigilance » est déjà sur la fiche."),
        ("VIGILANCE 4 PER", "« VIGILANCE » est déjà sur la fiche."),
        ("x" * 81 + " 2 FOR", "80 caractères au plus."),
        ("x" * 500, "Cette ligne est trop longue."),
        ("Nage\x00 2 FOR", "Ce texte contient des caractères invisibles interdits."),
    ],
)
def test_quick_add(line: str, expected: Skill | str) -> None:
    sheet = ready("patchwork")
    pasted = paste_skills(sheet, line)
    if isinstance(expected, Skill):
        assert pasted.misread == ()
        assert pasted.sheet.skills == (*sheet.skills, expected)
        assert faults_of(pasted.sheet) == ()
    else:
        assert pasted.sheet == sheet
        said = FRENCH.say(pasted.misread[0].message)
        assert said.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ") == expected


def test_quick_add_tells_all_lines_at_once_and_adds_the_rest() -> None:
    pasted = paste_skills(ready("patchwork"), "Nage 2 FOR\n\nRien\r\nDanse 3 EMP\nDanse 4 EMP\nChant 2,5 EMP\n")
    assert pasted.added == 2
    assert [one.name for one in pasted.sheet.skills[-2:]] == ["Nage", "Danse"]
    assert [(one.number, one.line) for one in pasted.misread] == [
        (3, "Rien"),
        (5, "Danse 4 EMP"),
        (6, "Chant 2,5 EMP"),
    ]


def test_quick_add_where_skills_stand_alone() -> None:
    pasted = paste_skills(ready("tur"), "Nage −2\nDanse 3 agi\nChant 3 spé ballades\nVol 3 EMP")
    assert pasted.sheet.skills[-2:] == (Skill("Nage", -2), Skill("Danse", 3, "Agilité"))
    assert [FRENCH.say(one.message)[:20] for one in pasted.misread] == [
        "Ce système n’a pas d",
        "«\N{NARROW NO-BREAK SPACE}EMP\N{NARROW NO-BREAK SPACE}» n’est pas un",
    ]


def test_quick_add_has_an_end() -> None:
    many = "\n".join(f"Nage{index} 1 FOR" for index in range(2000))
    pasted = paste_skills(ready("patchwork"), many)
    assert len(pasted.sheet.skills) == 300
    assert faults_of(pasted.sheet) == ()
    assert len(pasted.misread) < 300


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Magie MAG 4", Characteristic("Magie", 4, "MAG")),
        ("Magie (MA) : 4", Characteristic("Magie", 4, "MA")),
        ("Magie 4 MAG", Characteristic("Magie", 4, "MAG")),
        ("Magie 4", Characteristic("Magie", 4)),
        ("MAG 4", Characteristic("MAG", 4)),
        ("Magie 4 MAG Âme", Characteristic("Magie", 4, "MAG", "Âme")),
        ("Magie 4 esprit", Characteristic("Magie", 4, "", "Esprit")),
        ("Magie 4 truc", None),
        ("Magie 16", None),
        ("Agilité 4", None),
        ("Magie", None),
    ],
)
def test_quick_add_of_characteristics(line: str, expected: Characteristic | None) -> None:
    sheet = ready("flamme")
    pasted = paste_characteristics(sheet, line)
    assert pasted.sheet.characteristics == (*sheet.characteristics, *([expected] if expected else []))
    assert len(pasted.misread) == (expected is None)
    assert faults_of(pasted.sheet) == ()


@given(st.text(st.sampled_from("aé2 ,.;:\t\n()[]-+FOR|=spé\0"), max_size=60))
def test_whatever_is_pasted_leaves_a_sound_sheet(pasted: str) -> None:
    for paste in (paste_skills, paste_characteristics):
        assert faults_of(paste(ready("patchwork"), pasted).sheet) == ()


@given(names, st.integers(0, 30))
def test_what_a_sheet_says_can_be_pasted(name: str, value: int) -> None:
    """A name without marks of its own comes back as it was."""
    bare = "".join(character for character in name if character.isalpha())
    if bare and bare.casefold() not in ("for", "force", "spe", "spec"):
        sheet = replace(ready("patchwork"), skills=())
        assert paste_skills(sheet, f"{bare} {value} FOR").sheet.skills == (Skill(bare, value, "Force"),)

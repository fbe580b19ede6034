"""One against many: lines as they are typed, rows as tests of their own, and one source of chance for all of them."""

import random
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyroll.form import Number, fields_of
from pyroll.group import (
    MOST_NAME,
    MOST_ROWS,
    Group,
    Row,
    added,
    based,
    renewed,
    test_of,
    thrown,
    with_faces,
    without,
)
from pyroll.group_lines import columns, example, read_rows, row_of
from pyroll.i18n import FRENCH, Text
from pyroll.line import Refusal, Test, read, write
from pyroll.odds import undecided
from pyroll.resolve import Contest, Result, Single, resolve, throw
from pyroll.system import System
from pyroll.systems import system_named, systems
from tests.samples import some_test

PATCHWORK = system_named("patchwork")
each_system = pytest.mark.parametrize("system", systems(), ids=lambda system: system.key)


def seeded(seed: int) -> partial[Result]:
    return partial(throw, below=random.Random(seed).randrange)


def line(text: str) -> Test:
    test = read(text)
    assert isinstance(test, Test), test
    return test


def says(words: Text) -> str:
    return FRENCH.say(words).replace("\N{NARROW NO-BREAK SPACE}", " ").replace("\N{NO-BREAK SPACE}", " ")


def names_and_values(typed: str, system: System | None = None) -> list[tuple[str, dict[str, str]]]:
    rows, misread = read_rows(system or PATCHWORK, typed)
    assert not misread, [says(one.message) for one in misread]
    return [(row.name, dict(row.values)) for row in rows]


# ---------------------------------------------------------------------------------------------------- lines as typed


@pytest.mark.parametrize(
    ("typed", "name", "values"),
    [
        ("Gobelin 1; 7", "Gobelin 1", {"characteristic": "7"}),
        ("Gobelin 1 ; 7 ; 4", "Gobelin 1", {"characteristic": "7", "skill": "4"}),
        ("Gobelin 1 ; 7 4", "Gobelin 1", {"characteristic": "7", "skill": "4"}),
        ("Gobelin 1\t7\t4", "Gobelin 1", {"characteristic": "7", "skill": "4"}),
        ("Gobelin 1 | 7 | 4", "Gobelin 1", {"characteristic": "7", "skill": "4"}),
        ("Gobelin : 7, 4", "Gobelin", {"characteristic": "7", "skill": "4"}),
        ("Gobelin, 7", "Gobelin", {"characteristic": "7"}),
        ("  -  Gobelin ;7  ", "Gobelin", {"characteristic": "7"}),
        ("• Gobelin ; ; 4", "Gobelin", {"skill": "4"}),
        ("Gobelin", "Gobelin", {}),
        ("Gobelin 7 ;", "Gobelin 7", {}),
        ("Chef ; modificateur +2", "Chef", {"modifier": "2"}),
        ("Chef ; modificateur = \N{MINUS SIGN}2", "Chef", {"modifier": "-2"}),
        ("Chef ; mod: -2", "Chef", {"modifier": "-2"}),
        ("Chef ; modifier -2", "Chef", {"modifier": "-2"}),
        ("Chef ; MAITRISE spécialité", "Chef", {"proficiency": "speciality"}),
        ("Chef ; spécialité ; 8", "Chef", {"proficiency": "speciality", "characteristic": "8"}),
        ("Chef ; difficulté 25", "Chef", {"difficulty": "25"}),
        ("Chef ; difficulté très difficile", "Chef", {"difficulty": "30"}),
        ("Chef ; points d’action 2", "Chef", {"action_points": "2"}),
        ("Chef ; points d'action 2", "Chef", {"action_points": "2"}),
    ],
)
def test_a_line_is_read(typed: str, name: str, values: dict[str, str]) -> None:
    assert names_and_values(typed) == [(name, values)]


@pytest.mark.parametrize("typed", ["3 × Rat ; 4", "3x Rat ; 4", "Rat x3 ; 4", "Rat ×3 ; 4", "Rat * 3 ; 4"])
def test_several_of_a_kind_are_numbered(typed: str) -> None:
    assert names_and_values(typed) == [(f"Rat {n}", {"characteristic": "4"}) for n in (1, 2, 3)]


@pytest.mark.parametrize(
    ("key", "typed", "values"),
    [
        ("abc", "Garde ; 12 ; 5", {"attribute": "12", "skill": "5"}),
        ("abc", "Garde ; triviale ; sous stress", {"task": "trivial", "stress": "yes"}),
        ("abc", "Garde ; sous stress non", {"stress": "no"}),
        ("tur", "Garde ; 7", {"value": "7"}),
        ("tur", "Garde ; difficulté très difficile ; 7", {"difficulty": "very_hard", "value": "7"}),
        ("flamme", "Garde ; 4 2 ; flamme -2 ; modificateurs +1D", {
            "characteristic": "4", "skill": "2", "flame": "-2", "modifiers": "+1D",
        }),
        ("flamme", "Garde ; aspect noir 2", {"dark_aspect": "2"}),
        ("flamme", "Garde ; aspect 2", {"aspect": "2"}),
        ("ecor", "Garde ; 4 ; extraordinaire", {"characteristic": "4", "difficulty": "extraordinary"}),
    ],
)  # fmt: skip
def test_each_system_reads_its_own_words(key: str, typed: str, values: dict[str, str]) -> None:
    assert names_and_values(typed, system_named(key)) == [("Garde", values)]


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("; 7", "Il manque le nom."),
        ("Gobelin 7", "« Gobelin 7 » : un point-virgule après le nom dit si 7 en fait partie."),
        ("Gobelin ; 7 8 9", "« 7 8 9 » : trop de valeurs sans leur nom ; d’abord Caractéristique, Compétence."),
        ("Gobelin ; 31", "Caractéristique, « 31 » : entre 0 et 30."),
        ("Gobelin ; difficulté costaud", "Difficulté, « costaud » : un nombre entier est attendu."),
        ("Gobelin ; 7 ; caractéristique 8", "Caractéristique est donné deux fois."),
        ("Gobelin ; 3,5", "« 3,5 » : ni un nombre, ni un champ et sa valeur."),
        ("0 × Rat ; 4", f"De 1 à {MOST_ROWS} à la fois."),
        ("99999999999999999999 × Rat", f"De 1 à {MOST_ROWS} à la fois."),
        ("x" * (MOST_NAME + 1), f"{MOST_NAME} caractères au plus."),
        ("Gob\u202eelin ; 7", "Ce texte contient des caractères invisibles interdits."),
        ("Gobelin ; " + "7 " * 400, "Cette ligne est trop longue."),
    ],
)
def test_a_line_is_refused_in_a_sentence(typed: str, why: str) -> None:
    rows, misread = read_rows(PATCHWORK, typed)
    assert rows == ()
    assert [one.number for one in misread] == [1]
    assert says(misread[0].message).startswith(why)


def test_all_faults_come_at_once_with_their_line_numbers() -> None:
    rows, misread = read_rows(PATCHWORK, "Gobelin ; 7\n\nOgre ; 99\n; 3\r\nTroll ; 9\nOrque 3")
    assert [row.name for row in rows] == ["Gobelin", "Troll"]
    assert [(one.number, one.line) for one in misread] == [(3, "Ogre ; 99"), (4, "; 3"), (6, "Orque 3")]


@given(st.text(max_size=60))
def test_whatever_is_pasted_reads_or_is_refused(typed: str) -> None:
    rows, misread = read_rows(PATCHWORK, typed)
    group = added(Group(line("patchwork?")), rows)
    if isinstance(group, Group):
        assert all(isinstance(test_of(group, row), Test) for row in group.rows)
    assert all(says(one.message) for one in misread)


@each_system
def test_the_example_is_a_line(system: System) -> None:
    (row,), misread = read_rows(system, example(system))
    assert misread == ()
    assert list(row.values)[: len(columns(system))] == [item.name for item in columns(system)]
    assert columns(system)


@each_system
def test_every_field_can_be_named(system: System) -> None:
    for item in fields_of(system.request):
        if isinstance(item.kind, Number) and not item.hidden:
            value = item.kind.dump(item.kind.high)
            assert names_and_values(f"Garde ; {item.label} {value}", system) == [("Garde", {item.name: value})]
            assert names_and_values(f"Garde ; {item.name}={value}", system) == [("Garde", {item.name: value})]


def test_the_little_form_says_all_that_is_wrong() -> None:
    assert row_of(PATCHWORK, " Ogre ", ["9", ""]) == (Row("Ogre", {"characteristic": "9"}), ())
    row, problems = row_of(PATCHWORK, " ", ["x", "31"])
    assert row is None
    assert [(one.field, one.code) for one in problems] == [
        ("name", "missing"),
        ("characteristic", "not_a_number"),
        ("skill", "out_of_range"),
    ]


# ---------------------------------------------------------------------------------------------------------- the list


def test_names_are_made_distinct() -> None:
    group = added(Group(line("patchwork?")), [Row("Rat"), Row("rat"), Row("Rat 2"), Row("Rat")])
    assert isinstance(group, Group)
    assert [row.name for row in group.rows] == ["Rat", "rat 2", "Rat 2 2", "Rat 3"]


def test_fifty_are_taken_and_fifty_one_refused() -> None:
    full = added(Group(line("patchwork?")), [Row(f"Rat {n}") for n in range(MOST_ROWS)])
    assert isinstance(full, Group)
    refused = added(full, [Row("un de trop")])
    assert isinstance(refused, Text)
    assert says(refused) == "50 lignes au plus : il y en aurait 51. Rien n’est ajouté."


def test_another_base_puts_the_dice_away() -> None:
    group = thrown(Group(line("tur?value=5"), (Row("A"), Row("B", {"value": "9"}))), seeded(1))
    assert group.rolled
    other = based(group, line("tur?value=6@1,2"))
    assert not other.rolled
    assert write(other.base) == "tur?value=6"
    assert [row.name for row in without(other, 0).rows] == ["B"]


# ------------------------------------------------------------------------------------------------ rows are tests


def drawn_group(system: System, seed: int, *, opposed: bool) -> Group:
    """Some rows that differ from a random base by values of other random tests."""
    base = undecided(some_test(system, seed, opposed=opposed))
    rows = []
    for place in range(4):
        other = undecided(some_test(system, 1000 + 10 * seed + place, opposed=opposed)).actor
        rng = random.Random(seed + place)
        values = {
            item.name: item.kind.dump(getattr(other, item.name))
            for item in fields_of(system.request)
            if not item.hidden and rng.random() < 0.4
        }
        rows.append(Row(f"Ligne {place}", values))
    return Group(base, tuple(rows), once=seed % 2 == 0)


@each_system
@pytest.mark.parametrize("opposed", [False, True])
def test_each_row_is_what_its_line_resolves_to(system: System, opposed: bool) -> None:
    for seed in range(25):
        group = thrown(drawn_group(system, seed, opposed=opposed), seeded(seed))
        for row in group.rows:
            test = test_of(group, row)
            if isinstance(test, Refusal):  # together its values are no test: said in the table, not thrown
                assert row.faces is None
                continue
            written = write(test)
            alone = resolve(line(written))
            assert isinstance(alone, Single | Contest), written
            assert alone == row.result, written


@each_system
@pytest.mark.parametrize("opposed", [False, True])
def test_one_row_is_thrown_like_a_single_test(system: System, opposed: bool) -> None:
    for seed in range(15):
        test = undecided(some_test(system, seed, opposed=opposed))
        group = thrown(Group(test, (Row("Seul"),)), seeded(seed))
        single = throw(test, random.Random(seed).randrange)
        assert group.rows[0].result == single


@each_system
def test_the_actor_throws_once_for_all(system: System) -> None:
    for seed in range(10):
        group = replace(drawn_group(system, seed, opposed=True), once=True)
        group = renewed(thrown(group, seeded(seed)), 2, seeded(99))
        results = [one for row in group.rows if isinstance(one := row.result, Contest)]
        assert len({one.test.faces for one in results}) <= 1


def test_the_actor_may_throw_against_each() -> None:
    group = Group(line("patchwork?opponent.skill=3"), tuple(Row(f"Garde {n}") for n in range(20)), once=False)
    group = thrown(group, seeded(3))
    results = [row.result for row in group.rows]
    assert len({one.test.faces for one in results if one is not None}) > 1


@each_system
def test_dice_are_kept_and_come_back(system: System) -> None:
    for seed in range(10):
        group = thrown(drawn_group(system, seed, opposed=seed % 2 == 0), seeded(seed))
        for row in group.rows:
            if row.faces is not None:
                assert with_faces(group, Row(row.name, row.values), row.faces) == row
    assert with_faces(group, Row("A"), "99,98,97").result is None


def test_only_the_wanted_row_is_thrown_anew() -> None:
    group = thrown(Group(line("ecor?characteristic=5&skill=4"), tuple(Row(f"G {n}") for n in range(3))), seeded(1))
    again = renewed(group, 1, seeded(2))
    assert again.rows[0] == group.rows[0]
    assert again.rows[2] == group.rows[2]
    assert again.rows[1].faces != group.rows[1].faces


def test_a_row_that_is_no_test_says_why_and_is_not_thrown() -> None:
    group = Group(line("abc?opponent.skill=3"), (Row("Routine", {"task": "routine"}), Row("Test")))
    refused = test_of(group, group.rows[0])
    assert isinstance(refused, Refusal)
    assert [one.field for one in refused.problems] == ["opponent.task"]
    after = thrown(group, seeded(1))
    assert [row.faces is None for row in after.rows] == [True, False]

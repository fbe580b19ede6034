"""The rulebook: it leaves no rule out, says nothing that the rules do not do, and is found by what one remembers."""

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyroll.form import Choice, Flag, fields_of, query
from pyroll.i18n import FRENCH, Signed, Text, text
from pyroll.line import Test, read
from pyroll.resolve import Contest, Single, outcome, resolve
from pyroll.rulebook import RULEBOOKS, Example, Rule, Rulebook, Table, cited, find, options, rulebook, said
from pyroll.rulebook.model import Section, rule
from pyroll.systems import tur
from pyroll.systems.free import FREE
from pyroll.systems.patchwork_words import PATCHWORK
from tests.checks import RULES
from tools import later

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "pyroll"
LEFT_OUT = {
    line.partition("\t")[0]
    for line in (ROOT / "tests/data/rulebook.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
}
BOOKS = tuple(RULEBOOKS.values())
# The documents that each system's numbers belong to; free dice have no source, and numbers of their own
DOCUMENTS = {
    "patchwork": {"R000", "A000"},
    "abc": {"R001", "A001"},
    "tur": {"R002", "A002"},
    "flamme": {"R003", "A003"},
    "ecor": {"R004", "A004"},
    "free": {"L"},
}
OWN = {f"L-{number}" for number in range(1, 9)}

each_book = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.system.key)
each_example = pytest.mark.parametrize(
    ("book", "example"),
    [
        pytest.param(book, example, id=example.line)
        for book in BOOKS
        for one in book.rules()
        for example in one.examples
    ],
)


def numbers(book: Rulebook) -> list[str]:
    return [number for one in book.rules() for number in one.numbers]


# ------------------------------------------------------------------------------------------------------- nothing out


def test_every_rule_has_its_place_once() -> None:
    counted = Counter(number for book in BOOKS for number in numbers(book))
    assert sorted((RULES | OWN) - counted.keys() - LEFT_OUT) == []
    assert sorted(counted.keys() - RULES - OWN) == []
    assert sorted(counted.keys() & LEFT_OUT) == []
    assert [number for number, times in counted.items() if times > 1] == []


@each_book
def test_rules_follow_their_source(book: Rulebook) -> None:
    places = [int(number.split("-")[1]) for number in numbers(book) if number[0] in "RL"]
    assert places == sorted(places)
    assert {number.split("-")[0] for number in numbers(book)} == DOCUMENTS[book.system.key]


def cited_numbers() -> Iterator[tuple[str, str]]:
    """Rule numbers written in the systems' code, comments and docstrings apart; and those made there."""
    for path in sorted((PACKAGE / "systems").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and re.fullmatch(r"(?:[RA]\d{3}|L)-\d+", str(node.value)):
                yield path.name, str(node.value)
    yield from (("tur.py", number) for number in tur._DEGREE_RULES.values())


def test_every_rule_that_a_step_may_cite_is_there() -> None:
    known = {number for book in BOOKS for number in numbers(book)}
    found = set(cited_numbers())
    assert len(found) > 100
    assert sorted((name, number) for name, number in found if number not in known) == []


@each_book
def test_what_is_no_number(book: Rulebook) -> None:
    assert book.rule("R999-1") is None
    assert book.rule("") is None


def test_every_system_with_a_source_has_its_book() -> None:
    assert list(RULEBOOKS) == list(DOCUMENTS)
    assert rulebook("tur") is RULEBOOKS["tur"]
    assert rulebook("nothing") is None


# ------------------------------------------------------------------------------------------------------------- words


@each_book
def test_sentences(book: Rulebook) -> None:
    """Whole sentences in French typography; nothing shouted, nothing left to fill in."""
    for one in book.rules():
        words = [FRENCH.say(one.text), *(FRENCH.say(effect) for effect in one.effects.values())]
        words += [FRENCH.say(example.text) for example in one.examples]
        for sentence in words:
            assert sentence.endswith("." if one.table is None else (".", ":")), sentence
            assert not re.search(r"[{}'\"]|  | [.,)]|\d-\d", sentence), sentence
            assert "!" not in sentence or book.system is FREE, sentence
            assert not sentence[0].islower(), sentence
            assert not re.search(r"\b(?:tu|te|ton|ta|tes)\b", sentence, re.IGNORECASE), sentence
    titles = [section.title for section in book.sections]
    assert len(set(titles)) == len(titles)


@each_book
def test_what_the_source_leaves_out_is_said(book: Rulebook) -> None:
    assert book.system is FREE or find(book, "source ne")


# ---------------------------------------------------------------------------------------------------------- readings


@each_book
def test_every_reading_is_explained_once(book: Rulebook) -> None:
    """With every one of its choices, in the form's order; and rules depend on readings that exist."""
    explained = {one.reading: list(one.effects) for one in book.rules() if one.effects}
    assert sum(bool(one.effects) for one in book.rules()) == len(explained)
    fields = {item.name: item for item in fields_of(book.system.readings)}
    assert explained.keys() == fields.keys()
    for name, item in fields.items():
        keys = list(item.kind.options) if isinstance(item.kind, Choice) else ["yes", "no"]
        assert isinstance(item.kind, Choice | Flag)
        assert explained[name] == keys
    assert {one.reading for one in book.rules()} - {None} == fields.keys()


@each_book
def test_the_reading_in_force_is_marked(book: Rulebook) -> None:
    usual = book.system.readings()
    for item in fields_of(book.system.readings):
        explaining = book.explaining(item.name)
        assert explaining is not None
        for key in explaining.effects:
            readings = replace(usual, **{item.name: item.kind.parse(key)})
            for one in (one for one in book.rules() if one.reading == item.name):
                shown = options(book, one, readings)
                assert [option.key for option in shown] == list(explaining.effects)
                assert [option.key for option in shown if option.in_force] == [key]
                assert [option.key for option in shown if option.default] == [item.kind.dump(item.default)]
                assert all(option.effect == explaining.effects[option.key] for option in shown)


def test_a_rule_without_a_reading_has_no_options() -> None:
    book = RULEBOOKS["patchwork"]
    one = book.rule("R000-5")
    assert one is not None
    assert options(book, one, PATCHWORK.readings()) == ()


# ------------------------------------------------------------------------------------------------------------ tables


@each_book
def test_tables_are_whole(book: Rulebook) -> None:
    for one in book.rules():
        if one.table is not None:
            assert {len(row) for row in one.table.rows} == {len(one.table.columns)}
            assert len(one.table.numbers) in (0, len(one.table.rows))
            assert set(one.table.numbers) <= set(one.numbers)


def shown(book: str, number: str) -> list[list[str]]:
    """A table's rows in French."""
    one = RULEBOOKS[book].rule(number)
    assert one is not None
    assert one.table is not None
    return [[FRENCH.say(text("{cell}", cell=cell)) for cell in row] for row in one.table.rows]


@pytest.mark.parametrize(
    ("book", "number", "rows"),
    [
        (
            "patchwork",
            "R000-17",
            {0: ["Simple", "10"], 3: ["Assez difficile", "25"], 7: ["Totalement impossible", "45"]},
        ),
        ("abc", "R001-14", {0: ["Bons outils", "+1 à +3"], 3: ["Calme et essais répétés", "+3 à +6"]}),
        ("abc", "R001-30", {0: ["1 à 3", "A", "À peine suffisant"], 5: ["16 et plus", "F", "Hors du commun"]}),
        ("abc", "R001-36", {0: ["6", "–", "A"], 1: ["7", "–", "A"], 2: ["8", "C", "A"], 4: ["10", "D", "B"]}),
        ("abc", "R001-43", {0: ["16", "C"], 1: ["20", "D"], 2: ["24", "E"], 3: ["28", "F"]}),
        ("tur", "R002-4", {0: ["Immanquable", "+8"], 5: ["Moyenne", "0"], 10: ["Impossible", "−8"]}),
        ("tur", "R002-15", {0: ["+9 et plus", "Parfait"], 5: ["0", "Moyen"], 6: ["−2 ou −1", "Médiocre"]}),
        ("tur", "R002-25", {10: ["−9 et moins", "Catastrophique"]}),
        ("flamme", "R003-2", {0: ["Évident", "1"], 8: ["Chimérique", "9"]}),
        ("flamme", "R003-5", {0: ["1, 2, 3", "0"], 1: ["4, 5", "1"], 2: ["6", "2"]}),
        (
            "ecor",
            "R004-7",
            {0: ["0", "Échec"], 1: ["1", "Réussite faible"], 4: ["7 et plus", "Réussite extraordinaire"]},
        ),
        ("ecor", "A004-2", {2: ["Réussite moyenne", "3", "2"]}),
    ],
)
def test_rows(book: str, number: str, rows: dict[int, list[str]]) -> None:
    table = [[cell.replace("\N{NO-BREAK SPACE}", " ") for cell in row] for row in shown(book, number)]
    assert {place: table[place] for place in rows} == rows


@each_book
def test_rows_bear_the_right_number(book: Rulebook) -> None:
    """The number beside a row is the one that a step about it cites."""
    if book.system.key == "tur":
        one = book.rule("R002-15")
        assert one is not None
        assert one.table is not None
        by_name = dict(zip(one.table.numbers, (row[1] for row in one.table.rows), strict=True))
        for degree, number in tur._DEGREE_RULES.items():
            assert by_name[number] == Text(tur.DEGREE_NAMES[degree])


# ---------------------------------------------------------------------------------------------------------- examples

_FIGURE = re.compile(r"(?<![\w,.])[−+]?\d+")


def figures(sentence: str) -> set[int]:
    """The whole numbers of a sentence, expressions such as 4d6kh3 apart; a sign belongs to the number it touches."""
    bare = re.sub(r"\S*\dd\d\S*", "", sentence)
    return {int(found.replace("−", "-")) for found in _FIGURE.findall(bare)}


def known_figures(test: Test, answer: dict[str, Any]) -> set[int]:
    """Those of the line, of the outcome, and of the reasons."""
    texts = [step["text"] for step in answer.pop("steps")] + [answer.pop("sentence")]
    answer.pop("line")
    fields = [value for form in (test.actor, test.opponent) if form for _, value in query(form, defaults=True)]
    faces = [*(test.faces or ()), *test.opponent_faces]
    written = json.dumps(answer).replace('"F+1"', "")
    return {
        *(number for said_text in texts for number in figures(said_text)),
        *(int(value) for value in fields if re.fullmatch(r"-?\d+", value)),
        *(int(number) for number in re.findall(r"-?\d+", written)),
        *faces,
    }


@each_example
def test_examples_resolve_to_what_they_say(book: Rulebook, example: Example) -> None:
    test = read(example.line)
    assert isinstance(test, Test)
    assert test.system is book.system
    result = resolve(test)
    assert isinstance(result, Single | Contest)
    answer: dict[str, Any] = json.loads(json.dumps(outcome(result)))
    sentence = FRENCH.say(example.text)
    judge = opposed if isinstance(result, Contest) else alone
    judge(sentence, answer)
    assert not (extra := figures(sentence) - known_figures(test, answer)), f"not of this roll: {extra}"


def alone(sentence: str, answer: dict[str, Any]) -> None:
    """The verdict that a sentence states, as far as it states one."""
    if answer["system"] == "free":
        return
    assert ("demande un test" in sentence) == (answer["success"] is None)
    if re.search(r"manqu|échec|échoue", sentence, re.IGNORECASE):
        assert answer["success"] is False
    elif re.search(r"\bréussi(?:te|t)?\b", sentence, re.IGNORECASE):
        assert answer["success"] is True
    if "échec critique" in sentence:
        assert answer["critical"] == "failure"
    if "réussite critique" in sentence:
        assert answer["critical"] == "success"
    if re.search(r"\blettre [A-F]", sentence):
        assert re.search(rf"\b{re.escape(answer['grade'])}(?![\w+])", sentence)
    if margin := re.search(r"marge (?:de )?(?:.* = )?(−?\d+)", sentence):
        assert int(margin[1].replace("−", "-")) == answer["margin"]
    if "résultat" in sentence and answer["system"] == "tur":
        assert tur.DEGREE_NAMES[answer["degree"]].lower() in sentence


def opposed(sentence: str, answer: dict[str, Any]) -> None:
    """Who wins."""
    winners = {"actor": "actif", "opponent": "réactif", None: "indécise"}
    assert re.search(rf"\b{winners[answer['winner']]} (?:gagne|l’emporte)", sentence)


# ------------------------------------------------------------------------------------------------------------ search


@pytest.mark.parametrize(
    ("key", "words", "found", "not_found"),
    [
        pytest.param("patchwork", "égalité", ["R000-11"], ["R000-5"], id="one word"),
        pytest.param("patchwork", "EGALITE", ["R000-11"], ["R000-5"], id="neither accents nor capitals"),
        pytest.param("patchwork", "critique relance", ["R000-39", "R000-43"], ["R000-51"], id="every word"),
        pytest.param("patchwork", "relance critique", ["R000-39", "R000-43"], ["R000-51"], id="in any order"),
        pytest.param("patchwork", "speci", ["R000-26"], ["R000-13"], id="the beginning of a word"),
        pytest.param("patchwork", "r000-5", ["R000-5"], ["R000-53", "R000-51"], id="a number, whole"),
        pytest.param("patchwork", "R000-6", ["R000-5"], ["R000-26"], id="a number inside a rule"),
        pytest.param("patchwork", "R000-11 égalité", ["R000-11"], ["R000-12"], id="a number and a word"),
        pytest.param("patchwork", "presque impossible", ["R000-22"], ["R000-5"], id="a table's cell"),
        pytest.param("patchwork", "−22", ["A000-13"], ["R000-5"], id="a figure of an example"),
        pytest.param("patchwork", "d’office", ["A000-1"], ["R000-5"], id="a reading's choice"),
        pytest.param("patchwork", "opposition", ["R000-8", "R000-12"], ["R000-13"], id="a section's title"),
        pytest.param("ecor", "degré", ["R004-7"], ["R004-2"], id="another book"),
        pytest.param("flamme", "eminence", ["R003-28"], ["R003-26"], id="capital with an accent"),
    ],
)
def test_search(key: str, words: str, found: list[str], not_found: list[str]) -> None:
    answer = find(RULEBOOKS[key], words)
    held = [number for one in answer for number in one.numbers]
    assert [number for number in found if number not in held] == []
    assert [number for number in not_found if number in held] == []
    order = list(RULEBOOKS[key].rules())
    assert [order.index(one) for one in answer] == sorted(order.index(one) for one in answer)


@pytest.mark.parametrize("words", ["", "   ", "…", "xyzzy", "R999-1", "égalité xyzzy"])
def test_nothing_found(words: str) -> None:
    assert [find(book, words) for book in BOOKS] == [()] * len(BOOKS)


def test_ligatures_are_two_letters() -> None:
    book = Rulebook(PATCHWORK, (Section("Titre", (rule("R000-1", text("Un œuf.")),)),))
    assert find(book, "oeuf") == find(book, "Œuf") == tuple(book.rules())


@each_book
@given(data=st.data())
def test_a_rule_is_found_by_what_it_shows(book: Rulebook, data: st.DataObject) -> None:
    one = data.draw(st.sampled_from(list(book.rules())))
    sentence = data.draw(st.sampled_from(list(said(book, one, FRENCH))))
    words = re.findall(r"[^\W_]+", sentence)
    if words:
        asked = data.draw(st.lists(st.sampled_from(words), min_size=1, max_size=3))
        assert one in find(book, " ".join(asked))


@given(words=st.text(max_size=20))
def test_any_text_may_be_searched(words: str) -> None:
    for book in BOOKS:
        order = list(book.rules())
        assert all(one in order for one in find(book, words))


# ------------------------------------------------------------------------------------------------------------- model


@pytest.mark.parametrize(
    ("written", "read_as", "shown_as"),
    [
        ("R000-1", ("R000-1",), "R000-1"),
        ("R000-1..3", ("R000-1", "R000-2", "R000-3"), "R000-1–3"),
        ("R000-1 A000-7", ("R000-1", "A000-7"), "R000-1, A000-7"),
        ("R000-9..10 A000-7..8", ("R000-9", "R000-10", "A000-7", "A000-8"), "R000-9–10, A000-7–8"),
        ("R000-1 R000-3", ("R000-1", "R000-3"), "R000-1, R000-3"),
    ],
)
def test_numbers(written: str, read_as: tuple[str, ...], shown_as: str) -> None:
    assert rule(written, Text("")).numbers == read_as
    assert cited(read_as) == shown_as


@pytest.mark.parametrize("written", ["R000", "R000-", "1", "X000-1", "R000-1-3", "R00-1"])
def test_what_is_no_rule_number(written: str) -> None:
    with pytest.raises(ValueError, match="not a rule number"):
        rule(written, Text(""))


def test_values() -> None:
    """Frozen, so that a page can keep them."""
    one = rule("R000-1", Text("Un."), table=Table(("N",), ((Signed(1),),)))
    with pytest.raises(AttributeError):
        one.text = Text("")  # type: ignore[misc]
    assert isinstance(one, Rule)


def test_nobody_loads_the_rulebook_at_the_start() -> None:
    assert not [address for address in later.needed() if "rulebook" in address]

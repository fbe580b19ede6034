"""The rules page without a browser: what an address shows, what a search finds, what is marked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pyroll.app.lookup import Lookup, elsewhere, looked_up, sections_found
from pyroll.app.views import reference, rules
from pyroll.app.views.why import why
from pyroll.i18n import FRENCH, Language, Step, text
from pyroll.line import Refusal, Test, read
from pyroll.rulebook import RULEBOOKS, Rulebook
from pyroll.systems import systems
from tests.app.markup import Node, parse

each_book = pytest.mark.parametrize("book", RULEBOOKS.values(), ids=lambda book: book.system.key)


def plain(words: str) -> str:
    """With spaces as typed."""
    return words.replace("\N{NARROW NO-BREAK SPACE}", " ").replace("\N{NO-BREAK SPACE}", " ")


def shown(lookup: Lookup, readings: object = None, language: Language = FRENCH) -> Node:
    drawn = rules.frame(rules.Shown(lookup, readings or lookup.book.system.readings(), language))
    return parse(drawn)


# --------------------------------------------------------------------------------------------------------- addresses


@pytest.mark.parametrize(
    ("line", "key", "number", "unknown"),
    [
        ("/regles", "tur", "", ""),
        ("/regles/", "tur", "", ""),
        ("/regles/abc", "abc", "", ""),
        ("/regles/abc/R001-6", "abc", "R001-6", ""),
        ("/regles/abc/r001-6", "abc", "R001-6", ""),
        ("/regles/abc/R001%2D6", "abc", "R001-6", ""),
        ("/regles/free/L-3", "free", "L-3", ""),
        ("/regles/abc/R003-6", "abc", "", "R003-6"),
        ("/regles/abc/<b>", "abc", "", "<B>"),
        ("/regles/nothing", "tur", "", "nothing"),
    ],
)
def test_addresses(line: str, key: str, number: str, unknown: str) -> None:
    found = looked_up(line, "tur")
    assert (found.book.system.key, found.number, found.unknown) == (key, number, unknown)
    assert not found.reference


def test_the_reference_has_an_address() -> None:
    assert looked_up("/regles/ecor/reference", "tur") == Lookup(RULEBOOKS["ecor"], reference=True)


def test_a_system_without_a_book_opens_one_all_the_same() -> None:
    assert looked_up("/regles", "nothing").book is RULEBOOKS["patchwork"]


def test_a_rule_asked_for_ends_the_search() -> None:
    assert looked_up("/regles/abc", "tur", "lettre").words == "lettre"
    assert looked_up("/regles/abc/R001-6", "tur", "lettre").words == ""


# ------------------------------------------------------------------------------------------------------------ search


@each_book
def test_every_rule_is_shown_under_its_number(book: Rulebook) -> None:
    page = shown(Lookup(book))
    items = page.all("li", class_="pr-rule")
    assert [item.attributes["id"] for item in items] == [rules.rule_id(one) for one in book.rules()]
    for item, one in zip(items, book.rules(), strict=True):
        assert FRENCH.say(one.text) in item.text
        assert len(item.all("table")) >= (one.table is not None)


def test_a_search_shows_what_it_finds_and_how_much() -> None:
    lookup = Lookup(RULEBOOKS["ecor"], words=" Degré ")
    found = list(sections_found(lookup, FRENCH))
    many = sum(len(rules) for _, rules in found)
    page = shown(lookup)
    assert many == len(page.all("li", class_="pr-rule")) > 3
    assert plain(page.one(id="rules-count").text) == f"{many} règles trouvées pour « Degré »."
    assert page.one("input").attributes["value"] == " Degré "


def test_nothing_found_is_said_and_where_else_it_stands() -> None:
    lookup = Lookup(RULEBOOKS["ecor"], words="lettre")
    page = shown(lookup)
    assert plain(page.one(id="rules-count").text) == "Rien trouvé pour « lettre » dans Eco-Я."
    assert "abc" in [book.system.key for book, _ in elsewhere(lookup, FRENCH)]
    assert "#/regles/abc" in [link.attributes["href"] for link in page.one(id="rules-list").all("a")]
    nowhere = shown(Lookup(RULEBOOKS["ecor"], words="xyzzy"))
    assert "Aucun autre système" in nowhere.one(id="rules-list").text


def test_an_address_in_vain_is_said() -> None:
    page = shown(looked_up("/regles/abc/R009-9", "tur"))
    assert plain(page.one(id="rules-count").text) == "Rien ne porte ce nom ici : R009-9."
    assert page.all("li", class_="pr-rule"), "the rules are there all the same"


def test_the_rule_asked_for_is_marked() -> None:
    page = shown(looked_up("/regles/patchwork/R000-6", "tur"))
    (marked,) = [item for item in page.all("li", class_="pr-rule") if item.has("aria-current", "true")]
    assert marked.attributes["id"] == "rule-R000-5"
    assert page.one("a", aria_current="page").text == "Patchwork"


# ---------------------------------------------------------------------------------------------------------- readings


def test_the_reading_in_force_is_marked_and_shown_at_work() -> None:
    book = RULEBOOKS["ecor"]
    for key in ("best", "highest"):
        page = shown(Lookup(book), replace(book.system.readings(), keep=key))
        item = page.one(id="rule-A004-1")
        (now,) = item.one("ul", class_="pr-reading__choices").all("li", aria_current="true")
        assert "en vigueur à cette table" in now.text
        assert ("impaires" in now.text) == (key == "highest")
        assert "À cette table" in page.one(id="rule-R004-4").text
        compared = item.one("table", class_="pr-compare")
        assert "dés 5, 5, 2" in compared.one("caption").text
        assert ["Test réussi" in row.text for row in compared.all("tr")] == [True, False]


def test_choices_of_one_result_share_a_row() -> None:
    page = shown(Lookup(RULEBOOKS["abc"], number="A001-8"))
    second = page.one(id="rule-A001-8").all("table", class_="pr-compare")[1]
    assert len(second.all("tr")) == 2
    assert " · " in second.all("th")[0].text


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.key)
def test_examples_for_the_form_stand_before_the_place_for_a_fault(system: object) -> None:
    key = system.key  # type: ignore[attr-defined]
    drawn = list(rules.live(key, FRENCH))
    for part in map(parse, drawn):
        place = part.children[0]
        assert isinstance(place, Node)
        assert place.attributes["data-before"] == place.attributes["id"].removesuffix("-live") + "-error"
        assert place.all("table")
        assert place.one("a").attributes["href"].startswith(f"#/regles/{key}/A00")


# ------------------------------------------------------------------------------------------- from a result, on paper


def test_each_step_leads_to_its_rule() -> None:
    page = parse(why(RULEBOOKS["tur"].system, (Step("R002-15", text("Un.")), Step("R002-2", text("Deux."))), FRENCH))
    assert [link.attributes["href"] for link in page.all("a")] == ["#/regles/tur/R002-15", "#/regles/tur/R002-2"]
    assert [link.attributes["aria-label"] for link in page.all("a")] == ["Règle R002-15", "Règle R002-2"]


def test_of(line: str) -> Test:
    found = read(line)
    assert not isinstance(found, Refusal)
    return found


test_of.__test__ = False  # type: ignore[attr-defined]


@each_book
def test_a_reference_has_chances_readings_and_every_rule(book: Rulebook) -> None:
    test = Test(book.system, book.system.request(), book.system.readings())
    page = parse(reference.page(book, test, FRENCH))
    words = page.text
    for one in book.rules():
        assert (FRENCH.say(one.text) in words) == (not one.numbers[0].startswith("A"))
    assert "valeurs de départ" in words
    assert "%" in words or book.system.key == "free"
    assert page.one("button", id="print").text == "Imprimer"


def test_a_reference_gives_the_chances_of_the_values_at_hand() -> None:
    book = RULEBOOKS["patchwork"]
    page = parse(reference.page(book, test_of("patchwork?characteristic=8&skill=6&difficulty=30"), FRENCH, "Ysaline"))
    assert "Ysaline : Caractéristique 8, Compétence 6" in plain(page.text)
    rows = [[plain(cell.text) for cell in row.all() if cell.tag in ("th", "td")] for row in page.all("tr")]
    assert ["20 Difficile", "50 %"] in rows
    assert ["30 Très difficile", "5 %"] in rows
    assert sum("Difficile" in row[0] for row in rows) == 1, "the ladder stands once"


def test_a_reference_of_free_dice_gives_the_mean() -> None:
    page = parse(reference.page(RULEBOOKS["free"], test_of("free?dice=4d6kh3"), FRENCH))
    assert "Moyenne" in page.text
    assert "12,24" in page.text

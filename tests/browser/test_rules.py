"""The rules page: from a result and back, searched, with the table's readings, and on paper."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_access import MEASURE, SIZES

from .conftest import eventually, expect_accessible, looks

RESULT = "#flamme?characteristic=4&skill=3&flame=3&aspect=2@3,5,1,6,2,6,4"


def go(page: Page, address: str) -> None:
    page.evaluate("address => { location.hash = address }", address)


def rules(page: Page, place: str) -> Page:
    go(page, f"#/regles{place}")
    expect(page.get_by_role("navigation", name="Règles de")).to_be_visible()
    return page


def reference(page: Page, key: str) -> Page:
    go(page, f"#/regles/{key}/reference")
    expect(page.get_by_role("button", name="Imprimer")).to_be_visible()
    return page


def test_a_step_leads_to_its_rule_and_back_nothing_is_lost(shared_app: Page) -> None:
    page = shared_app
    page.set_viewport_size({"width": 390, "height": 844})
    go(page, RESULT)
    expect(page.get_by_label("Verdict")).to_contain_text("Réussite critique")
    page.get_by_text("Pourquoi").click()
    link = page.get_by_role("link", name="Règle R003-26")
    link.scroll_into_view_if_needed()
    before = page.evaluate("[scrollY, location.hash]")
    assert before[0] > 0
    link.click()
    rule = page.locator("#rule-R003-26")
    expect(rule).to_be_focused()
    expect(rule).to_be_in_viewport()
    expect(rule).to_contain_text("Une augmentation élève un DF d’un point.")
    expect(page.get_by_label("Verdict")).to_be_hidden()
    page.go_back()
    expect(page.get_by_label("Verdict")).to_contain_text("Réussite critique")
    expect(link).to_be_focused()
    eventually(page, lambda: page.evaluate("[scrollY, location.hash]"), before)
    page.set_viewport_size({"width": 820, "height": 1180})


def test_the_way_in_the_bar_opens_the_rules_of_the_system_at_hand(shared_app: Page) -> None:
    page = shared_app
    go(page, "#tur?value=7")
    page.get_by_role("link", name="Règles", exact=True).click()
    books = page.get_by_role("navigation", name="Règles de")
    expect(books).to_be_visible()
    expect(page.get_by_role("link", name="Règles", exact=True)).to_have_attribute("aria-current", "page")
    page.get_by_role("link", name="Retour au test").click()
    expect(page.get_by_label("Système de jeu")).to_have_value("tur")
    expect(page.locator("#go")).to_be_visible()


def test_searching_with_the_keyboard(shared_app: Page) -> None:
    page = rules(shared_app, "/ecor")
    words = page.get_by_role("searchbox", name="Chercher")
    words.focus()
    page.keyboard.type("lettre")
    said = page.locator("#rules-count")
    expect(said).to_have_text(re.compile("Rien trouvé pour .*lettre.* dans Eco-Я"))
    expect(words).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name=re.compile(r"^ABC\s: [0-9]+$"))).to_be_focused()
    page.keyboard.press("Enter")
    expect(said).to_have_text(re.compile(r"[0-9]+\srègles trouvées pour .*lettre"))
    expect(words).to_have_value("lettre")
    words.fill("R001-6")
    expect(said).to_have_text(re.compile(r"1\srègle trouvée"))
    rules(page, "/abc/R001-30")
    asked = page.locator(".pr-rule[aria-current]")
    expect(asked).to_be_focused()
    expect(asked.get_by_role("table").first).to_contain_text("Hors du commun")
    expect(words).to_have_value("")
    rules(page, "/abc/R009-9")
    expect(said).to_contain_text("R009-9")


def test_the_readings_of_this_table_are_marked_and_their_examples_stand_in_the_form(shared_app: Page) -> None:
    page = shared_app
    go(page, "#ecor?characteristic=2&skill=1")
    form = page.get_by_role("form", name="Eco-Я")
    form.get_by_text("Lectures de la table").click()
    example = form.get_by_role("table", name=re.compile("dés 5, 5, 2"))
    expect(example).to_contain_text(re.compile(r"Test manqué\s: 0\spair"))
    form.get_by_role("radio", name="les plus hautes faces").check()
    form.get_by_role("link", name="Règle A004-1").click()
    rule = page.locator("#rule-A004-1")
    expect(rule).to_be_focused()
    expect(rule.locator("li[aria-current]")).to_contain_text("les plus hautes faces")
    page.go_back()
    expect(form.get_by_role("radio", name="les plus hautes faces")).to_be_checked()


def test_a_reference_for_the_form_or_for_a_character(shared_app: Page) -> None:
    page = shared_app
    go(page, "#patchwork?characteristic=8&skill=6")
    reference(page, "patchwork")
    table = page.get_by_role("table", name="Réussir, par difficulté")
    expect(table.get_by_role("row", name="20 Difficile")).to_contain_text("50")
    go(page, "#/personnages")
    new = page.get_by_role("button", name="Nouveau")
    page.locator("#screen-people").get_by_role("button", name="Exemple").first.click()
    expect(page.get_by_role("heading", name="Maëlle").or_(page.locator(".pr-sheet__name"))).to_be_visible()
    assert new is not None
    reference(page, "patchwork")
    whose = page.get_by_label("Chances pour")
    expect(whose).to_be_visible()
    whose.select_option(index=1)
    expect(page.locator(".pr-reference__part").first).to_contain_text(whose.locator("option").nth(1).inner_text())


def test_on_paper_stand_the_reasons_and_no_button(shared_app: Page) -> None:
    page = shared_app
    go(page, RESULT)
    expect(page.get_by_label("Verdict")).to_contain_text("Réussite critique")
    page.evaluate("document.getElementById('why').open = false")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    expect(page.locator("#steps")).to_be_visible()
    expect(page.get_by_role("heading", name="Dés de Flamme")).to_be_visible()
    shown = page.get_by_role("button").filter(visible=True).filter(has_not=page.locator(".pr-die"))
    expect(shown).to_have_count(0)
    assert pages(page) == 1
    page.emulate_media(media="null")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator("#steps")).to_be_hidden()


@pytest.mark.parametrize("key", ["patchwork", "abc", "tur", "flamme", "ecor", "free"])
def test_a_reference_takes_one_page(shared_app: Page, key: str) -> None:
    page = reference(shared_app, key)
    expect(page.get_by_role("heading", level=1, name="Référence")).to_be_visible()
    assert pages(page) == 1


def pages(page: Page) -> int:
    """How many sheets of A4 it takes."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", prefer_css_page_size=True)))


@looks
def test_axe_finds_nothing(shared_app: Page, size: tuple[int, int], scheme: Literal["light", "dark"]) -> None:
    page = shared_app
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    for open_one in (lambda: rules(page, "/abc/A001-8"), lambda: reference(page, "flamme")):
        open_one()
        expect_accessible(page)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_is_too_small_or_sticks_out(shared_app: Page, size: tuple[int, int]) -> None:
    page = shared_app
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for open_one in (lambda: rules(page, "/flamme"), lambda: reference(page, "tur")):
        open_one()
        measured: dict[str, list[str]] = page.evaluate(MEASURE)
        assert {what: names for what, names in measured.items() if names} == {}

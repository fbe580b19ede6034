"""Free dice, whose rules are fetched when somebody wants them: picked, typed, thrown, entered by hand, kept."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from .conftest import eventually, expect_accessible


def test_from_the_picker_to_the_journal(app: Page) -> None:
    app.get_by_label("Système de jeu").select_option("free")
    form = app.get_by_role("form", name="Dés libres")
    chances = app.get_by_role("region", name="Chances", exact=True)
    expect(chances.get_by_role("row", name="Moyenne")).to_contain_text("3,5")
    dice = form.get_by_role("textbox", name="Dés à lancer").first
    dice.fill("4x6")
    app.locator("#go").click()
    expect(app.get_by_role("alert").filter(has_text="4x6").or_(app.locator("#faults"))).to_contain_text(
        "ne se lit pas"
    )
    expect(dice).to_have_value("4x6")
    dice.fill("4d6kh3+2")
    expect(app.locator("#go")).to_have_text(re.compile("Lancer 4d6kh3"))
    app.keyboard.press("Enter")
    verdict = app.get_by_label("Verdict")
    expect(verdict).to_contain_text(re.compile("Total.[0-9]+"))
    expect(verdict).not_to_contain_text(re.compile("Réussite|Échec|Égalité"))
    total = verdict.inner_text()
    address = app.url
    assert re.search(r"#free\?dice=4d6kh3%2B2@[1-6],[1-6],[1-6],[1-6]$", address)
    # dice from the table
    dice.fill("1d100-3")
    app.locator("#type").click()
    app.keyboard.type("57")
    app.keyboard.press("Enter")
    app.keyboard.press("Enter")
    expect(verdict).to_contain_text("54")
    app.goto(address.partition("#")[0] + "#/journal")
    rows = app.locator("#screen-journal").get_by_role("listitem")
    expect(rows.filter(has_text="Total")).to_have_count(2)
    expect(rows.filter(has_text=re.sub(r"\s+", " ", total))).to_have_count(1)
    # replayed
    rows.filter(has_text=re.sub(r"\s+", " ", total)).get_by_role("button").first.click()
    app.get_by_role("button", name="Revoir").click()
    expect(verdict).to_have_text(total)


def test_a_link_with_dice_and_english(open_app: Callable[[str], Page]) -> None:
    page = open_app("#free?dice=2d20kl1%2B1d4@18,7,3")
    expect(page.get_by_label("Verdict")).to_contain_text("Total 10")
    expect_accessible(page)
    page.get_by_role("button", name="English").first.click()
    expect(page.get_by_role("form", name="Free dice")).to_be_visible()
    expect(page.get_by_label("Verdict")).to_contain_text("Total 10")
    expect(page.get_by_role("textbox", name="Dice to roll").first).to_have_value("2d20kl1+1d4")


@pytest.mark.page_errors_expected
def test_without_a_network_the_page_stays_with_what_it_has(app: Page) -> None:
    app.route("**/static/later.zip", lambda route: route.abort())
    app.get_by_label("Système de jeu").select_option("free")
    expect(app.locator("#notice")).to_contain_text("Les dés libres n’ont pas pu être chargés")
    expect(app.get_by_label("Système de jeu")).to_have_value("patchwork")
    app.locator("#go").click()
    expect(app.get_by_label("Verdict")).not_to_be_empty()
    app.unroute("**/static/later.zip")
    app.get_by_label("Système de jeu").select_option("free")
    expect(app.get_by_role("row", name="Moyenne")).to_contain_text("3,5")


def test_no_form_shows_in_another_language_than_the_pages(app: Page) -> None:
    """The words of free dice come with their rules; until then nothing of their form is seen in an English page."""
    held: list[Route] = []
    app.get_by_role("button", name="English").click()
    expect(app.locator("html")).to_have_attribute("lang", "en")
    app.route("**/static/later.zip", lambda route: held.append(route))  # noqa: PLW0108 (a built-in cannot be marked)
    app.get_by_label("Game system").select_option("free")
    eventually(app, lambda: len(held), 1)
    expect(app.locator("#free")).to_be_hidden()
    held[0].continue_()
    app.unroute("**/static/later.zip")
    expect(app.get_by_role("textbox", name="Dice to roll").first).to_be_visible()
    expect(app.get_by_text("Dés à lancer").first).to_be_hidden()

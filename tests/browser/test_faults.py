"""All faults of a form at once: listed, linked, said beside each field; and what was typed is never hidden."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from .test_page import choose, verdict


def summary(page: Page) -> Locator:
    return page.get_by_role("alert").filter(has_text="à corriger")


def test_the_opponents_fields_too(app: Page) -> None:
    choose(app, "TUR")
    form = app.get_by_role("form", name="TUR")
    form.get_by_role("radio", name="Opposition").check()
    ours = form.get_by_role("group", name="Actif", exact=True).get_by_role("spinbutton", name="Valeur")
    theirs = form.get_by_role("group", name="Réactif", exact=True).get_by_role("spinbutton", name="Valeur")
    ours.fill("-99")
    theirs.fill("sept")
    theirs.press("Enter")
    expect(summary(app)).to_be_focused()
    expect(summary(app).get_by_role("link")).to_have_count(2)
    for field, typed, said in ((ours, "-99", "Entre"), (theirs, "sept", "Un nombre entier")):
        expect(field).to_have_value(typed)
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_accessible_description(re.compile(said))
    summary(app).get_by_role("link", name="Réactif, Valeur").click()
    expect(theirs).to_be_focused()
    theirs.fill("4")
    expect(summary(app).get_by_role("link")).to_have_count(1)
    expect(theirs).not_to_have_attribute("aria-invalid", "true")
    ours.fill("4")
    ours.press("Enter")
    expect(verdict(app)).to_have_attribute("data-line", re.compile(r"^tur\?value=4&opponent\.value=4@"))


@pytest.mark.parametrize(
    ("fragment", "link", "place"),
    [
        ("abc?tools_bonus=99", "Outils", "#abc-tools_bonus"),
        ("abc?reading.minimum_grade=zzz", "", "#abc-reading-minimum_grade input:checked"),
        ("ecor?reading.keep=none", "", "#ecor-reading-keep input:checked"),
        ("patchwork?proficiency=untrained&skill=99", "Compétence", "#patchwork-skill"),
        ("patchwork?opponent.skill=x", "Réactif, Compétence", "#patchwork-opponent-skill"),
        ("tur?difficulty=none&opponent.value=4", "Difficulté", "#tur-difficulty input:checked"),
    ],
)
def test_a_link_leads_to_the_field_wherever_it_is(
    open_app: Callable[[str], Page], fragment: str, link: str, place: str
) -> None:
    """In a closed disclosure, among the readings, on the other side, and where it does not even apply."""
    page = open_app("#" + fragment)
    expect(summary(page).get_by_role("link")).to_have_count(1)
    summary(page).get_by_role("link", name=link).click()
    expect(page.locator(place)).to_be_focused()
    expect(page.locator(place)).to_be_visible()
    group = page.locator(place.partition(" ")[0])
    expect(group).to_have_accessible_description(re.compile(r"Entre|Un nombre entier|choix", re.IGNORECASE))
    expect(page.get_by_role("status", name="Verdict")).to_be_empty()


def test_steppers_do_not_hide_what_was_typed(app: Page) -> None:
    form = app.get_by_role("form", name="Patchwork")
    field = form.get_by_role("spinbutton", name="Caractéristique").first
    more = form.get_by_role("button", name="Augmenter : Caractéristique").first
    for typed in ("31", "sept", "4,5", "1e3", "--2", "٣"):
        field.fill(typed)
        more.click(force=True)
        field.press("ArrowUp")
        expect(field).to_have_value(typed)
    field.blur()
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill(" 7 ")
    more.click()
    expect(field).to_have_value("8")
    expect(field).not_to_have_attribute("aria-invalid", "true")


def test_a_fault_is_gone_with_the_test_that_had_it(shared_app: Page) -> None:
    """Also while another system's form shows."""
    page = shared_app
    value = page.get_by_role("spinbutton", name="Caractéristique").first
    for line, wrong in (("patchwork?characteristic=99", True), ("tur?value=7", False), ("patchwork?skill=3", False)):
        page.evaluate("line => { location.hash = line }", line)
        expect(page.get_by_label("Système de jeu")).to_have_value(line.partition("?")[0])
        expect(summary(page)).to_be_visible(visible=wrong)
    expect(page.get_by_role("spinbutton", name="Compétence").first).to_have_value("3")
    expect(value).not_to_have_attribute("aria-invalid", "true")


@pytest.mark.parametrize("screen", ["/personnages", "/journal", "/groupe"])
def test_paper_keeps_what_a_screen_is_about(shared_app: Page, screen: str) -> None:
    """Though skills, rolls and names are buttons there, and buttons are not printed."""
    page = shared_app
    page.evaluate("location.hash = 'tur?value=7'")
    page.locator("#go").click()
    page.evaluate("screen => { location.hash = screen }", screen)
    match screen:
        case "/personnages":
            page.get_by_role("button", name="Exemple : Ysaline").click()
            kept = page.get_by_text("Serrurerie").first
        case "/journal":
            kept = page.get_by_role("region", name="Jets").get_by_text("TUR").first
        case _:
            page.get_by_role("textbox", name="Nom").fill("Gobelin")
            page.get_by_role("button", name="Ajouter", exact=True).click()
            kept = page.get_by_role("rowheader").get_by_text("Gobelin")
    expect(kept).to_be_visible(timeout=30_000)
    page.emulate_media(media="print")
    expect(kept).to_be_visible()
    expect(page.get_by_role("banner")).to_be_hidden()
    page.emulate_media(media="screen")

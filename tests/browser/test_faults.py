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

"""The characters as people use them: made, changed, put in order, and rolled with."""

from __future__ import annotations

import re
from typing import Literal

from playwright.sync_api import BrowserContext, Locator, Page, expect

from .conftest import START_TIMEOUT, expect_accessible, looks, open_page
from .test_access import MEASURE, SIZES
from .test_journal import entries, go
from .test_page import verdict


def rail(page: Page) -> Locator:
    return page.get_by_role("navigation", name="Personnages")


def example(page: Page, name: str) -> None:
    """The ready character of a system joins the others."""
    go(page, "Personnages")
    first = page.get_by_role("button", name=f"Exemple : {name}")
    another = rail(page).get_by_role("button", name="Personnage", exact=True)
    expect(first.or_(another).first).to_be_visible()
    if another.is_visible():
        another.click()
    first.click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def expect_names(page: Page, *names: str) -> None:
    expect(rail(page).get_by_role("listitem").locator("b")).to_have_text(list(names))


def test_one_tap_on_a_skill_prepares_the_test_and_the_roll_carries_the_name(app: Page) -> None:
    example(app, "Ysaline")
    app.get_by_role("button", name=re.compile("^Serrurerie")).click()
    foot = app.get_by_role("region", name="Jet préparé")
    expect(foot).to_contain_text("Ysaline")
    foot.get_by_label("Difficulté").select_option("6 Difficile")
    expect(foot.get_by_role("button", name=re.compile("^Lancer 7d6"))).to_contain_text("de réussir")
    foot.get_by_role("button", name=re.compile("^Lancer")).click()
    expect(verdict(app)).to_have_attribute("data-line", re.compile(r"^flamme\?characteristic=5&skill=2&difficulty=6"))
    result = app.get_by_role("region", name="Résultat")
    expect(result.get_by_text("Ysaline, Serrurerie")).to_be_visible()
    form = app.get_by_role("main")
    expect(form.get_by_role("button", name="Sans Ysaline")).to_be_visible()
    go(app, "Journal")
    expect(entries(app)).to_have_count(1)
    expect(entries(app).first).to_contain_text("Serrurerie")
    expect(entries(app).first).to_contain_text("Ysaline, Dés de Flamme")


def test_a_test_can_be_made_nobodys_again(app: Page) -> None:
    example(app, "Inès")
    app.get_by_role("button", name=re.compile("^Équitation")).click()
    app.get_by_role("button", name="Régler le test").click()
    app.get_by_role("button", name="Sans Inès").click()
    expect(app.get_by_role("button", name="Sans Inès")).to_be_hidden()
    expect(app.get_by_role("spinbutton", name="Valeur").first).to_have_value("6")


def test_spent_points_come_off_the_sheet_and_back_again(app: Page) -> None:
    example(app, "Maëlle")
    app.get_by_role("button", name=re.compile("^Mécanique")).click()
    app.get_by_role("button", name="Régler le test").click()
    app.get_by_role("spinbutton", name="Points d’action").first.fill("2")
    app.get_by_role("button", name=re.compile("^Lancer")).click()
    expect(verdict(app)).not_to_be_empty()
    go(app, "Personnages")
    points = app.get_by_role("spinbutton", name="Points d’action")
    expect(points).to_have_value("1")
    app.get_by_role("button", name="Augmenter : Points d’action").click()
    expect(points).to_have_attribute("aria-valuenow", "2")  # drawn anew from what is kept
    app.reload()
    expect(app.locator("html")).to_have_attribute("data-pyroll", "ready", timeout=START_TIMEOUT)
    expect(points).to_have_value("2")


def test_a_sheet_is_written_and_pasted_into(app: Page) -> None:
    go(app, "Personnages")
    app.get_by_role("button", name="Fiche vierge, Patchwork").click()
    app.get_by_label("Nom", exact=True).fill("Zoé")
    app.get_by_label("Caractéristique 1, nom").fill("Agilité")
    app.get_by_label("Caractéristique 1, valeur").fill("beaucoup")
    app.get_by_label("Compétence 1, nom").fill("Acrobatie")
    app.get_by_label("Compétence 1, valeur").fill("4")
    app.get_by_role("button", name="Enregistrer la fiche").click()
    faults = app.get_by_role("alert").filter(has_text="2 points à corriger")
    expect(faults).to_be_focused()
    faults.get_by_role("link", name="Caractéristique 1, valeur : un nombre entier est attendu.").click()
    expect(app.get_by_label("Caractéristique 1, valeur")).to_be_focused()
    expect(app.get_by_label("Caractéristique 1, valeur")).to_have_accessible_description(
        "Un nombre entier est attendu."
    )
    app.get_by_label("Caractéristique 1, valeur").fill("6")
    app.get_by_label("Compétence 1, caractéristique").select_option("0")
    app.get_by_text("Coller toute une liste").click()
    app.get_by_label("Une ligne chacune", exact=False).fill("Escalade 3 AGI\nVoltige trois AGI")
    app.get_by_role("button", name="Ajouter aux compétences").click()
    expect(app.get_by_text("1 ligne ajoutée.")).to_be_visible()
    expect(app.get_by_text("Ligne 2, « Voltige trois AGI »", exact=False)).to_be_visible()
    expect(app.get_by_label("Compétence 2, nom")).to_have_value("Escalade")
    app.get_by_role("button", name="Enregistrer la fiche").click()
    expect(app.get_by_role("heading", name="Zoé")).to_be_visible()
    expect(app.get_by_role("button", name=re.compile("^Acrobatie"))).to_contain_text("Agilité 6 + 4")
    app.reload()
    expect(app.locator("html")).to_have_attribute("data-pyroll", "ready", timeout=START_TIMEOUT)
    expect(app.get_by_role("button", name=re.compile("^Escalade"))).to_be_visible()


def test_a_renamed_characteristic_keeps_its_skills(app: Page) -> None:
    example(app, "Bastien")
    app.get_by_role("button", name="Modifier la fiche").click()
    app.get_by_label("Caractéristique 1, nom").fill("Souplesse")
    app.get_by_role("button", name="Retirer : Escalade").click()
    app.get_by_role("button", name="Enregistrer la fiche").click()
    expect(app.get_by_role("button", name=re.compile("^Crochetage"))).to_contain_text("Souplesse 8 + 4")
    expect(app.get_by_role("button", name=re.compile("^Escalade"))).to_have_count(0)


def test_characters_are_ordered_copied_archived_and_erased(app: Page) -> None:
    for name in ("Maëlle", "Inès"):
        example(app, name)
    expect_names(app, "Maëlle", "Inès")
    app.get_by_text("Ranger, copier, partager").click()
    app.get_by_role("button", name="Monter").click()
    expect(rail(app).get_by_role("listitem").first).to_contain_text("Inès")
    app.get_by_role("button", name="Dupliquer").click()
    expect(rail(app).get_by_role("listitem").nth(1)).to_contain_text("Inès (copie)")
    expect(app.get_by_role("heading", name="Inès (copie)")).to_be_visible()
    app.get_by_role("button", name="Supprimer").click()
    expect(rail(app).get_by_role("listitem")).to_have_count(2)
    app.get_by_role("status").filter(has_text="supprimé").get_by_role("button", name="Annuler").click()
    expect(rail(app).get_by_role("listitem")).to_have_count(3)
    app.get_by_role("button", name="Archiver").click()
    expect(rail(app).get_by_role("listitem")).to_have_count(2)
    rail(app).get_by_role("button", name="1 archivé").click()
    expect(rail(app).get_by_role("listitem")).to_have_count(1)
    app.get_by_role("button", name="Remettre en jeu").click()
    rail(app).get_by_role("button", name="Revenir aux actifs").click()
    expect(rail(app).get_by_role("listitem")).to_have_count(3)


def test_two_tabs_change_one_sheet_and_lose_nothing(context: BrowserContext, site: str) -> None:
    here, there = (open_page(context.new_page(), site) for _ in range(2))
    example(here, "Maëlle")
    go(there, "Personnages")
    there.get_by_role("button", name="Modifier la fiche").click()
    there.get_by_label("En quelques mots").fill("as de l’escadrille")
    here.get_by_role("button", name="Diminuer : Points d’action").click()
    expect(here.get_by_role("spinbutton", name="Points d’action")).to_have_value("2")
    there.get_by_role("button", name="Enregistrer la fiche").click()
    for page in (here, there):
        expect(page.get_by_text("as de l’escadrille", exact=False)).to_be_visible()
        expect(page.get_by_role("spinbutton", name="Points d’action")).to_have_value("2")


@looks
def test_axe_finds_nothing(app: Page, size: tuple[int, int], scheme: Literal["light", "dark"]) -> None:
    app.set_viewport_size({"width": size[0], "height": size[1]})
    app.emulate_media(color_scheme=scheme, reduced_motion="reduce")

    def clean(what: str) -> None:
        expect_accessible(app, what)

    go(app, "Personnages")
    expect(app.get_by_role("heading", name="Votre premier personnage")).to_be_visible()
    clean("nobody yet")
    example(app, "Ysaline")
    app.get_by_role("button", name=re.compile("^Serrurerie")).click()
    expect(app.get_by_role("region", name="Jet préparé")).to_be_visible()
    app.get_by_text("Ranger, copier, partager").click()
    clean("a sheet")
    app.get_by_role("button", name="Modifier la fiche").click()
    app.get_by_label("Caractéristique 1, valeur").fill("beaucoup")
    app.get_by_role("button", name="Enregistrer la fiche").click()
    expect(app.get_by_role("alert").filter(has_text="à corriger")).to_be_focused()
    clean("under the pen")


def test_nothing_is_too_small_or_sticks_out(app: Page) -> None:
    example(app, "Ysaline")
    app.get_by_role("button", name=re.compile("^Serrurerie")).click()
    expect(app.get_by_role("region", name="Jet préparé")).to_be_visible()
    for step in ("a sheet", "under the pen"):
        for width, height in SIZES:
            app.set_viewport_size({"width": width, "height": height})
            measured: dict[str, list[str]] = app.evaluate(MEASURE)
            assert {what: found for what, found in measured.items() if found} == {}, f"{step}, {width}"
        if step == "a sheet":
            app.get_by_role("button", name="Modifier la fiche").click()


def test_a_phones_row_of_characters_shows_the_one_that_was_chosen(app: Page) -> None:
    app.set_viewport_size({"width": 390, "height": 844})
    go(app, "Personnages")
    for place, name in enumerate(("Ysaline", "Inès", "Bastien", "Maëlle")):
        if place:
            app.get_by_role("button", name="Personnage", exact=True).click()
        app.get_by_role("button", name=f"Exemple : {name}").click()
        expect(app.locator("#people-rail [aria-current]")).to_contain_text(name)
    app.get_by_role("button", name="Personnage", exact=True).click()
    app.locator("#people-rail").evaluate("row => { row.scrollLeft = 0 }")
    app.get_by_role("button", name="Annuler", exact=True).click()
    expect(app.locator("#people-rail [aria-current]")).to_contain_text("Maëlle")
    expect(app.locator("#people-rail [aria-current]")).to_be_in_viewport(ratio=0.9)

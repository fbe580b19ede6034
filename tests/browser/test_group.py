"""One against many, as a GM does it: a list pasted, one tap, one row again; with keys, and after a reload."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_access import MEASURE, open_all

from .conftest import expect_accessible

DUEL = "patchwork?characteristic=8&skill=6&opponent.skill=3"
LIST = "Gobelin 1 ; 7 ; 4\nChef ; 9 6 ; modificateur +2\n3 × Rat ; 4"
PLACES = "(heads) => heads.map((head) => head.getBoundingClientRect().left)"
NAMES = ["Gobelin 1", "Chef", "Rat 1", "Rat 2", "Rat 3"]


def row(page: Page, name: str) -> Locator:
    return page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=name))


def groups(page: Page, line: str) -> Page:
    """The groups' screen, its list empty, for this test."""
    page.evaluate("line => { location.hash = line }", line)
    expect(page.get_by_label("Système de jeu")).to_have_value(line.partition("?")[0])
    page.evaluate("location.hash = '/groupe'")
    first = {"tur": "Valeur", "patchwork": "Caractéristique"}[line.partition("?")[0]]
    expect(page.get_by_role("textbox", name=first, exact=True)).to_be_visible(timeout=30_000)  # this system's list
    if (clear := page.get_by_role("button", name="Vider la liste")).is_visible():
        clear.click()
    return page


def paste(page: Page, lines: str) -> None:
    open_all(page)
    page.get_by_role("textbox", name="Lignes", exact=True).fill(lines)
    page.get_by_role("button", name="Ajouter ces lignes").click()


def test_a_list_is_pasted_thrown_opened_and_written_down(shared_app: Page) -> None:
    page = groups(shared_app, DUEL)
    paste(page, LIST)
    expect(page.get_by_role("rowheader")).to_have_count(5)
    page.get_by_role("button", name=re.compile("^Lancer 5")).click()
    expect(page.get_by_role("status").filter(has_text="L’actif l’emporte")).to_be_visible()
    for name in NAMES:
        cells = row(page, name).get_by_role("cell")
        expect(cells.nth(0)).to_have_text(re.compile(r"^\d+(, \d+)*$"))
        expect(cells.nth(1)).to_have_text(re.compile(f"Actif|{name}"))
        expect(cells.nth(2)).to_have_text(re.compile(r"^([+−]\d+|0)$"))
        expect(cells.nth(3)).to_have_text(re.compile("%$"))
    verdict = row(page, "Chef").get_by_role("cell").nth(1).inner_text()
    page.get_by_role("button", name="Chef", exact=True).click()
    expect(page.get_by_label("Verdict")).to_have_attribute(
        "data-winner", "actor" if verdict == "Actif" else "opponent"
    )
    expect(page).to_have_url(re.compile(r"#patchwork\?.*opponent\.modifier=2@"))
    page.get_by_role("link", name="Journal").click()
    expect(page.get_by_text("Contre Chef")).to_be_visible()
    expect(page.get_by_text("Contre Rat 3")).to_be_visible()


def test_nothing_moves_when_dice_land(shared_app: Page) -> None:
    page = groups(shared_app, DUEL)
    page.set_viewport_size({"width": 820, "height": 1180})
    paste(page, LIST)
    heads = page.get_by_role("columnheader")
    expect(heads).to_have_count(6)
    before = heads.evaluate_all(PLACES)
    page.get_by_role("button", name=re.compile("^Lancer 5")).click()
    expect(row(page, "Chef").get_by_role("cell").nth(1)).to_have_text(re.compile("Actif|Chef"))
    assert heads.evaluate_all(PLACES) == before


def test_faults_are_told_together_and_nothing_is_lost(shared_app: Page) -> None:
    page = groups(shared_app, "tur?value=6")
    wrong = "Garde ; 5\nOgre ; 99\nTroll ; nage 3"
    paste(page, wrong)
    alert = page.get_by_role("alert").filter(has_text="Rien n’est ajouté")
    expect(alert).to_contain_text("Ligne 2")
    expect(alert).to_contain_text("Ligne 3")
    expect(alert).to_be_focused()
    expect(page.get_by_role("textbox", name="Lignes", exact=True)).to_have_value(wrong)
    paste(page, "\n".join(f"Garde {n} ;" for n in range(51)))
    expect(page.get_by_role("alert").filter(has_text="50 lignes au plus")).to_be_visible()


def test_it_works_with_keys_alone(shared_app: Page) -> None:
    page = groups(shared_app, "tur?value=6")
    page.get_by_role("textbox", name="Nom").focus()
    page.keyboard.type("Garde")
    page.keyboard.press("Tab")
    page.keyboard.type("8")
    page.keyboard.press("Enter")
    expect(page.get_by_role("rowheader", name="Garde")).to_be_visible()
    expect(page.get_by_role("textbox", name="Nom")).to_be_focused()
    page.keyboard.type("Ogre")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Lancer : Ogre").press("Enter")
    expect(row(page, "Ogre").get_by_role("cell").nth(0)).to_have_text(re.compile(r"^\d, \d$"))
    expect(row(page, "Garde").get_by_role("cell").nth(0)).to_have_text("–")
    page.get_by_role("button", name="Retirer : Garde").press("Enter")
    expect(page.get_by_role("rowheader")).to_have_count(1)
    expect(page.get_by_role("button", name="Retirer : Ogre")).to_be_focused()
    page.get_by_role("button", name="Annuler").press("Enter")
    expect(page.get_by_role("rowheader")).to_have_count(2)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(360, 740), (820, 1180), (1180, 820)], ids=["phone", "tablet", "wide"])
def test_axe_and_sizes(shared_app: Page, size: tuple[int, int], scheme: Literal["light", "dark"]) -> None:
    page = groups(shared_app, DUEL)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    paste(page, LIST)
    page.get_by_role("button", name=re.compile("^Lancer 5")).click()
    expect(row(page, "Rat 3").get_by_role("cell").nth(3)).to_have_text(re.compile("%$"))
    paste(page, "Ogre ; 99")
    expect_accessible(page)
    measured: dict[str, list[str]] = page.evaluate(MEASURE)
    measured.pop("tall")  # one of this screen's columns may scroll with the page
    assert {what: names for what, names in measured.items() if names} == {}


def test_a_list_and_its_dice_are_there_after_a_reload(open_app: Callable[[str], Page]) -> None:
    page = open_app(f"#{DUEL}")
    page.get_by_text("Pour le meneur").click()
    page.get_by_role("link", name="Un contre plusieurs").click()
    expect(page.get_by_role("heading", name="Groupe")).to_be_visible(timeout=30_000)
    paste(page, LIST)
    page.get_by_role("button", name=re.compile("^Lancer 5")).click()
    expect(row(page, "Rat 3").get_by_role("cell").nth(3)).to_have_text(re.compile("%$"))
    before = [row(page, name).get_by_role("cell").all_inner_texts() for name in NAMES]
    page.reload()
    expect(page.get_by_role("rowheader")).to_have_count(5, timeout=60_000)
    expect(row(page, "Rat 3").get_by_role("cell").nth(3)).to_have_text(re.compile("%$"))
    assert [row(page, name).get_by_role("cell").all_inner_texts() for name in NAMES] == before

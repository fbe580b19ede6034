"""Chances and advice as a person reads them: by role and by label."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

OpenApp = Callable[[str], Page]


def chances(page: Page) -> Locator:
    return page.get_by_role("region", name="Chances", exact=True)


def row(place: Locator, table: str, name: str) -> Locator:
    return place.get_by_role("table", name=table).get_by_role("row", name=re.compile(name))


def test_a_changed_field_gives_new_chances_everywhere(open_app: OpenApp) -> None:
    page = open_app("#patchwork?characteristic=7&skill=5")
    place = chances(page)
    place.get_by_text("Et si…").click()
    expect(row(place, "Réussir, par points d’action", "^0")).to_contain_text("30")
    page.get_by_role("form", name="Patchwork").get_by_role("spinbutton", name="Compétence", exact=True).fill("6")
    expect(row(place, "Chances avant le jet", "Réussite critique")).to_contain_text("10")
    expect(row(place, "Réussir, par difficulté", "^20")).to_contain_text("40")
    expect(row(place, "Réussir, par points d’action", "^0")).to_contain_text("40")
    expect(row(place, "Ce que changerait une décision", "point d’action")).to_contain_text("+20 points")


def test_the_chart_has_a_table_and_says_where_the_roll_fell(open_app: OpenApp) -> None:
    page = open_app("#tur?value=7&difficulty=hard")
    place = chances(page)
    table = place.get_by_role("table", name="Répartition des jets")
    expect(table.get_by_role("row")).to_have_count(12)
    expect(table.locator("[aria-current]")).to_have_count(0)
    page.evaluate("location.hash = 'tur?value=7&difficulty=hard@0,1'")
    expect(place.get_by_text("Ce jet")).to_have_text(re.compile("Ce jet.: \\+4, mieux que 92.% des jets"))
    expect(table.locator("[aria-current]")).to_contain_text("+4")
    expect(row(place, "Chance de chaque niveau", "^Bon")).to_have_attribute("aria-current", "true")
    page.get_by_role("form", name="TUR").get_by_role("spinbutton", name="Valeur").first.fill("8")
    expect(place.get_by_text("Ce jet")).to_be_hidden()
    expect(table.get_by_role("row").last).to_contain_text("+6")


def test_the_largest_pools_are_dashed_first_and_then_answered(open_app: OpenApp) -> None:
    page = open_app(
        "#flamme?characteristic=15&skill=15&flame=10&aspect=10&dark_aspect=10&eclat_dice=10&eclat_raises=10"
        "&opponent.characteristic=15&opponent.skill=15&opponent.flame=-10&opponent.dark_aspect=10"
        "&opponent.aspect=10&opponent.eclat_dice=10"
    )
    rows = chances(page).get_by_role("table", name="Chances avant le jet").get_by_role("row")
    expect(rows).to_have_text([re.compile(f"{side}.*%") for side in ("Actif", "Égalité", "Réactif")], timeout=20_000)


@pytest.mark.parametrize(("width", "opened"), [(390, False), (1180, True)], ids=["phone", "tablet"])
def test_the_chart_is_folded_on_a_phone_and_the_choice_is_remembered(
    page: Page, site: str, width: int, opened: bool
) -> None:
    page.set_viewport_size({"width": width, "height": 820})
    page.goto(site + "#ecor?skill=2")
    expect(page.locator("html")).to_have_attribute("data-pyroll", "ready", timeout=60_000)
    chart = chances(page).get_by_role("table", name="Répartition des jets")
    expect(chart).to_have_count(1 if opened else 0)
    chances(page).get_by_text("Répartition des jets").first.click()
    expect(chart).to_have_count(0 if opened else 1)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-pyroll", "ready", timeout=60_000)
    expect(chart).to_have_count(0 if opened else 1)


def test_the_letters_of_a_roll_are_on_a_scale(open_app: OpenApp) -> None:
    page = open_app("#abc?attribute=12&hindrances=1@7")
    scale = page.get_by_role("region", name="Résultat").get_by_role("list", name="Échelle")
    expect(scale.get_by_role("listitem").filter(has_text="seuil")).to_contain_text("B")
    expect(scale.get_by_role("listitem").filter(has_text="obtenue")).to_contain_text("C")

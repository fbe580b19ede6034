"""Every screen of the page and the states that a person meets there, each a few steps from an open page.

They are set up in French, one after the other in one page, so that what one has written down the next finds there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from playwright.sync_api import Page, expect

__all__ = ["SCENES", "at", "throw_group"]

Scene = Callable[[Page], None]

GROUP = ("Gobelin 1 ; 7 ; 4", "Chef gobelin ; 9 6 ; modificateur +2", "3 × Rat géant ; 4", "Sorcière ; spécialité")
DUEL = "patchwork?characteristic=8&skill=6&opponent.skill=3"
TESTS = {
    "patchwork": "patchwork?characteristic=8&skill=6",
    "abc": "abc?attribute=12&skill=6",
    "tur": "tur?value=7",
    "flamme": "flamme?characteristic=4&skill=3&flame=3&aspect=2",
    "ecor": "ecor?characteristic=5&skill=4",
    "free": "free?dice=4d6kh3%2B2",
}
RESULTS = {
    "patchwork": "patchwork?characteristic=7&skill=5@10,10,1",
    "patchwork-points": "patchwork?characteristic=7&skill=5@4",
    "abc": "abc?attribute=12&skill=6@7",
    "tur": "tur?value=7&difficulty=hard@0,1",
    "flamme": "flamme?characteristic=4&skill=3&flame=3&aspect=2&speciality=yes&raises=0,0,0@3,5,1,6,2,6,4",
    "ecor": "ecor?characteristic=5&skill=4@2,4,6,6,5,1,3,5,3",
    "free": "free?dice=4d6kh3%2B2d10!-1@6,1,5,4,3,2",
    "tur-opposed": "tur?value=7&opponent.value=4@1,2/5,4",
    "flamme-opposed": "flamme?flame=2&aspect=2&opponent.flame=-2&opponent.dark_aspect=1"
    "&raises=0,0&opponent.raises=0,0@3,5,1/2,3,4",
}


def at(page: Page, place: str) -> None:
    """Go to what follows the # of an address."""
    page.evaluate("place => { location.hash = place || '/'; }", place)


def fields(key: str) -> Scene:
    """A system's form as it is filled in, its chances beside it."""

    def scene(page: Page) -> None:
        at(page, TESTS[key])
        expect(page.locator("#system")).to_have_value(key)
        expect(page.locator("#odds")).to_contain_text("%" if key != "free" else "Moyenne", timeout=30_000)

    return scene


def opposed(page: Page) -> None:
    at(page, "flamme?characteristic=4&flame=2&aspect=2&opponent.flame=1&opponent.aspect=1")
    expect(page.locator("#odds")).to_contain_text("%", timeout=30_000)


def result(key: str) -> Scene:
    """A result with its reasons unfolded."""

    def scene(page: Page) -> None:
        at(page, RESULTS[key])
        expect(page.locator("#verdict")).to_have_attribute("data-line", re.compile("@"))
        page.evaluate("document.querySelector('#why').open = true")

    return scene


def typed(key: str) -> Scene:
    """Dice of the table on their way in, the first one there."""

    def scene(page: Page) -> None:
        at(page, TESTS[key])
        page.get_by_role("button", name="Saisir des dés réels").click()
        page.locator("#typed .pr-key").nth(4).click()

    return scene


def faults(page: Page) -> None:
    at(page, "patchwork?characteristic=99&skill=x")
    expect(page.get_by_role("alert").first).to_be_visible()


def unfolded(page: Page) -> None:
    """A form with everything that is usually folded away."""
    at(page, TESTS["abc"])
    page.evaluate("document.querySelectorAll('#abc details, #gm').forEach((one) => { one.open = true })")


def what_if(key: str) -> Scene:
    """What one more point, die or helper would change."""

    def scene(page: Page) -> None:
        fields(key)(page)
        page.evaluate("document.getElementById('whatif').open = true")
        expect(page.get_by_role("table", name="Ce que changerait une décision")).to_be_visible(timeout=30_000)

    return scene


def hidden(what: str) -> Scene:
    def scene(page: Page) -> None:
        at(page, "patchwork?characteristic=8&skill=6&difficulty=15")
        page.evaluate("document.getElementById('gm').open = true")
        page.get_by_role("radio", name=what).check()
        page.locator("#go").click()
        expect(page.locator("#verdict")).not_to_be_empty()

    return scene


def shown(page: Page) -> None:
    """What was hidden is told, and the next roll is for all eyes again."""
    page.get_by_role("button", name=re.compile("^Montrer le")).click()
    page.get_by_role("radio", name="À la vue de tous").check()
    page.evaluate("document.getElementById('gm').open = false")


def group_empty(page: Page) -> None:
    at(page, DUEL)
    expect(page.locator("#system")).to_have_value("patchwork")
    at(page, "/groupe")
    expect(page.get_by_role("textbox", name="Caractéristique", exact=True)).to_be_visible(timeout=60_000)


def group_wrong(page: Page) -> None:
    page.evaluate("document.getElementById('group-paste').open = true")
    page.locator("#group-lines").fill("Garde ; 5\nOgre ; 99\nTroll ; nage 3")
    page.locator("[data-desk=group-lines]").click()
    expect(page.get_by_role("alert").filter(has_text="Rien n’est ajouté")).to_be_visible()


def group_listed(page: Page) -> None:
    page.evaluate("document.getElementById('group-paste').open = true")
    page.locator("#group-lines").fill("\n".join(GROUP))
    page.locator("[data-desk=group-lines]").click()
    expect(page.locator("#group-go")).to_be_enabled()


def throw_group(page: Page) -> None:
    page.locator("#group-go").click()
    expect(page.locator("#group-chance-0")).to_contain_text("%", timeout=60_000)


def people_none(page: Page) -> None:
    at(page, "/personnages")
    expect(page.get_by_role("button", name="Exemple : Ysaline")).to_be_visible(timeout=60_000)


def sheet(page: Page) -> None:
    page.get_by_role("button", name="Exemple : Ysaline").click()
    expect(page.get_by_role("heading", name="Ysaline")).to_be_visible()
    expect(page.get_by_text("inscrit au journal")).to_be_hidden(timeout=15_000)


def sheet_prepared(page: Page) -> None:
    page.get_by_role("button", name="Serrurerie").click()
    expect(page.get_by_role("region", name="Jet préparé")).to_contain_text("de réussir")


def pen(page: Page) -> None:
    page.get_by_role("button", name="Modifier la fiche").click()
    expect(page.get_by_role("button", name="Enregistrer la fiche")).to_be_visible()


def pen_wrong(page: Page) -> None:
    page.get_by_label("Caractéristique 1, valeur").fill("beaucoup")
    page.get_by_role("button", name="Enregistrer la fiche").click()
    expect(page.get_by_role("alert").filter(has_text="à corriger")).to_be_visible()


def people_listed(page: Page) -> None:
    """Several of them, and the row of the one that shows is unfolded."""
    page.reload()
    at(page, "/personnages")
    rail = page.get_by_role("navigation", name="Personnages")
    expect(rail).to_be_visible(timeout=60_000)
    for name in ("Inès", "Bastien", "Maëlle"):
        rail.get_by_role("button", name="Personnage", exact=True).click()
        page.get_by_role("button", name=f"Exemple : {name}").click()
        expect(page.get_by_role("heading", name=name)).to_be_visible()
    page.get_by_text("Ranger, copier, partager").click()


def sharing(page: Page) -> None:
    page.get_by_role("button", name="Partager", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="QR code").click()
    expect(dialog.get_by_role("img", name="QR code du lien")).to_be_visible(timeout=30_000)


def received(page: Page) -> None:
    link = page.get_by_role("dialog").get_by_label("Lien", exact=True).input_value()
    page.keyboard.press("Escape")
    at(page, link.partition("#")[2])
    expect(page.get_by_role("heading", name="Ajouter ce personnage ?")).to_be_visible()


def refused(page: Page) -> None:
    at(page, "/recu/fiche/abc")
    expect(page.get_by_role("heading", name="Ce lien ne se lit pas")).to_be_visible()


def journal(page: Page) -> None:
    for line in (RESULTS["tur"], RESULTS["abc"], RESULTS["patchwork"], RESULTS["tur-opposed"]):
        at(page, line)
        page.get_by_role("button", name="Garder dans le journal").click()
        expect(page.get_by_text("inscrit au journal")).to_be_visible(timeout=60_000)
    at(page, "/journal")
    rows = page.get_by_role("region", name="Jets").get_by_role("listitem")
    expect(rows.nth(3)).to_be_visible(timeout=60_000)


def journal_unfolded(page: Page) -> None:
    page.locator("[data-entry]").nth(1).click()
    page.locator("[data-entry]").nth(2).click()
    expect(page.locator(".pr-entry__line").first).to_be_visible()


def journal_open(page: Page) -> None:
    """Filters, figures and files."""
    page.evaluate("document.querySelectorAll('#screen-journal details').forEach((one) => { one.open = true })")


def told(page: Page) -> None:
    """A roll is erased: what was done, and how to undo it."""
    page.get_by_role("button", name="Supprimer", exact=True).first.click()
    expect(page.locator("#told")).to_contain_text("Annuler")


def place(fragment: str, wanted: str) -> Scene:
    def scene(page: Page) -> None:
        at(page, fragment)
        expect(page.locator(wanted).first).to_be_visible(timeout=60_000)

    return scene


def searched(page: Page) -> None:
    page.get_by_role("searchbox").fill("critique")
    expect(page.locator(".pr-rule").first).to_be_visible()


SCENES: Mapping[str, Scene] = {
    **{f"form-{key}": fields(key) for key in TESTS},
    "form-opposed": opposed,
    "form-faults": faults,
    "form-unfolded": unfolded,
    **{f"what-if-{key}": what_if(key) for key in ("patchwork", "flamme", "ecor")},
    **{f"result-{key}": result(key) for key in RESULTS},
    **{f"typed-{key}": typed(key) for key in ("patchwork", "abc", "tur", "flamme")},
    "hidden-difficulty": hidden("Difficulté cachée"),
    "hidden-shown": shown,
    "hidden-all": hidden("Jet secret"),
    "hidden-all-shown": shown,
    "group-empty": group_empty,
    "group-faults": group_wrong,
    "group-list": group_listed,
    "group-thrown": throw_group,
    "people-none": people_none,
    "people-sheet": sheet,
    "people-prepared": sheet_prepared,
    "people-pen": pen,
    "people-pen-faults": pen_wrong,
    "people-list": people_listed,
    "share": sharing,
    "received": received,
    "received-refused": refused,
    "journal": journal,
    "journal-unfolded": journal_unfolded,
    "journal-open": journal_open,
    "journal-told": told,
    "rules-list": place("/regles", ".pr-rules"),
    "rules-system": place("/regles/abc/A001-8", ".pr-rules__list"),
    "rules-search": searched,
    "rules-reference": place("/regles/flamme/reference", ".pr-reference__parts"),
    "settings": place("/reglages", "#settings"),
}
"""In this order."""

"""The journal as people use it: rolls are kept, found again, noted, erased, counted, exported, saved and restored."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from pyroll.backup import Backup, Saved, dump, load
from pyroll.journal import Rolled
from pyroll.line import Refusal, Test, read
from tests.kept import rolled

from .conftest import START_TIMEOUT, expect_accessible, looks, open_page
from .test_access import MEASURE, SIZES
from .test_page import choose, roll_button, shown_line, verdict

OpenApp = Callable[[str], Page]

KEEP = """async (records) => {
  const store = await import("/static/store.mjs");
  for (let from = 0; from < records.length; from += 1000) {
    const operations = records
      .slice(from, from + 1000)
      .map(([key, value]) => ({ do: "append", kind: "journal", key, value }));
    const { done } = JSON.parse(await store.commit(JSON.stringify({ operations, schema: 1 })));
    if (!done) throw new Error("not kept");
  }
}"""

# Of pyroll's own database only: PyScript itself does not start without
DENIED = """{
  const open = indexedDB.open.bind(indexedDB);
  indexedDB.open = (name, ...version) => {
    if (name === "pyroll") throw new DOMException("no", "SecurityError");
    return open(name, ...version);
  };
}"""


def asked(line: str) -> Test:
    found = read(line)
    assert not isinstance(found, Refusal)
    return found


def go(page: Page, name: str) -> Locator:
    """A screen, by its tab."""
    page.get_by_role("navigation", name="Écrans").get_by_role("link", name=name).click()
    return page.get_by_role("main")


def entries(page: Page) -> Locator:
    return page.get_by_role("region", name="Jets").get_by_role("listitem").filter(has=page.locator("[data-entry]"))


def roll(page: Page, times: int = 1) -> None:
    for _ in range(times):
        line = shown_line(page)
        roll_button(page).click()
        expect(verdict(page)).not_to_be_empty()
        if line and re.search(r"@\d", line):
            page.get_by_role("main").focus()


def unfold(page: Page, name: str) -> None:
    page.get_by_role("main").get_by_text(name, exact=True).click()


def test_rolls_are_kept_and_come_back_after_a_reload(app: Page) -> None:
    app.get_by_role("spinbutton", name="Caractéristique").first.fill("9")
    roll(app, 2)
    choose(app, "TUR")
    roll(app)
    line = shown_line(app)
    go(app, "Journal")
    expect(entries(app)).to_have_count(3)
    expect(app.get_by_role("status").filter(has_text="3 jets")).to_be_visible()
    app.reload()
    expect(app.locator("html")).to_have_attribute("data-pyroll", "ready", timeout=START_TIMEOUT)
    expect(entries(app)).to_have_count(3)
    expect(app.get_by_role("heading", name="Séance en cours")).to_be_visible()
    newest = entries(app).first
    newest.get_by_role("button").first.click()
    expect(newest).to_contain_text(line)
    expect(newest).to_contain_text("Lancé")
    expect(newest.get_by_role("list", name="Dés").first.get_by_role("img").first).to_be_visible()


def test_an_entry_is_opened_again_or_rolled_again(app: Page) -> None:
    roll(app)
    line = shown_line(app)
    go(app, "Journal")
    entries(app).first.get_by_role("button").first.click()
    entries(app).first.get_by_role("button", name="Revoir").click()
    expect(verdict(app)).to_be_visible()
    expect(verdict(app)).to_have_attribute("data-line", line)
    app.go_back()
    expect(app.get_by_role("heading", name="Journal")).to_be_visible()
    entries(app).first.get_by_role("button", name="Relancer").click()
    expect(verdict(app)).to_be_visible()
    go(app, "Journal")
    expect(entries(app)).to_have_count(2)


def test_a_note_is_kept_and_an_erased_roll_can_come_back(app: Page) -> None:
    roll(app, 2)
    go(app, "Journal")
    expect(entries(app)).to_have_count(2)
    first = entries(app).first
    first.get_by_role("button").first.click()
    first.get_by_label("Note").fill("<b>contre le dragon</b>")
    first.get_by_label("Note").press("Tab")
    expect(first.get_by_role("button").first).to_contain_text("<b>contre le dragon</b>")
    first.get_by_role("button", name="Supprimer").click()
    expect(entries(app)).to_have_count(1)
    app.get_by_role("status").filter(has_text="Jet supprimé.").get_by_role("button", name="Annuler").click()
    expect(entries(app)).to_have_count(2)
    app.reload()
    expect(app.locator("html")).to_have_attribute("data-pyroll", "ready", timeout=START_TIMEOUT)
    expect(entries(app).first).to_contain_text("contre le dragon")


def test_filters_and_search(app: Page) -> None:
    roll(app)
    choose(app, "ABC")
    roll(app)
    journal = go(app, "Journal")
    expect(entries(app)).to_have_count(2)
    unfold(app, "Filtres")
    journal.get_by_label("Système").select_option("ABC")
    expect(entries(app)).to_have_count(1)
    expect(app.get_by_role("status").filter(has_text="1 jet sur 2")).to_be_visible()
    journal.get_by_label("Système").select_option("Tous")
    journal.get_by_role("searchbox", name="Chercher").fill("patch")
    expect(entries(app)).to_have_count(1)
    journal.get_by_role("searchbox", name="Chercher").fill("rien de tel")
    expect(journal.get_by_text("Aucun jet ne correspond à ces filtres.")).to_be_visible()
    journal.get_by_role("searchbox", name="Chercher").fill("")
    for name in ("Réussite critique", "Réussite", "Égalité, au meneur", "Échec", "Échec critique"):
        journal.get_by_role("checkbox", name=name, exact=True).uncheck()
    expect(entries(app)).to_have_count(0)


def test_filters_fold_when_a_tablet_is_turned(app: Page) -> None:
    app.set_viewport_size({"width": 1180, "height": 820})
    main = go(app, "Journal")
    expect(main.get_by_label("Personnage")).to_be_visible()
    app.set_viewport_size({"width": 820, "height": 1180})
    expect(main.get_by_label("Personnage")).to_be_hidden()
    app.set_viewport_size({"width": 1180, "height": 820})
    expect(main.get_by_label("Personnage")).to_be_visible()


def test_another_tab_sees_what_this_one_rolls(context: BrowserContext, site: str) -> None:
    here, there = (open_page(context.new_page(), site) for _ in range(2))
    go(there, "Journal")
    roll(here)
    expect(entries(there)).to_have_count(1)

    # and what is being written there stays
    entries(there).get_by_role("button").first.click()
    note = there.get_by_label("Note")
    note.press_sequentially("un ")
    roll(here)
    expect(entries(there)).to_have_count(2)
    expect(note).to_be_focused()
    note.press_sequentially("mot")
    expect(note).to_have_value("un mot")


def test_luck_says_what_it_can(app: Page) -> None:
    roll(app, 3)
    go(app, "Journal")
    unfold(app, "Chance et équilibre des dés")
    expect(app.get_by_text("Trop peu de jets pour parler de chance", exact=False).first).to_be_visible()
    expect(app.get_by_text("pour juger de leur équilibre", exact=False).first).to_be_visible()


def downloaded(page: Page, name: str) -> tuple[str, str]:
    with page.expect_download() as waiting:
        page.get_by_role("button", name=name, exact=True).click()
    return waiting.value.suggested_filename, Path(waiting.value.path()).read_text(encoding="utf-8-sig")


def test_reports_and_a_backup_leave_as_files(app: Page) -> None:
    roll(app, 2)
    go(app, "Journal")
    expect(entries(app)).to_have_count(2)
    unfold(app, "Exporter et sauvegarder")
    expect(app.get_by_text("Aucune sauvegarde pour l’instant.")).to_be_visible()
    name, report = downloaded(app, "Compte rendu")
    assert name.endswith(".md")
    assert report.count("patchwork?") == 2
    _, table = downloaded(app, "CSV")
    assert len(table.splitlines()) == 3
    _, plain = downloaded(app, "JSON")
    assert len(json.loads(plain)) == 2
    name, file = downloaded(app, "Sauvegarder")
    assert re.fullmatch(r"pyroll-sauvegarde-\d{4}-\d\d-\d\d\.json", name)
    found = load(file)
    assert isinstance(found, Backup)
    assert len(found.saved.journal) == 2
    expect(app.get_by_text("Dernière sauvegarde : le", exact=False)).to_be_visible()


def give(page: Page, content: str) -> None:
    file: Any = {"name": "table.json", "mimeType": "application/json", "buffer": content.encode()}
    page.get_by_label("Restaurer un fichier").set_input_files(file)


def test_a_file_comes_back_whole_or_not_at_all(app: Page) -> None:
    roll(app)
    go(app, "Journal")
    expect(entries(app)).to_have_count(1)
    unfold(app, "Exporter et sauvegarder")
    give(app, '{"format": "pyroll", "version": 1, "journal": [{"do": "danced"}], "sheets": 7}')
    expect(app.get_by_text("Fichier refusé, rien n’a changé", exact=False)).to_be_visible()
    expect(app.get_by_text("$.sheets", exact=True)).to_be_visible()
    app.get_by_role("button", name="Annuler").click()
    journal = tuple(Rolled(rolled(asked("tur?value=6"), number)) for number in range(3))
    good = dump(Saved(journal=journal), "2026-08-01T20:14:05Z", "0.1.0")
    give(app, good)
    expect(app.get_by_text("Ajoute 3 inscriptions au journal.", exact=False)).to_have_count(2)
    app.get_by_role("button", name="Fusionner").click()
    expect(entries(app)).to_have_count(4)
    give(app, good)
    app.get_by_role("button", name="Tout remplacer").click()
    expect(entries(app)).to_have_count(3)


def test_a_roll_received_by_a_link_is_kept_once(open_app: OpenApp) -> None:
    page = open_app("#tur?value=6@2,3")
    page.get_by_role("button", name="Garder dans le journal").click()
    expect(page.get_by_role("status").filter(has_text="inscrit au journal")).to_be_visible()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-pyroll", "ready", timeout=START_TIMEOUT)
    page.get_by_role("button", name="Garder dans le journal").click()
    expect(page.get_by_role("status").filter(has_text="déjà au journal")).to_be_visible()
    go(page, "Journal")
    expect(entries(page).first).to_contain_text("Reçu par lien")
    expect(page.get_by_role("status").filter(has_text=re.compile(r"^1\sjet$"))).to_be_visible()


def test_where_nothing_can_be_kept_the_page_says_so_and_works_on(page: Page, site: str) -> None:
    page.add_init_script(DENIED)
    open_page(page, site)
    roll(page)
    expect(page.get_by_role("status").filter(has_text="Rien ne sera gardé")).to_be_visible()
    page.get_by_role("link", name="Exporter avant de fermer").click()
    expect(entries(page)).to_have_count(1)
    unfold(page, "Exporter et sauvegarder")
    _, file = downloaded(page, "Sauvegarder")
    found = load(file)
    assert isinstance(found, Backup)
    assert len(found.saved.journal) == 1


@pytest.mark.page_errors_expected
def test_a_journal_that_could_not_be_fetched_gets_its_rolls_later(app: Page) -> None:
    app.route("**/static/later.zip", lambda route: route.abort())
    roll(app)
    expect(app.get_by_role("status").filter(has_text="Le journal n’a pas pu être chargé")).to_be_visible()
    app.unroute("**/static/later.zip")
    roll(app)
    go(app, "Journal")
    expect(entries(app)).to_have_count(2)
    expect(app.get_by_text("Le journal n’a pas pu être chargé", exact=False)).to_have_count(0)


def many(count: int) -> list[list[str]]:
    """Records of so many rolls, all alike but for their key."""
    entry = rolled(asked("tur?value=6"), 1, label="Escrime")
    value = dump(Saved(journal=(Rolled(entry),)), "", "0.1.0")
    record = json.loads(value)["journal"][0]
    return [[f"{number:06}", json.dumps({**record, "id": f"{number:06}"})] for number in range(count)]


def test_a_long_journal_is_read_from_its_end(open_app: OpenApp) -> None:
    page = open_app("")
    page.evaluate(KEEP, many(1200))
    go(page, "Journal")
    expect(entries(page)).to_have_count(50)
    expect(page.get_by_role("status").filter(has_text=re.compile(r"^1200\sjets$"))).to_be_visible(timeout=30_000)
    expect(entries(page)).to_have_count(50)
    entries(page).last.scroll_into_view_if_needed()
    expect(entries(page)).to_have_count(100)


@looks
def test_axe_finds_nothing(app: Page, size: tuple[int, int], scheme: Literal["light", "dark"]) -> None:
    app.set_viewport_size({"width": size[0], "height": size[1]})
    app.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    roll(app, 2)
    go(app, "Journal")
    expect(entries(app)).to_have_count(2)
    entries(app).first.get_by_role("button").first.click()
    entries(app).first.get_by_role("button", name="Supprimer").click()
    expect(entries(app)).to_have_count(1)
    entries(app).first.get_by_role("button").first.click()
    app.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true })")
    expect(app.get_by_text("Trop peu de jets", exact=False).first).to_be_visible()
    give(app, "{}")
    expect(app.get_by_text("Fichier refusé", exact=False)).to_be_visible()
    expect_accessible(app)


def test_nothing_is_too_small_or_sticks_out(app: Page) -> None:
    roll(app)
    go(app, "Journal")
    entries(app).first.get_by_role("button").first.click()
    app.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true })")
    for width, height in SIZES:
        app.set_viewport_size({"width": width, "height": height})
        measured: dict[str, list[str]] = app.evaluate(MEASURE)
        assert {what: names for what, names in measured.items() if names} == {}, width

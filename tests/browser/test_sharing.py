"""Links as people pass them on: handed over, shown, taken; and those of strangers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from pyroll.share import sheet_link
from pyroll.sheet import Sheet
from tests.test_share import RUN, SOUND, of, packed

from .conftest import START_TIMEOUT, Guard, expect_accessible, open_page
from .test_access import MEASURE, SIZES
from .test_characters import example, expect_names
from .test_hostile import OPEN
from .test_journal import entries, go, roll
from .test_page import shown_line, verdict

OpenApp = Callable[[str], Page]

# The page goes away in the very turn of the tap: no task of Python's has run yet
ROLL_AND_RELOAD = "() => { document.getElementById('go').click(); location.reload(); }"


def received(page: Page, heading: str) -> None:
    expect(page.get_by_role("heading", name=heading)).to_be_visible()


def test_a_result_is_handed_over_as_link_and_code(open_app: OpenApp) -> None:
    page = open_app("#tur?value=7@4,3")
    result = page.get_by_role("region", name="Résultat")
    expect(result.get_by_text("Reçu par lien")).to_be_visible()
    result.get_by_role("button", name="Partager").click()
    dialog = page.get_by_role("dialog", name="Partager ce jet")
    expect(dialog.get_by_label("Lien")).to_have_value(re.compile(r"/#tur\?value=7@4,3$"))
    dialog.get_by_role("button", name="QR code").click()
    expect(dialog.get_by_role("img", name="QR code du lien")).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        measured: dict[str, list[str]] = page.evaluate(MEASURE)
        assert {what: found for what, found in measured.items() if found} == {}, width
    expect_accessible(page)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(result.get_by_role("button", name="Partager")).to_be_focused()

    # It does not stay over another screen
    page.get_by_role("link", name="Journal").click()
    page.go_back()
    result.get_by_role("button", name="Partager").click()
    expect(dialog).to_be_visible()
    page.go_forward()
    expect(dialog).to_be_hidden()
    page.go_back()

    # It is in the journal only once it is asked for
    go(page, "Journal")
    expect(page.get_by_role("status").filter(has_text=re.compile(r"^0\sjet$"))).to_be_visible()
    page.go_back()
    result.get_by_role("button", name="Garder dans le journal").click()
    expect(page.get_by_role("status").filter(has_text="inscrit au journal")).to_be_visible()
    go(page, "Journal")
    expect(entries(page)).to_have_count(1)
    expect(entries(page).first).to_contain_text("Reçu par lien")


def test_a_character_goes_from_one_device_to_another(
    context: BrowserContext, new_context: Callable[[], BrowserContext], site: str, page_guard: Guard
) -> None:
    here = open_page(context.new_page(), site)
    example(here, "Ysaline")
    here.get_by_text("Ranger, copier, partager").click()
    here.get_by_role("button", name="Partager", exact=True).click()
    link = here.get_by_label("Lien").input_value()
    other = new_context()
    page_guard.watch(other)
    there = open_page(other.new_page(), link)
    received(there, "Ajouter ce personnage ?")
    expect(there.get_by_role("main")).to_contain_text("Serrurerie")
    expect_accessible(there)
    there.get_by_role("button", name="Ajouter ce personnage").click()
    expect(there.get_by_role("heading", name="Ysaline")).to_be_visible()
    expect(there.get_by_role("main")).to_contain_text("reçu par lien")
    there.reload()
    expect(there.locator("html")).to_have_attribute("data-pyroll", "ready", timeout=START_TIMEOUT)
    expect(there.get_by_role("heading", name="Ysaline")).to_be_visible()
    expect_names(there, "Ysaline")
    expect(there).to_have_url(re.compile("#/personnages$"))  # going back does not open the link again


def test_a_tables_readings_are_taken_and_stay(open_app: OpenApp) -> None:
    page = open_app("#/recu/lectures/abc?reading.high_critical=from_20")
    received(page, "Prendre ces lectures pour ABC ?")
    page.get_by_role("button", name="Prendre ces lectures").click()
    form = page.get_by_role("form", name=re.compile("^ABC"))
    expect(form.get_by_text("1 changée")).to_be_visible()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-pyroll", "ready", timeout=START_TIMEOUT)
    expect(form.get_by_text("1 changée")).to_be_visible()


def test_hostile_links_get_a_sentence_and_change_nothing(app: Page, page_guard: Guard) -> None:
    example(app, "Inès")
    scripts = app.locator("script").count()
    hostile = [
        "/recu",
        "/recu/fiche/",
        f"/recu/fiche/{RUN}",
        f"/recu/{RUN}/1",
        "/recu/fiche/" + "A" * 70_000,
        "/recu/lectures/tur?value=7",
        f"/recu/lectures/tur?reading.{RUN}=1",
        packed(of(SOUND | {"evil": 1})),
        packed(of(SOUND, settings={"language": "en"})),
        packed(of(SOUND | {"name": "\u202eI"})),
        packed(b"\x00" * 30_000_000),
        packed(b"[" * 100_000),
        packed(b"\xff"),
    ]
    for link in hostile:
        app.evaluate(OPEN, link)
        received(app, "Ce lien ne se lit pas")
        expect(app.get_by_text("Rien n’a changé sur cet appareil.")).to_be_visible()
        assert not page_guard.errors, link
    # A name that is a script is a name
    app.evaluate(OPEN, sheet_link(Sheet(id="x", system="tur", name=RUN)))
    received(app, "Ajouter ce personnage ?")
    app.get_by_role("button", name="Ajouter ce personnage").click()
    expect(app.get_by_role("heading", name=RUN)).to_be_visible()
    expect_names(app, "Inès", RUN)
    assert app.evaluate("globalThis.owned") is None
    assert app.locator("script").count() == scripts


def test_a_roll_is_kept_though_the_page_goes_away_at_once(app: Page) -> None:
    for count in (1, 2):
        app.evaluate(ROLL_AND_RELOAD)
        expect(app.locator("html")).to_have_attribute("data-pyroll", "ready", timeout=START_TIMEOUT)
        expect(verdict(app)).not_to_be_empty()
        line = shown_line(app)
        go(app, "Journal")
        expect(entries(app)).to_have_count(count)
        entries(app).first.get_by_role("button").first.click()
        expect(entries(app).first).to_contain_text(line)
        app.go_back()
    roll(app)
    go(app, "Journal")
    expect(entries(app)).to_have_count(3)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_what_came_in(app: Page, scheme: Literal["light", "dark"]) -> None:
    app.emulate_media(color_scheme=scheme)
    for link, heading in (
        ("/recu/fiche/zzzz", "Ce lien ne se lit pas"),
        ("/recu/lectures/abc?reading.high_critical=from_20", "Prendre ces lectures pour ABC ?"),
    ):
        app.evaluate(OPEN, link)
        received(app, heading)
        for width, height in SIZES:
            app.set_viewport_size({"width": width, "height": height})
            measured: dict[str, list[str]] = app.evaluate(MEASURE)
            assert {what: found for what, found in measured.items() if found} == {}, width
        expect_accessible(app)

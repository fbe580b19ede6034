"""French and English on the page: which one comes first, changed on the way, kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from pyroll.i18n import language
from pyroll.line import Refusal, read
from pyroll.resolve import Single, resolve
from tests.checks import FRENCH_LEFT

from .conftest import VISITED, Guard, expect_accessible, open_page
from .test_access import SHOWN, open_all

OpenPage = Callable[[str], Page]


@pytest.fixture
def visit(
    browser: Browser, browser_context_args: dict[str, Any], site: str, page_guard: Guard
) -> Iterator[Callable[[str], Page]]:
    """The page in a browser that speaks a language."""
    contexts: list[BrowserContext] = []

    def open_in(locale: str) -> Page:
        contexts.append(browser.new_context(**{**browser_context_args, "locale": locale}))
        contexts[-1].add_init_script(VISITED)
        page_guard.watch(contexts[-1])
        return open_page(contexts[-1].new_page(), site)

    yield open_in
    for context in contexts:
        context.close()


def verdict(page: Page) -> str:
    return page.get_by_role("status", name="Verdict").get_attribute("data-line") or ""


def shown_text(page: Page) -> list[str]:
    return [line for line in page.locator("body").inner_text().splitlines() if line.strip()]


@pytest.mark.parametrize(
    ("locale", "code"),
    [("fr-FR", "fr"), ("fr", "fr"), ("fr-CA", "fr"), ("en-US", "en"), ("de-DE", "en"), ("fry", "en")],
)
def test_the_browser_chooses_first(visit: OpenPage, locale: str, code: str) -> None:
    page = visit(locale)
    expect(page.locator("html")).to_have_attribute("lang", code)
    expect(page).to_have_title(
        {"fr": "pyroll\u202f: vos jets de dés, expliqués", "en": "pyroll: your dice rolls, explained"}[code]
    )
    expect(page.locator("meta[name=description]")).to_have_attribute(
        "content", re.compile({"fr": "^Résout", "en": "^Resolves"}[code])
    )


def test_french_fetches_no_catalog(page: Page, site: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    open_page(page, site)
    assert not [url for url in asked if url.endswith(".mo")]
    with page.expect_response(re.compile(r"/locale/en/LC_MESSAGES/pyroll\.mo$")):
        page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    asked.clear()
    page.get_by_role("button", name="Français").click()
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert not asked, "once is enough"


def test_in_the_middle_of_a_form_nothing_is_lost(app: Page) -> None:
    form = app.get_by_role("form", name="Patchwork")
    form.get_by_role("radio", name="Opposition").check()
    form.get_by_role("radio", name="Spécialité", exact=True).first.check()
    form.get_by_text("Autres réglages").first.click()
    form.get_by_role("spinbutton", name="Points d’action en réserve").first.fill("4")
    form.get_by_role("spinbutton", name="Compétence", exact=True).first.fill("douze")
    trait = form.get_by_role("spinbutton", name="Caractéristique").first
    trait.fill("9")
    before = app.evaluate("pyroll.then((page) => page.entries())")

    # As by a key: the focus stays in the field
    app.evaluate("document.querySelector('[data-set=language]').click()")
    expect(app.locator("html")).to_have_attribute("lang", "en")
    assert app.evaluate("pyroll.then((page) => page.entries())") == before
    trait = form.get_by_role("spinbutton", name="Characteristic").first
    expect(trait).to_be_focused()
    expect(trait).to_have_value("9")
    skill = form.get_by_role("spinbutton", name="Skill", exact=True).first
    expect(skill).to_have_value("douze")
    expect(form.get_by_role("spinbutton", name="Action points available").first).to_be_visible()
    expect(form.get_by_role("group", name="Opponent", exact=True)).to_be_visible()

    trait.press("Enter")
    faults = app.get_by_role("alert").filter(has_text="to correct")
    expect(faults).to_be_focused()
    expect(skill).to_have_accessible_description(re.compile("whole number"))
    skill.fill("3")
    form.get_by_role("radio", name="Simple test").check()
    trait.press("Enter")
    expect(app.get_by_role("status", name="Verdict")).to_have_attribute("data-line", re.compile("^patchwork.*@"))
    test = read(verdict(app))
    assert not isinstance(test, Refusal)
    result = resolve(test)
    assert isinstance(result, Single)
    words, say = result.explain(), language("en").say
    expect(app.get_by_role("status", name="Verdict")).to_contain_text(say(words.word))
    expect(app.locator("#say .pr-say")).to_have_text(say(words.sentence))
    app.get_by_text("Why?").click()
    expect(app.locator("#steps li span:first-child")).to_have_text([say(step.text) for step in words.steps])

    app.reload()
    expect(app.locator("html")).to_have_attribute("data-pyroll", "ready", timeout=60_000)
    expect(app.locator("html")).to_have_attribute("lang", "en")
    expect(trait).to_have_value("9")
    app.get_by_role("button", name="Français").click()
    expect(app.get_by_role("spinbutton", name="Caractéristique").first).to_have_value("9")
    expect(app.locator("html")).to_have_attribute("lang", "fr")


def test_asked_for_before_python_is_there(page: Page, site: str) -> None:
    page.goto(site, wait_until="commit")
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en", timeout=60_000)


def test_no_french_is_left(visit: OpenPage) -> None:
    page = visit("en-US")
    open_all(page)
    for line in SHOWN:
        page.evaluate("line => { location.hash = line }", line)
        expect(page.get_by_label("Game system")).to_have_value(line.partition("?")[0])
        if line.startswith("free"):  # its rules come a moment later
            expect(page.locator("#verdict")).not_to_be_empty()
        assert [said for said in shown_text(page) if FRENCH_LEFT.search(said)] == [], line


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_english(visit: OpenPage, scheme: Literal["light", "dark"]) -> None:
    page = visit("en-US")
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    open_all(page)
    for size in ((390, 844), (1180, 820)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for line in SHOWN[::3]:
            page.evaluate("line => { location.hash = line }", line)
            expect(page.get_by_label("Game system")).to_have_value(line.partition("?")[0])
            expect_accessible(page, line)


def test_on_a_phone_the_switch_is_in_the_settings(app: Page) -> None:
    app.set_viewport_size({"width": 390, "height": 844})
    expect(app.get_by_role("button", name="English")).to_be_hidden()
    app.get_by_role("link", name="Réglages").click()
    app.get_by_role("button", name="English").click()
    expect(app.get_by_role("heading", name="Settings")).to_be_visible()
    app.get_by_role("button", name="Light or dark theme").click()
    expect(app.locator("html")).to_have_attribute("data-theme", "dark")
    app.get_by_role("button", name="Français").click()
    expect(app.get_by_role("heading", name="Réglages")).to_be_visible()

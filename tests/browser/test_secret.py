"""Secret rolls and hidden difficulties in the page: nothing tells before the GM's tap."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .conftest import START_TIMEOUT, before_python


def hide(page: Page, what: str) -> None:
    page.evaluate("document.getElementById('gm').open = true")
    page.get_by_role("radio", name=what).check()


def test_a_secret_roll_is_nowhere_until_it_is_shown(open_app: Callable[[str], Page]) -> None:
    page = open_app("#tur?value=7")
    title = page.title()
    hide(page, "Jet secret")
    page.get_by_role("button", name="Lancer").click()
    verdict = page.get_by_label("Verdict")
    expect(verdict).to_have_text("Jet secret")
    expect(page).to_have_url(re.compile(r"#tur\?value=7$"))
    assert page.title() == title
    html = page.locator("#main").inner_html()
    assert "data-line" not in html
    assert not re.search(r"tur\?[^\"]*@", html)
    page.reload()
    expect(verdict).to_have_text("Jet secret", timeout=60_000)
    page.get_by_role("link", name="Journal").click()
    entry = page.get_by_role("button", name=re.compile("TUR.*Jet secret"))
    entry.click()
    expect(page.locator("#journal-list code")).to_have_count(0)
    page.go_back()
    page.get_by_role("button", name="Montrer le jet").click()
    expect(verdict).to_have_attribute("data-line", re.compile("@"))
    expect(page).to_have_url(re.compile(r"#tur\?value=7@\d,\d$"))
    page.get_by_role("link", name="Journal").click()
    expect(page.get_by_role("button", name=re.compile("TUR.*(Réussite|Échec)"))).to_have_count(1)


def test_a_hidden_difficulty_hides_form_and_chances(open_app: Callable[[str], Page]) -> None:
    page = open_app("#patchwork?characteristic=8&skill=6&difficulty=25")
    form, chances = page.locator("form#patchwork"), page.get_by_role("region", name="Chances", exact=True)
    hide(page, "Difficulté cachée")
    page.get_by_role("button", name="Lancer").click()
    expect(page.get_by_label("Verdict")).to_have_text(re.compile(r"^Score \d+$"))
    expect(form).to_be_hidden()
    expect(chances).to_be_hidden()
    expect(page).to_have_url(re.compile("#/$"))
    assert "25" not in page.locator("#main").inner_text()
    page.reload()
    expect(form).to_be_hidden()
    expect(page.get_by_label("Verdict")).to_have_text(re.compile(r"^Score \d+$"), timeout=60_000)
    expect(form).to_be_hidden()
    page.get_by_role("button", name="Montrer le verdict").click()
    expect(form).to_be_visible()
    expect(page.get_by_label("Verdict")).to_have_attribute("data-line", re.compile("difficulty=25@"))
    expect(page).to_have_url(re.compile("difficulty=25@"))


@pytest.mark.parametrize(("what", "said"), [("Jet secret", "^Jet secret$"), ("Difficulté cachée", r"^Score [−\d]+$")])
def test_what_is_hidden_before_python_is_there_stays_hidden(page: Page, site: str, what: str, said: str) -> None:
    with before_python(page, site + "#patchwork?characteristic=8&skill=6"):
        hide(page, what)
        page.get_by_role("button", name="Lancer").click()
    verdict = page.get_by_label("Verdict")
    expect(verdict).to_have_text(re.compile(said), timeout=START_TIMEOUT)
    assert "@" not in page.url
    page.get_by_role("button", name="Relancer").click()
    expect(verdict).to_have_text(re.compile(said))
    expect(page.get_by_role("radio", name=what)).to_be_checked()
    page.get_by_role("radio", name="À la vue de tous").check()
    page.get_by_role("button", name="Relancer").click()
    expect(verdict).to_have_attribute("data-line", re.compile("@"))

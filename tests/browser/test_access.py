"""Whoever uses it, on whatever screen: axe, sizes, and nothing wider than the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from pyroll.systems import systems

from .conftest import expect_accessible, looks

SIZES = [(360, 740), (390, 844), (820, 1180), (1024, 768), (1180, 820)]
RESULTS = [
    "patchwork?characteristic=7&skill=5@10,10,1",
    "abc?attribute=12@20,20",
    "tur?value=7&difficulty=hard@0,1",
    "flamme?characteristic=4&skill=3&flame=3&aspect=2@3,5,1,6,2,6,4",
    "ecor?characteristic=5&skill=4@2,4,6,6,5,1,3,5,3",
    "tur?value=7&opponent.value=4@1,2/5,4",
    "flamme?flame=2&aspect=2&opponent.flame=-2&opponent.dark_aspect=1@3,5,1/2,3,4",
    "patchwork?characteristic=99&skill=x",
    "free?dice=4d6kh3%2B2d10!-1@6,1,5,4,3,2",
]
SHOWN = [*(f"{system.key}?" for system in systems()), *RESULTS]

# What a finger cannot hit, what an eye cannot read, what a phone would zoom into, and what sticks out.
MEASURE = """() => {
  const seen = (node) => node.checkVisibility({ checkOpacity: false }) && node.getBoundingClientRect().width > 1;
  const named = (node) => node.getAttribute("aria-label") || node.name || node.id || node.textContent.trim();
  const small = [...document.querySelectorAll("button, input, select, summary, a[data-goto]:not(.pr-skip)")]
    .filter(seen)
    .filter((node) => node.getBoundingClientRect().height < 43.5 || node.getBoundingClientRect().width < 43.5)
    .map(named);
  const typed = [...document.querySelectorAll("input[type=text], select")]
    .filter(seen).filter((node) => parseFloat(getComputedStyle(node).fontSize) < 16).map(named);
  const fine = [...document.querySelectorAll("body *")]
    .filter((node) => seen(node) && [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))
    .filter((node) => !node.closest("svg") && parseFloat(getComputedStyle(node).fontSize) < 14.9).map(named);
  const wide = document.documentElement.scrollWidth > innerWidth ? ["the page"] : [];
  // three columns that scroll by themselves
  const tall = innerWidth >= 1100 && document.documentElement.scrollHeight > innerHeight ? ["the page"] : [];
  const clipped = [...document.querySelectorAll(".pr-chip__face, .pr-btn, .pr-label, .pr-verdict")]
    .filter(seen).filter((node) => node.scrollWidth > node.clientWidth + 1).map(named);
  return { small, typed, fine, wide, tall, clipped };
}"""


def show(page: Page, line: str) -> None:
    page.evaluate("line => { location.hash = line }", line)
    expect(page.get_by_label("Système de jeu")).to_have_value(line.partition("?")[0])
    if line.startswith("free"):  # its rules come a moment later
        expect(page.locator("#verdict")).not_to_be_empty()


def open_all(page: Page) -> None:
    """Everything that can be unfolded in the form that shows."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")


@looks
def test_axe_finds_nothing(app: Page, size: tuple[int, int], scheme: Literal["light", "dark"]) -> None:
    app.set_viewport_size({"width": size[0], "height": size[1]})
    app.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    open_all(app)
    for line in SHOWN:
        show(app, line)
        expect_accessible(app, line)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_is_too_small_or_sticks_out(app: Page, size: tuple[int, int]) -> None:
    app.set_viewport_size({"width": size[0], "height": size[1]})
    open_all(app)
    for line in SHOWN:
        show(app, line)
        measured: dict[str, list[str]] = app.evaluate(MEASURE)
        assert {what: names for what, names in measured.items() if names} == {}, line


def test_the_roll_button_never_leaves(app: Page) -> None:
    for width, height in SIZES:
        app.set_viewport_size({"width": width, "height": height})
        for line in RESULTS:
            show(app, line)
            for place in ("0", "document.documentElement.scrollHeight"):
                app.evaluate(f"scrollTo(0, {place})")
                expect(app.locator("#go")).to_be_in_viewport(ratio=1)


def test_the_page_works_without_motion(open_app: Callable[[str], Page]) -> None:
    page = open_app("#patchwork?@4")
    page.emulate_media(reduced_motion="reduce")
    page.locator("#go").click()
    running = "document.getAnimations().filter((one) => one.playState === 'running').length"
    assert page.evaluate(running) == 0

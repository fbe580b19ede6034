"""Pictures of the page for a person to look at: `python -m tools.screenshots [--english] [FRAGMENT …]`.

Every scene of tools/scenes.py, or each given fragment (for example '#tur?value=7@4'), is taken at three widths, light
and dark, into screenshots/. With --docs: the pictures that the documents show.
"""

import argparse
import re
import threading
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tools import chromium
from tools.scenes import SCENES, people_none, sheet, sheet_prepared
from tools.serve import ROOT, make_server

WIDTHS = {390: 844, 820: 1180, 1180: 820}
TARGET = ROOT / "screenshots"
README = ROOT / "docs" / "screenshot.png"
README_DARK = ROOT / "docs" / "screenshot-characters.png"
IMAGES = ROOT / "docs" / "images"
ROLLED = ("tur?value=7@4,3", "abc?attribute=12&skill=6@20,3", "patchwork?characteristic=8&skill=6@10,4")
SHOWN = "#flamme?characteristic=4&skill=3&flame=3&aspect=2&speciality=yes&raises=1,0,0@3,5,1,6,2,6,4"


def file_name(fragment: str, width: int, scheme: str) -> str:
    words = re.sub(r"[^a-z0-9]+", "-", fragment.lower()).strip("-") or "page"
    return f"{words[:60]}-{width}-{scheme}.png"


def open_page(browser: Browser, address: str, locale: str) -> Page:
    page = browser.new_page(locale=locale, reduced_motion="reduce")
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("data-pyroll", "ready", timeout=60_000)
    if "#/regles" in address:  # they come a moment later
        expect(page.locator(".pr-rules__list, .pr-reference__parts")).to_be_visible(timeout=60_000)
    return page


def take(site: str, fragments: list[str], target: Path, locale: str = "fr-FR") -> None:
    target.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.executable(), args=list(chromium.FLAGS))
        for fragment in fragments:
            page = open_page(browser, site + fragment, locale)
            take_page(page, fragment, target)
            page.close()
        browser.close()


def take_scenes(site: str, target: Path) -> None:
    """All scenes, one after the other in one page."""
    target.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.executable(), args=list(chromium.FLAGS))
        page = open_page(browser, site, "fr-FR")
        for name, scene in SCENES.items():
            page.set_viewport_size({"width": 1180, "height": 820})
            scene(page)
            # A browser leaves the rolls of a long journal undrawn below the screen
            take_page(page, name, target, whole=not name.startswith("journal"))
        browser.close()


def take_page(page: Page, name: str, target: Path, *, whole: bool = True) -> None:
    """As it is now, at each width, light and dark."""
    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            page.screenshot(path=target / file_name(name, width, scheme), full_page=whole)
    page.emulate_media(color_scheme="light")


def take_readme(site: str) -> None:
    """One result with its reasons by day, and a character with a prepared roll by night, as a tablet shows them."""
    README.parent.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.executable(), args=list(chromium.FLAGS))
        page = open_page(browser, site + SHOWN, "fr-FR")
        page.set_viewport_size({"width": 1180, "height": 1030})
        page.get_by_text("Pourquoi").click()
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement.blur()")
        page.screenshot(path=README)
        people_none(page)
        sheet(page)
        sheet_prepared(page)
        page.set_viewport_size({"width": 1180, "height": 720})
        page.emulate_media(color_scheme="dark")
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement.blur()")
        page.screenshot(path=README_DARK)
        browser.close()


def take_docs(site: str) -> None:
    """A character and a journal, as a player has them on a tablet held upright."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.executable(), args=list(chromium.FLAGS))
        page = open_page(browser, f"{site}#/personnages", "fr-FR")
        page.set_viewport_size({"width": 820, "height": 860})
        page.get_by_role("button", name="Exemple : Ysaline").click()
        page.get_by_role("button", name="Serrurerie").click()
        foot = page.get_by_role("region", name="Jet préparé")
        expect(foot).to_contain_text("de réussir")
        page.screenshot(path=IMAGES / "characters.png")
        foot.get_by_role("button", name="Lancer").click()
        for place, line in enumerate(ROLLED, 2):
            page.evaluate("line => { location.hash = line; }", line)
            page.get_by_role("button", name="Garder dans le journal").click()
            page.get_by_role("link", name="Journal").click()
            rows = page.get_by_role("region", name="Jets").get_by_role("listitem")
            expect(rows).to_have_count(place)
        expect(page.get_by_role("region", name="Jets").get_by_text("mieux que")).to_have_count(len(ROLLED) + 1)
        expect(page.get_by_text("inscrit au journal")).to_be_hidden(timeout=15_000)
        page.screenshot(path=IMAGES / "journal.png")
        browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description="Picture the page.")
    parser.add_argument("fragments", nargs="*", help="what follows the address: '#tur@'")
    parser.add_argument("--english", action="store_true", help="the fragments as an English browser shows them")
    parser.add_argument("--docs", action="store_true", help="only the pictures in docs/")
    options = parser.parse_args()
    server = make_server(ROOT)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        site = f"http://127.0.0.1:{server.server_port}/"
        if options.docs:
            take_readme(site)
            take_docs(site)
            return
        if options.fragments:
            take(site, options.fragments, TARGET, "en-GB" if options.english else "fr-FR")
        else:
            take_scenes(site, TARGET)
    finally:
        server.shutdown()
        server.server_close()
    print(f"screenshots: {len(options.fragments or SCENES) * len(WIDTHS) * 2} pictures in {TARGET.name}/")


if __name__ == "__main__":
    main()

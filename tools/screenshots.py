"""Pictures of the page for a person to look at: `python -m tools.screenshots [--english] [FRAGMENT …]`.

Each fragment (by default the bare page; for example '#tur?value=7@4') is taken at three widths,
light and dark, the whole page, into screenshots/. With --readme: the one picture that README.md shows.
"""

import argparse
import re
import threading
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tools import chromium
from tools.serve import ROOT, make_server

WIDTHS = {390: 844, 820: 1180, 1180: 820}
TARGET = ROOT / "screenshots"
README = ROOT / "docs" / "screenshot.png"
SHOWN = "#flamme?characteristic=4&skill=3&flame=3&aspect=2@3,5,1,6,2,6,4"


def file_name(fragment: str, width: int, scheme: str) -> str:
    words = re.sub(r"[^a-z0-9]+", "-", fragment.lower()).strip("-") or "page"
    return f"{words[:60]}-{width}-{scheme}.png"


def open_page(browser: Browser, address: str, locale: str) -> Page:
    page = browser.new_page(locale=locale, reduced_motion="reduce")
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("data-pyroll", "ready", timeout=60_000)
    return page


def take(site: str, fragments: list[str], target: Path, locale: str = "fr-FR") -> None:
    target.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.executable(), args=list(chromium.FLAGS))
        for fragment in fragments:
            page = open_page(browser, site + fragment, locale)
            for width, height in WIDTHS.items():
                page.set_viewport_size({"width": width, "height": height})
                for scheme in ("light", "dark"):
                    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                    page.screenshot(path=target / file_name(fragment, width, scheme), full_page=True)
            page.close()
        browser.close()


def take_readme(site: str) -> None:
    """One result with its reasons, as a tablet shows it."""
    README.parent.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.executable(), args=list(chromium.FLAGS))
        page = open_page(browser, site + SHOWN, "fr-FR")
        page.set_viewport_size({"width": 1180, "height": 860})
        page.get_by_text("Pourquoi").click()
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement.blur()")
        page.screenshot(path=README)
        browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description="Picture the page.")
    parser.add_argument("fragments", nargs="*", default=[""], help="what follows the address: '#tur@'")
    parser.add_argument("--english", action="store_true", help="as an English browser shows it")
    parser.add_argument("--readme", action="store_true", help=f"only {README.relative_to(ROOT).as_posix()}")
    options = parser.parse_args()
    server = make_server(ROOT)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        site = f"http://127.0.0.1:{server.server_port}/"
        if options.readme:
            take_readme(site)
            return
        take(site, options.fragments, TARGET, "en-GB" if options.english else "fr-FR")
    finally:
        server.shutdown()
        server.server_close()
    print(f"screenshots: {len(options.fragments) * len(WIDTHS) * 2} pictures in {TARGET.name}/")


if __name__ == "__main__":
    main()

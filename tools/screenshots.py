"""Pictures of the page for a person to look at: `python -m tools.screenshots [FRAGMENT …]`.

Each fragment (by default the bare page; for example '#tur?value=7@4') is taken at three widths,
light and dark, the whole page, into screenshots/.
"""

import argparse
import re
import threading
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from tools import chromium
from tools.serve import ROOT, make_server

WIDTHS = {390: 844, 820: 1180, 1180: 820}
TARGET = ROOT / "screenshots"


def file_name(fragment: str, width: int, scheme: str) -> str:
    words = re.sub(r"[^a-z0-9]+", "-", fragment.lower()).strip("-") or "page"
    return f"{words[:60]}-{width}-{scheme}.png"


def take(site: str, fragments: list[str], target: Path) -> None:
    target.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.executable(), args=list(chromium.FLAGS))
        for fragment in fragments:
            page = browser.new_page(locale="fr-FR")
            page.goto(site + fragment)
            expect(page.locator("html")).to_have_attribute("data-pyroll", "ready", timeout=60_000)
            for width, height in WIDTHS.items():
                page.set_viewport_size({"width": width, "height": height})
                for scheme in ("light", "dark"):
                    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                    page.screenshot(path=target / file_name(fragment, width, scheme), full_page=True)
            page.close()
        browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description="Picture the page.")
    parser.add_argument("fragments", nargs="*", default=[""], help="what follows the address: '#tur@'")
    options = parser.parse_args()
    server = make_server(ROOT)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        take(f"http://127.0.0.1:{server.server_port}/", options.fragments, TARGET)
    finally:
        server.shutdown()
        server.server_close()
    print(f"screenshots: {len(options.fragments) * len(WIDTHS) * 2} pictures in {TARGET.name}/")


if __name__ == "__main__":
    main()

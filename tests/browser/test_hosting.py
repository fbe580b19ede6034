"""The built site where people put it: in sub-paths of one plain static host, beside another copy of itself."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tools import build, offline

from .conftest import eventually, open_page
from .test_offline import rolls, state, version

LINK = "#tur?value=7@4,3"
PLACES = ("jeux/table/", "essai/")

CACHES = """async () => {
  const found = {};
  for (const name of await caches.keys())
    found[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
  return found;
}"""


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Workers may work here."""
    return {**browser_context_args, "service_workers": "allow"}


@pytest.fixture(scope="module")
def visited() -> bool:
    """A browser that has never been here."""
    return False


@pytest.fixture
def sites(tmp_path: Path) -> Path:
    """Two versions of the site, in two folders of one host."""
    first, second = (tmp_path / place for place in PLACES)
    build.fill(first)
    shutil.copytree(first, second)
    with (second / "static/pyroll.css").open("a", encoding="utf-8") as sheet:
        sheet.write("\n/* another version */\n")
    offline.add_to(second)
    return tmp_path


class Plain:
    """``python3 -m http.server``, with nothing of ours."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        command = [sys.executable, "-m", "http.server", str(self.port), "--bind", "127.0.0.1", "-d", str(folder)]
        self._process = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        for _ in range(600):
            if self.answers():
                return
            time.sleep(0.05)  # a process starts: nothing in a page could tell
        raise AssertionError("the server does not start")

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def answers(self) -> bool:
        with socket.socket() as client:
            return client.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()


@pytest.fixture
def host(sites: Path) -> Iterator[Plain]:
    host = Plain(sites)
    yield host
    host.stop()


def of(found: dict[str, list[str]], place: str) -> dict[str, list[str]]:
    return {name: paths for name, paths in found.items() if name.startswith(f"pyroll /{place} ")}


def begin(context: BrowserContext, address: str) -> Page:
    page = open_page(context.new_page(), address)
    state(page, "ready")
    return page


def test_two_sites_in_sub_paths_of_one_plain_host(context: BrowserContext, host: Plain) -> None:
    pages = [begin(context, host.address + place) for place in PLACES]
    versions = [version(page) for page in pages]
    assert len(set(versions)) == 2

    # Each keeps its own files, in a cache of its own
    found: dict[str, list[str]] = pages[0].evaluate(CACHES)
    for place in PLACES:
        (kept,) = of(found, place).values()
        assert len(kept) > 20
        assert all(path.startswith(f"/{place}") for path in kept)

    # The second one takes over once more, and cleans up: the first one's stay
    pages[1].reload()
    state(pages[1], "ready")
    eventually(pages[0], lambda: pages[0].evaluate(CACHES), found)

    host.stop()
    for place, wanted, page in zip(PLACES, versions, pages, strict=True):
        page.close()
        again = open_page(context.new_page(), host.address + place + LINK)
        expect(again.locator("#verdict")).to_have_attribute("data-line", LINK.removeprefix("#"))
        assert version(again) == wanted
        again.evaluate("location.hash = '#/journal'")
        expect(again.get_by_role("heading", name="Journal")).to_be_visible(timeout=30_000)
        again.evaluate("location.hash = '#/'")
        rolls(again)
        again.get_by_role("button", name="Partager", exact=True).click()
        expect(again.get_by_label("Lien")).to_have_value(re.compile(rf"^{re.escape(host.address + place)}#tur"))
        again.get_by_role("button", name="QR code").click()  # from the copy too
        expect(again.get_by_role("img", name="QR code du lien")).to_be_visible()
        state(again, "ready")

"""Three engines behind one small face: Chromium and Firefox through Playwright, WebKitGTK through WebDriver.

Each is started once, opens the site, and is asked for attributes, clicks and values of expressions.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Page, sync_playwright

from tools import chromium

FIREFOX = "firefox-esr"
DRIVER = "WebKitWebDriver"
BROWSERS = "*/webkit2gtk-4.*/MiniBrowser"  # under /usr/lib
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # WebDriver's own name for a reference to an element


class Missing(Exception):  # noqa: N818 - a state of the machine, no error
    """An engine that this machine does not have, and why."""


class Engine(Protocol):
    """What the tests ask of a browser. ``ask``: the value of a JavaScript expression, awaited."""

    def open(self, address: str) -> None: ...

    def click(self, selector: str) -> None: ...

    def ask(self, expression: str) -> Any: ...


class Played:
    """A page that Playwright drives."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def open(self, address: str) -> None:
        # Another fragment alone would not load the page anew
        self._page.goto("about:blank")
        self._page.goto(address)

    def click(self, selector: str) -> None:
        self._page.locator(selector).click()

    def ask(self, expression: str) -> Any:
        return self._page.evaluate(f"async () => ({expression})")


class Driven:
    """A session of WebDriver: three calls are all that is needed of it."""

    def __init__(self, address: str, session: str) -> None:
        self._base = f"{address}/session/{session}"

    def open(self, address: str) -> None:
        called(f"{self._base}/url", {"url": "about:blank"})
        called(f"{self._base}/url", {"url": address})

    def click(self, selector: str) -> None:
        found = called(f"{self._base}/element", {"using": "css selector", "value": selector})
        called(f"{self._base}/element/{found[ELEMENT]}/click", {})

    def ask(self, expression: str) -> Any:
        script = f"const done = arguments[0]; (async () => ({expression}))().then(done, (e) => done(String(e)))"
        return called(f"{self._base}/execute/async", {"script": script, "args": []})


def called(address: str, body: dict[str, Any] | None) -> Any:
    """Post to the driver (or, without a body, end something); gives the value that it answers."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, method="DELETE" if body is None else "POST")  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
            return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
        raise AssertionError(f"{address}: {error.read().decode(errors='replace')}") from error


@contextlib.contextmanager
def with_chromium() -> Iterator[Engine]:
    try:
        path = chromium.executable()
    except FileNotFoundError as error:
        raise Missing(str(error)) from error
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
        yield Played(browser.new_page(locale="fr-FR"))
        browser.close()


@contextlib.contextmanager
def with_firefox() -> Iterator[Engine]:
    path = shutil.which(FIREFOX)
    if path is None:
        raise Missing(f"{FIREFOX} is not installed: run `make setup-engines`")
    with sync_playwright() as playwright:
        # Playwright's usual way wants a Firefox of its own making; this one speaks to the real one
        browser = playwright.firefox.launch(channel="moz-firefox", executable_path=path)
        yield Played(browser.new_page(locale="fr-FR"))
        browser.close()


@contextlib.contextmanager
def with_webkit() -> Iterator[Engine]:
    needed = [shutil.which(name) for name in (DRIVER, "xvfb-run")]
    browser = next(Path("/usr/lib").glob(BROWSERS), None)
    if None in needed or browser is None:
        raise Missing(f"{DRIVER}, MiniBrowser or xvfb-run is not installed: run `make setup-engines`")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    command = ["xvfb-run", "-a", DRIVER, f"--port={port}", "--host=127.0.0.1"]
    quiet = subprocess.DEVNULL
    # A group of its own: xvfb-run ends without ending the screen and the driver that it started
    with subprocess.Popen(command, stdout=quiet, stderr=quiet, start_new_session=True) as driver:
        try:
            options = {"binary": str(browser), "args": ["--automation"]}
            wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
            session = _patiently(lambda: called(f"{address}/session", wanted))["sessionId"]
            called(f"{address}/session/{session}/timeouts", {"script": 60_000, "pageLoad": 60_000})
            yield Driven(address, session)
            called(f"{address}/session/{session}", None)
        finally:
            os.killpg(driver.pid, signal.SIGTERM)


def _patiently(call: Callable[[], Any]) -> Any:
    """The driver takes a moment to listen."""
    for _ in range(100):
        try:
            return call()
        except OSError:
            time.sleep(0.1)
    raise Missing(f"{DRIVER} does not answer")


ENGINES: dict[str, Callable[[], contextlib.AbstractContextManager[Engine]]] = {
    "chromium": with_chromium,
    "firefox": with_firefox,
    "webkit": with_webkit,
}

"""The copy on the device: whole or not at all, checked, repaired, brought up to date, and enough without any server.

The server is really stopped: it ends, and its connections with it.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Locator, Page, expect

from tools import build, offline

from .conftest import Guard, eventually, expect_accessible, open_page
from .hosting import Host
from .test_access import MEASURE

LINK = "#tur?value=7@4,3"
WAIT = 30_000

SIZES: list[tuple[int, Literal["light", "dark"]]] = [(390, "dark"), (820, "light"), (1180, "dark")]

# An address of each kind; all of them are the page
ADDRESSES = ["", "index.html", "?from=home", LINK, "index.html#abc?", "#/reglages", "elsewhere"]

DELETE = """async (name) => {
  for (const key of await caches.keys())
    for (const request of await (await caches.open(key)).keys())
      if (request.url.endsWith(name)) await (await caches.open(key)).delete(request);
}"""
SPOIL = """async (name) => {
  for (const key of await caches.keys())
    for (const request of await (await caches.open(key)).keys())
      if (request.url.endsWith(name)) {
        const cache = await caches.open(key);
        const bytes = new Uint8Array(await (await cache.match(request)).arrayBuffer());
        await cache.put(request, new Response(bytes.fill(7)));
      }
}"""
VERSIONS = "async () => (await caches.keys()).filter((name) => /^pyroll \\S+ /.test(name)).length"
AN_HOUR_LATER = """() => {
  const now = Date.now() + 3_600_001;
  Date.now = () => now;
  document.dispatchEvent(new Event("visibilitychange"));
}"""

ARRIVING = "async () => Boolean((await navigator.serviceWorker.getRegistration()).installing)"
UPDATE = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  const end = new Promise((resolve) => registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing.onstatechange = () => /installed|redundant/.test(installing.state) && resolve(installing.state);
  }));
  await registration.update();
  return end;
}"""


PUT_SNAPSHOTS = """async (addresses) => {
  const cache = await caches.open("snapshot");
  for (const address of addresses) await cache.put(address, new Response("x"));
}"""
SNAPSHOTS = "async () => (await (await caches.open('snapshot')).keys()).map(({ url }) => url)"


@pytest.fixture(scope="module")
def visited() -> bool:
    return False


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "service_workers": "allow"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("offline") / "first"
    build.fill(folder)
    return folder


def after(site: Path, name: str, minutes: int) -> Path:
    """The version after this one: one file is another."""
    folder = site.parent / name
    shutil.copytree(site, folder)
    with (folder / "static/pyroll.css").open("a", encoding="utf-8") as sheet:
        sheet.write("\n/* the next version */\n")
    offline.add_to(folder)
    return dated(folder, minutes)


def dated(folder: Path, minutes: int) -> Path:
    """As if it had been put up so long after the others."""
    # A version is never put up within the same second as the one before, which is all that Last-Modified can tell.
    later = time.time() + 60 * minutes
    for path in folder.rglob("*"):
        os.utime(path, (later, later))
    return folder


@pytest.fixture(scope="module")
def newer(built: Path) -> Path:
    return after(built, "second", 1)


@pytest.fixture(scope="module")
def newest(newer: Path) -> Path:
    return after(newer, "third", 2)


@pytest.fixture(scope="module")
def _host() -> Iterator[Host]:
    host = Host()
    yield host
    host.stop()


@pytest.fixture
def host(_host: Host, built: Path) -> Host:
    _host.serve(built)
    return _host


@pytest.fixture(scope="module")
def _kept(
    browser: Browser, browser_context_args: dict[str, Any], _guard: Guard, _host: Host, built: Path
) -> Iterator[BrowserContext]:
    _host.serve(built)
    context = browser.new_context(**browser_context_args)
    _guard.watch(context)
    begin(context, _host).close()
    yield context
    context.close()


@pytest.fixture
def kept(_kept: BrowserContext, host: Host, page_guard: Guard) -> Iterator[BrowserContext]:
    """A browser with a whole copy, for all tests that leave it so; each finds it without a page."""
    yield _kept
    for page in _kept.pages:
        page.close()


def state(page: Page, wanted: str) -> None:
    """The page says this of its copy, in the end."""
    expect(page.locator("html")).to_have_attribute("data-offline", wanted, timeout=WAIT)


def begin(context: BrowserContext, host: Host, address: str = "") -> Page:
    """A page whose copy is whole."""
    page = open_page(context.new_page(), host.address + address)
    state(page, "ready")
    return page


def restart(page: Page, address: str) -> Page:
    page.goto("about:blank")
    return open_page(page, address)


def version(page: Page) -> str:
    return page.locator("meta[name=pyroll-build]").get_attribute("content") or ""


def version_of(site: Path) -> str:
    return offline.build_of(site)


def becomes(page: Page, site: Path) -> None:
    """The page reloads into this version, in the end."""
    expect(page.locator("meta[name=pyroll-build]")).to_have_attribute("content", version_of(site), timeout=WAIT)


def with_waiting(context: BrowserContext, host: Host, newer: Path) -> Page:
    """A page whose copy is whole, while a newer version waits."""
    page = begin(context, host)
    host.serve(newer)
    assert page.evaluate(UPDATE) == "installed"
    return page


def rolls(page: Page) -> None:
    page.locator("#go").click()
    expect(page.locator("#verdict")).to_have_attribute("data-line", re.compile("@"))


def offer(page: Page) -> Locator:
    return page.get_by_role("status").filter(has_text="Une nouvelle version est prête")


def bar(page: Page) -> Locator:
    return page.locator("#copy")


def check(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("Vérifier les fichiers|Réparer"))


def unfold(page: Page, title: str) -> None:
    """It may be open already: the page remembers."""
    part = page.get_by_role("group").filter(has=page.get_by_text(title, exact=True))
    if part.get_attribute("open") is None:
        page.get_by_text(title, exact=True).click()


# ------------------------------------------------------------------------------------------ without a server


def test_twenty_starts_without_a_server(kept: BrowserContext, host: Host) -> None:
    page = begin(kept, host)
    host.stop()
    for number in range(20):
        address = ADDRESSES[number % len(ADDRESSES)]
        page.close()
        page = open_page(kept.new_page(), host.address + address)
        if address == LINK:
            expect(page.locator("#verdict")).to_have_attribute("data-line", LINK.removeprefix("#"))
        elif address == "#/reglages":
            page.get_by_role("link", name="Retour au test").click()
        rolls(page)
    state(page, "ready")


def test_the_browser_starts_anew_without_a_server(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    browser_context_args: dict[str, Any],
    host: Host,
    tmp_path: Path,
    page_guard: Guard,
) -> None:
    for number in range(3):
        context = browser_type.launch_persistent_context(
            str(tmp_path), **browser_type_launch_args, **browser_context_args
        )
        page_guard.watch(context)
        page = begin(context, host, LINK)
        expect(page.locator("#verdict")).to_have_attribute("data-line", LINK.removeprefix("#"))
        context.close()
        if number == 0:
            host.stop()


def test_another_screen_without_a_server(kept: BrowserContext, host: Host) -> None:
    """Its modules are not there at the start: they come from the copy."""
    page = begin(kept, host)
    host.stop()
    page.evaluate("location.hash = '#/journal'")
    expect(page.get_by_role("heading", name="Journal")).to_be_visible(timeout=WAIT)


# ------------------------------------------------------------------------------------------ what is said of it


def test_the_settings_tell_of_every_file(kept: BrowserContext, host: Host, built: Path) -> None:
    page = begin(kept, host, LINK)
    expected = len(offline.listed(built))
    expect(bar(page)).to_have_text(f"Prêt hors ligne {expected}/{expected}")
    page.get_by_role("link", name="Réglages").click()
    expect(page.get_by_role("heading", name="Réglages")).to_be_visible()
    expect(page).to_have_url(re.compile("#/reglages$"))
    check(page).click()
    unfold(page, "Fichiers")
    expect(page.get_by_role("cell", name="vérifié")).to_have_count(expected, timeout=WAIT)
    unfold(page, "Nouveautés (en anglais)")
    expect(page.get_by_text("Exact odds")).to_be_visible()
    expect(page.locator("#offline")).to_contain_text(version_of(built))
    for width, scheme in SIZES:
        page.set_viewport_size({"width": width, "height": 820})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        expect_accessible(page)
        measured = page.evaluate(MEASURE)
        assert {what: names for what, names in measured.items() if names} == {}, width


def test_the_test_is_as_it_was_left(kept: BrowserContext, host: Host) -> None:
    page = begin(kept, host, LINK)
    page.locator("#tur-value").fill("x")
    page.get_by_role("link", name="Réglages").click()
    expect(page.get_by_role("main")).to_contain_text("Hors ligne")
    page.get_by_role("link", name="Retour au test").click()
    expect(page.locator("#tur-value")).to_have_value("x")
    expect(page.locator("#verdict")).to_have_attribute("data-line", LINK.removeprefix("#"))
    expect(page).to_have_url(re.compile("#/$"))  # what is refused is no test's address
    expect(page.get_by_role("link", name="Réglages")).to_be_focused()
    page.locator("#tur-value").fill("7")  # the browser remembers, and other tests come


# ------------------------------------------------------------------------------------------ when something is missing


@pytest.mark.page_errors_expected
def test_an_install_that_breaks_off(context: BrowserContext, host: Host, built: Path) -> None:
    host.serve(built, dies_at="later.zip")  # only the worker asks for it
    page = open_page(context.new_page(), host.address)
    state(page, "failed")
    expect(bar(page)).to_have_text("Hors ligne : incomplet")
    eventually(page, lambda: page.evaluate(VERSIONS), 0)
    rolls(page)
    page.get_by_role("link", name="Réglages").click()
    host.serve(built)
    check(page).click()
    state(page, "ready")


@pytest.mark.page_errors_expected
def test_a_file_that_was_deleted(kept: BrowserContext, host: Host, built: Path) -> None:
    page = begin(kept, host)
    page.evaluate(DELETE, "/later.zip")
    host.stop()
    restart(page, host.address)
    state(page, "failed")
    expect(bar(page)).to_have_text("Hors ligne : incomplet")
    rolls(page)
    page.get_by_role("link", name="Réglages").click()
    unfold(page, "Fichiers")
    expect(page.get_by_role("row", name="later.zip")).to_contain_text("absent")
    host.serve(built)
    check(page).click()
    state(page, "ready")
    expect(page.get_by_role("row", name="later.zip")).to_contain_text("vérifié")


def test_a_deleted_file_comes_back_by_itself(kept: BrowserContext, host: Host) -> None:
    page = begin(kept, host)
    page.evaluate(DELETE, "/later.zip")
    restart(page, host.address)
    state(page, "ready")
    assert page.evaluate("async () => Boolean(await caches.match('./static/later.zip'))")


@pytest.mark.page_errors_expected
def test_a_file_with_other_contents(kept: BrowserContext, host: Host, built: Path) -> None:
    """Of the right size: only its hash tells."""
    page = begin(kept, host, "#/reglages")
    page.evaluate(SPOIL, "/later.zip")
    host.stop()
    check(page).click()
    state(page, "failed")
    unfold(page, "Fichiers")
    expect(page.get_by_role("row", name="later.zip")).to_contain_text("abîmé")
    host.serve(built)
    check(page).click()
    state(page, "ready")


def test_all_storage_was_cleared(context: BrowserContext, host: Host) -> None:
    page = begin(context, host)
    everything = {"origin": host.address.rstrip("/"), "storageTypes": "all"}
    context.new_cdp_session(page).send("Storage.clearDataForOrigin", everything)
    eventually(page, lambda: page.evaluate(VERSIONS), 0)
    restart(page, host.address)
    state(page, "ready")
    host.stop()
    rolls(restart(page, host.address))


# ------------------------------------------------------------------------------------------ a new version


def test_a_new_version_waits_for_consent(context: BrowserContext, host: Host, built: Path, newer: Path) -> None:
    page = begin(context, host)
    host.serve(newer)
    restart(page, host.address)
    expect(offer(page)).to_be_visible(timeout=WAIT)
    host.stop()
    page.close()
    page = open_page(context.new_page(), host.address)  # no page was open: whole, and still the old one
    assert version(page) == version_of(built)
    assert "the next version" not in page.evaluate("async () => (await fetch('./static/pyroll.css')).text()")
    rolls(page)
    expect(offer(page)).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="Mettre à jour").click()
    expect(page.locator("meta[name=pyroll-build]")).to_have_attribute("content", version_of(newer))
    expect(page.locator("html")).to_have_attribute("data-pyroll", "ready", timeout=WAIT)
    state(page, "ready")
    assert "the next version" in page.evaluate("async () => (await fetch('./static/pyroll.css')).text()")
    eventually(page, lambda: page.evaluate(VERSIONS), 1)
    expect(offer(page)).to_be_hidden()


def test_a_page_that_stays_open_finds_the_new_version(context: BrowserContext, host: Host, newer: Path) -> None:
    page = begin(context, host)
    host.serve(newer)
    page.evaluate(AN_HOUR_LATER)
    expect(offer(page)).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="Plus tard").click()
    expect(offer(page)).to_be_hidden()
    page.get_by_role("link", name="Réglages").click()
    expect(page.get_by_role("button", name="Mettre à jour")).to_be_visible()


@pytest.mark.page_errors_expected
def test_a_new_version_that_is_not_whole_is_not_taken(
    context: BrowserContext, host: Host, built: Path, newer: Path, tmp_path: Path
) -> None:
    """A host that has put up half of it: the list is new, a file is still the old one."""
    half = tmp_path / "half"
    shutil.copytree(newer, half)
    shutil.copyfile(built / "static/pyroll.css", half / "static/pyroll.css")
    page = begin(context, host)
    host.serve(half)
    assert page.evaluate(UPDATE) == "redundant"
    restart(page, host.address)
    state(page, "ready")
    assert version(page) == version_of(built)
    expect(offer(page)).to_be_hidden()


def test_a_version_that_arrives_during_a_consent_is_offered_next(
    context: BrowserContext, host: Host, newer: Path, newest: Path, tmp_path: Path
) -> None:
    page = with_waiting(context, host, newer)
    arrives = tmp_path / "later.zip"
    host.serve(newest, held=arrives)
    page.evaluate("navigator.serviceWorker.getRegistration().then((here) => { here.update() })")
    eventually(page, lambda: page.evaluate(ARRIVING), True)
    page.get_by_role("button", name="Mettre à jour").click()
    becomes(page, newer)
    arrives.touch()
    expect(offer(page)).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="Mettre à jour").click()
    becomes(page, newest)
    state(page, "ready")
    eventually(page, lambda: page.evaluate(VERSIONS), 1)


@pytest.mark.page_errors_expected
def test_a_host_that_goes_back_and_breaks_off_takes_nothing_away(
    context: BrowserContext, host: Host, built: Path, newer: Path, tmp_path: Path
) -> None:
    """What is in use is installed once more, and that fails."""
    page = with_waiting(context, host, newer)
    host.serve(dated(shutil.copytree(built, tmp_path / "again"), 3), dies_at="later.zip")
    page.evaluate(DELETE, "/later.zip")  # else a browser need not ask for it
    assert page.evaluate(UPDATE) == "redundant"
    host.stop()
    rolls(restart(page, host.address))
    assert version(page) == version_of(built)


@pytest.mark.page_errors_expected
def test_what_lies_below_is_left_to_the_host(kept: BrowserContext, host: Host) -> None:
    page = begin(kept, host)
    response = page.goto(f"{host.address}below/there")
    assert response is not None
    assert response.status == 404


def test_a_reload_past_the_copy_does_not_go_back(context: BrowserContext, host: Host, newer: Path) -> None:
    """As Shift and a tap on the browser's button make it: the page is the server's, the copy still another."""
    page = begin(context, host)
    host.serve(newer)
    context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
    expect(page.locator("meta[name=pyroll-build]")).to_have_attribute("content", version_of(newer))
    expect(offer(page)).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="Mettre à jour").click()
    expect(offer(page)).to_be_hidden()
    state(page, "ready")
    host.stop()
    rolls(restart(page, host.address))
    assert version(page) == version_of(newer)


def test_the_snapshots_of_sites_below_are_left_alone(context: BrowserContext, host: Host) -> None:
    """Caches are shared by all sites of a host; an older one of this very site goes."""
    page = context.new_page()
    page.goto(f"{host.address}pyscript.toml")
    addresses = [f"{host.address}{place}static/pyroll-0.snap" for place in ("below/", "")]
    page.evaluate(PUT_SNAPSHOTS, addresses)
    page.close()
    page = begin(context, host)
    eventually(page, lambda: [address in page.evaluate(SNAPSHOTS) for address in addresses], [True, False])


def test_two_pages_never_run_two_versions(context: BrowserContext, host: Host, built: Path, newer: Path) -> None:
    pages = [begin(context, host), begin(context, host, LINK)]
    host.serve(newer)
    pages[0].evaluate(AN_HOUR_LATER)
    for page in pages:
        expect(offer(page)).to_be_visible(timeout=WAIT)
        assert version(page) == version_of(built)
    pages[0].get_by_role("button", name="Mettre à jour").click()
    for page in pages:
        becomes(page, newer)
        state(page, "ready")
    expect(pages[1].locator("#verdict")).to_have_attribute("data-line", LINK.removeprefix("#"))

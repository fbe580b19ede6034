"""How Python starts in a built site: plainly at first, then from a snapshot, and plainly again whatever is wrong."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tools import build

from .conftest import START_TIMEOUT, eventually, open_page

LINK = "#tur?value=7@4,3"
MANY_DICE = "#flamme?characteristic=15&skill=15"

# What may lie in the cache in the snapshot's place, made of the bytes of the real one.
DAMAGES = {
    "cut short": "bytes.slice(0, bytes.length / 2)",
    "empty": "new Uint8Array()",
    "corrupt": "bytes.fill(7, 3_000_000, 3_000_100)",
    "not compressed": "await unzip(bytes)",
    "of another build of Python": "await zip((await unzip(bytes)).fill(7, 16, 48))",
    "no snapshot": "await zip((await unzip(bytes)).fill(7, 0, 4))",
}
# More than the memory that Python starts with
LARGER = "await zip(await unzip(bytes), new Uint8Array(24 << 20))"

PUT = """async (address) => {
  const through = (parts, stream) => new Response(new Blob(parts).stream().pipeThrough(stream)).arrayBuffer();
  const zip = async (...parts) => new Uint8Array(await through(parts, new CompressionStream("gzip")));
  const unzip = async (bytes) => new Uint8Array(await through([bytes], new DecompressionStream("gzip")));
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
  await (await caches.open("snapshot")).put(address, new Response(CHANGED));
}"""
BEGUN = "localStorage.getItem('pyroll.start') !== null"  # to restore a snapshot
KEPT = """async () => {
  const cache = await caches.open("snapshot");
  return Promise.all((await cache.keys()).map(async (request) => {
    const bytes = await (await cache.match(request)).arrayBuffer();
    return [request.url, [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))]];
  }));
}"""


@pytest.fixture(scope="module")
def visited() -> bool:
    """Nor is there the worker, which would keep a snapshot as well: here it is start.mjs that is looked at."""
    return False


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("start") / "site"
    build.fill(folder)
    (folder / "blank.html").write_text('<!doctype html><link rel="icon" href="data:,">', encoding="utf-8")
    return folder


@pytest.fixture
def place(built: Path, serve: Callable[[Path], str]) -> str:
    """The built site's address; every test finds the browser without a snapshot."""
    return serve(built) + "/"


@pytest.fixture
def snapshot(built: Path, place: str) -> str:
    (made,) = built.glob("static/*.snap")
    return f"{place}static/{made.name}"


def put(page: Page, place: str, snapshot: str, changed: str = "bytes") -> None:
    """Place a snapshot in the cache, from a page that starts nothing."""
    page.goto(f"{place}blank.html")
    page.evaluate(PUT.replace("CHANGED", changed), snapshot)


def start(page: Page, place: str, how: str, link: str = LINK) -> None:
    """Start and judge a test: the page works, however Python came up."""
    page.goto("about:blank")
    open_page(page, place + link)
    expect(page.locator("html")).to_have_attribute("data-start", how)
    if "@" in link:
        expect(page.locator("#verdict")).to_have_attribute("data-line", link.removeprefix("#"))


def kept(page: Page, built: Path, *addresses: str) -> None:
    """The snapshot is put away whole in the background, once the page works."""
    made = next(built.glob("static/*.snap")).read_bytes()
    expected = [[address, list(hashlib.sha256(made).digest())] for address in addresses]
    eventually(page, lambda: page.evaluate(KEPT), expected)


def test_first_plainly_then_from_the_snapshot(page: Page, built: Path, place: str, snapshot: str) -> None:
    start(page, place, "plain")
    kept(page, built, snapshot)
    start(page, place, "snapshot")
    eventually(page, lambda: page.evaluate("localStorage.getItem('pyroll.start')"), None)


def test_a_new_version_drops_the_old_snapshot(page: Page, built: Path, place: str, snapshot: str) -> None:
    put(page, place, f"{place}static/icon.svg")
    start(page, place, "plain")
    kept(page, built, snapshot)


@pytest.mark.page_errors_expected
def test_a_page_of_the_host_in_place_of_the_files(page: Page, built: Path, place: str) -> None:
    """As some hosts answer for what is not there: said at once, not when patience ends."""
    page.route(
        "**/static/pyroll-*.json", lambda route: route.fulfill(content_type="text/html", body="<h1>Hello</h1>")
    )
    page.goto(place)
    expect(page.get_by_role("alert").filter(has_text="Les règles n’ont pas pu démarrer.")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-pyroll", "failed")
    page.unroute_all()
    page.get_by_role("link", name="Réessayer").click()
    expect(page.locator("html")).to_have_attribute("data-pyroll", "ready", timeout=START_TIMEOUT)


@pytest.mark.page_errors_expected
def test_no_snapshot_on_the_server(page: Page, built: Path, place: str, snapshot: str) -> None:
    page.route(snapshot, lambda route: route.fulfill(status=404))
    for _ in range(2):
        with page.expect_response(snapshot):
            start(page, place, "plain")
    kept(page, built)


@pytest.mark.page_errors_expected
@pytest.mark.parametrize("changed", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_snapshot(page: Page, built: Path, place: str, snapshot: str, changed: str) -> None:
    put(page, place, snapshot, changed)
    start(page, place, "plain")
    kept(page, built, snapshot)  # a good one, for the next start


def test_a_snapshot_larger_than_the_memory(page: Page, place: str, snapshot: str) -> None:
    put(page, place, snapshot, LARGER)
    start(page, place, "snapshot")


@pytest.mark.parametrize("missing", ["DecompressionStream", "caches"])
def test_a_browser_without(page: Page, place: str, snapshot: str, missing: str) -> None:
    put(page, place, snapshot)
    page.add_init_script(f"Object.defineProperty(globalThis, '{missing}', {{ value: undefined }})")
    start(page, place, "plain")


def test_a_browser_that_refuses_workers(page: Page, place: str, snapshot: str) -> None:
    """Nobody unpacks the snapshot."""
    put(page, place, snapshot)
    page.add_init_script("globalThis.Worker = class extends Worker { constructor() { throw new Error('no'); } }")
    start(page, place, "plain")


def test_a_browser_that_refuses_storage(page: Page, place: str, snapshot: str) -> None:
    put(page, place, snapshot)
    page.add_init_script("Storage.prototype.getItem = Storage.prototype.setItem = () => { throw new Error('no'); }")
    start(page, place, "plain")


def test_starts_that_never_end_are_not_repeated(page: Page, place: str, snapshot: str) -> None:
    """The browser may have killed the page while it restored a snapshot; a new snapshot gets its own chance."""
    put(page, place, snapshot)
    for count, how in [(1, "snapshot"), (2, "plain")]:
        unfinished = f"{Path(snapshot).stem} {count}"
        page.evaluate("count => localStorage.setItem('pyroll.start', count)", unfinished)
        start(page, place, how)
    start(page, place, "snapshot")  # a plain start that ended, and the next one tries again
    page.evaluate("localStorage.setItem('pyroll.start', 'pyroll-of-before 9')")
    start(page, place, "snapshot")


def test_whoever_leaves_during_a_start_has_not_seen_it_fail(page: Page, place: str, snapshot: str) -> None:
    put(page, place, snapshot)
    for _ in range(3):
        page.goto("about:blank")
        page.goto(place + LINK, wait_until="commit")
        eventually(page, lambda: page.evaluate(BEGUN), True)
    page.goto("about:blank")
    start(page, place, "snapshot")


@pytest.mark.page_errors_expected
def test_a_worker_that_never_answers(page: Page, place: str, snapshot: str) -> None:
    put(page, place, snapshot)
    page.add_init_script("globalThis.Worker = class { postMessage() {} }")
    page.add_init_script("const wait = setTimeout; setTimeout = (done, ms, ...more) => wait(done, ms / 20, ...more)")
    start(page, place, "plain")


def test_snapshot_starts_throw_different_dice(page: Page, place: str, snapshot: str) -> None:
    """All of Python's memory comes back the same: chance must not be in it."""
    put(page, place, snapshot)
    starts = 6  # thirty dice each: were chance the same, two would tell
    lines = set()
    for _ in range(starts):
        start(page, place, "snapshot", MANY_DICE)
        page.locator("#go").click()
        verdict = page.locator("#verdict[data-line*='@']")
        verdict.wait_for(state="attached")
        lines.add(verdict.get_attribute("data-line"))
    assert len(lines) == starts

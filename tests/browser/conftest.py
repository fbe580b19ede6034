"""The page in a real browser: a server, Chromium, and a guard that no test can forget.

Any request to another host, console error, uncaught exception or policy violation fails the test
it happens in. A test of failures says so: @pytest.mark.page_errors_expected (foreign requests
still fail it). Under the page's policy `page.wait_for_function` raises EvalError: use
`expect(locator)` or `page.evaluate`.

The pages are those of the built site, started from its snapshot as on every visit but the first: that takes a third
of the time. Where the start itself is tested, `visited` is False, and the worker is let in where it is wanted.

    app         a page of its own, Python ready
    open_app    the same, for an address: open_app("#tur?value=7")
    shared_app  one page for all the tests of a file that can do with one (no new start each)
"""

import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Route, WebError, expect

from tools import build, chromium
from tools.serve import make_server

# For axe: both widths and both themes, in two pairs. What a theme changes is the same at every width.
looks = pytest.mark.parametrize(
    ("size", "scheme"), [((390, 844), "dark"), ((1180, 820), "light")], ids=["phone-dark", "tablet-light"]
)

START_TIMEOUT = 60_000  # ms: Python starts in seconds, but this machine may be busy
expect.set_options(timeout=20_000)  # ms, for the same reason: what comes at all comes in far less


# A browser that was here before has the snapshot.
VISITED = """
if (globalThis.CacheStorage) { // an empty page has none
  const { match } = CacheStorage.prototype;
  CacheStorage.prototype.match = async function (asked, options) {
    const found = await match.call(this, asked, options);
    if (found || !String(asked).endsWith(".snap")) return found;
    await (await this.open("snapshot")).add(asked); // for the worker that unpacks it, too
    return match.call(this, asked, options);
  };
}
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@dataclass
class Guard:
    """What pages did that they should not, since the test began."""

    foreign: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def watch(self, context: BrowserContext) -> None:
        context.on("request", self._on_request)
        context.on("console", self._on_console)
        context.on("weberror", self._on_web_error)

    def reset(self) -> None:
        self.foreign.clear()
        self.errors.clear()

    def _on_request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in {"data", "blob"} and address.hostname != "127.0.0.1":
            self.foreign.append(request.url)

    def _on_console(self, message: ConsoleMessage) -> None:
        # Policy violations come this way too
        if message.type in {"error", "assert"}:
            self.errors.append(f"console: {message.text} ({message.location['url']})")

    def _on_web_error(self, error: WebError) -> None:
        self.errors.append(f"uncaught: {error.error}")


@pytest.fixture(scope="session")
def _guard() -> Guard:
    return Guard()


@pytest.fixture(autouse=True)
def page_guard(_guard: Guard, request: pytest.FixtureRequest) -> Iterator[Guard]:
    _guard.reset()
    yield _guard
    assert not _guard.foreign, f"requests to other hosts: {_guard.foreign}"
    if request.node.get_closest_marker("page_errors_expected") is None:
        assert not _guard.errors, "the page logged errors:\n" + "\n".join(_guard.errors)


@pytest.fixture(scope="session")
def serve() -> Iterator[Callable[[Path], str]]:
    """Serve a folder until the end of the session; gives its address, without the final slash."""
    servers = []

    def start(folder: Path) -> str:
        server = make_server(folder)
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def site(serve: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the site as it is built."""
    folder = tmp_path_factory.mktemp("site") / "dist"
    build.fill(folder)
    return serve(folder) + "/"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    # Pages live for seconds here: making their WebAssembly quick would take more time than it saves
    flags = [*chromium.FLAGS, "--js-flags=--liftoff-only"]
    started = {"executable_path": chromium.executable(), "args": flags}
    return {**browser_type_launch_args, **started}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    usual = {"locale": "fr-FR", "viewport": {"width": 820, "height": 1180}, "service_workers": "block"}
    return {**browser_context_args, **usual}


@pytest.fixture(scope="session")
def visited() -> bool:
    """Whether the browser has the snapshot from the beginning."""
    return True


@pytest.fixture
def context(new_context: Callable[[], BrowserContext], page_guard: Guard, visited: bool) -> BrowserContext:
    context = new_context()
    if visited:
        context.add_init_script(VISITED)
    page_guard.watch(context)
    return context


def open_page(page: Page, address: str) -> Page:
    page.goto(address)
    root = page.locator("html")
    expect(root).to_have_attribute("data-pyroll", re.compile("ready|failed"), timeout=START_TIMEOUT)
    expect(root).to_have_attribute("data-pyroll", "ready")
    return page


def expect_accessible(page: Page, what: object = "") -> None:
    """Axe finds nothing in the page as it is now."""
    # Only what is wrong is told: the whole report takes three times as long
    found = Axe().run(page, options={"resultTypes": ["violations"], "preload": False})
    assert found.violations_count == 0, f"{what}\n{found.generate_report()}"


def eventually(page: Page, read: Callable[[], object], wanted: object) -> None:
    """Wait until what is read is what is wanted: for all that no locator can tell."""
    deadline = time.monotonic() + 20
    while (found := read()) != wanted:
        assert time.monotonic() < deadline, f"{found!r} is not {wanted!r}"
        page.wait_for_timeout(50)


@contextmanager
def before_python(page: Page, address: str) -> Iterator[None]:
    """The page as it is while Python is on its way; afterwards Python comes."""
    held: list[Route] = []
    page.route("**/pyodide.asm.wasm", lambda route: held.append(route))  # noqa: PLW0108 (a built-in cannot be marked)
    page.goto(address, wait_until="domcontentloaded")  # only then does the form of the address show
    expect(page.locator("html")).to_have_attribute("data-pyroll", "loading")
    yield
    eventually(page, lambda: len(held), 1)  # only now does it wait for Python
    for route in held:
        route.continue_()
    page.unroute("**/pyodide.asm.wasm")


@pytest.fixture
def open_app(page: Page, site: str) -> Callable[[str], Page]:
    def open_at(fragment: str) -> Page:
        return open_page(page, site + fragment)

    return open_at


@pytest.fixture
def app(open_app: Callable[[str], Page]) -> Page:
    return open_app("")


@pytest.fixture(scope="module")
def _module_page(browser: Browser, browser_context_args: dict[str, Any], site: str, _guard: Guard) -> Iterator[Page]:
    context = browser.new_context(**browser_context_args)
    context.add_init_script(VISITED)
    _guard.watch(context)
    yield open_page(context.new_page(), site)
    context.close()


@pytest.fixture
def shared_app(_module_page: Page, page_guard: Guard) -> Iterator[Page]:
    # Asking for page_guard first: what the test makes the page log is counted to this test
    yield _module_page
    _module_page.evaluate("0")  # lets the page's last messages arrive before the guard looks

"""What keeps the page from working is said in a sentence, with a way to try again; what was typed stays."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tools.serve import ROOT

from .conftest import START_TIMEOUT, open_page

pytestmark = pytest.mark.page_errors_expected


@pytest.fixture(scope="module")
def site(serve: Callable[[Path], str]) -> str:
    """The working tree: each of its files can be missing."""
    return serve(ROOT) + "/"


WASM = "**/pyodide.asm.wasm"
POLICY_ALLOWS = "'wasm-unsafe-eval'"


def answered(status: int) -> Callable[[Route], None]:
    return lambda route: route.fulfill(status=status, content_type="text/html", body="<h1>Not here</h1>")


def expect_failure(page: Page, sentence: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-pyroll", "failed", timeout=START_TIMEOUT)
    failure = page.get_by_role("alert").filter(has_text=sentence)
    expect(failure).to_be_visible()
    expect(failure.get_by_text(sentence)).to_be_visible()
    expect(failure.get_by_role("link", name="Réessayer")).to_be_visible()
    expect(page.locator("body")).not_to_contain_text(re.compile("Traceback|Error|Exception"))
    expect(page.get_by_role("progressbar")).to_be_hidden()


def expect_recovery(page: Page) -> None:
    """Trying again brings the page to life, with what was typed."""
    field = page.get_by_role("spinbutton", name="Caractéristique").first
    field.fill("9")
    page.unroute_all()
    page.get_by_role("link", name="Réessayer").click()
    expect(page.locator("html")).to_have_attribute("data-pyroll", "ready", timeout=START_TIMEOUT)
    expect(page.get_by_role("link", name="Réessayer")).to_be_hidden()
    expect(field).to_have_value("9")


@pytest.mark.parametrize(
    "missing",
    [
        WASM,
        "**/pyodide.asm.mjs",
        "**/python_stdlib.zip",
        "**/pyodide-lock.json",
        "**/pyscript/core.js",
        "**/pyscript.toml",
        "**/pyroll/app/state.py",
        "**/idiomorph.esm.js",
    ],
)
def test_a_missing_file(page: Page, site: str, missing: str) -> None:
    page.route(missing, answered(404))
    page.goto(site)
    expect_failure(page, "Un fichier de pyroll manque.")


@pytest.mark.parametrize("missing", ["**/pyscript/toml-*.js", "**/pyodide-lock.json", "**/pyroll/app/state.py"])
def test_a_host_that_answers_with_its_own_page(page: Page, site: str, missing: str) -> None:
    """Where there is no such file, or no longer."""
    page.route(missing, answered(200))
    page.goto(site)
    expect_failure(page, "Les règles n’ont pas pu démarrer.")


def test_no_network_after_the_page_itself(page: Page, site: str) -> None:
    page.route("**/static/vendor/**", lambda route: route.abort())
    page.goto(site)
    expect_failure(page, "ou essayez un navigateur plus récent")
    expect_recovery(page)


def test_a_wasm_file_of_a_wrong_type(page: Page, site: str) -> None:
    def mistyped(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, headers={**response.headers, "content-type": "application/octet-stream"})

    page.route(WASM, mistyped)
    page.goto(site)
    expect_failure(page, "il doit l’envoyer comme application/wasm")
    expect_recovery(page)


def test_a_browser_without_webassembly(page: Page, site: str) -> None:
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto(site)
    expect_failure(page, "Ce navigateur n’exécute pas WebAssembly")


def test_webassembly_blocked_by_a_policy(page: Page, site: str) -> None:
    html = (ROOT / "index.html").read_text(encoding="utf-8")
    assert POLICY_ALLOWS in html
    page.route(site, lambda route: route.fulfill(content_type="text/html", body=html.replace(POLICY_ALLOWS, "")))
    page.goto(site)
    expect_failure(page, "Ce navigateur n’exécute pas WebAssembly")


def test_a_browser_that_cannot_read_the_start_script(page: Page, site: str) -> None:
    """As an old one: a syntax that it does not know, and the whole script is nothing to it."""
    script = (ROOT / "static" / "boot.js").read_text(encoding="utf-8")
    page.route("**/boot.js", lambda route: route.fulfill(content_type="text/javascript", body=script + "\n?!"))
    page.goto(site)
    expect_failure(page, "Ce navigateur est trop ancien")


def test_a_browser_without_scripts(new_context: Callable[..., BrowserContext], site: str) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(site)
    expect_failure(page, "ou JavaScript y est désactivé")


def test_a_server_that_never_answers(page: Page, site: str) -> None:
    """Nothing moves any more, and nothing can be found out: said in the end, by the browser's clock."""
    page.clock.install()
    page.route(WASM, lambda route: None)
    page.goto(site)
    expect(page.locator("html")).to_have_attribute("data-pyroll", "loading")
    for _ in range(100):
        page.clock.run_for(2000)
    expect_failure(page, "ou essayez un navigateur plus récent")


def broken(page: Page, module: str, code: str) -> None:
    """Serve a module with a fault."""
    source = (ROOT / "pyroll" / module).read_text(encoding="utf-8")
    page.route(f"**/pyroll/{module}", lambda route: route.fulfill(content_type="text/plain", body=source + code))


def test_a_fault_of_our_own_while_starting(page: Page, site: str) -> None:
    broken(page, "app/state.py", "\nraise RuntimeError('ours')\n")
    page.goto(site)
    expect_failure(page, "Les règles n’ont pas pu démarrer.")


def test_a_fault_of_our_own_while_running(page: Page, site: str, page_guard: object) -> None:
    broken(page, "resolve.py", "\ndef throw(*_):\n    raise RuntimeError('ours')\n")
    open_page(page, site)
    field = page.get_by_role("spinbutton", name="Compétence", exact=True).first
    field.fill("7")
    page.locator("#go").click()
    expect_failure(page, "Une erreur est survenue")
    expect(page.get_by_text("Les règles n’ont pas pu démarrer.")).to_be_hidden()
    expect(field).to_have_value("7")
    assert "RuntimeError: ours" in "\n".join(getattr(page_guard, "errors", ()))
    expect_recovery(page)
    expect(field).to_have_value("7")


def test_english_that_cannot_be_fetched(page: Page, site: str) -> None:
    page.route("**/*.mo", answered(404))
    open_page(page, site)
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("status").filter(has_text="la page reste en français")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.locator("#go").click()
    expect(page.get_by_role("status", name="Verdict")).not_to_be_empty()
    page.unroute_all()
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#notice")).to_be_hidden()


def test_every_sentence_has_its_cause() -> None:
    script = (ROOT / "static" / "boot.js").read_text(encoding="utf-8")
    page = (ROOT / "index.html").read_text(encoding="utf-8")
    css = (ROOT / "static" / "pyroll.css").read_text(encoding="utf-8")
    browser = Path(ROOT / "pyroll" / "app" / "browser.py").read_text(encoding="utf-8")
    shown = {cause for causes in re.findall(r'data-when="([^"]+)"', page) for cause in causes.split()}
    assert set(re.findall(r'data-failure="(\w+)"\] \[data-when~="\1"', css)) == shown
    for cause in shown:
        assert f'"{cause}"' in script + browser + page

"""The chain itself: the page starts Python under its policy, from this host alone."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tools import build

from .conftest import START_TIMEOUT, Guard, expect_accessible


def test_python_starts(shared_app: Page) -> None:
    expect(shared_app.locator("html")).to_have_attribute("data-pyroll", "ready")


def test_policy_is_the_strict_one(shared_app: Page) -> None:
    policy = shared_app.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content") or ""
    directives = {words[0]: words[1:] for part in policy.split(";") if (words := part.split())}
    assert directives == {
        "default-src": ["'none'"],
        "script-src": ["'self'", "'wasm-unsafe-eval'"],
        "style-src": ["'self'"],
        "img-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "worker-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
        "require-trusted-types-for": ["'script'"],
        "trusted-types": ["pyroll-sw", "pyroll-snapshot", "pyroll-html"],
    }


def test_pages_here_start_as_on_a_later_visit(shared_app: Page) -> None:
    """Else all tests would take longer, and look at another start than most people have."""
    expect(shared_app.locator("html")).to_have_attribute("data-start", "snapshot")


def test_page_offers_no_way_round_the_policy(shared_app: Page) -> None:
    markup = "[style], script:not([src]):not([type=py]), style, iframe, object, embed, base"
    assert shared_app.locator(markup).count() == 0


def test_build_works_from_a_sub_path(page: Page, serve: Callable[[Path], str], tmp_path: Path) -> None:
    build.fill(tmp_path / "jeux" / "pyroll")
    page.goto(serve(tmp_path) + "/jeux/pyroll/")
    expect(page.locator("html")).to_have_attribute("data-pyroll", "ready", timeout=START_TIMEOUT)


@pytest.mark.page_errors_expected
def test_guard_sees_what_a_page_must_not_do(app: Page, page_guard: Guard) -> None:
    app.evaluate("console.error('seen')")
    app.evaluate("setTimeout(() => { throw new Error('thrown') })")
    app.evaluate("document.body.setAttribute('style', 'color: red')")
    app.evaluate("try { document.body.innerHTML = '<b>' } catch {}")
    with app.expect_event("requestfailed"):
        app.evaluate("void fetch('./static/absent.txt').finally(() => { location.href = 'https://example.org/' })")
    logged = "\n".join(page_guard.errors)
    for expected in ("seen", "thrown", "style-src", "TrustedHTML"):
        assert expected in logged
    assert page_guard.foreign == ["https://example.org/"]
    page_guard.foreign.clear()


def test_axe_sees_what_not_everybody_can_use(app: Page) -> None:
    app.evaluate("document.getElementById('go').replaceChildren()")
    with pytest.raises(AssertionError, match="button-name"):
        expect_accessible(app)

"""Spoilt and hostile lines in the page's address: each gets its sentence, nothing breaks, nothing runs.

``PYROLL_FUZZ_SEED`` for other lines.
"""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

from pyroll.line import Refusal, read
from pyroll.resolve import Contest, Single, resolve
from tests.test_fuzz import LINES, SEED, spoilt

from .conftest import Guard

COUNT = 50
RUN = "globalThis.owned=1"
HOSTILE = [
    f"<script>{RUN}</script>?x=1",
    f"patchwork?characteristic=<img src=x onerror={RUN}>",
    f"patchwork?<svg onload={RUN}>=1",
    f"patchwork?%3Cimg%20src%3Dx%20onerror%3D{RUN}%3E=1",
    f"javascript:{RUN}",
    f'tur?value="><a href="javascript:{RUN}" autofocus onfocus={RUN}>',
    "ecor?__proto__=1&constructor=2&toString=3&elements=4&submit=5",
    "abc?id=forms&name=x&hidden=1&opposed=yes&reading.=1&opponent.=1",
    "flamme?characteristic={0.__class__}&skill={actor}&flame=%s",
    "patchwork?characteristic=" + "9" * 4000,
    "tur?" + "&".join(["value=1"] * 500),
    "patchwork?@" + ",".join(["10"] * 400),
    "ecor?characteristic=15&skill=15@" + ",".join(["6"] * 60),
    "#" * 20 + "?=&@/",
    "patchwork?characteristic=7\u202e&skill=\u0000",
]

# The page has heard of the new address when this listener, added last, hears of it.
OPEN = """line => new Promise((heard) => {
  const before = location.hash;
  addEventListener("hashchange", () => setTimeout(heard), { once: true });
  location.hash = line;
  if (location.hash === before) dispatchEvent(new HashChangeEvent("hashchange"));
})"""


def test_fifty_spoilt_addresses_and_some_hostile_ones(app: Page, page_guard: Guard) -> None:
    rng = random.Random(SEED)
    lines = [*HOSTILE, *(spoilt(rng.choice(LINES), rng) for _ in range(COUNT))]
    scripts = app.locator("script").count()
    refused = 0
    for line in lines:
        app.evaluate(OPEN, line.encode("utf-8", "replace").decode("utf-8"))
        refused += check(app, str(app.evaluate("location.hash")).removeprefix("#"))
        assert not page_guard.errors, line
    assert refused > COUNT / 5
    assert app.evaluate("globalThis.owned") is None
    expect(app.locator("script")).to_have_count(scripts)
    expect(app.locator("img, iframe, a[href^=javascript]")).to_have_count(0)

    # and the page still works
    app.evaluate(OPEN, "tur?value=7@4,3")
    expect(app.locator("#verdict")).to_have_attribute("data-line", "tur?value=7@4,3")
    expect(app.locator("#faults")).to_be_empty()


def check(page: Page, line: str) -> bool:
    """The page says of this line what the rules say; whether they refuse it."""
    expect(page.locator("html")).to_have_attribute("data-pyroll", "ready")
    if not line:
        return False
    test = read(line)
    result = test if isinstance(test, Refusal) or test.faces is None else resolve(test)
    faults = page.locator("#faults")
    match result:
        case Refusal(problems):
            expect(faults.locator("li"), line).to_have_count(len(problems))
            assert all(said.strip().endswith(".") for said in faults.locator("li").all_inner_texts()), line
            expect(page.locator("#verdict")).to_be_empty()
            return True
        case Single() | Contest():
            expect(page.locator("#verdict")).not_to_be_empty()
        case _:
            expect(page.locator("#roll")).to_contain_text("Lancer")
    expect(faults).to_be_empty()
    return False

"""The page's policy on every screen: whatever gets into the page cannot run, load, send or style anything.

And what the browser kept for the page may be anything: it starts, and says what it could not read.
"""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from pyroll.systems import systems
from tests.test_attacks import DEEP, RUN

from .conftest import START_TIMEOUT, Guard, open_page
from .test_hostile import OPEN
from .test_journal import go

SCREENS = [
    "/",
    "/saisie",
    "/reglages",
    "/personnages",
    "/journal",
    "/regles",
    "/regles/abc",
    "/groupe",
    "/recu/fiche/zzzz",
    "/recu/lectures/tur?",
    "tur?value=7@4,3",
]

# The directives that must each have stopped something
STOPPING = {
    "base-uri",
    "connect-src",
    "frame-src",
    "img-src",
    "require-trusted-types-for",
    "script-src-elem",
    "style-src-attr",
    "style-src-elem",
    "trusted-types",
}

# Everything that a text which became HTML, or a script that got in, would try. Gives the directives that stopped it.
ATTEMPTS = """async (wanted) => {
  delete globalThis.owned;
  const stopped = new Set();
  const note = (event) => stopped.add(event.effectiveDirective);
  document.addEventListener("securitypolicyviolation", note);
  const attempt = (what) => { try { return what(); } catch { return undefined; } };
  const add = (name, attributes) => attempt(() => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) attempt(() => element.setAttribute(key, value));
    document.body.append(element);
    return element;
  });
  const elsewhere = "http://127.0.0.1:9/";
  await new Promise((done) => setTimeout(done)); // what a debugger evaluates at once is above the policy
  const inline = document.createElement("script");
  attempt(() => { inline.textContent = "owned = 1"; document.body.append(inline); });
  add("script", { src: elsewhere });
  attempt(() => eval("owned = 2"));
  attempt(() => new Function("owned = 3")());
  attempt(() => setTimeout("owned = 4"));
  attempt(() => { document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='owned = 5'>"); });
  add("button", { onclick: "owned = 6" })?.click();
  add("img", { src: elsewhere });
  add("iframe", { src: elsewhere });
  add("object", { data: elsewhere });
  add("link", { rel: "stylesheet", href: elsewhere });
  add("base", { href: elsewhere });
  const box = add("div", { style: "color: rgb(1, 2, 3)" });
  const form = add("form", { action: elsewhere, method: "post" });
  attempt(() => HTMLFormElement.prototype.submit.call(form));
  attempt(() => new Worker(URL.createObjectURL(new Blob(["postMessage(1)"]))));
  await import(elsewhere).then(() => { globalThis.owned = 8; }, () => {});
  attempt(() => trustedTypes.createPolicy("mine", { createHTML: (text) => text }));
  await fetch(elsewhere).then(() => { globalThis.owned = 7; }, () => {});
  attempt(() => navigator.sendBeacon(elsewhere, "x"));
  attempt(() => new WebSocket("ws://127.0.0.1:9/"));
  const deadline = performance.now() + 20_000; // each is told of in a turn of its own
  do await new Promise((done) => setTimeout(done, 50));
  while (!wanted.every((directive) => stopped.has(directive)) && performance.now() < deadline);
  document.removeEventListener("securitypolicyviolation", note);
  const styled = getComputedStyle(box).color === "rgb(1, 2, 3)";
  return { stopped: [...stopped].sort(), owned: globalThis.owned ?? null, styled };
}"""

INLINE = """() => [...document.querySelectorAll("*")].flatMap((one) =>
  [...one.attributes].filter(({ name, value }) =>
    name === "style" || name.startsWith("on") || /^\\s*(javascript|data):/i.test(value)
  ).map(({ name }) => `${one.tagName} ${name}`)
)"""


@pytest.mark.page_errors_expected
def test_nothing_runs_loads_or_leaves_on_any_screen(app: Page) -> None:
    for screen in SCREENS:
        app.evaluate(OPEN, screen)
        expect(app.locator("main:visible, dialog:visible").first).to_be_visible()
        assert app.evaluate(INLINE) == [], screen
        found = app.evaluate(ATTEMPTS, sorted(STOPPING))
        assert found["owned"] is None, screen
        assert not found["styled"], screen
        assert set(found["stopped"]) >= STOPPING, (screen, STOPPING - set(found["stopped"]))
        # A new document: the attempts' leavings are none of the next screen's
        app.reload()
        expect(app.locator("html")).to_have_attribute("data-pyroll", "ready", timeout=START_TIMEOUT)


RECORDS = """async (records) => {
  const database = await new Promise((resolve) => {
    indexedDB.open("pyroll", 1).onsuccess = ({ target }) => resolve(target.result);
  });
  const transaction = database.transaction(["records"], "readwrite");
  for (const [kind, key, value] of records)
    transaction.objectStore("records").put({ kind, key, value, revision: 1 });
  await new Promise((resolve) => { transaction.oncomplete = resolve; });
  database.close();
}"""

STORED = {
    "pyroll.system": "__proto__",
    "pyroll.theme": '"><script>',
    "pyroll.hand": DEEP,
    "pyroll.form.tur": f"value={RUN}&reading.x={RUN}&__proto__=1",
    "pyroll.form.patchwork": "characteristic=" + "9" * 5000,
    "pyroll.open.why": "[object]",
}


def test_whatever_the_browser_kept_the_page_starts_and_goes_on(page: Page, site: str, page_guard: Guard) -> None:
    open_page(page, site)
    go(page, "Journal")  # the store is there now
    expect(page.get_by_role("heading", name="Journal")).to_be_visible()
    hostile = ["{", "[" * 3000, json.dumps({"id": "x", "name": RUN}), json.dumps(RUN), "null", DEEP]
    records = [
        [kind, f"{kind}-{place}", value] for kind in ("sheet", "journal") for place, value in enumerate(hostile)
    ]
    settings = ["last_backup", *(f"group-{system.key}" for system in systems())]
    records += [["setting", key, json.dumps("[" * 3000)] for key in settings]
    page.evaluate(RECORDS, records)
    page.evaluate(
        """(stored) => {
          for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
          sessionStorage.setItem("pyroll.hand", stored["pyroll.hand"]);
          sessionStorage.setItem("pyroll.unwritten", `${stored["pyroll.hand"]}\\n{\\n`);
        }""",
        STORED,
    )
    open_page(page, site)  # the address has no roll: it comes from what was kept, if anything does
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-pyroll", "ready", timeout=START_TIMEOUT)
    for screen in SCREENS:
        page.evaluate(OPEN, screen)
        expect(page.locator("html")).to_have_attribute("data-pyroll", "ready")
    go(page, "Journal")
    expect(page.get_by_role("status").filter(has_text="6 enregistrements illisibles")).to_be_visible(timeout=30_000)
    assert page.evaluate("globalThis.owned") is None
    go(page, "Test")
    page.locator("#go").click()
    expect(page.locator("#verdict")).not_to_be_empty()
    assert not page_guard.errors

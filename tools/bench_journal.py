"""How fast a long journal answers, in Chromium: filtered, searched, scrolled, opened, with 20,000 rolls in it.

    python -m tools.bench_journal [--runs N]

Beside them the same on a journal of 3,000 rolls, in the same run; at normal speed and with the processor slowed down
six times; medians, in ms. The clock is bench_page's.
"""

import argparse
import itertools
import re
import statistics
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tools import chromium
from tools.bench_page import SPEEDS, WATCH, serving
from tools.bench_start import KEEP, ROLLS, rolls

FEW = 3000
LIMIT = 100.0  # ms at normal speed, however many rolls there are

# Each act, and what has changed on the screen when it is answered. Each does change something.
ACTS: Mapping[str, str] = {
    "search": """(turn) => act(() => {
      const input = document.querySelector("#filters [name=search]");
      input.value = turn % 2 ? "escrime" : "esquive";
      input.dispatchEvent(new Event("input", { bubbles: true }));
    })""",
    "filter by verdict": """(turn) => act(() => {
      const box = document.querySelector("#filters [name=kind][value=ok]");
      box.checked = !box.checked;
      box.dispatchEvent(new Event("change", { bubbles: true }));
    })""",
    "fifty older rolls": """() => act(() => document.querySelector("#journal-more button").click())""",
    "open a roll": """() => act(() => document.querySelector("#journal-list [data-entry]").click())""",
}
ACT = """
globalThis.act = (what) => {
  let drawn = false;
  const observer = new MutationObserver(() => { drawn = true; });
  for (const place of ["journal-list", "journal-head"])
    observer.observe(document.getElementById(place), { subtree: true, childList: true, characterData: true });
  const late = new Promise((_, reject) => setTimeout(reject, 20_000, "nothing has changed"));
  return Promise.race([measure(what, () => drawn), late]).finally(() => observer.disconnect());
};
"""


def journal(browser: Browser, address: str, count: int) -> Page:
    """The journal's screen, all of it read."""
    page = browser.new_page(locale="fr-FR", viewport={"width": 1180, "height": 820})
    page.add_init_script(WATCH + ACT)
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("data-pyroll", "ready", timeout=60_000)
    records = rolls(count)
    for start in range(0, count, 2000):
        if not page.evaluate(KEEP, records[start : start + 2000]):
            raise SystemExit("bench: the journal was not kept")
    page.goto(f"{address}#/journal")
    said = re.compile(rf"^{count}\sjets$")  # nothing of "being read" any more
    expect(page.locator("#journal-head [role=status]")).to_have_text(said, timeout=300_000)
    page.wait_for_timeout(3000)  # the ranks of what is drawn come after it
    return page


def measured(page: Page, runs: int) -> Iterator[tuple[str, int, float]]:
    devtools = page.context.new_cdp_session(page)
    turns = itertools.count()
    for name, script in ACTS.items():
        for speed in SPEEDS:
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": speed})
            taken = []
            for _ in range(runs):
                taken.append(float(page.evaluate(script, next(turns))))
                page.wait_for_timeout(700)
            yield name, speed, statistics.median(taken)
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench_journal", description="Measure a long journal.")
    parser.add_argument("--runs", type=int, default=7)
    runs = parser.parse_args().runs
    found: dict[tuple[str, int, int], float] = {}
    with (
        tempfile.TemporaryDirectory() as place,
        serving(Path(place) / "site") as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium.executable(), args=list(chromium.FLAGS))
        for count in (FEW, ROLLS):
            page = journal(browser, address, count)
            found |= {(name, speed, count): taken for name, speed, taken in measured(page, runs)}
            page.close()
        browser.close()
    print(f"| journal | {FEW} rolls | {ROLLS} | {FEW}, ×6 | {ROLLS}, ×6 |\n|---|--:|--:|--:|--:|")
    for name in ACTS:
        figures = (f"{found[name, speed, count]:.0f}" for speed in SPEEDS for count in (FEW, ROLLS))
        print(f"| {name} | {' | '.join(figures)} |")
    slow = [name for name in ACTS if found[name, 1, ROLLS] > LIMIT]
    print("\n".join(f"bench: {name}: {found[name, 1, ROLLS]:.0f} ms > {LIMIT} ms" for name in slow))


if __name__ == "__main__":
    main()

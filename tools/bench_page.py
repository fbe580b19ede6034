"""How fast the page answers, in Chromium: from a changed field to painted odds, and from a tap to a painted verdict.

    python -m tools.bench_page [--runs N]

The largest usual form of each system in the built site, at normal speed and with the processor slowed down six times;
medians. The clock is the page's own: it starts in the event that a finger causes, and stops when the answer is in the
page and laid out.
"""

import argparse
import contextlib
import statistics
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import CDPSession, Page, expect, sync_playwright

from tools import build, chromium
from tools.serve import make_server

SPEEDS = (1, 6)
LIMITS = {1: 16.7, 6: 100.0}  # ms, from a changed field to painted odds, from a tap to a painted verdict

# The largest form that a table would fill, the field that is changed, and one beside it that makes each change new.
FORMS = {
    "Patchwork": ("patchwork?characteristic=8&skill=9&modifier=2&action_points=2", "skill", "characteristic"),
    "Patchwork, opposition": (
        "patchwork?characteristic=8&skill=9&action_points=3&opponent.skill=8",
        "skill",
        "characteristic",
    ),
    "ABC": ("abc?attribute=14&skill=10&tools_bonus=2&help_bonus=2&hindrances=3", "attribute", "skill"),
    "TUR": ("tur?value=12&difficulty=hard&modifier=3", "value", "modifier"),
    "Dés de Flamme": (
        "flamme?characteristic=10&skill=10&difficulty=6&flame=6&aspect=6&dark_aspect=3&eclat_dice=4&eclat_raises=3",
        "skill",
        "characteristic",
    ),
    "Dés de Flamme, opposition": (
        "flamme?characteristic=10&skill=10&flame=6&aspect=6&dark_aspect=3&opponent.characteristic=9"
        "&opponent.skill=9&opponent.flame=-5&opponent.dark_aspect=5",
        "skill",
        "characteristic",
    ),
    "Eco-Я": (
        "ecor?characteristic=10&skill=10&environment=4&helpers=6&difficulty=strong",
        "skill",
        "characteristic",
    ),
    "Eco-Я, opposition": (
        "ecor?characteristic=10&skill=10&helpers=4&opponent.characteristic=9&opponent.skill=9",
        "skill",
        "characteristic",
    ),
}

# What a finger does, and how long until the answer is in the page and laid out. Waiting for the screen's own rhythm
# is left out: it would add up to a frame, whatever the page does.
WATCH = """
globalThis.measure = (act, shown) => new Promise((resolve) => {
  const began = performance.now();
  act();
  const look = () => {
    if (!shown()) return setTimeout(look, 0);
    document.body.offsetHeight;
    resolve(performance.now() - began);
  };
  look();
});
"""

EDIT = """([place, value]) => measure(() => {
  const input = document.querySelector(place);
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}, () => !document.querySelector("#odds .pr-odds__seg--wait"))"""

# Throws are told apart by a class that changes from one to the next: the dice may be the same. Many dice come a frame
# after their verdict; that wait is part of the second figure.
ROLL = """async () => {
  const before = document.querySelector("#dice").className;
  const began = performance.now();
  const verdict = await measure(() => document.getElementById("go").click(),
    () => document.querySelector("#dice").className !== before);
  if (!document.querySelector("#dice.is-past")) return [verdict, verdict];
  await measure(() => {}, () => !document.querySelector("#dice.is-past"));
  return [verdict, performance.now() - began];
}"""


# A full group, thrown for these tests
GROUPS = {
    **{name: FORMS[name][0] for name in ("Patchwork, opposition", "ABC", "TUR", "Eco-Я, opposition")},
    "Dés de Flamme": "flamme?characteristic=4&skill=3&difficulty=4&flame=3&aspect=2",
    "Dés de Flamme, ten flame dice each": FORMS["Dés de Flamme"][0],
}
GROUP_LIMIT = 100.0  # ms of the processor's time at normal speed, from a tap to fifty rows laid out

GROUP = """() => {
  const rows = document.getElementById("group-table");
  const before = rows.textContent;
  return measure(() => document.getElementById("group-go").click(), () => rows.textContent !== before);
}"""


@dataclass(frozen=True)
class Row:
    """A form at one speed: medians in ms."""

    form: str
    speed: int
    odds: float
    verdict: float
    dice: float


def settle(page: Page) -> None:
    """Until everything was weighed: nothing of the last change is counted to the next one."""
    page.wait_for_timeout(60)
    expect(page.locator("#advice .pr-advice__wait")).to_have_count(0, timeout=60_000)
    expect(page.locator("#odds .pr-odds__seg--wait")).to_have_count(0, timeout=60_000)


def measured(page: Page, devtools: CDPSession, runs: int) -> Iterator[Row]:
    page.set_default_timeout(30_000)
    for title, (line, name, beside) in FORMS.items():
        key = line.partition("?")[0]
        other = f"#{key}-{beside}"
        page.evaluate("line => { location.hash = line }", line)
        settle(page)
        start = int(page.locator(f"#{key}-{name}").input_value())
        for speed in SPEEDS:
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": speed})
            odds, verdicts, dice = [], [], []
            for turn in range(runs):
                # Each value is new at its speed: nothing of it is remembered
                page.evaluate(
                    "([place, value]) => { document.querySelector(place).value = value }", [other, turn % 9]
                )
                odds.append(page.evaluate(EDIT, [f"#{key}-{name}", start - turn // 9 - (speed > 1)]))
                settle(page)
                verdict, whole = page.evaluate(ROLL)
                verdicts.append(verdict)
                dice.append(whole)
                settle(page)
            yield Row(title, speed, *map(statistics.median, (odds, verdicts, dice)))
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})


@dataclass(frozen=True)
class Many:
    """Fifty rows thrown at once: medians in ms, by the clock and of the processor's time."""

    form: str
    speed: int
    painted: float
    worked: float


def _worked(devtools: CDPSession) -> float:
    """Milliseconds that the page's thread has worked so far."""
    found = devtools.send("Performance.getMetrics")["metrics"]
    return 1000 * next(float(one["value"]) for one in found if one["name"] == "TaskDuration")


def groups_measured(page: Page, devtools: CDPSession, runs: int) -> Iterator[Many]:
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    for title, line in GROUPS.items():
        page.evaluate("line => { location.hash = line }", line)
        settle(page)
        page.evaluate("location.hash = '/groupe'")
        expect(page.get_by_role("heading", name="Groupe")).to_be_visible(timeout=60_000)
        page.evaluate("document.getElementById('group-paste').open = true")
        lines = page.get_by_role("textbox", name="Lignes", exact=True)
        lines.fill("\n".join(f"Gobelin {n} ; {n % 8 + 3}" for n in range(50)))
        page.get_by_role("button", name="Ajouter ces lignes").click()
        expect(page.get_by_role("row")).to_have_count(51, timeout=60_000)
        page.wait_for_timeout(3000)  # the chances come after the rows
        for speed in SPEEDS:
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": speed})
            painted, worked = [], []
            for _ in range(runs):
                before = _worked(devtools)
                painted.append(page.evaluate(GROUP))
                worked.append(_worked(devtools) - before)
                page.wait_for_timeout(600)  # the journal comes after the rows, too
            yield Many(title, speed, statistics.median(painted), statistics.median(worked))
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        page.get_by_role("button", name="Vider la liste").click()
        page.evaluate("location.hash = '/'")


def group_table(rows: list[Many]) -> str:
    head = ["| fifty rows | ms | ms ×6 | of the processor, ms |", "|---|--:|--:|--:|"]
    lines = []
    for title in GROUPS:
        normal, slow = (next(row for row in rows if row.form == title and row.speed == speed) for speed in SPEEDS)
        lines.append(f"| {title} | {normal.painted:.1f} | {slow.painted:.1f} | {normal.worked:.1f} |")
    return "\n".join([*head, *lines])


def table(rows: list[Row]) -> str:
    head = ["| form | odds, ms | ×6 | verdict, ms | ×6 | its dice, ms | ×6 |", "|---|--:|--:|--:|--:|--:|--:|"]
    lines = []
    for title in FORMS:
        normal, slow = (next(row for row in rows if row.form == title and row.speed == speed) for speed in SPEEDS)
        figures = (getattr(row, name) for name in ("odds", "verdict", "dice") for row in (normal, slow))
        lines.append(f"| {title} | {' | '.join(f'{figure:.1f}' for figure in figures)} |")
    return "\n".join([*head, *lines])


@contextlib.contextmanager
def serving(site: Path) -> Iterator[str]:
    """The site as it is built; gives its address."""
    build.fill(site)
    server = make_server(site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def run(runs: int, *, forms: bool = True) -> tuple[list[Row], list[Many]]:
    with (
        tempfile.TemporaryDirectory() as place,
        serving(Path(place) / "site") as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium.executable(), args=list(chromium.FLAGS))
        page = browser.new_page(locale="fr-FR", viewport={"width": 1180, "height": 820})
        page.add_init_script(WATCH)
        page.goto(address)
        expect(page.locator("html")).to_have_attribute("data-pyroll", "ready", timeout=60_000)
        devtools = page.context.new_cdp_session(page)
        rows = list(measured(page, devtools, runs)) if forms else []
        many = list(groups_measured(page, devtools, runs))
        browser.close()
    return rows, many


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench_page", description="Measure the page's answers.")
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--groups", action="store_true", help="the groups only")
    options = parser.parse_args()
    rows, many = run(options.runs, forms=not options.groups)
    if rows:
        print(table(rows))
    print(group_table(many))
    slow = [row for row in many if row.speed == 1 and row.worked > GROUP_LIMIT]
    print("\n".join(f"bench: fifty rows, {row.form}: {row.worked:.1f} ms > {GROUP_LIMIT} ms" for row in slow))
    for row in rows:
        for what, taken in (("odds", row.odds), ("verdict", row.verdict)):
            if taken > LIMITS[row.speed]:
                print(f"bench: {row.form}, {what} ×{row.speed}: {taken:.1f} ms > {LIMITS[row.speed]} ms")


if __name__ == "__main__":
    main()

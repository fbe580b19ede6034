"""How long until Python judged a test: from the navigation to the verdict of a deep link, in Chromium.

    python -m tools.bench_start [--runs N] [--cases abcd]

Four starts, each at normal speed and with the processor slowed down four times, taken in turn in one run:

    a  a bare PyScript "hello" with the same versions, exactly as npm ships them
    b  pyroll, first visit: a new profile, everything over HTTP
    c  pyroll again: the browser relaunched, offline from its worker (over HTTP while the site has none)
    d  the same with a journal of 20,000 rolls
"""

import argparse
import contextlib
import functools
import gzip
import json
import mimetypes
import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright

from pyroll.journal import Digest, Entry, Rolled
from pyroll.journal_files import event_json
from tools import build, chromium
from tools.serve import ROOT, Handler, Server

LINK = "#tur?value=7@4,3"
SPEEDS = (1, 4)
WAIT = 120_000  # ms
ROLLS = 20_000

KEEP = """async (records) => {
  const store = await import("./static/store.mjs");
  const operations = records.map(([key, value]) => ({ do: "append", kind: "journal", key, value }));
  return JSON.parse(await store.commit(JSON.stringify({ operations, schema: 1 }))).done;
}"""

# When the verdict of a test is in the page; the page's own clock starts with the navigation.
WATCH = """
globalThis.verdictAt = new Promise((resolve) => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector("#verdict[data-line]")) return;
    observer.disconnect();
    resolve(performance.now());
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-line"] });
});
"""

HELLO = """<!doctype html><meta charset="utf-8"><title>hello</title><link rel="icon" href="data:,">
<script type="module" src="./pyscript/core.js"></script>
<output id="verdict"></output>
<script type="py" config='{"interpreter": "./pyodide/pyodide.mjs"}'>
from pyscript import document
verdict = document.querySelector("#verdict")
verdict.textContent = "hello"
verdict.dataset.line = "hello"
</script>
"""


@dataclass(frozen=True)
class File:
    """A file as it is sent: compressed where that helps, as most hosts do."""

    content: bytes
    kind: str
    zipped: bool


def as_sent(path: Path) -> File:
    content, kind = path.read_bytes(), Handler.extensions_map.get(path.suffix) or mimetypes.guess_type(path)[0]
    small = gzip.compress(content, 6)
    zipped = len(small) < 0.9 * len(content)
    return File(small if zipped else content, kind or "application/octet-stream", zipped)


class Sender(BaseHTTPRequestHandler):
    """Sends from memory: what is measured is the browser, not this server."""

    protocol_version = "HTTP/1.1"

    def __init__(self, files: dict[str, File], *arguments: object) -> None:
        self._files = files
        super().__init__(*arguments)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        name = urlsplit(self.path).path
        file = self._files.get(name + "index.html" if name.endswith("/") else name)
        if file is None:
            self.send_error(404)
            return
        tag = f'"{hash(file.content)}"'
        known = self.headers.get("If-None-Match") == tag
        self.send_response(304 if known else 200)
        self.send_header("ETag", tag)
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Content-Type", file.kind)
        if file.zipped:
            self.send_header("Content-Encoding", "gzip")
        if not known:
            self.send_header("Content-Length", str(len(file.content)))
        self.end_headers()
        if not known:
            self.wfile.write(file.content)

    def log_message(self, *_: object) -> None:
        """Quiet."""


@contextlib.contextmanager
def sending(folder: Path) -> Iterator[str]:
    """Serve a folder as it is now; gives its address."""
    files = {f"/{path.relative_to(folder).as_posix()}": as_sent(path) for path in folder.rglob("*") if path.is_file()}
    server = Server(("127.0.0.1", 0), functools.partial(Sender, files))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@contextlib.contextmanager
def browser(playwright: Playwright, profile: Path) -> Iterator[BrowserContext]:
    context = playwright.chromium.launch_persistent_context(
        profile, executable_path=chromium.executable(), args=list(chromium.FLAGS), locale="fr-FR"
    )
    context.add_init_script(WATCH)
    context.set_default_timeout(WAIT)
    try:
        yield context
    finally:
        context.close()


def judged(page: Page, site: str, speed: int = 1) -> float:
    """Open the deep link; milliseconds until its verdict."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": speed})
    page.goto(site + LINK)
    return float(page.evaluate("verdictAt"))


def prepare(playwright: Playwright, site: str, profile: Path) -> bool:
    """Visit until everything is put away: the worker's copy, the snapshot, the compiled WebAssembly."""
    for _ in range(3):
        with browser(playwright, profile) as context:
            page = context.new_page()
            judged(page, site)
            if page.locator("html[data-offline]").count():
                page.locator("html:is([data-offline=ready], [data-offline=failed])").wait_for(state="attached")
            page.wait_for_timeout(5_000)
            offline = bool(page.evaluate("navigator.serviceWorker.getRegistration().then(Boolean)"))
    return offline


def rolls(count: int) -> list[tuple[str, str]]:
    """The records of so many rolls, alike but for their id and, in turn, one of two skills."""
    entry = Entry(
        id="e",
        line="tur?value=6@2,3",
        time="2026-08-01T20:14:05Z",
        origin="thrown",
        version="1",
        digest=Digest(True, None, 1),
    )
    raw = event_json(Rolled(entry))
    skills = ("Escrime", "Esquive")
    return [
        (key, json.dumps({**raw, "id": key, "label": skills[number % 2]}))
        for number, key in ((number, f"{number:06}") for number in range(count))
    ]


def fill_journal(playwright: Playwright, site: str, profile: Path) -> None:
    """As many rolls as years of play make."""
    records = rolls(ROLLS)
    with browser(playwright, profile) as context:
        page = context.new_page()
        judged(page, site)
        for start in range(0, ROLLS, 2000):
            if not page.evaluate(KEEP, records[start : start + 2000]):
                raise SystemExit("bench: the journal was not kept")


def quiet() -> None:
    """Wait a little for the processor to be idle, as far as others let it be."""

    def times() -> tuple[int, int]:
        fields = [int(one) for one in Path("/proc/stat").read_text(encoding="ascii").splitlines()[0].split()[1:]]
        return fields[3] + fields[4], sum(fields)

    for _ in range(20):
        idle, total = times()
        time.sleep(0.3)
        later_idle, later_total = times()
        if later_idle - idle > 0.9 * (later_total - total):
            return


@dataclass
class Case:
    """One of the starts at one speed."""

    name: str
    site: str
    speed: int
    profile: Path | None = None
    offline: bool = False
    taken: list[float] = field(default_factory=list)
    how: set[str] = field(default_factory=set)

    def take(self, playwright: Playwright) -> None:
        profile = self.profile or Path(tempfile.mkdtemp())
        quiet()
        try:
            with browser(playwright, profile) as context:
                page = context.new_page()
                context.set_offline(self.offline)
                self.taken.append(judged(page, self.site, self.speed))
                self.how.add(page.locator("html").get_attribute("data-start") or "plain")
        finally:
            if self.profile is None:
                shutil.rmtree(profile, ignore_errors=True)


def bare(folder: Path) -> None:
    shutil.copytree(ROOT / "node_modules" / "@pyscript" / "core" / "dist", folder / "pyscript")
    shutil.copytree(ROOT / "node_modules" / "pyodide", folder / "pyodide")
    (folder / "index.html").write_text(HELLO, encoding="utf-8")


def table(cases: list[Case]) -> str:
    lines = ["| start | processor | median ms | least – most | of a | how |", "|---|---|---|---|---|---|"]
    for case in cases:
        middle = statistics.median(case.taken)
        ratios = [f"{middle / first:.2f}" for first in _first(cases, "a", case)]
        spread = f"{min(case.taken):.0f} – {max(case.taken):.0f}"
        how = ", ".join(sorted(case.how)) + (", offline" if case.offline else "")
        lines.append(f"| {case.name} | ×{case.speed} | {middle:.0f} | {spread} | {''.join(ratios)} | {how} |")
    return "\n".join(lines)


def _first(cases: list[Case], name: str, case: Case) -> list[float]:
    """The median of the case with this name at the same speed, if it was taken."""
    return [statistics.median(one.taken) for one in cases if one.name == name and one.speed == case.speed]


def journal_ratio(cases: list[Case]) -> str:
    """What a long journal does to the start: d against c, run by run."""
    lines = []
    for speed in SPEEDS:
        pairs = [[one.taken for one in cases if one.name == name and one.speed == speed] for name in "cd"]
        if all(pairs):
            ratios = sorted(long / short for short, long in zip(pairs[0][0], pairs[1][0], strict=True))
            middle = statistics.median(ratios)
            lines.append(f"d of c, ×{speed}: {middle:.2f} ({ratios[0]:.2f} – {ratios[-1]:.2f})")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench_start", description="Time Python's start.")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--cases", default="abcd")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        hello, site, profile, full = (Path(place) / name for name in ("hello", "site", "profile", "full"))
        bare(hello)
        build.fill(site)
        with sending(hello) as a, sending(site) as b:
            offline = prepare(playwright, b, profile)
            prepare(playwright, b, full)
            fill_journal(playwright, b, full)
            cases = [Case("a", a, speed) for speed in SPEEDS]
            cases += [Case("b", b, speed) for speed in SPEEDS]
            for speed in SPEEDS:
                cases += [Case("c", b, speed, profile, offline), Case("d", b, speed, full, offline)]
            cases = [case for case in cases if case.name in options.cases]
            for _ in range(options.runs):
                for case in cases:
                    case.take(playwright)
    print(table(cases))
    print(journal_ratio(cases))


if __name__ == "__main__":
    main()

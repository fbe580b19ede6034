"""The list of a built site's files, with sizes and hashes: what its worker keeps, and what the page checks.

    static/files.json   {"version", "build", "news", "files": [[address, bytes, hash], …]}

sw.js carries the hash of that list, which makes it another worker for any change of any file. index.html carries
``build``, a digest of all other files: a page that finds another one in the list was pieced together from two
versions. Hashes are written as browsers read them ("sha256-…"), so that they check them by themselves.
"""

import base64
import hashlib
import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = "static/files.json"
WORKER = "sw.js"
PLACEHOLDER = 'const LIST = "development";'
# The bare address stands for index.html: hosts may send that name elsewhere, and a worker must not answer so
PAGE, PAGE_ADDRESS = "index.html", "./"
# Carried along, but nobody needs them to play
NOTICES = re.compile(r"static/vendor/licenses/.*|LICENSE|THIRD_PARTY\.md")
CHARSET = '<meta charset="utf-8">\n'


def is_notice(name: str) -> bool:
    """Whether this file of the site is a licence or a notice."""
    return NOTICES.fullmatch(name) is not None


def integrity(content: bytes) -> str:
    """A hash as the browser's ``integrity`` wants it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(content).digest()).decode()


def build_of(site: Path) -> str:
    """A name for all files of the site but its page, worker and list, by their contents."""
    digest = hashlib.sha256()
    for path in listed(site):
        name = path.relative_to(site).as_posix()
        if name != PAGE:
            digest.update(f"{name} {integrity(path.read_bytes())}\n".encode())
    return digest.hexdigest()[:12]


def add_to(site: Path) -> None:
    """Give a built site its list, and its worker and page their version. The last step of a build."""
    build = build_of(site)
    page = site / PAGE
    html = re.sub(r'<meta name="pyroll-build".*\n', "", page.read_text(encoding="utf-8"))
    html = html.replace(CHARSET, f'{CHARSET}<meta name="pyroll-build" content="{build}">\n', 1)
    page.write_text(html, encoding="utf-8")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    listed = {"version": _version(), "build": build, "news": news(changelog), "files": _entries(site)}
    content = (json.dumps(listed, ensure_ascii=False, separators=(",", ":")) + "\n").encode()
    (site / LIST).write_bytes(content)
    script = (ROOT / WORKER).read_text(encoding="utf-8")
    if script.count(PLACEHOLDER) != 1:
        raise SystemExit(f"build: {WORKER} has no place for the hash of its list")
    (site / WORKER).write_text(script.replace(PLACEHOLDER, f'const LIST = "{integrity(content)}";'), encoding="utf-8")


def news(changelog: str) -> list[list[object]]:
    """The changelog as the page shows it: each version's title and its points."""
    sections = re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]
    told: list[list[object]] = []
    for section in sections:
        title, _, body = section.partition("\n")
        points = re.findall(r"^- (.+(?:\n  .+)*)", body, re.MULTILINE)
        told.append([title.strip(), [re.sub(r"\s+", " ", point) for point in points]])
    return told


def listed(site: Path) -> list[Path]:
    """What the list names: all but the worker, the list itself and the notices."""
    files = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    left_out = {WORKER, LIST, *filter(is_notice, files), *(name for name in files if name.startswith("."))}
    return [files[name] for name in sorted(files.keys() - left_out)]


def _entries(site: Path) -> list[list[object]]:
    entries: list[list[object]] = []
    for path in listed(site):
        name = path.relative_to(site).as_posix()
        content = path.read_bytes()
        entries.append([PAGE_ADDRESS if name == PAGE else f"./{name}", len(content), integrity(content)])
    return entries


def _version() -> str:
    found = re.search(r'^__version__ = "(.+)"$', (ROOT / "pyroll/__init__.py").read_text(encoding="utf-8"), re.M)
    if found is None:
        raise SystemExit("build: pyroll/__init__.py gives no version")
    return found[1]

"""What a built site starts from (static/start.mjs): its Python files in one, and a snapshot of Python's memory.

What is in a snapshot wins over newer files beside it. Both are therefore named by everything that they were made of,
and the site's index.html names them. The working tree names none: there, PyScript fetches the files one by one, and
an edited file always counts.
"""

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MADE = ROOT / "build" / "snapshots"
RUNTIME = (Path("static/vendor/pyodide"), Path("static/vendor/pyscript"))
BUILDERS = (ROOT / "tools" / "build_snapshot.mjs", ROOT / "tools" / "site.mjs")
KEPT = 4  # snapshots of earlier sources: going back and forth costs nothing
START = '<script type="module" src="./static/start.mjs"></script>\n'
# Before it, and at once: a module waits until the page is read
SNAPSHOT = '<script src="./static/snapshot.js"></script>\n'
# What start.mjs imports, which would be asked for once that has come; and what PyScript asks for one after the other,
# while Python's start keeps the page busy
SOON = ("pyodide/pyodide.mjs", "pyscript/core-*.js", "pyscript/toml-*.js", "pyscript/error-*.js")


def name(site: Path, files: Mapping[str, str]) -> str:
    """What both are called. ``files``: address in the site -> place beside the running Python."""
    runtime = (path.relative_to(site).as_posix() for folder in RUNTIME for path in (site / folder).iterdir())
    digest = hashlib.sha256()
    for path in (*BUILDERS, *(site / address for address in sorted({*files, *runtime}))):
        digest.update(path.name.encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return f"pyroll-{digest.hexdigest()[:16]}"


def snapshot(site: Path, called: str) -> Path:
    """The snapshot of a site whose files still lie side by side; taken anew only when something has changed."""
    path = MADE / f"{called}.snap"
    if not path.exists():
        MADE.mkdir(parents=True, exist_ok=True)
        for old in sorted(MADE.glob("*.snap"), key=lambda one: one.stat().st_mtime, reverse=True)[KEPT - 1 :]:
            old.unlink(missing_ok=True)
        # Beside, then into its place: another run never finds half of it
        fresh = path.with_suffix(f".{site.stat().st_ino}")
        subprocess.run(["node", "tools/build_snapshot.mjs", str(site), str(fresh)], cwd=ROOT, check=True)
        fresh.replace(path)
    return path


def packed(site: Path, files: Mapping[str, str]) -> str:
    """All the files in one: place -> content."""
    contents = {place: (site / address).read_text(encoding="utf-8") for address, place in files.items()}
    return json.dumps(contents, ensure_ascii=False, separators=(",", ":"))


def pack(site: Path, files: Mapping[str, str]) -> None:
    """Turn a folder whose files lie side by side, as in the working tree, into what is deployed."""
    called = name(site, files)
    shutil.copyfile(snapshot(site, called), site / "static" / f"{called}.snap")
    (site / "static" / f"{called}.json").write_text(packed(site, files), encoding="utf-8")
    for address in files:
        (site / address).unlink()
        for folder in (site / address).parents:
            if folder != site and not any(folder.iterdir()):
                folder.rmdir()
    config = site / "pyscript.toml"
    config.write_text(config.read_text(encoding="utf-8").partition("\n[files]")[0], encoding="utf-8")
    _name_it(site, called)


def _name_it(site: Path, called: str) -> None:
    index = site / "index.html"
    html = index.read_text(encoding="utf-8")
    if START not in html:
        html = html.replace('<script src="./static/boot.js">', START + '<script src="./static/boot.js">', 1)
    chunks = [path for pattern in SOON for path in sorted((site / "static/vendor").glob(pattern))]
    lines = [f'<meta name="pyroll-start" content="{called}">\n', SNAPSHOT, START]
    lines += [f'<link rel="modulepreload" href="./{path.relative_to(site).as_posix()}">\n' for path in chunks]
    html, count = re.subn(re.escape(START), "".join(lines), html)
    if count != 1 or len(chunks) != len(SOON):
        raise SystemExit("build: index.html cannot be told what the site starts from")
    index.write_text(html, encoding="utf-8")

"""The snapshot of Python's memory: made of the shipped sources, named by them, and holding no chance."""

import ast
import hashlib
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tools import build, snapshot

ROOT = Path(__file__).resolve().parent.parent
PAGE_ONLY = {"pyroll.app.browser"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built") / "site"
    build.fill(folder)
    return folder


@pytest.fixture(scope="module")
def held(site: Path) -> dict[str, Any]:
    """What is in the snapshot, restored by the site's own Python."""
    (made,) = site.glob("static/*.snap")
    command = ["node", "tools/check_snapshot.mjs", str(site), str(made)]
    answer: dict[str, Any] = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
    return answer


def test_it_holds_the_sources_that_are_shipped(site: Path, held: dict[str, Any]) -> None:
    shipped = {
        place: hashlib.sha256((site / address).read_bytes()).hexdigest()
        for address, place in build.python_files().items()
    }
    assert held["sources"] == shipped


def test_everything_but_the_edge_of_the_page_is_imported(held: dict[str, Any]) -> None:
    shipped = {
        place.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for place in build.python_files().values()
        if place.endswith(".py")
    }
    assert shipped - set(held["modules"]) == PAGE_ONLY


def test_the_page_names_the_snapshot_of_its_sources(site: Path) -> None:
    (made,) = site.glob("static/*.snap")
    assert made.name == snapshot.name(site, build.python_files())
    assert f'<meta name="pyroll-snapshot" content="{made.name}">' in (site / "index.html").read_text(encoding="utf-8")
    assert "pyroll-snapshot" not in (ROOT / "index.html").read_text(encoding="utf-8"), "there, edits always count"


@pytest.mark.parametrize("changed", ["pyroll/law.py", "static/vendor/pyodide/python_stdlib.zip"])
def test_any_change_gives_another_name(site: Path, tmp_path: Path, changed: str) -> None:
    other = tmp_path / "site"
    shutil.copytree(site, other)
    with (other / changed).open("ab") as file:
        file.write(b"\n")
    assert snapshot.name(other, build.python_files()) != snapshot.name(site, build.python_files())


def test_nothing_shipped_draws_from_random() -> None:
    """Restored, ``random`` gives the same numbers at every start; dice come from ``secrets``."""
    drawing = []
    for address in build.python_files():
        if address.startswith("pyroll/") and address.endswith(".py"):
            for node in ast.walk(ast.parse((ROOT / address).read_text(encoding="utf-8"))):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                if "random" in names or (isinstance(node, ast.ImportFrom) and node.module == "random"):
                    drawing.append(f"{address}:{node.lineno}")
    assert not drawing

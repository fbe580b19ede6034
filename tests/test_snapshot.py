"""What a built site starts from: made of the shipped sources, named by them, and holding no chance."""

import ast
import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tools import build, packing
from tools.bare import bare

ROOT = Path(__file__).resolve().parent.parent
PAGE_ONLY = {"pyroll.app.browser"}
RUNTIME = ("static/vendor/pyodide/python_stdlib.zip", "static/vendor/pyscript/core.js")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built") / "site"
    build.fill(folder)
    return folder


@pytest.fixture(scope="module")
def packed(site: Path) -> dict[str, str]:
    """Place -> content of each Python file."""
    (made,) = site.glob("static/pyroll-*.json")
    files: dict[str, str] = json.loads(made.read_text(encoding="utf-8"))
    return files


@pytest.fixture(scope="module")
def held(site: Path) -> dict[str, Any]:
    """What is in the snapshot, restored by the site's own Python."""
    (made,) = site.glob("static/*.snap")
    command = ["node", "tools/check_snapshot.mjs", str(site), str(made)]
    answer: dict[str, Any] = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
    return answer


def shipped(address: str) -> str:
    """A source goes without its comments."""
    return bare((ROOT / address).read_text(encoding="utf-8"))


def test_all_files_are_packed(site: Path, packed: dict[str, str]) -> None:
    assert packed == {place: shipped(address) for address, place in build.python_files().items()}
    assert not list(site.rglob("*.py")), "they are not shipped twice"
    assert "[files]" not in (site / "pyscript.toml").read_text(encoding="utf-8")


def test_the_snapshot_holds_the_sources_that_are_shipped(packed: dict[str, str], held: dict[str, Any]) -> None:
    hashes = {place: hashlib.sha256(content.encode()).hexdigest() for place, content in packed.items()}
    assert held["sources"] == hashes


def test_everything_but_the_edge_of_the_page_is_imported(packed: dict[str, str], held: dict[str, Any]) -> None:
    shipped = {place.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for place in packed}
    assert shipped - set(held["modules"]) == PAGE_ONLY


def test_what_pyscript_carries_is_compiled(site: Path, held: dict[str, Any]) -> None:
    (core,) = site.glob("static/vendor/pyscript/core-*.js")
    carried = re.search(r'pyscript:\{(".*?")\}\}', core.read_text(encoding="utf-8"))
    assert carried is not None
    names = re.findall(r'(?:^|",)"(\w+)\.py":"', carried[1])
    assert held["compiled"] == ["pyscript" if name == "__init__" else f"pyscript.{name}" for name in names]
    assert "pyscript" not in held["modules"], "it holds the browser"


def test_the_page_names_what_it_starts_from(site: Path) -> None:
    (made,) = site.glob("static/*.snap")
    named = f'<meta name="pyroll-start" content="{made.stem}">'
    assert named in (site / "index.html").read_text(encoding="utf-8")
    assert made.with_suffix(".json").exists()
    assert "pyroll-start" not in (ROOT / "index.html").read_text(encoding="utf-8"), "there, edits always count"


@pytest.mark.parametrize("changed", ["pyroll/law.py", *RUNTIME])
def test_any_change_gives_another_name(tmp_path: Path, changed: str) -> None:
    files = build.python_files()
    runtime = (path.relative_to(ROOT).as_posix() for folder in packing.RUNTIME for path in (ROOT / folder).iterdir())
    for name in (*files, *runtime):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, tmp_path / name)
    before = packing.name(tmp_path, files)
    assert before == packing.name(ROOT, files)
    with (tmp_path / changed).open("ab") as file:
        file.write(b"\n")
    assert packing.name(tmp_path, files) != before


def test_nothing_shipped_draws_from_random() -> None:
    """Restored, ``random`` gives the same numbers at every start; dice come from ``secrets``."""
    drawing = []
    for address in build.python_files():
        if address.startswith("pyroll/"):
            for node in ast.walk(ast.parse((ROOT / address).read_text(encoding="utf-8"))):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                if "random" in names or (isinstance(node, ast.ImportFrom) and node.module == "random"):
                    drawing.append(f"{address}:{node.lineno}")
    assert not drawing

"""Who may import whom (ARCHITECTURE.md, "Layers"): imports go up the list only; a failure names the line."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted((ROOT / "pyroll").rglob("*.py"))

# The highest first: a module may import what stands before it, and its own row
LAYERS = ["i18n", "form", "law", "dice", "play", "system", "systems", "line", "resolve", "odds", "advice"]
# Modules that are not named above: characters, journal, rulebook. They may use each other, without a circle
KEEPINGS = "what is kept"
LAYERS += [KEEPINGS, "app", "__main__"]

# Chance, clock and surroundings come in from outside
OUTSIDE = {"random", "secrets", "time", "datetime", "uuid", "zoneinfo", "locale", "os", "socket", "subprocess"}
ALLOWED_OUTSIDE = {
    ("pyroll/resolve.py", "secrets"),
    ("pyroll/__main__.py", "secrets"),
    ("pyroll/__main__.py", "random"),
    ("pyroll/__main__.py", "os"),
}
PAGE = {"pyscript", "js", "pyodide"}
VIEWS = {"htpy", "markupsafe"}
CODES = {("pyroll/app/qr.py", "segno")}  # in an archive of its own, which that one module fetches


@dataclass(frozen=True)
class Import:
    """One import statement: the file and line, and the module it names."""

    file: str
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: imports {self.name}"

    @property
    def top(self) -> str:
        return self.name.partition(".")[0]


def imports_in(path: Path) -> Iterator[Import]:
    """Every import, those inside functions too."""
    file = path.relative_to(ROOT).as_posix()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(file, node.lineno, alias.name)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno}: a relative import"
            module = node.module or ""
            modules = [f"{module}.{alias.name}" for alias in node.names]
            # "from pyroll import line" names a module, "from pyroll.line import read" does not
            yield from (Import(file, node.lineno, name if is_module(name) else module) for name in modules)


def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer_of(module: str) -> int:
    part = [*module.split("."), "__init__"][1]
    return LAYERS.index(part) if part in LAYERS else LAYERS.index(KEEPINGS)


ALL = [found for path in SOURCES for found in imports_in(path)]
each_source = pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT / "pyroll").as_posix())


def test_there_is_something_to_read() -> None:
    assert len(SOURCES) > 20
    assert len(ALL) > 100
    assert {layer for layer in LAYERS if layer != KEEPINGS} <= {name_of(path).split(".")[-1] for path in SOURCES}


@each_source
def test_imports_go_up(path: Path) -> None:
    own = layer_of(name_of(path))
    ours = [found for found in imports_in(path) if found.top == "pyroll" and found.name != "pyroll"]
    wrong = [
        f"{found} ({LAYERS[own]} may not use {LAYERS[layer_of(found.name)]})"
        for found in ours
        if layer_of(found.name) > own
    ]
    assert not wrong, "\n".join(wrong)


def test_there_is_no_circle() -> None:
    graph = {name_of(path): {found.name for found in imports_in(path) if found.top == "pyroll"} for path in SOURCES}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def game_of(module: str) -> str:
    """``flamme_words`` and ``flame_law`` are files of the game ``flam``: the first four letters tell games apart."""
    return module if module == "examples" else module.split("_", maxsplit=1)[0][:4]


@each_source
def test_one_game_does_not_know_another(path: Path) -> None:
    """A game may have several files, named alike; what games share is no game."""
    parts = name_of(path).split(".")
    if parts[:2] != ["pyroll", "systems"] or len(parts) == 2:
        return
    mine = game_of(parts[2])
    for found in imports_in(path):
        if found.name.startswith("pyroll.systems."):
            other = game_of(found.name.removeprefix("pyroll.systems."))
            assert other in {mine, "examples"}, str(found)


@each_source
def test_only_the_edge_knows_the_page(path: Path) -> None:
    wrong = [str(found) for found in imports_in(path) if found.top in PAGE]
    assert not wrong or path == ROOT / "pyroll" / "app" / "browser.py", "\n".join(wrong)


@each_source
def test_nobody_else_is_imported(path: Path) -> None:
    """The core is pure Python; the page's views may use the library that writes HTML."""
    in_app = path.is_relative_to(ROOT / "pyroll" / "app")
    known = sys.stdlib_module_names | {"pyroll"} | (VIEWS | PAGE if in_app else set())
    wrong = [
        str(found) for found in imports_in(path) if found.top not in known and (found.file, found.top) not in CODES
    ]
    assert not wrong, "\n".join(wrong)


@each_source
def test_chance_and_clock_come_from_outside(path: Path) -> None:
    if path.is_relative_to(ROOT / "pyroll" / "app"):
        return
    wrong = [
        str(found)
        for found in imports_in(path)
        if found.top in OUTSIDE and (found.file, found.top) not in ALLOWED_OUTSIDE
    ]
    assert not wrong, "\n".join(wrong)

"""Shipped sources are the same programs, line for line."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import build
from tools.bare import bare, bare_style

ROOT = Path(__file__).resolve().parent.parent
OURS = sorted(build.own_modules())
LIBRARIES = sorted(set(build.python_files()) - set(OURS))

SOURCE = '''\
"""Module."""

import os  # why

__all__ = [
    "A",
]


@dataclass(frozen=True, slots=True)
class A:
    """A class,

    at length."""  # more

    size: int = 1
    """How large, in kilomètres."""

    é: str = "é"  # é

    def f(self, other: dict[str, int] | None = None, *rest: "int", **more: Any) -> str:
        """Only this."""

    def g(
        self,
        é: Callable[
            [str], int
        ] = len,
    ) -> str:
        # first
        text: str = "# no comment -> str" """ nor
        # this"""
        later: int

        class Inner(NamedTuple):
            "Fields."
            one: int = 1

        return (
            "a string"  # in brackets
            "goes on"
        )


@dataclass(eq=False, frozen=True)
class B(A): ...


@dataclasses.dataclass(frozen=True)
class C:
    size: int
    name: str
'''
BARE = '''\
"-"

import os






@dataclass(unsafe_hash=True, repr=False, slots=True)
class A:
 "-"



 size: int = 1


 é: str = "é"

 def f(self, other = None, *rest, **more):
  "-"

 def g(
  self,
  é

= len,
 ):

  text = "# no comment -> str" """ nor
        # this"""
  later: int

  class Inner(NamedTuple):
   "-"
   one: int = 1

  return (
   "a string"
   "goes on"
  )


@dataclass(eq=False, repr=False)
class B(A): ...


@dataclasses.dataclass(unsafe_hash=True, repr=False)
class C:
 "-";size: int
 name: str
'''


def test_what_goes_and_what_stays() -> None:
    assert bare(SOURCE) == BARE


class Plain(ast.NodeTransformer):
    """A program without what shipping leaves out."""

    def __init__(self) -> None:
        self._in_class = False

    def visit(self, node: ast.AST) -> ast.AST | None:
        match node:
            case ast.Expr(value=ast.Constant(value=str())) | ast.Assign(targets=[ast.Name("__all__")]):
                return None
            case ast.keyword() if ast.unparse(node) in {"frozen=True", "unsafe_hash=True", "repr=False"}:
                return None
            case ast.arg():
                node.annotation = None
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                node.returns = None
            case ast.AnnAssign(value=ast.expr()) if not self._in_class:
                node = ast.copy_location(ast.Assign([node.target], node.value), node)
        outside, self._in_class = self._in_class, isinstance(node, ast.ClassDef)
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            self._in_class = outside
        self.generic_visit(node)
        self._in_class = outside
        return node


def plain(source: str) -> tuple[str, list[int]]:
    """What a program says, and on which lines its statements stand."""
    tree = Plain().visit(ast.parse(source))
    assert tree is not None
    return ast.dump(tree), [node.lineno for node in ast.walk(tree) if isinstance(node, ast.stmt)]


@pytest.mark.parametrize("name", [*OURS, *LIBRARIES])
def test_the_program_is_the_same(name: str) -> None:
    source = build.written(name)
    shipped = bare(source)
    assert plain(shipped) == plain(source)
    assert len(shipped) < len(source)
    functions = [
        one for one in ast.walk(ast.parse(shipped)) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert all(
        one.annotation is None
        for function in functions
        for one in ast.walk(function.args)
        if isinstance(one, ast.arg)
    )
    assert "frozen=True" not in shipped


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package as it is shipped, and the command line, which is not."""
    folder = tmp_path_factory.mktemp("shipped")
    for name in OURS:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(bare(build.written(name)), encoding="utf-8")
    shutil.copyfile(ROOT / "pyroll/__main__.py", folder / "pyroll/__main__.py")
    return folder


def answered(folder: Path, call: str, lines: list[str]) -> str:
    """What the command line of this folder's package says to these lines."""
    command = [sys.executable, "-m", "pyroll", call, "-"]
    done = subprocess.run(command, cwd=folder, input="\n".join(lines), capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.stdout


@pytest.mark.parametrize(("call", "every"), [("resolve", 1), ("odds", 9)])
def test_it_answers_alike(shipped: Path, call: str, every: int) -> None:
    """Every vector is judged and explained in the same words, and every ninth has the same odds."""
    vectors = sorted((ROOT / "tests" / "vectors").glob("*.jsonl"))
    lines = [json.loads(row)["line"] for path in vectors for row in path.read_text(encoding="utf-8").splitlines()]
    said = answered(shipped, call, lines[::every])
    assert said.count("\n") == len(lines[::every])
    assert said == answered(ROOT, call, lines[::every])


def test_every_module_is_there(shipped: Path) -> None:
    """A class that follows one of another module is made as that one was."""
    names = [name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in OURS]
    program = "import importlib, sys\nfor name in sys.argv[1:]: importlib.import_module(name)"
    wanted = [name for name in names if name != "pyroll.app.browser"]
    path = os.pathsep.join((str(shipped), str(ROOT / "static/vendor/python"), str(ROOT / "static/vendor/qr")))
    subprocess.run(
        [sys.executable, "-c", program, *wanted], cwd=shipped, env={**os.environ, "PYTHONPATH": path}, check=True
    )


@pytest.mark.parametrize("name", build.STYLES)
def test_a_style_sheet_is_shipped_with_every_rule(name: str) -> None:
    sheet = (ROOT / name).read_text(encoding="utf-8")
    shipped = bare_style(sheet)
    rules = re.sub(r"\s", "", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL))
    assert re.sub(r"\s", "", shipped) == rules
    assert "/*" not in shipped
    assert shipped.count("{") == shipped.count("}")

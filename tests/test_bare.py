"""Shipped sources are the same programs, line for line."""

from __future__ import annotations

import ast
import dis
import re
from pathlib import Path
from types import CodeType

import pytest

from tools import build
from tools.bare import bare, bare_style

ROOT = Path(__file__).resolve().parent.parent

SOURCE = '''\
"""Module."""

import os  # why

__all__ = [
    "A",
]


class A:
    """A class,

    at length."""  # more

    size: int = 1
    """How large."""

    def f(self) -> str:
        """Only this."""

    def g(self) -> str:
        # first
        text = "# no comment" """ nor
        # this"""
        return (
            "a string"  # in brackets
            "goes on"
        )
'''
BARE = '''\
"-"

import os






class A:
 "-"



 size: int = 1
 "-"

 def f(self) -> str:
  "-"

 def g(self) -> str:

  text = "# no comment" """ nor
        # this"""
  return (
   "a string"
   "goes on"
  )
'''


def test_what_goes_and_what_stays() -> None:
    assert bare(SOURCE) == BARE


@pytest.mark.parametrize("name", [name for name in build.python_files() if name.startswith("pyroll/")])
def test_the_program_is_the_same(name: str) -> None:
    source = (ROOT / name).read_text(encoding="utf-8")
    tree = ast.parse(source)
    tree.body = [
        one for one in tree.body if not (isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "__all__")
    ]
    whole = instructions(compile(tree, name, "exec"))
    shipped = instructions(compile(bare(source), name, "exec"))
    assert len(whole) == len(shipped)
    different = [pair for pair in zip(whole, shipped, strict=True) if pair[0] != pair[1]]
    assert all(one[1:] == ("LOAD_CONST", "-") and one[0] == other[0] for other, one in different), different


def instructions(code: CodeType) -> list[tuple[object, ...]]:
    """All that is executed: on which line, what, and on what."""
    told: list[tuple[object, ...]] = []
    for one in dis.get_instructions(code):
        if isinstance(one.argval, CodeType):
            told += instructions(one.argval)
        else:
            told.append((one.positions and one.positions.lineno, one.opname, one.argval))
    return told


@pytest.mark.parametrize("name", build.STYLES)
def test_a_style_sheet_is_shipped_with_every_rule(name: str) -> None:
    sheet = (ROOT / name).read_text(encoding="utf-8")
    shipped = bare_style(sheet)
    rules = re.sub(r"\s", "", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL))
    assert re.sub(r"\s", "", shipped) == rules
    assert "/*" not in shipped
    assert shipped.count("{") == shipped.count("}")

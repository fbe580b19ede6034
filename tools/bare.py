"""Python sources as they are shipped: without what only a reader of the repository, or a mistake in it, needs.

pyroll's, and those of the libraries that come beside it.

Comments and docstrings are a quarter of what a first visit would fetch of them; indentation is 2 kB, and so is
``__all__``, which only an ``import *`` would read. What a function says of its types is read by nobody there, and
takes 6 kB and a twentieth of the time that a first start spends on compiling. What keeps a value frozen is code that
is written and compiled for each class, and so is the text that shows it to a developer: without both, a hundred
classes are there in half the time, and a value is made faster. Frozen they are where somebody could get it wrong: in
the repository, under its tests.

Every line keeps its number, so that an error's traceback still fits the sources.
"""

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from typing import NamedTuple

__all__ = ["bare", "bare_style"]

# Not empty: a dataclass without a docstring writes itself one, which takes a few milliseconds at each start
DOCSTRING = '"-"'

# From Python 3.12 on, an f-string is several tokens
_STRINGS = {tokenize.STRING} | {getattr(tokenize, name) for name in ("FSTRING_MIDDLE",) if hasattr(tokenize, name)}

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Documented = ast.Module | ast.ClassDef | _Function


class _Edit(NamedTuple):
    """What stands between two places in the source gives way to ``text``; its line ends stay."""

    start: int
    end: int
    text: str = ""


def bare(source: str) -> str:
    """The same program, line for line: with values that are equal, hashed and compared as before."""
    written = source
    for start, end, text in sorted(set(_edits(source)), reverse=True):
        written = written[:start] + text + "\n" * source.count("\n", start, end) + written[end:]
    inside = _inside_strings(written)
    return "".join(
        line if number in inside else _narrow(line)
        for number, line in enumerate(written.splitlines(keepends=True), 1)
    )


def _edits(source: str) -> Iterator[_Edit]:
    lines = source.splitlines(keepends=True)
    begins = [0]
    for line in lines:
        begins.append(begins[-1] + len(line))

    def start(node: ast.expr | ast.stmt | ast.arg | ast.keyword) -> int:
        # The parser counts bytes
        return begins[node.lineno - 1] + len(lines[node.lineno - 1].encode()[: node.col_offset].decode())

    def end(node: ast.expr | ast.stmt | ast.arg | ast.keyword) -> int:
        row, column = node.end_lineno or 0, node.end_col_offset or 0
        return begins[row - 1] + len(lines[row - 1].encode()[:column].decode())

    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            (row, first), (_, last) = token.start, token.end
            yield _Edit(begins[row - 1] + first, begins[row - 1] + last)
    tree = ast.parse(source)
    yield from (_Edit(start(one), end(one)) for one in tree.body if _is_listing(one))
    for node in ast.walk(tree):
        yield from _words(node, start, end)
        if isinstance(node, ast.ClassDef):
            yield from _thawed(node, start, end)
        if isinstance(node, _Function):
            yield from _types(node, source, start, end)


def _is_listing(node: ast.stmt) -> bool:
    """``__all__ = [...]``."""
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"


def _words(node: ast.AST, start: Callable[[ast.stmt], int], end: Callable[[ast.stmt], int]) -> Iterator[_Edit]:
    """Strings that are statements; what stands first in a body is its docstring, and may be all that is in it."""
    for place, one in enumerate(node.body if isinstance(node, _Documented) else ()):
        if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) and isinstance(one.value.value, str):
            yield _Edit(start(one), end(one), "" if place else DOCSTRING)


def _thawed(
    node: ast.ClassDef, start: Callable[[ast.keyword | ast.stmt], int], end: Callable[[ast.keyword], int]
) -> Iterator[_Edit]:
    """``@dataclass(frozen=True)``: a frozen value has a hash, unless it is told not to compare. A class without a
    docstring gets one.
    """
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).endswith("dataclass"):
            first = node.body[0]
            if isinstance(first, ast.AnnAssign):
                yield _Edit(start(first), start(first), f"{DOCSTRING};")
            compares = all(ast.unparse(one) != "eq=False" for one in decorator.keywords)
            for one in decorator.keywords:
                if ast.unparse(one) == "frozen=True":
                    yield _Edit(start(one), end(one), "unsafe_hash=True, repr=False" if compares else "repr=False")


def _types(
    node: _Function, source: str, start: Callable[[ast.expr], int], end: Callable[[ast.expr | ast.arg], int]
) -> Iterator[_Edit]:
    """The annotations of a function, and of what it names inside."""
    told = node.args
    for one in (*told.posonlyargs, *told.args, *told.kwonlyargs, told.vararg, told.kwarg):
        if one is not None and one.annotation is not None:
            yield _Edit(source.rindex(":", 0, start(one.annotation)), end(one))
    if node.returns is not None:
        yield from _on_a_line(source, _Edit(source.rindex(" ->", 0, start(node.returns)), end(node.returns)))
    for inner in ast.walk(node):
        if isinstance(inner, ast.AnnAssign) and inner.value is not None and not _in_a_class(inner, node):
            yield from _on_a_line(source, _Edit(end(inner.target), end(inner.annotation)))


def _on_a_line(source: str, edit: _Edit) -> Iterator[_Edit]:
    """An edit outside brackets, where no line may end."""
    if "\n" not in source[edit.start : edit.end]:
        yield edit


def _in_a_class(statement: ast.stmt, function: _Function) -> bool:
    """A class may be written in a function; there, an annotation makes a field."""
    return any(isinstance(one, ast.ClassDef) and statement in one.body for one in ast.walk(function))


def _inside_strings(source: str) -> set[int]:
    """The lines that begin within a string, where a space is a space."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {row for token in tokens for row in range(token.start[0] + 1, token.end[0] + 1) if token.type in _STRINGS}


def _narrow(line: str) -> str:
    """One space where there were four, and none at the end."""
    code = line.strip(" \n")
    return " " * ((len(line) - len(line.lstrip(" "))) // 4) + code + "\n" if code else "\n"


def bare_style(sheet: str) -> str:
    """The same style sheet without comments and indentation: a seventh of what is fetched of it."""
    lines = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL).splitlines()
    return "".join(f"{line.strip()}\n" for line in lines if line.strip())

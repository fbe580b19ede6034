"""Python sources as they are shipped: without what only a reader of the repository needs.

Comments and docstrings are a quarter of what a first visit would fetch of them; indentation is 2 kB, and so is
``__all__``, which only an ``import *`` would read. Every line keeps its number, so that an error's traceback still
fits the sources.
"""

import io
import re
import tokenize
from collections.abc import Iterator, Sequence

__all__ = ["bare", "bare_style"]

# Not empty: a dataclass without a docstring writes itself one, which takes time at each start
DOCSTRING = '"-"'

_BEFORE_A_STATEMENT = {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING}
# From Python 3.12 on, an f-string is several tokens
_STRINGS = {tokenize.STRING} | {getattr(tokenize, name) for name in ("FSTRING_MIDDLE",) if hasattr(tokenize, name)}
_SPACE = {tokenize.NL, tokenize.COMMENT}


def bare(source: str) -> str:
    """The same program, line for line."""
    lines = source.splitlines(keepends=True)
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    for token in tokens:
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column].rstrip() + "\n"
    telling = [token for token in tokens if token.type not in _SPACE]
    befores = [tokenize.ENCODING, *(token.type for token in telling)]
    for before, token, after in zip(befores, telling, telling[1:], strict=False):
        if token.type == tokenize.STRING and before in _BEFORE_A_STATEMENT and after.type == tokenize.NEWLINE:
            (row, column), (last, _) = token.start, token.end
            lines[row - 1 : last] = [lines[row - 1][:column] + DOCSTRING + "\n"] + ["\n"] * (last - row)
    for row in _listing(telling):
        lines[row - 1] = "\n"
    written = "".join(lines)
    inside = _inside_strings(written)
    return "".join(
        line if number in inside else _narrow(line)
        for number, line in enumerate(written.splitlines(keepends=True), 1)
    )


def _listing(telling: Sequence[tokenize.TokenInfo]) -> Iterator[int]:
    """The lines of ``__all__ = [...]``."""
    for place, token in enumerate(telling):
        if token.string == "__all__" and token.start[1] == 0:
            end = next(after for after in telling[place:] if after.type == tokenize.NEWLINE)
            yield from range(token.start[0], end.start[0] + 1)


def _inside_strings(source: str) -> set[int]:
    """The lines that begin within a string, where a space is a space."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {row for token in tokens for row in range(token.start[0] + 1, token.end[0] + 1) if token.type in _STRINGS}


def _narrow(line: str) -> str:
    """One space where there were four."""
    code = line.lstrip(" ")
    return " " * (-((len(code) - len(line)) // 4)) + code


def bare_style(sheet: str) -> str:
    """The same style sheet without comments and indentation: a seventh of what is fetched of it."""
    lines = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL).splitlines()
    return "".join(f"{line.strip()}\n" for line in lines if line.strip())

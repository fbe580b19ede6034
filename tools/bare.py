"""Python sources as they are shipped: without what only a reader of the repository needs.

Comments and docstrings are a quarter of what a first visit would fetch of them. Every line keeps its number, so that
an error's traceback still fits the sources.
"""

import io
import tokenize

__all__ = ["bare"]

# Not empty: a dataclass without a docstring writes itself one, which takes time at each start
DOCSTRING = '"-"'

_BEFORE_A_STATEMENT = {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING}
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
    return "".join(lines)

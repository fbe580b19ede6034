"""Finds the sentences that pyroll shows, by reading its syntax trees: what ``pyroll.i18n``'s marks are called with.

A sentence is a literal, or a choice between literals. A name, an attribute or a subscript stands for a sentence that
was marked where it was written; anything else at that place is a mistake, and so is a parameter that nobody gives.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from string import Formatter

__all__ = ["Found", "Message", "gather", "parameters", "unmarked"]

# What marks a sentence -> how many of its first arguments are sentences (in ``Text``, the third one is the plural)
MARKS = {"N_": 1, "text": 1, "Text": 1, "Lower": 1, "plural": 2}
MODULE = "pyroll.i18n"

# A string with one of these is a sentence for people, marked or not
_FRENCH = re.compile(
    "[\N{LATIN SMALL LETTER A WITH GRAVE}-\N{LATIN SMALL LETTER Y WITH DIAERESIS}œ’«»…]", re.IGNORECASE
)
# Attributes and methods whose literal would be shown as it is
_SHOWN_KEYWORDS = {"aria_label", "alt", "placeholder", "title", "label", "hint", "about"}
_SAYING = {"say", "_say"}
# Functions whose arguments are looked for in a text rather than shown
_NOT_SHOWN = {"compile", "maketrans"}


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence of the source, and its plural form where it counts something."""

    one: str
    other: str | None = None


@dataclass(slots=True)
class Found:
    """What was found: each sentence with the files that say it, and the mistakes, ``file:line: what``."""

    messages: dict[Message, set[str]] = field(default_factory=dict)
    mistakes: list[str] = field(default_factory=list)


def parameters(sentence: str) -> list[str]:
    """The names in braces, sorted; each as often as it stands there."""
    return sorted(name for _, name, _, _ in Formatter().parse(sentence) if name is not None)


def gather(root: Path, files: Iterable[Path]) -> Found:
    """The sentences of these files, in the order of files and, in a file, of the sentences themselves."""
    found = Found()
    for path in sorted(files):
        name = path.relative_to(root).as_posix()
        reader = _Reader(name, ast.parse(path.read_text(encoding="utf-8"), name))
        for message in sorted(reader.messages, key=lambda one: (one.one, one.other or "")):
            found.messages.setdefault(message, set()).add(name)
        found.mistakes += reader.mistakes
    found.mistakes += _clashes(found.messages)
    return found


def _clashes(messages: Iterable[Message]) -> Iterator[str]:
    """A catalog holds a sentence once: it cannot both count and not count."""
    plurals: dict[str, set[str | None]] = {}
    for message in messages:
        plurals.setdefault(message.one, set()).add(message.other)
    for one, others in plurals.items():
        if len(others) > 1:
            yield f"{one!r} has several plural forms (or none): {sorted(map(str, others))}"


class _Reader:
    """One file's sentences and mistakes."""

    def __init__(self, name: str, tree: ast.Module) -> None:
        self._name = name
        self.messages: set[Message] = set()
        self.mistakes: list[str] = []
        marks = _marks_of(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                if isinstance(node.func, ast.Name) and node.func.id in marks:
                    self._mark(node, marks[node.func.id])
                elif isinstance(node.func, ast.Attribute) and node.func.attr in _SAYING and node.args:
                    self._said(node.args[0])

    def _mistake(self, node: ast.expr, what: str) -> None:
        self.mistakes.append(f"{self._name}:{node.lineno}: {what}: {ast.unparse(node)}")

    def _said(self, node: ast.expr) -> None:
        if isinstance(node, ast.Constant | ast.JoinedStr | ast.IfExp) and _literals(node) is not None:
            self._mistake(node, "said without a mark: N_() is missing")

    def _mark(self, call: ast.Call, mark: str) -> None:
        given = _sentences_given(call, mark)
        if not given:
            self._mistake(call, "a mark without a sentence")
            return
        if mark in ("plural", "Text") and len(given) == 2:
            self._counting(call, mark, given[0], given[1])
            return
        sentences = _literals(given[0])
        if sentences is None:
            if mark == "N_" or not _stands_for_a_sentence(given[0]):
                self._mistake(call, "the sentence is not written out")
            return
        for sentence in sentences:
            self._add(call, mark, Message(sentence))

    def _counting(self, call: ast.Call, mark: str, one: ast.expr, other: ast.expr) -> None:
        ones, others = _literals(one), _literals(other)
        if ones is None or others is None or len(ones) != 1 or len(others) != 1:
            if not (_stands_for_a_sentence(one) and _stands_for_a_sentence(other)):
                self._mistake(call, "both forms must be written out")
            return
        self._add(call, mark, Message(ones[0], others[0]))

    def _add(self, call: ast.Call, mark: str, message: Message) -> None:
        self.messages.add(message)
        sentences = [form for form in (message.one, message.other) if form is not None]
        for sentence in sentences:
            if sentence != sentence.strip() or not sentence:
                self._mistake(call, "a sentence begins and ends with a letter, not with a space")
        if mark in ("text", "plural"):
            given = {keyword.arg for keyword in call.keywords}
            missing = (
                {name for one in sentences for name in parameters(one)} - given - {"n" if mark == "plural" else ""}
            )
            if missing and None not in given:  # None: a ** that may hold anything
                self._mistake(call, f"nobody gives {sorted(missing)}")


def _marks_of(tree: ast.Module) -> dict[str, str]:
    """The marks that a module imports, by the names it gives them."""
    return {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == MODULE
        for alias in node.names
        if alias.name in MARKS
    }


def _sentences_given(call: ast.Call, mark: str) -> list[ast.expr]:
    """The arguments at the sentences' places, by position or by keyword."""
    by_keyword = {keyword.arg: keyword.value for keyword in call.keywords}
    names: dict[str, tuple[tuple[int, str], ...]] = {
        "plural": ((0, "one"), (1, "other")),
        "Text": ((0, "msgid"), (2, "other")),
        "Lower": ((0, "name"),),
    }
    given = []
    for place, name in names.get(mark, ((0, "msgid"),)):
        if place < len(call.args):
            given.append(call.args[place])
        elif name in by_keyword:
            given.append(by_keyword[name])
    return given


def _literals(node: ast.expr) -> list[str] | None:
    """The sentences that a node can be, when all of them are written there."""
    match node:
        case ast.Constant(str(value)):
            return [value]
        case ast.IfExp(body=body, orelse=orelse):
            found, others = _literals(body), _literals(orelse)
            return None if found is None or others is None else found + others
    return None


def _stands_for_a_sentence(node: ast.expr) -> bool:
    match node:
        case ast.Name() | ast.Attribute() | ast.Subscript():
            return True
        case ast.Call(ast.Name("N_")):
            return True
        case ast.Call(ast.Name("next"), [ast.GeneratorExp(elt=found), *_]):
            return _stands_for_a_sentence(found)
        case ast.IfExp(body=body, orelse=orelse):
            return all(_stands_for_a_sentence(one) or _literals(one) is not None for one in (body, orelse))
    return False


def unmarked(name: str, source: str) -> list[str]:
    """Strings that look like words for people and that no mark holds: ``file:line: the string``."""
    tree = ast.parse(source, name)
    marks = _marks_of(tree)
    held: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (_name(node.func) in marks or _name(node.func) in _NOT_SHOWN):
            held.update(id(inner) for argument in node.args for inner in ast.walk(argument))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):  # a docstring
            held.add(id(node.value))
    suspects = {id(node): node for node in _suspects(tree) if id(node) not in held}
    return [f"{name}:{node.lineno}: {node.value!r}" for node in suspects.values()]


def _name(function: ast.expr) -> str:
    """What is called, without what it belongs to."""
    return (
        function.id
        if isinstance(function, ast.Name)
        else function.attr
        if isinstance(function, ast.Attribute)
        else ""
    )


def _suspects(tree: ast.Module) -> Iterator[ast.Constant]:
    for node in ast.walk(tree):
        match node:
            case ast.Constant(str(value)) if len(value) > 1 and _FRENCH.search(value):
                yield node
            case ast.keyword(arg=str(name), value=ast.Constant(str(value)) as constant) if name in _SHOWN_KEYWORDS:
                if _has_letters(value):
                    yield constant
            case ast.Subscript(value=value, slice=content) if _is_element(value):
                children = content.elts if isinstance(content, ast.Tuple) else [content]
                for child in children:
                    if isinstance(child, ast.Constant) and isinstance(child.value, str) and _has_letters(child.value):
                        yield child


def _is_element(node: ast.expr) -> bool:
    """``h.p`` or ``h.p(…)``: what stands in its brackets is shown."""
    if isinstance(node, ast.Call):
        node = node.func
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "h"


def _has_letters(value: str) -> bool:
    return any(character.isalpha() for character in value)

"""A small reader of HTML for the tests: elements with attributes, text and children."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"input", "meta", "link", "br", "path", "rect", "circle", "use"}


@dataclass
class Node:
    """An element."""

    tag: str
    attributes: dict[str, str]
    children: list[Node | str] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        """This element and all inside it, in document order."""
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def all(self, tag: str | None = None, **attributes: str) -> list[Node]:
        """The elements inside with this tag and these attributes; ``class_`` asks for one class."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [
            node
            for node in self.walk()
            if (tag is None or node.tag == tag) and all(node.has(name, value) for name, value in wanted.items())
        ]

    def one(self, tag: str | None = None, **attributes: str) -> Node:
        """The only such element."""
        (found,) = self.all(tag, **attributes)
        return found

    def has(self, name: str, value: str) -> bool:
        """Whether an attribute has this value (or, for a class, this one among its values)."""
        held = self.attributes.get(name)
        return held is not None and (value in held.split() if name == "class" else held == value)

    @property
    def text(self) -> str:
        """All the text inside."""
        return "".join(child if isinstance(child, str) else child.text for child in self.children)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Node("", {})
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self._open[-1].children.append(node)
        if tag not in VOID:
            self._open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open[-1].children.append(Node(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        closed = self._open.pop()
        assert closed.tag == tag, f"<{closed.tag}> closed by </{tag}>"

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)


def parse(html: object) -> Node:
    """What the HTML holds; an element closed by another's end is an error."""
    reader = _Reader()
    reader.feed(str(html))
    reader.close()
    assert len(reader._open) == 1, f"never closed: {[node.tag for node in reader._open[1:]]}"
    return reader.root

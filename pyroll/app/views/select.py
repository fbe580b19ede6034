"""A native list to choose from, with its label."""

from __future__ import annotations

from collections.abc import Iterable

import htpy as h

from pyroll.app.views.icons import icon

__all__ = ["bare", "labelled"]


def bare(attributes: dict[str, str | None], options: Iterable[tuple[str, str]], chosen: str) -> h.Element:
    """The list: values and words; ``chosen`` is the value that shows."""
    return h.span(".pr-select")[
        h.select(attributes)[(h.option(value=value, selected=value == chosen)[words] for value, words in options)],
        icon("down", small=True),
    ]


def labelled(place: str, name: str, label: str, options: Iterable[tuple[str, str]], chosen: str) -> h.Fragment:
    """The list under its label, in the page's words. ``place``: its id."""
    return h.fragment[h.label(".pr-label", for_=place)[label], bare({"id": place, "name": name}, options, chosen)]

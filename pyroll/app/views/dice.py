"""Dice as pictures: filled counts, double outline counts twice, outline counts for nothing, dashed is put aside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

import htpy as h
from markupsafe import Markup

from pyroll.i18n import N_, Language
from pyroll.system import Shape, Shown, State

__all__ = ["blank", "dice", "die", "drawn", "marks"]


class Outline(NamedTuple):
    """How a shape is drawn: its height (it is 64 wide), its path, where its middle is and where its figure stands."""

    height: int
    path: str
    middle: int
    baseline: int


_OUTLINES: Mapping[Shape, Outline] = {
    "d6": Outline(
        64, "M16 3h32a13 13 0 0 1 13 13v32a13 13 0 0 1-13 13H16A13 13 0 0 1 3 48V16A13 13 0 0 1 16 3z", 32, 43
    ),
    "d10": Outline(64, "M32 2.5L60.5 27v10L32 61.5 3.5 37V27z", 32, 43),
    "d20": Outline(64, "M32 2.5l26 14.8v29.4L32 61.5 6 46.7V17.3z", 32, 43),
    "d05": Outline(64, "M61 32A29 29 0 1 1 3 32a29 29 0 1 1 58 0z", 32, 43),
    "flame": Outline(76, "M35 3C37 17 60 27 60 47a28 28 0 0 1-56 0C4 31 22 25 35 3z", 46, 58),
    "black": Outline(76, "M35 73C37 59 60 49 60 29a28 28 0 0 0-56 0C4 45 22 51 35 73z", 30, 41),
}
_ONE_BY_ONE = 7  # dice of a row that settle each on its own
_INNER = 0.76  # how much smaller the filled body is inside a double outline


def die(shown: Shown, language: Language) -> Markup:
    """One die; its title says it in words."""
    return _picture(shown.shape, shown.state, shown.face, language.say(shown.title))


# A pool shows the same few pictures again and again, and so does the next throw.
@lru_cache(maxsize=512)
def _picture(shape: Shape, state: State, face: int, title: str) -> Markup:
    outline = _OUTLINES[shape]
    double = state == "double"
    move = outline.middle * (1 - _INNER)
    shrink = f"translate({32 * (1 - _INNER):.2f} {move:.2f}) scale({_INNER})" if double else None
    return drawn(
        h.svg(
            class_=f"pr-die pr-die--{shape} pr-die--{state}",
            viewBox=f"0 0 64 {outline.height}",
            role="img",
            aria_label=title,
        )[
            double and h.path(".pr-die__ring", d=outline.path),
            h.path(".pr-die__body", d=outline.path, transform=shrink),
            h.text(x="32", y=str(outline.baseline))[str(face)],
        ]
    )


def blank(shape: Shape, face: int | None, *, asked: bool) -> h.Element:
    """A die that nobody has judged: its face, or its place while it is still to come. Its button says it in words."""
    outline = _OUTLINES[shape]
    missing = "" if face is not None else "pr-die--empty"
    figure = str(face) if face is not None else "?" if asked else ""
    return h.svg(
        class_=f"pr-die pr-die--{shape} {missing}".rstrip(), viewBox=f"0 0 64 {outline.height}", aria_hidden="true"
    )[h.path(".pr-die__body", d=outline.path), h.text(x="32", y=str(outline.baseline))[figure]]


def dice(shown: Iterable[Shown], language: Language) -> Iterator[h.Element]:
    """The dice of a throw, in the order thrown: one row per kind of die, those put aside apart and smaller."""
    counted: list[Shown] = []
    aside: list[Shown] = []
    for one in shown:
        (aside if one.state == "aside" else counted).append(one)
    few = len(counted) <= 3
    for _, row in groupby(counted, key=lambda one: one.shape):
        yield _row(tuple(row), few, language)
    if aside:
        yield h.ul(
            class_=f"pr-dice pr-dice--aside {_many(aside)}".rstrip(), aria_label=language.say(N_("Dés écartés"))
        )[(h.li[die(one, language)] for one in aside)]


def _row(row: tuple[Shown, ...], few: bool, language: Language) -> h.Element:
    chained = any(one.join for one in row)
    names = ("pr-dice", "pr-dice--chain" if chained else "", "pr-dice--few" if few else "", _many(row))
    return h.ul(class_=" ".join(filter(None, names)), aria_label=language.say(N_("Dés")))[
        (_item(one, language) for one in row),
        chained and h.li(".pr-dice__op")[f"= {_chain_total(row)}".replace("-", "\N{MINUS SIGN}")],
    ]


def _many(row: Sequence[Shown]) -> str:
    return "pr-dice--many" if len(row) > _ONE_BY_ONE else ""


def _item(one: Shown, language: Language) -> Markup:
    return _placed(die(one, language), one.join, one.was, one.marks)


@lru_cache(maxsize=512)
def _placed(picture: Markup, join: str, was: int | None, count: int | None) -> Markup:
    return drawn(
        h.fragment[
            join and h.li(".pr-dice__op")[join],
            h.li(".pr-dice__item")[
                was is not None and h.span(".pr-dice__was", aria_hidden="true")[f"{was} →"],
                picture,
                count is not None and marks(count),
            ],
        ]
    )


def marks(count: int) -> h.Element:
    """A dot per success, a dash for none."""
    return h.span(".pr-marks", aria_hidden="true")[(h.i for _ in range(count)) if count else h.i(".pr-marks__none")]


def drawn(part: h.Element | h.Fragment) -> Markup:
    """A part as the HTML that it is, for those who remember it: what is escaped stays so."""
    return Markup(str(part))  # noqa: S704


def _chain_total(row: tuple[Shown, ...]) -> int:
    return sum(-one.face if one.join == "−" else one.face for one in row)

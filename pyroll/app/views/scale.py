"""A scale of degrees under the dice: the one that is needed is underlined, the one obtained is filled."""

from __future__ import annotations

from collections.abc import Sequence

import htpy as h

from pyroll.i18n import N_, Language
from pyroll.system import Mark

__all__ = ["scale"]


def scale(marks: Sequence[Mark], language: Language) -> h.Node:
    """Nothing where the system has no scale."""
    return (
        bool(marks)
        and h.ol(".pr-scale", aria_label=language.say(N_("Échelle")))[(_step(mark, language) for mark in marks)]
    )


def _step(mark: Mark, language: Language) -> h.Element:
    names = ["pr-scale__step", mark.needed and "pr-scale__step--need", mark.obtained and "pr-scale__step--got"]
    return h.li(class_=" ".join(name for name in names if name))[
        h.b[mark.name],
        h.span[mark.takes],
        mark.needed and h.span(".pr-sr")[language.say(N_("seuil"))],
        mark.obtained and h.span(".pr-sr")[language.say(N_("obtenue"))],
    ]

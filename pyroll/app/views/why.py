"""Why a result is what it is: its steps, each with the number of its rule, which leads to the rule."""

from __future__ import annotations

from collections.abc import Sequence

import htpy as h

from pyroll.i18n import Language, Step, text
from pyroll.system import System

__all__ = ["why"]


def why(system: System, steps: Sequence[Step], language: Language) -> h.Element:
    """The steps in order."""
    return h.ol(".pr-why__steps")[
        (
            h.li[
                h.span[language.say(step.text)],
                h.a(
                    ".pr-why__rule",
                    href=f"#/regles/{system.key}/{step.rule}",
                    aria_label=language.say(text("Règle {number}", number=step.rule)),
                )[step.rule],
            ]
            for step in steps
        )
    ]

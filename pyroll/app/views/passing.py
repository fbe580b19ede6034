"""A word that passes by: it is read out, and is gone after a while."""

from __future__ import annotations

import htpy as h

from pyroll.app.state import State
from pyroll.i18n import Language

__all__ = ["passing"]


def passing(state: State, language: Language) -> h.Element:
    """The place for it stays in the page, so that it is read out."""
    return h.div("#passing.pr-told", role="status")[
        state.toast is not None and h.p(".pr-toast")[language.say(state.toast)]
    ]

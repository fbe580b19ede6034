"""What the desk says in passing, above the bottom bar: what was done, and how to undo it."""

from __future__ import annotations

import htpy as h

from pyroll.i18n import N_, Language, Text

__all__ = ["told"]


def told(words: Text | None, language: Language, *, undo: bool) -> h.Element:
    """One message at a time. The element stays in the page, so that each one is read out."""
    if words is None:
        return h.div(".pr-told", id="told", role="status", data_beside=True)
    return h.div(".pr-told", id="told", role="status", data_beside=True)[
        h.div(".pr-toast")[
            h.span[language.say(words)],
            undo and h.button(".pr-btn.pr-btn--ghost", type="button", data_desk="undo")[language.say(N_("Annuler"))],
        ]
    ]

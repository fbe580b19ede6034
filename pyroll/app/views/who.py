"""Whose test it is, above the form while it is prepared; once it fell, the sentence says it."""

from __future__ import annotations

import htpy as h

from pyroll.app.ports import Who
from pyroll.app.views.icons import icon
from pyroll.i18n import Language, text

__all__ = ["prepared"]


def prepared(who: Who | None, language: Language) -> h.Element:
    """Above the form; one tap makes the test nobody's again."""
    if who is None:
        return h.div(id="who", hidden=True)
    return h.div(".pr-who", id="who", data_beside=True)[
        h.span(".pr-who__text")[h.b[who.label or who.name], bool(who.label) and h.span[who.name]],
        h.button(
            ".pr-btn.pr-btn--ghost.pr-btn--icon",
            type="button",
            data_desk="nobody",
            aria_label=language.say(text("Sans {name}", name=who.name)),
        )[icon("cross")],
    ]

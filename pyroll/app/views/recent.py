"""The last rolls of this visit: open one again, or roll it again."""

from __future__ import annotations

import htpy as h

from pyroll.app.past import Past
from pyroll.app.state import State
from pyroll.app.views.icons import icon, mark
from pyroll.app.views.veil import NAMES
from pyroll.i18n import N_, Language, Text, text

__all__ = ["recent"]


def recent(state: State, language: Language) -> h.Element:
    """The list, newest first."""
    return h.div(id="recent")[
        h.ol(".pr-log")[(_row(place, past, language) for place, past in enumerate(state.past))]
        if state.past
        else h.p(".pr-note")[language.say(N_("Aucun jet pour l’instant."))]
    ]


def _row(place: int, past: Past, language: Language) -> h.Element:
    title = Text(past.title)
    if past.veil != "open":  # its line would tell: it goes by its place in the list
        return h.li(".pr-log__row")[
            icon("hidden"),
            h.button(".pr-log__what", type="button", data_past=str(place))[
                h.b[language.say(title)],
                h.span[language.say(NAMES[past.veil])],
            ],
        ]
    what = text("{word} · {detail}", word=past.word, detail=past.detail) if past.detail else past.word
    if past.origin == "typed":
        what = text("{what} · saisi", what=what)
    if past.undone:
        what = text("annulé · {what}", what=what)
    return h.li(".pr-log__row")[
        mark(past.kind),
        h.button(".pr-log__what", type="button", data_open=past.line)[
            h.b[language.say(title)],
            h.span[language.say(what)],
        ],
        h.button(
            ".pr-btn.pr-btn--ghost.pr-btn--icon",
            type="button",
            data_reroll=past.line,
            aria_label=language.say(text("Relancer : {title}, {what}", title=title, what=what)),
        )[icon("again")],
    ]

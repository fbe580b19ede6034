"""The copy on this device, as the app bar tells of it, and the new version that is offered."""

from __future__ import annotations

import htpy as h

from pyroll.app.offline import Copy
from pyroll.app.state import State, roll_open
from pyroll.app.views.icons import icon
from pyroll.i18n import N_, Language, Text, text

__all__ = ["bar", "offer", "summary"]


def bar(state: State, language: Language) -> h.Element:
    """In the app bar: a few quiet words, none where there is nothing to tell."""
    copy = state.copy
    words = None if copy.status == "none" else summary(copy)
    wrong = copy.status == "failed"
    classes = "pr-bar__status pr-bar__status--wrong" if wrong else "pr-bar__status"
    return h.p(id="copy", class_=classes, role="status")[
        words is not None and h.fragment[icon(_ICONS[copy.status], small=True), h.span[language.say(words)]]
    ]


_ICONS = {"installing": "down", "ready": "check", "failed": "warn"}


def summary(copy: Copy) -> Text:
    """What is to be said of the copy in one line."""
    match copy.status:
        case "none":
            return text("Pas gardé sur cet appareil")
        case "installing":
            return text("Préparation hors ligne")
        case "failed":
            return text("Hors ligne : incomplet")
        case "ready":
            total = 0 if copy.listing is None else len(copy.listing.entries)
            return text("Prêt hors ligne {present}/{total}", present=total - len(copy.faults), total=total)


def offer(state: State, language: Language) -> h.Element:
    """A new version, offered once and never while a roll is open; the settings have a button of their own.

    The element stays in the page.
    """
    wanted = state.copy.update and not state.copy.postponed
    shown = wanted and state.screen != "settings" and not roll_open(state)
    return h.div("#update.pr-update", role="status")[
        shown
        and h.div(".pr-toast")[
            h.span[language.say(N_("Une nouvelle version est prête"))],
            h.button(".pr-btn.pr-btn--ghost", type="button", data_care="update")[language.say(N_("Mettre à jour"))],
            h.button(".pr-btn.pr-btn--ghost", type="button", data_care="postpone")[language.say(N_("Plus tard"))],
        ]
    ]

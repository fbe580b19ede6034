"""The keys that do something, for those who have a keyboard."""

from __future__ import annotations

import htpy as h

from pyroll.i18n import N_, Language

__all__ = ["shortcuts"]

_KEYS = (
    (N_("Entrée"), N_("dans le formulaire : lancer")),
    (N_("Ctrl + Entrée"), N_("lancer, de partout")),
    (N_("↑ ↓"), N_("changer une valeur")),
    (N_("0 à 9"), N_("dés réels : saisir une face")),
    (N_("Retour arrière"), N_("dés réels : effacer le dernier dé")),
)


def shortcuts(language: Language) -> h.Element:
    """What each key does."""
    return h.dl("#shortcuts.pr-keyhelp")[
        (h.div[h.dt[h.kbd[language.say(key)]], h.dd[language.say(what)]] for key, what in _KEYS)
    ]

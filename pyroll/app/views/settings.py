"""The settings screen: the copy on this device, checked file by file; the version; the way to the home screen.

Its frame and its disclosures stand in index.html, where what a person opened stays open.
"""

from __future__ import annotations

from collections.abc import Iterator

import htpy as h

from pyroll.app.offline import Copy, Entry
from pyroll.app.state import State, roll_open
from pyroll.app.views.copy import summary
from pyroll.app.views.icons import icon
from pyroll.i18n import N_, Language, Text, text

__all__ = ["files", "home", "news", "offline"]


def offline(state: State, language: Language) -> h.Element:
    """Whether the page works without a network, how much it takes, and what can be done about it."""
    copy = state.copy
    say = language.say
    return h.section("#offline.pr-settings__part", aria_labelledby="offline-title")[
        h.h2("#offline-title.pr-h2")[say(N_("Hors ligne"))],
        h.p(".pr-settings__state", data_status=copy.status)[
            icon(_ICONS[copy.status]), h.b("#offline-state")[say(summary(copy))]
        ],
        h.p(".pr-note")[say(_REFUSED.get(copy.refused) or _EXPLAINED[copy.status])],
        copy.listing is not None and _figures(copy, language),
        h.div(".pr-settings__acts")[
            (copy.listing is not None or copy.status == "failed") and _check(copy, language),
            copy.update and _update(state, language),
        ],
    ]


_ICONS = {"none": "warn", "installing": "down", "ready": "check", "failed": "warn"}

_EXPLAINED = {
    "none": N_("Cette page a besoin du réseau pour démarrer."),
    "installing": N_("Les fichiers arrivent en arrière-plan ; vous pouvez déjà jouer."),
    "ready": N_("Chaque fichier est sur cet appareil : pyroll démarre sans réseau."),
    "failed": N_("Des fichiers manquent sur cet appareil. pyroll les reprend dès qu’il y a du réseau."),
}

_REFUSED = {
    "address": N_("À une adresse sans https, le navigateur ne permet pas de garder pyroll sur cet appareil."),
    "browser": N_("Ce navigateur ne permet pas de garder pyroll sur cet appareil (navigation privée ?)."),
}


def _figures(copy: Copy, language: Language) -> h.Element:
    lines = [
        (N_("Version"), _version(copy)),
        (N_("Taille"), _size(copy.listing.size if copy.listing else 0, language)),
    ]
    if copy.usage is not None and copy.quota is not None:
        used, quota = _size(copy.usage, language), _size(copy.quota, language)
        lines.append((N_("Place prise"), text("{used} sur {quota}", used=used, quota=quota)))
    if copy.lasting is not None:
        lasting = N_("protégée, le navigateur ne l’efface pas de lui-même")
        fleeting = N_("le navigateur peut l’effacer s’il manque de place")
        lines.append((N_("Conservation"), Text(lasting if copy.lasting else fleeting)))
    return h.dl(".pr-settings__figures")[
        (h.fragment[h.dt[language.say(name)], h.dd[language.say(value)]] for name, value in lines)
    ]


def _version(copy: Copy) -> Text:
    assert copy.listing is not None  # noqa: S101 (asked for only where there is a list)
    return text("{version} ({build})", version=copy.listing.version, build=copy.listing.build)


def _check(copy: Copy, language: Language) -> h.Element:
    """Looks at the contents of every file and gets anew what is missing or wrong."""
    words: Text | str = N_("Réparer") if copy.status == "failed" else N_("Vérifier les fichiers")
    if copy.busy and copy.listing is not None:
        words = text("Vérification {done}/{total}", done=copy.looked_at, total=len(copy.listing.entries))
    return h.button("#check.pr-btn", type="button", data_care="check", aria_disabled="true" if copy.busy else None)[
        language.say(words)
    ]


def _update(state: State, language: Language) -> h.Element:
    if roll_open(state):
        return h.p(".pr-note")[language.say(N_("Une nouvelle version attend la fin du jet en cours."))]
    return h.button(".pr-btn", type="button", data_care="update")[language.say(N_("Mettre à jour"))]


# ------------------------------------------------------------------------------------------ the files


def files(state: State, language: Language) -> h.Element:
    """Every file that the page needs, with its size and state. Drawn only where it can be seen."""
    copy = state.copy
    seen = state.screen == "settings" and copy.listing is not None
    return h.div("#files-list")[seen and _table(copy, language)]


def _table(copy: Copy, language: Language) -> h.Element:
    say = language.say
    return h.table(".pr-settings__files")[
        h.thead[h.tr[(h.th(scope="col")[say(name)] for name in (N_("Fichier"), N_("Taille"), N_("État")))]],
        h.tbody[_rows(copy, language)],
    ]


def _rows(copy: Copy, language: Language) -> Iterator[h.Element]:
    assert copy.listing is not None  # noqa: S101 (asked for only where there is a list)
    for at, entry in enumerate(copy.listing.entries):
        fault = copy.faults.get(entry.address)
        word = _state(copy, at, fault)
        yield h.tr(data_fault=fault)[
            h.th(scope="row")[_name(entry)],
            h.td[language.say(_size(entry.size, language))],
            h.td[language.say(word)],
        ]


def _state(copy: Copy, at: int, fault: str | None) -> str:
    if fault is not None:
        return N_("absent") if fault == "missing" else N_("abîmé")
    if at >= copy.looked_at:
        return N_("à vérifier")
    return N_("vérifié") if copy.by_hash else N_("présent")


def _name(entry: Entry) -> h.Node:
    """The address; it may be broken after each slash."""
    name = "index.html" if entry.address == "./" else entry.address.removeprefix("./")
    parts = name.split("/")
    return h.fragment[((part, "/", h.wbr) for part in parts[:-1]), parts[-1]]


def _size(count: int, language: Language) -> Text:
    """A number of bytes, with the unit that fits."""
    if count < 1000:
        return text("{size} o", size=count)
    if count < 1_000_000:
        return text("{size} ko", size=round(count / 1000))
    if count < 1_000_000_000:
        return text("{size} Mo", size=_tenths(count / 1_000_000, language))
    return text("{size} Go", size=_tenths(count / 1_000_000_000, language))


def _tenths(number: float, language: Language) -> str:
    return f"{number:.1f}".replace(".", "," if language.code == "fr" else ".")


# ------------------------------------------------------------------------------------------ what is new, home screen


def news(state: State, language: Language) -> h.Element:
    """The changelog, in the language in which it is written."""
    releases = state.copy.listing.news if state.copy.listing else ()
    return h.div("#news-list", lang="en")[
        (
            h.fragment[
                h.h3(".pr-settings__release")[release.title], h.ul[(h.li[_coded(point)] for point in release.points)]
            ]
            for release in releases
        )
    ]


def _coded(point: str) -> h.Node:
    """What stands between backquotes is to be typed as it is."""
    return h.fragment[(h.code[part] if number % 2 else part for number, part in enumerate(point.split("`")))]


def home(state: State, language: Language) -> h.Element:
    """How the page gets on the home screen, where that is possible, and why one would want it there."""
    say = language.say
    title = h.h2("#home-title.pr-h2")[say(N_("Sur l’écran d’accueil"))]
    match state.copy.install:
        case "no":
            return h.section("#home", hidden=True)
        case "done":
            inside = h.fragment[title, h.p(".pr-note")[say(N_("pyroll est installé sur cet appareil."))]]
        case "offered":
            inside = h.fragment[
                title,
                h.p(".pr-note")[say(N_("pyroll s’ouvre alors comme une application, avec ou sans réseau."))],
                h.div(".pr-settings__acts")[
                    h.button(".pr-btn", type="button", data_care="install")[say(N_("Installer"))]
                ],
            ]
        case "by_hand":
            inside = h.fragment[
                title,
                h.p[say(N_("Touchez Partager, puis « Sur l’écran d’accueil »."))],
                h.p(".pr-note")[
                    say(
                        N_(
                            "Safari efface ce que garde un site resté sept jours sans visite. "
                            "Ajouté à l’écran d’accueil, pyroll reste."
                        )
                    )
                ],
            ]
    return h.section("#home.pr-settings__part", aria_labelledby="home-title")[inside]

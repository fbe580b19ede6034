"""Taking data out and in: reports of the rolls in sight, the backup of everything, and what a file would change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import htpy as h

from pyroll.app.views.icons import icon, mark
from pyroll.form import Problem
from pyroll.i18n import N_, Language, Text, plural, text
from pyroll.moment import local, read_moment
from pyroll.restore import Change, Plan
from pyroll.store import KINDS, Kind

__all__ = ["Offer", "Why", "frame", "last_backup", "notice", "offer"]

Why = Literal["denied", "full", "gone", "newer"]
"""Why nothing is kept: storage is refused, there is no room, it was lost, or a newer pyroll wrote it."""

_REASONS: dict[Why, str] = {
    "denied": N_("Rien ne sera gardé : ce navigateur refuse le stockage, comme en navigation privée."),
    "full": N_("Rien de nouveau ne sera gardé : l’espace de stockage est plein."),
    "gone": N_("Rien ne sera gardé : ce navigateur n’ouvre pas son stockage."),
    "newer": N_("Rien ne sera gardé : les données viennent d’un pyroll plus récent. Rechargez la page."),
}

_MOST_LISTED = 8


def notice(why: Why | None, language: Language) -> h.Element:
    """What is said on every screen while nothing is kept."""
    if why is None:
        return h.p(id="keep-notice", role="status")
    return h.p(".pr-keep", id="keep-notice", role="status")[
        h.span[language.say(_REASONS[why])],
        " ",
        h.a(href="#/journal", data_goto_keeping=True)[language.say(N_("Exporter avant de fermer"))],
    ]


def frame(language: Language) -> h.Element:
    """The disclosure with everything that leaves or enters."""

    def out(act: str, label: str) -> h.Element:
        return h.button(".pr-btn", type="button", data_desk=act)[icon("out"), language.say(label)]

    return h.details(".pr-more", id="keeping")[
        h.summary[icon("right", small=True), h.span[language.say(N_("Exporter et sauvegarder"))]],
        h.div(".pr-keeping")[
            h.section[
                h.h2(".pr-label")[language.say(N_("Les jets affichés"))],
                h.div(".pr-row.pr-row--wrap")[
                    out("markdown", N_("Compte rendu")), out("csv", N_("CSV")), out("json", N_("JSON"))
                ],
            ],
            h.section[
                h.h2(".pr-label")[language.say(N_("Tout : personnages, journal, réglages"))],
                h.div(".pr-row.pr-row--wrap")[
                    out("backup", N_("Sauvegarder")),
                    h.label(".pr-btn.pr-file")[
                        icon("in"),
                        h.span[language.say(N_("Restaurer un fichier"))],
                        h.input(type="file", id="restore-file", accept=".json,application/json"),
                    ],
                ],
                last_backup("", 0, language),
            ],
            h.div(id="restore"),
        ],
    ]


def last_backup(moment: str, offset: int, language: Language) -> h.Element:
    """When everything was last saved to a file."""
    at = read_moment(moment)
    if at is None:
        words = Text(N_("Aucune sauvegarde pour l’instant."))
    else:
        when = local(at, offset)
        words = text("Dernière sauvegarde : le {date} à {time}.", date=when.date, time=when.time)
    return h.p(".pr-note", id="last-backup")[language.say(words)]


# --------------------------------------------------------------------------------------------------- a file comes in


@dataclass(frozen=True, slots=True)
class Offer:
    """A file that was looked at: what it would do, merged or in place of everything, or why it is refused."""

    name: str
    merge: Plan | None = None
    instead: Plan | None = None
    problems: tuple[Problem, ...] = ()


def offer(found: Offer | None, language: Language) -> h.Element:
    """What is known about the file, and the buttons that act on it. The element stays in the page."""
    if found is None:
        return h.div(id="restore", role="status")
    if found.merge is None or found.instead is None:
        return _refused(found, language)
    return h.div(".pr-restore", id="restore", role="status")[
        h.h2(".pr-label")[language.say(text("Fichier sain : {name}", name=found.name))],
        h.div(".pr-restore__way")[
            h.p[_sentences(found.merge, language)],
            h.button(".pr-btn", type="button", data_desk="merge")[language.say(N_("Fusionner"))],
        ],
        h.div(".pr-restore__way")[
            h.p[_sentences(found.instead, language)],
            h.button(".pr-btn.pr-btn--danger", type="button", data_desk="replace")[
                language.say(N_("Tout remplacer"))
            ],
        ],
        _cancel(language),
    ]


def _refused(found: Offer, language: Language) -> h.Element:
    left = len(found.problems) - _MOST_LISTED
    return h.div(".pr-restore", id="restore", role="status")[
        h.p(".pr-error")[
            mark("fumble"), h.span[language.say(text("Fichier refusé, rien n’a changé : {name}", name=found.name))]
        ],
        h.ul(".pr-restore__faults")[
            (h.li[h.code[one.field], " : ", language.say(one.message)] for one in found.problems[:_MOST_LISTED]),
            left > 0 and h.li[language.say(plural("et {n} autre problème", "et {n} autres problèmes", left))],
        ],
        _cancel(language),
    ]


def _cancel(language: Language) -> h.Element:
    return h.button(".pr-btn.pr-btn--ghost", type="button", data_desk="forget")[language.say(N_("Annuler"))]


def _sentences(plan: Plan, language: Language) -> str:
    said = (
        _counted(N_("Ajoute {what}."), plan.added),
        _counted(N_("Remplace {what}."), plan.replaced),
        _counted(N_("Supprime {what}."), plan.removed),
        _counted(N_("Garde la version d’ici de {what}."), plan.kept),
    )
    words = [language.say(one) for one in said if one is not None]
    return " ".join(words) or language.say(N_("Ne change rien : tout est déjà là."))


def _counted(pattern: str, changes: Sequence[Change]) -> Text | None:
    counts = {kind: sum(change.kind == kind for change in changes) for kind in KINDS}
    what = tuple(_many(kind, count) for kind, count in counts.items() if count)
    return text(pattern, what=what) if what else None


def _many(kind: Kind, count: int) -> Text:
    match kind:
        case "sheet":
            return plural("{n} personnage", "{n} personnages", count)
        case "journal":
            return plural("{n} inscription au journal", "{n} inscriptions au journal", count)
        case "setting":
            return plural("{n} réglage", "{n} réglages", count)

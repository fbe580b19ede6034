"""The dialog that hands something over, and the screen that shows what came in before anything is made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import htpy as h

from pyroll.app import qr
from pyroll.app.views.icons import icon, mark
from pyroll.app.views.readings import value_of
from pyroll.form import fields_of
from pyroll.i18n import N_, Language, Text, plural, text
from pyroll.line import READING, Refusal
from pyroll.share import Received, TableReadings
from pyroll.sheet import Sheet, system_of

__all__ = ["DIALOG", "LINK", "Dialog", "Shared", "dialog", "inside", "received"]

DIALOG, LINK = "share", "share-link"
_INSIDE = "share-inside"
_QUIET = 4  # squares of white around a code: readers want them
_MOST_LISTED = 8


@dataclass(frozen=True, slots=True)
class Shared:
    """What is handed over: a title for the dialog, words that go along, what stands behind the "#", and the character
    where it is one.
    """

    title: Text
    words: str
    fragment: str
    sheet: Sheet | None = None


@dataclass(frozen=True, slots=True)
class Dialog:
    """The dialog as it is.

    ``sheet``: the system has a share sheet; ``local``: the address is this device's own. ``code`` are the rows of the
    code once it was asked for, ``too_long``: there is none. ``said``: what became of the last tap.
    """

    shared: Shared
    link: str
    sheet: bool = False
    local: bool = False
    code: tuple[bytes, ...] | None = None
    too_long: bool = False
    said: Text | None = None


def dialog() -> h.Element:
    """The dialog, empty: the page gets it once, and its inside is drawn anew."""
    return h.dialog(
        ".pr-dialog.pr-share", id=DIALOG, data_beside=True, data_before="told", aria_labelledby="share-title"
    )[h.div(id=_INSIDE)]


def inside(shown: Dialog, language: Language) -> h.Element:
    """What the dialog says."""
    shared, say = shown.shared, language.say

    def act(name: str, symbol: str, label: str) -> h.Element:
        return h.button(".pr-btn", type="button", data_desk=name)[icon(symbol), h.span[say(label)]]

    return h.div(".pr-share__inside", id=_INSIDE)[
        h.h2(".pr-h2", id="share-title")[say(shared.title)],
        shared.sheet is None and h.p(".pr-share__words")[shared.words],
        h.label(".pr-label", for_=LINK)[say(N_("Lien"))],
        h.input(".pr-input.pr-input--text", id=LINK, type="text", readonly=True, value=shown.link),
        h.p(".pr-note")[say(N_("Tout est dans le lien : rien ne passe par un serveur, il marche sans date limite."))],
        shown.local and h.p(".pr-note")[say(N_("Cette adresse ne s’ouvre que sur cet appareil."))],
        h.div(".pr-row.pr-row--wrap")[
            act("share-copy", "copy", N_("Copier le lien")),
            shown.sheet and act("share-out", "out", N_("Envoyer…")),
            act("share-code", "code", N_("QR code")),
            (shared.sheet is not None or shown.too_long) and act("share-file", "in", N_("Enregistrer un fichier")),
        ],
        h.p(".pr-share__said", role="status")[shown.said is not None and say(shown.said)],
        shown.code is not None and _code(shown.code, language),
        h.div(".pr-dialog__acts")[
            h.button(".pr-btn.pr-btn--ghost", type="button", data_desk="share-close")[say(N_("Fermer"))]
        ],
    ]


def _code(rows: tuple[bytes, ...], language: Language) -> h.Element:
    """The code, dark on white in any theme: not every reader takes it the other way round."""
    side = len(rows) + 2 * _QUIET
    view = f"{-_QUIET} {-_QUIET} {side} {side}"
    label = language.say(N_("QR code du lien"))
    return h.svg(".pr-share__code", viewBox=view, role="img", aria_label=label, shape_rendering="crispEdges")[
        h.rect(x=str(-_QUIET), y=str(-_QUIET), width=str(side), height=str(side), fill="#fff"),
        h.path(d=qr.path_of(rows), fill="#000"),
    ]


# ---------------------------------------------------------------------------------------------------------- coming in

Found: TypeAlias = "Received | Refusal"


def received(found: Found, known: Mapping[str, str], twin: bool, language: Language) -> h.Element:
    """The screen. ``known``: the form's readings by name; ``twin``: a character of that name is here already."""
    match found:
        case Sheet():
            return _screen(_sheet(found, twin, language))
        case TableReadings():
            return _screen(_readings(found, known, language))
        case Refusal():
            return _screen(_refused(found, language))


def _screen(inner: h.Node) -> h.Element:
    return h.main(
        ".pr-received", id="screen-received", data_beside=True, tabindex="-1", aria_labelledby="received-title"
    )[inner]


def _title(words: Text | str, language: Language) -> h.Element:
    return h.h1(".pr-title", id="received-title")[language.say(words)]


def _acts(language: Language, act: str = "", label: str = "") -> h.Element:
    return h.div(".pr-row.pr-row--wrap")[
        bool(act) and h.button(".pr-btn.pr-btn--primary", type="button", data_desk=act)[language.say(label)],
        h.a(".pr-btn", href="#/")[language.say(N_("Ne pas prendre") if act else N_("Aller au test"))],
    ]


def _from_link(language: Language) -> h.Element:
    return h.p(".pr-note")[language.say(N_("Reçu par lien. Rien n’est encore gardé sur cet appareil."))]


def _sheet(sheet: Sheet, twin: bool, language: Language) -> h.Node:
    system = system_of(sheet)
    facts = [language.say(system.title), *filter(None, (sheet.about,))]
    return h.fragment[
        _title(N_("Ajouter ce personnage ?"), language),
        _from_link(language),
        h.section(".pr-received__what")[
            h.h2(".pr-sheet__name")[sheet.name],
            h.p(".pr-note")[", ".join(facts)],
            h.p[language.say(text("{what}.", what=_counts(sheet)))],
            h.ul(".pr-received__list")[
                (h.li[one.name, " ", h.b[str(one.value)]] for one in sheet.characteristics),
                (h.li[one.name, " ", h.b[str(one.value)]] for one in sheet.skills),
            ],
            bool(sheet.note) and h.p(".pr-sheet__note")[sheet.note],
        ],
        twin
        and h.p(".pr-note")[
            language.say(text("Vous avez déjà {name} : celui-ci s’y ajoute, rien n’est remplacé.", name=sheet.name))
        ],
        _acts(language, "take-sheet", N_("Ajouter ce personnage")),
    ]


def _counts(sheet: Sheet) -> tuple[Text, ...]:
    counted = (
        plural("{n} caractéristique", "{n} caractéristiques", len(sheet.characteristics)),
        plural("{n} compétence", "{n} compétences", len(sheet.skills)),
        plural("{n} compteur", "{n} compteurs", len(sheet.counters)),
    )
    return tuple(one for one in counted if one.n) or (text("Une fiche vierge"),)


def _readings(found: TableReadings, known: Mapping[str, str], language: Language) -> h.Node:
    texts = dict(found.texts)
    return h.fragment[
        _title(text("Prendre ces lectures pour {system} ?", system=Text(found.system.title)), language),
        _from_link(language),
        h.dl(".pr-received__what.pr-received__readings")[
            (
                h.div[
                    h.dt[language.say(item.label)],
                    h.dd[
                        language.say(value_of(item, getattr(found.readings, item.name))),
                        known.get(READING + item.name, texts[READING + item.name]) != texts[READING + item.name]
                        and h.b[" ", language.say(N_("(change)"))],
                    ],
                ]
                for item in fields_of(found.system.readings)
            )
        ],
        _acts(language, "take-readings", N_("Prendre ces lectures")),
    ]


def _refused(found: Refusal, language: Language) -> h.Node:
    left = len(found.problems) - _MOST_LISTED
    return h.fragment[
        _title(N_("Ce lien ne se lit pas"), language),
        h.p(".pr-error")[mark("fumble"), h.span[language.say(N_("Rien n’a changé sur cet appareil."))]],
        h.ul(".pr-restore__faults")[
            (
                h.li[one.field != "link" and h.fragment[h.code[one.field], " : "], language.say(one.message)]
                for one in found.problems[:_MOST_LISTED]
            ),
            left > 0 and h.li[language.say(plural("et {n} autre problème", "et {n} autres problèmes", left))],
        ],
        _acts(language),
    ]

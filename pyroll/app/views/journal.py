"""The journal's screen: filters beside the list, the list in pieces, and what is said above it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import htpy as h

from pyroll.app.log import Filters, Journal, Log, characters_in, pieces, systems_in
from pyroll.app.views.entry import entry
from pyroll.app.views.icons import icon, use
from pyroll.app.views.select import labelled
from pyroll.i18n import N_, Language, Text, plural, text
from pyroll.journal import VERDICTS
from pyroll.moment import local
from pyroll.system import Kind
from pyroll.systems import system_named
from pyroll.timeline import GAP, Row

__all__ = ["choices", "filter_count", "filters_from", "frame", "head", "list_of", "piece", "piece_id"]

_KIND_LABELS: Mapping[Kind, str] = {**VERDICTS, "tie": N_("Égalité, au meneur")}
_KINDS: tuple[Kind, ...] = ("crit", "ok", "tie", "ko", "fumble", "plain")
_EVERYBODY = "*"
_NOBODY = "-"


def frame(journal: Journal, luck: h.Node, keeping: h.Node, language: Language, *, wide: bool) -> h.Element:
    """The whole screen as it is when it is first opened; afterwards only its parts are drawn anew.

    ``wide``: there is room for the filters; else they are folded away.
    """
    return h.main(
        ".pr-journal", id="screen-journal", data_beside=True, tabindex="-1", aria_labelledby="journal-title"
    )[
        h.form(".pr-filters", id="filters", aria_label=language.say(N_("Filtrer le journal")), autocomplete="off")[
            h.label(".pr-search")[
                icon("search"),
                h.span(".pr-sr")[language.say(N_("Chercher"))],
                h.input(
                    ".pr-search__input",
                    type="search",
                    name="search",
                    placeholder=language.say(N_("Chercher")),
                    enterkeyhint="search",
                    maxlength="200",
                    value=journal.filters.search,
                ),
            ],
            h.details(".pr-more.pr-filters__more", id="filters-more", open=wide)[
                h.summary[
                    icon("right", small=True), h.span[language.say(N_("Filtres"))], filter_count(journal, language)
                ],
                h.div(".pr-filters")[
                    choices(journal.log, journal.filters, language),
                    h.fieldset[
                        h.legend(".pr-label")[language.say(N_("Verdict"))],
                        h.div(".pr-chips.pr-chips--column")[
                            (_kind(kind, journal.filters, language) for kind in _KINDS)
                        ],
                    ],
                    h.fieldset[
                        h.legend(".pr-label")[language.say(N_("Séances"))],
                        h.div(".pr-chips.pr-chips--half")[
                            _session("all", N_("Toutes"), language, checked=not journal.filters.last),
                            _session("last", N_("La dernière"), language, checked=journal.filters.last),
                        ],
                    ],
                ],
            ],
        ],
        h.section(".pr-journal__list", aria_label=language.say(N_("Jets")))[
            head(journal, language), luck, keeping, list_of(journal, 0, None, language)
        ],
    ]


def filter_count(journal: Journal, language: Language) -> h.Element:
    """How many filters hide something, beside their title."""
    set_ = journal.filters.active
    words = plural("{n} actif", "{n} actifs", set_) if set_ else Text(N_("aucun"))
    return h.span(".pr-note", id="filter-count")[language.say(words)]


def choices(log: Log, filters: Filters, language: Language) -> h.Element:
    """Whose rolls, and of which system: as many as there are."""
    people = sorted(characters_in(log).items(), key=lambda named: named[1].casefold())
    systems = [system for key in sorted(systems_in(log)) if (system := system_named(key)) is not None]
    chosen = _EVERYBODY if filters.character is None else filters.character or _NOBODY
    return h.div(".pr-filters__pair", id="journal-choices")[
        _select(
            "character",
            N_("Personnage"),
            [(_EVERYBODY, language.say(N_("Tous"))), *people, (_NOBODY, language.say(N_("Sans personnage")))],
            chosen,
            language,
        ),
        _select(
            "system",
            N_("Système"),
            [("", language.say(N_("Tous"))), *((system.key, language.say(system.title)) for system in systems)],
            filters.system,
            language,
        ),
    ]


def _select(name: str, label: str, options: Iterable[tuple[str, str]], chosen: str, language: Language) -> h.Element:
    return h.div[labelled(f"filter-{name}", name, language.say(label), options, chosen)]


def _kind(kind: Kind, filters: Filters, language: Language) -> h.Element:
    return h.label(".pr-chip.pr-chip--check")[
        h.input(type="checkbox", name="kind", value=kind, checked=kind in filters.kinds),
        h.span(".pr-chip__face")[use(kind, f"pr-mark pr-mark--{kind}"), h.span[language.say(_KIND_LABELS[kind])]],
    ]


def _session(value: str, label: str, language: Language, *, checked: bool) -> h.Element:
    return h.label(".pr-chip")[
        h.input(type="radio", name="sessions", value=value, checked=checked),
        h.span(".pr-chip__face")[language.say(label)],
    ]


def filters_from(texts: Iterable[tuple[str, str]]) -> Filters:
    """What the filters' form says; ``texts``: its controls' names and values."""
    given: dict[str, list[str]] = {}
    for name, value in texts:
        given.setdefault(name, []).append(value)

    def one(name: str, usual: str) -> str:
        return given.get(name, [usual])[0]

    who = one("character", _EVERYBODY)
    return Filters(
        search=one("search", "").strip(),
        kinds=frozenset(kind for kind in _KINDS if kind in given.get("kind", ())),
        system=one("system", ""),
        character=None if who == _EVERYBODY else "" if who == _NOBODY else who,
        last=one("sessions", "all") == "last",
    )


# ---------------------------------------------------------------------------------------------------------- the list


def head(journal: Journal, language: Language) -> h.Element:
    """The title, and how many rolls there are to see."""
    return h.header(".pr-journal__head", id="journal-head")[
        h.h1(".pr-title", id="journal-title")[language.say(N_("Journal"))],
        h.p(".pr-note", role="status")[_count(journal, language)],
    ]


def _count(journal: Journal, language: Language) -> str:
    log, found = journal.log, len(journal.found)
    parts = []
    if journal.filters.open:
        parts.append(plural("{n} jet", "{n} jets", found))
    else:
        parts.append(plural("{n} jet sur {all}", "{n} jets sur {all}", found, all=len(log.rows)))
    if not log.complete:
        parts.append(text("lecture en cours…"))
    if log.unsound:
        parts.append(plural("{n} enregistrement illisible", "{n} enregistrements illisibles", log.unsound))
    return " · ".join(map(language.say, parts))


def list_of(journal: Journal, offset: int, now: int | None, language: Language) -> h.Element:
    """All that is drawn; ``offset``: minutes that the wall clock is ahead of UTC, ``now``: the moment."""
    drawn = pieces(journal)
    return h.div(id="journal-list")[
        [piece(journal, number, offset, now, language) for number in range(len(drawn))]
        if drawn
        else h.p(".pr-note.pr-journal__empty")[language.say(_nothing(journal))],
        tail(journal, language),
    ]


def tail(journal: Journal, language: Language) -> h.Element:
    """The button that draws more, while there is more; it is tapped by itself when it comes into sight."""
    left = len(journal.found) - journal.shown
    return h.p(".pr-journal__more", id="journal-more", hidden=left <= 0)[
        h.button(".pr-btn", type="button", data_desk="more")[language.say(N_("Jets plus anciens"))]
    ]


def _nothing(journal: Journal) -> Text:
    if not journal.log.rows:
        if journal.log.complete:
            return text("Aucun jet pour l’instant. Chaque jet lancé ou saisi s’inscrit ici de lui-même.")
        return text("Le journal s’ouvre…")
    return text("Aucun jet ne correspond à ces filtres.")


def piece_id(number: int) -> str:
    """The id of a piece's element."""
    return f"journal-piece-{number}"


def piece(journal: Journal, number: int, offset: int, now: int | None, language: Language) -> h.Element:
    """One piece of the list: a heading wherever a session begins, and the rolls under it."""
    return h.div(id=piece_id(number), data_before="journal-more")[
        (
            h.fragment[
                begins and h.h2(".pr-label.pr-journal__session")[_title(rows[0], offset, now, language)],
                h.ol(".pr-entries")[
                    (
                        entry(
                            row,
                            offset,
                            language,
                            journal.ranks.get(row.entry.id),
                            unfolded=row.entry.id in journal.unfolded,
                        )
                        for row in rows
                    )
                ],
            ]
            for begins, rows in _by_session(pieces(journal)[number])
        )
    ]


def _by_session(marked: Iterable[tuple[bool, Row]]) -> Iterator[tuple[bool, list[Row]]]:
    group: list[Row] = []
    first = False
    for begins, row in marked:
        if begins and group:
            yield first, group
            group = []
        if not group:
            first = begins
        group.append(row)
    if group:
        yield first, group


def _title(newest: Row, offset: int, now: int | None, language: Language) -> str:
    if now is not None and now - newest.at < GAP:
        return language.say(N_("Séance en cours"))
    return language.say(text("Séance du {date}", date=local(newest.at, offset).date))

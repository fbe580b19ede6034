"""The rules page: a system's rules by number, in our own words, and what is found in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import htpy as h

from pyroll.app.lookup import REFERENCE, Lookup, address_of, elsewhere, sections_found
from pyroll.app.views.icons import icon
from pyroll.app.views.percent import coarse
from pyroll.form import Choice, fields_of
from pyroll.i18n import N_, Language, Text, plural, text
from pyroll.odds import Chance
from pyroll.rulebook import RULEBOOKS, Example, Rule, Rulebook, Table, cited, options
from pyroll.rulebook.compare import Compared, compared

__all__ = ["Shown", "books", "comparison", "contents", "count", "found", "frame", "live", "rule_id", "rule_table"]


@dataclass(frozen=True, slots=True)
class Shown:
    """What is drawn: the page, the readings in force at this table, and the language."""

    lookup: Lookup
    readings: Any
    language: Language


def rule_id(one: Rule) -> str:
    """The id of a rule's place in the page."""
    return f"rule-{one.numbers[0]}"


def frame(shown: Shown) -> h.Element:
    """The whole screen; books, count and list are drawn anew by themselves."""
    say = shown.language.say
    return h.main("#screen-rules.pr-rules", data_beside="own", tabindex="-1")[
        h.header(".pr-rules__head")[
            h.a(".pr-btn.pr-btn--ghost.pr-btn--icon.pr-rules__back", href="#/", aria_label=say(N_("Retour au test")))[
                icon("left")
            ],
            h.h1(".pr-title")[say(N_("Règles"))],
        ],
        h.div(".pr-rules__side")[
            books(shown),
            h.div(".pr-rules__find", role="search")[
                h.label(".pr-label", for_="rules-words")[say(N_("Chercher un mot ou un numéro"))],
                h.div(".pr-search")[
                    icon("search", small=True),
                    h.input(
                        "#rules-words.pr-search__input",
                        type="search",
                        autocomplete="off",
                        spellcheck="false",
                        value=shown.lookup.words,
                    ),
                ],
            ],
            contents(shown),
        ],
        h.div(".pr-rules__main")[count(shown), found(shown)],
    ]


def books(shown: Shown) -> h.Element:
    """Whose rules they are, and the way to the others'."""
    lookup, say = shown.lookup, shown.language.say
    return h.nav("#rules-books.pr-rules__books", aria_label=say(N_("Règles de")))[
        (
            h.a(
                ".pr-rules__book",
                href=address_of(book),
                aria_current="page" if book is lookup.book else None,
            )[say(book.system.title)]
            for book in RULEBOOKS.values()
        )
    ]


def contents(shown: Shown) -> h.Element:
    """The sections in which something was found, each with the way to its first rule; where there is room beside."""
    lookup, say = shown.lookup, shown.language.say
    return h.nav("#rules-contents.pr-rules__contents", aria_label=say(N_("Sommaire")))[
        (
            h.a(href=address_of(lookup.book, rules[0].numbers[0]))[say(section.title)]
            for section, rules in sections_found(lookup, shown.language)
        )
    ]


def count(shown: Shown) -> h.Element:
    """How many rules were found, or what an address asks for in vain: said aloud, beside the list."""
    lookup, language = shown.lookup, shown.language
    return h.p("#rules-count.pr-note", role="status")[language.say(_counted(lookup, language))]


def _counted(lookup: Lookup, language: Language) -> Text:
    title = Text(lookup.book.system.title)
    if lookup.unknown:
        return text("Rien ne porte ce nom ici : {what}.", what=lookup.unknown)
    many = sum(len(rules) for _, rules in sections_found(lookup, language))
    words = lookup.words.strip()
    if not words:
        if not lookup.book.system.judged:  # free dice come from no game
            return text("Une notation de pyroll, sans source : L numérote ce qu’elle veut dire.")
        return text(
            "Règles de {title}, dans nos mots. R est une règle de la source, A un point qu’elle laisse ouvert.",
            title=title,
        )
    if not many:
        return text("Rien trouvé pour « {words} » dans {title}.", words=words, title=title)
    return plural(
        "{n} règle trouvée pour « {words} ».",
        "{n} règles trouvées pour « {words} ».",
        many,
        words=lookup.words.strip(),
    )


def found(shown: Shown) -> h.Element:
    """The rules that were looked for, section by section; where none is, the other books that have the words."""
    lookup, language = shown.lookup, shown.language
    sections = list(sections_found(lookup, language))
    return h.div("#rules-list.pr-rules__list")[
        not lookup.words.strip()
        and h.p[
            h.a(".pr-btn", href=address_of(lookup.book, REFERENCE))[
                icon("log", small=True), language.say(N_("Référence en une page"))
            ]
        ],
        (
            h.section(".pr-rules__section")[
                h.h2(".pr-h2")[language.say(section.title)],
                h.ol[(_rule(shown, one) for one in rules)],
            ]
            for section, rules in sections
        ),
        not sections and _elsewhere(shown),
    ]


def _elsewhere(shown: Shown) -> h.Node:
    """Where else the words are found."""
    others = list(elsewhere(shown.lookup, shown.language))
    say = shown.language.say
    if not others:
        return h.p[say(N_("Aucun autre système n’en parle. Essayez un mot plus court."))]
    return h.fragment[
        h.p[say(N_("Trouvé ailleurs :"))],
        h.ul(".pr-row.pr-row--wrap")[
            (
                h.li[
                    h.a(".pr-btn", href=address_of(book))[
                        say(text("{title} : {n}", title=Text(book.system.title), n=many))
                    ]
                ]
                for book, many in others
            )
        ],
    ]


# ---------------------------------------------------------------------------------------------------------- one rule


def _rule(shown: Shown, one: Rule) -> h.Element:
    lookup, say = shown.lookup, shown.language.say
    asked = lookup.number in one.numbers
    return h.li(".pr-rule", id=rule_id(one), tabindex="-1", aria_current="true" if asked else None)[
        h.a(".pr-rule__number", href=address_of(lookup.book, one.numbers[0]))[cited(one.numbers)],
        h.div(".pr-rule__body")[
            h.p[say(one.text)],
            one.table is not None and rule_table(one.table, cited(one.numbers), shown.language),
            _reading(shown, one),
            (_example(example, shown.language) for example in one.examples),
        ],
    ]


def rule_table(table: Table, title: str, language: Language, *, numbered: bool = True) -> h.Element:
    """A rule's table, if wanted with the numbers of its rows, where they have one."""
    numbered = numbered and bool(table.numbers)
    numbers = table.numbers or ("",) * len(table.rows)
    return h.table(".pr-rule__table")[
        h.caption(".pr-sr")[language.say(text("Table de {number}", number=title))],
        h.thead[
            h.tr[
                (h.th(scope="col")[language.say(column)] for column in table.columns),
                numbered and h.th(scope="col")[language.say(N_("Règle"))],
            ]
        ],
        h.tbody[
            (
                h.tr[
                    (
                        h.td[language.say(text("{cell}", cell=cell))]
                        if place
                        else h.th(scope="row")[language.say(text("{cell}", cell=cell))]
                        for place, cell in enumerate(row)
                    ),
                    numbered and h.td(".pr-rule__row")[number],
                ]
                for row, number in zip(table.rows, numbers, strict=True)
            )
        ],
    ]


def _example(example: Example, language: Language) -> h.Element:
    return h.p(".pr-rule__example")[h.b[language.say(N_("Exemple :"))], " ", language.say(example.text)]


def _reading(shown: Shown, one: Rule) -> h.Node:
    """The choices of the reading that this rule leaves to the table, and which one this table made. A rule that only
    depends on it names the choice, and where the choices are explained.
    """
    book, say = shown.lookup.book, shown.language.say
    choices = options(book, one, shown.readings)
    if not choices or one.reading is None:
        return None
    label = next(item.label for item in fields_of(book.system.readings) if item.name == one.reading)
    if not one.effects:
        explaining = book.explaining(one.reading)
        now = next(choice.label for choice in choices if choice.in_force)
        return h.p(".pr-rule__now")[
            say(text("À cette table : {label}, {choice}.", label=Text(label), choice=Text(now))),
            " ",
            explaining is not None and h.a(href=address_of(book, explaining.numbers[0]))[cited(explaining.numbers)],
        ]
    shows = compared(book.system, one.reading)
    return h.div(".pr-reading")[
        h.h3(".pr-label")[say(text("Lecture de la table : {label}", label=Text(label)))],
        h.ul(".pr-reading__choices")[
            (
                h.li(aria_current="true" if choice.in_force else None)[
                    h.p[
                        h.b[say(choice.label)],
                        choice.in_force and h.span(".pr-tag")[say(N_("en vigueur à cette table"))],
                        choice.default and not choice.in_force and h.span(".pr-note")[say(N_("par défaut"))],
                    ],
                    h.p[say(choice.effect)],
                ]
                for choice in choices
            )
        ],
        (comparison(one_shown, book, one.reading or "", shown.language) for one_shown in shows),
    ]


def comparison(one: Compared, book: Rulebook, reading: str, language: Language) -> h.Element:
    """The same dice under each choice; choices of one result share a row."""
    item = next(item for item in fields_of(book.system.readings) if item.name == reading)
    labels = item.kind.options if isinstance(item.kind, Choice) else {"yes": N_("Oui"), "no": N_("Non")}
    rows: dict[str, list[str]] = {}
    for key, result in one.results.items():
        rows.setdefault(_result(result, language), []).append(language.say(labels[key]))
    return h.table(".pr-rule__table.pr-compare")[
        h.caption[language.say(text("Exemple : {what}.", what=one.what))],
        h.tbody[(h.tr[h.th(scope="row")[" · ".join(names)], h.td[result]] for result, names in rows.items())],
    ]


def _result(result: Text | Chance, language: Language) -> str:
    if isinstance(result, Chance):
        return language.say(text("{share} de chances de réussir", share=coarse(result, language)))
    return language.say(result)


def live(system_key: str, language: Language) -> Iterator[h.Element]:
    """For each reading of a form, what its choices change: stands under the choices, before the place for a fault."""
    book = RULEBOOKS[system_key]
    for item in fields_of(book.system.readings):
        yield _live(book, item.name, f"{system_key}-reading-{item.name}", language)


def _live(book: Rulebook, reading: str, place: str, language: Language) -> h.Element:
    explaining = book.explaining(reading)
    return h.div(".pr-live", id=f"{place}-live", data_before=f"{place}-error")[
        (comparison(one, book, reading, language) for one in compared(book.system, reading)),
        explaining is not None
        and h.a(".pr-live__rule", href=address_of(book, explaining.numbers[0]))[
            language.say(text("Règle {number}", number=cited(explaining.numbers)))
        ],
    ]

"""A system on one page, to print and lay on the table: chances for the values at hand, readings in force, tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import htpy as h

from pyroll.advice import Step, field_named, ladder, rungs
from pyroll.app.lookup import address_of
from pyroll.app.views.icons import icon
from pyroll.app.views.percent import coarse, decimal
from pyroll.app.views.readings import value_of
from pyroll.app.views.rules import rule_table
from pyroll.form import fields_of
from pyroll.i18n import N_, Language, Lower, Param, Text, text
from pyroll.line import Test
from pyroll.odds import Chance, Odds, odds
from pyroll.rulebook import Rulebook, Section, Table, cited
from pyroll.rulebook.compare import told

__all__ = ["page"]


def page(book: Rulebook, test: Test, language: Language, who: str = "", others: Sequence[str] = ()) -> h.Element:
    """The whole screen.

    :param test: its chances stand on the page; ``who``: whose values it has, "" for those of the form.
    :param others: who may be chosen.
    """
    say = language.say
    system = book.system
    return h.main("#screen-rules.pr-rules.pr-reference", data_beside="own", tabindex="-1")[
        h.header(".pr-rules__head")[
            h.a(
                ".pr-btn.pr-btn--ghost.pr-btn--icon.pr-rules__back",
                href=address_of(book),
                aria_label=say(text("Règles de {title}", title=Text(system.title))),
            )[icon("left")],
            h.h1(".pr-title")[say(text("Référence : {title}", title=Text(system.title)))],
            h.button("#print.pr-btn", type="button")[icon("print", small=True), say(N_("Imprimer"))],
        ],
        h.p(".pr-note")[say(text("{title}, {about}", title=Text(system.title), about=Text(system.about)))],
        bool(others) and _choice(who, others, language),
        h.div(".pr-reference__parts")[
            _chances(test, language, who),
            _readings(test, language),
            (_section(book, section, _rungs_said(test, language), language) for section in book.sections),
        ],
    ]


def _choice(who: str, others: Sequence[str], language: Language) -> h.Element:
    """Whose chances they are."""
    names = (language.say(N_("Les valeurs du formulaire")), *others)
    now = others.index(who) + 1 if who in others else 0
    return h.div(".pr-reference__for")[
        h.label(".pr-label", for_="reference-for")[language.say(N_("Chances pour"))],
        h.span(".pr-select")[
            h.select("#reference-for")[
                (h.option(value=str(place), selected=place == now)[name] for place, name in enumerate(names))
            ],
            icon("down", small=True),
        ],
    ]


def _part(title: str, *inside: h.Node) -> h.Element:
    return h.section(".pr-reference__part")[h.h2(".pr-h2")[title], inside]


def _chances(test: Test, language: Language, who: str) -> h.Node:
    """The chances of one test, at every rung of difficulty where there are rungs."""
    say = language.say
    system, rung = test.system, test.system.ladder
    usual = {} if rung is None else {rung: field_named(system, rung).default}  # every rung has a row of its own
    values = say(told(replace(test, actor=replace(test.actor, **usual)))) or say(N_("valeurs de départ"))
    heading = h.p(".pr-note")[f"{who} : {values}" if who else values]
    if rung is not None:
        rows = [
            (_rung(step, language), coarse(step.chance, language)) for step in ladder(test) if step.chance is not None
        ]
        label = field_named(system, rung).label
        title = say(text("Réussir, par {field}", field=Lower(label)))
        return _part(title, heading, _two_columns(title, (say(label), say(N_("Réussir"))), rows))
    found = odds(test)
    if not isinstance(found, Odds):
        return None
    rows = list(_shares(found, test, language))
    title = say(N_("Chances avant le jet"))
    return bool(rows) and _part(title, heading, _two_columns(title, (say(N_("Résultat")), say(N_("Chance"))), rows))


def _rung(step: Step, language: Language) -> str:
    named = step.label != step.value
    numbered = step.value.lstrip("-").isdigit()
    label = language.say(step.label) if named else ""
    return f"{step.value} {label}".strip() if numbered else label


_SHARES = (
    ("success", N_("Réussite, critiques comprises")),
    ("critical_success", N_("Réussite critique")),
    ("critical_failure", N_("Échec critique")),
)


def _shares(found: Odds, test: Test, language: Language) -> Iterator[tuple[str, str]]:
    for name, label in _SHARES:
        chance: Chance | None = getattr(found, name)
        if chance is not None:
            yield language.say(label), coarse(chance, language)
    for degree, chance in (found.degrees or {}).items():
        yield language.say((test.system.degrees or {})[degree]), coarse(chance, language)
    if found.spread is not None:
        yield language.say(N_("Moyenne")), decimal(*found.spread.mean, language)


def _two_columns(title: str, heads: tuple[str, str], rows: list[tuple[str, str]]) -> h.Element:
    return h.table(".pr-rule__table")[
        h.caption(".pr-sr")[title],
        h.thead[h.tr[(h.th(scope="col")[head] for head in heads)]],
        h.tbody[(h.tr[h.th(scope="row")[name], h.td[share]] for name, share in rows)],
    ]


def _readings(test: Test, language: Language) -> h.Node:
    """The readings that this table plays with."""
    fields = fields_of(test.system.readings)
    say = language.say
    if not fields:
        return None
    pairs: list[tuple[Param, Param]] = [
        (Text(item.label), value_of(item, getattr(test.readings, item.name))) for item in fields
    ]
    return _part(
        say(N_("Lectures de la table")),
        h.ul(".pr-reference__list")[
            (h.li[say(text("{label} : {value}", label=label, value=value))] for label, value in pairs)
        ],
    )


def _section(book: Rulebook, section: Section, rungs_said: list[str], language: Language) -> h.Node:
    """The rules of a section in their source's order: what it leaves open stands in the readings above, and examples
    on the rules page.
    """
    rules = [one for one in section.rules if not one.numbers[0].startswith("A")]
    return bool(rules) and _part(
        language.say(section.title),
        h.ol(".pr-reference__list")[
            (
                h.li[
                    language.say(one.text),
                    " ",
                    h.a(href=address_of(book, one.numbers[0]))[cited(one.numbers)],
                    one.table is not None
                    and not _is_ladder(one.table, rungs_said, language)
                    and rule_table(one.table, cited(one.numbers), language, numbered=False),
                ]
                for one in rules
            )
        ],
    )


def _rungs_said(test: Test, language: Language) -> list[str]:
    return [language.say(label) for _, label in rungs(test.system)]


def _is_ladder(table: Table, rungs_said: list[str], language: Language) -> bool:
    """Whether these are the rungs of difficulty, which stand with their chances above."""
    return [language.say(text("{cell}", cell=row[0])) for row in table.rows] == rungs_said

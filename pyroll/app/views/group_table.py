"""The table of a group: each row's name and values, dice, verdict, margin and chance; what a throw changes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import htpy as h

from pyroll.app.gathering import Gathering
from pyroll.app.views.icons import icon, use
from pyroll.app.views.percent import fine
from pyroll.app.views.readings import value_of
from pyroll.form import Choice, Field, Flag, Number, fields_of
from pyroll.group import Group, Row, test_of
from pyroll.i18n import N_, Language, Param, Signed, Text, text
from pyroll.journal import digest_of, verdict_words
from pyroll.line import Refusal, Test
from pyroll.odds import Chance, DuelOdds, undecided
from pyroll.resolve import Contest, Resolved, Single
from pyroll.system import Kind, System

__all__ = ["chance", "fallen", "figure", "margin_head", "table"]


def table(state: Gathering, language: Language) -> h.Element:
    """All rows."""
    say, group = language.say, state.group
    if not group.rows:
        return h.div(id="group-table")
    winner = N_("L’emporte") if group.base.opposed else N_("Verdict")
    # Explicit roles: a phone's layout is no table's, and a browser would drop them
    return h.div(id="group-table")[
        h.table(".pr-many__table", role="table")[
            h.caption(".pr-sr")[say(N_("Jets du groupe"))],
            h.thead(role="rowgroup")[
                h.tr(role="row")[
                    (h.th(scope="col", role="columnheader")[say(head)] for head in (N_("Nom"), N_("Dés"), winner)),
                    margin_head(group, language),
                    h.th(scope="col", role="columnheader")[say(N_("Chance"))],
                    h.th(scope="col", role="columnheader")[h.span(".pr-sr")[say(N_("Commandes"))]],
                ]
            ],
            h.tbody(role="rowgroup")[_rows(state, language)],
        ]
    ]


def margin_head(group: Group, language: Language) -> h.Element:
    """What the margins stand under: some systems give a letter, a degree or a figure in their place."""
    found = (row.result for row in group.rows)
    other = any(isinstance(one, Single) and one.played.result.margin is None for one in found)
    return h.th(id="group-margins", scope="col", role="columnheader")[
        language.say(N_("Détail") if other else N_("Marge"))
    ]


def _rows(state: Gathering, language: Language) -> Iterator[h.Element]:
    return (_row(state, place, language) for place in range(len(state.group.rows)))


def _row(state: Gathering, place: int, language: Language) -> h.Element:
    """One row: its name opens it as a test of its own."""
    say, group = language.say, state.group
    one = group.rows[place]
    test = test_of(group, one)
    return h.tr(id=f"group-row-{place}", role="row")[
        h.th(scope="row", role="rowheader")[
            h.button(
                ".pr-link", type="button", id=f"group-open-{place}", data_desk="group-open", data_key=str(place)
            )[one.name]
            if isinstance(test, Test)
            else one.name,
            bool(one.values) and h.span(".pr-note")[say(text("{figures}", figures=_own(group, one)))],
        ],
        _refused(test, language) if isinstance(test, Refusal) else fallen(state.group, place, language),
        _chance(state, place, test, language),
        h.td(".pr-many__acts", role="cell")[
            _act(place, "again", text("Lancer : {name}", name=one.name), language),
            _act(place, "remove", text("Retirer : {name}", name=one.name), language),
        ],
    ]


_ICONS = {"again": "again", "remove": "cross"}


def _act(place: int, name: str, label: Text, language: Language) -> h.Element:
    return h.button(
        ".pr-btn.pr-btn--ghost.pr-btn--icon",
        id=f"group-{name}-{place}",
        type="button",
        data_desk=f"group-{name}",
        data_key=str(place),
        aria_label=language.say(label),
    )[icon(_ICONS[name])]


def _own(group: Group, one: Row) -> tuple[Text, ...]:
    """The row's own values, in the order of the form."""
    fields = fields_of(group.base.system.request)
    return tuple(figure(item, item.kind.parse(one.values[item.name])) for item in fields if item.name in one.values)


def figure(item: Field, value: object) -> Text:
    """A field and its value: "Difficulté 7", "Spécialité"."""
    match item.kind:
        case Flag() if value:
            return Text(item.label)
        case Choice() | Flag():
            words: Param = value_of(item, value)
        case Number():
            words = value if isinstance(value, int) else "–"
        case _:
            words = item.kind.dump(value)
    return text("{label}\xa0{value}", label=Text(item.label), value=words)


def _refused(test: Refusal, language: Language) -> h.Element:
    return h.td(".pr-many__refused", role="cell", colspan="3")[
        use("fumble", "pr-mark pr-mark--fumble"),
        " ".join(dict.fromkeys(language.say(one.message) for one in test.problems)),
    ]


def fallen(group: Group, place: int, language: Language) -> tuple[h.Element, h.Element, h.Element]:
    """What a throw changes in a row: dice, verdict and margin. Nothing else is drawn anew."""
    one = group.rows[place]
    dice: h.Node = "–"
    verdict: h.Node = "–"
    margin: h.Node = "–"
    if one.result is not None:
        kind, word, by = _seen(one.result, one.name)
        dice, margin = _dice(one.result), language.say(by)
        verdict = h.fragment[use(kind, f"pr-mark pr-mark--{kind}"), language.say(word)]
    return (
        h.td(class_="pr-many__dice", id=f"group-dice-{place}", role="cell", data_head=language.say(N_("Dés")))[dice],
        h.td(class_="pr-many__verdict", id=f"group-verdict-{place}", role="cell")[verdict],
        h.td(class_="pr-many__margin", id=f"group-margin-{place}", role="cell")[margin],
    )


def _dice(result: Resolved) -> str:
    """The row's own dice: in an opposition the opponent's."""
    faces = result.opponent.faces if isinstance(result, Contest) else result.played.faces
    return ", ".join(map(str, faces)) or "–"


def _seen(result: Resolved, name: str) -> tuple[Kind, Text, Text]:
    """The verdict or the winner, and by how much; where verdicts have no margin, their degree or figure.

    No explanation is made: fifty of them would be felt.
    """
    digest = digest_of(result)
    match result:
        case Contest(duel=duel):
            winners: dict[str | None, Text] = {"actor": text("Actif"), "opponent": text("{name}", name=name)}
            return digest.kind, winners.get(duel.winner, text("Égalité")), text("{n}", n=Signed(duel.margin))
        case Single(test=test, played=played):
            return digest.kind, verdict_words(digest), _by_how_much(test.system, played.result)


def _by_how_much(system: System, verdict: Any) -> Text:
    if verdict.margin is not None:
        return text("{n}", n=Signed(verdict.margin))
    degree = system.degree(verdict)
    if system.degrees is not None:
        return text("–") if degree is None else Text(system.degrees[degree])
    return text("{n}", n=system.figure.of(verdict))


def chance(state: Gathering, place: int, language: Language) -> h.Element:
    """The exact chance of the row, once it is known: of a success, or of the actor's win."""
    return _chance(state, place, test_of(state.group, state.group.rows[place]), language)


def _chance(state: Gathering, place: int, test: Test | Refusal, language: Language) -> h.Element:
    odds = None if isinstance(test, Refusal) else state.chances.get(undecided(test))
    found: Chance | None = None
    if odds is not None:
        found = odds.actor if isinstance(odds, DuelOdds) else odds.success
    return h.td(".pr-many__chance", id=f"group-chance-{place}", role="cell", data_head=language.say(N_("Chance")))[
        "–" if found is None else fine(found, language)
    ]

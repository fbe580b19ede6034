"""The groups' screen around its table (``group_table.py``): base test, adding rows, what is done with all of them."""

from __future__ import annotations

from collections.abc import Sequence

import htpy as h

from pyroll.app.gathering import Gathering, hits, unfollowed
from pyroll.app.views.group_table import figure, table
from pyroll.app.views.icons import icon, use
from pyroll.form import fields_of
from pyroll.group import MOST_ROWS, Group
from pyroll.group_lines import Misread, columns, example
from pyroll.i18n import N_, Language, Lower, Text, plural, text
from pyroll.line import Test
from pyroll.resolve import Contest
from pyroll.system import System

__all__ = [
    "add_form",
    "base",
    "faults",
    "foot",
    "frame",
    "lines_form",
    "summary",
]


def frame(state: Gathering, language: Language) -> h.Element:
    """The whole screen as it is when it is opened; afterwards its parts are drawn anew."""
    say = language.say
    return h.main(".pr-many", id="screen-group", data_beside=True, tabindex="-1", aria_labelledby="group-title")[
        h.div(".pr-many__test")[h.h1(".pr-title", id="group-title")[say(N_("Groupe"))], base(state, language)],
        h.section(".pr-many__list", aria_label=say(N_("Jets du groupe")))[
            summary(state, language),
            table(state, language),
        ],
        h.section(".pr-many__new", aria_label=say(N_("Ajouter des lignes")))[
            add_form(state, language),
            lines_form(state, language),
            faults(state, language),
        ],
        foot(state, language),
    ]


# ------------------------------------------------------------------------------------------------------ the base test


def base(state: Gathering, language: Language) -> h.Element:
    """What every row rolls, but for its own values; and what to do when the form says something else by now."""
    say, group = language.say, state.group
    opposed = group.base.opposed
    intro = N_("Chaque ligne est un adversaire du même test.") if opposed else N_("Chaque ligne passe le même test.")
    usual = group.base.opponent if opposed else group.base.actor
    return h.div(".pr-stack", id="group-base")[
        h.p[say(intro)],
        h.dl(".pr-many__base")[
            opposed and _told(N_("Actif"), _figures(group.base, group.base.actor), language),
            _told(
                N_("Adversaires, sauf indication") if opposed else N_("Sauf indication"),
                _figures(group.base, usual),
                language,
            ),
        ],
        opposed
        and h.label(".pr-chip.pr-chip--check")[
            h.input(type="checkbox", id="group-once", name="once", checked=group.once),
            h.span(".pr-chip__face")[say(N_("L’actif lance une seule fois, pour tous"))],
        ],
        h.p(".pr-many__veiled")[say(N_("La difficulté est cachée tant que le verdict du test l’est."))],
        h.p[h.a(".pr-link", href="#/")[say(N_("Régler le test"))]],
        state.form is None
        and h.p(".pr-error")[
            use("fumble", "pr-mark pr-mark--fumble"), say(N_("Le formulaire du test est à corriger."))
        ],
        unfollowed(state)
        and h.div(".pr-many__other")[
            h.p[say(N_("Le formulaire dit autre chose depuis ce lancer."))],
            h.button(".pr-btn", type="button", id="group-take", data_desk="group-take")[
                say(N_("Prendre ses valeurs"))
            ],
        ],
    ]


def _told(title: str, figures: Sequence[Text], language: Language) -> h.Element:
    return h.div[h.dt[language.say(title)], h.dd[language.say(text("{figures}", figures=tuple(figures)))]]


def _figures(test: Test, request: object) -> list[Text]:
    """The values that matter: those that a form begins with, the difficulty, and all that are not usual."""
    system = test.system
    always = {item.name for item in columns(system)} | ({system.ladder} if not test.opposed else set())
    found = []
    for item in fields_of(system.request):
        value = getattr(request, item.name)
        if not (item.hidden or (item.solo and test.opposed)) and (item.name in always or value != item.default):
            found.append(figure(item, value))
    return found


# ------------------------------------------------------------------------------------------------------- adding rows


def add_form(state: Gathering, language: Language) -> h.Element:
    """One more row: its name, and the values that most rows differ in."""
    say, system = language.say, state.group.base.system
    wrong = {problem.field: problem.message for problem in state.problems}
    named = [("name", N_("Nom")), *((item.name, item.label) for item in columns(system))]
    return h.form(".pr-many__add", id="group-add", autocomplete="off", novalidate=True)[
        h.div(".pr-pen__row")[
            (
                h.div(".pr-pen__field" if name == "name" else ".pr-pen__figure")[
                    h.label(".pr-label", for_=f"group-new-{name}")[say(label)],
                    h.input(
                        class_="pr-input" if name == "name" else "pr-input pr-input--number",
                        id=f"group-new-{name}",
                        name=name,
                        type="text",
                        inputmode=None if name == "name" else "numeric",
                        aria_invalid="true" if name in wrong else None,
                        aria_describedby="group-new-faults",
                        value=state.typed.get(name, ""),
                    ),
                ]
                for name, label in named
            ),
            h.button(".pr-btn", type="submit")[icon("plus"), say(N_("Ajouter"))],
        ],
        h.div(id="group-new-faults")[
            (
                h.p(".pr-error")[
                    use("fumble", "pr-mark pr-mark--fumble"),
                    say(text("{label} : {why}", label=Text(label), why=Lower(wrong[name]))),
                ]
                for name, label in named
                if name in wrong
            )
        ],
    ]


def lines_form(state: Gathering, language: Language) -> h.Element:
    """Many rows at once, one a line."""
    say, system = language.say, state.group.base.system
    return h.details(".pr-more", id="group-paste")[
        h.summary[icon("right", small=True), h.span[say(N_("Coller une liste"))]],
        h.div(".pr-stack.pr-many__paste")[
            h.p(id="group-lines-hint")[
                say(
                    text(
                        "Une ligne par adversaire : le nom, un point-virgule, puis ce qui diffère, {order}. "
                        "Exemple : « {example} »",
                        order=_order(system),
                        example=example(system, language),
                    )
                )
            ],
            h.label(".pr-label", for_="group-lines")[say(N_("Lignes"))],
            h.textarea(
                ".pr-input.pr-input--text",
                id="group-lines",
                rows="6",
                spellcheck="false",
                autocapitalize="off",
                aria_describedby="group-lines-hint",
            )[state.typed.get("lines", "")],
            h.button(".pr-btn", type="button", data_desk="group-lines")[say(N_("Ajouter ces lignes"))],
        ],
    ]


def _order(system: System) -> Text:
    """Which values come without a name."""
    labels = tuple(Text(item.label) for item in columns(system))
    if len(labels) == 1:
        return text("{first} d’abord, tout autre champ par son nom", first=labels[0])
    return text("{first} et {second} d’abord, tout autre champ par son nom", first=labels[0], second=labels[1])


def faults(state: Gathering, language: Language) -> h.Element:
    """Everything that is wrong with the lines typed last; they are still there."""
    listed = [*state.misread] if state.refused is None else [Misread(0, "", state.refused)]
    if not listed:
        return h.div(id="group-faults", role="alert")
    return h.div(".pr-faults.pr-many__faults", id="group-faults", role="alert", tabindex="-1")[
        bool(state.misread)
        and h.p[
            language.say(
                plural(
                    "Rien n’est ajouté : {n} ligne à corriger.",
                    "Rien n’est ajouté : {n} lignes à corriger.",
                    len(state.misread),
                )
            )
        ],
        h.ul(".pr-restore__faults")[(h.li[language.say(_fault(one))] for one in listed)],
    ]


def _fault(one: Misread) -> Text:
    if not one.number:
        return one.message
    return text("Ligne {number} (« {line} ») : {message}", number=one.number, line=one.line[:60], message=one.message)


# -------------------------------------------------------------------------------------------------------- the summary


def summary(state: Gathering, language: Language) -> h.Element:
    """How it went, in a sentence; read out after a throw."""
    group = state.group
    if not group.rows:
        words = text("Aucune ligne : ajoutez un nom, ou collez une liste.")
    elif not group.rolled:
        words = plural("{n} ligne, {most} au plus.", "{n} lignes, {most} au plus.", len(group.rows), most=MOST_ROWS)
    else:
        won, count = hits(group), sum(row.result is not None for row in group.rows)
        words = (
            plural("L’actif l’emporte {n} fois sur {all}.", "L’actif l’emporte {n} fois sur {all}.", won, all=count)
            if group.base.opposed
            else plural("{n} réussite sur {all}.", "{n} réussites sur {all}.", won, all=count)
        )
    return h.div(id="group-summary")[
        h.p(".pr-many__summary", role="status")[language.say(words)],
        _actor(group, language),
    ]


def _actor(group: Group, language: Language) -> h.Node:
    """The actor's one throw."""
    if not (group.once and group.base.opposed):
        return None
    one = next((row.result for row in group.rows if isinstance(row.result, Contest)), None)
    if one is None:
        return None
    count = one.explain()[0].count
    faces = ", ".join(map(str, one.test.faces or ())) or "–"
    return h.p[language.say(text("Actif : {faces}, {count}", faces=faces, count=count))]


# ----------------------------------------------------------------------------------------------------- the bottom bar


def foot(state: Gathering, language: Language) -> h.Element:
    """What is done with all rows."""
    count, say = len(state.group.rows), language.say
    if not count:
        return h.section(id="group-foot", hidden=True)
    verb = N_("Relancer") if state.group.rolled else N_("Lancer")
    return h.section(".pr-foot.pr-many__foot", id="group-foot", aria_label=say(N_("Jet")))[
        h.div(".pr-dock")[
            h.button(".pr-btn.pr-btn--primary", type="button", id="group-go", data_desk="group-roll")[
                icon("again" if state.group.rolled else "die"),
                h.span[
                    say(verb),
                    h.span(".pr-btn__sub")[say(plural("{n} ligne", "{n} lignes", count))],
                ],
            ],
            h.button(".pr-btn", type="button", data_desk="group-clear")[say(N_("Vider la liste"))],
        ]
    ]

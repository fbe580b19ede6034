"""A sheet under the pen: one form, a row for each thing on it, and lines to paste."""

from __future__ import annotations

from collections.abc import Iterable

import htpy as h

from pyroll.app.draft import Draft
from pyroll.app.views.icons import icon, mark
from pyroll.app.views.select import bare
from pyroll.form import Problem, fields_of
from pyroll.i18n import N_, Language, Lower, Text, plural, text
from pyroll.paste import Pasted
from pyroll.sheet import plan_of, system_of
from pyroll.sheet_files import has_specialities, wants_characteristic

__all__ = ["pen", "pen_id"]


def pen_id(name: str) -> str:
    """The id of the control with this name."""
    return f"pen-{name.replace('.', '-')}"


def pen(draft: Draft, language: Language) -> h.Element:
    """The form."""
    return _Pen(draft, language).form()


class _Pen:
    """The parts of a form share its draft and its language."""

    def __init__(self, draft: Draft, language: Language) -> None:
        self._draft = draft
        self._language = language
        self._system = system_of(draft.sheet)
        self._plan = plan_of(self._system)
        self._labels = {item.name: item.label for item in fields_of(self._system.request)}
        self._named: dict[str, Text] = {}  # the controls that were drawn, and what each is called

    def _say(self, words: Text | str) -> str:
        return self._language.say(words)

    def form(self) -> h.Element:
        parts = self._parts()
        return h.form(".pr-pen", id="pen", novalidate=True, autocomplete="off")[
            h.h1(".pr-title")[self._say(N_("Nouveau personnage") if self._draft.new else N_("Modifier la fiche"))],
            self._summary(),
            *parts,
        ]

    def _parts(self) -> list[h.Node]:
        return [
            h.div(".pr-pen__row.pr-pen__row--head")[
                self._field("name", Text(N_("Nom"))),
                self._field("about", Text(N_("En quelques mots"))),
            ],
            self._figures(),
            self._groups() if self._plan.grouping else None,
            self._list("c", Text(N_("Caractéristiques")), Text(N_("Ajouter une caractéristique")), self._carac),
            self._list("s", Text(N_("Compétences")), Text(N_("Ajouter une compétence")), self._skill),
            self._paste(),
            self._list("n", Text(N_("Autres compteurs")), Text(N_("Ajouter un compteur")), self._counter),
            self._note(Text(N_("Notes"))),
            h.div(".pr-pen__end")[
                h.button(".pr-btn.pr-btn--primary", type="submit")[self._say(N_("Enregistrer la fiche"))],
                h.button(".pr-btn", type="button", data_desk="drop")[self._say(N_("Annuler"))],
            ],
        ]

    def _note(self, label: Text) -> h.Element:
        self._named["note"] = label
        return h.div[
            h.label(".pr-label", for_=pen_id("note"))[self._say(label)],
            h.textarea(".pr-input.pr-input--text", id=pen_id("note"), name="note", rows="3")[
                self._draft.texts.get("note", "")
            ],
            self._faults("note"),
        ]

    def _summary(self) -> h.Element:
        problems = self._draft.problems
        return h.div(id="pen-faults", role="alert", tabindex="-1", class_="pr-faults" if problems else None)[
            bool(problems)
            and h.fragment[
                h.p(".pr-h2")[self._say(plural("Un point à corriger", "{n} points à corriger", len(problems)))],
                h.ul[(h.li[self._link(problem)] for problem in problems)],
            ]
        ]

    def _link(self, problem: Problem) -> h.Element:
        """A fault, and what it is a fault of: every control is drawn by now."""
        place, named = pen_id(problem.field), self._named.get(problem.field)
        words = problem.message
        if named is not None:
            words = text("{place} : {message}", place=named, message=Lower(words))
        return h.a(href=f"#{place}", data_goto=place)[self._say(words)]

    # --- controls

    def _input(self, name: str, label: Text, *, number: bool = False) -> h.VoidElement:
        """A control that says its label itself, where rows stand under a common heading."""
        self._named[name] = label
        wrong = any(problem.field == name for problem in self._draft.problems)
        return h.input(
            class_="pr-input pr-input--number" if number else "pr-input",
            id=pen_id(name),
            name=name,
            type="text",
            inputmode="numeric" if number else None,
            value=self._draft.texts.get(name, ""),
            aria_label=self._say(label),
            aria_invalid="true" if wrong else None,
            aria_describedby=f"{pen_id(name)}-error" if wrong else None,
        )

    def _field(self, name: str, label: Text, *, number: bool = False) -> h.Element:
        return h.div(class_="pr-pen__figure" if number else "pr-pen__field")[
            h.label(".pr-label", for_=pen_id(name))[self._say(label)],
            self._input(name, label, number=number),
            self._faults(name),
        ]

    def _faults(self, *names: str) -> h.Node:
        """What is wrong with these controls."""
        found = [problem for name in names for problem in self._draft.problems if problem.field == name]
        return [self._fault(problem) for problem in found]

    def _fault(self, problem: Problem) -> h.Element:
        return h.p(".pr-error", id=f"{pen_id(problem.field)}-error")[
            mark("fumble"), h.span[self._say(problem.message)]
        ]

    def _select(self, name: str, label: Text, options: Iterable[tuple[str, str]], none: str) -> h.Element:
        self._named[name] = label
        now = self._draft.texts.get(name, "")
        wrong = any(problem.field == name for problem in self._draft.problems)
        attributes = {
            "id": pen_id(name),
            "name": name,
            "aria-label": self._say(label),
            "aria-invalid": "true" if wrong else None,
            "aria-describedby": f"{pen_id(name)}-error" if wrong else None,
        }
        return bare(attributes, [("", self._say(none)), *options], now)

    def _names(self, kind: str) -> Iterable[tuple[str, str]]:
        """The rows of a list by place, as far as they have a name."""
        for place in range(self._draft.rows[kind]):
            if name := self._draft.texts.get(f"{kind}.{place}.name", "").strip():
                yield str(place), name

    def _remove(self, kind: str, place: int) -> h.Element:
        name = self._draft.texts.get(f"{kind}.{place}.name", "").strip() or str(place + 1)
        return h.button(
            ".pr-btn.pr-btn--ghost.pr-btn--icon",
            type="button",
            data_desk="remove-row",
            data_key=f"{kind}.{place}",
            aria_label=self._say(text("Retirer : {name}", name=name)),
        )[icon("cross")]

    def _cell(self, name: str, short: str, label: Text, *, number: bool = False) -> h.Element:
        """A control in a row: the short label is seen over the first row only, the whole one is its name."""
        return h.div(class_="pr-pen__figure" if number else "pr-pen__field")[
            h.span(".pr-label.pr-pen__head", aria_hidden="true")[self._say(short)],
            self._input(name, label, number=number),
        ]

    def _chooser(
        self, name: str, short: str, label: Text, options: Iterable[tuple[str, str]], none: str
    ) -> h.Element:
        return h.div(".pr-pen__field")[
            h.span(".pr-label.pr-pen__head", aria_hidden="true")[self._say(short)],
            self._select(name, label, options, none),
        ]

    # --- lists

    def _list(self, kind: str, title: Text, add: Text, row: object) -> h.Element:
        draw = row if callable(row) else None
        self._named[kind] = title
        return h.fieldset(".pr-pen__list")[
            h.legend(".pr-h2")[self._say(title)],
            [draw(place) for place in range(self._draft.rows[kind])] if draw else None,
            self._faults(kind),
            h.button(".pr-btn.pr-btn--ghost.pr-btn--flush", type="button", data_desk="add-row", data_key=kind)[
                icon("plus", small=True), self._say(add)
            ],
        ]

    def _carac(self, place: int) -> h.Element:
        start = f"c.{place}"
        grouped = self._plan.grouping
        names = [f"{start}.name", f"{start}.short", f"{start}.value", f"{start}.group"]
        return h.div(".pr-pen__line")[
            h.div(".pr-pen__row")[
                self._cell(names[0], N_("Nom"), text("Caractéristique {n}, nom", n=place + 1)),
                self._cell(names[1], N_("Abréviation"), text("Caractéristique {n}, abréviation", n=place + 1)),
                self._cell(names[2], N_("Valeur"), text("Caractéristique {n}, valeur", n=place + 1), number=True),
                grouped is not None
                and self._chooser(
                    names[3],
                    grouped.label,
                    text("Caractéristique {n}, {group}", n=place + 1, group=Text(grouped.label)),
                    self._names("g"),
                    N_("Sans groupe"),
                ),
                self._remove("c", place),
            ],
            self._faults(*names),
        ]

    def _skill(self, place: int) -> h.Element:
        start = f"s.{place}"
        names = [f"{start}.name", f"{start}.value", f"{start}.tied", f"{start}.speciality"]
        none = N_("Caractéristique…") if wants_characteristic(self._plan) else N_("Sans caractéristique")
        return h.div(".pr-pen__line")[
            h.div(".pr-pen__row")[
                self._cell(names[0], N_("Nom"), text("Compétence {n}, nom", n=place + 1)),
                self._cell(names[1], N_("Valeur"), text("Compétence {n}, valeur", n=place + 1), number=True),
                wants_characteristic(self._plan)
                and self._chooser(
                    names[2],
                    N_("Caractéristique"),
                    text("Compétence {n}, caractéristique", n=place + 1),
                    self._names("c"),
                    none,
                ),
                has_specialities(self._plan)
                and self._cell(names[3], N_("Spécialité"), text("Compétence {n}, spécialité", n=place + 1)),
                self._remove("s", place),
            ],
            self._faults(*names),
        ]

    def _counter(self, place: int) -> h.Element:
        start = f"n.{place}"
        names = [f"{start}.name", f"{start}.value", f"{start}.most"]
        return h.div(".pr-pen__line")[
            h.div(".pr-pen__row")[
                self._cell(names[0], N_("Nom"), text("Compteur {n}, nom", n=place + 1)),
                self._cell(names[1], N_("Valeur"), text("Compteur {n}, valeur", n=place + 1), number=True),
                self._cell(names[2], N_("Maximum"), text("Compteur {n}, maximum", n=place + 1), number=True),
                self._remove("n", place),
            ],
            self._faults(*names),
        ]

    def _figures(self) -> h.Node:
        """What belongs to the character whatever is rolled, and its stocks."""
        named = [(f"k.{name}", Text(self._labels[name])) for name in self._plan.constants]
        named += [(f"p.{stock.key}", Text(stock.label)) for stock in self._plan.stocks]
        return bool(named) and h.div(".pr-pen__row")[[self._field(name, label, number=True) for name, label in named]]

    def _groups(self) -> h.Node:
        grouping = self._plan.grouping
        if grouping is None:
            return None

        group = Text(grouping.label)

        def figure(place: int, name: str, label: Text) -> h.Element:
            whole = text("{group} {n}, {figure}", group=group, n=place + 1, figure=Lower(label))
            return self._cell(f"g.{place}.{name}", self._labels[name], whole, number=True)

        def row(place: int) -> h.Element:
            called = f"g.{place}.name"
            return h.div(".pr-pen__line")[
                h.div(".pr-pen__row")[
                    self._cell(called, N_("Nom"), text("{group} {n}, nom", group=group, n=place + 1)),
                    [figure(place, name, Text(self._labels[name])) for name in grouping.fields],
                    self._remove("g", place),
                ],
                self._faults(called, *(f"g.{place}.{name}" for name in grouping.fields)),
            ]

        return self._list("g", group, Text(N_("Ajouter un groupe")), row)

    # --- lines

    def _paste(self) -> h.Element:
        return h.details(".pr-more", id="pen-paste")[
            h.summary[icon("right", small=True), h.span[self._say(N_("Coller toute une liste"))]],
            h.div(".pr-stack")[
                h.label(".pr-label", for_="pen-lines")[
                    self._say(N_("Une ligne chacune : « Serrurerie 2 AGI » ou « Agilité AGI 4 »"))
                ],
                h.textarea(".pr-input.pr-input--text", id="pen-lines", rows="5", spellcheck="false"),
                h.div(".pr-row.pr-row--wrap")[
                    h.button(".pr-btn", type="button", data_desk="paste-skills")[
                        self._say(N_("Ajouter aux compétences"))
                    ],
                    h.button(".pr-btn", type="button", data_desk="paste-caracs")[
                        self._say(N_("Ajouter aux caractéristiques"))
                    ],
                ],
                self._pasted(self._draft.pasted),
            ],
        ]

    def _pasted(self, pasted: Pasted | None) -> h.Element:
        if pasted is None:
            return h.div(id="pen-pasted", role="status")
        return h.div(id="pen-pasted", role="status")[
            h.p[self._say(plural("{n} ligne ajoutée.", "{n} lignes ajoutées.", pasted.added))],
            bool(pasted.misread)
            and h.ul(".pr-restore__faults")[
                (
                    h.li[
                        self._say(
                            text(
                                "Ligne {number}, « {line} » : {message}",
                                number=one.number,
                                line=one.line[:60],
                                message=one.message,
                            )
                        )
                    ]
                    for one in pasted.misread
                )
            ],
        ]

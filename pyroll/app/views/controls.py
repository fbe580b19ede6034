"""One field's control: a stepper, a ladder, chips, a tick box or a line of text, with its label, hint and place for a
fault. All of it comes from the field's declaration.
"""

from __future__ import annotations

from collections.abc import Mapping

import htpy as h

from pyroll.app.entry import OPPOSED
from pyroll.app.views.icons import icon
from pyroll.app.views.readings import value_of
from pyroll.form import Choice, Field, Flag, Number, fields_of
from pyroll.i18n import Language, Text, text
from pyroll.line import OPPONENT, READING
from pyroll.system import System

__all__ = ["control", "control_id", "error_id", "label_of", "share_id"]

_FEW = 5


def control_id(system: System, name: str) -> str:
    """The id of the control (or of the group) that holds a field."""
    return f"{system.key}-{name.replace('.', '-')}"


def error_id(system: System, name: str) -> str:
    """The id of the place for what is wrong with a field."""
    return f"{control_id(system, name)}-error"


def share_id(system: System, value: str) -> str:
    """The id of the place for the chance at one rung of the system's difficulty."""
    return f"{control_id(system, system.ladder or '')}-{value}-share"


def label_of(system: System, name: str) -> Text:
    """A field's label, with its side where that matters."""
    form = system.readings if name.startswith(READING) else system.request
    bare = name.removeprefix(READING).removeprefix(OPPONENT)
    label = Text(next(item.label for item in fields_of(form) if item.name == bare))
    return text("Réactif, {label}", label=label) if name.startswith(OPPONENT) else label


def control(system: System, item: Field, prefix: str, language: Language) -> h.Element:
    """The control of one field; ``prefix`` is the side's, or the readings'."""
    one = _Control(system, item, prefix, language)
    match item.kind:
        case Number(ladder=ladder) as number if ladder:
            return one.wrap(".pr-field.pr-field--wide", one.ladder(number))
        case Number() as number:
            return one.wrap(".pr-field.pr-stepper", one.stepper(number))
        case Choice() as choice:
            return one.wrap(".pr-field.pr-field--wide", one.chips(choice), fault=False)
        case Flag():
            return one.wrap(".pr-field.pr-field--flag", one.tick())
        case _:
            return one.wrap(".pr-field.pr-field--wide", one.line())


class _Control:
    """What the parts of a control share: its field, its names and its language."""

    def __init__(self, system: System, item: Field, prefix: str, language: Language) -> None:
        self._system = system
        self._item = item
        self._prefix = prefix
        self._name = prefix + item.name
        self._id = control_id(system, self._name)
        self._say = language.say
        self._default = item.kind.dump(item.default)

    def wrap(self, selector: str, inside: h.Node, *, fault: bool = True) -> h.Element:
        """The control with its hint and its place for a fault, hidden while it does not apply."""
        conditions, shown = self._conditions()
        return h.div(selector, data_only=conditions or None, hidden=not shown)[inside, fault and self._notes()]

    def _conditions(self) -> tuple[str, bool]:
        """When the control applies, as the start script reads it, and whether it does for an untouched form."""
        conditions = []
        shown = True
        if (only := self._item.only) is not None:
            conditions.append(f"{self._prefix}{only.field}={','.join(only.values)}")
            form = self._system.readings if self._prefix == READING else self._system.request
            other = next(item for item in fields_of(form) if item.name == only.field)
            shown = other.kind.dump(other.default) in only.values
        if self._item.solo:
            conditions.append(f"{OPPOSED}=no")
        return " ".join(conditions), shown

    def _notes(self) -> h.Fragment:
        hint = self._hint()
        return h.fragment[
            hint is not None and h.p(".pr-note", id=f"{self._id}-hint")[self._say(hint)],
            h.p(id=error_id(self._system, self._name), hidden=True),
        ]

    def _hint(self) -> Text | None:
        """What the field is for; a reading's also says which one is usual."""
        hint = Text(self._item.hint) if self._item.hint else None
        if hint is None or self._prefix != READING:
            return hint
        return text("{hint} Par défaut : {value}.", hint=hint, value=value_of(self._item, self._item.default))

    def _described(self) -> str:
        hint = f"{self._id}-hint " if self._item.hint else ""
        return hint + error_id(self._system, self._name)

    def _label(self) -> h.Element:
        return h.label(".pr-label", for_=self._id)[self._say(self._item.label)]

    def stepper(self, number: Number) -> h.Node:
        """A number with its two buttons."""
        return h.fragment[self._label(), self._box(number)]

    def _box(self, number: Number) -> h.Element:
        gaps = {"data-gaps": ",".join(map(str, number.gaps))} if number.gaps else {}
        # A text field: what was typed stays as typed, and a signed value can be typed.
        entry = h.input(
            {
                "aria-valuemin": str(number.low),
                "aria-valuemax": str(number.high),
                "aria-valuenow": self._default or None,
                **gaps,
            },
            class_="pr-stepper__input",
            id=self._id,
            name=self._name,
            type="text",
            role="spinbutton",
            inputmode="numeric" if number.low >= 0 else None,
            enterkeyhint="go",
            aria_describedby=self._described(),
            value=self._default,
        )
        return h.div(".pr-stepper__box")[
            self._button("-1", "minus", text("Diminuer : {label}", label=Text(self._item.label))),
            entry,
            self._button("1", "plus", text("Augmenter : {label}", label=Text(self._item.label))),
        ]

    def _button(self, step: str, symbol: str, label: Text) -> h.Element:
        # Out of the tab order: the arrow keys do the same inside the field.
        return h.button(
            ".pr-stepper__btn", type="button", tabindex="-1", data_step=step, aria_label=self._say(label)
        )[icon(symbol)]

    def ladder(self, number: Number) -> h.Node:
        """A number, and its named values as shortcuts: any other can be typed."""
        rungs = (
            self._chip(f"{self._name}.rung", str(rung.value), rung.label, figure=str(rung.value))
            for rung in number.ladder
        )
        return h.fragment[
            h.div(".pr-stepper.pr-stepper--inline")[self._label(), self._box(number)],
            h.div(
                ".pr-chips.pr-chips--grid",
                role="radiogroup",
                aria_label=self._say(self._item.label),
                data_rungs=self._id,
            )[rungs],
        ]

    def chips(self, choice: Choice) -> h.Node:
        """One of a few, all in sight."""
        # A few take the room that their words need; four make two rows, and many are easier to scan as a grid.
        count = len(choice.options)
        layout = "pr-chips--grid" if count > _FEW else "pr-chips--half" if count == 4 else None
        return h.fieldset(id=self._id, aria_describedby=self._described())[
            h.legend(".pr-label")[self._say(self._item.label)],
            h.div(class_=["pr-chips", layout])[
                (self._chip(self._name, key, label) for key, label in choice.options.items())
            ],
            self._notes(),
        ]

    def _chip(self, name: str, value: str, label: str, figure: str = "") -> h.Element:
        rung = not self._prefix and self._item.name == self._system.ladder
        selector = ".pr-chip" + (".pr-chip--tall" if figure else "") + (".pr-rung" if rung else "")
        return h.label(selector)[
            h.input(type="radio", name=name, value=value, checked=value == self._default),
            h.span(".pr-chip__face")[
                figure and h.span(".pr-chip__num")[figure],
                h.span(".pr-chip__name")[self._say(label)] if figure or rung else self._say(label),
                rung and h.span(".pr-rung__share", id=share_id(self._system, value)),
            ],
        ]

    def tick(self) -> h.Node:
        """Yes or no."""
        checked: Mapping[str, bool] = {"checked": self._default == "yes"}
        return h.label(".pr-chip.pr-chip--check")[
            h.input(
                checked,
                type="checkbox",
                id=self._id,
                name=self._name,
                value="yes",
                aria_describedby=self._described(),
            ),
            h.span(".pr-chip__face")[self._say(self._item.label)],
        ]

    def line(self) -> h.Node:
        """A small notation."""
        return h.fragment[
            self._label(),
            h.input(
                ".pr-input",
                id=self._id,
                name=self._name,
                type="text",
                enterkeyhint="go",
                autocapitalize="off",
                spellcheck="false",
                aria_describedby=self._described(),
                value=self._default,
            ),
        ]

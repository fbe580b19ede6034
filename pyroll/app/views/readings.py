"""The table's readings that a result rests on, where they are not the usual ones."""

from __future__ import annotations

from collections.abc import Iterator

import htpy as h

from pyroll.form import Choice, Field, fields_of
from pyroll.i18n import N_, Language, Text, text
from pyroll.line import Test

__all__ = ["in_force", "value_of"]


def in_force(test: Test, language: Language) -> h.Node:
    """A note per reading that differs from its default."""
    found = list(_changed(test))
    return bool(found) and h.ul(".pr-readings")[(h.li(".pr-note")[language.say(words)] for words in found)]


def _changed(test: Test) -> Iterator[Text]:
    for item in fields_of(test.system.readings):
        value = getattr(test.readings, item.name)
        if value != item.default:
            yield text("Lecture de la table : {label}, {value}.", label=Text(item.label), value=value_of(item, value))


def value_of(item: Field, value: object) -> Text:
    """A reading's value in words."""
    if isinstance(item.kind, Choice):
        return Text(item.kind.options[str(value)])
    return Text(N_("oui") if value else N_("non"))

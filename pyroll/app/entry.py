"""From the form's controls to named texts: what counts, and what does not apply at the moment.

The page's controls are named as the text form names its fields, so the two speak the same language. A control that
does not apply (a skill when untrained, a difficulty in an opposition) keeps what was typed in it, but is not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pyroll.form import Field, Flag, fields_of, query
from pyroll.line import OPPONENT, READING, Test
from pyroll.system import System

__all__ = ["OPPOSED", "entered", "settings_made", "texts_of", "usual_texts"]

OPPOSED = "opposed"
"""The one control that is no field: "yes" while somebody resists."""

_MINUS = "\N{MINUS SIGN}"

Texts = Mapping[str, str]


def entered(system: System, texts: Texts) -> tuple[tuple[str, str], ...]:
    """The named texts of a form, without the fields that do not apply. ``texts``: the controls' values by name."""
    opposed = texts.get(OPPOSED) == "yes"
    sides = ["", OPPONENT] if opposed else [""]
    requests = (pair for prefix in sides for pair in _side(fields_of(system.request), texts, prefix, opposed))
    return (*requests, *_side(fields_of(system.readings), texts, READING, opposed))


def _side(fields: Sequence[Field], texts: Texts, prefix: str, opposed: bool) -> Iterator[tuple[str, str]]:
    for item in fields:
        name = prefix + item.name
        if _applies(item, texts, prefix, opposed):
            if isinstance(item.kind, Flag):  # a form does not send a box that is not ticked
                yield name, texts.get(name, "no")
            elif name in texts:
                yield name, texts[name].strip().replace(_MINUS, "-")


def _applies(item: Field, texts: Texts, prefix: str, opposed: bool) -> bool:
    if item.hidden or (item.solo and opposed):
        return False
    return item.only is None or texts.get(prefix + item.only.field, "no") in item.only.values


def settings_made(fields: Sequence[Field], raw: Texts, prefix: str = "") -> int:
    """How many of these fields say something else than their default."""
    return sum(
        raw.get(prefix + item.name, default) != default
        for item in fields
        for default in (item.kind.dump(item.default),)
    )


def texts_of(test: Test) -> dict[str, str]:
    """A test as the form says it: every field, those as usual too."""
    opponent = query(test.opponent, OPPONENT, defaults=True) if test.opposed else ()
    return {
        **dict(query(test.actor, defaults=True)),
        **dict(opponent),
        **dict(query(test.readings, READING, defaults=True)),
    }


def usual_texts(system: System) -> dict[str, str]:
    """A form that nobody has touched."""
    requests = {item.name: item.kind.dump(item.default) for item in fields_of(system.request)}
    readings = {READING + item.name: item.kind.dump(item.default) for item in fields_of(system.readings)}
    return {**requests, **readings}

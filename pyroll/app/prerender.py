"""Writes into index.html what follows from the declarations: the forms, the system picker, the icons, and the regions
as they are before anything happened. The page can thus be read and filled before Python is there.

Used by the build only; never shipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import htpy as h

from pyroll.app.state import State, first
from pyroll.app.views import faults, foot, form, icons, odds, recent, result
from pyroll.i18n import FRENCH
from pyroll.systems import SYSTEMS

__all__ = ["render"]


def render(index_html: str) -> str:
    """``index_html`` with the inside of each ``<!-- region NAME -->…<!-- /region -->`` drawn anew."""
    return _REGION.sub(_drawn, index_html)


_REGION = re.compile(r"(?P<open><!-- region (?P<name>[a-z]+) -->).*?(?P<close><!-- /region -->)", re.DOTALL)


def _drawn(found: re.Match[str]) -> str:
    content = str(_REGIONS[found["name"]](first()))
    return f"{found['open']}\n{_broken(content)}\n{found['close']}"


def _broken(html: str) -> str:
    """One block per line: a change of one field is then a change of one line."""
    return _BLOCK.sub("\n", html)


# Between two blocks white space means nothing; inside a button or a sentence it might.
_BLOCK = re.compile(
    r"(?<=>)(?=<(?:form|fieldset|legend|details|option|symbol|header|h\d|/form|/details"
    r'|div class="pr-field|div class="pr-more)[ >"-])'
)


def _picker(state: State) -> h.Node:
    return h.fragment[
        (h.option(value=system.key, selected=system == state.system)[FRENCH.say(system.title)] for system in SYSTEMS)
    ]


def _forms(state: State) -> h.Node:
    return h.fragment[(form.form(system, FRENCH, chosen=system == state.system) for system in SYSTEMS)]


_REGIONS: Mapping[str, Callable[[State], h.Node]] = {
    "icons": lambda state: icons.sprite(),
    "picker": _picker,
    "faults": lambda state: faults.summary(state, FRENCH),
    "forms": _forms,
    "strip": lambda state: odds.compact(state, FRENCH),
    "odds": lambda state: odds.chances(state, FRENCH),
    "roll": lambda state: foot.roll(state, FRENCH),
    "verdict": lambda state: result.card(state, FRENCH).verdict,
    "thrown": lambda state: h.fragment[result.card(state, FRENCH)[1:3]],
    "steps": lambda state: result.card(state, FRENCH).steps,
    "recent": lambda state: recent.recent(state, FRENCH),
}

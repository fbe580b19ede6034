"""Writes into index.html what follows from the declarations: the forms, the system picker, the icons, and the regions
as they are before anything happened. The page can thus be read and filled before Python is there.

Used by the build only; never shipped.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping

import htpy as h

from pyroll.app.state import State, first
from pyroll.app.views import (
    advice,
    chart,
    copy,
    faults,
    foot,
    form,
    icons,
    odds,
    passing,
    recent,
    result,
    settings,
    shell,
    shortcuts,
    typed,
    veil,
)
from pyroll.i18n import FRENCH
from pyroll.systems import GUESTS, system_named, systems

__all__ = ["render"]

_EVERY = (*systems(), *filter(None, map(system_named, GUESTS)))


def render(index_html: str) -> str:
    """``index_html`` with the inside of each ``<!-- region NAME -->…<!-- /region -->`` drawn anew, and the named
    sentences between them said.
    """
    return _SAYING.sub(_said, _REGION.sub(_drawn, index_html))


_REGION = re.compile(r"(?P<open><!-- region (?P<name>[a-z]+) -->).*?(?P<close><!-- /region -->)", re.DOTALL)

_SAYING = re.compile(r"(?P<tag><[a-z][^>]* data-say[^>]*>)(?P<inside>[^<]*)")


def _said(found: re.Match[str]) -> str:
    tag, inside = found["tag"], found["inside"]
    for place, attribute in shell.PLACES.items():
        if named := re.search(rf' {place}="([^"]*)"', tag):
            sentence = html.escape(FRENCH.say(shell.SENTENCES[named[1]]))
            if attribute is None:
                inside = sentence
            else:
                tag = re.sub(rf' {attribute}="[^"]*"', f' {attribute}="{sentence}"', tag)
    return tag + inside


def _drawn(found: re.Match[str]) -> str:
    content = str(_REGIONS[found["name"]](first()))
    return f"{found['open']}\n{_broken(content)}\n{found['close']}"


def _broken(drawn: str) -> str:
    """One block per line: a change of one field is then a change of one line."""
    return _BLOCK.sub("\n", drawn)


# Between two blocks white space means nothing; inside a button or a sentence it might.
_BLOCK = re.compile(
    r"(?<=>)(?=<(?:form|fieldset|legend|details|option|symbol|header|h\d|/form|/details"
    r'|div class="pr-field|div class="pr-more)[ >"-])'
)


def _picker(state: State) -> h.Node:
    return h.fragment[
        (
            h.option(value=system.key, selected=system == state.system)[FRENCH.say(system.title)]
            for system in systems()
        ),
        (h.option(value=key, data_say=key) for key in GUESTS),
    ]


def _forms(state: State) -> h.Node:
    return h.fragment[(form.form(system, FRENCH, chosen=system == state.system) for system in _EVERY)]


def _waiting(_state: State) -> h.Node:
    """What stands beside each system's form until its chances are known; static/boot.js puts it there."""
    views = (odds.compact, odds.chances, odds.ladder, chart.chart, odds.degrees)
    states = [State(system) for system in _EVERY]
    return h.fragment[
        (h.template(id=f"waiting-{state.system.key}")[(view(state, FRENCH) for view in views)] for state in states)
    ]


_REGIONS: Mapping[str, Callable[[State], h.Node]] = {
    "icons": lambda state: icons.sprite(),
    "picker": _picker,
    "faults": lambda state: faults.summary(state, FRENCH),
    "forms": _forms,
    "waiting": _waiting,
    "veil": lambda state: veil.chooser(state, FRENCH),
    "strip": lambda state: odds.compact(state, FRENCH),
    "odds": lambda state: odds.chances(state, FRENCH),
    "ladder": lambda state: odds.ladder(state, FRENCH),
    "degrees": lambda state: odds.degrees(state, FRENCH),
    "chart": lambda state: chart.chart(state, FRENCH),
    "advice": lambda state: advice.advice(state, FRENCH),
    "roll": lambda state: foot.roll(state, FRENCH),
    "verdict": lambda state: result.verdict(state, FRENCH),
    "thrown": lambda state: h.fragment[result.thrown(state, FRENCH)],
    "steps": lambda state: result.reasons(state, FRENCH),
    "shortcuts": lambda state: shortcuts.shortcuts(FRENCH),
    "typed": lambda state: h.fragment[typed.screen(state, FRENCH)],
    "passing": lambda state: passing.passing(state, FRENCH),
    "recent": lambda state: recent.recent(state, FRENCH),
    "copy": lambda state: copy.bar(state, FRENCH),
    "update": lambda state: copy.offer(state, FRENCH),
    "offline": lambda state: settings.offline(state, FRENCH),
    "files": lambda state: settings.files(state, FRENCH),
    "news": lambda state: settings.news(state, FRENCH),
    "home": lambda state: settings.home(state, FRENCH),
}

"""What if: what one more die, one more point or an easier test would change, and the bonus that a chance takes."""

from __future__ import annotations

from collections.abc import Sequence

import htpy as h

from pyroll.advice import Gain, field_named, success
from pyroll.app.state import State, known
from pyroll.app.views.percent import coarse, difference
from pyroll.app.views.steps import rows_of, table
from pyroll.app.weighed import Weighed
from pyroll.i18n import N_, Language, Lower, Param, Signed, text
from pyroll.odds import Chance

__all__ = ["advice"]


def advice(state: State, language: Language) -> h.Element:
    """The inside of the disclosure; empty where nothing can be changed."""
    weighed = known(state)
    if weighed is None or weighed.advice is None:
        return h.div("#advice.pr-advice")[h.p(".pr-advice__wait")["–"]]
    now = success(weighed.odds)
    if now is None:
        return h.div("#advice.pr-advice")
    return h.div("#advice.pr-advice")[
        _gains(weighed.advice.gains, now, language),
        _spending(weighed, language),
        _bonuses(weighed, language),
    ]


def _gains(gains: Sequence[Gain], now: Chance, language: Language) -> h.Node:
    return (
        bool(gains)
        and h.table(".pr-gains")[
            h.caption(".pr-sr")[language.say(N_("Ce que changerait une décision"))],
            h.tbody[(_gain(gain, now, language) for gain in gains)],
        ]
    )


def _gain(gain: Gain, now: Chance, language: Language) -> h.Element:
    change = text("{before} → {after}", before=coarse(now, language), after=coarse(gain.chance, language))
    return h.tr[
        h.th(scope="row")[language.say(gain.label)],
        h.td[h.b[language.say(change)], h.span(".pr-gains__by")[difference(now, gain.chance, language)]],
    ]


def _spending(weighed: Weighed, language: Language) -> h.Node:
    system = weighed.test.system
    if weighed.advice is None or system.spend is None:
        return None
    label = Lower(field_named(system, system.spend).label)
    words = (
        text("L’emporter, par {field}", field=label)
        if weighed.test.opposed
        else text("Réussir, par {field}", field=label)
    )
    return table(language.say(words), rows_of(weighed.advice.spending, language), language)


def _bonuses(weighed: Weighed, language: Language) -> h.Node:
    system = weighed.test.system
    if weighed.advice is None or system.bonus is None or not weighed.advice.bonuses:
        return None
    label = field_named(system, system.bonus).label
    now = getattr(weighed.test.actor, system.bonus)
    return h.table(".pr-gains")[
        h.caption(".pr-sr")[language.say(N_("Bonus nécessaire"))],
        h.thead[h.tr[h.th(scope="col")[language.say(N_("Chance voulue"))], h.th(scope="col")[language.say(label)]]],
        h.tbody[
            (
                h.tr[
                    h.th(scope="row")[language.say(text("{share} %", share=str(percent)))],
                    h.td[_needed(value, now, language)],
                ]
                for percent, value in weighed.advice.bonuses
            )
        ],
    ]


def _needed(value: int | None, now: int, language: Language) -> h.Element:
    if value is None:
        return h.span[language.say(N_("hors d’atteinte"))]
    if value <= now:
        return h.span[language.say(N_("déjà atteint"))]
    shown: Param = Signed(value)
    return h.b[language.say(text("{value}", value=shown))]

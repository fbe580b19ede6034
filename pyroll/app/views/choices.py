"""After the roll: each die that can still be moved says what a point on it would do, and is tapped to spend it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import htpy as h
from markupsafe import Markup

from pyroll.app.choosing import Offer, Spending, offers, spendings, with_request
from pyroll.app.hand import Hand
from pyroll.app.views.dice import dice, die, drawn, marks
from pyroll.app.views.icons import icon
from pyroll.i18n import N_, Language, Text, plural, text
from pyroll.line import Test, write
from pyroll.system import Shown, SideName, Tap

__all__ = ["fallen"]

_MOST_PIPS = 6


def fallen(hand: Hand, side: SideName, shown: Sequence[Shown], language: Language) -> Iterator[h.Element]:
    """One side's dice, those that can be moved as tiles, and the points that can be spent on the whole."""
    mine = [one for one in offers(hand.result) if one.side == side]
    for one in mine:
        yield _panel(hand, one, shown, language)
    tiled = max((len(one.choices.taps) for one in mine), default=0)
    yield from dice(shown[tiled:], language)
    for spending in spendings(hand.result):
        if spending.side == side and (spending.one_more is not None or spending.spent):
            yield _spending(hand, spending, language)


def _panel(hand: Hand, offer: Offer, shown: Sequence[Shown], language: Language) -> h.Element:
    choices, test = offer.choices, hand.result.test
    title = f"{offer.key}-title"
    best = None if choices.at_best is None else with_request(test, offer.side, choices.at_best)
    return h.div(".pr-offer", role="group", id=f"{offer.key}-offer", aria_labelledby=title)[
        h.div(".pr-row.pr-raises__head")[
            h.h2(".pr-h2", id=title)[language.say(choices.label)],
            h.span(".pr-row.pr-raises__left")[
                _pips(choices.left, choices.stock),
                h.span[language.say(_left(choices.left))],
            ],
        ],
        h.ul(".pr-raises")[(_tile(offer, tap, one, language) for tap, one in zip(choices.taps, shown, strict=False))],
        h.div(".pr-row.pr-offer__acts")[
            _choose(offer.key, "best", best, language.say(N_("Au mieux"))),
            _take_back(hand, offer.key, language),
        ],
    ]


def _left(count: int) -> Text:
    return plural("{n} à placer", "{n} à placer", count) if count else text("tout est placé")


def _pips(left: int, stock: int) -> h.Node:
    """The stock, drop by drop; a large one is only counted."""
    return (
        stock <= _MOST_PIPS
        and h.span(".pr-pips", aria_hidden="true")[
            (h.svg(class_="is-left" if index < left else "is-used")[h.use(href="#i-drop")] for index in range(stock))
        ]
    )


def _tile(offer: Offer, tap: Tap, shown: Shown, language: Language) -> Markup:
    face = tap.label.params.get("face")
    rises = isinstance(face, int) and face > shown.face
    said = language.say(tap.label)  # "5 sans effet", or only words
    becomes, effect = said.split(maxsplit=1) if said[:1].isdigit() else ("", said)
    symbol = "lock" if tap.request is None else "up" if rises else "down"
    told = _told(die(shown, language), shown.was, shown.marks, symbol, becomes, effect)
    return _button(offer.key, tap.die, tap.request is not None, tap.best, told)


# Many dice of a pool are alike, and so are those of the next throw
@lru_cache(maxsize=512)
def _told(picture: Markup, was: int | None, count: int | None, symbol: str, becomes: str, effect: str) -> Markup:
    return drawn(
        h.fragment[
            was is not None and h.span(".pr-raise__was", aria_hidden="true")[f"{was} →"],
            picture,
            count is not None and marks(count),
            h.span(".pr-raise__act")[h.b[icon(symbol, small=True), becomes], " ", h.span[effect]],
        ]
    )


@lru_cache(maxsize=1024)
def _button(key: str, place: int, movable: bool, best: bool, told: Markup) -> Markup:
    return drawn(
        h.li[
            h.button(
                class_="pr-raise pr-raise--best" if best else "pr-raise",
                id=f"{key}-tap-{place}",
                type="button",
                aria_disabled=None if movable else "true",
                data_offer=key,
                data_die=str(place),
            )[told]
        ]
    )


def _spending(hand: Hand, spending: Spending, language: Language) -> h.Element:
    title = f"{spending.key}-title"
    more = None if spending.fewest is None else spending.fewest - spending.spent
    one = N_("+1 point suffit") if more == 1 else N_("+1 point")
    several = more is not None and more > 1
    enough = language.say(plural("{n} point suffit", "{n} points suffisent", more or 0))
    return h.div(".pr-offer", role="group", id=f"{spending.key}-offer", aria_labelledby=title)[
        h.div(".pr-row.pr-raises__head")[
            h.h2(".pr-h2", id=title)[language.say(spending.label)],
            bool(spending.spent)
            and h.span(".pr-raises__left")[language.say(plural("{n} dépensé", "{n} dépensés", spending.spent))],
        ],
        h.div(".pr-row.pr-offer__acts")[
            _choose(spending.key, "one", spending.one_more, language.say(one)),
            several and _choose(spending.key, "enough", spending.enough, enough),
            _take_back(hand, spending.key, language),
        ],
    ]


def _choose(key: str, name: str, test: Test | None, words: str) -> h.Element:
    return h.button(
        ".pr-btn",
        id=f"{key}-{name}",
        type="button",
        aria_disabled="true" if test is None else None,
        data_offer=key,
        data_choose=None if test is None else write(test),
    )[words]


def _take_back(hand: Hand, key: str, language: Language) -> h.Element:
    """In the order in which they were made: only the last choice can be taken back, where it was made."""
    mine = bool(hand.chosen) and hand.chosen[-1].offer == key
    return h.button(
        ".pr-btn.pr-btn--ghost",
        id=f"{key}-back",
        type="button",
        aria_disabled=None if mine else "true",
        data_table="take-back" if mine else None,
        aria_label=language.say(N_("Annuler le dernier choix")),
    )[icon("undo"), h.span[language.say(N_("Annuler"))]]

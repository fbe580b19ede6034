"""What is in hand, as text: kept while the page may go away (a reload, a locked screen, a tab put aside), read back
when it comes again.

Tests are their text forms, so that what comes back is judged anew; anything that does not read is left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from pyroll.app.choosing import judged
from pyroll.app.hand import Choice, Hand
from pyroll.app.past import Past, summary
from pyroll.app.state import Resumed, State, address, roll_open
from pyroll.app.typed import Typing
from pyroll.line import Refusal, Test, read, write
from pyroll.resolve import Origin

__all__ = ["Stored", "dump", "load"]

_VERSION = 1


@dataclass(frozen=True, slots=True)
class Stored:
    """What was kept: ``line`` is the address that it belongs to, ``form`` what the form said.

    ``midway``: somebody was in the middle of an entry or had points left to place.
    """

    line: str
    form: str
    midway: bool
    message: Resumed


def dump(state: State) -> str:
    """The state in hand as text."""
    hand = state.hand
    return json.dumps(
        {
            "version": _VERSION,
            "line": address(state) or "",
            "form": "" if state.test is None else write(state.test.unthrown()),
            "midway": roll_open(state),
            "hand": None if hand is None else _dump_hand(hand),
            "typing": None if state.typing is None else write(state.typing.test),
            "past": [[past.line, past.origin, past.undone] for past in state.past],
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def _dump_hand(hand: Hand) -> dict[str, object]:
    return {
        "line": hand.line,
        "origin": hand.origin,
        "asked": write(hand.asked),
        "chosen": [[choice.offer, choice.line] for choice in hand.chosen],
        "before": None if hand.before is None else _dump_hand(hand.before),
    }


def load(kept: str | None) -> Stored | None:
    """The inverse of ``dump``; None where there is nothing, or something else."""
    try:
        found = json.loads(kept or "")
        if found["version"] != _VERSION:
            return None
        pasts = (_past(*one) for one in found["past"])
        message = Resumed(_hand(found["hand"]), _typing(found["typing"]), tuple(one for one in pasts if one))
        return Stored(str(found["line"]), str(found["form"]), bool(found["midway"]), message)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _test(line: str) -> Test | None:
    test = read(line)
    return None if isinstance(test, Refusal) else test


def _origin(word: object) -> Origin:
    return next((origin for origin in get_args(Origin) if origin == word), "received")


def _hand(found: Mapping[str, Any] | None) -> Hand | None:
    test = None if found is None else _test(found["line"])
    result = None if test is None else judged(test)
    asked = None if found is None else _test(found["asked"])
    if found is None or result is None or asked is None:
        return None
    chosen = tuple(Choice(offer, line) for offer, line in found["chosen"])
    return Hand(result, _origin(found["origin"]), asked, chosen, _hand(found["before"]))


def _typing(line: str | None) -> Typing | None:
    test = None if line is None else _test(line)
    return None if test is None else Typing(test)


def _past(line: str, origin: str, undone: bool) -> Past | None:
    test = _test(line)
    result = None if test is None else judged(test)
    return None if result is None else summary(result, _origin(origin), undone=bool(undone))

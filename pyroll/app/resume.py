"""What is in hand, as text: kept while the page may go away (a reload, a locked screen, a tab put aside), read back
when it comes again.

Tests are their text forms, so that what comes back is judged anew; anything that does not read is left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, get_args

from pyroll.app.choosing import judged
from pyroll.app.hand import Choice, Hand, Veil
from pyroll.app.keyed import Typing
from pyroll.app.messages import Resumed
from pyroll.app.past import Past, summary
from pyroll.app.state import TEST, State, address, roll_open
from pyroll.line import Refusal, Test, read, write
from pyroll.resolve import Origin

__all__ = ["Stored", "dump", "dump_hand", "load", "load_hand"]

_VERSION = 1
_MOST_BRACKETS = 400
"""Text that nests deeper than the browser's own stack would end Python; what ``dump`` writes has some 40."""


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
            "line": address(state) or TEST,  # a refused form has no line of its own
            "form": "" if state.test is None else write(state.test.unthrown()),
            "midway": roll_open(state),
            "hand": None if hand is None else dump_hand(hand),
            "typing": None if state.typing is None else write(state.typing.test),
            "past": [[past.line, past.origin, past.undone, past.veil] for past in state.past],
            "veil": state.veil,
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def dump_hand(hand: Hand) -> dict[str, object]:
    """A result in hand, and those before it, as JSON carries it."""
    return {
        "line": hand.line,
        "origin": hand.origin,
        "asked": write(hand.asked),
        "chosen": [[choice.offer, choice.line] for choice in hand.chosen],
        "who": hand.who,
        "veil": hand.veil,
        "before": None if hand.before is None else dump_hand(hand.before),
    }


def load(kept: str | None) -> Stored | None:
    """The inverse of ``dump``; None where there is nothing, or something else."""
    if not isinstance(kept, str) or kept.count("[") + kept.count("{") > _MOST_BRACKETS:
        return None
    try:
        found = json.loads(kept)
        if found["version"] != _VERSION:
            return None
        pasts = (_past(*one) for one in found["past"])
        past = tuple(one for one in pasts if one)
        message = Resumed(load_hand(found["hand"]), _typing(found["typing"]), past, _veil(found.get("veil")))
        return Stored(str(found["line"]), str(found["form"]), bool(found["midway"]), message)
    except (ValueError, TypeError, LookupError, AttributeError):
        return None


def _test(line: str) -> Test | None:
    test = read(line)
    return None if isinstance(test, Refusal) else test


def _origin(word: object) -> Origin:
    return next((origin for origin in get_args(Origin) if origin == word), "received")


def load_hand(found: Mapping[str, Any] | None) -> Hand | None:
    """The inverse of ``dump_hand``, judged anew; None where a line does not read.

    :raises TypeError, KeyError, ValueError, AttributeError: it is something else.
    """
    test = None if found is None else _test(found["line"])
    result = None if test is None else judged(test)
    asked = None if found is None else _test(found["asked"])
    if found is None or result is None or asked is None:
        return None
    chosen = tuple(Choice(offer, line) for offer, line in found["chosen"])
    before, who = load_hand(found["before"]), str(found.get("who", ""))
    return Hand(result, _origin(found["origin"]), asked, chosen, before, who, _veil(found.get("veil")))


def _veil(word: object) -> Veil:
    """What cannot be read is seen: it was kept by a pyroll that hid nothing."""
    return next((veil for veil in get_args(Veil) if veil == word), "open")


def _typing(line: str | None) -> Typing | None:
    test = None if line is None else _test(line)
    return None if test is None else Typing(test)


def _past(line: str, origin: str, undone: bool, veil: str = "open") -> Past | None:
    test = _test(line)
    result = None if test is None else judged(test)
    if result is None:
        return None
    return replace(summary(result, _origin(origin), undone=bool(undone)), veil=_veil(veil))

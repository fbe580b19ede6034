"""Everything that comes from outside, attacked with one list (SECURITY.md): an answer each time, never an exception.

What runs here are the readers behind each way in: link, paste, import, what the browser kept, fields. The page's side
is tests/browser/test_hostile.py and test_policy.py.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pyroll.app import resume
from pyroll.app.draft import checked, draft_of
from pyroll.app.gathering import load as load_group
from pyroll.app.unwritten import note_in
from pyroll.backup import load
from pyroll.form import fields_of
from pyroll.i18n import FRENCH
from pyroll.journal import Digest, Entry, Noted, Rolled
from pyroll.journal_files import event_json, read_event, unkeepable
from pyroll.line import Refusal, Test, read, write
from pyroll.paste import paste_characteristics, paste_skills
from pyroll.resolve import resolve
from pyroll.restore import saved_of
from pyroll.share import open_link
from pyroll.sheet import example
from pyroll.store import Record
from pyroll.systems import systems
from tests.kept import WITH_SHEETS

RUN = "<script>globalThis.owned=1</script>"
# Deep JSON is no exception in a browser: its stack ends, and Python with it
DEEP = '{"line":"tur?value=7@4,3","origin":"thrown","asked":"tur?","chosen":[],"before":' * 5000 + "null" + "}" * 5000

HOSTILE = [
    "",
    "\0",
    "\u202eabc",
    "\u2066x",
    "\ud800",
    "\u2028",
    "\ufeff",
    "\x7f",
    "a" * 100_000,
    "9" * 5000,
    "-" + "9" * 5000,
    "٣",
    "１２",
    "NaN",
    "Infinity",
    "1e400",
    "0x10",
    "1_000",
    "+-1",
    RUN,
    '"><img src=x onerror=globalThis.owned=1>',
    "javascript:globalThis.owned=1",
    "{0.__class__}",
    "{who}",
    "%s",
    "%",
    "%zz",
    "'; DROP TABLE records; --",
    "=1+1",
    "__proto__",
    "constructor",
    "../../etc/passwd",
    "🏳️‍🌈" * 50,
    "e\u0301" * 2000,
    "&" * 500,
    "?" * 500,
    "@" * 500,
    "/" * 5000,
    ",".join(["6"] * 100_000),
    "[" * 100_000,
    "{" * 100_000,
    '{"a":' * 100_000,
    '"' * 1000,
    "\n" * 10_000,
    DEEP,
]

each = pytest.mark.parametrize("words", HOSTILE, ids=lambda words: ascii(words[:24]))


@each
def test_a_line(words: str) -> None:
    for system in systems():
        names = [item.name for item in fields_of(system.request)]
        for line in (
            f"{system.key}?{words}",
            f"{system.key}?{names[0]}={words}",
            f"{system.key}?{names[-1]}={words}",
            f"{system.key}?{words}=1",
            f"{system.key}?@{words}",
            f"{system.key}?opponent.{names[0]}={words}@{words}",
            f"{system.key}?reading.{words}={words}",
            f"{words}?{names[0]}=1",
        ):
            test = read(line)
            if isinstance(test, Test):
                resolve(test)
                assert read(write(test)) == test
            else:
                assert all(FRENCH.say(one.message) for one in test.problems)


@each
def test_a_link(words: str) -> None:
    for link in (words, f"/recu/{words}", f"/recu/fiche/{words}", f"/recu/lectures/{words}"):
        found = open_link(link)
        assert not isinstance(found, Refusal) or found.problems


@each
def test_what_is_pasted(words: str) -> None:
    for system in WITH_SHEETS:
        sheet = example(system, "x")
        assert sheet is not None
        for pasted in (words, f"{words} 2 {words}", f"Escrime 2 ({words})"):
            for paste in (paste_skills, paste_characteristics):
                after = paste(sheet, pasted)
                assert not checked(draft_of(after.sheet))[1], "what was taken is sound"


@each
def test_a_field_of_a_sheet(words: str) -> None:
    for system in WITH_SHEETS:
        sheet = example(system, "x")
        assert sheet is not None
        draft = draft_of(sheet)
        for name in draft.texts:
            found, problems = checked(replace(draft, texts={**draft.texts, name: words}))
            if not problems:
                json.dumps(found.name).encode()


KEPT: dict[str, Callable[[str], object]] = {
    "a backup": load,
    "what is in hand": resume.load,
    "an unwritten roll": note_in,
    "a group": lambda words: [load_group(system, words) for system in systems()],
    "a record": lambda words: [
        saved_of([Record(kind, "x", words, 1), Record(kind, words, "{}", 1)])  # type: ignore[arg-type]
        for kind in ("sheet", "journal", "setting")
    ],
}


@pytest.mark.parametrize("what", KEPT)
@each
def test_what_the_browser_kept(what: str, words: str) -> None:
    for kept in (words, json.dumps(words), json.dumps([words]), json.dumps({words: words})):
        KEPT[what](kept)


HAND: dict[str, Any] = {
    "line": "tur?value=7@4,3",
    "origin": "thrown",
    "asked": "tur?value=7",
    "chosen": [["a", "tur?@1,1"]],
    "before": None,
}
SOUND: dict[str, dict[str, Any]] = {
    "what is in hand": {
        "version": 1,
        "line": "tur?value=7@4,3",
        "form": "tur?value=7",
        "midway": False,
        "hand": HAND,
        "typing": None,
        "past": [["tur?@1,1", "thrown", False]],
    },
    "an unwritten roll": {
        "do": "decided",
        "at": 1,
        "hands": [HAND, HAND],
        "who": ["a", "b", "c"],
        "keys": ["k", "l"],
    },
    "a group": {"version": 1, "base": "tur?", "once": True, "rows": [["a", {"value": "3"}, "1,2"]]},
}
VALUES = [None, True, 1, -1, 1.5, 10**400, [], {}, [[[]]], {"a": {}}, *HOSTILE[:20]]


def spoilt(whole: Any, rng: random.Random) -> Any:
    """The same with one value, at any depth, replaced by another."""
    made = json.loads(json.dumps(whole))
    place = made
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return made
        key = rng.choice(keys)
        if isinstance(place[key], dict | list) and place[key] and rng.random() < 0.6:
            place = place[key]
            continue
        place[key] = rng.choice(VALUES)
        return made


@pytest.mark.parametrize("what", SOUND)
def test_what_was_kept_and_then_spoilt(what: str) -> None:
    rng = random.Random(8)
    for _ in range(300):
        KEPT[what](json.dumps(spoilt(SOUND[what], rng)))


@each
def test_what_is_written_can_be_read_back_or_is_not_written(words: str) -> None:
    entry = Entry(
        id="e", line="tur?@1,1", time="2026-08-01T20:14:05Z", origin="thrown", version="1", digest=Digest(True)
    )
    for event in (
        Noted("n", "e", words),
        Rolled(replace(entry, label=words)),
        Rolled(replace(entry, character=words)),
        Rolled(replace(entry, line=f"tur?{words}@1,1")),
    ):
        faults: list[Any] = []
        found = read_event(json.loads(json.dumps(event_json(event))), "$", faults)
        assert (unkeepable(event) is None) == (found == event)

"""Files that are no sound backup: everything that is wrong is said, and no file does anything to the page."""

import json
import os
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyroll.backup import MOST_CHARACTERS, MOST_FAULTS, Backup, Saved, Unsound, dump, load
from pyroll.i18n import FRENCH
from pyroll.restore import plan_merge, plan_replace
from tests.backups import MADE, SAVED, carry_out, changed, codes, read_back, records, same, sound, stored
from tests.kept import ready

FUZZ = int(os.environ.get("PYROLL_FUZZ", "500"))
"""How many damaged files are tried; 10,000 before a release."""

# ----------------------------------------------------------------------------------------------------- what is wrong

SMALL = {"id": "a", "system": "tur", "name": "Inès"}


@pytest.mark.parametrize(
    ("file", "faults"),
    [
        (changed(), []),
        ("\N{ZERO WIDTH NO-BREAK SPACE}" + changed(), []),
        ("", ["$ not_json"]),
        ("{", ["$ not_json"]),
        (changed() + "x", ["$ not_json"]),
        ('{"format":"pyroll","version":1,"made":NaN}', ["$ not_json"]),
        ('{"format":"pyroll","version":' + "1" * 5000 + "}", ["$ not_json"]),
        ('{"format":"pyroll","version":1,"version":1}', ["$..version repeated_field"]),
        (changed(hat=1), ["$.hat unknown_field"]),
        (changed(made="hier", pyroll=3), ["$.made bad_moment", "$.pyroll not_text"]),
        (changed(sheets=[SMALL, SMALL]), ["$.sheets[1].id repeated"]),
        (changed(sheets={}), ["$.sheets not_a_list"]),
        (changed(journal=[{"do": "noted", "id": "a", "entry": "b", "note": ""}] * 2), ["$.journal[1].id repeated"]),
        (changed(settings=[]), ["$.settings not_a_record"]),
        (changed(settings={"a": 1, "B": "x", "c": "\0"}), [
            "$.settings.a not_text", "$.settings.? bad_key", "$.settings.c bad_character",
        ]),
        (changed(settings={f"k{index}": "" for index in range(501)}), ["$.settings too_many"]),
        (changed(sheets=[SMALL] * 2001), ["$.sheets too_many"]),
        (changed(sheets=[{**SMALL, "name": ""}, 3], journal=[{"do": "noted", "id": "", "entry": "b", "note": 4}]), [
            "$.sheets[0].name missing", "$.sheets[1] not_a_record",
            "$.journal[0].id bad_key", "$.journal[0].note not_text",
        ]),
        (changed(sheets=[{**SMALL, "name": "\ud800"}]), ["$.sheets[0].name bad_character"]),
    ],
)  # fmt: skip
def test_everything_that_is_wrong_is_said(file: str, faults: list[str]) -> None:
    assert codes(file) == faults


def test_of_very_many_faults_the_first_are_told() -> None:
    found = codes(changed(journal=[{}] * 100_000))
    assert len(found) == MOST_FAULTS


# ------------------------------------------------------------------------------------------------------ hostile files


@pytest.mark.parametrize(
    "file",
    [
        " " * (MOST_CHARACTERS + 1),
        "[" * 1_000_000,
        '{"a":' * 1_000_000,
        "[" * 100_000 + "]" * 100_000,
        '[{"a":' * 20 + "1" + "}]" * 20,
        "[" + "[]," * 1_600_000 + "[]]",
        "[" + "1," * 3_100_000 + "1]",
        '["\\\\",' + "[" * 50_000,
        '["\\"",' + "[" * 50_000,
    ],
    ids=["long", "deep lists", "deep objects", "closed", "mixed", "many lists", "many numbers", "escape", "quote"],
)
def test_too_large_for_a_backup(file: str) -> None:
    assert codes(file) == ["$ too_large"]


@pytest.mark.parametrize(
    "file",
    [
        json.dumps({"a": "[" * 100_000}),
        json.dumps(['"' + "[{" * 5000, "\\" * 999 + '"' + "[" * 5000]),
        json.dumps("}]" * 5000),
        '{"' + '","'.join(f'k{index}":"' for index in range(100_000)) + '"}',
        '{"k":1,' * 1 + ",".join(['"k":1'] * 500_000) + "}",
        "[" * 12 + "]" * 12,
    ],
    ids=[
        "brackets in a string",
        "escapes",
        "closing in a string",
        "many names",
        "one name often",
        "just deep enough",
    ],
)
def test_large_but_looked_at(file: str) -> None:
    found = load(file)
    assert isinstance(found, Unsound)
    assert found.problems[0].code in ("wrong_format", "repeated_field")


def test_strings_are_only_data() -> None:
    evil = "<img src=x onerror=alert(1)>${1+1}{0}{name}%s"
    saved = Saved((ready("tur", name=evil, note=evil),), (), {"a": evil})
    assert sound(dump(saved, MADE, "0.1.0")) == saved
    for problem in codes(changed(sheets=[{**SMALL, "{0}": 1, "system": "{name}"}])):
        assert problem.startswith("$.sheets[0]")
    found = load(changed(sheets=[{**SMALL, "characteristics": [{"name": "{x}", "value": 2, "group": "{y}"}]}]))
    assert isinstance(found, Unsound)
    assert [FRENCH.say(one.message) for one in found.problems]


# ------------------------------------------------------------------------------------------------------ damaged files


def damaged(whole: Any, chance: random.Random) -> str:
    """A good file with something done to it: to its values, then perhaps to its text."""
    whole = json.loads(json.dumps(whole))
    for _ in range(chance.randrange(3)):
        spoil(whole, chance)
    text = json.dumps(whole, ensure_ascii=chance.random() < 0.5)
    for _ in range(chance.randrange(3)):
        at = chance.randrange(len(text) + 1)
        to = at + chance.choice((0, 1, 1, 5, 200))
        text = text[:at] + chance.choice(SCRAPS) + text[to:]
    return text


SCRAPS = (
    "",
    "",
    "\0",
    '"',
    "\\",
    "{",
    "}",
    "[",
    "]",
    ",",
    "null",
    "1e999",
    "-",
    "é",
    "\ud800",
    "[" * 30,
    "9" * 5000,
    "\\u0000",
)
STRANGE: tuple[Any, ...] = (
    None, True, False, 0, -1, 10**30, 1.5, float("1e308"), "", "a", "\0", "\ud800", "x" * 5000, [], {}, [[]], {"": 0},
    [None], {"id": []}, "<script>", "=1", "tur?@", "2026-08-01T20:14:05Z",
)  # fmt: skip


def spoil(node: Any, chance: random.Random) -> None:
    """Walk down at random, then change, remove or add something."""
    while isinstance(node, dict | list) and node:
        place = chance.choice(list(node)) if isinstance(node, dict) else chance.randrange(len(node))
        inner = node[place]
        if isinstance(inner, dict | list) and inner and chance.random() < 0.75:
            node = inner
            continue
        match chance.randrange(4):
            case 0:
                del node[place]
            case 1:
                node[place] = chance.choice(STRANGE)
            case 2 if isinstance(node, dict):
                node[chance.choice(("id", "x", "", "name", "do", "digest", "é"))] = chance.choice(STRANGE)
            case _ if isinstance(node, list):
                node.extend([inner] * chance.choice((1, 2, 400)))
            case _:
                node[place] = chance.choice(STRANGE)
        return


def test_damaged_files_never_crash_and_never_change_what_is_stored() -> None:
    whole = json.loads(dump(SAVED, MADE, "0.1.0"))
    store = stored(SAVED)
    before = records(store)
    fates = {"sound": 0, "unsound": 0}
    for seed in range(FUZZ):
        found = load(damaged(whole, random.Random(seed)))
        if isinstance(found, Unsound):
            fates["unsound"] += 1
            assert found.problems, seed
            for one in found.problems:
                FRENCH.say(one.message)
                one.field.encode()
        else:
            fates["sound"] += 1
            assert sound(dump(found.saved, MADE, "0.1.0")) == found.saved, seed
            for plan in (plan_merge(SAVED, found.saved), plan_replace(SAVED, found.saved)):
                other = stored(SAVED)
                carry_out(other, plan)
                assert same(read_back(other), plan.after), seed
        if seed % 100 == 0:
            assert records(store) == before
    assert records(store) == before
    assert fates["unsound"] > FUZZ // 3
    assert fates["sound"] > FUZZ // 20


@given(st.text(max_size=80))
def test_any_text_is_only_a_text(file: str) -> None:
    assert isinstance(load(file), Unsound)


@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
        lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
        max_leaves=8,
    )
)
def test_any_json_in_any_place_is_only_json(value: Any) -> None:
    for place in ("sheets", "journal", "settings", "made", "version", "format"):
        found = load(changed(**{place: value}))
        assert isinstance(found, Backup | Unsound)
    for place in ("sheets", "journal"):
        assert isinstance(load(changed(**{place: [value]})), Unsound)

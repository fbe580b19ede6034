"""The journal: entries, its log, sessions of play and filters."""

import json
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyroll.checked import Faults
from pyroll.i18n import FRENCH
from pyroll.journal import (
    Digest,
    Entry,
    Erased,
    Event,
    Noted,
    Restored,
    Rolled,
    decisions,
    difference,
    digest_of,
    entries_of,
    entry_of,
    forgettable,
    judge,
    verdict_words,
)
from pyroll.journal_files import event_json, read_event
from pyroll.line import Refusal
from pyroll.moment import HOUR
from pyroll.resolve import Single
from pyroll.system import Kind, System
from pyroll.systems import systems
from pyroll.timeline import GAP, Row, Wanted, added, rows_of, select, session_title, sessions
from tests.checks import thrown
from tests.kept import AT, asked, events, made, plain
from tests.strategies import drawn_tests

by_system = pytest.mark.parametrize("system", systems(), ids=lambda system: system.key)


# ------------------------------------------------------------------------------------------------------------ entries


@given(st.data(), st.integers(0, 2**32))
@by_system
def test_an_entry_is_judged_as_it_was(system: System, data: st.DataObject, seed: int) -> None:
    result = thrown(data.draw(drawn_tests(system)), seed)
    if result is None:
        return
    entry = entry_of(result, "a", "2026-08-01T20:00:00Z", "thrown", "0.1.0")
    judgement = judge(entry)
    assert judgement.result == result
    assert not judgement.differs
    assert difference(entry, judgement) is None
    assert entry.system == system.key


@given(st.data(), st.integers(0, 2**32))
@by_system
def test_a_digest_shows_what_the_page_shows(system: System, data: st.DataObject, seed: int) -> None:
    result = thrown(data.draw(drawn_tests(system, opposed=False)), seed)
    if result is None:
        return
    assert isinstance(result, Single)
    assert digest_of(result).kind == result.explain().kind


@pytest.mark.parametrize(
    ("line", "digest", "kind", "words"),
    [
        ("tur?value=6@2,3", Digest(True, None, 1), "ok", "Réussite"),
        ("tur?value=6&difficulty=impossible@5,4", Digest(False, None, -11), "ko", "Échec"),
        ("patchwork?characteristic=9&skill=9@10,2", Digest(True, "success", 10), "crit", "Réussite critique"),
        ("patchwork?characteristic=20&skill=20@1,2", Digest(True, "failure", 19), "ok", "Réussite"),
        ("patchwork?@1,2", Digest(False, "failure", -16), "fumble", "Échec critique"),
        ("abc?task=routine&stress=yes@", Digest(None, None, None), "tie", "Au meneur de décider"),
        (
            "patchwork?opponent.skill=2@5/5",
            Digest(margin=-2, winner="opponent", opposed=True),
            "ko",
            "Le réactif l’emporte",
        ),
        ("patchwork?opponent.skill=0@5/5", Digest(margin=0, winner="actor", opposed=True), "ok", "L’actif l’emporte"),
        ("ecor?skill=1&opponent.skill=1@2,1,1,1/2,1,1,1", Digest(margin=0, opposed=True), "tie", "Égalité"),
    ],
)
def test_digests(line: str, digest: Digest, kind: Kind, words: str) -> None:
    entry = made(line)
    assert entry.digest == digest
    assert digest.kind == kind
    assert FRENCH.say(verdict_words(digest)) == words


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (
            replace(made("tur?value=6@2,3"), version="0.0.9", digest=Digest(False, None, -1)),
            "La version 0.0.9 avait jugé : Échec, marge −1. Cette version juge : Réussite, marge +1.",
        ),
        (
            replace(made("tur?value=6@2,3"), line="tur?value=99@2,3"),
            "La version 0.1.0 avait jugé : Réussite, marge +1. Cette version ne sait plus lire ce jet.",
        ),
        (
            replace(made("tur?value=6@2,3"), line="gurps?value=9@2,3"),
            "La version 0.1.0 avait jugé : Réussite, marge +1. Cette version ne sait plus lire ce jet.",
        ),
        (
            replace(made("tur?value=6@2,3"), line="tur?value=6@2"),
            "La version 0.1.0 avait jugé : Réussite, marge +1. Cette version ne sait plus lire ce jet.",
        ),
    ],
)
def test_an_entry_says_when_it_was_judged_otherwise(entry: Entry, said: str) -> None:
    judgement = judge(entry)
    assert judgement.differs
    words = difference(entry, judgement)
    assert words is not None
    assert plain(FRENCH.say(words)) == said


@pytest.mark.parametrize(
    ("line", "decided"),
    [
        ("tur?value=6@2,3", ()),
        ("patchwork?action_points=2@5", (("Points d’action", "2"),)),
        (
            "flamme?flame=2&aspect=2&raises=1,1&lowers=0,0@4,5,6",
            (("Augmentations", "1,1"), ("Diminutions", "0,0")),
        ),
    ],
)
def test_decisions(line: str, decided: tuple[tuple[str, str], ...]) -> None:
    assert decisions(asked(line)) == decided


def test_a_refusal_is_no_crash() -> None:
    assert isinstance(judge(replace(made("tur?@1,2"), line="?@")).result, Refusal)


# ----------------------------------------------------------------------------------------------------------- the log


def rolled(key: str) -> Rolled:
    return Rolled(made("tur?value=6@2,3", key))


LOG: tuple[Event, ...] = (
    rolled("a1"),
    rolled("a2"),
    rolled("a3"),
    Erased("b1", ("a1", "a2")),
    Restored("b2", ("a2",)),
    Noted("b3", "a2", "vieille note"),
    Noted("b4", "a2", "note"),
    Noted("b5", "a9", "d’un jet inconnu"),
    Erased("b6", ("a8",)),
)


def test_the_log_says_what_stands() -> None:
    standing = entries_of(LOG)
    assert [entry.id for entry in standing] == ["a2", "a3"]
    assert [entry.note for entry in standing] == ["note", ""]


def test_the_order_in_which_records_come_does_not_matter() -> None:
    assert {entries_of(order) for order in permutations(LOG[2:8])} == {entries_of(LOG[2:8])}
    assert entries_of(reversed(LOG)) == entries_of(LOG)


def test_what_may_be_forgotten_changes_nothing() -> None:
    gone = forgettable(LOG)
    assert gone == {"a1", "b3", "b5"}
    left = [event for event in LOG if event.id not in gone]
    assert entries_of(left) == entries_of(LOG)
    assert forgettable(left) == frozenset()
    assert entries_of([*left, rolled("a1")]) == entries_of(LOG), "an older copy does not bring it back"


@given(st.lists(st.sampled_from("abcdefgh"), unique=True).flatmap(lambda keys: st.tuples(*map(events, keys))))
def test_forgetting_never_changes_what_stands(log: tuple[Event, ...]) -> None:
    gone = forgettable(log)
    assert entries_of(event for event in log if event.id not in gone) == entries_of(log)


@given(events("a"))
def test_json_round_trip(event: Event) -> None:
    faults: Faults = []
    assert read_event(json.loads(json.dumps(event_json(event))), "$", faults) == event
    assert faults == []


GOOD = event_json(rolled("a"))


@pytest.mark.parametrize(
    ("raw", "faults"),
    [
        (None, ["$ not_a_record"]),
        ({"do": "vanished", "id": "a"}, [
            "$.do unknown_choice", "$.line missing", "$.time missing", "$.origin missing", "$.version missing",
            "$.digest not_a_record", "$.line bad_line",
        ]),
        ({**GOOD, "line": "tur?value=6"}, ["$.line bad_line"]),
        ({**GOOD, "line": "tur@1"}, ["$.line bad_line"]),
        ({**GOOD, "line": "tur?é@1"}, ["$.line bad_line"]),
        ({**GOOD, "line": "tur?<script>@1"}, []),
        ({**GOOD, "line": "tur?" + "x" * 2000 + "@1"}, ["$.line bad_line"]),
        ({**GOOD, "time": "2026-02-30T00:00:00Z"}, ["$.time bad_moment"]),
        ({**GOOD, "origin": "guessed"}, ["$.origin unknown_choice"]),
        ({**GOOD, "digest": {}}, []),
        ({**GOOD, "digest": {"success": 1, "critical": "maybe", "margin": "3"}}, [
            "$.digest.margin not_a_number", "$.digest.critical unknown_choice", "$.digest.success not_a_flag",
        ]),
        ({**GOOD, "digest": {"winner": "actor", "success": True}}, ["$.digest.success unknown_field"]),
        ({**GOOD, "late": -1}, ["$.late out_of_range"]),
        ({**GOOD, "note": "x" * 2001}, ["$.note too_long"]),
        ({**GOOD, "character": "a\nb"}, ["$.character bad_character"]),
        ({**GOOD, "do": ["rolled"]}, ["$.do not_text", "$.do unknown_choice"]),
        ({"do": "erased", "id": "a", "entries": ["b", 3, "C"]}, ["$.entries[1] bad_key", "$.entries[2] bad_key"]),
        ({"do": "noted", "id": "a", "entry": "b"}, ["$.note missing"]),
        ({"do": "restored", "entries": []}, ["$.id missing"]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_path(raw: object, faults: list[str]) -> None:
    found: Faults = []
    event = read_event(raw, "$", found)
    assert (event is None) == bool(found)
    assert sorted(f"{one.field} {one.code}" for one in found) == sorted(faults)


# ---------------------------------------------------------------------------------------------------------- sessions


def rows(*hours: float) -> tuple[Row, ...]:
    return rows_of(made("tur?value=6@2,3", f"k{index}", at) for index, at in enumerate(hours))


@pytest.mark.parametrize(
    ("hours", "lengths"),
    [
        ((), []),
        ((0,), [1]),
        ((0, 1, 2), [3]),
        ((0, 5.99, 11.98), [3]),
        ((0, 6), [1, 1]),
        ((20, 0, 1, 21, 22), [2, 3]),
        ((0, 0, 0), [3]),
    ],
)
def test_sessions_end_after_six_hours(hours: tuple[float, ...], lengths: list[int]) -> None:
    found = sessions(rows(*hours))
    assert [len(session.rows) for session in found] == lengths
    assert [row for session in found for row in session.rows] == list(rows(*hours))


@pytest.mark.parametrize(
    ("offset", "now", "title"),
    [
        (0, None, "Séance du 25/07/2026"),
        (120, None, "Séance du 25/07/2026"),
        (-18 * 60, None, "Séance du 24/07/2026"),
        (0, AT + HOUR, "Séance en cours"),
        (0, AT + GAP, "Séance du 25/07/2026"),
    ],
)
def test_a_session_is_called_by_the_day_it_began(offset: int, now: int | None, title: str) -> None:
    (session,) = sessions(rows_of([made("tur?value=6@2,3")]))
    assert FRENCH.say(session_title(session, offset, now)) == title


def test_a_new_roll_takes_its_place() -> None:
    late = made("tur?value=6@2,3", "z", 9)
    early = made("tur?value=6@2,3", "y", 0.5)
    old = rows(0, 1, 2)
    assert added(added(old, late), early) == rows_of([*(row.entry for row in old), early, late])


# ----------------------------------------------------------------------------------------------------------- filters

CAST = rows_of(
    [
        made("flamme?@4,4,4", "a", 0, character_id="y", character="Ysaline", label="Esquive"),
        made("tur?value=6@2,3", "b", 1, character_id="i", character="Inès", label="Équitation", note="À cheval"),
        made("patchwork?@1,2", "c", 2, character_id="m", character="Maëlle", label="Mécanique"),
        made("ecor?skill=1&opponent.skill=1@2,1,1,1/2,1,1,1", "d", 20, label="Cœur"),
        replace(made("tur?@5,5", "e", 21), line="old?x@5,5"),
    ]
)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (Wanted(), "abcde"),
        (Wanted(characters=frozenset(("y", "i"))), "ab"),
        (Wanted(characters=frozenset(("",))), "de"),
        (Wanted(systems=frozenset(("tur", "ecor"))), "bd"),
        (Wanted(systems=frozenset(("old",))), "e"),
        (Wanted(kinds=frozenset(("fumble", "tie"))), "cd"),
        (Wanted(kinds=frozenset(("ok",))), "b"),
        (Wanted(search="EQUIT"), "b"),
        (Wanted(search="equit ines"), "b"),
        (Wanted(search="mécanique ines"), ""),
        (Wanted(search="coeur"), "d"),
        (Wanted(search="œ"), "d"),
        (Wanted(search="des de flamme"), "a"),
        (Wanted(search="a cheval"), "b"),
        (Wanted(search="  "), "abcde"),
        (Wanted(search="\\("), ""),
        (Wanted(since=AT + HOUR, until=AT + 2 * HOUR), "bc"),
        (Wanted(since=AT + 1, systems=frozenset(("tur",)), kinds=frozenset(("ok",)), search="iné"), "b"),
    ],
)
def test_filters(wanted: Wanted, found: str) -> None:
    assert "".join(row.entry.id for row in select(CAST, wanted)) == found


@given(st.lists(st.text(max_size=10), max_size=4))
def test_any_search_is_only_a_search(searched: list[str]) -> None:
    for search in searched:
        assert set(select(CAST, Wanted(search=search))) <= set(CAST)

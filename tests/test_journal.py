"""The journal: entries, its log, sessions of play, filters, and what goes out of it."""

import csv
import io
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
from pyroll.journal_files import entry_json, event_json, read_event
from pyroll.line import Refusal, Test, read
from pyroll.moment import HOUR, write_moment
from pyroll.report import csv_of, json_of, markdown_of
from pyroll.resolve import Contest, Single, resolve
from pyroll.system import Kind, System
from pyroll.systems import SYSTEMS
from pyroll.timeline import GAP, Row, Wanted, added, rows_of, select, session_title, sessions
from tests.checks import thrown
from tests.kept import AT, entries, events
from tests.strategies import drawn_tests

by_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)


def asked(line: str) -> Test:
    test = read(line)
    assert isinstance(test, Test)
    return test


def made(line: str, key: str = "a", hours: float = 0, **more: object) -> Entry:
    """The entry of a line, as today's rules judge it, some hours after ``AT``."""
    result = resolve(asked(line))
    assert isinstance(result, Single | Contest)
    entry = entry_of(result, key, write_moment(AT + int(hours * HOUR)), "thrown", "0.1.0")
    return replace(entry, **more)  # type: ignore[arg-type]


def plain(said: str) -> str:
    return said.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")


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


# ------------------------------------------------------------------------------------------------------------ reports


def sentence(line: str) -> str:
    result = resolve(asked(line))
    assert isinstance(result, Single)
    return plain(FRENCH.say(result.explain().sentence))


def test_a_report_reads_well() -> None:
    report = plain(markdown_of(CAST[1:4], 120))
    assert report == (
        "# Séance du 25/07/2026\n"
        "\n"
        "- Réussites : 1 sur 2 jets, en moyenne 0,8.\n"
        "- Réussites critiques : 0 sur 1 jet, en moyenne 0,1.\n"
        "- Échecs critiques : 1 sur 1 jet, en moyenne 0,1.\n"
        "\n"
        "- **20 h 20**, Inès, Équitation, TUR\n"
        f"  {sentence('tur?value=6@2,3')}\n"
        "  `tur?value=6@2,3`\n"
        "  > À cheval\n"
        "- **21 h 20**, Maëlle, Mécanique, Patchwork\n"
        f"  {sentence('patchwork?@1,2')}\n"
        "  `patchwork?@1,2`\n"
        "\n"
        "# Séance du 26/07/2026\n"
        "\n"
        "- Oppositions gagnées : 0 sur 1 jet, en moyenne 0,1.\n"
        "\n"
        "- **15 h 20**, Cœur, Eco\\-Я\n"
        "  Égalité : 1 pair contre 1 pair.\n"
        "  `ecor?skill=1&opponent.skill=1@2,1,1,1/2,1,1,1`\n"
    )


def test_a_report_says_what_changed_and_keeps_secrets() -> None:
    changed = replace(made("tur?value=6@2,3"), digest=Digest(False), origin="typed")
    secret = made("tur?value=6@2,3", "s", secret=True, label="Piège")
    report = markdown_of(rows_of([changed, secret]), 0)
    assert "avait jugé" in report
    assert "(Saisi)" in report
    assert "Piège" not in report + csv_of(rows_of([secret]), 0) + json_of(rows_of([secret]))


EVIL = '=1+1 `a` <img src=x onerror=alert(1)>\n# [x](javascript:alert(1)) "q" | , ;'


def test_nothing_people_wrote_is_markup() -> None:
    report = markdown_of(rows_of([made("tur?value=6@2,3", label=EVIL, character=EVIL, note=EVIL)]), 0)
    assert "<img" not in report.replace("\\<", "")
    assert "](" not in report
    assert report.count("\n# ") == 0


@given(st.lists(entries(), max_size=4, unique_by=lambda entry: entry.id))
def test_csv_can_be_read_back_and_calculates_nothing(listed: list[Entry]) -> None:
    told = rows_of(listed)
    written = csv_of(told, 0)
    lines = list(csv.reader(io.StringIO(written, newline=""), strict=True))
    assert len(lines) == 1 + sum(not row.entry.secret for row in told)
    assert {len(line) for line in lines} == {11}
    for line in lines[1:]:
        for column, cell in enumerate(line):
            if column != 6:
                assert not cell.strip().startswith(("=", "+", "-", "@"))
    assert written.endswith("\r\n")


@pytest.mark.parametrize(
    ("label", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+33 6", "'+33 6"),
        ("-2", "'-2"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("  =1", "'  =1"),
        ("＝1", "'＝1"),
        ("a=1", "a=1"),
        ('dit "non", puis', 'dit "non", puis'),
    ],
)
def test_csv_cells(label: str, cell: str) -> None:
    written = csv_of(rows_of([made("tur?value=6@5,5", label=label)]), 120)
    header, line = csv.reader(io.StringIO(written, newline=""))
    assert header[:5] == ["Date", "Heure", "Système", "Personnage", "Jet"]
    assert line[:3] == ["2026-07-25", "19:20", "TUR"]
    assert line[4] == cell
    assert line[6] == "-4", "a number stays a number"


def test_json_is_what_a_backup_holds() -> None:
    entry = made("tur?value=6@2,3", label="Équitation")
    assert json.loads(json_of(rows_of([entry]))) == [entry_json(entry)]


def test_a_refusal_is_no_crash() -> None:
    assert isinstance(judge(replace(made("tur?@1,2"), line="?@")).result, Refusal)

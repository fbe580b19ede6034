"""Links: what goes out comes in again, and what strangers put into one is judged before anything is made of it."""

from __future__ import annotations

import json
import random
import zlib
from base64 import urlsafe_b64encode
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyroll.form import fields_of
from pyroll.line import Refusal, Test, read
from pyroll.share import MOST_CHARACTERS, MOST_UNPACKED, TableReadings, open_link, readings_link, sheet_link
from pyroll.sheet import Sheet, example
from pyroll.sheet_files import sheet_json
from pyroll.systems import systems
from tests.kept import WITH_SHEETS, sheets


def packed(said: object) -> str:
    content = said if isinstance(said, bytes) else json.dumps(said).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return "/recu/fiche/" + urlsafe_b64encode(packer.compress(content) + packer.flush()).decode().rstrip("=")


def of(sheet: object, **more: object) -> dict[str, object]:
    return {"format": "pyroll", "version": 1, "sheets": [sheet], **more}


SOUND = {"id": "x", "system": "tur", "name": "Inès"}


def codes(found: object) -> list[str]:
    assert isinstance(found, Refusal), found
    return [problem.code for problem in found.problems]


@given(sheets())
def test_a_character_comes_in_as_it_went_out(sheet: Sheet) -> None:
    found = open_link(sheet_link(sheet))
    assert isinstance(found, Sheet)
    mine = {"archived": False, "order": 0, "example": False, "received": False, "changed": ""}
    assert replace(found, id=sheet.id) == replace(sheet, **mine)  # type: ignore[arg-type]


def test_a_link_says_nothing_of_the_list_it_came_from() -> None:
    sheet = Sheet(id="mine", system="tur", name="Inès", order=7, changed="2026-08-01T20:14:05Z", archived=True)
    assert sheet_link(sheet) == sheet_link(Sheet(id="other", system="tur", name="Inès"))


def test_ready_characters_are_short_links() -> None:
    made = [example(system, "x") for system in WITH_SHEETS]
    assert max(len(sheet_link(one)) for one in made if one is not None) < 600


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.key)
def test_readings_come_in_as_they_went_out(system: object) -> None:
    assert any(system is one for one in systems())
    for item in fields_of(system.readings):  # type: ignore[attr-defined]
        kind = item.kind
        values = getattr(kind, "options", {"yes": "", "no": ""})
        for value in values:
            test = read(f"{system.key}?reading.{item.name}={value}")  # type: ignore[attr-defined]
            assert isinstance(test, Test)
            found = open_link(readings_link(test))
            assert isinstance(found, TableReadings)
            assert found.readings == test.readings
            assert dict(found.texts)[f"reading.{item.name}"] == value


def test_the_usual_readings_are_a_link_too() -> None:
    test = read("tur?value=7@4,3")
    assert isinstance(test, Test)
    assert readings_link(test) == "/recu/lectures/tur?"
    assert open_link("/recu/lectures/tur?") == TableReadings(test.system, test.system.readings())


RUN = "<script>globalThis.owned=1</script>"


@pytest.mark.parametrize(
    ("fragment", "code"),
    [
        ("", "unknown_link"),
        ("/recu", "unknown_link"),
        ("/recu/fiche", "unknown_link"),
        ("/recu/journal/abc", "unknown_link"),
        (f"/recu/{RUN}/1", "unknown_link"),
        ("/recu/fiche/", "broken_link"),
        ("/recu/fiche/a", "broken_link"),
        ("/recu/fiche/é", "broken_link"),
        ("/recu/fiche/%7B%7D", "broken_link"),
        ("/recu/fiche/AAAA", "broken_link"),
        (f"/recu/fiche/{RUN}", "broken_link"),
        ("/recu/fiche/" + "A" * MOST_CHARACTERS, "too_large"),
        (packed(b"\xff\xfe"), "broken_link"),
        (packed(of(SOUND))[:-4], "broken_link"),
        (packed(of(SOUND)) + "AAAA", "broken_link"),
        (packed(b"not json"), "not_json"),
        (packed([]), "wrong_format"),
        (packed({"format": "other", "version": 1}), "wrong_format"),
        (packed(of(SOUND) | {"version": 2}), "too_new"),
        (packed(of(SOUND) | {"version": True}), "bad_version"),
        (packed(of(SOUND, evil=1)), "unknown_field"),
        (packed(of(SOUND | {"evil": 1})), "unknown_field"),
        (packed(of(SOUND | {"__proto__": {}})), "unknown_field"),
        (packed(of(SOUND | {"system": "dnd"})), "unknown_system"),
        (packed(of(SOUND | {"name": "I\u202enès"})), "bad_character"),
        (packed(of(SOUND | {"name": "I\ud800"})), "bad_character"),
        (packed(of(SOUND | {"name": "I\u0000"})), "bad_character"),
        (packed(of(SOUND | {"name": "n" * 81})), "too_long"),
        (packed(of(SOUND | {"note": "n" * 20_001})), "too_long"),
        (packed(of(SOUND | {"skills": [{"name": "a", "value": 10**30}]})), "out_of_range"),
        (packed(of(SOUND | {"id": "../x"})), "bad_key"),
        (packed({"format": "pyroll", "version": 1}), "wrong_content"),
        (packed(of(SOUND, sheets=[SOUND, SOUND | {"id": "y"}])), "wrong_content"),
        (packed(of(SOUND, settings={"language": "en"})), "wrong_content"),
        (packed(b"[" * 100_000), "too_large"),
        (packed(b" " * (MOST_UNPACKED + 1)), "too_large"),
        (packed(b"\x00" * 30_000_000), "too_large"),
        (packed(b'{"format":"pyroll","format":"pyroll","version":1}'), "repeated_field"),
        ("/recu/lectures/", "bad_line"),
        ("/recu/lectures/dnd?", "unknown_system"),
        ("/recu/lectures/tur?value=7", "wrong_content"),
        ("/recu/lectures/tur?@4,3", "wrong_content"),
        ("/recu/lectures/tur?opponent.value=3", "wrong_content"),
        ("/recu/lectures/tur?reading.evil=1", "unknown_field"),
        (f"/recu/lectures/tur?reading.{RUN}=1", "unknown_field"),
    ],
    ids=lambda given: given[:40],
)
def test_what_a_hostile_link_is_told(fragment: str, code: str) -> None:
    assert code in codes(open_link(fragment))


def test_script_in_names_is_a_name() -> None:
    found = open_link(packed(of(SOUND | {"name": RUN})))
    assert isinstance(found, Sheet)
    assert found.name == RUN


@settings(max_examples=200)
@given(st.text(max_size=200))
def test_no_fragment_raises(fragment: str) -> None:
    for made in (fragment, f"/recu/fiche/{fragment}", f"/recu/lectures/{fragment}"):
        assert isinstance(open_link(made), Sheet | TableReadings | Refusal)


def test_a_spoilt_link_never_raises() -> None:
    rng = random.Random(9)
    for system in WITH_SHEETS:
        made = example(system, "x")
        assert made is not None
        link = sheet_link(made)
        for _ in range(60):
            letters = list(link)
            for _ in range(rng.randint(1, 3)):
                letters[rng.randrange(len(letters))] = rng.choice("AZaz09-_=%&?\u202e")
            found = open_link("".join(letters))
            assert isinstance(found, Sheet | TableReadings | Refusal)
            if isinstance(found, Sheet):
                json.dumps(sheet_json(found))

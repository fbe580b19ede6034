"""What goes out of the journal: a text to read, a table for a spreadsheet, and what a backup holds."""

import csv
import io
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyroll.i18n import FRENCH
from pyroll.journal import Digest, Entry
from pyroll.journal_files import entry_json
from pyroll.report import csv_of, json_of, markdown_of
from pyroll.resolve import Single, resolve
from pyroll.timeline import rows_of
from tests.kept import asked, entries, made, plain

CAST = rows_of(
    [
        made("tur?value=6@2,3", "b", 1, character_id="i", character="Inès", label="Équitation", note="À cheval"),
        made("patchwork?@1,2", "c", 2, character_id="m", character="Maëlle", label="Mécanique"),
        made("ecor?skill=1&opponent.skill=1@2,1,1,1/2,1,1,1", "d", 20, label="Cœur"),
    ]
)


def sentence(line: str) -> str:
    result = resolve(asked(line))
    assert isinstance(result, Single)
    return plain(FRENCH.say(result.explain().sentence))


def test_a_report_reads_well() -> None:
    report = plain(markdown_of(CAST, 120))
    assert report == (
        "# Séance du 25/07/2026\n"
        "\n"
        "- Réussites : 1 sur 2 jets, pour 0,8 en moyenne.\n"
        "- Réussites critiques : 0 sur 1 jet, pour 0,1 en moyenne.\n"
        "- Échecs critiques : 1 sur 1 jet, pour 0,1 en moyenne.\n"
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
        "- Oppositions gagnées : 0 sur 1 jet, pour 0,1 en moyenne.\n"
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

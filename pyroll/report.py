"""The journal on its way out: a readable report in Markdown, a table as CSV, the entries as JSON.

Secret entries stay inside. Whatever people wrote is quoted for the format that it goes into.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from pyroll.i18n import FRENCH, N_, Language, Text
from pyroll.journal import ORIGINS, Judgement, difference, judge, result_words
from pyroll.journal_files import entry_json
from pyroll.luck import luck, luck_words
from pyroll.moment import local
from pyroll.resolve import Contest, Single, contest_sentence
from pyroll.systems import system_named
from pyroll.timeline import Row, Session, session_title, sessions

__all__ = ["csv_of", "json_of", "markdown_of"]


def _told(rows: Iterable[Row]) -> tuple[Row, ...]:
    return tuple(row for row in rows if not row.entry.secret)


# ----------------------------------------------------------------------------------------------------------- Markdown

_MARKDOWN = str.maketrans({character: f"\\{character}" for character in "\\`*_{}[]()<>#+-.!|~=:&@"})


def _quoted(words: str) -> str:
    """The words as Markdown shows them, on one line: nothing in them is markup, HTML or a link."""
    return " ".join(words.split()).translate(_MARKDOWN)


def markdown_of(rows: Iterable[Row], offset: int, language: Language = FRENCH) -> str:
    """A report by session, oldest first; ``offset``: minutes that the wall clock is ahead of UTC."""
    parts = [part for session in sessions(_told(rows)) for part in _session(session, offset, language)]
    return "\n".join(parts)


def _session(session: Session, offset: int, language: Language) -> Iterator[str]:
    yield f"# {language.say(session_title(session, offset))}"
    yield ""
    for numbers, _ in luck_words(luck(row.entry for row in session.rows)):
        yield f"- {language.say(numbers)}"
    yield ""
    for row in session.rows:
        yield from _roll(row, offset, language)
    yield ""


def _roll(row: Row, offset: int, language: Language) -> Iterator[str]:
    entry = row.entry
    judgement = judge(entry)
    system = system_named(row.system)
    names = (entry.character, entry.label, row.system if system is None else language.say(system.title))
    who = ", ".join(_quoted(name) for name in names if name)
    origin = "" if entry.origin == "thrown" else f" ({language.say(ORIGINS[entry.origin])})"
    yield f"- **{language.say(local(row.at, offset).time)}**, {who}{origin}"
    changed = difference(entry, judgement)
    for said in (_sentence(judgement), changed):
        if said is not None:
            yield f"  {language.say(said)}"
    yield f"  `{entry.line.replace('`', '%60')}`"
    if entry.note:
        yield f"  > {_quoted(entry.note)}"


def _sentence(judgement: Judgement) -> Text | None:
    match judgement.result:
        case Single() as single:
            return single.explain().sentence
        case Contest() as contest:
            return contest_sentence(contest, *contest.explain())
        case _:
            return None


# ---------------------------------------------------------------------------------------------------------------- CSV

_COLUMNS = (
    N_("Date"),
    N_("Heure"),
    N_("Système"),
    N_("Personnage"),
    N_("Jet"),
    N_("Verdict"),
    N_("Marge"),
    N_("Origine"),
    N_("Note"),
    N_("Version"),
    N_("Ligne"),
)
# A spreadsheet takes a cell that begins like this for a formula; some read the wide forms and the minus sign alike
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠", "\N{MINUS SIGN}")


def _cell(value: str | int | None) -> str:
    """A cell: numbers bare, texts quoted, an apostrophe before what a spreadsheet would calculate."""
    if value is None:
        return ""
    if isinstance(value, int):
        return str(value)
    safe = f"'{value}" if value.lstrip(" \n").startswith(_FORMULA) else value
    return '"' + safe.replace('"', '""') + '"'


def csv_of(rows: Iterable[Row], offset: int, language: Language = FRENCH) -> str:
    """A table in the order given (RFC 4180, lines end in CR LF); the verdict is the one given at the time."""
    lines = [",".join(_cell(language.say(name)) for name in _COLUMNS)]
    for row in _told(rows):
        entry, at = row.entry, local(row.at, offset)
        system = system_named(row.system)
        cells: tuple[str | int | None, ...] = (
            f"{at.year:04}-{at.month:02}-{at.day:02}",
            f"{at.hour:02}:{at.minute:02}",
            row.system if system is None else language.say(system.title),
            entry.character,
            entry.label,
            language.say(result_words(entry)),
            entry.digest.margin,
            language.say(ORIGINS[entry.origin]),
            entry.note,
            entry.version,
            entry.line,
        )
        lines.append(",".join(map(_cell, cells)))
    return "".join(f"{line}\r\n" for line in lines)


# --------------------------------------------------------------------------------------------------------------- JSON


def json_of(rows: Iterable[Row]) -> str:
    """The entries in the order given, as a backup holds them; it is no backup."""
    return json.dumps([entry_json(row.entry) for row in _told(rows)], ensure_ascii=False, indent=1) + "\n"

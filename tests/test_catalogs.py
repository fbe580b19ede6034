"""The catalogs are whole: every sentence of the source is gathered, translated, and translated well enough to be told
apart from its neighbours. What the translations say about dice is in test_english.py.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from pyroll.form import Choice, Number, fields_of
from pyroll.system import System
from pyroll.systems import systems
from tools import catalogs
from tools.messages import gather, parameters, unmarked

ROOT = Path(__file__).resolve().parent.parent
ENGLISH = catalogs.read("en")

# Names of people and games, and the one term that is quoted from the source
NAMES = {"Eco-Я", "Patchwork", "TUR", "Bastien", "Inès", "Maëlle", "Noam", "Ysaline", "Éminence grise"}
# Words and abbreviations that both languages write alike
ALIKE = {
    *(
        "ABC",
        "Aspect",
        "Bonus",
        "Date",
        "Excellent",
        "Impossible",
        "Normal",
        "Note",
        "Routine",
        "Score",
        "Simple",
        "Test",
        "Total",
        "Verdict",
        "Version",
    ),
    *("CSV", "QR code", "Chance", "Chances", "Faces", "JSON", "Journal", "Maximum", "Notes"),
    *("AGI", "CHA", "DEX", "EMP", "END", "INS", "INT", "PER"),
    *("Endurance", "Instinct", "Intelligence", "Intrigue", "Perception"),
    "{count}d{die}",
}
# What is kept of an identifier to see whether it has any words: parameters, figures and one-word terms go
_WORDLESS = re.compile(r"\{\w+\}|\b(?:ABC|Base|Confirmation|Total|d\d+|F|points?|pyroll)\b|\bscore\b", re.IGNORECASE)


def messages() -> list[Message]:
    return [message for message in ENGLISH if message.id]


def forms(message: Message) -> list[tuple[str, str]]:
    """Each form of a message with its translation."""
    if isinstance(message.id, str):
        assert isinstance(message.string, str)
        return [(message.id, message.string)]
    assert not isinstance(message.string, str)
    return list(zip(message.id, message.string or ("", ""), strict=True))


def pytest_id(message: Message) -> str:
    return str(message.id if isinstance(message.id, str) else message.id[0])


# ------------------------------------------------------------------------------------------------ from the source


def test_every_sentence_is_gathered() -> None:
    assert not catalogs.found().mistakes
    assert len(catalogs.found().messages) > 300


@pytest.mark.parametrize("path", catalogs.expected(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_tracked_catalog_is_fresh(path: Path) -> None:
    """If not: which sentences it lacks, and which ones are no longer said."""
    wanted = catalogs.expected()[path]
    tracked = path.read_text(encoding="utf-8") if path.exists() else ""
    ids = [set(re.findall(r'^msgid "(.*)"', content, re.MULTILINE)) for content in (wanted, tracked)]
    stale = tracked != wanted
    assert not stale, f"run `make catalogs`; new: {sorted(ids[0] - ids[1])}; gone: {sorted(ids[1] - ids[0])}"


def test_every_sentence_is_translated() -> None:
    assert not list(catalogs.untranslated())


def test_catalogs_do_not_change_by_themselves() -> None:
    """Neither dates, nor versions, nor line numbers, nor places of a machine, nor what is no longer said."""
    for path in catalogs.expected():
        content = path.read_text(encoding="utf-8")
        assert not re.search(r"-Date|Generated-By|fuzzy|^#~|\.py:\d|#: /", content, re.MULTILINE)


@pytest.mark.parametrize("path", catalogs.sources(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_nothing_french_is_shown_without_a_mark(path: Path) -> None:
    assert not unmarked(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("source", "gathered"),
    [
        ('N_("a")', {("a", None)}),
        ('text("a {n}", n=1)', {("a {n}", None)}),
        ('text(msgid="a")', {("a", None)}),
        ('text("a" if x else "b")', {("a", None), ("b", None)}),
        ('plural("{n} a", "{n} b", 3)', {("{n} a", "{n} b")}),
        ('plural(n=3, one="a", other="b")', {("a", "b")}),
        ('Text("a", {}, "b", 2)', {("a", "b")}),
        ('Text(N_("a"))', {("a", None)}),
        ('text(NAMES[key], where=text("a"))', {("a", None)}),
    ],
)
def test_gathering(tmp_path: Path, source: str, gathered: set[tuple[str, str | None]]) -> None:
    (tmp_path / "one.py").write_text(f"from pyroll.i18n import N_, Text, plural, text\n{source}\n", encoding="utf-8")
    found = gather(tmp_path, [tmp_path / "one.py"])
    assert {(message.one, message.other) for message in found.messages} == gathered
    assert not found.mistakes


@pytest.mark.parametrize(
    ("source", "mistake"),
    [
        ('text(f"a {n}")', "not written out"),
        ('text("a" + b)', "not written out"),
        ("N_(name)", "not written out"),
        ('plural("a", f"{b}", 3)', "both forms"),
        ('text("a {n}")', "nobody gives ['n']"),
        ('text("a ")', "not with a space"),
        ('text("a"); plural("a", "b", 2)', "several plural forms"),
        ('language.say("a")', "N_() is missing"),
    ],
)
def test_gathering_complains(tmp_path: Path, source: str, mistake: str) -> None:
    (tmp_path / "one.py").write_text(f"from pyroll.i18n import N_, plural, text\n{source}\n", encoding="utf-8")
    (found,) = gather(tmp_path, [tmp_path / "one.py"]).mistakes
    assert mistake in found


# --------------------------------------------------------------------------------------------------- translations


@pytest.mark.parametrize("message", messages(), ids=pytest_id)
def test_translation(message: Message) -> None:
    """Of every form: the same parameters and figures, no space around it, the same end, no French left."""
    for french, english in forms(message):
        assert parameters(english) == parameters(french)
        assert sorted(re.findall(r"\d+", english)) == sorted(re.findall(r"\d+", french))
        assert english == english.strip()
        assert english.endswith(".") == french.endswith("."), "a sentence stays one, a label stays one"
        bare = re.sub("|".join((*NAMES, "“!”")), "", english)
        assert not re.search(r"[éèêëàâçîïôöûùüœ«»']| [:;?!]|[^\W\d_]!", bare, re.IGNORECASE), english
        if french[0].isalpha() and english[0].isalpha():
            assert english[0].isupper() == french[0].isupper(), "the same case at its start"
        if english == french:
            assert french in ALIKE | NAMES or not re.search(r"[^\W\d_]", _WORDLESS.sub("", french)), "not translated"


def groups(system: System) -> Iterator[tuple[str, list[str]]]:
    """The labels of a system among which a reader must be able to tell one from another."""
    for part, form in (("fields", system.request), ("readings", system.readings)):
        yield part, [item.label for item in fields_of(form)]
        for item in fields_of(form):
            match item.kind:
                case Choice(options):
                    yield item.name, list(options.values())
                case Number(ladder=rungs) if rungs:
                    yield item.name, [rung.label for rung in rungs]
    if system.degrees:
        yield "degrees", list(system.degrees.values())
    yield "levers", [lever.label for lever in system.levers]


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.key)
def test_labels_stay_apart(system: System) -> None:
    said = {french: english for message in messages() for french, english in forms(message)}
    for name, labels in groups(system):
        english = [said.get(label, label) for label in labels]
        assert len(set(english)) == len(set(labels)) == len(labels), (name, english)


def test_the_tables_words_stay_apart() -> None:
    """Verdicts, sides and winners, whatever the system."""
    said = {french: english for message in messages() for french, english in forms(message)}
    for words in (
        ("Réussite critique", "Réussite", "Échec", "Échec critique", "Égalité", "Test requis", "Au meneur"),
        ("L’actif l’emporte", "Le réactif l’emporte", "Égalité"),
        ("Actif", "Réactif"),
    ):
        assert len({said[word] for word in words}) == len(words)

"""The page in its two languages: nothing French is left, and only words differ."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from pyroll.app.messages import Edited, Submitted, Thrown
from pyroll.app.speaker import Speaker
from pyroll.app.state import (
    State,
    Weighed,
    first,
    update,
)
from pyroll.app.views import page, shell
from pyroll.app.views.form import form
from pyroll.i18n import FRENCH, LANGUAGES, Language
from pyroll.odds import odds
from pyroll.resolve import Contest, Single
from pyroll.system import System
from pyroll.systems import systems
from tests.app.markup import Node, parse
from tests.app.test_views import LINES, opened
from tests.checks import FRENCH_LEFT

ROOT = Path(__file__).resolve().parents[2]
INDEX = parse((ROOT / "index.html").read_text(encoding="utf-8").partition("<body>")[2].partition("</body>")[0])
HEAD = (ROOT / "index.html").read_text(encoding="utf-8").partition("</head>")[0]
SAID = ("aria-label", "title", "placeholder", "alt")
EVERY = pytest.mark.parametrize("system", systems(), ids=lambda system: system.key)


def words(tree: Node) -> list[str]:
    """Everything that is shown or read out."""
    shown = [child.strip() for node in tree.walk() for child in node.children if isinstance(child, str)]
    spoken = [node.attributes[name] for node in tree.walk() for name in SAID if name in node.attributes]
    return [*filter(None, shown), *spoken]


def bones(tree: Node) -> list[tuple[str, dict[str, str]]]:
    """All but the words."""
    return [
        (node.tag, {name: value for name, value in node.attributes.items() if name not in SAID})
        for node in tree.walk()
    ]


def all_regions(state: State, language: Language) -> Node:
    return parse("".join(map(str, page.regions(state, language))))


def no_french(tree: Node) -> None:
    for said in words(tree):
        assert not FRENCH_LEFT.search(said), said


def weighed(state: State) -> State:
    assert state.test is not None
    return update(state, Weighed(state.test, odds(state.test), ()))


def test_a_catalog_that_never_comes_is_not_waited_for() -> None:
    """The page starts in French, and says so."""
    notice = SimpleNamespace(textContent="")

    async def fetch(_: str) -> None:
        await asyncio.Event().wait()

    window = SimpleNamespace(
        document=SimpleNamespace(getElementById={"notice": notice}.__getitem__),
        console=SimpleNamespace(warn=lambda _: None),
        fetch=fetch,
    )
    speaker = Speaker(window, SimpleNamespace(language=lambda: "en"), patience=0.01)
    assert not asyncio.run(speaker.listen())
    assert speaker.language is FRENCH
    assert "la page reste en français" in notice.textContent


REGIONS = {node.attributes["id"] for node in all_regions(first(), FRENCH).walk() if "id" in node.attributes}


@EVERY
def test_a_form_differs_in_its_words_only(system: System, english: Language) -> None:
    """The page says a form anew by changing its texts and labels, so nothing else may differ."""
    french, said = (parse(form(system, language, chosen=True)) for language in (FRENCH, english))
    no_french(said)
    assert bones(said) == bones(french)
    assert len(words(said)) == len(words(french))


@pytest.mark.parametrize("line", LINES)
def test_a_result_in_english(line: str, english: Language) -> None:
    state = opened(line)
    assert isinstance(state.result, Single | Contest)
    no_french(all_regions(weighed(update(state, Thrown(state.result))), english))


def test_faults_in_english(english: Language) -> None:
    texts = {"opposed": "yes", "characteristic": "44", "opponent.characteristic": "<b>", "proficiency": "x"}
    state = update(update(first(), Edited(systems()[0], texts, settled=True)), Submitted())
    tree = all_regions(state, english)
    no_french(tree)
    assert len(tree.one(id="faults").all("a")) == 3
    for line in ("garbage", "none?x=1", "patchwork?nope=1", "patchwork?@99", "patchwork?characteristic=7@1,2,3"):
        no_french(all_regions(opened(line), english))


def test_the_page_before_anything_happened(english: Language) -> None:
    no_french(all_regions(first(), english))


@pytest.mark.parametrize("name", shell.SENTENCES)
def test_a_sentence_of_the_shell(name: str, english: Language) -> None:
    assert not FRENCH_LEFT.search(english.say(shell.SENTENCES[name]))
    source = (ROOT / "pyroll/app/speaker.py").read_text(encoding="utf-8")
    places = [node for node in INDEX.walk() for place in shell.PLACES if node.attributes.get(place) == name]
    assert places or f'"{name}"' in source or f'="{name}"' in HEAD, "said nowhere"


def test_all_that_stands_in_the_page_is_said_by_somebody() -> None:
    """Every word of index.html is named, or in a form or region, or the same in every language."""
    named = {id(node) for node in INDEX.walk() if "data-say" in node.attributes}
    drawn = {id(inner) for node in INDEX.walk() if drawn_by_python(node) for inner in node.walk()}
    for node in INDEX.walk():
        if id(node) in named | drawn or node.tag == "mpy-config":
            continue
        said = " ".join(child.strip() for child in node.children if isinstance(child, str)).strip()
        assert said in {"", "pyroll", "EN", "English"}, f"never said in English: {said!r}"
        if "aria-label" in node.attributes and not node.has("data-set", "language"):
            assert "data-say-label" in node.attributes, f"never said in English: {node.attributes['aria-label']!r}"


def drawn_by_python(node: Node) -> bool:
    """Whether the node follows the state or a declaration: its words come with the rest of it."""
    return node.tag in {"form", "option"} or node.attributes.get("id") in REGIONS


def test_the_switch_leads_to_the_other_language() -> None:
    switches = INDEX.all("button", data_set="language")
    assert len(switches) == 2, "in the app bar, and in the settings where the bar has no room for it"
    for switch in switches:
        assert switch.attributes["value"] == switch.attributes["lang"] == shell.other_language("fr") == "en"
    assert re.search(r'<html lang="fr"', HEAD)
    assert {shell.other_language(code) for code in LANGUAGES} == set(LANGUAGES)

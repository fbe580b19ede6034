"""Outcomes in English: whole, and saying the same as the French."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyroll.i18n
from pyroll.__main__ import main
from pyroll.i18n import FRENCH, Language, Signed, language, plural, text
from pyroll.line import Refusal, read
from pyroll.resolve import Result, outcome, resolve, throw
from pyroll.system import System
from pyroll.systems import systems
from tests.checks import FRENCH_LEFT
from tests.strategies import drawn_tests
from tests.test_vectors import cases

ROOT = Path(__file__).resolve().parent.parent
FIGURE = re.compile(r"(?<![\w.])[+−]?\d+")


def sentences(answer: dict[str, Any]) -> list[str]:
    """Everything that an outcome says to a person."""
    steps = [step["text"] for step in answer.get("steps", ())]
    spoken = [answer["sentence"]] if "sentence" in answer else []
    return [*steps, *spoken, *(problem["message"] for problem in answer.get("error", ()))]


def check(result: Result, english: Language) -> None:
    """The same sentences, one by one: English, and with the same figures."""
    ours, theirs = sentences(outcome(result)), sentences(outcome(result, english))
    assert len(ours) == len(theirs)
    for said, translated in zip(ours, theirs, strict=True):
        assert translated
        assert not FRENCH_LEFT.search(translated), translated
        assert sorted(FIGURE.findall(translated)) == sorted(FIGURE.findall(said)), (said, translated)
        assert translated.endswith(".") == said.endswith(".")


@pytest.mark.parametrize("kind", ["expect", "odds", "error", "needs"])
def test_every_vector(kind: str, english: Language) -> None:
    for case in cases(kind):
        test = read(case.values[0]["line"])
        check(test if isinstance(test, Refusal) else resolve(test), english)


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.key)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_any_outcome(system: System, data: st.DataObject, seed: int, english: Language) -> None:
    check(throw(data.draw(drawn_tests(system)), random.Random(seed).randrange), english)


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.key)
def test_explanation(system: System, english: Language) -> None:
    """What only the page shows of a result: its word, its figures' names, its dice."""
    result = throw(read(f"{system.key}?"), random.Random(1).randrange)
    words = result.explain()
    for said in (words.word, *(label for label, _ in words.stats), *(die.title for die in words.dice)):
        assert not FRENCH_LEFT.search(english.say(said))


@pytest.mark.parametrize(
    ("n", "said"),
    [(0, "0 successes"), (1, "1 success"), (2, "2 successes"), (-1, "−1 success"), (-2, "−2 successes")],
)
def test_plurals(n: int, said: str) -> None:
    """Unlike in French, only 1 is singular."""
    assert language("en").say(plural("{n} réussite", "{n} réussites", n)) == said


def test_parameters_are_translated() -> None:
    english = language("en")
    assert english.say(text("{label} {value}", label=text("Marge"), value=Signed(-3))) == "Margin −3"


def test_the_same_sum_is_said_the_same_way() -> None:
    """No sentence has been forgotten on the way from French: one whole outcome, to be read by a person."""
    answer = outcome(resolve(read("flamme?flame=2&aspect=2&characteristic=4@3,5,6,1")), language("en"))
    assert sentences(answer) == [
        "Pool 4 = 4 + 0",
        "2 flame dice among them",
        "2 raises to place",
        "As rolled: 3 successes",
        "2 raises, 3 → 4, 5 → 6: 5 successes",
        "5 ≥ 4: success, margin 1",
        "5 < 2 × 4: no critical",
        "Success: 5 successes against a difficulty of 4, margin of 1.",
    ]


# --------------------------------------------------------------------------------------------------- command line


def test_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["resolve", "tur?value=6@3,4", "--lang", "en"]) == 0
    assert json.loads(capsys.readouterr().out)["sentence"] == (
        "Test failed, mediocre result: 7 on the dice, margin of −1."
    )
    assert main(["--lang", "en", "systems"]) == 0
    assert not FRENCH_LEFT.search(capsys.readouterr().out)
    assert main(["--lang", "en", "resolve", "tur?value=99"]) == 2
    assert json.loads(capsys.readouterr().out)["error"][0]["message"] == "Between −10 and 30."


@pytest.mark.skipif(sys.platform == "emscripten", reason="no processes there")
def test_command_line_from_a_checkout() -> None:
    command = [sys.executable, "-m", "pyroll", "--lang", "en", "resolve", "abc?attribute=10@7"]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, encoding="utf-8")
    assert "letter C" in json.loads(done.stdout)["sentence"]


def test_a_catalog_not_compiled_yet(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """One sentence, no traceback; French needs no catalog."""
    monkeypatch.setattr(pyroll.i18n, "__file__", str(tmp_path / "i18n.py"))
    assert main(["--lang", "en", "systems"]) == 1
    assert capsys.readouterr() == ("", "pyroll: the 'en' catalog is not compiled yet: run `make catalogs`\n")
    assert main(["systems"]) == 0
    assert language("fr") is FRENCH

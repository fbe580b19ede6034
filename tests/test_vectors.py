"""Every case of an independent brute-force program that shares no code with pyroll."""

import json
from pathlib import Path
from typing import Any

import pytest

from pyroll.line import Refusal, read
from pyroll.odds import odds, odds_json
from tests.checks import judged, plain

VECTORS = Path(__file__).parent / "vectors"

Case = dict[str, Any]


def cases(kind: str) -> list[Any]:
    """The cases that say this about their line."""
    found = []
    for path in sorted(VECTORS.glob("*.jsonl")):
        for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            case = json.loads(text)
            if kind in case:
                name = case.get("id", f"{kind}-{number}")
                found.append(pytest.param(case, id=f"{path.stem}-{name}"))
    return found


def test_no_case_is_forgotten() -> None:
    """A kind of case that nobody looks at would pass unseen."""
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in VECTORS.glob("*.jsonl"))
    assert lines == sum(len(cases(kind)) for kind in ("expect", "odds", "error", "needs"))
    assert lines > 800


@pytest.mark.parametrize("case", cases("expect"))
def test_outcome(case: Case) -> None:
    answer = plain(judged(case["line"]))
    assert {key: answer.get(key, "(absent)") for key in case["expect"]} == case["expect"]


@pytest.mark.parametrize("case", cases("needs"))
def test_needs(case: Case) -> None:
    assert plain(judged(case["line"])) == {"needs": case["needs"]}


@pytest.mark.parametrize("case", cases("error"))
def test_error(case: Case) -> None:
    answer = judged(case["line"])
    assert list(answer) == ["error"]
    assert [problem["code"] for problem in answer["error"]] == [case["error"]]
    assert all(problem["field"] and problem["message"] for problem in answer["error"])


@pytest.mark.parametrize("case", cases("odds"))
def test_odds(case: Case) -> None:
    test = read(case["line"])
    assert not isinstance(test, Refusal)
    assert plain(odds_json(odds(test))) == case["odds"]

"""A system from outside the package keeps every promise: one file, one vector file, one line in ``MODULES``."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyroll.__main__
from pyroll import systems
from pyroll.line import Refusal, read
from pyroll.odds import odds, odds_json
from pyroll.resolve import Contest, Single
from pyroll.systems import system_named
from tests import strategies
from tests.checks import (
    check_odds_hold,
    check_outcome,
    check_replay,
    check_round_trip,
    check_verdict_word,
    judged,
    plain,
    thrown,
)
from tests.samples import naming, some_test
from tests.toy.under import UNDER

RULES = frozenset({"T-1", "T-2", "T-3", "T-4"})
CASES = [
    json.loads(text)
    for text in (Path(__file__).parent / "toy" / "under.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.fixture(autouse=True, scope="module")
def _registered() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(systems, "MODULES", {**systems.MODULES, "under": "tests.toy.under"})
        yield


def test_it_is_found() -> None:
    assert system_named("under") is UNDER


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_vector(case: dict[str, Any]) -> None:
    if "odds" in case:
        test = read(case["line"])
        assert not isinstance(test, Refusal)
        assert plain(odds_json(odds(test))) == case["odds"]
        return
    answer = plain(judged(case["line"]))
    if "expect" in case:
        assert {key: answer[key] for key in case["expect"]} == case["expect"]
    elif "needs" in case:
        assert answer == {"needs": case["needs"]}
    else:
        assert [problem["code"] for problem in answer["error"]] == [case["error"]]


@given(test=strategies.drawn_tests(UNDER), faces=strategies.faces)
def test_text_form(test: Any, faces: tuple[int, ...]) -> None:
    check_round_trip(test)
    check_round_trip(test.thrown(faces, faces if test.opposed else ()))


@given(seed=st.integers(0, 10**9))
def test_promises(seed: int) -> None:
    """Typed = rolled = replayed, the outcome's keys and words, and odds that allow what fell."""
    test = some_test(UNDER, seed)
    with naming(test):
        result = thrown(test, seed)
        assert isinstance(result, Single | Contest)
        check_replay(result)
        check_outcome(result, ["total"], ["total"], RULES)
        check_odds_hold(result)
        if isinstance(result, Single):
            check_verdict_word(result)


def test_a_field_of_no_use_changes_nothing() -> None:
    plainly = judged("under?opponent.value=4@1,2,3/4,5,6")
    helped = judged("under?bonus=5&opponent.value=4@1,2,3/4,5,6")
    assert {**helped, "line": None} == {**plainly, "line": None}


def test_the_command_line_knows_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert pyroll.__main__.main(["systems"]) == 0
    last = json.loads(capsys.readouterr().out)["systems"][-1]
    assert (last["system"], [item["name"] for item in last["fields"]]) == ("under", ["value", "bonus"])
    assert pyroll.__main__.main(["roll", "under?opponent.value=4", "--seed", "1", "--count", "3"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3

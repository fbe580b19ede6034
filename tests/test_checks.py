"""The checks themselves: a check that lets anything pass proves nothing."""

import pytest

from tests.checks import RULES, amount, check_figures, claims, judged


@pytest.mark.parametrize(
    ("written", "value"),
    [("7", 7), ("7 + 6", 13), ("1 - 8", -7), ("1 - 10 - 4", -13), ("2 × 4", 8), ("5 - 2 × 3", -1), ("1 - (-1)", 2)],
)
def test_amount(written: str, value: int) -> None:
    assert amount(written) == value


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Base 13 = 7 + 6", [("13", "=", "7 + 6")]),
        ("Score −3 = Base 2 + dé −7 + 2", [("-3", "=", "2 + -7 + 2")]),
        ("10 au dé, réussite critique : 10 + 6 = 16", [("10 + 6", "=", "16")]),
        ("8 ≥ 2 × 4 : réussite critique", [("8", "≥", "2 × 4")]),
        ("ABC 22 = 10 + 10 + 2 de bonus", [("22", "=", "10 + 10 + 2")]),
        ("Actif : Marge −3 = 6 − 2 − 7", [("-3", "=", "6 - 2 - 7")]),
        ("Base 3 = caractéristique seule", []),
    ],
)
def test_claims(said: str, found: list[tuple[str, str, str]]) -> None:
    assert claims(said) == found


@pytest.mark.parametrize("said", ["Base 13 = 7 + 7", "18 ≥ 20 : marge −2", "7 < 7", "1 − 8 = 7"])
def test_a_false_figure_is_found(said: str) -> None:
    with pytest.raises(AssertionError, match="is false"):
        check_figures(said)


def test_a_sum_that_cannot_be_read_is_found() -> None:
    with pytest.raises(AssertionError, match="cannot read"):
        claims("il reste dix = 3 + 7")


@pytest.mark.parametrize(
    ("line", "least"),
    [
        ("patchwork?characteristic=8&skill=6&modifier=2&action_points=1@10,6", 4),
        ("abc?attribute=10&skill=10&tools_bonus=2@8", 2),
        ("tur?value=6&difficulty=hard@3,4", 2),
        ("flamme?characteristic=4&skill=2&difficulty=2@1,6,3,6,3,4", 3),
        ("ecor?skill=2&helpers=1@1,2,3,4,5,6", 1),
    ],
)
def test_outcomes_state_figures(line: str, least: int) -> None:
    """Otherwise the check of figures would have nothing to look at."""
    steps = judged(line)["steps"]
    assert sum(len(claims(step["text"])) for step in steps) >= least


def test_the_list_of_rules() -> None:
    """As many as rules.md numbers, without a gap."""
    most = {"R000": 53, "A000": 16, "R001": 51, "A001": 17, "R002": 39, "A002": 9, "R003": 51, "A003": 18}
    most |= {"R004": 21, "A004": 14}
    assert {f"{chapter}-{number}" for chapter, last in most.items() for number in range(1, last + 1)} == RULES

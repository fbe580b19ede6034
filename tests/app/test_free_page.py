"""Free dice on the page: figures that nobody judges, in the same places as verdicts."""

from __future__ import annotations

import pytest

from pyroll.app.messages import (
    Awaited,
    Edited,
    Opened,
    Started,
    Submitted,
)
from pyroll.app.past import summary
from pyroll.app.state import (
    State,
    Weighed,
    address,
    first,
    update,
)
from pyroll.app.views import chart, foot, form, odds, result
from pyroll.app.views.page import regions
from pyroll.app.weighing import weighing
from pyroll.i18n import FRENCH
from pyroll.journal import digest_of, entry_of, kind_of, result_words
from pyroll.line import read
from pyroll.resolve import Single, resolve
from pyroll.systems.free import FREE
from tests.app.markup import Node, parse


def plain(words: str) -> str:
    return words.replace("\N{NARROW NO-BREAK SPACE}", " ").replace("\N{NO-BREAK SPACE}", " ")


def written(dice: str, **more: str) -> State:
    """The page once somebody has typed this."""
    state = update(first(), Started())
    return update(state, Edited(FREE, {"dice": dice, **more}, settled=True))


def weighed(state: State) -> State:
    assert state.test is not None
    *_, found = weighing(state.test)
    assert isinstance(found, Weighed)
    return update(state, found)


def opened(line: str) -> State:
    return update(update(first(), Started()), Opened(line))


def rows(page: Node) -> list[list[str]]:
    return [[plain(cell.text) for cell in row.all() if cell.tag in ("th", "td")] for row in page.all("tr")]


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ("3d6+2", [["Moyenne", "12,5"], ["Minimum", "5"], ["Maximum", "20"]]),
        ("4d6kh3", [["Moyenne", "12,24"], ["Minimum", "3"], ["Maximum", "18"]]),
        ("1d6-10", [["Moyenne", "−6,5"], ["Minimum", "−9"], ["Maximum", "−4"]]),
        ("2d10!", [["Moyenne", "12,22"], ["Minimum", "2"], ["Maximum", "sans fin"]]),
        ("0d6+2", [["Moyenne", "2"], ["Minimum", "2"], ["Maximum", "2"]]),
    ],
)
def test_mean_least_and_most(dice: str, expected: list[list[str]]) -> None:
    state = weighed(written(dice))
    assert rows(parse(odds.chances(state, FRENCH))) == expected
    assert plain(parse(odds.compact(state, FRENCH)).text) == "".join(map("".join, expected))


def test_dashes_while_they_are_not_known() -> None:
    assert [row[1] for row in rows(parse(odds.chances(written("3d6"), FRENCH)))] == ["–"] * 3


def test_an_opposition_has_chances_like_any_other() -> None:
    state = weighed(written("1d20+3", opposed="yes", **{"opponent.dice": "1d20"}))
    assert [row[0] for row in rows(parse(odds.chances(state, FRENCH)))] == ["Actif", "Égalité", "Réactif"]
    assert "source" not in parse(form.form(FREE, FRENCH, chosen=True)).text, "it has none"


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ("3d6+2", "Lancer 3d6+2"),
        ("2d6 - 1", "Lancer 2d6−1"),
        ("2d6+1d8+1d10+3", "Lancer2d6+1d8+1d10+3"),
        ("0d6+2", "Lancer 0d6+2"),
    ],
)
def test_the_button_says_all_that_is_thrown(dice: str, words: str) -> None:
    assert parse(foot.roll(written(dice), FRENCH)).text == words


def test_the_verdict_is_neither_success_nor_failure() -> None:
    state = opened("free?dice=4d6kh3@6,1,5,4")
    verdict = parse(result.verdict(state, FRENCH))
    assert "Total 15" in plain(verdict.text)
    assert verdict.children[0].attributes["class"] == "pr-verdict pr-verdict--plain"  # type: ignore[union-attr]
    assert state.result is not None
    assert summary(state.result).kind == "plain"
    said = " ".join(plain(parse(region).text) for region in regions(weighed(state), FRENCH))
    for word in ("Réussite", "Échec", "réussi", "échoue", "meneur en décide", "mieux que"):
        assert word not in said


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("free?dice=2d6@6,5", "Ce jet : 11, plus haut que 92 % des jets"),
        ("free?dice=2d6@1,1", "Ce jet : 2, aucun jet n’est plus bas"),
    ],
)
def test_where_a_roll_stands(line: str, words: str) -> None:
    assert words in plain(parse(chart.chart(weighed(opened(line)), FRENCH)).text)


def test_the_rare_ends_of_a_wide_spread_are_one_bar_each() -> None:
    page = parse(chart.chart(weighed(written("2d10!+4d6")), FRENCH))
    assert len(page.one("svg", class_="pr-chart").all("rect")) < 70
    ends = [part.text for part in page.one(class_="pr-chart__axis").all("span")]
    assert ends[0].startswith("≤")
    assert ends[-1].startswith("≥")


def test_a_notation_that_cannot_be_read_is_said_and_stays() -> None:
    state = update(written("4x6"), Submitted())
    assert state.raw == {"dice": "4x6"}
    assert [problem.code for problem in state.problems] == ["bad_dice"]
    assert state.alert


def test_in_the_journal_stands_the_total() -> None:
    test = read("free?dice=3d6+2@4,6,2")
    thrown = resolve(test)  # type: ignore[arg-type]
    assert isinstance(thrown, Single)
    entry = entry_of(thrown, "k", "2026-01-02T03:04:05Z", "thrown", "1")
    assert kind_of(entry) == "plain"
    assert plain(FRENCH.say(result_words(entry))) == "Total 14"
    assert digest_of(thrown).success is None


# ------------------------------------------------------------------------------------------------ while it is fetched


def test_until_its_rules_are_here_nothing_can_be_thrown() -> None:
    state = update(opened("tur?value=7@2,3"), Awaited())
    assert not state.ready
    assert state.test is None
    assert state.hand is None
    assert address(state) is None
    assert "les règles se chargent" in parse(foot.roll(state, FRENCH)).text
    assert update(state, Started()).ready

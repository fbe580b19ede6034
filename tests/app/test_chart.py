"""The distribution chart: its bars, its table, where success begins and where the throw fell."""

from __future__ import annotations

import re

import pytest

from pyroll.app.messages import Opened, Started
from pyroll.app.state import first, update
from pyroll.app.views import advice, chart
from pyroll.app.weighing import weighing
from pyroll.i18n import FRENCH
from tests.app.markup import Node, parse


def drawn(line: str, view: str = "chart") -> Node:
    state = update(update(first(), Started()), Opened(line))
    assert state.test is not None
    *_, found = weighing(state.test)
    state = update(state, found)
    return parse((chart.chart if view == "chart" else advice.advice)(state, FRENCH)).one(id=view)


def plain(said: str) -> str:
    return re.sub(r"\s", " ", said)


def table(line: str) -> dict[str, str]:
    rows = drawn(line).one("tbody").all("tr")
    return {plain(row.one("th").text): plain(row.one("td").text) for row in rows}


def test_every_figure_has_its_bar_and_its_row() -> None:
    tree = drawn("tur?value=7&difficulty=hard")
    assert table("tur?value=7&difficulty=hard")["0"] == "17 %"
    assert list(table("tur?value=7&difficulty=hard")) == [
        "−5",
        "−4",
        "−3",
        "−2",
        "−1",
        "0",
        *map("+{}".format, range(1, 6)),
    ]
    assert len(tree.all("rect", class_="pr-chart__ko")) == 5
    assert len(tree.all("rect", class_="pr-chart__ok")) == 6
    assert max(float(bar.attributes["height"]) for bar in tree.all("rect")) == 96


def test_success_has_a_border() -> None:
    tree = drawn("tur?value=7&difficulty=hard")
    line = tree.one("line", class_="pr-chart__border")
    assert line.attributes["x1"] == line.attributes["x2"] == f"{100 * 5 / 11:.3f}%"
    assert "Réussite dès 0" in tree.text
    assert "Aucun jet ne réussit." in plain(drawn("ecor?characteristic=1&skill=1&difficulty=extraordinary").text)
    certain = drawn("ecor?characteristic=3&skill=1&helpers=10&environment=10&reading.keep=best")
    assert "Réussite dès 1" in plain(certain.text)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("tur?value=7&difficulty=hard@0,1", "Ce jet : +4, mieux que 92 % des jets"),
        ("tur?value=7&difficulty=hard@5,5", "Ce jet : −5, aucun jet n’est moins bon"),
        ("patchwork?characteristic=7&skill=5@10,10,10,10,10,10,10,3", "mieux que > 99,9 % des jets"),
        ("patchwork?characteristic=7&skill=5@1,10,10,10,10,10,3", "mieux que < 0,1 % des jets"),
        ("abc?attribute=5@20,20", "Ce jet : échec critique, aucun jet n’est moins bon"),
    ],
)
def test_the_throw_has_its_rank(line: str, said: str) -> None:
    assert said in plain(drawn(line).one(class_="pr-chart__rank").text)


def test_rare_ends_are_one_bar_each_and_nothing_is_lost() -> None:
    rows = table("patchwork?characteristic=7&skill=5")
    first_row, *_, last = rows
    assert first_row.startswith("≤ −")
    assert last.startswith("≥ +")
    assert len(rows) < 45
    assert table("flamme?characteristic=10&skill=10&flame=6&aspect=6")["20"]
    tree = drawn("patchwork?characteristic=7&skill=5@10,10,10,10,10,10,10,3")
    (here,) = [row for row in tree.one("tbody").all("tr") if "aria-current" in row.attributes]
    assert plain(here.one("th").text) == last


def test_success_far_off_stays_in_sight() -> None:
    tree = drawn("patchwork?characteristic=0&difficulty=60")
    assert "Réussite dès +1" in plain(tree.text), "no throw gives exactly 60"
    assert tree.all("rect", class_="pr-chart__ok")


def test_no_chart_where_no_die_decides() -> None:
    assert drawn("abc?task=routine").children == []
    assert drawn("tur?opponent.value=4").children == []


# --------------------------------------------------------------------------------------------------------- what if


def said(line: str) -> list[tuple[str, str]]:
    rows = [row for row in drawn(line, "advice").all("tr") if row.all("td")]
    return [(plain(row.one("th").text), plain(row.all("td")[-1].text)) for row in rows]


def test_each_lever_says_before_and_after_and_the_difference() -> None:
    found = said("flamme?characteristic=4&skill=3&flame=3&aspect=2")
    assert ("un dé de plus", "89 % → 93 %+4 points") in found


def test_points_and_bonuses() -> None:
    assert said("patchwork?characteristic=7&skill=5")[2:] == [
        (str(points), chance) for points, chance in enumerate(["30 %", "50 %", "70 %", "90 %", "91 %", "93 %"])
    ]
    assert said("tur?value=7&difficulty=hard")[2:] == [("50 %", "déjà atteint"), ("75 %", "+2"), ("90 %", "+3")]
    assert ("90 %", "hors d’atteinte") in said("abc?attribute=0&hindrances=5")


def test_an_opposition_has_advice_for_the_actor_only_where_it_counts() -> None:
    names = [name for name, _ in said("patchwork?characteristic=7&opponent.characteristic=7")]
    assert names[0] == "un point d’action de plus"
    assert not any("difficulté" in name for name in names)


def test_without_dice_or_chances_there_is_no_advice() -> None:
    assert drawn("abc?task=routine", "advice").children == []
    assert drawn("abc?task=routine&stress=yes", "advice").children == []

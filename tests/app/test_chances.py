"""Chances as the page shows them."""

from __future__ import annotations

import re

import pytest

from pyroll.app.messages import Opened, Started
from pyroll.app.state import (
    State,
    Weighed,
    first,
    update,
)
from pyroll.app.views import page
from pyroll.app.views.percent import coarse, difference, fine
from pyroll.app.weighing import weighing
from pyroll.i18n import FRENCH
from pyroll.odds import Chance, odds
from tests.app.markup import Node, parse


def opened(line: str) -> State:
    return update(update(first(), Started()), Opened(line))


def drawn(state: State) -> Node:
    return parse("".join(str(region) for region in page.regions(state, FRENCH)))


def weighed(line: str) -> Node:
    state = opened(line)
    assert state.test is not None
    *_, found = weighing(state.test)
    return drawn(update(state, found))


def plain(said: str) -> str:
    """With ordinary spaces."""
    return re.sub(r"\s", " ", said)


def test_chances_are_a_table_behind_a_strip() -> None:
    tree = weighed("patchwork?characteristic=7&skill=5").one(id="odds")
    rows = [(row.one("th").text, plain(row.one("td").text)) for row in tree.one(class_="pr-odds__list").all("tr")]
    assert rows == [
        ("Échec critique", "10 %"),
        ("Échec", "60 %"),
        ("Réussite", "20 %"),
        ("Réussite critique", "10 %"),
    ]
    bar = tree.one("svg", class_="pr-odds__bar").all("foreignobject")
    assert [part.attributes["width"] for part in bar] == ["10.000%", "60.000%", "20.000%", "10.000%"]
    assert [part.attributes["x"] for part in bar] == ["0.000%", "10.000%", "70.000%", "90.000%"]


def test_the_ladder_gives_every_rung_its_chance_and_marks_the_current_one() -> None:
    rows = weighed("patchwork?characteristic=7&skill=5").one(id="ladder").all("tr")
    assert len(rows) == 8
    (current,) = [row for row in rows if "aria-current" in row.attributes]
    assert current.one("th").text == "20Difficile"
    assert plain(current.all("td")[1].text) == "30 %"
    assert plain(rows[-1].all("td")[1].text) == "0,1 %"
    assert weighed("tur?").one(id="ladder").all("tr")[5].one("th").text == "Moyenne"
    assert weighed("abc?").one(id="ladder").one("caption").text == "Réussir, par conditions gênantes"


def test_the_rungs_wait_in_their_places() -> None:
    rows = drawn(opened("flamme?")).one(id="ladder").all("tr")
    assert {row.all("td")[1].text for row in rows} == {"–"}
    assert rows[3].one("th").text == "4Normal"


def test_a_system_without_criticals_shows_two_parts_and_an_opposition_three() -> None:
    assert len(weighed("ecor?skill=2").one(class_="pr-odds__list").all("tr")) == 2
    tree = weighed("ecor?skill=2&opponent.skill=2").one(id="odds")
    assert [row.one("th").text for row in tree.one(class_="pr-odds__list").all("tr")] == [
        "Actif",
        "Égalité",
        "Réactif",
    ]
    assert not weighed("ecor?skill=2&opponent.skill=2").one(id="ladder").all("tr")
    assert len(weighed("patchwork?opponent.skill=2").one(class_="pr-odds__list").all("tr")) == 2


def test_chances_of_another_test_are_not_shown() -> None:
    state = opened("patchwork?")
    assert state.test is not None
    state = update(state, Weighed(state.test, odds(state.test), ()))
    state = update(state, Opened("patchwork?skill=3"))
    rows = drawn(state).one(id="odds").one(class_="pr-odds__list").all("tr")
    assert {row.one("td").text for row in rows} == {"–"}


def test_what_the_game_master_decides_has_no_chances() -> None:
    assert "Le meneur en décide." in weighed("abc?task=routine&stress=yes").one(id="odds").text


@pytest.mark.parametrize(
    ("weight", "total", "fine_said", "coarse_said"),
    [
        (0, 7, "0 %", "0 %"),
        (7, 7, "100 %", "100 %"),
        (1, 3, "33,3 %", "33 %"),
        (1, 10_000, "< 0,1 %", "< 0,1 %"),
        (9_999, 10_000, "> 99,9 %", "> 99,9 %"),
        (1, 200, "0,5 %", "0,5 %"),
        (995, 1000, "99,5 %", "99,5 %"),
        (1, 2, "50,0 %", "50 %"),
        (6**21 - 1, 6**21, "> 99,9 %", "> 99,9 %"),
    ],
)
def test_percents_are_never_a_false_0_or_100(weight: int, total: int, fine_said: str, coarse_said: str) -> None:
    assert plain(fine(Chance(weight, total), FRENCH)) == fine_said
    assert plain(coarse(Chance(weight, total), FRENCH)) == coarse_said


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ((89, 100), (93, 100), "+4 points"),
        ((1, 2), (1, 3), "−17 points"),
        ((1, 2), (51, 100), "+1 point"),
        ((375, 1000), (414, 1000), "+3 points"),
        ((1, 3), (334, 1000), "+0,1 point"),
        ((1, 1000), (1, 2), "+50 points"),
        ((1, 1000), (4, 1000), "+0,3 point"),
        ((1, 100_000), (2, 100_000), "moins de 0,1 point"),
        ((1, 3), (2, 6), "sans effet"),
        ((1, 3), (1, 3), "sans effet"),
    ],
)
def test_differences_are_in_points(before: tuple[int, int], after: tuple[int, int], said: str) -> None:
    assert plain(difference(Chance(*before), Chance(*after), FRENCH)) == said


def test_every_degree_has_its_chance_worst_first_and_the_one_that_came_is_marked() -> None:
    rows = weighed("tur?value=7&difficulty=hard@0,1").one(id="degrees").all("tr")
    assert [row.one("th").text for row in rows][::6] == ["Très mauvais", "Très bon"]
    assert [row.one("th").text for row in rows if "aria-current" in row.attributes] == ["Bon"]
    assert plain(rows[0].all("td")[1].text) == "3 %"
    letters = weighed("abc?attribute=12").one(id="degrees")
    assert [row.one("th").text for row in letters.all("tr")] == ["A", "B", "C", "D"]
    assert letters.one("caption").text == "Chance de chaque lettre"
    assert not weighed("patchwork?").one(id="degrees").all("tr")
    assert not weighed("ecor?skill=2&opponent.skill=2").one(id="degrees").all("tr")


def test_the_letters_stand_on_a_scale_under_the_die() -> None:
    steps = drawn(opened("abc?attribute=12&hindrances=1@7")).one("ol", class_="pr-scale").all("li")
    assert [step.one("b").text for step in steps] == list("ABCDEF")
    assert ["seuil" in step.text for step in steps].index(True) == 1
    assert ["obtenue" in step.text for step in steps].index(True) == 2
    beyond = drawn(opened("abc?attribute=18&hindrances=6@18")).one("ol", class_="pr-scale").all("li")
    assert len(beyond) == 7
    assert "seuil" in beyond[6].text
    assert "obtenue" in beyond[6].text
    assert not drawn(opened("tur?@1,2")).all("ol", class_="pr-scale")


def test_every_chip_of_the_difficulty_carries_its_chance() -> None:
    tree = weighed("patchwork?characteristic=7&skill=5")
    assert plain(tree.one(id="patchwork-difficulty-20-share").text) == "30 %"
    assert plain(weighed("ecor?skill=1").one(id="ecor-difficulty-weak-share").text) == "94 %"
    assert drawn(opened("tur?value=5")).one(id="tur-difficulty-easy-share").text == ""


@pytest.mark.parametrize("line", ["ecor?skill=2", "tur?value=7", "abc?attribute=12", "patchwork?"])
def test_what_is_still_weighed_takes_as_much_room(line: str) -> None:
    """Nothing jumps under a finger when the chances come."""
    before, after = drawn(opened(line)), weighed(line)
    for name in ("ladder", "chart", "odds", "strip"):
        assert _lines(before.one(id=name)) == _lines(after.one(id=name))
    assert len(before.one(id="degrees").all("tr")) >= len(after.one(id="degrees").all("tr"))


def _lines(part: Node) -> list[str]:
    """What takes a line in it; the chart's own table is for the ear only."""
    unseen = {id(node) for table in part.all(class_="pr-sr") for node in table.walk()}
    return [node.tag for node in part.walk() if node.tag in ("tr", "p", "h2", "li") and id(node) not in unseen]

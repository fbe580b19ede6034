"""What the page offers after a result: a tie thrown again, a suggestion taken to the next test."""

from __future__ import annotations

import re

import pytest

from pyroll.app.views.follow import follow
from pyroll.i18n import FRENCH
from pyroll.line import Refusal, read
from tests.app.markup import parse
from tests.app.test_hand import result_of


def offered(line: str) -> list[tuple[str, str]]:
    """Where each offer leads, and what it says."""
    tree = parse("".join(str(part) for part in follow(result_of(line), FRENCH)))
    return [
        (node.attributes.get("href") or node.attributes["form"], re.sub(r"\s", " ", node.text))
        for node in tree.walk()
        if node.tag in ("a", "button")
    ]


@pytest.mark.parametrize(
    ("line", "offers"),
    [
        (
            "tur?value=7&modifier=3&reading.die=half_d10@1,1",  # margin 8: Excellent
            [
                ("#tur?value=7&modifier=6&reading.die=half_d10", "Suggestion : +6 au prochain test"),
                ("#tur?modifier=-6&reading.die=half_d10", "Suggestion : −6 à l’adversaire"),
            ],
        ),
        (
            "tur?value=4@3,4",  # margin −3: Mauvais
            [
                ("#tur?value=4&modifier=-2", "Suggestion : −2 au prochain test"),
                ("#tur?modifier=2", "Suggestion : +2 à l’adversaire"),
            ],
        ),
        ("tur?value=5@3,2", []),  # Moyen promises nothing
        ("tur?value=9&opponent.value=5@0,1/2,3", []),
        ("ecor?opponent.skill=2&skill=2@2,2,1,1,1/2,2,1,1,1", [("ecor", "Égalité : relancer")]),
        ("patchwork?opponent.skill=0@4/5", []),
        ("patchwork?@4", []),
    ],
)
def test_next_steps(line: str, offers: list[tuple[str, str]]) -> None:
    assert offered(line) == offers
    for where, _ in offers:
        assert "?" not in where or not isinstance(read(where.removeprefix("#")), Refusal)

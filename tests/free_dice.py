"""Free dice for the tests: as written, at random, and added by hand."""

from typing import Any

from hypothesis import strategies as st

from pyroll.line import Test
from pyroll.systems.free import FREE, Readings, Request
from pyroll.systems.free_notation import Dice, Group, read_dice

choices = st.one_of(st.just((None, 0)), st.tuples(st.sampled_from(["kh", "kl", "dh", "dl"]), st.integers(0, 6)))
"""What a group keeps or drops, if anything, and how many."""


@st.composite
def expressions(draw: Any, most: int = 4, sides: int = 5, *, explode: bool = True) -> Dice:
    """Small ones, which can be enumerated."""
    groups: list[Group] = []
    left = most
    for _ in range(draw(st.integers(1, 3))):
        choosing, chosen = draw(choices)
        boost = explode and draw(st.booleans())
        count = draw(st.integers(0, left))
        left -= count
        sign = 1 if boost else draw(st.sampled_from([1, -1]))
        groups.append(Group(count, draw(st.integers(2, sides)), sign, boost, choosing, chosen))
    return Dice(tuple(groups), draw(st.integers(-3, 3)))


def a_test(written: str, *faces: int) -> Test:
    """The test of these dice; with faces, of a table where they fell."""
    return Test(FREE, Request(dice=read_dice(written)), Readings(), None, faces or None)


def by_hand(dice: Dice, chains: list[list[int]]) -> int:
    """A total from each group's values, sorted and added as a child would."""
    total = dice.constant
    for group, values in zip(dice.groups, chains, strict=True):
        ascending = sorted(values)
        match group.choosing:
            case "kh":
                ascending = ascending[max(0, len(ascending) - group.chosen) :]
            case "kl":
                ascending = ascending[: group.chosen]
            case "dh":
                ascending = ascending[: max(0, len(ascending) - group.chosen)]
            case "dl":
                ascending = ascending[group.chosen :]
        total += group.sign * sum(ascending)
    return total

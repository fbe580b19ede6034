"""Flame dice: the fast allocation against one that tries everything (contract.md, "Optimal play")."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyroll.dice import Faces
from pyroll.systems.flames import (
    LOWERING,
    LOWERING_TO_TWO,
    RAISING,
    SUCCESSES,
    Allocation,
    FlamePool,
    Mover,
    Stocks,
    best_allocation,
    moved,
    successes_of,
)
from tests.checks import judged

MOVERS = {"raising": RAISING, "lowering": LOWERING, "lowering-to-two": LOWERING_TO_TWO}


# ------------------------------------------------------------------------------------------- the slow, obvious way


@cache
def allocations(dice: int, stock: int) -> tuple[Allocation, ...]:
    """Every way to put up to ``stock`` points on so many dice; never more than 5 on one (1 to 6 is 5)."""
    return tuple(one for one in product(range(min(stock, 5) + 1), repeat=dice) if sum(one) <= stock)


def after(mover: Mover, faces: Faces, points: Allocation) -> Faces:
    """What the faces become, written out from the rules and not from ``flames``."""
    lowest = 2 if mover is LOWERING_TO_TWO else 1
    up = mover is RAISING
    return tuple(
        1 if face == 1 else min(6, face + spent) if up else max(lowest, face - spent)
        for face, spent in zip(faces, points, strict=True)
    )


def legal(mover: Mover, faces: Faces, stock: int) -> Iterator[tuple[Allocation, Faces]]:
    """Allocations that leave every 1 alone, with what they lead to."""
    for points in allocations(len(faces), stock):
        if not any(spent and face == 1 for spent, face in zip(points, faces, strict=True)):
            yield points, after(mover, faces, points)


def total(faces: Faces) -> int:
    return sum((0, 0, 0, 0, 1, 1, 2)[face] for face in faces)


@cache
def replied(mover: Mover, faces: Faces, stock: int) -> int:
    """The successes that remain after this mover has done his best on these (sorted) faces."""
    ends = [total(end) for _, end in legal(mover, faces, stock)]
    return max(ends) if mover is RAISING else min(ends)


def tried(mover: Mover, faces: Faces, stock: int, other: Mover, reply: int) -> Allocation:
    """The best of all: value, then fewest points, then fewest new ones, then the earliest dice."""

    def rank(found: tuple[Allocation, Faces]) -> tuple[object, ...]:
        points, end = found
        value = replied(other, tuple(sorted(end)), reply)
        return (value if mover is RAISING else -value, -sum(points), -(end.count(1) - faces.count(1)), points)

    return max(legal(mover, faces, stock), key=rank)[0]


# -------------------------------------------------------------------------------------------------- one mover's best

some_faces = st.lists(st.integers(1, 6), max_size=4).map(tuple)
some_stock = st.integers(0, 5)
some_gm = st.sampled_from([LOWERING, LOWERING_TO_TWO])


@pytest.mark.parametrize("mover", MOVERS.values(), ids=MOVERS)
@settings(max_examples=250)
@given(faces=some_faces, stock=some_stock)
def test_alone(mover: Mover, faces: Faces, stock: int) -> None:
    other = LOWERING if mover is RAISING else RAISING
    assert best_allocation(mover, faces, stock) == tried(mover, faces, stock, other, 0)


@pytest.mark.parametrize("mover", MOVERS.values(), ids=MOVERS)
@settings(max_examples=400)
@given(faces=some_faces, stock=some_stock, reply=some_stock, gm=some_gm)
def test_foreseeing_the_reply(mover: Mover, faces: Faces, stock: int, reply: int, gm: Mover) -> None:
    other = gm if mover is RAISING else RAISING
    assert best_allocation(mover, faces, stock, reply) == tried(mover, faces, stock, other, reply)


@pytest.mark.parametrize("mover", MOVERS.values(), ids=MOVERS)
def test_all_throws_of_three_dice(mover: Mover) -> None:
    """Nothing drawn at random: 216 throws, small stocks."""
    other = LOWERING if mover is RAISING else RAISING
    for faces in product(range(1, 7), repeat=3):
        for stock, reply in product(range(4), repeat=2):
            expected = tried(mover, faces, stock, other, reply)
            assert best_allocation(mover, faces, stock, reply) == expected, (faces, stock, reply)


@pytest.mark.parametrize(
    ("mover", "faces", "stock", "reply", "expected"),
    [
        pytest.param("raising", (3,), 1, 0, (1,), id="R003-26: a 3 becomes a 4"),
        pytest.param("lowering", (6,), 1, 0, (1,), id="R003-28: a 6 becomes a 5"),
        pytest.param("raising", (1, 1), 5, 0, (0, 0), id="R003-25: a 1 is immune"),
        pytest.param("raising", (6, 6), 5, 0, (0, 0), id="A003-10: no 7 on a d6"),
        pytest.param("raising", (2,), 1, 0, (0,), id="a point that gains nothing is kept"),
        pytest.param("raising", (3, 3), 1, 0, (1, 0), id="among equals, the earliest die"),
        pytest.param("raising", (3, 5), 1, 0, (1, 0), id="3 to 4 and 5 to 6 are worth the same"),
        pytest.param("raising", (6,), 1, 1, (0,), id="nothing helps against the reply"),
        pytest.param("lowering", (2, 2), 5, 0, (0, 0), id="no ones for their own sake"),
        pytest.param("lowering", (2,), 1, 3, (1,), id="a 1 denies the raises"),
        pytest.param("lowering-to-two", (2,), 1, 3, (0,), id="unless it is forbidden"),
        pytest.param("raising", (), 3, 3, (), id="no dice"),
    ],
)
def test_named_positions(mover: str, faces: Faces, stock: int, reply: int, expected: Allocation) -> None:
    assert best_allocation(MOVERS[mover], faces, stock, reply) == expected


# ------------------------------------------------------------------------------------------------------ both movers


@settings(max_examples=300)
@given(
    faces=st.lists(st.integers(1, 6), min_size=1, max_size=4).map(tuple),
    plain=st.lists(st.integers(1, 6), max_size=2).map(tuple),
    stocks=st.builds(Stocks, some_stock, some_stock),
    lower_first=st.booleans(),
    gm=some_gm,
    lowered_counts=st.booleans(),
    data=st.data(),
)
def test_a_pool_with_lists_given_or_not(
    faces: Faces,
    plain: Faces,
    stocks: Stocks,
    lower_first: bool,
    gm: Mover,
    lowered_counts: bool,
    data: st.DataObject,
) -> None:
    """An empty list beside an explicit one is played for itself on the dice as they then stand."""
    hands = [data.draw(st.none() | st.sampled_from(allocations(len(faces), stock))) for stock in stocks]
    pool = FlamePool(len(faces + plain), len(faces), stocks, hands[0], hands[1], lower_first, gm, lowered_counts)
    moves = pool.move(faces + plain)

    turns = [(RAISING, stocks.raises, hands[0]), (gm, stocks.lowers, hands[1])]
    (first, stock, given_first), (second, reply, given_second) = turns[::-1] if lower_first else turns
    opening = given_first
    if opening is None:
        opening = tried(first, faces, stock, second, reply if given_second is None else 0)
    between = after(first, faces, opening)
    answer = given_second if given_second is not None else tried(second, between, reply, first, 0)
    end = after(second, between, answer)

    assert moves.faces == end
    assert (moves.raises, moves.lowers) == ((answer, opening) if lower_first else (opening, answer))
    assert (moves.raised_from, moves.lowered_from) == ((between, faces) if lower_first else (faces, between))
    assert pool.final(faces + plain) == end + plain
    ones = (end if lowered_counts else faces).count(1) + plain.count(1)
    assert pool.tally(faces + plain) == (total(end + plain), ones)


@pytest.mark.parametrize("face", range(1, 7))
def test_successes_by_face(face: int) -> None:
    """R003-5 to R003-7."""
    assert SUCCESSES[face] == successes_of((face,)) == total((face,))


@pytest.mark.parametrize(
    ("mover", "faces", "points", "expected"),
    [
        pytest.param("raising", (5, 2), (3, 1), (6, 3), id="above 6 is wasted"),
        pytest.param("lowering", (2, 6), (4, 2), (1, 4), id="below 1 is wasted"),
        pytest.param("lowering-to-two", (2, 3), (1, 4), (2, 2), id="below 2 is wasted when forbidden"),
        pytest.param("raising", (1, 1), (2, 0), (1, 1), id="a 1 stays"),
        pytest.param("lowering-to-two", (1,), (2,), (1,), id="even where nothing may become 1"),
    ],
)
def test_moved(mover: str, faces: Faces, points: Allocation, expected: Faces) -> None:
    assert moved(MOVERS[mover], faces, points) == expected


# ---------------------------------------------------------------------------------------------- through whole lines

FLAME = "flamme?characteristic=3&difficulty=2&flame=3&"


@pytest.mark.parametrize(
    ("line", "final", "left"),
    [
        # The player wastes a point, the GM plays on what stands
        (FLAME + "aspect=2&dark_aspect=1&raises=2,0,0@6,3,4", [5, 3, 4], (0, 0)),
        # Told to do nothing, the player keeps his points; lowers on the first cheap die
        (FLAME + "aspect=2&dark_aspect=1&raises=0,0,0@6,3,4", [5, 3, 4], (2, 0)),
        # The lowers are given: the raises are played for themselves, before them
        (FLAME + "aspect=1&dark_aspect=1&lowers=0,1,0@6,3,2", [6, 3, 2], (0, 0)),
        # Lowers given and first: the raise mends what was lowered
        (FLAME + "aspect=1&dark_aspect=1&lowers=0,1,0&reading.order=lower_first@6,4,2", [6, 4, 2], (0, 0)),
        # The difference only: 3 − 1 = 2 raises, no lowers
        (FLAME + "aspect=3&dark_aspect=1&reading.order=net@3,3,5", [4, 4, 5], (0, 0)),
        (FLAME + "aspect=1&dark_aspect=3&reading.order=net@4,6,2", [3, 5, 2], (0, 0)),
        (FLAME + "aspect=2&dark_aspect=2&reading.order=net@4,6,2", [4, 6, 2], (0, 0)),
        (FLAME + "aspect=3&dark_aspect=1&raises=0,1,0&reading.order=net@3,3,5", [3, 4, 5], (1, 0)),
        # One point can gain nothing on twos: it is kept
        (FLAME + "aspect=1@2,2,2", [2, 2, 2], (1, 0)),
    ],
)
def test_played_lines(line: str, final: list[int], left: tuple[int, int]) -> None:
    answer = judged(line)
    assert answer["final_faces"] == final
    assert (answer["raises_left"], answer["lowers_left"]) == left


@pytest.mark.parametrize(
    ("order", "line", "refused"),
    [
        # The GM makes a 1 of a 2 first: the player's point then lies on a 1
        ("lower_first", "raises=1,0,0&lowers=1,0,0@2,3,3", True),
        ("raise_first", "raises=1,0,0&lowers=1,0,0@2,3,3", False),
        ("raise_first", "raises=0,0,1&lowers=0,0,0@3,3,1", True),
    ],
)
def test_immunity_is_judged_when_the_points_apply(order: str, line: str, refused: bool) -> None:
    answer = judged(FLAME + f"aspect=1&dark_aspect=1&reading.order={order}&{line}")
    assert ("error" in answer) is refused


@pytest.mark.parametrize(
    ("points", "problems"),
    [
        ("raises=1@3,3,1", [("bad_allocation", "raises")]),
        ("lowers=0,0,0,0@3,3,1", [("bad_allocation", "lowers")]),
        ("raises=2,1,0@3,3,1", [("too_many_points", "raises")]),
        ("raises=2,1&lowers=0,2,0@3,3,1", [("bad_allocation", "raises"), ("too_many_points", "raises")]),
        ("raises=0,0,1@3,3,1", [("one_is_immune", "raises")]),
        ("raises=0,0,1&lowers=0,0,1@3,3,1", [("one_is_immune", "raises"), ("one_is_immune", "lowers")]),
    ],
)
def test_every_fault_of_given_points_is_named(points: str, problems: list[tuple[str, str]]) -> None:
    found = judged(FLAME + f"aspect=2&dark_aspect=2&{points}")["error"]
    assert [(problem["code"], problem["field"]) for problem in found] == problems


def test_net_stock_is_the_difference() -> None:
    answer = judged(FLAME + "aspect=3&dark_aspect=2&raises=1,1,0&reading.order=net@3,3,3")
    assert [problem["code"] for problem in answer["error"]] == ["too_many_points"]

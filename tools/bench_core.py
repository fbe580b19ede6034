"""How fast the exact odds are, through the real rules, against icepool and dyce computing a distribution alone.

    python -m tools.bench_core [--runs N]

Cases are taken in turn in one run; what pyroll remembers of dice (its laws) is forgotten before each.
"""

import argparse
import gc
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import icepool
from dyce import H, P

import pyroll.dice
import pyroll.play
from pyroll.line import Refusal, Test, read
from pyroll.odds import Odds, odds, prepare

ROOT = Path(__file__).resolve().parent.parent

# Flame dice: 20 dice, 10 of them flame, 6 augmentations, difficulties 1 to 9
FLAMES, PLAIN, RAISES = 10, 10, 6
POOL = "flamme?characteristic=10&skill=10&flame=10&aspect=6&difficulty={}"
DIFFICULTIES = range(1, 10)
# Successes and ones in one number, since both libraries add numbers fastest
ONE = 100
PLAIN_DIE = {0: 2, 1: 2, 2: 1, ONE: 1}
# By face: successes and ones; gains for a point (3, 5); gains for two points (a 2 has two, a raised 3 one)
WORTH = {1: (ONE, 0, 0), 2: (0, 0, 2), 3: (0, 1, 1), 4: (1, 0, 1), 5: (1, 1, 0), 6: (2, 0, 0)}

DUEL = "patchwork?action_points={}&opponent.characteristic=5&opponent.action_points={}"
POINTS = range(6)
DEPTH = 8

LARGEST = (
    "flamme?characteristic=15&skill=15&modifiers=+20D+20DF-10&flame=10&aspect=10&dark_aspect=10&heroics=5"
    "&speciality=yes&eclat_dice=10&eclat_raises=10&dullness=5&reading.order={}"
)
LARGE = "flamme?characteristic=10&skill=10&flame=10&aspect=10&dark_aspect=10&difficulty=8&reading.order={}"
ORDERS = ("raise_first", "lower_first", "net")
MANY = "ecor?characteristic=15&skill=15&environment=10&helpers=10&difficulty=medium"


def test_of(line: str) -> Test:
    test = read(line, before=True)
    if isinstance(test, Refusal):
        raise SystemExit(f"bench: {line} is refused: {test.problems}")
    return test


def forget() -> None:
    pyroll.play._LAWS.clear()
    pyroll.dice.open_ended_gaps.cache_clear()


def judge_all(lines: Iterable[str]) -> Callable[[], list[Any]]:
    tests = [test_of(line) for line in lines]

    def run() -> list[Any]:
        forget()
        return [odds(test) for test in tests]

    return run


# --------------------------------------------------------------------------------------------- the same elsewhere


def raised(successes: int, cheap: int, dear: int) -> int:
    return successes + min(RAISES, cheap) + min(max(0, RAISES - cheap) // 2, dear)


class Raised(icepool.MultisetEvaluator[int, int]):  # type: ignore[misc]
    """Counts the gains of a pool of flame dice, then spends the augmentations."""

    def next_state(self, state: Any, order: Any, outcome: int, /, *counts: int) -> tuple[int, int, int]:
        successes, cheap, dear = state or (0, 0, 0)
        worth, (count,) = WORTH[outcome], counts
        return successes + worth[0] * count, cheap + worth[1] * count, dear + worth[2] * count

    def final_outcome(self, final_state: Any, order: Any, outcomes: Any, /, *sizes: Any, **_: Any) -> int:
        return raised(*final_state)


def pool_by_icepool() -> Any:
    return Raised()(icepool.d6.pool(FLAMES)) + PLAIN @ icepool.Die(PLAIN_DIE)


def pool_by_dyce() -> Any:
    counts: dict[int, int] = {}
    for roll, ways in P(*[H(6)] * FLAMES).rolls_with_counts():
        parts = [WORTH[face] for face in roll]
        end = raised(*(sum(part[at] for part in parts) for at in range(3)))
        counts[end] = counts.get(end, 0) + ways
    return H(counts) + PLAIN @ H(PLAIN_DIE)


def open_ended() -> Any:
    chain = icepool.d10.explode(depth=DEPTH)
    return icepool.d10.map({1: 1 - chain, 10: 10 + chain})


def duels_by_icepool() -> list[Any]:
    die = open_ended()
    return [(die + 2 * mine) >= (die + 2 * theirs) for mine in POINTS for theirs in POINTS]


def duels_by_one_difference() -> list[Any]:
    die = open_ended()
    ahead = die - die
    return [ahead.probability(">=", 2 * (theirs - mine)) for mine in POINTS for theirs in POINTS]


def check_agreement() -> None:
    """What is compared is the same thing."""
    for library in (pool_by_icepool(), pool_by_dyce()):
        total = sum(ways for _, ways in library.items())
        for difficulty in DIFFICULTIES:
            found = odds(test_of(POOL.format(difficulty)))
            ways = sum(ways for end, ways in library.items() if end % ONE >= difficulty)
            if not isinstance(found, Odds) or found.success is None:
                raise SystemExit("bench: a test without odds")
            if Fraction(ways, total) != Fraction(found.success.weight, found.success.total):
                raise SystemExit(f"bench: not the same odds at difficulty {difficulty}")


# ------------------------------------------------------------------------------------------------------ the table


@dataclass
class Case:
    """Something to time; ``against``: the name of what it is compared with.

    The processor's time for it is taken: other programs' turns are not in it. ``clock``, where it starts a process.
    """

    name: str
    run: Callable[[], object]
    against: str = ""
    clock: Callable[[], float] = time.process_time
    taken: list[float] = field(default_factory=list)

    def take(self) -> None:
        gc.collect()
        begun = self.clock()
        self.run()
        self.taken.append((self.clock() - begun) * 1000)


class LongestPiece(Case):
    """The longest of the pieces in which the law for a line is worked out: so long a page may stand still."""

    def __init__(self, name: str, line: str) -> None:
        super().__init__(name, lambda: None)
        self.test = test_of(line)

    def take(self) -> None:
        forget()
        gc.collect()
        times = [self.clock()]
        times.extend(self.clock() for _ in prepare(self.test))
        times.append(self.clock())
        self.taken.append(1000 * max(end - begin for begin, end in pairwise(times)))


def lines_resolved() -> Callable[[], object]:
    cases = [
        json.loads(text)["line"]
        for path in sorted((ROOT / "tests" / "vectors").glob("*.jsonl"))
        for text in path.read_text(encoding="utf-8").splitlines()
    ]
    given = "\n".join((cases * 2)[:1000]).encode()
    command = [sys.executable, "-m", "pyroll", "resolve", "-"]
    return lambda: subprocess.run(command, cwd=ROOT, input=given, capture_output=True, check=False)


def cases() -> list[Case]:
    pool, duels = "flames: 20 dice, 10 flame, 6 raises, nine difficulties", "duels: endless d10s, 6 × 6 action points"
    return [
        Case(pool, judge_all(POOL.format(difficulty) for difficulty in DIFFICULTIES)),
        Case("  icepool, the distribution alone", pool_by_icepool, pool),
        Case("  dyce, the distribution alone", pool_by_dyce, pool),
        Case(duels, judge_all(DUEL.format(mine, theirs) for mine in POINTS for theirs in POINTS)),
        Case(f"  icepool cut at depth {DEPTH}, compared 36 times", duels_by_icepool, duels),
        Case(f"  icepool cut at depth {DEPTH}, one difference", duels_by_one_difference, duels),
        *(
            Case(f"flames: 20 dice, 10 flame, 10 and 10, {order}", judge_all([LARGE.format(order)]))
            for order in ORDERS
        ),
        *(Case(f"flames: 50 dice, largest stocks, {order}", judge_all([LARGEST.format(order)])) for order in ORDERS),
        *(LongestPiece(f"  its longest piece, {order}", LARGEST.format(order)) for order in ORDERS),
        Case("Eco-Я: 50 dice", judge_all([MANY])),
        Case("resolve: 1,000 lines of the vectors, with Python's start", lines_resolved(), clock=time.perf_counter),
    ]


def table(measured: list[Case]) -> str:
    medians = {case.name: statistics.median(case.taken) for case in measured}
    lines = ["| what | median ms | least – most | times pyroll's |", "|---|---|---|---|"]
    for case in measured:
        ratio = f"{medians[case.name] / medians[case.against]:.1f}" if case.against else ""
        spread = f"{min(case.taken):.2f} – {max(case.taken):.2f}"
        lines.append(f"| {case.name} | {medians[case.name]:.2f} | {spread} | {ratio} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench_core", description="Time the odds.")
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()
    check_agreement()
    measured = cases()
    for turn in range(options.runs):
        for case in measured:
            if turn < 3 or statistics.median(case.taken) < 500:  # three of the slow ones say enough
                case.take()
    print(table(measured))


if __name__ == "__main__":
    main()

"""Lines spoilt at random: each is answered, by an outcome, by missing dice or by the contract's errors.

``PYROLL_FUZZ=10000`` (or more) for the long run; ``PYROLL_FUZZ_SEED`` for other lines.
"""

import json
import os
import random
import re
import string
from pathlib import Path

import pytest

from pyroll.i18n import FRENCH
from pyroll.line import Refusal, read, write
from pyroll.odds import odds, odds_json
from pyroll.resolve import Contest, Needs, Single, outcome, resolve

COUNT = int(os.environ.get("PYROLL_FUZZ", "300"))
SEED = int(os.environ.get("PYROLL_FUZZ_SEED", "20261129"))
CHUNKS = 4
VECTORS = Path(__file__).parent / "vectors"

# contract.md, "A refused line"
CODES = {
    *("unknown_system", "unknown_field", "repeated_field", "not_a_number", "out_of_range", "unknown_choice"),
    *("die_out_of_range", "too_many_dice", "over_stock", "bad_modifiers", "bad_allocation", "too_many_points"),
    *("one_is_immune", "bad_line"),
}
PIECES = [
    *"?&=@/,+-%.−#:; \t\n\0",
    *("@/", "@,", "&&", "==", "%2B", "%00", "%zz", "%F0%9F", "opponent.", "reading.", "@20,20", "@10,10,10,3"),
    *("9" * 5_000, "-1", "٣", "６", "\ud800", "\N{BYTE ORDER MARK}", "é", "🎲", "yes", "no", "null", "__class__"),
]


def lines() -> list[str]:
    found = []
    for path in sorted(VECTORS.glob("*.jsonl")):
        found += [json.loads(text)["line"] for text in path.read_text(encoding="utf-8").splitlines()]
    return found


LINES = lines()


def spoilt(line: str, rng: random.Random) -> str:
    """The line after one to four accidents; half of them leave it a line."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        at, to = sorted(rng.randrange(len(line) + 1) for _ in range(2))
        match rng.randrange(12):
            case 0:
                line = line[:at] + line[to:]
            case 1:
                line = line[:at] + rng.choice(PIECES) + line[at:]
            case 2:
                line = line[:at] + rng.choice(string.printable) + line[at + 1 :]
            case 3:
                line = line[:to] + line[at:to] + line[to:]
            case 4:
                line = line[:at] + rng.choice(LINES)[at:]
            case 5:
                line = line[:at] + str(rng.randint(-30, 120)) + line[at + 1 :]
            case 6 | 7 | 8:
                line = _renumbered(line, rng)
            case 9:
                line = (
                    line.partition("@")[0] + "@" + ",".join(str(rng.randint(1, 6)) for _ in range(rng.randint(0, 7)))
                )
            case 10:
                line = line.replace("?", "?" + rng.choice(rng.choice(LINES).partition("?")[2].split("&")) + "&", 1)
            case _:
                parts = line.split("&")
                rng.shuffle(parts)
                line = "&".join(parts)
    return line


def _renumbered(line: str, rng: random.Random) -> str:
    """One of its numbers changed."""
    numbers = list(re.finditer(r"-?\d+", line))
    if not numbers:
        return line
    one = rng.choice(numbers)
    return line[: one.start()] + str(rng.choice((0, 1, 2, 3, 10, 20, -1, rng.randint(-12, 31)))) + line[one.end() :]


def check(line: str) -> str:
    """Answered as contract.md says; returns what kind of answer it was."""
    test = read(line)
    result = test if isinstance(test, Refusal) else resolve(test)
    answer = outcome(result)
    json.dumps(answer)
    match result:
        case Refusal(problems):
            assert problems
            for problem in problems:
                assert problem.code in CODES
                assert FRENCH.say(problem.message)
            return "error"
        case Needs():
            assert list(answer) == ["needs"]
            kind = "needs"
        case Single() | Contest():
            again = read(str(answer["line"]))
            assert not isinstance(again, Refusal)
            assert outcome(resolve(again)) == answer
            kind = "outcome"
    assert not isinstance(test, Refusal)
    assert read(write(test)) == test
    json.dumps(odds_json(odds(test)))
    return kind


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_spoilt_lines(chunk: int) -> None:
    rng = random.Random(f"{SEED} {chunk}")
    kinds = set()
    for _ in range(COUNT // CHUNKS):
        line = spoilt(rng.choice(LINES), rng)
        try:
            kinds.add(check(line))
        except Exception as error:
            error.add_note(f"the line: {line!r}")
            raise
    assert kinds == {"error", "needs", "outcome"}, "accidents too mild or too hard to prove anything"


def test_lines_of_noise() -> None:
    rng = random.Random(SEED)
    for _ in range(COUNT):
        noise = "".join(rng.choice(PIECES[:-2]) for _ in range(rng.randint(0, 12)))
        check(rng.choice(["", "patchwork?", "abc?task=", "flamme?raises=", "tur?@", "ecor?opponent."]) + noise)

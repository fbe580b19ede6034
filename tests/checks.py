"""The promises that every system keeps, as functions: test_contract.py holds the five systems to them, and
test_sixth_system.py a system from outside the package.
"""

import json
import random
import re
from collections.abc import Callable
from math import prod
from pathlib import Path
from typing import Any

from pyroll.i18n import FRENCH
from pyroll.line import Refusal, Test, read, write
from pyroll.odds import DuelOdds, Odds, odds
from pyroll.resolve import Contest, Needs, Single, outcome, resolve, throw

Outcome = dict[str, Any]

RULES = frozenset((Path(__file__).parent / "data" / "rules.txt").read_text(encoding="ascii").split())
SINGLE_FIRST = ["system", "line", "success", "critical", "margin"]
FRENCH_LEFT = re.compile(
    r"[éèêëàâçîïôûùœ«»]| [:;?!]|\b(?:le|la|les|de|du|des|pour|marge|dé|dés|réussites?)\b", re.IGNORECASE
)
"""What an English sentence never holds."""

OPPOSED = ["system", "line", "winner", "margin", "actor", "opponent", "steps", "sentence"]


def seeded(seed: int) -> Callable[[int], int]:
    """A source of chance that repeats itself."""
    return random.Random(seed).randrange


def thrown(test: Test, seed: int) -> Single | Contest | None:
    """The test with random dice. None: the dice showed a 1 where points lie (flamme), which is refused."""
    result = throw(test, seeded(seed))
    if isinstance(result, Refusal):
        assert {problem.code for problem in result.problems} == {"one_is_immune"}
        return None
    assert isinstance(result, Single | Contest)
    return result


def judged(line: str) -> Outcome:
    """What the command line prints for this line."""
    test = read(line)
    return outcome(test if isinstance(test, Refusal) else resolve(test))


def plain(answer: object) -> Any:
    """As JSON carries it (tuples become lists)."""
    return json.loads(json.dumps(answer))


# --------------------------------------------------------------------------------------------------- text form


def check_round_trip(test: Test) -> None:
    """A test is what its line says, and its line is canonical."""
    line = write(test)
    assert read(line) == test
    assert write(read(line)) == line
    assert re.fullmatch(r"[!-~]+", line), "ASCII, no space: it fits in an address"


# ------------------------------------------------------------------------------------------------ typed = rolled


def check_replay(result: Single | Contest) -> None:
    """Thrown, replayed from the line, and typed in die by die: the same outcome."""
    rolled = plain(outcome(result))
    line = rolled["line"]
    assert plain(judged(line)) == rolled
    assert plain(outcome(throw(result.test, _no_dice))) == rolled
    assert plain(_typed_one_by_one(result.test)) == rolled


def _no_dice(sides: int) -> int:
    raise AssertionError(f"a die was thrown although all faces are known: {sides}")


def _typed_one_by_one(test: Test) -> Outcome:
    """Answers each ``needs`` with the next face of the side that is asked."""
    left = {"actor": list(test.faces or ()), "opponent": list(test.opponent_faces)}
    typed: dict[str, tuple[int, ...]] = {"actor": (), "opponent": ()}
    at = test.unthrown()
    while True:
        result = resolve(at)
        if not isinstance(result, Needs):
            assert left == {"actor": [], "opponent": []}
            return outcome(result)
        need = outcome(result)["needs"]
        side = need["side"]
        assert result.faces == typed[side]
        assert need["why"] in {"pool", "first", "explode", "fall", "confirm"}
        assert 1 <= need["count"] <= len(left[side])
        assert ("sides" in need) != ("faces" in need)
        face = left[side].pop(0)
        assert face in need.get("faces", range(1, need.get("sides", 0) + 1))
        typed[side] += (face,)
        at = at.thrown(typed["actor"], typed["opponent"])


# -------------------------------------------------------------------------------------------------------- outcome


def check_outcome(result: Single | Contest, keys: list[str], side_keys: list[str], rules: frozenset[str]) -> None:
    """Exactly the keys of contract.md, words that say something, and figures that are true."""
    answer = plain(outcome(result))
    if isinstance(result, Single):
        assert list(answer)[:5] == SINGLE_FIRST
        assert list(answer)[-2:] == ["steps", "sentence"]
        assert sorted(answer) == sorted({*SINGLE_FIRST, *keys, "steps", "sentence"})
        assert answer["success"] in (True, False, None)
        assert answer["critical"] in ("success", "failure", None)
    else:
        assert list(answer) == OPPOSED
        assert sorted(answer["actor"]) == sorted(side_keys)
        assert sorted(answer["opponent"]) == sorted(side_keys)
        assert answer["winner"] in ("actor", "opponent", None)
    check_words(answer, rules)


def check_words(answer: Outcome, rules: frozenset[str]) -> None:
    """The sentence and the steps."""
    assert answer["steps"]
    for step in answer["steps"]:
        assert list(step) == ["rule", "text"]
        assert step["rule"] in rules, f"no such rule: {step}"
    for said in [answer["sentence"], *(step["text"] for step in answer["steps"])]:
        assert said.strip() == said
        assert said
        assert not re.search(r"[{}]|None|True|False", said), f"not for people: {said!r}"
        check_figures(said)
    assert answer["sentence"].endswith(".")


# Words that may stand between the figures of a sum
_NAMES = re.compile(r"\b(?:Base|Score|dé|Marge|Potentiel|ABC|Dés lancés) (?=[-+]?\d)")
_TERM = r"\(?[-+]?\d+\)?"
_SUM = rf"{_TERM}(?: [-+×] {_TERM})*"
_CLAIM = re.compile(rf"({_SUM}) (<=|>=|[=<>≤≥]) ({_SUM})")
_SIGNS = re.compile(r"[\w)] [=<>≤≥] [-+(]?\d")
_HOLDS: dict[str, Callable[[int, int], bool]] = {
    "=": lambda a, b: a == b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "≤": lambda a, b: a <= b,
    "≥": lambda a, b: a >= b,
}


def claims(said: str) -> list[tuple[str, str, str]]:
    """The sums and comparisons that a sentence states: ``("13", "=", "7 + 6")``."""
    bare = re.sub("[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]", " ", said).replace("\N{MINUS SIGN}", "-")
    bare = _NAMES.sub("", bare)
    found = [(left, sign, right) for left, sign, right in _CLAIM.findall(bare)]
    assert len(found) == len(_SIGNS.findall(bare)), f"a sum that this test cannot read: {said!r}"
    return found


def check_figures(said: str) -> None:
    """Whatever a sentence states in figures is true."""
    for left, sign, right in claims(said):
        assert _HOLDS[sign](amount(left), amount(right)), f"{left} {sign} {right} is false, in {said!r}"


def amount(written: str) -> int:
    """The value of a sum such as ``7 + 2 × 3 - (-1)``."""
    signed = written.replace(" - ", " + -1 × ")
    return sum(prod(int(factor.strip("()")) for factor in term.split(" × ")) for term in signed.split(" + "))


# The words of verdicts: what each may be said of. A degree's own name serves where a system has degrees.
WORDS: dict[str, tuple[bool | None, set[str | None]]] = {
    "Réussite critique": (True, {"success"}),
    "Réussite": (True, {None, "failure"}),
    "Échec": (False, {None, "success"}),
    "Échec critique": (False, {"failure"}),
    "Test requis": (None, {None}),
    "Au meneur": (None, {None}),
}
KINDS = {
    (True, "success"): "crit",
    (True, None): "ok",
    (True, "failure"): "ok",
    (False, None): "ko",
    (False, "success"): "ko",
    (False, "failure"): "fumble",
    (None, None): "tie",
}


def check_verdict_word(result: Single) -> None:
    """The verdict's colour and word agree with the verdict; no word is used of two different ones."""
    verdict = result.played.result
    words = result.explain()
    word = FRENCH.say(words.word)
    assert words.kind == KINDS[verdict.success, verdict.critical]
    degrees = result.test.system.degrees
    degree = result.test.system.degree(verdict)
    if word in WORDS:
        success, criticals = WORDS[word]
        assert verdict.success is success
        assert verdict.critical in criticals
    else:
        assert degrees is not None, f"a word that this test does not know: {word!r}"
        assert degree is not None
        assert word == degrees[degree]


def check_odds_hold(result: Single | Contest) -> None:
    """Whatever fell had a chance to fall; odds do not know choices that were made after the dice."""
    found = odds(result.test)
    sides = (result.test.actor, result.test.opponent)
    if any(side is not None and result.test.system.undecided(side) != side for side in sides):
        return
    if isinstance(result, Contest):
        assert isinstance(found, DuelOdds)
        share = {"actor": found.actor, "opponent": found.opponent, None: found.tie}[result.duel.winner]
        assert share is not None
        assert share.weight > 0
        return
    assert isinstance(found, Odds)
    verdict = result.played.result
    if found.parts is None:
        assert result.played.throws == ()
        return
    sort = "failure" if not verdict.success else "success"
    part = f"critical_{sort}" if verdict.critical == sort else sort
    assert found.parts[part].weight > 0
    degree = result.test.system.degree(verdict)
    assert degree is None or (found.degrees is not None and found.degrees[degree].weight > 0)

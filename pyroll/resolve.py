"""A test brought to its end: dice played, verdict judged, words found.

``resolve`` uses the faces that the test holds; ``throw`` adds the ones that are missing. A choice made after the
dice fell is a changed request with the same faces, resolved again: nothing random ever happens twice.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from pyroll.dice import Faces, Need
from pyroll.form import Problem
from pyroll.i18n import FRENCH, Language, Text, plural, text
from pyroll.line import OPPONENT, Refusal, Test, write
from pyroll.play import Given, Missing, Played, Rule, Source, Thrown, Wrong, play
from pyroll.system import Duel, Explanation, Side, SideName

__all__ = [
    "Contest",
    "Needs",
    "Origin",
    "Resolved",
    "Result",
    "Single",
    "contest_sentence",
    "outcome",
    "resolve",
    "throw",
]


@dataclass(frozen=True, slots=True)
class Single:
    """A resolved test against a difficulty."""

    test: Test
    played: Played[Any]

    def explain(self) -> Explanation:
        """The verdict in words."""
        return _words(self)


@dataclass(frozen=True, slots=True)
class Contest:
    """A resolved opposition."""

    test: Test
    actor: Played[Any]
    opponent: Played[Any]
    duel: Duel

    def explain(self) -> tuple[Side, Side]:
        """Both sides in words."""
        return _words_of_both(self)


# A roll's verdict, dice, reasons and line in the list each ask for them.
@lru_cache(maxsize=16)
def _words(single: Single) -> Explanation:
    test = single.test
    return test.system.explain(test.actor, test.readings, single.played.result, single.played.throws)


@lru_cache(maxsize=16)
def _words_of_both(contest: Contest) -> tuple[Side, Side]:
    test, explain = contest.test, contest.test.system.explain_side
    return (
        explain(test.actor, test.readings, contest.actor.result, contest.actor.throws),
        explain(test.opponent, test.readings, contest.opponent.result, contest.opponent.throws),
    )


@dataclass(frozen=True, slots=True)
class Needs:
    """Dice are still missing: which ones, and on whose side. ``faces`` are that side's, so far."""

    test: Test
    need: Need
    side: SideName
    faces: Faces


Resolved: TypeAlias = Single | Contest
Origin: TypeAlias = Literal["thrown", "typed", "received"]
"""Where dice came from: thrown here; entered from a table, if any of them was; or received from somebody."""

Result: TypeAlias = Single | Contest | Needs | Refusal


def resolve(test: Test) -> Result:
    """Judge a test by the faces that it holds."""
    return _play(test, Given(test.faces or ()), Given(test.opponent_faces))


def throw(test: Test, below: Callable[[int], int] = secrets.randbelow) -> Result:
    """Keep the faces that the test holds, throw the missing ones, and judge.

    ``below(n)`` is the only source of chance: a whole number from 0 to n − 1, each equally likely. The default draws
    from the operating system and rejects what would bias it.
    """
    return _play(
        test, _Then(Given(test.faces or ()), Thrown(below)), _Then(Given(test.opponent_faces), Thrown(below))
    )


class _Then:
    """Known faces first, then fresh ones."""

    def __init__(self, known: Given, fresh: Source) -> None:
        self._known = known
        self._fresh = fresh

    def take(self, need: Need) -> Faces:
        known = self._known.take(need)
        missing = need.count - len(known)
        return known if not missing else known + self._fresh.take(Need(missing, need.die, need.why))

    @property
    def left(self) -> Faces:
        return self._known.left


def _play(test: Test, actor: Given | _Then, opponent: Given | _Then) -> Result:
    system = test.system
    if not test.opposed:
        first = _play_side(test, "actor", system.resolve(test.actor, test.readings), actor)
        if not isinstance(first, Played):
            return first
        return Single(test.thrown(first.faces), first)
    first = _play_side(test, "actor", system.side(test.actor, test.readings), actor)
    second = _play_side(test, "opponent", system.side(test.opponent, test.readings), opponent)
    match first, second:
        case Refusal(mine), Refusal(theirs):
            return Refusal(mine + theirs)
        case Refusal(), _:
            return first
        case _, Refusal():
            return second
        case Needs(), _:
            return first
        case _, Needs():
            return second
        case Played(), Played():
            duel = system.compare(first.result, second.result, test.readings)
            return Contest(test.thrown(first.faces, second.faces), first, second, duel)
    raise AssertionError((first, second))


def _play_side(test: Test, name: SideName, rule: Rule[Any], source: Given | _Then) -> Played[Any] | Needs | Refusal:
    played = play(rule, source)
    match played:
        case Wrong(faces, die):
            return Refusal(
                tuple(
                    Problem(
                        "die_out_of_range",
                        "faces",
                        text("Un d{die} ne montre pas {face}.", die=die.name, face=face),
                    )
                    for face in faces
                )
            )
        case Missing(need, throws):
            return Needs(test, need, name, tuple(face for one in throws for face in one.faces))
        case Played():
            pass
    if source.left:
        return Refusal((Problem("too_many_dice", "faces", _too_many(len(source.left), name, test.opposed)),))
    request, prefix = (test.actor, "") if name == "actor" else (test.opponent, OPPONENT)
    late = test.system.check_throws(request, test.readings, played.throws)
    problems = tuple(Problem(one.code, prefix + one.field, one.message) for one in late)
    return Refusal(problems) if problems else played


def _too_many(count: int, name: SideName, opposed: bool) -> Text:
    if not opposed:
        return plural("{n} dé de trop.", "{n} dés de trop.", count)
    if name == "actor":
        return plural("{n} dé de trop pour l’actif.", "{n} dés de trop pour l’actif.", count)
    return plural("{n} dé de trop pour le réactif.", "{n} dés de trop pour le réactif.", count)


# ----------------------------------------------------------------------------------------- what contract.md prints


def outcome(result: Result, language: Language = FRENCH) -> dict[str, object]:
    """The JSON object that contract.md describes for this result."""
    match result:
        case Refusal(problems):
            return {
                "error": [
                    {"code": one.code, "field": one.field, "message": language.say(one.message)} for one in problems
                ]
            }
        case Needs(_, need, side, _):
            return {"needs": _need(need, side)}
        case Single():
            return _single(result, language)
        case Contest():
            return _contest(result, language)


def _need(need: Need, side: SideName) -> dict[str, object]:
    kind: Mapping[str, object] = {"sides": need.die.sides} if need.die.sides else {"faces": list(need.die.faces)}
    return {"count": need.count, **kind, "side": side, "why": need.why}


def _single(result: Single, language: Language) -> dict[str, object]:
    test, verdict = result.test, result.played.result
    words = result.explain()
    own = dict(test.system.outcome(verdict, result.played.throws))
    common = {name: own.pop(name) for name in ("success", "critical", "margin")}
    return {
        "system": test.system.key,
        "line": write(test),
        **common,
        **own,
        "steps": [{"rule": step.rule, "text": language.say(step.text)} for step in words.steps],
        "sentence": language.say(words.sentence),
    }


def contest_sentence(result: Contest, actor: Side, opponent: Side) -> Text:
    """Who wins, in one sentence, with both figures."""
    counts = {"actor": actor.count, "opponent": opponent.count}
    match result.duel.winner:
        case "actor":
            return text("L’actif l’emporte : {actor} contre {opponent}.", **counts)
        case "opponent":
            return text("Le réactif l’emporte : {actor} contre {opponent}.", **counts)
        case None:
            return text("Égalité : {actor} contre {opponent}.", **counts)


def _contest(result: Contest, language: Language) -> dict[str, object]:
    test, system = result.test, result.test.system
    actor, opponent = result.explain()
    last = system.duel_step(result.actor.result, result.opponent.result, result.duel, test.readings)
    steps = [
        *({"rule": step.rule, "text": language.say(text("Actif : {what}", what=step.text))} for step in actor.steps),
        *(
            {"rule": step.rule, "text": language.say(text("Réactif : {what}", what=step.text))}
            for step in opponent.steps
        ),
        {"rule": last.rule, "text": language.say(last.text)},
    ]
    return {
        "system": system.key,
        "line": write(test),
        "winner": result.duel.winner,
        "margin": result.duel.margin,
        "actor": dict(system.side_outcome(result.actor.result)),
        "opponent": dict(system.side_outcome(result.opponent.result)),
        "steps": steps,
        "sentence": language.say(contest_sentence(result, actor, opponent)),
    }

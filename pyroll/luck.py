"""Luck, honestly: what the dice gave against exactly what was to be expected, and whether thrown faces are fair.

Only the dice are judged. A roll counts as it fell: choices made after the dice are left aside (flame dice are played
at best, points added late are taken back), on the side of what happened as on that of what was to be expected.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from pyroll.advice import distribution
from pyroll.dice import Die
from pyroll.i18n import N_, Text, plural, text
from pyroll.journal import Entry
from pyroll.line import Refusal, Test, read, write
from pyroll.odds import Chance, DuelOdds, Odds, odds, undecided
from pyroll.play import Played
from pyroll.resolve import Contest, Resolved, Single, resolve
from pyroll.stats import Deviation, chi_square_tail, deviation

__all__ = [
    "FEW",
    "Faces",
    "Fairness",
    "Luck",
    "Tally",
    "as_fallen",
    "count_faces",
    "decimal",
    "fairness",
    "fairness_words",
    "luck",
    "luck_by_character",
    "luck_words",
    "percent",
    "rank",
]

FEW = 30
"""With fewer rolls nothing is said beyond the numbers."""

_LEAST_EXPECTED = 5
"""Chi-square is only told where every face was to be expected at least so often (Cochran's rule)."""


# ------------------------------------------------------------------------------------------------------------- a roll


def as_fallen(entry: Entry) -> Resolved | None:
    """The roll as its dice fell, without what was chosen afterwards; None without dice or by an unreadable line."""
    test = read(entry.line)
    if isinstance(test, Refusal) or not (test.faces or test.opponent_faces):
        return None
    result = resolve(_before(test, entry.late).thrown(test.faces or (), test.opponent_faces))
    return result if isinstance(result, Single | Contest) else None


def _before(test: Test, late: int) -> Test:
    """The test before its dice, and before any point was added late."""
    before = undecided(test)
    points = test.system.spend
    if not late or points is None:
        return before
    spent = max(0, getattr(before.actor, points) - late)
    return replace(before, actor=replace(before.actor, **{points: spent}))


@lru_cache(maxsize=4096)
def _odds_of(line: str) -> Odds | DuelOdds:
    """Exact odds, remembered by the line before its dice: a table rolls the same skill again and again."""
    test = read(line)
    if isinstance(test, Refusal):
        raise AssertionError(line)
    return odds(test)


def rank(entry: Entry) -> Chance | None:
    """The share of all throws of the same test that are strictly worse; None for an opposition and without dice."""
    fallen = as_fallen(entry)
    if not isinstance(fallen, Single):
        return None
    found = distribution(fallen.test, fallen)
    return None if found is None else found.worse


# --------------------------------------------------------------------------------------------------------------- luck


@dataclass(frozen=True, slots=True)
class Tally:
    """How often something happened, and each roll's exact chance of it (as a float)."""

    observed: int = 0
    chances: tuple[float, ...] = ()

    @property
    def deviation(self) -> Deviation:
        """How far that is from what was to be expected."""
        return deviation(self.chances, self.observed)


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of some rolls: tests passed, criticals where there are any, oppositions won by the actor."""

    successes: Tally = Tally()
    critical_successes: Tally = Tally()
    critical_failures: Tally = Tally()
    wins: Tally = Tally()


def luck(entries: Iterable[Entry]) -> Luck:
    """The luck of these rolls; received ones, those without dice, those left to the GM, secret ones, and those
    that share their actor's dice with another one do not count.
    """
    found: dict[str, tuple[list[float], list[bool]]] = {}
    for entry in entries:
        if entry.origin == "received" or entry.shared or entry.secret:
            continue
        fallen = as_fallen(entry)
        for name, chance, happened in () if fallen is None else _happenings(fallen):
            chances, happenings = found.setdefault(name, ([], []))
            chances.append(float(chance))
            happenings.append(happened)
    return Luck(**{name: Tally(sum(happened), tuple(chances)) for name, (chances, happened) in found.items()})


def _happenings(fallen: Resolved) -> Iterator[tuple[str, Chance, bool]]:
    expected = _odds_of(write(fallen.test.unthrown()))
    match fallen, expected:
        case Single(played=played), Odds():
            verdict = played.result
            if expected.success is not None:
                yield "successes", expected.success, bool(verdict.success)
            if expected.critical_success is not None:
                yield "critical_successes", expected.critical_success, verdict.critical == "success"
            if expected.critical_failure is not None:
                yield "critical_failures", expected.critical_failure, verdict.critical == "failure"
        case Contest(duel=duel), DuelOdds():
            yield "wins", expected.actor, duel.winner == "actor"


def luck_by_character(entries: Iterable[Entry]) -> Mapping[str, Luck]:
    """The luck of each character, by its id; nobody's rolls are under ""."""
    groups: dict[str, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(entry.character_id, []).append(entry)
    return {key: luck(group) for key, group in groups.items()}


_TALLIES: Mapping[str, str] = {
    "successes": N_("Réussites"),
    "critical_successes": N_("Réussites critiques"),
    "critical_failures": N_("Échecs critiques"),
    "wins": N_("Oppositions gagnées"),
}


def luck_words(found: Luck) -> tuple[tuple[Text, Text], ...]:
    """For everything that was counted: the numbers, and what they mean."""
    tallies = ((label, getattr(found, name)) for name, label in _TALLIES.items())
    return tuple((_numbers(label, tally), _meaning(tally)) for label, tally in tallies if tally.chances)


def _numbers(label: str, tally: Tally) -> Text:
    return plural(
        "{what} : {observed} sur {n} jet, pour {expected} en moyenne.",
        "{what} : {observed} sur {n} jets, pour {expected} en moyenne.",
        len(tally.chances),
        what=Text(label),
        observed=tally.observed,
        expected=decimal(tally.deviation.expected),
    )


def _meaning(tally: Tally) -> Text:
    found = tally.deviation
    share = percent(found.chance)
    if len(tally.chances) < FEW:
        return text("Trop peu de jets pour parler de chance.")
    if found.chance >= 0.05:
        return text("Un écart au moins aussi grand arrive dans {share} des cas : rien d’inhabituel.", share=share)
    if found.chance >= 0.01:
        return text(
            "Un écart au moins aussi grand arrive dans {share} des cas : peu courant, mais cela ne prouve rien.",
            share=share,
        )
    return text(
        "Un écart au moins aussi grand arrive dans {share} des cas : rare, mais possible avec des dés honnêtes.",
        share=share,
    )


# ----------------------------------------------------------------------------------------------------------- fairness

Faces = Mapping[Die, Mapping[int, int]]
"""How often each face of each kind of die fell."""


def count_faces(entries: Iterable[Entry], before: Faces | None = None) -> Faces:
    """The faces of the dice that were thrown here, secretly apart, on top of those counted ``before``."""
    counts = {die: dict(faces) for die, faces in (before or {}).items()}
    for entry in entries:
        fallen = as_fallen(entry) if entry.origin == "thrown" and not entry.secret else None
        if fallen is None:
            continue
        for played in _counted(fallen, shared=entry.shared):
            for die, face in _dice_of(played):
                faces = counts.setdefault(die, {})
                faces[face] = faces.get(face, 0) + 1
    return counts


def _counted(fallen: Resolved, *, shared: bool) -> tuple[Played[Any], ...]:
    """The sides whose dice are this roll's own."""
    if isinstance(fallen, Single):
        return (fallen.played,)
    return (fallen.opponent,) if shared else (fallen.actor, fallen.opponent)


def _dice_of(played: Played[Any]) -> Iterator[tuple[Die, int]]:
    for throw in played.throws:
        faces = throw.faces
        done = 0
        while (need := throw.plan.needs(faces[:done])) is not None:
            yield from ((need.die, face) for face in faces[done : done + need.count])
            done += need.count


@dataclass(frozen=True, slots=True)
class Fairness:
    """The faces of one kind of die against equal dice.

    ``expected`` goes with ``observed``, face by face. ``chance`` is that of fair dice being at least as uneven;
    it and chi-square are None while fewer than ``needed`` dice were thrown.
    """

    die: Die
    observed: tuple[int, ...]
    expected: tuple[float, ...]
    needed: int
    chi_square: float | None
    chance: float | None

    @property
    def thrown(self) -> int:
        """How many dice."""
        return sum(self.observed)


def fairness(counts: Faces) -> tuple[Fairness, ...]:
    """A chi-square test for each kind of die, fewest faces first."""
    return tuple(_fairness(die, counts[die]) for die in sorted(counts, key=lambda die: (len(die.faces), die.weights)))


def _fairness(die: Die, faces: Mapping[int, int]) -> Fairness:
    observed = tuple(faces.get(face, 0) for face in die.faces)
    thrown, whole = sum(observed), sum(die.weights)
    expected = tuple(thrown * weight / whole for weight in die.weights)
    needed = -(-_LEAST_EXPECTED * whole // min(die.weights))
    if thrown < needed:
        return Fairness(die, observed, expected, needed, None, None)
    statistic = sum((seen - wanted) ** 2 / wanted for seen, wanted in zip(observed, expected, strict=True))
    return Fairness(die, observed, expected, needed, statistic, chi_square_tail(statistic, len(observed) - 1))


def fairness_words(found: Fairness) -> Text:
    """What the test says about one kind of die."""
    if found.chance is None:
        return plural(
            "d{die} : {n} lancé, il en faut {needed} pour juger de leur équilibre.",
            "d{die} : {n} lancés, il en faut {needed} pour juger de leur équilibre.",
            found.thrown,
            die=found.die.name,
            needed=found.needed,
        )
    if found.chance >= 0.05:
        pattern = N_("d{die} : {thrown} lancés. Des dés parfaits font au moins aussi inégal dans {share} des cas.")
    elif found.chance >= 0.01:
        pattern = N_(
            "d{die} : {thrown} lancés. Des dés parfaits font au moins aussi inégal dans {share} des cas : "
            "peu courant, mais cela ne prouve rien."
        )
    else:
        pattern = N_(
            "d{die} : {thrown} lancés. Des dés parfaits font au moins aussi inégal dans {share} des cas : "
            "rare. À revoir avec de nouveaux lancers."
        )
    return text(pattern, die=found.die.name, thrown=found.thrown, share=percent(found.chance))


# ------------------------------------------------------------------------------------------------------------ figures


def decimal(value: float) -> Text:
    """A figure of zero or more with one decimal."""
    whole, tenth = divmod(round(value * 10), 10)
    return text("{whole},{tenth}", whole=whole, tenth=tenth)


def percent(chance: float) -> Text:
    """A share: whole percents, one decimal below 1 % and above 99 %; never 0 or 100 unless it is so."""
    tenths = round(chance * 1000)
    if tenths == 0 and chance > 0:
        return text("moins de {number} %", number=decimal(0.1))
    if tenths == 1000 and chance < 1:
        return text("plus de {number} %", number=decimal(99.9))
    if 0 < tenths < 10 or 990 < tenths < 1000:
        return text("{number} %", number=decimal(tenths / 10))
    return text("{number} %", number=round(chance * 100))

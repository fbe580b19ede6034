"""The journal: every roll by its line, and what was done to it since. Nothing in it is ever changed.

An entry holds the line with its faces; the outcome is found anew from it, by today's rules. Beside the line stands a
digest of the verdict as it was given, so that a list can be filtered without resolving anything, and so that an entry
which another version judged otherwise says so. Erasing, restoring and noting are further records of the same log.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from pyroll.form import fields_of
from pyroll.i18n import N_, Param, Signed, Text, text
from pyroll.line import Refusal, Test, read, write
from pyroll.resolve import Contest, Origin, Resolved, Result, Single, resolve
from pyroll.system import Kind, SideName
from pyroll.systems import system_named

__all__ = [
    "ORIGINS",
    "VERDICTS",
    "Digest",
    "Entry",
    "Erased",
    "Event",
    "Judgement",
    "Noted",
    "Origin",
    "Restored",
    "Rolled",
    "decisions",
    "difference",
    "digest_of",
    "entries_of",
    "entry_of",
    "forgettable",
    "judge",
    "kind_of",
    "result_words",
    "verdict_words",
]

ORIGINS: Mapping[Origin, str] = {
    "thrown": N_("Lancé"),
    "typed": N_("Saisi"),
    "received": N_("Reçu par lien"),
}
VERDICTS: Mapping[Kind, str] = {
    "crit": N_("Réussite critique"),
    "ok": N_("Réussite"),
    "tie": N_("Égalité"),
    "plain": N_("Total"),
    "ko": N_("Échec"),
    "fumble": N_("Échec critique"),
}
_WINNERS: Mapping[SideName | None, str] = {
    "actor": N_("L’actif l’emporte"),
    "opponent": N_("Le réactif l’emporte"),
    None: N_("Égalité"),
}


@dataclass(frozen=True, slots=True)
class Digest:
    """A verdict in short: that of a test against a difficulty, or, if ``opposed``, who won."""

    success: bool | None = None
    critical: Literal["success", "failure"] | None = None
    margin: int | None = None
    winner: SideName | None = None
    opposed: bool = False

    @property
    def kind(self) -> Kind:
        """How the page shows it; an opposition that the actor wins is a success."""
        if self.opposed:
            return "ok" if self.winner == "actor" else "ko" if self.winner == "opponent" else "tie"
        if self.success is None:
            return "tie"
        if self.success:
            return "crit" if self.critical == "success" else "ok"
        return "fumble" if self.critical == "failure" else "ko"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A roll.

    :param line: its line, with faces.
    :param time: when it was made, in UTC.
    :param origin: thrown here; typed in, if any die was; or received from somebody.
    :param version: the version of pyroll that judged it as ``digest`` says.
    :param character: its name at that time; ``character_id`` is "" for nobody's roll.
    :param label: what was rolled: a skill's name.
    :param late: how many of the points that the actor spent were added after the dice fell.
    :param secret: not to be told yet: reports leave it out.
    :param shared: an opposition whose actor's dice are counted with another entry: one throw against many.
    """

    id: str
    line: str
    time: str
    origin: Origin
    version: str
    digest: Digest
    character_id: str = ""
    character: str = ""
    label: str = ""
    late: int = 0
    note: str = ""
    secret: bool = False
    shared: bool = False

    @property
    def system(self) -> str:
        """The system's key, as the line says it."""
        return self.line.partition("?")[0]


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll was made."""

    entry: Entry

    @property
    def id(self) -> str:
        """The entry's own."""
        return self.entry.id


@dataclass(frozen=True, slots=True)
class Erased:
    """Entries were erased; they can be restored."""

    id: str
    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Restored:
    """Erased entries came back."""

    id: str
    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Noted:
    """An entry has this note from now on."""

    id: str
    entry: str
    note: str


Event: TypeAlias = Rolled | Erased | Restored | Noted
"""A record of the log. Ids sort by time: of two events about an entry, the one with the greater id holds."""


# ------------------------------------------------------------------------------------------------------- a new entry


def digest_of(result: Resolved) -> Digest:
    """The verdict in short."""
    match result:
        case Single(played=played):
            verdict = played.result
            return Digest(verdict.success, verdict.critical, verdict.margin)
        case Contest(duel=duel):
            return Digest(margin=duel.margin, winner=duel.winner, opposed=True)


def entry_of(
    result: Resolved,
    entry_id: str,
    time: str,
    origin: Origin,
    version: str,
    *,
    character_id: str = "",
    character: str = "",
    label: str = "",
    late: int = 0,
    secret: bool = False,
) -> Entry:
    """The entry of a roll just made. ``time``: a moment in UTC; ``version``: pyroll's own."""
    return Entry(
        id=entry_id,
        line=write(result.test),
        time=time,
        origin=origin,
        version=version,
        digest=digest_of(result),
        character_id=character_id,
        character=character,
        label=label,
        late=late,
        secret=secret,
    )


# ------------------------------------------------------------------------------------------------------ the whole log


def entries_of(events: Iterable[Event]) -> tuple[Entry, ...]:
    """The entries that stand, by id, with their notes; in whatever order the events come."""
    rolled: dict[str, Entry] = {}
    late: list[Erased | Restored | Noted] = []
    for event in events:
        if isinstance(event, Rolled):
            rolled[event.id] = event.entry
        else:
            late.append(event)
    erased: set[str] = set()
    for event in sorted(late, key=lambda one: one.id):
        match event:
            case Erased(_, entries):
                erased.update(entries)
            case Restored(_, entries):
                erased.difference_update(entries)
            case Noted(_, entry, note) if entry in rolled:
                rolled[entry] = replace(rolled[entry], note=note)
            case _:
                pass
    return tuple(rolled[key] for key in sorted(rolled) if key not in erased)


def forgettable(events: Iterable[Event]) -> frozenset[str]:
    """The ids of records that may be removed for good: erased rolls, and what was noted about them or overruled.

    What says that they were erased stays, so that no other copy of the log brings them back.
    """
    listed = list(events)
    standing = {entry.id for entry in entries_of(listed)}
    last_note = {}
    for event in sorted(listed, key=lambda one: one.id):
        if isinstance(event, Noted):
            last_note[event.entry] = event.id
    gone = set()
    for event in listed:
        match event:
            case Rolled(entry) if entry.id not in standing:
                gone.add(entry.id)
            case Noted(key, entry_id) if entry_id not in standing or last_note[entry_id] != key:
                gone.add(key)
            case _:
                pass
    return frozenset(gone)


# ------------------------------------------------------------------------------------------------------- judged again


@dataclass(frozen=True, slots=True)
class Judgement:
    """An entry under today's rules: what its line resolves to, and whether the verdict is another one than then.

    A line that cannot be resolved any more is a ``Refusal`` (or ``Needs``), and ``differs``.
    """

    result: Result
    differs: bool


def judge(entry: Entry) -> Judgement:
    """The entry's outcome, found anew from its line."""
    test = read(entry.line)
    result: Result = test if isinstance(test, Refusal) else resolve(test)
    same = isinstance(result, Single | Contest) and digest_of(result) == entry.digest
    return Judgement(result, not same)


def verdict_words(digest: Digest) -> Text:
    """The verdict in a word or two."""
    if digest.opposed:
        return Text(_WINNERS[digest.winner])
    if digest.success is None:
        return text("Au meneur de décider")
    return Text(VERDICTS[digest.kind])


def kind_of(entry: Entry) -> Kind:
    """How an entry looks in a list."""
    system = system_named(entry.system)
    judged = system is None or system.judged or entry.digest.opposed
    return entry.digest.kind if judged else "plain"


def result_words(entry: Entry) -> Text:
    """The verdict in a word or two; the figure where nobody judges it."""
    result = judge(entry).result if kind_of(entry) == "plain" else None
    return result.explain().word if isinstance(result, Single) else verdict_words(entry.digest)


def _full_words(digest: Digest) -> Text:
    if digest.margin is None:
        return verdict_words(digest)
    return text("{verdict}, marge {margin}", verdict=verdict_words(digest), margin=Signed(digest.margin))


def difference(entry: Entry, judgement: Judgement) -> Text | None:
    """What to say when the verdict is not the one given then; None when it is."""
    if not judgement.differs:
        return None
    then: dict[str, Param] = {"version": entry.version, "then": _full_words(entry.digest)}
    match judgement.result:
        case Single() | Contest():
            now = _full_words(digest_of(judgement.result))
            return text("La version {version} avait jugé : {then}. Cette version juge : {now}.", now=now, **then)
        case _:
            return text("La version {version} avait jugé : {then}. Cette version ne sait plus lire ce jet.", **then)


def decisions(test: Test) -> tuple[tuple[str, str], ...]:
    """What the actor decided, label and value as a line has it: points spent, dice raised or lowered by hand."""
    free = test.system.undecided(test.actor)
    return tuple(
        (item.label, item.kind.dump(value))
        for item in fields_of(test.system.request)
        if (value := getattr(test.actor, item.name)) != getattr(free, item.name)
        or (item.name == test.system.spend and value != item.default)
    )

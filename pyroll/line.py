"""The one-line text form of a test, both ways (contract.md).

``SYSTEM?FIELD=VALUE&...@FACES`` is to pyroll what FEN is to chess: the page, links, journal, tests and command line
all speak it. ``read`` and ``write`` are inverses on canonical lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any
from urllib.parse import quote_plus, unquote

from pyroll.dice import Faces
from pyroll.form import Problem, fields_of, parse, parse_integer, query
from pyroll.i18n import N_, text
from pyroll.system import System
from pyroll.systems import system_named

__all__ = ["OPPONENT", "READING", "Refusal", "Test", "read", "write"]

OPPONENT = "opponent."
READING = "reading."

# Names and small numbers come again and again: a pool of twenty dice may offer twenty lines.
_quoted = lru_cache(maxsize=1024)(partial(quote_plus, safe=","))


@dataclass(frozen=True, slots=True)
class Test:
    """A test, thrown or not: a system, one or two requests, the table's readings, and the faces.

    ``opponent`` is None for a test against a difficulty. ``faces`` is None while nothing was thrown;
    ``opponent_faces`` is used only in an opposition.
    """

    __test__ = False  # not a test case, whatever pytest thinks of the name

    system: System
    actor: Any
    readings: Any
    opponent: Any = None
    faces: Faces | None = None
    opponent_faces: Faces = ()

    @property
    def opposed(self) -> bool:
        """Whether somebody resists."""
        return self.opponent is not None

    def unthrown(self) -> Test:
        """The same test before its dice."""
        return replace(self, faces=None, opponent_faces=())

    def thrown(self, faces: Faces, opponent_faces: Faces = ()) -> Test:
        """The same test with these dice."""
        return replace(self, faces=faces, opponent_faces=opponent_faces)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a line or a form is refused: every problem at once."""

    problems: tuple[Problem, ...]


def read(line: str, *, before: bool = False) -> Test | Refusal:
    """The test that a line describes, or everything that is wrong with it.

    ``before``: as it was before the dice; faces and the choices made after them are neither kept nor checked.
    """
    head, at, tail = line.partition("@")
    key, question, asked = head.partition("?")
    if not question or "@" in tail:
        return _refuse("bad_line", "line", N_("Ce texte n’est pas celui d’un test : SYSTÈME?CHAMP=VALEUR@FACES."))
    system = system_named(key)
    if system is None:
        return _refuse("unknown_system", "system", N_("Ce système n’existe pas."))
    parts = [part for part in asked.split("&") if part]
    if not all("=" in part for part in parts):
        return _refuse("bad_line", "line", N_("Chaque champ s’écrit CHAMP=VALEUR."))
    pairs = [part.partition("=")[::2] for part in parts]
    # A space is read as "+": the sign of a number survives form encoding.
    raw = [(unquote(name), unquote(value).replace(" ", "+")) for name, value in pairs]
    return from_fields(system, raw, unquote(tail) if at and not before else None, before=before)


def from_fields(
    system: System, raw: list[tuple[str, str]], faces: str | None = None, *, before: bool = False
) -> Test | Refusal:
    """The test that named texts describe: what a line's query or the page's form holds."""
    names = [name for name, _ in raw]
    problems = [*_repeated(names), *_unknown(system, names)]
    texts = dict(raw)
    opposed = any(name.startswith(OPPONENT) for name in names)

    actor, wrong = parse(system.request, texts)
    problems += wrong
    opponent = None
    if opposed:
        opponent, wrong = parse(system.request, _under(OPPONENT, texts), OPPONENT)
        problems += wrong
    if before:
        actor, opponent = (request and system.undecided(request) for request in (actor, opponent))
    readings, wrong = parse(system.readings, _under(READING, texts), READING)
    problems += wrong
    for prefix, request in (("", actor), (OPPONENT, opponent)):
        if request is not None and readings is not None:
            found = system.check(request, readings, opposed)
            problems += [replace(problem, field=prefix + problem.field) for problem in found]

    sides, misread = _faces(faces, opposed)
    problems += misread
    if problems:
        return Refusal(tuple(problems))
    return Test(system, actor, readings, opponent, None if faces is None else sides[0], sides[1])


def write(test: Test) -> str:
    """The canonical line."""
    pairs = list(query(test.actor))
    if test.opposed:
        first = fields_of(test.system.request)[0].name
        fallback = [(OPPONENT + first, dict(query(test.opponent, defaults=True))[first])]
        pairs += list(query(test.opponent, OPPONENT)) or fallback
    pairs += query(test.readings, READING)
    line = f"{test.system.key}?{'&'.join(f'{_quoted(name)}={_quoted(value)}' for name, value in pairs)}"
    if test.faces is None:
        return line
    thrown = ",".join(map(str, test.faces))
    if test.opposed and (test.faces or test.opponent_faces):
        thrown += "/" + ",".join(map(str, test.opponent_faces))
    return f"{line}@{thrown}"


def _refuse(code: str, field: str, message: str) -> Refusal:
    return Refusal((Problem(code, field, text(message)),))


def _under(prefix: str, texts: dict[str, str]) -> dict[str, str]:
    return {name.removeprefix(prefix): value for name, value in texts.items() if name.startswith(prefix)}


def _repeated(names: list[str]) -> Iterator[Problem]:
    for name, times in Counter(names).items():
        if times > 1:
            yield Problem("repeated_field", name, text("Ce champ est donné deux fois."))


def _unknown(system: System, names: list[str]) -> Iterator[Problem]:
    fields = [item.name for item in fields_of(system.request)]
    known = {*fields, *(OPPONENT + name for name in fields)}
    known.update(READING + item.name for item in fields_of(system.readings))
    for name in dict.fromkeys(names):
        if name not in known:
            yield Problem("unknown_field", name, text("Ce champ n’existe pas."))


def _faces(raw: str | None, opposed: bool) -> tuple[tuple[Faces, Faces], list[Problem]]:
    problems: list[Problem] = []
    sides = (raw or "").split("/")
    if len(sides) > (2 if opposed else 1):
        problems.append(Problem("too_many_dice", "faces", text("Trop de côtés : « / » sépare deux adversaires.")))
    read_sides = []
    for side in (*sides, "")[:2]:
        faces = []
        for face in side.split(",") if side else ():
            value = parse_integer(face)
            if value is None:
                problems.append(Problem("not_a_number", "faces", text("« {face} » n’est pas une face.", face=face)))
            else:
                faces.append(value)
        read_sides.append(tuple(faces))
    return (read_sides[0], read_sides[1]), problems

"""Dice from a real table, entered one by one: which die comes next, what it can show, and what was entered so far.

The faces stand in a test like thrown ones, and the rule itself says what it still needs; so a result of entered dice
goes the same way as any other from there on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from pyroll.app.choosing import decided, judged
from pyroll.app.keyed import Erased, Keyed, Picked, Place, Step, Typing
from pyroll.dice import Die, Faces, Need
from pyroll.i18n import Text
from pyroll.line import Refusal, Test
from pyroll.odds import undecided
from pyroll.resolve import Contest, Needs, Resolved, Result, Single, resolve, throw
from pyroll.system import Shape, Shown, SideName

__all__ = [
    "Key",
    "Row",
    "Slot",
    "asked_for",
    "begun",
    "counts",
    "finished",
    "kept_faces",
    "keys_of",
    "rows",
    "so_far",
    "step",
]


class Key(NamedTuple):
    """A face as the real die prints it, and what it is worth to the rule."""

    printed: str
    face: int


def begun(test: Test) -> Typing:
    """Nothing entered yet; faces that the test holds already stay."""
    return Typing(test if test.faces is not None else test.thrown(()))


def finished(typing: Typing) -> Resolved | None:
    """The result, once all dice are there."""
    return judged(typing.test)


# -------------------------------------------------------------------------------------------------- what is asked for


class Asked(NamedTuple):
    """The die that the next face goes to."""

    place: Place
    need: Need


def asked_for(typing: Typing) -> Asked | None:
    """The next die, or the one that is being corrected; None when all are there."""
    if typing.at is not None:
        need = _need(typing.test, typing.at)
        return None if need is None else Asked(typing.at, need)
    match resolve(typing.test):
        case Needs(need=need, side=side, faces=faces):
            return Asked(Place(side, len(faces)), need)
        case _:
            return None


def _need(test: Test, place: Place) -> Need | None:
    """What stood open when this die was thrown."""
    found = resolve(_alone(test, place.side, _faces(test, place.side)[: place.nth]))
    return found.need if isinstance(found, Needs) and found.side == "actor" else None


def _alone(test: Test, side: SideName, faces: Faces) -> Test:
    """The test seen from one side, which comes first; the other has thrown nothing."""
    mine = test if side == "actor" else replace(test, actor=test.opponent, opponent=test.actor)
    return mine.thrown(faces)


def _faces(test: Test, side: SideName) -> Faces:
    return (test.faces or ()) if side == "actor" else test.opponent_faces


def _with_faces(test: Test, side: SideName, faces: Faces) -> Test:
    if side == "actor":
        return test.thrown(faces, test.opponent_faces)
    return test.thrown(test.faces or (), faces)


def keys_of(die: Die) -> tuple[Key, ...]:
    """What the real die can show, in the order of what it prints."""
    if die.prints:
        return tuple(Key(str(printed), face) for printed, face in die.prints)
    return tuple(Key(str(face), face) for face in die.faces)


def counts(typing: Typing) -> tuple[int, int]:
    """How many dice are entered, and how many there are as far as is known."""
    known = sum(len(row.slots) for row in rows(typing))
    return sum(slot.face is not None for row in rows(typing) for slot in row.slots), known


# -------------------------------------------------------------------------------------------------------- transitions


def step(typing: Typing, message: Step) -> Typing:
    """The entry after one key, correction or erasure. A face that the die cannot show changes nothing."""
    match message:
        case Keyed(text, whole):
            return _keyed(typing, text, whole)
        case Erased():
            return _erased(typing)
        case Picked(place):
            there = place.nth < len(_faces(typing.test, place.side))
            return replace(typing, at=place if there and place != typing.at else None, pending="")


def _keyed(typing: Typing, struck: str, whole: bool) -> Typing:
    asked = asked_for(typing)
    if asked is None:
        return typing
    figure = struck if whole else typing.pending + struck
    keys = keys_of(asked.need.die)
    longer = [key for key in keys if key.printed != figure and key.printed.startswith(figure)]
    face = _face_of(keys, figure)
    if not whole and struck and longer:
        return replace(typing, pending=figure)
    return typing if face is None else _entered(typing, asked.place, face)


def _face_of(keys: tuple[Key, ...], figure: str) -> int | None:
    """By what is printed; a die that prints the face itself (0 on a die 0–5) is understood too."""
    return next(
        (key.face for key in keys if key.printed == figure),
        next((key.face for key in keys if str(key.face) == figure), None),
    )


def _entered(typing: Typing, place: Place, face: int) -> Typing:
    faces = _faces(typing.test, place.side)
    changed = (*faces[: place.nth], face, *faces[place.nth + 1 :])
    kept = kept_faces(typing.test, place.side, changed)
    return Typing(_with_faces(typing.test, place.side, kept))


def _erased(typing: Typing) -> Typing:
    if typing.pending:
        return replace(typing, pending="")
    place = typing.at or _last(typing.test)
    if place is None:
        return typing
    faces = _faces(typing.test, place.side)
    changed = faces[: place.nth] + faces[place.nth + 1 :]
    return Typing(_with_faces(typing.test, place.side, kept_faces(typing.test, place.side, changed)))


def _last(test: Test) -> Place | None:
    for side in ("opponent", "actor"):
        if faces := _faces(test, side):
            return Place(side, len(faces) - 1)
    return None


def kept_faces(test: Test, side: SideName, faces: Faces) -> Faces:
    """The first of these faces that the rule asks for: a corrected die may leave later ones without a reason."""
    for count in range(len(faces), 0, -1):
        match resolve(_alone(test, side, faces[:count])):
            case Refusal():
                continue
            case _:
                return faces[:count]
    return ()


# ----------------------------------------------------------------------------------------------- on the table


class Slot(NamedTuple):
    """A die on the table: entered, or still to come (``face`` None). ``counts``: what an entered one counts for so
    far, where dice are counted one by one.
    """

    place: Place
    shape: Shape
    face: int | None
    counts: Shown | None = None


class Row(NamedTuple):
    """Dice of one side and one kind."""

    side: SideName
    shape: Shape
    slots: tuple[Slot, ...]


def rows(typing: Typing) -> tuple[Row, ...]:
    """All dice that are known of, side by side, dice of one shape together."""
    found: list[Row] = []
    for side in ("actor", "opponent") if typing.test.opposed else ("actor",):
        for slot in _slots(typing.test, side):
            if found and (found[-1].side, found[-1].shape) == (side, slot.shape):
                found[-1] = found[-1]._replace(slots=(*found[-1].slots, slot))
            else:
                found.append(Row(side, slot.shape, (slot,)))
    return tuple(found)


def _slots(test: Test, side: SideName) -> list[Slot]:
    faces = _faces(test, side)
    need = _need(test, Place(side, len(faces)))
    total = len(faces) + (0 if need is None else need.count)
    entered = (*faces, *(None,) * (total - len(faces)))
    counting = test.system.figure.so_far is not None
    return [
        Slot(Place(side, index), shown.shape, face, shown if counting and face is not None else None)
        for index, (face, shown) in enumerate(zip(entered, _shown(test, side), strict=False))
    ]


def _shown(test: Test, side: SideName) -> tuple[Shown, ...]:
    """The side's dice as its result would show them, with the missing ones filled in."""
    match _filled(test):
        case Single() as single:
            return single.explain().dice
        case Contest() as contest:
            mine, theirs = contest.explain()
            return mine.dice if side == "actor" else theirs.dice
        case _:
            return ()


def _filled(test: Test) -> Result:
    """The test as it would end with nothing spent yet: counted dice show 1 (see ``Figure.so_far``), others a middling
    face, which calls for no further die.
    """
    if test.system.figure.so_far is None:
        return throw(test, lambda sides: sides // 2)
    unspent = undecided(test).thrown(test.faces or (), test.opponent_faces)
    result = throw(unspent, lambda sides: 0)
    return decided(result) if isinstance(result, Single | Contest) else result


def so_far(typing: Typing) -> Text | None:
    """What the entered dice come to, where they are counted one by one."""
    figure = typing.test.system.figure
    if figure.so_far is None or not isinstance(result := _filled(typing.test), Single):
        return None
    return figure.so_far(figure.of(result.played.result))

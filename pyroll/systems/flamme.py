"""Dés de Flamme: a pool of d6 of which some, the flame dice, can be raised and lowered (rules R003-1 to R003-51).

Who moves which flame die is in ``flames.py``; the words are in ``flamme_words.py`` and ``flamme_steps.py``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pyroll.form import Problem, Refused, Rung, choice, flag, number, parse_integer, written
from pyroll.i18n import N_, plural, text
from pyroll.play import Rule, Throw, ask
from pyroll.systems.flame_law import Pool
from pyroll.systems.flames import LOWERING, LOWERING_TO_TWO, Allocation, FlamePool, Stocks

__all__ = [
    "LADDER",
    "MOST",
    "Modifiers",
    "Readings",
    "Request",
    "Rolled",
    "Verdict",
    "check",
    "check_throws",
    "complexity_of",
    "flame_dice_of",
    "plan_of",
    "pool_of",
    "resolve",
    "side",
    "size_of",
    "stocks_of",
]

FUMBLE_MARGIN = -5  # R003-18
LADDER = (  # R003-2
    Rung(1, N_("Évident")),
    Rung(2, N_("Facile")),
    Rung(3, N_("Aisé")),
    Rung(4, N_("Normal")),
    Rung(5, N_("Malaisé")),
    Rung(6, N_("Difficile")),
    Rung(7, N_("Très difficile")),
    Rung(8, N_("Improbable")),
    Rung(9, N_("Chimérique")),
)


class Modifiers(NamedTuple):
    """R003-36: dice, flame dice, and augmentations (+) or diminutions (−)."""

    dice: int = 0
    flames: int = 0
    points: int = 0


_SIGN = "[+\N{MINUS SIGN}-]"
_MODIFIERS = re.compile(
    rf"(?:({_SIGN}[0-9]+)D(?!F))?(?:({_SIGN}[0-9]+)DF)?({_SIGN}[0-9]+)?",
    re.ASCII,
)
MOST = Modifiers(20, 20, 10)


def read_modifiers(raw: str) -> Modifiers:
    """``+xD+yDF+z``, every part optional, in that order (R003-36)."""
    match = _MODIFIERS.fullmatch(raw)
    if match is None:
        raise Refused("bad_modifiers", text("S’écrit +xD+yDF+z : par exemple +1D+1DF−2."))
    parts = [parse_integer((part or "0").replace("\N{MINUS SIGN}", "-")) or 0 for part in match.groups()]
    if any(abs(part) > most for part, most in zip(parts, MOST, strict=True)):
        raise Refused("bad_modifiers", text("Au plus 20 dés, 20 dés de Flamme et 10 points."))
    return Modifiers(*parts)


def write_modifiers(value: Modifiers) -> str:
    """The notation, parts that do nothing left out."""
    units = zip(value, ("D", "DF", ""), strict=True)
    return "".join(f"{count:+d}{unit}" for count, unit in units if count)


def read_points(raw: str) -> Allocation | None:
    """Points per flame die, comma-separated; empty = played at best."""
    if raw == "":
        return None
    points = [parse_integer(part) for part in raw.split(",")]
    if any(one is None or one < 0 for one in points):
        raise Refused("bad_allocation", text("Un nombre de points, 0 ou plus, par dé de Flamme."))
    return tuple(one or 0 for one in points)


def write_points(value: Allocation | None) -> str:
    """The inverse of ``read_points``."""
    return "" if value is None else ",".join(map(str, value))


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is rolled: one side's values."""

    characteristic: int = number(N_("Caractéristique"), 0, 15, default=3)
    skill: int = number(N_("Compétence"), 0, 15, default=0)
    difficulty: int = number(N_("Difficulté"), -9, 20, default=4, ladder=LADDER, solo=True)
    modifiers: Modifiers = written(
        N_("Modificateurs"),
        read_modifiers,
        write_modifiers,
        default=Modifiers(),
        hint=N_("Noté +xD+yDF+z : dés, dés de Flamme, points."),
    )
    flame: int = number(N_("Flamme"), -10, 10, default=0, hint=N_("Négative : Flamme noire. 0 :\xa0un\xa0Terne."))
    aspect: int = number(N_("Aspect"), 0, 10, default=0)
    dark_aspect: int = number(N_("Aspect noir"), 0, 10, default=0)
    invert_aspect: bool = flag(N_("Malus d’aspect inversé"), rare=True)
    speciality: bool = flag(N_("Spécialité +1"))
    heroics: int = number(N_("Héroïsme"), 0, 5, default=0, rare=True, hint=N_("Augmentations du meneur."))
    dullness: int = number(N_("Platitude"), 0, 5, default=0, rare=True, hint=N_("Diminutions du meneur."))
    eclat_dice: int = number(N_("Éclat : dés de Flamme"), 0, 10, default=0, rare=True)
    eclat_raises: int = number(N_("Éclat : augmentations"), 0, 10, default=0, rare=True)
    size: int = number(N_("Taille de l’acteur"), -5, 10, default=0, rare=True, solo=True)
    target_size: int = number(N_("Taille de la cible"), -5, 10, default=0, rare=True, solo=True)
    object: Literal["none", "disable", "repair"] = choice(
        N_("Objet"),
        {"none": N_("Aucun"), "disable": N_("Mettre hors d’usage"), "repair": N_("Réparer")},
        default="none",
        rare=True,
        solo=True,
    )
    complexity: int = number(N_("Complexité"), 0, 3, default=0, rare=True, solo=True)
    raises: Allocation | None = written(N_("Augmentations"), read_points, write_points, default=None, hidden=True)
    lowers: Allocation | None = written(N_("Diminutions"), read_points, write_points, default=None, hidden=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """Where the text leaves a choice to the table."""

    fumble: Literal["ones_over_successes", "half_pool", "both", "either"] = choice(
        N_("Échec critique"),
        {
            "ones_over_successes": N_("échec et plus de 1 que de réussites"),
            "half_pool": N_("plus de 1 que la moitié du potentiel et que de réussites"),
            "both": N_("les deux conditions"),
            "either": N_("l’une ou l’autre"),
        },
        default="ones_over_successes",
        hint=N_("Quand un échec devient critique."),
    )
    order: Literal["raise_first", "lower_first", "net"] = choice(
        N_("Ordre"),
        {
            "raise_first": N_("augmentations d’abord"),
            "lower_first": N_("diminutions d’abord"),
            "net": N_("la différence seulement"),
        },
        default="raise_first",
        hint=N_("Qui déplace les dés le premier ; l’autre répond."),
    )
    critical_difficulty: Literal["effective", "base"] = choice(
        N_("Critique : double de la difficulté"),
        {"effective": N_("avec la taille"), "base": N_("sans la taille")},
        default="effective",
        hint=N_("La difficulté dont le double donne une réussite critique."),
    )
    lowered_to_one: Literal["counts", "not_counted", "forbidden"] = choice(
        N_("Un 2 diminué"),
        {
            "counts": N_("devient un 1"),
            "not_counted": N_("devient un 1, sans compter pour l’échec critique"),
            "forbidden": N_("ne peut pas l’être"),
        },
        default="counts",
        hint=N_("Ce que le meneur fait d’un 2 qu’il diminue."),
    )
    tie: Literal["none", "actor", "opponent"] = choice(
        N_("Égalité"),
        {"none": N_("indécise"), "actor": N_("à l’actif"), "opponent": N_("au réactif")},
        default="none",
        hint=N_("Qui l’emporte à réussites égales, en opposition."),
    )


class Rolled(NamedTuple):
    """One side's roll."""

    pool: int
    flame_dice: int
    successes: int
    ones: int


class Verdict(NamedTuple):
    """A judged test."""

    pool: int
    flame_dice: int
    successes: int
    ones: int
    difficulty: int
    margin: int
    success: bool
    critical: Literal["success", "failure"] | None


def pool_of(request: Request) -> int:
    """R003-1, R003-36: characteristic + skill + x, at least 0 (A003-12)."""
    return max(0, request.characteristic + request.skill + request.modifiers.dice)


def flame_dice_of(request: Request) -> int:
    """R003-22, R003-33, R003-36, R003-37: |flame| + éclat + y, between 0 and the pool (A003-11)."""
    flames = abs(request.flame) + request.eclat_dice + request.modifiers.flames
    return min(max(0, flames), pool_of(request))


def stocks_of(request: Request, readings: Readings) -> Stocks:
    """R003-29 to R003-36: where augmentations and diminutions come from."""
    bright, dark = request.aspect, request.dark_aspect
    helping, hindering = (bright, dark) if request.flame > 0 else (dark, bright)  # R003-29, R003-30
    if request.flame == 0:  # a Terne has no aspects at work
        helping = hindering = 0
    if request.invert_aspect:  # R003-35
        helping, hindering = helping + hindering, 0
    points = request.modifiers.points
    speciality = int(request.speciality and request.flame != 0)  # R003-32
    raises = helping + request.heroics + speciality + request.eclat_raises + max(0, points)
    lowers = hindering + request.dullness + max(0, -points)
    if readings.order == "net":  # A003-8
        common = min(raises, lowers)
        return Stocks(raises - common, lowers - common)
    return Stocks(raises, lowers)


def size_of(request: Request) -> int:
    """R003-43: what the sizes add to the difficulty."""
    return request.size - request.target_size


def complexity_of(request: Request) -> int:
    """R003-50, R003-51: what the object's complexity adds to the difficulty."""
    return {"none": 0, "disable": -1, "repair": 1}[request.object] * request.complexity


def plan_of(request: Request, readings: Readings) -> FlamePool:
    """Throw the pool, move the flame dice, count (R003-4 to R003-7, R003-25 to R003-28)."""
    return FlamePool(
        count=pool_of(request),
        flames=flame_dice_of(request),
        stocks=stocks_of(request, readings),
        raises=request.raises,
        lowers=request.lowers,
        lower_first=readings.order == "lower_first",
        gm=LOWERING_TO_TWO if readings.lowered_to_one == "forbidden" else LOWERING,
        lowered_counts=readings.lowered_to_one != "not_counted",
    )


def side(request: Request, readings: Readings) -> Rule[Rolled]:
    """One side of an opposition: its successes decide."""
    plan = plan_of(request, readings)
    return ask(plan, lambda tally: Rolled(plan.count, plan.flames, *tally))


def resolve(request: Request, readings: Readings) -> Rule[Verdict]:
    """A test against a difficulty."""
    plan = plan_of(request, readings)
    return ask(plan, judgement(request, readings, plan))


def judgement(request: Request, readings: Readings, plan: FlamePool) -> Callable[[Pool], Verdict]:
    """How a tally is judged, whatever points it came by."""
    unsized = request.difficulty + complexity_of(request)
    size = size_of(request)
    difficulty = unsized + size
    doubled = difficulty if readings.critical_difficulty == "effective" else unsized  # A003-4

    def judge(tally: Pool) -> Verdict:
        margin = tally.successes - difficulty  # R003-9
        if fumbles(plan.count, tally, margin, readings):
            return Verdict(plan.count, plan.flames, *tally, difficulty, margin, False, "failure")  # A003-3
        if margin < 0:  # R003-8
            return Verdict(plan.count, plan.flames, *tally, difficulty, margin, False, None)
        margin += size  # R003-44
        critical = tally.successes >= 2 * max(1, doubled)  # R003-11, A003-5
        return Verdict(plan.count, plan.flames, *tally, difficulty, margin, True, "success" if critical else None)

    return judge


def fumbles(pool: int, tally: Pool, margin: int, readings: Readings) -> bool:
    """R003-13, R003-16, R003-18 as the table reads them (A003-1)."""
    if margin <= FUMBLE_MARGIN:
        return True
    if tally.ones <= tally.successes:
        return False
    failed = margin < 0
    over_half = 2 * tally.ones > pool  # A003-17: half is exact
    match readings.fumble:
        case "ones_over_successes":
            return failed
        case "half_pool":
            return over_half
        case "both":
            return failed and over_half
        case "either":
            return failed or over_half


def check(request: Request, readings: Readings, opposed: bool) -> Iterable[Problem]:
    """Given points: one number per flame die, no more than the stock."""
    stocks = stocks_of(request, readings)
    flames = flame_dice_of(request)
    for name, points, stock in (
        ("raises", request.raises, stocks.raises),
        ("lowers", request.lowers, stocks.lowers),
    ):
        if points is None:
            continue
        if len(points) != flames:
            yield Problem(
                "bad_allocation",
                name,
                plural(
                    "Un nombre par dé de Flamme : {n} attendu.", "Un nombre par dé de Flamme : {n} attendus.", flames
                ),
            )
        if sum(points) > stock:
            yield Problem(
                "too_many_points",
                name,
                plural(
                    "{n} point placé sur {stock} en réserve.",
                    "{n} points placés sur {stock} en réserve.",
                    sum(points),
                    stock=stock,
                ),
            )


def check_throws(request: Request, readings: Readings, throws: tuple[Throw, ...]) -> Iterable[Problem]:
    """R003-25: nobody moves a die that shows 1."""
    moves = plan_of(request, readings).move(throws[0].faces)
    for name, points, faces in (
        ("raises", moves.raises, moves.raised_from),
        ("lowers", moves.lowers, moves.lowered_from),
    ):
        if any(spent and face == 1 for spent, face in zip(points, faces, strict=True)):
            yield Problem("one_is_immune", name, text("Un dé qui montre 1 ne peut être ni augmenté ni diminué."))

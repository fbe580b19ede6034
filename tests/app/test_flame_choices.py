"""What the page says of each flame die after the throw, held against the rule itself: every label is true, every
suggestion is what good play does, and what cannot be moved says why.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from pyroll.app.choosing import Offer, decided, judged, offers, with_request
from pyroll.i18n import FRENCH
from pyroll.line import Refusal, read
from pyroll.odds import undecided
from pyroll.resolve import Contest, Resolved, Single, resolve, throw
from pyroll.system import Tap
from pyroll.systems.flames import RAISING, best_allocation
from pyroll.systems.flamme import plan_of

LINES = 250
LOCKED = {"1 immuable", "{face} au plus", "{face} au moins", "plus aucun point", "déjà augmenté"}


def thrown(rng: random.Random) -> Iterator[Resolved]:
    """Throws of all kinds of pools, nothing placed on them yet."""
    for _ in range(LINES):
        own = {
            "characteristic": rng.randint(0, 4),
            "skill": rng.randint(0, 3),
            "flame": rng.randint(-4, 4),
            "aspect": rng.randint(0, 3),
            "dark_aspect": rng.randint(0, 3),
        }
        line = "&".join(f"{name}={value}" for name, value in own.items())
        against = f"&opponent.flame={rng.randint(-3, 3)}&opponent.aspect=2" if rng.random() < 0.2 else ""
        order = f"&reading.order={rng.choice(('raise_first', 'lower_first', 'net'))}"
        test = read(f"flamme?{line}{against or f'&difficulty={rng.randint(1, 6)}'}{order}")
        if isinstance(test, Refusal):
            continue
        found = throw(test, lambda _: rng.choice((0, 1, 2, 3, 4, 5, 5, 0)))  # many ones and sixes
        assert isinstance(found, Single | Contest)
        yield decided(found)


def outcome(result: Resolved, offer: Offer) -> tuple[int, bool | None, str | None]:
    """Successes, and against a difficulty what they come to."""
    if isinstance(result, Single):
        found = result.played.result
        return found.successes, found.success, found.critical
    side = result.actor if offer.side == "actor" else result.opponent
    return side.result.successes, None, None


def shown(result: Resolved, offer: Offer, tap: Tap) -> int:
    """The face of the tapped die, as the page shows it."""
    if isinstance(result, Single):
        return result.explain().dice[tap.die].face
    actor, opponent = result.explain()
    return (actor if offer.side == "actor" else opponent).dice[tap.die].face


def told(before: tuple[int, bool | None, str | None], after: tuple[int, bool | None, str | None]) -> str:
    """What a point that leads from one outcome to the other is to say."""
    if before[2] != after[2] and (after[2], before[2]) != (None, "success"):
        return {
            "success": "{face} critique",
            "failure": "{face} échec critique",
            None: "{face} évite l’échec critique",
        }[after[2]]
    if before[1] != after[1]:
        return "{face} réussite" if after[1] else "{face} échec"
    return {1: "{face} +1 réussite", 0: "{face} sans effet", -1: "{face} −1 réussite"}[
        (after[0] > before[0]) - (after[0] < before[0])
    ]


def after(result: Resolved, offer: Offer, request: object) -> Resolved:
    found = judged(with_request(result.test, offer.side, request))
    assert found is not None
    return found


def walks(seed: int) -> Iterator[tuple[Resolved, Offer]]:
    """Offers as they stand while somebody places points, now well, now anyhow."""
    rng = random.Random(seed)
    for start in thrown(rng):
        result = start
        while found := [one for one in offers(result) if any(tap.request for tap in one.choices.taps)]:
            yield from ((result, one) for one in offers(result))
            offer = rng.choice(found)
            best = [tap for tap in offer.choices.taps if tap.best]
            free = [tap for tap in offer.choices.taps if tap.request]
            result = after(result, offer, rng.choice(best if best and rng.random() < 0.7 else free).request)
        yield from ((result, one) for one in offers(result))


@pytest.mark.parametrize("seed", [1, 2])
def test_every_label_is_true(seed: int) -> None:
    seen = set()
    for result, offer in walks(seed):
        for tap in offer.choices.taps:
            said = tap.label.msgid
            seen.add(said)
            face = shown(result, offer, tap)
            if tap.request is None:
                assert said in LOCKED
                assert not tap.best
                if said == "1 immuable":
                    assert face == 1
                elif said == "plus aucun point":
                    assert offer.choices.left == 0
                elif said == "déjà augmenté":
                    request = result.test.actor if offer.side == "actor" else result.test.opponent
                    assert request.raises[tap.die] > 0
                else:  # reached before the other mover's points, perhaps
                    assert tap.label.params["face"] in (1, 2, 6)
                continue
            then = after(result, offer, tap.request)
            assert said == told(outcome(result, offer), outcome(then, offer)), result.test
            assert tap.label.params["face"] == shown(then, offer, tap)
    assert len(seen) >= 9, "whatever can be said was said"


@pytest.mark.parametrize(
    ("fields", "labels"),
    [
        pytest.param("flame=3&aspect=5&raises=0,1,2@6,5,3", ["6 au plus", "6 au plus", "6 critique"], id="raised"),
        pytest.param(
            "flame=3&aspect=3&raises=0,0,3@1,5,3", ["1 immuable", "plus aucun point", "6 au plus"], id="a 1"
        ),
        pytest.param("flame=3&aspect=5&raises=4,0,0@2,1,1", ["6 au plus", *["1 immuable"] * 2], id="all the way"),
        pytest.param(
            "eclat_dice=3&dullness=5&lowers=3,0,0@4,1,3", ["1 au moins", "1 immuable", "2 sans effet"], id="lowered"
        ),
        pytest.param(
            "eclat_dice=3&dullness=5&reading.lowered_to_one=forbidden&lowers=3,0,1@5,2,3",
            ["2 au moins", "2 au moins", "2 au moins"],
            id="no further than 2",
        ),
    ],
)
def test_a_die_goes_so_far_and_no_further(fields: str, labels: list[str]) -> None:
    """Its own points count, too."""
    test = read(f"flamme?characteristic=3&difficulty=3&{fields}")
    assert not isinstance(test, Refusal)
    result = resolve(test)
    assert isinstance(result, Single)
    (offer,) = offers(decided(result))
    said = [FRENCH.say(tap.label).replace("\N{NO-BREAK SPACE}", " ") for tap in offer.choices.taps]
    assert said == labels


def test_all_points_may_be_taken_back() -> None:
    for result, offer in walks(5):
        request = result.test.actor if offer.side == "actor" else result.test.opponent
        name = "raises" if offer.choices.label == "Augmentations" else "lowers"
        none = (0,) * len(offer.choices.taps)
        assert offer.choices.unspent == replace(request, **{name: none})


def test_a_suggestion_is_what_good_play_does() -> None:
    """Of the only mover: the suggestions come to the rule's own best, point by point, and then there is none."""
    compared = 0
    for start in thrown(random.Random(3)):
        found = offers(start)
        if len(found) != 1 or isinstance(start, Contest):
            continue
        (offer,) = found
        asked = undecided(start.test)
        best = resolve(replace(asked, faces=start.test.faces))
        assert isinstance(best, Single)
        wanted = outcome(best, offer)
        if offer.choices.at_best is None:
            assert not any(tap.best for tap in offer.choices.taps)
            assert outcome(start, offer) == wanted
            continue
        assert outcome(after(start, offer, offer.choices.at_best), offer) == wanted
        result: Resolved = start
        for _ in range(offer.choices.stock):
            (now,) = offers(result)
            suggested = [tap for tap in now.choices.taps if tap.best]
            if not suggested:
                break
            result = after(result, now, suggested[0].request)
            compared += 1
        (end,) = offers(result)
        assert end.choices.at_best is None
        assert outcome(result, end) == wanted
    assert compared > 50


def test_points_that_went_elsewhere_get_no_suggestion() -> None:
    strayed = 0
    for result, offer in walks(4):
        best = offer.choices.at_best
        name = "raises" if offer.choices.label == "Augmentations" else "lowers"
        placed = getattr(result.test.actor if offer.side == "actor" else result.test.opponent, name)
        if best is None or all(mine <= theirs for mine, theirs in zip(placed, getattr(best, name), strict=True)):
            continue
        strayed += 1
        assert not any(tap.best for tap in offer.choices.taps)
    assert strayed > 5


def test_the_first_mover_foresees_the_other_until_a_point_is_placed() -> None:
    """A003-8: it suggests its best against the other's best reply; what the other has placed already is no reply."""
    told_apart = 0
    for start in thrown(random.Random(8)):
        if isinstance(start, Contest) or len(offers(start)) != 2:
            continue
        test = start.test
        plan = plan_of(test.actor, test.readings)
        faces = (test.faces or ())[: plan.flames]
        raising = not plan.lower_first
        name, mover = ("raises", RAISING) if raising else ("lowers", plan.gm)
        stock, reply = plan.stocks if raising else plan.stocks[::-1]
        none = (0,) * plan.flames
        foresees, does_not = (best_allocation(mover, faces, stock, of) for of in (reply, 0))
        told_apart += foresees != does_not
        assert suggested(start, name) == foresees
        other = "lowers" if raising else "raises"
        if 1 in faces:
            continue
        placed = replace(test, actor=replace(test.actor, **{other: (1, *none[1:])}))
        result = resolve(placed)
        if isinstance(result, Single):
            assert suggested(result, name) == does_not
    assert told_apart > 5


def suggested(result: Resolved, name: str) -> tuple[int, ...]:
    """The points of good play, placed already or offered."""
    label = {"raises": "Augmentations", "lowers": "Diminutions"}[name]
    choices = next(one.choices for one in offers(result) if one.choices.label == label)
    points: tuple[int, ...] = getattr(result.test.actor if choices.at_best is None else choices.at_best, name)
    return points

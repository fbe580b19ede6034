"""The way to the desk, before it is there: what falls is noted at once, and it comes by itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pyroll.app.beside import Beside, Ways, screen_at
from pyroll.app.messages import (
    Edited,
    Message,
    Opened,
    Started,
    Thrown,
)
from pyroll.app.state import first, update
from pyroll.app.unwritten import note_in
from pyroll.i18n import FRENCH
from pyroll.line import Refusal, read
from pyroll.resolve import Single, resolve
from tests.app.fakes import Page


def beside(page: Page) -> tuple[Beside, list[Callable[[], None]]]:
    """It, and what it asked to be called later."""
    waiting: list[Callable[[], None]] = []

    async def fetch(_address: str) -> bytes:
        raise OSError("no network")

    ways = Ways(
        page=page,
        proxy=lambda function: function,
        wait=lambda function, _after: waiting.append(function),
        fetch=fetch,
        language=lambda: FRENCH,
        fill=lambda *_given: None,
        name=lambda _who: None,
        show=lambda _roll: None,
        failed=lambda _error: None,
    )
    return Beside(ways), waiting


def thrown(line: str) -> Thrown:
    test = read(line)
    assert not isinstance(test, Refusal)
    result = resolve(test)
    assert isinstance(result, Single)
    return Thrown(result)


def test_rolls_are_noted_in_order_and_the_desk_is_sent_for() -> None:
    page = Page()
    way, waiting = beside(page)
    state = update(first(), Started())
    messages: list[Message] = [thrown("tur?value=7@4,3"), Opened("tur?value=5"), thrown("tur?value=7@1,1")]
    for message in messages:
        before, state = state, update(state, message)
        way.followed(before, state, message)
    notes = [note_in(line) for line in (page.noted or "").splitlines()]
    assert [note and (note.do, note.hand.line) for note in notes] == [
        ("rolled", "tur?value=7@4,3"),
        ("rolled", "tur?value=7@1,1"),
    ]
    assert len(waiting) == 2


def test_what_is_no_roll_is_not_noted_and_nobody_is_sent_for() -> None:
    page = Page()
    way, waiting = beside(page)
    state = update(first(), Started())
    for message in (Opened("tur?value=7@4,3"), Edited(state.system, {}, settled=True)):
        before, state = state, update(state, message)
        way.followed(before, state, message)
    assert not page.noted
    assert not waiting


def test_after_a_reload_the_desk_comes_for_what_is_not_written_down() -> None:
    assert len(beside(Page("anything"))[1]) == 1
    assert len(beside(Page(""))[1]) == 0


@pytest.mark.parametrize(
    ("address", "screen"),
    [
        ("/journal", "journal"),
        ("/recu", "received"),
        ("/recu/fiche/abc", "received"),
        ("/recu/lectures/tur?reading.x=1/2", "received"),
        ("/recus", None),
        ("tur?value=7", None),
        ("/", None),
        ("", None),
    ],
)
def test_the_screen_at_an_address(address: str, screen: str | None) -> None:
    assert screen_at(address) == screen

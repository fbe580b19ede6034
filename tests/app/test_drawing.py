"""What is drawn when: the verdict in the very turn of the throw, what nobody looks at first once that is painted."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from pyroll.app.choosing import tapped
from pyroll.app.drawing import Drawing
from pyroll.app.messages import Chose, Opened, Started, Thrown
from pyroll.app.state import State, first, update
from pyroll.i18n import FRENCH
from pyroll.line import Refusal, read
from pyroll.resolve import resolve

ROOT = Path(__file__).resolve().parent.parent.parent
LATE = 'id="recent"'
AT_ONCE = 'id="verdict"'


class Window:
    """Frames and timers that come when the test says so."""

    def __init__(self) -> None:
        self.frames: list[Callable[[int], None]] = []
        self.timers: list[Callable[[], None]] = []
        self.document = self
        self.faded: list[str] = []

    def querySelectorAll(self, selector: str) -> list[Any]:  # noqa: N802
        node = SimpleNamespace(classList=SimpleNamespace(add=lambda name: self.faded.append(f"{selector} {name}")))
        return [node]

    def requestAnimationFrame(self, callback: Callable[[int], None]) -> None:  # noqa: N802 (the browser's name)
        self.frames.append(callback)

    def setTimeout(self, callback: Callable[[], None], _after: int) -> None:  # noqa: N802
        self.timers.append(callback)

    def paint(self) -> None:
        for frame in self.frames:
            frame(0)
        for timer in self.timers:
            timer()
        self.frames, self.timers = [], []


def drawing() -> tuple[Drawing, Window, list[str]]:
    window, patched = Window(), []  # type: ignore[var-annotated]
    proxy: Callable[[Any], Any] = lambda function: function  # noqa: E731
    return Drawing(window, proxy, patched.append, lambda: FRENCH), window, patched


def thrown(line: str, before: State | None = None) -> State:
    test = read(line)
    assert not isinstance(test, Refusal)
    opened = update(before or update(first(), Started()), Opened(line.partition("@")[0]))
    return update(opened, Thrown(resolve(test)))  # type: ignore[arg-type]


def test_the_verdict_comes_first_and_the_list_of_rolls_after_the_paint() -> None:
    page, window, patched = drawing()
    page.follow(thrown("tur?value=7@4,3"))
    assert AT_ONCE in patched[-1]
    assert LATE not in "".join(patched)
    window.paint()
    assert LATE in patched[-1]
    assert AT_ONCE not in patched[-1]


def test_what_changed_twice_before_the_paint_is_drawn_once() -> None:
    page, window, patched = drawing()
    one = thrown("tur?value=7@4,3")
    two = thrown("tur?value=7@1,1", one)
    page.follow(one)
    page.follow(two)
    assert len(window.frames) == 1
    window.paint()
    assert "".join(patched).count(LATE) == 1
    assert "tur?value=7@4,3" in patched[-1]
    assert "tur?value=7@1,1" in patched[-1]


def test_nothing_new_draws_nothing() -> None:
    page, window, patched = drawing()
    page.follow(thrown("tur?value=7@4,3"))
    window.paint()
    patched.clear()
    page.follow(thrown("tur?value=7@4,3"))
    window.paint()
    assert "".join(patched) == ""


POOL = "ecor?characteristic=9&skill=9@1,2,3,4,5,6,1,2,3,4,5,6,1,2,3,4,5,6"
DICE = 'id="dice"'


def test_many_dice_come_after_their_verdict_and_those_before_are_not_seen_with_it() -> None:
    page, window, patched = drawing()
    page.follow(thrown(POOL))
    assert AT_ONCE in patched[-1]
    assert DICE not in "".join(patched)
    assert window.faded == ["#dice, #say is-past"]
    page.follow(thrown(POOL))  # something else becomes known meanwhile
    window.paint()
    assert DICE in patched[-1]
    assert 'id="say"' in patched[-1]
    assert len(window.faded) == 1


def test_few_dice_come_with_their_verdict() -> None:
    page, window, patched = drawing()
    page.follow(thrown("ecor?characteristic=2&skill=2@1,2,3,4"))
    assert DICE in patched[-1]
    assert not window.faded
    window.paint()
    assert DICE not in patched[-1]


def test_points_placed_on_many_dice_show_at_once() -> None:
    """Nothing is thrown: what was tapped changes under the finger."""
    page, window, patched = drawing()
    fallen = thrown("flamme?characteristic=9&skill=5&flame=3&aspect=2@3,5,2,4,5,6,1,2,3,4,5,6,1,2")
    page.follow(fallen)
    window.paint()
    window.faded.clear()
    assert fallen.result is not None
    line = tapped(fallen.result, "actor-0", 0)
    assert line is not None
    page.follow(update(fallen, Chose("actor-0", line)))
    assert DICE in patched[-1]
    assert not window.faded


def test_a_page_that_opens_for_a_game_imports_no_other() -> None:
    """Beside the one that index.html was drawn for."""
    program = """
import sys
from pyroll.app.drawing import Drawing
from pyroll.app.messages import Opened, Started
from pyroll.app.speaker import Speaker
from pyroll.app.state import first, update
from pyroll.app.weigh import Weigher
Drawing(None, lambda function: function, None, None)
update(update(first("tur"), Started()), Opened("tur?value=7@4,3"))
print(*(name for name in sys.modules if name.startswith("pyroll.systems.")))
"""
    path = os.pathsep.join((str(ROOT), str(ROOT / "static/vendor/python")))
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {name.removeprefix("pyroll.systems.") for name in done.stdout.split()}
    assert loaded == {"examples", "patchwork", "patchwork_words", "tur"}

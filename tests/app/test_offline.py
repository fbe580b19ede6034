"""The copy on the device without a browser: its list, what is said of it, and when the page may be replaced."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from pyroll.app.messages import CopyKnown, Shown
from pyroll.app.offline import HOUR, NOTHING, Copy, Listing, cache_of, due, integrity, looked, read_listing
from pyroll.app.state import State, first, update
from pyroll.app.views import copy, settings
from pyroll.app.worker import Caretaker
from pyroll.i18n import FRENCH

CONTENT = json.dumps(
    {
        "version": "1.2.0",
        "build": "abcdef",
        "news": [["1.2.0", ["Something <new>, `2d<10` or `d6`."]]],
        "files": [
            ["./", 999, "sha256-a"],
            ["./static/x.snap", 5_896_430, "sha256-b"],
            ["./b.css", 53_288, "sha256-c"],
        ],
    }
).encode()


@pytest.fixture
def listing() -> Listing:
    return read_listing(CONTENT)


def known(**changes: Any) -> State:
    return update(update(first(), Shown("settings")), CopyKnown(replace(NOTHING, **changes)))


def test_the_list(listing: Listing) -> None:
    assert [entry.is_snapshot for entry in listing.entries] == [False, True, False]
    assert listing.size == 999 + 5_896_430 + 53_288
    assert cache_of(listing, "/games/") == f"pyroll /games/ {integrity(CONTENT)}"


@pytest.mark.parametrize("content", [b"", b"<!doctype html>", b"{}", b"[]", b'{"files":[[1]],"news":[]}'])
def test_something_else_in_its_place(content: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 (whatever is wrong with it)
        read_listing(content)


def test_a_hash_as_browsers_write_it() -> None:
    assert integrity(b"") == "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="


def test_once_an_hour() -> None:
    assert not due(1000, 1000 + HOUR - 1)
    assert due(1000, 1000 + HOUR)


@pytest.mark.parametrize(
    ("status", "said"),
    [
        ("none", ""),
        ("installing", "Préparation hors ligne"),
        ("ready", "Prêt hors ligne 3/3"),
        ("failed", "Hors ligne : incomplet"),
    ],
)
def test_the_bar(listing: Listing, status: Any, said: str) -> None:
    drawn = str(copy.bar(known(status=status, listing=listing, looked_at=3), FRENCH)).replace("\u202f", " ")
    assert said in drawn
    assert ("<span>" in drawn) == bool(said)


def test_each_file_and_its_state(listing: Listing) -> None:
    faults = looked(listing, ["missing", None, "wrong"])
    drawn = str(settings.files(known(status="failed", listing=listing, faults=faults, looked_at=3), FRENCH))
    rows = drawn.replace("\u202f", " ").replace("\xa0", " ").split("<tr")[2:]
    for row, parts in zip(
        rows,
        [("index.html", "999 o", "absent"), ("x.snap", "5,9 Mo", "présent"), ("b.css", "53 ko", "abîmé")],
        strict=True,
    ):
        assert all(part in row for part in parts), row


def test_what_could_not_be_had_at_all_can_be_asked_for_again() -> None:
    assert "Réparer" in str(settings.offline(known(status="failed"), FRENCH))
    assert "data-care" not in str(settings.offline(known(status="none"), FRENCH))


@pytest.mark.parametrize(("secure", "said"), [(False, "À une adresse sans https"), (True, "navigation privée")])
def test_why_there_can_be_no_copy_is_said(secure: bool, said: str) -> None:
    caretaker, told = cared_for(None, isSecureContext=secure)
    asyncio.run(caretaker.start())
    drawn = str(settings.offline(update(first(), CopyKnown(told[-1])), FRENCH))
    assert said in drawn
    assert "Pas gardé sur cet appareil" in drawn


def test_files_are_drawn_on_their_screen_only(listing: Listing) -> None:
    state = update(first(), CopyKnown(Copy("ready", listing)))
    assert "<table" not in str(settings.files(state, FRENCH))


def test_news_are_text(listing: Listing) -> None:
    drawn = str(settings.news(known(listing=listing), FRENCH))
    assert 'lang="en"' in drawn
    assert "Something &lt;new&gt;, <code>2d&lt;10</code> or <code>d6</code>." in drawn


def test_an_update_is_offered_until_it_is_postponed() -> None:
    def offered(**changes: Any) -> bool:
        state = update(known(update=True, **changes), Shown("test"))
        return "Mettre à jour" in str(copy.offer(state, FRENCH))

    assert offered()
    assert not offered(postponed=True)
    assert "Mettre à jour" in str(settings.offline(known(update=True, postponed=True), FRENCH))


@pytest.mark.parametrize(
    ("install", "said"), [("no", ""), ("offered", "Installer"), ("by_hand", "sept jours"), ("done", "est installé")]
)
def test_the_home_screen(install: Any, said: str) -> None:
    drawn = str(settings.home(known(install=install), FRENCH))
    assert said in drawn
    assert ("hidden" in drawn) == (install == "no")


# ------------------------------------------------------------------------------------------ who looks after it


class Page:
    """A browser's window, as far as the caretaker asks for it before a worker is there."""

    def __init__(self, *, built: bool = True) -> None:
        self.reloads = 0
        self.asked = 0
        self.location = SimpleNamespace(reload=self._reload)
        tag = SimpleNamespace(content="abcdef") if built else None
        self.document = SimpleNamespace(querySelector=lambda _: tag)
        self.navigator = SimpleNamespace(storage=SimpleNamespace(persist=self._persist))
        self.kept: dict[str, str] = {}
        self.localStorage = SimpleNamespace(getItem=self.kept.get, setItem=self.kept.__setitem__)

    def _reload(self) -> None:
        self.reloads += 1

    async def _persist(self) -> bool:
        self.asked += 1
        return True


def test_nothing_is_replaced_while_a_roll_is_open() -> None:
    page, told, is_free = Page(), [NOTHING], [False]
    caretaker = Caretaker(page, lambda handler: handler, told.append, lambda: is_free[0])
    caretaker._heard(SimpleNamespace(data="settled"))  # another page agreed to the new version
    assert told[-1].update
    caretaker.do("update")
    caretaker.settled()
    assert page.reloads == 0
    is_free[0] = True
    caretaker.settled()
    assert page.reloads == 1


def test_only_what_took_over_is_a_reason_to_reload() -> None:
    """A worker that was asked and does not answer leaves the page as it is."""
    page, asked = Page(), list[str]()
    caretaker = Caretaker(page, lambda handler: handler, lambda _: None, lambda: True)
    caretaker._registration = SimpleNamespace(waiting=SimpleNamespace(postMessage=asked.append), active=None)
    caretaker.do("update")
    caretaker.settled()  # a roll came to its end
    assert (asked, page.reloads) == (["take over"], 0)
    caretaker._heard(SimpleNamespace(data="settled"))
    assert page.reloads == 1


def test_the_browser_is_asked_once_to_keep_it(monkeypatch: pytest.MonkeyPatch) -> None:
    page, told = Page(), [NOTHING]
    monkeypatch.setattr(Caretaker, "_later", lambda _, work: finished(work))
    for _ in range(2):  # two visits, two rolls each
        caretaker = Caretaker(page, lambda handler: handler, told.append, lambda: True)
        caretaker.keep_for_good()
        caretaker.keep_for_good()
    assert page.asked == 1
    assert told[-1].lasting


def finished(work: Coroutine[Any, Any, None]) -> None:
    """What waits for nothing is done at once."""
    with pytest.raises(StopIteration):
        work.send(None)


def test_a_page_that_was_not_built_asks_for_nothing() -> None:
    page = Page(built=False)
    Caretaker(page, lambda handler: handler, lambda _: None, lambda: True).keep_for_good()
    assert not page.kept


class Workers:
    """Service workers. ``answers``: what is there each time they are asked to register; None: they never answer."""

    def __init__(self, *answers: dict[str, str] | None) -> None:
        self.asked = 0
        self.answers = answers
        self.listening: list[Any] = []
        self.there: Any = None  # what was registered on an earlier visit
        self.registration = SimpleNamespace(active=None, installing=None, waiting=None, addEventListener=quiet)
        self.addEventListener = self.startMessages = quiet

    async def register(self, address: str, options: Any) -> Any:
        answer = self.answers[self.asked]
        self.asked += 1
        if answer is None:
            await asyncio.Event().wait()
        for name, state in (answer or {}).items():
            worker = SimpleNamespace(state=state, addEventListener=lambda _, handler: self.listening.append(handler))
            setattr(self.registration, name, worker)
        return self.registration

    async def getRegistration(self) -> Any:  # noqa: N802 (the browser's name)
        return self.there


INSTALLING = {"installing": "installing"}


def quiet(*_: Any) -> None:
    """A listener that is never called, a warning that nobody reads."""


def begun(workers: Workers) -> tuple[Caretaker, list[Copy]]:
    """A caretaker that has registered its worker, and what it told."""
    caretaker, told = cared_for(workers)
    asyncio.run(caretaker.start())
    return caretaker, told


def cared_for(workers: Workers | None, **more: Any) -> tuple[Caretaker, list[Copy]]:
    """A caretaker that has not begun, and what it tells."""
    page, told = Page(), [NOTHING]
    page.navigator.serviceWorker = workers
    page.document.addEventListener = quiet
    for name, value in {
        "addEventListener": quiet,
        "matchMedia": lambda _: SimpleNamespace(matches=False),
        "pyrollWorker": "./sw.js",
        "JSON": SimpleNamespace(parse=json.loads),
        "Date": SimpleNamespace(now=lambda: 0),
        "console": SimpleNamespace(warn=quiet),
        **more,
    }.items():
        setattr(page, name, value)
    return Caretaker(page, lambda handler: handler, told.append, lambda: True, patience=0.05), told


@pytest.mark.parametrize(
    ("answers", "status"),
    [([INSTALLING], "installing"), ([None, INSTALLING], "installing"), ([None, None], "failed")],
)
def test_a_browser_that_does_not_answer_is_asked_again(answers: list[dict[str, str] | None], status: str) -> None:
    workers = Workers(*answers)
    _, told = begun(workers)
    assert (workers.asked, told[-1].status) == (len(answers), status)


def test_a_version_that_takes_its_time_to_arrive_is_not_waited_for() -> None:
    workers = Workers(None)
    workers.registration.active = SimpleNamespace()
    workers.there = workers.registration
    assert begun(workers)[0]._registration is workers.there


@pytest.mark.parametrize("there", [INSTALLING, {"waiting": "installed"}])
def test_an_installation_is_followed_to_its_end(there: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    checks: list[bool] = []
    monkeypatch.setattr(Caretaker, "_later", lambda _, work: checks.append(work.close() is None))
    workers = Workers(there)
    _, told = begun(workers)
    assert told[-1].status == "installing"
    for listener in workers.listening:
        listener(SimpleNamespace(target=SimpleNamespace(state="activated")))
    assert checks == [True]
    for listener in workers.listening:
        listener(SimpleNamespace(target=SimpleNamespace(state="redundant")))
    assert told[-1].status == "failed"


@pytest.mark.parametrize("answers", [[{}], [None, None]])
def test_what_broke_off_is_said_and_begins_anew_when_asked(answers: list[dict[str, str] | None]) -> None:
    """An installation that ended before it was looked at: nothing moves any more, so that no event would say so."""
    workers = Workers(*answers, INSTALLING)
    caretaker, told = begun(workers)
    assert told[-1].status == "failed"
    for _ in range(2):  # once begun, it is on its way
        asyncio.run(caretaker.check(by_hash=True))
        assert (workers.asked, told[-1].status) == (len(answers) + 1, "installing")


@pytest.mark.parametrize(("build", "allowed"), [("abcdef", True), ("others", False)])
def test_no_file_of_another_version_is_taken(build: str, allowed: bool) -> None:
    """The page was built as "abcdef"; the host, or the version in use, may be another by now."""
    caretaker, _ = begun(Workers(INSTALLING))
    content = CONTENT.replace(b"abcdef", build.encode())
    asked: list[tuple[str, dict[str, str]]] = []

    async def fetch(address: str, options: Any = None) -> Any:
        asked.append((address, options))
        return SimpleNamespace(ok=True, arrayBuffer=buffer)

    async def buffer() -> Any:
        return SimpleNamespace(to_bytes=lambda: content)

    caretaker._window.fetch = fetch
    if allowed:
        asyncio.run(caretaker.fetch("./b.css"))
        assert asked[-1] == ("./b.css", {"integrity": "sha256-c"})
    else:
        with pytest.raises(LookupError):
            asyncio.run(caretaker.fetch("./b.css"))


def test_a_storage_that_refuses_is_a_copy_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(_: Caretaker) -> None:
        raise OSError("no storage")

    monkeypatch.setattr(Caretaker, "_weigh", refused)
    _, told = begun(Workers(INSTALLING))
    assert (told[-1].status, told[-1].busy) == ("failed", False)


def test_a_network_that_is_back_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    later: list[Coroutine[Any, Any, None]] = []
    monkeypatch.setattr(Caretaker, "_later", lambda _, work: later.append(work))
    workers = Workers({}, INSTALLING)
    caretaker, told = begun(workers)
    for _ in range(2):  # the second time, nothing is amiss
        caretaker._back_online(None)
        while later:
            asyncio.run(later.pop())
        assert (workers.asked, told[-1].status) == (2, "installing")

"""Looks after the copy on this device: registers sw.js, checks what is really kept, repairs it, brings updates.

It speaks to the browser, but imports nothing that exists there only: its window is given to it. So it is part of the
snapshot that the page starts from, and the tests can give it a window of their own.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from pyroll.app.offline import (
    NOTHING,
    SNAPSHOTS,
    Copy,
    Entry,
    Fault,
    Listing,
    cache_of,
    due,
    looked,
    read_listing,
    written,
)

__all__ = ["Caretaker"]

_LIST = "./static/files.json"
_PATIENCE = 20.0
"""How long a browser may take to register the worker, in seconds. A busy one was seen to leave the question
unanswered; asked again, it answered.
"""


class Caretaker:
    """Looks after the copy, and tells what it knows of it.

    :param window: the browser's.
    :param proxy: makes a Python function one that the browser may call at any time.
    :param tell: called with what is known, whenever that changes.
    :param may_reload: whether nothing is open that a reload would lose.
    :param patience: how long the browser may take to register the worker, in seconds.
    """

    def __init__(
        self,
        window: Any,
        proxy: Callable[[Callable[..., Any]], Any],
        tell: Callable[[Copy], None],
        may_reload: Callable[[], bool],
        patience: float = _PATIENCE,
    ) -> None:
        self._window = window
        self._proxy = proxy
        self._tell = tell
        self._may_reload = may_reload
        self._patience = patience
        self._copy = NOTHING
        self._workers: Any = None
        self._registration: Any = None
        self._asked_at = 0.0
        self._reload_wanted = False
        self._asked_for_good = False
        self._check_again = False
        self._tasks: set[asyncio.Task[None]] = set()

    # --- what the page calls

    async def start(self) -> None:
        """Register the worker and look at what is there. Does nothing where the site was not built (see sw.js)."""
        self._note_installation()
        if self._build() is None:
            return
        workers = getattr(self._window.navigator, "serviceWorker", None)
        if workers is None:
            self._say(refused="browser" if self._window.isSecureContext else "address")
            await self._weigh()
            return
        self._workers = workers
        self._on(workers, "message", self._heard)
        workers.startMessages()
        self._on(self._window.document, "visibilitychange", self._seen_again)
        self._on(self._window, "online", self._back_online)
        self._asked_at = self._now()
        await self._register()
        await self.check()

    async def _register(self) -> None:
        try:
            self._registration = await self._registered(self._workers)
        except Exception as error:  # noqa: BLE001 (a browser may refuse for many reasons: the page works without)
            self._window.console.warn(f"no copy for offline: {error}")
            self._say(status="failed")
            return
        if self._registration:  # some browsers answer with nothing where workers are blocked
            self._on(self._registration, "updatefound", self._follow_installation)
            self._follow_installation()

    async def _registered(self, workers: Any) -> Any:
        """The registration; asked for anew where no answer comes.

        :raises Exception: the browser's refusal, or TimeoutError.
        """
        address, options = self._window.pyrollWorker, self._js({"updateViaCache": "none"})
        try:
            return await asyncio.wait_for(workers.register(address, options), self._patience)
        except TimeoutError:
            here = await workers.getRegistration()
            if here and here.active:  # it waits for a new version that takes its time to arrive
                return here
            return await asyncio.wait_for(workers.register(address, options), self._patience)

    async def check(self, *, by_hash: bool = False) -> None:
        """Look whether every file is there, by its size or by its contents; get what is missing. By contents, an
        installation that broke off is begun anew, too.
        """
        self._check_again = True  # what happens during a check may be behind it
        if self._copy.busy or self._workers is None:
            return
        self._say(busy=True)
        try:
            while self._check_again:
                self._check_again = False
                await self._check(by_hash=by_hash)
        except Exception as error:  # noqa: BLE001 (storage may be refused at any time)
            self._window.console.warn(f"no look at the copy: {error}")
            self._say(status="failed")
        finally:
            self._say(busy=False)

    async def fetch(self, address: str) -> bytes:
        """A file of this very version: one of another is refused, though it may be all that the server has by now.

        :raises Exception: the browser's, where it is not to be had.
        """
        digest = ""
        if self._build() is not None:
            listing = self._copy.listing or await self._listing()
            if listing is None or listing.build != self._build():
                raise LookupError(f"{address}: only another version's is to be had")
            digest = next((entry.digest for entry in listing.entries if entry.address == address), "")
        response = await self._window.fetch(address, self._js({"integrity": digest}))
        return await _bytes(response)

    def keep_for_good(self) -> None:
        """Ask the browser, once, not to clear the copy by itself."""
        if self._build() is None or self._asked_for_good:
            return
        self._asked_for_good = True
        try:
            storage = self._window.localStorage
            asked = storage.getItem("pyroll.persist") == "asked"
            storage.setItem("pyroll.persist", "asked")
        except Exception:  # noqa: BLE001 (storage may be refused)
            return
        if not asked:
            self._later(self._persist())

    def do(self, act: str) -> None:
        """A button of the settings screen or of the offered update."""
        match act:
            case "check":
                self._later(self.check(by_hash=True))
            case "update":
                self._update()
            case "postpone":
                self._say(postponed=True)
            case "install":
                self._later(self._install())

    def settled(self) -> None:
        """Nothing is open any more: a reload that waited can happen."""
        if self._reload_wanted and self._may_reload():
            self._window.location.reload()

    # --- the worker

    def _follow_installation(self, _event: Any = None) -> None:
        """What the worker's states mean for the copy. One that is in no state has broken off already."""
        coming = self._coming()
        if coming:
            self._on(coming, "statechange", self._installation_moved)
        if not self._active():
            self._say(status="installing" if coming else "failed")

    def _active(self) -> Any:
        """The worker that has a whole version."""
        return self._registration and self._registration.active

    def _coming(self) -> Any:
        """The worker that is on its way."""
        return self._registration and (self._registration.installing or self._registration.waiting)

    def _installation_moved(self, event: Any) -> None:
        state = event.target.state
        if state == "redundant" and not self._active():
            self._say(status="failed")
        if state == "activated":
            self._later(self.check())
        if state == "installed" and self._active():
            self._offer()

    def _offer(self) -> None:
        """A new version is whole, and another one in use."""
        if not self._copy.update:
            self._say(update=True, postponed=False)

    def _update(self) -> None:
        """A person agreed. Where a roll is open, the offer stays."""
        if self._may_reload():
            if self._copy.listing is not None and self._copy.listing.build != self._build():
                self._reload_wanted = True  # it is in use already
                self.settled()
            else:
                (self._registration.waiting or self._registration.active).postMessage("take over")

    def _heard(self, event: Any) -> None:
        """Another version is in use from now on, at the wish of this page or of another one: nothing of it may be
        mixed with what runs here.
        """
        if event.data == "settled":
            self._reload_wanted = True
            self._say(update=True, postponed=False)
            self.settled()

    def _seen_again(self, _event: Any) -> None:
        """A page that is never closed looks for a new version when somebody comes back to it."""
        visible = self._window.document.visibilityState == "visible"
        if visible and self._registration and due(self._asked_at, self._now()):
            self._asked_at = self._now()
            self._later(self._look_again())

    async def _look_again(self) -> None:
        try:
            await self._registration.update()
        except Exception as error:  # noqa: BLE001 (mostly: no network; the next time will do)
            self._window.console.info(f"no look for a new version: {error}")
        await self.check()

    def _back_online(self, _event: Any) -> None:
        """What could not be had without a network can be had now."""
        if self._copy.status == "failed":
            self._later(self.check(by_hash=True))

    # --- what is kept

    async def _check(self, *, by_hash: bool) -> None:
        await self._weigh()
        if by_hash and not self._active() and not self._coming():
            await self._register()
        if not self._active():
            return  # it is being installed, or that failed: its states say so
        listing = await self._listing()
        if listing is None:
            self._say(status="failed")
            return
        if await self._came_past(listing):
            self._say(status="installing")
            return
        self._say(listing=listing, **({"looked_at": 0, "by_hash": True} if by_hash else {}))
        if listing.build != self._build() or await self._another_waits(listing):
            self._offer()
        faults: list[Fault | None] = []
        for entry in listing.entries:
            fault = await self._fault(listing, entry, by_hash=by_hash)
            if fault is not None and await self._repair(listing, entry):
                fault = None
            faults.append(fault)
            if by_hash and len(faults) % 8 == 0:
                self._say(looked_at=len(faults))
        wrong = looked(listing, faults)
        self._say(faults=wrong, looked_at=len(faults), by_hash=by_hash, status="failed" if wrong else "ready")
        await self._weigh()

    async def _came_past(self, listing: Listing) -> bool:
        """Whether this page came from the network and is newer than the copy (a reload that asks for that): its
        version arrives as any other, and is offered once it is whole.
        """
        if self._workers.controller or await self._kept("./", cache_of(listing, self._place())):
            return False
        await self._registration.update()
        return bool(self._registration.installing)

    async def _listing(self) -> Listing | None:
        """The list of the version that is in use here."""
        try:
            response = await self._window.fetch(_LIST)
            return read_listing(await _bytes(response)) if response.ok else None
        except Exception as error:  # noqa: BLE001 (no network and no copy)
            self._window.console.info(f"no list of files: {error}")
            return None

    async def _another_waits(self, listing: Listing) -> bool:
        """Whether another version is kept, whole: a browser may have begun its worker since, but nobody agreed."""
        ours = cache_of(listing, self._place())
        names = [str(name) for name in await self._window.caches.keys()]
        others = [name for name in names if name.startswith(f"pyroll {self._place()} ") and name != ours]
        return any([await self._kept("./", name) for name in others])

    def _place(self) -> str:
        return str(self._window.URL.new("./", self._window.document.baseURI).pathname)

    def _cache(self, listing: Listing, entry: Entry) -> str:
        return SNAPSHOTS if entry.is_snapshot else cache_of(listing, self._place())

    async def _kept(self, address: str, cache: str) -> Any:
        """What a cache has for an address. To open one that was dropped meanwhile would make it anew, and empty."""
        return await self._window.caches.match(address, self._js({"cacheName": cache}))

    async def _fault(self, listing: Listing, entry: Entry, *, by_hash: bool) -> Fault | None:
        response = await self._kept(entry.address, self._cache(listing, entry))
        if not response:
            return "missing"
        if not by_hash:
            return None if (await response.blob()).size == entry.size else "wrong"
        digest = await self._window.crypto.subtle.digest("SHA-256", await response.arrayBuffer())
        return None if written(bytes(digest.to_bytes())) == entry.digest else "wrong"

    async def _repair(self, listing: Listing, entry: Entry) -> bool:
        """Get one file anew. Only the very file that the list names is taken, whatever the server has by now; and
        none once another version was agreed to: this one's files are being dropped.
        """
        if self._reload_wanted:
            return False
        wanted = {"cache": "reload", "integrity": entry.digest}  # sw.js does not answer a "reload"
        try:
            response = await self._window.fetch(entry.address, self._js(wanted))
            if response.ok:
                await (await self._window.caches.open(self._cache(listing, entry))).put(entry.address, response)
            return bool(response.ok)
        except Exception as error:  # noqa: BLE001 (no network, another version there, no space left)
            self._window.console.info(f"no repair of {entry.address}: {error}")
            return False

    # --- storage and home screen

    async def _weigh(self) -> None:
        """How much is stored, and whether it lasts."""
        storage: Any = getattr(self._window.navigator, "storage", None)
        if hasattr(storage, "estimate"):
            told = await storage.estimate()
            self._say(usage=int(told.usage), quota=int(told.quota))
        if hasattr(storage, "persisted"):
            self._say(lasting=bool(await storage.persisted()))

    async def _persist(self) -> None:
        storage: Any = getattr(self._window.navigator, "storage", None)
        if hasattr(storage, "persist"):
            self._say(lasting=bool(await storage.persist()))

    def _note_installation(self) -> None:
        """Whether the browser offers to install the page (static/page.mjs keeps its offer), or a person has to."""
        window = self._window
        if window.matchMedia("(display-mode: standalone)").matches:
            self._say(install="done")
        elif getattr(window, "pyrollInstall", None):
            self._say(install="offered")
        elif hasattr(window.navigator, "standalone"):  # iOS and iPadOS only
            self._say(install="done" if window.navigator.standalone else "by_hand")
        self._on(window, "beforeinstallprompt", lambda event: self._say(install="offered"))
        self._on(window, "appinstalled", lambda event: self._say(install="done"))

    async def _install(self) -> None:
        await self._window.pyrollInstall.prompt()
        choice = await self._window.pyrollInstall.userChoice
        if choice.outcome == "accepted":
            self._say(install="done")
            await self._persist()
        else:
            self._say(install="no")  # an offer can be used once

    # --- small things

    def _say(self, **changes: Any) -> None:
        after = replace(self._copy, **changes)
        if after != self._copy:
            self._copy = after
            self._tell(after)

    def _build(self) -> str | None:
        """The version that this page was built as; the working tree has none."""
        tag = self._window.document.querySelector("meta[name=pyroll-build]")
        return str(tag.content) if tag else None

    def _on(self, target: Any, event: str, handler: Callable[[Any], object]) -> None:
        target.addEventListener(event, self._proxy(handler))

    def _js(self, options: dict[str, str]) -> Any:
        return self._window.JSON.parse(json.dumps(options))

    def _now(self) -> float:
        return float(self._window.Date.now())

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)  # the loop itself holds no strong reference
        task.add_done_callback(self._tasks.discard)


async def _bytes(response: Any) -> bytes:
    return bytes((await response.arrayBuffer()).to_bytes())

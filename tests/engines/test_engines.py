"""The built site in the three families of browsers: it starts, judges, keeps to its policy and needs no network.

Not part of `make test`: `make test-browsers`. An engine that this machine cannot have is skipped, with the reason.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pyroll.systems import systems
from tests.browser.hosting import Host
from tools import build

from .drivers import ENGINES, Engine, Missing

PATIENCE = 90  # seconds: a start takes a few, on a machine that does other things as well
LINK = "tur?value=7@4,3"
# What the page says of itself: ready or failed and why, how Python started, whether all is kept
STATE = "JSON.stringify({ ...document.documentElement.dataset })"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("engines") / "site"
    build.fill(folder)
    return folder


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    try:
        with ENGINES[request.param]() as engine:
            yield engine
    except Missing as missing:
        pytest.skip(f"no {request.param}: {missing}")


@pytest.fixture(scope="module")
def host(engine: Engine, site: Path) -> Iterator[Host]:
    host = Host()
    host.serve(site)
    yield host
    host.stop()


def attribute(selector: str, name: str) -> str:
    return f"document.querySelector({json.dumps(selector)})?.getAttribute({json.dumps(name)}) ?? null"


def until(engine: Engine, expression: str, *wanted: Any) -> Any:
    """Ask until one of the wanted values comes."""
    end = time.monotonic() + PATIENCE
    while (found := engine.ask(expression)) not in wanted:
        assert time.monotonic() < end, f"{expression} stays {found!r}; {engine.ask(STATE)}"
        time.sleep(0.2)
    return found


def start(engine: Engine, address: str) -> None:
    engine.open(address)
    until(engine, attribute("html", "data-pyroll"), "ready")  # "failed", too, before any script has run


@pytest.mark.parametrize("key", [system.key for system in systems()])
def test_roll(engine: Engine, host: Host, key: str) -> None:
    start(engine, f"{host.address}#{key}?")
    engine.click("#go")
    until(engine, f"({attribute('#verdict', 'data-line')})?.startsWith('{key}?') ?? false", True)
    assert "@" in engine.ask(attribute("#verdict", "data-line"))
    assert engine.ask("document.querySelector('#verdict').textContent.trim().length > 0")


def test_deep_link(engine: Engine, host: Host) -> None:
    start(engine, f"{host.address}#{LINK}")
    until(engine, attribute("#verdict", "data-line"), LINK)


def test_policy(engine: Engine, host: Host, site: Path) -> None:
    """No code made of text, no style from outside the style sheets, no word to anybody else."""
    start(engine, host.address)
    elsewhere = Host()  # another origin, though on the same machine
    elsewhere.serve(site)
    asked = f"fetch('{elsewhere.address}', {{ mode: 'no-cors' }}).then(() => 'answered', () => 'blocked')"
    assert engine.ask(asked) == "blocked"
    elsewhere.stop()
    made = "document.body.appendChild(document.createElement('p'))"
    painted = f"((p) => (p.setAttribute('style', 'color: rgb(1, 2, 3)'), getComputedStyle(p).color))({made})"
    assert engine.ask(painted) != "rgb(1, 2, 3)"
    code = "((s) => (s.append('globalThis.ran = 1'), document.body.append(s)))(document.createElement('script'))"
    assert (
        engine.ask(f"Promise.resolve().then(() => {code}).then(() => 0, () => 0).then(() => globalThis.ran ?? 0)")
        == 0
    )


def test_offline(engine: Engine, host: Host) -> None:
    """The server gone for good: the page starts, judges and rolls."""
    start(engine, host.address)
    until(engine, attribute("html", "data-offline"), "ready")
    host.stop()
    start(engine, f"{host.address}#{LINK}")
    until(engine, attribute("#verdict", "data-line"), LINK)
    engine.click("#go")
    until(engine, "document.querySelector('#dice').className.includes('is-fresh')", True)  # the faces may be the same
    assert engine.ask(attribute("#verdict", "data-line")).startswith("tur?value=7@")

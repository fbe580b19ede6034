"""The text form on random tests and on texts that nobody would write."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyroll.form import fields_of, query
from pyroll.line import Test, read, write
from pyroll.resolve import resolve
from pyroll.system import System
from pyroll.systems import MODULES, system_named, systems
from tests import strategies
from tests.checks import check_round_trip, judged

each_system = pytest.mark.parametrize("system", systems(), ids=lambda system: system.key)


@each_system
@given(data=st.data())
def test_written_and_read_again(system: System, data: st.DataObject) -> None:
    test = data.draw(strategies.drawn_tests(system))
    check_round_trip(test)
    mine, theirs = data.draw(st.tuples(strategies.faces, strategies.faces))
    check_round_trip(test.thrown(mine, theirs if test.opposed else ()))


@each_system
@given(data=st.data())
def test_any_order_and_defaults_written_out(system: System, data: st.DataObject) -> None:
    """A line that says everything, in any order, is the same test."""
    test = data.draw(strategies.drawn_tests(system))
    pairs = [*query(test.actor, defaults=True), *query(test.readings, "reading.", defaults=True)]
    if test.opposed:
        pairs += query(test.opponent, "opponent.", defaults=True)
    shuffled = data.draw(st.permutations(pairs))
    asked = "&".join(f"{name}={value}" for name, value in shuffled)
    assert read(f"{system.key}?{asked}") == test


_odd_texts = st.one_of(
    st.text(max_size=8),
    st.text(st.characters(categories=["Nd", "Cs", "Cc", "Zs"]), max_size=4),
    st.sampled_from(
        ["9" * 10_000, "-" + "9" * 10_000, "0" * 10_000 + "3", "\0", "\ud800", "%", "%zz", "%ff%fe", "%ED%A0%80"]
    ),
)


@each_system
@given(data=st.data())
def test_odd_texts_never_raise(system: System, data: st.DataObject) -> None:
    names = [item.name for item in fields_of(system.request)]
    readings = ["reading." + item.name for item in fields_of(system.readings)]
    name = st.one_of(st.sampled_from([*names, *readings, *("opponent." + one for one in names)]), _odd_texts)
    asked = data.draw(st.lists(st.tuples(name, _odd_texts), max_size=4))
    faces = data.draw(st.one_of(st.just(""), _odd_texts.map("@".__add__)))
    test = read(f"{system.key}?{'&'.join('='.join(pair) for pair in asked)}{faces}")
    if isinstance(test, Test):
        assert read(write(test)) == test
        resolve(test)
    else:
        assert all(problem.code and problem.message for problem in test.problems)


@given(st.text())
def test_no_text_raises(line: str) -> None:
    read(line)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("patchwork?characteristic=" + "9" * 100_000, id="a long number"),
        pytest.param("patchwork?characteristic=" + "0" * 100_000 + "@4", id="a long zero"),
        pytest.param("patchwork?" + "skill=1&" * 12_500, id="a field given 12,500 times"),
        pytest.param("patchwork?" + "".join(f"a{i}=1&" for i in range(12_500)), id="12,500 unknown fields"),
        pytest.param("patchwork?@" + "10," * 33_000 + "3", id="33,001 dice"),
        pytest.param("patchwork?@" + "/" * 100_000, id="slashes"),
        pytest.param("patchwork?@" + "," * 100_000, id="commas"),
        pytest.param("flamme?flame=1&raises=" + "1," * 50_000, id="a long allocation"),
        pytest.param("flamme?modifiers=" + "%2B1D" * 20_000, id="a long modifier"),
        pytest.param("x" * 100_000, id="a long name"),
        pytest.param("&" * 100_000, id="ampersands"),
        pytest.param("patchwork?" + "%" * 100_000, id="percent signs"),
    ],
)
def test_a_long_line_is_answered(line: str) -> None:
    assert judged(line)


def test_an_endless_chain_is_judged() -> None:
    answer = judged("patchwork?@" + "10," * 33_000 + "3")
    assert answer["die_total"] == 330_003


def test_a_system_is_found_by_its_exact_name() -> None:
    assert [system_named(system.key) for system in systems()] == list(systems())
    assert system_named("") is None
    assert tuple(MODULES) == tuple(system.key for system in systems())


@pytest.mark.skipif(sys.platform == "emscripten", reason="no processes there")
@pytest.mark.parametrize("key", MODULES)
def test_a_table_waits_for_its_own_game_only(key: str) -> None:
    """Reading and judging a line imports no other system's modules."""
    program = """
import sys
from pyroll.line import read
from pyroll.odds import odds
from pyroll.resolve import throw
test = read(sys.argv[1] + "?")
throw(test, lambda bound: 0)
odds(test)
print(*(name for name in sys.modules if name.startswith("pyroll.systems.")))
"""
    done = subprocess.run([sys.executable, "-c", program, key], capture_output=True, text=True, check=True)
    others = [module.removesuffix("_words") for other, module in MODULES.items() if other != key]
    loaded = done.stdout.split()
    assert MODULES[key] in loaded
    assert not [name for name in loaded if name.startswith(tuple(others))]

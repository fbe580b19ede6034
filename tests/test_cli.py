"""The command line of contract.md."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pyroll.__main__ import main
from pyroll.form import fields_of
from pyroll.systems import systems
from tests.checks import judged

ROOT = Path(__file__).resolve().parent.parent
GOOD, BAD = "patchwork?characteristic=7&skill=6@5", "nosuch?@1"

Output = pytest.CaptureFixture[str]


def printed(capsys: Output) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.fixture
def feed(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Puts bytes on standard input."""

    def put(content: bytes) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content), encoding="ascii"))

    return put


def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "pyroll", *arguments],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        check=False,
        timeout=60,
    )


# ----------------------------------------------------------------------------------------------------------- resolve


def test_resolve(capsys: Output) -> None:
    assert main(["resolve", GOOD]) == 0
    assert printed(capsys) == [json.loads(json.dumps(judged(GOOD)))]


def test_resolve_says_its_words_as_they_are(capsys: Output) -> None:
    main(["resolve", GOOD])
    assert "Échec" in capsys.readouterr().out


def test_missing_dice_are_no_error(capsys: Output) -> None:
    assert main(["resolve", "patchwork?@10"]) == 0
    assert printed(capsys) == [{"needs": {"count": 1, "sides": 10, "side": "actor", "why": "explode"}}]


def test_a_refused_line(capsys: Output) -> None:
    assert main(["resolve", "patchwork?skill=x&opponent.skill=99@4/4"]) == 2
    (answer,) = printed(capsys)
    assert list(answer) == ["error"]
    assert [(one["code"], one["field"]) for one in answer["error"]] == [
        ("not_a_number", "skill"),
        ("out_of_range", "opponent.skill"),
    ]
    assert all(sorted(one) == ["code", "field", "message"] for one in answer["error"])


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b""], ids=["unix", "windows", "no last end"])
def test_a_batch_keeps_its_order(end: bytes, capsys: Output, feed: Any) -> None:
    batch = [GOOD, BAD, "tur?@1,2", "patchwork?", "patchwork?@99", GOOD]
    feed((end or b"\n").join(line.encode() for line in batch) + end)
    assert main(["resolve", "-"]) == 2
    assert [next(iter(answer)) for answer in printed(capsys)] == [
        "system",
        "error",
        "system",
        "needs",
        "error",
        "system",
    ]


def test_a_good_batch(capsys: Output, feed: Any) -> None:
    feed(f"{GOOD}\npatchwork?@10\n".encode())
    assert main(["resolve", "-"]) == 0
    assert len(printed(capsys)) == 2


def test_an_empty_batch(capsys: Output, feed: Any) -> None:
    feed(b"")
    assert main(["resolve", "-"]) == 0
    assert capsys.readouterr().out == ""


def test_a_blank_line_is_answered_too(capsys: Output, feed: Any) -> None:
    """So that answer n is always line n's."""
    feed(f"{GOOD}\n\n{GOOD}\n".encode())
    assert main(["resolve", "-"]) == 2
    answers = printed(capsys)
    assert [problem["code"] for problem in answers[1]["error"]] == ["bad_line"]
    assert len(answers) == 3


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe\n", b"patchwork?skill=\xe9@4\n", b"patchwork?\x00=1\n", "patchwork?@４\n".encode()],
    ids=["not UTF-8", "Latin-1", "NUL", "wide digit"],
)
def test_strange_bytes_are_a_bad_line(content: bytes, capsys: Output, feed: Any) -> None:
    feed(content + GOOD.encode())
    assert main(["resolve", "-"]) == 2
    bad, good = printed(capsys)
    assert "error" in bad
    assert good["score"] == 18


def test_the_language_may_stand_on_either_side(capsys: Output) -> None:
    assert main(["--lang", "fr", "resolve", GOOD]) == 0
    assert main(["resolve", GOOD, "--lang", "fr"]) == 0
    first, second = printed(capsys)
    assert first == second


# -------------------------------------------------------------------------------------------------------------- odds


def test_odds(capsys: Output) -> None:
    assert main(["odds", "patchwork?characteristic=8&skill=6&difficulty=20"]) == 0
    (answer,) = printed(capsys)
    assert answer["success"] == "1/2"


def test_odds_leave_faces_and_moves_aside(capsys: Output) -> None:
    """Faces that no die shows, points on the wrong dice: they are not looked at."""
    lines = [
        "flamme?flame=2&aspect=1",
        "flamme?flame=2&aspect=1&raises=1,0@3,3,3",
        "flamme?flame=2&aspect=1&raises=9,9,9@77",
        "flamme?flame=2&aspect=1&lowers=1,1@",
    ]
    for line in lines:
        assert main(["odds", line]) == 0
    assert len({json.dumps(answer) for answer in printed(capsys)}) == 1


def test_odds_of_a_batch(capsys: Output, feed: Any) -> None:
    feed(f"{GOOD}\n{BAD}\nabc?task=routine\n".encode())
    assert main(["odds", "-"]) == 2
    first, second, third = printed(capsys)
    assert first["success"] == "2/5"
    assert second["error"][0]["code"] == "unknown_system"
    assert third == {"success": "1/1"}


# -------------------------------------------------------------------------------------------------------------- roll


def test_roll_throws_what_is_asked(capsys: Output) -> None:
    assert main(["roll", "ecor?skill=2", "--count", "5"]) == 0
    answers = printed(capsys)
    assert len(answers) == 5
    for answer in answers:
        assert answer["line"].startswith("ecor?skill=2@")
        assert judged(answer["line"]) == answer


def test_roll_with_a_seed_is_repeated(capsys: Output) -> None:
    for _ in range(2):
        assert main(["roll", "tur?", "--seed", "7", "--count", "20"]) == 0
    answers = printed(capsys)
    assert answers[:20] == answers[20:]
    assert len({answer["line"] for answer in answers}) > 5, "twenty throws, not one twenty times"


def test_roll_throws_anew(capsys: Output) -> None:
    """The faces of the line are not kept."""
    assert main(["roll", "tur?@0,0", "--seed", "3", "--count", "10"]) == 0
    assert any(answer["line"] != "tur?@0,0" for answer in printed(capsys))


def test_roll_without_dice(capsys: Output) -> None:
    assert main(["roll", "abc?task=routine"]) == 0
    assert printed(capsys)[0]["line"] == "abc?task=routine@"


def test_roll_refuses(capsys: Output) -> None:
    assert main(["roll", "tur?value=99"]) == 2
    assert printed(capsys)[0]["error"][0]["code"] == "out_of_range"


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nothing"],
        ["resolve"],
        ["roll", "tur?", "--count", "0"],
        ["roll", "tur?", "--count", "-1"],
        ["roll", "tur?", "--count", "many"],
        ["roll", "tur?", "--seed", "x"],
        ["resolve", GOOD, "--lang", "xx"],
    ],
    ids=" ".join,
)
def test_a_wrong_call(arguments: list[str], capsys: Output) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert "usage" in capsys.readouterr().err


# ----------------------------------------------------------------------------------------------------------- systems


def test_systems(capsys: Output) -> None:
    assert main(["systems"]) == 0
    (answer,) = printed(capsys)
    assert [one["system"] for one in answer["systems"]] == [system.key for system in systems()]
    for one, system in zip(answer["systems"], systems(), strict=True):
        assert [item["name"] for item in one["fields"]] == [item.name for item in fields_of(system.request)]
        assert [item["name"] for item in one["readings"]] == [item.name for item in fields_of(system.readings)]
        for item in [*one["fields"], *one["readings"]]:
            assert {"name", "type", "default"} <= set(item)
            assert item["type"] != "number" or item["min"] <= item["max"]
            assert item["type"] != "choice" or item["default"] in item["choices"]


# ----------------------------------------------------------------------------------------------------- as a process


def test_a_real_run() -> None:
    good, bad = run("resolve", GOOD), run("resolve", BAD)
    assert (good.returncode, bad.returncode) == (0, 2)
    assert json.loads(good.stdout.decode())["score"] == 18
    assert good.stderr == bad.stderr == b""


def test_a_real_batch_with_strange_bytes() -> None:
    done = run("resolve", "-", stdin=b"\xff\n" + GOOD.encode() + b"\n")
    assert done.returncode == 2
    assert [next(iter(json.loads(line))) for line in done.stdout.splitlines()] == ["error", "system"]
    assert done.stderr == b""


@pytest.mark.parametrize(
    "count",
    [
        pytest.param(3, id="less than a pipe holds"),
        pytest.param(20_000, id="more"),
    ],
)
def test_a_reader_that_has_seen_enough(count: int) -> None:
    """``| head -1``: no traceback, and nobody waits."""
    call = [sys.executable, "-m", "pyroll", "roll", "tur?", "--seed", "1", "--count", str(count)]
    # Unbuffered, every line would be written at once, and the last of them not only at the end
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(call, cwd=ROOT, env=buffered, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        complaint = process.stderr.read()
        process.wait(timeout=60)
    assert complaint == b""
    assert process.returncode == 0

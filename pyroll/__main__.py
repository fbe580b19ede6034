"""The command line of contract.md, ``python -m pyroll CALL``: its output is JSON, one object per line."""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import secrets
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pyroll.form import Choice, Field, Flag, Number, fields_of
from pyroll.i18n import LANGUAGES, Language, language
from pyroll.line import Refusal, read
from pyroll.odds import odds, odds_json
from pyroll.resolve import outcome, resolve, throw
from pyroll.system import System
from pyroll.systems import systems

__all__ = ["main"]

FAILED = 1
REFUSED = 2


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns the exit status (2 if any line was refused, 1 if nothing could be said)."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    options = _parser().parse_args(arguments)
    try:
        words = language(options.lang)
    except FileNotFoundError:
        print(f"pyroll: the {options.lang!r} catalog is not compiled yet: run `make catalogs`", file=sys.stderr)
        return FAILED
    try:
        status = _print(_answers(options, words))
        sys.stdout.flush()
    except BrokenPipeError:  # the reader (head, say) has seen enough
        # What is still buffered would be flushed at exit, into the same closed pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as failure:  # a full disk, say
        print(f"pyroll: {failure.strerror}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    return status


def _answers(options: argparse.Namespace, words: Language) -> Iterable[Mapping[str, object]]:
    match options.call:
        case "resolve":
            return (_resolved(line, words) for line in _lines(options.line))
        case "odds":
            return (_chances(line, words) for line in _lines(options.line))
        case "roll":
            below = random.Random(options.seed).randrange if options.seed is not None else secrets.randbelow  # noqa: S311
            return (_rolled(options.line, below, words) for _ in range(options.count))
        case _:
            return [{"systems": [_system(system, words) for system in systems()]}]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m pyroll", description="Resolve the dice rules of five games.")
    parser.add_argument("--lang", choices=LANGUAGES, default="fr", help="language of steps and messages")
    calls = parser.add_subparsers(dest="call", required=True)
    resolving = calls.add_parser("resolve", help="judge a line by its faces; - reads lines from standard input")
    resolving.add_argument("line")
    weighing = calls.add_parser("odds", help="the exact chances of a line before its dice; - as above")
    weighing.add_argument("line")
    rolling = calls.add_parser("roll", help="throw the dice of a line")
    rolling.add_argument("line")
    rolling.add_argument("--seed", type=int, help="repeatable dice")
    rolling.add_argument("--count", type=_positive, default=1, help="how many times (1)")
    calls.add_parser("systems", help="the systems, their fields and readings")
    for call in (resolving, weighing, rolling):
        # The language may also follow the call, without forgetting the one before it.
        call.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    return parser


def _positive(raw: str) -> int:
    value = int(raw)
    if value < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return value


def _lines(argument: str) -> Iterable[str]:
    return (line.rstrip("\r\n") for line in sys.stdin) if argument == "-" else [argument]


def _print(answers: Iterable[Mapping[str, object]]) -> int:
    status = 0
    for answer in answers:
        print(json.dumps(answer, ensure_ascii=False))
        if "error" in answer:
            status = REFUSED
    return status


def _resolved(line: str, words: Language) -> Mapping[str, object]:
    test = read(line)
    return outcome(test if isinstance(test, Refusal) else resolve(test), words)


def _chances(line: str, words: Language) -> Mapping[str, object]:
    test = read(line, before=True)
    return outcome(test, words) if isinstance(test, Refusal) else odds_json(odds(test))


def _rolled(line: str, below: Callable[[int], int], words: Language) -> Mapping[str, object]:
    """Fresh dice: faces that the line holds are left aside."""
    test = read(line)
    return outcome(test if isinstance(test, Refusal) else throw(test.unthrown(), below), words)


def _system(system: System, words: Language) -> dict[str, object]:
    return {
        "system": system.key,
        "title": words.say(system.title),
        "fields": [_field(item, words) for item in fields_of(system.request)],
        "readings": [_field(item, words) for item in fields_of(system.readings)],
    }


def _field(item: Field, words: Language) -> dict[str, object]:
    kind: dict[str, Any]
    match item.kind:
        case Number(low, high, gaps, optional):
            kind = {"type": "number", "min": low, "max": high}
            if gaps:
                kind["except"] = list(gaps)
            if optional:
                kind["optional"] = True
        case Choice(options):
            kind = {"type": "choice", "choices": list(options)}
        case Flag():
            kind = {"type": "choice", "choices": ["yes", "no"]}
        case _:
            kind = {"type": "text"}
    return {"name": item.name, "label": words.say(item.label), **kind, "default": item.kind.dump(item.default)}


if __name__ == "__main__":
    sys.exit(main())

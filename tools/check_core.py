"""Runs inside Pyodide, started by check_core.mjs: the core's tests under the browser's Python and library.

The pruned library that the site ships comes first. What only pytest and the tests need comes from the whole one,
through ``Rest``; a module of the site that reaches for it is refused, exactly as in the browser.
"""

from __future__ import annotations

import builtins
import os
import sys
import zipfile
import zipimport
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec
from types import FrameType, ModuleType
from typing import Any

# Tests that cannot run there, each with its reason.
EXCLUDED = {
    "tests/app": "not the core but the page, which the browser tests run under this very Python",
    "tests/browser": "drives Chromium from outside",
    "tests/engines": "drives other browsers from outside",
    "tests/test_bare.py": "reads the build's tools",
    "tests/test_catalogs.py": "reads the catalogs with Babel, which the site does not have",
    "tests/test_flame_law.py::test_no_piece_is_long": "counts a million calls, which takes minutes there",
    "tests/test_later.py": "reads the build's tools",
    "tests/test_packaging.py": "reads the build's tools, git and the installed packages",
    "tests/test_snapshot.py": "runs the build and node",
    "tests/test_cli.py::test_a_real_run": "starts a process",
    "tests/test_cli.py::test_a_real_batch_with_strange_bytes": "starts a process",
    "tests/test_cli.py::test_a_reader_that_has_seen_enough": "starts a process",
}

# Enough to meet every kind of value; CPython's own run draws ten times as many.
EXAMPLES = 10

REPOSITORY = "/repository"
PACKAGES = "/packages"
WHOLE_LIBRARY = "/whole.zip"
SHIPPED_LIBRARY = "/lib/python314.zip"


def modules_in(archive: str) -> frozenset[str]:
    """The dotted names of an archive's modules, compiled or not."""
    with zipfile.ZipFile(archive) as opened:
        stems = (name.rpartition(".")[0] for name in opened.namelist() if name.endswith((".py", ".pyc")))
        return frozenset(stem.removesuffix("/__init__").replace("/", ".") for stem in stems)


class Rest:
    """Finds what the pruned library leaves out, inside its packages too."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """A module from the whole library; ``zipimporter`` goes by the last part of the name and its folder."""
        if name not in self._names:
            return None
        folder = "/".join((WHOLE_LIBRARY, *name.split(".")[:-1]))
        return zipimport.zipimporter(folder).find_spec(name, target)


def refuse_to_the_site(rest: frozenset[str], shipped: frozenset[str]) -> None:
    """From now on ``import`` knows nothing of ``rest`` when a file of the site asks, itself or through the library.

    Looking at the import statement rather than at a finder catches what a test has loaded already.
    """
    original = builtins.__import__

    def importing(
        name: str,
        globals: Mapping[str, object] | None = None,  # noqa: A002 - the names that callers may use
        locals: Mapping[str, object] | None = None,  # noqa: A002
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:
        if level == 0 and name in rest and _asked_by(sys._getframe(1)) in shipped:
            raise ModuleNotFoundError(
                f"No module named {name!r} in the shipped library (tools/stdlib.txt)", name=name
            )
        return original(name, globals, locals, fromlist or (), level)

    builtins.__import__ = importing


def _asked_by(frame: FrameType | None) -> str:
    """The first file on the stack that is not the library's."""
    library = (SHIPPED_LIBRARY, WHOLE_LIBRARY, "<frozen", __file__)
    while frame is not None and frame.f_code.co_filename.startswith(library):
        frame = frame.f_back
    return "" if frame is None else frame.f_code.co_filename


class FewExamples:
    """A pytest plugin: the profile that tests/conftest.py is told to load by HYPOTHESIS_PROFILE."""

    def pytest_load_initial_conftests(self) -> None:
        """Before the conftest; and not before pytest, which has to rewrite hypothesis first."""
        from hypothesis import HealthCheck, settings  # noqa: PLC0415

        settings.register_profile(
            "pyodide",
            derandomize=True,
            deadline=None,
            database=None,
            max_examples=EXAMPLES,
            suppress_health_check=list(HealthCheck),
        )


def main(shipped: Sequence[str], arguments: Sequence[str]) -> int:
    """``shipped``: the site's Python files, as paths in the repository. Returns pytest's exit status."""
    rest = modules_in(WHOLE_LIBRARY) - modules_in(SHIPPED_LIBRARY)
    sys.meta_path.append(Rest(rest))
    sys.path[:0] = [REPOSITORY, f"{REPOSITORY}/static/vendor/python", PACKAGES]
    sys.dont_write_bytecode = True  # the repository is the real one
    os.chdir(REPOSITORY)
    os.environ["HYPOTHESIS_PROFILE"] = "pyodide"

    import pytest  # noqa: PLC0415 - only now can it be found

    refuse_to_the_site(rest, frozenset(f"{REPOSITORY}/{name}" for name in shipped))
    for path, reason in EXCLUDED.items():
        print(f"core: without {path}: {reason}")
    # Neither file descriptors, nor signals, nor a cache beside the real one
    plain = ["--capture=sys", "-p", "no:cacheprovider", "-p", "no:faulthandler"]
    ignored = [f"--{'deselect' if '::' in path else 'ignore'}={path}" for path in EXCLUDED]
    return int(pytest.main([*plain, *ignored, "--quiet", *(arguments or ["tests"])], plugins=[FewExamples()]))

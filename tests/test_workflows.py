"""The workflows cannot run here; what can be read off them is checked: pins, permissions, and what they call."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest

import pyroll
from tools import release

ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z-]+):(?!=)", MAKEFILE, re.MULTILINE))

each = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def test_there_are_workflows() -> None:
    assert {path.name for path in WORKFLOWS} == {"pages.yml", "release.yml"}
    assert {"build", "test", "zip"} <= TARGETS


@each
def test_every_action_is_pinned_by_its_commit_and_says_its_release(path: Path) -> None:
    used = [line for line in lines(path) if re.search(r"\buses:", line)]
    assert used
    for line in used:
        assert re.search(r"\buses: [\w-]+/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line), line


def test_one_action_is_one_commit() -> None:
    pins: dict[str, set[str]] = {}
    for path in WORKFLOWS:
        for name, commit in re.findall(r"uses: (\S+)@(\S+)", path.read_text(encoding="utf-8")):
            pins.setdefault(name, set()).add(commit)
    assert {name: commits for name, commits in pins.items() if len(commits) > 1} == {}


@each
def test_only_targets_that_exist_are_made(path: Path) -> None:
    called = re.findall(r"^\s*(?:- )?(?:run: )?make ([^\n]+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert called
    for words in called:
        targets = [word for word in words.split() if "=" not in word]
        assert targets
        assert TARGETS.issuperset(targets), words


@each
def test_reading_is_all_that_is_allowed_but_where_something_is_published(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.search(r"^permissions:\n  contents: read\n\n", text, re.MULTILINE), "the usual permissions"
    granted = re.findall(r"^      ([a-z-]+: write)$", text, re.MULTILINE)
    assert granted == (["pages: write", "id-token: write"] if path.name == "pages.yml" else ["contents: write"])
    # Whoever may write runs nothing of the tree
    for job in re.split(r"^  (?=[a-z]+:\n)", text, flags=re.MULTILINE):
        if ": write" in job:
            assert "checkout" not in job
            assert "make " not in job


@each
def test_nothing_from_outside_gets_into_a_command(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "pull_request_target" not in text
    assert not [line for line in lines(path) if re.search(r"run:.*\$\{\{", line)]
    assert text.count("actions/checkout@") == text.count("persist-credentials: false")


def test_the_release_is_the_built_site_and_the_same_each_time(tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "static").mkdir(parents=True)
    (site / "index.html").write_text("<p>", encoding="utf-8")
    (site / "static" / "a.css").write_text("a", encoding="utf-8")
    (site / ".nojekyll").touch()
    one, two = tmp_path / "a" / "pyroll-1.zip", tmp_path / "b" / "pyroll-1.zip"
    for target in (one, two):
        release.pack(site, target)
    assert one.read_bytes() == two.read_bytes()
    with zipfile.ZipFile(one) as opened:
        assert opened.namelist() == ["pyroll-1/.nojekyll", "pyroll-1/index.html", "pyroll-1/static/a.css"]
        assert opened.read("pyroll-1/static/a.css") == b"a"


def test_a_release_is_of_its_tag() -> None:
    with pytest.raises(SystemExit, match=pyroll.__version__):
        release.main(["--tag", "v99.0.0"])


def test_an_empty_site_is_no_release(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="make build"):
        release.pack(tmp_path, tmp_path / "x.zip")

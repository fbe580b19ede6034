"""index.html as it is shipped: whole before Python, and nothing in it that leads nowhere."""

import re
from pathlib import Path

import pytest

from pyroll.app.prerender import render
from pyroll.app.state import first
from pyroll.app.views import page
from pyroll.i18n import FRENCH
from pyroll.system import System
from pyroll.systems import GUESTS, systems
from tests.app.markup import Node, parse
from tools import build

ROOT = Path(__file__).resolve().parents[2]
INDEX = (ROOT / "index.html").read_text(encoding="utf-8")
CSS = (ROOT / "static" / "pyroll.css").read_text(encoding="utf-8")
STYLES = "".join((ROOT / name).read_text(encoding="utf-8") for name in build.STYLES)
BOOT = (ROOT / "static" / "boot.js").read_text(encoding="utf-8")


def tree() -> Node:
    return parse(INDEX.partition("<body>")[2].partition("</body>")[0])


def test_it_is_current_and_drawing_it_again_changes_nothing() -> None:
    assert render(INDEX) == INDEX, "run `make build`"


def test_every_system_has_its_form_and_its_place_in_the_picker() -> None:
    keys = [*(system.key for system in systems()), *GUESTS]
    assert [node.attributes["id"] for node in tree().all("form")] == keys
    assert [node.attributes["value"] for node in tree().all("option")] == keys
    assert [node.attributes["id"] for node in tree().all("form") if "hidden" not in node.attributes] == keys[:1]


def test_every_region_has_its_place() -> None:
    ids = {node.attributes["id"] for node in tree().walk() if "id" in node.attributes}
    for system in systems():
        state = first().__class__(system)
        for region in page.regions(state, FRENCH):
            assert parse(region).children[0].attributes["id"] in ids  # type: ignore[union-attr]


def test_ids_are_unique_and_every_reference_leads_somewhere() -> None:
    page = tree()
    spare = {id(node) for template in page.all("template") for node in template.walk() if node is not template}
    nodes = [node for node in page.walk() if id(node) not in spare]
    ids = [node.attributes["id"] for node in nodes if "id" in node.attributes]
    assert len(ids) == len(set(ids))
    for node in nodes:
        targets = [node.attributes.get(name, "") for name in ("for", "data-goto", "form", "data-rungs")]
        targets += node.attributes.get("aria-describedby", "").split()
        targets += re.findall(r"^#([^/].*)", node.attributes.get("href", ""))
        assert [target for target in targets if target and target not in ids] == []


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.key)
def test_what_waits_beside_a_form_takes_the_place_of_what_stands_in_the_page(system: System) -> None:
    """static/boot.js puts it there, part by part, by id."""
    page = tree()
    waiting = page.one(id=f"waiting-{system.key}").children
    standing = {part.attributes["id"] for part in page.one("aside").walk() if "id" in part.attributes} | {"strip"}
    names = [part.attributes["id"] for part in waiting if not isinstance(part, str)]
    assert {"strip", "odds", "ladder", "chart", "degrees"} == set(names) <= standing


def test_drawn_icons_exist() -> None:
    ids = {node.attributes.get("id") for node in tree().all("symbol")}
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "pyroll/app/views").glob("*.py"))
    assert {f"i-{name}" for name in re.findall(r'icon\("(\w+)"', source)} <= ids


def test_the_policy_finds_nothing_to_drop() -> None:
    for node in tree().walk():
        assert "style" not in node.attributes
        assert node.tag not in {"script", "style"}
        assert not [name for name in node.attributes if name.startswith("on")]


def test_the_start_script_finds_what_it_asks_for() -> None:
    ids = {node.attributes.get("id") for node in tree().walk()}
    asked = set(re.findall(r'getElementById\("(\w+)"\)', BOOT)) | set(re.findall(r'\.id === "(\w+)"', BOOT))
    assert asked
    assert asked <= ids


def test_dark_colours_stand_twice_and_agree() -> None:
    system, chosen = (
        re.findall(r"(--pr-[a-z0-9-]+): ([^;]+);", CSS.partition(start)[2].partition("}")[0])
        for start in (':root:not([data-theme="light"]) {', '\n:root[data-theme="dark"] {')
    )
    assert system == chosen
    assert len(system) > 30


def test_the_style_sheets_know_every_class_in_use() -> None:
    styled = set(re.findall(r"\.(pr-[a-z0-9_-]+)", STYLES))
    styled |= {name.partition("__")[0] for name in styled}
    used = {name for node in tree().walk() for name in node.attributes.get("class", "").split()}
    assert used - styled == set()


def test_every_class_with_a_style_is_in_use() -> None:
    sources = [*(ROOT / "pyroll" / "app").rglob("*.py"), *(ROOT / "static").glob("*.*js"), ROOT / "index.html"]
    used = "".join(path.read_text(encoding="utf-8") for path in sources)
    whole = set(re.findall(r"pr-[a-z0-9_-]+", used))
    # Some end in a kind, a shape or a number, written in later: "pr-verdict--{kind}"
    begun = tuple(name for name in whole if name.endswith(("-", "_")))
    styled = set(re.findall(r"\.(pr-[a-z0-9_-]+)", STYLES))
    assert {name for name in styled - whole if not name.startswith(begun)} == set()

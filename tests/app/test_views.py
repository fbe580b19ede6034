"""What the views draw, read as a browser would."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import pytest

from pyroll.app.messages import (
    Edited,
    Message,
    Opened,
    Started,
    Submitted,
    Thrown,
)
from pyroll.app.state import State, first, update
from pyroll.app.views import page
from pyroll.app.views.dice import dice
from pyroll.app.views.form import form
from pyroll.app.weighing import weighing
from pyroll.form import choice, flag, number
from pyroll.i18n import FRENCH, text
from pyroll.line import write
from pyroll.resolve import Contest, Single, throw
from pyroll.system import Shown, System
from pyroll.systems import systems
from pyroll.systems.patchwork_words import PATCHWORK
from pyroll.systems.tur import TUR
from tests.app.markup import Node, parse
from tests.checks import seeded

LINES = [
    "patchwork?characteristic=7&skill=5@10,10,1",
    "patchwork?@1,4",
    "abc?attribute=12&skill=6&hindrances=2@14",
    "abc?attribute=12@20,20",
    "abc?task=routine@",
    "tur?value=7&difficulty=hard@0,1",
    "flamme?characteristic=4&skill=3&flame=3&aspect=2@3,5,1,6,2,6,4",
    "ecor?characteristic=5&skill=4@2,4,6,6,5,1,3,5,3",
    "patchwork?characteristic=7&opponent.skill=4@10,10,3/1,4",
    "abc?attribute=9&opponent.attribute=12@5/20,3",
    "tur?value=7&opponent.value=4@1,2/5,4",
    "flamme?flame=2&aspect=2&opponent.flame=-2&opponent.dark_aspect=1@3,5,1/2,3,4",
    "ecor?opponent.skill=2@2,4,6/4,2,5,3,1",
]


def opened(line: str) -> State:
    return update(update(first(), Started()), Opened(line))


def drawn(state: State) -> Node:
    return parse("".join(str(region) for region in page.regions(state, FRENCH)))


def region(state: State, name: str) -> Node:
    return drawn(state).one(id=name)


@pytest.mark.parametrize("line", LINES)
def test_a_result_is_drawn_whole(line: str) -> None:
    tree = drawn(opened(line))
    verdict = tree.one("output")
    assert verdict.attributes["data-line"] == line
    assert verdict.attributes["aria-live"] == "polite"
    assert verdict.attributes["aria-atomic"] == "true"
    assert verdict.one("span", class_="pr-verdict__word").text
    faces = [int(face) for face in line.partition("@")[2].replace("/", ",").split(",") if face]
    pictures = tree.one(id="dice").all("svg", role="img")
    assert len(pictures) == len(faces)
    assert all(picture.attributes["aria-label"] for picture in pictures)
    assert tree.one("p", class_="pr-say").text.endswith(".")
    steps = tree.one(id="steps").all("li")
    assert steps
    assert all(step.one(class_="pr-why__rule").text for step in steps)


@pytest.mark.parametrize("line", LINES)
def test_the_verdict_carries_what_links_and_tests_read(line: str) -> None:
    attributes = region(opened(line), "verdict").attributes
    if "opponent." in line:
        assert attributes["data-winner"] in {"actor", "opponent", "none"}
        assert "data-success" not in attributes
    else:
        assert attributes["data-success"] in {"true", "false", "none"}
        assert attributes["data-critical"] in {"success", "failure", "none"}
        assert "data-winner" not in attributes


@pytest.mark.parametrize("line", LINES)
def test_no_region_needs_what_the_policy_drops(line: str) -> None:
    for node in drawn(opened(line)).walk():
        assert "style" not in node.attributes
        assert not [name for name in node.attributes if name.startswith("on")]
        assert node.tag != "script"


@pytest.mark.parametrize("line", LINES)
def test_ids_are_unique(line: str) -> None:
    names = [node.attributes["id"] for node in drawn(opened(line)).walk() if "id" in node.attributes]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("line", LINES)
def test_what_did_not_change_is_exactly_what_is_not_drawn_again(line: str) -> None:
    # Through all that can happen, patching the changed regions gives the page that drawing all of it gives.
    state = first()
    shown = by_id(page.regions(state, FRENCH))
    wrong = Edited(PATCHWORK, {"opposed": "no", "characteristic": "44"}, settled=True)
    for message in (Started(), wrong, Submitted(), Opened("tur?value=7"), Opened(line), "weigh", "throw", wrong):
        after = update(state, happened(state, message))
        for stage in range(page.STAGES):
            shown |= by_id(page.changed(state, after, FRENCH, stage))
        whole = by_id(page.regions(after, FRENCH))
        assert {name: shown[name] for name in whole} == whole
        state = after


def by_id(drawn_regions: Iterable[object]) -> dict[str, str]:
    pieces = [str(one) for one in drawn_regions]
    return {parse(piece).all()[1].attributes["id"]: piece for piece in pieces}


def happened(state: State, message: Message | str) -> Message:
    if not isinstance(message, str):
        return message
    assert state.test is not None
    if message == "weigh":
        *_, found = weighing(state.test)
        return found
    result = throw(state.test, seeded(3))
    assert isinstance(result, Single | Contest)
    return Thrown(result)


def test_an_opposition_by_a_house_rule_says_so() -> None:
    assert "Règle maison" in region(opened("tur?value=7&opponent.value=4@1,2/5,4"), "say").text
    assert "Règle maison" not in region(opened("ecor?opponent.skill=2@2,4,6/2,2,2,2,2"), "say").text
    assert "Règle maison" not in region(opened("tur?value=7@1,2"), "say").text


def test_an_open_ended_die_is_a_chain_with_its_total() -> None:
    rows = region(opened("patchwork?@10,10,1"), "dice").all("li")
    assert [row.text for row in rows] == ["10", "+", "10", "+", "1", "= 21"]
    rows = region(opened("patchwork?@1,10,4"), "dice").all("li")
    assert [row.text for row in rows] == ["1", "−", "10", "−", "4", "= −13"]


def test_dice_put_aside_stand_apart_and_successes_are_dots() -> None:
    words = text("Dé")
    shown = (
        Shown(5, "d6", "aside", words),
        Shown(6, "d6", "double", words, 2),
        Shown(2, "flame", "miss", words, 0, 3),
    )
    rows = parse("".join(map(str, dice(shown, FRENCH)))).all("ul")
    assert [row.attributes["aria-label"] for row in rows] == ["Dés", "Dés", "Dés écartés"]
    assert len(rows[0].one(class_="pr-marks").all("i")) == 2
    assert rows[0].all(class_="pr-die__ring")
    assert rows[1].one(class_="pr-dice__was").text == "3 →"
    assert rows[1].one(class_="pr-marks").one("i").has("class", "pr-marks__none")
    assert rows[2].one("svg").has("class", "pr-die--aside")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("patchwork?", "Lancer 1d10"),
        ("patchwork?@4", "Relancer 1d10"),
        ("tur?", "Lancer 2d5"),
        ("ecor?characteristic=4&skill=4", "Lancer 8d6"),
        ("ecor?characteristic=5&skill=4&opponent.characteristic=3", "Lancer9d6 contre 3d6"),
        ("ecor?opponent.characteristic=0", "Lancer3d6 contre aucun dé"),
        ("abc?task=routine", "Voir le verdictaucun dé à lancer"),
        ("patchwork?skill=99", "Lancer"),
    ],
)
def test_the_button_says_what_it_throws(line: str, words: str) -> None:
    assert region(opened(line), "roll").text.replace("\N{NO-BREAK SPACE}", " ") == words


def test_before_python_the_button_says_that_a_tap_waits() -> None:
    assert "part dès que tout est prêt" in region(first(), "roll").text


def test_faults_stand_beside_their_fields_and_in_the_summary() -> None:
    texts = {"opposed": "no", "characteristic": "44", "skill": "<b>", "proficiency": "trained"}
    state = update(update(first(), Edited(PATCHWORK, texts, settled=True)), Submitted())
    tree = drawn(state)
    assert tree.one(id="patchwork-characteristic-error").text == "Entre 0\N{NO-BREAK SPACE}et 30."
    assert tree.one(id="patchwork-skill-error").text == "Un nombre entier est attendu."
    assert "hidden" in tree.one(id="patchwork-difficulty-error").attributes
    summary = tree.one(id="faults")
    assert summary.attributes["role"] == "alert"
    assert [link.attributes["data-goto"] for link in summary.all("a")] == [
        "patchwork-characteristic",
        "patchwork-skill",
    ]
    assert summary.one("p").text == "2 points à corriger".replace("2 ", "2\N{NO-BREAK SPACE}")


def test_a_hostile_line_is_text() -> None:
    hostile = "<img src=x onerror=alert(1)>"
    html = "".join(map(str, page.regions(opened(f"patchwork?{hostile}=1&skill=1"), FRENCH)))
    assert "<img" not in html
    assert "&lt;img" in html


def test_past_rolls_can_be_opened_and_rolled_again() -> None:
    state = opened("patchwork?characteristic=7@4")
    assert state.result is not None
    rows = region(update(state, Thrown(state.result)), "recent").all("li")
    (row,) = rows
    opening, rolling = row.all("button")
    assert opening.attributes["data-open"] == "patchwork?characteristic=7@4"
    assert rolling.attributes["data-reroll"] == "patchwork?characteristic=7@4"
    assert rolling.attributes["aria-label"].startswith("Relancer")


def test_settings_under_a_disclosure_are_counted() -> None:
    state = opened("abc?tools_bonus=2&help_bonus=1&reading.minimum_grade=skill")
    tree = drawn(state)
    assert tree.one(id="abc-actor-set").text == "2\N{NO-BREAK SPACE}réglés"
    assert tree.one(id="abc-reading-set").text == "1\N{NO-BREAK SPACE}changée"
    assert tree.one(id="abc-opponent-set").text == "aucun"


# ------------------------------------------------------------------------------------------------------- the forms


@dataclass(frozen=True, slots=True, kw_only=True)
class Odd:
    """Fields that no shipped system combines in this way."""

    depth: int = number("Profondeur", -3, 3, default=0, gaps=(1,))
    stock: int | None = number("Réserve", 0, 9, default=None, rare=True)
    calm: bool = flag("Au calme", default=True)
    moon: str = choice("Lune", {"new": "Nouvelle", "full": "Pleine"}, default="new", solo=True)


SIXTH = replace(TUR, key="odd", title="Sixième", about="jamais vu", request=Odd, readings=Odd)
EVERY = pytest.mark.parametrize("system", [*systems(), SIXTH], ids=lambda system: system.key)


def drawn_form(system: System) -> Node:
    return parse(form(system, FRENCH, chosen=True)).one("form")


@EVERY
def test_every_control_has_a_name_for_everybody(system: System) -> None:
    tree = drawn_form(system)
    ids = [node.attributes["id"] for node in tree.walk() if "id" in node.attributes]
    assert len(ids) == len(set(ids))
    labelled = {label.attributes.get("for") for label in tree.all("label")}
    inside = [node for label in tree.all("label") for node in label.all("input")]
    for control in tree.all("input"):
        assert control.attributes.get("id") in labelled or control in inside, control.attributes
    for button in tree.all("button"):
        assert button.attributes["type"] == "button"
        assert button.attributes.get("aria-label") or button.text.strip()
    for node in tree.walk():
        for name in ("aria-describedby", "aria-labelledby", "data-rungs"):
            for target in node.attributes.get(name, "").split():
                assert target in ids, f"{name} of {node.attributes} leads nowhere"
        if node.tag == "fieldset":
            assert node.all("legend")
        assert "style" not in node.attributes


@EVERY
def test_the_form_offers_exactly_the_declared_fields(system: System) -> None:
    tree = drawn_form(system)
    names = {node.attributes["name"] for node in tree.all("input")}
    wanted = {"opposed"}
    for prefix, holder in (("", system.request), ("opponent.", system.request), ("reading.", system.readings)):
        for name, declared in holder.__dataclass_fields__.items():
            look = declared.metadata
            if not look.get("hidden") and not (prefix == "opponent." and look.get("solo")):
                wanted.add(prefix + name)
                if getattr(look["kind"], "ladder", ()):
                    wanted.add(f"{prefix}{name}.rung")
    assert names == wanted


@EVERY
def test_the_untouched_form_says_the_defaults(system: System) -> None:
    tree = drawn_form(system)
    for prefix, holder in (("", system.request), ("opponent.", system.request), ("reading.", system.readings)):
        for name, declared in holder.__dataclass_fields__.items():
            default = declared.metadata["kind"].dump(declared.default)
            controls = tree.all("input", name=prefix + name)
            match [control.attributes for control in controls]:
                case []:
                    pass
                case [{"type": "text"} as box]:
                    assert box["value"] == default
                case [{"type": "checkbox"} as box]:
                    assert ("checked" in box) == (default == "yes")
                case chips:
                    assert [chip["value"] for chip in chips if "checked" in chip] == [default]


@EVERY
def test_conditions_name_controls_of_the_same_form(system: System) -> None:
    tree = drawn_form(system)
    names = {node.attributes["name"] for node in tree.all("input")}
    for node in tree.walk():
        for condition in node.attributes.get("data-only", "").split():
            name, _, values = condition.partition("=")
            assert name in names
            assert values


def test_numbers_say_their_bounds_and_gaps() -> None:
    tree = drawn_form(SIXTH)
    depth = tree.one("input", name="depth").attributes
    assert (depth["role"], depth["aria-valuemin"], depth["aria-valuemax"]) == ("spinbutton", "-3", "3")
    assert (depth["data-gaps"], depth["aria-valuenow"]) == ("1", "0")
    assert "inputmode" not in depth, "a keypad of digits has no minus"
    stock = tree.one("input", name="stock").attributes
    assert stock["value"] == ""
    assert "aria-valuenow" not in stock


def test_what_does_not_apply_in_an_opposition_is_marked() -> None:
    tree = drawn_form(SIXTH)
    (holder,) = [node for node in tree.all("div", data_only="opposed=no") if node.all("input", name="moon")]
    assert "hidden" not in holder.attributes
    assert not tree.all("input", name="opponent.moon")
    assert "hidden" in tree.one("fieldset", data_only="opposed=yes").attributes


def test_a_throw_with_the_drawn_state_is_fresh_each_time() -> None:
    state = opened("patchwork?")
    classes = []
    for seed in range(3):
        assert state.test is not None
        result = throw(state.test, seeded(seed))
        assert isinstance(result, Single | Contest)
        state = update(state, Thrown(result))
        classes.append(region(state, "dice").attributes["class"].split()[-1])
        assert write(result.test) == region(state, "verdict").attributes["data-line"]
    assert classes == ["is-fresh-1", "is-fresh-0", "is-fresh-1"]

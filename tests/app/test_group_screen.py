"""The groups' screen: it follows the form until dice lie, keeps its list, and writes each row down."""

from __future__ import annotations

import json
from collections.abc import Coroutine
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import pytest

from pyroll.app import gathering
from pyroll.app.gathering import Gathering, empty, followed, unfollowed
from pyroll.app.group_screen import GroupScreen
from pyroll.app.keeper import Keeper
from pyroll.app.messages import Opened
from pyroll.app.ports import Ports, Undo
from pyroll.app.state import State, first, update
from pyroll.app.views import group as views
from pyroll.app.views import group_table
from pyroll.backup import MOST_SETTING
from pyroll.group import MOST_ROWS, Group, Row, added, thrown
from pyroll.i18n import FRENCH, Text
from pyroll.journal import Event, Rolled
from pyroll.line import Test, read
from pyroll.odds import odds
from pyroll.resolve import Contest
from pyroll.store import MemoryStore
from tests.app.markup import Node, parse
from tests.kept import now, plain


def line(text: str) -> Test:
    test = read(text)
    assert isinstance(test, Test), test
    return test


# ---------------------------------------------------------------------------------------------------------- its state


def some_group(base: str, count: int = 3) -> Group:
    group = added(Group(line(base)), [Row(f"Garde {n}") for n in range(1, count + 1)])
    assert isinstance(group, Group)
    return group


@pytest.mark.parametrize("base", ["tur?value=6", "patchwork?characteristic=8&opponent.skill=3", "free?dice=2d6"])
def test_a_list_comes_back_with_its_dice(base: str) -> None:
    group = thrown(some_group(base))
    assert gathering.load(group.base.system, gathering.dump(group)) == group


def test_a_full_list_fits_into_what_is_kept() -> None:
    base = (
        "flamme?characteristic=15&skill=15&flame=10&aspect=10&dark_aspect=10&opponent.characteristic=15"
        "&opponent.skill=15&opponent.flame=-10"
    )
    rows = [
        Row(
            "x" * 38 + f"{n:02}", {"characteristic": "15", "skill": "15", "flame": "-10", "modifiers": "+20D+20DF+10"}
        )
        for n in range(MOST_ROWS)
    ]
    kept = gathering.dump(thrown(Group(line(base), tuple(rows))))
    assert len(kept) < MOST_SETTING / 2


@pytest.mark.parametrize(
    "kept",
    [
        "",
        "nothing",
        "[]",
        '{"version":2}',
        '{"version":1,"base":"ecor?skill=2","once":true,"rows":[]}',
        '{"version":1,"base":"tur?value=99","once":true,"rows":[]}',
        '{"version":1,"base":"tur?value=5","once":true,"rows":[["A",{}]]}',
        '{"version":1,"base":"tur?value=5","once":true,"rows":[["A",[],null]]}',
    ],
)
def test_what_does_not_read_is_an_empty_list(kept: str) -> None:
    system = line("tur?value=5").system
    assert gathering.load(system, kept) == empty(system)


def test_dice_that_do_not_fit_are_left_out() -> None:
    kept = '{"version":1,"base":"tur?value=5","once":true,"rows":[["A",{"value":"7"},"9,9"],["B",{},"1,2"]]}'
    group = gathering.load(line("tur?value=5").system, kept)
    assert [row.faces for row in group.rows] == [None, "1,2"]


def test_the_base_follows_the_form_until_dice_lie() -> None:
    state = followed(Gathering(some_group("tur?value=6")), line("tur?value=8"))
    assert state.group.base == line("tur?value=8")
    state = replace(state, group=thrown(state.group))
    state = followed(state, line("tur?value=9"))
    assert state.group.base == line("tur?value=8")
    assert unfollowed(state)
    assert not unfollowed(followed(state, line("tur?value=8@1,2")))
    assert followed(state, None).group == state.group


# ---------------------------------------------------------------------------------------------------------- its table


def cells(state: Gathering) -> list[list[str]]:
    tree = parse(group_table.table(state, FRENCH))
    return [
        [cell.text for cell in row.walk() if cell.attributes.get("role") in ("rowheader", "cell")]
        for row in tree.one("tbody").all("tr")
    ]


def test_each_row_has_name_dice_verdict_margin_and_chance() -> None:
    rows = (Row("Gobelin", {"value": "8"}), Row("Ogre"))
    group = Group(line("tur?value=5"), rows)
    group = gathering.load(group.base.system, gathering.dump(group).replace("null", '"1,2"'))
    state = Gathering(group, chances={line("tur?value=8"): odds(line("tur?value=8"))})
    assert cells(state) == [
        ["GobelinValeur\N{NO-BREAK SPACE}8", "1, 2", "Réussite", "+5", "91,7\N{NARROW NO-BREAK SPACE}%", ""],
        ["Ogre", "1, 2", "Réussite", "+2", "–", ""],
    ]


def test_an_opposition_names_the_winner_and_shows_the_actors_one_throw() -> None:
    group = thrown(some_group("patchwork?characteristic=8&skill=6&opponent.skill=3"))
    state = Gathering(group)
    for row, (name, dice, winner, margin, *_) in zip(group.rows, cells(state), strict=True):
        assert isinstance(row.result, Contest)
        assert name == row.name
        assert dice == ", ".join(map(str, row.result.test.opponent_faces))
        assert winner == ("Actif" if row.result.duel.winner == "actor" else row.name)
        assert margin == f"{row.result.duel.margin:+d}".replace("-", "\N{MINUS SIGN}").replace("+0", "0")
    faces = ", ".join(map(str, group.rows[0].result.test.faces or ()))  # type: ignore[union-attr]
    assert f"Actif\N{NARROW NO-BREAK SPACE}: {faces}, score" in parse(views.summary(state, FRENCH)).text


def test_a_row_that_is_no_test_says_why() -> None:
    group = thrown(Group(line("abc?opponent.skill=3"), (Row("Routine", {"task": "routine"}),)))
    ((name, why, *_),) = cells(Gathering(group))
    assert name.startswith("Routine")
    assert why
    assert not parse(group_table.table(Gathering(group), FRENCH)).all("button", data_desk="group-open")


@pytest.mark.parametrize(
    ("base", "head"), [("tur?value=5", "Marge"), ("abc?attribute=9", "Détail"), ("ecor?skill=2", "Détail")]
)
def test_where_there_is_no_margin_the_degree_stands(base: str, head: str) -> None:
    tree = parse(group_table.table(Gathering(thrown(some_group(base))), FRENCH))
    assert tree.one("th", id="group-margins").text == head


# ------------------------------------------------------------------------------------------------------ the screen


@dataclass
class Outside:
    """The page, the browser's tools and the store, as far as the screen looks."""

    form: State
    store: MemoryStore = field(default_factory=MemoryStore)
    typed: dict[str, str] = field(default_factory=dict)
    held: dict[str, str] = field(default_factory=dict)
    patched: dict[str, Node] = field(default_factory=dict)
    focused: str = ""
    opened: str = ""
    said: str = ""
    undo: Undo | None = None
    events: list[Event] = field(default_factory=list)

    def screen(self) -> GroupScreen:
        def run(work: Coroutine[Any, Any, None]) -> None:
            now(work)

        async def pause() -> None:
            pass

        async def connect() -> MemoryStore:
            return self.store

        def patch(html: str) -> None:
            for node in parse(html).children:
                assert isinstance(node, Node)
                self.patched.update({one.attributes["id"]: one for one in node.walk() if "id" in one.attributes})

        def toast(words: Text, undo: Undo | None) -> None:
            self.said, self.undo = FRENCH.say(words), undo

        def draft(name: str, words: str | None = None) -> str:
            if words is not None:
                self.held[name] = words
            return self.held.get(name, "")

        tools = SimpleNamespace(
            draft=draft,
            valueOf=lambda name: self.typed.get(name, ""),
            entriesOf=lambda _form: urlencode(
                {
                    name.removeprefix("group-new-"): value
                    for name, value in self.typed.items()
                    if name != "group-lines"
                }
            ),
            clear=lambda name, left: self.typed.update({name: left}),
            reveal=lambda _name: None,
        )
        ports = Ports(
            page=SimpleNamespace(patch=patch, focus=lambda name: setattr(self, "focused", name)),
            tools=tools,
            proxy=lambda function: function,
            language=lambda: FRENCH,
            clock=lambda: 0,
            ahead=lambda _: 0,
            run=run,
            pause=pause,
            keeper=Keeper(connect, lambda: 0, lambda: None),
            toast=toast,
            version="0.1.0",
        )
        return GroupScreen(ports, lambda: self.form, lambda text: setattr(self, "opened", text), self.events.extend)

    @property
    def rows(self) -> list[str]:
        """The names in the table."""
        return [one.all("button")[0].text for one in self.patched["group-table"].all("tr") if "id" in one.attributes]


def click(screen: GroupScreen, act: str, key: str = "") -> None:
    attributes = {"data-desk": act, "data-key": key}
    assert screen.clicked(SimpleNamespace(getAttribute=attributes.get))


def opened(text: str) -> tuple[Outside, GroupScreen]:
    outside = Outside(update(first(), Opened(text)))
    screen = outside.screen()
    screen.open()
    return outside, screen


def paste(outside: Outside, screen: GroupScreen, typed: str) -> None:
    outside.typed["group-lines"] = typed
    click(screen, "group-lines")


def test_lines_are_added_thrown_and_written_down_one_entry_a_row() -> None:
    outside, screen = opened("tur?value=6")
    paste(outside, screen, "Garde ×2 ; 5\nCapitaine ; 8")
    assert outside.rows == ["Garde 1", "Garde 2", "Capitaine"]
    assert outside.typed["group-lines"] == ""
    click(screen, "group-roll")
    entries = [event.entry for event in outside.events if isinstance(event, Rolled)]
    assert [(one.character, one.label, one.shared) for one in entries] == [
        ("Garde 1", "", False),
        ("Garde 2", "", False),
        ("Capitaine", "", False),
    ]
    assert [one.line.partition("@")[0] for one in entries] == ["tur?", "tur?", "tur?value=8"]
    click(screen, "group-again", "1")
    assert len(outside.events) == 4
    click(screen, "group-open", "1")
    last = outside.events[-1]
    assert isinstance(last, Rolled)
    assert outside.opened == last.entry.line


def test_dice_that_the_actor_throws_once_are_counted_once() -> None:
    outside, screen = opened("patchwork?characteristic=8&opponent.skill=3")
    paste(outside, screen, "Garde ×3")
    click(screen, "group-roll")
    click(screen, "group-again", "2")
    entries = [event.entry for event in outside.events if isinstance(event, Rolled)]
    assert [one.shared for one in entries] == [False, True, True, True]
    assert [one.label for one in entries] == ["Contre Garde 1", "Contre Garde 2", "Contre Garde 3", "Contre Garde 3"]
    assert len({read_test(one.line).faces for one in entries}) == 1


def read_test(text: str) -> Test:
    return line(text)


def test_faults_leave_the_list_and_the_typed_lines_alone() -> None:
    outside, screen = opened("tur?value=6")
    paste(outside, screen, "Garde ; 5\nOgre ; 99\n; 3")
    assert "group-row-0" not in outside.patched
    assert outside.typed["group-lines"] == "Garde ; 5\nOgre ; 99\n; 3"
    assert outside.focused == "group-faults"
    assert [one.text.partition(" (")[0] for one in outside.patched["group-faults"].all("li")] == [
        "Ligne 2",
        "Ligne 3",
    ]
    paste(outside, screen, "51 × Garde")
    assert "51 × Garde" in outside.patched["group-faults"].text
    paste(outside, screen, "50 × Garde")
    paste(outside, screen, "Un de trop")
    assert "il y en aurait 51" in outside.patched["group-faults"].text.replace("\N{NO-BREAK SPACE}", " ")
    assert outside.typed["group-lines"] == "Un de trop"


def test_the_little_form_adds_a_row_or_keeps_what_was_typed() -> None:
    outside, screen = opened("tur?value=6")
    outside.typed |= {"group-new-name": "Ogre", "group-new-value": "trop"}
    screen.submitted()
    assert outside.focused == "group-new-value"
    assert outside.patched["group-new-value"].attributes["value"] == "trop"
    assert outside.patched["group-new-value"].attributes["aria-invalid"] == "true"
    outside.typed["group-new-value"] = "9"
    screen.submitted()
    assert outside.rows == ["Ogre"]
    assert outside.focused == "group-new-name"
    assert outside.typed["group-new-name"] == ""


def test_clearing_and_removing_can_be_undone() -> None:
    outside, screen = opened("tur?value=6")
    paste(outside, screen, "A ;\nB ;\nC ;")
    click(screen, "group-roll")
    click(screen, "group-remove", "1")
    assert outside.rows == ["A", "C"]
    assert outside.undo is not None
    now(outside.undo())
    assert outside.rows == ["A", "B", "C"]
    click(screen, "group-clear")
    assert outside.patched["group-table"].children == []
    assert outside.said == "Liste vidée."
    now(outside.undo())
    assert outside.rows == ["A", "B", "C"]
    assert outside.patched["group-summary"].text.endswith("sur 3.")


def test_a_list_is_there_again_after_a_reload() -> None:
    outside, screen = opened("tur?value=6")
    paste(outside, screen, "A ; 7\nB ;")
    click(screen, "group-roll")
    again = Outside(outside.form, outside.store)
    again.screen().open()
    assert again.patched["screen-group"].text.count("A") >= 1
    for part in ("dice-0", "verdict-0", "dice-1", "verdict-1"):
        assert again.patched[f"group-{part}"].text == outside.patched[f"group-{part}"].text != "–"
    kept = now(outside.store.scan("setting"))
    assert json.loads(json.loads(kept[0].value))["rows"][0][0] == "A"


def test_what_is_being_typed_waits_through_another_system_and_a_reload() -> None:
    outside, screen = opened("tur?value=6")
    outside.typed |= {"group-lines": "A ; 7\nB", "group-new-name": "Ogre"}
    screen.writing()
    outside.form = update(first(), Opened("ecor?skill=2"))
    screen.open()
    assert outside.patched["group-lines"].text == ""
    outside.form = update(first(), Opened("tur?value=6"))
    for one in (screen, Outside(outside.form, outside.store, held=outside.held).screen()):
        one.open()
    assert outside.patched["group-lines"].text == "A ; 7\nB"
    assert outside.patched["group-new-name"].attributes["value"] == "Ogre"
    click(screen, "group-lines")
    outside.typed["group-new-name"] = ""
    screen.writing()
    assert outside.held["group-tur"] == ""


def test_another_form_waits_until_it_is_taken() -> None:
    outside, screen = opened("tur?value=6")
    paste(outside, screen, "A ;")
    click(screen, "group-roll")
    outside.form = update(first(), Opened("tur?value=9"))
    screen.open()
    assert outside.patched["group-base"].all("button", data_desk="group-take")
    assert "Valeur 6" in plain(outside.patched["group-base"].text)
    click(screen, "group-take")
    assert "Valeur 9" in plain(outside.patched["group-base"].text)
    assert "–" in outside.patched["group-dice-0"].text


def test_each_system_has_a_list_of_its_own() -> None:
    outside, screen = opened("tur?value=6")
    paste(outside, screen, "A ;")
    outside.form = update(first(), Opened("ecor?skill=2"))
    screen.open()
    assert outside.patched["group-table"].children == []
    outside.form = update(first(), Opened("tur?value=6"))
    screen.open()
    assert outside.rows == ["A"]


def test_the_chances_come_after_the_rows() -> None:
    outside, screen = opened("tur?value=6")
    paste(outside, screen, "A ; 8")
    assert outside.patched["group-chance-0"].text == "91,7\N{NARROW NO-BREAK SPACE}%"

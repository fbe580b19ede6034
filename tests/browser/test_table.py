"""The page at the table: points placed on fallen dice, real dice, reloads in the middle, keys and manners."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from playwright.sync_api import BrowserContext, Locator, Page, expect

from .conftest import START_TIMEOUT, eventually, expect_accessible, looks, open_page

OpenApp = Callable[[str], Page]

FLAME = "#flamme?characteristic=4&skill=3&flame=3&aspect=2&speciality=yes&raises=0,0,0@3,5,1,6,2,6,4"
DUEL = "#flamme?flame=2&aspect=2&opponent.flame=-2&opponent.dark_aspect=1&raises=0,0&opponent.raises=0,0@3,5,1/2,3,4"


def verdict(page: Page) -> Locator:
    return page.get_by_role("status", name="Verdict")


def entry(page: Page) -> Locator:
    """The screen for dice from the table."""
    return page.get_by_role("main").filter(has=page.get_by_role("heading", name="Saisir des dés réels"))


def missing(page: Page) -> Locator:
    return page.locator("#typed-need")


def reloaded(page: Page) -> Page:
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-pyroll", "ready", timeout=START_TIMEOUT)
    return page


def type_dice(page: Page) -> None:
    page.get_by_role("button", name="Saisir des dés réels").click()
    expect(entry(page)).to_be_focused()


# ---------------------------------------------------------------------------------------------------- after the roll


def test_points_are_placed_die_by_die_and_taken_back(open_app: OpenApp) -> None:
    page = open_app(FLAME)
    raises = page.get_by_role("group", name="Augmentations")
    tiles = raises.get_by_role("list").get_by_role("button")
    expect(raises).to_contain_text("3 à placer")
    expect(tiles).to_have_count(3)
    expect(tiles.nth(2)).to_have_attribute("aria-disabled", "true")
    expect(tiles.nth(2)).to_contain_text("1 immuable")
    tiles.nth(1).click()
    expect(raises).to_contain_text("2 à placer")
    expect(verdict(page)).to_have_attribute("data-line", re.compile("raises=0,1,0@"))
    expect(tiles.nth(1)).to_be_focused()
    expect(tiles.nth(1)).to_contain_text("6 au plus")
    expect(page).to_have_url(re.compile("raises=0,1,0@3,5,1,6,2,6,4"))
    tiles.nth(2).click(force=True)
    expect(raises).to_contain_text("2 à placer")
    raises.get_by_role("button", name="Au mieux").click()
    expect(verdict(page)).to_have_attribute("data-line", re.compile("raises=1,1,0@"))
    back = raises.get_by_role("button", name="Annuler le dernier choix")
    back.click()
    back.click()
    expect(verdict(page)).to_have_attribute("data-line", re.compile("raises=0,0,0@"))
    expect(back).to_have_attribute("aria-disabled", "true")


def test_action_points_turn_a_failure_and_the_form_stays(open_app: OpenApp) -> None:
    page = open_app("#patchwork?characteristic=7&skill=5@4")
    points = page.get_by_role("group", name="Points d’action")
    expect(verdict(page)).to_contain_text("Échec")
    points.get_by_role("button", name="2 points suffisent").click()
    expect(verdict(page)).to_have_attribute("data-success", "true")
    expect(page).to_have_url(re.compile(r"#patchwork\?characteristic=7&skill=5&action_points=2@4$"))
    expect(page.get_by_role("spinbutton", name="Points d’action").first).to_have_value("0")
    points.get_by_role("button", name="Annuler le dernier choix").click()
    expect(verdict(page)).to_have_attribute("data-success", "false")


def test_the_last_roll_is_undone_and_stays_in_the_list(app: Page) -> None:
    app.get_by_role("button", name="Lancer 1d10").click()
    expect(verdict(app)).to_have_attribute("data-line", re.compile("@"))
    line = verdict(app).get_attribute("data-line") or ""
    app.get_by_role("button", name="Relancer 1d10").click()
    log = app.get_by_role("complementary").get_by_role("listitem")
    expect(log).to_have_count(2)
    app.get_by_role("button", name="Annuler ce jet").click()
    expect(verdict(app)).to_have_attribute("data-line", line)
    expect(log.first).to_contain_text("annulé")
    expect(app.get_by_role("button", name="Annuler ce jet")).to_have_count(0)


# ------------------------------------------------------------------------------------------------ dice from the table


def test_real_dice_are_entered_corrected_and_judged(open_app: OpenApp) -> None:
    page = open_app("#patchwork?characteristic=7&skill=5&opponent.skill=3")
    type_dice(page)
    expect(missing(page)).to_contain_text("Il manque 2 dés")
    expect(missing(page)).to_contain_text("Actif")
    expect(entry(page)).to_contain_text("Le 0 du d10 vaut 10")
    page.get_by_role("button", name="0 vaut 10").click()
    expect(missing(page)).to_contain_text("le dé explose")
    page.get_by_role("button", name="3", exact=True).click()
    expect(missing(page)).to_contain_text("Réactif")
    page.get_by_role("button", name="8", exact=True).click()
    expect(missing(page)).to_contain_text("Tout est saisi")
    page.get_by_role("button", name="Dé 1 : 10, corriger").click()
    page.get_by_role("button", name="4", exact=True).click()
    expect(page.get_by_role("button", name="corriger")).to_have_count(2)
    page.get_by_role("button", name="Résultat").click()
    expect(verdict(page)).to_have_attribute("data-line", re.compile(r"@4/8$"))
    expect(page.get_by_role("region", name="Résultat")).to_contain_text("Dés saisis")
    expect(page.get_by_role("complementary").get_by_role("listitem").first).to_contain_text("saisi")
    expect(page).to_have_url(re.compile("@4/8$"))


def test_the_rest_can_be_thrown_and_an_entry_given_up(open_app: OpenApp) -> None:
    page = open_app("#ecor?characteristic=4")
    type_dice(page)
    page.get_by_role("button", name="6", exact=True).click()
    page.get_by_role("button", name="Tirer le reste").click()
    expect(verdict(page)).to_have_attribute("data-line", re.compile(r"@6,\d,\d,\d$"))
    expect(page.get_by_role("region", name="Résultat")).to_contain_text("Dés saisis")
    type_dice(page)
    page.get_by_role("button", name="5", exact=True).click()
    page.get_by_role("button", name="Effacer").click()
    expect(missing(page)).to_contain_text("Il manque 4 dés")
    page.get_by_role("button", name="Annuler la saisie").click()
    expect(entry(page)).to_be_hidden()
    expect(verdict(page)).to_have_attribute("data-line", re.compile("@6,"))


def test_going_back_leaves_the_entry_as_it_is(open_app: OpenApp) -> None:
    page = open_app("#ecor?characteristic=3")
    type_dice(page)
    page.keyboard.press("6")
    page.go_back()
    expect(entry(page)).to_be_hidden()
    expect(page.get_by_role("form", name="Eco-Я").get_by_role("spinbutton").first).to_have_value("3")
    page.go_forward()
    expect(page.get_by_role("button", name="Dé 1 : 6, corriger")).to_be_visible()


# ------------------------------------------------------------------------------------------------------------- resume


def test_a_reload_in_the_middle_of_an_entry(open_app: OpenApp) -> None:
    page = open_app("#abc?attribute=12&opponent.attribute=9")
    type_dice(page)
    for digit in "20":
        page.keyboard.press(digit)
    expect(missing(page)).to_contain_text("1 saisi sur")
    text = missing(page).inner_text()
    reloaded(page)
    expect(entry(page)).to_be_visible()
    expect(missing(page)).to_have_text(re.sub(r"\s*\n\s*", "", text), use_inner_text=False)
    page.get_by_role("button", name="Annuler la saisie").click()
    expect(page.get_by_role("form", name="ABC").get_by_role("spinbutton", name="Attribut").first).to_have_value("12")


def test_a_reload_in_the_middle_of_the_points(app: Page) -> None:
    app.get_by_label("Système de jeu").select_option("Dés de Flamme")
    form = app.get_by_role("form", name="Dés de Flamme")
    form.get_by_role("spinbutton", name="Flamme", exact=True).first.fill("3")
    form.get_by_role("spinbutton", name="Aspect", exact=True).first.fill("3")
    type_dice(app)
    for digit in "355":
        app.keyboard.press(digit)
    app.keyboard.press("Enter")
    raises = app.get_by_role("group", name="Augmentations")
    raises.get_by_role("button").first.click()
    expect(raises).to_contain_text("2 à placer")
    line = verdict(app).get_attribute("data-line") or ""
    reloaded(app)
    expect(verdict(app)).to_have_attribute("data-line", line)
    expect(app.get_by_role("region", name="Résultat")).to_contain_text("Dés saisis")
    expect(app.get_by_role("complementary").get_by_role("listitem")).to_have_count(1)
    raises.get_by_role("button", name="Annuler le dernier choix").click()
    expect(raises).to_contain_text("3 à placer")


def test_a_reload_after_points_of_action_keeps_the_form(open_app: OpenApp) -> None:
    page = open_app("#patchwork?characteristic=7&skill=5@4")
    page.get_by_role("button", name="+1 point").click()
    expect(verdict(page)).to_have_attribute("data-line", re.compile("action_points=1"))
    reloaded(page)
    expect(verdict(page)).to_have_attribute("data-line", re.compile("action_points=1"))
    expect(page.get_by_role("spinbutton", name="Points d’action").first).to_have_value("0")
    expect(page.get_by_role("button", name="Relancer 1d10")).to_be_visible()


def test_a_reload_in_the_middle_of_a_word_keeps_form_and_result(open_app: OpenApp) -> None:
    page = open_app("#free?dice=3d6@1,2,4")
    dice = page.get_by_role("form", name="Dés libres").get_by_role("textbox", name="Dés à lancer").first
    for typed in ("4d6 kh3", "4d6 kh"):
        dice.fill(typed)
        reloaded(page)
        expect(dice).to_have_value(typed)
        expect(verdict(page)).to_contain_text("7")


def test_a_roll_midway_is_one_tabs_as_long_as_it_lives(context: BrowserContext, site: str) -> None:
    here = open_page(context.new_page(), f"{site}{FLAME}")
    here.get_by_role("group", name="Augmentations").get_by_role("button").nth(1).click()
    expect(verdict(here)).to_have_attribute("data-line", re.compile("raises=0,1,0@"))
    line = verdict(here).get_attribute("data-line") or ""
    there = open_page(context.new_page(), site)
    expect(verdict(there)).to_be_empty()
    there.close()
    here.close()
    expect(verdict(open_page(context.new_page(), site))).to_have_attribute("data-line", line)


def test_another_address_counts_more_than_what_was_in_hand(open_app: OpenApp) -> None:
    page = open_app(FLAME)
    page.get_by_role("button", name="Au mieux").click()
    page.evaluate("history.replaceState(null, '', '#tur?value=7@1,2')")
    reloaded(page)
    expect(verdict(page)).to_have_attribute("data-line", "tur?value=7@1,2")


def test_the_tables_readings_are_kept_and_told(app: Page) -> None:
    app.get_by_label("Système de jeu").select_option("TUR")
    app.get_by_text("Lectures de la table").locator("visible=true").click()
    die = app.get_by_role("group", name="Dé « d5 »")
    expect(die).to_have_accessible_description(re.compile(r"Par défaut\s: faces 0\sà 5"))
    die.get_by_role("radio", name="faces 1 à 5").check()
    app.goto(app.url.partition("#")[0] + "#tur?value=3")
    expect(die.get_by_role("radio", name="faces 0 à 5")).to_be_checked()  # a link brings its own readings
    app.evaluate("history.replaceState(null, '', location.pathname)")
    app.evaluate("sessionStorage.clear()")
    reloaded(app)
    expect(die.get_by_role("radio", name="faces 1 à 5")).to_be_checked()
    app.get_by_role("button", name="Lancer 2d5").click()
    app.get_by_text("Pourquoi").click()
    said = re.compile(r"Lecture de la table\s: Dé «\sd5\s», faces 1\sà 5\.")
    expect(app.get_by_role("region", name="Résultat")).to_contain_text(said)


# ------------------------------------------------------------------------------------------------------ keys only


def tab_to(page: Page, wanted: Locator, most: int = 80) -> None:
    """Reach a control as a keyboard does."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if wanted.evaluate("node => node === document.activeElement"):
            return
    raise AssertionError("the keyboard does not get there")


def test_a_roll_and_its_points_by_keyboard_alone(open_app: OpenApp) -> None:
    page = open_app("#flamme?flame=3&aspect=2")
    tab_to(page, page.get_by_role("form", name="Dés de Flamme").get_by_role("spinbutton", name="Compétence").first)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(verdict(page)).to_have_attribute("data-line", re.compile(r"skill=1.*@"))
    raises = page.get_by_role("group", name="Augmentations")
    best = raises.get_by_role("button", name="Au mieux")
    tab_to(page, best)
    page.keyboard.press("Enter")
    expect(best).to_be_focused()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("complementary").get_by_role("listitem")).to_have_count(2)


def test_an_opposition_by_keyboard_alone(app: Page) -> None:
    form = app.get_by_role("form", name="Patchwork")
    tab_to(app, form.get_by_role("radio", name="Test simple"))
    app.keyboard.press("ArrowRight")
    reactor = form.get_by_role("group", name="Réactif")
    tab_to(app, reactor.get_by_role("spinbutton", name="Caractéristique"))
    app.keyboard.type("9")
    app.keyboard.press("Enter")
    expect(verdict(app)).to_have_attribute("data-winner", re.compile("actor|opponent|none"))
    tab_to(app, app.get_by_role("group", name="Points d’action").first.get_by_role("button", name="+1 point"))
    app.keyboard.press("Space")
    expect(verdict(app)).to_have_attribute("data-line", re.compile("[?&]action_points=1"))


def test_dice_from_the_table_by_keyboard_alone(open_app: OpenApp) -> None:
    page = open_app("#abc?attribute=12&skill=3")
    tab_to(page, page.get_by_role("button", name="Saisir des dés réels"))
    page.keyboard.press("Enter")
    expect(entry(page)).to_be_focused()
    page.keyboard.type("2")
    expect(missing(page)).to_contain_text("un autre chiffre, ou Entrée")
    page.keyboard.type("0")
    expect(missing(page)).to_contain_text("dé de confirmation")
    page.keyboard.type("7")
    page.keyboard.press("Backspace")
    page.keyboard.type("13")
    page.keyboard.press("Enter")
    expect(verdict(page)).to_have_attribute("data-line", re.compile("@20,13$"))
    expect(page.get_by_role("region", name="Résultat")).to_be_focused()


# ------------------------------------------------------------------------------------------------------- manners


def test_the_sentence_is_copied_for_the_chat(open_app: OpenApp) -> None:
    page = open_app("#tur?value=7@1,2")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copier la phrase").click()
    expect(page.get_by_role("status").filter(has_text="Phrase copiée")).to_be_visible()
    sentence = page.locator(".pr-say").inner_text().replace("\n", " ")
    eventually(page, lambda: page.evaluate("navigator.clipboard.readText()"), sentence)


def test_a_browser_that_refuses_the_clipboard_says_so(open_app: OpenApp) -> None:
    page = open_app("#tur?value=7@1,2")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.get_by_role("button", name="Copier la phrase").click()
    expect(page.get_by_role("status").filter(has_text="sélectionnez la phrase")).to_be_visible()


def test_the_screen_stays_lit_while_somebody_plays(open_app: OpenApp) -> None:
    page = open_app("#tur?value=7")
    page.evaluate("""() => {
      window.asked = 0;
      const wakeLock = { request: async () => { window.asked += 1; return { release: async () => {} }; } };
      Object.defineProperty(navigator, "wakeLock", { value: wakeLock });
    }""")
    page.get_by_role("button", name="Lancer 2d5").click()
    expect(verdict(page)).not_to_be_empty()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.get_by_role("button", name="Relancer 2d5").click()
    eventually(page, lambda: page.evaluate("window.asked"), 2)


def test_the_shortcuts_are_written_down(app: Page) -> None:
    app.get_by_text("Raccourcis").click()
    expect(app.get_by_role("definition").filter(has_text="lancer, de partout")).to_be_visible()


@looks
def test_axe_finds_nothing_after_a_roll_nor_while_dice_are_entered(
    open_app: OpenApp, size: tuple[int, int], scheme: Literal["light", "dark"]
) -> None:
    page = open_app(FLAME)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")

    def check(what: str) -> None:
        expect_accessible(page, what)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), what

    page.get_by_role("group", name="Augmentations").get_by_role("button").nth(1).click()
    check("points half placed")
    for line in (DUEL, "#patchwork?opponent.skill=4&reading.critical=automatic@4/5"):
        page.evaluate("line => { location.hash = line }", line)
        expect(verdict(page)).to_have_attribute("data-winner", re.compile("."))
        check(line)
    for line, keys in (("#abc?attribute=12", "201"), ("#tur?reading.die=half_d10&opponent.value=4", "905")):
        page.evaluate("line => { location.hash = line }", line)
        expect(verdict(page)).to_be_empty()
        type_dice(page)
        page.keyboard.type(keys)
        check(line)
        page.get_by_role("button", name="Annuler la saisie").click()
    page.evaluate("location.hash = 'flamme?characteristic=6&flame=3&aspect=2&opponent.characteristic=9'")
    expect(page.get_by_label("Système de jeu")).to_have_value("flamme")
    type_dice(page)
    page.keyboard.type("351624" + "123456123")
    check("all dice entered")
    page.get_by_role("button", name="Dé 2 : 5, corriger").click()
    check("a die to correct")
    expect(page.get_by_role("button", name="Résultat")).to_be_in_viewport()


def test_a_tap_on_a_die_of_the_throw_before_does_nothing(open_app: OpenApp) -> None:
    """Many dice are drawn a frame after their verdict; what stands there meanwhile is past."""
    page = open_app("#flamme?characteristic=9&skill=5&flame=6&aspect=3")
    page.get_by_role("button", name=re.compile("^Lancer")).click()
    expect(page.locator("[data-die]:not([aria-disabled])").first).to_be_visible()
    for _ in range(3):
        line = page.evaluate("""() => {
          document.getElementById("go").click();
          const tile = document.querySelector("#dice.is-past [data-die]:not([aria-disabled])");
          tile?.click();
          return document.getElementById("verdict").dataset.line;
        }""")
        expect(page.locator("#dice.is-past")).to_have_count(0)
        expect(page.locator("[data-die]").first).to_be_visible()
        expect(page.locator("#verdict")).to_have_attribute("data-line", line)
        assert "raises=0,0,0,0,0,0" in line

"""The page as a person uses it: by role and by label, from form to verdict."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from pyroll.line import Refusal, read
from pyroll.resolve import Contest, Single, resolve
from pyroll.system import System
from pyroll.systems import systems

from .conftest import START_TIMEOUT, before_python

OpenApp = Callable[[str], Page]
EVERY = pytest.mark.parametrize("system", systems(), ids=lambda system: system.key)


def choose(page: Page, title: str) -> None:
    page.get_by_label("Système de jeu").select_option(title)


def verdict(page: Page) -> Locator:
    return page.get_by_role("status", name="Verdict")


def roll_button(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^(Lancer|Relancer|Voir)", re.IGNORECASE)).and_(
        page.locator("[type=submit]")
    )


def shown_line(page: Page) -> str:
    return verdict(page).get_attribute("data-line") or ""


def judged(line: str) -> Single | Contest:
    test = read(line)
    assert not isinstance(test, Refusal)
    result = resolve(test)
    assert isinstance(result, Single | Contest)
    return result


@EVERY
def test_a_test_from_form_to_verdict(shared_app: Page, system: System) -> None:
    page = shared_app
    choose(page, system.title)
    form = page.get_by_role("form", name=system.title)
    form.get_by_role("spinbutton").first.fill("7")
    roll_button(page).click()
    expect(verdict(page)).to_have_attribute("data-line", re.compile(rf"^{system.key}\?\w+=7@"))
    result = judged(shown_line(page))
    assert isinstance(result, Single)
    words = result.explain()
    expect(page).to_have_url(re.compile(re.escape(f"#{shown_line(page)}") + "$"))
    expect(verdict(page)).to_have_class(re.compile(f"pr-verdict--{words.kind}"))
    expect(page.get_by_role("list", name="Dés").first.get_by_role("img").first).to_be_visible()
    page.get_by_text("Pourquoi").click()
    expect(page.locator("#steps li")).to_have_count(len(words.steps))
    page.get_by_text("Pourquoi").click()


@EVERY
def test_an_opposition_from_form_to_verdict(shared_app: Page, system: System) -> None:
    page = shared_app
    choose(page, system.title)
    form = page.get_by_role("form", name=system.title)
    form.get_by_role("radio", name="Opposition").check()
    form.get_by_role("group", name="Actif").get_by_role("spinbutton").first.fill("6")
    form.get_by_role("group", name="Réactif").get_by_role("spinbutton").first.fill("4")
    roll_button(page).click()
    name = next(iter(system.request.__dataclass_fields__))
    expect(verdict(page)).to_have_attribute("data-line", re.compile(rf"[?&]opponent\.{name}=4"))
    result = judged(shown_line(page))
    assert isinstance(result, Contest)
    expect(verdict(page)).to_have_attribute("data-winner", result.duel.winner or "none")
    for side in ("Actif", "Réactif"):
        region = page.get_by_role("region", name="Résultat").get_by_role("region", name=side, exact=True)
        expect(region.get_by_role("img").first).to_be_visible()
    for place in (form, page.get_by_role("region", name="Résultat")):
        expect(place.get_by_text("la source ne prévoit pas")).to_be_visible(visible=system.house_rule)
    form.get_by_role("radio", name="Test simple").check()


def test_enter_rolls_and_rolling_again_takes_one_tap(app: Page) -> None:
    field = app.get_by_role("spinbutton", name="Caractéristique").first
    field.fill("9")
    field.press("Enter")
    expect(verdict(app)).to_have_attribute("data-line", re.compile(r"^patchwork\?characteristic=9@"))
    expect(roll_button(app)).to_have_text("Relancer 1d10")
    roll_button(app).click()
    expect(app.get_by_role("complementary").get_by_role("listitem")).to_have_count(2)
    field.fill("8")
    expect(roll_button(app)).to_have_text("Lancer 1d10")


def test_steppers_move_by_button_and_by_key_and_keep_what_was_typed(shared_app: Page) -> None:
    page = shared_app
    choose(page, "ABC")
    form = page.get_by_role("form", name="ABC")
    form.get_by_text("Autres réglages").first.click()
    calm = form.get_by_role("spinbutton", name="Calme et essais répétés").first
    more = form.get_by_role("button", name="Augmenter : Calme", exact=False).first
    more.click()
    expect(calm).to_have_value("3")  # 1 and 2 do not exist
    calm.press("ArrowDown")
    expect(calm).to_have_value("0")
    expect(form.get_by_role("button", name="Diminuer : Calme").first).to_have_attribute("aria-disabled", "true")
    calm.fill("44")
    more.click(force=True)
    expect(calm).to_have_value("44")
    calm.fill("douze")
    more.click(force=True)
    expect(calm).to_have_value("douze")
    calm.fill("0")
    form.get_by_text("Autres réglages").first.click()


def test_a_negative_value_has_a_true_minus_wherever_it_comes_from(open_app: OpenApp) -> None:
    page = open_app("#tur?value=7&modifier=-2&opponent.modifier=-3@4,3/1,2")
    form = page.get_by_role("form", name="TUR")
    mine, theirs = (form.get_by_role("spinbutton", name="Modificateur", exact=True).nth(n) for n in range(2))
    expect(mine).to_have_value("−2")
    expect(theirs).to_have_value("−3")
    mine.press("ArrowDown")
    expect(mine).to_have_value("−3")
    roll_button(page).click()
    expect(verdict(page)).to_have_attribute("data-line", re.compile(r"[?&]modifier=-3&"))
    page.reload()
    expect(mine).to_have_value("−3")


def test_what_is_there_for_the_ear_alone_lengthens_no_page(shared_app: Page) -> None:
    page = shared_app
    for width in (390, 820):
        page.set_viewport_size({"width": width, "height": 800})
        expect(page.locator("#chart .pr-sr")).to_have_count(1)
        heights = page.locator(".pr-sr").evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
        assert max(heights) <= 1, heights
    page.set_viewport_size({"width": 1280, "height": 720})


def test_a_difficulty_off_the_ladder_can_be_typed(shared_app: Page) -> None:
    page = shared_app
    choose(page, "Patchwork")
    form = page.get_by_role("form", name="Patchwork")
    difficulty = form.get_by_role("spinbutton", name="Difficulté")
    form.get_by_role("radio", name="25 Assez difficile").check()
    expect(difficulty).to_have_value("25")
    difficulty.fill("17")
    expect(form.get_by_role("radio", name="25 Assez difficile")).not_to_be_checked()
    difficulty.fill("30")
    expect(form.get_by_role("radio", name="30 Très difficile")).to_be_checked()


def test_chances_follow_the_form(app: Page) -> None:
    chances = app.get_by_role("region", name="Chances", exact=True)
    rows = chances.get_by_role("table", name="Chances avant le jet").get_by_role("row")
    expect(rows).to_have_text([re.compile(said) for said in ("10", "84", "0", "6")])
    app.get_by_role("spinbutton", name="Compétence", exact=True).first.fill("12")
    expect(rows.nth(2)).to_have_text(re.compile("70"))
    ladder = chances.get_by_role("table", name="Réussir, par difficulté")
    expect(ladder.get_by_role("row")).to_have_count(8)
    expect(ladder.locator("[aria-current]")).to_contain_text("Difficile")
    app.get_by_role("form", name="Patchwork").get_by_role("radio", name="Opposition").check()
    expect(rows).to_have_text([re.compile("Actif"), re.compile("Réactif")])
    expect(ladder).to_be_hidden()


def test_a_field_shows_only_where_it_applies(shared_app: Page) -> None:
    page = shared_app
    choose(page, "Patchwork")
    form = page.get_by_role("form", name="Patchwork")
    general = form.get_by_role("spinbutton", name="Compétence générale")
    expect(general).to_be_hidden()
    form.get_by_role("radio", name="Sans compétence").check()
    expect(general).to_be_visible()
    expect(form.get_by_role("spinbutton", name="Compétence", exact=True)).to_be_hidden()
    form.get_by_role("radio", name="Formé").check()


def test_all_faults_at_once_and_what_was_typed_stays(app: Page) -> None:
    skill = app.get_by_role("spinbutton", name="Compétence", exact=True).first
    trait = app.get_by_role("spinbutton", name="Caractéristique").first
    trait.fill("44")
    skill.fill("abc")
    skill.press("Enter")
    summary = app.get_by_role("alert").filter(has_text="points à corriger")
    expect(summary).to_be_focused()
    expect(summary.get_by_role("link")).to_have_count(2)
    expect(trait).to_have_value("44")
    expect(trait).to_have_attribute("aria-invalid", "true")
    expect(trait).to_have_accessible_description(re.compile("Entre 0"))
    expect(skill).to_have_accessible_description(re.compile("Un nombre entier"))
    expect(verdict(app)).to_be_empty()
    summary.get_by_role("link", name="Compétence").click()
    expect(skill).to_be_focused()
    assert "#" not in app.url
    skill.fill("4")
    trait.fill("4")
    expect(summary).to_be_hidden()
    expect(trait).not_to_have_attribute("aria-invalid", "true")


def test_a_deep_link_fills_the_form_and_shows_its_result(open_app: OpenApp) -> None:
    page = open_app("#patchwork?characteristic=7&skill=5&difficulty=17@10,10,1")
    expect(page.get_by_role("spinbutton", name="Caractéristique").first).to_have_value("7")
    expect(page.get_by_role("spinbutton", name="Difficulté")).to_have_value("17")
    expect(verdict(page)).to_contain_text("Réussite critique")
    expect(verdict(page)).to_have_attribute("data-success", "true")
    expect(verdict(page)).to_have_attribute("data-critical", "success")
    expect(page.locator("#dice")).to_contain_text("= 21")
    page.evaluate("location.hash = 'tur?value=7&opponent.value=4@1,2/5,4'")
    expect(verdict(page)).to_have_attribute("data-winner", "actor")
    expect(page.get_by_label("Système de jeu")).to_have_value("tur")
    reactor = page.get_by_role("form", name="TUR").get_by_role("group", name="Réactif")
    expect(reactor.get_by_role("spinbutton", name="Valeur")).to_have_value("4")


def test_a_link_without_faces_is_prepared(open_app: OpenApp) -> None:
    page = open_app("#ecor?characteristic=4&skill=4&difficulty=strong")
    expect(roll_button(page)).to_have_text("Lancer 8d6")
    expect(page.get_by_role("radio", name="Forte")).to_be_checked()
    expect(verdict(page)).to_be_empty()


@pytest.mark.parametrize(
    ("fragment", "message"),
    [
        ("#patchwork?characteristic=<img src=x onerror=document.title='owned'>", "un nombre entier est attendu"),
        ("#patchwork?<img src=x onerror=document.title='owned'>=1", "ce champ n’existe pas"),
        ("#<script>document.title='owned'</script>?x=1", "ce système n’existe pas"),
        ("#garbage", "Ce lien ne se lit pas"),
        ("#patchwork?characteristic=7@99", "un d10 ne montre pas 99"),
        ("#patchwork?characteristic=%FF%00&__proto__=1&constructor=2", "un nombre entier est attendu"),
    ],
)
def test_a_hostile_link_says_what_is_wrong_and_does_nothing(open_app: OpenApp, fragment: str, message: str) -> None:
    page = open_app(fragment)
    expect(page.locator("#faults")).to_contain_text(message)
    expect(verdict(page)).to_be_empty()
    expect(page).to_have_title(re.compile("^pyroll"))
    expect(page.locator("img")).to_have_count(0)


@pytest.mark.parametrize("fragment", ["", "#patchwork?characteristic=5", "#patchwork?characteristic=5@4", "#/"])
def test_a_roll_asked_for_early_is_thrown_when_python_is_there(page: Page, site: str, fragment: str) -> None:
    """Of what was typed, whatever test the address had brought."""
    with before_python(page, site + fragment):
        page.get_by_role("spinbutton", name="Caractéristique").first.fill("8")
        roll_button(page).click()
        expect(roll_button(page)).to_contain_text("part dès que tout est prêt")
    expect(verdict(page)).to_have_attribute(
        "data-line", re.compile(r"^patchwork\?characteristic=8@"), timeout=START_TIMEOUT
    )


def test_what_is_typed_early_is_read_though_it_is_wrong(page: Page, site: str) -> None:
    with before_python(page, site + "#patchwork?characteristic=5"):
        page.get_by_role("spinbutton", name="Caractéristique").first.fill("abc")
        roll_button(page).click()
    expect(page.locator("#faults")).to_contain_text("un nombre entier est attendu", timeout=START_TIMEOUT)
    expect(verdict(page)).to_be_empty()


def test_a_system_chosen_early_counts(page: Page, site: str) -> None:
    with before_python(page, site + "#tur?value=7@4,3"):
        page.get_by_label("Système de jeu").select_option("patchwork")
        page.get_by_role("spinbutton", name="Caractéristique").first.fill("9")
    expect(roll_button(page)).to_have_text("Lancer 1d10", timeout=START_TIMEOUT)
    expect(page).to_have_url(re.compile("#patchwork.characteristic=9$"))
    expect(verdict(page)).to_be_empty()


def test_control_and_enter_roll_early_too(page: Page, site: str) -> None:
    with before_python(page, site + "#patchwork?characteristic=8"):
        page.get_by_role("spinbutton", name="Caractéristique").first.press("Control+Enter")
    expect(verdict(page)).to_have_attribute(
        "data-line", re.compile(r"^patchwork\?characteristic=8@"), timeout=START_TIMEOUT
    )


def test_a_link_that_is_opened_after_an_early_change_counts(page: Page, site: str) -> None:
    with before_python(page, site + "#patchwork?characteristic=5"):
        page.get_by_role("spinbutton", name="Caractéristique").first.fill("9")
        page.evaluate("location.hash = '#tur?value=7@4,3'")
    expect(verdict(page)).to_have_attribute("data-line", "tur?value=7@4,3", timeout=START_TIMEOUT)


def test_an_early_change_does_not_lose_what_is_in_hand(open_app: OpenApp, site: str) -> None:
    """Points were still to be spent when the page went away."""
    line = "flamme?characteristic=4&skill=3&flame=3&aspect=2&raises=1,0,0@3,5,1,6,2,6,4"
    page = open_app(f"#{line}")
    expect(verdict(page)).not_to_be_empty()
    page.goto("about:blank")
    with before_python(page, f"{site}#{line}"):
        page.get_by_role("spinbutton", name="Compétence").first.fill("5")
    expect(page.locator("html")).to_have_attribute("data-pyroll", "ready", timeout=START_TIMEOUT)
    expect(page.get_by_role("spinbutton", name="Compétence").first).to_have_value("5")
    expect(verdict(page)).not_to_be_empty()


def test_past_rolls_are_opened_and_rolled_again(app: Page) -> None:
    app.get_by_role("spinbutton", name="Caractéristique").first.fill("9")
    roll_button(app).click()
    expect(verdict(app)).not_to_be_empty()
    line = shown_line(app)
    choose(app, "TUR")
    expect(verdict(app)).to_be_empty()
    log = app.get_by_role("complementary").get_by_role("listitem")
    log.first.get_by_role("button").first.click()
    expect(verdict(app)).to_have_attribute("data-line", line)
    expect(app.get_by_label("Système de jeu")).to_have_value("patchwork")
    log.first.get_by_role("button", name="Relancer").click()
    expect(log).to_have_count(2)
    expect(verdict(app)).to_have_attribute("data-line", re.compile(r"^patchwork\?characteristic=9@"))


def test_values_come_back_after_a_reload(app: Page) -> None:
    choose(app, "TUR")
    app.get_by_role("spinbutton", name="Valeur").first.fill("11")
    app.get_by_text("Pourquoi")
    app.goto(app.url.partition("#")[0])
    app.reload()
    expect(app.get_by_label("Système de jeu")).to_have_value("tur")
    expect(app.get_by_role("spinbutton", name="Valeur").first).to_have_value("11")


def test_the_theme_can_be_turned_over(app: Page) -> None:
    def background() -> str:
        return str(app.evaluate("getComputedStyle(document.body).backgroundColor"))

    light = background()
    app.get_by_role("button", name="Thème clair ou sombre").click()
    expect(app.locator("html")).to_have_attribute("data-theme", "dark")
    assert background() != light
    app.get_by_role("button", name="Thème clair ou sombre").click()
    assert background() == light


def test_the_keyboard_reaches_the_test_at_once(app: Page) -> None:
    app.keyboard.press("Tab")
    skip = app.get_by_role("link", name="Aller au test")
    expect(skip).to_be_focused()
    skip.press("Enter")
    expect(app.get_by_role("main")).to_be_focused()
    assert "#" not in app.url

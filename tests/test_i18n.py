"""How a sentence is said: plurals, signs, French spacing."""

import pytest

from pyroll.i18n import FRENCH, N_, Language, Lower, Signed, Text, language, language_from, plural, text

NBSP = "\N{NO-BREAK SPACE}"
THIN = "\N{NARROW NO-BREAK SPACE}"

SHOUTING = Language(
    "xx", str.upper, lambda one, other, n: (one if n == 1 else other).upper(), lambda said: said + "!"
)


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (0, "0 dé"),
        (1, "1 dé"),
        (2, "2 dés"),
        (21, "21 dés"),
        (-1, "−1 dé"),
        (-2, "−2 dés"),
    ],
)
def test_french_plural(n: int, said: str) -> None:
    """0 and 1 are singular in French; a count below zero goes by its size."""
    assert FRENCH.say(plural("{n} dé", "{n} dés", n)) == said.replace(" ", NBSP)


@pytest.mark.parametrize(
    ("value", "said"), [(3, "+3"), (0, "0"), (-3, "−3"), (-12, "−12")], ids=["more", "nothing", "less", "two digits"]
)
def test_signed(value: int, said: str) -> None:
    assert FRENCH.say(text("{n}", n=Signed(value))) == said


@pytest.mark.parametrize(
    ("param", "said"),
    [
        pytest.param(4, "4", id="number"),
        pytest.param(-4, "−4", id="typographic minus"),
        pytest.param("a-b", "a-b", id="a word keeps its hyphen"),
        pytest.param((1, 2, -3), "1, 2, −3", id="numbers"),
        pytest.param((), "", id="no numbers"),
        pytest.param((text("un"), text("deux")), "un, deux", id="sentences"),
        pytest.param(text("dans {what}", what=text("une autre")), "dans une autre", id="sentence in a sentence"),
        pytest.param(Lower("Échec critique"), "échec critique", id="small first letter"),
        pytest.param(Lower(""), "", id="nothing to make small"),
        pytest.param(Lower("ABC"), "ABC", id="a name in capitals"),
        pytest.param(Lower("À lancer"), "à lancer", id="a word of one letter"),
        pytest.param(Lower(text("Entre {what}.", what="nous")), "entre nous.", id="a sentence"),
        pytest.param("{n}", "{n}", id="braces are only what they are"),
    ],
)
def test_parameters(param: object, said: str) -> None:
    assert FRENCH.say(Text("{what}", {"what": param})) == said  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Marge : 3", f"Marge{THIN}: 3"),
        ("Pourquoi ?", f"Pourquoi{THIN}?"),
        ("Non !", f"Non{THIN}!"),
        ("ceci ; cela", f"ceci{THIN}; cela"),
        ("50 %", f"50{THIN}%"),
        ("« mot »", f"«{THIN}mot{THIN}»"),
        ("12 dés", f"12{NBSP}dés"),
        ("18 < 20", "18 < 20"),
        ("7 ≥ 4", "7 ≥ 4"),
        ("1 − 8 = −7", "1 − 8 = −7"),
        ("A ou B", "A ou B"),
    ],
)
def test_french_spacing(written: str, said: str) -> None:
    """No line begins with a colon; no number leaves its noun."""
    assert FRENCH.say(written) == said


def test_marking_changes_nothing() -> None:
    assert N_("Échec") == "Échec"


def test_another_language_translates_what_is_marked() -> None:
    assert SHOUTING.say("Échec") == "ÉCHEC!"
    assert SHOUTING.say(plural("un dé", "des dés", 2)) == "DES DÉS!"
    inner = Text("{WHAT}", {"WHAT": text("dedans")})
    assert SHOUTING.say(inner) == "DEDANS!", "polished once, at the end"
    assert SHOUTING.say(Text("{WHAT}", {"WHAT": Lower("Dedans")})) == "DEDANS!", "all in capitals, as ABC is"


def test_languages() -> None:
    assert language("fr") is FRENCH
    with pytest.raises(ValueError, match="'de'"):
        language("de")


@pytest.mark.parametrize("catalog", [b"<!doctype html><title>404</title>", b"no catalog at all"])
def test_bytes_that_are_no_catalog(catalog: bytes) -> None:
    with pytest.raises(OSError, match="magic"):
        language_from("en", catalog)

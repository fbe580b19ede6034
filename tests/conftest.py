"""For all tests: a strict English; and property tests that draw the same examples every time
(HYPOTHESIS_PROFILE=explore draws fresh ones, and more).
"""

import gettext
import os
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import pyroll.i18n
from pyroll.i18n import Language, language

# Worker machines are slow and busy: no deadline, and no complaint about a slow draw
settings.register_profile(
    "ci", derandomize=True, deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "explore", deadline=None, max_examples=3000, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(scope="session")
def english() -> Language:
    """English that refuses what it has no translation for."""
    known = language("en")
    with (Path(pyroll.i18n.__file__).parent / "locale/en/LC_MESSAGES/pyroll.mo").open("rb") as file:
        catalog = gettext.GNUTranslations(file)

    class Strict(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            if re.fullmatch(r"[A-F](\+1)?", message):  # the letters of a success are those of every language
                return message
            raise AssertionError(f"not translated: {message!r}")

        def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
            raise AssertionError(f"not translated: {msgid1!r}")

    catalog.add_fallback(Strict())
    return Language("en", catalog.gettext, catalog.ngettext, known.polish)

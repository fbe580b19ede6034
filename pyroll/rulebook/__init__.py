"""The rules of each system, to be read: loaded only when somebody opens them, never at the start.

``rulebook(key)`` gives one system's; the page searches it with ``model.find``.
"""

from __future__ import annotations

from collections.abc import Mapping

from pyroll.rulebook.abc import ABC_RULES
from pyroll.rulebook.ecor import ECOR_RULES
from pyroll.rulebook.flamme import FLAMME_RULES
from pyroll.rulebook.free import FREE_RULES
from pyroll.rulebook.model import Example, Option, Rule, Rulebook, Section, Table, cited, find, options, said
from pyroll.rulebook.patchwork import PATCHWORK_RULES
from pyroll.rulebook.tur import TUR_RULES

__all__ = [
    "RULEBOOKS",
    "Example",
    "Option",
    "Rule",
    "Rulebook",
    "Section",
    "Table",
    "cited",
    "find",
    "options",
    "rulebook",
    "said",
]

RULEBOOKS: Mapping[str, Rulebook] = {
    book.system.key: book for book in (PATCHWORK_RULES, ABC_RULES, TUR_RULES, FLAMME_RULES, ECOR_RULES, FREE_RULES)
}


def rulebook(key: str) -> Rulebook | None:
    """The rulebook of the system with this key; None where it has none."""
    return RULEBOOKS.get(key)

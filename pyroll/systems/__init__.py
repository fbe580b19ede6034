"""The five rule systems, in the order in which the page shows them. This tuple is the one registration."""

from __future__ import annotations

from pyroll.system import System
from pyroll.systems.abc_words import ABC
from pyroll.systems.ecor_words import ECOR
from pyroll.systems.flamme_words import FLAMME
from pyroll.systems.patchwork_words import PATCHWORK
from pyroll.systems.tur import TUR

__all__ = ["SYSTEMS"]

SYSTEMS: tuple[System, ...] = (PATCHWORK, ABC, TUR, FLAMME, ECOR)

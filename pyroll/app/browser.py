"""Starts the page: the only module that may import pyscript."""

import sys

from htpy import p
from pyscript import document

document.querySelector("output").textContent = f"Python {sys.version.split()[0]} {p['<é>']}"
document.documentElement.dataset.pyroll = "ready"

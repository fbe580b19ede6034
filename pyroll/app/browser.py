"""The page's edge: hands the application what exists in a browser only.

The only module that may import it, and the only one that a snapshot of Python's memory cannot hold: the less it
says, the less a start compiles.
"""

from __future__ import annotations

from pyodide.ffi import create_once_callable
from pyscript import window
from pyscript.ffi import create_proxy

from pyroll.app.application import App
from pyroll.app.edge import Browser

__all__ = ["start"]


async def start() -> None:
    """Take over the page, in the language that is wanted."""
    page = await window.pyroll
    await App(Browser(window, create_proxy, create_once_callable), page).begin()

"""How the tools and the browser tests start Chromium: the system's own, shut off from other hosts.

The one without any window of its own where there is one: it leaves the machine to the page.
"""

import os
import shutil

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # No other host can even be resolved. (Playwright's routes would do, but they switch the HTTP cache off.)
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


def executable() -> str:
    found = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if found is None:
        raise FileNotFoundError("Chromium is missing: run `make setup`, or set CHROMIUM to its path")
    return found

"""A host that can really be stopped: a server in a process of its own, at an address that stays the same."""

from __future__ import annotations

import functools
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

from tools.serve import ROOT, Handler, Server


class Host:
    """Serves one folder at a time, always at the same port of 127.0.0.1."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def serve(self, folder: Path, dies_at: str = "nothing", held: Path | None = None) -> None:
        """Serve this folder, in place of any other; returns when it answers. ``dies_at``: whoever asks for a file of
        that name gets no answer, and nobody after him. ``held``: whoever asks for a file of that name gets it once
        there is such a file.
        """
        self.stop()
        command = [sys.executable, "-m", __name__, str(folder), str(self.port), dies_at, str(held or "")]
        self._process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
        for _ in range(600):
            if self.answers():
                return
            time.sleep(0.05)  # a process starts: nothing in a page could tell
        raise AssertionError("the server does not start")

    def stop(self) -> None:
        """End the server and its open connections."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
            assert not self.answers()

    def answers(self) -> bool:
        with socket.socket() as client:
            return client.connect_ex(("127.0.0.1", self.port)) == 0


class Mortal(Handler):
    dies_at = "nothing"
    held = Path()

    def do_GET(self) -> None:  # noqa: N802 (the base class says so)
        if self.path.endswith(self.dies_at):
            os._exit(1)
        while self.held.name and self.path.endswith(self.held.name) and not self.held.exists():
            time.sleep(0.05)
        super().do_GET()


def main(folder: str, port: str, dies_at: str, held: str) -> None:
    Mortal.dies_at, Mortal.held = dies_at, Path(held)
    Server(("127.0.0.1", int(port)), functools.partial(Mortal, directory=folder)).serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])

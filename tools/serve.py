"""A small threaded server for development: `python -m tools.serve [FOLDER] [--port N]`.

The site needs nothing of it (any static host will do); it only makes sure of the MIME types
that browsers insist on, and that an edited file is seen at the next reload.
"""

import argparse
import functools
import sys
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tools import build, later

ROOT = Path(__file__).resolve().parent.parent


class Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # one connection for the page's many small files
    # A wrong type for .wasm leaves Pyodide waiting for ever; the system's own table is not to be trusted
    extensions_map = {  # noqa: RUF012 - the base class's own attribute
        **SimpleHTTPRequestHandler.extensions_map,
        ".css": "text/css",
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript",
        ".json": "application/json",
        ".mjs": "text/javascript",
        ".py": "text/plain; charset=utf-8",
        ".svg": "image/svg+xml",
        ".toml": "text/plain; charset=utf-8",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def do_GET(self) -> None:
        """The working tree has no archives of what comes later: they are made when a page asks for one."""
        address = self.path.removeprefix("/")
        if address not in (later.ARCHIVE, later.QR_ARCHIVE) or Path(self.translate_path(self.path)).exists():
            super().do_GET()
            return
        content = build.archives(build.written)[address]
        self.send_response(200)
        self.send_header("Content-Type", "application/zip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def end_headers(self) -> None:
        # "Ask again each time": unchanged files are answered 304, so reloads stay quick
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Stay quiet about what went well; errors still go through log_error."""


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that closes a connection early is no fault worth telling."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def make_server(folder: Path, port: int = 0) -> Server:
    return Server(("127.0.0.1", port), functools.partial(Handler, directory=str(folder)))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.serve", description="Serve the site locally.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT)
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args()
    try:
        server = make_server(options.folder.resolve(strict=True), options.port)
    except OSError as error:
        raise SystemExit(f"serve: cannot serve {options.folder} on port {options.port}: {error}") from error
    with server:
        print(f"pyroll: http://localhost:{options.port}/  (Ctrl+C stops it)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    main()

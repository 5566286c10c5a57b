"""The page that needs no server, built and put on this machine for tests: newer than its sources, built once."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from citekit.runtime.safe_files import locked

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "page"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def missing() -> str:
    """What a machine lacks for tests of the page, in words; empty where nothing."""
    try:
        import playwright  # noqa: F401
    except ImportError:
        return "needs Playwright: pip install -e '.[browser]'"
    if not CHROMIUM:
        return "needs Chromium: apt-get install chromium"
    return "" if shutil.which("npm") else "needs npm to build the page"


def built() -> Path:
    """The folder of the built page."""
    out = PAGE / "dist"
    made_of = [*(ROOT / "citekit").rglob("*.*"), *(PAGE / "src").iterdir(), *PAGE.glob("*.*")]
    newest = max(path.stat().st_mtime for path in made_of if path.is_file() and path.suffix not in (".pyc", ".lock"))
    with locked(PAGE / ".building"):
        done = out / "offline.js"
        if not done.exists() or done.stat().st_mtime < newest:
            environment = {**os.environ, "PYTHON": sys.executable}
            for command in ("npm ci --no-audit --no-fund --silent", "npm run --silent build"):
                subprocess.run(command.split(), cwd=PAGE, env=environment, check=True, timeout=600)
    return out


class _Handler(SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012 - the name of http.server
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
        """Says nothing."""


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """The address at which a folder's files are while it is asked for."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()

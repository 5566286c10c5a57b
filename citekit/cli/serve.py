"""Open citekit in the browser: convert, correct, format and check."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click

from citekit.cli._grammar import GroupedOptionsCommand, files
from citekit.cli._io import give, print_message
from citekit.cli._options import options_of
from citekit.cli.main import FINE
from citekit.runtime.config import setting
from citekit.runtime.errors import UsageError
from citekit.runtime.records import dataclass


@dataclass(frozen=True, slots=True)
class _ServeArguments:
    """Where the page is, and how it opens."""

    port: int = setting(0, "Listen on this port (0: a free one).", "N", power="runs")
    address_only: bool = setting(False, "Print the URL; do not open a browser.")
    each_line: bool = setting(False, "Read each line of SOURCE as a reference, like citekit convert --each-line.")


@click.command(
    "serve",
    cls=GroupedOptionsCommand,
    examples=("citekit serve homepage.md", "citekit serve --port 8000 --address-only"),
)
@click.argument("sources", metavar="[SOURCE]...", nargs=-1, shell_complete=files)
@options_of(answer=_ServeArguments)
def command(sources: tuple[str, ...], answer: _ServeArguments) -> int:
    """Open citekit in the browser: convert, correct, format and check.

    SOURCE is a document that citekit convert reads; it is converted when the page opens. You can paste or drop more documents
    there, or enter URLs. Corrections are stored in citekit.lock next to the first SOURCE; without SOURCE, save them from the
    page. The server listens on 127.0.0.1 only and requires the token in the URL that it prints. Ctrl-C ends it.
    """
    from citekit.commands.lock_file import Lock
    from citekit.runtime.config import ConvertSettings
    from citekit.runtime.settings_files import lock_near
    from citekit.web.server import PageServer
    from citekit.web.session import WebSession

    session = WebSession(fetches=True, lock=Lock.of(lock_near(sources[0])) if sources else None)
    session.sources = list(sources)
    session.settings = ConvertSettings(each_line=answer.each_line, jobs=1)
    try:
        server = PageServer(session, answer.port)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"cannot listen on port {answer.port}: {reason}", "omit --port to use a free port") from None
    give(server.address)
    print_message("the page accepts connections from this computer only; press Ctrl-C to stop")
    with ExitStack() as open_page:
        if not answer.address_only:
            open_page.enter_context(_opened(server.address))
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass
        finally:
            server.server_close()
    return FINE


@contextmanager
def _opened(address: str) -> Iterator[None]:
    """Open the page in a browser through a file that redirects to it and that only the user can read.

    The URL itself, which has the token, would be an argument of the browser's command, and other users of this computer
    can list the arguments of all processes.
    """
    import html
    import tempfile
    import webbrowser

    with tempfile.TemporaryDirectory(prefix="citekit-", ignore_cleanup_errors=True) as folder:
        file = Path(folder, "page.html")
        file.touch(mode=0o600)
        target = html.escape(address)
        file.write_text(
            f'<!doctype html><meta http-equiv="refresh" content="0; url={target}"><a href="{target}">citekit</a>\n',
            encoding="utf-8",
        )
        webbrowser.open(file.as_uri())
        yield

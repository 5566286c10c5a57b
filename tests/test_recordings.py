"""The recordings of the documentation are true: each shows commands and what they print today.

``pytest tests/test_recordings.py --update-golden`` makes the pictures again; that needs rich, of the extra ``docs``.
"""

from __future__ import annotations

import html
import io
import os
import pty
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable

import pytest
from conftest import ROOT, Answer
from test_docs import desk  # noqa: F401

RECORDINGS = ROOT / "docs" / "recordings"
SHOWN = tomllib.loads((RECORDINGS / "recordings.toml").read_text(encoding="utf-8"))
COLUMNS = 88
TEMPLATE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="TITLE">
<style>{styles}
.{unique_id}-matrix {{ font: {char_height}px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }}
.{unique_id}-title {{ font: bold 18px system-ui, sans-serif; fill: #ccc; }}
</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""


def shortened(printed: str, most: int) -> str:
    """The first lines of what a command printed, and a sign for the rest."""
    lines = printed.splitlines()
    return "\n".join([*lines[:most], *(["…"] if len(lines) > most else [])])


def in_terminal(command: str) -> str:
    """What a command prints to a terminal, colours and all."""
    mine, its = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": str(COLUMNS), "PYTHONPATH": str(ROOT)}
    environment.pop("NO_COLOR", None)
    arguments = command.replace("citekit", f"{sys.executable} -m citekit", 1)
    with subprocess.Popen(arguments, shell=True, stdout=its, stderr=its, stdin=its, env=environment) as process:
        os.close(its)
        printed = b""
        while piece := read(mine):
            printed += piece
        process.wait()
    os.close(mine)
    return printed.decode("utf-8").replace("\r\n", "\n")


def read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:  # the other side is closed
        return b""


def record(name: str) -> str:
    """The picture of a recording."""
    from rich.console import Console
    from rich.text import Text

    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    for command in SHOWN[name]["commands"]:
        console.print(Text(f"$ {command}", style="bold green"))
        console.print(Text.from_ansi(shortened(in_terminal(command), SHOWN[name].get("cut", 99))))
    title = SHOWN[name]["title"]
    return console.export_svg(title=title, code_format=TEMPLATE.replace("TITLE", title), unique_id=name)


def text_of(picture: str) -> str:
    """The text in a picture, without blanks."""
    matrix = picture.partition('-matrix">')[2]
    return re.sub(r"\s", "", html.unescape(re.sub(r"<[^>]*>", "", matrix)))


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("name", list(SHOWN))
def test_a_recording_shows_what_commands_print(name: str, citekit: Callable[..., Answer], update_golden: bool) -> None:
    path = RECORDINGS / f"{name}.svg"
    if update_golden:
        path.write_text(record(name), encoding="utf-8")
    printed = ""
    for command in SHOWN[name]["commands"]:
        answer = citekit(*shlex.split(command)[1:])
        printed += f"${command}" + shortened(answer.out + answer.err, SHOWN[name].get("cut", 99))
    assert text_of(path.read_text(encoding="utf-8")) == re.sub(r"\s", "", printed)


def test_every_recording_is_shown() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs").rglob("*.md"))
    assert all(f"recordings/{name}.svg" in pages for name in SHOWN)
    assert {path.stem for path in RECORDINGS.glob("*.svg")} == set(SHOWN)

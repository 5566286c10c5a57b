"""Completion of files, verbs, options and values, asked for as shells do it, and in real shells on a terminal."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

BIN = Path(sys.executable).parent
SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], 'PS1="ready> "; source <(citekit completion bash)'),
    "zsh": (["zsh", "-f", "-i"], 'PS1="ready> "; autoload -Uz compinit; compinit -u; source <(citekit completion zsh)'),
    "fish": (["fish", "--no-config", "-i"], "citekit completion fish | source"),
}


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("conv", ["convert"]),
        ("convert --to bibt", ["bibtex"]),
        ("format --to mark", ["markdown"]),
        ("format --style vancouver-nl", ["vancouver-nlm"]),
        ("check --select bad-doi,page-h", ["bad-doi,page-hyphen"]),
        ("check --profile su", ["submission"]),
        ("check --fail-on wa", ["warning"]),
        ("format --lang de-A", ["de-AT"]),
        ("tidy --merge fu", ["fuller"]),
        ("enrich --add abs", ["abstract"]),
        ("convert --overw", ["--overwrite"]),
        ("completion f", ["fish"]),
        ("list st", ["styles"]),
        ("list --ki", ["--kind"]),
        ("explain page-hy", ["page-hyphen"]),
        ("rul", []),
    ],
)
def test_values_are_completed(words: str, wanted: list[str]) -> None:
    assert [value for kind, value in _asked(words) if kind == "plain"] == wanted


@pytest.mark.parametrize(
    "words",
    [
        "convert pa",
        "check pa",
        "tidy pa",
        "select year:2020 pa",
        "convert x.md --out pa",
        "enrich --index pa",
        "explain homep",
    ],
)
def test_names_of_files_are_left_to_the_shell(words: str) -> None:
    assert _asked(words) == [("file", words.rsplit(maxsplit=1)[-1])]


def _asked(words: str) -> list[tuple[str, str]]:
    typed = f"citekit {words}"
    told = {"_CITEKIT_COMPLETE": "bash_complete", "COMP_WORDS": typed, "COMP_CWORD": str(len(words.split()))}
    done = subprocess.run([BIN / "citekit"], env=os.environ | told, capture_output=True, text=True, check=True)
    return [(kind, value) for kind, _, value in (line.partition(",") for line in done.stdout.splitlines())]


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_on_a_terminal(shell: str, tmp_path: Path) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    (tmp_path / "papers-of-mine.md").write_text("x", encoding="utf-8")
    command, begin = SHELLS[shell]
    terminal = _Terminal(command, tmp_path)
    try:
        terminal.type(f"{begin}; echo rea''dy-to-type\n")
        terminal.wait("ready-to-type")
        for typed, wanted in (
            ("citekit convert pap\t", "papers-of-mine.md"),
            ("citekit convert --to bibt\t", "bibtex"),
        ):
            terminal.type(typed)
            terminal.wait(wanted)
            terminal.type("\x15")
    finally:
        terminal.end()


class _Terminal:
    """A program on a terminal of its own."""

    def __init__(self, command: list[str], folder: Path) -> None:
        self.process, self.end_of_it = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.environ.update(PATH=f"{BIN}:{os.environ['PATH']}", TERM="xterm", HOME=str(folder))
            os.execvp(command[0], command)
        self.seen = ""

    def type(self, text: str) -> None:
        self.seen = ""
        os.write(self.end_of_it, text.encode())

    def wait(self, wanted: str) -> None:
        last = time.monotonic() + 60
        while wanted not in self.seen:
            assert time.monotonic() < last, self.seen
            if select.select([self.end_of_it], [], [], 0.2)[0]:
                self.seen += os.read(self.end_of_it, 4096).decode("utf-8", "replace")

    def end(self) -> None:
        os.close(self.end_of_it)
        os.kill(self.process, 9)
        os.waitpid(self.process, 0)

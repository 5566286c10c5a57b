r"""The files that a LaTeX document includes: ``\input{papers}`` becomes what is in ``papers.tex``."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from citekit.markup.tex.conditions import CONDITIONS
from citekit.markup.tex.definitions import DEFINITIONS, Inputs, input_effects
from citekit.markup.tex.expansion import ExpansionState, Handler, TexReader
from citekit.markup.tex.stream import Command
from citekit.markup.tex.visible import read_tex
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.safe_files import read_file
from citekit.runtime.span import Span

MOST_FILES = 100
"""So many files are included at most."""
DEEPEST = 8
"""How deep a file that is included may be in others."""
LONGEST = 20_000_000
"""The result is not longer than this many characters, or than the document alone."""
MOST_REPEATED = 200_000
"""Characters that files which were included before may bring in again: a page of notes for each section, but no book
for each line of another one."""
_SUFFIXES = (".tex", ".ltx", ".txt")


_OF_TEX = frozenset("glyphtounicode amssym amssym.def epsf insbox pdfcolor t1enc.def xy xypic".split())
"""Files that every TeX has, and that documents include by their names alone."""


def splice(text: str, path: Path, missing: list[str] | None = None) -> str:
    r"""Return the text of the document at ``path`` with its ``\input``, ``\include`` and ``\subfile`` replaced by the files.

    Only files in the document's folder and below are included: names that lead out of it, also by a link, stay as they
    are, as do files that are missing, no text, of another suffix than ``.tex``, ``.ltx`` or ``.txt``, or in the middle of
    being included. At most :data:`MOST_FILES` files, :data:`DEEPEST` deep, :data:`LONGEST` characters in all,
    :data:`MOST_REPEATED` of files that were included before. Spans refer to the result. The names of files that are not
    there are appended to ``missing``.
    """
    main = path.resolve()
    splicer = _Splicer(main, LONGEST - len(text))
    made = splicer.spliced(text, main)
    if missing is not None:
        missing += splicer.missing
    return made


class _Splicer:
    """Takes in files; what one of them defines, those after it know."""

    def __init__(self, main: Path, left: int) -> None:
        self._main, self._left, self._files = main, left, MOST_FILES
        self._inputs = Inputs(_SUFFIXES, lambda folder: (folder,))
        self._state = ExpansionState()
        self._open: list[Path] = []
        self._taken: set[Path] = set()
        self._repeats = MOST_REPEATED
        self.missing: list[str] = []

    def spliced(self, text: str, path: Path) -> str:
        pieces: list[str] = []
        at = 0

        def take(name: str, span: Span, optional: bool, whole: Span | None) -> None:
            nonlocal at
            file = self._inputs.find(name, self._main, str(path)) if whole and whole.start >= at else None
            taken = self._text(file) if file else None
            if whole and not (file or optional or name in _OF_TEX or "\\" in name or "#" in name):
                self.missing.append(name)
            if whole and taken is not None:
                pieces.extend((text[at : whole.start], taken))
                at = whole.end

        self._open.append(path)
        effects: dict[str, Handler] = {
            **DEFINITIONS,
            **input_effects(take),
            "endinput": partial(_end, nested=len(self._open) > 1),
        }
        reader = TexReader(read_tex(text).text, self._state, CONDITIONS, effects)
        reader.read()
        self._open.pop()
        return "".join((*pieces, text[at : reader.main.end if self._open else None]))

    def _text(self, file: Path) -> str | None:
        """Return what is in a file, where it may be included."""
        file = file.resolve()
        if file in self._open or len(self._open) > DEEPEST or not self._files or file.suffix.lower() not in _SUFFIXES:
            return None
        try:
            data = read_file(file, self._left)
        except UnreadableInputError:
            return None
        if b"\0" in data:
            return None
        if file in self._taken:
            if len(data) > self._repeats:
                return None
            self._repeats -= len(data)
        self._taken.add(file)
        self._files -= 1
        self._left -= len(data)
        return self.spliced(data.decode("utf-8-sig", "citekit-windows-1252"), file)


def _end(reader: TexReader, command: Command, nested: bool) -> bool:
    r"""End a file that is included, at its ``\endinput``."""
    if nested and command.frame is reader.main:
        reader.main.end = command.start
    return True

r"""The files that a LaTeX document takes in: ``\input{papers}`` becomes what stands in ``papers.tex``."""

from __future__ import annotations

from pathlib import Path, PurePosixPath, PureWindowsPath

from citekit import patterns as re
from citekit.disk import read_file
from citekit.errors import UnreadableInputError

MOST_FILES = 100
"""So many files are taken in at most."""
DEEPEST = 8
"""How deep a file that is taken in may stand in others."""
LONGEST = 20_000_000
"""The result is not longer than this many characters, or than the document alone."""
_INPUT = re.compile(
    r"(?P<comment>(?<!\\)%[^\r\n]*+)|\\(?P<name>input|include|subfile)[ \t]{0,9}"
    r"(?:\{(?P<braced>[^{}\r\n%\\]{1,200})\}|[ \t](?P<bare>[\w./-]{1,200}))|\\endinput(?![A-Za-z])"
)
_SUFFIXES = ("", ".tex", ".ltx", ".txt")


def splice(text: str, path: Path) -> str:
    r"""The text of the document at ``path`` with its ``\input``, ``\include`` and ``\subfile`` replaced by the files.

    Only files in the document's folder and below are taken in: names that are absolute, hold ``..``, or lead out of the
    folder by a link stay as they are, as do files that are missing, no text, of another suffix than ``.tex``, ``.ltx``
    or ``.txt``, or in the middle of being taken in. At most :data:`MOST_FILES` files, :data:`DEEPEST` deep,
    :data:`LONGEST` characters in all. Spans refer to the result.
    """
    root = path.resolve().parent
    left = [MOST_FILES, LONGEST - len(text)]
    out: list[str] = []
    open_files: list[tuple[Path, str, int]] = [(path.resolve(), text, 0)]
    while open_files:
        current, content, at = open_files.pop()
        for command in _INPUT.finditer(content, at):
            if command["comment"] is not None:
                continue
            if not command["name"]:
                if open_files:
                    out.append(content[at : command.start()])
                    at = len(content)
                    break
                continue
            name = command["braced"] or command["bare"]
            opened = [file for file, _, _ in open_files]
            found = _file(root, name, [*opened, current], left) if len(opened) < DEEPEST else None
            if found:
                out.append(content[at : command.start()])
                open_files += [(current, content, command.end()), (*found, 0)]
                break
        else:
            out.append(content[at:])
    return "".join(out)


def _file(root: Path, name: str, opened: list[Path], left: list[int]) -> tuple[Path, str] | None:
    """The file of a name and its text, where it may be taken in."""
    pure = PurePosixPath(name.strip())
    if pure.is_absolute() or ".." in pure.parts or PureWindowsPath(name).drive or left[0] <= 0:
        return None
    for suffix in (".tex", "") if pure.suffix.lower() not in _SUFFIXES[1:] else ("",):
        try:
            path = (root / f"{pure}{suffix}").resolve()
            if path in opened or not path.is_relative_to(root) or path.suffix.lower() not in _SUFFIXES[1:]:
                continue
            if not path.is_file() or path.stat().st_size > left[1]:
                continue
            data = read_file(path, left[1])
        except (OSError, ValueError, UnreadableInputError):
            continue
        if b"\0" in data:
            return None
        left[0] -= 1
        left[1] -= len(data)
        return path, _decoded(data)
    return None


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")

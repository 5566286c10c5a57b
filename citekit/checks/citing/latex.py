r"""LaTeX: the citing commands of natbib, biblatex, csquotes, apacite and harvard, and those that the document defines.

Comments, verbatim text, ``\iffalse`` and what follows ``\end{document}`` are left out. ``\input`` and its kin name
further files; ``\bibliography``, ``\addbibresource`` and ``filecontents`` name bibliographies.
"""

from __future__ import annotations

import re

from citekit.checks.citation import Citation, Cited, Fault, Found, Named, Reading
from citekit.checks.tex_commands import (
    COMMANDS,
    ENVIRONMENTS,
    Argument,
    Learnt,
    Shape,
    argument,
    definitions,
    key_arguments,
    keys_of_call,
    skip_blanks,
)
from citekit.checks.tex_text import read_tex
from citekit.span import Source, Span

NAME = "latex"
SUFFIXES = (".tex", ".ltx", ".rnw", ".sty", ".cls")

_COMMAND = re.compile(r"\\([A-Za-z@]+)")
_FILES = {"input": 1, "include": 1, "subfile": 1, "subfileinclude": 1, "InputIfFileExists": 1, "loadglsentries": 1}
_FILES_OF_FOLDERS = frozenset("import subimport includefrom subincludefrom inputfrom subinputfrom".split())
_BARE_FILE = re.compile(r"[ \t]{1,9}([^\s{}\\%]{1,200})")
_CONTEXT = re.compile(r"\\start(?:text|component|product|project|environment)(?![A-Za-z])")
"""ConTeXt has the suffix of LaTeX, other commands, and arguments in brackets."""
_OWN_CITE = re.compile(r"\\[egx]?def\s{0,9}\\(?:no)?cite(?![A-Za-z@])")
"""What defines ``\\cite`` itself is a package of macros for plain TeX."""
_NOTES_AT_KEY = re.compile(
    r"(?:^|(?<=,))\s{0,9}(?:\*(?=[\w\[]))?(?:\[(?:[^\[\]{}]|\{[^{}]{0,400}\}){0,400}\]){0,2}(?=\s{0,9}[\w])"
)
"""REVTeX takes a star and notes before each key: ``\\cite{[See ][, p. 3]a,*b}``."""
_BIBLIOGRAPHIES = {
    "bibliography": ".bib",
    "addbibresource": "",
    "addglobalbib": "",
    "addsectionbib": "",
    "nobibliography": ".bib",
}


def read(source: Source, reading: Reading) -> Cited:
    """What a LaTeX file cites; ``reading.macros`` are the commands that files before it defined."""
    tex = read_tex(source.text)
    text = tex.text
    known = {name: shape for name, shape in reading.macros.items() if isinstance(shape, Shape)}
    before = {name: command for name, command in reading.macros.items() if isinstance(command, Learnt)}
    defined = definitions(text, COMMANDS | known, before)
    found = Found()
    if "\\documentclass" not in text and (_CONTEXT.search(text) or _OWN_CITE.search(text)):
        return found.cited(written_for_citing=False)
    found.written += [Named(name, Span(start, end)) for name, start, end in tex.files]
    bodies = iter(defined.bodies)
    body = next(bodies, (len(text), len(text)))
    used: set[str] = set()
    for call in _COMMAND.finditer(text):
        while call.start() >= body[1]:
            body = next(bodies, (len(text), len(text)))
        if call.start() >= body[0]:
            continue
        name = call[1]
        if name in defined.learnt:
            used.add(name)
        if name in defined.learnt or name in defined.shapes:
            _cite(text, call, list(keys_of_call(text, call, defined.shapes, defined.learnt)), found)
        elif name == "begin":
            _environment(text, call, found)
        else:
            _other(text, call, found)
    for name in sorted(used):
        for keys, start in defined.learnt[name].keys:
            found.add_keys(keys, start, start)
    own: dict[str, object] = {**{n: s for n, s in defined.shapes.items() if n not in COMMANDS}, **defined.learnt}
    return found.cited(macros=own)


def _cite(text: str, call: re.Match[str], arguments: list[Argument], found: Found) -> None:
    for keys in arguments:
        inside = text[keys.start : keys.end]
        nested = re.search(r"\\[A-Za-z]*cite", inside)
        if nested and "#" not in inside:
            message, hint = f"a citation stands in the keys of \\{call[1]}", "close the braces before the next citation"
            found.faults.append(Fault(message, hint, Span(call.start(), keys.after)))
        elif "#" not in inside and "\\" not in inside:
            found.add_keys(_NOTES_AT_KEY.sub(lambda note: " " * len(note[0]), inside), keys.start, call.start())


def _environment(text: str, call: re.Match[str], found: Found) -> None:
    name = argument(text, call.end())
    shape = ENVIRONMENTS.get(text[name.start : name.end]) if name else None
    if name and shape:
        _cite(text, call, list(key_arguments(text, name.after, shape)), found)


def _other(text: str, call: re.Match[str], found: Found) -> None:
    name = call[1]
    if name in _BIBLIOGRAPHIES:
        at = call.end()
        options = argument(text, at, "[", "]")
        named = argument(text, options.after if options else at)
        if named and "#" not in text[named.start : named.end]:
            _name_bibliographies(text, named, found, _BIBLIOGRAPHIES[name])
    elif name in _FILES:
        named = argument(text, call.end())
        bare = None if named else _BARE_FILE.match(text, call.end())
        if named:
            _name_all(text, named, found.inputs, "")
        elif bare and name == "input":
            found.inputs.append(Named(bare[1], Span(bare.start(1), bare.end(1))))
    elif name in _FILES_OF_FOLDERS:
        folder = argument(text, call.end() + text.startswith("*", call.end()))
        named = argument(text, folder.after) if folder else None
        if folder and named:
            where = f"{text[folder.start : folder.end].strip()}/{text[named.start : named.end].strip()}"
            found.inputs.append(Named(where.replace("//", "/"), Span(named.start, named.end)))
    elif name == "bibitem":
        label = argument(text, call.end(), "[", "]")
        key = argument(text, label.after if label else skip_blanks(text, call.end()))
        if key and text[key.start : key.end].strip():
            found.defined.append(Citation(text[key.start : key.end].strip(), Span(key.start, key.end), call.start()))


def _name_bibliographies(text: str, names: Argument, found: Found, suffix: str) -> None:
    """Adds the names of bibliographies; what a program works out (``\\Sexpr``) is one name with commands in it."""
    if re.search(r"\\[A-Za-z]{1,60}\s{0,9}\{", text[names.start : names.end]):
        name = " ".join(text[names.start : names.end].split())
        found.bibliographies.append(Named(name, Span(names.start, names.end)))
    else:
        _name_all(text, names, found.bibliographies, suffix, commands=True)


def _name_all(text: str, names: Argument, into: list[Named], suffix: str, commands: bool = False) -> None:
    at = names.start
    for piece in text[names.start : names.end].split(","):
        name = piece.strip()
        if name and (commands or "\\" not in name) and "#" not in name:
            begin = at + len(piece) - len(piece.lstrip())
            complete = name if not suffix or name.lower().endswith(suffix) else name + suffix
            into.append(Named(complete, Span(begin, begin + len(name))))
        at += len(piece) + 1

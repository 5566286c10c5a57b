r"""Org: ``[cite/style:see @key p. 3; @other]`` of org-cite, ``cite:key1,key2`` of org-ref, and the commands of LaTeX.

Comments, source and example blocks, and verbatim text are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from citekit.checks.citation import Citation, Cited, Found, Named, Reading, blanked
from citekit.checks.tex_commands import COMMANDS, arguments_of_cite
from citekit.checks.tex_stream import Stream
from citekit.span import Source, Span

NAME = "org"
SUFFIXES = (".org",)

_HIDDEN = re.compile(
    r"^[ \t]*\#\+begin_(?P<block>src|example|comment|export)\b.*?(?:^[ \t]*\#\+end_(?P=block)\b[^\n]*|\Z)"
    r"|^[ \t]*:PROPERTIES:[ \t]*\n(?:[ \t]*:[^\n]*\n){0,200}?[ \t]*:END:[ \t]*$"
    r"|^[ \t]*\#\+(?!(?:begin|end|bibliography|include|title|subtitle|caption|author|description|header)\b)[\w-]+:[^\n]*$"
    r"|\\begin\{(?P<environment>[A-Za-z]{1,30}\*?)\}.{0,4000}?\\end\{(?P=environment)\}"
    r"|\\\([^\n]{0,400}?\\\)|@@[^\n]{0,400}?@@|\{\{\{[^\n]{0,400}?\}\}\}|(?<!\w)src_\w{1,30}(?:\[[^\]\n]{0,200}\])?\{[^}\n]{0,400}\}"
    r"|(?<![\w$\\])\$(?=[^\s$.,;])[^$\n]{0,400}(?<=[^\s.,])\$(?![\w$])"
    r"|^[ \t]*\#(?:[ \t][^\n]*)?$|^[ \t]*:(?:[ \t][^\n]*)?$"
    r"|(?<![\w=~])(?P<mark>[=~])(?=\S)[^\n]{0,400}?(?<=\S)(?P=mark)(?![\w=~])",
    re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
_CITE = re.compile(
    r"\[cite(?:/(?P<style>[\w/-]{1,40}))?:(?P<inside>[^\[\]]{1,2000}(?:\[[^\[\]]{0,200}\][^\[\]]{0,2000}){0,9})\]"
)
_KEY = re.compile(r"@(?P<key>[\w.:?!`'/*@+|(){}<>&^$#%~-]+)")
_ORG_NAME = r"(?:auto|text|paren|foot|smart|super|no|full)?[cC]ite[a-zA-Z]{0,12}\*?:"
_ORG_REF = re.compile(
    rf"\[\[{_ORG_NAME}(?P<link>[^\[\]]{{1,999}})\]|(?<![\w:\[]){_ORG_NAME}(?P<keys>&?\w[^\s\[\]]{{0,999}})"
)
_FILES = re.compile(
    r"^\#\+bibliography:[ \t]*(?P<global>[^\n]+)$|(?<!\w)bibliography:(?P<link>[^\s\]]+)", re.MULTILINE | re.IGNORECASE
)
_LATEX_FILES = re.compile(
    r"^[^%\n]{0,200}?\\(?:addbibresource|bibliography)\s{0,9}(?:\[[^\]\n]{0,200}\])?\{(?P<files>[^{}\\\n]{1,400})\}",
    re.MULTILINE,
)
_INCLUDE = re.compile(r'^\#\+include:[ \t]*"?(?P<file>[^"\n]+?\.org)"?(?:[ \t]|$)', re.MULTILINE | re.IGNORECASE)


def read(source: Source, reading: Reading) -> Cited:
    """What an Org file cites."""
    text = blanked(source.text, _hidden(source.text))
    found = Found()
    for cite in _CITE.finditer(text):
        for reference in re.finditer("[^;]+", cite["inside"]):
            key = _KEY.search(reference[0])
            if key:
                at = cite.start("inside") + reference.start() + key.start("key")
                found.citations.append(Citation(key["key"], Span(at, at + len(key["key"])), cite.start()))
    for cite in _ORG_REF.finditer(text):
        _org_ref(cite, found)
    _latex(text, found)
    for named in _LATEX_FILES.finditer(source.text):
        for name in re.finditer(r"[^,\s][^,]*", named["files"]):
            at = named.start("files") + name.start()
            clean = name[0].strip()
            complete = clean if clean.endswith(".bib") else f"{clean}.bib"
            found.bibliographies.append(Named(complete, Span(at, at + len(clean))))
    for named in _FILES.finditer(source.text):
        kind = "global" if named["global"] else "link"
        at = named.start(kind)
        for name in re.finditer(r"[^,]+", named[kind]):
            clean = name[0].strip().strip('"')
            if clean:
                found.bibliographies.append(Named(clean, Span(at + name.start(), at + name.end())))
    for named in _INCLUDE.finditer(source.text):
        found.inputs.append(Named(named["file"], Span(*named.span("file"))))
    return found.cited(written_for_citing=bool(found.citations or found.bibliographies))


def _hidden(text: str) -> Iterator[tuple[int, int]]:
    yield from (match.span() for match in _HIDDEN.finditer(text))


def _latex(text: str, found: Found) -> None:
    stream = Stream.of(text)
    while command := stream.command():
        if command.name in COMMANDS:
            for keys in arguments_of_cite(stream, COMMANDS[command.name]).keys:
                found.add_keys(keys.text, keys.start, command.start)


def _org_ref(cite: re.Match[str], found: Found) -> None:
    kind = "link" if cite["link"] else "keys"
    at = cite.start(kind)
    for piece in re.split("[,;]", cite[kind]):
        marked = re.search(r"&([\w:./+-]+)", piece)
        name = marked[1] if marked else piece.strip().rstrip(".,;:!?)")
        if name:
            begin = at + (marked.start(1) if marked else len(piece) - len(piece.lstrip()))
            found.citations.append(Citation(name, Span(begin, begin + len(name)), cite.start()))
        at += len(piece) + 1

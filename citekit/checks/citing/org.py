r"""Org: ``[cite/style:see @key p. 3; @other]`` of org-cite, ``cite:key1,key2`` of org-ref, and the commands of LaTeX.

Comments, source and example blocks, and verbatim text are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from citekit.checks.citation import EVERYTHING, Citation, Cited, Found, Named, Reading, blanked
from citekit.checks.tex_commands import COMMANDS, key_arguments
from citekit.span import Source, Span

NAME = "org"
SUFFIXES = (".org",)

_HIDDEN = re.compile(
    r"^[ \t]*\#\+begin_(?P<block>src|example|comment|export)\b.*?(?:^[ \t]*\#\+end_(?P=block)\b[^\n]*|\Z)"
    r"|^[ \t]*\#(?:[ \t][^\n]*)?$|^[ \t]*:(?:[ \t][^\n]*)?$"
    r"|(?<![\w=~])(?P<mark>[=~])(?=\S)[^\n]{0,400}?(?<=\S)(?P=mark)(?![\w=~])",
    re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
_CITE = re.compile(
    r"\[cite(?:/(?P<style>[\w/-]{1,40}))?:(?P<inside>[^\[\]]{1,2000}(?:\[[^\[\]]{0,200}\][^\[\]]{0,2000}){0,9})\]"
)
_KEY = re.compile(r"@(?P<key>[\w.:?!`'/*@+|(){}<>&^$#%~-]+)")
_ORG_NAME = r"(?<![\w:])(?:auto|text|paren|foot|smart|super|no|full)?[cC]ite[a-zA-Z]{0,12}\*?:"
_ORG_REF = re.compile(rf"\[\[{_ORG_NAME}(?P<link>[^\[\]]{{1,999}})\]|{_ORG_NAME}(?P<keys>&?\w[^\s\[\]]{{0,999}})")
_FILES = re.compile(
    r"^\#\+bibliography:[ \t]*(?P<global>[^\n]+)$|(?<!\w)bibliography:(?P<link>[^\s\]]+)", re.MULTILINE | re.IGNORECASE
)
_LATEX = re.compile(r"(?<!\\)\\([A-Za-z]{4,40})")
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
        for key in _KEY.finditer(cite["inside"]):
            at = cite.start("inside") + key.start("key")
            name = key["key"].rstrip(".,;:!?)'") if key["key"] != EVERYTHING else EVERYTHING
            if name:
                found.citations.append(Citation(name, Span(at, at + len(name)), cite.start()))
    for cite in _ORG_REF.finditer(text):
        _org_ref(cite, found)
    for call in _LATEX.finditer(text):
        for keys in key_arguments(text, call.end(), COMMANDS[call[1]]) if call[1] in COMMANDS else ():
            found.add_keys(text[keys.start : keys.end], keys.start, call.start())
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

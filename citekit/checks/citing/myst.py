"""MyST Markdown: roles of sphinxcontrib-bibtex such as ``{cite:p}`key1,key2```, and ``{footcite}``."""

from __future__ import annotations

import re

from citekit.checks.citation import Cited, Found, Named, Reading
from citekit.checks.markdown_text import read_markdown
from citekit.checks.pandoc_text import cite_metadata
from citekit.checks.sphinx_text import cite_role
from citekit.span import Source, Span

NAME = "myst"
SUFFIXES = (".myst",)

_ROLE = re.compile(r"\{(?:cite|footcite)(?::[A-Za-z:]{1,20})?\}(?P<ticks>`+)(?P<keys>[^`]{1,2000})(?P=ticks)(?!`)")
_DIRECTIVE = re.compile(r"^[ \t]{0,9}[`:]{3,9}\{(?:foot)?bibliography\}[ \t]*(?P<files>[^\n]*)$", re.MULTILINE)

_PREFIX = re.compile(r"^[ \t]*:keyprefix:[ \t]*(\S+)[ \t]*$", re.MULTILINE)


def read(source: Source, reading: Reading) -> Cited:
    """What a MyST file cites."""
    markdown = read_markdown(source.text, roles=True)
    found = Found()
    said = cite_metadata(source.text, *markdown.front, found)
    for role in _ROLE.finditer(markdown.text):
        cite_role(role["keys"], role.start("keys"), role.start(), found)
    found.prefixes += _PREFIX.findall(source.text)
    for directive in _DIRECTIVE.finditer(source.text):
        for name in re.finditer(r"\S+", directive["files"]):
            at = directive.start("files")
            found.bibliographies.append(Named(name[0], Span(at + name.start(), at + name.end())))
    return found.cited(written_for_citing=said or bool(found.citations or found.bibliographies))

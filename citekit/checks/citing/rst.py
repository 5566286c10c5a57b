""":file:`.rst` of Sphinx: roles of sphinxcontrib-bibtex such as ``:cite:p:`key1,key2``` and ``:footcite:``.

Comments, literal blocks, literals and escaped roles are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from citekit.checks.citation import Cited, Found, Named, Reading, blanked
from citekit.checks.sphinx_text import cite_role
from citekit.span import Source, Span

NAME = "rst"
SUFFIXES = (".rst", ".rest")

_ROLE = re.compile(
    r"(?P<literal>``)|(?<![\w\\:])(?P<role>:[a-zA-Z][\w:+.-]{0,40}:)?`(?P<text>[^`]{1,2000})`(?P<behind>:[a-z][\w:]{0,30}:)?"
)
_LONGEST_LITERAL = 2000
_CITING = re.compile(r":(?:foot)?cite(?::[A-Za-z]{1,20}){0,2}:")
_EXPLICIT = re.compile(r"(?P<indent>[ \t]*)\.\.(?:[ \t]+(?P<rest>.*))?$")
_MARKUP = re.compile(r"(?:[A-Za-z0-9_+:.-]+::|_|\[|\||__)")
_CODE = re.compile(
    r"(?:code|code-block|sourcecode|literalinclude|highlight|parsed-literal|raw|math|prompt|doctest|testcode)::"
)
_BIBLIOGRAPHY = re.compile(r"^[ \t]*\.\.[ \t]+(?:foot)?bibliography::[ \t]*(?P<files>[^\n]*)$", re.MULTILINE)

_PREFIX = re.compile(r"^[ \t]+:keyprefix:[ \t]*(\S+)[ \t]*$", re.MULTILINE)


def read(source: Source, reading: Reading) -> Cited:
    """What a reStructuredText file cites."""
    text = blanked(source.text, _hidden(source.text))
    found = Found()
    at = 0
    while match := _ROLE.search(text, at):
        at = match.end()
        if match["literal"]:
            closing = text.find("``", at, at + _LONGEST_LITERAL)
            at = closing + 2 if closing >= 0 and "\n\n" not in text[at:closing] else at
        elif match["role"] and _CITING.fullmatch(match["role"]):
            cite_role(match["text"], match.start("text"), match.start(), found)
    found.prefixes += _PREFIX.findall(text)
    for directive in _BIBLIOGRAPHY.finditer(text):
        for name in re.finditer(r"\S+", directive["files"]):
            start = directive.start("files")
            found.bibliographies.append(Named(name[0], Span(start + name.start(), start + name.end())))
    return found.cited(written_for_citing=bool(found.citations or found.bibliographies))


def _hidden(text: str) -> Iterator[tuple[int, int]]:
    """Comments, the content of code directives, and indented blocks after ``::``."""
    at = 0
    until: int | None = None
    literal_next = False
    for line in text.splitlines(keepends=True):
        stripped = line.strip()
        indent = len(line) - len(line.lstrip())
        if until is not None and stripped and indent <= until:
            until = None
        if until is not None:
            yield at, at + len(line)
        elif stripped:
            explicit = _EXPLICIT.match(line.rstrip())
            if explicit and not _MARKUP.match(explicit["rest"] or ""):
                until = len(explicit["indent"])
                yield at, at + len(line)
            elif explicit and _CODE.match(explicit["rest"]):
                until = len(explicit["indent"])
            elif literal_next and indent:
                until = indent - 1
                yield at, at + len(line)
            literal_next = until is None and stripped.endswith("::") and explicit is None
        at += len(line)

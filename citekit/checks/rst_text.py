"""reStructuredText of Sphinx: its citing roles, what hides them, and the files that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citekit.checks.citation import Found, Named, blanked
from citekit.checks.sphinx_text import cite_role
from citekit.span import Span

_ROLE = re.compile(
    r"(?P<literal>``(?=\S))|(?:(?<=[\s'\"(\[{<\-/:])|(?<![\w\\\x00-\x7f])|^)(?P<role>:[a-zA-Z][\w:+.-]{0,40}:)?`(?P<text>[^`]{1,2000})`(?P<behind>:[a-z][\w:]{0,30}:)?(?=\Z|[\s'\")\]}>\-/:.,;!?\\]|[^\w\x00-\x7f])"
)
_LITERAL_END = re.compile(r"(?<=\S)``(?=\Z|[\s'\")\]}>\-/:.,;!?\\]|[^\w\x00-\x7f])")
_LONGEST_LITERAL = 2000
_CITING = re.compile(r":(?:foot)?cite(?::[A-Za-z]{1,20}){0,2}:")
_EXPLICIT = re.compile(r"(?P<indent>[ \t]*)\.\.(?:[ \t]+(?P<rest>.*))?$")
_MARKUP = re.compile(r"(?:[A-Za-z0-9_+:.-]+::|_|\[|\||__)")
_CODE = re.compile(r"(?:code|code-block|sourcecode|literalinclude|highlight|raw|math|prompt|doctest|testcode)::")
_BIBLIOGRAPHY = re.compile(r"^[ \t]*\.\.[ \t]+(?:foot)?bibliography::[ \t]*(?P<files>[^\n]*)$", re.MULTILINE)
_PREFIX = re.compile(r"^[ \t]+:keyprefix:[ \t]*(\S+)[ \t]*$", re.MULTILINE)
_INCLUDE = re.compile(r"^[ \t]*\.\.[ \t]+include::[ \t]*(?P<file>[^\s<][^\n]*?)[ \t]*$", re.MULTILINE)


def cite_rst(source: str, found: Found) -> None:
    """Adds the citations, bibliographies and included files of a text."""
    text = blanked(source, _hidden(source))
    at = 0
    while match := _ROLE.search(text, at):
        at = match.end()
        if match["literal"]:
            closing = _LITERAL_END.search(text, at, at + _LONGEST_LITERAL)
            at = closing.end() if closing and "\n\n" not in text[at : closing.start()] else at
        elif match["role"] and _CITING.fullmatch(match["role"]):
            cite_role(match["text"], match.start("text"), match.start(), found)
    for directive in _BIBLIOGRAPHY.finditer(text):
        for name in re.finditer(r"\S+", directive["files"]):
            start = directive.start("files")
            found.bibliographies.append(Named(name[0], Span(start + name.start(), start + name.end())))
    found.prefixes += _PREFIX.findall(text)
    for directive in _INCLUDE.finditer(text):
        found.inputs.append(Named(directive["file"], Span(*directive.span("file"))))


def _hidden(text: str) -> Iterator[tuple[int, int]]:
    """Comments, the content of code directives, and indented blocks after ``::``."""
    at = 0
    until: int | None = None
    literal_next = in_doctest = False
    for line in text.splitlines(keepends=True):
        stripped = line.strip()
        indent = len(line) - len(line.lstrip())
        if until is not None and stripped and indent <= until:
            until = None
        in_doctest = bool(stripped) and (in_doctest or (until is None and stripped.startswith(">>> ")))
        if until is not None or in_doctest:
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

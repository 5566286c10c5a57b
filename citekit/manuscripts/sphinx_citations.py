"""The citing roles of sphinxcontrib-bibtex in reStructuredText and MyST, what hides them, and the files that are named.

Source: the documentation of sphinxcontrib-bibtex, "Usage": ``:cite:p:`{see}key{p. 3},other```.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from citekit.manuscripts.citation import EVERYTHING, CitedKey, Found, Named, locator_of, modes
from citekit.runtime import patterns as re
from citekit.runtime.span import Span, blanked

# A literal or a role with its text. As reStructuredText has it, inline markup begins after a space, an opening mark or another
# script, and ends before a space or a mark ("Inline markup recognition rules"); a role is before or after its text.
_ROLE = re.compile(
    r"(?P<literal>``(?=\S))|(?:(?<=[\s'\"(\[{<\-/:])|(?<![\w\\\x00-\x7f])|^)(?P<role>:[a-zA-Z][\w:+.-]{0,40}:)?`(?P<text>[^`]{1,2000})`(?P<behind>:[a-z][\w:]{0,30}:)?(?=\Z|[\s'\")\]}>\-/:.,;!?\\]|[^\w\x00-\x7f])"
)
_LITERAL_END = re.compile(r"(?<=\S)``(?=\Z|[\s'\")\]}>\-/:.,;!?\\]|[^\w\x00-\x7f])")
_LONGEST_LITERAL = 2000  # characters in which a literal is closed, if ever; bounds the time on many open ones
# Roles that cite, with up to two parts after the name: ":cite:p:", ":footcite:t:", ":cite:ct:".
_CITING = re.compile(r":(?:foot)?cite(?::[A-Za-z]{1,20}+){0,2}:")
# ".." begins explicit markup: a directive, a target, a footnote, a substitution (_MARKUP), or else a comment; what is in
# directives that show code (_CODE) is not text.
_EXPLICIT = re.compile(r"(?P<indent>[ \t]*)\.\.(?:[ \t]+(?P<rest>.*))?$")
_MARKUP = re.compile(r"(?:[A-Za-z0-9_+:.-]+::|_|\[|\||__)")
_CODE = re.compile(r"(?:code|code-block|sourcecode|literalinclude|highlight|raw|math|prompt|doctest|testcode)::")
# A directive with the files that it names and its indented options, which blank lines may part.
_BIBLIOGRAPHY = re.compile(
    r"^(?P<indent>[ \t]*)\.\.[ \t]+(?P<foot>foot)?bibliography::[ \t]*(?P<files>[^\n]*)"
    r"(?P<options>(?:\n(?:(?P=indent)[ \t]++\S[^\n]*+|[ \t]*+(?=\n(?P=indent)[ \t]+\S)))*)",
    re.MULTILINE,
)
# Texts before and after a key: "{see}key{p. 3}".
_NOTE = re.compile(r"\{[^{}]{0,400}\}")
_BEFORE = re.compile(r"\{([^{}]{0,400})\}\s*\Z")
_BEHIND = re.compile(r"\s*\{([^{}]{0,400})\}")
# A footnote with the indented lines that belong to it.
_FOOTNOTE = re.compile(
    r"^(?P<indent>[ \t]*)\.\.[ \t]+\[(?:\d+|#[\w.-]*|\*)\][^\n]*(?:\n(?:(?P=indent)[ \t]++\S[^\n]*+|[ \t]*+(?=\n(?P=indent)[ \t]+\S)))*",
    re.MULTILINE,
)
_PREFIX = re.compile(r"^[ \t]*:keyprefix:[ \t]*(\S+)[ \t]*$", re.MULTILINE)
_ALL = re.compile(r"^[ \t]*:all:[ \t]*$", re.MULTILINE)
_MODES = modes("sphinx")
_INCLUDE = re.compile(r"^[ \t]*\.\.[ \t]+include::[ \t]*(?P<file>[^\s<](?:[^\n]*[^ \t\n])?)[ \t]*$", re.MULTILINE)


def cite_rst(source: str, found: Found) -> None:
    """Add the citations, bibliographies and included files of a text to what was ``found``."""
    text = blanked(source, _hidden(source))
    at = 0
    while match := _ROLE.search(text, at):
        at = match.end()
        if match["literal"]:
            closing = _LITERAL_END.search(text, at, at + _LONGEST_LITERAL)
            at = closing.end() if closing and "\n\n" not in text[at : closing.start()] else at
        elif match["role"] and _CITING.fullmatch(match["role"]):
            cite_role(match["role"].strip(":"), match["text"], match.start("text"), Span(*match.span()), found)
    for directive in _BIBLIOGRAPHY.finditer(text):
        bibliography(directive, found)
    for note in _FOOTNOTE.finditer(text):
        found.note(*note.span())
    for directive in _INCLUDE.finditer(text):
        found.inputs.append(Named(directive["file"], Span(*directive.span("file"))))


def bibliography(directive: re.Match[str], found: Found) -> None:
    """Add what a directive ``bibliography`` or ``footbibliography`` contains; its position is that of the list or the notes."""
    for name in re.finditer(r"\S+", directive["files"]):
        found.file(name[0], directive.start("files") + name.start())
    found.prefixes += _PREFIX.findall(directive["options"])
    if directive["foot"]:
        found.notes_at = found.notes_at or Span(*directive.span())
        return
    found.list_here(*directive.span())
    if _ALL.search(directive["options"]):
        span = Span(*directive.span())
        found.add(span, [CitedKey(EVERYTHING, span, span.start)], "nocite", fixed="it is in a directive")


def cite_role(role: str, text: str, start: int, span: Span, found: Found) -> None:
    """Add the citation of a role such as ``cite:p`` whose text begins at ``start``."""
    kind, _, form = role.partition(":")
    form = form.rpartition(":")[2]
    masked = _NOTE.sub(lambda note: " " * len(note[0]), text)
    cites = [_with_notes(cite, text, start) for cite in found.keys(masked, start, span.start)]
    mode = _MODES.get(form, "parenthetical")
    is_note = kind == "footcite"
    field = "title" if form == "title" else ""
    found.add(span, cites, "full" if is_note and mode == "parenthetical" else mode, is_note, field=field)


def _with_notes(cite: CitedKey, text: str, start: int) -> CitedKey:
    """Return a cite with the texts in braces before and after its key."""
    before = _BEFORE.search(text[: cite.span.start - start])
    behind = _BEHIND.match(text, cite.span.end - start)
    locator, label, suffix = locator_of(behind[1]) if behind else ("", "", "")
    suffix = f", {suffix.strip()}" if suffix and not locator else suffix
    return replace(cite, prefix=f"{before[1]} " if before else "", locator=locator, label=label, suffix=suffix)


def _hidden(text: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges of comments, code directives, doctests, and indented blocks after ``::``, line by line."""
    at = 0
    until: int | None = None  # what is hidden ends before a line that is indented no further than this
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

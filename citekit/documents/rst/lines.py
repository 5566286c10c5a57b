"""The lines of a reStructuredText document, and what begins on them."""

from __future__ import annotations

from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass

_LINE = re.compile(r"[^\r\n\f\v]*+(?:\r\n|[\r\n\f\v]|$)")
_TAB = 8
"""Columns of a tab (reStructuredText specification, "Whitespace")."""

BULLET = re.compile(r"([*+•‣⁃-])(?:[ \t]+|$)")
ENUMERATED = re.compile(r"(\(?(?:\d{1,3}|[a-z]|[ivxlcdm]{2,8}|[IVXLCDM]{2,8}|#)[.)]|\(?[A-Z]\))(?:[ \t]+|$)")
"""Markers of enumerated items. A capital with a full stop is none: in lists of publications it is an initial."""
FIELD = re.compile(r":((?:[^:\\\n\s]|\\.)(?:[^:\\\n]|\\.|:(?! )){0,200}):(?:[ \t]+|$)")
EXPLICIT = re.compile(r"\.\.(?:[ \t]+|$)")
LINE_BLOCK = re.compile(r"\|(?:[ \t]+|$)")
DIRECTIVE = re.compile(r"(?:\|[^|\n]{1,200}\|[ \t]+)?([A-Za-z][\w.:+-]{0,60}?)[ \t]?::(?:[ \t]+|$)")
FOOTNOTE = re.compile(r"\[([#*]?[^\[\]\s]{0,80})\](?:[ \t]+|$)")
TARGET = re.compile(r"_(`(?:[^`\n]{1,300})`|(?![ _])(?:[^:\\\n]|\\.|:(?! |$)){1,300}):(?:[ \t]+|$)")
ANONYMOUS = re.compile(r"__(?::|(?=[ \t]))[ \t]*")
SUBSTITUTION = re.compile(r"\|([^|\n]{1,200})\|[ \t]+(replace|image|unicode|date|raw)::[ \t]*(.*)")
SIMPLE_BORDER = re.compile(r"={2,}(?:[ \t]++={2,}+)+[ \t]*$")
GRID_BORDER = re.compile(r"\+(?:[-=]++\+)+[ \t]*$")
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


@dataclass(frozen=True, slots=True)
class RstLine:
    """A line of the source: where its text is without spaces at both ends, its column, and its text."""

    start: int
    end: int
    indent: int
    text: str

    @property
    def blank(self) -> bool:
        """Whether nothing is on it."""
        return not self.text

    @property
    def adornment(self) -> str:
        """The character that the line consists of, three times or more; else empty."""
        first = self.text[:1]
        # ".." is a comment, "--" the end of an option list
        same = len(self.text) >= 3 and first in _PUNCTUATION and not self.text.strip(first)
        return first if same else ""


def read_lines(text: str, start: int = 0, end: int | None = None) -> list[RstLine]:
    """Return the lines of a text."""
    end = len(text) if end is None else end
    found: list[RstLine] = []
    at = start
    while at < end:
        match = _LINE.match(text, at, end)
        stop = match.end() if match else end
        whole = text[at:stop].rstrip()
        content = whole.lstrip()
        begin = at + len(whole) - len(content)
        found.append(RstLine(begin, at + len(whole), len(text[at:begin].expandtabs(_TAB)), content))
        at = max(stop, at + 1)
    return found


def cut(line: RstLine, count: int) -> RstLine:
    """Return the line after its first ``count`` characters and the spaces after them."""
    rest = line.text[count:].lstrip()
    taken = len(line.text) - len(rest)
    return RstLine(line.start + taken, line.end, line.indent + len(line.text[:taken].expandtabs(_TAB)), rest)


def may_enumerate(lines: list[RstLine], at: int, marker: str) -> bool:
    """Whether a line begins an enumerated item and not a sentence with a number or an initial (``A. Einstein``)."""
    following = lines[at + 1] if at + 1 < len(lines) else None
    if following is None or following.blank or following.indent > lines[at].indent:
        regular = True
    else:
        regular = following.indent == lines[at].indent and bool(ENUMERATED.match(following.text))
    return regular and (any(c.isdigit() or c == "#" for c in marker) or _goes_on(lines, at, marker))


def _goes_on(lines: list[RstLine], at: int, marker: str) -> bool:
    """Whether the next or the last letter precedes another item of the same column."""
    letter = marker.strip("().")
    around = [line for line in lines[max(0, at - 60) : at + 60] if line.indent == lines[at].indent]
    signs = {match[1] for line in around if (match := ENUMERATED.match(line.text))}
    if len(letter) > 1:
        return len(signs) > 1
    return any(marker.replace(letter, chr(ord(letter) + step)) in signs for step in (1, -1))

r"""BibTeX's tokens as regular expressions, after the scanning procedures of ``bibtex.web`` (parts 13 and 14).

Whitespace is a space, tab or line end. A name is any run of characters except whitespace, control characters and
``"#%'(),={}``, and does not begin with a digit. Braces always count, also after a backslash. ``%`` is an ordinary
character for BibTeX; for biber, it begins a comment that ends with the line, outside values.

No pattern backtracks (all repetitions are possessive), so each takes linear time.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.span import Span

Reader = Literal["bibtex", "biber"]
"""The program whose rules apply to a file: they differ in ``%`` and ``@comment``."""

NAME = r"(?![0-9])[^\x00-\x20\"#%'(),={}]++"
_GROUP = r"\{[^{}]*+(?>(?:\{[^{}]*+(?>(?:\{[^{}]*+\}[^{}]*+)*)\}[^{}]*+)*)\}"
_QUOTED = r'"[^"{}]*+(?>(?:\{[^{}]*+(?>(?:\{[^{}]*+\}[^{}]*+)*)\}[^"{}]*+)*)"'
_BLANKS = {"bibtex": r"[ \t\r\n]*+", "biber": r"(?>(?:[ \t\r\n]++|%[^\n]*+)*)"}

BRACE = re.compile(r"[{}]")
BRACE_OR_PARENTHESIS = re.compile(r"[{})]")
BRACE_OR_QUOTE = re.compile(r'[{}"]')
BARE = re.compile(rf"[0-9]++|{NAME}")
"""A number or the name of a macro."""
LINE_START_AT = re.compile(r"^[ \t]*+@", re.MULTILINE)
"""Where scanning resumes after an error."""
WORDS_AND_EQUALS = re.compile(r"[^\r\n,={}\"@%#]++=")
"""A field name with characters that BibTeX does not allow, up to its ``=``."""
NEXT_FIELD = re.compile(rf"[^{{}}@]*?,[ \t\r\n]*+(?={NAME}[ \t\r\n]*+=)")
"""Stray text up to the comma before the next field."""
_FIELD_BEGINS = rf"[ \t]*+{NAME}[ \t]*+=[ \t]*+[{{\"0-9]"
NEXT_AT_LINE_START = re.compile(rf"^[ \t]*+(?:@|,?{_FIELD_BEGINS})", re.MULTILINE)
"""A line in a value that shows that its closing brace is missing: it begins with the next field, or an entry."""
END_OF_UNCLOSED = re.compile(rf"^[ \t]*+(?:(,?(?={_FIELD_BEGINS}))|((?=[}})]))|@|\r?$)", re.MULTILINE)
"""The line at which an unclosed value ends: with a field, a delimiter, an entry, or nothing."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """The patterns for one reader; those that depend on the closing delimiter are under ``}`` and ``)``.

    ``entry`` matches a whole well-formed entry in braces: its type, its key, and where its fields begin.
    """

    blanks: re.Pattern[str]
    at: re.Pattern[str]
    head: re.Pattern[str]
    word: re.Pattern[str]
    name: re.Pattern[str]
    assignment: re.Pattern[str]
    key: dict[str, re.Pattern[str]]
    bare_key: dict[str, re.Pattern[str]]
    entry: re.Pattern[str]
    field: dict[str, re.Pattern[str]]
    end: dict[str, re.Pattern[str]]


@cache
def grammar(reader: Reader) -> Grammar:
    """Compile the patterns for one reader."""
    blanks = _BLANKS[reader]
    closers = {closer: re.escape(closer) for closer in "})"}
    part = rf"(?>{_GROUP}|{_QUOTED}|[0-9]++|{NAME})"
    value = rf"{part}(?>(?:{blanks}#{blanks}{part})*)"
    key = {"}": r"[^ \t\r\n,}]*+", ")": r"[^ \t\r\n,]*+"}
    return Grammar(
        blanks=re.compile(blanks),
        at=re.compile("@" if reader == "bibtex" else r"@|%[^\n]*+"),
        head=re.compile(rf"@{blanks}({NAME}){blanks}([{{(]){blanks}"),
        word=re.compile(rf"@{blanks}({NAME})"),
        name=re.compile(NAME),
        assignment=re.compile(rf"[^ \t\r\n,={{}}\"@%#]++{blanks}="),
        key={c: re.compile(rf"({key[c]}){blanks}(?:,|(?={end}))") for c, end in closers.items()},
        bare_key={c: re.compile(key[c]) for c in closers},
        entry=re.compile(
            rf"@{blanks}({NAME}){blanks}\{{{blanks}({key['}']}){blanks}(?:,|(?=\}}))()"
            rf"(?>(?:{blanks}{NAME}{blanks}={blanks}{value}{blanks}(?:,|(?=\}})))*){blanks}\}}"
        ),
        field={
            c: re.compile(rf"{blanks}({NAME}){blanks}={blanks}({value}){blanks}(?:,|(?={end}))")
            for c, end in closers.items()
        },
        end={c: re.compile(blanks + end) for c, end in closers.items()},
    )


class ValuePart(NamedTuple):
    """One part of a value as written (braces, quotes, a number or a macro) and where it begins."""

    text: str
    start: int

    @property
    def span(self) -> Span:
        """The span of the part, with its delimiters."""
        return Span(self.start, self.start + len(self.text))


@dataclass(frozen=True, slots=True)
class ValueProblem:
    """A problem of a value, with its position."""

    kind: str
    message: str
    span: Span


class Tokens:
    """A text, read by the rules of one reader. Braces are matched from where they open, or once for the whole text."""

    def __init__(self, text: str, reader: Reader) -> None:
        self.text = text
        self.reader = reader
        self.grammar = grammar(reader)
        self._partners: dict[int, int] | None = None

    def match_all(self) -> None:
        """Match all braces of the text, so that none is searched for twice."""
        if self._partners is None:
            self._partners = _partners(self.text)

    def skip(self, at: int) -> int:
        """Return the offset after the whitespace at ``at``."""
        blanks = self.grammar.blanks.match(self.text, at)
        return blanks.end() if blanks else at

    def value(self, at: int) -> int | ValueProblem:
        """Return the offset after the value that begins at ``at``."""
        while True:
            end = self.part(at)
            if isinstance(end, ValueProblem):
                return end
            after = self.skip(end)
            if not self.text.startswith("#", after):
                return end
            at = self.skip(after + 1)

    def part(self, at: int) -> int | ValueProblem:
        """Return the offset after the part of a value that begins at ``at``."""
        if self.text.startswith("{", at):
            closing = self.closing(at)
            return closing + 1 if closing >= 0 else ValueProblem("unclosed-value", "the { has no }", Span(at, at + 1))
        if self.text.startswith('"', at):
            quote = at + 1
            while found := BRACE_OR_QUOTE.search(self.text, quote):
                if found.group() == '"':
                    return found.end()
                if found.group() == "}":
                    message = 'a } comes before the " that ends the value'
                    return ValueProblem("unbalanced-quotes", message, Span(at, at + 1))
                closing = self.closing(found.start())
                if closing < 0:
                    return ValueProblem("unclosed-value", "the { has no }", Span(found.start(), found.end()))
                quote = closing + 1
            return ValueProblem("unclosed-value", 'the " has no other', Span(at, at + 1))
        bare = BARE.match(self.text, at)
        if bare and not self.at_line_start(at):
            return bare.end()
        return ValueProblem("missing-value", f"there is {self.found(at)} instead of a value", Span(at, at + 1))

    def closing(self, opening: int) -> int:
        """Return the offset of the brace that closes the one at ``opening``, or -1."""
        if self._partners is None:
            depth = 0
            for match in BRACE.finditer(self.text, opening):
                depth += 1 if match.group() == "{" else -1
                if depth == 0:
                    return match.start()
            self._partners = _partners(self.text)
        return self._partners.get(opening, -1)

    def goes_on(self, at: int) -> bool:
        """Whether a block continues at ``at``: it is not the file's end, nor an ``@`` that begins a line."""
        return at < len(self.text) and not self.at_line_start(at)

    def at_line_start(self, at: int) -> bool:
        """Whether there is an ``@`` at ``at`` that begins a line."""
        if not self.text.startswith("@", at):
            return False
        return self.text[self.text.rfind("\n", 0, at) + 1 : at].strip(" \t") == ""

    def found(self, at: int) -> str:
        """Describe the text at ``at`` for a message."""
        if at >= len(self.text):
            return "the end of the file"
        word = BARE.match(self.text, at, at + 30)
        return f"'{word.group() if word else self.text[at]}'" if not self.text[at].isspace() else "a blank"


def value_parts(value: str, start: int = 0) -> tuple[ValuePart, ...] | None:
    """Return the parts of a value as written (``#`` joins them), ``start`` being its offset; None if it is not a value."""
    tokens = Tokens(value, "bibtex")
    at = tokens.skip(0)
    parts: list[ValuePart] = []
    while True:
        end = tokens.part(at)
        if isinstance(end, ValueProblem):
            return None
        parts.append(ValuePart(value[at:end], start + at))
        at = tokens.skip(end)
        if not value.startswith("#", at):
            return tuple(parts) if at == len(value) else None
        at = tokens.skip(at + 1)


def _partners(text: str) -> dict[int, int]:
    """Return the offset of the closing brace for that of each opening brace."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for match in BRACE.finditer(text):
        if match.group() == "{":
            opened.append(match.start())
        elif opened:
            found[opened.pop()] = match.start()
    return found


def macro_names(value: str) -> set[str]:
    """Return the macros used in a value as written, in lower case."""
    return {part.text.lower() for part in value_parts(value) or () if part.text[0] not in '{"0123456789'}


def repaired(value: str) -> str:
    """Return a value of a damaged entry in braces, without the braces in it that have no partner."""
    if value_parts(value):
        return value
    text = value[1:] if value.startswith(("{", '"')) else value
    alone = unmatched(text)
    return f"{{{''.join(char for place, char in enumerate(text) if place not in alone)}}}"


def short(text: str, most: int = 40) -> str:
    """Truncate a text to what fits into a message."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def unmatched(text: str) -> set[int]:
    """Return the offsets of the braces without a partner."""
    partners = _partners(text)
    return {match.start() for match in BRACE.finditer(text)} - partners.keys() - set(partners.values())

"""The parts of a ``.bib`` file that have no blocks in them: blanks, values, matching braces, what stands somewhere."""

from __future__ import annotations

from citekit.formats.bibtex.blocks import Part
from citekit.formats.bibtex.grammar import BARE, BRACE, BRACE_OR_QUOTE, Reader, grammar
from citekit.records import dataclass
from citekit.span import Span


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong with a value, and where."""

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
        """Matches all braces of the text, so that none is looked for twice."""
        if self._partners is None:
            self._partners = _partners(self.text)

    def skip(self, at: int) -> int:
        """The offset after the blanks at ``at``."""
        blanks = self.grammar.blanks.match(self.text, at)
        return blanks.end() if blanks else at

    def value(self, at: int) -> int | Wrong:
        """The offset after the value that begins at ``at``."""
        while True:
            end = self.part(at)
            if isinstance(end, Wrong):
                return end
            after = self.skip(end)
            if not self.text.startswith("#", after):
                return end
            at = self.skip(after + 1)

    def part(self, at: int) -> int | Wrong:
        """The offset after the part of a value that begins at ``at``."""
        if self.text.startswith("{", at):
            closing = self.closing(at)
            return closing + 1 if closing >= 0 else Wrong("unclosed-value", "the { has no }", Span(at, at + 1))
        if self.text.startswith('"', at):
            return self._quoted(at)
        bare = BARE.match(self.text, at)
        if bare and not self.at_line_start(at):
            return bare.end()
        return Wrong("missing-value", f"there is {self.found(at)} instead of a value", Span(at, at + 1))

    def _quoted(self, opening: int) -> int | Wrong:
        at = opening + 1
        while found := BRACE_OR_QUOTE.search(self.text, at):
            if found.group() == '"':
                return found.end()
            if found.group() == "}":
                message = 'a } comes before the " that ends the value'
                return Wrong("unbalanced-quotes", message, Span(opening, opening + 1))
            closing = self.closing(found.start())
            if closing < 0:
                return Wrong("unclosed-value", "the { has no }", Span(found.start(), found.end()))
            at = closing + 1
        return Wrong("unclosed-value", 'the " has no other', Span(opening, opening + 1))

    def closing(self, opening: int) -> int:
        """The offset of the brace that closes the one at ``opening``, or -1."""
        if self._partners is None:
            depth = 0
            for match in BRACE.finditer(self.text, opening):
                depth += 1 if match.group() == "{" else -1
                if depth == 0:
                    return match.start()
            self._partners = _partners(self.text)
        return self._partners.get(opening, -1)

    def goes_on(self, at: int) -> bool:
        """Whether there is more of a block at ``at``: not the file's end, and no ``@`` that begins a line."""
        return at < len(self.text) and not self.at_line_start(at)

    def at_line_start(self, at: int) -> bool:
        """Whether an ``@`` stands at ``at`` that begins a line."""
        if not self.text.startswith("@", at):
            return False
        return self.text[self.text.rfind("\n", 0, at) + 1 : at].strip(" \t") == ""

    def found(self, at: int) -> str:
        """What stands at ``at``, in words."""
        if at >= len(self.text):
            return "the end of the file"
        word = BARE.match(self.text, at, at + 30)
        return f"'{word.group() if word else self.text[at]}'" if not self.text[at].isspace() else "a blank"


def value_parts(value: str, start: int = 0) -> tuple[Part, ...] | None:
    """The parts of a value as written (``#`` joins them), ``start`` being its offset; None where it is no value."""
    tokens = Tokens(value, "bibtex")
    at = tokens.skip(0)
    parts: list[Part] = []
    while True:
        end = tokens.part(at)
        if isinstance(end, Wrong):
            return None
        parts.append(Part(value[at:end], start + at))
        at = tokens.skip(end)
        if not value.startswith("#", at):
            return tuple(parts) if at == len(value) else None
        at = tokens.skip(at + 1)


def _partners(text: str) -> dict[int, int]:
    """Opening brace -> the brace that closes it, over the whole text."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for match in BRACE.finditer(text):
        if match.group() == "{":
            opened.append(match.start())
        elif opened:
            found[opened.pop()] = match.start()
    return found


def short(text: str, most: int = 40) -> str:
    """A text cut to what fits into a message."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def unmatched(text: str) -> set[int]:
    """The offsets of the braces that have no partner."""
    opened: list[int] = []
    alone: set[int] = set()
    for match in BRACE.finditer(text):
        if match.group() == "{":
            opened.append(match.start())
        elif opened:
            opened.pop()
        else:
            alone.add(match.start())
    return alone.union(opened)

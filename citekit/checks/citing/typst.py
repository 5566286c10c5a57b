"""Typst: ``@key``, ``@key[p. 7]``, ``#cite(<key>)``, ``#cite(label("any key"))``, ``#ref(<key>)``, labels by variable.

Comments, raw text, strings and addresses are left out; a name with a label of its own in the text is a cross-reference.
"""

from __future__ import annotations

import re

from citekit.checks.citation import Citation, Cited, Found, Named, Reading
from citekit.span import Source, Span

NAME = "typst"
SUFFIXES = (".typ",)

_TOKEN = re.compile(
    r"(?P<line>//[^\n]*)|(?P<block>/\*)|(?P<raw>`+)|(?P<escape>\\\S)|(?P<address>https?://[^\s\])}>\"]+)"
    r"|(?P<keyword>\#(?:let|set|show|import|include|context|return|if|for|while)\b)"
    r"|(?P<call>\#[A-Za-z_][\w.-]*(?=[(\[])|\#(?=[({\[]))|(?P<variable>\#[A-Za-z_][\w-]*)"
    r"|(?P<label><[A-Za-z0-9_][\w.:-]{0,200}>)|(?P<reference>@[\w][\w.:-]*)"
    r"|(?P<string>\"(?:[^\"\\]|\\.)*\")|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<end>\n)"
    r"|(?P<name>[A-Za-z_][\w-]*)",
    re.DOTALL,
)
_COMMENT_EDGE = re.compile(r"/\*|\*/")
_CLOSER = {"(": ")", "[": "]", "{": "}"}
_NEAR = 16
"""So many open brackets are looked at for the function whose argument something is."""
_CITING = frozenset({"cite", "ref"})
_TERM = re.compile(r"""\bkey:\s{0,9}"([^"\n]{1,100})\"""")
_FORMS_OF_TERMS = ("pl", "plural", "short", "long", "both", "description", "first", "longplural", "artlong")
"""Packages for glossaries take ``@term`` and ``@term:pl`` for what their tables name with ``key``."""
_BIB_SUFFIXES = (".bib", ".yml", ".yaml")


def read(source: Source, reading: Reading) -> Cited:
    """What a Typst file cites."""
    return _Reader(source.text).cited()


class _Reader:
    """Goes through a file once; ``stack`` holds the open brackets, each with whether code stands in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found = Found()
        self.stack: list[tuple[str, bool, str]] = []
        self.labels: set[str] = set()
        self.variables: dict[str, Citation] = {}
        self.line_of_code = False
        self.last_name = ""
        self.defining = ""
        self.call = ""

    @property
    def in_code(self) -> bool:
        return self.stack[-1][1] if self.stack else self.line_of_code

    @property
    def function(self) -> str:
        """The function whose arguments are being read, or the empty string."""
        return next(
            (name for bracket, code, name in reversed(self.stack[-_NEAR:]) if code and bracket == "(" and name), ""
        )

    def cited(self) -> Cited:
        """Reads the whole text."""
        at = 0
        while match := _TOKEN.search(self.text, at):
            at = self._take(match)
        for term in _TERM.findall(self.text):
            self.labels |= {term, *(f"{term}:{form}" for form in _FORMS_OF_TERMS)}
        self.found.labels += sorted(self.labels)
        kept = [c for c in self.found.citations if c.key not in self.labels]
        self.found.citations[:] = kept
        return self.found.cited()

    def _take(self, match: re.Match[str]) -> int:
        kind, text, end = match.lastgroup or "", match[0], match.end()
        if kind == "block":
            return self._after_comment(end)
        if kind == "raw":
            return self._after_raw(match)
        if kind == "string":
            if not self.in_code:
                return match.start() + 1
            self._string(text[1:-1], match.start() + 1)
        elif kind == "keyword":
            self.line_of_code = self.line_of_code or not self.stack
            self.defining = "let" if text == "#let" else ""
        elif kind in ("call", "name"):
            name = text.lstrip("#")
            if kind == "name" and not self.in_code:
                return end
            if self.defining == "let":
                self.defining = name
            self._use(name)
            self.last_name = name
            self.call = name if kind == "call" else self.call
            if kind == "call":
                return self._open(end, name)
            return end
        elif kind == "variable":
            self._use(text[1:])
        elif kind == "label":
            self._label(text[1:-1], match.start() + 1)
        elif kind == "reference":
            key = text[1:].rstrip(".:")
            self.found.citations.append(
                Citation(key, Span(match.start() + 1, match.start() + 1 + len(key)), match.start())
            )
        elif kind in ("open", "close", "end"):
            return self._bracket(kind, text, match)
        return end

    def _open(self, at: int, name: str) -> int:
        self.stack.append((self.text[at], self.text[at] != "[", name))
        return at + 1

    def _bracket(self, kind: str, text: str, match: re.Match[str]) -> int:
        if kind == "end":
            if not self.stack:
                self.line_of_code, self.defining = False, ""
        elif kind == "open":
            if self.in_code or (text == "[" and self.text[match.start() - 1 : match.start()] == ")"):
                name = self.last_name if self.text[match.start() - 1 : match.start()].isalnum() else ""
                self.stack.append((text, text != "[", name))
        elif self.stack and _CLOSER[self.stack[-1][0]] == text:
            self.stack.pop()
        return match.end()

    def _after_comment(self, at: int) -> int:
        depth = 1
        for edge in _COMMENT_EDGE.finditer(self.text, at):
            depth += 1 if edge[0] == "/*" else -1
            if depth == 0:
                return edge.end()
        return len(self.text)

    def _after_raw(self, match: re.Match[str]) -> int:
        length = len(match["raw"])
        if length == 2:
            return match.end()
        closing = self.text.find("`" * length, match.end())
        return len(self.text) if closing < 0 else closing + length

    def _label(self, key: str, at: int) -> None:
        citation = Citation(key, Span(at, at + len(key)), at - 1)
        if not self.in_code:
            self.labels.add(key)
        elif self.function in _CITING:
            self.found.citations.append(citation)
        elif self.defining not in ("", "let"):
            self.variables[self.defining] = citation
        else:
            self.labels.add(key)

    def _use(self, name: str) -> None:
        if self.function in _CITING and name in self.variables:
            self.found.citations.append(self.variables[name])

    def _string(self, text: str, at: int) -> None:
        span = Span(at, at + len(text))
        if self.function == "label" and any(name in _CITING for _, _, name in self.stack[-_NEAR:]):
            self.found.citations.append(Citation(text, span, at - 1))
        elif self.function == "label":
            self.labels.add(text)
        elif self.function == "bibliography" and text.lower().endswith(_BIB_SUFFIXES):
            self.found.bibliographies.append(Named(text, span))
        elif self.last_name == "include" or (
            self.text[:at].rstrip('"').rstrip().endswith(("#include", "#import")) and text.endswith(".typ")
        ):
            self.found.inputs.append(Named(text, span))

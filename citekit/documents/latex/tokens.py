r"""LaTeX text to tokens (The TeXbook, chapters 7 and 8), as far as reading a list needs it.

What LaTeX reads with other category codes becomes one token here: ``\verb``, addresses of ``\url`` and ``\href``,
verbatim and comment environments, ``\iffalse``, and formulas.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from citekit import patterns as re
from citekit.documents.runs import View

_END = r"(?:\r\n|\r|\n)"


class Token(NamedTuple):
    r"""A token of ``kind`` and where it stands in the source.

    =========== =============================================================================
    kind        ``text``
    =========== =============================================================================
    word        name of a control word; blanks behind it belong to it (``end`` tells)
    sign        the character of a control symbol, such as ``&`` or ``'``
    open, close ``{``, ``}``
    text        text that stands for itself
    line        a line end
    par         an empty line
    break       ``\\`` with its star and length
    cell        ``&``
    tie         ``~``
    param       number of a macro's parameter
    ligature    the character that ````, ``--`` and the like print
    math        a formula without its delimiters
    raw         an address, not decoded
    code        what stands in ``\verb`` or a verbatim environment
    comment     ``%`` beside text, ``%%`` alone on its line, or the name of what hides it; the span is that of the inside
    =========== =============================================================================
    """

    kind: str
    text: str
    start: int
    end: int

    @property
    def has_blanks(self) -> bool:
        """Whether blanks stand behind a control word."""
        return self.kind == "word" and self.end - self.start > len(self.text) + 1


class Tokens:
    """A list of tokens, and for every brace that is closed the index of the brace that closes it."""

    __slots__ = ("closing", "items")

    def __init__(self, items: list[Token]) -> None:
        self.items = items
        self.closing: dict[int, int] = {}
        opened: list[int] = []
        for index, token in enumerate(items):
            if token.kind == "open":
                opened.append(index)
            elif token.kind == "close" and opened:
                self.closing[opened.pop()] = index


@cache
def _pattern(letters: str, literal_percent: bool) -> re.Pattern[str]:
    percent = "(?!)" if literal_percent else rf"%++(?P<comment>[^\r\n]*+)(?:{_END}[ \t]*+)?"
    return re.compile(
        rf"""
        \\(?P<word>[{letters}]++)(?:[ \t]*+{_END}(?![ \t]*+(?:{_END}|\Z))[ \t]*+|[ \t]*+)
        |(?P<break>\\\\(?:[ ]?\*(?![A-Za-z*]))?(?:[ ]?\[[ ]?-?(?:[\d.]{{1,9}}[ ]?[a-z]{{2}}|[\d.]{{0,9}}\\[A-Za-z]{{1,20}})[^\]\n]{{0,30}}\])?)
        |\\\((?P<inline>(?>(?:[^\\]|\\[^)(\[\]]){{1,2000}}))\\\)
        |\\\[(?P<display>(?>(?:[^\\]|\\[^)(\[\]]){{1,4000}}))\\\]
        |\\(?P<sign>.)
        |(?P<open>\{{)|(?P<close>\}})
        |{percent}
        |(?P<par>{_END}(?>(?:[ \t]*+{_END})+)[ \t]*+)
        |(?P<line>{_END}[ \t]*+)
        |\$\$(?P<dollars>(?>(?:[^$\\\r\n]|\\.|{_END}(?![ \t]*+{_END})){{1,4000}}))\$\$
        |\$(?P<dollar>(?>(?:[^$\\\r\n]|\\.|{_END}(?![ \t]*+{_END})){{1,2000}}))\$
        |(?P<cell>&)|(?P<tie>~)|\#(?P<param>[1-9])
        |(?P<ligature>---|--|``|''|[?!]`|`)
        |(?P<text>(?>(?:[^\\{{}}%$&~\r\n\[\]\#`'*?!-]|-(?!-)|[?!](?!`)|'(?!'))+)|.)
        """,
        re.DOTALL | re.VERBOSE,
    )


_LIGATURES = {"---": "—", "--": "–", "``": "“", "''": "”", "?`": "¿", "!`": "¡", "`": "‘"}
_ADDRESS = re.compile(r"\{((?>(?:[^{}\\]|\\.|\{[^{}]*+\}){0,3000}))\}", re.DOTALL)
_WITH_ADDRESS = frozenset("url href nolinkurl path doi hypersetup".split())
_VERB = re.compile(r"\*?([^A-Za-z\s*])([^\r\n]*?)\1")
_ENVIRONMENT = re.compile(r"\{(verbatim\*?|lstlisting|Verbatim|comment|filecontents\*?)\}")
_CONDITION = re.compile(r"\\(if[A-Za-z@]*|fi)(?![A-Za-z@])")
_NO_CONDITION = frozenset("ifthenelse iff ifstrempty ifblank ifdefempty ifnotblank ifstrequal".split())


def tokenize(view: View, literal_percent: bool = False, letters: str = "") -> Tokens:
    r"""The tokens of a text up to ``\end{document}``; with ``literal_percent`` there are no comments.

    ``letters`` are those of control words, as in a pattern; ``@`` is one of them where the text says so.
    """
    letters = letters or ("A-Za-z@" if "\\makeatletter" in view.text else "A-Za-z")
    return Tokens(list(_Lexer(view, _pattern(letters, literal_percent)).tokens()))


class _Lexer:
    def __init__(self, view: View, pattern: re.Pattern[str]) -> None:
        self._view, self._text = view, view.text
        self._match = pattern.match
        self._endless: set[str] = set()

    def _token(self, kind: str, text: str, start: int, end: int) -> Token:
        span = self._view.span(start, end)
        return Token(kind, text, span.start, span.end)

    def tokens(self) -> Iterator[Token]:
        """All tokens in order."""
        at, size = 0, len(self._text)
        while at < size:
            match = self._match(self._text, at)
            kind = (match.lastgroup if match else None) or "text"
            if not match:
                return
            start, at = at, match.end()
            text = match[kind]
            if kind == "word":
                if text == "end" and self._text.startswith("{document}", at):
                    return
                if special := self._special(text, start, at):
                    tokens, at = special
                    yield from tokens
                    continue
            elif kind == "comment":
                yield self._comment(match, start)
                if at < size and self._text[at] in "\r\n":
                    yield self._token("par", "\n", at, at + 1)
                continue
            elif kind in ("inline", "display", "dollars", "dollar"):
                kind = "math"
            elif kind == "ligature":
                text = _LIGATURES[text]
            yield self._token(kind, text, start, at)

    def _comment(self, match: re.Match[str], start: int) -> Token:
        line = max(self._text.rfind("\n", 0, start), self._text.rfind("\r", 0, start)) if start else -1
        alone = not self._text[max(line + 1, start - 200) : start].strip()
        return self._token("comment", "%%" if alone else "%", *match.span("comment"))

    def _special(self, name: str, start: int, at: int) -> tuple[list[Token], int] | None:
        """The tokens of a command that reads on in its own way, and where the text goes on behind it."""
        if name in _WITH_ADDRESS and (address := _ADDRESS.match(self._text, at)):
            return [
                self._token("word", name, start, at),
                self._token("open", "{", at, at + 1),
                self._token("raw", address[1], *address.span(1)),
                self._token("close", "}", address.end() - 1, address.end()),
            ], address.end()
        if name in ("verb", "lstinline") and (verb := _VERB.match(self._text, start + len(name) + 1)):
            return [self._token("code", verb[2], *verb.span(2))], verb.end()
        if name == "begin" and (environment := _ENVIRONMENT.match(self._text, at)):
            return self._environment(environment)
        if name == "iffalse":
            return self._unseen(at)
        return None

    def _environment(self, match: re.Match[str]) -> tuple[list[Token], int] | None:
        name, close = match[1], f"\\end{{{match[1]}}}"
        end = -1 if name in self._endless else self._text.find(close, match.end())
        if end < 0:
            self._endless.add(name)
            return None
        inside = self._token("code", self._text[match.end() : end], match.end(), end)
        if not name.lower().startswith(("verb", "lst")):
            inside = inside._replace(kind="comment", text=name)
        return [inside], end + len(close)

    def _unseen(self, at: int) -> tuple[list[Token], int] | None:
        r"""What ``\iffalse`` hides; an ``\else`` belongs to it."""
        depth = 1
        for condition in _CONDITION.finditer(self._text, at) if "fi" not in self._endless else ():
            depth += -1 if condition[1] == "fi" else condition[1] not in _NO_CONDITION
            if not depth:
                return [self._token("comment", "iffalse", at, condition.start())], condition.end()
        self._endless.add("fi")
        return None

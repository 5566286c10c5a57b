"""LaTeX inside other documents, resolved as far as its text needs: styles, links, lists, tables, accents.

No macro is expanded and no package known; a command that is not listed here vanishes, what stands in its braces stays.
"""

from __future__ import annotations

from functools import lru_cache

from citekit import patterns as re
from citekit.documents.html.flow import Flow
from citekit.documents.model import Style
from citekit.documents.runs import RunWriter, View
from citekit.records import dataclass
from citekit.span import Span
from citekit.text.tex import decode

_TOKEN = re.compile(
    r"\\([A-Za-z]+)\*?[ \t]*|\\\\(?:\*|\[[^\]\n]{0,40}\])?|(\\[`'^\"~=.](?:\{\\?[A-Za-z]\}|\\?[A-Za-z]))|\\(.)|[{}&~]"
    r"|(%[^\n]*\n?)|(\$[^$]{1,500}\$)|(---?|``|'')|\n[ \t]*\n\s*",
    re.DOTALL,
)
_ARGUMENT_STYLES = {
    "textbf": Style.BOLD,
    "textit": Style.ITALIC,
    "emph": Style.ITALIC,
    "textsl": Style.ITALIC,
    "textsc": Style.SMALL_CAPS,
    "texttt": Style.CODE,
    "underline": Style.UNDERLINE,
    "textsuperscript": Style.SUPERSCRIPT,
    "textsubscript": Style.SUBSCRIPT,
}
_SWITCHES = {
    "bf": Style.BOLD,
    "bfseries": Style.BOLD,
    "it": Style.ITALIC,
    "em": Style.ITALIC,
    "itshape": Style.ITALIC,
    "sl": Style.ITALIC,
    "sc": Style.SMALL_CAPS,
    "scshape": Style.SMALL_CAPS,
    "tt": Style.CODE,
    "ttfamily": Style.CODE,
}
_WITHOUT_TEXT = frozenset(
    "vspace hspace label includegraphics setlength addtolength pagestyle thispagestyle color usepackage documentclass"
    " setcounter addtocounter bibliography bibliographystyle input include noindent vskip hskip rule".split()
)
_HEADINGS = {"chapter": 1, "section": 1, "subsection": 2, "subsubsection": 3, "paragraph": 4}
_LISTS = {"itemize": "ul", "enumerate": "ol", "description": "dl", "thebibliography": "ol"}
_TABLES = frozenset(("tabular", "tabularx", "longtable", "tabular*", "tabulary"))
_LETTERED_ACCENT = re.compile(r"\\[uvHtcdbkr]\{\\?[A-Za-z]\}")
_TYPOGRAPHIC = {"--": "–", "---": "—", "``": "“", "''": "”"}
_MOST_NESTED = 40


@dataclass(slots=True)
class _Group:
    """A pair of braces, with what held before it."""

    style: Style
    href: str
    heading: bool = False


@lru_cache(maxsize=1000)
def _symbol(command: str) -> str:
    """The character of a command such as ``\\ss``; empty where it is none."""
    character = decode(f"{command}{{}}") if command[1:].isalpha() else decode(command)
    return "" if "\\" in character or "{" in character else character


def read_latex(view: View, flow: Flow) -> None:
    """Read a stretch of LaTeX into the blocks of ``flow``."""
    _Latex(view, flow).read()


class _Latex:
    def __init__(self, view: View, flow: Flow) -> None:
        self._view, self._text, self._flow = view, view.text, flow
        self._writer = RunWriter()
        self._groups: list[_Group] = []
        self._style, self._href = Style.PLAIN, ""
        self._next_style, self._next_href = Style.PLAIN, ""
        self._level = 0
        self._closings = _matching_braces(view.text)
        self._environments: list[tuple[str, int]] = []
        self._depth = flow.depth
        self._count = 0

    def read(self) -> None:
        at = 0
        while token := _TOKEN.search(self._text, at):
            self._write(at, token.start())
            at = self._take(token)
        self._write(at, len(self._text))
        self._end_block()
        self._flow.close_to(self._depth)

    def _write(self, start: int, end: int) -> None:
        for text, origin in self._view.pieces(start, end):
            self._writer.flow(text, origin, self._style, self._href)

    def _literal(self, text: str, start: int, end: int, more: Style = Style.PLAIN) -> int:
        span = self._view.span(start, end)
        self._writer.write(text, span.start, span.end, self._style | more, self._href)
        return end

    def _take(self, token: re.Match[str]) -> int:
        """Resolve one token; gives where the text goes on."""
        command, accent, sign, comment, math, typographic = token.groups()
        if command:
            return self._command(command, token)
        if accent:
            return self._literal(decode(accent), token.start(), token.end())
        if sign is not None:
            return self._sign(sign, token)
        if comment:
            return token.end()
        if math:
            return self._literal(" ".join(math.split()), token.start(), token.end(), Style.MATH)
        if typographic:
            return self._literal(_TYPOGRAPHIC[typographic], token.start(), token.end())
        return self._punctuation(token)

    def _sign(self, sign: str, token: re.Match[str]) -> int:
        if sign in "&%$#_{}":
            return self._literal(sign, token.start(), token.end())
        if sign.isspace():
            return self._literal(" ", token.start(), token.end())
        return token.end()

    def _punctuation(self, token: re.Match[str]) -> int:
        match token[0][0]:
            case "{":
                self._open_group()
            case "}":
                self._close_group()
            case "&" if self._in_table():
                self._end_block()
                self._flow.close_to(self._environments[-1][1] + 2)
                self._flow.open_container("td")
            case "~":
                self._literal(" ", token.start(), token.end())
            case "\\":
                self._line_break(token)
            case "\n":
                self._end_block()
            case _:
                self._literal(token[0], token.start(), token.end())
        return token.end()

    def _line_break(self, token: re.Match[str]) -> None:
        if self._in_table():
            self._end_block()
            self._open_row()
        else:
            span = self._view.span(token.start(), token.end())
            self._writer.hard_break(span.start, span.end)

    def _in_table(self) -> bool:
        return bool(self._environments) and self._environments[-1][0] in _TABLES

    def _open_row(self) -> None:
        self._flow.close_to(self._environments[-1][1] + 1)
        self._flow.open_container("tr")
        self._flow.open_container("td")

    # Groups and commands -------------------------------------------------------------------------------------------

    def _open_group(self, heading: bool = False) -> None:
        self._groups.append(_Group(self._style, self._href, heading))
        self._style |= self._next_style
        self._href = self._next_href or self._href
        self._next_style, self._next_href = Style.PLAIN, ""

    def _close_group(self) -> None:
        if self._groups:
            group = self._groups.pop()
            self._style, self._href = group.style, group.href
            if group.heading:
                self._end_block()
                self._level = 0

    def _command(self, name: str, token: re.Match[str]) -> int:
        start, end = token.start(), token.end()
        brace = self._text.startswith("{", end)
        if name in ("begin", "end") and brace:
            return self._environment(name, end)
        if name in _ARGUMENT_STYLES and brace:
            self._next_style = _ARGUMENT_STYLES[name]
        elif name in _SWITCHES:
            self._style |= _SWITCHES[name]
        elif name in ("href", "url") and brace:
            return self._link(name, end)
        elif name in _HEADINGS and brace:
            self._end_block()
            self._level = _HEADINGS[name]
            self._open_group(heading=True)
            return end + 1
        elif name in ("item", "bibitem"):
            return self._item(end)
        elif name in _WITHOUT_TEXT:
            return self._skip_arguments(end)
        elif name in ("newline", "linebreak", "par"):
            self._end_block()
        elif accent := _LETTERED_ACCENT.match(self._text, start):
            return self._literal(decode(accent[0]), start, accent.end())
        elif symbol := _symbol(f"\\{name}"):
            return self._literal(symbol, start, end + 2 if self._text.startswith("{}", end) else end)
        return end

    def _skip_arguments(self, at: int) -> int:
        while at in self._closings:
            at = self._closings[at] + 1
        return at

    def _link(self, name: str, at: int) -> int:
        close = self._closings.get(at)
        if close is None or close - at > 2000:
            return at
        target = self._text[at + 1 : close].replace("\\", "")
        if name == "href":
            self._next_href = target
            return close + 1
        href, self._href = self._href, target
        self._write(at + 1, close)
        self._href = href
        return close + 1

    def _environment(self, what: str, at: int) -> int:
        close = self._closings.get(at)
        if close is None or close - at > 40:
            return at
        name = self._text[at + 1 : close]
        self._end_block()
        if what == "end":
            for place in range(len(self._environments) - 1, -1, -1):
                if self._environments[place][0] == name:
                    self._flow.close_to(self._environments[place][1])
                    del self._environments[place:]
                    break
            return close + 1
        if len(self._environments) < _MOST_NESTED:
            self._environments.append((name, self._flow.depth))
            if name in _LISTS:
                self._flow.open_container(_LISTS[name])
            elif name in _TABLES:
                self._flow.open_container("table")
                self._open_row()
        return self._skip_arguments(close + 1) if name in _TABLES or name == "thebibliography" else close + 1

    def _item(self, at: int) -> int:
        self._end_block()
        lists = [depth for name, depth in self._environments if name in _LISTS]
        if lists:
            self._flow.close_to(lists[-1] + 1)
            self._flow.open_container("li")
            self._flow.marker = ("•", self._view.origin(max(0, at - 1)))
        return at

    def _end_block(self) -> None:
        runs = self._writer.take()
        if runs:
            kind = "heading" if self._level else "paragraph"
            self._flow.add_block(kind, runs, Span(runs[0].span.start, runs[-1].span.end), self._level)


def _matching_braces(text: str) -> dict[int, int]:
    """Where each brace closes that is closed at all."""
    matching: dict[int, int] = {}
    opened: list[int] = []
    for brace in re.finditer(r"\\.|[{}]", text, re.DOTALL):
        if brace[0] == "{":
            opened.append(brace.start())
        elif brace[0] == "}" and opened:
            matching[opened.pop()] = brace.start()
    return matching

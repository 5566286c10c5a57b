r"""The text of a LaTeX document: styles, accents, marks, formulas, groups, line breaks.

Some formulas are not such: marks such as ``$^*$``, ``$^{1,2}$``, ``$^\dagger$`` and ``$\bullet$``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import field

from citekit.documents.html.flow import ContainerNumbering, Flow
from citekit.documents.latex import commands
from citekit.documents.latex.blocks import LatexBlockWriter
from citekit.documents.latex.environments import Environments
from citekit.documents.latex.stream import DefinedMacros, TokenStream, source_of
from citekit.documents.latex.tokens import LatexToken
from citekit.documents.runs import Block, TextStyle
from citekit.markup.tex.stream import Argument
from citekit.runtime import patterns as re
from citekit.runtime.errors import Problem
from citekit.runtime.records import dataclass
from citekit.runtime.registry import pairs
from citekit.runtime.span import NOTHING, Span
from citekit.text.tex_decode import decode
from citekit.text.tex_table import ACCENTS, CHARACTERS

_LENGTH = re.compile(
    r"[ \t]*+(?:=[ \t]*+)?(?:[-+][ \t]*+)?(?:\d{1,7}[.,]?\d{0,7}|[.,]\d{1,7})[ \t]*(?:(?:true[ \t]*+)?(?:pt|cm|mm|in|bp|pc|dd|cc|sp)|em|ex|mu)?(?![A-Za-z])"
    r"(?:[ \t]*+(?:\r?\n[ \t]*+)?(?:plus|minus)[ \t]*+(?:\r?\n[ \t]*+)?-?[\d.,]{1,9}+[ \t]*+(?:(?:true[ \t]*+)?(?:pt|cm|mm|in)|em|ex|fil{1,3}+)?)*"
)
"""A length of TeX with its span and shrink (The TeXbook, chapter 24): the argument of spacing commands, and no text.

BibTeX breaks the lines of a .bbl file before ``plus`` or after it as well; a line end is a space to TeX.
"""
_ESCAPED = re.compile(
    r"\\([%#&_~{}$^ ])\s*|\\textasciitilde *(?:\{\})?|\\string *|\{\\textasciitilde *\}|\$\\sim *\$|\{(~|_)\}"
)
_LINE_ENDS = str.maketrans("\t\n\r\f\v", "     ")
_FORMULA = re.compile(r"\$([^$]{1,60})\$")
_MOST_OPEN_GROUPS = 5000  # open braces whose style is restored at their end; bounds the memory for hostile text
_RAISED = frozenset(("dag", "ddag", "textdagger", "textdaggerdbl", "dagger", "ddagger", "textasteriskcentered"))


@dataclass(slots=True)
class _InlineGroup:
    style: TextStyle
    href: str


@dataclass(slots=True)
class LatexReading:
    """What all parts of one reading share."""

    source: str
    macros: DefinedMacros = field(default_factory=DefinedMacros)
    blocks: list[Block] = field(default_factory=list)
    numbering: ContainerNumbering = field(default_factory=ContainerNumbering)
    problems: list[Problem] = field(default_factory=list)
    meta: dict[str, str] = field(default_factory=dict)
    first_level: int = 1
    """The level of ``\\section``: 2 if there are chapters."""
    is_paper: bool = False
    """Whether the list of ``thebibliography`` are the references of a text that cites them, and no list of works."""


_SPACED_BREAK = re.compile(r"\[ ?[\d.\\]")
_LENGTH_ARGUMENT = re.compile(r"\{\s*-?\d{0,3}(?:\.\d{1,4})?\s?(?:em|ex|pt|cm|mm|in)\s*\}")


def plain(argument: Argument | None) -> str:
    """Return the text of a short argument without styles; commands that mean no character vanish."""
    source = source_of(argument)
    text = decode(_FORMULA.sub(lambda formula: "".join(mark for mark, _ in marks(formula[1])) or formula[0], source))
    text = _LENGTH_ARGUMENT.sub(" ", text)
    return " ".join(re.sub(r"\\[A-Za-z@]+\*?|[{}\\]", " ", text).split())


def address(source: str) -> str:
    """Return a link's target as it is, escapes and spaces taken out."""
    return "".join(
        _ESCAPED.sub(lambda sign: sign[1] or sign[2] or ("" if "string" in sign[0] else "~"), source).split()
    )


class InlineReader(ABC):
    """Reads what is inside a block: text, signs, formulas and groups; a subclass reads commands and environments."""

    def __init__(
        self, reading: LatexReading, stream: TokenStream, flow: Flow, hidden: bool = False, note: int = 0
    ) -> None:
        self._reading, self._macros, self._flow = reading, reading.macros, flow
        self._hidden, self._note = hidden, note
        self._stream = stream
        self._writer = LatexBlockWriter(flow)
        self._environments = Environments(self._writer)
        self._groups: list[_InlineGroup] = []
        self._pending: tuple[TextStyle, TextStyle, str] | None = None
        """Styles to add and to remove, and a link, for the group that opens next."""
        self._depth = flow.depth

    @abstractmethod
    def read(self) -> None:
        """Read everything."""

    # Text ------------------------------------------------------------------------------------------------------------

    def _ready(self) -> None:
        """Before text: an undeclared list whose last item has ended ends too."""
        implicit = self._environments.implicit
        if implicit and not implicit.open and self._writer.is_empty:
            self._environments.end_implicit_list(implicit.groups)

    def _text(self, token: LatexToken) -> None:
        if self._environments.in_picture(len(self._groups)):
            return
        if not token.text.isspace():
            self._ready()
        self._writer.text(token)

    def _literal(self, text: str, token: LatexToken, more: TextStyle = TextStyle.PLAIN, href: str = "") -> None:
        if text:
            self._ready()
            self._writer.literal(text, token.start, token.end, more, href)

    def _code(self, token: LatexToken) -> None:
        for place, line in enumerate(token.text.splitlines()):
            if place:
                self._writer.hard_break(token.start, token.end)
            self._literal(line.strip(), token, TextStyle.CODE)

    def _math(self, token: LatexToken) -> None:
        formula = token.text.replace(NOTHING, "")
        pieces = marks(formula)
        for text, style in pieces:
            self._literal(text, token, style)
        if not pieces and formula.strip():
            shown = formula.translate(_LINE_ENDS)
            self._literal(f"${shown}$", token, TextStyle.MATH)

    def _sign(self, token: LatexToken) -> None:
        sign = token.text
        if sign in ACCENTS and not (self._environments.top and self._environments.top.name == "tabbing"):
            self._accent(sign, token)
        elif sign in "%&_#{}$":
            self._literal(sign, token)
        elif sign in ":;" and (following := self._stream.peek()) and following.text.startswith((" ", "\n", "\r")):
            self._literal(sign, token)  # a space before a space means nothing: the mark was meant
        elif sign == "," and (following := self._stream.peek()) and following.text[:1] in (",", ".", ";", ":"):
            return
        elif sign in " ,;:=>'`\t\r\n~":
            self._writer.blank(token.start, token.end)
        elif sign == "|":
            self._literal("‖", token)

    def _symbol(self, name: str, token: LatexToken) -> bool:
        text = CHARACTERS.get(name) or commands.SIGNS.get(name) or commands.QUOTES.get(name)
        if name in commands.BLANKS:
            if name in commands.ASSIGNED:
                self.pass_length()
            self._writer.blank(token.start, token.end)
        elif text:
            if (group := self._stream.group(lookahead=True)) and not group.text and not token.has_blanks:
                self._stream.group()
            self._literal(text, token, TextStyle.SUPERSCRIPT if name in _RAISED else TextStyle.PLAIN)
        elif name in ACCENTS:
            self._accent(name, token)
        else:
            return False
        return True

    def _accent(self, accent: str, token: LatexToken) -> None:
        argument = self._stream.argument()
        if argument is None:
            return
        source = source_of(argument)
        text = decode(f"\\{accent}{{{source.strip()}}}")
        # an accent is on a letter or a short word; other arguments are read as text
        if "\\" in text or len(source) > 100:
            self._stream.read_first(argument)
            return
        start, end = token.start, token.end
        if not token.inside and argument.text:
            braced = argument.frame.brackets.closing.get(argument.start - 1) == argument.end
            span = self._stream.text.span(argument.frame, argument.start, argument.end + braced)
            end = span.end
        self._ready()
        self._writer.literal(text.replace("{", "").replace("}", ""), start, max(start, end))

    def pass_length(self) -> None:
        self._stream.skip_text(_LENGTH)

    def _problem(self, message: str, token: LatexToken, kind: str) -> None:
        span = Span(token.start, token.end)
        self._reading.problems.append(Problem(message, span=span, severity="info", kind=kind))

    # Breaks and groups -----------------------------------------------------------------------------------------------

    def paragraph_end(self, token: LatexToken) -> None:
        if not token.inside:
            self._environments.end_implicit_item(len(self._groups))
        self._writer.end_block()

    def _break(self, token: LatexToken) -> None:
        if self._environments.in_table(len(self._groups)):
            self._environments.row()
        elif self._parts_items(token) or not self._writer.hard_break(token.start, token.end):
            self.paragraph_end(token)
        elif not self._ends_line() and not _SPACED_BREAK.search(token.text):
            self._writer.lines += 1

    def _parts_items(self, token: LatexToken) -> bool:
        r"""Whether a break is between items: it ends a line of the source, in which others are, and adds space."""
        spaced = self._writer.lines and _SPACED_BREAK.search(token.text) is not None
        return bool(spaced) and self._ends_line() and not self._environments.in_container

    def _ends_line(self) -> bool:
        following = self._stream.peek()
        return following is None or following.kind in ("line", "par")

    def open_group(self) -> None:
        writer = self._writer
        self._groups.append(_InlineGroup(writer.style, writer.href))
        if len(self._groups) > _MOST_OPEN_GROUPS:
            del self._groups[0]
        if self._pending:
            add, remove, href = self._pending
            writer.style = (writer.style & ~remove) | add
            writer.href = href or writer.href
            self._pending = None

    def _close_group(self) -> None:
        if len(self._groups) > self._environments.groups:
            group = self._groups.pop()
            self._writer.style, self._writer.href = group.style, group.href

    def _set(self, add: TextStyle, remove: TextStyle = TextStyle.PLAIN, href: str = "") -> None:
        """Set the argument that comes next in a style or as a link."""
        self._pending = (add, remove, href)
        token = self._stream.peek()
        if token and token.kind == "open":
            return
        if self._stream.is_deep:
            return
        argument = self._stream.argument()
        if argument:
            self.open_group()
            self._stream.template(r"\!close", (), token or LatexToken("", "", 0, 0))
            self._stream.read_first(argument)
        self._pending = None


_SIGNS = pairs("citekit.documents.latex", "commands.tsv")["marks"] | {"quad": " ", "qquad": " "}
_WORD = re.compile(r"\\([A-Za-z]+)\s*")
_FONT = re.compile(
    r"\\(?:rm|bf|it|tt|sf|mathrm|mathbf|mathit|mathsf|text|textrm|textbf|textit|textsf|mbox|hbox)(?![A-Za-z])\s*"
)
# A script of a formula, with the empty group that often stands before it: `{}^{1,2}`.
_SCRIPT = re.compile(r"(?:\{\s{0,9}\})?\s{0,9}([\^_])\s{0,9}(\{[^{}^_]*+\}|\\[A-Za-z]+|[^\s{}\\^_])\s*")
# What marks of affiliations print: letters and digits in scripts (`^{a,*}`), and no letters outside of them (`*`), where
# letters would be a formula.
_TEXT = re.compile(r"[\w\s,.;:*+/()\[\]|#!'@†‡§¶∘°′•·⋄◇♯♮♠♡♢♣△▷‖✓⊕⊗□■★⋆…⋯→←⇒∼⟨⟩-]{1,40}")
_ALONE = re.compile(r"[\d\s,.*+|/:;!()<>=\[\]†‡§¶∘°•·⋄◇♯♮♠♡♢♣△▷‖✓⊕⊗□■★⋆…⋯→←⇒∼⟨⟩-]{1,40}")


def marks(formula: str) -> list[tuple[str, TextStyle]]:
    r"""Return the styled pieces of text that a formula prints, where it is only marks or scripts; else none.

    ``^{1,*}`` gives ``1,*`` raised; ``_2`` gives ``2`` lowered; ``\bullet`` gives ``•``; ``x^2`` is a formula.
    """
    if len(formula) > 200:  # marks of affiliations are short; bounds the time
        return []
    scripts: list[tuple[str, TextStyle]] = []
    at = 0
    for match in _SCRIPT.finditer(formula):
        if formula[at : match.start()].strip():
            break
        text = _plain(match[2])
        if not _TEXT.fullmatch(text):
            return []
        scripts.append((text, TextStyle.SUPERSCRIPT if match[1] == "^" else TextStyle.SUBSCRIPT))
        at = match.end()
    if scripts:
        return [] if formula[at:].strip() else scripts
    text = _plain(formula)
    return [(text, TextStyle.PLAIN)] if _ALONE.fullmatch(text) and text.strip() else []


def _plain(formula: str) -> str:
    """Return a formula's text: fonts and braces gone, marks as their characters; a backslash stays if there is more."""
    text = _FONT.sub("", formula)
    text = _WORD.sub(lambda word: _SIGNS.get(word[1], word[0]), text)
    text = re.sub(r"\\([%&#_$|{}])", lambda sign: "‖" if sign[1] == "|" else sign[1], text)
    text = re.sub(r"\\[ ,;:]|~", " ", text).replace("\\!", "").replace("{", "").replace("}", "")
    return " ".join(text.split())

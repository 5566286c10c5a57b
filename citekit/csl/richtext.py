"""Rich text: the nodes that evaluation makes, and how the text of a field becomes them.

A node is a string, a list of nodes, or a marked-up one; :func:`citekit.csl.tree.finish` turns nodes into the output tree,
where punctuation and quotation marks are settled. Source: the CSL-JSON documentation, "HTML-like formatting tags";
straight quotation marks become the language's, and those within others become the inner ones (specification, "Quotes").
What does not pair is text.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import NamedTuple

from citekit.runtime import patterns as re
from citekit.text.rich import unescaped
from citekit.text.tex_math import MathRun, bare_formula, formula_pieces
from citekit.text.tex_syntax import FORMULA, notation_of


class Marked(NamedTuple):
    """Content that is formatted, quoted or referred to in one way.

    ``kind`` is

    - one of CSL's formatting attributes (``font-style``), with its value,
    - ``tag``, for what a tag in a field formats: ``i``, ``b``, ``sc``, ``sup``, ``sub``, ``nocase`` or ``nodecor``; also
      ``term``, and ``sign`` for a reference mark, through which punctuation marks meet as if it was not there,
    - ``quote``, with the opening mark as typed, or nothing if the style requests quotes,
    - ``rich`` for a piece of a field's text: its parts were typed side by side, so no punctuation between them is touched,
    - ``formula``, with its LaTeX without dollar signs; the content is what it prints,
    - ``display`` for a block: ``block``, ``left-margin``, ``right-inline``, ``indent``,
    - ``link``, with an address.
    """

    kind: str
    value: str
    content: Node


Node = str | list["Node"] | Marked


def plain(node: Node) -> str:
    """Return the letters of a node, without marks; quotation marks are left out."""
    if type(node) is str:
        return node
    pieces: list[str] = []
    stack: list[Node] = [node]
    while stack:
        here = stack.pop()
        if isinstance(here, str):
            pieces.append(here)
        elif isinstance(here, list):
            stack.extend(reversed(here))
        else:
            stack.append(here.content)
    return "".join(pieces)


_TOKENS = re.compile(
    r"<(?P<open>i|b|sup|sub|sc)>|</(?P<close>i|b|sup|sub|sc|span)>"
    r'|(?P<nocase><span class="nocase">)|(?P<nodecor><span class="nodecor">)'
    r'|(?P<caps><span style="font-variant:\s?small-caps;?">)|(?P<quote>["\'“”‘’„])'
)
"""The markup of CSL's rich text (CSL 1.0.2, "Appendix"; citeproc-js, "HTML-like formatting tags") and quotation marks."""
_TOKENS_AND_FORMULAS = re.compile(rf"(?P<dollar>\\\$)|(?P<formula>{FORMULA})|{_TOKENS.pattern}", re.DOTALL)
# The thin space of "``\,`" and "'\,''", between which punctuation would be placed.
_THIN_BETWEEN_QUOTES = re.compile("(?<=[“‘])\u202f(?=[“‘])|(?<=[”’])\u202f(?=[”’])")
_PARAGRAPHS = re.compile(r"(?<![ \t\r])[ \t\r]*\n[ \t\r]*\n\s*")
_RAISED = "ªº²³¹ʰ-ʸˀˁˠ-ˤᴬ-ᵪᵸᶛ-ᶿ⁰-ⁿ℠™㆒-㆟ۥۦ"
# Commands of LaTeX with what they take, which print nothing, or nothing here.
_UNPRINTED = re.compile(
    r"\\(?:index|label|glossary|footnote|footnotemark|thanks|nocite)(?![A-Za-z])\s*\{(?>(?:[^{}]++|\{[^{}]*+\})*)\}"
)
_ADDRESS = re.compile(
    r"\\href\s*\{(?P<target>[^{}]*)\}\s*\{(?P<shown>[^{}]+)\}|\\(?:url|nolinkurl)\s*\{(?P<address>[^{}]*)\}"
)
_SPECIAL = re.compile(f"[$\\\\<«»\"'“”‘’„{_RAISED}]")
_RAISED_LETTER = re.compile(f"[{_RAISED}]")
_RAISED_ODDLY = {"ˀ": "ʔ", "ˁ": "ʕ", "ˤ": "ʕ", "ۥ": "و", "ۦ": "ي", "℠": "SM", "™": "TM"}
_SPANS = ("nocase", "nodecor", "caps")
_BEFORE_QUOTE = "([{<«„–—-/.,:;!?"
# Tags and quotation marks that may be open at once; the parser recurses for each of them.
_DEEPEST = 40
_ROLL = re.compile(r"(?<!\w)['’][nN]['’](?!\w)")
_CLOSER = {"„": "“", "“": "”", "‘": "’", '"': '"', "'": "'"}


# Commands of LaTeX that state how a text is set which is printed here as it is; formulas are read elsewhere.
_SHOWN = re.compile(
    rf"(?P<formula>{FORMULA})"
    r"|\\(?P<name>texttt|textsf|underline|uline|mathrm|lowercase|MakeLowercase|uppercase|MakeUppercase|ensuremath)\s*\{(?P<inside>(?>(?:[^{}]|\{[^{}]*\})*))\}"
    r"|\{\\(?:tt|ttfamily|sf|sffamily|rm|rmfamily|normalfont|upshape)(?![A-Za-z])\s*+(?P<switched>(?>(?:[^{}]|\{[^{}]*\})*))\}"
    r"|(?P<space>\\(?:thinspace|enspace|quad|enskip)(?![A-Za-z])\s*(?:\{\})?)",
    re.DOTALL,
)


def _shown(match: re.Match[str]) -> str:
    """Return what a command prints."""
    if match["formula"]:
        return match[0]
    if match["space"]:
        return " "
    if match["switched"] is not None:
        return match["switched"]
    name, inside = match["name"], match["inside"]
    if name == "ensuremath":
        return inside if "$" in inside else f"${inside}$"
    return inside.upper() if "pper" in name else inside.lower() if "ower" in name else inside


class _OpenMark:
    """A tag or quotation mark that waits for its end, and what was read since."""

    __slots__ = ("kind", "parts", "raw", "tag")

    def __init__(self, kind: str, raw: str, tag: str = "") -> None:
        self.kind = kind
        self.raw = raw
        self.tag = tag
        self.parts: list[Node] = []

    def unpaired(self) -> list[Node]:
        return ["’" if self.raw in ("'", "‘") else self.raw, *self.parts]  # an apostrophe, as in ’Tis


@lru_cache(maxsize=1 << 15)
def parse_rich(text: str) -> Node:
    """Return a field's text as a node: a plain string if it has neither tags nor quotation marks."""
    text = notation_of(text)
    if "\n" in text and len(parts := _PARAGRAPHS.split(text.strip())) > 1:
        return [parse_rich(parts[0]), *(Marked("display", "paragraph", [" ", parse_rich(part)]) for part in parts[1:])]
    if not _SPECIAL.search(text):
        return text
    if "\\" in text:
        text = _SHOWN.sub(_shown, text)
        text = _ADDRESS.sub(lambda match: match["shown"] or match["address"], _UNPRINTED.sub("", text))
    if "\u202f" in text:
        text = _THIN_BETWEEN_QUOTES.sub("", text)
    if "«" in text or "»" in text:
        text = text.replace("« ", "«\u202f").replace(" »", "\u202f»")
    tokens = _TOKENS_AND_FORMULAS if "$" in text else _TOKENS
    node = _Parser(text).parse(tokens) if tokens.search(text) else unescaped(text)
    return _raised(node) if _RAISED_LETTER.search(text) else node


@lru_cache(maxsize=1 << 10)
def superscripts(text: str) -> Node:
    """Return a text with its superscript characters as superscript markup, as the processors print them."""
    return _raised(text) if _RAISED_LETTER.search(text) else text


def _raised(node: Node) -> Node:
    if isinstance(node, str):
        parts: list[Node] = []
        last = 0
        for match in _RAISED_LETTER.finditer(node):
            plain = _lowered(match.group())
            if plain:
                parts += [node[last : match.start()], Marked("tag", "sup", plain)]
                last = match.end()
        return [*parts, node[last:]] if parts else node
    if isinstance(node, list):
        return [_raised(part) for part in node]
    return node._replace(content=_raised(node.content))


def _lowered(letter: str) -> str:
    """Return the plain letter of a superscript one, or nothing if it is not one."""
    if letter in _RAISED_ODDLY:
        return _RAISED_ODDLY[letter]
    kind, _, code = unicodedata.decomposition(letter).partition(" ")
    return "".join(chr(int(point, 16)) for point in code.split()) if kind == "<super>" else ""


class _Parser:
    """One pass over the tokens with a stack of what is open."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.stack = [_OpenMark("root", "")]

    def parse(self, tokens: re.Pattern[str]) -> Node:
        last = 0
        for match in tokens.finditer(self.text):
            if match.start() > last:
                self.add(self.text[last : match.start()])
            last = match.end()
            self.token(match)
        if last < len(self.text):
            self.add(self.text[last:])
        while len(self.stack) > 1:
            self.drop()
        parts = _joined(self.stack[0].parts)
        if len(parts) == 1 and isinstance(parts[0], str):
            return parts[0]
        return Marked("rich", "", parts)

    def add(self, node: Node) -> None:
        self.stack[-1].parts.append(unescaped(node) if isinstance(node, str) else node)

    def drop(self) -> None:
        """Give up the innermost open mark: it is text."""
        gone = self.stack.pop()
        self.stack[-1].parts.extend(gone.unpaired())

    def token(self, match: re.Match[str]) -> None:
        raw = match.group()
        if raw[0] in "$\\":
            self.add("$" if match.group("dollar") else _formula(raw))
        elif len(self.stack) > _DEEPEST and not match.group("close"):
            self.add(raw)
        elif match.group("quote"):
            self.quote(raw, match.start())
        elif match.group("open"):
            self.stack.append(_OpenMark("tag", raw, match.group("open")))
        elif match.group("close"):
            self.close(match.group("close"), raw)
        else:
            kind = next(name for name in _SPANS if match.group(name))
            self.stack.append(_OpenMark("tag", raw, "sc" if kind == "caps" else kind))

    def close(self, name: str, raw: str) -> None:
        for place in range(len(self.stack) - 1, 0, -1):
            here = self.stack[place]
            is_span = here.raw.startswith("<span")
            if here.kind == "tag" and (is_span if name == "span" else (here.tag == name and not is_span)):
                while len(self.stack) - 1 > place:
                    self.drop()
                done = self.stack.pop()
                self.add(Marked("tag", done.tag, _joined(done.parts)))
                return
        self.add(raw)

    def quote(self, mark: str, at: int) -> None:
        if _ROLL.match(self.text, at) or _ROLL.match(self.text, at - 2):
            self.add("’")  # 'n' is short for "and" and no quotation
            return
        before = self.text[at - 1] if at else " "
        after = self.text[at + 1] if at + 1 < len(self.text) else " "
        if self._closes(mark, before, after):
            return
        opens = mark in "“‘„" or (
            (before.isspace() or before in _BEFORE_QUOTE or before in "\"'>“‘")
            and not after.isspace()
            and mark in "\"'"
        )
        if opens:
            self.stack.append(_OpenMark("quote", mark))
        else:
            self.add("’" if mark == "'" else mark)

    def _closes(self, mark: str, before: str, after: str) -> bool:
        # The mark that ends a German quotation begins an English one.
        if mark == "“" and next((one.raw == "„" for one in reversed(self.stack) if one.kind == "quote"), False):
            pass
        elif mark in "“‘" or (mark in "\"'" and before.isspace()) or (mark in "'’" and after.isalnum()):
            return False
        for place in range(len(self.stack) - 1, 0, -1):
            here = self.stack[place]
            if here.kind != "quote":
                return False
            if _CLOSER[here.raw] == mark:
                while len(self.stack) - 1 > place:
                    self.drop()
                if not self.stack[-1].parts:
                    return False
                done = self.stack.pop()
                self.add(Marked("quote", done.raw, _joined(done.parts)))
                return True
        return False


def _formula(raw: str) -> Node:
    """Return a formula, or its text as typed where it has commands that is not known."""
    pieces = formula_pieces(raw)
    return Marked("formula", bare_formula(raw), [_piece(piece) for piece in pieces]) if pieces else raw


def _piece(piece: MathRun) -> Node:
    node: Node = Marked("font-style", "italic" if piece.look == "i" else "normal", piece.text)
    if piece.look == "b":
        node = Marked("font-weight", "bold", node)
    return Marked("vertical-align", piece.place, node) if piece.place else node


def _joined(parts: list[Node]) -> list[Node]:
    """Neighbouring strings as one."""
    made: list[Node] = []
    for part in parts:
        if isinstance(part, str) and made and isinstance(made[-1], str):
            made[-1] += part
        else:
            made.append(part)
    return made

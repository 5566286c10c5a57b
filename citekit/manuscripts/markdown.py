"""Markdown with what holds no citation made blank, offsets kept: code, comments, HTML tags, link targets, formulas.

Documents are read with markdown-it-py (:mod:`citekit.markup.markdown`). For citations it would take three times as long (50 ms
against 17 ms for 56,000 characters) and 33 ms to import, of which a check of one manuscript would become a tenth slower.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace

from citekit.manuscripts.citation import Found
from citekit.manuscripts.metadata import cite_metadata
from citekit.manuscripts.pandoc_citations import KEY, cite_text, list_and_notes
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.span import blanked

_FENCE = re.compile(
    r"[ \t>]{0,40}(?:[-*+][ \t]{1,4}|\d{1,4}[.)][ \t]{1,4})?(?P<fence>`{3,}|~{3,}|:{3,})(?P<info>[^\n]*)"
)
_LIST_ITEM = re.compile(r"[ \t]{0,40}(?:[-*+]|\(?(?:\d{1,9}|[A-Za-z#]|@[\w-]{0,60})[.)]|:|~)(?=[ \t])[ \t]{0,4}")
_FOOTNOTE = re.compile(r"[ ]{0,3}\[\^[^\]\s]{1,80}\]:")
_LINK = re.compile(r"[ ]{0,3}(?:>[ ]?){0,9}\[(?![\^@])[^\[\]\n]{1,300}\]:(?P<target>[ \t]*\S*)")
_TITLE = re.compile(r"[ \t]{1,40}[\"'(][^\n]*[\"')][ \t]*$")
_METADATA = re.compile(
    r"---[ \t]*\n(?=[ \t]*[\w\"'#-][^\n]*(?::|\n))(?P<yaml>.*?\n)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL
)
_CODE_DIRECTIVES = ("{code", "{eval-rst", "{literal", "{raw", "{math", "{mermaid", "{sourcecode")


@dataclass(slots=True)
class Blocks:
    """What holds no citation, as ranges in order, and the ranges of further metadata."""

    hidden: list[tuple[int, int]] = field(default_factory=list)
    metadata: list[tuple[int, int]] = field(default_factory=list)


@dataclass(slots=True)
class _MarkdownReader:
    """Goes through the lines. ``columns`` are those at which the text of the open list items begins."""

    text: str
    roles: bool
    blocks: Blocks = field(default_factory=Blocks)
    columns: list[int] = field(default_factory=list)
    blank_before: bool = True
    in_code: bool = False
    in_text: bool = False
    directives: list[str] = field(default_factory=list)
    fence: str = ""
    opened: tuple[int, int] = (0, 0)
    never_closed: dict[str, int] = field(default_factory=dict)
    no_metadata: bool = False

    def line(self, at: int, end: int) -> int:
        """Read a line; where the next one begins."""
        line = self.text[at:end]
        stripped = line.strip()
        if self.fence:
            if _closes(stripped, self.fence):
                self.blocks.hidden.append((self.opened[0], end))
                self.fence = ""
                self.in_text = False
        elif self.roles and line.startswith(("%", "+++")):
            self.blocks.hidden.append((at, end))
        elif self.directives and _closes(stripped, self.directives[-1]):
            self.directives.pop()
            self.blocks.hidden.append((at, end))
        elif (found := _FENCE.match(line)) and self._opens(found):
            self.fence, self.opened = found["fence"], (at, end)
        elif found and self.roles and self.directives and not found["fence"].startswith(":"):
            self.blocks.hidden.append((at + found.start("fence"), at + found.end("fence")))
        elif not stripped:
            self.blank_before, self.in_text = True, False
        elif not self.roles and self.blank_before and stripped == "---" and (after := self._metadata(at)):
            return after
        elif self.blank_before and (link := _LINK.match(line)):
            following = end + 1
            if not link["target"].strip() or _TITLE.match(self.text, following, self._line_end(following)):
                end = self._line_end(following)
            self.blocks.hidden.append((at + link.start("target"), end))
            return end + 1
        else:
            bare = line.lstrip(" \t")
            indent = len(line[: len(line) - len(bare)].expandtabs(4))
            item = _LIST_ITEM.match(line) or _FOOTNOTE.match(line)
            if self.blank_before or item:
                while self.columns and indent < self.columns[-1]:
                    self.columns.pop()
            column = self.columns[-1] if self.columns else 0
            # four spaces make a code block (CommonMark 4.4)
            if (self.blank_before or self.in_code) and indent - column >= 4:
                self.in_code = True
                self.blocks.hidden.append((at, end))
            else:
                self.in_code = False
                if item and indent - column < 4:  # four spaces would make it code (CommonMark 4.4)
                    width = len(item[0].expandtabs(4))
                    self.columns.append(4 if _FOOTNOTE.match(line) else width if width > indent else indent + 2)
            self.in_text = not item and not bare.startswith("#")
            self.blank_before = False
        return end + 1

    def _opens(self, found: re.Match[str]) -> bool:
        fence, info = found["fence"], found["info"].strip()
        if fence.startswith(":") or (fence.startswith("`") and "`" in info):
            return False
        if self.roles:
            directive = info.startswith("{") and not info.startswith(_CODE_DIRECTIVES)
            self.directives += [fence] if directive else []
            return not directive
        known = self.never_closed.get(fence[0])
        if known is not None and len(fence) >= known:
            return False
        return not self.in_text or not fence.startswith("~") or found.start("fence") > 0

    def reopen(self) -> int:
        """Return where to continue after an unclosed fence, which does not count as a fence."""
        self.never_closed[self.fence[0]] = len(self.fence)
        self.fence = ""
        self.blank_before = False
        return self.opened[1] + 1

    def _metadata(self, at: int) -> int | None:
        match = None if self.no_metadata else _METADATA.match(self.text, at)
        if match is None:
            self.no_metadata = True
            return None
        self.blocks.metadata.append(match.span("yaml"))
        self.blocks.hidden.append(match.span())
        return match.end()

    def _line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end


def blocks(text: str, start: int, roles: bool) -> Blocks:
    """Return what holds no citation in a text; with ``roles`` (MyST) also lines that begin with ``%``."""
    reader = _MarkdownReader(text, roles)
    at = start
    while at < len(text):
        end = text.find("\n", at)
        at = reader.line(at, len(text) if end < 0 else end)
        if at >= len(text) and reader.fence and not roles:
            at = reader.reopen()
    if reader.fence:
        reader.blocks.hidden.append((reader.opened[0], len(text)))
    return reader.blocks


def _closes(line: str, fence: str) -> bool:
    line = line.lstrip("> \t")
    return len(line) >= len(fence) and line.count(fence[0]) == len(line)


_FRONT = re.compile(r"\ufeff?---[ \t]*\r?\n(?P<yaml>.*?)^(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)
_ATTRIBUTE = r"(?:[#.][^\s{}\"'=@]{1,80}+|[A-Za-z_:][\w:.-]{0,60}+=(?:\"[^\"\n]{0,400}+\"|'[^'\n]{0,400}+'|[^\s{}\"']{1,400}+)|-)"
_EXAMPLE = re.compile(r"^[ \t>]{0,12}\(@([\w-]{1,80})\)[ \t]", re.MULTILINE)
_INLINE = re.compile(
    r"(?P<escape>\\[^\w\s])"
    rf"|(?P<key>{KEY.pattern.replace('?P<', '?P<_')})"
    r"|(?P<ticks>`+)"
    r"|(?P<block>^[ ]{0,3}<(?P<name>script|style|pre|textarea)(?=[\s>]))"
    rf"|(?P<attributes>\{{\s{{0,3}}{_ATTRIBUTE}(?:\s{{1,3}}+{_ATTRIBUTE}){{0,20}}\s{{0,3}}\}})"
    r"|(?P<comment><!--)"
    r"|(?P<autolink><[A-Za-z][A-Za-z0-9+.-]{1,30}:[^\s<>]{0,2000}>|<[^\s<>@]{1,100}@[^\s<>@]{1,200}>)"
    r"|(?P<tag></?[A-Za-z][A-Za-z0-9-]{0,40}(?:\s{1,9}+[A-Za-z_:@][\w:.-]{0,60}+(?:\s{0,9}+=\s{0,9}+(?:\"[^\"]{0,2000}+\"|'[^']{0,2000}+'|[^\s\"'=<>`]{1,2000}+))?){0,30}\s{0,9}/?>)"
    r"|(?P<target>\]\()"
    r"|(?P<formula>\$\$?)"
    r"|\\begin\{(?P<environment>[A-Za-z]{1,40}\*?)\}"
    r"|(?P<tex>\\[A-Za-z]+)",
    re.MULTILINE | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class MarkdownText:
    """A Markdown file: ``text`` with the hidden parts blank, the offsets of its ``front`` matter, and of all metadata."""

    text: str
    front: tuple[int, int]
    metadata: tuple[tuple[int, int], ...] = ()


def read_markdown(text: str, roles: bool = False, commands: bool = False) -> MarkdownText:
    """Return the visible part of a Markdown text. With ``roles``, code after ``{name}`` stays (MyST), and ``%`` lines
    go.

    With ``commands``, those of LaTeX stay.
    """
    front = _FRONT.match(text)
    body = front.end() if front else 0
    hidden = [(0, body)] if front else []
    found = blocks(text, body, roles)
    text_only = blanked(text, hidden + found.hidden)
    metadata = ([front.span("yaml")] if front else []) + found.metadata
    visible = blanked(text_only, _hidden_inline(text_only, roles, commands))
    return MarkdownText(visible, front.span("yaml") if front else (0, 0), tuple(metadata))


_BARE_ADDRESS = re.compile(r"\b(?:https?|ftp)://[^\s<>\[\]{}\"`]{1,2000}")
LABEL = re.compile(r"\{[^{}\n]{0,200}?(?<!\S)?#(?P<label>[\w:.-]{1,100})")


def cite_markdown(
    text: str,
    found: Found,
    leave_out: Callable[[str], bool] = lambda key: False,
    bare_addresses: bool = False,
) -> tuple[str, bool]:
    """Add what a file for Pandoc cites and where its list appears; its visible text, and whether it certainly cites.

    Labels of example lists, ``(@label)``, cross-references, and keys that are to be left out are not citations; neither is
    anything in ``bare_addresses`` where they are links.
    """
    markdown = read_markdown(text)
    if bare_addresses:
        hidden = (address.span() for address in _BARE_ADDRESS.finditer(markdown.text))
        markdown = replace(markdown, text=blanked(markdown.text, hidden))
    places = frozenset(LABEL.findall(text)) if "{#" in text or " #" in text else frozenset()
    declared = [cite_metadata(text, start, end, found) for start, end in markdown.metadata]
    labels = frozenset(_EXAMPLE.findall(markdown.text))

    def is_no_work(key: str) -> bool:
        return key in labels or key in places or leave_out(key)

    bracketed = cite_text(markdown.text, found, is_no_work, written=text)
    list_and_notes(markdown.text, found, text)
    return markdown.text, any(declared) or bracketed


def _hidden_inline(text: str, roles: bool, commands: bool) -> list[tuple[int, int]]:
    """Return the ranges of a text without code blocks that hold no citation, in order."""
    hidden: list[tuple[int, int]] = []
    runs = _Runs(text)
    missing: set[str] = set()
    at = 0
    while match := _INLINE.search(text, at):
        end = match.end()
        if match["ticks"]:
            closing = runs.closing(match.start(), len(match["ticks"]))
            if closing >= 0:
                end = closing + len(match["ticks"])
                if not (roles and text[match.start() - 1 : match.start()] == "}"):  # of a role, such as {cite}`key`
                    hidden.append((match.start(), end))
            elif not roles:
                end = match.start() + 1
        elif match["comment"]:
            closing = _closing(text, "-->", end, missing)
            if closing > 0 or roles:  # an open comment hides the rest (CommonMark, "HTML blocks"), but Pandoc prints it
                end = closing if closing > 0 else len(text)
                hidden.append((match.start(), end))
        elif match["block"] or match["environment"]:
            closer = f"</{match['name']}>" if match["block"] else f"\\end{{{match['environment']}}}"
            closing = _closing(text, closer, end, missing)
            if closing > 0:
                end = closing
                hidden.append((match.start(), end))
        elif match["target"]:
            end = _target_end(text, match.end())
            hidden.append((match.end() - 1, end))
        elif match["formula"]:
            end = _formula_end(text, match)
            if end > match.end():
                hidden.append((match.start(), end))
        elif match["tex"]:
            if commands:
                at = end
                continue
            end = _tex_end(text, match.end())
            hidden.append((match.start(), end))
        elif not match["key"]:
            hidden.append(match.span())
        at = end
    return hidden


def _closing(text: str, closer: str, at: int, missing: set[str]) -> int:
    """Return the offset after the next ``closer``, or -1; what was not found once is not looked for again."""
    found = -1 if closer in missing else text.find(closer, at)
    if found < 0:
        missing.add(closer)
        return -1
    return found + len(closer)


class _Runs:
    """The positions of runs of backticks, by their length, so that no closing run is searched for twice."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._places: dict[int, list[int]] = {}
        for run in re.finditer(r"`+", text):
            self._places.setdefault(len(run[0]), []).append(run.start())
        self._next = dict.fromkeys(self._places, 0)

    def closing(self, opening: int, length: int) -> int:
        """Return the offset of the next run as long as the one at ``opening``, in the same paragraph, or -1."""
        places = self._places.get(length, [])
        number = self._next.get(length, 0)
        while number < len(places) and places[number] <= opening:
            number += 1
        self._next[length] = number
        if number == len(places):
            return -1
        paragraph_end = self.text.find("\n\n", opening, places[number])
        return -1 if paragraph_end >= 0 else places[number]


_TARGET_SIGN = re.compile(r"[()]|\n\s*\n")


def _target_end(text: str, at: int) -> int:
    depth = 1
    for sign in _TARGET_SIGN.finditer(text, at, at + 3000):  # bounds the time on many "]("
        if sign[0] not in "()" or depth > _DEEPEST:
            break
        depth += 1 if sign[0] == "(" else -1
        if depth == 0:
            return sign.end()
    return at


_DEEPEST = 32
"""Brackets nest no deeper in the target of a link."""


def _formula_end(text: str, match: re.Match[str]) -> int:
    delimiter = match["formula"]
    at = match.end()
    # "$" opens before a letter and closes after one, and no digit follows: "$5 and $10" is not a formula (Pandoc manual, "Math")
    if delimiter == "$" and (at >= len(text) or text[at].isspace()):
        return at
    # a formula ends with its paragraph; 3,000 characters bound the time on many lone "$"
    limit = text.find("\n\n", at, at + 3000)
    limit = min(len(text), at + 3000) if limit < 0 else limit
    closing = text.find(delimiter, at, limit)
    while (
        delimiter == "$"
        and closing >= 0
        and (text[closing - 1] in "\\$" or text[closing + 1 : closing + 2].isdigit())
        and not text[closing - 1].isspace()
    ):
        closing = text.find(delimiter, closing + 1, limit)
    if delimiter == "$" and closing >= 0 and text[closing - 1].isspace():
        return at
    return at if closing < 0 else closing + len(delimiter)


_TEX_ARGUMENT = re.compile(r"\[[^\]\n]{0,400}\]|\{[^{}]{0,2000}(?:\{[^{}]{0,400}+\}[^{}]{0,400}+){0,9}\}")


def _tex_end(text: str, at: int) -> int:
    while argument := _TEX_ARGUMENT.match(text, at):
        at = argument.end()
    return at

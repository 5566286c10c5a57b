"""The blocks of Markdown that hold no citation: fenced and indented code, definitions of links, further metadata."""

from __future__ import annotations

from dataclasses import field

from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass

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
        """Reads a line; where the next one begins."""
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
            self._text(line, at, end)
        return end + 1

    def _text(self, line: str, at: int, end: int) -> None:
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
    """What holds no citation in a text; with ``roles`` (MyST) also lines that begin with ``%``."""
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

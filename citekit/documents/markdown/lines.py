"""One line of Markdown under the reader's finger: columns, tabs, and what the rest of the line begins."""

from __future__ import annotations

import re

from citekit.documents.html.flow import BLOCK_TAGS

_ATX = re.compile(r"(#{1,6})(?=[ \t\r]|$)|(#{2,6})(?=[^\W\d_])")
_HEADING_ATTRIBUTES = re.compile(r"\{[#.-][^{}\n]{0,200}\}$")
_FENCE = re.compile(r"(`{3,})[^`]*$|(~{3,})")
_BULLET = re.compile(r"[-+*•‣◦▪●](?=[ \t\r\0]|$)")
_ORDERED = re.compile(r"(\d{1,9})[.)](?=[ \t\r\0]|$)")
_TAGS = "|".join(sorted(BLOCK_TAGS | {"hr", "iframe", "link", "meta", "title", "noscript", "svg", "nav", "th"}))
_HTML = re.compile(rf"</?(?:{_TAGS})(?=[\s/>]|$)|<![A-Za-z\[]|<\?", re.IGNORECASE)
_SCRIPT = re.compile(r"<(/?)(script|style)(?=[\s>]|$)", re.IGNORECASE)
_RAW_HTML = re.compile(r"<(script|style|pre|textarea)(?=[\s>]|$)", re.IGNORECASE)
_PARSED_HTML = re.compile(r"<[^<>]{1,400}\bmarkdown\s*=\s*[\"']?(?:1|block|span|true)\b", re.IGNORECASE)
_TAB = 4


class Line:
    """The line ``text[at:end]``; ``at`` moves on as containers take their part of it."""

    __slots__ = ("_column", "_spare", "at", "end", "text")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.at, self.end = start, end
        self._column = 0
        self._spare = 0

    def indent(self) -> int:
        """The columns of blanks before the next character."""
        column = self._column
        for place in range(self.at, self.end):
            character = self.text[place]
            if character == " ":
                column += 1
            elif character == "\t":
                column += _TAB - column % _TAB
            elif character != "\0":
                break
        return column - self._column + self._spare

    def skip(self, columns: int) -> None:
        """Move over so many columns of blanks; a tab that is wider leaves the rest of itself."""
        if self._spare:
            used = min(self._spare, columns)
            self._spare -= used
            columns -= used
        while columns > 0 and self.at < self.end:
            character = self.text[self.at]
            width = _TAB - self._column % _TAB if character == "\t" else 1
            if character not in " \t\0":
                return
            self.at += 1
            if character == "\0":
                continue
            self._column += width
            columns -= width
        self._spare = max(0, -columns)

    def skip_blanks(self) -> None:
        """Move to the next character that is no blank."""
        self.skip(self.indent())
        while self.at < self.end and self.text[self.at] == "\0":
            self.at += 1
            self.skip(self.indent())

    def take(self, length: int) -> None:
        """Move over characters that are no blanks."""
        self.at += length
        self._column += length

    def rest(self) -> str:
        """What is left of the line."""
        return self.text[self.at : self.end]

    def is_blank(self) -> bool:
        """Whether only blanks are left, or comments."""
        return not self.rest().replace("\0", " ").strip()

    def is_comment(self) -> bool:
        """Whether something was masked in what is left, and there is nothing else."""
        rest = self.rest()
        return "\0" in rest and not rest.replace("\0", " ").strip()

    def heading(self) -> tuple[int, int, int] | None:
        """The level of an ATX heading and the range of its text."""
        match = _ATX.match(self.text, self.at, self.end)
        if not match:
            return None
        start = match.end()
        text = self.text[start : self.end].rstrip()
        attributes = _HEADING_ATTRIBUTES.search(text[-203:])
        if attributes:
            text = text[: len(text) - len(attributes[0])].rstrip()
        unclosed = text.rstrip("#")
        if unclosed[-1:] in ("", " ", "\t"):
            text = unclosed.rstrip()
        return len(match[1] or match[2]), start, start + len(text)

    def fence(self) -> str:
        """The opening fence of a code block, or empty."""
        match = _FENCE.match(self.text, self.at, self.end)
        return (match[1] or match[2]) if match else ""

    def closes_fence(self, fence: str) -> bool:
        """Whether this line is the closing fence to ``fence``."""
        rest = self.rest().strip()
        return len(rest) >= len(fence) and not rest.strip(fence[0])

    def is_rule(self) -> bool:
        """Whether this is a thematic break."""
        sign = self.text[self.at : self.at + 1]
        if not sign or sign not in "-*_":
            return False
        rest = self.rest()
        return rest.count(sign) >= 3 and not rest.strip(f"{sign} \t\r")

    def underline(self) -> int:
        """The level of the setext heading that this line underlines, or 0."""
        rest = self.rest().strip()
        if not rest or rest.strip(rest[0]):
            return 0
        return {"=": 1, "-": 2}.get(rest[0], 0)

    def bullet(self) -> tuple[str, str] | None:
        """The marker of a list item and what tells its list from others (the bullet, or ``.`` or ``)``)."""
        match = _BULLET.match(self.text, self.at, self.end) or _ORDERED.match(self.text, self.at, self.end)
        return (match[0], match[0][-1]) if match else None

    def html(self) -> str:
        """What ends the HTML block that begins here: an end tag, or ``blank`` for a blank line; empty without one."""
        raw = _RAW_HTML.match(self.text, self.at, self.end)
        if raw:
            return f"</{raw[1].lower()}"
        return "blank" if _HTML.match(self.text, self.at, self.end) else ""

    def opens_raw_html(self) -> str:
        """The end tag of a script or a style sheet that begins in this line and does not end in it; empty without one."""
        opened = ""
        for match in _SCRIPT.finditer(self.text, self.at, self.end):
            opened = "" if match[1] else f"</{match[2].lower()}"
        return opened

    def asks_for_markdown(self) -> bool:
        """Whether a tag in this line says that its content is Markdown."""
        return bool(_PARSED_HTML.search(self.text, self.at, self.end))

    def cells(self) -> list[tuple[int, int]]:
        """The ranges of a table row's cells."""
        start, end, text = self.at, self.end, self.text
        while end > start and text[end - 1] in " \t\r":
            end -= 1
        if text.startswith("|", start, end):
            start += 1
        found: list[tuple[int, int]] = []
        begin = start
        pipe = text.find("|", start, end)
        while pipe >= 0:
            if text[pipe - 1] != "\\":
                found.append((begin, pipe))
                begin = pipe + 1
            pipe = text.find("|", pipe + 1, end)
        if begin < end:
            found.append((begin, end))
        return found

    def table_columns(self) -> int:
        """The number of columns that a table's delimiter row gives; 0 where this line is none."""
        rest = self.rest().strip()
        if "|" not in rest or "-" not in rest or rest.strip("|-: \t"):
            return 0
        cells = [part.strip() for part in rest.strip("|").split("|")]
        return len(cells) if all(cell.strip(":") and not cell.strip(":").strip("-") for cell in cells) else 0

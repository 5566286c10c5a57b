"""Inline markup of reStructuredText: emphasis, literals, links and references, roles, substitutions, and what these refer
to.

Inline markup does not nest, so that one pass from left to right reads it. An opener without its end is text.
"""

from __future__ import annotations

from dataclasses import field

from citekit.documents.rst import lines as marks
from citekit.documents.rst.lines import RstLine
from citekit.documents.runs import HARD_BREAK, Run, RunWriter, TextStyle, styles_of
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.span import View

# What can begin inline markup: an escape, the signs of literals, strong, emphasis, interpreted text (with a role), inline
# targets and substitutions, a footnote's or citation's reference, a bare address, a reference of one word ("name_").
_OPENERS = re.compile(
    r"\\(?:.|\n|$)|``|\*\*|\*|(?::(?P<role>[A-Za-z][\w.+-]{0,40}):)?`|_`|\|(?=\S)|\[(?P<note>#?[\w.*+-]{1,60})\]_(?!\w)"
    r"|(?P<url>(?:https?|ftp)://[^\s<>`\"|]{1,2000}|mailto:[^\s<>`\"|]{1,300})"
    r"|(?<![\w\\])(?P<name>\w(?:[\w.+-]{0,80}\w)?)__?(?![\w`])"
)
# Signs besides blanks that may be before and behind marked text (reStructuredText, "Inline markup recognition rules").
_OPENS_AFTER = frozenset("\0 \n\t'\"([{<-/:‘“’«¡¿–—.,;!?)]}>")
_CLOSES_BEFORE = frozenset("\0 \n\t'\")]}>-/:.,;!?\\‘’”»–—([{<")
_ROLE_AFTER = re.compile(r":([A-Za-z][\w.+-]{0,40}):")
# A text and the address in it: "shown <https://…>"; a full stop that ends a sentence is no part of a bare address (_TRAILING).
_EMBEDDED = re.compile(r"(.*?)(?:(?<!\s)\s++)?<([^<>]{1,4000})>\s*$", re.DOTALL)
_TRAILING = re.compile(r"[.,;:!?'\")\]}]{1,20}$")
_ROLES = styles_of("rst")
_PAIRS = {
    "``": ("``", TextStyle.CODE),
    "**": ("**", TextStyle.BOLD),
    "*": ("*", TextStyle.ITALIC),
    "_`": ("`", TextStyle.PLAIN),
}
"""What opens marked text: what closes it, and how it is set."""
_MOST_TRIES = 40  # candidates for the end of marked text; bounds the time where none of them closes it


@dataclass(slots=True)
class Targets:
    """What references of a document lead to: names, anonymous targets in their order, substitutions."""

    named: dict[str, str] = field(default_factory=dict)
    anonymous: list[str] = field(default_factory=list)
    substitutions: dict[str, str] = field(default_factory=dict)
    used: int = 0

    def find(self, name: str) -> str:
        """Return the address that a name stands for, also by way of other names; empty if there is none."""
        for _ in range(10):  # so that names that lead to each other end
            target = self.named.get(normal(name), "")
            if not target.endswith("_") or target.endswith("\\_"):
                return target
            name = target.rstrip("_").strip("`")
        return ""

    def next_anonymous(self) -> str:
        """Return the target of the next anonymous reference."""
        self.used += 1
        return self.anonymous[self.used - 1] if self.used <= len(self.anonymous) else ""


def normal(name: str) -> str:
    """Return a reference name as names are compared."""
    return " ".join(name.casefold().split())


def render(view: View, targets: Targets, style: TextStyle = TextStyle.PLAIN) -> tuple[Run, ...]:
    """Return the runs of a block's text."""
    return _RstInline(view, targets, style).read()


class _RstInline:
    """Reads the inline markup of one block; each method that reads something returns where it ends."""

    def __init__(self, view: View, targets: Targets, style: TextStyle) -> None:
        self._view = view
        self._text = view.text
        self._targets = targets
        self._style = style
        self._writer = RunWriter()
        self._missing: set[str] = set()
        """Signs that do not occur in the rest of the text, so that it is not searched again for each opener."""

    def read(self) -> tuple[Run, ...]:
        """Return everything from the first character to the last as runs."""
        at = 0
        while match := _OPENERS.search(self._text, at):
            self._flow(at, match.start())
            at = self._marked(match)
        self._flow(at, len(self._text))
        return self._writer.take()

    def _marked(self, match: re.Match[str]) -> int:
        """Write what an opener begins, or the opener itself if it begins nothing; return where that ends."""
        text = match[0]
        if text[0] == "\\":  # an escaped blank is nothing
            if not match[0][1:].isspace():
                self._flow(match.start() + 1, match.end())
            return match.end()
        if text in _PAIRS:
            return self._pair(match, *_PAIRS[text])
        if text == "|":  # a substitution, which may be a reference as well: |name|_
            end = self._end(match.start(), match.end(), "|")
            name = normal(self._text[match.end() : end]) if end >= 0 else ""
            if end < 0 or "\n\n" in name or name not in self._targets.substitutions:
                return self._plain(match)
            after = end + 1
            while after < len(self._text) and self._text[after] == "_" and after < end + 3:
                after += 1
            span = self._view.span(match.start(), after)
            text = self._targets.substitutions[name]
            if text == HARD_BREAK:
                self._writer.hard_break(span.start, span.end)
            else:
                self._writer.write(text, span.start, span.end, self._style)
            return after
        if match["url"]:
            trailing = _TRAILING.search(match[0])
            end = trailing.start() + match.start() if trailing else match.end()
            self._flow(match.start(), end, href=self._text[match.start() : end])
            return end
        if match["name"]:
            name = match["name"]
            anonymous = match[0].endswith("__")
            href = self._targets.next_anonymous() if anonymous else self._targets.find(name)
            # a word with an underscore that is no target is a word
            if not href and normal(name) not in self._targets.named and not anonymous:
                return self._plain(match)
            self._flow(match.start(), match.start() + len(name), href=href)
            return match.end()
        if match["note"]:
            self._flow(match.start(), match.end() - 1)
            return match.end()
        return self._interpreted(match)

    def _pair(self, match: re.Match[str], sign: str, style: TextStyle) -> int:
        end = self._end(match.start(), match.end(), sign)
        if end < 0:
            return self._plain(match)
        self._flow(match.end(), end, style, escapes=sign != "``")
        return end + len(sign)

    def _interpreted(self, match: re.Match[str]) -> int:
        """Write interpreted text, whose role is before or behind it, or a reference, which ends with one or two underscores."""
        begin = match.end()
        end = self._end(match.start(), begin, "`")
        if end < 0:
            return self._plain(match)
        after = end + 1
        role = match["role"] or ""
        underscores = len(self._text[after : after + 2]) - len(self._text[after : after + 2].lstrip("_"))
        behind = None if role else _ROLE_AFTER.match(self._text, after)
        if behind:
            role, after = behind[1], behind.end()
        inner = self._text[begin:end]
        embedded = _EMBEDDED.match(inner) if "<" in inner[-4000:] else None
        if embedded and (underscores or role):  # the text before "<…>" is shown, or the address if there is none
            shown = begin + embedded.end(1) if embedded[1] else end
            first = begin if embedded[1] else begin + embedded.start(2)
            last = shown if embedded[1] else begin + embedded.end(2)
            target = "".join(embedded[2].split()).replace("\\", "") if underscores else ""
            href = self._targets.find(target.rstrip("_")) if target.endswith("_") else target
            self._flow(first, last, _ROLES.get(role.lower(), TextStyle.PLAIN), href, escapes=True)
        elif underscores and not role:
            href = self._targets.next_anonymous() if underscores == 2 else self._targets.find(inner)
            self._flow(begin, end, href=href, escapes=True)
        else:
            style = _ROLES.get(role.lower(), TextStyle.PLAIN) if role else TextStyle.ITALIC
            self._flow(begin, end, style, escapes=not style & (TextStyle.MATH | TextStyle.CODE))
        return after + underscores

    def _plain(self, match: re.Match[str]) -> int:
        self._flow(match.start(), match.end())
        return match.end()

    # Ends ----------------------------------------------------------------------------------------------------------

    def _end(self, start: int, begin: int, sign: str) -> int:
        """Return where markup that begins at ``start`` ends; -1 if it is none."""
        text = self._text
        before = text[start - 1] if start else "\0"
        if sign in self._missing or begin >= len(text) or text[begin].isspace():
            return -1
        if before not in _OPENS_AFTER and not before.isspace():
            return -1
        at = begin
        for _ in range(_MOST_TRIES):
            at = text.find(sign, at + (0 if at > begin else 1))
            if at < 0:
                self._missing.add(sign)
                return -1
            if self._closes(at, sign):
                return at
            at += len(sign)
        return -1

    def _closes(self, at: int, sign: str) -> bool:
        text = self._text
        if text[at - 1].isspace() or (text[at - 1] == "\\" and sign != "``" and text[at - 2 : at - 1] != "\\"):
            return False
        after = text[at + len(sign) : at + len(sign) + 1] or "\0"
        if sign == "*" and after == "*":
            return False
        if sign in ("`", "|"):
            after = text[at + len(sign) :][:3].lstrip("_")[:1] or "\0" if after == "_" else after
        return after in _CLOSES_BEFORE or after.isspace()

    # Text ----------------------------------------------------------------------------------------------------------

    def _flow(
        self, start: int, end: int, style: TextStyle = TextStyle.PLAIN, href: str = "", escapes: bool = False
    ) -> None:
        """Write a span of text; its line ends are soft breaks, its backslashes go where ``escapes``."""
        style |= self._style
        for text, origin in self._view.pieces(start, end):
            at = 0
            for sign in re.finditer(r"\n|\\(?:\s|(?=.))" if escapes else r"\n", text):
                self._writer.flow(text[at : sign.start()], origin + at, style, href)
                if sign[0] == "\n":
                    self._writer.soft_break(origin + sign.start(), origin + sign.end(), style, href)
                at = sign.end()
            self._writer.flow(text[at:], origin + at, style, href)


_LINE_BREAK = re.compile(r"\s*<br\s?/?>\s*", re.IGNORECASE)


def find_targets(lines: list[RstLine]) -> Targets:
    """Return the hyperlink targets and substitutions of a document, which may be anywhere in it."""
    targets = Targets()
    waiting: list[str] = []
    for number, line in enumerate(lines):
        match = marks.EXPLICIT.match(line.text)
        rest = line.text[match.end() :] if match else ""
        if line.text.startswith("__ "):
            targets.anonymous.append(line.text[3:].strip())
        elif anonymous := marks.ANONYMOUS.match(rest):
            targets.anonymous.append(_joined(rest[anonymous.end() :], lines, number))
        elif named := marks.TARGET.match(rest):
            waiting.append(normal(named[1].strip("`").replace("\\", "")))
            address = _joined(rest[named.end() :], lines, number)
            for name in waiting:
                targets.named[name] = targets.named.get(name) or address
            waiting = [] if address else waiting
        elif substitution := marks.SUBSTITUTION.match(rest):
            targets.substitutions[normal(substitution[1])] = _substitute(substitution, lines, number)
        elif line.text:
            waiting = []
    return targets


def _substitute(definition: re.Match[str], lines: list[RstLine], number: int) -> str:
    """Return the text that a substitution stands for; of raw HTML only a line break is one."""
    if definition[2] == "replace":
        return definition[3]
    if definition[2] == "raw":
        body = "".join(line.text for line in lines[number + 1 : number + 4] if line.indent > lines[number].indent)
        return HARD_BREAK if _LINE_BREAK.fullmatch(body) else ""
    return ""


def _joined(first: str, lines: list[RstLine], number: int) -> str:
    """Return an address that may continue over indented lines."""
    parts = [first.strip()]
    for line in lines[number + 1 : number + 20]:
        if line.blank or line.indent <= lines[number].indent:
            break
        parts.append(line.text)
    return "".join(parts).replace("\\", "")

"""The inline text of an Org paragraph (Org syntax, "Objects"): emphasis, links, line breaks, sub- and superscripts."""

from __future__ import annotations

from bisect import bisect_right

from citekit.documents.runs import Run, RunWriter, TextStyle, styles_of
from citekit.runtime import patterns as re
from citekit.runtime.span import View

_STYLES = styles_of("org")
_SPECIAL = re.compile(r"\{\{\{|[\^_]\{|[*/_+=~]|\[\[|\]\]|\\\\[ \t]*(?=\n|$)|\}|\$|\n|@@|https?://|<(?=https?://)")
_OPENS_AFTER = frozenset(" \t\n-–—({'\"[\v")
_CLOSES = re.compile(r"(?<=\S)([*/_+=~])(?=[*/_+]?(?:[\s\-–—.,;:!?'\")}\]\[|\\]|$))")
_TARGET = re.compile(r"\[\[([^\[\]\n]{1,2000})\](?:\[|\])")
_MATH = re.compile(r"\$(?![\s$])[^$\n]{1,300}(?<!\s)\$(?![\w$])")
_SNIPPET = re.compile(r"@@[a-z]{1,10}:([^@\n]{0,500})@@")
_MACRO = re.compile(r"\{\{\{[A-Za-z][\w-]{0,40}(?:\(([^{}]{0,800})\))?\}\}\}")
_LINK_ARGUMENTS = re.compile(r"\s*[\"']?([^\s\"',]{1,500})[\"']?\s*,\s*(?=\S)")
_ADDRESS = re.compile(r"https?://[^\s<>\[\]|]++")
_LONGEST_EMPHASIS = 600
"""Characters that emphasis may span, so that a mark without its partner is not searched to the end of the text."""


def render(view: View) -> tuple[Run, ...]:
    """Return the runs of a paragraph's text."""
    return _OrgInline(view).read()


class _OrgInline:
    def __init__(self, view: View) -> None:
        self._view = view
        self._text = view.text
        self._writer = RunWriter()
        self._depths = dict.fromkeys(_STYLES.values(), 0)
        self._ends: dict[int, TextStyle] = {}
        self._closers: dict[str, list[int]] = {}
        for match in _CLOSES.finditer(view.text):
            self._closers.setdefault(match[1], []).append(match.start())
        self._scripts: list[TextStyle] = []
        self._href = ""
        self._opened = 0
        """Where the text of the emphasis begins that was opened last."""

    @property
    def _style(self) -> TextStyle:
        style = self._scripts[-1] if self._scripts else TextStyle.PLAIN
        for part, depth in self._depths.items():
            if depth:
                style |= part
        return style

    def read(self) -> tuple[Run, ...]:
        at = 0
        while special := _SPECIAL.search(self._text, at):
            self._flow(at, special.start())
            at = self._special(special.start(), special[0])
        self._flow(at, len(self._text))
        return self._writer.take()

    def _flow(self, start: int, end: int, href: str = "", more: TextStyle = TextStyle.PLAIN) -> int:
        for text, origin in self._view.pieces(start, end):
            self._writer.flow(text, origin, self._style | more, href or self._href)
        return end

    def _special(self, at: int, what: str) -> int:
        """Read what begins at ``at``; gives where it ends."""
        if at in self._ends:
            self._depths[self._ends.pop(at)] -= 1
            return at + 1
        if what == "\n" or what.startswith("\\\\"):
            span = self._view.span(at, at + len(what))
            if what == "\n":
                self._writer.soft_break(span.start, span.end, self._style, self._href)
            else:
                self._writer.hard_break(span.start, span.end)
            return at + len(what)
        if what == "[[":
            return self._link(at)
        if what == "{{{":
            return self._macro(at)
        if what == "]]" and self._href:
            self._href = ""
            return at + 2
        if what in ("^{", "_{"):
            self._scripts.append(TextStyle.SUPERSCRIPT if what[0] == "^" else TextStyle.SUBSCRIPT)
            return at + 2
        if what == "}" and self._scripts:
            self._scripts.pop()
            return at + 1
        if what == "$" and (math := _MATH.match(self._text, at)):
            return self._flow(at, math.end(), more=TextStyle.MATH)
        if what == "@@" and (snippet := _SNIPPET.match(self._text, at)):
            return snippet.end()
        if what.startswith("http"):
            return self._address(at)
        if what in _STYLES:
            return self._emphasis(at, what)
        return at + 1 if what == "<" else self._flow(at, at + len(what))

    def _link(self, at: int) -> int:
        target = _TARGET.match(self._text, at)
        if not target:
            return self._flow(at, at + (1 if self._text.startswith("[[[", at) else 2))
        href = target[1].removeprefix("file:")
        if target[0].endswith("["):
            self._href = href
            return target.end()
        if self._text.startswith("]", target.end()):
            return target.end()
        self._flow(target.start(1), target.end(1), href)
        return target.end()

    def _macro(self, at: int) -> int:
        """Return the output of a macro call: a link for a URL with a label, else nothing, because macros are not expanded."""
        call = _MACRO.match(self._text, at)
        if not call:
            return self._flow(at, at + 3)
        link = _LINK_ARGUMENTS.match(call[1] or "")
        if link and ("/" in link[1] or "." in link[1]):
            self._flow(call.start(1) + link.end(), call.end(1), link[1])
        return call.end()

    def _address(self, at: int) -> int:
        match = _ADDRESS.match(self._text, at)
        end = match.end() if match else at + 1
        while self._text[end - 1] in ".,;:!?'\")*/":
            if self._text[end - 1] in ")/" and "(" in self._text[at:end][-300:]:
                break
            end -= 1
        self._flow(at, end, self._text[at:end])
        return end + 1 if self._text.startswith(">", end) else end

    def _emphasis(self, at: int, sign: str) -> int:
        places = self._closers.get(sign, [])
        place = bisect_right(places, at + 1)
        opens = at in (0, self._opened) or self._text[at - 1] in _OPENS_AFTER
        if not opens or place >= len(places) or places[place] - at > _LONGEST_EMPHASIS:
            return self._flow(at, at + 1)
        style = _STYLES[sign]
        if style == TextStyle.CODE:
            self._flow(at + 1, places[place], more=style)
            return places[place] + 1
        self._depths[style] += 1
        self._ends[places[place]] = style
        self._opened = at + 1
        return at + 1

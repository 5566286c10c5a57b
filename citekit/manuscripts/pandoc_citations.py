"""Citations as Pandoc reads them in Markdown: ``@key``, ``[see @key, p. 3]``, ``-@key``, ``@{any key}``, and metadata.

Source: the Pandoc manual, "Citation syntax", "Placement of the bibliography" and "Specifying bibliographic data".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from citekit.manuscripts.citation import (
    CitedKey,
    Footnote,
    Found,
    MalformedCitation,
    Mode,
    locator_of,
)
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.span import Span

KEY = re.compile(
    r"(?:(?<![^\W_])(?:(?<!\.)|(?<=\.\.\.)))(?P<minus>-)?@(?:\{(?P<braced>(?:[^{}\s]|\{[^{}\s]{0,99}+\}){1,300})\}"
    r"|(?P<key>[^\W](?:[\w]|[:.#$%&+?<>~/-](?=\w)|//(?=\w)|:\/\/(?=\w))*))"
)
"""A citation in running text: the key begins with a letter, digit or ``_``; punctuation must be single and inside."""
_BRACKET = re.compile(r"\[[^\[\]]{0,2000}?@[^\[\]]{0,2000}\]")
_BEHIND = re.compile(r"[ \n]?\[(?P<inside>[^\[\]^][^\[\]]{0,300})\]")
_LINKED = re.compile(r"[({]|\[(?![@^])")
"""What follows the bracket of a link or of a span; ``[@`` is a citation and ``[^`` a note."""
_DEFINES = re.compile(r"(?:\A|\n[ \t>]*\n|\]:[^\n\]]*+\n)[ ]{0,3}\Z")
"""What precedes the definition of a link: it begins a line after an empty one or after another definition."""
_PART = re.compile(r"[^;]+")
_EMPTY = re.compile(r"\[(?:[^\[\]@]{0,200}[\s;])?-?@(?:[\]\s;,]|$)")
_STRONG = re.compile(r"(?<![\w\\])(\*\*|__)(?=\S)([^*_]{1,200})(?<=\S)\1(?!\w)")
_EMPHASIS = re.compile(r"(?<![\w\\])([*_])(?=\S)([^*_]{1,200})(?<=\S)\1(?!\w)")
_HIDDEN = re.compile(r"<!--.{0,2000}?-->", re.DOTALL)
_ESCAPE = re.compile(r"\\([^\w\n])")
_LINE_END = re.compile(r"(?:(?<![ \t])[ \t]+)?\r?\n[ \t]*")
_LINE_END_IN_QUOTATION = re.compile(r"(?:(?<![ \t])[ \t]+)?\r?\n[ \t>]*")
_REFS = re.compile(
    r"^(?::{3,}[ \t]*\{[^}\n]{0,200}#refs(?P<part>-[\w-]{1,80})?(?![\w-])[^}\n]{0,200}\}[ \t]*|<div[^<>\n]{0,200}\bid=[\"']?refs\b[^<>\n]{0,200}>)\r?\n",
    re.MULTILINE,
)
_FOOTNOTE = re.compile(r"^\[\^(?P<name>[^\]\s]{1,99})\]:", re.MULTILINE)
_FOOTNOTE_MARK = re.compile(r"(?<!^)\[\^(?P<name>[^\]\s]{1,99})\]|^\[\^(?P<other>[^\]\s]{1,99})\](?!:)", re.MULTILINE)
_NOTE_MARKS = re.compile(r"\^?\[|\]|\n[ \t\r]*\n")
_NOTE_END = re.compile(r"\n[ \t\r]*\n(?![ \t])|\n\[\^|\Z")


def cite_text(text: str, found: Found, leave_out: Callable[[str], bool] = lambda key: False, written: str = "") -> bool:
    """Add the citations of a visible text; whether one of them is in brackets, as only citations do.

    ``written`` is the text with all that the visible one hides: what is before and after keys is taken from there,
    and the brackets of ``[@name](address)`` are those of a link. Keys that are to be left out are not citations.
    """
    reader = _Citations(text, written or text, found, leave_out)
    reader.read()
    for match in _EMPTY.finditer(text):
        hint = "name an entry after the @, or remove it"
        found.faults.append(MalformedCitation("the citation names no key", hint, Span(match.start(), match.end())))
    return reader.bracketed


@dataclass(slots=True)
class _Citations:
    """Goes through the keys of a text. ``done`` is where the last citation ends."""

    text: str
    written: str
    found: Found
    leave_out: Callable[[str], bool]
    bracketed: bool = False
    done: int = 0

    def read(self) -> None:
        """Read the whole text."""
        # "^[As @doe says]" is a note within the line, and "![...]" the text under a picture: keys there are in a sentence
        found = (match.span() for match in _BRACKET.finditer(self.text))
        brackets = [span for span in found if self.text[span[0] - 1 : span[0]] not in ("^", "!")]
        number = 0  # brackets and keys are in the same order, so that each is looked at once
        for match in KEY.finditer(self.text):
            if match.start() < self.done or self.leave_out(key_of(match)):
                continue
            while number < len(brackets) and brackets[number][1] <= match.start():
                number += 1
            if number < len(brackets) and brackets[number][0] < match.start():
                self._inside(*brackets[number], match)
            else:
                self._narrative(match)

    def _inside(self, start: int, end: int, match: re.Match[str]) -> None:
        """A key in brackets, which are a citation where each of their parts has a key and no link follows."""
        self.bracketed = self.bracketed or not self.written.startswith("(", end)
        parts = [one.span() for one in _PART.finditer(self.text, start + 1, end - 1)]
        firsts = [KEY.search(self.text, *part) for part in parts]
        linked = self._is_linked(start, end)
        if linked or any(one is None or self.leave_out(key_of(one)) for one in firsts):
            if not linked and not any(one and self.leave_out(key_of(one)) for one in firsts):
                self._broken(start, end, parts)
            self._lone(match, start)
            return
        self.found.add(Span(start, end), self._cites(parts, start))
        self._others(parts, start)
        self.done = end

    def _broken(self, start: int, end: int, parts: list[tuple[int, int]]) -> None:
        """Brackets of which one part has a key and another has none: Pandoc prints them as text."""
        part = next(part for part in parts if KEY.search(self.text, *part) is None)
        words = " ".join(self.written[slice(*part)].split())
        # nothing between two semicolons is not a fault, and "\;" is the writer's own mark
        if not words or (part[1] < end - 1 and self.text[part[1] - 1] == "\\"):
            return
        message = f"the brackets are not a citation: '{words[:40]}' between semicolons names no key"
        hint = "put an @ before its key, or write \\; for a semicolon within a text"
        self.found.faults.append(MalformedCitation(message, hint, Span(start, end)))

    def _is_linked(self, start: int, end: int) -> bool:
        """Whether a bracket is the text of a link or a span, or the name in the definition of one (``[see @x]: x.org``).

        Source: the Pandoc manual, "Reference links"; what begins with ``[@`` defines no link there.
        """
        if _LINKED.match(self.written, end):
            return True
        defines = self.written.startswith(":", end) and not self.written.startswith("[@", start)
        return defines and _DEFINES.search(self.written, max(0, start - 2000), start) is not None

    def _cites(self, parts: list[tuple[int, int]], group: int) -> Iterator[CitedKey]:
        """Return the first key of each part with the text around it."""
        for start, end in parts:
            match = KEY.search(self.text, start, end)
            if match:
                locator, label, suffix = locator_of(self._rich(match.end(), end))
                prefix = self._rich(start, match.start()).lstrip()
                yield CitedKey(
                    key_of(match), _place(match), group, prefix, locator, label, suffix, bool(match["minus"])
                )

    def _others(self, parts: list[tuple[int, int]], group: int) -> None:
        """Add further keys of a part: Pandoc takes them for citations within the text after the first."""
        for start, end in parts:
            for match in list(KEY.finditer(self.text, start, end))[1:]:
                if not self.leave_out(key_of(match)):
                    before = max((one.end() for one in KEY.finditer(self.text, start, match.start())), default=start)
                    if not self.text[before : match.start()].strip(" \n-"):
                        message = f"there is no semicolon before '@{key_of(match)}', so the key before it is lost"
                        span = Span(match.start(), match.end())
                        self.found.faults.append(
                            MalformedCitation(message, "put a semicolon between two citations", span)
                        )
                    self._lone(match, group, "it is within the text of another citation")

    def _lone(self, match: re.Match[str], group: int, fixed: str = "") -> None:
        cite = CitedKey(key_of(match), _place(match), group)
        self.found.add(Span(*match.span()), [cite], "no-author" if match["minus"] else "textual", fixed=fixed)

    def _narrative(self, match: re.Match[str]) -> None:
        """A key in the sentence; brackets that follow hold its locator, or more cites: ``@doe [p. 3; see @roe]``."""
        behind = _BEHIND.match(self.text, match.end())
        if behind is None or _LINKED.match(self.written, behind.end()):
            self._lone(match, match.start())
            return
        parts = [one.span() for one in _PART.finditer(self.text, *behind.span("inside"))]
        own = [] if KEY.search(self.text, *parts[0]) else [parts.pop(0)]
        if not all(KEY.search(self.text, *part) for part in parts):
            self._lone(match, match.start())
            return
        locator, label, suffix = locator_of(self._rich(*own[0])) if own else ("", "", "")
        if suffix and not locator and not suffix.startswith(","):  # "Doe (2020, and more)", where Pandoc has a comma
            suffix = f", {suffix.strip()}"
        first = CitedKey(key_of(match), _place(match), match.start(), "", locator, label, suffix)
        mode: Mode = "no-author" if match["minus"] else "leading" if parts else "textual"
        self.found.add(Span(match.start(), behind.end()), [first, *self._cites(parts, match.start())], mode)
        self._others(parts, match.start())
        self.bracketed = self.bracketed or bool(parts)
        self.done = behind.end()

    def _rich(self, start: int, end: int) -> str:
        """Return what is written there, on one line, with the tags of CSL for the emphasis of Markdown."""
        text = self.written[start:end]
        if "\n" in text:
            line = self.written.rfind("\n", 0, start) + 1
            quoted = self.written[line:start].lstrip(" ").startswith(">")  # the mark of a quotation is not a text
            text = (_LINE_END_IN_QUOTATION if quoted else _LINE_END).sub(" ", text)
        text = _HIDDEN.sub("", text)
        if "*" in text or "_" in text:
            text = _EMPHASIS.sub(r"<i>\2</i>", _STRONG.sub(r"<b>\2</b>", text))
        return _ESCAPE.sub(r"\1", text)


def key_of(match: re.Match[str]) -> str:
    """Return the key of a match of :data:`KEY`, without its braces."""
    return match["braced"] or match["key"]


def _place(match: re.Match[str]) -> Span:
    return Span(*match.span("braced" if match["braced"] else "key"))


def list_and_notes(text: str, found: Found, written: str) -> None:
    """Find the place of the list, ``::: {#refs}`` or the end, and the footnotes of a visible text."""
    refs = _REFS.search(written) if "refs" in written else None
    for place in _REFS.finditer(written) if refs else ():
        several = place["part"] and len(found.bibliographies) > 1
        why = "it lists the works of one of several bibliographies" if several else ""
        found.list_here(place.end(), place.end(), fixed=why)
    found.notes += notes_of(text)
    found.list_at_end(written)


def notes_of(text: str) -> Iterator[Footnote]:
    """Yield the footnotes of Markdown: from their mark to the end of their paragraph, or of their brackets."""
    ends: list[int] = []
    marks: dict[str, int] = {}
    for called in _FOOTNOTE_MARK.finditer(text) if "[^" in text else ():
        marks.setdefault(called["name"] or called["other"], called.start())
    for match in _FOOTNOTE.finditer(text):
        if not ends or match.start() >= ends[-1]:
            end = _NOTE_END.search(text, match.end())
            ends.append(end.start() if end else len(text))
            yield Footnote(Span(match.start(), ends[-1]), marks.get(match["name"], -1))
    opened: list[tuple[int, str]] = []
    for match in _NOTE_MARKS.finditer(text) if "^[" in text else ():
        mark = match.group()
        if mark.endswith("["):
            opened.append((match.start(), mark))
        elif mark != "]":
            opened.clear()
        elif opened:
            start, mark = opened.pop()
            if mark == "^[":
                yield Footnote(Span(start, match.start()), start)

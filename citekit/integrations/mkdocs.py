"""MkDocs: Pandoc's citations (``[@doe2020, p. 3]``, ``@doe2020``) in any citation style, with a list a page or one for the site.

In ``mkdocs.yml``::

    plugins:
      - citekit:
          bibliographies: [references.bib]    # next to mkdocs.yml
          style: ieee                         # a name of "citekit list styles", or a .csl file
          scope: page                         # or site: one numbering, one list

The list is where the page has ``<div id="refs"></div>``; with ``scope: page`` else at the end of the page. Source: the
Pandoc manual, "Citation syntax" and "Placement of the bibliography".
"""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Iterable
from dataclasses import field
from pathlib import Path
from typing import Any

from citekit.csl.output.html import inline
from citekit.csl.tree import text_of
from citekit.integrations.printing import (
    DEFAULT_STYLE,
    PUNCTUATION,
    Bibliographies,
    PrintedCitations,
    check_style,
    cites_in_notes,
    printed,
    style_beside,
)
from citekit.manuscripts.citation import EVERYTHING, Cited, Found, ManuscriptCitation, ReadingContext
from citekit.manuscripts.document import language_named
from citekit.manuscripts.pandoc_citations import cite_text
from citekit.runtime.errors import CitekitError, MissingExtraError
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source

try:
    from mkdocs.config import config_options as options
    from mkdocs.config.base import Config
    from mkdocs.exceptions import PluginError
    from mkdocs.plugins import BasePlugin, get_plugin_logger
except ModuleNotFoundError:
    raise MissingExtraError("the plug-in needs MkDocs", "install the extra: citekit-bib[mkdocs]") from None

_log = get_plugin_logger("citekit")
_OPENING = re.compile(r"(?P<indent> *)(?:!!!|\?\?\?\+?|===\+?!?) ?\S")
_LIST = "<div data-citekit-list></div>"
_BEGIN, _END, _ESCAPED, _ZERO = "\ue0b0", "\ue0b1", "\ue0b2", 0xE0C0
_SIGN = f"{_BEGIN}(?P<number>[{chr(_ZERO)}-{chr(_ZERO + 9)}]{{1,9}}){_END}"
"""The place of a citation: private characters, which are text wherever a page may have text, also in titles and code."""
_STEP = re.compile(
    rf"<(?P<ends>/?)(?P<code>code|pre|script|style|textarea)\b[^<>]*>|{_SIGN}|(?P<escaped>{_ESCAPED})"
    rf"|(?P<list>{re.escape(_LIST)})|(?P<tag><[^<>]*>)"
)
"""What the pass over a page stops at: elements in which nothing is linked, places of citations and lists, other tags."""
_NUMBERED = re.compile(_SIGN)
_SHOWN_METADATA = ("title", "description")
"""Metadata of a page that themes print."""
_LINK_TITLE = re.compile(
    r"""(?:\]\(|^\[[^\[\]\n]{1,200}\]:[ \t]{0,9})<?[^()<>\s"'`]{1,500}>?[ \t]{1,9}"""
    r"""(?P<quote>["'])(?P<title>[^"'\n`]{0,300}@[^"'\n`]{0,300})(?P=quote)(?=\)|[ \t]*$)""",
    re.MULTILINE,
)
"""The title of a link, ``[x](y "see @doe")`` or ``[x]: y "see @doe"``: text to Pandoc, and shown by browsers as it is."""
_LINK = re.compile(r"</?a\b", re.IGNORECASE)
"""The beginning or end of a link, which cannot hold another one."""
_NOTES = re.compile(
    r'<div class="footnote">\s*<hr ?/?>\s*<ol>\s*+(?P<notes>(?:(?!<div class="footnote">).)*?)(?:(?<!\s)\s+)?</ol>\s*</div>',
    re.DOTALL,
)
_CALL = re.compile(
    r'(?P<before><sup id="fnref\d*:(?P<own>[^"]+)"><a class="footnote-ref" href="#fn:[^"]+">)\d+(?=</a>)'
    r'|(?P<ours><sup id="citekit-\d+"><a href="#citekit-note-(?P<cited>\d+)">)\d+(?=</a>)'
)
"""The marks of notes in a page: those of MkDocs' own footnotes and those of citations, which are numbered together."""
_STYLE = (
    "<style>.citekit-list .csl-entry{margin:0 0 .6em}.citekit-list .csl-left-margin{float:left;min-width:2.4em}"
    ".citekit-list .csl-right-inline{margin-left:2.4em;overflow-wrap:anywhere}.citekit-back a{text-decoration:none}"
    ".citekit-list :target{background:color-mix(in srgb,currentColor 10%,transparent)}</style>"
)


TextEdit = tuple[int, int, str]
"""Where a text changes, from and to, and what is there then."""


_ENDS = re.compile(r"\s*(?:\Z|</(?:p|li|td|div)>|<br|&#160;|<a class=\"footnote-backref)")
"""What follows the last words of a note."""


class Settings(Config):
    """What ``mkdocs.yml`` states."""

    bibliographies = options.ListOfItems(options.Type(str), default=[])
    style = options.Type(str, default=DEFAULT_STYLE)
    language = options.Type(str, default="")
    scope = options.Choice(("page", "site"), default="page")
    tooltips = options.Type(bool, default=True)
    back_links = options.Type(bool, default=True)


@dataclass(eq=False)
class CitingPage:
    """A page: its address, its citations in order, and whether all works are listed on it, and where."""

    url: str
    citations: list[ManuscriptCitation] = field(default_factory=list)
    everything: bool = False
    has_list: bool = False
    first: int = 0
    page: Any = None
    notes: dict[int, int] = field(default_factory=dict)
    """Where the texts of the page's own notes begin, and where their numbers are."""
    written: list[str] = field(default_factory=list)
    numbers: dict[int, int] = field(default_factory=dict)
    """What is in the source for each mark, and the place of its citation among those that are printed."""
    anchored: set[int] = field(default_factory=set)
    """Places of citations that links lead to: not those in titles of pictures and of the page."""


class Plugin(BasePlugin[Settings]):
    """The plug-in ``citekit``."""

    def on_config(self, config: Any) -> Any:
        """Look for the bibliographies and the style. Raises ``PluginError`` if the style does not exist."""
        folder = Path(config.config_file_path or ".").parent
        self.style = style_beside(str(self.config.style), folder)
        if why := check_style(self.style):
            raise PluginError(f"citekit: {why}")
        self.known = Bibliographies([folder / name for name in self.config.bibliographies])
        for path in self.known.paths:
            config.watch.append(str(path))
        self.notes = cites_in_notes(self.style)
        return config

    def on_pre_build(self, **_kwargs: Any) -> None:
        """Read the bibliographies."""
        self.pages: dict[str, CitingPage] = {}
        self.made: dict[str, tuple[PrintedCitations, list[CitingPage]]] = {}
        self.works = self.known.works()
        for problem in self.known.problems:
            _log.warning("%s", problem)

    def on_page_markdown(self, markdown: str, page: Any, **_kwargs: Any) -> str:
        """Marks the places of the citations and of the list."""
        name = page.file.src_uri
        cited: Cited = language_named("pandoc").read(Source(name, _flattened(markdown)), ReadingContext())
        own = self.pages[name] = CitingPage(page.url, everything=cited.everything, page=page)
        called = {note.span.start: note.at for note in cited.notes if note.at >= 0}
        own.notes = called if self.notes else {}
        read = sorted(cited.citations, key=lambda one: (called.get(one.footnote, one.span.start), one.span.start))
        for shown in _SHOWN_METADATA:
            typed = page.meta.get(shown)
            if isinstance(typed, str) and "@" in typed:
                page.meta[shown] = self._marked(typed, own, name)
        edits = self._marks(markdown, read, own, name, self.notes)
        for match in _LINK_TITLE.finditer(markdown):
            if not any(start < match.end() and match.start("title") < end for start, end, _ in edits):
                edits.append((*match.span("title"), self._marked(match["title"], own, name)))
        found = re.search(
            r"^(?::{3,}[ \t]*\{#refs\}[ \t]*\n:{3,}|<div id=\"refs\"></div>)[ \t]*$", markdown, re.MULTILINE
        )
        if found:
            edits.append((*found.span(), f"\n{_LIST}\n"))
        own.has_list = found is not None or (self.config.scope == "page" and bool(own.citations or own.everything))
        for match in re.finditer(r"(?<!\\)\\@(?P<key>[\w:.-]*\w)", markdown):
            if match["key"] in self.works:  # only Pandoc takes this backslash away
                edits.append((match.start(), match.start() + 2, _ESCAPED))
        text = _edited(markdown, edits)
        return text if found or not own.has_list else f"{text}\n\n{_LIST}\n"

    def _marked(self, text: str, own: CitingPage, name: str) -> str:
        """Return a text that is outside of the running text, with marks in the places of its citations."""
        found = Found()
        cite_text(text, found)
        return _edited(text, self._marks(text, found.citations, own, name, False))

    def _marks(
        self, text: str, citations: Iterable[ManuscriptCitation], own: CitingPage, name: str, as_notes: bool
    ) -> list[TextEdit]:
        """Return the edits that put marks in the places of citations, and keep the citations with the page."""
        edits: list[TextEdit] = []
        for one in citations:
            unknown = [cite.key for cite in one.cites if cite.key not in self.works and cite.key != EVERYTHING]
            bracketed = text[one.span.start : one.span.start + 1] == "["
            if unknown and not (bracketed or len(unknown) < len(one.cites)):
                continue  # an @word may be anyone
            for key in unknown:
                _log.warning("%s: there is no entry '%s': %s", name, key, self.known.hint(key))
            if not unknown and one.mode != "nocite":
                mark = f"{_BEGIN}{''.join(chr(_ZERO + int(digit)) for digit in str(len(own.citations)))}{_END}"
                own.written.append(text[one.span.start : one.span.end])
                noted = as_notes and one.footnote < 0  # what is in a note already gets none of its own
                edits.append(_place(text, one, mark) if noted else (one.span.start, one.span.end, mark))
                own.citations.append(one)
        return edits

    def on_env(self, env: Any, **_kwargs: Any) -> Any:
        """Print everything, now that all pages are read."""
        every = list(self.pages.values())
        for page in every:
            _settle(page)
        groups = [every] if self.config.scope == "site" else [[page] for page in every]
        for group in groups:
            citations = [one for page in group for one in page.citations]
            further = list(self.works) if any(page.everything for page in group) else []
            for before, page in enumerate(group):
                page.first = sum(len(other.citations) for other in group[:before])
            try:
                own_notes = _counted(group[0]) if len(group) == 1 else []  # a page counts its own notes
                made = printed(citations, self.works, self.style, self.config.language, further, own_notes)
            except CitekitError as error:
                raise PluginError(f"citekit: {error}") from None
            for page in group:
                self.made[page.url] = made, group
        for own in every:
            if own.written or own.has_list or _ESCAPED in (own.page.content or ""):
                self._put(own)
        return env

    def _put(self, own: CitingPage) -> None:
        """Put what is printed in its places: on the page, in its title and in its table of contents."""
        notes: list[str] = []
        content = own.page.content or ""
        in_link = False

        def shown(step: re.Match[str]) -> str:
            nonlocal in_link
            if step["tag"] and _LINK.match(step["tag"]):
                in_link = not step["tag"].startswith("</")
            if step["list"]:
                made, group = self.made[own.url]
                entries = "".join(
                    f'<div class="csl-entry" id="{_id(entry.id)}">'
                    f"{_with_backs(inline(entry.content, links=True), self._backs(entry.id, own, group))}</div>\n"
                    for entry in made.entries
                )
                return f'<div class="citekit-list">\n{entries}</div>' if entries else ""
            if step["escaped"]:
                return "@"
            if step["number"]:
                is_last = _ENDS.match(content, step.end()) is not None
                return self._shown(_number(step["number"]), own, notes, in_link, is_last)
            return _NUMBERED.sub(lambda mark: html.escape(self._bare(own, mark)), step[0]).replace(_ESCAPED, "@")

        content = _STEP.sub(shown, content)
        own.page.content = _one_series(content, notes)
        waiting = list(own.page.toc or ())
        while waiting:
            item = waiting.pop()
            item.title = self._as_text(item.title, own)
            waiting += item.children
        if isinstance(described := own.page.meta.get("description"), str):
            own.page.meta["description"] = self._as_text(described, own)
        if own.page.title and (_BEGIN in own.page.title or _ESCAPED in own.page.title):
            own.page.title = self._as_text(own.page.title, own)

    def _as_text(self, title: str, own: CitingPage) -> str:
        return _NUMBERED.sub(lambda mark: html.escape(self._bare(own, mark)), title).replace(_ESCAPED, "@")

    def _bare(self, own: CitingPage, mark: re.Match[str]) -> str:
        """Return the letters of a citation, for places that hold no elements."""
        number = own.numbers.get(_number(mark["number"]))
        if number is None:
            return own.written[_number(mark["number"])]
        made = self.made[own.url][0]
        contents = (
            (made.authors.get(own.first + number, ()),)
            if self.notes
            else (content for content, _ in made.citations[own.first + number])
        )
        return "".join(text_of(content) for content in contents)

    def _shown(self, mark: int, own: CitingPage, notes: list[str], in_link: bool, is_last: bool) -> str:
        made, group = self.made[own.url]
        if mark not in own.numbers:
            return html.escape(own.written[mark])
        number = own.numbers[mark]
        home = next((page for page in group if page.has_list), None)
        tips = made.texts() if self.config.tooltips else {}
        pieces: list[str] = []
        in_sentence = self.notes and own.citations[number].footnote >= 0 and not is_last
        for content, key in made.citations[own.first + number]:
            text = inline(content)
            if in_sentence:
                text = re.sub(r"\.(?=(?:</[a-z]++>)*\Z)", "", text)  # the sentence of the note has its own stop
            if key and home is not None and not in_link:
                tip = f' title="{html.escape(tips[key])}"' if key in tips else ""
                address = f"{_relative(home.url, own.url)}#{_id(key)}"
                text = f'<a href="{html.escape(address)}"{tip}>{text}</a>'
            pieces.append(text)
        inner = "".join(pieces)
        if not self.notes or own.citations[number].footnote >= 0:
            return f'<span class="citekit-citation" id="citekit-{number}">{inner}</span>'
        spoken = inline(made.authors.get(own.first + number, ()))
        notes.append(f'<li id="citekit-note-{len(notes) + 1}">{inner} <a href="#citekit-{number}">↩</a></li>')
        return f'{spoken}<sup id="citekit-{number}"><a href="#citekit-note-{len(notes)}">{len(notes)}</a></sup>'

    def on_post_page(self, output: str, **_kwargs: Any) -> str:
        """Add the style of lists to pages that have one; within the text, search would find it."""
        return output.replace("</head>", f"{_STYLE}</head>", 1) if '<div class="citekit-list">' in output else output

    def _backs(self, key: str, own: CitingPage, group: list[CitingPage]) -> str:
        places = [
            (f"{_relative(page.url, own.url)}#citekit-{number}", page.url or "the first page")
            for page in group
            for number, one in enumerate(page.citations)
            if number in page.anchored and any(cite.key == key for cite in one.cites)
        ]
        if not places or not self.config.back_links:
            return ""
        signs = (f"↑{number}" if len(places) > 1 else "↑" for number, _ in enumerate(places, 1))
        links = (
            f'<a href="{html.escape(to)}" title="cited in {html.escape(page)}">{sign}</a>'
            for sign, (to, page) in zip(signs, places, strict=True)
        )
        return f' <small class="citekit-back">{" ".join(links)}</small>'


def _edited(text: str, edits: Iterable[TextEdit]) -> str:
    pieces, at = [], 0
    for start, end, new in sorted(edits):
        pieces += [text[at:start], new]
        at = end
    return "".join([*pieces, text[at:]])


def _place(text: str, citation: ManuscriptCitation, mark: str) -> TextEdit:
    """Return the edit for a note: it touches the word before it, and is after a punctuation mark."""
    start, end = citation.span.start, citation.span.end
    if citation.mode in ("textual", "leading"):
        return start, end, mark
    while text[start - 1 : start] == " ":
        start -= 1
    after = text[end : end + 1] if text[end : end + 1] in PUNCTUATION else ""
    return start, end + len(after), f"{after}{mark}"


def _counted(page: CitingPage) -> list[int]:
    """Return how many citations of a page are before each of its notes, those left out in which a citation appears."""
    citing = {one.footnote for one in page.citations}
    starts = [page.notes.get(one.footnote, one.span.start) for one in page.citations]
    return [sum(start < at for start in starts) for note, at in page.notes.items() if note not in citing]


def _number(mark: str) -> int:
    return int("".join(str(ord(sign) - _ZERO) for sign in mark))


def _settle(own: CitingPage) -> None:
    """Put code back as it was typed; what is in code only is not a citation of the page."""
    depth, seen, in_code = 0, set[int](), set[int]()

    def settle(step: re.Match[str]) -> str:
        nonlocal depth
        if step["code"]:
            depth = max(0, depth + (-1 if step["ends"] else 1))
        elif step["number"]:
            number = _number(step["number"])
            (in_code if depth else seen).add(number)
            return html.escape(own.written[number], quote=False) if depth else step[0]
        elif step["escaped"] and depth:
            return "\\@"
        return step[0]

    if own.page is not None and own.page.content:
        own.page.content = _STEP.sub(settle, own.page.content)
    alive = [number for number in range(len(own.citations)) if number in seen or number not in in_code]
    own.numbers = {number: place for place, number in enumerate(alive)}
    own.anchored = {own.numbers[number] for number in seen}
    own.citations = [own.citations[number] for number in alive]


def _one_series(content: str, notes: list[str]) -> str:
    """Return a page with the notes of citations, numbered together with its own ones where it has some, as its reader counts."""
    own = _NOTES.search(content)
    if not notes or own is None:
        return content + (f'<ol class="citekit-notes">{"".join(notes)}</ol>\n' if notes else "")
    body = content[: own.start()]
    numbers: dict[str, int] = {}

    def numbered(call: re.Match[str]) -> str:
        name = f"fn:{call['own']}" if call["own"] else f"citekit-note-{call['cited']}"
        return f"{call['before'] or call['ours']}{numbers.setdefault(name, len(numbers) + 1)}"

    body = _CALL.sub(numbered, body)
    items = [item for item in re.split(r'(?=<li id="fn:)', own["notes"]) if item.strip()] + notes
    named = [(re.match(r'<li id="([^"]+)"', item), item) for item in items]
    placed = sorted(named, key=lambda one: numbers.get(one[0][1] if one[0] else "", len(numbers) + 1))
    written = [
        re.sub(r"(Jump back to footnote )\d+", rf"\g<1>{numbers.get(match[1], 0)}", item) if match else item
        for match, item in placed
    ]
    listed = "\n".join(item.strip() for item in written)
    return f'{body}<div class="footnote">\n<hr>\n<ol>\n{listed}\n</ol>\n</div>{content[own.end() :]}'


def _with_backs(entry: str, backs: str) -> str:
    """Return an entry with what leads back, within its last block where it has blocks."""
    bare = entry.removesuffix("</div>")
    return f"{bare}{backs}{entry[len(bare) :]}"


def _id(key: str) -> str:
    return "cite-" + re.sub(r"[^\w.-]", "-", key)


def _relative(to: str, here: str) -> str:
    """Return the address of a page from another one; empty for the same."""
    if to == here:
        return ""
    path = posixpath.relpath(to or ".", posixpath.dirname(here) or ".")
    return f"{path}/" if to.endswith("/") or not to else path


def _flattened(markdown: str) -> str:
    """Return the text with the content of admonitions and tabs as that of quotations, as wide as it was: it is not a code."""
    lines: list[str] = []
    inside: list[int] = []
    for line in markdown.splitlines(keepends=True):
        bare = line.lstrip(" ")
        if bare.strip():
            inside = [indent for indent in inside if len(line) - len(bare) >= indent]
        depth = inside[-1] if inside and bare.strip() else 0
        lines.append("> " * (depth // 2) + line[depth:])
        if opening := _OPENING.match(line):
            inside.append(len(opening["indent"]) + 4)
    return "".join(lines)

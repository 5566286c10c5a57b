"""MkDocs: Pandoc's citations (``[@doe2020, p. 3]``, ``@doe2020``) in any citation style, with a list a page or one for the site.

In ``mkdocs.yml``::

    plugins:
      - citekit:
          bibliographies: [references.bib]    # beside mkdocs.yml
          style: ieee                         # a name of "citekit styles", or a .csl file
          scope: page                         # or site: one numbering, one list

The list stands where the page has ``<div id="refs"></div>``; with ``scope: page`` else at the end of the page. Source: the
Pandoc manual, "Citation syntax" and "Placement of the bibliography".
"""

from __future__ import annotations

import html
import posixpath
import re
from dataclasses import field
from pathlib import Path
from typing import Any

from citekit.csl.output.html import inline
from citekit.errors import CitekitError, MissingExtraError
from citekit.integrations.printing import (
    DEFAULT_STYLE,
    PUNCTUATION,
    Bibliographies,
    Printed,
    check_style,
    cites_in_notes,
    printed,
    style_beside,
)
from citekit.manuscripts.citation import EVERYTHING, Citation, Cited, Reading
from citekit.manuscripts.reading import language_named
from citekit.records import dataclass
from citekit.span import Source

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
_MARK = re.compile(r"<span data-citekit=\"(?P<number>\d{1,9})\"></span>|" + re.escape(_LIST))
_STYLE = (
    "<style>.citekit-list .csl-entry{margin:0 0 .6em}.citekit-list .csl-left-margin{float:left;min-width:2.4em}"
    ".citekit-list .csl-right-inline{margin-left:2.4em;overflow-wrap:anywhere}.citekit-back a{text-decoration:none}"
    ".citekit-list :target{background:color-mix(in srgb,currentColor 10%,transparent)}</style>"
)


class Settings(Config):
    """What ``mkdocs.yml`` says."""

    bibliographies = options.ListOfItems(options.Type(str), default=[])
    style = options.Type(str, default=DEFAULT_STYLE)
    language = options.Type(str, default="")
    scope = options.Choice(("page", "site"), default="page")
    tooltips = options.Type(bool, default=True)
    back_links = options.Type(bool, default=True)


@dataclass(eq=False)
class Page:
    """A page: its address, its citations in order, and whether all works are listed on it, and where."""

    url: str
    citations: list[Citation] = field(default_factory=list)
    everything: bool = False
    has_list: bool = False
    first: int = 0


class Plugin(BasePlugin[Settings]):
    """The plug-in ``citekit``."""

    def on_config(self, config: Any) -> Any:
        """Looks for the bibliographies and the style. Raises ``PluginError`` where the style does not exist."""
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
        """Reads the bibliographies."""
        self.pages: dict[str, Page] = {}
        self.made: dict[str, tuple[Printed, list[Page]]] = {}
        self.works = self.known.works()
        for problem in self.known.problems:
            _log.warning("%s", problem)

    def on_page_markdown(self, markdown: str, page: Any, **_kwargs: Any) -> str:
        """Marks the places of the citations and of the list."""
        name = page.file.src_uri
        cited: Cited = language_named("pandoc").read(Source(name, _flattened(markdown)), Reading())
        own = self.pages[name] = Page(page.url, everything=cited.everything)
        edits: list[tuple[int, int, str]] = []
        for one in cited.citations:
            unknown = [cite.key for cite in one.cites if cite.key not in self.works and cite.key != EVERYTHING]
            bracketed = markdown[one.span.start : one.span.start + 1] == "["
            if unknown and not (bracketed or len(unknown) < len(one.cites)):
                continue  # an @word may be anybody
            for key in unknown:
                _log.warning("%s: there is no entry '%s': %s", name, key, self.known.hint(key))
            if not unknown and one.mode != "nocite":
                mark = f'<span data-citekit="{len(own.citations)}"></span>'
                edits.append(_place(markdown, one, mark) if self.notes else (one.span.start, one.span.end, mark))
                own.citations.append(one)
        found = re.search(
            r"^(?::{3,}[ \t]*\{#refs\}[ \t]*\n:{3,}|<div id=\"refs\"></div>)[ \t]*$", markdown, re.MULTILINE
        )
        if found:
            edits.append((*found.span(), f"\n{_LIST}\n"))
        own.has_list = found is not None or (self.config.scope == "page" and bool(own.citations or own.everything))
        text = _edited(markdown, edits)
        return text if found or not own.has_list else f"{text}\n\n{_LIST}\n"

    def on_env(self, env: Any, **_kwargs: Any) -> Any:
        """Prints everything, now that all pages are read."""
        every = list(self.pages.values())
        groups = [every] if self.config.scope == "site" else [[page] for page in every]
        for group in groups:
            citations = [one for page in group for one in page.citations]
            further = list(self.works) if any(page.everything for page in group) else []
            for before, page in enumerate(group):
                page.first = sum(len(other.citations) for other in group[:before])
            try:
                made = printed(citations, self.works, self.style, self.config.language, further)
            except CitekitError as error:
                raise PluginError(f"citekit: {error}") from None
            for page in group:
                self.made[page.url] = made, group
        return env

    def on_page_context(self, context: Any, page: Any, **_kwargs: Any) -> Any:
        """Puts what is printed in its places."""
        own = self.pages.get(page.file.src_uri)
        if own is not None and (own.citations or own.has_list):
            notes: list[str] = []
            page.content = _MARK.sub(lambda mark: self._shown(mark, own, notes), page.content)
            if notes:
                page.content += f'<ol class="citekit-notes">{"".join(notes)}</ol>\n'
        return context

    def _shown(self, mark: re.Match[str], own: Page, notes: list[str]) -> str:
        made, group = self.made[own.url]
        if mark["number"] is None:
            return self._list(made, own, group)
        number = int(mark["number"])
        home = next((page for page in group if page.has_list), None)
        tips = made.texts() if self.config.tooltips else {}
        pieces: list[str] = []
        for content, key in made.citations[own.first + number]:
            text = inline(content)
            if key and home is not None:
                tip = f' title="{html.escape(tips[key])}"' if key in tips else ""
                address = f"{_relative(home.url, own.url)}#{_id(key)}"
                text = f'<a href="{html.escape(address)}"{tip}>{text}</a>'
            pieces.append(text)
        inner = "".join(pieces)
        if not self.notes:
            return f'<span class="citekit-citation" id="citekit-{number}">{inner}</span>'
        spoken = inline(made.authors.get(own.first + number, ()))
        notes.append(f'<li id="citekit-note-{len(notes) + 1}">{inner} <a href="#citekit-{number}">↩</a></li>')
        return f'{spoken}<sup id="citekit-{number}"><a href="#citekit-note-{len(notes)}">{len(notes)}</a></sup>'

    def _list(self, made: Printed, own: Page, group: list[Page]) -> str:
        entries = "".join(
            f'<div class="csl-entry" id="{_id(entry.id)}">'
            f"{_with_backs(inline(entry.content, links=True), self._backs(entry.id, own, group))}</div>\n"
            for entry in made.entries
        )
        return f'{_STYLE}<div class="citekit-list">\n{entries}</div>' if entries else ""

    def _backs(self, key: str, own: Page, group: list[Page]) -> str:
        places = [
            (f"{_relative(page.url, own.url)}#citekit-{number}", page.url or "the first page")
            for page in group
            for number, one in enumerate(page.citations)
            if any(cite.key == key for cite in one.cites)
        ]
        if not places or not self.config.back_links:
            return ""
        signs = (f"↑{number}" if len(places) > 1 else "↑" for number, _ in enumerate(places, 1))
        links = (
            f'<a href="{html.escape(to)}" title="cited in {html.escape(page)}">{sign}</a>'
            for sign, (to, page) in zip(signs, places, strict=True)
        )
        return f' <small class="citekit-back">{" ".join(links)}</small>'


def _place(text: str, citation: Citation, mark: str) -> tuple[int, int, str]:
    """The edit for a note: it touches the word before it, and stands behind a punctuation mark."""
    start, end = citation.span.start, citation.span.end
    if citation.mode in ("textual", "leading"):
        return start, end, mark
    while text[start - 1 : start] == " ":
        start -= 1
    after = text[end : end + 1] if text[end : end + 1] in PUNCTUATION else ""
    return start, end + len(after), f"{after}{mark}"


def _with_backs(entry: str, backs: str) -> str:
    """An entry with what leads back, within its last block where it has blocks."""
    bare = entry.removesuffix("</div>")
    return f"{bare}{backs}{entry[len(bare) :]}"


def _id(key: str) -> str:
    return "cite-" + re.sub(r"[^\w.-]", "-", key)


def _relative(to: str, here: str) -> str:
    """The address of a page from another one; empty for the same."""
    if to == here:
        return ""
    path = posixpath.relpath(to or ".", posixpath.dirname(here) or ".")
    return f"{path}/" if to.endswith("/") or not to else path


def _flattened(markdown: str) -> str:
    """The text with the content of admonitions and tabs as that of quotations, as wide as it was: it is no code."""
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


def _edited(text: str, edits: list[tuple[int, int, str]]) -> str:
    pieces, at = [], 0
    for start, end, new in sorted(edits):
        pieces += [text[at:start], new]
        at = end
    return "".join([*pieces, text[at:]])

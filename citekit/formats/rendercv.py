"""The publications section of a RenderCV file, YAML to put under ``cv: sections:``; the owner stands in bold.

RenderCV reads its texts as Markdown, so whatever could be taken for Markdown is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.errors import Problem
from citekit.formats._dates import calendar_date, edtf
from citekit.formats._losses import unwritten
from citekit.formats._rich import markdown
from citekit.formats._shown import links, locator, people, venue, when
from citekit.formats._yaml import Emittable, Plain, dumped
from citekit.works.library import Library
from citekit.works.name import SELF
from citekit.works.work import Work

NAME = "rendercv"
SUFFIXES = ()

_WRITTEN = frozenset({
    "title", "author", "editor", "issued", "container-title", "publisher", "volume", "issue", "page", "DOI", "URL",
    "status", "event-title", "collection-title", "genre",
})  # fmt: skip


def dumps(library: Library | Iterable[Work], settings: object = None) -> str:
    """The section as YAML, one entry a work, in the library's order."""
    entries: list[Emittable] = [entry(work) for work in library]
    return dumped({"cv": {"sections": {"publications": entries}}})


def losses(library: Library) -> tuple[Problem, ...]:
    """Everything that RenderCV's entries for publications have no place for."""
    return unwritten(library, _WRITTEN, {"eprint", "archiveprefix", "primaryclass", "entrytype"})


def entry(work: Work) -> dict[str, Emittable]:
    """One entry: title, authors, and DOI, address, journal and date where they are known."""
    names = [f"**{markdown(text)}**" if SELF in marks else markdown(text) for text, marks in people(work)]
    doi = work.text("DOI").strip()
    place = ", ".join(filter(None, (markdown(venue(work)), markdown(locator(work)))))
    made: dict[str, Emittable] = {"title": markdown(work.title) or markdown(work.id), "authors": names}
    found = [link for link in links(work) if link.address.lower().startswith("http")]
    if doi.startswith("10.") and " " not in doi:
        made["doi"] = doi
    elif found:
        made["url"] = found[0].address
    if place:
        made["journal"] = place
    if date := _date(work):
        made["date"] = date
    return made


def _date(work: Work) -> Emittable:
    """``YYYY-MM-DD``, ``YYYY-MM`` or ``YYYY``, which RenderCV sorts by, or the words in place of a date."""
    text = edtf(calendar_date(work.issued))
    return Plain(text) if text and text[0].isdigit() and len(text) in (4, 7, 10) else markdown(when(work))

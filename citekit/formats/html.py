"""Publication lists in HTML (``.html``), a fragment to include in a page: years as headings, items with links.

Style sheets can use the classes ``publications``, ``title``, ``authors``, ``venue`` and ``links``. Everything except the
emphasis of titles is escaped, and only URLs and paths on the site become links.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from citekit.formats._rich import html, one_line
from citekit.formats._shown import SHOWN, SHOWN_FIELDS, by_year, locator, people, venue, when
from citekit.formats.files import unwritten
from citekit.model.links import links
from citekit.model.name import EQUAL, SELF
from citekit.model.work import Work, Works
from citekit.runtime.config import ListSettings
from citekit.runtime.errors import Problem

NAME = "html"
SUFFIXES = (".html", ".htm")
HOLDS_LATEX = True
SETTINGS = ListSettings


def dumps(library: Works | Iterable[Work], settings: ListSettings | None = None) -> str:
    """Write the list as an HTML fragment; the owner of the list is strong, equal contributions have a star."""
    works = tuple(library)
    groups = by_year(works) if settings is None or settings.by_year else [("", list(works))]
    lines: list[str] = []
    for year, members in groups:
        lines += [f"<h2>{year}</h2>"] if year else []
        lines += ['<ul class="publications">', *(item(work, bool(year)) for work in members), "</ul>"]
    if any(EQUAL in marks for work in works for _, marks in people(work)):
        lines.append('<p class="equal">* equal contribution</p>')
    return "\n".join([*lines, ""]) if works else ""


def losses(library: Works) -> tuple[Problem, ...]:
    """Report everything that a line of the list does not show."""
    return unwritten(library, SHOWN, SHOWN_FIELDS)


def item(work: Work, below_year: bool) -> str:
    """Return the line of a work, without its date if that is the heading above."""
    place, date = venue(work), "" if below_year and work.year else when(work)
    details = [f"<i>{html(place)}</i>" if place else "", html(locator(work)), html(date)]
    parts = [
        _span("title", html(work.text("title"))),
        _span("authors", ", ".join(_person(text, marks) for text, marks in people(work))),
        _span("venue", ", ".join(filter(None, details))),
        _span("links", " ".join(f'<a href="{escape(at.address)}">{at.label}</a>' for at in links(work))),
    ]
    key = escape(one_line(work.id))
    opening = f'<li id="{key}">' if key and " " not in key else "<li>"
    return f"{opening}{'<br>'.join(filter(None, parts))}</li>"


def _span(kind: str, inner: str) -> str:
    return f'<span class="{kind}">{inner}</span>' if inner else ""


def _person(text: str, marks: tuple[str, ...]) -> str:
    name = escape(text)
    return (f"<strong>{name}</strong>" if SELF in marks else name) + ("*" if EQUAL in marks else "")

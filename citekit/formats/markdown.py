"""Publication lists in Markdown (``.md``): years as headings, items with links.

The emphasis of titles is retained; everything else that Markdown, HTML or a template would parse is escaped. The list is
sorted by year, latest first, and in the library's order within a year; ``--no-by-year`` uses the library's order.
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.formats._rich import at_line_start, markdown
from citekit.formats._shown import SHOWN, SHOWN_FIELDS, by_year, locator, people, venue, when
from citekit.formats.files import unwritten
from citekit.model.links import links
from citekit.model.name import EQUAL, SELF
from citekit.model.work import Work, Works
from citekit.runtime.config import ListSettings
from citekit.runtime.errors import Problem

NAME = "markdown"
SUFFIXES = (".md", ".markdown")
HOLDS_LATEX = True
SETTINGS = ListSettings


def dumps(library: Works | Iterable[Work], settings: ListSettings | None = None) -> str:
    """Write the list as Markdown; the owner of the list is bold, equal contributions have a star."""
    works = tuple(library)
    groups = by_year(works) if settings is None or settings.by_year else [("", list(works))]
    lines: list[str] = []
    for year, members in groups:
        lines += [f"## {year}", ""] if year else []
        lines += [*(item(work, bool(year)) for work in members), ""]
    if any(EQUAL in marks for work in works for _, marks in people(work)):
        lines += ["\\* equal contribution", ""]
    return "\n".join(lines)


def losses(library: Works) -> tuple[Problem, ...]:
    """Report everything that a line of the list does not show."""
    return unwritten(library, SHOWN, SHOWN_FIELDS)


def item(work: Work, below_year: bool) -> str:
    """Return the line of a work, without its date if that is the heading above."""
    title = markdown(work.text("title"), within="b").strip()
    place = markdown(venue(work), within="i").strip()
    date = "" if below_year and work.year else markdown(when(work))
    details = ", ".join(filter(None, (f"*{place}*" if place else "", markdown(locator(work)), date)))
    sentences = [
        ", ".join(_person(text, marks) for text, marks in people(work)),
        f"**{title}**" if title else "",
        details,
    ]
    text = " ".join(sentence if sentence.endswith(".") else f"{sentence}." for sentence in sentences if sentence)
    return " ".join(
        ["-", at_line_start(text or markdown(work.id)), *(f"[{link.label}]({link.address})" for link in links(work))]
    )


def _person(text: str, marks: tuple[str, ...]) -> str:
    name = markdown(text)
    return (f"**{name}**" if SELF in marks else name) + ("\\*" if EQUAL in marks else "")

"""A folder for academicpages, a Jekyll template: ``YYYY-MM-DD-KEY.md`` with front matter for each work.

Put the folder to ``_publications``. The template prints front matter as HTML, so it is escaped as HTML; the text below
it is Markdown.
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.errors import Problem
from citekit.formats._losses import unwritten
from citekit.formats._rich import at_line_start, html, markdown
from citekit.formats._shown import (
    SHOWN,
    SHOWN_FIELDS,
    day,
    file_names,
    links,
    locator,
    people,
    safe_address,
    venue,
    when,
)
from citekit.formats._yaml import Emittable, Plain, dumped
from citekit.works.library import Library
from citekit.works.work import Work

NAME = "academicpages"
SUFFIXES = ()

_CATEGORIES = {"book": "books", "chapter": "books", "paper-conference": "conferences", "speech": "conferences"}


def pages(library: Library | Iterable[Work], settings: object = None) -> dict[str, str]:
    """Name of each file in the folder -> its text."""
    works = tuple(library)
    made: dict[str, str] = {}
    for name, work in zip(file_names(works), works, strict=True):
        dated = f"{day(work)}-{name}" if day(work) else name
        made[f"{dated}.md"] = "\n".join([f"---\n{dumped(front_matter(work, dated))}---", "", *_body(work)])
    return made


def losses(library: Library) -> tuple[Problem, ...]:
    """Everything that neither the front matter nor the text below it shows."""
    return unwritten(library, SHOWN | {"abstract", "keyword"}, SHOWN_FIELDS)


def front_matter(work: Work, dated: str) -> dict[str, Emittable]:
    """The front matter of a work's page, empty parts left out."""
    found = links(work)
    pdf = safe_address(work.fields.get("pdf", ""))
    made: dict[str, Emittable] = {
        "title": html(work.title) or html(work.id),
        "collection": Plain("publications"),
        "category": Plain(_CATEGORIES.get(work.type, "manuscripts")),
        "permalink": f"/publication/{dated}",
        "date": Plain(day(work)),
        "venue": html(venue(work)),
        "paperurl": pdf or (found[0].address if found else ""),
        "slidesurl": safe_address(work.fields.get("slides", "")),
        "tags": [html(word) for word in work.text("keyword").replace(";", ",").split(",") if word.strip()],
        "citation": citation(work),
    }
    return {key: value for key, value in made.items() if value}


def citation(work: Work) -> str:
    """The work in one line of HTML: authors, year, title, venue."""
    authors = ", ".join(html(text) for text, _ in people(work))
    date, place = html(when(work)), html(venue(work))
    head = f"{authors} ({date})." if authors and date else authors or (f"({date})." if date else "")
    details = ", ".join(filter(None, (f"<i>{place}</i>" if place else "", html(locator(work)))))
    title = html(work.title)
    return " ".join(filter(None, (head, f"&quot;{title}.&quot;" if title else "", f"{details}." if details else "")))


def _body(work: Work) -> list[str]:
    listed = " ".join(f"[{link.label}]({link.address})" for link in links(work))
    return [line for part in (at_line_start(markdown(work.text("abstract"))), listed) if part for line in (part, "")]

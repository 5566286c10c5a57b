"""The parts of a work that publication lists on pages show (people, venue, date), and names for its files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from citekit.formats._rich import one_line, plain
from citekit.model.date import calendar_date
from citekit.model.links import LINK_FIELDS, arxiv_id
from citekit.model.work import Work
from citekit.text.unicode import to_ascii

SHOWN = frozenset({
    "title", "author", "editor", "issued", "container-title", "volume", "issue", "page", "publisher", "genre", "DOI",
    "URL", "PMID", "PMCID", "event-title", "number", "collection-title", "status",
})  # fmt: skip
"""Variables shown in a line of a list."""
SHOWN_FIELDS = LINK_FIELDS | {"eprint", "archiveprefix", "primaryclass", "entrytype"}
"""Fields shown in a line of a list, or that only other formats need."""


def people(work: Work) -> list[tuple[str, tuple[str, ...]]]:
    """Return the printed names of the authors, or else the editors, each with its marks; ``et al.`` ends a short list."""
    names = work.author or work.names("editor")
    shown = (("et al." if name.is_others else one_line(str(name)), name.marks) for name in names)
    return [(text, marks) for text, marks in shown if text]


def venue(work: Work) -> str:
    """Return the venue in rich text: the journal, the proceedings, the publisher, or the archive."""
    found = (work.text(name) for name in ("container-title", "event-title", "publisher", "collection-title", "genre"))
    title = next(filter(None, map(one_line, found)), "")
    return title or (f"arXiv:{arxiv_id(work)}" if arxiv_id(work) else "")


def locator(work: Work) -> str:
    """Return volume, issue and pages: ``14(2), 101–119``."""
    volume, issue = plain(work.text("volume")), plain(work.text("issue"))
    number = f"{volume}({issue})" if volume and issue else volume or issue
    page = re.sub(r"(?<=\w)-+(?=\w)", "–", plain(work.text("page")))
    return ", ".join(filter(None, (number, page)))


def when(work: Work) -> str:
    """Return the year of a work, or the words given instead of one."""
    date = work.issued
    if date is None:
        return plain(work.text("status"))
    return (
        str(date.year) if date.year and date.year > 0 else f"{-date.year} BC" if date.year else one_line(date.literal)
    )


def day(work: Work) -> str:
    """Return the date of a work as ``YYYY-MM-DD``, missing parts as 01; empty without a year of four digits."""
    date = calendar_date(work.issued)
    season = work.issued.season if work.issued else 0
    if date.year is None or not 0 < date.year < 10000:  # datetime.date has years of four digits only
        return ""
    month = date.month or {1: 3, 2: 6, 3: 9, 4: 12}.get(season, 1)
    return f"{date.year:04d}-{month:02d}-{date.day or 1:02d}"


def by_year(works: Iterable[Work]) -> list[tuple[str, list[Work]]]:
    """Group works by year, latest year first and those without a year before all; the order within a year stays."""
    years: dict[int | None, list[Work]] = {}
    for work in works:
        years.setdefault(work.year, []).append(work)
    order = sorted(years, key=lambda year: (year is not None, -(year or 0)))
    return [("" if year is None else str(year) if year > 0 else f"{-year} BC", years[year]) for year in order]


def file_names(works: Iterable[Work]) -> Iterator[str]:
    """Return a file name for each work from its key: letters, digits and hyphens, all distinct."""
    return distinct(_file_name(work.id) for work in works)


def _file_name(key: str) -> str:
    words = filter(None, map(to_ascii, re.split(r"[\W_]+", key)))
    name = "-".join(words)[:80].strip("-").lower() or "publication"
    return f"{name}-publication" if name in _DEVICES else name


def distinct(names: Iterable[str]) -> Iterator[str]:
    """Return the names, with the next free number appended to each that occurred before."""
    taken: set[str] = set()
    next_number: Counter[str] = Counter()
    for base in names:
        name = base
        while name in taken:
            next_number[base] += 1
            name = f"{base}-{next_number[base] + 1}"
        taken.add(name)
        yield name


# Names that no file may have on Windows.
_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{d}{n}" for d in ("com", "lpt") for n in range(10))})

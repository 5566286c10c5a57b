"""A folder for Hugo's academic themes (HugoBlox, Academic): ``KEY/index.md`` with front matter and ``KEY/cite.bib``.

Put the folder to ``content/publication`` (or ``content/publications``). The themes read titles and abstracts as
Markdown, so whatever could be taken for Markdown, HTML or a shortcode is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.config import BibtexSettings
from citekit.errors import Problem
from citekit.formats._losses import unwritten
from citekit.formats._rich import markdown, plain
from citekit.formats._shown import arxiv_id, day, file_names, people, safe_address, venue
from citekit.formats._yaml import Emittable, Plain, dumped
from citekit.formats.bibtex import write
from citekit.works.library import Library
from citekit.works.name import EQUAL
from citekit.works.work import Work

NAME = "hugo"
SUFFIXES = ()

_URLS = {
    "pdf": "url_pdf",
    "code": "url_code",
    "data": "url_dataset",
    "dataset": "url_dataset",
    "poster": "url_poster",
    "website": "url_project",
    "slides": "url_slides",
    "video": "url_video",
}
_TYPES = frozenset({
    "article", "article-journal", "article-magazine", "article-newspaper", "book", "chapter", "dataset", "manuscript",
    "paper-conference", "patent", "report", "software", "speech", "thesis", "webpage",
})  # fmt: skip


def pages(library: Library | Iterable[Work], settings: BibtexSettings | None = None) -> dict[str, str]:
    """Name of each file in the folder -> its text."""
    made: dict[str, str] = {}
    works = tuple(library)
    for name, work in zip(file_names(works), works, strict=True):
        made[f"{name}/index.md"] = f"---\n{dumped(front_matter(work))}---\n"
        made[f"{name}/cite.bib"] = write.dumps([work], settings)
    return made


def losses(library: Library) -> tuple[Problem, ...]:
    """Nothing but what BibTeX loses, since every work has its BibTeX beside its page."""
    return unwritten((), ())


def front_matter(work: Work) -> dict[str, Emittable]:
    """The front matter of a work's page, empty parts left out."""
    shown = people(work)
    place = markdown(venue(work), within="i").strip()
    made: dict[str, Emittable] = {
        "title": markdown(work.title) or plain(work.id),
        "authors": [markdown(text) for text, _ in shown],
        "author_notes": _notes(shown),
        "date": Plain(day(work)),
        "publication_types": [work.type if work.type in _TYPES else "manuscript"],
        "publication": f"*{place}*" if place else "",
        "publication_short": markdown(work.text("container-title-short")),
        "doi": plain(work.text("DOI")),
        "abstract": markdown(work.text("abstract")),
        "tags": _tags(work.text("keyword")),
        "featured": work.fields.get("selected", "").strip().lower() in ("true", "yes", "1"),
        **{key: address for field, key in _URLS.items() if (address := safe_address(work.fields.get(field, "")))},
        "links": _links(work),
    }
    return {key: value for key, value in made.items() if value}


def _notes(shown: list[tuple[str, tuple[str, ...]]]) -> list[Emittable]:
    """A note for each author where some contributed equally."""
    notes: list[Emittable] = ["Equal contribution" if EQUAL in marks else "" for _, marks in shown]
    return notes if any(notes) else []


def _tags(keyword: str) -> list[Emittable]:
    return [markdown(word) for word in keyword.split(";" if ";" in keyword else ",") if word.strip()]


def _links(work: Work) -> list[Emittable]:
    number, address = safe_address(f"https://arxiv.org/abs/{arxiv_id(work)}"), safe_address(work.text("URL"))
    found: list[Emittable] = [{"name": "arXiv", "url": number}] if arxiv_id(work) and number else []
    return [*found, {"name": "Link", "url": address}] if address and "doi.org/" not in address else found

"""A directory for academicpages, a Jekyll template: ``YYYY-MM-DD-KEY.md`` with front matter for each work.

Put the directory at ``_publications``. The template prints front matter as HTML, so it is escaped as HTML; the text below
it is Markdown. ``bibtex`` contains the whole entry, which the template ignores.

The reader accepts pages written by hand: people in ``authors`` or in the ``citation``, URLs in ``paperurl`` and the links
of the text. A value of the page that differs from its BibTeX takes precedence.
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.formats._record import RecordBuilder, names_in
from citekit.formats._rich import at_line_start, from_html, from_markdown, html, markdown, plain
from citekit.formats._shown import day, file_names, locator, people, venue, when
from citekit.formats._yaml import (
    Emittable,
    FrontMatterPage,
    LiteralText,
    Plain,
    begins,
    dumped,
    library_of,
    page,
    started,
)
from citekit.formats.bibtex import write
from citekit.model.links import links, safe_address
from citekit.model.work import Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.config import BibtexSettings
from citekit.runtime.span import Source

NAME = "academicpages"
SUFFIXES = ()
HOLDS_LATEX = True
BEGINS = begins(r"collection\s{0,9}:\s{0,9}[\"']?publications|paperurl\s{0,9}:")
PAGES = ("*.md",)
"""Patterns for the files of a directory that are works."""

_CATEGORIES = {"book": "books", "chapter": "books", "paper-conference": "conferences", "speech": "conferences"}
_KINDS = {"conferences": "paper-conference", "books": "book"}
# A citation: `Doe, J. (2020). "Title." Journal. 1(2).`; the date may be missing before a title in quotation marks.
_CITATION = re.compile(
    r"(?P<people>[^\"“”<>]{3,2000}?)(?<![, ])[, ]*+(?:\((?P<date>[^()]{4,30})\)[., ]*|(?=[\"“]))"
    r"(?:[\"“](?P<title>[^\"“”]++)[\"”])?(?P<rest>.*)",
    re.DOTALL,
)
_SUMMARY = re.compile(r"(?:#{1,4}|\*\*)?\s{0,3}abstract\b[\s:*.-]{0,9}", re.IGNORECASE)


def pages(library: Works | Iterable[Work], settings: BibtexSettings | None = None) -> dict[str, str]:
    """Return the files of the directory: name -> text."""
    works = tuple(library)
    made: dict[str, str] = {}
    for name, work in zip(file_names(works), works, strict=True):
        dated = f"{day(work)}-{name}" if day(work) else name
        head = front_matter(work, dated) | {"bibtex": LiteralText(write.dumps([work], settings))}
        listed = " ".join(f"[{link.label}]({link.address})" for link in links(work))
        parts = filter(None, (at_line_start(markdown(work.text("abstract"))), listed))
        made[f"{dated}.md"] = "\n".join(
            [f"---\n{dumped(head)}---", "", *(line for part in parts for line in (part, ""))]
        )
    return made


def loads(source: Source) -> Works:
    """Read the work of one page; raise :class:`~citekit.runtime.errors.UnreadableInputError` if it has no front matter."""
    return library_of(source, _record, lambda work: front_matter(work, ""), page(source).head.get("bibtex").text)


def _record(found: FrontMatterPage) -> RecordBuilder:
    record = started(found, from_html)
    record.kind = _KINDS.get(found.text("category").lower(), "")
    citation = _CITATION.match(from_html(found.text("citation")).replace("”", '"').replace("“", '"'))
    listed = found.texts("authors") or found.texts("author")
    if listed:
        record.people(listed if len(listed) > 1 else names_in(listed[0]))
    elif citation:
        record.people(names_in(plain(citation["people"])))
    record.date(found.text("date", "year"), padded=True)
    venue = from_html(found.text("venue", "prevenue", "journal", "conference", "booktitle"))
    cited = RecordBuilder()
    cited.publication(citation["rest"].strip(" .") if citation else "")
    if venue:
        record.publication(venue)
    if cited.variables.get("container-title") == venue or not venue:
        for name in ("container-title", "volume", "issue", "page"):
            record.put(name, str(cited.variables.get(name, "")))
    record.put("keyword", ", ".join(map(from_html, found.texts("tags"))))
    for name, label in (("paperurl", ""), ("pdf", "pdf"), ("slidesurl", "slides"), ("codeurl", "code"),
                        ("github", "code"), ("projectpage", "website"), ("video", "video"), ("link", "")):  # fmt: skip
        record.address(found.text(name), label)
    for label, address in found.links:
        record.address(address, label if label.lower() not in ("doi", "arxiv", "link", "pubmed") else "")
    # the abstract is the paragraph after that word, else the first one below the front matter
    after = _SUMMARY.search(found.body)
    parts = re.split(r"\n\s*\n", (found.body[after.end() :] if after else found.body).strip())
    joined = (" ".join(part.replace("\n>", "\n").lstrip("> ").split()) for part in parts)
    # Shorter paragraphs are links and remarks such as "Download paper here", not an abstract.
    text = next((part for part in joined if len(part) > 60 and not part.startswith(("[", "!", "<", "#", "|"))), "")
    record.put("abstract", from_markdown(text))
    return record


def front_matter(work: Work, dated: str) -> dict[str, Emittable]:
    """Return the front matter of a work's page, without empty values."""
    found = links(work)
    pdf = safe_address(work.fields.get("pdf", ""))
    made: dict[str, Emittable] = {
        "title": html(work.text("title")) or html(work.id),
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
    """Format a work in one line of HTML: authors, year, title, venue."""
    authors = ", ".join(html(text) for text, _ in people(work))
    date, place = html(when(work)), html(venue(work))
    head = f"{authors} ({date})." if authors and date else authors or (f"({date})." if date else "")
    details = ", ".join(filter(None, (f"<i>{place}</i>" if place else "", html(locator(work)))))
    title = html(work.text("title"))
    return " ".join(filter(None, (head, f"&quot;{title}.&quot;" if title else "", f"{details}." if details else "")))

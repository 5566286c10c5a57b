"""A directory for Hugo's academic themes (HugoBlox, Academic): ``KEY/index.md`` with front matter and ``KEY/cite.bib``.

Put the directory at ``content/publication`` (or ``content/publications``). The themes parse titles and abstracts as
Markdown, so Markdown, HTML and shortcodes in them are escaped.

The reader accepts the front matter of all versions of these themes, in YAML and TOML, and the ``cite.bib`` next to it. A
value of the page that differs from its BibTeX takes precedence. An author that is the name of a profile (``admin``) is
replaced by the name in the profile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from citekit.formats._record import RecordBuilder, keywords, names_in
from citekit.formats._rich import from_markdown, markdown, plain
from citekit.formats._shown import day, file_names, people, venue
from citekit.formats._yaml import Emittable, FrontMatterPage, Plain, begins, dumped, library_of, page, started
from citekit.formats.bibtex import write
from citekit.model.links import arxiv_id, safe_address
from citekit.model.name import EQUAL
from citekit.model.work import Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.config import BibtexSettings
from citekit.runtime.errors import CitekitError, Problem
from citekit.runtime.registry import tables
from citekit.runtime.span import Source

NAME = "hugo"
SUFFIXES = ()
HOLDS_LATEX = True
BEGINS = begins(r"publication_types\s{0,9}[:=]|publication_short\s{0,9}[:=]")
PAGES = ("*/index.md", "*.md")
"""Patterns for the files of a directory that are works; the first pattern that matches any file is used."""

NEAR = True
"""Files next to a page are part of it."""

_CITE, _PROFILES = "cite.bib", ("../../authors/{}/_index.md", "../authors/{}/_index.md")
_OWNERS = ("admin", "me")
_PROFILE = re.compile(r"[a-z0-9][a-z0-9._-]{0,60}")

_TABLES = tables("citekit.formats", "hugo.tsv")
_URLS = dict(_TABLES["written"])
_FIELDS = {key: "".join(label) for key, *label in _TABLES["read"]}
_TYPES = frozenset(kind for row in _TABLES["types"] for kind in row[0].split())


def pages(library: Works | Iterable[Work], settings: BibtexSettings | None = None) -> dict[str, str]:
    """Return the files of the directory: name -> text."""
    made: dict[str, str] = {}
    works = tuple(library)
    for name, work in zip(file_names(works), works, strict=True):
        made[f"{name}/index.md"] = f"---\n{dumped(front_matter(work))}---\n"
        made[f"{name}/cite.bib"] = write.dumps([work], settings)
    return made


def loads(source: Source, near: Callable[[str], str] = lambda _: "") -> Works:
    """Read the work of one page; ``near`` returns the text of a file by its path relative to the page.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if the page has no front matter.
    """
    library = library_of(source, lambda found: _record(found, near), front_matter, near(_CITE))
    unknown = [name.family for name in library[0].author if name.family in _OWNERS and not name.given]
    if not unknown:
        return library
    hint = "convert the page inside its site, or write the author's name on the page"
    problem = Problem(
        f"the profile of the author '{unknown[0]}' was not found", hint, source, None, "warning", "profile"
    )
    return replace(library, problems=(*library.problems, problem))


def _record(found: FrontMatterPage, near: Callable[[str], str]) -> RecordBuilder:
    record = started(found, from_markdown)
    for name, node in found.head.get("hugoblox", "ids").pairs:
        (record.arxiv if name.text.lower() == "arxiv" else record.doi)(node.text)
    kind = next(iter(found.texts("publication_types")), "")
    record.kind = {"0": "", "article": "preprint"}.get(
        kind, kind
    )  # the themes' "article" is CSL's: a preprint, not an article in a journal
    listed = [one for text in found.texts("authors") for one in _one_or_more(text)]
    record.people(
        [_called(text, near) for text in listed], notes=[node.text for node in found.head.get("author_notes").items]
    )
    record.date(found.text("date", "year") or found.text("publishdate"), padded=True)
    record.publication(from_markdown(found.text("publication")))
    if found.text("publication_short") != found.text("publication"):  # many pages have the same in both
        record.put(
            "container-title-short", re.sub(r"^In:? ", "", plain(from_markdown(found.text("publication_short"))))
        )
    record.put("abstract", from_markdown(found.text("abstract")))
    record.put("keyword", ", ".join(map(from_markdown, found.texts("tags"))))
    if found.text("featured").lower() == "true":
        record.put("selected", "true")
    for key, label in _FIELDS.items():
        record.address(found.text(key), label)
    for link in (*found.head.get("links").items, *found.head.get("url_custom").items):
        record.address(link.get("url").text, link.first("name", "type", "icon").text)
    return record


def _one_or_more(text: str) -> list[str]:
    """Return the people in one string of the list of authors, which some pages write all into one."""
    bare = re.sub(r"^and ", "", text)
    pieces = names_in(bare)
    return pieces if len(pieces) > 2 or " and " in bare else [bare]


def _called(text: str, near: Callable[[str], str]) -> str:
    """Return the name in the profile that a text refers to, else the text."""
    if not _PROFILE.fullmatch(text):
        return text
    for place in _PROFILES:
        try:
            profile = page(Source(text, near(place.format(text))))
        except CitekitError:
            continue
        if name := profile.text("title", "name"):
            return name
    return text


def front_matter(work: Work) -> dict[str, Emittable]:
    """Return the front matter of a work's page, without empty values."""
    shown = people(work)
    place = markdown(venue(work), within="i").strip()
    notes: list[Emittable] = ["Equal contribution" if EQUAL in marks else "" for _, marks in shown]
    made: dict[str, Emittable] = {
        "title": markdown(work.text("title")) or plain(work.id),
        "authors": [markdown(text) for text, _ in shown],
        "author_notes": notes if any(notes) else [],
        "date": Plain(day(work)),
        "publication_types": [work.type if work.type in _TYPES else "manuscript"],
        "publication": f"*{place}*" if place else "",
        "publication_short": markdown(work.text("container-title-short")),
        "doi": plain(work.text("DOI")),
        "abstract": markdown(work.text("abstract")),
        "tags": [markdown(word) for word in keywords(work.text("keyword"))],
        "featured": work.fields.get("selected", "").strip().lower() in ("true", "yes", "1"),
        **{key: address for field, key in _URLS.items() if (address := safe_address(work.fields.get(field, "")))},
        "links": _links(work),
    }
    return {key: value for key, value in made.items() if value}


def _links(work: Work) -> list[Emittable]:
    number, address = safe_address(f"https://arxiv.org/abs/{arxiv_id(work)}"), safe_address(work.text("URL"))
    found: list[Emittable] = [{"name": "arXiv", "url": number}] if arxiv_id(work) and number else []
    return [*found, {"name": "Link", "url": address}] if address and "doi.org/" not in address else found

"""The ``papers.bib`` of al-folio, a Jekyll theme: BibTeX with additional fields for its publication page.

``abbr`` is the badge (the venue's short name); ``bibtex_show`` adds the BibTeX button; ``arxiv``, ``html``, ``pdf``,
``code``, ``slides``, ``poster``, ``video``, ``website``, ``blog`` and ``supp`` become buttons; ``selected`` shows the
paper on the front page; ``annotation`` names the authors who contributed equally. Fields that a work already has are
unchanged. The reader takes the identifier, the URL and the marks of authors from these fields.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from citekit.formats._rich import plain
from citekit.formats.bibtex import read, write
from citekit.formats.files import read_back
from citekit.model.ids import normal_arxiv
from citekit.model.links import arxiv_id, safe_address
from citekit.model.name import EQUAL
from citekit.model.work import Value, Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.config import BibtexSettings
from citekit.runtime.span import Source

NAME = "alfolio"
SUFFIXES = ()
HOLDS_LATEX = True
BEGINS = re.compile(r"\A\ufeff?\s*+---[ \t]*+\r?\n---[ \t]*+\r?\n\s*+(?>(?:%[^\n]*+\s*+)*)@[A-Za-z]{2,30}\s{0,9}[{(]")

_FRONT_MATTER = "---\n---\n\n"
_MADE = ("abbr", "bibtex_show", "arxiv", "html", "annotation")
_EQUAL_NOTE = re.compile(r"Equal contribution: (.{1,4000})")
_ACRONYM = re.compile(r"\b[A-Z][A-Za-z]{0,3}[A-Z]{1,6}\b")
_IN_BRACKETS = re.compile(r"\(([A-Z][A-Za-z-]{1,14})(?:[ '’]?\d{2,4})?\)")
_RESOLVER = re.compile(r"https?://(?:(?:dx\.)?doi\.org|(?:www\.)?arxiv\.org)/", re.IGNORECASE)


def dumps(library: Works | Iterable[Work], settings: BibtexSettings | None = None) -> str:
    """Write the library as BibTeX after the empty front matter that Jekyll needs to process the file."""
    return _FRONT_MATTER + write.dumps([page_entry(work) for work in library], settings)


def loads(source: Source) -> Works:
    """Read the BibTeX after the front matter, and undo what :func:`page_entry` adds."""
    library = read.loads(source)
    return replace(library, works=tuple(map(_bibliographic, library)))


def _bibliographic(work: Work) -> Work:
    fields, variables = dict(work.fields), dict(work.variables)
    number = normal_arxiv(fields.get("arxiv", ""), keep_version=True)
    if number and "eprint" not in fields:
        fields |= {"eprint": number, "archiveprefix": "arXiv"}
    address = fields.get("html", "")
    if safe_address(address).startswith("http"):
        variables.setdefault("URL", address)
    note = _EQUAL_NOTE.fullmatch(fields.get("annotation", "") or work.text("annote"))
    equal = set(note[1].split(", ")) if note else set()
    if equal and work.author:
        variables["author"] = tuple(name.marked(EQUAL) if str(name) in equal else name for name in work.author)
    bare = Work(work.type, work.id, variables, {n: v for n, v in fields.items() if n not in _MADE})
    made = page_entry(bare)
    for name in _MADE:  # page_entry adds the same value again, so it is not a fact of the work
        if fields.get(name) == made.fields.get(name) or (name == "arxiv" and number):
            fields.pop(name, None)
        if name == "annotation" and equal:
            variables.pop("annote", None)
    return replace(bare, variables=variables, fields=fields)


def page_entry(work: Work) -> Work:
    """Add al-folio's fields to a work, and remove the marks in its name lists, which Jekyll's parser cannot read."""
    variables: dict[str, Value] = {
        name: tuple(replace(person, marks=()) for person in value) if isinstance(value, tuple) else value
        for name, value in work.variables.items()
    }
    address = work.text("URL")
    names = [str(name) for name in work.author if EQUAL in name.marks]
    made = {
        "abbr": abbreviation(work),
        "bibtex_show": "true",
        "arxiv": re.sub(r"v\d+$", "", arxiv_id(work)),
        "html": address if safe_address(address) and not _RESOLVER.match(address) else "",
        "annotation": (f"Equal contribution: {', '.join(names)}" if len(names) > 1 else ""),
    }
    fields = {**{name: text for name, text in made.items() if text}, **work.fields}
    return replace(work, variables=variables, fields=fields)


def abbreviation(work: Work) -> str:
    """Return the venue's short name: the given one, or an acronym in its name; else an empty string."""
    short = plain(work.text("container-title-short"))
    title = plain(work.text("container-title"))
    bracketed = _IN_BRACKETS.search(title)
    if short or bracketed:
        return short or (bracketed[1] if bracketed else "")
    acronyms = [word for word in _ACRONYM.findall(title) if word not in ("IEEE", "ACM", "USENIX")]
    return acronyms[0] if acronyms else "arXiv" if arxiv_id(work) and not title else ""


losses = read_back(loads, dumps)
"""Report what is missing or different when the file is read again: of the marks, only equal contribution is written."""

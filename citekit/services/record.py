"""What a catalogue knows of one publication, whichever catalogue it is."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Literal

from citekit.formats.csljson import item, loads
from citekit.model.identity.comparison_record import ComparisonRecord, describe
from citekit.model.ids import ARXIV_DOI, doi_of_value, identifier_of_url, normal_arxiv
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source
from citekit.services.arxiv.claims import malformed_eprint

Fate = Literal["", "concern", "withdrawn", "retracted"]
FATES: tuple[Fate, ...] = ("", "concern", "withdrawn", "retracted")
"""The fate of a publication, the mildest first."""

_MARK = re.compile(
    r"\A\s*[\[(]?\b(?P<what>retracted|retraction|withdrawn|withdrawal|removed)\b(?:\s+(?:article|paper|chapter|note|notice))?[\])]?\s*"
    r"(?P<end>[:\-–—]|(?<=[\])]))\s*",
    re.IGNORECASE,
)
_NOTICE = re.compile(
    r"\A\s*(?:(?:notice|statement) of )?(?P<what>retraction|withdrawal)(?: notice| note)?\s*(?:(?:to|of|for)\b\s*:?|:)\s*",
    re.IGNORECASE,
)
_MARK_BEHIND = re.compile(r"[\[(](?P<what>retracted|retraction|withdrawn)\b[^\[\]()]{0,80}[\])]$", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,400}>")
# Addresses that name one work, and not the page of a publisher that may be about several.
_RESOLVER = re.compile(
    r"https?://(?:(?:dx\.|www\.)?doi\.org|arxiv\.org|pubmed\.ncbi\.nlm\.nih\.gov|www\.ncbi\.nlm\.nih\.gov/pubmed)/",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class ServiceRecord:
    """A publication as one catalogue describes it.

    ``catalogue`` is its source. ``years`` are all in which it may have appeared, ``titles`` and ``venues``
    the names it has next to those of ``work``. ``published`` are identifiers of the version that was printed.
    ``is_whole`` is false for what is not cited as a publication: a figure, a review, an issue.
    """

    catalogue: str
    work: Work
    years: frozenset[int] = frozenset()
    titles: tuple[str, ...] = ()
    venues: tuple[str, ...] = ()
    fate: Fate = ""
    published: tuple[str, ...] = ()
    is_whole: bool = True

    @cached_property
    def known_fate(self) -> Fate:
        """Its fate, by the catalogue or by a mark in its title (``RETRACTED ARTICLE: …``)."""
        return max(self.fate, unmarked(self.work.text("title"))[1], key=FATES.index)

    @cached_property
    def description(self) -> ComparisonRecord:
        """The record as publications are compared."""
        return describe(self.work)

    @cached_property
    def identifiers(self) -> frozenset[str]:
        """``doi:…``, ``arxiv:…``, ``pmid:…``: what it can be requested by."""
        return identifiers_of(self.work)

    def as_text(self) -> str:
        """Return the record in one line of JSON, as it is stored."""
        facts = {
            "catalogue": self.catalogue, "item": item(self.work), "years": sorted(self.years), "titles": self.titles,
            "venues": self.venues, "fate": self.fate, "published": self.published, "is_whole": self.is_whole,
        }  # fmt: skip
        return json.dumps(facts, ensure_ascii=False)

    @classmethod
    def of_text(cls, text: str) -> ServiceRecord:
        """Return the record that :meth:`as_text` wrote."""
        facts = json.loads(text)
        lists = {name: tuple(facts[name]) for name in ("titles", "venues", "published")}
        work, years = work_of(facts["item"]), frozenset(facts["years"])
        return cls(facts["catalogue"], work, years, fate=facts["fate"], is_whole=facts["is_whole"], **lists)


def unmarked(title: str) -> tuple[str, Fate]:
    """Return a title without the mark that publishers put into it when a work is retracted or withdrawn, and what that mark states.

    >>> unmarked("[RETRACTED] Lazy queues"), unmarked("Retraction in lazy queues")
    (('Lazy queues', 'retracted'), ('Retraction in lazy queues', ''))
    """
    for pattern in (_MARK, _NOTICE):
        if (found := pattern.match(title)) and title[found.end() :].strip():
            return title[found.end() :], _fate_of(found["what"])
    bare = title.rstrip()
    if (found := _MARK_BEHIND.search(bare)) and (plain := bare[: found.start()].rstrip()):
        return plain, _fate_of(found["what"])
    return title, ""


def _fate_of(word: str) -> Fate:
    return "withdrawn" if word.lower().startswith("withdr") else "retracted"


def work_of(facts: Mapping[str, Any]) -> Work:
    """Return the work of an item of CSL-JSON; values that are empty are left out."""
    whole = {"id": "", **{name: value for name, value in facts.items() if value}}
    return loads(Source("a catalogue", json.dumps([whole]))).works[0]


def identifiers_of(work: Work) -> frozenset[str]:
    """Return the identifiers by which a work can be requested, also that of a resolver's URL next to another one.

    An arXiv DOI is the arXiv identifier that it stands for.
    """
    found = set(describe(work).identifiers)
    address = work.text("URL")
    resolved = identifier_of_url(address) if _RESOLVER.match(address) else None
    if resolved and resolved.kind in ("doi", "arxiv", "pmid"):
        found.add(
            f"{resolved.kind}:{normal_arxiv(resolved.value) if resolved.kind == 'arxiv' else resolved.value.lower()}"
        )
    for doi in [name.removeprefix("doi:") for name in found if name.startswith(f"doi:{ARXIV_DOI}")]:
        if number := normal_arxiv(doi):
            found.add(f"arxiv:{number}")
    return frozenset(name for name in found if name.partition(":")[0] in ("doi", "arxiv", "pmid"))


def malformed_identifiers(work: Work) -> list[tuple[str, str]]:
    """Values of the fields for identifiers that are malformed, each with its kind: ``2103.XXXXX`` is not an arXiv identifier."""
    found = []
    if eprint := malformed_eprint(work):
        found.append(("arxiv", eprint))
    doi = work.text("DOI").strip()
    if doi and not doi_of_value(doi) and not _SHORT_DOI.search(doi):
        found.append(("doi", doi))
    return found


# A short DOI, which stands for a longer one (shortdoi.org).
_SHORT_DOI = re.compile(r"\b10/[a-z0-9]{3,}")


def clean(text: object) -> str:
    """Return a text of a catalogue without markup and line breaks; what was escaped twice is unescaped twice."""
    plain = html.unescape(html.unescape(text)) if isinstance(text, str) else ""
    return " ".join(_TAG.sub("", plain).split())


def texts(values: object) -> list[str]:
    """Return the texts of a list that a catalogue gives, or the one that it gives in place of a list.

    Empty texts are omitted.
    """
    listed: Iterable[object] = values if isinstance(values, list) else [values]
    return [text for value in listed if (text := clean(value))]


def part(value: object, *names: str) -> Any:
    """Return the value at a path of names in a JSON object.

    Return an empty mapping if it is missing.
    """
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return {} if value is None else value


def rows(value: object) -> list[dict[str, Any]]:
    """Return the objects of a list of JSON."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def years_in(values: Iterable[object]) -> frozenset[int]:
    """Return the years of numbers, of dates as text, and of CSL's dates."""
    found = set()
    for value in values:
        first = part(value, "date-parts") or value
        while isinstance(first, list) and first:
            first = first[0]
        digits = str(first)[:4]
        if digits.isdecimal() and len(digits) == 4:  # a year
            found.add(int(digits))
    return frozenset(found)

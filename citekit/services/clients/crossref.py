"""Crossref: what publishers register of journal articles, proceedings, chapters, books, preprints.

Source: Crossref's documentation of its REST interface (``filter=doi:`` takes many, ``query.bibliographic`` is made for
references; responses with lists are limited to one in a second, to three for those who leave an address).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote, urlencode

from citekit.model.ids import normal_doi
from citekit.runtime.registry import pairs
from citekit.services.record import FATES, Fate, ServiceRecord, clean, part, rows, texts, work_of, years_in
from citekit.services.service import AnswerError, Request, SearchQuery, Service, json_of, limits_of, listed

_ADDRESS = "https://api.crossref.org/works"
_SELECTED = (
    "DOI,type,title,subtitle,original-title,author,editor,container-title,short-container-title,issued,published-print,"
    "published-online,published,volume,issue,page,article-number,publisher,ISBN,relation,updated-by,event"
)
_TYPES = pairs("citekit.services", "types.tsv")["crossref"]
_PARTS = frozenset(
    "component peer-review journal journal-issue journal-volume grant book-series report-component".split()
)
_FATES: dict[str, Fate] = {
    "retraction": "retracted", "partial_retraction": "retracted", "removal": "retracted", "withdrawal": "withdrawn",
    "expression_of_concern": "concern",
}  # fmt: skip
_DATES = ("issued", "published", "published-print", "published-online")


def record_of(message: dict[str, Any]) -> ServiceRecord:
    """Return a work of Crossref's as a record."""
    titles, subtitles = texts(message.get("title")), texts(message.get("subtitle"))
    venues = texts(message.get("container-title"))
    kind = str(message.get("type", ""))
    work = work_of(
        {
            "type": _TYPES.get(kind, "document"),
            "title": titles[0] if titles else "",
            "DOI": normal_doi(clean(message.get("DOI"))),
            "container-title": venues[-1] if venues else "",
            "volume": clean(message.get("volume")),
            "issue": clean(message.get("issue")),
            "page": clean(message.get("page")),
            "number": clean(message.get("article-number")),
            "publisher": clean(message.get("publisher")),
            "author": _people(message.get("author")),
            "editor": _people(message.get("editor")),
            "ISBN": " ".join(text.rpartition("/")[2] for text in texts(message.get("ISBN"))),
            "issued": next((date for name in _DATES if years_in([date := message.get(name)])), None),
        }
    )
    others = [f"{titles[0]}: {sub}" for sub in subtitles[:1] if titles]
    updates = [_FATES.get(str(one.get("type", "")).replace("-", "_"), "") for one in rows(message.get("updated-by"))]
    relation = part(message, "relation", "is-preprint-of")
    return ServiceRecord(
        "Crossref",
        work,
        years_in(message.get(name) for name in _DATES),
        (*others, *titles[1:], *texts(message.get("original-title"))),
        (*venues[:-1], *texts(message.get("short-container-title")), *texts(part(message, "event", "name"))),
        max((fate for fate in updates), key=FATES.index, default=""),
        tuple(f"doi:{normal_doi(str(one['id']))}" for one in rows(relation) if one.get("id-type") == "doi"),
        kind not in _PARTS,
    )


def _people(listed: object) -> list[dict[str, str]]:
    people = []
    for person in rows(listed):
        family, given = clean(person.get("family")), clean(person.get("given"))
        name = {"family": family, "given": given, "suffix": clean(person.get("suffix"))}
        people.append(name if family else {"literal": clean(person.get("name")) or given})
    return [person for person in people if any(person.values())]


class Crossref(Service):
    """Crossref as a service."""

    name = "Crossref"
    limits = limits_of("api.crossref.org", 1.0)
    kinds = frozenset({"paper", "book", "part"})
    identifiers = frozenset({"doi"})
    batch = 30
    needs_alone = frozenset(",")
    tells_fates = True

    def identified(self, identifiers: Sequence[str]) -> Request:
        wanted = ",".join(i for i in identifiers)
        return Request(f"{_ADDRESS}?{urlencode({'filter': wanted, 'rows': len(identifiers), 'select': _SELECTED})}")

    def alone(self, identifier: str) -> Request:
        """Return the request for one DOI; a comma ends a filter, so a DOI with one is requested like this."""
        return Request(f"{_ADDRESS}/{quote(identifier.removeprefix('doi:'), safe='')}")

    def searched(self, question: SearchQuery) -> Request:
        words = " ".join(filter(None, (question.title, *question.families, str(question.year or ""))))
        return Request(f"{_ADDRESS}?{urlencode({'query.bibliographic': words, 'rows': 8, 'select': _SELECTED})}")

    def read(self, body: bytes) -> list[ServiceRecord]:
        answer = json_of(body, "Crossref")
        message = part(answer, "message")
        if part(answer, "status") not in ("ok", {}) or not isinstance(message, dict):
            raise AnswerError("Crossref returned an error instead of records", "try again later")
        items = [message] if message.get("DOI") else rows(listed(message.get("items"), "Crossref"))
        return [record_of(one) for one in items if one.get("DOI")]


SERVICE = Crossref()

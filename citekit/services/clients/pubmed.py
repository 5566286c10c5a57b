"""PubMed: medicine and the life sciences.

Source: NCBI, "Entrez Programming Utilities Help" (three requests in a second; summaries of many numbers at once).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from citekit.model.ids import normal_doi
from citekit.runtime import patterns as re
from citekit.services.record import Fate, ServiceRecord, clean, part, rows, texts, work_of, years_in
from citekit.services.service import AnswerError, Request, SearchQuery, Service, json_of, limits_of, listed

_ADDRESS = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"
_ODD = re.compile(r"[\[\]\"():]+")


def _summaries(numbers: Sequence[str]) -> Request:
    return Request(f"{_ADDRESS}/esummary.fcgi?{_query(id=','.join(numbers))}")


def _query(**parameters: str) -> str:
    return urlencode({"db": "pubmed", "retmode": "json", "tool": "citekit", **parameters})


def _record(facts: dict[str, Any]) -> ServiceRecord:
    ids = {str(one.get("idtype")): clean(one.get("value")) for one in rows(facts.get("articleids"))}
    years = years_in([facts.get("pubdate"), facts.get("epubdate")])
    kinds = texts(facts.get("pubtype"))
    title = clean(facts.get("title")).removesuffix(".").strip("[]")
    work = work_of(
        {
            "type": "article-journal",
            "title": title,
            "author": [_person(name) for one in rows(facts.get("authors")) if (name := clean(one.get("name")))],
            "container-title": clean(facts.get("fulljournalname")) or clean(facts.get("source")),
            "volume": clean(facts.get("volume")),
            "issue": clean(facts.get("issue")),
            "page": clean(facts.get("pages")),
            "DOI": normal_doi(ids.get("doi", "")),
            "PMID": ids.get("pubmed") or clean(facts.get("uid")),
            "issued": {"date-parts": [[min(years)]]} if years else None,
        }
    )
    fate: Fate = "retracted" if "Retracted Publication" in kinds else ""
    original = tuple(texts(facts.get("vernaculartitle")))
    return ServiceRecord("PubMed", work, years, original, tuple(texts(facts.get("source"))), fate)


def _person(name: str) -> dict[str, str]:
    """``Smith JA`` in its parts; a body stays whole."""
    family, _, initials = name.rpartition(" ")
    return {"family": family, "given": initials} if family and initials.isupper() else {"literal": name}


class PubMed(Service):
    """PubMed as a service."""

    name = "PubMed"
    limits = limits_of("eutils.ncbi.nlm.nih.gov", 0.4)
    kinds = frozenset({"paper"})
    identifiers = frozenset({"pmid"})
    batch = 200
    tells_fates = True
    in_steps = True

    def identified(self, identifiers: Sequence[str]) -> Request:
        return _summaries([i.removeprefix("pmid:") for i in identifiers])

    def searched(self, question: SearchQuery) -> Request:
        words = " ".join(_ODD.sub(" ", question.title).split())
        return Request(f"{_ADDRESS}/esearch.fcgi?{_query(term=f'{words}[Title]', retmax='8')}")

    def then(self, body: bytes) -> Request | None:
        """Return the request for the records whose numbers a search found."""
        found = part(json_of(body, "PubMed"), "esearchresult")
        if part(found, "ERROR"):
            raise AnswerError("PubMed returned an error instead of records", "try again later")
        numbers = [number for number in texts(listed(part(found, "idlist"), "PubMed")) if number.isdecimal()]
        return _summaries(numbers) if numbers else None

    def read(self, body: bytes) -> list[ServiceRecord]:
        found = part(json_of(body, "PubMed"), "result")
        numbers = listed(part(found, "uids"), "PubMed")
        items = rows([found.get(str(number)) for number in numbers])
        return [_record(one) for one in items if one.get("title") and not one.get("error")]


SERVICE = PubMed()

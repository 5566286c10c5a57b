"""Semantic Scholar: works of all fields; the one catalogue whose records join arXiv's identifiers and DOIs.

Source: the documentation of its Graph interface (five hundred identifiers in a request; responses in the order of the request,
with null for what is not known). Its years are those of first versions, and its names often have initials only.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from citekit.model.identity.people import name_of
from citekit.model.ids import normal_doi
from citekit.services.record import ServiceRecord, clean, part, rows, work_of, years_in
from citekit.services.service import Request, SearchQuery, Service, json_of, limits_of, listed

_ADDRESS = "https://api.semanticscholar.org/graph/v1/paper"
_FIELDS = "title,authors,year,venue,externalIds,journal,publicationDate,publicationTypes"
_NAMES = {"doi": "DOI", "arxiv": "ARXIV", "pmid": "PMID"}


def _record(facts: dict[str, Any]) -> ServiceRecord:
    ids, journal = part(facts, "externalIds"), part(facts, "journal")
    venue = clean(facts.get("venue")) or clean(part(journal, "name"))
    year, doi = facts.get("year"), normal_doi(str(ids.get("DOI") or ""))
    arxiv = clean(ids.get("ArXiv"))
    is_preprint = "arxiv" in venue.lower() or (not venue and bool(arxiv))
    work = work_of(
        {
            "type": "article" if is_preprint else "article-journal" if journal else "document",
            "title": clean(facts.get("title")),
            "DOI": doi,
            "container-title": venue,
            "volume": "" if is_preprint else clean(part(journal, "volume")),
            "page": clean(part(journal, "pages")),
            "issued": {"date-parts": [[year]]} if isinstance(year, int) else None,
            "PMID": str(ids.get("PubMed") or ""),
            "custom": {"eprint": arxiv, "archiveprefix": "arXiv"} if arxiv else None,
        }
    ).with_variables(
        author=tuple(name_of(name) for one in rows(facts.get("authors")) if (name := clean(one.get("name"))))
    )
    return ServiceRecord("Semantic Scholar", work, years_in([year, facts.get("publicationDate")]))


class SemanticScholar(Service):
    """SemanticScholar as a service."""

    name = "Semantic Scholar"
    limits = limits_of("api.semanticscholar.org", 1.2)
    kinds = frozenset({"paper"})
    identifiers = frozenset(_NAMES)
    batch = 500
    is_copy = True

    def identified(self, identifiers: Sequence[str]) -> Request:
        pairs = (i.partition(":") for i in identifiers)
        posted = json.dumps({"ids": [f"{_NAMES[kind]}:{value}" for kind, _, value in pairs]}).encode()
        return Request(f"{_ADDRESS}/batch?{urlencode({'fields': _FIELDS})}", posted)

    def searched(self, question: SearchQuery) -> Request:
        return Request(f"{_ADDRESS}/search?{urlencode({'query': question.title, 'limit': 8, 'fields': _FIELDS})}")

    def read(self, body: bytes) -> list[ServiceRecord]:
        answer = json_of(body, "Semantic Scholar")
        if isinstance(answer, dict) and answer.get("total") == 0 and "data" not in answer:
            return []
        found = listed(answer if isinstance(answer, list) else part(answer, "data"), "Semantic Scholar")
        return [_record(one) for one in rows(found) if one.get("title")]


SERVICE = SemanticScholar()

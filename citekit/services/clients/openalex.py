"""OpenAlex: works of all fields, gathered from other catalogues, with retractions and the places of preprints.

Source: OpenAlex's documentation (``filter=doi:`` takes fifty DOIs between bars; a search costs a hundredth of what a
day allows). Its joined records are sometimes of two works, so it is never the only witness of a difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote, urlencode

from citekit.model.identity.people import name_of
from citekit.model.ids import normal_arxiv, normal_doi
from citekit.runtime import patterns as re
from citekit.runtime.registry import pairs
from citekit.services.record import ServiceRecord, clean, part, rows, work_of, years_in
from citekit.services.service import Request, SearchQuery, Service, json_of, limits_of, listed

_ADDRESS = "https://api.openalex.org/works"
_SELECTED = "id,doi,title,publication_year,type,authorships,biblio,primary_location,locations,ids,is_retracted"
_TYPES = pairs("citekit.services", "types.tsv")["openalex"]
_ODD = re.compile(r"[,|:!\"*?~\\]")


def record_of(facts: dict[str, Any]) -> ServiceRecord:
    """Return a work of OpenAlex's as a record."""
    volume, issue, first, last = (
        clean(part(facts, "biblio", name)) for name in ("volume", "issue", "first_page", "last_page")
    )
    source = part(facts, "primary_location", "source", "display_name")
    addresses = [
        str(one.get(name) or "") for one in rows(facts.get("locations")) for name in ("landing_page_url", "pdf_url")
    ]
    arxiv = next((found for a in addresses if "arxiv" in a.lower() and (found := normal_arxiv(a))), "")
    people = [
        clean(one.get("raw_author_name")) or clean(part(one, "author", "display_name"))
        for one in rows(facts.get("authorships"))
    ]
    year = facts.get("publication_year")
    work = work_of(
        {
            "type": _TYPES.get(str(facts.get("type", "")), "document"),
            "title": clean(facts.get("title")),
            "DOI": normal_doi(str(facts.get("doi") or "")),
            "container-title": clean(source),
            "volume": volume,
            "issue": issue,
            "page": "-".join(filter(None, (first, last))),
            "issued": {"date-parts": [[year]]} if isinstance(year, int) else None,
            "PMID": str(part(facts, "ids", "pmid") or "").rpartition("/")[2],
            "custom": {"eprint": arxiv, "archiveprefix": "arXiv"} if arxiv else None,
        }
    ).with_variables(author=tuple(name_of(name) for name in people if name))
    return ServiceRecord(
        "OpenAlex", work, years_in([year]), fate="retracted" if facts.get("is_retracted") is True else ""
    )


class OpenAlex(Service):
    """OpenAlex as a service."""

    name = "OpenAlex"
    limits = limits_of("api.openalex.org", 1.0)
    kinds = frozenset({"paper", "book", "part", "thesis"})
    identifiers = frozenset({"doi"})
    batch = 50
    needs_alone = frozenset(",|")
    tells_fates = True
    is_copy = True
    origin = "Crossref"

    def identified(self, identifiers: Sequence[str]) -> Request:
        dois = "|".join(i.removeprefix("doi:") for i in identifiers)
        return Request(
            f"{_ADDRESS}?{urlencode({'filter': f'doi:{dois}', 'per_page': len(identifiers), 'select': _SELECTED})}"
        )

    def alone(self, identifier: str) -> Request:
        return Request(
            f"{_ADDRESS}/doi:{quote(identifier.removeprefix('doi:'), safe='')}?{urlencode({'select': _SELECTED})}"
        )

    def searched(self, question: SearchQuery) -> Request:
        title = " ".join(_ODD.sub(" ", question.title).split())
        return Request(
            f"{_ADDRESS}?{urlencode({'filter': f'title.search:{title}', 'per_page': 8, 'select': _SELECTED})}"
        )

    def read(self, body: bytes) -> list[ServiceRecord]:
        answer = json_of(body, "OpenAlex")
        single = isinstance(answer, dict) and answer.get("id") and "results" not in answer
        works = [answer] if single else listed(part(answer, "results"), "OpenAlex")
        return [record_of(one) for one in rows(works) if one.get("title")]


SERVICE = OpenAlex()

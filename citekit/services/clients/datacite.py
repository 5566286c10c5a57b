"""DataCite: data, software, theses, reports, and the DOIs that arXiv gives.

Source: DataCite's documentation of its REST interface (``ids`` takes many DOIs; ``query`` searches fields).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote, urlencode

from citekit.model.ids import ARXIV_DOI, normal_arxiv, normal_doi
from citekit.runtime.registry import pairs
from citekit.services.record import ServiceRecord, clean, part, rows, work_of, years_in
from citekit.services.service import AnswerError, Request, SearchQuery, Service, json_of, limits_of, listed

_ADDRESS = "https://api.datacite.org/dois"
_TYPES = pairs("citekit.services", "types.tsv")["datacite"]
_PRINTED = frozenset({"IsPreviousVersionOf", "IsPreprintOf"})
# Years by which the Buddhist calendar is ahead, in which Thai records count.
_BUDDHIST = 543


def _record(facts: dict[str, Any]) -> ServiceRecord:
    titles = [clean(one.get("title")) for one in rows(facts.get("titles"))]
    box, kinds, publisher = part(facts, "container"), part(facts, "types"), facts.get("publisher")
    years = years_in([facts.get("publicationYear"), *(one.get("date") for one in rows(facts.get("dates")))])
    doi = normal_doi(clean(facts["doi"]))
    pages = "-".join(filter(None, (clean(part(box, "firstPage")), clean(part(box, "lastPage")))))
    year = clean(str(facts.get("publicationYear") or ""))
    arxiv = normal_arxiv(doi) if doi.startswith(ARXIV_DOI) else ""
    work = work_of(
        {
            "type": _TYPES.get(clean(part(kinds, "resourceTypeGeneral")), "document"),
            "title": titles[0] if titles else "",
            "DOI": doi,
            "author": [_person(one) for one in rows(facts.get("creators")) if one.get("name")],
            "container-title": clean(part(box, "title")),
            "volume": clean(part(box, "volume")),
            "issue": clean(part(box, "issue")),
            "page": pages,
            "publisher": clean(publisher if isinstance(publisher, str) else part(publisher, "name")),
            "issued": {"date-parts": [[int(year)]]} if year.isdecimal() else None,
            "custom": {"eprint": arxiv, "archiveprefix": "arXiv"} if arxiv else None,
        }
    )
    printed = [
        f"doi:{normal_doi(str(one.get('relatedIdentifier')))}"
        for one in rows(facts.get("relatedIdentifiers"))
        if one.get("relationType") in _PRINTED and one.get("relatedIdentifierType") == "DOI"
    ]
    # no western year of a publication; 2400 BE is 1857
    western = frozenset(year - _BUDDHIST for year in years if year > 2400)
    return ServiceRecord("DataCite", work, years | western, tuple(titles[1:]), published=tuple(printed))


def _person(creator: dict[str, Any]) -> dict[str, str]:
    if creator.get("familyName"):
        return {"family": clean(creator["familyName"]), "given": clean(creator.get("givenName"))}
    name = clean(creator["name"])
    family, comma, given = name.partition(", ")
    is_one = comma and ";" not in name and creator.get("nameType") != "Organizational"
    return {"family": family, "given": given} if is_one else {"literal": name}


class DataCite(Service):
    """DataCite as a service."""

    name = "DataCite"
    limits = limits_of("api.datacite.org", 1.0)
    kinds = frozenset({"data"})
    identifiers = frozenset({"doi", "arxiv"})
    batch = 40
    needs_alone = frozenset(",")

    def identified(self, identifiers: Sequence[str]) -> Request:
        ids = ",".join(ARXIV_DOI + i[6:] if i.startswith("arxiv:") else i.removeprefix("doi:") for i in identifiers)
        return Request(f"{_ADDRESS}?{urlencode({'ids': ids, 'page[size]': len(identifiers)})}")

    def alone(self, identifier: str) -> Request:
        doi = ARXIV_DOI + identifier[6:] if identifier.startswith("arxiv:") else identifier.removeprefix("doi:")
        return Request(f"{_ADDRESS}/{quote(doi, safe='')}")

    def searched(self, question: SearchQuery) -> Request:
        title = question.title.replace("\\", " ").replace('"', " ")
        query = f'titles.title:"{title}"'
        return Request(f"{_ADDRESS}?{urlencode({'query': query, 'page[size]': 8})}")

    def read(self, body: bytes) -> list[ServiceRecord]:
        answer = json_of(body, "DataCite")
        data = part(answer, "data")
        if part(answer, "errors"):
            raise AnswerError("DataCite returned an error instead of records", "try again later")
        items = [data] if isinstance(data, dict) and data else listed(data, "DataCite")
        found = [one["attributes"] for one in rows(items) if isinstance(one.get("attributes"), dict)]
        return [_record(facts) for facts in found if facts.get("doi")]


SERVICE = DataCite()

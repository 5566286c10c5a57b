"""Services played from items in their own shapes: what a question finds among them is answered as the service would."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from citekit.model.identity.titles import title_of
from citekit.model.ids import normal_doi
from citekit.runtime.http import FetchError, FetchResult

Item = dict[str, Any]

_SERVICES = {
    "api.crossref.org": "crossref", "api.datacite.org": "datacite", "api.openalex.org": "openalex", "dblp.org": "dblp",
    "api.semanticscholar.org": "semantic_scholar", "eutils.ncbi.nlm.nih.gov": "pubmed", "doi.org": "doi",
}  # fmt: skip


@dataclass
class Played:
    """The items of each service by its name; ``asked`` are the addresses, ``broken`` the services that fail."""

    items: dict[str, list[Item]]
    broken: set[str] = field(default_factory=set)
    asked: list[str] = field(default_factory=list)

    def get(self, address: str, question: bytes = b"") -> FetchResult:
        """The answer of the service that an address belongs to."""
        parts = urlsplit(address)
        service = _SERVICES[parts.hostname or ""]
        self.asked.append(f"{address} {question.decode()}".strip())
        if service in self.broken:
            raise FetchError(f"{service} is busy")
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        answer = getattr(self, f"_{service}")(parts.path, query, question)
        return FetchResult(address, json.dumps(answer).encode(), "application/json")

    def _crossref(self, path: str, query: dict[str, str], _: bytes) -> Item:
        own = self.items.get("crossref", [])
        if path.startswith("/works/"):
            return {"status": "ok", "message": own[0] if own else {"items": []}}
        if "filter" in query:
            wanted = {part.removeprefix("doi:") for part in query["filter"].split(",")}
            found = [item for item in own if item["DOI"].lower() in wanted]
        else:
            found = nearest(own, lambda item: " ".join(item.get("title") or []), query["query.bibliographic"])
        return {"status": "ok", "message-type": "work-list", "message": {"items": found}}

    def _datacite(self, path: str, query: dict[str, str], _: bytes) -> Item:
        own = self.items.get("datacite", [])
        if path.startswith("/dois/"):
            return {"data": []}
        if "ids" in query:
            wanted = {doi.lower() for doi in query["ids"].split(",")}
            return {"data": [item for item in own if item["attributes"]["doi"].lower() in wanted]}
        return {"data": nearest(own, _datacite_title, query["query"])}

    def _openalex(self, path: str, query: dict[str, str], _: bytes) -> Item:
        own = self.items.get("openalex", [])
        if path.startswith("/works/"):
            return {"results": []}
        kind, _, value = query["filter"].partition(":")
        if kind == "doi":
            wanted = set(value.split("|"))
            return {"results": [item for item in own if normal_doi(item.get("doi") or "") in wanted]}
        return {"results": nearest(own, lambda item: item.get("title") or "", value)}

    def _dblp(self, path: str, query: dict[str, str], _: bytes) -> Item:
        found = nearest(self.items.get("dblp", []), lambda item: item["info"].get("title", ""), query["q"], 1.0)
        return {"result": {"query": query["q"], "hits": {"hit": found} if found else {}}}

    def _semantic_scholar(self, path: str, query: dict[str, str], question: bytes) -> Any:
        own = self.items.get("semantic_scholar", [])
        if not question:
            return {"data": nearest(own, lambda item: item["title"], query["query"])}
        named = {"DOI": "DOI", "ARXIV": "ArXiv", "PMID": "PubMed"}
        pairs = [name.split(":", 1) for name in json.loads(question)["ids"]]
        return [
            next((i for i in own if i["externalIds"].get(named[kind], "").lower() == value), None)
            for kind, value in pairs
        ]

    def _pubmed(self, path: str, query: dict[str, str], _: bytes) -> Item:
        own = self.items.get("pubmed", [])
        if "esearch" in path:
            found = nearest(own, lambda item: item["title"], query["term"].removesuffix("[Title]"), 1.0)
            return {"esearchresult": {"idlist": [item["uid"] for item in found]}}
        wanted = query["id"].split(",")
        found = {i["uid"]: i for i in own if i["uid"] in wanted}
        return {"result": {"uids": wanted, **{uid: found.get(uid, {"uid": uid, "error": "unknown"}) for uid in wanted}}}

    def _doi(self, path: str, query: dict[str, str], _: bytes) -> list[Item]:
        known = {normal_doi(str(item.get("DOI"))) for item in self.items.get("crossref", [])}
        known |= {item["attributes"]["doi"].lower() for item in self.items.get("datacite", [])}
        known |= {item["DOI"] for item in self.items.get("doi", [])}
        dois = [unquote(doi) for doi in path.removeprefix("/doiRA/").split(",")]
        return [{"DOI": d, **({"RA": "Crossref"} if d in known else {"status": "DOI does not exist"})} for d in dois]


def _datacite_title(item: Item) -> str:
    titles = item["attributes"].get("titles") or [{}]
    return str(titles[0].get("title") or "")


def nearest(items: list[Item], title: Any, asked: str, share: float = 0.5) -> list[Item]:
    """The eight items whose titles have the most of the words asked for, the rarest counting most."""
    words = set(title_of(asked).words)
    each = [(set(title_of(title(item)).words), item) for item in items]
    often = Counter(word for own, _ in each for word in own)

    def weight(some: set[str]) -> float:
        return sum(1 / (1 + often[word]) for word in some)

    ranked = sorted(each, key=lambda pair: -weight(pair[0] & words) / (1 + weight(pair[0])))
    return [item for own, item in ranked[:8] if own and len(own & words) >= share * min(len(own), len(words))]

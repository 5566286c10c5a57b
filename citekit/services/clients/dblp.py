"""DBLP: computer science, conferences without DOIs among them.

Source: DBLP, "How to use the dblp search API". Its pages may be after a test for machines, which counts as silence.
"""

from __future__ import annotations

import json
from urllib.parse import urlencode

from citekit.formats import dblp
from citekit.runtime import patterns as re
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.span import Source
from citekit.services.record import ServiceRecord, part, rows, years_in
from citekit.services.service import AnswerError, Request, SearchQuery, Service, json_of, limits_of, listed

_ADDRESS = "https://dblp.org/search/publ/api"
_ODD = re.compile(r"[^\w']+")


class Dblp(Service):
    """DBLP as a service."""

    name = "DBLP"
    limits = limits_of("dblp.org", 1.5)
    kinds = frozenset({"paper"})

    def searched(self, question: SearchQuery) -> Request:
        words = " ".join(_ODD.sub(" ", question.title).split())
        return Request(f"{_ADDRESS}?{urlencode({'q': words, 'format': 'json', 'h': 8})}")

    def read(self, body: bytes) -> list[ServiceRecord]:
        result = part(json_of(body, "DBLP"), "result")
        hits = result.get("hits") if isinstance(result, dict) else None
        if not isinstance(hits, dict) or str(part(result, "status", "@code") or "200") != "200":
            raise AnswerError("DBLP returned an error instead of records", "try again later")
        none = "hit" not in hits and str(hits.get("@total", "0")) == "0"
        found = []
        for hit in rows([] if none else listed(hits.get("hit"), "DBLP")):
            text = json.dumps({"result": {"query": "", "hits": {"hit": [hit]}}}, ensure_ascii=False)
            try:
                work = dblp.loads(Source("DBLP", text)).works[0]
            except UnreadableInputError:
                continue
            found.append(ServiceRecord("DBLP", work, years_in([part(hit, "info", "year")])))
        return found


SERVICE = Dblp()

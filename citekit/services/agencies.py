"""Which agency gave a DOI, or that there is no such DOI, as doi.org reports for many at once.

Source: the DOI handbook, "Which RA?" (``https://doi.org/doiRA/`` and DOIs with commas between them).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from urllib.parse import quote

from citekit.model.id_values import normal_doi
from citekit.runtime.http import Client, FetchError, RequestBudget
from citekit.services.record import rows
from citekit.services.service import AnswerError, is_data, json_of, limits_of

_ADDRESS = "https://doi.org/doiRA/"
# DOIs in a request: their URLs stay well below the length that servers accept.
_BATCH = 40
_ABSENT = ("DOI does not exist", "Invalid DOI")


def _is_answer(body: bytes) -> bool:
    return is_data(body) and body.lstrip()[:1] == b"["


class Agencies:
    """What doi.org knows of DOIs; close it. ``silence`` is why it did not respond to a query."""

    silence = ""

    def __init__(
        self, offline: bool = False, allowance: RequestBudget | None = None, folder: Path | None = None
    ) -> None:
        limits = limits_of("doi.org", 1.0)
        self._client = Client(offline, False, limits, folder, _is_answer, at_most=allowance or RequestBudget())

    def close(self) -> None:
        """Close the connection and the cache."""
        self._client.close()

    def absent(self, dois: Iterable[str]) -> frozenset[str]:
        """Return those of some DOIs that do not exist; a DOI is not among them if doi.org does not respond."""
        wanted = list(dict.fromkeys(dois))
        kept = self._client.kept.get(f"agency {doi}" for doi in wanted)
        found = {question.removeprefix("agency "): text for question, text in kept.items()}
        left = iter([doi for doi in wanted if doi not in found])
        while batch := tuple(islice(left, _BATCH)):
            try:
                answer = json_of(
                    self._client.get(_ADDRESS + ",".join(quote(doi, safe="") for doi in batch)).data, "doi.org"
                )
            except (FetchError, AnswerError) as error:
                self.silence = error.problem.message
                break
            said = {normal_doi(str(one.get("DOI"))): str(one.get("RA") or one.get("status")) for one in rows(answer)}
            known = {doi: said[doi] for doi in batch if said.get(doi)}
            self._client.kept.put({f"agency {doi}": text for doi, text in known.items()})
            found |= known
        return frozenset(doi for doi, said in found.items() if said in _ABSENT)

"""A catalogue as it is queried, and how a service is queried over the web.

A service is a file of ``services``: it defines how queries are written and what responses mean. Everything else is the
same for all: queries are sent in batches, in turn (:mod:`citekit.runtime.http`), within an allowance; each response is
cached under its own query, so that nothing is queried twice, whatever it is grouped with.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence, Set
from dataclasses import field
from itertools import islice
from pathlib import Path
from urllib.parse import quote

from citekit.model.identity.people import people_of
from citekit.model.identity.titles import title_of
from citekit.model.ids import normal_doi
from citekit.model.work import Work
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.http import (
    BudgetError,
    Client,
    FetchError,
    Limits,
    NotFoundError,
    NotUnderstoodError,
    RequestBudget,
    TimedOutError,
)
from citekit.runtime.records import dataclass
from citekit.services.record import ServiceRecord, rows

# Seconds of a day.
_DAY = 86_400.0
# Failures in a row after which a service is not queried any more in a run.
_GIVES_UP = 3
HANGS = 10.0
"""Seconds without a byte after which a service is taken to hang; it is not queried again in that run."""
# family names in a query: services rank by all words, and later names are often missing in their records
_FAMILIES = 2


class AnswerError(UnreadableInputError):
    """A service returned something that is not a response: a web page, damaged data, an error of its own."""


@dataclass(frozen=True, slots=True)
class Request:
    """A URL to be requested, with what is posted to it (JSON), if anything is."""

    address: str
    posted: bytes = b""


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """A publication that is searched for: its title without markup, the first families of its authors, its year."""

    title: str
    families: tuple[str, ...] = ()
    year: int | None = None

    @classmethod
    def of(cls, work: Work) -> SearchQuery:
        """Return the search query for a work."""
        people = [name for name in work.author if people_of((name,))]
        families = (title_of(name.full_family or name.literal).shown for name in people[:_FAMILIES])
        return cls(title_of(work.text("title")).shown, tuple(filter(None, families)), work.year)


class Catalogue(ABC):
    """Where records come from: a service, an index, arXiv's interface.

    ``name`` is how people call it, ``identifiers`` are the kinds that it can be requested (``doi``, ``arxiv``,
    ``pmid``), ``kinds`` the kinds of publications that it should know
    (:attr:`~citekit.model.identity.comparison_record.ComparisonRecord.kind`). Every question raises
    :class:`~citekit.runtime.errors.UnreadableInputError` where it fails; ``unanswered`` are identifiers of
    failed queries, ``silence`` the reason. ``tells_fates`` means that records report retractions, so that the
    catalogue is queried although another one has the work. ``is_copy`` means that it gathers what others have, so that
    its silence hides nothing, and ``origin`` whose records it copies above all: two catalogues of one origin are one
    witness.
    """

    name: str
    identifiers: frozenset[str]
    kinds: frozenset[str] = frozenset()
    tells_fates: bool = False
    is_copy: bool = False
    origin: str = ""
    silence: str = ""
    unanswered: Set[str] = frozenset()

    def estimate(self, identifiers: Sequence[str], searches: Sequence[Work]) -> tuple[int, float]:
        """Return how many requests such questions need, about, and the seconds of waiting between them."""
        return 0, 0.0

    @abstractmethod
    def by_identifiers(self, identifiers: Iterable[str]) -> dict[str, ServiceRecord | None]:
        """Return the records of identifiers such as ``doi:10.1000/182``; None if the catalogue has none.

        What it cannot be requested, what got no response, or what it does not know well enough to report, is not among
        them; what got no response is among ``unanswered``.
        """

    @abstractmethod
    def search(self, work: Work) -> tuple[ServiceRecord, ...]:
        """Return the records that a work's title and authors may mean, the likeliest first.

        Parts of publications are not included.
        """

    @abstractmethod
    def close(self) -> None:
        """Close the connection and the cache."""


class Service(ABC):
    """What is to be known of a service: its limits, how it is queried, what its responses mean.

    It is requested at most ``batch`` of the ``identifiers`` that it knows at a time, and those with a character of
    ``needs_alone`` one by one. ``in_steps`` means that a search returns numbers only. ``tells_fates`` means that its
    records report retractions, ``is_copy`` that they are gathered from other catalogues, ``origin`` from which one
    above all.
    """

    name: str
    limits: Limits
    kinds: frozenset[str]
    identifiers: frozenset[str] = frozenset()
    batch = 1
    needs_alone: frozenset[str] = frozenset()
    in_steps = False
    tells_fates = False
    is_copy = False
    origin = ""

    def identified(self, identifiers: Sequence[str]) -> Request:
        """Return the request for the records of some identifiers."""
        raise NotImplementedError

    def alone(self, identifier: str) -> Request | None:
        """Return the request for one identifier that the service refused together with others; None if it has none."""
        return None

    @abstractmethod
    def searched(self, question: SearchQuery) -> Request:
        """Return the request for the records that a question may mean."""

    def then(self, body: bytes) -> Request | None:
        """Return the request to which the result of a search ``in_steps`` leads; None if nothing was found."""
        raise NotImplementedError

    @abstractmethod
    def read(self, body: bytes) -> list[ServiceRecord]:
        """Return the records of a response. Raises :class:`AnswerError` for other data."""


def limits_of(queue: str, between: float, patience: float = 30.0) -> Limits:
    """Return the limits of a service: seconds between requests, seconds of patience in all.

    Responses are cached for a week.
    """
    return Limits(between=between, patience=patience, busy=5.0, fresh=7 * _DAY, alone=True, queue=queue, read=HANGS)


@dataclass
class Online(Catalogue):
    """A service that is queried over the web; the :class:`Catalogue` of a :class:`Service`.

    After three failures in a row, or when it hangs, it is not queried any more in this run. ``folder`` is where
    responses are cached: records, and their absence if the service reported it; no errors, whatever status they come with.
    """

    service: Service
    offline: bool = False
    refresh: bool = False
    allowance: RequestBudget = field(default_factory=RequestBudget)
    folder: Path | None = None

    def __post_init__(self) -> None:
        """Open the cache."""
        own = self.service
        self.name, self.identifiers, self.kinds = own.name, own.identifiers, own.kinds
        self.tells_fates, self.is_copy, self.origin = own.tells_fates, own.is_copy, own.origin
        self._client = Client(
            self.offline, self.refresh, own.limits, self.folder, self._is_answer, at_most=self.allowance
        )
        self.unanswered: set[str] = set()
        self._failures = 0

    def close(self) -> None:
        self._client.close()

    def estimate(self, identifiers: Sequence[str], searches: Sequence[Work]) -> tuple[int, float]:
        cached = self._client.answers.get(map(self._named, identifiers))
        requests = -(-(len(identifiers) - len(cached)) // self.service.batch) if self.service.identifiers else 0
        queries = {self._searched(SearchQuery.of(work)) for work in searches}
        requests += (len(queries) - len(self._client.answers.get(queries))) * (2 if self.service.in_steps else 1)
        return requests, requests * self.service.limits.between

    def by_identifiers(self, identifiers: Iterable[str]) -> dict[str, ServiceRecord | None]:
        wanted = [i for i in dict.fromkeys(identifiers) if i.partition(":")[0] in self.identifiers]
        cached = self._client.answers.get(map(self._named, wanted))
        lines = {i: cached[named] for i in wanted if (named := self._named(i)) in cached}
        found = {i: ServiceRecord.of_text(line) if line else None for i, line in lines.items()}
        left = [i for i in wanted if i not in found]
        single = [i for i in left if self.service.needs_alone & set(i)]
        together = iter([i for i in left if i not in single])
        while batch := tuple(islice(together, self.service.batch)):
            found |= self._answered(batch)
        for identifier in single:
            found |= self._answered((identifier,), self.service.alone(identifier))
        return found

    def _answered(self, batch: Sequence[str], alone: Request | None = None) -> dict[str, ServiceRecord | None]:
        """Return the records of some identifiers, kept.

        Identifiers that the service refuses together are requested in halves.
        """
        try:
            records = self._ask(alone or self.service.identified(batch), one=alone is not None)
        except NotUnderstoodError:
            if len(batch) == 1 and not alone and (request := self.service.alone(batch[0])):
                return self._answered(batch, request)
            if len(batch) == 1:
                self.unanswered.update(batch)
                return {}
            middle = len(batch) // 2
            return self._answered(batch[:middle]) | self._answered(batch[middle:])
        except UnreadableInputError:
            self.unanswered.update(batch)
            return {}
        answered = {i: next((r for r in records if i in r.identifiers), None) for i in batch}
        self._client.answers.put({self._named(i): record.as_text() if record else "" for i, record in answered.items()})
        return answered

    def search(self, work: Work) -> tuple[ServiceRecord, ...]:
        question = SearchQuery.of(work)
        if not question.title:
            return ()
        named = self._searched(question)
        cached = self._client.answers.get([named])
        if named in cached:
            return tuple(ServiceRecord.of_text(line) for line in json.loads(cached[named]))
        records = self._ask(self.service.searched(question), follow=True)
        self._client.answers.put({named: json.dumps([record.as_text() for record in records], ensure_ascii=False)})
        return tuple(record for record in records if record.is_whole)

    def _named(self, identifier: str) -> str:
        return f"{self.name} id {identifier}"

    def _searched(self, question: SearchQuery) -> str:
        return (
            f"{self.name} search {json.dumps([question.title, question.families, question.year], ensure_ascii=False)}"
        )

    def _ask(self, request: Request, follow: bool = False, one: bool = False) -> list[ServiceRecord]:
        if self._failures >= _GIVES_UP:
            raise FetchError(f"{self.name} is not queried any more: {self.silence}", "try again later")
        try:
            records = self._answer(request, follow, one)
        except NotUnderstoodError:
            raise
        except (FetchError, AnswerError) as error:
            self.silence = error.problem.message
            if isinstance(error, BudgetError | TimedOutError):
                self._failures = _GIVES_UP  # the next query would fail as well, and cost time again
            elif not self.offline:
                self._failures += 1
            raise
        self._failures = 0
        return records

    def _is_answer(self, body: bytes) -> bool:
        """Whether a page is worth keeping: one of records, or the numbers that lead to them."""
        for read in (self.service.read, *((self.service.then,) if self.service.in_steps else ())):
            try:
                read(body)
                return True
            except UnreadableInputError:
                continue
        return False

    def _answer(self, request: Request, follow: bool, one: bool) -> list[ServiceRecord]:
        """Return the records of a response.

        "Not found" at the URL of ``one`` work is a result as well.
        """
        try:
            data = self._client.get(request.address, request.posted).data
        except NotFoundError:
            if one:
                return []
            raise
        if follow and self.service.in_steps:
            second = self.service.then(data)
            return self.service.read(self._client.get(second.address, second.posted).data) if second else []
        return self.service.read(data)


def is_data(body: bytes) -> bool:
    """Whether a body is whole JSON, and no web page or beginning of one."""
    try:
        json.loads(body)
    except (ValueError, RecursionError):
        return False
    return True


def listed(value: object, name: str) -> list[object]:
    """Return the list that a response is.

    Raises :class:`AnswerError` for other data, because that is not an absence of works.
    """
    if not isinstance(value, list):
        raise AnswerError(f"{name} returned no list of records", "try again later")
    return value


def json_of(body: bytes, name: str) -> object:
    """Return the JSON of a response; raises :class:`AnswerError` if it is not one."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        what = "a web page" if body.lstrip()[:1] == b"<" else "damaged data"
        raise AnswerError(f"{name} returned {what} instead of records", "try again later") from None


# Which agency gave a DOI, or that there is no such DOI, as doi.org reports for many at once.
#
# Source: the DOI handbook, "Which RA?" (`https://doi.org/doiRA/` and DOIs with commas between them).

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
        cached = self._client.answers.get(f"agency {doi}" for doi in wanted)
        found = {question.removeprefix("agency "): text for question, text in cached.items()}
        left = iter([doi for doi in wanted if doi not in found])
        while batch := tuple(islice(left, _BATCH)):
            try:
                answer = json_of(
                    self._client.get(_ADDRESS + ",".join(quote(doi, safe="") for doi in batch)).data, "doi.org"
                )
            except (FetchError, AnswerError) as error:
                self.silence = error.problem.message
                break
            agency = {normal_doi(str(one.get("DOI"))): str(one.get("RA") or one.get("status")) for one in rows(answer)}
            known = {doi: agency[doi] for doi in batch if agency.get(doi)}
            self._client.answers.put({f"agency {doi}": text for doi, text in known.items()})
            found |= known
        return frozenset(doi for doi, agency in found.items() if agency in _ABSENT)

"""A catalogue as it is asked, and the one way of asking a service over the web.

A service is a file of ``services``: it says how questions are written and what answers mean. Everything else is the same
for all: questions go out in batches, in turn (:mod:`citekit.fetch`), within an allowance; each answer is kept under its own
question, so that nothing is asked twice whatever it is asked together with.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from itertools import islice
from pathlib import Path

from citekit.catalogues.record import Record
from citekit.errors import UnreadableInputError
from citekit.fetch import Allowance, BudgetError, Client, FetchError, Limits, MissingError
from citekit.records import dataclass
from citekit.works.identity.people import people_of
from citekit.works.identity.titles import title_of
from citekit.works.work import Work

_DAY = 86_400.0
_GIVES_UP = 2
_FAMILIES = 2


class AnswerError(UnreadableInputError):
    """A service answered with something that is no answer: a web page, damaged data, an error of its own."""


@dataclass(frozen=True, slots=True)
class Request:
    """An address to be asked, with what is posted to it (JSON), if anything is."""

    address: str
    posted: bytes = b""


@dataclass(frozen=True, slots=True)
class Question:
    """A publication that is searched for: its title without markup, the first families of its authors, its year."""

    title: str
    families: tuple[str, ...] = ()
    year: int | None = None

    @classmethod
    def of(cls, work: Work) -> Question:
        """What is asked for a work."""
        people = [name for name in work.author if people_of((name,))]
        families = (title_of(name.full_family or name.literal).shown for name in people[:_FAMILIES])
        return cls(title_of(work.title).shown, tuple(filter(None, families)), work.year)


class Catalogue(ABC):
    """Where records come from: a service, an index, arXiv's interface.

    ``name`` is how people call it, ``identifiers`` are the kinds that it can be asked for (``doi``, ``arxiv``, ``pmid``),
    ``kinds`` the kinds of publications that it should know
    (:attr:`~citekit.works.identity.description.Description.kind`). Every question raises
    :class:`~citekit.errors.UnreadableInputError` where it cannot be answered.
    """

    name: str
    identifiers: frozenset[str]
    kinds: frozenset[str] = frozenset()

    def estimate(self, identifiers: Sequence[str], searches: Sequence[Work]) -> tuple[int, float]:
        """How many requests such questions need, about, and the seconds of waiting between them."""
        return 0, 0.0

    @abstractmethod
    def by_identifiers(self, identifiers: Iterable[str]) -> dict[str, Record | None]:
        """The records of identifiers such as ``doi:10.1000/182``; None where the catalogue has none.

        What it cannot be asked for, or does not know well enough to say so, is not among them.
        """

    @abstractmethod
    def search(self, work: Work) -> tuple[Record, ...]:
        """The records that a work's title and authors may mean, the likeliest first; no parts of publications."""

    @abstractmethod
    def close(self) -> None:
        """Ends the connection, and closes what is kept."""


@dataclass(frozen=True, slots=True)
class Service:
    """What is to be known of a service: its name, its limits, how it is asked, what its answers mean.

    ``identified`` writes the request for some identifiers, at most ``batch`` of them, ``searched`` the one for a question;
    None where the service cannot be asked that. ``read`` gives the records of an answer, and raises
    :class:`AnswerError` for what is none. ``then`` writes the request that an answer to a search leads to, for services
    that answer with numbers only.
    """

    name: str
    limits: Limits
    kinds: frozenset[str]
    read: Callable[[bytes], list[Record]]
    identifiers: frozenset[str] = frozenset()
    batch: int = 1
    identified: Callable[[Sequence[str]], Request] | None = None
    searched: Callable[[Question], Request] | None = None
    then: Callable[[bytes], Request | None] | None = None


def limits_of(queue: str, between: float, patience: float = 30.0) -> Limits:
    """The limits of a service: seconds between requests, seconds of patience in all; answers are kept for a week."""
    return Limits(between=between, patience=patience, busy=5.0, fresh=7 * _DAY, alone=True, queue=queue, read=60.0)


@dataclass
class Online(Catalogue):
    """A service that is asked over the web; the :class:`Catalogue` of a :class:`Service`.

    After two failures in a row it is not asked any more in this run. ``folder`` is where answers are kept.
    """

    service: Service
    offline: bool = False
    refresh: bool = False
    allowance: Allowance = field(default_factory=Allowance)
    folder: Path | None = None

    def __post_init__(self) -> None:
        """Opens what was kept."""
        self.name, self.identifiers, self.kinds = self.service.name, self.service.identifiers, self.service.kinds
        limits = self.service.limits
        self._client = Client(self.offline, self.refresh, limits, self.folder, is_data, at_most=self.allowance)
        self._failures = 0

    def close(self) -> None:
        self._client.close()

    def estimate(self, identifiers: Sequence[str], searches: Sequence[Work]) -> tuple[int, float]:
        kept = self._client.kept.get(map(self._named, identifiers))
        requests = -(-(len(identifiers) - len(kept)) // self.service.batch) if self.service.identified else 0
        if self.service.searched:
            asked = {self._searched(Question.of(work)) for work in searches}
            requests += (len(asked) - len(self._client.kept.get(asked))) * (2 if self.service.then else 1)
        return requests, requests * self.service.limits.between

    def by_identifiers(self, identifiers: Iterable[str]) -> dict[str, Record | None]:
        wanted = [i for i in dict.fromkeys(identifiers) if i.partition(":")[0] in self.identifiers]
        if self.service.identified is None:
            return {}
        kept = self._client.kept.get(map(self._named, wanted))
        lines = {i: kept[named] for i in wanted if (named := self._named(i)) in kept}
        found = {i: Record.of_text(line) if line else None for i, line in lines.items()}
        left = iter([i for i in wanted if i not in found])
        while batch := tuple(islice(left, self.service.batch)):
            records = self._ask(self.service.identified(batch))
            answered = {i: next((r for r in records if i in r.identifiers), None) for i in batch}
            self._client.kept.put(
                {self._named(i): record.as_text() if record else "" for i, record in answered.items()}
            )
            found |= answered
        return found

    def search(self, work: Work) -> tuple[Record, ...]:
        question = Question.of(work)
        if self.service.searched is None or not question.title:
            return ()
        named = self._searched(question)
        kept = self._client.kept.get([named])
        if named in kept:
            return tuple(Record.of_text(line) for line in json.loads(kept[named]))
        records = self._ask(self.service.searched(question), follow=True)
        self._client.kept.put({named: json.dumps([record.as_text() for record in records], ensure_ascii=False)})
        return tuple(record for record in records if record.is_whole)

    def _named(self, identifier: str) -> str:
        return f"{self.name} id {identifier}"

    def _searched(self, question: Question) -> str:
        return (
            f"{self.name} search {json.dumps([question.title, question.families, question.year], ensure_ascii=False)}"
        )

    def _ask(self, request: Request, follow: bool = False) -> list[Record]:
        if self._failures >= _GIVES_UP:
            raise FetchError(f"{self.name} is not asked any more: it failed twice in a row", "try again later")
        try:
            records = self._answer(request, follow)
        except BudgetError:
            raise
        except (FetchError, AnswerError):
            self._failures += 1
            raise
        self._failures = 0
        return records

    def _answer(self, request: Request, follow: bool) -> list[Record]:
        try:
            data = self._client.get(request.address, request.posted).data
            if follow and self.service.then:
                second = self.service.then(data)
                return self.service.read(self._client.get(second.address, second.posted).data) if second else []
        except MissingError:
            return []
        return self.service.read(data)


def is_data(body: bytes) -> bool:
    """Whether an answer is worth keeping: whole JSON, and no web page or beginning of one."""
    try:
        json.loads(body)
    except (ValueError, RecursionError):
        return False
    return True


def json_of(body: bytes, name: str) -> object:
    """The JSON of an answer; raises :class:`AnswerError` where it is none."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        what = "a web page" if body.lstrip()[:1] == b"<" else "damaged data"
        raise AnswerError(f"{name} answered with {what} instead of records", "try again later") from None

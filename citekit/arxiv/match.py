"""Which record an entry is: one of three answers, with the candidates and the reasons.

An identifier that the entry names is looked up and compared with the entry; a search follows only where it names none,
or a wrong one. Where two records fit equally well, none of them is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, Protocol

from citekit.arxiv.claims import Claim, claims_of
from citekit.arxiv.compare import DOUBTFUL, MATCH, Comparison, Query, compare
from citekit.arxiv.record import Record
from citekit.records import dataclass
from citekit.works.identity.titles import Title, title_of
from citekit.works.name import Name
from citekit.works.work import Work

CLAIMED = 50.0
"""Points from which on a record is accepted that the entry itself names."""
WRONG = 35.0
"""A record that the entry names and that has fewer points is another paper."""
RELATED = 0.35
"""A title less alike than this is not taken for the same paper on the authors' word alone."""
SHOWN = 3
"""Candidates that an answer keeps."""
_CERTAIN = 90.0
"""A record of the same title with so many points is not held against others."""
_COMPARED = 12
"""Records of a search that are compared in every detail."""
_APART = 3.0
"""Two records whose points are closer than this fit equally well."""

Verdict = Literal["match", "doubtful", "none"]


class RecordSource(Protocol):
    """Where records come from: an index, or arXiv's interface."""

    def by_ids(self, ids: Iterable[str]) -> dict[str, Record]:
        """The records with these canonical identifiers, by identifier."""
        ...

    def is_complete_about(self, record_id: str) -> bool:
        """Whether a paper of this identifier would be known: no record means that there is no paper."""
        ...

    def by_doi(self, doi: str) -> tuple[Record, ...]:
        """The records that name a DOI as that of their printed version."""
        ...

    def titled(self, title: Title) -> tuple[Record, ...]:
        """The records whose title is this one, or a part of it, as far as they can be told at once."""
        ...

    def candidates(self, title: Title, authors: Sequence[Name]) -> tuple[Record, ...]:
        """The records that a title and authors may mean."""
        ...

    def rarity(self, word: str) -> float:
        """How much a word tells, in nats."""
        ...


@dataclass(frozen=True, slots=True)
class Refuted:
    """An identifier that the entry names and that is not its own: no record has it, or another paper's record.

    ``certain`` is false where no record was found in a catalogue that does not have all papers of that month.
    """

    claim: Claim
    comparison: Comparison | None = None
    certain: bool = True

    @property
    def reason(self) -> str:
        """Why it is not the entry's, in one sentence."""
        if self.comparison is None:
            return f"{'arXiv' if self.certain else 'the index'} has no paper {self.claim.id}"
        return f"{self.claim.id} is another paper: {self.comparison.record.title}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found for an entry.

    ``best`` is the comparison with the record that was chosen (``match``) or that may be the one (``doubtful``).
    ``others`` are further candidates, best first. ``refuted`` are identifiers that the entry names and that are not its
    own. ``claimed`` says that the chosen record is the one that the entry names.
    """

    verdict: Verdict
    best: Comparison | None = None
    others: tuple[Comparison, ...] = ()
    refuted: tuple[Refuted, ...] = ()
    claim: Claim | None = None

    @property
    def record(self) -> Record | None:
        """The entry's record; None unless the verdict is ``match``."""
        return self.best.record if self.best and self.verdict == "match" else None


def find(work: Work, catalogue: RecordSource) -> Answer:
    """The record of an entry, or why there is none. Raises what the catalogue raises."""
    query = Query.of(work)
    claims = claims_of(work)
    known = catalogue.by_ids(claim.id for claim in claims)
    refuted: list[Refuted] = []
    doubtful: tuple[Claim, Comparison] | None = None
    for claim in claims:
        record = known.get(claim.id)
        comparison = compare(query, record, catalogue.rarity) if record else None
        if comparison is None or comparison.score < WRONG:
            certain = comparison is not None or catalogue.is_complete_about(claim.id)
            refuted.append(Refuted(claim, comparison, certain))
        elif (comparison.score >= CLAIMED and comparison.likeness >= RELATED) or not query.title.words:
            return Answer("match", comparison, (), tuple(refuted), claim)
        else:
            doubtful = doubtful or (claim, comparison)
    searched = search(query, catalogue)
    if doubtful and searched.verdict != "match":
        claim, comparison = doubtful
        others = tuple(c for c in (*_all(searched), comparison) if c.record.id != comparison.record.id)[:SHOWN]
        return Answer("doubtful", comparison, others, tuple(refuted), claim)
    return Answer(searched.verdict, searched.best, searched.others, tuple(refuted))


def _all(answer: Answer) -> tuple[Comparison, ...]:
    return (*((answer.best,) if answer.best else ()), *answer.others)


def search(query: Query, catalogue: RecordSource) -> Answer:
    """The record that a title, authors, a year, a journal and a DOI mean, whatever identifiers the entry names."""
    if not query.title.words:
        return Answer("none")
    exact = _ranked(
        query, catalogue, (*(catalogue.by_doi(query.doi) if query.doi else ()), *catalogue.titled(query.title))
    )
    if exact and exact[0].likeness == 1.0 and exact[0].score >= _CERTAIN and not _ambiguous(exact):
        return Answer("match", exact[0], tuple(c for c in exact[1 : SHOWN + 1] if c.score >= DOUBTFUL))
    known = {comparison.record.id for comparison in exact}
    more = likely(query, catalogue, (r for r in catalogue.candidates(query.title, query.names) if r.id not in known))
    ranked = sorted((*exact, *_ranked(query, catalogue, more)), key=_order)
    worth = tuple(comparison for comparison in ranked if comparison.score >= DOUBTFUL)[: SHOWN + 1]
    if not worth:
        return Answer("none", None, tuple(c for c in ranked[:SHOWN] if c.likeness >= 0.5))
    sure = worth[0].score >= MATCH and not _ambiguous(worth)
    return Answer("match" if sure else "doubtful", worth[0], worth[1:])


def _order(comparison: Comparison) -> tuple[float, float, str]:
    return (-comparison.score, -comparison.likeness, comparison.record.id)


def _ranked(query: Query, catalogue: RecordSource, records: Iterable[Record]) -> list[Comparison]:
    distinct = {record.id: record for record in records}
    return sorted((compare(query, record, catalogue.rarity) for record in distinct.values()), key=_order)


def likely(query: Query, catalogue: RecordSource, records: Iterable[Record]) -> list[Record]:
    """The records whose titles share the most with the entry's, by a quick look at whole words."""
    ours = {word: catalogue.rarity(word) for word in query.title.content}

    def shared(record: Record) -> float:
        theirs = title_of(record.title).content
        common = sum(ours.get(word, 0.0) for word in theirs)
        return common / (1.0 + max(sum(ours.values()), sum(map(catalogue.rarity, theirs))))

    return sorted(records, key=lambda record: (-shared(record), record.id))[:_COMPARED]


def _ambiguous(ranked: Sequence[Comparison]) -> bool:
    """Whether the second record fits as well as the first."""
    if len(ranked) < 2 or ranked[1].score < MATCH:
        return False
    return ranked[0].score - ranked[1].score < _APART and ranked[0].likeness - ranked[1].likeness < 0.02

"""Which record an entry is: one of three verdicts, with the candidates and the reasons.

An identifier that the entry names is looked up and compared with the entry; a search follows only where it names none,
or a wrong one. Where two records fit equally well, none of them is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp
from typing import Literal, Protocol

from citekit.model.arxiv_paper import ArxivPaper
from citekit.model.identity.people import compare_people, is_cut, people_of
from citekit.model.identity.titles import Title, title_of
from citekit.model.name import Name
from citekit.model.work import Work
from citekit.runtime.records import dataclass
from citekit.services.arxiv.claims import Claim, claims_of
from citekit.services.arxiv.compare import RELATED, ArxivQuery, RecordComparison, beside, chance, compare

MATCH, UNCONFIRMED, DOUBTFUL = 0.55, 0.75, 0.1
"""Probabilities from which on a record is the entry's, also with another title and unknown authors; and may be."""
NAMED = 5.0
"""Log-odds of a record that the entry names: of two hundred such identifiers one is another paper's."""
WRONG = 0.1
"""A record that the entry names and that is less probable than this is another paper."""
SHOWN = 3
"""Candidates that a result keeps."""
# A record of the same title that is so probable is not held against others.
_CERTAIN = 0.98
_TEAM, _NEARLY_ALL = 2.8, 0.75
"""The number of people of a list, and the share of it, from which on they are a team."""
_EXACT, _ALIKE, _FIRST = 60, 10, 8
"""Records of a search that are compared in every detail: of the same title, with the most similar titles, found first."""

Verdict = Literal["match", "doubtful", "none"]


class RecordSource(Protocol):
    """Where records come from: an index, or arXiv's interface."""

    def by_ids(self, ids: Iterable[str]) -> dict[str, ArxivPaper]:
        """Return the records with these canonical identifiers, by identifier."""
        ...

    def is_complete_about(self, record_id: str) -> bool:
        """Whether a paper of this identifier would be known: no record means that there is no paper."""
        ...

    def by_doi(self, doi: str) -> tuple[ArxivPaper, ...]:
        """Return the records that name a DOI as that of their printed version."""
        ...

    def titled(self, title: Title) -> tuple[ArxivPaper, ...]:
        """Return the records whose title is this one, or a part of it, as far as they can be found at once."""
        ...

    def candidates(self, title: Title, authors: Sequence[Name]) -> tuple[ArxivPaper, ...]:
        """Return the records that a title and authors may mean."""
        ...

    def rarity(self, word: str) -> float:
        """Return how rare a word is, in nats."""
        ...


@dataclass(frozen=True, slots=True)
class MismatchedIdentifier:
    """An identifier that the entry names and that is not its own: no record has it, or another paper's record.

    ``certain`` is false if no record was found in a catalogue that does not have all papers of that month.
    """

    claim: Claim
    comparison: RecordComparison | None = None
    certain: bool = True

    @property
    def reason(self) -> str:
        """Why it is not the entry's, in one sentence."""
        if self.comparison is None:
            return (
                f"arXiv has no paper {self.claim.id}" if self.certain else f"nothing is known of {self.claim.id} here"
            )
        return f"{self.claim.id} is another paper: {self.comparison.record.title}"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A comparison and the probability (0 to 1) that its record is the entry's, with all others in view."""

    comparison: RecordComparison
    probability: float

    @property
    def record(self) -> ArxivPaper:
        """The record that was compared."""
        return self.comparison.record


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found for an entry.

    ``best`` is the record that was chosen (``match``) or that may be the one (``doubtful``).
    ``others`` are further candidates, best first. ``refuted`` are identifiers that the entry names and that are not its
    own. ``claimed`` means that the chosen record is the one that the entry names.
    """

    verdict: Verdict
    best: Candidate | None = None
    others: tuple[Candidate, ...] = ()
    refuted: tuple[MismatchedIdentifier, ...] = ()
    claim: Claim | None = None

    @property
    def record(self) -> ArxivPaper | None:
        """The entry's record; None unless the verdict is ``match``."""
        return self.best.record if self.best and self.verdict == "match" else None


def find(work: Work, catalogue: RecordSource) -> Answer:
    """Return the record of an entry, or why it has none. Raises what the catalogue raises."""
    query = ArxivQuery.of(work)
    claims = claims_of(work)
    known = catalogue.by_ids(claim.id for claim in claims)
    refuted: list[MismatchedIdentifier] = []
    doubtful: tuple[Claim, Candidate] | None = None
    for claim in claims:
        record = known.get(claim.id)
        found = named(query, record, catalogue) if record else None
        if found is None or is_other(query, found):
            certain = found is not None or catalogue.is_complete_about(claim.id)
            refuted.append(MismatchedIdentifier(claim, found.comparison if found else None, certain))
        # likelier the same work than another one
        elif (found.probability >= 0.5 and found.comparison.title_similarity >= RELATED) or not query.title.words:
            return Answer("match", found, (), tuple(refuted), claim)
        else:
            doubtful = doubtful or (claim, found)
    searched = search(query, catalogue)
    if doubtful and searched.verdict != "match":
        claim, found = doubtful
        every = (*((searched.best,) if searched.best else ()), *searched.others)
        others = tuple(other for other in every if other.record.id != found.record.id)[:SHOWN]
        return Answer("doubtful", found, others, tuple(refuted), claim)
    return Answer(searched.verdict, searched.best, searched.others, tuple(refuted))


def named(query: ArxivQuery, record: ArxivPaper, catalogue: RecordSource) -> Candidate:
    """Return the record of an identifier that the entry names, with the probability that it is the entry's."""
    comparison = compare(query, record, catalogue.rarity)
    return Candidate(comparison, chance(comparison.odds + NAMED))


def is_other(query: ArxivQuery, found: Candidate) -> bool:
    """Whether the record of an identifier that the entry names is another paper.

    It is improbable, or its title shares no word with the entry's and its authors are not the same team: a team writes
    several papers, and what is left of the probability means only that identifiers are seldom wrong.
    """
    comparison = found.comparison
    unrelated = comparison.title_similarity < RELATED and not comparison.value("title.overlap")
    return found.probability < WRONG or (unrelated and not is_same_team(query, comparison.record))


def is_same_team(query: ArxivQuery, record: ArxivPaper) -> bool:
    """Whether the authors are enough and nearly the same, so that the paper may only have been renamed; of a record
    that has only its first authors, that those are the work's."""
    agreement = compare_people(query.people, people_of(record.authors), is_cut(query.names), not record.complete)
    return agreement.overlap >= _NEARLY_ALL and (agreement.shared >= _TEAM or not record.complete)


def search(query: ArxivQuery, catalogue: RecordSource) -> Answer:
    """Return the record that a title, authors, a year, a journal and a DOI mean, whatever identifiers the entry names.

    The odds of all candidates, and those that it is none of them, share one probability: where two records fit equally
    well, neither is chosen.
    """
    if not query.title.words:
        return Answer("none")
    exact = _titled(query, catalogue)
    found = shared_out(exact)
    if not found or found[0].probability < _CERTAIN or not found[0].comparison.value("title.same"):
        found = shared_out(candidates(query, catalogue, exact))
    if not found or found[0].probability < DOUBTFUL:
        # a record whose title is half another one explains nothing
        return Answer("none", None, tuple(c for c in found[:SHOWN] if c.comparison.title_similarity >= 0.5))
    # what is less likely than 1 % is not shown as an alternative
    best, others = found[0], tuple(c for c in found[1 : SHOWN + 1] if c.probability >= 0.01)
    return Answer("match" if is_sure(best.comparison, best.probability) else "doubtful", best, others)


def is_sure(comparison: RecordComparison, probability: float, least: float = MATCH) -> bool:
    """Whether a record is so probable that it is taken for the entry's."""
    needed = max(least, UNCONFIRMED) if comparison.unconfirmed else least
    return probability >= needed and not comparison.refused


def candidates(
    query: ArxivQuery, catalogue: RecordSource, exact: Sequence[RecordComparison] | None = None
) -> list[RecordComparison]:
    """Return the records that an entry may be, compared: those of its DOI and its title (``exact``), and similar ones."""
    exact = _titled(query, catalogue) if exact is None else exact
    known = {comparison.record.id for comparison in exact}
    more = (record for record in catalogue.candidates(query.title, query.names) if record.id not in known)
    return [*exact, *(compare(query, record, catalogue.rarity) for record in likely(query, catalogue, more))]


def _titled(query: ArxivQuery, catalogue: RecordSource) -> list[RecordComparison]:
    records = (*(catalogue.by_doi(query.doi) if query.doi else ()), *catalogue.titled(query.title))
    distinct = {record.id: record for record in records[:_EXACT]}
    return [compare(query, record, catalogue.rarity) for record in distinct.values()]


def shared_out(compared: Sequence[RecordComparison]) -> list[Candidate]:
    """Return all candidates with their probabilities, the likeliest first."""
    compared = beside(compared)
    odds = [comparison.odds for comparison in compared]
    top = max((0.0, *odds))
    total = exp(-top) + sum(exp(each - top) for each in odds)
    found = [Candidate(c, exp(each - top) / total) for c, each in zip(compared, odds, strict=True)]
    return sorted(found, key=lambda c: (-c.probability, -c.comparison.title_similarity, c.record.id))


def likely(query: ArxivQuery, catalogue: RecordSource, records: Iterable[ArxivPaper]) -> list[ArxivPaper]:
    """Return the records whose titles share the most with the entry's, by a quick look at whole words, and those named first."""
    ours = {word: catalogue.rarity(word) for word in query.title.content}

    def shared(record: ArxivPaper) -> float:
        theirs = title_of(record.title).content
        common = sum(ours.get(word, 0.0) for word in theirs)
        return common / (1.0 + max(sum(ours.values()), sum(map(catalogue.rarity, theirs))))

    given = list(records)
    ranked = sorted(given, key=lambda record: (-shared(record), record.id))
    return list(dict.fromkeys((*ranked[:_ALIKE], *given[:_FIRST])))

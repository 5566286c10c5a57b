"""Whether two descriptions are of one publication, and if not, what one has to do with the other."""

from __future__ import annotations

from enum import StrEnum

from citekit.model.identity.comparison_record import DETAILS, ComparisonRecord, describe
from citekit.model.identity.people import DEGREES, MIDDLE, OTHER_GIVEN, Agreement, compare_people, same_person
from citekit.model.identity.titles import LIKELY, SURE, are_about, compare_titles, fold, is_generic, numbers_differ
from citekit.model.identity.venue import NEUTRAL, same_venue
from citekit.model.work import Work
from citekit.runtime.records import dataclass


class Relation(StrEnum):
    """What two descriptions have to do with each other."""

    SAME = "same"
    """One publication, described twice."""
    PREPRINT = "preprint"
    """One is the preprint of the other."""
    VERSION = "version"
    """Two publications of one work: at a conference and in a journal, as a report, in two editions."""
    TRANSLATION = "translation"
    """One work in two languages."""
    PART = "part"
    """A book and a chapter of it, or two chapters."""
    COMPANION = "companion"
    """Works that belong together: a paper and its data, software, thesis, erratum or second part."""
    DIFFERENT = "different"
    """Nothing that is known."""


@dataclass(frozen=True, slots=True)
class MatchDecision:
    """The relation of two descriptions.

    ``degree`` is the confidence (0 to 1), ``evidence`` what was found, ``doubt`` what speaks against one publication
    (empty if nothing does), and ``shared`` are the identifiers that both have (``doi:…``, ``arxiv:…``).
    """

    relation: Relation
    degree: float
    evidence: tuple[str, ...]
    shared: frozenset[str] = frozenset()
    doubt: str = ""

    @property
    def one(self) -> bool:
        """Whether a list needs one entry for both: they are one publication, or share the identifier of the preprint."""
        joins = self.relation is Relation.SAME or (self.relation is Relation.PREPRINT and bool(self.shared))
        return joins and self.degree >= SURE

    @property
    def one_work(self) -> bool:
        """Whether both are likely one work, printed once or several times, so that they can be compared."""
        versions = (Relation.SAME, Relation.PREPRINT, Relation.VERSION)
        return self.relation in versions and self.degree >= LIKELY

    def __str__(self) -> str:
        return f"{self.relation} ({self.degree:.2f}): {', '.join(self.evidence)}"


def same_work(one: Work | ComparisonRecord, other: Work | ComparisonRecord) -> MatchDecision:
    """Return what two descriptions have to do with each other: identifiers are compared first, then titles, people, kind, venue.

    >>> from citekit.model.work import Work
    >>> same_work(Work("article", "", {"DOI": "10.1000/a"}), Work("article", "", {"DOI": "https://doi.org/10.1000/A"})).one
    True
    """
    mine = describe(one) if isinstance(one, Work) else one
    theirs = describe(other) if isinstance(other, Work) else other
    return _Comparison(mine, theirs).result()


_MOST_YEARS = 6
"""Years that may lie between a preprint and its publication."""
_TELLING_TITLE = 20
"""Letters from which on a title alone is strong evidence."""
_ALL_PEOPLE = 0.99
"""The share of authors in common from which on all are: less than 1.0 for sums of fractions. Names without given names, nicknames
and names that are a part of the other (0.9 each) do not count as the same people here, where the titles contradict."""
_FEW_PEOPLE = 0.4
"""Fewer than two of five authors in common show that an identifier is in one of the descriptions by mistake."""
_HALF_OF_PEOPLE = 0.5
"""From half of the authors in common on, the others may be missing in one of the lists."""
_VERSIONED = frozenset({"data", "report", "book"})
_PRINTED_TWICE = frozenset({"paper", "report", ""})


class _Comparison:
    """Two descriptions, and what is found while they are compared."""

    def __init__(self, one: ComparisonRecord, other: ComparisonRecord) -> None:
        self.one, self.other = one, other
        self.titles = compare_titles(one.title, other.title)
        self.shared = one.identifiers & other.identifiers
        self.people = 0.9
        self.doubt = self.titles.reason if self.titles.degree < SURE else ""
        self.evidence: list[str] = []

    def result(self) -> MatchDecision:
        if self.shared:
            return self._of_one_identifier()
        if companion := self._companion():
            return companion
        if not self.titles.degree:
            return self._is(Relation.DIFFERENT, 1.0, self.titles.reason)
        self.evidence.append(self.titles.reason)
        return self._other_people() or self._other_kind() or self._published()

    def _is(self, relation: Relation, degree: float, *why: str) -> MatchDecision:
        doubt = why[-1] if why else self.doubt
        return MatchDecision(relation, round(min(degree, 1.0), 3), (*self.evidence, *why), self.shared, doubt)

    # --- by identifier ---

    def _of_one_identifier(self) -> MatchDecision:
        """Descriptions with one identifier are of one publication, unless it is in one of them by mistake."""
        self.evidence += sorted(f"the same {value}" for value in self.shared)
        companion = self._companion()
        if companion:
            return companion
        agreement = self._agreement()
        # of another title, only the very same people (two and more) still show that the identifier is right
        if not self.titles.degree and not (
            agreement.share >= _ALL_PEOPLE and min(agreement.ours, agreement.theirs) > 1
        ):
            return self._is(Relation.DIFFERENT, 0.7, self.titles.reason)
        self.evidence.append(self.titles.reason)
        if agreement.known and agreement.share < _FEW_PEOPLE and self.titles.degree < SURE:
            return self._is(Relation.DIFFERENT, 0.6, "other authors")
        if self._are_parts():
            return self._is(Relation.PART, 0.9, "parts of one book")
        by_doi = any(value.startswith("doi:") for value in self.shared)
        if not by_doi and self._both("doi") and not self._one_is_preprint():
            return self._is(Relation.VERSION, 0.9, "other DOIs")
        if not by_doi and not self._one_is_preprint() and same_venue(self.one.venue, self.other.venue).degree < NEUTRAL:
            return self._is(Relation.VERSION, 0.9, "other venues")
        degree = 1.0 if self.titles.degree >= SURE else 0.95
        if self._one_is_preprint() and not by_doi:
            return self._is(Relation.PREPRINT, degree, "one is the preprint")
        return self._is(Relation.SAME, degree)

    def _are_parts(self) -> bool:
        """Whether one is a chapter of the book that has the identifier, or each is another chapter."""
        kinds = {self.one.type, self.other.type}
        if "chapter" not in kinds and "entry" not in kinds:
            return False
        if kinds & {"book", "collection"}:
            return True
        return any(self._detail_differs(name) for name in ("chapter", "pages"))

    # --- by title ---

    def _companion(self) -> MatchDecision | None:
        """Parts I and II, a paper and the erratum to it, have nearly one title."""
        mine, theirs = self.one.title, self.other.title
        if not mine.key or not theirs.key or mine.key == theirs.key:
            return None
        if are_about(mine, theirs):
            return self._is(Relation.COMPANION, 0.9, "one is an erratum, a comment or a supplement")
        if numbers_differ(mine, theirs) and self.titles.degree:
            return self._is(Relation.COMPANION, 0.9, "other numbers in the titles")
        return None

    # --- by people ---

    def _agreement(self) -> Agreement:
        return compare_people(self.one.people, self.other.people, self.one.is_cut, self.other.is_cut)

    def _other_people(self) -> MatchDecision | None:
        agreement = self._agreement()
        if agreement.known:
            # one author with another given name of the same initial is an uncertainty, not a contradiction
            if agreement.share < DEGREES[OTHER_GIVEN]:
                return self._is(Relation.DIFFERENT, 0.95, "other authors")
            few = min(agreement.ours, agreement.theirs)
            # "called by the middle name" is the least that one person's names agree by: all names but for that
            are_all = agreement.share >= DEGREES[MIDDLE]
            self.people = 1.0 if are_all else 0.9 if agreement.share >= _HALF_OF_PEOPLE else 0.7
            self.evidence.append(f"{agreement.shared:.2g} of {few} authors agree")
            if self.people < SURE:
                self.doubt = "some other authors"
        elif self.one.bodies and self.other.bodies:
            bodies = [same_person(a, b) for a in self.one.bodies for b in self.other.bodies]
            if not any(bodies):
                return self._is(Relation.DIFFERENT, 0.8, "other authors")
            self.people = 1.0
            self.evidence.append("the same body")
        elif (
            len(self.one.title.key) < _TELLING_TITLE
            or self.titles.degree < SURE
            or not self.one.year
            or self.one.year != self.other.year
        ):
            self.people = 0.65
            self.doubt = "authors that cannot be compared"
        return None

    # --- by kind ---

    def _other_kind(self) -> MatchDecision | None:
        kinds = {self.one.kind, self.other.kind}
        types = {self.one.type, self.other.type}
        if len(types) == 2 and "chapter" in types and kinds & {"book", "part"}:
            return self._is(Relation.PART, 0.85, "one is a part of the other")
        if len(kinds) == 2 and kinds - _PRINTED_TWICE and not ("" in kinds and self._may_be_untyped(kinds)):
            return self._is(Relation.COMPANION, 0.85, f"{_kind(self.one)} and {_kind(self.other)}")
        if self._detail_differs("language") or self._detail_differs("translator"):
            return self._is(Relation.TRANSLATION, 0.85, "another language")
        if "paper" not in kinds and bool(self.one.field("translator")) != bool(self.other.field("translator")):
            return self._is(Relation.TRANSLATION, 0.7, "one is a translation")
        if any(name.field(link) for name in (self.one, self.other) for link in ("related", "entryset", "origtitle")):
            return self._is(Relation.VERSION, 0.7, "one names another as related")
        return None

    def _may_be_untyped(self, kinds: set[str]) -> bool:
        """Whether an entry of no particular type (``@misc``) may be of the other's kind: nothing of it is a paper's."""
        untyped = self.one if not self.one.kind else self.other
        return not untyped.printed_venue and not untyped.arxiv and not kinds & {"patent", "talk", "review"}

    # --- by where and when ---

    def _published(self) -> MatchDecision:
        degree = self.titles.degree * self.people
        if self._one_is_preprint():
            years = self._years()
            published, preprint = (self.other, self.one) if self.one.is_preprint else (self.one, self.other)
            if years and not -1 <= (published.year or 0) - (preprint.year or 0) <= _MOST_YEARS:
                return self._is(Relation.VERSION, 0.7 * degree, f"{years} years apart")
            return self._is(Relation.PREPRINT, degree, "one is a preprint")
        if self._both("doi"):
            return self._versions(0.9 * degree, "other DOIs")
        if self._both("arxiv") or self._both("isbn", "book"):
            return self._is(Relation.VERSION, 0.7 * degree, "other identifiers")
        venue = same_venue(self.one.venue, self.other.venue)
        if self._detail_differs("edition") or self._detail_differs("version"):
            return self._is(Relation.VERSION, 0.9 * degree, "another edition")
        if venue.degree < NEUTRAL:
            return self._versions(degree, venue.reason)
        if {self.one.kind, self.other.kind} == {"paper", "report"}:
            return self._versions(degree, "a paper and a report")
        # the same title and people, and nothing yet against it: now the year and what tells volumes apart
        years = self._years()
        differing = [name for name in DETAILS if self._detail_differs(name)]
        agreeing = [
            name
            for name in ("volume", "pages", "eid")
            if self.one.detail(name) and self.one.detail(name) == self.other.detail(name)
        ]
        self.evidence += [f"the same {name}" for name in agreeing] + (["the same venue"] if venue else [])
        if is_generic(self.one.title) and not (agreeing and venue and not differing):
            return self._is(Relation.DIFFERENT, 0.6, "a title that many works have")
        if differing:
            excused = agreeing and venue and len(differing) == 1
            why = f"another {differing[0]}"
            return self._is(Relation.SAME, 0.75 * degree, why) if excused else self._versions(0.8 * degree, why)
        kinds = {self.one.kind, self.other.kind}
        if years > 1 or (years and kinds & _VERSIONED):
            return self._versions(0.8 * degree, f"{years} years apart")
        if self._addresses_differ() or self._is_volume():
            return self._versions(
                0.8 * degree, "other addresses" if self._addresses_differ() else "one volume of several"
            )
        if years:
            self.evidence.append("a year apart")
            if not (agreeing and venue):
                self.doubt = "a year apart"
                degree *= 0.8
        if self.titles.degree < SURE and agreeing and venue:
            degree += 0.1
        return self._is(Relation.SAME, degree)

    def _versions(self, degree: float, why: str) -> MatchDecision:
        if is_generic(self.one.title):
            return self._is(Relation.DIFFERENT, 0.9, why)
        return self._is(Relation.VERSION, 0.9 * degree, why)

    # --- what differs ---

    def _one_is_preprint(self) -> bool:
        return self.one.is_preprint != self.other.is_preprint

    def _both(self, name: str, kind: str = "") -> bool:
        mine, theirs = getattr(self.one, name), getattr(self.other, name)
        return bool(mine and theirs) and mine != theirs and (not kind or self.one.kind == self.other.kind == kind)

    def _years(self) -> int:
        return abs(self.one.year - self.other.year) if self.one.year and self.other.year else 0

    def _detail_differs(self, name: str) -> bool:
        mine, theirs = self.one.detail(name), self.other.detail(name)
        if name == "date":
            return bool(mine and theirs) and mine[: len(theirs)] != theirs[: len(mine)] and self._years() < 1
        return bool(mine and theirs) and mine != theirs

    def _is_volume(self) -> bool:
        """Whether one is a volume of the other."""
        pairs = ((self.one, self.other), (self.other, self.one))
        return any(whole.field("volumes") and part.field("volume") for whole, part in pairs)

    def _addresses_differ(self) -> bool:
        """Whether two documents that no venue tells apart are at two addresses."""
        if self.one.kind or self.other.kind or self.one.venue or self.other.venue:
            return False
        return any(
            mine and theirs and fold(mine) != fold(theirs)
            for mine, theirs in ((d.field(name) for d in (self.one, self.other)) for name in ("url", "howpublished"))
        )


def _kind(description: ComparisonRecord) -> str:
    return description.kind or description.type

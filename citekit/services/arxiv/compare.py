"""One entry against one record: features, each with a trained weight, whose sum are the log-odds that they are one paper.

The features are what a person would look at: shared words weighted by how rare they are, words that only one title has,
authors, years, identifiers. Their weights are ``weights.tsv``, a logistic model that ``training/matching.py`` has fitted;
``docs/concepts/matching.md`` states what that is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, cached_property
from math import exp, log

from citekit.model.arxiv_paper import ArxivPaper
from citekit.model.identity.people import Agreement, ComparableName, compare_people, is_cut, people_of
from citekit.model.identity.titles import Title, is_answer, loose, numbers_differ, title_of
from citekit.model.ids import ARXIV_DOI, normal_doi
from citekit.model.name import Name
from citekit.model.venues import acronym_of
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.registry import tables
from citekit.text.case import SMALL_WORDS
from citekit.text.similar import ratio
from citekit.text.unicode import folded

Rarity = Callable[[str], float]
"""How rare a word is, in nats; family names are requested with ``0`` before them."""

RELATED = 0.35
"""A title less similar than this is not taken for the same paper on the authors' word alone."""

Feature = tuple[str, float]
"""A feature's name and value; the part of the name before the point is the sentence that it belongs to."""


@dataclass(frozen=True)
class ArxivQuery:
    """An entry as it is looked for: what a record of arXiv can be compared with."""

    title: Title
    names: tuple[Name, ...]
    year: int | None = None
    doi: str = ""
    venue: str = ""
    type: str = ""

    @classmethod
    def of(cls, work: Work) -> ArxivQuery:
        """Return the parts of a work that are compared."""
        venue = work.text("container-title") or work.text("publisher")
        doi = normal_doi(work.text("DOI"))
        printed = "" if doi.startswith(ARXIV_DOI) else doi  # arXiv's own DOI does not identify the printed paper
        return cls(title_of(work.text("title")), work.author, work.year, printed, venue, work.type)

    @cached_property
    def acronym(self) -> str:
        """The usual acronym of the venue (``CVPR``), empty if it has none that is known."""
        return acronym_of(self.venue) if self.venue else ""

    @cached_property
    def people(self) -> tuple[ComparableName, ...]:
        """The authors, made comparable."""
        return people_of(self.names)


@dataclass(frozen=True, slots=True)
class Reason:
    """One part of the log-odds, in nats, and what it is for."""

    points: float
    text: str


@dataclass(frozen=True, slots=True)
class RecordComparison:
    """How well a record fits an entry: features, the sentences about them, and how similar the titles are (0 to 1)."""

    record: ArxivPaper
    features: tuple[Feature, ...]
    sentences: tuple[tuple[str, str], ...]
    title_similarity: float

    @property
    def odds(self) -> float:
        """The logarithm of the odds that the record is the entry's."""
        known = weights()
        return sum(known.get(name, 0.0) * value for name, value in self.features)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """What the odds are made of, a sentence for each part of them."""
        known, texts = weights(), dict(self.sentences)
        points = dict.fromkeys(texts, 0.0)
        for name, value in self.features:
            points[name.partition(".")[0]] += known.get(name, 0.0) * value
        return tuple(Reason(points[part], text) for part, text in self.sentences)

    @property
    def refused(self) -> bool:
        """Whether it is another paper regardless of the rest: both name DOIs, another one and with another title, or
        the titles have nothing to do with each other and only the authors speak for it."""
        unrelated = self.title_similarity < RELATED and not self.value("doi.same")
        return unrelated or bool(self.value("doi.contradicted"))

    @property
    def unconfirmed(self) -> bool:
        """Whether the title is another and authors can rarely help: the record or the entry names none, or only the first."""
        return any(name in ("title.nobody_other", "title.cut_other") for name, _ in self.features)

    def value(self, name: str) -> float:
        """Return the value of a feature, 0 if missing."""
        return next((value for known, value in self.features if known == name), 0.0)


@cache
def weights() -> dict[str, float]:
    """Return the weights of the features."""
    parts = tables("citekit.services.arxiv", "weights.tsv")
    return {name: float(weight) for part in ("set", "learned") for name, weight in parts[part]}


def compare(query: ArxivQuery, record: ArxivPaper, rarity: Rarity) -> RecordComparison:
    """Return what speaks for a record and against it; ``rarity`` knows the words of all records."""
    title = title_of(record.title)
    agreement = compare_people(query.people, people_of(record.authors), is_cut(query.names), not record.complete)
    title_similarity = TitleSimilarity(query.title, title, rarity)
    families = sum(rarity(f"0{family}") for family in agreement.families)
    features = (
        ("prior.all", 1.0),
        *_title(title_similarity, _support(agreement)),
        *_authors(agreement, families, title_similarity),
        *_year(query.year, record.year, title_similarity.same),
        *_companions(title_similarity),
        *_kinds(query, record, agreement),
        *_printed(query, record, title_similarity),
    )
    return RecordComparison(
        record,
        features,
        tuple(_sentences(query, record, title_similarity, agreement, features)),
        title_similarity.value,
    )


def beside(comparisons: Sequence[RecordComparison]) -> list[RecordComparison]:
    """Comparisons with the records of one search, each with the evidence of the others.

    A team that has many records has companion papers; and the right title shares more than any other.
    """
    shared = [6.0 if c.value("title.same") else c.value("title.shared") for c in comparisons]
    team = [
        # as in the feature authors.team: most of the authors agree
        c.value("authors.missing") < 0.25 and not c.value("authors.other") + c.value("authors.unknown")
        for c in comparisons
    ]
    most = sorted(shared, reverse=True)[:2]
    found = []
    for comparison, tells, is_team in zip(comparisons, shared, team, strict=True):
        rivals = log(sum(team)) if is_team else 0.0
        ahead = tells - (most[-1] if tells == most[0] else most[0])
        extra = (("rivals.team", rivals), ("rivals.ahead", max(-1.0, min(2.0, ahead))))
        sentence = ("rivals", "other records found by the same search")
        found.append(
            replace(comparison, features=(*comparison.features, *extra), sentences=(*comparison.sentences, sentence))
        )
    return found


def chance(odds: float) -> float:
    """Return the probability that has these odds."""
    return 1.0 / (1.0 + exp(-odds)) if odds > -500 else 0.0


# --- titles --------------------------------------------------------------------------------------------------------

_PART = 0.9  # a title without its subtitle counts for nearly the same one, but less than any exact match
# A word that is in one record of thirty-six thousand: a made-up name.
_COINED = 10.5


class TitleSimilarity:
    """How similar two titles are: the same letters, one a part of the other, or shared words weighted by their rarity."""

    def __init__(self, ours: Title, theirs: Title, rarity: Rarity) -> None:
        self.ours, self.theirs, self.rarity = ours, theirs, rarity
        self.same = ours.key == theirs.key or loose(ours.key) == loose(theirs.key)
        self.letters = 1.0 if self.same else ratio(ours.key, theirs.key)
        mine, its = (sum(map(rarity, title.content)) for title in (ours, theirs))
        self.shared = max(mine, its) if self.same else sum(self._shared())
        self.only_ours, self.only_theirs = max(0.0, mine - self.shared), max(0.0, its - self.shared)
        self.overlap = 2 * self.shared / (mine + its) if mine + its else 0.0
        # one title is the other's main part, or what follows its prefix
        part = {theirs.key} & {*ours.keys[1:]} or {ours.key} & {*theirs.keys[1:]}
        self.part = not self.same and bool(part)
        if self.same:
            self.value = 1.0
        else:
            # by hand: words are stronger evidence than letters, but a typo leaves 95 of 100 letters as they are
            similarity = max(0.7 * self.overlap + 0.3 * self.letters, self.letters if self.letters >= 0.95 else 0.0)
            self.value = max(similarity, _PART) if self.part else similarity

    @property
    def words(self) -> str:
        """The likeness in words."""
        if self.same:
            return "same title"
        if self.part:
            return "one title is the other without its subtitle or prefix"
        return f"titles {100 * self.value:.0f}% similar"

    @property
    def piece(self) -> float:
        """How rare a piece is that both titles begin or end with (``GeoFill: …``); 0 without one."""
        ours, theirs = self.ours.parts, self.theirs.parts
        # fewer than three pieces in both titles: neither has a subtitle that could be the shared one
        if self.same or self.part or len(ours) + len(theirs) < 3:
            return 0.0
        return max((self.tells(ours[at]) for at in (0, -1) if ours[at] == theirs[at]), default=0.0)

    @property
    def coined(self) -> bool:
        """Whether both titles have a name that rarely any other title has."""
        common = {*self.ours.content} & {*self.theirs.content}
        return not self.same and any(self.rarity(word) >= _COINED for word in common)

    def tells(self, words: Iterable[str]) -> float:
        """Return how rare some words are together; function words are not counted."""
        return sum(self.rarity(word) for word in set(words) - SMALL_WORDS)

    def _shared(self) -> Iterable[float]:
        """Yield the rarity of each shared word; a word with another ending counts for a little less."""
        left = dict.fromkeys(self.theirs.content)
        rest = []
        for word in self.ours.content:
            if word in left:
                del left[word]
                yield self.rarity(word)
            else:
                rest.append(word)
        for word in rest:
            near = next((other for other in left if _is_near(word, other)), None)
            if near is not None:
                del left[near]
                ending = 0.98 if word.rstrip("s") == near.rstrip("s") else 0.9
                yield ending * min(self.rarity(word), self.rarity(near))


def _is_near(one: str, other: str) -> bool:
    # words that begin with other letters are not spellings or inflections of each other
    if min(len(one), len(other)) < 4 or one[:3] != other[:3]:
        return False
    # inflected forms share their first six letters: "approximate", "approximation"
    return ratio(one, other) >= 0.75 or (len(one) > 5 < len(other) and one[:6] == other[:6])


def _title(title_similarity: TitleSimilarity, support: str) -> Iterator[Feature]:
    """Tens of nats that are shared, and that only one of the titles has.

    What another title means depends on the authors: a team has companion papers, an unknown one may have written
    anything.
    """
    shared = min(title_similarity.shared, 50.0) / 10
    if title_similarity.same:
        yield "title.same", 1.0
        yield "title.same_tells", shared
        yield "title.common", max(0.0, 2.5 - shared)
        return
    if title_similarity.part:
        yield "title.part", 1.0
        yield "title.part_tells", shared
    least, most = sorted((title_similarity.only_ours, title_similarity.only_theirs))
    contradicted = min(least, 40.0) / 10
    yield "title.shared", shared
    yield from ((f"title.shared_{step}", 1.0) for step in (1, 2, 3) if shared >= step)
    yield from ((f"title.contradicted_{at}", 1.0) for at, step in enumerate((0.3, 1.0, 2.0)) if contradicted >= step)
    yield "title.overlap", title_similarity.overlap
    yield from (
        (f"title.overlap_{at}", 1.0) for at, step in enumerate((0.5, 0.65, 0.8)) if title_similarity.overlap >= step
    )
    if contradicted < 0.05:  # the weights were fitted with this step; another one needs training/matching.py
        yield "title.contained", 1.0
        yield "title.contained_tells", shared
    # a typo or two in a title; the weights were fitted with this step; another one needs training/matching.py
    yield "title.slip", float(title_similarity.letters >= 0.95)
    yield "title.ours", min(title_similarity.only_ours, 40.0) / 10
    yield "title.ours_none", float(title_similarity.only_ours < 1)
    yield "title.theirs_none", float(title_similarity.only_theirs < 1)
    values = {
        "other": 1.0, "shared": shared, "contradicted": contradicted, "one_only": min(most, 40.0) / 10,
        "letters": max(0.0, title_similarity.letters - 0.5), "overlap": title_similarity.overlap, "part": float(title_similarity.part),
        "piece": min(title_similarity.piece, 20.0) / 10, "coined": float(title_similarity.coined), "both": shared * contradicted,
        "overlap_squared": title_similarity.overlap**2, "contradicted_squared": contradicted**2,
    }  # fmt: skip
    yield from ((f"title.{support}_{name}", value) for name, value in values.items())


# --- authors -------------------------------------------------------------------------------------------------------


def _support(agreement: Agreement) -> str:
    """Return how far the authors support a title that is not the same: all agree, some, as many as a cut list has, or none is known."""
    if not agreement.known:
        return "nobody"
    # the weights were fitted with this step; another one needs training/matching.py
    return "cut" if agreement.open else "team" if agreement.overlap > 0.75 else "some"


def _authors(agreement: Agreement, families: float, title_similarity: TitleSimilarity) -> Iterator[Feature]:
    """Yield how many names agree, how rare they are, and how many are in one list only."""
    tells = min(title_similarity.shared, 50.0) / 10
    if not agreement.known:
        yield "authors.unknown", 1.0
        yield "authors.unknown_same", float(title_similarity.same)
        yield "authors.unknown_tells", tells
        yield "authors.unknown_common", max(0.0, 2.5 - tells)
        return
    shared, missing = agreement.shared, 1.0 - min(1.0, agreement.overlap)
    yield from ((f"authors.{count}", 1.0) for count in (1, 2, 3, 4, 6) if shared > count - 0.25)
    yield "authors.rare", min(families, 40.0) / 10
    # fewer than two names of five agree; the weights were fitted with this step; another one needs training/matching.py
    yield "authors.other", float(agreement.share < 0.4)
    yield "authors.missing", missing
    yield "authors.first", float(agreement.first)
    if agreement.open:
        yield "authors.cut", 1.0
        yield "authors.cut_not_first", float(not agreement.first)
    elif missing < 0.1:  # the weights were fitted with this step; another one needs training/matching.py
        yield "authors.all", 1.0
    if title_similarity.same:
        yield "authors.missing_same", missing
        # the weights were fitted with this step; another one needs training/matching.py
        yield "authors.other_same", float(agreement.share < 0.4)
        # the weights were fitted with this step; another one needs training/matching.py
        yield "authors.alone_same", float(missing >= 0.45 and shared < 1.5)
    elif missing < 0.25:  # the weights were fitted with this step; another one needs training/matching.py
        yield f"authors.team_{min(4, int(shared + 0.25))}", 1.0


# --- the rest ------------------------------------------------------------------------------------------------------


def _year(ours: int | None, theirs: int | None, same: bool) -> Iterator[Feature]:
    """Papers are printed in the year of their submission to arXiv or soon after it.

    What was submitted after it was printed has seldom another title.
    """
    if ours is None or theirs is None:
        return
    years_apart = ours - theirs
    part = (
        "before"
        if years_apart < -1
        else "year_before"
        if years_apart < 0
        else "near"
        if years_apart < 2
        else "later"
        # steps of a feature: the weights were fitted with this step; another one needs training/matching.py
        if years_apart < 5
        else "late"
    )
    yield f"year.{part}", 1.0
    if not same:
        yield f"year.{part}_other", 1.0


def _companions(title_similarity: TitleSimilarity) -> Iterator[Feature]:
    """Parts I and II, versions 2 and 3, a paper and the comment on it have nearly the same title."""
    ours, theirs = title_similarity.ours, title_similarity.theirs
    if title_similarity.same:
        return
    if numbers_differ(ours, theirs):
        yield "numbers.differ", 1.0
    elif ours.numbers != theirs.numbers and not title_similarity.part:
        yield "numbers.one", 1.0
    if is_answer(ours) != is_answer(theirs):
        yield "answer.differ", 1.0


_THESIS = re.compile(r"\b(?:thesis|dissertation|habilitation)\b", re.IGNORECASE)


def _kinds(query: ArxivQuery, record: ArxivPaper, agreement: Agreement) -> Iterator[Feature]:
    """Yield the feature of a thesis, which may have the title of a paper."""
    says_thesis = _THESIS.search(f"{record.title} {record.comment}") is not None and not _THESIS.search(
        query.title.shown
    )
    if query.type == "thesis" and not says_thesis and (agreement.theirs > 1 or not record.complete):
        yield "thesis.entry", 1.0
    elif says_thesis and query.type not in ("thesis", ""):
        yield "thesis.record", 1.0


def _printed(query: ArxivQuery, record: ArxivPaper, title_similarity: TitleSimilarity) -> Iterator[Feature]:
    """Yield the features of where the paper was printed, which the record itself may state.

    A different DOI with a different title means a different paper.
    """
    if query.doi and record.doi:
        if query.doi == normal_doi(record.doi):
            yield "doi.same", 1.0
        else:
            # as for title.slip
            similar = title_similarity.same or title_similarity.part or title_similarity.letters >= 0.95
            yield "doi.other" if similar else "doi.contradicted", 1.0
    if record.journal and query.venue and _same_journal(query.venue, record.journal):
        yield "venue.journal", 1.0
    elif record.comment and query.acronym and re.search(rf"\b{re.escape(query.acronym)}\b", record.comment):
        yield "venue.comment", 1.0


_WORD = re.compile(r"[a-z]+")
_SMALL = frozenset("of the and for in on a an de la".split())


def _same_journal(venue: str, journal: str) -> bool:
    """Whether a journal reference begins with the venue, each word perhaps abbreviated."""
    ours = [word for word in _WORD.findall(folded(venue)) if word not in _SMALL]
    theirs = [word for word in _WORD.findall(folded(journal)) if word not in _SMALL]
    if not ours or not theirs:
        return False
    pairs = list(zip(ours, theirs, strict=False))
    return len(theirs) >= len(ours) and all(a.startswith(b) or b.startswith(a) for a, b in pairs)


def _sentences(
    query: ArxivQuery,
    record: ArxivPaper,
    title_similarity: TitleSimilarity,
    agreement: Agreement,
    features: Iterable[Feature],
) -> Iterator[tuple[str, str]]:
    """Yield a sentence for each part of the features."""
    shared, least = agreement.shared, min(agreement.ours, agreement.theirs)
    sentences = {
        "prior": "what any entry and record have against them",
        "title": title_similarity.words,
        "authors": f"{shared:.2g} of {least} authors agree" if agreement.known else "authors cannot be compared",
        "year": f"submitted {record.year}, printed {query.year}",
        "numbers": "the numbers in the titles differ",
        "answer": "one is a comment on the other, a reply or an erratum",
        "thesis": "only one of them is a thesis",
        "venue": f"the record names {record.journal[:60] or query.acronym}",
    }
    if agreement.known and agreement.share < 0.4:  # as for the feature authors.other
        sentences["authors"] = f"other authors: {sentences['authors']}"
    names = [name for name, _ in features]
    sentences["doi"] = "same DOI" if "doi.same" in names else "the record names another DOI"
    yield from ((part, sentences[part]) for part in dict.fromkeys(name.partition(".")[0] for name in names))

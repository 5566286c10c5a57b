"""One entry against one record: points that a person can follow.

The score is a sum of points: up to 65 for the title, up to 50 for the authors, and some for the year, the journal and
what tells companions apart. 80 points are a match and 60 are worth a look; ``docs/concepts/matching.md`` says what that
is worth. Every part of the sum comes with a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from citekit import patterns as re
from citekit.arxiv.record import Record
from citekit.records import dataclass
from citekit.text.case import SMALL_WORDS
from citekit.text.latin import folded
from citekit.text.similar import ratio
from citekit.works.id_values import normal_doi
from citekit.works.identity.people import Agreement, Person, compare_people, is_cut, people_of
from citekit.works.identity.titles import Title, is_answer, numbers_differ, title_of
from citekit.works.name import Name
from citekit.works.venues import acronym_of
from citekit.works.work import Work

MATCH, DOUBTFUL = 80.0, 60.0
"""Points from which on a record is the entry's, and may be."""

Rarity = Callable[[str], float]
"""How much a word tells, in nats; family names are asked for with ``0`` before them."""


@dataclass(frozen=True)
class Query:
    """An entry as it is looked for: what a record of arXiv can be compared with."""

    title: Title
    names: tuple[Name, ...]
    year: int | None = None
    doi: str = ""
    venue: str = ""
    type: str = ""

    @classmethod
    def of(cls, work: Work) -> Query:
        """The parts of a work that are compared."""
        venue = work.text("container-title") or work.text("publisher")
        doi = normal_doi(work.text("DOI"))
        printed = "" if doi.startswith("10.48550/") else doi  # arXiv's own DOI says nothing of the printed paper
        return cls(title_of(work.title), work.author, work.year, printed, venue, work.type)

    @cached_property
    def acronym(self) -> str:
        """The usual acronym of the venue (``CVPR``), empty where it has none that is known."""
        return acronym_of(self.venue) if self.venue else ""

    @cached_property
    def people(self) -> tuple[Person, ...]:
        """The authors, made comparable."""
        return people_of(self.names)


@dataclass(frozen=True, slots=True)
class Reason:
    """One part of a score: its points and what they are for."""

    points: float
    text: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """How well a record fits an entry: the sum of the reasons' points, and how alike the titles are (0 to 1)."""

    record: Record
    reasons: tuple[Reason, ...]
    likeness: float

    @property
    def score(self) -> float:
        """All points together."""
        return sum(reason.points for reason in self.reasons)

    def __str__(self) -> str:
        return f"{self.record.id} ({self.score:.0f}): {'; '.join(reason.text for reason in self.reasons)}"


def compare(query: Query, record: Record, rarity: Rarity) -> Comparison:
    """The points that speak for a record and against it; ``rarity`` knows the words of all records."""
    title = title_of(record.title)
    agreement = compare_people(query.people, people_of(record.authors), is_cut(query.names), not record.complete)
    likeness = _Likeness(query.title, title, rarity)
    reasons = [
        Reason(likeness.points, likeness.words),
        _authors(agreement, rarity, likeness.same),
        *_name(likeness),
        *_year(query.year, record.year, likeness.value),
        *_extra_words(likeness, agreement),
        *_companions(likeness),
        *_kinds(query, record, agreement),
        *_printed(query, record, likeness),
    ]
    return Comparison(record, tuple(reason for reason in reasons if reason.points), likeness.value)


# --- titles --------------------------------------------------------------------------------------------------------

_SAME, _ALL = 65.0, 60.0
_PART = 0.9
_TELLING = 8.0
"""A word that stands in one record of three thousand."""
_LITTLE = 13.0
"""What two words like “gradient descent” tell."""
_COINED = 10.5
"""A word that stands in one record of thirty-six thousand: a name that somebody made up."""


class _Likeness:
    """How alike two titles are: the same letters, one a part of the other, or shared words weighted by what they tell."""

    def __init__(self, ours: Title, theirs: Title, rarity: Rarity) -> None:
        self.ours, self.theirs, self.rarity = ours, theirs, rarity
        self.same = ours.key == theirs.key
        self.letters = ratio(ours.key, theirs.key)
        self.shared = sum(self._shared())
        mine, its = (sum(map(rarity, title.content)) for title in (ours, theirs))
        self.overlap = 2 * self.shared / (mine + its) if mine + its else 0.0
        self.unshared = mine + its - 2 * self.shared
        self.contradicted = min(mine, its) - self.shared
        self.part = not self.same and self._is_part()
        self.value = self._value()
        self.piece = () if self.same or self.part else self._piece()

    def _value(self) -> float:
        if self.same:
            return 1.0
        alike = max(0.7 * self.overlap + 0.3 * self.letters, self.letters if self.letters >= 0.95 else 0.0)
        return max(alike, _PART) if self.part else alike

    @property
    def points(self) -> float:
        return _SAME if self.same else _ALL * self.value

    @property
    def words(self) -> str:
        if self.same:
            return "same title"
        if self.part:
            return "one title is the other without its subtitle or prefix"
        return f"titles {100 * self.value:.0f}% alike"

    def _is_part(self) -> bool:
        """Whether one title is the other's main part or what follows its prefix."""
        ours, theirs = self.ours, self.theirs
        return theirs.key in (ours.main, ours.tail) or ours.key in (theirs.main, theirs.tail)

    def _piece(self) -> tuple[str, ...]:
        """A name that both titles begin with (``GeoFill: …``), or a subtitle of both that tells much; else empty.

        Where the rest has nothing in common it is another paper of a series.
        """
        ours, theirs = self.ours.parts, self.theirs.parts
        if len(ours) > 1 and len(theirs) > 1:
            for at, enough in ((0, _TELLING), (-1, 3 * _TELLING)):
                tells = self.tells(ours[at])
                if ours[at] == theirs[at] and tells >= enough and self.shared - tells >= 0.2 * self.unshared:
                    return ours[at]
        return ()

    @property
    def rarest(self) -> float:
        """How much the most telling word of the entry's title tells."""
        return max(map(self.rarity, self.ours.content), default=0.0)

    def tells(self, words: Iterable[str]) -> float:
        """How much some words tell together; small ones are not counted by anybody and tell nothing."""
        return sum(self.rarity(word) for word in set(words) - SMALL_WORDS)

    def _shared(self) -> Iterable[float]:
        """What each shared word tells; a word with another ending counts for a little less."""
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
    if min(len(one), len(other)) < 4 or one[:3] != other[:3]:
        return False
    return ratio(one, other) >= 0.75 or (len(one) > 5 < len(other) and one[:6] == other[:6])


def _name(likeness: _Likeness) -> Iterable[Reason]:
    if likeness.piece:
        points = 16.0 if len(likeness.piece) == 1 and likeness.tells(likeness.piece) >= _COINED else 12.0
        yield Reason(min(points, _SAME - 1 - likeness.points), f"both have “{' '.join(likeness.piece)}”")


def _extra_words(likeness: _Likeness, agreement: Agreement) -> Iterable[Reason]:
    """A title with a word more is often another paper of its author; a whole list of authors outweighs that.

    A common title without any author to compare says little.
    """
    if not agreement.known and likeness.shared < _LITTLE and likeness.rarest < _COINED:
        yield Reason(-16.0, "the title is a common one")
        return
    if likeness.same or likeness.part or likeness.piece or agreement.shared > 1.5:
        return
    if likeness.unshared >= 2.0 and likeness.letters < 0.95:
        yield Reason(-6.0 if likeness.shared < 35.0 else -2.0, "a word of one title is not in the other")
    if likeness.shared < 25.0:
        yield Reason(-6.0, "the words they share are common ones")


# --- authors -------------------------------------------------------------------------------------------------------

_OF_SHARED = (0.0, 28.0, 39.0, 43.0, 48.0)
"""Points for lists that agree, by how many names they share."""
_MISSING, _GROWN = 60.0, 30.0
"""Points that two lists lose which share nothing; fewer where all of one list is in the other: lists of authors grow."""


def _authors(agreement: Agreement, rarity: Rarity, titled: bool) -> Reason:
    """Points for the names that two lists share, less for those that only one of them has.

    Of papers with one title (``titled``) most of the names are enough: names are spelt otherwise, and lists grow.
    """
    if not agreement.known:
        return Reason(25.0, "authors cannot be compared")
    shared = agreement.shared
    of = f"{shared:.2g} of {min(agreement.ours, agreement.theirs)} authors agree"
    if agreement.share < 0.4:
        return Reason(-40.0, f"other authors: {of}")
    at = min(int(shared + 0.2), 4)
    points = _OF_SHARED[at] or 20.0
    if at == 1:
        points += (4.0 if agreement.first else -6.0) if agreement.open else 0.0
        points += 2.0 if sum(rarity(f"0{family}") for family in agreement.families) >= _TELLING else 0.0
    grown = (shared >= 3.0 and agreement.share >= 0.99) or (titled and shared >= 1.5 and agreement.share >= 0.6)
    return Reason(points - (_GROWN if grown else _MISSING) * (1.0 - min(1.0, agreement.overlap)), of)


# --- the rest ------------------------------------------------------------------------------------------------------


def _year(ours: int | None, theirs: int | None, likeness: float) -> Iterable[Reason]:
    """Papers are printed in the year of their submission to arXiv or soon after it.

    What was submitted after it was printed has seldom another title.
    """
    if ours is None or theirs is None:
        return
    gap, alike = ours - theirs, likeness >= 0.85
    text = f"submitted {theirs}, printed {ours}"
    if 0 <= gap <= 1:
        yield Reason(2.0, text)
    elif gap == -1:
        yield Reason(-4.0 if alike else -15.0, text)
    elif gap < -1:
        yield Reason(-12.0 if alike else -25.0, text)
    elif gap > 4:
        yield Reason(-4.0, text)


_CONTRADICTED = -12.0
"""Points that companion papers of one team lose: enough that the authors alone are no match."""


def _companions(likeness: _Likeness) -> Iterable[Reason]:
    """Parts I and II, versions 2 and 3, a paper and the comment on it have nearly the same title."""
    ours, theirs = likeness.ours, likeness.theirs
    if likeness.same:
        return
    mine, its = ours.numbers - theirs.numbers, theirs.numbers - ours.numbers
    if numbers_differ(ours, theirs):
        yield Reason(-30.0, "the numbers in the titles differ")
    elif (mine or its) and not likeness.part:
        yield Reason(-3.0, "a number is in one title only")
    if likeness.contradicted > likeness.shared and not likeness.part and not likeness.piece:
        yield Reason(_CONTRADICTED, "each title has more words of its own than they share")
    if is_answer(ours) != is_answer(theirs):
        yield Reason(-40.0, "one is a comment on the other, a reply or an erratum")


_OTHER_DOI = -60.0
"""Points that a record loses whose DOI and title are another's: as many as agreeing authors can be worth."""
_THESIS = re.compile(r"\b(?:thesis|dissertation|habilitation)\b", re.IGNORECASE)


def _kinds(query: Query, record: Record, agreement: Agreement) -> Iterable[Reason]:
    """A thesis may have the title of a paper."""
    says_thesis = _THESIS.search(f"{record.title} {record.comment}") is not None and not _THESIS.search(
        query.title.shown
    )
    if query.type == "thesis" and not says_thesis and (agreement.theirs > 1 or not record.complete):
        yield Reason(-25.0, "a thesis, but the record is not one")
    elif says_thesis and query.type not in ("thesis", ""):
        yield Reason(-25.0, "the record is a thesis")


def _printed(query: Query, record: Record, likeness: _Likeness) -> Iterable[Reason]:
    """The record itself may say where the paper was printed. Another DOI and another title are another paper."""
    if query.doi and record.doi:
        if query.doi == normal_doi(record.doi):
            yield Reason(60.0, "same DOI")
        else:
            alike = likeness.same or likeness.part or likeness.letters >= 0.95
            yield Reason(-8.0 if alike else _OTHER_DOI, "the record names another DOI")
    if record.journal and query.venue and _same_journal(query.venue, record.journal):
        yield Reason(6.0, f"the record names the journal: {record.journal[:60]}")
    elif record.comment and query.acronym and re.search(rf"\b{re.escape(query.acronym)}\b", record.comment):
        yield Reason(6.0, f"the record's comment names {query.acronym}")


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

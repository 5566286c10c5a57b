"""The same publication in several documents, and what each states of it: copies are found by identifiers, and by titles and authors, in linear time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import field
from functools import lru_cache

from citekit.lint.finding import Finding, Related, short
from citekit.lint.loading.bibliography import CheckedEntry, CheckedField
from citekit.lint.loading.project import Project, Role
from citekit.model.identity import CandidateIndex, same_venue, same_work
from citekit.model.identity.comparison_record import VENUE_FIELDS
from citekit.model.identity.titles import fold, plain, words
from citekit.model.identity.venue import SERIES, WORKSHOP, content_words, is_preprint_server
from citekit.model.name import Name
from citekit.model.venues import find_all, kind_of, without_year
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.span import Span

# Where and in which state a publication appeared, compared between two documents.

_STATUS = re.compile(
    r"\b(?:to appear|in press|in print|forthcoming|accepted(?: for publication)?|under review|submitted(?: to| for)?|to be published)\b",
    re.IGNORECASE,
)
_STATUS_FIELDS = ("pubstate", "note", "status", "howpublished", "item")


def venue(entry: CheckedEntry) -> str:
    """Return the name of the venue as it is printed or was read, without LaTeX."""
    if entry.work:
        return entry.work.text("container-title")
    part = entry.venue_field
    return " ".join(plain(part.text).split()) if part else ""


def speaks_of_preprint(entry: CheckedEntry) -> bool:
    """Whether an entry names a server of preprints anywhere in its text."""
    return is_preprint_server(entry.text_read)


def status(entry: CheckedEntry) -> str:
    """Return the words that mark a publication as not yet published, or the empty string."""
    if entry.work:
        stated = f"{entry.work.text('status')} {entry.work.text('note')}"
        if entry.language == "list" and _STATUS.search(stated) and not _STATUS.search(entry.text_read):
            stated = (
                "" if entry.work.text("page") or entry.work.text("volume") else stated
            )  # a heading stated it of others
    else:
        stated = " ".join(entry.text(name) for name in _STATUS_FIELDS)
    match = _STATUS.search(stated)
    return match[0] if match else ""


def says_status(entry: CheckedEntry) -> bool:
    """Whether an entry states anywhere in its text that it is not yet published."""
    return bool(_STATUS.search(entry.text_read))


def is_published(entry: CheckedEntry) -> bool:
    """Whether an entry states when a work appeared, or where in a volume."""
    return bool(entry.year) or is_printed(entry)


def is_printed(entry: CheckedEntry) -> bool:
    """Whether an entry gives the volume or the pages of a work."""
    if entry.work:
        return bool(entry.work.text("page") or entry.work.text("volume"))
    return bool(entry.text("pages", "volume"))


def are_versions(entry: CheckedEntry, other: CheckedEntry) -> bool:
    """Whether two entries are of different versions of a work: one in proceedings, a later one in a journal."""
    kinds = {_version(entry), _version(other)}
    return len(kinds) == 2 and "" not in kinds and entry.year != other.year


def _version(entry: CheckedEntry) -> str:
    stated = kind_of(venue(entry))
    return {"conference": "meeting", "workshop": "meeting", "journal": "journal", "book": "book"}.get(stated, "")


def relation(entry: CheckedEntry, other: CheckedEntry) -> str:
    """``"same"``, ``"other form"``, ``"different"``, or empty if one names no venue or is a preprint.

    A workshop and its conference have a rule of their own.
    """
    one, two = venue(entry), venue(other)
    if not one or not two or entry.described.is_preprint or other.described.is_preprint:
        return ""
    printed, second = (e.venue_field.text if e.venue_field else v for e, v in ((entry, one), (other, two)))
    found = max(same_venue(printed, second), same_venue(one, two), key=lambda similarity: similarity.degree)
    if found.reason in (SERIES, WORKSHOP):
        return ""
    if found.degree == 1.0:
        return "same" if fold(without_year(printed)) == fold(without_year(second)) else "other form"
    return "other form" if found else "different"


_LEAST_SHARED = 3  # one or two works in common may be chance; three show that a document lists the same works
_MOST_VERSIONS = 6  # versions of one work within one document; bounds the pairs that are compared


@dataclass(eq=False)
class ComparedDocument:
    """A document with works: a list of publications or a bibliography."""

    name: str
    entries: tuple[CheckedEntry, ...]
    role: Role


@dataclass(frozen=True, slots=True)
class Pair:
    """One publication in two documents; ``entry`` is compared with ``other``, which is in the fuller document."""

    entry: CheckedEntry
    other: CheckedEntry
    document: ComparedDocument
    other_document: ComparedDocument


@dataclass(eq=False)
class Matching:
    """The works of all documents in groups, one for each publication."""

    documents: tuple[ComparedDocument, ...]
    groups: tuple[tuple[tuple[ComparedDocument, CheckedEntry], ...], ...]
    _pairs: tuple[Pair, ...] | None = field(default=None, init=False, repr=False)

    def pairs(self) -> tuple[Pair, ...]:
        """Return every copy of a publication with the copy in the fullest document, each document once.

        If a document has several versions of a work (in proceedings, in a journal), the most similar ones are compared.
        """
        if self._pairs is None:
            self._pairs = tuple(pair for group in self.groups for pair in _pairs_of(group))
        return self._pairs


def _pairs_of(group: tuple[tuple[ComparedDocument, CheckedEntry], ...]) -> Iterator[Pair]:
    copies: dict[ComparedDocument, list[CheckedEntry]] = {}
    for document, entry in group:
        copies.setdefault(document, []).append(entry)
    if len(copies) < 2:
        return
    main = min(group, key=lambda member: (_RANK[member[0].role], -_facts(member[1])))[0]
    own = copies[main][:_MOST_VERSIONS]
    for document, there in copies.items():
        if document is not main:
            pairs = [(entry, other) for entry in there[:_MOST_VERSIONS] for other in own]
            entry, other = max(pairs, key=lambda pair: _likeness(*pair)) if len(pairs) > 1 else pairs[0]
            yield Pair(entry, other, document, main)


def _likeness(entry: CheckedEntry, other: CheckedEntry) -> tuple[int, int]:
    """Return how much two entries look like the same version of a work; then how many facts they have."""
    same_venue = {"same": 3, "other form": 2, "different": -3}.get(relation(entry, other), 0)
    similarity = (
        same_venue
        + 3 * bool(entry.doi and entry.doi == other.doi)
        + 2 * bool(entry.year and entry.year == other.year)
        + (entry.title_key == other.title_key)
        + (entry.described.is_preprint == other.described.is_preprint)
    )
    return similarity, _facts(entry) + _facts(other)


_RANK: dict[Role, int] = {"complete": 0, "references": 1, "selected": 2}


def _facts(entry: CheckedEntry) -> int:
    return len(entry.work.variables) if entry.work else len(entry.by_name)


@lru_cache(maxsize=2)
def matching(project: Project) -> Matching:
    """Return the publications of a project; computed once for all rules."""
    documents = (
        *(ComparedDocument(listing.name, listing.entries, listing.role) for listing in project.listings),
        *(
            ComparedDocument(one.name, one.entries, project.roles.get(one.name, "references"))
            for one in project.checked_bibliographies
        ),
    )
    if len(documents) < 2:
        return Matching(documents, ())
    joined = _Joined([(document, entry) for document in documents for entry in document.entries if entry.title_key])
    found = Matching(documents, joined.groups())
    # a bibliography most of whose works are in the lists is a list of publications too, unless settings give its role
    listed = {id(document) for document in found.documents[: len(project.listings)]}
    own: Counter[ComparedDocument] = Counter()
    shared: Counter[ComparedDocument] = Counter()
    for group in found.groups:
        there = list(dict.fromkeys(document for document, _ in group))
        own.update(there)
        if any(id(document) in listed for document in there):
            shared.update(there)
    for document in found.documents:
        given = id(document) in listed or document.name in project.roles
        if not given and shared[document] >= _LEAST_SHARED and shared[document] * 2 > own[document]:
            document.role = "complete"
    return found


_NATURES = (
    (
        "data",
        ("dataset",),
        re.compile(
            r"(?:replication |supporting |supplementary )?data(?:set)?s? (?:for|from|of)\b|dataset:", re.IGNORECASE
        ),
    ),
    (
        "software",
        ("software",),
        re.compile(r"(?:source )?code (?:for|of)\b|software:|r package\b|\w{1,30}: an? r package\b", re.IGNORECASE),
    ),
    (
        "supplement",
        (),
        re.compile(
            r"(?:online )?(?:supplement|appendix|supporting information)\w{0,8}(?: \w{1,12})? (?:to|for)\b",
            re.IGNORECASE,
        ),
    ),
    ("slides", (), re.compile(r"(?:slides|poster|talk|video) (?:of|for)\b", re.IGNORECASE)),
)


def _nature(entry: CheckedEntry) -> str:
    """Return what an entry adds to a paper of the same name: its data, its program, its supplement; else empty."""
    kind, note = entry.type, f"{entry.text('howpublished', 'note', 'type')}".lower()
    for nature, types, form in _NATURES:
        if kind in types or form.match(entry.title) or (nature == "software" and "r package version" in note):
            return nature
    return ""


class _Joined:
    """Join works into groups of one work each, as decided by :func:`~citekit.model.identity.same_work`."""

    def __init__(self, works: list[tuple[ComparedDocument, CheckedEntry]]) -> None:
        self.works = works
        self.parent = list(range(len(works)))

    def groups(self) -> tuple[tuple[tuple[ComparedDocument, CheckedEntry], ...], ...]:
        index = CandidateIndex(slips=True)
        for number, (document, entry) in enumerate(self.works):
            for other in index.near(entry.described):
                if self._root(other) != self._root(number) and self._are_one(self.works[other], (document, entry)):
                    first, later = sorted((self._root(other), self._root(number)))
                    self.parent[later] = first
            index.add(number, entry.described)
        members: dict[int, list[tuple[ComparedDocument, CheckedEntry]]] = {}
        for number, work in enumerate(self.works):
            members.setdefault(self._root(number), []).append(work)
        return tuple(map(tuple, members.values()))

    def _are_one(
        self, one: tuple[ComparedDocument, CheckedEntry], other: tuple[ComparedDocument, CheckedEntry]
    ) -> bool:
        """Whether two entries are of one work; in one document, likely is not enough where the titles differ."""
        first, second = one[1], other[1]
        editions = fold(first.text("edition")), fold(second.text("edition"))
        if all(editions) and editions[0] != editions[1] and first.year != second.year:
            return False
        is_translation = bool(first.names("translator")) != bool(second.names("translator"))
        if is_translation or _nature(first) != _nature(second):
            return False
        found = same_work(one[1].described, other[1].described)
        return found.one or (found.one_work and (one[0] is not other[0] or one[1].title_key == other[1].title_key))

    def _root(self, number: int) -> int:
        while self.parent[number] != number:
            self.parent[number] = self.parent[self.parent[number]]
            number = self.parent[number]
        return number


def at_copy(
    pair: Pair, name: str, message: str, hint: str = "", piece: str = "", swap: bool = False, confirmed: bool = False
) -> Finding:
    """Return a finding at a field of one copy of a publication; ``{place}`` in the message becomes the place of the
    other copy.

    ``piece`` is the part of the field that it is about. With ``swap`` the finding is at the other copy. What the other
    copy has ``confirmed`` was read rightly, however sure the reader was.
    """
    here, there = (pair.other, pair.entry) if swap else (pair.entry, pair.other)
    line, _ = there.source.line_column(_span(there, name).start)
    text = message.replace("{place}", f"{there.source.name}:{line}")
    part = _part(there, name)
    value = short(plain(part.text)) if part else short(there.title)
    related = (Related(f"“{value}” in the other document", there.source, _span(there, name)),)
    sure = 1.0 if confirmed else min(here.sureness(name), there.sureness(name))
    place = _span(here, name, piece)
    return Finding(text, here.source, place, hint, here.key or here.title, related, whole=here.span, sureness=sure)


def _part(entry: CheckedEntry, name: str) -> CheckedField | None:
    return entry.get(*(VENUE_FIELDS if name == "booktitle" else (name,)))


def _span(entry: CheckedEntry, name: str, piece: str = "") -> Span:
    part = _part(entry, name) or entry.get("title")
    if part is None:
        return entry.key_span if len(entry.key_span) else entry.span
    return part.find(piece) if piece else part.span


# Whether an item contains a statement at all, parsed or not, so that no finding claims that a document lacks what it has.

_OPEN_END = re.compile(
    r" (?:et al(?:ii|ia)?|u a|and others|and coworkers|co ?authors?|others|collaboration|consortium) "
)
_LONG = 6  # letters of a name that may be run together ("vanderberg"); shorter ones occur within other words


def says_name(entry: CheckedEntry, name: Name, beside: Iterable[Name] = ()) -> bool:
    """Whether the item has a family name, once more than the people ``beside`` need who have it as well."""
    wanted = " ".join(words(name.family or name.literal))
    if not wanted:
        return False
    needed = 1 + sum(" ".join(words(other.family or other.literal)) == wanted for other in beside)
    found = entry.words_of_text.replace(" ", "  ").count(f" {wanted.replace(' ', '  ')} ")
    if found >= needed:
        return True
    joined = wanted.replace(" ", "")
    return len(joined) >= _LONG and needed == 1 and joined in entry.words_of_text.replace(" ", "")


def is_open(entry: CheckedEntry) -> bool:
    """Whether an item marks its list of authors as incomplete: ``et al.``, ``and others``, ``…``."""
    return bool(_OPEN_END.search(entry.words_of_text)) or any(sign in entry.text("author") for sign in ("…", "..."))


def says_year(entry: CheckedEntry, year: int) -> bool:
    """Whether the item or its heading has a year, or its two digits as in ``ICML'21`` and ``ICML21``."""
    text = f"{entry.section}\n{entry.text_read}"
    full = re.search(rf"(?<![\d/.]){year}(?![\d])(?!\.\d)", text)
    return bool(full or re.search(rf"(?:['’‘`]|[A-Z]{{2,9}}[- ]?){year % 100:02}(?!\d)", text))


def says_title(entry: CheckedEntry, title: str) -> bool:
    """Whether the item contains the letters of a title."""
    return fold(title) in entry.words_of_text.replace(" ", "")


def says_venue(entry: CheckedEntry, name: str, title: str = "") -> bool:
    """Whether the item has the words of a venue's name, whole or shortened, or its acronym, outside the words of the title.

    ``title`` is the one that another document gives: the shorter one counts, as a venue may have been read as its end.
    """
    if not name.isascii() and fold(name) in entry.words_of_text.replace(" ", ""):
        return True  # scripts that put no spaces between words
    remaining = Counter(entry.words_of_text.split()) - Counter(words(min(entry.title, title or entry.title, key=len)))
    forms = [content_words(name)]
    for venue in find_all(name):
        forms.append(content_words(venue.name))
        acronym = fold(venue.acronym)
        if acronym and any(word == acronym or re.fullmatch(rf"{acronym}\d\d(?:\d\d)?", word) for word in remaining):
            return True
    return any(form and all(word in remaining or _shortened(word, remaining) for word in form) for form in forms)


def _shortened(word: str, there: Iterable[str]) -> bool:
    return any(
        # from three letters on a shortened name ("Chr", "Alex") is specific
        (len(other) >= 3 and word.startswith(other)) or (len(word) >= 3 and other.startswith(word))
        for other in there
    )


def says_text(entry: CheckedEntry, text: str) -> bool:
    """Whether the item contains these words."""
    return f" {' '.join(words(text))} " in entry.words_of_text


def has_mark(entry: CheckedEntry, name: Name) -> bool:
    """Whether a mark such as ``*`` directly follows a family name in the item, or precedes the given name."""
    family = name.family or name.literal
    text = _EMPHASIS.sub("", _MARKUP.sub("", entry.text_read))
    return bool(family) and bool(
        re.search(rf"{re.escape(family)}[,;.)]?[{_MARKS}]|[{_MARKS}]{re.escape(str(name))}", text)
    )


_MARKS = "*∗⋆†‡#§+=¹²^$"
_MARKUP = re.compile(r"</?[A-Za-z][^<>]{0,80}>|[{}\\]|textbf|textsuperscript")
_EMPHASIS = re.compile(r"\*\*|__|(?<!\S)\*(?=\w)")

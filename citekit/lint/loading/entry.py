"""What is checked: entries of bibliographies and items of publication lists, in one form with the places of their parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from html import unescape
from typing import Literal

from citekit.lint.words import listed
from citekit.model.bibtex_names import parse_names
from citekit.model.identity import ComparisonRecord, describe, describe_fields
from citekit.model.identity.comparison_record import VENUE_FIELDS
from citekit.model.identity.fold import plain, words
from citekit.model.name import Name
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.records import cached_property, dataclass
from citekit.runtime.span import Source, Span

Language = Literal["bibtex", "csl", "list"]
"""How an entry is written: BibTeX or BibLaTeX, CSL-JSON, or an item of a list that people read."""


@dataclass(eq=False, slots=True)
class CheckedField:
    """A field of an entry.

    ``name`` is in lower case. ``text`` is the value without delimiters and with macros resolved; if it is written in one
    piece, ``inside`` is the offset of its first character, else -1. ``span`` is that of the value, delimiters
    included, and ``raw`` how it is written there. A large file has a million fields, so each keeps two offsets and the
    lengths only: ``opening`` is the number of characters before the text, -1 where it is not in one piece.
    """

    name: str
    text: str
    source: Source
    start: int
    length: int
    opening: int
    name_start: int
    name_length: int

    @property
    def raw(self) -> str:
        """The value as written."""
        return self.source.text[self.start : self.start + self.length]

    @property
    def span(self) -> Span:
        """The span of the value, its delimiters included."""
        return Span(self.start, self.start + self.length)

    @property
    def name_span(self) -> Span:
        """The span of the name."""
        return Span(self.name_start, self.name_start + self.name_length)

    @property
    def inside(self) -> int:
        """The offset of the text's first character, -1 if the text is not written in one piece."""
        return self.start + self.opening if self.opening >= 0 else -1

    def part(self, start: int, end: int) -> Span:
        """Return the span of ``text[start:end]``; that of the whole value if it is not written in one piece."""
        return Span(self.inside + start, self.inside + end) if self.inside >= 0 else self.span

    def find(self, piece: str) -> Span:
        """Return the span of a piece of the text; that of the whole value if the piece does not occur there literally."""
        at = self.text.find(piece) if piece else -1
        return self.part(at, at + len(piece)) if at >= 0 else self.span


class _Keeping:
    """Room for what an entry computes once; its other attributes are slots, for there may be very many entries."""


@dataclass(eq=False, slots=True)
class CheckedEntry(_Keeping):
    """An entry of a bibliography, or an item of a list.

    ``fields`` are all fields in order, repeated ones too. ``work`` is what the converter read, for items of lists and
    entries of CSL-JSON. ``sound`` is true if its syntax is valid. ``section`` is the heading above an item
    of a list, ``score`` the confidence of the parser in it (0 to 1), ``sure`` in its fields.
    """

    key: str
    type: str
    fields: tuple[CheckedField, ...]
    source: Source
    span: Span
    key_span: Span
    type_span: Span
    language: Language = "bibtex"
    sound: bool = True
    work: Work | None = None
    section: str = ""
    score: float = 1.0
    sure: Mapping[str, float] = field(default_factory=dict, repr=False)
    by_name: dict[str, CheckedField] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self.by_name = {part.name: part for part in self.fields}
        if len(self.by_name) < len(self.fields):  # the first of a name counts
            self.by_name.update((part.name, part) for part in reversed(self.fields))

    def __contains__(self, name: str) -> bool:
        return name in self.by_name

    def get(self, *names: str) -> CheckedField | None:
        """The first of these fields that the entry has and that is not blank."""
        for name in names:
            found = self.by_name.get(name)
            if found is not None and found.text.strip():
                return found
        return None

    def sureness(self, name: str) -> float:
        """Return the confidence in a parsed field, from 0 (guess) to 1; what is written as a field is certain.

        Most misread entries have wrong people, so the confidence in people is at most that in their entry.
        """
        sure = self.sure.get(name, self.score)
        return min(sure, self.score) if name in ("author", "editor") else sure

    def text(self, *names: str) -> str:
        """The value of the first of these fields that is there, or the empty string."""
        found = self.get(*names)
        return found.text.strip() if found else ""

    @property
    def is_laid_out(self) -> bool:
        """Whether its text was taken from a page: hyphens at line ends and page breaks are layout there, no damage."""
        return self.language == "list" and self.source.name.lower().endswith(".pdf")

    @cached_property
    def title_key(self) -> str:
        """The title by which works are compared: its letters and digits only."""
        return self.described.title.key

    @cached_property
    def title(self) -> str:
        """The title for people."""
        return " ".join(plain(self.work.text("title") if self.work else self.text("title")).split())

    def names(self, variable: str = "author") -> tuple[Name, ...]:
        """The names of a name field."""
        if variable == "author":
            return self.authors
        return self.work.names(variable) if self.work else parse_names(self.text(variable))

    @cached_property
    def authors(self) -> tuple[Name, ...]:
        """The authors in order."""
        if self.work:
            return self.work.author
        names = list(parse_names(self.text("author")))
        for number, marks in annotation_marks(self.text("author+an")):
            if 1 <= number <= len(names):  # a mark that counts too far is a finding, and no reason to drop the others
                names[number - 1] = names[number - 1].marked(*marks)
        return tuple(names)

    @property
    def year(self) -> int | None:
        """The year of publication where it is a plain number."""
        return self.described.year

    @cached_property
    def year_field(self) -> CheckedField | None:
        """The field that holds the year."""
        return self.get("year", "date")

    @cached_property
    def venue_field(self) -> CheckedField | None:
        """The field that names the journal, the proceedings or the book."""
        return self.get(*VENUE_FIELDS)

    def _value(self, name: str) -> str:
        part = self.by_name.get(name)
        return part.text.strip() if part is not None else ""

    @cached_property
    def described(self) -> ComparisonRecord:
        """The publication in the form in which publications are compared."""
        return describe(self.work) if self.work else describe_fields(self.type, self._value, self.names)

    @property
    def doi(self) -> str:
        """The DOI in its normal form, from its field or a resolver's address; empty for arXiv's own DOIs."""
        return self.described.doi

    @property
    def arxiv(self) -> str:
        """The arXiv identifier without version, from the fields that are made for it or an arXiv address."""
        return self.described.arxiv

    @cached_property
    def text_read(self) -> str:
        """All that people read of it, as it is written: the text of an item, the values of an entry's fields."""
        if self.language == "list":
            return self.source.text[self.span.start : self.span.end]
        return "\n".join(part.text for part in self.texts())

    @cached_property
    def words_of_text(self) -> str:
        """The words of :attr:`text_read` in lowercase without accents, with a space before and after each."""
        return f" {' '.join(words_read(self.text_read))} "

    @property
    def shown(self) -> str:
        """What to call the entry: its key, or its title in quotation marks."""
        if self.key:
            return f"'{self.key}'"
        # 60 characters of a title, so that a message stays on a line
        return f"“{self.title if len(self.title) <= 60 else self.title[:59] + '…'}”"

    @cached_property
    def not_ascii(self) -> tuple[CheckedField, ...]:
        """The fields whose values have other characters than those of ASCII."""
        return tuple([part for part in self.fields if not part.text.isascii()])

    def texts(self) -> Iterator[CheckedField]:
        """The fields whose values people read: those of identifiers and files are left out."""
        for part in self.fields:
            if part.name not in NOT_TEXT:
                yield part


def words_read(text: str) -> list[str]:
    """The words that people read in a text with HTML, small and without accents."""
    return words(_TAGS.sub(" ", unescape(text)))


def annotation_marks(text: str) -> list[tuple[int, list[str]]]:
    """The places and the marks of a data annotation of BibLaTeX (``1=equal; 2=equal``)."""
    return [(int(match[1]), match[2].split(",")) for match in _ANNOTATION.finditer(text)]


_TAGS = re.compile(r"</?[A-Za-z!][^<>]{0,300}>")
_ANNOTATION = re.compile(r"(?:^|;)\s*(\d{1,5})(?::\w+)?\s*=\s*\"?([\w-]+(?:,[\w-]++)*)")

NOT_TEXT = frozenset(listed("fields that hold no text"))
"""Fields that hold identifiers, addresses, what programs note there, or whole texts of others."""

"""How a person's list of works is printed where CSL has no word for it: the owner's name, symbols, order, groups, headings,
and what follows an entry (notes and awards, links, abstracts, annotations).

Styles know references, not people; a CV shows whose list it is and who contributed what. Names that are shown so are
never hidden by a style's "et al.".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import groupby

from citekit.csl.locales import StyleLocale
from citekit.csl.richtext import parse_rich, plain
from citekit.csl.tree import Inline, Markup, Quotes, finish, text_of
from citekit.model.links import links
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.errors import check_choice
from citekit.runtime.records import dataclass
from citekit.runtime.registry import pairs
from citekit.text import collate

# Fields that people keep remarks for readers in, next to the note.
_NOTES = ("addendum", "award", "award_name", "acceptance_rate", "acceptance")
_SENTENCE = re.compile(r"(?<=[.;!?])\s+")


def with_extras(content: tuple[Inline, ...], work: Work, wanted: Iterable[str], quotes: Quotes) -> tuple[Inline, ...]:
    """Return an entry with what is ``wanted`` (keys of :data:`EXTRAS`) after it.

    What the entry has already is not repeated.
    """
    made = content
    for name in EXTRAS:
        if name in wanted:
            added = EXTRAS[name](work, made, quotes)
            made = _appended(made, added) if added else made
    return made


def _note(work: Work, content: Sequence[Inline], quotes: Quotes) -> list[Inline]:
    printed = text_of(content).casefold()
    pieces = [_SENTENCE.split(work.text("note")), *([work.fields.get(name, "")] for name in _NOTES)]
    new = [
        piece
        for piece in map(str.strip, (p for row in pieces for p in row))
        if piece.strip(".;") and piece.casefold().strip(" .;") not in printed
    ]
    return _sentences(new, quotes)


def _sentences(texts: Iterable[str], quotes: Quotes) -> list[Inline]:
    made: list[Inline] = []
    for text in texts:
        whole = text[:1].upper() + text[1:].rstrip(";")
        made += [" ", *finish(parse_rich(whole), quotes), "" if whole.endswith((".", "!", "?")) else "."]
    return made


def _links(work: Work, content: Sequence[Inline], quotes: Quotes) -> list[Inline]:
    there = set(_targets(content))
    made: list[Inline] = []
    for link in links(work):
        if link.address not in there:
            made += [" [", Markup("link", link.address, (link.label,)), "]"]
    return made


def _targets(content: Iterable[Inline]) -> Iterator[str]:
    for part in content:
        if isinstance(part, Markup):
            if part.kind == "link":
                yield part.value
            yield from _targets(part.content)


def _text(variable: str) -> Callable[[Work, Sequence[Inline], Quotes], list[Inline]]:
    return lambda work, content, quotes: _sentences(filter(None, [work.text(variable).strip()]), quotes)


EXTRAS: Mapping[str, Callable[[Work, Sequence[Inline], Quotes], list[Inline]]] = {
    "note": _note,
    "links": _links,
    "annotation": _text("annote"),
    "abstract": _text("abstract"),
}
"""What can be added, in the order in which it is."""


def _appended(content: tuple[Inline, ...], more: Sequence[Inline]) -> tuple[Inline, ...]:
    """Return the entry with more at its end, within the block that ends it."""
    last = content[-1]
    if isinstance(last, Markup) and last.kind == "display":
        return (*content[:-1], replace(last, content=_appended(last.content, more)))
    stop = "" if text_of(content).rstrip('”’"').endswith((".", "!", "?", ")", "]")) else "."
    return (*content, stop, *more)


OWN_NAMES: Mapping[str, tuple[str, str]] = {
    "bold": ("font-weight", "bold"),
    "underline": ("text-decoration", "underline"),
}
"""How the owner's name can look, in CSL's formatting."""
EQUAL_SIGN, CORRESPONDING_SIGN = "*", "†"


@dataclass(frozen=True, slots=True)
class ListingOptions:
    """What is printed beyond the style; nothing by default.

    ``own_name`` is the look of names with the mark :data:`~citekit.model.name.SELF` (a key of :data:`OWN_NAMES`).
    ``equal_note`` and ``corresponding_note`` explain the symbols that names with the marks
    :data:`~citekit.model.name.EQUAL` and :data:`~citekit.model.name.CORRESPONDING` get; without them there are
    no symbols. ``sort``, ``group_by`` and ``numbering`` are those of :func:`citekit.csl.listing.arrange`; ``extras`` keys of
    :data:`citekit.csl.listing.EXTRAS`. Raises :class:`~citekit.runtime.errors.UsageError` for a look that there is not.
    """

    own_name: str = ""
    equal_note: str = ""
    corresponding_note: str = ""
    sort: str = ""
    group_by: str = ""
    numbering: str = ""
    extras: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_choice("own-name", self.own_name, OWN_NAMES)
        for extra in self.extras:
            check_choice("with", extra, EXTRAS)

    @property
    def marks(self) -> bool:
        """Whether names show their marks."""
        return bool(self.own_name or self.equal_note or self.corresponding_note)

    def signs(self, is_equal: bool, is_corresponding: bool) -> str:
        """Return the symbols after the name of an equal contributor, or of a corresponding author."""
        equal = EQUAL_SIGN if is_equal and self.equal_note else ""
        return equal + (CORRESPONDING_SIGN if is_corresponding and self.corresponding_note else "")

    def footnotes(self, shown: Iterable[str]) -> tuple[str, ...]:
        """Return what the symbols after names mean, one per line."""
        if not (self.equal_note or self.corresponding_note):
            return ()
        signs = set("".join(shown))
        notes = ((EQUAL_SIGN, self.equal_note), (CORRESPONDING_SIGN, self.corresponding_note))
        return tuple(f"{sign} {note}" for sign, note in notes if sign in signs)


AS_THE_STYLE_HAS_IT = ListingOptions()

# What the works of a type are called in English, in the order in which the types are.
_ENGLISH = pairs("citekit.csl", "listing.tsv")["types"]
_ORDER = {kind: place for place, kind in enumerate(_ENGLISH)}


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The ids and the numbers of the works in order, and the heading under which each is, if there are groups."""

    ids: tuple[str, ...]
    numbers: tuple[int, ...]
    headings: Mapping[str, str] = field(default_factory=dict)


def arrange(works: Sequence[Work], listing: ListingOptions, language: StyleLocale) -> Arrangement:
    """Works in another order and in groups; what is equal stays in the order given.

    ``sort`` is ``year`` (the newest first), ``oldest``, ``title``, ``type``, ``keyword``, or ``given`` or empty for the
    order given; ``group_by`` is ``year``, ``type``, ``keyword`` or empty. A work is in the group of its first
    keyword; groups of keywords are in the order in which they come first. ``numbering`` is ``reverse`` (the last work
    is 1), ``group`` (every group begins with 1), ``group-reverse`` or empty. Raises
    :class:`~citekit.runtime.errors.UsageError` for other words.
    """
    sort, group_by = listing.sort, listing.group_by
    first: dict[str, int] = {}
    for work in works:
        first.setdefault(keyword(work), len(first))
    orders: dict[str, Order | None] = {
        "": None,
        "given": None,
        "year": lambda work: (work.year is None, -(work.year or 0)),
        "oldest": lambda work: (work.year is None, work.year or 0),
        "title": lambda work: (collate.key(plain(parse_rich(work.text("title"))), language.code),),
        "type": lambda work: (_ORDER.get(work.type, len(_ORDER)), work.type),
        "keyword": lambda work: (not keyword(work), first[keyword(work)]),
    }
    check_choice("sort", sort, orders)
    check_choice("group-by", group_by, _HEADINGS)
    check_choice("numbering", listing.numbering, _NUMBERINGS)
    made = list(works)
    for name in (sort, group_by):
        order = orders[name]
        if order is not None:
            made.sort(key=order)
    headings = {work.id: _HEADINGS[group_by](work, language) for work in made} if group_by else {}
    ids = tuple(work.id for work in made)
    groups = groupby(headings.get(name, "") for name in ids) if "group" in listing.numbering else [("", ids)]
    step = -1 if "reverse" in listing.numbering else 1
    sizes = [len(list(below)) for _, below in groups]
    numbers = tuple(number for size in sizes for number in range(1, size + 1)[::step])
    return Arrangement(ids, numbers, headings)


_NUMBERINGS = ("reverse", "group", "group-reverse")


Order = Callable[[Work], tuple[object, ...]]


def keyword(work: Work) -> str:
    """Return the first keyword of a work, or the empty string."""
    return next(filter(None, map(str.strip, work.text("keyword").replace(";", ",").split(","))), "")


def _by_type(work: Work, language: StyleLocale) -> str:
    english = _ENGLISH.get(work.type) if language.code.startswith("en") else None
    return english or _capital(language.term(work.type) or work.type.replace("-", " ").replace("_", " "))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_HEADINGS: Mapping[str, Callable[[Work, StyleLocale], str]] = {
    "year": lambda work, language: _capital(
        language.term("no date") or "no date" if work.year is None else str(work.year)
    ),
    "type": _by_type,
    "keyword": lambda work, language: plain(parse_rich(keyword(work))) or "…",
}

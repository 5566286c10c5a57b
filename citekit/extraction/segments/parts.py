"""What a page calls the parts of its references in class names and properties ("pub-title", ``itemprop="author"``), how the blocks of
BibTeX part them, and what that states of their words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from citekit.documents.runs import Document
from citekit.extraction.labeller import AUTHOR, EDITOR, LINK, OTHER, TITLE, field_of, names_of
from citekit.extraction.lexer import Words
from citekit.extraction.phrases import word_sets
from citekit.runtime import patterns as re
from citekit.runtime.span import Span

SHORTEST_TITLE = 3
"""Words of a title in a line that is nothing else, at least."""
LONGEST_YEAR = 300
"""Characters of an element of a date with its tags; what is longer is called by its year, such as a list of works."""
MOST_DATED = 0.1
"""The share of the elements of people that may have a year in them; with more, venues are in them, too."""
_WORD = re.compile(r"[A-Z]?[a-z]+")
_TAG = re.compile(r"<[^<>]{0,2000}>|&\w{1,12};")
_YEAR = re.compile(r"(?:19|20)\d\d")
Parts = tuple[tuple[Span, str], ...]
"""Stretches of the source with the part of a reference that each is."""


def named_parts(document: Document) -> Parts:
    """Return the spans of the source that the page calls a part of a reference (:data:`words/names.txt`), in order.

    What holds parts of several kinds is not a part itself.
    """
    kinds: dict[str, str] = {}
    found: list[tuple[Span, str]] = []
    for element in sorted(document.named, key=lambda element: (element.span.start, -element.span.end)):
        if element.names not in kinds:
            kinds[element.names] = _kind_of(word.lower() for word in _WORD.findall(element.names))
        kind = kinds[element.names]
        if kind and (kind != "year" or len(element.span) <= LONGEST_YEAR):
            found.append((element.span, kind))
    parts: list[tuple[Span, str]] = []
    for span, kind in reversed(found):  # from the inside out: a part within a part of its kind is one with it
        inside = []
        for other, theirs in reversed(parts):
            if other.start >= span.end:
                break
            inside.append(theirs)
        if kind == "title" and inside:  # "Title [badge]" with a link of the title in it
            continue
        if kind == "aside" or set(inside) <= {kind}:
            del parts[len(parts) - len(inside) :]
            parts.append((span, kind))
    untrue = _untrue(document, parts)
    return tuple((span, kind) for span, kind in parts[::-1] if kind not in untrue)


_BLOCK = re.compile(r"\\newblock(?![a-zA-Z])\s*")
_SLANTED = re.compile(
    r"(?:\{\\(?:em|it|sl)\s|\\(?:emph|textit)\{)(?P<text>[^{}]*+(?>(?:\{[^{}]*+\}[^{}]*+)*))\}(?P<number>[,.]?\s*(?:\{\\bf|\\textbf|\d))?"
)
"""A phrase in italics, and whether the number of a volume follows, as it does after a journal."""
_TITLE_ENDS = re.compile(
    r"[.,][\s~]++(?:volume|vol\.|number|no\.|chapter|pages?|pp\.|[\w.]{1,20}+[\s~]edition|edition|[a-z]+ed\.|(?i:technical report|ph\.?\s?d|master)|"
    r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?(?:\s|~)|\d{4}(?!\d)|\\url|\\href|http)|(?:[.,]|(?<![\s.,]))\s*+$"
)
"""What BibTeX's styles print after the title in its block."""
_MOST_PLAIN = 2
"""Words in lowercase letters of a first block that holds people, at most: "and", "de la" are not counted."""


def bibtex_blocks(text: str, span: Span) -> Parts:
    r"""Return the people and the title of a reference that BibTeX has printed in blocks, parted by ``\newblock`` (btxdoc, "Designing
    BibTeX styles"): the first block holds the people, the second one begins with the title. None if there are no people."""
    borders = [(match.start(), match.end()) for match in _BLOCK.finditer(text, span.start, span.end)]
    if not borders:
        return ()
    people = Span(span.start, borders[0][0])
    first = text[people.start : people.end].rpartition("]")[2].rpartition("}\n")[2]
    plain = [word for word in re.findall(r"(?<![\w{\\])[a-z]{2,}+", first) if word not in _NO_TITLE_WORDS]
    if len(plain) > _MOST_PLAIN or _SLANTED.search(first) or any(map(str.isdecimal, first)):
        return ()  # a title, as no author is known; or the whole reference, before the block of its address
    start, stop = borders[0][1], borders[1][0] if len(borders) > 1 else span.end
    slanted = _SLANTED.match(text, start, stop)
    if text.startswith(("\\url", "\\href", "http"), start):
        return ()
    if slanted is not None and slanted["number"]:
        return ((people, "author"),)  # a journal: the style prints no titles
    end = slanted.end("text") if slanted is not None else start
    if slanted is None and (found := _TITLE_ENDS.search(text, start, stop)):
        end = found.start()
    return ((people, "author"), (Span(start, end), "title")) if end > start else ((people, "author"),)


_NO_TITLE_WORDS = frozenset(
    "and et al editor editors eds ed von van de der den del la di da dos le ter ten em sc".split()
)


def _untrue(document: Document, parts: Sequence[tuple[Span, str]]) -> set[str]:
    """Return the names that this page uses for something else: titles of one word, people with years."""
    text = {
        kind: [document.source.text[s.start : s.end] for s, own in parts if own == kind] for kind in ("title", "author")
    }
    shown = {kind: [_TAG.sub(" ", one).split() for one in found] for kind, found in text.items()}
    untrue = set()
    if sum(len(words) >= SHORTEST_TITLE for words in shown["title"]) * 2 < len(shown["title"]):
        untrue.add("title")
    people = [ws for ws in shown["author"] if sum(w[:1].isupper() for w in ws) * 2 >= len(ws) > 0]
    if len(people) * 2 < len(shown["author"]) or sum(
        any(_YEAR.search(w) for w in ws) for ws in people
    ) > MOST_DATED * len(people):
        untrue.add("author")
    return untrue


def label_of(text: str) -> str:
    """Return the part that a line names if it only states what follows: "Title", "Authors:"; empty for any other line."""
    words = text.rstrip(" :").lower().split()
    return _kind_of(words) if 0 < len(words) <= MOST_OF_LABEL and all(_kind_of([word]) for word in words) else ""


MOST_OF_LABEL = 2
"""Words of such a line, at most: "Publication date"."""


def _kind_of(words: Iterable[str]) -> str:
    """Return the part of a reference that some words of a name state, the first of ``words/names.txt``; empty for none."""
    named = set(words)
    return next((kind for kind, listed in _names() if not named.isdisjoint(listed)), "")


@cache
def _names() -> tuple[tuple[str, frozenset[str]], ...]:
    return tuple(word_sets("names").items())


def labels_within(
    words: Words, parts: Sequence[tuple[Span, str]], labels: Sequence[str]
) -> list[frozenset[str] | None]:
    """Return the labels that each word of an item may have by what the page calls its parts; None if any.

    A title is in its element, and nothing of it elsewhere, if there is one such element. Elements of people have no title, and
    names in all words but small ones; the others have neither a title nor authors.
    """
    ends = (
        words.item.span(words.starts[0], words.ends[0]).start,
        words.item.span(words.starts[-1], words.ends[-1]).end,
    )
    parts = [
        (span, kind) for span, kind in parts if span.start > ends[0] or span.end < ends[1]
    ]  # "year-group" holds all
    titles = [span for span, kind in parts if kind == "title"]
    of_kind = _labels_of_kinds(tuple(labels))
    found: list[frozenset[str] | None] = []
    is_in_title = is_in_group = False
    for i, text in enumerate(words.texts):
        at = words.item.span(words.starts[i], words.ends[i]).start
        kind = next((kind for span, kind in parts if span.start <= at < span.end), "")
        if len(titles) != 1 and kind in ("", "title"):
            found.append(None)
            continue
        may = of_kind.get(kind, of_kind["other"])
        if i in words.links:
            may = may | {LINK, OTHER}
        elif kind == "title":
            may = frozenset({f"I-{TITLE}"}) if is_in_title else frozenset({f"B-{TITLE}"})
        elif kind == "group":
            may = frozenset({f"I{AUTHOR}L"}) if is_in_group else frozenset({f"B{AUTHOR}L"})
        elif kind == "author" and text.lower() in _JOINERS:
            may = _BETWEEN_NAMES
        elif kind == "author" and not text[:1].isupper():
            may = may | _BETWEEN_NAMES
        is_in_group = kind == "group"
        is_in_title = kind == "title" and (is_in_title or i not in words.links)
        found.append(may)
    return found


_JOINERS = frozenset(("and", "und", "et", "&"))
"""Words between people that are no part of a name in any language, unlike "y" in Spanish ones."""
_BETWEEN_NAMES = frozenset(f"{role}-{kind}" for role in (AUTHOR, EDITOR) for kind in ("AND", "ETAL")) | {OTHER}


@cache
def _labels_of_kinds(labels: tuple[str, ...]) -> dict[str, frozenset[str]]:
    """Return the labels of a model that words in a part of each kind may have, outside of all (""), and in any other."""
    untitled = frozenset(label for label in labels if field_of(label) != TITLE)
    return {"author": names_of(), "aside": frozenset({OTHER, LINK}), "": untitled, "other": untitled - names_of(AUTHOR)}

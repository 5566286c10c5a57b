"""The few other readings of a reference, of which one may print exactly as the reference is printed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from citekit.extraction.phrases import CLASSES
from citekit.model.as_printed import edition_number
from citekit.model.date import Date
from citekit.model.name import Name
from citekit.model.work import Value, Work
from citekit.runtime import patterns as re

_TYPES = tuple(
    "article-journal paper-conference chapter book thesis report webpage article-magazine article-newspaper article manuscript "
    "entry-encyclopedia post-weblog review dataset software document speech".split()
)
"""The types of a list of references, the most frequent first."""
_EXCHANGED = (
    ("author", "editor"),
    ("volume", "issue"),
    ("volume", "page"),
    ("volume", "number"),
    ("volume", "collection-number"),
    ("number", "collection-number"),
    ("number", "issue"),
    ("number", "page"),
    ("publisher", "container-title"),
    ("publisher", "publisher-place"),
    ("publisher", "event-place"),
    ("publisher-place", "event-place"),
    ("publisher", "collection-title"),
    ("publisher", "event-title"),
    ("publisher", "genre"),
    ("publisher", "archive"),
    ("container-title", "collection-title"),
    ("container-title", "event-title"),
    ("container-title", "title"),
    ("collection-title", "genre"),
)
"""Variables of which the reader may take one for the other."""
_DROPPED = (
    "genre",
    "number",
    "DOI",
    "URL",
    "note",
    "status",
    "publisher-place",
    "month",
    "collection-number",
    "edition",
    "page",
    "volume",
)
"""Variables that a reader may have made of words of others, or that a style prints by itself."""
_URL = re.compile(r"https?://[^\s<>\"”]{3,500}")
_MONTHS = "january february march april may june july august september october november december".split()
_DAY = re.compile(
    r"(?i:\b(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?)(?:\s(?P<after>\d{1,2})\b)?"
)
_DAY_BEFORE = re.compile(r"(?<!\d)(?P<day>\d{1,2})\.?\s$")
_ISBN = re.compile(r"(?:97[89][-\s]?)?(?:\d[-\s]?){9}[\dXx]")
_PARTS_JOINED = re.compile(r"[^\W\d_a-z]{2,3}")
"""Initials without stops, as "WH": one to a letter."""


def other_readings(work: Work, line: str, printed: str = "") -> Iterator[Work]:
    """Yield readings that differ from the one of a line, for which a style has ``printed`` the text, in one respect."""
    variables = work.variables
    for name in _TYPES:
        if name != work.type:
            yield replace(work, type=name)
        if ("publisher" in variables) != ("container-title" in variables):
            yield replace(_exchanged(work, "publisher", "container-title"), type=name)
    for one, other in _EXCHANGED:
        if one in variables or other in variables:
            yield _exchanged(work, one, other)
    yield from _joined(work, line)
    yield from _people(work, line, printed)
    yield from _links(work, line)
    yield from _dates(work, line)
    for name in ("title", "container-title", "publisher", "page", "collection-title"):
        value = work.text(name)
        if value and f"{value}." in line:
            yield _with(work, name, f"{value}.")
    for name in _DROPPED:
        if name in variables:
            yield _without(work, name)
    if (number := edition_number(work.text("edition"))) and number != work.text("edition"):
        yield _with(work, "edition", number)
    if "ISBN" in variables and (isbn := _ISBN.search(line)):
        yield _with(work, "ISBN", isbn.group())


def _with(work: Work, name: str, value: Value) -> Work:
    return replace(work, variables={**work.variables, name: value})


def _without(work: Work, name: str) -> Work:
    return replace(work, variables={key: value for key, value in work.variables.items() if key != name})


def _exchanged(work: Work, one: str, other: str) -> Work:
    names = {one: other, other: one}
    return replace(work, variables={names.get(key, key): value for key, value in work.variables.items()})


_TEXTS = "title container-title collection-title publisher publisher-place genre edition event-title archive".split()
"""Variables of which one may have words of another."""
_BETWEEN = re.compile(r"\s?[,:;/–—(&-]\s?")
"""What is between two values that are one."""


def _joined(work: Work, line: str) -> Iterator[Work]:
    """Yield the work with two of its values that are side by side as one, with what is between them."""
    found = sorted(
        (at, at + len(value), name) for name in _TEXTS if (value := work.text(name)) and (at := line.find(value)) >= 0
    )
    for (start, end, one), (start_next, end_next, other) in pairwise(found):
        if end <= start_next and _BETWEEN.fullmatch(line, end, start_next):
            whole = line[start:end_next]
            yield _without(_with(work, one, whole), other)
            yield _without(_with(work, other, whole), one)


def _people(work: Work, line: str, printed: str) -> Iterator[Work]:
    """Yield the work with its people otherwise: their initials apart ("WH" as "W. H."), those whose given name is first as they
    are printed ("Ada B. Lund"), an organisation that a line begins with ("Heron Watch. (2021)"), the last editor as publisher."""
    roles = [role for role in ("author", "editor", "translator") if work.names(role)]
    changed = {role: tuple(map(_apart, work.names(role))) for role in roles}
    if any(changed[role] != work.names(role) for role in roles):
        yield replace(work, variables={**work.variables, **changed})
    for role in roles:
        read = [(name, f"{name.family} {name.given}".split()) for name in work.names(role)]
        turned = tuple(
            replace(name, family=words[-1], given=" ".join(words[:-1]))
            if name.given and len(words) > 1 and " ".join(words) in line
            else name
            for name, words in read
        )
        if turned != work.names(role):
            yield _with(work, role, turned)
    for first in work.names("author")[:1]:
        # where a style prints the family and initials, a full name as people speak it would depart twice
        shortened = first.given and printed.startswith(f"{first.family}, ") and first.given not in printed
        for words in ((first.given, first.family), (first.family, first.given)) if shortened else ():
            name = " ".join(words)
            is_person = "." in name or name.split()[0].casefold() in CLASSES["given"] or min(map(len, words)) < 3
            if line.startswith(name) and not is_person:
                yield _with(work, "author", (Name(literal=name), *work.names("author")[1:]))
    editors = work.names("editor")
    if len(editors) > 1 and "publisher" not in work.variables:
        yield _with(_with(work, "editor", editors[:-1]), "publisher", str(editors[-1]))


def _apart(name: Name) -> Name:
    pieces = [
        " ".join(f"{letter}." for letter in piece) if _PARTS_JOINED.fullmatch(piece) else piece
        for piece in name.given.split(" ")
    ]
    return replace(name, given=" ".join(pieces))


def _links(work: Work, line: str) -> Iterator[Work]:
    """Yield the work with the link of its line as a URL, with its DOI or without."""
    found = _URL.search(line)
    if found is None:
        return
    if "DOI" in work.variables and "URL" in work.variables:
        yield _without(work, "URL")
    url = found.group().rstrip(".,;:>")
    yield _with(work, "URL", url)
    if url.endswith(")") and url.count(")") > url.count("("):
        yield _with(work, "URL", url[:-1])
    if "DOI" in work.variables:
        yield _without(_with(work, "URL", url), "DOI")


def _dates(work: Work, line: str) -> Iterator[Work]:
    """Yield the work with the month and the day that its line has, and with its year as the volume too."""
    year = work.year
    if not year:
        return
    yield _with(work, "issued", Date.of(year))
    for found in _DAY.finditer(line):
        month = next(n for n, name in enumerate(_MONTHS, 1) if name.startswith(found["month"].lower()))
        before = _DAY_BEFORE.search(line, 0, found.start())
        day = int(found["after"] or (before["day"] if before else 0))
        yield _with(work, "issued", Date.of(year, month))
        if 0 < day < 32:  # days of a month
            yield _with(work, "issued", Date.of(year, month, day))
    if "volume" not in work.variables:
        yield _with(work, "volume", str(year))

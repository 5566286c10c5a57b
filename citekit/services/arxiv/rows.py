"""Records of arXiv's metadata dump as rows of an index, straight from their JSON: what nearly all of them need, and no more.

A row is what :func:`citekit.services.arxiv.build.prepared_record` makes of the same record; whatever is written in an unusual
way goes that way. What authors are filed under is remembered, for most names come again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from citekit.model.date import iso, read_date
from citekit.model.id_values import normal_arxiv, normal_doi
from citekit.model.identity.people import PARTICLES, SUFFIXES, name_of
from citekit.model.identity.titles import LONGEST, keys_of, pieces_of, title_of
from citekit.model.name import Name
from citekit.runtime import patterns as re
from citekit.services.arxiv.index import AUTHORS_INDEXED, MOST_AUTHORS, family_words, key_hash
from citekit.services.arxiv.snapshot import parsed_name, plain
from citekit.text.case import SMALL_WORDS

IndexRow = tuple[tuple[object, ...], list[int], set[str]]
"""A record on its way into the tables: its columns, the hashes of its title keys, the words that it is found by."""

_ID = re.compile(
    r"(?:07(?:0[4-9]|1[0-2])|(?:0[89]|1[0-4])(?:0[1-9]|1[0-2]))\.(?!0000)\d{4}|(?:1[5-9]|2[0-5])(?:0[1-9]|1[0-2])\.(?!00000)\d{5}"
    r"|(?:astro-ph|cond-mat|cs|gr-qc|hep-(?:ex|lat|ph|th)|math(?:-ph)?|nlin|nucl-(?:ex|th)|physics|q-bio|quant-ph)/(?:9[2-9]|0[0-6])(?:0[1-9]|1[0-2])(?!000)\d{3}"
)
_DOI = re.compile(r"10\.\d{4,9}/[A-Za-z0-9./_()-]{0,200}[A-Za-z0-9]", re.ASCII)
# What a plain title does not have, next to letters that are not ASCII: marks that are gone where titles are compared.
_UNUSUAL = frozenset("\\<&{}$^_`~")
_USUAL = bytes(code for code in range(128) if chr(code) not in _UNUSUAL)
# Lowercase ASCII letters, and a space for every character between words.
_LETTERS = bytes(code + 32 * chr(code).isupper() if chr(code).isalnum() else 32 for code in range(128)) + b" " * 128
_HYPHENED = re.compile(r"[a-z0-9]++(?>(?:-[a-z0-9]++)*)")
_NO_FAMILIES = frozenset(
    "collaboration collaborations consortium team group project experiment network society committee institute "
    "university others alii al".split()
)
_NO_PLAIN = _NO_FAMILIES | PARTICLES | SUFFIXES


def quick_row(data: Mapping[str, Any], abstracts: bool) -> IndexRow | None:
    """Return the row of a record of either shape; None for a record that has to be read with more care."""
    try:
        number, title = data["id"], plain(data["title"])
        if "authors_parsed" in data:
            people, created = data["authors_parsed"], data["versions"][0]["created"]
            authors = [_author(*parts[:3]) for parts in people[:MOST_AUTHORS]]
            submitted = _day(created[:16]) if created.endswith(" GMT") else ""
        else:
            people, submitted = data["authors"], data["date"][:10]
            authors = [_printed(name) for name in people[:MOST_AUTHORS]] if people.__class__ is list else []
        if not (submitted and title and (authors or not data.get("authors"))):
            return None
        if not (_ID.fullmatch(number) or normal_arxiv(number) == number):
            return None
        given = data.get
        journal, comment = given("journal-ref") or given("journal_ref"), given("comments") or given("comment")
        doi, kinds, is_whole = given("doi"), given("categories") or given("cat"), given("authors_full") is not False
        columns = (
            number, title, "\n".join([line for line, _ in authors]), is_whole and 0 < len(people) <= MOST_AUTHORS, submitted,
            (doi.lower() if _DOI.fullmatch(doi) else normal_doi(doi)) or None if doi else None,
            plain(journal) or None if journal else None, " ".join(kinds.split()) or None if kinds else None,
            plain(comment) or None if comment else None,
            " ".join(data["abstract"].split()) or None if abstracts else None,
        )  # fmt: skip
    except (KeyError, IndexError, TypeError, AttributeError):
        return None
    keys, words = _title(title)
    words.update([word for _, word in authors if word][:AUTHORS_INDEXED])
    return columns, [key_hash(key) for key in keys], words


def _title(shown: str) -> tuple[Sequence[str], set[str]]:
    """Return the keys of a title and the words that it is found by."""
    letters = shown.encode("utf-8", "surrogatepass")
    if len(shown) > LONGEST or letters.translate(None, _USUAL) or "- " in shown:
        title = title_of.__wrapped__(shown)
        return title.keys, {*title.content, *title.glued}
    every = _words(letters)
    words = set(every) - SMALL_WORDS or set(every)
    if "-" in shown:
        words.update(set(_glued(letters)).difference(every))
    key = "".join(every)
    if ": " in shown or ". " in shown or "? " in shown or "! " in shown or "; " in shown or shown[-1] in ")]":
        pieces = ["".join(_words(piece.encode())) for piece in pieces_of(shown.replace("'", ""))]
        return keys_of(key, [piece for piece in pieces if piece]), words
    return (key,), words


def _glued(letters: bytes) -> list[str]:
    """Return the words of a text of ASCII with the parts of hyphened ones written together, as far as they are short."""
    words = letters.translate(_LETTERS, b"'-").decode().split()
    # the common case first: no dash and no run of letters too long for a word
    if b"--" not in letters and len(max(words, key=len, default="")) < 20:
        return words
    small = letters.replace(b"'", b"").decode().lower()
    # the index has no joined words of 30 letters and more: they are formulas and URLs
    return [word.replace("-", "") for word in _HYPHENED.findall(small) if "-" in word and len(word) < 30]


def _words(letters: bytes) -> list[str]:
    """Return the words of a text of ASCII, in lowercase letters and without apostrophes."""
    return letters.translate(_LETTERS, b"'").decode().split()


@lru_cache(maxsize=1 << 14)
def _day(text: str) -> str:
    """Return a day as ISO 8601 writes it: ``Mon, 2 Apr 2007``."""
    date = read_date(text.partition(",")[2])
    if not date.day:
        raise TypeError
    return iso(date)


@lru_cache(maxsize=1 << 16)
def _author(family: str, given: str, suffix: str = "") -> tuple[str, str]:
    """Return an author as a row has one, and the word under which the family is filed (empty for a body)."""
    plainly = family.isalpha() and family.isascii() and family.istitle() and len(family) > 1
    if plainly and given and given.isascii() and _UNUSUAL.isdisjoint(given) and given[0] > " " < given[-1]:
        word = family.lower()
        if word not in _NO_FAMILIES and "  " not in given and "\n" not in given:
            return f"{family}, {given}", f"0{word}"
    return _odd_author(family, given, suffix)


def _printed(text: str) -> tuple[str, str]:
    """Return the same for a name as it is printed: ``Tove Lindqvist``."""
    given, _, family = text.rpartition(" ")
    small = text.lower().replace(".", " ").replace("-", " ").split()
    return _author(family, given) if "," not in text and _NO_PLAIN.isdisjoint(small) else _odd_printed(text)


@lru_cache(maxsize=1 << 16)
def _odd_author(family: str, given: str, suffix: str) -> tuple[str, str]:
    return _filed(parsed_name([family, given, suffix]))


@lru_cache(maxsize=1 << 16)
def _odd_printed(text: str) -> tuple[str, str]:
    return _filed(name_of(plain(text)) if text.strip() else None)


def _filed(name: Name | None) -> tuple[str, str]:
    if name is None:
        raise TypeError
    line = f"{name.full_family}, {name.given}" if name.family else name.literal
    return line, next(iter(family_words([name])), "")

"""Records of arXiv's metadata dump as rows of an index, straight from their JSON: what nearly all of them need, and no more.

A row is what :func:`citekit.arxiv.build.prepared_record` makes of the same record; whatever is written in an unusual
way goes that way. What authors are filed under is remembered, for most names come again.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from citekit import patterns as re
from citekit.arxiv.index import AUTHORS_INDEXED, MOST_AUTHORS, family_words, key_hash
from citekit.arxiv.snapshot import parsed_name, plain
from citekit.text.case import SMALL_WORDS
from citekit.works.id_values import normal_arxiv, normal_doi
from citekit.works.identity.titles import LONGEST, title_of

Row = tuple[tuple[object, ...], list[int], str]
"""A record on its way into the tables: its columns, the hashes of its title keys, the words that it is found by."""

_ID = re.compile(
    r"(?:07(?:0[4-9]|1[0-2])|(?:0[89]|1[0-4])(?:0[1-9]|1[0-2]))\.(?!0000)\d{4}|(?:1[5-9]|2[0-5])(?:0[1-9]|1[0-2])\.(?!00000)\d{5}"
)
_DOI = re.compile(r"10\.\d{4,9}/[A-Za-z0-9./_()-]{0,200}[A-Za-z0-9]", re.ASCII)
_CREATED = re.compile(r"[A-Z][a-z]{2}, (\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) \d\d:\d\d:\d\d GMT", re.ASCII)
_MONTHS = {name: f"-{n:02}-" for n, name in enumerate("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(), 1)}
_UNUSUAL = re.compile(r"[^ -~]|[\\<&{}$^_'`~]|-\s")
"""What a plain title does not have: letters and marks that are written otherwise where titles are compared."""
_DIVIDED = re.compile(r"[:?!;)\].]|\s-")
_MARKUP = re.compile(r"[\\{~]")
_WORD = re.compile(r"[a-z0-9]+")
_HYPHENED = re.compile(r"(?<![a-z0-9])[a-z0-9]++(?>(?:-[a-z0-9]++)+)")
_PLAIN_NAME = re.compile(
    r"(?:Ma?c)?[A-Z][a-z]{1,30}+(?:-[A-Z][a-z]{2,30}+){0,2}, [A-Z][A-Za-z.]{0,30}+(?:[ -]{1,2}+[A-Z][A-Za-z.]{0,30}+){0,5}"
)
_NO_FAMILIES = frozenset(
    "collaboration collaborations consortium team group project experiment network society committee institute "
    "university others alii al".split()
)


def quick_row(data: Mapping[str, Any], abstracts: bool) -> Row | None:
    """The row of a record of the dump; None for a record that has to be read with more care."""
    try:
        number, title, people, created = (
            data["id"],
            data["title"],
            data["authors_parsed"],
            data["versions"][0]["created"],
        )
        found = _CREATED.fullmatch(created)
        is_usual = _ID.fullmatch(number) or normal_arxiv(number) == number
        if not (is_usual and found and people and title.__class__ is str):
            return None
        month = _MONTHS[found[2]]
        authors = [_author(*[part or "" for part in parts[:3]]) for parts in people[:MOST_AUTHORS]]
        title = plain(title)
        journal, comment, doi = (data.get(name) for name in ("journal-ref", "comments", "doi"))
        columns = (
            number, title, "\n".join([line for line, _ in authors]), len(people) <= MOST_AUTHORS,
            f"{found[3]}{month}{found[1]:0>2}", (doi.lower() if _DOI.fullmatch(doi) else normal_doi(doi)) or None if doi else None, _flat(journal), _flat(data["categories"]),
            _flat(comment), " ".join(data["abstract"].split()) or None if abstracts else None,
        )  # fmt: skip
    except (KeyError, IndexError, TypeError, AttributeError):
        return None
    if _UNUSUAL.search(title) or _DIVIDED.search(title) or len(title) > LONGEST:
        known = title_of.__wrapped__(title)
        keys, words = known.keys, {*known.content, *known.glued}
    else:
        small = title.lower()
        every = _WORD.findall(small)
        keys, words = ("".join(every),), set(every) - SMALL_WORDS or set(every)
        if "-" in small:
            words.update([word.replace("-", "") for word in _HYPHENED.findall(small) if len(word) < 30])
    words.update([word for _, word in authors if word][:AUTHORS_INDEXED])
    return columns, [key_hash(key) for key in keys], " ".join(words)


def _flat(text: str | None) -> str | None:
    """A field on one line, or None where there is nothing in it."""
    return (plain(text) if _MARKUP.search(text) else " ".join(text.split())) or None if text else None


@lru_cache(maxsize=1 << 17)
def _author(family: str, given: str, suffix: str = "") -> tuple[str, str]:
    """An author as a row has one, and the word under which the family is filed (empty for a body)."""
    line = f"{family}, {given}"
    if _PLAIN_NAME.fullmatch(line) and (word := family.lower().replace("-", "")) not in _NO_FAMILIES:
        return line, f"0{word}"
    name = parsed_name([family, given, suffix])
    if name is None:
        raise TypeError
    line = f"{name.full_family}, {name.given}" if name.family else name.literal
    return line, next(iter(family_words([name])), "")

"""Identifiers in the text of an item: DOI, arXiv, PMID, ISBN and similar ones, and bare URLs."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.extraction.matches import Atom, FieldKind
from citekit.extraction.styled import StyledText
from citekit.model.ids import find_identifiers, identifier_of_url, whole_url
from citekit.runtime import patterns as re

_CLASS = re.compile(r"\s*\[(?P<class>[a-z-]{2,9}(?:\.[A-Za-z-]{2,12})?)\]")
_URL = re.compile(r"(?:https?://|www\.)[^\s<>\"]+")
_SHORT_DOI = re.compile(r"(?<![\w/.])doi\s?[:=]?\s{0,2}(?P<doi>10/[a-z0-9]{3,12})(?![\w/.-]*\w)", re.IGNORECASE)
_REVIEW = re.compile(r"(?<!\w)MR\s?(?P<number>\d{5,8}(?:\s?\(\w{1,12}(?::\w{1,12})?\)|\s#\d{1,6})?)(?!\w)")
"""The number of Mathematical Reviews, with the older one in brackets: "MR 9999991 (2010a:99001)"."""
_LABEL = re.compile(
    r"(?:(?<!\w)(?:doi|arxiv|available(?: online)?(?: at| from)?|url|link|online|retrieved from|pdf|preprint|biorxiv)\s*+(?::\s*+)?)$",
    re.IGNORECASE,
)


def find(item: StyledText) -> Iterator[Atom]:
    """Identifiers with their printed label ("doi:", "arXiv:") and brackets around them; ``kind`` is the identifier's name."""
    text = item.text
    for match in _URL.finditer(text):
        url = whole_url(text, *match.span()).rstrip(".,;:)]}'\"")
        start = match.start()
        label = _LABEL.search(text, max(0, start - 30), start)
        if label:
            start = label.start()
        found = identifier_of_url(url)
        values = {"url": url, found.kind: found.value} if found else {"url": url}
        yield Atom(start, match.start() + len(url), FieldKind.LINK, "url", values, 2.5)
    for match in _SHORT_DOI.finditer(text) if "10/" in text else ():
        # a short DOI stands for another one, which only its resolver knows
        yield Atom(match.start(), match.end(), FieldKind.LINK, "url", {"url": f"https://doi.org/{match['doi']}"}, 2.6)
    for match in _REVIEW.finditer(text) if "MR" in text else ():
        yield Atom(match.start(), match.end(), FieldKind.LINK, "mrnumber", {"mrnumber": match["number"]}, 3.0)
    for found in find_identifiers(text, bare_arxiv=True):
        start, end = found.start, found.end
        value = found.value
        border = next((link.end for link in item.links if start < link.end < end), end)
        if border < end and found.kind == "doi":
            value, end = value[: border - end], border  # the label of a button without a blank before it
        values = {found.kind: value}
        if found.kind == "primary-class":
            values = {"primaryclass": found.value}
        elif found.kind == "arxiv" and (primary := _CLASS.match(text, end)):
            end = primary.end()
            values["primaryclass"] = primary["class"]
        label = _LABEL.search(text, max(0, start - 30), start)
        if label:
            start = label.start()
        opened, closed = text[start - 1 : start] if start else "", text[end : end + 1]
        if (opened, closed) in {("(", ")"), ("[", "]")}:
            start, end = start - 1, end + 1
        weight = 3.0 if found.kind != "patent" else 2.2
        yield Atom(start, end, FieldKind.LINK, found.kind, values, weight)

"""Identifiers in the text of an item (DOI, arXiv, PMID, ISBN and similar ones), bare URLs, and link buttons ("[pdf]", "| code |",
"[arXiv | slides]") with the fields that their targets belong in."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.extraction.lexer import Atom, FieldKind
from citekit.extraction.phrases import is_publisher, word_rows
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
FIELD_OF_LABEL = {
    label.replace("-", " "): field for field, *labels in word_rows("buttons")["button"] for label in labels
}
_EDGE = re.compile(r"[\s\[\](){}|:/,·•.*_`>»→-]+")
_LABEL_TEXT = re.compile(
    r"[\[(](?:\s*+(?:"
    + "|".join(re.escape(k) for k in sorted(FIELD_OF_LABEL, key=len, reverse=True))
    + r")\s*+[|/,;·]?){1,8}[\])]",
    re.IGNORECASE,
)


def find(item: StyledText) -> Iterator[Atom]:
    """Yield identifiers and addresses, then buttons."""
    yield from identifiers(item)
    yield from buttons(item)


def identifiers(item: StyledText) -> Iterator[Atom]:
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


def label_field(label: str) -> str:
    """Return the field that a button's label stands for (``"pdf"`` → pdf, ``"Source code"`` → code), or empty."""
    plain = _EDGE.sub(" ", label).strip().lower()
    if plain in FIELD_OF_LABEL:
        return FIELD_OF_LABEL[plain]
    words = plain.split()
    # "Source code", "Full paper (PDF)": the words of a longer label are part of a title or a sentence.
    if 1 < len(words) <= 3:
        for word in (words[-1], words[0]):
            if word in FIELD_OF_LABEL:
                return FIELD_OF_LABEL[word]
    return ""


def buttons(item: StyledText) -> Iterator[Atom]:
    """Linked labels with their target, and bracketed labels that have lost it; brackets and bars around belong to them."""
    text = item.text
    for link in item.links:
        label = text[link.start : link.end]
        field = label_field(label)
        start, end = link.start, link.end
        bracketed = (
            text[:start].rstrip()[-1:] in ("[", "|") or text[end:].lstrip()[:1] in ("]", "|") or label[:1] == "["
        )
        # "[project page]" is a button; longer text in brackets belongs to the reference.
        if not field and not (bracketed and len(label.split()) <= 4 and text[:start].strip(" [|(")):
            continue
        while start and text[start - 1] in "[({*_ \t":
            start -= 1
        while end < len(text) and text[end] in "])}|*_ ":
            end += 1
        while end > link.end and text[end - 1] == " ":
            end -= 1
        while start < link.start and text[start] == " ":
            start += 1
        yield Atom(start, end, FieldKind.LINK, "button", {field or "url": link.href}, 3.4 if field else 2.2)
    if "[" not in text and "(" not in text:
        return
    for match in _LABEL_TEXT.finditer(text):
        if match.group().startswith("(") and is_publisher(match.group()) and match.group().lower() != "(publisher)":
            continue  # "(Springer)" without a link is where Cell and Nature print the publisher
        yield Atom(match.start(), match.end(), FieldKind.LINK, "label", {}, 2.4)

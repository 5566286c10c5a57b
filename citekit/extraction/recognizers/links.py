"""Link buttons: "[pdf]", "| code |", "[arXiv | slides]" and the fields their targets belong in."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.extraction.matches import Atom, FieldKind
from citekit.extraction.styled import StyledText
from citekit.extraction.vocabulary import is_publisher, word_rows
from citekit.runtime import patterns as re

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


def find(item: StyledText) -> Iterator[Atom]:
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

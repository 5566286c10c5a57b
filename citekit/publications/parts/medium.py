"""Document type codes of Chinese references, as GB/T 7714 has them: "[J]", "[C]//", "[J/OL]"."""

from __future__ import annotations

from collections.abc import Iterator

from citekit import patterns as re
from citekit.publications.atoms import Atom, Part
from citekit.publications.styled import StyledText

_CODE = re.compile(r"\s?[\[［](?P<code>[JMCDPRSNGAKZ]|DB|CP|EB)(?:/(?:OL|CD|DK|MT))?[\]］](?:\s?//)?")
MEDIA = {
    "J": "journal",
    "M": "book",
    "C": "conference",
    "D": "thesis",
    "P": "patent",
    "R": "report",
    "S": "standard",
    "N": "newspaper",
}


_APA = re.compile(
    r"\[(?P<medium>data ?set|(?:computer )?software|mobile app|tweet|online|video|audio podcast|blog post|photograph|poster presentation|paper presentation|conference (?:session|presentation))\]\.?",
    re.IGNORECASE,
)
_TYPES = {"dataset": "dataset", "computersoftware": "software", "software": "software", "mobileapp": "software"}
"""CSL types of what the seventh edition of APA style prints in square brackets."""


def find(item: StyledText) -> Iterator[Atom]:
    """The codes with the kind of work they mean (value ``medium``)."""
    for match in _APA.finditer(item.text):
        kind = _TYPES.get(match["medium"].lower().replace(" ", ""), "")
        yield Atom(match.start(), match.end(), Part.OTHER, "medium", {"medium": "", "type": kind}, 2.6)
    if "[" not in item.text and "［" not in item.text:
        return
    for match in _CODE.finditer(item.text):
        code = match["code"]
        yield Atom(match.start(), match.end(), Part.OTHER, "medium", {"medium": MEDIA.get(code, "")}, 2.0)

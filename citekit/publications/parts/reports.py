"""Reports and their numbers ("NBER Working Paper No. 5888"), and how long a work is ("650 p.", "2 vols.")."""

from __future__ import annotations

from collections.abc import Iterator

from citekit import patterns as re
from citekit.publications.atoms import Atom, Part
from citekit.publications.styled import StyledText

_REPORT = re.compile(
    r"(?-i:(?=[DOPRTWdoprtw]))(?<!\w)(?P<genre>(?:working|discussion|technical|research|policy|occasional|tech\.?)\s(?:paper|report|rep\.)(?:\sseries)?)"
    r",?\s(?:no\.?|nr\.?|number|n°|#)?\s?(?P<number>(?:[A-Z]{1,10}+[-/ ]?){0,3}\d[\w./-]{0,14}\w|\d)(?![\w-])",
    re.IGNORECASE,
)
_PAGES = re.compile(
    r"(?<![\w.,/–-])(?<![Sp]\.\s)(?P<pages>\d{1,4})\s?(?:f|p|pp|pgs|págs?|pages|páginas|Seiten|стр|с)\.?(?=\s*(?:[.,;)\]]|$)|(?<=\.)\s)"
)
_VOLUMES = re.compile(
    r"(?<![\w.,/–-])(?P<volumes>\d{1,3}|two|three|four|five|six)\s(?:vols?|volumes|Bde|Bände|tomes)\b\.?", re.IGNORECASE
)
_REPORT_STEMS = ("paper", "report", "rep.")
_VOLUME_STEMS = ("vol", "bde", "bände", "tomes")
"""One of them is in every such phrase, so that most texts need not be searched."""
_DIGIT = re.compile(r"\d")
_COUNTS = {"two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}


def find(item: StyledText) -> Iterator[Atom]:
    """Report numbers (values ``number`` and ``genre``), numbers of pages and of volumes."""
    text, folded = item.text, item.folded
    if not _DIGIT.search(text):
        return
    for match in _REPORT.finditer(text) if any(map(folded.__contains__, _REPORT_STEMS)) else ():
        values = {"number": match["number"], "genre": match["genre"]}
        yield Atom(match.start(), match.end(), Part.LOCATOR, "report", values, 3.2)
    for match in _PAGES.finditer(text):
        yield Atom(match.start(), match.end(), Part.OTHER, "extent", {"number-of-pages": match["pages"]}, 1.7)
    for match in _VOLUMES.finditer(text) if any(map(folded.__contains__, _VOLUME_STEMS)) else ():
        count = _COUNTS.get(match["volumes"].lower(), match["volumes"])
        yield Atom(match.start(), match.end(), Part.OTHER, "extent", {"number-of-volumes": count}, 1.7)

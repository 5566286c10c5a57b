"""Numbers of works: of reports ("NBER Working Paper No. 5888"), of editions and versions ("2nd ed.", "(Version 1.2)"), pages that
are counted within an article ("22:1-22:40", as ACM's journals, LIPIcs and dblp print them; "Article 17"), how long a work is ("650 p.", "2 vols."), numbers of
catalogues, and the pages of the citing document."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.extraction.lexer import Atom, FieldKind
from citekit.extraction.styled import StyledText
from citekit.runtime import patterns as re

_RANGE = re.compile(
    r"(?<![\w:.])(?P<first>(?P<article>\d{1,5}):\d{1,3})\s?[-–—]{1,2}\s?(?P<last>(?P=article):\d{1,3})(?![\w:])"
)
_RANGE_BEHIND = re.compile(
    r"(?<=[\d)]:)(?P<first>(?P<article>\d{1,5}):\d{1,3})\s?[-–—]{1,2}\s?(?P<last>(?P=article):\d{1,3})(?![\w:])"
)
"""The same right after the issue: "65(4):22:1-22:40"."""

_ARTICLE = re.compile(
    r"(?<=, )Article (?P<number>\d{1,6})(?= \([A-Z]|, \d{1,4} pages)|(?<=[\d)], )Article (?P<behind>[a-z]?\d{1,12})(?=\.|$)"
)
"""ACM's reference format, "3, POPL, Article 17 (January 2019), 29 pages", and APA's, "14(2), Article 12345.": the number is in
the place of pages."""
_EDITION = re.compile(
    r"(?-i:(?=[(\[\dEFfGgIiNnPpSsTtRre]))[(\[]?(?<!\w)(?P<edition>\d{1,2}(?:st|nd|rd|th|e|[ªºa]|\.)?|first|second|third|fourth|fifth|sixth|seventh|eighth?|ninth|tenth|English|French|German|international|student|paperback|rev(?:ised|\.)|revised (?:and|&) expanded)"
    r",?\s(?:(?:rev(?:ised|\.)|überarb\.|erw\.|verb\.|neubearb\.|unveränd\.|aktual\.|u\.|und|enl\.|American)\s){0,4}(?:edition ed|ed(?:ition|n)?|aufl(?:age)?|édition|edición|wyd)\b\.?[)\]]?",
    re.IGNORECASE,
)
_VERSION = re.compile(
    r"(?:[(\[]|(?<=\.\s))[Vv]er(?:sion|\.)\s(?P<version>\d{1,4}(?:\.\d{1,5}+){0,3}(?:-?[a-z][\w-]{0,12})?)(?:[)\]]|(?=[.,]))"
)
"""A version in brackets or as a sentence of its own; "Haskell, version 1.2" is the name of what has it."""
_STEM = re.compile(r"\s(?:ed|aufl|édi|wyd)")
"""What every edition has, in lowercase letters; it is found quicker than the pattern."""
_REPORT = re.compile(
    r"(?-i:(?=[DOPRTWdoprtw]))(?<!\w)(?P<genre>(?:working|discussion|technical|research|policy|occasional|tech\.?)\s(?:paper|report|rep\.)(?:\sseries)?)"
    r",?\s(?:no\.?|nr\.?|number|n°|#)?\s?(?P<number>(?:[A-Z]{1,10}+[-/ ]?){0,3}\d[\w./-]{0,14}\w|\d)(?![\w-])",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"[(\[]?(?<!\w)(?P<genre>(?:[A-Z](?!\w{0,20}[a-z]{4}\.\s)[\w./&-]{0,20}+\s){0,4}(?:Report|Standard|Std|Patent(?:\sApplication)?|Publication|Memorandum|Bulletin|Circular|Document|Specification|Recommendation|Rep|Deliverable|Patentschrift|Bericht|Norm|Rapport|Informe|Brevet|Patente)|[\u4e00-\u9fff]{0,8}(?:报告|報告))"
    r"\.?,?\s(?:(?:Nos?|Nr|Num|Number|N°|n°|Nº|#)\.?:?\s?(?P<number>(?=[\w/.:,-]{0,12}\d)(?:\([A-Z]{2,6}\)\s)?[A-Z\d][\w/.:,-]{0,30}\w|\d)|(?P<code>[A-Z]{1,8}[-/ ]?\d[\w/.:-]{0,20}\w|\d{1,3}(?:[ ,]\d{3}){2}))(?:\s?[A-C]\d(?!\w))?[)\]]?"
)
"""Reports, standards and patents with their numbers: "(Report No. LAR-17/442.1)", "U.S. Patent 9,999,123". A full stop after a
whole word ends the title before them: "Cooperating Systems. DAI Technical Report DAI-02"."""
_CODE = re.compile(
    r"(?<=\S\s)\((?![A-Z]{2,8}[- ](?:19|20)\d\d\))(?P<number>[A-Z]{2,8}(?:/[A-Z]{1,4})?[- ](?=[A-Z\d./-]{0,16}\d)[A-Z\d][A-Z\d./-]{0,24})\)(?=\.)"
)
"""The number of a report alone in brackets after the title: "Bridge manual (DOT-HS-99)."."""
_STANDARD = re.compile(
    r"(?:(?<=[:,.(：]\s)|(?<=[:(：]))(?P<number>(?:ISO(?:/IEC)?|IEC|IEEE\sStd\.?|ANSI(?:/[A-Z]{2,6})?|ASTM|DIN(?:\sEN)?(?:\sISO)?|BS(?:\sEN)?|GB(?:/T)?|ГОСТ(?:\sР)?|RFC)[\s-]?(?:[A-Z]{0,3}\s?)\d{1,6}(?:[.:-]\d{1,6}+){0,3})(?=\s?(?:[.,;)\[［]|$))"
)
"""Numbers of standards by the bodies that give them, as "ISO 90210:2018" and "RFC 9999", where marks part them from a title."""
_TYPES = {"patent": "patent", "brevet": "patent", "standard": "standard", "std": "standard", "norm": "standard"}
_PAGES = re.compile(
    r"(?<![\w.,/–-])(?<![Sp]\.\s)(?P<pages>\d{1,4})\s?(?:f|p|pp|pgs|págs?|pages|páginas|Seiten|стр|с)\.?+(?!\s?\d)(?=\s*(?:[.,;)\]]|$)|(?<=\.)\s)"
)
_VOLUMES = re.compile(
    r"(?<![\w.,/–-])(?P<volumes>\d{1,3}|two|three|four|five|six)\s(?:vols?|volumes|Bde|Bände|tomes)\b\.?", re.IGNORECASE
)
_CATALOGUE_NUMBER = re.compile(
    r"(?<!\w)S2CID:?\s?\d{3,12}(?!\w)|(?<!\w)Bibcode:?\s?[12]\d{3}[\w.&]{14,16}|(?<!\w)OCLC:?\s?\d{4,12}(?!\w)"
)
"""Numbers of catalogues that no field holds."""
_PAGES_OF_CITING = re.compile(r"(?<=(?:19|20)\d\d\.\s)\d{1,3}(?:,\s\d{1,3}+){0,20}\.?\s{0,3}$")
"""The back references of a thesis or book: numbers that end the item after "2014."."""

_REPORT_STEMS = ("paper", "report", "rep.")
_NUMBERED_WORDS = (
    "Rep Standard Std Patent Publication Memorandum Bulletin Circular Document Specification Recommendation Deliverable"
    " Bericht Norm Rapport Informe Brevet 报告 報告"
).split()
_BODIES = "ISO IEC IEEE ANSI ASTM DIN BS GB ГОСТ RFC".split()
_VOLUME_STEMS = ("vol", "bde", "bände", "tomes")
_CATALOGUES = ("s2cid", "bibcode", "oclc")
"""One of them is in every such phrase, so that most texts need not be searched."""
_DIGIT = re.compile(r"\d")
_COUNTS = {"two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}


def find(item: StyledText) -> Iterator[Atom]:
    """Yield pages within articles, editions and versions, reports and extents, and what does not describe the work."""
    yield from article_pages(item)
    yield from editions(item)
    yield from reports_and_extents(item)
    for match in _CATALOGUE_NUMBER.finditer(item.text) if any(map(item.folded.__contains__, _CATALOGUES)) else ():
        yield Atom(match.start(), match.end(), FieldKind.OTHER, "catalogue number", {}, 3.6)
    if pages := _PAGES_OF_CITING.search(item.text):
        yield Atom(pages.start(), pages.end(), FieldKind.OTHER, "backrefs", {}, 3.4)


def article_pages(item: StyledText) -> Iterator[Atom]:
    """Yield the two ends of each range, each one word, so that neither is taken for a volume; and numbers of
    articles.
    """
    for match in _ARTICLE.finditer(item.text) if "Article " in item.text else ():
        values = {"page": match["number"] or match["behind"]}
        yield Atom(match.start(), match.end(), FieldKind.LOCATOR, "article number", values, 3.3)
    if item.text.count(":") < 2:
        return
    for pattern in (_RANGE, _RANGE_BEHIND):
        for match in pattern.finditer(item.text):
            for name in ("first", "last"):
                article, _, page = match[name].partition(":")
                stands = f"{article[-2:]}{page:0>2}"
                pages = {"page": match[0]}  # for both, as they are looked at one by one
                yield Atom(match.start(name), match.end(name), FieldKind.LOCATOR, "article page", pages, 3.3, stands)


def editions(item: StyledText) -> Iterator[Atom]:
    """Editions with their number or word (value ``edition``), versions with theirs (value ``version``)."""
    for match in _VERSION.finditer(item.text) if "ver" in item.folded else ():
        yield Atom(match.start(), match.end(), FieldKind.OTHER, "extent", {"version": match["version"]}, 2.3)
    if not _STEM.search(item.folded):
        return
    for match in _EDITION.finditer(item.text):
        yield Atom(
            match.start(), match.end(), FieldKind.OTHER, "edition", {"edition": match["edition"].rstrip(".")}, 2.3
        )


def reports_and_extents(item: StyledText) -> Iterator[Atom]:
    """Report numbers (values ``number`` and ``genre``), numbers of pages and of volumes."""
    text, folded = item.text, item.folded
    if not _DIGIT.search(text):
        return
    for match in _REPORT.finditer(text) if any(map(folded.__contains__, _REPORT_STEMS)) else ():
        values = {"number": match["number"], "genre": match["genre"]}
        yield Atom(match.start(), match.end(), FieldKind.LOCATOR, "report", values, 3.2)
    for match in _NUMBERED.finditer(text) if any(map(text.__contains__, _NUMBERED_WORDS)) else ():
        number, genre = match["number"] or match["code"], " ".join(match["genre"].split())
        if _REPORT.match(text, match.start("genre")):
            continue
        kind = next((kind for word, kind in _TYPES.items() if word in genre.casefold()), "")
        values = {"number": number, "type": kind} if kind else {"number": number, "genre": genre}
        if genre.startswith("Publication"):
            values = {"number": number}  # of a thesis or a house; it states nothing of the kind of work
        yield Atom(match.start(), match.end(), FieldKind.LOCATOR, "numbered", values, 3.1)
    for match in _STANDARD.finditer(text) if any(map(text.__contains__, _BODIES)) else ():
        values = {"number": match["number"], "type": "standard"}
        kind = "numbered" if match["number"].startswith("RFC") else "standard number"
        yield Atom(match.start(), match.end(), FieldKind.LOCATOR, kind, values, 2.2)
    for match in _CODE.finditer(text) if ")." in text else ():
        yield Atom(match.start(), match.end(), FieldKind.LOCATOR, "numbered", {"number": match["number"]}, 2.4)
    for match in _PAGES.finditer(text):
        yield Atom(match.start(), match.end(), FieldKind.OTHER, "extent", {"number-of-pages": match["pages"]}, 1.7)
    for match in _VOLUMES.finditer(text) if any(map(folded.__contains__, _VOLUME_STEMS)) else ():
        count = _COUNTS.get(match["volumes"].lower(), match["volumes"])
        yield Atom(match.start(), match.end(), FieldKind.OTHER, "extent", {"number-of-volumes": count}, 1.7)

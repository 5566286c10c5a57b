"""What people call citation styles: names of venues, publishers and standards where the style's file has another name."""

from __future__ import annotations

from collections.abc import Mapping

from citekit import patterns as re

SHORT_NAMES: Mapping[str, str] = {
    "abnt": "associacao-brasileira-de-normas-tecnicas",
    "abnt numeric": "associacao-brasileira-de-normas-tecnicas-numerico",
    "acl": "association-for-computational-linguistics",
    "acm": "association-for-computing-machinery",
    "acs": "american-chemical-society",
    "agu": "american-geophysical-union",
    "aip": "american-institute-of-physics",
    "alpha": "din-1505-2-alphanumeric",
    "ama": "american-medical-association",
    "ams": "american-mathematical-society-numeric",
    "apa 6": "apa-6th-edition",
    "apa 7": "apa",
    "aps": "american-physics-society",
    "apsa": "american-political-science-association",
    "asa": "american-sociological-association",
    "asce": "american-society-of-civil-engineers",
    "asm": "american-society-for-microbiology",
    "asme": "american-society-of-mechanical-engineers",
    "bluebook": "bluebook-law-review",
    "chi": "association-for-computing-machinery",
    "chicago": "chicago-author-date",
    "chicago notes": "chicago-notes-bibliography",
    "cse": "cse-name-year",
    "din 1505": "din-1505-2",
    "din iso 690": "iso690-author-date-de",
    "eccv": "springer-lecture-notes-in-computer-science",
    "elsevier": "elsevier-with-titles",
    "emerald": "emerald-harvard",
    "gb t 7714": "china-national-standard-gb-t-7714-2015-numeric",
    "gb t 7714 2015": "china-national-standard-gb-t-7714-2015-numeric",
    "gb t 7714 author date": "china-national-standard-gb-t-7714-2015-author-date",
    "gb t 7714 numeric": "china-national-standard-gb-t-7714-2015-numeric",
    "gost": "gost-r-7-0-5-2008",
    "harvard": "harvard-cite-them-right",
    "icpr": "springer-lecture-notes-in-computer-science",
    "iop": "institute-of-physics-numeric",
    "iso 690": "iso690-author-date-en",
    "iso 690 numeric": "iso690-numeric-en",
    "jama": "american-medical-association",
    "kdd": "association-for-computing-machinery",
    "lancet": "the-lancet",
    "lncs": "springer-lecture-notes-in-computer-science",
    "mdpi": "multidisciplinary-digital-publishing-institute",
    "mhra": "mhra-notes",
    "miccai": "springer-lecture-notes-in-computer-science",
    "mla": "modern-language-association",
    "nejm": "the-new-england-journal-of-medicine",
    "nlm": "nlm-citation-sequence",
    "osa": "the-optical-society",
    "oxford": "oxford-guide-to-style-notes",
    "pubmed": "nlm-citation-sequence",
    "rsc": "royal-society-of-chemistry",
    "sage": "sage-harvard",
    "sigchi": "association-for-computing-machinery",
    "siggraph": "acm-siggraph",
    "spie": "spie-proceedings",
    "springer": "springer-basic-author-date",
    "springer numeric": "springer-basic-brackets",
    "springer nature": "springer-basic-author-date",
    "taylor and francis": "taylor-and-francis-chicago-author-date",
    "turabian": "turabian-author-date",
    "vancouver": "nlm-citation-sequence",
    "wiley vch": "wiley-vch-books",
}
"""What people call a style, in small words; a file of that very name comes first."""

NEAREST: Mapping[str, str] = {
    "aaai": "association-for-computational-linguistics",
    "cvpr": "ieee",
    "iccv": "ieee",
    "iclr": "association-for-computational-linguistics",
    "icml": "apa",
    "ijcai": "apa",
    "interspeech": "ieee",
    "jmlr": "apa",
    "neurips": "association-for-computational-linguistics",
    "nips": "association-for-computational-linguistics",
    "plain": "ieee",
    "plainnat": "association-for-computational-linguistics",
    "sigmod": "association-for-computing-machinery",
    "usenix": "ieee",
    "vldb": "association-for-computing-machinery",
}
"""Venues and BibTeX styles that no CSL style was written for, and the style that comes nearest."""

_JOINTS = re.compile(r"[^a-z0-9]+|(?<=[a-z])(?=[0-9])|(?<=[0-9])(?=[a-z])")


def letters(name: str) -> str:
    """The letters and digits of a name, by which names are compared: ``GB/T 7714`` and ``gbt7714`` are one."""
    return _JOINTS.sub("", name.lower())


_BY_LETTERS = {letters(name): style for table in (NEAREST, SHORT_NAMES) for name, style in table.items()}


def style_called(name: str) -> str:
    """The style that people call so, or the empty string."""
    return _BY_LETTERS.get(letters(name), "")


def stands_in(name: str) -> str:
    """The style that stands in for a venue without one of its own, or the empty string."""
    return NEAREST.get(name.strip().lower(), "")

"""Types and tags of RIS and what they mean in CSL.

Sources: "RIS Format Specifications" of Research Information Systems (2001, 2011), EndNote's table of reference types
and their generic fields, and the CSL 1.0.2 specification (appendices III and IV).
"""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from citekit.records import dataclass

_TYPES = """
ABST    article-journal       ADVS    motion_picture        AGGR    dataset
ANCIENT classic               ART     graphic               BILL    bill
BLOG    post-weblog           BOOK    book                  CASE    legal_case
CHAP    chapter               CHART   figure                CLSWK   classic
COMP    software              CONF    paper-conference      CPAPER  paper-conference
CTLG    book                  DATA    dataset               DBASE   dataset
DICT    entry-dictionary      EBOOK   book                  ECHAP   chapter
EDBOOK  book                  EJOUR   article-journal       ELEC    webpage
ENCYC   entry-encyclopedia    EQUA    figure                FIGURE  figure
GEN     document              GOVDOC  report                GRANT   document
GRNT    document              HEAR    hearing               ICOMM   post
INPR    article-journal       INTV    interview             JFULL   periodical
JOUR    article-journal       LEGAL   regulation            MANSCPT manuscript
MAP     map                   MGZN    article-magazine      MPCT    motion_picture
MULTI   webpage               MUSIC   musical_score         NEWS    article-newspaper
PAMP    pamphlet              PAT     patent                PCOMM   personal_communication
POD     broadcast             PRESS   document              RPRT    report
SER     periodical            SLIDE   speech                SOUND   song
STAND   standard              STAT    legislation           STD     document
THES    thesis                UNBILL  bill                  UNPB    article
UNPD    manuscript            VIDEO   motion_picture        WEB     webpage
"""
_WORDS = _TYPES.split()
CSL_TYPES = MappingProxyType(dict(zip(_WORDS[::2], _WORDS[1::2], strict=True)))
"""TY -> CSL type."""

_CHOSEN = {
    "article-journal": "JOUR",
    "book": "BOOK",
    "broadcast": "MPCT",
    "chapter": "CHAP",
    "classic": "CLSWK",
    "collection": "GEN",
    "dataset": "DATA",
    "document": "GEN",
    "entry": "ENCYC",
    "event": "GEN",
    "figure": "FIGURE",
    "manuscript": "MANSCPT",
    "motion_picture": "MPCT",
    "paper-conference": "CONF",
    "performance": "GEN",
    "periodical": "JFULL",
    "report": "RPRT",
    "review": "JOUR",
    "review-book": "JOUR",
    "treaty": "LEGAL",
    "webpage": "ELEC",
}
RIS_TYPES = MappingProxyType({**{csl: ty for ty, csl in reversed(list(CSL_TYPES.items()))}, **_CHOSEN})
"""CSL type -> the TY it is written as."""

_ARTICLES = frozenset({"article-journal", "article-magazine", "article-newspaper"})
_SERIALS = _ARTICLES | {"periodical"}
_IN_SERIES = frozenset({"book", "classic", "report", "software", "map"})
_FILMS = frozenset({"motion_picture", "broadcast"})
_NUMBERED = frozenset({"report", "patent", "standard"})
PAGE_COUNTED = frozenset({"book", "classic", "thesis", "manuscript"})
"""Types whose SP without EP is how many pages there are."""


@dataclass(frozen=True, slots=True)
class TagRow:
    """A tag and the variable it holds for some types (none named: all of them); only some rows are written."""

    tag: str
    variable: str
    types: frozenset[str] = frozenset()
    but: frozenset[str] = frozenset()
    written: bool = True

    def fits(self, kind: str) -> bool:
        """Whether the row counts for a CSL type."""
        return kind not in self.but and (not self.types or kind in self.types)


def _only(*types: str) -> frozenset[str]:
    return frozenset(types)


NAMES: tuple[TagRow, ...] = (
    TagRow("AU", "author"),
    TagRow("A1", "author", written=False),
    TagRow("A2", "collection-editor", _IN_SERIES),
    TagRow("A2", "interviewer", _only("interview")),
    TagRow("A2", "recipient", _only("personal_communication")),
    TagRow("A2", "performer", _only("song", "musical_score")),
    TagRow("A2", "director", _FILMS),
    TagRow("A2", "editor", but=_IN_SERIES | _FILMS | {"interview", "personal_communication", "song", "musical_score"}),
    TagRow("ED", "editor"),
    TagRow("A3", "editor", _only("book", "classic"), written=False),
    TagRow("A3", "producer", _FILMS),
    TagRow("A3", "collection-editor", but=_IN_SERIES | _FILMS),
    TagRow("A4", "contributor", _FILMS | {"paper-conference"}),
    TagRow("A4", "translator", but=_FILMS | {"paper-conference"}),
    TagRow("TA", "translator"),
)
"""Tags of names, as EndNote means them."""

REFERENCE_MANAGER_NAMES = MappingProxyType({"A2": "editor", "A3": "collection-editor"})
"""Tags of names that mean the same for all types in Reference Manager's dialect."""
REFERENCE_MANAGER_TAGS = frozenset({"A1", "T1", "Y1", "N2", "JF", "JO", "JA", "BT", "CT"})
"""Tags that tell Reference Manager's dialect from EndNote's."""

TEXTS: tuple[TagRow, ...] = (
    TagRow("TI", "title"),
    TagRow("T1", "title", written=False),
    TagRow("CT", "title", written=False),
    TagRow("BT", "title", _only("book", "article", "manuscript"), written=False),
    TagRow("ST", "title-short"),
    TagRow("T2", "collection-title", _IN_SERIES),
    TagRow("T2", "container-title", but=_IN_SERIES),
    TagRow("BT", "container-title", but=_only("book", "article", "manuscript"), written=False),
    TagRow("JF", "container-title", written=False),
    TagRow("JO", "container-title", written=False),
    TagRow("T3", "collection-title"),
    TagRow("J2", "container-title-short"),
    TagRow("JA", "container-title-short", written=False),
    TagRow("J1", "container-title-short", written=False),
    TagRow("JO", "container-title-short", written=False),
    TagRow("VL", "volume"),
    TagRow("IS", "issue"),
    TagRow("CP", "issue", written=False),
    TagRow("SV", "collection-number"),
    TagRow("M1", "collection-number", _only("book", "chapter"), written=False),
    TagRow("C7", "number", _ARTICLES),
    TagRow("M1", "number", but=_ARTICLES | _NUMBERED | {"book", "chapter"}),
    TagRow("ET", "version", _only("software")),
    TagRow("ET", "edition", but=_only("software")),
    TagRow("NV", "number-of-volumes"),
    TagRow("SE", "chapter-number", _only("chapter")),
    TagRow("SE", "section", but=_only("chapter")),
    TagRow("M3", "genre"),
    TagRow("PB", "authority", _only("legal_case")),
    TagRow("PB", "publisher", but=_only("legal_case")),
    TagRow("CY", "event-place", _only("paper-conference")),
    TagRow("CY", "publisher-place", but=_only("paper-conference")),
    TagRow("C1", "publisher-place", _only("paper-conference")),
    TagRow("PP", "publisher-place", written=False),
    TagRow("C1", "scale", _only("map")),
    TagRow("C3", "dimensions", _only("graphic")),
    TagRow("C3", "jurisdiction", _only("patent")),
    TagRow("C5", "references", _only("patent")),
    TagRow("C6", "status", _only("patent")),
    TagRow("C5", "medium", _FILMS | {"song", "musical_score"}),
    TagRow("DO", "DOI"),
    TagRow("DI", "DOI", written=False),
    TagRow("UR", "URL"),
    TagRow("LK", "URL", written=False),
    TagRow("CN", "call-number"),
    TagRow("AV", "archive_location"),
    TagRow("DB", "source"),
    TagRow("LA", "language"),
    TagRow("LB", "citation-label"),
    TagRow("RI", "reviewed-title"),
    TagRow("KW", "keyword"),
    TagRow("AB", "abstract"),
    TagRow("N2", "abstract", written=False),
    TagRow("N1", "note"),
    TagRow("RN", "annote"),
)
"""Tags of texts, the more telling of two for one variable first; SN, SP, EP, AN, C2, C3, U1, U2 and dates are special."""

LONG_TEXTS = frozenset({"abstract", "note", "annote"})
"""Variables whose lines are kept."""
FIELD_TAGS = MappingProxyType({"L1": "pdf", "L2": "html"})
"""Tags that hold what only fields hold."""


def number_tag_holds(kind: str) -> str:
    """What SN is for a CSL type where its form does not tell: ``number``, ``ISSN`` or ``ISBN``."""
    if kind in _NUMBERED:
        return "number"
    return "ISSN" if kind in _SERIALS else "ISBN"


def rows_for(rows: tuple[TagRow, ...], tag: str, kind: str) -> Iterator[TagRow]:
    """The rows of a tag that count for a CSL type."""
    return (row for row in rows if row.tag == tag and row.fits(kind))


def tag_of(rows: tuple[TagRow, ...], variable: str, kind: str) -> str:
    """The tag that a variable is written as for a CSL type, or the empty string."""
    return next((row.tag for row in rows if row.variable == variable and row.written and row.fits(kind)), "")

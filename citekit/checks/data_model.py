"""The data models of BibTeX and BibLaTeX: which fields an entry type has and needs.

Sources: Patashnik, "BibTeXing" (1988), section 3.1; the BibLaTeX manual, sections 2.1 and 2.2. ``a|b`` is one of two. What
BibLaTeX's manual demands and its styles print well without is left out: the author of an anonymous book, the kind of a
report.
"""

from __future__ import annotations

from functools import cache

from citekit.works.kinds import CSL_TYPES

_BIBTEX = """
article        author title journal year
book           author|editor title publisher year
booklet        title
inbook         author|editor title chapter|pages publisher year
incollection   author title booktitle publisher year
inproceedings  author title booktitle year
conference     author title booktitle year
manual         title
mastersthesis  author title school year
misc
phdthesis      author title school year
proceedings    title year
techreport     author title institution year
unpublished    author title note
"""
_BIBLATEX = """
article        author title journaltitle|journal|eprint year|date
book           title year|date
mvbook         title year|date
inbook         author|editor title booktitle|chapter|pages year|date
bookinbook     author title booktitle year|date
incollection   author title booktitle year|date
inproceedings  author title booktitle|eventtitle year|date
inreference    title booktitle year|date
collection     title year|date
proceedings    title year|date
reference      title year|date
booklet        title year|date
manual         title year|date
misc           title|note
online         title url|doi|eprint
patent         author title number year|date
periodical     title year|date
report         title institution year|date
thesis         author title institution|school type year|date
phdthesis      author title institution|school year|date
mastersthesis  author title institution|school year|date
techreport     author title institution year|date
dataset        title year|date
software       title
unpublished    author title year|date
"""


@cache
def _table(dialect: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    lines = (_BIBLATEX if dialect == "biblatex" else _BIBTEX).split("\n")[1:-1]
    rows = (line.split() for line in lines)
    return {name: tuple(tuple(need.split("|")) for need in needs) for name, *needs in rows}


ALIASES = {"date": ("year",), "journaltitle": ("journal",), "school": ("institution",), "location": ("address",)}
"""Fields that stand for one another in both dialects; styles differ in which they take."""


def required(entry_type: str, dialect: str) -> tuple[tuple[str, ...], ...]:
    """What an entry of a type needs: one field of each tuple. Nothing for types that the dialect does not know."""
    return _table(dialect).get(entry_type, ())


_COMMON = (
    "abstract accessed addendum address afterword annotation annote annotator archive archiveprefix arxiv arxivid asin author authortype "
    "bibsource biburl bookauthor bookpagination booksubtitle booktitle booktitleaddon category chapter code coden "
    "collaboration commentator comment contributor copyright crossref date date-added date-modified day doi edition editor editora editorb "
    "editorc editortype editoratype editorbtype editorctype eid entryset entrysubtype eprint eprintclass eprinttype eventdate eventtitle eventtitleaddon file "
    "foreword gender git groups holder howpublished html hyphenation ids indexsorttitle indextitle institution "
    "introduction isan isbn ismn isrn issn issue issuesubtitle issuetitle iswc journal journalsubtitle journaltitle "
    "journaltitleaddon key keyword keywords label langid langidopts language lccn library lista location mainsubtitle "
    "maintitle maintitleaddon month mrclass mrnumber mrreviewer nameaddon note number numpages openalex options "
    "organization origdate origlanguage origlocation origpublisher origtitle owner pagetotal pages pagination part "
    "pdf pmcid pmid poster preprint presort primaryclass pubmedid pubstate publisher read related relatedoptions "
    "relatedstring relatedtype reprinttitle review school series shortauthor shortbooktitle shorteditor shorthand "
    "shorthandintro shortjournal shortseries shorttitle size slides sortkey sortname sortshorthand sorttitle sortyear "
    "status subtitle timestamp title titleaddon translator type url urldate urn usera userb userc userd usere userf "
    "venue verba version video volume volumes website xdata xref year zbl zblnumber zbmath issue_date acmid articleno "
    "bibyear adsurl adsnote rating selected abbr bibtex_show award award_name additional_info preview altmetric "
    "dimensions google_scholar_id inspirehep_id blog supp reviewid doid eissn printissn origyear day_added"
)
_BY_DIALECT_ONLY = (
    "journaltitle date location eprinttype eprintclass subtitle maintitle mainsubtitle booksubtitle langid "
    "hyphenation annotation addendum pubstate titleaddon booktitleaddon eventtitle eventdate venue origdate urldate "
    "pagetotal shorthand xdata related editora commentator"
)
KNOWN_FIELDS = frozenset(_COMMON.split())
"""Names of fields that BibTeX, BibLaTeX or common programs and styles know."""
BIBLATEX_FIELDS = frozenset(_BY_DIALECT_ONLY.split())
"""Fields that BibTeX's own styles do not know."""
BIBTEX_TYPES = frozenset(_table("bibtex")) | {"periodical", "patent"}
"""Entry types of BibTeX's own styles."""
STANDARD_TYPES = BIBTEX_TYPES | frozenset(CSL_TYPES)
"""Entry types of BibTeX and BibLaTeX."""
KNOWN_TYPES = STANDARD_TYPES | frozenset(
    (
        "set xdata legadminmaterial custom customa customb customc customd custome customf mvreference proceedings "
        "webpage website letters newspaper magazine lecture intechreport literal presentation softwareversion softwaremodule "
        "codefragment manuscript archive talk data jurthesis commented mlasource monography journalpart hidden "
        "bookinarticle inaudio exhibcatalog inexhibcatalog catalog nameonly constitution legmaterial hardware "
        "judgement ancienttext classictext lexicon inlexicon mvlexicon commentary incommentary mvcommentary"
    ).split()
)
"""Entry types that BibTeX, BibLaTeX or common styles know."""
_SETTINGS = ("ctl", "control", "-options")


def is_settings(entry_type: str) -> bool:
    """Whether entries of a type are no works but settings of a style: ``@IEEEtranBSTCTL``, ``@CONTROL``, ``@abnt-options``."""
    return entry_type.endswith(_SETTINGS)

r"""What the commands of LaTeX, its packages and the classes for CVs do to text.

A signature says which arguments follow a command: ``m`` a group or one token, ``o`` an optional one in brackets, ``*``
a star. Sources: the LaTeX kernel ("LaTeX 2e: An unofficial reference manual"), and the manuals of hyperref, xcolor,
enumitem, ulem, soul, multirow, natbib, moderncv, europecv and awesome-cv.
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.documents.looks import named
from citekit.documents.model import Style
from citekit.tables import pairs

_TABLES = pairs("citekit.documents.latex", "commands.tsv")


def _styles(table: str) -> dict[str, Style]:
    return {name: named(styles) for name, styles in _TABLES[table].items()}


ARGUMENT_STYLES = _styles("argument styles")
"""Commands whose argument is set in a style."""
SWITCHES = _styles("switches")
"""Commands that set the rest of their group in a style."""
RESETS = _styles("resets")
"""Commands whose argument is set without some styles."""
SWITCH_RESETS = _styles("switch resets")
"""Commands that end styles for the rest of their group."""

HEADINGS = {
    "part": 0,
    "chapter": 0,
    "section": 1,
    "subsection": 2,
    "subsubsection": 3,
    "paragraph": 4,
    "subparagraph": 5,
}
"""The commands of headings and how deep they are below a chapter."""
_HEADING_NAME = re.compile(r"section|heading|headline|chapter|rubric", re.IGNORECASE)
_TITLE_NAME = re.compile(r"(?:title|part)$", re.IGNORECASE)
_ITEM_NAME = re.compile(r"item|entry|pub(?:lication)?$|^paper$|^article$|^talk$", re.IGNORECASE)

LISTS = _TABLES["lists"]
"""The environments of lists; any other one that has an ``\\item`` is a list as ``itemize`` is."""
DOWNWARD = frozenset(("etaremune", "revnumerate", "benumerate"))
"""The lists that count down."""
TABLES = _TABLES["tables"]
"""The environments of tables and their arguments."""
ENVIRONMENTS = _TABLES["environments"]
"""The arguments of environments that are not shown; those of any other one are."""
INLINE_ENVIRONMENTS = frozenset(("minipage", "small", "footnotesize", "scriptsize", "normalsize", "large", "bfseries"))
"""The environments that begin a new line, but no paragraph."""
PICTURES = frozenset(("tikzpicture", "picture", "pspicture"))

UNSEEN = _TABLES["unseen"]
"""Commands that print nothing, and their arguments."""
SHOWN_BEHIND = _TABLES["shown behind"]
"""Commands that print their last argument as it is, and the arguments before it."""
HIDING = frozenset("comment ignore hide omit todo commentout invisible remove".split())
"""Commands that people use to comment something out, where nothing else is known of them."""
NOTES = frozenset(("footnote", "thanks", "footnotetext"))
LINE_BREAKS = frozenset(("newline", "linebreak"))
ROW_ENDS = frozenset(("tabularnewline", "crcr", "cr"))
PARAGRAPH_ENDS = frozenset(
    "par newpage clearpage pagebreak smallskip medskip bigskip vfill hrule hrulefill maketitle cleardoublepage".split()
)
BLANKS = frozenset(
    "hfill hskip quad qquad space enspace enskip thinspace newblock nobreakspace dotfill hss tab".split()
)
ASSIGNED = frozenset(
    "vskip hskip kern parindent parskip baselineskip itemsep parsep topsep leftmargin rightmargin tabcolsep hangindent"
    " textwidth textheight topmargin oddsidemargin evensidemargin headheight headsep itemindent labelsep labelwidth"
    " looseness hangafter pdfoutput penalty tolerance emergencystretch columnsep bibsep raggedright".split()
)
"""Registers, behind which a number or length may stand: ``\\parindent 0pt``."""
PROTECTED = frozenset(
    (
        *"begin end item bibitem href url par newline input include relax textcolor hfill".split(),
        *ARGUMENT_STYLES,
        *SWITCHES,
        *RESETS,
        *SWITCH_RESETS,
        *HEADINGS,
    )
)
"""What keeps its meaning, however a document restyles it."""
QUOTES = _TABLES["quotes"]
SIGNS = _TABLES["text"] | {"and": ", ", "textvisiblespace": " "}
"""Commands that print a text and are not in the table of letters."""
TEMPLATES = {(name, int(count)): text for key, text in _TABLES["templates"].items() for name, count in [key.split(" ")]}
"""What commands of classes and packages print, by name and number of arguments, where the document does not say."""


def heading_level(name: str) -> int:
    """How deep a heading is by the name of its command or environment; -1 where the name does not say a heading."""
    if name in HEADINGS:
        return HEADINGS[name]
    if not _HEADING_NAME.search(name):
        return -1
    small = name.lower()
    return 3 if "subsub" in small else 2 if "sub" in small else 1


def names_title(name: str) -> bool:
    """Whether a command's name says that its argument is a title."""
    return _TITLE_NAME.search(name) is not None


def names_item(name: str) -> bool:
    """Whether a command's name says that its argument is one item of a list."""
    return _ITEM_NAME.search(name) is not None

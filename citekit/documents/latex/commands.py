r"""What the commands of LaTeX, its packages and the classes for CVs do to text.

A signature says which arguments follow a command: ``m`` a group or one token, ``o`` an optional one in brackets, ``*``
a star. Sources: the LaTeX kernel ("LaTeX 2e: An unofficial reference manual"), and the manuals of hyperref, xcolor,
enumitem, ulem, soul, multirow, natbib, moderncv, europecv and awesome-cv.
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.documents.model import Style
from citekit.tables import pairs

ARGUMENT_STYLES = {
    "textbf": Style.BOLD,
    "mathbf": Style.BOLD,
    "textit": Style.ITALIC,
    "textsl": Style.ITALIC,
    "emph": Style.ITALIC,
    "underline": Style.UNDERLINE,
    "uline": Style.UNDERLINE,
    "uuline": Style.UNDERLINE,
    "ul": Style.UNDERLINE,
    "textsc": Style.SMALL_CAPS,
    "texttt": Style.CODE,
    "textsuperscript": Style.SUPERSCRIPT,
    "textsubscript": Style.SUBSCRIPT,
    "sout": Style.STRIKE,
    "xout": Style.STRIKE,
    "st": Style.STRIKE,
}
"""Commands whose argument is set in a style."""
SWITCHES = {
    "bf": Style.BOLD,
    "bfseries": Style.BOLD,
    "it": Style.ITALIC,
    "em": Style.ITALIC,
    "itshape": Style.ITALIC,
    "sl": Style.ITALIC,
    "slshape": Style.ITALIC,
    "sc": Style.SMALL_CAPS,
    "scshape": Style.SMALL_CAPS,
    "tt": Style.CODE,
    "ttfamily": Style.CODE,
}
"""Commands that set the rest of their group in a style."""
_FACE = Style.BOLD | Style.ITALIC | Style.SMALL_CAPS | Style.CODE
RESETS = {
    "textnormal": _FACE,
    "textup": Style.ITALIC | Style.SMALL_CAPS,
    "textmd": Style.BOLD,
    "textrm": Style.CODE,
    "textsf": Style.CODE,
}
"""Commands whose argument is set without some styles."""
SWITCH_RESETS = {
    "normalfont": _FACE,
    "rm": _FACE,
    "upshape": Style.ITALIC | Style.SMALL_CAPS,
    "mdseries": Style.BOLD,
    "rmfamily": Style.CODE,
}
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

LISTS = {
    "itemize": "ul",
    "enumerate": "ol",
    "description": "dl",
    "thebibliography": "ol",
    "etaremune": "ol",
    "revnumerate": "ol",
    "compactenum": "ol",
    "asparaenum": "ol",
    "inparaenum": "ol",
    "tightenum": "ol",
    "enumerate*": "ol",
    "benumerate": "ol",
}
"""The environments of lists; any other one that has an ``\\item`` is a list as ``itemize`` is."""
DOWNWARD = frozenset(("etaremune", "revnumerate", "benumerate"))
"""The lists that count down."""
TABLES = {
    "tabular": "om",
    "tabular*": "mom",
    "tabularx": "mom",
    "tabulary": "mm",
    "longtable": "om",
    "longtabu": "om",
    "tabu": "om",
    "supertabular": "m",
    "xltabular": "omm",
    "array": "om",
    "tblr": "om",
    "longtblr": "oom",
}
"""The environments of tables and their arguments."""
ENVIRONMENTS = {
    "minipage": "ooom",
    "multicols": "m",
    "multicols*": "m",
    "adjustwidth": "mm",
    "adjustwidth*": "mm",
    "list": "mm",
    "trivlist": "",
    "spacing": "m",
    "wrapfigure": "omom",
    "otherlanguage": "m",
    "figure": "o",
    "table": "o",
    "tikzpicture": "o",
    "paracol": "om",
    "bibunit": "o",
    "cvcolumns": "",
    "scope": "o",
    "textblock": "m",
    "textblock*": "m",
    "hangparas": "mm",
}
"""The arguments of environments that are not shown; those of any other one are."""
INLINE_ENVIRONMENTS = frozenset(("minipage", "small", "footnotesize", "scriptsize", "normalsize", "large", "bfseries"))
"""The environments that begin a new line, but no paragraph."""
PICTURES = frozenset(("tikzpicture", "picture", "pspicture"))

_ARGUMENTS_UNSEEN = """
    vspace *m; hspace *m; label m; includegraphics *oom; setlength mm; addtolength mm; pagestyle m; thispagestyle m
    usepackage om; RequirePackage om; documentclass om; setcounter mm; addtocounter mm; stepcounter m; refstepcounter m
    bibliographystyle m; addbibresource om; ref m; eqref m; pageref m; cite *oom; citep *oom; citet *oom; nocite m
    autoref m; cref m; index m; glossary m; hypersetup m; definecolor mmm; colorlet mm; pagecolor m; newcounter mo
    newlength m; newsavebox m; usebox m; sbox mm; geometry m; fontsize mm; fontfamily m; fontseries m; fontshape m
    usefont mmmm; fontencoding m; selectlanguage m; linespread m; titleformat *momm; titlespacing *mmmm; setlist *om
    newlist mmm; setlistdepth m; hyphenation m; newtheorem *momo; theoremstyle m; numberwithin mm; addtocontents mm
    addcontentsline mmm; markboth mm; markright m; fancyhf om; fancyhead om; fancyfoot om; lhead m; chead m; rhead m
    lfoot m; cfoot m; rfoot m; fancypagestyle mm; date m; cline m; cmidrule m; rule omm; pdfbookmark omm; vphantom m
    phantom m; hphantom m; moderncvstyle om; moderncvtheme om; moderncvcolor m; nopagenumbers; photo oom; quote
    setmainfont omo; setsansfont omo; setmonofont omo; newfontfamily momo; defaultfontfeatures om; setstretch m
    usetikzlibrary m; tikzset m; graphicspath m; urlstyle m; cventrystyle m; renewbibmacro momm; enlargethispage *m
    pagenumbering m; arrayrulecolor m; rowcolor om; cellcolor om; columncolor om; setdefaultlanguage om
    setotherlanguage om; DeclareUnicodeCharacter mm; value m; faIcon om; AtBeginDocument m; AtEndDocument m
    hyperbaseurl m; setcitestyle m; defcounter mm; definecolors m; newboolean m; setboolean mm; newif; protect
    thispagestyle m; addtokomafont mm; setkomafont mm; KOMAoptions m; microtypesetup m; SetTracking omm; vskip; hskip
    raggedright; marginsize mmmm; setitemize om; setenumerate om; captionsetup om; bibsep; printbibliography o
    noindent; indent; centering; raggedleft; sloppy; selectfont; onehalfspacing; doublespacing; singlespacing; hline
    toprule o; midrule o; bottomrule o; endhead; endfirsthead; endfoot; endlastfoot; tableofcontents; appendix; strut
    leavevmode; ignorespaces; unskip; allowbreak; nobreak; break; samepage; null; tiny; scriptsize; footnotesize; small
    normalsize; large; Large; LARGE; huge; Huge; twocolumn o; onecolumn; justifying; flushleft; flushright; frontmatter
    mainmatter; backmatter; makeatletter; makeatother; phantomsection; begingroup; endgroup; bgroup; egroup; nolinebreak
    nopagebreak o; obeylines; frenchspacing; nonfrenchspacing; columnbreak; kill; normalcolor; boldmath; unboldmath
    bibliography m; stretch m; looseness; needspace m; Needspace *m; columnsep; sisetup m; cvsetup m
"""
_SHOWN_BEHIND = """
    textcolor om; framebox oo; raisebox moo; colorbox om; fcolorbox omm; scalebox mo
    resizebox *mm; rotatebox om; foreignlanguage m; multicolumn mm; multirow omom; adjustbox m; hyperref o; hyperlink m
    hypertarget m; textlangle; mbox; hbox; fbox; text; texorpdfstring; oldstylenums; MakeUppercase; uppercase; lowercase
    MakeLowercase; centerline; leftline; rightline; textsf; llap; rlap; shortstack o; textls o; ensuremath; caption o
    adjincludegraphics o; vbox; vtop; mkbibemph; fontspec om; addfontfeature m
    nohyphens; marginnote; title; author; textlf; hl; makecell o; cvtext
"""


def _signatures(table: str) -> dict[str, str]:
    entries = (entry.split() for line in table.splitlines() for entry in line.split(";") if entry.strip())
    return {entry[0]: entry[1] if len(entry) > 1 else "" for entry in entries}


UNSEEN = _signatures(_ARGUMENTS_UNSEEN)
"""Commands that print nothing, and their arguments."""
SHOWN_BEHIND = _signatures(_SHOWN_BEHIND)
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
_TABLES = pairs("citekit.documents.latex", "signs.tsv")
QUOTES = _TABLES["quotes"]
SIGNS = _TABLES["text"] | {"and": ", ", "textvisiblespace": " "}
"""Commands that print a text and are not in the table of letters."""
TEMPLATES = {
    ("cventry", 6): r"\!item #1\!break \textbf{#2}\!comma \textit{#3}\!comma #4\!comma #5\!break #6",
    ("cvlistitem", 1): r"\!item #1",
    ("cvlistdoubleitem", 2): r"\!item #1\!item #2",
    ("cvdoubleitem", 4): r"\!item #1\!break #2\!item #3\!break #4",
    ("parbox", 1): r"\!break{#1}\!break",
    ("makebox", 1): r"{#1}\!blank",
    ("enquote", 1): "“{#1}”",
    ("textquote", 1): "“{#1}”",
    ("mkbibquote", 1): "“{#1}”",
    ("arxiv", 1): r"\href{https://arxiv.org/abs/#1}{arXiv:#1}",
    ("doi", 1): r"\href{https://doi.org/#1}{doi:#1}",
}
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

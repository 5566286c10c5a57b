r"""What the commands of LaTeX, its packages and the classes for CVs do to text.

A signature states which arguments follow a command: ``m`` a group or one token, ``o`` an optional one in brackets,
``*`` a star. Sources: the LaTeX kernel ("LaTeX 2e: An unofficial reference manual"), and the manuals of hyperref,
xcolor, enumitem, ulem, soul, multirow, natbib, moderncv, europecv and awesome-cv.
"""

from __future__ import annotations

from citekit.documents.runs import TextStyle, named
from citekit.runtime import patterns as re
from citekit.runtime.registry import pairs

_TABLES = pairs("citekit.documents.latex", "commands.tsv")
_WORDS = {name: frozenset(words.split()) for name, words in _TABLES["words"].items()}


def _styles(table: str) -> dict[str, TextStyle]:
    return {name: named(styles) for name, styles in _TABLES[table].items()}


ARGUMENT_STYLES = _styles("argument styles")
"""Commands whose argument is set in a style."""
SWITCHES = _styles("switches")
"""Commands that set the rest of their group in a style."""
RESETS = _styles("resets")
"""Commands whose argument is set without some styles."""
SWITCH_RESETS = _styles("switch resets")
"""Commands that end styles for the rest of their group."""

HEADINGS = {name: int(depth) for name, depth in _TABLES["headings"].items()}
"""The commands of headings and how deep they are below a chapter."""
_HEADING_NAME = re.compile(r"section|heading|headline|chapter|rubric", re.IGNORECASE)
_TITLE_NAME = re.compile(r"(?:title|part)$", re.IGNORECASE)
_ITEM_NAME = re.compile(r"item|entry|pub(?:lication)?$|^paper$|^article$|^talk$", re.IGNORECASE)

LISTS = _TABLES["lists"]
"""The environments of lists; any other one that has an ``\\item`` is a list as ``itemize`` is."""
DOWNWARD = _WORDS["lists that count down"]
"""The lists that count down."""
TABLES = _TABLES["tables"]
"""The environments of tables and their arguments."""
ENVIRONMENTS = _TABLES["environments"]
"""The arguments of environments that are not shown; those of any other one are."""
INLINE_ENVIRONMENTS = _WORDS["inline environments"]
"""The environments that begin a new line, but no paragraph."""
PICTURES = _WORDS["pictures"]

UNSEEN = _TABLES["unseen"]
"""Commands that print nothing, and their arguments."""
SHOWN_BEHIND = _TABLES["shown behind"]
"""Commands that print their last argument as it is, and the arguments before it."""
HIDING = _WORDS["hiding"]
"""Commands that people use to comment something out, if nothing else is known of them."""
NOTES = _WORDS["notes"]
LINE_BREAKS = _WORDS["line breaks"]
ROW_ENDS = _WORDS["row ends"]
PARAGRAPH_ENDS = _WORDS["paragraph ends"]
BLANKS = _WORDS["blanks"]
ASSIGNED = _WORDS["assigned"]
"""Registers, after which a number or length may be: ``\\parindent 0pt``."""
PROTECTED = _WORDS["protected"].union(ARGUMENT_STYLES, SWITCHES, RESETS, SWITCH_RESETS, HEADINGS)
"""What keeps its meaning, however a document restyles it."""
QUOTES = _TABLES["quotes"]
SIGNS = pairs("citekit.text", "tex_printed.tsv")["journals"] | _TABLES["text"] | {"and": ", ", "textvisiblespace": " "}
"""Commands that print a text and are not in the table of letters; classes of astronomy have one for each journal."""
TEMPLATES = {(name, int(count)): text for key, text in _TABLES["templates"].items() for name, count in [key.split(" ")]}
"""What commands of classes and packages print, by name and number of arguments, where the document does not say."""


def heading_level(name: str) -> int:
    """Return how deep a heading is by the name of its command or environment.

    Return -1 if the name is not that of a heading.
    """
    if name in HEADINGS:
        return HEADINGS[name]
    if not _HEADING_NAME.search(name):
        return -1
    small = name.lower()
    return 3 if "subsub" in small else 2 if "sub" in small else 1


def names_title(name: str) -> bool:
    """Whether a command's name states that its argument is a title."""
    return _TITLE_NAME.search(name) is not None


def names_item(name: str) -> bool:
    """Whether a command's name states that its argument is one item of a list."""
    return _ITEM_NAME.search(name) is not None

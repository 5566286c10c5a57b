r"""A word that a line end cut in two: ``Ar- chitecture``.

Why: text copied out of a page keeps the hyphen of its line end. A hyphen before a real line end counts, and in titles of
a bibliography one before a blank; ``pre- and post-training`` is right.

Example:

    --- cv.txt
    Publications

    Jane Doe, Paul Poe. Eager Stacks Considered Harmful. International Conference on Machine Learning, 2021.

    Jane Doe, Richard Roe. Lazy Queues for Everyone. Proceedings of the International Symposium on Computer Ar-
    chitecture, 2020.

Use instead:

    --- cv.txt
    Publications

    Jane Doe, Paul Poe. Eager Stacks Considered Harmful. International Conference on Machine Learning, 2021.

    Jane Doe, Richard Roe. Lazy Queues for Everyone. Proceedings of the International Symposium on Computer
    Architecture, 2020.
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Edit, Findings, Fix, at_field, short
from citekit.checks.reading.entry import Entry, Field
from citekit.text.guarded import Guarded
from citekit.text.repair import joins_hyphen

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl", "list")

_BREAK = Guarded(
    r"(?P<left>[^\W\d_]{2,40})(?:[-\u2010\u2011](?P<end>[ \t\xa0]*\r?\n[ \t]*)|\u00ac\s{0,3})(?P<right>[^\W\d_]{2,40})"
)
_NAMES = ("title", "booktitle", "subtitle", "journal", "publisher", "series")
_GAP = Guarded(
    r"(?<![\w-])(?P<left>[^\W\d_]{2,40})[-\u2010\u2011][ \t\xa0]{1,2}(?P<after>[^\W\d_A-Z][^\W\d_]{2,40})(?![\w-])(?!,)"
)
_BETWEEN_TWO = frozenset(
    "and und or oder bzw beziehungsweise sowie wie als bis from for the with versus via but nor och eller och ofwel en et ou e y o u i a "
    "oraz lub vagy és och og auch noch through over into than resp through plus minus".split()
)


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    found: list[Diagnostic] = []
    for part in entry.fields[:1] if entry.language == "list" else entry.texts():
        if _BREAK.may_match(part.text) and not entry.is_laid_out:
            found += _in_field(part)
        if part.name in _NAMES and entry.language == "bibtex":
            found += _in_line(part)
    return found


def _in_line(part: Field) -> Findings:
    """A line end that is a blank now: only in titles, where a hyphen before a blank is right in ``pre- and post-`` alone."""
    for match in _GAP.finditer(part.text):
        if match["after"].casefold() not in _BETWEEN_TWO:
            span = part.part(match.start("left"), match.end("after"))
            word = f"{match['left']}- {match['after']}"
            yield at_field(
                part,
                f"there is a blank after the hyphen in '{short(word)}'",
                "join the word, with the hyphen or without it",
                span,
            )


def _in_field(part: Field) -> Findings:
    for match in _BREAK.finditer(part.text):
        before = part.text[max(0, match.start() - 40) : match.end("left")]
        if match["end"] is None or joins_hyphen(f"{before}-", part.text[match.start("right") : match.end() + 20]):
            span = part.part(*match.span())
            word = f"{match['left']}{match['right']}"
            edit = Edit(part.source, part.part(match.end("left"), match.start("right")), "")
            fix = Fix(f"write {word}", (edit,)) if part.inside >= 0 else None
            message = f"a line end cut '{short(word)}' in two"
            yield at_field(part, message, f"write {word}, or keep the hyphen and join the lines", span, fix)

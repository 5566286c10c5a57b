r"""A bibliography has text and no entries.

Why: a check that read nothing says nothing, however green it looks. Often an ``@`` is missing, or the file is no
bibliography.

Example:

    misc{doe2020, title = {A}}

Use instead:

    @misc{doe2020, title = {A}}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings
from citekit.checks.reading.bibliography import Bibliography
from citekit.span import Span

SEVERITY = "error"
LANGUAGES = ("bibtex", "csl")

_COMMENT = re.compile(r"%[^\n]*|^#[^\n]*", re.MULTILINE)


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    if bibliography.entries or bibliography.macros or not bibliography.readable:
        return ()
    text = _COMMENT.sub("", bibliography.source.text) if bibliography.is_bibtex else bibliography.source.text
    if not text.strip().strip("[]").strip() or bibliography.comments:
        return ()
    hint = "entries begin with @, a type and {"
    return (Diagnostic("the file has text and no entries", bibliography.source, Span(0, 0), hint),)

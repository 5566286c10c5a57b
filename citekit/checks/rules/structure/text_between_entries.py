r"""Text stands between entries that looks like an entry without its ``@``.

Why: BibTeX takes all text between entries for a comment, so an entry whose ``@`` is lost is lost as well, in silence.

Example:

    @misc{roe2019, title = {B}, year = 2019}
    misc{doe2020, title = {A}, year = 2020}

Use instead:

    @misc{roe2019, title = {B}, year = 2019}
    @misc{doe2020, title = {A}, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings
from citekit.checks.reading.bibliography import Bibliography
from citekit.span import Span

SEVERITY = "warning"

_TYPES = (
    r"article|book|booklet|inbook|incollection|inproceedings|conference|manual|mastersthesis|misc|phdthesis|proceedings|techreport"
    r"|unpublished|online|report|thesis|collection|electronic|software|dataset"
)
_ENTRY = re.compile(
    rf"(?:^|(?<=[}}\s]))(?:[#&\\\"'*＠a2]|\(at\))?(?P<type>{_TYPES})[ \t]*[{{(][ \t]*[^\s{{}},()]{{1,200}}[ \t]*,"
    r"|^[ \t]*(?P<string>string)[ \t]*[{(][ \t]*\w{1,60}[ \t]*=",
    re.MULTILINE | re.IGNORECASE,
)


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    for gap in bibliography.gaps:
        for match in _ENTRY.finditer(bibliography.source.text, gap.start, gap.end):
            yield Diagnostic(
                "this looks like an entry without its @",
                bibliography.source,
                Span(*match.span(match.lastgroup or 0)),
                "put an @ before it",
            )

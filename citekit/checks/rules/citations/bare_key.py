r"""A known key stands in a text of Markdown without its ``@``.

Why: the ``@`` was forgotten, and the key is printed instead of the citation.

Example:

    --- refs.bib
    @misc{doe2020lazy, author = {J. Doe}, title = {A}, year = 2020}
    --- paper.md
    See [@doe2020lazy] and [doe2020lazy].

Use instead:

    --- refs.bib
    @misc{doe2020lazy, author = {J. Doe}, title = {A}, year = 2020}
    --- paper.md
    See [@doe2020lazy] and @doe2020lazy.
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings
from citekit.checks.reading.project import Manuscript
from citekit.span import Span

SEVERITY = "note"
PROFILE = ""

_WORD = re.compile(r"(?<![\w@{/#.-])[A-Za-z][\w:.-]{4,80}\w")
_MARKDOWN = (".md", ".markdown", ".qmd", ".rmd", ".myst")


def check_manuscript(manuscript: Manuscript, context: Context) -> Findings:
    """What is wrong in a manuscript."""
    from citekit.manuscripts.markdown import read_markdown  # here, for few texts are Markdown

    keys = {
        k
        for b in context.project.of(manuscript)
        for k in b.keys
        if any(c.isdigit() for c in k) and any(c.isalpha() for c in k)
    }
    for part in manuscript.parts:
        if not part.source.name.lower().endswith(_MARKDOWN):
            continue
        cited = {citation.span.start for citation in part.cited.cites}
        for match in _WORD.finditer(read_markdown(part.source.text).text):
            if match[0] in keys and match.start() not in cited:
                message = f"'{match[0]}' is a key and stands here without @"
                yield Diagnostic(message, part.source, Span(*match.span()), f"write @{match[0]}", match[0])

r"""A citation writes a key with other capitals than the entry has.

Why: biber, Pandoc and Typst do not find the entry; BibTeX finds it, and stops where the key is cited in both ways.
``--unsafe-fixes`` writes the key as the entry has it.

Example:

    --- refs.bib
    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020}
    --- paper.tex
    \cite{Doe2020}
    \bibliography{refs}

Use instead:

    --- refs.bib
    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020}
    --- paper.tex
    \cite{doe2020}
    \bibliography{refs}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Edit, Findings, Fix, related
from citekit.checks.reading.project import Manuscript

SEVERITY = "warning"


def check_manuscript(manuscript: Manuscript, context: Context) -> Findings:
    """What is wrong in a manuscript."""
    bibliographies = context.project.of(manuscript)
    known = frozenset().union(*(b.keys for b in bibliographies)) if bibliographies else frozenset()
    for part, citation in manuscript.citations():
        if citation.key in known:
            continue
        entry = next((b.by_key[citation.key.lower()] for b in bibliographies if citation.key.lower() in b.by_key), None)
        if entry is None:
            continue
        as_written = part.source.text[citation.span.start : citation.span.end] == citation.key
        edit = Edit(part.source, citation.span, entry.key)
        fix = Fix(f"write {entry.key}", (edit,)) if as_written else None
        message = f"'{citation.key}' is written '{entry.key}' in {entry.source.name}"
        yield Diagnostic(
            message,
            part.source,
            citation.span,
            f"write {entry.key}",
            citation.key,
            (related(entry, "the entry"),),
            fix,
        )

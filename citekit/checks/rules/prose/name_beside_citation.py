r"""The author or the year that stands in words before a citation is not that of the work that is cited.

Why: readers see two different works. One of them was corrected, and the other forgotten.

Example:

    --- refs.bib
    @misc{doe2020, author = {Jane Doe and Rita Roe and Paul Poe}, title = {Lazy Queues}, year = 2020}
    --- paper.tex
    \documentclass{article}
    \usepackage{natbib}
    \begin{document}
    Doe et al. (2019)~\citep{doe2020} were lazy.
    \bibliographystyle{plainnat}
    \bibliography{refs}
    \end{document}

Use instead:

    --- refs.bib
    @misc{doe2020, author = {Jane Doe and Rita Roe and Paul Poe}, title = {Lazy Queues}, year = 2020}
    --- paper.tex
    \documentclass{article}
    \usepackage{natbib}
    \begin{document}
    \citet{doe2020} were lazy.
    \bibliographystyle{plainnat}
    \bibliography{refs}
    \end{document}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings, related
from citekit.checks.reading.project import Manuscript
from citekit.checks.reading.prose import entries_by_key, mentions, says_author

SEVERITY = "warning"


def check_manuscript(manuscript: Manuscript, context: Context) -> Findings:
    """What is wrong in a manuscript."""
    entries = entries_by_key(manuscript, context.project)
    for part in manuscript.parts:
        for mention in mentions(part):
            cites = mention.beside.cites if mention.beside else ()
            cited = [entries[cite.key] for cite in cites if cite.key in entries]
            if not cited or len(cited) < len(cites):
                continue
            years = [entry.year for entry in cited if entry.year]
            if not any(says_author(entry, mention.family) for entry in cited):
                message = f"{mention.family} is no author of {cited[0].shown}, which is cited here"
            elif mention.year and years and mention.year not in years:
                message = f"{cited[0].shown}, which is cited here, is of {years[0]}, not of {mention.year}"
            else:
                continue
            others = (related(cited[0], "what is cited"),)
            yield Diagnostic(message, part.source, mention.span, "correct one of them", cited[0].key, others)

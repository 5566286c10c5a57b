r"""Two bibliographies that one document reads have one key for different works.

Why: the document gets one of them, and not always the one that was meant. Files that no document reads together may share keys.

Example:

    --- a.bib
    @misc{doe2020, author = {J. Doe}, title = {Lazy Queues}, year = 2020}
    --- b.bib
    @misc{doe2020, author = {J. Doe}, title = {Eager Stacks}, year = 2020}
    --- paper.tex
    \documentclass{article}
    \begin{document}
    \cite{doe2020}
    \bibliographystyle{plain}
    \bibliography{a,b}
    \end{document}

Use instead:

    --- a.bib
    @misc{doe2020lazy, author = {J. Doe}, title = {Lazy Queues}, year = 2020}
    --- b.bib
    @misc{doe2020eager, author = {J. Doe}, title = {Eager Stacks}, year = 2020}
    --- paper.tex
    \documentclass{article}
    \begin{document}
    \cite{doe2020lazy}
    \bibliographystyle{plain}
    \bibliography{a,b}
    \end{document}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_key, place_of, related
from citekit.checks.reading.entry import Entry
from citekit.checks.reading.project import Manuscript
from citekit.works.identity import same_work

SEVERITY = "error"


def check_manuscript(manuscript: Manuscript, context: Context) -> Findings:
    """What is wrong in a manuscript."""
    seen: dict[str, Entry] = {}
    read = context.project.of(manuscript) if len(manuscript.bibliographies) > 1 else ()
    for bibliography in read:
        for entry in bibliography.by_key.values():
            first = seen.setdefault(entry.key, entry)
            if first is entry or bibliography.context_only or not (first.title_key and entry.title_key):
                continue
            found = same_work(first.described, entry.described)
            if not found.one_work and not found.shared and first.title_key != entry.title_key:
                message = f"the key '{entry.key}' is another work in {place_of(first)}"
                yield at_key(entry, message, "rename one of them", related=(related(first, "the other work"),))

r"""An item of a reference list that is written by hand is never referred to.

Why: nothing removes it when its citation goes, as BibTeX would. In LaTeX these are ``\bibitem``s, in Markdown the
numbered items under a heading such as "References", to which the text refers by ``[3]``. Lists to which the text hardly
refers at all, such as further reading, are left alone.

Example:

    --- paper.tex
    \documentclass{article}
    \begin{document}
    See \cite{doe} and \cite{poe}.
    \begin{thebibliography}{9}
    \bibitem{doe} J. Doe. Lazy queues. 2020.
    \bibitem{roe} R. Roe. Eager stacks. 2019.
    \bibitem{poe} P. Poe. Patient heaps. 2018.
    \end{thebibliography}
    \end{document}

Use instead:

    --- paper.tex
    \documentclass{article}
    \begin{document}
    See \cite{doe} and \cite{poe}.
    \begin{thebibliography}{9}
    \bibitem{doe} J. Doe. Lazy queues. 2020.
    \bibitem{poe} P. Poe. Patient heaps. 2018.
    \end{thebibliography}
    \end{document}
"""

from __future__ import annotations

from collections.abc import Iterator

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings
from citekit.checks.reading.numbered_references import numbered_references
from citekit.checks.reading.project import Manuscript, Project
from citekit.manuscripts.citation import Cite
from citekit.manuscripts.document import Part
from citekit.span import Source

SEVERITY = "note"

_TEX = (".tex", ".ltx", ".rnw")
_MARKDOWN = (".md", ".markdown", ".qmd", ".rmd")
_MACRO_AS_KEY = re.compile(r"\\[A-Za-z]*cite[a-z]{0,12}\*?[ \t]*(?:\[[^\[\]]{0,200}+\]){0,2}\{[^{}#]{0,400}\\")
_HINT = "remove it, or refer to it"


def check_project(project: Project, context: Context) -> Findings:
    """What is wrong in a project."""
    for manuscript in project.manuscripts:
        yield from _of_latex(manuscript)
    for source in project.sources():
        if source.name.lower().endswith(_MARKDOWN):
            yield from _of_markdown(source)


def _of_latex(manuscript: Manuscript) -> Iterator[Diagnostic]:
    items = [(part, item) for part in manuscript.parts for item in _items(part)]
    if not items or manuscript.everything or any(_MACRO_AS_KEY.search(part.source.text) for part in manuscript.parts):
        return
    cited = {citation.key for _, citation in manuscript.citations()}
    known = sum(item.key in cited for _, item in items)
    if 2 * known < len(items):
        return  # a list that stands for itself, such as that of a CV
    for part, item in items:
        if item.key not in cited:
            yield Diagnostic(f"\\bibitem '{item.key}' is never cited", part.source, item.span, _HINT, item.key)


def _items(part: Part) -> tuple[Cite, ...]:
    return part.cited.defined if part.source.name.lower().endswith(_TEX) else ()


def _of_markdown(source: Source) -> Iterator[Diagnostic]:
    found = numbered_references(source.text)
    for number, span in (found.uncited if found else {}).items():
        yield Diagnostic(f"the text never refers to [{number}]", source, span, _HINT, str(number))

r"""A journal is one of the commands of astronomy's abstract service, such as ``\mnras``, that nobody defines.

Why: LaTeX stops, or prints nothing where the journal should be. The classes of astronomy's journals define these commands;
others need ``\usepackage{aas_macros}``. A bibliography without a document is not judged.

Example:

    --- refs.bib
    @article{doe2020, author = {J. Doe}, title = {A}, journal = {\mnras}, year = 2020}
    --- paper.tex
    \documentclass{article}
    \begin{document}
    \cite{doe2020}
    \bibliographystyle{plain}
    \bibliography{refs}
    \end{document}

Use instead:

    --- refs.bib
    @article{doe2020, author = {J. Doe}, title = {A}, journal = {\mnras}, year = 2020}
    --- paper.tex
    \documentclass{mnras}
    \begin{document}
    \cite{doe2020}
    \bibliographystyle{mnras}
    \bibliography{refs}
    \end{document}
"""

from __future__ import annotations

from collections.abc import Iterator

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings, Related
from citekit.checks.reading.bibliography import Bibliography
from citekit.checks.reading.entry import Entry, Field
from citekit.checks.reading.project import Manuscript
from citekit.span import Span

SEVERITY = "warning"

_MACRO = re.compile(r"\s*\{?\\(?P<name>[A-Za-z]{2,12})(?:\{\})?\}?\s*")
_NAMES = frozenset(
    "aj araa apj apjl apjs ao apss aap aapr aaps azh baas jrasc memras mnras pra prb prc prd pre prl pasp pasj qjras skytel "
    "solphys sovast ssr zap nat iaucirc aplett apspr bain fcp gca grl jcp jgr jqsrt memsai nphysa physrep physscr planss "
    "procspie jcap pasa na nar icarus caa cjaa actaa".split()
)
_DEFINED = re.compile(
    r"\\documentclass\s{0,9}(?:\[[^\[\]]{0,300}\])?\s{0,9}\{(?:aastex\w{0,9}|mnras\w{0,9}|mn2e|aa|emulateapj\w{0,9}|openjournal|pasa\w{0,5}|rnaas)\}"
    r"|\\usepackage\s{0,9}(?:\[[^\[\]]{0,300}\])?\s{0,9}\{[^{}]{0,300}(?:aas_?macros|journals|astro|aasjournal|mnras|jcap|ads)[^{}]{0,300}\}|aas_?macros"
)


def check_manuscript(manuscript: Manuscript, context: Context) -> Findings:
    """What is wrong in a manuscript."""
    found = [one for bibliography in context.project.of(manuscript) for one in _macros(bibliography)]
    texts = [p.source.text for p in manuscript.parts if p.source.name.endswith((".tex", ".ltx", ".sty", ".cls"))]
    if not found or not texts or manuscript.missing_inputs or any(map(_DEFINED.search, texts)):
        return
    defined: set[str] = set().union(*(part.cited.macros for part in manuscript.parts))
    for name, entry, part in found:
        if f"command {name}" not in defined and not any(f"\\{name}}}" in t or f"\\{name}{{" in t for t in texts):
            related = (Related("the document", manuscript.parts[0].source, Span(0, 0)),)
            hint = "load aas_macros, or write the journal's name"
            message = f"nothing defines \\{name}"
            yield Diagnostic(message, part.source, part.span, hint, entry.key, related, whole=entry.span)
            return


def _macros(bibliography: Bibliography) -> Iterator[tuple[str, Entry, Field]]:
    """The commands that stand for journals and that the bibliography itself does not define, with where they stand."""
    before = bibliography.source.text
    preambles = " ".join(before[span.start : span.end] for span in bibliography.preambles)
    for entry in bibliography.entries:
        part = entry.get("journal", "journaltitle")
        match = _MACRO.fullmatch(part.text) if part and "\\" in part.text else None
        if part and match and match["name"].lower() in _NAMES and f"\\{match['name']}" not in preambles:
            yield match["name"], entry, part

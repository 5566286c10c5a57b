r"""A document takes in a file that is not there.

Why: what that file cites is not checked. Files that come with LaTeX are known to be elsewhere. A document that lacks most
of its files is an old or a generated one: that is told once.

Example:

    --- refs.bib
    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020}
    --- paper.tex
    \input{chapter-one}
    \cite{doe2020}
    \bibliography{refs}

Use instead:

    --- refs.bib
    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020}
    --- paper.tex
    \cite{doe2020}
    \bibliography{refs}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings
from citekit.checks.reading.project import Manuscript
from citekit.manuscripts.citation import Named
from citekit.manuscripts.document import Part

SEVERITY = "note"

_MANY = 3
_OF_LATEX = re.compile(
    r"glyphtounicode.*|pgf.*|tikz.*|xy\w*|epsf|pdfmsym.*|size1\d\.clo|null|binhex|t1\w*\.fd|ot1\w*\.fd|random|multido|cwebmac"
    r"|webmac|manmac|eplain|amstex|pst-[\w-]+(?:\.tex)?|random\.tex|tcilatex(?:\.tex)?"
    r"|.*\.(?:pgf|tikz|bbl|sty|cls|def|cfg|ltx|clo|fd|toc|pdf_tex|ps_tex|eps_tex|svg|csv|tsv|txt|dat|data|inp|lst|out|ind|gls|glstex)",
    re.IGNORECASE,
)


def check_manuscript(manuscript: Manuscript, context: Context) -> Findings:
    """What is wrong in a manuscript."""
    missing = [
        (part, named)
        for part, named in manuscript.missing_inputs
        if not (_OF_LATEX.fullmatch(named.name) or _is_of_preamble(part, named) or _may_lack(part, named))
    ]
    if len(missing) >= max(_MANY, len(manuscript.parts)):
        part, named = missing[0]
        message = f"{len(missing)} of the files that it takes in are not there, {named.name} the first"
        yield Diagnostic(message, part.source, named.span, "add them, or leave the document out", named.name)
        return
    for part, named in missing:
        message, hint = f"there is no file {named.name}", "correct its name, or add the file"
        if named.name in manuscript.outside:
            message, hint = f"{named.name} leads out of the project, and was not read", "put it into the project"
        yield Diagnostic(message, part.source, named.span, hint, named.name)


def _is_of_preamble(part: Part, named: Named) -> bool:
    """Whether a bare name stands where TeX finds packages in its own folders: before the text, or anywhere in plain TeX."""
    text = part.source.text
    if "/" in named.name or not part.source.name.lower().endswith((".tex", ".ltx", ".rnw")):
        return False
    if text.find("\\begin{document}", named.span.end) >= 0:
        return True
    is_bare = text[named.span.start - 1 : named.span.start] != "{"
    return is_bare and "\\documentclass" not in text and "\\begin{document}" not in text


def _may_lack(part: Part, named: Named) -> bool:
    """Whether the document takes the file in only if it is there."""
    text = part.source.text
    return (
        text[max(0, named.span.start - 40) : named.span.start].rstrip("{ ").endswith("\\InputIfFileExists")
        or f"\\IfFileExists{{{named.name}" in text
    )

r"""A document names its bibliography, and no style for it.

Why: BibTeX writes no list without ``\bibliographystyle``. Only documents of LaTeX's usual classes are judged; many others
bring a style along.

Example:

    --- refs.bib
    @misc{doe2020, author = {Jane Doe}, title = {Lazy Queues}, year = 2020}
    --- paper.tex
    \documentclass{article}
    \begin{document}
    \cite{doe2020}
    \bibliography{refs}
    \end{document}

Use instead:

    --- refs.bib
    @misc{doe2020, author = {Jane Doe}, title = {Lazy Queues}, year = 2020}
    --- paper.tex
    \documentclass{article}
    \begin{document}
    \cite{doe2020}
    \bibliographystyle{plain}
    \bibliography{refs}
    \end{document}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings
from citekit.checks.reading.project import Manuscript
from citekit.markup.tex.visible import tex_of
from citekit.records import known_while_alive
from citekit.span import Source, Span

SEVERITY = "warning"

_USUAL = re.compile(
    r"\\documentclass\s{0,9}(?:\[[^\[\]]{0,300}\])?\s{0,9}\{(?:article|report|book|amsart|amsbook|memoir|scrartcl|scrreprt|scrbook|IEEEtran|llncs|elsarticle)\}"
)
_NAMED = re.compile(r"\\bibliography\s{0,9}\{[^{}]{1,300}\}")
_SET = re.compile(
    r"\\bibliographystyle|\\bibstyle|\\printbibliography|\\addbibresource|\\begin\{thebibliography\}|biblatex|multibib|bibunits"
)
_PACKAGES = re.compile(
    r"\\(?:usepackage|RequirePackage)\s{0,9}(?:\[[^\[\]]{0,500}\])?\s{0,9}\{(?P<names>[^{}]{1,500})\}"
)
_WITHOUT_STYLES = frozenset(
    "natbib cite hyperref url amsmath amssymb amsthm amsfonts graphicx graphics inputenc fontenc babel geometry xcolor color booktabs "
    "microtype subcaption caption float multirow listings enumitem todonotes cleveref algorithm algorithmic algpseudocode tikz pgfplots "
    "lmodern times setspace fancyhdr csquotes siunitx bm mathtools longtable array tabularx titlesec parskip verbatim xspace subfig "
    "textcomp lipsum authblk bbm dsfont nicefrac soul wrapfig appendix tocbibind fullpage a4wide polyglossia fontspec latexsym epsfig".split()
)


def check_manuscript(manuscript: Manuscript, context: Context) -> Findings:
    """What is wrong in a manuscript."""
    main = manuscript.parts[0].source
    if not main.name.endswith((".tex", ".ltx")) or manuscript.missing_inputs:
        return
    text = tex_of(main).text
    named = _NAMED.search(text)
    if named is not None and _USUAL.search(text) and not any(_may_set_one(part.source) for part in manuscript.parts):
        hint = r"put \bibliographystyle{plain} before it, or the one that is asked for"
        yield Diagnostic("the document names no style for its bibliography", main, Span(*named.span()), hint)


@known_while_alive
def _may_set_one(source: Source) -> bool:
    """Whether a file sets a style, or loads a package that may."""
    text = tex_of(source).text
    packages = (name.strip() for match in _PACKAGES.finditer(text) for name in match["names"].split(","))
    return _SET.search(text) is not None or any(name not in _WITHOUT_STYLES for name in packages)

r"""One reference that holds LaTeX, as styled runs: ``{\sc Body, A.}~(1996), ``Trees,'' {\sl Journal}, {\bf 8}``."""

from __future__ import annotations

from citekit.documents.runs import HARD_BREAK, Run
from citekit.runtime import patterns as re
from citekit.runtime.span import Span, View

_LATEX = re.compile(
    r"\\(?:[A-Za-z]{2,}|[bcdHijklLoOrtuv](?![A-Za-z])|[`'^\"~=.]\{?\\?[A-Za-z]|[&%$#_{}])"
    r"|``|\$[^$\n]{0,200}[\\^_][^$\n]{0,200}\$|\{[A-Z][^{}\n]{0,80}\}|\w\.~\w"
)
"""Commands, accents, escapes, quotes of backticks, formulas with a command or a script, protected words, a tie behind an initial."""


def looks_like_latex(text: str) -> bool:
    """Whether there is LaTeX in a line: commands, accents, escapes, quotes of backticks, formulas, braces."""
    return _LATEX.search(text) is not None


def line_runs(text: str, offset: int = 0) -> tuple[Run, ...]:
    r"""Return the visible text of a reference with LaTeX in it, as runs whose spans are offsets of ``text`` plus ``offset``.

    A ``%`` is a percent sign here and ``&`` an ampersand, as in BibTeX's fields; what the line comments out by commands
    is left out. Blocks (``\par``, ``\item``) are lines of the result. Never raises.
    """
    from citekit.documents.html.flow import Flow
    from citekit.documents.latex.inline import LatexReading
    from citekit.documents.latex.reading import LatexReader
    from citekit.documents.latex.stream import TokenStream

    reading = LatexReading(text)
    stream = TokenStream.of(View([(text, offset)]), reading.macros, literal_percent=True)
    flow = Flow(reading.blocks, reading.numbering)
    LatexReader.of_line(reading, stream, flow).read()
    runs: list[Run] = []
    for block in reading.blocks:
        if runs:
            end = runs[-1].span.end
            runs.append(Run(HARD_BREAK, Span(end, end)))
        runs.extend(block.runs)
    return tuple(runs)

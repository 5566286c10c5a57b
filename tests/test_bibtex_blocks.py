"""A .bbl file of BibTeX: \\newblock parts people, title and the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

import citekit
from citekit.extraction.segments.parts import bibtex_blocks
from citekit.runtime.span import Span


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (r"J.~Lind. \newblock {\em Wind}, volume~3 of {\em Ponds}. \newblock Fenn.", ["J.~Lind. ", r"{\em Wind"]),
        (r"J.~Lind. \newblock \emph{Wind {\"u}ber} tides. \newblock Fenn.", ["J.~Lind. ", r"\emph{Wind {\"u}ber}"]),
        (r"J. Lind and K. Oru. \newblock On reeds, May 2022.", ["J. Lind and K. Oru. ", "On reeds"]),
        (r"J. Lind. \newblock Wind, second edition. \newblock Fenn.", ["J. Lind. ", "Wind"]),
        (r"J. Lind. \newblock Wind, rain, reeds. \newblock Fenn.", ["J. Lind. ", "Wind, rain, reeds"]),
        (r"J. Lind. \newblock \emph{J. Reeds}, \textbf{12}:3, 2001.", ["J. Lind. "]),  # a journal, and no title
        (r"J. Lind. \newblock \url{https://fenn.example}.", []),
        (r"J. Lind, Wind, J. Reeds 12 (2001). \newblock Fenn.", []),  # the whole reference
        (r"Slow reeds and what they say of rain. \newblock Fenn, 1999.", []),  # a title, and no people
        (r"{\em Slow reeds}. \newblock Fenn, 1999.", []),
        ("J. Lind. Wind. Fenn, 1999.", []),
    ],
)
def test_blocks(text: str, parts: list[str]) -> None:
    found = bibtex_blocks(text, Span(0, len(text)))
    said = [text[span.start : span.end] for span, _ in found]
    assert [one.rstrip("}") for one in said] == [one.rstrip("}") for one in parts]
    assert [kind for _, kind in found] == ["author", "title"][: len(parts)]


def test_a_bbl_file(tmp_path: Path) -> None:
    listed = tmp_path / "paper.bbl"
    listed.write_text(
        r"""\begin{thebibliography}{1}
\bibitem{lind2019}
J.~Lind.
\newblock {\em Wind in the Reeds}, volume~3 of {\em Pond Studies}.
\newblock Heron Press, K{\"o}ln, second edition, 2019.

\bibitem{cheap}
K.~Oru and B.~Moss.
\newblock \emph{Cheap Vacuum}.
\newblock Technical Report~12, Heron Institute, 2001.

\bibitem{soc}
{Vacuum Society}.
\newblock Glossary.
\newblock \url{https://vacuum.example/glossary}, 2014.
\end{thebibliography}
""",
        encoding="utf-8",
    )
    book, report, page = (entry.work for entry in citekit.convert(listed))
    assert (book.title, book.text("collection-title"), book.text("edition")) == (
        "Wind in the Reeds",
        "Pond Studies",
        "second",
    )
    assert (report.title, [name.family for name in report.author]) == ("Cheap Vacuum", ["Oru", "Moss"])
    assert (page.title, page.author[0].literal) == ("Glossary", "Vacuum Society")

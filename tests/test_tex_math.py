r"""Formulas in titles: what they print in formats that have no formulas, and which ones LaTeX output takes over."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citekit.csl.cite import Citation, Cite
from citekit.csl.model import read_style
from citekit.csl.output import writer
from citekit.csl.processor import process
from citekit.model.work import Work
from citekit.runtime.span import Source
from citekit.text.tex_math import MathRun, command_of, formula_pieces

STYLE = read_style(
    Source(
        "s.csl",
        '<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text"><citation><layout>'
        '<text variable="title" text-case="title"/></layout></citation></style>',
    )
)


def printed(title: str, output: str) -> str:
    work = Work("book", "n", {"title": title, "language": "en-US"})
    return writer(output).inline(process(STYLE, [work], [Citation((Cite("n"),))]).citations[0])


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        ("$p$", "p"),
        (r"$\pi$", "π"),
        (r"$$E = mc^2$$", "E\u00a0=\u00a0mc2"),
        (r"\(O(n\log n)\)", "O(n\u202flog\u202fn)"),
        (r"$\max\{a, b\}$", "max{a,b}"),
        (r"$\mathbb{R}^n \to \mathcal{M}_{1,1}$", "ℝn\u00a0→\u00a0ℳ1,1"),
        (r"${\rm GL}(2)$", "GL(2)"),
        (r"$\hat{x}'$", "x̂′"),
        (r"$\frac{1}{n+1}$", "1/(n+1)"),
        (r"$\sqrt{2} \text{ and } k - 1$", "√2 and k−1"),
        (r"$\left. f \right|$", "f|"),
        (r"$\sim$", "∼"),
        (r"$>5$", ">\u00a05"),
        (r"$x =$", "x\u00a0="),
    ],
)
def test_what_a_formula_prints(formula: str, text: str) -> None:
    assert "".join(piece.text for piece in formula_pieces(formula)) == text


@pytest.mark.parametrize(
    "formula",
    [
        r"$\unheardof{x}$",
        r"$\input{/etc/passwd}$",
        "$^^5cinput{x}$",
        r"$x^$",
        "${$",
        "$}$",
        r"$\sqrt$",
        r"$\hat{xy}$",
        "$a & b$",
        "$" + "{" * 50 + "x" + "}" * 50 + "$",
        "$" + "x" * 600 + "$",
        "",
    ],
)
def test_formulas_with_anything_unknown_are_left_as_they_are(formula: str) -> None:
    assert formula_pieces(formula) == ()


def test_the_looks_of_its_letters() -> None:
    assert formula_pieces(r"$x_{12}^{\mathbf{n}}$") == (
        MathRun("x", "i"),
        MathRun("12", "", "sub"),
        MathRun("n", "b", "sup"),
    )


TITLE = r"the $p$-adic $\mathcal{M}_{1,1}$ of $x^2$ and \$5"


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("text", "The p-Adic ℳ1,1 of x² and $5"),
        ("html", "The <i>p</i>-Adic ℳ<sub>1,1</sub> of <i>x</i><sup>2</sup> and $5"),
        ("markdown", r"The *p*-Adic ℳ<sub>1,1</sub> of *x*<sup>2</sup> and \$5"),
        ("latex", r"The $p$-Adic $\mathcal{M}_{1,1}$ of $x^2$ and \$5"),
        ("typst", r"The #emph[p]\-Adic ℳ#sub[1,1] of #emph[x]#super[2] and \$5"),
    ],
)
def test_formulas_in_every_output(output: str, expected: str) -> None:
    assert printed(TITLE, output) == expected


def test_unknown_formulas_are_text_in_every_output() -> None:
    assert printed(r"of $\unheardof$", "text") == r"Of $\unheardof$"
    assert printed(r"of $\input{x}$", "latex") == r"Of \$\textbackslash{}input\{x\}\$"


def test_latex_prints_signs_that_its_fonts_lack_as_formulas() -> None:
    assert printed("ω and ∞ in ℝ", "latex") == r"\ensuremath{\omega} and \ensuremath{\infty} in \ensuremath{\mathbb{R}}"
    assert printed("Λόγος 漢字 É", "latex") == "Λόγος 漢字 É"


@pytest.mark.parametrize(
    ("letter", "command"), [("∞", r"\infty"), ("𝒜", r"\mathcal{A}"), ("−", "-"), ("é", ""), ("ℌ", r"\mathfrak{H}")]
)
def test_commands_of_signs(letter: str, command: str) -> None:
    assert command_of(letter) == command


@given(st.text(alphabet="xyz12{}^_\\ $-'%#&<>" + "alphbedot", max_size=40))
def test_any_formula_is_read_or_left(text: str) -> None:
    pieces = formula_pieces(f"${text}$")
    assert all(piece.text for piece in pieces)
    assert not any("$" in piece.text or "%" in piece.text or "&" in piece.text for piece in pieces) or "\\" in text


@pytest.mark.parametrize(
    ("title", "text"),
    [
        (r"Bread\index{bread!white} and Butter\footnote{With \emph{thanks}.}", "Bread and Butter"),
        (r"Bread, see \href{https://example.org/a_b}{the page}", "Bread, See the Page"),
        (r"Bread at \url{https://example.org/}", "Bread at Https://Example.org/"),
    ],
)
def test_commands_that_print_nothing_and_addresses(title: str, text: str) -> None:
    assert printed(title, "text").lower() == text.lower()

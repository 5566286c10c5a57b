r"""What a value may contain of TeX, command by command: no TeX is run, so that each branch is tried everywhere."""

from __future__ import annotations

import pytest

from citekit.text.tex_allowed import act_of, is_allowed, is_known, is_sound, passes, refused


def found(tex: str, unknown: bool = False) -> list[tuple[str, str]]:
    """What is refused, and what it does."""
    return [(one.command, one.act) for one in refused(tex, unknown)]


@pytest.mark.parametrize(
    ("tex", "command", "act"),
    [
        (r"a \input{x}", r"\input", act_of("input")),
        (r"a \ourinput{x}", r"\ourinput", ""),
        (r"\csname x", r"\csname", act_of("csname")),
        (r"\begin{filecontents}", r"\begin{filecontents}", act_of("filecontents")),
        (r"\end {filecontents}", r"\end {filecontents}", act_of("filecontents")),
        (r"\begin{}", "", ""),
        (r"\href{run:evil}{x}", r"\href{run:evil", "starts a program"),
        (r"\href {javascript:x}{x}", r"\href {javascript:x", "starts a program"),
        (r"\^^69nput{x}", r"\^^", "makes commands out of text"),
        (r"\^^5cinput{x}", r"\^^", "makes commands out of text"),
        (r"^^5cinput{x}", "^^", "makes commands out of text"),
        (r"x^^M", "^^", "makes commands out of text"),
        (r"\\^^5cinput", "^^", "makes commands out of text"),
        (r"\input", r"\input", act_of("input")),
        (r"\string\input{x}", r"\input", act_of("input")),
    ],
)
def test_what_is_refused(tex: str, command: str, act: str) -> None:
    wanted = [(command, act)] if command else [(tex, act_of(""))]
    assert found(tex)[-1:] == wanted
    assert not passes(tex)


def test_places_are_told() -> None:
    one, two = refused(r"A \write18{x} and ^^69")
    assert (one.start, one.end, two.start, two.end) == (2, 8, 18, 20)


@pytest.mark.parametrize(
    "tex",
    [
        r"\emph{x} \ourmacro{y} \'Etude $\alpha$",
        r"\begin{matrix} a \end{matrix}",
        r"\string~user",
        "\\\\ \\^{o} a^{2^2}",
        r"\href{https://a.b}{x} \href{mailto:a@b}{x} \href{page}{x} \href{a/b:c}{x} \href{#x:y}{x} \href{doi:1}{x}",
        "no command",
        "",
    ],
)
def test_what_passes(tex: str) -> None:
    assert found(tex) == []
    assert passes(tex)


def test_unknown_commands_are_told_on_request() -> None:
    assert found(r"\emph{\ourmacro{y}} \'a", unknown=True) == [(r"\ourmacro", "")]
    assert found(r"\begin{matrix} \input", unknown=True) == [(r"\input", act_of("input"))]


def test_commands_by_their_names() -> None:
    for name in ("emph", "alpha", "textrm", "ss", "o", "frac"):
        assert is_known(name), name
        assert is_allowed(name), name
    for name in ("ourmacro", "sub"):
        assert not is_known(name), name
        assert is_allowed(name), name
    for name in ("input", "write", "immediate", "ourinput", "MyWrite", "xdef", "pdffoo", "beginx", "luax", "let", "fi"):
        assert not is_known(name), name
        assert not is_allowed(name), name
    for name in ("letter", "lettrine", "send", "mybegin"):
        assert is_allowed(name), name
    assert act_of("input")
    assert act_of("emph") == ""


SOUND = r"""
x
\alpha
x + y = \frac{1}{2}
\frac12
\frac 1 2
\sqrt[3]{x}
\sqrt[3] x
\overset{a}{b}
\text{a \ss {b} \% c} x
x'^2
\emph{x}
\text a x
\text{a}{b^2}
\text{a}{b}^2
\textbf{a {b} c}
\mathrm{d}x
\hat a^2
x^2
x_1^2
x^{2}_{1}
x'
x''_1
x^\alpha y^2
x^\frac12
x^\hat a
x^2 y^2
{x}^2
{}^2
{x^2}^2
\left( x \right)
\left( x \right)^2
\left\langle x \middle| y \right\rangle
\left. x \right|
\left\| x \right\|
\begin{matrix} a & b \\ c & d \end{matrix}
\begin{matrix} a^2 & b^2 \\ c^2 \end{matrix}^2
\begin{array}{cc} a & b \end{array}
\begin{cases} \frac{a}{b} & c \end{cases}
a \, b \; c \! d \: e \> f \| g \{ h \} i \% j \& k \# l \$ m \_ n \/ o \- p
a \ b
"""
UNSOUND = r"""
\frac
\frac{1}
\frac 1
\sqrt[3]
x^
x_
x^2^2
x_1_1
x^2'
x^_2
x^^2
{x
x}
{\frac{1}}
x^{\frac{1}}
\left( x
x \right)
\middle|
{x \right)
\left{ x }
\left{ x \right}
\left} x \right{
\left\input x \right)
\left\ourmacro x \right)
\left
x^\left( y \right)
\frac\left( x \right){2}
\left( x^\middle| y \right)
\left( {x \right) y}
\begin{matrix} a
a \end{matrix}
\begin{matrix} a \end{array}
\begin{matrix} {a \end{matrix} }
\left( \begin{matrix} a \right) \end{matrix}
\begin{document} a \end{document}
\begin a
\begin{array} & b \end{array}
\begin{array} \end{array}
x^\begin{matrix} a \end{matrix}
\begin{matrix} a^ & b \end{matrix}
\begin{matrix} a^ \end{matrix}
\begin{matrix} a^ \\ b \end{matrix}
a & b
a \\ b
{a & b}
a % b
a # b
a $ b
a \" b
a \' b
a \@ b
a \
\ourmacro
\input{x}
\text{\alpha}
\text{\ourmacro}
\text{a^2}
\text{a_2}
\text{{a^2}}
\text{a
\text
^^41
"""


@pytest.mark.parametrize("formula", SOUND.strip().splitlines())
def test_formulas_that_latex_can_set(formula: str) -> None:
    assert is_sound(f"${formula}$")


@pytest.mark.parametrize("formula", UNSOUND.strip().splitlines())
def test_formulas_that_latex_cannot_set(formula: str) -> None:
    assert not is_sound(f"${formula}$")


def test_a_formula_has_a_largest_size() -> None:
    assert is_sound(f"${'x' * 2000}$")
    assert not is_sound(f"${'x' * 2001}$")

r"""What LaTeX documents come in as, beyond the readable cases: single lines, places, hostile input."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citekit.documents.latex.line import line_runs, looks_like_latex
from citekit.documents.load import choose_reader, read_text
from citekit.documents.runs import Document, TextStyle


def read(text: str) -> Document:
    return read_text(text, "list.tex", "latex")


def texts(document: Document) -> list[str]:
    return [block.text for block in document.blocks if not block.hidden]


@pytest.mark.parametrize(
    ("text", "reader"),
    [
        ("\\documentclass{article}\n\\begin{document}\nText\n\\end{document}", "latex"),
        ("\\begin{itemize}\n\\item One\n\\item Two\n\\end{itemize}\n", "latex"),
        ("\\section{Papers}\n\\cvitem{2020}{A title}\n\\cvitem{2021}{Another}\n", "latex"),
        ("A. Body, \\emph{One title}, 2020.\n\nC. Dow, Two titles, 2021.\n", "text"),
        ("---\ntitle: Papers\n---\n\n\\newpage\n\n- **One**\n\\begin{itemize}\n\\item x\n\\end{itemize}\n", "markdown"),
        ("#+TITLE: x\n#+begin_export latex\n\\begin{itemize}\n\\item x\n\\end{itemize}\n#+end_export\n", "org"),
        ("<!DOCTYPE html><p>\n\\begin{equation}\n\\end{equation}\n", "html"),
    ],
)
def test_latex_is_told_by_its_content(text: str, reader: str) -> None:
    chosen = choose_reader(text, "list").NAME
    assert chosen == reader


# Places --------------------------------------------------------------------------------------------------------------


def test_spans_point_at_what_was_read() -> None:
    source = "\\newcommand{\\pub}[2]{#1: \\emph{#2}.}\n\\item[3] \\pub{A. Body}{Caf\\'e trees} \\href{https://x.example}{pdf}"
    (block,) = read(source).blocks
    found = {run.text: source[run.span.start : run.span.end] for run in block.runs}
    assert (found["A. Body"], found["Caf"], found["é"], found["pdf"]) == ("A. Body", "Caf", "\\'e", "pdf")
    assert found[": "] == ""
    assert source[block.span.start :].startswith("\\item")


def test_arguments_printed_in_another_order_keep_the_spans_ascending() -> None:
    (block,) = read("\\newcommand{\\swap}[2]{#2 by #1}\nx \\swap{A. Body}{One title} y").blocks
    assert block.text == "x One title by A. Body y"
    places = [place for run in block.runs for place in (run.span.start, run.span.end)]
    assert places == sorted(places)


# Macros --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\\def\\a{x\\a}\\a y", ["xy"]),
        ("\\def\\a{\\b}\\def\\b{\\a z}\\a y", ["zy"]),
        ("\\newcommand{\\a}[1]{[#1]}\\a{\\a{\\a{x}}}", ["[[[x]]]"]),
        ("\\newcommand{\\a}{\\section{T}}\\a y", ["T", "y"]),
        ("\\newcommand{\\textbf}[1]{}\\textbf{kept}", ["kept"]),
        ("\\NewDocumentCommand{\\a}{s m O{x}}{#2}\\a*{y}", ["y"]),
        ("\\providecommand{\\a}{one}\\providecommand{\\a}{two}\\a", ["one"]),
        ("\\makeatletter\\newcommand{\\a@b}{x}\\makeatother \\a@b", ["x"]),
        ("\\def\\a#1;{[#1]}\\a x; y", ["[x] y"]),
        ("\\global\\def\\a{x}\\a y", ["xy"]),
        ("\\def\\a{\\hangindent=1 true cm\\hangafter=1 \\noindent}\\a y", ["y"]),
        ("\\parskip 2truept plus 1 true pt minus .5truemm\\parindent=1 cm y", ["y"]),
        ('Eds.\\hskip 1em\n  plus 0.5em minus\n  0.4em\\relax K{\\"o}ln', ["Eds. Köln"]),
        ("Eds.\\hskip 1em\n  plus one more", ["Eds.\x0bplus one more"]),
        ("\\hangafter 1 true stories", ["true stories"]),
        ("\\newcommand{\\x}{z}\\csname x\\endcsname{} y", ["z y"]),
        ("\\foreach \\n in {a,b} {(\\n)}", ["(a)(b)"]),
        ("\\let\\b\\textbf\\b{x}\\let\\c=d\\c e", ["xde"]),
        ("\\newenvironment{e}[1]{<#1:}{:#1>}\\begin{e}{q}m\\end{e}", ["<q:m:q>"]),
        ("\\NewDocumentCommand{\\a}{m o}{#1\\IfNoValueF{#2}{ (#2)}}\\a{x} \\a{z}[w]", ["xz (w)"]),
    ],
)
def test_definitions_are_followed_and_never_endlessly(text: str, shown: list[str]) -> None:
    assert texts(read(text)) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\\ifnum 2>1 yes\\else no\\fi", ["yes"]),
        ("\\ifthenelse{\\not\\equal{a}{b}}{one}{two}", ["one"]),
        ("\\ifthenelse{\\boolean{elsewhere}}{one}{two}", ["onetwo"]),
        ("\\newif\\ifdraft\\drafttrue\\ifdraft a\\else b\\fi c", ["a c"]),
        ("\\iftrue\\iffalse a\\else b\\fi c\\else d\\fi e", ["bc e"]),
        ("\\newcommand{\\p}[2]{#1\\ifx&#2&\\else, #2\\fi}\\p{a}{} \\p{b}{c}", ["a b, c"]),
        ("\\newcommand{\\p}[2]{#1\\if\\relax\\detokenize{#2}\\relax\\else, #2\\fi}\\p{a}{} \\p{b}{c}", ["a b, c"]),
        ("\\newcommand{\\p}[1]{\\ifstrempty{#1}{none}{#1}}\\p{} \\p{\\emph{x}}", ["none x"]),
        ("\\ifstrequal{a}{a}{same}{other}", ["same"]),
    ],
)
def test_conditions_are_decided_where_the_document_decides_them(text: str, shown: list[str]) -> None:
    assert texts(read(text)) == shown


def test_what_is_not_read_is_said() -> None:
    document = read("\\input{papers}\n\\bibliography{papers}\nText")
    assert [(problem.kind, problem.severity) for problem in document.problems] == [
        ("file-elsewhere", "info"),
        ("bibliography-elsewhere", "info"),
    ]
    assert all(problem.source is document.source for problem in document.problems)


# Single lines --------------------------------------------------------------------------------------------------------


def shown(line: str) -> list[tuple[str, str]]:
    return [(run.text, (run.style.name or "").lower()) for run in line_runs(line)]


def test_a_reference_with_latex_in_it() -> None:
    line = "{\\sc Body, A.}~(1996), ``Trees \\& 5% more,'' {\\sl Journal}, {\\bf 8}, 3--4."
    assert "".join(run.text for run in line_runs(line)) == "Body, A. (1996), “Trees & 5% more,” Journal, 8, 3–4."
    styled = [(text, style) for text, style in shown(line) if style != "plain"]
    assert styled == [("Body, A.", "small_caps"), ("Journal", "italic"), ("8", "bold")]


def test_the_line_may_be_an_item_and_stand_anywhere() -> None:
    line = "\\bibitem{x} A. B\\'{o}dy. \\newblock {\\em Title}."
    runs = line_runs(line, 100)
    assert "".join(run.text for run in runs) == "A. Bódy. Title."
    (title,) = (run for run in runs if run.style & TextStyle.ITALIC)
    assert line[title.span.start - 100 : title.span.end - 100] == "Title"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Andr\\'{e} Body", True),
        ("{\\sc Body}", True),
        ("``Title''", True),
        ("On $x^2$", True),
        ("A \\& B", True),
        ("The {DNA} of trees", True),
        ("Plain, 2020, for $5 and $6", False),
        ("C:\\x", False),
        ("~home", False),
    ],
)
def test_whether_a_line_looks_like_latex(text: str, answer: bool) -> None:
    assert looks_like_latex(text) == answer


# Any text ------------------------------------------------------------------------------------------------------------

WORDS = (
    "begin end item section textbf emph href url newcommand def a b cvitem bibitem par title iffalse fi else ifx verb"
)
FRAGMENT = st.one_of(
    st.sampled_from([f"\\{word}" for word in WORDS.split()]),
    st.sampled_from(
        [*"{}[]$%&~#^_'`-*\\ \n", "\n\n", "\\\\", "{itemize}", "{tabular}{l}", "#1", "[1]", "``", "\\'", "\\("]
    ),
    st.sampled_from(
        ["\\begin{itemize}", "\\end{itemize}", "\\begin{x}", "\\end{x}", "\\newcommand{\\a}[1]{", "{document}"]
    ),
    st.text(max_size=5),
)
LATEX = st.lists(FRAGMENT, max_size=50).map("".join)
WORD = st.text("abcdeäöüß", min_size=1, max_size=6)


def check_spans(runs: list[tuple[str, int, int]], text: str) -> None:
    at = 0
    for shown_text, start, end in runs:
        assert at <= start <= end <= len(text)
        assert shown_text
        at = end


@settings(deadline=None, max_examples=300)
@given(text=LATEX)
def test_any_text_is_read(text: str) -> None:
    for block in read(text).blocks:
        check_spans([(run.text, run.span.start, run.span.end) for run in block.runs], text)
    runs = line_runs(text)
    assert all(0 <= run.span.start <= run.span.end <= len(text) for run in runs)


@settings(deadline=None, max_examples=200)
@given(words=st.lists(WORD, min_size=1, max_size=10), data=st.data())
def test_no_letter_of_the_text_is_lost(words: list[str], data: st.DataObject) -> None:
    around = [
        "{}", "\\textbf{{{}}}", "{{\\em {}}}", "\\item {}", "\\section{{{}}}", "\\foo{{{}}}", "\\foo{{{}}}{{}}", "{}\\\\",
        "{} & {{}}", "``{}''", "\\begin{{center}}{}\\end{{center}}", "\\href{{https://1}}{{{}}}", "{}~--", "\n\n{}",
        "$^{{{}}}$", "\\textcolor{{1}}{{{}}}", "\\footnote{{{}}}", "{{{}", "{}}}", "{}%\n", "[{}]", "\\cvitem{{{}}}{{1}}",
    ]  # fmt: skip
    text = " ".join(data.draw(st.sampled_from(around)).format(word) for word in words)
    found = Counter(c for block in read(text).blocks for c in block.text + block.marker if c.isalpha())
    assert found == Counter(c for c in "".join(words))


@settings(deadline=None, max_examples=100)
@given(text=st.text(st.characters(exclude_characters="\\{}$%&~#`'-\n\r\v\f\t?!", exclude_categories=("Cs", "Cc", "Z"))))
def test_a_line_without_latex_is_its_own_text(text: str) -> None:
    assert "".join(run.text for run in line_runs(text)) == text
    assert all(text[run.span.start : run.span.end] == run.text for run in line_runs(text))


HOSTILE = {
    "open braces": "{" * 25_000,
    "closed braces": "{" * 12_000 + "x" + "}" * 12_000,
    "environments": "\\begin{a}" * 5_000 + "x" + "\\end{a}" * 5_000,
    "lists": "\\begin{itemize}\\item x " * 5_000,
    "tables": "\\begin{tabular}{l}a&b\\\\" * 2_500,
    "backslashes": "\\" * 200_000,
    "recursion": "\\def\\a{x\\a\\a}\\a" * 1000,
    "doubling": "".join(f"\\def\\{chr(97 + i)}{{\\{chr(98 + i)}\\{chr(98 + i)}}}" for i in range(24)) + "\\a" * 100,
    "doubled arguments": "\\def\\a#1{\\b{#1#1}}\\def\\b#1{\\c{#1#1}}\\def\\c#1{#1#1}"
    + "\\a{" * 2000
    + "x"
    + "}" * 2000,
    "doubled addresses": "".join(
        f"\\newcommand{{\\x{chr(97 + i)}}}[2]{{\\x{chr(98 + i)}{{\\url{{#1#2}}}}{{\\url{{#1#2}}}}}}" for i in range(24)
    )
    + "\\xa{b}{c}",
    "environments of environments": "\\newenvironment{a}{\\begin{a}}{\\end{a}}\\begin{a}" * 2000 + "\\end{a}" * 2000,
    "styles": "\\textbf{" * 5_000 + "x" + "}" * 5_000,
    "commands": "\\foo{a}{" * 5_000 + "x" + "}" * 5_000,
    "headings": "\\section{" * 5_000 + "x" + "}" * 5_000,
    "options": "\\item[" * 5_000,
    "comments": "% a\n" * 12_000,
    "conditions": "\\iffalse" * 5_000 + "\\ifx ab" * 5_000,
    "accents": "\\'{" * 5_000,
    "footnotes": "\\footnote{" * 2_500 + "x" + "}" * 2_500,
    "verbatim": "\\begin{verbatim}\\verb|" * 2_500,
    "blanks": ("a\n" + " " * 1000) * 200 + "\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_is_read_in_one_go(name: str) -> None:
    document = read(HOSTILE[name])
    assert sum(len(block.text) for block in document.blocks) < 2_000_000
    line_runs(HOSTILE[name][:100_000])

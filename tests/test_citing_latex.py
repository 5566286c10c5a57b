"""LaTeX documents and the keys that LaTeX itself finds cited in them; what is not to be found is called x."""

from __future__ import annotations

from pathlib import Path

import pytest

from citekit.lint.loading.project import Project
from citekit.manuscripts.citation import CitedKey, ReadingContext
from citekit.manuscripts.languages import latex
from citekit.runtime.config import CheckSettings
from citekit.runtime.span import Source


def cited(text: str) -> tuple[CitedKey, ...]:
    return latex.read(Source("paper.tex", text), ReadingContext()).keys


CASES = {
    "an optional argument of the author's own command": (
        r"\newcommand{\see}[2][]{\citep[see][#1]{#2}}\see[p. 3]{a}\see{b}",
        "a b",
    ),
    "a default that is itself a list of keys": (r"\newcommand{\all}[2][a,b]{\cite{#1}#2}\all{t}\all[c]{t}", "a b c"),
    "arguments of xparse with a star and two notes": (
        r"\NewDocumentCommand{\my}{s o O{} m}{\IfBooleanTF{#1}{\citet[#2][#3]{#4}}{\citep{#4}}}\my*{a}\my[x]{b}\my[x][y]{c}",
        "a b c",
    ),
    "keys put together": (r"\newcommand{\paper}[1]{\cite{smith:#1}}\paper{2000}", "smith:2000"),
    "keys that are commands": (r"\newcommand{\both}{a,b}\def\one{c}\cite{\both}\citep{\one,d}", "a b c d"),
    "a command that stands for another, and its arguments": (
        r"\newcommand{\cn}{\citeauthor}\let\CN\cn\cn{a}\CN{b}",
        "a b",
    ),
    "delimited arguments": (r"\def\pages[#1]#2{\cite[#1]{#2}}\def\upto#1;{\cite{#1}}\pages[3]{a}\upto b;", "a b"),
    "a star or a bracket that follows": (
        (
            r"\makeatletter\def\c{\@ifstar\c@s\c@n}\def\c@s#1{\citet*{#1}}\def\c@n{\@ifnextchar[{\c@o}{\citet}}"
            r"\def\c@o[#1]#2{\citet[#1]{#2}}\makeatother\c*{a}\c{b}\c[x]{c}"
        ),
        "a b c",
    ),
    "an argument that is thrown away": (r"\newcommand{\todo}[1]{}\todo{\cite{x}}\cite{a}", "a"),
    "a command before and after it is defined anew": (
        r"\newcommand{\c}[1]{\cite{#1}}\c{a}\renewcommand{\c}[1]{\emph{#1}}\c{x}",
        "a",
    ),
    "a definition within a group": (r"{\renewcommand{\cite}[1]{}\cite{x}}\cite{a}", "a"),
    "a definition that nobody uses": (r"\newcommand{\unused}{\cite{x}}\newcommand{\used}{\cite{a}}\used", "a"),
    "environments of the author's own": (
        r"\newenvironment{said}[1]{\cite{#1}}{\citep{z}}\begin{said}{a}text\end{said}",
        "a z",
    ),
    "a switch": (r"\newif\iflong\iflong\cite{x}\else\cite{a}\fi\longtrue\iflong\cite{b}\else\cite{x}\fi", "a b"),
    "conditions within conditions": (
        r"\iffalse\iftrue\cite{x}\fi\ifx\a\b\cite{x}\else\cite{x}\fi\else\cite{a}\fi",
        "a",
    ),
    "a condition that nobody knows": (r"\ifsomething\cite{a}\else\cite{b}\fi", "a b"),
    "numbers and text that are compared": (
        r"\ifnum 1<2 \cite{a}\else\cite{x}\fi\if0 \cite{x}\fi\ifthenelse{\equal{p}{q}}{\cite{x}}{\cite{b}}",
        "a b",
    ),
    "toggles": (r"\newtoggle{ext}\toggletrue{ext}\iftoggle{ext}{\cite{a}}{\cite{x}}", "a"),
    "lists that are gone through": (r"\forcsvlist{\cite}{a,b}\foreach \k in {c,d} {\cite{\k}}", "a b c d"),
    "names of commands that are put together": (
        r"\expandafter\def\csname k@1\endcsname{a}\cite{\csname k@1\endcsname}\csname citep\endcsname{b}",
        "a b",
    ),
    "comments within keys": ("\\cite{a,% \\cite{x}\n  sm%\n  ith}\\citep[see%\n]{b}", "a smith b"),
    "text as it is written": (
        r"\verb|\cite{x}|\lstinline[language=TeX]+\cite{x}+\Verb!\cite{x}!\cite{a}",
        "a",
    ),
    "a sign for text as it is written": (r"\DefineShortVerb{\|}|\cite{x}| \cite{a}", "a"),
    "environments for text as it is written": (
        "\\lstnewenvironment{tex}{}{}\\begin{tex}\n\\cite{x}\n\\end{tex}\n\\excludecomment{no}\\begin{no}\n\\cite{x}\n\\end{no}\\cite{a}",
        "a",
    ),
    "alltt, where commands are commands": ("\\begin{alltt}\\cite{a} % \\cite{b}\n\\end{alltt}", "a b"),
    "line breaks before a name": (r"\\cite{x}\\\cite{a}\\% \cite{x}", "a"),
    "the end of a file": ("\\cite{a}\\endinput\n\\cite{x}", "a"),
    "multiple citations of biblatex": (
        "\\parencites(see)()[a][1]{a}%\n[2]{b}{c}, {x} \\volcites{1}[2]{d}{3}[4]{e}",
        "a b c d e",
    ),
    "commands of biblatex that a document declares": (
        (
            r"\DeclareCiteCommand{\mine}[\mkbibparens]{}{\usebibmacro{cite}}{}{}\DeclareMultiCiteCommand{\mines}{\mine}{;}"
            r"\mine[x]{a}\mines{b}[1]{c}"
        ),
        "a b c",
    ),
    "quotations of csquotes": (
        (
            r"\textcquote[{see \cite{n}}][2]{a}{t}\hybridblockcquote{german}[1]{b}{t}"
            r"\begin{foreigndisplaycquote}{german}[1]{c}t\end{foreigndisplaycquote}"
        ),
        "n a b c",
    ),
    "several lists of multibib": (r"\newcites{sec}{Secondary}\citesec{a}\citepsec[x][y]{b}\nocitesec{c}", "a b c"),
    "the order of the arguments in jurabib": (r"\usepackage{jurabib}\citefield{title}{a}\footcitetitle{b}", "a b"),
    "apacite": (r"\cite<see>[p. 3]{a}\maskcite{b}\nocitemeta{c}\fullciteA<e.g.,>[p.]{d}", "a b c d"),
    "keys of REVTeX that belong together": (r"\cite{a,*b,*c}", "a b c"),
    "signs in keys": (
        r"\cite{DBLP:conf/x+y}\cite{o'neil}\cite{müller_2}\cite{a.b-c}",
        "DBLP:conf/x+y o'neil müller_2 a.b-c",
    ),
    "names that only look like citing": (
        r"\citestyle{x}\defcitealias{x}{X}\shortcites{x}\citereset\cref{x}\cite{a}",
        "a",
    ),
    "a name that is printed": (r"\typeout{\string\cite{x}}\textbackslash cite\cite{a}", "a"),
}


@pytest.mark.parametrize("name", CASES)
def test_keys(name: str) -> None:
    text, keys = CASES[name]
    assert {citation.key for citation in cited(text)} == set(keys.split())


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (r"\newcommand{\c}[1]{\cite{#1}} text \c{key}", ["key"]),
        (r"\newcommand{\k}{\cite{key}} \k", ["key"]),
        (r"\newcommand{\paper}[1]{\cite{smith:#1}}\paper{2000}", ["2000"]),
        ("\\cite{a, sm%\nith}", ["a", "sm%\nith"]),
        (r"\cite{a,*b}", ["a", "b"]),
    ],
)
def test_where_a_key_stands(text: str, written: list[str]) -> None:
    """In the call where it is given there, else in the definition."""
    assert [text[one.span.start : one.span.end] for one in cited(text)] == written


def read(folder: Path, **files: str) -> Project:
    for name, text in files.items():
        path = folder / name.replace("__", ".")
        path.write_text(text, encoding="utf-8")
    return Project.open([folder / "main.tex"], CheckSettings())


def keys(loaded: Project) -> set[str]:
    (manuscript,) = loaded.manuscripts
    return {citation.key for _, citation in manuscript.citations()}


def test_commands_are_known_in_every_file_of_a_document(tmp_path: Path) -> None:
    loaded = read(
        tmp_path,
        main__tex=r"\documentclass{own}\input{preamble}\usepackage{mine}\begin{document}\pre{a}\sty{b}\cls{c}\part{one}\end{document}",
        preamble__tex=r"\newcommand{\pre}[1]{\citep{#1}}\newcommand{\part}[1]{\input{#1}}",
        mine__sty=r"\newcommand{\sty}[1]{\citet{#1}}\newcommand{\never}{\cite{x}}",
        own__cls=r"\newcommand{\cls}[1]{\cite{#1}}",
        one__tex=r"\pre{d}\cls{e}",
    )
    assert keys(loaded) == set("abcde")
    assert loaded.manuscripts[0].missing_inputs == ()


def test_packages_that_set_their_citations_themselves_do_not_hide_them(tmp_path: Path) -> None:
    loaded = read(
        tmp_path,
        main__tex=r"\usepackage{natlib}\cite{a}\citet*{b}\citep[x][y]{c}",
        natlib__sty=r"\def\cite{\@ifnextchar[{\@tempswatrue\@citex}{\@tempswafalse\@citex[]}}"
        r"\DeclareRobustCommand\citet{\begingroup\@ifstar{\N@full}{\N@part}}\def\@citex[#1]#2{\@for\k:=#2\do{\@cite{\k}}}",
    )
    assert keys(loaded) == set("abc")


def test_files_that_may_be_there(tmp_path: Path) -> None:
    loaded = read(
        tmp_path,
        main__tex=r"\InputIfFileExists{there}{\cite{a}}{\cite{x}}\InputIfFileExists{gone}{\cite{x}}{\cite{b}}"
        r"\IfFileExists{there.tex}{\cite{c}}{\cite{x}}\bibliography{\jobname}",
        there__tex=r"\cite{d}",
        main__bib="",
    )
    assert keys(loaded) == set("abcd")
    assert [Path(name).name for name in loaded.manuscripts[0].bibliographies] == ["main.bib"]


def test_definitions_that_go_round_in_circles_end() -> None:
    assert cited(r"\newcommand{\a}{\b\cite{a}}\newcommand{\b}{\a\a}\a" + r"\def\c#1{\c{#1#1}}\c{\cite{b}}") != ()
    assert {one.key for one in cited(r"\renewcommand{\cite}[1]{\cite{#1}}\cite{a}\citep{b}")} >= {"b"}

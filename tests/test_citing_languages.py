"""Who cites what, in every language, as people write it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citekit.lint.loading.bibliography import read_bibliography
from citekit.lint.loading.project import Project
from citekit.lint.run import run
from citekit.manuscripts.citation import Cited, ReadingContext
from citekit.manuscripts.document import LANGUAGES
from citekit.runtime.config import CheckSettings
from citekit.runtime.registry import unit, unit_names
from citekit.runtime.span import Source


def read(language: str, text: str) -> Cited:
    cited: Cited = unit(LANGUAGES, language).read(Source(f"x.{language}", text), ReadingContext())
    return cited


CASES = [
    ("latex", r"\cite{a}\citep[see][p.~3]{b,c}\citet*{d}", "a b c d"),
    ("latex", r"\cites(pre)(post)[x]{a}[y]{b} \textcquote[12]{c}{text} \volcite{2}[33]{d}", "a b c d"),
    ("latex", r"\begin{displaycquote}[3]{a}text\end{displaycquote}\citeA<see>[p. 3]{b}\shortcite{c}", "a b c"),
    ("latex", "\\newcommand{\\see}[2][x]{\\citep[#1]{#2}}\\see[y]{a}\\see{b}", "a b"),
    (
        "latex",
        r"\NewDocumentCommand{\my}{om}{\parencite{#2}}\my[z]{a}\let\mine\citet\mine{b}\def\own#1{\my{#1}}\own{c}",
        "a b c",
    ),
    ("latex", r"\newcommand{\known}{\cite{a}}\newcommand{\unused}{\cite{x}}\known", "a"),
    (
        "latex",
        "\\cite{a} % \\cite{x}\n\\iffalse\\ifx\\a\\b\\fi\\cite{x}\\fi\\verb|\\cite{x}|\\begin{comment}\\cite{x}\\end{comment}",
        "a",
    ),
    ("latex", r"\defcitealias{x}{y}\citestyle{x}\citetext{see \citealp{a}}\end{document}\cite{x}", "a"),
    ("quarto", "@fig-flow [@a; -@b, p. 3] @tbl-x \\@ref(fig:x)\n```{r}\n@x\n```\n", "a b"),
    ("pandoc", "@a[p. 3; see @b] [-@c, {p. 3}] @{https://x.org/a_b} foo.@x @d's @e<f", "a b c https://x.org/a_b d e<f"),
    ("pandoc", "---\ntitle: 'On @a'\nauthor:\n- twitter: '@x'\n# @x\n---\ntext\n\n---\nnocite: '@b'\n---\n", "a b"),
    ("pandoc", "(@good) one\n\nAs (@good) says, @a.\n\n[r]: http://x.org/@x '@x'\n\n[s]{key=\"@x\"} [t](u@x.png)", "a"),
    (
        "pandoc",
        "\\begin{equation}\n@x\n\\end{equation}\n\n<script>\n@x\n</script>\n\n$@x$ costs $5 @a and $6 @b",
        "a b",
    ),
    (
        "pandoc",
        "text\n~~~\n@a\n~~~\n\n~~~\n@x\n~~~\n\n- b\n\n  @b\n\n      @x\n\n```\n@c, which nothing closes",
        "a b c",
    ),
    ("quarto", "```{r}\n#| fig-cap: 'After [@a]'\nx@x\n```\n{{< include _b.qmd >}} @b", "a b"),
    ("pandoc", "mail me@x.org, `@x`, <!-- @x -->, [@a], @{b c}d, \\@x, ![i](@x.png)", "a"),
    (
        "jekyll",
        "{% cite a b --locator 3 %} {% raw %}{% cite x %}{% endraw %} {% cite_details c %} `{% cite x %}`",
        "a b c",
    ),
    ("org", "[cite/t:see @a p. 3; @b] cite:c,d [[cite:&e;see &f]] =[cite:@x]=\n# [cite:@x]\n", "a b c d e f"),
    ("org", "#+begin_src\n[cite:@x]\n#+end_src\n[cite/n:@a] citet:b.\n", "a b"),
    (
        "org",
        "[cite:see @a and @x; @b.] [cite:c; @d] $[cite:@x]$\n:PROPERTIES:\n:ID: [cite:@x]\n:END:\n#+key: [cite:@x]\n",
        "a b. d",
    ),
    (
        "asciidoc",
        "cite:[a(12-13),b] citenp:[c]\n// cite:[x]\n----\ncite:[x]\n----\ncite[d, page=3]+[e] `cite:[x]`\n",
        "a b c d e",
    ),
    (
        "jupyter",
        '{"cells":[{"cell_type":"markdown","source":["[@a; @b\\n","c]"]},{"cell_type":"code","source":["@x"]}]}',
        "a b",
    ),
    ("asciidoc", "pass:[cite:[x]] cite:[a]", "a"),
    ("jekyll", "{% cite a, 'b' %} {% cite {{ page.key }} %} {% cite_details c --text More %}", "a b c"),
    ("jupyter", '{"cells":[{"cell_type":"markdown","source":"$\\\\cite{x}$ `\\\\cite{x}` \\\\cite{a}"}]}', "a"),
    ("jupyter", '{"cells":[{"cell_type":"markdown","source":"<cite data-cite=\\"a\\">A</cite> {cite}`b`"}]}', "a b"),
    ("typst", '#let d = <a>\n#cite(d) @b[p. 7] #link("x@x.org") `@x` // @x\n#figure([@c]) <f> @f', "a b c"),
    (
        "typst",
        '#let k = label("a")\n#cite(k)\n#let w(key) = cite(label(key), form: "prose")\n#w("b")\n#cite.with()',
        "a b",
    ),
    (
        "typst",
        '#let all(..k) = k.pos().map(k => cite(k)).join()\n#all(<a>, <b>)\n#for k in ("c", "d") [#cite(label(k))]',
        "a b c d",
    ),
    (
        "typst",
        '#if false [@x] else [@a]\n#let unused() = [@x]\n#let used() = [@b]\n#used() #"@x" #quote(attribution: <c>)[q]',
        "a b c",
    ),
    (
        "myst",
        "````{note}\n```{tip}\n{cite}`a`\n```\n{cite}`b`\n````\n```{eval-rst}\n:cite:`c`\n```\n+++ {cite}`x`\n",
        "a b c",
    ),
    (
        "rst",
        ">>> f(':cite:`x`')\n\nx:cite:`x` **:cite:`x`** (:cite:`a`)\n\n.. parsed-literal::\n\n   :cite:`b`\n",
        "a b",
    ),
    ("myst", "{cite:p}`a,b` `{cite}`x`` {footcite}`{see}c{p. 3}`\n% {cite}`x`\n", "a b c"),
    ("rst", ":cite:p:`a,b` :footcite:`c` ``:cite:`x```\n\n.. :cite:`x`\n", "a b c"),
    ("aux", "\\citation{a,b }\n\\abx@aux@cite{0}{c}\n text \\citation{x}\n", "a b c"),
    ("bcf", '<bcf:citekey order="1">a&amp;b</bcf:citekey><bcf:citekey order="2">c</bcf:citekey>', "a&b c"),
]


@pytest.mark.parametrize(("language", "text", "keys"), CASES)
def test_keys(language: str, text: str, keys: str) -> None:
    found = [citation.key for citation in read(language, text).keys]
    assert sorted(found) == sorted(keys.split())


def test_every_language_has_a_case() -> None:
    assert {language for language, _, _ in CASES} == set(unit_names(LANGUAGES))


def test_files_that_documents_name() -> None:
    cited = read(
        "latex", r"\bibliography{a,b}\addbibresource[label=x]{c.bib}\input{d}\import{ch/}{e}\bibitem[l]{f}\nocite{*}"
    )
    assert [named.name for named in cited.bibliographies] == ["a.bib", "b.bib", "c.bib"]
    assert [named.name for named in cited.inputs] == ["d", "ch/e"]
    assert [own.key for own in cited.defined] == ["f"]
    assert cited.everything
    cited = read("pandoc", "---\nbibliography:\n  - a.bib\n  - b.json\nnocite: '@*'\nreferences:\n- id: own\n---\n")
    assert [named.name for named in cited.bibliographies] == ["a.bib", "b.json"]
    assert [own.key for own in cited.defined] == ["own"]
    assert cited.everything
    assert [named.name for named in read("org", "#+bibliography: a.bib\n").bibliographies] == ["a.bib"]
    assert [named.name for named in read("typst", '#bibliography(("a.bib", "b.yml"))').bibliographies] == [
        "a.bib",
        "b.yml",
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (r"\cite{}", "the citation names no key"),
        (r"\cite{a,}", "there is a comma too many in the citation"),
        (r"\cite{a,,b}", "there is a comma too many in the citation"),
        (r"\cite{a b}", "the key 'a b' contains a space"),
        (r"\cite{a \cite{b}}", "there is a citation in the keys of \\cite"),
    ],
)
def test_faults(text: str, fault: str) -> None:
    assert [found.message for found in read("latex", text).faults] == [fault]


def test_settings_of_sites_name_bibliographies(tmp_path: Path) -> None:
    for folder, file, text in (
        ("sphinx", "conf.py", "bibtex_bibfiles = ['a.bib',\n    'b.bib']\n"),
        ("quarto", "_quarto.yml", "project:\n  type: book\nbibliography:\n  - a.bib\n  - b.bib\n"),
        ("jupyter-book", "_config.yml", "title: T\nbibtex_bibfiles:\n  - a.bib\n  - b.bib\nexecute: auto\n"),
        ("myst", "myst.yml", "project:\n  bibliography:\n    - a.bib\n    - b.bib\n"),
        ("bookdown", "_bookdown.yml", "bibliography: [a.bib, b.bib]\n"),
    ):
        (tmp_path / folder / "text").mkdir(parents=True)
        (tmp_path / folder / file).write_text(text, encoding="utf-8")
        for name in ("a.bib", "b.bib", "c.bib"):
            (tmp_path / folder / name).write_text("", encoding="utf-8")
        page = tmp_path / folder / "text" / "page.md"
        page.write_text("[@key] and {cite}`key`", encoding="utf-8")
        (manuscript,) = Project.open([page], CheckSettings()).manuscripts
        assert [Path(name).name for name in manuscript.bibliographies] == ["a.bib", "b.bib"]


def test_labels_of_other_files_are_no_keys(tmp_path: Path) -> None:
    (tmp_path / "main.typ").write_text(
        '#import "lib.typ": mine\n#include "part.typ"\n@part @a #mine(<b>)', encoding="utf-8"
    )
    (tmp_path / "part.typ").write_text("= Part <part>\n@c", encoding="utf-8")
    (tmp_path / "lib.typ").write_text("#let mine(k) = cite(k)\n#let unused = [@x]\n", encoding="utf-8")
    (manuscript,) = Project.open([tmp_path / "main.typ"], CheckSettings()).manuscripts
    assert {citation.key for _, citation in manuscript.citations()} == set("abc")


def test_included_files_are_read_whatever_they_are_called(tmp_path: Path) -> None:
    (tmp_path / "index.rst").write_text(":cite:`a`\n\n.. include:: more.txt\n", encoding="utf-8")
    (tmp_path / "more.txt").write_text(":cite:`b`\n", encoding="utf-8")
    (manuscript,) = Project.open([tmp_path / "index.rst"], CheckSettings()).manuscripts
    assert {citation.key for _, citation in manuscript.citations()} == {"a", "b"}


PIECES = st.sampled_from(
    '\\cite { } [ ] ( ) < > @a @ ` `` ``` $ % \n \\ , ; : # {% %} -- <!-- --> :cite:` {cite}` cite:[ [cite: \\begin{verbatim} \\iffalse \\fi " /* // é'.split(
        " "
    )
)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(unit_names(LANGUAGES)), st.lists(PIECES, max_size=40).map(" ".join))
def test_whatever_stands_there_places_are_right(language: str, text: str) -> None:
    cited = read(language, text)
    for citation in (*cited.citations, *cited.defined):
        assert 0 <= citation.span.start <= citation.span.end <= len(text)
    for fault in cited.faults:
        assert 0 <= fault.span.start <= fault.span.end <= len(text)


FIELDS = st.sampled_from("author title journal pages year doi url isbn eprint month date note volume".split())
VALUES = st.lists(
    st.sampled_from(
        "a and , {B} $ & % \\'{e} \\ 1--2 9-3 2020 doi:10.1/x http://x et al. * <i> &amp; Ã© ﬁ … “ arXiv:2403.11421 -\n\t".split(
            " "
        )
    ),
    max_size=8,
).map(" ".join)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(FIELDS, VALUES), max_size=5))
def test_whatever_an_entry_holds_findings_lie_within_the_file(fields: list[tuple[str, str]]) -> None:
    rows = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields)
    text = f"@article{{a,\n{rows}\n}}\n@misc{{b, title = {{B}}}}\n"
    bibliography = read_bibliography(text.encode(), "x.bib")
    for found in run(Project((bibliography,)), CheckSettings(select=("all",), owner="Jane Doe")).diagnostics:
        assert 0 <= found.span.start <= found.span.end <= len(text)
        for edit in found.fix.edits if found.fix else ():
            assert 0 <= edit.span.start <= edit.span.end <= len(text)


def test_a_key_may_end_with_an_escape_of_json() -> None:
    text = '{"cells": [{"cell_type": "markdown", "source": ["After @do\\u00e9\\n", "and [@a\\u00e9]"]}]}'
    citations = read("jupyter", text).citations
    assert [text[one.span.start : one.span.end] for one in citations] == ["@do\\u00e9", "[@a\\u00e9]"]
    assert [text[cite.span.start : cite.span.end] for one in citations for cite in one.cites] == [
        "do\\u00e9",
        "a\\u00e9",
    ]

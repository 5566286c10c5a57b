"""Citations in the metadata of Markdown: YAML as YAML means it, with the places in the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from citekit.cli.main import cli
from citekit.manuscripts.citation import Cited, ReadingContext
from citekit.manuscripts.languages.pandoc import read
from citekit.runtime.span import Source


def cited(metadata: str) -> tuple[str, Cited]:
    text = f"---\n{metadata}\n---\n\nSee [@ok].\n"
    return text, read(Source("a.md", text), ReadingContext())


@pytest.mark.parametrize(
    ("metadata", "names"),
    [
        ("bibliography: refs.bib", ["refs.bib"]),
        ("bibliography: refs.bib  # the usual one", ["refs.bib"]),
        ("bibliography: 'our refs.bib'", ["our refs.bib"]),
        (r'bibliography: "our\u0020refs.bib"', ["our refs.bib"]),
        ("bibliography: [a.bib, 'b c.bib']", ["a.bib", "b c.bib"]),
        ("bibliography:\n- a.bib\n- b.bib", ["a.bib", "b.bib"]),
        ("bibliography:\n  - a.bib # first\n  - b.bib", ["a.bib", "b.bib"]),
        ("bibliography:\n  main: a.bib\n  data: b.bib", ["a.bib", "b.bib"]),
        ("bibliography:\n  main: [a.bib, b.bib]\n  data: c.json", ["a.bib", "b.bib", "c.json"]),
        ('"bibliography": a.bib', ["a.bib"]),
        ("bibliography: >-\n  a.bib", ["a.bib"]),
        ("{bibliography: a.bib, title: T}", ["a.bib"]),
        ("format:\n  pdf:\n    bibliography: a.bib", ["a.bib"]),
        ("title: @ames\nbibliography: a.bib", ["a.bib"]),  # no YAML: each field counts by itself
        ("title: a: b: c\nbibliography:\n  - a.bib\nlang: en", ["a.bib"]),
    ],
)
def test_bibliographies(metadata: str, names: list[str]) -> None:
    text, found = cited(metadata)
    assert [named.name for named in found.bibliographies] == names
    for named in found.bibliographies:
        assert text[named.span.start : named.span.end] in (named.name, r"our\u0020refs.bib")


@pytest.mark.parametrize(
    ("metadata", "keys"),
    [
        ("title: After @ames", ["ames"]),
        ("abstract: |\n  As @ames and\n  [see @brook, p. 3] say.", ["ames", "brook"]),
        ("author:\n- name: Ann\n  note: with @ames", ["ames"]),
        ("author:\n- name: Ann\n  email: a@ames.org\n  twitter: '@ames'", []),
        (r'thanks: "Mail \x40ames"', ["ames"]),
        (r'thanks: "Mail \\@ames"', []),  # Pandoc reads \@, which is the sign
        ('abstract: "It says \\"see @ames\\" and\\\n  \\ \\\\@leaf."', ["ames"]),
        ("thanks: 'It''s @ames'' work'", ["ames"]),
        ("abstract: the code `@ames`", []),
        ("title: T  # after @ames", []),
        ("csl: '@ames'", []),
        ("nocite: '@ames, @brook'", ["ames", "brook"]),
        ("nocite: |\n  @ames\n  @{br ook}", ["ames"]),
        ("nocite: ['@ames', '@brook']", ["ames", "brook"]),
        (r'nocite: "\x40ames"', ["ames"]),
        ("nocite: @ames", ["ames"]),
        ("header:\n  deep: {er: ['see @brook']}", ["brook"]),
    ],
)
def test_keys(metadata: str, keys: list[str]) -> None:
    text, found = cited(metadata)
    there = [cite for citation in found.citations for cite in citation.cites if cite.key != "ok"]
    assert [cite.key for cite in there] == keys
    assert all(text[cite.span.start : cite.span.end] == cite.key for cite in there)


def test_everything_is_listed() -> None:
    assert cited(r'nocite: "\x40*"')[1].everything


def test_works_in_the_text_are_defined() -> None:
    text, found = cited("references:\n- id: 'ames 1'\n  type: book\n- {id: brook, type: book}\ntitle: T")
    assert [key.key for key in found.defined] == ["ames 1", "brook"]
    assert [text[key.span.start : key.span.end] for key in found.defined] == ["ames 1", "brook"]


@pytest.mark.parametrize(
    ("line", "findings"),
    [
        ("`@ames2001` → “Ames et al. (2001)”", 0),
        ("`[@ames2001]` gives (Ames & Brook, 2001)", 0),
        ("They follow Ames et al. (2001) closely.", 1),
        ("The script `run.sh` follows Ames et al. (2001).", 1),
    ],
)
def test_a_line_that_shows_how_to_cite_is_no_citation_by_hand(tmp_path: Path, line: str, findings: int) -> None:
    (tmp_path / "r.bib").write_text("@book{ok, author = {Ann Reed}, title = {Ash}, publisher = {Fen}, year = 2001}")
    page = tmp_path / "a.md"
    page.write_text(f"---\nbibliography: r.bib\n---\n\nSee [@ok].\n\n- {line}\n", encoding="utf-8")
    result = CliRunner().invoke(cli, ["check", str(page), "--select", "hand-written-citation"])
    assert result.output.count("is written by hand") == findings


@pytest.mark.parametrize(
    ("name", "text", "entries"),
    [
        ("c.yaml", "references:\n- id: lund\n  type: book\n  title: Wells\n", 1),
        ("c.ris", "TY  - BOOK\nTI  - Wells\nER  - \nTY  - BOOK\nTI  - Fens\nER  - \n", 2),
        ("c.yml", "services:\n- id: 1\n", 0),
        ("c.txt", "@book{lund, title={Wells}, author={Lund, Kari}, publisher={Fen}, year=2001}\n", 1),
        ("c", "TY  - BOOK\nTI  - Wells\nER  - \nTY  - BOOK\nTI  - Fens\nER  - \n", 2),
        ("c.text", "An entry of a bibliography begins with @book{lund, title={Wells}}.\n", 0),
    ],
)
def test_a_bibliography_of_another_format_is_checked(tmp_path: Path, name: str, text: str, entries: int) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    result = CliRunner().invoke(cli, ["check", str(tmp_path / name)])
    said = {0: "no citations and no publications", 1: "checked 1 of 1 entry", 2: "checked 2 of 2 entries"}
    assert said[entries] in result.output

"""Measures what documents cite against what their own engines found, with data that is kept outside the project.

The data is the folder ``citing`` of the one that ``CITEKIT_BENCH`` names, else of ``../shared/bench`` beside the project:
documents full of corner cases, and ``truth_*.json`` with the keys that pdflatex, biblatex, Pandoc and Typst found in them.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from citekit.lint.loading.project import Project
from citekit.manuscripts.citation import Cited, ReadingContext
from citekit.manuscripts.languages import aux, bcf, latex, myst, pandoc, rst, typst
from citekit.runtime.config import CheckSettings
from citekit.runtime.span import Source

BENCH = Path(os.environ.get("CITEKIT_BENCH") or Path(__file__).parents[3] / "shared" / "bench") / "citing"
SPHINX = {f"k{number:02}" for number in range(1, 27)} | {"k29"}
"""What sphinxcontrib-bibtex warned about with an empty bibliography: all keys k.. but those in Pandoc's form."""

pytestmark = [
    pytest.mark.bench_data,
    pytest.mark.skipif(not BENCH.is_dir(), reason=f"no measuring data in {BENCH}; CITEKIT_BENCH names its folder"),
]


def cited(language: object, name: str, reading: ReadingContext | None = None) -> Cited:
    source = Source(name, (BENCH / name).read_text(encoding="utf-8"))
    found: Cited = language.read(source, reading or ReadingContext())  # type: ignore[attr-defined]
    for citation in found.keys:
        assert source.text[citation.span.start : citation.span.end] == citation.key
    return found


def keys(*found: Cited) -> set[str]:
    return {citation.key for one in found for citation in one.keys}


def truth(name: str, part: str = "") -> set[str]:
    content = json.loads((BENCH / f"truth_{name}.json").read_text(encoding="utf-8"))
    return {key.removeprefix('label("').removesuffix('")') for key in (content[part] if part else content)}


def test_natbib_with_own_macros_and_inputs() -> None:
    main = cited(latex, "natbib.tex")
    sub = cited(latex, "sub.tex", ReadingContext(main.macros))
    assert keys(main, sub) == truth("latex", "natbib")
    assert [named.name for named in main.inputs] == ["sub"]
    assert [named.name for named in main.bibliographies] == ["refs.bib"]


def test_biblatex_with_its_multiple_forms() -> None:
    assert keys(cited(latex, "blx.tex")) == truth("latex", "blx")


@pytest.mark.parametrize(("name", "part"), [("natbib.aux", "natbib"), ("blx.aux", "blx")])
def test_aux(name: str, part: str) -> None:
    source = Source(name, (BENCH / name).read_text(encoding="utf-8"))
    assert keys(aux.read(source, ReadingContext())) == truth("latex", part)


def test_bcf() -> None:
    assert keys(cited(bcf, "blx.bcf")) == truth("latex", "blx")


def test_pandoc() -> None:
    assert keys(cited(pandoc, "pandoc.md")) == truth("pandoc")


def test_typst() -> None:
    assert keys(cited(typst, "t.typ")) == truth("typst")


def test_sphinx() -> None:
    assert keys(cited(rst, "sph/index.rst"), cited(myst, "sph/m.md")) == SPHINX


def test_a_project_follows_its_inputs() -> None:
    loaded = Project.open([BENCH / "natbib.tex"], CheckSettings())
    (manuscript,) = loaded.manuscripts
    assert {citation.key for _, citation in manuscript.citations()} == truth("latex", "natbib")
    assert manuscript.bibliographies == (str(BENCH / "refs.bib"),)

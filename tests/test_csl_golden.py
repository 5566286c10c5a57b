"""The sample bibliographies of ``bib/`` in the styles that are used most: the golden answers in ``tests/cases/styles``."""

from __future__ import annotations

import pytest
from conftest import ROOT

import citekit

GOLDEN = ROOT / "tests" / "cases" / "styles"
BIBLIOGRAPHIES = sorted((ROOT / "bib").glob("*.bib"))
STYLES = """
acm-sig-proceedings american-chemical-society american-medical-association apa cell chicago-author-date
chicago-notes-bibliography elsevier-harvard harvard-cite-them-right ieee modern-language-association nature
nlm-citation-sequence science springer-basic-author-date
""".split()


def printed(style: str) -> str:
    """All sample bibliographies in a style, each under its name."""
    parts = []
    for path in BIBLIOGRAPHIES:
        works = citekit.load(path)
        cites = "; ".join(f"@{work.id}" for work in works[:2])
        entries = citekit.bibliography(works, style, "markdown", titles="given")
        parts.append(f"# {path.name}\n\nCited: {citekit.cite(works, f'[{cites}]', style, 'markdown')}\n\n{entries}")
    return "\n".join(parts)


@pytest.mark.parametrize("style", STYLES)
def test_style_prints_the_golden_bibliography(style: str, update_golden: bool) -> None:
    golden = GOLDEN / f"{style}.md"
    text = printed(style)
    if update_golden:
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_every_golden_file_has_its_style() -> None:
    assert {path.stem for path in GOLDEN.glob("*.md")} == set(STYLES)

"""The sample documents and their bibliographies in ``bib/``: what citekit makes of them, and the golden answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import PROFILES, ROOT

import citekit

BIB = ROOT / "bib"
DOCUMENTS = sorted(PROFILES.iterdir())


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_bibliography_is_the_golden_one(document: Path, update_golden: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROFILES)
    golden = BIB / f"{document.stem}.bib"
    text = citekit.dumps(citekit.convert(document.name))
    if update_golden:
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_every_bibliography_has_its_document() -> None:
    assert {path.stem for path in BIB.glob("*.bib")} == {path.stem for path in DOCUMENTS}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_reading_the_bibliography_again_changes_nothing(document: Path) -> None:
    text = (BIB / f"{document.stem}.bib").read_text(encoding="utf-8")
    library = citekit.loads(text, "bibtex")
    assert not [problem for problem in library.problems if problem.severity != "info"]
    assert citekit.dumps(library) == text


EXPECTED = {"cv.md": 12, "homepage.md": 8, "homepage-rendered.txt": 7, "plain-profile.txt": 11, "selected.md": 5}


@pytest.mark.parametrize(("name", "count"), EXPECTED.items())
def test_every_publication_is_found_and_nothing_else(name: str, count: int) -> None:
    assert len(citekit.convert(PROFILES / name)) == count

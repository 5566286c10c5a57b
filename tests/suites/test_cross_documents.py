"""Profiles of other people against a bibliography of their own labelled records: nothing may differ."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from shares import share

from citekit.commands.check import check_files
from citekit.runtime.config import CheckSettings

BENCH = Path(os.environ.get("CITEKIT_BENCH") or Path(__file__).parents[3] / "shared" / "bench")
PROFILES = BENCH / "profiles"
RULES = (
    "author-order-differs",
    "reversed-name",
    "title-differs",
    "venue-differs",
    "year-differs",
    "identifier-differs",
)
NAMES = sorted(path.stem for path in (PROFILES / "gold").glob("*.json")) if PROFILES.exists() else []
TYPES = {
    "article": ("article", "journal"),
    "inproceedings": ("inproceedings", "booktitle"),
    "thesis": ("phdthesis", "school"),
}

MISREAD = {"asia_01": 2, "cv_18": 1, "hum_11": 1}
"""Documents that the reader misreads, with at most so many findings: wrong accusations. Only ever lowered."""

pytestmark = [
    pytest.mark.bench_data,
    pytest.mark.skipif(
        not NAMES, reason=f"no measuring data in {BENCH}; CITEKIT_BENCH names the folder that holds profiles"
    ),
]


def entry(number: int, record: dict[str, Any]) -> str:
    """A labelled record as BibTeX."""
    kind, venue = TYPES.get(record["type"], ("misc", "howpublished"))
    names = " and ".join(f"{name['family']}, {name.get('given') or ''}".rstrip(", ") for name in record["authors"])
    fields = {
        "author": names + (" and others" if record["others"] else ""),
        "title": f"{{{record['title']}}}".replace("&", r"\&"),
        venue: (record["venue"] or "").replace("&", r"\&"),
        "year": record["year"] or "",
        "doi": record["doi"] or "",
        "eprint": record["arxiv"] or "",
    }
    lines = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items() if value)
    return f"@{kind}{{k{number},\n{lines}\n}}\n"


@pytest.mark.parametrize("name", share(NAMES, 3))
def test_a_document_agrees_with_its_own_records(name: str, tmp_path: Path) -> None:
    gold = json.loads((PROFILES / "gold" / f"{name}.json").read_text(encoding="utf-8"))
    records = [r for r in gold["publications"] if r["title"] and r["authors"] and not r.get("editors")]
    (tmp_path / "own.bib").write_text("\n".join(map(entry, range(len(records)), records)), encoding="utf-8")
    report = check_files(
        [PROFILES / "documents" / gold["document"], tmp_path / "own.bib"], CheckSettings(select=RULES)
    ).report
    findings = [f"{one.rule}: {one.message}" for one in report.diagnostics]
    assert findings[MISREAD.get(name, 0) :] == []

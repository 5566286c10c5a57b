"""The LaTeX of titles in real files, beside pylatexenc: what the two print otherwise is counted by cause."""

from __future__ import annotations

import os
import re
import unicodedata
from collections import Counter
from pathlib import Path

import pytest
from pylatexenc.latex2text import LatexNodes2Text

import citekit
from citekit.formats._rich import plain

REAL = Path(os.environ.get("CITEKIT_BENCH") or Path(__file__).parents[3] / "shared" / "bench") / "bib" / "real"
pytestmark = [
    pytest.mark.bench_data,
    pytest.mark.skipif(
        not REAL.is_dir(), reason=f"no measuring data in {REAL}; CITEKIT_BENCH names the folder that holds bib/"
    ),
]
PRINTED = LatexNodes2Text(math_mode="verbatim", keep_comments=True)
_COMMAND = re.compile(r"\\([A-Za-z]+)")


def bare(text: str) -> str:
    """The letters and signs of a text, whatever the blanks and the kinds of quotation marks and dashes."""
    text = unicodedata.normalize("NFC", plain(text)).replace("\\$", "$").replace("\\_", "_")
    return re.sub(r"[\s~{}‘’'`“”\"–—-]+", "", text)


def compared(path: Path) -> tuple[int, Counter[str]]:
    """How many titles have commands and no formulas, and why the two readers differ."""
    found: Counter[str] = Counter()
    count = 0
    for entry in citekit.load(path).entries:
        written = entry.fields.get("title", "")
        if "\\" not in written or "$" in written.replace("\\$", "") or "\\(" in written:
            continue
        count += 1
        ours, theirs = bare(entry.work.text("title")), bare(PRINTED.latex_to_text(written))
        if ours != theirs:
            raw = _COMMAND.findall(entry.work.text("title"))
            found["stays raw: " + ", ".join(sorted(set(raw))) if raw else "printed otherwise"] += 1
    return count, found


def test_titles_are_printed_as_pylatexenc_prints_them() -> None:
    total, causes = 0, Counter[str]()
    for path in sorted(REAL.glob("*.bib")):
        count, found = compared(path)
        total += count
        causes += found
    assert total > 100
    assert causes.total() <= 0.05 * total, causes.most_common()

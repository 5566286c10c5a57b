"""Cases in Markdown files: a heading each, and blocks of code below it."""

from __future__ import annotations

import re
from pathlib import Path


def cases_of(folder: Path, case: re.Pattern[str], fewest: int = 1) -> list[tuple[Path, re.Match[str]]]:
    """The cases of all files of a folder; every heading of the second level must be one."""
    found = []
    for path in sorted(folder.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        here = [(path, match) for match in case.finditer(text)]
        assert len(here) == text.count("\n## ") >= fewest, f"a heading of {path.name} has not the blocks of a case"
        found += here
    return found

"""What safe fixes change in print: entries before and after each rule's repairs, in citation styles and by BibTeX."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from citekit.commands.check import check_files
from citekit.csl.processor import process
from citekit.csl.styles import load
from citekit.formats.files import loads
from citekit.lint.reporting.repairs import repair
from citekit.model.work import Work
from citekit.runtime.config import CheckSettings

STYLES = (
    "apa modern-language-association chicago-author-date ieee vancouver nature science american-medical-association "
    "harvard-cite-them-right american-chemical-society association-for-computing-machinery springer-lecture-notes-in-computer-science "
    "elsevier-harvard american-physics-society chicago-notes-bibliography american-sociological-association cell "
    "din-1505-2 iso690-author-date-en turabian-notes-bibliography"
).split()
"""Twenty styles of many fields."""
BST = ("plain", "abbrv", "apalike")


def differences(
    path: Path, styles: Sequence[str], known: dict[str, int] | None = None, bst: Sequence[str] = ()
) -> Iterator[tuple[str, ...]]:
    """Rule, key, style and both forms of what the safe fixes of a rule change in print; ``known`` counts the fixes."""
    checked = check_files([path], CheckSettings(select=("all",)))
    by_rule: dict[str, list[object]] = {}
    for found in checked.report.diagnostics:
        if found.fix and found.fix.safe:
            by_rule.setdefault(found.rule, []).append(found)
    for rule, found in by_rule.items():
        done = repair(found, bibliographies=checked.project.by_name)  # type: ignore[arg-type]
        if known is not None:
            known[rule] = known.get(rule, 0) + len(done.fixed)
        for name, after in done.texts.items():
            before = checked.project.by_name[name].source.text
            pairs = zip(loads(before, "bibtex"), loads(after, "bibtex"), strict=True)
            for old, new in ((old, new) for old, new in pairs if old != new):
                for style in styles:
                    one, other = printed(style, old), printed(style, new)
                    if one != other:
                        yield rule, old.id, style, one, other
            for style in bst if shutil.which("bibtex") else ():
                one, other = by_bibtex(before, style), by_bibtex(after, style)
                if one != other:
                    lines = zip(one.splitlines(), other.splitlines(), strict=False)
                    yield (
                        rule,
                        path.name,
                        f"{style}.bst",
                        *next((pair for pair in lines if pair[0] != pair[1]), ("", "")),
                    )


def printed(style: str, work: Work) -> str:
    """What a style prints for a work."""
    return repr([entry.content for entry in process(load(style), [work]).bibliography])


def by_bibtex(text: str, style: str) -> str:
    """The list that BibTeX makes of all entries: lines joined as it breaks them by length, dashes as LaTeX prints them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "all.bib").write_text(text, encoding="utf-8")
        (folder / "x.aux").write_text(f"\\citation{{*}}\n\\bibdata{{all}}\n\\bibstyle{{{style}}}\n", encoding="utf-8")
        subprocess.run(["bibtex", "-min-crossrefs=99", "x"], cwd=folder, capture_output=True, check=False, timeout=60)
        made = folder / "x.bbl"
        return (
            made.read_text(encoding="utf-8", errors="replace").replace("\n  ", " ").replace("–", "--")
            if made.exists()
            else ""
        )


if __name__ == "__main__":
    import sys

    counts: dict[str, int] = {}
    for file in map(Path, sys.argv[1:]):
        for row in differences(file, STYLES, counts, BST):
            print(file.name, *(cell[:300] for cell in row), sep=" | ")
    print(sum(counts.values()), "safe fixes:", ", ".join(f"{rule} {count}" for rule, count in sorted(counts.items())))

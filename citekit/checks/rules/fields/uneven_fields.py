r"""An entry lacks a field that nearly all entries of its type in the file have.

Why: of forty articles with pages, the one without is incomplete.

Example:

    @article{a2020, author = {A. A}, title = {T}, journal = {J}, year = 2020, pages = {1--2}}
    @article{b2020, author = {B. B}, title = {U}, journal = {J}, year = 2020, pages = {3--4}}
    @article{c2020, author = {C. C}, title = {V}, journal = {J}, year = 2020, pages = {5--6}}
    @article{d2020, author = {D. D}, title = {W}, journal = {J}, year = 2020, pages = {7--8}}
    @article{e2020, author = {E. E}, title = {X}, journal = {J}, year = 2020}

Use instead:

    @article{a2020, author = {A. A}, title = {T}, journal = {J}, year = 2020, pages = {1--2}}
    @article{b2020, author = {B. B}, title = {U}, journal = {J}, year = 2020, pages = {3--4}}
"""

from __future__ import annotations

from collections import Counter

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_key
from citekit.checks.reading.bibliography import Bibliography
from citekit.checks.reading.entry import Entry

SEVERITY = "note"
PROFILE = ""
LANGUAGES = ("bibtex", "csl")
OPTIONS = {
    "share": (80, "So many per cent of the entries must have a field for it to be missed."),
    "least": (5, "Types with fewer entries are left alone."),
}


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    by_type: dict[str, list[Entry]] = {}
    for entry in bibliography.entries:
        by_type.setdefault(entry.type, []).append(entry)
    for kind, entries in by_type.items():
        if len(entries) < context.options["least"]:
            continue
        counts = Counter(name for entry in entries for name in entry.by_name)
        usual = [
            n
            for n, count in counts.items()
            if context.options["share"] * len(entries) <= 100 * count < 100 * len(entries)
        ]
        for entry in entries:
            for name in usual:
                if name not in entry:
                    share = 100 * counts[name] // len(entries)
                    yield at_key(
                        entry, f"{entry.shown} has no {name}; {share} % of the {kind} entries here have one", "add it"
                    )

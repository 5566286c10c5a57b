"""Sends 500 entries through bibutils and pandoc and back, by format, and counts what comes back otherwise, by cause.

``python benchmarks/roundtrips.py`` prints a Markdown table; ``--write`` also puts it into ``docs/benchmarks-files.md``; files of
BibTeX as arguments take the place of the synthetic entries (500 of them, spread over all). Routes whose program is not
installed are left out and named. What citekit writes is read by the other program, what that writes is read by citekit.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from run import table, write_page
from synthetic_bib import synthetic_bib

from citekit.formats import files
from citekit.formats._rich import plain
from citekit.model.work import Work, Works

BEGIN, END = "<!-- roundtrips: begin -->", "<!-- roundtrips: end -->"
COUNT = 500
FIELDS = (
    "type",
    "author",
    "editor",
    "title",
    "container-title",
    "volume",
    "issue",
    "page",
    "year",
    "publisher",
    "DOI",
    "URL",
)
"""What is compared: years only of dates, families only of names; straight quotation marks are curved ones, and an address
that only spells the DOI is none."""


@dataclass(frozen=True)
class Route:
    """A way through other programs: what citekit writes, the commands behind one another, and what it reads then."""

    program: str
    given: str
    commands: tuple[tuple[str, ...], ...]
    back: str

    @property
    def name(self) -> str:
        return f"{self.given} → {self.program} → {self.back}"

    @property
    def missing(self) -> str:
        """The first program that is not installed."""
        return next((command[0] for command in self.commands if not shutil.which(command[0])), "")


ROUTES = (
    Route("bibutils", "bibtex", (("bib2xml", "-i", "utf8"), ("xml2bib", "-o", "utf8", "-nl")), "bibtex"),
    Route("bibutils", "mods", (("xml2bib", "-i", "utf8", "-o", "utf8", "-nl"),), "bibtex"),
    Route("bibutils", "bibtex", (("bib2xml", "-i", "utf8"),), "mods"),
    Route("bibutils", "ris", (("ris2xml", "-i", "utf8"), ("xml2ris", "-o", "utf8")), "ris"),
    Route("bibutils", "refer", (("end2xml", "-i", "utf8"), ("xml2end", "-o", "utf8")), "refer"),
    Route("bibutils", "endnotexml", (("endx2xml", "-i", "utf8"),), "mods"),
    Route("bibutils", "mods", (("xml2wordbib", "-i", "utf8", "-o", "utf8"),), "wordxml"),
    Route("pandoc", "bibtex", (("pandoc", "-f", "bibtex", "-t", "csljson"),), "csljson"),
    Route("pandoc", "biblatex", (("pandoc", "-f", "biblatex", "-t", "csljson"),), "csljson"),
    Route("pandoc", "csljson", (("pandoc", "-f", "csljson", "-t", "bibtex", "--wrap=none"),), "bibtex"),
    Route("pandoc", "csljson", (("pandoc", "-f", "csljson", "-t", "biblatex", "--wrap=none"),), "biblatex"),
)


def entries(paths: Sequence[str] = (), count: int = COUNT) -> Works:
    """So many works, spread evenly over the files; synthetic ones where there are none."""
    works = [work for path in paths for work in files.load(path)] if paths else list(files.loads(synthetic_bib(count)))
    step = max(1, len(works) // count)
    chosen = works[::step][:count]
    return Works(tuple(work.with_id(f"k{number}") for number, work in enumerate(chosen)))


def sent(library: Works, route: Route) -> Works:
    """What comes back from a route."""
    data = files.dumps(library, route.given).encode("utf-8")
    for command in route.commands:
        done = subprocess.run(command, input=data, capture_output=True, check=True, timeout=300)
        data = done.stdout
    return files.loads(data.decode("utf-8", "replace").removeprefix("\ufeff"), route.back, f"back.{route.back}")


def facts(work: Work) -> dict[str, str]:
    """What is compared of a work, as text."""
    told = {name: plain(work.text(name)) for name in FIELDS if name not in ("author", "editor", "year", "type")}
    for role in ("author", "editor"):
        names = work.variables.get(role, ())
        told[role] = "; ".join(n.full_family or n.literal for n in names) if isinstance(names, tuple) else ""
    told |= {"type": work.type, "year": str(work.year or "")}
    if told["DOI"] and told["URL"].lower().endswith(told["DOI"].lower()):
        told["URL"] = ""
    told = {name: re.sub("[‘’]", "'", re.sub("[“”]", '"', text)) for name, text in told.items()}
    told["page"] = re.sub(r"\s*[-–]+\s*", "-", told["page"])
    return told


def cause(old: str, new: str) -> str:
    """Why two texts differ."""
    if not old or not new:
        return "missing" if old else "added"
    if old.casefold() == new.casefold():
        return "letter case"
    bare = [re.sub(r"[\W_]+", "", text.casefold()) for text in (old, new)]
    if bare[0] == bare[1]:
        return "punctuation, blanks"
    ascii_only = [re.sub(r"[^a-z0-9]+", "", text) for text in bare]
    if ascii_only[0] == ascii_only[1]:
        return "letters beyond ASCII"
    return "cut short" if old.startswith(new) or new.startswith(old) else "other"


def compared(library: Works, again: Works) -> tuple[int, Counter[tuple[str, str]]]:
    """How many entries came back the same in all that is compared, and the differences by field and cause."""
    found: Counter[tuple[str, str]] = Counter()
    by_id = {work.id: work for work in again}
    in_order = len(again) == len(library)
    same = 0
    for number, work in enumerate(library):
        other = by_id.get(work.id) or (again[number] if in_order else None)
        if other is None:
            found["entry", "missing"] += 1
            continue
        old, new = facts(work), facts(other)
        differences = [(name, cause(old[name], new[name])) for name in FIELDS if old[name] != new[name]]
        found.update(differences)
        same += not differences
    return same, found


def measured(library: Works) -> list[list[str]]:
    """A row for each route: its name, entries that came back the same, values that did, and the commonest differences."""
    rows = []
    values = sum(bool(value) for work in library for value in facts(work).values())
    for route in ROUTES:
        if route.missing:
            rows.append([route.name, "", "", f"{route.missing} is not installed"])
            continue
        same, found = compared(library, sent(library, route))
        told = ", ".join(f"{name} {why} {count}" for (name, why), count in found.most_common(5))
        share = 1 - sum(found.values()) / values
        rows.append([route.name, f"{same} of {len(library)}", f"{share:.1%}".replace("%", " %"), told])
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", help="BibTeX to take entries from")
    parser.add_argument("--write", action="store_true", help="put the table into docs/benchmarks-files.md")
    chosen = parser.parse_args()
    heads = ["route", "entries the same", "values the same", "the commonest differences"]
    text = table(heads, measured(entries(chosen.files)))
    print(text)
    if chosen.write:
        write_page(text, BEGIN, END)


if __name__ == "__main__":
    main()

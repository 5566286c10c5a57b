"""Counts the LaTeX commands that stay in works read from ``.bib`` files: ``python benchmarks/raw_commands.py FILE…``.

Looked at are titles, containers, publishers, places, series, genres and names, without formulas, which styles print as such.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator

from run import table

from citekit.formats import files
from citekit.model.work import Work
from citekit.runtime.errors import CitekitError

MAIN = ("title", "title-short", "container-title", "container-title-short", "collection-title", "publisher",
        "publisher-place", "event-title", "event-place", "genre", "edition")  # fmt: skip
_COMMAND = re.compile(r"\\(?:[A-Za-z@]+|[^A-Za-z\s])")
_FORMULA = re.compile(r"\$[^$]*\$")


def texts(work: Work) -> Iterator[str]:
    """The main texts of a work."""
    yield from (work.text(name) for name in MAIN)
    for value in work.variables.values():
        if isinstance(value, tuple):
            yield from (part for name in value for part in (name.family, name.given, name.literal))


def commands(paths: list[str]) -> tuple[int, Counter[str]]:
    """How many entries there are, and the commands that stayed."""
    entries, found = 0, Counter[str]()
    for path in paths:
        try:
            library = files.load(path, "bibtex")
        except CitekitError:
            continue
        entries += len(library)
        for work in library:
            for text in texts(work):
                found.update(_COMMAND.findall(_FORMULA.sub(" ", text)))
    return entries, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", help="files of BibTeX")
    entries, found = commands(parser.parse_args().files)
    print(f"{found.total():,} commands stayed in the main fields of {entries:,} entries\n")
    print(table(["command", "times"], [[f"`{name}`", str(count)] for name, count in found.most_common(25)]))


if __name__ == "__main__":
    main()

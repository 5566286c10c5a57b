"""Measures the reading of ``.bib`` files, beside other readers where they are installed.

``python benchmarks/bibtex.py`` prints Markdown tables; ``--write`` also puts them into ``docs/benchmarks-files.md`` between the
markers of this measurement; ``--quick`` measures small sizes only. Every reader runs in a process of its own, several
rounds of all of them take turns, and the median of its CPU time counts. pybtex, Text::BibTeX (Perl) and bibtex-tidy
(JavaScript, on the PATH) are measured where they are.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from run import table, write_page
from synthetic_bib import synthetic_bib

BEGIN, END = "<!-- bibtex: begin -->", "<!-- bibtex: end -->"

_SCAN = """
from citekit.formats.bibtex.blocks import scan
from citekit.runtime.span import Source

def looked_at(text):
    found = scan(Source("", text))
    for entry in found.entries:
        for field in entry.fields:
            field.name, field.value, field.start
    return found
"""

_EDIT = """
import citekit

def edited(text):
    library = citekit.loads(text)
    next(iter(library.values()))["note"] = "read"
    return citekit.dumps(library)
"""

READERS = {
    "citekit, scan, every name, value and place": (_SCAN, "looked_at(text)"),
    "citekit, scan, blocks and keys": (_SCAN, "[entry.key for entry in scan(Source('', text)).entries]"),
    "citekit, titles and authors": (
        "import citekit",
        "[(entry['title'], entry.authors) for entry in citekit.loads(text)]",
    ),
    "citekit, load, one field, save": (_EDIT, "edited(text)"),
    "citekit, tidy": ("from citekit.formats.bibtex.tidying import tidy", "tidy(text)"),
    "citekit, full read to works": ("from citekit.formats.files import loads", "loads(text, 'bibtex')"),
    "bibtexparser, `parse_stack=[]`": ("import bibtexparser", "bibtexparser.parse_string(text, parse_stack=[])"),
    "bibtexparser, default": ("import bibtexparser", "bibtexparser.parse_string(text)"),
    "pybtex": ("from pybtex.database.input.bibtex import Parser", "Parser().parse_string(text)"),
}
"""Reader -> what is imported, and the expression that is measured."""

SCAN, FULL, BARE = (
    "citekit, scan, every name, value and place",
    "citekit, full read to works",
    "bibtexparser, `parse_stack=[]`",
)
_LONG = 20_000
"""Files of more entries are long."""

_RUN = """
import json, sys, time
from pathlib import Path
{imports}

def peak():
    status = Path("/proc/self/status")
    return next((int(s.split()[1]) for s in status.read_text().splitlines() if "VmHWM" in s), 0) if status.exists() else 0

text = Path({small!r}).read_text(encoding="utf-8")
{call}
text = Path({path!r}).read_text(encoding="utf-8")
before, start = peak(), time.process_time()
kept = {call}
print(json.dumps([time.process_time() - start, peak() - before]))
"""

_PERL = """
use Text::BibTeX;
my $file = Text::BibTeX::File->new($ARGV[0]);
while (my $entry = Text::BibTeX::Entry->new($file)) {
    next unless $entry->parse_ok && $entry->metatype == BTE_REGULAR;
    $entry->get($_) for $entry->fieldlist;
}
"""


def python_seconds(reader: str, path: Path, small: Path) -> tuple[float, float]:
    """CPU seconds and kilobytes that one reader takes for a file; nothing is kept from one run to the next."""
    imports, call = READERS[reader]
    script = _RUN.format(imports=imports, call=call, path=str(path), small=str(small))
    seconds, kilobytes = json.loads(subprocess.check_output([sys.executable, "-c", script], text=True))
    return seconds, kilobytes


def programs() -> dict[str, list[str]]:
    """The programs that are no Python and can be run here, with what goes before the file's name."""
    found = {}
    perl = ["perl", "-MText::BibTeX", "-e", "1"]
    if shutil.which("perl") and subprocess.run(perl, capture_output=True, check=False).returncode == 0:
        found["Text::BibTeX (C and Perl), every field"] = ["perl", "-e", _PERL]
    if shutil.which("bibtex-tidy"):
        found["bibtex-tidy (JavaScript)"] = ["bibtex-tidy", "--v2"]
    return found


def program_seconds(command: list[str], path: Path) -> float:
    """CPU seconds of a process of its own, starting included; bibtex-tidy reads standard input where it is no terminal.

    Raises :class:`ValueError` where it wrote nothing: what reads nothing is not fast.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    is_tidy = command[0] == "bibtex-tidy"
    with path.open("rb") as stream:
        named = command if is_tidy else [*command, str(path)]
        done = subprocess.run(named, check=True, stdin=stream, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if is_tidy and len(done.stdout) < path.stat().st_size / 2:
        raise ValueError("bibtex-tidy wrote less than half of the file")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def installed() -> list[str]:
    """The readers written in Python that can be measured here."""
    return [name for name in READERS if name != "pybtex" or importlib.util.find_spec("pybtex")]


def file_of(count: int, folder: Path) -> Path:
    """A synthetic file of so many entries."""
    path = folder / f"{count}.bib"
    if not path.exists():
        path.write_text(synthetic_bib(count), encoding="utf-8")
    return path


def side_by_side(count: int, rounds: int, folder: Path) -> str:
    """All readers on one file; the ratio is to bibtexparser's bare splitter."""
    path, small = file_of(count, folder), file_of(100, folder)
    measured: dict[str, list[tuple[float, float]]] = {name: [] for name in installed()}
    others: dict[str, list[float]] = {name: [] for name in programs()}
    for _ in range(rounds):
        for name, runs in measured.items():
            runs.append(python_seconds(name, path, small))
        for name, command in programs().items():
            others[name].append(program_seconds(command, path))
    seconds = {name: statistics.median(run[0] for run in runs) for name, runs in measured.items()}
    memory = {name: statistics.median(run[1] for run in runs) for name, runs in measured.items()}
    seconds |= {name: statistics.median(runs) for name, runs in others.items()}
    size = os.path.getsize(path)
    rows = [
        [
            name,
            f"{taken:.3f} s",
            f"{size / taken / 1e6:.1f}",
            f"{count / taken:,.0f}",
            f"{seconds[BARE] / taken:.2f}",
            f"{memory[name] * 1024 / count / 1000:.1f} kB" if name in memory else "-",
        ]
        for name, taken in sorted(seconds.items(), key=lambda item: item[1])
    ]
    return table(
        ["reader", "CPU time", "MB/s", "entries/s", "times as fast as bibtexparser's bare parse", "memory per entry"],
        rows,
    )


def growth(counts: list[int], rounds: int, folder: Path) -> str:
    """Scanning and full reading of ever longer files, beside bibtexparser's bare parse; one run each of the longest."""
    small, rows = file_of(100, folder), []
    for count in counts:
        path = file_of(count, folder)
        repeats = rounds if count <= _LONG else 1
        each = {}
        for name in (SCAN, BARE, FULL) if count <= 2 * _LONG else (SCAN, BARE):
            each[name] = statistics.median(python_seconds(name, path, small)[0] for _ in range(repeats)) / count
        full = f"{1e6 * each[FULL]:.0f} µs" if FULL in each else "-"
        cells = [f"{1e6 * each[name]:.1f} µs" for name in (SCAN, BARE)]
        ratio = f"{each[BARE] / each[SCAN]:.2f}"
        rows.append([f"{count:,}", f"{os.path.getsize(path) / 1e6:.1f} MB", *cells, ratio, full])
    head = ["entries", "file", "scan, per entry", "bibtexparser, bare", "ratio", "full read, per entry"]
    return table(head, rows)


def long_file(count: int, folder: Path) -> str:
    """The memory that a long file takes, with its titles and authors, and with all its works."""
    path, small = file_of(count, folder), file_of(100, folder)
    names = ("citekit, titles and authors", FULL)
    told = [f"{name} {python_seconds(name, path, small)[1] * 1024 / 1e6:,.0f} MB" for name in names]
    return f"Memory for {count:,} entries ({os.path.getsize(path) / 1e6:.0f} MB of text): {'; '.join(told)}."


def report(quick: bool) -> str:
    """Both tables under their headings."""
    size, counts, rounds = (1_000, [1_000, 5_000], 1) if quick else (10_000, [1_000, 10_000, 40_000, 200_000], 3)
    machine = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        return "\n\n".join(
            [
                "## Parsing `.bib` files",
                (
                    f"Measured with {machine}; CPU time, the median of {rounds} runs (of the longest files, one run), each in a\n"
                    f"process of its own. The files are invented by `benchmarks/synthetic_bib.py`; this one has {size:,} entries.\n"
                    "Scanning returns every block, field and value with its position; a full read returns works, with names, dates and\n"
                    "LaTeX resolved."
                ),
                side_by_side(size, rounds, folder),
                "How it grows:",
                growth(counts, rounds, folder),
                long_file(2_000 if quick else 100_000, folder),
            ]
        )


def main() -> None:
    """Measures, prints, and writes the page where asked to."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="small sizes only")
    parser.add_argument("--write", action="store_true", help="also write docs/benchmarks-files.md")
    options = parser.parse_args()
    figures = report(options.quick)
    print(figures)
    if options.write:
        write_page(figures, BEGIN, END)


if __name__ == "__main__":
    main()

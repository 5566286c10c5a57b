"""Measures citekit on synthetic CVs and references and prints the figures as Markdown tables.

``python benchmarks/run.py`` prints; ``--write`` also puts the tables into ``docs/benchmarks.md`` between its markers;
``--quick`` measures small sizes only. Every measurement of memory or start-up runs in a process of its own. Labelled
documents are measured too where they are found (see ``labelled.py``).
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

import labelled
from synthetic_cv import LAYOUTS, synthetic_cv
from synthetic_references import references, synthetic_references

from citekit.documents.load import format_names

DOCS = Path(__file__).parents[1] / "docs"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"

_PEAK = """
import json, resource, sys
from pathlib import Path
sys.path.insert(0, {folder!r})
from synthetic_cv import synthetic_cv
from synthetic_references import synthetic_references
from citekit.commands.convert import Conversion, NamedBytes
from citekit.runtime.config import ConvertSettings

def peak():
    # Linux hands the parent's ru_maxrss down to the child; VmHWM is the process's own.
    status = Path("/proc/self/status")
    if status.exists():
        return next(int(line.split()[1]) / 1024 for line in status.read_text().splitlines() if "VmHWM" in line)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)

lines = {layout!r} == "lines"
settings = ConvertSettings(each_line=True) if lines else ConvertSettings(format={layout!r})
text = (lambda count: (synthetic_references(count) if lines else synthetic_cv(count, {layout!r})).encode())
Conversion.of([NamedBytes("cv", text(10))], settings)
text = text({count})
before = peak()
conversion = Conversion.of([NamedBytes("cv", text)], settings)
print(json.dumps([before, peak()]))
"""


def convert_seconds(count: int, layout: str, repeats: int) -> tuple[float, int]:
    """The median CPU seconds of converting a CV, and how many publications were found in it."""
    from citekit.commands.convert import Conversion, NamedBytes
    from citekit.runtime.config import ConvertSettings

    data = synthetic_cv(count, layout).encode()
    settings = ConvertSettings(format=layout)
    times, found = [], 0
    for _ in range(repeats):
        start = time.process_time()
        found = len(Conversion.of([NamedBytes("cv", data)], settings).library)
        times.append(time.process_time() - start)
    return statistics.median(times), found


def peak_megabytes(count: int, layout: str) -> tuple[float, float]:
    """The peak memory of a process that converts a CV, in all, and what the conversion added to it.

    The layout ``lines`` stands for single references.
    """
    script = _PEAK.format(folder=str(Path(__file__).parent), count=count, layout=layout)
    before, peak = json.loads(subprocess.check_output([sys.executable, "-c", script], text=True))
    return peak, peak - before


def startup_milliseconds(arguments: list[str], repeats: int) -> float:
    """The median wall-clock time of a process that does nothing but start."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def speed(count: int, repeats: int) -> str:
    """Warm publications per CPU second, by layout."""
    rows = []
    for layout in sorted(LAYOUTS.keys() & set(format_names())):
        convert_seconds(50, layout, 1)
        seconds, found = convert_seconds(count, layout, repeats)
        rows.append([layout, f"{count:,}", f"{found:,}", f"{seconds:.2f} s", f"{count / seconds:,.0f}"])
    return table(["layout", "publications", "found", "CPU time", "publications per second"], rows)


def growth(counts: list[int], layout: str = "markdown") -> str:
    """How CPU time and memory grow with the length of the list."""
    convert_seconds(50, layout, 1)
    rows = []
    for count in counts:
        seconds, _found = convert_seconds(count, layout, 1)
        peak, above = peak_megabytes(count, layout)
        per_thousand = seconds / count * 1000
        rows.append([f"{count:,}", f"{seconds:.2f} s", f"{per_thousand:.2f} s", f"{peak:.0f} MB", f"{above:.0f} MB"])
    return table(["publications", "CPU time", "per 1,000", "peak memory", "of it the conversion"], rows)


def single_lines(count: int, repeats: int) -> str:
    """Single references of mixed styles: lines per CPU second, and how many are read right."""
    from citekit.commands.convert import Conversion, NamedBytes
    from citekit.runtime.config import ConvertSettings

    settings = ConvertSettings(each_line=True)
    printed = list(references(count))
    data = "".join(f"{reference.text}\n" for reference in printed).encode()
    Conversion.of([NamedBytes("lines", synthetic_references(100).encode())], settings)
    times = []
    for _ in range(repeats):
        start = time.process_time()
        library = Conversion.of([NamedBytes("lines", data)], settings).library
        times.append(time.process_time() - start)
    right = 0
    for reference, work in zip(printed, library, strict=True):
        families = tuple(name.family for name in work.author) == tuple(family for _, family in reference.work.authors)
        right += families and work.year == reference.work.year and work.title == reference.work.title
    seconds = statistics.median(times)
    row = [
        f"{count:,}",
        f"{len(library):,}",
        f"{100 * right / count:.1f} %",
        f"{seconds:.2f} s",
        f"{count / seconds:,.0f}",
    ]
    return table(["lines", "entries", "title, family names, year correct", "CPU time", "lines per second"], [row])


def line_memory(counts: list[int]) -> str:
    """How the memory for single references grows with their number."""
    rows = []
    for count in counts:
        peak, above = peak_megabytes(count, "lines")
        rows.append([f"{count:,}", f"{peak:.0f} MB", f"{above:.0f} MB", f"{above * 1024 / count:.1f} kB"])
    return table(["lines", "peak memory", "of it the conversion", "per line"], rows)


def labelled_profiles() -> str:
    """All labelled profiles in one run, in one process and in as many as there are processors."""
    from citekit.commands.convert import Conversion
    from citekit.runtime.config import ConvertSettings
    from citekit.runtime.workers import processors

    documents = labelled.profile_documents()
    rows = []
    for jobs in (1, processors()):
        start, cpu = time.perf_counter(), time.process_time()
        conversion = Conversion.of(documents, ConvertSettings(jobs=jobs))
        wall, cpu = time.perf_counter() - start, time.process_time() - cpu
        read = len(conversion.parts) - len(conversion.failures)
        own = f"{cpu:.1f} s" if jobs == 1 else "-"
        rows.append([str(jobs), f"{read} of {len(documents)}", f"{len(conversion.library):,}", own, f"{wall:.1f} s"])
    return table(["processes", "documents read", "publications", "CPU time", "wall-clock time"], rows)


def startup(repeats: int) -> str:
    """What starting costs."""
    plain = startup_milliseconds(["-c", "pass"], repeats)
    helped = startup_milliseconds(["-m", "citekit.cli.main", "--help"], repeats)
    rows = [["`python -c pass`", f"{plain:.0f} ms"], ["`citekit --help`", f"{helped:.0f} ms"]]
    return table(["command", "median wall-clock time"], rows)


def report(quick: bool) -> str:
    """All tables under their headings."""
    counts = [200, 400] if quick else [200, 2_000, 20_000]
    size, repeats = (200, 1) if quick else (2_000, 3)
    lines = [500, 1_000] if quick else [5_000, 50_000]
    machine = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    return "\n\n".join(
        [
            f"Measured with {machine}, one process.",
            "## Speed, warm",
            speed(size, repeats),
            "## Growth",
            growth(counts),
            "## Single references (`--each-line`)",
            single_lines(lines[0], repeats),
            line_memory(lines),
            "## Start-up",
            startup(3 if quick else 15),
            *on_labelled_documents(),
        ]
    )


def on_labelled_documents() -> list[str]:
    """The table of speed on labelled documents; none where there are no such documents."""
    if not labelled.profile_documents():
        return []
    return [
        "## Labelled documents",
        "Profiles of other people, which are not part of the project.",
        labelled_profiles(),
    ]


def write_page(figures: str, begin: str = BEGIN, end: str = END) -> None:
    """Puts the figures of a measurement between its markers on the documentation page."""
    page = next(page for page in sorted(DOCS.glob("benchmarks*.md")) if begin in page.read_text(encoding="utf-8"))
    head, _, rest = page.read_text(encoding="utf-8").partition(begin)
    _, _, tail = rest.partition(end)
    page.write_text(f"{head}{begin}\n\n{figures}\n\n{end}{tail}", encoding="utf-8")


def main() -> None:
    """Measures, prints, and writes the page where asked to."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="small sizes only")
    parser.add_argument("--write", action="store_true", help="also write docs/benchmarks.md")
    options = parser.parse_args()
    figures = report(options.quick)
    print(figures)
    if options.write:
        write_page(figures)


if __name__ == "__main__":
    main()

"""Measures ``citekit check`` with its default rules: beside other checkers on the same files, its growth, and a warm run.

``python benchmarks/checks.py`` prints Markdown tables; ``--write`` also puts them into ``docs/benchmarks-files.md`` between the
markers of this measurement; ``--quick`` measures small sizes only; sizes may be given: ``checks.py 12000``. Every run is a
process of its own, and its time is the CPU time of it and its children, starting included. The others are measured where
they are installed: biber and bibclean on the path, bibtex-tidy (an npm package) in the folder that ``--node`` or
``NODE_PATH`` names. ``--file`` measures a file of one's own as well.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from labelled import FOLDER
from run import table, write_page

BEGIN, END = "<!-- checks: begin -->", "<!-- checks: end -->"
SIZES = (1_000, 12_000, 50_000, 200_000)
_LONG = 20_000
"""Files of more entries are measured once, shorter ones three times."""
_SLOW = 20.0
"""What takes more CPU seconds is measured once."""
_MOST_FOR_BIBER = 12_000
_REAL = FOLDER / "bib" / "real" / "cdl.bib"

_MEASURE = """
import json, os, sys, time
out, err, command = sys.argv[1], sys.argv[2], sys.argv[3:]
begin = time.perf_counter()
child = os.fork()
if child == 0:
    for number, name in ((1, out), (2, err)):
        os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), number)
    os.execvp(command[0], command)
_, status, usage = os.wait4(child, 0)
cpu, wall, code = usage.ru_utime + usage.ru_stime, time.perf_counter() - begin, os.waitstatus_to_exitcode(status)
print(json.dumps([cpu, wall, usage.ru_maxrss / 1024, code]))
"""
"""A process of few megabytes that starts the measured one, which would inherit the peak memory of a larger parent."""

_INVENT = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from synthetic_bib import synthetic_bib
Path(sys.argv[3]).write_text(synthetic_bib(int(sys.argv[2])), encoding="utf-8")
"""


@dataclass(frozen=True)
class Checker:
    """A program that checks: its command for a file, what counts as a finding in its output, and its largest file."""

    name: str
    command: Callable[[Path, Path], list[str]]
    finding: re.Pattern[str]
    most: int = 1 << 40


@dataclass(frozen=True)
class Run:
    """CPU seconds, wall seconds, peak memory in MB, and findings."""

    cpu: float
    wall: float
    memory: float
    findings: int
    failed: bool = False


def checkers(node_folder: str) -> list[Checker]:
    """citekit and those of the others that are installed."""
    found = [Checker("citekit", lambda path, _: _citekit("--to", "concise", str(path)), re.compile(r"^\S.*\[", re.M))]
    script = Path(node_folder, "bibtex-tidy", "bin", "bibtex-tidy") if node_folder else Path()
    node = shutil.which("node")
    if node and script.is_file():
        options = ["--duplicates=doi,key,citation,abstract"]
        found.append(
            Checker(
                f"bibtex-tidy {_version(script)}",
                lambda path, folder: [node, str(script), str(path), *options, f"--output={folder / 'tidied'}"],
                re.compile(r"^[A-Z]+_[A-Z_]+: ", re.M),
            )
        )
    if shutil.which("biber"):
        name = _first_number("biber", "--version")
        command = ["biber", "--tool", "--validate-datamodel"]
        found.append(
            Checker(
                f"biber {name}",
                lambda path, folder: [*command, f"--out={folder / 'biber.bib'}", str(path)],
                re.compile(r"^WARN - Datamodel", re.M),
                _MOST_FOR_BIBER,
            )
        )
    if shutil.which("bibclean"):
        name = _first_number("bibclean", "-version")
        found.append(
            Checker(f"bibclean {name}", lambda path, _: ["bibclean", str(path)], re.compile(r"^(?:%%|\?\?) ", re.M))
        )
    return found


def _citekit(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "citekit.cli.main", "check", "-q", *arguments]


def _version(script: Path) -> str:
    return str(json.loads((script.parents[1] / "package.json").read_text(encoding="utf-8"))["version"])


def _first_number(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"\d+(?:\.\d+)+", done.stdout + done.stderr)
    return found[0] if found else ""


def measured(command: list[str], finding: re.Pattern[str], folder: Path) -> Run:
    """One run of a program; citekit's modules are compiled once, as they are where it is installed."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    out, err = folder / "out", folder / "err"
    arguments = [sys.executable, "-S", "-c", _MEASURE, str(out), str(err), *command]
    cpu, wall, memory, code = json.loads(subprocess.check_output(arguments, env=environment, cwd=folder, text=True))
    kept = [path.read_text(encoding="utf-8", errors="replace") for path in (out, err)]
    if command[0] == "bibclean":
        kept = kept[1:]  # its output is the file
    return Run(cpu, wall, memory, sum(len(finding.findall(text)) for text in kept), not 0 <= code <= 2)


def median(runs: list[Run]) -> Run:
    """The median of each figure."""
    return Run(
        statistics.median(run.cpu for run in runs),
        statistics.median(run.wall for run in runs),
        statistics.median(run.memory for run in runs),
        runs[-1].findings,
        any(run.failed for run in runs),
    )


def file_of(count: int, folder: Path) -> Path:
    """A synthetic file of so many entries."""
    path = folder / f"{count}.bib"
    if not path.exists():
        subprocess.run([sys.executable, "-c", _INVENT, str(Path(__file__).parent), str(count), str(path)], check=True)
    return path


def entries_of(path: Path) -> int:
    """How many entries a file has, by citekit's own count."""
    done = subprocess.run(
        [sys.executable, "-m", "citekit.cli.main", "check", "--select", "bad-year", "--fail-on", "never", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.search(r"checked \d+ of (\d+) entr", done.stderr)
    return int(found[1]) if found else 0


def side_by_side(files: list[tuple[str, int, Path]], known: list[Checker], folder: Path) -> tuple[str, dict[int, Run]]:
    """All checkers on all files, in turn, and citekit's own runs by the number of entries."""
    rows, own = [], {}
    for name, count, path in files:
        fit = [checker for checker in known if count <= checker.most]
        runs: dict[str, list[Run]] = {checker.name: [] for checker in fit}
        for number in range(3 if count <= _LONG else 1):
            for checker in fit:
                if number and runs[checker.name][0].cpu > _SLOW:
                    continue
                runs[checker.name].append(measured(checker.command(path, folder), checker.finding, folder))
        medians = {name: median(many) for name, many in runs.items()}
        own[count] = medians["citekit"]
        for checker in fit:
            run = medians[checker.name]
            rows.append(
                [
                    name,
                    checker.name,
                    "failed after " * run.failed + f"{run.cpu:.2f} s",
                    f"{count / max(run.cpu, 0.01):,.0f}",
                    f"{run.cpu / own[count].cpu:.2f}",
                    f"{run.memory:.0f} MB",
                    f"{run.findings:,}",
                ]
            )
    head = ["file", "checker", "CPU time", "entries per CPU second", "of citekit's time", "peak memory", "findings"]
    return table(head, rows), own


def growth(own: dict[int, Run], folder: Path) -> str:
    """Time and memory by the number of entries, and a run whose result is in the cache."""
    rows = []
    for count, run in sorted(own.items()):
        path, kept = folder / f"{count}.bib", str(folder / "kept")
        if not path.exists():
            continue
        nothing = re.compile(r"(?!)")
        command = _citekit("--to", "concise", "--cache", kept, str(path))
        measured(command, nothing, folder)
        warm = median([measured(command, nothing, folder) for _ in range(5)])
        rows.append(
            [
                f"{count:,}",
                f"{run.cpu:.2f} s",
                f"{1e6 * run.cpu / count:.0f} µs",
                f"{run.memory:.0f} MB",
                f"{1000 * run.memory / count:.1f} kB",
                f"{warm.cpu:.2f} s",
                f"{warm.wall:.2f} s",
            ]
        )
    head = ["entries", "CPU time", "per entry", "peak memory", "per entry", "again, from the cache", "wall-clock time"]
    return table(head, rows)


def report(sizes: list[int], node_folder: str, own_file: str) -> str:
    """Both tables under their heading."""
    known = checkers(node_folder)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = [(f"{size:,} entries", size, file_of(size, folder)) for size in sizes]
        for path in [Path(own_file)] if own_file else [_REAL]:
            if path.is_file():
                count, copied = entries_of(path), folder / path.name
                shutil.copyfile(path, copied)
                files.append((f"{path.name}, {count:,} entries", count, copied))
        measured(_citekit("--to", "concise", str(files[0][2])), re.compile(r"(?!)"), folder)
        beside, own = side_by_side(files, known, folder)
        others = ", ".join(checker.name for checker in known[1:]) or "none"
        machine = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
        return "\n\n".join(
            [
                "## Checking",
                (
                    f"Measured with {machine}, on a machine with other work; CPU time with that of child processes, start-up\n"
                    "included, the median of 3 runs, or one run of files with more than 20,000 entries and of\n"
                    "what takes more than 20 s. Also installed:\n"
                    f"{others}. The files are invented by `benchmarks/synthetic_bib.py`;\n"
                    "a named one is a real file that is not part of the project. Each checker finds other faults: citekit runs\n"
                    "its default rules, bibtex-tidy finds duplicates only, biber validates its data model (to 12,000 entries,\n"
                    "because it takes minutes), bibclean checks the syntax and the form of values."
                ),
                beside,
                "How citekit grows, and a run whose result is in the cache:",
                growth(own, folder),
            ]
        )


def main() -> None:
    """Measures, prints, and writes the page where asked to."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("sizes", nargs="*", type=int, help="numbers of entries")
    parser.add_argument("--quick", action="store_true", help="small sizes only")
    parser.add_argument("--write", action="store_true", help="also write docs/benchmarks-files.md")
    parser.add_argument("--node", default=os.environ.get("NODE_PATH", ""), help="the folder that holds bibtex-tidy")
    parser.add_argument("--file", default="", help="a bibliography to be measured as well")
    options = parser.parse_args()
    sizes = options.sizes or ([1_000, 5_000] if options.quick else list(SIZES))
    figures = report(sizes, options.node, options.file)
    print(figures)
    if options.write:
        write_page(figures, BEGIN, END)


if __name__ == "__main__":
    main()

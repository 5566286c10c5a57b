"""Measures ``citekit check`` with its default rules: time and memory by the number of entries, and a warm run from the cache.

``python benchmarks/checks.py`` invents the files and prints a Markdown table; sizes may be given: ``checks.py 12000``.
Every run is a process of its own; the times are its CPU time, start of the interpreter included.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from run import table
from synthetic_bib import synthetic_bib

SIZES = (1_000, 12_000, 50_000)


def measured(arguments: list[str]) -> tuple[float, float, float]:
    """CPU seconds, wall seconds and peak memory in MB of a run of the command line."""
    begin = time.perf_counter()
    child = subprocess.Popen([sys.executable, "-m", "citekit.cli.main", "check", *arguments], stdout=subprocess.DEVNULL)
    _, _, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - begin
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024


def main() -> None:
    """Measures all sizes."""
    sizes = [int(size) for size in sys.argv[1:]] or list(SIZES)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            path = Path(folder, f"{size}.bib")
            path.write_text(synthetic_bib(size), encoding="utf-8")
            arguments = ["-q", "--output-format", "concise", "--cache", str(Path(folder, "kept")), str(path)]
            cpu, _, memory = measured(arguments)
            _, warm, _ = measured(arguments)
            rows.append(
                [f"{size:,}", f"{cpu:.2f} s", f"{1e6 * cpu / size:.0f} µs", f"{memory:.0f} MB", f"{warm:.2f} s"]
            )
    print(table(["entries", "CPU time", "per entry", "peak memory", "again, from the cache (wall)"], rows))


if __name__ == "__main__":
    main()

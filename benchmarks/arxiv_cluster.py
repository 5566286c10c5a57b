"""Measures `enrich --dask` and `convert --dask`: the same result on every cluster, and a process that carries no lines.

``python benchmarks/arxiv_cluster.py CATALOGUE --lines N`` makes N lines of CSL-JSON out of a catalogue's titles and
authors (every thirtieth title lacks a word, every fiftieth is of no record), completes them without a cluster, and then on local
clusters of one worker, of two, and of two of which one is killed in the middle. It prints the CPU seconds of the client
beside those of the workers, and ends with 1 where an output differs from the one without a cluster. With ``--convert`` the
lines are printed references, which `citekit convert --each-line` reads.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

from synthetic_arxiv import catalogue, synthetic_records

from citekit.services.arxiv.build import build

CITEKIT = [sys.executable, "-m", "citekit"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("catalogue", type=Path)
    parser.add_argument("--lines", type=int, default=200_000)
    parser.add_argument("--folder", type=Path, help="keep the files here")
    parser.add_argument("--convert", action="store_true", help="measure citekit convert --each-line")
    arguments = parser.parse_args()
    folder = arguments.folder or Path(tempfile.mkdtemp(prefix="citekit-"))
    folder.mkdir(parents=True, exist_ok=True)
    index, items = folder / "catalogue.index", folder / f"{arguments.lines}.jsonl"
    if not items.exists():
        write_entries(catalogue(arguments.catalogue), arguments.lines, items)
    if arguments.convert:
        source, alone, out = items.with_suffix(".txt"), folder / "alone.bib", folder / "cluster.bib"
        source.write_text("".join(map(printed, items.open(encoding="utf-8"))), encoding="utf-8")
        command = ["convert", str(source), "--each-line", "-q"]
    else:
        source, alone, out = items, folder / "alone.jsonl", folder / "cluster.jsonl"
        if not index.exists():
            build(arguments.catalogue, index)
        command = ["enrich", str(source), "--index", str(index), "-q"]
    alone.unlink(missing_ok=True)
    seconds = cpu_of([*CITEKIT, *command, "-o", str(alone)])
    print("| run | client | workers | client's share | output |\n|---|---|---|---|---|", flush=True)
    print(f"| without a cluster | {seconds:.1f} s | | | {digest(alone)} |", flush=True)
    same = True
    for name, workers, kills in (("1 worker", 1, False), ("2 workers", 2, False), ("2 workers, 1 killed", 2, True)):
        out.unlink(missing_ok=True)
        client, worked = on_cluster(command, out, workers, kills)
        same &= digest(out) == digest(alone)
        print(
            f"| {name} | {client:.1f} s | {worked:.1f} s | {100 * client / (client + worked):.1f} % | {digest(out)} |",
            flush=True,
        )
    print("all outputs are the same" if same else "AN OUTPUT DIFFERS")
    return 0 if same else 1


def write_entries(real: list[dict[str, Any]], count: int, path: Path) -> None:
    """So many CSL items, a line each."""
    chance = random.Random(11)
    absent = synthetic_records(real, count // 50 + 1)
    with path.open("w", encoding="utf-8") as out:
        for number in range(count):
            record = next(absent) if number % 50 == 49 else real[chance.randrange(len(real))]
            words = record["title"].split()
            if number % 30 == 29 and len(words) > 3:
                del words[chance.randrange(len(words))]
            names = [name.rpartition(" ") for name in record["authors"][:8]]
            item = {
                "id": f"e{number}",
                "type": "article-journal",
                "title": " ".join(words),
                "author": [{"family": family, "given": given} for given, _, family in names],
                "issued": {"date-parts": [[int(record.get("date", "2000")[:4] or 2000)]]},
            }
            out.write(json.dumps(item, ensure_ascii=False) + "\n")


def printed(line: str) -> str:
    """A CSL item in a line as a reference in a line."""
    item = json.loads(line)
    people = "; ".join(f"{name['family']}, {name['given']}" for name in item["author"])
    return f"{people} ({item['issued']['date-parts'][0][0]}). {' '.join(item['title'].split())}. Journal of Titles.\n"


def on_cluster(command: list[str], out: Path, workers: int, kills: bool) -> tuple[float, float]:
    """The CPU seconds of the client, and of the workers together, a killed one among them."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        before = {worker.pid: seconds_of(worker.pid) for worker in cluster.workers.values()}
        spent: dict[int, float] = {}
        is_over = threading.Event()

        def watch() -> None:
            """Keeps what every worker has spent; kills the first one when a part of the result is there."""
            left = kills
            while not is_over.wait(0.5):
                for worker in list(cluster.workers.values()):
                    if worker.pid:
                        spent[worker.pid] = seconds_of(worker.pid) or spent.get(worker.pid, 0.0)
                if left and len(list(out.with_name(f"{out.name}.parts").glob("0*"))) >= 3:
                    os.kill(next(iter(before)), signal.SIGKILL)
                    left = False

        watcher = threading.Thread(target=watch)
        watcher.start()
        client = cpu_of([*CITEKIT, *command, "-o", str(out), "--dask", cluster.scheduler_address])
        is_over.set()
        watcher.join()
        return client, sum(seconds - before.get(pid, 0.0) for pid, seconds in spent.items())


def cpu_of(command: list[str]) -> float:
    """The CPU seconds of a command; it has to end well."""
    began = time.monotonic()
    child = subprocess.Popen(command)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {child.returncode} after {time.monotonic() - began:.0f} s")
    return usage.ru_utime + usage.ru_stime


def seconds_of(pid: int) -> float:
    """The CPU seconds of a running process (Linux); 0 where there is none."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def digest(path: Path) -> str:
    """The first letters of a file's SHA-256."""
    return sha256(path.read_bytes()).hexdigest()[:12]


if __name__ == "__main__":
    raise SystemExit(main())

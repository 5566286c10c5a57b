"""Kill commands that write, at random moments, and look at what they leave.

usage: kills.py [--runs 300] [--seed 0] [--command NAME ...]

Each of ``update``, ``list`` (``update`` of a list for a page), ``correct``, ``enrich`` (against a server that plays arXiv,
with the cache of its answers), ``stream`` (``enrich`` of JSON Lines with an index) and ``index`` (the build of an arXiv
index) is run undisturbed once. Then it is begun ``--runs`` times in a fresh copy of the folder and killed: every other time
by SIGKILL after a random time, and the other times by itself when it is about to open, rename or remove a file for the n-th
time, where little time is spent and most could go wrong. Every file must then be the old or the new one, byte for byte (but
for parts, which the next run takes up, and for citekit.lock, which may also say what is about to be written), and the next
run must leave what the undisturbed one left. Of ``enrich`` no question that was answered may be asked again, of the streams
no line may be missing or there twice.

Prints per command how often it was killed before its end, how many files were old and new then, how many temporary files
the next run left, and what was wrong. Exit code 1 if anything was. Needs fork, so Linux or macOS.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from arxiv_records import record, write_snapshot
from arxiv_server import Site, running

import citekit.services.arxiv.build as arxiv_build
import citekit.services.arxiv.client as arxiv_client
from citekit.cli.main import run
from citekit.model.arxiv_paper import ArxivPaper
from citekit.runtime.config import LOCK
from citekit.runtime.http import Limits

THINGS = "Ledgers Meadows Bridges Lanterns Harbours Orchards Archives Queues Glaciers Lattices".split()
PAPERS = [
    record(f"1801.{number:05d}", f"{THINGS[number % 10]} of the {number}th Kind in {THINGS[number // 10 % 10]}",
           f"{'ABCDEFGHIJ'[number % 10]}da {'KLMNOPQRST'[number // 10 % 10]}ind", "2018-01-01")
    for number in range(1, 601)
]  # fmt: skip
LONGEST = 120
"""Seconds after which a child that was not killed ends itself, so that a deadlock is seen as one."""
STOPPED: list[bool] = []
"""Not empty once the measurement is to end; what was measured until then is printed."""
EVENTS = frozenset(
    {"open", "os.rename", "os.remove", "os.mkdir", "os.link", "sqlite3.connect", "os.chmod", "os.truncate"}
)


@dataclass
class Command:
    """A command that is killed: how its folder is made, its arguments, and the files that it writes."""

    prepare: Callable[[Path], None]
    arguments: tuple[str, ...]
    writes: tuple[str, ...]
    content: Callable[[Path], object] = Path.read_bytes
    """What of a file must be that of an undisturbed run in the end."""
    asks: bool = False
    """Whether it asks the server, so that the questions are counted."""


@dataclass
class Figures:
    """What came of the runs of one command."""

    killed: int = 0
    ended: int = 0
    states: Counter[str] = field(default_factory=Counter)
    left_over: int = 0
    wrong: list[str] = field(default_factory=list)


def page(number: int) -> str:
    lines = (
        f"- Ada Lind, Bo Ek. *{thing} of the {number}th Kind*. Journal of {thing}, {number}(2), 1-9, 20{at}.\n"
        for at, thing in enumerate(THINGS, 10)
    )
    return f"# Ada Lind\n\n## Publications\n\n{''.join(lines)}"


def bibliography(papers: list[ArxivPaper]) -> str:
    return "\n".join(
        f"@article{{k{number},\n  title = {{{one.title}}},\n  author = {{{' and '.join(map(str, one.authors))}}},\n"
        "  year = 2018,\n}\n"
        for number, one in enumerate(papers)
    )


def for_update(folder: Path, bibliography: str = "u.bib") -> None:
    for number in range(2):
        (folder / f"p{number}.md").write_text(page(number), "utf-8")
    if run(["update", bibliography, "p0.md"]):
        raise SystemExit("the first update failed")


def for_list(folder: Path) -> None:
    for_update(folder, "u.html")


def for_correct(folder: Path) -> None:
    (folder / "p0.md").write_text(page(0), "utf-8")
    if run(["correct", "p0.md", "--item", "Meadows", "--set", "note=the first"]):
        raise SystemExit("the first correction failed")


def for_enrich(folder: Path) -> None:
    (folder / "refs.bib").write_text(bibliography(PAPERS[:12]), "utf-8")


def for_stream(folder: Path) -> None:
    items = (
        f'{{"id": "s{number}", "type": "article-journal", "title": "{one.title}", "author": [{{"family": '
        f'"{one.authors[0].family}", "given": "{one.authors[0].given}"}}], "issued": {{"date-parts": [[2018]]}}}}\n'
        for number, one in enumerate(PAPERS)
    )
    (folder / "in.jsonl").write_text("".join(items), "utf-8")
    arxiv_build.build(write_snapshot(folder / "snapshot.json", PAPERS), folder / "known.index")


def for_index(folder: Path) -> None:
    write_snapshot(folder / "snapshot.json", PAPERS)


def questions(site: Site) -> list[str]:
    """What the server was asked, in order."""
    return [str(sorted(query.items())) for query in site.asked]


def rows(path: Path) -> object:
    """All rows of an index but the one that says when it was built."""
    base = sqlite3.connect(path)
    try:
        tables = [name for (name,) in base.execute("select name from sqlite_master where type = 'table' order by name")]
        return {name: sorted(map(repr, base.execute(f"select * from {name}"))) for name in tables if name != "meta"}
    finally:
        base.close()


def without_pending(lock: bytes) -> object:
    """What a lock file says but for the updates that have begun to write."""
    return {name: value for name, value in json.loads(lock).items() if name != "pending"}


COMMANDS = {
    "update": Command(for_update, ("update", "u.bib", "p0.md", "p1.md"), ("u.bib", LOCK)),
    "list": Command(for_list, ("update", "u.html", "p0.md", "p1.md"), ("u.html", LOCK)),
    "correct": Command(for_correct, ("correct", "p0.md", "--item", "Ledgers", "--set", "note=the second"), (LOCK,)),
    "enrich": Command(for_enrich, ("enrich", "refs.bib", "-o", "refs.bib", "-f"), ("refs.bib",), asks=True),
    "stream": Command(for_stream, ("enrich", "in.jsonl", "--index", "known.index", "-o", "out.jsonl"), ("out.jsonl",)),
    "index": Command(
        for_index, ("index", "build", "snapshot.json", "-o", "a.index", "--jobs", "1"), ("a.index",), rows
    ),
}


@contextmanager
def silent() -> Iterator[None]:
    """Throw away what is printed meanwhile."""
    kept = [os.dup(number) for number in (1, 2)]
    nothing = os.open(os.devnull, os.O_WRONLY)
    try:
        for number in (1, 2):
            os.dup2(nothing, number)
        yield
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        for number, own in zip((1, 2), kept, strict=True):
            os.dup2(own, number)
            os.close(own)
        os.close(nothing)


def child_of(arguments: tuple[str, ...], folder: Path, last_event: int = 0, report: int = -1) -> int:
    """Start a command in a child and return its process number; it kills itself before the n-th event with files."""
    child = os.fork()
    if child:
        return child
    signal.alarm(LONGEST)
    events = 0

    def at(event: str, _: tuple[object, ...]) -> None:
        nonlocal events
        if event in EVENTS:
            events += 1
            if events == last_event:
                os.kill(os.getpid(), signal.SIGKILL)

    os.chdir(folder)
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nothing, number)
    os.environ["CITEKIT_CACHE_DIR"] = str(folder / "cache")
    sys.addaudithook(at)
    code = run(list(arguments))
    if report >= 0:
        os.write(report, str(events).encode())
    os._exit(code)


def undisturbed(command: Command, folder: Path) -> tuple[int, float, int]:
    """Run a command to its end: its exit code, the seconds it took, and the events with files."""
    reading, writing = os.pipe()
    begun = time.perf_counter()
    child = child_of(command.arguments, folder, report=writing)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    took = time.perf_counter() - begun
    os.close(writing)
    events = int(os.read(reading, 20) or b"0")
    os.close(reading)
    return code, took, events


def kill(command: Command, runs: int, chance: random.Random, folder: Path, site: Site) -> Figures:
    """Kill a command many times, and look each time at its files and at what the next run makes of them."""
    figures = Figures()
    start = folder / "start"
    start.mkdir()
    with silent():
        os.chdir(start)
        command.prepare(start)
        shutil.copytree(start, folder / "warm")
        os.chdir(folder / "warm")
        run(list(command.arguments))  # so that the children spend their time on files, not on imports
    old = {name: (start / name).read_bytes() if (start / name).exists() else b"" for name in command.writes}
    done = folder / "done"
    shutil.copytree(start, done)
    site.asked.clear()
    code, took, events = undisturbed(command, done)
    if code:
        figures.wrong.append(f"an undisturbed run exits with {code}")
        return figures
    new = {name: (done / name).read_bytes() for name in command.writes}
    wanted = {name: command.content(done / name) for name in command.writes}
    wanted_questions = set(questions(site))
    names = {path.name for path in done.iterdir()}
    for number in range(runs):
        if STOPPED:
            break
        work = folder / f"run{number}"
        shutil.copytree(start, work)
        site.asked.clear()
        if number % 2:
            moment = f"before event {(event := chance.randrange(1, events + 1))} of {events}"
            child = child_of(command.arguments, work, event)
        else:
            moment = f"after {(seconds := chance.random() * 1.1 * took):.4f} of {took:.4f} s"
            child = child_of(command.arguments, work)
            time.sleep(seconds)
            os.kill(child, signal.SIGKILL)
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        figures.killed += ended == -signal.SIGKILL
        figures.ended += ended == 0
        if ended not in (0, -signal.SIGKILL):
            figures.wrong.append(f"{moment}: ended with {ended}")
        for name in command.writes:
            found = (work / name).read_bytes() if (work / name).exists() else b""
            if found in (old[name], new[name]):
                figures.states["old" if found == old[name] else "new"] += 1
            elif command.content is not Path.read_bytes and command.content(work / name) == wanted[name]:
                figures.states["new"] += 1
            elif name == LOCK and without_pending(found) == without_pending(old[name]):
                figures.states["begun"] += 1
            else:
                figures.wrong.append(f"{moment}: {name} is neither the old nor the new file ({len(found)} bytes)")
        time.sleep(0.005 * command.asks)  # what was on its way is counted
        before = questions(site)
        again = (
            ("index", "build", "-f", *command.arguments[2:]) if command is COMMANDS["index"] and ended == 0 else None
        )
        code, _, _ = undisturbed(command if again is None else Command(command.prepare, again, command.writes), work)
        if command is COMMANDS["stream"] or command is COMMANDS["index"]:
            # What is complete already is not written again without being asked to.
            code = 0 if code == 2 and all((work / name).exists() for name in command.writes) else code
        if code:
            figures.wrong.append(f"{moment}: the next run exits with {code}")
            continue
        for name in command.writes:
            if command.content(work / name) != wanted[name]:
                figures.wrong.append(f"{moment}: the next run leaves another {name} than an undisturbed one")
        if command.asks:
            asked = questions(site)
            twice = [one for one in before[:-1] if asked.count(one) > 1]
            if twice or set(asked) != wanted_questions:
                figures.wrong.append(f"{moment}: {len(twice)} questions were asked again, {len(asked)} in all")
        figures.left_over += len({path.name for path in work.iterdir()} - names)
        shutil.rmtree(work)
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--command", action="append", choices=COMMANDS, help="only this one; may be repeated")
    options = parser.parse_args()
    arxiv_build.BATCH = arxiv_build.SEGMENT = 100
    arxiv_client.TITLES = 2  # six questions for twelve entries
    arxiv_client.manners = lambda: Limits(connect=5, read=5, whole=9, between=0, patience=1, busy=0.05, fresh=3600, alone=True)  # fmt: skip
    wrong = False
    signal.signal(signal.SIGTERM, lambda *_: STOPPED.append(True))
    with tempfile.TemporaryDirectory() as folder, running(PAPERS) as site:
        os.environ["CITEKIT_ARXIV_API"] = site.url
        for name in options.command or COMMANDS:
            begun = time.perf_counter()
            (Path(folder) / name).mkdir()
            os.environ["CITEKIT_CACHE_DIR"] = str(Path(folder) / name / "cache")
            found = kill(
                COMMANDS[name], options.runs, random.Random(f"{options.seed} {name}"), Path(folder) / name, site
            )
            states = ", ".join(f"{count} {state}" for state, count in sorted(found.states.items()))
            print(
                f"{name}: {found.killed} killed, {found.ended} ended before; files then: {states}; "
                f"{found.left_over} temporary files left; {len(found.wrong)} wrong ({time.perf_counter() - begun:.0f} s)",
                flush=True,
            )
            for one in found.wrong[:20]:
                print(f"  {one}")
            wrong |= bool(found.wrong)
    return int(wrong)


if __name__ == "__main__":
    raise SystemExit(main())

"""How fast works are formatted, and whether every installed style prints works of every type.

``python benchmarks/citing.py`` prints the speed of some styles; ``python benchmarks/citing.py --all-styles`` goes through
all independent styles; ``python benchmarks/citing.py --beside`` measures citeproc-py where it is installed, and citeproc
(citeproc-js) where node is installed and ``NODE_PATH`` names the folder it is in, on the same works in the same run.
Works are invented, the same ones every time; a third of them share first author and year with another one, so that
author-date styles have to tell them apart. Times are CPU time.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from citekit.csl import styles
from citekit.csl.cite import Citation, Cite
from citekit.csl.output import html
from citekit.csl.pack import opened
from citekit.csl.processor import process
from citekit.formats.files import dumps
from citekit.model.date import Date
from citekit.model.kinds import ENTRY_TYPES
from citekit.model.name import Name
from citekit.model.work import Value, Work, Works

STYLES = ("ieee", "apa", "chicago-author-date")
SIZES = (1_000, 10_000)
_GIVEN = (
    "Ada Ben Carla Dmitri Eva Farid Greta Hugo Ines Jonas Karin Liam Mara Nils Olga Pavel Rosa Sven Tara Uwe".split()
)
_STEMS = (
    "Ack Bren Cor Dal Eng Fal Gran Holm Iver Jan Kal Lund Mor Nor Ost Pal Quist Ros Sand Thor Ulm Vik West Zim".split()
)
_ENDS = "berg mann son ström ova ski ini ez ley ton ard ner feld gren quist by dahl hart lin mer".split()
_WORDS = (
    "sparse fast lazy bounded adaptive robust compilers graphs queues archives networks models proofs caches".split()
)
_KINDS = ("article-journal", "paper-conference", "book", "chapter", "thesis", "report")


def invented(count: int, seed: int = 7) -> list[Work]:
    """So many works by 900 groups of people."""
    chance = random.Random(seed)
    people = [
        Name(chance.choice(_STEMS) + chance.choice(_ENDS), f"{chance.choice(_GIVEN)} {chance.choice('ABCDEFGH')}.")
        for _ in range(6_000)
    ]
    groups = [chance.sample(people, chance.randint(2, 9)) for _ in range(900)]
    return [_work(chance, groups, people, place) for place in range(count)]


def _work(chance: random.Random, groups: list[list[Name]], people: list[Name], place: int) -> Work:
    group = groups[min(int(chance.expovariate(1 / 200)), 899)]
    kind = chance.choice(_KINDS)
    first = chance.randint(1, 500)
    facts: dict[str, Value] = {
        "author": tuple(group[: max(1, int(chance.gauss(4.2, 2)))]),
        "title": " ".join(chance.choice(_WORDS) for _ in range(8)).capitalize(),
        "issued": Date.of(chance.randint(1990, 2024), chance.randint(1, 12), chance.randint(1, 28)),
        "page": f"{first}-{first + chance.randint(2, 40)}",
        "publisher": "Press",
        "container-title": f"Journal of {chance.choice(_WORDS).title()}",
        "volume": str(chance.randint(1, 90)),
        "DOI": f"10.1234/{place}",
    }
    if kind in ("paper-conference", "chapter"):
        facts["editor"] = tuple(chance.sample(people, 2))
    return Work(kind, f"w{place}", facts)


def measure(name: str, count: int) -> str:
    """One row: a style, how many works, CPU seconds with reading the style, peak memory."""
    works = invented(count)
    start = time.process_time()
    html.bibliography(process(styles.load(name), works))
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return f"| {name} | {count:,} | {seconds:.2f} s | {count / seconds:,.0f} | {peak} MB |"


def all_styles() -> int:
    """Goes through all independent styles and says which of them fail."""
    works = [work.with_variables() for work in invented(len(ENTRY_TYPES))]
    works = [Work(kind, work.id, work.variables) for kind, work in zip(sorted(ENTRY_TYPES), works, strict=True)]
    citations = [Citation(tuple(Cite(work.id, "3") for work in works), 1), Citation((Cite(works[0].id),), 2)]
    names = [style.name for style in styles.index().values() if not style.parent]
    start, failed = time.process_time(), []
    for name in names:
        try:
            html.bibliography(process(styles.load(name), works, citations))
        except Exception as error:
            failed.append(f"{name}: {error!r}")
    seconds = time.process_time() - start
    print(f"{len(names):,} styles, {len(works)} works each, {len(failed)} failed, {seconds:.0f} s")
    print("\n".join(failed))
    return len(failed)


_CITEPROC_PY = """
import json, sys, time, warnings
warnings.simplefilter("ignore")
from citeproc import CitationStylesBibliography, CitationStylesStyle, Citation, CitationItem, formatter
from citeproc.source.json import CiteProcJSON
items, style = json.load(open(sys.argv[1])), sys.argv[2]
start = time.process_time()
source = CiteProcJSON(items)
made = CitationStylesBibliography(CitationStylesStyle(style, validate=False), source, formatter.html)
for item in items:
    made.register(Citation([CitationItem(item["id"])]))
count = len([str(entry) for entry in made.bibliography()])
print(time.process_time() - start, count)
"""
_CITEPROC_JS = """
const fs = require("fs"), CSL = require("citeproc");
const items = JSON.parse(fs.readFileSync(process.argv[2])), style = fs.readFileSync(process.argv[3], "utf8");
const locale = fs.readFileSync(process.argv[4], "utf8"), byId = Object.fromEntries(items.map(i => [i.id, i]));
const start = process.cpuUsage();
const made = new CSL.Engine({retrieveLocale: () => locale, retrieveItem: id => byId[id]}, style);
made.updateItems(items.map(i => i.id));
const count = made.makeBibliography()[1].length, used = process.cpuUsage(start);
console.log((used.user + used.system) / 1e6, count);
"""


def beside(count: int = 1_000, names: tuple[str, ...] = ("apa", "chicago-author-date", "ieee", "nature")) -> None:
    """Prints a row for every style: citekit, citeproc-py and citeproc-js, a bibliography of the same works each."""
    works = invented(count)
    print("| style | citekit | citeproc-py | citeproc-js |\n| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        items, script = Path(folder, "items.json"), Path(folder, "peer.js")
        style, locale = Path(folder, "style.csl"), Path(folder, "locales-en-US.xml")
        locale.write_text(opened().text("locales/en-US") or "", encoding="utf-8")
        items.write_text(dumps(Works(tuple(works)), "csljson"), encoding="utf-8")
        script.write_text(_CITEPROC_JS, encoding="utf-8")
        for name in names:
            style.write_text(opened().text(f"styles/{name}") or "", encoding="utf-8")
            start = time.process_time()
            html.bibliography(process(styles.load(name), works))
            row = [f"{time.process_time() - start:.2f} s"]
            row.append(_peer([sys.executable, "-c", _CITEPROC_PY, str(items), str(style)]))
            node = shutil.which("node")
            missing = "not installed"
            row.append(_peer([node, str(script), str(items), str(style), str(locale)]) if node else missing)
            print(f"| {name} | {' | '.join(row)} |", flush=True)


def _peer(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=dict(os.environ))
    words = done.stdout.split()
    if done.returncode or len(words) < 2:
        said = done.stderr.strip().splitlines() or ["no answer"]
        return (
            "not installed"
            if "Cannot find module" in done.stderr or "ModuleNotFoundError" in done.stderr
            else f"failed: {said[-1][:60]}"
        )
    return f"{float(words[-2]):.2f} s ({words[-1]} entries)"


def main() -> int:
    """Every row in a process of its own, so that memory is that of one style and size."""
    if "--all-styles" in sys.argv:
        return min(all_styles(), 1)
    if "--beside" in sys.argv:
        beside()
        return 0
    if len(sys.argv) == 3:
        print(measure(sys.argv[1], int(sys.argv[2])))
        return 0
    print("| style | works | CPU time | works per second | peak memory |\n| --- | --- | --- | --- | --- |")
    for name in STYLES:
        for size in SIZES:
            subprocess.run([sys.executable, __file__, name, str(size)], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

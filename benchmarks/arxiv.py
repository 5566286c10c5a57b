"""Measures the matching of entries with arXiv's records: how right it is beside simple rules, and how it grows.

``python benchmarks/arxiv.py gold CATALOGUE GOLD`` prints precision and recall by stratum, with two baselines over the
same candidates. ``… absent CATALOGUE`` asks for records that are hidden, by thresholds: whatever is found then is wrong.
``… scale CATALOGUE --size N`` builds an index of N records and measures it. The data are kept outside the project.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from synthetic_arxiv import catalogue, write_snapshot

from citekit.model.arxiv_paper import ArxivPaper
from citekit.model.date import Date
from citekit.model.identity.people import name_of, people_of
from citekit.model.identity.titles import title_of
from citekit.model.name import OTHERS, Name
from citekit.model.work import Work
from citekit.runtime.workers import processors
from citekit.services.arxiv.build import build
from citekit.services.arxiv.compare import ArxivQuery
from citekit.services.arxiv.enrich import enrich_work
from citekit.services.arxiv.index import ArxivIndex
from citekit.services.arxiv.match import candidates, find, likely, search, shared_out

Rule = Callable[[Work, ArxivIndex], str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["gold", "absent", "scale"])
    parser.add_argument("catalogue", type=Path)
    parser.add_argument("gold", type=Path, nargs="?")
    parser.add_argument("--size", type=int, default=100_000, help="records of the index that is measured")
    parser.add_argument("--queries", type=int, default=500)
    parser.add_argument("--folder", type=Path, help="keep the index here")
    arguments = parser.parse_args()
    folder = arguments.folder or Path(tempfile.mkdtemp(prefix="citekit-"))
    folder.mkdir(parents=True, exist_ok=True)
    if arguments.what == "scale":
        scale(arguments.catalogue, arguments.size, arguments.queries, folder)
        return
    path = folder / "catalogue.index"
    if not path.exists():
        build(arguments.catalogue, path, jobs=processors())
    with ArxivIndex(path) as index:
        if arguments.what == "gold":
            gold([json.loads(line) for line in arguments.gold.read_text(encoding="utf-8").splitlines()], index)
        else:
            absent(index, arguments.queries)


# --- how right it is -----------------------------------------------------------------------------------------------


def gold(entries: list[dict[str, Any]], index: ArxivIndex) -> None:
    """The table of precision and recall by stratum, then the rules side by side."""
    works = [(entry, work_of(entry)) for entry in entries]
    rules: dict[str, Rule] = {"citekit": citekit, "same title, an author shared": same_title}
    try:
        import rapidfuzz  # noqa: F401

        rules["token ratio 90, first author"] = token_ratio
    except ImportError:
        print("without rapidfuzz the third rule is left out")
    tables = {name: table(works, rule, index) for name, rule in rules.items()}
    print(
        "| stratum | entries | with id | given | right | wrong | precision | recall |\n|---|---|---|---|---|---|---|---|"
    )
    for stratum, row in sorted(tables["citekit"].items(), key=lambda item: (item[0] == "all", item[0])):
        print(
            f"| {stratum} | {row['n']} | {row['exist']} | {row['given']} | {row['right']} | {row['wrong']} | {shares(row)} |"
        )
    print("\n| rule | given | right | wrong | precision | recall |\n|---|---|---|---|---|---|")
    for name, rows in tables.items():
        row = rows["all"]
        print(f"| {name} | {row['given']} | {row['right']} | {row['wrong']} | {shares(row)} |")


def shares(row: Counter[str]) -> str:
    precision = f"{100 * row['right'] / row['given']:.1f} %" if row["given"] else "-"
    recall = f"{100 * row['right'] / row['exist']:.1f} %" if row["exist"] else "-"
    return f"{precision} | {recall}"


def table(works: list[tuple[dict[str, Any], Work]], rule: Rule, index: ArxivIndex) -> dict[str, Counter[str]]:
    rows: dict[str, Counter[str]] = {}
    for entry, work in works:
        wanted, given = entry["arxiv"].replace("none", ""), rule(work, index)
        for stratum in (entry["stratum"], "all"):
            row = rows.setdefault(stratum, Counter())
            row["n"] += 1
            row["exist"] += bool(wanted)
            row["given"] += bool(given)
            row["right"] += bool(given) and given == wanted
            row["wrong"] += bool(given) and given != wanted
    return rows


def work_of(entry: dict[str, Any]) -> Work:
    names = tuple(OTHERS if name.startswith("et al") else name_of(name) for name in entry["authors"])
    variables: dict[str, Any] = {"title": entry["title"], "author": names, "container-title": entry["venue"]}
    if str(entry["year"]).isdecimal():
        variables["issued"] = Date.of(int(entry["year"]))
    return Work("article-journal", "", {name: value for name, value in variables.items() if value})


def citekit(work: Work, index: ArxivIndex) -> str:
    record = find(work, index).record
    return record.id if record else ""


def same_title(work: Work, index: ArxivIndex) -> str:
    """The first record with the same normalised title and an author of the same family name."""
    title, families = title_of(work.title), {person.family for person in people_of(work.author)}
    for record in index.titled(title):
        shared = families & {person.family for person in people_of(record.authors)}
        if title_of(record.title).key == title.key and (shared or not families or not record.authors):
            return record.id
    return ""


def token_ratio(work: Work, index: ArxivIndex) -> str:
    """The record with the best token set ratio of 90 or more among those whose first author has the same family name."""
    from rapidfuzz import fuzz

    title = title_of(work.title)
    best, chosen = 90.0, ""
    for record in (*index.titled(title), *index.candidates(title, work.author)):
        value = fuzz.token_set_ratio(" ".join(title.words), " ".join(title_of(record.title).words))
        ours, theirs = people_of(work.author)[:1], people_of(record.authors)[:1]
        if value >= best and (not ours or not theirs or ours[0].family == theirs[0].family):
            best, chosen = value + 1e-6, record.id
    return chosen


def absent(index: ArxivIndex, queries: int) -> None:
    """Asks for records that are hidden from the search: by threshold, how many get another paper's identifier."""
    chance = random.Random(3)
    counts: Counter[str] = Counter()
    thresholds = (10, 30, 50, 65, 80, 90)
    for record in sample(index, queries, chance):
        query = ArxivQuery(
            title_of(record.title), initials(record.authors), (record.year or 0) + chance.choice((0, 0, 1, 1, 2))
        )
        others = [c for c in candidates(query, index) if c.record.id != record.id]
        best = max((100 * c.probability for c in shared_out(others)), default=0.0)
        counts.update(str(threshold) for threshold in thresholds if best >= threshold)
        counts.update(["searched"] if search(query, index).record == record else ["missed"])
    print("| probability | of hidden records found as another |\n|---|---|")
    for threshold in thresholds:
        print(f"| {threshold} | {100 * counts[str(threshold)] / queries:.2f} % |")
    print(f"\nfound where not hidden: {100 * counts['searched'] / queries:.2f} %")


def sample(index: ArxivIndex, count: int, chance: random.Random) -> Iterator[ArxivPaper]:
    numbers = range(1, index.records + 1)
    taken = 0
    while taken < count:
        for record in index._rows([chance.choice(numbers)]):
            if record.authors and record.complete and len(title_of(record.title).content) > 2:
                taken += 1
                yield record


def initials(names: Iterable[Name]) -> tuple[Name, ...]:
    return tuple(
        replace(n, given=" ".join(f"{word[0]}." for word in n.given.split())) if n.family else n for n in names
    )


# --- how it grows --------------------------------------------------------------------------------------------------


def scale(source: Path, size: int, queries: int, folder: Path) -> None:
    """Builds an index of a size and prints its build time, its size, its recall and the times of its queries."""
    real = catalogue(source)
    snapshot, path = folder / f"{size}.jsonl", folder / f"{size}.index"
    if not snapshot.exists():
        write_snapshot(real, size, snapshot)
    begun, used = time.perf_counter(), cpu_seconds()
    if not path.exists():
        build(snapshot, path)
        used = cpu_seconds() - used
        print(f"built: {time.perf_counter() - begun:.0f} s, {1e6 * used / size:.1f} s of processors a million")
        with snapshot.open("rb") as lines:
            used = cpu_seconds()
            for line in lines:
                json.loads(line)
        print(f"json.loads of the same lines at the same time: {1e6 * (cpu_seconds() - used) / size:.1f} s a million")
    print(f"size: {path.stat().st_size / 1_000_000:.0f} MB for {size} records")
    chance = random.Random(5)
    with ArxivIndex(path) as index:
        for record in sample(index, 50, chance):
            index.candidates(title_of(record.title), record.authors)
        print("| titles | recall@10 | median | p99 | entries a second |\n|---|---|---|---|---|")
        for kind, change in CHANGES.items():
            row(kind, change, list(sample(index, queries, chance)), index, chance)


def cpu_seconds() -> float:
    import resource

    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    )


def row(
    kind: str,
    change: Callable[[str, random.Random], str],
    records: list[ArxivPaper],
    index: ArxivIndex,
    chance: random.Random,
) -> None:
    """Recall and times are those of the title alone; times are the processor's, for the machine may be busy."""
    times, found = [], 0
    titles = [change(record.title, chance) for record in records]
    for record, text in zip(records, titles, strict=True):
        begun = time.process_time()
        title = title_of(text)
        hits = index.titled(title)[:10]
        if record.id not in {hit.id for hit in hits}:
            hits = tuple(likely(ArxivQuery(title, ()), index, index.candidates(title, ())))[:10]
        times.append(1000 * (time.process_time() - begun))
        found += record.id in {hit.id for hit in hits}
    works = [
        Work("article-journal", "", {"title": text, "author": initials(r.authors), "issued": Date.of(r.year or 2000)})
        for r, text in zip(records, titles, strict=True)
    ]
    begun = time.process_time()
    for work in works:
        enrich_work(work, index, frozenset({"ids"}))
    rate = len(works) / (time.process_time() - begun)
    p99 = statistics.quantiles(times, n=100)[98]
    print(
        f"| {kind} | {100 * found / len(records):.1f} % | {statistics.median(times):.1f} ms | {p99:.1f} ms | {rate:.0f} |"
    )


def typo(title: str, chance: random.Random) -> str:
    """One letter changed to another."""
    places = [at for at, letter in enumerate(title) if letter.isalpha()]
    at = chance.choice(places)
    return title[:at] + chance.choice("abcdefghijklmnopqrstuvwxyz") + title[at + 1 :]


def dropped(title: str, chance: random.Random) -> str:
    """One word left out."""
    words = title.split()
    del words[chance.randrange(len(words))]
    return " ".join(words)


CHANGES: dict[str, Callable[[str, random.Random], str]] = {
    "clean": lambda title, _: title,
    "a typing mistake": typo,
    "a word dropped": dropped,
}

if __name__ == "__main__":
    main()

"""Learns the weights of ``citekit/services/arxiv/weights.tsv``: entries, the records that they may be, and the one that they are.

``python -m training.matching INDEX GOLD... [--write]`` reads an index of arXiv's records and entries as JSON Lines (``title``,
``authors``, ``year``, ``venue``, perhaps ``doi`` and ``type``, and ``arxiv``: the identifier, or ``none``). An entry is asked a
second time with its record hidden, and so are records of the index taken at random, and such whose team has another record
there (companions; they count for little, as entries do not all have some): what is likely then is another paper.
The model chooses among the candidates and none of them (a conditional logit). What is printed was measured on records left
out: all entries of a record are in one of five parts, and each part is judged by weights that the four others gave.
It needs numpy and scipy, which nothing else of citekit does.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

from citekit.model.date import Date
from citekit.model.identity.people import name_of
from citekit.model.identity.titles import title_of
from citekit.model.name import OTHERS, Name
from citekit.model.work import Work
from citekit.runtime.registry import tables
from citekit.services.arxiv.claims import claims_of
from citekit.services.arxiv.compare import ArxivQuery, RecordComparison, beside
from citekit.services.arxiv.index import ArxivIndex, family_words
from citekit.services.arxiv.match import DOUBTFUL, MATCH, NAMED, UNCONFIRMED, candidates

PARTS = 5
HIDDEN, COMPANIONS = 1200, 2400
"""Records of the index that are asked for and hidden: any, and such that have companions by all the same authors."""
COMPANION = 0.1
"""What a companion counts beside an entry when weights are learned."""
NEAREST = 8
"""Candidates of an entry that are learned from."""
HELD = 0.2
"""How much a squared weight costs, beside the mean of the logarithms."""

_TYPES = {"phdthesis": "thesis", "mastersthesis": "thesis", "book": "book", "misc": "article"}


@dataclass(frozen=True)
class Case:
    """An entry's candidates, which of them is its record (``-1``: none of them), and what it is counted under.

    ``needed`` is the probability that a candidate must have besides: 1 where it is refused. ``measured`` is false for
    what is only learned from. ``named`` says that the entry names the identifier of a candidate.
    """

    group: str
    stratum: str
    rows: tuple[tuple[tuple[str, float], ...], ...]
    needed: tuple[float, ...]
    right: int
    exists: bool
    measured: bool
    named: bool = False


def work_of(entry: dict[str, Any], whole: bool = False) -> Work:
    """An entry as it is printed; ``whole`` with its DOI and its type."""
    names = tuple(OTHERS if name.startswith("et al") else name_of(name) for name in entry["authors"])
    variables: dict[str, Any] = {"title": entry["title"], "author": names, "container-title": entry["venue"]}
    if str(entry["year"]).isdecimal():
        variables["issued"] = Date.of(int(entry["year"]))
    kind = "article-journal"
    if whole:
        variables["DOI"] = entry.get("doi", "")
        kind = _TYPES.get(entry.get("type", ""), kind)
    return Work(kind, "", {name: value for name, value in variables.items() if value})


def cases(entries: Iterable[dict[str, Any]], index: ArxivIndex) -> Iterator[Case]:
    """Every entry as it is, with its record hidden, and (not measured) with its DOI and type."""
    for entry in entries:
        wanted = entry["arxiv"].replace("none", "")
        group = wanted or title_of(entry["title"]).key
        work = work_of(entry)
        found = candidates(ArxivQuery.of(work), index)
        yield case(group, entry["stratum"], found, wanted, True, [claim.id for claim in claims_of(work)])
        if wanted:
            yield case(group, "hidden", [c for c in found if c.record.id != wanted], "", measured=False)
        if entry.get("doi") or _TYPES.get(entry.get("type", "")):
            yield case(
                group, "whole", candidates(ArxivQuery.of(work_of(entry, whole=True)), index), wanted, measured=False
            )


def case(
    group: str, stratum: str, found: Sequence[RecordComparison], wanted: str, measured: bool, claims: Sequence[str] = ()
) -> Case:
    """A case out of comparisons; what an entry names is the likelier for it, as it is when an entry is looked up."""
    right = next((at for at, comparison in enumerate(found) if comparison.record.id == wanted), -1)
    named = [comparison.record.id in claims for comparison in found]
    rows = tuple(
        (*comparison.features, ("named.claim", 1.0)) if is_named else comparison.features
        for comparison, is_named in zip(beside(found), named, strict=True)
    )
    needed = tuple(
        1.0 if c.refused else UNCONFIRMED if c.unconfirmed and not is_named else 0.0
        for c, is_named in zip(found, named, strict=True)
    )
    return Case(group, stratum, rows, needed, right, bool(wanted), measured, any(named))


def with_companions(index: ArxivIndex) -> list[int]:
    """The numbers of the records whose two to thirty authors, all of them, have other records, but few."""
    teams: dict[frozenset[str], list[int]] = {}
    for number in range(1, index.records + 1):
        for record in index._rows([number]):
            if record.complete and 2 <= len(record.authors) <= 30:
                teams.setdefault(frozenset(family_words(record.authors)), []).append(number)
    return [number for numbers in teams.values() if 2 <= len(numbers) <= 6 for number in numbers]


def hidden(index: ArxivIndex, stratum: str, numbers: Iterable[int]) -> Iterator[Case]:
    """Records asked for with initials and a year or two later, and what there is beside them."""
    chance = random.Random(7)
    for number in numbers:
        year = chance.choice((0, 0, 1, 1, 2))
        for record in index._rows([number]):
            title = title_of(record.title)
            query = ArxivQuery(title, initials(record.authors), (record.year or 2000) + year)
            others = [
                c
                for c in candidates(query, index)
                if c.record.id != record.id and title_of(c.record.title).key != title.key
            ]
            yield case(record.id, stratum, others, "", measured=True)


def nearest(cases: Iterable[Case]) -> list[Case]:
    """The cases with the few candidates that have most in common with the entry: of the others nothing is learned."""
    found = []
    for case in cases:
        known = [dict(row) for row in case.rows]
        near = [
            6.0 * row.get("title.same", 0.0) + row.get("title.shared", 0.0) - row.get("title.contradicted", 0.0)
            + sum(row.get(f"authors.{count}", 0.0) for count in (1, 2, 3, 4)) - 3.0 * row.get("authors.missing", 0.5)
            for row in known
        ]  # fmt: skip
        kept = sorted(sorted(range(len(near)), key=lambda at: -near[at])[:NEAREST])
        right = kept.index(case.right) if case.right in kept else -1
        rows, needed = tuple(case.rows[at] for at in kept), tuple(case.needed[at] for at in kept)
        found.append(replace(case, rows=rows, needed=needed, right=right))
    return [case for case in found if case.rows]


def initials(names: Iterable[Name]) -> tuple[Name, ...]:
    """Names with their initials only."""
    return tuple(
        replace(n, given=" ".join(f"{word[0]}." for word in n.given.split())) if n.family else n for n in names
    )


# --- the model -----------------------------------------------------------------------------------------------------


def part_of(case: Case) -> int:
    """The part of the data that all entries of a record are in."""
    return blake2b(case.group.encode(), digest_size=2).digest()[0] % PARTS


@dataclass(frozen=True)
class Table:
    """The features of all candidates in a row, where each case begins among them, the place of its right one (or -1), and
    what each case counts."""

    values: Any
    starts: Any
    right: Any
    counts: Any

    def of(self, cases: Any) -> Table:
        """The rows of some cases, which a mask names."""
        lengths = np.diff([*self.starts, len(self.values)])
        kept = lengths[cases]
        starts = np.concatenate([[0], np.cumsum(kept)[:-1]])
        right = np.where(self.right[cases] >= 0, self.right[cases] - self.starts[cases] + starts, -1)
        return Table(self.values[np.repeat(cases, lengths)], starts, right, self.counts[cases])


def table(cases: Sequence[Case], names: Sequence[str]) -> Table:
    """The features as numbers; every case has a candidate at least."""
    place = {name: at for at, name in enumerate(names)}
    starts = np.concatenate([[0], np.cumsum([len(case.rows) for case in cases])[:-1]])
    values = np.zeros((sum(len(case.rows) for case in cases), len(names)), dtype=np.float32)
    for i, row in enumerate(row for case in cases for row in case.rows):
        for name, value in row:
            values[i, place[name]] = value
    right = np.array([start + case.right if case.right >= 0 else -1 for start, case in zip(starts, cases, strict=True)])
    return Table(values, starts, right, np.array([COMPANION if c.stratum == "companion" else 1.0 for c in cases]))


def chances(data: Table, weights: Any) -> tuple[Any, Any]:
    """The probability of each candidate, and the logarithm of that of each case's right answer."""
    odds = (data.values @ weights.astype(np.float32)).astype(float)
    lengths = np.diff([*data.starts, len(odds)])
    top = np.maximum(np.maximum.reduceat(odds, data.starts), 0.0)
    shares = np.exp(odds - np.repeat(top, lengths))
    total = np.exp(-top) + np.add.reduceat(shares, data.starts)
    own = np.where(data.right >= 0, odds[np.maximum(data.right, 0)], 0.0)
    return shares / np.repeat(total, lengths), own - top - np.log(total)


def set_by_hand() -> dict[str, float]:
    """The weights that are not learned."""
    given = {name: float(weight) for name, weight in tables("citekit.services.arxiv", "weights.tsv")["set"]}
    return given | {"named.claim": NAMED}


def fit(data: Table, names: Sequence[str], held: float = HELD) -> Any:
    """The weights under which the right candidates, or none, are likeliest; large ones cost."""
    is_there = data.right >= 0
    told = data.counts[is_there] @ data.values[data.right[is_there]]
    counts = np.repeat(data.counts, np.diff([*data.starts, len(data.values)]))

    def cost(weights: Any) -> tuple[float, Any]:
        found, logarithms = chances(data, weights)
        loss = held * float(weights @ weights) - float(data.counts @ logarithms)
        return loss, ((counts * found).astype(np.float32) @ data.values).astype(float) - told + 2 * held * weights

    given = set_by_hand()
    start = np.array([given.get(name, 0.0) for name in names])
    bounds = [(given[name], given[name]) if name in given else (None, None) for name in names]
    return minimize(cost, start, jac=True, bounds=bounds, method="L-BFGS-B", options={"maxiter": 80}).x


def left_out(cases: Sequence[Case], data: Table, names: Sequence[str], held: float = HELD) -> list[Any]:
    """The probabilities of each case's candidates, each part by the weights that the other parts gave."""
    parts = np.array([part_of(case) for case in cases])
    found: list[Any] = [None] * len(cases)
    for part in range(PARTS):
        mine = data.of(parts == part)
        given, _ = chances(mine, fit(data.of(parts != part), names, held))
        for at, piece in zip(np.flatnonzero(parts == part), np.split(given, mine.starts[1:]), strict=True):
            found[at] = piece
    return found


def tallies(cases: Sequence[Case], found: Any, least: float) -> dict[str, Counter[str]]:
    """By stratum and over all: entries, those that have a record, those that were given one, and rightly."""
    rows: dict[str, Counter[str]] = {}
    for case, chances_of in zip(cases, found, strict=True):
        if not case.measured:
            continue
        best = int(np.argmax(chances_of)) if case.rows else -1
        given = best >= 0 and chances_of[best] >= max(least, case.needed[best])
        changed = "changed" in case.stratum
        of_gold = case.stratum not in ("random", "companion")
        another = of_gold and given and not dict(case.rows[best]).get("title.same")
        also = (
            "changed" if changed else "", "changed, not named" if changed and not case.named else "",
            "all" if of_gold else "", "another title" if another else "",
        )  # fmt: skip
        for stratum in filter(None, (case.stratum, *also)):
            row = rows.setdefault(stratum, Counter())
            row.update(n=1, exist=int(case.exists), given=int(given), right=int(given and best == case.right))
    return rows


def report(cases: Sequence[Case], found: Sequence[Any]) -> None:
    """Prints what is found and how rightly, by stratum and by probability: all of it on records left out."""
    print(
        "| probability | given | right | precision | recall | recall, changed titles | precision, another title than the "
        "entry's | hidden records given another | hidden companions |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for least in (DOUBTFUL, 0.3, MATCH, 0.65, 0.8, 0.9):
        rows = tallies(cases, found, least)
        row, hidden = rows["all"], [rows.get(name, Counter()) for name in ("random", "companion")]
        changed, another = shares(rows["changed"]), shares(rows["another title"])
        wrongly = [f"{each['given']} of {each['n']}" for each in hidden]
        print(
            f"| {least} | {row['given']} | {row['right']} | {shares(row)} | {changed.split(' | ')[1]} "
            f"| {another.split(' | ')[0]} | {' | '.join(wrongly)} |"
        )
    print("\n| stratum | entries | with id | given | right | precision | recall |\n|---|---|---|---|---|---|---|")
    for stratum, row in sorted(tallies(cases, found, MATCH).items()):
        print(f"| {stratum} | {row['n']} | {row['exist']} | {row['given']} | {row['right']} | {shares(row)} |")
    print("\n| said | candidates | mean | right |\n|---|---|---|---|")
    measured = [
        (case, chances_of)
        for case, chances_of in zip(cases, found, strict=True)
        if case.measured and case.stratum != "companion"
    ]
    said = np.concatenate([chances_of for _, chances_of in measured])
    right = np.concatenate([np.arange(len(chances_of)) == case.right for case, chances_of in measured])
    for low in (0.0, 0.1, 0.3, 0.5, 0.7, 0.9):
        high = {0.0: 0.1, 0.9: 1.01}.get(low, low + 0.2)
        those = (said >= low) & (said < high)
        print(
            f"| {low:.1f} to {min(high, 1):.1f} | {those.sum()} | {said[those].mean():.2f} | {right[those].mean():.2f} |"
        )


def shares(row: Counter[str]) -> str:
    """Precision and recall as two cells of a table."""
    precision = f"{100 * row['right'] / row['given']:.1f} %" if row["given"] else "-"
    return f"{precision} | {100 * row['right'] / row['exist']:.1f} %" if row["exist"] else f"{precision} | -"


def write(path: Path, names: Sequence[str], weights: Any) -> None:
    """Puts learned weights into the table, behind those that were set."""
    given = set_by_hand()
    kept = path.read_text("utf-8").partition("[learned]\n")[0]
    rows = (f"{name}\t{weight:.3f}\n" for name, weight in zip(names, weights, strict=True) if name not in given)
    path.write_text(f"{kept}[learned]\n{''.join(rows)}", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("index", type=Path)
    parser.add_argument("gold", type=Path, nargs="+")
    parser.add_argument("--write", action="store_true", help="write the weights that all parts gave")
    arguments = parser.parse_args()
    with ArxivIndex(arguments.index) as index:
        entries = [json.loads(line) for path in arguments.gold for line in path.read_text("utf-8").splitlines()]
        chance = random.Random(7)
        numbers = [chance.randrange(1, index.records + 1) for _ in range(HIDDEN)]
        companions = with_companions(index)
        companions = chance.sample(companions, min(COMPANIONS, len(companions)))
        every = [*cases(entries, index), *hidden(index, "random", numbers), *hidden(index, "companion", companions)]
    learn(every, arguments.write)


def learn(every: Sequence[Case], is_written: bool) -> None:
    """Prints the report, and writes the weights that all parts gave."""
    every = nearest(every)
    names = sorted({name for case in every for row in case.rows for name, _ in row})
    data = table(every, names)
    report(every, left_out(every, data, names))
    if is_written:
        write(Path(str(files("citekit.services.arxiv") / "weights.tsv")), names, fit(data, names))


if __name__ == "__main__":
    main()

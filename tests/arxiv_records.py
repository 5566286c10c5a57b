"""A handful of invented papers, as records and as snapshots, and a catalogue that knows only them."""

from __future__ import annotations

import json
from pathlib import Path

from citekit.model.arxiv_paper import ArxivPaper
from citekit.model.date import Date
from citekit.model.identity.people import name_of
from citekit.model.name import OTHERS, Name
from citekit.model.work import Work
from citekit.services.arxiv.build import build


def record(record_id: str, title: str, authors: str, submitted: str = "", **more: object) -> ArxivPaper:
    names = tuple(name_of(name) for name in authors.split("; ") if name)
    return ArxivPaper(record_id, title, names, bool(names), submitted, **more)  # type: ignore[arg-type]


RECORDS = [
    record("2101.00001", "Sorting Sparse Ledgers in Linear Time", "Mira Okafor; Tove Lindqvist", "2021-01-04",
           categories=("cs.DS", "cs.DB"), doi="10.5555/ledger.1", journal="J. Synth. Syst. 14 (2021) 101",
           abstract="Ledgers are sorted."),
    record("2302.00002", "QueueFrost: Lazy Queues without Global Clocks", "Tove Lindqvist; Mira Okafor; Yuki Amari",
           "2023-02-07", categories=("cs.DC",)),
    record("1906.00003", "Bounded archives for surveys II: Dynamics", "Yuki Amari; Sára Dvořák", "2019-06-01"),
    record("math/0309004", "Weak $\\omega$-ledgers and their Schr\\\"odinger groupoids", "Sára Dvořák", "2003-09-10"),
    record("1501.00005", "Gradient descent", "Wei Chen", "2015-01-03"),
    record("1502.00006", "Gradient descent", "Maria Rossi; Anna Bianchi", "2015-02-03"),
    record("2204.00007", "Learning to Compile by Watching Compilers", "Anna Bianchi", "2022-04-04"),
    record("2010.00008", "On the stability of frozen ledgers", "Tove Lindqvist", "2020-10-10",
           comment="This paper has been withdrawn by the author"),
]  # fmt: skip


def write_snapshot(path: Path, records: list[ArxivPaper] | None = None) -> Path:
    """The records in the simpler shape, a line each."""
    lines = [
        json.dumps(
            {
                "id": r.id,
                "title": r.title,
                "authors": [str(name) for name in r.authors],
                "authors_full": r.complete,
                "date": r.submitted,
                "doi": r.doi,
                "journal-ref": r.journal,
                "cat": " ".join(r.categories),
                "comment": r.comment,
                "abstract": r.abstract,
            }
        )
        for r in records or RECORDS
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def index_of(folder: Path, records: list[ArxivPaper] | None = None) -> Path:
    """An index of the records."""
    path = folder / "arxiv.index"
    build(write_snapshot(folder / "snapshot.json", records), path, abstracts=True)
    return path


def work(title: str, authors: str = "", year: int = 0, kind: str = "article-journal", **more: str) -> Work:
    """An entry; ``more`` are fields (lower case) and variables (``DOI``, ``container_title``)."""
    names = tuple(OTHERS if name == "others" else _name(name) for name in authors.split("; ") if name)
    variables: dict[str, object] = {"title": title, "author": names}
    if year:
        variables["issued"] = Date.of(year)
    fields = {
        name: value for name, value in more.items() if name in ("eprint", "archiveprefix", "primaryclass", "arxiv")
    }
    variables |= {name.replace("_", "-"): value for name, value in more.items() if name not in fields}
    return Work(kind, "key", {n: v for n, v in variables.items() if v}, fields)  # type: ignore[misc]


def _name(text: str) -> Name:
    return name_of(text)

"""Measures an index of a dump: ``python benchmarks/dumps.py CATALOGUE --size N``.

N lines in the shape of OpenAlex's snapshot are made out of a catalogue's titles and authors and built into an index. Printed
are processor seconds and bytes a million records, and milliseconds a question: by DOI, by title and authors, and for titles
that no record has.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

from synthetic_arxiv import catalogue, synthetic_records

from citekit.model.identity.people import name_of
from citekit.model.work import Work
from citekit.services.dumps import DumpRecords, build_dump


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("catalogue", type=Path)
    parser.add_argument("--size", type=int, default=20_000)
    parser.add_argument("--questions", type=int, default=300)
    arguments = parser.parse_args()
    real, size = catalogue(arguments.catalogue), arguments.size
    with tempfile.TemporaryDirectory(prefix="citekit-") as folder:
        snapshot, path = Path(folder, "works.jsonl"), Path(folder, "works.index")
        with snapshot.open("w", encoding="utf-8") as out:
            for number, record in enumerate(islice(chain(real, synthetic_records(real, size)), size)):
                out.write(json.dumps(as_dumped(number, record), ensure_ascii=False) + "\n")
        begun = time.process_time()
        build_dump(snapshot, path, "openalex")
        print(f"built: {1e6 * (time.process_time() - begun) / size:.0f} s of processors a million")
        print(f"size: {path.stat().st_size / size:.0f} bytes a record")
        records, chance = DumpRecords(path, "openalex"), random.Random(5)
        known = [(number, real[number]) for number in chance.sample(range(min(size, len(real))), arguments.questions)]
        absent = islice(synthetic_records(real, arguments.questions, seed=11), arguments.questions)
        dois = [f"doi:10.5555/w{number}" for number, _ in known]
        timed("by DOI", dois, lambda doi: records.by_identifiers([doi]))
        timed("by title and authors", map(work_of, (record for _, record in known)), records.search)
        timed("of no record", map(work_of, absent), records.search)
        records.close()


def as_dumped(number: int, record: dict[str, Any]) -> dict[str, Any]:
    """A record in the shape of OpenAlex's snapshot, with what is read of it."""
    return {
        "id": f"https://openalex.org/W{number}",
        "doi": f"https://doi.org/10.5555/w{number}",
        "title": record["title"],
        "publication_year": int(record.get("date", "2000")[:4] or 2000),
        "type": "article",
        "authorships": [{"raw_author_name": name} for name in record["authors"]],
        "biblio": {"volume": "7", "issue": "1", "first_page": str(number), "last_page": str(number + 9)},
        "primary_location": {"source": {"display_name": "Journal of Synthetic Records"}},
    }


def work_of(record: dict[str, Any]) -> Work:
    """The entry of a record."""
    authors = tuple(name_of(name) for name in record["authors"])
    return Work("article-journal", "", {"title": record["title"], "author": authors})


def timed(name: str, questions: Any, ask: Callable[[Any], object]) -> None:
    """Prints the median and the mean of the processor's milliseconds a question."""
    times = list(_times(list(questions), ask))
    print(f"{name}: median {statistics.median(times):.2f} ms, mean {statistics.mean(times):.2f} ms")


def _times(questions: list[Any], ask: Callable[[Any], object]) -> Iterator[float]:
    for question in questions:
        begun = time.process_time()
        ask(question)
        yield 1000 * (time.process_time() - begun)


if __name__ == "__main__":
    main()

"""Invented records for arXiv's index, spliced out of the halves of real titles, so that words are as frequent as they are."""

from __future__ import annotations

import json
import lzma
import random
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any


def catalogue(path: Path) -> list[dict[str, Any]]:
    """The records of a catalogue of ``{id, title, authors, date}`` lines, packed by xz or not."""
    opener = lzma.open if path.suffix == ".xz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def identifiers(taken: set[str], count: int) -> Iterator[str]:
    """So many identifiers of the new form that nobody has, spread over the months from 2015 on."""
    made = 0
    if count <= 0:
        return
    for number in range(1, 100_000):
        for year in range(15, 26):
            for month in range(1, 13):
                identifier = f"{year:02d}{month:02d}.{number:05d}"
                if identifier not in taken:
                    yield identifier
                    made += 1
                    if made == count:
                        return


def synthetic_records(real: list[dict[str, Any]], count: int, seed: int = 7) -> Iterator[dict[str, Any]]:
    """So many invented records: the first half of one title and the second of another, authors of two papers mixed."""
    chance = random.Random(seed)
    titles = [record["title"].split() for record in real]
    people = sorted({name for record in real for name in record["authors"][:6]})
    for identifier in identifiers({record["id"] for record in real}, count):
        first, second = chance.choice(titles), chance.choice(titles)
        title = " ".join((*first[: (len(first) + 1) // 2], *second[len(second) // 2 :]))
        authors = chance.sample(people, min(1 + int(chance.expovariate(0.4)), 8))
        yield {
            "id": identifier,
            "title": title,
            "authors": authors,
            "authors_full": True,
            "date": f"20{identifier[:2]}-{identifier[2:4]}-01",
        }


def as_dumped(record: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """A record in the shape of arXiv's public dump, with an abstract of the usual length (a thousand letters) of noise."""
    year, month, day = (*record.get("date", "").split("-"), "", "")[:3]
    said = f"Mon, {int(day or 1)} {_MONTHS[int(month or 1) - 1]} {year or 2000} 19:18:42 GMT"
    names = [name.rpartition(" ") for name in record["authors"]]
    words = record["title"].split() or ["-"]
    return {
        "id": record["id"],
        "submitter": record["authors"][0] if record["authors"] else None,
        "authors": ", ".join(record["authors"]),
        "title": record["title"],
        "comments": chance.choice((None, "12 pages, 3 figures", "v2: typos corrected")),
        "journal-ref": chance.choice((None, None, "Phys. Rev. D 76, 013009 (2007)")),
        "doi": chance.choice((None, None, f"10.5555/synthetic.{chance.randrange(10**6)}")),
        "report-no": None,
        "categories": record.get("cat") or "cs.DL",
        "license": None,
        "abstract": "  " + " ".join(chance.choices(words, k=130)) + "\n",
        "versions": [{"version": "v1", "created": said}],
        "update_date": "2008-11-26",
        "authors_parsed": [[family, given, ""] for given, _, family in names],
    }


_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def write_snapshot(real: list[dict[str, Any]], size: int, path: Path) -> None:
    """A snapshot of ``size`` lines in the shape of arXiv's dump: the real records as far as they go, then invented ones."""
    chance = random.Random(5)
    with path.open("w", encoding="utf-8") as out:
        for record in chain(real[:size], synthetic_records(real, max(0, size - len(real)))):
            out.write(json.dumps(as_dumped(record, chance), ensure_ascii=False) + "\n")

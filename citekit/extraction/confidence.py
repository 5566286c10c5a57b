"""How likely it is that an entry is wholly right: a small logistic model over what its reading and its list say.

The weights are data (``models/confidence.json``), fitted by ``python -m training.confidence`` on documents of people, and on
references of sources, that the models of the fields had not learned from.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from math import exp, log

from citekit.extraction.labeller import OTHER, TITLE, YEAR, field_of
from citekit.extraction.record import ParsedItem
from citekit.extraction.vocabulary import PLAIN_WORDS

LEAST = 1e-6
"""Smaller probabilities all count as this one."""
LONGEST_NAME, LONGEST_FIELD = 4, 25
"""Words of a name, and of a title or a container, from which on they are odd."""


@cache
def weights(kind: str) -> dict[str, float]:
    """The weight of each signal: of ``"line"`` for single references, of ``"document"`` for items of documents."""
    text = files("citekit.extraction").joinpath("models", "confidence.json").read_text("utf-8")
    found: dict[str, dict[str, float]] = json.loads(text)
    return found[kind]


def rate(records: Sequence[ParsedItem]) -> None:
    """Give each record of a document, or each single reference, its confidence."""
    for record, told in zip(records, signals(records), strict=True):
        if record.venue is None and (record.title is None or (record.transcribed and not _says_more(record))):
            record.confidence = 0.0
            continue
        known = weights("line" if record.transcribed else "document")
        score = known.get("bias", 0.0) + sum(known.get(name, 0.0) * value for name, value in told.items())
        record.confidence = 1 / (1 + exp(-max(-30.0, min(30.0, score))))


def _says_more(record: ParsedItem) -> bool:
    """Whether a single reference has more than a title: "Only some words" is perhaps none."""
    return any((*record.facts, record.authors, record.publisher))


def signals(records: Sequence[ParsedItem]) -> Iterator[dict[str, float]]:
    """For each record what speaks for or against it, by name: of its own reading, and of those it stands among."""
    own = [_own(record) for record in records]
    if not records or records[0].transcribed:
        yield from own
        return
    lists: dict[str, list[int]] = defaultdict(list)
    for n, record in enumerate(records):
        lists[record.item.list_key].append(n)
    total = sum(one["log p"] for one in own)
    for mine in lists.values():
        orders = {n: _order(records[n]) for n in mine}
        counts = Counter(orders.values())
        sums = {name: sum(own[n][name] for n in mine) for name in own[mine[0]]}
        others = len(mine) - 1
        for n in mine:
            told = own[n]
            usual = {name: (sums[name] - told[name]) / max(1, others) for name in sums}
            told["log p of the others"] = (total - told["log p"]) / max(1, len(records) - 1)
            told["alone"] = float(not others)
            told["few"] = 1 / len(mine)
            told["ordered otherwise"] = 1 - (counts[orders[n]] - 1) / others if others else 0.5
            for name in ("no authors", "no year", "no container", "authors many"):
                none = told[name] if name == "authors many" else 0.5
                told[f"{name}, unlike others"] = abs(told[name] - (usual[name] if others else none))
            told["others without authors"], told["others odd"] = usual["no authors"], usual["odd names"]
    yield from own


def _own(record: ParsedItem) -> dict[str, float]:
    """The signals of one reading."""
    labelled = record.labelled
    sure: dict[str, float] = {}
    for label, p in zip(labelled.labels, labelled.sure, strict=False):
        field = field_of(label)
        sure[field] = min(sure.get(field, 1.0), p)
    names = record.authors.names if record.authors else []
    odd = sum(_is_odd(name.family, name.given, name.literal) for name in names)
    alone = record.item.alone
    changed = sum(map(str.__ne__, alone.labels, labelled.labels)) if alone is not None else 0
    title = record.title.value.split() if record.title else []
    return {
        "log p": log(max(LEAST, labelled.probability)),
        "length": log(1 + len(labelled.words)),
        **{
            f"log p of {name}": log(max(LEAST, sure.get(field, 1.0)))
            for name, field in (("title", TITLE), ("authors", "A"), ("container", "C"), ("year", YEAR), ("rest", OTHER))
        },
        "log p of type": log(max(LEAST, record.kind_odds)),
        "least sure": log(max(LEAST, min(sure.get(field, 1.0) for field in (TITLE, "A", "C", YEAR)))),
        "left over": record.left_share(),
        "pieces left over": min(3.0, float(len(record.left_over))),
        "no authors": float(not names),
        "no container": float(record.venue is None),
        "no year": float(record.year is None),
        "no title": float(not title),
        "short title": float(len(title) < 3),
        "long title": float(len(title) > LONGEST_FIELD),
        "odd names": float(odd > 0),
        "share of odd names": odd / max(1, len(names)),
        "one name": float(len(names) == 1),
        "authors many": log(1 + len(names)),
        "two titles": float(labelled.labels.count("B-T") > 1),
        "changed by the list": min(1.0, changed / max(1, len(labelled.labels)) * 4),
        "doubted item": 1 - record.item.odds,
        "year twice": float(len({labelled.words.texts[i] for i, y in enumerate(labelled.labels) if y == "B-Y"}) > 1),
    }


def _is_odd(family: str, given: str, literal: str) -> bool:
    """Whether a name is unlike names: a number or a plain word in it, one piece only, too many pieces."""
    words = f"{given} {family} {literal}".split()
    plain = any(word.casefold().strip(".,") in PLAIN_WORDS for word in words)
    whole = bool(literal) or (bool(family) and bool(given))
    return plain or not whole or len(words) > LONGEST_NAME or any(map(str.isdecimal, words)) or len(family) == 1


def _order(record: ParsedItem) -> str:
    """The fields of an item in the order in which they stand."""
    fields = [field_of(label) for label in record.labelled.labels]
    return " ".join(f for i, f in enumerate(fields) if f in "ATCY" and (not i or fields[i - 1] != f))

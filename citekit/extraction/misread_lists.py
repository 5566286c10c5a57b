"""Lists that are probably read wrongly in most of their entries.

All entries of a list are laid out alike, so a layout that the models do not understand spoils them together, and the models may
be sure of each. What gives such a list away is seen over all of it: titles that have the same sign inside, people of one entry in
the titles of others, a name that is a family name here and a given name there, entries without the fields that others have. A
small logistic model weighs this (``"list"`` in ``models/confidence.json``); ``python -m training.misread`` fits it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from statistics import median

from citekit.extraction.labeller import AUTHOR, CONTAINER, TITLE, YEAR, field_of, is_name
from citekit.extraction.record import ParsedItem

FEWEST_OF_MISREAD = 5
"""Entries that a list must have for it to be judged: what two or three entries have in common may be chance."""
MISREAD_FROM = 1.2
"""The score from which on a list is told to be misread: 3 of 100 lists that are mostly right have it."""
_UNLIKELY = -8.0
"""A median of logarithms of probabilities below this one tells no more than this one."""
_INSIDE_WORDS = frozenset("-'’‘‐")
"""Signs that stand inside a word, and part nothing."""
_OF_SENTENCES = frozenset({":", ",", "?", ":“"})
"""Signs that many titles have inside; others seldom do."""
_MEANS = ("no authors", "no container", "no title", "share of odd names", "left over", "year twice")
"""Signals of entries of which a list is told the mean."""
_MEDIANS = ("log p", "log p of title", "log p of authors", "log p of container")


def evidence(records: Sequence[ParsedItem], told: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return what the entries of a list say together of how it was read, by name; ``told`` are their own signals."""
    count = len(records)
    sure = [record.confidence for record in records]
    found = {"confidence": sum(sure) / count, "median confidence": median(sure), "few": 1 / count}
    found |= {name: sum(one[name] for one in told) / count for name in _MEANS}
    found |= {f"median {name}": max(_UNLIKELY, median(one[name] for one in told)) for name in _MEDIANS}
    orders: Counter[str] = Counter()
    inside: Counter[str] = Counter()
    times: Counter[str] = Counter()
    fields_of: dict[str, Counter[str]] = defaultdict(Counter)  # word of a name -> how often it is which part
    small = 0
    titles: list[set[str]] = []
    words_of_titles: list[str] = []
    people: Counter[str] = Counter()
    plain: set[str] = set()
    for record in records:
        words, labels = record.labelled.words, record.labelled.labels
        fields = [field_of(label) for label in labels]
        starts = [f for i, f in enumerate(fields) if f in (AUTHOR, TITLE, CONTAINER, YEAR) and fields[i - 1 : i] != [f]]
        orders[" ".join(starts)] += 1
        times.update(starts)
        signs, mine = set(), set()
        for i, (text, label) in enumerate(zip(words.texts, labels, strict=True)):
            sign = words.gaps[i].strip()
            if label == f"I-{TITLE}" and sign and sign not in _INSIDE_WORDS:
                signs.add(sign[:2])
            small += label == f"B-{TITLE}" and text[:1].islower()
            folded = text.casefold()
            if fields[i] == TITLE:
                if text[:1].isupper():
                    mine.add(folded)
                if len(text) > 3:  # "the" and "and" recur in all titles
                    words_of_titles.append(folded)
            elif is_name(label, AUTHOR) and len(text) > 2:
                people[folded] += 1
                fields_of[folded][label[2]] += 1
            if text.islower():
                plain.add(text)
        inside.update(signs)
        titles.append(mine)
    again = [parts for parts in fields_of.values() if parts.total() > 1]
    found["otherwise ordered"] = 1 - max(orders.values()) / count
    found |= {f"{name} more or less than once": abs(times[name] / count - 1) for name in (TITLE, CONTAINER, AUTHOR)}
    found["names in other parts"] = sum(p.total() - max(p.values()) for p in again) / max(
        1, sum(p.total() for p in again)
    )
    found["people in titles"] = (
        sum(any(word in people and word not in plain for word in mine) for mine in titles) / count
    )
    found["a sign in titles"] = max((n for sign, n in inside.items() if sign not in _OF_SENTENCES), default=0) / count
    found["any sign in titles"] = max(inside.values(), default=0) / count
    found["a colon in titles"] = inside[":"] / count
    found["titles begin small"] = small / count
    found["words of titles again"] = 1 - len(set(words_of_titles)) / max(1, len(words_of_titles))
    return found


def tell_misread(
    records: Sequence[ParsedItem], told: Sequence[Mapping[str, float]], weights: Mapping[str, float]
) -> None:
    """Tell the records of lists that are probably read wrongly. A list of which something is known is read by it, and
    references are read one by one.

    People lay the lists of a page out alike, so it must be most of what the page has: one list among many that seem right is
    more often odd than misread.
    """
    judged, misread = 0, []
    for mine in lists_of(records):
        judged += len(mine)
        if any(records[n].item.known for n in mine):
            continue
        said = evidence([records[n] for n in mine], [told[n] for n in mine])
        score = weights.get("bias", 0.0) + sum(weights.get(name, 0.0) * value for name, value in said.items())
        misread += mine if score > MISREAD_FROM else []
    for n in misread if len(misread) * 2 >= judged else ():
        records[n].of_misread_list = True


def lists_of(records: Sequence[ParsedItem]) -> list[list[int]]:
    """Return the lists that are judged, each with the numbers of its records."""
    lists: dict[str, list[int]] = defaultdict(list)
    for n, record in enumerate(records):
        if not (record.transcribed or record.item.section.is_of_references):
            lists[record.item.list_key].append(n)
    return [mine for mine in lists.values() if len(mine) >= FEWEST_OF_MISREAD]

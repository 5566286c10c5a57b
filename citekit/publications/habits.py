"""What the items of a list have in common, for reading each of them again as one of its list.

People write all items of a list alike. After every item was labelled alone, each of its words looks at the words of the
list's other items that stand alike (between the same signs, as the same word, at the same place, in the same style) and
is told which label most of those have; then the item is labelled again (stacking; compare Kluegl et al., 2012, on structural
consistencies in references).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from citekit.publications.attributes import gap_form, shape
from citekit.publications.lexer import Words

Reading = tuple[Words, Sequence[str]]
"""The words of an item and their labels."""
FIELDS = ("T", "C", "Y")
"""Fields of which a list is asked at which sign it begins them."""
FEWEST = 3
"""Items of a list that has habits, at least."""
_CERTAIN, _MOST, _HALF = 0.92, 0.75, 0.5
_ENOUGH = 5

Key = tuple[str, ...]


def signatures(words: Words, labels: Sequence[str]) -> list[tuple[Key, ...]]:
    """For every word of an item what makes it alike another: each key begins with its kind."""
    texts, gaps = words.texts, words.gaps
    forms = ["U" if i in words.links else shape(t) for i, t in enumerate(texts)]
    signs = [gap_form(g) for g in gaps]
    styles = _styles(words)
    last = len(texts) - 1
    found: list[tuple[Key, ...]] = []
    for i, text in enumerate(texts):
        before = labels[i - 1] if i else "^"
        after = labels[i + 1] if i < last else "$"
        keys: list[Key] = [
            ("a", before, signs[i]),  # what follows a field after this sign
            ("b", after, signs[i + 1]),
            ("g", signs[i], forms[i], signs[i + 1]),
            ("f", forms[i - 1] if i else "^", signs[i], forms[i]),
        ]
        if i in (0, 1):
            keys.append(("i", str(i)))
        if last - i < 2:
            keys.append(("e", str(last - i)))
        if len(text) > 2 and forms[i][0] not in "dyU":
            keys.append(("w", text.casefold()))
        if styles:
            keys.append(("s", styles[i], styles[i - 1] if i else "^"))
        found.append(tuple(keys))
    return found


def _styles(words: Words) -> list[str]:
    item = words.item
    if len(item.runs) < 2:
        return []
    runs = [item.runs[item.run_index(start)] for start in words.starts]
    return [f"{int(run.style) & 7}{'a' if run.href else ''}" for run in runs]


class Habits:
    """Counts of the labels that words of a kind have in the items of a list."""

    def __init__(self) -> None:
        self.counts: defaultdict[Key, Counter[str]] = defaultdict(Counter)
        self.signs: dict[str, Counter[str]] = {field: Counter() for field in FIELDS}

    def add(self, keys: Sequence[tuple[Key, ...]], labels: Sequence[str], sign: int = 1) -> None:
        """Count an item in, or with ``sign`` -1 out again."""
        for own, label in zip(keys, labels, strict=True):
            for key in own:
                self.counts[key][label] += sign
            if label[:2] == "B-" and label[2:] in self.signs:
                self.signs[label[2:]][own[0][2]] += sign

    def attributes(self, keys: Sequence[tuple[Key, ...]], labels: Sequence[str], prefix: str = "") -> list[list[str]]:
        """What each word of an item is told, that is itself not among those counted."""
        style = prefix + self._name_style()
        begins = [(field, *_majority(counts)) for field, counts in self.signs.items()]
        out: list[list[str]] = []
        for own in keys:
            a = [style]
            for field, sign, strength in begins:
                if strength:  # at which sign the list begins this field, and whether it is the one before this word
                    a.append(f"{prefix}{field}{'=' if sign == own[0][2] else '/'}{strength}")
            for key in own:
                best, strength = _majority(self.counts[key])
                if strength:
                    a.append(f"{prefix}{key[0]}:{best}{strength}")
            out.append(a)
        return out

    def _name_style(self) -> str:
        """How the list's names begin: with the family name or the given name, and how surely."""
        counts = self.counts.get(("i", "0"))
        if not counts:
            return "ns=?"
        best, count = max(counts.items(), key=_by_count)
        return f"ns={best}{'+' if count > _MOST * counts.total() else ''}"


def _majority(counts: Counter[str]) -> tuple[str, str]:
    """What is counted most, and how much that says: by its share, and by whether there are enough; empty for nothing."""
    total = count = 0
    best = ""
    for label, n in counts.items():
        total += n
        if n > count or (n == count and label > best):
            best, count = label, n
    if total < 2:
        return "", ""
    share = count / total
    size = "!" if share > _CERTAIN else "+" if share > _MOST else "-" if share > _HALF else "?"
    return best, size + ("n" if total >= _ENOUGH else "")


def _by_count(pair: tuple[str, int]) -> tuple[int, str]:
    return pair[1], pair[0]


def of_list(
    keys: Sequence[Sequence[tuple[Key, ...]]], labels: Sequence[Sequence[str]], prefix: str = ""
) -> Iterator[list[list[str]]]:
    """For every item of a list the further attributes of its words; none where the list is too short to have habits."""
    if len(keys) < FEWEST:
        for own in labels:
            yield [[] for _ in own]
        return
    habits = Habits()
    for own_keys, own in zip(keys, labels, strict=True):
        habits.add(own_keys, own)
    for own_keys, own in zip(keys, labels, strict=True):
        habits.add(own_keys, own, -1)
        yield habits.attributes(own_keys, own, prefix)
        habits.add(own_keys, own)


def of_document(lists: Sequence[str], read: Sequence[Reading]) -> list[list[list[str]]]:
    """The further attributes of the words of a document's items; ``lists`` names the list that each item is in.

    Every item is told what its own list is like, and what all lists of the document are like.
    """
    keys = [signatures(words, labels) for words, labels in read]
    labels = [one for _, one in read]
    found: list[list[list[str]]] = [[[] for _ in one] for one in labels]
    members: dict[str, list[int]] = defaultdict(list)
    for i, name in enumerate(lists):
        members[name].append(i)
    for prefix, groups in (("D", [list(range(len(read)))]), ("", list(members.values()))):
        for group in groups:
            more = of_list([keys[i] for i in group], [labels[i] for i in group], prefix)
            for i, extra in zip(group, more, strict=True):
                for told, attributes in zip(found[i], extra, strict=True):
                    told.extend(attributes)
    return found

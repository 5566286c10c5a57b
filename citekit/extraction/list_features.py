"""Reads the items of lists: every item alone, then every item as one of its list.

People write all items of a list similar. After every item was labelled alone, each of its words looks at the words of the
list's other items that appear similar (between the same marks, as the same word, at the same place, in the same style) and
is reported which label most of those have; then the item is labelled again (stacking; compare Kluegl et al., 2012, on structural
consistencies in references).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from statistics import median
from types import MappingProxyType

from citekit.extraction.attributes import attributes, gap_form, shape
from citekit.extraction.corrections import NOTHING_SAID, Pinned, Said, pin_score
from citekit.extraction.crf import Chain, Decoder, decoder
from citekit.extraction.items import Item
from citekit.extraction.known import Allowed, KnownSequence, allowed_labels, chosen, fits, weight_changes
from citekit.extraction.labeller import (
    AUTHOR,
    CONTAINER,
    EDITOR,
    PUBLISHER,
    TITLE,
    Labelled,
    chain,
    fitted,
    is_name,
    labeller,
    set_field,
    stretches,
)
from citekit.extraction.lexer import Words, cut
from citekit.extraction.list_style import FEWEST as FEWEST_OF_STYLE
from citekit.extraction.list_style import restyled, titles_in_font
from citekit.extraction.name_rules import families_behind_titles, lists_of_names
from citekit.extraction.people import name_from_text
from citekit.extraction.phrases import is_publisher
from citekit.extraction.segments.parts import labels_within
from citekit.extraction.shape import KnownLayout, ListShape, notation_of, parse_shape, segments_of, step_score, voted
from citekit.extraction.title_rules import begin_alike, title_alike

Reading = tuple[Words, Sequence[str]]
"""The words of an item and their labels."""
FIELDS = ("T", "C", "Y")
"""Fields of which a list is queried at which mark it begins them."""
FEWEST = 3
"""Items of a list that has habits, at least."""
_CERTAIN, _MOST, _HALF = 0.92, 0.75, 0.5
"""Shares of the label that is counted most from which on a list's habit is reported as certain, usual or prevailing. The models
of documents were trained with these classes."""
_ENOUGH = 5
"""Words that appear similar from which on a habit counts as well attested; trained with, too."""

Key = str
"""What makes a word similar others: the kind of likeness in its first character, and what it is."""


def signatures(words: Words, labels: Sequence[str]) -> list[tuple[Key, ...]]:
    """For every word of an item what makes it similar another."""
    texts, signs = words.texts, [gap_form(g) for g in words.separators]
    forms = ["U" if i in words.links else shape(t) for i, t in enumerate(texts)]
    styles = [f"{int(run.style) & 7}{'a' if run.href else ''}" for run in words.runs()]
    last = len(texts) - 1
    found: list[tuple[Key, ...]] = []
    for i, text in enumerate(texts):
        sign, behind, form = signs[i], signs[i + 1], forms[i]
        keys = [
            f"a{sign}\0{labels[i - 1] if i else '^'}",  # what follows a field after this mark
            f"b{behind}\0{labels[i + 1] if i < last else '$'}",
            f"g{sign}\0{form}\0{behind}",
            f"f{forms[i - 1] if i else '^'}\0{sign}\0{form}",
        ]
        if i < 2:
            keys.append(f"i{i}")
        if last - i < 2:
            keys.append(f"e{last - i}")
        if len(text) > 2 and form[0] not in "dyU":
            keys.append("w" + text.casefold())
        if styles:
            keys.append(f"s{styles[i]}\0{styles[i - 1] if i else '^'}")
        found.append(tuple(keys))
    return found


def _sign(keys: Sequence[Key]) -> str:
    """Return the mark before a word, by what makes it similar others."""
    return keys[0][1:].partition("\0")[0]


Counts = defaultdict[str, int]


def _none() -> Counts:
    return defaultdict(int)


class LabelCounts:
    """Counts of the labels that words of a kind have in the items of a list."""

    def __init__(self) -> None:
        self.counts: defaultdict[Key, Counts] = defaultdict(_none)
        self.signs = {field: _none() for field in FIELDS}

    def add(self, keys: Sequence[tuple[Key, ...]], labels: Sequence[str], sign: int = 1) -> None:
        """Count an item in, or with ``sign`` -1 out again."""
        counts = self.counts
        for own, label in zip(keys, labels, strict=True):
            for key in own:
                counts[key][label] += sign
            if label[:2] == "B-" and label[2:] in self.signs:
                self.signs[label[2:]][_sign(own)] += sign

    def told(self, keys: Sequence[tuple[Key, ...]]) -> list[list[str]]:
        """Return what each word of an item is reported, that is itself not among those counted."""
        style = self._name_style()
        begins = [(field, *_majority(counts)) for field, counts in self.signs.items()]
        begins = [(field, sign, strength) for field, sign, strength in begins if strength]
        counts = self.counts
        said: dict[Key, str] = {}  # most words of an item are like others of it
        out: list[list[str]] = []
        for own in keys:
            a = [style]
            if begins:  # at which mark the list begins a field, and whether it is the one before this word
                before = _sign(own)
                a += [f"{field}{'=' if sign == before else '/'}{strength}" for field, sign, strength in begins]
            for key in own:
                if key not in said:
                    best, strength = _majority(counts[key]) if key in counts else ("", "")
                    said[key] = f"{key[0]}:{best}{strength}" if strength else ""
                if said[key]:
                    a.append(said[key])
            out.append(a)
        return out

    def _name_style(self) -> str:
        """Return how the list's names begin: with the family name or the given name, and how certainly."""
        counts = self.counts.get("i0")
        if not counts:
            return "ns=?"
        best, count = max(counts.items(), key=lambda pair: (pair[1], pair[0]))
        return f"ns={best}{'+' if count > _MOST * sum(counts.values()) else ''}"


def _majority(counts: Counts) -> tuple[str, str]:
    """Return what is counted most, and how much that states: by its share, and by whether there are enough; empty for
    nothing.
    """
    if len(counts) == 1:  # all that are like this one have one label, as most have
        ((best, total),) = counts.items()
        return (best, "!n" if total >= _ENOUGH else "!") if total > 1 else ("", "")
    total = sum(counts.values())
    if total < 2:  # of most likenesses, which an item shares with no other
        return "", ""
    count = max(counts.values())
    best = max([label for label, n in counts.items() if n == count])
    share = count / total
    size = "!" if share > _CERTAIN else "+" if share > _MOST else "-" if share > _HALF else "?"
    return best, size + ("n" if total >= _ENOUGH else "")


def of_list(keys: Sequence[Sequence[tuple[Key, ...]]], read: Sequence[Reading]) -> Iterator[list[list[str]]]:
    """For every item of a list the further attributes of its words; none if the list is too short to have habits.

    Items that are printed in the same way count once: a work that is listed below two headings would report itself what it is.
    """
    same = [tuple(words.texts) for words, _ in read]
    different = dict(zip(same, zip(keys, (labels for _, labels in read), strict=True), strict=True))
    if len(different) < FEWEST:
        for _, labels in read:
            yield [[] for _ in labels]
        return
    habits = LabelCounts()
    for one in different.values():
        habits.add(*one)
    for text, own in zip(same, keys, strict=True):
        habits.add(*different[text], -1)
        yield habits.told(own)
        habits.add(*different[text])


def of_document(lists: Sequence[str], read: Sequence[Reading]) -> list[list[list[str]]]:
    """Return the further attributes of the words of a document's items; ``lists`` names the list that each item is in.

    Every item is reported what all lists of the document are like (with a ``D`` before it), and what its own list is like.
    """
    keys = [signatures(words, labels) for words, labels in read]
    everywhere = list(of_list(keys, read))
    found = [[["D" + attribute for attribute in told] for told in item] for item in everywhere]
    members: dict[str, list[int]] = defaultdict(list)
    for i, name in enumerate(lists):
        members[name].append(i)
    for group in members.values():
        whole = len(group) == len(keys)
        more = everywhere if whole else of_list([keys[i] for i in group], [read[i] for i in group])
        for i, extra in zip(group, more, strict=True):
            for told, further in zip(found[i], extra, strict=True):
                told.extend(further)
    return found


class ListModels:
    """The models that read a list: those that ship, or in their place models that were fitted to it."""

    def __init__(self, fitted: Mapping[str, bytes] = MappingProxyType({})) -> None:
        self._fitted = fitted
        self._decoders = {name: decoder(model) for name, model in fitted.items()}
        self._chains: dict[str, Chain] = {}

    def chain(self, name: str) -> Chain:
        """Return a model in plain Python, that states what each step is worth."""
        if name not in self._chains:
            self._chains[name] = Chain.of(self._fitted[name]) if name in self._fitted else chain(name)
        return self._chains[name]

    def reader(self, name: str, pinned: Pinned | None = None) -> Decoder:
        """Return what labels an item: slower, and bound, where people noted what some of its words are."""
        if not pinned:
            return self._decoders.get(name) or labeller(name)
        return replace(self.chain(name), extra=pin_score(pinned))


SHIPPED = ListModels()
SHARES = (1.0, 0.5)
"""The shares of the changes of weights that are tried."""


def read_lines(items: list[Item], given: str = "", said: Said = NOTHING_SAID) -> tuple[list[Labelled], list[ListShape]]:
    """Read single references, each by itself; ``said`` are words of which people noted the field, by numbers of items."""
    if given:
        return _read_by_shape(items, "line", (), given, said)
    words = [cut(item.text) for item in items]
    told = [attributes(each) for each in words]

    def read(models: ListModels, said: Said) -> list[Labelled]:
        return [
            Labelled(each, *models.reader("line", said.get(n)).label(own), told=own)
            for n, (each, own) in enumerate(zip(words, told, strict=True))
        ]

    alone = read(SHIPPED, NOTHING_SAID)
    labelled = read(SHIPPED, said) if said else alone
    allowed = _allowed(items, labelled, said)
    changes = _changes(items, alone, told, labelled, said, allowed)
    labelled = _taught(items, (told, labelled), allowed, changes, lambda models: (told, read(models, said)))
    return labelled, _shapes(items, labelled)


def read_alone(items: Sequence[Item], lower: Container[str]) -> list[Labelled]:
    """Read items of a document, each by itself and only once."""
    reader = labeller("document")
    found = []
    for item in items:
        if item.alone is None:
            words = cut(item.text)
            told = attributes(words, lower)
            item.alone = Labelled(words, *_in_parts(item, words, told, reader.label(told), "document"), told=told)
        found.append(item.alone)
    return found


def _in_parts(
    item: Item, words: Words, told: Sequence[list[str]], read: tuple[list[str], list[float], float], model: str
) -> tuple[list[str], list[float], float]:
    """Return the labels of an item within what the page calls its parts: as it was read where that keeps to them, else
    read again."""
    if not item.named or not len(words):
        return read
    reader = chain(model)
    may = labels_within(words, item.named, reader.labels)
    return read if fits(read[0], may) else reader.label_within(told, may)


def read_items(
    items: list[Item], lower: Container[str], given: str = "", said: Said = NOTHING_SAID
) -> tuple[list[Labelled], list[ListShape]]:
    """Read the items of a document, each by itself and then each as one of its list.

    ``lower`` are words that the document prints in lowercase letters; ``given`` is a shape in its one-line notation that all
    of them have; ``said`` as for :func:`read_lines`. What people noted of one item the others of its list are reported. Where
    items are ``known``, or people noted what words of them are, and the models that ship read one of these otherwise, all
    are read again by models that are fitted to them.
    """
    if given:
        return _read_by_shape(items, "document", lower, given, said)
    alone = read_alone(items, lower)
    told, labelled = _read_twice(items, alone, said, SHIPPED)

    def again(models: ListModels) -> _Read:
        reader = models.reader("document")
        anew = [Labelled(one.words, *reader.label(one.told), told=one.told) for one in alone]
        return _read_twice(items, anew, said, models)

    allowed = _allowed(items, labelled, said)
    changes = _changes(items, alone, told, labelled, said, allowed)
    labelled = _taught(items, (told, labelled), allowed, changes, again)
    return labelled, _shapes(items, labelled)


_Read = tuple[list[list[list[str]]], list[Labelled]]
"""What the words of items were reported, and how they were read."""


def _taught(
    items: Sequence[Item],
    before: _Read,
    allowed: Mapping[int, Allowed],
    changes: Mapping[str, Mapping[int, float]],
    again: Callable[[ListModels], _Read],
) -> list[Labelled]:
    """Return how items are read by what is known: by models with changed weights, and by the layout of the known ones. Each
    item is reported which of its words are read otherwise than ``before``.

    An item that would lose its title or people stays as it was. Changes that cost many items these go too far: then a part of
    them is made, or none.
    """
    models, told, read = SHIPPED, *before
    for share in SHARES if changes else ():
        changed = ListModels({name: fitted(name, each, share) for name, each in changes.items()})
        anew, after = again(changed)
        lost = {n for n, pair in enumerate(zip(read, after, strict=True)) if _loses(*pair)}
        gained = sum(_loses(new, old) for old, new in zip(read, after, strict=True))
        if len(lost) <= max(gained, MOST_LOST * len(items)):
            after = [read[n] if n in lost else one for n, one in enumerate(after)]
            models, told, read = changed, anew, after
            break
    if allowed:
        read = read_by_layout(items, told, read, allowed, models)
    for item, old, new in zip(items, before[1], read, strict=True):
        item.taught = {i for i, pair in enumerate(zip(old.labels, new.labels, strict=True)) if pair[0] != pair[1]}
    return read


def read_by_layout(
    items: Sequence[Item],
    told: Sequence[list[list[str]]],
    read: Sequence[Labelled],
    allowed: Mapping[int, Allowed],
    models: ListModels,
) -> list[Labelled]:
    """Return items read by the layout of the known ones of their list, or of all lists where theirs has none.

    An item is read so if it is laid out so, and if the models speak against that reading hardly more than the models that ship
    spoke against what is known.
    """
    layouts: dict[tuple[str, str], tuple[KnownLayout, list[float]]] = {}
    for n, may in allowed.items():
        model, shipped = _model_of(items[n]), chain(_model_of(items[n]))
        labels = models.chain(model).label_within(told[n], may)[0]
        loss = shipped.worth(told[n], labeller(model).label(told[n])[0]) - shipped.worth(told[n], labels)
        for key in (items[n].list_key, _ALL_LISTS):
            layout, losses = layouts.setdefault((model, key), (KnownLayout(), []))
            layout.add(read[n].words, labels)
            losses.append(loss)
    for layout, _ in layouts.values():
        layout.close()
    found = list(read)
    for n, (item, one) in enumerate(zip(items, read, strict=True)):
        model = _model_of(item)
        own = layouts.get((model, item.list_key))
        pair = own or layouts.get((model, _ALL_LISTS))
        if n in allowed or pair is None:
            continue
        reader = models.chain(model)
        named = labels_within(one.words, item.named, reader.labels) if item.named else ()
        given = pair[0].read(reader, told[n], one, named)
        if given is None or given[0] == one.labels:
            continue
        loss = reader.worth(told[n], one.labels) - reader.worth(told[n], given[0])
        if loss <= median(pair[1]) + (MOST_LOSS if own else MOST_LOSS_ELSEWHERE):
            found[n] = Labelled(one.words, given[0], given[1], one.probability, told=one.told)
    return found


_ALL_LISTS = "\0"
"""In place of the key of a list: no list has it."""
MOST_LOSS, MOST_LOSS_ELSEWHERE = 3.0, 1.0
"""How much less the score of a reading by the layout of known items may be than that of the models, next to what the known ones
themselves lose: in a list of which some are known, and in another of the same document. Chosen on documents with labels, of
which the model of documents had seen none (1, 3 and 8 for the list itself: others gain less or lose more)."""
MOST_LOST = 0.1
"""The share of items that may lose their title or people by changes of weights: a few are read by weights that stay, and many
show that the changes are wrong for the list."""
_TITLES, _PEOPLE = frozenset({TITLE}), frozenset({AUTHOR, EDITOR})


def _loses(before: Labelled, after: Labelled) -> bool:
    """Whether an item that had a title or people has none any more."""
    return any(_has(before, fields) and not _has(after, fields) for fields in (_TITLES, _PEOPLE))


def _has(one: Labelled, fields: Set[str]) -> bool:
    return not fields.isdisjoint(stretch.field for stretch in one.stretches)


def _read_twice(
    items: Sequence[Item], alone: Sequence[Labelled], said: Said, models: ListModels
) -> tuple[list[list[list[str]]], list[Labelled]]:
    """Read items that were read alone as items of their lists, by models in place of those that ship: what the words of
    each were reported, and the readings."""
    references = [item.section.is_of_references for item in items]
    readers = [models.reader(_model_of(item), said.get(n)) for n, item in enumerate(items)]
    told = [one.told for one in alone]
    first = [
        reader.label(one.told)[0] if n in said else one.labels
        for n, (reader, one) in enumerate(zip(readers, alone, strict=True))
    ]
    if len(items) >= FEWEST:
        habits = of_document(
            [item.list_key for item in items], [(one.words, own) for one, own in zip(alone, first, strict=True)]
        )
        told = [[a + b for a, b in zip(own, more, strict=True)] for own, more in zip(told, habits, strict=True)]
    told = [attributes(one.words) if single else own for one, own, single in zip(alone, told, references, strict=True)]
    read = [
        (one.words, *_in_parts(item, one.words, own, reader.label(own), _model_of(item)))
        for item, reader, one, own in zip(items, readers, alone, told, strict=True)
    ]
    lists: dict[str, list[int]] = defaultdict(list)
    for n, item in enumerate(items):
        lists[item.list_key].append(n)
    for numbers in lists.values():
        members = [(read[n][0], read[n][1]) for n in numbers]
        for agree in (families_behind_titles, begin_alike, title_alike):
            agree(members)
        if not any(references[n] or items[n].named for n in numbers) and len(members) >= FEWEST_OF_STYLE:
            every = frozenset(labeller("document").labels)
            for k, may in titles_in_font(members, every).items():
                members[k][1][:] = chain("document").label_within(told[numbers[k]], may)[0]
            for k, styled in restyled(members, every, owner_words(items[numbers[0]])).items():
                n = numbers[k]
                words, own, sure, probability = read[n]
                labels, _, together = chain("document").label_within(told[n], styled.allowed)
                if any(
                    all(words.texts[i].isascii() and len(words.texts[i]) == 1 for i in name)
                    for group in lists_of_names(words, labels)
                    for name in group
                ):
                    continue  # nobody is called "J": it begins the journal behind the people, "B. Lind, J. Phys. 3"
                sure = [
                    styled.certain if was != now or (styled.certain < a and is_name(now)) else a
                    for a, was, now in zip(sure, own, labels, strict=True)
                ]
                read[n] = words, labels, sure, together if styled.is_other else probability
    for n in said:  # what a list has in common is not a reason against what someone stated
        words, _, sure, probability = read[n]
        read[n] = (words, readers[n].label(told[n])[0], sure, probability)
    return told, [Labelled(*one) for one in read]


def owner_words(item: Item) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of the given and of the family name of the person that a heading above an item names."""
    for heading in item.section.headings:
        if name := name_from_text(heading.text):
            return frozenset(name.given.casefold().split()), frozenset(name.family.casefold().split())
    return frozenset(), frozenset()


def _model_of(item: Item) -> str:
    return "line" if item.section.is_of_references or item.list_key == "lines" else "document"


def _allowed(items: Sequence[Item], read: Sequence[Labelled], said: Said) -> dict[int, Allowed]:
    """Return the labels that the words of the known items may have, by the numbers of the items."""
    return {
        n: allowed_labels(read[n], item.known, said.get(n, {}), chain(_model_of(item)).labels)
        for n, item in enumerate(items)
        if item.known is not None
    }


def _changes(
    items: Sequence[Item],
    alone: Sequence[Labelled],
    told: Sequence[list[list[str]]],
    read: Sequence[Labelled],
    said: Said,
    known: Mapping[int, Allowed],
) -> dict[str, dict[int, float]]:
    """By how much to move the weights of models, by their names, for what is known of the items; none if these are read
    as they are known already."""
    found: dict[str, dict[int, float]] = {}
    for name in ("document", "line"):
        allowed = {n: own for n, own in known.items() if _model_of(items[n]) == name}
        reader = labeller(name)
        # Where someone stated what words are, the reading is bound to it; whether the models read it so shows without that.
        unbound = {n: (alone[n].labels, reader.label(told[n])[0]) if n in said else (read[n].labels,) for n in allowed}
        wrong = {n for n, own in unbound.items() if not all(fits(labels, allowed[n], n not in said) for labels in own)}
        if not wrong:
            continue
        mine = chosen(items, [len(one.words) for one in alone], allowed, wrong)
        # What no other item has shows nothing of the others, and would spare the model to learn what does.
        others = (n for n in range(len(items)) if n not in mine)
        moved = {a for n in others for own in (alone[n].told, told[n]) for word in own for a in word}
        sequences = [
            KnownSequence(one, allowed[n], reader.odds(one))
            for n in mine
            for one in ([alone[n].told, told[n]] if name == "document" else [told[n]])
        ]
        found[name] = weight_changes(chain(name), sequences, moved)
    return found


def _read_by_shape(
    items: list[Item], model: str, lower: Container[str], given: str, said: Said
) -> tuple[list[Labelled], list[ListShape]]:
    """Read items with a shape given by hand."""
    segments = parse_shape(given)
    labelled = []
    for n, item in enumerate(items):
        words = cut(item.text)
        score = pin_score(said[n]) if n in said else step_score(segments, words)
        labels, sure, together = replace(chain(model), extra=score).label(attributes(words, lower))
        for one in stretches(labels):
            # Whoever gives a layout calls it a venue, and most venues are no houses.
            if one.field == PUBLISHER and not is_publisher(
                words.item.text[words.starts[one.first] : words.ends[one.stop - 1]]
            ):
                set_field(labels, one.first, one.stop, CONTAINER)
        labelled.append(Labelled(words, labels, sure, together))
    notation = notation_of(segments)
    agreeing = sum(notation_of(segments_of(reading)) == notation for reading in labelled)
    return labelled, [ListShape("", len(items), agreeing, notation)]


def _shapes(items: list[Item], labelled: list[Labelled]) -> list[ListShape]:
    """Return the shape of every list."""
    own: dict[str, list[int]] = defaultdict(list)
    for i, item in enumerate(items):
        own[item.list_key].append(i)
    found = [voted(items[members[0]].section.title, (labelled[i] for i in members)) for members in own.values()]
    return [shape for shape in found if shape is not None]

"""What people note about a reading, and how it is applied: the next time, also by the items that are similar.

A correction names an item by the words that it begins with, as a person sees them; so it finds the item again where the
page has moved it, and where a few of its words have changed. What applies to a list (whose it is, what a heading announces,
which field a piece of text is) is applied wherever it fits.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from citekit.documents.runs import Run
from citekit.extraction import labeller as labels
from citekit.extraction.items import OTHER as OTHER_HEADING
from citekit.extraction.items import PUBLICATIONS, Item, heading_key
from citekit.extraction.labeller import AUTHOR, EDITOR, OTHER, TITLE, TRANSLATOR, field_of
from citekit.extraction.lexer import Words, cut
from citekit.extraction.phrases import flat
from citekit.extraction.styled import StyledText
from citekit.formats.csv import canonical_field, work_of
from citekit.model.kinds import field_named
from citekit.model.work import Evidence, Trace, Work
from citekit.runtime.errors import Problem, UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span

KINDS = ("owner", "heading", "publication", "leave-out", "join", "split", "field", "text")
LABELS: Mapping[str, str] = {
    "title": TITLE,
    "author": AUTHOR,
    "editor": EDITOR,
    "translator": TRANSLATOR,
    "container-title": labels.CONTAINER,
    "collection-title": labels.SERIES,
    "volume": labels.VOLUME,
    "issue": labels.ISSUE,
    "page": labels.PAGES,
    "issued": labels.YEAR,
    "publisher": labels.PUBLISHER,
    "publisher-place": labels.PLACE,
    "edition": labels.EDITION,
    "genre": labels.GENRE,
    "original-date": labels.FIRST_YEAR,
    "archive": labels.ARCHIVE,
    "event-title": labels.EVENT,
    "": OTHER,
}
"""What a span of an item can be stated to be; nothing for what is not a field."""
LONGEST_ANCHOR = 200
"""Characters of an item that a correction names it by."""
MOST = 5000
"""Corrections of one source; more are a mistake, or someone's malice."""
_LEAST_ALIKE = 0.6
"""The share of an item's words that it still has where a correction is about it."""
_OFTEN = 20
"""Items that have a word which states little about any of them."""
_SHORTEST = 3
"""Letters of a piece that is looked for in other items."""
_FORBIDDEN = -1e6
_REPEATED = frozenset({AUTHOR, EDITOR, TRANSLATOR, OTHER})
"""Fields that an item may have at several places."""


Pinned = Mapping[int, tuple[str, bool]]
"""Number of a word -> the field that someone stated it is in, and whether it is the first word of it."""
Said = Mapping[int, Pinned]
"""Number of an item -> its words of which someone stated the field."""
NOTHING_SAID: Said = {}


@dataclass(frozen=True, slots=True)
class Correction:
    """One thing that a person noted about the reading of a source.

    ``kind`` is one of :data:`KINDS`. ``item`` is the beginning of the item that it is about, or the text of the heading.
    ``name`` is a variable, and ``value``

    - for ``owner`` the person whose list it is,
    - for ``heading`` what it announces, ``publications`` or ``other``,
    - for ``join`` the beginning of the item that is one with this, for ``split`` the words with which another begins,
    - for ``field`` a piece of the item which is the variable ``name``,
    - for ``text`` the value of ``name``, whatever the item states (nothing: it has none).

    Raises :class:`~citekit.runtime.errors.UsageError` for what is not a correction.
    """

    kind: str
    item: str = ""
    name: str = ""
    value: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise UsageError(f"there is no correction {self.kind!r}", f"there are {', '.join(KINDS)}")
        if self.kind == "heading" and self.value not in (PUBLICATIONS, OTHER_HEADING):
            raise UsageError(f"a heading announces {PUBLICATIONS} or {OTHER_HEADING}, not {self.value!r}")
        if self.kind == "field" and self.name not in LABELS:
            raise UsageError(f"a piece of text is no {self.name!r}", f"it may be {', '.join(filter(None, LABELS))}")
        if (self.kind != "owner" and not _folded(self.item)) or (self.kind not in _BARE and not _folded(self.value)):
            raise UsageError(f"the correction {self.kind!r} does not say what it is about")

    @property
    def with_item(self) -> str:
        """What is stated, and of which item: two items may be reported the same."""
        return f"{self} (of “{self.item[:60]}”)"

    def __str__(self) -> str:
        # the journal of an article and the title of a book are one variable, which only the type tells apart
        field = "venue" if self.name == "container-title" else field_named(self.name, "article-journal")
        return _SENTENCES[self.kind].format(name=field or "no field", value=self.value)

    def as_json(self) -> dict[str, str]:
        """Return what of it is not empty."""
        return {name: value for name, value in asdict(self).items() if value}

    @classmethod
    def of_json(cls, data: Mapping[str, Any]) -> Correction:
        """Return the correction that :meth:`as_json` wrote; raises as the class does."""
        told = {name: str(data.get(name, "")) for name in ("kind", "item", "name", "value")}
        return cls(**told)


_YOU_SAID = "your correction"
_OF_LISTS = ("announces publications", "announces other")
_BARE = frozenset({"publication", "leave-out", "text"})
_SENTENCES = {
    "owner": "it is the list of {value}",
    "heading": "this heading announces {value}",
    "publication": "it is a publication",
    "leave-out": "it is none",
    "join": "it goes on with “{value}”",
    "split": "another one begins with “{value}”",
    "field": "“{value}” is the {name}",
    "text": "the {name} is “{value}”",
}


def anchor(text: str) -> str:
    """Return the words by which a correction names an item or a heading."""
    return flat(text)[:LONGEST_ANCHOR]


def of_field(text: str, name: str, value: str) -> Correction:
    """Return what someone states who states that a variable (or field of BibTeX) of an item is ``value``: which of its
    words are that, where they are its words, else what is in no word of it.
    """
    variable = "container-title" if name.casefold() in _VENUE else canonical_field(name)
    kind = "field" if variable in LABELS and value.strip() and _find(text, value) else "text"
    return Correction(kind, anchor(text), variable, flat(value))


def added(corrections: Sequence[Correction], new: Correction) -> tuple[Correction, ...]:
    """Return the corrections with one more, which takes the place of those that stated something else about the same."""
    return (*(old for old in corrections if not _about_the_same(old, new)), new)


def _about_the_same(old: Correction, new: Correction) -> bool:
    if _folded(old.item) != _folded(new.item):
        return False
    if {old.kind, new.kind} == {"publication", "leave-out"} or old.kind == new.kind in ("owner", "heading"):
        return True
    if new.kind not in ("field", "text") or old.kind not in ("field", "text"):
        return old == new
    same_piece = old.kind == new.kind == "field" and _folded(old.value) == _folded(new.value)
    return same_piece or (old.name == new.name and new.name not in ("", "author", "editor")) or old == new


class ActiveCorrections:
    """The corrections of one source while it is read; each step distinguishes what it took from them."""

    def __init__(self, corrections: Iterable[Correction] = ()) -> None:
        self._of: dict[str, list[Correction]] = defaultdict(list)
        for correction in corrections:
            self._of[correction.kind].append(correction)
        if sum(map(len, self._of.values())) > MOST:
            raise UsageError(
                f"there are more than {MOST} corrections of one source", "remove those that it needs no more"
            )
        self._found: set[Correction] = set()
        self._told: dict[int, tuple[Item, list[str]]] = {}
        self._wanted: dict[int, Item] = {}
        self._pieces: dict[int, list[tuple[str, bool]]] = {}
        self.headings = {heading_key(c.item): c.value for c in self._of["heading"]}

    @property
    def owner(self) -> str:
        """The person whose list it is, as far as someone stated this."""
        self._found.update(self._of["owner"])
        return self._of["owner"][-1].value if self._of["owner"] else ""

    # --- items -----------------------------------------------------------------------------------------------------

    def items(self, items: Sequence[Item]) -> list[Item]:
        """Return the items as they are corrected: under headings, joined, split, left out, included."""
        made = list(items)
        said = {heading_key(correction.item): correction for correction in self._of["heading"]}
        for item in made if said else ():
            above = [said[key] for h in reversed(item.section.headings) if (key := heading_key(h.text)) in said]
            for correction in above:
                self._tell(item, correction)
            if above and above[0].value == OTHER_HEADING and not item.aside:
                item.aside = f"under “{above[0].item}”, which you corrected"
        for kind, change in (("join", self._join), ("split", self._split)):
            for correction in self._of[kind]:
                if (at := _place(made, correction.item)) is not None:
                    change(made, at, correction)
        for correction, at in self._met("publication", made):
            made[at].aside, made[at].hidden, made[at].struck = "", False, False
            self._wanted[id(made[at])] = made[at]
            self._tell(made[at], correction)
        for correction, at in self._met("leave-out", made):
            made[at].aside = "your correction: not a publication"
            self._tell(made[at], correction)
        return made

    def _met(self, kind: str, items: Sequence[Item]) -> list[tuple[Correction, int]]:
        """Return the corrections of a kind with the numbers of the items that they are about."""
        places = _places(items, [correction.item for correction in self._of[kind]])
        return [(c, at) for c in self._of[kind] if (at := places.get(c.item)) is not None]

    def _join(self, items: list[Item], at: int, correction: Correction) -> None:
        other = _place(items, correction.value)
        if other is None or other == at:
            return
        first, second = items[at], items[other]
        end = first.text.runs[-1].span.end
        runs = (*first.text.runs, Run(" ", Span(end, end)), *second.text.runs)
        text = StyledText.of(runs, first.text.marker, first.text.hint)
        items[at] = replace(first, text=text, span=first.span.cover(second.span), alone=None)
        del items[other]
        self._tell(items[at - (other < at)], correction)

    def _split(self, items: list[Item], at: int, correction: Correction) -> None:
        item = items[at]
        found = _find(item.text.text, correction.value)
        if found is None or not found[0]:
            return
        halves = (item.text.cut(0, found[0]), item.text.cut(found[0], len(item.text.text)))
        made = [replace(item, text=half, span=half.span(0, len(half.text)), alone=None) for half in halves if half.text]
        items[at : at + 1] = made
        for half in made:
            self._tell(half, correction)

    # --- fields ----------------------------------------------------------------------------------------------------

    def pieces(self, items: Sequence[Item]) -> Said:
        """Number of an item -> its words of which someone stated the field, each with whether it is the first of it."""
        if not self._of["field"]:
            return {}
        pinned: dict[int, dict[int, tuple[str, bool]]] = defaultdict(dict)
        cuts = {}
        for correction, at, alike in self._meant(items):
            if at not in cuts:
                cuts[at] = cut(items[at].text)
            words = _words_of(cuts[at], correction.value, alike)
            if not words or (alike and any(n in pinned[at] for n in words)):
                continue
            for n in words:
                pinned[at][n] = (LABELS[correction.name], n == words[0])
            self._tell(items[at], correction, alike)
            self._pieces.setdefault(id(items[at]), []).append((correction.name, alike))
        return {at: words for at, words in pinned.items() if words}

    def _meant(self, items: Sequence[Item]) -> Iterable[tuple[Correction, int, bool]]:
        """Return the corrections with the items that they are about, then with those that have the same piece."""
        own = set(self._met("field", items))
        yield from ((c, at, False) for c, at in self._met("field", items))
        by_word: dict[str, list[int]] = defaultdict(list)
        for at, item in enumerate(items):
            for word in set(item.text.text.casefold().split()):
                by_word[word.strip(_SIGNS)].append(at)
        for c in self._of["field"]:
            words = [word.strip(_SIGNS) for word in c.value.casefold().split()]
            rarest = min((by_word.get(word, []) for word in words if word), key=len, default=[])
            if sum(map(str.isalpha, c.value)) >= _SHORTEST and LABELS[c.name] != TITLE:
                yield from ((c, at, True) for at in rarest if (c, at) not in own)

    def tell_known(self, items: Sequence[Item]) -> None:
        """Tell items the values that someone gave them: the others of their lists are read like them."""
        values: dict[int, list[tuple[str, str]]] = {at: [] for _, at in self._met("field", items)}
        for correction, at in self._met("text", items):
            values.setdefault(at, []).append((canonical_field(correction.name), correction.value))
        for at, row in values.items():
            made, known = work_of([pair for pair in row if pair[1].strip()]), items[at].known or Work()
            kind = made.type if any(name == "type" for name, _ in row) else known.type
            items[at].known = Work(
                kind, known.id, {**known.variables, **made.variables}, {**known.fields, **made.fields}
            )

    # --- works -----------------------------------------------------------------------------------------------------

    def is_wanted(self, item: Item) -> bool:
        """Whether someone stated that an item is a publication."""
        return id(item) in self._wanted

    def works(self, items: Sequence[Item], pairs: Sequence[tuple[Work, Trace]]) -> list[tuple[Work, Trace]]:
        """Return the works with the values that someone gave them, and traces that state what was corrected."""
        made = list(pairs)
        for correction, at in self._met("text", items):
            made[at] = _given(*made[at], correction)
            self._tell(items[at], correction)
        return [(work, self._traced(item, trace)) for item, (work, trace) in zip(items, made, strict=True)]

    def _traced(self, item: Item, trace: Trace) -> Trace:
        """Return a trace that states what was corrected. What someone has looked at so is not uncertain any more."""
        if id(item) not in self._told:
            return trace
        evidence = dict(trace.evidence)
        for name, alike in self._pieces.get(id(item), ()):
            if name in evidence:
                reason = "like your correction of another item" if alike else "your correction"
                evidence[name] = replace(evidence[name], score=1.0, reason=reason)
        told = self._told[id(item)][1]
        looked_at = any(said.startswith(_YOU_SAID) for said in told if not said.endswith(_OF_LISTS))
        doubts, score = ((), 1.0) if looked_at else (trace.doubts, trace.score)
        return replace(trace, evidence=evidence, doubts=doubts, score=score, corrected=tuple(told))

    def unmet(self, source: Source) -> tuple[Problem, ...]:
        """Return a problem for each correction that fits nothing any more."""
        left = [c for said in self._of.values() for c in said if c not in self._found]
        hint = "the page has changed; 'citekit correct SOURCE --list' shows it, --forget takes it back"
        said = [f"a correction fits nothing any more: {correction.with_item}" for correction in left]
        return tuple(Problem(text, hint, source, None, "warning", "unmet-correction") for text in said)

    def _tell(self, item: Item, correction: Correction, alike: bool = False) -> None:
        self._found.add(correction)
        who = f"like your correction of “{correction.item[:40]}…”" if alike else _YOU_SAID
        self._told.setdefault(id(item), (item, []))[1].append(f"{who}: {correction}")


def pin_score(pinned: Pinned) -> Callable[[int, str, str], float]:
    """Return what a step costs where the fields of some words are stated: they are that, and no others are where one
    is enough.
    """
    single = {field for field, _ in pinned.values()} - _REPEATED

    def score(i: int, before: str, label: str) -> float:
        field = field_of(label)
        if i not in pinned:
            return _FORBIDDEN if field in single else 0.0
        wanted, first = pinned[i]
        if field != wanted or (wanted not in _REPEATED and label.startswith("B-") != first):
            return _FORBIDDEN
        return _FORBIDDEN if first and wanted != OTHER and label.startswith("I") else 0.0

    return score


_VENUE = frozenset({"venue", "container", "journal", "booktitle"})
_SIGNS = " .,;:()[]{}\"'“”‘’*_"


def _folded(text: str) -> str:
    return "".join(filter(str.isalnum, text[:LONGEST_ANCHOR].casefold()))


def _place(items: Sequence[Item], named: str) -> int | None:
    return _places(items, [named]).get(named)


def _places(items: Sequence[Item], names: Iterable[str]) -> dict[str, int]:
    """Anchor -> number of the item: the one that begins so, else the one that has most of its words."""
    wanted = dict.fromkeys(names)
    if not wanted:
        return {}
    begins: dict[str, int] = {}
    having: dict[str, list[int]] = defaultdict(list)
    for at, item in enumerate(items):
        start = anchor(item.text.text)
        begins.setdefault(_folded(start), at)
        for word in set(start.casefold().split()):
            having[word].append(at)
    found = {name: begins[_folded(name)] for name in wanted if _folded(name) in begins}
    for name in wanted:
        words = set(anchor(name).casefold().split())
        if name in found or not words:
            continue
        shared = Counter(at for word in words if len(having[word]) <= _OFTEN for at in having[word])
        taken = set(found.values())
        best = max((at for at in shared if at not in taken), key=lambda at: (shared[at], -at), default=None)
        if best is not None and _likeness(words, items[best]) >= _LEAST_ALIKE:
            found[name] = best
    return found


def _likeness(words: set[str], item: Item) -> float:
    its = set(anchor(item.text.text).casefold().split())
    return len(words & its) / max(1, min(len(words), len(its)))


def _find(text: str, piece: str, start: int = 0) -> tuple[int, int] | None:
    """Return where a piece is in a text, whatever the case and the spaces between its words."""
    letters = [(c, i) for i, ch in enumerate(text) if i >= start and not ch.isspace() for c in ch.casefold()]
    wanted = "".join("".join(piece.split()).casefold())
    at = "".join(c for c, _ in letters).find(wanted) if wanted else -1
    return (letters[at][1], letters[at + len(wanted) - 1][1] + 1) if at >= 0 else None


def _words_of(words: Words, piece: str, alike: bool) -> list[int]:
    """Return the words of an item that a piece is; in another item than the one meant only where marks part it from
    the others.
    """
    place = _find(words.item.text, piece)
    if place is None:
        return []
    found = [n for n in range(len(words)) if words.starts[n] < place[1] and words.ends[n] > place[0]]
    if not found or not alike:
        return found
    before, after = words.separators[found[0]], words.separators[found[-1] + 1]
    parted = (not found[0] or before.strip()) and (found[-1] == len(words) - 1 or after.strip())
    whole = words.starts[found[0]] >= place[0] and words.ends[found[-1]] <= place[1]
    return found if parted and whole else []


def _given(work: Work, trace: Trace, correction: Correction) -> tuple[Work, Trace]:
    """Return the work with a value that someone gave it."""
    name = canonical_field(correction.name)
    made = work_of([(name, correction.value)]) if correction.value.strip() else Work()
    variables = {n: v for n, v in work.variables.items() if n != name}
    fields = {n: v for n, v in work.fields.items() if n != name}
    kind = made.type if name == "type" and correction.value.strip() else work.type
    given = Work(kind, work.id, {**variables, **made.variables}, {**fields, **made.fields})
    told = {n: Evidence(None, 1.0, "your correction") for n in (*made.variables, *made.fields)}
    evidence = {n: e for n, e in trace.evidence.items() if n != name}
    return given, replace(trace, evidence={**evidence, **told})

"""Entries resolved: macros are replaced, and fields inherited by ``crossref`` and ``xdata`` by the rules of the dialect.

Sources: the BibLaTeX manual, "Cross-referencing Entries" with the default inheritance setup of appendix B, "Data
Containers" for ``xdata``; Patashnik, "BibTeXing", section 2.3, for BibTeX, where a child inherits every field that it
lacks under the same name. Field values are text here, LaTeX as it is in the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import field, replace
from functools import lru_cache

from citekit.formats.bibtex.blocks import FAULTS, EntryBlock, problem
from citekit.formats.bibtex.values import StringMacros, resolve, text_of_value
from citekit.model.date import MONTHS
from citekit.model.kinds import CSL_TYPES, OBEYED_FIELDS, RAW_FIELDS, VERBATIM, Dialect
from citekit.runtime import patterns as re
from citekit.runtime.errors import Problem
from citekit.runtime.records import dataclass
from citekit.runtime.registry import tables
from citekit.runtime.span import Source, Span
from citekit.text.tex_allowed import refused
from citekit.text.tex_decode import without_conditions

Values = Mapping[str, str]

_TABLES = tables("citekit.formats.bibtex", "inherit.tsv")
_OWN = frozenset(name for table in ("never", "housekeeping") for row in _TABLES[table] for name in row[0].split())
_OWN_BEGINS = ("date-", "bdsk-", "mendeley-")
_SHORT_TITLES = frozenset({"shorttitle", "sorttitle", "indextitle", "indexsorttitle"})
_DATE = frozenset({"date", "year", "month", "day"})
_SAME = dict(_TABLES["same"])
_TITLE = ("title", "subtitle", "titleaddon")
_IN_BOOKS = ("inbook", "bookinbook", "suppbook")
# (type of parent, type of child) -> the names that the parent's titles get in the child.
_RENAMES = {
    (parent, child): dict(zip(_TITLE, names.split(), strict=True))
    for parents, children, names in _TABLES["titles"]
    for parent in parents.split()
    for child in children.split()
}


@dataclass(slots=True)
class ResolvedEntry:
    """An entry with its macros resolved: ``values`` are the fields with a value, ``empty`` the names of the others.

    It is not a :class:`~citekit.formats.bibtex.edit.Entry`, whose fields are those that are written in it: inherited values have no
    place in its text, and reading ten thousand entries needs no editor.

    ``retitled`` are the fields that were inherited from a title of the parent under another name.
    """

    type: str
    key: str
    values: dict[str, str]
    span: Span = Span(0, 0)
    empty: frozenset[str] = frozenset()
    retitled: set[str] = field(default_factory=set)


def canonical(name: str) -> str:
    """Return BibLaTeX's name for a field."""
    return _SAME.get(name, name)


@lru_cache(maxsize=4096)
def renames_of(parent: str, child: str) -> Mapping[str, str]:
    """Return the names that a parent's titles get in a child, by the types of both; empty if they do not change."""
    return _RENAMES.get((parent, "inproceedings" if child == "conference" else child), {})


def is_own(name: str) -> bool:
    """Whether a field is never inherited."""
    return name in _OWN or "+an" in name or name.startswith(_OWN_BEGINS)


def from_parent(
    child: str, own: AbstractSet[str], parent: str, values: Values, dialect: Dialect
) -> dict[str, tuple[str, bool]]:
    """Return the fields that a child inherits by ``crossref``: name -> value, and whether it was a title with another name.

    ``own`` are the fields that the child has. In BibTeX a child without a title inherits the parent's; in BibLaTeX the
    parent's title becomes the title of the book only.
    """
    has = {canonical(name) for name in own}
    dated = not has.isdisjoint(("date", "year"))
    renames = renames_of(parent, child)
    if dialect == "bibtex" and "title" not in has:
        renames = {}
    given: dict[str, tuple[str, bool]] = {}
    for name, value in values.items():
        if name in renames or is_own(name) or (dated and name in _DATE) or (renames and name in _SHORT_TITLES):
            continue
        if canonical(name) not in has:
            given[name] = value, False
    handed = {canonical(name) for name in given} | has
    if renames and renames["title"] not in handed:
        given |= {renames[name]: (values[name], True) for name in _TITLE if name in values}
    if child in _IN_BOOKS and parent in ("book", "mvbook") and "author" in values and "bookauthor" not in handed:
        given["bookauthor"] = values["author"], False
    return given


def from_data(own: AbstractSet[str], values: Values) -> dict[str, str]:
    """Return the fields that an entry inherits from an ``xdata`` entry: every field that it lacks."""
    has = {canonical(name) for name in own}
    dated = not has.isdisjoint(("date", "year"))
    return {
        name: value
        for name, value in values.items()
        if canonical(name) not in has
        and not (dated and name in _DATE)
        and name not in ("ids", "xdata", "crossref")
        and "+an" not in name
    }


def keys_in(value: str) -> list[str]:
    """Return the keys of a comma-separated list."""
    return [key for key in map(str.strip, value.split(",")) if key]


def references(kind: str, values: Values) -> tuple[list[str], list[str]]:
    """Return the keys of ``xdata`` and of ``crossref``; a ``set`` inherits from its first member."""
    data, parent = values.get("xdata", ""), values.get("crossref", "").strip()
    if kind == "set" and not parent:
        parent = next(iter(keys_in(values.get("entryset", ""))), "")
    return keys_in(data) if data else [], [parent] if parent else []


class KeyIndex:
    """The positions of entries by key: an exact match, else a match that ignores letter case, or of an alias."""

    def __init__(self, keys: Iterable[str], aliases: Iterable[str] = ()) -> None:
        self._exact: dict[str, int] = {}
        self._loose: dict[str, int] = {}
        for place, key in enumerate(keys):
            self._exact.setdefault(key, place)
            self._loose.setdefault(key.lower(), place)
        for place, alias in enumerate(aliases):
            for key in keys_in(alias):
                self._loose.setdefault(key.lower(), place)

    def find(self, key: str) -> int | None:
        """Return the position of the entry, or None."""
        place = self._exact.get(key)
        return self._loose.get(key.lower()) if place is None else place


def inherit(entries: Sequence[ResolvedEntry], dialect: Dialect, length: int) -> list[tuple[ResolvedEntry, Problem]]:
    """Add the inherited fields to entries, through any number of levels, and return the problems.

    ``length`` is the size of the file in characters: inheritance stops when it would add many times as much, so that
    time and memory stay linear.
    """
    if not any(not REFERRING.isdisjoint(entry.values) for entry in entries):
        return []
    return _Inheritance(entries, dialect, budget_of(length)).problems


def price(values: Values, parent: Values) -> int:
    """Return the cost of comparing the fields of two entries, in characters of the budget."""
    return 20 * (len(values) + len(parent))


def budget_of(length: int) -> int:
    """Return the characters that may be inherited in a text of this length: many times its size, and more in small files."""
    return 1_000_000 + 20 * length


REFERENCES = ("crossref", "xref", "xdata", "entryset", "related")
"""Fields that contain the keys of other entries, separated by commas."""
REFERRING = frozenset(REFERENCES)
_NEW, _OPEN, _DONE = range(3)
Links = Sequence[Sequence[int]]


def ancestors_first(links: Links) -> tuple[list[int], set[tuple[int, int]]]:
    """Return an order of entries with the targets of links first, and the links that would close a cycle.

    ``links`` has the positions that each entry links to. The depth-first search has its own stack, because chains of
    links can be longer than Python's.
    """
    order: list[int] = []
    circles: set[tuple[int, int]] = set()
    state = [_NEW] * len(links)
    for start in range(len(links)):
        path = [(start, iter(links[start]))] if state[start] == _NEW else []
        state[start] = max(state[start], _OPEN)
        while path:
            here, rest = path[-1]
            there = next(rest, None)
            if there is None:
                state[here] = _DONE
                order.append(here)
                path.pop()
            elif state[there] == _OPEN:
                circles.add((here, there))
            elif state[there] == _NEW:
                state[there] = _OPEN
                path.append((there, iter(links[there])))
    return order, circles


def links_of(entries: Iterable[tuple[str, Values]], index: KeyIndex) -> list[list[int]]:
    """Return, for each entry (type and fields), the positions of those it inherits from, ``xdata`` before ``crossref``."""
    found = []
    for kind, fields in entries:
        data, parent = references(kind, fields)
        places = [index.find(key) for key in (*data, *parent)] if data or parent else []
        found.append([place for place in places if place is not None])
    return found


class _Inheritance:
    def __init__(self, entries: Sequence[ResolvedEntry], dialect: Dialect, budget: int) -> None:
        self.entries = entries
        self.dialect: Dialect = dialect
        self.budget = budget
        self.index = KeyIndex((e.key for e in entries), (e.values.get("ids", "") for e in entries))
        self.problems: list[tuple[ResolvedEntry, Problem]] = []
        order, self.circles = ancestors_first(links_of(((e.type, e.values) for e in entries), self.index))
        for place in order:
            entry = entries[place]
            for name in ("xref", "entryset", "related"):
                for key in keys_in(entry.values.get(name, "")):
                    if self.index.find(key) is None:
                        message = f"{name} of '{entry.key}' names '{key}', which is not in the file"
                        self._report(entry, "missing-reference", message, "add that entry, or remove the reference")
            data, parent = references(entry.type, entry.values)
            for key in (*data, *parent):
                source = self._source(entry, place, key)
                if source is None or self._is_spent(entry, source):
                    continue
                # an empty field states that nothing is to be inherited
                own = entry.values.keys() | entry.empty
                given = (
                    from_parent(entry.type, own, source.type, source.values, self.dialect)
                    if key in parent
                    else {name: (value, False) for name, value in from_data(own, source.values).items()}
                )
                self.budget -= sum(len(value) for value, _ in given.values())
                entry.values.update((name, value) for name, (value, _) in given.items())
                entry.retitled |= {name for name, (_, was_title) in given.items() if was_title}

    def _is_spent(self, entry: ResolvedEntry, source: ResolvedEntry) -> bool:
        """Charge the comparison of two entries to the budget; report once that it is exhausted."""
        if self.budget < 0:
            return True
        self.budget -= price(entry.values, source.values)
        if self.budget < 0:
            message = f"'{entry.key}' and entries after it inherit many times the size of the file"
            self._report(entry, "too-much-inherited", message, "the inherited fields are omitted")
        return self.budget < 0

    def _source(self, entry: ResolvedEntry, place: int, key: str) -> ResolvedEntry | None:
        at = self.index.find(key)
        if at is None and entry.type == "set":
            return None  # reported as a missing member of its entryset
        if at is None:
            message = f"'{entry.key}' inherits from '{key}', which is not in the file"
            self._report(entry, "missing-crossref", message, "add that entry, or remove the reference")
            return None
        if (place, at) in self.circles:
            whom = "itself" if at == place else f"'{key}', which inherits from it"
            message = f"'{entry.key}' inherits from {whom}"
            self._report(entry, "crossref-cycle", message, "remove one of the references")
            return None
        return self.entries[at]

    def _report(self, entry: ResolvedEntry, kind: str, message: str, hint: str) -> None:
        self.problems.append((entry, Problem(message, hint, severity="warning", kind=kind)))


# --- Macros -----------------------------------------------------------------------------------------------------------

_OF_PROGRAMS = RAW_FIELDS - OBEYED_FIELDS
_REFUSED = "refused-command"
_KEPT = "kept-command"
_NOT_WORKS = frozenset({"xdata", "set"})
_KNOWN_TYPES = frozenset(CSL_TYPES) | _NOT_WORKS

_EMPTY_LINE = re.compile(r"\n[ \t\r]*\n\s*")
# Fields with whole texts, whose paragraphs are retained.
_OF_PARAGRAPHS = frozenset({"annote", "annotation"})
_BIBLATEX_FIELDS = frozenset("date journaltitle location eprinttype eprintclass langid hyphenation annotation".split())
_BIBTEX_FIELDS = frozenset("year journal address archiveprefix primaryclass school annote".split())
_BIBLATEX_TYPES = frozenset(CSL_TYPES) - frozenset(
    "article book booklet conference inbook incollection inproceedings manual mastersthesis misc patent periodical "
    "phdthesis proceedings techreport unpublished online electronic www software dataset".split()
)
# Types and fields of one dialect only, which distinguish the dialect of a file.
_BIBTEX_TYPES = frozenset({"phdthesis", "mastersthesis", "techreport", "conference"})


def resolved_entries(
    entries: Sequence[EntryBlock],
    definitions: Sequence[tuple[str, str]],
    source: Source,
    dialect: Dialect,
    named: AbstractSet[str],
    problems: list[Problem],
    own: int,
) -> Iterator[tuple[int, ResolvedEntry]]:
    """Yield each entry resolved, with its position; to save memory, only related ones are held, which come last.

    ``definitions`` are the macros, of which each entry knows the first ``defined`` ones; ``named`` are the keys that
    entries refer to, in lower case. Problems of the first ``own`` entries are added to ``problems`` on the way.
    """
    macros = StringMacros(definitions, len(source.text))
    related: dict[int, ResolvedEntry] = {}
    for place, raw in enumerate(entries):
        macros.define(raw.defined)
        entry, noticed = resolved_entry(raw, macros)
        problems += [replace(p, source=source, span=p.span or raw.span) for p in noticed if place < own]
        values = entry.values
        aliases = keys_in(values["ids"]) if "ids" in values else ()
        keys = map(str.lower, (entry.key, *aliases))
        if named and not (REFERRING.isdisjoint(values) and named.isdisjoint(keys)):
            related[place] = entry
        else:
            yield place, entry
    if macros.spent:
        message = "the macros expand to far more text than the file has; from here on, they are not expanded"
        problems.append(problem("endless-macros", message, source, Span(0, 0)))
    others = {id(entry) for place, entry in related.items() if place >= own}
    inherited = inherit([*related.values()], dialect, len(source.text)) if related else []
    problems += [replace(p, source=source, span=e.span) for e, p in inherited if id(e) not in others]
    yield from related.items()


def first_look(
    entries: Sequence[EntryBlock], definitions: Sequence[tuple[str, str]], length: int
) -> tuple[Dialect, set[str]]:
    """Return the dialect of a file, and the keys that its entries refer to, in lower case."""
    named: set[str] = set()
    macros = StringMacros(definitions, length)

    def looked_at() -> Iterator[tuple[str, AbstractSet[str]]]:
        for raw in entries:
            fields = dict(reversed(raw.read_pairs))
            for name in fields.keys() & REFERRING:
                macros.define(raw.defined)
                named.update(key.lower() for key in keys_in(text_of_value(resolve(fields[name], macros)[0])))
            yield raw.type.lower(), fields.keys()

    return dialect_of(looked_at()), named


def dialect_of(entries: Iterable[tuple[str, AbstractSet[str]]]) -> Dialect:
    """Return the dialect to which most types and names of fields (in lower case) belong."""
    biblatex = bibtex = 0
    for kind, names in entries:
        biblatex += len(names & _BIBLATEX_FIELDS) + (kind in _BIBLATEX_TYPES)
        bibtex += len(names & _BIBTEX_FIELDS) + (kind in _BIBTEX_TYPES)
    return "biblatex" if biblatex > bibtex else "bibtex"


def resolved_entry(raw: EntryBlock, macros: Mapping[str, str]) -> tuple[ResolvedEntry, list[Problem]]:
    """Return an entry with its macros resolved, and the problems of its values; it has inherited nothing yet."""
    values: dict[str, str] = {}
    empty: list[str] = []
    problems: list[Problem] = []
    for place, (name, text) in enumerate(raw.read_pairs):
        value, unknown = _month(text, macros) if name == "month" else resolve(text, macros)
        for macro in unknown:
            message, hint = f"the macro '{macro}' in {name} is not defined", f"write {{{macro}}} or define it"
            span = _span(raw, place)
            problems.append(Problem(message, hint, span=span, severity="warning", kind="undefined-macro"))
        problems += _refused(raw, place, name, value)
        if name not in _OF_PROGRAMS:
            value = without_conditions(value)  # before names are split: a condition contains spaces
        whole = _EMPTY_LINE.split(value) if name in _OF_PARAGRAPHS else [value]
        value = "\n\n".join(filter(None, map(text_of_value, whole)))
        if name and value.strip("{} " if name in VERBATIM else "~{} "):
            values.setdefault(name, value)
        else:
            empty.append(name)
    kind = raw.type.lower()
    if kind not in _KNOWN_TYPES:
        message = f"the entry type '{kind}' is not known"
        problems.append(Problem(message, "it is read as misc", severity="info", kind="unknown-entry-type"))
    return ResolvedEntry(kind, raw.key, values, raw.span, frozenset(empty)), problems


def _span(entry: EntryBlock, place: int) -> Span | None:
    field = entry.fields[place]
    return field.span if field.start >= 0 else None


def _refused(raw: EntryBlock, place: int, name: str, value: str) -> list[Problem]:
    """Report the LaTeX commands of a value that are read as text, or else the unknown ones; one problem per value."""
    if ("\\" not in value and "^^" not in value) or name in _OF_PROGRAMS:
        return []
    found = list(refused(without_conditions(value)))
    if not found:
        strange = list(dict.fromkeys(one.command for one in refused(without_conditions(value), unknown=True)))
        if not strange:
            return []
        message = f"the LaTeX command{'s' * (len(strange) > 1)} {', '.join(strange[:3])} in {name} of '{raw.key}'"
        message += f" {'are' if len(strange) > 1 else 'is'} unknown and stay{'s' * (len(strange) == 1)}"
        return [Problem(message, FAULTS[_KEPT].hint, span=_span(raw, place), severity="info", kind=_KEPT)]
    commands = list(dict.fromkeys(one.command for one in found))
    more = f" and {len(commands) - 1} more" if len(commands) > 1 else ""
    act = next((one.act for one in found if one.act), "")
    why = f"{commands[0]} {act}" if act == found[0].act and act else f"one of them {act}" if act else "it is unknown"
    message = f"the LaTeX command {commands[0]}{more} in {name} of '{raw.key}' is read as text: {why}"
    return [Problem(message, FAULTS[_REFUSED].hint, span=_span(raw, place), severity="warning", kind=_REFUSED)]


def _month(text: str, macros: Mapping[str, str]) -> tuple[str, list[str]]:
    """Resolve a month; macros of months are not expanded, even if the file redefines them."""
    value, names = resolve(text, {})
    own = {
        name.lower(): macros[name.lower()] for name in names if name.lower() not in MONTHS and name.lower() in macros
    }
    if own:
        value, names = resolve(text, own)
    return value, [name for name in names if name.lower() not in MONTHS]

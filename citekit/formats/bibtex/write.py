"""The writer of BibTeX and BibLaTeX: fixed field order, aligned values, inherited fields in the parent only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from citekit.formats.bibtex.blocks import Preamble, scan
from citekit.formats.bibtex.from_work import Written, entry_of
from citekit.formats.bibtex.inherit import (
    REFERENCES,
    KeyIndex,
    ResolvedEntry,
    ancestors_first,
    budget_of,
    canonical,
    from_data,
    from_parent,
    keys_in,
    links_of,
    price,
    references,
    renames_of,
)
from citekit.formats.bibtex.read import work_of
from citekit.formats.bibtex.values import resolve, written_place
from citekit.formats.files import loss_problems
from citekit.formats.keys import assign_keys
from citekit.model.date import MONTH_NAMES, MONTHS
from citekit.model.kinds import Dialect, field_named
from citekit.model.work import Value, Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.config import BibtexSettings
from citekit.runtime.errors import Problem
from citekit.runtime.span import Source
from citekit.text.tex_allowed import is_known, passes
from citekit.text.tex_encode import balanced

# Commands defined in a file's `@preamble`, for files created from its entries.
#
# Values retain commands such as `\noopsort`; LaTeX fails on a file that uses them without a definition. Only definitions
# that print are copied: not those whose body has a command with side effects, or that redefine a command of LaTeX.

_BODY = r"\{(?P<body>(?>(?:[^{}]|\{(?>(?:[^{}]|\{[^{}]{0,200}\}){0,200})\}){0,500}))\}"
# \newcommand{\x}[2][y]{body}, \renewcommand, \providecommand, \DeclareRobustCommand, and \def\x#1{body}
_DEFINITION = re.compile(
    r"\\(?:(?:new|renew|provide)command|DeclareRobustCommand)\*?\s*+(?:\{\s*+)?\\(?P<name>[A-Za-z]{1,40})\s*+(?:\}\s*+)?"
    rf"(?:\[(?P<count>[1-9])\])?(?P<default>\[[^][{{}}]{{0,80}}\])?\s*+{_BODY}"
    rf"|\\def\s*\\(?P<plain>[A-Za-z]{{1,40}})(?P<marks>(?:#[1-9]){{0,9}})\s*{_BODY.replace('body', 'meaning')}"
)
_COMMAND = re.compile(r"\\([A-Za-z]+)")
# Commands that values may contain (`tex_allowed`) although LaTeX does not define them.
_SORTING = frozenset({"noopsort", "SortNoop", "sortnoop", "nosort", "noop", "singleletter", "switchargs", "swap"})
# Characters of a preamble that are searched; longer ones are programs, not lists of a few commands.
_LARGEST = 20_000


def definitions(source: Source) -> dict[str, tuple[str, str, str]]:
    """Return number of arguments, default of the first, and body of each command that a file's preambles define and that only prints."""
    found: dict[str, tuple[str, str, str]] = {}
    if "@preamble" not in source.text.lower():
        return found
    for block in scan(source, "bibtex").blocks:
        if isinstance(block, Preamble):
            written = source.text[block.start : block.end]
            text = resolve(written[written.find("{") + 1 : -1].strip(), {})[0] if "{" in written else ""
            for match in _DEFINITION.finditer(text[:_LARGEST]):
                name = match["name"] or match["plain"]
                body = match["body"] if match["name"] else match["meaning"]
                count = match["count"] or str((match["marks"] or "").count("#") or "")
                if (is_known(name) and name not in _SORTING) or not passes(body) or not balanced(body):
                    continue
                found.setdefault(name, (count, match["default"] or "", body))
    return found


def printing_commands(sources: Iterable[Source]) -> dict[str, tuple[int, str]]:
    """Return number of arguments and body of the commands that preambles define, for outputs that are not LaTeX."""
    found: dict[str, tuple[int, str]] = {}
    for source in sources:
        for name, (count, default, body) in definitions(source).items():
            if not default:
                found.setdefault(name, (int(count or 0), body))
    return found


def preamble_for(text: str, sources: Iterable[Source]) -> str:
    """Return a ``@preamble`` with the definitions in ``sources`` that a text of entries uses; empty if it uses none."""
    known: dict[str, str] = {}
    for source in sources:
        for name, (count, default, body) in definitions(source).items():
            arguments = f"[{count}]{default}" if count else ""
            known.setdefault(name, f"\\providecommand{{\\{name}}}{arguments}{{{body}}}")
    needed: dict[str, None] = {}
    waiting = list(dict.fromkeys(_COMMAND.findall(text))) if known else []
    for name in waiting:  # the list grows during the loop: a body may use further commands
        if name in known and name not in needed:
            needed[name] = None
            waiting += _COMMAND.findall(known[name])
    made = " ".join(known[name] for name in needed)
    return f'@preamble{{"{made}"}}\n' if made and '"' not in made else f"@preamble{{{{{made}}}}}\n" if made else ""


_HANDING_DOWN = ("crossref", "xdata", "entryset")
_DATE = ("date", "year", "month", "day")
_EMPTY = "{}"
_NAME_WIDTH = 13  # fits archiveprefix, so that the values of nearly all entries are aligned


def dumps(library: Works | Iterable[Work], settings: BibtexSettings | None = None) -> str:
    """Write the library as one text that ends with a newline; works without a key get one, and equal keys get numbers.

    A work that inherits from another work of the library (``crossref``, ``xdata``) is written without inherited fields.
    Definitions in a ``@preamble`` of the ``.bib`` files that were read are copied if the entries use them.
    """
    settings = settings or BibtexSettings()
    works = assign_keys(tuple(library))
    keys = list(_distinct(work.id for work in works))
    made = [entry_of(work, settings) for work in works]
    if any(not entry.fields.keys().isdisjoint(REFERENCES) for entry in made):
        index = KeyIndex((work.id for work in works), (work.fields.get("ids", "") for work in works))
        made = list(_Shortening(made, index, settings.dialect).entries())
        # an entry may be written with another key than the work has
        for entry in made:
            for name in REFERENCES:
                if name in entry.fields:
                    found = [(key, index.find(key)) for key in keys_in(_bare(entry, name))]
                    new = [key if at is None or works[at].id == keys[at] else keys[at] for key, at in found]
                    if new != [key for key, _ in found]:
                        entry.fields[name] = f"{{{','.join(new)}}}"
    text = "\n".join(_entry_text(entry, key) for entry, key in zip(made, keys, strict=True))
    sources = {id(trace.source): trace.source for trace in getattr(library, "traces", ())} if "\\" in text else {}
    preamble = preamble_for(text, sources.values())
    return f"{preamble}\n{text}" if preamble else text


def _entry_text(entry: Written, key: str) -> str:
    lines = (f"  {name:<{_NAME_WIDTH}} = {value},\n" for name, value in ordered(entry.fields))
    return f"@{entry.type}{{{key},\n{''.join(lines)}}}\n"


def ordered(fields: dict[str, str]) -> list[tuple[str, str]]:
    """Return the fields of an entry in the order of writing."""
    return sorted(fields.items(), key=lambda item: written_place(item[0]))


def _distinct(wanted: Iterable[str]) -> Iterator[str]:
    """Return keys that BibTeX can read, and that are distinct if letter case is ignored."""
    taken: set[str] = set()
    last: dict[str, int] = {}
    for key in wanted:
        base = re.sub(r"[\s{}(),\"=#%~\\@'\x00-\x1f\x7f\ud800-\udfff]+", "", key)
        base = re.sub(r"\^{2,}", "^", base) or "anon"
        unique, number = base, last.get(base.lower(), 1)
        while unique.lower() in taken:
            number += 1
            unique = f"{base}-{number}"
        last[base.lower()] = number
        taken.add(unique.lower())
        yield unique


# --- inheritance ----------------------------------------------------------------------------------------------------


class _Shortening:
    """Entries without the fields that they inherit, and with empty fields that prevent inheritance.

    BibTeX finds a parent only after its children, so a child after its parent is written in full. Titles that change
    their names are always written, because BibTeX has no rule for them.
    """

    def __init__(self, made: Sequence[Written], index: KeyIndex, dialect: Dialect) -> None:
        self.made = made
        self.index = index
        self.dialect: Dialect = dialect
        self.named: list[dict[str, str]] = [
            {name: _bare(entry, name) for name in _HANDING_DOWN if name in entry.fields} for entry in made
        ]
        types = (entry.type for entry in made)
        self.links = links_of(zip(types, self.named, strict=True), index)
        _, self.circles = ancestors_first(self.links)
        self.budget = budget_of(sum(len(value) for entry in made for value in entry.fields.values()))

    def entries(self) -> Iterator[Written]:
        for place, entry in enumerate(self.made):
            self.budget -= sum(price(entry.fields, self.made[at].fields) for at in self.links[place])
            yield self._shortened(place, entry) if self.links[place] and self.budget >= 0 else entry

    def _shortened(self, place: int, entry: Written) -> Written:
        given, retitled = self._given(place, entry)
        always = {"title", *retitled} if self.dialect == "bibtex" and retitled else set()
        own = dict(entry.fields) if self._is_below_its_parent(place) else _without(entry, given, retitled, always)
        has = {canonical(name) for name in entry.fields}
        dated = any(name in entry.fields for name in _DATE)
        own_title = not retitled.isdisjoint(own)
        blocked = (
            name
            for name in given
            if canonical(name) not in has and not (dated and name in _DATE) and not (own_title and name in retitled)
        )
        return Written(entry.type, own | dict.fromkeys(blocked, _EMPTY))

    def _is_below_its_parent(self, place: int) -> bool:
        """Whether BibTeX would not find the parent, because the entry comes after it."""
        if self.dialect == "biblatex" or "crossref" not in self.named[place]:
            return False
        parent = self.index.find(self.named[place]["crossref"])
        return parent is not None and parent < place

    def _given(self, place: int, entry: Written) -> tuple[dict[str, str], set[str]]:
        """Return the fields that the entry would inherit if it had none, and which of them were titles of the parent."""
        data, parents = references(entry.type, self.named[place])
        given: dict[str, str] = {}
        for above in self._known(place, data):
            given |= from_data(given.keys(), above.fields)
        retitled: set[str] = set()
        for above in self._known(place, parents):
            named = renames_of(above.type, entry.type)
            own = given.keys() | ({"title"} & entry.fields.keys() if named else set())
            taken = from_parent(entry.type, own, above.type, above.fields, self.dialect)
            given |= {name: value for name, (value, _) in taken.items()}
            retitled = {name for name, (_, was_title) in taken.items() if was_title}
        return given, retitled

    def _known(self, place: int, keys: Iterable[str]) -> Iterator[Written]:
        for at in map(self.index.find, keys):
            if at is not None and (place, at) not in self.circles:
                yield self.made[at]


def _bare(entry: Written, name: str) -> str:
    return entry.fields.get(name, "").removeprefix("{").removesuffix("}")


def _without(entry: Written, given: dict[str, str], retitled: set[str], always: set[str]) -> dict[str, str]:
    """Return the fields that the entry would not inherit; a date is inherited as a whole, and so are parts of a title."""
    same = {n for n, value in given.items() if n not in always and _own(entry, n, retitled) == value}
    if any(given.get(name) != entry.fields.get(name) for name in _DATE):
        same.difference_update(_DATE)
    if not retitled <= same:
        same -= retitled
    other_names = {canonical(name): given[name] for name in given.keys() - entry.fields.keys() - always}
    return {
        name: value
        for name, value in entry.fields.items()
        if name not in same
        and other_names.get(canonical(name)) != value  # a @set has journal for its member's journaltitle
    }


def _own(entry: Written, name: str, retitled: set[str]) -> str | None:
    """Return the entry's value of a field as its parent would write it."""
    own = entry.fields.get(name)
    return entry.as_titles.get(name, own) if name in retitled else own


# Losses of a conversion to BibTeX or BibLaTeX, detected by reading back each work as it would be written.

_MACROS = dict(zip(MONTHS, MONTH_NAMES, strict=True))
_OF_THE_TYPE = frozenset({"entrytype", "entrysubtype"})


def losses_in(library: Iterable[Work], dialect: Dialect) -> tuple[Problem, ...]:
    """Report what is lost when works are written in a dialect: an ``info`` per variable and field, most frequent first.

    Inherited fields are counted as the work's own.
    """
    return loss_problems(Counter(pair for work in library for pair in _losses(work, dialect)))


def _losses(work: Work, dialect: Dialect) -> Iterator[tuple[str, str]]:
    written = entry_of(work, BibtexSettings(dialect=dialect))
    values = {name: resolve(value, _MACROS)[0] for name, value in written.fields.items()}
    values = {name: value for name, value in values.items() if value.strip("{}~ ")}
    back = work_of(ResolvedEntry(written.type, work.id, values), dialect)[0]
    if back.type != work.type:
        yield f"the type {work.type}", f"written as {written.type}"
    for name, value in work.variables.items():
        if not value or _even(back.variables.get(name)) == _even(value):
            continue
        # what is no publisher is read as one from howpublished
        moved = "howpublished" in values and _even(back.variables.get("publisher")) == _even(value)
        missing = "written as howpublished" if moved else "left out"
        yield field_named(name, work.type), "written in part" if name in back.variables else missing
    for name, text in work.fields.items():
        if text.strip() and name not in _OF_THE_TYPE and not _is_kept(name, text, back):
            yield name, "written in part" if name in back.fields else "left out"


def _even(value: Value | None) -> Value | None:
    """Collapse the whitespace of a text, as reading a field does; other values are unchanged."""
    return " ".join(value.split()) if isinstance(value, str) else value


def _is_kept(name: str, text: str, back: Work) -> bool:
    """Whether a field was read back, or is the last part of a title, which BibTeX has in one field."""
    texts = (value for value in back.variables.values() if isinstance(value, str))
    return _even(back.fields.get(name)) == _even(text) or any(value.endswith(text) for value in texts)

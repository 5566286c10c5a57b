"""The steps of tidying a text: comments, fields and their values, keys, and the order of fields and of entries.

The steps change the same items one after the other; they do not return edits, as fixes do. Each step sees what those before
it changed, so edits would have to be applied, and the text scanned and taken apart again, before each of some fifteen
steps. Doing this once is a third of tidying a file, so tidying would take six times as long (measured on 2.7 million
characters). The editor asks for the edit between both texts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from citekit.formats.bibtex.blocks import Comment, EntryBlock, TextBlock, scan
from citekit.formats.bibtex.tidying.changes import (
    Values,
    change_dialect,
    check_changes,
    names_in,
    rename_fields,
    rewrite_values,
    set_fields,
)
from citekit.formats.bibtex.tidying.duplicates import KINDS, Duplicates, distinct_keys, rename_references
from citekit.formats.bibtex.tidying.editable_entry import (
    BLANKS,
    EditableEntry,
    EntryLayout,
    Item,
    MacroResolver,
    TidyItems,
    VerbatimText,
    reads_back,
    taken_apart,
    written,
)
from citekit.formats.bibtex.values import written_place
from citekit.model import date as dates
from citekit.model.identity import fold
from citekit.model.name import parse_names
from citekit.model.query import names_known
from citekit.runtime import patterns as re
from citekit.runtime.config import TidySettings
from citekit.runtime.errors import Problem, UsageError, did_you_mean
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span

_CHOICES = {
    "type_case": ("lower", "upper", "keep"),
    "field_case": ("lower", "upper", "keep"),
    "key_case": ("lower", "upper", "keep"),
    "delimiters": ("braces", "quotes", "keep"),
    "numbers": ("bare", "enclosed", "keep"),
    "letters": ("ascii", "unicode", "keep"),
    "merge": ("", "first", "last", "fuller"),
    "dialect": ("bibtex", "biblatex", "keep"),
}


@dataclass(frozen=True, slots=True)
class Tidied:
    """A tidied text. ``problems`` are those of the file and of the changes; ``damaged`` is the number of entries and strings
    that were not changed because they are damaged.
    """

    text: str
    changed: bool
    problems: tuple[Problem, ...] = ()
    damaged: int = 0


def tidy(text: str, settings: TidySettings | None = None, name: str = "<string>") -> Tidied:
    """Tidy a BibTeX text. ``name`` is its name in problems; line ends do not change.

    Takes linear time. Raises :class:`~citekit.runtime.errors.UsageError` for invalid settings.

    >>> print(tidy("@Book{doe, TITLE={Green Meadows}, year=2020}").text, end="")
    @book{doe,
      title         = {Green Meadows},
      year          = 2020,
    }
    """
    settings = settings or TidySettings()
    check(settings)
    source = Source(name, text)
    scanned = scan(source)
    row = taken_apart(scanned)
    for step in STEPS:
        step(row, settings)
    problems = [*scanned.problems, *row.problems]
    newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    made = written(row, EntryLayout(settings, newline))
    damaged = sum(not getattr(block, "sound", True) for block in scanned.blocks)
    if not reads_back(made, row, damaged):
        message = "the file was not changed: its tidied text would not be read as the same entries"
        problem = Problem(message, "fix its damaged entries first", source, None, "error", "not-tidied")
        return Tidied(text, False, (*scanned.problems, problem), damaged)
    placed = sorted(problems, key=lambda problem: problem.span.start if problem.span else 0)
    return Tidied(made, made != text, tuple(placed), damaged)


def check(settings: TidySettings) -> None:
    """Raise :class:`~citekit.runtime.errors.UsageError` for invalid values of settings."""
    for field, choices in _CHOICES.items():
        value = getattr(settings, field)
        if value not in choices:
            raise UsageError(
                f"{field.replace('_', '-')} cannot be {value!r}", did_you_mean(value, filter(None, choices))
            )
    if settings.keep.strip():
        from citekit.model.query import query

        query(settings.keep)
    for kind in names_in(settings.duplicates):
        if kind not in KINDS:
            raise UsageError(f"duplicates cannot be found by {kind!r}", did_you_mean(kind, KINDS))
    for field, least in (("indent", 0), ("align", 0), ("wrap", 0), ("blank_lines", -1)):
        if not least <= getattr(settings, field) <= 1000:  # more would only pad every line
            raise UsageError(f"{field.replace('_', '-')} must be a number from {least} to 1000")
    check_changes(settings)
    if settings.keys:
        from citekit.formats.keys import make_key
        from citekit.model.work import Work

        make_key(Work("document"), settings.keys)


def keep_chosen(row: TidyItems, settings: TidySettings) -> None:
    """Remove the entries that do not match a query, except those that the others depend on."""
    if settings.keep.strip():
        # here, because most runs have no query
        from citekit.formats.bibtex.edit import BibText
        from citekit.formats.bibtex.read import loads
        from citekit.model.query import kept

        fitting = (trace.span.start for trace in kept(loads(row.source), settings.keep).traces)
        places = {entry.block.start for entry in BibText(row.source).with_references(fitting)}
        row.take_out({draft for draft in row.drafts if draft.entry.start not in places})


def report_unknown_fields(row: TidyItems, settings: TidySettings) -> None:
    """Report fields in settings that no entry has, and that are unknown to BibTeX, BibLaTeX and CSL."""
    own = {name.lower() for draft in row.drafts for name, _ in draft.fields}
    for option in ("sort", "remove", "only", "protect", "remove_braces", "field_order"):
        for name in names_in(getattr(settings, option)):
            bare = name.removeprefix("-") if option == "sort" else name
            if bare not in own and bare not in _ORDERS and bare not in names_known():
                message = f"{option.replace('_', '-')}: no entry has a field '{bare}'"
                close = did_you_mean(bare, own | names_known())
                hint = close if close.startswith("did you mean") else "check the name"
                row.problems.append(Problem(message, hint, row.source, None, "warning", "unknown-field"))


_ORDERS = frozenset({"canonical", "alphabetical"})


def find_duplicates(row: TidyItems, settings: TidySettings) -> None:
    """Report duplicate entries, or merge them."""
    if settings.duplicates or settings.merge:
        duplicates = Duplicates(row, names_in(settings.duplicates) or tuple(KINDS))
        if settings.merge:
            duplicates.merge(settings.merge)
        duplicates.warn("; both remain" if settings.merge else "")


def strip_comments(row: TidyItems, settings: TidySettings) -> None:
    """Remove the comments of a file, and report how many there were."""
    if not settings.strip_comments:
        return
    items: list[Item] = []
    gone: list[Span] = []
    for place, item in enumerate(row.items):
        if isinstance(item, EditableEntry):
            gone += [Span(item.entry.start, item.entry.start)] * (bool(item.note) + bool(item.tail))
            item.note = item.tail = ""
        elif (
            not item.damaged
            and not item.blank
            and isinstance(item.block, Comment | TextBlock)
            and not _holds(row, place)
        ):
            gone.append(Span(item.block.start, item.block.start))
            if isinstance(item.block, Comment):
                if items and isinstance(items[-1], VerbatimText) and items[-1].blank:
                    items.pop()
                continue
            item.text = "\n" if "\n" in item.text else ""
        items.append(item)
    row.items = items
    if gone:
        message = f"{len(gone)} comment{'s were' if len(gone) > 1 else ' was'} removed"
        row.problems.append(Problem(message, "", row.source, gone[0], "warning", "comments-removed"))


def tidy_comments(row: TidyItems, settings: TidySettings) -> None:
    """Strip the lines of comments, and collapse empty lines between them to one."""
    for place, item in enumerate(row.items if settings.tidy_comments else ()):
        if isinstance(item, VerbatimText) and isinstance(item.block, TextBlock) and not item.damaged and not item.blank:
            lines = item.text.replace("\r\n", "\n").split("\n")
            last = lines[-1] if _holds(row, place) else lines[-1].strip(BLANKS)
            stripped: list[str] = []
            for number, line in enumerate(line.strip(BLANKS) for line in lines[:-1]):
                if line or not stripped or stripped[-1] or number == 0:
                    stripped.append(line)
            end = "\r\n" if "\r\n" in item.text else "\n"
            item.text = end.join([*stripped, last])


def _holds(row: TidyItems, place: int) -> bool:
    """Whether a verbatim entry is next to a text, and may be part of the comment."""
    neighbours = row.items[max(0, place - 1) : place + 2]
    return any(isinstance(item, VerbatimText) and isinstance(item.block, EntryBlock) for item in neighbours)


_PEOPLE = frozenset({"author", "editor", "translator", "bookauthor"})
_NUMBER = re.compile(r"([0-9]+)")
_MONTHS = {name: number for number, name in enumerate(dates.MONTHS, 1)}
_EMPTY = ' \t\r\n{}"'
_KEYLESS = frozenset({"xdata", "set", "control"})


def in_case(case: str) -> Callable[[str], str]:
    """Return the function that changes the case of names; non-ASCII names stay, as not all letters change back."""
    change: Callable[[str], str] = {"lower": str.lower, "upper": str.upper}.get(case, str)
    return lambda name: change(name) if name.isascii() else name


def remove_fields(row: TidyItems, settings: TidySettings) -> None:
    """Remove the fields that settings exclude, and change the case of types and names."""
    type_case, field_case = in_case(settings.type_case), in_case(settings.field_case)
    removed, only = frozenset(names_in(settings.remove)), frozenset(names_in(settings.only))

    def stays(name: str, value: str) -> bool:
        if name in removed or (only and name not in only):
            return False
        return not (settings.remove_empty and "#" not in value and not value.strip(_EMPTY))

    for draft in row.drafts:
        draft.type = type_case(draft.type)
        draft.fields = [(field_case(name), value) for name, value in draft.fields if stays(name.lower(), value)]
    remove_repeated(row, settings)


def remove_repeated(row: TidyItems, settings: TidySettings) -> None:
    """Remove fields with the name and the text of a field before them."""
    for draft in row.drafts if settings.remove_repeated else ():
        if len({name.lower() for name, _ in draft.fields}) == len(draft.fields):
            continue
        seen: set[tuple[str, str]] = set()
        fields: list[tuple[str, str]] = []
        for name, value in draft.fields:
            text = (name.lower(), " ".join(row.meanings.resolved(value, draft.defined).split()))
            if text not in seen:
                fields.append((name, value))
            seen.add(text)
        draft.fields = fields


def tidy_values(row: TidyItems, settings: TidySettings) -> None:
    """Rewrite all values: their delimiters, numbers, months, pages, braces and letters."""
    tidied = Values(settings, frozenset(name for name, _ in row.macros)).tidied
    for draft in row.drafts:
        draft.fields = [(name, tidied(name.lower(), value)) for name, value in draft.fields]


def sort_fields(row: TidyItems, settings: TidySettings) -> None:
    """Sort the fields of each entry."""
    order = names_in(settings.field_order)
    for draft in row.drafts if order else ():
        draft.fields = fields_in_order(draft.fields, order)


def change_keys(row: TidyItems, settings: TidySettings) -> None:
    """Generate new keys from a template, or change the case of keys, with the references to them.

    Entries that only contain data for others retain their keys. Keys that differ only in case stay as they are: biber
    distinguishes them.
    """
    drafts, fixed, change = row.drafts, row.fixed_keys, in_case(settings.key_case)
    if settings.keys:
        from citekit.formats.bibtex.read import works_of  # here, because most runs need no works
        from citekit.formats.keys import make_key

        blocks = [EntryBlock.made(d.type, d.key, d.fields, d.entry.span, d.defined) for d in drafts]
        works = works_of(blocks, row.macros, Source("", "")).works
        named = [(d, work) for d, work in zip(drafts, works, strict=True) if d.type.lower() not in _KEYLESS]
        taken = fixed | {draft.key.lower() for draft in drafts if draft.type.lower() in _KEYLESS}
        bases = [change(make_key(work, settings.keys)) for _, work in named]
        made = dict(zip((d for d, _ in named), distinct_keys([d for d, _ in named], bases, taken), strict=True))
    elif settings.key_case != "keep":
        spellings = Counter(key.lower() for key in {draft.key for draft in drafts})
        alone = (d for d in drafts if spellings[d.key.lower()] == 1 and d.key.lower() not in fixed)
        made = {draft: change(draft.key) for draft in alone}
    else:
        return
    new: dict[str, str] = {}
    for draft in drafts:
        key = made.get(draft, draft.key)
        new.setdefault(draft.key, key)
        draft.key = key
    rename_references(row, {old: key for old, key in new.items() if old and old != key})


def fields_in_order(fields: list[tuple[str, str]], order: Sequence[str]) -> list[tuple[str, str]]:
    """Sort fields in the order of these names; other fields follow in their order.

    ``canonical`` alone means the order in which citekit writes fields, ``alphabetical`` alone that of names. Fields with
    the same name stay in their order, because BibTeX uses the first.
    """
    if order == ("canonical",):
        return sorted(fields, key=lambda field: written_place(field[0].lower()))
    if order == ("alphabetical",):
        return sorted(fields, key=lambda field: field[0].lower())
    ranks = {name: place for place, name in enumerate(order)}
    return sorted(fields, key=lambda field: ranks.get(field[0].lower(), len(ranks)))


def sort_entries(row: TidyItems, settings: TidySettings) -> None:
    """Sort the entries of a file; those that ``crossref`` of others refers to come last, as BibTeX requires.

    Entries with the same key stay together in their order, because BibTeX uses the first. Nothing is moved, and this is
    reported, if an entry would be moved before a ``@string`` that it uses.
    """
    if not settings.sort and not row.parents_moved:
        return
    meanings = row.meanings
    places = [n for n, item in enumerate(row.items) if isinstance(item, EditableEntry) and not item.pinned]
    drafts = [item for n in places if isinstance(item := row.items[n], EditableEntry)]
    ordered = list(drafts)
    for name in reversed(names_in(settings.sort)):
        field = name.removeprefix("-")
        found: dict[EditableEntry, Any]
        if field == "key":
            found = {draft: (draft.key.lower(), draft.key) for draft in drafts}
        elif field == "type":
            found = {draft: draft.type.lower() for draft in drafts}
        else:
            found = {draft: _field(field, draft, meanings) for draft in drafts}
        has_none = [draft for draft in ordered if found[draft] is None]
        ordered = [draft for draft in ordered if found[draft] is not None]
        ordered.sort(key=found.__getitem__, reverse=name.startswith("-"))
        ordered += has_none
    # entries with one key stay together, as BibTeX uses the one that is first in the file
    of_key: dict[str, list[EditableEntry]] = defaultdict(list)
    for draft in ordered:
        of_key[draft.key.lower() or f"{draft.place},"].append(draft)
    for same in of_key.values():
        same.sort(key=lambda draft: draft.place)
    firsts = {same[0]: same for same in of_key.values()}
    ordered = _after_their_children([one for draft in ordered for one in firsts.get(draft, ())], meanings)
    slots = [draft.defined for draft in drafts]
    if any(not meanings.same(draft, slot) for draft, slot in zip(ordered, slots, strict=True) if draft.defined != slot):
        message = "the entries were not sorted: one would be moved before a @string that it uses"
        hint = "move the @string to the top"
        row.problems.append(Problem(message, hint, row.source, None, "warning", "not-sorted"))
        return
    for place, slot, draft in zip(places, slots, ordered, strict=True):
        row.items[place] = draft
        draft.defined = slot


def _after_their_children(ordered: list[EditableEntry], meanings: MacroResolver) -> list[EditableEntry]:
    """Put parents after all of their children; otherwise the order stays, also that of entries in a cycle."""
    by_key: dict[str, EditableEntry] = {}
    for draft in ordered:
        by_key.setdefault(draft.key.lower(), draft)
    named = {draft: (meanings.text(draft, "crossref") or "").strip().lower() for draft in ordered}
    parent_of = {draft: by_key.get(key) if key else None for draft, key in named.items()}
    waiting: dict[EditableEntry, int] = defaultdict(int)
    for parent in parent_of.values():
        if parent is not None:
            waiting[parent] += 1
    level = dict.fromkeys(ordered, 0)
    free = [draft for draft in ordered if not waiting[draft]]
    for draft in free:  # the list grows during the loop
        parent = parent_of[draft]
        if parent is not None:
            level[parent] = max(level[parent], level[draft] + 1)
            waiting[parent] -= 1
            if not waiting[parent]:
                free.append(parent)
    return sorted(ordered, key=level.__getitem__)


def _field(name: str, draft: EditableEntry, meanings: MacroResolver) -> tuple[Any, ...] | None:
    text = meanings.text(draft, name)
    if name == "year" and text is None:
        text = (meanings.text(draft, "date") or "")[:4]
    if not text or not text.strip():
        return None
    if name in _PEOPLE:
        people = [(fold(n.full_family or n.literal), fold(n.given)) for n in parse_names(text)]
        return tuple(part for person in people for part in person)
    if name == "month":
        text = str(_MONTHS.get(text.strip().lower()[:3], text))
    parts = [part for part in _NUMBER.split(text) if part.strip()]  # so that 9 comes before 10
    return tuple((0, int(part[:99]), "") if part.isdecimal() else (1, 0, fold(part)) for part in parts)


STEPS: tuple[Callable[[TidyItems, TidySettings], None], ...] = (
    keep_chosen,
    report_unknown_fields,
    change_dialect,
    rename_fields,
    set_fields,
    rewrite_values,
    strip_comments,
    tidy_comments,
    remove_fields,
    find_duplicates,
    tidy_values,
    remove_repeated,  # again, because values may have differed only in their braces
    sort_fields,
    change_keys,
    sort_entries,
)
"""What tidying does, in order; each step looks at its settings itself. The layout of the whole file comes after them."""

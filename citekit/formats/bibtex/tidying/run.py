"""The steps of tidying a text."""

from __future__ import annotations

from collections.abc import Callable

from citekit.formats.bibtex.blocks import Comment, EntryBlock, TextBlock
from citekit.formats.bibtex.scan import scan
from citekit.formats.bibtex.tidying.changes import (
    change_dialect,
    check_changes,
    rename_fields,
    rewrite_values,
    set_fields,
)
from citekit.formats.bibtex.tidying.duplicates import KINDS, Duplicates
from citekit.formats.bibtex.tidying.editable_entry import (
    BLANKS,
    EditableEntry,
    Item,
    TidyItems,
    VerbatimText,
    taken_apart,
)
from citekit.formats.bibtex.tidying.entries import (
    change_keys,
    remove_fields,
    remove_repeated,
    sort_entries,
    sort_fields,
    tidy_values,
)
from citekit.formats.bibtex.tidying.values import names_in
from citekit.formats.bibtex.tidying.written import EntryLayout, reads_back, written
from citekit.model.conditions import names_known
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
        from citekit.formats.bibtex.excerpt import chosen_places  # here, because most runs have no query

        places = chosen_places(row.source, settings.keep)
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

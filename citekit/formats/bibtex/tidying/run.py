"""The way of a text through tidying."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.formats.bibtex.blocks import Comment, EntryBlock, TextBlock
from citekit.formats.bibtex.scan import scan
from citekit.formats.bibtex.tidying.changes import TidyChanges
from citekit.formats.bibtex.tidying.duplicates import KINDS, Duplicates
from citekit.formats.bibtex.tidying.editable_entry import (
    BLANKS,
    Draft,
    Item,
    MacroResolver,
    TidyItems,
    VerbatimText,
    taken_apart,
)
from citekit.formats.bibtex.tidying.entries import EntryChanges
from citekit.formats.bibtex.tidying.order import sort_entries
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
    """A tidied text. ``problems`` are what is wrong with the file and what was found or left out; ``damaged`` counts the
    entries and strings that were left as they are because they are broken.
    """

    text: str
    changed: bool
    problems: tuple[Problem, ...] = ()
    damaged: int = 0


def tidy(text: str, settings: TidySettings | None = None, name: str = "<string>") -> Tidied:
    """A BibTeX text in tidy form. ``name`` is what problems call it; line ends stay what they are.

    Takes linear time. Raises :class:`~citekit.runtime.errors.UsageError` for settings that do not exist.

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
    if settings.keep.strip():
        from citekit.formats.bibtex.excerpt import chosen_places  # here, for a file that is tidied whole needs no query

        places = chosen_places(source, settings.keep)
        row.take_out({draft for draft in row.drafts if draft.entry.start not in places})
    problems = [*scanned.problems, *_unknown_fields(row, settings, source), *_worked(row, settings, source)]
    newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    made = written(row, EntryLayout(settings, newline))
    damaged = sum(not getattr(block, "sound", True) for block in scanned.blocks)
    if not reads_back(made, row, damaged):
        message = "the file was left as it is: tidied, it would not read back"
        problem = Problem(message, "repair what is broken in it first", source, None, "error", "not-tidied")
        return Tidied(text, False, (*scanned.problems, problem), damaged)
    placed = sorted(problems, key=lambda problem: problem.span.start if problem.span else 0)
    return Tidied(made, made != text, tuple(placed), damaged)


def check(settings: TidySettings) -> None:
    """Raises :class:`~citekit.runtime.errors.UsageError` for values that settings cannot have."""
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
            raise UsageError(f"there are no duplicates by {kind!r}", did_you_mean(kind, KINDS))
    for field, least in (("indent", 0), ("align", 0), ("wrap", 0), ("blank_lines", -1)):
        if not least <= getattr(settings, field) <= 1000:
            raise UsageError(f"{field.replace('_', '-')} must be a number from {least} to 1000")
    TidyChanges(settings, TidyItems(), Source("", ""))
    if settings.keys:
        from citekit.formats.keys import make_key
        from citekit.model.work import Work

        make_key(Work("document"), settings.keys)


def _unknown_fields(row: TidyItems, settings: TidySettings, source: Source) -> Iterator[Problem]:
    """Fields that settings name, and that neither an entry has nor BibTeX, BibLaTeX or CSL know."""
    own = {name.lower() for draft in row.drafts for name, _ in draft.fields}
    for option in ("sort", "remove", "only", "protect", "remove_braces", "field_order"):
        for name in names_in(getattr(settings, option)):
            bare = name.removeprefix("-") if option == "sort" else name
            if bare not in own and bare not in _ORDERS and bare not in names_known():
                message = f"{option.replace('_', '-')}: no entry has a field '{bare}'"
                close = did_you_mean(bare, own | names_known())
                hint = close if close.startswith("did you mean") else "check the name"
                yield Problem(message, hint, source, None, "warning", "unknown-field")


_ORDERS = frozenset({"canonical", "alphabetical"})


def _worked(row: TidyItems, settings: TidySettings, source: Source) -> list[Problem]:
    """Does to the entries of a row what settings ask for."""
    changes = TidyChanges(settings, row, source)
    changes.made()
    problems = changes.problems + (removed(row, source) if settings.strip_comments else [])
    if settings.tidy_comments:
        straightened(row)
    meanings = MacroResolver(row, len(source.text))
    entries = EntryChanges(settings, row, meanings)
    entries.fields_taken_out()
    parents_moved = False
    if settings.duplicates or settings.merge:
        duplicates = Duplicates(row, names_in(settings.duplicates) or tuple(KINDS), meanings, source)
        problems += duplicates.merge(settings.merge) if settings.merge else duplicates.report()
        parents_moved = duplicates.renamed
    entries.values_tidied()
    if settings.keys:
        entries.keys_made(settings.keys)
    elif settings.key_case != "keep":
        entries.keys_in_case()
    if (settings.sort or parents_moved) and not sort_entries(row, names_in(settings.sort), meanings):
        message = "the entries were not sorted: one would come to stand before a @string that it uses"
        problems.append(Problem(message, "move the @string to the top", source, None, "warning", "not-sorted"))
    return problems


def removed(row: TidyItems, source: Source) -> list[Problem]:
    """Takes the comments of a row out; what is told is how many they were."""
    items: list[Item] = []
    gone: list[Span] = []
    for place, item in enumerate(row.items):
        if isinstance(item, Draft):
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
    if not gone:
        return []
    message = f"{len(gone)} comment{'s were' if len(gone) > 1 else ' was'} removed"
    return [Problem(message, "", source, gone[0], "warning", "comments-removed")]


def straightened(row: TidyItems) -> None:
    """Takes the blanks around the lines of comments and all but one empty line between them."""
    for place, item in enumerate(row.items):
        if isinstance(item, VerbatimText) and isinstance(item.block, TextBlock) and not item.damaged and not item.blank:
            lines = item.text.replace("\r\n", "\n").split("\n")
            last = lines[-1] if _holds(row, place) else lines[-1].strip(BLANKS)
            kept: list[str] = []
            for number, line in enumerate(line.strip(BLANKS) for line in lines[:-1]):
                if line or not kept or kept[-1] or number == 0:
                    kept.append(line)
            end = "\r\n" if "\r\n" in item.text else "\n"
            item.text = end.join([*kept, last])


def _holds(row: TidyItems, place: int) -> bool:
    """Whether an entry that stays as it is stands beside a text, and may be a part of the comment."""
    beside = row.items[max(0, place - 1) : place + 2]
    return any(isinstance(item, VerbatimText) and isinstance(item.block, EntryBlock) for item in beside)

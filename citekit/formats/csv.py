"""Tables in CSV (``.csv``) for spreadsheets: one row per work, a column for each variable and field that any work has.

Names are written ``Family, Given``, separated by semicolons, with their marks in a column ``author+an``; dates are EDTF.
Spreadsheets execute cells that begin with ``=``, ``+``, ``-``, ``@``, a tab or a line end as formulas, so an apostrophe
is put before such cells, which makes them text in a spreadsheet.

The reader accepts every table with a row of headings, separated by commas, semicolons or tabs: written by citekit,
exported by Zotero and other programs, or made by hand. Unknown columns become fields.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator

from citekit.formats._names import inverted, marked, read_name
from citekit.formats._record import TRANSLATED, RecordBuilder, names_in, plain_word, type_of, variable
from citekit.formats._rich import one_line
from citekit.model.date import Date, edtf, read_date, read_edtf
from citekit.model.kinds import DATE_VARIABLES, NAME_VARIABLES, TEXT_VARIABLES
from citekit.model.name import Name
from citekit.model.work import Trace, Value, Work, Works
from citekit.runtime.errors import Problem, UnreadableInputError
from citekit.runtime.registry import pairs
from citekit.runtime.span import Source, Span
from citekit.text.rich import fewest_escapes

NAME = "csv"
SUFFIXES = (".csv",)
READS = (".tsv", ".tab")
"""Further file extensions that are read."""

_FIRST = tuple("id type author author+an issued title container-title volume issue page DOI URL".split())
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def dumps(library: Works | Iterable[Work], settings: object = None) -> str:
    """Write the table with its row of headings; lines end with ``\\n``."""
    rows = [row(work) for work in library]
    used = {name for made in rows for name, value in made.items() if value}
    columns = [*(name for name in _FIRST if name in used or name in ("id", "type")), *sorted(used.difference(_FIRST))]
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(map(cell, columns))
    table.writerows([cell(made.get(name, "")) for name in columns] for made in rows)
    return text.getvalue()


def row(work: Work) -> dict[str, str]:
    """Return the cells of a work by column, without the apostrophes that prevent formulas."""
    made = {"id": work.id, "type": work.type}
    for name, value in work.variables.items():
        made[name] = text_of(value)
        if isinstance(value, tuple):
            made[f"{name}+an"] = "; ".join(f"{at}={','.join(n.marks)}" for at, n in enumerate(value, 1) if n.marks)
    for name, value in work.fields.items():
        made[f"{name} (field)" if name in made else name] = value
    return made


def text_of(value: Value) -> str:
    """Return a value as the text of a cell: names separated by semicolons, dates in EDTF."""
    if isinstance(value, Date):
        return " ".join(filter(None, (edtf(value), value.literal)))
    return fewest_escapes(value) if isinstance(value, str) else "; ".join(map(_name, value))


def _name(name: Name) -> str:
    """Write a name so that it is read as the same one; a comma after an organization prevents parsing as a person."""
    text = name.literal or inverted(name)
    return f"{text}," if name.literal and read_name(text, undivided_people=True) != Name(literal=text) else text


def cell(text: str) -> str:
    """Write a cell so that no spreadsheet executes it as a formula."""
    bare = one_line(text)
    return f"'{bare}" if bare.startswith(_FORMULA) else bare


# --- reading -----------------------------------------------------------------------------------------------------------

_VARIABLE_OF = pairs("citekit.formats", "csv.tsv")["headings"]
_OWN = ("id", "type")
_LARGEST_CELL = 16 * 1024 * 1024  # in place of Python's own limit, 131,072 characters; files as a whole are limited too


def loads(source: Source) -> Works:
    """Read a table with headings.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` if no column is named title; rows with more cells than
    headings are reported as problems.
    """
    text = source.text.removeprefix("\ufeff")
    shift = len(source.text) - len(text)
    rows = list(_rows(text, source))
    headings = [heading.strip() for heading in rows[0][0]] if rows else []
    own = tuple(headings[:2]) == _OWN
    names = [heading if own else canonical_field(heading) for heading in headings]
    if (
        not own and names.count("type") > 1
    ):  # Zotero and others have a column for the genre in addition to that of the type
        names = ["genre" if plain_word(h) == "type" else name for h, name in zip(headings, names, strict=True)]
    with_commas = not own and any(
        "," in one
        for cells, _, _ in rows[1:]
        for name, value in zip(names, cells, strict=False)
        if name in NAME_VARIABLES
        and ";" in value  # as programs write lists; tables made by hand also have commas between names
        for one in names_in(value)
    )
    skipped = sorted({h for h, name in zip(headings, names, strict=True) if not own and name in _NOT_OF_THE_WORK})
    if rows and "title" not in names and not own:
        hint = "name the columns in its first row: title, author, year, journal, doi, …"
        raise UnreadableInputError("this table has no column named title", hint, source)
    works: list[Work] = []
    traces: list[Trace] = []
    problems: list[Problem] = []
    for cells, start, end in rows[1:]:
        span = Span(start + shift, end + shift)
        named = [(name, _uncovered(value)) for name, value in zip(names, cells, strict=False) if value.strip()]
        if not named:
            continue
        if any(value.strip() for value in cells[len(names) :]):
            problems.append(Problem("this row has more cells than the table has headings", "the last were skipped",
                                    source, span, "warning", "bad-row"))  # fmt: skip
        works.append(_own_work(named) if own else work_of(named, with_commas))
        traces.append(Trace(source, span))
    if skipped:
        message = f"columns that do not describe the works were skipped: {', '.join(skipped)}"
        problems.append(Problem(message, "", source, None, "info", "columns-left-out"))
    return Works(tuple(works), tuple(traces), tuple(problems))


# Columns of Scopus about its own records, by the names that `csv.tsv` gives them.
_NOT_OF_THE_WORK = frozenset({"cited-by", "eid-of-scopus", "author-ids"})
# Scopus's number after a full name: `Doe, Jane (57190000000)`.
_NUMBER_OF_PERSON = re.compile(r"\s?\(\d{1,15}\)")


def _rows(text: str, source: Source) -> Iterator[tuple[list[str], int, int]]:
    """Yield the cells of each row with the offsets where the row starts and ends."""
    first = text.partition("\n")[0]
    # the row of headings decides: titles have commas, and a spreadsheet of another country writes semicolons
    delimiter = max("\t;,", key=first.count)
    lines = io.StringIO(text, newline="")
    read = 0

    def counted() -> Iterator[str]:
        nonlocal read
        for line in lines:
            read += len(line)
            yield line

    csv.field_size_limit(_LARGEST_CELL)
    start = 0
    try:
        for cells in csv.reader(counted(), delimiter=delimiter):
            end = read - len(text[start:read]) + len(text[start:read].rstrip("\r\n"))
            if any(cells):
                yield cells, start, end
            start = read
    except csv.Error as error:
        raise UnreadableInputError(f"this is not a table: {error}", "", source, Span(start, start)) from None


def canonical_field(heading: str) -> str:
    """Return the variable for the heading of a column, else the heading in lowercase with hyphens.

    >>> canonical_field("Author(s)"), canonical_field("Shelf Mark")
    ('author', 'shelf-mark')
    """
    word = plain_word(re.sub(r"\((?:s|es)\)", "s", heading.lower()))
    return (
        _VARIABLE_OF.get(word)
        or variable(word)
        or TRANSLATED.get(word)
        or re.sub(r"[\W_]+", "-", heading.strip().lower()).strip("-")
    )


def _uncovered(text: str) -> str:
    return text[1:] if text.startswith("'") and text[1:].startswith(_FORMULA) else text


def work_of(row: list[tuple[str, str]], with_commas: bool = False) -> Work:
    """Return the work of a row: pairs of a variable (see :func:`canonical_field`) and the text of its cell.

    With ``with_commas``, people in this table have commas in their names, so that a name without one is an organization.
    """
    record = RecordBuilder()
    cells = dict(reversed(row))
    pages = [cells[name].strip() for name in ("page-begin", "page-end") if cells.get(name, "").strip()]
    if pages and "page" not in cells:
        record.put("page", "-".join(dict.fromkeys(pages)))
    full = _NUMBER_OF_PERSON.sub("", cells.get("author-names", ""))
    if full.strip():
        record.people(names_in(full), "author")
    for name, value in row:
        if name in _NOT_OF_THE_WORK or name in ("page-begin", "page-end", "author-names"):
            continue
        if name == "id":
            record.key = value.strip()
        elif name == "type" and not type_of(record.kind):
            record.kind = value
        elif name == "type":  # a further column "Type" next to "Item Type" is the kind of thesis or report
            record.put("type" if value.strip().isdecimal() else "genre", value)
        elif name in NAME_VARIABLES:
            record.people(names_in(value), name, with_commas=with_commas and (";" in value or "," not in value))
        elif name == "keyword" and "," not in value:
            record.put(name, ", ".join(word.strip() for word in value.split(";") if word.strip()))
        else:
            record.take(name, value)
    first, last = record.fields.pop("page-start", ""), record.fields.pop("page-end", "")
    if first or last:
        record.put("page", f"{first}-{last}" if first and last and first != last else first or last)
    return record.work()


def _own_work(row: list[tuple[str, str]]) -> Work:
    """Return the work of a row that citekit wrote: the columns are named after variables and fields."""
    made: dict[str, Value] = {}
    fields: dict[str, str] = {}
    cells = dict(row)
    for name, value in row:
        if name in NAME_VARIABLES:
            names = tuple(read_name(one.strip(), undivided_people=True) for one in value.split(";") if one.strip())
            made[name] = marked(names, cells.get(f"{name}+an", "")) or names
        elif name in DATE_VARIABLES:
            first, _, words = value.partition(" ")  # EDTF, perhaps followed by words
            date = read_edtf(first)
            with_words = Date(date.parts, date.season, date.circa, words) if date and words else date
            made[name] = with_words or read_date(value)
        elif name in TEXT_VARIABLES:
            made[name] = value
        elif name not in _OWN and not (name.endswith("+an") and name.removesuffix("+an") in cells):
            fields[name.removesuffix(" (field)")] = value
    return Work(cells.get("type", "document"), cells.get("id", ""), made, fields)

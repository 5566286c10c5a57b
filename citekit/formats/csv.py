"""A table in CSV (``.csv``) for spreadsheets: one row a work, a column for each variable and field that any work has.

Names are written ``Family, Given`` and divided by semicolons, their marks in a column ``author+an``; dates are EDTF.
Spreadsheets run cells that begin with ``=``, ``+``, ``-``, ``@``, a tab or a line end as formulas, so such cells get an
apostrophe before them, which spreadsheets know as "this is text".
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from citekit.formats._dates import edtf
from citekit.formats._names import inverted
from citekit.formats._rich import one_line
from citekit.works.date import Date
from citekit.works.library import Library
from citekit.works.name import Name
from citekit.works.work import Value, Work

NAME = "csv"
SUFFIXES = (".csv",)

_FIRST = (
    "id",
    "type",
    "author",
    "author+an",
    "issued",
    "title",
    "container-title",
    "volume",
    "issue",
    "page",
    "DOI",
    "URL",
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def dumps(library: Library | Iterable[Work], settings: object = None) -> str:
    """The table with its row of headings, lines ended by ``\\n``."""
    rows = [_row(work) for work in library]
    used = {name for row in rows for name, value in row.items() if value}
    columns = [*(name for name in _FIRST if name in used or name in ("id", "type")), *sorted(used.difference(_FIRST))]
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(map(cell, columns))
    table.writerows([cell(row.get(name, "")) for name in columns] for row in rows)
    return text.getvalue()


def _row(work: Work) -> dict[str, str]:
    row = {"id": work.id, "type": work.type}
    for name, value in work.variables.items():
        row[name] = _text(value)
        if isinstance(value, tuple):
            row[f"{name}+an"] = "; ".join(f"{at}={','.join(n.marks)}" for at, n in enumerate(value, 1) if n.marks)
    for name, value in work.fields.items():
        row[f"{name} (field)" if name in row else name] = value
    return row


def _text(value: Value) -> str:
    if isinstance(value, Date):
        return " ".join(filter(None, (edtf(value), value.literal)))
    return value if isinstance(value, str) else "; ".join(map(_name, value))


def _name(name: Name) -> str:
    return name.literal or inverted(name)


def cell(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    bare = one_line(text)
    return f"'{bare}" if bare.startswith(_FORMULA) else bare

"""Updates of a publication list in a page (Markdown, HTML): items are replaced or added; all other lines stay.

An item is recognized by the line that citekit wrote last. A line that a person has changed is not touched, and a line
that a person has removed is not added again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from citekit.formats import files
from citekit.model.work import Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.config import ListSettings
from citekit.runtime.records import dataclass

_HEADING = re.compile(r"(?:## |<h2>)(-?\d{1,4}(?: BC)?)(?:</h2>)?")


@dataclass(frozen=True, slots=True)
class UpdatedList:
    """The text, the works whose items were replaced, and those whose items a person has changed or removed."""

    text: str
    replaced: tuple[Work, ...]
    refused: tuple[Work, ...]


def updated_list(
    text: str,
    format: str,  # noqa: A002
    changes: Iterable[tuple[Work, Work]],
    added: Sequence[Work],
) -> UpdatedList:
    """Update a list: ``changes`` are works as they were written last and as they are now; ``added`` are new works."""
    if not text.strip():
        return UpdatedList(files.dumps(Works(tuple(added)), format), (), ())
    end = "\r\n" if "\r\n" in text else "\n"
    lines = text.replace("\r\n", "\n").split("\n")
    by_year = any(map(_HEADING.fullmatch, lines))
    replaced, refused = [], []
    for old, new in changes:
        before, after = _item(old, format, by_year), _item(new, format, by_year)
        if before == after or after in lines:
            continue
        if before not in lines:
            refused.append(new)
        elif old.year == new.year or not by_year:
            lines[lines.index(before)] = after
            replaced.append(new)
        else:
            lines.remove(before)
            _put(lines, new, format, by_year)
            replaced.append(new)
    for work in added:
        _put(lines, work, format, by_year)
    return UpdatedList(end.join(lines), tuple(replaced), tuple(refused))


def has_item(text: str, format: str, works: Iterable[Work]) -> bool:  # noqa: A002
    """Whether a list has the item of one of the works as it is written, in a list with headings of years or without."""
    lines = set(text.splitlines())
    return any(_item(work, format, by_year) in lines for work in works for by_year in (True, False))


def _item(work: Work, format: str, by_year: bool) -> str:  # noqa: A002
    """Return the line of a work, as it is written below the heading of its year or in a list without headings."""
    return str(files.module_of(format).item(work, by_year))


def _put(lines: list[str], work: Work, format: str, by_year: bool) -> None:  # noqa: A002
    """Insert an item below the heading of its year, with a new heading if needed; without headings, after the last item."""
    item = _item(work, format, by_year)
    items = [at for at, line in enumerate(lines) if line.startswith(("- ", "<li"))]
    if not by_year or not work.year:
        lines.insert(items[-1] + 1 if items else len(lines), item)
        return
    written = files.dumps(Works((work,)), format, ListSettings(True)).split("\n")
    heading = next(line for line in written if _HEADING.fullmatch(line))
    if heading in lines:
        at = lines.index(heading)
        lines.insert(next((n for n in items if n > at), at + 1), item)
        return
    block = [heading, "", item, ""] if format == "markdown" else [heading, '<ul class="publications">', item, "</ul>"]
    later = (n for n, line in enumerate(lines) if (year := _HEADING.fullmatch(line)) and _number(year[1]) < work.year)
    end = items[-1] + 2 if items else len(lines)
    at = next(later, end)
    lines[at:at] = block


def _number(year: str) -> int:
    return -int(year.removesuffix(" BC")) if year.endswith("BC") else int(year)

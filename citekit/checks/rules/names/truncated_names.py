r"""A list of authors ends in ``and others``, and another entry or document has all of them; or it names one only.

Why: the full list is at hand, or styles that name three or six authors have none to name.

Example:

    @misc{a, author = {Jane Doe and others}, title = {Lazy Queues Everywhere}, year = 2020}
    @misc{b, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues Everywhere}, year = 2020}

Use instead:

    @misc{b, author = {Jane Doe and Richard Roe and Paul Poe}, title = {Lazy Queues Everywhere}, year = 2020}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings, Related, place_of, related
from citekit.checks.reading.entry import Entry
from citekit.checks.reading.project import Project
from citekit.works.identity.people import same_person

SEVERITY = "note"

_HABIT = 3
"""From so many lists on, it is how the file is written, and is told of once."""


def check_project(project: Project, context: Context) -> Findings:
    """What is wrong in a project."""
    full: dict[str, Entry] = {}
    cut: list[Entry] = []
    groups = [b.entries for b in project.checked_bibliographies] + [listing.entries for listing in project.listings]
    for entry in (entry for entries in groups for entry in entries):
        if not entry.title_key or not entry.text("author"):
            continue
        if _is_cut(entry):
            cut.append(entry)
        else:
            full.setdefault(entry.title_key, entry)
    short: dict[str, list[Entry]] = {}
    for entry in cut:
        other = full.get(entry.title_key)
        if other is None and _is_one(entry):
            short.setdefault(entry.source.name, []).append(entry)
        elif other and len(other.authors) >= len(entry.authors) and same_person(entry.authors[0], other.authors[0]):
            message = f"the authors are cut short; {place_of(other)} has all {len(other.authors)}"
            yield _found(entry, message, "copy them from there", (related(other, "all authors", "author"),))
    for entries in short.values():
        if len(entries) < _HABIT:
            for entry in entries:
                yield _found(entry, "the list of authors ends after one", _HINT)
        else:
            yield _found(
                entries[0], f"the list of authors ends after one, here and in {len(entries) - 1} more entries", _HINT
            )


_HINT = "name those that your style prints"


def _found(entry: Entry, message: str, hint: str, others: tuple[Related, ...] = ()) -> Diagnostic:
    part, name = entry.by_name["author"], entry.key or entry.title
    return Diagnostic(message, part.source, part.span, hint, name, others, whole=entry.span)


def _is_one(entry: Entry) -> bool:
    """Whether one person stands before "others"; a collaboration may."""
    literal = entry.authors[0].literal or entry.get("collaboration")
    return entry.language == "bibtex" and len(entry.authors) == 2 and not literal


def _is_cut(entry: Entry) -> bool:
    text = entry.text("author").lower().rstrip(" .}")
    if entry.work is None and not text.endswith("others"):
        return False
    return bool(entry.authors) and entry.authors[-1].is_others

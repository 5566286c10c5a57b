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
from citekit.checks.finding import Diagnostic, Findings, at_field, place_of, related
from citekit.checks.reading.entry import Entry
from citekit.checks.reading.project import Project
from citekit.works.identity.people import same_person

SEVERITY = "note"

_ONE_AND_OTHERS = ("the first", "others")


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
    for entry in cut:
        other = full.get(entry.title_key)
        part = entry.get("author")
        if (
            part is not None
            and len(entry.authors) == len(_ONE_AND_OTHERS)
            and entry.language == "bibtex"
            and other is None
        ):
            if not entry.authors[0].literal:
                hint = "name those that your style prints"
                yield Diagnostic(
                    "the list of authors ends after one", part.source, part.span, hint, entry.key, whole=entry.span
                )
            continue
        if other is None or part is None or len(other.authors) < len(entry.authors):
            continue
        if all(same_person(a, b) for a, b in zip(entry.authors[:1], other.authors[:1], strict=True)):
            message = f"the authors are cut short; {place_of(other)} has all {len(other.authors)}"
            found = at_field(part, message, "copy them from there", related=(related(other, "all authors", "author"),))
            yield Diagnostic(
                found.message,
                found.source,
                found.span,
                found.hint,
                entry.key or entry.title,
                found.related,
                whole=entry.span,
            )


def _is_cut(entry: Entry) -> bool:
    text = entry.text("author").lower().rstrip(" .}")
    if entry.work is None and not text.endswith("others"):
        return False
    return bool(entry.authors) and entry.authors[-1].is_others

r"""A mark of authors that counts to the wrong place: there is no such author, or it is not the owner of the list.

Why: ``author+an`` counts authors. Where one is taken out or put in, the marks stay and mean other people: a CV then
prints somebody else's name in bold, or loses a star. The owner is whom the setting ``owner`` names, or whom most entries
of the file mark with ``self``.

Example:

    @misc{doe2020, author = {Jane Doe and Richard Roe}, author+an = {3=equal}, title = {A}, year = 2020}

Use instead:

    @misc{doe2020, author = {Jane Doe and Richard Roe}, author+an = {2=equal}, title = {A}, year = 2020}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field
from citekit.checks.reading.bibliography import Bibliography
from citekit.checks.reading.entry import Entry, annotation_marks
from citekit.works.bibtex_names import parse_names
from citekit.works.identity import SURE, same_person
from citekit.works.name import SELF, Name

SEVERITY = "warning"
LANGUAGES = ("bibtex",)

_HINT = "count the authors again"


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    marked = [entry for entry in bibliography.entries if "author+an" in entry.by_name]
    owners = parse_names(" and ".join(context.owner.split(";"))) if context.owner else _owner(marked)
    for entry in marked:
        part = entry.by_name["author+an"]
        count = len(entry.authors)
        beyond = [number for number, _ in annotation_marks(part.text) if not 1 <= number <= count]
        if beyond:
            plural = "author" if count == 1 else "authors"
            yield at_field(part, f"author {beyond[0]} is marked, and there are {count} {plural}", _HINT)
        own = _own(entry)
        if len(own) > 1 and len(owners) < len(own):
            yield at_field(part, f"{len(own)} authors are marked as the owner of the list", "leave one of the marks")
        for name in own:
            if owners and all(same_person(name, owner).degree < SURE for owner in owners):
                yield at_field(part, f"{name} is marked as the owner of the list, who is {owners[0]}", _HINT)


def _own(entry: Entry) -> list[Name]:
    return [name for name in entry.authors if SELF in name.marks and not name.literal]


def _owner(entries: Iterable[Entry]) -> tuple[Name, ...]:
    """Whom most of the entries that mark somebody mark as the owner."""
    names = [name for entry in entries for name in _own(entry)]
    families = Counter(name.full_family for name in names).most_common(1)
    if not families or 2 * families[0][1] <= len(names):
        return ()
    return (max((name for name in names if name.full_family == families[0][0]), key=lambda name: len(str(name))),)

r"""The person whose publications a list holds is not among the authors of one of them.

Why: it is somebody else's, or the name is misspelt. Who that is says the setting ``owner``; the rule is silent without
it.

Example:

    --- [owner = "Jane Doe"]
    @misc{roe2020, author = {Richard Roe and Paul Poe}, title = {A}, year = 2020}

Use instead:

    --- [owner = "Jane Doe"]
    @misc{roe2020, author = {Richard Roe and Jane Doe}, title = {A}, year = 2020}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field
from citekit.checks.reading.entry import Entry
from citekit.works.bibtex_names import parse_names
from citekit.works.identity.fold import fold
from citekit.works.identity.people import same_person

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl", "list")


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    part = entry.get("author")
    if not context.owner or part is None:
        return ()
    owners = parse_names(" and ".join(context.owner.split(";")))
    authors = (*entry.authors, *entry.names("editor"))
    if (
        not authors
        or any(name.is_others for name in authors)
        or any(same_person(a, o) for a in authors for o in owners)
    ):
        return ()
    if any(fold(str(a)) == fold(str(o)) for a in authors for o in owners):
        return ()
    return (at_field(part, f"{context.owner} is not among the authors", "correct the name, or take the entry out"),)

r"""A field that the chosen citation style never prints for this type of entry.

Why: whoever fills it in expects to see it. The setting ``style`` names the style (see ``citekit styles``); without it
the rule has nothing to go by. A file has one finding for a field and a type, at the first entry that has it.

Example:

    --- [style = "apa"]
    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, year = 2020, publisher = {Queue Press}}

Use instead:

    --- [style = "apa"]
    @article{doe2020, author = {J. Doe}, title = {A}, journal = {J. Queues}, year = 2020}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings, at_field
from citekit.checks.reading.bibliography import Bibliography
from citekit.checks.reading.entry import Entry, Field
from citekit.works.kinds import ALSO_READ_AS, NOT_FOR_PRINT, csl_type, variable_of

SEVERITY = "note"
LANGUAGES = ("bibtex", "csl")
NEEDS = ("style",)

_DATES = frozenset({"year", "month", "day", "date"})
_TYPES = {
    "misc": ("document", "webpage", "article"),
    "online": ("webpage", "article"),
    "unpublished": ("manuscript", "speech"),
}
"""Entry types that are one CSL type or another, as their fields have it."""


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    dropped: dict[tuple[str, str], list[tuple[Entry, Field]]] = {}
    for entry in bibliography.entries:
        for part in entry.by_name.values():
            if part.text.strip() and _is_dropped(entry, part, context):
                dropped.setdefault((entry.type, part.name), []).append((entry, part))
    style = context.knowledge.style
    for (kind, name), places in dropped.items():
        entry, part = places[0]
        more = f" (and of {len(places) - 1} more)" if len(places) > 1 else ""
        found = at_field(part, f"{style} never prints {name} of this {kind}{more}", "expect it nowhere, or take it out")
        yield Diagnostic(found.message, found.source, found.span, found.hint, entry.key, whole=entry.span)


def _is_dropped(entry: Entry, part: Field, context: Context) -> bool:
    printed = context.knowledge.printed
    variable = "issued" if part.name in _DATES else variable_of(part.name, entry.type)
    if printed is None or variable in NOT_FOR_PRINT:
        return False
    if "entrysubtype" in entry.by_name:
        return False
    types = (entry.work.type,) if entry.work else _TYPES.get(entry.type, (csl_type(entry.type),))
    return all(variable not in seen and ALSO_READ_AS.get(variable) not in seen for seen in map(printed, types))

r"""The address or the DOI of an entry leads nowhere.

Why: readers cannot follow it. Servers are asked only with ``--online``: for the head of each page, one after the other,
no host more than once a second, and what was learnt is kept for a day. An address is dead where its server says that
there is no such page, or where there is no such server; a server that refuses programs or is silent says nothing.

Example: an entry whose ``url`` is answered with 404.

Use instead: the place to which the page has moved, an archived copy of it, or a DOI.
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings, at_field
from citekit.checks.reading.entry import Entry, Field
from citekit.checks.reading.project import Project
from citekit.works.ids import normal_doi

SEVERITY = "warning"
NEEDS = ("online",)

_ADDRESS = re.compile(r"https?://[^\s{}\\<>\"]+", re.IGNORECASE)
_ESCAPED = re.compile(r"\\([%&_#~$])")


def check_project(project: Project, context: Context) -> Findings:
    """What is wrong in a project."""
    ask = context.knowledge.dead_links
    if ask is None:
        return
    places = [
        (entry, part, address)
        for bibliography in project.checked_bibliographies
        for entry in bibliography.entries
        for part in entry.fields
        if (address := _address(part))
    ]
    dead = ask(address for _, _, address in places)
    for entry, part, address in places:
        if address in dead:
            yield _found(entry, part, address, dead[address])


def _address(part: Field) -> str:
    """The web address of a field, or the empty string."""
    if part.name == "doi":
        doi = normal_doi(part.text.replace("\\", ""))
        return f"https://doi.org/{doi}" if doi else ""
    if part.name not in ("url", "howpublished", "pdf"):
        return ""
    match = _ADDRESS.search(_ESCAPED.sub(r"\1", part.text[:2000]))
    return match[0].rstrip(".,;)") if match else ""


def _found(entry: Entry, part: Field, address: str, reason: str) -> Diagnostic:
    found = at_field(part, f"{address} leads nowhere: {reason}", "find where it has moved, or an archived copy")
    return Diagnostic(found.message, found.source, found.span, found.hint, entry.key or entry.title, whole=entry.span)

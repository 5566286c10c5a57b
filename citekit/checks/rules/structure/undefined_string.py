r"""A value names a macro that is not defined.

Why: BibTeX warns and prints nothing in its place. A macro is told once, however often it is used: where a second file
defines the macros, check both together.

Example:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = tods, year = 2020}

Use instead:

    @string{tods = {Transactions on Database Systems}}
    @article{doe2020, author = {J. Doe}, title = {A}, journal = tods, year = 2020}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings
from citekit.checks.reading.entry import Entry, Field
from citekit.checks.reading.project import Project

SEVERITY = "warning"


def check_project(project: Project, context: Context) -> Findings:
    """What is wrong in a project."""
    elsewhere = {macro.name.lower() for bibliography in project.bibliographies for macro in bibliography.macros}
    for bibliography in project.checked_bibliographies:
        own = {macro.name.lower() for macro in bibliography.macros}
        uses: dict[str, list[tuple[str, Entry, Field]]] = {}
        for use in bibliography.undefined_macros:
            if use[0].lower() not in elsewhere - own:  # else a second file of the same run defines it
                uses.setdefault(use[0].lower(), []).append(use)
        for (macro, entry, part), *others in uses.values():
            yield _told(macro, entry, part, len(others), macro.lower() in own)


def _told(macro: str, entry: Entry, part: Field, others: int, is_late: bool) -> Diagnostic:
    what = "used before it is defined" if is_late else "not defined"
    more = f"; {others} more use{'' if others == 1 else 's'} of it" if others else ""
    define = "move its @string up" if is_late else "define it with @string, or check the file that does too"
    hint = f"write {{{macro}}}, or {define}"
    return Diagnostic(f"the macro '{macro}' is {what}{more}", part.source, part.span, hint, entry.key, whole=entry.span)

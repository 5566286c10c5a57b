r"""A ``@string`` is never used.

Why: it is left over from an entry that is gone, or the entry that should use it spells it out. A file that holds only
macros, for other files, is left alone. ``--fix`` takes it out.

Example:

    @string{tods = {Transactions on Database Systems}}
    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {A}, year = 2020}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Edit, Findings, Fix
from citekit.checks.reading.project import Project
from citekit.span import Span

SEVERITY = "note"
PROFILE = "strict"


def check_project(project: Project, context: Context) -> Findings:
    """What is wrong in a project."""
    used = frozenset().union(*(bibliography.used_macros for bibliography in project.bibliographies))
    for bibliography in project.checked_bibliographies:
        text = bibliography.source.text
        for macro in bibliography.macros if bibliography.entries else ():
            if macro.name.lower() not in used:
                end = macro.span.end + text.startswith("\n", macro.span.end)
                fix = Fix("remove it", (Edit(bibliography.source, Span(macro.span.start, end), ""),), safe=True)
                yield Diagnostic(
                    f"the macro '{macro.name}' is never used",
                    bibliography.source,
                    macro.name_span,
                    "remove it",
                    macro.name,
                    fix=fix,
                )

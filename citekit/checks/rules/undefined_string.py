r"""A value names a macro that is not defined.

Why: BibTeX warns and prints nothing in its place.

Example:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = tods, year = 2020}

Use instead:

    @string{tods = {Transactions on Database Systems}}
    @article{doe2020, author = {J. Doe}, title = {A}, journal = tods, year = 2020}
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.checks.context import Context
from citekit.checks.diagnostic import Diagnostic
from citekit.checks.project import Project

FAMILY = "structure"
SEVERITY = "warning"


def check_project(project: Project, context: Context) -> Iterable[Diagnostic]:
    """What is wrong in a project."""
    elsewhere = {macro.name.lower() for bibliography in project.bibliographies for macro in bibliography.macros}
    for bibliography in project.checked_bibliographies:
        own = {macro.name.lower() for macro in bibliography.macros}
        for macro, entry, part in bibliography.undefined_macros:
            if macro.lower() in elsewhere - own:
                continue  # a second file of the same run defines it
            known = macro.lower() in own
            message = f"the macro '{macro}' is {'used before it is defined' if known else 'not defined'}"
            hint = (
                f"move its @string up, or write {{{macro}}}"
                if known
                else f"write {{{macro}}}, or define it with @string"
            )
            yield Diagnostic(message, part.source, part.span, hint, key=entry.key, whole=entry.span)

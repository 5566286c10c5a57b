r"""A month is written out where BibTeX has a macro for it: ``month = {January}`` for ``month = jan``.

Why: a style prints months its own way, in its own language, but only those that are macros.

Example:

    @misc{doe2020, author = {J. Doe}, title = {A}, month = {January}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {A}, month = jan, year = 2020}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, replaced, short
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "note"
PROFILE = "strict"
FIELDS = ("month",)

_MACROS = tuple("jan feb mar apr may jun jul aug sep oct nov dec".split())
_NAMES = tuple("january february march april may june july august september october november december".split())


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    word = part.text.strip().rstrip(".").lower()
    if part.raw[:1] not in '{"' or len(word) < 3:
        return ()
    macro = next((macro for macro, name in zip(_MACROS, _NAMES, strict=True) if name.startswith(word)), "")
    if not macro and word != "sept":
        return ()
    macro = macro or "sep"
    fix = replaced(part, part.span, macro, "write the macro")
    return (at_field(part, f"the month is written out: {short(part.text)}", f"write {macro} without braces", fix=fix),)

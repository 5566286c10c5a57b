"""Formulas of works that no LaTeX file will have as formulas, told with the place where they were read."""

from __future__ import annotations

from collections.abc import Iterator

from citekit.model.library import Works
from citekit.runtime.errors import Problem
from citekit.text.tex_allowed import refused
from citekit.text.tex_syntax import formula_places


def refused_formulas(library: Works) -> Iterator[Problem]:
    """Yield a warning for each formula with a command that does not pass; such a formula is written as text.

    Works and traces of the library are parallel.
    """
    for work, trace in zip(library.works, library.traces, strict=True):
        for name, value in work.variables.items():
            if not isinstance(value, str) or "\\" not in value:
                continue
            found = [one for start, end in formula_places(value) for one in refused(value[start:end], unknown=True)]
            if found:
                place = trace.evidence.get(name)
                why = f"it {found[0].act}" if found[0].act else "it is unknown"
                message = f"the LaTeX command {found[0].command} in a formula of the {name} is read as text: {why}"
                span = place.span if place else trace.span
                yield Problem(message, "write what it prints", trace.source, span, "warning", "refused-command")

"""A bibliography's bytes with its entries completed; everything that is not changed stays as it was.

:mod:`citekit.formats.rewriting` defines what a change is in a file of each format. A file in which nothing changes comes
back as it came.
"""

from __future__ import annotations

from citekit.formats import rewriting
from citekit.formats.rewriting import Rewrite
from citekit.model.library import Works
from citekit.runtime.encoding import decode
from citekit.runtime.errors import Problem
from citekit.services.arxiv.enrich import Enriched


def rewritten(
    data: bytes,
    name: str,
    format: str,  # noqa: A002
    before: Works,
    enriched: Enriched,
) -> tuple[bytes, tuple[Problem, ...]]:
    """Return the bytes of a bibliography, read as the library ``before``, with the changes of its entries, and what
    could not be written into it.
    """
    read = zip(before, before.traces, enriched.library, enriched.outcomes, strict=True)
    changes = [Rewrite(trace.span, old, new) for old, trace, new, outcome in read if outcome.changes]
    if not changes:
        return data, ()
    decoded = decode(data, name)
    text, refused = rewriting.rewritten(decoded.text, format, changes, ())
    hint = "it is written in the file in another way than citekit writes it; complete it by hand"
    problems = tuple(
        Problem(f"{change.old.id} could not be completed", hint, None, None, "warning", "not-written")
        for change in refused
    )
    return decoded.encoding.encode(text), problems

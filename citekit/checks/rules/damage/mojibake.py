r"""Text that was written in UTF-8 and read in another encoding: ``â€™`` for ``’``, ``Ã©`` for ``é``.

Why: it is printed like that. Only what is valid UTF-8 when read back, and no right text, counts, be it read as
Windows-1252, as Mac Roman (``√©``), or as an encoding of DOS, of Eastern Europe or of Asia. ``--unsafe-fixes`` reads it back.

Example:

    @misc{doe2020, author = {J. Doe}, title = {Doeâ€™s queues}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {Doe’s queues}, year = 2020}
"""

from __future__ import annotations

from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Edit, Findings, Fix, at_field, short
from citekit.checks.reading.entry import Entry, Field
from citekit.text.misread import Misread, find_misread
from citekit.text.repair import mend_mojibake

SEVERITY = "error"
LANGUAGES = ("bibtex", "csl", "list")

_LONGEST = 5000


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    found: list[Diagnostic] = []
    for part in entry.not_ascii if entry.language != "list" else entry.fields[:1]:
        if len(part.text) <= _LONGEST:
            mended = mend_mojibake(part.text)
            if mended != part.text:
                found.append(_found(part, mended))
            else:
                found += [_found_elsewhere(part, misread) for misread in find_misread(part.text)]
    return found


def _found_elsewhere(part: Field, misread: Misread) -> Diagnostic:
    span = part.part(misread.start, misread.end)
    fix = Fix("read it back as UTF-8", (Edit(part.source, span, misread.right),)) if part.inside >= 0 else None
    message = f"'{short(part.text[misread.start : misread.end])}' is {_shown(misread.right)} in a wrong encoding"
    return at_field(part, message, "copy the text again, or read the file as UTF-8", span, fix)


def _found(part: Field, mended: str) -> Diagnostic:
    from difflib import SequenceMatcher  # here, for few texts ever need it

    changes = [c for c in SequenceMatcher(None, part.text, mended, autojunk=False).get_opcodes() if c[0] != "equal"]
    _, start, end, first, last = changes[0]
    edits = tuple(Edit(part.source, part.part(a, b), mended[c:d]) for _, a, b, c, d in changes)
    fix = Fix("read it back as UTF-8", edits) if part.inside >= 0 else None
    old, new = short(part.text[start:end]) or part.text[start:end], mended[first:last]
    return at_field(
        part,
        f"'{old}' is {_shown(new)} in a wrong encoding",
        "copy the text again, or read the file as UTF-8",
        part.part(start, end),
        fix,
    )


def _shown(text: str) -> str:
    return f"'{text}'" if text.strip() else "a blank"

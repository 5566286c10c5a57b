"""How the rules that compare documents say what they found: at one copy, with the other as a related place."""

from __future__ import annotations

from citekit.checks.diagnostic import Diagnostic, Related
from citekit.checks.entry import Entry, Field
from citekit.checks.finding import short
from citekit.checks.matching import Pair
from citekit.span import Span
from citekit.works.identity.description import VENUE_FIELDS
from citekit.works.identity.fold import plain


def at_copy(pair: Pair, name: str, message: str, hint: str = "", piece: str = "", swap: bool = False) -> Diagnostic:
    """A finding at a field of one copy of a publication; ``{place}`` in the message becomes the place of the other copy.

    ``piece`` is the part of the field that it is about. With ``swap`` the finding is at the other copy.
    """
    here, there = (pair.other, pair.entry) if swap else (pair.entry, pair.other)
    line, _ = there.source.line_column(_span(there, name).start)
    text = message.replace("{place}", f"{there.source.name}:{line}")
    related = (Related(f"“{_value(there, name)}” in the other document", there.source, _span(there, name)),)
    return Diagnostic(
        text, here.source, _span(here, name, piece), hint, here.key or here.title, related, whole=here.span
    )


def _value(entry: Entry, name: str) -> str:
    """What a copy has in a field, in short; its title where it has no such field."""
    part = _part(entry, name)
    return short(plain(part.text)) if part else short(entry.title)


def _part(entry: Entry, name: str) -> Field | None:
    return entry.get(*(VENUE_FIELDS if name == "booktitle" else (name,)))


def _span(entry: Entry, name: str, piece: str = "") -> Span:
    part = _part(entry, name) or entry.get("title")
    if part is None:
        return entry.key_span if len(entry.key_span) else entry.span
    return part.find(piece) if piece else part.span

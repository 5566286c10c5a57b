r"""A character is written as HTML: ``&amp;``, ``&#8217;``.

Why: LaTeX prints the code, or stops at the ``&``. ``--unsafe-fixes`` puts the character.

Example:

    @misc{doe2020, author = {J. Doe}, title = {Stacks &amp; queues}, year = 2020}

Use instead:

    @misc{doe2020, author = {J. Doe}, title = {Stacks \& queues}, year = 2020}
"""

from __future__ import annotations

import html
import unicodedata

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Edit, Findings, Fix, at_field
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")

_ENTITY = re.compile(r"(?:\\?&|\{\\&\})(?:[a-zA-Z][a-zA-Z0-9]{1,8}|\\?#\d{1,6}|\\?#[xX][0-9a-fA-F]{1,5});")
_INVISIBLE = {"\xa0": "~", "\xad": "\\-", "\u200b": "", "\u200c": "", "\u200d": ""}
_WRITTEN = re.compile(r"[{}\\]")
_FOR_LATEX = {"&": "\\&", "%": "\\%", "#": "\\#", "_": "\\_", "$": "\\$", "<": "<", ">": ">"}


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    if not any("&" in part.text for part in entry.fields):
        return ()
    return [
        found for part in entry.texts() if "&" in part.text and ";" in part.text for found in _in_field(entry, part)
    ]


def _in_field(entry: Entry, part: Field) -> Findings:
    for match in _ENTITY.finditer(part.text):
        sign = html.unescape(_WRITTEN.sub("", match[0]))
        if sign.endswith(";") or not (sign.isprintable() or sign in _INVISIBLE):
            continue
        span = part.part(*match.span())
        text = (_FOR_LATEX | _INVISIBLE).get(sign, sign) if entry.language == "bibtex" else sign
        fix = Fix(f"write {text}", (Edit(part.source, span, text),)) if part.inside >= 0 else None
        yield at_field(
            part, f"'{match[0]}' is HTML for {_named(sign)}", f"write {text}" if text else "take it out", span, fix
        )


def _named(sign: str) -> str:
    return unicodedata.name(sign, "an invisible sign").lower() if sign in _INVISIBLE else f"'{sign}'"

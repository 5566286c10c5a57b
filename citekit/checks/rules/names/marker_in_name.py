r"""A mark of the printed page is left in a name: an asterisk, a dagger, "(co-first)".

Why: it is printed with the name, and the name sorts and matches as another one. ``--unsafe-fixes`` takes it out.

Example:

    @misc{doe2020, author = {Jane Doe* and Richard Roe}, title = {A}, year = 2020}

Use instead:

    @misc{doe2020, author = {Jane Doe and Richard Roe}, title = {A}, year = 2020}
"""

from __future__ import annotations

import re

from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, replaced, together
from citekit.checks.reading.entry import Entry, Field
from citekit.text.guarded import Guarded

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")
FIELDS = ("author", "editor")

_ROLE = r"(?:co-?first|equal|corresponding|presenting|senior|lead|student|presenter)"
_MARK = Guarded(
    r"(?:(?<!\s)\s++)?(?:\$\s*+\^\s*+(?:\{[^{}$]{0,40}\}|\\?[a-z]{1,8}|\S)\s*+\$"  # $^{1,2}$
    r"|\\textsuperscript\s*\{[^{}]{0,40}\}|<sup>[^<>]{0,40}</sup>|(?<!&)[¹²³⁰⁴-⁹ᵃ-ᵛ*†‡§¶∗⋆★☆✉✝♯#]+(?:,\s?[¹²³⁰⁴-⁹*†‡§¶∗⋆])*"
    r"|\\(?:[*#]|(?:dag|ddag|dagger|ddagger|textdagger|textdaggerdbl|textasteriskcentered|envelope|letter)(?![a-z])(?:\{\})?)"
    r"|\\(?:thanks|footnote|footnotemark|inst|orcid(?:link|id)?)(?![a-z])\s*(?:\[[^\[\]]{0,40}\]|\{[^{}]{0,300}\})?"
    rf"|[(\[](?:{_ROLE}(?:[\s-]?(?:authors?|contribut\w{{3,4}}|equally))?|=|\*|\d{{1,2}})[)\]]|(?<!\\)\^\{{?[\d,a-z*]{{1,3}}\}}?)",
    re.IGNORECASE,
)


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    found = []
    for match in _MARK.finditer(part.text):
        if _is_within_word(part.text, match) or (not match.start() and not part.text[match.end() :].strip()):
            continue
        span = part.part(*match.span())
        fix = replaced(part, span, "", "take it out") if entry.language == "bibtex" else None
        hint = "take it out; author+an can say who contributed equally"
        found.append(at_field(part, f"'{match[0].strip()}' is left in a name", hint, span, fix))
    return together(found)


def _is_within_word(text: str, match: re.Match[str]) -> bool:
    """Whether a sign stands between two letters or behind one of another encoding: it is a letter that was misread."""
    before, behind = text[: match.start()][-1:], text[match.end() : match.end() + 1]
    return (
        not match[0].isascii()
        and len(match[0]) == 1
        and ((before.isalpha() and behind.isalpha()) or before in _MISREAD)
    )


_MISREAD = ("Ã", "Â", "Å", "Ä")
"""What the first bytes of letters in UTF-8 are in Latin-1."""

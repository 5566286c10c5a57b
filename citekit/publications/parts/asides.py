"""What is no part of a work: when a page was looked at ("Retrieved June 19, 1998, from"), and on which of its pages a
bibliography cites the work ("2014. 1, 2, 6")."""

from __future__ import annotations

from collections.abc import Iterator

from citekit import patterns as re
from citekit.publications.atoms import Atom, Part
from citekit.publications.styled import StyledText

_ACCESSED = re.compile(
    r"(?-i:(?=[(\[ACDLRVZacdlrvz]))[(\[]?(?<!\w)(?:last )?(?:accessed|retrieved|consulted|visited|viewed|downloaded|zugriff(?: am)?|abgerufen(?: am)?|consulté(?: le)?|acesso em|consultado(?: en| el)?|dostęp)"
    r"(?: on| in)?:?[^.;()\[\]]{0,40}?(?:19|20)\d\d(?:,?\s(?:from|at|de|sur)(?=\s)(?:\s[^.:;()\[\]]{2,60}(?=:\s*https?:))?)?[)\]]?"
    r"|(?-i:(?=[ACDR]))(?<=[.?!]\s)(?:retrieved|accessed|downloaded|available)(?:\s(?:online\s)?(?:from|at))\s[^.:;()\[\]]{2,80}(?=:\s*https?:)",
    re.IGNORECASE,
)
_STEMS = "access availab retriev consul visit view download zugriff abgerufen acesso dostęp".split()
"""One of them is in every date of access, so that most texts need not be searched."""
_PAGES_OF_CITING = re.compile(r"(?<=(?:19|20)\d\d\.\s)\d{1,3}(?:,\s\d{1,3}+){0,20}\.?\s{0,3}$")


def find(item: StyledText) -> Iterator[Atom]:
    """Dates of access, and pages of the citing document; they are neither date nor pages of the work."""
    for match in _ACCESSED.finditer(item.text) if any(map(item.folded.__contains__, _STEMS)) else ():
        yield Atom(match.start(), match.end(), Part.OTHER, "accessed", {}, 3.6)
    if pages := _PAGES_OF_CITING.search(item.text):
        yield Atom(pages.start(), pages.end(), Part.OTHER, "backrefs", {}, 3.4)

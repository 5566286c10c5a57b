"""When a web page was looked at: "Accessed 11 March 2024", "Retrieved June 19, 1998, from"."""

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


def find(item: StyledText) -> Iterator[Atom]:
    """Dates of access: they are not when the work appeared."""
    for match in _ACCESSED.finditer(item.text) if any(map(item.folded.__contains__, _STEMS)) else ():
        yield Atom(match.start(), match.end(), Part.OTHER, "accessed", {}, 3.6)

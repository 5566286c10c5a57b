r"""One person is written in several ways across the entries: with and without a middle initial, or by another spelling.

Why: styles that sort or group by author take them for two people. Only spellings that extend each other and share a
co-author count as one person.

Example:

    @misc{a, author = {Po-An Tsai and Richard Roe}, title = {A}, year = 2020}
    @misc{b, author = {P. Tsai and Richard Roe}, title = {B}, year = 2021}

Use instead:

    @misc{a, author = {Po-An Tsai and Richard Roe}, title = {A}, year = 2020}
    @misc{b, author = {Po-An Tsai and Richard Roe}, title = {B}, year = 2021}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from citekit.checks.context import Context
from citekit.checks.finding import Diagnostic, Findings, at_field, related
from citekit.checks.reading.bibliography import Bibliography
from citekit.checks.reading.entry import Entry
from citekit.works.identity import SURE, same_person
from citekit.works.identity.people import family, given_words
from citekit.works.name import Name

SEVERITY = "note"
PROFILE = "strict"
LANGUAGES = ("bibtex", "csl")

_MOST_VARIANTS = 12


def check_bibliography(bibliography: Bibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    spelled: dict[str, dict[tuple[str, ...], list[tuple[Entry, Name]]]] = {}
    for entry in bibliography.entries:
        for name in entry.authors:
            if name.family and name.given:
                spelled.setdefault(family(name), {}).setdefault(given_words(name.given), []).append((entry, name))
    for variants in spelled.values():
        if 1 < len(variants) <= _MOST_VARIANTS:
            yield from _variants(variants)


def _variants(variants: dict[tuple[str, ...], list[tuple[Entry, Name]]]) -> Iterator[Diagnostic]:
    usual = Counter({given: len(uses) for given, uses in variants.items()})
    for given, uses in variants.items():
        longer = [g for g in variants if g != given and _extends(variants[g][0][1], uses[0][1])]
        if len(longer) != 1:
            continue
        known = [entry for entry, _ in variants[longer[0]]]
        for entry, name in uses:
            same = next((other for other in known if _share(entry, other, family(name))), None)
            part = entry.get("author")
            if same is not None and part is not None and same is not entry:
                full = variants[longer[0]][0][1]
                message = f"{name} is written {full} elsewhere ({usual[longer[0]]} times)"
                found = at_field(
                    part,
                    message,
                    "write the name alike everywhere",
                    part.find(name.family),
                    related=(related(same, "the other form", "author"),),
                )
                yield Diagnostic(
                    found.message, found.source, found.span, found.hint, entry.key, found.related, whole=entry.span
                )


def _extends(longer: Name, name: Name) -> bool:
    """Whether a name is another one of the same person with more letters."""
    more = len("".join(given_words(longer.given))) > len("".join(given_words(name.given)))
    return more and same_person(longer, name).degree >= SURE


def _share(one: Entry, other: Entry, own: str) -> bool:
    """Whether two entries have another author in common."""
    return bool(({family(n) for n in one.authors} - {own}) & ({family(n) for n in other.authors} - {own}))

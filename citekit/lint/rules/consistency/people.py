"""The authors of one publication in two documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import field, replace
from functools import lru_cache

from citekit.lint.cross_document import (
    ComparedDocument,
    Matching,
    Pair,
    at_copy,
    has_mark,
    is_open,
    says_name,
    says_text,
)
from citekit.lint.finding import Findings
from citekit.lint.loading.bibliography import CheckedEntry
from citekit.lint.rule import Context, rule
from citekit.model.identity.people import (
    SWAPPED,
    TRANSLITERATED,
    family,
    given_words,
    has_initials_only,
    person_key,
    same_person,
)
from citekit.model.identity.titles import SURE, words
from citekit.model.name import EQUAL, Name
from citekit.runtime.records import dataclass


@rule("publications", "note")
def author_form_differs(matched: Matching, context: Context) -> Findings:
    """Two documents write one author of a publication in different forms."""
    reported: set[tuple[str, str, str, str]] = set()
    for pair in matched.pairs():
        result = compared(pair.entry, pair.other)
        full: list[tuple[int, int]] = []
        for number, other in result.same + result.respelt:
            one, two = pair.entry.authors[number], pair.other.authors[other]
            once = (pair.document.name, pair.other_document.name, str(one), str(two))
            found = list(_lost(pair, one, two)) if (number, other) in result.same else []
            is_transliterated = same_person(one, two).reason == TRANSLITERATED and family(one) != family(two)
            if (number, other) not in result.same and not is_transliterated:
                message = f"an author is {one} here, {two} in {{place}}"
                found = [at_copy(pair, "author", message, "compare with the printed paper", one.family)]
            if found and ((number, other) in result.respelt or once not in reported):
                reported.add(once)
                yield from found
            elif not found and _is_cut(pair, number, other):
                full.append((number, other))
        if full:
            # one finding for all names of a publication that are reduced to initials
            here = has_initials_only(pair.entry.authors[full[0][0]])
            names = [(pair.entry.authors[number], pair.other.authors[other]) for number, other in full]
            short, long = names[0] if here else names[0][::-1]
            more = f" (and {len(names) - 1} more)" if len(names) > 1 else ""
            message = f"{short} here is {long} in {{place}}{more}, and most names here are written in full"
            yield at_copy(pair, "author", message, f"write {long}", short.family, swap=not here)


def _lost(pair: Pair, one: Name, two: Name) -> Findings:
    """Return a given name or an initial that one document leaves out: reported once for a person and two documents."""
    mine, theirs = given_words(one.given), given_words(two.given)
    if not mine or not theirs or len(mine) == len(theirs) or "".join(mine) == "".join(theirs):
        return
    shorter, longer = (one, two) if len(mine) < len(theirs) else (two, one)
    if family(one) == family(two):
        more = given_words(longer.given)[len(given_words(shorter.given)) :]
        is_initial = has_initials_only(shorter) or any(len(word) == 1 for word in more)
        lost = "an initial is lost" if is_initial else "a name is lost"
        message = f"{shorter} here is {longer} in {{place}}: {lost}"
        yield at_copy(pair, "author", message, f"write {longer}", shorter.family, swap=shorter is not one)


def _is_cut(pair: Pair, number: int, other: int) -> bool:
    """Whether a name is cut to initials in a document, and in an entry, that writes most names in full."""
    one, two = pair.entry.authors[number], pair.other.authors[other]
    if family(one) != family(two) or not given_words(one.given) or not given_words(two.given):
        return False
    if has_initials_only(one) == has_initials_only(two):
        return False
    document, entry = (pair.document, pair.entry) if has_initials_only(one) else (pair.other_document, pair.other)
    return habit(document) == "full" and habit_in((entry,)) != "initials"


@rule("pair", "error")
def author_order_differs(pair: Pair, context: Context) -> Findings:
    """Two documents give the authors of one publication in different orders."""
    result = compared(pair.entry, pair.other)
    moved = result.out_of_order
    if not moved or not all(_is_said(pair, *numbers) for numbers in moved):
        return
    mine = ", ".join(pair.entry.authors[number].family for number, _ in moved)
    theirs = ", ".join(pair.other.authors[number].family for number in sorted(other for _, other in moved))
    message = f"the order of the authors differs: {mine} here, {theirs} in {{place}}"
    same_people = not (result.only or result.only_other)
    yield at_copy(pair, "author", message, "compare with the printed paper", confirmed=same_people)


def _is_said(pair: Pair, number: int, other: int) -> bool:
    """Whether both documents name a person: in a list of the form "Title, with A and B" no one states where the owner is."""
    return says_name(pair.entry, pair.entry.authors[number]) and says_name(pair.other, pair.other.authors[other])


_MOST_GIVEN = 3  # more given names are an organisation or a list without separators


@rule("publications", "error")
def author_set_differs(matched: Matching, context: Context) -> Findings:
    """Two documents disagree on who wrote a publication."""
    owners = left_out_owners(matched)
    for pair in matched.pairs():
        result = compared(pair.entry, pair.other)
        if not pair.entry.authors or not pair.other.authors or result.cut or _is_misread(pair, result):
            continue
        here, there = _absent(pair, result, owners)
        differ = []
        if here:
            differ.append(f"{_names(here)} {_is(here)} here and not in {{place}}")
        if there:
            differ.append(f"{_names(there)} {_is(there)} in {{place}} and not here")
        if differ:
            found = at_copy(
                pair, "author", f"the authors differ: {', '.join(differ)}", "compare with the printed paper"
            )
            yield replace(found, sureness=0.0) if _are_joined(pair) else found


def _are_joined(pair: Pair) -> bool:
    """Whether a name of one document has the families of two people of the other: a list of families read as one name."""
    return any(
        sum(bool(theirs) and theirs <= set(words(str(name))) for theirs in families) > 1
        for one, other in ((pair.entry, pair.other), (pair.other, pair.entry))
        for families in [[set(words(author.family)) for author in other.authors]]
        for name in one.authors
    )


def _absent(
    pair: Pair, result: AuthorComparison, owners: dict[tuple[int, int], frozenset[str]]
) -> tuple[list[Name], list[Name]]:
    """Return the people that one document names and the other does not.

    Where an entry has a name that was not read as an author, its own odd names are misread as well.
    """
    implied = owners.get((id(pair.other_document), id(pair.document)), frozenset())
    implied_here = owners.get((id(pair.document), id(pair.other_document)), frozenset())
    here = [name for name in map(pair.entry.authors.__getitem__, result.only) if family(name) not in implied]
    there = [
        name for name in map(pair.other.authors.__getitem__, result.only_other) if family(name) not in implied_here
    ]
    lacks, lacks_here = _lacking(here, pair.other, there), _lacking(there, pair.entry, here)
    return (lacks if len(lacks_here) == len(there) else [], lacks_here if len(lacks) == len(here) else [])


def _lacking(names: list[Name], entry: CheckedEntry, unmatched: list[Name]) -> list[Name]:
    """Return those of the names that an entry does not have anywhere in its text.

    ``unmatched`` are the entry's own names without a counterpart: one of them may be the same person, badly read.
    """
    return [
        name
        for name in names
        if not says_name(entry, name, [a for a in entry.authors if a not in unmatched or _is_namesake(a, name)])
    ]


def _is_misread(pair: Pair, result: AuthorComparison) -> bool:
    """Whether two names were read as one, or no one is in both lists, so that no one can state who is there."""
    if not (result.same or result.reversed or result.respelt):
        return True
    return any(
        len(short) > 1 and short < set(words(str(authors[number])))
        for authors, numbers, others in (
            (pair.entry.authors, result.only, pair.other.authors),
            (pair.other.authors, result.only_other, pair.entry.authors),
        )
        for number in numbers
        for short in ({word for word in words(str(name)) if len(word) > 1} for name in others)
    )


def _is_namesake(one: Name, other: Name) -> bool:
    """Whether two people share a family name only."""
    return family(one) == family(other) and not same_person(one, other) and len(given_words(one.given)) <= _MOST_GIVEN


def _is(names: list[Name]) -> str:
    return "is" if len(names) == 1 else "are"


def _names(names: list[Name]) -> str:
    shown = [str(name) for name in names[:4]]
    # four names fit on a line; the others are counted
    more = f" and {len(names) - 4} more" if len(names) > 4 else ""
    return f"{', '.join(shown)}{more}"


@rule("publications", "warning")
def co_first_differs(matched: Matching, context: Context) -> Findings:
    """Two documents mark different authors of a publication as having contributed equally."""
    if not matched.groups:
        return
    marking = {id(h) for h in matched.documents if any(EQUAL in n.marks for e in h.entries for n in e.authors)}
    for pair in matched.pairs():
        if id(pair.document) not in marking or id(pair.other_document) not in marking:
            continue
        result = compared(pair.entry, pair.other)
        differ = [
            (number, other)
            for number, other in result.same + result.reversed
            if _is_marked(pair.entry, number) != _is_marked(pair.other, other)
        ]
        if differ and not any(has_mark(*_unmarked(pair, *numbers)) for numbers in differ):
            here = [str(n) for n in pair.entry.authors if EQUAL in n.marks]
            there = [str(n) for n in pair.other.authors if EQUAL in n.marks]
            message = f"marked as equal contributors: {', '.join(here) or 'nobody'} here, {', '.join(there) or 'nobody'} in {{place}}"
            yield at_copy(pair, "author", message, "compare with the printed paper")


def _is_marked(entry: CheckedEntry, number: int) -> bool:
    return EQUAL in entry.authors[number].marks


def _unmarked(pair: Pair, number: int, other: int) -> tuple[CheckedEntry, Name]:
    """Return the entry in which a person has no mark, and the person's name there."""
    if _is_marked(pair.entry, number):
        return pair.other, pair.other.authors[other]
    return pair.entry, pair.entry.authors[number]


@rule("publications", "warning")
def reversed_name(matched: Matching, context: Context) -> Findings:
    """The family and the given name of an author are swapped in one of two documents."""
    for pair in matched.pairs():
        for number, other in compared(pair.entry, pair.other).reversed:
            one, two = pair.entry.authors[number], pair.other.authors[other]
            if says_text(pair.entry, str(two)) or says_text(pair.other, str(one)):
                continue  # both are written in the same way, and one was divided wrongly
            mine = spelled_elsewhere(matched, pair, one)
            theirs = spelled_elsewhere(matched, pair, two)
            why = f"; {two if theirs > mine else one} is in {max(mine, theirs)} more" if mine != theirs else ""
            if mine > theirs:
                message = f"family and given name are swapped: {two} here, {one} in {{place}}{why}"
                yield at_copy(pair, "author", message, "swap them", two.family, swap=True)
            else:
                message = f"family and given name are swapped: {one} here, {two} in {{place}}{why}"
                yield at_copy(pair, "author", message, "swap them, or correct the other document", one.family)


# --- two lists of authors of one publication: who is who, who is missing, whose name is written otherwise


@dataclass
class AuthorComparison:
    """``same`` are numbers of one person in both lists, ``reversed`` those whose family and given names are swapped.

    ``respelt`` are those of a person whose name is spelt otherwise, ``only`` and ``only_other`` names without a
    counterpart; ``cut`` is true if one of the lists is cut short.
    """

    same: list[tuple[int, int]] = field(default_factory=list)
    reversed: list[tuple[int, int]] = field(default_factory=list)
    respelt: list[tuple[int, int]] = field(default_factory=list)
    only: list[int] = field(default_factory=list)
    only_other: list[int] = field(default_factory=list)
    cut: bool = False

    @property
    def out_of_order(self) -> list[tuple[int, int]]:
        """The pairs whose places among the common people differ."""
        common = sorted(self.same + self.reversed + self.respelt)
        places = sorted(other for _, other in common)
        return [pair for pair, place in zip(common, places, strict=True) if pair[1] != place]


def compared(entry: CheckedEntry, other: CheckedEntry) -> AuthorComparison:
    """Return the authors of two copies of a publication, matched; names of one family first, so that it takes linear
    time.
    """
    mine, theirs = _listed(entry.authors), _listed(other.authors)
    result = AuthorComparison(
        cut=len(mine) < len(entry.authors) or len(theirs) < len(other.authors) or is_open(entry) or is_open(other)
    )
    free = dict.fromkeys(range(len(theirs)))
    by_family: dict[str, list[int]] = {}
    for number, name in enumerate(theirs):
        by_family.setdefault(family(name), []).append(number)
    left: list[int] = []
    for number, name in enumerate(mine):
        namesakes = [n for n in by_family.get(family(name), ()) if n in free and same_person(name, theirs[n])]
        if namesakes:
            best = max(namesakes, key=lambda n: (same_person(name, theirs[n]).degree, -abs(n - number)))
            del free[best]
            result.same.append((number, best))
        else:
            left.append(number)
    # pair the names whose families differ: swapped ones first, then those divided differently, then typos
    for found, least in ((result.reversed, SURE), (result.same, SURE), (result.respelt, 0.01)):
        for number in tuple(left):
            for there in free:
                similarity = same_person(mine[number], theirs[there])
                swapped = similarity.reason == SWAPPED
                if similarity.degree >= least and (swapped or found is not result.reversed):
                    del free[there]
                    left.remove(number)
                    found.append((number, there))
                    break
    result.only, result.only_other = left, list(free)
    if left and free and _words(mine[n] for n in left) == _words(theirs[n] for n in free):
        result.only, result.only_other = [], []  # the comma between two names is missing in one of the documents
    return result


def _listed(names: tuple[Name, ...]) -> tuple[Name, ...]:
    return tuple(name for name in names if not name.is_others)


def _words(names: Iterable[Name]) -> list[str]:
    return sorted(word for name in names for word in words(str(name)))


def left_out_owners(matched: Matching) -> dict[tuple[int, int], frozenset[str]]:
    """Return the families that a document leaves out everywhere, by the document and the one it is compared with.

    A list of the form "Title, with A and B" names the co-authors only.
    """
    compared_with: Counter[tuple[int, int]] = Counter()
    lacking: dict[tuple[int, int], Counter[str]] = {}
    for pair in matched.pairs():
        result = compared(pair.entry, pair.other)
        for key, authors, only in (
            ((id(pair.document), id(pair.other_document)), pair.other.authors, result.only_other),
            ((id(pair.other_document), id(pair.document)), pair.entry.authors, result.only),
        ):
            compared_with[key] += bool(authors)
            lacking.setdefault(key, Counter()).update({family(authors[number]) for number in only})
    return {
        key: frozenset(f for f, times in counts.items() if times >= 2 and times * 2 > compared_with[key])
        for key, counts in lacking.items()
    }


@lru_cache(maxsize=64)
def habit(document: ComparedDocument) -> str:
    """Return how a document writes given names: ``"initials"``, ``"full"``, or empty if it does both."""
    return habit_in(document.entries)


def habit_in(entries: Iterable[CheckedEntry]) -> str:
    """Return how some entries write given names: ``"initials"``, ``"full"``, or empty if they do both."""
    names = [name for entry in entries for name in entry.authors if name.given and not name.is_others]
    if not names:
        return ""
    share = sum(map(has_initials_only, names)) / len(names)
    # a list is consistent if three names of four are in one form; between them it has no habit that could be broken
    return "initials" if share > 0.75 else "full" if share < 0.25 else ""


def spelled_elsewhere(matched: Matching, pair: Pair, name: Name) -> int:
    """Return how many entries of the two documents have a person of exactly this family name and initial."""
    key = person_key(name)
    return sum(
        any(person_key(n) == key for n in entry.authors)
        for document in (pair.document, pair.other_document)
        for entry in document.entries
        if entry is not pair.entry and entry is not pair.other
    )

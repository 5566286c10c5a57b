"""Who is in a list of names, and how it is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from citekit.lint.finding import Finding, Findings, Related, about, at_field, place_of, related, replaced, rewritten
from citekit.lint.loading.bibliography import CheckedBibliography, CheckedEntry, CheckedField, annotation_marks
from citekit.lint.loading.project import Project
from citekit.lint.loading.written_names import divided_by_commas, pieces
from citekit.lint.rule import Context, rule
from citekit.model.identity import SURE, same_person
from citekit.model.identity.people import family, given_words
from citekit.model.identity.titles import fold
from citekit.model.name import SELF, Name, parse_names
from citekit.runtime import patterns as re


@rule("field", "error", fields="author editor", ordinary=False)
def comma_separated_names(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """People are separated by commas instead of ``and``."""
    people = divided_by_commas(part.text)
    if not people:
        return None
    fix = rewritten(part, " and ".join(people), "put and between them")
    return at_field(part, f"{part.name} divides people by commas", "put ' and ' between them", fix=fix)


_ET_AL = re.compile(
    r"(?<!\s)(?>(?:\s*+(?:,|\band\b)){0,20})\s*+(?:\bet\.?[\s~]*al(?:ii|\b)\.?|\{et al\.?\}|(?:(?<=\s)|(?<=,))(?:\.\.\.|…|\\l?dots\b)"
    r"|\bet\s+coll\b\.?|(?<=\s)(?:(?-i:u\.\s?a\.)|i\s+in\.|y\s+otros|e\s+outros|et\s+autres))(?=[\s,]*(?:$|\band\b|\}))",
    re.IGNORECASE,
)
_REST = re.compile(
    r"(?:,\s*+|(?<!\s)\s++)(?:and\s++|&\s++)?(?P<rest>(?:(?:\d{1,4}+|many|the|several)\s++){0,9}"
    r"(?:others|(?-i:other|more)|colleagues|co-?workers|collaborators|co-?authors))\s*+(?:\.\s*+)?$",
    re.IGNORECASE,
)
_RIGHT = re.compile(r"\s+(?i:and)\s+others\s*")
_TAIL = 80  # only the end of a list is searched for "et al."; the words and their brackets fit in it


@rule("field", "warning", languages="bibtex csl", fields="author editor", ordinary=False)
def et_al(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """A list of names is cut short with "et al." instead of ``and others``."""
    match = _ET_AL.search(part.text) or _REST.search(part.text, max(0, len(part.text) - _TAIL))
    if match is None or _RIGHT.fullmatch(match[0]):  # BibTeX reads "and others" only if it is written so
        return None
    ends = not part.text[match.end() :].strip() and match.start() > 0
    fix = replaced(part, match, " and others", "write and others") if ends and entry.language == "bibtex" else None
    return at_field(part, f"'{match[0].strip()}' is not a name", "write ' and others'", match, fix)


_MANY = 60  # a longer list is of a collaboration; each of its names would be searched in the text
_OTHER_AND = re.compile(r"[\n\t]|A[Nn][Dd]\s")


@rule("entry", "note", languages="bibtex csl list")
def repeated_author(entry: CheckedEntry, context: Context) -> Findings:
    """A name is twice among the authors of an entry."""
    for variable in ("author", "editor"):
        part = entry.get(variable)
        if part is None or (entry.language == "bibtex" and not _is_likely(part.text)):
            continue
        names = entry.names(variable)
        seen: set[tuple[str, str]] = set()
        for name in names if len(names) <= _MANY else ():
            given = given_words(name.given)
            if name.is_others or not name.family or not given or (given == given[:1] and len(given[0]) == 1):
                continue
            key = (family(name), "".join(given))
            if key in seen:
                yield at_field(part, f"{name} is among the {variable}s twice", "remove one, if it is one person")
            seen.add(key)


def _is_likely(text: str) -> bool:
    """Whether two names of a list have the same letters, which costs less to see than to read them."""
    names = [name for name, _ in pieces(text)] if _OTHER_AND.search(text) else text.split(" and ")
    return len(set(map(_letters, names))) < len(names)


@lru_cache(maxsize=65536)
def _letters(name: str) -> str:
    return "".join(sorted(fold(name)))


# From this number of lists on, it is how the file is written, and is reported once.
_HABIT = 3


@rule("project", "note")
def truncated_names(project: Project, context: Context) -> Findings:
    """A list of authors ends in ``and others``, and another entry or document has all of them."""
    full: dict[str, CheckedEntry] = {}
    named = [entry for entries in project.groups for entry in entries if entry.get("author")]
    cut = [entry for entry in named if _is_cut(entry) and entry.title_key]
    for entry in named if cut else ():
        if entry.title_key and not _is_cut(entry):
            full.setdefault(entry.title_key, entry)
    short: dict[str, list[CheckedEntry]] = {}
    for entry in cut:
        other = full.get(entry.title_key)
        if other is None and _is_one(entry):
            short.setdefault(entry.source.name, []).append(entry)
        elif other and len(other.authors) >= len(entry.authors) and same_person(entry.authors[0], other.authors[0]):
            message = f"the authors are cut short; {place_of(other)} has all {len(other.authors)}"
            yield _found(entry, message, "copy them from there", (related(other, "all authors", "author"),))
    for entries in short.values():
        if len(entries) < _HABIT:
            for entry in entries:
                yield _found(entry, "the list of authors ends after one", _WRITE_ALL)
        else:
            yield _found(
                entries[0],
                f"the list of authors ends after one, here and in {len(entries) - 1} more entries",
                _WRITE_ALL,
            )


_WRITE_ALL = "name those that your style prints"


def _found(entry: CheckedEntry, message: str, hint: str, others: tuple[Related, ...] = ()) -> Finding:
    return about(entry, at_field(entry.by_name["author"], message, hint, related=others))


def _is_one(entry: CheckedEntry) -> bool:
    """Whether one person precedes "others"; a collaboration may."""
    literal = entry.authors[0].literal or entry.get("collaboration")
    return entry.language == "bibtex" and len(entry.authors) == 2 and not literal


def _is_cut(entry: CheckedEntry) -> bool:
    text = entry.text("author").lower().rstrip(" .}")
    if entry.work is None and not text.endswith("others"):
        return False
    return bool(entry.authors) and entry.authors[-1].is_others


@rule("entry", "warning", languages="bibtex csl list")
def owner_missing(entry: CheckedEntry, context: Context) -> Finding | None:
    """The person whose publications a list holds is not among the authors of one of them."""
    part = entry.get("author")
    if not context.owner or part is None:
        return None
    owners = parse_names(" and ".join(context.owner.split(";")))
    authors = (*entry.authors, *entry.names("editor"))
    if (
        not authors
        or any(name.is_others for name in authors)
        or any(same_person(a, o) for a in authors for o in owners)
    ):
        return None
    if any(fold(str(a)) == fold(str(o)) for a in authors for o in owners):
        return None
    return at_field(part, f"{context.owner} is not among the authors", "correct the name, or take the entry out")


_COUNT_AGAIN = "count the authors again"


@rule("bibliography", "warning", languages="bibtex")
def stale_annotation(bibliography: CheckedBibliography, context: Context) -> Findings:
    """A mark of authors that counts to the wrong place."""
    marked = [entry for entry in bibliography.entries if "author+an" in entry.by_name]
    owners = parse_names(" and ".join(context.owner.split(";"))) if context.owner else _owner(marked)
    for entry in marked:
        part = entry.by_name["author+an"]
        count = len(entry.authors)
        beyond = [number for number, _ in annotation_marks(part.text) if not 1 <= number <= count]
        if beyond:
            plural = "author" if count == 1 else "authors"
            yield at_field(part, f"author {beyond[0]} is marked, and there are {count} {plural}", _COUNT_AGAIN)
        own = _own(entry)
        if len(own) > 1 and len(owners) < len(own):
            yield at_field(part, f"{len(own)} authors are marked as the owner of the list", "leave one of the marks")
        for name in own:
            if owners and all(same_person(name, owner).degree < SURE for owner in owners):
                yield at_field(part, f"{name} is marked as the owner of the list, who is {owners[0]}", _COUNT_AGAIN)


def _own(entry: CheckedEntry) -> list[Name]:
    return [name for name in entry.authors if SELF in name.marks and not name.literal]


def _owner(entries: Iterable[CheckedEntry]) -> tuple[Name, ...]:
    """Return the person whom most of the entries that mark one person mark as the owner."""
    names = [name for entry in entries for name in _own(entry)]
    families = Counter(name.full_family for name in names).most_common(1)
    if not families or 2 * families[0][1] <= len(names):
        return ()
    return (max((name for name in names if name.full_family == families[0][0]), key=lambda name: len(str(name))),)


_MOST_VARIANTS = 12  # more given names under one family name are several people ("Wang", "Smith")


@rule("bibliography", "note", profile="strict", languages="bibtex csl", of="author-form-differs")
def name_variants(bibliography: CheckedBibliography, context: Context) -> Findings:
    """One person is written in several ways across the entries."""
    spelled: dict[str, dict[tuple[str, ...], list[tuple[CheckedEntry, Name]]]] = {}
    for entry in bibliography.entries:
        for name in entry.authors:
            if name.family and name.given:
                spelled.setdefault(family(name), {}).setdefault(given_words(name.given), []).append((entry, name))
    for variants in spelled.values():
        if 1 < len(variants) <= _MOST_VARIANTS:
            yield from _variants(variants)


def _variants(variants: dict[tuple[str, ...], list[tuple[CheckedEntry, Name]]]) -> Iterator[Finding]:
    usual = Counter({given: len(uses) for given, uses in variants.items()})
    for given, uses in variants.items():
        longer = [  # other spellings of the same person with more letters
            other
            for other, (use, *_) in variants.items()
            if len("".join(other)) > len("".join(given)) and same_person(use[1], uses[0][1]).degree >= SURE
        ]
        if len(longer) != 1:
            continue
        known = [entry for entry, _ in variants[longer[0]]]
        for entry, name in uses:
            others = set(map(family, entry.authors)) - {family(name)}  # two entries are of one person if a co-author is
            same = next((other for other in known if not others.isdisjoint(map(family, other.authors))), None)
            part = entry.get("author")
            if same is not None and part is not None and same is not entry:
                full = variants[longer[0]][0][1]
                message = f"{name} is written {full} elsewhere ({usual[longer[0]]} times)"
                places = (related(same, "the other form", "author"),)
                hint, place = "write the name in the same way everywhere", part.find(name.family)
                yield about(entry, at_field(part, message, hint, place, related=places))

"""Fields and types that do not go together."""

from __future__ import annotations

from functools import cache, lru_cache

from citekit.lint.finding import Edit, Finding, Findings, Fix, about, at_field, at_key, at_type, short
from citekit.lint.loading.bibliography import CheckedBibliography, CheckedEntry, CheckedField
from citekit.lint.rule import Context, rule
from citekit.lint.words import BIBLATEX_FIELDS, BIBTEX_TYPES, KNOWN_TYPES, STANDARD_TYPES, is_settings, paired
from citekit.model.identity.titles import plain
from citekit.model.kinds import ALSO_READ_AS, NOT_FOR_PRINT, csl_type, variable_of
from citekit.model.venues import find
from citekit.runtime import patterns as re

_DATES = frozenset({"year", "month", "day", "date"})
# Entry types that are one CSL type or another, as their fields have it.
_TYPES_OF_STYLES = {
    "misc": ("document", "webpage", "article"),
    "online": ("webpage", "article"),
    "unpublished": ("manuscript", "speech"),
}


@rule("bibliography", "note", languages="bibtex csl", needs="style")
def dropped_by_style(bibliography: CheckedBibliography, context: Context) -> Findings:
    """A field that the chosen citation style never prints for this type of entry."""
    dropped: dict[tuple[str, str], list[tuple[CheckedEntry, CheckedField]]] = {}
    for entry in bibliography.entries:
        for part in entry.by_name.values():
            if part.text.strip() and _is_dropped(entry, part, context):
                dropped.setdefault((entry.type, part.name), []).append((entry, part))
    style = context.knowledge.style
    for (kind, name), places in dropped.items():
        entry, part = places[0]
        more = f" (and of {len(places) - 1} more)" if len(places) > 1 else ""
        message = f"{style} never prints {name} of this {kind}{more}"
        yield about(entry, at_field(part, message, "expect it nowhere, or take it out"))


def _is_dropped(entry: CheckedEntry, part: CheckedField, context: Context) -> bool:
    printed = context.knowledge.printed
    variable = "issued" if part.name in _DATES else variable_of(part.name, entry.type)
    if printed is None or variable in NOT_FOR_PRINT:
        return False
    if "entrysubtype" in entry.by_name:
        return False
    types = (entry.work.type,) if entry.work else _TYPES_OF_STYLES.get(entry.type, (csl_type(entry.type),))
    return all(variable not in seen and ALSO_READ_AS.get(variable) not in seen for seen in map(printed, types))


_IN_JOURNAL = frozenset({"journal", "journaltitle"})
_WANTED = {
    "article": ({"booktitle"}, _IN_JOURNAL | {"eprint"}, "journal"),
    "inproceedings": (_IN_JOURNAL, {"booktitle", "eventtitle", "series"}, "booktitle"),
    "conference": (_IN_JOURNAL, {"booktitle", "eventtitle", "series"}, "booktitle"),
    "incollection": (_IN_JOURNAL, {"booktitle"}, "booktitle"),
    "phdthesis": ({"publisher", "organization"}, {"school", "institution"}, "school"),
    "mastersthesis": ({"publisher", "organization"}, {"school", "institution"}, "school"),
    "techreport": ({"school", "organization"}, {"institution", "publisher"}, "institution"),
}


@rule("entry", "warning")
def misplaced_field(entry: CheckedEntry, context: Context) -> Finding | None:
    """A field that its entry type does not print, and the one that it prints instead is missing."""
    if entry.type == "misc":
        return _of_misc(entry) if context.dialect_of(entry) == "bibtex" else None
    if entry.type not in _WANTED:
        return None
    wrong, right, name = _WANTED[entry.type]
    if any(known in entry.by_name for known in right) or "crossref" in entry:
        return None
    part = entry.get(*sorted(wrong))
    if part is None or (part.name == "organization" and "author" not in entry):
        return None  # it is the author then
    fix = Fix(f"rename it to {name}", (Edit(part.source, part.name_span, name),))
    return at_field(
        part, f"{entry.type} does not print {part.name}", f"call it {name}, or choose another type", part.name_span, fix
    )


def _of_misc(entry: CheckedEntry) -> Finding | None:
    """Return an article or a chapter that some program took for something else."""
    part = entry.get("journal", "journaltitle", "booktitle")
    if part is None or "howpublished" in entry or entry.get("volume", "pages") is None:
        return None
    hint = "make it an inproceedings" if part.name == "booktitle" else "make it an article"
    return at_field(part, f"misc does not print {part.name}", hint, part.name_span)


# A volume followed by the number, the pages or the series: "2, number 4", "4417 of LNCS", "12(3):45", "LNCS 4417".
_CROWDED = re.compile(
    r"\b(?:pages?|pp?\.|number|no\.|nr\.|issue)\s{0,3}\d|\bof (?:the )?[A-Z][A-Za-z]|\d\s{0,2}\(\d{1,4}\)\s{0,2}[:,]\s{0,2}\d"
    r"|^[A-Z]{3,10}[ ~-]\d{2,5}$"
)


@rule("entry", "warning", of="field-swapped")
def crowded_volume(entry: CheckedEntry, context: Context) -> Finding | None:
    """A volume holds the number, the pages, the series or the publisher as well."""
    part = entry.get("volume")
    if part is None or not _CROWDED.search(plain(part.text)[:200]):
        return None
    hint = "leave the volume, and give number, pages, series and publisher fields of their own"
    return at_field(part, f"the volume holds more than a volume: {short(part.text)}", hint)


_SERIALS = frozenset("book inbook incollection inproceedings conference proceedings".split())
# The fields by which plain.bst and similar styles sort (btxbst.doc, function `presort`).
_SORTED_BY = {
    "proceedings": ("editor", "organization", "key"),
    "manual": ("author", "organization", "key"),
    **dict.fromkeys(("misc", "booklet", "unpublished", "techreport", "inproceedings", "article"), ("author", "key")),
    **dict.fromkeys(("book", "inbook"), ("author", "editor", "key")),
}


@rule("entry", "note", profile="submission", of="dropped-by-style")
def unprinted_by_bibtex(entry: CheckedEntry, context: Context) -> Findings:
    """BibTeX's own styles print one of two fields, or neither, and warn of it."""
    if context.dialect_of(entry) != "bibtex" or "crossref" in entry:
        return
    volume, number, series = entry.get("volume"), entry.get("number"), entry.get("series")
    if entry.type in _SERIALS and number is not None and volume is not None:
        yield at_field(
            number, f"{entry.type} prints a volume or a number, not both: the number is lost", "leave one of them"
        )
    elif entry.type in _SERIALS and number is not None and series is None:
        yield at_field(
            number, f"{entry.type} prints a number within a series only, and has no series", "add the series"
        )
    editor = entry.get("editor")
    if entry.type in ("book", "inbook") and entry.get("author") is not None and editor is not None:
        hint = "leave one of them, or make it an incollection"
        yield at_field(editor, f"{entry.type} prints its author or its editor, not both: the editor is lost", hint)
    publisher = entry.get("publisher")
    if entry.type == "techreport" and publisher is not None and entry.get("institution") is None:
        yield at_field(
            publisher, "techreport prints its institution, and no publisher", "call it institution", publisher.name_span
        )


@rule("entry", "note", profile="strict", of="missing-field")
def nothing_to_sort_by(entry: CheckedEntry, context: Context) -> Finding | None:
    """BibTeX has nothing by which it could sort an entry."""
    wanted = _SORTED_BY.get(entry.type)
    if wanted is None or context.dialect_of(entry) != "bibtex" or entry.get(*wanted) or "crossref" in entry:
        return None
    return at_key(
        entry, f"the {entry.type} has no {' and no '.join(wanted)}, so it cannot be sorted", "add one, or a key"
    )


_SAYS_MEETING = re.compile(
    r"\b(?:proceedings of|proc\.? of|international conference on|annual conference|workshop on|symposium on)\b",
    re.IGNORECASE,
)
_SAYS_JOURNAL = re.compile(
    r"(?:The )?(?:Journal of|(?:IEEE|ACM|IEEE/ACM) Transactions on|Annals of|International Journal of)\s", re.IGNORECASE
)
_EVENT = re.compile(r"\b(?:conference|symposium|workshop|proceedings|meeting|congress|volume|vol\.)", re.IGNORECASE)
_SAYS_THESIS = re.compile(
    r"^(?:Ph\.?\s?D\.?|Master'?s|Doctoral|Diploma|M\.?Sc\.?)\s(?:thesis|dissertation)\b", re.IGNORECASE
)
_WORDS = re.compile(r"thes|dissert|proc|conf|workshop|symposium", re.IGNORECASE)
_SERIAL = re.compile(
    r"proceedings of the (?:royal|national|american|london|edinburgh|cambridge|steklov|indian|japan|institution|ieee\b|acm on|vldb|entomological"
    r"|linnean|zoological|physical|geologists|aristotelian|british|prehistoric|nutrition|biological|academy|american)"
    r"|\b(?:society|academy|institute|transactions|journal|series|lecture notes)\b",
    re.IGNORECASE,
)


@rule("entry", "note")
def type_differs_from_content(entry: CheckedEntry, context: Context) -> Finding | None:
    """What an entry states does not fit its type."""
    if entry.type == "article":
        part = entry.get("journal", "journaltitle")
        if part is None:
            return None
        text = plain(part.text) if _WORDS.search(part.text) else ""
        if _SAYS_THESIS.search(text):
            return at_field(part, "the journal of this article is a thesis", "make it a phdthesis with a school")
        if "volume" in entry or "number" in entry or "issn" in entry:
            return None
        if not _SAYS_MEETING.search(text) or _SERIAL.search(text):
            return None
        known = find(text)
        if known is not None and known.kind not in ("conference", "workshop"):
            return None
        return at_field(
            part, "the journal of this article is a conference", "make it an inproceedings with a booktitle"
        )
    if entry.type in ("inproceedings", "conference"):
        part = entry.get("booktitle")
        if part is None or "series" in entry or not _SAYS_JOURNAL.match(_plain(part.text)) or _EVENT.search(part.text):
            return None
        return at_field(part, "the proceedings of this paper are a journal", "make it an article with a journal")
    if entry.type == "misc" and "howpublished" not in entry:
        # articles and chapters in a misc are reported by the rule misplaced-field
        school = entry.get("school")
        if school is None:
            return None
        return at_field(school, "a misc with a school is a thesis", "make it a phdthesis or mastersthesis")
    return None


# Names of venues, of which a file has few, without LaTeX.
_plain = lru_cache(maxsize=4096)(plain)


_LIKENESS = 0.8  # similarity of a misspelt type: one letter of five
_MADE_UP = paired("types that people make up")
_THESES = "thesis"
_DEGREE = "make it thesis (BibLaTeX) or mastersthesis (BibTeX), with the degree in type"


@rule(
    "bibliography",
    "warning",
    options={"others": (False, "Also report types that are not typos: those that only a style may know.")},
)
def unknown_type(bibliography: CheckedBibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    own: dict[str, list[CheckedEntry]] = {}
    for entry in bibliography.entries:
        if entry.type in KNOWN_TYPES or is_settings(entry.type):
            continue
        suggested = _meant(entry.type)
        if suggested:
            fix = Fix(f"make it {suggested}", (Edit(entry.source, entry.type_span, suggested),))
            yield _told(entry, "", f"did you mean {suggested}?", fix)
        elif entry.type.endswith(_THESES):
            yield _told(entry, "", _DEGREE)
        else:
            own.setdefault(entry.type, []).append(entry)
    for first, *others in own.values() if context.options["others"] else ():
        more = f"; {len(others)} more {'is' if len(others) == 1 else 'are'} of it" if others else ""
        yield _told(first, more, "choose a type of BibTeX or BibLaTeX, or misc if none fits")


def _told(entry: CheckedEntry, more: str, hint: str, fix: Fix | None = None) -> Finding:
    return about(entry, at_type(entry, f"there is no entry type '{entry.type}'{more}", hint, fix))


@cache
def _meant(entry_type: str) -> str:
    """Return the type that a typo or an invented type stands for, or the empty string."""
    from difflib import get_close_matches  # here, for few texts ever need it

    if entry_type.endswith(_THESES) and entry_type not in ("masterthesis", "phdthesis"):
        return ""
    near = get_close_matches(entry_type, sorted((*STANDARD_TYPES, *_MADE_UP)), 1, _LIKENESS)
    if not near or near[0][0] != entry_type[0] or abs(len(near[0]) - len(entry_type)) > 2:
        return ""
    return _MADE_UP.get(near[0], near[0])


_IN_VENUES = frozenset({"misc", "book", "phdthesis", "mastersthesis", "proceedings", "booklet", "manual"})
# Types whose `booktitle` is there for the entries that refer to them.
_PARENTS = frozenset({"book", "proceedings"})
_MEETINGS = re.compile(r"proceedings|conference|symposium|workshop|proc\.|congress", re.IGNORECASE)
_NO_VENUE = re.compile(
    r"arxiv|\bcorr\b|rxiv|preprint|ssrn|zenodo|github|gitlab|hal\b|blog|online|website|web|wikipedia|https?:|www\.|unpublished|submitted|thesis"
    r"|dissertation|universit|retrieved|available|accessed|urldate|[a-z]\.(?:com|org|net|io|edu)\b",
    re.IGNORECASE,
)


@rule("entry", "note", of="misplaced-field")
def unprinted_venue(entry: CheckedEntry, context: Context) -> Finding | None:
    """An entry states where it appeared, in a field that its type does not print."""
    if entry.type not in _IN_VENUES:
        return None
    part = entry.get("journal", "journaltitle") or (entry.get("booktitle") if entry.type not in _PARENTS else None)
    if part is None or _NO_VENUE.search(part.text):
        return None
    if entry.type == "misc" and "pages" in entry and ("volume" in entry or "booktitle" in entry):
        return None  # all of a printed paper: its type is wrong, which another rule reports
    wanted = "inproceedings" if part.name == "booktitle" or _MEETINGS.search(part.text) else "article"
    message = f"{entry.type} does not print its {part.name}, {short(part.text, 40)}"
    return at_field(part, message, f"make it {'an ' + wanted}, if it is one", part.name_span)


_TOLERATED = frozenset({"software", "dataset", "langid", "urldate", "pagetotal"})


_NEW_NAMES = paired("fields that BibLaTeX calls otherwise")
_NEW_TYPES = {"conference": "inproceedings", "electronic": "online", "www": "online", "techreport": "report"}


@rule("bibliography", "note", profile="", of="unknown-field")
def wrong_dialect(bibliography: CheckedBibliography, context: Context) -> Findings:
    """What is wrong in a bibliography."""
    is_bibtex = (context.dialect or bibliography.dialect) == "bibtex"
    for entry in bibliography.entries:
        name = _NEW_TYPES.get(entry.type, "")
        if is_bibtex and entry.type in KNOWN_TYPES and entry.type not in BIBTEX_TYPES and entry.type not in _TOLERATED:
            message, hint = f"BibTeX has no entry type '{entry.type}'", "use one of BibTeX's, such as misc"
            yield about(entry, at_type(entry, message, hint))
        elif name and not is_bibtex:
            yield about(entry, at_type(entry, f"BibLaTeX calls '{entry.type}' '{name}'", f"write {name}"))
        for part in entry.fields:
            name = _NEW_NAMES.get(part.name, "")
            if is_bibtex and part.name in BIBLATEX_FIELDS and part.name not in _TOLERATED:
                message = f"BibTeX has no field '{part.name}'"
                yield about(entry, at_field(part, message, "use one of BibTeX's", part.name_span))
            elif name and name not in entry.by_name and not is_bibtex:
                fix = Fix(f"call it {name}", (Edit(part.source, part.name_span, name),))
                message = f"BibLaTeX calls '{part.name}' '{name}'"
                yield about(entry, at_field(part, message, f"write {name}", part.name_span, fix))

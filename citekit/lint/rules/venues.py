"""Journals and conferences."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import chain, takewhile

from citekit.lint.cross_document import Pair, at_copy, venue
from citekit.lint.finding import (
    Edit,
    Finding,
    Findings,
    Fix,
    Related,
    about,
    at_field,
    replaced,
    rewritten,
    short,
    with_field,
)
from citekit.lint.loading.bibliography import CheckedBibliography, CheckedEntry, CheckedField
from citekit.lint.loading.project import Project
from citekit.lint.rule import Context, rule
from citekit.model.identity.titles import fold, plain, words
from citekit.model.identity.venue import is_workshop, main_conference
from citekit.model.venues import Venue, find, near_miss, without_year
from citekit.runtime import patterns as re

_ONES = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split()  # fmt: skip
_TENS = {"twent": 20, "thirt": 30, "fort": 40, "fift": 50, "sixt": 60, "sevent": 70, "eight": 80, "ninet": 90}
_ORDINAL = re.compile(
    rf"\b(?:(?P<number>\d{{1,3}})(?:st|nd|rd|th)|(?:(?P<tens>{'|'.join(_TENS)})y[- ])?(?P<ones>{'|'.join(_ONES)})|(?P<round>{'|'.join(_TENS)})ieth)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_LEAST_MEETINGS = 3  # two meetings can agree on a wrong number by chance
_SMALL_WORDS = frozenset("the of on in for and to annual proceedings proc".split())


@rule("project", "warning")
def ordinal_and_year(project: Project, context: Context) -> Findings:
    """The number of a conference does not fit its year."""
    series: dict[str, list[tuple[int, CheckedEntry, CheckedField, re.Match[str]]]] = {}
    for entry in chain.from_iterable(project.groups):
        part = entry.venue_field
        # bounds the time; with places and dates names have some 200 characters
        if part is None or entry.year is None or len(part.text) > 400:
            continue
        found = _numbered(part.text)
        if found is not None:
            match, year, key = found
            series.setdefault(key, []).append(((year or entry.year) - _number(match), entry, part, match))
    for members in series.values():
        counts = Counter(offset for offset, *_ in members)
        offset, usual = counts.most_common(1)[0]
        if (
            usual < _LEAST_MEETINGS
            or usual * 4 < len(members) * 3
            or len({entry.year for o, entry, *_ in members if o == offset}) < _LEAST_MEETINGS
        ):
            continue
        for own, entry, part, match in members:
            if own != offset and _number(match) + own - offset >= 1:
                number = _number(match) + own - offset
                # 11th, 12th, 13th; but 21st, 22nd, 23rd
                ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
                right = f"{number}{ending}"
                message = f"the {match[0]} of this conference was not in {_number(match) + own}; the others make it the {right}"
                yield about(entry, at_field(part, message, "correct the number or the year", match))


@lru_cache(maxsize=4096)
def _numbered(text: str) -> tuple[re.Match[str], int, str] | None:
    """Return the only ordinal of a venue, its year (0 if it is missing), and the words by which its series is known."""
    found = list(_ORDINAL.finditer(text))
    if len(found) != 1:
        return None
    year = _YEAR.search(text)
    key = " ".join(word for word in words(_YEAR.sub(" ", _ORDINAL.sub(" ", text))) if word not in _SMALL_WORDS)
    return found[0], int(year[0]) if year else 0, key


def _number(match: re.Match[str]) -> int:
    """Return the number of an ordinal in digits or words: ``32nd``, ``Thirty-Second``, ``Thirtieth``."""
    if match["number"]:
        return int(match["number"])
    ones = _ONES.index(match["ones"].lower()) + 1 if match["ones"] else 0
    return _TENS.get((match["tens"] or match["round"] or "").lower(), 0) + ones


@rule(
    "field", "note", profile="", languages="bibtex csl", fields="journal journaltitle booktitle", of="venue-near-miss"
)
def unknown_venue(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """A journal or conference that citekit's table does not know."""
    text = " ".join(plain(part.text).split())
    if not text or find(text) or entry.type in ("incollection", "inbook", "book"):
        return None
    return at_field(part, f"'{short(text)}' is not among the known venues", "check how it is spelt")


_LONGEST = 24  # twice the longest acronym in the table of venues (12)
_LONGEST_NAME = 200  # bounds the time; longer names are never acronyms alone
_CAPITALS = 3  # capitals of an acronym; a word with two ("arXiv", "LaTeX") is a brand
_LONG = 6  # in shorter acronyms one other letter is another venue: ICML, ICPL
_SHORTEST = 5  # below five letters any permutation is another venue: ICSE, ICES
_CAPITAL_WITHIN = re.compile(r"[A-Za-z][A-Z]")
_AROUND = re.compile(
    r"^(?:in:?\s+)?(?:proc(?:eedings)?\.?\s+(?:of\s+)?(?:the\s+)?)?(?:(?:IEEE|ACM|USENIX)\s+)?|(?<!\s)\s++(?:conference|workshops?|symposium)$",
    re.IGNORECASE,
)
_IN_PARENTHESES = re.compile(r"(?:(?<!\s)\s++)?\((?P<word>[^()\s]{4,20}(?:[\s'’]{1,2}\d{2,4})?)\)\s*$")


@rule("entry", "warning", languages="bibtex csl list")
def venue_near_miss(entry: CheckedEntry, context: Context) -> Finding | None:
    """Return the known acronym from which the acronym of a venue differs by one typo."""
    part = entry.venue_field
    if part is None or (entry.language == "bibtex" and part.inside < 0):
        return None  # the name of a macro
    if len(part.text) > _LONGEST_NAME or not _CAPITAL_WITHIN.search(part.text):
        return None
    text = entry.work.text("container-title") if entry.work else plain(part.text)
    word, venue = _beside_name(text) or _alone(text)
    if venue is None:
        return None
    fix = replaced(part, part.find(word), venue.acronym, f"write {venue.acronym}")
    return at_field(
        part, f"there is no venue '{word}'", f"did you mean {venue.acronym} ({venue.name})?", part.find(word), fix
    )


def _beside_name(text: str) -> tuple[str, Venue | None] | None:
    """Return the acronym after the name of a venue, and that venue where the acronym is nearly its own."""
    match = _IN_PARENTHESES.search(text)
    expected = find(text[: match.start()]) if match else None
    if match is None or expected is None:
        return None
    word = without_year(match["word"])
    return word, expected if _is_acronym(word) and near_miss(word) == expected else None


def _alone(text: str) -> tuple[str, Venue | None]:
    """Return the acronym that a text is but for words such as ``Proc.``, and the venue that is meant, where it is
    misspelt.
    """
    word = without_year(_AROUND.sub("", text).strip("() "))
    venue = near_miss(word) if _is_acronym(word) else None
    if venue is None or (_is_same_letters(word, venue.acronym) and (len(word) >= _SHORTEST or venue.kind == "journal")):
        return word, venue
    whole = word.isupper() and word == without_year(text.strip("() "))
    return word, venue if whole and _is_slip(word, venue) else None


def _is_acronym(word: str) -> bool:
    return word.isalpha() and len(word) <= _LONGEST and sum(map(str.isupper, word)) >= _CAPITALS


def _is_same_letters(word: str, acronym: str) -> bool:
    """Whether a word has the letters of an acronym in another order, or ``l`` for ``I``."""
    typed, right = (Counter(text.casefold().replace("l", "i")) for text in (word, acronym))
    return typed == right


def _is_slip(word: str, venue: Venue) -> bool:
    """Whether it is likelier that the word is misspelt than that it is a venue which the table has not."""
    letters = "".join(c for c in venue.acronym.upper() if c.isalpha())
    if len(letters) < _LONG and (venue.kind != "journal" or len(word) < _SHORTEST):
        return False
    return len(word) != len(letters) or Counter(word) == Counter(letters)


_NOISE = re.compile(
    r"(?P<pages>\bpp?\.?\s?\d+(?:\s?[-–]{1,2}\s?\d+)?|\bpages\s\d+(?:\s?[-–]{1,2}\s?\d+)?)"
    r"|(?P<publisher>\b(?:IEEE Press|ACM Press|Springer(?:-Verlag)?|Elsevier)\s*$)"
    r"|(?P<address>,\s(?:USA|UK|Germany|France|China|Japan|Canada|Italy|Spain)\b)"
)
_LABEL = re.compile(r"^(?:pp?\.?|pages)\s?")


@rule("field", "note", profile="strict", languages="bibtex csl", fields="booktitle journal", of="field-swapped")
def venue_noise(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """The name of the proceedings carries pages, a publisher or a place with it."""
    match = _NOISE.search(part.text[:1000])
    if match is None:
        return None
    noise = match[0].strip(", ")
    message = f"'{noise}' does not belong to the name of a venue"
    fix = _moved(entry, part, match, noise)
    return at_field(part, message, "put it into its own field", match, fix)


def _moved(entry: CheckedEntry, part: CheckedField, match: re.Match[str], noise: str) -> Fix | None:
    """Return a fix that takes pages or a publisher off the end of the name, into a field that is not there yet.

    The name of a country stays, for the town before it has no mark by which it could be recognized.
    """
    name = match.lastgroup or ""
    rest = part.text[match.end() :].strip(" .,;)")
    before = part.text[: match.start()].rstrip(" ,;(")
    if name == "address" or rest or not before or "{" in noise:
        return None
    taken = rewritten(part, before, f"move it to {name}")
    if name in entry.by_name or taken is None:
        return taken
    added = with_field(entry, name, _LABEL.sub("", noise), taken.message)
    return Fix(taken.message, (*taken.edits, *added.edits)) if added else None


_SHOWN = 60  # characters of a name in a message; longer ones are shown from where they differ
# Until when a conference was called so.
_OLD_NAMES = {"nips": 2018}
_SMALL = 3  # words of up to three letters are lower case in names as well
_SMALL_WORDS = frozenset("the of and in on for de der und et".split())


@rule(
    "bibliography",
    "note",
    languages="bibtex csl",
    options={
        "same-venue": (True, "Also names and acronyms that the table knows to be one venue."),
        "letter-case": (False, "Also forms that differ in letter case only."),
    },
)
def venue_variants(bibliography: CheckedBibliography, context: Context) -> Findings:
    """One venue is written in several ways in a file."""
    groups: dict[str, dict[str, list[tuple[CheckedEntry, CheckedField]]]] = {}
    for entry in bibliography.entries:
        part = entry.venue_field
        # a longer value is a sentence, and a macro is spelled once
        if part is not None and part.inside >= 0 and len(part.text) < 300 and not part.text.startswith("\\"):
            form = _form(part.text)
            groups.setdefault(_key(form, entry, context), {}).setdefault(form, []).append((entry, part))
    for key, forms in groups.items():
        if len(forms) < 2 or not key:
            continue
        usual = max(forms, key=lambda form: (len(forms[form]), *_looks(form)))
        first = forms[usual][0][1]
        for form, all_uses in forms.items():
            # an entry that has the usual form in a field of its own gives both
            beside = [(fold(entry.text("shortjournal")), fold(entry.text("fjournal"))) for entry, _ in all_uses]
            uses = [use for use, names in zip(all_uses, beside, strict=True) if fold(usual) not in names]
            same_letters = form.casefold() == usual.casefold() and not context.options["letter-case"]
            if form == usual or same_letters or not uses:
                continue
            entry, part = uses[0]
            mine, theirs = _where_they_differ(form, usual)
            often = f" and {len(uses) - 1} more like it" if len(uses) > 1 else ""
            times = "once" if len(forms[usual]) == 1 else f"{len(forms[usual])} times"
            message = f"'{mine}'{often} is written '{theirs}' elsewhere ({times})"
            fix = _fix([part for _, part in uses], usual) if first.text == usual else None
            related = (Related("the usual form", first.source, first.span),)
            yield Finding(
                message, part.source, part.span, "write it in the same way", entry.key, related, fix, entry.span
            )


@lru_cache(maxsize=8192)
def _form(text: str) -> str:
    return " ".join(plain(text).replace("~", " ").split())


# Venues are few, and their entries many.
_fold = lru_cache(maxsize=8192)(fold)


def _fix(parts: list[CheckedField], usual: str) -> Fix | None:
    edits = [Edit(p.source, p.part(0, len(p.text)), usual) for p in parts if plain(p.text) == p.text]
    return Fix(f"write {short(usual)}", tuple(edits)) if len(edits) == len(parts) else None


def _key(form: str, entry: CheckedEntry, context: Context) -> str:
    if not context.options["same-venue"] or "@" in form or any(map(str.isdigit, form)):
        return _fold(form)
    venue = find(form)
    if venue is None or venue.kind not in ("journal", "conference") or not _is_form_of(form, venue):
        return _fold(form)
    old = fold(form) in _OLD_NAMES and (entry.year or 0) < _OLD_NAMES[fold(form)]
    return f"{venue.name} {fold(form)}" if old else venue.name


def _is_form_of(form: str, venue: Venue) -> bool:
    """Whether a form is a venue's acronym or a name in the table, or has each word of its name, whole or shortened."""
    if fold(form) in map(fold, (venue.acronym, venue.name, *venue.aliases)):
        return True
    mine, theirs = ([w for w in words(text) if w not in _SMALL_WORDS] for text in (form, venue.name))
    return len(mine) == len(theirs) and all(map(str.startswith, theirs, mine))


def _where_they_differ(form: str, usual: str) -> tuple[str, str]:
    """Both forms, long ones cut to where they begin to differ."""
    if max(len(form), len(usual)) <= _SHOWN:
        return form, usual
    common_start = takewhile(lambda pair: pair[0] == pair[1], zip(form, usual, strict=False))
    start = max(0, len(list(common_start)) - _SHOWN // 2)
    start = form.rfind(" ", 0, start) + 1
    before = "…" if start else ""
    return f"{before}{short(form[start:])}", f"{before}{short(usual[start:])}"


def _looks(form: str) -> tuple[bool, int, str]:
    """Return how much a form looks like the name of a venue, by which equally frequent ones are told apart."""
    return (not form.isupper(), sum(word[0].isupper() for word in form.split() if len(word) > _SMALL), form)


_HINT = "name the workshop in both"


@rule("entry", "note", languages="bibtex csl list")
def workshop_as_main(entry: CheckedEntry, context: Context) -> Finding | None:
    """A paper of a workshop is shown as one of the main conference."""
    series = entry.by_name.get("series")
    if series is None or "booktitle" not in entry.by_name or not is_workshop(venue(entry)):
        return None
    main = main_conference(series.text, venue(entry))
    if main is None:
        return None
    message = f"{main.acronym} is the conference; '{short(venue(entry))}' is a workshop held with it"
    return at_field(series, message, "put the workshop's own acronym there")


@workshop_as_main.also("pair")
def workshop_as_main_in_pair(pair: Pair, context: Context) -> Findings:
    """Return what two copies of a publication state differently."""
    mine, theirs = venue(pair.entry), venue(pair.other)
    if main_conference(mine, theirs):
        message = f"the venue here is the conference, and '{short(theirs)}' next to it in {{place}}"
        yield at_copy(pair, "booktitle", message, _HINT)
    elif main_conference(theirs, mine):
        message = f"the venue here is the conference, and '{short(mine)}' next to it in {{place}}"
        yield at_copy(pair, "booktitle", message, _HINT, swap=True)


_YEAR_IN_VENUE = re.compile(r"(?<![\d/–-])(?:19[5-9]\d|20[0-4]\d)(?![\d/–-]|\s?[-–])")
# Two digits that many years away are more likely no year.
_FAR = 30
# `ICML'12`, `ICFP-05`: the year that is meant is the one of that century next to the entry's.
_SHORT = re.compile(
    r"(?<=[A-Za-z}])(?:\s?['’‘]|-(?=[089])|\s?\{?\\text(?:quoteright|quotesingle)\s?(?:\{\})?\}?)(?P<year>\d\d)(?!\d)"
)
_PRINTED_WITHIN = 3  # by hand: proceedings are rarely printed later than three years after the conference
_DAY = re.compile(
    r"\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\b\.?[\s~]*\d",
    re.IGNORECASE,
)
_CONFERENCES = frozenset({"inproceedings", "conference", "proceedings"})


@rule("field", "note", languages="bibtex csl", fields="booktitle", ordinary=False, of="conflicting-date")
def year_in_venue_differs(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """The year in the name of a conference is not the year of the entry."""
    year = entry.year
    # bounds the time; no name of a conference is longer
    if year is None or entry.type not in _CONFERENCES or len(part.text) > 1000:
        return None
    years = list(_YEAR_IN_VENUE.finditer(part.text))
    years_found = {int(match[0]) for match in years}
    if not years:
        years = [match for match in _SHORT.finditer(part.text) if part.text[: match.start()][-2:].isupper()]
        years_found = {_nearest(int(match["year"]), year) for match in years}
        years_found = {held for held in years_found if held <= context.year + 1 and abs(held - year) < _FAR}
    if len(years_found) != 1:
        return None
    match, held = years[0], years_found.pop()
    later = year - held
    if -1 <= later <= _PRINTED_WITHIN or (later > 0 and _DAY.search(part.text)):
        return None
    return at_field(part, f"the conference is of {held}, the entry of {year}", "correct one of them", match)


def _nearest(short: int, year: int) -> int:
    """Return the year that ends in these two digits and is nearest to another one."""
    return min((year // 100 * 100 + century + short for century in (-100, 0, 100)), key=lambda full: abs(full - year))

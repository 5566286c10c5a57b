"""Whose list it is, and what the marks on names mean in this document."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from citekit.documents.runs import Document, TextStyle
from citekit.extraction.namelist import FAMILY_COMMA, FAMILY_INITIALS, PrintedName, as_name
from citekit.extraction.phrases import PLAIN_WORDS
from citekit.extraction.record import ParsedItem
from citekit.extraction.segments.features import announced
from citekit.extraction.styled import StyledText
from citekit.model.identity.people import person_key, same_person
from citekit.model.name import CORRESPONDING, EQUAL, OTHERS, SELF, Name
from citekit.runtime import patterns as re
from citekit.runtime.span import Span

_EQUAL = re.compile(
    r"equal(?:ly)?(?:[ -](?:contribut|first|author|credit|advis))|\bcontribut\w{0,9}+ equally|\bequal\b(?=\s*\))|co-?\s?first|joint(?:ly)?[ -]first|shared first|"
    r"gleiche[rn]? beitr|contribution égale|contribuci[oó]n equivalente|co-?lead|joint lead|同等贡献|共同一作|共同第一",
    re.IGNORECASE,
)
_CORRESPONDING = re.compile(r"correspond\w*|通讯作者", re.IGNORECASE)
_OTHER_MEANING = re.compile(
    r"student|advis|supervis|mentee|undergrad|intern\b|presenter|speaker|alphabetical|senior author|\bme\b|myself|post-?doc|lab member|co-?advis|trainee",
    re.IGNORECASE,
)
_MARK = re.compile(r"(?:\\?[*∗⁎＊†‡§¶#♯^✉⋆★☆‖]|\$\^?\{?\\?(?:ast|dagger|star|\*)\}?\$)+|(?<=\()[=+](?=\s)")
_ANY_MARK = re.compile(r"[*∗⁎＊†‡§¶#♯^✉⋆★☆‖$]|\([=+]")
MOST_BETWEEN = 5
"""Words between a mark and what it means, at most: "* the first two authors share"."""
FEWEST_BOLD, SHARE_BOLD = 2, 0.3
"""Items that set a name in bold, and their share, for it to be the owner's."""
FEWEST_LISTS, SHARE_OF_ALL = 4, 0.75
"""Items of a page, and the share that has a name, for it to be the owner's."""
_TITLE_NOISE = re.compile(
    r"['’]s?\s(?:home\s?page|web\s?(?:site|page)|page|publications?|cv|papers|research)\b.*$|\s(?:cv|c\.v\.|vita|vitae|resume|résumé)$|,?\s(?:Ph\.?\s?D\.?|M\.?D\.?|Professor)(?!\w).*$"
    r"|^(?>(?:(?:dr|dra|prof|profa|professor|doc|phdr|judr|mgr|mag|dott|dott\.ssa|hab|pd|priv\.-doz|iur|phil|inż|öğr|üyesi|doç)(?:\.|(?=\s))\s?){1,6})",
    re.IGNORECASE,
)
_OF_BODIES = re.compile(
    r"(?<!\w)(?:univ|depart|dépt|dept|dipart|facul|fakult|facolt|institut|instytut|wydz|katedr|odsjek|odjel|escuel|escol|école|scuol|school|college|centr|zentrum|seminar"
    r"|akadem|academ|πανεπ|τμήμα|универ|инстит|кафедр|факульт|bölüm|professor|profesor|docent|lektor|maître|catedr|lecturer|reader)",
    re.IGNORECASE,
)
"""Beginnings of words that are below a person's name on a page, and in none."""
_INITIAL = re.compile(r"[^\W\d_]\.,?")
"""The initial of "Rosa A. Keller", which is not the article."""
_ONE_SPELLING = str.maketrans("¹²³⁴⁵⁶⁷⁸⁹⁰∗⁎＊⋆★☆", "1234567890******", "\\$^{}")
_TITLE_CUTS = re.compile(
    r"(?:(?<!\s)\s++)?[|–—:·•»/]++\s*+|(?<!\s)\s++(?:-++\s++|(?:of|by|von|für|de)\s++(?=[A-Z]))", re.IGNORECASE
)


def legend_of(texts: Iterable[str]) -> dict[str, str]:
    """Return what sentences such as "* denotes equal contribution" or "†: corresponding author" state that marks mean:
    mark -> ``"equal"``, ``"corresponding"`` or ``"other"``.
    """
    meanings: dict[str, str] = {}
    for text in filter(_ANY_MARK.search, texts):
        for pattern, meaning in ((_EQUAL, EQUAL), (_CORRESPONDING, CORRESPONDING), (_OTHER_MEANING, "other")):
            for match in pattern.finditer(text):
                # The mark that a sentence explains: the nearest before a place, within 40 characters and the same
                # bracket or line.
                place = match.start()
                window = re.split(r"[\n\x0b)\];]", text[max(0, place - 40) : place])[-1]
                marks = list(_MARK.finditer(window))
                near = marks and len(re.findall(r"\w+", window[marks[-1].end() :])) <= MOST_BETWEEN
                if mark := (normal_mark(marks[-1].group()) if near else ""):
                    meanings.setdefault(mark, meaning)
    return meanings


_SHORT_NAME = re.compile(r"[A-Z][aeiouy]\.")
"""A given name of two letters, which no stop shortens as it does "Ch.", where the others have none: "Zhang, Wei; Li, Na. 2017"."""
LONGEST_LEGEND = 3000
"""Characters of a block that may explain marks: it is a line or a short paragraph. This bounds the time on long ones."""


def document_legend(document: Document, records: Sequence[ParsedItem]) -> dict[str, str]:
    """Return what marks mean in all items of a document.

    What an item states of its own people ("Ada Lind*, Ben Moss* (* co-corresponding authors)") applies to that item. A star
    that nothing explains shares out no contribution where it mostly appears otherwise than at the first names.
    """
    marked = [(r, r.authors.names) for r in records if r.authors and any(name.marks for name in r.authors.names)]
    ends = {record.item.span.start: record.item.span.end for record, _ in marked}
    begins = sorted(ends)

    def is_own(span: Span) -> bool:
        at = bisect_right(begins, span.start)
        return at > 0 and span.end <= ends[begins[at - 1]]

    shown = (block for block in document.blocks if not block.hidden and len(block.text) < LONGEST_LEGEND)
    legend = legend_of(block.text for block in shown if not is_own(block.span))
    if "*" not in legend:
        starred = [places for _, names in marked if (places := _starred(names))]
        if 2 * sum(map(_are_first, starred)) < len(starred):
            legend["*"] = "other"
    return legend


def _starred(names: Sequence[PrintedName]) -> list[int]:
    """Return the indexes of the names with a star."""
    return [i for i, name in enumerate(names) if "*" in map(normal_mark, name.marks)]


def _are_first(places: Sequence[int]) -> bool:
    """Whether the first names of a list have a mark, several and no other: they share the first place."""
    return len(places) > 1 and places[-1] == len(places) - 1


def normal_mark(mark: str) -> str:
    """Return the mark in one spelling: ``∗``, ``⁎`` and ``\\ast`` are ``*``; superscript digits are digits."""
    for word, sign in (("ast", "*"), ("star", "*"), ("dagger", "†")):
        mark = mark.replace(word, sign)
    return mark.translate(_ONE_SPELLING)[:1]


def author_names(
    record: ParsedItem, legend: Mapping[str, str], owner: Name | None, owner_is_set_apart: bool = True
) -> tuple[Name, ...]:
    """Return the record's authors in CSL's parts with their marks; the owner first where the list prints only the
    others.

    In a list that sets its owner in bold, a name like the owner's that is not in bold is a namesake.
    """
    run = record.authors
    if run is None:
        return ()
    meanings = {**legend, **legend_of([record.text])}
    said = [{meanings.get(normal_mark(mark)) for mark in printed.marks} for printed in run.names]
    equal = _equal_positions(run.names, said, meanings)
    names = [as_name(n) for n in run.names]
    for i, printed in enumerate(run.names):
        own = owner is not None and bool(same_person(names[i], owner))
        own = own and (not owner_is_set_apart or _emphasised(record.item.text, printed))
        marks = [EQUAL] * (i in equal) + [CORRESPONDING] * (CORRESPONDING in said[i]) + [SELF] * own
        names[i] = names[i].marked(*marks) if marks else names[i]
    if len(names) > 1 and not any("." in name.given for name in names[:-1]):
        style, last = run.names[-1].style, names[-1].given.rpartition(" ")[2]
        if style == FAMILY_INITIALS or (style == FAMILY_COMMA and _SHORT_NAME.fullmatch(last)):
            names[-1] = replace(names[-1], given=names[-1].given.removesuffix("."))  # the full stop ends the list
    if run.with_form and owner is not None and not any(same_person(n, owner) for n in names):
        names.insert(0, owner)
    if run.others:
        names.append(OTHERS)  # "others" means that names are left out only as the last one, elsewhere it is a person
    return tuple(names)


def sets_apart(records: Iterable[ParsedItem], owner: Name) -> bool:
    """Whether a list sets the name of its owner in bold or underlines it, at least once."""
    return any(
        _emphasised(record.item.text, printed) and same_person(as_name(printed), owner)
        for record in records
        if record.authors is not None
        for printed in record.authors.names
    )


def _emphasised(styled: StyledText, printed: PrintedName) -> bool:
    letters = (place for place in range(printed.start, len(styled.text)) if styled.text[place].isalpha())
    return bool(styled.style(next(letters, printed.start)) & (TextStyle.BOLD | TextStyle.UNDERLINE))


def _equal_positions(names: list[PrintedName], said: list[set[str | None]], meanings: Mapping[str, str]) -> set[int]:
    """Indexes of the authors that share their contribution, by what their marks are stated to mean.

    A star that no legend explains means equal contribution where the first names have it, at least two, and no other;
    "(co-first)" after one later name makes him share with the first.
    """
    noted = {i for i, name in enumerate(names) if name.co_first}
    equal = noted | {0} if len(noted) == 1 else noted
    equal |= {i for i, own in enumerate(said) if EQUAL in own}
    if equal or "*" in meanings or EQUAL in meanings.values():
        return equal
    starred = _starred(names)
    return set(starred) if _are_first(starred) else set()


# --- the owner -----------------------------------------------------------------------------------------------------


def find_owner(document: Document, records: list[ParsedItem], given: str = "") -> Name | None:
    """Return the person whose list it is: as given, else the name set in bold in most items, else the one that the
    page's title or first heading names, else a name that nearly every item has.
    """
    if given:
        return name_from_text(given)
    names: Counter[tuple[str, str]] = Counter()
    bold: Counter[tuple[str, str]] = Counter()
    fullest: dict[tuple[str, str], Name] = {}
    lists = [(record.item.text, record.authors) for record in records if record.authors is not None]
    for text, run in lists:
        for printed in run.names:
            name = as_name(printed)
            if name.family and not name.literal:
                key = person_key(name)
                names[key] += not run.with_form  # those with whom the owner wrote are not the owner
                bold[key] += _emphasised(text, printed)
                fullest[key] = max(fullest.get(key, name), name, key=_given_length)
    for key, count in bold.most_common(1):
        if count >= FEWEST_BOLD and count >= SHARE_BOLD * len(lists):
            return fullest[key]
    implied = any(run.with_form for _, run in lists)
    above = Counter(text for record in records for text in {heading.text for heading in record.item.section.headings})
    # A person's name appears over most items: what appears over fewer than half of them is a part of the page.
    parts = [text for text, count in above.items() if count * 2 < len(records)]
    of_parts = {person_key(name) for name in map(name_from_text, parts) if name}
    for candidate in _page_names(document, records):
        key = person_key(candidate)
        heading = key in of_parts or announced(f"{candidate.given} {candidate.family}") != "neutral"
        if key in names or ((implied or not names) and not heading):  # "Working Papers" is no one
            return max(candidate, fullest.get(key, candidate), key=_given_length)
    names = +names
    for key, count in names.most_common(1):
        if len(lists) >= FEWEST_LISTS and count >= SHARE_OF_ALL * len(lists):
            return fullest[key]
    return None


def _given_length(name: Name) -> int:
    return len(name.given)


def _page_names(document: Document, records: list[ParsedItem]) -> Iterator[Name]:
    """Yield the names in the page's title and above its list; headings that are publications are none.

    What is below belongs to the rest of the page: "Neueste Einträge" of a blog is no one.
    """
    first = min((record.item.span.start for record in records), default=len(document.source.text))
    titles = [record.title.value for record in records if record.title]
    texts = [value for name, value in document.meta if name in ("author", "title", "name")]
    texts += [
        text
        for b in document.blocks[:60]
        if b.span.start < first and not b.hidden
        # A name with its titles is as short; of a longer paragraph the first line may be one.
        for text in ([b.text] if b.kind == "heading" or len(b.text) < 60 else b.text.splitlines()[:1])
        if b.kind == "heading" or (len(text) < 60 and len(text.split()) <= 6)
    ]
    for text in texts[:25]:
        lines = text.splitlines()  # a name over "Publications", or next to "Curriculum vitae"
        lines = lines if announced(text) == "publications" else [text, *lines]
        if not any(title in text for title in titles):
            pieces = [piece for line in lines for piece in (*_TITLE_CUTS.split(line), line)]
            yield from filter(None, map(name_from_text, dict.fromkeys(pieces)))


def name_from_text(text: str) -> Name | None:
    """Return a personal name written as a title or heading ("JANE Q. DOE, Ph.D.", "Doe, Jane"), or None."""
    text = " ".join(_TITLE_NOISE.sub("", " ".join(text.split())).split()).strip(" ,.:#*|-–—")
    words = text.split()
    if _OF_BODIES.search(text):
        return None  # "Departamento de Filosofía, Universidad de Fenn"
    # "Anna Maria van der Berg": a heading of more words is not a name alone.
    if not 2 <= len(words) <= 5 or any(c.isdigit() or c in "@/&:;!?" for c in text):
        return None
    if not all(w[0].isupper() or w in ("van", "von", "de", "der", "den", "da", "di", "la", "del") for w in words):
        return None
    if any(w.lower().strip(",.") in PLAIN_WORDS for w in words if not _INITIAL.fullmatch(w)):
        return None
    if "," in text:
        family, _, given = text.partition(",")
        return Name(family=_cased(family.strip()), given=_cased(given.strip()))
    cut = next((i for i, w in enumerate(words[1:-1], 1) if w[0].islower() or w in ("De", "Den", "Der")), len(words) - 1)
    if cut > 1 and words[cut].lower() in ("de", "den", "der") and words[cut - 1] == "Van":
        cut -= 1  # Flemish and American names have particles with capitals: "Peter Van den Berg", "Joris De Smet"
    return Name(family=_cased(" ".join(words[cut:])), given=_cased(" ".join(words[:cut])))


def _cased(text: str) -> str:
    # Up to three capitals may be initials, which stay capitals.
    return text.title() if text.isupper() and len(text) > 3 else text

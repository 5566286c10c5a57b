"""The builder of a work from the loosely typed records of sites, tables and services.

Their records have the same contents under a few names: a list of people in one line or in several, a venue followed by
volume and pages, a date that must have a day, URLs that contain identifiers. Each is parsed here, once for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace

from citekit.formats._names import has_initials, is_body, is_initials_last, people_in_line, read_name
from citekit.formats._rich import from_markdown, one_line, plain
from citekit.model.date import Date, read_date
from citekit.model.ids import doi_of_value, identifier_of_url, normal_arxiv
from citekit.model.kinds import CSL_TYPES, DATE_VARIABLES, ENTRY_TYPES, NAME_VARIABLES, TEXT_VARIABLES
from citekit.model.links import LABELS as _LINK_LABELS
from citekit.model.name import EQUAL, OTHERS, SELF, Name, split_particle
from citekit.model.venues import kind_of
from citekit.model.work import Value, Work
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.registry import pairs


def plain_word(word: str) -> str:
    """Return the letters and digits of a word, case-folded: ``pageend`` for ``Page-End``."""
    return "".join(c for c in word.casefold() if c.isalnum())


_TYPES = (
    {plain_word(name): name for name in ENTRY_TYPES}
    | {plain_word(tex): csl for tex, csl in CSL_TYPES.items()}
    | pairs("citekit.formats", "_record.tsv")["types"]
)
_VARIABLES = {plain_word(name): name for name in NAME_VARIABLES | DATE_VARIABLES | TEXT_VARIABLES}
TRANSLATED = pairs("citekit.formats", "_record.tsv")["translated"]
"""CSL variables by what tables and data that people made by hand call them in other languages than English."""
WITHOUT_MARKUP = DATE_VARIABLES | {"DOI", "URL", "eprint"}
"""Variables and fields whose values are not rich text in any format: a ``<`` in them is a letter."""
# Label of a link on a page -> field.
_LABELS = {label.lower(): name for name, label in _LINK_LABELS.items()} | {name: name for name in _LINK_LABELS} | {
    "source code": "code", "github": "code", "project": "website", "projectpage": "website", "project page": "website",
    "supplementary": "supp", "source": "code", "paper": "pdf",
}  # fmt: skip
# Words of organizations in names without a comma; more of them than in `_names`, if several words are needed.
_BODY = re.compile(
    r"\b(?:collaborations?|consortium|team|group|committee|institut[eo]?|universit\w{1,3}|society|association|foundation"
    r"|organi[sz]ation|network|project|laborator(?:y|ies)|bank|government|parliament|hospital|initiative|alliance|programme|inc|ltd)\b",
    re.IGNORECASE,
)
_SUFFIXES = frozenset({"Jr.", "Jr", "Sr.", "Sr", "II", "III", "IV"})
_INITIALS = re.compile(r"(?:[^\W\d_a-zà-öø-ÿ]\.?[ -]?){1,4}")
_DOTTED = re.compile(r"(?:[^\W\d_]\.-?){1,4}")
_CAPITALS = re.compile(r"[A-Z]{1,3}")
_BETWEEN = re.compile(r",? (?:and|&|und|et|y|e) |, ?")
_REST = frozenset({"et al", "et al.", "others", "and others"})
_NOTES = re.compile(r"<sup>[^<>]*+</sup>|[*†‡§¶#]+")
_TITLED = re.compile(r"(?:[Ii]n:? )?<i>((?>(?:[^<]|<(?!/?i>))+))</i>[,.:]?(.*)")
# Volume, issue and pages after a venue: `14(2), 1–20`, `vol. 3, no. 4, pp. 5-6`; or pages alone: `pp. 5-6`.
_LOCATOR = re.compile(
    r"(?:(?:vol\.?|volume)\s)?(?P<volume>[A-Z]?\d[\w./]{0,9})(?:\s?\((?P<issue>[^()]{1,20})\)|,\s(?:no\.?|number|issue)\s?"
    r"(?P<number>\w{1,9})|:(?P<part>\d{1,3})(?=,\s?\d{1,6}\s?[–-]))?(?:,\s(?:19|20)\d\d(?=,))?(?:(?:,|:)\s?(?:pp?\.\s?|pages\s)?(?P<pages>[\w.]{1,12}(?:\s?[–-]{1,2}\s?[\w.]{1,12})?))?"
    r"|(?:pp?\.\s?|pages\s)?(?P<only>[A-Za-z]?\d{1,8}\s?[–-]{1,2}\s?[A-Za-z]?\d{1,8})",
    re.IGNORECASE,
)
_PLACED = re.compile(r", (?=(?:vol|volume|pp?|pages|[A-Z]?\d)[\w.]{0,10}(?:[ (,:–-]|$))", re.IGNORECASE)
# The address after a venue: `Journal, 14(2), https://doi.org/10.5555/x`.
_ADDRESS_BEHIND = re.compile(
    r"(?<=[^\s,;.])[,;.]?\s(?:doi:\s?)?(?P<address>https?://[^\s,;<>]{1,300})\.?$", re.IGNORECASE
)
_YEAR = re.compile(r"(?:19|20)\d\d")
# The year after volume and pages, perhaps with the number of the month: `23(3):310-321, 2014`, `12(2), 199, 06 2020`.
_YEAR_LAST = re.compile(r"(?:[01]\d\s)?\(?((?:19|20)\d\d)\)?")


def keywords(text: str) -> list[str]:
    """Split keywords at semicolons, or at commas if there is no semicolon."""
    words = (" ".join(word.split()) for word in text.split(";" if ";" in text else ","))
    return list(filter(None, words))


# Two pages with one dash, or several hyphens, between them; a page in Roman numbers or of a supplement is long.
_PAGES = re.compile(r"([^\s,;–-]{1,60})\s{0,4}[-–]{1,3}\s{0,4}([^\s,;–-]{1,60})")


def page_ends(text: str) -> tuple[str, str] | None:
    """Return the first and the last page of a range; None for anything else, such as one page or two ranges.

    >>> page_ends("12 – 15"), page_ends("e12"), page_ends("3-5, 9")
    (('12', '15'), None, None)
    """
    match = _PAGES.fullmatch(text.strip()) if len(text) < 200 else None  # longer texts are not pages
    return (match[1], match[2]) if match else None


def page_range(text: str) -> str:
    """Return a text of pages with one hyphen in a range, as CSL has it; any other text is unchanged.

    >>> page_range("12--15"), page_range("e12")
    ('12-15', 'e12')
    """
    ends = page_ends(text)
    return "-".join(ends) if ends else text


def type_of(word: str, publication: str = "") -> str:
    """Return the CSL type for a word (``Conference paper``, ``journalArticle``, ``2``), else for the name of the venue."""
    known = _TYPES.get(plain_word(word), "") if word else ""
    if known:
        return known
    kind = kind_of(plain(publication)) if publication else ""
    by_venue = {"conference": "paper-conference", "workshop": "paper-conference", "preprint-server": "article"}
    return by_venue.get(kind, "thesis" if kind == "thesis" else "article-journal" if publication else "")


def variable(name: str) -> str:
    """Return the CSL variable with this name, ignoring letter case and punctuation; else an empty string."""
    return _VARIABLES.get(plain_word(name), "")


def person(text: str) -> Name:
    """Parse a name as pages print it (Markdown or plain): a bold name is the owner's; footnote marks are ignored."""
    rich = from_markdown(text)
    bare = one_line(_NOTES.sub(" ", rich)).strip(" ,;")
    is_self = bare.startswith("<b>") and bare.endswith("</b>")
    name = _name(plain(bare))
    return name.marked(SELF) if is_self and name not in (Name(), OTHERS) else name


def _name(text: str) -> Name:
    if text.lower() in _REST:
        return OTHERS
    words = text.split()
    suffix = words.pop().strip(",") if len(words) > 2 and words[-1] in _SUFFIXES else ""
    if "," in text.rstrip(",") and not suffix:
        return read_name(text)
    if text.endswith(",") or _BODY.search(text):
        return Name(literal=text.rstrip(", "))
    if len(words) < 2:
        return read_name(text, undivided_people=True)
    words[-1] = words[-1].rstrip(",")
    if is_initials_last(text):
        return read_name(text, undivided_people=True)
    if _CAPITALS.fullmatch(words[-1]) and not words[0].isupper() and not any("." in word for word in words):
        particle, family = split_particle(" ".join(words[:-1]))
        return Name(family, words[-1], "", particle, suffix)
    if _DOTTED.fullmatch(words[-1]) and not _DOTTED.fullmatch(words[0]):  # "Vale L.", as Scopus lists people
        particle, family = split_particle(" ".join(words[:-1]))
        return Name(family, words[-1], "", particle, suffix)
    small = (at for at, word in enumerate(words[1:-1], 1) if word[0].islower() and not word.endswith("."))
    first = next(small, len(words) - 1)
    particle, family = split_particle(" ".join(words[first:]))
    return Name(family, " ".join(words[:first]), "", particle, suffix)


def names_in(text: str) -> list[str]:
    """Split a list of names in one line: ``A; B``, ``Doe, J. and Roe, R.``, ``Jane Doe, R. Roe & X``, ``Doe, J., Roe, R.``"""
    bare = one_line(text)
    if ";" in bare:
        return _some(bare.split(";"))
    if len(divided := people_in_line(bare)) > 1:
        return divided
    joined = re.split(r"\s(?:and|&)\s", bare)
    if len(joined) > 1 and all(part.count(",") <= 1 for part in joined) and "," in joined[0] and "," in joined[-1]:
        return _some(joined)
    if is_body(bare.partition(",")[0]):
        return [bare]
    pieces = _some(_BETWEEN.split(bare))
    if len(pieces) > 1 and all(_INITIALS.fullmatch(piece) for piece in pieces[1::2]):
        return [", ".join(pieces[at : at + 2]) for at in range(0, len(pieces), 2)]
    if len(pieces) == 2 and " " not in pieces[0] and "," in bare and " and " not in bare:
        return [bare]
    found: list[str] = []
    for piece in pieces:
        if piece in _SUFFIXES and found:
            found[-1] += f" {piece}"
        else:
            found.append(piece)
    return found


def _some(texts: Iterable[str]) -> list[str]:
    return [bare for text in texts if (bare := text.strip(" ,"))]


_BETWEEN_ADDRESSES = re.compile(r"(?:(?<!\s)\s*+[;|]\s*+|(?:,|(?<![\s,])(?=\s))\s++)(?=(?:https?|ftp|file)://)")


def addresses_in(text: str) -> list[str]:
    """Split several addresses in one line; an address alone, or no address, is one text.

    >>> addresses_in("http://a.example/c; http://b.example/d")
    ['http://a.example/c', 'http://b.example/d']
    """
    return _BETWEEN_ADDRESSES.split(text.strip())


@dataclass(slots=True)
class RecordBuilder:
    """The variables and fields of one publication while it is read; the first value of a variable is retained."""

    key: str = ""
    kind: str = ""
    variables: dict[str, Value] = field(default_factory=dict)
    fields: dict[str, str] = field(default_factory=dict)

    def put(self, name: str, text: str) -> None:
        """Set a text variable, or a field if CSL has no such variable."""
        value = text.strip()
        if value and name in TEXT_VARIABLES:
            self.variables.setdefault(name, value)
        elif value:
            self.fields.setdefault(name, value)

    def people(
        self, texts: Iterable[str], variable: str = "author", notes: Iterable[str] = (), with_commas: bool = False
    ) -> None:
        """Set a list of names; ``notes`` has a note for each name (Hugo's ``author_notes``: "Equal contribution").

        With ``with_commas``, people have commas in their names in this table, so several words without one are an
        organization.
        """
        noted = [*notes]
        found: list[Name] = []
        for at, text in enumerate(texts):
            is_body = with_commas and "," not in text and " " in text.strip() and text.strip().lower() not in _REST
            name = Name(literal=text.strip()) if is_body and not has_initials(text) else person(text)
            if name != Name():
                is_equal = at < len(noted) and "equal" in noted[at].lower()
                found.append(name.marked(EQUAL) if is_equal else name)
        if found:
            self.variables.setdefault(variable, tuple(found))

    def date(self, text: str, variable: str = "issued", padded: bool = False) -> None:
        """Set a date. With ``padded``, the format requires a day, so the first of a month or a year may be a placeholder."""
        if not text.strip():
            return
        first = text.split(maxsplit=1)[0]
        date = read_date(first if re.match(r"\d{4}-\d\d?-\d", first) else text)
        day = date.parts[0] if len(date.parts) == 1 else ()
        if padded and day[2:] == (1,):
            date = replace(date, parts=(day[:1] if day[1] == 1 else day[:2],))
        known = self.variables.get(variable)
        if not isinstance(known, Date) or (date.year == known.year and len(str(date.parts)) > len(str(known.parts))):
            self.variables[variable] = date

    def take(self, name: str, text: str) -> None:
        """Set a variable or a field from text, which is read as what the variable holds: people, a date, an identifier, …

        >>> record = RecordBuilder()
        >>> record.take("author", "Doe, J., Roe, R."); record.take("DOI", "https://doi.org/10.1000/moss.4")
        >>> [name.family for name in record.work().author], record.variables["DOI"]
        (['Doe', 'Roe'], '10.1000/moss.4')
        """
        if name in NAME_VARIABLES:
            self.people(names_in(text), name)
        elif name in DATE_VARIABLES:
            self.date(text, name)
        elif name == "DOI":
            self.doi(text)
        elif name in ("arxiv", "arxiv-id", "eprint"):
            self.arxiv(text)
        elif name == "URL":
            self.address(text)
        elif name == "page":
            self.put(name, page_range(text))
        else:
            self.put(name, text)

    def doi(self, text: str) -> None:
        """Set the DOI, given bare or as a URL."""
        self.put("DOI", doi_of_value(text, True) or text)

    def arxiv(self, text: str) -> None:
        """Set the arXiv identifier, given bare or as a URL."""
        number = normal_arxiv(text.strip(), keep_version=True)
        if number and "eprint" not in self.fields:
            self.fields |= {"eprint": number, "archiveprefix": "arXiv"}

    def address(self, text: str, label: str = "") -> None:
        """Set what a URL stands for: the identifier in it, the field that belongs to its label, else ``URL``."""
        bare, *others = addresses_in(text)
        if others and not label:
            self.put("other-urls", " ".join(others))
        if not bare:
            return
        found = identifier_of_url(bare) if "/" in bare else None
        kind = found.kind if found else ""
        if found and kind in ("doi", "arxiv"):
            (self.doi if kind == "doi" else self.arxiv)(found.value)
        elif found and kind in ("pmid", "pmcid"):
            self.put(kind.upper(), found.value)
        name = _LABELS.get(label.strip().lower()) or ("pdf" if bare.lower().endswith(".pdf") else "")
        if name:
            self.put(name, bare)
        elif not (found and kind in ("doi", "arxiv", "pmid", "pmcid")):
            self.put("URL", bare)

    def publication(self, text: str) -> None:
        """Set venue, volume, issue and pages from one rich text: ``In <i>Journal</i>, 14(2), 1–20``."""
        bare = one_line(text)
        if address := _ADDRESS_BEHIND.search(bare):  # it states more than a link to a preprint: set first
            self.address(address["address"])
            bare = bare[: address.start()]
        titled = _TITLED.fullmatch(bare)
        if titled:
            venue, rest = titled[1].strip(" ,"), titled[2]
        else:
            place = _PLACED.search(bare)
            venue, rest = (bare[: place.start()], bare[place.end() :]) if place else (bare, "")
            venue = re.sub(r"^[Ii]n:? (?=\S)", "", venue)
        details = RecordBuilder()
        unread = details._located(rest)
        if unread and not titled:
            venue, details = re.sub(r"^[Ii]n:? (?=\S)", "", bare), RecordBuilder()
        elif unread:
            self.put("venue-note", unread)
        self.variables = details.variables | self.variables
        if venue.lower().startswith("arxiv:") and normal_arxiv(venue):
            self.arxiv(venue)
        else:
            self.put("container-title", venue)

    def _located(self, text: str) -> str:
        """Set volume, issue and pages; return the text that is not part of them."""
        rest = plain(text).strip(" .,")
        year = _YEAR.match(rest)
        if year and (not rest[year.end() :] or rest[year.end()] == ","):
            self.date(year[0])
            rest = rest[year.end() :].strip(" ,")
        found = _LOCATOR.match(rest)
        if found is None or (found.end() < len(rest) and rest[found.end()] not in " ,.;"):
            return rest
        for name, value in (
            ("volume", found["volume"]),
            ("issue", found["issue"] or found["number"] or found["part"]),
            ("page", found["pages"] or found["only"]),
        ):
            self.take(name, value or "")
        rest = rest[found.end() :].strip(" ,.;")
        if year := _YEAR_LAST.fullmatch(rest):
            self.date(year[1])
            rest = ""
        return rest

    def work(self) -> Work:
        """Return the work; without a known type, the name of the venue determines it."""
        venue = self.variables.get("container-title", "")
        kind = type_of(self.kind, venue if isinstance(venue, str) else "")
        return Work(
            kind or ("article" if self.fields.get("eprint") else "document"), self.key, self.variables, self.fields
        )

"""A work as the CSL evaluation reads it: variables under the names of CSL, people and dates, parsed once.

Variables of older CSL-JSON (``shortTitle``, ``journalAbbreviation``, ``event``) are read under their names of CSL 1.0.2.
So are those that people keep in the note of a work: ``original-date: 1949``, one per line, or ``{:genre: Review}``
(documentation of Zotero and citeproc-js on the "Extra" field; a name is ``Family || Given``, a date is ISO 8601, a range
has a slash).

Bibliographies have other words than CSL for some things: the acronym of a conference is the series next to its name, an
arXiv identifier an ``eprint``, and the workshop or the track of a conference a note. In CSL the first is the short form
of the container's title, the second the number and the publisher of a preprint (specification, "Standard Variables" and
"Types"), and a paper of a workshop is none of the conference next to it. Only the processor gets works like this; in files they
stay as they are. What comes from CSL's own data is left alone: there a series is a series.
"""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from citekit.csl.listing import AS_THE_STYLE_HAS_IT, ListingOptions
from citekit.model.as_printed import value_printed
from citekit.model.date import Date, read_date, read_iso
from citekit.model.ids import normal_arxiv, only_arxiv
from citekit.model.kinds import DATE_VARIABLES, NAME_VARIABLES, TEXT_VARIABLES
from citekit.model.name import CORRESPONDING, EQUAL, SELF, Name
from citekit.model.work import InCSL, Value, Work
from citekit.runtime import patterns as re

# Names as a citation needs them: particles and suffixes told apart, scripts, initials.
#
# Source: the CSL 1.0.2 specification, "Names", "Name", "Non-Latin Names", and `initialize-with`; particles that are in
# the family or given name of CSL-JSON are found as in its documentation (lower-case words at the edge).

_JOINED_PARTICLE = re.compile(r"((?:[a-zà-ÿ]{1,2}[’'`‘]|(?:al|el|ad|an|ar|as|at|az|ul|ibn)-))(?=[^\W\d_a-zà-ÿ])")
_TAGS = re.compile(r"</?[a-z][^<>]*>")


class FormattedName(NamedTuple):
    """A name ready to be written; ``particles_joined`` means that the non-dropping particle touches the family name."""

    family: str = ""
    given: str = ""
    dropping: str = ""
    particle: str = ""
    suffix: str = ""
    literal: str = ""
    comma_suffix: bool = False
    eastern: bool = False
    spaced: bool = True
    is_self: bool = False
    is_equal: bool = False
    is_corresponding: bool = False

    def signs(self, listing: ListingOptions) -> str:
        """Return the symbols after the name in a list with such options."""
        return listing.signs(self.is_equal, self.is_corresponding)


@lru_cache(maxsize=1 << 15)
def person(name: Name) -> FormattedName:
    """Return the parts of a name, those told apart that CSL-JSON leaves together."""
    if name.literal:
        return _marked(FormattedName(literal=name.literal), name)
    family, given, suffix, comma = (
        name.family.strip(),
        name.given.strip(),
        name.suffix.strip(),
        "comma-suffix" in name.marks,
    )
    dropping, particle = name.dropping_particle.strip(), name.non_dropping_particle.strip()
    if not suffix and "," in given:
        given, suffix, comma = _split_suffix(given)
    # particles that the source names are certain; only undivided names are searched for them
    if not particle and not dropping:
        family, particle = _split_family(family)
        # the particles after a given name ("Ludwig van") are dropping ones
        words = given.split(" ")
        count = len(words)
        while count > 1 and _is_particle(words[count - 1]):
            count -= 1
        given, dropping = " ".join(words[:count]), " ".join(words[count:])
    if not family:
        family, given = given, ""
    both = _TAGS.sub("", family + given)
    # "Non-Latin Names": decided by the script of the name, not by the language of the style; for Hungarian names sources set the
    # mark
    western = _is_romanesque(both) and "static-ordering" not in name.marks
    # Chinese, Japanese, Korean, Thai and Lao put no space between family and given name
    spaced = _is_romanesque(both) or not any(is_wide(c) or "\u0e00" <= c <= "\u0eff" for c in both)
    return _marked(FormattedName(family, given, dropping, particle, suffix, "", comma, not western, spaced), name)


def _marked(person: FormattedName, name: Name) -> FormattedName:
    marks = name.marks
    if not marks:
        return person
    return person._replace(is_self=SELF in marks, is_equal=EQUAL in marks, is_corresponding=CORRESPONDING in marks)


def _split_suffix(given: str) -> tuple[str, str, bool]:
    """``John, Jr.`` and, with a comma that stays, ``John,! Jr.``; a lower-case remainder is not a suffix."""
    name, _, rest = given.partition(",")
    keeps_comma = rest.startswith("!")
    suffix = rest.removeprefix("!").strip()
    if not suffix or suffix[:1].islower():
        return given, "", False
    return name.rstrip(), suffix, keeps_comma


def _split_family(family: str) -> tuple[str, str]:
    """Return a family name and its leading particles: words in lower case, ``d'``, ``al-``."""
    if len(family) > 1 and family[0] == family[-1] == '"':
        return family[1:-1], ""
    words = family.split(" ")
    count = 0
    while count < len(words) - 1 and _is_particle(words[count]):
        count += 1
    particles, rest = " ".join(words[:count]), " ".join(words[count:])
    if particles.endswith(("’", "'")):
        particles += " "
    match = _JOINED_PARTICLE.match(rest)
    if match:
        particles, rest = f"{particles} {match[1]}".lstrip(), rest[match.end(1) :]
    return rest, particles


def _is_particle(word: str) -> bool:
    letters = word.lstrip("’'‘`ʻ")
    # the longest particles have fewer letters ("von und zu"); longer words are families in lower case
    return bool(letters) and letters[0].islower() and letters.upper() != letters and len(word) < 12


_ROMANESQUE = re.compile(
    "[A-Za-z0-9\u00aa\u00ba\u00c0-\u02ff\u0300-\u036f\u0370-\u03ff\u0400-\u052f\u0590-\u06ff\u0700-\u074f"
    "\u1d00-\u1dbf\u1e00-\u1fff\u2c60-\u2c7f\ua720-\ua7ff\\s\\W_]*"
)


@lru_cache(maxsize=1 << 14)
def _is_romanesque(text: str) -> bool:
    """Whether a name is written given name first, with spaces: Latin, Greek, Cyrillic, Hebrew, Arabic."""
    return text.isascii() or _ROMANESQUE.fullmatch(text) is not None


def is_wide(letter: str) -> bool:
    """Whether a letter belongs to a script without spaces (Chinese, Japanese, Korean)."""
    return bool(letter) and unicodedata.east_asian_width(letter) in "WF"


_WORDS = re.compile(r"(\s+|-)")


@lru_cache(maxsize=1 << 14)
def initials(given: str, mark: str, hyphens: bool = True, only_existing: bool = False) -> str:
    """Return a given name as initials, each followed by ``mark``: ``J. B. de C. M.`` for ``". "``.

    With ``hyphens`` false no hyphen stays between initials; ``only_existing`` keeps full names and only regularizes
    initials that are there (``initialize="false"``). Tags around a name stay around its initial.
    """
    made = ""
    stop = mark.strip()
    before_whole = True
    # the words of a given name and what precedes each: a space, a hyphen, nothing (``J.J.``)
    words = _WORDS.split(_AFTER_STOP.sub(". ", given.replace("\u00a0", " ").replace("‐", "-")))
    found: list[tuple[str, str]] = []
    for place in range(0, len(words), 2):
        if words[place]:
            joint = words[place - 1] if place else ""
            found.append((words[place], "-" if joint == "-" else " " if joint else ""))
    for text, joint in found:
        short = _initial(text, stop, only_existing, joint)
        if short == "":
            continue
        if not made:
            made = short if short is not None else text
        elif joint == "-" and (hyphens or short is None):
            made += f"-{short if short is not None else text}"
        elif short is None or before_whole or mark != stop:
            made += f" {short if short is not None else text}"
        else:
            made += short
        before_whole = short is None
    return made


_AFTER_STOP = re.compile(r"\.(?=[^\s.<-])")


def _initial(word: str, stop: str, only_existing: bool, joint: str) -> str | None:
    """Return the initial of a word with its mark, None for a word that stays whole (``de``), empty for one that goes."""
    match = _TAGGED.fullmatch(word)
    if match:
        inner = _initial(match[2], stop, only_existing, joint)
        return f"{match[1]}{inner}{match[3]}" if inner else inner
    bare = word.rstrip(".")
    if not bare or not bare[0].isupper():
        if bare[:1].islower() and joint == "-" and not only_existing:
            return ""
        return None  # scripts without case have no initials
    if word != bare or len(bare) == 1:
        return bare + stop
    if only_existing:
        return None
    if len(bare) > 2 and bare[1].isupper() and bare[2].islower():
        return bare[0] + bare[1].lower() + stop
    return bare[0] + stop


_TAGGED = re.compile(r"(<[a-z][^<>]{0,60}>)([^<>]*)(</[a-z]+>)")


_WORD = re.compile(r"[^\W_]+")
_ACRONYM = re.compile(r"[A-Za-z][\w+&/-]{1,14}")
# Servers of preprints by the name that `eprinttype` or `archivePrefix` gives them, and what comes before an identifier.
_SERVERS = {
    "arxiv": ("arXiv", ""),
    "biorxiv": ("bioRxiv", "https://www.biorxiv.org/content/"),
    "chemrxiv": ("ChemRxiv", ""),
    "hal": ("HAL", "https://hal.science/"),
    "medrxiv": ("medRxiv", "https://www.medrxiv.org/content/"),
    "psyarxiv": ("PsyArXiv", "https://osf.io/preprints/psyarxiv/"),
    "socarxiv": ("SocArXiv", "https://osf.io/preprints/socarxiv/"),
    "ssrn": ("SSRN", "https://ssrn.com/abstract="),
}
_MONTHS_IN_DIGITS = re.compile(r"(\d{1,2})\s{0,3}[-/–]{1,2}\s{0,3}(\d{1,2})")
_MEETING = re.compile(r"\b(?:workshops?|wksp|track)\b", re.IGNORECASE)
_PIECE = re.compile(r"(?<=[.;])\s+")
_LONGEST_MEETING = 120  # by hand: the name of a workshop with its conference and year fits; more is a sentence
_SMALL = frozenset("a an and for in of on the to".split())


def with_origin(work: Work) -> Work:
    """Return the work with its container's acronym and its preprint number in the variables that are theirs."""
    changes: dict[str, Value] = {}
    series = work.variables.get("collection-title")
    if isinstance(series, str) and not isinstance(series, InCSL) and is_acronym(series, work.text("container-title")):
        # a series is printed as one by every style; the acronym would be printed twice
        changes = {"collection-title": "", "container-title-short": work.text("container-title-short") or series}
    kind = work.type
    archive = work.fields.get("archiveprefix", "").lower()
    alone = not (work.text("container-title") or work.text("DOI") or work.text("URL") or work.text("PMID"))
    if kind == "article-journal" and archive in _SERVERS and alone:
        kind = "article"  # INSPIRE exports preprints as articles without a journal
    if kind in ("article", "manuscript") and archive == "arxiv":
        changes |= _preprint(work)
        kind = "article"  # an unpublished work that arXiv has is a preprint
    elif alone and archive in _SERVERS:
        changes |= _on_server(work, archive)
    if month := _MONTHS_IN_DIGITS.fullmatch(work.fields.get("month", "")):
        changes |= _months(work, int(month[1]), int(month[2]))
    if work.type == "paper-conference":
        changes |= _meeting(work)
    return replace(work, type=kind, variables={**work.variables, **changes}) if changes or kind != work.type else work


def _months(work: Work, first: int, last: int) -> dict[str, Value]:
    """Return the date of a double issue whose months are numbers, ``1-2``."""
    issued = work.variables.get("issued")
    # months of a year
    known = isinstance(issued, Date) and issued.year and issued == Date.of(issued.year) and 1 <= first < last <= 12
    if not isinstance(issued, Date) or not issued.year or not known:
        return {}
    return {"issued": Date(((issued.year, first), (issued.year, last)))}


def _on_server(work: Work, archive: str) -> dict[str, Value]:
    """Return where a work lies that only its identifier on a server leads to."""
    identifier = work.fields.get("eprint", "").strip()
    if not identifier:
        return {}
    if archive == "arxiv":
        known = normal_arxiv(only_arxiv(identifier))
        return {"DOI": f"10.48550/arXiv.{known}"} if known else {"URL": f"https://arxiv.org/abs/{identifier}"}
    name, address = _SERVERS[archive]
    found: dict[str, Value] = {}
    if identifier.startswith("10."):
        found["DOI"] = identifier
    elif address:
        found["URL"] = address + identifier
    else:
        found["number"] = f"{name}:{identifier}"
    if work.type in ("article", "article-journal", "manuscript") and not work.text("publisher"):
        found["publisher"] = f'<span class="nocase">{name}</span>'
    return found


def _meeting(work: Work) -> dict[str, Value]:
    """Return the workshop or track that the note or the event names, after the proceedings that do not name it."""
    container = work.text("container-title")
    changes: dict[str, Value] = {}
    for variable in ("event-title", "note"):
        if isinstance(work.variables.get(variable), InCSL):
            continue
        pieces = _PIECE.split(work.text(variable))
        named = [piece for piece in pieces if len(piece) <= _LONGEST_MEETING and _MEETING.search(piece)]
        new = [piece for piece in named if piece.strip(" .").casefold() not in container.casefold()]
        if container and new and not (variable == "event-title" and _MEETING.search(container)):
            container = ", ".join((container, *(piece.strip(" .") for piece in new)))
            changes |= {"container-title": container, variable: " ".join(p for p in pieces if p not in named)}
    return changes


def is_acronym(short: str, name: str) -> bool:
    """Whether ``short`` is one word that abbreviates ``name``: it is in it, or is made of the beginnings of its words.

    ``EuroSys`` abbreviates ``European Conference on Computer Systems``; ``LNCS`` does not abbreviate ``Computer
    Vision``.
    """
    if not _ACRONYM.fullmatch(short) or sum(map(str.isupper, short)) < 2:
        return False
    words = _WORD.findall(name[:500])
    return short in words or _made_of("".join(_WORD.findall(short)).lower(), [word.lower() for word in words])


def _made_of(short: str, words: list[str]) -> bool:
    """Whether beginnings of words, in order, make ``short``; at least two words give a letter."""
    reached = {(0, 0)}
    for word in words:
        most = 1 if word in _SMALL else len(word)
        for at, used in tuple(reached):
            length = 0
            while length < most and at + length < len(short) and short[at + length] == word[length]:
                length += 1
                reached.add((at + length, min(used + 1, 2)))
    return (len(short), 2) in reached


def _preprint(work: Work) -> dict[str, Value]:
    """Return the number, the publisher and the DOI of a preprint.

    arXiv registers a DOI for every paper. Its name keeps its lowercase letter everywhere.
    """
    identifier = work.fields.get("eprint", "").strip()
    if not identifier:
        return {}
    # a label or URL that people write in the field is not a part of the number
    known = normal_arxiv(only_arxiv(identifier))
    identifier = only_arxiv(identifier) if known else identifier
    found: dict[str, Value] = {}
    if not work.text("number"):
        found["number"] = f'<span class="nocase">arXiv:{identifier}</span>' if known else f"arXiv:{identifier}"
    if not work.text("publisher"):
        found["publisher"] = '<span class="nocase">arXiv</span>'
    if known and not work.text("DOI") and not work.text("URL"):
        found["DOI"] = f"10.48550/arXiv.{known}"
    return found


_BRACED = re.compile(r"\{:([A-Za-z][\w-]*):[ ]*+([^{}]{0,2000})\}")
_LINE = re.compile(r"([A-Za-z][A-Za-z_ -]{0,40}):[ \t]*+(.*+)")
# Zotero writes the pairs of "Extra" with a capital, one per line; in a BibTeX value, "Number: 5 Publisher: X" is one line.
_NEXT_KEY = re.compile(r" (?=([A-Z][a-z]+(?: [A-Z][a-z]+)?): \S)")
_KNOWN = {name.lower(): name for name in TEXT_VARIABLES | NAME_VARIABLES | DATE_VARIABLES}


def with_note_variables(work: Work) -> Work:
    """Return the work with the variables of its note, which are then removed from the note.

    Those that the work has already stay, dates excepted; a type in the note counts.
    """
    note = work.variables.get("note")
    if not isinstance(note, str) or ":" not in note:
        return work
    found: dict[str, Value] = {}
    names: dict[str, list[Name]] = {}
    kind = ""
    pairs, rest = _pairs(note)
    for name, value in pairs:
        date = (read_iso(value) or read_date(value)) if name in DATE_VARIABLES and value else None
        if name == "type":
            kind = value
        elif name in NAME_VARIABLES:
            family, bars, given = value.partition("||")
            names.setdefault(name, []).append(
                Name(family.strip(), given.strip()) if bars else Name(literal=value.strip())
            )
        elif date is not None:
            found[name] = date
        elif name not in DATE_VARIABLES and (name, value) != ("number", work.text("issue")):
            found[name] = (
                value  # programs call the issue of a journal a number; in CSL that is the number of the article
            )
    if not pairs:
        return work
    found.update({name: tuple(people) for name, people in names.items()})
    # people put a date there because their program has no field for its parts; words do not replace a known date
    new = {
        name: value
        for name, value in found.items()
        if name not in work.variables or (isinstance(value, Date) and value.parts)
    }
    return replace(work, type=kind or work.type, variables={**work.variables, **new, "note": rest})


def _pairs(note: str) -> tuple[list[tuple[str, str]], str]:
    """Return the pairs in braces and those on the lines with which the note begins, and the note without them."""
    found: list[tuple[str, str]] = []
    for match in _BRACED.finditer(note):
        found.append((_variable(match[1]), match[2].strip()))
    rest: list[str] = []
    lines = _BRACED.sub("", note).split("\n")
    if len(lines) == 1 and (first := _LINE.fullmatch(lines[0].strip())) and _variable(first[1]):
        lines = _NEXT_KEY.sub(lambda match: "\n" if _variable(match[1]) else " ", lines[0]).split("\n")
    for number, line in enumerate(lines):
        pair = _LINE.fullmatch(line.strip())
        name = _variable(pair[1]) if pair else ""
        if pair and name:
            found.append((name, pair[2].strip()))
        elif number and line.strip() and not pair:
            rest += lines[number:]
            break
        else:
            rest.append(line)
    return [pair for pair in found if pair[0]], "\n".join(rest).strip()


def _variable(key: str) -> str:
    """Return the variable that a key of a note stands for; ``type`` is one here."""
    key = key.strip().lower().replace(" ", "-")
    return "type" if key == "type" else "" if key == "note" else _KNOWN.get(key, "")


_OLD_NAMES = {
    "shortTitle": "title-short",
    "journalAbbreviation": "container-title-short",
    "event": "event-title",
}
_FIRST_PAGE = re.compile(r"\s*([^\W\d_]*\d+)")
_SHORT_FORMS = {"title": "title-short", "container-title": "container-title-short"}


class CslItem:
    """One work in a processor: its values and, later, its number, year suffix and other means of disambiguation."""

    def __init__(
        self, work: Work, index: int, english: bool = True, listing: ListingOptions = AS_THE_STYLE_HAS_IT
    ) -> None:
        self.work = work
        self.id = work.id
        self.listing = listing
        self.index = index
        self.number = index + 1
        self.suffix = 0
        self.shown_names: dict[int, int] = {}
        self.expanded: dict[tuple[int, int], int] = {}
        self.choose = 0
        self.texts: dict[str, str] = {}
        self.names: dict[str, tuple[FormattedName, ...]] = {}
        self.dates: dict[str, Date] = {}
        work = with_origin(with_note_variables(work))
        self.type = work.type
        for name, given in work.variables.items():
            value = value_printed(given, formulas=False)  # the processor renders formulas itself
            if isinstance(value, str):
                if value:
                    self.texts[name] = str(value)
            elif isinstance(value, Date):
                if any(value.parts) or value.literal:
                    self.dates[name] = value
            elif isinstance(value, tuple) and value:
                self.names[name] = tuple(map(person, value))
        for old, new in _OLD_NAMES.items():
            if old in self.texts and new not in self.texts:
                self.texts[new] = self.texts[old]
        if "page" in self.texts and "page-first" not in self.texts:
            found = _FIRST_PAGE.match(self.texts["page"])
            self.texts["page-first"] = found[1] if found else self.texts["page"]
        self.present = frozenset((*self.texts, *self.names, *self.dates))
        issued = self.dates.get("issued")
        has_month = issued is None or not issued.year or bool(issued.season) or any(len(p) > 1 for p in issued.parts)
        self.month_in_words = "" if has_month else work.fields.get("month", "")
        """The text of the month field if it is not a known month (``Spring/Summer``): printed in place of the month."""
        self.language = self.texts.get("language", "")
        self.is_turkic = self.language.lower().startswith(("tr", "az"))
        self.is_english = self.language.lower().startswith("en") if self.language else english

    def text(self, variable: str, form: str = "") -> str:
        """Return a text variable, in its short form if ``form`` is ``short`` and the work has one; empty if missing."""
        if form == "short":
            short = _SHORT_FORMS.get(variable) or f"{variable}-short"
            return self.texts.get(short) or self.texts.get(variable, "")
        return self.texts.get(variable, "")

    def has(self, variable: str) -> bool:
        """Whether the work has a variable of any kind."""
        return variable in self.present

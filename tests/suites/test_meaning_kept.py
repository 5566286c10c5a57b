"""Changes the ``.bib`` files of other projects in every way that citekit knows: identifiers, dates and people say the same.

Read by an independent reader (bibtexparser) and compared by what is written below, which knows nothing of citekit. The
data is the folder that ``CITEKIT_BENCH`` names, else ``../shared/bench`` beside the project.
``PYTHONPATH=tests python tests/suites/test_meaning_kept.py [CHANGE ...]`` changes every file and prints every difference.
"""

from __future__ import annotations

import logging
import os
import re
import sys
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import bibtexparser
import pytest
from pylatexenc.latex2text import LatexNodes2Text
from shares import share

from citekit import Library, dumps, loads
from citekit.formats.bibtex.edit import BibText
from citekit.formats.bibtex.tidying import tidy
from citekit.runtime.config import TidySettings
from citekit.runtime.encodings import decode
from citekit.runtime.errors import CitekitError

BENCH = Path(os.environ.get("CITEKIT_BENCH") or Path(__file__).parents[3] / "shared" / "bench") / "bib"
LARGEST = 60_000
"""Characters of a file in the tests; bibtexparser takes minutes for larger ones."""
pytestmark = [
    pytest.mark.bench_data,
    pytest.mark.skipif(not BENCH.is_dir(), reason=f"no measuring data in {BENCH}"),
]

MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
SEASONS = {"spring": "21", "summer": "22", "autumn": "23", "fall": "23", "winter": "24"}
PEOPLE = ("author", "editor", "translator")
IDENTIFIERS = ("doi", "isbn", "issn", "eprint", "pmid", "url")
logging.disable(logging.WARNING)


def _words(value: str) -> str:
    """What LaTeX prints of a value, without accents and case."""
    try:
        text = LatexNodes2Text(math_mode="text").latex_to_text(value)
    except Exception:
        text = value
    plain = unicodedata.normalize("NFKD", text.replace("ı", "i").replace("ł", "l").replace("ø", "o"))
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold()


def _people(value: str) -> tuple[tuple[str, ...], ...]:
    value = re.sub(r"(?:family|given|prefix|suffix|useprefix|middle)\s*=|=?\b(?:true|false)\b", " ", value)
    value = re.sub(
        r"(?<=[^\W\d]) \d{4}(?= and |$)", "", value
    )  # by which dblp tells people apart: written as editor+an
    names = re.split(r"\s+and\s+", " ".join(value.split()), flags=re.IGNORECASE)
    said = (tuple(sorted(re.findall(r"[^\W_]+", _words(name)))) for name in names)
    return tuple(name for name in said if name)


def _identifier(name: str, value: str) -> str:
    value = re.sub(r"\\textunderscore\b", "_", re.sub(r"\\url\b|\\string", "", value))
    bare = re.sub(r"[\s{}\\]|\$", "", value).casefold()
    if name == "doi":
        bare = re.sub(r"^(?:https?://)?(?:dx\.|www\.)?doi\.(?:org/|acm\.org/)|^doi:?", "", bare)
        return bare.rstrip(".,;").replace("%2f", "/")
    if name in ("isbn", "issn"):
        return re.sub(r"[^0-9x,;/]", "", bare)
    if name == "eprint":
        bare = re.sub(r"^(?:https?://)?(?:www\.)?arxiv(?:\.org/(?:abs|pdf)/|:|\.)?|\[[^]]*\]$", "", bare)
        return re.sub(r"\.[a-z]{2}(?=/\d{7})", "", bare).rstrip(".")
    return re.sub(r"[\s{}\\<>]", "", unquote(bare)).casefold().rstrip("/")


def _date(fields: Mapping[str, str]) -> tuple[str, ...]:
    """The numbers of a date in a canonical form, and words beside them."""
    given = {name: fields[name] for name in ("date", "year", "month", "day") if fields.get(name, "").strip("{} ")}
    texts = [
        _words(re.sub(r"\\(?:noopsort|sortnoop)\s*\{[^}]*\}", "", value, flags=re.I).replace("~", " "))
        for value in given.values()
    ]
    text = re.sub(r"t\d\d:.*", "", " ".join(texts))
    words = re.findall(r"[^\W\d_]+", text)
    months = {f"m{MONTHS.index(word[:3]) + 1}" for word in words if word[:3] in MONTHS}
    seasons = {f"m{SEASONS[word]}" for word in words if word in SEASONS}
    rest = {w for w in words if w[:3] not in MONTHS and w not in SEASONS} - {"ca", "c", "circa", "t", "z", "about"}
    numbers: set[str] = set()
    if given.get("year", "").strip("{} ").isdecimal():
        return tuple(sorted({f"y{int(given['year'].strip('{} '))}"} | _date_beside(given)))
    text = (
        re.sub(r"(?<![\d-])(\d{4})\s*(?:-+|/)\s*(\d\d?)(?![\d-])", _whole_range, text) if "date" not in given else text
    )
    for first, month, day in re.findall(r"(\d{4})(?:-(\d\d?)(?:-(\d\d?))?)?", text):
        numbers |= {f"y{int(first)}"} | ({f"m{int(month)}"} if month else set()) | ({f"d{int(day)}"} if day else set())
    bare = re.sub(r"\d{4}(?:-\d\d?){0,2}", " ", text)
    for number in re.findall(r"\d+", bare):
        numbers.add(f"n{int(number)}")
    for name, prefix in (("month", "m"), ("day", "d")):
        value = given.get(name, "").strip("{} ")
        if value.isdecimal() and f"n{int(value)}" in numbers:
            numbers = numbers - {f"n{int(value)}"} | {f"{prefix}{int(value)}"}
    days = {f"d{n[1:]}" for n in numbers if n[0] == "n" and (months or seasons)}
    numbers = {n for n in numbers if not (n[0] == "n" and (months or seasons))}
    return tuple(sorted(numbers | months | seasons | days | rest))


def _date_beside(given: Mapping[str, str]) -> set[str]:
    """Month, day and date beside a plain year."""
    rest = {name: value for name, value in given.items() if name != "year"}
    return set(_date(rest)) if rest else set()


def _whole_range(match: re.Match[str]) -> str:
    first, last = match[1], match[2]
    century = int(first) // 10 ** len(last) * 10 ** len(last) + int(last)
    return (
        f"{first} {century}"
        if century > int(first) and (len(last) == 1 or int(last) > 12 or "--" in match[0])
        else match[0]
    )


def read(text: str) -> dict[str, list[dict[str, str]]]:
    """The entries by their keys in small letters, as bibtexparser reads them."""
    found: dict[str, list[dict[str, str]]] = {}
    for entry in bibtexparser.parse_string(text).entries:
        fields = {field.key.lower(): str(field.value) for field in reversed(entry.fields)}
        said: dict[str, object] = {"date": _date(fields)}
        said |= {name: _people(fields[name]) for name in PEOPLE if fields.get(name, "").strip("{} ")}
        said |= {name: _identifier(name, fields[name]) for name in IDENTIFIERS if fields.get(name, "").strip("{} ")}
        found.setdefault(entry.key.lower(), []).append({name: value for name, value in said.items() if value})
    return found


def _written_back(text: str) -> str:
    library = Library.loads(text, "bibtex")
    for entry in library:
        entry.work = entry.work.with_variables(note="seen")
    return library.text


def _excerpt(text: str) -> str:
    library = loads(text, "bibtex").record
    if not library.traces:
        return ""
    return BibText(library.traces[0].source).excerpt(trace.span.start for trace in library.traces)


def _tidied(**settings: object) -> Callable[[str], str]:
    return lambda text: tidy(text, TidySettings(**settings)).text  # type: ignore[arg-type]


CHANGES: dict[str, Callable[[str], str]] = {
    "plain": _tidied(),
    "biblatex": _tidied(dialect="biblatex"),
    "bibtex": _tidied(dialect="bibtex"),
    "identifiers": _tidied(identifiers=True),
    "values": _tidied(months=True, pages=True, numbers="bare", delimiters="quotes", join_lines=True, wrap=78),
    "ascii": _tidied(letters="ascii", escape=True, strip_double_braces=True, protect="title"),
    "unicode": _tidied(letters="unicode", remove_braces="title"),
    "order": _tidied(
        field_order="canonical", sort="author", tidy_comments=True, strip_comments=True, remove_empty=True
    ),
    "addresses": _tidied(encode_urls=True, drop_all_caps=True, journals="full"),
    "merged": _tidied(duplicates="doi,key,citation", merge="first"),
    "convert to bibtex": lambda text: dumps(loads(text, "bibtex").works, "bibtex"),
    "convert to biblatex": lambda text: dumps(loads(text, "bibtex").works, "biblatex"),
    "select": _excerpt,
    "update": _written_back,
}


@cache
def texts() -> dict[str, str]:
    paths = sorted(BENCH.rglob("*.bib"))
    return {path.relative_to(BENCH).as_posix(): decode(path.read_bytes(), path.name).text for path in paths}


@cache
def before(name: str) -> dict[str, list[dict[str, str]]]:
    return read(texts()[name])


@cache
def _raw(name: str) -> dict[str, str]:
    return {entry.key.lower(): entry.raw for entry in bibtexparser.parse_string(texts()[name]).entries}


def raw(name: str, key: str) -> str:
    """An entry as it is written, in small letters."""
    return _raw(name).get(key, "").lower().replace("xdata", "crossref")


def differences(change: str, names: Iterator[str] | None = None) -> Iterator[tuple[str, str, str, object, object]]:
    """File, key, field, what it said, and what it says now, for every difference; entries that are gone are none."""
    for name in names or texts():
        old = before(name)
        try:
            new = read(CHANGES[change](texts()[name]))
        except CitekitError:
            continue
        for key, entries in old.items():
            now = new.get(key, [])
            if len(entries) != 1 or len(now) != 1:
                continue  # bibtexparser leaves out what it finds twice
            if not key or (change.startswith("convert") and "crossref" in raw(name, key)):
                continue  # a child has no value of its own where it takes over the parent's
            for field, value in entries[0].items():
                if now[0].get(field) != value:
                    yield name, key, field, value, now[0].get(field)


KNOWN = {
    "bibtexparser ends a quoted value at the quotation mark in it": "key01",
    "two entries have this key, and bibtexparser reads the first": "t2 tmn4",
    "bibtexparser leaves macros in names": "mcdermott:72 mykey bcdgv07topologicalfree patterson06 thiebaux:93",
    "biber's lists of names for its own errors: an empty name, an option of a list, a line of comment": (
        "avona rvonr badname ent1 physrevlett.105.040504"
    ),
    "BibTeX counts years before Christ from 1, EDTF from 0": (
        "item5-1 item5-2 item5-3 item5-5 item5-14 d1 d2 d3 era1 era2 era3 key3 9.49:1 9.49:2"
    ),
    "years of more than four digits, and digits that are not known": "y1 y2 y3 unspec1 item5-13",
    "date and year or month contradict each other, which is reported": (
        "testa c5 l11 l12 dates dates-very-old alexiev-endorse-2021 warn23draft"
    ),
    "a range of years, or no date at all, that is read as a month above": "bpf ega4 conigliocorbalan 9.14:2",
    "an entry that is merged gains the month of the other": (
        "article-minimal incollection-minimal mastersthesis-minimal inproceedings-minimal proceedings-minimal"
        " phdthesis-minimal techreport-minimal i2 wang2019doesim"
    ),
    "names are divided by '&' or ';', which is read as people and reported": "howard:pat",
    "howpublished has the address": "american_rights_at_work_public_2012",
}
"""Differences that are none in meaning, or are reported: why, and the keys of the entries; each was looked at."""
EXCUSED = frozenset(" ".join(KNOWN.values()).split())
SHARE = 8
"""One file of so many is changed in the tests, another part for each change; the script changes all, in half an hour."""


@pytest.mark.parametrize("change", CHANGES)
def test_identifiers_dates_and_people_say_the_same(change: str) -> None:
    begin = [*CHANGES].index(change)
    names = share((name for name in texts() if len(texts()[name]) <= LARGEST), SHARE, begin)
    assert [one for one in differences(change, iter(names)) if one[1] not in EXCUSED] == []


if __name__ == "__main__":
    for each in sys.argv[1:] or CHANGES:
        told = list(differences(each))
        print(f"== {each}: {len(told)}")
        for one in told:
            print(" " if one[1] in EXCUSED else "!", *map(str, one), sep=" | ")

r"""A value is a placeholder: question marks, TODO, a note to oneself.

Why: it is printed as it stands, or hides that something is missing. A year, a month and an ISBN of question marks are left
alone: librarians write unknown ones so.

Example:

    @article{doe2020, author = {J. Doe}, title = {Lazy Queues}, journal = {J. Queues}, pages = {??}, year = 2020}

Use instead:

    @article{doe2020, author = {J. Doe}, title = {Lazy Queues}, journal = {J. Queues}, pages = {1--9}, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field, short
from citekit.checks.reading.entry import Entry, Field

SEVERITY = "warning"
LANGUAGES = ("bibtex", "csl")
FIELDS = (
    "title", "author", "editor", "journal", "journaltitle", "booktitle", "publisher", "school", "institution", "pages", "volume",
    "number", "doi", "url", "note", "address", "location", "series", "edition", "year", "date",
)  # fmt: skip

_WORDS = r"(?:TODO|TBD|TBC|TBA|FIXME|XXX+|tbd|todo|fixme|to be (?:added|completed|filled(?: in)?|determined))"
_WHOLE = re.compile(
    rf"\W{{0,3}}(?:{_WORDS}[\s:!.?]{{0,3}}|\?{{2,9}}(?:--?\?{{1,9}})?|(?i:to be added|missing|fill ?in|insert (?:title|author|doi|pages) here"
    r"|lorem ipsum.{0,40}|x{3,9}(?:--?x{1,9})?|10\.(?:x{3,5}|0000)/.{0,20}))\W{0,3}"
)
_MACRO = re.compile(r"\\(?:todo|fixme|TODO|FIXME)(?![A-Za-z])")
_UNKNOWN_YEARS = frozenset({"year", "date"})
_PRINTED = frozenset({"note", "title", "address", "location"})
"""Here "to be added" and the like may be said of the work itself."""


def check_field(entry: Entry, part: Field, context: Context) -> Findings:
    """What is wrong with one of :data:`FIELDS`."""
    text = part.text.strip()
    if not text:
        return ()
    match = _WHOLE.fullmatch(text[:200])
    if match and not _is_meant(part.name, text):
        return (at_field(part, f"'{short(text)}' is a placeholder", "look it up, or take the field out"),)
    found = _MACRO.search(text) if part.name not in _UNKNOWN_YEARS else None
    if found is None:
        return ()
    span = part.find(found[0])
    return (at_field(part, f"'{found[0]}' is a note to oneself", "do it, and take it out", span),)


def _is_meant(name: str, text: str) -> bool:
    bare = text.strip("{}[]() ")
    if name in _UNKNOWN_YEARS:
        return not any(map(str.isalpha, bare)) or bare.lower() in ("tba", "tbd", "tbc") or set(bare.lower()) == {"x"}
    return name in _PRINTED and bare.lower() in ("missing", "xxx", "xxxx")

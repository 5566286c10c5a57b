"""Identifiers against what is next to them."""

from __future__ import annotations

from citekit.lint.finding import Finding, Findings, at_field
from citekit.lint.loading.bibliography import CheckedEntry
from citekit.lint.rule import Context, rule
from citekit.model.ids import normal_doi
from citekit.runtime import patterns as re

_OTHERS = ("url", "note", "howpublished")
_ADDRESS = re.compile(
    r"(?:(?:https?://)?(?:[\w.-]{1,60}\.)?doi\.org/|doi:\s?"
    r"|https?://[\w.-]{1,60}/(?:doi|article|chapter|book|content/pdf)/(?:(?:abs|full|pdf|epdf)/)?)"
    r"(?P<doi>10\.\d{4,9}(?:/|%2F)[^\s?#]{1,300})(?:[?#]\S*)?",
    re.IGNORECASE,
)


@rule("entry", "warning", languages="bibtex csl", of="identifier-differs")
def doi_and_url_differ(entry: CheckedEntry, context: Context) -> Findings:
    """The DOI of an entry and its address at a DOI resolver name different works."""
    if "doi" not in entry.by_name:
        return
    others = [part for name in _OTHERS if (part := entry.by_name.get(name)) and "10." in part.text]
    own = normal_doi(_bare(entry.text("doi"))) if others else ""
    for part in others if own else ():
        match = _ADDRESS.fullmatch(_bare(part.text))
        other = normal_doi(match["doi"].removesuffix(".pdf").replace("%2F", "/").replace("%2f", "/")) if match else ""
        if other and own != other and not own.startswith(other) and not other.startswith(own):
            yield at_field(part, f"the address is that of {other}, the DOI is {own}", "correct the wrong one")


def _bare(text: str) -> str:
    return text.replace("\\url{", "").replace("\\_", "_").replace("\\", "").replace("{", "").replace("}", "").strip()


_YEAR = r"(?P<year>(?:19|20)\d\d)"
# A publisher's form of DOIs; by how many years the paper may be dated before and after the DOI.
_FORMS = (
    (re.compile(rf"10\.1109/[a-z0-9-]{{2,20}}\.{_YEAR}\.\d", re.IGNORECASE), 1, 3),
    (re.compile(rf"10\.1016/j\.[a-z]{{3,12}}\.{_YEAR}\.\d\d\.\d{{3}}", re.IGNORECASE), 1, 3),
    (re.compile(rf"10\.1111/j\.\d{{4}}-\d{{3}}[\dx]\.{_YEAR}\.\d", re.IGNORECASE), 1, 3),
    (re.compile(rf"10\.18653/v1/{_YEAR}\.[a-z]", re.IGNORECASE), 1, 1),
    (re.compile(r"10\.1038/s\d{5}-0(?P<short>\d\d)-\d{4,5}-[\dxyzw]"), 1, 2),
)

_OF_MEETINGS = frozenset({"inproceedings", "conference", "proceedings"})


@rule("entry", "warning", languages="bibtex csl", of="conflicting-date")
def doi_year(entry: CheckedEntry, context: Context) -> Finding | None:
    """The year is not the one that the DOI is made from."""
    doi, year, part = entry.doi, entry.year, entry.year_field
    if not doi or year is None or part is None:
        return None
    for form, before, after in _FORMS:
        match = form.match(doi)
        if match is None:
            continue
        found = match.groupdict()
        stated = int(found["year"]) if found.get("year") else 2000 + int(found["short"]) if found.get("short") else year
        latest = stated + (1 if entry.type in _OF_MEETINGS else after)
        if not stated - before <= year <= latest:
            return at_field(
                part, f"the year is {year}, and the DOI {doi} is of {stated}", "compare both with the paper"
            )
    return None

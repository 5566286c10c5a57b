"""Preprints."""

from __future__ import annotations

from citekit.lint.finding import Edit, Finding, Findings, Fix, at_field, short, with_field
from citekit.lint.loading.bibliography import CheckedEntry, CheckedField
from citekit.lint.rule import Context, rule
from citekit.model.ids import arxiv_year_month, normal_arxiv
from citekit.runtime import patterns as re
from citekit.runtime.span import Span

_PLACES = tuple("journal journaltitle booktitle note howpublished volume number pages publisher".split())


@rule("entry", "note", profile="strict", of="field-swapped")
def arxiv_as_journal(entry: CheckedEntry, context: Context) -> Finding | None:
    """A preprint's identifier is in ``journal`` or ``note`` and not in ``eprint``."""
    if "eprint" in entry.by_name or "arxiv" in entry.by_name:
        return None
    for name in _PLACES:
        part = entry.by_name.get(name)
        if part is None or not ("arxiv" in part.text.lower() or "corr abs/" in part.text.lower()):
            continue
        found = normal_arxiv(part.text)
        if not found or (name == "note" and entry.venue_field is not None):
            continue
        at = Span(part.span.end, part.span.end)
        line = part.source.text.rfind("\n", 0, part.name_span.start) + 1
        before = part.source.text[line : part.name_span.start]
        between = f",\n{before}" if not before.strip() else ", "
        text = f"{between}eprint = {{{found}}}{between}archiveprefix = {{arXiv}}"
        fix = Fix("add eprint and archiveprefix", (Edit(part.source, at, text),))
        return at_field(part, f"{name} holds the arXiv identifier {found}", "put it into eprint as well", fix=fix)
    return None


_WITH_IDS = tuple("eprint url doi journal journaltitle howpublished arxiv arxivid volume pdf note".split())
# A note that states nothing but an identifier; others may speak of a second paper.
_ONLY = re.compile(
    r"\W*(?:arxiv|preprint|e-?prints?|available at|at|https?://arxiv\.org/abs/|[:,\s{}]|\\url){1,12}[\w./-]{7,30}\W*"
)


@rule("entry", "error", languages="bibtex csl", of="identifier-differs")
def arxiv_id_differs(entry: CheckedEntry, context: Context) -> Findings:
    """Fields of one entry name different arXiv papers."""
    if not any(name in entry.by_name for name in _WITH_IDS):
        return ()
    known = []
    for name in _WITH_IDS:
        part = entry.by_name.get(name)
        if part is None:
            continue
        low = part.text.lower()
        if name == "note" and not _ONLY.fullmatch(low[:200]):
            continue
        own = name in ("eprint", "arxiv", "arxivid") and entry.text("archiveprefix", "eprinttype").lower() in (
            "",
            "arxiv",
        )
        if own or "arxiv" in low or (name == "volume" and low.startswith("abs/")):
            found = normal_arxiv(part.text)
            if found:
                known.append((part, found))
    if len({found for _, found in known}) < 2:
        return ()
    first, given = known[0]
    return [
        at_field(part, f"{part.name} names arXiv:{found}, {first.name} names arXiv:{given}", "correct the wrong one")
        for part, found in known[1:]
        if found != given
    ]


@rule("entry", "warning", languages="bibtex csl list", of="conflicting-date")
def arxiv_year(entry: CheckedEntry, context: Context) -> Finding | None:
    """The year of an entry is before the month in which its arXiv identifier was given."""
    if not entry.arxiv or entry.year is None:
        return None
    given = arxiv_year_month(entry.arxiv)
    part = entry.year_field
    if given is None or part is None:
        return None
    year, month = given
    if entry.year >= year - (month == 1) or _is_published(entry):
        return None
    return at_field(
        part, f"arXiv:{entry.arxiv} is of {month:02}/{year}, the entry of {entry.year}", "correct one of them"
    )


_PUBLISHED = ("publisher", "school", "institution", "isbn", "volume", "pages")


def _is_published(entry: CheckedEntry) -> bool:
    """Whether a published work was put on arXiv later: its authors may do that for years, translators for centuries."""
    venue = entry.venue_field
    if entry.doi:
        return True
    if venue is not None:
        return "arxiv" not in venue.text.lower()
    return any(name in entry and "arxiv" not in entry.text(name).lower() for name in _PUBLISHED)


_SAID = re.compile(
    r"(?:\barxiv:\s{0,3}(?:arxiv:)?|\barxiv\.org/(?:abs|pdf)/|/arxiv\.|^abs/)"
    r"(?P<id>[a-z]{2,10}(?:[.-][a-z-]{2,8})?/\d{1,12}|\d{3,4}\.\d{1,8})\b",
    re.IGNORECASE,
)

_LIKE = re.compile(r"(?:arxiv:)?\s*\d{4}\.\d{1,7}(?:v\d+)?", re.IGNORECASE)


@rule("field", "error", fields="eprint arxiv arxivid journal journaltitle howpublished note url doi volume")
def bad_arxiv_id(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """An arXiv identifier cannot be one."""
    if part.name not in ("eprint", "arxiv", "arxivid"):
        low = part.text[:5000].lower()
        match = _SAID.search(part.text) if "arxiv" in low or low.startswith("abs/") else None
        if match is None or normal_arxiv(match["id"]) or normal_arxiv(part.text):
            return None
        message = f"'{match['id']}' is not an arXiv identifier"
        return at_field(part, message, "write it as in 2403.11421 or math/0309136", part.part(*match.span("id")))
    text = part.text.strip("{} \n\t")
    kind = entry.text("archiveprefix", "eprinttype").lower()
    if not text or kind not in ("", "arxiv") or normal_arxiv(text):
        return None
    if kind != "arxiv" and not _LIKE.fullmatch(text[:60]):
        return None
    if part.name != "eprint" and text == entry.text("eprint").strip("{} \n\t"):
        return None  # reported there
    return at_field(
        part, f"'{short(text, 40)}' is not an arXiv identifier", "write it as in 2403.11421 or math/0309136"
    )


@rule("field", "note", profile="strict", fields="eprint", of="recommended-field")
def missing_primary_class(entry: CheckedEntry, part: CheckedField, context: Context) -> Findings:
    """A preprint of arXiv has no ``archiveprefix``, or no ``primaryclass``."""
    found = normal_arxiv(part.text)
    if not found:
        return
    if not entry.get("archiveprefix", "eprinttype"):
        fix = with_field(entry, "archiveprefix", "arXiv", "add archiveprefix")
        yield at_field(part, "the eprint has no archiveprefix", "add archiveprefix = {arXiv}", part.name_span, fix)
    if "/" not in found and not entry.get("primaryclass", "eprintclass"):
        yield at_field(part, "the eprint has no primaryclass", "citekit enrich adds it")


@rule("field", "note", profile="submission", languages="bibtex csl", fields="url")
def published_but_preprint_url(entry: CheckedEntry, part: CheckedField, context: Context) -> Finding | None:
    """A published work leads to its preprint only."""
    venue = entry.venue_field
    if "arxiv.org/" not in part.text or entry.doi or venue is None or "arxiv" in venue.text.lower():
        return None
    return at_field(part, "the only link of this published work is its preprint", "add its DOI")

r"""What an entry says does not fit its type.

Why: an ``@article`` whose journal is "Proceedings of the ... Conference" is printed like a journal article, with volume
and number missing.

Example:

    @article{doe2020, author = {J. Doe}, title = {A}, journal = {Proceedings of the International Conference on Machine Learning}, year = 2020}

Use instead:

    @inproceedings{doe2020, author = {J. Doe}, title = {A}, booktitle = {Proceedings of the International Conference on Machine Learning}, year = 2020}
"""

from __future__ import annotations

from citekit import patterns as re
from citekit.checks.context import Context
from citekit.checks.finding import Findings, at_field
from citekit.checks.reading.entry import Entry
from citekit.works.identity.fold import plain
from citekit.works.venues import find

SEVERITY = "note"

_MEETING = re.compile(
    r"\b(?:proceedings of|proc\.? of|international conference on|annual conference|workshop on|symposium on)\b",
    re.IGNORECASE,
)
_JOURNAL = re.compile(
    r"(?:The )?(?:Journal of|(?:IEEE|ACM|IEEE/ACM) Transactions on|Annals of|International Journal of)\s", re.IGNORECASE
)
_EVENT = re.compile(r"\b(?:conference|symposium|workshop|proceedings|meeting|congress|volume|vol\.)", re.IGNORECASE)
_THESIS = re.compile(
    r"^(?:Ph\.?\s?D\.?|Master'?s|Doctoral|Diploma|M\.?Sc\.?)\s(?:thesis|dissertation)\b", re.IGNORECASE
)
_WORDS = re.compile(r"thes|dissert|proc|conf|workshop|symposium", re.IGNORECASE)
_SERIAL = re.compile(
    r"proceedings of the (?:royal|national|american|london|edinburgh|cambridge|steklov|indian|japan|institution|ieee\b|acm on|vldb|entomological"
    r"|linnean|zoological|physical|geologists|aristotelian|british|prehistoric|nutrition|biological|academy|american)"
    r"|\b(?:society|academy|institute|transactions|journal|series|lecture notes)\b",
    re.IGNORECASE,
)


def check_entry(entry: Entry, context: Context) -> Findings:
    """What is wrong with an entry."""
    if entry.type == "article":
        return _article(entry)
    if entry.type in ("inproceedings", "conference"):
        return _paper(entry)
    if entry.type == "misc" and "howpublished" not in entry:
        return _misc(entry)
    return ()


def _paper(entry: Entry) -> Findings:
    part = entry.get("booktitle")
    if part is None or "series" in entry or not _JOURNAL.match(plain(part.text)) or _EVENT.search(part.text):
        return ()
    return (at_field(part, "the proceedings of this paper are a journal", "make it an article with a journal"),)


def _misc(entry: Entry) -> Findings:
    """A thesis without a type; articles and chapters in a misc are told of as misplaced fields."""
    school = entry.get("school")
    if school is None:
        return ()
    return (at_field(school, "a misc with a school is a thesis", "make it a phdthesis or mastersthesis"),)


def _article(entry: Entry) -> Findings:
    part = entry.get("journal", "journaltitle")
    if part is None:
        return ()
    text = plain(part.text) if _WORDS.search(part.text) else ""
    if _THESIS.search(text):
        return (at_field(part, "the journal of this article is a thesis", "make it a phdthesis with a school"),)
    if "volume" in entry or "number" in entry or "issn" in entry:
        return ()
    if not _MEETING.search(text) or _SERIAL.search(text):
        return ()
    known = find(text)
    if known is not None and known.kind not in ("conference", "workshop"):
        return ()
    return (at_field(part, "the journal of this article is a conference", "make it an inproceedings with a booktitle"),)

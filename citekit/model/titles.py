"""Titles of works in the letter case that citation styles expect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from citekit.model.editions import edition_number
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.errors import UsageError
from citekit.text.rich import in_sentence_case, visible
from citekit.text.sentence_case import is_foreign
from citekit.text.tex_syntax import NOCASE, in_kind

_MEETING = re.compile(r"proceedings|proc\.|conference|symposium|workshop|congress|meeting", re.IGNORECASE)


_TITLES = ("title", "title-short", "container-title", "collection-title", "volume-title", "event-title")
CASES = ("auto", "sentence", "given")


def titled(works: Sequence[Work], case: str, from_bibtex: bool) -> Sequence[Work]:
    """Works with their titles as wanted (and the words of BibTeX for editions as numbers): in ``sentence`` case, as ``given``, or ``auto`` for either, by their source.

    BibTeX files have titles in title case, with braces around what keeps its capitals; everywhere else nobody states what
    does. Raises :class:`~citekit.runtime.errors.UsageError` for any other ``case``.
    """
    if case not in CASES:
        raise UsageError(f"there is no letter case '{case}' of titles", f"take {', '.join(CASES)}")
    if case == "sentence" or (case == "auto" and from_bibtex):
        works = [with_sentence_case(work) for work in works]
    if from_bibtex:
        works = [_with_edition(work) for work in works]
    return works if case == "given" else [with_foreign_titles(work) for work in works]


def _with_edition(work: Work) -> Work:
    number = edition_number(work.text("edition"))
    return replace(work, variables={**work.variables, "edition": number}) if number else work


def with_foreign_titles(work: Work) -> Work:
    """Return the work with the case of titles kept that are surely in another language than English, where it names none.

    Title case is for English (specification of CSL 1.0.2, "Title Case Conversion"), and styles take a work without a
    language for English.
    """
    if work.variables.get("language"):
        return work
    changed = {
        name: in_kind(f"{NOCASE}{value}</span>", value)
        for name in _TITLES
        if isinstance(value := work.variables.get(name), str) and "<span" not in value and is_foreign(visible(value))
    }
    return replace(work, variables={**work.variables, **changed}) if changed else work


def with_sentence_case(work: Work) -> Work:
    """Return the work with its title, and that of the book it is a chapter of, in sentence case.

    Only English works, and works that name no language, are changed. Names of journals, proceedings and series keep
    their capitals, as the handbooks want them.
    """
    language = str(work.variables.get("language", "")).lower()
    if language and not language.startswith(("en", "english", "american", "british", "uk", "us")):
        return work
    variables = dict(work.variables)
    for name in ("title", "title-short", "container-title"):
        value = variables.get(name)
        if isinstance(value, str) and (
            name != "container-title" or (work.type == "chapter" and not _MEETING.search(value))
        ):
            variables[name] = in_sentence_case(value)
    return replace(work, variables=variables) if variables != work.variables else work

"""A work as references print it: values without LaTeX, titles in the letter case that styles expect, editions as numbers.

BibTeX's manual requests words for editions, ``edition = {Second}``; styles request numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from citekit.model.date import Date
from citekit.model.kinds import NAME_FIELDS, RAW_FIELDS
from citekit.model.name import Name
from citekit.model.work import Value, Work
from citekit.runtime import patterns as re
from citekit.runtime.errors import UsageError
from citekit.text.case import is_foreign
from citekit.text.rich import in_sentence_case, visible
from citekit.text.tex_printed import Commands, printed
from citekit.text.tex_syntax import NOCASE, TeX, in_kind


def as_printed(work: Work, commands: Commands = MappingProxyType({})) -> Work:
    r"""Return the work with what LaTeX prints in place of commands and of formulas that letters can show.

    ``commands`` are those that the file of the work defines (number of arguments and body, by name).

    >>> from citekit.text.tex_syntax import TeX
    >>> as_printed(Work("book", "a", {"title": TeX(r"Flies of the \texttt{north}")})).title
    'Flies of the north'
    """
    variables = {name: value_printed(value, commands=commands) for name, value in work.variables.items()}
    fields = {
        name: printed(text, True, commands) if isinstance(text, TeX) and name not in NAME_FIELDS | RAW_FIELDS else text
        for name, text in work.fields.items()  # lists of names are in BibTeX's spelling, of which braces are a part
    }
    same = all(variables[name] is value for name, value in work.variables.items())
    same = same and all(fields[name] is text for name, text in work.fields.items())
    return work if same else replace(work, variables=variables, fields=fields)


def value_printed(value: Value, formulas: bool = True, commands: Commands = MappingProxyType({})) -> Value:
    """Return one value without LaTeX; the value itself where it has none. Formulas stay where ``formulas`` is false."""
    if isinstance(value, str):
        return printed(value, formulas, commands)
    if isinstance(value, Date):
        return replace(value, literal=printed(value.literal)) if isinstance(value.literal, TeX) else value
    return tuple(map(_name, value)) if any(map(_has_tex, value)) else value


_PARTS = ("family", "given", "dropping_particle", "non_dropping_particle", "suffix", "literal")


def _has_tex(name: Name) -> bool:
    return any(isinstance(getattr(name, part), TeX) for part in _PARTS)


def _name(name: Name) -> Name:
    family, given, dropping, non_dropping, suffix, literal = (printed(getattr(name, part)) for part in _PARTS)
    return Name(family, given, dropping, non_dropping, suffix, literal, name.marks)


_ORDINALS = {
    word: number
    for number, words in enumerate(
        (
            "first erste premiere première prima primera eerste",
            "second zweite deuxième seconda segunda tweede",
            "third dritte troisième terza tercera derde",
            "fourth vierte quatrième quarta cuarta vierde",
            "fifth fünfte cinquième quinta vijfde",
            "sixth sechste sixième sesta sexta zesde",
            "seventh siebte septième settima séptima zevende",
            "eighth achte huitième ottava octava achtste",
            "ninth neunte neuvième nona novena negende",
            "tenth zehnte dixième decima décima tiende",
            "eleventh elfte",
            "twelfth zwölfte",
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "eighteenth",
            "nineteenth",
            "twentieth",
        ),
        1,
    )
    for word in words.split()
}
_EDITIONS = frozenset(["", *"edition ed edn auflage aufl édition edición edizione druk edição".split()])
_COUNTED = re.compile(r"(\d{1,3})(?:st|nd|rd|th|\.|e|er|re|ème|ª|º|a|o)?(?: (\S{0,9}))?")
"""``2nd edition``, ``2. Auflage``, ``3e édition``."""


def edition_number(text: str) -> str:
    """Return the number of an edition in words or with the word for it, as BibTeX's manual has it; else empty.

    >>> [edition_number(text) for text in ("Second", "2. Auflage", "3rd edition", "Second revised")]
    ['2', '2', '3', '']
    """
    bare = " ".join(text.split()).strip(" .").casefold()
    first, _, rest = bare.partition(" ")
    if first in _ORDINALS and rest in _EDITIONS:
        return str(_ORDINALS[first])
    counted = _COUNTED.fullmatch(bare)
    return counted[1] if counted and (counted[2] or "").strip(".") in _EDITIONS else ""


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

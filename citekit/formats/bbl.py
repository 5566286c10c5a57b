r"""The ``.bbl`` file that Biber writes for BibLaTeX: a database of the works that a document cites (read only).

Each ``\entry`` has its key, type and fields with BibLaTeX's names. The fields that Biber adds for sorting and labels are
ignored. The ``.bbl`` files of BibTeX are lists of references; they are read as LaTeX.
Source: the BibLaTeX manual, and ``Biber/Output/bbl.pm``, on the format of the file (version 3).
"""

from __future__ import annotations

from collections.abc import Iterator

from citekit.formats.bibtex.read import loads as read_bibtex
from citekit.model.work import Trace, Works
from citekit.runtime import patterns as re
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.span import Source, Span

NAME = "bbl"
SUFFIXES = ()
BEGINS = re.compile(
    r"\A\ufeff?\s*+%\s?\$\s?biblatex\s(?:auxiliary\sfile|bbl\sformat)|\A(?s:.{0,4000}?)\\(?:datalist|sortlist)\[[^\]\n]{0,60}\]\{(?s:.{0,2000}?)\\entry\{"
)

"""Biber's header comment at the beginning, or a list and its first entry within the first pages of the file."""
_ENTRY = re.compile(r"\\entry\{(?P<key>[^{}\n]{1,300})\}\{(?P<kind>[A-Za-z]{1,40})\}")
_PART = re.compile(
    r"\\(?P<what>endentry|name|list|field|strng|range|verb|true|keyw|annotation)(?![A-Za-z])(?:\{(?P<name>[a-z]{1,40})\})?"
)
_NAME_PART = re.compile(r"(?<![a-z])(?P<part>family|given|prefix|suffix)\s*=\s*\{")
_OPTION = re.compile(r"\{[^{}\n]{0,200}\}")
# Fields that Biber generates for sorting, labels and parts of dates.
_LEFT_OUT = frozenset(
    "labelnamesource labeltitlesource labelalpha labelyear labeldatesource extraname extradate extraalpha extratitle extratitleyear singletitle uniquetitle uniquework uniqueprimaryauthor "
    "datelabelsource sortinit sortinithash shorthandintro labelprefix namehash fullhash fullhashraw bibnamehash authorbibnamehash authornamehash authorfullhash authorfullhashraw editorbibnamehash editornamehash editorfullhash editorfullhashraw "
    "entrykeycopy cdistinct relatedtype clonesourcekey day endday endmonth endyear hour minute second timezone season".split()
)
_DATES = (
    ("year", "month", "day"),
    ("origyear", "origmonth", "origday"),
    ("urlyear", "urlmonth", "urlday"),
    ("eventyear", "eventmonth", "eventday"),
)
_COMMANDS = re.compile(
    r"\\bib(?P<what>rangedash|datedash|namedelim[abcd]|initperiod|initdelim|inithyphendelim|namedelimi)\s?(?:\{\})?"
)
_PRINTED = {"rangedash": "--", "datedash": "--"}


def loads(source: Source) -> Works:
    """Read the works of a file; raise :class:`~citekit.runtime.errors.UnreadableInputError` if it has no entries."""
    entries: dict[str, str] = {}
    for found in _ENTRY.finditer(source.text):
        fields = _fields(source.text, found.end())
        for names in _DATES:
            parts = [fields.pop(name, "") if name != "year" else fields.get(name, "") for name in names]
            if all(part.isdecimal() for part in parts[:2]):
                stamp = "-".join(part.zfill(2) for part in parts if part.isdecimal())
                fields[names[0].removesuffix("year") + "date"] = stamp
                fields.pop(names[0], None)
            elif names[0] != "year" and parts[0]:
                fields[names[0].removesuffix("year") + "date"] = parts[0]
        lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if name not in _LEFT_OUT]
        entries.setdefault(found["key"], "\n".join([f"@{found['kind']}{{{found['key']},", *lines, "}"]))
    if not entries:
        raise UnreadableInputError(
            "this .bbl file was written by Biber and has no entries",
            "give the .bib file that the document names",
            source,
        )
    library = read_bibtex(Source(source.name, "\n\n".join(entries.values())))
    whole = Trace(source, Span(0, len(source.text)))
    return Works(library.works, (whole,) * len(library.works), library.problems)


def _fields(text: str, at: int) -> dict[str, str]:
    """Return the fields of the entry whose body begins at ``at``, by BibLaTeX's names."""
    fields: dict[str, str] = {}
    while (part := _PART.search(text, at)) and part["what"] != "endentry":
        at, what, name = part.end(), part["what"], part["name"] or ""
        if what == "verb" and name:
            printed = re.compile(r"\s*\\verb\s(?P<value>[^\n]*)").match(text, at)
            if printed and not name.endswith("hash"):
                fields[name] = printed["value"].strip().replace("{", "%7B").replace("}", "%7D")
            at = text.find("\\endverb", at) if "\\endverb" in text[at : at + 4000] else at
        elif what in ("name", "list") and name:
            while option := _OPTION.match(text, at):
                at = option.end()
            value, at = _group(text, at)
            people = list(_people(value)) if what == "name" else list(_items(value))
            if people and not name.startswith(("label", "short")) and name != "sortname":
                fields[name] = " and ".join(people) + (
                    " and others" if f"\\true{{more{name}}}" in text[at : at + 200] else ""
                )
        elif what in ("field", "strng") and name:
            value, at = _group(text, at)
            if what == "field":
                fields[name] = _plain(value)
    return fields


def _group(text: str, at: int) -> tuple[str, int]:
    """Return the inside of the group at ``at`` and the position after it; an empty string and ``at`` if it is missing."""
    opening = re.compile(r"[\s%]*\{").match(text, at)
    if opening is None:
        return "", at
    depth = 1
    for token in re.compile(r"\\.|[{}]").finditer(text, opening.end()):
        depth += {"{": 1, "}": -1}.get(token.group(), 0)
        if not depth:
            return text[opening.end() : token.start()], token.end()
    return "", len(text)


def _items(text: str) -> Iterator[str]:
    """Yield the content of consecutive groups."""
    at = 0
    while True:
        value, end = _group(text, at)
        if end == at:
            return
        yield f"{{{_plain(value)}}}" if " and " in value else _plain(value)
        at = end


def _people(text: str) -> Iterator[str]:
    """Yield the names of a list in BibTeX's form."""
    at = 0
    while True:
        person, end = _group(text, at)
        if end == at:
            return
        at = end
        parts = {found["part"]: _plain(_group(person, found.end() - 1)[0]) for found in _NAME_PART.finditer(person)}
        family = " ".join(filter(None, (parts.get("prefix"), parts.get("family", ""))))
        if not parts.get("given") and not parts.get("suffix"):
            yield f"{{{family}}}" if " " in family else family
        else:
            yield ", ".join(filter(None, (family, parts.get("suffix"), parts.get("given"))))


def _plain(value: str) -> str:
    """Replace the commands that Biber adds for styles: dashes, and the spaces between parts of names."""
    printed = _COMMANDS.sub(lambda found: _PRINTED.get(found["what"], " "), value)
    return " ".join(printed.replace("%\n", "").split())

"""Word's bibliography (``b:Sources``): the file Sources.xml, which Word imports under References, Manage Sources.

Its titles have no markup. Source: ECMA-376, part 1, section 22.6 "Bibliography".
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.formats._record import RecordBuilder
from citekit.formats._trees import Form, found, put, texts, works_of, written
from citekit.formats.files import read_back
from citekit.model.date import Date
from citekit.model.name import Name
from citekit.model.work import Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.span import Source
from citekit.text.xml import Element

NAME = "wordxml"
SUFFIXES = ()
BEGINS = re.compile(r"\s*+(?:<\?xml[^<>]{0,200}\?>\s*+)?(?:<!--[^<>]{0,500}-->\s*+)?<(?:\w{1,20}:)?Sources[\s>]")
CLOSES = "</b:Sources>"
_HEAD = '<b:Sources SelectedStyle="" xmlns:b="http://schemas.openxmlformats.org/officeDocument/2006/bibliography">\n'
_FORM = Form("wordxml.tsv", ("Last", "First", "Suffix", "Last"))
_DATES = {"issued": ("Year", "Month", "Day"), "accessed": ("YearAccessed", "MonthAccessed", "DayAccessed")}
_THESIS = "Thesis"
_SUFFIXES = frozenset("jr jr. sr sr. ii iii iv".split())
_OWN_ROLE = {"graphic": "Artist", "patent": "Inventor", "interview": "Interviewee"}


def loads(source: Source) -> Works:
    """Read every ``Source`` element; raise :class:`~citekit.runtime.errors.UnreadableInputError` if it is missing."""
    return works_of(source, lambda root: root.every("Source"), work_of, "sources of Word")


def work_of(item: Element) -> Work:
    """Return the work of a ``Source`` element."""
    known = _FORM.types.get(item.value("SourceType"), "")
    record = RecordBuilder(kind="thesis" if item.value("ThesisType") and known in ("report", "thesis", "") else known)
    for role, variable in _FORM.roles.items():
        body = texts(item, f"Author/{role}/Corporate")
        names = [Name(literal=text) for text in body]
        names += [_name(person) for person in found(item, f"Author/{role}/NameList/Person")]
        if names:
            record.variables.setdefault(variable, tuple(names))
    for variable, parts in _DATES.items():
        record.date(" ".join(item.value(part) for part in reversed(parts)), variable)  # words, such as names of months
        numbers = [item.value(part) for part in parts]
        # All leading numbers, if nothing that is not a number follows them, are an exact date.
        count = next((n for n, text in enumerate(numbers) if not (text.isdecimal() and len(text) < 5)), len(parts))
        if count and len(numbers[0]) == len("YYYY") and not any(numbers[count : count + 1]):
            record.variables[variable] = Date.of(*map(int, numbers[:count]))
    _FORM.read(item, record)
    if record.variables.get("genre") == _THESIS:
        record.variables.pop("genre")
    record.kind = record.kind or "document"
    return record.work()


def _name(person: Element) -> Name:
    """Parse a person: given names are in two elements, and a suffix is at the end of the family name."""
    given = " ".join((*texts(person, "First"), *texts(person, "Middle")))
    family, space, last = person.value("Last").rpartition(" ")
    suffix = last if space and last.lower() in _SUFFIXES else ""
    parts = {"Last": family if suffix else person.value("Last"), "First": given, "Suffix": suffix}
    return _FORM.name(Element("", {}, children=[Element(name, {}, text=text) for name, text in parts.items()]))


def dumps(library: Works | Iterable[Work], settings: object = None) -> str:
    """Write the library as Word's ``Sources``."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{_HEAD}{"".join(map(item, library))}{CLOSES}\n'


def item(work: Work) -> str:
    """Write a work as a ``Source`` of a file."""
    made = Element("Source", {})
    put(made, "SourceType", _FORM.words.get(work.type, "Misc"))
    for known, names in _FORM.people(work):
        role = _OWN_ROLE.get(work.type, known) if known == "Author" else known
        if len(names) == 1 and names[0].literal and not names[0].is_others:
            put(made, f"Author/{role}/Corporate", names[0].literal)
            continue
        for name in names:
            person = put(made, f"Author/{role}/NameList/Person")
            _FORM.put_name(name, person)
            given = {part.name: part.text for part in person.children}
            first, _, middle = given.get("First", "").partition(" ")
            last = " ".join(filter(None, (given["Last"], given.get("Suffix"))))
            parts_of_name = (("Last", last), ("First", first), ("Middle", middle))
            person.children = [Element(part, {}, text=text) for part, text in parts_of_name if text]
    for variable, parts in _DATES.items():
        date = work.variables.get(variable)
        if isinstance(date, Date) and date.year:
            for part, number in zip(parts, (date.year, date.month, date.day), strict=True):
                put(made, part, str(number)) if number else None
        elif isinstance(date, Date) and date.literal:
            put(made, parts[0], date.literal)
    _FORM.write(work, made)
    if work.type == "thesis" and not work.text("genre"):
        put(made, "ThesisType", _THESIS)
    return written(made, 1, "b:")


losses = read_back(loads, dumps)
"""Report what Word's bibliography cannot represent: markup, keywords, abstracts, ranges of dates, and much else."""

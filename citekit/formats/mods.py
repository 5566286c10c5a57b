"""MODS (``.mods``, ``.xml``): the XML of the Library of Congress, used by libraries, DSpace, Zotero and bibutils.

Its titles have no markup. Source: Library of Congress, "MODS User Guidelines", version 3.
"""

from __future__ import annotations

from collections.abc import Iterable

from citekit.formats._record import RecordBuilder
from citekit.formats._trees import Form, found, put, texts, works_of, written
from citekit.formats.files import read_back
from citekit.model.work import Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.span import Source
from citekit.text.rich import as_rich, without_tags
from citekit.text.xml import Element

NAME = "mods"
SUFFIXES = (".mods",)
BEGINS = re.compile(
    r"\s*+(?:<\?xml[^<>]{0,200}\?>\s*+)?(?:<!--[^<>]{0,500}-->\s*+)?<(?:\w{1,20}:)?mods(?:Collection)?[\s>]"
)
CLOSES = "</modsCollection>"
_HEAD = '<modsCollection xmlns="http://www.loc.gov/mods/v3">\n'
_FORM = Form("mods.tsv", ("namePart[type=family]", "namePart[type=given]", "namePart[type=termsOfAddress]", "namePart"))
_HOST = "relatedItem[type=host]"


def loads(source: Source) -> Works:
    """Read every ``mods`` element; raise :class:`~citekit.runtime.errors.UnreadableInputError` if it is missing."""
    return works_of(
        source, lambda root: [root] if root.name == "mods" else root.every("mods"), work_of, "records of MODS"
    )


def work_of(item: Element) -> Work:
    """Return the work of a ``mods`` element."""
    genres, hosts = texts(item, "genre"), texts(item, f"{_HOST}/genre")
    known = [kind for genre in genres if (kind := _FORM.types.get(genre.lower(), ""))]
    known += [kind for word, kind, _ in _FORM.tables["hosts"] if word in map(str.lower, hosts)]
    record = RecordBuilder(kind=known[0] if known else next(iter(genres), ""))
    record.put("title", _title(next((t for t in found(item, "titleInfo") if not t.get("type")), None)))
    record.put(
        "container-title", _title(next((t for t in found(item, f"{_HOST}/titleInfo") if not t.get("type")), None))
    )
    for place, otherwise in (("name", "author"), (f"{_HOST}/name", "editor")):
        for person in found(item, place):
            words = [word.lower() for word in texts(person, "role/roleTerm")]
            role = next(
                (_FORM.roles[word] for word in words if word in _FORM.roles), otherwise if not words else "contributor"
            )
            if person.get("type") != "conference" and (place == "name" or role != "author"):
                names = record.variables.get(role, ())
                record.variables[role] = (*(names if isinstance(names, tuple) else ()), _FORM.name(person))
    _FORM.read(item, record)
    if record.variables.get("container-title-short") == record.variables.get("container-title"):
        record.variables.pop("container-title-short", None)
    further = [genre for genre in genres if genre.lower() not in _FORM.types and genre != record.kind]
    exact = [genre for genre in genres if genre.lower() in ("ph.d. thesis", "masters thesis")]
    record.put("genre", next(iter((*exact, *further)), "") if record.kind in ("thesis", "report") or exact else "")
    record.kind = record.kind or ("book" if texts(item, "originInfo/issuance") == ["monographic"] else "")
    return record.work()


def _title(element: Element | None) -> str:
    """Return a title with the words that sorting ignores before it (``nonSort``) and the subtitle after it."""
    if element is None:
        return ""
    main = " ".join((*texts(element, "nonSort"), *texts(element, "title")))
    sub = " ".join(texts(element, "subTitle"))
    return as_rich(f"{main.rstrip(':')}: {sub}" if sub else main)


def dumps(library: Works | Iterable[Work], settings: object = None) -> str:
    """Write the library as a ``modsCollection``."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{_HEAD}{"".join(map(item, library))}{CLOSES}\n'


def item(work: Work) -> str:
    """Write a work as a ``mods`` element of a file."""
    made = Element("mods", {})
    if work.text("title"):
        put(made, "titleInfo/title", without_tags(work.text("title")))
    for role, names in _FORM.people(work):
        host = f"{_HOST}/" if role == "editor" and work.text("container-title") else ""
        for name in names:
            body = name.literal and not name.is_others
            person = put(made, f"{host}name[type={'corporate' if body else 'personal'}]")
            _FORM.put_name(name, person)
            put(person, "role/roleTerm[type=text]", role)
    put(made, "genre", _FORM.words.get(work.type, work.type))
    within = next((row for row in _FORM.tables["hosts"] if row[1] == work.type), None)
    if within and work.text("container-title"):
        put(made, f"{_HOST}/genre[authority={within[2]}]", within[0])
    if work.text("genre") and work.type in ("thesis", "report"):
        put(made, "genre", work.text("genre"))
    _FORM.write(work, made)
    return written(made, 1)


losses = read_back(loads, dumps)
"""Report what MODS cannot represent: markup of titles, marks of authors, most fields."""

"""A library as Hayagriva's YAML: what a work is in becomes its parent, a series the parent of that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from citekit import patterns as re
from citekit.errors import Problem
from citekit.formats._dates import calendar_date, edtf
from citekit.formats._losses import changed
from citekit.formats._names import inverted, read_name
from citekit.formats._shown import distinct
from citekit.formats._yaml import Emittable, Plain, dumped
from citekit.formats.hayagriva.read import (
    FIELD_ROLES,
    OPTIONAL_PARENTS,
    ROLES,
    SERIALS,
    SERIES,
    TYPES,
    formattable,
    read_entries,
)
from citekit.formats.keys import assign_keys
from citekit.works.bibtex_names import parse_names
from citekit.works.date import Date
from citekit.works.library import Works
from citekit.works.name import Name
from citekit.works.work import Work

Entry = dict[str, Emittable]

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}+){0,4}")
_DURATION = re.compile(r"(?:\d{1,4}+:){1,3}\d\d(?:,\d{1,3})?")
_HALF = re.compile(r"[\ud800-\udfff]")
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s]+")
_WHOLE = re.compile(r"[1-9]\d{0,8}")
_OF_PARENT = frozenset({"periodical", "newspaper", "proceedings", "book", "anthology", "reference", "blog"})
_PLAIN = {"abstract": "abstract", "genre": "genre", "archive": "archive", "archive_location": "archive-location",
          "call-number": "call-number", "note": "note"}  # fmt: skip


def dumps(library: Works | Iterable[Work], settings: object = None) -> str:
    """The library as one YAML mapping; works without a key get one, equal keys are told apart."""
    return "\n".join(dumped({key: entry(work)}) for key, work in _keyed(library)) or "{}\n"


def losses(library: Works) -> tuple[Problem, ...]:
    """What Hayagriva cannot hold of a library: keywords, ranges and words as dates, editors of series, …"""
    works = assign_keys(tuple(library))
    return changed(works, [read_entries(_as_text(entry(work)), work.id) for work in works])


def _keyed(library: Iterable[Work]) -> Iterator[tuple[str, Work]]:
    works = assign_keys(tuple(library))
    return zip(distinct(" ".join(work.id.split()) or "anon" for work in works), works, strict=True)


def _as_text(value: Emittable) -> object:
    """The entry as a reader sees it: every scalar is text."""
    if isinstance(value, Mapping):
        return {key: _as_text(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_as_text(inner) for inner in value]
    return _HALF.sub("\ufffd", str(value))


def entry(work: Work) -> Entry:
    """The fields of a work, its parent among them."""
    kind, *parents = TYPES.get(work.type, ("misc",))
    if work.text("container-title") and work.type in OPTIONAL_PARENTS:
        parents = [OPTIONAL_PARENTS[work.type]]
    made: Entry = {"type": Plain(kind)}
    parent: Entry = {"type": Plain(parents[0])} if parents else {}
    _titles(work, made, parent)
    inner = parent if parents and parents[0] in _OF_PARENT else made
    _people(work, made, parent or made)
    _put(made, "date", _date(work.issued))
    for variable, name in (("volume", "volume"), ("issue", "issue"), ("edition", "edition")):
        _put(inner, name, _number(work.text(variable)))
    _publisher(work, inner)
    for variable, name in (("number-of-volumes", "volume-total"), ("number-of-pages", "page-total")):
        text = work.text(variable)
        _put(made, name, _number(text) if _WHOLE.fullmatch(text) else "")
    _put(made, "page-range", work.text("page"))
    _put(made, "chapter", _number(work.text("chapter-number")))
    duration = work.text("dimensions")
    _put(made, "runtime", duration if _DURATION.fullmatch(duration) else "")
    _put(made, "organization", work.text("authority"))
    _serials(work, made, inner)
    _put(made, "url", _url(work))
    language = work.text("language")
    _put(made, "language", language if _LANGUAGE.fullmatch(language) else "")
    for variable, name in _PLAIN.items():
        _put(made, name, formattable(work.text(variable)))
    event: Entry = {}
    if parent.get("type") == "conference":
        _put(parent, "location", formattable(work.text("event-place")))
    else:
        _put(event, "title", formattable(work.text("event-title")))
        _put(event, "location", formattable(work.text("event-place")))
    series = _series(work)
    above: list[Emittable] = [{"type": Plain(SERIES), **series}] if series else []
    if parent:
        _put(parent, "parent", above[0] if above else None)
        above = [parent]
    above += [{"type": Plain("conference"), **event}] if event else []
    _put(made, "parent", above[0] if len(above) == 1 else above)
    return made


def _put(entry: Entry, name: str, value: Emittable) -> None:
    if value:
        entry[name] = value


def _titles(work: Work, made: Entry, parent: Entry) -> None:
    _put(made, "title", _title(work.title, work.text("title-short")))
    if parent:
        name = "event-title" if parent["type"] == "conference" else "container-title"
        _put(parent, "title", _title(work.text(name), work.text("container-title-short")))


def _title(text: str, short: str) -> Emittable:
    if short and text:
        return {"value": formattable(text), "short": formattable(short)}
    return formattable(text)


def _people(work: Work, made: Entry, container: Entry) -> None:
    _put(made, "author", _names(work.author))
    _put(container, "editor", _names(work.names("editor")))
    if container is not made:
        _put(container, "author", _names(work.names("container-author")))
    affiliated: list[Emittable] = [
        {"role": Plain(role), "names": _names(work.names(variable))}
        for role, variable in ROLES.items()
        if work.names(variable)
    ]
    affiliated += [
        {"role": Plain(role), "names": _names(parse_names(work.fields[role]))}
        for role in sorted(FIELD_ROLES)
        if work.fields.get(role)
    ]
    _put(made, "affiliated", affiliated)


def _names(names: tuple[Name, ...]) -> Emittable:
    written: list[Emittable] = [_name(name) for name in names]
    return written[0] if len(written) == 1 else written


def _name(name: Name) -> Emittable:
    bare = Name(name.family, name.given, name.dropping_particle, name.non_dropping_particle, name.suffix, name.literal)
    text = name.literal or inverted(name)
    if read_name(text) == bare and text.count(",") <= 2:
        return text
    if name.literal:
        return {"name": name.literal}
    prefix = " ".join(filter(None, (name.dropping_particle, name.non_dropping_particle)))
    parts = {"name": name.family, "given-name": name.given, "prefix": prefix, "suffix": name.suffix}
    return {key: value for key, value in parts.items() if value or key == "name"}


def _date(date: Date | None) -> Emittable:
    """The (first) day, month or year of a date as ISO 8601; the format has no more than that."""
    text = edtf(calendar_date(date))
    if date is None or not re.fullmatch(r"-?\d{4}(?:-\d\d){0,2}", text):
        return ""
    return f"~{text}" if date.circa else Plain(text)


def _number(text: str) -> Emittable:
    return Plain(text) if _WHOLE.fullmatch(text) else text


def _publisher(work: Work, inner: Entry) -> None:
    name, place = formattable(work.text("publisher")), formattable(work.text("publisher-place"))
    if name and place:
        inner["publisher"] = {"name": name, "location": place}
    else:
        _put(inner, "publisher", name)
        _put(inner, "location", place)


def _serials(work: Work, made: Entry, inner: Entry) -> None:
    own: dict[str, Emittable] = {}
    outer: dict[str, Emittable] = {}
    for name, variable in SERIALS.items():
        target = outer if name in ("isbn", "issn") else own
        target.update({name: work.text(variable)} if work.text(variable) else {})
    if work.fields.get("eprint") and work.fields.get("archiveprefix", "").lower() == "arxiv":
        own["arxiv"] = work.fields["eprint"]
    if inner is made:
        own |= outer
    else:
        _put(inner, "serial-number", outer)
    _put(made, "serial-number", own)


def _url(work: Work) -> Emittable:
    address, accessed = work.text("URL"), _date(work.date("accessed"))
    if not _ADDRESS.fullmatch(address):
        return ""
    return {"value": address, "date": accessed} if address and accessed else address


def _series(work: Work) -> Entry:
    series: Entry = {}
    _put(series, "title", formattable(work.text("collection-title")))
    _put(series, "volume", _number(work.text("collection-number")))
    _put(series, "editor", _names(work.names("collection-editor")))
    return series

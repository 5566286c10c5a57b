"""The writer of Hayagriva's YAML: the container of a work becomes its parent, a series the parent of the container."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

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
from citekit.model.bibtex_names import parse_names
from citekit.model.date import Date, calendar_date, edtf
from citekit.model.library import Works
from citekit.model.name import Name
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.errors import Problem

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
    """Write the library as one YAML mapping; works without a key get one, and equal keys get numbers."""
    return "\n".join(dumped({key: entry(work)}) for key, work in _keyed(library)) or "{}\n"


def losses(library: Works) -> tuple[Problem, ...]:
    """Report what Hayagriva cannot represent: keywords, ranges and words as dates, …"""
    works = assign_keys(tuple(library))
    return changed(works, [read_entries(_as_text(entry(work)), work.id) for work in works])


def _keyed(library: Iterable[Work]) -> Iterator[tuple[str, Work]]:
    works = assign_keys(tuple(library))
    return zip(distinct(" ".join(work.id.split()) or "anon" for work in works), works, strict=True)


def _as_text(value: Emittable) -> object:
    """Return the entry as the reader gets it: every scalar is text."""
    if isinstance(value, Mapping):
        return {key: _as_text(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_as_text(inner) for inner in value]
    return _HALF.sub("\ufffd", str(value))


def entry(work: Work) -> Entry:
    """Return the fields of a work, including its parent."""
    text = work.text
    kind, *parents = TYPES.get(work.type, ("misc",))
    if text("container-title") and work.type in OPTIONAL_PARENTS:
        parents = [OPTIONAL_PARENTS[work.type]]
    host = parents[0] if parents else ""
    is_talk, inside = host == "conference", host in _OF_PARENT
    editor = _names(work.names("editor"))
    issue = {name: _number(text(name)) for name in ("volume", "issue", "edition")} | _publisher(work)
    # an ISBN or ISSN is that of the book or journal, any other number that of the work
    numbers: Entry = {name: work.text(variable) for name, variable in SERIALS.items()}
    own = {name: numbers[name] for name in numbers if name not in ("isbn", "issn")}
    if work.fields.get("archiveprefix", "").lower() == "arxiv":
        own["arxiv"] = work.fields.get("eprint", "")
    serials, of_issue = _filled(own), _filled({name: numbers[name] for name in numbers if name not in own})
    place = formattable(text("event-place"))
    series = _above(SERIES, {
        "title": formattable(text("collection-title")),
        "volume": _number(text("collection-number")),
        "editor": _names(work.names("collection-editor")),
    })  # fmt: skip
    event = _above("conference", {} if is_talk else {"title": formattable(text("event-title")), "location": place})
    within: Entry = {
        "title": _title(text("event-title" if is_talk else "container-title"), text("container-title-short")),
        "editor": editor,
        "author": _names(work.names("container-author")),
        **(issue | {"serial-number": of_issue} if inside else {}),
        **({"location": place} if is_talk else {}),
        "parent": series,
    }
    above: list[Emittable] = [{"type": Plain(host), **_filled(within)} if host else series, event]
    above = list(filter(None, above))
    language, duration = text("language"), text("dimensions")
    people = [(role, work.names(variable)) for role, variable in ROLES.items()]
    people += [(role, parse_names(work.fields.get(role, ""))) for role in sorted(FIELD_ROLES)]
    return _filled({
        "type": Plain(kind),
        "title": _title(work.text("title"), text("title-short")),
        "author": _names(work.author),
        "editor": "" if host else editor,
        "affiliated": [{"role": Plain(role), "names": _names(names)} for role, names in people if names],
        "date": _date(work.issued),
        **({} if inside else issue),
        "volume-total": _whole(text("number-of-volumes")),
        "page-total": _whole(text("number-of-pages")),
        "page-range": text("page"),
        "chapter": _number(text("chapter-number")),
        "runtime": duration if _DURATION.fullmatch(duration) else "",
        "organization": text("authority"),
        "serial-number": serials if inside else serials | of_issue,
        "url": _url(work),
        "language": language if _LANGUAGE.fullmatch(language) else "",
        **{name: formattable(text(variable)) for variable, name in _PLAIN.items()},
        "parent": above[0] if len(above) == 1 else above,
    })  # fmt: skip


def _filled(entry: Entry) -> Entry:
    return {name: value for name, value in entry.items() if value}


def _above(kind: str, entry: Entry) -> Entry:
    """Return a parent of a type, or an empty mapping if all its values are empty."""
    return {"type": Plain(kind), **_filled(entry)} if _filled(entry) else {}


def _title(text: str, short: str) -> Emittable:
    if short and text:
        return {"value": formattable(text), "short": formattable(short)}
    return formattable(text)


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
    """Return the (first) day, month or year of a date as ISO 8601, which is all that the format has."""
    text = edtf(calendar_date(date))
    if date is None or not re.fullmatch(r"-?\d{4}(?:-\d\d){0,2}", text):
        return ""
    return f"~{text}" if date.circa else Plain(text)


def _number(text: str) -> Emittable:
    return Plain(text) if _WHOLE.fullmatch(text) else text


def _whole(text: str) -> Emittable:
    return Plain(text) if _WHOLE.fullmatch(text) else ""


def _publisher(work: Work) -> Entry:
    name, place = formattable(work.text("publisher")), formattable(work.text("publisher-place"))
    return (
        {"publisher": {"name": name, "location": place}} if name and place else {"publisher": name, "location": place}
    )


def _url(work: Work) -> Emittable:
    address, accessed = work.text("URL"), _date(work.date("accessed"))
    if not _ADDRESS.fullmatch(address):
        return ""
    return {"value": address, "date": accessed} if address and accessed else address

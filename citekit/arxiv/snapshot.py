"""Dumps of arXiv's metadata as records: one JSON object a line, plain or compressed, read as a stream.

Two shapes are known: the public metadata dump (``id``, ``authors_parsed``, ``versions``, ``journal-ref``, …) and the
simpler one of ``{"id", "title", "authors": […], "date"}``. Both are read line by line, whatever their size.
"""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import IO, Any, cast

from citekit.arxiv.record import Record
from citekit.disk import open_file
from citekit.errors import UnreadableInputError
from citekit.text.tex import decode
from citekit.works.id_values import normal_arxiv
from citekit.works.identity.people import name_of
from citekit.works.name import Name

LONGEST_LINE = 4_000_000
"""Bytes of a line that are read; the longest real one has a tenth of it. A longer one is skipped and counted."""

_OPENERS: dict[bytes, Callable[[IO[bytes]], IO[bytes]]] = {
    b"\x1f\x8b": lambda raw: cast(IO[bytes], gzip.GzipFile(fileobj=raw)),
    b"\xfd7zXZ": lambda raw: cast(IO[bytes], lzma.LZMAFile(raw)),  # noqa: SIM115 - closed with what it reads
    b"BZh": lambda raw: cast(IO[bytes], bz2.BZ2File(raw)),
}


@contextmanager
def opened(path: Path) -> Iterator[tuple[IO[bytes], Callable[[], float]]]:
    """A snapshot's lines as a binary stream, and a function that says how much of the file is behind (0 to 1).

    Raises :class:`~citekit.errors.UnreadableInputError` where the file is missing or damaged, also while it is read.
    """
    try:
        with open_file(path) as raw:
            size = max(1, path.stat().st_size)
            head = raw.read(6)
            raw.seek(0)
            if head.startswith(b"PK\x03\x04"):
                with zipfile.ZipFile(raw) as archive, archive.open(_member(archive, path)) as stream:
                    yield stream, lambda: raw.tell() / size
                return
            opener = next((make for mark, make in _OPENERS.items() if head.startswith(mark)), None)
            yield (opener(raw) if opener else raw), lambda: raw.tell() / size
    except OSError as error:
        raise UnreadableInputError(f"{path} cannot be read: {error.strerror or error}", "check the file") from None
    except (EOFError, lzma.LZMAError, zlib.error, zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        raise UnreadableInputError(f"{path} is damaged: {error}", "fetch it again; what was read is kept") from None


def _member(archive: zipfile.ZipFile, path: Path) -> zipfile.ZipInfo:
    """The largest file of an archive whose name says that it holds JSON."""
    wanted = [m for m in archive.infolist() if m.filename.lower().endswith((".json", ".jsonl", ".ndjson"))]
    if not wanted:
        raise UnreadableInputError(f"{path} has no .json file in it", "give arXiv's metadata dump")
    return max(wanted, key=lambda member: member.file_size)


def lines_of(stream: IO[bytes]) -> Iterator[bytes | None]:
    """The lines of a stream; None for one that is too long."""
    while line := stream.readline(LONGEST_LINE):
        if not line.endswith(b"\n") and len(line) >= LONGEST_LINE:
            while (rest := stream.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
            yield None
        else:
            yield line


def record_of_line(line: bytes | None) -> Record | None:
    """The record in a line of a snapshot, or None where the line holds none."""
    try:
        data = json.loads(line) if line else None
    except (ValueError, RecursionError):
        return None
    return record_of(data) if isinstance(data, Mapping) else None


def record_of(data: Mapping[str, Any]) -> Record | None:
    """The record in an object of either shape, or None where it has no identifier or no title.

    Identifiers that were once stored as numbers (``704.1``, ``1705.0209``) get their zeros back.
    """
    record_id = normal_arxiv(_padded(_text(data, "id")))
    title = _text(data, "title")
    if not record_id or not title:
        return None
    authors = _authors(data)
    return Record(
        id=record_id,
        title=_plain(title),
        authors=authors,
        complete=data.get("authors_full") is not False and bool(authors),
        submitted=_submitted(data),
        doi=_text(data, "doi"),
        journal=_plain(_text(data, "journal-ref") or _text(data, "journal_ref")),
        categories=tuple((_text(data, "categories") or _text(data, "cat")).split()),
        comment=_plain(_text(data, "comments") or _text(data, "comment")),
        abstract=" ".join(_text(data, "abstract").split()),
    )


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    return value.strip() if isinstance(value, str) else str(value) if isinstance(value, int | float) else ""


def _plain(text: str) -> str:
    text = " ".join(text.split())
    return decode(text) if "\\" in text or "{" in text or "~" in text else text


def _padded(text: str) -> str:
    """A new identifier with the zeros that are lost where it was stored as a number."""
    month, point, number = text.partition(".")
    if not point or not (month.isdecimal() and number.isdecimal()) or not 3 <= len(month) <= 4:
        return text
    digits = 4 if month.zfill(4) < "1501" else 5
    return f"{month.zfill(4)}.{number[:digits].ljust(digits, '0')}"


def _authors(data: Mapping[str, Any]) -> tuple[Name, ...]:
    parsed, listed = data.get("authors_parsed"), data.get("authors")
    if isinstance(parsed, list) and parsed:
        return tuple(name for parts in parsed if isinstance(parts, list) and (name := _parsed_name(parts)))
    if isinstance(listed, list):
        return tuple(name_of(_plain(str(name))) for name in listed if str(name).strip())
    names = _plain(_text(data, "authors")).replace(" and ", ", ").split(",")
    return tuple(name_of(name) for name in names if name.strip())


def _parsed_name(parts: list[Any]) -> Name | None:
    """A name of ``authors_parsed``: family, given, suffix, perhaps an affiliation."""
    family, given, suffix = (_plain(str(part or "")) for part in (*parts, "", "", "")[:3])
    if family and not given:
        return name_of(family) if " " not in family else Name(literal=family)
    return Name(family, given, suffix=suffix) if family else None


def _submitted(data: Mapping[str, Any]) -> str:
    versions = data.get("versions")
    first = versions[0] if isinstance(versions, list) and versions else None
    created = first.get("created") if isinstance(first, Mapping) else None
    if isinstance(created, str):
        try:
            return parsedate_to_datetime(created).date().isoformat()
        except (ValueError, TypeError, IndexError, OverflowError):
            return ""
    return _text(data, "date")[:10]

"""Dumps of arXiv's metadata as records: JSON lines, a JSON array, or OAI-PMH, plain or compressed, read as a stream.

Two shapes of JSON are known: the public metadata dump (``id``, ``authors_parsed``, ``versions``, ``journal-ref``, …)
and the simpler one of ``{"id", "title", "authors": […], "date"}``. A file is read item by item, whatever its size: a
line, an object of an array, or a ``<record>``.
"""

from __future__ import annotations

import bz2
import codecs
import gzip
import io
import json
import lzma
import zipfile
import zlib
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import IO, Any, cast

from citekit.model.arxiv_paper import ArxivPaper
from citekit.model.id_values import normal_arxiv
from citekit.model.identity.people import name_of
from citekit.model.name import Name
from citekit.runtime import patterns as re
from citekit.runtime.errors import MissingExtraError, UnreadableInputError
from citekit.runtime.safe_files import open_file
from citekit.services.arxiv.xml_records import record_of_entry
from citekit.text.tex_decode import decode
from citekit.text.xml import XmlError, parse

LONGEST_LINE = 4_000_000
"""Bytes of a line that are read; the longest real one has a tenth of it. A longer one is skipped and counted."""

Item = object
"""A line or a ``<record>`` as bytes, an object of an array, or None for what is too long."""

_PIECE = 1 << 18
_BETWEEN = re.compile(r"[\s,\ufeff]*+")
_RECORD = re.compile(rb"<record[\s>]")
_AROUND = (
    b'<r xmlns="http://www.openarchives.org/OAI/2.0/" xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" '
    b'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
)

_OPENERS: dict[bytes, Callable[[IO[bytes]], IO[bytes]]] = {
    b"\x1f\x8b": lambda raw: cast(IO[bytes], gzip.GzipFile(fileobj=raw)),
    b"\xfd7zXZ": lambda raw: cast(IO[bytes], lzma.LZMAFile(raw)),  # noqa: SIM115 - closed with what it reads
    b"\x28\xb5\x2f\xfd": lambda raw: _zstandard(raw),  # noqa: PLW0108 - defined below
    b"BZh": lambda raw: cast(IO[bytes], bz2.BZ2File(raw)),
}


def _zstandard(raw: IO[bytes]) -> IO[bytes]:
    try:
        from zstandard import ZstdDecompressor
    except ImportError:
        raise MissingExtraError("reading .zst files needs zstandard", "install the extra: citekit-bib[zst]") from None
    return cast(IO[bytes], io.BufferedReader(ZstdDecompressor().stream_reader(raw, read_across_frames=True)))


@contextmanager
def opened(path: Path) -> Iterator[tuple[IO[bytes], Callable[[], float]]]:
    """Yield a snapshot's lines as a binary stream, and a function that states how much of the file is after (0 to 1).

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` where the file is missing or damaged, also while it is
    read.
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
        raise UnreadableInputError(
            f"{path} is damaged: {error}", "fetch it again; the records read so far are kept"
        ) from None


def _member(archive: zipfile.ZipFile, path: Path) -> zipfile.ZipInfo:
    """Return the largest file of an archive whose name states that it holds JSON."""
    wanted = [m for m in archive.infolist() if m.filename.lower().endswith((".json", ".jsonl", ".ndjson", ".xml"))]
    if not wanted:
        raise UnreadableInputError(f"{path} has no .json or .xml file in it", "give arXiv's metadata dump")
    return max(wanted, key=lambda member: member.file_size)


def items_of(stream: IO[bytes], path: Path) -> Iterator[Item]:
    """Yield the items of a stream: lines, objects of an array, or records of OAI-PMH; None for one that is too long.

    Raises :class:`~citekit.runtime.errors.UnreadableInputError` where the file ends in the middle of an item.
    """
    head = cast(Any, stream).peek(4096)[:4096].removeprefix(BOM_UTF8).lstrip()[:1]
    yield from (_objects if head == b"[" else _entries if head == b"<" else _lines)(stream, path)


def _cut_off(path: Path) -> UnreadableInputError:
    return UnreadableInputError(
        f"{path} ends in the middle of a record", "fetch it again; the records read so far are kept"
    )


def _lines(stream: IO[bytes], path: Path) -> Iterator[bytes | None]:
    while line := stream.readline(LONGEST_LINE):
        if line.endswith(b"\n"):
            yield line
        elif len(line) >= LONGEST_LINE:
            while (rest := stream.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
            yield None
        else:
            if line.strip() and data_of(line) is None:
                raise _cut_off(path)
            yield line


def _objects(stream: IO[bytes], path: Path) -> Iterator[object]:
    """Yield the objects of an array.

    A mistake in an array leaves open where the next object begins, so parsing ends there.
    """
    decoder, characters = json.JSONDecoder(), codecs.getincrementaldecoder("utf-8")("replace")
    text, at, number = "", 0, 0
    begun = False
    while True:
        between = _BETWEEN.match(text, at)
        at = between.end() if between else at
        if not begun and text[at : at + 1] == "[":
            begun, at = True, at + 1
            continue
        if begun and text[at : at + 1] == "]":
            return
        try:
            if not begun or at == len(text):
                raise ValueError
            item, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            piece = stream.read(_PIECE)
            if not piece:
                raise _cut_off(path) from None
            if len(text) - at > LONGEST_LINE:
                hint = "fetch it again, or write one object a line"
                raise UnreadableInputError(f"{path} is not JSON after its record {number}", hint) from None
            text, at = text[at:] + characters.decode(piece), 0
            continue
        number += 1
        yield item


def _entries(stream: IO[bytes], path: Path) -> Iterator[bytes | None]:
    """Yield the ``<record>`` elements of a file of OAI-PMH, each within the namespaces that such files have."""
    data, is_end = b"", False
    while True:
        begin = _RECORD.search(data)
        end = data.find(b"</record>", begin.start()) if begin else -1
        if begin and end >= 0:
            yield b"".join((_AROUND, data[begin.start() : end + 9], b"</r>"))
            data = data[end + 9 :]
            continue
        if is_end:
            if begin or b"</" not in data:
                raise _cut_off(path)
            return
        if len(data) > LONGEST_LINE:
            data = data[-16:]
            yield None
        piece = stream.read(_PIECE)
        data, is_end = data + piece, not piece


def data_of(item: Item) -> dict[str, Any] | None:
    """Return the JSON object in an item, or None if it holds none."""
    try:
        data = json.loads(item.removeprefix(BOM_UTF8).decode()) if isinstance(item, bytes) and item else item
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def record_of_item(item: Item) -> ArxivPaper | None:
    """Return the record in an item of a snapshot, or None if the item holds none."""
    if isinstance(item, bytes) and item.startswith(b"<"):
        try:
            entry = parse(item).first("record")
        except XmlError:
            return None
        return record_of_entry(entry) if entry else None
    data = data_of(item)
    return record_of(data) if data is not None else None


def record_of(data: Mapping[str, Any]) -> ArxivPaper | None:
    """Return the record in an object of either shape, or None if it has no identifier or no title.

    Identifiers that were once stored as numbers (``704.1``, ``1705.0209``) get their zeros back.
    """
    record_id = normal_arxiv(_padded(_text(data, "id")))
    title = _text(data, "title")
    if not record_id or not title:
        return None
    authors = _authors(data)
    return ArxivPaper(
        id=record_id,
        title=plain(title),
        authors=authors,
        complete=data.get("authors_full") is not False and bool(authors),
        submitted=_submitted(data),
        doi=_text(data, "doi"),
        journal=plain(_text(data, "journal-ref") or _text(data, "journal_ref")),
        categories=tuple((_text(data, "categories") or _text(data, "cat")).split()),
        comment=plain(_text(data, "comments") or _text(data, "comment")),
        abstract=" ".join(_text(data, "abstract").split()),
    )


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    return value.strip() if isinstance(value, str) else str(value) if isinstance(value, int | float) else ""


def plain(text: str) -> str:
    """Return a value on one line, without LaTeX."""
    text = " ".join(text.split())
    return decode(text) if "\\" in text or "{" in text or "~" in text else text


def _padded(text: str) -> str:
    """Return a new identifier with the zeros that are lost where it was stored as a number."""
    month, point, number = text.partition(".")
    # new identifiers begin with year and month; 0704 loses its first zero as a number
    if not point or not (month.isdecimal() and number.isdecimal()) or not 3 <= len(month) <= 4:
        return text
    digits = 4 if month.zfill(4) < "1501" else 5
    return f"{month.zfill(4)}.{number[:digits].ljust(digits, '0')}"


def _authors(data: Mapping[str, Any]) -> tuple[Name, ...]:
    parsed, listed = data.get("authors_parsed"), data.get("authors")
    if isinstance(parsed, list) and parsed:
        return tuple(name for parts in parsed if isinstance(parts, list) and (name := parsed_name(parts)))
    if isinstance(listed, list):
        return tuple(name_of(plain(str(name))) for name in listed if str(name).strip())
    names = plain(_text(data, "authors")).replace(" and ", ", ").split(",")
    return tuple(name_of(name) for name in names if name.strip())


def parsed_name(parts: Sequence[Any]) -> Name | None:
    """Return a name of ``authors_parsed``: family, given, suffix, perhaps an affiliation."""
    family, given, suffix = (plain(str(part or "")) for part in (*parts, "", "", "")[:3])
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

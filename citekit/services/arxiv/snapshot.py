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
from functools import lru_cache
from pathlib import Path
from typing import IO, Any, cast

from citekit.model.arxiv_paper import ArxivPaper
from citekit.model.date import iso, read_date
from citekit.model.identity.people import PARTICLES, SUFFIXES, name_of
from citekit.model.identity.titles import LONGEST, keys_of, pieces_of, title_of
from citekit.model.ids import normal_arxiv, normal_doi
from citekit.model.name import Name
from citekit.runtime import patterns as re
from citekit.runtime.errors import MissingExtraError, UnreadableInputError
from citekit.runtime.safe_files import open_file
from citekit.services.arxiv.index import AUTHORS_INDEXED, MOST_AUTHORS, family_words, key_hash
from citekit.services.arxiv.xml_records import record_of_entry
from citekit.text.case import SMALL_WORDS
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


# Records of arXiv's metadata dump as rows of an index, straight from their JSON: what nearly all of them need, and no more.
#
# A row is what `prepared_record` makes of the same record; whatever is written in an unusual
# way goes that way. What authors are filed under is remembered, for most names come again.

IndexRow = tuple[tuple[object, ...], list[int], set[str]]
"""A record on its way into the tables: its columns, the hashes of its title keys, the words that it is found by."""

_ID = re.compile(
    r"(?:07(?:0[4-9]|1[0-2])|(?:0[89]|1[0-4])(?:0[1-9]|1[0-2]))\.(?!0000)\d{4}|(?:1[5-9]|2[0-5])(?:0[1-9]|1[0-2])\.(?!00000)\d{5}"
    r"|(?:astro-ph|cond-mat|cs|gr-qc|hep-(?:ex|lat|ph|th)|math(?:-ph)?|nlin|nucl-(?:ex|th)|physics|q-bio|quant-ph)/(?:9[2-9]|0[0-6])(?:0[1-9]|1[0-2])(?!000)\d{3}"
)
_DOI = re.compile(r"10\.\d{4,9}/[A-Za-z0-9./_()-]{0,200}[A-Za-z0-9]", re.ASCII)
# What a plain title does not have, next to letters that are not ASCII: marks that are gone where titles are compared.
_UNUSUAL = frozenset("\\<&{}$^_`~")
_USUAL = bytes(code for code in range(128) if chr(code) not in _UNUSUAL)
# Lowercase ASCII letters, and a space for every character between words.
_LETTERS = bytes(code + 32 * chr(code).isupper() if chr(code).isalnum() else 32 for code in range(128)) + b" " * 128
_HYPHENED = re.compile(r"[a-z0-9]++(?>(?:-[a-z0-9]++)*)")
_NO_FAMILIES = frozenset(
    "collaboration collaborations consortium team group project experiment network society committee institute "
    "university others alii al".split()
)
_NO_PLAIN = _NO_FAMILIES | PARTICLES | SUFFIXES


def quick_row(data: Mapping[str, Any], abstracts: bool) -> IndexRow | None:
    """Return the row of a record of either shape; None for a record that has to be read with more care."""
    try:
        number, title = data["id"], plain(data["title"])
        if "authors_parsed" in data:
            people, created = data["authors_parsed"], data["versions"][0]["created"]
            authors = [_author(*parts[:3]) for parts in people[:MOST_AUTHORS]]
            submitted = _day(created[:16]) if created.endswith(" GMT") else ""
        else:
            people, submitted = data["authors"], data["date"][:10]
            authors = [_printed(name) for name in people[:MOST_AUTHORS]] if people.__class__ is list else []
        if not (submitted and title and (authors or not data.get("authors"))):
            return None
        if not (_ID.fullmatch(number) or normal_arxiv(number) == number):
            return None
        given = data.get
        journal, comment = given("journal-ref") or given("journal_ref"), given("comments") or given("comment")
        doi, kinds, is_whole = given("doi"), given("categories") or given("cat"), given("authors_full") is not False
        columns = (
            number, title, "\n".join([line for line, _ in authors]), is_whole and 0 < len(people) <= MOST_AUTHORS, submitted,
            (doi.lower() if _DOI.fullmatch(doi) else normal_doi(doi)) or None if doi else None,
            plain(journal) or None if journal else None, " ".join(kinds.split()) or None if kinds else None,
            plain(comment) or None if comment else None,
            " ".join(data["abstract"].split()) or None if abstracts else None,
        )  # fmt: skip
    except (KeyError, IndexError, TypeError, AttributeError):
        return None
    keys, words = _title(title)
    words.update([word for _, word in authors if word][:AUTHORS_INDEXED])
    return columns, [key_hash(key) for key in keys], words


def _title(shown: str) -> tuple[Sequence[str], set[str]]:
    """Return the keys of a title and the words that it is found by."""
    letters = shown.encode("utf-8", "surrogatepass")
    if len(shown) > LONGEST or letters.translate(None, _USUAL) or "- " in shown:
        title = title_of.__wrapped__(shown)
        return title.keys, {*title.content, *title.glued}
    every = _words(letters)
    words = set(every) - SMALL_WORDS or set(every)
    if "-" in shown:
        words.update(set(_glued(letters)).difference(every))
    key = "".join(every)
    if ": " in shown or ". " in shown or "? " in shown or "! " in shown or "; " in shown or shown[-1] in ")]":
        pieces = ["".join(_words(piece.encode())) for piece in pieces_of(shown.replace("'", ""))]
        return keys_of(key, [piece for piece in pieces if piece]), words
    return (key,), words


def _glued(letters: bytes) -> list[str]:
    """Return the words of a text of ASCII with the parts of hyphened ones written together, as far as they are short."""
    words = letters.translate(_LETTERS, b"'-").decode().split()
    # the common case first: no dash and no run of letters too long for a word
    if b"--" not in letters and len(max(words, key=len, default="")) < 20:
        return words
    small = letters.replace(b"'", b"").decode().lower()
    # the index has no joined words of 30 letters and more: they are formulas and URLs
    return [word.replace("-", "") for word in _HYPHENED.findall(small) if "-" in word and len(word) < 30]


def _words(letters: bytes) -> list[str]:
    """Return the words of a text of ASCII, in lowercase letters and without apostrophes."""
    return letters.translate(_LETTERS, b"'").decode().split()


@lru_cache(maxsize=1 << 14)
def _day(text: str) -> str:
    """Return a day as ISO 8601 writes it: ``Mon, 2 Apr 2007``."""
    date = read_date(text.partition(",")[2])
    if not date.day:
        raise TypeError
    return iso(date)


@lru_cache(maxsize=1 << 16)
def _author(family: str, given: str, suffix: str = "") -> tuple[str, str]:
    """Return an author as a row has one, and the word under which the family is filed (empty for a body)."""
    plainly = family.isalpha() and family.isascii() and family.istitle() and len(family) > 1
    if plainly and given and given.isascii() and _UNUSUAL.isdisjoint(given) and given[0] > " " < given[-1]:
        word = family.lower()
        if word not in _NO_FAMILIES and "  " not in given and "\n" not in given:
            return f"{family}, {given}", f"0{word}"
    return _odd_author(family, given, suffix)


def _printed(text: str) -> tuple[str, str]:
    """Return the same for a name as it is printed: ``Tove Lindqvist``."""
    given, _, family = text.rpartition(" ")
    small = text.lower().replace(".", " ").replace("-", " ").split()
    return _author(family, given) if "," not in text and _NO_PLAIN.isdisjoint(small) else _odd_printed(text)


@lru_cache(maxsize=1 << 16)
def _odd_author(family: str, given: str, suffix: str) -> tuple[str, str]:
    return _filed(parsed_name([family, given, suffix]))


@lru_cache(maxsize=1 << 16)
def _odd_printed(text: str) -> tuple[str, str]:
    return _filed(name_of(plain(text)) if text.strip() else None)


def _filed(name: Name | None) -> tuple[str, str]:
    if name is None:
        raise TypeError
    line = f"{name.full_family}, {name.given}" if name.family else name.literal
    return line, next(iter(family_words([name])), "")

"""Loading of documents: decode bytes, choose a reader by content, parse, and repair damage by copying."""

from __future__ import annotations

import codecs
import io
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, Protocol, cast
from urllib.parse import urlsplit

from citekit.documents.runs import Document, repair_block
from citekit.runtime import patterns as re
from citekit.runtime.budget import LARGEST_INPUT, budget, seconds_for
from citekit.runtime.errors import Problem, UnreadableInputError, UsageError, did_you_mean
from citekit.runtime.registry import tables, unit, unit_names
from citekit.runtime.safe_files import read_file
from citekit.runtime.span import Source
from citekit.text.unicode import normalized

_READERS = "citekit.documents.readers"
# by hand: a file extension decides between readers that find the content about as likely, and against no certain one
_SUFFIX_BONUS = 0.15
_SURE = 0.5
"""How sure a reader of a binary format must be; the bytes are decoded as text otherwise."""
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED = re.compile(rb"charset\s{0,9}=\s{0,9}[\"']?([A-Za-z0-9_-]{3,20})", re.IGNORECASE)
_DECLARABLE = re.compile(r"iso8859-\d+|cp125\d|koi8-[ru]|gb\d+|gbk|big5|shift_jis|euc_\w\w|mac-roman")


_LETTER = re.compile(r"[^\u1160-\u11ff](?:[^\w\s\x00-\u02ff]|[\u1160-\u11ff])*|.", re.DOTALL)
"""A letter with what may be composed with it: marks, which are not letters themselves, and the later parts of Korean syllables."""


_TABBED = re.compile(r"(?m)^(?P<indent>[ \t]*+)(?P<words>[^ \t\n]++(?:\t[^ \t\n]++){5,}[ \t]*+)$")
"""A line of which every blank is a tab. A row of a table has fewer columns, and some of its cells contain a space."""


_SPACED = re.compile(r"[^ \t\n] [^ \t\n]")
_TAB = re.compile(r"(?<=[^ \t\n])\t(?=[^ \t\n])")


class Reader(Protocol):
    """What every module in ``citekit.documents.readers`` has.

    ``NAME`` is the format's name, ``SUFFIXES`` the usual endings of its files. ``sniff`` says from 0 to 1 how much a
    text looks like the format; ``read`` never raises on any text. A reader may have ``take_in``, see :func:`read_path`.
    """

    NAME: str
    SUFFIXES: tuple[str, ...]

    @staticmethod
    def sniff(text: str) -> float:
        """Return how much ``text`` looks like this format, from 0 to 1."""

    @staticmethod
    def read(source: Source) -> Document:
        """Return the document in ``source``."""


class DataReader(Protocol):
    """What a reader of a binary format has in place of ``sniff`` and ``read``.

    ``SIGNATURE``, which it may have, is in the first kilobyte of its files. ``sniff_data`` states from 0 to 1 how much bytes look like the format; ``read_data`` raises
    :class:`UnreadableInputError` where they cannot be read, and :class:`MissingExtraError` where it needs a package.
    """

    NAME: str
    SUFFIXES: tuple[str, ...]

    @staticmethod
    def sniff_data(data: bytes) -> float:
        """Return how much ``data`` looks like this format, from 0 to 1."""

    @staticmethod
    def read_data(data: bytes, name: str) -> Document:
        """Return the document in ``data``, which the user knows as ``name``."""


def start_reader(head: bytes, format: str = "") -> bool:  # noqa: A002
    """Start the process of the reader of a document that begins with ``head``, if that reader has one. Return whether.

    It starts while the caller does something else, such as importing modules.
    """
    start = getattr(data_reader(head, format), "start", None)
    if start:
        start()
    return bool(start)


def format_names() -> tuple[str, ...]:
    """Return the names of all formats that can be read."""
    return unit_names(_READERS)


def text_format_names() -> tuple[str, ...]:
    """Return the names of the formats that are text; the others are binary."""
    return tuple(name for name in format_names() if hasattr(unit(_READERS, name), "read"))


def read_path(path: str | Path, format: str = "") -> Document:  # noqa: A002
    """Read a file; ``format`` names the reader to use, and is found by content where it is empty.

    Raises :class:`UnreadableInputError` for a missing, too large, binary or empty file, :class:`UsageError` for a
    format that does not exist.

    A reader with a function ``take_in(text, path, missing)`` may put the text of files next to the document into it, as
    LaTeX's does for ``\\input``: files of the same folder and below, at most 100, 8 deep, 20 million characters. Spans
    then refer to the text that came out, which is the text of the document's source. It appends to ``missing`` what it
    cannot find.
    """
    path = Path(path)
    return _read(read_file(path, LARGEST_INPUT), str(path), format, path)


def read_stream(stream: BinaryIO, name: str, format: str = "") -> Document:  # noqa: A002
    """Read an open binary stream that the user knows as ``name``; errors as for :func:`read_path`."""
    return read_bytes(stream.read(LARGEST_INPUT + 1), name, format)


def read_bytes(data: bytes, name: str, format: str = "") -> Document:  # noqa: A002
    """Read bytes that the user knows as ``name``; errors as for :func:`read_path`."""
    return _read(data, name, format)


def _read(data: bytes, name: str, format: str, path: Path | None = None) -> Document:  # noqa: A002
    with budget(name, seconds_for(len(data))):
        if format:
            _known_format(format)
        reader = data_reader(data, format)
        if reader:
            _check_size(data, name)
            return _mended(reader.read_data(data, name))
        # the name is that of a binary format, but the content is not in it, and not text either
        suffix = Path(name).suffix.lower()
        is_archive = zipfile.is_zipfile(io.BytesIO(data))  # archives are refused as archives, whatever their names
        if not format and suffix in _CALLED and data.strip() and not is_archive and is_no_text(data[:65_536]):
            raise UnreadableInputError(f"{name} is not a valid {_CALLED[suffix]}", "save it again, or give its source")
        text, problems = decode(data, name)
        return read_text(text, name, format, problems, path)


_CALLED = {".pdf": "PDF file", ".docx": "Word document"}


def read_text(
    text: str,
    name: str,
    format: str = "",  # noqa: A002
    problems: Iterable[Problem] = (),
    path: Path | None = None,
) -> Document:
    """Read text that is decoded already.

    ``problems`` found before go into the document, ``path`` is as for :func:`read_path`.

    Raises :class:`UsageError` for a format that does not exist, or is not text.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
    reader = _reader(format) if format else choose_reader(text, name)
    take_in = getattr(reader, "take_in", None)
    missing: list[str] = []
    if take_in and path:
        text = take_in(text, path, missing)
    document = reader.read(source_of(text, name))
    problems = [*problems, *(_missing_input(name, one) for one in dict.fromkeys(missing))]
    problems = [problem if problem.source else replace(problem, source=document.source) for problem in problems]
    return _mended(replace(document, problems=(*problems, *document.problems)))


def _missing_input(name: str, missing: str) -> Problem:
    message = f"{name} takes in {missing}, which is not there"
    return Problem(
        message, "put the file next to it if it contains publications", severity="warning", kind="missing-input"
    )


def source_of(text: str, name: str) -> Source:
    r"""Return a text as readers get it: lines end in a line feed, no byte order mark, letters composed (NFC).

    Where tabs are between all words of a long line, they are spaces, and where a text with such lines has no space between
    words at all; elsewhere they divide columns. So nobody after this door has to think of how a system ends its lines, or writes an accent. Lines stay lines; places are told as the file
    has them (``Source.columns``).

    >>> source_of("one\r\ntwo\rthree", "x.md").text
    'one\ntwo\nthree'
    """
    typed = text.removeprefix("\ufeff")
    if "\r" in typed:
        typed = typed.replace("\r\n", "\n").replace("\r", "\n")
    if "\t" in typed:
        if not _SPACED.search(typed) and _TABBED.search(typed):
            typed = _TAB.sub(" ", typed)
        typed = _TABBED.sub(lambda line: line["indent"] + line["words"].replace("\t", " "), typed)
    composed = normalized(typed)
    return Source(name, composed, columns={} if composed == typed else dict(_columns(typed, composed)))


def _columns(typed: str, composed: str) -> Iterator[tuple[int, tuple[int, ...]]]:
    """For each line that is composed otherwise than typed: the column of each of its characters as typed, and of its end."""
    lines = zip(typed.split("\n"), composed.split("\n"), strict=True)
    for number, (before, after) in enumerate(lines, 1):
        if before == after:
            continue
        columns: list[int] = []
        for letter in _LETTER.finditer(before):
            columns += [letter.start() + 1] * len(normalized(letter[0]))
        yield number, (*columns[: len(after)], len(before) + 1)


def _mended(document: Document) -> Document:
    repaired = (repair_block(block) for block in document.blocks)
    return replace(document, blocks=tuple(block for block in repaired if block.runs or block.kind == "rule"))


def data_reader(data: bytes, format: str = "") -> DataReader | None:  # noqa: A002
    """Return the reader of a binary format that ``data`` is in, or that ``format`` names; None if it is text."""
    binary = [name for name in format_names() if name not in text_format_names()]
    if format:
        return cast("DataReader", unit(_READERS, format)) if format in binary else None
    readers = [cast("DataReader", unit(_READERS, name)) for name in binary]
    readers = [reader for reader in readers if getattr(reader, "SIGNATURE", b"") in data[:1024]]
    best = max(readers, key=lambda reader: reader.sniff_data(data), default=None)
    return best if best and best.sniff_data(data) > _SURE else None


def choose_reader(text: str, name: str) -> Reader:
    """Return the reader whose format a text looks like most.

    The file extension of ``name`` decides only if the scores are close.
    """
    suffix = Path(urlsplit(name).path if "://" in name else name).suffix.lower()
    readers = [_reader(format_name) for format_name in text_format_names()]
    scores: dict[str, float] = {}
    for reader in sorted(readers, key=lambda reader: suffix not in reader.SUFFIXES):
        scores[reader.NAME] = reader.sniff(text) + (_SUFFIX_BONUS if suffix in reader.SUFFIXES else 0.0)
        if scores[reader.NAME] > 1:  # more than any other reader can say: they need not look
            return reader
    return max(readers, key=lambda reader: scores[reader.NAME])


def _known_format(name: str) -> None:
    if name not in format_names():
        raise UsageError(f"there is no document format {name!r}", did_you_mean(name, format_names()))


def _reader(name: str) -> Reader:
    _known_format(name)
    if name not in text_format_names():
        raise UsageError(f"{name} is not a text format", "give the file itself")
    return cast("Reader", unit(_READERS, name))


def _check_size(data: bytes, name: str) -> None:
    if len(data) > LARGEST_INPUT:
        raise UnreadableInputError(f"{name} is larger than {LARGEST_INPUT // 1_000_000} MB", "split it")


def _magic() -> Iterable[tuple[bytes, str, str]]:
    """Yield how files begin that are not text, what they are, and what to do."""
    for magic, description, hint in tables("citekit.documents", "magic.tsv")["magic"]:
        yield bytes.fromhex(magic), description, hint


def decode(data: bytes, name: str) -> tuple[str, list[Problem]]:
    """Return the text of some bytes, and what was doubtful about it.

    UTF-8, UTF-16 and UTF-32 with a mark or by the pattern of their zero bytes; else what an HTML page declares; else
    UTF-8 whose wrong bytes are read as Windows-1252, with a warning. Raises :class:`UnreadableInputError` where the
    input is too large, empty, or no text.
    """
    _check_size(data, name)
    if not data.strip():
        raise UnreadableInputError(f"{name} is empty")
    for magic, description, hint in _magic():
        if data.startswith(magic):
            raise UnreadableInputError(f"{name} looks like {description}", hint)
    text, problems = _decode_known(data, name)
    if not text.strip().strip("\ufeff"):
        raise UnreadableInputError(f"{name} is empty")
    if _is_binary(text):
        raise UnreadableInputError(f"{name} is not text: it is full of control characters", "give a document with text")
    return text, problems


def _decode_known(data: bytes, name: str) -> tuple[str, list[Problem]]:
    encoding = next((encoding for bom, encoding in _BOMS if data.startswith(bom)), "") or _zero_pattern(data)
    if encoding and encoding != "utf-8":
        return data.decode(encoding, "replace").removeprefix("\ufeff"), []
    data = data.removeprefix(codecs.BOM_UTF8)
    text, problems = decode_lines(data, name)
    if problems and (declared := _declared(data)):
        with suppress(UnicodeDecodeError, LookupError):
            return data.decode(declared), []
    return text, problems


def decode_lines(data: bytes, name: str) -> tuple[str, list[Problem]]:
    """Return some lines of a text that :func:`may_be_cut`, as :func:`decode` gives them among all the others."""
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError:
        problem = Problem(
            f"{name} is not valid UTF-8; its wrong bytes were read as Windows-1252",
            "save it as UTF-8",
            severity="warning",
            kind="wrong-encoding",
        )
        return data.decode("utf-8", "citekit-windows-1252"), [problem]


def may_be_cut(head: bytes) -> bool:
    """Whether the lines of a text that begins like this can be decoded without the others: UTF-8, or nearly, without a mark."""
    marks = (*(mark for mark, _ in _BOMS), *(magic for magic, _, _ in _magic()))
    if not head.strip() or head.startswith(marks) or _zero_pattern(head) or _declared(head):
        return False
    return not _is_binary(head.decode("utf-8", "replace"))


def is_no_text(head: bytes) -> bool:
    """Return whether a file that begins like this has no text to read: it is empty, or binary in no format that is read."""
    if data_reader(head):
        return False
    if not head.strip() or head.startswith(tuple(magic for magic, _, _ in _magic())):
        return True
    return _is_binary(_decode_known(head, "")[0])


def _zero_pattern(data: bytes) -> str:
    """UTF-16 or UTF-32 without a mark, seen by where the zero bytes of Latin letters are; else empty."""
    sample = data[: 4096 if len(data) >= 4 else 0]  # 4096 bytes show the pattern; UTF-32 has four bytes a character
    quarter = max(1, len(sample) // 4)
    zeros = [sample[place::4].count(0) / quarter for place in range(4)]
    # Latin letters have zero bytes; of other characters in a text (dashes, Greek) up to 40 % may have none
    wide = [share > 0.6 for share in zeros]
    patterns = {
        (False, True, True, True): "utf-32-le",
        (True, True, True, False): "utf-32-be",
        (False, True, False, True): "utf-16-le",
        (True, False, True, False): "utf-16-be",
    }
    return patterns.get((wide[0], wide[1], wide[2], wide[3]), "")


def _declared(data: bytes) -> str:
    """Return the encoding that an HTML page names in its first bytes, where it is one that texts are still found in."""
    match = _DECLARED.search(data[:4096])
    if not match:
        return ""
    try:
        name = codecs.lookup(match[1].decode("ascii")).name
    except LookupError:
        return ""
    return name if _DECLARABLE.fullmatch(name) else ""


def _is_binary(text: str) -> bool:
    sample = text[:65_536]
    controls = sum(1 for character in sample if character < " " and character not in "\t\n\r\f\v\b\x1a\x1b")
    return controls > max(2, len(sample) // 50)


def _as_windows_1252(error: UnicodeError) -> tuple[str, int]:
    """Return one wrong byte of UTF-8 as what it is in Windows-1252; the five bytes without meaning there as Latin-1."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    wrong = error.object[error.start : error.start + 1]
    return wrong.decode("cp1252", "ignore") or wrong.decode("latin-1"), error.start + 1


codecs.register_error("citekit-windows-1252", _as_windows_1252)

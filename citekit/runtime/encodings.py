"""Encodings of text files: :func:`decode` detects one, and retains it so that the bytes round-trip."""

from __future__ import annotations

import codecs

from citekit.runtime import patterns as re
from citekit.runtime.errors import Problem, UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span

# "% Encoding: UTF-8" (JabRef), "% !BIB TS-program = …", "@comment{x-kbibtex-encoding=utf-8}" (KBibTeX)
_DECLARED = re.compile(
    rb"(?:%[ \t]{0,8}!?(?:Encoding|BIB TS-program)[ \t]{0,8}[:=]|@comment\{x-kbibtex-encoding=)[ \t]{0,8}"
    rb"([A-Za-z0-9_-]{2,30})",
    re.IGNORECASE,
)
_XML = re.compile(rb"""\s{0,9}<\?xml[^<>]{1,99}?encoding=["']([A-Za-z0-9_.:-]{2,30})["']""")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# The escape sequence of ISO-2022 before characters of two bytes.
_TO_JAPANESE = b"\x1b$"
_HEAD = 2000  # bytes; declarations are at the beginning, and this many show whether every other byte is zero


@dataclass(frozen=True, slots=True)
class Encoding:
    """The encoding of a file: Python's name of the codec, and the byte order mark."""

    name: str = "utf-8"
    mark: bytes = b""

    def encode(self, text: str) -> bytes:
        """Encode a text; raise :class:`~citekit.runtime.errors.UsageError` if the encoding lacks a character."""
        try:
            return self.mark + text.encode(self.name)
        except UnicodeEncodeError as error:
            char = text[error.start]
            message = f"the file's encoding {self.name} has no {char!r} (U+{ord(char):04X})"
            raise UsageError(message, "write the file in UTF-8, or the character as a LaTeX command") from None


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text without its byte order mark, its encoding, and the problems if that had to be guessed."""

    text: str
    encoding: Encoding
    problems: tuple[Problem, ...] = ()


def decode(data: bytes, name: str = "<string>") -> Decoded:
    """Decode a file; never raises, and ``encoding.encode(text)`` returns the same bytes.

    In this order: the byte order mark, zero bytes (UTF-16 without a mark, with a problem), the escape sequences of
    ISO-2022-JP (with a problem), UTF-8, the encoding named by a ``% Encoding:`` line or an XML declaration, Windows-1252
    (with a problem), and Latin-1 for bytes that Windows-1252 does not define.
    """
    for mark, codec in _MARKS:
        if data.startswith(mark):
            text = _decoded(data[len(mark) :], codec)
            if text is not None:
                return Decoded(text, Encoding(codec, mark))
    wide = _wide(data)
    text = _decoded(data, wide) if wide else None
    if text is not None:
        message = f"the file has no byte order mark; it was read as {wide.upper()}"
        return Decoded(text, Encoding(wide), (_problem(message, Source(name, text), 0),))
    text = _decoded(data, "iso2022_jp") if _TO_JAPANESE in data else None
    if text is not None:
        problem = _problem(
            "the file is not UTF-8; it was read as ISO-2022-JP", Source(name, text), data.index(_TO_JAPANESE)
        )
        return Decoded(text, Encoding("iso2022_jp"), (problem,))
    text = _decoded(data, "utf-8")
    if text is not None:
        return Decoded(text, Encoding())
    declared = _DECLARED.search(data[:_HEAD]) or _XML.match(data)
    text = _decoded(data, declared[1].decode()) if declared else None
    if declared and text is not None:
        return Decoded(text, Encoding(codecs.lookup(declared[1].decode()).name))
    text, codec, words = _decoded(data, "cp1252"), "cp1252", "Windows-1252"
    if text is None:
        text, codec, words = data.decode("latin-1"), "latin-1", "Latin-1"
    problem = _problem(f"the file is not UTF-8; it was read as {words}", Source(name, text), _first_invalid(data))
    return Decoded(text, Encoding(codec), (problem,))


def _decoded(data: bytes, codec: str) -> str | None:
    """Decode with a codec; None unless encoding the text returns the same bytes."""
    try:
        text = data.decode(codec)
        return text if text.encode(codec) == data else None
    except (ValueError, LookupError):
        return None


def _wide(data: bytes) -> str:
    """Return the UTF-16 codec of a text without a mark, or an empty string: in mostly ASCII text every other byte is zero."""
    head = data[:_HEAD]
    even_nuls, odd_nuls = head[0::2].count(0), head[1::2].count(0)
    # A quarter of all bytes are zeros on one side, and eight times as many as on the other side.
    if (
        len(data) % 2
        or 4 * max(even_nuls, odd_nuls) < max(1, len(head))
        or min(even_nuls, odd_nuls) * 8 > max(even_nuls, odd_nuls)
    ):
        return ""
    return "utf-16-be" if even_nuls > odd_nuls else "utf-16-le"


def _first_invalid(data: bytes) -> int:
    """Return the offset of the first byte that is not UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return 0


def _problem(message: str, source: Source, at: int) -> Problem:
    return Problem(message, "save it as UTF-8", source, Span(at, min(at + 1, len(source.text))), "warning", "encoding")

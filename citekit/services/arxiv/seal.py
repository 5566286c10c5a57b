"""The checksum of an index: whether its file still has the bytes that were written.

SQLite notices a damaged tree of pages at best, and never a changed byte in a value. So a finished file gets the CRC-32
of all its bytes, in two places of SQLite's header (https://www.sqlite.org/fileformat.html, 1.3) that are an
application's own: the user version states that there is a checksum, the application identifier is the checksum. A
checksum shows accidents; whoever makes an index on purpose can make its checksum as well.
"""

from __future__ import annotations

import sqlite3
import zlib
from pathlib import Path
from typing import BinaryIO

SEALED = 0x63_6B_31
"""The user version of a file that has a checksum."""
LARGEST = 8_000_000_000
"""Bytes of a file that is read for its checksum; that takes some two seconds. All of arXiv takes less."""
_AT_VERSION, _AT_SUM = 60, 68
_PIECE = 1 << 20


def seal(path: Path) -> None:
    """Write the checksum into a file that no connection is open to; not if SQLite has to restore it from a journal."""
    if _journal(path).exists():
        return
    with path.open("rb+") as stream:
        stream.seek(_AT_VERSION)
        stream.write(SEALED.to_bytes(4, "big"))
        checksum = _checksum(stream)
        stream.seek(_AT_SUM)
        stream.write(checksum)


def unseal(base: sqlite3.Connection) -> None:
    """Take the checksum off, before anything is written: a file that an update was killed over is not damaged."""
    base.execute("pragma user_version = 0")


def is_damaged(path: Path) -> bool:
    """Return whether a file has a checksum that is not that of its bytes.

    False for a file without one, for one larger than :data:`LARGEST`, and where SQLite has left a journal, out of which
    it restores the file.
    """
    if _journal(path).exists() or path.stat().st_size > LARGEST:
        return False
    with path.open("rb") as stream:
        head = stream.read(100)
        if head[_AT_VERSION : _AT_VERSION + 4] != SEALED.to_bytes(4, "big"):
            return False
        return head[_AT_SUM : _AT_SUM + 4] != _checksum(stream)


def _journal(path: Path) -> Path:
    return path.with_name(f"{path.name}-journal")


def _checksum(stream: BinaryIO) -> bytes:
    """Return the CRC-32 of a file whose own checksum counts as zeros."""
    stream.seek(0)
    head = stream.read(100)
    value = zlib.crc32(head[:_AT_SUM] + bytes(4) + head[_AT_SUM + 4 :])
    while piece := stream.read(_PIECE):
        value = zlib.crc32(piece, value)
    return value.to_bytes(4, "big")

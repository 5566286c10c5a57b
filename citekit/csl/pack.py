"""The file that holds all styles and locales: a directory, and blocks of some forty files that are compressed together.

It is made when citekit is built (``hatch_build.py``), of the files that the CSL project publishes, each of them
unchanged with its authors and its licence (CC BY-SA 3.0). Styles are similar, so ten thousand of them take 2.3 MB as
LZMA2 blocks (5.7 MB where each was deflated by itself), and one is read in two milliseconds.

Layout: 8 bytes that name the format; the length of the directory, four bytes, the highest first; the directory (zlib);
the blocks. A line of the directory is a key (``styles/apa``, ``locales/en-US``), the place and the length of its file in
all files put together (``0 0`` for an entry without one), and what the maker added to it, with tabs between. The line
``blocks`` lists where each block begins, among the files and among the compressed bytes.
"""

from __future__ import annotations

import lzma
import struct
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from citekit.runtime.errors import MissingExtraError
from citekit.runtime.records import dataclass

FORMAT = b"citekit\x02"
PATH = Path(__file__).with_name("styles.blocks")
SOURCES = "sources"
"""The key of the entry that states what the file was made of."""
BLOCKS = "blocks"
"""The key of the entry that lists where each block begins: in all files, a colon, in the compressed bytes."""
_HEAD = struct.Struct(">8sI")
# Bytes of a block, at most, where a file is not longer by itself. Half as many take 0.9 MB more, and 0.7 ms less to read.
_BLOCK = 800_000
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 1 << 20}]


@dataclass(frozen=True, slots=True)
class Pack:
    """An open file of styles: its path, its directory as text, and where its blocks begin: in all files, in the packed file."""

    path: Path
    directory: str
    blocks: tuple[tuple[int, int], ...]

    def row(self, key: str) -> list[str] | None:
        """Return the fields of an entry: place and length of its file, then what its maker added.

        Return None for an unknown key.
        """
        at = self.directory.find(f"\n{key}\t")
        if at < 0 or "\n" in key or "\t" in key:
            return None
        return self.directory[at + 1 : self.directory.find("\n", at + 1)].split("\t")[1:]

    def rows(self, folder: str) -> list[list[str]]:
        """Return all entries of a folder (``styles``): name, place and length, then what their maker added."""
        head = f"{folder}/"
        return [line[len(head) :].split("\t") for line in self.directory.split("\n") if line.startswith(head)]

    def text(self, key: str) -> str | None:
        """Return the file under a key, as it was published; ``None`` if it is missing."""
        row = self.row(key)
        if row is None or row[1] == "0":
            return None
        place, length = int(row[0]), int(row[1])
        number = bisect_right(self.blocks, (place, self.path.stat().st_size)) - 1
        first, start = self.blocks[number]
        _, stop = self.blocks[number + 1]
        with self.path.open("rb") as file:
            file.seek(start)
            block = lzma.decompress(file.read(stop - start), lzma.FORMAT_RAW, filters=_FILTERS)
        return block[place - first : place - first + length].decode("utf-8-sig")


@cache
def opened(path: Path = PATH) -> Pack:
    """Return the file of styles and locales that comes with citekit, opened once.

    Raises :class:`~citekit.runtime.errors.MissingExtraError` where it has not been made: in a source tree that was
    never installed.
    """
    try:
        with path.open("rb") as file:
            form, length = _HEAD.unpack(file.read(_HEAD.size))
            if form == FORMAT:
                listed = zlib.decompress(file.read(length)).decode("utf-8")
                start = _HEAD.size + length
                blocks = (mark.split(":") for mark in Pack(path, listed, ()).row(BLOCKS) or ())
                return Pack(path, listed, tuple((int(place), start + int(at)) for place, at in blocks))
    except (OSError, struct.error, zlib.error, ValueError):
        pass
    raise MissingExtraError(
        "the citation styles are not packed into this copy of citekit",
        "run 'pip install -e .' in its source tree, which packs them",
    )


def write(path: Path, sources: Iterable[str], entries: Mapping[str, tuple[bytes, tuple[str, ...]]]) -> None:
    """Write a file of styles: ``entries`` gives each key its file (empty for none) and the fields next to it.

    ``sources`` specifies what they were made of.
    """
    lines, blocks, marks = ["\t".join((SOURCES, "0", "0", *sources))], [b""], [(0, 0)]
    block, place = b"", 0
    for key, (content, fields) in sorted(entries.items()):
        if block and len(block) + len(content) > _BLOCK:
            blocks.append(lzma.compress(block, lzma.FORMAT_RAW, filters=_FILTERS))
            marks.append((place, marks[-1][1] + len(blocks[-1])))
            block = b""
        lines.append("\t".join((key, str(place if content else 0), str(len(content)), *fields)))
        block += content
        place += len(content)
    blocks.append(lzma.compress(block, lzma.FORMAT_RAW, filters=_FILTERS))
    marks.append((place, marks[-1][1] + len(blocks[-1])))
    lines.append("\t".join((BLOCKS, *(f"{place}:{at}" for place, at in marks))))
    directory = zlib.compress("\n".join(("", *lines, "")).encode(), 9)
    path.write_bytes(b"".join((_HEAD.pack(FORMAT, len(directory)), directory, *blocks)))

"""The file that holds all styles and locales: a directory and a compressed record for each, read one at a time.

It is made when citekit is built (``hatch_build.py``), of the files that the CSL project publishes, each of them
unchanged with its authors and its licence (CC BY-SA 3.0). A record is deflated with a dictionary of typical styles that
all share (RFC 1950, section 2.2), so ten thousand styles take some 5 MB and one is read in a millisecond.

Layout: 8 bytes that name the format; the lengths of the directory and of the dictionary, four bytes each, the highest
first; the directory (zlib), the dictionary, the records. A line of the directory is a key (``styles/apa``,
``locales/en-US``), the place and the length of its record (``0 0`` for an entry without one), and what the maker added
to it, with tabs between.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from citekit.runtime.errors import MissingExtraError
from citekit.runtime.records import dataclass

FORMAT = b"citekit\x01"
PATH = Path(__file__).with_name("styles.pack")
SOURCES = "sources"
"""The key of the entry that states what the file was made of."""
_HEAD = struct.Struct(">8sII")
_LONGEST_DICTIONARY = 32_000


@dataclass(frozen=True, slots=True)
class Pack:
    """An open file of styles: its path, its directory as text, its dictionary, and where its records begin."""

    path: Path
    directory: str
    dictionary: bytes
    start: int

    def row(self, key: str) -> list[str] | None:
        """Return the fields of an entry: place and length of its record, then what its maker added.

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
        """Return the file under a key, as it was published; ``None`` if there is none."""
        row = self.row(key)
        if row is None or row[1] == "0":
            return None
        with self.path.open("rb") as file:
            file.seek(self.start + int(row[0]))
            record = file.read(int(row[1]))
        return zlib.decompressobj(zdict=self.dictionary).decompress(record).decode("utf-8-sig")


@cache
def opened(path: Path = PATH) -> Pack:
    """Return the file of styles and locales that comes with citekit, opened once.

    Raises :class:`~citekit.runtime.errors.MissingExtraError` where it has not been made: in a source tree that was
    never installed.
    """
    try:
        with path.open("rb") as file:
            form, directory, dictionary = _HEAD.unpack(file.read(_HEAD.size))
            if form == FORMAT:
                listed = zlib.decompress(file.read(directory)).decode("utf-8")
                return Pack(path, listed, file.read(dictionary), _HEAD.size + directory + dictionary)
    except (OSError, struct.error, zlib.error, UnicodeDecodeError):
        pass
    raise MissingExtraError(
        "the citation styles are not packed into this copy of citekit",
        "run 'pip install -e .' in its source tree, which packs them",
    )


def write(
    path: Path, sources: Iterable[str], entries: Mapping[str, tuple[bytes, tuple[str, ...]]], typical: Iterable[str]
) -> None:
    """Write a file of styles: ``entries`` gives each key its file (empty for none) and the fields next to it.

    ``sources`` specifies what they were made of; ``typical`` names the entries that the shared dictionary is made of,
    the most typical last.
    """
    dictionary = b"".join(entries[key][0] for key in typical)[-_LONGEST_DICTIONARY:]
    lines, records, place = ["\t".join((SOURCES, "0", "0", *sources))], [], 0
    for key, (content, fields) in sorted(entries.items()):
        deflate = zlib.compressobj(9, zdict=dictionary)
        record = deflate.compress(content) + deflate.flush() if content else b""
        lines.append("\t".join((key, str(place if record else 0), str(len(record)), *fields)))
        records.append(record)
        place += len(record)
    directory = zlib.compress("\n".join(("", *lines, "")).encode(), 9)
    path.write_bytes(b"".join((_HEAD.pack(FORMAT, len(directory), len(dictionary)), directory, dictionary, *records)))

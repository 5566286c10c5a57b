"""What a document cites: the keys in a manuscript and the files that it includes."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.span import Source

if TYPE_CHECKING:
    from citekit.manuscripts.document import ManuscriptFile as ManuscriptPart


def cited_keys(path: str | PathLike[str]) -> tuple[str, ...]:
    """Return the keys of the works that a document and the files that it includes cite, in the order of their first citation.

    The document may be in every language of :mod:`citekit.manuscripts` (LaTeX, Markdown, Typst, an :file:`.aux` file …).
    ``*`` stands for all works of its bibliographies (``\\nocite{*}``). Raises :class:`~citekit.runtime.errors.UsageError` where
    the name says no such language, :class:`~citekit.runtime.errors.UnreadableInputError` where the file cannot be read.

    >>> cited_keys("paper.tex")  # doctest: +SKIP
    ('doe2020', 'roe2019')
    """
    parts = open_manuscript(Path(path))
    return tuple(dict.fromkeys(cite.key for part in parts for cite in part.cited.cites))


def open_manuscript(
    path: Path, source: Source | None = None, read: Callable[[Path], Source | None] | None = None
) -> tuple[ManuscriptPart, ...]:
    """Return a document that cites with the files that it includes, the main one first; ``source`` is its text if it is known.

    ``read`` gives the texts of files where they are not to be read from the disk (None: it cannot be read). Raises what
    :func:`cited_keys` raises.
    """
    from citekit.formats.encoding import decode
    from citekit.manuscripts.document import Manuscripts
    from citekit.runtime.safe_files import read_file

    def from_disk(place: Path) -> Source | None:
        try:
            data = read_file(place)
        except UnreadableInputError:
            if place != path:
                return None
            raise
        return Source(str(place), decode(data, str(place)).text)

    manuscripts = Manuscripts(read or from_disk)
    main = source or manuscripts.source(path)
    return manuscripts.parts(path, main)[0] if main else ()

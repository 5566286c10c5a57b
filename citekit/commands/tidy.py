"""Tidy one ``.bib`` file: decoded, tidied within limits of time, and encoded as it was."""

from __future__ import annotations

from pathlib import Path

from citekit.formats.bibtex import SUFFIXES
from citekit.formats.bibtex.tidying import tidy
from citekit.runtime import patterns as re
from citekit.runtime.budget import budget, seconds_for
from citekit.runtime.config import TidySettings
from citekit.runtime.encodings import decode
from citekit.runtime.errors import Problem, UsageError
from citekit.runtime.records import dataclass

_ENTRY = re.compile(r"@\w++\s*+[{(]")


@dataclass(frozen=True, slots=True)
class TidiedFile:
    """One file: its bytes and text before and after, the problems found, and whether an entry is damaged."""

    name: str
    read: bytes
    before: str
    text: str
    data: bytes
    problems: tuple[Problem, ...]
    damaged: bool

    @property
    def changed(self) -> bool:
        """Whether the file was not tidy."""
        return self.before != self.text

    def diff(self) -> str:
        """Return the changes as a unified diff; empty if nothing changes."""
        from citekit.formats.bibtex.tidying.differences import unified

        return unified(self.before, self.text, self.name)


def tidy_file(data: bytes, name: str, settings: TidySettings) -> TidiedFile:
    """Return a file as it is tidied; nothing is written.

    Raises :class:`~citekit.runtime.errors.UsageError` if it has no BibTeX, or its encoding lacks a character of the result, and
    :class:`~citekit.runtime.errors.UnreadableInputError` if it is not text or takes too long.
    """
    decoded = decode(data, name)
    # a .bib file may be empty, or all comments; of another file that would be a mistake
    if Path(name).suffix.lower() not in ("", *SUFFIXES) and not _ENTRY.search(decoded.text):
        raise UsageError(f"{name} contains no BibTeX", f"run citekit convert {name} to convert a document to BibTeX")
    with budget(name, seconds_for(len(decoded.text))):
        tidied = tidy(decoded.text, settings, name)
    try:
        encoded = decoded.encoding.encode(tidied.text)
    except UsageError as error:
        raise UsageError(f"{name}: {error.problem.message}", error.problem.hint) from None
    problems = (*decoded.problems, *tidied.problems)
    return TidiedFile(name, data, decoded.text, tidied.text, encoded, problems, tidied.damaged > 0)

"""Lists of retracted works: CSV with a row for each notice, as the Retraction Watch database is published.

Source: the user guide of the Retraction Watch database, "Fields" (``OriginalPaperDOI``, ``RetractionNature``, …).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from io import TextIOWrapper
from pathlib import Path

from citekit.lint.words import paired
from citekit.model.id_values import normal_doi
from citekit.model.identity.fold import fold
from citekit.runtime.errors import UnreadableInputError
from citekit.runtime.records import dataclass
from citekit.runtime.safe_files import open_file

_DOI, _PMID, _NATURE = "originalpaperdoi", "originalpaperpubmedid", "retractionnature"
# Other names of columns, for lists that people keep themselves.
_NAMES = paired("columns of retractions")
_COUNTED = {"retraction": "retracted", "expression of concern": "under an expression of concern"}
_TAKEN_BACK = "reinstatement"
# A title with fewer letters may be that of several works.
_LONG = 25
_LONGEST_CELL = 1_000_000  # the csv module allows 131,072 characters, and the reasons for a retraction may be longer


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice about a work: what happened (``retracted``), the day and the work's authors as the list writes them, the
    work's title (letters only), the notice's DOI."""

    state: str
    date: str = ""
    title: str = ""
    authors: str = ""
    doi: str = ""

    @property
    def families(self) -> frozenset[str]:
        """The family names of the work's authors, folded, as far as the list names them."""
        people = (name.split() for name in self.authors.split(";"))
        return frozenset(fold(words[-1]) for words in people if words) - {""}


@dataclass(frozen=True)
class Retractions:
    """The notices of a list by the DOI (normal form), the PubMed number and the title of the work that they are about."""

    by_doi: Mapping[str, Notice]
    by_pmid: Mapping[str, Notice]
    by_title: Mapping[str, Notice]

    @classmethod
    def read(cls, path: Path) -> Retractions:
        """A list in a file; of several notices about a work the gravest counts, and none after a reinstatement.

        Raises :class:`~citekit.runtime.errors.UnreadableInputError` where the file cannot be read or has no column of DOIs.
        """
        tables: tuple[dict[str, Notice], ...] = ({}, {}, {})
        reinstated: set[str] = set()
        for row in _rows(path):
            nature = row.get(_NATURE, "").strip().lower() or "retraction"
            title = fold(row.get("title", ""))
            keys = (normal_doi(row.get(_DOI, "")), row.get(_PMID, "").strip(), title if len(title) >= _LONG else "")
            if nature == _TAKEN_BACK:
                reinstated.update(filter(None, keys))
            elif nature in _COUNTED:
                state = _COUNTED[nature]
                day = row.get("retractiondate", "").partition(" ")[0]
                notice = Notice(state, day, title, row.get("author", ""), normal_doi(row.get("retractiondoi", "")))
                for known, key in zip(tables, keys, strict=True):
                    if key and key != "0" and (nature == "retraction" or key not in known):
                        known[key] = notice
        in_force = ({key: notice for key, notice in known.items() if key not in reinstated} for known in tables)
        return cls(*in_force)


def _rows(path: Path) -> Iterator[dict[str, str]]:
    """Yield the rows of a file, each by the names of its columns in lowercase and without spaces."""
    import csv  # here, for few runs have such a list

    csv.field_size_limit(_LONGEST_CELL)
    try:
        with TextIOWrapper(open_file(path), encoding="utf-8-sig", errors="replace", newline="") as stream:
            reader = csv.reader(stream)
            names = [_NAMES.get(name, name) for name in (name.strip().lower() for name in next(reader, []))]
            if not {_DOI, _PMID} & set(names):
                hint = "give the CSV file of Retraction Watch, or one with a column doi"
                raise UnreadableInputError(f"{path} is not a list of retractions: it has no column of DOIs", hint)
            for row in reader:
                yield dict(zip(names, row, strict=False))
    except OSError as error:
        raise UnreadableInputError(f"{path} cannot be read: {error.strerror or error}", "check the name") from None
    except csv.Error as error:
        raise UnreadableInputError(f"{path} is not CSV: {error}", "fetch it again") from None

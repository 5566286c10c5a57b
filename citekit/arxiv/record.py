"""A record of arXiv: what is known of one of its papers, and when it was submitted."""

from __future__ import annotations

from dataclasses import dataclass

from citekit.works.id_values import arxiv_year_month
from citekit.works.name import Name


@dataclass(frozen=True, slots=True)
class Record:
    """One paper of arXiv, as its metadata describe the latest version.

    ``id`` is the canonical identifier without a version. ``title`` and ``abstract`` are plain text, perhaps with
    formulas. ``complete`` is false where ``authors`` are only the first of them. ``submitted`` is the day of the first
    version as ISO 8601 writes it, empty where it is not known. ``doi`` and ``journal`` are those of the printed paper;
    ``categories`` are arXiv's own, the primary one first.
    """

    id: str
    title: str
    authors: tuple[Name, ...] = ()
    complete: bool = True
    submitted: str = ""
    doi: str = ""
    journal: str = ""
    categories: tuple[str, ...] = ()
    comment: str = ""
    abstract: str = ""

    @property
    def year(self) -> int | None:
        """The year of submission: that of the first version, else the one in the identifier."""
        if self.submitted[:4].isdecimal():
            return int(self.submitted[:4])
        found = arxiv_year_month(self.id)
        return found[0] if found else None

    @property
    def primary_class(self) -> str:
        """The primary category (``cs.DC``), empty where it is not known."""
        return self.categories[0] if self.categories else ""

    @property
    def withdrawn(self) -> bool:
        """Whether the comment says that the paper was withdrawn."""
        return "withdrawn" in self.comment.lower()

"""A record of arXiv: what is known of one of its papers, and when it was submitted."""

from __future__ import annotations

from citekit.model.ids import arxiv_year_month
from citekit.model.name import Name
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass

_WITHDRAWN = re.compile(r"\bwithdrawn\b|\bretracted\b", re.IGNORECASE)
_OTHERS_FATE = re.compile(
    r"\b(?:supersedes?|superseding|replac(?:es?|ing)|corrects?|substitutes?|instead of)\b(?:[^.;]|\.(?=\d)){0,80}?\b(?:withdrawn|retracted)\b[^.;]{0,40}",
    re.IGNORECASE,
)
"""A paper that states that *another* one was withdrawn: "This supersedes arXiv:0901.1234, which was withdrawn"."""
_PAPER_WITHDRAWN = re.compile(
    r"\b(?:paper|article|submission|manuscript|work|preprint|note|version) (?:has been|is being|is|was) (?:withdrawn|retracted)\b",
    re.IGNORECASE,
)
"""A sentence that the paper itself was withdrawn, wherever in the abstract it is."""
_BEGINNING = 300
"""Letters of an abstract that speak of the paper itself where it was withdrawn."""


@dataclass(frozen=True, slots=True)
class ArxivPaper:
    """One paper of arXiv, as its metadata describe the latest version.

    ``id`` is the canonical identifier without a version. ``title`` and ``abstract`` are plain text, perhaps with
    formulas. ``complete`` is false if ``authors`` are only the first of them. ``submitted`` is the day of the first
    version as ISO 8601 writes it, empty if it is not known. ``doi`` and ``journal`` are those of the printed paper;
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
        """The primary category (``cs.DC``), empty if it is not known."""
        return self.categories[0] if self.categories else ""

    @property
    def withdrawn(self) -> bool:
        """Whether the comment, or the beginning of the abstract, states that this paper was withdrawn, and not another one."""
        if not self.comment and not self.abstract:
            return False
        own_remark = _OTHERS_FATE.sub("", self.comment)
        return bool(_WITHDRAWN.search(own_remark) or _PAPER_WITHDRAWN.search(self.abstract[:_BEGINNING]))


@dataclass(frozen=True, slots=True)
class PaperDifferences:
    """The title of the record where it is another, authors that only the work has, and authors that only the record has."""

    title: str = ""
    extra: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

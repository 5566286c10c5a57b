"""A work: the facts of one publication in CSL's variables, and nothing about where they were read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import ClassVar

from citekit.errors import UsageError
from citekit.records import dataclass
from citekit.works.date import Date
from citekit.works.name import Name

Value = str | tuple[Name, ...] | Date


class InCSL(str):
    """A text that says what CSL means by its variable, as data of CSL does: a series that is called "ICML" is one."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Work:
    """One publication.

    ``id`` is the citation key (may be empty before keys are given). ``type`` is a CSL type (``article-journal``,
    ``paper-conference``, ``thesis``, …). ``variables`` maps CSL variable names to their values: text variables to
    ``str`` (rich text as CSL-JSON has it: ``<i>``, ``<sub>``, ``<span class="nocase">``; plain text but for formulas unless
    it is :class:`~citekit.text.tex_syntax.TeX`), name variables to a tuple of
    :class:`Name`, date variables to :class:`Date`. ``fields`` maps names of BibTeX/BibLaTeX fields that CSL has no
    variable for (``eprint``, ``archiveprefix``, ``code``, ``slides``, …) to plain text, parts of titles (``subtitle``)
    to rich text. Some of them say how a file put what a variable holds: ``entrytype``, or the field's own name.

    Works are immutable; two works with the same facts are equal.

    >>> from citekit import Name, Work
    >>> work = Work("book", "doe2020", {"title": "Green Meadows", "author": (Name("Doe", "Jane"),)})
    >>> work.title, work.author[0].given
    ('Green Meadows', 'Jane')
    """

    type: str = "document"
    id: str = ""
    variables: Mapping[str, Value] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)

    HOW_TO_CHANGE: ClassVar[str] = "a work is a value: set entry.work = work.with_variables(title=…)"

    def text(self, variable: str) -> str:
        """A text variable's value, or the empty string."""
        value = self.variables.get(variable, "")
        return value if isinstance(value, str) else ""

    def names(self, variable: str) -> tuple[Name, ...]:
        """A name variable's names, or the empty tuple."""
        value = self.variables.get(variable, ())
        return value if isinstance(value, tuple) else ()

    def date(self, variable: str) -> Date | None:
        """A date variable's date, or None."""
        value = self.variables.get(variable)
        return value if isinstance(value, Date) else None

    @property
    def title(self) -> str:
        """The title, rich text."""
        return self.text("title")

    @property
    def author(self) -> tuple[Name, ...]:
        """The authors in order; :data:`~citekit.works.name.OTHERS` ends a list that was cut short."""
        return self.names("author")

    @property
    def issued(self) -> Date | None:
        """The date of publication."""
        return self.date("issued")

    @property
    def year(self) -> int | None:
        """The year of publication."""
        return self.issued.year if self.issued else None

    def with_id(self, key: str) -> Work:
        """The same work under another citation key."""
        return replace(self, id=key)

    def with_variables(self, **values: Value) -> Work:
        """The same work with some variables replaced; underscores in the names stand for hyphens.

        Raises :class:`~citekit.errors.UsageError` for what is neither a text, a tuple of names nor a date.
        """
        changed = {name.replace("_", "-"): value for name, value in values.items()}
        given: Mapping[str, object] = changed
        for name, value in given.items():
            if not isinstance(value, str | tuple | Date):
                hint = (
                    f"give Date.of({value})" if isinstance(value, int) else "give a string, a tuple of names, or a date"
                )
                raise UsageError(f"{name} cannot be {value!r}", hint)
        return replace(self, variables={**self.variables, **changed})

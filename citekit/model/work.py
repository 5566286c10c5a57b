"""A work: the facts of one publication in CSL's variables, and nothing about where they were read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import ClassVar

from citekit.model.date import Date
from citekit.model.name import Name
from citekit.runtime import patterns as re
from citekit.runtime.errors import UsageError
from citekit.runtime.records import dataclass
from citekit.text.tex_syntax import TeX, TypedText, same_kinds

Value = str | tuple[Name, ...] | Date


class InCSL(TypedText):
    """A text that states what CSL means by its variable, as data of CSL does: a series that is called "ICML" is one."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Work:
    """One publication.

    ``id`` is the citation key (may be empty before keys are given). ``type`` is a CSL type (``article-journal``,
    ``paper-conference``, ``thesis``, …). ``variables`` maps CSL variable names to their values: text variables to
    ``str`` (rich text as CSL-JSON has it: ``<i>``, ``<sub>``, ``<span class="nocase">``; plain text but for formulas
    unless it is :class:`~citekit.text.tex_syntax.TeX`), name variables to a tuple of :class:`Name`, date variables to
    :class:`Date`. ``fields`` maps names of BibTeX/BibLaTeX fields that CSL has no variable for (``eprint``,
    ``archiveprefix``, ``code``, ``slides``, …) to plain text, parts of titles (``subtitle``) to rich text. Some of them
    state how a file put what a variable holds: ``entrytype``, or the field's own name.

    Works are immutable; two works with the same facts are equal. A command of LaTeX and the letters of its name are not
    the same fact.

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

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Work):
            return NotImplemented
        mine, theirs = ((work.type, work.id, work.variables, work.fields) for work in (self, other))
        return mine == theirs and all(
            map(same_kinds, _texts(self), _texts(other))
        )  # equal facts have the same names, so their texts come in the same order

    __hash__ = None  # type: ignore[assignment]  # mappings are in it

    def text(self, variable: str) -> str:
        """Return a text variable's value, or the empty string."""
        value = self.variables.get(variable, "")
        return value if isinstance(value, str) else ""

    def names(self, variable: str) -> tuple[Name, ...]:
        """Return a name variable's names, or the empty tuple."""
        value = self.variables.get(variable, ())
        return value if isinstance(value, tuple) else ()

    def date(self, variable: str) -> Date | None:
        """Return a date variable's date, or None."""
        value = self.variables.get(variable)
        return value if isinstance(value, Date) else None

    @property
    def title(self) -> str:
        """The title, rich text."""
        return self.text("title")

    @property
    def author(self) -> tuple[Name, ...]:
        """The authors in order; :data:`~citekit.model.name.OTHERS` ends a list that was cut short."""
        return self.names("author")

    @property
    def issued(self) -> Date | None:
        """The date of publication."""
        return self.date("issued")

    @property
    def year(self) -> int | None:
        """The year of publication."""
        return self.issued.year if self.issued else None

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys that the work may be cited by: its own, and the former ones in BibLaTeX's ``ids``."""
        return (self.id, *filter(None, map(str.strip, self.fields.get("ids", "").split(","))))

    def with_id(self, key: str) -> Work:
        """Return the same work under another citation key."""
        return replace(self, id=key)

    def with_variables(self, **values: Value) -> Work:
        r"""Return the same work with some variables replaced; underscores in the names stand for hyphens.

        A text keeps the kind of the one that it is made of, also where an f-string or a regular expression made it and
        Python gave a plain string: one whose commands all was in the value before is LaTeX as that was. Anything
        else is plain text unless it is :class:`~citekit.text.tex_syntax.TeX`.

        >>> from citekit import Work
        >>> from citekit.text.tex_syntax import TeX
        >>> work = Work("book", "a", {"title": TeX(r"On \texttt{grep} growth")})
        >>> type(work.with_variables(title=f"{work.title}, revised").title).__name__
        'TeX'

        Raises :class:`~citekit.runtime.errors.UsageError` for what is neither a text, a tuple of names nor a date.
        """
        changed = {
            name.replace("_", "-"): _in_kind_of(self.variables.get(name.replace("_", "-")), value)
            for name, value in values.items()
        }
        given: Mapping[str, object] = changed
        for name, value in given.items():
            if not isinstance(value, str | tuple | Date):
                hint = (
                    f"give Date.of({value})" if isinstance(value, int) else "give a string, a tuple of names, or a date"
                )
                raise UsageError(f"{name} cannot be {value!r}", hint)
        return replace(self, variables={**self.variables, **changed})


def _texts(work: Work) -> Iterator[str]:
    """Yield all texts of a work, in an order that equal works share."""
    for name in sorted(work.variables):
        value = work.variables[name]
        if isinstance(value, str):
            yield value
        elif isinstance(value, Date):
            yield value.literal
        else:
            for one in value:
                yield from (
                    one.family,
                    one.given,
                    one.dropping_particle,
                    one.non_dropping_particle,
                    one.suffix,
                    one.literal,
                )
    for name in sorted(work.fields):
        yield work.fields[name]


_COMMAND = re.compile(r"\\(?:[A-Za-z]+|.)", re.DOTALL)


def _in_kind_of(old: Value | None, new: Value) -> Value:
    """Return a new value, as TeX where it is plainly made of the old one, which was TeX."""
    if not isinstance(old, TeX) or not isinstance(new, str) or isinstance(new, TypedText):
        return new
    commands = _COMMAND.findall(new)
    return TeX(new) if commands and set(commands) <= set(_COMMAND.findall(old)) else new

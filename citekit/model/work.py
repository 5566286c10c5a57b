"""A work: the facts of one publication in CSL's variables, and nothing about where they were read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING, ClassVar

from citekit.model.date import Date
from citekit.model.name import Name
from citekit.runtime import patterns as re
from citekit.runtime.errors import UsageError
from citekit.runtime.records import dataclass
from citekit.text.tex_syntax import TeX, TypedText, same_kinds

if TYPE_CHECKING:
    from citekit.text.value import Text  # loaded when one is requested: most commands do not need it
from collections.abc import Sequence
from typing import overload

from citekit.runtime.errors import Problem
from citekit.runtime.span import Source, Span

Value = str | tuple[Name, ...] | Date


class InCSL(TypedText):
    """A text that states what CSL means by its variable, as data of CSL does: a series that is called "ICML" is one."""

    __slots__ = ()


_STORED = frozenset({str, TeX, InCSL, tuple, Date})
"""The types of values as a work stores them."""


@dataclass(frozen=True, slots=True)
class Work:
    r"""One publication.

    ``id`` is the citation key (may be empty before keys are given). ``type`` is a CSL type (``article-journal``,
    ``paper-conference``, ``thesis``, …). ``variables`` maps CSL variable names to their values: text variables to
    texts, name variables to a tuple of :class:`Name`, date variables to :class:`Date`. ``fields`` maps names of
    BibTeX/BibLaTeX fields that CSL has no variable for (``eprint``, ``archiveprefix``, ``code``, ``slides``, …) to plain
    text, parts of titles (``subtitle``) to texts with markup. Some of them state how a file put what a variable holds:
    ``entrytype``, or the field's own name.

    ``work["title"]`` is a :class:`~citekit.text.value.Text`, with the letters that are printed, to read and to edit.
    ``variables`` and :meth:`text` have it as it is stored, in CSL's notation (``<i>``, ``<sub>``,
    ``<span class="nocase">``, formulas; :class:`~citekit.text.tex_syntax.TeX` if commands are in it). Either is taken.

    Works are immutable. Two works are equal if they state the same facts; under which key a bibliography has them is none
    of them. A command of LaTeX and the letters of its name are not the same fact.

    >>> from citekit import Name, Text, Work
    >>> work = Work("book", "doe2020", {"title": "<i>Green</i> Meadows", "author": (Name("Doe", "Jane"),)})
    >>> str(work.title), work.title.to_latex(), work.author[0].given
    ('Green Meadows', '\\textit{Green} Meadows', 'Jane')
    >>> work == work.with_id("jd20"), work == work.with_variables(title=Text.plain("Green Meadows"))
    (True, False)
    """

    type: str = "document"
    id: str = ""
    variables: Mapping[str, Value] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)

    HOW_TO_CHANGE: ClassVar[str] = "a work is a value: set entry.work = work.with_variables(title=…)"

    def __post_init__(self) -> None:
        """Store texts in CSL's notation."""
        stored = _STORED.issuperset
        if not stored(map(type, self.variables.values())) or not stored(map(type, self.fields.values())):
            from citekit.text.value import Text

            for name, values in (("variables", self.variables), ("fields", self.fields)):
                made = {key: value.notation if isinstance(value, Text) else value for key, value in values.items()}
                object.__setattr__(self, name, made)

    def __eq__(self, other: object) -> bool:
        """Whether the same facts are stated; see the class."""
        if not isinstance(other, Work):
            return NotImplemented
        if self.type != other.type or self.variables.keys() != other.variables.keys():
            return False
        if self.variables == other.variables and self.fields == other.fields:
            return all(map(same_kinds, _texts(self), _texts(other)))  # in one order, for their names are the same
        if self.fields.keys() != other.fields.keys():
            return False
        pairs = [(self.variables[name], other.variables[name]) for name in self.variables]
        pairs += [(self.fields[name], other.fields[name]) for name in self.fields]
        return all(map(_same_meaning, *zip(*pairs, strict=True)))

    __hash__ = None  # type: ignore[assignment]  # mappings are in it

    def text(self, variable: str) -> str:
        """Return a text variable's value as it is stored, in CSL's notation, or the empty string."""
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

    def __getitem__(self, variable: str) -> Text | tuple[Name, ...] | Date:
        """Return a variable's value, a text with its markup as :class:`~citekit.text.value.Text`.

        Raises ``KeyError`` for a variable that the work does not have.
        """
        from citekit.text.value import Text

        value = self.variables[variable]
        return Text(value) if isinstance(value, str) else value

    def __contains__(self, variable: object) -> bool:
        return variable in self.variables

    def __iter__(self) -> Iterator[str]:
        return iter(self.variables)

    @property
    def title(self) -> Text:
        """The title with its markup, or an empty text."""
        from citekit.text.value import Text

        return Text(self.text("title"))

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

        A text has the markup of the one that it is made of, also where Python made a ``str`` of its letters (an f-string,
        ``re.sub``, ``" ".join``). Any other ``str`` is in CSL's notation, in which a backslash is a letter;
        :meth:`Text.plain <citekit.text.value.Text.plain>` gives a text without markup.

        >>> from citekit import Text, Work
        >>> work = Work("book", "a", {"title": Text.from_latex(r"On \texttt{grep} growth")})
        >>> work.with_variables(title=work.title.replace("growth", "decay")).title.to_latex()
        'On \\texttt{grep} decay'
        >>> work.with_variables(title=f"{work.title}, revised").title.to_latex()
        'On \\texttt{grep} growth, revised'

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
    """Return a new value as it is stored, with the markup of the old one where it is plainly made of that."""
    from citekit.text.value import Text, carried

    if isinstance(new, Text):
        return new.notation
    if not isinstance(old, str) or not isinstance(new, str) or isinstance(new, TypedText):
        return new
    commands = _COMMAND.findall(new) if isinstance(old, TeX) else ()
    if commands and set(commands) <= set(_COMMAND.findall(old)):
        return TeX(new)
    return carried(old, new)


def _same_meaning(one: Value, other: Value) -> bool:
    if isinstance(one, str) and isinstance(other, str):
        from citekit.text.value import Text

        return Text(one) == Text(other)
    return one == other


# --- A library: works in order, with the traces and problems of how they were read.
#
# A trace records where each fact of a work was read, and with which confidence: kept next to the work, never inside it.


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a field has its value: the place, a score from 0 (guess) to 1 (certain) and the reason in a few words."""

    span: Span | None
    score: float
    reason: str


@dataclass(frozen=True, slots=True)
class Trace:
    """How one work was parsed.

    ``span`` is the whole item in ``source``. ``evidence`` maps variables (``"title"``, ``"author"``, …) to where they
    were read. ``doubts`` are sentences for people; ``left_over`` are the pieces of the item that fit no field.
    ``also`` names further places where the same publication is. ``text`` is the item as it is displayed, and
    ``corrected`` the corrections by users, a sentence each.
    """

    source: Source
    span: Span
    evidence: Mapping[str, Evidence] = field(default_factory=dict)
    doubts: tuple[str, ...] = ()
    left_over: tuple[str, ...] = ()
    section: str = ""
    score: float = 1.0
    also: tuple[tuple[Source, Span], ...] = ()
    text: str = ""
    corrected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Works(Sequence[Work]):
    """An immutable sequence of works.

    ``traces`` is empty or as long as ``works`` and parallel to it. ``problems`` is what the reader noticed.

    >>> import citekit
    >>> library = citekit.loads("@book{doe2020, title={Green Meadows}, author={Doe, Jane}, year=2020}")
    >>> [work.id for work in library]
    ['doe2020']
    """

    works: tuple[Work, ...] = ()
    traces: tuple[Trace, ...] = ()
    problems: tuple[Problem, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Whether the same works are in both under the same keys, with the same traces and problems."""
        if not isinstance(other, Works):
            return NotImplemented
        mine, theirs = (([work.id for work in one], one.works, one.traces, one.problems) for one in (self, other))
        return mine == theirs

    __hash__ = None  # type: ignore[assignment]  # the works have none

    def __len__(self) -> int:
        return len(self.works)

    def __iter__(self) -> Iterator[Work]:
        return iter(self.works)

    @overload
    def __getitem__(self, index: int) -> Work: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Work, ...]: ...
    def __getitem__(self, index: int | slice) -> Work | tuple[Work, ...]:
        return self.works[index]

    def find(self, key: str) -> Work | None:
        """Return the first work whose citation key is ``key``, or None."""
        return next((work for work in self.works if work.id == key), None)

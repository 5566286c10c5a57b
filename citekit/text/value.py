r"""The text of a field with its markup: :class:`Text`, which keeps what is italic, a formula or LaTeX when it is edited.

A work stores a text in *CSL's notation*: the letters that are printed, with ``<i>``, ``<sub>``, ``<span class="nocase">``
for markup and ``$…$`` for formulas (CSL-JSON, "rich text"); where commands of LaTeX remain in it, it is a
:class:`~citekit.text.tex_syntax.TeX`. That is what files are read into, and what the writers take. A program that edits
a text wants neither tags nor commands among its letters, so it is given a :class:`Text`, whose letters are those that
are printed and whose markup is next to them.

``Text`` is made when it is requested: to make one for each of the 60,000 texts of 10,000 entries takes 5 % more time and a
third more memory for the works, and only few of the texts are edited. It is a ``str``, because regular expressions,
dictionaries, ``json`` and all of Python's libraries take one, and read its letters then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Self, SupportsIndex, TypeVar

from citekit.runtime import patterns as re
from citekit.text.tex_syntax import TeX
from citekit.text.text_runs import TextRun, cut, merged, shared_by, unprinted

_MOST_ALIGNED = 300
"""Words and spaces between a common beginning and a common end that are compared with those of a text's origin; the time
grows with the cube, 300 take less than a second. Titles have up to 80; the changed part of an abstract is shorter, too."""
_MADE_OF = 0.5
"""From this share of common words on, a text is an edited form of another; a new title shares a word or two by chance."""

_MARKUP = re.compile(r"[<$\\]")
_MARKUP_IN_TEX = re.compile(r"[<$\\{}]")
_LATEX = re.compile(r"[\\{}]")
_WORD = re.compile(r"\w+|\s+|.", re.DOTALL)
_LINE_ENDS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"


class Text(str):
    r"""A text with markup. Its letters are what is printed; it keeps its markup when it is cut, joined or replaced.

    ``Text(value)`` takes what a work holds, and any ``str``, in CSL's notation; so do all methods that take a text to put
    in. :meth:`plain`, :meth:`from_latex` and :meth:`from_html` document what they take. What is searched for is letters.
    What is put in the place of something gets its markup.

    Texts are equal if they mean the same: letters alone equal the ``str`` of these letters, and the letters of a command
    are not the command. Python returns a ``str`` of the letters from ``str(text)``, f-strings, and ``join`` of a ``str``;
    :meth:`~citekit.model.work.Work.with_variables` gives such a ``str`` the markup of what it was made of.

    >>> title = Text.from_latex(r"On \texttt{grep} and \emph{E. coli}")
    >>> str(title), len(title), title[3:7].to_latex()
    ('On grep and E. coli', 19, '\\texttt{grep}')
    >>> title.replace("grep", "awk").replace("coli", "faecalis").to_latex()
    'On \\texttt{awk} and \\textit{E. faecalis}'
    >>> title.to_html(), Text.plain("Ants") == "Ants", Text.from_latex(r"\ants") == r"\ants"
    ('On grep and <i>E. coli</i>', True, False)
    >>> [(run.text, run.kind) for run in Text.from_latex(r"{DNA} in $n^2$ steps").runs]
    [('DNA', 'protected'), (' in ', 'plain'), ('n²', 'math'), (' steps', 'plain')]
    """

    __slots__ = ("_origin", "_runs")
    _runs: tuple[TextRun, ...]
    _origin: type[str]
    """The class of the notation that the text came in, which contains more than the text: see :attr:`notation`."""

    def __new__(cls, value: str = "") -> Self:
        """Return the text that a value of a work means."""
        if isinstance(value, Text):
            return value if type(value) is cls else _of(cls, value.runs, value._origin)
        if not (_MARKUP_IN_TEX if isinstance(value, TeX) else _MARKUP).search(value):
            made = str.__new__(cls, value)
            made._runs, made._origin = (), str if isinstance(value, TeX) else type(value)
            return made
        from citekit.text.text_notation import read_runs  # which most texts do not need

        return _of(cls, read_runs(value), str if isinstance(value, TeX) else type(value))

    @classmethod
    def plain(cls, text: str) -> Self:
        r"""Return a text of these letters: nothing in it is markup.

        >>> Text.plain("The <b> tag costs $5 to $6").to_latex()
        'The {\\textless}b{\\textgreater} tag costs \\$5 to \\$6'
        """
        return _of(cls, (TextRun(str(text)),), str)

    @classmethod
    def from_latex(cls, text: str) -> Self:
        r"""Return the text that LaTeX means; braces protect the letter case, as in BibTeX. Commands stay.

        >>> str(Text.from_latex(r"{\'E}tude \& {DNA}")), Text.from_latex(r"{\'E}tude") == "Étude"
        ('Étude & DNA', True)
        """
        from citekit.text.tex_decode import decode_rich

        return cls(decode_rich(str(text), protect=True))

    @classmethod
    def from_html(cls, text: str) -> Self:
        """Return the text that CSL's tags mean: ``<i>``, ``<b>``, ``<sub>``, ``<sup>``, ``<sc>`` and ``nocase`` spans.

        >>> Text.from_html("CO<sub>2</sub> in <i>situ</i>").to_latex()
        'CO\\\\textsubscript{2} in \\\\textit{situ}'
        """
        return cls(str.__str__(text))

    @property
    def runs(self) -> tuple[TextRun, ...]:
        """The runs of the text, each of one kind."""
        return self._runs or ((TextRun(str(self)),) if self else ())

    @property
    def notation(self) -> str:
        """The text as a work stores it: CSL's notation, as :class:`~citekit.text.tex_syntax.TeX` if it has commands."""
        if not self._runs and not _MARKUP.search(self):
            return self._origin(self) if self._origin is not str else str(self)
        from citekit.text.text_notation import in_notation

        written = in_notation(self.runs)
        return written if isinstance(written, TeX) or self._origin is str else self._origin(written)

    def to_latex(self, ascii: bool = False) -> str:  # noqa: A002
        r"""Return the text as LaTeX; with ``ascii``, letters outside of ASCII as commands.

        >>> Text.from_html("Erdős & <i>friends</i>").to_latex(ascii=True)
        'Erd{\\H{o}}s \\& \\textit{friends}'
        """
        from citekit.text.rich import encode_rich

        return str(encode_rich(self.notation, ascii))

    def to_html(self) -> str:
        """Return the text in CSL's notation, with what is printed in place of commands of LaTeX."""
        from citekit.text.tex_printed import printed

        return str(printed(self.notation))

    # --- what Python compares and stores ------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Text):
            if not self._runs and not other._runs:
                return str.__eq__(self, other)
            mine, theirs = self.notation, other.notation
            return mine == theirs and isinstance(mine, TeX) == isinstance(theirs, TeX)
        if type(other) is str:
            written = self.notation
            return not isinstance(written, TeX) and written == other
        return self == Text(other) if isinstance(other, str) else NotImplemented

    def __ne__(self, other: object) -> bool:
        same = self.__eq__(other)
        return same if same is NotImplemented else not same

    def __hash__(self) -> int:
        return str.__hash__(self.notation)

    def __repr__(self) -> str:
        if not self._runs and self.notation == str(self):
            return str.__repr__(self)
        latex = isinstance(self.notation, TeX)
        return f"Text.from_latex({self.to_latex()!r})" if latex else f"Text.from_html({self.to_html()!r})"

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (self.notation,)

    # --- cutting ------------------------------------------------------------------------------------------------------

    def _cut(self, start: int, end: int) -> Self:
        return _of(type(self), cut(self.runs, start, end) if len(self) else self.runs, self._origin)

    def __getitem__(self, place: SupportsIndex | slice) -> Self:
        if not isinstance(place, slice):
            start = range(len(self))[place]
            return self._cut(start, start + 1)
        start, end, step = place.indices(len(self))
        if step == 1:
            return self._cut(start, max(start, end))
        return _joined(type(self), [self._cut(at, at + 1) for at in range(start, end, step)], self._origin)

    def __iter__(self) -> Iterator[Self]:
        return (self._cut(at, at + 1) for at in range(len(self)))

    def strip(self, characters: str | None = None, /) -> Self:
        """Remove characters at both ends, by default whitespace."""
        return self.lstrip(characters).rstrip(characters)

    def lstrip(self, characters: str | None = None, /) -> Self:
        """Remove characters at the beginning."""
        start = len(self) - len(str.lstrip(self, characters))
        made = [*unprinted(self.runs, 0, start), *cut(self.runs, start, len(self))]
        return _of(type(self), made, self._origin) if start else self

    def rstrip(self, characters: str | None = None, /) -> Self:
        """Remove characters at the end."""
        end = len(str.rstrip(self, characters))
        made = [*cut(self.runs, 0, end), *unprinted(self.runs, end + 1, len(self))]
        return _of(type(self), made, self._origin) if end < len(self) else self

    def removeprefix(self, prefix: str, /) -> Self:
        """Remove a prefix."""
        return self._cut(len(prefix), len(self)) if str.startswith(self, prefix) else self

    def removesuffix(self, suffix: str, /) -> Self:
        """Remove a suffix."""
        return self._cut(0, len(self) - len(suffix)) if suffix and str.endswith(self, suffix) else self

    def _pieces(self, divide: Callable[[str], list[str]], separator: int = 0) -> list[Self]:
        """Return pieces of the letters, in order, with their markup; ``separator`` is the length of what parts them.

        A formula or a command is one letter, whatever it prints. What prints nothing between two pieces belongs to the
        second one.
        """
        letters = "".join(["\0" * len(run.text) if run.source and not separator else run.text for run in self.runs])
        found, at, done, pieces = list[Self](), 0, 0, divide(letters)
        for place, piece in enumerate(pieces):
            at = letters.find(piece, at)
            made = [
                *(unprinted(self.runs, done, at) if at or not piece else ()),
                *cut(self.runs, at, at + len(piece)),
            ]
            at += len(piece)
            made += unprinted(self.runs, at + 1, len(self)) if place == len(pieces) - 1 else ()
            found.append(_of(type(self), made, self._origin))
            done, at = at + 1, at + separator
        return found

    def split(self, sep: str | None = None, maxsplit: SupportsIndex = -1) -> list[Self]:  # type: ignore[override]
        """Split at a separator, by default at whitespace."""
        return self._pieces(lambda letters: letters.split(sep, maxsplit), len(sep or ""))

    def rsplit(self, sep: str | None = None, maxsplit: SupportsIndex = -1) -> list[Self]:  # type: ignore[override]
        """Split at a separator, counted from the end."""
        return self._pieces(lambda letters: letters.rsplit(sep, maxsplit), len(sep or ""))

    def splitlines(self, keepends: bool = False) -> list[Self]:  # type: ignore[override]
        """Split into lines."""
        lines = self._pieces(lambda letters: letters.splitlines(keepends=True))
        return lines if keepends else [line._cut(0, len(str.rstrip(line, _LINE_ENDS))) for line in lines]

    def partition(self, sep: str, /) -> tuple[Self, Self, Self]:
        """Split at the first occurrence of a separator: the text before it, the separator, and the rest."""
        return self._parted(str.find(self, sep), sep, len(self))

    def rpartition(self, sep: str, /) -> tuple[Self, Self, Self]:
        """Split at the last occurrence of a separator: the text before it, the separator, and the rest."""
        return self._parted(str.rfind(self, sep), sep, 0)

    def _parted(self, at: int, sep: str, whole: int) -> tuple[Self, Self, Self]:
        before, behind = (at, at + len(sep)) if at >= 0 else (whole, whole)
        return self._cut(0, before), self._cut(before, behind), self._cut(behind, len(self))

    # --- joining ------------------------------------------------------------------------------------------------------

    def __add__(self, other: str) -> Self:
        if not isinstance(other, str):
            return NotImplemented
        return _joined(type(self), [self, Text(other)], self._origin)

    def __radd__(self, other: str) -> Self:
        if not isinstance(other, str):
            return NotImplemented
        return _joined(type(self), [Text(other), self], self._origin)

    def __mul__(self, times: SupportsIndex) -> Self:
        return _joined(type(self), [self] * times.__index__(), self._origin)

    __rmul__ = __mul__

    def join(self, texts: Iterable[str], /) -> Self:
        """Join texts with this one between them."""
        pieces: list[Text] = []
        for text in texts:
            pieces += (self, Text(text)) if pieces else (Text(text),)
        return _joined(type(self), pieces, self._origin)

    def replace(self, old: str, new: str, count: SupportsIndex = -1, /) -> Self:
        """Replace letters; what takes their place gets their markup.

        In a formula or a command, they are replaced if they are there as they are printed. Else it becomes letters.

        >>> Text.from_html("<i>E. coli</i> grows").replace("coli", "faecalis").to_html()
        '<i>E. faecalis</i> grows'
        """
        most, at, places = count.__index__(), 0, list[int]()
        while (at := str.find(self, old, at)) >= 0 and most != len(places):
            places.append(at)
            at += len(old) or 1
        put, last, made = Text(new), 0, list[TextRun]()
        for at in places:
            if within := self._within_source(at, old, put):
                run, begin = within
                made += (*cut(self.runs, last, begin), run)
                last = begin + len(run.text) - len(put) + len(old)
                continue
            made += cut(self.runs, last, at)
            replaced = cut(self.runs, at, at + len(old))
            shared = shared_by(tuple(run.around for run in replaced if run.text))
            first = next((place for place, run in enumerate(replaced) if run.text), len(replaced))
            made += (run for run in replaced[:first] if not run.text)
            made += (run._replace(around=(*shared, *run.around)) for run in put.runs)
            made += (run for run in replaced[first:] if not run.text)
            last = at + len(old)
        return _of(type(self), [*made, *cut(self.runs, last, len(self))], self._origin) if places else self

    def _within_source(self, at: int, old: str, put: Text) -> tuple[TextRun, int] | None:
        """Return the formula or command in whose source letters can be replaced, with these replaced, and where it begins."""
        begin = 0
        for run in self.runs:
            end = begin + len(run.text)
            if begin <= at and at + len(old) <= end and len(old) < len(run.text):
                if not run.source or put._runs or not run.text.count(old) == run.source.count(old) == 1:
                    return None
                source = run.source.replace(old, TeX.taken(str(put)))
                return run._replace(text=run.text.replace(old, str(put)), source=source), begin
            begin = end
        return None

    def _made_into(self, letters: str) -> Self:
        """Return what an operation of ``str`` made of the letters, with the markup of what it left."""
        return _of(type(self), _aligned(self, letters)[0], self._origin)

    def __mod__(self, values: Any) -> Self:
        return self._made_into(str(self) % values)

    def format(self, *values: object, **named: object) -> Self:
        """Insert values, as ``str.format`` does."""
        return self._made_into(str(self).format(*values, **named))

    def translate(self, table: Any, /) -> Self:
        """Replace single letters, as ``str.translate`` does."""
        return self._by_run(lambda text: text.translate(table))

    # --- letter case --------------------------------------------------------------------------------------------------

    def _by_run(self, change: Callable[[str], str]) -> Self:
        """Change the letters; those of formulas and of commands stay."""
        whole, at, made = change(str(self)), 0, list[TextRun]()
        for run in self.runs:
            same_length = len(whole) == len(self)
            text = whole[at : at + len(run.text)] if same_length else change(run.text)
            made.append(run if run.source else run._replace(text=text))
            at += len(run.text)
        return _of(type(self), made, self._origin)

    def lower(self) -> Self:
        """Return the text in lowercase."""
        return self._by_run(str.lower)

    def upper(self) -> Self:
        r"""Return the text in capitals.

        >>> Text.from_latex(r"On \texttt{grep} and $n$").upper().to_latex()
        'ON \\texttt{GREP} AND $n$'
        """
        return self._by_run(str.upper)

    def casefold(self) -> Self:
        """Return the case-folded text."""
        return self._by_run(str.casefold)

    def title(self) -> Self:
        """Return the text with a capital in each word."""
        return self._by_run(str.title)

    def swapcase(self) -> Self:
        """Return the text with upper and lower case exchanged."""
        return self._by_run(str.swapcase)

    def capitalize(self) -> Self:
        """Return the text with a capital first letter and the others in lowercase."""
        return self._by_run(str.capitalize)


def carried(old: str, new: str) -> str:
    r"""Return ``new`` in CSL's notation, with the markup that ``old`` has where both have the same words.

    For a text that Python made of the letters of another one: an f-string, ``re.sub``, ``" ".join(title.split())``. A
    text with markup of its own, or one that is not made of the other, is returned as it is.

    >>> carried(TeX(r"On \texttt{grep} growth"), "On grep decay")
    'On \\texttt{grep} decay'
    """
    text = Text(old)
    if not text._runs or Text(new)._runs or _LATEX.search(new):
        return new
    made, share = _aligned(text, new)
    return _of(Text, made, text._origin).notation if share >= _MADE_OF else new


_SomeText = TypeVar("_SomeText", bound=Text)


def _of(cls: type[_SomeText], runs: Iterable[TextRun], origin: type[str]) -> _SomeText:
    found = merged(runs)
    made = str.__new__(cls, "".join([run.text for run in found]))
    made._runs = found if len(found) > 1 or any(run.source or run.around for run in found) else ()
    made._origin = origin
    return made


def _joined(cls: type[_SomeText], texts: Iterable[Text], origin: type[str]) -> _SomeText:
    """Join texts. Whitespace between two parts of one run belongs to it, so words that were split join to the same text."""
    runs = [run for text in texts for run in text.runs]
    for at in range(1, len(runs) - 1):
        before, run, after = runs[at - 1 : at + 2]
        if not run.source and not run.around and run.text.isspace():
            shared = shared_by((before.around, after.around), numbered=True)
            runs[at] = run._replace(around=shared)
    return _of(cls, runs, origin)


def _aligned(old: Text, new: str) -> tuple[list[TextRun], float]:
    """Return the runs of a text made of the letters of another one, and the share of their words that they have in common.

    The share is 1 if one of them has all words of the other.

    Equal words have the markup that they had; words in the place of others have the markup of these.
    """
    from difflib import SequenceMatcher  # which few programs need

    mine, theirs = _WORD.findall(str(old)), _WORD.findall(new)
    places = [0]
    for word in mine:
        places.append(places[-1] + len(word))
    first = next(
        (at for at, pair in enumerate(zip(mine, theirs, strict=False)) if pair[0] != pair[1]),
        min(len(mine), len(theirs)),
    )
    last = 0
    while last < min(len(mine), len(theirs)) - first and mine[-1 - last] == theirs[-1 - last]:
        last += 1
    ends = len(mine) - last, len(theirs) - last
    steps: list[tuple[str, int, int, int, int]] = [("equal", 0, first, 0, first)]
    # else the changed part is one replacement: its markup is that which all of the old part shares
    if max(ends) - first <= _MOST_ALIGNED:
        matcher = SequenceMatcher(None, mine[first : ends[0]], theirs[first : ends[1]], autojunk=False)
        steps += [(step, first + a, first + b, first + c, first + d) for step, a, b, c, d in matcher.get_opcodes()]
    else:
        steps.append(("replace", first, ends[0], first, ends[1]))
    steps.append(("equal", ends[0], len(mine), ends[1], len(theirs)))
    made: list[TextRun] = []
    same = 0
    for step, begin, end, start, stop in steps:
        covered = cut(old.runs, places[begin], places[end])
        if step == "equal":
            made += covered
            same += sum(map(str.isalnum, mine[begin:end]))
            continue
        shared = shared_by(tuple(run.around for run in covered if run.text))
        made += (run for run in covered if not run.text)
        made.append(TextRun("".join(theirs[start:stop]), "", shared))
    shorter, longer = sorted((sum(map(str.isalnum, mine)), sum(map(str.isalnum, theirs))))
    return made, 1.0 if same == shorter > 0 else 2 * same / max(shorter + longer, 1)

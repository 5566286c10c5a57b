r"""The text of a field with its markup: :class:`Text`, which keeps what is italic, a formula or LaTeX when it is edited.

A work stores a text in *CSL's notation*: the letters that are printed, with ``<i>``, ``<sub>``, ``<span class="nocase">``
for markup and ``$…$`` for formulas (CSL-JSON, "rich text"); where commands of LaTeX remain in it, it is a
:class:`~citekit.text.tex_syntax.TeX`. That is what files are read into, and what the writers take. A program that edits
a text wants neither tags nor commands among its letters, so it is given a :class:`Text`, whose letters are those that
are printed and whose markup lies beside them.

``Text`` is made when it is asked for: to make one for each of the 60,000 texts of 10,000 entries takes 5 % more time and a
third more memory for the works, and only few of the texts are edited. It is a ``str``, because regular expressions,
dictionaries, ``json`` and all of Python's libraries take one, and read its letters then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import count
from typing import Any, NamedTuple, Self, SupportsIndex

from citekit.runtime import patterns as re
from citekit.text.tex_syntax import ADDRESS, MATH, NOCASE, SMALL_CAPS, VERBATIM, TeX

_TAGS = {"<i>": "italic", "<b>": "bold", "<sub>": "sub", "<sup>": "sup", "<sc>": "small-caps", SMALL_CAPS: "small-caps"}
_DEEPEST = 20
"""Levels of markup that are told apart, as in :mod:`citekit.text.tex_printed`; a deeper group is one piece of LaTeX."""
_LONGEST_ALIGNED = 3_000
"""Letters in which a changed text is compared with its origin; the time grows with the square, and titles are shorter."""
_MADE_OF = 0.6
"""From this similarity on, a text without markup is an edited form of another: half of its words may be new."""

_MARKUP = re.compile(r"[<$\\]")
_MARKUP_IN_TEX = re.compile(r"[<$\\{}]")
_TAG = (
    r"(?P<tag><(?:i|b|sup|sub|sc)>|<span class=\"nocase\">|<span style=\"font-variant:\s?small-caps;?\">)"
    r"|(?P<end></(?:i|b|sup|sub|sc|span)>)"
)
_PIECE = re.compile(rf"\\(?P<dollar>\$)|(?P<formula>{MATH})|{_TAG}|[^<$\\]+|.", re.DOTALL)
_PIECE_OF_TEX = re.compile(
    rf"\\(?P<letter>[$&%#_{{}} ])|(?P<formula>{MATH})|{_TAG}|\{{\\textbackslash\}}(?P<backslash>)"
    rf"|(?P<verbatim>{VERBATIM}|{ADDRESS})|\\(?P<word>[A-Za-z]+)\*?|(?P<sign>\\.)"
    r"|(?P<open>\{(?P<switch>(?:\\[A-Za-z]++[ \t]*+(?![\[{]))?))|(?P<close>\})|[^<$\\{}]+|.",
    re.DOTALL,
)
_OPTIONS = re.compile(r"[ \t]*(?:\[[^][{}\\$]{0,200}\])*+(?=\{)")
_COMMAND = re.compile(r"\\(?:[A-Za-z]+\*?|.)", re.DOTALL)
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_ONE_COMMAND = re.compile(r"\{\\(?:[A-Za-z]+[ \t]*|[^A-Za-z])\}")
_ENDS_IN_WORD = re.compile(r"\\[A-Za-z]+\Z")
_WORD = re.compile(r"\w+|\s+|.", re.DOTALL)
_SOUND = re.compile(rf"\\\$|{MATH}", re.DOTALL)
_numbers = count(1)


class Wrapping(NamedTuple):
    r"""What encloses a stretch of text: ``<i>`` … ``</i>``, or ``\texttt{`` … ``}``.

    ``number`` tells two commands that follow one another from one that encloses both texts.
    """

    opening: str
    closing: str
    number: int

    def same(self, other: Wrapping) -> bool:
        """Whether the texts in both are one stretch: tags that meet are one, commands are not."""
        return self.opening == other.opening and (self.opening[0] == "<" or self.number == other.number)


class TextRun(NamedTuple):
    """A stretch of a :class:`Text`: ``text`` is what is printed of it.

    ``source`` is its notation where that is not its letters: a formula, or a command of LaTeX with its arguments.
    """

    text: str
    source: str = ""
    around: tuple[Wrapping, ...] = ()

    @property
    def kind(self) -> str:
        """``plain``, ``protected`` (its letter case stays: braces in BibTeX), ``math`` or ``tex``."""
        if self.source:
            return "math" if self.source[0] == "$" or self.source[:2] == "\\(" else "tex"
        if any(one.opening[0] != "<" for one in self.around):
            return "tex"
        return "protected" if any(one.opening == NOCASE for one in self.around) else "plain"

    @property
    def style(self) -> frozenset[str]:
        """``italic``, ``bold``, ``small-caps``, ``sub``, ``sup``."""
        return frozenset(_TAGS[one.opening] for one in self.around if one.opening in _TAGS)


class Text(str):
    r"""A text with markup. Its letters are what is printed; it keeps its markup when it is cut, joined or replaced.

    ``Text(value)`` takes what a work holds, and any ``str``, in CSL's notation; so do all methods that take a text to put
    in. :meth:`plain`, :meth:`from_latex` and :meth:`from_html` say what they take. What is searched for is letters.
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
    """The class of the notation that the text came in, which says more than the text: see :attr:`notation`."""

    def __new__(cls, value: str = "") -> Self:
        """Return the text that a value of a work means."""
        if isinstance(value, Text):
            return value if type(value) is cls else _of(cls, value.runs, value._origin)
        if not (_MARKUP_IN_TEX if isinstance(value, TeX) else _MARKUP).search(value):
            made = str.__new__(cls, value)
            made._runs, made._origin = (), str if isinstance(value, TeX) else type(value)
            return made
        return _of(cls, _Reading(value).runs(), str if isinstance(value, TeX) else type(value))

    @classmethod
    def plain(cls, text: str) -> Self:
        r"""Return a text of these letters: nothing in it is markup.

        >>> Text.plain("The <b> tag costs $5 to $6").to_latex()
        'The {\\textless}b> tag costs \\$5 to \\$6'
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
        """The stretches of the text, each of one kind."""
        return self._runs or ((TextRun(str(self)),) if self else ())

    @property
    def notation(self) -> str:
        """The text as a work stores it: CSL's notation, as :class:`~citekit.text.tex_syntax.TeX` if it has commands."""
        if not self._runs and not _MARKUP.search(self):
            return self._origin(self) if self._origin is not str else str(self)
        written = _written(self.runs)
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
            return str.__eq__(self, other) and _same_runs(self, other)
        if not isinstance(other, str):
            return NotImplemented
        one = self.notation
        return str.__eq__(one, other) and isinstance(one, TeX) == isinstance(other, TeX)

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
        return _of(type(self), _cut(self.runs, start, end) if len(self) else self.runs, self._origin)

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
        made = [*_unprinted(self.runs, 0, start), *_cut(self.runs, start, len(self))]
        return _of(type(self), made, self._origin) if start else self

    def rstrip(self, characters: str | None = None, /) -> Self:
        """Remove characters at the end."""
        end = len(str.rstrip(self, characters))
        made = [*_cut(self.runs, 0, end), *_unprinted(self.runs, end + 1, len(self))]
        return _of(type(self), made, self._origin) if end < len(self) else self

    def removeprefix(self, prefix: str, /) -> Self:
        """Remove a prefix."""
        return self._cut(len(prefix), len(self)) if str.startswith(self, prefix) else self

    def removesuffix(self, suffix: str, /) -> Self:
        """Remove a suffix."""
        return self._cut(0, len(self) - len(suffix)) if suffix and str.endswith(self, suffix) else self

    def _pieces(self, pieces: list[str], separator: int = 0) -> list[Self]:
        """Return pieces of the letters, in order, with their markup; ``separator`` is the length of what parts them.

        What prints nothing between two pieces belongs to the second one.
        """
        found, at, done = list[Self](), 0, 0
        for place, piece in enumerate(pieces):
            at = str.find(self, piece, at)
            made = [
                *(_unprinted(self.runs, done, at) if at or not piece else ()),
                *_cut(self.runs, at, at + len(piece)),
            ]
            at += len(piece)
            made += _unprinted(self.runs, at + 1, len(self)) if place == len(pieces) - 1 else ()
            found.append(_of(type(self), made, self._origin))
            done, at = at + 1, at + separator
        return found

    def split(self, sep: str | None = None, maxsplit: SupportsIndex = -1) -> list[Self]:  # type: ignore[override]
        """Split at a separator, by default at whitespace."""
        return self._pieces(str.split(self, sep, maxsplit), len(sep or ""))

    def rsplit(self, sep: str | None = None, maxsplit: SupportsIndex = -1) -> list[Self]:  # type: ignore[override]
        """Split at a separator, counted from the end."""
        return self._pieces(str.rsplit(self, sep, maxsplit), len(sep or ""))

    def splitlines(self, keepends: bool = False) -> list[Self]:  # type: ignore[override]
        """Split into lines."""
        lines = self._pieces(str.splitlines(self, keepends=True))
        return (
            lines
            if keepends
            else [line._cut(0, len(str.rstrip(line, "\n\r\v\f\x1c-\x1e\x85\u2028\u2029"))) for line in lines]
        )

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

        >>> Text.from_html("<i>E. coli</i> grows").replace("coli", "faecalis").to_html()
        '<i>E. faecalis</i> grows'
        """
        most, at, places = count.__index__(), 0, list[int]()
        while (at := str.find(self, old, at)) >= 0 and most != len(places):
            places.append(at)
            at += len(old) or 1
        put, last, made = Text(new), 0, list[TextRun]()
        for at in places:
            made += _cut(self.runs, last, at)
            replaced = _cut(self.runs, at, at + len(old))
            shared = _shared(tuple(run.around for run in replaced if run.text))
            unprinted = [place for place, run in enumerate(replaced) if not run.text]
            first = next((place for place, run in enumerate(replaced) if run.text), len(replaced))
            made += (replaced[place] for place in unprinted if place < first)
            made += (run._replace(around=(*shared, *run.around)) for run in put.runs)
            made += (replaced[place] for place in unprinted if place > first)
            last = at + len(old)
        return _of(type(self), [*made, *_cut(self.runs, last, len(self))], self._origin) if places else self

    def _made_into(self, letters: str) -> Self:
        """Return what an operation of ``str`` made of the letters, with the markup of what it left."""
        return _of(type(self), _carried(self, letters), self._origin)

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
    if not text._runs or new == str(old) or Text(new)._runs or _MARKUP_IN_TEX.search(new):
        return new
    if max(len(text), len(new)) > _LONGEST_ALIGNED or _similarity(str(text), new) < _MADE_OF:
        return new
    return text._made_into(new).notation


def _of(cls: type[Any], runs: Iterable[TextRun], origin: type[str]) -> Any:
    """Make a text of runs; neighbours of one kind become one run."""
    merged: list[TextRun] = []
    for run in runs:
        if not run.text and not run.source:
            continue
        last = merged[-1] if merged else None
        if last and not last.source and not run.source and _same_around(last.around, run.around):
            merged[-1] = last._replace(text=last.text + run.text)
        else:
            merged.append(run)
    made = str.__new__(cls, "".join([run.text for run in merged]))
    made._runs = tuple(merged) if len(merged) > 1 or any(run.source or run.around for run in merged) else ()
    made._origin = origin
    return made


def _joined(cls: type[Any], texts: Iterable[Text], origin: type[str]) -> Any:
    """Join texts. Whitespace between two parts of one stretch belongs to it, so words that were split join to the same text."""
    runs = [run for text in texts for run in text.runs]
    for at in range(1, len(runs) - 1):
        before, run, after = runs[at - 1 : at + 2]
        if not run.source and not run.around and run.text.isspace():
            shared = _shared((before.around, after.around), numbered=True)
            runs[at] = run._replace(around=shared)
    return _of(cls, runs, origin)


def _cut(runs: Iterable[TextRun], start: int, end: int, apart: bool = False) -> list[TextRun]:
    """Return the runs of a range of letters.

    A note or a key to sort by, which print nothing, belong to the letter before them, or to the first one of the text;
    with ``apart``, what is at the start of the range belongs to it too: the letter before it is in no range.
    """
    found: list[TextRun] = []
    at = 0
    for run in runs:
        begin, at = at, at + len(run.text)
        if begin == at:
            if start < begin <= end or (begin == start and (apart or (begin == 0 and end))):
                found.append(run)
        elif start <= begin and at <= end:
            found.append(run)
        elif begin < end and start < at:
            found.append(TextRun(run.text[max(start - begin, 0) : end - begin], "", run.around))
    return found


def _unprinted(runs: Iterable[TextRun], start: int, end: int) -> list[TextRun]:
    """Return what prints nothing between two places."""
    return [run for run in _cut(runs, start, end, apart=True) if not run.text]


def _same_around(one: tuple[Wrapping, ...], other: tuple[Wrapping, ...]) -> bool:
    return len(one) == len(other) and all(map(Wrapping.same, one, other))


def _shared(arounds: tuple[tuple[Wrapping, ...], ...], numbered: bool = False) -> tuple[Wrapping, ...]:
    """Return the outer markup that all have in common; ``numbered``: only what was one stretch, tags too."""
    shared: list[Wrapping] = []
    for level in zip(*arounds, strict=False):
        first = level[0]
        if not all(first == one if numbered else first.same(one) for one in level):
            break
        shared.append(first)
    return tuple(shared)


def _same_runs(one: Text, other: Text) -> bool:
    if not one._runs and not other._runs:
        return True
    mine, theirs = one.notation, other.notation
    return str.__eq__(mine, theirs) and isinstance(mine, TeX) == isinstance(theirs, TeX)


# --- from the notation ------------------------------------------------------------------------------------------------


class _Reading:
    """One pass over the notation of a text; ``open`` is the markup that encloses the place, with where its braces end."""

    def __init__(self, notation: str) -> None:
        from citekit.text.rich import paired

        self.tex = isinstance(notation, TeX)
        self.text = str(paired(notation))
        self.open: list[tuple[Wrapping, int]] = []
        self.found: list[TextRun] = []
        self.ends = self._ends() if self.tex else {}

    def _ends(self) -> dict[int, int]:
        """Return where the braces end, by where they begin."""
        ends: dict[int, int] = {}
        waiting: list[int] = []
        for match in _BRACE.finditer(self.text):
            if match[0] == "{":
                waiting.append(match.start())
            elif match[0] == "}" and waiting:
                ends[waiting.pop()] = match.start()
        return ends

    def runs(self) -> list[TextRun]:
        from citekit.text.rich import unescaped

        at, pattern = 0, _PIECE_OF_TEX if self.tex else _PIECE
        while at < len(self.text):
            if self.open and self.open[-1][1] == at:
                self.open.pop()
                at += 1
                continue
            match = pattern.match(self.text, at)
            assert match
            at, piece, kind = match.end(), match[0], match.lastgroup
            if kind == "formula":
                self._formula(piece)
            elif kind == "tag":
                closing = "</span>" if piece.startswith("<span") else f"</{piece[1:]}"
                self._wrap(piece, closing, -1)
            elif kind == "end":
                self._close(piece)
            elif kind in ("letter", "dollar"):
                self._add(match[kind])
            elif kind == "backslash":
                self._add("\\")
            elif kind is None:
                self._add(str(unescaped(piece)))
            else:
                at = self._latex(match)
        return [run._replace(text=str(unescaped(run.text))) if "<" in run.text else run for run in self.found]

    def _add(self, text: str, source: str = "") -> None:
        around = tuple(one for one, _ in self.open)
        last = self.found[-1] if self.found else None
        if last and not source and not last.source and last.around == around:
            self.found[-1] = last._replace(text=last.text + text)
        else:
            self.found.append(TextRun(text, source, around))

    def _wrap(self, opening: str, closing: str, end: int) -> None:
        self.open.append((Wrapping(opening, closing, next(_numbers)), end))

    def _close(self, tag: str) -> None:
        """End the innermost tag; a tag that crosses the braces of a command ends where these do."""
        for place in range(len(self.open) - 1, -1, -1):
            one, end = self.open[place]
            if one.closing == tag:
                del self.open[place]
                return
            if end >= 0:
                return

    def _formula(self, piece: str) -> None:
        from citekit.text.tex_allowed import is_sound

        if self.tex or is_sound(piece):
            self._add(_printed_formula(piece), piece)
        else:
            self._add(piece)

    def _latex(self, match: re.Match[str]) -> int:
        """Read a command or a group; return where it ends, or where its content begins."""
        start, end = match.span()
        if match["close"]:
            self._add("", match[0])
            return end
        if match["open"]:
            if (close := self.ends.get(start, -1)) < 0:
                self._add("", "{")
                return start + 1
            if len(self.open) >= _DEEPEST or _ONE_COMMAND.fullmatch(self.text, start, close + 1):
                return self._piece_of_latex(start, close + 1)
            switch = match["switch"]
            if switch and _printed_tex(switch):
                switch = ""
            self._wrap(f"{{{switch}", "}", close)
            return start + 1 + len(switch)
        word = _COMMAND.match(match[0]) if match["bar"] is None else None
        end, first, arguments = (start + len(word[0]) if word else end), 0, 0
        while (options := _OPTIONS.match(self.text, end)) and (options.end() == end or not arguments):
            if (close := self.ends.get(options.end(), -1)) < 0:
                break
            arguments, first, end = arguments + 1, options.end() + 1, close + 1
        of_letters = word and arguments and first < end - 1 and len(self.open) < _DEEPEST
        if of_letters and not (match["verbatim"] and arguments == 1) and _prints_letters(self.text[start:first]):
            self._wrap(self.text[start:first], "}", end - 1)
            return first
        while word and not arguments and self.text[end : end + 1] in (" ", "\t"):
            end += 1  # LaTeX ends a command at the blank and skips it
        return self._piece_of_latex(start, end)

    def _piece_of_latex(self, start: int, end: int) -> int:
        source = self.text[start:end]
        self._add(_printed_tex(source), source)
        return end


def _printed_formula(formula: str) -> str:
    """Return the letters that a formula prints, or its source where a command in it is not known."""
    from citekit.text.rich import without_marks
    from citekit.text.tex_math import bare_formula, formula_pieces

    pieces = formula_pieces(formula)
    shown = "".join([f"<{one.place}>{one.text}</{one.place}>" if one.place else one.text for one in pieces or ()])
    return without_marks(shown) if pieces else bare_formula(formula)


def _printed_tex(source: str) -> str:
    """Return the letters that a piece of LaTeX prints; of a formula without its scripts where no letters are raised."""
    from citekit.text.rich import without_marks
    from citekit.text.tex_printed import printed

    return without_marks(str(printed(TeX(source))))


@lru_cache(maxsize=1024)
def _prints_letters(opening: str) -> bool:
    r"""Whether a command prints its last argument as it is: ``\texttt{``, ``\href{…}{``, and all of which nothing is known."""
    return _printed_tex(f"{opening}xY}}") == "xY"


# --- to the notation --------------------------------------------------------------------------------------------------

_ESCAPED_IN_TEX = {"\\": "{\\textbackslash}", "{": "\\{", "}": "\\}", "$": "\\$"}
_SPECIAL_IN_TEX = re.compile(r"[\\{}$]")


def _written(runs: Iterable[TextRun]) -> str:
    """Return the notation of runs."""
    from citekit.text.tex_allowed import is_sound

    runs = tuple(runs)
    letters = "".join([run.text for run in runs if not run.source])
    tex = any(one.opening[0] != "<" for run in runs for one in run.around)
    tex = tex or any(run.source and not (run.kind == "math" and is_sound(run.source)) for run in runs)
    tex = tex or ("\\(" in letters and _SOUND.search(letters.replace("$", "")) is not None)
    dollars = sum(run.text.count("$") for run in runs) > 1 or any("$" in run.source for run in runs)
    out: list[str] = []
    opened: list[Wrapping] = []
    for run in runs:
        kept = len(_shared((tuple(opened), run.around)))
        while len(opened) > kept:
            out.append(opened.pop().closing)
        for one in run.around[kept:]:
            out.append(_parted(out, one.opening, tex))
            opened.append(one)
        out.append(_parted(out, run.source or _letters(run.text, tex, dollars), tex))
    out += (one.closing for one in reversed(opened))
    return TeX("".join(out)) if tex else "".join(out)


def _letters(text: str, tex: bool, dollars: bool) -> str:
    """Return letters so that nothing in them is read as markup."""
    from citekit.text.rich import as_rich

    if tex:
        text = _SPECIAL_IN_TEX.sub(lambda match: _ESCAPED_IN_TEX[match[0]], text)
    elif "$" in text:
        text = text.replace("$", "\\$") if dollars else text.replace("\\$", "\\\\$")
    return str(as_rich(text))


def _parted(out: list[str], piece: str, tex: bool) -> str:
    """Return a piece so that the command before it ends: letters would be part of its name, a brace its argument."""
    if (
        tex
        and out
        and piece
        and ((piece[0].isascii() and piece[0].isalpha()) or piece[0] in "{[")
        and _ENDS_IN_WORD.search(out[-1])
    ):
        return f"{{}}{piece}"
    return piece


# --- the markup of another text ---------------------------------------------------------------------------------------


def _similarity(one: str, other: str) -> float:
    from difflib import SequenceMatcher

    return SequenceMatcher(None, _WORD.findall(one), _WORD.findall(other), autojunk=False).ratio()


def _carried(old: Text, new: str) -> list[TextRun]:
    """Return the runs of a text made of the letters of another one: equal words have the markup that they had there."""
    from difflib import SequenceMatcher

    mine, theirs = _WORD.findall(str(old)), _WORD.findall(new)
    places = [0]
    for word in mine:
        places.append(places[-1] + len(word))
    made: list[TextRun] = []
    for step, begin, end, first, last in SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes():
        covered = _cut(old.runs, places[begin], places[end])
        if step == "equal":
            made += covered
            continue
        shared = _shared(tuple(run.around for run in covered if run.text))
        made += (run for run in covered if not run.text)
        made.append(TextRun("".join(theirs[first:last]), "", shared))
    return made

"""The yes-or-no signals of chunks and author runs that fitted weights speak about.

The scores in :mod:`citekit.publications.features` are written by hand; the weights in ``weights.json`` correct them.
They were fitted by ``benchmarks/fit_weights.py`` on labelled references and profiles, and hold numbers only.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from citekit.publications.chunks import ChunkedItem
    from citekit.publications.features import ChunkFeatures
    from citekit.publications.parts.authors import NameRun

Weights = dict[str, dict[str, float]]
"""Signal -> part -> weight; signals of steps are ``>T.`` (over this separator, from this part) and so on."""

Group = tuple[Any, ...]
"""Signals that go together, as a call that is not made yet: a function and its arguments; it gives their names."""


class FittedWeights(dict[str, dict[str, float]]):
    """Weights that do not change any more, with what was worked out from them, which grows with the kinds of chunks only.

    ``rows`` are the weights of a group of signals, ``scores`` those of a kind of atoms; see
    :mod:`citekit.publications.evidence`.
    """

    def __init__(self, weights: Weights) -> None:
        super().__init__(weights)
        self.rows: dict[Group, Any] = {}
        self.scores: dict[Group, Any] = {}


@cache
def fitted_weights(kind: str) -> FittedWeights:
    """The fitted weights that ship with citekit: of kind ``"document"`` for lists, ``"line"`` for single references."""
    path = files("citekit.publications").joinpath("weights.json")
    tables: dict[str, Weights] = json.loads(path.read_text(encoding="utf-8"))
    return FittedWeights(tables.get(kind, {}))


_NUMBERS = tuple(map(str, range(16)))


def bucket(value: float, borders: tuple[float, ...]) -> str:
    """The index of the interval between ``borders`` that a value falls in."""
    return _NUMBERS[bisect_right(borders, value)]


_WORDS = (1, 2, 3, 4, 6, 9, 15, 25)
_SHARES = (0.05, 0.3, 0.5, 0.8)
_VENUE = (0.1, 0.25, 0.44, 0.6, 0.8, 0.95)


def names_of(group: Group) -> list[str]:
    """The names of a group's signals."""
    names: list[str] = group[0](*group[1:])
    return names


def chunk_signals(features: list[ChunkFeatures], chunked: ChunkedItem) -> list[list[str]]:
    """The signals of every chunk of an item."""
    return [[name for group in groups for name in names_of(group)] for groups in signal_groups(features, chunked)]


def signal_groups(features: list[ChunkFeatures], chunked: ChunkedItem) -> list[tuple[Group, ...]]:
    """The signals of every chunk of an item in groups; an atom has one."""
    last = len(features) - 1
    text = chunked.item.text
    kinds = ["^", *(f.atom + f.kind[:3] if f.atom else "t" for f in features), "$"]
    found: list[tuple[Group, ...]] = []
    for i, f in enumerate(features):
        before, after = kinds[i], kinds[i + 2]
        if f.atom:
            found.append(((_of_atom, f.kind, f.atom, f.firm, before, after),))
            continue
        chunk = chunked.chunks[i]
        body = text[chunk.start : chunk.end]
        venue = bisect_right(_VENUE, f.venue)
        own = (
            _of_words,
            bisect_right(_WORDS, f.words),
            venue,
            bisect_right(_SHARES, f.lower / max(1, f.words)),
            min(f.functions, 3),
            bisect_right(_SHARES, f.plain),
            bisect_right(_SHARES, f.names),
            bisect_right(_SHARES, f.digits),
        )
        dots = min(body.count(". "), 3)
        rest = (_of_form, min(f.initials, 2), min(f.position, 4), dots, _marks(f, body, i == last), f.styles)
        found.append((own, (_of_place, before, after, venue), rest))
    return found


def _of_atom(kind: str, atom: str, firm: bool, before: str, after: str) -> list[str]:
    return [f"a:{kind}", f"a:{atom}{firm}", f"ab:{atom}{before}", f"aa:{atom}{after}"]


def _of_words(words: int, venue: int, lower: int, functions: int, plain: int, names: int, digits: int) -> list[str]:
    """The signals of a chunk's words; all but the function words are counted in intervals."""
    return [
        "t",
        f"w{words}",
        f"v{venue}",
        f"w{words}v{venue}",
        f"lo{lower}w{words}",
        f"fn{functions}",
        f"pl{plain}",
        f"nm{names}w{words}",
        f"dg{digits}",
    ]


def _of_place(before: str, after: str, venue: int) -> list[str]:
    return [f"b:{before}", f"n:{after}", f"b:{before}v{venue}", f"n:{after}v{venue}"]


def _of_form(initials: int, position: int, dots: int, marks: tuple[bool, ...], styles: str) -> list[str]:
    named = [name for name, yes in zip(_MARKS, marks, strict=True) if yes]
    return [f"in{initials}", f"p{position}", f"dots{dots}", *named, *(f"s{letter}" for letter in styles)]


def _marks(f: ChunkFeatures, body: str, last: bool) -> tuple[bool, ...]:
    """Which of the marks a chunk has."""
    return (
        f.quoted,
        f.bracketed,
        f.starts_lower,
        f.remark,
        f.cue,
        f.publisher,
        f.before_locator,
        f.after_editors,
        f.place > 0.5,
        last,
        f.connective,
        ": " in body,
        body.endswith("."),
        body.endswith(("?", "!")),
        " and " in body,
        body.startswith(("In ", "in ")),
        '"' in body or "”" in body,
    )


_MARKS = tuple("q k sl rm cue pub loc ed plc last co colon end. q? and in quot".split())


def run_signals(run: NameRun, text: str) -> list[str]:
    """The signals of an author run."""
    end = run.names[-1].end if run.editors else run.end
    count = bucket(len(run.names), (2, 3, 6, 12))
    styles = [n.style for n in run.names]
    mean = run.score / max(1, len(run.names))
    after = (
        text[end : end + 2].strip()[:1]
        if text[end : end + 1] != " "
        else "_"
        + (
            "a"
            if text[end + 1 : end + 2].islower()
            else "A"
            if text[end + 1 : end + 2].isupper()
            else text[end + 1 : end + 2]
        )
    )
    if after.isalnum():
        after = "w"
    last = run.names[-1]
    return [
        "r",
        f"r#{count}",
        f"rm{bucket(mean, (0.3, 0.6, 0.9, 1.1, 1.3))}",
        f"rm{bucket(mean, (0.3, 0.6, 0.9, 1.1, 1.3))}#{count}",
        f"r>{after}",
        f"r>{text[end - 1 : end] == '.'}{after}",
        f"rs{styles[0]}",
        f"rmix{min(3, len(set(styles)))}",
        f"rlast{last.style == styles[0]}{last.style}",
        f"r^{run.start == 0}",
        f"rw{run.with_form}",
        f"ro{run.others}",
        f"rl{bool(last.literal)}",
        f"rlen{bucket(len(last.family), (2, 3, 12))}",
    ]

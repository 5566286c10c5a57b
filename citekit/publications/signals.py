"""The yes-or-no signals of chunks and author runs that fitted weights speak about.

The scores in :mod:`citekit.publications.features` are written by hand; the weights in ``weights.json`` correct them.
They were fitted by ``benchmarks/fit_weights.py`` on labelled references and profiles, and hold numbers only.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citekit.publications.chunks import ChunkedItem
    from citekit.publications.features import ChunkFeatures
    from citekit.publications.parts.authors import NameRun

Weights = dict[str, dict[str, float]]
"""Signal -> part -> weight; signals of steps are ``>T.`` (over this separator, from this part) and so on."""


@cache
def fitted_weights(kind: str) -> Weights:
    """The fitted weights that ship with citekit: of kind ``"document"`` for lists, ``"line"`` for single references."""
    path = files("citekit.publications").joinpath("weights.json")
    tables: dict[str, Weights] = json.loads(path.read_text(encoding="utf-8"))
    return tables.get(kind, {})


_NUMBERS = tuple(map(str, range(16)))


def bucket(value: float, borders: tuple[float, ...]) -> str:
    """The index of the interval between ``borders`` that a value falls in."""
    return _NUMBERS[bisect_right(borders, value)]


_WORDS = (1, 2, 3, 4, 6, 9, 15, 25)
_SHARES = (0.05, 0.3, 0.5, 0.8)
_VENUE = (0.1, 0.25, 0.44, 0.6, 0.8, 0.95)


def chunk_signals(features: list[ChunkFeatures], chunked: ChunkedItem) -> list[list[str]]:
    """The signals of every chunk of an item."""
    last = len(features) - 1
    text = chunked.item.text
    found = []
    for i, f in enumerate(features):
        chunk = chunked.chunks[i]
        before = features[i - 1].atom + features[i - 1].kind[:3] if i and features[i - 1].atom else "t" if i else "^"
        after = (
            features[i + 1].atom + features[i + 1].kind[:3]
            if i < last and features[i + 1].atom
            else "t"
            if i < last
            else "$"
        )
        if f.atom:
            found.append([f"a:{f.kind}", f"a:{f.atom}{f.firm}", f"ab:{f.atom}{before}", f"aa:{f.atom}{after}"])
            continue
        words, venue = bucket(f.words, _WORDS), bucket(f.venue, _VENUE)
        body = text[chunk.start : chunk.end]
        signals = [
            "t",
            f"w{words}",
            f"v{venue}",
            f"w{words}v{venue}",
            f"lo{bucket(f.lower / max(1, f.words), _SHARES)}w{words}",
            f"fn{min(f.functions, 3)}",
            f"pl{bucket(f.plain, _SHARES)}",
            f"nm{bucket(f.names, _SHARES)}w{words}",
            f"dg{bucket(f.digits, _SHARES)}",
            f"b:{before}",
            f"n:{after}",
            f"b:{before}v{venue}",
            f"n:{after}v{venue}",
            f"in{min(f.initials, 2)}",
            f"p{min(f.position, 4)}",
            f"dots{min(body.count('. '), 3)}",
        ]
        signals += _marks(f, body, i == last)
        signals += [f"s{letter}" for letter in f.styles]
        found.append(signals)
    return found


def _marks(f: ChunkFeatures, body: str, last: bool) -> list[str]:
    """The signals that a chunk has or has not."""
    quotes = '"' in body or "”" in body
    return [
        name
        for name, yes in zip(
            _MARKS,
            (
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
                quotes,
            ),
            strict=True,
        )
        if yes
    ]


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

"""What a document says about its sources: the keys it cites, the bibliographies and further files that it names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from citekit.registry import units
from citekit.span import Source, Span

LANGUAGES = "citekit.checks.citing"
"""The package of the languages. A language has ``NAME``, ``SUFFIXES`` and ``read(source, reading) -> Cited``."""

NOTHING = "\0"
"""Stands where the language sees nothing at all, as for a comment of LaTeX within a key."""
_BLANKS = " \t\r\n\f\v\xa0" + NOTHING
EVERYTHING = "*"
"""What stands in place of a key where a whole bibliography is cited (``\\nocite{*}``)."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A cited key and where it stands. Keys of one command have the same ``group``, its offset."""

    key: str
    span: Span
    group: int = 0


@dataclass(frozen=True, slots=True)
class Named:
    """A file that a document names, as it names it, and where; an ``optional`` one need not be there."""

    name: str
    span: Span
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Fault:
    """A citation that is written wrongly. ``edit`` is what should stand at ``span`` instead, None where that is open."""

    message: str
    hint: str
    span: Span
    edit: str | None = None


@dataclass(frozen=True, slots=True)
class Cited:
    """What one file cites.

    ``bibliographies`` are files of entries, ``inputs`` further parts of the document, ``styles`` files that are read for
    the commands they define, where they are there. ``defined`` are keys of entries that stand in the document itself
    (``\\bibitem``). ``written_for_citing`` says that there can be no doubt that the
    file cites with keys; an ``@word`` in Markdown may be a person's handle. ``macros`` are the commands that the file
    defines for citing, which the files it names know as well. ``written`` are files that the document holds and writes
    itself (``filecontents``), with the place of their text; ``prefixes`` are what Sphinx puts before keys.
    """

    citations: tuple[Citation, ...] = ()
    bibliographies: tuple[Named, ...] = ()
    inputs: tuple[Named, ...] = ()
    defined: tuple[Citation, ...] = ()
    faults: tuple[Fault, ...] = ()
    written_for_citing: bool = True
    macros: dict[str, object] = field(default_factory=dict)
    styles: tuple[Named, ...] = ()
    written: tuple[Named, ...] = ()
    prefixes: tuple[str, ...] = ()

    def without(self, prefixes: tuple[str, ...]) -> Cited:
        """The same with the keys as bibliographies have them, where Sphinx puts one of these prefixes before them."""
        return replace(self, citations=tuple(_without_prefix(citation, prefixes) for citation in self.citations))

    @property
    def everything(self) -> bool:
        """Whether all entries of the bibliographies are cited."""
        return any(citation.key == EVERYTHING for citation in self.citations)

    @property
    def keys(self) -> tuple[Citation, ...]:
        """The citations of single entries."""
        return tuple(citation for citation in self.citations if citation.key != EVERYTHING)


def _without_prefix(citation: Citation, prefixes: tuple[str, ...]) -> Citation:
    prefix = next((prefix for prefix in prefixes if citation.key.startswith(prefix)), "")
    span = Span(citation.span.start + len(prefix), citation.span.end)
    return replace(citation, key=citation.key[len(prefix) :], span=span)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a language is told before it reads.

    ``macros`` are the commands that other files of the document define; ``exists`` says whether a file is there that the
    document names. ``main`` is the main file's name without suffix where the file is part of another's document.
    """

    macros: dict[str, object] = field(default_factory=dict)
    exists: Callable[[str], bool] | None = None
    main: str = ""


@dataclass(slots=True)
class Found:
    """A :class:`Cited` in the making."""

    citations: list[Citation] = field(default_factory=list)
    bibliographies: list[Named] = field(default_factory=list)
    inputs: list[Named] = field(default_factory=list)
    defined: list[Citation] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    styles: list[Named] = field(default_factory=list)
    written: list[Named] = field(default_factory=list)
    prefixes: list[str] = field(default_factory=list)

    def cited(self, written_for_citing: bool = True, macros: dict[str, object] | None = None) -> Cited:
        """The finished reading, everything in the order of the file, nothing twice."""
        return Cited(
            _in_order(self.citations),
            tuple(dict.fromkeys(sorted(self.bibliographies, key=lambda named: named.span.start))),
            tuple(dict.fromkeys(sorted(self.inputs, key=lambda named: named.span.start))),
            _in_order(self.defined),
            tuple(sorted(self.faults, key=lambda fault: fault.span.start)),
            written_for_citing,
            macros or {},
            tuple(dict.fromkeys(self.styles)),
            tuple(self.written),
            tuple(self.prefixes),
        )

    def add_keys(self, text: str, start: int, group: int, separators: str = ",") -> None:
        """The keys of a list such as ``a, b`` that begins at ``start``; missing and blank-ridden ones are faults."""
        at = start
        pieces = _split(text, separators)
        for piece in pieces:
            written = piece.strip(_BLANKS)
            key = written.replace(NOTHING, "")
            begin = at + len(piece) - len(piece.lstrip(_BLANKS))
            if key:
                span = Span(begin, begin + len(written))
                self.citations.append(Citation(key, span, group))
                if any(c.isspace() for c in key):
                    message = f"the key '{_short(key)}' has a blank in it"
                    self.faults.append(Fault(message, "put a comma between two keys", span))
            else:
                self._empty(text, start, at, len(piece), len(pieces))
            at += len(piece) + 1

    def _empty(self, text: str, start: int, at: int, width: int, pieces: int) -> None:
        if pieces == 1:
            self.faults.append(
                Fault(
                    "the citation names no key",
                    "name an entry, or remove the citation",
                    Span(max(0, start - 1), start + len(text) + 1),
                )
            )
            return
        last = at + width >= start + len(text)
        comma = at - 1 if last and at > start else at + width
        if start <= comma < start + len(text):
            self.faults.append(
                Fault("there is a comma too many in the citation", "remove it", Span(comma, comma + 1), "")
            )


def _split(text: str, separators: str) -> list[str]:
    for other in separators[1:]:
        text = text.replace(other, separators[0])
    return text.split(separators[0])


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 40 else f"{flat[:39]}…"


def _in_order(citations: Iterable[Citation]) -> tuple[Citation, ...]:
    seen: dict[tuple[str, int], Citation] = {}
    for citation in citations:
        seen.setdefault((citation.key, citation.span.start), citation)
    return tuple(sorted(seen.values(), key=lambda citation: citation.span.start))


def citing_suffixes() -> dict[str, Callable[[Source, Reading], Cited]]:
    """File name suffix -> the language that reads it; of two languages for one suffix the first in the alphabet."""
    found: dict[str, Callable[[Source, Reading], Cited]] = {}
    for module in units(LANGUAGES):
        for suffix in module.SUFFIXES:
            found.setdefault(suffix, module.read)
    return found


def blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with these ranges, in order and without overlaps, made blank; line ends and offsets stay."""
    pieces: list[str] = []
    at = 0
    for start, end in spans:
        if end <= at:
            continue
        begin = max(start, at)
        pieces.append(text[at:begin])
        hidden = text[begin:end]
        pieces.append("\n".join(" " * len(line) for line in hidden.split("\n")))
        at = end
    pieces.append(text[at:])
    return "".join(pieces)

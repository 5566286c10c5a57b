"""The citations and lists of a whole site, printed together: one order, one numbering, each citation in linked pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path

from citekit.csl.cite import SUBSEQUENT
from citekit.csl.cite import Citation as Cluster
from citekit.csl.cite import Cite as Item
from citekit.csl.fill import Filling
from citekit.csl.processor import FormattedEntry, process
from citekit.csl.styles import load as load_style
from citekit.csl.tree import Inline, text_of
from citekit.formats.files import load
from citekit.manuscripts.citation import EVERYTHING, Cited, CitedKey, Footnote, ManuscriptCitation
from citekit.manuscripts.writing import Writing
from citekit.model.as_printed import titled
from citekit.model.work import Work
from citekit.runtime.errors import CitekitError, Problem, UnreadableInputError, did_you_mean
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span

DEFAULT_STYLE = "apa"
PUNCTUATION = frozenset(".,;:!?")
"""What a note follows."""
_BRACKETS = "()[]"
_PAIRS = {"(": ")", "[": "]"}
Piece = tuple[tuple[Inline, ...], str]
"""What is printed, and the key of the entry that it leads to (empty: none)."""


@dataclass(eq=False)
class PrintedCitations:
    """What is printed: the pieces of each citation in the order given, the entries of the list in that of the style."""

    citations: list[tuple[Piece, ...]] = field(default_factory=list)
    entries: tuple[FormattedEntry, ...] = ()
    problems: tuple[Problem, ...] = ()
    authors: Mapping[int, tuple[Inline, ...]] = field(default_factory=dict)
    """By the number of a citation that is part of a sentence: who is named there, where the style cites in notes."""

    def texts(self) -> dict[str, str]:
        """Key -> the bare text of the entry, for tooltips."""
        return {entry.id: " ".join(text_of(entry.content).split()) for entry in self.entries}


@dataclass(eq=False)
class Bibliographies:
    """The works of some files, read again where one of them has changed."""

    paths: Sequence[Path]
    problems: list[Problem] = field(default_factory=list)
    _state: object = None
    _works: dict[str, Work] = field(default_factory=dict)

    def works(self) -> Mapping[str, Work]:
        """Key -> work; of two with one key the first counts. What cannot be read is among the ``problems``."""
        state = [(path.stat().st_mtime_ns, path.stat().st_size) if path.is_file() else None for path in self.paths]
        if state != self._state:
            self._state, self.problems = state, []
            found: dict[str, Work] = {}
            for path in self.paths:
                try:
                    library = load(path)
                except UnreadableInputError as error:
                    self.problems.append(error.problem)
                    continue
                self.problems += [problem for problem in library.problems if problem.severity == "error"]
                for work in titled(library.works, "auto", True):
                    found.setdefault(work.id, work)
            self._works = found
        return self._works

    def hint(self, key: str) -> str:
        """Return what to do about a key that no one knows."""
        return did_you_mean(key, self._works) if self._works else "no bibliography has an entry"


def printed(
    citations: Iterable[ManuscriptCitation],
    works: Mapping[str, Work],
    style: str,
    language: str = "",
    further: Iterable[str] = (),
    notes: Sequence[int] = (),
) -> PrintedCitations:
    """Print citations in their order, and the list of what they cite and of ``further`` keys.

    The citations are copied to places of their own, so that those of several texts can be given. One with a key that no
    work has prints nothing. ``notes`` are the texts' own notes, which count as well: the number of citations before each.
    Raises :class:`~citekit.runtime.errors.CitekitError` for a style or language that does not exist.
    """
    placed = tuple(_placed(citations))
    counted = tuple(  # at places that no text has
        Footnote(Span(-2 - at, -2 - at), before) for at, before in enumerate(notes)
    )
    nothing = Cited(
        placed, notes=counted, cites=tuple(cite for one in placed for cite in one.cites if cite.key != EVERYTHING)
    )
    extra = [CitedKey(key, Span(0, 0)) for key in further if key in works]
    filling = Filling(Source("", ""), nothing, Writing("text", ""), load_style(style), list(works.values()), language)
    rendered, contents = filling.printed(further=extra)
    alone = _alone(filling, [entry.id for entry in rendered.bibliography] or [c.key for o in placed for c in o.cites])
    made = {citation.span: _pieces(citation, content, alone) for citation, content in contents}
    cited = {cite.key: filling.by_id[cite.key] for cite in nothing.keys if cite.key in filling.by_id}
    numbers = [one.citation.span.start for one in filling.counted]
    authors = {numbers[at]: content for at, content in filling.authors(list(cited.values())).items()}
    return PrintedCitations(
        [made.get(one.span, ()) for one in placed], rendered.bibliography, rendered.warnings, authors
    )


def _placed(citations: Iterable[ManuscriptCitation]) -> Iterator[ManuscriptCitation]:
    """Citations of several texts with places of their own, and so their footnotes; those of one note stay together."""
    before, note = -1, -1
    for number, one in enumerate(citations):
        if one.footnote >= 0 and one.footnote != before:
            note = number
        before = one.footnote
        yield replace(one, span=Span(number, number + 1), footnote=note if one.footnote >= 0 else -1)


def _alone(filling: Filling, keys: Iterable[str]) -> dict[str, str]:
    """Return what a citation of each work alone states, without brackets -> its key, by which pieces of others are
    known.
    """
    if filling.notes:
        return {}
    known = [key for key in dict.fromkeys(keys) if key in filling.by_id]
    clusters = [Cluster((Item(key, position=SUBSEQUENT),), id=key) for key in known]
    works = [filling.by_id[key] for key in known]
    made = process(filling.style, works, clusters, filling.language).citations
    return {text_of(content).strip(_BRACKETS): key for key, content in zip(known, made, strict=True)}


def _pieces(citation: ManuscriptCitation, content: tuple[Inline, ...], alone: Mapping[str, str]) -> tuple[Piece, ...]:
    """Return a citation cut where one work ends and the next begins, as far as that shows; else one piece for its first work."""
    keys = [cite.key for cite in citation.cites]
    text = content[0] if len(content) == 1 else ""
    if len(keys) > 1 and isinstance(text, str):
        whole = text[:1] in _PAIRS and text[-1:] == _PAIRS[text[:1]] and text.count(text[:1]) == 1
        start, end = (1, len(text) - 1) if whole else (0, len(text))
        for divider in ("; ", ", ", ","):
            parts = text[start:end].split(divider)
            if len(parts) == len(keys):
                pieces: list[Piece] = [((text[:start],), "")]
                for number, part in enumerate(parts):
                    pieces += [((divider,), "")] if number else []
                    pieces.append(((part,), alone.get(part.strip(_BRACKETS), keys[number])))
                return tuple(piece for piece in (*pieces, ((text[end:],), "")) if piece[0] != ("",))
    return ((content, keys[0]),) if content else ()


def style_beside(style: str, folder: Path) -> str:
    """Return a style as settings in a folder name it: a file is meant from there."""
    return str(folder / style) if style.lower().endswith(".csl") and (folder / style).is_file() else style


def cites_in_notes(style: str) -> bool:
    """Whether a style prints citations as notes."""
    return load_style(style).kind == "note"


def check_style(style: str) -> str:
    """Why there is no such style, in a sentence; the empty string if there is one."""
    try:
        load_style(style)
    except CitekitError as error:
        return str(error)
    return ""

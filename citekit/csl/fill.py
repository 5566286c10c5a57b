"""A manuscript with its citations and its list filled in by a style.

What it cites, and how a citation is written back, says :mod:`citekit.manuscripts`; every other character stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from citekit.csl.cite import SUBSEQUENT
from citekit.csl.cite import Citation as Cluster
from citekit.csl.cite import Cite as Item
from citekit.csl.finish import finish
from citekit.csl.listing import AS_THE_STYLE_HAS_IT, Listing
from citekit.csl.model import Style
from citekit.csl.output import Writer, writer
from citekit.csl.processor import Entry, Rendered, process, program_for
from citekit.csl.richtext import parse_rich
from citekit.csl.tree import Inline, Markup, text_of, unlinked
from citekit.errors import Problem, UsageError
from citekit.manuscripts.citation import EVERYTHING, Citation, Cite, Cited, Found, Mode
from citekit.manuscripts.pandoc_citations import cite_text
from citekit.manuscripts.writing import ListedWork, Writing
from citekit.records import dataclass
from citekit.span import Source, Span
from citekit.works.kinds import entry_type, variable_of
from citekit.works.work import Work

_MODES: Mapping[Mode, str] = {
    "textual": "composite",
    "author": "author-only",
    "year": "suppress-author",
    "no-author": "suppress-author",
}
"""The modes of citations that the processor has other names for."""
_AFFIXES = {"(": ")", "[": "]"}


@dataclass(frozen=True, slots=True)
class Filled:
    """The text with its citations and list, and what could not be filled in."""

    text: str
    problems: tuple[Problem, ...] = ()


def parse_citations(text: str) -> list[Cluster]:
    """The citations of a text in Pandoc's notation, numbered as notes from 1; what stands between them is left out.

    Raises :class:`~citekit.errors.UsageError` where there is none.
    """
    found = Found()
    cite_text(text, found)
    if not found.citations:
        raise UsageError(f"there is no citation in '{text}'", "write [@key, p. 3] or @key")
    return [replace(_cluster(one), note=note, id=f"citation-{note}") for note, one in enumerate(found.citations, 1)]


def _cluster(citation: Citation) -> Cluster:
    """A citation as the processor takes it."""
    return Cluster(tuple(_item(cite) for cite in citation.cites), mode=_MODES.get(citation.mode, ""))


def _item(cite: Cite) -> Item:
    mode = "suppress-author" if cite.no_author else ""
    return Item(cite.key, cite.locator, cite.label, cite.prefix, cite.suffix, mode)


def fill(
    source: Source,
    cited: Cited,
    writing: Writing,
    style: Style,
    works: Sequence[Work],
    language: str = "",
    listing: Listing = AS_THE_STYLE_HAS_IT,
    further: Sequence[Cite] = (),
) -> Filled:
    """The same text with citations and list; every other character stays as it is.

    ``cited`` is what the text cites, ``writing`` how its language writes citations; ``further`` are works that other files
    of the document cite, which are listed too. A citation with a key that no work has stays as it is and becomes a
    :class:`~citekit.errors.Problem` with its place, as does one of a kind that cannot be filled in.
    """
    return Filling(source, cited, writing, style, works, language).filled(listing, further)


class Filling:
    """One text while it is filled in."""

    def __init__(
        self, source: Source, cited: Cited, writing: Writing, style: Style, works: Sequence[Work], language: str
    ) -> None:
        self.source, self.writing, self.style, self.language = source, writing, style, language
        self.works = works
        self.by_id = {work.id: work for work in reversed(works)}
        self.cited = cited = _by_own_keys(cited, works)
        self.citations = [
            one
            for one in cited.citations
            if one.mode != "nocite" and not one.fixed and all(cite.key in self.by_id for cite in one.cites)
        ]
        self.program = program_for(style, language)
        self.notes = style.kind == "note"
        self.writer: Writer = writer(writing.output)
        self.entries: dict[str, tuple[Inline, ...]] = {}
        self.behind: list[str] = []
        self.empty: list[Citation] = []

    def printed(
        self, listing: Listing = AS_THE_STYLE_HAS_IT, further: Sequence[Cite] = ()
    ) -> tuple[Rendered, list[tuple[Citation, tuple[Inline, ...]]]]:
        """What the processor makes of the text, and each citation that can be filled in with what it prints."""
        shown = self._shown(further)
        listed = [work for work in self.by_id.values() if work.id in shown]
        rendered = process(self.style, _in_order(listed, shown), list(self._numbered()), self.language, listing)
        self.entries = {entry.id: _divided(entry)[1] for entry in rendered.bibliography}
        made = zip(self.citations, rendered.citations, strict=True)
        return rendered, [(citation, self._content(citation, content)) for citation, content in made]

    def filled(self, listing: Listing, further: Sequence[Cite]) -> Filled:
        """The text, and what there is to say of it."""
        rendered, contents = self.printed(listing, further)
        listed = [self.by_id[key] for key in self._shown(further)]
        authors = self.authors(listed)
        edits = [self._removed(one.span) for one in self.cited.citations if one.mode == "nocite" and not one.fixed]
        for citation, made in contents:
            if made:
                edits += self._placed(citation, made, authors.get(citation.span, ()))
            else:
                self.empty.append(citation)
        edits += self._list(rendered)
        problems = (*self._unknown(), *self._unsupported(), *rendered.warnings)
        return Filled(_edited(self.source.text, edits, self.writing), problems)

    def _shown(self, further: Sequence[Cite]) -> dict[str, None]:
        """The keys of the works that are listed, in the order in which they are cited."""
        shown = dict.fromkeys(cite.key for one in self.citations for cite in one.cites)
        only_listed = [cite for one in self.cited.citations if one.mode == "nocite" for cite in one.cites]
        for cite in (*only_listed, *further):
            keys = [work.id for work in self.works] if cite.key == EVERYTHING else [cite.key]
            shown |= dict.fromkeys(key for key in keys if key in self.by_id)
        return shown

    def _numbered(self) -> Iterator[Cluster]:
        """The citations with ids and, where the style cites in notes, the numbers of these."""
        number, last = 0, -1
        for at, citation in enumerate(self.citations, 1):
            if self.notes and (citation.footnote < 0 or citation.footnote != last):
                number += 1
            last = citation.footnote
            cluster = _cluster(citation)
            in_note = self.notes and citation.footnote < 0 and cluster.mode == "composite"
            yield replace(
                cluster, note=number if self.notes else 0, id=f"citation-{at}", mode="" if in_note else cluster.mode
            )

    def authors(self, works: Sequence[Work]) -> dict[Span, tuple[Inline, ...]]:
        """What stands in the sentence where a style cites in notes, of the citations that are part of a sentence."""
        spoken = [one for one in self.citations if one.footnote < 0 and one.mode == "textual" and self.notes]
        clusters = [
            Cluster(tuple(Item(cite.key, position=SUBSEQUENT) for cite in one.cites), 0, f"author-{at}", "author-only")
            for at, one in enumerate(spoken)
        ]
        made = process(self.style, works, clusters, self.language).citations if clusters else ()
        return {one.span: content for one, content in zip(spoken, made, strict=True)}

    # What is printed

    def _content(self, citation: Citation, content: tuple[Inline, ...]) -> tuple[Inline, ...]:
        """What a citation prints: that of the processor, or a part of the works."""
        if citation.mode == "bare" or (citation.is_note and citation.mode == "parenthetical"):
            return _without_affixes(content)
        if citation.mode == "full":
            return self._each(citation, lambda key: self.entries.get(key) or content)
        if citation.mode == "year":
            return self._each(citation, lambda key: (_year(self.by_id[key], content),))
        if citation.mode == "field":
            made = self._each(citation, lambda key: self._field(self.by_id[key], citation.field))
            return made if text_of(made).strip("; ") else ()
        return content

    def _each(self, citation: Citation, made: Callable[[str], tuple[Inline, ...]]) -> tuple[Inline, ...]:
        """What is made of the works, divided by semicolons, with the texts before and behind them."""
        parts: list[Inline] = []
        for cite in citation.cites:
            behind = (f", {cite.locator}" if cite.locator else "") + cite.suffix
            parts += ["; "] if parts else []
            parts += [*self._rich(cite.prefix), *made(cite.key), *self._rich(behind)]
        return tuple(parts)

    def _rich(self, text: str) -> tuple[Inline, ...]:
        return finish(parse_rich(text), self.program.quotes) if text else ()

    def _field(self, work: Work, name: str) -> tuple[Inline, ...]:
        """What a work has in a field of BibTeX; nothing where it has none."""
        if name in ("author", "editor"):
            return (", ".join(person.literal or person.full_family for person in work.names(name)),)
        if name in ("year", "date"):
            return (str(work.year or ""),)
        return self._rich(work.text(variable_of(name, entry_type(work.type))) or work.fields.get(name, ""))

    def _text(self, content: tuple[Inline, ...]) -> str:
        return self.writer.inline(content if self.cited.links else unlinked(content))

    def _placed(
        self, citation: Citation, content: tuple[Inline, ...], author: tuple[Inline, ...]
    ) -> list[tuple[Span, str]]:
        """What replaces what; a note touches the word before it and stands behind a punctuation mark."""
        text, start, end = self.source.text, citation.span.start, citation.span.end
        in_sentence = citation.mode in ("author", "year", "field") and not citation.is_note
        as_note = citation.footnote < 0 and (citation.is_note or self.notes) and not in_sentence
        after = text[end : end + 1]
        made = self._text(content)
        if not as_note:
            said = text_of(content).rstrip("”’»\"'")
            return [(Span(start, end + 1 if after == "." and said.endswith(".") else end), made)]
        made, elsewhere = self.writing.noted(made, len(self.behind) + 1)
        self.behind += [elsewhere] if elsewhere else []
        spoken = self._text(author) if author else ""
        while not spoken and start and text[start - 1] in " ~":
            start -= 1
        if after and after in ".,;:!?":
            return [(Span(start, end + 1), spoken + after + made)]
        return [(Span(start, end), spoken + made)]

    def _removed(self, span: Span) -> tuple[Span, str]:
        """A citation that prints nothing, with the blank before it where none is needed any more."""
        text = self.source.text
        after = text[span.end : span.end + 1]
        needless = text[span.start - 1 : span.start] == " " and (not after or after in " .,;:!?)\r\n")
        return Span(span.start - needless, span.end), ""

    def _list(self, rendered: Rendered) -> list[tuple[Span, str]]:
        """The list in its place, and the notes whose texts do not stand in the sentence."""
        edits: list[tuple[Span, str]] = []
        if self.cited.list_at is not None and rendered.bibliography:
            works = [self._listed(entry) for entry in rendered.bibliography]
            footnotes = " ".join(self.writer.inline((note,)) for note in rendered.footnotes)
            made = self.cited.gap + self.writing.listed(works, footnotes)
            edits.append((self.cited.list_at, self._before_line_end(made, self.cited.list_at)))
        if self.behind:
            place = self.cited.notes_at or Span(len(self.source.text), len(self.source.text))
            made = "\n\n".join(self.behind) + "\n"
            edits.append((place, self._before_line_end(made if len(place) else f"\n\n{made}", place)))
        return edits

    def _before_line_end(self, made: str, place: Span) -> str:
        """A text without its last line end where one follows already."""
        return made.rstrip("\n") if len(place) and self.source.text[place.end : place.end + 1] in ("\r", "\n") else made

    def _listed(self, entry: Entry) -> ListedWork:
        label, content = _divided(entry)
        made = self.writer.inline((label,)) if label else ""
        short = self.writer.inline((_short(self.by_id[entry.id]),))
        return ListedWork(entry.id, made, self._text(entry.content), self._text(content), short)

    # What is said

    def _unknown(self) -> Iterator[Problem]:
        for cite in self.cited.keys:
            if cite.key not in self.by_id:
                message = f"there is no work '{cite.key}'"
                yield Problem(message, "check the key", self.source, cite.span, "warning", "unknown-work")

    def _unsupported(self) -> Iterator[Problem]:
        for one in self.cited.citations:
            why = one.fixed or (f"the work has no {one.field}" if one in self.empty else "")
            if why and one.mode != "nocite":
                text = " ".join(self.source.text[one.span.start : one.span.end].split())
                message = f"{text if len(text) < 60 else f'{text[:57]}…'} cannot be filled in: {why}"
                yield Problem(message, "it was left as it is", self.source, one.span, "warning", "unknown-command")


def _by_own_keys(cited: Cited, works: Sequence[Work]) -> Cited:
    """What is cited, with the key of its entry in place of one that the entry had before (BibLaTeX's ``ids``)."""
    own = {work.id for work in works}
    former = {key: work.id for work in reversed(works) for key in work.keys[1:] if key not in own}
    if not former:
        return cited

    def renamed(cites: tuple[Cite, ...]) -> tuple[Cite, ...]:
        return tuple(replace(cite, key=former.get(cite.key, cite.key)) for cite in cites)

    citations = tuple(replace(one, cites=renamed(one.cites)) for one in cited.citations)
    return replace(cited, citations=citations, cites=renamed(cited.cites))


def _in_order(works: Sequence[Work], shown: Mapping[str, None]) -> list[Work]:
    place = {key: at for at, key in enumerate(shown)}
    return sorted(works, key=lambda work: place[work.id])


def _divided(entry: Entry) -> tuple[str, tuple[Inline, ...]]:
    """The label in the margin and the rest of an entry."""
    first = entry.content[0] if entry.content else ""
    if isinstance(first, Markup) and (first.kind, first.value) == ("display", "left-margin"):
        return text_of((first,)).strip(), entry.content[1:]
    return "", entry.content


def _short(work: Work) -> str:
    """Who and when, as natbib wants to know it of a work."""
    people = work.author or work.names("editor")
    names = [name.literal or name.full_family for name in people]
    who = " and ".join(names) if len(names) < 3 and "others" not in names else f"{names[0]} et al."
    return f"{who or work.id}({work.year or 'n.d.'})"


def _without_affixes(content: tuple[Inline, ...]) -> tuple[Inline, ...]:
    """A citation without the brackets that stand around all of it."""
    text = text_of(content)
    if len(text) < 2 or _AFFIXES.get(text[0]) != text[-1]:
        return content
    return _cut(_cut(content, 0), -1)


def _cut(content: tuple[Inline, ...], end: int) -> tuple[Inline, ...]:
    """Output without its first (0) or last (-1) letter."""
    if not content:
        return content
    part = content[end]
    less: Inline
    if isinstance(part, str):
        less = part[1:] if end == 0 else part[:-1]
    else:
        less = replace(part, content=_cut(part.content, end))
    return (less, *content[1:]) if end == 0 else (*content[:-1], less)


def _year(work: Work, content: tuple[Inline, ...]) -> str:
    """The year of a work, with the letter that the style adds to tell it from others."""
    year = str(work.year or "n.d.")
    found = re.search(rf"(?<!\d){re.escape(year)}[a-z]{{0,2}}(?![\w])", text_of(content))
    return found[0] if found else year


def _edited(text: str, edits: Sequence[tuple[Span, str]], writing: Writing) -> str:
    """The text with spans replaced, new lines written as the text writes them."""
    newline = "\r\n" if "\r\n" in text else "\n"
    pieces: list[str] = []
    last = 0
    for span, new in sorted(edits, key=lambda edit: (edit[0].start, edit[0].end)):
        if span.start >= last:
            pieces += [text[last : span.start], writing.encode(new).replace("\n", newline)]
            last = span.end
    return "".join([*pieces, text[last:]])

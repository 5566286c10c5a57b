"""A manuscript with its citations and its list filled in by a style.

:mod:`citekit.manuscripts` defines what it cites and how a citation is written back; every other character stays as it
is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from citekit.csl.alignment import aligned
from citekit.csl.cite import SUBSEQUENT, Citation, Cite
from citekit.csl.listing import AS_THE_STYLE_HAS_IT, ListingOptions
from citekit.csl.model import Style
from citekit.csl.output import Writer, writer
from citekit.csl.processor import FormattedEntry, Rendered, process, program_for
from citekit.csl.richtext import parse_rich
from citekit.csl.tree import Inline, Markup, finish, text_of, unlinked
from citekit.manuscripts.citation import EVERYTHING, Cited, CitedKey, Found, ListPlace, ManuscriptCitation, Mode
from citekit.manuscripts.pandoc_citations import cite_text
from citekit.manuscripts.writing import WRITTEN, ListedWork, Writing, thebibliography, written
from citekit.model.kinds import ENTRY_TYPES, entry_type, variable_of
from citekit.model.work import Work
from citekit.runtime.errors import Problem, UsageError
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span

# The modes of citations that the processor has other names for.
_MODES: Mapping[Mode, str] = {
    "textual": "each",
    "leading": "composite",
    "author": "author-only",
    "year": "suppress-author",
    "no-author": "suppress-author",
}
_AFFIXES = {"(": ")", "[": "]"}
# Numbers that have brackets of their own.
_EACH_BRACKETED = re.compile(r"\[[^\[\]]+\](?:[,;–-]?\s?\[[^\[\]]++\])+")
_FIRST_LETTER = re.compile(r"((?:<[a-z]{1,4}+>|[\"'“‘(])*)([^\W\d_])")
# How a note begins in one of the languages.
_NOTE_BEGINS = re.compile(
    r"\A(?:\[\^[^\]]{1,99}\]:|\^\[|#footnote\[|\[fn:[\w-]{0,60}:?\]?|footnote:[\w-]{0,60}\[|\.\.[ \t]+\[[^\]]{1,99}\])?\s*"
)
# The spaces, ties and thin spaces before a raised number, as in "word~\,"; a match begins where the first of them does.
_BEFORE_RAISED = re.compile(
    r"(?<![ \t~\u00a0\u202f])(?<!(?<!\\)\\,)(?<!&nbsp;)(?<!(?<!\\)\\(?= ))(?:[ \t~\u00a0\u202f]|(?<!\\)\\[ ,]|&nbsp;)+\Z"
)
# A line of text that ends before a raised number.
_LINE_BEFORE_RAISED = re.compile(r"(?<![^\n])[^\n]*[\w.,;:!?)\]}'\"”’][ \t]?\r?\n[ \t]*\Z")
# Languages whose tables are drawn with characters.
_DRAWN = ("pandoc", "rst")
_COMMENTS = ("%", "//", "#", "<!--", "..")


@dataclass(frozen=True, slots=True)
class Filled:
    """The text with its citations and list, and what could not be filled in."""

    text: str
    problems: tuple[Problem, ...] = ()


def parse_citations(text: str) -> list[Citation]:
    """Return the citations of a text in Pandoc's notation, numbered as notes from 1; what is between them is left out.

    Raises :class:`~citekit.runtime.errors.UsageError` if it has none.
    """
    found = Found()
    cite_text(text, found)
    if text.count("[") != text.count("]"):
        raise UsageError(f"a bracket is not closed, or not opened, in '{text}'", "write [@key, p. 3] or @key")
    if not found.citations:
        raise UsageError(f"there is no citation in '{text}'", "write [@key, p. 3] or @key")
    return [replace(_citation_of(one), note=note, id=f"citation-{note}") for note, one in enumerate(found.citations, 1)]


def _citation_of(citation: ManuscriptCitation, as_note: bool = False) -> Citation:
    """Return a citation as the processor takes it; ``as_note`` means that it becomes a note, which is a sentence.

    What precedes the first work is a text before all of them, and what follows the last one after all, in
    whatever order the style sorts them (the manual of natbib, 2.3). Other texts, and a page of the last work with a
    text after it, belong to their works: the works then are as they were typed.
    """
    items = [
        Cite(c.key, c.locator, c.label, c.prefix, c.suffix, "suppress-author" if c.no_author else "")
        for c in citation.cites
    ]
    before, behind = items[0].prefix, ""
    in_order = citation.in_order or any(item.prefix for item in items[1:]) or any(item.suffix for item in items[:-1])
    if items[-1].suffix and not items[-1].locator and len(items) > 1:
        behind = items[-1].suffix
        items[-1] = replace(items[-1], suffix="")
    items[0] = replace(items[0], prefix="")
    mode = _MODES.get(citation.mode, "")
    return Citation(
        tuple(items),
        mode="composite" if mode == "each" and len(items) == 1 else mode,
        before=_capitalized(before) if as_note else before,
        behind=behind,
        in_order=in_order or bool(items[-1].suffix and len(items) > 1),
    )


def _capitalized(prefix: str) -> str:
    """Return a text with a capital, as a note begins with one (Chicago Manual of Style, 14.24); tags may precede it."""
    first = _FIRST_LETTER.match(prefix)
    return f"{first[1]}{first[2].upper()}{prefix[first.end() :]}" if first else prefix


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A file of a document: its text, what it cites, and where it is in the whole, as offsets from the outside in."""

    source: Source
    cited: Cited
    place: tuple[float, ...] = ()


def fill(
    source: Source,
    cited: Cited,
    writing: Writing,
    style: Style,
    works: Sequence[Work],
    language: str = "",
    listing: ListingOptions = AS_THE_STYLE_HAS_IT,
    beside: Sequence[PlacedText] = (),
) -> Filled:
    """Return the same text with citations and list; every other character stays as it is.

    ``cited`` is what the text cites, ``writing`` how its language writes citations; ``beside`` are the other files
    of the document, whose citations count and whose works are listed too. A citation with a key that no work has stays
    as it is and becomes a :class:`~citekit.runtime.errors.Problem` with its place, as does one of a kind that cannot be
    filled in.
    """
    return Filling(source, cited, writing, style, works, language, beside).filled(listing)[0]


@dataclass(frozen=True, slots=True)
class _Counted:
    """A citation that can be filled in: the number of its text, and of the note in which it is or that it becomes."""

    text: int
    citation: ManuscriptCitation
    note: int


class Filling:
    """The files of one document while they are filled in, the main one first."""

    def __init__(
        self,
        source: Source,
        cited: Cited,
        writing: Writing,
        style: Style,
        works: Sequence[Work],
        language: str,
        beside: Sequence[PlacedText] = (),
    ) -> None:
        texts = (PlacedText(source, cited), *beside)
        self.texts = tuple(replace(text, cited=_by_own_keys(text.cited, works)) for text in texts)
        self.writing, self.style, self.language = writing, style, language
        self.works = works
        self.by_id = {work.id: work for work in reversed(works)}
        self.program = program_for(style, language)
        self.notes = style.kind == "note"
        self.counted = self._counted()
        self.writer: Writer = writer(writing.output)
        self.entries: dict[str, tuple[Inline, ...]] = {}
        self.behind: dict[int, list[tuple[int, str]]] = {}
        self.empty: list[ManuscriptCitation] = []
        self.without_works: list[ListPlace] = []
        given = (part for one in self.counted for cite in one.citation.cites for part in (cite.prefix, cite.suffix))
        self.as_written = "\0".join(given)

    def printed(
        self, listing: ListingOptions = AS_THE_STYLE_HAS_IT, further: Sequence[CitedKey] = ()
    ) -> tuple[Rendered, list[tuple[ManuscriptCitation, tuple[Inline, ...]]]]:
        """Return what the processor makes of the texts, and each citation that can be filled in with what it prints."""
        shown = self._shown(further)
        listed = [work for work in self.by_id.values() if work.id in shown]
        clusters = list(self._citations_in_order())
        place = {key: at for at, key in enumerate(shown)}
        in_order = sorted(listed, key=lambda work: place[work.id])
        rendered = process(self.style, in_order, clusters, self.language, listing)
        self.entries = {entry.id: _divided(entry)[1] for entry in rendered.bibliography}
        contents = (content for cluster, content in zip(clusters, rendered.citations, strict=True) if cluster.cites)
        made = zip(self.counted, contents, strict=True)
        return rendered, [(one.citation, self._content(one.citation, content)) for one, content in made]

    def filled(self, listing: ListingOptions, numbers: Sequence[int] = (0,)) -> list[Filled]:
        """Return the texts of these numbers, and the problems of each; those of the whole with the first."""
        rendered, contents = self.printed(listing)
        authors = self.authors([self.by_id[key] for key in self._shown()])
        edits: dict[int, list[tuple[Span, str]]] = {number: [] for number in numbers}
        for number in numbers:
            for unseen in self.texts[number].cited.citations:
                if unseen.mode == "nocite" and not unseen.fixed:
                    edits[number].append(_removed(self.texts[number].source.text, unseen.span))
        for at, (one, (citation, made)) in enumerate(zip(self.counted, contents, strict=True)):
            if not made:
                self.empty.append(citation)
            elif one.text in edits:
                edits[one.text] += self._placed(one, made, authors.get(at, ()))
        filled: list[Filled] = []
        for number in numbers:
            text = self.texts[number]
            whole = [*edits[number], *self._lists(text, rendered), *self._notes_behind(number)]
            problems = [*self._unknown(text), *self._unsupported(text), *(() if filled else rendered.warnings)]
            filled.append(Filled(_edited(text.source.text, whole, self.writing), tuple(problems)))
        return filled

    def _shown(self, further: Sequence[CitedKey] = ()) -> dict[str, None]:
        """Return the keys of the works that are listed, in the order in which they are cited."""
        shown = dict.fromkeys(cite.key for one in self.counted for cite in one.citation.cites)
        all_citations = [one for text in self.texts for one in text.cited.citations]
        only_listed = [cite for one in all_citations if one.mode == "nocite" for cite in one.cites]
        for cite in (*only_listed, *further):
            keys = [work.id for work in self.works] if cite.key == EVERYTHING else [cite.key]
            shown |= dict.fromkeys(key for key in keys if key in self.by_id)
        return shown

    def _counted(self) -> list[_Counted]:
        """Return the citations in the order in which they are read, with the numbers of their notes where the style has notes.

        A note of the author's counts where its number is, also one that cites nothing; one that is nowhere has
        no number. Where the numbers are those in which the texts of notes are, the notes of citations come last.
        """
        found: list[tuple[tuple[float, ...], int, ManuscriptCitation | None, int]] = []
        for number, text in enumerate(self.texts):
            places = {note.span.start: note.at for note in text.cited.notes}
            for start, at in places.items():
                first = (-1.0, number, start) if self.writing.counts_texts else (*text.place, at)
                found += [(first, number, None, start)] if at >= 0 else []
            for one in text.cited.citations:
                if one.mode != "nocite" and not one.fixed and all(cite.key in self.by_id for cite in one.cites):
                    at = max(places.get(one.footnote, -1), -1)
                    read = at if at >= 0 else one.span.start
                    found.append(((*text.place, read, one.span.start), number, one, one.footnote))
        found.sort(key=lambda event: event[0])
        made: list[_Counted] = []
        notes: dict[tuple[int, int], int] = {}
        last = 0
        for _, number, citation, start in found:
            note = notes.get((number, start), 0) if start >= 0 else 0
            if self.notes and not note:
                last += 1
                note = notes[number, start] = last
            if citation is not None:
                made.append(_Counted(number, citation, note))
        return made

    def _citations_in_order(self) -> Iterator[Citation]:
        """Yield the citations with ids and, where the style cites in notes, the numbers of these.

        Where notes without citations are between two of them, an empty one does: "ibid." then leads to neither.
        """
        last = 0
        for at, one in enumerate(self.counted, 1):
            if one.note > last + 1:
                yield Citation((), one.note - 1, f"note-{one.note - 1}")
            last = one.note
            as_note = self.notes and one.citation.footnote < 0
            in_sentence = self.notes and not as_note and self._is_in_sentence(one)
            cluster = replace(
                _citation_of(one.citation, self.notes and not in_sentence), note=one.note, id=f"citation-{at}"
            )
            if self.notes and cluster.mode in ("composite", "each"):
                cluster = replace(cluster, mode="")  # the author is in the sentence, or the note is the sentence
            yield replace(cluster, in_sentence=in_sentence)

    def _is_in_sentence(self, one: _Counted) -> bool:
        """Whether a citation within a note of the author's is part of a sentence there, and no sentence of its own."""
        text = self.texts[one.text]
        note = next((note.span for note in text.cited.notes if note.span.start == one.citation.footnote), None)
        if note is None or not text.source.text:
            return False
        before = _NOTE_BEGINS.sub("", text.source.text[note.start : one.citation.span.start]).rstrip()
        behind = text.source.text[one.citation.span.end : note.end].strip(" \t\r\n]}")
        begins = not before or before.endswith((".", "!", "?"))
        return not (begins and (not behind or behind[0] in ".!?" or behind[0].isupper()))

    def authors(self, works: Sequence[Work]) -> dict[int, tuple[Inline, ...]]:
        """Return what is in the sentence where a style cites in notes, by the place of a citation that is part of a sentence."""
        spoken = [
            (at, one.citation.cites[:1] if one.citation.mode == "leading" else one.citation.cites)
            for at, one in enumerate(self.counted)
            if one.citation.footnote < 0 and one.citation.mode in ("textual", "leading") and self.notes
        ]
        clusters = [
            Citation(tuple(Cite(cite.key, position=SUBSEQUENT) for cite in cites), 0, f"author-{at}", "author-only")
            for at, cites in spoken
        ]
        made = process(self.style, works, clusters, self.language).citations if clusters else ()
        return {at: content for (at, _), content in zip(spoken, made, strict=True)}

    # What is printed

    def _content(self, citation: ManuscriptCitation, content: tuple[Inline, ...]) -> tuple[Inline, ...]:
        """Return what a citation prints: that of the processor, or a part of the works."""
        if citation.mode == "bare" or (citation.is_note and citation.mode == "parenthetical"):
            # a citation without the brackets that are around all of it, or around each of its numbers
            text = text_of(content)
            if _EACH_BRACKETED.fullmatch(text):
                return tuple(map(_without_square, content))
            if len(text) < 2 or _AFFIXES.get(text[0]) != text[-1] or not _is_pair(text):
                return content
            return _cut(_cut(content, 0), -1)
        if citation.mode == "full":
            return self._each(citation, lambda key: self.entries.get(key) or content)
        if citation.mode == "year":
            return self._each(citation, lambda key: (_year(self.by_id[key], content),))
        if citation.mode == "field":
            made = self._each(citation, lambda key: self._field(self.by_id[key], citation.field))
            return made if text_of(made).strip("; ") else ()
        return content

    def _each(self, citation: ManuscriptCitation, made: Callable[[str], tuple[Inline, ...]]) -> tuple[Inline, ...]:
        """Return what is made of the works, separated by semicolons, with the texts before and after them."""
        parts: list[Inline] = []
        for cite in citation.cites:
            behind = (f", {cite.locator}" if cite.locator else "") + cite.suffix
            parts += ["; "] if parts else []
            content = made(cite.key)
            if behind and text_of(content).endswith("."):  # the stop of an entry ends what follows it
                content = _cut(content, -1)
            parts += [*self._rich(cite.prefix), *content, *self._rich(behind)]
        return tuple(parts)

    def _rich(self, text: str) -> tuple[Inline, ...]:
        return finish(parse_rich(text), self.program.quotes) if text else ()

    def _field(self, work: Work, name: str) -> tuple[Inline, ...]:
        """Return what a work has in a field of BibTeX; nothing if it has none."""
        if name in ("author", "editor"):
            return (", ".join(person.literal or person.full_family for person in work.names(name)),)
        if name in ("year", "date"):
            return (str(work.year or ""),)
        return self._rich(work.text(variable_of(name, entry_type(work.type))) or work.fields.get(name, ""))

    def _text(self, content: tuple[Inline, ...]) -> str:
        made = self.writer.inline(content if self.texts[0].cited.links else unlinked(content))
        return WRITTEN.sub(lambda run: written(run[0]) if run[0] in self.as_written else run[0], made)

    def _placed(self, one: _Counted, content: tuple[Inline, ...], author: tuple[Inline, ...]) -> list[tuple[Span, str]]:
        """Return what replaces what; a note touches the word before it and follows a punctuation mark."""
        citation, text = one.citation, self.texts[one.text].source.text
        start, end = citation.span.start, citation.span.end
        in_sentence = citation.mode in ("author", "year", "field") and not citation.is_note
        as_note = citation.footnote < 0 and (citation.is_note or self.notes) and not in_sentence
        after = text[end : end + 1]
        made = self._text(content)
        if not as_note:
            if is_raised(content):
                start = _touching(text, start)
                made = f"{self.writing.joint if start else ''}{made}"
            end_text = text_of(content).rstrip("”’»\"'")
            return [(Span(start, end + 1 if after == "." and end_text.endswith(".") else end), made)]
        behind = self.behind.setdefault(one.text, [])
        made, elsewhere = self.writing.noted(made, sum(map(len, self.behind.values())) + 1)
        behind += [(start, elsewhere)] if elsewhere else []
        spoken = self._text(author) if author else ""
        while not spoken and start and text[start - 1] in " ~":
            start -= 1
        if after and after in ".,;:!?":
            return [(Span(start, end + 1), spoken + after + made)]
        return [(Span(start, end), spoken + made)]

    def _lists(self, text: PlacedText, rendered: Rendered) -> list[tuple[Span, str]]:
        """Return the lists in their places, each with the works that fulfil its conditions."""
        edits: list[tuple[Span, str]] = []
        for number, place in enumerate(text.cited.lists):
            if place.fixed or not rendered.bibliography:
                continue
            entries = [entry for entry in rendered.bibliography if _fulfils(self.by_id[entry.id], place.only)]
            if not entries:
                self.without_works.append(place)
                continue
            footnotes = " ".join(self.writer.inline((note,)) for note in rendered.footnotes) if not number else ""
            made = self.writing.listed(list(map(self._listed, entries)), footnotes, place.heading)
            separator = text.cited.list_separator if not number else ""
            made = _before_line_end(text.source.text, separator + made, place.span)
            apart = len(place.span) and self.writing.listed is not thebibliography
            edits.append((place.span, _apart(text.source.text, made, place.span) if apart else made))
        return edits

    def _notes_behind(self, number: int) -> list[tuple[Span, str]]:
        """Return the notes whose texts are outside the sentence."""
        behind, text = self.behind.get(number), self.texts[number]
        if not behind:
            return []
        whole = text.source.text
        place = text.cited.notes_at or Span(len(whole), len(whole))
        made = "\n\n".join(elsewhere for _, elsewhere in behind) + "\n"
        return [(place, _before_line_end(whole, made if len(place) else f"\n\n{made}", place))]

    def _listed(self, entry: FormattedEntry) -> ListedWork:
        label, content = _divided(entry)
        made = self.writer.inline((label,)) if label else ""
        # author and year in the form that natbib parses: `Doe and Roe(2020)`
        work = self.by_id[entry.id]
        people = work.author or work.names("editor")
        names = [name.literal or name.full_family for name in people]
        # natbib prints two names, and "et al." from three on
        who = " and ".join(names) if len(names) < 3 and "others" not in names else f"{names[0]} et al."
        short = self.writer.inline((f"{who or work.id}({work.year or 'n.d.'})",))
        return ListedWork(entry.id, made, self._text(entry.content), self._text(content), short)

    # What is reported

    def _unknown(self, text: PlacedText) -> Iterator[Problem]:
        for cite in text.cited.keys:
            if cite.key not in self.by_id:
                message = f"there is no work '{cite.key}'"
                yield Problem(message, "check the key", text.source, cite.span, "warning", "unknown-work")

    def _unsupported(self, text: PlacedText) -> Iterator[Problem]:
        source = text.source
        for one in text.cited.citations:
            why = one.fixed or (f"the work has no {one.field}" if one in self.empty else "")
            if why and one.mode != "nocite":
                shown = _shortened(source.text[one.span.start : one.span.end])
                message = f"{shown} cannot be filled in: {why}"
                yield Problem(message, "it was left as it is", source, one.span, "warning", "unknown-command")
        for place in text.cited.lists:
            why = place.fixed or ("no work that is cited fulfils its conditions" if place in self.without_works else "")
            if why:
                shown = _shortened(source.text[place.span.start : place.span.end])
                message = f"the list {shown} is not filled in: {why}"
                hint = "it was not changed; a list without conditions has all works"
                yield Problem(message, hint, source, place.span, "warning", "unknown-list")


def _shortened(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) < 60 else f"{flat[:57]}…"  # messages quote at most a line


def _removed(text: str, span: Span) -> tuple[Span, str]:
    """Return a citation that prints nothing, with the blank before it if none is needed any more."""
    after = text[span.end : span.end + 1]
    needless = text[span.start - 1 : span.start] == " " and (not after or after in " .,;:!?)\r\n")
    return Span(span.start - needless, span.end), ""


def _before_line_end(text: str, made: str, place: Span) -> str:
    """Return what replaces a place without its last line end where one follows already."""
    return made.rstrip("\n") if len(place) and text[place.end : place.end + 1] in ("\r", "\n") else made


def _apart(text: str, made: str, place: Span) -> str:
    """Paragraphs that replace a line, with empty lines to the text around them, which else would join them."""
    joined = text[: place.start].endswith("\n") and text[: place.start - 1].rpartition("\n")[2].strip()
    before = "\n" if joined and not made.startswith("#heading") else ""
    return before + made + ("\n" if re.match(r"\r?\n[^\r\n]", text[place.end : place.end + 3]) else "")


def _touching(text: str, start: int) -> int:
    """Return where what is raised begins: after the last word, without the spaces, ties or line end between them."""
    before = text[max(0, start - 200) : start]
    line = _LINE_BEFORE_RAISED.search(before)
    if line and not any(mark in line[0] for mark in _COMMENTS):
        return start - len(before) + len(before.rstrip())
    blanks = _BEFORE_RAISED.search(before)
    touching = blanks.start() if blanks else len(before)
    return start - len(before) + touching if before[:touching].strip() and before[touching - 1] != "\n" else start


def is_raised(content: Sequence[Inline]) -> bool:
    """Whether output begins with a superscript."""
    for part in content:
        if isinstance(part, str):
            if part:
                return False
        else:
            return (part.kind, part.value) == ("vertical-align", "sup") or is_raised(part.content)
    return False


def _fulfils(work: Work, only: Sequence[tuple[str, bool, str]]) -> bool:
    """Whether a work fulfils all conditions of a list."""
    keywords = {word.strip().lower() for word in re.split("[,;]", work.text("keyword"))}
    # a condition on the type means what BibTeX or BibLaTeX calls the work
    types = {*ENTRY_TYPES.get(work.type, ()), work.fields.get("entrytype", "")}
    return all((value.lower() in (keywords if what == "keyword" else types)) == wanted for what, wanted, value in only)


def _by_own_keys(cited: Cited, works: Sequence[Work]) -> Cited:
    """Return what is cited, with the key of its entry in place of one that the entry had before (BibLaTeX's ``ids``)."""
    own = {work.id for work in works}
    former = {key: work.id for work in reversed(works) for key in work.keys[1:] if key not in own}
    if not former:
        return cited

    def renamed(cites: tuple[CitedKey, ...]) -> tuple[CitedKey, ...]:
        return tuple(replace(cite, key=former.get(cite.key, cite.key)) for cite in cites)

    citations = tuple(replace(one, cites=renamed(one.cites)) for one in cited.citations)
    return replace(cited, citations=citations, cites=renamed(cited.cites))


def _divided(entry: FormattedEntry) -> tuple[str, tuple[Inline, ...]]:
    """Return the label in the margin and the rest of an entry."""
    first = entry.content[0] if entry.content else ""
    if isinstance(first, Markup) and (first.kind, first.value) == ("display", "left-margin"):
        return text_of((first,)).strip(), entry.content[1:]
    return "", entry.content


def _without_square(part: Inline) -> Inline:
    if isinstance(part, str):
        return part.replace("[", "").replace("]", "")
    return replace(part, content=tuple(map(_without_square, part.content)))


def _is_pair(text: str) -> bool:
    """Whether the first bracket of a text is closed by its last one."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == text[0]) - (sign == text[-1])
        if not depth:
            return at == len(text) - 1
    return False


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
    """Return the year of a work, with the letter by which the style distinguishes it from others."""
    year = str(work.year or "n.d.")
    found = re.search(rf"(?<!\d){re.escape(year)}[a-z]{{0,2}}(?![\w])", text_of(content))
    return found[0] if found else year


def _edited(text: str, edits: Sequence[tuple[Span, str]], writing: Writing) -> str:
    """Return the text with spans replaced, new lines written as the text writes them."""
    newline = "\r\n" if "\r\n" in text else "\n"
    if writing.output in _DRAWN:
        edits = aligned(text, edits, writing.output == "rst")
    pieces: list[str] = []
    last = 0
    for span, new in sorted(edits, key=lambda edit: (edit[0].start, edit[0].end)):
        if span.start >= last:
            pieces += [text[last : span.start], writing.encode(new).replace("\n", newline)]
            last = span.end
    return "".join([*pieces, text[last:]])

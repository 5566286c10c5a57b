"""From a document to works: find the items, read every list twice, keep the publications, state what was left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from citekit.documents.latex import line as latex_line
from citekit.documents.markdown import line as markdown_line
from citekit.documents.runs import Document, Run, edited, edited_runs
from citekit.extraction.corrections import ActiveCorrections, Correction
from citekit.extraction.furniture import (
    Removed,
    broken_addresses,
    letters_of_tex,
    links_behind,
    without_furniture,
    without_jump,
)
from citekit.extraction.items import NEUTRAL, UNLIKE, Item, Section
from citekit.extraction.known import mark_known, tell_types
from citekit.extraction.label_revision import find_items, is_whole
from citekit.extraction.list_features import read_alone, read_items, read_lines
from citekit.extraction.name_rules import lists_of_names
from citekit.extraction.people import document_legend, find_owner, sets_apart
from citekit.extraction.phrases import lower_words
from citekit.extraction.provenance import rate
from citekit.extraction.reading import make_record, tell_houses
from citekit.extraction.record import ParsedItem, is_located, missing
from citekit.extraction.repeated import (
    PeopleAbove,
    divided_notes,
    references_of,
    refers_back,
    sign_at,
    with_people,
)
from citekit.extraction.segments.features import heading_group
from citekit.extraction.segments.lines import unwrapped
from citekit.extraction.shape import ListShape
from citekit.extraction.styled import StyledText
from citekit.extraction.work import make_work
from citekit.extraction.work_type import settle_types
from citekit.model.merge import listed_once
from citekit.model.name import SELF, Name
from citekit.model.work import Trace, Work, Works
from citekit.runtime import patterns as re
from citekit.runtime.config import ConvertSettings
from citekit.runtime.errors import Problem
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span
from citekit.text.repair import respaced

_KEY = re.compile(r"[^\s,{}()%#\\\"~=]{1,200}")
"""What may be the key of an entry of BibTeX; others that a document gives are not taken over."""
LINES_AT_ONCE = 2000
"""Lines of ``--each-line`` that are read together."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An item that did not become a work, with the reason in a few words."""

    span: Span
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read from one document.

    ``library`` has works without keys, with traces. ``seen`` counts all candidate items and what is cut off
    them, ``left_out`` those that are not works. ``shapes`` are the layouts of the document's lists; ``owner`` is the person whose list it is, where
    known; ``known`` are the known works that are among its items.
    """

    source: Source
    format: str
    library: Works
    seen: int
    left_out: tuple[LeftOut, ...] = ()
    shapes: tuple[ListShape, ...] = ()
    owner: Name | None = None
    known: tuple[Work, ...] = ()


def convert_document(
    document: Document, settings: ConvertSettings, corrections: Sequence[Correction] = (), known: Sequence[Work] = ()
) -> Reading:
    """Return the publications of a document, heeding what people noted about its reading, and read like those that are
    ``known``.

    Reads the whole document before it decides anything: its words distinguish names from plain words, its items vote on the
    shape of their list, and every item is then read with that shape.
    """
    said = ActiveCorrections(corrections)
    document, removed, lower, items = _items_of(document, said)
    hidden = [item for item in items if item.hidden or item.struck]
    shown = [item for item in items if not (item.hidden or item.struck)]
    likely = [
        item
        for item in shown
        if not item.aside or (item.aside == UNLIKE and (known or corrections or item.section.is_of_references))
    ]
    read_alone(likely, lower)
    of_list = mark_known(likely, known) if known else ()
    said.tell_known(likely)
    lists = {item.list_key for item in likely if item.known is not None}
    candidates = [item for item in likely if not item.aside or item.list_key in lists or item.section.is_of_references]
    if not (known or corrections or settings.owner or document.format == "html"):
        _tell_references(candidates)
    labelled, shapes = read_items(candidates, lower, settings.shape, said.pieces(candidates))
    records = []
    for item, reading in zip(candidates, labelled, strict=True):
        record = make_record(item, reading)
        if item.aside and is_whole(record):
            item.aside = ""  # it is among references or known works, and reads like them
        if not item.aside:
            records.append(record)
    kept = [record for record in records if said.is_wanted(record.item) or not missing(record)]
    if lists:
        tell_types(kept)
    tell_houses(kept)
    settle_types(kept)
    rate(kept)
    owner = find_owner(document, kept, settings.owner or said.owner)
    set_apart = owner is not None and sets_apart(kept, owner)
    legend = document_legend(document, kept)
    pairs = [
        (_with_heading(work, record.item.section) if settings.keep_headings else work, trace)
        for record in kept
        for work, trace in [make_work(record, document.source, legend, owner, set_apart)]
    ]
    pairs = [
        (work.with_id(record.item.key) if _KEY.fullmatch(record.item.key) else work, trace)
        for record, (work, trace) in zip(kept, pairs, strict=True)
    ]
    if not settings.mark_owner:
        pairs = [(_without_owner(work), trace) for work, trace in pairs]
    works, traces = listed_once(said.works([record.item for record in kept], pairs))
    left_out = [
        LeftOut(r.item.span, r.text, reason) for r in records if not said.is_wanted(r.item) and (reason := missing(r))
    ]
    left_out += [LeftOut(i.span, i.text.text, "commented out" if i.hidden else "struck through") for i in hidden]
    left_out += [LeftOut(item.span, item.text.text, item.aside) for item in shown if item.aside]
    left_out += [LeftOut(piece.span, piece.text, f"is no part of a reference: {piece.reason}") for piece in removed]
    left_out.sort(key=lambda entry: entry.span.start)
    problems = (*said.unmet(document.source), *misread_lists(kept, document.source))
    library = Works(works, traces, problems)
    return Reading(
        document.source,
        document.format,
        library,
        len(items) + len(removed),
        tuple(left_out),
        tuple(shapes),
        owner,
        of_list,
    )


def misread_lists(records: Sequence[ParsedItem], source: Source) -> Iterator[Problem]:
    """Yield a warning for each list that was probably not read right, at its first item."""
    sizes = Counter(record.item.list_key for record in records if record.of_misread_list)
    first = {record.item.list_key: record.item for record in reversed(records)}
    for key, size in sizes.items():
        message = f"this list of {size} was probably not read right"
        hint = "correct one of its entries (citekit correct), or give one as it is right (--known FILE.bib): the others are read like it"
        yield Problem(message, hint, source, first[key].span, "warning", "misread-list")


def _tell_references(items: Sequence[Item]) -> None:
    """Tell items below no heading that announces anything that they are references, if no one wrote enough of them: a list of
    someone's works has that person in most items."""
    if any(item.section.role != NEUTRAL or item.section.is_of_references for item in items):
        return
    people: Counter[tuple[str, str]] = Counter()
    for item in items:
        if item.alone is not None:
            texts, labels = item.alone.words.texts, item.alone.labels
            names = [name for group in lists_of_names(item.alone.words, labels) for name in group]
            # With the initial: several people are called Li, and one of them wrote each second work of some fields.
            initials = [next((texts[i][:1] for i in name if labels[i][2] == "G"), "") for name in names]
            families = [" ".join(texts[i] for i in name if labels[i][2] != "G") for name in names]
            people.update({*zip(map(str.casefold, families), initials, strict=True)})
    most = max(people.values(), default=0)
    if len(items) < _FEWEST_OF_LIST:
        # Someone may have two works below a heading ("Essays"); no one copies two references and gives them one.
        is_cited = not any(item.section.headings for item in items)
    else:
        is_cited = most * (2 if len(items) < _ENOUGH_TO_TELL else 3) <= len(items)
    for item in items if is_cited else ():
        item.section = replace(item.section, cites=True)


_FEWEST_OF_LIST, _ENOUGH_TO_TELL = 3, 8
"""Items of which it can be reported whether one person wrote them; fewer were copied from a list of references. Of few, two by one
person note nothing; of more, a third of them: the same list cut in half is a list of the same person."""


def reference_items(document: Document) -> list[Item]:
    """Return the items of a document as single references, which are read by themselves and transcribed.

    Paragraphs below a heading that announces references are all items.
    """
    items = _items_of(document, ActiveCorrections(()))[3]
    return [
        replace(item, section=Section(()), list_key="lines", alone=None, aside="")
        for item in items
        if not (item.hidden or item.struck or (item.aside and not item.section.is_of_references))
    ]


def read_references(items: list[Item], source: Source) -> list[tuple[Work, Trace]]:
    """Return the work and the trace of each single reference of :func:`reference_items`."""
    labelled, _ = read_lines(items)
    records = [make_record(item, reading) for item, reading in zip(items, labelled, strict=True)]
    rate(records)
    return [_work_of_line(record, source) for record in records]


def _items_of(
    document: Document, said: ActiveCorrections
) -> tuple[Document, tuple[Removed, ...], frozenset[str], list[Item]]:
    """Return a document made ready for reading, what was cut off its items, its words in lowercase, and its items."""
    document, removed = without_furniture(document)
    blocks = list(document.blocks)
    for number, block in enumerate(blocks):
        if not block.hidden and (changes := [*broken_addresses(block.text), *letters_of_tex(block.text)]):
            blocks[number] = edited(block, sorted(changes))
    document = with_people(unwrapped(replace(document, blocks=tuple(blocks))))
    lower = lower_words(block.text for block in document.blocks if not block.hidden)
    found = find_items(document, lower, said.headings)
    return document, removed, lower, said.items([piece for item in found for piece in references_of(item)])


def convert_lines(
    source: Source, settings: ConvertSettings, corrections: Sequence[Correction] = (), known: Sequence[Work] = ()
) -> Reading:
    """Return one work for every line that is not empty and no heading ("References"), in order, heeding what people
    stated, and read like those that are ``known``.

    A line that cannot be read as a reference becomes a ``document`` with the line in ``note`` and a doubt in its trace.
    """
    said = ActiveCorrections(corrections)
    pairs: list[tuple[Work, Trace]] = []
    shapes: list[ListShape] = []
    left_out: list[LeftOut] = []
    of_list: tuple[Work, ...] = ()
    lines = _line_items(source.text)
    while batch := list(islice(lines, LINES_AT_ONCE)):
        items = said.items(batch)
        left_out += [LeftOut(item.span, item.text.text, item.aside) for item in items if item.aside]
        items = [item for item in items if not item.aside]
        of_list += mark_known(items, known)
        said.tell_known(items)
        labelled, found = read_lines(items, settings.shape, said.pieces(items))
        shapes.extend(found)
        records = [make_record(item, reading) for item, reading in zip(items, labelled, strict=True)]
        tell_types(records)
        rate(records)
        pairs += said.works(items, [_work_of_line(record, source) for record in records])
    library = Works(tuple(work for work, _ in pairs), tuple(trace for _, trace in pairs), said.unmet(source))
    return Reading(source, "lines", library, len(pairs) + len(left_out), tuple(left_out), tuple(shapes), known=of_list)


def _with_heading(work: Work, section: Section) -> Work:
    """Return the work with the innermost heading among its keywords; years and "References" are none."""
    heading = section.headings[-1] if section.headings else None
    if heading is None or not heading.text or heading.year or section.is_of_references:
        return work
    return work.with_variables(keyword=" ".join(heading.text.split()))


def _without_owner(work: Work) -> Work:
    """Return the work without the mark on whose list it is in; other marks, as of equal contributions, stay."""
    people = {variable: value for variable, value in work.variables.items() if isinstance(value, tuple)}
    changed = {
        variable: tuple(replace(name, marks=tuple(mark for mark in name.marks if mark != SELF)) for name in names)
        for variable, names in people.items()
        if any(SELF in name.marks for name in names)
    }
    return work.with_variables(**changed) if changed else work


# "References", "Works cited", "Selected publications": a reference has more words, or a number.
_HEADING_WORDS = re.compile(r"[^\W\d_]+|\d+")


def _line_items(text: str) -> Iterator[Item]:
    """Yield the lines of a text that are not empty, as items; a note with several complete references gives each of
    them.
    """
    section, at, above = Section(()), 0, PeopleAbove()
    for line in text.split("\n"):
        if line.strip():
            item = line_item(line, at, section)
            words = [word[0] for word in islice(_HEADING_WORDS.finditer(item.text.text.casefold()), 3)]
            says = map(heading_group, words) if len(words) <= 2 else ()
            if words == ["works", "cited"] or not {"references", "publications"}.isdisjoint(says):
                item.aside = "is a heading"
            if change := above.change(item.text.text):
                item.text = StyledText.of(edited_runs(item.text.runs, [change]))
            yield from [item] if refers_back(item.text.text) else divided_notes(item)
        at += len(line) + 1


def _work_of_line(record: ParsedItem, source: Source) -> tuple[Work, Trace]:
    """Return the work of a single reference; a ``document`` with the line in its note where it cannot be read as
    one.
    """
    work, trace = make_work(record, source, {}, None)
    note = " ".join(record.text.split())
    # A line may stand for a reference before it: "Ibid., p. 4", "Smith, op. cit.".
    folded = record.item.text.folded.replace(" ", "")
    if folded.startswith(_SAME_AGAIN) or any(sign in folded for sign in ("op.cit.", "loc.cit.", "a.a.o.")):
        trace = replace(trace, evidence={}, doubts=("it refers to another reference",), score=0.0)
        return Work(type="document", fields={"comment": note}), trace  # no style prints it as if it were a work
    if refers_back(record.item.text.text):
        trace = replace(trace, doubts=("it refers to another reference", *trace.doubts), score=0.0)
    if record.title is None and record.venue is None and not is_located(record):
        work = Work(type="document", variables={**work.variables, "note": note}, fields=work.fields)
    return work, trace


def line_item(line: str, start: int, section: Section) -> Item:
    """Return a line of a file that is at ``start`` as an item: its markup read, the number or key before it cut
    off.
    """
    text = line.strip()
    offset = start + line.index(text)
    if latex_line.looks_like_latex(text):
        runs = latex_line.line_runs(text, offset)
    elif markdown_line.looks_like_markdown(text):
        runs = markdown_line.line_runs(text, offset)
    else:
        runs = tuple(Run(piece, Span(offset + a, offset + b)) for piece, a, b in respaced(text))
    styled = StyledText.of(runs)
    if changes := list(broken_addresses(styled.text)):
        styled = StyledText.of(edited_runs(styled.runs, changes))
    styled = styled.cut(without_jump(styled.text), links_behind(styled.text))
    label = ""
    match = None if sign_at(styled.text) else _LABEL.match(styled.text)
    if match and len(styled.text) > match.end() + 10:
        label = match.group().strip()
        styled = styled.cut(match.end(), len(styled.text))
    return Item(styled, Span(offset, offset + len(text)), section, "lines", label=label)


_SAME_AGAIN = ("ibid.", "ibid,", "ibidem", "ebd.", "ebenda", "idem,")
_LABEL = re.compile(
    r"(?:[\[(](?=[A-Z])[^()\[\]]{2,40},\s?(?:19|20)\d\d[a-z]?[\])]|[\[(]\s?(?!(?:1[89]|20)\d\d[a-z]?\s?[)\]])[\w+:/.-]{1,24}\s?[\])]|\[?\s?(?!(?:1[89]|20)\d\d\b)\d{1,4}\s?[.)\]:](?![\d\w])|\[?\d{1,3}(?=\s+[A-Z])|[•*–-](?=\s))\s*(?=\S)"
)
"""A number, key or bullet before a reference; no number that continues after its full stop, as in "10.1145/…" and "2.5D"."""

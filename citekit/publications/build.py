"""From a document to works: find the items, read every list twice, keep the publications, say what was left out."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace

from citekit.config import ConvertSettings
from citekit.documents.latex import line as latex_line
from citekit.documents.markdown import line as markdown_line
from citekit.documents.model import Document, Run
from citekit.publications.atoms import Part
from citekit.publications.chunks import chunk_item, chunk_survey, survey_item
from citekit.publications.decode import Labelled, best_reading, decode
from citekit.publications.evidence import weigh
from citekit.publications.features import ChunkFeatures, chunk_features
from citekit.publications.fields.collect import make_record
from citekit.publications.headings import OTHER, PUBLICATIONS
from citekit.publications.items import Item, Section, find_items
from citekit.publications.judge import reason_to_leave_out
from citekit.publications.people import Legend, find_owner
from citekit.publications.shape import ListShape, notation_of
from citekit.publications.signals import fitted_weights
from citekit.publications.styled import StyledText
from citekit.publications.vocabulary import Vocabulary
from citekit.publications.work import make_work
from citekit.publications.wrapping import unwrapped
from citekit.span import Source, Span
from citekit.text.repair import respaced
from citekit.works.library import Library
from citekit.works.merge import listed_once
from citekit.works.name import Name
from citekit.works.trace import Trace
from citekit.works.work import Work

TITLELESS = 1.2
"""What it costs a single reference with venue and locator to have no title; physicists print none."""
ONE_STYLE = 0.5
"""The share of single references that must have exactly the same layout before it pulls on the others."""
LINES_AT_ONCE = 2000
"""Lines of ``--each-line`` that are read together; what one batch teaches is not carried further than its names."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An item that did not become a work, with the reason in a few words."""

    span: Span
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read from one document.

    ``library`` has works without keys, with traces. ``seen`` counts all candidate items, ``left_out`` those that are no
    works. ``shapes`` are the layouts of the document's lists; ``owner`` is the person whose list it is, where known.
    """

    source: Source
    format: str
    library: Library
    seen: int
    left_out: tuple[LeftOut, ...] = ()
    shapes: tuple[ListShape, ...] = ()
    owner: Name | None = None


def convert_document(document: Document, settings: ConvertSettings) -> Reading:
    """The publications of a document.

    Reads the whole document before it decides anything: its words tell names from plain words, its items vote on the
    shape of their list, and every item is then read with that shape.
    """
    document = unwrapped(document)
    vocabulary = Vocabulary.of(block.text for block in document.blocks if not block.hidden)
    items = find_items(document, vocabulary)
    hidden = [item for item in items if item.hidden or item.struck]
    shown = [item for item in items if not (item.hidden or item.struck)]
    candidates = [item for item in shown if not item.aside and item.section.role != OTHER]
    others = [item for item in shown if not item.aside and item.section.role == OTHER]
    labelled, shapes = read_items(candidates, vocabulary, settings.shape)
    records = [make_record(item, reading) for item, reading in zip(candidates, labelled, strict=True)]
    has_list = any(item.section.role == PUBLICATIONS for item in candidates)
    judged = [(record, reason_to_leave_out(record, has_list)) for record in records]
    kept = [record for record, reason in judged if not reason]
    owner = find_owner(document, kept, settings.owner)
    legend = Legend.of(block.text for block in document.blocks if not block.hidden and len(block.text) < 3000)
    pairs = [make_work(record, document.source, legend, owner) for record in kept]
    works, traces = listed_once(pairs)
    left_out = [LeftOut(r.item.span, r.item.text.text, reason) for r, reason in judged if reason]
    left_out += [
        LeftOut(item.span, item.text.text, "commented out" if item.hidden else "struck through") for item in hidden
    ]
    left_out += [LeftOut(item.span, item.text.text, item.aside) for item in shown if item.aside]
    left_out += [
        LeftOut(item.span, item.text.text, f"stands under “{_other_heading(item.section)}”") for item in others
    ]
    left_out.sort(key=lambda entry: entry.span.start)
    return Reading(
        document.source, document.format, Library(works, traces), len(items), tuple(left_out), tuple(shapes), owner
    )


def _other_heading(section: Section) -> str:
    return next((h.text for h in reversed(section.headings) if h.role == OTHER), section.title)


def convert_lines(source: Source, settings: ConvertSettings) -> Reading:
    """One work for every line that is not empty, in order.

    A line that cannot be read as a reference becomes a ``document`` with the line in ``note`` and a doubt in its trace.
    """
    works: list[Work] = []
    traces: list[Trace] = []
    shapes: list[ListShape] = []
    batch: list[Item] = []
    owner = None
    section = Section(())
    at = 0
    lines = source.text.split("\n")
    vocabulary = Vocabulary(single_references=True)
    for number, line in enumerate(lines):
        start, end = at, at + len(line)
        at = end + 1
        if line.strip():
            batch.append(_line_item(line, start, section))
        if batch and (len(batch) == LINES_AT_ONCE or number == len(lines) - 1):
            for word, count in Vocabulary.of(item.text.text for item in batch).lower.items():
                vocabulary.lower[word] += count
            labelled, found = read_lines(batch, vocabulary, settings.shape)
            shapes.extend(found)
            for item, reading in zip(batch, labelled, strict=True):
                record = make_record(item, reading)
                work, trace = make_work(record, source, Legend({}), owner, expand_venues=False)
                if _refers_back(item.text):
                    note = " ".join(item.text.text.split())
                    work = Work(type="document", variables={"note": note})
                    trace = replace(trace, evidence={}, doubts=("it refers to another reference",), score=0.0)
                elif record.title is None and record.venue is None:
                    note = " ".join(item.text.text.split())
                    work = Work(type="document", variables={**work.variables, "note": note}, fields=work.fields)
                works.append(work)
                traces.append(trace)
            batch = []
    return Reading(source, "lines", Library(tuple(works), tuple(traces)), len(works), (), tuple(shapes), owner)


def _line_item(line: str, start: int, section: Section) -> Item:
    text = line.strip()
    offset = start + line.index(text)
    if latex_line.looks_like_latex(text):
        runs = latex_line.line_runs(text, offset)
    elif markdown_line.looks_like_markdown(text):
        runs = markdown_line.line_runs(text, offset)
    else:
        runs = tuple(Run(piece, Span(offset + a, offset + b)) for piece, a, b in respaced(text))
    styled = StyledText.of(runs)
    label = ""
    match = _LABEL.match(styled.text)
    if match and len(styled.text) > match.end() + 10:
        label = match.group().strip()
        styled = styled.cut(match.end(), len(styled.text))
    return Item(styled, Span(offset, offset + len(text)), section, "lines", label=label)


def _refers_back(text: StyledText) -> bool:
    """Whether a line stands for a reference before it: "Ibid., p. 4", "Smith, op. cit."."""
    if _SAME_AGAIN.match(text.text):
        return True
    folded = text.folded
    return ("cit." in folded or "o." in folded) and _WORK_CITED.search(text.text) is not None


_SAME_AGAIN = re.compile(r"\W{0,4}(?:ibid(?:em)?\b|ebd\b|ebenda\b|idem\b|loc\. ?cit\.)", re.IGNORECASE)
_WORK_CITED = re.compile(r"\b(?:op\. ?cit\.|loc\. ?cit\.|a\. ?a\. ?O\.)", re.IGNORECASE)
_LABEL = re.compile(
    r"(?:[\[(](?=[A-Z])[^()\[\]]{2,40},\s?(?:19|20)\d\d[a-z]?[\])]|[\[(]\s?(?!(?:1[89]|20)\d\d[a-z]?\s?[)\]])[\w+:/.-]{1,24}\s?[\])]|\[?\s?(?!(?:1[89]|20)\d\d\b)\d{1,4}\s?[.)\]:]|\[?\d{1,3}(?=\s+[A-Z])|[•*–-](?=\s)|[—–_-]{2,}[.,:]?)\s*(?=\S)"
)
"""A number, key or bullet before a reference, and the dashes that stand for the author of the one above."""


# --- reading -------------------------------------------------------------------------------------------------------


def read_lines(items: list[Item], vocabulary: Vocabulary, given: str = "") -> tuple[list[Labelled], list[ListShape]]:
    """Read single references: each by itself, then once more with the habits that the batch shares."""
    weights = fitted_weights("line")
    fixed = _given_shape(given)
    alone = fixed or ListShape(missing_title=TITLELESS)
    features: list[list[ChunkFeatures]] = []
    labelled: list[Labelled] = []
    for item in items:
        chunked = chunk_item(item.text, vocabulary)
        features.append(chunk_features(chunked, vocabulary))
        labelled.append(decode(chunked, features[-1], alone, vocabulary, weights))
    if fixed:
        return labelled, [_described(fixed, labelled)]
    _learn_names(labelled, vocabulary)
    shapes = _reported(items, labelled)
    if shapes and shapes[0].agreeing >= ONE_STYLE * len(items) and len(items) > 4:
        shape = _vote(items, labelled)["lines"]
        shape.missing_title = TITLELESS
        labelled = [
            decode(reading.chunked, f, shape, vocabulary, weights)
            for reading, f in zip(labelled, features, strict=True)
        ]
    return labelled, shapes


def read_items(items: list[Item], vocabulary: Vocabulary, given: str = "") -> tuple[list[Labelled], list[ListShape]]:
    """Read items twice: first each by itself, then each with the shape of its list and the names the first pass found.

    ``given`` is a shape in its one-line notation that replaces the vote.
    """
    fixed = _given_shape(given)
    weights = fitted_weights("document")
    surveys = [survey_item(item.text) for item in items]
    chunked = [chunk_survey(survey, vocabulary) for survey in surveys]
    empty = fixed or ListShape()
    first = [decode(c, chunk_features(c, vocabulary), empty, vocabulary, weights) for c in chunked]
    _learn_names(first, vocabulary)
    chunked = [chunk_survey(survey, vocabulary) for survey in surveys]
    evidence = [weigh(c, chunk_features(c, vocabulary), vocabulary, weights) for c in chunked]
    labelled = [best_reading(e, empty) for e in evidence]
    if fixed:
        return labelled, [_described(fixed, labelled)]
    for _ in range(2):
        shapes = _vote(items, labelled)
        labelled = [best_reading(e, shapes[item.list_key]) for item, e in zip(items, evidence, strict=True)]
    return labelled, _reported(items, labelled)


def _given_shape(notation: str) -> ListShape | None:
    if not notation:
        return None
    from citekit.publications.grammar import parse_shape

    return parse_shape(notation)


def _learn_names(labelled: list[Labelled], vocabulary: Vocabulary) -> None:
    for reading in labelled:
        for index in reading.runs:
            run = reading.chunked.runs[index][2]
            if run.score < 0.7 * len(run.names) or (len(run.names) == 1 and reading.margin < 1.5):
                continue
            for name in run.names:
                vocabulary.styles[name.style] += 1
                if name.family and not name.literal and name.style != "single":
                    vocabulary.families[name.family] += 1
                    for part in name.given.split():
                        if len(part) > 2 and part[-1] != "." and not part.isupper():
                            vocabulary.givens[part] += 1


def segments_of(reading: Labelled) -> tuple[list[tuple[str, str, str]], list[tuple[str, str]]]:
    """The item's parts in order as ``(part, separator before, styles)``, and the separators inside its parts."""
    segments: list[tuple[str, str, str]] = []
    insides: list[tuple[str, str]] = []
    chunks = reading.chunked.chunks
    item = reading.chunked.item
    first = 0
    for i, label in enumerate(reading.labels):
        if i and reading.labels[i - 1] == label:
            if label in (Part.TITLE, Part.VENUE):
                insides.append((label, chunks[i].separator))
            continue
        last = i
        while last + 1 < len(chunks) and reading.labels[last + 1] == label:
            last += 1
        styles = ""
        if label in (Part.TITLE, Part.VENUE):
            start, end = chunks[i].start, chunks[last].end
            styles = "".join(letter for letter, share in _style_shares(item, start, end) if share > 0.6) + (
                "q" if chunks[i].quoted else ""
            )
        segments.append((label, chunks[i].separator if first else "", styles))
        first = 1
    return segments, insides


def _style_shares(item: StyledText, start: int, end: int) -> list[tuple[str, float]]:
    from citekit.documents.model import Style

    return [
        ("b", item.share(start, end, Style.BOLD)),
        ("i", item.share(start, end, Style.ITALIC)),
        ("u", item.share(start, end, Style.UNDERLINE)),
        ("l", item.link_share(start, end)),
    ]


def _vote(items: list[Item], labelled: list[Labelled]) -> dict[str, ListShape]:
    """The shape of every list: its own items count whole, the other items of the document a little."""
    own: dict[str, list[int]] = defaultdict(list)
    for i, item in enumerate(items):
        own[item.list_key].append(i)
    counted = [segments_of(reading) for reading in labelled]
    plausible = [_plausible(reading) for reading in labelled]
    whole = ListShape()
    for (segments, insides), good in zip(counted, plausible, strict=True):
        if good:
            whole.add(segments, insides)
    shapes = {}
    for key, members in own.items():
        shape = ListShape(section=items[members[0]].section.title)
        shape.blend(whole, 2.0 / max(2.0, whole.titles))
        for i in members:
            if plausible[i]:
                shape.add(*counted[i])
        shapes[key] = shape
    return shapes


def _plausible(reading: Labelled) -> bool:
    labels = set(reading.labels)
    return Part.TITLE in labels and bool(labels & {Part.AUTHORS, Part.VENUE, Part.DATE}) and reading.score > 0


def _reported(items: list[Item], labelled: list[Labelled]) -> list[ListShape]:
    own: dict[str, list[int]] = defaultdict(list)
    for i, item in enumerate(items):
        own[item.list_key].append(i)
    shapes = []
    for members in own.values():
        shape = ListShape(section=items[members[0]].section.title)
        notations: dict[str, int] = defaultdict(int)
        for i in members:
            if _plausible(labelled[i]):
                segments, insides = segments_of(labelled[i])
                shape.add(segments, insides)
                notations[notation_of(segments)] += 1
        if notations:
            shape.notation, shape.agreeing = max(notations.items(), key=lambda n: n[1])
            shapes.append(shape)
    return shapes


def _described(shape: ListShape, labelled: list[Labelled]) -> ListShape:
    agreeing = sum(notation_of(segments_of(reading)[0]) == shape.notation for reading in labelled)
    return replace(shape, items=len(labelled), agreeing=agreeing)

"""Reference lists compared with a citation style: where an item is printed otherwise than the style prints it.

A reference is read as a work, the style prints this work again (:mod:`citekit.commands.reprint`), and each place where the two
lines differ is a departure. It is only reported if it is certain: the reading may be wrong, not the reference. So a line that
departs is read again with one small departure undone; if what the style prints then is the same, the departure was one of the
reference.
"""

from __future__ import annotations

from collections.abc import Sequence

from citekit.commands.reprint.departures import Departure, Judged, judge, judge_by
from citekit.commands.reprint.lines import Line
from citekit.commands.reprint.lists import departure_text, label_of
from citekit.commands.reprint.near_lines import is_told, near_lines
from citekit.commands.reprint.style import PrintingStyle, Reprinted, as_printed_line
from citekit.documents.runs import Document
from citekit.extraction.items import Item, Section
from citekit.extraction.phrases import is_publisher
from citekit.extraction.pipeline import line_item, read_references, reference_items
from citekit.lint.finding import Finding, Related
from citekit.model.as_printed import with_sentence_case
from citekit.model.work import Work
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass
from citekit.runtime.span import Source, Span
from citekit.text.rich import without_tags

LONGEST = 1500
"""Characters of a reference that is compared; longer ones are notes or several references."""
MOST_REFERENCES, MOST_UNSURE = 800, 120
"""References of a document that are compared, and those that are read again with a departure undone: each takes a tenth of a
second."""
IN_SENTENCE_CASE = 0.75
"""Share of the other titles of a list that must be in sentence case for one in title case to depart from it."""
FEWEST_TITLES = 4
"""Titles in sentence case that show the habit of a list, at least."""
_DEGREE = re.compile(
    r"(?i:(?:ph\.? ?d|master[’']?s?|bachelor[’']?s?|m\.? ?sc|doctoral|diploma)\.?(?: (?:thesis|dissertation))?)"
)
"""What a thesis calls itself, and no school with it."""
_PLACEHOLDER = "\ue000"
"""Stands for a publisher that is missing: no text has this character."""


@dataclass(frozen=True, slots=True)
class PrintedReference:
    """A reference of a list: its item, its line, and its readings, the first one as it is set and one of its bare text."""

    item: Item
    line: Line
    works: tuple[Work, ...]


@dataclass(frozen=True, slots=True)
class StyleComparison:
    """The findings of a document, the number of its items, and how many of them were compared with the style."""

    findings: tuple[Finding, ...]
    seen: int
    compared: int


def references_of(document: Document) -> list[PrintedReference]:
    """Return the references of a document, each as a line and as it was read."""
    items = reference_items(document)
    lines = [as_printed_line(Line.of_item(item.text)) for item in items]
    works = [work for work, _ in read_references(items, document.source)]
    set_otherwise = [number for number, line in enumerate(lines) if any(line.italic)]
    bare = dict(zip(set_otherwise, _read([lines[number].text for number in set_otherwise]), strict=True))
    return [
        PrintedReference(item, line, (work, *([bare[number][0]] if number in bare else [])))
        for number, (item, line, work) in enumerate(zip(items, lines, works, strict=True))
    ]


def compare(document: Document, style_name: str) -> StyleComparison:
    """Compare the references of a document with a style. Raises what :func:`citekit.csl.styles.load` raises."""
    references = references_of(document)
    label, style = label_of(style_name), PrintingStyle(style_name)
    with_italics = any(any(one.line.italic) for one in references)
    judged: list[Judged] = []
    for one in references[:MOST_REFERENCES]:
        unsure = sum(not result.certain for result in judged)
        judged.append(_judged(one, style, with_italics, tries_near=unsure < MOST_UNSURE))
    _judge_titles(judged, references, style)
    findings = [
        _finding(document, one, result, label)
        for one, result in zip(references, judged, strict=False)  # a long list is judged in part
        if result.certain and result.departures
    ]
    return StyleComparison(tuple(findings), len(references), sum(result.certain for result in judged))


def _judged(one: PrintedReference, style: PrintingStyle, with_italics: bool, tries_near: bool) -> Judged:
    """Return the departures of a reference, as it was read or as it is read with one small departure undone.

    ``tries_near`` is false if too many references of a document have been read again.
    """
    if len(one.line.text) > LONGEST:
        return Judged(Reprinted(one.works[0], one.line, False), (), False)
    result = judge(one.line, style, one.works, with_italics)
    # 1. printed as it is: nothing to report
    whole = result.reprinted.exact and result.certain and not _lacks_source(result.reprinted.work, style)
    if whole and not _ends_with_house(result.reprinted.work):
        return result
    stable = result.certain and not result.reprinted.exact and _is_stable(result.reprinted, style)
    # 2. a word departs, and the reading is stable: certain. Where only a mark departs, the border of two fields may have been
    # read in another place
    first = result.departures[0] if stable else None
    if first is not None and first.found.strip(".,:;") != first.printed.strip(".,:;"):
        return result
    # 3. a line next to it (a mark or a word otherwise) that is printed as it is: its reading is right, the departure certain
    found: list[tuple[float, Reprinted]] = []
    lines = list(near_lines(one.line)) if tries_near else []
    for (text, at), (work, score) in zip(lines, _read([text for text, _ in lines]), strict=True):
        if is_told(work, one.line, text, at) and not _lacks_source(work, style):
            again = style.reprint(Line.of_text(text), (work,))
            if again.exact:
                found.append((score, Reprinted(again.work, again.printed, False)))
    if found:
        best = max(found, key=lambda pair: pair[0])[1]
        return judge_by(one.line, best, with_italics)
    if whole:
        return result
    # 4. printed as it is, but with no source: a publisher may be missing
    if result.reprinted.exact and any(work.variables == result.reprinted.work.variables for work in one.works):
        return _without_source(one, result, style)
    if stable or (result.reprinted.exact and result.certain):
        return Judged(result.reprinted, result.departures, True)
    # 5. something else is read wrongly or departs; what is of the style alone does so all the same
    work, text = result.reprinted.work, one.line.text
    alone = tuple(departure for departure in result.departures if _is_of_form(departure, work))
    for departure in alone[::-1]:
        text = f"{text[: departure.start]}{departure.printed}{text[departure.end :]}"
    return Judged(Reprinted(work, Line.of_text(text), False), alone or result.departures, bool(alone))


_FORM = re.compile(r"&|and|(?:[A-Z]\.?[,-]?){1,4}")
_DASHED = re.compile(r"(?P<first>\w*\d)(?P<dash>[-–])(?P<last>\w*\d)[.,;:]?")


def _is_of_form(departure: Departure, work: Work) -> bool:
    """Whether a style prints the same there in another form, however the rest is read: the dash of a range of pages, what joins
    people, the full stops of their initials."""
    found, printed = departure.found, departure.printed
    if departure.italic is not None or found == printed:
        return False
    if (typed := _DASHED.fullmatch(found)) and (dashed := _DASHED.fullmatch(printed)):
        pages = work.text("page").replace("–", "-")
        return (
            dashed["dash"] == "–"
            and typed["dash"] == "-"
            and pages == f"{typed['first']}-{typed['last']}" == f"{dashed['first']}-{dashed['last']}"
        )
    if not (_FORM.fullmatch(found) and _FORM.fullmatch(printed)):
        return False
    joined = {found, printed} == {"&", "and"} and len(work.author) > 1
    initials = "".join(filter(str.isalnum, found)) == "".join(filter(str.isalnum, printed)) and found.isupper()
    return joined or (initials and any(printed.rstrip(",") in name.given for name in work.author))


def _read(lines: Sequence[str]) -> list[tuple[Work, float]]:
    """Return the work of each line and the confidence in it."""
    items = [line_item(text, 0, Section(())) for text in lines]
    return [(work, trace.score) for work, trace in read_references(items, Source("", ""))]


def _is_stable(reprinted: Reprinted, style: PrintingStyle) -> bool:
    """Whether what a style prints of a reading is read as something that prints the same: a reading that is right is."""
    printed = reprinted.printed
    [(work, _)] = _read([printed.text])
    return style.reprint(printed, (work,)).exact


_SOURCES = frozenset(
    "publisher container-title URL DOI number archive event-title note status collection-title genre".split()
)
"""Variables of which a reference has one next to people, title and year: where the work is found."""


def _lacks_source(work: Work, style: PrintingStyle) -> bool:
    """Whether a reference does not state where its work is found, or has no publisher where its kind has one."""
    # an organisation that publishes its own work is not printed a second time (APA 7, 9.29)
    own = style.name == "apa" and any(name.literal for name in work.names("author"))
    if _SOURCES.isdisjoint(work.variables):
        return not own
    if "publisher" in work.variables:
        return False
    return (
        (work.type == "chapter" and bool(work.names("editor")))
        or (work.type == "thesis" and bool(_DEGREE.fullmatch(work.text("genre"))))
        or (work.type == "report" and "number" in work.variables and not any(n.literal for n in work.names("author")))
    )


def _ends_with_house(work: Work) -> bool:
    """Whether a title without publisher and container ends with the name of a publisher: a full stop may be missing before it."""
    words = without_tags(work.text("title")).split()
    if not {"publisher", "container-title"}.isdisjoint(work.variables) or len(words) <= _LONGEST_HOUSE:
        return False
    ends = (words[-count:] for count in range(2, _LONGEST_HOUSE + 1))
    return any(end[0].istitle() and end[-1].istitle() and is_publisher(" ".join(end)) for end in ends)


_LONGEST_HOUSE = 4
"""Words of the name of a publisher that a title may end with, at most; a title of no more words is one that only names it."""


def _without_source(one: PrintedReference, result: Judged, style: PrintingStyle) -> Judged:
    """Return the place where a style prints the publisher that a reference lacks."""
    work = result.reprinted.work
    types = (work.type,) if _SOURCES & work.variables.keys() else (work.type, "book")
    for name in types:
        printed = style.printed(
            Work(name, work.id, {**work.variables, "publisher": _PLACEHOLDER}, work.fields), one.line.text
        )
        at = printed.text.find(_PLACEHOLDER)
        if at >= 0:  # the place is where the printed line continues after what the reference has as well
            before = printed.text[:at].rstrip(" (:,.")
            place = len(before) if one.line.text.startswith(before) else None
            if place is None:
                continue
            start = one.line.text.rfind(" ", 0, place) + 1
            return Judged(
                result.reprinted, (Departure(start, place, one.line.text[start:place], "", missing="publisher"),), True
            )
    return result


def _judge_titles(judged: list[Judged], references: Sequence[PrintedReference], style: PrintingStyle) -> None:
    """Find the titles in title case of a list whose other titles are in sentence case, where the style prints either."""
    other = [with_sentence_case(result.reprinted.work) for result in judged]
    plain = [result.reprinted.work.title == work.title for result, work in zip(judged, other, strict=True)]
    if plain.count(True) < max(FEWEST_TITLES, IN_SENTENCE_CASE * (len(plain) - 1)):
        return
    for number, (result, work, is_plain) in enumerate(zip(judged, other, plain, strict=True)):
        if is_plain or not result.certain or result.departures:
            continue
        line, lowered = references[number].line, result.reprinted.work.with_variables(title=work.title)
        judged[number] = judge_by(line, Reprinted(lowered, style.printed(lowered, line.text), False), False)


def _finding(document: Document, one: PrintedReference, judged: Judged, label: str) -> Finding:
    """Return the finding at the first place where a reference departs; the others are related to it."""
    first, *others = judged.departures
    related = tuple(Related(departure_text(other, label), document.source, _span(one, other)) for other in others)
    hint = f"add the {first.missing}" if first.missing else f"write {judged.reprinted.printed.text}"
    message, span = departure_text(first, label), _span(one, first)
    return Finding(
        message,
        document.source,
        span,
        hint,
        key=judged.reprinted.work.text("title"),
        related=related,
        whole=one.item.span,
    )


def _span(one: PrintedReference, found: Departure) -> Span:
    places = one.line.places
    start = places[min(found.start, len(places) - 1)]
    end = places[min(found.end, len(places)) - 1] + 1 if found.end > found.start else start
    return one.item.text.span(start, max(end, start + 1))

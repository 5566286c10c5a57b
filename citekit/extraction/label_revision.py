"""What a list makes of its own lines: their labels are weighed against what the fields state, and amended.

A line that reads like a whole reference is a publication though the model of lines left it out.

Two parts: from :func:`find_items` on, labels are weighed against fields; from :func:`repeated_records` on, the records that
repeat in the tree of a page are found, which the first part follows.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from citekit.documents.runs import REFERENCES, Document, Run
from citekit.extraction.items import (
    NEUTRAL,
    PUBLICATIONS,
    UNLIKE,
    Item,
    Section,
    SegmentedItem,
    heading_key,
    hidden_items,
    labelled_items,
    read_heading,
)
from citekit.extraction.items import OTHER as OTHER_HEADING
from citekit.extraction.labeller import CONTAINER, TITLE, Labelled
from citekit.extraction.list_features import read_alone
from citekit.extraction.phrases import word_rows
from citekit.extraction.reading import make_record
from citekit.extraction.record import ParsedItem, missing
from citekit.extraction.segments.features import shape_of
from citekit.extraction.segments.lines import BlockLine, document_lines
from citekit.extraction.segments.model import BEGIN, HEADING, INSIDE, segmenter
from citekit.extraction.segments.parts import SHORTEST_TITLE, bibtex_blocks, label_of
from citekit.runtime import patterns as re
from citekit.runtime.records import dataclass

LEAST_ODDS, LEAST_ODDS_ELSEWHERE = 0.02, 0.2
"""How likely the model must hold it that an item begins at a line that reads like one: in a list of publications, and under
a heading that announces something else."""
LEAST_SURE, LEAST_SURE_BESIDE, MOST_LEFT = 0.3, 0.6, 0.12
"""How sure a reading must be that makes a publication of such a line, how certain of a line that only its place next to others
speaks for, and the share of its letters that may fit no field."""
MOST_LEFT_OF_RECORD = 0.25
"""That share for records that the page sets apart, where most begin for the model of lines, too, or have their titles named:
summaries, and buttons that no link makes."""
FEWEST_OF_A_LIST, MOST_LIKELY, NEARLY_ALL = 3, 0.7, 0.75
"""Items of a list that can vouch for each other, and the share of them that must read like references for the others to be
believed, and for one without people to be one."""
MOST_VOUCHING, MOST_LEFT_VOUCHED, SUREST = 0.6, 0.4, 0.9
"""The share of a list that the model of lines must take for publications for these to vouch for the rest; the share of letters that
may then fit no field ("student book note; a longer version can be downloaded"); and how sure the reading of people and a title alone
must be."""
SHORTEST_AGAIN = 15
"""Letters of a title that is found again in a whole reference below it."""
SHORTEST, LONGEST = 40, 1200
"""Letters of such a line."""
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")


class ReadingsByLines:
    """What the items of a document read like by themselves, by their lines: labels that are tried make most items of it again."""

    def __init__(self, lower: Container[str]) -> None:
        self._lower = lower
        self.known: dict[tuple[int, ...], Labelled] = {}

    def of(self, items: Sequence[SegmentedItem]) -> list[Labelled]:
        """Read items, each only once."""
        for item in items:
            item.alone = item.alone or self.known.get(item.lines)
        found = read_alone(items, self._lower)
        self.known.update(zip((item.lines for item in items), found, strict=True))
        return found


def find_items(document: Document, lower: Container[str], said: Mapping[str, str] | None = None) -> list[Item]:
    """Return all items of a document in reading order: publications, and with the reason in ``aside`` all other text.

    ``lower`` are words that the document prints in lowercase letters, ``said`` is what headings announce as people state: their letters -> a role.
    """
    lines = document_lines(document)
    headings = {n: role for n, line in enumerate(lines) if said and (role := said.get(heading_key(line.text)))}
    told = [_announcing(line, headings[n]) if n in headings else line for n, line in enumerate(lines)]
    reading = segmenter().label(document, told)
    first = [HEADING if n in headings else label for n, label in enumerate(reading.labels)]
    # Without the environment nothing ends the last key's reference: lines below it are judged as all others are.
    is_closed = "{thebibliography}" in document.source.text
    first = ["O" if OF_THE_PAGE.match(line.text) else label for line, label in zip(lines, first, strict=True)]
    _begin_at_keys(lines, first, is_closed)
    _begin_at_numbers(lines, first)
    _topics_between(lines, first)
    readings = ReadingsByLines(lower)
    _references_for_headings(lines, first, readings)
    begins = [odds.get(BEGIN, 0.0) for odds in reading.odds]
    _begin_at_named_titles(lines, first, begins)
    _follow_records(document, lines, first, begins, readings, said)
    items = labelled_items(document, lines, first, begins, said)
    labels = amended(items, first, begins, readings, said)
    if _head_by_years(lines, items, labels):
        items = labelled_items(document, lines, labels, begins, said)
    _divide(document, lines, items, labels, begins, readings, is_closed)
    _begin_at_keys(lines, labels, is_closed)
    _begin_at_titles(lines, items, labels, readings)
    _go_on_in_paragraph(lines, items, labels, readings)
    if labels != first:
        known = {item.lines: item.alone for item in items}
        items = labelled_items(document, lines, labels, begins, said)
        for item in items:
            item.alone = known.get(item.lines)
    for item in items:
        if not item.key:  # one with a key may have parts that are told only now
            item.alone = item.alone or readings.known.get(item.lines)
        if item.key and not item.named:
            item.named = bibtex_blocks(document.source.text, item.span)
    if dict(document.meta).get(REFERENCES):
        for item in items:
            if not item.key and not item.aside:
                item.aside = "in the text, and not among its references"
    return sorted([*hidden_items(document), *items], key=lambda item: item.span.start)


OF_THE_PAGE = re.compile(
    r"\W{0,3}(?:©|copyright (?:\(c\)|©|\d{4})|(?:last (?:updated|modified)|letzte änderung|back to top|nach oben|voltar ao topo|volver arriba|torna su|retour en haut|haut de page)(?!\w))",
    re.IGNORECASE,
)
"""How a line begins that is of the page and of no list: who owns it, when it changed, how to get to its top."""


def _follow_records(
    document: Document,
    lines: list[BlockLine],
    labels: list[str],
    begins: list[float],
    readings: ReadingsByLines,
    said: Mapping[str, str] | None,
) -> None:
    """Let publications begin and end where the records of the page do, and years above several of them be headings.

    The model of lines has not seen every page. What it states is where most records that it would change do not read like
    whole references as one.
    """
    # The tree of a PDF file is a guess by its looks.
    for records in repeated_records(document, lines) if document.format != "pdf" else ():
        years = year_lines(lines, records)
        begun = sum(any(labels[n] == BEGIN for n in record) for record in records)
        called = {n for record in records for n in record if any(kind == "title" for _, kind in lines[n].named)}
        are_called = sum(not called.isdisjoint(record) for record in records) * 2 >= len(records)
        best: list[str] = []
        earlier: list[str] = []
        most = -1
        for keeping in (True, False):
            tried = list(labels)
            for n in years:
                tried[n] = HEADING
            changed = []
            for record in records:
                rest = record[1:] if record.start in years else record
                wanted = _labels_of_record(lines, [tried[n] for n in rest], rest, keeping)
                if BEGIN in wanted and wanted != [tried[n] for n in rest]:
                    tried[rest.start : rest.stop] = wanted
                    changed.append(rest)
            if tried in (labels, earlier):  # most pages have nothing that could be kept
                break
            earlier = list(tried)
            items = {item.lines[0]: item for item in labelled_items(document, lines, tried, begins, said)}
            made = {
                rest: item
                for rest in changed
                if (item := items.get(rest.start + tried[rest.start : rest.stop].index(BEGIN)))
            }
            mine = {rest: item for rest, item in made.items() if not item.aside}
            tries = {
                rest: (make_record(item, one), one.probability)
                for (rest, item), one in zip(mine.items(), readings.of(list(mine.values())), strict=True)
            }
            # Few rows that a page repeats for other things have people, a title, a year, and a venue or a house.
            full = [
                one
                for one, _ in tries.values()
                if one.year and (one.venue or one.publisher) and is_whole(one, False, MOST_LEFT_OF_RECORD)
            ]
            are_full = len(full) >= NEARLY_ALL * len(records)
            most_left = MOST_LEFT_OF_RECORD if begun * 2 >= len(records) or are_called or are_full else MOST_LEFT
            read = {rest: one for rest, (one, odds) in tries.items() if are_called or are_full or odds >= LEAST_SURE}
            whole = {rest for rest, record in read.items() if is_whole(record, most_left=most_left)}
            if len(whole) + len(records) - len(changed) < MOST_LIKE * len(records) or not (begun or whole):
                continue
            vouched = {mine[rest].section for rest in whole}
            for rest in changed:
                if BEGIN in labels[rest.start : rest.stop] or rest in whole:
                    continue
                # what no other mark speaks for must be like the others below its heading
                alike = rest in read and mine[rest].section in vouched and is_whole(read[rest], True, most_left)
                alike = alike or (rest in mine and not called.isdisjoint(rest))
                if not alike or mine[rest].section.role == OTHER_HEADING:
                    tried[rest.start : rest.stop] = labels[rest.start : rest.stop]
            if len(whole) > most:
                best, most = tried, len(whole)
            if most == len(changed):
                break
        labels[:] = best or labels


def _labels_of_record(lines: Sequence[BlockLine], labels: Sequence[str], record: range, keeping: bool) -> list[str]:
    """Return the labels of the lines of a record as one publication, without abstracts and words that only state what
    follows. ``keeping`` what the model of lines left out after its begin, but people, years, places of publication and
    what the page calls a part of it.
    """
    title = heading_key(lines[record.start].text)
    for n in record[1:]:
        again = heading_key(lines[n].text) if SHORTEST <= len(lines[n].text) <= LONGEST else ""
        shape = shape_of(lines[n])
        if len(title) >= SHORTEST_AGAIN and title in again and shape.names and shape.years:
            return [BEGIN if m == n else "O" for m in record]  # "Recommended citation: …" below title and venue
    found = []
    for i, n in enumerate(record):
        part, named = shape_of(lines[n]).part, {kind for _, kind in lines[n].named}
        if named == {"aside"} or label_of(lines[n].text):
            found.append("O")
        elif BEGIN not in found:
            found.append(BEGIN)
        elif labels[i] not in (BEGIN, INSIDE) and not named and part not in ("A", "V") and (keeping or part == "P"):
            found.append("O")
        else:
            found.append(INSIDE)
    return found


def _begin_at_keys(lines: Sequence[BlockLine], labels: list[str], is_closed: bool) -> None:
    """Let an item begin at each reference that has a key, and in a closed list go on to the end of its list item."""
    row = ""
    for n, line in enumerate(lines):
        here = next((step for step in reversed(line.block.path) if step.startswith("li:")), "")
        if line.block.key:
            labels[n], row = BEGIN, here
        elif is_closed and row and here == row:
            labels[n] = INSIDE
        else:
            row = ""


def _begin_at_numbers(lines: Sequence[BlockLine], labels: list[str]) -> None:
    """Let an item begin at each line that continues the numbers of the items above it in its block: "[12] …", "[11] …".

    Without a blank line between them, the model of lines joins two of which one is short. A number at the begin of a wrapped
    line hardly ever is the next one.
    """
    last: tuple[int, str, int] | None = None
    for n, line in enumerate(lines):
        found = _COUNTED.match(line.text) if labels[n] in (BEGIN, INSIDE) else None
        if found is None:
            last = last if labels[n] == INSIDE else None
            continue
        here = (line.index, found["sign"], int(found["number"]))
        if labels[n] == INSIDE and last is not None and here[:2] == last[:2] and abs(here[2] - last[2]) == 1:
            labels[n] = BEGIN
        last = here if labels[n] == BEGIN else last


_COUNTED = re.compile(r"\s*\[?(?P<number>\d{1,3})(?P<sign>\]|\.|\))\s+(?=[^\W\d_])")
"""The number of an item in a text, with the mark after it."""


def _begin_at_named_titles(lines: Sequence[BlockLine], labels: list[str], begins: Sequence[float]) -> None:
    """Let an item begin at each line that the page calls a title above one that it calls authors, where the model of lines holds it
    possible, and go on through the lines that have names of parts; a single one is no record that repeats."""
    kinds = [{kind for _, kind in line.named} for line in lines]
    for n in range(len(lines) - 1):
        if "title" in kinds[n] and "author" in kinds[n + 1] and labels[n] == labels[n + 1] == "O":
            if begins[n] < LEAST_ODDS:
                continue
            labels[n] = BEGIN
            for m in range(n + 1, len(lines)):
                if not kinds[m] or "title" in kinds[m] or labels[m] != "O":
                    break
                labels[m] = INSIDE


def _references_for_headings(lines: Sequence[BlockLine], labels: list[str], readings: ReadingsByLines) -> None:
    """Let an item begin at each paragraph that the model of lines takes for a heading and that reads like a whole reference, with volume
    or pages."""
    doubted = [
        n
        for n, label in enumerate(labels)
        if label == HEADING and lines[n].block.kind != "heading" and SHORTEST <= len(lines[n].text) <= LONGEST
    ]
    items = [SegmentedItem.of(lines, [n], Section(()), "", 0.0) for n in doubted]
    for n, item, read in zip(doubted, items, readings.of(items), strict=True):
        record = make_record(item, read)
        located = not record.locator.keys().isdisjoint(("volume", "page"))
        if read.probability >= LEAST_SURE and located and record.venue is not None and is_whole(record):
            labels[n] = BEGIN


def _topics_between(lines: Sequence[BlockLine], labels: list[str]) -> None:
    """Let the line after the people of an item be a heading where nearly all items, of three lines and more, end with their people.

    A topic between two items of a page that was copied as text has no mark, and reads like the name of a meeting.
    """
    items: list[list[int]] = []
    for n, label in enumerate(labels):
        if label == BEGIN:
            items.append([n])
        elif label == INSIDE and items and items[-1][-1] == n - 1:
            items[-1].append(n)
    stacked = [item for item in items if len(item) >= FEWEST_OF_A_STACK]
    ending = sum(shape_of(lines[item[-1]]).names > 0 for item in stacked)
    if ending < FEWEST_OF_A_LIST or ending < NEARLY_ALL * len(stacked):
        return
    for item in stacked:
        *_, people, last = item
        shape, text = shape_of(lines[last]), lines[last].text
        of_item = shape.names or shape.years or any(map(str.isdigit, text)) or text.endswith((".", ","))
        if shape_of(lines[people]).names and not of_item and len(text.split()) <= LONGEST_TOPIC:
            labels[last] = HEADING


FEWEST_OF_A_STACK, LONGEST_TOPIC = 3, 8
"""Lines of an item that has title, meeting and people each on one, at least; words of a topic, at most."""


def _begin_at_titles(
    lines: list[BlockLine], items: Sequence[SegmentedItem], labels: list[str], readings: ReadingsByLines
) -> None:
    """Let items begin at the headings right above them where each of several headings, which announce nothing, has one item
    below it that has no title, or that is a whole reference only with the heading: pages with a heading for each paper."""
    found: list[SegmentedItem] = []
    below = 0
    for item in items:
        above, behind = item.lines[0] - 1, item.lines[-1] + 1
        left_out = item.aside == UNLIKE
        if (item.aside and not left_out) or item.struck or above < 0 or labels[above] != HEADING:
            continue
        heading = read_heading(lines[above].text, 1)
        told = heading.role != NEUTRAL or heading.year or heading.venue or heading.kinds or heading.status
        if told or lines[above].block.kind != "heading" or len(heading.text.split()) < 2:
            continue
        below += 1
        if left_out:
            joined = SegmentedItem.of(lines, [above, *item.lines], Section(()), item.list_key, item.odds)
            if SHORTEST <= len(joined.text.text) <= LONGEST and is_whole(make_record(joined, *readings.of([joined]))):
                found.append(item)
        elif behind == len(lines) or labels[behind] == HEADING or lines[behind].block.kind == "heading":
            found += [item] if f"B-{TITLE}" not in readings.of([item])[0].labels else []
    if len(found) >= max(FEWEST_BELOW_TITLES, MOST_LIKELY * below):
        for item in found:
            labels[item.lines[0] - 1] = BEGIN
            labels[item.lines[0] : item.lines[-1] + 1] = [INSIDE] * len(item.lines)


def _head_by_years(lines: Sequence[BlockLine], items: Sequence[SegmentedItem], labels: list[str]) -> bool:
    """Let lines that are only a year, and "Published" above them, be headings of what follows, though they were read as the ends of
    items or left out: the years fall, the last item has none, and no item prints one of its own. Return whether there are any.
    """
    shown = [item for item in items if not (item.aside or item.struck or item.hidden)]
    found: dict[int, int] = {}
    for item in shown:
        last = item.lines[-1]
        year = read_heading(lines[last].text, 1).year if lines[last].text.isdecimal() and len(item.lines) > 1 else None
        if any(_YEAR.search(_ADDRESS.sub("", lines[n].text)) for n in item.lines if n != last or not year):
            return False
        found |= {last: year} if year else {}
    if not found or max(found) == shown[-1].lines[-1]:
        return False
    for n, line in enumerate(lines[:-1]):
        if line.text.isdecimal() and labels[n] == "O" and labels[n + 1] == BEGIN:
            found |= {n: year} if (year := read_heading(line.text, 1).year) else {}
    years = [found[n] for n in sorted(found)]
    if len(found) < FEWEST_YEARS or years != sorted(set(years), reverse=True):
        return False
    for n in found:
        labels[n] = HEADING
        if labels[n - 1] == INSIDE and lines[n - 1].text.casefold().strip(":") == "published":
            labels[n - 1] = HEADING
    return True


FEWEST_YEARS = 2
"""Lines that are only a year, at least: a single one may be that of the item above it."""
_ADDRESS = re.compile(r"(?<!\S)[^\s/]*+/\S*")
"""Identifiers and addresses, whose digits are not years."""


def _go_on_in_paragraph(
    lines: Sequence[BlockLine], items: Sequence[SegmentedItem], labels: list[str], readings: ReadingsByLines
) -> None:
    """Let a line that has no title continue with the line above in the same list item, which has one and no container."""
    for above, item in pairwise(items):
        first, last = lines[item.lines[0]], above.lines[-1]
        listed = any(step.startswith("li:") for step in item.path)
        beside = last + 1 == item.lines[0] and lines[last].index == first.index and labels[item.lines[0]] == BEGIN
        if not (listed and beside) or above.aside or item.aside:
            continue
        titled, bare = (set(one.labels) for one in readings.of([above, item]))
        if f"B-{TITLE}" in titled and {f"B-{CONTAINER}"} & bare - titled and f"B-{TITLE}" not in bare:
            labels[item.lines[0]] = INSIDE


FEWEST_BELOW_TITLES = 2
"""Items without a title below a heading each, at least: one may be a remark below a topic."""


def _announcing(line: BlockLine, role: str) -> BlockLine:
    """Return a line as the model of lines would see it if its words stated what it announces."""
    word = "Talks" if role == OTHER_HEADING else "Publications"
    block = replace(line.block, kind="heading", level=line.block.level or 2, runs=(Run(word, line.block.span),))
    return BlockLine(block, line.index, line.broken)


def amended(
    items: Sequence[SegmentedItem],
    labels: Sequence[str],
    begins: Sequence[float],
    readings: ReadingsByLines,
    said: Mapping[str, str] | None = None,
) -> list[str]:
    """Return the labels of the lines as the fields of the items want them, heeding what people ``said`` of headings."""
    found = list(labels)
    shown = [item for item in items if not item.struck]
    doubted = [item for item in shown if item.aside and SHORTEST <= len(item.text.text) <= LONGEST]
    sections = {item.section for item in shown if not item.aside}
    # Below a heading that announces publications because a person stated it, whatever reads like one is one.
    stated = {
        item.section
        for item in doubted
        if said and any(said.get(heading_key(heading.text)) == PUBLICATIONS for heading in item.section.headings)
    }
    likely = _lists_of_references(shown, readings)
    vouching = _vouching_lists(shown, readings)
    wanted = [
        (item, least)
        for item in doubted
        if (
            least := 0.0
            if item.section in stated
            else LEAST_SURE
            if item.list_key in likely
            else _least_sure(item, begins, sections)
        )
        < 1
        or item.list_key in vouching
    ]
    for (item, least), read in zip(wanted, readings.of([item for item, _ in wanted]), strict=True):
        believed = likely.get(item.list_key, 0.0) >= NEARLY_ALL
        numbered = believed and any(map(str.isdigit, item.text.marker + item.label))
        record = make_record(item, read)
        # A short one ("Ada Moss. Tides. Fenn, 2004") is never read surely, and is what nearly all others are.
        is_one = (believed or read.probability >= least) and is_whole(record, numbered)
        if is_one or (
            item.aside == UNLIKE and item.list_key in vouching and _is_of_list(record, vouching[item.list_key])
        ):
            for n, line in enumerate(item.lines):
                found[line] = INSIDE if n else BEGIN
    return found


def _by_list(items: Sequence[SegmentedItem]) -> dict[str, list[SegmentedItem]]:
    lists: dict[str, list[SegmentedItem]] = defaultdict(list)
    for item in items:
        lists[item.list_key].append(item)
    return lists


def _vouching_lists(items: Sequence[SegmentedItem], readings: ReadingsByLines) -> dict[str, bool]:
    """Return the lists of which the model of lines takes most items for publications, with whether most of those print no
    people: lists of what someone wrote alone.

    That model judges each line by all lists it has seen; a report, a thesis or a paper in a magazine among articles is of the
    list all the same.
    """
    found = {}
    for key, members in _by_list(items).items():
        sure = [item for item in members if not item.aside]
        most = FEWEST_OF_A_LIST <= len(sure) < len(members) and len(sure) >= MOST_VOUCHING * len(members)
        if most and members[0].section.role != OTHER_HEADING:
            read = zip(sure, readings.of(sure), strict=True)
            found[key] = 2 * sum(make_record(item, one).authors is None for item, one in read) >= len(sure)
    return found


def _is_of_list(record: ParsedItem, without_people: bool) -> bool:
    """Whether an item has what a publication has that others of its list vouch for: remarks next to the fields, no people where
    the others have none, or people and a title alone where nothing else can be read (working papers)."""
    if is_whole(record, without_people, MOST_LEFT_VOUCHED):
        return True
    titled = record.title is not None and record.authors is not None and not missing(record)
    return titled and record.labelled.probability >= SUREST and record.left_share() <= MOST_LEFT


def _divide(
    document: Document,
    lines: list[BlockLine],
    items: Sequence[SegmentedItem],
    labels: list[str],
    begins: list[float],
    readings: ReadingsByLines,
    is_closed: bool,
) -> None:
    """Let an item begin at each line of an item that holds several references, one per line; lines among them that are only a
    year are their headings.

    Four references in a text file have no marker and no blank line between them, and the model of lines joins some. A
    reference that is broken over lines is not divided: its second line has no people, title and year of its own.
    """
    joined: list[tuple[list[int], list[int]]] = []
    for item in items:
        years = [n for n in item.lines if shape_of(lines[n]).only_year]
        parts = [n for n in item.lines if n not in years]
        if len(parts) < 2 or item.aside or (item.key and is_closed):
            continue
        fit = all(SHORTEST <= len(lines[n].text) <= LONGEST for n in parts)
        if fit and (
            any(h.year for h in item.section.headings)
            or item.lines[0] in years
            or all(map(_is_dated, (lines[n].text for n in parts)))
        ):
            joined.append((parts, years))
    if not joined:
        return
    tried = list(labels)
    for parts, years in joined:
        for n in parts:
            tried[n] = BEGIN
        for n in years:
            tried[n] = HEADING
    single = {item.lines: item for item in labelled_items(document, lines, tried, begins)}
    for parts, years in joined:
        alone = [part for n in parts if (part := single.get((n,))) is not None]
        sentences = all(_SENTENCE.fullmatch(lines[n].text.strip()) for n in parts)
        if len(alone) == len(parts) and all(
            read.probability >= LEAST_SURE and _is_reference(make_record(part, read), sentences)
            for part, read in zip(alone, readings.of(alone), strict=True)
        ):
            for n in (*parts, *years):
                labels[n] = tried[n]


_STATES = tuple(" ".join(row) for row in word_rows("states")["to appear"])
_SENTENCE = re.compile(r"(?:[^\W\d_]|[«“„\"'‘(「『《]).*[.)\d”」』》。]")
"""A line that may be a whole reference: it begins with a letter or a quote and ends with a full stop, a number or a bracket."""


def _is_dated(line: str) -> bool:
    """Whether a line has a year, or states that what it lists will appear."""
    folded = line.casefold()
    return _YEAR.search(line) is not None or any(state in folded for state in _STATES)


def _is_reference(record: ParsedItem, sentences: bool) -> bool:
    """Whether a line of an item is a reference of its own: a whole one, or in a list of ``sentences`` one without people that has a
    container or a house. The second line of a broken reference has no title before them."""
    housed = record.venue is not None or record.publisher is not None
    return is_whole(record) or (sentences and housed and record.authors is None and is_whole(record, True))


def _lists_of_references(items: Sequence[SegmentedItem], readings: ReadingsByLines) -> dict[str, float]:
    """Return the lists of which most items are publications or read like whole references, with the share of those.

    The model of lines judges lines by those it has seen, so that a whole list in a style that it does not know is left
    out; but no other list has people, a title and a year in nearly every item.
    """
    found = {}
    for key, members in _by_list(items).items():
        doubted = [item for item in members if item.aside]
        fitting = [it for it in doubted if SHORTEST <= len(it.text.text) <= LONGEST and _YEAR.search(it.text.text)]
        known = len(members) - len(doubted)
        enough = MOST_LIKELY * len(members)
        listed = any(step.startswith(("li:", "tr:")) for step in members[0].path)
        vouched = doubted and len(members) >= FEWEST_OF_A_LIST and known + len(fitting) >= enough
        if not vouched or not listed or members[0].section.role == OTHER_HEADING:
            continue
        read = readings.of(fitting)
        sure = [make_record(it, one) for it, one in zip(fitting, read, strict=True) if one.probability >= LEAST_SURE]
        whole = sum(map(is_whole, sure))
        if known + whole >= enough:
            found[key] = (known + whole) / len(members)
    return found


def _least_sure(item: SegmentedItem, begins: Sequence[float], sections: Container[Section]) -> float:
    """Return how certain the reading of an item must be that the model of lines left out; 1 if no reading makes it
    one.
    """
    odds = max(begins[line] for line in item.lines)
    if odds >= (LEAST_ODDS_ELSEWHERE if item.section.role == OTHER_HEADING else LEAST_ODDS):
        return LEAST_SURE
    return LEAST_SURE_BESIDE if item.section in sections else 1.0


def is_whole(record: ParsedItem, numbered: bool = False, most_left: float = MOST_LEFT) -> bool:
    """Whether an item reads like a whole reference: title, people, and a year or a container, and nothing next to them.

    One of a ``numbered`` list whose other items all do needs no people.
    """
    if record.title is None or (record.authors is None and not numbered) or missing(record):
        return False
    if record.year is None and record.venue is None:
        return False
    return record.left_share() <= most_left


# --- records that repeat in the tree of a page ---------------------------------------------------------------------
#
# Records that repeat in the tree of a page: rows, cards, list items, a table or a ``div`` for each publication.
#
# Siblings of the same tag and class that hold the same kinds of parts are records of a list, whatever the page calls them
# (Liu, Grossman and Zhai 2003, "Mining data records in web pages"). So a page states where each publication begins and ends, and
# which years are next to or above several of them.

FEWEST, MOST_LIKE, ALONE = 3, 0.6, 0.9
"""Records that repeat, at least; the share of them in which people and a title must be seen, where a single author, whose name
no mark sets apart, is not seen; and the share that must be alone in their containers for these to be the records."""
_EAST = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]")
_EAST_PEOPLE = re.compile(
    r"(?:(?>[\u4e00-\u9fff\u3005]{1,4}(?: [\u4e00-\u9fff\u3005]{1,4})?)[*†]?(?:[,，、・;；] ?|$)){2,40}"
)
"""People in Chinese or Japanese writing, two at least: a single word of so many characters may be any other."""
SHORTEST_EAST = 6
"""Letters of a title in a writing without spaces between words, at least."""
_Nodes = tuple[str, ...]


@dataclass(slots=True)
class _TreePlace:
    """A node of the tree: the lines ``first`` to ``stop`` (exclusive), and whether people and a title are in them."""

    first: int
    stop: int
    people: bool = False
    title: bool = False


def repeated_records(document: Document, lines: Sequence[BlockLine]) -> list[list[range]]:
    """Return the lists of records of a page, each record with the numbers of its lines."""
    flat = _flat_records(lines)
    if not any(line.block.path for line in lines):
        return [flat] if len(flat) >= FEWEST else []
    called = {element.step: element.names.partition(" ")[0] for element in document.named if element.step}
    places: dict[_Nodes, _TreePlace] = {}
    for n, line in enumerate(lines):
        seen = shape_of(line)
        kinds = {kind for _, kind in line.named}
        only_people = _EAST_PEOPLE.fullmatch(line.text) is not None
        people = bool(seen.names) or "author" in kinds or only_people
        long = len(seen.words) >= SHORTEST_TITLE or len(_EAST.findall(line.text)) >= SHORTEST_EAST
        title = "title" in kinds or (seen.part in "TRP" and long and not only_people)
        path = (*line.block.path, f"{line.block.kind}.{line.block.hint.partition(' ')[0]}:b{line.index}")
        for depth in range(1, len(path) + 1):
            place = places.setdefault(path[:depth], _TreePlace(n, n))
            place.stop = n + 1
            place.people, place.title = place.people or people, place.title or title
    forms: dict[_Nodes, _Nodes] = {}
    groups: dict[_Nodes, list[_Nodes]] = defaultdict(list)
    for node in places:  # parents come before their children
        own = f"{node[-1].partition(':')[0]}.{called.get(node[-1], '')}"
        forms[node] = (*forms.get(node[:-1], ()), own)
        groups[forms[node]].append(node)
    good = {}
    for form, nodes in groups.items():
        # without cells and rows of years or of headings
        told = groups[form] = [node for node in nodes if places[node].people or places[node].title]
        whole = sum(places[node].people and places[node].title for node in told)
        if len(told) >= FEWEST and whole >= MOST_LIKE * len(told):
            good[form] = told
    found = []
    around_others = {form[:depth] for form in good for depth in range(len(form))}
    for form, placed in good.items():
        if form in around_others:
            continue  # the records are inside
        nodes, shape = placed, form
        while len(shape) > 1:
            parents = Counter(node[:-1] for node in nodes)
            around = groups[shape[:-1]]
            alone = len(parents) >= ALONE * max(len(nodes), len(around))
            if len(around) < FEWEST or not (alone or _are_parts(parents, places, lines)):
                break
            shape, nodes = shape[:-1], around
        found.append([range(places[n].first, places[n].stop) for n in nodes if places[n].title])
    inside = {n for records in found for record in records for n in record}
    return [records for records in (*found, [r for r in flat if r.start not in inside]) if len(records) >= FEWEST]


def _flat_records(lines: Sequence[BlockLine]) -> list[range]:
    """Return the records whose parts are blocks next to each other, each called by the page what it is, without an element
    around a record: from a title, or from the people above it, to the next one.
    """
    kinds = [frozenset(kind for _, kind in line.named) - {"aside"} for line in lines]
    around = [line.block.path for line in lines]
    records: list[range] = []
    at = 0
    while at < len(lines):
        stop = at + 1
        while stop < len(lines) and kinds[at] and kinds[stop] and around[stop] == around[at]:
            if kinds[stop] & kinds[at] or "title" in frozenset().union(*kinds[at:stop]) & kinds[stop]:
                break
            stop += 1
        if {"title", "author"} <= frozenset().union(*kinds[at:stop]) and stop - at > 1:
            records.append(range(at, stop))
        at = stop
    return records


def _are_parts(parents: Counter[_Nodes], places: dict[_Nodes, _TreePlace], lines: Sequence[BlockLine]) -> bool:
    """Whether as many paragraphs as in each other container are below a title in each: they indicate one publication."""
    titled = []
    for node in parents:
        first = shape_of(lines[places[node].first])
        titled.append(lines[places[node].first].block.kind == "heading" and first.part != "H" and not first.only_year)
    return len(set(parents.values())) == 1 and all(titled) and len(parents) >= FEWEST


def year_lines(lines: Sequence[BlockLine], records: Sequence[range]) -> set[int]:
    """Return the lines that are nothing but the year of the records below them: outside of the records, or in the first
    cell of a record where others have none.
    """
    inside = {n for record in records for n in record}
    begins = {record.start for record in records}
    found = {
        n
        for n in range(len(lines) - 1)
        if n not in inside and n + 1 in begins and shape_of(lines[n]).only_year and lines[n].block.kind != "heading"
    }
    first = {record.start for record in records if len(record) > 1 and shape_of(lines[record.start]).only_year}
    bare = [r for r in records if r.start not in first and not any(shape_of(lines[n]).years for n in r)]
    return found | first if bare and len(first) > 1 else found

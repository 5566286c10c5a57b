"""What a list makes of its own lines: their labels are weighed against what the fields say, and amended.

A line that reads like a whole reference is a publication though the model of lines left it out; a list whose items begin
with one field is cut where a line begins with that field again; lines that only go on are joined with the item above.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from citekit.documents.model import HARD_BREAK, SOFT_BREAK, Document, Run
from citekit.publications.items import Item, Made, Section, hidden_items, labelled_items
from citekit.publications.labeller import Labelled
from citekit.publications.labels import AUTHOR, CONTAINER, TITLE, YEAR, field_of
from citekit.publications.lists import read_alone
from citekit.publications.reading import make_record
from citekit.publications.record import missing
from citekit.publications.segments.headings import OTHER as OTHER_HEADING
from citekit.publications.segments.headings import heading_key
from citekit.publications.segments.lines import Line, document_lines
from citekit.publications.segments.model import BEGIN, HEADING, INSIDE, segmenter

LEAST_ODDS, LEAST_ODDS_ELSEWHERE = 0.02, 0.2
"""How likely the model must hold it that an item begins at a line that reads like one: in a list of publications, and under
a heading that announces something else."""
LEAST_SURE, LEAST_SURE_BESIDE, MOST_LEFT = 0.3, 0.6, 0.12
"""How sure a reading must be that makes a publication of such a line, how sure of a line that only its place beside others
speaks for, and the share of its letters that may fit no field."""
SHORTEST, LONGEST = 40, 1200
"""Letters of such a line."""
FEWEST_ALIKE, SHARE_ALIKE = 3, 0.6
"""Items of a document that must begin with the same field, and their share, for others to be cut there."""
_BREAKS = HARD_BREAK + SOFT_BREAK


def find_items(document: Document, lower: Container[str], said: Mapping[str, str] | None = None) -> list[Item]:
    """All items of a document in reading order: publications, and with the reason in ``aside`` all other text.

    ``lower`` are words that the document prints in small letters, ``said`` is what headings announce as people say: their letters -> a role.
    """
    lines = document_lines(document)
    headings = {n: role for n, line in enumerate(lines) if said and (role := said.get(heading_key(line.text)))}
    told = [_announcing(line, headings[n]) if n in headings else line for n, line in enumerate(lines)]
    reading = segmenter().label(document, told)
    first = [HEADING if n in headings else label for n, label in enumerate(reading.labels)]
    begins = [odds.get(BEGIN, 0.0) for odds in reading.odds]
    items = labelled_items(document, lines, first, begins, said)
    labels = amended(items, first, begins, lower)
    if labels != first:
        known = {item.lines: item.alone for item in items}
        items = labelled_items(document, lines, labels, begins, said)
        for item in items:
            item.alone = known.get(item.lines)
    return sorted([*hidden_items(document), *items], key=lambda item: item.span.start)


def _announcing(line: Line, role: str) -> Line:
    """A line as the model of lines would see it if its words said what it announces."""
    word = "Talks" if role == OTHER_HEADING else "Publications"
    block = replace(line.block, kind="heading", level=line.block.level or 2, runs=(Run(word, line.block.span),))
    return Line(block, line.index, line.broken)


def amended(items: Sequence[Made], labels: Sequence[str], begins: Sequence[float], lower: Container[str]) -> list[str]:
    """The labels of the lines as the fields of the items want them."""
    found = list(labels)
    shown = [item for item in items if not item.struck]
    doubted = [item for item in shown if item.aside and SHORTEST <= len(item.text.text) <= LONGEST]
    sections = {item.section for item in shown if not item.aside}
    wanted = [(item, least) for item in doubted if (least := _least_sure(item, begins, sections)) < 1]
    for (item, least), read in zip(wanted, read_alone([item for item, _ in wanted], lower), strict=True):
        if read.probability >= least and _is_whole(item, read):
            for n, line in enumerate(item.lines):
                found[line] = INSIDE if n else BEGIN
    kept = [item for item in shown if not item.aside]
    _cut_alike(kept, read_alone(kept, lower), found)
    return found


def _least_sure(item: Made, begins: Sequence[float], sections: Container[Section]) -> float:
    """How sure the reading of an item must be that the model of lines left out; 1 where no reading makes it one."""
    odds = max(begins[line] for line in item.lines)
    if odds >= (LEAST_ODDS_ELSEWHERE if item.section.role == OTHER_HEADING else LEAST_ODDS):
        return LEAST_SURE
    return LEAST_SURE_BESIDE if item.section in sections else 1.0


def _is_whole(item: Item, read: Labelled) -> bool:
    """Whether an item reads like a whole reference: title, people, and a year or a container, and nothing beside them."""
    record = make_record(item, read)
    if record.title is None or record.authors is None or missing(record):
        return False
    if record.year is None and record.venue is None:
        return False
    return record.left_share() <= MOST_LEFT


# --- items that begin alike ----------------------------------------------------------------------------------------


def _cut_alike(items: Sequence[Made], readings: Sequence[Labelled], labels: list[str]) -> None:
    """Cut items of several lines where a line begins another one, and join those that only go on, as their siblings are."""
    fields = [_line_fields(item, read) for item, read in zip(items, readings, strict=True)]
    heads = Counter(rows[0][0] for rows in fields if rows and rows[0] and sum(row.count(TITLE) for row in rows) == 1)
    if not heads:
        return
    head, count = heads.most_common(1)[0]
    if count < FEWEST_ALIKE or count < SHARE_ALIKE * len(items) or head not in (TITLE, AUTHOR):
        return
    above: list[str] = []
    """The fields of the item above."""
    for item, rows in zip(items, fields, strict=True):
        if not rows:
            above = []
            continue
        if above and _goes_on(above, rows, head) and labels[item.lines[0] - 1] in (BEGIN, INSIDE):
            labels[item.lines[0]] = INSIDE
        else:
            above = []
        for number, row in enumerate(rows):
            rest = [field for later in rows[number:] for field in later]
            if number and row and row[0] == head and TITLE in above and TITLE in rest and _has_more(above):
                labels[item.lines[number]] = BEGIN
                above = []
            above += row


def _goes_on(above: Sequence[str], rows: Sequence[Sequence[str]], head: str) -> bool:
    """Whether an item begins with lines that no item begins with, and that have what the item above lacks: its people."""
    first = next((n for n, row in enumerate(rows) if row and row[0] == head), len(rows))
    fields = {field for row in rows[:first] for field in row}
    return TITLE in above and TITLE not in fields and AUTHOR in fields and AUTHOR not in above


def _has_more(fields: Sequence[str]) -> bool:
    return bool({AUTHOR, CONTAINER, YEAR} & set(fields))


def _line_fields(item: Made, read: Labelled) -> list[list[str]]:
    """The fields of an item's lines in order; empty where its breaks are not those of its lines."""
    text, words = item.text.text, read.words
    if not len(words) or sum(text.count(sign) for sign in _BREAKS) != len(item.lines) - 1:
        return []
    rows: list[list[str]] = [[] for _ in item.lines]
    number, at = 0, 0
    for start, label in zip(words.starts, read.labels, strict=True):
        number += sum(text.count(sign, at, start) for sign in _BREAKS)
        at = start
        field = field_of(label)
        if field in (TITLE, AUTHOR, CONTAINER, YEAR) and (not rows[number] or rows[number][-1] != field):
            rows[number].append(field)
    return rows

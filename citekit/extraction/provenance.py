"""The trace of a work: where each field was read and how certainly, what is uncertain, what was left over; and how likely it is
that the entry is fully right.

That chance is a small logistic model over what the entry's reading and its list state. The weights are data
(``models/confidence.json``), fitted by ``python -m training.confidence`` on documents of people, and on references of
sources, that the models of the fields had not learned from.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from math import exp, log
from statistics import median

from citekit.extraction.labeller import AUTHOR, CONTAINER, OTHER, TITLE, YEAR, field_of, is_name
from citekit.extraction.lexer import MOST_WORDS, NOTE_AT_NAME, Atom
from citekit.extraction.people import legend_of
from citekit.extraction.phrases import MONTHS, PLAIN_WORDS, FieldSpan
from citekit.extraction.reading import JOINING, is_of_date
from citekit.extraction.recognizers.status import STAGES
from citekit.extraction.record import ParsedItem
from citekit.extraction.repeated import sign_at
from citekit.model.date import Date
from citekit.model.name import CORRESPONDING, EQUAL
from citekit.model.venues import acronym_of, expand
from citekit.model.work import Evidence, Trace, Work
from citekit.runtime import patterns as re
from citekit.runtime.span import Source
from citekit.text.rich import without_tags
from citekit.text.unicode import normalized

LIKE_KNOWN = "read like the entries you confirmed"
"""The reason of a value that is read otherwise since something of its list is known."""
_BUTTONS = frozenset({"button", "label"})
_SAYING_NOTHING = frozenset({"undated", "names left out", "backrefs"})
"""Kinds of pieces that stand for what is not there, or indicate the document and not of the work."""
_BEFORE_SHORT_YEARS = frozenset("'’‘`´-–") | {""}
"""What is before the two digits of a year: "SenSys '21", "FMCAD’16", "ICS-09", "WI08"."""
_COUNTERS = frozenset("第 卷 巻 期 号 號 辑 輯 页 頁 제 권 호 집 쪽".split())
"""What is around the number of a volume, an issue or a page in Chinese, Japanese and Korean."""
_OF_PAGES = frozenset({"online", "internet"})
"""Media that the address of a work states."""
_LAST_NUMBER = re.compile(r".*\d", re.DOTALL)
_TOKEN = re.compile(r"[^\W\d_]+|\d+")
SHORT = 2
"""Letters of a word that must appear by itself in a value; longer ones may be a part of a word of it."""
_NOT_CERTAIN = 0.8
"""Below this chance of being right, missing authors and pieces left over are worth a sentence."""


RULES_RIGHT = 0.93
"""How often the type of an item of a list of someone's works is right, which rules give: in 93 of 100 publications of documents
that were left out."""


def make_trace(record: ParsedItem, work: Work, source: Source) -> Trace:
    """Return the trace of the work that was made of a record."""
    evidence = _evidence(record, work)
    if record.kind_reason:
        sure = record.kind_odds if record.is_reference else RULES_RIGHT
        evidence = {"type": Evidence(None, round(sure, 2), record.kind_reason), **evidence}
    left_over = [found.value for found in record.left_over]
    left_over += _unread(record, work, evidence, left_over)
    doubts, section, sure = tuple(_doubts(record, work)), record.item.section.title, round(record.confidence, 2)
    return Trace(source, record.item.span, evidence, doubts, tuple(left_over), section, sure, text=record.text)


def _evidence(record: ParsedItem, work: Work) -> dict[str, Evidence]:
    """Variable -> where it was read, how certainly and why."""
    item = record.item

    def evidence(found: FieldSpan, reason: str, score: float | None = None) -> Evidence:
        sure = surety(record, found.start, found.end) if score is None else score
        words = record.labelled.words
        if item.taught and any(words.starts[i] < found.end and words.ends[i] > found.start for i in item.taught):
            reason = LIKE_KNOWN
        return Evidence(item.text.span(found.start, found.end), round(sure, 2), reason)

    traced: dict[str, Evidence] = {}
    if record.title:
        traced["title"] = evidence(record.title, "reads like a title here")
    for name, run in (("author", record.authors), ("editor", record.editors), ("translator", record.translators)):
        if run is not None:
            reason = f"a list of {len(run.names)} names, {run.names[0].style}"
            traced["editor" if run.editors else name] = evidence(FieldSpan("", run.start, run.end), reason)
    if record.venue:
        known = expand(record.venue.value) or acronym_of(record.venue.value)
        reason = "the venue table knows it" if known else "reads like a venue"
        traced["container-title"] = evidence(record.venue, reason)
    if record.year:
        traced["issued"] = evidence(_whole_date(record, record.year), "a printed year")
    elif work.issued:
        implied = work.fields.get("eprint") and not item.section.latest("year")
        reason = "the arXiv identifier implies it" if implied else "the heading's year"
        traced["issued"] = Evidence(None, 0.8, reason)
    for name, found in record.locator.items():
        traced[name] = evidence(found, "a printed locator")
    if record.status:
        traced["status"] = evidence(record.status, "a printed state")
    imprint = {"publisher": record.publisher, "publisher-place": record.place, "edition": record.edition}
    for name, printed in imprint.items():
        if printed is not None:
            traced[name] = evidence(printed, f"reads like {'an edition' if name == 'edition' else 'an imprint'}")
    beside = {"original-date": record.first_year, "event-title": record.event}
    beside |= dict(zip(("archive", "archive_location"), record.archive, strict=False))
    for name, printed in beside.items():
        if printed is not None:
            traced[name] = evidence(printed, "printed beside the imprint")
    for name, found in record.links:
        traced.setdefault(name, evidence(found, "a printed identifier or link", 0.95))
    return traced


def _whole_date(record: ParsedItem, year: FieldSpan) -> FieldSpan:
    """Return the year with the month right next to it: "May 2022", where only the figures are labelled a year."""
    words = record.labelled.words
    first, stop = words.first_from(year.start), words.first_from(year.end)

    def is_month(n: int) -> bool:  # a day is in no field, so it is not read here either
        return is_of_date(words.texts[n]) and not words.texts[n].isdigit()

    while first and is_month(first - 1) and not words.separators[first].strip(" ,"):
        first -= 1
    while stop < len(words) and is_month(stop) and not words.separators[stop].strip(" ,"):
        stop += 1
    if first >= stop:
        return year
    return FieldSpan(year.value, min(year.start, words.starts[first]), max(year.end, words.ends[stop - 1]))


def surety(record: ParsedItem, start: int, end: int) -> float:
    """Return how certain the labels of the words between two places are (0..1): the least certain of them."""
    words = record.labelled.words
    inside = record.labelled.sure[words.first_from(start) : words.first_from(end)]
    return min(inside, default=record.confidence)


def _unread(record: ParsedItem, work: Work, evidence: dict[str, Evidence], left_over: list[str]) -> list[str]:
    """Words and numbers that are in no field: they go to what is left over, so that nothing is lost in silence.

    A word is read where a value has it, or where it is in the title or in a link, or in a piece of which the work has
    stated all. A number or an initial must be one of a value by itself: any digit is somewhere in the pages.
    """
    words, text = record.labelled.words, record.text
    values = " ".join([*_texts(work), *left_over])
    # Plain letters are folded at once: token by token this took as long as all the rest of a trace.
    plain = values.lower() if values.isascii() else ""
    alone = set(_TOKEN.findall(plain)) if plain else {_word(token) for token in _TOKEN.findall(values)}

    @cache
    def kept() -> str:
        """Return all letters and digits of the values, folded: few items need them."""
        return "".join(filter(str.isalnum, plain)) if plain else _folded(values)

    missing = []
    for i, (start, end) in enumerate(zip(words.starts, words.ends, strict=True)):
        word = _word(text[start:end])  # and not what stands for it
        if word in alone:
            continue
        if len(word) <= SHORT or word.isdecimal() or word not in kept():
            missing.append(i)
    # A title is as it is printed, and an identifier is what remains of its address.
    places = [(record.title.start, record.title.end)] if record.title else []
    places += [_said(atom, record, work, alone) for atom in words.atoms] if missing else []
    linked = {name for name, _ in record.links}
    links = [e.span for name, e in evidence.items() if name in linked and e.span is not None]
    dates = [value for value in work.variables.values() if isinstance(value, Date)]
    months = {number for date in dates for point in date.parts for number in point[1:2]}
    short_years = {str(point[0])[-2:] for date in dates for point in date.parts}
    lost = []
    for i in missing:
        printed = text[words.starts[i] : words.ends[i]]
        word = _word(printed)
        if printed.casefold() in JOINING or printed in _COUNTERS:
            continue
        if MONTHS.get(printed.casefold(), 0) in months or (word.isdecimal() and int(word[:4]) in months):
            continue
        if printed in short_years and words.separators[i].strip(" ") in _BEFORE_SHORT_YEARS:
            continue
        if i in words.links:
            span = record.item.text.span(words.starts[i], words.ends[i])
            known = any(link.start <= span.start and span.end <= link.end for link in links)
            if known or words.links[i].kind in _BUTTONS:
                continue
        tokens = _TOKEN.findall(printed)
        if len(tokens) > 1 and alone.issuperset(map(_word, tokens)):
            continue
        if not any(start <= words.starts[i] and words.ends[i] <= end for start, end in places):
            lost.append(printed)
    # A note at a name is not a word for the labeller; one that states whose work it is, is a mark of that name.
    marked = {CORRESPONDING, EQUAL} & {mark for name in work.author for mark in name.marks}
    for note in NOTE_AT_NAME.finditer(text) if "(" in text or "（" in text or "the " in text else ():
        printed = note[0].strip(" ,()（）")
        said = [word for word in _TOKEN.findall(printed.casefold()) if word not in JOINING and word != "behalf"]
        if marked.isdisjoint(legend_of([f"* {printed}"]).values()) and not all(_word(word) in kept() for word in said):
            lost.append(printed)
    return [" ".join(lost)] if lost else []


def _said(atom: Atom, record: ParsedItem, work: Work, alone: set[str]) -> tuple[int, int]:
    """Return the span of a piece of which the work has stated all, perhaps empty: of "Retrieved 3 May 2021, from
    Lantern Blog" the date, and "accepted" where the work is to appear.
    """
    whole, none = (atom.start, atom.end), (atom.start, atom.start)
    if atom.kind in _SAYING_NOTHING:
        return whole
    if atom.kind == "status":
        state, told = atom.values["status"], record.status.value if record.status else STAGES[0]
        if state == STAGES[0] and work.type in ("article", "manuscript"):
            return whole  # the type states it
        return whole if told != STAGES[0] and STAGES.index(state) <= STAGES.index(told) else none
    if atom.kind == "accessed":
        date = _LAST_NUMBER.match(record.text, atom.start, atom.end)
        return (atom.start, date.end()) if date and "accessed" in work.variables else none
    if atom.kind == "medium":
        printed = _TOKEN.findall(record.text[atom.start : atom.end].casefold())
        of_no_kind = not atom.values["type"] and all(len(word) <= SHORT or word in _OF_PAGES for word in printed)
        return whole if of_no_kind or atom.values["type"] == work.type else none
    if atom.kind == "extent":
        return (
            whole if alone.issuperset(_word(one) for v in atom.values.values() for one in _TOKEN.findall(v)) else none
        )
    return none


def _texts(work: Work) -> Iterator[str]:
    """Yield all that a work's variables and fields state, in words."""
    for value in (*work.variables.values(), *work.fields.values()):
        if isinstance(value, Date):
            yield " ".join(str(number) for point in value.parts for number in point) + " " + value.literal
        elif isinstance(value, str):
            yield without_tags(value)
        else:
            yield " ".join(f"{n.given} {n.full_family} {n.suffix} {n.literal} {n.family}{n.given}" for n in value)


def _folded(text: str) -> str:
    return "".join(filter(str.isalnum, normalized(text, "NFKD").casefold()))


_word = lru_cache(maxsize=16384)(_folded)


def _doubts(record: ParsedItem, work: Work) -> Iterator[str]:
    """Yield what a person should look at, a sentence each."""
    sure = record.confidence
    run = record.authors
    if sign_at(record.text) is not None:
        yield "it begins with a sign for the people of the reference above, and who they are was not found"
    if record.of_misread_list:
        yield "its list was probably not read right"
    if record.title is None:
        yield "no title was found"
    if run is None and not work.author and sure < _NOT_CERTAIN:
        yield "no authors were found"
    if run is not None and run.with_form and len(work.author) == len(run.names):
        yield "only co-authors are printed, and whose list it is was not found"
    words, labels = record.labelled.words, record.labelled.labels
    if len(words.texts) == MOST_WORDS and any(map(str.isalnum, record.text[words.ends[-1] :])):
        yield f"it is too long for one publication, and only its first {MOST_WORDS} words were read"
    left = {i for f in record.left_over for i in range(words.first_from(f.start), words.first_from(f.end))}
    if record.left_over and (
        sure < _NOT_CERTAIN or any(is_name(labels[i]) for i in left)
    ):  # no people are lost silently
        yield "left over: " + "; ".join(f.value[:60] for f in record.left_over)


LEAST = 1e-6
"""Smaller probabilities all count as this one."""
LONGEST_NAME, LONGEST_FIELD = 4, 25
"""Words of a name, and of a title or a container, from which on they are odd."""


@cache
def weights(kind: str) -> dict[str, float]:
    """Return the weight of each signal: of ``"line"`` for single references, of ``"document"`` for items of
    documents, of ``"list"`` for lists of items.
    """
    text = files("citekit.extraction").joinpath("models", "confidence.json").read_text("utf-8")
    found: dict[str, dict[str, float]] = json.loads(text)
    return found[kind]


def rate(records: Sequence[ParsedItem]) -> None:
    """Give each record of a document, or each single reference, its confidence, and report those of lists that were probably misread."""
    all_told = list(signals(records))
    for record, told in zip(records, all_told, strict=True):
        # A single reference that has no more than a title is perhaps none: "Only some words".
        bare = record.transcribed and not any((*record.facts, record.authors, record.publisher))
        if record.venue is None and (record.title is None or bare):
            record.confidence = 0.0
            continue
        known = weights("line" if record.transcribed else "document")
        score = known.get("bias", 0.0) + sum(known.get(name, 0.0) * value for name, value in told.items())
        record.confidence = 1 / (1 + exp(-max(-30.0, min(30.0, score))))
    tell_misread(records, all_told, weights("list"))


def signals(records: Sequence[ParsedItem]) -> Iterator[dict[str, float]]:
    """For each record what speaks for or against it, by name: of its own reading, and of those it is among."""
    own = [_own(record) for record in records]
    if not records or records[0].transcribed:
        yield from own
        return
    lists: dict[str, list[int]] = defaultdict(list)
    for n, record in enumerate(records):
        lists[record.item.list_key].append(n)
    total = sum(one["log p"] for one in own)
    for mine in lists.values():
        orders = {}  # the fields of each item in the order in which they appear
        for n in mine:
            fields = [field_of(label) for label in records[n].labelled.labels]
            orders[n] = " ".join(f for i, f in enumerate(fields) if f in "ATCY" and (not i or fields[i - 1] != f))
        counts = Counter(orders.values())
        sums = {name: sum(own[n][name] for n in mine) for name in own[mine[0]]}
        others = len(mine) - 1
        for n in mine:
            told = own[n]
            usual = {name: (sums[name] - told[name]) / max(1, others) for name in sums}
            told["log p of the others"] = (total - told["log p"]) / max(1, len(records) - 1)
            told["alone"] = float(not others)
            told["few"] = 1 / len(mine)
            told["ordered otherwise"] = 1 - (counts[orders[n]] - 1) / others if others else 0.5
            for name in ("no authors", "no year", "no container", "authors many"):
                none = told[name] if name == "authors many" else 0.5
                told[f"{name}, unlike others"] = abs(told[name] - (usual[name] if others else none))
            told["others without authors"], told["others odd"] = usual["no authors"], usual["odd names"]
    yield from own


def _own(record: ParsedItem) -> dict[str, float]:
    """Return the signals of one reading."""
    labelled = record.labelled
    sure: dict[str, float] = {}
    for label, p in zip(labelled.labels, labelled.sure, strict=False):
        field = field_of(label)
        sure[field] = min(sure.get(field, 1.0), p)
    names = record.authors.names if record.authors else []
    odd = sum(_is_odd(name.family, name.given, name.literal) for name in names)
    alone = record.item.alone
    changed = sum(map(str.__ne__, alone.labels, labelled.labels)) if alone is not None else 0
    title = record.title.value.split() if record.title else []
    return {
        "log p": log(max(LEAST, labelled.probability)),
        "length": log(1 + len(labelled.words)),
        **{
            f"log p of {name}": log(max(LEAST, sure.get(field, 1.0)))
            for name, field in (("title", TITLE), ("authors", "A"), ("container", "C"), ("year", YEAR), ("rest", OTHER))
        },
        "log p of type": log(max(LEAST, record.kind_odds)),
        "least sure": log(max(LEAST, min(sure.get(field, 1.0) for field in (TITLE, "A", "C", YEAR)))),
        "left over": record.left_share(),
        "pieces left over": min(3.0, float(len(record.left_over))),
        "no authors": float(not names),
        "no container": float(record.venue is None),
        "no year": float(record.year is None),
        "no title": float(not title),
        # The weights in models/confidence.json were fitted with these bounds: other ones need new weights.
        "short title": float(len(title) < 3),
        "long title": float(len(title) > LONGEST_FIELD),
        "odd names": float(odd > 0),
        "share of odd names": odd / max(1, len(names)),
        "one name": float(len(names) == 1),
        "authors many": log(1 + len(names)),
        "two titles": float(labelled.labels.count("B-T") > 1),
        "changed by the list": min(1.0, changed / max(1, len(labelled.labels)) * 4),
        "doubted item": 1 - record.item.odds,
        "year twice": float(len({labelled.words.texts[i] for i, y in enumerate(labelled.labels) if y == "B-Y"}) > 1),
    }


def _is_odd(family: str, given: str, literal: str) -> bool:
    """Whether a name is unlike names: a number or a plain word in it, one piece only, too many pieces."""
    words = f"{given} {family} {literal}".split()
    plain = any(word.casefold().strip(".,") in PLAIN_WORDS for word in words)
    whole = bool(literal) or (bool(family) and bool(given))
    return plain or not whole or len(words) > LONGEST_NAME or any(map(str.isdecimal, words)) or len(family) == 1


# --- lists that are probably misread -------------------------------------------------------------------------------
#
# Lists that are probably read wrongly in most of their entries.
#
# All entries of a list are laid out in the same way, so a layout that the models do not understand spoils them together, and the models may
# be sure of each. What gives such a list away is seen over all of it: titles that have the same mark inside, people of one entry in
# the titles of others, a name that is a family name here and a given name there, entries without the fields that others have. A
# small logistic model weighs this (``"list"`` in ``models/confidence.json``); ``python -m training.misread`` fits it.

FEWEST_OF_MISREAD = 5
"""Entries that a list must have for it to be judged: what two or three entries have in common may be chance."""
MISREAD_FROM = 0.0
"""The score from which on a list is reported to be misread: it is more likely misread than not."""
_UNLIKELY = -8.0
"""A median of logarithms of probabilities below this one reports no more than this one."""
_INSIDE_WORDS = frozenset("-'’‘‐")
"""Signs that are inside a word, and part nothing."""
_OF_SENTENCES = frozenset({":", ",", "?", ":“"})
"""Signs that many titles have inside; others seldom do."""
_MEANS = ("no authors", "no container", "no title", "share of odd names", "left over", "year twice")
"""Signals of entries of which a list is reported the mean."""
_MEDIANS = ("log p", "log p of title", "log p of authors", "log p of container")


def evidence(records: Sequence[ParsedItem], told: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return what the entries of a list state together of how it was read, by name; ``told`` are their own signals."""
    count = len(records)
    sure = [record.confidence for record in records]
    found = {"confidence": sum(sure) / count, "median confidence": median(sure), "few": 1 / count}
    rightly = {AUTHOR: sum(map(_is_own_book, records)), CONTAINER: sum(map(_is_in_nothing, records))}
    lacking = {"no authors": rightly[AUTHOR], "no container": rightly[CONTAINER]}
    found |= {name: (sum(one[name] for one in told) - lacking.get(name, 0)) / count for name in _MEANS}
    found |= {f"median {name}": max(_UNLIKELY, median(one[name] for one in told)) for name in _MEDIANS}
    orders: Counter[str] = Counter()
    inside: Counter[str] = Counter()
    times = Counter(rightly)
    fields_of: dict[str, Counter[str]] = defaultdict(Counter)  # word of a name -> how often it is which part
    small = 0
    titles: list[set[str]] = []
    words_of_titles: list[str] = []
    people: Counter[str] = Counter()
    plain: set[str] = set()
    for record in records:
        words, labels = record.labelled.words, record.labelled.labels
        fields = [field_of(label) for label in labels]
        starts = [f for i, f in enumerate(fields) if f in (AUTHOR, TITLE, CONTAINER, YEAR) and fields[i - 1 : i] != [f]]
        orders[" ".join(starts)] += 1
        times.update(starts)
        signs, mine = set(), set()
        for i, (text, label) in enumerate(zip(words.texts, labels, strict=True)):
            sign = words.separators[i].strip()
            if label == f"I-{TITLE}" and sign and sign not in _INSIDE_WORDS:
                signs.add(sign[:2])
            small += label == f"B-{TITLE}" and text[:1].islower()
            folded = text.casefold()
            if fields[i] == TITLE:
                if text[:1].isupper():
                    mine.add(folded)
                if len(text) > 3:  # "the" and "and" recur in all titles
                    words_of_titles.append(folded)
            elif is_name(label, AUTHOR) and len(text) > 2:
                people[folded] += 1
                fields_of[folded][label[2]] += 1
            if text.islower():
                plain.add(text)
        inside.update(signs)
        titles.append(mine)
    again = [parts for parts in fields_of.values() if parts.total() > 1]
    found["otherwise ordered"] = 1 - max(orders.values()) / count
    found |= {f"{name} more or less than once": abs(times[name] / count - 1) for name in (TITLE, CONTAINER, AUTHOR)}
    found["names in other parts"] = sum(p.total() - max(p.values()) for p in again) / max(
        1, sum(p.total() for p in again)
    )
    found["people in titles"] = (
        sum(any(word in people and word not in plain for word in mine) for mine in titles) / count
    )
    found["a sign in titles"] = max((n for sign, n in inside.items() if sign not in _OF_SENTENCES), default=0) / count
    found["any sign in titles"] = max(inside.values(), default=0) / count
    found["a colon in titles"] = inside[":"] / count
    found["titles begin small"] = small / count
    found["words of titles again"] = 1 - len(set(words_of_titles)) / max(1, len(words_of_titles))
    return found


def _is_in_nothing(record: ParsedItem) -> bool:
    """Whether an item or its heading states that it is in no container: a publisher, a school, a degree, a state or an arXiv number."""
    imprint = (record.publisher, record.school, record.status, record.locator.get("genre"))
    section = record.item.section
    printed = any(part is not None for part in imprint) or any(name == "arxiv" for name, _ in record.links)
    printed = printed or bool(section.latest("status")) or section.latest("kinds") in _ALONE
    return record.venue is None and record.title is not None and printed


_ALONE = (("thesis",), ("book",), ("report",), ("preprint",))
"""What headings announce that is in no container."""


def _is_own_book(record: ParsedItem) -> bool:
    """Whether an item is a book or a thesis of no one but the owner of the list, whom it does not print."""
    imprint = (record.publisher, record.school, record.locator.get("genre"))
    alone = record.authors is None and record.editors is None
    return alone and _is_in_nothing(record) and any(part is not None for part in imprint)


def tell_misread(
    records: Sequence[ParsedItem], told: Sequence[Mapping[str, float]], weights: Mapping[str, float]
) -> None:
    """Tell the records of lists that are probably read wrongly. A list of which something is known is read by it, and
    references are read one by one.

    People lay the lists of a page out similar, so it must be most of what the page has: one list among many that seem right is
    more often odd than misread.
    """
    judged, misread = 0, []
    for mine in lists_of(records):
        judged += len(mine)
        if any(records[n].item.known for n in mine):
            continue
        said = evidence([records[n] for n in mine], [told[n] for n in mine])
        score = weights.get("bias", 0.0) + sum(weights.get(name, 0.0) * value for name, value in said.items())
        misread += mine if score > MISREAD_FROM else []
    for n in misread if len(misread) * 2 >= judged else ():
        records[n].of_misread_list = True


def lists_of(records: Sequence[ParsedItem]) -> list[list[int]]:
    """Return the lists that are judged, each with the numbers of its records."""
    lists: dict[str, list[int]] = defaultdict(list)
    for n, record in enumerate(records):
        if not (record.transcribed or record.item.section.is_of_references):
            lists[record.item.list_key].append(n)
    return [mine for mine in lists.values() if len(mine) >= FEWEST_OF_MISREAD]

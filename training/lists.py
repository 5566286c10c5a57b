"""Generated documents: whole lists in the layouts of site generators, CV classes and hand-made pages, labelled from the tree
that is printed.

A document is drawn as a tree of sections, groups and items, printed in one of the formats that people use, damaged as real
text is, and read back by the readers of the package. Marks that the text carries through the printer and the reader say
what every line is; they are taken out again before anything looks at the text.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random

from citekit.documents.load import read_bytes
from citekit.documents.runs import Block, Document, Run, TextStyle
from citekit.extraction.segments.lines import BlockLine, document_lines, unwrapped
from citekit.model.venues import all_venues
from citekit.runtime.span import Source, Span
from training import layouts, personal_lists, printers
from training.documents import BENCH, Placed, Profile
from training.languages import PARTS_OF_KINDS, WORDINGS
from training.personal_lists import PersonalLook
from training.reference_lists import Reference, drawn
from training.works import Work, person, pool, works

PERSONAL = 0.5
"""The share of documents in a layout of one person's own."""
LANGUAGES = {"en": 34, "de": 14, "fr": 10, "es": 8, "it": 8, "pt": 5}
"""How often personal lists are in a language; the others are in 2 of 100."""
PASTED = 0.1
"""The share of documents that are pages copied as text, a line for every part of an item and nothing between the items."""
MARKS = "\ue000\ue001\ue002\ue003\ue004"
BEGIN, END, HEAD, ASIDE, BACK = MARKS
"""Begin and end of an item, begin of a heading, begin and end of what stands in an item and is no part of it."""
_MARKS = re.compile(f"[{MARKS}]")
_EDITORS = re.compile(r"\bE\b")
"""The sign for editors in a layout."""


@dataclass(slots=True)
class Entry:
    """Lines of pieces ``(text, style)``; ``work`` where it is a publication; ``after`` are lines that are no part of it."""

    lines: list[list[tuple[str, str]]]
    work: Work | Reference | None = None
    after: list[list[tuple[str, str]]] = field(default_factory=list)
    label: str = ""


@dataclass(slots=True)
class Group:
    """Entries under a heading of level 2 or none, in one container."""

    heading: str
    entries: list[Entry]


@dataclass(slots=True)
class Part:
    """A section: its heading, lines of text before its entries, and its groups."""

    heading: str
    groups: list[Group]
    note: str = ""
    container: str = "ul"
    pasted: bool = False


def generated(
    bench: Path,
    count: int,
    seed: int = 1,
    transcribed: bool = False,
    personal: float = PERSONAL,
    others: Mapping[str, Sequence[str]] = layouts.OTHER,
) -> Iterator[Profile]:
    """``count`` documents, the same for the same seed, a share of them in ``personal`` layouts, with ``others`` as further sections.

    Those ``transcribed`` have lists of references as they stand in papers, or as a citation style prints them.
    """
    source = pool(bench / "references")
    for number in range(count):
        random = Random(f"{seed}/{number}")
        profile = document(random, source, f"made_{number:04}", transcribed, personal, others)
        if profile is not None:
            yield profile


def document(
    random: Random,
    source: tuple[Work, ...],
    name: str,
    transcribed: bool = False,
    personal: float = PERSONAL,
    others: Mapping[str, Sequence[str]] = layouts.OTHER,
) -> Profile | None:
    """One document; None where its reader made so much of it that marks are lost."""
    if not transcribed and random.random() < personal:
        language = random.choices(list(WORDINGS), [LANGUAGES.get(name, 2) for name in WORDINGS])[0]
        owner = personal_lists.owner(random, language)
        parts = _parts(random, source, owner, PersonalLook(random, language, owner), others)
    else:
        language = random.choices(list(layouts.HEADINGS), (46, 12, 9, 9, 6, 6, 12))[0]
        owner = person(random, eastern=language == "zh" and random.random() < 0.7)
        pasted = random.random() < PASTED and not transcribed
        parts = _parts(random, source, owner, Look(random, language, owner, pasted, transcribed), others)
    pasted = any(part.pasted for part in parts)
    format_, text = printers.document(
        random,
        parts,
        pasted,
        "" if len(parts) == 1 and random.random() < 0.7 else " ".join(owner),
        printers.PASTED if transcribed else printers.FORMATS,
    )
    if format_ == "lines":
        read = _of_lines(text)
    else:
        suffix = {"markdown": "md", "latex": "tex", "text": "txt"}.get(format_, format_)
        read = read_bytes(text.encode(), f"{name}.{suffix}", format_)
    read = unwrapped(read)
    lines = document_lines(read)
    return _labelled(read, lines, parts, name, owner)


def _labelled(
    read: Document, lines: list[BlockLine], parts: list[Part], name: str, owner: tuple[str, str]
) -> Profile | None:
    """Labels by the marks, and the document without them."""
    published = [e for part in parts for g in part.groups for e in g.entries if e.work]
    placed: list[Placed] = []
    headings: set[int] = set()
    inside = aside = False
    kept: list[BlockLine] = []
    for line in lines:
        clean = replace(line.block, runs=tuple(replace(r, text=_MARKS.sub("", r.text)) for r in line.block.runs))
        line_clean = BlockLine(clean, line.index, line.broken)
        marks = [c for c in line.block.text if c in MARKS]
        number = len(kept)
        if line_clean.text:
            kept.append(line_clean)
        if HEAD in marks and line_clean.text:
            headings.add(number)
        part = inside and not aside
        for mark in marks:
            if mark == BEGIN:
                inside, aside = True, False
                if len(placed) == len(published):
                    return None
                work = published[len(placed)].work
                assert work is not None
                placed.append(Placed(work.gold(), []))
                part = True
            elif mark == END:
                inside = False
            elif mark in (ASIDE, BACK):
                aside = mark == ASIDE
        if part and line_clean.text and placed:
            placed[-1].lines.append(number)
    if len(placed) != len(published) or any(not p.lines for p in placed):
        return None
    if any(a.lines[0] == b.lines[0] for a, b in itertools.pairwise(placed)):
        return None
    profile = Profile(name, Path(name), read, kept, {"family": owner[1], "given": owner[0]}, placed)
    profile.headings = frozenset(headings)
    return profile


def _of_lines(text: str) -> Document:
    """Lines as a PDF's reader gives them: paragraphs and headings with nothing else; ``#`` and a level begin headings."""
    blocks, at = [], 0
    counter = 0
    for row in text.split("\n\n"):
        span = Span(at, at + len(row))
        at += len(row) + 2
        if not row.strip():
            continue
        level = len(row) - len(row.lstrip("#"))
        body = row[level:].strip()
        marker, path = "", ()
        match = re.match(r"%(\S+)% ", body)
        if match:
            counter += 1
            marker, body, path = match[1], body[match.end() :], (f"li:{counter}",)
        runs = tuple(_styled(body, span))
        blocks.append(Block("heading" if level else "paragraph", runs, span, level, marker, path))
    return Document(Source("made.pdf", text), "pdf", tuple(blocks))


def _styled(body: str, span: Span) -> Iterator[Run]:
    for n, piece in enumerate(re.split(r"(?<!\*)\*\*(?!\*)", body)):
        if piece:
            yield Run(piece, span, TextStyle.BOLD if n % 2 else TextStyle.PLAIN)


# --- the tree ------------------------------------------------------------------------------------------------------


def _parts(
    random: Random,
    source: tuple[Work, ...],
    owner: tuple[str, str],
    look: Look | PersonalLook,
    further: Mapping[str, Sequence[str]],
) -> list[Part]:
    parts: list[Part] = []
    bare = random.random() < 0.4
    if random.random() < 0.5 and not bare:
        parts.append(_prose(random))
    cv = random.random() < 0.55 and not bare
    others = random.sample(list(further), random.randint(2, 6) if cv else 0 if bare else random.randint(0, 2))
    cut = random.randint(0, len(others))
    parts += [_other(random, h, further[h], source, owner) for h in others[:cut]]
    if isinstance(look, PersonalLook):
        parts += _of_kinds(random, look)
    else:
        whole, kinds = (layouts.HEADINGS[look.language][i].split("|") for i in (0, 1))
        if look.transcribed:
            whole = whole if random.random() < 0.4 else layouts.REFERENCES.split("|")
        if random.random() < 0.35:  # several lists
            for heading in random.sample(kinds, min(len(kinds), random.randint(2, 4))):
                entries = look.entries(source, random.choice((1, 2, 4, 7, 12)))
                parts.append(Part(heading, [Group("", entries)], container=look.container))
        else:
            parts.append(_published(random, look, source, random.choice(whole), kinds))
    if look.owner_note and random.random() < 0.3:
        parts[-1].note = random.choice(layouts.NOTES)
    parts += [_other(random, h, further[h], source, owner) for h in others[cut:]]
    for part in parts:
        part.pasted = look.pasted
    if random.random() < 0.06:  # a document without publications
        parts = [p for p in parts if not any(e.work for g in p.groups for e in g.entries)] or [_prose(random)]
    return parts


def _of_kinds(random: Random, look: PersonalLook) -> list[Part]:
    """The list of a person: one, by years where its items have none, or a part or group for each kind of work."""
    headings = WORDINGS[look.language].headings
    whole = random.choice(headings[0].split("|"))
    if random.random() < 0.5:
        numbers = sorted({PARTS_OF_KINDS[kind] for kind in look.kinds})
        chosen = random.sample(numbers, random.randint(2, len(numbers)))
        groups = [
            Group(random.choice(headings[n].split("|")), _entries(look, random.choice((1, 2, 3, 5, 8)), n))
            for n in chosen
        ]
        if random.random() < 0.5:
            return [Part(whole, groups, container=look.container)]
        return [Part(group.heading, [Group("", group.entries)], container=look.container) for group in groups]
    entries = _entries(look, random.choice((2, 3, 5, 8, 12, 20)))
    if look.year != "heading" and random.random() < 0.85:
        return [Part(whole, [Group("", entries)], container=look.container)]
    years: dict[str, list[Entry]] = {}
    for entry in entries:
        assert entry.work
        years.setdefault(entry.work.year, []).append(entry)
    return [Part(whole, [Group(year, found) for year, found in years.items()], container=look.container)]


def _entries(look: PersonalLook, count: int, heading: int = 0) -> list[Entry]:
    return [
        Entry(lines, work, label=look.number.format(n + 1))
        for n, (work, lines) in enumerate(look.entries(count, heading))
        if lines
    ]


def _published(random: Random, look: Look, source: tuple[Work, ...], heading: str, kinds: list[str]) -> Part:
    entries = look.entries(source, random.choice((1, 2, 2, 3, 3, 5, 8, 12, 20, 30)))
    grouping = random.random()
    groups = [Group("", entries)]
    if grouping < 0.3 and len(entries) > 2:
        years: dict[str, list[Entry]] = {}
        for entry in entries:
            assert entry.work
            years.setdefault(entry.work.year, []).append(entry)
        groups = [Group(year, found) for year, found in years.items()]
    elif grouping < 0.36:
        venues: dict[str, list[Entry]] = {}
        for entry in entries:
            assert entry.work
            venues.setdefault(
                f"{(entry.work.venue or 'arXiv')[:40]}{random.choice((' ', ' ', '’', ', '))}{entry.work.year}", []
            ).append(entry)
        groups = [Group(venue, found) for venue, found in venues.items()]
    elif grouping < 0.42 and len(entries) > 2:
        half = random.randint(1, len(entries) - 1)
        groups = [Group(_topic(random), entries[:half]), Group(_topic(random), entries[half:])]
    elif grouping < 0.54 and len(entries) > 4:
        some = random.sample(kinds, min(len(kinds), random.randint(2, 4)))
        size = len(entries) // len(some) + 1
        groups = [
            Group(h, entries[i * size : (i + 1) * size])
            for i, h in enumerate(some)
            if entries[i * size : (i + 1) * size]
        ]
    bare = look.transcribed and random.random() < 0.2
    return Part("" if bare else heading, groups, container=look.container)


def _topic(random: Random) -> str:
    """A heading that names what works are about."""
    one, two = random.sample((*layouts.SUBJECTS, *layouts.TOPICS), 2)
    return random.choice((one, f"{one} and {two}", f"{one}, {two}", f"Theme 1: {one}", f"{one}-Driven {two}"))


def _prose(random: Random) -> Part:
    text = random.choice(layouts.PROSE).format(
        u=random.choice(layouts.UNIVERSITIES), u2=random.choice(layouts.UNIVERSITIES), s=random.choice(layouts.SUBJECTS),
        s2=random.choice(layouts.SUBJECTS), n=" ".join(person(random)), y=random.randint(1995, 2024),
    )  # fmt: skip
    return Part(random.choice(("", "About", "Research Interests", "Bio", "Über mich")), [], text)


def _other(
    random: Random, headings: str, templates: Sequence[str], source: tuple[Work, ...], owner: tuple[str, str]
) -> Part:
    same = random.choice(templates)
    entries = []
    for _ in range(random.choice((1, 2, 3, 5, 8, 14))):
        template = same if random.random() < 0.75 else random.choice(templates)
        entries.append(Entry([[(_filled(random, row, source, owner), "")] for row in template.split("/")]))
    container = random.choice(("ul", "ul", "ul", "ol", "p", "table", "br"))
    return Part(random.choice(headings.split("|")), [Group("", entries)], container=container)


def _filled(random: Random, template: str, source: tuple[Work, ...], owner: tuple[str, str]) -> str:
    first = random.randint(1990, 2024)
    values = {
        "T": random.choice(source).title, "N": " ".join(person(random)), "U": random.choice(layouts.UNIVERSITIES),
        "S": random.choice(layouts.SUBJECTS), "C": random.choice(layouts.CITIES), "K": random.choice(layouts.CONFERENCES),
        "M": random.choice(layouts.MONTHS), "Y1": str(first), "Y2": str(first + random.randint(1, 6)), "O": " ".join(owner),
    }  # fmt: skip
    return re.sub(r"\b(Y1|Y2|[TNUSCKMO])\b(?!\.\w)", lambda m: values[m[1]], template)


@cache
def _acronyms() -> tuple[str, ...]:
    return tuple(sorted({venue.acronym for venue in all_venues() if venue.acronym}))


# --- how a person writes items -------------------------------------------------------------------------------------


class Look:
    """One person's way of writing a list, drawn once and kept for all its items but a few."""

    def __init__(
        self, random: Random, language: str, owner: tuple[str, str], pasted: bool = False, transcribed: bool = False
    ) -> None:
        self.random, self.owner, self.language, self.pasted = random, owner, language, pasted
        self.eastern = ord(owner[1][0]) > 0x2E80
        self.stacked = random.random() < 0.45
        orders = layouts.EASTERN * 3 + layouts.ORDERS if self.eastern else layouts.ORDERS
        self.template = random.choice(layouts.STACKS if self.stacked else orders)
        self.container = random.choices(
            ("ul", "ol", "p", "table", "cards", "heads", "br", "numbers", "labels", "macro", "rows"),
            (22, 18, 18, 7, 8, 6, 5, 8, 4, 5, 4),
        )[0]
        if pasted:
            self.stacked, self.container = True, "rows"
            self.template = random.choice(
                ("T/V, Y/A", "T/V Y/A", "T/A/V Y", "T/A/V, Y", "T/V Y/A", "A/T/V Y", "T/V/A", "T/A/V, L, Y")
            )
        self.transcribed = transcribed
        if transcribed:
            self.container = random.choices(("p", "rows", "ul", "ol", "numbers", "br"), (28, 28, 16, 10, 12, 6))[0]
        self.names = random.choice(
            ("given", "given", "initials", "initials", "family", "family", "comma", "comma", "bare", "bare")
        )
        self.only_first = self.names == "comma" and random.random() < 0.6
        self.titled = random.random() < 0.03
        self.join = random.choice((", ", ", ", ", ", "; ", " and ", " · "))
        self.last = random.choice(
            (
                " and ",
                ", and ",
                " & ",
                ", ",
                {"de": " und ", "fr": " et ", "es": " y ", "it": " e ", "pt": " e "}.get(language, " and "),
            )
        )
        self.self_style = random.choice(("b", "b", "u", "", ""))
        self.styles = {
            "T": random.choice(("", "", "b", "i", "l", "bl")),
            "V": random.choice(("i", "i", "", "")),
            "A": random.choice(("", "", "", "i")),
        }
        self.owner_first = random.random() < 0.15
        self.buttons = random.choice(("", "", "", "", "line", "inline", "paragraph"))
        self.abstract = random.random() < 0.12
        self.tails = random.random() < 0.05
        self.months = random.random() < 0.5
        self.some_abstracts = random.random() < 0.5
        self.owner_note = random.random() < 0.5
        self.number = random.choice(("{}.", "[{}]", "({})", "J{}.", "[C{}]", "{})"))
        self.short_years = random.random() < 0.04
        self.of_parts = random.choice(
            (
                "Vol. {v}, No. {n}, pp. {p}",
                "{v}({n}): {p}",
                "第{v}卷第{n}期, {p}",
                "{v}巻{n}号, pp.{p}",
                "제{v}권 {n}호, {p}쪽",
                "{v}, {n}, {p}",
            )
        )
        self.blank = random.choice(("", "", " "))
        self.others = random.choice((" et al.", " et al.", ", et al.", " and others", " u. a."))
        self.short_venues = "G" in self.template and "V" not in self.template
        self.of_year = random.choice((" {0}", "’{1}", "'{1}", " ’{1}", "‘{1}", "{0}", " '{1}", "'{1}a"))

    def entries(self, source: tuple[Work, ...], count: int) -> list[Entry]:
        """The items of a list."""
        found = []
        if self.transcribed:
            for n, reference in enumerate(drawn(self.random, BENCH, count)):
                found.append(Entry([reference.pieces], reference, label=self.number.format(n + 1)))
            return found
        for n, work in enumerate(works(self.random, source, count, self.owner, self.eastern)):
            template = self.template
            if self.short_venues:
                work.venue, work.volume, work.issue, work.pages = self.random.choice(_acronyms()), "", "", ""
            elif self.random.random() < 0.06:
                template = self.random.choice(layouts.STACKS if self.stacked else layouts.ORDERS)
            work.edited = any(sign in template for sign in layouts.EDITED)
            if not _EDITORS.search(template):
                work.editors = []  # what is not printed has no labels
            entry = self.entry(work, template)
            entry.label = self.number.format(count - n if self.owner_first else n + 1)
            found.append(entry)
        return found

    def entry(self, work: Work, template: str) -> Entry:
        lines = []
        for row in template.split("/"):
            pieces = self.pieces(work, row)
            if any(text.strip(" .,;:()[]“”") for text, _ in pieces):
                lines.append(pieces)
        if self.random.random() < 0.05:
            note = self.random.choice(
                (
                    "Best paper award.",
                    "(in press)",
                    "Forthcoming.",
                    "Oral presentation, 2% of submissions",
                    "[Winner of the Golden Pebble]",
                    "(to appear)",
                )
            )
            lines[-1] = [*lines[-1], (f" {note}", self.random.choice(("", "b", "i")))]
        after: list[list[tuple[str, str]]] = []
        buttons = [(b, "l") for b in self.random.sample(layouts.BUTTONS, self.random.randint(1, 4))]
        bar = self.random.choice((" ", " | ", " / ", ", "))
        row = [piece for b in buttons for piece in ((f"[{b[0]}]" if bar == " " else b[0], "l"), (bar, ""))][:-1]
        if self.buttons == "inline":
            lines[-1] = [*lines[-1], (" ", ""), *row]
        elif self.buttons:
            lines.append(row)
        if self.abstract and (not self.some_abstracts or self.random.random() < 0.5):
            text = self.random.choice(layouts.ABSTRACTS + layouts.SHORT_ABSTRACTS).format(
                s=self.random.choice(layouts.SUBJECTS), t=" ".join(work.title.split()[:6]).lower()
            )
            after.append(
                [(self.random.choice(("", "", "Abstract: ", "Abstract. ", "Abstract ", "TL;DR: ")) + text, "")]
            )
        if self.tails and self.random.random() < 0.5:
            after.append([(self.random.choice(layouts.TAILS), "")])
        return Entry(lines, work, after)

    def pieces(self, work: Work, row: str) -> list[tuple[str, str]]:
        """The pieces of a line, without the separators around values that the work does not have."""
        found: list[tuple[str, str]] = []
        parts = re.split(r"(?<![A-Za-zÀ-ÿ.])([AWTVYLPOEDGMK])(?![A-Za-zÀ-ÿ])", row)
        for n, part in enumerate(parts):
            if n % 2 == 0:
                if part:
                    found.append((part, ""))
                continue
            value = self.value(work, part)
            if not value and parts[n + 1].startswith((" (Hg.)", "]")):
                parts[n + 1] = parts[n + 1].removeprefix(" (Hg.)").removeprefix("]")
            if value:
                found += value
            elif found and not found[-1][1]:
                found[-1] = (
                    re.sub(
                        r"[ ,:(“«\[]*(?:in|In:|in:|dans|with|avec|mit|con|Com|by|By|von|par)?\s*$", " ", found[-1][0]
                    ),
                    "",
                )
        text = "".join(t for t, _ in found)
        if re.search(r"[\s.,]{4,}$", text):
            found[-1] = (".", "")
        return [(re.sub(r"\s+", " ", t), s) for t, s in found]

    def value(self, work: Work, part: str) -> list[tuple[str, str]]:
        if part in "AW":
            return self.people(work, part == "W")
        plain = {
            "T": work.title, "V": work.venue or ("arXiv preprint arXiv:" + work.arxiv if work.arxiv else work.publisher), "Y": self.year(work),
            "L": self.locator(work), "P": work.publisher, "O": work.place, "E": ", ".join(" ".join(p) for p in work.editors), "D": work.doi and f"https://doi.org/{work.doi}",
            "M": self.random.choice(layouts.MONTHS), "K": self.random.choice(layouts.WORDS_OF_KIND),
            "G": work.venue + self.of_year.format(work.year, work.year[2:]) if self.short_venues else f"{(work.venue.split() or ['X'])[0][:6].upper()} {work.year}",
        }[part]  # fmt: skip
        return [(plain, self.styles.get(part, "") or ("l" if part == "D" else ""))] if plain else []

    def year(self, work: Work) -> str:
        return f"’{work.year[2:]}" if self.short_years else work.year

    def locator(self, work: Work) -> str:
        if self.eastern and work.volume and work.issue and work.pages:
            return self.of_parts.format(v=work.volume, n=work.issue, p=work.pages)
        volume = f"{work.volume}({work.issue})" if work.issue else work.volume
        return (
            self.random.choice(
                (
                    f"{volume}:{work.pages}",
                    f"vol. {volume}, pp. {work.pages}",
                    f"{volume}, {work.pages}",
                    f"S. {work.pages}",
                )
            )
            if volume and work.pages
            else volume or work.pages
        )

    def people(self, work: Work, without_owner: bool) -> list[tuple[str, str]]:
        names = [p for p in work.authors if not (without_owner and p == self.owner)]
        found: list[tuple[str, str]] = []
        for n, name in enumerate(names):
            if n:
                found.append((self.last if n == len(names) - 1 and len(names) > 1 else self.join, self.styles["A"]))
            style = self.self_style if name == self.owner else self.styles["A"]
            found.append((self.name(name, n), style))
        if work.others and found:
            found.append((self.others, ""))
        return found

    def name(self, name: tuple[str, str], number: int = 0) -> str:
        """A name as this person writes it; only the first of a list may begin with the family name."""
        given, family = name
        if self.eastern:
            return family + self.blank + given
        if self.only_first and number:
            return f"{given} {family}"
        initials = " ".join(f"{w[0]}." for w in re.split(r"[ -]", given) if w)
        return {"given": f"{'Dr. ' if self.titled else ''}{given} {family}", "initials": f"{initials} {family}", "family": f"{family}, {initials}", "comma": f"{family}, {given}", "bare": f"{family} {initials.replace('. ', '').rstrip('.')}"}[self.names]  # fmt: skip


__all__ = ["Entry", "Group", "Look", "Part", "document", "generated"]

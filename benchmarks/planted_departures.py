"""What ``check --style`` reports of references with one planted departure each, and of the same references without one.

``python benchmarks/planted_departures.py [--half tune|judge] [--show KIND] [--per 60]`` takes real works of the folder of
:mod:`labelled` that no model has learned from, prints them in five styles, plants one departure of sixteen kinds in each,
and writes them as lists, half of them as plain text and half for Word. Rules were chosen on the half ``tune``; figures are
those of ``judge``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from labelled import FOLDER

from citekit.commands.check import check_files
from citekit.csl.output import docx
from citekit.csl.processor import FormattedEntry, Rendered
from citekit.csl.tree import Inline, Markup
from citekit.formats.files import loads
from citekit.model.work import Work
from citekit.runtime.config import CheckSettings
from training import real_works
from training.tagged import Piece, bibliography

STYLES = ("apa", "modern-language-association", "chicago-author-date", "ieee", "harvard-cite-them-right")
NEEDED = {
    "article-journal": ("author", "container-title", "volume", "page"),
    "paper-conference": ("author", "container-title", "page"),
    "book": ("author", "publisher"),
    "chapter": ("author", "container-title", "publisher", "editor", "page"),
    "thesis": ("author", "publisher"),
    "report": ("author", "publisher"),
    "webpage": ("author", "URL"),
}
FULL_NAMES = ("modern-language-association", "chicago-author-date")
NEAR = 2
"""Characters beside a finding within which what was planted counts as found."""


@dataclass(frozen=True)
class Letter:
    """A printed character with the field that it is of."""

    text: str
    italic: bool = False
    field: str = ""


Letters = list[Letter]
Planted = tuple[Letters, tuple[int, ...]]
"""The letters with a departure, and the places of it."""


def letters_of(pieces: Sequence[Piece]) -> Letters:
    return [Letter(sign, "i" in piece.style, piece.field) for piece in pieces for sign in piece.text]


def text_of(letters: Letters) -> str:
    return "".join(letter.text for letter in letters)


def span(letters: Letters, field: str) -> tuple[int, int] | None:
    """The first stretch of a field."""
    start = next(
        (n for n, letter in enumerate(letters) if letter.field[:1] == field[:1] and letter.field.startswith(field)),
        None,
    )
    if start is None:
        return None
    end = max(n for n, letter in enumerate(letters) if letter.field.startswith(field)) + 1
    return start, end


def put(letters: Letters, start: int, end: int, text: str) -> Letters:
    """The letters with a stretch replaced; the new ones look like the first of the old."""
    like = letters[start] if start < len(letters) else letters[-1]
    return [*letters[:start], *(replace(like, text=sign) for sign in text), *letters[end:]]


def _first(pattern: str, letters: Letters, new: str | Callable[[re.Match[str]], str]) -> Planted | None:
    found = re.search(pattern, text_of(letters))
    if found is None:
        return None
    text = found.expand(new) if isinstance(new, str) else new(found)
    return put(letters, *found.span(), text), tuple(range(found.start(), found.start() + max(1, len(text))))


def missing_stop(letters: Letters, work: Work, style: str) -> Planted | None:
    title = span(letters, "T")
    if title is None:
        return None
    at = next(
        (
            n
            for n in range(title[1] - 1, min(len(letters) - 1, title[1] + 3))
            if letters[n].text == "." and letters[n + 1].text in " ”"
        ),
        None,
    )
    return None if at is None else (put(letters, at, at + 1, ""), (at,))


def joined_otherwise(letters: Letters, work: Work, style: str) -> Planted | None:
    people = span(letters, "A")
    if len(work.author) < 2 or people is None:
        return None
    head, rest = letters[: people[1]], letters[people[1] :]
    made = _first(r"(?<=[\w.,] )& ", head, "and ") or _first(r"(?<=[\w.,] )and (?=[A-Z])", head, "& ")
    return ([*made[0], *rest], made[1]) if made else None


def no_italics(letters: Letters, work: Work, style: str) -> Planted | None:
    at = next((n for n, letter in enumerate(letters) if letter.italic), None)
    if at is None:
        return None
    end = next((n for n in range(at, len(letters)) if not letters[n].italic), len(letters))
    return [replace(x, italic=False) if at <= n < end else x for n, x in enumerate(letters)], tuple(range(at, end))


def volume_and_issue(letters: Letters, work: Work, style: str) -> Planted | None:
    if span(letters, "V") is None:
        return None
    return (
        _first(r"(?<=[ ,])(\d+)\((\d+)\)(?=[,: ])", letters, r"\1, \2")
        or _first(r"vol\. (\d+), no\. (\d+)", letters, r"vol. \1(\2)")
        or _first(r"(\d+) \((\d+)\)(?=:)", letters, r"\1, no. \2")
    )


def hyphen(letters: Letters, work: Work, style: str) -> Planted | None:
    return _first(r"(?<=\d)–(?=\d)", letters, "-")


def moved_year(letters: Letters, work: Work, style: str) -> Planted | None:
    text, year = text_of(letters), str(work.year)
    found = re.search(rf" \({year}\)[.,]?| {year}\.(?= )", text)
    if found and found.start() < len(text) // 2:
        rest = put(letters, found.start(), found.end(), "")
        end = len(rest) - (rest[-1].text == ".")
        return [*rest[:end], *map(Letter, f", {year}"), *rest[end:]], (found.start(), end, end + 1, end + 2)
    found = re.search(rf", {year}(?=[,.])", text)
    people = span(letters, "A")
    if found is None or people is None or found.start() < people[1]:
        return None
    rest = put(letters, found.start(), found.end(), "")
    at = people[1] + (letters[people[1]].text == ".")
    return [*rest[:at], *map(Letter, f" ({year})"), *rest[at:]], (at, at + 1, at + 2, found.start() + len(year) + 3)


def missing_comma(letters: Letters, work: Work, style: str) -> Planted | None:
    return _first(r"(?<=[a-z]),(?= )", letters, "")


def other_case(letters: Letters, work: Work, style: str) -> Planted | None:
    place = span(letters, "T")
    if place is None:
        return None
    text = text_of(letters)[place[0] : place[1]]
    long = re.findall(r"(?<!^)(?<![:.?] )\b[^\W\d_]{4,}", text)
    capital = sum(word[0].isupper() for word in long)
    if len(long) < 3:
        return None
    if capital == 0:
        new = re.sub(r"\b[a-z](?=[a-z]{3})", lambda m: m.group().upper(), text)
    elif capital == len(long) and style in ("modern-language-association", "chicago-author-date"):
        new = text[0] + re.sub(r"(?<!^)\b[A-Z](?=[a-z]{3})", lambda m: m.group().lower(), text[1:])
    else:
        return None
    return (put(letters, *place, new), tuple(range(*place))) if new != text else None


def no_stops(letters: Letters, work: Work, style: str) -> Planted | None:
    people = span(letters, "A")
    if people is None:
        return None
    found = re.search(r"\b[A-Z]\.(?: [A-Z]\.)*", text_of(letters)[: people[1] + 1])
    if found is None:
        return None
    return put(letters, *found.span(), found.group().replace(".", "")), tuple(range(*found.span()))


def full_names(letters: Letters, work: Work, style: str) -> Planted | None:
    given = work.author[0].given if work.author else ""
    if style in FULL_NAMES or not re.fullmatch(r"[A-Z][a-z]{2,}(?: [A-Z]\.| [A-Z][a-z]+)*", given):
        return None
    found = re.search(r"\b[A-Z]\.(?: [A-Z]\.)*", text_of(letters)[:60])
    if found is None:
        return None
    return put(letters, *found.span(), given), tuple(range(found.start(), found.start() + len(given)))


def words_of_pages(letters: Letters, work: Work, style: str) -> Planted | None:
    return _first(r"pp\.\s(?=\d)", letters, "") or _first(r"(?<=[ ,:]) ?(?=\d+–\d+)", letters, "pp. ")


def other_doi(letters: Letters, work: Work, style: str) -> Planted | None:
    return _first(r"https://doi\.org/(?=10\.)", letters, "doi:") or _first(
        r"doi: ?(?=10\.)", letters, "https://doi.org/"
    )


def other_order(letters: Letters, work: Work, style: str) -> Planted | None:
    people = span(letters, "A")
    if people is None or people[0]:
        return None
    text = text_of(letters)
    found = re.match(r"(?P<f>[A-Z][\w’-]+), (?P<g>(?:[A-Z][a-z]+|[A-Z]\.)(?: ?[A-Z]\.)*)(?=[, (.]|$)", text)
    if found:
        return put(letters, *found.span(), f"{found['g']} {found['f']}"), tuple(range(*found.span()))
    found = re.match(r"(?P<g>[A-Z]\.(?: [A-Z]\.)*) (?P<f>[A-Z][\w’-]+)(?=,| and)", text)
    return (put(letters, *found.span(), f"{found['f']}, {found['g']}"), tuple(range(*found.span()))) if found else None


def other_edition(letters: Letters, work: Work, style: str) -> Planted | None:
    return _first(r"(\d(?:st|nd|rd|th)) ed(?:n)?\b\.?", letters, r"\1 edition")


def other_quotes(letters: Letters, work: Work, style: str) -> Planted | None:
    found = re.search(r"“([^“”]+)”", text_of(letters))
    if found:
        start, end = found.span()
        new = put(put(letters, end - 1, end, "’"), start, start + 1, "‘")
        return new, (start, end - 1)
    found = re.search(r"‘([^‘’]+)’(?!\w)", text_of(letters))
    if found:
        start, end = found.span()
        new = put(put(letters, end - 1, end, "”"), start, start + 1, "“")
        return new, (start, end - 1)
    place = span(letters, "T")
    if place is None or work.type not in ("article-journal", "chapter", "paper-conference"):
        return None
    new = put(put(letters, place[1], place[1], "”"), place[0], place[0], "“")
    return new, (place[0], place[0] + 1, place[1] + 1)


def no_publisher(letters: Letters, work: Work, style: str) -> Planted | None:
    house = work.text("publisher")
    text = text_of(letters)
    at = text.find(house) if house else -1
    if at < 0 or work.type not in ("book", "chapter", "thesis", "report"):
        return None
    end = at + len(house)
    if text[end : end + 2] == ", ":
        end += 2
    elif text[at - 2 : at] in (". ", ", "):
        at -= 2 if text[end : end + 1] in ".," or end == len(text) else 0
    return put(letters, at, end, ""), tuple(range(max(0, at - 3), at + 3))


KINDS: dict[str, Callable[[Letters, Work, str], Planted | None]] = {
    kind.__name__: kind
    for kind in (
        missing_stop, joined_otherwise, no_italics, volume_and_issue, hyphen, moved_year, missing_comma, other_case,
        no_stops, full_names, words_of_pages, other_doi, other_order, other_edition, other_quotes, no_publisher,
    )
}  # fmt: skip


def works(half: str) -> list[Work]:
    """Real works that no model has learned from, of one half by a hash of their titles."""
    found = []
    with lzma.open(FOLDER / "works" / "works.jsonl.xz", "rt", encoding="utf-8") as lines:
        cited = [json.loads(line) for line in lines]
    for work in cited:
        people = [*(work.get("author") or ()), *(work.get("editor") or ())]
        if (
            real_works.is_kept(work)
            and not real_works.is_of_kept_source(work)
            and "issued" in work
            and 12 < len(work["title"]) < 160
            and all(work.get(name) for name in NEEDED.get(work["type"], ("nothing",)))
            and all(person.get("family") and person.get("given") for person in people)
            and len(work.get("author") or ()) <= 6
            and len(work.get("editor") or ()) <= 3
            and len(work.get("container-title") or "") <= 110
            and "http" not in work["title"]
            and (int(hashlib.md5(work["title"].encode()).hexdigest(), 16) // 7 % 2 == (half == "judge"))
        ):
            found.append({name: value for name, value in work.items() if name != "source"})
    unique = list({work["title"]: {**work, "id": f"w{n}"} for n, work in enumerate(found)}.values())
    return list(loads(json.dumps(unique, ensure_ascii=False), "csljson", "works.json").works)


def entry_of(letters: Letters) -> tuple[Inline, ...]:
    made: list[Inline] = []
    at = 0
    while at < len(letters):
        end = next((n for n in range(at, len(letters)) if letters[n].italic != letters[at].italic), len(letters))
        text = text_of(letters[at:end])
        made.append(Markup("font-style", "italic", (text,)) if letters[at].italic else text)
        at = end
    return tuple(made)


def write(path: Path, rows: Sequence[Letters]) -> None:
    if path.suffix == ".docx":
        entries = tuple(FormattedEntry(str(n), entry_of(row), "References") for n, row in enumerate(rows))
        path.write_bytes(docx.document(Rendered(bibliography=entries)))
    else:
        path.write_text("References\n\n" + "".join(f"{text_of(row)}\n\n" for row in rows), encoding="utf-8")


@dataclass(frozen=True)
class Case:
    kind: str
    style: str
    letters: Letters
    places: tuple[int, ...]


def cases(half: str, per: int, seed: int) -> Iterator[tuple[list[Case], list[Case]]]:
    """For each style references with departures, and the same references without."""
    draw = random.Random(seed)
    pool = works(half)
    for style in STYLES:
        draw.shuffle(pool)
        by_type: dict[str, int] = Counter()
        planted: list[Case] = []
        clean: list[Case] = []
        counts: Counter[str] = Counter()
        for work, pieces in (one for chosen in pool for one in bibliography(style, [chosen])):
            letters = letters_of(pieces)
            if by_type[work.type] > per // 4 or len(letters) < 30:
                continue
            for kind in sorted(KINDS, key=lambda kind: (counts[kind], draw.random())):
                made = KINDS[kind](letters, work, style)
                if made and (text_of(made[0]) != text_of(letters) or kind == "no_italics"):
                    counts[kind] += 1
                    by_type[work.type] += 1
                    planted.append(Case(kind, style, *made))
                    clean.append(Case("clean", style, letters, ()))
                    break
            if len(planted) == per:
                break
        yield planted, clean


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", choices=("tune", "judge"), default="tune")
    parser.add_argument("--per", type=int, default=60)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--show", default="")
    given = parser.parse_args()
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    accused = 0
    folder = Path(tempfile.mkdtemp())
    for planted, clean in cases(given.half, given.per, given.seed):
        for group in (planted, clean):
            halves = [[c for c in group if c.kind == "no_italics"], [c for c in group if c.kind != "no_italics"]]
            word = halves[0] + halves[1][::2]
            for suffix, rows in (
                ((".docx", word), (".txt", halves[1][1::2]))
                if group is planted
                else ((".docx", group[::2]), (".txt", group[1::2]))
            ):
                path = folder / f"list{suffix}"
                write(path, [row.letters for row in rows])
                settings = CheckSettings(style=rows[0].style, select=("reference-style",))
                report = check_files([path], settings).report
                by_line: dict[int, list[tuple[int, int, str]]] = {}
                for found in report.diagnostics:
                    line, column = found.source.line_column(found.span.start)
                    by_line.setdefault(line, []).append((column - 1, column - 1 + len(found.span), found.message))
                source = report.diagnostics[0].source.text.split("\n") if report.diagnostics else []
                where = {" ".join(text.split()): number for number, text in enumerate(source, 1)}
                for row in rows:
                    text = " ".join(text_of(row.letters).split())
                    mine = by_line.get(where.get(text, -1), [])
                    total[row.kind] += 1
                    if row.kind == "clean":
                        accused += bool(mine)
                        if mine and given.show in ("clean", "any"):
                            print(f"ACCUSED {row.style} {text}\n    {mine}")
                        continue
                    hit = any(a - NEAR <= place <= b + NEAR for a, b, _ in mine for place in row.places)
                    right[row.kind] += hit
                    right[f"{row.style} "] += hit
                    total[f"{row.style} "] += 1
                    right[f"{suffix} "] += hit
                    total[f"{suffix} "] += 1
                    if not hit and given.show in (row.kind, "any"):
                        print(f"MISSED {row.kind} {row.style} {suffix} at {row.places[0]}\n    {text}\n    {mine}")
    for kind in sorted(total):
        if kind != "clean":
            print(f"{kind:28} {right[kind]:4} of {total[kind]:4}  {100 * right[kind] / total[kind]:.0f} %")
    kinds = [kind for kind in total if kind in KINDS]
    n, of = sum(right[k] for k in kinds), sum(total[k] for k in kinds)
    print(
        f"found at the right place {n} of {of}: {100 * n / of:.1f} %; clean references accused {accused} of {total['clean']}: {100 * accused / total['clean']:.1f} %"
    )


if __name__ == "__main__":
    main()

"""Lists that lay all their entries out in one way that is easily read wrongly, and what one correction mends in them.

``python -m training.trapped [COUNT]`` makes lists of invented works in layouts that took no part in any training, until COUNT of
them are read with at least two wrong entries; corrects one wrong entry of each as a person would, and counts the lists in
which all others are right then. ``--known`` tells the entry as a bibliography that is known instead, ``--update`` brings a
bibliography up to date that holds half of the entries.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from citekit.commands.update import update
from citekit.documents.load import read_text
from citekit.extraction.corrections import of_field
from citekit.extraction.pipeline import convert_document
from citekit.formats import files
from citekit.model.date import Date
from citekit.model.name import Name
from citekit.model.work import Work, Works
from citekit.runtime.config import ConvertSettings

GIVEN = (
    "Ada Bruno Chidi Dora Emeka Frida Goran Hana Ilse Jonas Kofi Lena Mira Nils Oona Pavel Rosa Sven Tove Uri".split()
)
FAMILIES = "Brandt Okafor Lindqvist Rossi Nowak Moreau Haugen Vesely Tanaka Obi Larsen Petit Kovac Ferro Almeida Sorin Duarte Weiss".split()
HEADS = "Lanterns|Slow caches|Quiet ledgers|A survey of pebbles|Counting harbours|Winter ferries|Salt roads|Paper bridges|Late trains|Borrowed clocks|Stone bells|Small tides".split(
    "|"
)
TAILS = "under high pressure|and their keepers|in narrow valleys|as a public good|before the census|without a map|for patient readers|at the edge of town".split(
    "|"
)
VENUES = "Journal of Lantern Studies|Pebble Letters|Annals of Slow Traffic|Harbour Review|Ledger Quarterly|Proceedings of the Meadow Symposium".split(
    "|"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """An invented article."""

    title: str
    people: tuple[tuple[str, str], ...]
    venue: str
    year: int
    volume: int
    issue: int
    first: int
    last: int

    def work(self) -> Work:
        """The work that a bibliography has of it."""
        return Work(
            "article-journal",
            "",
            {
                "title": self.title,
                "author": tuple(Name(family, given) for given, family in self.people),
                "container-title": self.venue,
                "issued": Date.of(self.year),
            },
        )

    def wrong(self, work: Work | None) -> list[str]:
        """The variables that a reading of it has wrongly."""
        mine = self.work()
        if work is None:
            return list(mine.variables)
        names = [(_letters(n.given), _letters(n.family or n.literal)) for n in work.author]
        short = [(_letters(given)[:1], _letters(family)) for given, family in self.people]
        right = {
            "title": _letters(work.title) == _letters(self.title),
            "author": [(given[:1], family) for given, family in names] in (short, [("", f) for _, f in short]),
            "container-title": _letters(self.venue) in _letters(work.text("container-title")),
            "issued": work.issued is not None and work.issued.year == self.year,
        }
        return [name for name, fine in right.items() if not fine]


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def entries(random: Random, count: int) -> list[Entry]:
    """Invented articles of somebody, each with other people, titles and places."""
    owner = (random.choice(GIVEN), random.choice(FAMILIES))
    titles = random.sample([f"{head} {tail}" for head in HEADS for tail in TAILS], count)
    found = []
    for title in titles:
        others = [(given, family) for given in random.sample(GIVEN, 3) for family in random.sample(FAMILIES, 1)]
        people = [owner, *(other for other in others[: random.randint(1, 2)] if other[1] != owner[1])]
        random.shuffle(people)
        first = random.randint(1, 400)
        found.append(
            Entry(
                title,
                tuple(people),
                random.choice(VENUES),
                random.randint(1996, 2025),
                random.randint(2, 60),
                random.randint(1, 12),
                first,
                first + random.randint(5, 30),
            )
        )
    return sorted(found, key=lambda one: -one.year)


def _people(one: Entry, form: str, sign: str, last: str = "") -> str:
    names = [
        form.format(given=given, family=family, FAMILY=family.upper(), initial=given[0], initials=f"{given[0]}.")
        for given, family in one.people
    ]
    return sign.join(names) if not last or len(names) < 2 else f"{sign.join(names[:-1])}{last}{names[-1]}"


LAYOUTS: tuple[Callable[[Entry], str], ...] = (
    lambda e: f"{_people(e, '{family} {given}', ' ; ')}: {e.title} [{e.venue}] {e.volume} / {e.issue}, {e.year}",
    lambda e: f"{e.year} / {e.venue} / {_people(e, '{given} {family}', ' / ')} / {e.title}",
    lambda e: f"{e.venue} {e.volume} ({e.year}): {e.title} [{_people(e, '{initials} {family}', ', ')}]",
    lambda e: (
        f"Title: {e.title}; People: {_people(e, '{given} {family}', ', ')}; Published in: {e.venue}; Year: {e.year}"
    ),
    lambda e: f"{_people(e, '{FAMILY} {given}', ' - ')} - {e.title} - {e.venue} - {e.year}",
    lambda e: f"{e.title} > {_people(e, '{family} {initial}', ' + ')} > {e.venue} > {e.year}",
    lambda e: f"{_people(e, '{given} {family}', ' & ')} write {e.title}, for {e.venue} ({e.year})",
    lambda e: (
        f"{e.title}, {e.year}, {e.venue} {e.volume}, {e.first}-{e.last}, {_people(e, '{family}, {initials}', ' & ')}"
    ),
    lambda e: f"{_people(e, '{family}, {given}', ' / ')}; {e.year}; {e.venue}; {e.title}",
    lambda e: f"{e.title} // {e.venue}. {e.year}. № {e.issue} // {_people(e, '{family} {initials}', ', ')}",
    lambda e: f"[{e.venue}] {e.title} ({_people(e, '{given} {family}', ', ', ' u. ')}) '{e.year % 100:02}",
    lambda e: f"{_people(e, '{family}', ', ')} | {e.year} | {e.title} | {e.venue}",
    lambda e: f"{e.title}, with {_people(e, '{given} {family}', ' and ')}, {e.venue}, {e.year}",
    lambda e: f"{_people(e, '{family} {given}', ', ')}, {e.title}, {e.venue}, {e.year}",
    lambda e: f"{e.venue}, {e.year}, {_people(e, '{family} {given}', ', ')}, {e.title}",
    lambda e: f"{_people(e, '{initial} {family}', ' ')}: {e.title}: {e.venue}: {e.year}",
    lambda e: f"{e.title} ~ {e.venue} ~ vol. {e.volume} ~ {e.year} ~ {_people(e, '{given} {family}', ' ~ ')}",
    lambda e: f"({_people(e, '{family}, {given}', '; ')}) {e.venue} {e.volume}:{e.issue} {e.title} {e.year}",
    lambda e: f"{e.title} {{{e.venue}, {e.year}}} {_people(e, '{family} {given}', ' • ')}",
    lambda e: f"{e.year}: {_people(e, '{given} {family}', ', ')}, in {e.venue}: {e.title}",
)
"""Ways to print an entry that no layout of the training documents has."""


FORMS = ("{given} {family}", "{family} {given}", "{family}, {given}", "{initials} {family}", "{family}, {initials}", "{family} {initial}", "{FAMILY} {given}", "{given} {FAMILY}", "{family}")  # fmt: skip
JOINERS = ((", ", ""), (", ", " and "), (", ", ", and "), (" and ", ""), ("; ", ""), (" & ", ""), (", ", " & "), (" / ", ""), (" - ", ""), (" ", ""))  # fmt: skip
SIGNS = (". ", ", ", "; ", ": ", " / ", " - ", " | ", " ~ ", " > ", " ")
AROUND = ("{}", "{}", "{}", "{}", "({})", "[{}]", "“{}”", "*{}*", "in {}", "with {}")
"""Forms of names, what stands between them and before the last, signs between the parts of an entry, and around one."""


def invented_layout(random: Random) -> Callable[[Entry], str]:
    """Return a way to print an entry that is put together by chance: many are usual ones, most are none that anybody has."""
    form, (sign, last) = random.choice(FORMS), random.choice(JOINERS)
    usual = random.random() < 0.5
    parts = random.choice(("PTVY", "PYTV", "TPVY", "TVYP")) if usual else "".join(random.sample("PTVY", 4))
    gaps = [random.choice(SIGNS[:2] if usual else SIGNS)] * 3
    if random.random() < 0.4:
        gaps = [random.choice(SIGNS[:4] if usual else SIGNS) for _ in gaps]
    around = {part: random.choice(AROUND) if random.random() < 0.4 and part != "P" else "{}" for part in parts}
    around["P"] = random.choice(("{}", "{}", "{}", "({})", "with {}", "[{}]"))
    around["V"] += random.choice(
        ("", "", " {0.volume}", " {0.volume}({0.issue})", ", vol. {0.volume}, pp. {0.first}-{0.last}")
    )

    def layout(e: Entry) -> str:
        values = {"P": _people(e, form, sign, last), "T": e.title, "V": e.venue, "Y": str(e.year)}
        pieces = [
            around[part].format(values[part]) if part != "V" else around[part].replace("{}", e.venue).format(e)
            for part in parts
        ]
        return "".join(piece + gap for piece, gap in zip(pieces, (*gaps, random_end), strict=True)).rstrip(" ")

    random_end = random.choice((".", "", ""))
    return layout


def lists(seed: int = 1, size: int = 7) -> Iterator[tuple[str, list[Entry]]]:
    """Lists in Markdown with their entries, the same for the same seed, a layout after the other."""
    number = 0
    while True:
        random = Random(f"{seed}/{number}")
        made = entries(random, size)
        layout = LAYOUTS[number % len(LAYOUTS)]
        bullet = random.choice(("- ", "* ", "1. "))
        yield f"# Work\n\n## Publications\n\n{''.join(f'{bullet}{layout(one)}' + chr(10) for one in made)}", made
        number += 1


def read(text: str, made: Sequence[Entry], told: int | None, known: bool) -> list[list[str]]:
    """What is wrong in each entry of a list, where one of them is corrected or known."""
    document = read_text(text, "list.md")
    corrections = []
    if told is not None and not known:
        one, line = made[told], text.splitlines()[4 + told].partition(" ")[2]
        values = {"title": one.title, "venue": one.venue, "year": str(one.year)}
        values["author"] = " and ".join(f"{family}, {given}" for given, family in one.people)
        corrections = [of_field(line, name, value) for name, value in values.items()]
    works = (made[told].work(),) if told is not None and known else ()
    library = convert_document(document, ConvertSettings(), corrections, works).library
    by_line = {
        trace.source.line_column(trace.span.start)[0]: work for work, trace in zip(library, library.traces, strict=True)
    }
    return [one.wrong(by_line.get(5 + n)) for n, one in enumerate(made)]


def updated(text: str, made: Sequence[Entry]) -> list[list[str]]:
    """What is wrong in the entries that ``update`` adds to a bibliography which holds every second one."""
    with tempfile.TemporaryDirectory() as folder:
        page, bib = Path(folder, "list.md"), Path(folder, "me.bib")
        page.write_text(text, encoding="utf-8")
        works = [one.work().with_id(f"own{n}") for n, one in enumerate(made) if n % 2]
        bib.write_text(files.dumps(Works(tuple(works)), "bibtex"), encoding="utf-8")
        update(bib, [page]).write()
        added = {_letters(work.title): work for work in files.load(bib) if not work.id.startswith("own")}
    return [[] if n % 2 else one.wrong(added.get(_letters(one.title))) for n, one in enumerate(made)]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=40)
    parser.add_argument("--known", action="store_true")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    mended = tried = 0
    for number, (text, made) in enumerate(lists(args.seed)):
        before = read(text, made, None, False)
        wrong = [n for n, names in enumerate(before) if names]
        if len(wrong) < 2:
            continue
        after = updated(text, made) if args.update else read(text, made, wrong[0], args.known)
        left = [(n, names) for n, names in enumerate(after) if names and (args.update or n != wrong[0])]
        tried, mended = tried + 1, mended + (not left)
        print(f"layout {number % len(LAYOUTS)}: {len(wrong)} of {len(made)} wrong, then {left}", flush=True)
        if tried == args.count:
            break
    print(f"{mended} of {tried} lists are right but for the entry that was told")


if __name__ == "__main__":
    main()

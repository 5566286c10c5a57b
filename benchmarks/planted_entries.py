"""What ``verify`` reports of entries with one planted fault each, and of the same entries without one.

``python benchmarks/planted_entries.py [--half learn|judge] [--show KIND]`` takes real works with a DOI from
``works/works.jsonl.xz`` of the folder of :mod:`labelled`, and real preprints from ``arxiv/catalog.jsonl.xz``. A work is the
record of two catalogues, of which one copies the other, as OpenAlex copies Crossref. Its entry is written as people write
entries: with initials, without a subtitle, with ``and others``. Then one fault is planted. Rules were chosen on the half
``learn``; figures are those of ``judge``.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import json
import lzma
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from labelled import FOLDER

import citekit
from citekit.commands.check import Checked, check_files
from citekit.commands.repairs import put_in
from citekit.commands.service_remarks import remarks
from citekit.formats.files import read_text
from citekit.lint.records.external_data import ExternalData
from citekit.lint.records.service_results import Catalogued
from citekit.model.date import Date
from citekit.model.identity.people import name_of
from citekit.model.name import Name
from citekit.model.work import Work
from citekit.runtime.config import CheckSettings
from citekit.services.record import ServiceRecord, work_of, years_in
from citekit.services.service import Catalogue
from citekit.services.verify import Verification, Verifier

ENTRIES, RIGHT = 800, 400
_SHORT_NAMES = ("An, Bo", "Li, Wei", "Ma, Min", "Kowalczyk, Brigitte", "Xu, Yi", "Andersson, Ulla")
_FIRST_NAMES = (
    "Aurelia Bertrand Cordula Dietlinde Ebenezer Florentine Gundula Hieronymus Ignatius Jocasta Kunigunde Leopoldine Melchior "
    "Nepomuk Ottilie Peregrine Quirin Rosamunde Sidonie Thaddeus Ursula Valentin Wilhelmina Xaverius Yolanda Zacharias"
).split()
_PREPOSITIONS = ("with", "of", "in", "for", "on", "by", "from", "using", "via", "to")


@dataclass(frozen=True)
class Planted:
    """An entry as BibTeX with the kind of its fault (``right`` for none), the record of its work, and that of the work with
    the DOI that was planted."""

    kind: str
    text: str
    record: ServiceRecord
    other: ServiceRecord | None = None


class RecordsByIdentifier(Catalogue):
    """A catalogue that has some records, asked for by identifier or title."""

    identifiers = frozenset({"doi", "arxiv"})
    kinds = frozenset({"paper", "book", "part"})

    def __init__(self, name: str, records: Iterable[ServiceRecord]) -> None:
        self.name = name
        self._records = {i: replace(record, catalogue=name) for record in records for i in record.identifiers}
        self._titles = {record.work.title: record for record in self._records.values()}

    def by_identifiers(self, identifiers: Iterable[str]) -> dict[str, ServiceRecord | None]:
        """The records of these identifiers."""
        return {i: self._records.get(i) for i in identifiers}

    def search(self, work: Work) -> tuple[ServiceRecord, ...]:
        """The record with just this title."""
        found = self._titles.get(work.title)
        return (found,) if found else ()

    def close(self) -> None:
        """Nothing is open."""


def works(half: str) -> Iterator[Work]:
    """The works of a half: those with title, authors, year and venue, and a DOI or an arXiv identifier."""
    with lzma.open(FOLDER / "works" / "works.jsonl.xz", "rt", encoding="utf-8") as lines:
        for line in lines:
            facts = json.loads(line)
            if facts.get("DOI") and facts.get("container-title") and facts.get("author") and facts.get("title"):
                found = work_of({name: value for name, value in facts.items() if name not in ("id", "source")})
                if _half(facts["DOI"]) == half and found.year and len(found.title.split()) > 3:
                    yield found
    with lzma.open(FOLDER / "arxiv" / "catalog.jsonl.xz", "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            facts = json.loads(line)
            if number % 300 or _half(facts["id"]) != half or not facts.get("authors_full"):
                continue
            custom = {"eprint": facts["id"], "archiveprefix": "arXiv"}
            yield work_of({"type": "article", "title": facts["title"], "custom": custom}).with_variables(
                author=tuple(map(name_of, facts["authors"])), issued=Date.of(int(facts["date"][:4]))
            )


def _half(identifier: str) -> str:
    return "learn" if hashlib.md5(identifier.lower().encode(), usedforsecurity=False).digest()[0] % 2 else "judge"


# --- entries as people write them ------------------------------------------------------------------------------------


def _people(work: Work) -> tuple[Name, ...]:
    return tuple(name for name in work.author if not name.is_others)


def _initials(name: Name) -> Name:
    if name.literal or not name.given:
        return name
    return replace(name, given=" ".join(f"{word[0]}." for word in name.given.replace("-", " ").split()))


def _written(work: Work, chance: random.Random) -> Work:
    """A work as somebody writes it: names with initials, or the first three of many."""
    people = _people(work)
    form = chance.randrange(4)
    if form == 1:
        people = tuple(map(_initials, people))
    elif form == 2 and len(people) > 4:
        people = (*people[:3], Name(literal="others"))
    elif form == 3:
        return work.with_variables(author=people, title=work.title.upper() if len(work.title) < 60 else work.title)
    return work.with_variables(author=people)


Fault = Callable[[Work, Sequence[Work], random.Random], Work | None]


def _appended(work: Work, _: Sequence[Work], chance: random.Random) -> Work | None:
    family, given = chance.choice(_SHORT_NAMES).split(", ")
    people = tuple(name for name in work.author if not name.is_others)
    if len(people) != len(work.author) or any(name.full_family == family for name in people):
        return None
    return work.with_variables(author=(*people, Name(family, given)))


def _left_out(work: Work, _: Sequence[Work], chance: random.Random) -> Work | None:
    people = list(work.author)
    if len(people) < 3 or people[-1].is_others:
        return None
    del people[chance.randrange(len(people))]
    return work.with_variables(author=tuple(people))


def _swapped(work: Work, _: Sequence[Work], chance: random.Random) -> Work | None:
    people = list(work.author)
    if len(people) < 2 or people[-1].is_others:
        return None
    at = chance.randrange(len(people) - 1)
    if people[at].full_family == people[at + 1].full_family:
        return None
    people[at], people[at + 1] = people[at + 1], people[at]
    return work.with_variables(author=tuple(people))


def _first_name(work: Work, _: Sequence[Work], chance: random.Random) -> Work | None:
    full = [at for at, name in enumerate(work.author) if len(name.given.split(" ")[0].strip(".")) > 3]
    if not full:
        return None
    people, at = list(work.author), chance.choice(full)
    same = [name for name in _FIRST_NAMES if name[0] == people[at].given[0] and name != people[at].given.split(" ")[0]]
    if not same:
        return None
    people[at] = replace(people[at], given=chance.choice(same))
    return work.with_variables(author=tuple(people))


def _extended(work: Work, _: Sequence[Work], chance: random.Random) -> Work | None:
    more = chance.choice(("for low-resource settings", "and its applications", "under uncertainty", "in practice"))
    return work.with_variables(title=f"{work.title.rstrip('.?! ')} {more}")


def _negated(work: Work, _: Sequence[Work], chance: random.Random) -> Work | None:
    words = work.title.split(" ")
    at = next((at for at, word in enumerate(words) if word.lower() in _PREPOSITIONS and at), None)
    if at is None:
        return work.with_variables(title=f"No {work.title}")
    return work.with_variables(title=" ".join((*words[:at], "without", *words[at + 1 :])))


def _reordered(work: Work, _: Sequence[Work], chance: random.Random) -> Work | None:
    words = work.title.split(" ")
    long = [at for at, word in enumerate(words) if len(word) > 3 and word.isalpha()]
    if len(long) < 2:
        return None
    one, other = sorted(chance.sample(long, 2))
    if words[one].lower() == words[other].lower():
        return None
    words[one], words[other] = words[other], words[one]
    return work.with_variables(title=" ".join(words))


def _venue(work: Work, others: Sequence[Work], chance: random.Random) -> Work | None:
    own = work.text("container-title")
    other = chance.choice(others).text("container-title")
    return work.with_variables(**{"container-title": other}) if own and other and other != own else None


def _doi(work: Work, others: Sequence[Work], chance: random.Random) -> Work | None:
    other = chance.choice(others)
    doi = other.text("DOI")
    if not work.text("DOI") or not doi or other.title == work.title:
        return None
    return work.with_variables(DOI=doi)


FAULTS: dict[str, Fault] = {
    "author appended": _appended, "author left out": _left_out, "authors swapped": _swapped,
    "first name invented": _first_name, "title extended": _extended, "title negated": _negated,
    "title reordered": _reordered, "venue of a neighbour": _venue, "DOI of another work": _doi,
}  # fmt: skip


def planted(half: str, entries: int = ENTRIES, right: int = RIGHT) -> Iterator[Planted]:
    """Entries with a fault each, in turn of every kind, and entries without one."""
    chance = random.Random(half)
    known = list(works(half))
    shared = Counter(work.text("DOI").lower() for work in known)
    known = [
        work for work in known if not work.text("DOI") or shared[work.text("DOI").lower()] == 1
    ]  # a book's, for chapters
    chance.shuffle(known)
    kinds, made = list(FAULTS), Counter[str]()
    for work in known:
        kind = "right" if made["right"] < right and sum(made.values()) % 3 == 0 else min(kinds, key=lambda k: made[k])
        if made.total() - made["right"] >= entries and made["right"] >= right:
            return
        entry = _written(work, chance)
        faulty = entry if kind == "right" else FAULTS[kind](entry, known, chance)
        if faulty is None:
            continue
        made[kind] += 1
        text = citekit.dumps([replace(faulty, id=f"w{made.total()}")], "bibtex")
        foreign = faulty.text("DOI") if faulty.text("DOI") != work.text("DOI") else ""
        other = next((one for one in known if one.text("DOI") == foreign), None) if foreign else None
        yield Planted(kind, text, _record(work), _record(other) if other else None)


def _record(work: Work) -> ServiceRecord:
    return ServiceRecord("Crossref", replace(work.with_variables(author=_people(work)), id=""), years_in([work.year]))


def verifier(entries: Sequence[Planted]) -> Verifier:
    """Asks two catalogues that have the records of these entries, of which one copies the other."""
    records = [record for entry in entries for record in (entry.record, entry.other) if record]
    return Verifier([RecordsByIdentifier("Crossref", records), RecordsByIdentifier("OpenAlex", records)])


def outcomes(entries: Sequence[Planted]) -> tuple[Verification, ...]:
    """What is reported of each entry."""
    found = [read_text(entry.text.encode(), "planted.bib")[2].works[0] for entry in entries]
    return verifier(entries).verify(found)


def changed_by_fix(entries: Sequence[Planted]) -> list[str]:
    """The lines of entries without a fault that ``verify --fix`` changes."""
    asked = verifier(entries)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "right.bib")
        before = "\n".join(entry.text for entry in entries)
        file.write_text(before, encoding="utf-8")

        def check() -> Checked:
            known = Catalogued(lambda found: [remarks(outcome) for outcome in asked.verify(found)])
            chosen = CheckSettings(select=("catalogues",), online=True)
            return check_files([file], chosen, knowledge=ExternalData(catalogued=known.found))

        with contextlib.redirect_stderr(io.StringIO()):
            put_in(check(), True, check)
        after = file.read_text(encoding="utf-8").splitlines()
    return [line for line in after if line not in set(before.splitlines())]


def main() -> None:
    """Prints the figures of a half, kind by kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", choices=("learn", "judge"), default="judge")
    parser.add_argument("--show", metavar="KIND", help="also print the entries of this kind that come out wrong")
    args = parser.parse_args()
    entries = list(planted(args.half))
    told, all_of = Counter[str](), Counter[str]()
    for entry, outcome in zip(entries, outcomes(entries), strict=True):
        reported = outcome.state in ("differs", "another-work")
        all_of[entry.kind] += 1
        told[entry.kind] += reported
        if entry.kind == args.show and reported == (entry.kind == "right"):
            print(entry.text, entry.record.as_text(), *outcome.differences, *outcome.foreign, outcome.why, sep="\n  ")
    for kind in sorted(all_of):
        print(f"{kind:24} {told[kind]:4} of {all_of[kind]:4} reported")
    faults = sum(all_of[kind] for kind in FAULTS)
    print(f"{'all faults':24} {sum(told[kind] for kind in FAULTS):4} of {faults:4} reported")
    print(
        f"lines of {all_of['right']} right entries that --fix changes: {len(changed_by_fix([e for e in entries if e.kind == 'right']))}"
    )


if __name__ == "__main__":
    main()

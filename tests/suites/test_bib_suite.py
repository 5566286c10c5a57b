"""Holds the reading and changing of ``.bib`` files to files of other projects, which are kept outside the project.

The data is the folder that ``CITEKIT_BENCH`` names, else ``../shared/bench`` beside the project; without it every test
here is skipped. ``bib/suite`` has an index of what a strict scanner sees in each file, ``bib/mutants.jsonl`` small files
with one character changed and whether BibTeX refuses them, ``bib/real`` real bibliographies.
"""

from __future__ import annotations

import json
import os
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from bibtexparser.model import Block, DuplicateFieldKeyBlock, ParsingFailedBlock
from bibtexparser.splitter import Splitter

from citekit.formats.bibtex.blocks import Field, scan
from citekit.formats.bibtex.edit import Entry
from citekit.formats.bibtex.exchange import from_bibtexparser, to_bibtexparser
from citekit.formats.files import load, loads
from citekit.formats.library import Library
from citekit.runtime.encodings import decode
from citekit.runtime.errors import UsageError
from citekit.runtime.span import Source

BENCH = Path(os.environ.get("CITEKIT_BENCH") or Path(__file__).parents[3] / "shared" / "bench") / "bib"

ENTRIES_OF_COMMENTS = {"bibtex-tidy/test/bibliographies/others/example1.bib": 8}
"""Files with entries inside ``@comment{…}``, which the index does not count. BibTeX skips the word ``@comment`` only, and
its 0.99d reads them."""

WRONGLY_VALID = {14, 74, 94, 386, 516, 808}
"""Mutants that are labelled valid: a value such as ``20--25`` lost its opening brace. BibTeX 0.99d refuses each with "I was
expecting a `,' or a `}'": a value that begins with a digit has digits only."""

OTHERWISE_SPLIT = {
    "suite/bibtex-tidy/test/bibliographies/better-bibtex/Better_BibTeX.014.bib": r"a brace after \\ does count",
    "suite/bibtex-tidy/test/bibliographies/others/2.bib": 'a quotation mark in braces ends no value: "a {b "c} d"',
    "suite/bibtex-tidy/test/bibliographies/others/example1.bib": "entries inside @comment{…} are entries",
    "suite/bibtex-tidy/test/bibliographies/php-bibtex-parser/tag-contents-slashes.bib": r"a brace after \\ does count",
    "suite/biblint/biblint/tests/clean_entryparse_in.bib": "a blank may stand between @ and the type",
}
"""Files that bibtexparser splits in another way, and why. BibTeX 0.99d reads them as citekit does."""

pytestmark = [
    pytest.mark.bench_data,
    pytest.mark.skipif(
        not (BENCH / "suite" / "index.jsonl").is_file(),
        reason=f"no measuring data in {BENCH}; CITEKIT_BENCH names the folder that holds bib/",
    ),
]


@cache
def index() -> tuple[dict[str, Any], ...]:
    text = (BENCH / "suite" / "index.jsonl").read_text(encoding="utf-8")
    return tuple(json.loads(line) for line in text.splitlines())


def files() -> list[Path]:
    """All files of the suite and the real bibliographies."""
    return [BENCH / "suite" / row["file"] for row in index()] + sorted((BENCH / "real").glob("*.bib"))


@cache
def decoded(path: Path) -> str:
    return decode(path.read_bytes(), path.name).text


def test_well_formed_files_have_the_entries_and_strings_of_the_index_and_no_problem() -> None:
    wrong = []
    for row in index():
        if row["wellformed"]:
            scanned = scan(Source(row["file"], decoded(BENCH / "suite" / row["file"])))
            entries = ENTRIES_OF_COMMENTS.get(row["file"], row["entries"])
            found = (len(scanned.entries), sum(entry.sound for entry in scanned.entries), len(scanned.strings))
            if found != (entries, entries, row["strings"]) or scanned.problems:
                wrong.append((row["file"], found, [str(problem) for problem in scanned.problems]))
    assert wrong == []
    assert len(index()) > 600


def test_loading_gives_every_entry_of_the_grammar() -> None:
    for row in index():
        path = BENCH / "suite" / row["file"]
        library = load(path)
        assert len(library) == len(scan(Source("", decoded(path))).entries)
        if row["wellformed"]:
            assert len(library) == ENTRIES_OF_COMMENTS.get(row["file"], row["entries"])
        else:
            assert {p.severity for p in library.problems} & {"error", "warning"}, f"{row['file']} is not reported"


def test_mutants() -> None:
    missed, alarms, kept, intact = [], [], 0, 0
    for line in (BENCH / "mutants.jsonl").read_text(encoding="utf-8").splitlines():
        mutant = json.loads(line)
        if mutant["id"] in WRONGLY_VALID:
            continue
        scanned = scan(Source("mutant", mutant["text"]))
        if mutant["invalid"] and not scanned.problems:
            missed.append(mutant["id"])
        if not mutant["invalid"] and scanned.problems:
            alarms.append((mutant["id"], str(scanned.problems[0])))
        intact += mutant["entries_ok"]
        kept += min(mutant["entries_ok"], sum(entry.sound for entry in scanned.entries))
    assert missed == []
    assert alarms == []
    assert kept == intact > 2000


def test_the_blocks_tile_the_text_and_untouched_files_keep_their_bytes() -> None:
    for path in sorted(BENCH.rglob("*.bib")):
        data = path.read_bytes()
        assert Library.of(data, path.name).data == data, path.name
        for reader in ("bibtex", "biber"):
            scanned = scan(Source("", decoded(path)), reader)
            assert "".join(map(scanned.text_of, scanned.blocks)) == decoded(path), path.name
            assert all(one.end == two.start for one, two in zip(scanned.blocks, scanned.blocks[1:], strict=False))


def test_one_field_changed_changes_the_lines_of_its_value_and_no_other() -> None:
    """In every file with a sound entry: all text before and after the value stands, whether it had one line or several."""
    edited, entries, of_several_lines = 0, 0, 0
    for path in sorted(BENCH.rglob("*.bib")):
        before = decoded(path)
        bib = Library.of(path.read_bytes(), path.name)
        sound = [entry for entry in bib.entries if entry.block.sound]
        chosen = [entry for entry in sound[:: max(1, len(sound) // 10)] if changeable(entry)]
        edited += bool(chosen)
        for entry in chosen:
            field = changeable(entry)[0]
            entry.set(field.name, "Another value")
            after, head, tail = bib.text, before[: field.start], before[field.end :]
            assert after.startswith(head), (path.name, entry.key, field.name)
            assert after.endswith(tail), (path.name, entry.key, field.name)
            assert after[len(head) : len(after) - len(tail)].strip('{}"') == "Another value"
            entry.set(field.name, field.value, as_written=True)
            assert bib.text == before
            entries += 1
            of_several_lines += "\n" in field.value
    assert edited > 650
    assert entries > 2000
    assert of_several_lines > 200


def changeable(entry: Entry) -> list[Field]:
    """The fields of an entry that can be set and put back, those of several lines first; a ``\\`` at the end cannot."""
    found = []
    for field in entry.block.fields:
        if field != entry.block.field(field.name) or field.value.strip('{}"') == "Another value":
            continue
        try:
            Library.of("@misc{a, b = {x}}").entry("a").set("b", field.value, as_written=True)
        except UsageError:
            continue
        found.append(field)
    return sorted(found, key=lambda field: "\n" not in field.value)


def alike(ours: Block | None, theirs: Block | None) -> bool:
    """Whether two blocks are equal; errors of bibtexparser compare by identity and are left out."""
    if isinstance(ours, ParsingFailedBlock) and isinstance(theirs, ParsingFailedBlock) and type(ours) is type(theirs):
        if isinstance(ours, DuplicateFieldKeyBlock) and ours.duplicate_keys != theirs.duplicate_keys:
            return False
        same = (ours.raw, ours.start_line) == (theirs.raw, theirs.start_line)
        return same and alike(ours.ignore_error_block, theirs.ignore_error_block)
    return ours == theirs


def test_the_blocks_are_those_of_bibtexparser() -> None:
    well_formed = {f"suite/{row['file']}" for row in index() if row["wellformed"]}
    other, blocks = set(), 0
    for path in files():
        name = path.relative_to(BENCH).as_posix()
        if name not in well_formed and path.parent.name != "real":
            continue
        text = decoded(path)
        pairs = list(zip_longest(to_bibtexparser(text).blocks, Splitter(text).split().blocks))
        blocks += len(pairs)
        if not all(alike(*pair) for pair in pairs):
            other.add(name)
    assert other == set(OTHERWISE_SPLIT)
    assert blocks > 15_000


def test_works_are_the_same_through_bibtexparser() -> None:
    for row in index():
        text = decoded(BENCH / "suite" / row["file"])
        assert from_bibtexparser(to_bibtexparser(text)).works == loads(text, "bibtex").works, row["file"]

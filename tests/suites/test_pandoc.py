"""Compares what citekit reads with what Pandoc makes of the same BibTeX and BibLaTeX, by meaning.

The data is the folder ``bib/pandoc`` of the measuring data (see ``test_profiles.py``): Pandoc's own conversion cases, an
input, the arguments and the expected output each. The comparison is loose: letters and digits of texts, words of names,
numbers of dates. What citekit does otherwise on purpose is in :data:`ON_PURPOSE`, with the reason.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from citekit.formats.csljson import item
from citekit.formats.files import loads

BENCH = Path(os.environ.get("CITEKIT_BENCH") or Path(__file__).parents[3] / "shared" / "bench")
CASES = BENCH / "bib" / "pandoc"
PASSING = (Path(__file__).parent / "pandoc-passing.txt").read_text(encoding="utf-8").split()
"""The cases that must pass, by name. The list only grows; ``CITEKIT_UPDATE_CASES=1`` adds what passes by now."""
FLOOR = 85.0

pytestmark = [
    pytest.mark.bench_data,
    pytest.mark.skipif(
        not CASES.is_dir(),
        reason=f"no cases of Pandoc in {CASES}; CITEKIT_BENCH names the folder that holds bib/pandoc",
    ),
]

ON_PURPOSE = {
    "title-short": "Pandoc derives a short title from the part before the subtitle; citekit knows what is given",
    "note": "Pandoc joins several fields in the note; citekit keeps each in its own place",
    "number-of-pages": "Pandoc leaves out pagetotal",
}
"""Variables that are not compared, and why."""
TYPES = {
    "": {"document", "webpage", "article"},  # Pandoc has no type for misc; 'document' is CSL's
    "book": {"book", "report", "periodical", "software", "chapter", "review"},  # manual is a report, periodical itself
    "article-journal": {"article-journal", "periodical", "review", "article"},
    "entry-encyclopedia": {"entry-encyclopedia"},
}
"""Pandoc's types and those that citekit may have in their place: its table is older than CSL 1.0.2."""
VARIABLES = {"event": "event-title", "url": "URL", "doi": "DOI", "isbn": "ISBN", "issn": "ISSN", "pmid": "PMID"}


def names() -> list[str]:
    return sorted(path.stem for path in CASES.glob("*.bib")) if CASES.is_dir() else []


@cache
def expected(name: str) -> list[dict[str, Any]]:
    """The CSL items that Pandoc makes of a case, from its CSL-JSON, its YAML, or the BibTeX that it writes."""
    text = (CASES / f"{name}.expected").read_text(encoding="utf-8")
    if text.lstrip().startswith("["):
        found = json.loads(text)
    elif text.lstrip().startswith("@"):
        found = [item(work) for work in loads(text, dialect(name))]
    else:
        yaml = pytest.importorskip("yaml", reason="Pandoc's metadata is YAML; reading it needs pyyaml")
        block = re.search(r"^---\n(.*?)^---", text, re.DOTALL | re.MULTILINE)
        assert block, f"{name} has no metadata"
        found = yaml.load(block[1], Loader=yaml.BaseLoader)["references"]
    return [{VARIABLES.get(key, key): value for key, value in entry.items()} for entry in found]


def dialect(name: str) -> str:
    arguments = (CASES / f"{name}.args").read_text(encoding="utf-8").split()
    return arguments[arguments.index("-f") + 1]


def read(name: str) -> dict[str, dict[str, Any]]:
    text = (CASES / f"{name}.bib").read_text(encoding="utf-8")
    return {work.id: item(work) for work in loads(text, dialect(name))}


# --- the same meaning -----------------------------------------------------------------------------------------------


def letters(value: object) -> str:
    """Letters and digits of a text, without the markup of Pandoc's Markdown and of CSL."""
    text = re.sub(r"<[^<>]*>", "", str(value))
    text = re.sub(r"\{(?:=|\.)[^{}]*\}|\{style=[^{}]*\}", "", text)
    text = re.sub(r"\\(?:textit|emph|textbf|mkbibquote|[a-z]+(?=\{))", "", text)
    return "".join(character for character in text.casefold() if character.isalnum())


def people(value: object) -> list[list[str]]:
    """The words of each name in alphabetical order; whoever ends a list that was cut short is left out."""
    found = []
    for person in value if isinstance(value, list) else [value]:
        parts = person.values() if isinstance(person, dict) else [person]
        words = sorted(letters(word) for part in parts for word in str(part).replace("-", " ").split())
        if words != ["others"]:
            found.append([word for word in words if word not in ("true", "false", "")])
    return found


def moment(value: object) -> list[int]:
    """The numbers of a date: year, month and day, or season."""
    if isinstance(value, dict):
        numbers = [
            int(part) for point in value.get("date-parts", []) for part in point if int(part)
        ]  # [0] is an open end
        numbers += [20 + int(value["season"])] if "season" in value else []
        return numbers or [int(number) for number in re.findall(r"\d+", str(value.get("literal", "")))]
    text = re.sub(r"T[\d:]+.*", "", str(value))
    years = [
        year - 1 if (year := int(m[1])) <= 0 and len(m[1]) > 4 else year for m in re.finditer(r"(?:^|/)y?(-?\d+)", text)
    ]
    rest = [int(number) for number in re.findall(r"(?<=\d)-(\d+)", text)]
    return sorted({*years, *rest})


def differences(name: str) -> Iterator[str]:
    """Every variable whose meaning differs, in all items of a case."""
    ours = read(name)
    for wanted in expected(name):
        found = ours.get(wanted["id"])
        if found is None:
            yield f"{wanted['id']} is missing"
            continue
        kinds = TYPES.get(wanted["type"], set()) | {wanted["type"]}
        if found["type"] not in kinds:
            yield f"{wanted['id']}: type {wanted['type']} is {found['type']}"
        for variable, value in wanted.items():
            if variable not in ("id", "type", *ON_PURPOSE) and not same(variable, value, found):
                yield f"{wanted['id']}: {variable} {value!r} is {found.get(variable)!r}"


def same(variable: str, value: object, found: dict[str, Any]) -> bool:
    """Whether an item says the same about a variable."""
    own = found.get(variable, "")
    if isinstance(value, list) and variable not in ("issued", "accessed"):
        return people(value) == people(own)
    if variable in ("issued", "accessed", "event-date", "original-date"):
        return sorted(set(moment(value))) == sorted(set(moment(own)))
    if variable == "language":
        return str(value).partition("-")[0] == str(own).partition("-")[0]
    if variable == "volume":
        return letters(value) in (letters(own), letters(f"{own}{found.get('part', found.get('part-number', ''))}"))
    if variable in ("publisher", "publisher-place"):
        return letters(own) in letters(value) and bool(own)
    return letters(value) == letters(own)


# --- the tests ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PASSING)
def test_must_pass(name: str) -> None:
    assert not list(differences(name))


def test_enough_pass() -> None:
    failing = {name: found for name in names() if (found := list(differences(name)))}
    passing = [name for name in names() if name not in failing]
    if os.environ.get("CITEKIT_UPDATE_CASES"):
        listed = sorted({*passing, *PASSING})
        (Path(__file__).parent / "pandoc-passing.txt").write_text("\n".join([*listed, ""]), encoding="utf-8")
    rate = 100 * len(passing) / len(names())
    assert rate >= FLOOR, "\n".join(line for name, found in failing.items() for line in (f"{name}:", *found))

"""Libraries of bibtexparser: in, out, back into the file that they were parsed from, and citekit's steps as middleware."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bibtexparser
import pytest
from bibtexparser import Library as BlockLibrary
from bibtexparser.middlewares import (
    LatexDecodingMiddleware,
    MonthIntMiddleware,
    MonthLongStringMiddleware,
    NormalizeFieldKeys,
    SeparateCoAuthors,
    SplitNameParts,
)
from bibtexparser.model import Entry, Field

import citekit
from citekit.integrations.bibtexparser import CheckMiddleware, EnrichMiddleware, TidyMiddleware
from citekit.runtime.errors import UsageError

TEXT = r"""% The reading list

@string{ana = "Annals of Moss"}
@comment{keep me}

@article{moss1990,
    author  = "Fern, Ivy and M{\"u}ller, Ole",
    TITLE   = {On {Moss} \& Stone},
    journal = ana,
    month   = mar,
    pages   = {1} # {--9},
    year    = 1990
}
@book{reed2001, title = {Reed   beds}, author = {Reed, Ann}, publisher={Pond Press}, year = {2001}}

@misc{bank1995,
    title = {Banks of 50\% Clay},
    crossref = {reed2001},
}
"""

STACKS: dict[str, dict[str, Any]] = {
    "the default": {},
    "no middleware": {"parse_stack": []},
    "names split": {"append_middleware": [SeparateCoAuthors(), SplitNameParts()]},
    "LaTeX decoded": {"append_middleware": [LatexDecodingMiddleware()]},
    "months as numbers": {"append_middleware": [MonthIntMiddleware()]},
    "months as words, fields in lower case": {"append_middleware": [MonthLongStringMiddleware(), NormalizeFieldKeys()]},
}


def written_back(change: Callable[[BlockLibrary], object], text: str = TEXT, **stack: Any) -> citekit.Library:
    library = bibtexparser.parse_string(text, **stack)
    change(library)
    return citekit.from_bibtexparser(library, into=text)


@pytest.mark.parametrize("stack", STACKS.values(), ids=STACKS)
def test_what_was_not_changed_stays_byte_for_byte(stack: dict[str, Any]) -> None:
    made = written_back(lambda _: None, **stack)
    assert made.text == TEXT
    assert not made.changed
    assert not made.problems


@pytest.mark.parametrize("stack", STACKS.values(), ids=STACKS)
def test_one_change_changes_one_line(stack: dict[str, Any]) -> None:
    value = "{1991}" if stack.get("parse_stack") == [] else "1991"
    made = written_back(lambda library: library.entries_dict["moss1990"].set_field(Field("year", value)), **stack)
    assert made.text == TEXT.replace("1990\n}", "1991\n}")


def renamed(library: BlockLibrary) -> None:
    library.entries_dict["reed2001"].key = "reeds"


def retyped(library: BlockLibrary) -> None:
    library.entries_dict["bank1995"].entry_type = "report"


def without_a_field(library: BlockLibrary) -> None:
    library.entries_dict["moss1990"].pop("month")


def without_braces(library: BlockLibrary) -> None:
    library.entries_dict["moss1990"]["TITLE"] = r"On Moss \& Stone"


def without_an_entry(library: BlockLibrary) -> None:
    library.remove(library.entries_dict["reed2001"])


def in_another_order(library: BlockLibrary) -> None:
    blocks = library.blocks
    last = blocks.pop(blocks.index(library.entries_dict["bank1995"]))
    blocks.insert(blocks.index(library.entries_dict["reed2001"]), last)
    library.__init__(blocks)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("change", "old", "new"),
    [
        (retyped, "@misc", "@report"),
        (without_a_field, "    month   = mar,\n", ""),
        (without_braces, "{Moss}", "Moss"),
        (
            without_an_entry,
            "@book{reed2001, title = {Reed   beds}, author = {Reed, Ann}, publisher={Pond Press}, year = {2001}}\n",
            "",
        ),
    ],
)
def test_a_change_in_the_library_is_one_in_the_text(change: Any, old: str, new: str) -> None:
    assert written_back(change).text == TEXT.replace(old, new)


def test_a_new_key_is_followed_by_those_that_name_it() -> None:
    assert written_back(renamed).text == TEXT.replace("reed2001", "reeds")


def test_another_order_moves_whole_entries() -> None:
    made = written_back(in_another_order)
    assert list(made.keys()) == ["moss1990", "bank1995", "reed2001"]
    assert sorted(made.text.split("\n")) == sorted(TEXT.split("\n"))


def test_an_entry_of_the_user_is_laid_out_like_those_beside_it() -> None:
    fields = [Field("title", "Clay"), Field("year", "1999"), Field("month", "jan")]
    fields[2].enclosing = "no-enclosing"
    made = written_back(lambda library: library.add(Entry("misc", "clay", fields)))
    assert made.text.startswith(TEXT)
    assert made["clay"].written("month") == "jan"
    assert "    title = {Clay}," in made.text[len(TEXT) :]


def test_macros_are_changed_and_added() -> None:
    def change(library: BlockLibrary) -> None:
        library.strings_dict["ana"].value = "Annals of Fern"

    made = written_back(change)
    assert "@string{ana = {Annals of Fern}}" in made.text.replace('"Annals of Fern"', "{Annals of Fern}")
    assert made["moss1990"].written("journal") == "ana"


def test_a_macro_that_is_used_stays_and_is_reported() -> None:
    made = written_back(lambda library: library.remove(library.strings))
    assert made.text == TEXT
    assert [problem.kind for problem in made.problems] == ["macro-kept"]


def test_a_changed_comment_is_reported_and_not_written() -> None:
    made = written_back(lambda library: library.remove(library.comments))
    assert made.text == TEXT
    assert [problem.kind for problem in made.problems] == ["comments-kept"]


def test_decoded_values_that_are_changed_are_encoded() -> None:
    def change(library: BlockLibrary) -> None:
        library.entries_dict["bank1995"]["title"] = "Banks of 60% Clay & Löss"

    made = written_back(change, append_middleware=[LatexDecodingMiddleware()])
    assert made.text == TEXT.replace(r"50\% Clay", r"60\% Clay \& Löss")


def test_one_value_that_may_have_been_decoded_is_reported() -> None:
    text = "@misc{a, pages = {1--9}}\n"
    made = written_back(lambda _: None, text, append_middleware=[LatexDecodingMiddleware()])
    assert made.text == text
    assert [problem.kind for problem in made.problems] == ["decoded-kept"]


def test_what_cannot_be_parsed_stays() -> None:
    text = "@misc{a, title = {A}}\n@misc{a, title = {B}}\n@misc{c title = {C}}\n@misc{d, note = {x}, note = {y}}\n@misc{e, title = {E\n"

    def change(library: BlockLibrary) -> None:
        library.entries_dict["a"]["title"] = "Z"

    assert written_back(change, text).text == text.replace("{A}", "{Z}")


def test_a_value_that_would_break_the_file_is_refused() -> None:
    def change(library: BlockLibrary) -> None:
        library.add(Entry("misc", "x y", [Field("title", "A")]))

    with pytest.raises(UsageError, match="x y"):
        written_back(change)


def test_it_is_saved_into_the_file(tmp_path: Path) -> None:
    path = tmp_path / "list.bib"
    path.write_text(TEXT, encoding="utf-8", newline="")
    library = bibtexparser.parse_file(str(path))
    library.entries_dict["reed2001"]["year"] = "2002"
    citekit.from_bibtexparser(library, into=path).save()
    assert path.read_text(encoding="utf-8") == TEXT.replace("{2001}", "{2002}")


def test_a_library_is_taken_where_a_bibliography_is() -> None:
    library = bibtexparser.parse_string(TEXT)
    assert citekit.format(library, style="apa").startswith("Fern, I., & Müller, O. (1990)")
    assert len(citekit.select(library, "year<2000")) == 1
    assert citekit.dumps(library, "ris").count("TY  -") == 3


def test_a_library_goes_out_after_the_stack_of_bibtexparser() -> None:
    plain = citekit.to_bibtexparser(TEXT).entries_dict["moss1990"]
    raw = citekit.to_bibtexparser(TEXT, parse_stack=[]).entries_dict["moss1990"]
    assert (plain["journal"], raw["journal"]) == ("Annals of Moss", "ana")
    assert (plain["year"], raw["author"][0]) == ("1990", '"')


# Middleware

UNTIDY = (
    "@Misc{b, title={B}, pages={1-9}}\n@Misc{a, TITLE={A}, url={http://dx.doi.org/10.1234/a}}\n@Misc{a, title={A}}\n"
)


@pytest.mark.parametrize(("stack", "pages"), [({"parse_stack": []}, "{1--9}"), ({}, "1--9")])
def test_tidy_as_middleware(stack: dict[str, Any], pages: str) -> None:
    tidied = TidyMiddleware(sort="key", pages=True).transform(bibtexparser.parse_string(UNTIDY, **stack))
    assert [entry.key for entry in tidied.entries] == ["a", "b"]
    assert tidied.entries_dict["b"]["pages"] == pages
    assert "title" in tidied.entries_dict["a"].fields_dict


def test_tidy_in_the_stack_of_bibtexparser() -> None:
    library = bibtexparser.parse_string(UNTIDY, append_middleware=[TidyMiddleware(merge="first", duplicates="key")])
    assert [entry.key for entry in library.entries] == ["b", "a"]
    assert not library.failed_blocks


def test_an_option_that_does_not_exist_is_named() -> None:
    with pytest.raises(UsageError, match=r"no parameter 'srot'.*did you mean 'sort'"):
        bibtexparser.parse_string(UNTIDY, append_middleware=[TidyMiddleware(srot="key")])


def test_check_as_middleware() -> None:
    step = CheckMiddleware(select="missing-field")
    library = bibtexparser.parse_string("@article{a, title={A}, author={Fern, Ivy}}", append_middleware=[step])
    assert step.report
    assert {finding.rule for finding in library.entries_dict["a"].parser_metadata["citekit"]} == {"missing-field"}


def test_enrich_as_middleware(tmp_path: Path) -> None:
    record = {
        "id": "2103.01234",
        "authors": "Ivy Fern and Ole Reed",
        "title": "Counting Moss with Graphs",
        "categories": "cs.DS",
        "versions": [{"version": "v1", "created": "Mon, 1 Mar 2021 10:00:00 GMT"}],
        "authors_parsed": [["Fern", "Ivy", ""], ["Reed", "Ole", ""]],
    }
    snapshot = tmp_path / "arxiv.json"
    snapshot.write_text(json.dumps(record) + "\n", encoding="utf-8")
    text = "@misc{fern, author = {Fern, Ivy and Reed, Ole}, title = {Counting Moss with Graphs}, year = 2021}"
    library = bibtexparser.parse_string(text, append_middleware=[EnrichMiddleware(snapshot=snapshot)])
    assert library.entries_dict["fern"]["eprint"] == "2103.01234"

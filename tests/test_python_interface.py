"""The functions of the Python interface take the same things, share the words for their parameters, and name them in errors."""

from __future__ import annotations

import inspect
import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bibtexparser
import pytest

import citekit
from citekit.runtime.errors import CitekitError, UsageError

TEXT = "@book{reed2001, author = {Reed, Ann}, title = {Reed Beds}, publisher = {Pond Press}, year = {2001}}\n"

GIVEN: dict[str, Callable[[Path], Any]] = {
    "a library": citekit.load,
    "an entry": lambda path: citekit.load(path)[0],
    "a work": lambda path: citekit.load(path).works[0],
    "an item of CSL-JSON": lambda _: {
        "id": "reed2001",
        "type": "book",
        "title": "Reed Beds",
        "author": [{"family": "Reed", "given": "Ann"}],
        "publisher": "Pond Press",
        "issued": {"date-parts": [[2001]]},
    },
    "an entry of bibtexparser 1": lambda _: {
        "ENTRYTYPE": "book",
        "ID": "reed2001",
        "author": "Reed, Ann",
        "title": "Reed Beds",
        "publisher": "Pond Press",
        "year": "2001",
    },
    "a row of to_dicts": lambda path: citekit.load(path).to_dicts()[0],
    "the name of a file": str,
    "a path": lambda path: path,
    "an open file": lambda path: io.StringIO(path.read_text()),
    "an open file of bytes": lambda path: io.BytesIO(path.read_bytes()),
    "text": lambda path: path.read_text(),
    "bytes": lambda path: path.read_bytes(),
    "a library of bibtexparser": lambda path: bibtexparser.parse_file(str(path)),
    "a list of entries": lambda path: list(citekit.load(path)),
    "a list of works": lambda path: list(citekit.load(path).works),
    "a list of paths": lambda path: [path],
    "a generator": lambda path: (entry for entry in citekit.load(path)),
}

FUNCTIONS: dict[str, Callable[[Any], object]] = {
    "load": lambda given: citekit.load(given)[0].title,
    "dumps": lambda given: citekit.loads(citekit.dumps(given, "ris"))[0].title,
    "convert": lambda given: citekit.convert(given)[0].title,
    "merge": lambda given: citekit.merge(given, TEXT)[0].title,
    "select": lambda given: citekit.select(given, "year=2001")[0].title,
    "tidy": lambda given: citekit.tidy(given, align=4)[0].title,
    "format": lambda given: citekit.format(given, titles="given")[17:26],
    "cite": lambda given: "Reed Beds" if citekit.cite(given, "reed2001") == "(Reed, 2001)" else "",
    "check": lambda given: "Reed Beds" if not citekit.check(given, select="structure") else "",
    "to_bibtexparser": lambda given: citekit.to_bibtexparser(given).entries[0]["title"],
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "reeds.bib"
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest.mark.parametrize("kind", GIVEN)
def test_every_function_takes_it(kind: str, path: Path) -> None:
    titles = {name: function(GIVEN[kind](path)) for name, function in FUNCTIONS.items()}
    assert titles == dict.fromkeys(FUNCTIONS, "Reed Beds")


def test_entries_given_as_a_list_are_formatted_as_their_works() -> None:
    part = "@incollection{a, title = {A Part}, author = {Fern, Ivy}, crossref = {b}}\n@book{b, booktitle = {The Whole}, year = 2001}\n"
    library = citekit.loads(part)
    assert citekit.bibliography([library["a"]], titles="given") == citekit.bibliography(library.works[:1])
    assert "The whole" in citekit.bibliography(library["a"])


def test_titles_are_printed_as_the_command_prints_them(path: Path) -> None:
    library = citekit.load(path)
    assert citekit.format(path) == citekit.format(library) == citekit.format(list(library))
    nameless = citekit.loads("@misc{a, title = {The Book of {GPU} Ponds}, year = 2001}")
    assert citekit.format(nameless) == "The book of GPU ponds. (2001).\n"
    assert citekit.format(nameless, titles="given") == "The Book of GPU Ponds. (2001).\n"
    assert citekit.format(nameless.works) == "The Book of GPU Ponds. (2001).\n"


def test_entries_bring_what_they_need() -> None:
    library = citekit.loads("@string{p = {Pond Press}}\n@misc{a, crossref = {b}}\n@book{b, publisher = p}\n@misc{c}\n")
    assert citekit.dumps(library["a"]).count("Pond Press") == 1
    assert [entry.key for entry in citekit.load([library["a"]])] == ["a", "b"]


def test_several_files_keep_their_text(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.bib"
    other.write_text("% kept\n@misc{fern, title = {Fern}}\n", encoding="utf-8")
    assert citekit.dumps([path, other]) == f"{TEXT}\n% kept\n@misc{{fern, title = {{Fern}}}}\n"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: citekit.check(TEXT, selct="x"), "citekit.check has no parameter 'selct' (did you mean 'select'?)"),
        (lambda: citekit.tidy(TEXT, sorted=True), "did you mean 'sort'?"),
        (lambda: citekit.convert(TEXT, jobs=-1), "jobs must be 0 or greater (got -1)"),
        (lambda: citekit.cite(TEXT, "reed2002"), "citations: there is no work 'reed2002' (did you mean 'reed2001'?)"),
        (lambda: citekit.enrich(TEXT, index="a", snapshot="b"), "index and snapshot cannot be combined"),
        (lambda: citekit.dumps(TEXT, "csl-jsn"), "there is no format 'csl-jsn'"),
        (lambda: citekit.load(3), "int is no bibliography (pass a library, an entry"),
        (lambda: citekit.dumps([{"ENTRYTYPE": "misc", "title": "A"}]), "has no ID"),
        (lambda: citekit.from_bibtexparser(bibtexparser.parse_string(TEXT), into={"id": "a"}), "into: "),
        (lambda: citekit.dump(citekit.loads(TEXT), 3), "file: int is no file (pass a name"),
        (lambda: citekit.Entry("", "book", {}), "is not a citation key"),
        (lambda: citekit.load(["gone.bib"]), "gone.bib cannot be read: No such file or directory"),
    ],
)
def test_errors_name_the_parameter_to_change(call: Callable[[], object], message: str) -> None:
    with pytest.raises(CitekitError) as caught:
        call()
    assert message in str(caught.value)
    assert "--" not in str(caught.value)
    assert isinstance(caught.value, ValueError | FileNotFoundError)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("convrt", "did you mean 'convert'?"),
    ],
)
def test_what_other_libraries_have_is_named_here(name: str, message: str) -> None:
    with pytest.raises(AttributeError, match=re.escape(message)):
        getattr(citekit, name)
    assert not hasattr(citekit, "__wrapped__")


@pytest.mark.parametrize(
    ("get", "message"),
    [
        (lambda library: library.entries.append, "library.add(…)"),
    ],
)
def test_attributes_of_other_libraries_are_named_too(get: Callable[[citekit.Library], object], message: str) -> None:
    with pytest.raises(AttributeError, match=re.escape(message)):
        get(citekit.loads(TEXT))


def test_habits_of_bibtexparser_and_pybtex(path: Path, tmp_path: Path) -> None:
    library = citekit.parse_file(path)
    assert citekit.write_string(citekit.parse_string(TEXT, "bibtex")) == TEXT
    citekit.write_file(tmp_path / "copy.bib", library)
    assert (tmp_path / "copy.bib").read_text() == TEXT
    assert [entry.key for entry in citekit.select("year=2001", str(path))] == ["reed2001"]
    assert citekit.loads('@preamble{"\\relax"}\n' + TEXT).preambles == ('"\\relax"',)


FERN = [("author", "Fern, Ivy"), ("title", "Fern"), ("year", 2003)]


@pytest.mark.parametrize(
    "entry",
    [
        citekit.Entry("ivy", "misc", dict(FERN)),
        citekit.Entry("misc", FERN),  # pybtex: the key is that of the dictionary
        citekit.Entry("misc", "fern2003", [bibtexparser.model.Field(name, value) for name, value in FERN]),
    ],
    ids=["citekit", "pybtex", "bibtexparser 2"],
)
def test_an_entry_is_put_under_a_key(entry: citekit.Entry) -> None:
    library = citekit.loads(TEXT)
    library["fern"] = entry
    assert (library["fern"].type, library["fern"].authors[0].family, library["fern"].year) == ("misc", "Fern", 2003)
    library["reed2001"] = entry
    assert dict(library["reed2001"].fields) == dict(library["fern"].fields)
    assert [each.key for each in library] == ["reed2001", "fern"]


def test_an_entry_without_a_key_gets_one() -> None:
    library = citekit.loads(TEXT)
    added = library.add(citekit.Entry("misc", FERN))
    assert added.key == "fern2003fern"
    assert citekit.Entry("misc", "techreport", {}).key == "misc"  # two types: as citekit has them


WORDS = {
    "given": "a bibliography",
    "format": "the format of a file or text",
    "to": "the markup of formatted references",
    "style": "a citation style",
    "settings": "all options in one value",
    "overwrite": "whether a file may be replaced",
}


def test_one_word_means_one_thing_in_all_functions() -> None:
    """What is passed first is called the same, and the others have the annotation that they have elsewhere."""
    seen: dict[str, str] = {}
    for name in ("load", "dump", "dumps", "merge", "select", "tidy", "format", "cite", "check", "verify", "enrich"):
        parameters = inspect.signature(getattr(citekit, name)).parameters
        assert next(iter(parameters)) == "given", name
        for word in WORDS.keys() & parameters.keys() - {"settings"}:
            assert seen.setdefault(word, str(parameters[word].annotation)) == str(parameters[word].annotation)
    for name in ("bib", "library", "works", "output_format", "by"):
        assert name not in seen


def test_a_tidied_library_is_saved_where_it_was_read(path: Path) -> None:
    tidied = citekit.tidy(path, align=0)
    assert tidied.changed
    tidied.save()
    assert path.read_text(encoding="utf-8").startswith("@book{reed2001,\n  author = {Reed, Ann},\n")
    assert not citekit.tidy(path, align=0).changed


def test_the_findings_of_a_report_have_places() -> None:
    [finding] = citekit.check("@misc{a, title = {A}}\n\n@misc{a, title = {B}}\n", select="duplicate-key")[:1]
    assert (finding.rule, finding.line, finding.column) == ("duplicate-key", 3, 7)


def test_settings_are_taken_as_one_value_too(path: Path) -> None:
    from citekit.runtime.config import TidySettings

    assert citekit.tidy(path, TidySettings(align=0)).text == citekit.tidy(path, align=0).text
    with pytest.raises(UsageError, match="letters"):
        citekit.tidy(path, letters="runes")


def test_what_bibtexparser_2_and_pybtex_call_otherwise() -> None:
    text = "@book{a, title = {Clay}, author = {de la Moor, Ann Bea and {Clay Club}}}\n@misc{b, title = {X\n"
    library = citekit.parse_string(text)
    assert len(library.failed_blocks) == 1
    entry = library["a"]
    assert entry.fields_dict["title"] == citekit.Field("title", "Clay")
    entry.set_field(citekit.Field("isbn", "978-3-16-148410-0"))
    library.add(citekit.Entry("misc", "c", [citekit.Field("title", "Rope")]))
    assert entry["isbn"] == "978-3-16-148410-0"
    assert library["c"]["title"] == "Rope"
    assert list(entry.persons) == ["author"]
    ann, club = entry.persons["author"]
    assert (ann.first_names, ann.middle_names) == (["Ann"], ["Bea"])
    assert (ann.prelast_names, ann.last_names) == (["de", "la"], ["Moor"])
    assert (club.first_names, club.prelast_names, club.last_names) == ([], [], ["Clay Club"])


def test_references_in_a_text_are_parsed() -> None:
    works = citekit.parse(
        "Moor, A. (2004). A history of clay. Oslo: Fjord Press.\nMoor, A. (2005). Rope. Oslo: Fjord Press."
    )
    assert [entry.title for entry in works] == ["A history of clay", "Rope"]

"""Places, macros, encodings, the document's files, and bibtexparser's Library in and out."""

from __future__ import annotations

import re
from pathlib import Path

import bibtexparser
import pytest
from bibtexparser.library import Library as BlockLibrary
from bibtexparser.middlewares import NormalizeFieldKeys, SeparateCoAuthors, SplitNameParts
from bibtexparser.model import DuplicateBlockKeyBlock, DuplicateFieldKeyBlock, Entry, Field, ParsingFailedBlock, String
from conftest import ROOT

from citekit import Library
from citekit.formats.bibtex import from_bibtexparser, to_bibtexparser
from citekit.formats.bibtex.blocks import parse, scan, value_parts
from citekit.formats.bibtex.edit import BibText
from citekit.formats.files import load, loads
from citekit.runtime.encodings import decode
from citekit.runtime.errors import UnreadableInputError, UsageError
from citekit.runtime.span import Source

TEXT = """% Encoding: UTF-8
@string{js = "Journal"}

@Article{doe2020,
  Title = {A} # " and " # b,
  year  = 2020
}
"""


def test_everything_has_its_place() -> None:
    source = Source("refs.bib", TEXT)
    entry = scan(source).entries[0]
    title, year = entry.fields
    spans = [entry.type_span, entry.key_span, title.name_span, title.span, year.span]
    shown = [(TEXT[s.start : s.end], source.place(s).removeprefix("refs.bib:")) for s in spans]
    assert shown == [
        ("Article", "4:2"),
        ("doe2020", "4:10"),
        ("Title", "5:3"),
        ('{A} # " and " # b', "5:11"),
        ("2020", "6:11"),
    ]
    parts = value_parts(title.value, title.start)
    assert parts
    assert [part.text for part in parts] == ["{A}", '" and "', "b"]
    assert [TEXT[part.span.start : part.span.end] for part in parts] == [part.text for part in parts]
    read = parse(source).entries[0]
    assert (read.type.lower(), read.key, read.defined) == ("article", "doe2020", 1)
    assert (read.span, read.parts) == (entry.span, entry.parts)
    assert read.read_pairs == (("title", '{A} # " and " # b'), ("year", "2020"))


def test_biber_takes_a_percent_sign_for_a_comment() -> None:
    text = "% @misc{a, title = {A}}\n@misc{b, % x\n  title = {50 % B},\n  % year = 2020,\n}\n@comment{@misc{c}}\n"
    assert [entry.key for entry in scan(Source("", text), "biber").entries] == ["b"]
    assert not scan(Source("", text), "biber").problems
    assert [work.title for work in loads(text, "biblatex")] == ["50 % B"]
    assert [entry.key for entry in scan(Source("", text)).entries] == ["a", "b", "c"]
    assert [problem.kind for problem in scan(Source("", text)).problems] == ["comment-in-entry"] * 2


def test_macros_are_those_defined_before() -> None:
    text = '@string{a = "A"}\n@misc{k, title = a # { } # A}\n@string{A = a # "B"}\n@misc{l, title = a}'
    assert [work.title for work in loads(text)] == ["A A", "AB"]


def test_macros_cannot_stand_for_endless_text() -> None:
    strings = "".join(f"@string{{a{n + 1} = a{n} # a{n} # a{n}}}\n" for n in range(60))
    library = loads("@string{a0 = {0123456789}}\n" + strings + "@misc{k, title = a60}")
    assert len(library) == 1
    assert "endless-macros" in {problem.kind for problem in library.problems}


@pytest.mark.parametrize(
    ("data", "name", "doubtful"),
    [
        ("% Encoding: UTF-8\r\n@misc{k, title = {Ű}}\r\n".encode(), "utf-8", False),
        ("@misc{k, title = {Ű}}".encode("utf-8-sig"), "utf-8", False),
        ("@misc{k, title = {Ű}}".encode("utf-16"), "utf-16-le", False),
        ("@misc{k, title = {Ű}}".encode("utf-16-be"), "utf-16-be", True),
        ("% Encoding: ISO8859_2\n@misc{k, title = {Ű}}".encode("iso-8859-2"), "iso8859-2", False),
        ("@misc{k, title = {Ä}}".encode("cp1252"), "cp1252", True),
        ("@misc{k, title = {\x81}}".encode("latin-1"), "latin-1", True),
        ("@misc{k, title = {松}}".encode("iso2022_jp"), "iso2022_jp", True),
        ("% Encoding: rot13\n@misc{k, title = {Ä}}".encode("cp1252"), "cp1252", True),
    ],
)
def test_bytes_come_back(data: bytes, name: str, doubtful: bool) -> None:
    decoded = decode(data)
    assert decoded.encoding.name == name
    assert bool(decoded.problems) == doubtful
    bib = Library.of(data)
    assert bib.data == data
    bib.entry("k").set("title", "Other")
    assert Library.of(bib.data).entry("k").get("title") == "Other"


def test_a_character_that_the_encoding_lacks_is_refused() -> None:
    bib = Library.of("@misc{k, title = {Ä}}".encode("cp1252"))
    bib.entry("k").set("title", "Ű")
    with pytest.raises(UsageError, match=r"U\+0170"):
        _ = bib.data


def test_files_are_written_whole_and_never_unasked(tmp_path: Path) -> None:
    path = tmp_path / "a.bib"
    path.write_bytes(b"@misc{k, title = {A}}\r\n")
    (tmp_path / "taken.bib").touch()
    bib = Library.load(path)
    bib.entry("k").set("title", "B")
    with pytest.raises(UsageError, match="already exists"):
        bib.save(tmp_path / "taken.bib")
    assert path.read_bytes() == b"@misc{k, title = {A}}\r\n"
    bib.save()
    assert path.read_bytes() == b"@misc{k, title = {B}}\r\n"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.bib", "taken.bib"]
    with pytest.raises(UnreadableInputError, match="none"):
        Library.load(tmp_path / "none.bib")


def test_a_document_knows_its_entries() -> None:
    bib = Library.of(TEXT + "@misc{Doe2020}\n")
    with pytest.raises(UsageError, match="2 entries"):
        bib.entry("doe2020")
    with pytest.raises(UsageError, match="no entry 'x'"):
        bib.entry("x")
    first = bib.entries[0]
    assert (first.type, first.key, first.names, first.get("TITLE")) == (
        "Article",
        "doe2020",
        ("Title", "year"),
        "A and b",
    )
    assert first.get("note") is None
    assert [work.id for work in bib.works] == ["doe2020", "Doe2020"]
    assert [problem.kind for problem in bib.problems] == ["undefined-macro", "duplicate-key"]
    with pytest.raises(UsageError, match="not name every entry"):
        bib.reorder(bib.entries[:1])


def test_a_library_of_bibtexparser_is_given() -> None:
    text = (
        TEXT
        + "@misc{doe2020, note = {x}}\n@misc{b, a = 1, a = 2}\n@misc{c, note = {x} y}\n@comment{ z }\n@preamble{ {p} }\n"
    )
    library = to_bibtexparser(Source("refs.bib", text))
    assert [type(block).__name__ for block in library.blocks] == [
        "ImplicitComment",
        "String",
        "Entry",
        "DuplicateBlockKeyBlock",
        "DuplicateFieldKeyBlock",
        "ParsingFailedBlock",
        "ExplicitComment",
        "Preamble",
    ]
    assert library.entries_dict["doe2020"]["year"] == "2020"
    failed = library.failed_blocks[-1]
    assert failed.error.abort_reason.startswith("refs.bib:10:21: ")
    assert failed.ignore_error_block.key == "c"


@pytest.mark.parametrize(
    "middleware", [None, [], [NormalizeFieldKeys(), SeparateCoAuthors()], [SeparateCoAuthors(), SplitNameParts()]]
)
def test_a_library_of_bibtexparser_is_read_whatever_middleware_did(middleware: list[object] | None) -> None:
    text = '@string{js = "J"}\n@article{a, author = {Doe, Jane and {NASA}}, title = "{T}his", journal = js, month = jan, year = 2020}\n'
    blocks = (
        bibtexparser.parse_string(text, parse_stack=[])
        if middleware == []
        else bibtexparser.parse_string(text, append_middleware=middleware)
    )
    assert from_bibtexparser(blocks).works == loads(text).works


def test_a_library_that_the_user_built_is_read() -> None:
    blocks = BlockLibrary()
    fields = [Field("title", "On } braces"), Field("year", "2020"), Field("author", ["Doe, Jane", "Roe, R."])]
    blocks.add([String("js", "J"), Entry("article", "a", fields)])
    (work,) = from_bibtexparser(blocks)
    assert (work.title, work.year, [name.family for name in work.author]) == ("On } braces", 2020, ["Doe", "Roe"])


def test_a_library_that_the_user_changed_is_read() -> None:
    blocks = bibtexparser.parse_string("@misc{a, title = {A}, note = {x}}\n@misc{b, title = {B}}")
    blocks.entries[0]["title"] = "New Title"
    blocks.entries[0].pop("note")
    blocks.entries[1].key = "c"
    assert [(work.id, work.title, work.text("note")) for work in from_bibtexparser(blocks)] == [
        ("a", "New Title", ""),
        ("c", "B", ""),
    ]


def test_what_bibtexparser_set_aside_is_read_too() -> None:
    blocks = bibtexparser.parse_string(
        "@misc{a, title={A}}\n@misc{a, title={B}}\n@misc{b, x={1}, x={2}}\n@misc{c, title {C}}\n"
    )
    kinds = [type(block) for block in blocks.failed_blocks]
    assert kinds == [DuplicateBlockKeyBlock, DuplicateFieldKeyBlock, ParsingFailedBlock]
    library = from_bibtexparser(blocks)
    assert [work.id for work in library] == ["a", "a", "b"]
    assert [problem.kind for problem in library.problems] == ["duplicate-key", "duplicate-field", "failed-block"]


def test_files_are_loaded_with_their_problems(tmp_path: Path) -> None:
    path = tmp_path / "a.bib"
    path.write_bytes("@misc{a, title = {Ä}}\n@misc{A, title = {B} note = {N}}\n".encode("latin-1"))
    library = load(path)
    assert [(work.id, work.title) for work in library] == [("a", "Ä"), ("A", "B")]
    assert [p.kind for p in library.problems] == ["encoding", "duplicate-key", "missing-comma"]
    assert str(library.problems[2]).startswith(f"{path}:2:20: ")


def test_the_example_of_the_documentation_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "concepts" / "bib-files.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    monkeypatch.chdir(tmp_path)
    text = "@misc{Okafor21,\n  title = {Ledgers},\n}\n\n@misc{draft, note = {x}, crossref = {Okafor21}}\n\n@misc{okafor-sorting}\n"
    Path("grown.bib").write_text(text, encoding="utf-8")
    exec(example, {})
    assert Path("grown.bib").read_text(encoding="utf-8") == text
    changed = Library.load("grown-new.bib")
    assert [entry.key for entry in changed] == ["okafor2021", "draft", "roe2021"]
    assert changed["okafor2021"].get("month") == "January"
    assert changed["draft"].get("crossref") == "okafor2021"


@pytest.mark.parametrize("neighbour", ["", "@misc{z, year = 1999}\n\n", "@misc(z,\n\tyear\t= 1999,\n\tnote={x}\n)\n"])
@pytest.mark.parametrize(
    "entry",
    ["@misc{a}", "@misc{a,}", "@misc{a\n}", "@misc{a,\n}", "@misc{a,\r\n  \r\n}", "@misc( a )", "@misc{ a , }",
     "@misc{a, title = {T}}", "@misc{a, title = {T},}"],
)  # fmt: skip
def test_a_field_added_and_removed_again_leaves_the_old_text(entry: str, neighbour: str) -> None:
    """What closed an entry without fields was written anew with the first one, and stayed when that went."""
    for before in (neighbour + entry, f"{entry}\n\n{neighbour}"):
        layer = BibText.of(before)
        layer.entry("a")["zfield"] = "a value"
        assert layer.entry("a")["zfield"] == "a value"
        del layer.entry("a")["zfield"]
        assert layer.text == before


@pytest.mark.bench_data
def test_fields_added_and_removed_again_in_real_files_leave_the_old_bytes() -> None:
    edits = 0
    files = sorted((ROOT.parent / "shared" / "bench" / "bib").rglob("*.bib"))
    if not files:
        pytest.skip("other people's .bib files are not here")
    for path in files:
        layer = BibText.of(path.read_bytes(), str(path))
        before, begun = layer.data, edits
        for entry in layer.entries[:5]:
            if entry.block.sound:
                entry.set("zfield", "a value")
                entry.remove("zfield")
                edits += 1
        assert edits == begun or layer.data == before, path
    assert edits > 500

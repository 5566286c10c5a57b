"""Whatever a file holds, every character of it is accounted for; what is changed in it reads back everywhere."""

from __future__ import annotations

import logging

from bibtexparser.splitter import Splitter
from hypothesis import given, settings
from hypothesis import strategies as st

from citekit.formats.bibtex.blocks import EntryBlock, scan, value_parts
from citekit.formats.bibtex.exchange import from_bibtexparser, to_bibtexparser
from citekit.formats.files import loads
from citekit.formats.library import Library
from citekit.runtime.encodings import decode
from citekit.runtime.errors import UsageError
from citekit.runtime.span import Source

logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)

SIGNS = [
    *'@{}(),="#%\\\n \r\t',
    "@misc{k,",
    "@string(",
    "@preamble{",
    "@comment{",
    "title = ",
    "{a}",
    '"b"',
    "jan",
    "12",
    "\ufeff",
]
ANY = st.lists(st.sampled_from(SIGNS) | st.text(max_size=3), max_size=25).map("".join)
VALUE = st.lists(
    st.sampled_from([*'{}"\\#=,%@\n ', "{a}", "word", "\\&", "@misc{"]) | st.text(max_size=3), max_size=6
).map("".join)

FILES = [
    '@string{js = "J"}\n\n@article{a,\n  title   = {T},\n  journal = js,\n}\n\n% note\n@book(b,\r\n title = "U"\r\n)\n',
    "@misc{a\n, title = {T}\n, year = 2020\n}\n@misc{b, x = {y}}",
    "@misc{a}\n@MISC {b,}\n",
]


@settings(max_examples=150, deadline=None)
@given(ANY, st.sampled_from(["bibtex", "biber"]))
def test_every_character_is_accounted_for(text: str, reader: str) -> None:
    scanned = scan(Source("", text), reader)
    assert "".join(map(scanned.text_of, scanned.blocks)) == text
    at = 0
    for block in scanned.blocks:
        assert block.start == at < block.end
        at = block.end
    places = [problem.span.start for problem in scanned.problems if problem.span is not None]
    for entry in scanned.entries:
        rest = text[entry.end :]
        end = entry.end + 1 + len(rest) - len(rest.lstrip())
        assert not entry.sound or not any(entry.start <= place < entry.end for place in places)
        assert entry.sound or any(entry.start <= place <= end for place in places)
        for field in entry.fields:
            assert text[field.start : field.end] == field.value
            assert text[field.name_start : field.name_start + len(field.name)] == field.name
            parts = value_parts(field.value, field.start)
            assert parts or not entry.sound or reader == "biber"
            assert all(text[part.start :].startswith(part.text) for part in parts or ())
    assert all(0 <= p.span.start <= p.span.end <= len(text) for p in scanned.problems if p.span)


@settings(max_examples=80, deadline=None)
@given(ANY)
def test_any_text_goes_through_bibtexparser(text: str) -> None:
    library = to_bibtexparser(text)
    assert len(from_bibtexparser(library)) == len(scan(Source("", text)).entries) == len(loads(text, "bibtex"))
    from_bibtexparser(Splitter(text).split())


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=40) | ANY.map(lambda text: text.encode("utf-16", "surrogatepass")))
def test_any_bytes_come_back(data: bytes) -> None:
    decoded = decode(data)
    assert decoded.encoding.encode(decoded.text) == data
    assert Library.of(data).data == data


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(FILES),
    st.sampled_from("ab"),
    st.sampled_from(["title", "note", "x", "year"]),
    VALUE,
    st.booleans(),
)
def test_what_is_set_reads_back(text: str, key: str, name: str, value: str, as_written: bool) -> None:
    bib = Library.of(text)
    try:
        bib.entry(key).set(name, value, as_written)
    except UsageError:
        assert bib.text == text
        return
    written = bib.entry(key).written(name)
    ours = {block.key: block for block in scan(Source("", bib.text)).blocks if isinstance(block, EntryBlock)}
    assert all(block.sound for block in ours.values())
    field = ours[key].field(name)
    assert field
    assert field.value == written
    assert as_written or value in (written, written[1:-1])
    theirs = {entry.key: entry for entry in Splitter(bib.text).split().entries}
    assert theirs[key].fields_dict[name].value == written
    assert [f.key for f in theirs[key].fields] == [f.name for f in ours[key].fields]


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from(FILES), st.lists(st.sampled_from(["add", "remove", "rekey", "field", "sort", "string"]), max_size=5)
)
def test_many_changes_leave_a_sound_file(text: str, changes: list[str]) -> None:
    bib = Library.of(text)
    for number, change in enumerate(changes):
        entries = bib.entries
        if change == "add":
            bib.add("misc", f"new{number}", {"title": "N", "year": "2021"}, after=entries[0] if entries else None)
        elif change == "sort":
            bib.sort(key=lambda entry: entry.get("title") or "")
        elif change == "string":
            bib.set_string(f"s{number}", "S")
        elif entries and change == "remove":
            bib.remove(entries[number % len(entries)])
        elif entries and change == "rekey":
            entries[-1].rekey(f"key{number}")
        elif entries:
            entries[0].set("note", "N")
        assert not bib.problems
        again = Library.of(bib.text)
        assert [e.key for e in again.entries] == [e.key for e in bib.entries]
        assert again.strings == bib.strings
        assert {e.key for e in Splitter(bib.text).split().entries} == {e.key for e in bib.entries}
